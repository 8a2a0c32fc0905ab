//! [`Position`]: everything that changes during a game.
//!
//! Data that may change with every ply is in [`Hot`], which is cheap to copy. Data that rules
//! change only now and then is in [`Cold`]. Copies of a position share [`Cold`] until one of them
//! writes to it.
//!
//! All code may read both parts. Only [`Position::hot_mut`] and [`Position::cold_mut`] give write
//! access. Above `state`, only `turn/apply.rs`, `turn/turn_stage_updates.rs` and `turn/effects.rs`
//! call them.
//!
//! A position does not contain the rules; see [`crate::state::PositionRules`].

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::board::{Colour, Facing, MAX_KINDS, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use crate::rules::{
    Move, Outcome, Protect, Question, Restriction, SealedAnswer, SeatResult, StateId,
};
use crate::tables::Tables;

/// Nature, in place of a seat number.
pub const NOBODY: u8 = u8::MAX;

/// The stage of the turn machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// An action was played, or a turn was skipped. The turn machine next applies the consequences,
    /// and then opens the next turn.
    After,
    /// The turn is about to open.
    Opening,
    /// A seat has to decide.
    Turn,
    /// The dice have to be rolled.
    Roll,
    /// The game is over.
    Over,
}

/// Two sets of colours for one ability. The ordinary pieces of the colours in `pieces` have the
/// ability, and so have the royals of the colours in `royals`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ColourMasks {
    pub pieces: u8,
    pub royals: u8,
}

/// For one seat, the colours whose pieces the seat may move, capture and so on. Derived from states
/// and relations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatMasks {
    /// The colours that the seat moves.
    pub moves: ColourMasks,
    /// The colours that the seat controls and whose pieces may capture.
    pub captures: ColourMasks,
    /// The colours that the seat may capture.
    pub capturable: ColourMasks,
    /// The colours that may check the seat.
    pub threats: ColourMasks,
    /// The colours that the seat controls, whatever abilities their pieces have.
    pub controls: u8,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Position<const W: usize> {
    hot: Hot<W>,
    pub cold: Option<Arc<Cold>>,
}

impl<const W: usize> Deref for Position<W> {
    type Target = Hot<W>;

    #[inline(always)]
    fn deref(&self) -> &Hot<W> {
        &self.hot
    }
}

/// The part of a position that may change with every ply. Plain data without pointers.
#[derive(Clone, Copy, Debug)]
pub struct Hot<const W: usize> {
    pub board: [[u32; 64]; W],
    pub colours: [SquareSet<W>; MAX_SEATS],
    pub occupied: SquareSet<W>,
    pub royals: SquareSet<W>,
    /// The pieces that capture along rays. The first set is for straight rays, the second for all
    /// other rays. A piece may be in both sets.
    pub riders: [SquareSet<W>; 2],
    /// The pieces that capture by paths.
    pub complex: SquareSet<W>,
    /// The pieces of the kind with pawn shifts, by facing.
    pub pawns: [SquareSet<W>; 4],
    /// The hash of the pieces.
    pub pieces_hash: u64,
    /// The hash of states and controllers; derived data.
    pub states_hash: u64,
    /// The castling rights, a bit each; see [`crate::rules::castling_rights`].
    pub(crate) castling: u64,
    /// The en passant rights, by the colour of the pawn that may be captured. A right consists of
    /// the first skipped square and the pawn's square. Only the entries for colours in `ep_live` are
    /// valid.
    pub(crate) ep: [(Square, Square); MAX_SEATS],
    pub ep_live: Seats,
    pub turn: Seat,
    pub pointer: u8,
    pub stage: Stage,
    /// `true` if mate or stalemate in this turn has been reported.
    pub answered: bool,
    /// The seats whose mate was reported since the last action.
    pub(crate) mate_reported: Seats,
    /// `true` if the current turn is to be skipped.
    pub skipped: bool,
    /// The seats that are known not to be in check. The turn machine updates the set after every
    /// ply. The set is cleared if a piece is put on the board or removed, or if states change. If a
    /// move is made on a copy without the turn machine, the set of that copy is meaningless.
    pub(crate) unchecked: Seats,
    /// `true` if the position has changed since the last call of the hooks about the end of the
    /// game.
    pub(crate) dirty: bool,
    /// `true` if the pieces changed since the last test for insufficient force.
    pub(crate) force_changed: bool,
    /// `true` if a state may end automatically now, or if shielding pieces may have to be removed.
    pub waiting: bool,
    /// `true` if this turn's dice have been rolled and the seat has not lost the roll. Also `true`
    /// if the ruleset has no dice.
    pub rolled: bool,
    /// The number of shuffles made.
    pub shuffled: u8,
    /// The number of moves, drops and passes in this turn.
    pub made: u8,
    /// The number of turns skipped since the last action.
    pub skips: u8,
    pub halfmove: u32,
    pub ply: u32,
    /// The number of times that the order of turns has started again.
    pub round: u32,
    pub seat_state: [StateId; MAX_SEATS],
    pub army_state: [StateId; MAX_SEATS],
    /// The seat that moves each colour's pieces, or [`NOBODY`].
    pub controller: [u8; MAX_SEATS],
    pub masks: [SeatMasks; MAX_SEATS],
    /// The colours whose royals can't be checked.
    pub immune: u8,
}

