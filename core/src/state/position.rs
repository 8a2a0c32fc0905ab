//! Everything that changes while a game is played.
//!
//! What every ply changes lies flat in [`Position`], which is cheap to copy; what rules change now
//! and then lies in [`Rare`], shared until somebody writes to it. Nothing here knows the rules:
//! the engine does.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::board::{Colour, MAX_KINDS, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use crate::rules::{Move, Outcome, Protect, Question, Restriction, SeatResult, StateId};
use crate::tables::Tables;

/// Nobody, where a seat number is stored.
pub(crate) const NOBODY: u8 = u8::MAX;

/// Where the turn machine stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// An action was played, or a turn was passed over: consequences are due, then the next turn.
    After,
    /// A turn opens.
    Opening,
    /// A seat is to decide.
    Turn,
    /// Dice are to be thrown.
    Roll,
    /// The game is over.
    Over,
}

/// Colours by what their ordinary men and their royals may do: two masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Able {
    pub men: u8,
    pub royals: u8,
}

/// What states and relations come to for one seat; rebuilt when one of them changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SeatMasks {
    /// Colours it moves.
    pub moves: Able,
    /// Colours of its own that may capture.
    pub captures: Able,
    /// Colours it may capture.
    pub prey: Able,
    /// Colours whose men check it.
    pub threats: Able,
    /// Colours it controls, whatever they may do.
    pub controls: u8,
}

/// A position: what every ply changes, and what rules change now and then.
#[derive(Clone, Debug)]
pub struct Position<const W: usize> {
    flat: Flat<W>,
    pub(crate) rare: Option<Arc<Rare>>,
}

impl<const W: usize> Deref for Position<W> {
    type Target = Flat<W>;

    #[inline(always)]
    fn deref(&self) -> &Flat<W> {
        &self.flat
    }
}

impl<const W: usize> DerefMut for Position<W> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Flat<W> {
        &mut self.flat
    }
}

/// The part of a position that changes at most ply after ply, copied as it lies.
#[derive(Clone, Copy, Debug)]
pub struct Flat<const W: usize> {
    pub(crate) board: [[u16; 64]; W],
    pub(crate) colours: [SquareSet<W>; MAX_SEATS],
    pub(crate) occupied: SquareSet<W>,
    pub(crate) royals: SquareSet<W>,
    /// Men that capture along rays, straight and other ones apart.
    pub(crate) riders: [SquareSet<W>; 2],
    /// Men that capture by walks that are more than leaps and rides.
    pub(crate) complex: SquareSet<W>,
    /// Men of the kind that steps together, by facing.
    pub(crate) phalanx: [SquareSet<W>; 4],
    /// Hash of the men.
    pub(crate) men_hash: u64,
    /// Hash of states and controllers, found with the masks.
    pub(crate) states_hash: u64,
    pub(crate) castling: u32,
    /// Live en passant rights by the pawn's colour: skipped square and the pawn's.
    pub(crate) ep: [(Square, Square); MAX_SEATS],
    pub(crate) ep_live: Seats,
    pub(crate) turn: Seat,
    pub(crate) pointer: u8,
    pub(crate) stage: Stage,
    /// Mate or stalemate was answered at this turn.
    pub(crate) answered: bool,
    /// Seats whose mate was told since the last action.
    pub(crate) told: Seats,
    /// The present turn is to be passed over.
    pub(crate) skipped: bool,
    /// Something happened that `outcome` wants to know.
    pub(crate) dirty: bool,
    /// Some seat or army is in a state that may end by itself.
    pub(crate) waiting: bool,
    /// Dice are thrown for this turn and not lost at once, or there are none to throw.
    pub(crate) rolled: bool,
    /// Turns passed over since the last action.
    pub(crate) skips: u8,
    pub(crate) halfmove: u32,
    pub(crate) ply: u32,
    /// How often the order of turns has begun anew.
    pub(crate) round: u32,
    pub(crate) seat_state: [StateId; MAX_SEATS],
    pub(crate) army_state: [StateId; MAX_SEATS],
    /// Who moves a colour's men, or [`NOBODY`].
    pub(crate) controller: [u8; MAX_SEATS],
    pub(crate) masks: [SeatMasks; MAX_SEATS],
    /// Colours whose royals cannot be captured, and so are not in check.
    pub(crate) immune: u8,
}

/// The part of a position that rules change now and then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rare {
    pub counters: Vec<[i32; MAX_SEATS]>,
    pub hands: [[u8; MAX_KINDS]; MAX_SEATS],
    pub order: Option<Vec<Seat>>,
    pub relations: Vec<(Seat, Seat, bool, bool)>,
    pub last_checkers: [u8; MAX_SEATS],
    pub dice: Vec<u8>,
    pub relaxed: Option<Protect>,
    pub restrictions: Vec<(Seat, Restriction)>,
    pub refused: Vec<Move>,
    pub announced: Option<Move>,
    pub offers: Vec<(Seat, String)>,
    pub pending: Vec<Question>,
    pub settled: [Option<SeatResult>; MAX_SEATS],
    pub shields: Vec<Colour>,
    pub outcome: Option<Outcome>,
}

