//! [`Spec`]: a ruleset as plain data. `quadrille-dsl` fills in a `Spec`, and
//! [`crate::CompiledRules::new`] checks and compiles it. A `Spec` may be invalid.

use crate::board::{
    Colour, Facing, Geometry, Kind, MAX_KINDS, MAX_SEATS, Piece, Seat, Seats, Square, Vector, Zone,
};
use crate::rules::{
    Arrival, Base, Blast, CaptureHand, CastlingMove, ClauseId, Demand, Duty, EntryLimit,
    EpOccupied, EpWindow, EventKind, Fog, Gate, Gates, Hand, Handler, HiddenKinds, Holds, Path,
    PieceCounter, PieceMemory, Promotion, PromotionLimit, Shuffle, State, Weights,
};

/// Everything that defines a game, except hooks.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The ruleset's id.
    pub id: String,
    /// The board.
    pub geometry: Geometry,
    /// Walls that stand only under conditions. The board does not contain them.
    pub gates: Vec<Gate>,
    /// Named square sets.
    pub zones: Vec<(String, Zone)>,
    /// The seats.
    pub seats: Vec<SeatSpec>,
    /// The seats whose armies face diagonally. For their pieces, [`Facing::North`] means north-east,
    /// and each other facing also means the direction that is 45° further clockwise.
    pub diagonal: Seats,
    /// The pieces that belong to no seat, if there are any. Their colour comes directly after the
    /// last seat's colour.
    pub neutral: Option<Neutral>,
    /// The names of the teams. A seat without a team mate has a separate team.
    pub teams: Vec<String>,
    /// The kinds of piece.
    pub kinds: Vec<KindSpec>,
    /// The names of the marks.
    pub marks: Vec<String>,
    /// The counters that each piece carries.
    pub piece_counters: Vec<PieceCounter>,
    /// The memories that hold a piece.
    pub piece_memories: Vec<PieceMemory>,
    /// The array: the pieces at the start.
    pub array: Vec<(Square, Piece)>,
    /// The order of turns, repeated cyclically. A seat may occur more than once.
    pub order: Vec<Seat>,
    /// The states. The first five are the constants of `StateId`.
    pub states: Vec<State>,
    /// `relations[a][b]`: the captures and checks that pieces of seat a may make against pieces
    /// that seat b controls.
    pub relations: Vec<Vec<Hostility>>,
    /// `protect[a][b]`: the protection that a move of seat a must leave to the royals of seat b.
    pub protect: Vec<Vec<Protect>>,
    /// A second protection matrix, used only for the mate test. `None` if the mate test uses the
    /// usual matrix.
    pub protect_in_mate_test: Option<Vec<Vec<Protect>>>,
    /// `true` if the engine makes the releases that a move causes, and then judges the move. A
    /// release is the automatic end of a seat's state. `false` if the engine judges the move with
    /// the states before the move.
    pub judge_after_release: bool,
    /// Requirements and prohibitions for moves. Use [`Spec::impose`] to add one.
    pub duties: Vec<Duty>,
    /// The additional pieces that every capture removes, if any.
    pub blast: Option<Blast>,
    /// The fog, if parts of the position are hidden from seats.
    pub fog: Option<Fog>,
    /// The pieces whose kinds are hidden from some seats, if there are any.
    pub hidden: Option<HiddenKinds>,
    /// The rule for controllers with several royals.
    pub royals: Royals,
    /// The times at which the engine tests for mate and reports mates.
    pub mate_test: MateTest,
    /// Castling moves.
    pub castling: Vec<CastlingMove>,
    /// The consequence for an en passant right if a piece stands on the skipped square.
    pub ep_occupied: EpOccupied,
    /// `true` if a piece that captures en passant may also move to a square that a partner's pawn
    /// skipped. The partner's pawn is not captured.
    pub ep_partner: bool,
    /// The duration of an en passant right.
    pub ep_window: EpWindow,
    /// The kinds (a bit each) whose initial paths (`i`) are for pieces without the moved mark. For
    /// all other kinds, these paths are for pieces on a start square.
    pub initial_by_mark: u32,
    /// Promotions, by piece and square.
    pub promotions: Vec<(Piece, Square, Promotion)>,
    /// The changes of pieces on arrival, as a table. An entry has a piece, a square, and the
    /// changes of the piece when it arrives on the square.
    pub arrivals: Vec<(Piece, Square, Arrival)>,
    /// Squares that a piece may not enter.
    pub restricted_squares: Vec<(Piece, Square)>,
    /// Limits on promotion to some kinds. A piece promotes to such a kind only while the board has
    /// fewer pieces of that kind and colour than the limit. Other kinds have no limit.
    pub supply: Vec<(Kind, u8)>,
    /// Conditions for promotions.
    pub promotion_limits: Vec<PromotionLimit>,
    /// Conditions for moves to some squares.
    pub entry_limits: Vec<EntryLimit>,
    /// For each kind, the kinds (a bit each) that it may capture.
    pub kind_captures: Vec<u32>,
    /// The dice, if turns start with a roll.
    pub dice: Option<Dice>,
    /// The shuffles before the first turn, in this order.
    pub shuffles: Vec<Shuffle>,
    /// The counters.
    pub counters: Vec<Counter>,
    /// Pieces in hand at the start, and zones for drops.
    pub hands: Vec<Hand>,
    /// The hand that receives captured pieces. `None` if captured pieces leave the game. Captured
    /// royals always leave the game.
    pub captures_to_hand: Option<CaptureHand>,
    /// The clause that a capture into a hand cites.
    pub captures_to_hand_clause: Option<ClauseId>,
    /// The kinds that captured pieces become in a hand. A piece of a kind that is not listed keeps
    /// its kind.
    pub bases: Vec<Base>,
    /// The seats that may announce moves.
    pub announcers: Seats,
    /// `true` if the engine records, for each king, the last seat that gave check to this king.
    pub track_last_checker: bool,
    /// `true` if the engine records the seat that moved last.
    pub track_last_mover: bool,
    /// The number of occurrences after which a repeated position ends the game as a draw, if there
    /// is such a rule.
    pub repetition: Option<u8>,
    /// The number of moves that each seat may make without progress before the game is a draw, if
    /// there is such a rule.
    pub no_progress: Option<u32>,
    /// The kinds (a bit each) whose moves are always progress.
    pub progress_kinds: u32,
    /// The pairings with insufficient force. Each pairing lists the pieces of each side.
    pub insufficient: Vec<Vec<Vec<Kind>>>,
    /// The handlers of events and questions.
    pub handlers: Vec<Handler>,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The names of metrics that scripts count.
    pub metrics: Vec<String>,
    /// The weights of the evaluation. If `None`, the evaluation derives its weights from the rules.
    pub weights: Option<Weights>,
    /// The maximum length of a game, in plies.
    pub ply_limit: u32,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSpec {
    /// The name of the seat.
    pub name: String,
    /// The letter of the seat in FEN4 and diagrams.
    pub key: char,
    /// The facing of the seat's pieces at the start.
    pub facing: Facing,
    /// The team of the seat, by its number in [`Spec::teams`].
    pub team: u8,
}

