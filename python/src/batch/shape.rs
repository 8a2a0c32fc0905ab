//! The action numbers and observation planes of a ruleset.

use quadrille_core::rules::play_limits::MAX_MOVE_CHOICES;
use quadrille_core::rules::{Counter, Holds, PieceField};
use quadrille_core::{Action, BoardTurn, Cell, Facing, Move, Seat, Spec, Square};

/// The number of action numbers for answers to a question. A question can have at most this number
/// of answers.
const MAX_ANSWERS: usize = 256;
/// The number of action numbers for offers and claims.
const MAX_ANNOUNCEMENTS: usize = 64;
/// The minimum number of actions in the second stage.
const MIN_SECOND_STAGE_ACTIONS: usize = 16;
/// The maximum number of plies without progress that the planes show, if the rules have no limit
/// for such plies.
const DEFAULT_PROGRESS_LIMIT: u32 = u8::MAX as u32;

/// The board as a seat sees it, turned so that the seat's side is at the bottom.
#[derive(Clone, Debug)]
pub(super) struct BoardView {
    /// For each square, in the order of the board's indices: the index of the square's cell in a
    /// plane.
    pub(super) cell: Vec<usize>,
    /// `true` if the left and right sides of the board are exchanged.
    pub(super) mirrored: bool,
}

impl BoardView {
    fn new(spec: &Spec, facing: Facing, wide: usize) -> Self {
        let board = &spec.geometry;
        let turn = BoardTurn::new(facing, Facing::North, spec.seats.len());
        let mut cell = vec![0; board.span()];
        for square in board.squares() {
            let Cell { file, rank } = turn.cell(board, board.cell(square));
            cell[square.index()] = usize::from(rank) * wide + usize::from(file);
        }
        Self { cell, mirrored: turn.is_mirrored() }
    }
}

/// The form in which a counter or memory appears in planes.
#[derive(Clone, Debug)]
pub(super) enum Coding {
    /// A counter: its value minus its minimum, written with `count` digits in base 256. Each digit
    /// has a plane. The highest digit is first.
    Digits { min: i32, count: usize },
    /// A plane for each seat, beginning with the observer. The plane of each seat in the memory is
    /// filled with ones.
    Seats { set: bool },
    /// A plane for a memory of a square. Only the square in the memory has a one.
    Square,
    /// A plane that is filled with a number: the index of the kind in the memory, plus one.
    Kind,
}

impl Coding {
    fn of(counter: &Counter) -> Self {
        match counter.holds {
            Holds::Number => {
                let most = i64::from(counter.max) - i64::from(counter.min);
                Self::Digits { min: counter.min, count: digits(most as u64) }
            }
            Holds::Seat => Self::Seats { set: false },
            Holds::Seats => Self::Seats { set: true },
            Holds::Square => Self::Square,
            Holds::Kind => Self::Kind,
        }
    }

    fn names(&self, of: &str, seats: usize) -> Vec<String> {
        match self {
            Self::Digits { count: 1, .. } | Self::Square | Self::Kind => vec![of.to_owned()],
            Self::Digits { count, .. } => {
                (0..*count).rev().map(|digit| format!("{of}, times 256^{digit}")).collect()
            }
            Self::Seats { .. } => {
                (0..seats).map(|seat| format!("{of}: {}", distance(seat))).collect()
            }
        }
    }
}

/// Returns the number of digits in base 256 that numbers up to `most` need.
fn digits(most: u64) -> usize {
    (most.max(1).ilog2() / 8 + 1) as usize
}

/// Returns a name of a seat in relation to the observer. `seat` is the distance from the observer
/// to this seat, in the order of seats.
fn distance(seat: usize) -> String {
    if seat == 0 { "own".to_owned() } else { format!("seat +{seat}") }
}

/// The action numbers and observation planes of a ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The squares by rank from the bottom, and from left to right in each rank.
    pub(crate) squares: Vec<Square>,
    /// For each square, in the order of the board's indices: its position in `squares`.
    pub(crate) place: Vec<u32>,
    pub(super) views: Vec<BoardView>,
    pub(crate) kinds: usize,
    /// The number of action numbers of the second stage.
    second_stage: usize,
    pub(crate) seats: usize,
    /// The number of rows of a plane.
    pub(crate) high: usize,
    pub(crate) wide: usize,
    /// The number of army states. Each state has planes.
    pub(super) states: usize,
    pub(super) marks: usize,
    /// The colour of neutral pieces, if there are any.
    pub(super) neutral: Option<Seat>,
    /// The counters of pieces. Each entry has the counter's field, its minimum, and the number of
    /// its digits.
    pub(super) piece_counters: Vec<(PieceField, i32, usize)>,
    /// The counters and memories, in the order of the rules. Each has its encoding. The boolean is
    /// `true` if each seat has a separate value.
    pub(super) counters: Vec<(Coding, bool)>,
    pub(super) dice: Vec<u8>,
    /// The maximum number of plies since the last progress that the planes show. Higher numbers are
    /// shown as this maximum.
    pub(super) progress: u32,
    pub(crate) planes: Vec<String>,
}

