//! [`View`]: a position, for reading by scripts and tools.

use std::any::Any;
use std::rc::Rc;

use crate::board::{Colour, Kind, Piece, Seat, Square, Zone};
use crate::rules::{Candidate, CounterId, Move, SeatResult, StateId};
use crate::tables::CompiledRules;

/// The ability of a seat to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The seat has a legal move.
    Ok,
    /// The seat is in check and has no legal move.
    Mate,
    /// The seat is not in check and has no legal move.
    Stale,
}

/// A hypothetical change of a position; see [`View::after`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothetical {
    /// A move, which need not be legal.
    Move(Move),
    /// A piece that is put on a square. It replaces any other piece there.
    Drop(Piece, Square),
}

/// A position, for reading.
pub trait View {
    /// Returns the rules.
    fn rules(&self) -> &CompiledRules;
    /// Returns the piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// Returns the squares of a colour's pieces.
    fn pieces(&self, colour: Colour) -> Zone;
    /// Returns the squares of a colour's pieces of one kind.
    fn pieces_of_kind(&self, colour: Colour, kind: Kind) -> Zone {
        let of_kind = |square: &Square| self.piece(*square).is_some_and(|p| p.kind() == kind);
        self.pieces(colour).into_iter().filter(of_kind).collect()
    }
    /// Returns the number of a colour's pieces. If `kind` is given, counts only pieces of this
    /// kind.
    fn count(&self, colour: Colour, kind: Option<Kind>) -> u32 {
        kind.map_or_else(|| self.pieces(colour), |kind| self.pieces_of_kind(colour, kind)).len()
    }
    /// Returns the seat whose turn it is.
    fn turn(&self) -> Seat;
    /// Returns the number of actions played.
    fn ply(&self) -> u32;
    /// Returns the number of moves, drops and passes in this turn so far.
    fn made(&self) -> u8;
    /// Returns the halfmove clock: plies since the last progress.
    fn halfmove(&self) -> u32;
    /// Returns a seat's state.
    fn seat_state(&self, seat: Seat) -> StateId;
    /// Returns an army's state.
    fn army_state(&self, colour: Colour) -> StateId;
    /// Returns the controller of a colour; `None` means nature.
    fn controller(&self, colour: Colour) -> Option<Seat>;
    /// Returns the value of a counter. For a counter of the game, the seat is ignored.
    fn counter(&self, counter: CounterId, seat: Seat) -> i32;
    /// Returns the squares that a seat sees. If the rules have no fog, a seat sees all squares.
    fn visible(&self, seat: Seat) -> Zone;
    /// Returns the royals that a seat controls.
    fn royals(&self, seat: Seat) -> Zone;
    /// Returns `true` if a seat is in check.
    fn in_check(&self, seat: Seat) -> bool;
    /// Returns the squares of the pieces that give check to a seat; empty if the seat is not in
    /// check.
    fn checkers(&self, seat: Seat) -> Zone;
    /// Returns the status that a seat would have if its turn came now.
    fn status(&self, seat: Seat) -> Status;
    /// Returns the status that a seat would have if its turn came now, or `None` if the status
    /// depends on hooks.
    fn status_without_hooks(&self, seat: Seat) -> Option<Status>;
    /// Returns the squares of a seat's pieces that attack `square`.
    fn attackers(&self, square: Square, seat: Seat) -> Zone;
    /// Returns the moves that a seat could make if its turn came now. Moves that hooks add are
    /// missing, and moves that hooks forbid may be included.
    fn moves(&self, seat: Seat) -> Vec<Candidate>;
    /// Returns `true` if `seat` can reply to the move `mv` with a legal move that leaves none of
    /// the mover's royals in check. The mover is the controller of the piece that `mv` moves.
    fn can_lift(&self, seat: Seat, mv: Move) -> bool;
    /// Returns the position after a hypothetical move or drop, without effects of hooks. Returns
    /// `None` if there is no piece to move. The turn stays with the same seat.
    fn after(&self, played: Hypothetical) -> Option<Rc<dyn View>>;
    /// Returns the last seat that checked a colour's king, if the ruleset records this seat.
    fn last_checker(&self, colour: Colour) -> Option<Seat>;
    /// Returns the seat that moved last, if the rules track it.
    fn last_mover(&self) -> Option<Seat>;
    /// Returns the number of pieces of a kind in a seat's hand.
    fn in_hand(&self, seat: Seat, kind: Kind) -> u8;
    /// Returns a seat's result, if it is settled.
    fn settled(&self, seat: Seat) -> Option<SeatResult>;
    /// Returns the current order of turns.
    fn order(&self) -> Vec<Seat>;
    /// Returns a copy without borrows, for script languages whose functions can't borrow. The copy
    /// calls no hooks. Its `status` and `can_lift` therefore ignore hooks about moves. Both methods
    /// also judge the capture of a royal without the effects of scripts. If hooks matter for the
    /// result, query the original view.
    fn detach(&self) -> Rc<dyn View>;
    /// Replaces an earlier detached copy by a new one. If the earlier copy has no other owner, its
    /// memory is used again.
    fn detach_over(&self, earlier: &mut Rc<dyn View>) {
        *earlier = self.detach();
    }
    /// Releases the data that a detached copy shares with its position. After this call, a write to
    /// the position does not have to copy this data. The detached copy must not be read after this
    /// call.
    fn release(&mut self) {}
    /// Returns the view itself if it owns all its data, and `None` otherwise.
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        None
    }
}
