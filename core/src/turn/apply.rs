//! Playing actions: what an action does to the board, and the events that it causes.
//!
//! Depends on `movegen` and below.

use arrayvec::ArrayVec;

use crate::board::{Kind, MAX_SEATS, MOVED, Piece, Seat, Seats, Square, SquareSet};
use crate::movegen::{Constraints, Engine};
use crate::rules::{
    Action, ClauseId, EpOccupied, EpWindow, Event, EventFacts, EventKind, HookError, Move,
    MoveKind, Protect,
};
use crate::state::{Position, Stage};
use crate::turn::Log;

/// The pieces that a move captured, and the clause by which the mover changed on arrival.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captures {
    pieces: ArrayVec<(Square, Piece), 8>,
    arrival: Option<ClauseId>,
}

impl Captures {
    #[inline(always)]
    fn add(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(piece) = piece
            && !self.pieces.is_full()
        {
            self.pieces.push((square, piece));
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.pieces.iter().copied()
    }
}

impl<const W: usize> Engine<'_, W> {
    /// Makes a move on the board: captures, promotion, marks and tabulated arrivals, but no events.
    #[inline(always)]
    pub fn make_move(&self, pos: &mut Position<W>, mv: Move) -> Captures {
        match mv.kind {
            MoveKind::Plain | MoveKind::Double { .. } | MoveKind::Extra(_) => {
                self.make_simple_move(pos, mv)
            }
            MoveKind::EnPassant | MoveKind::Path { .. } | MoveKind::Castle(_) => {
                self.make_complex_move(pos, mv)
            }
        }
    }

    /// A move of one piece to a square, capturing whatever stands there.
    #[inline(always)]
    fn make_simple_move(&self, pos: &mut Position<W>, mv: Move) -> Captures {
        let mut captures = Captures::default();
        if let Some(mut piece) = pos.take(self.t, mv.from) {
            captures.add(mv.to, pos.take(self.t, mv.to));
            if let Some(kind) = mv.promotion {
                piece = piece.with_kind(kind);
            }
            piece = self.moved(piece);
            pos.put(self.t, mv.to, piece);
            captures.arrival = self.arrive(pos, mv.to, piece);
        }
        captures
    }

    /// A move that changes more than two squares.
    fn make_complex_move(&self, pos: &mut Position<W>, mv: Move) -> Captures {
        let t = self.t;
        let mut captures = Captures::default();
        if let MoveKind::Castle(castling) = mv.kind {
            let castling = &self.spec.castling[usize::from(castling)];
            let king = pos.take(t, castling.king.0);
            let rook = pos.take(t, castling.rook.0);
            if let Some(rook) = rook {
                pos.put(t, castling.rook.1, self.moved(rook));
            }
            if let Some(king) = king {
                let king = self.moved(king);
                pos.put(t, castling.king.1, king);
                captures.arrival = self.arrive(pos, castling.king.1, king);
            }
            return captures;
        }
        let Some(mut piece) = pos.take(t, mv.from) else {
            return captures;
        };
        let mut swapped = None;
        match mv.kind {
            MoveKind::EnPassant => {
                let pawns: SquareSet<W> = self.en_passant_victims(pos, piece, mv.to).collect();
                captures.add(mv.to, pos.take(t, mv.to));
                for pawn in pawns {
                    captures.add(pawn, pos.take(t, pawn));
                }
            }
            MoveKind::Path { path, takes } => {
                let path = &t.paths[usize::from(path)].path;
                for square in takes.into_iter().flatten() {
                    captures.add(square, pos.take(t, square));
                }
                if path.swaps {
                    swapped = pos.take(t, mv.to);
                } else {
                    captures.add(mv.to, pos.take(t, mv.to));
                }
                let marks = piece.marks() & !path.clear_mark.map_or(0, |mark| 1 << mark)
                    | path.set_mark.map_or(0, |mark| 1 << mark);
                piece = piece.with_marks(marks);
            }
            MoveKind::Plain
            | MoveKind::Double { .. }
            | MoveKind::Extra(_)
            | MoveKind::Castle(_) => {}
        }
        if let Some(kind) = mv.promotion {
            piece = piece.with_kind(kind);
        }
        piece = self.moved(piece);
        pos.put(t, mv.to, piece);
        if let Some(other) = swapped {
            pos.put(t, mv.from, self.moved(other));
        }
        captures.arrival = self.arrive(pos, mv.to, piece);
        captures
    }