impl Shape {
    pub(crate) fn new(spec: &Spec) -> Self {
        let board = &spec.geometry;
        let (mut wide, mut high) = (usize::from(board.files()), usize::from(board.ranks()));
        if spec.seats.iter().any(|seat| matches!(seat.facing, Facing::East | Facing::West)) {
            // A quarter turn exchanges files and ranks.
            (wide, high) = (wide.max(high), wide.max(high));
        }
        let view = |facing| BoardView::new(spec, facing, wide);
        let seats = spec.seats.len();
        let limit = spec.no_progress.map(|turns| turns.saturating_mul(seats as u32));
        let fields = spec.piece_counters.iter().enumerate();
        let fields = fields.filter_map(|(i, counter)| {
            let most = i64::from(counter.max) - i64::from(counter.min);
            Some((spec.piece_field(i)?, counter.min, digits(most as u64)))
        });
        let mut squares: Vec<_> = board.squares().collect();
        squares.sort_by_key(|square| (board.cell(*square).rank, board.cell(*square).file));
        let mut place = vec![0; board.span()];
        for (number, square) in squares.iter().enumerate() {
            place[square.index()] = number as u32;
        }
        let chooses = spec.handlers.iter().any(|handler| handler.chooses);
        let least = if chooses { MAX_MOVE_CHOICES } else { MIN_SECOND_STAGE_ACTIONS };
        let second_stage = spec.kinds.len().max(least);
        let mut shape = Self {
            squares,
            place,
            views: spec.seats.iter().map(|seat| view(seat.facing)).collect(),
            kinds: spec.kinds.len(),
            second_stage,
            seats,
            high,
            wide,
            states: spec.states.len(),
            marks: spec.marks.len(),
            neutral: spec.neutral_colour(),
            piece_counters: fields.collect(),
            counters: spec.counters.iter().map(|c| (Coding::of(c), c.per_seat)).collect(),
            dice: spec.dice.iter().flat_map(|dice| dice.faces.iter().map(|face| face.0)).collect(),
            progress: limit.unwrap_or(DEFAULT_PROGRESS_LIMIT),
            planes: Vec::new(),
        };
        shape.planes = shape.names(spec);
        shape
    }

    /// Returns the number of cells of a plane.
    pub(crate) fn area(&self) -> usize {
        self.high * self.wide
    }

    pub(super) fn moves(&self) -> usize {
        self.squares.len() * self.squares.len()
    }

    /// Returns the first number of each group of actions, and finally the number after the last
    /// group. The groups are drops, announcements, pass, answers, offers and claims, and the second
    /// stage.
    pub(crate) fn starts(&self) -> [usize; 7] {
        let drops = self.moves();
        let announcements = drops + self.kinds * self.squares.len();
        let pass = announcements + self.moves();
        let second = pass + 1 + MAX_ANSWERS + MAX_ANNOUNCEMENTS;
        let end = second + self.second_stage;
        [drops, announcements, pass, pass + 1, pass + 1 + MAX_ANSWERS, second, end]
    }

    pub(crate) fn id(&self, action: Action) -> u32 {
        let [drops, announcements, pass, answers, sayings, ..] = self.starts();
        let of = |mv: Move| {
            let [from, to] = [mv.from, mv.to].map(|square| self.place[square.index()] as usize);
            from * self.squares.len() + to
        };
        let id = match action {
            Action::Move(mv) => of(mv),
            Action::Drop(kind, to) => {
                drops + kind.index() * self.squares.len() + self.place[to.index()] as usize
            }
            Action::Announce(mv) => announcements + of(mv),
            Action::Choose(number) => answers + usize::from(number),
            Action::Say(number) => sayings + usize::from(number),
            // The games roll and shuffle automatically, and declarations are never listed.
            Action::Pass | Action::Roll(_) | Action::Shuffle(_) | Action::Declare(..) => pass,
        };
        id as u32
    }

