//! Squares and highlights of changes.

use quadrille_session::BoardChange;

use crate::protocol::Remark;

/// Returns the squares between which a piece moved.
pub(crate) fn ends(change: &BoardChange) -> Option<[String; 2]> {
    match change {
        BoardChange::Move { from, to, .. } => Some([from.clone(), to.clone()]),
        _ => None,
    }
}

/// Returns the square from which a piece left the board.
pub(crate) fn gone(change: &BoardChange) -> Option<String> {
    match change {
        BoardChange::Capture { square, .. } | BoardChange::Remove { square, .. } => {
            Some(square.clone())
        }
        _ => None,
    }
}

/// Returns the square with another change.
pub(crate) fn touched(change: &BoardChange) -> Option<String> {
    match change {
        BoardChange::Place { square, .. }
        | BoardChange::Replace { square, .. }
        | BoardChange::Face { square, .. }
        | BoardChange::Mark { square, .. } => Some(square.clone()),
        _ => None,
    }
}

/// Returns the highlight of a change, if it has one. `by_action` is `true` if the action itself
/// made the change, and `false` if the change is a consequence.
pub(crate) fn remark(change: &BoardChange, by_action: bool) -> Option<Remark> {
    match change {
        BoardChange::Capture { .. } | BoardChange::Remove { .. } if by_action => {
            Some(Remark::Capture)
        }
        BoardChange::SeatState { .. }
        | BoardChange::ArmyState { .. }
        | BoardChange::Control { .. }
        | BoardChange::Settle { .. }
        | BoardChange::Finish { .. } => Some(Remark::TurningPoint),
        _ => None,
    }
}
