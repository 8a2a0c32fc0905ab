//! What the service answers.

use std::collections::BTreeMap;

use serde::Serialize;

#[cfg(doc)]
use super::VERSION;
use super::{
    Card, CheckReport, ComparisonView, Finding, GameView, Hint, LessonView, Moved, PlayedGames,
    PuzzleTitle, PuzzleView, Reach, RulesetView, TableView, Threats, Traced, Tried, WhyNot,
};

/// What the service answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Response {
    /// The request's number; 0 if it had none that could be read.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// The answer, or why there is none.
    #[serde(flatten)]
    pub result: AnswerResult,
}

/// An answer, or why there is none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum AnswerResult {
    /// The answer.
    Ok(Box<Answer>),
    /// Why there is none.
    Err(Box<Refusal>),
}

/// The kinds of answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// Who answers.
    Hello {
        /// [`VERSION`].
        protocol: u32,
        /// The program's version.
        program: String,
    },
    /// The rulesets by year.
    Rulesets {
        /// One each.
        rulesets: Vec<Card>,
    },
    /// A ruleset.
    Ruleset(Box<RulesetView>),
    /// The files of a ruleset.
    Files {
        /// By name.
        files: BTreeMap<String, String>,
    },
    /// Where a piece could go.
    Reach(Reach),
    /// A game.
    Game(Box<GameView>),
    /// A game after something was played in it, or after going to another ply.
    Moved(Box<Moved>),
    /// Why an action is not legal.
    Why {
        /// The reason; none if the action is legal.
        why: Option<WhyNot>,
    },
    /// What the position threatens.
    Threats(Threats),
    /// What plies changed.
    Trace {
        /// The plies, as many as there are.
        plies: Vec<Traced>,
    },
    /// What an agent would play.
    Advice {
        /// The action; none if the game is over.
        action: Option<String>,
        /// The share of the game that the agent expects for its team, from 0 to 1; 0 if it does not search.
        share: f64,
    },
    /// A game as text.
    Text {
        /// The text.
        text: String,
    },
    /// The game is forgotten.
    Closed,
    /// A lesson.
    Lesson(Box<LessonView>),
    /// All puzzles.
    Puzzles {
        /// One each.
        puzzles: Vec<PuzzleTitle>,
    },
    /// A puzzle.
    Puzzle(Box<PuzzleView>),
    /// An attempt, judged.
    Tried(Box<Tried>),
    /// What solves a puzzle.
    Hint(Hint),
    /// What is wrong with a ruleset, and the ruleset if it can be played.
    Checked(Box<CheckReport>),
    /// What became of some games.
    Played(PlayedGames),
    /// A comparison as far as it has been played.
    Compared(Box<ComparisonView>),
    /// A table that was opened.
    Hosted {
        /// The table.
        table: Box<TableView>,
        /// The tokens of the seats that persons play. Whoever shows one plays its seat.
        tokens: BTreeMap<String, String>,
        /// The host's own token.
        host: String,
        /// Where others on the network find the server, if not where this page was found.
        address: Option<String>,
    },
    /// A table.
    Table(Box<TableView>),
    /// A seat is assigned.
    Assigned {
        /// Its new token, if a person is to play it.
        token: Option<String>,
    },
    /// The agreement to a draw is noted; it is played once all agree.
    Agreed {
        /// The seats that agree.
        seats: Vec<String>,
    },
}

/// Why something can't be done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Refusal {
    /// The kind of reason.
    pub code: RefusalCode,
    /// A sentence.
    pub text: String,
    /// Why an action is not legal, if that is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub why: Option<WhyNot>,
    /// What is wrong with a ruleset, if that is the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Finding>>"))]
    pub findings: Vec<Finding>,
}

/// The kinds of reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RefusalCode {
    /// The message can't be read.
    Message,
    /// There is no such ruleset, game, lesson, piece or square.
    Unknown,
    /// The ruleset can't be loaded.
    Ruleset,
    /// The action is not legal.
    Illegal,
    /// The game has gone on meanwhile.
    Stale,
    /// The text is not a position or game.
    Text,
    /// Something is too large, or too many.
    TooMany,
    /// The rules failed in the middle of a game, or a server could not store it.
    Failed,
    /// There are tables only on a server.
    NotServed,
    /// The seat is not the connection's to play, or to assign.
    NotYours,
    /// There is no such table, or no such token.
    Token,
    /// It can't be done at a table.
    NotHere,
    /// Too much is going on; it may be asked again.
    Busy,
}
