//! Rulesets, boards and lessons in answers.

use serde::Serialize;

#[cfg(doc)]
use super::RulesKey;
use super::{Finding, GameView, PieceView, WhyNot};

/// A ruleset in the timeline.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
    /// What sets it apart; with a preset, only if the preset states it.
    pub changes: Option<String>,
    /// What it is, in a sentence or two; with a preset, only if the preset states it.
    pub summary: Option<String>,
    /// What it is without the preset in force, if that preset has no summary.
    pub base_summary: Option<String>,
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BoardView {
    /// Files of the bounding box.
    pub files: u8,
    /// Ranks of the bounding box.
    pub ranks: u8,
    /// The squares.
    pub squares: Vec<SquareView>,
    /// The walls.
    pub walls: Vec<WallView>,
    /// The edges behind which the board goes on at its opposite side.
    pub joined: Vec<EdgeView>,
    /// The edges that are crossed one way only.
    pub one_way: Vec<EdgeView>,
    /// The squares that lead to each other: file and rank (from 0) of each, the last leading to the first.
    pub portals: Vec<Vec<[u8; 2]>>,
    /// Lines drawn on it: file and rank (from 0) of the cells at both ends, crossing both.
    pub lines: Vec<[u8; 4]>,
    /// The zones that tell players something, if they are few enough to be told apart; those that mean the same for each
    /// seat together.
    pub zones: Vec<ZoneView>,
    /// What a drawing shows at most by signs, in words: fog, sides that are joined, edges that are crossed one way.
    pub notes: Vec<String>,
    /// The pieces that belong to no seat, if there are any.
    pub neutral: Option<NeutralView>,
}

/// Zones that are marked with the same number: one, or those of several seats.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ZoneView {
    /// What it is called, such as `hill` or `each seat's rear`.
    pub label: String,
    /// The zones.
    pub parts: Vec<ZonePartView>,
}

/// A zone as it is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ZonePartView {
    /// The seat that it is for; of a zone that is alone in its group, nothing.
    pub seat: Option<String>,
    /// What it is drawn in, as `#rrggbb`.
    pub colour: String,
    /// Its squares.
    pub squares: Vec<String>,
    /// How far its outline stands from the edges of its squares: zones that meet have different ones, from 0.
    pub inset: usize,
}

/// The pieces that belong to no seat.
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WallView {
    /// The corner's file.
    pub file: u8,
    /// The corner's rank.
    pub rank: u8,
    /// It goes up from there; otherwise to the right.
    pub upright: bool,
}

/// An edge of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EdgeView {
    /// The square's file.
    pub file: u8,
    /// The square's rank.
    pub rank: u8,
    /// The side on which the edge lies, and the direction in which it is crossed: `north`, `east`, `south` or `west`.
    pub side: &'static str,
}

/// A seat, as the rules have it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// A ruleset.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesetView {
    /// By whose pieces a seat sees in fog: `seat` or `team`; none without fog.
    pub fog: Option<&'static str>,
    /// Whether check means anything: otherwise kings, if there are any, are captured like other pieces.
    pub heeds_check: bool,
    /// Whether players answer questions in secret.
    pub secrets: bool,
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PresetView {
    /// Its name.
    pub name: String,
    /// What it changes, in a line.
    pub about: String,
}

/// A tunable.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SourceView {
    /// Its key.
    pub key: String,
    /// The citation.
    pub cite: String,
}

/// A lesson in a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Expects {
    /// Its key in the lesson, such as `illegal`.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Whether it holds.
    pub holds: bool,
    /// For actions that must not be legal: each with the reason.
    pub reasons: Vec<RefusedAction>,
}

/// An action that is not legal, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RefusedAction {
    /// The action.
    pub action: String,
    /// Why it is not legal.
    pub why: WhyNot,
}

/// Where a piece could go on an empty board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reach {
    /// The piece, where it stands.
    pub piece: PieceView,
    /// The squares.
    pub squares: Vec<ReachedSquare>,
}

/// A square that a piece could go to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReachedSquare {
    /// The square.
    pub square: String,
    /// What it may do there: `moves`, `captures`, `both` or `assisted` (if other pieces help).
    pub how: String,
}
