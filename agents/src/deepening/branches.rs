//! Branches of a search that are no choice among actions: a turn passed to see whether that is bad enough, opponents of
//! whom one replies, and chance.

use super::node::{Place, Searcher, Window};
use super::ordering::Class;
use crate::{Frame, Halt, RankedAction};
use quadrille_core::board::Seat;
use quadrille_core::rules::Action;
use quadrille_core::state::Position;

/// A seat may be assumed to lose by passing if it has half as many pieces that are neither royal nor pawns, or one such and more pieces of any kind.
const PASSING: u32 = 4;
/// Quiet replies from this place in the order on are searched less deep first.
const LATE: usize = 3;
/// The most that a chance node's outcome counts, in hundredths of a unit.
const CHANCE: i32 = 20_000;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// The value for the deciding seat if it passes its turn, searched less deep.
    pub fn null_move(
        &mut self,
        frames: &mut [Frame<W>],
        place: Place,
        sign: i32,
        beta: i32,
    ) -> Result<i32, Halt> {
        let (here, deeper) = frames.split_at_mut(1);
        deeper[0].pos.clone_from(&here[0].pos);
        self.search.machine.pass_over(&mut deeper[0].pos);
        self.thread.ordering.played[place.ply + 1] = None;
        let (before, after) = self.thread.tallies.split_at_mut(place.ply + 1);
        after[0].clone_from(&before[place.ply]);
        let mark = self.search.mark();
        let depth = place.depth - 3 - place.depth / 3;
        let inner = Place { ply: place.ply + 1, depth, passed: true, ..place };
        let ask = Window { alpha: beta - 1, beta }.seen_by(sign);
        let value = self.value(&mut frames[1..], inner, ask);
        self.search.back_to(mark);
        Ok(sign * value?)
    }

    /// Whether passing would be worse than the best action, nearly always: nobody of the team is in check, and the
    /// seat has some pieces besides those that only shift.
    pub fn may_pass(&self, pos: &Position<W>, seat: Seat) -> bool {
        if !self.assumptions.passing_loses || !self.search.machine.free_turn(pos) {
            return false;
        }
        let masks = pos.masks[seat.index()];
        let mut pieces = pos.pieces_in(masks.moves) - pos.royals;
        for pawns in pos.pawns {
            pieces = pieces - pawns;
        }
        let machine = &self.search.machine;
        let team_of = &machine.t.team_of;
        let checked = |other: usize| {
            team_of[other] == team_of[seat.index()]
                && other != seat.index()
                && machine.in_check(pos, Seat(other as u8))
        };
        let some = pieces.len() >= PASSING / 2
            || pos.pieces_in(masks.moves).len() > PASSING && !pieces.is_empty();
        some && !(0..machine.t.seats).any(checked)
    }

    /// A decision of an opponent in BRS+, and its best action: while none has replied, it plays the first action in the order and
    /// leaves the reply to another, or looks for the reply itself; afterwards it plays the first.
    pub fn best_reply_value(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        place: Place,
        (window, hint): (Window, u16),
    ) -> Result<(i32, Option<Action>), Halt> {
        let machine = &self.search.machine;
        let pos = &frames[0].pos;
        let plays = |seat: usize| {
            usize::from(machine.t.team_of[seat]) == self.team
                && machine.has_turn(pos, Seat(seat as u8))
        };
        if !(0..machine.t.seats).any(plays) {
            // Nothing would end a line of opponents' turns, which cost nothing.
            return Ok((self.evaluate(pos, place.ply, None, window), None));
        }
        self.search.rank_by_worth(&mut frames[0], seat);
        let first = crate::pick(&mut frames[0].list, 0);
        let mut best = self.after(frames, first, place, window)?;
        let null = window.is_null();
        if !null {
            self.extend_line(place.ply, first);
        }
        if place.replied || best <= window.alpha {
            return Ok((best, Some(first)));
        }
        // With the reply spent, the first action would be no better.
        frames[0].list.swap_remove(0);
        self.rank(&mut frames[0], seat, place.ply, hint);
        let inner = Place { replied: true, depth: place.depth - 1, ..place };
        let mut action = first;
        self.thread.tried[place.ply].clear();
        let mut beta = window.beta.min(best);
        for i in 0..frames[0].list.len() {
            let (reply, class, _) = self.next(&mut frames[0], i);
            if class == Class::Losing {
                break;
            }
            // Few late ones are worth a search so near to the horizon.
            if null
                && class == Class::Quiet
                && place.depth <= 3
                && i as i32 > 3 + place.depth * place.depth
            {
                break;
            }
            let reduction = i32::from(class == Class::Quiet && i >= LATE && inner.depth >= 2);
            let reduced = Place { depth: inner.depth - reduction, ..inner };
            let ask = Window { alpha: beta - 1, beta };
            let mut value = self.after(frames, reply, reduced, ask)?;
            if value < beta && reduction > 0 {
                value = self.after(frames, reply, inner, ask)?;
            }
            if value < beta && value > window.alpha {
                value = self.after(frames, reply, inner, Window { alpha: window.alpha, beta })?;
            }
            if value < best {
                (best, action) = (value, reply);
                if !null {
                    self.extend_line(place.ply, reply);
                }
            }
            beta = beta.min(best);
            if beta <= window.alpha {
                self.reward(&frames[0].pos, seat, (place.ply, place.depth), reply);
                break;
            }
            self.thread.tried[place.ply].push(reply);
        }
        Ok((best, Some(action)))
    }

    /// The mean over chance's outcomes, as soon as it must lie outside the window no more than a bound of it (Star1).
    pub fn star1(
        &mut self,
        frames: &mut [Frame<W>],
        place: Place,
        window: Window,
    ) -> Result<i32, Halt> {
        let total: i64 = frames[0].list.iter().map(|ranked| i64::from(ranked.rank)).sum();
        let total = total.max(1);
        let (mut sum, mut open) = (0_i64, total);
        let most = i64::from(CHANCE);
        // Without this, a search through dice might not end.
        let inner = Place { depth: place.depth - 1, passed: false, ..place };
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let weight = i64::from(rank).max(1);
            open -= weight;
            // The outcomes left add at least `-open * most`, and at most that much.
            let alpha = (i64::from(window.alpha) * total - sum - open * most).div_euclid(weight);
            let beta = (i64::from(window.beta) * total - sum + open * most).div_euclid(weight) + 1;
            let alpha = alpha.clamp(-most - 1, most) as i32;
            let beta = beta.clamp(i64::from(alpha) + 1, most + 1) as i32;
            let value = self.after(frames, action, inner, Window { alpha, beta })?;
            let value = value.clamp(-CHANCE, CHANCE);
            sum += weight * i64::from(value);
            if value <= alpha && open > 0 {
                return Ok(((sum + open * most) / total) as i32);
            }
            if value >= beta && open > 0 {
                return Ok(((sum - open * most) / total) as i32);
            }
        }
        self.thread.lines[place.ply].clear();
        Ok((sum / total) as i32)
    }
}
