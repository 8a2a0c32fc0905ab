//! Automated games: seeded, parallel, the same for any number of jobs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::action::Action;
use crate::agent::{self, Agent, AgentSpec};
use crate::effect::{Ending, Outcome, SeatResult};
use crate::game::{Game, Play, at_width};
use crate::hooks::{HookError, Hooks};
use crate::metrics::{Meter, Record, Totals};
use crate::piece::Seat;
use crate::position::Position;
use crate::profile::{Part, Profile, Stopwatch, Timed, Unwatched, Watch};
use crate::rng::{Rng, Stream};
use crate::ruleset::Ruleset;

/// How many faults a summary shows.
const FIRST_FAULTS: usize = 10;

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed all games derive from.
    pub seed: u64,
    /// Which games, by index.
    pub games: Range<u64>,
    /// An agent for each seat.
    pub agents: Vec<AgentSpec>,
    /// Let the agents change seats from game to game; see [`Plan::deal`].
    pub rotate: bool,
    /// How many threads.
    pub jobs: usize,
    /// Keep the actions of every game.
    pub record: bool,
    /// Take every game's metrics.
    pub measure: bool,
    /// Stop games at so many plies instead of the ruleset's limit.
    pub ply_limit: Option<u32>,
}

/// Which luck a game has, and who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The block: all its games draw from the same streams of chance.
    pub block: u64,
    /// By how many seats the agents have moved on: seat `s` has the agent given for seat
    /// `s + rotation`, counted in a ring.
    pub rotation: u32,
}

impl Plan {
    /// How many games a block has: one, or as many as there are different rotations of the agents.
    #[must_use]
    pub fn rotations(&self) -> u32 {
        let n = self.agents.len();
        let same = |by: &usize| (0..n).all(|i| self.agents[i] == self.agents[(i + by) % n]);
        let period = if self.rotate { (1..=n).find(same) } else { None };
        period.unwrap_or(1) as u32
    }

    /// Which luck the game of an index has, and who sits where. It depends on the index alone, so
    /// that games are the same on however many threads, and however a run is split.
    #[must_use]
    pub fn deal(&self, index: u64) -> Deal {
        let of = u64::from(self.rotations());
        Deal { block: index / of, rotation: (index % of) as u32 }
    }

    /// The agent of a seat in a rotation.
    #[must_use]
    pub fn agent(&self, seat: usize, rotation: u32) -> AgentSpec {
        let at = (seat + rotation as usize) % self.agents.len().max(1);
        self.agents.get(at).copied().unwrap_or(AgentSpec::Random)
    }

    /// The agents without repetition, in the order of their first seats.
    #[must_use]
    pub fn different(&self) -> Vec<AgentSpec> {
        let mut all: Vec<AgentSpec> = Vec::new();
        for agent in &self.agents {
            if !all.contains(agent) {
                all.push(*agent);
            }
        }
        all
    }
}

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its index.
    pub index: u64,
    /// Its length.
    pub plies: u32,
    /// How it ended, or the hook that failed.
    pub end: Result<Outcome, HookError>,
    /// How often each clause fired.
    pub clauses: Vec<u32>,
    /// The script-declared metrics.
    pub metrics: Vec<u32>,
    /// The actions, where they are kept.
    pub actions: Vec<Action>,
    /// What happened in it, where that is measured.
    pub measured: Option<Box<Record>>,
}

/// What happened in a number of games. Sums of whole numbers only, so that the order in which
/// games finish does not matter.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Games played to an end (of whatever kind).
    pub games: u64,
    /// Games stopped by a failing hook, and the first few of them.
    pub faults: u64,
    /// The first faults by game index, at most ten.
    pub first_faults: BTreeMap<u64, HookError>,
    /// Plies of all games together.
    pub plies: u64,
    /// Games by their ending.
    pub endings: BTreeMap<Ending, u64>,
    /// For each seat: wins, draws, losses. Games stopped at the ply limit count in none.
    pub seats: Vec<[u64; 3]>,
    /// For each team: games its seats won, drew, lost together.
    pub teams: Vec<[u64; 3]>,
    /// Games by length in plies.
    pub lengths: BTreeMap<u32, u64>,
    /// How often each clause fired, and in how many games.
    pub clauses: Vec<(u64, u64)>,
    /// The script-declared metrics.
    pub metrics: Vec<u64>,
    /// The metrics of games that were measured. [`Totals::finish`] is left to the reader.
    pub totals: Option<Totals>,
}

