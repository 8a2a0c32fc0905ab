//! The changes of a ply, step by step and with the names of the ruleset. Animations and
//! descriptions of a ply are made from these changes.

mod read;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;

use quadrille_core::{Cause, SeatResult, TraceEntry};
use quadrille_dsl::Ruleset;
use quadrille_dsl::script::effect_word;
use serde::{Deserialize, Serialize};

use crate::names::{NamedPiece, RulesetNames};
use crate::serde_words;

/// The pieces on a board, by the names of their squares.
pub type Board = BTreeMap<String, NamedPiece>;

/// The changes of a ply. The action's own changes come first, followed by the changes that rules
/// cause. The changes that happen when the turn passes come last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlyChanges {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The seat that played the ply. `None` for a move of nature.
    pub seat: Option<String>,
    /// The action as text. Empty if the viewer may not know the action.
    pub action: String,
    /// The action in algebraic notation with its signs of check, such as `Rd1xQd7+`; see
    /// [`quadrille_dsl::pgn::notations`]. Empty if the viewer may not know the action.
    #[serde(default)]
    pub notation: String,
    /// `true` if the ply is the answer to a secret question.
    pub secret: bool,
    /// The steps of the ply, in order.
    pub steps: Vec<Step>,
}

/// The changes that have one cause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Step {
    /// The kind of cause.
    pub cause: CauseKind,
    /// The script word of the effect, such as `set_seat_state`.
    pub effect: Option<Cow<'static, str>>,
    /// The hook that emitted the effect, as `script.function`.
    pub hook: Option<String>,
    /// The place in the script that emits the effect, as `file:line`.
    pub place: Option<String>,
    /// The ids of the clauses that caused the step.
    pub clauses: Vec<String>,
    /// The changes of the step.
    pub changes: Vec<BoardChange>,
}

impl Step {
    /// Applies the step to `board`, which must hold the pieces before the step.
    pub fn apply(&self, board: &mut Board) {
        // Pieces of one step move at the same time, so the king and the rook may change places.
        for change in &self.changes {
            match change {
                BoardChange::Move { from: square, .. }
                | BoardChange::Capture { square, .. }
                | BoardChange::Remove { square, .. } => {
                    board.remove(square);
                }
                _ => {}
            }
        }
        for change in &self.changes {
            let (square, piece) = match change {
                BoardChange::Move { to, piece, becomes, .. } => {
                    (to, becomes.as_ref().unwrap_or(piece))
                }
                BoardChange::Place { square, piece }
                | BoardChange::Face { square, piece }
                | BoardChange::Mark { square, piece } => (square, piece),
                BoardChange::Replace { square, after, .. } => (square, after),
                _ => continue,
            };
            board.insert(square.clone(), piece.clone());
        }
    }
}

/// The kind of cause that a [`Step`] has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CauseKind {
    /// The action of the ply itself.
    Action,
    /// An effect of a rule.
    Effect,
    /// A rule of turns: the turn passes, a state expires, or a built-in draw occurs.
    Turns,
}

