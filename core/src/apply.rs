//! Playing actions: what they do to the board, and what rules then make of them.

use crate::action::{Action, How, Move};
use crate::effect::{Effect, Emitted, Ending, Outcome, Restriction, SeatResult};
use crate::engine::Engine;
use crate::game::Happening;
use crate::geometry::Square;
use crate::hooks::{Event, EventKind, Filter, HookError};
use crate::legality::Duty;
use crate::piece::{Kind, MAX_SEATS, MOVED, Piece, Seat, Seats};
use crate::position::{NOBODY, Position, Stage};
use crate::set::SquareSet;
use crate::spec::{ClauseId, CounterId, EpOccupied, EpWindow, Protect, StateId};
use crate::view::Seen;

/// What is counted and, where asked for, written down while actions are played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    pub clauses: Vec<u32>,
    pub metrics: Vec<u32>,
    pub trace: Option<Vec<Happening>>,
    /// How deep effects have caused events that caused effects.
    pub depth: u8,
    /// How many effects the last action has had.
    pub effects: u32,
}

impl Log {
    pub fn clause(&mut self, clause: Option<ClauseId>) {
        if let Some(count) = clause.and_then(|id| self.clauses.get_mut(usize::from(id.0))) {
            *count += 1;
        }
    }
}

/// Men taken by one move, and the clause by which the mover changed where he arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    men: [Option<(Square, Piece)>; 8],
    count: usize,
    arrival: Option<ClauseId>,
}

impl Taken {
    const NONE: Self = Self { men: [None; 8], count: 0, arrival: None };

    fn add(&mut self, square: Square, man: Option<Piece>) {
        if let Some(man) = man
            && self.count < self.men.len()
        {
            self.men[self.count] = Some((square, man));
            self.count += 1;
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.men[..self.count].iter().flatten().copied()
    }
}

/// What a filter may ask about an event.
#[derive(Clone, Copy, Default)]
struct Facts {
    kind: Option<Kind>,
    from: Option<Square>,
    to: Option<Square>,
    capture: bool,
    check: bool,
}

impl Facts {
    fn pass(&self, filter: &Filter) -> bool {
        filter.kinds.is_none_or(|kinds| self.kind.is_some_and(|kind| kinds >> kind.0 & 1 != 0))
            && filter.from.is_none_or(|zone| self.from.is_some_and(|s| zone.contains(s)))
            && filter.to.is_none_or(|zone| self.to.is_some_and(|s| zone.contains(s)))
            && filter.capture.is_none_or(|capture| capture == self.capture)
            && filter.check.is_none_or(|check| check == self.check)
    }
}

/// How deep events may cause events.
const DEPTH: u8 = 8;

/// How many effects an action may have, with all that follows from it. Without this, effects that
/// cause two events each could take for ever without going deep.
const EFFECTS: u32 = 8192;

impl<const W: usize> Engine<'_, W> {
    /// Moves the men of a move: captures, promotion, marks, what tables say of arriving, and nothing
    /// that events decide.
    pub fn shift_men(&self, pos: &mut Position<W>, mv: Move) -> Taken {
        let t = self.t;
        let mut taken = Taken::NONE;
        if let How::Castle(wing) = mv.how {
            let wing = &self.spec.castling[usize::from(wing)];
            let king = pos.take(t, wing.king.0);
            let rook = pos.take(t, wing.rook.0);
            for (square, man) in [(wing.king.1, king), (wing.rook.1, rook)] {
                if let Some(man) = man {
                    pos.put(t, square, self.moved(man));
                }
            }
            taken.arrival = self.arrive(pos, wing.king.1);
            return taken;
        }
        let Some(mut man) = pos.take(t, mv.from) else {
            return taken;
        };
        let mut swapped = None;
        match mv.how {
            How::Plain | How::Double { .. } => taken.add(mv.to, pos.take(t, mv.to)),
            How::EnPassant => {
                let pawns: SquareSet<W> = self.passed(pos, man, mv.to).collect();
                taken.add(mv.to, pos.take(t, mv.to));
                for pawn in pawns {
                    taken.add(pawn, pos.take(t, pawn));
                }
            }
            How::Walk { walk, takes } => {
                let walk = &t.walks[usize::from(walk)].walk;
                for square in takes.into_iter().flatten() {
                    taken.add(square, pos.take(t, square));
                }
                if walk.swaps {
                    swapped = pos.take(t, mv.to);
                } else {
                    taken.add(mv.to, pos.take(t, mv.to));
                }
                let marks = man.marks() & !walk.clear_mark.map_or(0, |mark| 1 << mark)
                    | walk.set_mark.map_or(0, |mark| 1 << mark);
                man = man.with_marks(marks);
            }
            How::Castle(_) => {}
        }
        if let Some(kind) = mv.promotion {
            man = man.with_kind(kind);
        }
        pos.put(t, mv.to, self.moved(man));
        if let Some(other) = swapped {
            pos.put(t, mv.from, self.moved(other));
        }
        taken.arrival = self.arrive(pos, mv.to);
        taken
    }