    /// Returns second-stage numbers for actions that share a number in the first stage. If all
    /// these actions promote to different kinds, an action's number is the index of its kind.
    /// Otherwise the number is the index of the action. `actions` are in the order of the game's
    /// list.
    pub(crate) fn second_stage(&self, actions: &[Action]) -> Vec<u32> {
        let kind = |action: &Action| match action {
            Action::Move(mv) | Action::Announce(mv) => mv.promotion,
            _ => None,
        };
        let mut kinds: Vec<_> = actions.iter().filter_map(kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let by_kind = kinds.len() == actions.len();
        let [.., second, _] = self.starts();
        let numbered = actions.iter().enumerate().map(|(number, action)| {
            let of_kind = kind(action).filter(|_| by_kind).map(|kind| kind.index());
            (second + of_kind.unwrap_or(number)) as u32
        });
        numbered.collect()
    }

    /// Returns the action number of a text that names squares, or of `pass`. Returns `None` for any
    /// other text.
    pub(crate) fn id_of_text(&self, spec: &Spec, text: &str) -> Option<u32> {
        let [drops, announcements, pass, ..] = self.starts();
        let place = |name: &str| {
            let square = spec.geometry.square_named(name)?;
            self.place.get(square.index()).map(|place| *place as usize)
        };
        if text == "pass" {
            return Some(pass as u32);
        }
        if let Some((letter, square)) = text.split_once('@') {
            let mut letters = letter.chars();
            let kind = letters.next().filter(|_| letters.next().is_none());
            let kind = spec.kind_of_letter(kind?)?;
            return Some((drops + kind.index() * self.squares.len() + place(square)?) as u32);
        }
        let (start, path) = match text.strip_prefix("announce=") {
            Some(path) => (announcements, path),
            None => (0, text),
        };
        let path = path.split([',', '=', '~']).next()?;
        let (from, rest) = path.split_once('-')?;
        let to = rest.rsplit('-').next()?;
        Some((start + place(from)? * self.squares.len() + place(to)?) as u32)
    }

    /// Returns the text of an action number that names squares, or `pass`. Returns `None` for any
    /// other number, because its meaning depends on the position.
    pub(crate) fn text_of_id(&self, spec: &Spec, id: usize) -> Option<String> {
        let [drops, announcements, pass, ..] = self.starts();
        let count = self.squares.len();
        let name = |place: usize| spec.geometry.name(self.squares[place]);
        let path = |id: usize| format!("{}-{}", name(id / count), name(id % count));
        match id {
            id if id < drops => Some(path(id)),
            id if id < announcements => {
                let kind = spec.kinds.get((id - drops) / count)?;
                Some(format!("{}@{}", kind.letter, name((id - drops) % count)))
            }
            id if id < pass => Some(format!("announce={}", path(id - announcements))),
            id if id == pass => Some("pass".to_owned()),
            _ => None,
        }
    }

    /// Returns the number of action numbers.
    pub(crate) fn size(&self) -> usize {
        let [.., end] = self.starts();
        end
    }

    /// Returns the encoding of the plies since the last progress.
    pub(super) fn progress_coding(&self) -> Coding {
        Coding::Digits { min: 0, count: digits(self.progress.into()) }
    }

    /// Returns the names of the planes in order.
    fn names(&self, spec: &Spec) -> Vec<String> {
        let mut names = Vec::new();
        let kinds = || spec.kinds.iter().map(|kind| kind.name.as_str());
        let counters = |per_seat: bool| {
            let all = spec.counters.iter().zip(&self.counters);
            all.filter(move |(counter, _)| counter.per_seat == per_seat)
        };
        for seat in 0..self.seats {
            let whose = distance(seat);
            names.extend(kinds().map(|kind| format!("{whose}: {kind}")));
            names
                .extend(spec.states.iter().map(|state| format!("{whose}: army is {}", state.name)));
            names.extend(kinds().map(|kind| format!("{whose}: {kind} in hand")));
            names.extend(SEAT_PLANES.iter().map(|name| format!("{whose}: {name}")));
            for (counter, (coding, _)) in counters(true) {
                names.extend(coding.names(&format!("{whose}: {}", counter.name), self.seats));
            }
        }
        names.extend(spec.marks.iter().map(|mark| format!("mark {mark}")));
        for (counter, (_, min, count)) in spec.piece_counters.iter().zip(&self.piece_counters) {
            let coding = Coding::Digits { min: *min, count: *count };
            names.extend(coding.names(&format!("piece counter {}", counter.name), 0));
        }
        names.extend(GAME_PLANES.iter().map(|name| (*name).to_owned()));
        names.extend(self.progress_coding().names("plies since progress", 0));
        names.extend(self.dice.iter().map(|face| format!("die {face}")));
        for (counter, (coding, _)) in counters(false) {
            names.extend(coding.names(&format!("game: {}", counter.name), self.seats));
        }
        if self.neutral.is_some() {
            names.extend(kinds().map(|kind| format!("no seat: {kind}")));
        }
        names.push("squares".to_owned());
        names
    }
}

/// The names of a seat's planes between the planes of its pieces in hand and the planes of its
/// counters.
pub(super) const SEAT_PLANES: [&str; 4] =
    ["to act", "has turns", "rook may castle", "king may castle to"];

/// The names of the planes between the planes of piece counters and the planes of progress.
pub(super) const GAME_PLANES: [&str; 7] = [
    "faces otherwise",
    "en passant square",
    "en passant pawn",
    "earlier occurrences",
    "moves in this turn",
    "announced from",
    "announced to",
];
