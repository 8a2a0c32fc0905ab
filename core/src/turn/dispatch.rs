//! Events: calls the hooks of an event, and applies the effects that they emit.

use crate::board::{Seat, Seats, Square, SquareSet};
use crate::movegen::PositionView;
use crate::rules::play_limits::{MAX_ACTION_EFFECTS, MAX_EVENT_DEPTH};
use crate::rules::{
    ClauseId, Emitted, Event, EventFacts, HookError, Move, MoveKind, SingleDecision,
};
use crate::state::{Position, Stage};
use crate::tables::bits;
use crate::turn::effects::EffectRefusal;
use crate::turn::{Cause, Log, Machine};

/// The state before a change. It is compared with the state after the change, to find new checks.
#[derive(Debug)]
pub enum Before<const W: usize> {
    /// The whole position before the change. The position is boxed to keep this type small. Most
    /// changes are quiet moves, for which [`Before::QuietMove`] is enough.
    Position(Box<Position<W>>),
    /// The move, if the change is a quiet move. Such a move takes one piece to an empty square and
    /// changes nothing else.
    QuietMove(Move),
}

impl<const W: usize> Machine<'_, W> {
    /// Returns `true` if a move changes only the square of one piece. The checks that such a move
    /// gives are easy to find.
    #[inline]
    pub fn is_quiet(&self, pos: &Position<W>, mv: Move) -> bool {
        // Hops and paths may depend on any square, and blasts affect the right to capture.
        matches!(mv.kind, MoveKind::Plain | MoveKind::Double { .. })
            && mv.promotion.is_none()
            && pos.piece(mv.to).is_none()
            && !self.t.complex
            && self.t.blast.is_none()
    }

    /// Returns the state before a move. The state is needed to find the checks that the move gives.
    pub fn before_move(&self, pos: &Position<W>, mv: Move) -> Before<W> {
        if self.is_quiet(pos, mv) { Before::QuietMove(mv) } else { self.before_checks(pos) }
    }

    /// Returns the state before some changes. The state is needed to find the checks that the
    /// changes give.
    #[cold]
    pub fn before_checks(&self, pos: &Position<W>) -> Before<W> {
        // Only attacks by paths depend on the cold part.
        let before = if pos.complex.is_empty() { pos.without_cold() } else { pos.clone() };
        Before::Position(Box::new(before))
    }

    /// Returns the pieces that attack a seat's royal now. Leaves out a piece that already attacked
    /// the royal before the change, if the royal stood on the same square then.
    fn fresh_checkers(
        &self,
        pos: &Position<W>,
        before: &Position<W>,
        seat: Seat,
        royal: Square,
    ) -> SquareSet<W> {
        let mut fresh = self.movegen.checkers(pos, seat, royal);
        if !fresh.is_empty() && self.movegen.royals_at_stake(before, seat).contains(royal) {
            let form = |pos: &Position<W>, square| {
                pos.piece(square).map(|piece| (piece.kind(), piece.colour()))
            };
            for square in self.movegen.checkers(before, seat, royal) {
                // A different piece on the same square is a new checker: it has captured the old
                // checker.
                if form(before, square) == form(pos, square) {
                    fresh.remove(square);
                }
            }
        }
        fresh
    }

    /// Returns `true` if a quiet move may have given check. This is possible if the moved piece is
    /// a royal or attacks one. It is also possible if a rider stands in line with a royal and with
    /// the square that the piece left.
    #[inline]
    fn may_check_since(&self, pos: &Position<W>, mv: &Move, reach: &SquareSet<W>) -> bool {
        let royals = pos.royals;
        if royals.contains(mv.to) || royals.meets(reach) {
            return true;
        }
        let rays = &self.t.rays;
        royals.into_iter().any(|royal| {
            bits(rays.leading(mv.from, royal)).any(|ray| {
                let riders = *rays.back(ray, mv.from) & (pos.riders[0] | pos.riders[1]);
                !riders.is_empty() && !rays.between(ray, mv.from, royal).meets(&pos.occupied)
            })
        })
    }

    /// Returns the pieces that attack a seat's royal because of a quiet move. These pieces are
    /// riders along lines that the move opened, and also the moved piece if `reaches` is `true`.
    #[inline(never)]
    fn checkers_since(
        &self,
        pos: &Position<W>,
        mv: &Move,
        (seat, royal): (Seat, Square),
        reaches: bool,
    ) -> SquareSet<W> {
        if royal == mv.to {
            return self.movegen.checkers(pos, seat, royal);
        }
        let mut by = self.movegen.riders_through(pos, (mv.from, royal), &pos.occupied);
        by.remove(mv.to);
        if !by.is_empty() {
            // A rider may have attacked the royal along another line before.
            let mut occupied = pos.occupied;
            occupied.remove(mv.to);
            occupied.insert(mv.from);
            by = by - self.movegen.attackers(pos, royal, &by, &occupied);
        }
        if reaches {
            by.insert(mv.to);
        }
        let Some(victim) = pos.piece(royal).filter(|_| !by.is_empty()) else {
            return SquareSet::EMPTY;
        };
        let threats = by & pos.pieces_in(pos.masks[seat.index()].threats);
        let threats = self.movegen.capturers(pos, threats, royal, victim);
        self.movegen.attackers(pos, royal, &threats, &pos.occupied)
    }

    /// Finds the checks that a seat's ply or rules have given since `before`. Records the seats
    /// that gave these checks, and fires `on_check`.
    pub fn note_checks(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        before: &Before<W>,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let mut royals = Vec::new();
        let mut by = Vec::new();
        let mut checked = 0_u8;
        let seats = self.t.seats as u8;
        let mut may_be_in_check = match before {
            Before::QuietMove(_) => Seats(0),
            Before::Position(_) => Seats(u8::MAX),
        };
        let reach = match before {
            Before::QuietMove(mv) => pos
                .piece(mv.to)
                .map_or(SquareSet::EMPTY, |piece| self.movegen.reach(pos, piece, mv.to)),
            Before::Position(_) => SquareSet::EMPTY,
        };
        let none = match before {
            Before::QuietMove(mv) => !self.may_check_since(pos, mv, &reach),
            Before::Position(_) => false,
        };
        if none {
            return Ok(false);
        }
        for owner in (0..seats).map(Seat) {
            for royal in self.movegen.royals_at_stake(pos, owner) {
                let fresh = match before {
                    Before::QuietMove(mv) => {
                        self.checkers_since(pos, mv, (owner, royal), reach.contains(royal))
                    }
                    Before::Position(before) => self.fresh_checkers(pos, before, owner, royal),
                };
                let Some(victim) = pos.piece(royal).filter(|_| !fresh.is_empty()) else {
                    continue;
                };
                may_be_in_check.insert(owner);
                // Each owner of a new checker counts once. The mover is first. The other owners
                // follow in reverse order of seats: first the seat directly before the victim's
                // colour, then the seat before that seat, and so on.
                let pieces = fresh.into_iter().filter_map(|square| pos.piece(square));
                let mut owners: Vec<Seat> =
                    pieces.map(|piece| self.board.controller_of(pos, piece)).collect();
                owners.sort_by_key(|owner| {
                    (*owner != seat, (victim.colour().0 + seats - owner.0) % seats)
                });
                owners.dedup();
                if self.spec.track_last_checker
                    && let Some(checker) = owners.first()
                {
                    self.record_checker(pos, victim.colour(), *checker);
                }
                checked = checked.saturating_add(1);
                royals.extend(owners.iter().map(|_| royal));
                by.extend(owners);
            }
        }
        self.forget_unchecked(pos, may_be_in_check);
        if !royals.is_empty() {
            let event = Event::Check { seat, royals: &royals, by: &by };
            self.fire_with(pos, &event, EventFacts { checked, ..EventFacts::default() }, log)?;
        }
        Ok(!royals.is_empty())
    }

    /// Returns the state before some changes, for a later call of [`Machine::unwatch`]. Returns
    /// `None` if the ruleset needs no record of checks, or if a caller already records the checks
    /// that these changes give.
    pub fn watch(&self, pos: &Position<W>, log: &mut Log) -> Option<Before<W>> {
        if !self.t.watch_checks || log.tracking_checks {
            return None;
        }
        log.tracking_checks = true;
        Some(self.before_checks(pos))
    }

    /// Records the checks that were given since the call of [`Machine::watch`]. Does nothing if
    /// that call returned `None`.
    pub fn unwatch(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        before: Option<Before<W>>,
        log: &mut Log,
    ) -> Result<(), HookError> {
        if let Some(before) = before {
            log.tracking_checks = false;
            if pos.stage != Stage::Over {
                self.note_checks(pos, seat, &before, log)?;
            }
        }
        Ok(())
    }

    /// Fires an event: calls its hooks and applies their effects. Returns `true` if there were any
    /// effects.
    #[inline(always)]
    pub fn fire(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        self.fire_with(pos, event, EventFacts::default(), log)
    }

    /// Fires an event. `facts` has the facts that the filters of handlers test.
    #[inline(always)]
    pub(crate) fn fire_with(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        facts: EventFacts,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        if let Some(event_log) = &mut log.event_log {
            event_log.note(event, pos);
        }
        let handlers = &self.t.handlers[event.kind() as usize];
        if handlers.is_empty() || pos.stage == Stage::Over {
            return Ok(false);
        }
        self.ask(pos, event, facts, handlers, log)
    }

    /// Calls the handlers whose filters accept the event, and applies their effects.
    fn ask(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        facts: EventFacts,
        handlers: &[u16],
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let mut all: Vec<Emitted> = Vec::new();
        // For each effect, the handler that emitted it.
        let mut by: Vec<u16> = Vec::new();
        for &number in handlers {
            let handler = &self.spec.handlers[usize::from(number)];
            let filter = &handler.filter;
            if !facts.pass(filter)
                || !self.movegen.suits(pos, filter)
                || event.about().is_some_and(|seat| !self.movegen.seat_suits(pos, seat, filter))
            {
                continue;
            }
            let before = all.len();
            self.movegen.hooks.call(
                usize::from(number),
                event,
                &PositionView { movegen: self.movegen, pos },
                &mut all,
            )?;
            for at in before..all.len() {
                let clause = all[at].clause.or(handler.clause);
                all[at].clause = clause;
                if clause.is_some() && all[before..at].iter().all(|other| other.clause != clause) {
                    log.count(clause);
                }
            }
            by.resize(all.len(), number);
        }
        if all.is_empty() {
            return Ok(false);
        }
        self.contradiction(&all, &by)?;
        log.effects = log.effects.saturating_add(all.len() as u32);
        if log.depth >= MAX_EVENT_DEPTH || log.effects > MAX_ACTION_EFFECTS {
            let message = "effects and events cause one another without end";
            return Err(self.fault(by[0], all[0].place, message));
        }
        log.depth += 1;
        let seat = event.seat().unwrap_or(pos.turn);
        let may_check = all.iter().any(|emitted| {
            let nature = emitted.effect.nature();
            nature.may_give_check || nature.changes_circumstances && self.t.circumstantial
        });
        let checks = if may_check { self.watch(pos, log) } else { None };
        let asked_before = log.asked;
        log.asked = if pos.cold.is_some() { pos.cold().pending.len() } else { 0 };
        for (number, emitted) in by.iter().zip(&all) {
            log.begin(self.spec, pos, || Cause::Effect {
                handler: Some(usize::from(*number)),
                event: event.kind(),
                emitted: emitted.clone(),
            });
            let known = |clause: ClauseId| usize::from(clause.0) < self.spec.clauses.len();
            let applied = if emitted.clause.is_none_or(known) {
                self.apply_effect(pos, &emitted.effect, log)
            } else {
                Err("an effect names an unknown clause".into())
            };
            if let Err(refusal) = applied {
                log.depth -= 1;
                return Err(match refusal {
                    EffectRefusal::Effect(message) => self.fault(*number, emitted.place, &message),
                    EffectRefusal::Hook(error) => error,
                });
            }
            let over = pos.stage == Stage::Over;
            if over {
                self.attribute_outcome(pos, emitted.clause);
            }
            log.end(self.spec, pos);
            if over {
                break;
            }
        }
        log.asked = asked_before;
        let noted = self.unwatch(pos, seat, checks, log);
        log.depth -= 1;
        noted.map(|()| true)
    }

    /// Returns an error of a handler. If the script place of the effect that caused the error is
    /// known, the error contains this place.
    fn fault(&self, handler: u16, place: u64, message: &str) -> HookError {
        let number = usize::from(handler);
        let place = if place == 0 { None } else { self.movegen.hooks.place(number, place) };
        HookError::new(self.spec.handlers[number].name.as_str(), message).at(place)
    }

    /// Returns an error if two different effects of one event decide the same matter.
    fn contradiction(&self, all: &[Emitted], by: &[u16]) -> Result<(), HookError> {
        let name = |seat: Seat| {
            let known = self.spec.seats.get(seat.index());
            known.map_or_else(|| format!("seat {}", seat.0), |seat| seat.name.clone())
        };
        for (i, first) in all.iter().enumerate() {
            let Some(decided) = first.effect.nature().decides else { continue };
            let mut others = by.iter().zip(all).skip(i + 1);
            let other = others.find(|(_, second)| {
                second.effect.nature().decides == Some(decided) && second.effect != first.effect
            });
            let Some((number, second)) = other else { continue };
            let clash = match decided {
                SingleDecision::SeatState(seat) => format!("two states for {}", name(seat)),
                SingleDecision::ArmyState(colour) => {
                    format!("two states for the army of {}", name(colour))
                }
                SingleDecision::Controller(colour) => {
                    format!("two controllers for the pieces of {}", name(colour))
                }
                SingleDecision::Result(seat) => format!("two results for {}", name(seat)),
                SingleDecision::Outcome => "two results of the game".to_owned(),
                SingleDecision::Order => "two orders of turns".to_owned(),
                SingleDecision::Turn => "two seats that play now".to_owned(),
            };
            let message = format!("contradictory effects of one event: {clash}");
            return Err(self.fault(*number, second.place, &message));
        }
        Ok(())
    }
}
