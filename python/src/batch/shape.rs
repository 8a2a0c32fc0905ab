//! What the numbers of actions and the planes of observations mean in a ruleset.

use quadrille_core::{Action, Move, Seat, Spec};

/// How many answers a question can have.
const ANSWERS: usize = 256;
/// How many things a seat can say.
const SAYINGS: usize = 64;
/// The fewest actions of the second stage.
const SECOND: usize = 16;

/// What the numbers of actions and the planes of observations mean.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Each square's place in the list of squares, by its index.
    pub(super) place: Vec<u32>,
    /// Each square's cell in a plane.
    pub(super) cell: Vec<usize>,
    pub(super) squares: usize,
    pub(super) kinds: usize,
    pub(super) seats: usize,
    /// Files times ranks.
    pub(super) area: usize,
    /// States of armies that have planes, by their ids.
    pub(super) states: usize,
    pub(super) marks: usize,
    /// The colour of pieces that belong to no seat, if there are any.
    pub(super) neutral: Option<Seat>,
}

impl Shape {
    pub(super) fn new(spec: &Spec) -> Self {
        let board = &spec.geometry;
        let most = board.squares().map(|square| square.index()).max().unwrap_or(0) + 1;
        let (mut place, mut cell) = (vec![0; most], vec![0; most]);
        let (files, ranks) = (board.files() as usize, board.ranks() as usize);
        for rank in 0..ranks {
            for file in 0..files {
                if let Some(square) = board.at(file as i32, rank as i32) {
                    cell[square.index()] = rank * files + file;
                }
            }
        }
        let mut squares: Vec<_> = board.squares().collect();
        squares.sort_by_key(|square| cell[square.index()]);
        for (number, square) in squares.iter().enumerate() {
            place[square.index()] = number as u32;
        }
        Self {
            place,
            cell,
            squares: squares.len(),
            kinds: spec.kinds.len(),
            seats: spec.seats.len(),
            area: files * ranks,
            states: spec.states.len(),
            marks: spec.marks.len(),
            neutral: spec.neutral_colour(),
        }
    }

    pub(super) fn moves(&self) -> usize {
        self.squares * self.squares
    }

    /// Where drops begin, then announcements, passing, answers, sayings, the second stage, and the end.
    pub(super) fn starts(&self) -> [usize; 7] {
        let drops = self.moves();
        let announcements = drops + self.kinds * self.squares;
        let pass = announcements + self.moves();
        let second = pass + 1 + ANSWERS + SAYINGS;
        let end = second + self.kinds.max(SECOND);
        [drops, announcements, pass, pass + 1, pass + 1 + ANSWERS, second, end]
    }

    pub(super) fn id(&self, action: Action) -> u32 {
        let [drops, announcements, pass, answers, sayings, ..] = self.starts();
        let of = |mv: Move| {
            let [from, to] = [mv.from, mv.to].map(|square| self.place[square.index()] as usize);
            from * self.squares + to
        };
        let id = match action {
            Action::Move(mv) => of(mv),
            Action::Drop(kind, to) => {
                drops + kind.index() * self.squares + self.place[to.index()] as usize
            }
            Action::Announce(mv) => announcements + of(mv),
            Action::Choose(number) => answers + usize::from(number),
            Action::Say(number) => sayings + usize::from(number),
            // The dice are rolled by the games themselves, and declarations are in no list.
            Action::Pass | Action::Roll(_) | Action::Declare(..) => pass,
        };
        id as u32
    }

    /// The planes of an observation: for each seat, counted from the one that acts, its pieces by kind, their states,
    /// and what it has in hand; then the marks of all pieces, the pieces that belong to no seat by kind, and one that is 1
    /// where the board has a square.
    pub(super) fn planes(&self) -> usize {
        self.unowned() + if self.neutral.is_some() { self.kinds } else { 0 } + 1
    }

    /// Where the planes of pieces that belong to no seat begin.
    pub(super) fn unowned(&self) -> usize {
        self.seats * (self.kinds + self.states + self.kinds) + self.marks
    }
}
