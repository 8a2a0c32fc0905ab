//! Warns about rules without their counterpart. These are royals without a rule for mate, questions
//! without a rule for answers, and en passant captures that no move allows.

use quadrille_core::rules::Demand;
use quadrille_core::{EventKind, Protect};

use super::LintInput;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::Scripts;

/// The words by which a script can examine the state of royals without the hook for mate.
const ROYAL_WORDS: [&str; 6] = ["royal", "royals", "in_check", "checkers", "checked_by", "status"];

impl LintInput<'_> {
    /// Returns `true` if a hook answers an event.
    fn handles(&self, event: EventKind) -> bool {
        self.spec.handlers.iter().any(|handler| handler.event == event)
    }

    /// Warns about royals if no hook handles mate or the capture of a royal. If moves need not
    /// protect royals, the warning is about the capture, not about mate.
    pub(super) fn mate_not_handled(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let royal = spec.kinds.iter().find(|kind| kind.royal);
        let handled = self.handles(EventKind::Mate) || self.handles(EventKind::RoyalCaptured);
        let never_checked = spec.duties.iter().any(|duty| duty.demand == Demand::NoCheck);
        let by_scripts = ROYAL_WORDS.iter().any(|word| self.scripts.has_word(word));
        let Some(royal) = royal.filter(|_| !handled && !never_checked && !by_scripts) else {
            return;
        };
        let entry = self.table.table("pieces").and_then(|pieces| pieces.entry(&royal.name));
        let mark = entry.and_then(|entry| entry.node.table()?.get("royal"));
        let at = mark.map(|node| &node.at).or(entry.map(|entry| &entry.key_at));
        let at = at.unwrap_or(self.top);
        let free = (0..spec.seats.len()).all(|seat| spec.protect[seat][seat] == Protect::None);
        let (message, help) = if free {
            (
                "no hook handles the capture of a royal, so the game continues without it",
                "write `fn on_royal_captured(game, seat, piece, square) { lose(piece.colour); }` in a script, \
                 or list `plugin:king-capture`",
            )
        } else {
            (
                "no hook handles mate, so the turn of a mated player passes and the game continues",
                "write `fn on_mate(game, seat) { lose(seat); }` in a script, or list `plugin:mate-ends` or \
                 `plugin:mate-eliminates`",
            )
        };
        out.push(at.warning(Code::MateNotHandled, message).help(help));
    }

    /// Warns about questions if no hook handles their answers.
    pub(super) fn answer_not_handled(&self, out: &mut Vec<Diagnostic>) {
        if self.handles(EventKind::Answer) {
            return;
        }
        let calls = Scripts::ASKING_WORDS
            .iter()
            .flat_map(|word| self.scripts.all_calls(word).map(|call| (*word, call)));
        for (word, call) in calls {
            let (source, span) = call.place;
            let name = if word == "choose" { call.first } else { call.second };
            let question = name.map_or_else(String::new, |name| format!(" `{name}`"));
            let message = format!("no hook handles the answer to the question{question}");
            let help =
                "write `fn on_answer(game, seat, question, choice, about) { … }` in a script";
            let code = Code::AnswerNotHandled;
            out.push(Diagnostic::warning(code, source, span, message).help(help));
        }
    }

    /// Warns about kinds that capture en passant if no movement gives the right to do so.
    pub(super) fn en_passant(&self, out: &mut Vec<Diagnostic>) {
        if self.rules.grants_en_passant() {
            return;
        }
        for kind in &self.spec.kinds {
            if !kind.paths.iter().any(|path| path.en_passant) {
                continue;
            }
            let entry = self.table.table("pieces").and_then(|pieces| pieces.entry(&kind.name));
            let moves = entry.and_then(|entry| entry.node.table()?.get("moves"));
            let at = moves.map(|node| &node.at).or(entry.map(|entry| &entry.key_at));
            let message = format!(
                "the {} captures en passant, but no move gives the right to do so",
                kind.name
            );
            let help = "add a double step to `moves`, as in `ifmnD`, or remove `e`";
            let at = at.unwrap_or(self.top);
            out.push(at.warning(Code::EnPassantNeverPossible, message).help(help));
        }
    }
}
