//! [`NetworkShape`]: the meaning of the inputs of a [`Network`](crate::rules::Network) under some
//! rules.

use crate::board::{BoardTurn, Cell, Facing, Geometry};
use crate::rules::{Spec, State, WeightShape};

/// The inputs of a network under some rules.
///
/// Inputs are relative to a seat, so that several seats can share weights. Each seat sees the board
/// rotated to the seat's own facing, and identifies other seats by their distance in the order of
/// seats. A piece counts for the seat that controls it. In a game of two seats that face each
/// other, the board is flipped instead of rotated, so that the files keep their order. Seats share
/// no inputs if their rotated boards have different shapes, or if the seats face the same way.
///
/// Each group of seats that share inputs has the following:
///
/// - for each distance, an input that is on in the turn of the seat at that distance;
/// - for each distance, kind and square, an input that is on if such a piece is there;
/// - if the ruleset declares states that end automatically, a second set of these piece inputs, for
///   pieces that can't move now but may move later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkShape {
    seats: usize,
    kinds: usize,
    /// The numbers of files and ranks of the board. `cells` has the file and rank of each square.
    /// Squares are identified by their ordinals.
    sides: [usize; 2],
    cells: Vec<[usize; 2]>,
    /// `true` if frozen pieces have separate inputs.
    frozen: bool,
    /// For each seat, the number of its group, and its view of the board. The view gives, for each
    /// square number, the ordinal of the square as the seat sees it.
    views: Vec<(usize, Vec<u16>)>,
    groups: usize,
}

impl NetworkShape {
    /// Returns the shape of a network for the rules of a description.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let geometry = &spec.geometry;
        let seats = spec.seats.len();
        let mut views: Vec<(usize, Vec<u16>)> = Vec::new();
        // The facing of the first seat of each group, and the facings of all its seats.
        let mut groups: Vec<(Facing, Vec<Facing>)> = Vec::new();
        for seat in &spec.seats {
            let facing = seat.facing;
            let fitting = groups.iter_mut().enumerate().find_map(|(group, (first, all))| {
                let view = if all.contains(&facing) {
                    None
                } else {
                    seen(geometry, facing, *first, seats)
                };
                view.map(|view| {
                    all.push(facing);
                    (group, view)
                })
            });
            views.push(fitting.unwrap_or_else(|| {
                groups.push((facing, vec![facing]));
                let own = seen(geometry, facing, facing, seats);
                (groups.len() - 1, own.unwrap_or_default())
            }));
        }
        let kinds = spec.kinds.len();
        let predefined = State::predefined();
        let frozen =
            spec.states.iter().any(|state| state.until.is_some() && !predefined.contains(state));
        let cell = |square| {
            let Cell { file, rank } = geometry.cell(square);
            [usize::from(file), usize::from(rank)]
        };
        let cells = geometry.squares().map(cell).collect();
        let sides = [geometry.files(), geometry.ranks()].map(usize::from);
        Self { seats, kinds, sides, cells, frozen, views, groups: groups.len() }
    }

    /// Returns the shape for seats that all see the same board in the same way, for tests.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub fn of_one_view(seats: usize, kinds: usize, squares: usize) -> Self {
        let view = (0..squares as u16).collect();
        let views = vec![(0, view); seats];
        let cells = (0..squares).map(|square| [square, 0]).collect();
        let sides = [squares, 1];
        Self { seats, kinds, sides, cells, frozen: false, views, groups: 1 }
    }

    /// Returns the number of inputs.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.groups * self.per_group()
    }

    fn per_group(&self) -> usize {
        self.seats + self.blocks() * self.kinds * self.cells.len()
    }

    /// Returns the number of blocks of piece inputs. A block has an input for every kind and
    /// square.
    fn blocks(&self) -> usize {
        self.seats * (1 + usize::from(self.frozen))
    }

    /// Returns the distance from one seat to another in the order of seats.
    fn distance(&self, seat: usize, other: usize) -> usize {
        (other + self.seats - seat) % self.seats
    }

    /// Returns the input of `seat` that is on in the turn of the seat `turn`.
    #[inline]
    #[must_use]
    pub fn turn(&self, seat: usize, turn: usize) -> usize {
        self.views[seat].0 * self.per_group() + self.distance(seat, turn)
    }

    /// Returns the number of the first input of `seat` for pieces that `owner` controls, and the
    /// number of inputs for each kind. `frozen` selects the inputs for pieces that can't move now.
    /// The inputs of kind 0 come first.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: usize, owner: usize, frozen: bool) -> (usize, usize) {
        let first = self.views[seat].0 * self.per_group() + self.seats;
        let more = if frozen && self.frozen { self.seats } else { 0 };
        let block = self.distance(seat, owner) + more;
        let squares = self.cells.len();
        (first + block * self.kinds * squares, squares)
    }

    /// Returns the numbers of three features for each input. The first feature is a piece of the
    /// input's sort on any square. The second feature is such a piece on the input's file, and the
    /// third feature is such a piece on the input's rank. Inputs that differ only in the square
    /// share the first feature. Inputs that differ only in the rank also share the second, and
    /// inputs that differ only in the file also share the third. Returns `None` for an input that
    /// is not about a piece.
    pub fn common_features(&self) -> Vec<Option<[usize; 3]>> {
        let [files, ranks] = self.sides;
        let per_kind = 1 + files + ranks;
        let per_group = self.blocks() * self.kinds * per_kind;
        let mut features = Vec::with_capacity(self.inputs());
        for group in 0..self.groups {
            features.extend((0..self.seats).map(|_| None));
            for kind in 0..self.blocks() * self.kinds {
                let first = group * per_group + kind * per_kind;
                let of =
                    |[file, rank]: &[usize; 2]| [first, first + 1 + file, first + 1 + files + rank];
                features.extend(self.cells.iter().map(|cell| Some(of(cell))));
            }
        }
        features
    }

    /// Returns, for each square number, the square's ordinal from the point of view of a seat.
    #[inline]
    #[must_use]
    pub fn view(&self, seat: usize) -> &[u16] {
        &self.views[seat].1
    }
}

