//! Replaces the information that is hidden from an agent's seat by guesses: places of hidden
//! pieces, and secret answers.

use quadrille_core::board::{Piece, Seat};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;

/// Returns the game as a seat sees it, with guesses for hidden information.
///
/// Each side's material is public, so the number of hidden pieces is known. A hidden piece is
/// placed on a hidden start square of its kind. If there is none, it is placed on a random hidden
/// square. If hidden pieces were left out, an agent would consider every visible square safe. It
/// would also believe that opponents without visible pieces are stalemated.
pub(crate) fn imagined<'a, const W: usize>(
    game: &TypedGame<'a, W>,
    seat: Seat,
    rng: &mut Rng,
) -> TypedGame<'a, W> {
    let machine = &game.machine;
    let mut seen = game.as_seen_by(seat);
    let hidden = game.pos.occupied - seen.pos.occupied;
    if !hidden.is_empty() {
        let dark = machine.t.all - machine.movegen.visible(&game.pos, seat);
        let mut unseen = dark;
        let same = |a: &Piece, b: &Piece| (a.colour(), a.kind()) == (b.colour(), b.kind());
        let mut strays = Vec::new();
        // Sorted, so that the order of the pieces does not reveal their squares.
        let mut pieces: Vec<Piece> =
            hidden.into_iter().filter_map(|square| game.pos.piece(square)).collect();
        pieces.sort_unstable();
        for piece in pieces {
            let home = |(square, began): &&_| unseen.contains(*square) && same(began, &piece);
            match machine.spec.array.iter().find(home) {
                Some((square, began)) => {
                    unseen.remove(*square);
                    seen.pos.put(machine.t, *square, *began);
                }
                None => strays.push(piece),
            }
        }
        for piece in strays {
            let Some(square) = unseen.nth(rng.below(unseen.len().max(1))) else { break };
            unseen.remove(square);
            seen.pos.put(machine.t, square, piece);
        }
        // An agent does not know if a hidden king has moved. If the guess places the king and its
        // rook at home, the king and the rook are assumed to have the right to castle.
        machine.board.assume_castling(&mut seen.pos, dark);
        // The positions that have occurred would reveal the squares of hidden pieces.
        seen.forget();
    }
    seen.guess_sealed(seat, rng);
    seen
}
