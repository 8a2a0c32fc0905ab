//! Games in answers: their pieces, decisions and plies.

use quadrille_dsl::text::Sentence;
use quadrille_session::{ActionGroup, CauseKind};
use serde::Serialize;

#[cfg(doc)]
use super::Ask;
use super::RulesKey;
use super::WallView;

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PieceView {
    /// The square of the piece.
    pub square: String,
    /// The kind of the piece.
    pub kind: String,
    /// The symbol of the kind, if it differs from the kind's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub symbol: Option<String>,
    /// The letter of the kind.
    pub letter: char,
    /// The army of the piece.
    pub army: String,
    /// The facing of the piece. It is set only if the moves of the piece's kind depend on the
    /// facing, and some piece of this kind and army faces another way than its seat.
    pub arrow: Option<String>,
    /// Shows if the piece can move, and if it can be captured.
    pub status: PieceStatusView,
    /// The controller of the piece, if it is not the seat of the piece's army.
    pub holder: Option<Holder>,
    /// `true` if the piece is royal.
    pub royal: bool,
    /// The counters and marks of the piece in English.
    pub notes: Vec<String>,
    /// The notes as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Sentence>>"))]
    pub note_sentences: Vec<Sentence>,
    /// The number to show on the piece: the value of its first counter that differs from the start.
    pub count: Option<i32>,
}

/// The controller of a piece, if the seat of the piece's army does not control it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Holder {
    /// A seat.
    Seat(String),
    /// No seat.
    Nobody,
}

/// Shows if a piece can move, and if it can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PieceStatusView {
    /// The piece moves and can be captured.
    Live,
    /// The piece does not move and cannot be captured.
    Frozen,
    /// The piece does not move but can be captured.
    Dead,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    /// The name of the game in requests.
    pub game: String,
    /// The rules of the game.
    pub rules: RulesKey,
    /// All plies, including plies that were taken back.
    pub plies: Vec<PlyLine>,
    /// The present position and decision.
    pub stands: GameStatus,
    /// Oddities in the text from which the game was read.
    pub notes: Vec<String>,
}

/// A game after a change.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Moved {
    /// The ply that was played, or `None` after going to another ply.
    pub ply: Option<PlyView>,
    /// Earlier plies whose description has changed: revealed answers, or all plies if the end of
    /// the game has revealed everything.
    pub revealed: Vec<PlyLine>,
    /// The present position and decision.
    pub stands: GameStatus,
}

/// A ply in the list of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlyLine {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The seat that played the ply, or `None` for chance.
    pub seat: Option<String>,
    /// The text of the action. Empty if it is hidden from the viewer.
    pub action: String,
    /// The action in algebraic notation, such as `Rd1xQd7+`. Empty if it is hidden from the viewer.
    pub notation: String,
    /// A description of the ply in English, as far as the viewer knows it.
    pub says: String,
    /// The description as sentences.
    pub sentences: Vec<Sentence>,
}

/// The best lines of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisView {
    /// The lines, best first. Empty if no seat chooses.
    pub lines: Vec<AnalysedLineView>,
    /// The greatest completed depth, in decisions.
    pub depth: u32,
    /// The number of positions reached.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub nodes: u64,
}

/// A line of an analysis. Its value is for the team of the seat that chooses.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysedLineView {
    /// The lead in hundredths of a pawn. `None` if the result is forced or unknown.
    pub lead: Option<i32>,
    /// The number of plies until the team wins by force.
    pub wins_after: Option<u32>,
    /// The number of plies until the team loses by force.
    pub loses_after: Option<u32>,
    /// The winning chances, from 0 to 1. `None` if the search ended before it knew them.
    pub share: Option<f64>,
    /// The expected plies of all seats.
    pub plies: Vec<LinePlyView>,
}

/// A ply of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LinePlyView {
    /// The seat that plays.
    pub seat: String,
    /// The text of the action.
    pub action: String,
    /// The action in algebraic notation.
    pub notation: String,
}

/// A ply with its changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlyView {
    /// The line in the list of moves.
    pub line: PlyLine,
    /// The changes in order, grouped by cause.
    pub steps: Vec<StepView>,
}

/// The changes from one cause.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StepView {
    /// The kind of cause: `action`, `effect` or `turns`.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub cause: CauseKind,
    /// The hook that caused the changes, as `script.function`.
    pub hook: Option<String>,
    /// The place in the script that emitted the effect, as `file:line`.
    pub place: Option<String>,
    /// The clauses that justify the changes.
    pub clauses: Vec<String>,
    /// A description of each change in English.
    pub says: Vec<String>,
    /// The sentence of each change.
    pub sentences: Vec<Sentence>,
    /// The start and target squares of the pieces that moved.
    pub moves: Vec<[String; 2]>,
    /// The squares from which pieces left the board.
    pub gone: Vec<String>,
    /// The squares with other changes.
    pub touched: Vec<String>,
}

