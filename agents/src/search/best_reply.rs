//! BRS+ search: between two decisions of the searcher's team, one opponent searches for the best
//! reply. Each other opponent plays the first of its ranked actions.

use super::alpha_beta::{NodeContext, Searcher, Window};
use super::ordering::ActionClass;
use super::search_kit::{Frame, Halt, pick};
use quadrille_core::board::Seat;
use quadrille_core::rules::Action;

/// Quiet replies with at least this index in the order are first searched with reduced depth.
const LATE_REPLY_INDEX: usize = 3;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns the value of an opponent's decision in BRS+, and its best action. If another
    /// opponent has already replied, this opponent plays the first action in the order. Otherwise
    /// this opponent takes the better of two choices. The first choice is to search for a reply.
    /// The second choice is to play the first action, and to leave the reply to another opponent.
    pub fn best_reply_value(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        place: NodeContext,
        (window, hint): (Window, u16),
    ) -> Result<(i32, Option<Action>), Halt> {
        let machine = &self.search.machine;
        let pos = &frames[0].pos;
        let plays = |seat: usize| {
            usize::from(machine.t.team_of[seat]) == self.team
                && machine.board.has_turn(pos, Seat(seat as u8))
        };
        if !(0..machine.t.seats).any(plays) {
            // If the reference team has no turns, nothing would end the line, because opponents'
            // turns cost no depth.
            return Ok((self.evaluate(pos, place.ply, None, window), None));
        }
        self.search.rank_by_worth(&mut frames[0], seat);
        let first = pick(&mut frames[0].list, 0);
        let mut best = self.after(frames, first, place, window)?;
        let null = window.is_null();
        if !null {
            self.extend_line(place.ply, first);
        }
        if place.replied || best <= window.alpha {
            return Ok((best, Some(first)));
        }
        // The first action is not searched again as a reply. This search would not find a better
        // value than the known value of the action.
        frames[0].list.swap_remove(0);
        self.rank(&mut frames[0], seat, place.ply, hint);
        let inner = NodeContext { replied: true, depth: place.depth - 1, ..place };
        let mut action = first;
        self.thread.tried[place.ply].clear();
        let mut beta = window.beta.min(best);
        for i in 0..frames[0].list.len() {
            let (reply, class, _) = self.next(&mut frames[0], i);
            if class == ActionClass::Losing {
                break;
            }
            // Near the horizon, only a few of the late replies are worth a search.
            if null
                && class == ActionClass::Quiet
                && place.depth <= 3
                && i as i32 > 3 + place.depth * place.depth
            {
                break;
            }
            let reduction =
                i32::from(class == ActionClass::Quiet && i >= LATE_REPLY_INDEX && inner.depth >= 2);
            let reduced = NodeContext { depth: inner.depth - reduction, ..inner };
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
}
