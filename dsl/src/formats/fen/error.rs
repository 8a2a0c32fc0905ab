//! Mistakes in positions.

use crate::formats::ParseError;

/// The longest text that is read.
pub const MAX_LENGTH: usize = 64 * 1024;

/// A mistake in a position.
pub type FenError = ParseError<FenErrorKind>;

/// What a mistake in a position is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text is too long.
    #[error("a position has at most {max} bytes, but this one has {0}", max = MAX_LENGTH)]
    TooLong(usize),
    /// The text is the name of a start.
    #[error("`{0}` is the name of a start, not a position")]
    NamedStart(&'static str),
    /// The text ends within a field of FEN4.
    #[error("the text ends before the end of field {number}: {name}")]
    Truncated {
        /// The number of the field, from 1.
        number: usize,
        /// What the field says.
        name: &'static str,
    },
    /// The text ends before a field of plain FEN.
    #[error("the text ends before {0}")]
    MissingField(&'static str),
    /// A field that plain FEN does not have.
    #[error("one field too many")]
    ExtraField,
    /// Plain FEN for a ruleset that is not for two players.
    #[error("a position of two-player chess")]
    TwoPlayers,
    /// A value of another type.
    #[error("`{found}` is not {expected}")]
    Expected {
        /// What is there.
        found: String,
        /// What fits.
        expected: &'static str,
    },
    /// A list with more or fewer entries than there are seats.
    #[error("{found} entries where the game has {seats} seats")]
    SeatEntries {
        /// How many entries there are.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// A number that does not fit its type.
    #[error("this number is out of range")]
    OutOfRange,
    /// A text that names no seat.
    #[error("`{0}` is not a seat")]
    UnknownSeat(String),
    /// A text that names no square.
    #[error("`{0}` is not a square of this board")]
    UnknownSquare(String),
    /// A letter that no kind of piece has.
    #[error("`{0}` is not a kind of piece")]
    UnknownKind(char),
    /// A key that no seat has.
    #[error("`{0}` is not a colour")]
    UnknownColour(char),
    /// A mark that the rules do not have.
    #[error("`{0}` is not a mark of these rules")]
    UnknownMark(String),
    /// A counter that the rules do not have.
    #[error("`{0}` is not a counter of these rules")]
    UnknownCounter(String),
    /// A word that is none of the choices.
    #[error("`{0}` is not one of the words for this")]
    UnknownWord(String),
    /// Points in rules without them.
    #[error("these rules keep no points")]
    NoPoints,
    /// Points of a seat that the game does not have.
    #[error("points of a seat that is not in this game")]
    PointsOfNobody,
    /// Numbers of checks in rules that do not count them.
    #[error("these rules count no checks")]
    NoChecks,
    /// A promoted piece of a kind that nothing promotes to.
    #[error("no piece of these rules promotes to `{0}`")]
    NeverPromoted(char),
    /// The sign of a promoted piece, where several may be meant.
    #[error("`{0}` may be one of several promoted pieces")]
    AmbiguousPromoted(String),
    /// A sign without its piece.
    #[error("`{0}` belongs to no piece")]
    StraySign(char),
    /// A star that is neither a hole nor a neutral piece.
    #[error("`*` on {0}, which is a square of this board")]
    StarOnSquare(String),
    /// A castling right of a rook that castles with another king's square, or not at all.
    #[error(
        "`{letter}` is the right of a rook on the {file} file, which does not castle from there"
    )]
    NoSuchRook {
        /// The letter.
        letter: char,
        /// The name of the file.
        file: char,
    },
    /// The board can't be read.
    #[error("this is not a board")]
    NotABoard,
    /// More or fewer rows than the board has ranks.
    #[error("{rows} rows on a board of {ranks} ranks")]
    Rows {
        /// How many rows there are.
        rows: usize,
        /// How many ranks there are.
        ranks: usize,
    },
    /// A row with more or fewer cells than the board has files.
    #[error("the row of rank {rank} has {cells} cells, and the board {files} files")]
    Cells {
        /// The rank, from 1.
        rank: usize,
        /// How many cells there are.
        cells: usize,
        /// How many files there are.
        files: usize,
    },
    /// An empty cell.
    #[error("nothing between two commas")]
    NoCell,
    /// A cell that can't be read.
    #[error("`{0}` is not a cell")]
    InvalidCell(String),
    /// A piece on a hole of the board.
    #[error("a piece on a hole of the board")]
    PieceOnHole,
    /// A piece outside the board.
    #[error("a piece outside the board")]
    PieceOutside,
    /// A hole where the board has a square.
    #[error("a hole on {0}, which is a square of this board")]
    HoleOnSquare(String),
    /// A piece with its square that can't be read.
    #[error("`{0}` is not a piece with its square")]
    InvalidPlacement(String),
    /// A dead piece whose colour is unknown.
    #[error("a dead piece without a colour")]
    DeadWithoutColour,
    /// A piece without a colour.
    #[error("a piece without a colour")]
    NoColour,
    /// A castling right that plain FEN does not have.
    #[error("`{0}` is not a castling right")]
    InvalidRight(char),
    /// A castling right that the rules do not have.
    #[error("these rules have no such castling")]
    NoSuchCastling,
    /// An en passant square without a pawn.
    #[error("no pawn has just passed over {0}")]
    NoPassingPawn(String),
    /// A text in the options is not closed.
    #[error("a text in the options is not closed")]
    UnclosedText,
    /// The options are not closed.
    #[error("the options are not closed")]
    UnclosedOptions,
    /// The options are not followed by the board.
    #[error("the options are not followed by `-`")]
    NoBoardAfterOptions,
    /// The options can't be read.
    #[error("the options can't be read from here on")]
    InvalidOptions,
    /// An option is repeated.
    #[error("`{0}` is repeated")]
    RepeatedOption(String),
    /// An option that does not exist.
    #[error("`{0}` is not an option")]
    UnknownOption(String),
    /// An option that contradicts the rules.
    #[error("{0} would change the rules")]
    ChangesRules(&'static str),
    /// A royal that is not on the square given.
    #[error("there is no royal of `{seat}` on `{square}`")]
    NoRoyal {
        /// The key of the seat.
        seat: char,
        /// The square.
        square: String,
    },
    /// A seat that has left and is active.
    #[error("`{0}` has left, but is not out by the second field")]
    LeftAndActive(char),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A board of another size.
    #[error("a board of `{found}`, and this ruleset's is `{board}`")]
    OtherBoard {
        /// The size in the text.
        found: String,
        /// The size of the ruleset's board.
        board: String,
    },
    /// A text that is not a piece of the seat.
    #[error("`{piece}` is not a piece of `{seat}`")]
    NotItsPiece {
        /// The text.
        piece: String,
        /// The key of the seat.
        seat: char,
    },
    /// A move that can't be read.
    #[error("`{0}` is not a move")]
    InvalidMove(String),
    /// An en passant right that can't be read.
    #[error("`{0}` is not an en passant right")]
    InvalidEnPassant(String),
    /// More or fewer castling rights than the rules have castling moves.
    #[error("{found} entries where the rules have {rules} castling moves")]
    CastlingEntries {
        /// How many entries there are.
        found: usize,
        /// How many castling moves the rules have.
        rules: usize,
    },
    /// The contents of a hand that can't be read.
    #[error("`{0}` is not a number of pieces of one kind")]
    InvalidHand(String),
    /// A turn order that is empty or too long.
    #[error("a turn order has 1 to {max} seats")]
    OrderLength {
        /// The most seats.
        max: usize,
    },
    /// A state that contradicts the second field.
    #[error("`{seat}` is {state} here and not in the second field")]
    StateContradiction {
        /// The key of the seat.
        seat: char,
        /// The name of the state.
        state: String,
    },
    /// Values that a counter can't have.
    #[error("`{0}` does not fit the counter")]
    CounterValues(String),
    /// A relation that can't be read.
    #[error("a relation has four words")]
    InvalidRelation,
    /// A restriction that can't be read.
    #[error("`{0}` is not a restriction")]
    InvalidRestriction(String),
    /// A question that can't be read.
    #[error("a question has four parts")]
    InvalidQuestion,
}
