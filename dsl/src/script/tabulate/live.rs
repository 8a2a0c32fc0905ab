//! Tabulated hooks asked anew each time, for whoever wants to know whether the tables say what the
//! scripts do. Slow; a game looks the answers up.

use std::cell::RefCell;

use quadrille_core::rules::{Arrival, Promotion};
use quadrille_core::{Kind, Piece, Spec, Square};
use rhai::Dynamic;

use crate::diagnostic::Diagnostic;
use crate::script::bindings::effects::has;
use crate::script::program::Scripts;
use crate::script::sandbox::{Budget, Fallible};
use crate::script::tabulate::{self, Table, Tabulator};

/// The tabulated hooks of a ruleset. It belongs to one thread.
///
/// Answers carry no clause. A hook that is not there says what holds without it, and so does one
/// whose `/// when:` leaves a man's kind out.
pub struct Live<'a> {
    spec: &'a Spec,
    asker: RefCell<Tabulator>,
    promotes: Option<Table<'a>>,
    arrives: Option<Table<'a>>,
    may_enter: Option<Table<'a>>,
    dice_allows: Option<Table<'a>>,
}

impl<'a> Live<'a> {
    pub(crate) fn new(scripts: &'a Scripts, spec: &'a Spec) -> Self {
        let mut asker = Tabulator::new(Budget::EVENTS, spec);
        let mut table = |name: &str| asker.table(scripts, spec, name);
        let promotes = table("promotes");
        let arrives = table("arrives");
        let may_enter = table("may_enter");
        let dice_allows = table("dice_allows");
        Self { spec, asker: RefCell::new(asker), promotes, arrives, may_enter, dice_allows }
    }

    /// What a man may become on a square.
    ///
    /// # Errors
    /// If the hook fails.
    pub fn promotes(&self, man: Piece, at: Square) -> Result<Option<Promotion>, Diagnostic> {
        let asked = self.ask(self.promotes.as_ref(), man, at, tabulate::promotion)?;
        Ok(asked.flatten().map(|(promotion, _)| promotion))
    }

    /// What happens to a man by arriving on a square.
    ///
    /// # Errors
    /// If the hook fails.
    pub fn arrives(&self, man: Piece, at: Square) -> Result<Option<Arrival>, Diagnostic> {
        let spec = self.spec;
        let asked = self.ask(self.arrives.as_ref(), man, at, |facts, answer| {
            tabulate::arrival(facts, spec, man, answer)
        })?;
        Ok(asked.flatten().map(|(arrival, _)| arrival))
    }

    /// Whether a man may enter a square.
    ///
    /// # Errors
    /// If the hook fails.
    pub fn may_enter(&self, man: Piece, at: Square) -> Result<bool, Diagnostic> {
        let read = |_: &_, answer: &Dynamic| tabulate::truth(answer);
        Ok(self.ask(self.may_enter.as_ref(), man, at, read)?.unwrap_or(true))
    }

    /// Whether a face of the dice lets men of a kind move.
    ///
    /// # Errors
    /// If the hook fails.
    pub fn dice_allows(&self, face: u8, kind: Kind) -> Result<bool, Diagnostic> {
        let Some(table) = &self.dice_allows else { return Ok(false) };
        let mut asker = self.asker.borrow_mut();
        let answer = asker.ask_face(table, face, kind);
        answer.map_or_else(|| Err(asker.last()), Ok)
    }

    /// Asks a hook about a man, if it is there and is asked about men of his kind. Marks are known in a
    /// game only.
    fn ask<T>(
        &self,
        table: Option<&Table<'_>>,
        man: Piece,
        at: Square,
        read: impl FnOnce(&crate::script::bindings::values::Facts, &Dynamic) -> Fallible<T>,
    ) -> Result<Option<T>, Diagnostic> {
        let Some(table) = table.filter(|table| has(table.kinds, man.kind())) else {
            return Ok(None);
        };
        let mut asker = self.asker.borrow_mut();
        let facts = asker.facts();
        let answer = asker.ask_man(table, man.with_marks(0), at, |answer| read(&facts, answer));
        answer.map_or_else(|| Err(asker.last()), |answer| Ok(Some(answer)))
    }
}
