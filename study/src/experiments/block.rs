//! Blocks: the independent units of an experiment.
//!
//! A block is one seed (a game index), played with every ruleset and every rotation of the agents.
//! All games of a block draw from the same named random streams. Therefore, two games of a block
//! have equal rolls and random choices until they diverge. The games of a block resemble each
//! other, so variances are computed from the results of blocks, not of games.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::experiments::metric::MetricSource;
use crate::metrics::{GameRecord, Sample};
use crate::sim::{HookMaker, Interruptible, Opening, Plan, Player, player};
use quadrille_agents::AgentSpec;
use quadrille_core::rules::HookError;
use quadrille_core::tables::CompiledRules;

/// One of the rulesets of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The ruleset.
    pub rules: &'a CompiledRules,
    /// A function that makes the hooks of the ruleset. It is called once on each thread.
    pub hooks: &'a HookMaker<'a>,
    /// The metrics. Every side has the same metrics, in the same order.
    pub measure: &'a dyn MetricSource,
    /// The opening of the side's games.
    pub opening: &'a Opening,
    /// A number that is added to each block's number. The sum selects the random streams of the
    /// block, so two sides with different shifts have independent random streams. A comparison of a
    /// ruleset with itself needs different shifts.
    pub shift: u64,
}

impl std::fmt::Debug for Side<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Side").finish_non_exhaustive()
    }
}

/// The settings that determine the games of a block, apart from the side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockDesign {
    /// The seed of all blocks.
    pub seed: u64,
    /// The agent of each seat.
    pub agents: Vec<AgentSpec>,
    /// A ply limit that replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
}

impl BlockDesign {
    /// Returns a plan with one game for each rotation of the agents in each block. The plan has the
    /// default opening, which each side replaces by its own opening.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan {
            seed: self.seed,
            agents: self.agents.clone(),
            rotate: true,
            jobs: 1,
            measure: true,
            ply_limit: self.ply_limit,
            ..Plan::default()
        }
    }

    /// Returns the number of games in a block on each side.
    #[must_use]
    pub fn rotations(&self) -> u64 {
        self.plan().rotations().into()
    }
}

/// The games of a block on one side.
#[derive(Clone, PartialEq, Debug)]
pub struct Half {
    /// For each metric, the mean of its values in the games of the block. Games without a value are
    /// left out. NaN if no game has a value.
    pub values: Vec<f64>,
    /// The games, one per rotation, without measurements.
    pub games: Vec<GameRecord>,
    /// For each game, the data that the totals need.
    pub samples: Vec<Option<Sample>>,
}

impl Half {
    /// Creates the data of a block on one side from games that have just been played.
    fn played(side: &Side<'_>, games: Vec<GameRecord>) -> Self {
        let sampled = |mut game: GameRecord| {
            let sample = Sample::new(side.rules.spec(), &game);
            game.measured = None;
            (game, sample)
        };
        Self::new(side.measure, games.into_iter().map(sampled))
    }

    /// Creates the data of a block on one side from the block's games. There is one game for each
    /// rotation.
    #[must_use]
    pub fn new(
        measure: &dyn MetricSource,
        games: impl IntoIterator<Item = (GameRecord, Option<Sample>)>,
    ) -> Self {
        let (games, samples): (Vec<_>, Vec<_>) = games.into_iter().unzip();
        let each = games.iter().zip(&samples);
        let values: Vec<Vec<f64>> =
            each.map(|(game, sample)| measure.values(game, sample.as_ref())).collect();
        let metrics = values.first().map_or(0, Vec::len);
        let mean = |metric: usize| {
            let there = values.iter().map(|v| v[metric]).filter(|v| !v.is_nan());
            let (sum, n) = there.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
            if n == 0 { f64::NAN } else { sum / f64::from(n) }
        };
        Self { values: (0..metrics).map(mean).collect(), games, samples }
    }

