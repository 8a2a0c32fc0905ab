//! The requests of a page, and the rules that they refer to.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::{
    Answer, MAX_ANALYSED_LINES, MAX_ANALYSED_NODES, MAX_CLASS_TABLES, MAX_COMPARED_GAMES,
    MAX_TRACED_PLIES,
};
use super::{ClassOrder, ClockPlan, SeatPlan};

/// A request of a page.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(expecting = "an object with a number `id` and the kind of request `do`")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Request {
    /// A number that the page chooses. The response has the same number.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// The request itself.
    #[serde(flatten)]
    pub ask: Ask,
}

/// The kinds of request.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Ask {
    /// Requests the program's version: [`Answer::Hello`].
    Hello,
    /// Lists the rulesets by year: [`Answer::Rulesets`].
    List,
    /// Lists the recipes of the cookbook, which are small games: [`Answer::Rulesets`].
    Cookbook,
    /// Requests the dated events of the history: [`Answer::History`].
    History,
    /// Requests a full description of a ruleset. The answer is [`Answer::Ruleset`].
    Ruleset {
        /// The rules.
        rules: RulesKey,
    },
    /// Requests the files of a ruleset without the files of its parents. The answer is
    /// [`Answer::Files`].
    Files {
        /// The ruleset's id.
        ruleset: String,
    },
    /// Supplies the weights of a ruleset, which the engine of a page does not contain. The answer is
    /// [`Answer::Supplied`]. If the service already has the weights, the request has no effect.
    Weights {
        /// The ruleset's id.
        ruleset: String,
        /// The content of `weights.toml`. Without it, agents use weights that are derived from the
        /// rules, and play worse.
        weights: Option<String>,
    },
    /// Finds the squares that a piece can reach on an empty board. The answer is [`Answer::Reach`].
    Reach {
        /// The rules.
        rules: RulesKey,
        /// The kind of the piece.
        kind: String,
        /// The army of the piece. The default is the first seat's army.
        army: Option<String>,
        /// The square of the piece. The default is a suitable square.
        square: Option<String>,
        /// The facing of the piece: `north`, `east`, `south` or `west`. The default is its army's
        /// facing.
        facing: Option<String>,
    },
    /// Starts a game: [`Answer::Game`].
    New {
        /// The rules. If the id is empty, a game in JSON uses the rules that it names.
        rules: RulesKey,
        /// The position or game to start from.
        #[serde(default)]
        from: Start,
    },
    /// Requests a game with all its plies. The answer is [`Answer::Game`].
    Look {
        /// The game.
        game: String,
    },
    /// Plays an action: [`Answer::Moved`].
    Play {
        /// The game.
        game: String,
        /// The ply that the page shows. The request is refused if the game is at another ply.
        at: usize,
        /// The action's text, or the move in algebraic notation (`Nf3`) or in that of UCI (`g1f3`).
        action: String,
    },
    /// Explains why an action is not legal. The answer is [`Answer::Why`].
    Why {
        /// The game.
        game: String,
        /// The action, such as `h10-g10`.
        action: String,
    },
    /// Requests the attacks and pins in the position, and the evaluation of each seat. The answer
    /// is [`Answer::Threats`].
    Threats {
        /// The game.
        game: String,
    },
    /// Requests the changes of plies: [`Answer::Trace`].
    Trace {
        /// The game.
        game: String,
        /// The first ply, from 1.
        from: usize,
        /// The number of plies. One answer has at most [`MAX_TRACED_PLIES`] plies.
        count: usize,
    },
    /// Goes to the position after `ply` plies. The answer is [`Answer::Moved`]. Later plies are
    /// kept and can be played again.
    Goto {
        /// The game.
        game: String,
        /// The number of plies.
        ply: usize,
    },
    /// From now on, shows only facts that the given seats know. The answer is [`Answer::Game`]. If
    /// the rules hide nothing, the view does not change.
    See {
        /// The game.
        game: String,
        /// The seats. An empty list shows only facts that every player knows. Without a list, the
        /// whole game is shown.
        by: Option<Vec<String>>,
    },
    /// Asks an agent for an action: [`Answer::Advice`].
    Advise {
        /// The game.
        game: String,
        /// The agent, such as `mcts:400`.
        agent: String,
        /// The seed of the agent's random choices.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
    },
    /// Searches the position for the best lines: [`Answer::Analysis`].
    Analyse {
        /// The game.
        game: String,
        /// The number of positions to search, at most [`MAX_ANALYSED_NODES`].
        nodes: u32,
        /// The number of lines, at most [`MAX_ANALYSED_LINES`].
        lines: usize,
    },
    /// Exports the game as text: [`Answer::Text`].
    Export {
        /// The game.
        game: String,
        /// The format of the text.
        format: GameFormat,
    },
    /// Closes a game: [`Answer::Closed`].
    Close {
        /// The game.
        game: String,
    },
    /// Opens a lesson at its position: [`Answer::Lesson`].
    Lesson {
        /// The ruleset. The lesson sets its own preset and tunables.
        rules: RulesKey,
        /// The index of the lesson, from 0.
        lesson: usize,
    },
    /// Lists the actions that can take the place of a lesson's next action. The answer is
    /// [`Answer::Alternatives`].
    Alternatives {
        /// The ruleset. The lesson sets its own preset and tunables.
        rules: RulesKey,
        /// The index of the lesson, from 0.
        lesson: usize,
        /// The actions that were played from the lesson's position.
        played: Vec<String>,
    },
    /// Lists all puzzles by ruleset: [`Answer::Puzzles`].
    Puzzles,
    /// Lists the pieces of a puzzle's position. The answer is [`Answer::PuzzleBoard`].
    PuzzleBoard {
        /// The ruleset's id, without a preset.
        ruleset: String,
        /// The index of the puzzle, from 0.
        number: usize,
    },
    /// Opens a puzzle as a game at its position. The answer is [`Answer::Puzzle`].
    Puzzle {
        /// The ruleset's id, without a preset.
        ruleset: String,
        /// The index of the puzzle, from 0.
        number: usize,
    },
    /// Attempts an action in a puzzle. The answer is [`Answer::Tried`]. If the action is right, the
    /// service plays it and the reply to it.
    Try {
        /// The game.
        game: String,
        /// The ply that the page shows. The request is refused if the game is at another ply.
        at: usize,
        /// The action's text.
        action: String,
    },
    /// Requests a hint for the present position of a puzzle. The answer is [`Answer::Hint`].
    Hint {
        /// The game.
        game: String,
    },
    /// Checks the files of a ruleset and its lessons. The answer is [`Answer::Checked`].
    Check {
        /// The contents of each file, by its name: `geometry.toml`, `mate.rhai`, `lessons.toml`.
        files: BTreeMap<String, String>,
    },
    /// Plays games between agents without recording their moves. The answer is [`Answer::Played`].
    Playouts {
        /// The rules.
        rules: RulesKey,
        /// The agents: one for each seat, or one for all.
        agents: Vec<String>,
        /// The seed of the games.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
        /// The first game's index. A game depends only on the seed and its index.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        first: u64,
        /// The number of games.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        games: u64,
    },
    /// Replays one game of [`Ask::Playouts`] and returns its record as JSON. The answer is
    /// [`Answer::Text`].
    Record {
        /// The rules.
        rules: RulesKey,
        /// The agents: one for each seat, or one for all.
        agents: Vec<String>,
        /// The seed of the games.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        seed: u64,
        /// The index of the game, from 0, as in [`Ask::Playouts`].
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        number: u64,
    },
    /// Starts a comparison of rulesets. The answer is [`Answer::Compared`]. The games of the
    /// comparison are played by [`Ask::Continue`].
    Compare {
        /// Two to four rulesets. The first one is compared with each of the others.
        sides: Vec<RulesKey>,
        /// The question.
        question: QuestionPlan,
    },
    /// Plays more games of a comparison. The answer is [`Answer::Compared`]. The result does not
    /// depend on the number of blocks in each request.
    Continue {
        /// The comparison.
        comparison: String,
        /// The number of blocks of games. Fewer are played if the question is answered sooner.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        blocks: u64,
    },
    /// Requests the present report of a comparison as a page in one file. The answer is
    /// [`Answer::Text`].
    Report {
        /// The comparison.
        comparison: String,
    },
    /// Opens a table on a server. The answer is [`Answer::Hosted`]. The connection joins the table.
    Host {
        /// The rules.
        rules: RulesKey,
        /// The position or game to start from.
        #[serde(default)]
        from: Start,
        /// The players of the seats. A seat without an entry is open.
        #[serde(default)]
        seats: BTreeMap<String, SeatPlan>,
        /// The time control.
        clock: Option<ClockPlan>,
        /// The name that the host chooses.
        name: Option<String>,
    },
    /// Joins a table, or returns to it. The answer is [`Answer::Table`]. A connection may hold
    /// several seats. If the token is the table's invitation and the connection has no seat, it
    /// gets a free seat. The answer is then [`Answer::Seated`].
    Join {
        /// The name of the table.
        table: String,
        /// The token of a seat or of the host, or the table's invitation. Without a token, the
        /// connection watches.
        token: Option<String>,
        /// The free seat that the player chooses, if the token is the invitation. The default is
        /// the first free seat.
        #[cfg_attr(feature = "typescript", ts(optional))]
        seat: Option<String>,
        /// The name that the player chooses.
        name: Option<String>,
    },
    /// Asks for another game at a table whose game is over. The answer is [`Answer::Rematch`] while
    /// other persons have to ask, too. Once all persons have asked, the server starts the game, and
    /// the answer is [`Answer::Table`].
    Rematch {
        /// The name of the table.
        table: String,
        /// `true` if each player moves to the previous seat in the order of the rules. The player
        /// of the first seat gets the last one. If other persons have asked for the other choice,
        /// they have to ask again.
        #[serde(default)]
        rotate: bool,
    },
    /// Assigns a seat to another player. The answer is [`Answer::Assigned`]. Only the host may do
    /// this.
    Assign {
        /// The name of the table.
        table: String,
        /// The seat.
        seat: String,
        /// The new player.
        to: SeatPlan,
    },
    /// Opens a class on a server, with its first table. The answer is [`Answer::ClassOpened`].
    OpenClass {
        /// The rules of the tables.
        rules: RulesKey,
        /// The position or game with which each table starts.
        #[serde(default)]
        from: Start,
        /// The players of the seats of each table. A seat without an entry is open. At least one
        /// seat has to be open.
        #[serde(default)]
        seats: BTreeMap<String, SeatPlan>,
        /// The time control.
        clock: Option<ClockPlan>,
        /// The maximum number of tables, from 1 to [`MAX_CLASS_TABLES`].
        most: usize,
    },
    /// Joins a class. The connection gets a free seat at a table of the class. If no seat is free,
    /// a new table is opened. The answer is [`Answer::Seated`], or [`Answer::Table`] if the
    /// connection already has a seat at this table.
    JoinClass {
        /// The code of the class.
        code: String,
        /// The name that the player chooses.
        name: Option<String>,
    },
    /// Requests the tables of a class. The answer is [`Answer::Class`].
    Class {
        /// The code of the class.
        code: String,
        /// The token of the class's host, or `None` for other people.
        token: Option<String>,
    },
    /// Changes a class. The answer is [`Answer::Class`], or [`Answer::Closed`] if the class is
    /// closed. Only the host may do this.
    DirectClass {
        /// The code of the class.
        code: String,
        /// The token of the class's host.
        token: String,
        /// The change.
        order: ClassOrder,
    },
}

