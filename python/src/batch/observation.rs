//! Observations of learning programs: a seat's knowledge of a position, as planes of bytes.

use quadrille_core::{Piece, Seat, Setup, Spec, Square};

use super::shape::{BoardView, Coding, GAME_PLANES, SEAT_PLANES, Shape};

/// A position as a seat knows it.
#[derive(Clone, Debug)]
pub(crate) struct KnownPosition {
    /// The position without the information that is hidden from the seat.
    pub(crate) setup: Setup,
    /// The number of times that the position has occurred, if the rules count repetitions.
    pub(crate) occurrences: u8,
    /// The seat that observes.
    pub(crate) seat: Seat,
    /// The seat that has to decide, or `None` if the game is over.
    pub(crate) to_act: Option<Seat>,
}

/// Writes the planes of a position as a seat sees it. The board is turned so that the seat's side
/// is at the bottom. The seat's own planes come first.
pub(crate) fn observe(spec: &Spec, known: &KnownPosition, shape: &Shape, planes: &mut [u8]) {
    let KnownPosition { setup, occurrences, seat, to_act } = known;
    let (seat, to_act) = (*seat, *to_act);
    let mut writer = Writer { shape, view: &shape.views[seat.index()], seat, planes, next: 0 };
    for distance in 0..shape.seats {
        let other = Seat(((seat.index() + distance) % shape.seats) as u8);
        writer.seat(spec, setup, other, to_act);
    }
    writer.pieces_of_all(spec, setup);
    writer.rights(setup);
    // Repetitions could reveal hidden pieces.
    let occurrences = if spec.hides_pieces() { 0 } else { *occurrences };
    writer.fill(occurrences.saturating_sub(1));
    writer.fill(setup.made);
    let announced = setup.announced.map(|mv| [mv.from, mv.to]);
    for at in 0..2 {
        writer.squares(announced.iter().map(|squares| squares[at]));
    }
    let plies = setup.halfmove.min(shape.progress) as i32;
    writer.value(&shape.progress_coding(), plies);
    for face in &shape.dice {
        writer.fill(setup.dice.iter().filter(|other| *other == face).count() as u8);
    }
    writer.counters(setup, None);
    if let Some(colour) = shape.neutral {
        let pieces = pieces_of(setup, colour);
        writer.one_hot(shape.kinds, pieces.map(|(at, piece)| (piece.kind().index(), at)));
    }
    writer.squares(spec.geometry.squares());
}

/// Returns the pieces of a colour with their squares.
fn pieces_of(setup: &Setup, colour: Seat) -> impl Iterator<Item = (Square, Piece)> {
    setup.pieces.iter().copied().filter(move |(_, piece)| piece.colour() == colour)
}

/// A writer that fills planes in order.
struct Writer<'a> {
    shape: &'a Shape,
    view: &'a BoardView,
    seat: Seat,
    planes: &'a mut [u8],
    next: usize,
}

