//! How much a game rewards skill: a stronger agent against weaker ones.
//!
//! In a block the stronger agent takes the seats of one side, the weaker one all others, and each
//! side has its turn with the same luck; so no side's advantage shows. An equal share is one over the
//! number of sides. Matches of agents each twice as strong as the one before make a skill trace, in
//! the manner of Ludii (Browne, "Quickly detecting skill trace in games", IEEE CoG 2022), which plays
//! few games a match and gives no intervals.

use std::sync::atomic::AtomicBool;

use crate::agents::AgentSpec;
use crate::metrics::{GameRecord, WHOLE, utility};
use crate::numeric::confidence_sequence::Sequence;
use crate::rules::{HookError, Spec};
use crate::sim::{HookMaker, Plan, Player, player};
use crate::study::block::{Tasks, spread};
use crate::study::compare::Estimate;
use crate::tables::Ruleset;

/// Blocks played before they are added up, so that memory does not grow with the match.
const BATCH: u64 = 512;

/// Who meets whom, and how often.
#[derive(Clone, PartialEq, Debug)]
pub struct Pairing {
    /// The agent on one side.
    pub strong: AgentSpec,
    /// The agent on all others.
    pub weak: AgentSpec,
    /// How many blocks.
    pub blocks: u64,
    /// The seed that all games derive from.
    pub seed: u64,
    /// Stop games at so many plies instead of the ruleset's limit.
    pub ply_limit: Option<u32>,
    /// One less the level of the interval.
    pub alpha: f64,
}

/// What came of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Match {
    /// The agent on one side.
    pub strong: AgentSpec,
    /// The agent on all others.
    pub weak: AgentSpec,
    /// Blocks that count.
    pub blocks: u64,
    /// Games in them.
    pub games: u64,
    /// Of these those that were stopped for their length, and count as shared evenly.
    pub stopped: u64,
    /// What the stronger agent's side had of a game. The interval holds at every time.
    pub share: Estimate,
    /// An equal share.
    pub even: f64,
    /// How much of the variance of what sides had of a game goes with which agent they had; none if
    /// it never varied.
    pub explained: Option<f64>,
    /// The first game that a failing script spoilt; its block does not count.
    pub fault: Option<HookError>,
    /// Stopped from outside.
    pub interrupted: bool,
}

impl Match {
    /// A share on the scale from an equal one (0) to the whole game (1).
    #[must_use]
    pub fn beyond(&self, share: f64) -> f64 {
        (share - self.even) / (1.0 - self.even)
    }
}

