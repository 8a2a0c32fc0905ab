//! Movements: how a kind moves, as seen by the piece, before it is compiled for a board.
//!
//! Everything is a path: legs of equal steps. A leap is a leg of one step, a ride a leg of many, a
//! lame leap a leg of exactly two, a hop a leg that ends on a hurdle and another one behind it.

use crate::board::{Kind, Vector, Zone};
use crate::rules::{ClauseId, CounterId};

/// One path, with a single direction for each leg. `(0, 1)` is the piece's forward.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The legs, in order; never empty.
    pub legs: Vec<Leg>,
    /// May end on an empty square.
    pub quiet: bool,
    /// What it may capture at its end.
    pub take: Take,
    /// May capture en passant (`e`).
    pub en_passant: bool,
    /// Only from a start square of the piece (`i`); see [`crate::rules::Spec::initial_by_mark`].
    pub initial: bool,
    /// Conditions declared by a script; all must hold.
    pub conditions: Vec<Condition>,
    /// Circumstances of the game, all of which must hold.
    pub circumstances: Vec<Circumstance>,
    /// A swap: the piece on the last square is not captured, but moved to the first.
    pub swaps: bool,
    /// A capture without moving: the captured piece goes, and the capturing one stays where it is.
    pub stays: bool,
    /// Only from these squares.
    pub from: Option<Zone>,
    /// Only to these squares.
    pub to: Option<Zone>,
    /// Only for pieces of these colours (a bit each).
    pub colours: Option<u8>,
    /// Only for pieces with this mark (a number below [`crate::board::MAX_MARKS`]).
    pub with_mark: Option<u8>,
    /// Sets this mark of the piece.
    pub set_mark: Option<u8>,
    /// Clears this mark of the piece.
    pub clear_mark: Option<u8>,
    /// Pieces that satisfy `with_mark` have only exclusive paths.
    pub exclusive: bool,
    /// The clause that such a move counts.
    pub clause: Option<ClauseId>,
}

impl Path {
    /// A path of one leg that moves and captures.
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

    /// Whether the path hops: a piece must stand, and stays, between two of its legs.
    #[must_use]
    pub fn hops(&self) -> bool {
        let before_last = &self.legs[..self.legs.len().saturating_sub(1)];
        before_last.iter().any(|leg| matches!(leg.end, End::Occupied | End::Friend))
    }

    /// Whether the path has only properties of movement notation: no condition, swap, zone or mark.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain_in_zones() && self.from.is_none() && self.to.is_none()
    }

    /// Whether the path is plain but for where it begins and ends.
    #[must_use]
    pub fn is_plain_in_zones(&self) -> bool {
        self.conditions.is_empty()
            && self.circumstances.is_empty()
            && !self.swaps
            && !self.stays
            && self.colours.is_none()
            && self.with_mark.is_none()
            && self.set_mark.is_none()
            && self.clear_mark.is_none()
    }

    /// Whether the path is of single steps whatever stands in between, so that only the board says
    /// where it ends.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        let single = |leg: &Leg| leg.min == 1 && leg.max == 1;
        let Some((last, before)) = self.legs.split_last() else { return false };
        single(last) && before.iter().all(|leg| single(leg) && leg.end == End::Any)
    }
}

/// A leg: the straight part of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// One step.
    pub vector: Vector,
    /// The fewest steps, at least 1. Squares between steps must be empty.
    pub min: u8,
    /// The most steps; [`Leg::UNLIMITED`] for a ride to the edge.
    pub max: u8,
    /// What must stand at the end of the leg, if it is not the last.
    pub end: End,
}

/// The most legs of a path: as many as the widest board has steps.
pub const MAX_LEGS: usize = 25;

impl Leg {
    /// As many steps as the board allows.
    pub const UNLIMITED: u8 = u8::MAX;

    /// One leap of `vector`.
    #[must_use]
    pub const fn leap(vector: Vector) -> Self {
        Self { vector, min: 1, max: 1, end: End::Empty }
    }

    /// A ride of `vector` to the edge of the board.
    #[must_use]
    pub const fn ride(vector: Vector) -> Self {
        Self { vector, min: 1, max: Self::UNLIMITED, end: End::Empty }
    }
}

/// What must stand on the square between two legs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Nothing.
    Empty,
    /// A piece that may be captured. It is captured, and the path goes on (`ca`).
    Enemy,
    /// Any piece; it stays. A hurdle (`p`, `g`).
    Occupied,
    /// A piece of the same controller or a partner's; it stays.
    Friend,
    /// Anything; it stays (`mp` before `a`).
    Any,
}

/// What a path may capture at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// Pieces that the relations allow it to capture.
    pub enemy: bool,
    /// Own pieces (`d`).
    pub own: bool,
    /// But not royals (`t`).
    pub tame: bool,
    /// Attacks royals, but captures nothing (`k`).
    pub checks_only: bool,
}

impl Take {
    /// Nothing.
    pub const NONE: Self = Self { enemy: false, own: false, tame: false, checks_only: false };
    /// Pieces that the relations allow it to capture.
    pub const ENEMY: Self = Self { enemy: true, own: false, tame: false, checks_only: false };
}

/// A condition of a path on a square along it or at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The square.
    pub place: ConditionSquare,
    /// The relation of the piece that must stand there to the moving piece.
    pub relation: Relation,
    /// The kinds it may be of (a bit each).
    pub kinds: u32,
    /// Whether it must face the moving piece head on.
    pub head_on: bool,
}

/// The square of a [`Condition`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionSquare {
    /// One smallest step from the start, in the direction of the first leg.
    Ahead,
    /// Every hurdle of a hop; of a path without hurdles, every square that its first leg passes over.
    Over,
    /// The end of the path.
    Onto,
}

/// A condition of a path on the game rather than on the board: something has a value from `least` to
/// `most`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circumstance {
    /// What is looked at.
    pub of: MeasuredValue,
    /// The least value for which it holds.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

impl Circumstance {
    /// Whether it holds where what it looks at has this value.
    #[must_use]
    pub fn holds(&self, value: i32) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

/// What a [`Circumstance`] looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasuredValue {
    /// A counter or memory: that of the seat that controls the piece, or the game's.
    Counter(CounterId),
    /// The counter of pieces with this number that the piece carries.
    PieceCounter(u8),
    /// How many pieces of a kind the seat that controls the piece has in hand.
    InHand(Kind),
    /// The number of plies played.
    Ply,
    /// How many plies have been played since the one whose number this counter of the game holds.
    PliesSince(CounterId),
}

impl MeasuredValue {
    /// Its value where the game alone decides it, at a ply and with these values of the game's counters; `None` of what
    /// belongs to a piece or a seat.
    #[must_use]
    pub fn of_game(self, ply: u32, counter: impl Fn(CounterId) -> i32) -> Option<i32> {
        let ply = i32::try_from(ply).unwrap_or(i32::MAX);
        match self {
            Self::Counter(number) => Some(counter(number)),
            Self::Ply => Some(ply),
            Self::PliesSince(number) => Some(ply.saturating_sub(counter(number))),
            Self::PieceCounter(_) | Self::InHand(_) => None,
        }
    }
}

/// A relation between two pieces, by their controllers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same controller.
    Own,
    /// Another controller of the same team.
    Partner,
    /// The same team.
    Friend,
    /// Another team.
    Enemy,
    /// Any controller.
    Anyone,
    /// The other piece is of one of these colours (a bit each), whoever controls it.
    Colours(u8),
}
