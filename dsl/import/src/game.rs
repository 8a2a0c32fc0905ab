//! The part of a game that can be translated.

use crate::betza::DirectedLeap;
use crate::start_fen::StartPosition;

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct VariantPiece {
    /// The key by which the file names the piece. In the values of other keys, the character in
    /// `slot` represents the piece.
    pub(crate) key: String,
    pub(crate) slot: char,
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) moves: String,
    /// Moves that the piece can make only from the double-step zone of its player.
    pub(crate) first: Vec<String>,
    /// The leaps that the piece can make on an empty board. None of these leaps captures.
    pub(crate) quiet: Vec<DirectedLeap>,
    pub(crate) royal: bool,
    pub(crate) value: u32,
}

/// The result of a rule, from the view of the player whom the rule concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlayerResult {
    Win,
    Draw,
    Loss,
}

/// Two values: White's, then Black's.
pub(crate) type Both<T> = [T; 2];

/// A game, as far as it can be translated.
#[derive(Clone, Debug)]
pub(crate) struct VariantGame {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    pub(crate) kinds: Vec<VariantPiece>,
    pub(crate) start: StartPosition,
    /// For each player, the kinds that promote. `promotions` contains the kinds to which they
    /// promote, and `promotion_zone` contains the zone in which they promote.
    pub(crate) promoting: Both<Vec<String>>,
    pub(crate) promotions: Both<Vec<String>>,
    pub(crate) promotion_zone: Both<String>,
    pub(crate) promotion_optional: bool,
    /// Kinds whose moves count as progress.
    pub(crate) progress: Vec<String>,
    /// The pieces that are already promoted at the start. Each has its row and file, and its
    /// original kind.
    pub(crate) turned: Vec<((usize, usize), String)>,
    pub(crate) supply: Vec<(String, u32)>,
    /// The zones from which each player's pawns may move two squares. `triple_zone` contains the
    /// zones from which pawns may move three squares.
    pub(crate) double_zone: Both<Option<String>>,
    pub(crate) triple_zone: Both<Option<String>>,
    /// The castling rights. Each consists of the player, two squares of the king and two squares of
    /// the rook. The first of two squares is before castling, and the second is after it.
    pub(crate) castling: Vec<(usize, [String; 4])>,
    pub(crate) must_capture: bool,
    pub(crate) no_checks: bool,
    pub(crate) blast: bool,
    pub(crate) drops: bool,
    /// `true` if players must drop their pieces in hand before they move other pieces.
    pub(crate) must_drop: bool,
    /// `true` if dropped pieces fall to the lowest empty square of their file.
    pub(crate) drops_fall: bool,
    pub(crate) captures_to_hand: bool,
    pub(crate) keeps_promotion: bool,
    pub(crate) drop_zone: Both<String>,
    /// The squares where pawns may not be dropped.
    pub(crate) no_pawn_drops: Both<Vec<String>>,
    pub(crate) stalemate: PlayerResult,
    pub(crate) checkmate: PlayerResult,
    pub(crate) goals: Goals,
    pub(crate) repetition: u32,
    /// The result of a repetition for the player who would move next.
    pub(crate) repeated: PlayerResult,
    pub(crate) no_progress: u32,
    pub(crate) piece_options: PieceOptions,
    pub(crate) walls: Option<Walls>,
    /// For each player, `true` if the player may pass. The game ends after two passes in a row.
    pub(crate) passes: Both<bool>,
}

/// The wall that a move leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walls {
    /// A wall on the square that the piece leaves.
    Past,
    /// A wall on any empty square that the player chooses.
    Anywhere,
    /// A wall on a square that the moved piece could go to next.
    Arrow,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PieceOptions {
    /// Kinds that promote to exactly one other kind, each followed by that other kind. Such a
    /// promotion is called turning.
    pub(crate) turning: Vec<(String, String)>,
    /// `true` if the kinds in `turning` must turn.
    pub(crate) must_turn: bool,
    /// `true` if the kinds in `turning` turn only when they capture.
    pub(crate) turn_by_capture: bool,
    /// `true` if no piece may go to a square from which it could never move again.
    pub(crate) keeps_moving: bool,
    /// Some kinds, and a maximum number of pieces. After a drop of one of these kinds, at most this
    /// many pieces of the kind may be on the file.
    pub(crate) on_file: Option<(Vec<String>, u32)>,
    /// A kind whose drop may not give mate.
    pub(crate) no_drop_mate: Option<String>,
    /// The regions that pieces of a kind may not leave. Each entry contains the player, the kind
    /// and the zone.
    pub(crate) regions: Vec<(usize, String, String)>,
    /// `true` if kings may not face each other.
    pub(crate) kings_face: bool,
    /// The rank from which soldiers may step sideways. `None` if soldiers may always step sideways.
    pub(crate) soldiers_aside: Option<usize>,
}

/// The goals of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    pub(crate) extinction: Option<Extinction>,
    pub(crate) flag: Option<Flag>,
    pub(crate) rows: Option<WinningRows>,
    /// `true` if a player needs to protect only the last royal.
    pub(crate) last_royal: bool,
}

/// Pieces whose loss decides the game.
#[derive(Clone, Debug)]
pub(crate) struct Extinction {
    pub(crate) result: PlayerResult,
    /// The kinds whose pieces are counted. Each kind is counted separately. If `None`, all pieces
    /// are counted together.
    pub(crate) kinds: Option<Vec<String>>,
    pub(crate) left: u32,
    /// The loss decides the game only if the other player has at least this many such pieces.
    pub(crate) others: u32,
    /// `true` if the minimum in `others` is one higher after a move of the other player.
    pub(crate) claimed: bool,
}

/// Squares that decide the game.
#[derive(Clone, Debug)]
pub(crate) struct Flag {
    /// The kind of the pieces that must reach the squares. `None` means any kind.
    pub(crate) kind: Both<Option<String>>,
    pub(crate) zone: Both<String>,
    /// The number of pieces that must be on the squares.
    pub(crate) pieces: u32,
    /// `true` if the other player then has one more move in which to reach the squares too.
    pub(crate) extra_move: bool,
}

/// A row of pieces, or a square block of pieces, that decides the game.
#[derive(Clone, Debug)]
pub(crate) struct WinningRows {
    pub(crate) result: PlayerResult,
    /// The number of pieces in a row. Zero if only square blocks count.
    pub(crate) length: u32,
    /// The directions of rows.
    pub(crate) ways: Vec<&'static str>,
    /// The side of a square block of pieces. Zero if only rows count.
    pub(crate) side: u32,
    /// The kinds that count. `None` means any kind.
    pub(crate) kinds: Option<Vec<String>>,
}

impl VariantGame {
    /// Returns the kind with this letter. The letter may be in upper or lower case.
    pub(crate) fn kind_of(&self, letter: char) -> Option<&VariantPiece> {
        let letter = letter.to_ascii_lowercase();
        self.kinds.iter().find(|kind| kind.letter == letter)
    }

    /// Returns the names of the kinds that these characters represent.
    pub(crate) fn named(&self, slots: &str) -> Vec<String> {
        let kind = |slot: char| self.kinds.iter().find(|kind| kind.slot == slot);
        slots.chars().filter_map(|slot| Some(kind(slot)?.name.clone())).collect()
    }
}
