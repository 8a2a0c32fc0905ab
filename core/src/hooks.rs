//! Where rules from outside come in: events, the filters that keep them rare, and the trait that
//! answers them. `dsl` implements it with Rhai; a test does in ten lines of Rust.
//!
//! Besides events there are two questions, asked while moves are generated: which moves there are more,
//! and which are forbidden. They are the dear way to a rule that nothing else can say.
//!
//! Hooks never touch the position. They read a [`View`] and emit effects.

use std::rc::Rc;

use crate::action::Move;
use crate::effect::Emitted;
use crate::geometry::Square;
use crate::piece::{Colour, Kind, Piece, Seat, Seats};
use crate::ruleset::Ruleset;
use crate::set::Zone;
use crate::spec::{ClauseId, CounterId, StateId};

/// The kinds of event, in the order in which a turn meets them, and of question about moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum EventKind {
    /// The game begins.
    Setup,
    /// A turn opens.
    Turn,
    /// Dice were thrown.
    Roll,
    /// No move fits the dice.
    Blocked,
    /// A man was captured.
    Capture,
    /// A royal was captured.
    RoyalCaptured,
    /// A man was promoted.
    Promotion,
    /// A ply, or what rules caused, gave check.
    Check,
    /// An action was played.
    Move,
    /// A seat is mated.
    Mate,
    /// A seat has no legal action and is not in check.
    Stalemate,
    /// A state ended by itself.
    Release,
    /// A question was answered.
    Answer,
    /// An offer was taken up.
    Say,
    /// A move was announced.
    Announce,
    /// A built-in draw is due.
    Draw,
    /// The ply limit is reached.
    Limit,
    /// Something happened that may have ended the game.
    Outcome,
    /// No event: which moves are there besides those of the men's movements?
    /// See [`Hooks::extra_moves`].
    ExtraMoves,
    /// No event: is a move forbidden? See [`Hooks::forbids`].
    Forbids,
}

impl EventKind {
    /// How many kinds there are.
    pub const COUNT: usize = 20;
    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Setup,
        Self::Turn,
        Self::Roll,
        Self::Blocked,
        Self::Capture,
        Self::RoyalCaptured,
        Self::Promotion,
        Self::Check,
        Self::Move,
        Self::Mate,
        Self::Stalemate,
        Self::Release,
        Self::Answer,
        Self::Say,
        Self::Announce,
        Self::Draw,
        Self::Limit,
        Self::Outcome,
        Self::ExtraMoves,
        Self::Forbids,
    ];
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The game begins.
    Setup,
    /// A turn opens for the seat.
    Turn(Seat),
    /// The dice of a seat show these faces.
    Roll(Seat, &'a [u8]),
    /// No legal move of the seat fits the faces left.
    Blocked(Seat, &'a [u8]),
    /// A seat's action was played and its direct consequences applied.
    Move {
        /// Who.
        seat: Seat,
        /// The move, if a man moved.
        played: Option<Move>,
        /// The man, as he stands now (or stood before he left).
        piece: Option<Piece>,
    },
    /// A seat captured a man.
    Capture {
        /// The captor.
        seat: Seat,
        /// The man captured.
        piece: Piece,
        /// Where he stood.
        square: Square,
        /// Where the captor's man arrived.
        to: Square,
    },
    /// A seat captured a royal.
    RoyalCaptured {
        /// The captor.
        seat: Seat,
        /// The royal.
        piece: Piece,
        /// Where it stood.
        square: Square,
    },
    /// A seat's man was promoted.
    Promotion {
        /// Whose.
        seat: Seat,
        /// The man, as he is now.
        piece: Piece,
        /// Where.
        square: Square,
    },
    /// A seat's ply gave check, or what rules caused did.
    Check {
        /// Who played the ply, gave the answer, or has the turn.
        seat: Seat,
        /// Where the royals stand that a man attacks now who did not before.
        royals: &'a [Square],
        /// For each of them, who controls the new checker.
        by: &'a [Seat],
    },
    /// The seat is mated.
    Mate(Seat),
    /// The seat is stalemated.
    Stalemate(Seat),
    /// The seat's state ended by itself.
    Release(Seat),
    /// A question was answered.
    Answer {
        /// By whom.
        seat: Seat,
        /// The question's name.
        question: &'a str,
        /// The option chosen.
        choice: &'a str,
        /// As given to `ask`.
        about: i64,
    },
    /// A seat took up an offer.
    Say(Seat, &'a str),
    /// A seat announced a move that only the protection of its own royals forbids. Unless a hook
    /// refuses it (or asks somebody who may), it is what the seat must play next.
    Announce(Seat, Move),
    /// A built-in draw is due: `repetition`, `no_progress` or `insufficient_force`.
    Draw(&'static str, Seats),
    /// The ply limit is reached.
    Limit,
    /// Has the game ended?
    Outcome,
}

impl Event<'_> {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Setup => EventKind::Setup,
            Self::Turn(_) => EventKind::Turn,
            Self::Roll(..) => EventKind::Roll,
            Self::Blocked(..) => EventKind::Blocked,
            Self::Move { .. } => EventKind::Move,
            Self::Capture { .. } => EventKind::Capture,
            Self::RoyalCaptured { .. } => EventKind::RoyalCaptured,
            Self::Promotion { .. } => EventKind::Promotion,
            Self::Check { .. } => EventKind::Check,
            Self::Mate(_) => EventKind::Mate,
            Self::Stalemate(_) => EventKind::Stalemate,
            Self::Release(_) => EventKind::Release,
            Self::Answer { .. } => EventKind::Answer,
            Self::Say(..) => EventKind::Say,
            Self::Announce(..) => EventKind::Announce,
            Self::Draw(..) => EventKind::Draw,
            Self::Limit => EventKind::Limit,
            Self::Outcome => EventKind::Outcome,
        }
    }

    /// Whose doing it is, where that need not be the seat whose turn it is.
    #[must_use]
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Answer { seat, .. } | Self::Say(seat, _) => Some(*seat),
            _ => None,
        }
    }
}

