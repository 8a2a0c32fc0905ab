//! [`TableBudget`]: the memory that the tables of a ruleset may use.

/// The bytes that the tables of movement may still use. Memory is charged before it is allocated,
/// so a small description can't fill the memory.
#[derive(Debug)]
pub(crate) struct TableBudget {
    limit: usize,
    left: usize,
}

/// The tables would exceed their budget.
#[derive(Debug)]
pub(crate) struct TablesTooLarge;

impl TableBudget {
    /// Returns a budget of `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { limit, left: limit }
    }

    /// Charges for `count` tables of `bytes` bytes each.
    ///
    /// # Errors
    /// Returns a [`TablesTooLarge`] if the budget has fewer bytes left.
    pub fn charge(&mut self, count: usize, bytes: usize) -> Result<(), TablesTooLarge> {
        let cost = count.saturating_mul(bytes);
        self.left = self.left.checked_sub(cost).ok_or(TablesTooLarge)?;
        Ok(())
    }

    /// Returns the number of charged bytes.
    pub fn used(&self) -> usize {
        self.limit - self.left
    }
}
