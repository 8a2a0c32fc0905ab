#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! `game` holds a game and its history, `action_descriptions` lists legal actions, and `checks`
//! finds royals in check. `changes` describes plies as data, and `ply_text` describes them in
//! sentences. `illegal_description` explains why an action is not legal. `names` has the names of a
//! ruleset, and `serde_words` serialises values as words. `record` reads and writes games. `lesson`
//! steps through lessons, and `puzzle` judges solutions of puzzles. `analysis` returns the best
//! lines of a search.

mod action_descriptions;
mod analysis;
mod changes;
mod checks;
mod error;
mod game;
mod illegal_description;
mod lesson;
mod limits;
mod names;
mod ply_text;
mod puzzle;
mod record;
mod serde_words;

pub use action_descriptions::{ActionDescription, ActionGroup};
pub use analysis::{AnalysedLine, Analysis, LinePly, analyse};
pub use changes::{Board, BoardChange, CauseKind, PlyChanges, Step};
pub use checks::Check;
pub use error::GameError;
pub use game::{Game, OutcomeDescription, Suggestion, Viewer};
pub use illegal_description::IllegalDescription;
pub use lesson::{Expectation, LessonGame};
pub use limits::{MAX_PLIES, VERSION};
pub use names::NamedPiece;
pub use puzzle::{Judgement, PuzzleAttempt, PuzzleGame, task_sentence};
pub use record::{ImportedGame, JSON_SCHEMA, MAX_LENGTH, SCHEMA};

/// A check by the compiler that games can be shared between threads and sent to another thread.
const _: fn() = || {
    fn sent<T: Send + Sync>() {}
    sent::<Game>();
    sent::<LessonGame>();
    sent::<GameError>();
};
