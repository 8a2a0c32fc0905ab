//! Mistakes in records.

use quadrille_core::HookError;

use super::limits::{MAX_DEPTH, MAX_LENGTH};
use crate::formats::ParseError;
use crate::formats::actions::ActionErrorKind;
use crate::formats::fen::FenErrorKind;

/// A mistake in a record.
pub type PgnError = ParseError<PgnErrorKind>;

/// What a mistake in a record is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The file is too long.
    #[error("a file has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// The file is not a record.
    #[error("this is not a record")]
    NotARecord,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {max} deep", max = MAX_DEPTH)]
    TooDeep,
    /// A variation is closed that was not opened.
    #[error("`)` closes no variation")]
    UnopenedVariation,
    /// A variation is not closed.
    #[error("the variation is not closed")]
    UnclosedVariation,
    /// A comment is not closed.
    #[error("the comment is not closed")]
    UnclosedComment,
    /// A comment is closed that was not opened.
    #[error("`}}` closes no comment")]
    UnopenedComment,
    /// A tag can't be read.
    #[error("this is not a tag")]
    InvalidTag,
    /// A character that is part of nothing.
    #[error("`{0}` is out of place")]
    Stray(String),
    /// A named start that the ruleset does not have.
    #[error("the game starts from `{0}`, and this ruleset does not")]
    OtherStart(String),
    /// The start position can't be read.
    #[error(transparent)]
    Start(#[from] FenErrorKind),
    /// An action can't be read or is not legal.
    #[error(transparent)]
    Action(#[from] ActionErrorKind),
    /// Moves follow the end of the game.
    #[error("the record continues after the end of the game by these rules")]
    AfterEnd,
    /// A move that fits several legal moves.
    #[error("`{0}` can mean several moves")]
    AmbiguousMove(String),
    /// A move that is not legal.
    #[error("`{text}` is not legal for {seat}")]
    IllegalMove {
        /// The word of the record.
        text: String,
        /// The name of the seat to move.
        seat: String,
    },
    /// Castling that is not legal.
    #[error("{seat} can't castle to this side")]
    IllegalCastling {
        /// The name of the seat to move.
        seat: String,
    },
    /// Castling that fits several legal moves.
    #[error("there are several castling moves to this side")]
    AmbiguousCastling,
    /// A null move where no rule lets the player pass.
    #[error("`{text}` is no move, and {seat} can't pass here")]
    NoPass {
        /// The word of the record.
        text: String,
        /// The name of the seat to move.
        seat: String,
    },
    /// A promotion where the move is none.
    #[error("`{0}` promotes, but no piece promotes by this move")]
    NoPromotion(String),
    /// Something to put on the board after a move, where no rule asks for it.
    #[error("`{0}` puts something on the board after a move, but no rule lets a player do so here")]
    NothingToPut(String),
    /// Something to put on the board that is none of the options.
    #[error("`{0}` puts on the board what can't be put there")]
    NoSuchPut(String),
    /// A move before a question is answered.
    #[error("`{0}` comes before the answer to a question")]
    OpenQuestion(String),
    /// A seat that is mated or stalemated by the record and still in the game by the rules.
    #[error("{seat} has no move here, but is not out by these rules")]
    NotOut {
        /// The name of the seat.
        seat: String,
    },
    /// A hook failed while the record was played.
    #[error(transparent)]
    Hook(#[from] HookError),
}
