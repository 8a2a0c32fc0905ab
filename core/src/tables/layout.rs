//! The tables that generation, legality and the turn machine look things up in. `compile` builds
//! them.
//!
//! Leaps become square sets and rides become rays, with mask and walls in them. Every other path is
//! kept as legs over step tables, and walked when needed. Attacks on a square are found from the
//! attackers' forward tables or from reversed tables, because walls and paths can make a leap
//! one-way.

use crate::board::{Facing, MAX_SEATS, Piece, Square, SquareMap, SquareSet};
use crate::rules::{Arrival, Demand, EventKind, Gates, Promotion, Protect, Relation};
use crate::tables::{
    BoardPath, ByArrival, Class, PawnShifts, PieceProfile, Rays, Rides, SimpleMover,
};

/// In `taking_rays`: the rays along which a piece captures depend on whether it is bound.
pub(crate) const ONE_OF_TWO: u64 = 1 << 63;

/// A castling move on this board.
#[derive(Debug)]
pub struct BoardCastling<const W: usize> {
    /// Its place in [`crate::rules::Spec::castling`].
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
    /// For each square, those that a blast there reaches; it is not one of them.
    pub zone: SquareMap<SquareSet<W>, W>,
    /// Whose pieces it removes, as seen from the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that it spares.
    pub spares: u32,
    /// Whether the capturing piece goes too.
    pub captor: bool,
}

#[derive(Debug)]
pub struct Tables<const W: usize> {
    /// All square numbers are below this.
    pub span: usize,
    pub seats: usize,
    /// By colour: the facing of its pieces at the start.
    pub facings: [Facing; MAX_SEATS],
    pub rays: Rays<W>,
    /// Pawn shifts, if a kind has them.
    pub pawn_shifts: Option<PawnShifts<W>>,
    pub leaps: Vec<SquareMap<SquareSet<W>, W>>,
    pub steps: Vec<SquareMap<Option<Square>, W>>,
    /// By the number of a step, for each square: the gates that stop it while they stand. Empty in a
    /// ruleset without gates.
    pub gates: Vec<SquareMap<Gates, W>>,
    pub paths: Vec<BoardPath<W>>,
    pub classes: Vec<Class<W>>,
    /// By profile number.
    pub profiles: Box<[PieceProfile<W>; Piece::PROFILES]>,
    /// By profile number.
    pub(crate) simple_movers: Box<[SimpleMover<W>; Piece::PROFILES]>,
    /// By profile number: the rays along which the piece captures, a bit each. For pieces that may
    /// be bound, those of both classes, and `ONE_OF_TWO`.
    pub taking_rays: Box<[u64; Piece::PROFILES]>,
    /// For each square, the squares from which any piece's leap may capture there.
    pub leap_sources: SquareMap<SquareSet<W>, W>,
    /// For each square, the squares from which a leap may capture en passant there.
    pub ep_sources: SquareMap<SquareSet<W>, W>,
    /// Whether any piece captures en passant by a path.
    pub ep_paths: bool,
    /// Whether some path makes a special kind of move.
    pub special_paths: bool,
    /// Whether any movement has a clause that has to be found from the move.
    pub cited: bool,
    /// By seat.
    pub(crate) castling: [Vec<BoardCastling<W>>; MAX_SEATS],
    /// Whether any piece captures by a path.
    pub complex: bool,
    /// Whether an attack by one may depend on more than which squares are occupied.
    pub attacks_by_more: bool,
    /// For each square, the squares from which such a path may reach it, whatever stands in
    /// between.
    pub path_sources: SquareMap<SquareSet<W>, W>,
    pub(crate) promotions: ByArrival<Promotion>,
    /// Whether any promotion sets a mark.
    pub promotion_marks: bool,
    /// Whether any piece may promote without moving.
    pub promotes_in_place: bool,
    pub(crate) arrivals: ByArrival<Arrival>,
    /// The kinds that not every kind may capture (a bit each).
    pub limited_victims: u32,
    /// Whether any piece may become a royal on arrival.
    pub royalty_changing: bool,
    /// For each square, the castling rights that end when a piece leaves it or is captured on it.
    pub castling_ends: SquareMap<u32, W>,
    pub all: SquareSet<W>,
    /// Numbers of handlers, by event.
    pub handlers: [Vec<u16>; EventKind::COUNT],
    /// Whether moves are judged one by one: by hooks about moves, or by what they repeat.
    pub per_move: bool,
    /// The possible rolls of the dice, with their weights.
    pub rolls: Vec<([u8; 2], u32)>,
    /// By seat: what its moves have to capture, if they have to.
    pub capture_duties: [Option<Demand>; MAX_SEATS],
    /// By seat: which occurrence of a position it may not bring about, if any.
    pub no_repeat: [Option<u8>; MAX_SEATS],
    /// What captures remove besides.
    pub blast: Option<BoardBlast<W>>,
    /// Numbers of handlers whose effects decide whether a move is legal.
    pub judged: Vec<u16>,
    /// Where captures are judged by more than the squares that they change: everywhere, or nowhere.
    pub judged_captures: SquareSet<W>,
    /// Where moves that capture nothing may have to be judged so.
    pub judged_moves: Option<SquareSet<W>>,
    /// Whether a piece may capture depends on whom and where.
    pub conditional_captures: bool,
    /// Whether who can check a royal depends on its square.
    pub local_threats: bool,
    /// The most pieces of any pairing with insufficient force.
    pub insufficient_most: u32,
    /// Whether attacks depend on counters, memories or hands.
    pub circumstantial: bool,
    /// Whether new checks have to be found after each ply.
    pub watch_checks: bool,
    /// Whether no rule asks about a move without promotion and side effects, except about the piece that it captures.
    pub simple_plies: bool,
    /// The kinds about whose moves no rule asks, captures, dice and new checks left aside (a bit each); none where every ply
    /// has other consequences.
    pub simple_kinds: u32,
    /// Whether nothing happens between two turns but the built-in draws, while nothing waits.
    pub simple_turns: bool,
    /// Whether a hook about the end of the game is asked after every ply.
    pub outcome_after_moves: bool,
    /// The ruleset's protection matrix, a row for each seat.
    pub protect: [[Protect; MAX_SEATS]; MAX_SEATS],
    pub team_of: [u8; MAX_SEATS],
    /// The kinds whose moves are progress, a bit each.
    pub progress: u32,
    /// Keys from which hashes of positions are mixed.
    pub hash_keys: SquareMap<u64, W>,
}

impl<const W: usize> Tables<W> {
    /// The squares from which some piece, but for those that move along paths, attacks a square if nothing stands between.
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

    /// The rays from one square to another along which a piece captures, a bit each.
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

    /// The squares that rides reach, up to and including the first pieces.
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

    /// A step of a step table.
    #[inline(always)]
    pub fn step(&self, table: u16, from: Square) -> Option<Square> {
        self.steps[table as usize][from]
    }
}

/// The numbers of the set bits.
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
