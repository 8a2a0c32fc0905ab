//! Limits on rules during a game.

/// The maximum number of questions that are pending at the same time.
pub const MAX_PENDING: usize = 16;
/// The maximum number of options of a question. This is enough for all squares of the largest
/// board.
pub const MAX_OPTIONS: usize = 1024;
/// The maximum number of choices within one move. If a move has more, its questions are asked after
/// the move, each as a ply.
pub const MAX_MOVE_CHOICES: usize = 1024;
/// The maximum number of offers that are open at the same time.
pub const MAX_OFFERS: usize = 64;
/// The maximum number of restrictions that are in force at the same time.
pub const MAX_RESTRICTIONS: usize = 64;
/// The maximum number of turns in an order of turns.
pub const MAX_ORDER: usize = 64;
/// The maximum number of faces of a die.
pub const MAX_FACES: usize = 64;
/// The maximum depth of nested events. The effects of an event can cause events, and the hooks of
/// these events can have further effects.
pub const MAX_EVENT_DEPTH: u8 = 8;
/// The maximum number of effects that one action and its consequences may have. The depth limit
/// alone is not enough: if every effect causes several events, the number of events multiplies at
/// each level.
pub const MAX_ACTION_EFFECTS: u32 = 8192;
