//! Skill: the advantage of a stronger agent in a game.
//!
//! A block has one game for each side. In the game for a side, the stronger agent plays this side,
//! and the weaker agent plays all other sides. All games of a block have the same random streams.
//! The stronger agent plays each side once in a block, so the advantages of sides cancel. An equal
//! share of a result is 1 divided by the number of sides. A skill trace is computed from a series
//! of matches. The agent of each match has twice the search budget of the agent in the previous
//! match. Ludii's skill trace (Browne, "Quickly detecting skill trace in games", IEEE CoG 2022)
//! plays few games per match and gives no intervals.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::experiments::block::{Tasks, spread};
use crate::experiments::compare::{Aim, Estimate, InterimEstimate, Verdict, next_look, verdict};
use crate::experiments::stopping::Stopping;
use crate::metrics::{GameRecord, WHOLE, utility};
use crate::sim::{HookMaker, Interruptible, Opening, Plan, Player, player};
use crate::statistics::confidence_sequence::Sequence;
use quadrille_agents::AgentSpec;
use quadrille_core::rules::{HookError, Spec};
use quadrille_core::tables::CompiledRules;

/// The maximum number of blocks that are kept in memory before they are added up. Because of this
/// limit, a longer match does not need more memory.
const BATCH_BLOCKS: u64 = 512;

/// The plan of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// The agent that plays one side.
    pub strong: AgentSpec,
    /// The agent that plays all other sides.
    pub weak: AgentSpec,
    /// The number of blocks, or the maximum number of blocks if [`Pairing::decide`] is `true`.
    pub blocks: u64,
    /// If `true`, play stops as soon as the interval excludes an equal share. If `false`, all
    /// blocks are played. In this case the interval is shorter, because it is computed for exactly
    /// this number of blocks.
    pub decide: bool,
    /// The seed of all games.
    pub seed: u64,
    /// A ply limit that replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
    /// The error probability of the interval.
    pub alpha: f64,
    /// The opening of the games.
    pub opening: Opening,
}

/// The result of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct SkillMatch {
    /// The agent that played one side.
    pub strong: AgentSpec,
    /// The agent that played all other sides.
    pub weak: AgentSpec,
    /// The number of blocks that count.
    pub blocks: u64,
    /// The number of games in the blocks that count.
    pub games: u64,
    /// The number of games that were stopped at the ply limit. Games of blocks that do not count
    /// are left out. In a stopped game, every side gets an equal share.
    pub stopped: u64,
    /// The mean share of the stronger agent's side in the results.
    pub share: Estimate,
    /// An equal share: 1 divided by the number of sides.
    pub even: f64,
    /// The fraction of the variance of the sides' shares that the strength of their agents
    /// explains. `None` if all shares are equal.
    pub explained: Option<f64>,
    /// The first fault that stopped a game. Blocks with such a game do not count.
    pub fault: Option<HookError>,
    /// `true` if the caller stopped the match early.
    pub interrupted: bool,
}

impl SkillMatch {
    /// Converts a share to a scale on which an equal share is 0 and winning every game is 1.
    #[must_use]
    pub fn beyond(&self, share: f64) -> f64 {
        (share - self.even) / (1.0 - self.even)
    }
}

