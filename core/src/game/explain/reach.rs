//! Reasons why a piece doesn't reach a square: its movement, obstacles, and pieces that it may not
//! capture.

use super::{Inquiry, UNPROTECTED, joining};
use crate::board::{Cell, MAX_SIDE, Piece, Square, SquareSet, Zone};
use crate::game::illegal::{CastlingFault, Illegal, Immunity};
use crate::rules::{Action, Circumstance, Gate, MeasuredValue, StateId};
use crate::state::Position;

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Returns the reason why a piece can't reach a square. The piece must be one that the seat may
    /// move. The protection of royals is ignored.
    pub(super) fn unreachable(&self, from: Square, to: Square, piece: Piece) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if let Some(why) = self.castling(from, to, piece) {
            return why;
        }
        let barred = machine.t.profile(piece).enter.is_some_and(|enter| !enter.contains(to));
        if barred {
            return Illegal::MayNotEnter { from, square: to };
        }
        let empty = self.without(pos, SquareSet::of(to));
        let capturable = self.with_capturable(pos, piece, to);
        let captor = pos.pieces_in(pos.masks[self.seat.index()].captures).contains(from);
        let takes = |board: &Option<Position<W>>| {
            captor && board.as_ref().is_some_and(|board| self.goes(board, from, to))
        };
        match pos.piece(to) {
            Some(target) => {
                let immune = self.immunity(piece, target, to, captor);
                if let Some(why) = immune
                    && (takes(&capturable) || !captor && self.goes(&empty, from, to))
                {
                    return Illegal::MayNotCapture { square: to, why };
                }
                if self.goes(&empty, from, to) {
                    let by = Zone::of(to);
                    return Illegal::Blocked { from, to, by, together: false };
                }
            }
            None if takes(&capturable) => return Illegal::OnlyCaptures { from, to },
            None => {}
        }
        let boards = [Some(pos.clone()), Some(empty), capturable];
        for board in boards.iter().flatten() {
            let edges = self.walls_between(board, from, to);
            if !edges.is_empty() {
                return Illegal::Walled { from, to, edges };
            }
        }
        for board in boards.into_iter().flatten() {
            if let Some((by, together)) = self.blockers(&board, from, to) {
                return Illegal::Blocked { from, to, by: by.resize(), together };
            }
        }
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(pos, self.seat, &UNPROTECTED, &mut all);
        let target = |action: &Action| match action {
            Action::Move(mv) if mv.from == from => Some(mv.to),
            _ => None,
        };
        Illegal::NotHowItMoves { from, to, targets: all.iter().filter_map(target).collect() }
    }

    /// Returns the edges of the gates that stop a move. Each of these gates stands at present, and
    /// would stop the move even if all other gates were open. If the move's straight line crosses
    /// some of these edges, returns only the crossed edges.
    fn walls_between(&self, board: &Position<W>, from: Square, to: Square) -> Vec<(Cell, Cell)> {
        let spec = self.machine.spec;
        let goes = |stands: &dyn Fn(usize) -> bool| {
            let never = || vec![Circumstance { of: MeasuredValue::Ply, least: 0, most: -1 }];
            let mut spec = spec.clone();
            for (number, gate) in spec.gates.iter_mut().enumerate() {
                gate.circumstances = if stands(number) { Vec::new() } else { never() };
            }
            let mut all: Vec<Action> = Vec::new();
            let lenient = self.lenient.with_spec(&spec);
            lenient.declared_moves(board, self.seat, &UNPROTECTED, &mut all);
            joining(&all, from, to).next().is_some()
        };
        if spec.gates.is_empty() || !goes(&|_| false) {
            return Vec::new();
        }
        let in_way = |(number, gate): (usize, &'_ Gate)| {
            let stands = self.machine.movegen.any_stands(self.pos, 1 << number);
            (stands && !goes(&|other| other == number)).then(|| gate.edges.clone())
        };
        let edges: Vec<_> = spec.gates.iter().enumerate().filter_map(in_way).flatten().collect();
        let on_line: Vec<_> =
            edges.iter().copied().filter(|e| self.on_line(*e, from, to)).collect();
        if on_line.is_empty() { edges } else { on_line }
    }

    /// Returns `true` if a wall on an edge stops a step on the straight line between two squares.
    fn on_line(&self, edge: (Cell, Cell), from: Square, to: Square) -> bool {
        let board = &self.machine.spec.geometry;
        let Some(unit) = board.line(from, to) else { return false };
        let squares = std::iter::successors(Some(from), |at| board.step(*at, unit));
        squares.take(MAX_SIDE).take_while(|at| *at != to).any(|at| board.stops(edge, at, unit))
    }

    /// Returns the pieces that block a move, and a flag. The flag is `false` if it is enough to
    /// remove one of the returned pieces, no matter which. The flag is `true` if no single piece is
    /// enough, and all returned pieces have to be removed. Returns `None` if the move is impossible
    /// even without all other pieces.
    pub(super) fn blockers(
        &self,
        board: &Position<W>,
        from: Square,
        to: Square,
    ) -> Option<(SquareSet<W>, bool)> {
        let others = board.occupied - SquareSet::of(from) - SquareSet::of(to);
        let all_gone = self.without(board, others);
        let open = |gone: SquareSet<W>| self.goes(&self.without(board, gone), from, to);
        let alone: SquareSet<W> =
            others.into_iter().filter(|square| open(SquareSet::of(*square))).collect();
        if !alone.is_empty() {
            return Some((alone, false));
        }
        if !self.goes(&all_gone, from, to) {
            return None;
        }
        let mut gone = others;
        for square in others {
            let fewer = gone - SquareSet::of(square);
            if open(fewer) {
                gone = fewer;
            }
        }
        Some((gone, true))
    }

    /// Returns the reason why `piece` may not capture `target`, or `None` if nothing prevents the
    /// capture.
    pub(super) fn immunity(
        &self,
        piece: Piece,
        target: Piece,
        at: Square,
        captor: bool,
    ) -> Option<Immunity> {
        let (machine, pos) = (&self.machine, self.pos);
        let spec = machine.spec;
        let masks = &pos.masks[self.seat.index()];
        if masks.controls & target.colour().bit() != 0 {
            return Some(Immunity::Own);
        }
        let royal = machine.t.profile(target).royal;
        let ability = |state: StateId, royal: bool| {
            let state = &spec.states[usize::from(state.0)];
            if royal { state.royals } else { state.pieces }
        };
        if pos.pieces_in(masks.capturable).contains(at) {
            if spec.kind_captures[piece.kind().index()] >> target.kind().0 & 1 == 0 {
                return Some(if royal { Immunity::Royal } else { Immunity::Kind });
            }
            if !captor {
                let state =
                    self.denying_state(piece, |state, royal| ability(state, royal).captures);
                return Some(Immunity::Captor(state));
            }
            // All rules about pieces allow the capture, but the movement itself may exclude royals.
            return royal.then_some(Immunity::Royal);
        }
        if spec.neutral_colour() == Some(target.colour()) {
            return Some(Immunity::Neutral);
        }
        let holder = machine.board.controller_of(pos, target);
        let changed = pos
            .cold()
            .relations
            .iter()
            .find(|(from, to, capture, _)| (*from, *to, *capture) == (self.seat, holder, true));
        let allowed = changed.map_or_else(
            || spec.relations[self.seat.index()][holder.index()].capture,
            |(.., allowed)| *allowed,
        );
        if !allowed {
            let partner = machine.board.are_partners(pos, self.seat, target.colour());
            return Some(if partner { Immunity::Partner } else { Immunity::Relation });
        }
        let state = self.denying_state(target, |state, royal| ability(state, royal).capturable);
        if royal && ability(state, false).capturable {
            return Some(Immunity::Royal);
        }
        Some(Immunity::State(state))
    }

    /// Returns the reason why the castling move between these squares is impossible. Returns `None`
    /// if the rules have no castling move between these squares.
    pub(super) fn castling(&self, from: Square, to: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let moves = machine.t.castling[self.seat.index()].iter().filter(|castling| {
            let number = usize::from(castling.number);
            machine.spec.castling[number].king == (from, to)
                && machine.board.castles(number, piece, true)
        });
        let castling = moves.min_by_key(|castling| !castling.is_allowed(pos.castling))?;
        let attackers = |square: Square| {
            machine.movegen.castling_attackers(pos, castling.number, piece, square)
        };
        let why = if !castling.is_allowed(pos.castling) {
            CastlingFault::RightLost
        } else if machine.movegen.castling_king(pos, castling.number).is_none() {
            CastlingFault::NotAtHome
        } else if castling.empty.meets(&pos.occupied) {
            CastlingFault::Occupied((castling.empty & pos.occupied).resize())
        } else if castling.gates != 0 && machine.movegen.any_stands(pos, castling.gates) {
            CastlingFault::Walled
        } else {
            let square = castling.safe.into_iter().find(|square| !attackers(*square).is_empty())?;
            CastlingFault::Attacked { square, by: attackers(square).resize() }
        };
        Some(Illegal::Castling { right: usize::from(castling.number), why })
    }
}
