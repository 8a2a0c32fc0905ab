//! [`Blast`]: what captures remove besides the captured pieces.

use crate::board::Vector;
use crate::rules::{ClauseId, Relation};

/// What a capture removes besides the pieces that it captures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// Where it reaches, as steps from the square on which the capturing piece arrives. Pieces
    /// don't stop it.
    pub reach: Vec<Vector>,
    /// Whose pieces it removes, as seen from the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that it spares. The capturing piece is not among those it reaches.
    pub spares: u32,
    /// Whether the capturing piece goes too.
    pub captor: bool,
    /// The clause.
    pub clause: Option<ClauseId>,
}

impl Blast {
    /// The maximum number of squares that a blast reaches.
    pub const MAX_SQUARES: usize = 24;
}
