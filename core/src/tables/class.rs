//! [`Class`] and [`PieceProfile`]: the movement of the pieces of one kind, facing and colour on a
//! board.

use crate::board::{SquareMap, SquareSet, Vector};
use crate::tables::{BySquare, EmptyBoardMoves, LameLeaps, PathStart, PlainHop, RideOnto, Rides};

/// The movement of the pieces of one kind and facing.
#[derive(Debug, Default)]
pub struct Class<const W: usize> {
    /// The number of the leap table for leaps that move and capture. The next three fields are for
    /// leaps that only move, for leaps that only capture, and for leaps that capture en passant.
    pub both: Option<u16>,
    pub quiet: Option<u16>,
    pub take: Option<u16>,
    pub ep: Option<u16>,
    /// The rides that move and capture.
    pub(crate) rides: Rides,
    /// A pair: the rides that only move, and the rides that only capture. `None` if the class has
    /// no such rides.
    pub(crate) partial_rides: Option<Box<[Rides; 2]>>,
    /// The rays for moves (a bit each). `ray_takes` has the rays for captures.
    pub ray_moves: u64,
    pub ray_takes: u64,
    /// The empty-board moves of the class.
    pub empty_board: EmptyBoardMoves<W>,
    /// `true` if some leaps of the class are jumps. A jump has several steps, or is limited to
    /// zones.
    pub jumps: bool,
    /// The vectors of the class's leaps that are not jumps, in three lists: leaps that move and
    /// capture, leaps that only move, and leaps that only capture.
    pub vectors: [Vec<Vector>; 3],
    /// The numbers of the class's paths.
    pub paths: Vec<u16>,
    /// For each square, the numbers of the paths that have a clause and may begin on this square.
    /// Paths whose moves contain a path number are left out. Leaps and rides with a clause are
    /// included.
    pub(crate) cited: BySquare<u16>,
    /// The paths that are only lame leaps.
    pub(crate) lame_leaps: BySquare<LameLeaps<W>>,
    /// The paths that are only hops along a line.
    pub(crate) hops: BySquare<PlainHop>,
    /// The paths that are only rides, and that only capture certain pieces.
    pub(crate) rides_onto: BySquare<RideOnto>,
    /// The paths that are not in `lame_leaps`, `hops` or `rides_onto`, by the squares where they
    /// may begin.
    pub(crate) other_paths: BySquare<PathStart>,
    /// The numbers of the class's paths that capture en passant.
    pub ep_paths: Vec<u16>,
    /// `true` if pieces of the class capture en passant. They may then also be captured en passant.
    pub uses_en_passant: bool,
    /// `true` if at least one path of the class captures.
    pub complex: bool,
    /// For each start square, all squares where some path of the class ends or captures in at least
    /// one arrangement of the other pieces. Empty if no path captures.
    pub path_reach: SquareMap<SquareSet<W>, W>,
    /// `true` if attacks by the class's paths depend only on the occupied squares and on the
    /// attacked square.
    pub by_occupancy: bool,
}

/// The properties of one profile: kind, colour and facing.
#[derive(Debug, Default)]
pub struct PieceProfile<const W: usize> {
    pub class: u16,
    /// The marks (a bit each) that bind a piece to exclusive movements. `bound_class` is the class
    /// of bound pieces.
    pub binding: u32,
    pub bound_class: u16,
    pub royal: bool,
    /// Two flags. The first is `true` if the piece captures along some straight rays. The second is
    /// `true` if the piece captures along some other rays. Both flags include rays that only free
    /// pieces have and rays that only bound pieces have.
    pub rider: [bool; 2],
    pub complex: bool,
    /// `true` if the kind of the profile has pawn shifts.
    pub pawn_shifts: bool,
    /// `true` if there are kinds that the piece may not capture.
    pub limited: bool,
    /// The squares that the piece may enter; `None` for all squares.
    pub enter: Option<SquareSet<W>>,
    /// The squares where the piece promotes on arrival.
    pub promotes: SquareSet<W>,
    /// The squares where the piece may promote without moving.
    pub promotes_in_place: SquareSet<W>,
    /// The squares from which a move may lead to a promotion.
    pub promotion_sources: SquareSet<W>,
    /// The maximum number of choices at a promotion. If the player may decline the promotion, this
    /// counts as a choice.
    pub choices: u8,
    /// The squares with a tabulated arrival.
    pub arrives: SquareSet<W>,
    /// The squares on which the piece becomes royal or stops being royal.
    pub royalty_changing: SquareSet<W>,
}
