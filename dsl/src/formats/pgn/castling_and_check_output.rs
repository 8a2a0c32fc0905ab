//! Writes parts of recorded moves: the words for castling, and the signs for check and mate.

use quadrille_core::{Action, AnyGame, Move, MoveKind, Seat, Spec, Status};

/// Returns the signs after a move: a `+` for each seat that is in check but not mated, then a `#`
/// for each mated seat. The seat that moved gets no sign.
pub(crate) fn signs(game: &dyn AnyGame, mover: Seat) -> String {
    let seats = (0..game.rules().spec().seats.len()).map(|seat| Seat(seat as u8));
    let checked = seats.filter(|seat| *seat != mover && game.in_check(*seat));
    let (mated, checked): (Vec<_>, Vec<_>) =
        checked.partition(|seat| game.status(*seat) == Status::Mate);
    ["+".repeat(checked.len()), "#".repeat(mated.len())].concat()
}

/// Returns the word for castling to one side. Returns `None` if no castling move to this side is
/// legal, or if several are legal.
pub(crate) fn castling_word(
    spec: &Spec,
    legal: &[(String, Action)],
    played: Move,
) -> Option<String> {
    let MoveKind::Castle(number) = played.kind else { return None };
    let side = |number: u8| spec.castling.get(usize::from(number)).map(|wing| wing.king_side);
    let alike = legal.iter().filter(|(_, other)| match other {
        Action::Move(Move { kind: MoveKind::Castle(other), .. }) => side(*other) == side(number),
        _ => false,
    });
    let word = if side(number) == Some(true) { "O-O" } else { "O-O-O" };
    (alike.count() == 1).then(|| word.to_owned())
}
