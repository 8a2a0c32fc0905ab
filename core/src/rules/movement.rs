//! How a kind of piece goes, from its own view: what notation and rule scripts say, before it
//! is compiled for a board.
//!
//! Everything is a path: legs of equal steps. A leap is a leg of one step, a ride a leg of many,
//! a lame leap a leg of exactly two, a hop a leg that ends on a hurdle and another behind it.
//! Depends on `geometry`, `piece` and `set`.

use crate::board::{Vector, Zone};
use crate::rules::ClauseId;

/// One way of going, a single direction a leg. The piece's forward is `(0, 1)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The legs, in order; never empty.
    pub legs: Vec<Leg>,
    /// May end on an empty square.
    pub quiet: bool,
    /// Which pieces it may capture where it ends.
    pub take: Take,
    /// May capture en passant (`e`).
    pub en_passant: bool,
    /// Only from a start square of such a piece (`i`); see [`crate::rules::Spec::initial_by_mark`].
    pub initial: bool,
    /// Conditions of a movement that a script declared; all must hold.
    pub conditions: Vec<Condition>,
    /// The piece on the last square is not captured but put on the first one.
    pub swaps: bool,
    /// Only from these squares.
    pub from: Option<Zone>,
    /// Only to these squares.
    pub to: Option<Zone>,
    /// Only pieces of these colours, a bit each.
    pub colours: Option<u8>,
    /// Only pieces that bear this mark (a number below [`crate::board::MAX_MARKS`]).
    pub with_mark: Option<u8>,
    /// The piece bears this mark afterwards.
    pub set_mark: Option<u8>,
    /// The piece no longer bears this mark afterwards.
    pub clear_mark: Option<u8>,
    /// A piece that satisfies `with_mark` has no movements but exclusive ones.
    pub exclusive: bool,
    /// The clause counted when such a move is played.
    pub clause: Option<ClauseId>,
}

impl Path {
    /// A plain path of one leg that moves and captures.
    #[must_use]
    pub fn new(leg: Leg) -> Self {
        Self {
            legs: vec![leg],
            quiet: true,
            take: Take::ENEMY,
            en_passant: false,
            initial: false,
            conditions: Vec::new(),
            swaps: false,
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

    /// Whether nothing but notation shaped this path: no condition, swap, zone, mark or clause.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.conditions.is_empty()
            && !self.swaps
            && self.from.is_none()
            && self.to.is_none()
            && self.colours.is_none()
            && self.with_mark.is_none()
            && self.set_mark.is_none()
            && self.clear_mark.is_none()
            && self.clause.is_none()
    }
}

/// A straight part of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// One step.
    pub vector: Vector,
    /// The fewest steps; at least 1. The squares passed between steps must be empty.
    pub min: u8,
    /// The most steps; [`Leg::UNLIMITED`] for a ride to the edge.
    pub max: u8,
    /// What must stand where the leg ends, if it is not the last.
    pub end: End,
}

/// The most legs of a path: as many as the widest board has steps.
pub const MAX_LEGS: usize = 25;

impl Leg {
    /// As many steps as the board has.
    pub const UNLIMITED: u8 = u8::MAX;

    /// One leap of `vector`.
    #[must_use]
    pub const fn leap(vector: Vector) -> Self {
        Self { vector, min: 1, max: 1, end: End::Empty }
    }

    /// A ride of `vector` to the edge.
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
    /// A piece that may be captured; it is, and the path goes on (`ca`).
    Enemy,
    /// Any piece; it stays (a hurdle: `p`, `g`).
    Occupied,
    /// A piece of one's own or a partner's; it stays.
    Friend,
    /// Anything or nothing; it stays (`mp` before `a`).
    Any,
}

/// What a path may capture where it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    /// Pieces that the relations allow to be captured.
    pub enemy: bool,
    /// Pieces of one's own (`d`).
    pub own: bool,
    /// But no royals (`t`).
    pub tame: bool,
    /// Attacks a royal without being able to capture anything (`k`).
    pub checks_only: bool,
}

impl Take {
    /// Nothing.
    pub const NONE: Self = Self { enemy: false, own: false, tame: false, checks_only: false };
    /// Enemies.
    pub const ENEMY: Self = Self { enemy: true, own: false, tame: false, checks_only: false };
}

/// A condition on a declared movement, about a square on or beside its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Which square.
    pub place: Place,
    /// Whose piece must stand there, as view_of by the mover's controller.
    pub relation: Relation,
    /// Which kinds, a bit each.
    pub kinds: u32,
    /// That piece must face the mover head on.
    pub head_on: bool,
}

/// Which square a [`Condition`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The square one smallest step from the start in the direction of the first leg.
    Ahead,
    /// Every square that a straight leap passes.
    Over,
    /// The square where the path ends.
    Onto,
}

/// How another piece's controller stands to the mover's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same controller.
    Own,
    /// A team mate.
    Partner,
    /// The same controller or a team mate.
    Friend,
    /// Anyone else.
    Enemy,
    /// Anyone.
    Anyone,
    /// The piece is of one of these colours (a bit each), whoever controls it.
    Colours(u8),
}
