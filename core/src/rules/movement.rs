//! Movements of kinds, from the piece's point of view, before they are compiled for a board.
//!
//! Every movement is a path: legs of equal steps. A leap is a leg of one step, and a ride is a leg
//! of many steps. A lame leap is a leg of exactly two steps. A hop is a leg that ends on a hurdle,
//! followed by another leg.

use crate::board::{Facing, Geometry, Kind, Square, Vector, Zone};
use crate::rules::{ClauseId, CounterId};

/// One path, with a single direction for each leg. `(0, 1)` is forward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The legs, in order; never empty.
    pub legs: Vec<Leg>,
    /// `true` if the path may end on an empty square.
    pub quiet: bool,
    /// The pieces that the path may capture at its end.
    pub take: Take,
    /// `true` if the path may capture en passant (`e` in movement notation).
    pub en_passant: bool,
    /// `true` if the path may start only on a start square of the piece (`i` in movement notation).
    /// For some kinds, `i` has another meaning; see [`crate::rules::Spec::initial_by_mark`].
    pub initial: bool,
    /// Conditions about pieces on certain squares, declared by a script. All of them must hold.
    pub conditions: Vec<Condition>,
    /// Conditions about the state of the game. All of them must hold.
    pub circumstances: Vec<Circumstance>,
    /// `true` for a swap: the piece on the last square is not captured, but moves to the first
    /// square.
    pub swaps: bool,
    /// `true` for a capture without moving: the captured piece is removed, and the capturing piece
    /// stays on its square.
    pub stays: bool,
    /// `true` if the piece may be captured en passant after a move along the path. Such a path
    /// captures nothing, and leads along one line over at least one square. The piece's kind must
    /// also be able to capture en passant. The value is `false` for all other paths.
    pub gives_right: bool,
    /// For a ride that may turn: the vectors of all its steps, including the vector of its only
    /// leg. After each step, the ride may continue with any of them. Empty for all other paths.
    pub turns: Vec<Vector>,
    /// The squares over which the path may lead, and on which it may end; `None` for all squares.
    /// The square where it starts does not count.
    pub along: Option<Zone>,
    /// The squares on which the path may start; `None` for all squares.
    pub from: Option<Zone>,
    /// The squares on which the path may end; `None` for all squares.
    pub to: Option<Zone>,
    /// The colours (a bit each) whose pieces may use the path; `None` for all colours.
    pub colours: Option<u8>,
    /// The mark that the piece must have, if any (a number below [`crate::board::MAX_MARKS`]).
    pub with_mark: Option<u8>,
    /// The mark that the path sets on the piece.
    pub set_mark: Option<u8>,
    /// The mark that the path clears from the piece.
    pub clear_mark: Option<u8>,
    /// `true` if the path is exclusive. A piece that has the mark `with_mark` may use only
    /// exclusive paths.
    pub exclusive: bool,
    /// The clause that a move by this path cites.
    pub clause: Option<ClauseId>,
}

impl Path {
    /// Returns a path of one leg that moves and captures.
    #[must_use]
    pub fn new(leg: Leg) -> Self {
        Self {
            legs: vec![leg],
            quiet: true,
            take: Take::ENEMY,
            en_passant: false,
            initial: false,
            conditions: Vec::new(),
            circumstances: Vec::new(),
            swaps: false,
            stays: false,
            gives_right: true,
            turns: Vec::new(),
            along: None,
            from: None,
            to: None,
            colours: None,
            with_mark: None,
            set_mark: None,
            clear_mark: None,
            exclusive: false,
            clause: None,
        }
    }

    /// Returns `true` if a piece may be captured en passant after a move of several steps along the
    /// path. `uses_en_passant` is `true` if the piece's kind captures en passant.
    #[must_use]
    pub fn is_long_step(&self, uses_en_passant: bool) -> bool {
        uses_en_passant
            && self.gives_right
            && self.quiet
            && self.take == Take::NONE
            && !self.swaps
            && self.turns.is_empty()
            && matches!(self.legs[..], [leg] if leg.max > 1)
    }

    /// Returns `true` if the path hops over a piece. This piece stands on the square where one leg
    /// ends and the next begins, and stays on this square.
    #[must_use]
    pub fn hops(&self) -> bool {
        let before_last = &self.legs[..self.legs.len().saturating_sub(1)];
        before_last.iter().any(|leg| matches!(leg.end, End::Occupied | End::Friend))
    }

    /// Returns the squares that a ride which may turn reaches on an empty board. The set is empty
    /// for other paths.
    #[must_use]
    pub fn turning_reach(&self, board: &Geometry, facing: Facing, from: Square) -> Zone {
        let mut seen = Zone::of(from);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for turn in &self.turns {
                let next = board.step(at, turn.turned(facing)).filter(|to| !seen.contains(*to));
                if let Some(to) = next.filter(|to| self.along.is_none_or(|it| it.contains(*to))) {
                    seen.insert(to);
                    open.push(to);
                }
            }
        }
        seen.remove(from);
        seen
    }

    /// Returns `true` if the path has only properties that movement notation can express. It then
    /// has no condition, swap, zone or mark.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain_in_zones() && self.from.is_none() && self.to.is_none()
    }

    /// Returns `true` if the path is plain apart from the zones of its first and last square.
    #[must_use]
    pub fn is_plain_in_zones(&self) -> bool {
        self.conditions.is_empty()
            && self.circumstances.is_empty()
            && !self.swaps
            && !self.stays
            && self.turns.is_empty()
            && self.along.is_none()
            && self.colours.is_none()
            && self.with_mark.is_none()
            && self.set_mark.is_none()
            && self.clear_mark.is_none()
    }

    /// Returns `true` if every leg is a single step, and if the squares between the legs may be
    /// empty or occupied. The end of such a path depends on the board alone.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        let single = |leg: &Leg| leg.min == 1 && leg.max == 1;
        let Some((last, before)) = self.legs.split_last() else { return false };
        single(last) && before.iter().all(|leg| single(leg) && leg.end == End::Any)
    }
}