/// The sides of a game, those that have seats.
#[must_use]
pub fn sides(spec: &Spec) -> Vec<u8> {
    let mut sides: Vec<u8> = spec.seats.iter().map(|seat| seat.team).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

/// Plays a match. It depends on the rules and the pairing alone, not on the number of jobs.
#[must_use]
pub fn play(
    rules: &Ruleset,
    hooks: &HookMaker<'_>,
    pairing: &Pairing,
    jobs: usize,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Match {
    let spec = rules.spec();
    let sides = sides(spec);
    let plans: Vec<Plan> = sides.iter().map(|side| plan(spec, pairing, *side)).collect();
    let of = sides.len() as u64;
    let work = |first: u64, tasks: &Tasks<'_>| {
        let hooks = hooks();
        let mut players: Vec<Option<Box<dyn Player + '_>>> = Vec::new();
        players.resize_with(plans.len(), || None);
        while let Some(task) = tasks.next() {
            let side = (task % of) as usize;
            let player =
                players[side].get_or_insert_with(|| player(rules, hooks.as_ref(), &plans[side]));
            tasks.done(task, player.game(first + task / of));
        }
    };
    let mut sum = Sum::new(pairing, &sides);
    let mut played = 0;
    while played < pairing.blocks {
        let blocks = (pairing.blocks - played).min(BATCH);
        let work = |tasks: &Tasks<'_>| work(played, tasks);
        let games = spread(blocks * of, jobs, stop, tick, &work);
        played += blocks;
        let whole = games.chunks(sides.len()).map_while(|block| {
            let games: Option<Vec<&GameRecord>> = block.iter().map(Option::as_ref).collect();
            games
        });
        let taken = whole.map(|block| sum.take(spec, &sides, &block)).count() as u64;
        if taken < blocks {
            sum.found.interrupted = true;
            break;
        }
    }
    sum.found()
}

/// The plan of the games in which one side has the stronger agent.
fn plan(spec: &Spec, pairing: &Pairing, side: u8) -> Plan {
    let agent = |team: u8| if team == side { pairing.strong } else { pairing.weak };
    Plan {
        seed: pairing.seed,
        games: 0..0,
        agents: spec.seats.iter().map(|seat| agent(seat.team)).collect(),
        rotate: false,
        jobs: 1,
        record: false,
        measure: false,
        ply_limit: pairing.ply_limit,
    }
}

/// A match while it is played.
struct Sum {
    found: Match,
    sequence: Sequence,
    /// What the stronger side had of all games together.
    strong: f64,
    /// How far what sides had was from an even share: squares over all sides and games.
    varied: f64,
    sides: f64,
}

impl Sum {
    fn new(pairing: &Pairing, sides: &[u8]) -> Self {
        let even = 1.0 / sides.len().max(1) as f64;
        let found = Match {
            strong: pairing.strong,
            weak: pairing.weak,
            blocks: 0,
            games: 0,
            stopped: 0,
            share: Estimate { mean: even, deviation: 0.0, interval: (0.0, 1.0) },
            even,
            explained: None,
            fault: None,
            interrupted: false,
        };
        let sequence = Sequence::new(0.0, 1.0, pairing.alpha);
        Self { found, sequence, strong: 0.0, varied: 0.0, sides: sides.len() as f64 }
    }

    /// Takes a block in, in which each side in turn was the stronger one.
    fn take(&mut self, spec: &Spec, sides: &[u8], block: &[&GameRecord]) {
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

    fn found(mut self) -> Match {
        self.found.blocks = self.sequence.len() as u64;
        if self.found.blocks > 0 {
            let interval = self.sequence.interval();
            let (mean, deviation) = (self.sequence.mean(), self.sequence.deviation());
            self.found.share = Estimate { mean, deviation, interval };
            // The stronger side has its mean, and each of the others an equal part of the rest.
            let lead = self.strong / self.found.games as f64 - self.found.even;
            let others = self.sides - 1.0;
            let among = lead * lead + lead * lead / others;
            let all = self.varied / self.found.games as f64;
            self.found.explained = (all > 0.0 && others > 0.0).then(|| among / all);
        }
        self.found
    }
}

/// What each side has of a game; none of one that was stopped for its length.
fn shares(spec: &Spec, game: &GameRecord, sides: &[u8]) -> Option<Vec<f64>> {
    let parts = utility(spec, game.end.as_ref().ok()?)?;
    let of = |side: &u8| {
        let seat = spec.seats.iter().position(|seat| seat.team == *side)?;
        Some(f64::from(*parts.get(seat)?) / f64::from(WHOLE))
    };
    sides.iter().map(of).collect()
}

/// What a ladder of matches says, each agent having twice the budget of the one before.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trace {
    /// What the next doubling may be expected to bring, from 0 (nothing) to 1 (every game): the
    /// regression line through the matches, one step on.
    pub next: f64,
    /// The mean square of what the matches brought; a match that brought less than nothing counts
    /// as zero.
    pub area: f64,
    /// The next one, and of what it leaves to be won the area's part: 0 for a game in which search
    /// brings nothing, 1 for one in which every doubling wins.
    pub trace: f64,
}

/// The skill trace of what each match brought beyond an equal share, weakest first; none without
/// matches.
#[must_use]
pub fn trace(beyond: &[f64]) -> Option<Trace> {
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
    Some(Trace { next, area, trace: next + (1.0 - next) * area })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_the_next_match_and_a_part_of_the_rest() {
        // A line through 0.8, 0.6, 0.4 meets 0.2 next; the squares 0.64, 0.36, 0.16 are 1.16 / 3.
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