/// The present position and decision of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameStatus {
    /// The number of plies played.
    pub at: usize,
    /// The number of all plies, including plies that were taken back.
    pub plies: usize,
    /// The seats whose combined knowledge this view shows, or `None` if it shows everything.
    pub seen_by: Option<Vec<String>>,
    /// The visible pieces.
    pub pieces: Vec<PieceView>,
    /// The squares that are out of sight.
    pub hidden: Vec<String>,
    /// The present walls. `None` if the rules have no gates, because the walls then never change.
    pub walls: Option<Vec<WallView>>,
    /// The royals in check.
    pub checks: Vec<CheckView>,
    /// The next decision, or `None` after the end.
    pub next: Option<NextView>,
    /// The seats in the order of the rules.
    pub seats: Vec<SeatStanding>,
    /// The end of the game in English.
    pub ending: Option<String>,
    /// The sentence about the end of the game.
    pub ending_sentence: Option<Sentence>,
    /// The legal actions and declarations. If pieces or kinds are hidden, the actions of seats
    /// outside `seen_by` are left out, but their declarations are included.
    pub actions: Vec<ActionView>,
    /// The start and target square of a piece that the last ply moved.
    pub last: Option<[String; 2]>,
    /// The position as FEN4. If some answers are hidden from the viewer, this is the position
    /// before the first of these answers. If kinds are hidden, this is the position that the viewer
    /// sees. In fog, the text is empty.
    pub fen: String,
}

/// A royal in check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckView {
    /// The square of the royal.
    pub square: String,
    /// The seat of the royal.
    pub seat: String,
    /// The squares of the checkers.
    pub by: Vec<String>,
}

/// The next decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NextView {
    /// The seat that has to decide.
    pub seat: String,
    /// The kind of decision.
    pub task: TaskView,
    /// The question to be answered, if the seat has to answer one.
    pub question: Option<String>,
    /// The dice that can still be used.
    pub dice: Vec<u8>,
    /// The number of moves that the seat has already made in this turn.
    pub made: u8,
}

/// The kinds of decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TaskView {
    /// It is the seat's turn, and the seat has to act.
    Move,
    /// The seat has to roll the dice.
    Roll,
    /// The pieces have to be shuffled.
    Shuffle,
    /// The seat has to answer a question.
    Answer,
}

/// A seat in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatStanding {
    /// The name of the seat.
    pub name: String,
    /// Shows if the pieces of the seat can move, and if they can be captured.
    pub status: PieceStatusView,
    /// The special states of the seat in English: `frozen`, `pieces are moved by white`.
    pub states: Vec<String>,
    /// The special states as sentences.
    pub state_sentences: Vec<Sentence>,
    /// The result of the seat, if it is known: `win`, `draw` or `loss`.
    pub result: Option<String>,
    /// The pieces in the seat's hand.
    pub hand: Vec<HandView>,
    /// The seat's counters.
    pub scores: Vec<SeatScore>,
}

/// Pieces of a kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandView {
    /// The kind.
    pub kind: String,
    /// The symbol of the kind.
    pub symbol: String,
    /// The letter of the kind.
    pub letter: char,
    /// The number of pieces.
    pub count: u8,
}

/// A counter of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatScore {
    /// The name of the counter.
    pub name: String,
    /// The value of the counter.
    pub value: i32,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ActionView {
    /// The text of the action in the form that [`Ask::Play`] takes.
    pub text: String,
    /// The action in algebraic notation, without signs of check.
    pub notation: String,
    /// The kind of action: `move`, `promotion`, `castling`, `drop`, `announcement`, `answer`,
    /// `roll`, `say`, `pass` or `declaration`.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub group: ActionGroup,
    /// The starting square of the piece.
    pub from: Option<String>,
    /// The target square of the piece.
    pub to: Option<String>,
    /// The kind that a piece promotes to, or the kind of a dropped piece.
    pub kind: Option<String>,
    /// The squares of the pieces that the action captures.
    pub captures: Vec<String>,
}

/// The reason why an action is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WhyNot {
    /// The kind of reason, such as `pinned`.
    pub code: String,
    /// The reason in English.
    pub text: String,
    /// The reason as a sentence.
    pub sentence: Sentence,
    /// The squares to highlight.
    pub squares: Vec<String>,
    /// The clause that forbids the action, if it is known.
    pub clause: Option<String>,
}

/// A ply of a trace.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Traced {
    /// The ply.
    pub ply: PlyView,
    /// The highlights of the ply.
    pub remarks: Vec<Remark>,
}

/// The kinds of highlight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Remark {
    /// The action captured a piece.
    Capture,
    /// A royal came into check.
    Check,
    /// A seat or an army has a new state or a new controller, or a result was settled.
    StatusChange,
}

/// The attacks and pins in a position, and the evaluation of each seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Threats {
    /// The attacked squares. A square whose piece belongs to the attacker's side is also listed,
    /// because the attacker protects this piece.
    pub attacks: Vec<Attacked>,
    /// The pinned pieces of the player to move.
    pub pins: Vec<Pinned>,
    /// The evaluation of each seat, without a search.
    pub prospects: Vec<Prospect>,
}

/// An attacked square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Attacked {
    /// The square.
    pub square: String,
    /// The squares of the attackers.
    pub by: Vec<String>,
}

/// A pinned piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pinned {
    /// The square of the piece.
    pub square: String,
    /// The square of the piece that would give check.
    pub by: String,
    /// The square of the royal.
    pub royal: String,
}

/// The evaluation of a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Prospect {
    /// The seat.
    pub seat: String,
    /// The evaluation of the seat's team, from 0 to 1.
    pub share: f64,
}
