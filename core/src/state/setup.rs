//! [`Setup`]: a position as plain data, which is the content of a FEN4. Also functions that set up
//! positions. A setup may be invalid; [`crate::game::resume()`] checks it.

use crate::board::{Colour, Geometry, Kind, MAX_SEATS, Piece, Seat, Square};
use crate::rules::{
    CastlingMove, Counter, Move, Question, Restriction, SealedAnswer, SeatResult, Spec, StateId,
    castling_rights,
};
use crate::state::{Cold, NOBODY, Position, PositionRules, Stage};

/// The stage of a turn. Questions that are pending are answered before the turn continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// The turn has not opened.
    Opening,
    /// The seat has to act.
    #[default]
    Turn,
    /// The seat has to act, or is skipped if it can't act. The seat's mate or stalemate has already
    /// been reported.
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
    /// The place of the present turn in the order of turns.
    pub pointer: u8,
    /// The progress of the present turn.
    pub phase: Phase,
    /// Each seat's state.
    pub seat_states: Vec<StateId>,
    /// Each army's state.
    pub army_states: Vec<StateId>,
    /// Each colour's controller; `None` is nature.
    pub controllers: Vec<Option<Seat>>,
    /// For each castling move of the ruleset, `true` if the right exists.
    pub castling: Vec<bool>,
    /// En passant rights: the pawn's colour, the skipped square and the pawn's square.
    pub en_passant: Vec<(Colour, Square, Square)>,
    /// The number of moves, drops and passes in this turn so far.
    pub made: u8,
    /// The halfmove clock: plies since the last progress.
    pub halfmove: u32,
    /// The number of actions played.
    pub ply: u32,
    /// The values of the counters, in the ruleset's order. A counter of the game has one value, and
    /// any other counter has one value per seat.
    pub counters: Vec<Vec<i32>>,
    /// Pieces in hand: for each seat, the number of each kind.
    pub hands: Vec<Vec<u8>>,
    /// The order of turns, if it differs from the ruleset's order.
    pub order: Option<Vec<Seat>>,
    /// Relations that differ from the ruleset's relations. The first field is the seat whose pieces
    /// act. The second field is the seat whose pieces are captured or checked. The third field is
    /// `true` for captures or `false` for check. The fourth field is `true` if the captures or the
    /// check are allowed now.
    pub relations: Vec<(Seat, Seat, bool, bool)>,
    /// For each colour, the last seat that checked the colour's king.
    pub last_checkers: Vec<Option<Seat>>,
    /// The seat that moved last, if the rules record it.
    pub last_mover: Option<Seat>,
    /// The faces of the dice that are not used yet in this turn.
    pub dice: Vec<u8>,
    /// `true` if this turn's dice are rolled, or if the ruleset has no dice.
    pub rolled: bool,
    /// The number of shuffles made. The game begins after the last shuffle of the ruleset.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shuffled: u8,
    /// The present protection of the mover's own royals, if a rule has relaxed it for this turn.
    pub relaxed: Option<crate::rules::Protect>,
    /// The restrictions on seats' next actions.
    pub restrictions: Vec<(Seat, Restriction)>,
    /// Announced moves that were refused in this turn.
    pub refused: Vec<Move>,
    /// An announced move. The seat has to play the move, unless the reply to the announcement
    /// refuses it.
    pub announced: Option<Move>,
    /// The open offers: for each, the seat and the word that it may say.
    pub offers: Vec<(Seat, String)>,
    /// The pending questions. The last question of the list is answered first.
    pub pending: Vec<Question>,
    /// Secret answers that are not revealed yet, in the order in which they were given.
    pub sealed: Vec<SealedAnswer>,
    /// For each seat, its result if the result is settled before the end of the game.
    pub settled: Vec<Option<SeatResult>>,
    /// The colours whose armies are being removed. Only pieces that shield kings remain.
    pub shields: Vec<Colour>,
}

impl Setup {
    /// Returns the board with all walls that stand in this position: the permanent walls and the
    /// walls of the gates that stand now.
    #[must_use]
    pub fn geometry(&self, spec: &Spec) -> Geometry {
        let counter = |number: usize| {
            self.counters.get(number).and_then(|values| values.first()).copied().unwrap_or(0)
        };
        spec.geometry_while(|gate| gate.stands(self.ply, counter))
    }

    /// Returns the position as plain data.
    pub fn of<const W: usize>(spec: &Spec, pos: &Position<W>) -> Self {
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
            castling: castling_rights(&spec.castling)
                .into_iter()
                .flatten()
                .map(|[of_king, of_rook]| {
                    pos.castling & of_king != 0 && pos.castling & of_rook != 0
                })
                .collect(),
            en_passant: pos
                .ep_live
                .iter()
                .map(|colour| (colour, pos.ep[colour.index()].0, pos.ep[colour.index()].1))
                .collect(),
            made: pos.made,
            halfmove: pos.halfmove,
            ply: pos.ply,
            counters: counters(spec, pos),
            hands: (0..seats).map(|s| cold.hands[s][..spec.kinds.len()].to_vec()).collect(),
            order: cold.order.clone(),
            relations: cold.relations.clone(),
            last_checkers: cold.last_checkers[..seats].iter().map(|code| seat_of(*code)).collect(),
            last_mover: seat_of(cold.last_mover),
            dice: cold.dice.clone(),
            rolled: pos.rolled || spec.dice.is_none(),
            shuffled: pos.shuffled,
            relaxed: cold.relaxed,
            restrictions: cold.restrictions.clone(),
            refused: cold.refused.clone(),
            announced: cold.announced,
            offers: cold.offers.clone(),
            pending: cold.pending.clone(),
            sealed: cold.sealed.clone(),
            settled: cold.settled[..seats].to_vec(),
            shields: cold.shields.clone(),
        }
    }

    /// Returns the pending questions, and also the questions with secret answers that are not
    /// revealed yet.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.pending.iter().chain(self.sealed.iter().map(|sealed| &sealed.question))
    }

    /// Returns `true` if the king and the rook of a castling move stand on their starting squares.
    /// If the castling move names no kinds, any pieces of its seat count.
    #[must_use]
    pub fn at_home(&self, castling: &CastlingMove) -> bool {
        [castling.king.0, castling.rook.0].into_iter().enumerate().all(|(place, square)| {
            let piece = self.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece);
            piece.is_some_and(|piece| {
                piece.colour() == castling.seat
                    && castling.kinds.is_none_or(|kinds| kinds[place] == piece.kind())
            })
        })
    }

    /// Returns the number of pieces of a kind and colour.
    #[must_use]
    pub fn count(&self, colour: Colour, kind: Kind) -> usize {
        self.pieces
            .iter()
            .filter(|(_, piece)| piece.colour() == colour && piece.kind() == kind)
            .count()
    }
}

