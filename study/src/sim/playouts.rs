//! [`Playouts`]: describes a run of games step by step, plays it, and estimates the mean results.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use quadrille_agents::{Agent, AgentMaker, AgentSpec};
use quadrille_core::rules::Spec;
use quadrille_core::state::Hooks;
use quadrille_core::tables::CompiledRules;

use crate::metrics::{GameRecord, WHOLE, utility};
use crate::sim::playout::{CustomAgents, run_with};
use crate::sim::{HookMaker, Opening, Plan, Summary};
use crate::statistics::confidence_sequence::Sequence;

/// The maximum number of games of one run.
const MAX_GAMES: u64 = 1 << 40;

/// The error probability of the intervals of a report.
const ALPHA: f64 = 0.05;

/// An agent for a seat of playouts: a built-in agent, or a custom agent. A custom agent is created
/// once for each thread.
#[derive(Clone)]
pub struct PlayoutAgent {
    spec: AgentSpec,
    make: Option<AgentMaker>,
}

impl PlayoutAgent {
    /// Returns a custom agent. `make` is called once on each thread.
    #[must_use]
    pub fn custom<A: Agent + 'static>(
        name: &'static str,
        make: impl Fn() -> A + Send + Sync + 'static,
    ) -> Self {
        let make: AgentMaker = Arc::new(move || Box::new(make()));
        Self { spec: AgentSpec::External(name), make: Some(make) }
    }
}

impl From<AgentSpec> for PlayoutAgent {
    fn from(spec: AgentSpec) -> Self {
        Self { spec, make: None }
    }
}

impl fmt::Debug for PlayoutAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayoutAgent({})", self.spec)
    }
}

/// The reason why playouts did not start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayoutsError {
    /// The number of games is zero or too large.
    #[error("{0} games were requested; request 1 to {MAX_GAMES}")]
    Games(u64),
    /// The number of agents is neither one nor the number of seats.
    #[error(
        "{given} agents were given; give one for all seats, or one for each of the {seats} seats"
    )]
    Agents {
        /// The number of agents that were given.
        given: usize,
        /// The number of seats of the ruleset.
        seats: usize,
    },
    /// Two custom agents have the same name.
    #[error("two agents have the name `{0}`")]
    SameName(&'static str),
    /// The plan names a custom agent that the caller did not provide.
    #[error("no agent with the name `{0}` was given; use `PlayoutAgent::custom`")]
    NoAgent(&'static str),
    /// The ply limit is zero.
    #[error("a ply limit of 0 ends every game at once; set a limit of at least 1")]
    PlyLimit,
}

/// A run of games with one ruleset.
///
/// Equal seeds give equal games, with any number of threads. Programs that load rulesets start with
/// `quadrille::playouts`. Programs that define rules in Rust alone start with [`Playouts::new`].
/// ```
/// use quadrille_agents::AgentSpec;
/// use quadrille_core::{CompiledRules, NoHooks};
/// use quadrille_study::sim::{Playouts, PlayoutsError};
///
/// fn first_seat_of(rules: &CompiledRules) -> Result<(), PlayoutsError> {
///     let report = Playouts::new(rules, || Box::new(NoHooks))
///         .agent(AgentSpec::Greedy)
///         .games(100)
///         .run()?;
///     let name = &rules.spec().seats[0].name;
///     if let Some(share) = report.share(name) {
///         println!("{name}: {share}"); // 0.263 (95 %: 0.121 to 0.452)
///     }
///     Ok(())
/// }
/// ```
pub struct Playouts<'a> {
    rules: &'a CompiledRules,
    hooks: Box<HookMaker<'a>>,
    agents: Vec<PlayoutAgent>,
    plan: Plan,
    stop: Option<&'a AtomicBool>,
}

impl fmt::Debug for Playouts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playouts").field("agents", &self.agents).field("plan", &self.plan).finish()
    }
}

impl<'a> Playouts<'a> {
    /// Creates a run of 1000 games in which `greedy` plays all seats. The seed is 0, and each
    /// processor has one thread.
    ///
    /// `hooks` is called once on each thread.
    #[must_use]
    pub fn new(
        rules: &'a CompiledRules,
        hooks: impl Fn() -> Box<dyn Hooks + 'a> + Sync + 'a,
    ) -> Self {
        let plan = Plan { games: 0..1000, ..Plan::default() };
        let agents = vec![AgentSpec::Greedy.into()];
        Self { rules, hooks: Box::new(hooks), agents, plan, stop: None }
    }

    /// Sets the agent of all seats.
    #[must_use]
    pub fn agent(self, agent: impl Into<PlayoutAgent>) -> Self {
        self.agents([agent])
    }

    /// Sets the agent of each seat, in the order of the seats.
    #[must_use]
    pub fn agents<A: Into<PlayoutAgent>>(mut self, agents: impl IntoIterator<Item = A>) -> Self {
        self.agents = agents.into_iter().map(Into::into).collect();
        self
    }

