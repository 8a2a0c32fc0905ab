//! Searches with one value: what the root's team has. Everybody else plays against it.
//!
//! With two sides that is alpha-beta; with more, paranoid search. BRS+ lets only one of the others
//! at a time look for the best answer, while the rest play what the order of moves suggests.

use crate::agents::{Frame, Halt, RankedAction, Search, Shares, Wait, pick};
use crate::board::Seat;
use crate::rules::Action;

/// How deep exchanges are followed at the horizon, in actions.
const EXCHANGES: i32 = 8;

/// Who answers the root's team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// Everybody, each with the best for themselves against us.
    All,
    /// One of them; the others play the first move in order.
    Best,
}

pub(crate) struct Minimax<'k, 'a, const W: usize> {
    pub search: Search<'k, 'a, W>,
    pub team: usize,
    pub answers: Answers,
}

/// What the actions after a position may bring: between what is assured to the root's team and what is
/// assured against it.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// How far there is to go.
#[derive(Clone, Copy)]
struct Left {
    /// Actions from the root.
    ply: usize,
    /// Decisions still to be searched.
    depth: i32,
    /// Somebody has answered the last move of the root's team with all they could.
    replied: bool,
}

impl<const W: usize> Minimax<'_, '_, W> {
    /// The share of the root's team after an action of the root, if it lies between the bounds;
    /// else something beyond one of them.
    pub fn after(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        depth: i32,
        alpha: f64,
        beta: f64,
    ) -> Result<f64, Halt> {
        let left = Left { ply: 0, depth, replied: false };
        self.child(frames, action, left, 1, Window { alpha, beta })
    }

    /// The value of an action that costs so much depth.
    fn child(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        left: Left,
        cost: i32,
        window: Window,
    ) -> Result<f64, Halt> {
        let mark = self.search.mark();
        self.search.play(frames, action)?;
        let left = Left { ply: left.ply + 1, depth: left.depth - cost, ..left };
        let value = self.value(&mut frames[1..], left, window);
        self.search.back_to(mark);
        value
    }

    fn value(&mut self, frames: &mut [Frame<W>], left: Left, window: Window) -> Result<f64, Halt> {
        let quiet = left.depth <= 0;
        if left.depth <= -EXCHANGES || frames.len() < 2 {
            self.search.rest(&mut frames[0].pos)?;
            return Ok(self.here(&frames[0], left.ply));
        }
        let free_reply = self.answers == Answers::Best && left.replied;
        if quiet && !free_reply {
            return self.exchanges(frames, left, window);
        }
        let seat = match self.search.reach(&mut frames[0])? {
            Wait::Over => return Ok(self.here(&frames[0], left.ply)),
            Wait::Chance => return self.expect(frames, left, window),
            Wait::Seat(seat) => seat,
        };
        let ours = self.ours(seat);
        if self.answers == Answers::Best && !ours {
            if !left.replied {
                return self.answered(frames, seat, left, window);
            }
            self.search.rank_by_worth(&mut frames[0], seat);
            let first = pick(&mut frames[0].list, 0);
            return self.child(frames, first, left, 0, window);
        }
        let mut left = left;
        if self.answers == Answers::Best && ours && left.ply > 0 {
            // The others' turns together cost as much as one.
            left.depth -= i32::from(!left.replied);
            left.replied = false;
            if left.depth <= 0 {
                return self.exchanges(frames, left, window);
            }
        }
        self.search.rank(&mut frames[0], seat, left.ply);
        let cost = i32::from(frames[0].list.len() > 1);
        self.best(frames, seat, ours, left, cost, window, None)
    }