/// The pieces that belong to no seat. They capture nothing and give no check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neutral {
    /// The name of the colour of neutral pieces.
    pub name: String,
    /// The letter of the neutral colour in FEN4 and diagrams.
    pub key: char,
    /// `true` if seats may capture neutral pieces.
    pub capturable: bool,
    /// The seats that may move neutral pieces in their turns.
    pub movers: Seats,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindSpec {
    /// The name of the kind.
    pub name: String,
    /// The capital letter of the kind in FEN4, diagrams and action text.
    pub letter: char,
    /// `true` if pieces of the kind are royal.
    pub royal: bool,
    /// The value of a piece of the kind, for agents and metrics.
    pub value: i32,
    /// The movement of the kind in movement notation, for display only. The engine uses `paths`.
    pub notation: String,
    /// The movement of the kind, as paths.
    pub paths: Vec<Path>,
}

/// A relation: the captures and checks that one controller's pieces may make against another
/// controller's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hostility {
    /// `true` if the first controller's pieces may capture the other controller's pieces.
    pub capture: bool,
    /// `true` if the first controller's pieces may check the other controller's royals.
    pub check: bool,
}

/// The protection of a royal: a condition that a move must satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Protect {
    /// The move need not protect the royal.
    None,
    /// The royal must not be attacked after the move.
    Safe,
    /// The royal must have no new attacker. An attack from a square is new if no attack came from
    /// this square before the move.
    NoNewAttacker,
    /// If the royal was not in check before the move, it must not be attacked after the move.
    SafeUnlessInCheck,
}

