//! The tables that generation, legality and the turn machine look things up in. `compile` builds
//! them.
//!
//! Leaps become square sets and rides become rays, with mask and walls in them. Every other path is
//! kept as legs over step tables, and walked when needed. Attacks on a square are found from the
//! attackers' forward tables or from reversed tables, because walls and paths can make a leap
//! one-way.

use crate::board::{Facing, MAX_SEATS, Piece, Square, SquareMap, SquareSet, Vector};
use crate::rules::{
    Arrival, Condition, ConditionSquare, Demand, End, EventKind, Gates, Path, Promotion, Protect,
    Relation, Take,
};
use crate::tables::{ByArrival, BySquare, EmptyBoardMoves, PawnShifts, Rays, SimpleMover};

/// In `taking_rays`: the rays along which a piece captures depend on whether it is bound.
pub(crate) const ONE_OF_TWO: u64 = 1 << 63;

/// Rides of a class that serve one purpose: lines of two opposite rays, and single rays.
#[derive(Debug, Default)]
pub struct Rides {
    pub lines: Vec<u8>,
    pub single: Vec<u8>,
}

impl Rides {
    /// Whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.single.is_empty()
    }
}

/// A leg of a path on this board.
#[derive(Clone, Copy, Debug)]
pub struct BoardLeg {
    pub steps: u16,
    pub min: u8,
    pub max: u8,
    pub end: End,
    /// Whether a gate may stop its steps.
    pub gated: bool,
}

/// A way from one square to another.
#[derive(Clone, Copy, Debug)]
pub struct Way<const W: usize> {
    /// The squares that must be empty, and those on which a piece must stand. Where it leads is neither.
    pub empty: SquareSet<W>,
    pub hurdles: SquareSet<W>,
    pub to: Square,
}

impl<const W: usize> Way<W> {
    /// Where something stands that has to go, and where something is missing.
    #[inline(always)]
    pub fn obstacles(&self, occupied: &SquareSet<W>) -> (SquareSet<W>, SquareSet<W>) {
        (self.empty & *occupied, self.hurdles - *occupied)
    }

    /// Whether it can be gone.
    #[inline(always)]
    pub fn is_open(&self, occupied: &SquareSet<W>) -> bool {
        let (full, missing) = self.obstacles(occupied);
        full.is_empty() && missing.is_empty()
    }
}

/// Lame leaps from one square that are open at the same time, which every piece of a class may use, and which end in
/// plain moves.
#[derive(Clone, Copy, Debug)]
pub struct LameLeaps<const W: usize> {
    /// The way of one of them, which says what has to be empty for all, and where pieces have to stand.
    pub way: Way<W>,
    /// Where they end on empty squares, and where they capture.
    pub quiet: SquareSet<W>,
    pub take: SquareSet<W>,
}

/// The rays of a hop along a line, by their numbers.
#[derive(Clone, Copy, Debug)]
pub struct Hop {
    /// To the hurdle.
    pub before: u8,
    /// From the hurdle on.
    pub after: u8,
    /// Both together.
    pub whole: u8,
}

/// A hop from one square that every piece of a class may use, which ends in a plain move.
#[derive(Clone, Copy, Debug)]
pub struct PlainHop {
    pub hop: Hop,
    /// Whether it may pass over empty squares behind the hurdle, to end on any of them.
    pub far: bool,
    /// The kinds over which it leads, and those that it captures (a bit each).
    pub over: u32,
    pub onto: u32,
    pub quiet: bool,
}

/// A ride from one square that captures certain pieces and does nothing else, which every piece of a class may use.
#[derive(Clone, Copy, Debug)]
pub struct RideOnto {
    pub ray: u8,
    /// The path that it is, which says what it captures.
    pub path: u16,
}

/// A path that may begin on a square, and what can be told at once of the pieces that may use it.
#[derive(Clone, Copy, Debug)]
pub struct PathStart {
    pub number: u16,
    /// Their colours (a bit each).
    pub colours: u8,
    /// The marks of which they bear one (a bit each), or 0.
    pub marks: u32,
}

impl PathStart {
    /// Whether a piece may be one of them.
    #[inline(always)]
    pub fn suits(&self, piece: Piece) -> bool {
        self.colours & piece.colour().bit() != 0
            && (self.marks == 0 || self.marks & piece.marks() != 0)
    }
}

