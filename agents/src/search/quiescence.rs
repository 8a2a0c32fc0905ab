//! Quiescence search: the search beyond the horizon. It tries captures that lose nothing by
//! exchange, and all answers to a check.

use super::alpha_beta::{INFINITE, NodeContext, Searcher, Window, decides};
use super::exchange::exchange;
use super::transpositions::{TableEntry, ValueBound, mark};
use crate::search::search_kit::{Frame, Halt, RankedSink, Wait, pick};
use quadrille_core::internals::{Any, Sink, Stage};
use quadrille_core::rules::{Action, CaptureHand};
use quadrille_core::state::Position;

/// The maximum depth of quiescence search, in actions.
const QUIESCENCE_DEPTH: i32 = 12;
/// The depth beyond the horizon, in actions, up to which quiescence search tries all answers to a
/// check.
const CHECK_EVASION_DEPTH: i32 = 3;
/// The depth beyond the horizon, in actions, up to which quiescence search tries all captures. This
/// limit is used only if there are two sides, and each has several turns in a round.
const ALL_CAPTURES_DEPTH: i32 = 2;
/// Beyond [`ALL_CAPTURES_DEPTH`], quiescence search tries only this number of captures in each
/// position. The best captures are tried first.
const BEST_CAPTURES: usize = 2;
/// The margin of delta pruning. The search assumes that a capture gains at most the sum of the
/// captured piece's value and this amount.
const DELTA_MARGIN: i32 = 200;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns the value of a position at the horizon.
    pub fn quiescence(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        window: Window,
    ) -> Result<i32, Halt> {
        let begun = self.search.begin_quiet();
        let value = self.beyond_horizon(frames, place, window);
        self.search.end_quiet(begun);
        value
    }

    /// Returns the value of a position at the horizon or beyond.
    fn beyond_horizon(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        window: Window,
    ) -> Result<i32, Halt> {
        self.thread.lines[place.ply].clear();
        self.search.settle(&mut frames[0].pos)?;
        let pos = &frames[0].pos;
        if pos.stage == Stage::Over {
            return Ok(self.result(pos, place.ply));
        }
        let key = self.key(pos, place);
        key.inspect(|key| self.table.prefetch(*key));
        let decider = self.search.decider(pos);
        let checked = decider.is_some_and(|seat| self.in_check(pos, seat));
        let known = key.and_then(|key| self.table.probe(key, place.ply));
        if let Some(entry) = known
            && window.is_null()
            && decides(entry, window)
        {
            return Ok(entry.value);
        }
        let Some(seat) = decider else {
            let value = self.evaluate(&frames[0].pos, place.ply, key, window);
            return Ok(value);
        };
        let sign = self.sign(seat);
        let local = window.seen_by(sign);
        let spent = self.search.quiet_is_spent();
        let deepest = place.depth <= -QUIESCENCE_DEPTH || frames.len() < 2 || spent;
        let answers = checked && !deepest && place.depth > -CHECK_EVASION_DEPTH;
        if checked && !answers && !self.has_action(frames)? {
            // The seat is mated. This call applies the consequences that the rules define.
            self.search.rest(&mut frames[0].pos)?;
            let pos = &frames[0].pos;
            if pos.stage == Stage::Over {
                return Ok(self.result(pos, place.ply));
            }
            return Ok(self.evaluate(&frames[0].pos, place.ply, None, window));
        }
        let mut best = -INFINITE;
        if answers {
            if self.search.reach(&mut frames[0])? != Wait::Seat(seat) {
                let pos = &frames[0].pos;
                if pos.stage == Stage::Over {
                    return Ok(self.result(pos, place.ply));
                }
                return Ok(self.evaluate(&frames[0].pos, place.ply, None, window));
            }
            self.rank(&mut frames[0], seat, place.ply, known.map_or(0, |entry| entry.mark));
        } else {
            best = sign * self.evaluate(&frames[0].pos, place.ply, key, window);
            if best >= local.beta || deepest {
                return Ok(sign * best);
            }
            if !self.list_captures(&mut frames[0], sign, local.alpha - best)? {
                return Ok(sign * best);
            }
        }
        let mut alpha = local.alpha.max(best);
        let mut best_action = None;
        let inner = NodeContext { depth: place.depth - 1, ..place };
        let few = !answers && self.assumptions.turns > 1 && place.depth <= -ALL_CAPTURES_DEPTH;
        let mut tried = 0;
        for i in 0..frames[0].list.len() {
            if few && tried >= BEST_CAPTURES || tried > 0 && self.search.quiet_is_spent() {
                break;
            }
            let Some(action) = self.next_at_horizon(&mut frames[0], i, answers) else { continue };
            tried += 1;
            let inside = Window { alpha, beta: local.beta }.seen_by(sign);
            let value = self.beyond(frames, action, inner, |searcher, frames, place| {
                searcher.beyond_horizon(frames, place, inside)
            })?;
            let value = sign * value;
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_action) = (value, Some(action));
                    if !window.is_null() {
                        self.extend_line(place.ply, action);
                    }
                }
            }
            if alpha >= local.beta {
                break;
            }
        }
        if let Some(key) = key {
            let bound = if best >= local.beta {
                ValueBound::Lower
            } else if best > local.alpha {
                ValueBound::Exact
            } else {
                ValueBound::Upper
            };
            let bound = if sign > 0 { bound } else { bound.turned() };
            let mark = best_action.map_or(0, mark);
            self.table.note(
                key,
                place.ply,
                TableEntry { value: sign * best, depth: 0, bound, mark },
            );
        }
        Ok(sign * best)
    }

    /// Returns `true` if the seat to move has a legal action.
    fn has_action(&self, frames: &[Frame<W>]) -> Result<bool, Halt> {
        let mut any = Any::default();
        self.search.machine.movegen.actions(&frames[0].pos, any.erased())?;
        Ok(any.0)
    }

    /// Lists and ranks the captures and promotions that may win more than the value `short`. With
    /// more than two sides, an opponent's capture is listed only if it captures a piece of the
    /// reference team. Returns `true` if the list is not empty.
    pub fn list_captures(
        &mut self,
        frame: &mut Frame<W>,
        sign: i32,
        short: i32,
    ) -> Result<bool, Halt> {
        let Frame { pos, list } = &mut *frame;
        list.clear();
        let asked = pos.cold.as_ref().is_some_and(|cold| !cold.pending.is_empty());
        let machine = self.search.machine;
        if asked || pos.stage != Stage::Turn {
            return Ok(false);
        }
        if !machine.movegen.capturing_actions(pos, RankedSink(list).erased())? {
            machine.movegen.actions(pos, RankedSink(list).erased())?;
        }
        let values = &self.thread.values;
        let others = !self.assumptions.two_sides && sign < 0;
        let team = self.team;
        // A capture into a hand counts twice: one side loses the piece, another gains it.
        let hands = machine.spec.captures_to_hand.is_some_and(|whose| whose != CaptureHand::Owner);
        let swing = if hands { 2 } else { 1 };
        list.retain_mut(|ranked| {
            let gain = values.gain(&machine.movegen, pos, ranked.action);
            ranked.rank = gain * 16 - values.mover(pos, ranked.action).min(2_000);
            let hurts = |mv: quadrille_core::rules::Move| {
                pos.piece(mv.to).is_none_or(|piece| {
                    usize::from(machine.t.team_of[machine.board.controller_of(pos, piece).index()])
                        == team
                })
            };
            let hurts = !others || matches!(ranked.action, Action::Move(mv) if hurts(mv));
            gain > 0 && swing * gain + DELTA_MARGIN > short && hurts
        });
        Ok(!list.is_empty())
    }

    /// Returns the next action to try. If `answers` is `true`, this is the next answer to a check.
    /// Otherwise it is the next capture, or `None` if this capture loses material.
    pub fn next_at_horizon(
        &self,
        frame: &mut Frame<W>,
        at: usize,
        answers: bool,
    ) -> Option<Action> {
        if answers {
            return Some(self.next(frame, at).0);
        }
        let action = pick(&mut frame.list, at);
        (!self.loses(&frame.pos, action)).then_some(action)
    }

    /// Returns `true` if a capture loses material by exchange.
    fn loses(&self, pos: &Position<W>, action: Action) -> bool {
        let Action::Move(mv) = action else { return false };
        let (machine, values) = (&self.search.machine, &self.thread.values);
        let gain = values.gain(&machine.movegen, pos, action);
        gain < values.mover(pos, action) && exchange(&machine.movegen, values, pos, mv, gain) < 0
    }
}
