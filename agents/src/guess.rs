//! Guesses of an agent at information that its seat doesn't have: hidden pieces and secret answers.

use quadrille_core::board::{Piece, Seat};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;

/// Returns the game as a seat knows it, with guesses for the rest. Each side's material is public, so the
/// number of hidden pieces is known. A hidden piece is placed on the first square of one of its kind, or
/// anywhere out of sight if that square is visible. Without hidden pieces an agent would consider each
/// visible square safe, and opponents out of sight stalemated.
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
        // In an order that doesn't tell where they stand.
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
        // Whether a king that isn't seen has moved before is not known either: where it is taken to be at
        // home with its rook, it is taken to be allowed to castle.
        machine.board.assume_castling(&mut seen.pos, dark);
        // Which positions have occurred tells where hidden pieces stood.
        seen.forget();
    }
    seen.guess_sealed(seat, rng);
    seen
}
