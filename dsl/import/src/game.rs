//! The game that the files describe, as far as it has a counterpart.

use crate::betza::DirectedLeap;
use crate::start_fen::StartPosition;

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct VariantPiece {
    /// The key that names it, and the character that stands for it.
    pub(crate) key: String,
    pub(crate) slot: char,
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) moves: String,
    /// Moves that it has on its first squares only.
    pub(crate) first: Vec<String>,
    /// Where it goes without a capture, as on an empty board.
    pub(crate) quiet: Vec<DirectedLeap>,
    pub(crate) royal: bool,
    pub(crate) value: u32,
}

/// A result for the player whom a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerResult {
    Win,
    Draw,
    Loss,
}

/// Something for each player, White's first.
pub(crate) type Both<T> = [T; 2];

/// A game, as far as it has a counterpart.
#[derive(Clone, Debug)]
pub(crate) struct VariantGame {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    pub(crate) kinds: Vec<VariantPiece>,
    pub(crate) start: StartPosition,
    /// Kinds that promote, what they become, and where.
    pub(crate) promoting: Both<Vec<String>>,
    pub(crate) promotions: Both<Vec<String>>,
    pub(crate) promotion_zone: Both<String>,
    pub(crate) promotion_optional: bool,
    /// The kinds whose moves are progress.
    pub(crate) progress: Vec<String>,
    /// Pieces that have turned at the start, by row and file, and the kind that each was.
    pub(crate) turned: Vec<((usize, usize), String)>,
    pub(crate) supply: Vec<(String, u32)>,
    /// Where the pawns of each player may go two squares, and where three.
    pub(crate) double_zone: Both<Option<String>>,
    pub(crate) triple_zone: Both<Option<String>>,
    /// The player, and king's and rook's squares before and after, of each right.
    pub(crate) castling: Vec<(usize, [String; 4])>,
    pub(crate) must_capture: bool,
    pub(crate) no_checks: bool,
    pub(crate) blast: bool,
    pub(crate) drops: bool,
    /// Whether pieces in hand have to be dropped before others move.
    pub(crate) must_drop: bool,
    /// Whether dropped pieces fall to the lowest empty square of their file.
    pub(crate) drops_fall: bool,
    pub(crate) captures_to_hand: bool,
    pub(crate) keeps_promotion: bool,
    pub(crate) drop_zone: Both<String>,
    /// Where pawns may not be dropped.
    pub(crate) no_pawn_drops: Both<Vec<String>>,
    pub(crate) stalemate: PlayerResult,
    pub(crate) checkmate: PlayerResult,
    pub(crate) goals: Goals,
    pub(crate) repetition: u32,
    /// What a repetition is for the player whose turn would be next.
    pub(crate) repeated: PlayerResult,
    pub(crate) no_progress: u32,
    pub(crate) piece_options: PieceOptions,
    pub(crate) walls: Option<Walls>,
    /// Whether each player may pass. Two passes in a row end the game.
    pub(crate) passes: Both<bool>,
}

/// Which wall a move leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walls {
    /// One where the piece came from.
    Past,
    /// One on any empty square, as the player likes.
    Anywhere,
    /// One where the piece that has moved could go next.
    Arrow,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PieceOptions {
    /// Kinds, and what each turns into.
    pub(crate) turning: Vec<(String, String)>,
    /// Whether they have to.
    pub(crate) must_turn: bool,
    /// Whether only a capture turns them.
    pub(crate) turn_by_capture: bool,
    /// Whether no piece may go where it could never move again.
    pub(crate) keeps_moving: bool,
    /// The kinds of which only so many may be dropped on one file.
    pub(crate) on_file: Option<(Vec<String>, u32)>,
    /// A kind whose drop may not mate.
    pub(crate) no_drop_mate: Option<String>,
    /// The squares to which a kind of a player keeps: the player, the kind and the zone.
    pub(crate) regions: Vec<(usize, String, String)>,
    /// Whether kings may not face each other.
    pub(crate) kings_face: bool,
    /// The rank from which soldiers step aside, if not from the first.
    pub(crate) soldiers_aside: Option<usize>,
}

/// The goals of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    pub(crate) extinction: Option<Extinction>,
    pub(crate) flag: Option<Flag>,
    pub(crate) rows: Option<WinningRows>,
    /// Whether only the last royal of a player has to be protected.
    pub(crate) last_royal: bool,
}

/// Pieces whose loss decides the game.
#[derive(Clone, Debug)]
pub(crate) struct Extinction {
    pub(crate) result: PlayerResult,
    /// None: all pieces together.
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) left: u32,
    /// How many of them the other player has to have.
    pub(crate) others: u32,
    /// Whether a player whose turn it is loses them only to one who has another one more.
    pub(crate) claimed: bool,
}

/// Squares that decide the game.
#[derive(Clone, Debug)]
pub(crate) struct Flag {
    /// None: any piece.
    pub(crate) kind: Both<Option<String>>,
    pub(crate) zone: Both<String>,
    /// How many pieces have to be there.
    pub(crate) pieces: u32,
    /// Whether the other player has one more move to be there, too.
    pub(crate) extra_move: bool,
}

/// Pieces in a row, or in a square, that decide the game.
#[derive(Clone, Debug)]
pub(crate) struct WinningRows {
    pub(crate) result: PlayerResult,
    /// How many in a row; none if only squares of pieces count.
    pub(crate) length: u32,
    /// The directions of rows.
    pub(crate) ways: Vec<&'static str>,
    /// The side of a square of pieces; none if only rows count.
    pub(crate) side: u32,
    /// None: any kind.
    pub(crate) kinds: Option<Vec<String>>,
}

impl VariantGame {
    /// The kind of a letter, in either case.
    pub(crate) fn kind_of(&self, letter: char) -> Option<&VariantPiece> {
        let letter = letter.to_ascii_lowercase();
        self.kinds.iter().find(|kind| kind.letter == letter)
    }

    /// The names of kinds for which these characters stand.
    pub(crate) fn named(&self, slots: &str) -> Vec<String> {
        let kind = |slot: char| self.kinds.iter().find(|kind| kind.slot == slot);
        slots.chars().filter_map(|slot| Some(kind(slot)?.name.clone())).collect()
    }
}
