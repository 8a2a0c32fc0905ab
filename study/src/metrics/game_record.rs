//! The record of one game of a run.

use crate::metrics::Measurements;
use quadrille_core::rules::{Action, HookError, Outcome};

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The index of the game.
    pub index: u64,
    /// The length of the game in plies.
    pub plies: u32,
    /// The outcome, or the fault that stopped the game.
    pub end: Result<Outcome, HookError>,
    /// The number of times that each clause fired.
    pub clauses: Vec<u32>,
    /// The metrics that scripts count.
    pub metrics: Vec<u32>,
    /// The counters at the end, as in [`quadrille_core::state::Setup::counters`]. Empty if the game
    /// did not begin.
    pub counters: Vec<Vec<i32>>,
    /// The actions, if the plan keeps them.
    pub actions: Vec<Action>,
    /// The time of each decision in microseconds, if the plan measures it.
    pub micros: Vec<u32>,
    /// The measurements, if the game was measured.
    pub measured: Option<Box<Measurements>>,
}
