//! Rulesets, boards and lessons in answers.

use quadrille_dsl::text::Sentence;
use serde::Serialize;

#[cfg(doc)]
use super::RulesKey;
use super::{Finding, GameView, PieceView, WhyNot};

/// A ruleset in the timeline.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Card {
    /// The id of the ruleset.
    pub id: String,
    /// The title of the ruleset.
    pub title: String,
    /// The year. Negative years are BC.
    #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
    pub year: Option<i64>,
    /// `true` if the year is approximate.
    pub about: bool,
    /// The inventor.
    pub inventor: Option<String>,
    /// The place where the game was invented.
    pub place: Option<String>,
    /// The games from which this game was derived: ids of rulesets, or names.
    pub parents: Vec<String>,
    /// The differences from the parents of the game. If a preset is active, this is the preset's
    /// text, or `None` if it has none.
    pub changes: Option<String>,
    /// A summary in a sentence or two. If a preset is active, this is the preset's summary, or
    /// `None` if it has none.
    pub summary: Option<String>,
    /// The summary of the ruleset without the preset, if the preset has none.
    pub base_summary: Option<String>,
    /// The number of seats.
    pub seats: usize,
    /// `true` if seats are partners.
    pub teams: bool,
    /// `true` if dice are rolled.
    pub dice: bool,
    /// `true` if a rule or a part of the setup is reconstructed.
    pub reconstructed: bool,
    /// The number of lessons.
    pub lessons: usize,
    /// The board.
    pub board: BoardView,
    /// The seats, with the colours of their armies.
    pub armies: Vec<SeatView>,
    /// The pieces at the start.
    pub pieces: Vec<PieceView>,
}

/// A board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoardView {
    /// The number of files of the bounding box.
    pub files: u8,
    /// The number of ranks of the bounding box.
    pub ranks: u8,
    /// The squares.
    pub squares: Vec<SquareView>,
    /// The walls.
    pub walls: Vec<WallView>,
    /// The edges where the board continues at its opposite side.
    pub joined: Vec<EdgeView>,
    /// The edges that can be crossed in one direction only.
    pub one_way: Vec<EdgeView>,
    /// The portals. Each portal is a ring of squares, given as file and rank from 0. Each square
    /// leads to the next, and the last one leads to the first.
    pub portals: Vec<Vec<[u8; 2]>>,
    /// The lines drawn on the board. Each is given as the file and rank (from 0) of its first cell
    /// and of its last cell. The line crosses both cells.
    pub lines: Vec<[u8; 4]>,
    /// The zones that a drawing marks.
    pub zones: Vec<ZoneView>,
    /// Features that a drawing can show only by signs, in English: fog, joined sides, one-way
    /// edges.
    pub notes: Vec<String>,
    /// The notes as sentences.
    pub note_sentences: Vec<Sentence>,
    /// The neutral pieces, if there are any.
    pub neutral: Option<NeutralView>,
}

/// A group of zones with the same number in drawings: one zone, or the corresponding zones of
/// several seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ZoneView {
    /// The label of the group in English, such as `hill` or `each seat's rear`.
    pub label: String,
    /// The label as a sentence.
    pub sentence: Sentence,
    /// The zones.
    pub parts: Vec<ZonePartView>,
}

/// A zone as it is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ZonePartView {
    /// The seat of the zone, or `None` for a zone that is alone in its group.
    pub seat: Option<String>,
    /// The colour of the zone, as `#rrggbb`.
    pub colour: String,
    /// The squares of the zone.
    pub squares: Vec<String>,
    /// The distance of the outline from the edges of the zone's squares, as a number of steps.
    /// Zones that meet have different distances.
    pub inset: usize,
}

/// The neutral pieces, which belong to no seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NeutralView {
    /// The name of their colour.
    pub name: String,
    /// Their colour, as `#rrggbb`.
    pub colour: String,
}

/// A square.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SquareView {
    /// The name of the square.
    pub name: String,
    /// The file, from 0 at the left.
    pub file: u8,
    /// The rank, from 0 at the bottom.
    pub rank: u8,
    /// `true` for a light square. `None` on a board without square colours.
    pub light: Option<bool>,
}

/// A wall: it starts at the lower left corner of a cell and has the length of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WallView {
    /// The file of the corner.
    pub file: u8,
    /// The rank of the corner.
    pub rank: u8,
    /// `true` if the wall goes up from the corner, and `false` if it goes right.
    pub upright: bool,
}

/// An edge of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EdgeView {
    /// The file of the square.
    pub file: u8,
    /// The rank of the square.
    pub rank: u8,
    /// The side of the square on which the edge lies: `north`, `east`, `south` or `west`. A piece
    /// on the square crosses the edge in this direction.
    pub side: &'static str,
}

