//! The units of metrics, which are whole numbers.

/// The whole as a unit of shares, which are stored as whole numbers.
pub const MILLION: u64 = 1_000_000;
/// The whole as a unit of results: divisible by every number of sides up to eight.
pub const WHOLE: u32 = 840;