    /// The squares of the pieces that a move captures.
    pub fn captured_by(&self, pos: &Position<W>, mv: Move) -> SquareSet<W> {
        match mv.kind {
            MoveKind::Plain | MoveKind::Double { .. } | MoveKind::Extra(_) => {
                SquareSet::of(mv.to) & pos.occupied
            }
            MoveKind::Castle(_) => SquareSet::EMPTY,
            MoveKind::EnPassant | MoveKind::Path { .. } => {
                let pieces = self.make_move(&mut pos.clone(), mv);
                pieces.iter().map(|(square, _)| square).collect()
            }
        }
    }

    fn moved(&self, piece: Piece) -> Piece {
        if self.spec.initial_by_mark >> piece.kind().0 & 1 != 0 {
            piece.with_marks(piece.marks() | 1 << MOVED)
        } else {
            piece
        }
    }

    /// Whether a move that captures a royal is legal: played with all its scripted consequences, it
    /// either ends the game or satisfies the seat's constraints.
    pub fn royal_capture_is_legal(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        constraints: &Constraints<W>,
        mv: Move,
    ) -> bool {
        // A seat that has no royal to protect may capture one whatever follows.
        if row.iter().take(self.t.seats).all(|how| *how == Protect::None) {
            return true;
        }
        let mut after = pos.clone();
        let mut log = Log::default();
        match self.play_move(&mut after, seat, mv, &mut log) {
            Ok(()) if after.stage == Stage::Over => true,
            Ok(()) => self.constraints_hold(pos, &after, row, constraints, mv),
            // The same fault occurs again, and stops the game, when the move is played.
            Err(_) => true,
        }
    }

    /// Plays an action of the deciding seat, with all events that it causes.
    pub fn act(
        &self,
        pos: &mut Position<W>,
        action: Action,
        log: &mut Log,
    ) -> Result<(), HookError> {
        log.effects = 0;
        log.tracking_checks = false;
        let seat = pos.turn;
        match action {
            Action::Move(mv) => {
                let how = if pos.cold.is_some() { pos.cold().announced } else { None };
                debug_assert!(how.is_none() || how == Some(mv));
                pos.stage = Stage::After;
                self.count_action(pos);
                let kind = pos.piece(mv.from).map(Piece::kind);
                self.play_move(pos, seat, mv, log)?;
                self.spend_dice(pos, kind);
            }
            Action::Drop(kind, square) => {
                self.count_action(pos);
                self.use_up_ep(pos);
                pos.stage = Stage::After;
                pos.dirty = true;
                let checks = self.t.watch_checks.then(|| self.all_checks(pos));
                let hand = &mut pos.cold_mut().hands[seat.index()][kind.index()];
                *hand = hand.saturating_sub(1);
                let facing = self.spec.seats[seat.index()].facing;
                pos.put(self.t, square, Piece::new(kind, seat, facing));
                self.prune_ep(pos);
                pos.halfmove = 0;
                let check = match checks {
                    Some(checks) => self.note_checks(pos, seat, &checks, log)?,
                    None => false,
                };
                let piece = pos.piece(square);
                let facts = EventFacts {
                    kind: Some(kind),
                    to: Some(square),
                    check,
                    ..EventFacts::default()
                };
                self.fire_with(pos, &Event::Move { seat, played: None, piece }, facts, log)?;
            }
            Action::Roll(faces) => {
                let mut dice: Vec<u8> = faces.into_iter().filter(|face| *face != 0).collect();
                dice.sort_unstable();
                pos.ply += 1;
                pos.skips = 0;
                pos.rolled = true;
                pos.stage = Stage::Turn;
                pos.cold_mut().dice.clone_from(&dice);
                self.fire(pos, &Event::Roll(seat, &dice), log)?;
            }
            Action::Pass => {
                self.count_action(pos);
                self.use_up_ep(pos);
                pos.halfmove += 1;
                pos.stage = Stage::After;
                if pos.cold.is_some() {
                    pos.cold_mut().dice.clear();
                }
                let facts = EventFacts::default();
                self.fire_with(pos, &Event::Move { seat, played: None, piece: None }, facts, log)?;
            }
            Action::Choose(option) => {
                pos.ply += 1;
                let Some(question) = pos.cold_mut().pending.pop() else {
                    return Ok(());
                };
                let choice = question.options.get(usize::from(option)).cloned().unwrap_or_default();
                let event = Event::Answer {
                    seat: question.seat,
                    question: &question.name,
                    choice: &choice,
                    about: question.about,
                };
                self.fire(pos, &event, log)?;
            }
            Action::Announce(mv) => {
                pos.ply += 1;
                pos.cold_mut().announced = Some(mv);
                self.fire(pos, &Event::Announce(seat, mv), log)?;
            }
            Action::Say(offer) => {
                pos.ply += 1;
                let said = pos.cold().offers.get(usize::from(offer)).map(|(_, word)| word.clone());
                if let Some(word) = said {
                    self.fire(pos, &Event::Say(seat, &word), log)?;
                }
            }
            Action::Declare(speaker, word) => self.declare(pos, speaker, word, log)?,
        }
        // A declaration or an answer can take the seat out of the game in the middle of its turn.
        if matches!(pos.stage, Stage::Turn | Stage::Roll) && !self.has_turn(pos, pos.turn) {
            pos.stage = Stage::After;
        }
        Ok(())
    }

