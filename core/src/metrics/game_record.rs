//! What a game came to.

use crate::metrics::Record;
use crate::rules::{Action, HookError, Outcome};

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
    /// What happened in it, where that is measured.
    pub measured: Option<Box<Record>>,
}
