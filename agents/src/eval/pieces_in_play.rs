//! [`ArmyPart`]: the armies that take part in the game, and iteration over their pieces.

use quadrille_core::board::{Piece, Seats, Square, SquareSet};
use quadrille_core::internals::{NOBODY, PositionRules};
use quadrille_core::state::Position;

/// The state of a colour's pieces: they can move now, may move later, or will never move again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArmyPart {
    /// The pieces can move now.
    Active,
    /// The pieces can't move now, but may move later.
    Frozen,
    /// The pieces will never move again.
    None,
}

/// Returns the state of a colour's pieces: they can move now, may move later, or will never move
/// again.
#[inline]
pub fn army_part<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    colour: usize,
) -> ArmyPart {
    let controller = pos.controller[colour];
    if controller == NOBODY {
        return ArmyPart::None;
    }
    let controller = usize::from(controller);
    let army = &rules.spec.states[usize::from(pos.army_state[colour].0)];
    let seat = &rules.spec.states[usize::from(pos.seat_state[controller].0)];
    if seat.has_turn && pos.masks[controller].moves.pieces >> colour & 1 != 0 {
        ArmyPart::Active
    } else if army.until.is_some() || seat.until.is_some() {
        ArmyPart::Frozen
    } else {
        ArmyPart::None
    }
}

/// Returns `true` if a seat controls pieces that take part in the game.
#[inline]
pub fn has_pieces<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    seat: usize,
) -> bool {
    let mut controls = Seats(pos.masks[seat].controls).iter();
    controls.any(|colour| army_part(rules, pos, colour.index()) != ArmyPart::None)
}

/// Calls a function for each piece on the board that takes part in the game. The function receives
/// the piece, the piece's square, and the [`ArmyPart`] of the piece's army.
#[inline(always)]
pub fn each_in_play<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    mut f: impl FnMut(Piece, Square, ArmyPart),
) {
    for colour in 0..rules.t.seats {
        let part = army_part(rules, pos, colour);
        if part != ArmyPart::None {
            each(&pos.colours[colour], |square| {
                if let Some(piece) = pos.piece(square) {
                    f(piece, square, part);
                }
            });
        }
    }
}

/// Calls a function with each square of a set. This is faster than the set's iterator.
#[inline(always)]
pub(super) fn each<const W: usize>(set: &SquareSet<W>, mut f: impl FnMut(Square)) {
    for (word, bits) in set.0.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            f(Square((word * 64) as u16 + bits.trailing_zeros() as u16));
            bits &= bits - 1;
        }
    }
}
