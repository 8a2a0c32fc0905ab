//! The record of one game of a run.

use crate::metrics::Measurements;
use quadrille_core::rules::{Action, HookError, Outcome};

/// One finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The game's index.
    pub index: u64,
    /// Its length in plies.
    pub plies: u32,
    /// Its outcome, or the fault that stopped it.
    pub end: Result<Outcome, HookError>,
    /// How often each clause fired.
    pub clauses: Vec<u32>,
    /// The metrics that scripts count.
    pub metrics: Vec<u32>,
    /// The counters at the end, as in [`quadrille_core::state::Setup::counters`]; empty if the game did not begin.
    pub counters: Vec<Vec<i32>>,
    /// The actions, if they are kept.
    pub actions: Vec<Action>,
    /// How long each decision took, in microseconds, if that was measured.
    pub micros: Vec<u32>,
    /// The measurements, if the game was measured.
    pub measured: Option<Box<Measurements>>,
}
