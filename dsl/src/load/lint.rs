//! What is probably not meant: warnings about the rules as a whole.

use quadrille_core::rules::Path;
use quadrille_core::{EventKind, Facing, Seat, Spec, Square, Zone};

use super::build::Array;
use super::has_word;
use crate::diagnostic::{Diagnostic, Source};
use crate::formats::squares;
use crate::manifest::tree::{At, Entry, Table};

/// What the lints look at.
pub(crate) struct Whole<'a> {
    pub(crate) table: &'a Table,
    pub(crate) top: &'a At,
    pub(crate) spec: &'a Spec,
    /// Men of every named array.
    pub(crate) arrays: &'a [(String, Array)],
    /// The scripts, and the lessons.
    pub(crate) texts: Vec<&'a Source>,
}

/// Everything worth a look; a seat without a royal is an error.
pub(crate) fn all(whole: &Whole<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    whole.royals(&mut out);
    whole.kinds(&mut out);
    whole.zones(&mut out);
    whole.seats(&mut out);
    out
}

impl Whole<'_> {
    /// Whether a script or lesson has the name as a word of its own.
    fn mentioned(&self, name: &str) -> bool {
        self.texts.iter().any(|source| has_word(&source.text, name))
    }

    /// Whether a script or lesson has this text anywhere.
    fn contains(&self, text: &str) -> bool {
        self.texts.iter().any(|source| source.text.contains(text))
    }

    fn royals(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        // Rules that set men up at the start may set up royals.
        let set_up = spec.handlers.iter().any(|handler| handler.event == EventKind::Setup);
        if set_up || !spec.kinds.iter().any(|kind| kind.royal) {
            return;
        }
        let royal = |kind: usize| spec.kinds.get(kind).is_some_and(|kind| kind.royal);
        for (i, seat) in spec.seats.iter().enumerate() {
            let mine = |other: Seat| other.index() == i;
            let on_board =
                spec.array.iter().any(|(_, man)| mine(man.colour()) && royal(man.kind().index()));
            let in_hand = spec.hands.iter().filter(|hand| mine(hand.seat));
            let in_hand =
                in_hand.flat_map(|hand| &hand.pieces).any(|(kind, _)| royal(kind.index()));
            if !on_board && !in_hand {
                let at = self.table.table("array").and_then(|array| array.get("picture"));
                let at = at.map_or(self.top, |node| &node.at);
                let message = format!("{} starts without a royal piece", seat.name);
                let names: Vec<_> = spec
                    .kinds
                    .iter()
                    .filter(|k| k.royal)
                    .map(|k| format!("`{}{}`", seat.key, k.letter))
                    .collect();
                let help = format!("put {} into the picture", names.join(" or "));
                out.push(at.error("Q0136", message).help(help));
            }
        }
    }

    fn kinds(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let promoted = |i: usize| {
            spec.promotions.iter().any(|(_, _, to)| to.kinds.iter().any(|kind| kind.index() == i))
                || spec
                    .arrivals
                    .iter()
                    .any(|(_, _, a)| a.become_kind.is_some_and(|k| k.index() == i))
        };
        for (i, kind) in spec.kinds.iter().enumerate() {
            let Some(entry) = self.table.table("pieces").and_then(|t| t.entry(&kind.name)) else {
                continue;
            };
            if !kind.paths.is_empty() && !kind.paths.iter().any(|walk| leads(walk, spec)) {
                let at = entry.node.table().and_then(|table| table.get("moves"));
                let at = at.map_or(&entry.key_at, |node| &node.at);
                let message = format!("a {} has no move from any square", kind.name);
                out.push(at.warning("Q0402", message));
            }
            let arrays = self.arrays.iter().map(|(_, men)| men).chain([&spec.array]);
            let mut men = arrays.flatten().map(|(_, man)| man.kind());
            let held = spec.hands.iter().flat_map(|hand| &hand.pieces).any(|(k, _)| k.index() == i);
            let used = men.any(|kind| kind.index() == i) || held || promoted(i);
            if !used && !self.mentioned(&kind.name) {
                let message = format!("there is never a {}", kind.name);
                let help = "put one into an array, let something be promoted to it, or drop it";
                out.push(entry.key_at.warning("Q0403", message).help(help));
            }
        }
    }

    fn zones(&self, out: &mut Vec<Diagnostic>) {
        let entries = self.table.entries_of("zones");
        let text = |entry: &Entry| squares::mentions(entry.node.text().unwrap_or_default());
        let by_zones: Vec<String> = entries.iter().flat_map(text).collect();
        // Scripts put names together from a seat's: `zone(seat.name + "-ground")`.
        let by_seat = |zone: &str| {
            self.spec.seats.iter().any(|seat| {
                let rest = zone.strip_prefix(&seat.name).or_else(|| zone.strip_suffix(&seat.name));
                rest.is_some_and(|rest| !rest.is_empty() && self.contains(rest))
            })
        };
        for Entry { key, key_at, .. } in entries {
            if !by_zones.contains(key) && !self.mentioned(key) && !by_seat(key) {
                let message = format!("nothing uses the zone `{key}`");
                out.push(key_at.warning("Q0404", message));
            }
        }
    }

    fn seats(&self, out: &mut Vec<Diagnostic>) {
        // A script that changes the order may bring anyone in.
        if self.mentioned("set_order") {
            return;
        }
        for (i, seat) in self.spec.seats.iter().enumerate() {
            if !self.spec.order.iter().any(|other| other.index() == i) {
                let turn = self.table.table("rules").and_then(|rules| rules.get("order"));
                let at = turn.map_or(self.top, |node| &node.at);
                out.push(at.warning("Q0406", format!("{} never has a turn", seat.name)));
            }
        }
    }
}

/// Whether a walk leads anywhere, were every square on its way as it likes.
fn leads(walk: &Path, spec: &Spec) -> bool {
    let board = &spec.geometry;
    Facing::ALL.into_iter().any(|facing| {
        let mut reached = board.all();
        if let Some(zone) = walk.from {
            reached &= zone;
        }
        for leg in &walk.legs {
            let from = reached;
            reached = Zone::EMPTY;
            for start in from {
                let step = |at: &Square| board.step(*at, leg.vector.turned(facing));
                // No ride is longer than the board.
                let way = std::iter::successors(step(&start), step).take(leg.max.min(26).into());
                reached |= way.skip(usize::from(leg.min.max(1)) - 1).collect();
            }
        }
        if let Some(zone) = walk.to {
            reached &= zone;
        }
        !reached.is_empty()
    })
}
