//! Minimax searches, whose value is the share of the root's team: all others play against it.
//!
//! With two sides this is alpha-beta search, with more it is paranoid search. In BRS+, only one
//! opponent at a time searches for the best reply, and the others play the first move in move
//! order.

use crate::eval::Shares;
use crate::search::traversal::{Frame, Halt, RankedAction, Search, Wait, pick};
use quadrille_core::board::Seat;
use quadrille_core::rules::Action;

/// The depth of quiescence search, in actions.
const QUIESCENCE_DEPTH: i32 = 8;

/// Which opponents search for a reply to the root's team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpponentReplies {
    /// All of them, each with the reply worst for the root's team.
    All,
    /// One of them; the others play the first move in move order.
    Best,
}

pub(crate) struct Minimax<'k, 'a, const W: usize> {
    pub search: Search<'k, 'a, W>,
    pub team: usize,
    pub answers: OpponentReplies,
}

/// The alpha-beta window, in shares of the root's team.
#[derive(Clone, Copy)]
struct ShareWindow {
    alpha: f64,
    beta: f64,
}

/// The remaining search at a node.
#[derive(Clone, Copy)]
struct RemainingDepth {
    /// Actions since the root.
    ply: usize,
    /// Decisions left to search.
    depth: i32,
    /// An opponent has searched for a reply since the last move of the root's team (BRS+).
    replied: bool,
}

impl<const W: usize> Minimax<'_, '_, W> {
    /// The share of the root's team after a root action: exact between the bounds, otherwise a
    /// bound.
    pub fn after(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        depth: i32,
        alpha: f64,
        beta: f64,
    ) -> Result<f64, Halt> {
        let left = RemainingDepth { ply: 0, depth, replied: false };
        self.child(frames, action, left, 1, ShareWindow { alpha, beta })
    }

    /// The value of an action that uses up `cost` of the depth.
    fn child(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        left: RemainingDepth,
        cost: i32,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        let mark = self.search.mark();
        self.search.play(frames, action)?;
        let left = RemainingDepth { ply: left.ply + 1, depth: left.depth - cost, ..left };
        let value = self.value(&mut frames[1..], left, window);
        self.search.back_to(mark);
        value
    }

    fn value(
        &mut self,
        frames: &mut [Frame<W>],
        left: RemainingDepth,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        let quiet = left.depth <= 0;
        let spent = self.search.quiet_is_spent();
        if left.depth <= -QUIESCENCE_DEPTH || frames.len() < 2 || spent {
            self.search.rest(&mut frames[0].pos)?;
            return Ok(self.static_value(&frames[0], left.ply));
        }
        let free_reply = self.answers == OpponentReplies::Best && left.replied;
        if quiet && !free_reply {
            return self.quiescence(frames, left, window);
        }
        let seat = match self.search.reach(&mut frames[0])? {
            Wait::Over => return Ok(self.static_value(&frames[0], left.ply)),
            Wait::Chance => return self.expect(frames, left, window),
            Wait::Seat(seat) => seat,
        };
        let ours = self.ours(seat);
        if self.answers == OpponentReplies::Best && !ours {
            if !left.replied {
                return self.answered(frames, seat, left, window);
            }
            self.search.rank_by_worth(&mut frames[0], seat);
            let first = pick(&mut frames[0].list, 0);
            return self.child(frames, first, left, 0, window);
        }
        let mut left = left;
        if self.answers == OpponentReplies::Best && ours && left.ply > 0 {
            // All opponents' turns together use up one unit of depth.
            left.depth -= i32::from(!left.replied);
            left.replied = false;
            if left.depth <= 0 {
                return self.quiescence(frames, left, window);
            }
        }
        self.search.rank(&mut frames[0], seat, left.ply);
        let cost = i32::from(frames[0].list.len() > 1);
        self.best(frames, seat, ours, left, cost, window, None)
    }

    /// The best value of a frame's actions for the deciding seat. `stand_pat` is the value of not
    /// acting, if that is allowed.
    #[allow(clippy::too_many_arguments)]
    fn best(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        ours: bool,
        left: RemainingDepth,
        cost: i32,
        mut window: ShareWindow,
        stand_pat: Option<f64>,
    ) -> Result<f64, Halt> {
        let mut best = stand_pat.unwrap_or(if ours { f64::NEG_INFINITY } else { f64::INFINITY });
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

    /// A decision of an opponent while none has replied yet: it plays the first move in move order
    /// and leaves the reply to another, or it searches for the reply itself.
    fn answered(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        left: RemainingDepth,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        self.search.rank_by_worth(&mut frames[0], seat);
        let first = pick(&mut frames[0].list, 0);
        let best = self.child(frames, first, left, 0, window)?;
        let left = RemainingDepth { replied: true, ..left };
        self.best(frames, seat, false, left, 1, window, Some(best))
    }

    /// Quiescence search.
    fn quiescence(
        &mut self,
        frames: &mut [Frame<W>],
        left: RemainingDepth,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        let begun = self.search.begin_quiet();
        let value = self.captures(frames, left, window);
        self.search.end_quiet(begun);
        value
    }

    /// The value of a position beyond the horizon: stand pat, or captures.
    fn captures(
        &mut self,
        frames: &mut [Frame<W>],
        left: RemainingDepth,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        self.search.rest(&mut frames[0].pos)?;
        let stand_pat = self.static_value(&frames[0], left.ply);
        let Some(seat) = self.search.decider(&frames[0].pos) else { return Ok(stand_pat) };
        let ours = self.ours(seat);
        let enough = if ours { stand_pat >= window.beta } else { stand_pat <= window.alpha };
        if enough {
            return Ok(stand_pat);
        }
        if self.search.reach(&mut frames[0])? != Wait::Seat(seat) {
            return Ok(self.static_value(&frames[0], left.ply));
        }
        self.search.keep_captures(&mut frames[0], seat);
        if !ours {
            // Exchanges between opponents cost the root's team nothing.
            let (team, machine) = (self.team, self.search.machine);
            let Frame { pos, list } = &mut frames[0];
            let hurts = |ranked: &RankedAction| {
                let Action::Move(mv) = ranked.action else { return false };
                pos.piece(mv.to).is_none_or(|piece| {
                    usize::from(machine.t.team_of[machine.board.controller_of(pos, piece).index()])
                        == team
                })
            };
            list.retain(hurts);
        }
        let left = RemainingDepth { depth: left.depth.min(0), ..left };
        self.best(frames, seat, ours, left, 1, window, Some(stand_pat))
    }

    /// The mean over chance's outcomes, cut off as soon as it must lie outside the window.
    fn expect(
        &mut self,
        frames: &mut [Frame<W>],
        left: RemainingDepth,
        window: ShareWindow,
    ) -> Result<f64, Halt> {
        let total: f64 = frames[0].list.iter().map(|ranked| f64::from(ranked.rank)).sum();
        let mut sum = 0.0;
        let mut open = 1.0;
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let part = f64::from(rank) / total;
            open -= part;
            // Values lie between 0 and 1, so the remaining outcomes add at least 0 and at most
            // `open`.
            let alpha = (window.alpha - sum - open) / part;
            let beta = (window.beta - sum) / part;
            let value = self.child(frames, action, left, 0, ShareWindow { alpha, beta })?;
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
        usize::from(self.search.machine.t.team_of[seat.index()]) == self.team
    }

    /// The static evaluation for the root's team.
    fn static_value(&mut self, frame: &Frame<W>, ply: usize) -> f64 {
        let shares: Shares = self.search.shares(&frame.pos, ply as u32);
        shares[self.team]
    }
}