/// How a path goes over the board.
#[derive(Debug)]
pub enum Course<const W: usize> {
    /// Legs of fixed lengths: from each square one way, or none where the board ends, or the path may not begin or end.
    Fixed(SquareMap<Option<Way<W>>, W>),
    /// Along a ray, as far as it is empty, to each square on the way.
    Ride(u8),
    /// Over the first piece on a line, and on along that line.
    Hop(Hop),
    /// Any other: it is walked leg by leg.
    Walked,
}

/// A path that is more than a leap or a ride.
#[derive(Debug)]
pub struct BoardPath<const W: usize> {
    pub legs: Vec<BoardLeg>,
    pub path: Path,
    /// By colour, the squares from which an initial path starts, if it is one.
    pub initial: Option<[SquareSet<W>; MAX_SEATS]>,
    /// An initial path for pieces without the moved mark.
    pub unmoved: bool,
    pub from: Option<SquareSet<W>>,
    pub to: Option<SquareSet<W>>,
    /// Only through a gate: where none is passed, leaps and rays lead.
    pub through_gate: bool,
    /// The step table of the first leg's smallest step, and the number of these steps, for
    /// conditions on squares ahead or passed over. A hop passes over its hurdles only: 0.
    pub unit: (u16, u8),
    /// How it goes over the board.
    pub course: Course<W>,
    /// Whether every piece of the class may use it, whatever the game, where its course begins.
    pub unconditional: bool,
    /// Whether every piece may that is suitable by what its [`PathStart`] says.
    pub decided_by_start: bool,
    /// Whether it ends in a plain move: quiet, or the capture of an opponent's piece that stands at the end.
    pub ends_plain: bool,
    /// For each square, every square where a path by which pieces may capture can end or capture, whatever
    /// stands on the board; for one that is walked, those that it passes over, too.
    pub reached: Option<SquareMap<SquareSet<W>, W>>,
    /// A double step, after which the piece may be captured en passant.
    pub double: bool,
    /// Has consequences that need a special kind of move.
    pub special: bool,
    /// The number of the first path of the class that changes pieces and counts clauses as this one
    /// does. Special moves carry this number, so that the same move by two paths is one.
    pub alike: u16,
    /// Whether another path of the class is alike.
    pub shared: bool,
}

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
    /// Whether some of its leaps are jumps: of several steps, or from and to zones only.
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
    /// Whether its pieces capture, and may be captured, en passant.
    pub uses_en_passant: bool,
    /// Whether any of its paths captures.
    pub complex: bool,
    /// For each square, every square where one of its paths can end or capture, whatever stands on the board; nothing
    /// if none captures.
    pub path_reach: SquareMap<SquareSet<W>, W>,
    /// Whether it depends on nothing but which squares are occupied, and on what is attacked, whether its pieces attack
    /// a square by paths.
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
    /// Whether it captures along straight rays, and along others, bound or not.
    pub rider: [bool; 2],
    pub complex: bool,
    /// Whether it is of the kind with pawn shifts.
    pub pawn_shifts: bool,
    /// Whether it may not capture every kind.
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