/// The part of a position that rules change only now and then. Most fields are the same as in
/// [`crate::state::Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cold {
    pub counters: Vec<[i32; MAX_SEATS]>,
    pub hands: [[u8; MAX_KINDS]; MAX_SEATS],
    pub order: Option<Vec<Seat>>,
    pub relations: Vec<(Seat, Seat, bool, bool)>,
    pub last_checkers: [u8; MAX_SEATS],
    pub last_mover: u8,
    pub dice: Vec<u8>,
    pub relaxed: Option<Protect>,
    pub restrictions: Vec<(Seat, Restriction)>,
    pub refused: Vec<Move>,
    pub announced: Option<Move>,
    pub offers: Vec<(Seat, String)>,
    pub pending: Vec<Question>,
    pub sealed: Vec<SealedAnswer>,
    pub settled: [Option<SeatResult>; MAX_SEATS],
    pub shields: Vec<Colour>,
    pub outcome: Option<Outcome>,
    /// The hashes of the positions since the last progress. Recorded only if some seat is not
    /// allowed to repeat positions.
    pub past: Vec<u64>,
    pub(crate) hash: KeptHash,
}

impl Cold {
    /// Returns `true` if no seat's next action is restricted, no move is announced, and no
    /// protection is relaxed.
    #[inline]
    pub fn restricts_nothing(&self) -> bool {
        self.relaxed.is_none() && self.restrictions.is_empty() && self.announced.is_none()
    }
}

impl Default for Cold {
    fn default() -> Self {
        Self {
            counters: Vec::new(),
            hands: [[0; MAX_KINDS]; MAX_SEATS],
            order: None,
            relations: Vec::new(),
            last_checkers: [NOBODY; MAX_SEATS],
            last_mover: NOBODY,
            dice: Vec::new(),
            relaxed: None,
            restrictions: Vec::new(),
            refused: Vec::new(),
            announced: None,
            offers: Vec::new(),
            pending: Vec::new(),
            sealed: Vec::new(),
            settled: [None; MAX_SEATS],
            shields: Vec::new(),
            outcome: None,
            past: Vec::new(),
            hash: KeptHash::default(),
        }
    }
}

/// A cache for a hash. The hash is computed when it is first needed. The cache is cleared when the
/// hashed data change. All caches compare equal, so that they do not affect the equality of
/// positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptHash(OnceLock<u64>);

impl KeptHash {
    /// Returns the cached hash, or computes it and keeps it.
    pub fn get(&self, compute: impl FnOnce() -> u64) -> u64 {
        *self.0.get_or_init(compute)
    }
}

