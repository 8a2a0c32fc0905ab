//! A ruleset as plain data: what `dsl` fills in and [`crate::Ruleset::new`] checks and compiles.
//!
//! Fields are public and may be wrong; nothing here decides anything. Depends on the nouns only.

use crate::board::{Colour, Facing, Geometry, Kind, MAX_KINDS, Piece, Seat, Seats, Square, Zone};
use crate::rules::{Handler, Path};

/// A clause of the rules, by its place in [`Spec::clauses`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(pub u16);

/// A state of a seat or army, by its place in [`Spec::states`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u8);

impl StateId {
    /// Plays, moves, captures, checks and may be captured.
    pub const ACTIVE: Self = Self(0);
    /// Has no turn; the pieces are inert and immune, and still block.
    pub const FROZEN: Self = Self(1);
    /// Has no turn; the pieces are inert and may be captured.
    pub const DEAD: Self = Self(2);
    /// Nobody's: inert, and anyone may capture the pieces.
    pub const NEUTRAL: Self = Self(3);
    /// Out of the game.
    pub const GONE: Self = Self(4);
}

/// A counter, by its place in [`Spec::counters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CounterId(pub u8);

/// Everything that defines a game.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The ruleset's id.
    pub id: String,
    /// The board.
    pub geometry: Geometry,
    /// Named sets of squares.
    pub zones: Vec<(String, Zone)>,
    /// The seats.
    pub seats: Vec<SeatSpec>,
    /// Names of the teams; every seat has one (a team of its own where there are none).
    pub teams: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<KindSpec>,
    /// Names of the marks a piece may bear.
    pub marks: Vec<String>,
    /// The pieces at the start.
    pub array: Vec<(Square, Piece)>,
    /// Who moves after whom, again and again; a seat may stand in it more than once.
    pub order: Vec<Seat>,
    /// The states; the first five are those of [`StateId`].
    pub states: Vec<State>,
    /// `relations[a][b]`: what a's pieces may do to pieces that b controls.
    pub relations: Vec<Vec<Hostility>>,
    /// `protect[a][b]`: what a's moves owe to b's royals.
    pub protect: Vec<Vec<Protect>>,
    /// The same for the test whether a seat is mated, where a reading wants another.
    pub protect_in_mate_test: Option<Vec<Vec<Protect>>>,
    /// A move is emit_if_legal with the releases it causes already done, rather than with states as they
    /// stood when it began.
    pub judge_after_release: bool,
    /// Which royals count where a controller has several.
    pub royals: Royals,
    /// When a seat is found mated.
    pub mate_test: MateTest,
    /// Castling moves.
    pub castling: Vec<CastlingMove>,
    /// What happens to an en passant right whose skipped square is occupied.
    pub ep_occupied: EpOccupied,
    /// A partner's pawn may be passed on the square it skipped, and stays undisturbed.
    pub ep_partner: bool,
    /// How long an en passant right lasts.
    pub ep_window: EpWindow,
    /// `i` route "bears no moved mark" rather than "stands on a start square": kinds, a bit each.
    pub initial_by_mark: u32,
    /// What pieces turn into where they arrive.
    pub promotions: Vec<(Piece, Square, Promotion)>,
    /// What happens to pieces by arriving somewhere.
    pub arrivals: Vec<(Piece, Square, Arrival)>,
    /// Squares that pieces may not enter.
    pub restricted_squares: Vec<(Piece, Square)>,
    /// Kinds of a colour that may be on the board at once when one is promoted to.
    pub supply: Vec<(Kind, u8)>,
    /// `captures[a]`: the kinds (a bit each) that kind a may capture.
    pub kind_captures: Vec<u32>,
    /// The dice, where a turn begins with a roll.
    pub dice: Option<Dice>,
    /// Counters that rules keep.
    pub counters: Vec<Counter>,
    /// Pieces in hand at the start, and where they may be dropped.
    pub hands: Vec<Hand>,
    /// Seats that may announce a move forbidden only by the protection of their own royals.
    pub announcers: Seats,
    /// Whether the last seat to give check is remembered for each king.
    pub track_last_checker: bool,
    /// A position this often repeated is a draw.
    pub repetition: Option<u8>,
    /// So many moves by each seat with a turn, without capture or pawn move, are a draw.
    pub no_progress: Option<u32>,
    /// The kinds (a bit each) whose every move counts as progress: pawns.
    pub progress_kinds: u32,
    /// Material with which nobody can win: for each entry, the pieces of each side.
    pub insufficient: Vec<Vec<Vec<Kind>>>,
    /// The event hooks.
    pub handlers: Vec<Handler>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// Metrics that scripts count.
    pub metrics: Vec<String>,
    /// Games longer than this many plies are stopped, and reported as stopped.
    pub ply_limit: u32,
}