/// Makes rules from outside for one worker; they are not shared between threads.
pub type HookMaker<'a> = dyn Fn() -> Box<dyn Hooks + 'a> + Sync + 'a;

/// Plays the games of a plan, handing each record to `done` (from any thread, in any order), until
/// all are played or `stop` is set. The summary does not depend on the number of jobs.
#[must_use]
pub fn run(
    rules: &Ruleset,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    done: &(dyn Fn(GameRecord) + Sync),
) -> Summary {
    let next = AtomicU64::new(plan.games.start);
    let parts = at_width!(rules, W => spread(plan.jobs, &|| {
        let hooks = hooks();
        let mut worker = Worker::<W, _>::new(rules, hooks.as_ref(), plan, Unwatched);
        worker.games(rules, &next, stop, done)
    }));
    let mut total = Summary::of_plan(rules, plan);
    parts.iter().for_each(|part| total.merge(part));
    total
}

/// The same games with a stopwatch beside them: slower, and it tells where the time goes.
#[must_use]
pub fn profile(
    rules: &Ruleset,
    hooks: &HookMaker<'_>,
    plan: &Plan,
    stop: &AtomicBool,
    done: &(dyn Fn(GameRecord) + Sync),
) -> (Summary, Profile) {
    let next = AtomicU64::new(plan.games.start);
    let parts = at_width!(rules, W => spread(plan.jobs, &|| {
        let hooks = hooks();
        let watch = &Stopwatch::new(rules.spec().handlers.len());
        let timed = Timed { hooks: hooks.as_ref(), watch };
        let mut worker = Worker::<W, _>::new(rules, &timed, plan, watch);
        let summary = worker.games(rules, &next, stop, done);
        (summary, watch.profile())
    }));
    let mut total = (Summary::of_plan(rules, plan), Profile::default());
    for (summary, profile) in &parts {
        total.0.merge(summary);
        total.1.merge(profile);
    }
    total
}

/// Does work on so many threads; each does as much as it comes to.
fn spread<T: Send>(jobs: usize, work: &(dyn Fn() -> T + Sync)) -> Vec<T> {
    let jobs = jobs.clamp(1, 1024);
    if jobs == 1 {
        return vec![work()];
    }
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(jobs).build() else {
        return vec![work()];
    };
    pool.broadcast(|_| work())
}

/// Plays single games of a plan, for those who order games in their own way.
pub(crate) trait Player {
    /// The game of this index.
    fn game(&mut self, index: u64) -> GameRecord;
}

/// A player of games, whatever the board's width.
pub(crate) fn player<'a>(
    rules: &'a Ruleset,
    hooks: &'a dyn Hooks,
    plan: &'a Plan,
) -> Box<dyn Player + 'a> {
    at_width!(rules, W => Box::new(Worker::<W, _>::new(rules, hooks, plan, Unwatched)))
}

impl<const W: usize> Player for Worker<'_, W, Unwatched> {
    fn game(&mut self, index: u64) -> GameRecord {
        Worker::game(self, index)
    }
}

/// What one thread plays games with; nothing is allocated anew for each ply.
struct Worker<'a, const W: usize, C: Watch> {
    plan: &'a Plan,
    /// Who is told what is being done.
    watch: C,
    limit: u32,
    agents: Vec<Box<dyn Agent<W>>>,
    /// Which of them draw by lot.
    draws: Vec<bool>,
    nature: Box<dyn Agent<W>>,
    /// How many rotations a block has.
    of: u64,
    meter: Option<Meter<W>>,
    /// The game, and the position after its setup hooks; or the hook that failed there.
    table: Result<(Game<'a, W>, Position<W>), HookError>,
    clauses: usize,
    metrics: usize,
}

impl<'a, const W: usize, C: Watch> Worker<'a, W, C> {
    fn new(rules: &'a Ruleset, hooks: &'a dyn Hooks, plan: &'a Plan, watch: C) -> Self {
        let spec = rules.spec();
        let of = |seat: usize| {
            let given = plan.agents.get(seat).or(plan.agents.first());
            given.copied().unwrap_or(AgentSpec::Random)
        };
        Self {
            plan,
            watch,
            limit: plan.ply_limit.unwrap_or(spec.ply_limit),
            agents: (0..spec.seats.len()).map(|seat| agent::make(of(seat))).collect(),
            draws: (0..spec.seats.len()).map(|seat| of(seat) == AgentSpec::Random).collect(),
            nature: agent::make(AgentSpec::Random),
            of: plan.rotations().into(),
            meter: plan.measure.then(Meter::new),
            table: Game::start(rules, hooks).map(|game| {
                let pos = game.pos.clone();
                (game, pos)
            }),
            clauses: spec.clauses.len(),
            metrics: spec.metrics.len(),
        }
    }

