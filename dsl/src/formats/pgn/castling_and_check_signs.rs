//! Parts of recorded moves: castling words, and signs for check and mate.

use quadrille_core::{Action, AnyGame, Move, MoveKind, Seat, Spec, Status};

/// Returns `+` for each king in check, then `#` for each mated seat.
pub(crate) fn signs(game: &dyn AnyGame, mover: Seat) -> String {
    let seats = (0..game.rules().spec().seats.len()).map(|seat| Seat(seat as u8));
    let checked = seats.filter(|seat| *seat != mover && game.in_check(*seat));
    let (mated, checked): (Vec<_>, Vec<_>) =
        checked.partition(|seat| game.status(*seat) == Status::Mate);
    ["+".repeat(checked.len()), "#".repeat(mated.len())].concat()
}

/// Returns the word for castling, if only one castling move to this side is legal.
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
