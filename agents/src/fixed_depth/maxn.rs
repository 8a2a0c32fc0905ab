//! Max^n search: every team maximizes its own share.

use crate::eval::{Shares, better};
use crate::search::traversal::{Frame, Halt, RankedAction, Search, Wait, pick};
use quadrille_core::board::{MAX_SEATS, Seat};
use quadrille_core::rules::Action;

/// The depth of quiescence search, in actions.
const QUIESCENCE_DEPTH: i32 = 4;

pub(crate) struct Maxn<'k, 'a, const W: usize> {
    pub search: Search<'k, 'a, W>,
}

/// The team that decided one action earlier, and the best share it has so far. Shares add up to 1,
/// so as soon as another team's share here reaches the rest, this line can't improve on that.
type TeamBound = Option<(usize, f64)>;

impl<const W: usize> Maxn<'_, '_, W> {
    /// All teams' shares after an action.
    pub fn after(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        (ply, depth): (usize, i32),
        bound: TeamBound,
    ) -> Result<Shares, Halt> {
        let mark = self.search.mark();
        self.search.play(frames, action)?;
        let shares = self.shares(&mut frames[1..], (ply + 1, depth), bound);
        self.search.back_to(mark);
        shares
    }

    /// All teams' shares in a position `ply` actions from the root, with `depth` decisions left.
    pub fn shares(
        &mut self,
        frames: &mut [Frame<W>],
        (ply, depth): (usize, i32),
        bound: TeamBound,
    ) -> Result<Shares, Halt> {
        if depth <= -QUIESCENCE_DEPTH || frames.len() < 2 || self.search.quiet_is_spent() {
            self.search.rest(&mut frames[0].pos)?;
            return Ok(self.static_shares(&frames[0], ply));
        }
        if depth <= 0 {
            return self.quiescence(frames, (ply, depth), bound);
        }
        let seat = match self.search.reach(&mut frames[0])? {
            Wait::Over => return Ok(self.static_shares(&frames[0], ply)),
            Wait::Chance => return self.expect(frames, (ply, depth)),
            Wait::Seat(seat) => seat,
        };
        self.search.rank(&mut frames[0], seat, ply);
        let cost = i32::from(frames[0].list.len() > 1);
        let best = self.best(frames, seat, (ply, depth - cost), bound, None)?;
        // `best` has moved its choice to the front.
        let first = frames[0].list[0].action;
        self.search.reward(&frames[0].pos, seat, first, ply, depth);
        Ok(best)
    }

    /// The best shares for a seat: the most for its team, and among equals the least for the
    /// strongest other team.
    fn best(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        (ply, depth): (usize, i32),
        bound: TeamBound,
        stand_pat: Option<Shares>,
    ) -> Result<Shares, Halt> {
        let team = usize::from(self.search.machine.t.team_of[seat.index()]);
        let mut best = stand_pat;
        for i in 0..frames[0].list.len() {
            let own_share = best.map_or(0.0, |best| best[team]);
            if bound.is_some_and(|(other, theirs)| other != team && own_share >= 1.0 - theirs) {
                break;
            }
            let action = pick(&mut frames[0].list, i);
            let shares = self.after(frames, action, (ply, depth), Some((team, own_share)))?;
            if best.is_none_or(|best| better(team, &shares, &best)) {
                best = Some(shares);
                frames[0].list[..=i].rotate_right(1);
            }
        }
        Ok(best.unwrap_or([self.search.kit.eval.even(); MAX_SEATS]))
    }

    /// Quiescence search.
    fn quiescence(
        &mut self,
        frames: &mut [Frame<W>],
        (ply, depth): (usize, i32),
        bound: TeamBound,
    ) -> Result<Shares, Halt> {
        let begun = self.search.begin_quiet();
        let shares = self.captures(frames, (ply, depth), bound);
        self.search.end_quiet(begun);
        shares
    }

    /// Everybody's share beyond the horizon: stand pat, or captures.
    fn captures(
        &mut self,
        frames: &mut [Frame<W>],
        (ply, depth): (usize, i32),
        bound: TeamBound,
    ) -> Result<Shares, Halt> {
        self.search.rest(&mut frames[0].pos)?;
        let stand_pat = self.static_shares(&frames[0], ply);
        let Some(seat) = self.search.decider(&frames[0].pos) else { return Ok(stand_pat) };
        let team = usize::from(self.search.machine.t.team_of[seat.index()]);
        if bound.is_some_and(|(other, theirs)| other != team && stand_pat[team] >= 1.0 - theirs) {
            return Ok(stand_pat);
        }
        if self.search.reach(&mut frames[0])? != Wait::Seat(seat) {
            return Ok(self.static_shares(&frames[0], ply));
        }
        self.search.keep_captures(&mut frames[0], seat);
        self.best(frames, seat, (ply, depth - 1), bound, Some(stand_pat))
    }

    fn expect(
        &mut self,
        frames: &mut [Frame<W>],
        (ply, depth): (usize, i32),
    ) -> Result<Shares, Halt> {
        let total: f64 = frames[0].list.iter().map(|ranked| f64::from(ranked.rank)).sum();
        let mut sum = [0.0; MAX_SEATS];
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let shares = self.after(frames, action, (ply, depth), None)?;
            for (sum, share) in sum.iter_mut().zip(shares) {
                *sum += share * f64::from(rank) / total;
            }
        }
        Ok(sum)
    }

    fn static_shares(&mut self, frame: &Frame<W>, ply: usize) -> Shares {
        self.search.shares(&frame.pos, ply as u32)
    }
}
