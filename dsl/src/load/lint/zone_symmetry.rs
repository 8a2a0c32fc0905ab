//! Warns about zones of seats that differ although the board is symmetric. Such zones should
//! probably be alike.

use std::collections::BTreeSet;

use super::LintInput;
use super::board_symmetry::{BoardSymmetry, place};
use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::tree::TomlEntry;

/// The cells of a zone.
type Cells = BTreeSet<(u8, u8)>;

impl LintInput<'_> {
    /// Warns if the zones of all seats except one are alike. The warning names this one seat. If
    /// there are only two seats, warns only if their zones differ slightly.
    pub(super) fn zones_of_seats(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let entries = self.table.entries_of("zones");
        let Some(first) = spec.seats.first() else { return };
        let symmetries = BoardSymmetry::all(&spec.geometry_while(|_| true));
        for entry in entries {
            let (before, after) = match (
                entry.key.strip_prefix(first.name.as_str()),
                entry.key.strip_suffix(first.name.as_str()),
            ) {
                (Some(rest), _) if rest.len() > 1 => ("", rest),
                (_, Some(rest)) if rest.len() > 1 => (rest, ""),
                _ => continue,
            };
            let of_seat = |name: &str| {
                let key = format!("{before}{name}{after}");
                let entry = entries.iter().find(|entry| entry.key == key)?;
                let (_, zone) = spec.zones.iter().find(|(known, _)| *known == key)?;
                let cells = zone.into_iter().map(|square| place(spec.geometry.cell(square)));
                Some((entry, cells.collect::<Cells>()))
            };
            let zones: Option<Vec<(&TomlEntry, Cells)>> =
                spec.seats.iter().map(|seat| of_seat(&seat.name)).collect();
            if let Some(zones) = zones {
                self.odd_zone(&symmetries, &zones, out);
            }
        }
    }

    fn odd_zone(
        &self,
        symmetries: &[BoardSymmetry],
        zones: &[(&TomlEntry, Cells)],
        out: &mut Vec<Diagnostic>,
    ) {
        let seats = &self.spec.seats;
        // The cells where a seat's zone differs from another's image, under the best symmetry.
        let differs = |model: usize, seat: usize| {
            let fits = |symmetry: &&BoardSymmetry| {
                symmetry.facing(seats[model].facing) == seats[seat].facing
            };
            let all = symmetries.iter().filter(fits).map(|symmetry| {
                let expected: Cells = zones[model].1.iter().map(|at| symmetry.of(*at)).collect();
                expected.symmetric_difference(&zones[seat].1).copied().collect::<Vec<_>>()
            });
            all.min_by_key(Vec::len)
        };
        let alike = |a: usize, b: usize| differs(a, b).is_some_and(|cells| cells.is_empty());
        for seat in 1..seats.len() {
            let others: Vec<usize> = (0..seats.len()).filter(|other| *other != seat).collect();
            let Some((model, rest)) = others.split_first() else { continue };
            let Some(cells) = differs(*model, seat) else { continue };
            let two = rest.is_empty()
                && (cells.len() > MAX_DIFFERING_SQUARES || zones[seat].1.len() < MIN_ZONE_SQUARES);
            if cells.is_empty() || two || !rest.iter().all(|other| alike(*model, *other)) {
                continue;
            }
            self.tell_zone((zones[*model].0, zones[seat].0), &cells, out);
            return;
        }
        // The first seat's zone is reported if all others are alike.
        if seats.len() > 2
            && (2..seats.len()).all(|other| alike(1, other))
            && let Some(cells) = differs(1, 0).filter(|cells| !cells.is_empty())
        {
            self.tell_zone((zones[1].0, zones[0].0), &cells, out);
        }
    }

    fn tell_zone(
        &self,
        (model, odd): (&TomlEntry, &TomlEntry),
        cells: &[(u8, u8)],
        out: &mut Vec<Diagnostic>,
    ) {
        let board = &self.spec.geometry;
        let name =
            |(x, y): &(u8, u8)| board.at((*x).into(), (*y).into()).map(|square| board.name(square));
        let names: Vec<String> = cells.iter().filter_map(name).take(MAX_NAMED_SQUARES).collect();
        let more = if cells.len() > MAX_NAMED_SQUARES { " …" } else { "" };
        let message = format!(
            "`{}` is not a copy of `{}` for that side of the board: they differ on {}{more}",
            odd.key,
            model.key,
            names.join(" ")
        );
        let help = "correct the squares; if the zones are meant to differ, write `zones-not-alike = \"allow\"` under `[lints]`";
        out.push(odd.node.at.warning(Code::ZonesNotAlike, message).help(help));
    }
}

/// The maximum number of squares in which the zones of two seats may differ. If they differ in more
/// squares, they are probably meant to differ.
const MAX_DIFFERING_SQUARES: usize = 2;
/// The minimum number of squares of a zone. It applies if there is only one other zone for the
/// comparison.
const MIN_ZONE_SQUARES: usize = 4;
/// The maximum number of squares that one message lists.
const MAX_NAMED_SQUARES: usize = 4;
