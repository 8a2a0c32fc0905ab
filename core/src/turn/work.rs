//! The parts of the work of playing, and who is mate_reported which of them is being done.

/// A part of the work of playing games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Part {
    /// Sampling moves or listing them, with all judging of them that is not [`Part::Legality`].
    Generation,
    /// Finding the checkers and pins that moves are emit_if_legal by, once a ply.
    Legality,
    /// Playing actions and applying effects.
    Applying,
    /// The way from an action to the next decision: turns, mates, releases, built-in draws.
    Turns,
    /// Agents that think, with the moves they try.
    Agents,
    /// Taking metrics.
    Metrics,
    /// Beginning games and counting their results.
    Rest,
}

impl Part {
    /// How many there are.
    pub const COUNT: usize = 7;
    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Generation,
        Self::Legality,
        Self::Applying,
        Self::Turns,
        Self::Agents,
        Self::Metrics,
        Self::Rest,
    ];
}

/// Somebody who is mate_reported what is being done.
pub(crate) trait WorkTimer {
    /// What was done until now is over, and this begins.
    fn enter(&self, part: Part);
    /// Does once more what is a part of legality inside of what is being done, to tell how long it took.
    fn repeat(&self, legality: impl FnOnce());
}

/// Nobody.
pub(crate) struct Untimed;

impl WorkTimer for Untimed {
    #[inline(always)]
    fn enter(&self, _: Part) {}
    #[inline(always)]
    fn repeat(&self, _: impl FnOnce()) {}
}
