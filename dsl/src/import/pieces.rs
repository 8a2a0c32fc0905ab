//! The pieces that have names of their own, and notation in our terms.

/// A piece's key and how it moves.
pub(super) const NAMED: &[(&str, &str)] = &[
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("cannon", "mRcpR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("immobile", ""),
    ("janggiCannon", ""),
    ("janggiElephant", "nZ"),
    ("king", "K"),
];

/// A kind's name in the ruleset: that of its key in small letters, or of its letter.
pub(super) fn kind(key: &str, letter: char) -> String {
    if key.starts_with("customPiece") { format!("piece-{letter}") } else { key.to_lowercase() }
}

/// A notation without the letters that mean nothing in such files, and those letters.
pub(super) fn read_letters(notation: &str) -> (String, String) {
    notation.chars().partition(|c| !c.is_ascii_lowercase() || "mcepgnifbvhrls".contains(*c))
}

/// A notation, and the terms of it that are for the first move of a piece only.
pub(super) fn split(notation: &str) -> (String, Vec<String>) {
    let (mut always, mut first) = (String::new(), Vec::new());
    let mut term = String::new();
    let mut letters = notation.chars().peekable();
    while let Some(letter) = letters.next() {
        term.push(letter);
        let more = |next: &char| next.is_ascii_digit() || *next == letter;
        if letter.is_ascii_uppercase() {
            while let Some(next) = letters.next_if(more) {
                term.push(next);
            }
            let modifiers = term.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            if modifiers.contains('i') {
                first.push(term.replace('i', ""));
            } else {
                always.push_str(&term);
            }
            term.clear();
        }
    }
    always.push_str(&term);
    (always, first)
}
