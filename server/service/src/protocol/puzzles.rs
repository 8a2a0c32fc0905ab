//! Messages about puzzles: their list, one opened as a game, attempts judged, hints.

use serde::Serialize;

use super::{GameStatus, GameView, PlyView, RulesKey};

/// A puzzle in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleTitle {
    /// The rules that it is played by.
    pub rules: RulesKey,
    /// The ruleset's id.
    pub ruleset: String,
    /// Its number among the ruleset's puzzles, from 0.
    pub number: usize,
    /// The ruleset's title.
    pub title: String,
    /// What is to be forced.
    pub goal: PuzzleGoal,
    /// The seat that the goal is about; none for a win.
    pub about: Option<String>,
    /// Within how many plies of the side. For `save`, how many times it has to get its turn again.
    pub plies: u8,
    /// How many seats the game has.
    pub seats: usize,
    /// The seat to move.
    pub side: String,
    /// The seats that the solver plays: that one and its partners.
    pub team: Vec<String>,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// What is asked, in a sentence.
    pub asks: String,
}

/// The goals of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleGoal {
    /// To win the game.
    Win,
    /// To mate an opponent, or capture its royal.
    Mate,
    /// To keep a seat of the side in the game.
    Save,
    /// To free a partner's frozen army.
    Thaw,
}

/// A puzzle, opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleView {
    /// What the list says of it.
    pub title: PuzzleTitle,
    /// A game at its position.
    pub game: GameView,
    /// Where it was found, in a sentence.
    pub found: String,
}

/// A judged attempt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tried {
    /// What it is worth.
    pub judgement: JudgementView,
    /// What was played: the attempt and the others' answers; nothing if it is wrong.
    pub plies: Vec<PlyView>,
    /// How the game stands.
    pub stands: GameStatus,
    /// The side's plies that are left.
    pub left: u8,
    /// What the others answer to a wrong attempt, as actions.
    pub replies: Vec<String>,
    /// The judgement in a sentence.
    pub says: String,
}

/// What an attempt is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum JudgementView {
    /// It still forces the goal.
    Right,
    /// The goal is reached.
    Solved,
    /// It does not force the goal in time.
    Wrong,
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// The square of the piece to move; none if no piece moves.
    pub square: Option<String>,
    /// The action.
    pub action: String,
    /// The side's plies that are left.
    pub left: u8,
}
