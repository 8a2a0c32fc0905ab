//! The root of the search. Searches one decision to increasing depths, until a limit is reached or
//! the caller stops the search.

use super::alpha_beta::{INFINITE, NodeContext, Opponents, Searcher, Window};
use super::limits_and_findings::{SearchFindings, SearchLimits, SearchLine, SearchUpdate};
use crate::score::{FORCED_RESULT, Score, WIN};
use crate::search::search_kit::{Frame, Halt, Wait, shuffle};
use quadrille_core::board::Seat;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError};

/// The maximum depth of iterative deepening, in decisions.
pub(super) const MAX_DECISION_DEPTH: u32 = 60;
/// The minimum depth that is searched with an aspiration window.
const ASPIRATION_MIN_DEPTH: u32 = 4;
/// Half the width of the aspiration window, in hundredths of a unit.
const ASPIRATION_WINDOW: i32 = 30;

/// An action at the root.
struct RootAction {
    action: Action,
    /// The value of the action for the deciding team, from the last search that found a value. If
    /// the action has never improved on the best value, this is 0.
    value: i32,
    /// The principal variation, which begins with the action.
    line: Vec<Action>,
}

impl RootAction {
    /// Returns the line that begins with the action, with the action's score.
    fn search_line(&self) -> SearchLine {
        SearchLine { score: Score::of(self.value), actions: self.line.clone() }
    }
}