    fn count_action(&self, pos: &mut Position<W>) {
        pos.ply += 1;
        pos.skips = 0;
        pos.mate_reported = Seats(0);
        if pos.cold.is_some() {
            let seat = pos.turn;
            let cold = pos.cold();
            if cold.relaxed.is_some() || !cold.restrictions.is_empty() || cold.announced.is_some() {
                let cold = pos.cold_mut();
                cold.relaxed = None;
                cold.announced = None;
                cold.restrictions.retain(|(restricted, _)| *restricted != seat);
            }
        }
    }

    /// Spends the lowest remaining die that lets a piece of this kind move. The turn goes on with
    /// the others.
    fn spend_dice(&self, pos: &mut Position<W>, kind: Option<Kind>) {
        let (Some(dice), Some(kind)) = (&self.spec.dice, kind) else { return };
        let lets = |face: u8| {
            dice.faces.iter().any(|(f, _, kinds)| *f == face && kinds >> kind.0 & 1 != 0)
        };
        let left = &mut pos.cold_mut().dice;
        if let Some(spent) = left.iter().position(|face| lets(*face)) {
            left.remove(spent);
        }
    }

    /// Moves a piece and fires the events of the move.
    #[inline(always)]
    fn play_move(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        mv: Move,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let t = self.t;
        let Some(before) = pos.piece(mv.from) else {
            return Ok(());
        };
        let checks_before = if t.watch_checks { Some(self.all_checks(pos)) } else { None };
        // Checks that captures and promotions cause count as given by this ply.
        log.tracking_checks = checks_before.is_some();
        let captures = self.make_move(pos, mv);

        let ends = t.castling_ends[mv.from] | t.castling_ends[mv.to];
        pos.castling &= !ends;
        pos.halfmove += 1;
        let is_capture = !captures.pieces.is_empty();
        if is_capture || t.progress >> before.kind().0 & 1 != 0 {
            pos.halfmove = 0;
        }
        if is_capture || mv.promotion.is_some() {
            pos.dirty = true;
        }
        for (square, _) in captures.iter() {
            pos.castling &= !t.castling_ends[square];
        }
        let mut skipped = None;
        match mv.kind {
            MoveKind::Double { over } => skipped = Some(over),
            MoveKind::Castle(castling) => {
                let castling = &self.spec.castling[usize::from(castling)];
                pos.castling &= !t.castling_ends[castling.rook.0];
                log.clause(castling.clause);
            }
            MoveKind::Path { path, .. } => {
                let path = &t.paths[usize::from(path)];
                skipped = self.skipped(path, mv.from);
                log.clause(path.clause());
            }
            MoveKind::Extra(handler) => {
                let handler = self.spec.handlers.get(usize::from(handler));
                log.clause(handler.and_then(|handler| handler.clause));
            }
            MoveKind::Plain | MoveKind::EnPassant => {}
        }
        self.use_up_ep(pos);
        if pos.ep_live.0 != 0 && may_end_ep(pos, mv) {
            self.prune_ep(pos);
        }
        if let Some(over) = skipped {
            let colour = before.colour();
            pos.ep[colour.index()] = (over, mv.to);
            pos.ep_live.insert(colour);
            if pos.piece(mv.to).map(Piece::profile) != Some(before.profile())
                || pos.occupied.contains(over)
            {
                self.prune_ep(pos);
            }
        }
        if mv.promotion.is_some() {
            let key = (before.profile() as u16, mv.to.0);
            log.clause(t.promotions.get(&key).and_then(|promotion| promotion.clause));
        }
        log.clause(captures.arrival);

        for (square, piece) in captures.iter() {
            self.captured(pos, seat, piece, square, mv.to, log)?;
        }
        let piece = pos.piece(mv.to);
        if let (Some(_), Some(piece)) = (mv.promotion, piece) {
            let facts = EventFacts {
                kind: Some(before.kind()),
                from: Some(mv.from),
                to: Some(mv.to),
                capture: is_capture,
                check: false,
            };
            let event = Event::Promotion { seat, piece, square: mv.to };
            self.fire_with(pos, &event, facts, log)?;
        }
        let mut checked = false;
        if let Some(checks) = checks_before {
            log.tracking_checks = false;
            checked = self.note_checks(pos, seat, &checks, log)?;
        }
        if !t.handlers[EventKind::Move as usize].is_empty() {
            let facts = EventFacts {
                kind: Some(before.kind()),
                from: Some(mv.from),
                to: Some(mv.to),
                capture: is_capture,
                check: checked,
            };
            let piece = piece.or(Some(before));
            self.fire_with(pos, &Event::Move { seat, played: Some(mv), piece }, facts, log)?;
        }
        Ok(())
    }