/// The royals that are protected, checked and mated if one controller has several royals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Royals {
    /// Each royal separately: every royal is protected, and can be checked and mated.
    Any,
    /// All royals together: they count as attacked only if every one of them is attacked.
    All,
    /// The only royal that a controller has left. While a controller has several royals, none of
    /// them is protected, checked or mated.
    Last,
}

/// The times at which the engine tests for mate and reports mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateTest {
    /// The engine tests a seat for mate in the seat's own turn.
    OwnTurn,
    /// The engine tests for mates after every ply, and reports a mate directly after the ply that
    /// gives it.
    AfterEveryPly,
}

/// Dice that are rolled before a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dice {
    /// The number of dice.
    pub count: u8,
    /// For each face: its number, its weight, and the kinds (a bit each) that may move by it.
    pub faces: Vec<(u8, u32, u32)>,
}

/// A counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The name of the counter.
    pub name: String,
    /// `true` if each seat has a value, `false` if there is one for the game.
    pub per_seat: bool,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The value at the start.
    pub start: i32,
    /// The worth of one unit of the counter to a seat, in the unit of piece values. 0 if the
    /// counter is not a score.
    pub worth: i32,
    /// The meaning of the counter's value.
    pub holds: Holds,
}

/// A clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// The id of the clause, such as `V11`.
    pub id: String,
    /// The text of the clause, in one sentence.
    pub text: String,
    /// The script file and line of the clause.
    pub place: String,
}

impl Spec {
    /// The default ply limit.
    pub const DEFAULT_PLY_LIMIT: u32 = 2000;
    /// The maximum ply limit. Games in which the players try to win are much shorter.
    pub const MAX_PLY_LIMIT: u32 = 20_000;

