//! The two seats, and the names of their zones for a kind.

/// The seats: name, key, facing and colour.
pub(super) const SEATS: [(&str, char, &str, &str); 2] =
    [("white", 'w', "north", "#f5f0e1"), ("black", 'b', "south", "#4a4440")];

/// Returns the name of the zone that a player's pieces of a kind may not leave.
pub(super) fn region_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-region").replace('_', "-")
}

/// Returns the name of the zone where a player's pieces of a kind could never move again.
pub(super) fn stuck_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-stuck").replace('_', "-")
}