impl PartialEq for KeptHash {
    #[inline]
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KeptHash {}

impl<const W: usize> Position<W> {
    /// Returns a board without pieces, on which all states are active and every seat controls its
    /// own colour.
    pub fn empty() -> Self {
        let mut controller = [NOBODY; MAX_SEATS];
        for (i, seat) in controller.iter_mut().enumerate() {
            *seat = i as u8;
        }
        let hot = Hot {
            board: [[0; 64]; W],
            colours: [SquareSet::EMPTY; MAX_SEATS],
            occupied: SquareSet::EMPTY,
            royals: SquareSet::EMPTY,
            riders: [SquareSet::EMPTY; 2],
            complex: SquareSet::EMPTY,
            pawns: [SquareSet::EMPTY; 4],
            pieces_hash: 0,
            states_hash: 0,
            castling: 0,
            ep: [(Square(0), Square(0)); MAX_SEATS],
            ep_live: Seats(0),
            turn: Seat(0),
            pointer: 0,
            stage: Stage::Opening,
            answered: false,
            mate_reported: Seats(0),
            skipped: false,
            unchecked: Seats(0),
            dirty: false,
            force_changed: false,
            waiting: false,
            rolled: false,
            shuffled: 0,
            made: 0,
            skips: 0,
            halfmove: 0,
            ply: 0,
            round: 0,
            seat_state: [StateId::ACTIVE; MAX_SEATS],
            army_state: [StateId::ACTIVE; MAX_SEATS],
            controller,
            masks: [SeatMasks::default(); MAX_SEATS],
            immune: 0,
        };
        Self { hot, cold: None }
    }

    /// Returns a copy with the cold part of a new game. Used by tests whose result does not depend
    /// on the cold part.
    pub(crate) fn without_cold(&self) -> Self {
        Self { hot: self.hot, cold: None }
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_bits(self.board[square.word::<W>()][(square.0 & 63) as usize])
    }

