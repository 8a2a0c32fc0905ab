//! A position as plain data: what FEN says, maybe wrong. `Game::from_setup` validates it.
//!
//! Fields are public; nothing here decides anything.

use crate::board::{Colour, Kind, Piece, Seat, Square};
use crate::rules::{Move, Question, Restriction, SeatResult, Spec, StateId};
use crate::state::{NOBODY, Position, Stage};

/// How far a turn has come. Questions that are pending are answered before it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// It has yet to open.
    Opening,
    /// The seat is to act.
    #[default]
    Turn,
    /// The seat is to act, or is passed over if it can't: mate or stalemate was mate_reported already.
    Answered,
    /// It is to be passed over.
    Skipped,
    /// The seat has acted, or was passed over.
    Done,
}

/// A position, without the history that repetition needs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces.
    pub pieces: Vec<(Square, Piece)>,
    /// Whose turn it is.
    pub turn: Seat,
    /// The place of that turn in the order.
    pub pointer: u8,
    /// How far that turn has come.
    pub phase: Phase,
    /// Each seat's state.
    pub seat_states: Vec<StateId>,
    /// Each army's state.
    pub army_states: Vec<StateId>,
    /// Who moves each colour's pieces; `None` is nature.
    pub controllers: Vec<Option<Seat>>,
    /// For each castling move of the rules, whether the right is still there.
    pub castling: Vec<bool>,
    /// Live en passant rights: pawn's colour, skipped square, the pawn's square.
    pub en_passant: Vec<(Colour, Square, Square)>,
    /// Plies since the last capture or pawn move.
    pub halfmove: u32,
    /// Actions played so far.
    pub ply: u32,
    /// Counters, in the rules' order: for one of the game one number, else one a seat.
    pub counters: Vec<Vec<i32>>,
    /// Pieces in hand, for each seat one number a kind.
    pub hands: Vec<Vec<u8>>,
    /// The order of turns, where it is not the rules'.
    pub order: Option<Vec<Seat>>,
    /// Relations that differ from the rules': from, to, capture (or check), allowed.
    pub relations: Vec<(Seat, Seat, bool, bool)>,
    /// Who last checked each colour's king.
    pub last_checkers: Vec<Option<Seat>>,
    /// Faces still to be used at this turn; empty where none were thrown.
    pub dice: Vec<u8>,
    /// Whether this turn's dice are thrown (or there are none to throw).
    pub rolled: bool,
    /// What the present turn owes to its own seat's royals, where a rule relaxed it.
    pub relaxed: Option<crate::rules::Protect>,
    /// What next actions must be.
    pub restrictions: Vec<(Seat, Restriction)>,
    /// Proposals refused at this turn.
    pub refused: Vec<Move>,
    /// A proposal that waits for its answer.
    pub announced: Option<Move>,
    /// Words that seats may say.
    pub offers: Vec<(Seat, String)>,
    /// Questions waiting, the first to be answered last in the list.
    pub pending: Vec<Question>,
    /// Results settled before the end.
    pub settled: Vec<Option<SeatResult>>,
    /// Pieces of armies being cleared that had to stay.
    pub shields: Vec<Colour>,
}

impl Setup {
    /// The position as plain data.
    pub(crate) fn of<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
        let cold = pos.cold();
        let seats = spec.seats.len();
        let seat_of = |code: u8| (code != NOBODY).then_some(Seat(code));
        Self {
            pieces: pos
                .occupied
                .into_iter()
                .filter_map(|s| pos.piece(s).map(|piece| (s, piece)))
                .collect(),
            turn: pos.turn,
            pointer: pos.pointer,
            phase: match pos.stage {
                Stage::Opening => Phase::Opening,
                Stage::After => Phase::Done,
                _ if pos.skipped => Phase::Skipped,
                _ if pos.answered => Phase::Answered,
                _ => Phase::Turn,
            },
            seat_states: pos.seat_state[..seats].to_vec(),
            army_states: pos.army_state[..seats].to_vec(),
            controllers: pos.controller[..seats].iter().map(|code| seat_of(*code)).collect(),
            castling: (0..spec.castling.len()).map(|i| pos.castling >> i & 1 != 0).collect(),
            en_passant: pos
                .ep_live
                .iter()
                .map(|colour| (colour, pos.ep[colour.index()].0, pos.ep[colour.index()].1))
                .collect(),
            halfmove: pos.halfmove,
            ply: pos.ply,
            counters: spec
                .counters
                .iter()
                .zip(&cold.counters)
                .map(
                    |(counter, values)| {
                        if counter.per_seat { values[..seats].to_vec() } else { vec![values[0]] }
                    },
                )
                .collect(),
            hands: (0..seats).map(|s| cold.hands[s][..spec.kinds.len()].to_vec()).collect(),
            order: cold.order.clone(),
            relations: cold.relations.clone(),
            last_checkers: cold.last_checkers[..seats].iter().map(|code| seat_of(*code)).collect(),
            dice: cold.dice.clone(),
            rolled: pos.rolled || spec.dice.is_none(),
            relaxed: cold.relaxed,
            restrictions: cold.restrictions.clone(),
            refused: cold.refused.clone(),
            announced: cold.announced,
            offers: cold.offers.clone(),
            pending: cold.pending.clone(),
            settled: cold.settled[..seats].to_vec(),
            shields: cold.shields.clone(),
        }
    }

    /// The number of pieces of a kind and colour.
    #[must_use]
    pub fn count(&self, colour: Colour, kind: Kind) -> usize {
        self.pieces
            .iter()
            .filter(|(_, piece)| piece.colour() == colour && piece.kind() == kind)
            .count()
    }
}