/// One change. Seats, armies, squares and everything else appear by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardChange {
    /// A piece moved.
    Move {
        /// The square of the piece before the move.
        from: String,
        /// The square of the piece after the move.
        to: String,
        /// The piece before the move.
        piece: NamedPiece,
        /// The piece after the move, if the move promoted, turned or marked it.
        becomes: Option<NamedPiece>,
    },
    /// A piece was captured.
    Capture {
        /// The square of the captured piece.
        square: String,
        /// The captured piece.
        piece: NamedPiece,
    },
    /// A piece left the board without being captured.
    Remove {
        /// The square of the removed piece.
        square: String,
        /// The removed piece.
        piece: NamedPiece,
    },
    /// A piece came onto the board.
    Place {
        /// The square of the new piece.
        square: String,
        /// The new piece.
        piece: NamedPiece,
    },
    /// A piece changed its kind or its army.
    Replace {
        /// The square of the piece.
        square: String,
        /// The piece before the change.
        before: NamedPiece,
        /// The piece after the change.
        after: NamedPiece,
    },
    /// A piece changed its facing.
    Face {
        /// The square of the piece.
        square: String,
        /// The piece after the change.
        piece: NamedPiece,
    },
    /// A piece gained or lost marks.
    Mark {
        /// The square of the piece.
        square: String,
        /// The piece after the change.
        piece: NamedPiece,
    },
    /// A seat's state changed.
    SeatState {
        /// The seat.
        seat: String,
        /// The state before the change.
        before: String,
        /// The state after the change.
        after: String,
    },
    /// An army's state changed.
    ArmyState {
        /// The army.
        army: String,
        /// The state before the change.
        before: String,
        /// The state after the change.
        after: String,
    },
    /// The controller of an army changed.
    Control {
        /// The army.
        army: String,
        /// The previous controller. `None` for nature.
        before: Option<String>,
        /// The new controller. `None` for nature.
        after: Option<String>,
    },
    /// A counter changed.
    Counter {
        /// The name of the counter.
        counter: String,
        /// The seat to which the counter belongs. `None` for a counter of the game.
        seat: Option<String>,
        /// The value before the change.
        before: i32,
        /// The value after the change.
        after: i32,
    },
    /// A memory changed.
    Memory {
        /// The name of the memory.
        memory: String,
        /// The seat to which the memory belongs. `None` for a memory of the game.
        seat: Option<String>,
        /// The new content of the memory. It is a name, or several seats joined by `+`. It is `-`
        /// if the memory is empty.
        after: String,
    },
    /// The number of pieces of a kind in a hand changed.
    Hand {
        /// The seat that has the hand.
        seat: String,
        /// The kind of the pieces.
        kind: String,
        /// The number before the change.
        before: u8,
        /// The number after the change.
        after: u8,
    },
    /// A castling right was lost or restored.
    Castling {
        /// The seat that has the right.
        seat: String,
        /// The square of the king before castling.
        from: String,
        /// The square of the king after castling.
        to: String,
        /// `true` if the castling right exists now.
        allowed: bool,
    },
    /// The right to capture a pawn en passant began or ended.
    EnPassant {
        /// The pawn's army.
        army: String,
        /// The square that the pawn skipped. `None` if the right ended.
        skipped: Option<String>,
        /// The square of the pawn that may be captured.
        pawn: Option<String>,
    },
    /// The turn passed to another seat.
    Turn {
        /// The seat that had the turn.
        before: String,
        /// The seat that has the turn now.
        after: String,
    },
    /// The order of turns changed.
    Order {
        /// The new order.
        seats: Vec<String>,
    },
    /// A seat gained or lost the permission to capture the pieces of another seat, or to check its
    /// royals.
    Relation {
        /// The seat whose pieces capture or give check.
        from: String,
        /// The seat whose pieces are captured or checked.
        to: String,
        /// `true` for captures, `false` for checks.
        capture: bool,
        /// `true` if the captures or checks are now allowed, `false` if they are now forbidden.
        /// `None` if the relation of the ruleset applies again.
        allowed: Option<bool>,
    },
    /// An army's king has a new last checker. The last checker is the seat that gave the last check
    /// to the king.
    LastChecker {
        /// The king's army.
        army: String,
        /// The seat that gave the last check.
        seat: Option<String>,
    },
    /// Another seat is now recorded as the seat that moved last. Only some rulesets keep this
    /// record.
    LastMover {
        /// The seat that moved last.
        seat: Option<String>,
    },
    /// The list of the dice faces that can still be used in the turn has changed.
    Dice {
        /// The faces of the dice that can still be used.
        faces: Vec<u8>,
    },
    /// The protection of a seat's own royals changed: it was relaxed for one turn, or the
    /// protection of the ruleset applies again.
    Relaxed {
        /// The protection that applies now. `None` if it is the protection that the ruleset
        /// defines.
        to: Option<Cow<'static, str>>,
    },
    /// A restriction on a seat's next action began or ended.
    Restricted {
        /// The seat whose next action is restricted.
        seat: String,
        /// The kind of restriction.
        restriction: Cow<'static, str>,
        /// `true` if the restriction began, `false` if it ended.
        holds: bool,
    },
    /// A move was announced, or an announcement ended.
    Announced {
        /// The starting square of the announced move. `None` if the announcement ended.
        from: Option<String>,
        /// The target square of the announced move.
        to: Option<String>,
    },
    /// An announced move was refused.
    Refused {
        /// The starting square of the refused move.
        from: String,
        /// The target square of the refused move.
        to: String,
    },
    /// A seat gained or lost the right to say a word.
    Offer {
        /// The seat.
        seat: String,
        /// The word.
        word: String,
        /// `true` if the seat may say the word now.
        open: bool,
    },
    /// A question was asked.
    Ask {
        /// The seat that answers.
        seat: String,
        /// The name of the question.
        question: String,
        /// The possible answers.
        options: Vec<String>,
    },
    /// A question was answered, or was withdrawn without an answer.
    Answered {
        /// The seat that was asked.
        seat: String,
        /// The name of the question.
        question: String,
    },
    /// A seat's result was settled before the end of the game, or a settled result became open
    /// again.
    Settle {
        /// The seat.
        seat: String,
        /// The result, serialised as `win`, `draw` or `loss`. `None` if the result is open again.
        #[serde(with = "serde_words::optional")]
        result: Option<SeatResult>,
    },
    /// The game is over.
    Finish {
        /// Each seat's result, serialised as `win`, `draw` or `loss`.
        #[serde(with = "serde_words::map")]
        results: BTreeMap<String, SeatResult>,
        /// Each seat's points. Empty if the game did not end with points.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        points: BTreeMap<String, u32>,
        /// The reason for the end: a clause's id, or a built-in end such as `repetition`.
        ending: String,
    },
    /// A change for which this version has no name.
    #[serde(other)]
    Other,
}

/// Returns the steps of a ply from its trace.
pub(crate) fn steps(loaded: &Ruleset, trace: &[TraceEntry]) -> Vec<Step> {
    let names = RulesetNames(loaded.spec());
    let step = |entry: &TraceEntry| {
        let clauses = entry.clauses.iter().filter_map(|id| names.clause(*id)).collect();
        let changes = entry.changes.iter().map(|change| BoardChange::new(names, change)).collect();
        let step = Step {
            cause: CauseKind::Turns,
            effect: None,
            hook: None,
            place: None,
            clauses,
            changes,
        };
        match &entry.cause {
            Cause::Action(_) => Step { cause: CauseKind::Action, ..step },
            Cause::Effect { handler, emitted, .. } => Step {
                cause: CauseKind::Effect,
                effect: Some(effect_word(&emitted.effect).into()),
                hook: handler.and_then(|n| Some(names.0.handlers.get(n)?.name.clone())),
                place: handler.and_then(|number| loaded.effect_place(number, emitted.place)),
                ..step
            },
            _ => step,
        }
    };
    trace.iter().map(step).collect()
}