/// A player's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSpec {
    /// Its name.
    pub name: String,
    /// Its letter in FEN and pictures.
    pub key: char,
    /// Which way its pieces look at the start.
    pub facing: Facing,
    /// Its team, by place in [`Spec::teams`].
    pub team: u8,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindSpec {
    /// Its name.
    pub name: String,
    /// Its capital letter in FEN, pictures and action text.
    pub letter: char,
    /// Whether its loss or mate matters to its owner.
    pub royal: bool,
    /// Its worth, for agents and counts.
    pub value: i32,
    /// The notation it was written in, for show; what counts is `paths`.
    pub notation: String,
    /// How it goes.
    pub paths: Vec<Path>,
}

/// What pieces may do, by the state of their army; under another seat's control no more than that
/// seat's state allows too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// May be moved.
    pub moves: bool,
    /// May capture.
    pub captures: bool,
    /// Gives check.
    pub checks: bool,
    /// May be captured.
    pub capturable: bool,
    /// May be in check, if it is a royal; one that may not be captured may still be checked and mated.
    pub checkable: bool,
}

impl Abilities {
    /// Everything.
    pub const ALL: Self =
        Self { moves: true, captures: true, checks: true, capturable: true, checkable: true };
    /// Nothing.
    pub const NONE: Self =
        Self { moves: false, captures: false, checks: false, capturable: false, checkable: false };
    /// Only to be captured, and so checked.
    pub const CAPTURABLE: Self = Self { capturable: true, checkable: true, ..Self::NONE };

    /// What both allow.
    #[must_use]
    pub const fn meet(self, other: Self) -> Self {
        Self {
            moves: self.moves && other.moves,
            captures: self.captures && other.captures,
            checks: self.checks && other.checks,
            capturable: self.capturable && other.capturable,
            checkable: self.checkable && other.checkable,
        }
    }
}

/// A state of a seat or an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// A seat in this state has a turn.
    pub has_turn: bool,
    /// What an army's ordinary pieces may do in this state.
    pub pieces: Abilities,
    /// What its royals may do.
    pub royals: Abilities,
    /// The state ends by itself when this holds.
    pub until: Option<Until>,
    /// When that is looked at.
    pub tested: Tested,
}

impl State {
    /// The five states every ruleset has, in the order of [`StateId`].
    #[must_use]
    pub fn predefined() -> Vec<Self> {
        let state = |name: &str, has_turn, abilities, until| Self {
            name: name.to_owned(),
            has_turn,
            pieces: abilities,
            royals: abilities,
            until,
            tested: Tested::Continuous,
        };
        vec![
            state("active", true, Abilities::ALL, None),
            state("frozen", false, Abilities::NONE, Some(Until::NotMated)),
            state("dead", false, Abilities::CAPTURABLE, None),
            state("neutral", false, Abilities::CAPTURABLE, None),
            state("gone", false, Abilities::NONE, None),
        ]
    }
}

/// What ends a state by itself, asked as if the seat alone were active and everything else stood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// The seat is not mated.
    NotMated,
    /// The seat is not in check.
    NotInCheck,
    /// The seat has a legal move.
    HasMove,
    /// The seat is not stalemated: it has a legal move, or is in check.
    NotStale,
}

/// When a state's end is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tested {
    /// After every ply and every change of a state.
    Continuous,
    /// When the seat's turn would come.
    OwnTurn,
}

/// What one controller's pieces may do to another's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hostility {
    /// Capture them.
    pub capture: bool,
    /// Give check to them.
    pub check: bool,
}

/// What a move owes to a royal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Protect {
    /// Nothing.
    None,
    /// It is not attacked afterwards.
    Safe,
    /// Nobody attacks it afterwards who did not before (compared by square).
    NoNewAttacker,
    /// As `Safe`, if it was not attacked before.
    SafeUnlessInCheck,
}

/// Which royals of a controller are protected, checked and mated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Royals {
    /// Each of them.
    Any,
    /// Only when all are attacked.
    All,
    /// Only the last one left.
    Last,
}

/// When a seat is found mated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateTest {
    /// At its own turn.
    OwnTurn,
    /// As soon as a ply leaves it mated.
    AfterEveryPly,
}

/// One castling move of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastlingMove {
    /// Whose.
    pub seat: Seat,
    /// The letter of FEN's castling field: true for the first ("king side") array.
    pub king_side: bool,
    /// The king's way.
    pub king: (Square, Square),
    /// The rook's way.
    pub rook: (Square, Square),
    /// Squares that must be empty.
    pub empty: Zone,
    /// Squares that nobody who checks the seat may attack, the king's own among them, its
    /// arrival square left out: that one is emit_if_legal like any move.
    pub safe: Zone,
    /// The clause counted.
    pub clause: Option<ClauseId>,
}

/// What happens to an en passant right whose skipped square is occupied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpOccupied {
    /// It cannot be used.
    Void,
    /// A capture there takes both pieces.
    CaptureBoth,
}

/// How long an en passant right lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EpWindow {
    /// Until a turn opens, or is passed over, for the controller of the pawn.
    OwnTurn,
    /// For the next player only.
    NextPlayer,
}