/// Returns the sides that have seats.
#[must_use]
pub fn sides(spec: &Spec) -> Vec<u8> {
    let mut sides: Vec<u8> = spec.seats.iter().map(|seat| seat.team).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// Plays a match. The result depends on the rules and the pairing, but not on the number of
/// threads.
#[must_use]
pub fn play(
    rules: &CompiledRules,
    hooks: &HookMaker<'_>,
    pairing: &Pairing,
    jobs: usize,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> SkillMatch {
    let mut meeting = Meeting::new(rules.spec(), pairing);
    let plans = meeting.plans(rules.spec());
    let per_block = plans.len() as u64;
    let work = |first: u64, tasks: &Tasks<'_>| {
        let hooks = hooks();
        let hooks = Interruptible::new(hooks.as_ref(), stop);
        let mut players: Vec<Option<Box<dyn Player + '_>>> = Vec::new();
        players.resize_with(plans.len(), || None);
        while let Some(task) = tasks.next() {
            let side = (task % per_block) as usize;
            let player = players[side].get_or_insert_with(|| player(rules, &hooks, &plans[side]));
            match player.game(first + task / per_block, stop) {
                Some(record) => tasks.done(task, record),
                None => break,
            }
        }
    };
    while let Some(blocks) = meeting.asks() {
        let work = |tasks: &Tasks<'_>| work(blocks.start, tasks);
        let wanted = blocks.end - blocks.start;
        let mut games = spread(wanted * per_block, jobs, stop, tick, &work).into_iter();
        let next = |_| games.by_ref().take(plans.len()).collect::<Option<Vec<GameRecord>>>();
        let whole: Vec<Vec<GameRecord>> = blocks.map_while(next).collect();
        let taken = whole.len() as u64;
        meeting.take(rules.spec(), &whole);
        if taken < wanted {
            meeting.interrupt();
            break;
        }
    }
    meeting.result()
}

/// A running match.
#[derive(Debug)]
pub struct Meeting {
    pairing: Pairing,
    sides: Vec<u8>,
    sum: Sum,
    /// The number of blocks played.
    played: u64,
}

impl Meeting {
    /// Creates a match before its first block.
    #[must_use]
    pub fn new(spec: &Spec, pairing: &Pairing) -> Self {
        let sides = sides(spec);
        let sum = Sum::new(pairing, &sides);
        Self { pairing: pairing.clone(), sides, sum, played: 0 }
    }

    /// Returns one plan for each side. In the games of a side's plan, this side has the stronger
    /// agent. A block has one game of each plan.
    #[must_use]
    pub fn plans(&self, spec: &Spec) -> Vec<Plan> {
        self.sides.iter().map(|side| plan(spec, &self.pairing, *side)).collect()
    }

    /// Returns the blocks to play next, or `None` if no more blocks are needed.
    #[must_use]
    pub fn asks(&self) -> Option<Range<u64>> {
        if self.played >= self.pairing.blocks || self.sum.decided(&self.pairing) {
            return None;
        }
        Some(self.played..self.next().min(self.played + BATCH_BLOCKS))
    }

    /// Returns the number of blocks at the next interim analysis.
    fn next(&self) -> u64 {
        let looked = self.sum.looks.last().map_or(0, |look| look.blocks);
        match self.pairing.decide {
            true => next_look(looked, self.pairing.blocks),
            false => self.pairing.blocks,
        }
    }

    /// Adds the next blocks, in order. A block has one game of each plan.
    pub fn take(&mut self, spec: &Spec, blocks: &[Vec<GameRecord>]) {
        let next = self.next();
        for block in blocks {
            self.sum.take(spec, &self.sides, block);
            self.played += 1;
            if self.played == next {
                self.sum.look(next);
            }
        }
    }

    /// Records that the caller has stopped the match early.
    pub fn interrupt(&mut self) {
        self.sum.found.interrupted = true;
    }

    /// Returns the result so far.
    #[must_use]
    pub fn result(self) -> SkillMatch {
        self.sum.result(&self.pairing)
    }
}

/// Returns the plan of the games in which `side` has the stronger agent.
fn plan(spec: &Spec, pairing: &Pairing, side: u8) -> Plan {
    let agent = |team: u8| if team == side { pairing.strong } else { pairing.weak };
    Plan {
        seed: pairing.seed,
        agents: spec.seats.iter().map(|seat| agent(seat.team)).collect(),
        jobs: 1,
        ply_limit: pairing.ply_limit,
        opening: pairing.opening.clone(),
        ..Plan::default()
    }
}

/// Sums over all blocks of a match.
#[derive(Debug)]
struct Sum {
    found: SkillMatch,
    sequence: Sequence,
    /// For each interim analysis, the estimate of the stronger agent's share, minus an equal share.
    looks: Vec<InterimEstimate>,
    /// The sum of the stronger side's shares over all games.
    strong: f64,
    /// For all sides and games, the sum of the squared differences between the side's share and an
    /// equal share.
    varied: f64,
    sides: f64,
}

impl Sum {
    fn new(pairing: &Pairing, sides: &[u8]) -> Self {
        let even = 1.0 / sides.len().max(1) as f64;
        let found = SkillMatch {
            strong: pairing.strong,
            weak: pairing.weak,
            blocks: 0,
            games: 0,
            stopped: 0,
            share: Estimate { mean: even, expected: even, deviation: 0.0, interval: (0.0, 1.0) },
            even,
            explained: None,
            fault: None,
            interrupted: false,
        };
        let sequence = match pairing.decide {
            true => Sequence::new(0.0, 1.0, pairing.alpha, pairing.blocks),
            false => Sequence::of_length(0.0, 1.0, pairing.alpha, pairing.blocks),
        };
        Self {
            found,
            sequence,
            looks: Vec::new(),
            strong: 0.0,
            varied: 0.0,
            sides: sides.len() as f64,
        }
    }

    /// Adds a block. In each game of the block, a different side had the stronger agent.
    fn take(&mut self, spec: &Spec, sides: &[u8], block: &[GameRecord]) {
        if let Some(error) = block.iter().find_map(|game| game.end.as_ref().err()) {
            self.found.fault.get_or_insert_with(|| error.clone());
            return;
        }
        let even = self.found.even;
        let mut sum = 0.0;
        for (own, game) in block.iter().enumerate() {
            let shares = shares(spec, game, sides);
            self.found.stopped += u64::from(shares.is_none());
            let shares = shares.unwrap_or_else(|| vec![even; sides.len()]);
            sum += shares[own];
            self.varied += shares.iter().map(|share| (share - even) * (share - even)).sum::<f64>();
        }
        self.strong += sum;
        self.found.games += block.len() as u64;
        self.sequence.add(sum / block.len() as f64);
    }

    /// Records the estimate after the first `blocks` blocks.
    fn look(&mut self, blocks: u64) {
        let even = self.found.even;
        let (low, high) = self.sequence.interval();
        let interval = (low - even, high - even);
        self.looks.push(InterimEstimate { blocks, mean: self.sequence.mean() - even, interval });
    }

    /// Returns `true` if the question of the match is answered.
    fn decided(&self, pairing: &Pairing) -> bool {
        let known =
            self.looks.last().map(|look| verdict(look.mean, look.interval, Aim::Change(None)));
        pairing.decide && known == Some(Verdict::Different)
    }

    fn result(mut self, pairing: &Pairing) -> SkillMatch {
        self.found.blocks = self.sequence.len() as u64;
        if self.found.blocks > 0 {
            let interval = self.sequence.interval();
            let (mean, deviation) = (self.sequence.mean(), self.sequence.deviation());
            let (looks, cap) = (self.looks.as_slice(), pairing.blocks);
            let floor = if pairing.decide { 0 } else { cap };
            let stopping = Stopping { looks, deviation, aim: Aim::Change(None), floor, cap };
            let expected = match looks {
                [] => mean,
                _ => self.found.even + stopping.estimate(),
            };
            self.found.share = Estimate { mean, expected, deviation, interval };
            // The model: the stronger side has its mean, and the others share the rest equally.
            let lead = self.strong / self.found.games as f64 - self.found.even;
            let others = self.sides - 1.0;
            let among = lead * lead + lead * lead / others;
            let all = self.varied / self.found.games as f64;
            self.found.explained = (all > 0.0 && others > 0.0).then(|| among / all);
        }
        self.found
    }
}

/// Returns each side's share of the result, or `None` if the game was stopped at the ply limit.
fn shares(spec: &Spec, game: &GameRecord, sides: &[u8]) -> Option<Vec<f64>> {
    let parts = utility(spec, game.end.as_ref().ok()?)?;
    let of = |side: &u8| {
        let seat = spec.seats.iter().position(|seat| seat.team == *side)?;
        Some(f64::from(*parts.get(seat)?) / f64::from(WHOLE))
    };
    sides.iter().map(of).collect()
}

/// The result of a series of matches. The agent of each match has twice the search budget of the
/// agent in the previous match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SkillTrace {
    /// The predicted gain of the next doubling, from 0 (no gain) to 1 (every game is won). For this
    /// prediction, the regression line through the matches is extended by one step.
    pub next: f64,
    /// The mean of the squares of the gains. A negative gain counts as 0.
    pub area: f64,
    /// The combination of `next` and `area`: `next + area * (1 - next)`. The trace is 0 if a larger
    /// search budget gains nothing. It is 1 if the agent with the larger budget wins every game.
    pub trace: f64,
}

