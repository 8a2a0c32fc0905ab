//! What messages say of changes.

use quadrille_session::BoardChange;

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
