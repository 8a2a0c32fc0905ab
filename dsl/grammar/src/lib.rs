#![doc = include_str!("../README.md")]
#![allow(missing_docs, reason = "pest's derive documents no rule; the grammars do")]

/// Actions of a game, such as `e2-e4=Q`.
pub mod actions {
    /// The parser of one action.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "actions.pest"]
    pub struct Grammar;
}

/// The board and the options of FEN4.
pub mod fen {
    /// The parser of both parts, and of a piece with its square.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "fen.pest"]
    pub struct Grammar;
}

/// Movement notation, such as `fmW`.
pub mod notation {
    /// The parser of a notation. It accepts every text, so that every mistake is reported.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "notation.pest"]
    pub struct Grammar;
}

/// Recorded games as PGN4 and PGN.
pub mod pgn {
    /// The parser of a file of games without comments.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "pgn.pest"]
    pub struct Grammar;
}

/// Masks and pictures of a board.
pub mod picture {
    /// The parser of both.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "picture.pest"]
    pub struct Grammar;
}

/// The outlines of rule scripts.
pub mod script {
    /// The parser of an outline, whose blocks are blank.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "script.pest"]
    pub struct Grammar;
}

/// Square sets, such as `file c - d1`.
pub mod squares {
    /// The parser of a square set.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "squares.pest"]
    pub struct Grammar;
}
