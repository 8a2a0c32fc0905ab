//! The units of metrics. Metrics are stored as integers.

/// The number that stands for 1 in shares.
pub const MILLION: u64 = 1_000_000;
/// The number that stands for 1 in results. It is divisible by every number of sides up to eight.
pub const WHOLE: u32 = 840;