    /// Plays the next game that is left until none is. They are handed out in order, one at a time:
    /// their lengths differ too much for shares.
    fn games(
        &mut self,
        rules: &Ruleset,
        next: &AtomicU64,
        stop: &AtomicBool,
        done: &(dyn Fn(GameRecord) + Sync),
    ) -> Summary {
        let mut summary = Summary::of_plan(rules, self.plan);
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.plan.games.end {
                break;
            }
            let record = self.game(index);
            self.watch.enter(Part::Rest);
            summary.add(rules, &record);
            done(record);
        }
        summary
    }

    fn game(&mut self, index: u64) -> GameRecord {
        let mut actions = Vec::new();
        let Self { plan, watch, limit, agents, draws, nature, meter, table, .. } = self;
        let (game, start) = match table {
            Ok(table) => table,
            Err(error) => {
                return GameRecord {
                    index,
                    plies: 0,
                    end: Err(error.clone()),
                    clauses: vec![0; self.clauses],
                    metrics: vec![0; self.metrics],
                    actions,
                    measured: None,
                };
            }
        };
        game.restart(start);
        if let Some(meter) = meter {
            meter.begin(game);
        }
        let (block, rotation) = (index / self.of, (index % self.of) as usize);
        let luck = |seat: Seat, stream, counter| {
            Rng::new(plan.seed, block, stream, u64::from(seat.0), u64::from(counter))
        };
        let seats = agents.len();
        let agent_of = |seat: Seat| (seat.index() + rotation) % seats;
        let mut play = || -> Result<Outcome, HookError> {
            loop {
                // Who draws by lot needs no list; whether he can move at all shows when none comes.
                let mut missed = None;
                watch.enter(Part::Turns);
                game.settle()?;
                if meter.is_none() && game.pos.ply < *limit && game.at_turn() {
                    let (seat, stream, counter) = game.decider();
                    if stream == Stream::Nature || stream == Stream::Agent && draws[agent_of(seat)]
                    {
                        let mut rng = luck(seat, stream, counter);
                        watch.enter(Part::Generation);
                        let drawn = game.lot(&mut rng);
                        if let Some(action) = drawn {
                            watch.repeat(|| game.find_duties());
                            if plan.record {
                                actions.push(action);
                            }
                            watch.enter(Part::Applying);
                            game.play_legal(action)?;
                            continue;
                        }
                        missed = Some(rng);
                    }
                }
                if !game.decide_watched(watch)? {
                    missed = None;
                }
                if let Some(meter) = meter {
                    watch.enter(Part::Metrics);
                    meter.look(game);
                }
                if let Some(outcome) = game.outcome() {
                    return Ok(outcome.clone());
                }
                let mut stop = game.pos.ply >= *limit;
                if !stop {
                    let (seat, stream, counter) = game.decider();
                    let mut rng = luck(seat, stream, counter);
                    let chosen = agent_of(seat);
                    let thinks = stream == Stream::Agent && !draws[chosen];
                    let agent = match stream {
                        Stream::Agent => &mut agents[chosen],
                        Stream::Dice | Stream::Nature => &mut *nature,
                    };
                    watch.enter(if thinks { Part::Agents } else { Part::Generation });
                    // What did not come by lot is not tried again: it is drawn from the list.
                    let chosen = match &mut missed {
                        Some(rng) => game.listed(rng),
                        None => agent.choose(game, &mut rng)?,
                    };
                    if let Some(action) = chosen {
                        if plan.record {
                            actions.push(action);
                        }
                        if let Some(meter) = meter {
                            watch.enter(Part::Metrics);
                            meter.decided(game, seat, stream, action);
                            meter.arm(game);
                        }
                        watch.enter(Part::Applying);
                        game.play_legal(action)?;
                    } else {
                        stop = true;
                    }
                }
                if stop {
                    if let Some(meter) = meter {
                        watch.enter(Part::Metrics);
                        meter.arm(game);
                    }
                    watch.enter(Part::Turns);
                    game.stop()?;
                }
            }
        };
        let end = play();
        watch.enter(if meter.is_some() { Part::Metrics } else { Part::Rest });
        let measured = meter.as_mut().map(|meter| meter.finish(game, end.as_ref().ok()));
        GameRecord {
            index,
            plies: game.pos.ply,
            end,
            clauses: game.log.clauses.clone(),
            metrics: game.log.metrics.clone(),
            actions,
            measured: measured.map(Box::new),
        }
    }
}

