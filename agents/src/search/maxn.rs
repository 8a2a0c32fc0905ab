//! Max^n: each team's seats choose the action that gives their team the greatest share (Luckhardt
//! and Irani, 1986).
//!
//! The shares of all teams add up to one. If a team can get a great share in a position, only a
//! small share is left for the team that made the previous decision. If the previous team has a
//! better alternative, the previous team avoids the position. The search then skips the position's
//! remaining actions (shallow pruning, Korf 1991). Actions are ordered as in all searches, and late
//! actions are searched with reduced depth.

use super::alpha_beta::{KnownShares, NodeContext, SHARE_CACHE_SLOTS, Searcher};
use super::ordering::ActionClass;
use super::transpositions::{TableEntry, ValueBound, mark};
use crate::eval::{Shares, better};
use crate::search::search_kit::{Frame, Halt, RankedAction, Wait};
use quadrille_core::board::{MAX_SEATS, Seat};
use quadrille_core::internals::Stage;
use quadrille_core::rules::Action;
use quadrille_core::state::Position;

/// The maximum depth of quiescence search, in actions.
const QUIESCENCE_DEPTH: i32 = 6;
/// The depth beyond the horizon, in actions, up to which quiescence search tries all answers to a
/// check.
const CHECK_EVASION_DEPTH: i32 = 2;
/// The depth beyond the horizon, in actions, up to which quiescence search tries all captures.
const ALL_CAPTURES_DEPTH: i32 = 1;
/// Beyond [`ALL_CAPTURES_DEPTH`], quiescence search tries only this number of captures in each
/// position. The best captures are tried first.
const BEST_CAPTURES: usize = 2;