    /// Returns a description with an empty board and defaults. Turns are in the order of seats, and
    /// every team plays against all others. Each seat has to keep its own royals safe. All kinds
    /// may capture all kinds, and there are no built-in draws.
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
            diagonal: Seats::default(),
            neutral: None,
            teams: Vec::new(),
            marks: Vec::new(),
            piece_counters: Vec::new(),
            piece_memories: Vec::new(),
            array: Vec::new(),
            order: (0..n as u8).map(Seat).collect(),
            states: State::predefined(),
            relations: square_matrix(n, hostility),
            protect: square_matrix(n, protect),
            protect_in_mate_test: None,
            judge_after_release: false,
            duties: Vec::new(),
            blast: None,
            fog: None,
            hidden: None,
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
            promotion_limits: Vec::new(),
            entry_limits: Vec::new(),
            kind_captures: vec![every_kind.unwrap_or(u32::MAX); kinds.len()],
            dice: None,
            shuffles: Vec::new(),
            counters: Vec::new(),
            hands: Vec::new(),
            captures_to_hand: None,
            captures_to_hand_clause: None,
            bases: Vec::new(),
            announcers: Seats::default(),
            track_last_checker: false,
            track_last_mover: false,
            repetition: None,
            no_progress: None,
            progress_kinds: 0,
            insufficient: Vec::new(),
            handlers: Vec::new(),
            clauses: Vec::new(),
            metrics: Vec::new(),
            weights: None,
            ply_limit: Self::DEFAULT_PLY_LIMIT,
            seats,
            kinds,
            geometry,
            gates: Vec::new(),
        }
    }

    /// Returns the paths of a kind, divided by the limits on its entry to some squares.
    pub(crate) fn divided_paths(&self, kind: Kind) -> Vec<Path> {
        let paths = self.kinds.get(kind.index()).map_or(&[][..], |kind| &kind.paths);
        let limits = self.entry_limits.iter().filter(|limit| limit.kind == kind);
        let limits: Vec<&EntryLimit> = limits.collect();
        let all = self.geometry.all();
        paths.iter().flat_map(|path| EntryLimit::divide(path, &limits, all)).collect()
    }

    /// Adds a duty. Several duties about captures may apply to a seat. In this case, the duty that
    /// was added last determines the captures that the seat has to make.
    pub fn impose(&mut self, duty: Duty) {
        if duty.demand == Demand::NoCheck {
            for seat in duty.seats.iter() {
                let team = self.team(seat);
                let opponents = self.seats.iter().map(|other| other.team != team);
                let Some(row) = self.protect.get_mut(seat.index()) else { continue };
                for (cell, opponent) in row.iter_mut().zip(opponents) {
                    if opponent {
                        *cell = Protect::NoNewAttacker;
                    }
                }
            }
        }
        self.duties.push(duty);
    }

    /// Returns `true` if check matters for a seat. This is so if some move has to protect the
    /// seat's royals, or if a hook answers checks or depends on actions that give check. If the
    /// result is `false`, the seat's royals can be captured like other pieces.
    #[must_use]
    pub fn heeds_check(&self, seat: Seat) -> bool {
        let owed =
            |row: &Vec<Protect>| row.get(seat.index()).is_some_and(|cell| *cell != Protect::None);
        let asked =
            |handler: &Handler| handler.event == EventKind::Check || handler.filter.check.is_some();
        self.protect.iter().any(owed) || self.handlers.iter().any(asked)
    }

    /// Returns the colour of the pieces that belong to no seat, if there are any.
    #[must_use]
    pub fn neutral_colour(&self) -> Option<Colour> {
        self.neutral.as_ref().map(|_| Seat(self.seats.len() as u8))
    }

    /// Returns the colours that pieces can have: one for each seat, and the neutral colour if there
    /// is one.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..self.seats.len() as u8 + u8::from(self.neutral.is_some())).map(Seat)
    }

    /// Returns the seat with this FEN4 letter.
    #[must_use]
    pub fn seat_of_key(&self, key: char) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.key == key).map(|i| Seat(i as u8))
    }

    /// Returns the colour with this FEN4 letter.
    #[must_use]
    pub fn colour_of_key(&self, key: char) -> Option<Colour> {
        self.colours().find(|colour| self.colour_key(*colour) == key)
    }

    /// Returns the FEN4 letter of a colour; `?` if there is no such colour.
    #[must_use]
    pub fn colour_key(&self, colour: Colour) -> char {
        match (self.seats.get(colour.index()), &self.neutral) {
            (Some(seat), _) => seat.key,
            (None, Some(neutral)) => neutral.key,
            (None, None) => '?',
        }
    }

    /// Returns the name of a colour; empty if there is no such colour.
    #[must_use]
    pub fn colour_name(&self, colour: Colour) -> &str {
        match (self.seats.get(colour.index()), &self.neutral) {
            (Some(seat), _) => &seat.name,
            (None, Some(neutral)) => &neutral.name,
            (None, None) => "",
        }
    }

    /// Returns the facing of a colour's pieces at the start; north if no seat has that colour.
    #[must_use]
    pub fn facing(&self, colour: Colour) -> Facing {
        self.seats.get(colour.index()).map_or(Facing::North, |seat| seat.facing)
    }

    /// Returns the step of one square straight ahead, for a piece of a colour with a facing.
    #[must_use]
    pub fn forward(&self, colour: Colour, facing: Facing) -> Vector {
        let diagonal = self.diagonal.contains(colour);
        Vector::new(i8::from(diagonal), 1).turned(facing)
    }

    /// Returns the word for the facing of a piece of a colour, such as `north` or `northeast`.
    #[must_use]
    pub fn facing_word(&self, colour: Colour, facing: Facing) -> &'static str {
        let first = if self.diagonal.contains(colour) { Facing::ALL.len() } else { 0 };
        Facing::WORDS[first + facing as usize]
    }

    /// Returns the kind with this letter.
    #[must_use]
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.letter == letter).map(|i| Kind(i as u8))
    }

    /// Returns the seat with this name.
    #[must_use]
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        self.seats.iter().position(|seat| seat.name == name).map(|i| Seat(i as u8))
    }

    /// Returns the kind with this name.
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.name == name).map(|i| Kind(i as u8))
    }

    /// The team number of the pieces that belong to no seat.
    pub const NO_TEAM: u8 = MAX_SEATS as u8 - 1;

    /// Returns the team of a seat or colour.
    #[must_use]
    pub fn team(&self, colour: Colour) -> u8 {
        self.seats.get(colour.index()).map_or(Self::NO_TEAM, |seat| seat.team)
    }

    /// Returns the team of each seat.
    #[must_use]
    pub fn team_of(&self) -> Vec<u8> {
        self.seats.iter().map(|seat| seat.team).collect()
    }

    /// Returns the clause with this id.
    #[must_use]
    pub fn clause_named(&self, id: &str) -> Option<ClauseId> {
        self.clauses.iter().position(|clause| clause.id == id).map(|i| ClauseId(i as u16))
    }

    /// Returns the gates that can stop a certain step. A gate stops the step only while the gate
    /// stands.
    pub(crate) fn gates_across(&self, from: Square, vector: Vector) -> Gates {
        let stops =
            |gate: &Gate| gate.edges.iter().any(|edge| self.geometry.stops(*edge, from, vector));
        let gates = self.gates.iter().take(Gate::MAX_GATES).enumerate();
        gates.filter(|(_, gate)| stops(gate)).fold(0, |all, (number, _)| all | 1 << number)
    }

    /// Returns the board with the walls of all gates for which `stands` returns `true`.
    #[must_use]
    pub fn geometry_while(&self, stands: impl Fn(&Gate) -> bool) -> Geometry {
        let mut geometry = self.geometry.clone();
        for (a, b) in self.gates.iter().filter(|gate| stands(gate)).flat_map(|gate| &gate.edges) {
            // Invalid edges were already reported by `validate`.
            let _ = geometry.add_wall(*a, *b);
        }
        geometry
    }

    /// Returns `true` if a memory uses the mark, so that at most one piece has it.
    #[must_use]
    pub fn is_memory_mark(&self, mark: u8) -> bool {
        self.piece_memories.iter().any(|memory| memory.marks(self.seats.len()).contains(&mark))
    }
}

impl Holds {
    /// Returns the greatest value that a counter with this content can have under a ruleset. The
    /// least value of a memory is 0, for a memory that holds nothing.
    #[must_use]
    pub fn most(self, spec: &Spec) -> i32 {
        match self {
            Self::Number => i32::MAX,
            Self::Seat => spec.seats.len() as i32,
            Self::Seats => (1 << spec.seats.len()) - 1,
            Self::Square => spec.geometry.span() as i32,
            Self::Kind => spec.kinds.len() as i32,
        }
    }
}

/// Returns a matrix of `size` rows and columns. The function `entry` computes each entry.
fn square_matrix<T>(size: usize, entry: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
    (0..size).map(|a| (0..size).map(|b| entry(a, b)).collect()).collect()
}