/// A leg: the part of a path in which the direction does not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The vector of one step.
    pub vector: Vector,
    /// The minimum number of steps, at least 1. Except for the last step, every step of the leg
    /// must end on an empty square.
    pub min: u8,
    /// The maximum number of steps; [`Leg::UNLIMITED`] for a ride to the edge of the board.
    pub max: u8,
    /// The required content of the square at the end of the leg. It is ignored for the last leg.
    pub end: End,
}

/// The maximum number of legs of a path.
pub const MAX_LEGS: usize = 25;

impl Leg {
    /// The number of steps of a leg that continues as far as the board allows.
    pub const UNLIMITED: u8 = u8::MAX;

    /// Returns a leg of one leap of `vector`.
    #[must_use]
    pub const fn leap(vector: Vector) -> Self {
        Self { vector, min: 1, max: 1, end: End::Empty }
    }

    /// Returns a ride of `vector` to the edge of the board.
    #[must_use]
    pub const fn ride(vector: Vector) -> Self {
        Self { vector, min: 1, max: Self::UNLIMITED, end: End::Empty }
    }
}

/// The required content of the square on which one leg ends and the next begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// An empty square.
    Empty,
    /// A piece that may be captured. It is captured, and the path continues (`ca`).
    Enemy,
    /// Any piece, which stays: a hurdle (`p`, `g`).
    Occupied,
    /// A piece of the same controller or of a partner, which stays.
    Friend,
    /// Anything: the square may be empty or hold a piece (`mp` before `a`). A piece on it stays.
    Any,
}

/// The pieces that a path may capture at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// `true` if the path can capture those pieces whose capture is allowed by the relation between
    /// the two controllers.
    pub enemy: bool,
    /// `true` if the path captures pieces of the same controller (`d`).
    pub own: bool,
    /// `true` if the path captures no royals (`t`).
    pub tame: bool,
    /// `true` if the path attacks royals, but captures nothing (`k`).
    pub checks_only: bool,
}

impl Take {
    /// Captures nothing.
    pub const NONE: Self = Self { enemy: false, own: false, tame: false, checks_only: false };
    /// Captures those pieces whose capture is allowed by the relation between the two controllers.
    pub const ENEMY: Self = Self { enemy: true, own: false, tame: false, checks_only: false };
}

/// A condition of a path: a requirement for the piece on a square along the path or at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The place of the square that the condition tests.
    pub place: ConditionSquare,
    /// The required relation of the piece on that square to the moving piece.
    pub relation: Relation,
    /// The kinds (a bit each) that are allowed for the piece on that square.
    pub kinds: u32,
    /// `true` if the facing of the piece on that square must be opposite to the moving piece's
    /// facing.
    pub head_on: bool,
}

/// The square of a [`Condition`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionSquare {
    /// The first square in the direction of the first leg: the smallest vector in this direction
    /// leads to it from the start. If a step of the leg is longer, the step passes over this
    /// square.
    Ahead,
    /// Each square on which a hop has a hurdle. For a path without hurdles, every square that its
    /// first leg passes over.
    Over,
    /// The end of the path.
    Onto,
}

/// A condition for a path or a gate. A value of the game, such as a counter, must be from `least`
/// to `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circumstance {
    /// The value that is tested.
    pub of: MeasuredValue,
    /// The least value for which the condition holds.
    pub least: i32,
    /// The greatest value for which the condition holds.
    pub most: i32,
}

impl Circumstance {
    /// Returns `true` if the circumstance holds for this value.
    #[must_use]
    pub fn holds(&self, value: i32) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

/// The value that a [`Circumstance`] tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasuredValue {
    /// A counter or memory of the game or of the seat that controls the piece.
    Counter(CounterId),
    /// The moving piece's value of a piece counter. The number identifies the counter.
    PieceCounter(u8),
    /// 1 if the moving piece has the mark with this number, otherwise 0.
    Mark(u8),
    /// The number of pieces of a kind that the moving piece's controller has on the board.
    OnBoard(Kind),
    /// The number of pieces of a kind that the moving piece's controller has in hand.
    InHand(Kind),
    /// The number of plies played.
    Ply,
    /// The number of plies since a certain ply. The counter of the game with this number holds the
    /// number of that ply.
    PliesSince(CounterId),
}

impl MeasuredValue {
    /// Returns the value at a ply, if the ply and the counters of the game determine it. Returns
    /// `None` if the value also depends on a piece or a seat.
    #[must_use]
    pub fn of_game(self, ply: u32, counter: impl Fn(CounterId) -> i32) -> Option<i32> {
        let ply = i32::try_from(ply).unwrap_or(i32::MAX);
        match self {
            Self::Counter(number) => Some(counter(number)),
            Self::Ply => Some(ply),
            Self::PliesSince(number) => Some(ply.saturating_sub(counter(number))),
            Self::PieceCounter(_) | Self::Mark(_) | Self::OnBoard(_) | Self::InHand(_) => None,
        }
    }
}

/// A relation between two pieces, by their controllers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Both pieces have the same controller.
    Own,
    /// The other piece has a different controller, and this controller is of the same team.
    Partner,
    /// The other piece has a controller of the same team.
    Friend,
    /// The other piece has a controller of another team.
    Enemy,
    /// The other piece has any controller.
    Anyone,
    /// The other piece is of one of these colours (a bit each), under any controller.
    Colours(u8),
}
