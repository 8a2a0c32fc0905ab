//! The tables used by move generation, legality and the turn machine. `compile` builds them.
//!
//! Leaps become square sets and rides become rays. Both take the mask and the walls into account.
//! Every other path is kept as legs over step tables, and walked when needed. Walls and paths can
//! make a leap one-way. Attacks on a square are therefore found with the attackers' tables or with
//! reversed tables, and not by moves that start on the attacked square.

use crate::board::{Facing, MAX_SEATS, Piece, Square, SquareMap, SquareSet};
use crate::rules::{Arrival, Demand, EventKind, Gates, Promotion, Protect, Relation};
use crate::tables::{
    BoardPath, ByArrival, Class, PawnShifts, PieceProfile, Rays, Rides, SimpleMover,
};

/// A flag in `taking_rays`: the rays along which a piece captures depend on whether it is bound.
pub(crate) const ONE_OF_TWO: u64 = 1 << 63;

/// A castling move on this board.
#[derive(Debug)]
pub struct BoardCastling<const W: usize> {
    /// The number of the move in [`crate::rules::Spec::castling`].
    pub number: u8,
    /// Squares that must be empty.
    pub empty: SquareSet<W>,
    /// Squares on which the king must not be attacked.
    pub safe: SquareSet<W>,
    /// The gates that must be open.
    pub gates: Gates,
}

/// A blast on this board.
#[derive(Debug)]
pub struct BoardBlast<const W: usize> {
    /// For each square, the squares that a blast there reaches, without the square itself.
    pub zone: SquareMap<SquareSet<W>, W>,
    /// The owners whose pieces it removes, relative to the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that it spares.
    pub spares: u32,
    /// `true` if the capturing piece is removed too.
    pub captor: bool,
}

#[derive(Debug)]
pub struct Tables<const W: usize> {
    /// All square numbers are below this.
    pub span: usize,
    pub seats: usize,
    /// By colour, the facing of its pieces at the start.
    pub facings: [Facing; MAX_SEATS],
    pub rays: Rays<W>,
    /// The pawn shifts, if a kind has them.
    pub pawn_shifts: Option<PawnShifts<W>>,
    pub leaps: Vec<SquareMap<SquareSet<W>, W>>,
    pub steps: Vec<SquareMap<Option<Square>, W>>,
    /// By number of a step, the gates that stop it on each square while they stand. Empty in a
    /// ruleset without gates.
    pub gates: Vec<SquareMap<Gates, W>>,
    pub paths: Vec<BoardPath<W>>,
    pub classes: Vec<Class<W>>,
    /// The profiles, by profile number.
    pub profiles: Box<[PieceProfile<W>; Piece::PROFILES]>,
    /// The simple movers, by profile number.
    pub(crate) simple_movers: Box<[SimpleMover<W>; Piece::PROFILES]>,
    /// By profile number, the rays along which the piece captures, a bit each. For pieces that may
    /// be bound, the rays of both classes and `ONE_OF_TWO`.
    pub taking_rays: Box<[u64; Piece::PROFILES]>,
    /// For each square, the squares from which any piece's leap may capture there.
    pub leap_sources: SquareMap<SquareSet<W>, W>,
    /// For each square, the squares from which a leap may capture en passant there.
    pub ep_sources: SquareMap<SquareSet<W>, W>,
    /// `true` if any piece captures en passant by a path.
    pub ep_paths: bool,
    /// `true` if some path makes a special kind of move.
    pub special_paths: bool,
    /// `true` if any movement has a clause that has to be found from the move.
    pub cited: bool,
    /// The castling moves, by seat.
    pub(crate) castling: [Vec<BoardCastling<W>>; MAX_SEATS],
    /// `true` if any piece captures by a path.
    pub complex: bool,
    /// `true` if an attack by a path may depend on more than the occupied squares.
    pub attacks_by_more: bool,
    /// For each square, the squares from which a capturing path may reach it, for any arrangement
    /// of pieces.
    pub path_sources: SquareMap<SquareSet<W>, W>,
    pub(crate) promotions: ByArrival<Promotion>,
    /// `true` if any promotion sets a mark.
    pub promotion_marks: bool,
    /// `true` if any piece may promote without moving.
    pub promotes_in_place: bool,
    pub(crate) arrivals: ByArrival<Arrival>,
    /// The kinds that not every kind may capture (a bit each).
    pub limited_victims: u32,
    /// `true` if any piece may become a royal on arrival.
    pub royalty_changing: bool,
    /// For each square, the castling rights that end when a piece leaves it or is captured on it.
    pub castling_ends: SquareMap<u32, W>,
    pub all: SquareSet<W>,
    /// The numbers of handlers, by event.
    pub handlers: [Vec<u16>; EventKind::COUNT],
    /// `true` if moves are judged one by one, either by hooks about moves or for repetition.
    pub per_move: bool,
    /// The possible rolls of the dice, with their weights.
    pub rolls: Vec<([u8; 2], u32)>,
    /// By seat, the captures that its moves have to make, if any.
    pub capture_duties: [Option<Demand>; MAX_SEATS],
    /// By seat, the number of occurrences of a position that the seat may not bring about, if any.
    pub no_repeat: [Option<u8>; MAX_SEATS],
    /// The additional pieces that captures remove.
    pub blast: Option<BoardBlast<W>>,
    /// The numbers of handlers whose effects decide whether a move is legal.
    pub judged: Vec<u16>,
    /// The squares where captures have to be judged by more than the squares that they change: all
    /// squares, or none.
    pub judged_captures: SquareSet<W>,
    /// The squares where moves without a capture may have to be judged by more than the squares
    /// that they change.
    pub judged_moves: Option<SquareSet<W>>,
    /// `true` if the right of a piece to capture depends on the captured kind or on the square.
    pub conditional_captures: bool,
    /// `true` if the pieces that can check a royal depend on its square.
    pub local_threats: bool,
    /// The most pieces of any pairing with insufficient force.
    pub insufficient_most: u32,
    /// `true` if attacks depend on counters, memories or hands.
    pub circumstantial: bool,
    /// `true` if new checks have to be found after each ply.
    pub watch_checks: bool,
    /// `true` if no rule refers to a move without promotion and side effects, except to its
    /// captured piece.
    pub simple_plies: bool,
    /// The kinds (a bit each) whose moves no rule refers to, apart from captures, dice and new
    /// checks. Zero if every ply has other consequences.
    pub simple_kinds: u32,
    /// `true` if only the built-in draws can happen between two turns, while no state waits to end.
    pub simple_turns: bool,
    /// `true` if a hook about the end of the game is called after every ply.
    pub outcome_after_moves: bool,
    /// The ruleset's protection matrix, a row for each seat.
    pub protect: [[Protect; MAX_SEATS]; MAX_SEATS],
    pub team_of: [u8; MAX_SEATS],
    /// The kinds whose moves are progress, a bit each.
    pub progress: u32,
    /// The keys from which hashes of positions are mixed.
    pub hash_keys: SquareMap<u64, W>,
}