impl Default for Rare {
    fn default() -> Self {
        Self {
            counters: Vec::new(),
            hands: [[0; MAX_KINDS]; MAX_SEATS],
            order: None,
            relations: Vec::new(),
            last_checkers: [NOBODY; MAX_SEATS],
            dice: Vec::new(),
            relaxed: None,
            restrictions: Vec::new(),
            refused: Vec::new(),
            announced: None,
            offers: Vec::new(),
            pending: Vec::new(),
            settled: [None; MAX_SEATS],
            shields: Vec::new(),
            outcome: None,
        }
    }
}

impl<const W: usize> Position<W> {
    /// A board without men, all seats active, each colour its seat's.
    pub(crate) fn empty() -> Self {
        let mut controller = [NOBODY; MAX_SEATS];
        for (i, seat) in controller.iter_mut().enumerate() {
            *seat = i as u8;
        }
        let flat = Flat {
            board: [[0; 64]; W],
            colours: [SquareSet::EMPTY; MAX_SEATS],
            occupied: SquareSet::EMPTY,
            royals: SquareSet::EMPTY,
            riders: [SquareSet::EMPTY; 2],
            complex: SquareSet::EMPTY,
            phalanx: [SquareSet::EMPTY; 4],
            men_hash: 0,
            states_hash: 0,
            castling: 0,
            ep: [(Square(0), Square(0)); MAX_SEATS],
            ep_live: Seats(0),
            turn: Seat(0),
            pointer: 0,
            stage: Stage::Opening,
            answered: false,
            told: Seats(0),
            skipped: false,
            dirty: false,
            waiting: false,
            rolled: false,
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
        Self { flat, rare: None }
    }

    /// The man on a square.
    #[inline(always)]
    pub(crate) fn man(&self, square: Square) -> Option<Piece> {
        Piece::from_bits(self.board[square.word::<W>()][(square.0 & 63) as usize])
    }

    fn key(tables: &Tables<W>, square: Square, man: Piece) -> u64 {
        (tables.hash_keys[square] ^ u64::from(man.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    /// Puts a man on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, tables: &Tables<W>, square: Square, man: Piece) {
        let profile = tables.profile(man);
        self.board[square.word::<W>()][(square.0 & 63) as usize] = man.bits();
        self.colours[man.colour().index()].insert(square);
        self.occupied.insert(square);
        if profile.royal {
            self.royals.insert(square);
        }
        for (riders, rides) in self.riders.iter_mut().zip(profile.rider) {
            if rides {
                riders.insert(square);
            }
        }
        if profile.complex {
            self.complex.insert(square);
        }
        if profile.phalanx {
            self.phalanx[man.facing() as usize].insert(square);
        }
        self.men_hash ^= mix_key(Self::key(tables, square, man));
    }

    /// Takes the man off a square.
    #[inline]
    pub(crate) fn take(&mut self, tables: &Tables<W>, square: Square) -> Option<Piece> {
        let man = self.man(square)?;
        self.board[square.word::<W>()][(square.0 & 63) as usize] = 0;
        self.colours[man.colour().index()].remove(square);
        self.occupied.remove(square);
        self.royals.remove(square);
        self.riders.iter_mut().for_each(|riders| riders.remove(square));
        self.complex.remove(square);
        self.phalanx[man.facing() as usize].remove(square);
        self.men_hash ^= mix_key(Self::key(tables, square, man));
        Some(man)
    }

    /// The men of several colours.
    #[inline(always)]
    pub(crate) fn of_colours(&self, colours: u8) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        let mut bits = colours;
        while bits != 0 {
            set |= self.colours[(bits.trailing_zeros() & 7) as usize];
            bits &= bits - 1;
        }
        set
    }

    /// The men that an ability allows, ordinary ones and royals by their own rows.
    #[inline(always)]
    pub(crate) fn able(&self, able: Able) -> SquareSet<W> {
        if able.men == able.royals {
            self.of_colours(able.men)
        } else {
            (self.of_colours(able.men) - self.royals) | (self.of_colours(able.royals) & self.royals)
        }
    }

    /// The rare state, to be read.
    pub(crate) fn rare(&self) -> &Rare {
        static NONE: std::sync::OnceLock<Rare> = std::sync::OnceLock::new();
        match &self.rare {
            Some(rare) => rare,
            None => NONE.get_or_init(Rare::default),
        }
    }

    /// The rare state, to be written.
    pub(crate) fn rare_mut(&mut self) -> &mut Rare {
        Arc::make_mut(self.rare.get_or_insert_with(|| Arc::new(Rare::default())))
    }
}

#[inline(always)]
fn mix_key(key: u64) -> u64 {
    key ^ key >> 32
}
