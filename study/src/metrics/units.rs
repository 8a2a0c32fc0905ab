//! The units of metrics. Metrics are stored as integers.

/// The number that represents a share of 1.
pub const MILLION: u64 = 1_000_000;
/// The number that represents a result of 1. It is divisible by every number of sides up to eight.
pub const WHOLE: u32 = 840;
