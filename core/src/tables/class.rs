//! [`Class`] and [`PieceProfile`]: the movement of the pieces of one kind, facing and colour on a
//! board.

use crate::board::{SquareMap, SquareSet, Vector};
use crate::tables::{BySquare, EmptyBoardMoves, LameLeaps, PathStart, PlainHop, RideOnto, Rides};

/// The movement of the pieces of one kind and facing.
#[derive(Debug, Default)]
pub struct Class<const W: usize> {
    /// The leap tables: move or capture, move only, capture only, en passant.
    pub both: Option<u16>,
    pub quiet: Option<u16>,
    pub take: Option<u16>,
    pub ep: Option<u16>,
    /// The rides that move and capture.
    pub(crate) rides: Rides,
    /// The rides that only move, and the rides that only capture, if there are any.
    pub(crate) partial_rides: Option<Box<[Rides; 2]>>,
    /// The rays for moves and the rays for captures, a bit each.
    pub ray_moves: u64,
    pub ray_takes: u64,
    /// The empty-board moves of the class.
    pub empty_board: EmptyBoardMoves<W>,
    /// `true` if some of its leaps are jumps: of several steps, or between zones only.
    pub jumps: bool,
    /// The vectors of its other leaps: move or capture, move only, capture only.
    pub vectors: [Vec<Vector>; 3],
    /// The numbers of its paths.
    pub paths: Vec<u16>,
    /// By square, the numbers of paths with a clause that may begin there. Only paths whose moves
    /// do not contain a path number are listed. Leaps and rides with a clause are among them.
    pub(crate) cited: BySquare<u16>,
    /// The paths that are only lame leaps.
    pub(crate) lame_leaps: BySquare<LameLeaps<W>>,
    /// The paths that are only hops along a line.
    pub(crate) hops: BySquare<PlainHop>,
    /// The paths that are only rides to capture certain pieces.
    pub(crate) rides_onto: BySquare<RideOnto>,
    /// All other paths, by the squares where they may begin.
    pub(crate) other_paths: BySquare<PathStart>,
    /// The numbers of its paths that capture en passant.
    pub ep_paths: Vec<u16>,
    /// `true` if its pieces capture en passant and may be captured in this way.
    pub uses_en_passant: bool,
    /// `true` if any of its paths captures.
    pub complex: bool,
    /// For each start square, all squares where a path of the class can end or capture, for any
    /// arrangement of pieces; empty if no path captures.
    pub path_reach: SquareMap<SquareSet<W>, W>,
    /// `true` if attacks by its paths depend only on the occupied squares and on the attacked
    /// square.
    pub by_occupancy: bool,
}

/// The properties of one profile: kind, colour and facing.
#[derive(Debug, Default)]
pub struct PieceProfile<const W: usize> {
    pub class: u16,
    /// The marks that bind a piece to exclusive movements, a bit each, and the class of bound
    /// pieces.
    pub binding: u32,
    pub bound_class: u16,
    pub royal: bool,
    /// `true` if it captures along straight rays, and if it captures along others, bound or not.
    pub rider: [bool; 2],
    pub complex: bool,
    /// `true` if its kind has pawn shifts.
    pub pawn_shifts: bool,
    /// `true` if it may not capture all kinds.
    pub limited: bool,
    /// The squares it may enter, if any are restricted.
    pub enter: Option<SquareSet<W>>,
    /// The squares where it promotes on arrival.
    pub promotes: SquareSet<W>,
    /// The squares where it may promote without moving.
    pub promotes_in_place: SquareSet<W>,
    /// The squares from which a move may lead to a promotion.
    pub promotion_sources: SquareSet<W>,
    /// The most choices at a promotion. If the promotion is optional, no promotion counts as a
    /// choice.
    pub choices: u8,
    /// The squares with a tabulated arrival.
    pub arrives: SquareSet<W>,
    /// The squares where it becomes royal, or stops being the royal that it was.
    pub royalty_changing: SquareSet<W>,
}