/// A callback that receives the results of each depth, and returns `false` to end the search.
pub(crate) type DepthCallback<'w> = &'w mut dyn FnMut(&SearchUpdate<'_>) -> bool;

/// Searches a decision to increasing depths. The first depth is `first`. `rng` shuffles the
/// actions, so that the choice among equally good actions is random.
pub(super) fn deepen<const W: usize>(
    searcher: &mut Searcher<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    (limits, first): (&SearchLimits<'_>, u32),
    rng: Option<&mut Rng>,
    watch: DepthCallback<'_>,
) -> Result<SearchFindings, HookError> {
    let mut found = SearchFindings::default();
    let seat = match searcher.search.reach(&mut frames[0]) {
        Ok(Wait::Seat(seat)) => seat,
        Ok(_) | Err(Halt::Stopped) => return Ok(found),
        Err(Halt::Hook(error)) => return Err(error),
    };
    // If only one action is legal, an agent plays it without a search. With a depth limit, an
    // engine searches the action to report its value.
    let plays_only_action = rng.is_some() || limits.depth.is_none();
    if let Some(rng) = rng {
        shuffle(&mut frames[0].list, rng);
    }
    let known = searcher
        .key(&frames[0].pos, NodeContext::root(0))
        .and_then(|key| searcher.table.probe(key, 0));
    searcher.rank(&mut frames[0], seat, 0, known.map_or(0, |entry| entry.mark));
    let ranked = &mut frames[0].list;
    ranked.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
    let mut actions: Vec<RootAction> = ranked
        .iter()
        .map(|ranked| RootAction { action: ranked.action, value: 0, line: vec![ranked.action] })
        .collect();
    if actions.iter().any(|it| limits.only.contains(&it.action)) {
        actions.retain(|it| limits.only.contains(&it.action));
    }
    found.action = actions.first().map(|first| first.action);
    if actions.len() == 1 && plays_only_action {
        return Ok(found);
    }
    let sign = searcher.sign(seat);
    let lines = limits.lines.clamp(1, actions.len());
    for depth in first..=limits.depth.unwrap_or(MAX_DECISION_DEPTH).clamp(first, MAX_DECISION_DEPTH)
    {
        for line in 0..lines {
            let done = match searcher.assumptions.opponents {
                Opponents::Maxn => {
                    maximize(searcher, frames, &mut actions[line..], (depth as i32, seat))
                }
                _ => aspiration(searcher, frames, (&mut actions, line), depth, sign),
            };
            match done {
                Ok(()) => {}
                Err(Halt::Hook(error)) => return Err(error),
                Err(Halt::Stopped) => {
                    found.stopped = searcher.search.nodes < searcher.budget;
                    found.nodes = searcher.search.nodes;
                    if line > 0 || found.action != Some(actions[0].action) {
                        // The search has already found the best action of this depth, or an action
                        // that is better than the best action of the last depth.
                        found.action = Some(actions[0].action);
                        let found_line = actions[0].search_line();
                        found.lines.retain(|line| line.actions.first() != found.action.as_ref());
                        found.lines.insert(0, found_line);
                        found.lines.truncate(lines);
                    }
                    return Ok(found);
                }
            }
        }
        // A later line may turn out to be better than an earlier one.
        actions[..lines].sort_by_key(|it| std::cmp::Reverse(it.value));
        found.lines = actions[..lines].iter().map(RootAction::search_line).collect();
        found.action = Some(actions[0].action);
        (found.depth, found.nodes) = (depth, searcher.search.nodes);
        let go_on = watch(&SearchUpdate {
            depth,
            deepest: searcher.thread.deepest as u32,
            nodes: found.nodes,
            full: searcher.table.full(),
            lines: &found.lines,
        });
        // A forced result within the horizon can't become better.
        let value = actions[0].value.abs();
        if !go_on || lines == 1 && value > FORCED_RESULT && WIN - value <= depth as i32 {
            break;
        }
    }
    Ok(found)
}

/// Finds the best action among the actions from index `line` on. Searches first with a window
/// around the last value of the action at this index.
fn aspiration<const W: usize>(
    searcher: &mut Searcher<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    (actions, line): (&mut [RootAction], usize),
    depth: u32,
    sign: i32,
) -> Result<(), Halt> {
    let last = actions[line].value;
    let mut near = ASPIRATION_WINDOW;
    let mut window = if depth >= ASPIRATION_MIN_DEPTH && last.abs() < FORCED_RESULT {
        Window { alpha: last - near, beta: last + near }
    } else {
        Window::OPEN
    };
    loop {
        let value = search(searcher, frames, (&mut actions[line..], window), depth as i32, sign)?;
        near *= 3;
        if value <= window.alpha && window.alpha > -INFINITE {
            window.alpha = if near > 1_000 { -INFINITE } else { value.max(-FORCED_RESULT) - near };
        } else if value >= window.beta && window.beta < INFINITE {
            window.beta = if near > 1_000 { INFINITE } else { value.min(FORCED_RESULT) + near };
        } else {
            return Ok(());
        }
    }
}

/// Searches actions to a depth by max^n. Afterwards, the best action is first in the list. If the
/// search is stopped, the best action found so far is first.
fn maximize<const W: usize>(
    searcher: &mut Searcher<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    actions: &mut [RootAction],
    (depth, seat): (i32, Seat),
) -> Result<(), Halt> {
    let spec = searcher.search.machine.spec;
    let team = usize::from(spec.seats[seat.index()].team);
    let place = NodeContext::root(depth - 1);
    let mut best = 0.0;
    for i in 0..actions.len() {
        let action = actions[i].action;
        let late = i >= 4 && depth >= 3 && searcher.assumptions.selective;
        let mut shares = |searcher: &mut Searcher<'_, '_, '_, W>, reduction: i32| {
            let place = NodeContext { depth: place.depth - reduction, ..place };
            searcher
                .shares_after(frames, action, place, Some((team, best)))
                .map(|shares| shares[team])
        };
        let mut share = shares(searcher, i32::from(late))?;
        if late && share > best {
            share = shares(searcher, 0)?;
        }
        if share > best || i == 0 {
            best = share;
            searcher.extend_line(0, action);
            actions[i].value = Score::lead_of(share, spec.teams.len());
            actions[i].line.clone_from(&searcher.thread.lines[0]);
            actions[..=i].rotate_right(1);
        }
    }
    Ok(())
}

/// Searches actions to a depth. Afterwards, the best action is first in the list. If the search is
/// stopped, the best action found so far is first.
fn search<const W: usize>(
    searcher: &mut Searcher<'_, '_, '_, W>,
    frames: &mut [Frame<W>],
    (actions, window): (&mut [RootAction], Window),
    depth: i32,
    sign: i32,
) -> Result<i32, Halt> {
    let place = NodeContext::root(depth - 1);
    let (mut alpha, mut best) = (window.alpha, -INFINITE);
    for i in 0..actions.len() {
        let action = actions[i].action;
        let late = i >= 4 && depth >= 3 && searcher.assumptions.selective;
        let mut ask = |frames: &mut [Frame<W>], window: Window, reduction: i32| {
            let place = NodeContext { depth: place.depth - reduction, ..place };
            searcher.after(frames, action, place, window.seen_by(sign)).map(|value| sign * value)
        };
        let null = Window { alpha, beta: alpha + 1 };
        let mut value = alpha + 1;
        if i > 0 {
            value = ask(frames, null, i32::from(late))?;
            if late && value > alpha {
                value = ask(frames, null, 0)?;
            }
        }
        if i == 0 || value > alpha && value < window.beta {
            value = ask(frames, Window { alpha, beta: window.beta }, 0)?;
        }
        if value > best {
            best = value;
        }
        if value > alpha || i == 0 {
            searcher.extend_line(0, action);
            actions[i].value = value;
            actions[i].line.clone_from(&searcher.thread.lines[0]);
            actions[..=i].rotate_right(1);
        }
        alpha = alpha.max(value);
        if alpha >= window.beta {
            break;
        }
    }
    Ok(best)
}
