//! [`Position`]: everything that changes during a game.
//!
//! What may change with every ply is in [`Hot`], which is cheap to copy. What rules change only now
//! and then is in [`Cold`], which is shared until it is written to. All code may read both. It can
//! write to them only through [`Position::hot_mut`] and [`Position::cold_mut`], which above `state`
//! only `turn/apply.rs`, `turn/changes.rs` and `turn/effects.rs` call. Positions don't know the rules;
//! [`crate::state::PositionRules`] does.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::board::{Colour, Facing, MAX_KINDS, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use crate::rules::{
    Move, Outcome, Protect, Question, Restriction, SealedAnswer, SeatResult, StateId,
};
use crate::tables::Tables;

/// In place of a seat number: nature.
pub const NOBODY: u8 = u8::MAX;

/// The stage of the turn machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// An action was played or a turn skipped. Consequences come next, then the next turn.
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

/// Colours whose ordinary pieces, and colours whose royals, have an ability: two masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ColourMasks {
    pub pieces: u8,
    pub royals: u8,
}

/// What states and relations allow to one seat; derived data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatMasks {
    /// Colours that it moves.
    pub moves: ColourMasks,
    /// Colours it controls that may capture.
    pub captures: ColourMasks,
    /// Colours it may capture.
    pub capturable: ColourMasks,
    /// Colours that may check it.
    pub threats: ColourMasks,
    /// Colours that it controls, with any abilities.
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
    /// Pieces that capture along rays: straight rays, then others.
    pub riders: [SquareSet<W>; 2],
    /// Pieces that capture by paths.
    pub complex: SquareSet<W>,
    /// Pieces of the kind with pawn shifts, by facing.
    pub pawns: [SquareSet<W>; 4],
    /// Hash of the pieces.
    pub pieces_hash: u64,
    /// Hash of states and controllers; derived data.
    pub states_hash: u64,
    pub(crate) castling: u32,
    /// En passant rights by the pawn's colour: skipped square and pawn's square. Only those of
    /// colours in `ep_live` are valid.
    pub(crate) ep: [(Square, Square); MAX_SEATS],
    pub ep_live: Seats,
    pub turn: Seat,
    pub pointer: u8,
    pub stage: Stage,
    /// Mate or stalemate in this turn has been reported.
    pub answered: bool,
    /// Seats whose mate was reported since the last action.
    pub(crate) mate_reported: Seats,
    /// The current turn is to be skipped.
    pub skipped: bool,
    /// Seats that are known not to be in check. Putting or removing a piece, and changed states, clear it; the turn machine
    /// keeps it true from ply to ply. On a copy on which a move was only made, it means nothing.
    pub(crate) unchecked: Seats,
    /// Something changed that `on_outcome` has to know.
    pub(crate) dirty: bool,
    /// The pieces changed since insufficient force was last asked about.
    pub(crate) force_changed: bool,
    /// Some state may end by itself, or shields may have to go.
    pub waiting: bool,
    /// This turn's dice are rolled and not lost, or the ruleset has none.
    pub rolled: bool,
    /// Moves, drops and passes of this turn.
    pub made: u8,
    /// Turns skipped since the last action.
    pub skips: u8,
    pub halfmove: u32,
    pub ply: u32,
    /// How often the order of turns has started again.
    pub round: u32,
    pub seat_state: [StateId; MAX_SEATS],
    pub army_state: [StateId; MAX_SEATS],
    /// The seat that moves each colour's pieces, or [`NOBODY`].
    pub controller: [u8; MAX_SEATS],
    pub masks: [SeatMasks; MAX_SEATS],
    /// Colours whose royals can't be checked.
    pub immune: u8,
}

/// The part of a position that rules change only now and then. The fields are those of
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
    /// Hashes of the positions since the last progress, where a seat may not repeat one.
    pub past: Vec<u64>,
    pub(crate) hash: KeptHash,
}

impl Cold {
    /// Whether no seat's next action is restricted, announced, or judged by relaxed rules.
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

/// A hash that is kept until what it is of changes. It says nothing about a position: any two are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptHash(OnceLock<u64>);

impl KeptHash {
    /// The hash, which `compute` gives if none is kept.
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
    /// A board without pieces: all states active, every colour controlled by its own seat.
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

    /// A copy without the cold part, as that of a new game: for questions that need none of it.
    pub(crate) fn without_cold(&self) -> Self {
        Self { hot: self.hot, cold: None }
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        Piece::from_bits(self.board[square.word::<W>()][(square.0 & 63) as usize])
    }

    fn key(tables: &Tables<W>, square: Square, piece: Piece) -> u64 {
        (tables.hash_keys[square] ^ u64::from(piece.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    /// What a piece on a square adds to the hash of the pieces.
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

    /// Moves a piece to an empty square, where it may bear other marks. For a move in place, take and put it. Who is known not
    /// to be in check is left to the caller.
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

    /// The pieces of several colours.
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

    /// The pieces that have an ability, ordinary pieces and royals by their own masks.
    #[inline(always)]
    pub fn pieces_in(&self, able: ColourMasks) -> SquareSet<W> {
        if able.pieces == able.royals {
            self.of_colours(able.pieces)
        } else {
            (self.of_colours(able.pieces) - self.royals)
                | (self.of_colours(able.royals) & self.royals)
        }
    }

    /// The same where the pieces of one pair of masks are known.
    #[inline(always)]
    pub(crate) fn pieces_given(
        &self,
        able: ColourMasks,
        known: (ColourMasks, &SquareSet<W>),
    ) -> SquareSet<W> {
        if able == known.0 { *known.1 } else { self.pieces_in(able) }
    }

    /// The facings that pawns of an army may have (a bit each): only its own one, unless another occurs.
    #[inline(always)]
    pub(crate) fn pawn_facings(&self, army: &SquareSet<W>, own: Facing) -> u8 {
        let other = |turns: usize| self.pawns[(own as usize + turns) & 3];
        let turned = other(1) | other(2) | other(3);
        if turned.meets(army) { 0b1111 } else { 1 << own as u8 }
    }

    /// The hot part, to write. The caller keeps derived data up to date.
    #[inline(always)]
    pub(crate) fn hot_mut(&mut self) -> &mut Hot<W> {
        &mut self.hot
    }

    /// The cold part, to read.
    pub fn cold(&self) -> &Cold {
        static NONE: OnceLock<Cold> = OnceLock::new();
        match &self.cold {
            Some(cold) => cold,
            None => NONE.get_or_init(Cold::default),
        }
    }

    /// The cold part, to write.
    pub(crate) fn cold_mut(&mut self) -> &mut Cold {
        let cold = Arc::make_mut(self.cold.get_or_insert_with(|| Arc::new(Cold::default())));
        cold.hash = KeptHash::default();
        cold
    }

    /// The cold part, to write what its hash is not of: dice, restrictions, announcements, questions.
    pub(crate) fn unhashed_mut(&mut self) -> &mut Cold {
        Arc::make_mut(self.cold.get_or_insert_with(|| Arc::new(Cold::default())))
    }

    /// Notes progress other than by a move: no position that has occurred can occur again.
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