impl Summary {
    /// No games yet.
    #[must_use]
    pub fn new(rules: &Ruleset) -> Self {
        let spec = rules.spec();
        Self {
            seats: vec![[0; 3]; spec.seats.len()],
            teams: vec![[0; 3]; spec.teams.len()],
            clauses: vec![(0, 0); spec.clauses.len()],
            metrics: vec![0; spec.metrics.len()],
            ..Self::default()
        }
    }

    /// No games of a plan yet, with totals if it measures.
    #[must_use]
    pub fn of_plan(rules: &Ruleset, plan: &Plan) -> Self {
        let totals = plan.measure.then(|| Totals::new(rules.spec(), plan));
        Self { totals, ..Self::new(rules) }
    }

    /// Counts a game in.
    pub fn add(&mut self, rules: &Ruleset, record: &GameRecord) {
        self.plies += u64::from(record.plies);
        if let Some(totals) = &mut self.totals {
            totals.add(rules.spec(), record);
        }
        for (sum, fired) in self.clauses.iter_mut().zip(&record.clauses) {
            sum.0 += u64::from(*fired);
            sum.1 += u64::from(*fired > 0);
        }
        for (sum, count) in self.metrics.iter_mut().zip(&record.metrics) {
            *sum += u64::from(*count);
        }
        let outcome = match &record.end {
            Ok(outcome) => outcome,
            Err(error) => {
                self.faults += 1;
                self.first_faults.insert(record.index, error.clone());
                if self.first_faults.len() > FIRST_FAULTS {
                    self.first_faults.pop_last();
                }
                return;
            }
        };
        self.games += 1;
        *self.lengths.entry(record.plies).or_default() += 1;
        *self.endings.entry(outcome.ending).or_default() += 1;
        if outcome.ending == Ending::PlyLimit {
            return;
        }
        let mut balances = vec![0_i32; self.teams.len()];
        for (seat, result) in outcome.results.iter().enumerate() {
            let column = column(*result);
            if let Some(counts) = self.seats.get_mut(seat) {
                counts[column] += 1;
            }
            if let Some(sum) = balances.get_mut(usize::from(rules.spec().seats[seat].team)) {
                *sum += 1 - column as i32;
            }
        }
        // A team has won if more of its seats have won than lost: two players with a win and a draw
        // have, and those with a win and a loss have drawn.
        for (counts, balance) in self.teams.iter_mut().zip(balances) {
            counts[(1 - balance.signum()) as usize] += 1;
        }
    }

    /// Adds the games of another summary of the same rules.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.faults += other.faults;
        self.plies += other.plies;
        if let (Some(totals), Some(other)) = (&mut self.totals, &other.totals) {
            totals.merge(other);
        }
        self.first_faults.extend(other.first_faults.iter().map(|(i, e)| (*i, e.clone())));
        while self.first_faults.len() > FIRST_FAULTS {
            self.first_faults.pop_last();
        }
        for (ending, n) in &other.endings {
            *self.endings.entry(*ending).or_default() += n;
        }
        for (length, n) in &other.lengths {
            *self.lengths.entry(*length).or_default() += n;
        }
        let add = |sums: &mut Vec<[u64; 3]>, parts: &Vec<[u64; 3]>| {
            for (sum, part) in sums.iter_mut().zip(parts) {
                for (a, b) in sum.iter_mut().zip(part) {
                    *a += b;
                }
            }
        };
        add(&mut self.seats, &other.seats);
        add(&mut self.teams, &other.teams);
        for (sum, part) in self.clauses.iter_mut().zip(&other.clauses) {
            sum.0 += part.0;
            sum.1 += part.1;
        }
        for (sum, part) in self.metrics.iter_mut().zip(&other.metrics) {
            *sum += part;
        }
    }
}

/// The place of a result in a count of wins, draws and losses.
fn column(result: SeatResult) -> usize {
    match result {
        SeatResult::Win => 0,
        SeatResult::Draw => 1,
        SeatResult::Loss => 2,
    }
}