/// A move or drop that a seat could make, as [`Hooks::forbids`] is asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who would make it.
    pub seat: Seat,
    /// The man, as he stands now. In castling the king.
    pub piece: Piece,
    /// Where he stands; none if he is dropped from the hand.
    pub from: Option<Square>,
    /// Where he would go.
    pub to: Square,
    /// What he would promote to.
    pub promotion: Option<Kind>,
    /// It is a castling move.
    pub castling: bool,
    /// The squares of the men it would capture.
    pub captures: Zone,
}

/// A hook's entry: which event it answers, and when it is worth calling.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The event, or the question about moves.
    pub event: EventKind,
    /// Only then.
    pub filter: Filter,
    /// The clause that its effects are counted under, unless they name another; or the moves it offers,
    /// when they are played.
    pub clause: Option<ClauseId>,
    /// `script.function`, for messages and profiles.
    pub name: String,
}

/// A native condition on an event; what is `None` does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Filter {
    /// The man (who moved, was captured, was promoted) is of one of these kinds, a bit each.
    pub kinds: Option<u32>,
    /// He started on one of these squares.
    pub from: Option<Zone>,
    /// He arrived on (or was captured on) one of these squares.
    pub to: Option<Zone>,
    /// The action captured something, or not.
    pub capture: Option<bool>,
    /// The action gave check, or not.
    pub check: Option<bool>,
    /// So few men are on the board.
    pub few: Option<Few>,
}

/// How few men of some kinds there must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Few {
    /// The kinds, a bit each.
    pub kinds: u32,
    /// At most so many.
    pub most: u16,
    /// Among the men of each team's colours, rather than among all men.
    pub each_team: bool,
}

/// A hook that failed. The game it failed in stops; other games go on.
///
/// As small as a pointer, because whatever a game does may come to this.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .0.hook, .0.message)]
pub struct HookError(Box<Failure>);

/// Which hook failed, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure {
    hook: String,
    message: String,
}

impl HookError {
    /// A failure of the hook `script.function`; the message says what went wrong, with file and line.
    #[must_use]
    pub fn new(hook: impl Into<String>, message: impl Into<String>) -> Self {
        Self(Box::new(Failure { hook: hook.into(), message: message.into() }))
    }

    /// Which hook: `script.function`.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.0.hook
    }

    /// What went wrong, with file and line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