impl<const W: usize> Tables<W> {
    /// Returns the squares from which some piece attacks a square if nothing stands between.
    /// Ignores pieces that move along paths.
    #[inline]
    pub fn attack_sources(&self, square: Square) -> SquareSet<W> {
        self.leap_sources[square] | self.rays.onto(square, &[self.all; 2])
    }

    #[inline(always)]
    pub fn profile(&self, piece: Piece) -> &PieceProfile<W> {
        &self.profiles[piece.profile()]
    }

    #[inline(always)]
    pub fn class(&self, piece: Piece) -> &Class<W> {
        let profile = &self.profiles[piece.profile()];
        let bound = profile.binding & piece.marks() != 0;
        &self.classes[if bound { profile.bound_class } else { profile.class } as usize]
    }

    /// Returns the rays from one square to another along which a piece captures, a bit each.
    #[inline(always)]
    pub fn taking(&self, piece: Piece, from: Square, to: Square) -> u64 {
        let takes = self.taking_rays[piece.profile()];
        let rays = takes & self.rays.leading(from, to);
        if rays == 0 || takes & ONE_OF_TWO == 0 { rays } else { rays & self.class(piece).ray_takes }
    }

    #[inline(always)]
    pub fn leap(&self, table: u16, from: Square) -> SquareSet<W> {
        self.leaps[table as usize][from]
    }

    /// Returns the squares that rides reach, up to and including the first piece on each.
    #[inline(always)]
    pub(crate) fn ridden(
        &self,
        rides: &Rides,
        from: Square,
        occupied: &SquareSet<W>,
    ) -> SquareSet<W> {
        let mut to = SquareSet::EMPTY;
        for &line in &rides.lines {
            to |= self.rays.line(line, from, occupied);
        }
        for &ray in &rides.single {
            to |= self.rays.ride(ray, from, occupied);
        }
        to
    }

    /// Returns the target of a step in a step table.
    #[inline(always)]
    pub fn step(&self, table: u16, from: Square) -> Option<Square> {
        self.steps[table as usize][from]
    }
}

/// Returns the numbers of the set bits.
#[inline(always)]
pub fn bits(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            bit
        })
    })
}