/// Returns the counters of a position, as in [`Setup::counters`].
pub fn counters<const W: usize>(spec: &Spec, pos: &Position<W>) -> Vec<Vec<i32>> {
    let Some(cold) = &pos.cold else { return Vec::new() };
    let counters = spec.counters.iter().zip(&cold.counters);
    let of = |(counter, values): (&Counter, &[i32; MAX_SEATS])| {
        values[..if counter.per_seat { spec.seats.len() } else { 1 }].to_vec()
    };
    counters.map(of).collect()
}

impl<const W: usize> PositionRules<'_, W> {
    /// Returns a board without pieces.
    fn blank(&self) -> Position<W> {
        let mut pos = Position::empty();
        if let Some(neutral) = self.spec.neutral_colour() {
            pos.hot_mut().controller[neutral.index()] = NOBODY;
            pos.hot_mut().army_state[neutral.index()] = StateId::NEUTRAL;
        }
        pos
    }

    /// Returns the start position before any hook is called.
    pub fn start(&self) -> Position<W> {
        let spec = self.spec;
        let mut pos = self.blank();
        for (square, piece) in &spec.array {
            pos.put(self.t, *square, *piece);
        }
        self.renew_castling(&mut pos);
        pos.hot_mut().turn = spec.order[0];
        if !spec.counters.is_empty() {
            pos.cold_mut().counters =
                spec.counters.iter().map(|counter| [counter.start; MAX_SEATS]).collect();
        }
        for hand in &spec.hands {
            for (kind, n) in &hand.pieces {
                pos.cold_mut().hands[hand.seat.index()][kind.index()] += n;
            }
        }
        self.rebuild_masks(&mut pos);
        pos
    }

    /// Returns the position that a setup describes. The setup has to be valid for these rules;
    /// `game::resume` checks it.
    pub fn position_of(&self, setup: &Setup) -> Position<W> {
        let spec = self.spec;
        let seats = spec.seats.len();
        let mut pos = self.blank();
        for (square, piece) in &setup.pieces {
            pos.put(self.t, *square, *piece);
        }
        // A right counts only if king and rook stand on their starting squares.
        pos.hot_mut().castling = self.castling_rights(|castling| {
            let number = usize::from(castling.number);
            setup.castling[number] && self.at_home(&pos, number)
        });
        for (colour, skipped, pawn) in &setup.en_passant {
            pos.hot_mut().ep[colour.index()] = (*skipped, *pawn);
            pos.hot_mut().ep_live.insert(*colour);
        }
        let code = |seat: &Option<Seat>| seat.map_or(NOBODY, |seat| seat.0);
        let hot = pos.hot_mut();
        hot.turn = setup.turn;
        hot.pointer = setup.pointer;
        hot.made = setup.made;
        hot.halfmove = setup.halfmove;
        hot.ply = setup.ply;
        for seat in 0..seats {
            hot.seat_state[seat] = setup.seat_states[seat];
            hot.army_state[seat] = setup.army_states[seat];
            hot.controller[seat] = code(&setup.controllers[seat]);
        }
        hot.rolled = setup.rolled || spec.dice.is_none();
        hot.shuffled = setup.shuffled;
        hot.stage = match setup.phase {
            Phase::Opening => Stage::Opening,
            Phase::Done => Stage::After,
            Phase::Turn | Phase::Answered | Phase::Skipped => Stage::Turn,
        };
        hot.skipped = setup.phase == Phase::Skipped;
        hot.answered = setup.phase == Phase::Answered;
        hot.dirty = true;
        let mut cold = self.start().cold().clone();
        for (values, given) in cold.counters.iter_mut().zip(&setup.counters) {
            values[..given.len()].copy_from_slice(given);
        }
        for seat in 0..seats {
            cold.hands[seat][..spec.kinds.len()].copy_from_slice(&setup.hands[seat]);
            cold.last_checkers[seat] = code(&setup.last_checkers[seat]);
            cold.settled[seat] = setup.settled[seat];
        }
        cold.last_mover = code(&setup.last_mover);
        cold.order.clone_from(&setup.order);
        cold.relations.clone_from(&setup.relations);
        cold.dice.clone_from(&setup.dice);
        cold.relaxed = setup.relaxed;
        cold.restrictions.clone_from(&setup.restrictions);
        cold.refused.clone_from(&setup.refused);
        cold.announced = setup.announced;
        cold.offers.clone_from(&setup.offers);
        cold.pending.clone_from(&setup.pending);
        cold.sealed.clone_from(&setup.sealed);
        cold.shields.clone_from(&setup.shields);
        if cold != Cold::default() {
            *pos.cold_mut() = cold;
        }
        self.rebuild_masks(&mut pos);
        pos
    }
}
