//! An engine's tree search for one decision.

use super::grow::{Grower, TreeBudget, locked};
use super::tree::ROOT;
use super::{TreeFindings, TreeLimits, TreeMemory};
use crate::agent::TypedAgent;
use crate::search::search_kit::{Frame, Kit, Search};
use quadrille_core::internals::TypedGame;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// A tree search for one decision of an engine. It implements the interface of agents.
pub(crate) struct TreeEngine<'e, 'w> {
    pub memory: &'e mut TreeMemory,
    pub limits: &'e TreeLimits<'e>,
    /// A callback that receives interim results, and returns `false` to end the search.
    pub watch: &'w mut dyn FnMut(&TreeFindings) -> bool,
    pub found: TreeFindings,
}

impl<const W: usize> TypedAgent<W> for TreeEngine<'_, '_> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        _: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        let Self { memory, limits, watch, .. } = self;
        let rules = game.machine.board.rules;
        let shared = &mut memory.0;
        let helper = shared.helper();
        let (known, mut kit) = match shared.workspace::<Kit<W>>(rules) {
            Some(kit) => (true, kit),
            None => (false, Box::new(Kit::new(&game.machine.movegen))),
        };
        let (seat, stream, counter) = game.decider();
        let number = helper.map_or(0, |number| u64::from(number) + 1);
        let mut rng = Rng::new(limits.seed, number, stream, u64::from(seat.0), u64::from(counter));
        let tree = shared.all();
        let mut frames = kit.frames(&game.pos, 3);
        let mut grower = Grower::new(Search::new(game, &mut kit, stop), tree, &mut rng);
        let budget = TreeBudget { descents: u64::MAX, nodes: limits.nodes.unwrap_or(u64::MAX) };
        let found = match helper {
            Some(_) if !locked(tree).open => Ok(TreeFindings::default()),
            Some(_) => {
                let grown = grower.grow(&mut frames, budget, &mut |_| true);
                grown.map(|_| TreeFindings::default())
            }
            None => lead(&mut grower, &mut frames, (limits, known), budget, watch),
        };
        kit.frames = frames;
        shared.keep(rules, kit);
        self.found = found?;
        Ok(self.found.action)
    }
}

/// Runs the search of the first thread.
fn lead<const W: usize>(
    grower: &mut Grower<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    (limits, known): (&TreeLimits<'_>, bool),
    budget: TreeBudget,
    watch: &mut dyn FnMut(&TreeFindings) -> bool,
) -> Result<TreeFindings, HookError> {
    let tree = grower.tree;
    let (Some(team), mut stopped) = grower.begin(frames, limits.only, known)? else {
        return Ok(TreeFindings::default());
    };
    locked(tree).open = true;
    let find = |nodes| TreeFindings::of(&locked(tree), team, limits.lines, nodes);
    if !stopped && locked(tree).node(ROOT).children().len() > 1 {
        stopped = grower.grow(frames, budget, &mut |nodes| watch(&find(nodes)))?;
    }
    Ok(TreeFindings { stopped, ..find(grower.search.nodes) })
}
