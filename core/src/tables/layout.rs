//! A ruleset compiled for one width of square sets: what generation, legality and the turn
//! machine look things up in. Built once (by `compile`), never changed.
//!
//! Plain steps and leaps become sets, plain rides become rays (with mask and walls in them);
//! every other path is kept as legs over step tables and path_move when it is needed. What pieces
//! attack is found from the attacker, or from tables that were reversed from the forward ones,
//! because walls and paths can make a leap one-way.

use std::collections::HashMap;

use crate::board::{MAX_SEATS, Piece, Square, SquareMap, SquareSet, Vector};
use crate::rules::{Arrival, ClauseId, Condition, End, EventKind, Path, Place, Promotion, Protect};
use crate::tables::{EmptyBoardMoves, PawnShifts, Rays, SimpleMover};

/// Among rays: which of them a piece captures along depends on whether it is bound.
pub(crate) const ONE_OF_TWO: u64 = 1 << 63;

/// A class's use of a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayUse {
    pub ray: u8,
    pub quiet: bool,
    pub take: bool,
}

/// How a path's leg goes on this board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardLeg {
    pub steps: u16,
    pub min: u8,
    pub max: u8,
    pub end: End,
}

/// A path that is more than a leap or a ride.
#[derive(Debug)]
pub(crate) struct BoardPath<const W: usize> {
    pub legs: Vec<BoardLeg>,
    pub path: Path,
    /// Start squares, for a path from there only; by colour.
    pub initial: Option<[SquareSet<W>; MAX_SEATS]>,
    /// `i` by the moved mark instead.
    pub unmoved: bool,
    pub from: Option<SquareSet<W>>,
    pub to: Option<SquareSet<W>>,
    /// Step table of the first leg's smallest step, for conditions on squares ahead or passed.
    pub unit: (u16, u8),
    /// For a quiet path of a fixed number of steps, from each square: the squares that must be
    /// empty, and the last of them. Such a path need not be path_move.
    pub fixed: Option<SquareMap<Option<(SquareSet<W>, Square)>>>,
    /// Two steps after which a piece may be captured en passant.
    pub double: bool,
    /// Has consequences that need their own kind of move.
    pub special: bool,
}

/// A castling move as this board sees it.
#[derive(Debug)]
pub(crate) struct BoardCastling<const W: usize> {
    /// Its place in [`crate::rules::Spec::castling`].
    pub number: u8,
    /// Squares that must be empty.
    pub empty: SquareSet<W>,
    /// Squares on which the king must not be attacked.
    pub safe: SquareSet<W>,
}

/// How pieces of one kind and facing go.
#[derive(Debug, Default)]
pub(crate) struct Class<const W: usize> {
    /// Leap tables: move or capture, move only, capture only, en passant.
    pub both: Option<u16>,
    pub quiet: Option<u16>,
    pub take: Option<u16>,
    pub ep: Option<u16>,
    /// Rays on which it moves and captures: lines of two opposite ones, and the others.
    pub lines: Vec<u8>,
    pub rides: Vec<u8>,
    /// Rays on which it does only one of the two.
    pub partial: Vec<RayUse>,
    /// Rays on which it moves and on which it captures, a bit each.
    pub ray_moves: u64,
    pub ray_takes: u64,
    /// What it would have on an empty board.
    pub empty_board: EmptyBoardMoves<W>,
    /// The vectors of its leaps: move or capture, move only, capture only.
    pub vectors: [Vec<Vector>; 3],
    /// Numbers of board paths.
    pub paths: Vec<u16>,
    /// Those of them that capture en passant.
    pub ep_paths: Vec<u16>,
    /// May capture, and be captured, en passant.
    pub passable: bool,
    /// Some path captures.
    pub complex: bool,
}

/// What holds for one kind, colour and facing.
#[derive(Debug, Default)]
pub(crate) struct PieceProfile<const W: usize> {
    pub class: u16,
    /// Marks that bind a piece to exclusive movements, a bit each, and its class then.
    pub binding: u8,
    pub bound_class: u16,
    pub royal: bool,
    /// Captures along straight rays, and along others, bound or not.
    pub rider: [bool; 2],
    pub complex: bool,
    /// Steps together with others.
    pub pawn_shifts: bool,
    /// Squares it may enter, where some are barred.
    pub enter: Option<SquareSet<W>>,
    /// Squares where it promotes.
    pub promotes: SquareSet<W>,
    /// Squares from which some way may lead to one of them.
    pub promotion_sources: SquareSet<W>,
    /// How many moves such a way may come to: the kinds to choose from.
    pub choices: u8,
    /// Squares where something happens to it.
    pub arrives: SquareSet<W>,
    /// Squares where it may become a royal, or no longer be the one it was.
    pub royalty_changing: SquareSet<W>,
}

