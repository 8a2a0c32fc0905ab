//! Warnings about the rules as a whole: what is valid and probably unintended.

use std::collections::HashSet;
use std::sync::Arc;

use quadrille_core::{EventKind, Facing, Piece, Seat, Spec, Square, Zone};

use super::build::Array;
use crate::diagnostic::{Code, Diagnostic, Source, suggest};
use crate::formats::squares;
use crate::manifest::tree::{self, At, Entry, Node, Table, Value};
use crate::script::{Scripts, ends, leads};

/// What the lints look at.
pub(crate) struct Whole<'a> {
    table: &'a Table,
    top: &'a At,
    spec: &'a Spec,
    /// The pieces of every named array.
    arrays: &'a [(String, Array)],
    scripts: &'a Scripts,
    /// The strings of the scripts and of the lessons' positions and actions.
    texts: Vec<String>,
}

/// Everything that is valid and probably unintended; a seat without a royal is an error.
pub(crate) fn all(whole: &Whole<'_>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    whole.royals(&mut out);
    whole.kinds(&mut out);
    whole.zones(&mut out);
    whole.seats(&mut out);
    whole.teams(&mut out);
    whole.dead_ends(&mut out);
    whole.idle_hooks(&mut out);
    out
}

/// All strings of a value, except prose.
fn strings(node: &Node, out: &mut Vec<String>) {
    match &node.value {
        Value::Text(text) => out.push(text.clone()),
        Value::List(items) => items.iter().for_each(|item| strings(item, out)),
        Value::Table(table) => {
            for entry in table.entries.iter().filter(|entry| entry.key != "says") {
                strings(&entry.node, out);
            }
        }
        Value::Integer(_) | Value::Boolean(_) | Value::Other(_) => {}
    }
}

impl<'a> Whole<'a> {
    pub(crate) fn new(
        table: &'a Table,
        top: &'a At,
        spec: &'a Spec,
        arrays: &'a [(String, Array)],
        scripts: &'a Scripts,
        lessons: Option<&Arc<Source>>,
    ) -> Self {
        let mut texts: Vec<String> = scripts.texts().map(str::to_owned).collect();
        if let Some(source) = lessons {
            // Mistakes in it are reported when the lessons are read.
            let (table, _) = tree::parse(source);
            for entry in &table.entries {
                strings(&entry.node, &mut texts);
            }
        }
        Self { table, top, spec, arrays, scripts, texts }
    }

    /// Whether a script or lesson has a string with this name as a word of its own.
    fn mentioned(&self, name: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let mut texts = self.texts.iter();
        // The name of a piece may follow `choose=`, that of a zone another word.
        texts.any(|text| text.split(|c| !part(c)).any(|word| word == name))
    }

    /// Whether a script or lesson has a string with this part.
    fn contains(&self, part: &str) -> bool {
        self.texts.iter().any(|text| text.contains(part))
    }

