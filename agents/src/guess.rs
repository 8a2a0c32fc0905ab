//! Replaces the information that is hidden from an agent's seat by guesses: places and kinds of
//! hidden pieces, and secret answers.

use quadrille_core::board::{Colour, Kind, Piece, Seat, Seats, Square};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;

/// Returns the game as a seat sees it, with guesses for hidden information.
///
/// Each side's material is public, so the number of hidden pieces of each kind is known. A piece in
/// fog is placed on a hidden start square of its kind. If there is none, it is placed on a random
/// hidden square. If hidden pieces were left out, an agent would consider every visible square
/// safe. It would also believe that opponents without visible pieces are stalemated. The hidden
/// kinds of an army are shared out at random among the pieces of unknown kinds.
pub(crate) fn imagined<'a, const W: usize>(
    game: &TypedGame<'a, W>,
    seat: Seat,
    rng: &mut Rng,
) -> TypedGame<'a, W> {
    let (machine, pos) = (&game.machine, &game.pos);
    let viewers: Seats = std::iter::once(seat).collect();
    let mut seen = game.as_seen_by(viewers);
    let hidden = pos.occupied - seen.pos.occupied;
    let mut unknown: Vec<Square> =
        seen.pos.occupied.into_iter().filter(|at| seen.pos.piece(*at) != pos.piece(*at)).collect();
    if !hidden.is_empty() || !unknown.is_empty() {
        let shown = |piece: Piece| {
            let controller = machine.board.controller_of(pos, piece);
            machine.spec.seen_piece(piece, Some(controller), viewers)
        };
        let pieces = || pos.occupied.into_iter().filter_map(|square| pos.piece(square));
        let kinds = pieces().filter(|piece| shown(*piece) != *piece);
        let kinds = kinds.map(|piece| (piece.colour(), piece.kind())).collect();
        let dark = machine.t.all - machine.movegen.visible(pos, seat);
        let mut unseen = dark;
        let same = |a: &Piece, b: &Piece| (a.colour(), a.kind()) == (b.colour(), b.kind());
        let mut strays = Vec::new();
        // Sorted, so that the order of the pieces does not reveal their squares.
        let mut pieces: Vec<(Piece, bool)> = hidden
            .into_iter()
            .filter_map(|square| pos.piece(square))
            .map(|piece| (shown(piece), shown(piece) != piece))
            .collect();
        pieces.sort_unstable();
        for (piece, is_unknown) in pieces {
            let home = |(square, began): &&_| unseen.contains(*square) && same(began, &piece);
            match machine.spec.array.iter().find(home) {
                Some((square, began)) if !is_unknown => {
                    unseen.remove(*square);
                    seen.pos.put(machine.t, *square, *began);
                }
                _ => strays.push((piece, is_unknown)),
            }
        }
        for (piece, is_unknown) in strays {
            let Some(square) = unseen.nth(rng.below(unseen.len().max(1))) else { break };
            unseen.remove(square);
            seen.pos.put(machine.t, square, piece);
            if is_unknown {
                unknown.push(square);
            }
        }
        let uncertain = unknown.iter().fold(dark, |mut squares, square| {
            squares.insert(*square);
            squares
        });
        guess_kinds(&mut seen, unknown, kinds, rng);
        // An agent does not know if a hidden king has moved. If the guess places the king and its
        // rook at home, the king and the rook are assumed to have the right to castle.
        machine.board.assume_castling(&mut seen.pos, uncertain);
        // The positions that have occurred would reveal the hidden pieces.
        seen.forget();
    }
    seen.guess_sealed(seat, rng);
    seen
}

/// Gives the pieces on `squares` the kinds of their colours in `kinds`, in a random order. A piece
/// without movement stands on one of its start squares, if there is one among `squares`.
fn guess_kinds<const W: usize>(
    seen: &mut TypedGame<'_, W>,
    mut squares: Vec<Square>,
    mut kinds: Vec<(Colour, Kind)>,
    rng: &mut Rng,
) {
    let (t, spec) = (seen.machine.t, seen.machine.spec);
    // Sorted, so that the order of the pieces does not reveal their kinds.
    squares.sort_unstable();
    kinds.sort_unstable();
    kinds.sort_by_key(|(_, kind)| !spec.kinds[kind.index()].paths.is_empty());
    for (colour, kind) in kinds {
        let standing = spec.standing_squares(colour, kind);
        let places = |anywhere: bool| -> Vec<usize> {
            let fits = |square: &Square| {
                seen.pos.piece(*square).is_some_and(|piece| piece.colour() == colour)
                    && (anywhere || standing.is_none_or(|standing| standing.contains(*square)))
            };
            let numbered = squares.iter().enumerate();
            numbered.filter(|(_, square)| fits(square)).map(|(place, _)| place).collect()
        };
        let mut places_left = places(false);
        if places_left.is_empty() {
            places_left = places(true);
        }
        if places_left.is_empty() {
            continue;
        }
        let chosen = places_left[rng.below(places_left.len() as u32) as usize];
        let square = squares.remove(chosen);
        if let Some(piece) = seen.pos.take(t, square) {
            seen.pos.put(t, square, piece.with_kind(kind));
        }
    }
}
