//! The profile of a run, for authors of rulesets. It has the time of each part of the engine's work
//! and of each hook, and a hint if a hook could be cheaper.

use std::fmt::Write as _;

use quadrille_agents::AgentSpec;
use quadrille_core::EventKind;
use quadrille_core::rules::{Filter, Handler};
use quadrille_dsl::Ruleset;
use quadrille_study::sim::{HookSpent, Part, Profile, Spent};
use serde::Serialize;

use crate::figures::percent;
use crate::statistics::rounded;
use crate::table::{Align, WIDTH, head, paragraph, section};

/// The text shows a hint about a hook only if the hook takes at least this fraction of the time.
const MIN_HINT_TIME_SHARE: f64 = 0.01;
/// If at least this fraction of a hook's calls has no effect, the report gives the hint to call the
/// hook less often.
const MAX_IDLE_CALL_SHARE: f64 = 0.9;

/// The profile of a run. Only `seconds` and the fields that begin with `ns` depend on the clock.
#[derive(Serialize, Debug)]
pub struct ProfileReport {
    /// The total time, added up over threads.
    seconds: f64,
    /// The cost of each part of the engine's work.
    parts: Vec<PartRow>,
    /// The cost of all hooks together.
    scripts: ProfileCost,
    /// The hooks, in the order in which the engine calls them.
    hooks: Vec<HookRow>,
}

/// The cost of a part or hook.
#[derive(Serialize, Clone, Copy, Debug)]
struct ProfileCost {
    /// The number of calls.
    calls: u64,
    /// The total time in seconds.
    seconds: f64,
    /// The time of one call in nanoseconds.
    ns_per_call: f64,
    /// The fraction of the total time, from 0 to 1.
    ns_share: f64,
}

#[derive(Serialize, Debug)]
struct PartRow {
    part: &'static str,
    #[serde(flatten)]
    cost: ProfileCost,
}

#[derive(Serialize, Debug)]
struct HookRow {
    /// The name of the hook: `script.function`.
    hook: String,
    #[serde(flatten)]
    cost: ProfileCost,
    /// The number of calls of the hook that had no effect.
    idle: u64,
    /// A hint to make the hook cheaper.
    hint: Option<String>,
}

impl ProfileCost {
    fn new(spent: Spent, all: u64) -> Self {
        let ns = spent.ns as f64;
        Self {
            calls: spent.calls,
            seconds: rounded(ns / 1e9, 6),
            ns_per_call: rounded(ns / spent.calls.max(1) as f64, 1),
            ns_share: rounded(ns / all.max(1) as f64, 6),
        }
    }

    fn row(&self, name: String) -> Vec<String> {
        let ns = format!("{:.0}", self.ns_per_call);
        vec![name, self.calls.to_string(), ns, percent(self.ns_share)]
    }
}

impl ProfileReport {
    /// Creates the report of a ruleset's profile.
    #[must_use]
    pub fn new(loaded: &Ruleset, agents: &[AgentSpec], profile: &Profile) -> Self {
        let all = profile.ns();
        let parts = Part::ALL.into_iter().zip(profile.parts);
        let used = |(part, spent): &(Part, Spent)| spent.calls > 0 || *part == Part::Rest;
        let handlers = loaded.spec().handlers.iter().enumerate().zip(&profile.hooks);
        // Searching agents call hooks in positions that games do not reach. These calls say nothing
        // about games.
        let plays = agents.iter().all(|agent| *agent == AgentSpec::Random);
        Self {
            seconds: rounded(all as f64 / 1e9, 6),
            parts: parts
                .filter(used)
                .map(|(part, spent)| PartRow {
                    part: name(part),
                    cost: ProfileCost::new(spent, all),
                })
                .collect(),
            scripts: ProfileCost::new(profile.scripts(), all),
            hooks: handlers
                .map(|((number, handler), hook)| HookRow {
                    hook: handler.name.clone(),
                    cost: ProfileCost::new(hook.spent, all),
                    idle: hook.idle,
                    hint: if plays { hint(loaded, number, handler, hook) } else { None },
                })
                .collect(),
        }
    }

    /// Writes the profile as text. The most expensive hooks come first, and hooks that were never
    /// called are left out.
    pub fn text(&self, out: &mut String) {
        let mut rows = vec![head(&["", "calls", "ns per call", "share"])];
        rows.extend(self.parts.iter().map(|row| row.cost.row(row.part.to_owned())));
        rows.push(self.scripts.row("scripts".to_owned()));
        let mut hooks: Vec<&HookRow> = self.hooks.iter().filter(|h| h.cost.calls > 0).collect();
        hooks.sort_by(|a, b| b.cost.ns_share.total_cmp(&a.cost.ns_share));
        rows.extend(hooks.iter().map(|hook| hook.cost.row(format!("  {}", hook.hook))));
        let sides = [Align::Left, Align::Right, Align::Right, Align::Right];
        section("Time", &sides, &rows, out);
        for hook in hooks.iter().filter(|hook| hook.cost.ns_share >= MIN_HINT_TIME_SHARE) {
            if let Some(hint) = &hook.hint {
                let line = format!("{}: {hint}", hook.hook);
                let _ = write!(out, "\n{}", paragraph(&line, 2, WIDTH));
            }
        }
    }
}

fn name(part: Part) -> &'static str {
    match part {
        Part::Generation => "generation",
        Part::Applying => "applying",
        Part::Turns => "turn machine",
        Part::Agents => "agents",
        Part::Metrics => "metrics",
        Part::Rest => "the rest",
    }
}

/// Returns a hint to make a hook cheaper, if one is known. The hint depends only on counts, so it
/// is equal in every run of the same games.
fn hint(loaded: &Ruleset, number: usize, handler: &Handler, hook: &HookSpent) -> Option<String> {
    let calls = hook.spent.calls;
    let share = |n: u64| n as f64 >= calls as f64 * MAX_IDLE_CALL_SHARE;
    if calls == 0 {
        return None;
    }
    let shapes = hook.shaping > 0 && hook.shaping + hook.idle == calls;
    if shapes && loaded.reads_piece_and_square_only(number) {
        return Some(
            "this hook depends only on the piece and its destination, and only turns, marks or \
             replaces the piece. Replace it with a tabulated hook, `arrives` or `promotes`"
                .to_owned(),
        );
    }
    if !share(hook.idle) {
        return None;
    }
    let idle = format!("{} of its {calls} calls had no effect", hook.idle);
    let filtered = handler.filter != Filter::default();
    match handler.event {
        EventKind::Move
        | EventKind::Capture
        | EventKind::RoyalCaptured
        | EventKind::Promotion
        | EventKind::Forbids => {
            let what =
                if filtered { "narrow its `/// when:` filter" } else { "add a `/// when:` filter" };
            Some(format!("{idle}: {what}, which costs nothing if it does not match"))
        }
        EventKind::Turn => Some(format!(
            "{idle}: add a `/// when:` filter (`in check or no move`, `state STATE`, `KIND on \
             ZONE`), use the hook of the cause (`on_move`, `on_mate`, `on_release`), or declare a \
             state with `ends_when`"
        )),
        EventKind::Check | EventKind::Outcome => {
            Some(format!("{idle}: test first the cheapest condition that usually fails"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_parts_and_hooks_are_of_the_same_whole() {
        let cost = ProfileCost::new(Spent { calls: 4, ns: 500 }, 2000);
        assert_eq!((cost.ns_per_call, cost.ns_share), (125.0, 0.25));
        let nothing = ProfileCost::new(Spent::default(), 0);
        assert_eq!((nothing.ns_per_call, nothing.ns_share), (0.0, 0.0));
    }
}
