//! The numbers of clauses, counters, marks and metrics in rules.

/// A clause, by its number in [`crate::rules::Spec::clauses`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClauseId(pub u16);

/// A counter, by its number in [`crate::rules::Spec::counters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CounterId(pub u8);

/// A mark of pieces, by its number in [`crate::rules::Spec::marks`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MarkId(pub u8);

/// A counter of pieces, by its number in [`crate::rules::Spec::piece_counters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceCounterId(pub u8);

/// A metric, by its number in [`crate::rules::Spec::metrics`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MetricId(pub u16);