/// Rules from outside.
pub trait Hooks {
    /// Answers an event for the handler of this number in [`crate::spec::Spec::handlers`], by
    /// adding effects to `out`.
    ///
    /// # Errors
    /// If the hook fails; its effects are then dropped.
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError>;

    /// Adds to `out` what moves a seat has besides those of its men's movements, as pairs of squares,
    /// by the handler of this number, which is for [`EventKind::ExtraMoves`].
    ///
    /// Of these, the engine takes those that go from a man whom the seat moves to a square that he
    /// may enter, empty or of a man who may be captured and is neither royal nor the seat's own, and that
    /// leave protected royals as safe as any move must. They never give check. `game` is the position
    /// by itself, where no hook is asked about moves.
    fn extra_moves(
        &self,
        handler: usize,
        seat: Seat,
        game: &Rc<dyn View>,
        out: &mut Vec<(Square, Square)>,
    ) {
        let _ = (handler, seat, game, out);
    }

    /// Whether a move that is legal else is forbidden by the handler of this number, which is for
    /// [`EventKind::Forbids`]. `game` is as for [`Hooks::extra_moves`].
    fn forbids(&self, handler: usize, candidate: &Candidate, game: &Rc<dyn View>) -> bool {
        let _ = (handler, candidate, game);
        false
    }

    /// The first failure of [`Hooks::extra_moves`] or [`Hooks::forbids`] since this was last called.
    ///
    /// Moves are generated in many places that know of no errors. So a hook that fails there offers
    /// and forbids nothing, its failure is kept, and the engine asks for it before anything comes
    /// of such moves.
    fn fault(&self) -> Option<HookError> {
        None
    }
}

/// No rules from outside.
pub struct NoHooks;

impl Hooks for NoHooks {
    fn call(
        &self,
        _: usize,
        _: &Event<'_>,
        _: &dyn View,
        _: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        Ok(())
    }
}

/// Whether a seat could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It has a legal move.
    Ok,
    /// It is in check and has none.
    Mate,
    /// It is not in check and has none.
    Stale,
}

/// A position, to be read.
pub trait View {
    /// The rules.
    fn rules(&self) -> &Ruleset;
    /// The man on a square.
    fn piece(&self, square: Square) -> Option<Piece>;
    /// The squares of a colour's men.
    fn men(&self, colour: Colour) -> Zone;
    /// The seat whose turn it is.
    fn turn(&self) -> Seat;
    /// Actions played so far.
    fn ply(&self) -> u32;
    /// Plies since the last capture or pawn move.
    fn halfmove(&self) -> u32;
    /// A seat's state.
    fn seat_state(&self, seat: Seat) -> StateId;
    /// An army's state.
    fn army_state(&self, colour: Colour) -> StateId;
    /// Who moves a colour's men; `None` is nature.
    fn controller(&self, colour: Colour) -> Option<Seat>;
    /// A counter; for one of the game, the seat does not matter.
    fn counter(&self, counter: CounterId, seat: Seat) -> i32;
    /// The royals a seat controls.
    fn royals(&self, seat: Seat) -> Zone;
    /// Whether a royal of the seat is attacked by someone who checks it.
    fn in_check(&self, seat: Seat) -> bool;
    /// Whether the seat could move if it were its turn.
    fn status(&self, seat: Seat) -> Status;
    /// The squares of the seat's men that attack `square`.
    fn attackers(&self, square: Square, seat: Seat) -> Zone;
    /// Whether, once a move is made, a seat has a legal move after which none of the mover's royals
    /// is attacked.
    fn can_lift(&self, seat: Seat, mv: Move) -> bool;
    /// Who last gave check to a colour's king, where that is tracked.
    fn last_checker(&self, colour: Colour) -> Option<Seat>;
    /// How many men of a kind a seat has in hand.
    fn in_hand(&self, seat: Seat, kind: Kind) -> u8;
    /// A seat's settled result.
    fn settled(&self, seat: Seat) -> Option<crate::effect::SeatResult>;
    /// The seats in turn order, as it stands.
    fn order(&self) -> Vec<Seat>;
    /// A copy that stands alone, for script languages whose functions can't borrow. It runs no
    /// hooks: its `status` and `can_lift` judge the capture of a royal without scripted consequences and
    /// ask nobody about moves, so whoever hands it on asks the original before.
    fn detach(&self) -> Rc<dyn View>;
}
