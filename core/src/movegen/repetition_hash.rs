//! Hashes of positions at the end of a turn, by which repetitions are counted. Two positions count
//! as equal if they differ only in an unusable en passant right (FIDE Laws of Chess 2023, 9.2.3).

use crate::board::{MAX_SEATS, Seat, Seats, SquareSet};
use crate::movegen::{MoveGen, MoveSet, Sink, UNPROTECTED};
use crate::rules::{Action, EpWindow, MoveKind, Protect};
use crate::state::{History, Position, Stage};

impl<const W: usize> MoveGen<'_, W> {
    /// Records the position as it will be when the next turn opens. Returns the number of
    /// occurrences of this position.
    pub fn remember(&self, pos: &Position<W>, history: &mut History) -> u8 {
        history.note(self.hash_of_next_turn(pos), pos.halfmove)
    }

    /// Returns the hash of the position as it will be when the next turn opens.
    #[inline(always)]
    pub fn hash_of_next_turn(&self, pos: &Position<W>) -> u64 {
        let order = self.board.order(pos);
        let (mut pointer, mut turn, mut live) = (usize::from(pos.pointer), pos.turn, pos.ep_live);
        if pos.stage == Stage::After {
            for _ in 0..order.len() {
                pointer = if pointer + 1 < order.len() { pointer + 1 } else { 0 };
                turn = order[pointer];
                if self.spec.ep_window == EpWindow::OwnTurn {
                    live.0 &= !pos.masks[turn.index()].controls;
                }
                if self.board.has_turn(pos, turn) {
                    break;
                }
            }
        }
        if live.0 != 0 {
            live = self.usable_en_passant(pos, turn, pointer, live);
        }
        pos.hash(turn, pointer as u8, live)
    }

    /// Returns the en passant rights that some capture can use. A capture by the seat to move has
    /// to be legal. For any other seat whose turn comes before the right ends, it is enough that a
    /// piece of this seat could make the capture.
    #[inline(never)]
    fn usable_en_passant(
        &self,
        pos: &Position<W>,
        turn: Seat,
        pointer: usize,
        live: Seats,
    ) -> Seats {
        let mut row = self.protection(pos, turn);
        if self.spec.announcers.contains(turn) {
            row[turn.index()] = Protect::None;
        }
        let order = self.board.order(pos);
        let usable = |colour: &Seat| {
            if self.takes_en_passant(pos, turn, live, *colour, Some(&row)) {
                return true;
            }
            if self.spec.ep_window == EpWindow::NextPlayer {
                return false;
            }
            let later = order.iter().cycle().skip(pointer + 1).take(order.len());
            later
                .take_while(|seat| pos.masks[seat.index()].controls & colour.bit() == 0)
                .filter(|seat| self.board.has_turn(pos, **seat))
                .any(|seat| self.takes_en_passant(pos, *seat, live, *colour, None))
        };
        live.iter().filter(usable).collect()
    }

    /// Returns `true` if a seat could use its turn to capture a colour's piece en passant. If `row`
    /// is given, the capture has to satisfy this protection and the hooks about moves. If `row` is
    /// `None`, both are ignored.
    fn takes_en_passant(
        &self,
        pos: &Position<W>,
        seat: Seat,
        live: Seats,
        colour: Seat,
        row: Option<&[Protect; MAX_SEATS]>,
    ) -> bool {
        let skipped = self.t.skipped(pos.ep[colour.index()]);
        let masks = &pos.masks[seat.index()];
        let movers = pos.pieces_in(masks.moves) & pos.pieces_in(masks.captures);
        let near = if self.t.ep_paths {
            self.t.all
        } else {
            skipped.into_iter().fold(SquareSet::EMPTY, |all, at| all | self.t.ep_sources[at])
        };
        if !movers.meets(&near) {
            return false;
        }
        let next = self.board.opened(pos, seat, live);
        let mut captures = EnPassantCaptures { onto: skipped, any: false };
        match row {
            Some(row) => self.moves(&next, seat, row, captures.erased()),
            None => self.declared_moves(&next, seat, &UNPROTECTED, captures.erased()),
        }
        captures.any
    }
}

/// A sink that records if it received an en passant capture with a target in the set `onto`.
struct EnPassantCaptures<const W: usize> {
    onto: SquareSet<W>,
    any: bool,
}

impl<const W: usize> Sink<W> for EnPassantCaptures<W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        if let MoveSet::One(Action::Move(mv)) = moves {
            self.any |= mv.kind == MoveKind::EnPassant && self.onto.contains(mv.to);
        }
    }

    fn is_empty(&self) -> bool {
        !self.any
    }

    fn is_full(&self) -> bool {
        self.any
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}
