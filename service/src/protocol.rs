//! The messages. A page asks with a [`Request`], and the service answers with a [`Response`] of the same
//! `id`. Squares, seats, armies, kinds and states are called by their names.
//!
//! Fields that a reader does not know are to be ignored; a new field does not change [`VERSION`].

mod puzzles;

use std::collections::BTreeMap;

use quadrille_session::{ActionGroup, CauseKind};
use serde::{Deserialize, Serialize};

pub use puzzles::{Hint, Judgement, PuzzleGoal, PuzzleTitle, PuzzleView, Tried};

/// The version of the messages. A page made for another one has to be loaded again.
pub const VERSION: u32 = 1;

/// What a page asks.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
    /// Goes to the position after so many plies: [`Answer::Moved`]. Those behind it can be played again.
    Goto {
        /// In which game.
        game: String,
        /// How many plies.
        ply: usize,
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
        format: Format,
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
}

/// The rules that something is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Start {
    /// At the ruleset's own start.
    #[default]
    Start,
    /// At a position in FEN4.
    Fen(String),
    /// At the end of the first game of a PGN4.
    Pgn(String),
    /// Where a game in JSON stands, as [`Format::Json`] gives it.
    Json(String),
}

/// A format of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Format {
    /// The position as FEN4.
    Fen,
    /// The game as PGN4.
    Pgn,
    /// The game as JSON.
    Json,
}

/// What the service answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Response {
    /// The request's number; 0 if it had none that could be read.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub id: u64,
    /// The answer, or why there is none.
    #[serde(flatten)]
    pub result: Outcome,
}

/// An answer, or why there is none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Outcome {
    /// The answer.
    Ok(Box<Answer>),
    /// Why there is none.
    Err(Box<Refusal>),
}

/// The kinds of answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
    Checked(Box<Checked>),
    /// What became of some games.
    Played(Played),
}

/// Why something can't be done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
    /// The text is no position or game.
    Text,
    /// Something is too large, or too many.
    TooMany,
    /// The rules failed in the middle of a game.
    Failed,
}

/// A ruleset in the timeline.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Card {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The year, for sorting.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub year: Option<i64>,
    /// The year as people write it, such as `c. 1500`.
    pub dated: Option<String>,
    /// Who invented it.
    pub inventor: Option<String>,
    /// Where.
    pub place: Option<String>,
    /// The games that it came from: ids of rulesets, or words.
    pub parents: Vec<String>,
    /// What it changed.
    pub changes: Option<String>,
    /// What it is, in a sentence or two.
    pub summary: Option<String>,
    /// How many seats.
    pub seats: usize,
    /// Whether seats are partners.
    pub teams: bool,
    /// Whether dice are rolled.
    pub dice: bool,
    /// Whether any rule or part of the setup is reconstructed.
    pub reconstructed: bool,
    /// How many lessons it has.
    pub lessons: usize,
    /// The board.
    pub board: BoardView,
    /// The seats, for their colours.
    pub armies: Vec<SeatView>,
    /// The pieces at the start.
    pub pieces: Vec<PieceView>,
}

/// A board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BoardView {
    /// Files of the bounding box.
    pub files: u8,
    /// Ranks of the bounding box.
    pub ranks: u8,
    /// The squares.
    pub squares: Vec<SquareView>,
    /// The walls.
    pub walls: Vec<WallView>,
    /// Lines drawn on it: file and rank (from 0) of the cells at both ends, crossing both.
    pub lines: Vec<[u8; 4]>,
}

/// A square.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SquareView {
    /// Its name.
    pub name: String,
    /// Its file, from 0 at the left.
    pub file: u8,
    /// Its rank, from 0 at the bottom.
    pub rank: u8,
    /// Whether it is a light one; none on a board without colours.
    pub light: Option<bool>,
}

/// A wall: from the corner at the lower left of a cell, one cell's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct WallView {
    /// The corner's file.
    pub file: u8,
    /// The corner's rank.
    pub rank: u8,
    /// It goes up from there; otherwise to the right.
    pub upright: bool,
}

/// A seat, as the rules have it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SeatView {
    /// Its name.
    pub name: String,
    /// Its letter in positions and pictures.
    pub key: char,
    /// The colour of its pieces, as `#rrggbb`.
    pub colour: String,
    /// Its team's name.
    pub team: String,
    /// Its partners.
    pub partners: Vec<String>,
    /// Where its pieces face at the start: `north`, `east`, `south` or `west`. It sits behind them.
    pub facing: String,
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PieceView {
    /// Where it stands.
    pub square: String,
    /// Its kind.
    pub kind: String,
    /// The letter of its kind.
    pub letter: char,
    /// The army that it belongs to.
    pub army: String,
    /// Where it faces, if its moves depend on that and not all such pieces of the army face as its seat.
    pub arrow: Option<String>,
    /// Whether it moves and can be captured.
    pub status: Status,
    /// Who moves it, if not its own seat.
    pub holder: Option<Holder>,
    /// Whether it is royal.
    pub royal: bool,
}

