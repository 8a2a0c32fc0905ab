//! [`Class`] and [`PieceProfile`]: the movement of the pieces of one kind, facing and colour on a board.

use crate::board::{SquareMap, SquareSet, Vector};
use crate::tables::{BySquare, EmptyBoardMoves, LameLeaps, PathStart, PlainHop, RideOnto, Rides};

/// The movement of the pieces of one kind and facing.
#[derive(Debug, Default)]
pub struct Class<const W: usize> {
    /// Leap tables: move or capture, move only, capture only, en passant.
    pub both: Option<u16>,
    pub quiet: Option<u16>,
    pub take: Option<u16>,
    pub ep: Option<u16>,
    /// Rides that move and capture.
    pub(crate) rides: Rides,
    /// Rides that only move, and that only capture, if there are any.
    pub(crate) partial_rides: Option<Box<[Rides; 2]>>,
    /// The rays for moves and the rays for captures, a bit each.
    pub ray_moves: u64,
    pub ray_takes: u64,
    /// Its empty-board moves.
    pub empty_board: EmptyBoardMoves<W>,
    /// True if some of its leaps are jumps: of several steps, or between zones only.
    pub jumps: bool,
    /// The vectors of its other leaps: move or capture, move only, capture only.
    pub vectors: [Vec<Vector>; 3],
    /// The numbers of its paths.
    pub paths: Vec<u16>,
    /// The numbers of paths with a clause whose moves don't carry the path, where they may begin; leaps and rides with
    /// a clause are among them.
    pub(crate) cited: BySquare<u16>,
    /// Those that are no more than lame leaps.
    pub(crate) lame_leaps: BySquare<LameLeaps<W>>,
    /// Those that are no more than hops along a line.
    pub(crate) hops: BySquare<PlainHop>,
    /// Those that are no more than rides which capture certain pieces.
    pub(crate) rides_onto: BySquare<RideOnto>,
    /// All others, where they may begin.
    pub(crate) other_paths: BySquare<PathStart>,
    /// The numbers of its paths that capture en passant.
    pub ep_paths: Vec<u16>,
    /// True if its pieces capture and may be captured en passant.
    pub uses_en_passant: bool,
    /// True if any of its paths captures.
    pub complex: bool,
    /// For each square, every square where one of its paths can end or capture, whatever stands on the board; nothing
    /// if none captures.
    pub path_reach: SquareMap<SquareSet<W>, W>,
    /// True if attacks by its paths depend only on the occupied squares and on the attacked square.
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
    /// True if it captures along straight rays, and along others, bound or not.
    pub rider: [bool; 2],
    pub complex: bool,
    /// True if its kind has pawn shifts.
    pub pawn_shifts: bool,
    /// True if there are kinds that it may not capture.
    pub limited: bool,
    /// The squares it may enter, if any are restricted.
    pub enter: Option<SquareSet<W>>,
    /// The squares where it promotes on arriving.
    pub promotes: SquareSet<W>,
    /// The squares where it may promote without moving.
    pub promotes_in_place: SquareSet<W>,
    /// The squares from which a move may lead to a promotion.
    pub promotion_sources: SquareSet<W>,
    /// The most choices at a promotion, including none if it is optional.
    pub choices: u8,
    /// The squares with a tabulated arrival.
    pub arrives: SquareSet<W>,
    /// The squares where it becomes royal, or ceases to be the royal it was.
    pub royalty_changing: SquareSet<W>,
}