impl<const W: usize> BoardPath<W> {
    /// Every square that the path may reach or pass over, whatever stands on the board.
    pub fn reach(
        &self,
        steps: &[SquareMap<Option<Square>, W>],
        gates: &[SquareMap<Gates, W>],
        from: Square,
    ) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        // The ends before and after a gate that has to be passed; all are after it where none has.
        let mut ends = [SquareSet::<W>::EMPTY; 2];
        ends[usize::from(!self.through_gate)].insert(from);
        for leg in &self.legs {
            let table = &steps[usize::from(leg.steps)];
            let gates = gates.get(usize::from(leg.steps)).filter(|_| leg.gated);
            let mut next = [SquareSet::EMPTY; 2];
            for (passed, starts) in ends.iter().enumerate() {
                for start in *starts {
                    let (mut at, mut passed) = (start, passed != 0);
                    for count in 1..=leg.max {
                        let Some(to) = table[at].filter(|to| *to != start) else { break };
                        passed |= gates.is_some_and(|gates| gates[at] != 0);
                        at = to;
                        if passed {
                            all.insert(at);
                        }
                        if count >= leg.min {
                            next[usize::from(passed)].insert(at);
                        }
                    }
                }
            }
            ends = next;
        }
        all
    }

    /// The ways of a quiet path of one leg with a fixed length.
    pub fn quiet_ways(&self) -> Option<&SquareMap<Option<Way<W>>, W>> {
        let Path { quiet, take, swaps, stays, .. } = self.path;
        let only_quiet = quiet && take == Take::NONE && !swaps && !stays;
        match &self.course {
            Course::Fixed(ways) if only_quiet && self.legs.len() == 1 => Some(ways),
            _ => None,
        }
    }

    /// Every square where the path may end or capture, whatever stands on the board.
    pub fn ends(
        &self,
        steps: &[SquareMap<Option<Square>, W>],
        gates: &[SquareMap<Gates, W>],
        from: Square,
    ) -> SquareSet<W> {
        match &self.course {
            Course::Fixed(ways) => ways[from].iter().map(|way| way.to).collect(),
            Course::Ride(_) | Course::Hop(_) | Course::Walked => self.reach(steps, gates, from),
        }
    }

    /// Whether its zone and the board let it begin on a square.
    pub fn begins(&self, from: Square) -> bool {
        let leads = match &self.course {
            Course::Fixed(ways) => ways[from].is_some(),
            Course::Ride(_) | Course::Hop(_) | Course::Walked => true,
        };
        leads && self.from.is_none_or(|zone| zone.contains(from))
    }

    /// Whether it is a lame leap and no more.
    pub fn is_lame_leap(&self) -> bool {
        self.unconditional && self.ends_plain && matches!(self.course, Course::Fixed(_))
    }

    /// The ray along which the path captures certain pieces, if it does nothing else.
    pub fn ray_onto(&self) -> Option<u8> {
        let Course::Ride(ray) = self.course else { return None };
        let Path { take, quiet, conditions, .. } = &self.path;
        let plain = self.unconditional
            && !self.special
            && !self.through_gate
            && !self.unmoved
            && self.to.is_none()
            && !*quiet
            && *take == Take { enemy: true, ..Take::NONE };
        (plain && !conditions.is_empty()).then_some(ray)
    }

    /// The path as a hop, if it is no more than that. One that ends in a zone leads to a single square, which is looked at
    /// beforehand.
    pub fn plain_hop(&self) -> Option<PlainHop> {
        let Course::Hop(hop) = self.course else { return None };
        let Path { take, quiet, conditions, circumstances, .. } = &self.path;
        let plain = !self.special
            && !self.double
            && !self.through_gate
            && !self.unmoved
            && self.initial.is_none()
            && (self.to.is_none() || self.legs.iter().all(|leg| leg.max == 1))
            && circumstances.is_empty()
            && self.path.colours.is_none()
            && self.path.with_mark.is_none()
            && *take == Take { enemy: take.enemy, ..Take::NONE };
        let mut found = PlainHop {
            hop,
            far: self.legs.last().is_some_and(|leg| leg.max > 1),
            over: u32::MAX,
            onto: if take.enemy { u32::MAX } else { 0 },
            quiet: *quiet,
        };
        for condition in conditions {
            if condition.relation != Relation::Anyone || condition.head_on {
                return None;
            }
            match condition.place {
                ConditionSquare::Ahead => return None,
                ConditionSquare::Over => found.over &= condition.kinds,
                ConditionSquare::Onto => {
                    // An empty square has no piece of these kinds.
                    found.quiet = false;
                    found.onto &= condition.kinds;
                }
            }
        }
        plain.then_some(found)
    }

    /// Whether it depends on nothing but which squares are occupied, and on what is attacked, whether a piece attacks a
    /// square by it.
    pub fn attacks_by_occupancy(&self) -> bool {
        let Path { take, conditions, circumstances, .. } = &self.path;
        let quiet = *take == Take::NONE && self.legs.iter().all(|leg| leg.end != End::Enemy);
        quiet
            || conditions.iter().all(|condition| condition.place == ConditionSquare::Onto)
                && circumstances.is_empty()
                && !matches!(self.course, Course::Walked)
    }

    /// Whether the path is a double step without further conditions or effects.
    pub fn is_bare_double(&self) -> bool {
        self.double
            && matches!(self.course, Course::Fixed(_))
            && self.path.is_plain()
            && !self.special
            && !self.unmoved
    }
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

impl Condition {
    /// The squares of a condition, as numbers of smallest steps from the start; empty for the
    /// arrival square.
    pub fn steps(&self, total: u8) -> std::ops::Range<u8> {
        match self.place {
            ConditionSquare::Ahead => 1..2,
            ConditionSquare::Over => 1..total,
            ConditionSquare::Onto => 0..0,
        }
    }
}
