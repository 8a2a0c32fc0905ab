//! Native functions: what they take and give, how they are made known, how they fail, and the budget of
//! operations.

pub(crate) mod game_answers;
mod registry;
mod value;

use std::cell::Cell;
use std::rc::Rc;

use crate::text::prose::with_article;
use rhai::{Dynamic, EvalAltResult, Position};

pub(crate) use registry::{Call, Native, Natives, Registrar};
pub(crate) use value::{Gives, Text, Value};

use crate::diagnostic::NameSuggestion;

/// What a fallible native function gives.
pub(crate) type Fallible<T> = Result<T, Box<EvalAltResult>>;

/// An error of a native function; Rhai adds the place of the call.
pub(crate) fn fail<T>(message: impl Into<String>) -> Fallible<T> {
    Err(failure(message))
}

/// An error of a native function with advice.
pub(crate) fn advised(
    message: impl Into<String>,
    help: impl Into<NameSuggestion>,
) -> Box<EvalAltResult> {
    let failure = AdvisedFailure { message: message.into(), help: help.into() };
    EvalAltResult::ErrorRuntime(Dynamic::from(failure), Position::NONE).into()
}

/// What [`advised`] raises.
#[derive(Clone)]
pub(crate) struct AdvisedFailure {
    pub message: String,
    pub help: NameSuggestion,
}

/// See [`fail`].
pub(crate) fn failure(message: impl Into<String>) -> Box<EvalAltResult> {
    EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE).into()
}

/// The number of operations that scripts may use.
#[derive(Clone, Copy)]
pub(crate) struct OperationBudget {
    /// In one call of a hook.
    pub(crate) call: u64,
    /// In all calls together.
    pub(crate) all: u64,
}

impl OperationBudget {
    /// Of event hooks. A game may have any number of events: what all of them take is bounded by
    /// [`quadrille_study::sim::MAX_GAME_OPERATIONS`].
    pub(crate) const EVENTS: Self = Self { call: 200_000, all: u64::MAX };
    /// Of every `define`.
    pub(crate) const DEFINE: Self = Self { call: 200_000, all: 1_000_000 };
    /// Of tabulated hooks, which run for every piece on every square.
    pub(crate) const TABLES: Self = Self { call: 200_000, all: 8_000_000 };
    /// Of scripts that are not run.
    pub(crate) const NONE: Self = Self { call: 0, all: 0 };
}

/// Why a script over its budget is stopped.
pub(crate) const TOO_MANY_OPERATIONS: &str = "too many operations";

/// Counts operations. Rhai's own count can't be relied on: it restarts in every closure that a
/// function of an array calls.
pub(crate) struct Meter {
    budget: OperationBudget,
    call: Cell<u64>,
    all: Cell<u64>,
}

impl Meter {
    pub(crate) fn new(budget: OperationBudget) -> Rc<Self> {
        Rc::new(Self { budget, call: Cell::new(0), all: Cell::new(0) })
    }

    /// Adds the cost of a native function that takes as long as several operations. The budget is
    /// checked at the script's next operation.
    pub(crate) fn charge(&self, operations: u64) {
        self.call.set(self.call.get().saturating_add(operations));
        self.all.set(self.all.get().saturating_add(operations));
    }

    /// Begins a call that has used so many operations already.
    pub(crate) fn resume(&self, taken: u64) {
        self.call.set(taken);
    }

    /// Counts one operation; gives the reason to stop the script if it is over budget.
    pub(crate) fn step(&self) -> Option<Dynamic> {
        self.charge(1);
        self.spent()
    }

    /// The number of operations of the present call, or of the last one.
    pub(crate) fn taken(&self) -> u64 {
        self.call.get()
    }

    /// The number of operations of all calls.
    pub(crate) fn total(&self) -> u64 {
        self.all.get()
    }

    /// Whether the script is over budget.
    pub(crate) fn is_spent(&self) -> bool {
        self.call.get() > self.budget.call || self.all.get() > self.budget.all
    }

    /// Why the script has to stop, if it is over budget.
    pub(crate) fn spent(&self) -> Option<Dynamic> {
        self.is_spent().then(|| TOO_MANY_OPERATIONS.into())
    }
}

/// The name of a Rhai type, or of a list of types, in messages. Types of Rust that have no name for
/// scripts are values.
pub(crate) fn type_word(name: &str) -> &str {
    match name.trim() {
        "i64" => "number",
        "string" | "&str | ImmutableString | String" => "text",
        "bool" => "truth value",
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

/// The same after an article.
pub(crate) fn a_type(name: &str) -> String {
    match type_word(name) {
        "()" => "nothing".to_owned(),
        word => with_article(word),
    }
}
