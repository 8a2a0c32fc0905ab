//! Bounds of what rules may do while a game is played.

/// The most questions that wait for an answer at a time.
pub const MAX_PENDING: usize = 16;
/// The most options of a question: any square of the largest board.
pub const MAX_OPTIONS: usize = 1024;
/// The most offers that stand at a time.
pub const MAX_OFFERS: usize = 64;
/// The most restrictions that stand at a time.
pub const MAX_RESTRICTIONS: usize = 64;
/// The most turns in an order.
pub const MAX_ORDER: usize = 64;
/// The most faces of a die.
pub const MAX_FACES: usize = 64;
/// How deep events may nest: an event's effects cause events, which have effects again.
pub const MAX_EVENT_DEPTH: u8 = 8;
/// The most effects that one action may have, with all that follows from it. The depth limit alone
/// does not stop effects that cause two events each soon enough.
pub const MAX_ACTION_EFFECTS: u32 = 8192;
