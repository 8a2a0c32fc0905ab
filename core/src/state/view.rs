//! A position as scripts and tools read it.

use std::rc::Rc;

use crate::board::{Colour, Kind, Piece, Seat, Square, Zone};
use crate::rules::{CounterId, Move, SeatResult, StateId};
use crate::tables::Ruleset;

/// Whether a seat could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has a legal move.
    Ok,
    /// It is in check and has none.
    Mate,
    /// It is not in check and has none.
    Stale,
}

/// A position, to be read.
pub trait View {
    /// The rules.
    fn rules(&self) -> &Ruleset;
    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// The squares of a colour's pieces.
    fn pieces(&self, colour: Colour) -> Zone;
    /// The seat whose turn it is.
    fn turn(&self) -> Seat;
    /// Actions played so far.
    fn ply(&self) -> u32;
    /// Plies since the last capture or pawn move.
    fn halfmove(&self) -> u32;
    /// A seat's state.
    fn seat_state(&self, seat: Seat) -> StateId;
    /// An army's state.
    fn army_state(&self, colour: Colour) -> StateId;
    /// Who moves a colour's pieces; `None` is nature.
    fn controller(&self, colour: Colour) -> Option<Seat>;
    /// A counter; for one of the game, the seat does not matter.
    fn counter(&self, counter: CounterId, seat: Seat) -> i32;
    /// The royals a seat controls.
    fn royals(&self, seat: Seat) -> Zone;
    /// Whether a royal of the seat is attacked by someone who checks it.
    fn in_check(&self, seat: Seat) -> bool;
    /// Whether the seat could move if it were its turn.
    fn status(&self, seat: Seat) -> Status;
    /// The squares of the seat's pieces that attack `square`.
    fn attackers(&self, square: Square, seat: Seat) -> Zone;
    /// Whether, once a move is made, a seat has a legal move after which none of the mover's royals
    /// is attacked.
    fn can_lift(&self, seat: Seat, mv: Move) -> bool;
    /// Who last gave check to a colour's king, where that is tracked.
    fn last_checker(&self, colour: Colour) -> Option<Seat>;
    /// How many pieces of a kind a seat has in hand.
    fn in_hand(&self, seat: Seat, kind: Kind) -> u8;
    /// A seat's settled result.
    fn settled(&self, seat: Seat) -> Option<SeatResult>;
    /// The seats in turn order, as it stands.
    fn order(&self) -> Vec<Seat>;
    /// A copy that stands alone, for script languages whose functions can't borrow. It runs no
    /// hooks: its `status` and `can_lift` judge the capture of a royal without scripted consequences and
    /// ask nobody about moves, so whoever hands it on asks the original before.
    fn detach(&self) -> Rc<dyn View>;
}
