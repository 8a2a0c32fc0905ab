//! Squares and highlights of changes.

use quadrille_session::BoardChange;

use crate::protocol::Remark;

/// Returns the start and the target square of a move. Returns `None` for other changes.
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

/// Returns the square of a change in which no piece moves or leaves the board. Returns `None` for
/// other changes.
pub(crate) fn touched(change: &BoardChange) -> Option<String> {
    match change {
        BoardChange::Place { square, .. }
        | BoardChange::Replace { square, .. }
        | BoardChange::Face { square, .. }
        | BoardChange::Mark { square, .. } => Some(square.clone()),
        _ => None,
    }
}

/// Returns the highlight of a change, or `None` if the change has none. `by_action` is `true` if
/// the action itself made the change. It is `false` if the change is a consequence of the action.
pub(crate) fn remark(change: &BoardChange, by_action: bool) -> Option<Remark> {
    match change {
        BoardChange::Capture { .. } | BoardChange::Remove { .. } if by_action => {
            Some(Remark::Capture)
        }
        BoardChange::SeatState { .. }
        | BoardChange::ArmyState { .. }
        | BoardChange::Control { .. }
        | BoardChange::Settle { .. }
        | BoardChange::Finish { .. } => Some(Remark::StatusChange),
        _ => None,
    }
}
