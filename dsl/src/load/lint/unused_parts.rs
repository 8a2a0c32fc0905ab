//! Warns about unused parts of a ruleset. These are pieces that never move or never appear, zones
//! that nothing uses, and hooks without an effect.

use std::collections::HashSet;
use std::sync::Arc;

use quadrille_core::EventKind;

use super::lint_input::LintInput;
use crate::diagnostic::{Code, Diagnostic};
use crate::formats::squares;
use crate::manifest::tree::TomlEntry;
use crate::script::leads;
use crate::text::prose::with_article;

impl LintInput<'_> {
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
                let help = "correct `moves`: its steps leave the board, or lead only to holes";
                out.push(at.warning(Code::PieceNeverMoves, message).help(help));
            }
            // Neutral pieces are expected to stay.
            let neutral = spec.array.iter().any(|(_, piece)| {
                piece.kind().index() == i && Some(piece.colour()) == spec.neutral_colour()
            });
            // This kind is not on the board. Players see it instead of hidden kinds.
            let shown = spec.hidden.as_ref().is_some_and(|it| it.shown_as.index() == i);
            let meant =
                kind.royal || neutral || extra || shown || self.mentions_anywhere(&kind.name);
            if kind.paths.is_empty() && !meant {
                let message = format!("{} has no move", with_article(&kind.name));
                let help = "add a move; if the piece is meant to stand still, mention it in a clause, or write `piece-never-moves = \"allow\"` under `[lints]`";
                out.push(entry.key_at.warning(Code::PieceNeverMoves, message).help(help));
            }
            let arrays = self.arrays.iter().map(|(_, array)| array).chain([&spec.array]);
            let mut placed = arrays.flatten().map(|(_, piece)| piece.kind());
            let held = spec.hands.iter().flat_map(|hand| &hand.pieces).any(|(k, _)| k.index() == i);
            let used = placed.any(|kind| kind.index() == i) || held || shown || promoted(i);
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
        let by_zones: HashSet<String> = entries.iter().flat_map(text).collect();
        // Scripts may compose a name from a seat's name: `zone(seat.name + "-ground")`.
        let by_seat = |zone: &str| {
            self.spec.seats.iter().any(|seat| {
                let rest = zone.strip_prefix(&seat.name).or_else(|| zone.strip_suffix(&seat.name));
                rest.is_some_and(|rest| !rest.is_empty() && self.contains(rest))
            })
        };
        // They may also use other variables: `${side}-pawns`.
        let parts = self.scripts.composed_texts();
        let composed = |zone: &str| {
            parts.iter().any(|(text, follows, goes_on)| {
                let whole = text.len() == zone.len();
                let (begins, ends) = (zone.starts_with(text), zone.ends_with(text));
                !whole && (*follows && ends || *goes_on && begins)
            })
        };
        for TomlEntry { key, key_at, node } in entries {
            if self.is_stopped() {
                return;
            }
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

    /// Warns about event hooks without an effect.
    pub(super) fn idle_hooks(&self, out: &mut Vec<Diagnostic>) {
        for (source, name) in self.scripts.idle() {
            let message =
                format!("`{}` has no effect: the game is the same without it", name.value);
            let help =
                "call an effect, such as `lose(seat)` or `set_counter(…)`, or remove the hook";
            let code = Code::HookWithoutEffect;
            out.push(Diagnostic::warning(code, source, name.span.clone(), message).help(help));
        }
    }
}
