//! The rules and files that the lints check.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::text::prose::with_article;
use quadrille_core::{EventKind, Seat, Spec};

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::formats::squares;
use crate::load::build::Array;
use crate::manifest::tree::{self, FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::script::{Scripts, leads};

/// What the lints look at.
pub(crate) struct LintInput<'a> {
    pub(super) table: &'a TomlTable,
    pub(super) top: &'a FileSpan,
    pub(super) spec: &'a Spec,
    /// The pieces of every named array.
    pub(super) arrays: &'a [(String, Array)],
    pub(super) scripts: &'a Scripts,
    pub(super) lessons: Option<&'a Arc<Source>>,
    /// Whether a preset is in force.
    pub(super) preset: bool,
    /// The strings of the lessons' positions and actions, once they have been asked for: they are needed
    /// only for names that no script mentions.
    pub(super) of_lessons: OnceCell<Vec<String>>,
}

/// All strings of a value, except prose.
pub(super) fn strings(node: &TomlNode, out: &mut Vec<String>) {
    match &node.value {
        TomlValue::Text(text) => out.push(text.clone()),
        TomlValue::List(items) => items.iter().for_each(|item| strings(item, out)),
        TomlValue::Table(table) => {
            for entry in table.entries.iter().filter(|entry| entry.key != "says") {
                strings(&entry.node, out);
            }
        }
        TomlValue::Integer(_) | TomlValue::Boolean(_) | TomlValue::Other(_) => {}
    }
}

impl<'a> LintInput<'a> {
    pub(crate) fn new(
        table: &'a TomlTable,
        top: &'a FileSpan,
        spec: &'a Spec,
        arrays: &'a [(String, Array)],
        scripts: &'a Scripts,
        lessons: Option<&'a Arc<Source>>,
        preset: bool,
    ) -> Self {
        Self { table, top, spec, arrays, scripts, lessons, preset, of_lessons: OnceCell::new() }
    }

    /// The strings of the scripts, then those of the lessons.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let of_lessons = || {
            self.of_lessons.get_or_init(|| {
                let mut texts = Vec::new();
                if let Some(source) = self.lessons {
                    // Mistakes in it are reported when the lessons are read.
                    let (table, _) = tree::parse(source);
                    table.entries.iter().for_each(|entry| strings(&entry.node, &mut texts));
                }
                texts
            })
        };
        let of_lessons = std::iter::once_with(of_lessons).flatten();
        self.scripts.texts().chain(of_lessons.map(String::as_str))
    }

    /// Whether a script or lesson has a string with this name as a word of its own.
    pub(super) fn mentioned(&self, name: &str) -> bool {
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        // The name of a piece may follow `choose=`, that of a zone another word.
        self.texts().any(|text| text.split(|c| !part(c)).any(|word| word == name))
    }

    /// Whether a script, a lesson or a clause speaks of a name.
    pub(super) fn mentions_anywhere(&self, name: &str) -> bool {
        let clause = |text: &str| text.to_lowercase().contains(name);
        self.mentioned(name) || self.spec.clauses.iter().any(|known| clause(&known.text))
    }

    /// Whether a script or lesson has a string with this part.
    pub(super) fn contains(&self, part: &str) -> bool {
        self.texts().any(|text| text.contains(part))
    }

    pub(super) fn royals(&self, out: &mut Vec<Diagnostic>) {
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
                out.push(at.warning(Code::SeatWithoutRoyal, message).help(help));
            }
        }
    }

    pub(super) fn kinds(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let promoted = |i: usize| {
            spec.promotions.iter().any(|(_, _, to)| to.kinds.iter().any(|kind| kind.index() == i))
                || spec
                    .arrivals
                    .iter()
                    .any(|(_, _, a)| a.become_kind.is_some_and(|k| k.index() == i))
        };
        let extra = spec.handlers.iter().any(|handler| handler.event == EventKind::ExtraMoves);
        for (i, kind) in spec.kinds.iter().enumerate() {
            let Some(entry) = self.table.table("pieces").and_then(|t| t.entry(&kind.name)) else {
                continue;
            };
            if !kind.paths.is_empty() && !kind.paths.iter().any(|walk| leads(walk, spec)) {
                let at = entry.node.table().and_then(|table| table.get("moves"));
                let at = at.map_or(&entry.key_at, |node| &node.at);
                let message = format!("{} has no move from any square", with_article(&kind.name));
                let help =
                    "its steps are longer than the board is wide, or go where there are no squares";
                out.push(at.warning(Code::PieceNeverMoves, message).help(help));
            }
            // What belongs to no seat is meant to stand.
            let neutral = spec.array.iter().any(|(_, piece)| {
                piece.kind().index() == i && Some(piece.colour()) == spec.neutral_colour()
            });
            let meant = kind.royal || neutral || extra || self.mentions_anywhere(&kind.name);
            if kind.paths.is_empty() && !meant {
                let message = format!("{} has no move", with_article(&kind.name));
                let help = "give it one; if it is meant to stand, say so in a clause, or write `piece-never-moves = \"allow\"` under `[lints]`";
                out.push(entry.key_at.warning(Code::PieceNeverMoves, message).help(help));
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

    pub(super) fn zones(&self, out: &mut Vec<Diagnostic>) {
        let entries = self.table.entries_of("zones");
        let text = |entry: &TomlEntry| squares::mentions(entry.node.text().unwrap_or_default());
        let by_zones: Vec<String> = entries.iter().flat_map(text).collect();
        // Scripts compose names with that of a seat: `zone(seat.name + "-ground")`.
        let by_seat = |zone: &str| {
            self.spec.seats.iter().any(|seat| {
                let rest = zone.strip_prefix(&seat.name).or_else(|| zone.strip_suffix(&seat.name));
                rest.is_some_and(|rest| !rest.is_empty() && self.contains(rest))
            })
        };
        // And with other variables: `${side}-pawns`.
        let parts = self.scripts.composed_texts();
        let composed = |zone: &str| {
            parts.iter().any(|(text, follows, goes_on)| {
                let whole = text.len() == zone.len();
                let (begins, ends) = (zone.starts_with(text), zone.ends_with(text));
                !whole && (*follows && ends || *goes_on && begins)
            })
        };
        for TomlEntry { key, key_at, node } in entries {
            let used = by_zones.contains(key) || self.mentioned(key) || by_seat(key);
            if !used && !composed(key) {
                let message = format!("nothing uses the zone `{key}`");
                let help = format!("use it, as in `square.within(\"{key}\")`, or remove it");
                let made = key_at.warning(Code::UnusedZone, message).help(help);
                let whole = key_at.span.start..node.at.span.end;
                let together = Arc::ptr_eq(&key_at.source, &node.at.source);
                out.push(if together { made.removing(&key_at.source, whole, "") } else { made });
            }
        }
    }

    pub(super) fn seats(&self, out: &mut Vec<Diagnostic>) {
        // A script that changes the order may bring any seat in.
        if self.scripts.has_word("set_order") {
            return;
        }
        for (i, seat) in self.spec.seats.iter().enumerate() {
            if !self.spec.order.iter().any(|other| other.index() == i) {
                let turn = self.table.table("rules").and_then(|rules| rules.get("order"));
                let at = turn.map_or(self.top, |node| &node.at);
                let message = format!("{} never has a turn", seat.name);
                let help = format!("name `{}` in the order of turns too", seat.name);
                out.push(at.warning(Code::SeatWithoutTurn, message).help(help));
            }
        }
    }

    /// Warns of event hooks without an effect.
    pub(super) fn idle_hooks(&self, out: &mut Vec<Diagnostic>) {
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
