//! The two seats, and the names of the zones that they have for a kind of piece.

/// The seats: name, key, facing and colour.
pub(super) const SEATS: [(&str, char, &str, &str); 2] =
    [("white", 'w', "north", "#f5f0e1"), ("black", 'b', "south", "#4a4440")];

/// The name of the zone to which a kind of a player keeps.
pub(super) fn region_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-region").replace('_', "-")
}

/// The name of those squares.
pub(super) fn stuck_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-stuck").replace('_', "-")
}