/// The rules that a request refers to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesKey {
    /// The ruleset's id, with `@preset` for a preset. If there are `files`, only the preset is
    /// used.
    pub id: String,
    /// Values of tunables, by `script.NAME`.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The files, if the ruleset is not shipped. They may extend a shipped ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub files: Option<BTreeMap<String, String>>,
}

/// The question that a comparison answers.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct QuestionPlan {
    /// The primary metric, such as `decided` or `length`.
    pub primary: String,
    /// The smallest difference that matters, in the unit of the primary metric. If the metric is a
    /// fraction, the difference is from 0 to 1.
    pub margin: Option<f64>,
    /// The agents: one for all seats, or one for each seat, joined by `+`.
    pub agents: String,
    /// The maximum number of games for each ruleset, at most [`MAX_COMPARED_GAMES`].
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub number: u64,
    /// The minimum number of games for each ruleset. A larger minimum makes the other metrics more
    /// precise.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub at_least: u64,
    /// The seed of all games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub seed: u64,
}

/// The position or game from which a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Start {
    /// The ruleset's array.
    #[default]
    Start,
    /// A position in FEN4.
    Fen(String),
    /// The first game in a PGN4 text. The position is the one at the end of this game.
    Pgn(String),
    /// A game in JSON, as [`GameFormat::Json`] writes it. The game is opened at the position at
    /// which it was written.
    Json(String),
}

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameFormat {
    /// The position as FEN4.
    Fen,
    /// The game as PGN4.
    Pgn,
    /// The game as JSON.
    Json,
    /// The whole game as JSON, including facts that are hidden from the viewer. A program that
    /// stores the game uses this format.
    Store,
}