    /// Lets the agents change seats from game to game. A block has one game for each rotation of
    /// the agents, and all games of a block have the same random streams.
    #[must_use]
    pub fn rotate(mut self) -> Self {
        self.plan.rotate = true;
        self
    }

    /// Sets the number of games.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.plan.games = 0..games;
        self
    }

    /// Sets the seed of all random choices.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = seed;
        self
    }

    /// Sets the number of threads. The default is 0: one for each processor.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.plan.jobs = jobs;
        self
    }

    /// Sets a ply limit for the games, in place of the ply limit of the ruleset.
    #[must_use]
    pub fn ply_limit(mut self, plies: u32) -> Self {
        self.plan.ply_limit = Some(plies);
        self
    }

    /// Sets the opening, which determines the positions at which the games begin.
    #[must_use]
    pub fn opening(mut self, opening: Opening) -> Self {
        self.plan.opening = opening;
        self
    }

    /// Keeps the actions of every game in [`Report::records`].
    #[must_use]
    pub fn record(mut self) -> Self {
        self.plan.record = true;
        self
    }

    /// Computes the metrics of every game; see [`Summary::totals`].
    #[must_use]
    pub fn measure(mut self) -> Self {
        self.plan.measure = true;
        self
    }

    /// Sets a flag that ends the run early. When the flag becomes `true`, the run stops, and the
    /// report contains the games that were finished.
    #[must_use]
    pub fn stop_when(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Returns the plan of the run, and the caller's agents by name.
    fn plan(&self) -> Result<(Plan, CustomAgents), PlayoutsError> {
        let spec = self.rules.spec();
        let (given, seats) = (self.agents.len(), spec.seats.len());
        if given != 1 && given != seats {
            return Err(PlayoutsError::Agents { given, seats });
        }
        let games = self.plan.games.end;
        if !(1..=MAX_GAMES).contains(&games) {
            return Err(PlayoutsError::Games(games));
        }
        if self.plan.ply_limit == Some(0) {
            return Err(PlayoutsError::PlyLimit);
        }
        let mut custom = CustomAgents::new();
        for PlayoutAgent { spec: agent, make } in &self.agents {
            match (agent, make) {
                (AgentSpec::External(name), Some(make)) => {
                    match custom.iter().find(|(other, _)| other == name) {
                        Some((_, other)) if !Arc::ptr_eq(other, make) => {
                            return Err(PlayoutsError::SameName(name));
                        }
                        Some(_) => {}
                        None => custom.push((name, Arc::clone(make))),
                    }
                }
                (AgentSpec::External(name), None) => return Err(PlayoutsError::NoAgent(name)),
                _ => {}
            }
        }
        let mut agents: Vec<AgentSpec> = self.agents.iter().map(|agent| agent.spec).collect();
        if let [one] = agents[..] {
            agents = vec![one; seats];
        }
        Ok((Plan { agents, ..self.plan.clone() }, custom))
    }

    /// Plays the games.
    ///
    /// # Errors
    /// Returns a [`PlayoutsError`] if the settings are invalid. A hook or an agent that fails in a
    /// game causes no error. The game counts in [`Summary::faults`].
    pub fn run(self) -> Result<Report, PlayoutsError> {
        let (plan, custom) = self.plan()?;
        let never = AtomicBool::new(false);
        let stop = self.stop.unwrap_or(&never);
        let spec = self.rules.spec();
        let collector = Mutex::new(Collector::new(spec, &plan));
        let done = |record: GameRecord| {
            collector.lock().unwrap_or_else(PoisonError::into_inner).add(spec, record);
        };
        let summary = run_with(self.rules, &*self.hooks, &plan, &custom, stop, &done);
        Ok(collector.into_inner().unwrap_or_else(PoisonError::into_inner).finish(summary))
    }
}

/// The results of one seat or one agent, added up over games.
struct Share {
    /// The name of the seat or agent.
    name: String,
    /// The mean shares of the finished blocks. Shares of single games are not used, because the
    /// games of a block depend on each other.
    sequence: Sequence,
    /// The sum of shares in the present block, in units of 1 / [`WHOLE`].
    sum: u64,
    /// The number of shares in the present block.
    games: u64,
}

impl Share {
    fn new(name: String, blocks: u64) -> Self {
        Self { name, sequence: Sequence::of_length(0.0, 1.0, ALPHA, blocks), sum: 0, games: 0 }
    }

    fn add(&mut self, share: u32) {
        self.sum += u64::from(share);
        self.games += 1;
    }

    fn end_block(&mut self) {
        if self.games > 0 {
            self.sequence.add(self.sum as f64 / (self.games * u64::from(WHOLE)) as f64);
        }
        (self.sum, self.games) = (0, 0);
    }