    fn key(tables: &Tables<W>, square: Square, piece: Piece) -> u64 {
        (tables.hash_keys[square] ^ u64::from(piece.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    /// Returns the contribution of a piece on a square to the hash of the pieces.
    #[inline(always)]
    pub fn piece_hash(tables: &Tables<W>, square: Square, piece: Piece) -> u64 {
        mix_key(Self::key(tables, square, piece))
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, tables: &Tables<W>, square: Square, piece: Piece) {
        let profile = tables.profile(piece);
        self.hot.board[square.word::<W>()][(square.0 & 63) as usize] = piece.bits();
        self.hot.colours[piece.colour().index()].insert(square);
        self.hot.occupied.insert(square);
        if profile.royal {
            self.hot.royals.insert(square);
        }
        for (riders, rides) in self.hot.riders.iter_mut().zip(profile.rider) {
            if rides {
                riders.insert(square);
            }
        }
        if profile.complex {
            self.hot.complex.insert(square);
        }
        if profile.pawn_shifts {
            self.hot.pawns[piece.facing() as usize].insert(square);
        }
        self.hot.pieces_hash ^= Self::piece_hash(tables, square, piece);
        self.hot.unchecked = Seats(0);
    }

    /// Removes the piece on a square, and returns it.
    #[inline]
    pub fn take(&mut self, tables: &Tables<W>, square: Square) -> Option<Piece> {
        let piece = self.piece(square)?;
        self.hot.board[square.word::<W>()][(square.0 & 63) as usize] = 0;
        self.hot.colours[piece.colour().index()].remove(square);
        self.hot.occupied.remove(square);
        self.hot.royals.remove(square);
        self.hot.riders.iter_mut().for_each(|riders| riders.remove(square));
        self.hot.complex.remove(square);
        self.hot.pawns[piece.facing() as usize].remove(square);
        self.hot.pieces_hash ^= Self::piece_hash(tables, square, piece);
        self.hot.unchecked = Seats(0);
        Some(piece)
    }

    /// Moves a piece to an empty square, and may change its marks. The two squares must differ. To
    /// change a piece without moving it, take it and put it back. The caller has to update the set
    /// of seats that are known not to be in check.
    #[inline(always)]
    pub(crate) fn relocate(
        &mut self,
        tables: &Tables<W>,
        (from, before): (Square, Piece),
        (to, after): (Square, Piece),
    ) {
        let profile = tables.profile(after);
        let hot = &mut self.hot;
        let bits = |square: Square| (square.word::<W>(), (square.0 & 63) as usize);
        let ((from_word, from_bit), (to_word, to_bit)) = (bits(from), bits(to));
        hot.board[from_word][from_bit] = 0;
        hot.board[to_word][to_bit] = after.bits();
        let shift = |set: &mut SquareSet<W>| {
            set.remove(from);
            set.insert(to);
        };
        shift(&mut hot.colours[after.colour().index()]);
        shift(&mut hot.occupied);
        if profile.royal {
            shift(&mut hot.royals);
        }
        for (riders, rides) in hot.riders.iter_mut().zip(profile.rider) {
            if rides {
                shift(riders);
            }
        }
        if profile.complex {
            shift(&mut hot.complex);
        }
        if profile.pawn_shifts {
            shift(&mut hot.pawns[after.facing() as usize]);
        }
        hot.pieces_hash ^=
            Self::piece_hash(tables, from, before) ^ Self::piece_hash(tables, to, after);
    }

    /// Returns the pieces of several colours.
    #[inline(always)]
    pub fn of_colours(&self, colours: u8) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        let mut bits = colours;
        while bits != 0 {
            set |= self.colours[(bits.trailing_zeros() & 7) as usize];
            bits &= bits - 1;
        }
        set
    }

    /// Returns the pieces that have an ability. One mask selects ordinary pieces, and the other
    /// selects royals.
    #[inline(always)]
    pub fn pieces_in(&self, able: ColourMasks) -> SquareSet<W> {
        if able.pieces == able.royals {
            self.of_colours(able.pieces)
        } else {
            (self.of_colours(able.pieces) - self.royals)
                | (self.of_colours(able.royals) & self.royals)
        }
    }

    /// Returns the pieces that have an ability. `known` consists of masks and the pieces that these
    /// masks select. If `able` equals these masks, returns these pieces without computing them
    /// again.
    #[inline(always)]
    pub(crate) fn pieces_given(
        &self,
        able: ColourMasks,
        known: (ColourMasks, &SquareSet<W>),
    ) -> SquareSet<W> {
        if able == known.0 { *known.1 } else { self.pieces_in(able) }
    }

    /// Returns the facings that an army's pawns may have (a bit each). Returns only `own` if all
    /// pawns have this facing. Otherwise returns all four facings.
    #[inline(always)]
    pub(crate) fn pawn_facings(&self, army: &SquareSet<W>, own: Facing) -> u8 {
        let other = |turns: usize| self.pawns[(own as usize + turns) & 3];
        let turned = other(1) | other(2) | other(3);
        if turned.meets(army) { 0b1111 } else { 1 << own as u8 }
    }

    /// Returns the hot part for writing. The caller has to keep derived data up to date.
    #[inline(always)]
    pub(crate) fn hot_mut(&mut self) -> &mut Hot<W> {
        &mut self.hot
    }

    /// Returns the cold part for reading.
    pub fn cold(&self) -> &Cold {
        static NONE: OnceLock<Cold> = OnceLock::new();
        match &self.cold {
            Some(cold) => cold,
            None => NONE.get_or_init(Cold::default),
        }
    }

    /// Returns the cold part for writing.
    pub(crate) fn cold_mut(&mut self) -> &mut Cold {
        let cold = Arc::make_mut(self.cold.get_or_insert_with(|| Arc::new(Cold::default())));
        cold.hash = KeptHash::default();
        cold
    }

    /// Returns the cold part for writing data that the hash of the cold part ignores: dice,
    /// restrictions, announcements, questions.
    pub(crate) fn unhashed_mut(&mut self) -> &mut Cold {
        Arc::make_mut(self.cold.get_or_insert_with(|| Arc::new(Cold::default())))
    }

    /// Records that progress was made without a move. Earlier positions can't occur again after
    /// such progress.
    pub(crate) fn note_progress(&mut self) {
        self.hot.halfmove = 0;
        if self.cold.as_ref().is_some_and(|cold| !cold.past.is_empty()) {
            self.unhashed_mut().past.clear();
        }
    }
}

#[inline(always)]
fn mix_key(key: u64) -> u64 {
    key ^ key >> 32
}
