//! The rights that castling moves need.

use crate::rules::CastlingMove;

/// The maximum number of castling rights in a game.
pub const MAX_CASTLING_RIGHTS: usize = 64;

/// The maximum number of castling moves in a game.
pub const MAX_CASTLING_MOVES: usize = 256;

/// Returns the two rights (a bit each) that each castling move needs. The first right is lost if
/// the king leaves its starting square, and the second if the rook does.
///
/// A castling move that does not share its rights has a separate right, which is both its first and
/// its second right. Any other castling move needs the right of the king on its starting square and
/// the right of the rook on its starting square. So a seat has 14 rights for the 42 castling moves
/// of Chess960.
///
/// Returns `None` if the castling moves need too many rights.
pub fn castling_rights(moves: &[CastlingMove]) -> Option<Vec<[u64; 2]>> {
    let mut pieces = Vec::new();
    let mut rights = 0_u32;
    let mut fresh = || {
        rights += 1;
        1_u64.checked_shl(rights - 1)
    };
    let mut needs = Vec::with_capacity(moves.len());
    for castling in moves {
        if !castling.shares_rights {
            needs.push([fresh()?; 2]);
            continue;
        }
        let mut both = [0; 2];
        for (place, square) in [castling.king.0, castling.rook.0].into_iter().enumerate() {
            let piece = (castling.seat, castling.kinds, place, square);
            let known = pieces.iter().find(|(other, _)| *other == piece).map(|(_, right)| *right);
            both[place] = match known {
                Some(right) => right,
                None => {
                    let right = fresh()?;
                    pieces.push((piece, right));
                    right
                }
            };
        }
        needs.push(both);
    }
    Some(needs)
}