/// Returns the skill trace of a series of matches. `beyond` contains the gain of each match, on the
/// scale of [`SkillMatch::beyond`]. The match of the weakest agents comes first. Returns `None` if
/// there are no matches.
#[must_use]
pub fn trace(beyond: &[f64]) -> Option<SkillTrace> {
    if beyond.is_empty() {
        return None;
    }
    let n = beyond.len() as f64;
    let area = beyond.iter().map(|y| y.max(0.0) * y.max(0.0)).sum::<f64>() / n;
    let (mx, my) = ((n - 1.0) / 2.0, beyond.iter().sum::<f64>() / n);
    let (mut xx, mut xy) = (0.0, 0.0);
    for (k, y) in beyond.iter().enumerate() {
        let x = k as f64 - mx;
        xx += x * x;
        xy += x * (y - my);
    }
    let slope = if xx > 0.0 { xy / xx } else { 0.0 };
    let next = (my + slope * (n - mx)).clamp(0.0, 1.0);
    Some(SkillTrace { next, area, trace: next + (1.0 - next) * area })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_combine_prediction_and_area() {
        // The line through 0.8, 0.6, 0.4 continues with 0.2; the sum of squares 0.64, 0.36, 0.16 is
        // 1.16.
        let found = trace(&[0.8, 0.6, 0.4]).unwrap();
        assert!((found.next - 0.2).abs() < 1e-12 && (found.area - 1.16 / 3.0).abs() < 1e-12);
        assert!((found.trace - (0.2 + 0.8 * 1.16 / 3.0)).abs() < 1e-12);
        assert_eq!(trace(&[1.0; 4]).unwrap().trace, 1.0);
        assert_eq!(trace(&[0.0; 4]).unwrap().trace, 0.0);
        let falling = trace(&[0.2, -0.2, -0.6]).unwrap();
        assert_eq!(falling.next, 0.0, "less than nothing is not expected");
        assert!((falling.area - 0.04 / 3.0).abs() < 1e-12);
        assert_eq!(trace(&[0.5]).unwrap().next, 0.5);
        assert_eq!(trace(&[]), None);
    }
}
