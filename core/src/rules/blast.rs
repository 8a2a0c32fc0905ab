//! [`Blast`]: the pieces that a capture removes in addition to the captured piece.

use crate::board::Vector;
use crate::rules::{ClauseId, Relation};

/// A blast: the pieces that a capture removes in addition to the captured piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The squares within the blast, as steps from the square on which the capturing piece arrives.
    /// Pieces don't stop a blast.
    pub reach: Vec<Vector>,
    /// The blast removes only pieces that have this relation to the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that the blast spares. The blast also spares the capturing piece,
    /// unless `captor` is `true`.
    pub spares: u32,
    /// `true` if the capturing piece is removed too.
    pub captor: bool,
    /// The clause that states this rule.
    pub clause: Option<ClauseId>,
}

impl Blast {
    /// The maximum number of squares that a blast reaches.
    pub const MAX_SQUARES: usize = 24;
}
