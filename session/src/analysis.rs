//! Analyses: the best lines of a search, with their evaluations and the notation of their moves.

use quadrille_agents::{Score, SearchFindings, SearchLimits, SearchLine, SearchMemory};
use quadrille_core::{Action, AnyGame, Decision, HookError};
use quadrille_dsl::{actions, pgn};
use serde::Serialize;

use crate::action_descriptions::decider;
use crate::names::RulesetNames;

/// The size of the search's table of positions, in bytes.
const SEARCH_TABLE_BYTES: usize = 16 << 20;

/// The result of an analysis. The analysis is empty if no seat has to choose, because the game is
/// over or dice are rolled.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Analysis {
    /// The best lines, best first. Each begins with a different action.
    pub lines: Vec<AnalysedLine>,
    /// The greatest completed depth, in decisions.
    pub depth: u32,
    /// The number of positions reached.
    pub nodes: u64,
    /// `true` if the analysis was stopped.
    pub stopped: bool,
}

/// A line of a search, with the value of its first action.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AnalysedLine {
    /// The value of the line for the team of the seat that chooses. `None` if the search ended
    /// before it found the value.
    pub score: Option<Score>,
    /// The expected actions of all seats. The line ends before the first roll.
    pub plies: Vec<LinePly>,
}

/// A ply of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct LinePly {
    /// The seat that plays the ply.
    pub seat: String,
    /// The text of the action.
    pub action: String,
    /// The action in algebraic notation, with signs of check; see
    /// [`quadrille_dsl::pgn::notations`].
    pub notation: String,
}

/// Searches the present decision of a game within limits, and returns the best lines with at most
/// `length` plies each. The search polls `stop`.
///
/// # Errors
/// Returns a [`HookError`] if a hook of the rules fails.
pub fn analyse(
    game: &mut dyn AnyGame,
    limits: &SearchLimits<'_>,
    length: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Analysis, HookError> {
    if !matches!(game.decision()?, Decision::Turn(_) | Decision::Question(_)) {
        return Ok(Analysis::default());
    }
    let mut memory = SearchMemory::new(SEARCH_TABLE_BYTES);
    let found = quadrille_agents::search(&mut *game, &mut memory, limits, stop, &mut |_| true)?;
    let SearchFindings { action, mut lines, depth, nodes, stopped, .. } = found;
    let Some(action) = action else { return Ok(Analysis::default()) };
    // If the search stops within a depth, its action may be better than the lines of the last
    // complete depth.
    let known = lines.iter().position(|line| line.actions.first() == Some(&action));
    let unknown = known.is_none().then(|| (None, vec![action]));
    if let Some(known) = known {
        lines.swap(0, known);
    }
    let known = lines.into_iter().map(|SearchLine { score, actions }| (Some(score), actions));
    let lines = unknown.into_iter().chain(known).take(limits.lines.max(1));
    let lines = lines.map(|(score, actions)| {
        Ok(AnalysedLine { score, plies: plies(&*game, &actions, length)? })
    });
    Ok(Analysis { lines: lines.collect::<Result<_, HookError>>()?, depth, nodes, stopped })
}

/// Plays actions on a copy of a game, and returns their plies. Stops after `length` actions, or
/// before an action that is not legal.
fn plies(game: &dyn AnyGame, actions: &[Action], length: usize) -> Result<Vec<LinePly>, HookError> {
    let mut game = game.fork();
    let mut plies = Vec::new();
    for action in actions.iter().take(length) {
        let Some(seat) = decider(&game.decision()?) else { break };
        let legal = actions::legal(&mut *game)?;
        let Some((text, _)) = legal.iter().find(|(_, other)| other == action) else { break };
        let mut notation = pgn::notation(&*game, &legal, *action);
        let mover = game.turn();
        if game.play(*action).is_err() {
            break;
        }
        notation.push_str(&pgn::check_signs(&*game, mover, *action));
        let seat = RulesetNames(game.rules().spec()).seat(seat);
        plies.push(LinePly { seat, action: text.clone(), notation });
    }
    Ok(plies)
}