    fn royals(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        // A hook that sets up pieces at the start may set up royals.
        let set_up = spec.handlers.iter().any(|handler| handler.event == EventKind::Setup);
        if set_up || !spec.kinds.iter().any(|kind| kind.royal) {
            return;
        }
        let royal = |kind: usize| spec.kinds.get(kind).is_some_and(|kind| kind.royal);
        for (i, seat) in spec.seats.iter().enumerate() {
            let mine = |other: Seat| other.index() == i;
            let on_board = spec
                .array
                .iter()
                .any(|(_, piece)| mine(piece.colour()) && royal(piece.kind().index()));
            let in_hand = spec.hands.iter().filter(|hand| mine(hand.seat));
            let in_hand = in_hand
                .flat_map(|hand| &hand.pieces)
                .any(|(kind, n)| *n > 0 && royal(kind.index()));
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
                let help = format!("add {} to the picture", names.join(" or "));
                out.push(at.error(Code::SeatWithoutRoyal, message).help(help));
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
                out.push(at.warning(Code::PieceNeverMoves, message));
            }
            let arrays = self.arrays.iter().map(|(_, array)| array).chain([&spec.array]);
            let mut placed = arrays.flatten().map(|(_, piece)| piece.kind());
            let held = spec.hands.iter().flat_map(|hand| &hand.pieces).any(|(k, _)| k.index() == i);
            let used = placed.any(|kind| kind.index() == i) || held || promoted(i);
            if !used && !self.mentioned(&kind.name) {
                let message = format!("the {} never appears", kind.name);
                let help = "add one to an array, let something promote to it, or remove it";
                out.push(entry.key_at.warning(Code::PieceNeverAppears, message).help(help));
            }
        }
    }

    fn zones(&self, out: &mut Vec<Diagnostic>) {
        let entries = self.table.entries_of("zones");
        let text = |entry: &Entry| squares::mentions(entry.node.text().unwrap_or_default());
        let by_zones: Vec<String> = entries.iter().flat_map(text).collect();
        // Scripts compose names with that of a seat: `zone(seat.name + "-ground")`.
        let by_seat = |zone: &str| {
            self.spec.seats.iter().any(|seat| {
                let rest = zone.strip_prefix(&seat.name).or_else(|| zone.strip_suffix(&seat.name));
                rest.is_some_and(|rest| !rest.is_empty() && self.contains(rest))
            })
        };
        for Entry { key, key_at, .. } in entries {
            if !by_zones.contains(key) && !self.mentioned(key) && !by_seat(key) {
                let message = format!("nothing uses the zone `{key}`");
                out.push(key_at.warning(Code::UnusedZone, message));
            }
        }
    }

    fn seats(&self, out: &mut Vec<Diagnostic>) {
        // A script that changes the order may bring any seat in.
        if self.scripts.has_word("set_order") {
            return;
        }
        for (i, seat) in self.spec.seats.iter().enumerate() {
            if !self.spec.order.iter().any(|other| other.index() == i) {
                let turn = self.table.table("rules").and_then(|rules| rules.get("order"));
                let at = turn.map_or(self.top, |node| &node.at);
                out.push(
                    at.warning(Code::SeatWithoutTurn, format!("{} never has a turn", seat.name)),
                );
            }
        }
    }

    /// Warns of a team of one seat whose name is almost that of another team, unless that one is complete
    /// without it.
    fn teams(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let members = |team: usize| {
            spec.seats.iter().filter(move |seat| usize::from(seat.team) == team).count()
        };
        let most = (0..spec.teams.len()).map(members).max().unwrap_or(0);
        let Some(Value::List(seats)) = self.table.get("seats").map(|node| &node.value) else {
            return;
        };
        for (node, seat) in seats.iter().zip(&spec.seats) {
            let Some(node) = node.table().and_then(|seat| seat.get("team")) else { continue };
            let name = node.text().unwrap_or_default();
            if members(seat.team.into()) != 1 || name.chars().count() < 3 {
                continue;
            }
            // `team1` and `team2` differ on purpose.
            let bare = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            let others = spec.teams.iter().enumerate().filter(|(team, other)| {
                bare(other) != bare(name) && (members(*team) == 1 || members(*team) < most.max(2))
            });
            let Some(advice) = suggest(name, others.map(|(_, other)| other.as_str())) else {
                continue;
            };
            let message =
                format!("{} is alone in the team `{name}`, an opponent of everyone", seat.name);
            out.push(node.at.warning(Code::LonelyTeam, message).help(advice));
        }
    }

    /// Warns of pieces that can never move from where they start, and of kinds that reach the end of their
    /// way without becoming anything else, unless a clause speaks of them and no seat's promote.
    fn dead_ends(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        // Scripts may move, turn and promote pieces in ways of their own.
        let by_hooks = spec.handlers.iter().any(|handler| handler.event == EventKind::ExtraMoves);
        if by_hooks || ["replace", "set_facing"].iter().any(|word| self.scripts.has_word(word)) {
            return;
        }
        for (i, kind) in spec.kinds.iter().enumerate() {
            let Some(entry) = self.table.table("pieces").and_then(|t| t.entry(&kind.name)) else {
                continue;
            };
            if !kind.paths.iter().any(|path| leads(path, spec)) {
                continue;
            }
            let mut stuck: Option<(Vec<&str>, Square)> = None;
            let mut some = false;
            for (s, seat) in spec.seats.iter().enumerate() {
                let mine = spec
                    .array
                    .iter()
                    .filter(|(_, piece)| piece.kind().index() == i && piece.colour().index() == s);
                let mut way = Way::default();
                for (square, piece) in mine {
                    if self.next(*piece, *square).is_empty() {
                        let name = spec.geometry.name(*square);
                        let at = self.table.table("array").and_then(|array| array.get("picture"));
                        let at = at.map_or(&entry.key_at, |node| &node.at);
                        let facing = piece.facing().word();
                        let message = format!(
                            "{}'s {} on {name}, which faces {facing}, can never move",
                            seat.name, kind.name
                        );
                        out.push(at.warning(Code::PieceNeverMoves, message));
                    } else {
                        self.follow(*piece, *square, &mut way);
                    }
                }
                some |= way.changes;
                if let (Some(end), false) = (way.end, way.changes) {
                    stuck.get_or_insert((Vec::new(), end)).0.push(&seat.name);
                }
            }
            // A clause about such pieces says that they stay.
            let told = self.table.entries_of("clauses").iter().any(|entry| {
                let mut texts = Vec::new();
                strings(&entry.node, &mut texts);
                texts.iter().any(|text| text.to_lowercase().contains(&kind.name))
            });
            if let Some((seats, end)) = stuck.filter(|_| some || !told) {
                let end = spec.geometry.name(end);
                let message = format!(
                    "a {} of {} can never promote: one that reaches {end} stays there for good",
                    kind.name,
                    seats.join(", ")
                );
                let help = "let it promote (`promotes`, or a plugin such as `plugin:promotion-at-edge`) or \
                            turn (`arrives`)";
                out.push(entry.key_at.warning(Code::PieceGetsStuck, message).help(help));
            }
        }
    }

    /// Where a piece could go from a square, whatever is on the board.
    fn next(&self, piece: Piece, square: Square) -> Zone {
        let mut to = Zone::EMPTY;
        let bit = piece.colour().bit();
        for path in &self.spec.kinds[piece.kind().index()].paths {
            if path.colours.is_none_or(|colours| colours & bit != 0) {
                to |= ends(path, self.spec, piece.facing(), [square].into_iter().collect());
            }
        }
        to
    }

    /// Follows a piece over all squares that it can come to.
    fn follow(&self, piece: Piece, start: Square, way: &mut Way) {
        let spec = self.spec;
        let mut open = vec![(piece.facing(), start)];
        while let Some((facing, square)) = open.pop() {
            if way.changes || !way.seen.insert((facing, square)) {
                continue;
            }
            let piece = piece.with_facing(facing);
            let same = |other: Piece| {
                (other.kind(), other.colour(), other.facing())
                    == (piece.kind(), piece.colour(), piece.facing())
            };
            let next = self.next(piece, square);
            if next.is_empty() {
                way.end.get_or_insert(square);
            }
            for to in next {
                way.changes |= spec.promotions.iter().any(|(of, at, _)| same(*of) && *at == to);
                let arrival = spec.arrivals.iter().find(|(of, at, _)| same(*of) && *at == to);
                way.changes |= arrival.is_some_and(|(_, _, a)| a.become_kind.is_some());
                let turned = arrival.and_then(|(_, _, a)| a.turn).unwrap_or(facing);
                open.push((turned, to));
            }
        }
    }

    /// Warns of event hooks without an effect.
    fn idle_hooks(&self, out: &mut Vec<Diagnostic>) {
        for (source, name) in self.scripts.idle() {
            let message =
                format!("`{}` has no effect: the game goes on as if it were not there", name.value);
            let help =
                "call an effect, such as `lose(seat)` or `set_counter(…)`, or remove the hook";
            let code = Code::HookWithoutEffect;
            out.push(Diagnostic::warning(code, source, name.span.clone(), message).help(help));
        }
    }
}

/// The way of the pieces of a kind and colour over an empty board.
#[derive(Default)]
struct Way {
    seen: HashSet<(Facing, Square)>,
    /// Whether one of them comes to where it promotes or becomes something else.
    changes: bool,
    /// A square that one of them can come to and never leave.
    end: Option<Square>,
}
