//! Prepares searches: their memory and their assumptions. Lets an engine search one decision.

use super::alpha_beta::{
    Assumptions, Opponents, SHARE_CACHE_SLOTS, STATIC_CACHE_SLOTS, Searcher, ThreadData,
};
use super::capture_values::Values;
use super::limits_and_findings::{SearchFindings, SearchLimits};
use super::ordering::MoveOrdering;
use super::root::{DepthCallback, deepen};
use super::transpositions::Transpositions;
use crate::agent::TypedAgent;
use crate::eval::Accumulator;
use crate::search::SearchMemory;
use crate::search::search_kit::{Kit, MAX_ACTION_DEPTH, Search};
use quadrille_core::internals::{MoveGen, TypedGame};
use quadrille_core::numeric::math::ln;
use quadrille_core::numeric::rng::{Rng, mix};
use quadrille_core::rules::{Action, HookError};

/// The memory of one thread.
pub(crate) struct Workspace<const W: usize> {
    kit: Kit<W>,
    thread: ThreadData,
    assumptions: Assumptions,
}

impl<const W: usize> Workspace<W> {
    pub fn new(movegen: &MoveGen<'_, W>, opponents: Opponents) -> Self {
        let kit = Kit::new(movegen);
        let assumptions = assumptions(movegen, opponents);
        let least = 0.4 + f64::from(assumptions.turns - 1);
        let reduction = |depth: usize, place: usize| {
            let (depth, place) = (depth.max(1) as f64, place.max(1) as f64);
            (least + ln(depth) * ln(place) / 2.0) as u8
        };
        let thread = ThreadData {
            values: Values::new(movegen, &kit.eval),
            ordering: MoveOrdering::new(kit.slots(), movegen.t.seats),
            statics: vec![(0, 0); STATIC_CACHE_SLOTS],
            shares: if assumptions.opponents == Opponents::Maxn {
                vec![None; SHARE_CACHE_SLOTS]
            } else {
                Vec::new()
            },
            reductions: (0..32)
                .map(|depth| std::array::from_fn(|at| reduction(depth, at)))
                .collect(),
            lines: vec![Vec::new(); MAX_ACTION_DEPTH + 2],
            tried: vec![Vec::new(); MAX_ACTION_DEPTH + 2],
            trend: vec![None; MAX_ACTION_DEPTH + 2],
            accumulators: vec![Accumulator::default(); MAX_ACTION_DEPTH + 2],
            deepest: 0,
        };
        Self { assumptions, kit, thread }
    }

    /// Searches the decision of a game.
    pub fn search(
        &mut self,
        game: &TypedGame<'_, W>,
        table: &Transpositions,
        task: SearchTask<'_>,
        rng: Option<&mut Rng>,
        stop: &dyn Fn() -> bool,
        watch: DepthCallback<'_>,
    ) -> Result<SearchFindings, HookError> {
        let Self { kit, thread, assumptions } = self;
        let SearchTask { limits, apart, first } = task;
        if apart == 0 {
            thread.ordering.go_on();
        } else {
            thread.ordering.clear();
        }
        thread.deepest = 0;
        let mut frames = kit.frames(&game.pos, usize::MAX);
        let team = if assumptions.two_sides {
            0
        } else {
            usize::from(game.machine.t.team_of[game.decider().0.index()])
        };
        let mut searcher = Searcher {
            search: Search::new(game, kit, stop),
            thread,
            table,
            assumptions: *assumptions,
            team,
            budget: limits.nodes.unwrap_or(u64::MAX),
            salt: mix(team as u64 ^ apart << 3),
            noise: apart,
        };
        let found = deepen(&mut searcher, &mut frames, (limits, first), rng, watch);
        self.kit.frames = frames;
        found
    }
}

/// The parameters of one search.
#[derive(Clone, Copy)]
pub struct SearchTask<'t> {
    pub limits: &'t SearchLimits<'t>,
    /// A number that separates searches which share a table. Each search uses only the entries that
    /// were stored with its number. If the number is not 0, the search also makes small random
    /// changes to static values.
    pub apart: u64,
    /// The depth of the first search, from which the depth increases.
    pub first: u32,
}

/// Returns the assumptions that the rules allow a search to make.
fn assumptions<const W: usize>(movegen: &MoveGen<'_, W>, opponents: Opponents) -> Assumptions {
    let spec = movegen.spec;
    let dice = spec.dice.is_some();
    let duties = movegen.t.capture_duties.iter().any(Option::is_some);
    let two_sides = spec.teams.len() == 2;
    // Near a draw by the clock, positions that differ only in their clocks have different values.
    let clock = spec
        .no_progress
        .map_or(u32::MAX, |moves| moves.saturating_mul(spec.seats.len() as u32).saturating_sub(40));
    Assumptions {
        two_sides,
        opponents: if two_sides { Opponents::Paranoid } else { opponents },
        selective: !dice && !duties,
        passing_loses: !dice && !duties && !movegen.t.per_move,
        repetition: spec.repetition.is_some(),
        clock,
        round: spec.order.len().max(1),
        turns: if two_sides { (spec.order.len() as i32 / 2).clamp(1, 2) } else { 1 },
    }
}

/// A search of one decision. The caller provides the search's memory and limits. After the search,
/// `found` contains the results.
pub(crate) struct EngineDecision<'e, 'w> {
    pub memory: &'e mut SearchMemory,
    pub limits: &'e SearchLimits<'e>,
    pub watch: DepthCallback<'w>,
    pub found: SearchFindings,
}

impl<const W: usize> TypedAgent<W> for EngineDecision<'_, '_> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        _: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let rules = game.machine.board.rules;
        let shared = &mut self.memory.0;
        let helper = shared.helper();
        if helper.is_none() {
            if shared.was_of_another(rules) {
                shared.all().clear();
            }
            shared.all().begin();
        }
        let mut own = shared.workspace(rules).unwrap_or_else(|| {
            Box::new(Workspace::new(&game.machine.movegen, Opponents::BestReply))
        });
        // Threads are most useful if they do not all search the same depth.
        let deepest = self.limits.depth.unwrap_or(u32::MAX).max(1);
        let first = helper.map_or(1, |number| 2 + number % 3).min(deepest);
        let task = SearchTask { limits: self.limits, apart: 0, first };
        let found = own.search(game, shared.all(), task, None, stop, self.watch);
        shared.keep(rules, own);
        self.found = found?;
        Ok(self.found.action)
    }
}
