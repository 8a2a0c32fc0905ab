//! The answers of the service.

use std::collections::BTreeMap;

use quadrille_dsl::library::History;
use quadrille_dsl::text::Sentence;
use serde::Serialize;

use super::{
    AnalysisView, Card, CheckReport, ClassView, ComparisonView, Finding, GameView, Hint,
    LessonView, Moved, PieceView, PlayedGames, PuzzleTitle, PuzzleView, Reach, RematchOffer,
    RulesetView, TableView, Threats, Traced, Tried, WhyNot,
};
#[cfg(doc)]
use super::{Ask, VERSION};

/// The answer to a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Response {
    /// The request's number, or 0 if the number could not be read.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// The answer, or the reason for a refusal.
    #[serde(flatten)]
    pub result: AnswerResult,
}

/// An answer, or the reason for a refusal.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum AnswerResult {
    /// The answer.
    Ok(Box<Answer>),
    /// The reason for a refusal.
    Err(Box<Refusal>),
}

/// The kinds of answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// The program and its protocol.
    Hello {
        /// The version of the messages, [`VERSION`].
        protocol: u32,
        /// The program's version.
        program: String,
    },
    /// The rulesets by year.
    Rulesets {
        /// The rulesets.
        rulesets: Vec<Card>,
    },
    /// The dated events of the history, with their sources.
    History(History),
    /// A ruleset.
    Ruleset(Box<RulesetView>),
    /// The files of a ruleset.
    Files {
        /// The contents of each file, by its name.
        files: BTreeMap<String, String>,
    },
    /// The weights of a ruleset are supplied.
    Supplied,
    /// The squares that a piece can reach.
    Reach(Reach),
    /// A game.
    Game(Box<GameView>),
    /// A game after an action, or after going to another ply.
    Moved(Box<Moved>),
    /// The reason why an action is not legal.
    Why {
        /// The reason, or `None` if the action is legal.
        why: Option<WhyNot>,
    },
    /// The attacks and pins in a position, and the evaluation of each seat.
    Threats(Threats),
    /// The changes of plies.
    Trace {
        /// The requested plies that the game has.
        plies: Vec<Traced>,
    },
    /// The action that an agent recommends.
    Advice {
        /// The action, or `None` if the game is over.
        action: Option<String>,
        /// The agent's evaluation for its team, from 0 to 1. It is 0 if the agent does not search.
        share: f64,
    },
    /// A game as text.
    Text {
        /// The text.
        text: String,
    },
    /// The game or table is closed.
    Closed,
    /// A lesson.
    Lesson(Box<LessonView>),
    /// The actions that can take the place of a lesson's next action.
    Alternatives {
        /// The texts of the actions. The action of the lesson is one of them.
        actions: Vec<String>,
    },
    /// All puzzles.
    Puzzles {
        /// The puzzles.
        puzzles: Vec<PuzzleTitle>,
    },
    /// The position of a puzzle.
    PuzzleBoard {
        /// The pieces on the board.
        pieces: Vec<PieceView>,
    },
    /// A puzzle.
    Puzzle(Box<PuzzleView>),
    /// A judged attempt at a puzzle.
    Tried(Box<Tried>),
    /// A hint for a puzzle.
    Hint(Hint),
    /// The best lines of a search.
    Analysis(Box<AnalysisView>),
    /// The findings in a ruleset, and the ruleset if it can be played.
    Checked(Box<CheckReport>),
    /// The results of games between agents.
    Played(PlayedGames),
    /// The present state of a comparison.
    Compared(Box<ComparisonView>),
    /// A table that was opened.
    Hosted {
        /// The name of the table.
        table: Box<TableView>,
        /// The tokens of the seats that persons play. A token gives the right to play its seat.
        tokens: BTreeMap<String, String>,
        /// The token of the host.
        host: String,
        /// The table's invitation: a token that gives each person who joins with it a free seat.
        invitation: String,
    },
    /// A table.
    Table(Box<TableView>),
    /// A table at which the connection has taken a free seat.
    Seated {
        /// The name of the table.
        table: Box<TableView>,
        /// The new token of the seat.
        token: String,
    },
    /// A seat has been assigned.
    Assigned {
        /// The new token of the seat, if a person is to play it.
        token: Option<String>,
    },
    /// The request for a rematch is recorded. The game starts once all persons have asked for it.
    Rematch(RematchOffer),
    /// The agreement to a draw is recorded. The draw is played once all seats agree.
    Agreed {
        /// The seats that agree.
        seats: Vec<String>,
    },
    /// A class that was opened.
    ClassOpened {
        /// The class.
        class: ClassView,
        /// The token of the class's host.
        host: String,
    },
    /// A class.
    Class(ClassView),
}

/// The reason why a request is refused.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Refusal {
    /// The kind of refusal.
    pub code: RefusalCode,
    /// The reason in English.
    pub text: String,
    /// The reason as a sentence.
    pub sentence: Sentence,
    /// The reason why an action is not legal, if the refusal is about an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub why: Option<Box<WhyNot>>,
    /// The findings in a ruleset, if the refusal is about its files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Finding>>"))]
    pub findings: Vec<Finding>,
    /// The ruleset whose weights are missing, if this is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub ruleset: Option<String>,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum RefusalCode {
    /// The message is not a valid request.
    Message,
    /// The request names a ruleset, game, lesson, piece or square that does not exist.
    Unknown,
    /// The ruleset can't be loaded.
    Ruleset,
    /// The request needs the weights of a ruleset. The page has to supply them with
    /// [`Ask::Weights`], and can then repeat the request.
    Weights,
    /// The action is not legal.
    Illegal,
    /// The game is not at the ply that the request names.
    Stale,
    /// The text is not a valid position or game.
    Text,
    /// The request exceeds a limit on size, number or time.
    TooMany,
    /// The rules failed during a game, or a server could not store the game.
    Failed,
    /// Tables exist only on a server.
    NotServed,
    /// The connection may not make this request, for example because another player holds the seat.
    NotYours,
    /// There is no such table or token.
    Token,
    /// The seat has a player, or the table has no free seat.
    Taken,
    /// The request is not possible at a table.
    NotHere,
    /// The server is too busy. The request can be repeated later.
    Busy,
}
