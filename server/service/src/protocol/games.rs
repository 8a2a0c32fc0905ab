//! Games in answers: the pieces, what is to be done, what was played.

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
    pub status: PieceStatusView,
    /// Who moves it, if not its own seat.
    pub holder: Option<Holder>,
    /// Whether it is royal.
    pub royal: bool,
    /// What it has counted and the marks that it bears, in words.
    pub notes: Vec<String>,
    /// The number to show on it: the first of its counters that has changed.
    pub count: Option<i32>,
}

/// Who moves a piece of another seat's army.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Holder {
    /// This seat.
    Seat(String),
    /// Nobody.
    Nobody,
}

/// Whether a piece moves and can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PieceStatusView {
    /// It moves.
    Live,
    /// It neither moves nor can be captured.
    Frozen,
    /// It does not move and can be captured.
    Dead,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameView {
    /// What to call it in requests.
    pub game: String,
    /// Its rules.
    pub rules: RulesKey,
    /// Every ply, those that were taken back too.
    pub plies: Vec<PlyLine>,
    /// How it stands.
    pub stands: GameStatus,
    /// What is odd about the text that it was read from.
    pub notes: Vec<String>,
}

/// A game after something happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Moved {
    /// The ply that was played; none after going to another.
    pub ply: Option<PlyView>,
    /// Earlier plies that are told otherwise from now on: secret answers that are revealed, or all, if the game's end
    /// has lifted the fog.
    pub revealed: Vec<PlyLine>,
    /// How the game stands.
    pub stands: GameStatus,
}

/// A ply in the list of moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlyLine {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it; none for nature.
    pub seat: Option<String>,
    /// The action's text; empty if it is hidden from who looks.
    pub action: String,
    /// What happened, in sentences, as far as it is known.
    pub says: String,
}

/// A ply with what it changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlyView {
    /// The line of the list of moves.
    pub line: PlyLine,
    /// What it changed, in order.
    pub steps: Vec<StepView>,
}

/// What one cause changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameStatus {
    /// How many plies are played.
    pub at: usize,
    /// How many there are, those that were taken back included.
    pub plies: usize,
    /// Whose view of the game this is: what these seats know together. None if it is all.
    pub seen_by: Option<Vec<String>>,
    /// The pieces that are seen.
    pub pieces: Vec<PieceView>,
    /// The squares that are out of sight.
    pub hidden: Vec<String>,
    /// The walls that stand, where some come and go.
    pub walls: Option<Vec<WallView>>,
    /// The royals in check.
    pub checks: Vec<CheckView>,
    /// What is to be done next; none after the end.
    pub next: Option<NextView>,
    /// The seats, in the rules' order.
    pub seats: Vec<SeatStanding>,
    /// How it ended, in words.
    pub ending: Option<String>,
    /// The legal actions; in fog only those of the seats whose view it is, and what may be declared.
    pub actions: Vec<ActionView>,
    /// The squares of the ply that was played last: from, to.
    pub last: Option<[String; 2]>,
    /// The position as FEN4: before the first secret answer that is not revealed, if that is hidden from who looks, and
    /// empty in fog.
    pub fen: String,
}

/// A royal in check.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct CheckView {
    /// Where it stands.
    pub square: String,
    /// Whose it is.
    pub seat: String,
    /// Where the pieces stand that give it.
    pub by: Vec<String>,
}

/// What is to be done next.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NextView {
    /// Who has to do it.
    pub seat: String,
    /// What it is.
    pub task: TaskView,
    /// The question to be answered.
    pub question: Option<String>,
    /// The faces of the dice that can still be used.
    pub dice: Vec<u8>,
    /// How many moves the seat has made in this turn already.
    pub made: u8,
}

/// What a seat has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum TaskView {
    /// To act on its turn.
    Move,
    /// To roll the dice.
    Roll,
    /// To answer a question.
    Answer,
}

/// A seat in a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatStanding {
    /// Its name.
    pub name: String,
    /// Whether its pieces move and can be captured.
    pub status: PieceStatusView,
    /// What is unusual about it, in words: `frozen`, `pieces are moved by white`.
    pub states: Vec<String>,
    /// `win`, `draw` or `loss`, if it is known.
    pub result: Option<String>,
    /// The pieces in its hand.
    pub hand: Vec<HandView>,
    /// Its scores.
    pub scores: Vec<SeatScore>,
}

/// Pieces of a kind in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatScore {
    /// What is counted.
    pub name: String,
    /// How much.
    pub value: i32,
}

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// A ply of a trace.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Traced {
    /// The ply.
    pub ply: PlyView,
    /// Why somebody might look for it.
    pub remarks: Vec<Remark>,
}

/// Why somebody might look for a ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Remark {
    /// Its action captured.
    Capture,
    /// A royal came into check.
    Check,
    /// A seat or an army changed its state or its master, or a result was settled.
    TurningPoint,
}

/// What a position threatens.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Threats {
    /// The squares that pieces attack. What protects its own side attacks too.
    pub attacks: Vec<Attacked>,
    /// The pinned pieces of the player to move.
    pub pins: Vec<Pinned>,
    /// What each seat may hope for, without looking ahead.
    pub prospects: Vec<Prospect>,
}

/// A square that pieces attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Attacked {
    /// The square.
    pub square: String,
    /// Where the pieces stand.
    pub by: Vec<String>,
}

/// A piece that shields a royal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pinned {
    /// Where it stands.
    pub square: String,
    /// Where the piece stands that would give check.
    pub by: String,
    /// Where the royal stands.
    pub royal: String,
}

/// What a seat may hope for.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Prospect {
    /// The seat.
    pub seat: String,
    /// The share of the game that its team may hope for, from 0 to 1.
    pub share: f64,
}
