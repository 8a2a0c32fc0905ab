//! [`Setup`]: a position as plain data, as FEN4 describes it. It may be invalid;
//! [`crate::game::resume`] checks it.
//!
//! Depends on `rules` and below.

use crate::board::{Colour, Kind, Piece, Seat, Square};
use crate::rules::{Move, Question, Restriction, SeatResult, Spec, StateId};
use crate::state::{NOBODY, Position, Stage};

/// How far a turn has come. Pending questions are answered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// The turn has not opened.
    Opening,
    /// The seat has to act.
    #[default]
    Turn,
    /// The seat has to act, or is skipped if it can't: its mate or stalemate was reported already.
    Answered,
    /// The turn is to be skipped.
    Skipped,
    /// The seat has acted or was skipped.
    Done,
}

/// A position as plain data, without the history that repetition needs.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The pieces and their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The place of this turn in the order.
    pub pointer: u8,
    /// How far this turn has come.
    pub phase: Phase,
    /// Each seat's state.
    pub seat_states: Vec<StateId>,
    /// Each army's state.
    pub army_states: Vec<StateId>,
    /// Each colour's controller; `None` is nature.
    pub controllers: Vec<Option<Seat>>,
    /// For each castling move of the ruleset, whether the right exists.
    pub castling: Vec<bool>,
    /// En passant rights: pawn's colour, skipped square, pawn's square.
    pub en_passant: Vec<(Colour, Square, Square)>,
    /// The halfmove clock: plies since the last progress.
    pub halfmove: u32,
    /// The number of actions played.
    pub ply: u32,
    /// Counters in the ruleset's order: one value for a counter of the game, one per seat for
    /// others.
    pub counters: Vec<Vec<i32>>,
    /// Pieces in hand: for each seat, the number of each kind.
    pub hands: Vec<Vec<u8>>,
    /// The order of turns, if it is not the ruleset's.
    pub order: Option<Vec<Seat>>,
    /// Relations that differ from the ruleset's: from, to, capture (true) or check, allowed.
    pub relations: Vec<(Seat, Seat, bool, bool)>,
    /// For each colour, the seat that last checked its king.
    pub last_checkers: Vec<Option<Seat>>,
    /// The faces of the dice that remain to be used in this turn.
    pub dice: Vec<u8>,
    /// Whether this turn's dice are rolled; true if the ruleset has none.
    pub rolled: bool,
    /// The relaxed protection of the mover's own royals in this turn, if a rule relaxed it.
    pub relaxed: Option<crate::rules::Protect>,
    /// Restrictions on next actions.
    pub restrictions: Vec<(Seat, Restriction)>,
    /// Announced moves that were refused in this turn.
    pub refused: Vec<Move>,
    /// An announced move that awaits its reply or has to be played.
    pub announced: Option<Move>,
    /// Offers: seat and word.
    pub offers: Vec<(Seat, String)>,
    /// Pending questions. The last is answered first.
    pub pending: Vec<Question>,
    /// Results that are settled before the end of the game.
    pub settled: Vec<Option<SeatResult>>,
    /// Colours being cleared whose remaining pieces shield kings.
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