impl Spec {
    /// Returns the numbers of weights that an evaluation of this ruleset has.
    #[must_use]
    pub fn weight_shape(&self) -> WeightShape {
        let most = usize::from(self.geometry.files().max(self.geometry.ranks()));
        WeightShape {
            kinds: self.kinds.len(),
            counters: self.counters.len(),
            ranks: most,
            files: most.div_ceil(2),
            inputs: NetworkShape::of(self).inputs(),
        }
    }
}

/// Turns the board so that one facing becomes another, and returns each square's ordinal on the
/// turned board. Returns `None` if the turned board has another shape.
fn seen(geometry: &Geometry, facing: Facing, becomes: Facing, seats: usize) -> Option<Vec<u16>> {
    let turn = BoardTurn::new(facing, becomes, seats);
    let mut ordinal = vec![0; geometry.span()];
    for (number, square) in geometry.squares().enumerate() {
        ordinal[square.index()] = number as u16;
    }
    let mut view = vec![0; geometry.span()];
    for square in geometry.squares() {
        let Cell { file, rank } = turn.cell(geometry, geometry.cell(square));
        let there = geometry.at(i32::from(file), i32::from(rank))?;
        view[square.index()] = ordinal[there.index()];
    }
    Some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_sees_the_board_with_its_own_side_below() {
        let board = Geometry::rectangle(3, 3).unwrap();
        let corner = board.at(0, 0).unwrap().index();
        let place = |view: &[u16]| {
            let there = board.nth(usize::from(view[corner])).unwrap();
            let cell = board.cell(there);
            (cell.file, cell.rank)
        };
        // A square on the left of one seat can be on the right of a seat with another facing.
        for (facing, expected) in [
            (Facing::North, (0, 0)),
            (Facing::East, (2, 0)),
            (Facing::South, (2, 2)),
            (Facing::West, (0, 2)),
        ] {
            let view = seen(&board, facing, Facing::North, 4).unwrap();
            assert_eq!(place(&view), expected, "{facing:?}");
        }
        let flipped = seen(&board, Facing::South, Facing::North, 2).unwrap();
        assert_eq!(place(&flipped), (0, 2));
        let long = Geometry::rectangle(3, 4).unwrap();
        assert!(seen(&long, Facing::East, Facing::North, 4).is_none());
        assert!(seen(&long, Facing::South, Facing::North, 4).is_some());
    }

    #[test]
    fn like_pieces_share_weights_by_file_and_rank() {
        let shape = NetworkShape::of_one_view(2, 2, 3);
        let features = shape.common_features();
        let of = |owner: usize, kind: usize, square: usize| -> [usize; 3] {
            let (first, per_kind) = shape.pieces(0, owner, false);
            features[first + kind * per_kind + square].expect("an input of a piece")
        };
        assert_eq!(features.len(), shape.inputs());
        assert!(features[shape.turn(0, 1)].is_none());
        // On one rank, of the same kind and owner.
        let ([all, file, rank], [there, other, same]) = (of(0, 0, 0), of(0, 0, 2));
        assert!(all == there && rank == same && file != other);
        for [all, ..] in [of(1, 0, 0), of(0, 1, 0)] {
            assert!(all != there);
        }
    }
}