    fn moved(&self, man: Piece) -> Piece {
        if self.spec.initial_by_mark >> man.kind().0 & 1 != 0 {
            man.with_marks(man.marks() | 1 << MOVED)
        } else {
            man
        }
    }

    /// Whether a move that captures a royal stands: judged with all its scripted consequences, it
    /// either ends the game or leaves every duty fulfilled.
    pub fn royal_capture_stands(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        duty: &Duty<W>,
        mv: Move,
    ) -> bool {
        let mut after = pos.clone();
        let mut log = Log::default();
        match self.play_move(&mut after, seat, mv, &mut log) {
            Ok(()) if after.stage == Stage::Over => true,
            Ok(()) => self.stands(pos, &after, row, duty, mv),
            // The fault shows again, and stops the game, when the move is played.
            Err(_) => true,
        }
    }

    /// Plays an action of the seat that decides, up to and with the events it causes.
    pub fn act(
        &self,
        pos: &mut Position<W>,
        action: Action,
        log: &mut Log,
    ) -> Result<(), HookError> {
        log.effects = 0;
        let seat = pos.turn;
        match action {
            Action::Move(mv) => {
                let how = if pos.rare.is_some() { pos.rare().announced } else { None };
                debug_assert!(how.is_none() || how == Some(mv));
                pos.stage = Stage::After;
                self.count_action(pos);
                let kind = pos.man(mv.from).map(Piece::kind);
                self.play_move(pos, seat, mv, log)?;
                self.spend_dice(pos, kind);
            }
            Action::Drop(kind, square) => {
                self.count_action(pos);
                self.use_up_ep(pos);
                pos.stage = Stage::After;
                pos.dirty = true;
                let checks = self.t.watch_checks.then(|| self.all_checks(pos));
                let hand = &mut pos.rare_mut().hands[seat.index()][kind.index()];
                *hand = hand.saturating_sub(1);
                let facing = self.spec.seats[seat.index()].facing;
                pos.put(self.t, square, Piece::new(kind, seat, facing));
                self.prune_ep(pos);
                pos.halfmove = 0;
                let check = match checks {
                    Some(checks) => self.note_checks(pos, seat, &checks, log)?,
                    None => false,
                };
                let piece = pos.man(square);
                let facts = Facts { kind: Some(kind), to: Some(square), check, ..Facts::default() };
                self.fire_with(pos, &Event::Move { seat, played: None, piece }, facts, log)?;
            }
            Action::Roll(faces) => {
                let mut dice: Vec<u8> = faces.into_iter().filter(|face| *face != 0).collect();
                dice.sort_unstable();
                pos.ply += 1;
                pos.skips = 0;
                pos.rolled = true;
                pos.stage = Stage::Turn;
                pos.rare_mut().dice.clone_from(&dice);
                self.fire(pos, &Event::Roll(seat, &dice), log)?;
            }
            Action::Pass => {
                self.count_action(pos);
                self.use_up_ep(pos);
                pos.halfmove += 1;
                pos.stage = Stage::After;
                if pos.rare.is_some() {
                    pos.rare_mut().dice.clear();
                }
                let facts = Facts::default();
                self.fire_with(pos, &Event::Move { seat, played: None, piece: None }, facts, log)?;
            }
            Action::Choose(option) => {
                pos.ply += 1;
                let Some(question) = pos.rare_mut().pending.pop() else {
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
                pos.rare_mut().announced = Some(mv);
                self.fire(pos, &Event::Announce(seat, mv), log)?;
            }
            Action::Say(offer) => {
                pos.ply += 1;
                let said = pos.rare().offers.get(usize::from(offer)).map(|(_, word)| word.clone());
                if let Some(word) = said {
                    self.fire(pos, &Event::Say(seat, &word), log)?;
                }
            }
        }
        Ok(())
    }

    fn count_action(&self, pos: &mut Position<W>) {
        pos.ply += 1;
        pos.skips = 0;
        pos.told = Seats(0);
        if pos.rare.is_some() {
            let seat = pos.turn;
            let rare = pos.rare();
            if rare.relaxed.is_some() || !rare.restrictions.is_empty() || rare.announced.is_some() {
                let rare = pos.rare_mut();
                rare.relaxed = None;
                rare.announced = None;
                rare.restrictions.retain(|(restricted, _)| *restricted != seat);
            }
        }
    }

    /// Of the dice left, the lowest that let a man of this kind move is spent; the turn goes on with
    /// the rest.
    fn spend_dice(&self, pos: &mut Position<W>, kind: Option<Kind>) {
        let (Some(dice), Some(kind)) = (&self.spec.dice, kind) else { return };
        let lets = |face: u8| {
            dice.faces.iter().any(|(f, _, kinds)| *f == face && kinds >> kind.0 & 1 != 0)
        };
        let left = &mut pos.rare_mut().dice;
        if let Some(spent) = left.iter().position(|face| lets(*face)) {
            left.remove(spent);
        }
    }

    /// A man's move with its events.
    fn play_move(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        mv: Move,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let t = self.t;
        let Some(before) = pos.man(mv.from) else {
            return Ok(());
        };
        let checks_before = if t.watch_checks { Some(self.all_checks(pos)) } else { None };
        let taken = self.shift_men(pos, mv);

        let ends = t.castling_ends[mv.from.index()] | t.castling_ends[mv.to.index()];
        pos.castling &= !ends;
        pos.halfmove += 1;
        if taken.count > 0 || t.progress >> before.kind().0 & 1 != 0 {
            pos.halfmove = 0;
        }
        if taken.count > 0 || mv.promotion.is_some() {
            pos.dirty = true;
        }
        for (square, _) in taken.iter() {
            pos.castling &= !t.castling_ends[square.index()];
        }
        let mut skipped = None;
        match mv.how {
            How::Double { over } => skipped = Some(over),
            How::Castle(wing) => {
                let wing = &self.spec.castling[usize::from(wing)];
                pos.castling &= !t.castling_ends[wing.rook.0.index()];
                log.clause(wing.clause);
            }
            How::Walk { walk, .. } => {
                let walk = &t.walks[usize::from(walk)];
                skipped = self.skipped(walk, mv.from);
                log.clause(walk.clause());
            }
            How::Plain | How::EnPassant => {}
        }
        self.use_up_ep(pos);
        if let Some(over) = skipped {
            let colour = before.colour();
            pos.ep[colour.index()] = (over, mv.to);
            pos.ep_live.insert(colour);
        }
        self.prune_ep(pos);
        if mv.promotion.is_some() {
            let key = (before.profile() as u16, mv.to.0);
            log.clause(t.promotions.get(&key).and_then(|promotion| promotion.clause));
        }
        log.clause(taken.arrival);

        for (square, piece) in taken.iter() {
            self.captured(pos, seat, piece, square, mv.to, log)?;
        }
        let piece = pos.man(mv.to);
        if let (Some(_), Some(piece)) = (mv.promotion, piece) {
            let facts = Facts {
                kind: Some(before.kind()),
                from: Some(mv.from),
                to: Some(mv.to),
                capture: taken.count > 0,
                check: false,
            };
            let event = Event::Promotion { seat, piece, square: mv.to };
            self.fire_with(pos, &event, facts, log)?;
        }
        let mut checked = false;
        if let Some(checks) = checks_before {
            checked = self.note_checks(pos, seat, &checks, log)?;
        }
        if !t.handlers[EventKind::Move as usize].is_empty() {
            let facts = Facts {
                kind: Some(before.kind()),
                from: Some(mv.from),
                to: Some(mv.to),
                capture: taken.count > 0,
                check: checked,
            };
            let piece = piece.or(Some(before));
            self.fire_with(pos, &Event::Move { seat, played: Some(mv), piece }, facts, log)?;
        }
        Ok(())
    }

    /// What the tables say happens to a man by standing where he has arrived; the clause if it does.
    fn arrive(&self, pos: &mut Position<W>, square: Square) -> Option<ClauseId> {
        let man = pos.man(square)?;
        if !self.t.profile(man).arrives.contains(square) {
            return None;
        }
        let arrival = self.t.arrivals.get(&(man.profile() as u16, square.0))?;
        let mut after = man;
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
        if after == man {
            return None;
        }
        pos.take(self.t, square);
        pos.put(self.t, square, after);
        arrival.clause
    }

    fn captured(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        piece: Piece,
        square: Square,
        to: Square,
        log: &mut Log,
    ) -> Result<(), HookError> {
        let facts =
            Facts { kind: Some(piece.kind()), to: Some(square), capture: true, ..Facts::default() };
        self.fire_with(pos, &Event::Capture { seat, piece, square, to }, facts, log)?;
        if self.t.profile(piece).royal {
            self.fire_with(pos, &Event::RoyalCaptured { seat, piece, square }, facts, log)?;
        }
        Ok(())
    }

    /// An action was played: rights that only the next player has are over.
    fn use_up_ep(&self, pos: &mut Position<W>) {
        if self.spec.ep_window == EpWindow::NextPlayer {
            pos.ep_live.0 = 0;
        }
    }

    /// Drops en passant rights whose pawn is gone or whose skipped square was filled.
    fn prune_ep(&self, pos: &mut Position<W>) {
        if pos.ep_live.0 == 0 {
            return;
        }
        for colour in pos.ep_live.iter() {
            let (skipped, pawn) = pos.ep[colour.index()];
            let there = pos
                .man(pawn)
                .is_some_and(|man| man.colour() == colour && self.t.class(man).passable);
            let filled =
                self.spec.ep_occupied == EpOccupied::Void && pos.occupied.contains(skipped);
            if !there || filled {
                pos.ep_live.0 &= !colour.bit();
            }
        }
    }

    /// Every check that stands: for each royal at stake, who attacks it.
    fn all_checks(&self, pos: &Position<W>) -> Vec<(Square, SquareSet<W>)> {
        let mut checks = Vec::new();
        for seat in 0..self.t.seats {
            let seat = Seat(seat as u8);
            for royal in self.royals_at_stake(pos, seat) {
                checks.push((royal, self.checkers(pos, seat, royal)));
            }
        }
        checks
    }

    /// Finds the checks that a ply has given, remembers them and fires `on_check`.
    fn note_checks(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        before: &[(Square, SquareSet<W>)],
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let mut royals = Vec::new();
        let mut by = Vec::new();
        for (royal, attackers) in self.all_checks(pos) {
            let then = before.iter().find(|(square, _)| *square == royal);
            let fresh = attackers - then.map_or(SquareSet::EMPTY, |(_, attackers)| *attackers);
            if fresh.is_empty() {
                continue;
            }
            // Of several owners at one ply: the mover, else the nearest predecessor of the victim.
            let owners: Vec<Seat> = fresh
                .into_iter()
                .filter_map(|square| pos.man(square))
                .map(|man| self.holder(pos, man))
                .collect();
            let Some(victim) = pos.man(royal) else {
                continue;
            };
            let seats = self.t.seats as u8;
            let distance = |owner: &Seat| (victim.colour().0 + seats - owner.0) % seats;
            let checker = if owners.contains(&seat) {
                Some(seat)
            } else {
                owners.iter().copied().min_by_key(distance)
            };
            if let Some(checker) = checker {
                royals.push(royal);
                by.push(checker);
                if self.spec.track_last_checker {
                    pos.rare_mut().last_checkers[victim.colour().index()] = checker.0;
                }
            }
        }
        if !royals.is_empty() {
            self.fire(pos, &Event::Check { seat, royals: &royals, by: &by }, log)?;
        }
        Ok(!royals.is_empty())
    }

    /// Calls the hooks of an event and applies what they say.
    pub fn fire(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        self.fire_with(pos, event, Facts::default(), log)
    }

    /// The same for events that filters look at. Returns whether any effect came of it.
    fn fire_with(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        facts: Facts,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let handlers = &self.t.handlers[event.kind() as usize];
        if handlers.is_empty() || pos.stage == Stage::Over {
            return Ok(false);
        }
        let mut all: Vec<(u16, Emitted)> = Vec::new();
        for &number in handlers {
            let handler = &self.spec.handlers[usize::from(number)];
            if !facts.pass(&handler.filter) {
                continue;
            }
            let mut out = Vec::new();
            self.hooks.call(usize::from(number), event, &Seen { engine: *self, pos }, &mut out)?;
            let mut counted: Vec<ClauseId> = Vec::new();
            for emitted in &mut out {
                emitted.clause = emitted.clause.or(handler.clause);
                if let Some(clause) = emitted.clause
                    && !counted.contains(&clause)
                {
                    counted.push(clause);
                    log.clause(Some(clause));
                }
            }
            all.extend(out.into_iter().map(|emitted| (number, emitted)));
        }
        if all.is_empty() {
            return Ok(false);
        }
        self.contradiction(&all)?;
        log.effects = log.effects.saturating_add(all.len() as u32);
        if log.depth >= DEPTH || log.effects > EFFECTS {
            return Err(self.fault(all[0].0, "effects cause events that cause effects without end"));
        }
        log.depth += 1;
        for (number, emitted) in &all {
            let known = |clause: ClauseId| usize::from(clause.0) < self.spec.clauses.len();
            let applied = if emitted.clause.is_none_or(known) {
                self.apply_effect(pos, &emitted.effect, log)
            } else {
                Err("an effect names a clause that is not there".to_owned())
            };
            if let Err(message) = applied {
                log.depth -= 1;
                let place = if emitted.line > 0 {
                    format!(" (line {})", emitted.line)
                } else {
                    String::new()
                };
                return Err(self.fault(*number, &format!("{message}{place}")));
            }
            if let Some(trace) = &mut log.trace {
                trace.push(Happening {
                    handler: Some(usize::from(*number)),
                    emitted: emitted.clone(),
                });
            }
            if pos.stage == Stage::Over {
                let clause = emitted.clause;
                if let Some(outcome) = &mut pos.rare_mut().outcome {
                    outcome.ending = Ending::Rule(clause);
                }
                break;
            }
        }
        log.depth -= 1;
        Ok(true)
    }

    fn fault(&self, handler: u16, message: &str) -> HookError {
        HookError {
            hook: self.spec.handlers[usize::from(handler)].name.clone(),
            message: message.to_owned(),
        }
    }

    /// Effects of one event that say different things of one seat or colour are a fault.
    fn contradiction(&self, all: &[(u16, Emitted)]) -> Result<(), HookError> {
        for (i, (_, first)) in all.iter().enumerate() {
            for (number, second) in &all[i + 1..] {
                let clash = match (&first.effect, &second.effect) {
                    (Effect::SeatState(a, x), Effect::SeatState(b, y)) => a == b && x != y,
                    (Effect::ArmyState(a, x), Effect::ArmyState(b, y)) => a == b && x != y,
                    (Effect::Control(a, x), Effect::Control(b, y)) => a == b && x != y,
                    (Effect::Settle(a, x), Effect::Settle(b, y)) => a == b && x != y,
                    (Effect::Finish(x), Effect::Finish(y)) => x != y,
                    _ => false,
                };
                if clash {
                    let message = format!(
                        "contradictory effects of one event: {:?} and {:?}",
                        first.effect, second.effect
                    );
                    return Err(self.fault(*number, &message));
                }
            }
        }
        Ok(())
    }

    /// Applies one effect; says what is wrong with it if it makes no sense.
    fn apply_effect(
        &self,
        pos: &mut Position<W>,
        effect: &Effect,
        log: &mut Log,
    ) -> Result<(), String> {
        let t = self.t;
        self.check_effect(effect)?;
        let occupied = |pos: &Position<W>, square: Square| {
            pos.man(square)
                .ok_or_else(|| format!("nobody stands on {}", self.spec.geometry.name(square)))
        };
        match effect {
            Effect::SeatState(seat, state) => {
                pos.seat_state[seat.index()] = *state;
                self.changed(pos);
            }
            Effect::ArmyState(colour, state) => {
                pos.army_state[colour.index()] = *state;
                self.changed(pos);
            }
            Effect::Control(colour, seat) => {
                pos.controller[colour.index()] = seat.map_or(NOBODY, |seat| seat.0);
                self.changed(pos);
            }
            Effect::Remove(square) => {
                occupied(pos, *square)?;
                pos.take(t, *square);
                self.removed(pos, *square);
            }
            Effect::Capture(square) => {
                let piece = occupied(pos, *square)?;
                pos.take(t, *square);
                self.removed(pos, *square);
                pos.halfmove = 0;
                let seat = pos.turn;
                self.captured(pos, seat, piece, *square, *square, log)
                    .map_err(|e| e.to_string())?;
            }
            Effect::RemoveArmy(colour) => {
                for square in pos.colours[colour.index()] {
                    pos.take(t, square);
                    self.removed(pos, square);
                }
                pos.halfmove = 0;
            }
            Effect::ClearArmy(colour) => {
                pos.army_state[colour.index()] = StateId::NEUTRAL;
                self.changed(pos);
                if !pos.rare().shields.contains(colour) {
                    pos.rare_mut().shields.push(*colour);
                }
                pos.waiting = true;
                pos.halfmove = 0;
                self.clear_shields(pos);
            }
            Effect::Place(square, man) => {
                if pos.man(*square).is_some() {
                    return Err(format!("{} is occupied", self.spec.geometry.name(*square)));
                }
                pos.put(t, *square, *man);
                self.prune_ep(pos);
                pos.dirty = true;
                pos.halfmove = 0;
            }
            Effect::Replace(square, kind) => {
                let man = occupied(pos, *square)?;
                pos.take(t, *square);
                pos.put(t, *square, man.with_kind(*kind));
                self.removed(pos, *square);
            }
            Effect::Turn(square, facing) => {
                let man = occupied(pos, *square)?;
                pos.take(t, *square);
                pos.put(t, *square, man.with_facing(*facing));
            }
            Effect::Mark(square, mark, on) => {
                let man = occupied(pos, *square)?;
                let bit = 1u8 << mark;
                let marks = if *on { man.marks() | bit } else { man.marks() & !bit };
                pos.take(t, *square);
                pos.put(t, *square, man.with_marks(marks));
            }
            Effect::Hold(seat, kind, n) => {
                let hand = &mut pos.rare_mut().hands[seat.index()][kind.index()];
                *hand = hand
                    .checked_add_signed(*n)
                    .ok_or_else(|| "a hand would hold fewer men than none".to_owned())?;
                pos.dirty = true;
            }
            Effect::Ask { seat, question, options, about } => {
                if options.is_empty() || options.len() > 64 {
                    return Err("a question needs 1 to 64 options".to_owned());
                }
                let rare = pos.rare_mut();
                if rare.pending.len() >= 16 {
                    return Err("more than 16 questions wait for an answer".to_owned());
                }
                let question = crate::action::Question {
                    seat: *seat,
                    name: question.clone(),
                    options: options.clone(),
                    about: *about,
                };
                rare.pending.insert(0, question);
            }
            Effect::Offer(seat, word) => {
                let offer = (*seat, word.clone());
                let rare = pos.rare_mut();
                if !rare.offers.contains(&offer) {
                    if rare.offers.len() >= 64 {
                        return Err("more than 64 offers stand".to_owned());
                    }
                    rare.offers.push(offer);
                }
            }
            Effect::Withdraw(seat, word) => {
                pos.rare_mut().offers.retain(|(s, w)| s != seat || w != word);
            }
            Effect::Restrict(seat, restriction) => {
                let rare = pos.rare_mut();
                if rare.restrictions.len() >= 64 {
                    return Err("more than 64 restrictions stand".to_owned());
                }
                rare.restrictions.push((*seat, restriction.clone()));
            }
            Effect::Refuse(seat) => {
                if *seat != pos.turn {
                    return Err(
                        "only the seat whose turn it is can have announced a move".to_owned()
                    );
                }
                let rare = pos.rare_mut();
                if let Some(mv) = rare.announced.take() {
                    rare.refused.push(mv);
                }
            }
            Effect::Relax(seat, protect) => {
                if *seat != pos.turn {
                    return Err("only the seat whose turn it is can be relaxed".to_owned());
                }
                pos.rare_mut().relaxed = Some(*protect);
            }
            Effect::SetCounter(counter, seat, value) => {
                self.set_counter(pos, *counter, *seat, |_| i64::from(*value))?;
            }
            Effect::AddCounter(counter, seat, by) => {
                self.set_counter(pos, *counter, *seat, |old| i64::from(old) + i64::from(*by))?;
            }
            Effect::Order(order, next) => {
                let place = order.iter().position(|seat| seat == next);
                let place = place.ok_or_else(|| "the next seat is not in the order".to_owned())?;
                let rare = pos.rare_mut();
                rare.order = Some(order.clone());
                // The pointer names the last seat that had its turn.
                pos.pointer = ((place + order.len() - 1) % order.len()) as u8;
            }
            Effect::Skip(seat) => {
                if *seat != pos.turn {
                    return Err("only the seat whose turn it is can be skipped".to_owned());
                }
                pos.skipped = true;
            }
            Effect::Relate { from, to, capture, allowed } => {
                let rule = self.spec.relations[from.index()][to.index()];
                let by_rule = if *capture { rule.capture } else { rule.check };
                let rare = pos.rare_mut();
                rare.relations.retain(|(a, b, c, _)| (a, b, c) != (from, to, capture));
                if *allowed != by_rule {
                    rare.relations.push((*from, *to, *capture, *allowed));
                    rare.relations.sort_unstable();
                }
                self.changed(pos);
            }
            Effect::Settle(seat, result) => {
                pos.rare_mut().settled[seat.index()] = Some(*result);
                pos.dirty = true;
            }
            Effect::Finish(results) => {
                if results.len() != t.seats {
                    return Err("a finish needs a result for every seat".to_owned());
                }
                self.finish(pos, results.clone(), Ending::Rule(None));
            }
            Effect::Count(metric) => {
                if let Some(count) = log.metrics.get_mut(usize::from(*metric)) {
                    *count += 1;
                }
            }
        }
        Ok(())
    }

    /// Numbers in effects must name something.
    fn check_effect(&self, effect: &Effect) -> Result<(), String> {
        let spec = self.spec;
        let seat = |seat: &Seat| seat.index() < spec.seats.len();
        let square = |square: &Square| square.index() < spec.geometry.len();
        let kind = |kind: &Kind| kind.index() < spec.kinds.len();
        let state = |state: &StateId| usize::from(state.0) < spec.states.len();
        let known = match effect {
            Effect::SeatState(s, x) | Effect::ArmyState(s, x) => seat(s) && state(x),
            Effect::Control(s, to) => seat(s) && to.as_ref().is_none_or(seat),
            Effect::Remove(s) | Effect::Capture(s) | Effect::Turn(s, _) => square(s),
            Effect::RemoveArmy(s) | Effect::ClearArmy(s) => seat(s),
            Effect::Place(s, man) => square(s) && kind(&man.kind()) && seat(&man.colour()),
            Effect::Replace(s, k) => square(s) && kind(k),
            Effect::Mark(s, mark, _) => square(s) && usize::from(*mark) < spec.marks.len(),
            Effect::Hold(s, k, _) => seat(s) && kind(k),
            Effect::Ask { seat: s, .. }
            | Effect::Offer(s, _)
            | Effect::Withdraw(s, _)
            | Effect::Relax(s, _)
            | Effect::Refuse(s)
            | Effect::Skip(s)
            | Effect::Settle(s, _) => seat(s),
            Effect::Restrict(s, Restriction::Lifts(at)) => seat(s) && square(at),
            Effect::Restrict(s, _) => seat(s),
            Effect::SetCounter(c, s, _) | Effect::AddCounter(c, s, _) => {
                usize::from(c.0) < spec.counters.len() && s.as_ref().is_none_or(seat)
            }
            Effect::Order(order, next) => {
                !order.is_empty() && order.len() <= 64 && order.iter().all(seat) && seat(next)
            }
            Effect::Relate { from, to, .. } => seat(from) && seat(to),
            Effect::Finish(_) => true,
            Effect::Count(metric) => usize::from(*metric) < spec.metrics.len(),
        };
        if known { Ok(()) } else { Err(format!("{effect:?} names something that is not there")) }
    }

    fn set_counter(
        &self,
        pos: &mut Position<W>,
        counter: CounterId,
        seat: Option<Seat>,
        value: impl Fn(i32) -> i64,
    ) -> Result<(), String> {
        let spec = &self.spec.counters[usize::from(counter.0)];
        let place = match (spec.per_seat, seat) {
            (true, Some(seat)) => seat.index(),
            (false, None) => 0,
            (true, None) => return Err(format!("counter `{}` is kept for each seat", spec.name)),
            (false, Some(_)) => {
                return Err(format!("counter `{}` is kept for the game", spec.name));
            }
        };
        let cell = &mut pos.rare_mut().counters[usize::from(counter.0)][place];
        let value = value(*cell);
        if value < i64::from(spec.min) || value > i64::from(spec.max) {
            return Err(format!(
                "counter `{}` would be {value}, outside {}..{}",
                spec.name, spec.min, spec.max
            ));
        }
        *cell = value as i32;
        pos.dirty = true;
        Ok(())
    }

    /// A state, controller or relation has changed.
    fn changed(&self, pos: &mut Position<W>) {
        self.rebuild_masks(pos);
        pos.dirty = true;
        pos.halfmove = 0;
    }

    /// A man has left a square, or is no longer what he was, otherwise than by a move.
    fn removed(&self, pos: &mut Position<W>, square: Square) {
        pos.castling &= !self.t.castling_ends[square.index()];
        pos.dirty = true;
        self.prune_ep(pos);
    }

    /// Ends the game.
    pub fn finish(&self, pos: &mut Position<W>, results: Vec<SeatResult>, ending: Ending) {
        let settled = pos.rare().settled;
        let results = results
            .into_iter()
            .zip(settled)
            .map(|(result, settled)| settled.unwrap_or(result))
            .collect();
        pos.rare_mut().outcome = Some(Outcome { results, ending });
        pos.stage = Stage::Over;
    }

    /// Takes away the men of armies being cleared that shield no king any more; of several on a
    /// line the nearest to the king stays. Returns whether anything changed.
    pub fn clear_shields(&self, pos: &mut Position<W>) -> bool {
        let mut any = false;
        for colour in pos.rare().shields.clone() {
            loop {
                let going: SquareSet<W> = pos.colours[colour.index()]
                    .into_iter()
                    .filter(|square| !self.shields(pos, *square))
                    .collect();
                // Farthest from any king first, so that the nearest shield of a line is what stays.
                let Some(square) = self.farthest(pos, going) else {
                    break;
                };
                pos.take(self.t, square);
                self.removed(pos, square);
                any = true;
            }
            if pos.colours[colour.index()].is_empty() {
                pos.rare_mut().shields.retain(|c| *c != colour);
                pos.army_state[colour.index()] = StateId::GONE;
                self.changed(pos);
            }
        }
        any
    }

    fn farthest(&self, pos: &Position<W>, squares: SquareSet<W>) -> Option<Square> {
        let geometry = &self.spec.geometry;
        let distance = |a: Square, b: Square| {
            let (a, b) = (geometry.cell(a), geometry.cell(b));
            a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank))
        };
        squares
            .into_iter()
            .max_by_key(|square| pos.royals.into_iter().map(|royal| distance(*square, royal)).min())
    }

    /// Whether a king would be attacked anew if the man on a square were gone.
    fn shields(&self, pos: &Position<W>, square: Square) -> bool {
        let mut without = pos.clone();
        without.take(self.t, square);
        (0..self.t.seats).any(|seat| {
            let seat = Seat(seat as u8);
            self.royals_at_stake(pos, seat).into_iter().any(|royal| {
                let before = self.checkers(pos, seat, royal);
                royal != square && !(self.checkers(&without, seat, royal) - before).is_empty()
            })
        })
    }
}
