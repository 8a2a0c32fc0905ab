//! Records what a hook reads while it runs, and repeats these reads on another position.
//!
//! Some reads are not recorded. Examples are reads of the ply number, of fog, of lists of moves,
//! and of positions after moves. If a hook makes such a read, the hook's answer is not stored.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use quadrille_core::rules::CounterId;
use quadrille_core::{
    Candidate, Colour, CompiledRules, Hypothetical, Kind, Move, Piece, Seat, SeatResult, Square,
    StateId, Status, View, Zone,
};

use crate::script::interface::native::game_value::{GameAnswer, GameQuestion};

/// The maximum number of reads that are recorded for one call.
const MAX_READS: usize = 32;

/// The result of a read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ReadValue {
    Number(i64),
    Squares([u64; 16]),
}

impl From<Zone> for ReadValue {
    fn from(zone: Zone) -> Self {
        Self::Squares(zone.0)
    }
}

/// Implements conversions from values to the number in a [`ReadValue`]. Each row contains a type,
/// and a function that returns the number.
macro_rules! numbers {
    ($($type:ty: $number:expr;)*) => {
        $(impl From<$type> for ReadValue {
            fn from(value: $type) -> Self {
                let number: fn($type) -> i64 = $number;
                Self::Number(number(value))
            }
        })*
    };
}

// `None` is encoded as -1.
numbers! {
    bool: i64::from;
    u8: i64::from;
    u32: i64::from;
    i32: i64::from;
    Seat: |seat| seat.0.into();
    StateId: |state| state.0.into();
    Option<Seat>: |seat| seat.map_or(-1, |seat| seat.0.into());
    Option<Piece>: |piece| piece.map_or(-1, |piece| piece.bits().into());
    Option<SeatResult>: |result| result.map_or(-1, |result| result as i64);
    GameAnswer: |verdict| match verdict {
        GameAnswer::Status(status) => status as i64,
        GameAnswer::Lift(can) => can.into(),
    };
}

/// A game on which the recorded reads of a hook are repeated.
pub(super) struct AnsweringGame<'a> {
    pub(super) view: &'a dyn View,
    /// Answers a query that only the game itself can answer. Returns `None` if the game is already
    /// answering such a query.
    pub(super) judge: &'a dyn Fn(GameQuestion) -> Option<GameAnswer>,
}

/// A view of a game that records what a hook reads.
pub(super) struct RecordingView {
    pub(super) game: Rc<dyn View>,
    pub(super) notes: Rc<ReadNotes>,
}

/// Defines the methods of [`View`] that hooks can call. Calls of the methods under `noted` are
/// recorded. The name of a variant of `HookRead` is written before each of these methods. Calls of
/// the methods under `unnoted` are not recorded.
macro_rules! reads {
    (
        noted { $($read:ident, $name:ident($($arg:ident: $type:ty),*) -> $out:ty;)* }
        unnoted { $($other:ident($($given:ident: $of:ty),*) -> $gives:ty;)* }
    ) => {
        /// A read of a hook: a call of a method of the game, with its arguments.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum HookRead {
            $($read($($type),*),)*
            /// A query that only the game itself can answer.
            Question(GameQuestion),
            /// A query that tests if a move lifts a check to a seat. A copy of the game answers the
            /// query without calling hooks.
            LiftOfCopy(Seat, Move),
        }

        impl HookRead {
            /// Repeats the read on a game, and returns its result. Returns `None` if the game is
            /// already answering a query.
            pub(super) fn ask(self, game: &AnsweringGame<'_>) -> Option<ReadValue> {
                Some(match self {
                    $(Self::$read($($arg),*) => game.view.$name($($arg),*).into(),)*
                    Self::Question(question) => (game.judge)(question)?.into(),
                    Self::LiftOfCopy(seat, mv) => game.view.detach().can_lift(seat, mv).into(),
                })
            }
        }

        impl View for RecordingView {
            fn rules(&self) -> &CompiledRules {
                self.game.rules()
            }

            $(fn $name(&self $(, $arg: $type)*) -> $out {
                let answer = self.game.$name($($arg),*);
                self.notes.take(HookRead::$read($($arg),*), answer.into());
                answer
            })*

            fn can_lift(&self, seat: Seat, mv: Move) -> bool {
                let can = self.game.can_lift(seat, mv);
                self.notes.take(HookRead::LiftOfCopy(seat, mv), can.into());
                can
            }

            fn status_without_hooks(&self, seat: Seat) -> Option<Status> {
                let status = self.game.status_without_hooks(seat);
                // If the copy does not know the status, the game is queried, and its answer is
                // recorded.
                if let Some(status) = status {
                    self.notes.take_verdict(GameQuestion::Status(seat), GameAnswer::Status(status));
                }
                status
            }

            $(fn $other(&self $(, $given: $of)*) -> $gives {
                self.notes.closed.set(true);
                self.game.$other($($given),*)
            })*
        }
    };
}

reads! {
    noted {
        Piece, piece(square: Square) -> Option<Piece>;
        Pieces, pieces(colour: Colour) -> Zone;
        PiecesOfKind, pieces_of_kind(colour: Colour, kind: Kind) -> Zone;
        Count, count(colour: Colour, kind: Option<Kind>) -> u32;
        Turn, turn() -> Seat;
        Made, made() -> u8;
        SeatState, seat_state(seat: Seat) -> StateId;
        ArmyState, army_state(colour: Colour) -> StateId;
        Controller, controller(colour: Colour) -> Option<Seat>;
        Counter, counter(counter: CounterId, seat: Seat) -> i32;
        Royals, royals(seat: Seat) -> Zone;
        InCheck, in_check(seat: Seat) -> bool;
        Checkers, checkers(seat: Seat) -> Zone;
        Attackers, attackers(square: Square, seat: Seat) -> Zone;
        LastChecker, last_checker(colour: Colour) -> Option<Seat>;
        LastMover, last_mover() -> Option<Seat>;
        InHand, in_hand(seat: Seat, kind: Kind) -> u8;
        Settled, settled(seat: Seat) -> Option<SeatResult>;
    }
    unnoted {
        ply() -> u32;
        halfmove() -> u32;
        visible(seat: Seat) -> Zone;
        status(seat: Seat) -> Status;
        moves(seat: Seat) -> Vec<Candidate>;
        after(played: Hypothetical) -> Option<Rc<dyn View>>;
        order() -> Vec<Seat>;
        detach() -> Rc<dyn View>;
    }
}

/// The recorded reads of the running call.
#[derive(Default)]
pub(super) struct ReadNotes {
    pub(super) reads: RefCell<Vec<(HookRead, ReadValue)>>,
    /// `true` if the call has made a read that can't be recorded. The answer of such a call can't
    /// be stored.
    pub(super) closed: Cell<bool>,
}

impl ReadNotes {
    fn take(&self, read: HookRead, found: ReadValue) {
        let mut reads = self.reads.borrow_mut();
        if self.closed.get() || reads.iter().any(|(earlier, _)| *earlier == read) {
            return;
        }
        if reads.len() >= MAX_READS {
            self.closed.set(true);
            return;
        }
        reads.push((read, found));
    }

    /// Discards the record of the call, so that its answer is not stored.
    pub(super) fn close(&self) {
        self.reads.borrow_mut().clear();
        self.closed.set(true);
    }

    /// Records a question that the running hook asked the game, with the game's answer.
    pub(super) fn take_verdict(&self, question: GameQuestion, verdict: GameAnswer) {
        self.take(HookRead::Question(question), verdict.into());
    }
}
