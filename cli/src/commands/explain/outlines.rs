//! The outlines of the rulesets and recipes on a shelf.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use quadrille_core::Spec;
use quadrille_dsl::Meta;
use quadrille_dsl::library::Shelf;

use crate::context;

/// An outline, or `None` if it can't be read.
type Outline = Option<Rc<(Meta, Spec)>>;

/// A reader of the outlines on a shelf. Each outline is read at most once.
pub struct Outlines<'s> {
    /// The shelf.
    pub shelf: &'s Shelf,
    read: RefCell<BTreeMap<String, Outline>>,
}

impl<'s> Outlines<'s> {
    pub fn new(shelf: &'s Shelf) -> Self {
        Self { shelf, read: RefCell::default() }
    }

    /// Returns the outline of a ruleset or recipe. Returns `None` if it can't be read.
    pub fn of(&self, id: &str) -> Outline {
        if let Some(known) = self.read.borrow().get(id) {
            return known.clone();
        }
        let outline = context::outline(self.shelf, id).map(Rc::new);
        self.read.borrow_mut().insert(id.to_owned(), outline.clone());
        outline
    }
}
