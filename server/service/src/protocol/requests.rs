//! What a page asks, and by which rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::Answer;
use super::{ClockPlan, SeatPlan};

/// What a page asks.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Request {
    /// A number of the page's own, which the answer repeats.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
}

/// The kinds of request.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Ask {
    /// Who answers: [`Answer::Hello`].
    Hello,
    /// The rulesets by year: [`Answer::Rulesets`].
    List,
    /// Everything about a ruleset: [`Answer::Ruleset`].
    Ruleset {
        /// Which.
        rules: RulesKey,
    },
    /// The files of a ruleset, its parents' not included: [`Answer::Files`].
    Files {
        /// Its id.
        ruleset: String,
    },
    /// Where a piece could go on an empty board: [`Answer::Reach`].
    Reach {
        /// By which rules.
        rules: RulesKey,
        /// The kind.
        kind: String,
        /// The army; the first seat's if it is left out.
        army: Option<String>,
        /// Where it stands; a good place if it is left out.
        square: Option<String>,
        /// `north`, `east`, `south` or `west`; as its army if it is left out.
        facing: Option<String>,
    },
    /// Begins a game: [`Answer::Game`].
    New {
        /// By which rules. A game in JSON names its own, which are taken if the id here is empty.
        rules: RulesKey,
        /// Where it begins.
        #[serde(default)]
        from: Start,
    },
    /// A game as it stands, with all its plies: [`Answer::Game`].
    Look {
        /// Which.
        game: String,
    },
    /// Plays an action: [`Answer::Moved`].
    Play {
        /// In which game.
        game: String,
        /// The ply that the page sees: refused if the game has gone on.
        at: usize,
        /// The action's text.
        action: String,
    },
    /// Why an action is not legal: [`Answer::Why`].
    Why {
        /// In which game.
        game: String,
        /// The action, such as `h10-g10`.
        action: String,
    },
    /// What the position threatens: [`Answer::Threats`].
    Threats {
        /// In which game.
        game: String,
    },
    /// What plies changed: [`Answer::Trace`].
    Trace {
        /// In which game.
        game: String,
        /// The first ply, from 1.
        from: usize,
        /// How many plies. A service tells 200 at once at most.
        count: usize,
    },
    /// Goes to the position after so many plies: [`Answer::Moved`]. Those behind it can be played again.
    Goto {
        /// In which game.
        game: String,
        /// How many plies.
        ply: usize,
    },
    /// Shows a game, from now on, as some seats know it: [`Answer::Game`]. It matters where the rules hide something.
    See {
        /// Which.
        game: String,
        /// The seats; what everybody knows without any, and all of the game if it is left out.
        by: Option<Vec<String>>,
    },
    /// What an agent would play: [`Answer::Advice`].
    Advise {
        /// In which game.
        game: String,
        /// The agent, such as `mcts:400`.
        agent: String,
        /// The seed of its choices.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
    },
    /// The game as text: [`Answer::Text`].
    Export {
        /// Which.
        game: String,
        /// In which format.
        format: GameFormat,
    },
    /// Forgets a game: [`Answer::Closed`].
    Close {
        /// Which.
        game: String,
    },
    /// Opens a lesson at its position: [`Answer::Lesson`].
    Lesson {
        /// Of which ruleset. The lesson names its own preset and settings.
        rules: RulesKey,
        /// Its number, from 0.
        lesson: usize,
    },
    /// All puzzles, by ruleset: [`Answer::Puzzles`].
    Puzzles,
    /// Opens a puzzle as a game at its position: [`Answer::Puzzle`].
    Puzzle {
        /// The ruleset's id, without preset.
        ruleset: String,
        /// The puzzle's number, from 0.
        number: usize,
    },
    /// Tries an action in a puzzle. One that is right is played and answered: [`Answer::Tried`].
    Try {
        /// In which game.
        game: String,
        /// The ply that the page sees: refused if the game has gone on.
        at: usize,
        /// The action's text.
        action: String,
    },
    /// What solves a puzzle from here: [`Answer::Hint`].
    Hint {
        /// In which game.
        game: String,
    },
    /// Checks the files of a ruleset and its lessons: [`Answer::Checked`].
    Check {
        /// By name: `geometry.toml`, `mate.rhai`, `lessons.toml`.
        files: BTreeMap<String, String>,
    },
    /// Plays games between agents, whose moves are not kept: [`Answer::Played`].
    Playouts {
        /// By which rules.
        rules: RulesKey,
        /// The agents, one a seat or one for all.
        agents: Vec<String>,
        /// The seed.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
        /// The first game's index: games of the same seed and index are the same.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        first: u64,
        /// How many games.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        games: u64,
    },
    /// Plays one of these games again and tells its moves, as JSON: [`Answer::Text`].
    Record {
        /// By which rules.
        rules: RulesKey,
        /// The agents, one a seat or one for all.
        agents: Vec<String>,
        /// The seed.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
        /// The number of the game, from 0, as [`Ask::Playouts`] counts.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        number: u64,
    },
    /// Begins a comparison of rulesets, which is played by [`Ask::Continue`]: [`Answer::Compared`].
    Compare {
        /// The rulesets, two to four: the first is what the others are compared with.
        sides: Vec<RulesKey>,
        /// The question.
        question: QuestionPlan,
    },
    /// Plays more of a comparison: [`Answer::Compared`]. What is found does not depend on the parts.
    Continue {
        /// Which.
        comparison: String,
        /// How many blocks of games; fewer if that answers the question.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        blocks: u64,
    },
    /// The report of a comparison, so far, as a page in one file: [`Answer::Text`].
    Report {
        /// Which.
        comparison: String,
    },
    /// Opens a table, on a server: [`Answer::Hosted`]. Who asks is at it.
    Host {
        /// By which rules.
        rules: RulesKey,
        /// Where the game begins.
        #[serde(default)]
        from: Start,
        /// Who plays which seat. One that is not named is open.
        #[serde(default)]
        seats: BTreeMap<String, SeatPlan>,
        /// How much time players have.
        clock: Option<ClockPlan>,
        /// What the host wants to be called.
        name: Option<String>,
    },
    /// Comes to a table, or comes back: [`Answer::Table`]. A connection may hold several seats.
    Join {
        /// Which.
        table: String,
        /// The token of a seat, or the host's; without one, the connection watches.
        token: Option<String>,
        /// What the seat's player wants to be called.
        name: Option<String>,
    },
    /// Gives a seat to somebody else; only the host may: [`Answer::Assigned`].
    Assign {
        /// At which table.
        table: String,
        /// Which seat.
        seat: String,
        /// To whom.
        to: SeatPlan,
    },
}

