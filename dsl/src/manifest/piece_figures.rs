//! The symbols of pieces. A symbol is the name of a figure that pictures and the page draw.

/// The symbol that is drawn as a disc with the letter of the kind.
pub const DISC: &str = "disc";

/// All symbols.
pub const SYMBOLS: &[&str] = &[
    "pawn",
    "rook",
    "knight",
    "bishop",
    "queen",
    "king",
    "duck",
    "elephant",
    "horse",
    "ship",
    "alfil",
    "ferz",
    "lesser_queen",
    "archbishop",
    "chancellor",
    "mann",
    "camel",
    "giraffe",
    "gold",
    "silver",
    "lance",
    "dragon",
    "tokin",
    "gilt_silver",
    "gilt_knight",
    "gilt_lance",
    "general",
    "advisor",
    "chariot",
    "cannon",
    "soldier",
    "wall",
    "unknown",
    DISC,
];

/// Returns the symbol of a kind of piece. `chosen` contains the kinds that have the key `symbol` in
/// `geometry.toml`. Any other kind has the symbol with the kind's name. If there is no such symbol,
/// the kind is drawn as a disc.
#[must_use]
pub fn symbol_of<'a>(chosen: &'a [(String, String)], kind: &'a str) -> &'a str {
    let own = chosen.iter().find(|(name, _)| name == kind);
    own.map_or(if SYMBOLS.contains(&kind) { kind } else { DISC }, |(_, symbol)| symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_its_chosen_symbol_else_the_one_with_its_name() {
        let chosen = [("boat".to_owned(), "ship".to_owned()), ("king".to_owned(), DISC.to_owned())];
        let of = |kind: &'static str| symbol_of(&chosen, kind).to_owned();
        assert_eq!([of("boat"), of("king"), of("rook"), of("tree")], ["ship", DISC, "rook", DISC]);
    }
}