    /// Returns the first fault in the games of the block, with the index of the game.
    #[must_use]
    pub fn fault(&self) -> Option<(u64, &HookError)> {
        self.games.iter().find_map(|game| Some((game.index, game.end.as_ref().err()?)))
    }
}

/// A number of games to play, which several threads share.
pub(super) struct Tasks<'a> {
    next: AtomicU64,
    total: u64,
    stop: &'a AtomicBool,
    tick: &'a (dyn Fn() + Sync),
    results: Mutex<Vec<Option<GameRecord>>>,
}

impl Tasks<'_> {
    /// Returns the number of the next game, or `None` if no game is left or `stop` is set.
    pub fn next(&self) -> Option<u64> {
        let go = !self.stop.load(Ordering::Relaxed);
        let task = if go { self.next.fetch_add(1, Ordering::Relaxed) } else { self.total };
        (task < self.total).then_some(task)
    }

    /// Stores the record of a game.
    pub fn done(&self, task: u64, record: GameRecord) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results[task as usize] = Some(record);
        drop(results);
        (self.tick)();
    }
}

/// Plays numbered games on several threads and returns their records by number. If `stop` is set,
/// the entries of games that were not finished are `None`.
pub(super) fn spread(
    total: u64,
    jobs: usize,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
    work: &(dyn Fn(&Tasks<'_>) + Sync),
) -> Vec<Option<GameRecord>> {
    let results = Mutex::new(vec![None; total as usize]);
    let tasks = Tasks { next: AtomicU64::new(0), total, stop, tick, results };
    std::thread::scope(|scope| {
        for _ in 1..jobs.clamp(1, 1024) {
            scope.spawn(|| work(&tasks));
        }
        work(&tasks);
    });
    tasks.results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Plays blocks on the sides that are selected by `wanted`. Returns the finished blocks in order.
/// If `stop` is set, the first unfinished block and all later blocks are left out. The result does
/// not depend on the number of threads.
pub fn play(
    sides: &[Side<'_>],
    wanted: &[bool],
    table: &BlockDesign,
    blocks: std::ops::Range<u64>,
    jobs: usize,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Vec<Vec<Option<Half>>> {
    let plan = |side: &Side<'_>| Plan { opening: side.opening.clone(), ..table.plan() };
    let plans: Vec<Plan> = sides.iter().map(plan).collect();
    let rotations = table.rotations();
    let playing: Vec<usize> = (0..sides.len()).filter(|i| wanted.get(*i) == Some(&true)).collect();
    let each = playing.len() as u64 * rotations;
    let total = each * blocks.end.saturating_sub(blocks.start);
    let work = |tasks: &Tasks<'_>| {
        let hooks: Vec<_> = sides.iter().map(|side| (side.hooks)()).collect();
        let hooks: Vec<_> =
            hooks.iter().map(|hooks| Interruptible::new(hooks.as_ref(), stop)).collect();
        let mut players: Vec<Option<Box<dyn Player + '_>>> = Vec::new();
        players.resize_with(sides.len(), || None);
        while let Some(task) = tasks.next() {
            let (block, place) = (blocks.start + task / each, task % each);
            let (side, rotation) = (playing[(place / rotations) as usize], place % rotations);
            let player = players[side]
                .get_or_insert_with(|| player(sides[side].rules, &hooks[side], &plans[side]));
            let block = block.wrapping_add(sides[side].shift);
            let index = block.wrapping_mul(rotations).wrapping_add(rotation);
            match player.game(index, stop) {
                Some(record) => tasks.done(task, record),
                None => break,
            }
        }
    };
    let mut results = spread(total, jobs, stop, tick, &work).into_iter();
    let mut done = Vec::new();
    for _ in blocks {
        let mut halves: Vec<Option<Half>> = vec![None; sides.len()];
        for &side in &playing {
            let games: Option<Vec<GameRecord>> =
                results.by_ref().take(rotations as usize).collect();
            let Some(games) = games else {
                return done;
            };
            halves[side] = Some(Half::played(&sides[side], games));
        }
        done.push(halves);
    }
    done
}