/// A seat of the rules.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatView {
    /// The name of the seat.
    pub name: String,
    /// The letter of the seat in positions and pictures.
    pub key: char,
    /// The colour of the seat's pieces, as `#rrggbb`.
    pub colour: String,
    /// The name of the seat's team.
    pub team: String,
    /// The partners of the seat.
    pub partners: Vec<String>,
    /// The direction that the pieces of the seat face at the start: `north`, `east`, `south` or
    /// `west`. The player sits behind the pieces.
    pub facing: String,
}

/// A ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesetView {
    /// The players that share their sight in fog. With `seat`, each seat sees alone. With `team`,
    /// the seats of a team share their sight. `None` without fog.
    pub fog: Option<&'static str>,
    /// The players that know the hidden kind of a piece: its `seat`, its `team` or `none`. `None`
    /// if no kinds are hidden.
    pub hidden_kinds: Option<&'static str>,
    /// `true` if check means something for at least one seat. If not, kings can be captured like
    /// other pieces.
    pub heeds_check: bool,
    /// `true` if players answer questions in secret.
    pub secrets: bool,
    /// The entry in the timeline.
    pub card: Card,
    /// The active preset.
    pub preset: Option<String>,
    /// The order of turns.
    pub order: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<KindView>,
    /// The clauses.
    pub clauses: Vec<ClauseView>,
    /// The reconstructed parts of the setup, in words.
    pub reconstructed: Vec<String>,
    /// The presets.
    pub presets: Vec<PresetView>,
    /// The tunables.
    pub tunables: Vec<TunableView>,
    /// The sources.
    pub sources: Vec<SourceView>,
    /// The lessons in order.
    pub lessons: Vec<LessonTitle>,
    /// The hash of everything that affects play.
    pub hash: String,
    /// Warnings about valid but probably unintended parts.
    pub warnings: Vec<Finding>,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct KindView {
    /// The name of the kind.
    pub name: String,
    /// The symbol of the kind.
    pub symbol: String,
    /// The letter of the kind.
    pub letter: char,
    /// `true` if the kind is royal.
    pub royal: bool,
    /// A description of the kind's movement.
    pub moves: String,
    /// The armies that have this kind.
    pub armies: Vec<String>,
}

/// A clause.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClauseView {
    /// The id of the clause, such as `V11`.
    pub id: String,
    /// The text of the clause.
    pub text: String,
    /// The source of the clause, as a citation.
    pub source: Option<String>,
    /// `true` if the source is lost and the clause is reconstructed.
    pub reconstructed: bool,
    /// `true` if the sources are silent and this ruleset decided the clause.
    pub decided: bool,
    /// The indices of the lessons that show the clause.
    pub lessons: Vec<usize>,
}

/// A preset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PresetView {
    /// The name of the preset.
    pub name: String,
    /// A one-line description of the changes that the preset makes.
    pub about: String,
}

/// A tunable.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TunableView {
    /// The key `script.NAME`, as in [`RulesKey::set`].
    pub key: String,
    /// A description of the tunable.
    pub about: String,
    /// The present value.
    pub value: String,
    /// The default value.
    pub default: String,
    /// The possible values. Empty if they are not listed.
    pub one_of: Vec<String>,
}

/// A source.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceView {
    /// The key of the source.
    pub key: String,
    /// The citation.
    pub cite: String,
}

/// A lesson in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LessonTitle {
    /// The id of the lesson, if it has one.
    pub id: Option<String>,
    /// The clauses that the lesson shows.
    pub clauses: Vec<String>,
    /// A description of the lesson.
    pub says: String,
    /// The preset of the lesson.
    pub preset: Option<String>,
    /// The tunables that the lesson sets.
    pub set: Vec<(String, String)>,
    /// The reason why no position can show the clauses.
    pub unplayable: Option<String>,
    /// The number of actions that are played.
    pub actions: usize,
}

/// A lesson that was opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LessonView {
    /// The entry in the list.
    pub title: LessonTitle,
    /// A game at the lesson's position. You can play the lesson's actions or other actions.
    pub game: GameView,
    /// The actions of the lesson.
    pub actions: Vec<String>,
    /// The conditions that must hold after the actions of the lesson.
    pub expects: Vec<Expects>,
}

/// A condition that a lesson expects at its end.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Expects {
    /// The key of the condition in the lesson, such as `illegal`.
    pub key: String,
    /// The value of the condition.
    pub value: String,
    /// `true` if the condition holds.
    pub holds: bool,
    /// For the condition `illegal`, the actions that it names and the reasons why they are illegal.
    /// Empty for other conditions.
    pub reasons: Vec<RefusedAction>,
}

/// An illegal action and its reason.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RefusedAction {
    /// The action.
    pub action: String,
    /// The reason why it is not legal.
    pub why: WhyNot,
}

/// The squares that a piece can reach on an empty board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reach {
    /// The piece and its square.
    pub piece: PieceView,
    /// The squares.
    pub squares: Vec<ReachedSquare>,
}

/// A square that a piece can reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReachedSquare {
    /// The square.
    pub square: String,
    /// The use of the square for the piece: `moves`, `captures` or `both`. `assisted` means that
    /// the piece can move there only with the help of other pieces.
    pub how: String,
}
