#![doc = include_str!("../README.md")]
#![allow(missing_docs, reason = "pest's derive documents no rule; the grammars do")]

/// Game actions, such as `e2-e4=Q`.
pub mod actions {
    /// The parser of one action.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "actions.pest"]
    pub struct Grammar;
}

/// The board and the options of a FEN4 position.
pub mod fen {
    /// The parser of a FEN4 board, of FEN4 options, and of a piece with its square.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "fen.pest"]
    pub struct Grammar;
}

/// Movement notation, such as `fmW`.
pub mod notation {
    /// The parser of movement notation. It accepts every string, so that every mistake can be
    /// reported.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "notation.pest"]
    pub struct Grammar;
}

/// Records of games in PGN4 and PGN.
pub mod pgn {
    /// The parser of a file of records. Comments must be blanked first.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "pgn.pest"]
    pub struct Grammar;
}

/// Board masks and pictures of arrays.
pub mod picture {
    /// The parser of masks and pictures.
    #[derive(pest_derive::Parser, Debug)]
    #[grammar = "picture.pest"]
    pub struct Grammar;
}

/// The outlines of rule scripts.
pub mod script {
    /// The parser of an outline. The contents of the script's blocks must be blanked first.
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