    /// The best of a frame's actions for the seat whose decision it is; `stand` is what it has
    /// already, where it need not act.
    #[allow(clippy::too_many_arguments)]
    fn best(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        ours: bool,
        left: Left,
        cost: i32,
        mut window: Window,
        stand: Option<f64>,
    ) -> Result<f64, Halt> {
        let mut best = stand.unwrap_or(if ours { f64::NEG_INFINITY } else { f64::INFINITY });
        for i in 0..frames[0].list.len() {
            if ours {
                window.alpha = window.alpha.max(best);
            } else {
                window.beta = window.beta.min(best);
            }
            if window.alpha >= window.beta {
                break;
            }
            let action = pick(&mut frames[0].list, i);
            let value = self.child(frames, action, left, cost, window)?;
            best = if ours { best.max(value) } else { best.min(value) };
            let enough = if ours { best >= window.beta } else { best <= window.alpha };
            if enough && left.depth > 0 {
                self.search.reward(&frames[0].pos, seat, action, left.ply, left.depth);
            }
        }
        Ok(best)
    }

    /// One of the others' decisions before any of them has answered: they play the first move in
    /// order and leaves the answer to another, or answers with anything.
    fn answered(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        left: Left,
        window: Window,
    ) -> Result<f64, Halt> {
        self.search.rank_by_worth(&mut frames[0], seat);
        let first = pick(&mut frames[0].list, 0);
        let best = self.child(frames, first, left, 0, window)?;
        let left = Left { replied: true, ..left };
        self.best(frames, seat, false, left, 1, window, Some(best))
    }

    /// At the horizon: what stands, or what captures make of it.
    fn exchanges(
        &mut self,
        frames: &mut [Frame<W>],
        left: Left,
        window: Window,
    ) -> Result<f64, Halt> {
        self.search.rest(&mut frames[0].pos)?;
        let stand = self.here(&frames[0], left.ply);
        let Some(seat) = self.search.decider(&frames[0].pos) else { return Ok(stand) };
        let ours = self.ours(seat);
        let enough = if ours { stand >= window.beta } else { stand <= window.alpha };
        if enough {
            return Ok(stand);
        }
        if self.search.reach(&mut frames[0])? != Wait::Seat(seat) {
            return Ok(self.here(&frames[0], left.ply));
        }
        self.search.keep_captures(&mut frames[0], seat);
        if !ours {
            // What others take from each other is no loss.
            let (team, engine) = (self.team, self.search.engine);
            let Frame { pos, list } = &mut frames[0];
            let hurts = |ranked: &RankedAction| {
                let Action::Move(mv) = ranked.action else { return false };
                pos.piece(mv.to).is_none_or(|piece| {
                    usize::from(engine.t.team_of[engine.controller_of(pos, piece).index()]) == team
                })
            };
            list.retain(hurts);
        }
        let left = Left { depth: left.depth.min(0), ..left };
        self.best(frames, seat, ours, left, 1, window, Some(stand))
    }

    /// The mean over what chance may bring, given up as soon as it must lie outside the window.
    fn expect(&mut self, frames: &mut [Frame<W>], left: Left, window: Window) -> Result<f64, Halt> {
        let total: f64 = frames[0].list.iter().map(|ranked| f64::from(ranked.rank)).sum();
        let mut sum = 0.0;
        let mut open = 1.0;
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let part = f64::from(rank) / total;
            open -= part;
            // Shares lie between zero and one, so the rest can add from nothing to `open`.
            let alpha = (window.alpha - sum - open) / part;
            let beta = (window.beta - sum) / part;
            let value = self.child(frames, action, left, 0, Window { alpha, beta })?;
            sum += part * value;
            if value <= alpha {
                return Ok(sum + open);
            }
            if value >= beta {
                return Ok(sum);
            }
        }
        Ok(sum)
    }

    fn ours(&self, seat: Seat) -> bool {
        usize::from(self.search.engine.t.team_of[seat.index()]) == self.team
    }

    /// What the root's team has as things stand.
    fn here(&self, frame: &Frame<W>, ply: usize) -> f64 {
        let shares: Shares =
            self.search.kit.eval.shares(self.search.engine, &frame.pos, ply as u32);
        shares[self.team]
    }
}
