//! Events: calls the hooks of an event, and applies the effects that they emit.
//!
//! Depends on `movegen` and below.

use crate::board::{Seat, Square, SquareSet};
use crate::movegen::PositionView;
use crate::rules::bounds::{ACTION_EFFECTS, EVENT_DEPTH};
use crate::rules::{ClauseId, Decided, Emitted, Event, EventFacts, HookError};
use crate::state::{Position, Stage};
use crate::turn::effects::Refusal;
use crate::turn::{Cause, Log, Machine};

impl<const W: usize> Machine<'_, W> {
    /// The position before changes whose checks will be noted.
    pub fn before_checks(&self, pos: &Position<W>) -> Position<W> {
        // Only pieces that go by paths attack by what the cold part keeps.
        if pos.complex.is_empty() { pos.without_cold() } else { pos.clone() }
    }

    /// The pieces that attack a seat's royal, and did not attack it on that square before.
    fn fresh_checkers(
        &self,
        pos: &Position<W>,
        before: &Position<W>,
        seat: Seat,
        royal: Square,
    ) -> SquareSet<W> {
        let mut fresh = self.checkers(pos, seat, royal);
        if !fresh.is_empty() && self.royals_at_stake(before, seat).contains(royal) {
            let form = |pos: &Position<W>, square| {
                pos.piece(square).map(|piece| (piece.kind(), piece.colour()))
            };
            for square in self.checkers(before, seat, royal) {
                // Not if it was captured by another that attacks from there now.
                if form(before, square) == form(pos, square) {
                    fresh.remove(square);
                }
            }
        }
        fresh
    }

    /// Finds the checks given since `before`, by a seat's ply or by rules, records who gave them,
    /// and fires `on_check`.
    pub fn note_checks(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        before: &Position<W>,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let mut royals = Vec::new();
        let mut by = Vec::new();
        let mut checked = 0_u8;
        let seats = self.t.seats as u8;
        for owner in (0..seats).map(Seat) {
            for royal in self.royals_at_stake(pos, owner) {
                let fresh = self.fresh_checkers(pos, before, owner, royal);
                let Some(victim) = pos.piece(royal).filter(|_| !fresh.is_empty()) else {
                    continue;
                };
                // Each owner of a new checker counts once: the mover first, then the others in the
                // order of their distance before the victim's colour, nearest first.
                let pieces = fresh.into_iter().filter_map(|square| pos.piece(square));
                let mut owners: Vec<Seat> =
                    pieces.map(|piece| self.controller_of(pos, piece)).collect();
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
        if !royals.is_empty() {
            let event = Event::Check { seat, royals: &royals, by: &by };
            self.fire_with(pos, &event, EventFacts { checked, ..EventFacts::default() }, log)?;
        }
        Ok(!royals.is_empty())
    }

    /// Takes down the position before changes whose checks nobody else would note.
    pub fn watch(&self, pos: &Position<W>, log: &mut Log) -> Option<Position<W>> {
        if !self.t.watch_checks || log.tracking_checks {
            return None;
        }
        log.tracking_checks = true;
        Some(self.before_checks(pos))
    }

    /// Notes the checks given since [`Machine::watch`], if it was watching.
    pub fn unwatch(
        &self,
        pos: &mut Position<W>,
        seat: Seat,
        before: Option<Position<W>>,
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

    /// Fires an event: calls its hooks and applies their effects. Returns whether there were any.
    #[inline(always)]
    pub fn fire(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        log: &mut Log,
    ) -> Result<bool, HookError> {
        self.fire_with(pos, event, EventFacts::default(), log)
    }

    /// Fires an event with the facts that filters test.
    #[inline(always)]
    pub fn fire_with(
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

    /// Calls the handlers whose filters let the event pass, and applies their effects.
    fn ask(
        &self,
        pos: &mut Position<W>,
        event: &Event<'_>,
        facts: EventFacts,
        handlers: &[u16],
        log: &mut Log,
    ) -> Result<bool, HookError> {
        let mut all: Vec<(u16, Emitted)> = Vec::new();
        for &number in handlers {
            let handler = &self.spec.handlers[usize::from(number)];
            let filter = &handler.filter;
            if !facts.pass(filter)
                || !self.suits(pos, filter)
                || event.about().is_some_and(|seat| !self.seat_suits(pos, seat, filter))
            {
                continue;
            }
            let mut out = Vec::new();
            self.hooks.call(
                usize::from(number),
                event,
                &PositionView { movegen: **self, pos },
                &mut out,
            )?;
            let mut counted: Vec<ClauseId> = Vec::new();
            for emitted in &mut out {
                emitted.clause = emitted.clause.or(handler.clause);
                if let Some(clause) = emitted.clause
                    && !counted.contains(&clause)
                {
                    counted.push(clause);
                    log.count(Some(clause));
                }
            }
            all.extend(out.into_iter().map(|emitted| (number, emitted)));
        }
        if all.is_empty() {
            return Ok(false);
        }
        self.contradiction(&all)?;
        log.effects = log.effects.saturating_add(all.len() as u32);
        if log.depth >= EVENT_DEPTH || log.effects > ACTION_EFFECTS {
            let (number, emitted) = &all[0];
            let message = "effects cause events that cause effects without end";
            return Err(self.fault(*number, emitted.place, message));
        }
        log.depth += 1;
        let seat = event.seat().unwrap_or(pos.turn);
        let may_check = all.iter().any(|(_, emitted)| {
            let nature = emitted.effect.nature();
            nature.may_give_check || nature.changes_circumstances && self.t.circumstantial
        });
        let checks = if may_check { self.watch(pos, log) } else { None };
        let asked_before = log.asked;
        log.asked = if pos.cold.is_some() { pos.cold().pending.len() } else { 0 };
        for (number, emitted) in &all {
            log.begin(self.spec, pos, || Cause::Effect {
                handler: Some(usize::from(*number)),
                event: event.kind(),
                emitted: emitted.clone(),
            });
            let known = |clause: ClauseId| usize::from(clause.0) < self.spec.clauses.len();
            let applied = if emitted.clause.is_none_or(known) {
                self.apply_effect(pos, &emitted.effect, log)
            } else {
                Err("an effect names a clause that is not there".into())
            };
            if let Err(refusal) = applied {
                log.depth -= 1;
                return Err(match refusal {
                    Refusal::Effect(message) => self.fault(*number, emitted.place, &message),
                    Refusal::Hook(error) => error,
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

    /// The failure of a handler, with the place of the effect that is to blame, if it has one.
    fn fault(&self, handler: u16, place: u64, message: &str) -> HookError {
        let number = usize::from(handler);
        let place = if place == 0 { None } else { self.hooks.place(number, place) };
        HookError::new(self.spec.handlers[number].name.as_str(), message).at(place)
    }

    /// Rejects two different effects of one event that decide the same thing.
    fn contradiction(&self, all: &[(u16, Emitted)]) -> Result<(), HookError> {
        let name = |seat: Seat| {
            let known = self.spec.seats.get(seat.index());
            known.map_or_else(|| format!("seat {}", seat.0), |seat| seat.name.clone())
        };
        for (i, (_, first)) in all.iter().enumerate() {
            let Some(decided) = first.effect.nature().decides else { continue };
            let other = all[i + 1..].iter().find(|(_, second)| {
                second.effect.nature().decides == Some(decided) && second.effect != first.effect
            });
            let Some((number, second)) = other else { continue };
            let clash = match decided {
                Decided::SeatState(seat) => format!("two states for {}", name(seat)),
                Decided::ArmyState(colour) => {
                    format!("two states for the army of {}", name(colour))
                }
                Decided::Controller(colour) => {
                    format!("two controllers for the pieces of {}", name(colour))
                }
                Decided::Result(seat) => format!("two results for {}", name(seat)),
                Decided::Outcome => "two results of the game".to_owned(),
                Decided::Order => "two orders of turns".to_owned(),
            };
            let message = format!("contradictory effects of one event: {clash}");
            return Err(self.fault(*number, second.place, &message));
        }
        Ok(())
    }
}