    /// Applies the tabulated arrival of a piece on its square, if there is one; returns its clause
    /// if the piece changed.
    #[inline(always)]
    fn arrive(&self, pos: &mut Position<W>, square: Square, piece: Piece) -> Option<ClauseId> {
        if self.t.profile(piece).arrives.contains(square) {
            self.change_arrived(pos, square, piece)
        } else {
            None
        }
    }

    #[cold]
    fn change_arrived(
        &self,
        pos: &mut Position<W>,
        square: Square,
        piece: Piece,
    ) -> Option<ClauseId> {
        let arrival = self.t.arrivals.get(&(piece.profile() as u16, square.0))?;
        let mut after = piece;
        if let Some(kind) = arrival.become_kind {
            after = after.with_kind(kind);
            pos.dirty = true;
        }
        if let Some(facing) = arrival.turn {
            after = after.with_facing(facing);
        }
        let marks = after.marks() & !arrival.clear_mark.map_or(0, |mark| 1 << mark)
            | arrival.set_mark.map_or(0, |mark| 1 << mark);
        after = self.moved(after.with_marks(marks));
        if after == piece {
            return None;
        }
        pos.take(self.t, square);
        pos.put(self.t, square, after);
        arrival.clause
    }

    pub fn captured(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        piece: Piece,
        square: Square,
        to: Square,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let facts = EventFacts {
            kind: Some(piece.kind()),
            to: Some(square),
            capture: true,
            ..EventFacts::default()
        };
        self.fire_with(pos, &Event::Capture { seat, piece, square, to }, facts, log)?;
        if self.t.profile(piece).royal {
            self.fire_with(pos, &Event::RoyalCaptured { seat, piece, square }, facts, log)?;
        }
        Ok(())
    }

    /// Ends the en passant rights that only the next player has, after an action.
    fn use_up_ep(&self, pos: &mut Position<W>) {
        if self.spec.ep_window == EpWindow::NextPlayer {
            pos.ep_live.0 = 0;
        }
    }

    /// Drops en passant rights whose pawn is gone or whose skipped square is occupied.
    pub fn prune_ep(&self, pos: &mut Position<W>) {
        if pos.ep_live.0 == 0 {
            return;
        }
        for colour in pos.ep_live.iter() {
            let (skipped, pawn) = pos.ep[colour.index()];
            let there = pos.piece(pawn).is_some_and(|piece| {
                piece.colour() == colour && self.t.class(piece).uses_en_passant
            });
            let filled =
                self.spec.ep_occupied == EpOccupied::Void && pos.occupied.contains(skipped);
            if !there || filled {
                pos.ep_live.0 &= !colour.bit();
            }
        }
    }
}

/// Whether a move may end an en passant right: it moves the pawn, captures it or fills the skipped
/// square, or it changes more than one piece's place.
#[inline(always)]
fn may_end_ep<const W: usize>(pos: &Position<W>, mv: Move) -> bool {
    match mv.kind {
        MoveKind::Plain | MoveKind::Double { .. } => pos.ep_live.iter().any(|colour| {
            let (skipped, pawn) = pos.ep[colour.index()];
            [skipped, pawn].into_iter().any(|square| square == mv.from || square == mv.to)
        }),
        MoveKind::EnPassant | MoveKind::Path { .. } | MoveKind::Castle(_) | MoveKind::Extra(_) => {
            true
        }
    }
}
