//! Automated games: seeded, parallel, the same for any number of jobs.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::action::Action;
use crate::effect::{Ending, Outcome};
use crate::hooks::{HookError, Hooks};
use crate::ruleset::Ruleset;

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentSpec {
    /// Any legal action, each as likely.
    Random,
    /// Captures by value, and avoids giving material away.
    Greedy,
}

impl std::str::FromStr for AgentSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "random" => Ok(Self::Random),
            "greedy" => Ok(Self::Greedy),
            _ => Err(format!("`{text}` is no agent; there are `random` and `greedy`")),
        }
    }
}

impl std::fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        })
    }
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed all games derive from.
    pub seed: u64,
    /// Which games, by index.
    pub games: Range<u64>,
    /// An agent for each seat.
    pub agents: Vec<AgentSpec>,
    /// How many threads.
    pub jobs: usize,
    /// Keep the actions of every game.
    pub record: bool,
    /// Stop games at so many plies instead of the ruleset's limit.
    pub ply_limit: Option<u32>,
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
}

/// Makes rules from outside for one worker; they are not shared between threads.
pub type HookMaker<'a> = dyn Fn() -> Box<dyn Hooks + 'a> + Sync + 'a;

/// Plays the games of a plan, handing each record to `done` (from any thread, in any order), until
/// all are played or `stop` is set.
pub fn run(
    _rules: &Ruleset,
    _hooks: &HookMaker<'_>,
    _plan: &Plan,
    _stop: &AtomicBool,
    _done: &(dyn Fn(GameRecord) + Sync),
) -> Summary {
    unimplemented!()
}
