//! [`View`]: a position as scripts and tools read it.

use std::any::Any;
use std::rc::Rc;

use crate::board::{Colour, Kind, Piece, Seat, Square, Zone};
use crate::rules::{Candidate, CounterId, Move, SeatResult, StateId};
use crate::tables::CompiledRules;

/// Whether a seat could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has a legal move.
    Ok,
    /// It is in check and has no legal move.
    Mate,
    /// It is not in check and has no legal move.
    Stale,
}

/// What a position is imagined after; see [`View::after`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothetical {
    /// A move. Need not be legal.
    Move(Move),
    /// A piece put on a square, in place of what stands there.
    Drop(Piece, Square),
}

/// A position, to read.
pub trait View {
    /// The rules.
    fn rules(&self) -> &CompiledRules;
    /// The piece on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// The squares of a colour's pieces.
    fn pieces(&self, colour: Colour) -> Zone;
    /// The squares of a colour's pieces of one kind.
    fn pieces_of_kind(&self, colour: Colour, kind: Kind) -> Zone {
        let of_kind = |square: &Square| self.piece(*square).is_some_and(|p| p.kind() == kind);
        self.pieces(colour).into_iter().filter(of_kind).collect()
    }
    /// The number of a colour's pieces, or of those of one kind.
    fn count(&self, colour: Colour, kind: Option<Kind>) -> u32 {
        kind.map_or_else(|| self.pieces(colour), |kind| self.pieces_of_kind(colour, kind)).len()
    }
    /// The seat whose turn it is.
    fn turn(&self) -> Seat;
    /// The number of actions played.
    fn ply(&self) -> u32;
    /// The number of moves, drops and passes in this turn so far.
    fn made(&self) -> u8;
    /// The halfmove clock: plies since the last progress.
    fn halfmove(&self) -> u32;
    /// A seat's state.
    fn seat_state(&self, seat: Seat) -> StateId;
    /// An army's state.
    fn army_state(&self, colour: Colour) -> StateId;
    /// The controller of a colour; `None` is nature.
    fn controller(&self, colour: Colour) -> Option<Seat>;
    /// The value of a counter. For a counter of the game, the seat is ignored.
    fn counter(&self, counter: CounterId, seat: Seat) -> i32;
    /// The squares that a seat sees; all, unless the ruleset has fog.
    fn visible(&self, seat: Seat) -> Zone;
    /// The royals a seat controls.
    fn royals(&self, seat: Seat) -> Zone;
    /// Whether a seat is in check.
    fn in_check(&self, seat: Seat) -> bool;
    /// The squares of the pieces that give check to a seat; empty if it is not in check.
    fn checkers(&self, seat: Seat) -> Zone;
    /// Whether a seat could move if it were its turn.
    fn status(&self, seat: Seat) -> Status;
    /// The same, unless the answer depends on what hooks say: `None` then.
    fn status_without_hooks(&self, seat: Seat) -> Option<Status>;
    /// The squares of a seat's pieces that attack `square`.
    fn attackers(&self, square: Square, seat: Seat) -> Zone;
    /// The moves that a seat could make if it were its turn, without those that hooks add, and with
    /// those that hooks forbid.
    fn moves(&self, seat: Seat) -> Vec<Candidate>;
    /// Whether, after a move, `seat` has a legal answer after which none of the mover's royals is
    /// attacked.
    fn can_lift(&self, seat: Seat, mv: Move) -> bool;
    /// The position after a move, without what hooks make of it, or `None` if no piece is there to
    /// move. For a drop, the piece and its square. It is the same seat's turn.
    fn after(&self, played: Hypothetical) -> Option<Rc<dyn View>>;
    /// The seat that last checked a colour's king, if the ruleset tracks it.
    fn last_checker(&self, colour: Colour) -> Option<Seat>;
    /// The seat that moved last, if the rules track it.
    fn last_mover(&self) -> Option<Seat>;
    /// The number of pieces of a kind in a seat's hand.
    fn in_hand(&self, seat: Seat, kind: Kind) -> u8;
    /// A seat's result, if it is settled.
    fn settled(&self, seat: Seat) -> Option<SeatResult>;
    /// The current order of turns.
    fn order(&self) -> Vec<Seat>;
    /// A copy without borrows, for script languages whose functions can't borrow. It calls no
    /// hooks: its `status` and `can_lift` judge captures of royals without scripted consequences,
    /// and ignore hooks about moves. Where these matter, ask the original first.
    fn detach(&self) -> Rc<dyn View>;
    /// Makes such a copy in place of an earlier one, whose memory it takes if nobody else holds it.
    fn detach_over(&self, earlier: &mut Rc<dyn View>) {
        *earlier = self.detach();
    }
    /// Gives back what a copy shares with the position it was made of, so that the position can be
    /// written to without copying that. The copy is not read any more.
    fn release(&mut self) {}
    /// The view itself, if it owns everything it shows.
    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        None
    }
}