/// Who moves a piece of another seat's army.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Holder {
    /// This seat.
    Seat(String),
    /// Nobody.
    Nobody,
}

/// Whether a piece moves and can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Status {
    /// It moves.
    Live,
    /// It neither moves nor can be captured.
    Frozen,
    /// It does not move and can be captured.
    Dead,
}

/// A ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct RulesetView {
    /// What the timeline shows of it.
    pub card: Card,
    /// The preset that is in force.
    pub preset: Option<String>,
    /// The order of turns.
    pub order: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<KindView>,
    /// The clauses.
    pub clauses: Vec<ClauseView>,
    /// What of the setup is reconstructed, in words.
    pub reconstructed: Vec<String>,
    /// The presets.
    pub presets: Vec<PresetView>,
    /// The tunables.
    pub tunables: Vec<TunableView>,
    /// The sources.
    pub sources: Vec<SourceView>,
    /// The lessons, in their order.
    pub lessons: Vec<LessonTitle>,
    /// The hash of everything that decides how it is played.
    pub hash: String,
    /// What is valid and probably unintended.
    pub warnings: Vec<Finding>,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct KindView {
    /// Its name.
    pub name: String,
    /// Its letter.
    pub letter: char,
    /// Whether it is royal.
    pub royal: bool,
    /// How it moves, in words.
    pub moves: String,
    /// The armies that have one.
    pub armies: Vec<String>,
}

/// A clause.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ClauseView {
    /// Its id, such as `V11`.
    pub id: String,
    /// What it says.
    pub text: String,
    /// What it is known from: a citation.
    pub source: Option<String>,
    /// Whether the source is lost, and the clause reconstructed.
    pub reconstructed: bool,
    /// Whether the sources are silent, and it was decided for this ruleset.
    pub decided: bool,
    /// The lessons that show it, by their numbers.
    pub lessons: Vec<usize>,
}

/// A preset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PresetView {
    /// Its name.
    pub name: String,
    /// What it changes, in a line.
    pub about: String,
}

/// A tunable.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TunableView {
    /// `script.NAME`, as [`RulesKey::set`] takes it.
    pub key: String,
    /// What it means.
    pub about: String,
    /// The value in force.
    pub value: String,
    /// The value without settings.
    pub default: String,
    /// The values that it may have; empty if they are not listed.
    pub one_of: Vec<String>,
}

/// A source.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SourceView {
    /// Its key.
    pub key: String,
    /// The citation.
    pub cite: String,
}

/// A lesson in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LessonTitle {
    /// The clauses that it shows.
    pub clauses: Vec<String>,
    /// What is to be seen.
    pub says: String,
    /// The preset that it is played by.
    pub preset: Option<String>,
    /// The tunables that it sets.
    pub set: Vec<(String, String)>,
    /// Why no position shows it.
    pub unplayable: Option<String>,
    /// How many actions are played in it.
    pub actions: usize,
}

/// A lesson, opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct LessonView {
    /// What the list says of it.
    pub title: LessonTitle,
    /// A game at its position, in which its actions can be played, or others.
    pub game: GameView,
    /// Its actions, as they are to be played.
    pub actions: Vec<String>,
    /// What must hold after them.
    pub expects: Vec<Expects>,
}

/// Something that a lesson expects at its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Expects {
    /// Its key in the lesson, such as `illegal`.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Whether it holds.
    pub holds: bool,
    /// For actions that must not be legal: each with the reason.
    pub reasons: Vec<Refused>,
}

/// An action that is not legal, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Refused {
    /// The action.
    pub action: String,
    /// Why it is not legal.
    pub why: WhyNot,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct GameView {
    /// What to call it in requests.
    pub game: String,
    /// Its rules.
    pub rules: RulesKey,
    /// Every ply, those that were taken back too.
    pub plies: Vec<PlyLine>,
    /// How it stands.
    pub stands: Standing,
    /// What is odd about the text that it was read from.
    pub notes: Vec<String>,
}

/// A game after something happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Moved {
    /// The ply that was played; none after going to another.
    pub ply: Option<PlyView>,
    /// How the game stands.
    pub stands: Standing,
}

/// A ply in the list of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlyLine {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it; none for nature.
    pub seat: Option<String>,
    /// The action's text.
    pub action: String,
    /// What happened, in sentences.
    pub says: String,
}

/// A ply with what it changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlyView {
    /// The line of the list of moves.
    pub line: PlyLine,
    /// What it changed, in order.
    pub steps: Vec<StepView>,
}

