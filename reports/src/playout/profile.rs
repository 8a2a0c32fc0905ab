//! Where the time of a run went, for authors: the parts of the engine's work and each hook, with a
//! hint where a hook could cost less.

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

/// The least share of the time for which a hook is worth a hint to people.
const MIN_HINT_TIME_SHARE: f64 = 0.01;
/// The share of calls without an effect at which a hook is called too often.
const MAX_IDLE_CALL_SHARE: f64 = 0.9;

/// Where the time went. Nothing but `seconds` and what begins with `ns` depends on the clock.
#[derive(Serialize, Debug)]
pub struct ProfileReport {
    /// All that was measured, added up over threads.
    seconds: f64,
    /// The parts of the engine's work.
    parts: Vec<PartRow>,
    /// All hooks together.
    scripts: ProfileCost,
    /// Each hook, in the order in which they are called.
    hooks: Vec<HookRow>,
}

/// What a part or hook cost.
#[derive(Serialize, Clone, Copy, Debug)]
struct ProfileCost {
    /// How often it was begun.
    calls: u64,
    /// All its time.
    seconds: f64,
    /// One call of it.
    ns_per_call: f64,
    /// Its share of all time, from 0 to 1.
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
    /// `script.function`.
    hook: String,
    #[serde(flatten)]
    cost: ProfileCost,
    /// Calls that had no effect.
    idle: u64,
    /// How it could cost less.
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
    /// What a profile says of a ruleset.
    #[must_use]
    pub fn new(loaded: &Ruleset, agents: &[AgentSpec], profile: &Profile) -> Self {
        let all = profile.ns();
        let parts = Part::ALL.into_iter().zip(profile.parts);
        let used = |(part, spent): &(Part, Spent)| spent.calls > 0 || *part == Part::Rest;
        let handlers = loaded.spec().handlers.iter().enumerate().zip(&profile.hooks);
        // Agents that search call hooks in positions that no game comes to: what these do says
        // nothing of games.
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

    /// The same for people: the most expensive hook first, without hooks that were never called.
    pub fn text(&self, out: &mut String) {
        let mut rows = vec![head(&["", "calls", "ns per call", "share"])];
        rows.extend(self.parts.iter().map(|row| row.cost.row(row.part.to_owned())));
        rows.push(self.scripts.row("scripts".to_owned()));
        let mut hooks: Vec<&HookRow> = self.hooks.iter().filter(|h| h.cost.calls > 0).collect();
        hooks.sort_by(|a, b| b.cost.ns_share.total_cmp(&a.cost.ns_share));
        rows.extend(hooks.iter().map(|hook| hook.cost.row(format!("  {}", hook.hook))));
        let sides = [Align::Left, Align::Right, Align::Right, Align::Right];
        section("RunTime", &sides, &rows, out);
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

/// How a hook could cost less, as far as that can be known. It depends on counts alone, so that it
/// is the same in every run of the same games.
fn hint(loaded: &Ruleset, number: usize, handler: &Handler, hook: &HookSpent) -> Option<String> {
    let calls = hook.spent.calls;
    let share = |n: u64| n as f64 >= calls as f64 * MAX_IDLE_CALL_SHARE;
    if calls == 0 {
        return None;
    }
    let shapes = hook.shaping > 0 && hook.shaping + hook.idle == calls;
    if shapes && loaded.reads_piece_and_square_only(number) {
        return Some(
            "this hook is pure: it reads the piece and its destination, and turns, marks or \
             replaces it. Make it a tabulated hook: `arrives`, or `promotes`"
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
            let what = if filtered {
                "narrow its `/// when:` filter"
            } else {
                "give it a `/// when:` filter"
            };
            Some(format!("{idle}: {what}, which is free when it does not match"))
        }
        EventKind::Turn => Some(format!(
            "{idle}: give it a `/// when:` filter (`in check or no move`, `state STATE`, `KIND on \
             ZONE`), act where the reason arises (`on_move`, `on_mate`, `on_release`), or declare a \
             state with `ends_when`"
        )),
        EventKind::Check | EventKind::Outcome => {
            Some(format!("{idle}: test the cheapest condition that mostly fails first"))
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
