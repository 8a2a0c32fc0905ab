//! [`Blast`]: what captures remove besides the captured pieces.

use crate::board::Vector;
use crate::rules::{ClauseId, Relation};

/// A blast: the pieces that a capture removes besides the captured ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The squares that it reaches, as steps from the square on which the capturing piece arrives.
    /// Pieces don't stop it.
    pub reach: Vec<Vector>,
    /// The owners of the pieces that it removes, as seen from the capturing piece.
    pub removes: Relation,
    /// The kinds (a bit each) that it spares. It never reaches the capturing piece.
    pub spares: u32,
    /// `true` if the capturing piece is removed too.
    pub captor: bool,
    /// The clause that states it.
    pub clause: Option<ClauseId>,
}

impl Blast {
    /// The maximum number of squares that a blast reaches.
    pub const MAX_SQUARES: usize = 24;
}
