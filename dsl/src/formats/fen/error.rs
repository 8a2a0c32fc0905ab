//! Errors in positions.

use crate::formats::ParseError;

/// The maximum length of the text of a position, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;

/// An error in a position.
pub type FenError = ParseError<FenErrorKind>;

/// The kind of an error in a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text is longer than the maximum. The number is its length in bytes.
    #[error("a position has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// Instead of a position, the text is the name of a start position.
    #[error("`{0}` is the name of a start position, not a position")]
    NamedStart(&'static str),
    /// The text ends within a field of FEN4.
    #[error("the position ends before the end of field {number}, {name}")]
    Truncated {
        /// The number of the incomplete field, from 1.
        number: usize,
        /// The name of the incomplete field.
        name: &'static str,
    },
    /// The text ends before a field of plain FEN.
    #[error("the position ends before {0}")]
    MissingField(&'static str),
    /// The text has more fields than plain FEN.
    #[error("the position has one field too many")]
    ExtraField,
    /// The text is plain FEN, but the ruleset is not for two players.
    #[error("this position is for two players")]
    TwoPlayers,
    /// A value has the wrong type.
    #[error("`{found}` is not {expected}")]
    Expected {
        /// The value in the text.
        found: String,
        /// The expected type.
        expected: &'static str,
    },
    /// A list has too few or too many entries. It must have one entry for each seat.
    #[error("the list has {found} entries, but the game has {seats} seats")]
    SeatEntries {
        /// The number of entries in the list.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A number is too small or too large for its place in the position.
    #[error("this number is out of range")]
    OutOfRange,
    /// A text is not the name of a seat, although a seat is expected.
    #[error("`{0}` is not a seat")]
    UnknownSeat(String),
    /// A text is not the name of a square, although a square is expected.
    #[error("`{0}` is not a square of this board")]
    UnknownSquare(String),
    /// A letter is not a kind of piece.
    #[error("`{0}` is not a kind of piece")]
    UnknownKind(char),
    /// A key is not a colour.
    #[error("`{0}` is not a colour")]
    UnknownColour(char),
    /// A mark is not in the rules.
    #[error("`{0}` is not a mark of these rules")]
    UnknownMark(String),
    /// A counter is not in the rules.
    #[error("`{0}` is not a counter of these rules")]
    UnknownCounter(String),
    /// A word is not one of the allowed words.
    #[error("unknown word `{0}`")]
    UnknownWord(String),
    /// The position has points, but the rules have no points.
    #[error("these rules do not count points")]
    NoPoints,
    /// The position gives points to a seat that the game does not have.
    #[error("these points belong to a seat that is not in this game")]
    PointsOfNobody,
    /// The position has counts of checks, but the rules do not count checks.
    #[error("these rules do not count checks")]
    NoChecks,
    /// A promoted piece is of a kind that no piece promotes to.
    #[error("no piece of these rules promotes to `{0}`")]
    NeverPromoted(char),
    /// The sign of a promoted piece could mean several pieces.
    #[error("`{0}` may be one of several promoted pieces")]
    AmbiguousPromoted(String),
    /// A sign is not part of any piece.
    #[error("`{0}` belongs to no piece")]
    StraySign(char),
    /// A star is on a square. It would mean a neutral piece, but the rules do not determine which
    /// one.
    #[error("`*` is on {0}, which is a square of this board")]
    StarOnSquare(String),
    /// A castling right names a rook, but this rook can't castle from its square.
    #[error("`{letter}` is the right of a rook on the {file} file, but no rook castles from there")]
    NoSuchRook {
        /// The letter for the side of the board.
        letter: char,
        /// The name of the file.
        file: char,
    },
    /// The board can't be read.
    #[error("this is not a board")]
    NotABoard,
    /// The board has more or fewer rows than the ruleset's board has ranks.
    #[error("the position has {rows} rows, but the board has {ranks} ranks")]
    Rows {
        /// The number of rows.
        rows: usize,
        /// The number of ranks.
        ranks: usize,
    },
    /// A row has more or fewer cells than the ruleset's board has files.
    #[error("the row of rank {rank} has {cells} cells, but the board has {files} files")]
    Cells {
        /// The number of the rank, from 1.
        rank: usize,
        /// The number of cells.
        cells: usize,
        /// The number of files.
        files: usize,
    },
    /// There is no cell between two commas.
    #[error("there is nothing between two commas")]
    NoCell,
    /// A cell can't be read.
    #[error("`{0}` is not a cell")]
    InvalidCell(String),
    /// A piece is written on a hole of the ruleset's board.
    #[error("this piece is on a hole of the board")]
    PieceOnHole,
    /// A piece is outside the board.
    #[error("this piece is outside the board")]
    PieceOutside,
    /// A hole is written on a square of the ruleset's board.
    #[error("this hole is on {0}, which is a square of this board")]
    HoleOnSquare(String),
    /// A piece that is written with its square can't be read.
    #[error("`{0}` is not a piece with its square")]
    InvalidPlacement(String),
    /// A dead piece has no known colour.
    #[error("this dead piece has no colour")]
    DeadWithoutColour,
    /// A piece has no colour.
    #[error("this piece has no colour")]
    NoColour,
    /// A text is not a castling right of plain FEN.
    #[error("`{0}` is not a castling right")]
    InvalidRight(char),
    /// The position has a castling right that the rules do not have.
    #[error("these rules have no such castling")]
    NoSuchCastling,
    /// An en passant square is wrong: no pawn has just passed over it.
    #[error("no pawn has just passed over {0}")]
    NoPassingPawn(String),
    /// A string in the options is not closed.
    #[error("a string in the options is not closed")]
    UnclosedText,
    /// The options are not closed.
    #[error("the options are not closed")]
    UnclosedOptions,
    /// No board follows the options.
    #[error("the options are not followed by `-`")]
    NoBoardAfterOptions,
    /// The options can't be read.
    #[error("the options can't be read from here on")]
    InvalidOptions,
    /// An option is repeated.
    #[error("`{0}` is repeated")]
    RepeatedOption(String),
    /// An option does not exist.
    #[error("`{0}` is not an option")]
    UnknownOption(String),
    /// An option would change the rules.
    #[error("{0} would change the rules")]
    ChangesRules(&'static str),
    /// A seat has no royal on the square that the options give.
    #[error("there is no royal of `{seat}` on `{square}`")]
    NoRoyal {
        /// The key of the seat without the royal.
        seat: char,
        /// The square that the options give for the royal.
        square: String,
    },
    /// The options state that a seat has left, but the second field contains 0 for this seat.
    #[error("`{0}` has left, but the second field has 0 for it")]
    LeftAndActive(char),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The board has a different size.
    #[error("the position has a board of `{found}`, but this ruleset has `{board}`")]
    OtherBoard {
        /// The size in the text.
        found: String,
        /// The size of the ruleset's board.
        board: String,
    },
    /// A text does not name a piece of the seat.
    #[error("`{piece}` is not a piece of `{seat}`")]
    NotItsPiece {
        /// The text that is not a piece of the seat.
        piece: String,
        /// The key of the seat whose piece is expected.
        seat: char,
    },
    /// A move can't be read.
    #[error("`{0}` is not a move")]
    InvalidMove(String),
    /// An en passant right can't be read.
    #[error("`{0}` is not an en passant right")]
    InvalidEnPassant(String),
    /// The position has more or fewer castling rights than the rules have castling moves.
    #[error("the list has {found} entries, but the rules have {rules} castling moves")]
    CastlingEntries {
        /// The number of castling rights in the position.
        found: usize,
        /// The number of castling moves in the rules.
        rules: usize,
    },
    /// The content of a seat's hand can't be read.
    #[error("`{0}` is not a list of pieces in hand")]
    InvalidHand(String),
    /// A turn order is empty or too long.
    #[error("a turn order has 1 to {max} seats")]
    OrderLength {
        /// The maximum number of seats in a turn order.
        max: usize,
    },
    /// A state contradicts the second field.
    #[error("`{seat}` is {state} here, but not in the second field")]
    StateContradiction {
        /// The key of the seat with the contradictory state.
        seat: char,
        /// The name of the state in the options.
        state: String,
    },
    /// A counter can't have these values.
    #[error("`{0}` does not fit the counter")]
    CounterValues(String),
    /// A relation can't be read.
    #[error("a relation needs four words")]
    InvalidRelation,
    /// A restriction can't be read.
    #[error("`{0}` is not a restriction")]
    InvalidRestriction(String),
    /// A question can't be read.
    #[error("this question can't be read")]
    InvalidQuestion,
}
