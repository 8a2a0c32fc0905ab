//! Messages about puzzles: the list, a puzzle as a game, judged attempts, and hints.

use quadrille_dsl::text::Sentence;
use serde::Serialize;

use super::{GameStatus, GameView, PlyView, RulesKey};

/// A puzzle in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleTitle {
    /// The rules of the puzzle.
    pub rules: RulesKey,
    /// The ruleset's id.
    pub ruleset: String,
    /// The index among the ruleset's puzzles, from 0.
    pub number: usize,
    /// The ruleset's title.
    pub title: String,
    /// The goal of the side.
    pub goal: PuzzleGoal,
    /// The seat that the goal is about, or `None` for a win.
    pub about: Option<String>,
    /// The number of plies in which the side has to reach the goal. For `save`, the number of times
    /// that the side has to get its turn again.
    pub plies: u8,
    /// The number of seats of the game.
    pub seats: usize,
    /// The seat to move.
    pub side: String,
    /// The seats that the solver plays: `side` and its partners.
    pub team: Vec<String>,
    /// The difficulty from 1 to 5.
    pub grade: u8,
    /// The task in English.
    pub asks: String,
    /// The task as a sentence.
    pub sentence: Sentence,
}

/// The goals of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleGoal {
    /// To win the game.
    Win,
    /// To mate an opponent, or to capture its royal.
    Mate,
    /// To keep a seat of the side in the game.
    Save,
    /// To free a partner's frozen army.
    Thaw,
}

/// A puzzle that was opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleView {
    /// The entry in the list.
    pub title: PuzzleTitle,
    /// A game at the puzzle's position.
    pub game: GameView,
    /// The origin of the puzzle in English.
    pub found: String,
    /// The origin as a sentence.
    pub found_sentence: Sentence,
}

/// A judged attempt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tried {
    /// The judgement.
    pub judgement: JudgementView,
    /// The attempt and the replies that were played. Empty if the attempt is wrong.
    pub plies: Vec<PlyView>,
    /// The present position and decision.
    pub stands: GameStatus,
    /// The number of plies that the side has left.
    pub left: u8,
    /// The replies that refute a wrong attempt, as actions.
    pub replies: Vec<String>,
    /// The judgement in English.
    pub says: String,
    /// The judgement as a sentence.
    pub sentence: Sentence,
}

/// The kinds of judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum JudgementView {
    /// The attempt still forces the goal.
    Right,
    /// The attempt reaches the goal.
    Solved,
    /// The attempt does not force the goal in time.
    Wrong,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// The square of the piece to move, or `None` if no piece moves.
    pub square: Option<String>,
    /// The action.
    pub action: String,
    /// The number of plies that the side has left.
    pub left: u8,
}