#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    /// Every square's number is below that.
    pub span: usize,
    pub seats: usize,
    pub rays: Rays<W>,
    /// The pieces that step together.
    pub pawn_shifts: Option<PawnShifts<W>>,
    pub leaps: Vec<SquareMap<SquareSet<W>>>,
    pub steps: Vec<SquareMap<Option<Square>>>,
    pub paths: Vec<BoardPath<W>>,
    pub classes: Vec<Class<W>>,
    /// By profile number.
    pub profiles: Box<[PieceProfile<W>; Piece::PROFILES]>,
    /// The same.
    pub simple_movers: Box<[SimpleMover<W>; Piece::PROFILES]>,
    /// The same: the rays along which such a piece captures, a bit each. For pieces who may be bound, those
    /// of both their classes, and [`ONE_OF_TWO`].
    pub taking_rays: Box<[u64; Piece::PROFILES]>,
    /// To a square: from where any piece's leap may capture there.
    pub leap_sources: SquareMap<SquareSet<W>>,
    /// The same for captures en passant.
    pub ep_sources: SquareMap<SquareSet<W>>,
    /// Some piece captures en passant by a path that is more than a leap.
    pub ep_paths: bool,
    /// Castling moves by seat.
    pub castling: [Vec<BoardCastling<W>>; MAX_SEATS],
    /// Some piece captures by a path that is more than a leap or ride.
    pub complex: bool,
    /// To a square: from where such a path may come, whatever stands on its way.
    pub path_sources: SquareMap<SquareSet<W>>,
    pub promotions: HashMap<(u16, u8), Promotion>,
    pub arrivals: HashMap<(u16, u8), Arrival>,
    pub limited_captures: bool,
    /// Some piece may become a royal by arriving somewhere.
    pub royalty_changing: bool,
    /// Some piece may not enter some square.
    pub restricted_squares: bool,
    /// Castling rights that end when a square is left or captured on.
    pub castling_ends: SquareMap<u32>,
    pub all: SquareSet<W>,
    /// Handlers by event.
    pub handlers: [Vec<u16>; EventKind::COUNT],
    /// Hooks are asked about moves as they are generated.
    pub per_move: bool,
    /// The most pieces of any pairing that nobody can win.
    pub insufficient_most: u32,
    /// Whether new checks must be looked for after each ply.
    pub watch_checks: bool,
    /// Own royals only, one seat's row of `protect` after another.
    pub protect: [[Protect; MAX_SEATS]; MAX_SEATS],
    pub team_of: [u8; MAX_SEATS],
    /// Kinds whose moves are progress.
    pub progress: u32,
    /// What a piece on a square adds to the hash of all pieces is mixed from these.
    pub hash_keys: SquareMap<u64>,
}

/// What a clause-bearing declared movement counts.
impl<const W: usize> BoardPath<W> {
    pub fn clause(&self) -> Option<ClauseId> {
        self.path.clause
    }

    /// Every square it may come to or over, whatever stands where.
    pub fn reach(&self, steps: &[SquareMap<Option<Square>>], from: Square) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        let mut ends = SquareSet::<W>::of(from);
        for leg in &self.legs {
            let table = &steps[usize::from(leg.steps)];
            let mut next = SquareSet::EMPTY;
            for start in ends {
                let mut at = start;
                for count in 1..=leg.max {
                    let Some(to) = table[at] else { break };
                    at = to;
                    all.insert(at);
                    if count >= leg.min {
                        next.insert(at);
                    }
                }
            }
            ends = next;
        }
        all
    }

    /// Two quiet steps with nothing else to say of them, after which a piece may be captured en passant.
    pub fn is_bare_double(&self) -> bool {
        self.double
            && self.fixed.is_some()
            && self.path.is_plain()
            && !self.special
            && !self.unmoved
    }
}

impl<const W: usize> Tables<W> {
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

    /// The rays that lead from a square to another along which a piece captures, a bit each.
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

    /// What a class's rides that move and capture reach, up to and including the first pieces.
    #[inline(always)]
    pub fn ridden(&self, class: &Class<W>, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let mut to = SquareSet::EMPTY;
        for &line in &class.lines {
            to |= self.rays.line(line, from, occupied);
        }
        for &ray in &class.rides {
            to |= self.rays.ride(ray, from, occupied);
        }
        to
    }

    /// One step of a step table.
    #[inline(always)]
    pub fn step(&self, table: u16, from: Square) -> Option<Square> {
        self.steps[table as usize][from]
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(crate) fn bits(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            bit
        })
    })
}

impl Condition {
    /// The squares a condition is about, as numbers of smallest steps from the start; none for
    /// the arrival square.
    pub(crate) fn steps(&self, total: u8) -> std::ops::Range<u8> {
        match self.place {
            Place::Ahead => 1..2,
            Place::Over => 1..total,
            Place::Onto => 0..0,
        }
    }
}
