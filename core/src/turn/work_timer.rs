//! The parts of the work in playing a game, for profiles, and an interface for timing them.

/// A part of the work of playing games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Part {
    /// Sampling or listing moves, and testing if they are legal.
    Generation,
    /// Playing actions and applying effects.
    Applying,
    /// The work from an action to the next decision: turns, mates, releases, built-in draws.
    Turns,
    /// The search by agents, including the moves that the search tries.
    Agents,
    /// Computing metrics.
    Metrics,
    /// All other work, such as starting games and counting their results.
    Rest,
}

impl Part {
    /// The number of parts.
    pub const COUNT: usize = 6;
    /// All parts, in order.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Generation, Self::Applying, Self::Turns, Self::Agents, Self::Metrics, Self::Rest];
}

/// A clock that measures the time of each part of the work.
pub trait WorkTimer {
    /// Ends the current part and starts another.
    fn enter(&self, part: Part);
}

/// A clock that measures nothing.
#[derive(Debug)]
pub struct Untimed;

impl WorkTimer for Untimed {
    #[inline(always)]
    fn enter(&self, _: Part) {}
}
