//! [`CompiledRules`]: a description of rules, checked and compiled.

use std::any::Any;
use std::sync::Arc;

use crate::board::words_for;
use crate::rules::{Spec, SpecError, SpecErrors, SpecPart, Weights, validate};
use crate::tables::{TableBudget, Tables, TablesTooLarge};

/// The maximum number of bytes that the tables of movement may use, unless
/// [`CompiledRules::with_table_limit`] sets another limit.
pub const MAX_TABLE_BYTES: usize = 256 << 20;

/// The rules of a game, ready to play. Immutable, cheap to clone, and shared between threads.
#[derive(Clone)]
pub struct CompiledRules {
    inner: Arc<Inner>,
}

struct Inner {
    spec: Spec,
    words: usize,
    /// The memory of the tables of movement, in bytes.
    table_bytes: usize,
    /// `true` if some movement gives the right to capture en passant.
    grants_en_passant: bool,
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
        Self::with_table_limit(spec, MAX_TABLE_BYTES)
    }

    /// Checks and compiles a description whose tables of movement may use at most `bytes` bytes. A
    /// description of a few lines can need gigabytes, for example if bent riders move on a large
    /// board. The memory is counted before it is allocated. Set a low limit in a program that
    /// compiles rulesets from untrusted sources.
    ///
    /// # Errors
    /// Returns [`SpecErrors`] with all reasons if the description is invalid, or with a single
    /// reason if the tables exceed the limit.
    pub fn with_table_limit(spec: Spec, bytes: usize) -> Result<Self, SpecErrors> {
        let errors = validate(&spec);
        if !errors.is_empty() {
            return Err(errors.into());
        }
        let words = words_for(spec.geometry.span());
        let CompiledTables { table_bytes, grants_en_passant, tables } = match words {
            1 => tables::<1>(&spec, bytes)?,
            #[cfg(all(feature = "all-widths", not(debug_assertions)))]
            2 => tables::<2>(&spec, bytes)?,
            #[cfg(all(feature = "all-widths", not(debug_assertions)))]
            3 => tables::<3>(&spec, bytes)?,
            4 => tables::<4>(&spec, bytes)?,
            #[cfg(feature = "wide-boards")]
            16 => tables::<16>(&spec, bytes)?,
            _ => {
                let most = "this program is built for boards of at most 256 squares";
                return Err(
                    vec![SpecError { message: most.to_owned(), part: SpecPart::Board }].into()
                );
            }
        };
        let inner = Inner { spec, words, table_bytes, grants_en_passant, tables };
        Ok(Self { inner: Arc::new(inner) })
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
        Self::with_table_limit(Spec { weights, ..self.spec().clone() }, usize::MAX).ok()
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

    /// Returns the memory of the tables of movement, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.inner.table_bytes
    }

    /// Returns `true` if, after some movement, a piece may be captured en passant.
    #[must_use]
    pub fn grants_en_passant(&self) -> bool {
        self.inner.grants_en_passant
    }

    /// Returns the tables, or `None` if `W` is not the width of the board.
    pub fn tables<const W: usize>(&self) -> Option<&Tables<W>> {
        self.inner.tables.downcast_ref()
    }
}

/// The tables of a board of any width, with the facts about them that do not depend on the width.
struct CompiledTables {
    table_bytes: usize,
    grants_en_passant: bool,
    tables: Box<dyn Any + Send + Sync>,
}

/// Builds the tables for boards of `W` words.
fn tables<const W: usize>(spec: &Spec, limit: usize) -> Result<CompiledTables, SpecErrors> {
    match Tables::<W>::new(spec, TableBudget::new(limit)) {
        Ok(tables) => Ok(CompiledTables {
            table_bytes: tables.movement_bytes,
            grants_en_passant: tables.paths.iter().any(|path| path.double),
            tables: Box::new(tables),
        }),
        Err(TablesTooLarge) => {
            let message = format!(
                "the movements need tables of more than {} MB on this board",
                limit.div_ceil(1 << 20)
            );
            Err(vec![SpecError { message, part: SpecPart::TableBytes }].into())
        }
    }
}

impl std::fmt::Debug for CompiledRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CompiledRules({})", self.inner.spec.id)
    }
}
