//! The numbers by which rules name clauses and counters.

/// A clause, by its number in [`crate::rules::Spec::clauses`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClauseId(pub u16);

/// A counter, by its number in [`crate::rules::Spec::counters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CounterId(pub u8);
