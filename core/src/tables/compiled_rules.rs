//! [`CompiledRules`]: a description of rules, checked and compiled.

use std::any::Any;
use std::sync::Arc;

use crate::board::words_for;
use crate::rules::{Spec, SpecError, SpecErrors, SpecPart, Weights, validate};
use crate::tables::Tables;

/// The rules of a game, ready to play. Immutable, cheap to clone, and shared between threads.
#[derive(Clone)]
pub struct CompiledRules {
    inner: Arc<Inner>,
}

struct Inner {
    spec: Spec,
    words: usize,
    /// The `Tables<W>` for the width of the board.
    tables: Box<dyn Any + Send + Sync>,
}

impl CompiledRules {
    /// Checks and compiles a description.
    ///
    /// ```
    /// use quadrille_core::rules::Spec;
    /// use quadrille_core::{CompiledRules, Geometry};
    ///
    /// // A game needs pieces, and this one has none.
    /// let spec = Spec::two_player(Geometry::rectangle(8, 8)?, Vec::new());
    /// assert!(CompiledRules::new(spec).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`SpecErrors`] with all reasons if the description is invalid.
    pub fn new(spec: Spec) -> Result<Self, SpecErrors> {
        let errors = validate(&spec);
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let words = words_for(spec.geometry.span());
        let tables: Box<dyn Any + Send + Sync> = match words {
            1 => Box::new(Tables::<1>::new(&spec)),
            #[cfg(all(feature = "all-widths", not(debug_assertions)))]
            2 => Box::new(Tables::<2>::new(&spec)),
            #[cfg(all(feature = "all-widths", not(debug_assertions)))]
            3 => Box::new(Tables::<3>::new(&spec)),
            4 => Box::new(Tables::<4>::new(&spec)),
            #[cfg(feature = "wide-boards")]
            16 => Box::new(Tables::<16>::new(&spec)),
            _ => {
                let most = "this program is built for boards of at most 256 squares";
                return Err(
                    vec![SpecError { message: most.to_owned(), part: SpecPart::Board }].into()
                );
            }
        };
        Ok(Self { inner: Arc::new(Inner { spec, words, tables }) })
    }

    /// Returns the description that the rules were compiled from.
    #[inline]
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.inner.spec
    }

    /// Returns these rules with other weights of the evaluation. If `weights` is `None`, the
    /// evaluation derives its weights from the rules. Returns `None` if the weights have the wrong
    /// shape for these rules.
    #[must_use]
    pub fn with_weights(&self, weights: Option<Weights>) -> Option<Self> {
        Self::new(Spec { weights, ..self.spec().clone() }).ok()
    }

    /// Returns `true` if `self` and `other` are clones of the same ruleset.
    #[inline]
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Returns the board's width, which is the number of 64-bit words in its square sets: 1 to 4,
    /// or 16.
    #[inline]
    #[must_use]
    pub fn words(&self) -> usize {
        self.inner.words
    }

    /// Returns the tables, or `None` if `W` is not the width of the board.
    pub fn tables<const W: usize>(&self) -> Option<&Tables<W>> {
        self.inner.tables.downcast_ref()
    }
}

impl std::fmt::Debug for CompiledRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CompiledRules({})", self.inner.spec.id)
    }
}
