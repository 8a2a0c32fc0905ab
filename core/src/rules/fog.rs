//! [`Fog`]: who sees what.

/// Fog: a seat sees the squares where its pieces stand, those where they could capture something and
/// those where they may go. What stands elsewhere is hidden from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fog {
    /// Each seat sees by its own pieces.
    Seat,
    /// Partners see by each other's pieces, too.
    Team,
}

impl Fog {
    /// The words for those who see together, in scripts.
    pub const WORDS: [&str; 2] = ["seat", "team"];
    /// All, in the order of their words.
    pub const ALL: [Self; 2] = [Self::Seat, Self::Team];
}