/// What a piece may turn into on a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Promotion {
    /// The kinds to choose from; one of them only route no choice.
    pub kinds: Vec<Kind>,
    /// It may also stay what it is.
    pub optional: bool,
    /// The clause counted.
    pub clause: Option<ClauseId>,
}

/// What happens to a piece by arriving on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Arrival {
    /// It becomes another kind.
    pub become_kind: Option<Kind>,
    /// It turns.
    pub turn: Option<Facing>,
    /// It bears this mark.
    pub set_mark: Option<u8>,
    /// It loses this mark.
    pub clear_mark: Option<u8>,
    /// The clause counted.
    pub clause: Option<ClauseId>,
}

/// Dice thrown before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// How many dice.
    pub count: u8,
    /// For each face its number, its weight, and the kinds (a bit each) that it lets move.
    pub faces: Vec<(u8, u32, u32)>,
}

/// A number that rules keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// One for each seat, or one for the game.
    pub per_seat: bool,
    /// The least it may be.
    pub min: i32,
    /// The most.
    pub max: i32,
    /// What it is at the start.
    pub start: i32,
    /// What a point of it is worth to a seat, in the values of pieces; zero if it is no score.
    pub worth: i32,
}

/// Pieces in hand at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Who holds them.
    pub seat: Seat,
    /// Their kind and number.
    pub pieces: Vec<(Kind, u8)>,
    /// Where they may be dropped.
    pub zone: Zone,
    /// Whether a seat with pieces in hand may do nothing but drop.
    pub first: bool,
}

/// A clause of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Its name, such as `V11`.
    pub id: String,
    /// What it says, in one sentence.
    pub text: String,
    /// Where: script file and line.
    pub place: String,
}

impl Spec {
    /// How long a game may be where nothing else is said, in plies.
    pub const PLY_LIMIT: u32 = 2000;

    /// Seats and kinds on an empty board, and what holds where nothing else is said: turns in the
    /// seats' order, each team against all others, one's own royals kept safe, any kind taken by
    /// any, nothing built in that ends a game.
    #[must_use]
    pub fn bare(geometry: Geometry, seats: Vec<SeatSpec>, kinds: Vec<KindSpec>) -> Self {
        let n = seats.len();
        let hostility = |a: usize, b: usize| {
            let hostile = seats[a].team != seats[b].team;
            Hostility { capture: hostile, check: hostile }
        };
        let protect = |a, b| if a == b { Protect::Safe } else { Protect::None };
        let every_kind = u32::try_from((1_u64 << kinds.len().min(MAX_KINDS)) - 1);
        Self {
            id: String::new(),
            zones: Vec::new(),
            teams: Vec::new(),
            marks: Vec::new(),
            array: Vec::new(),
            order: (0..n as u8).map(Seat).collect(),
            states: State::predefined(),
            relations: square_matrix(n, hostility),
            protect: square_matrix(n, protect),
            protect_in_mate_test: None,
            judge_after_release: false,
            royals: Royals::Any,
            mate_test: MateTest::OwnTurn,
            castling: Vec::new(),
            ep_occupied: EpOccupied::Void,
            ep_partner: false,
            ep_window: EpWindow::OwnTurn,
            initial_by_mark: 0,
            promotions: Vec::new(),
            arrivals: Vec::new(),
            restricted_squares: Vec::new(),
            supply: Vec::new(),
            kind_captures: vec![every_kind.unwrap_or(u32::MAX); kinds.len()],
            dice: None,
            counters: Vec::new(),
            hands: Vec::new(),
            announcers: Seats::default(),
            track_last_checker: false,
            repetition: None,
            no_progress: None,
            progress_kinds: 0,
            insufficient: Vec::new(),
            handlers: Vec::new(),
            clauses: Vec::new(),
            metrics: Vec::new(),
            ply_limit: Self::PLY_LIMIT,
            seats,
            kinds,
            geometry,
        }
    }

    /// The colour whose FEN letter is `key`.
    #[must_use]
    pub fn seat_of_key(&self, key: char) -> Option<Colour> {
        self.seats.iter().position(|seat| seat.key == key).map(|i| Seat(i as u8))
    }

    /// The kind whose letter is `letter`.
    #[must_use]
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.letter == letter).map(|i| Kind(i as u8))
    }

    /// The seat of that name.
    #[must_use]
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.name == name).map(|i| Seat(i as u8))
    }

    /// The kind of that name.
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(|i| Kind(i as u8))
    }

    /// The team of a seat.
    #[must_use]
    pub fn team(&self, seat: Seat) -> u8 {
        self.seats[seat.index()].team
    }

    /// The clause of that name.
    #[must_use]
    pub fn clause_named(&self, id: &str) -> Option<ClauseId> {
        self.clauses.iter().position(|clause| clause.id == id).map(|i| ClauseId(i as u16))
    }
}

/// A row and a column for each seat.
fn square_matrix<T>(size: usize, entry: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
    (0..size).map(|a| (0..size).map(|b| entry(a, b)).collect()).collect()
}