/// What one cause changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct StepView {
    /// `action`, `effect` or `turns`.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub cause: CauseKind,
    /// The hook, as `script.function`.
    pub hook: Option<String>,
    /// Where in its script the effect is emitted, as `file:line`.
    pub place: Option<String>,
    /// The clauses by which it happened.
    pub clauses: Vec<String>,
    /// Each change in words.
    pub says: Vec<String>,
    /// The pieces that moved: from, to.
    pub moves: Vec<[String; 2]>,
    /// The squares whose pieces left.
    pub gone: Vec<String>,
    /// The squares on which something else changed.
    pub touched: Vec<String>,
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Standing {
    /// How many plies are played.
    pub at: usize,
    /// How many there are, those that were taken back included.
    pub plies: usize,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// The royals in check.
    pub checks: Vec<Check>,
    /// What is to be done next; none after the end.
    pub next: Option<NextView>,
    /// The seats, in the rules' order.
    pub seats: Vec<SeatStanding>,
    /// How it ended, in words.
    pub ending: Option<String>,
    /// The legal actions.
    pub actions: Vec<ActionView>,
    /// The squares of the ply that was played last: from, to.
    pub last: Option<[String; 2]>,
    /// The position as FEN4.
    pub fen: String,
}

/// A royal in check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Check {
    /// Where it stands.
    pub square: String,
    /// Whose it is.
    pub seat: String,
    /// Where the pieces stand that give it.
    pub by: Vec<String>,
}

/// What is to be done next.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NextView {
    /// Who has to do it.
    pub seat: String,
    /// What it is.
    pub task: Task,
    /// The question to be answered.
    pub question: Option<String>,
    /// The faces of the dice that can still be used.
    pub dice: Vec<u8>,
}

/// What a seat has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Task {
    /// To act on its turn.
    Move,
    /// To roll the dice.
    Roll,
    /// To answer a question.
    Answer,
}

/// A seat in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SeatStanding {
    /// Its name.
    pub name: String,
    /// Whether its pieces move and can be captured.
    pub status: Status,
    /// What is unusual about it, in words: `frozen`, `pieces are moved by white`.
    pub states: Vec<String>,
    /// `win`, `draw` or `loss`, if it is known.
    pub result: Option<String>,
    /// The pieces in its hand.
    pub hand: Vec<HandView>,
    /// Its scores.
    pub scores: Vec<Score>,
}

/// Pieces of a kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct HandView {
    /// The kind.
    pub kind: String,
    /// Its letter.
    pub letter: char,
    /// How many.
    pub count: u8,
}

/// A score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Score {
    /// What is counted.
    pub name: String,
    /// How much.
    pub value: i32,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ActionView {
    /// Its text, as [`Ask::Play`] takes it.
    pub text: String,
    /// `move`, `promotion`, `castling`, `drop`, `announcement`, `answer`, `roll`, `say`, `pass` or
    /// `declaration`.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub group: ActionGroup,
    /// The square where the piece starts.
    pub from: Option<String>,
    /// The square where it ends.
    pub to: Option<String>,
    /// The kind that it promotes to, or that is dropped.
    pub kind: Option<String>,
    /// The squares of the pieces that it captures.
    pub captures: Vec<String>,
}

/// Why an action is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct WhyNot {
    /// The kind of reason, such as `pinned`.
    pub code: String,
    /// A sentence.
    pub text: String,
    /// The squares to highlight.
    pub squares: Vec<String>,
    /// The clause that forbids it, where one is known.
    pub clause: Option<String>,
}

/// Where a piece could go on an empty board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Reach {
    /// The piece, where it stands.
    pub piece: PieceView,
    /// The squares.
    pub squares: Vec<ReachedSquare>,
}

/// A square that a piece could go to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReachedSquare {
    /// The square.
    pub square: String,
    /// What it may do there: `moves`, `captures`, `both` or `assisted` (if other pieces help).
    pub how: String,
}

/// What is wrong with a ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Checked {
    /// Everything that was found.
    pub findings: Vec<Finding>,
    /// The ruleset, if it can be played.
    pub ruleset: Option<Box<RulesetView>>,
    /// How many lessons hold.
    pub passed: usize,
    /// How many lessons were played.
    pub lessons: usize,
}

/// A mistake, or something doubtful.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Finding {
    /// The code of its page, such as `Q0316`.
    pub code: Option<String>,
    /// Whether it is an error, which can't be played with.
    pub error: bool,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Where; the first is the main place.
    pub places: Vec<Place>,
    /// Changes that mend it.
    pub fixes: Vec<Fix>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Where it begins, in UTF-16 units from the start of the file.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is to be said about it.
    pub text: String,
}

/// A change of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Fix {
    /// The file's name.
    pub file: String,
    /// Where the text begins that is replaced, in UTF-16 units from the start of the file.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What takes its place.
    pub text: String,
}

/// What became of some games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Played {
    /// How many games.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub games: u64,
    /// How many plies in all.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub plies: u64,
    /// How many ended with a fault of the rules.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub faults: u64,
    /// For each seat: games won, drawn, lost.
    #[cfg_attr(feature = "typescript", ts(type = "Array<[number, number, number]>"))]
    pub seats: Vec<[u64; 3]>,
    /// How games ended, with how many: a clause's id or a built-in end.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub endings: BTreeMap<String, u64>,
    /// In how many games each clause fired.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub clauses: BTreeMap<String, u64>,
    /// The first fault, in words.
    pub fault: Option<String>,
}
