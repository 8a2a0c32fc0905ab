//! What messages say of changes.

use quadrille_session::BoardChange;

use crate::protocol::Remark;

/// Where a piece came from and went.
pub(crate) fn ends(change: &BoardChange) -> Option<[String; 2]> {
    match change {
        BoardChange::Move { from, to, .. } => Some([from.clone(), to.clone()]),
        _ => None,
    }
}

/// The square from which a piece left the board.
pub(crate) fn gone(change: &BoardChange) -> Option<String> {
    match change {
        BoardChange::Capture { square, .. } | BoardChange::Remove { square, .. } => {
            Some(square.clone())
        }
        _ => None,
    }
}

/// The square on which something else changed.
pub(crate) fn touched(change: &BoardChange) -> Option<String> {
    match change {
        BoardChange::Place { square, .. }
        | BoardChange::Replace { square, .. }
        | BoardChange::Face { square, .. }
        | BoardChange::Mark { square, .. } => Some(square.clone()),
        _ => None,
    }
}

/// Why somebody might look for a ply with this change, that is part of its action or follows from it.
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
