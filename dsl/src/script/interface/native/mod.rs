//! Native functions. This module defines their arguments and results, their registration, their
//! errors, and the budget of operations.

pub(crate) mod game_value;
mod registry;
mod value;

use std::cell::Cell;
use std::rc::Rc;

use crate::text::prose::with_article;
use rhai::{Dynamic, EvalAltResult, Position};

pub(crate) use registry::{Call, Native, Natives, Registrar};
pub(crate) use value::{Gives, Text, Value};

use crate::diagnostic::NameSuggestion;

/// The result of a native function that may fail.
pub(crate) type Fallible<T> = Result<T, Box<EvalAltResult>>;

/// Returns an error as the result of a native function. Rhai adds the place of the call.
pub(crate) fn fail<T>(message: impl Into<String>) -> Fallible<T> {
    Err(failure(message))
}

/// Creates an error for a native function to return. The error contains advice.
pub(crate) fn advised(
    message: impl Into<String>,
    help: impl Into<NameSuggestion>,
) -> Box<EvalAltResult> {
    let failure = AdvisedFailure { message: message.into(), help: help.into() };
    EvalAltResult::ErrorRuntime(Dynamic::from(failure), Position::NONE).into()
}

/// The payload of an error from [`advised`].
#[derive(Clone)]
pub(crate) struct AdvisedFailure {
    pub message: String,
    pub help: NameSuggestion,
}

/// Creates an error for a native function to return. The error contains no advice.
pub(crate) fn failure(message: impl Into<String>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE).into()
}

/// A limit on the operations of scripts.
#[derive(Clone, Copy)]
pub(crate) struct OperationBudget {
    /// The maximum number of operations in one call of a hook.
    pub(crate) call: u64,
    /// The maximum number of operations in all calls together.
    pub(crate) all: u64,
}

impl OperationBudget {
    /// The budget of event hooks. It has no limit for all calls together, because a game may have
    /// any number of events. [`quadrille_study::sim::MAX_GAME_OPERATIONS`] limits the operations of
    /// a whole game.
    pub(crate) const EVENTS: Self = Self { call: 200_000, all: u64::MAX };
    /// The budget of an engine that runs no scripts.
    pub(crate) const NONE: Self = Self { call: 0, all: 0 };

    /// Returns the budget of hooks that run when a ruleset is loaded. All their calls together have
    /// `all` operations at most.
    pub(crate) const fn loading(all: u64) -> Self {
        Self { call: Self::EVENTS.call, all }
    }
}

/// The message about a script that exceeded its budget.
pub(crate) const TOO_MANY_OPERATIONS: &str = "too many operations";

/// Counts the operations of scripts. Rhai's own counter can't be used, because it restarts in every
/// closure that an array function calls.
pub(crate) struct Meter {
    budget: OperationBudget,
    call: Cell<u64>,
    all: Cell<u64>,
}

impl Meter {
    pub(crate) fn new(budget: OperationBudget) -> Rc<Self> {
        Rc::new(Self { budget, call: Cell::new(0), all: Cell::new(0) })
    }

    /// Counts several operations at once. They are the cost of a native function that takes longer
    /// than one operation. If the script now exceeds its budget, the script stops at its next
    /// operation.
    pub(crate) fn charge(&self, operations: u64) {
        self.call.set(self.call.get().saturating_add(operations));
        self.all.set(self.all.get().saturating_add(operations));
    }

    /// Begins a call of a hook. The operations in `taken` count as already used from the budget of
    /// this call.
    pub(crate) fn resume(&self, taken: u64) {
        self.call.set(taken);
    }

    /// Counts one operation. Returns the reason to stop the script if the script now exceeds its
    /// budget.
    pub(crate) fn step(&self) -> Option<Dynamic> {
        self.charge(1);
        self.spent()
    }

    /// Returns the number of operations in the current call. If no call is running, returns the
    /// number in the last call.
    pub(crate) fn taken(&self) -> u64 {
        self.call.get()
    }

    /// Returns the number of operations in all calls together.
    pub(crate) fn total(&self) -> u64 {
        self.all.get()
    }

    /// Returns `true` if the script has exceeded its budget.
    pub(crate) fn is_spent(&self) -> bool {
        self.call.get() > self.budget.call || self.all.get() > self.budget.all
    }

    /// Returns the reason to stop the script. Returns `None` if the script has not exceeded its
    /// budget.
    pub(crate) fn spent(&self) -> Option<Dynamic> {
        self.is_spent().then(|| TOO_MANY_OPERATIONS.into())
    }
}

/// Returns the word by which messages refer to a Rhai type or to a list of types. If a Rust type
/// has no name in scripts, the word is "value".
pub(crate) fn type_word(name: &str) -> &str {
    match name.trim() {
        "i64" => "number",
        "string" | "&str | ImmutableString | String" => "string",
        "bool" => "boolean",
        "char" => "character",
        "Fn" | "FnPtr" => "closure",
        "range=" => "range",
        other if other.contains("::") || other.contains('<') => {
            let bare = other.split('<').next().unwrap_or(other);
            match bare.rsplit("::").next().unwrap_or(bare) {
                "Seat" => "seat",
                "Square" => "square",
                "Piece" => "piece",
                "Candidate" => "move",
                "Range" | "RangeInclusive" => "range",
                _ => "value",
            }
        }
        other => other,
    }
}

/// Returns the name of a Rhai type with an article, for messages.
pub(crate) fn a_type(name: &str) -> String {
    match type_word(name) {
        "()" => "nothing".to_owned(),
        word => with_article(word),
    }
}