    /// Returns the name and the estimate, or `None` if no game has finished.
    fn estimate(mut self) -> Option<(String, ShareEstimate)> {
        self.end_block();
        let (low, high) = self.sequence.interval();
        let (mean, blocks) = (self.sequence.mean(), self.sequence.len() as u64);
        (blocks > 0).then_some((self.name, ShareEstimate { mean, low, high, blocks }))
    }
}

/// Collects finished games in the order of their indices. The games may finish in another order.
struct Collector<'p> {
    plan: &'p Plan,
    next: u64,
    block: u64,
    waiting: BTreeMap<u64, Option<Vec<u32>>>,
    by_seat: Vec<Share>,
    by_agent: Vec<(AgentSpec, Share)>,
    records: Vec<GameRecord>,
}

impl<'p> Collector<'p> {
    fn new(spec: &Spec, plan: &'p Plan) -> Self {
        let blocks = (plan.games.end / u64::from(plan.rotations())).max(1);
        let seats = spec.seats.iter().map(|seat| Share::new(seat.name.clone(), blocks));
        let agents = plan.different().into_iter();
        Self {
            plan,
            next: 0,
            block: 0,
            waiting: BTreeMap::new(),
            by_seat: seats.collect(),
            by_agent: agents.map(|agent| (agent, Share::new(agent.to_string(), blocks))).collect(),
            records: Vec::new(),
        }
    }

    fn add(&mut self, spec: &Spec, record: GameRecord) {
        let utility = record.end.as_ref().ok().and_then(|outcome| utility(spec, outcome));
        self.waiting.insert(record.index, utility);
        if self.plan.record {
            self.records.push(record);
        }
        while let Some(utility) = self.waiting.remove(&self.next) {
            self.take(self.next, utility.as_deref());
            self.next += 1;
        }
    }

    fn take(&mut self, index: u64, utility: Option<&[u32]>) {
        let deal = self.plan.deal(index);
        if deal.block != self.block {
            self.block = deal.block;
            let agents = self.by_agent.iter_mut().map(|(_, share)| share);
            self.by_seat.iter_mut().chain(agents).for_each(Share::end_block);
        }
        for (seat, share) in utility.unwrap_or_default().iter().enumerate() {
            if let Some(of_seat) = self.by_seat.get_mut(seat) {
                of_seat.add(*share);
            }
            let agent = self.plan.agent(seat, deal.rotation);
            if let Some((_, of_agent)) = self.by_agent.iter_mut().find(|(other, _)| *other == agent)
            {
                of_agent.add(*share);
            }
        }
    }

    fn finish(mut self, summary: Summary) -> Report {
        // After an early stop, some later games may be finished before earlier ones.
        for (index, utility) in std::mem::take(&mut self.waiting) {
            self.take(index, utility.as_deref());
        }
        self.records.sort_by_key(|record| record.index);
        Report {
            summary,
            records: self.records,
            seats: self.by_seat.into_iter().filter_map(Share::estimate).collect(),
            agents: self.by_agent.into_iter().filter_map(|(_, share)| share.estimate()).collect(),
        }
    }
}

/// The mean share of a game's result, from 0 to 1, with its 95 % confidence interval.
///
/// The interval is a betting confidence sequence, so it is also valid for few games.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ShareEstimate {
    /// The mean share. Sides that win or draw share a game equally.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of independent blocks. It is the number of games if agents do not rotate.
    pub blocks: u64,
}

impl fmt::Display for ShareEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} (95 %: {:.3} to {:.3})", self.mean, self.low, self.high)
    }
}

/// The results of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Counts of results, endings, lengths and faults.
    pub summary: Summary,
    /// The records of all games, in the order of their indices. Empty if [`Playouts::record`] was
    /// not set.
    pub records: Vec<GameRecord>,
    seats: Vec<(String, ShareEstimate)>,
    agents: Vec<(String, ShareEstimate)>,
}

impl Report {
    /// Returns the share of the result that a seat's side received, averaged over games. Returns
    /// `None` if the seat does not exist, or if no game finished within the ply limit.
    #[must_use]
    pub fn share(&self, seat: &str) -> Option<ShareEstimate> {
        Self::named(&self.seats, seat)
    }

    /// Returns the share of the result that the seats of an agent received, averaged over games.
    /// `agent` is the agent's name (`greedy`, `mcts:100`). Returns `None` if no seat has this
    /// agent, or if no game finished within the ply limit.
    #[must_use]
    pub fn agent_share(&self, agent: &str) -> Option<ShareEstimate> {
        Self::named(&self.agents, agent)
    }

    fn named(all: &[(String, ShareEstimate)], name: &str) -> Option<ShareEstimate> {
        all.iter().find(|(other, _)| other == name).map(|(_, share)| *share)
    }
}
