//! Errors in records.

use quadrille_core::HookError;

use super::limits::{MAX_DEPTH, MAX_LENGTH};
use crate::formats::ParseError;
use crate::formats::actions::ActionErrorKind;
use crate::formats::fen::FenErrorKind;

/// An error in a record.
pub type PgnError = ParseError<PgnErrorKind>;

/// The kind of an error in a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// A game is too long.
    #[error("a game has at most {max} bytes", max = MAX_LENGTH)]
    TooLong,
    /// The file is not a record.
    #[error("this is not a record")]
    NotARecord,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {max} deep", max = MAX_DEPTH)]
    TooDeep,
    /// `)` does not close a variation.
    #[error("`)` closes no variation")]
    UnopenedVariation,
    /// A variation is not closed.
    #[error("the variation is not closed")]
    UnclosedVariation,
    /// A comment is not closed.
    #[error("the comment is not closed")]
    UnclosedComment,
    /// `}` does not close a comment.
    #[error("`}}` closes no comment")]
    UnopenedComment,
    /// A tag can't be read.
    #[error("this is not a tag")]
    InvalidTag,
    /// A character is not part of a record.
    #[error("`{0}` is out of place")]
    Stray(String),
    /// The record starts from a named position, but the ruleset starts from another position.
    #[error("the game starts from `{0}`, but this ruleset does not")]
    OtherStart(String),
    /// The start position can't be read.
    #[error(transparent)]
    Start(#[from] FenErrorKind),
    /// An action can't be read, or it is not legal.
    #[error(transparent)]
    Action(#[from] ActionErrorKind),
    /// The record contains actions after the end of the game.
    #[error("the record continues, but by these rules the game is over")]
    AfterEnd,
    /// A move fits several legal moves.
    #[error("`{0}` can mean several moves")]
    AmbiguousMove(String),
    /// A move is not legal.
    #[error("`{text}` is not legal for {seat}")]
    IllegalMove {
        /// The word of the record that contains the move.
        text: String,
        /// The name of the seat to move.
        seat: String,
    },
    /// A castling move is not legal.
    #[error("{seat} can't castle on this side")]
    IllegalCastling {
        /// The name of the seat to move.
        seat: String,
    },
    /// A castling move fits several legal moves.
    #[error("there are several castling moves on this side")]
    AmbiguousCastling,
    /// The record has a null move, but the player may not pass.
    #[error("`{text}` is a pass, but {seat} can't pass here")]
    NoPass {
        /// The word of the record that contains the null move.
        text: String,
        /// The name of the seat to move.
        seat: String,
    },
    /// A move states a promotion, but the piece does not promote on this move.
    #[error("`{0}` promotes, but no piece promotes by this move")]
    NoPromotion(String),
    /// A word would put a piece on the board after a move, but no rule allows this.
    #[error("`{0}` places a piece after a move, but no rule allows this here")]
    NothingToPut(String),
    /// A word would put a piece on the board, but this piece or square is not among the options.
    #[error("`{0}` places a piece that can't be placed there")]
    NoSuchPut(String),
    /// The record has a move although a question must be answered first.
    #[error("`{0}` comes before the answer to a question")]
    OpenQuestion(String),
    /// According to the record, a seat is mated or stalemated. According to the rules, this seat is
    /// still in the game.
    #[error("{seat} has no move here, but is not out by these rules")]
    NotOut {
        /// The name of the seat that is still in the game.
        seat: String,
    },
    /// A hook failed while the record was played.
    #[error(transparent)]
    Hook(#[from] HookError),
}
