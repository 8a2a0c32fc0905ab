//! A game being played: the turn machine, behind an interface that hides the board's size.

use crate::action::{Action, Decision};
use crate::effect::{Emitted, Outcome};
use crate::hooks::{HookError, Hooks, View};
use crate::ruleset::Ruleset;
use crate::setup::Setup;

/// What an effect did, for those who ask why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    /// The handler that emitted it, by its number; none for what the core does by itself.
    pub handler: Option<usize>,
    /// The effect.
    pub emitted: Emitted,
}

/// Why a position can't be played from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

/// Why an action was not played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// It is not among the legal actions.
    #[error("that is not legal here")]
    Illegal,
    /// A hook failed; the game can't go on.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// A game on a board of any size.
pub trait Play: View {
    /// Runs the turn machine to the next decision and says what it is.
    ///
    /// # Errors
    /// If a hook fails.
    fn decision(&mut self) -> Result<Decision, HookError>;

    /// The legal actions of the present decision, in no particular order; empty when it is over.
    ///
    /// # Errors
    /// If a hook fails.
    fn actions(&mut self) -> Result<Vec<Action>, HookError>;

    /// Plays a legal action.
    ///
    /// # Errors
    /// If it is not legal, or a hook fails.
    fn play(&mut self, action: Action) -> Result<(), PlayError>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<&Outcome>;

    /// The position as plain data.
    fn setup(&self) -> Setup;

    /// The same, as something to read.
    fn view(&self) -> &dyn View;

    /// The number of legal sequences of `depth` decisions.
    ///
    /// # Errors
    /// If a hook fails.
    fn perft(&mut self, depth: u32) -> Result<u64, HookError>;

    /// How often each clause fired since the game began.
    fn clauses(&self) -> &[u32];

    /// What the last action and all that followed from it caused, where tracing is on.
    fn happenings(&self) -> &[Happening];

    /// Turns tracing on or off; it is off at first.
    fn trace(&mut self, on: bool);

    /// Checks everything that must hold between the parts of a position.
    ///
    /// # Errors
    /// What does not hold.
    fn validate(&self) -> Result<(), String>;

    /// Another game that stands where this one does.
    fn fork(&self) -> Box<dyn Play + '_>;
}

/// A game at its start.
///
/// # Errors
/// If a hook fails.
pub fn start<'a>(
    _rules: &'a Ruleset,
    _hooks: &'a dyn Hooks,
) -> Result<Box<dyn Play + 'a>, HookError> {
    unimplemented!()
}

/// A game at a given position.
///
/// # Errors
/// All reasons why it can't be played from.
pub fn resume<'a>(
    _rules: &'a Ruleset,
    _hooks: &'a dyn Hooks,
    _setup: &Setup,
) -> Result<Box<dyn Play + 'a>, Vec<SetupError>> {
    unimplemented!()
}
