//! [`Fog`]: the squares that seats see, alone or as a team.

/// Fog: a seat sees only squares where its pieces stand, squares that they attack, and squares to
/// which they may go. All other squares are hidden from the seat. The variants determine the pieces
/// by which a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fog {
    /// Each seat sees by its own pieces.
    Seat,
    /// Each seat sees by its own pieces and by its partners' pieces.
    Team,
}

impl Fog {
    /// The words for the variants in scripts.
    pub const WORDS: [&str; 2] = ["seat", "team"];
    /// All variants, in the order of their words.
    pub const ALL: [Self; 2] = [Self::Seat, Self::Team];
}
