//! Plays actions: changes the position, and fires the events that an action causes.
//!
//! Above `state`, only this file, `turn_stage_updates` and `effects` write to a position.

use std::num::NonZeroU16;

use crate::board::{Kind, Piece, Seat, Seats, Square, SquareSet};
use crate::numeric::rng::Rng;
use crate::rules::{
    Action, EpWindow, Event, EventFacts, EventKind, Hand, HookError, Move, MoveKind, Question,
    SealedAnswer,
};
use crate::state::{Captures, Cold, Position, Stage};
use crate::tables::Tables;
use crate::turn::dispatch::Before;
use crate::turn::{Log, Machine};

impl<const W: usize> Machine<'_, W> {
    /// Plays an action of the deciding seat, with all events that it causes.
    // The action is passed by reference, because a processor stalls if a copy is written in parts
    // and read whole.
    #[inline(always)]
    pub fn act(
        &self,
        pos: &mut Position<W>,
        action: &Action,
        log: &mut Log,
    ) -> Result<(), HookError> {
        log.effects = 0;
        log.tracking_checks = false;
        if self.t.cited && log.wants_clauses() {
            self.cite(pos, *action, log);
        }
        match action {
            Action::Move(
                mv @ Move {
                    promotion: None,
                    kind: MoveKind::Plain | MoveKind::Double { .. },
                    choice: None,
                    ..
                },
            ) if (self.t.simple_plies || self.is_simple(pos, mv))
                && mv.from != mv.to
                && pos.cold.as_deref().is_none_or(Cold::restricts_nothing) =>
            {
                self.play_simple_move(pos, mv, log)
            }
            _ => self.act_in_full(pos, *action, log),
        }
    }

    /// Returns `true` if a move may be played by the simpler function
    /// [`Machine::play_simple_move`]. Only rules about captures and dice may refer to the move. If
    /// at least one rule refers to new checks, the move also has to be quiet.
    #[inline(never)]
    fn is_simple(&self, pos: &Position<W>, mv: &Move) -> bool {
        let t = self.t;
        t.simple_kinds != 0
            && pos.piece(mv.from).is_some_and(|piece| t.simple_kinds >> piece.kind().0 & 1 != 0)
            && (!t.watch_checks || self.is_quiet(pos, *mv))
    }

    /// Plays a move without promotion. Only rules about captures may refer to the move. Does the
    /// same as [`Machine::act_in_full`], but skips everything that can't happen for such a move.
    fn play_simple_move(
        &self,
        pos: &mut Position<W>,
        mv: &Move,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let t = self.t;
        let (from, to) = (mv.from, mv.to);
        pos.hot_mut().stage = Stage::After;
        self.count_ply(pos);
        let Some(before) = pos.piece(from) else { return Ok(()) };
        let (captured, arrival) = self.board.make_plain_move(pos, before, *mv);
        self.board.end_castling(pos, t.castling_ends[from] | t.castling_ends[to]);
        self.count_progress(pos, before, captured.is_some());
        self.use_up_ep(pos);
        if pos.ep_live.0 != 0 && may_end_ep(t, pos, *mv) {
            self.board.prune_ep(pos);
        }
        if let MoveKind::Double { over } = mv.kind {
            self.give_ep(pos, before, (over, to));
        }
        if arrival.is_some() {
            log.clause(arrival);
        }
        if t.simple_plies && captured.is_none() {
            return Ok(());
        }
        let seat = pos.turn;
        if let Some(piece) = captured {
            if self.spec.hidden.is_some() {
                self.reveal_captor(pos, to);
            }
            self.captured(pos, seat, piece, to, to, log)?;
        }
        if t.watch_checks {
            self.note_checks(pos, seat, &Before::QuietMove(*mv), log)?;
        }
        self.spend_dice(pos, Some(before.kind()));
        self.end_turn_of_leaver(pos);
        Ok(())
    }

    /// Plays an action of any kind, with all events that it causes.
    #[inline(never)]
    fn act_in_full(
        &self,
        pos: &mut Position<W>,
        action: Action,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let seat = pos.turn;
        match action {
            Action::Move(mv) => {
                let how = if pos.cold.is_some() { pos.cold().announced } else { None };
                debug_assert!(how.is_none() || how == Some(mv.choosing(None)));
                pos.hot_mut().stage = Stage::After;
                self.count_action(pos);
                let kind = pos.piece(mv.from).map(Piece::kind);
                self.play_move(pos, seat, mv, log)?;
                self.spend_dice(pos, kind);
                if let Some(choice) = mv.choice {
                    self.choose(pos, choice, log)?;
                }
            }
            Action::Drop(kind, square) => {
                self.count_action(pos);
                self.use_up_ep(pos);
                let hot = pos.hot_mut();
                hot.stage = Stage::After;
                hot.dirty = true;
                let checks = self.t.watch_checks.then(|| self.before_checks(pos));
                self.board.drop_held(pos, seat, kind, square);
                log.clause(self.hand_rule(seat, kind).and_then(|rule| rule.clause));
                self.board.prune_ep(pos);
                pos.hot_mut().halfmove = 0;
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
                let event = Event::Move { seat, played: None, piece, to: Some(square) };
                self.fire_with(pos, &event, facts, log)?;
            }
            Action::Roll(faces) => {
                let mut dice: Vec<u8> = faces.into_iter().filter(|face| *face != 0).collect();
                dice.sort_unstable();
                let hot = pos.hot_mut();
                hot.ply += 1;
                hot.skips = 0;
                hot.rolled = true;
                hot.stage = Stage::Turn;
                pos.unhashed_mut().dice.clone_from(&dice);
                self.fire(pos, &Event::Roll(seat, &dice), log)?;
            }
            Action::Shuffle(outcome) => self.shuffle(pos, outcome, log)?,
            Action::Pass => {
                self.count_action(pos);
                self.use_up_ep(pos);
                pos.hot_mut().halfmove += 1;
                pos.hot_mut().stage = Stage::After;
                if pos.cold.is_some() {
                    pos.unhashed_mut().dice.clear();
                }
                let facts = EventFacts::default();
                let event = Event::Move { seat, played: None, piece: None, to: None };
                self.fire_with(pos, &event, facts, log)?;
            }
            Action::Choose(option) => {
                let hot = pos.hot_mut();
                hot.ply += 1;
                hot.skips = 0;
                let Some(question) = pos.unhashed_mut().pending.pop() else {
                    return Ok(());
                };
                if question.secret {
                    pos.unhashed_mut().sealed.push(SealedAnswer { question, choice: option });
                    self.reveal(pos, log)?;
                } else {
                    self.answer(pos, &question, option, log)?;
                }
            }
            Action::Announce(mv) => {
                pos.hot_mut().ply += 1;
                pos.unhashed_mut().announced = Some(mv);
                self.fire(pos, &Event::Announce(seat, mv), log)?;
            }
            Action::Say(offer) => {
                pos.hot_mut().ply += 1;
                let said = pos.cold().offers.get(usize::from(offer)).map(|(_, word)| word.clone());
                if let Some(word) = said {
                    self.fire(pos, &Event::Say(seat, &word), log)?;
                }
            }
            Action::Declare(speaker, word) => self.declare(pos, speaker, word, log)?,
        }
        self.end_turn_of_leaver(pos);
        Ok(())
    }

    /// Ends the current turn if its seat has left the game during the turn. A seat can leave by a
    /// declaration or an answer, for example.
    fn end_turn_of_leaver(&self, pos: &mut Position<W>) {
        if matches!(pos.stage, Stage::Turn | Stage::Roll) && !self.board.has_turn(pos, pos.turn) {
            pos.hot_mut().stage = Stage::After;
        }
    }

    /// Updates the halfmove clock after a move. If the move captured, also records that
    /// insufficient force has to be tested again, because the pieces of a side have changed.
    #[inline(always)]
    fn count_progress(&self, pos: &mut Position<W>, piece: Piece, captures: bool) {
        let hot = pos.hot_mut();
        let progress = captures || self.t.progress >> piece.kind().0 & 1 != 0;
        hot.halfmove = if progress { 0 } else { hot.halfmove + 1 };
        hot.dirty |= captures;
        hot.force_changed |= captures;
    }

    /// Gives opponents an en passant right: they may capture a piece on each square that the piece
    /// skipped. `over` is the first of these squares.
    #[inline(always)]
    fn give_ep(&self, pos: &mut Position<W>, piece: Piece, (over, to): (Square, Square)) {
        let colour = piece.colour();
        // En passant rights exist only against seats' colours.
        if colour.index() >= self.t.seats {
            return;
        }
        pos.hot_mut().ep[colour.index()] = (over, to);
        pos.hot_mut().ep_live.insert(colour);
        if pos.piece(to).map(Piece::profile) != Some(piece.profile())
            || pos.occupied.meets(&self.t.skipped((over, to)))
        {
            self.board.prune_ep(pos);
        }
    }

    /// Fires the event for the answer to a question.
    fn answer(
        &self,
        pos: &mut Position<W>,
        question: &Question,
        option: u16,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let choice = question.options.get(usize::from(option)).map_or("", String::as_str);
        let (seat, about) = (question.seat, question.about);
        let event = Event::Answer { seat, question: &question.name, choice, about };
        self.fire(pos, &event, log).map(drop)
    }

    /// Answers the questions that belong to a move. [`Machine::move_choices`] numbers the choices.
    fn choose(
        &self,
        pos: &mut Position<W>,
        choice: NonZeroU16,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let mut number = usize::from(choice.get() - 1);
        while let Some(question) = self.open_choice(pos) {
            let options = question.options.len();
            self.answer_choice(pos, number % options, log)?;
            number /= options;
        }
        Ok(())
    }

    /// Returns the question that has to be answered next, if it belongs to the last move.
    pub(super) fn open_choice<'p>(&self, pos: &'p Position<W>) -> Option<&'p Question> {
        let cold = pos.cold.as_deref().filter(|_| pos.stage != Stage::Over)?;
        cold.pending.last().filter(|question| question.of_move)
    }

    /// Answers the next question, as a part of the move that asked it.
    pub(super) fn answer_choice(
        &self,
        pos: &mut Position<W>,
        option: usize,
        log: &mut Log,
    ) -> Result<(), HookError> {
        match pos.unhashed_mut().pending.pop() {
            Some(question) => self.answer(pos, &question, option as u16, log),
            None => Ok(()),
        }
    }

    /// Reveals all sealed answers, if no secret question is pending. Fires the event of each
    /// answer, in the order in which the answers were given.
    fn reveal(&self, pos: &mut Position<W>, log: &mut Log) -> Result<(), HookError> {
        if pos.cold().pending.iter().any(|question| question.secret) {
            return Ok(());
        }
        for SealedAnswer { question, choice } in std::mem::take(&mut pos.unhashed_mut().sealed) {
            if pos.stage == Stage::Over {
                break;
            }
            self.answer(pos, &question, choice, log)?;
        }
        Ok(())
    }

    /// Replaces the sealed answers of all seats except `seat` by random answers.
    pub fn guess_sealed(&self, pos: &mut Position<W>, seat: Seat, rng: &mut Rng) {
        for sealed in &mut pos.unhashed_mut().sealed {
            if sealed.question.seat != seat {
                sealed.choice = rng.below(sealed.question.options.len() as u32) as u16;
            }
        }
    }

    /// If at least one seat must not repeat positions, records the position that will exist when
    /// the next turn opens.
    #[inline]
    pub fn note_past(&self, pos: &mut Position<W>) {
        if self.t.per_move && self.t.no_repeat.iter().any(Option::is_some) {
            self.add_to_past(pos);
        }
    }

    #[cold]
    fn add_to_past(&self, pos: &mut Position<W>) {
        let hash = self.movegen.hash_of_next_turn(pos);
        let fresh = pos.halfmove == 0;
        let past = &mut pos.unhashed_mut().past;
        if fresh {
            past.clear();
        }
        past.push(hash);
    }

    /// Clears the record of earlier positions, because they can't occur again.
    pub fn forget_past(&self, pos: &mut Position<W>) {
        pos.unhashed_mut().past.clear();
    }

    /// Returns the rule for a seat's drops of a kind.
    fn hand_rule(&self, seat: Seat, kind: Kind) -> Option<&Hand> {
        let holds = |rule: &&Hand| rule.pieces.iter().any(|(held, _)| *held == kind);
        self.spec.hands.iter().filter(|rule| rule.seat == seat).find(holds)
    }

    #[inline(always)]
    fn count_ply(&self, pos: &mut Position<W>) {
        let hot = pos.hot_mut();
        hot.ply += 1;
        hot.made = hot.made.saturating_add(1);
        hot.skips = 0;
        hot.mate_reported = Seats(0);
    }

    fn count_action(&self, pos: &mut Position<W>) {
        self.count_ply(pos);
        let seat = pos.turn;
        if self.spec.track_last_mover {
            pos.cold_mut().last_mover = seat.0;
        }
        if pos.cold.as_deref().is_some_and(|cold| !cold.restricts_nothing()) {
            let cold = pos.unhashed_mut();
            cold.relaxed = None;
            cold.announced = None;
            cold.restrictions.retain(|(restricted, _)| *restricted != seat);
        }
    }

    /// Spends one die: the lowest remaining die by which a piece of this kind may move. The turn
    /// continues with the other dice.
    fn spend_dice(&self, pos: &mut Position<W>, kind: Option<Kind>) {
        let (Some(dice), Some(kind)) = (&self.spec.dice, kind) else { return };
        let lets = |face: u8| {
            dice.faces.iter().any(|(f, _, kinds)| *f == face && kinds >> kind.0 & 1 != 0)
        };
        let left = &mut pos.unhashed_mut().dice;
        if let Some(spent) = left.iter().position(|face| lets(*face)) {
            left.remove(spent);
        }
    }

    /// Moves a piece and fires the events of the move.
    pub fn play_move(
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
        let checks_before = t.watch_checks.then(|| self.before_move(pos, mv));
        // Checks that captures and promotions cause count as checks by this ply.
        log.tracking_checks = checks_before.is_some();
        let captures = self.board.make_move(pos, mv);

        let ends = t.castling_ends[mv.from] | t.castling_ends[mv.to];
        // A piece that captures without moving has not moved.
        if ends != 0 && !self.board.stays(mv) {
            self.board.end_castling(pos, ends);
        }
        let is_capture = !captures.pieces.is_empty();
        if is_capture && self.spec.hidden.is_some() {
            self.reveal_captor(pos, if self.board.stays(mv) { mv.from } else { mv.to });
        }
        self.count_progress(pos, before, is_capture);
        if mv.promotion.is_some() {
            pos.hot_mut().dirty = true;
            pos.hot_mut().force_changed = true;
        }
        if pos.castling != 0 {
            for (square, _) in captures.iter() {
                self.board.end_castling(pos, t.castling_ends[square]);
            }
        }
        let mut skipped = None;
        match mv.kind {
            MoveKind::Double { over } => skipped = Some(over),
            MoveKind::Castle(castling) => {
                let castling = &self.spec.castling[usize::from(castling)];
                self.board.end_castling(pos, t.castling_ends[castling.rook.0]);
                log.clause(castling.clause);
            }
            MoveKind::Path { path, .. } => {
                let path = &t.paths[usize::from(path)];
                skipped = self.movegen.skipped_by_special(path, mv.from, mv.to);
                log.clause(path.path.clause);
            }
            MoveKind::Extra(handler) => {
                let handler = self.spec.handlers.get(usize::from(handler));
                log.clause(handler.and_then(|handler| handler.clause));
            }
            MoveKind::Plain | MoveKind::EnPassant => {}
        }
        if t.blast.is_some() {
            self.lose_rights(pos, &captures, log);
        }
        self.use_up_ep(pos);
        if pos.ep_live.0 != 0 && may_end_ep(t, pos, mv) {
            self.board.prune_ep(pos);
        }
        if let Some(over) = skipped {
            self.give_ep(pos, before, (over, mv.to));
        }
        if mv.promotion.is_some() {
            log.clause(t.promotions.get(before, mv.to).and_then(|promotion| promotion.clause));
        }
        log.clause(captures.arrival);

        for (square, piece) in captures.iter() {
            for clause in self.board.take_in_hand(pos, seat, piece) {
                log.clause(clause);
            }
            self.captured(pos, seat, piece, square, mv.to, log)?;
        }
        if t.blast.is_some() {
            self.blown_up(pos, seat, &captures, mv.to, log)?;
        }
        let piece = pos.piece(if self.board.stays(mv) { mv.from } else { mv.to });
        if let (Some(_), Some(piece)) = (mv.promotion, piece) {
            let facts = EventFacts {
                kind: Some(before.kind()),
                from: Some(mv.from),
                to: Some(mv.to),
                capture: is_capture,
                check: false,
                ..EventFacts::default()
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
                ..EventFacts::default()
            };
            let piece = piece.or(Some(before));
            let event = Event::Move { seat, played: Some(mv), piece, to: Some(mv.to) };
            self.fire_with(pos, &event, facts, log)?;
        }
        Ok(())
    }

    /// Ends castling and en passant rights of the pieces that a blast has removed.
    #[cold]
    fn lose_rights(&self, pos: &mut Position<W>, captures: &Captures, log: &mut Log) {
        if captures.blown_up.is_empty() {
            return;
        }
        for (square, _) in &captures.blown_up {
            self.board.end_castling(pos, self.t.castling_ends[*square]);
        }
        self.board.prune_ep(pos);
        log.clause(self.spec.blast.as_ref().and_then(|blast| blast.clause));
    }

    /// Reveals the kind of a piece that has captured, if the rules demand it.
    #[cold]
    fn reveal_captor(&self, pos: &mut Position<W>, square: Square) {
        let hidden = self.spec.hidden.as_ref().filter(|hidden| hidden.captures_reveal);
        if let (Some(hidden), Some(piece)) = (hidden, pos.piece(square))
            && hidden.conceals(piece)
        {
            pos.take(self.t, square);
            pos.put(self.t, square, hidden.reveal(piece));
        }
    }

    /// Fires the capture events for the pieces that a blast has removed. These pieces go to no
    /// hand.
    #[cold]
    fn blown_up(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        captures: &Captures,
        to: Square,
        log: &mut Log,
    ) -> Result<(), HookError> {
        for (square, piece) in &captures.blown_up {
            // A seat does not capture its own pieces, but rules have to know about the loss of a
            // royal.
            if self.board.controller_of(pos, *piece) != seat || self.t.profile(*piece).royal {
                self.captured(pos, seat, *piece, *square, to, log)?;
            }
        }
        Ok(())
    }

    /// Fires the events of a capture.
    #[inline(never)]
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

    /// Counts the clause of the movement that makes a move. Needed only if the move does not
    /// contain the number of its path. This has to happen before the move is made, because the move
    /// may change gates and counts of plies, on which the movement may depend.
    #[inline(never)]
    fn cite(&self, pos: &Position<W>, action: Action, log: &mut Log) {
        if let Action::Move(mv) = action
            && let Some(piece) = pos.piece(mv.from)
        {
            log.clause(self.movegen.clause_of(pos, piece, mv));
        }
    }

    /// Ends all en passant rights after an action, if the rules make such rights valid for the next
    /// player only.
    fn use_up_ep(&self, pos: &mut Position<W>) {
        if self.spec.ep_window == EpWindow::NextPlayer {
            pos.hot_mut().ep_live.0 = 0;
        }
    }
}

/// Returns `true` if a move may end an en passant right. This is possible in two cases. The move
/// starts or ends on the pawn's square or a skipped square, or the move can change the squares of
/// several pieces.
#[inline(always)]
fn may_end_ep<const W: usize>(t: &Tables<W>, pos: &Position<W>, mv: Move) -> bool {
    match mv.kind {
        MoveKind::Plain | MoveKind::Double { .. } => pos.ep_live.iter().any(|colour| {
            let (first, pawn) = pos.ep[colour.index()];
            let squares = t.skipped((first, pawn)) | SquareSet::of(pawn);
            squares.contains(mv.from) || squares.contains(mv.to)
        }),
        MoveKind::EnPassant | MoveKind::Path { .. } | MoveKind::Castle(_) | MoveKind::Extra(_) => {
            true
        }
    }
}