impl Writer<'_> {
    /// Returns the cells of the next `count` planes.
    fn take(&mut self, count: usize) -> &mut [u8] {
        let area = self.shape.area();
        let from = self.next * area;
        self.next += count;
        &mut self.planes[from..from + count * area]
    }

    /// Writes a number to all cells of the next plane.
    fn fill(&mut self, value: u8) {
        if value == 0 {
            self.next += 1;
        } else {
            self.take(1).fill(value);
        }
    }

    /// Writes numbers to squares of the next plane.
    fn numbers(&mut self, numbers: impl Iterator<Item = (Square, u8)>) {
        let view = self.view;
        let plane = self.take(1);
        for (square, number) in numbers {
            plane[view.cell[square.index()]] = number;
        }
    }

    /// Writes ones to squares of the next plane.
    fn squares(&mut self, squares: impl Iterator<Item = Square>) {
        self.numbers(squares.map(|square| (square, 1)));
    }

    /// Writes the next `count` planes. Each item of `ones` has the index of one of these planes and
    /// a square. The plane gets a one on this square, and zeros elsewhere.
    fn one_hot(&mut self, count: usize, ones: impl Iterator<Item = (usize, Square)>) {
        let (view, area) = (self.view, self.shape.area());
        let planes = self.take(count);
        for (plane, square) in ones.filter(|(plane, _)| *plane < count) {
            planes[plane * area + view.cell[square.index()]] = 1;
        }
    }

    /// Writes the planes of one seat.
    fn seat(&mut self, spec: &Spec, setup: &Setup, other: Seat, to_act: Option<Seat>) {
        let (at, shape) = (other.index(), self.shape);
        let pieces = || pieces_of(setup, other);
        self.one_hot(shape.kinds, pieces().map(|(at, piece)| (piece.kind().index(), at)));
        let state = usize::from(setup.army_states[at].0);
        self.one_hot(shape.states, pieces().map(|(at, _)| (state, at)));
        for held in &setup.hands[at] {
            self.fill(*held);
        }
        let last = self.next + SEAT_PLANES.len();
        self.fill(u8::from(to_act == Some(other)));
        let has_turn = spec.states.get(usize::from(setup.seat_states[at].0));
        self.fill(u8::from(has_turn.is_some_and(|state| state.has_turn)));
        let castling = spec.castling.iter().zip(&setup.castling);
        let rights = || castling.clone().filter(|(mv, right)| **right && mv.seat == other);
        self.squares(rights().map(|(mv, _)| mv.rook.0));
        self.squares(rights().map(|(mv, _)| mv.king.1));
        debug_assert_eq!(self.next, last);
        self.counters(setup, Some(at));
    }

    /// Writes the marks, counters and facings of all pieces.
    fn pieces_of_all(&mut self, spec: &Spec, setup: &Setup) {
        let (shape, mirrored) = (self.shape, self.view.mirrored);
        let pieces = || setup.pieces.iter().copied();
        for mark in 0..shape.marks {
            let marked = pieces().filter(|(_, piece)| piece.marks() & 1 << mark != 0);
            self.squares(marked.map(|(square, _)| square));
        }
        for (field, min, digits) in &shape.piece_counters {
            for digit in (0..*digits).rev() {
                let of = |piece| (field.of(piece) - min) >> (8 * digit) & 0xff;
                self.numbers(pieces().map(|(square, piece)| (square, of(piece) as u8)));
            }
        }
        let own = spec.facing(self.seat);
        let turned = |piece: Piece| {
            let usual = spec.seats.get(piece.colour().index()).map_or(own, |seat| seat.facing);
            let quarters = piece.facing() as u8 + 4 - usual as u8;
            (if mirrored { 8 - quarters } else { quarters }) & 3
        };
        self.numbers(pieces().map(|(square, piece)| (square, turned(piece))));
    }

    /// Writes the planes of the rights to capture en passant: the skipped squares, and the squares
    /// of the pawns.
    fn rights(&mut self, setup: &Setup) {
        debug_assert_eq!(GAME_PLANES[1], "en passant square");
        self.squares(setup.en_passant.iter().map(|(_, skipped, _)| *skipped));
        self.squares(setup.en_passant.iter().map(|(.., pawn)| *pawn));
    }

    /// Writes the counters and memories of a seat, or of the game.
    fn counters(&mut self, setup: &Setup, of: Option<usize>) {
        let shape = self.shape;
        for ((coding, per_seat), values) in shape.counters.iter().zip(&setup.counters) {
            if *per_seat == of.is_some() {
                self.value(coding, values[of.unwrap_or(0)]);
            }
        }
    }

    /// Writes the value of a counter or memory to its planes.
    fn value(&mut self, coding: &Coding, value: i32) {
        match coding {
            Coding::Digits { min, count } => {
                let above = (i64::from(value) - i64::from(*min)).max(0);
                for digit in (0..*count).rev() {
                    self.fill((above >> (8 * digit) & 0xff) as u8);
                }
            }
            Coding::Seats { set } => {
                for distance in 0..self.shape.seats {
                    let seat = (self.seat.index() + distance) % self.shape.seats;
                    let held = if *set { value >> seat & 1 != 0 } else { value == seat as i32 + 1 };
                    self.fill(u8::from(held));
                }
            }
            Coding::Square => {
                let square = u16::try_from(value - 1).ok().map(Square);
                let there = square.filter(|square| square.index() < self.view.cell.len());
                self.squares(there.into_iter());
            }
            Coding::Kind => self.fill(u8::try_from(value).unwrap_or(0)),
        }
    }
}
