//! Runs a tabulated hook again for each query, without its table. Tests use this to check that the
//! tables agree with the scripts. It is slow, so games use the tables.

use std::cell::RefCell;

use quadrille_core::rules::{Arrival, Promotion};
use quadrille_core::{Kind, Piece, Spec, Square};
use rhai::Dynamic;

use crate::diagnostic::Diagnostic;
use crate::limits::NEVER_STOPPED;
use crate::script::compile::scripts::Scripts;
use crate::script::compile::tabulate::{TabulatedHook, Tabulator, answer_values};
use crate::script::interface::bindings::effect_arguments::has;
use crate::script::interface::native::{Fallible, OperationBudget};

/// The tabulated hooks of a ruleset, which run again for each query. This value can be used on one
/// thread only.
///
/// The answers contain no clauses. If there is no hook, the answer is a default: no promotion, no
/// change, or `true` for `may_enter`. The answer is also this default if the hook's `/// when:`
/// line excludes the kind of the piece.
pub struct Live<'a> {
    spec: &'a Spec,
    asker: RefCell<Tabulator<'static>>,
    promotes: Option<TabulatedHook<'a>>,
    arrives: Option<TabulatedHook<'a>>,
    may_enter: Option<TabulatedHook<'a>>,
    dice_allows: Option<TabulatedHook<'a>>,
}

impl std::fmt::Debug for Live<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").finish_non_exhaustive()
    }
}

impl<'a> Live<'a> {
    pub(crate) fn new(scripts: &'a Scripts, spec: &'a Spec) -> Self {
        let mut asker = Tabulator::new(OperationBudget::EVENTS, spec, scripts, &NEVER_STOPPED);
        let mut table = |name: &str| asker.table(scripts, spec, name);
        let promotes = table("promotes");
        let arrives = table("arrives");
        let may_enter = table("may_enter");
        let dice_allows = table("dice_allows");
        Self { spec, asker: RefCell::new(asker), promotes, arrives, may_enter, dice_allows }
    }

    /// Returns the promotion of a piece on a square. Returns `None` if the piece does not promote
    /// there.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] at the place of the failure if the hook fails.
    pub fn promotes(&self, piece: Piece, at: Square) -> Result<Option<Promotion>, Diagnostic> {
        let spec = self.spec;
        let asked = self.ask(self.promotes.as_ref(), piece, at, |facts, answer| {
            answer_values::promotion(facts, spec, answer)
        })?;
        Ok(asked.flatten().map(|(promotion, _)| promotion))
    }

    /// Returns the change of a piece that arrives on a square. Returns `None` if the piece does not
    /// change.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] at the place of the failure if the hook fails.
    pub fn arrives(&self, piece: Piece, at: Square) -> Result<Option<Arrival>, Diagnostic> {
        let spec = self.spec;
        let asked = self.ask(self.arrives.as_ref(), piece, at, |facts, answer| {
            answer_values::arrival(facts, spec, piece, answer)
        })?;
        Ok(asked.flatten().map(|(arrival, _)| arrival))
    }

    /// Returns `true` if a piece may enter a square.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] at the place of the failure if the hook fails.
    pub fn may_enter(&self, piece: Piece, at: Square) -> Result<bool, Diagnostic> {
        let read = |_: &_, answer: &Dynamic| answer_values::truth(answer);
        Ok(self.ask(self.may_enter.as_ref(), piece, at, read)?.unwrap_or(true))
    }

    /// Returns `true` if pieces of a kind may move when the dice show this face. Returns `false` if
    /// there is no hook.
    ///
    /// # Errors
    /// Returns a [`Diagnostic`] at the place of the failure if the hook fails.
    pub fn dice_allows(&self, face: u8, kind: Kind) -> Result<bool, Diagnostic> {
        let Some(table) = &self.dice_allows else { return Ok(false) };
        let mut asker = self.asker.borrow_mut();
        let answer = asker.ask_face(table, face, kind);
        answer.map_or_else(|| Err(asker.last()), Ok)
    }

    /// Runs a hook for a piece. Returns `None` if there is no hook, or if the hook does not run for
    /// the kind of the piece. The hook sees the piece without its marks, because marks are known
    /// only in a game.
    fn ask<T>(
        &self,
        table: Option<&TabulatedHook<'_>>,
        piece: Piece,
        at: Square,
        read: impl FnOnce(
            &crate::script::interface::bindings::rule_facts::Facts,
            &Dynamic,
        ) -> Fallible<T>,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(table) = table.filter(|table| has(table.kinds, piece.kind())) else {
            return Ok(None);
        };
        let mut asker = self.asker.borrow_mut();
        let facts = asker.facts();
        let answer = asker.ask_piece(table, piece.with_marks(0), at, |answer| read(&facts, answer));
        answer.map_or_else(|| Err(asker.last()), |answer| Ok(Some(answer)))
    }
}
