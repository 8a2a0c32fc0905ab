//! What a ply changed, step by step, with the names of its rules: for animation, and to be told.

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

/// What a ply changed: by its action first, then by what the rules made of it, then by the turn that
/// follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlyChanges {
    /// Its number, from 1.
    pub ply: usize,
    /// The seat that played it; none for a move of nature.
    pub seat: Option<String>,
    /// The action's text; empty in what is told to somebody who may not know it.
    pub action: String,
    /// Whether it answers a question in secret.
    pub secret: bool,
    /// What it changed, in order.
    pub steps: Vec<Step>,
}

/// What one cause changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Step {
    /// The kind of cause.
    pub cause: CauseKind,
    /// The script word of the effect, such as `set_seat_state`.
    pub effect: Option<Cow<'static, str>>,
    /// The hook, as `script.function`.
    pub hook: Option<String>,
    /// Where in its script the effect is emitted, as `file:line`.
    pub place: Option<String>,
    /// The clauses by which it happened.
    pub clauses: Vec<String>,
    /// What changed.
    pub changes: Vec<BoardChange>,
}

impl Step {
    /// Makes the step's changes to pieces on a board that stands as before the step.
    pub fn apply(&self, board: &mut Board) {
        // Pieces of one step move at once: king and rook may change places.
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
    /// The action itself.
    Action,
    /// An effect of a rule.
    Effect,
    /// The turn passes on, states end by themselves, built-in draws.
    Turns,
}

/// One thing that changed. Seats, armies, squares and all else are called by their names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "snake_case")]
#[non_exhaustive]
pub enum BoardChange {
    /// A piece moved.
    Move {
        /// From here.
        from: String,
        /// To here.
        to: String,
        /// The piece, as it was.
        piece: NamedPiece,
        /// The piece as it arrived, if that is another: promoted, turned or marked.
        becomes: Option<NamedPiece>,
    },
    /// A piece was captured.
    Capture {
        /// Where it stood.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece left the board otherwise.
    Remove {
        /// Where it stood.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece came onto the board.
    Place {
        /// Where.
        square: String,
        /// The piece.
        piece: NamedPiece,
    },
    /// A piece became another kind or changed its army.
    Replace {
        /// Where it stands.
        square: String,
        /// As it was.
        before: NamedPiece,
        /// As it is.
        after: NamedPiece,
    },
    /// A piece faces another way.
    Face {
        /// Where it stands.
        square: String,
        /// As it is.
        piece: NamedPiece,
    },
    /// A piece gained or lost marks.
    Mark {
        /// Where it stands.
        square: String,
        /// As it is.
        piece: NamedPiece,
    },
    /// A seat's state changed.
    SeatState {
        /// The seat.
        seat: String,
        /// As it was.
        before: String,
        /// As it is.
        after: String,
    },
    /// An army's state changed.
    ArmyState {
        /// The army.
        army: String,
        /// As it was.
        before: String,
        /// As it is.
        after: String,
    },
    /// Another seat controls an army.
    Control {
        /// The army.
        army: String,
        /// Who controlled it; none for nature.
        before: Option<String>,
        /// Who controls it; none for nature.
        after: Option<String>,
    },
    /// A counter changed.
    Counter {
        /// Its name.
        counter: String,
        /// Whose; none for a counter of the game.
        seat: Option<String>,
        /// As it was.
        before: i32,
        /// As it is.
        after: i32,
    },
    /// A memory changed.
    Memory {
        /// Its name.
        memory: String,
        /// Whose; none for a memory of the game.
        seat: Option<String>,
        /// What it holds: a name, several seats joined by `+`, or `-` for nothing.
        after: String,
    },
    /// The number of pieces of a kind in a hand changed.
    Hand {
        /// Whose hand.
        seat: String,
        /// Which kind.
        kind: String,
        /// As it was.
        before: u8,
        /// As it is.
        after: u8,
    },
    /// A castling right was lost or came back.
    Castling {
        /// Whose.
        seat: String,
        /// Where the king starts.
        from: String,
        /// Where it ends.
        to: String,
        /// Whether the right exists now.
        allowed: bool,
    },
    /// A pawn can be captured en passant, or no longer.
    EnPassant {
        /// The pawn's army.
        army: String,
        /// The square that it skipped; none if the right is over.
        skipped: Option<String>,
        /// Where it stands.
        pawn: Option<String>,
    },
    /// The turn passed on.
    Turn {
        /// From this seat.
        before: String,
        /// To this seat.
        after: String,
    },
    /// The order of turns changed.
    Order {
        /// The new order.
        seats: Vec<String>,
    },
    /// What one seat's pieces may do to another's changed.
    Relation {
        /// Whose pieces.
        from: String,
        /// To whose.
        to: String,
        /// Capture (true) or check.
        capture: bool,
        /// Whether they may; none where the ruleset's own relation applies again.
        allowed: Option<bool>,
    },
    /// Another seat gave the last check to an army's king.
    LastChecker {
        /// The king's army.
        army: String,
        /// Who gave it.
        seat: Option<String>,
    },
    /// Another seat moved last, where the rules track it.
    LastMover {
        /// Who moved.
        seat: Option<String>,
    },
    /// The faces of the dice that can still be used changed.
    Dice {
        /// The faces.
        faces: Vec<u8>,
    },
    /// The protection of a seat's own royals was relaxed at its turn, or applies again.
    Relaxed {
        /// What still applies; none for what the ruleset says.
        to: Option<Cow<'static, str>>,
    },
    /// A restriction on a seat's next action began or ended.
    Restricted {
        /// Whose action.
        seat: String,
        /// Which restriction.
        restriction: Cow<'static, str>,
        /// Whether it holds now.
        holds: bool,
    },
    /// A move was announced, or the announcement is over.
    Announced {
        /// Where the announced move starts; none if the announcement is over.
        from: Option<String>,
        /// Where it ends.
        to: Option<String>,
    },
    /// An announced move was refused.
    Refused {
        /// Where it starts.
        from: String,
        /// Where it ends.
        to: String,
    },
    /// A seat may say a word, or no longer.
    Offer {
        /// Who.
        seat: String,
        /// The word.
        word: String,
        /// Whether it may.
        open: bool,
    },
    /// A question was asked.
    Ask {
        /// Who answers it.
        seat: String,
        /// Its name.
        question: String,
        /// What may be answered.
        options: Vec<String>,
    },
    /// A question was answered, or dropped.
    Answered {
        /// Who was asked.
        seat: String,
        /// The question's name.
        question: String,
    },
    /// A seat's result was settled before the end of the game.
    Settle {
        /// Whose.
        seat: String,
        /// The result, serialised as `win`, `draw` or `loss`; `None` if it is no longer settled.
        #[serde(with = "serde_words::optional")]
        result: Option<SeatResult>,
    },
    /// The game is over.
    Finish {
        /// Each seat's result, serialised as `win`, `draw` or `loss`.
        #[serde(with = "serde_words::map")]
        results: BTreeMap<String, SeatResult>,
        /// What ended it: a clause's id, or a built-in end such as `repetition`.
        ending: String,
    },
    /// Something that this version has no name for.
    #[serde(other)]
    Other,
}

/// The steps of a ply, from its trace.
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