/// The rules that something is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesKey {
    /// The ruleset's id, with `@preset` if one is wanted. With `files`, only the preset counts.
    pub id: String,
    /// Values of tunables, by `script.NAME`.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The files, if the ruleset is not shipped. They may extend one that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub files: Option<BTreeMap<String, String>>,
}

/// What a comparison asks.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QuestionPlan {
    /// The metric that decides, such as `decided` or `length`.
    pub primary: String,
    /// The smallest difference of it that matters, in its unit; shares are from 0 to 1.
    pub margin: Option<f64>,
    /// Who plays: an agent for all seats, or one a seat joined by `+`.
    pub agents: String,
    /// The most games on a side.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub number: u64,
    /// The fewest, even if the answer is known sooner, for the other metrics.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at_least: u64,
    /// The seed of all games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seed: u64,
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Start {
    /// At the ruleset's own start.
    #[default]
    Start,
    /// At a position in FEN4.
    Fen(String),
    /// At the end of the first game of a PGN4.
    Pgn(String),
    /// Where a game in JSON stands, as [`GameFormat::Json`] gives it.
    Json(String),
}

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameFormat {
    /// The position as FEN4.
    Fen,
    /// The game as PGN4.
    Pgn,
    /// The game as JSON.
    Json,
    /// The game as JSON with what is hidden from who looks, for the program that keeps it.
    Store,
}