/// The team that decided one action earlier, and its best share so far.
type Rival = Option<(usize, f64)>;

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns each team's share after an action in the position of the first frame.
    pub fn shares_after(
        &mut self,
        frames: &mut [Frame<W>],
        action: Action,
        place: NodeContext,
        rival: Rival,
    ) -> Result<Shares, Halt> {
        self.beyond(frames, action, place, |searcher, frames, place| {
            searcher.shares(frames, place, rival)
        })
    }

    /// Returns each team's share in the position after the last action.
    fn shares(
        &mut self,
        frames: &mut [Frame<W>],
        mut place: NodeContext,
        rival: Rival,
    ) -> Result<Shares, Halt> {
        if place.depth <= 0 || frames.len() < 3 {
            return self.quiet_shares(frames, NodeContext { depth: 0, ..place }, rival);
        }
        self.thread.lines[place.ply].clear();
        let repeated = self.search.settle_and_compare(&mut frames[0].pos)?;
        let pos = &frames[0].pos;
        if pos.stage == Stage::Over || self.assumptions.repetition && repeated {
            return Ok(self.static_shares(pos, place.ply));
        }
        let key = self.key(pos, place);
        if let Some(known) = key.and_then(|key| self.known_shares(key, place.depth)) {
            return Ok(known);
        }
        let hint = key.and_then(|key| self.table.probe(key, place.ply)).map_or(0, |it| it.mark);
        let seat = match self.search.reach(&mut frames[0])? {
            Wait::Over => return Ok(self.static_shares(&frames[0].pos, place.ply)),
            Wait::Chance => return self.expected_shares(frames, place),
            Wait::Seat(seat) => seat,
        };
        let checked = self.in_check(&frames[0].pos, seat);
        if (checked || frames[0].list.len() == 1) && place.extensions > 0 {
            place.depth += 1;
            place.extensions -= 1;
        }
        self.rank(&mut frames[0], seat, place.ply, hint);
        let (best, action, complete) = self.best_shares(frames, seat, place, rival, checked)?;
        if let Some(key) = key {
            let entry = TableEntry {
                value: 0,
                depth: place.depth,
                bound: ValueBound::Exact,
                mark: action.map_or(0, mark),
            };
            self.table.note(key, place.ply, entry);
            if complete {
                self.keep_shares(key, place.depth, best);
            }
        }
        Ok(best)
    }

    /// Returns the shares that are best for the deciding seat's team, and the action that leads to
    /// them. The third value is `false` if the search of the actions ended early, because the rival
    /// avoids the position.
    fn best_shares(
        &mut self,
        frames: &mut [Frame<W>],
        seat: Seat,
        place: NodeContext,
        rival: Rival,
        checked: bool,
    ) -> Result<(Shares, Option<Action>, bool), Halt> {
        let team = self.team_of(seat);
        let NodeContext { ply, depth, .. } = place;
        let inner = NodeContext { depth: depth - 1, ..place };
        let mut best: Option<(Shares, Action)> = None;
        let mut quiets = 0;
        let mut complete = true;
        self.thread.tried[ply].clear();
        for i in 0..frames[0].list.len() {
            let own = best.map_or(0.0, |(best, _)| best[team]);
            if enough(team, own, rival) {
                complete = false;
                break;
            }
            let (action, class, credit) = self.next(&mut frames[0], i);
            let mut reduction = 0;
            if i > 0
                && matches!(class, ActionClass::Quiet | ActionClass::Losing)
                && self.assumptions.selective
                && !checked
            {
                quiets += 1;
                if depth <= 3 && quiets > 3 + depth * depth {
                    continue;
                }
                if depth >= 2 && i >= 2 {
                    let by_place = &self.thread.reductions[depth.min(31) as usize];
                    reduction =
                        i32::from(by_place[i.min(63)]) + 1 - credit.clamp(-8192, 8192) / 6000;
                    reduction = reduction.clamp(0, depth - 1);
                }
            }
            let bound = Some((team, own));
            let reduced = NodeContext { depth: inner.depth - reduction, ..inner };
            let mut shares = self.shares_after(frames, action, reduced, bound)?;
            if reduction > 0 && shares[team] > own {
                shares = self.shares_after(frames, action, inner, bound)?;
            }
            if best.is_none_or(|(best, _)| better(team, &shares, &best)) {
                best = Some((shares, action));
                self.extend_line(ply, action);
            } else {
                self.thread.tried[ply].push(action);
            }
        }
        let Some((shares, action)) = best else {
            return Ok((self.static_shares(&frames[0].pos, ply), None, false));
        };
        self.reward(&frames[0].pos, seat, (ply, depth), action);
        Ok((shares, Some(action), complete))
    }

    /// Returns each team's share in a position at the horizon, by quiescence search. The deciding
    /// seat either accepts the static evaluation or plays a capture.
    fn quiet_shares(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        rival: Rival,
    ) -> Result<Shares, Halt> {
        let begun = self.search.begin_quiet();
        let shares = self.shares_beyond_horizon(frames, place, rival);
        self.search.end_quiet(begun);
        shares
    }

    /// Returns the shares of a position at the horizon or beyond.
    fn shares_beyond_horizon(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
        rival: Rival,
    ) -> Result<Shares, Halt> {
        self.thread.lines[place.ply].clear();
        self.search.settle(&mut frames[0].pos)?;
        let pos = &frames[0].pos;
        let Some(seat) = self.search.decider(pos) else {
            return Ok(self.static_shares(pos, place.ply));
        };
        let team = self.team_of(seat);
        let spent = self.search.quiet_is_spent();
        let deepest = place.depth <= -QUIESCENCE_DEPTH || frames.len() < 2 || spent;
        let checked = self.in_check(pos, seat);
        let answers = checked && !deepest && place.depth > -CHECK_EVASION_DEPTH;
        let mut best = None;
        if answers {
            if self.search.reach(&mut frames[0])? != Wait::Seat(seat) {
                return Ok(self.static_shares(&frames[0].pos, place.ply));
            }
            self.rank(&mut frames[0], seat, place.ply, 0);
        } else {
            if checked {
                // If the seat is mated, this call applies the consequences that the rules define.
                self.search.rest(&mut frames[0].pos)?;
            }
            let static_value = self.static_shares(&frames[0].pos, place.ply);
            let over = frames[0].pos.stage == Stage::Over;
            if over
                || deepest
                || enough(team, static_value[team], rival)
                || !self.list_captures(&mut frames[0], 1, 0)?
            {
                return Ok(static_value);
            }
            best = Some(static_value);
        }
        let inner = NodeContext { depth: place.depth - 1, ..place };
        let few = !answers && place.depth <= -ALL_CAPTURES_DEPTH;
        let mut tried = 0;
        for i in 0..frames[0].list.len() {
            let own = best.map_or(0.0, |best: Shares| best[team]);
            let spent = tried > 0 && self.search.quiet_is_spent();
            if few && tried >= BEST_CAPTURES || enough(team, own, rival) || spent {
                break;
            }
            let Some(action) = self.next_at_horizon(&mut frames[0], i, answers) else { continue };
            tried += 1;
            let shares = self.beyond(frames, action, inner, |searcher, frames, place| {
                searcher.shares_beyond_horizon(frames, place, Some((team, own)))
            })?;
            if best.is_none_or(|best| better(team, &shares, &best)) {
                best = Some(shares);
                self.extend_line(place.ply, action);
            }
        }
        Ok(best.unwrap_or_else(|| self.static_shares(&frames[0].pos, place.ply)))
    }

    /// Returns the mean of the shares over the outcomes of chance, weighted by their probabilities.
    fn expected_shares(
        &mut self,
        frames: &mut [Frame<W>],
        place: NodeContext,
    ) -> Result<Shares, Halt> {
        let total: f64 = frames[0].list.iter().map(|ranked| f64::from(ranked.rank.max(1))).sum();
        // Without this reduction, a search through dice might not end.
        let inner = NodeContext { depth: place.depth - 1, ..place };
        let mut mean = [0.0; MAX_SEATS];
        for i in 0..frames[0].list.len() {
            let RankedAction { action, rank } = frames[0].list[i];
            let shares = self.shares_after(frames, action, inner, None)?;
            for (mean, share) in mean.iter_mut().zip(shares) {
                *mean += share * f64::from(rank.max(1)) / total;
            }
        }
        self.thread.lines[place.ply].clear();
        Ok(mean)
    }

    /// Returns each team's share without a search.
    fn static_shares(&mut self, pos: &Position<W>, ply: usize) -> Shares {
        let (eval, machine) = (&self.search.kit.eval, &self.search.machine);
        eval.accumulated_shares(
            &machine.movegen,
            pos,
            &mut self.thread.accumulators[ply],
            ply as u32,
        )
    }

    fn known_shares(&self, key: u64, depth: i32) -> Option<Shares> {
        let known = self.thread.shares[key as usize % SHARE_CACHE_SLOTS]?;
        (known.key == key && known.depth >= depth).then_some(known.of)
    }

    fn keep_shares(&mut self, key: u64, depth: i32, of: Shares) {
        self.thread.shares[key as usize % SHARE_CACHE_SLOTS] = Some(KnownShares { key, depth, of });
    }

    fn team_of(&self, seat: Seat) -> usize {
        usize::from(self.search.machine.t.team_of[seat.index()])
    }
}

/// Returns `true` if a team's share is so great that the rival avoids this position, because the
/// rival has a better alternative. The rival is the team that decided one action earlier.
fn enough(team: usize, share: f64, rival: Rival) -> bool {
    share >= 0.999 || rival.is_some_and(|(other, theirs)| other != team && share >= 1.0 - theirs)
}
