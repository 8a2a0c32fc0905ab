//! The features of a position. A feature is the number by which a weight is multiplied in the
//! evaluation of the position.

use quadrille_agents::internals::{
    ArmyPart, Evaluation, TermSink, each_in_play, has_pieces, promotion_gains, seen_from,
};
use quadrille_core::board::{Kind, MAX_KINDS, Piece, Square};
use quadrille_core::internals::MoveGen;
use quadrille_core::rules::{Spec, Weights};
use quadrille_core::state::Position;

/// The features of one side that are not zero. Each entry contains the index of the weight in
/// [`Weights::numbers`], and the factor.
pub(super) type Sparse = Vec<(u16, f32)>;

/// The input of a network for a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct NetworkView {
    /// The pieces in play. Each entry contains the controlling seat, a flag that is `true` if the
    /// piece is frozen, the kind, and the number of the square.
    pub pieces: Vec<(u8, bool, u8, u16)>,
    /// The seat to move.
    pub turn: u8,
    /// For each seat that controls pieces in play, its team.
    pub teams: Vec<Option<u8>>,
}

/// An extractor, which finds the features of positions.
pub(super) struct Extractor<'a, const W: usize> {
    eval: &'a Evaluation<W>,
    spec: &'a Spec,
    /// For each kind, colour and facing that can promote: the promotion gain on each square.
    gains: Vec<(Piece, Vec<i32>)>,
    layout: Layout,
}

/// For each sort of weight, its range of indices in [`Weights::numbers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    ranks: usize,
    per_kind: usize,
    kinds: usize,
    counters: usize,
}

impl Layout {
    pub fn of(spec: &Spec) -> Self {
        let shape = spec.weight_shape();
        let per_kind = 3 + shape.ranks + shape.files;
        Self { ranks: shape.ranks, per_kind, kinds: shape.kinds, counters: shape.counters }
    }

    /// Returns the number of weights.
    pub fn len(&self) -> usize {
        self.general_start() + 5 + self.counters
    }

    pub fn value(&self, kind: usize) -> usize {
        kind * self.per_kind
    }

    /// Returns the number of the first general weight. The general weights are danger, own loss,
    /// other losses, frozen, tempo and counters.
    pub fn general_start(&self) -> usize {
        self.kinds * self.per_kind
    }

    /// Returns the prior standard deviation of a weight. This is the likely distance between the
    /// best weight and the weight that is derived from the rules, if no game has been played yet.
    pub fn spread(&self, number: usize, derived: f64) -> f64 {
        match number.checked_sub(self.general_start()) {
            // The general weights in order: danger, the fractions for losses and frozen pieces,
            // tempo, and counters.
            Some(0) => 8.0,
            Some(1..4) => 200.0,
            Some(4) => 100.0,
            Some(_) => (0.3 * derived.abs()).max(50.0),
            None => match number % self.per_kind {
                0 => (0.2 * derived).max(200.0),
                1 => 25.0,
                2 => 200.0,
                _ => 150.0,
            },
        }
    }

    /// Returns the total value of the pieces in the array and in hand, according to these weights.
    /// Royals are left out. The value of a piece on the board includes the weights of its rank and
    /// file.
    pub fn armies(&self, spec: &Spec, weights: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (square, piece) in &spec.array {
            let first = self.value(piece.kind().index());
            if !spec.kinds[piece.kind().index()].royal {
                let (rank, file) = seen_from(&spec.geometry, *square, piece.facing());
                sum += weights[first] + weights[first + 3 + rank];
                sum += weights[first + 3 + self.ranks + file];
            }
        }
        for (kind, pieces) in spec.hands.iter().flat_map(|hand| &hand.pieces) {
            sum += weights[self.value(kind.index())] * f64::from(*pieces);
        }
        sum
    }

    /// Returns `true` if the weight with this number is a fraction in thousandths, such as the
    /// weight of a promotion. Returns `false` if it is a value.
    pub fn is_part(&self, number: usize) -> bool {
        match number.checked_sub(self.general_start()) {
            Some(other) => (1..4).contains(&other),
            None => number % self.per_kind == 2,
        }
    }
}

impl<'a, const W: usize> Extractor<'a, W> {
    pub fn new(movegen: &MoveGen<'a, W>, eval: &'a Evaluation<W>) -> Self {
        let mut value = [0; MAX_KINDS];
        for (value, kind) in value.iter_mut().zip(&eval.weights().kinds) {
            *value = kind.value;
        }
        Self {
            eval,
            spec: movegen.spec,
            gains: promotion_gains(&movegen.board, &value),
            layout: Layout::of(movegen.spec),
        }
    }

    /// Returns the features of each team.
    pub fn features(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> Vec<Sparse> {
        let of = vec![vec![0.0; self.layout.len()]; self.spec.teams.len()];
        let mut record = FactorRecord { extractor: self, of };
        self.eval.count(movegen, pos, &mut record);
        let sparse = |dense: Vec<f32>| {
            let numbered = dense.into_iter().enumerate();
            numbered.filter(|(_, x)| *x != 0.0).map(|(number, x)| (number as u16, x)).collect()
        };
        record.of.into_iter().map(sparse).collect()
    }
}

/// Returns the input of a network for a position.
pub(super) fn seen<const W: usize>(movegen: &MoveGen<'_, W>, pos: &Position<W>) -> NetworkView {
    let mut seen = NetworkView { turn: pos.turn.0, ..NetworkView::default() };
    for seat in 0..movegen.t.seats {
        seen.teams.push(has_pieces(&movegen.board, pos, seat).then_some(movegen.t.team_of[seat]));
    }
    each_in_play(&movegen.board, pos, |piece, at, part| {
        let owner = pos.controller[piece.colour().index()];
        seen.pieces.push((owner, part == ArmyPart::Frozen, piece.kind().0, at.0));
    });
    seen
}

/// A sink for the terms of an evaluation. It records the factor of each weight for each team.
struct FactorRecord<'x, 'a, const W: usize> {
    extractor: &'x Extractor<'a, W>,
    of: Vec<Vec<f32>>,
}

impl<const W: usize> FactorRecord<'_, '_, W> {
    fn add(&mut self, seat: usize, number: usize, x: f32) {
        let team = usize::from(self.extractor.spec.seats[seat].team);
        self.of[team][number] += x;
    }
}

impl<const W: usize> TermSink for FactorRecord<'_, '_, W> {
    fn piece(&mut self, seat: usize, piece: Piece, square: Square, part: ArmyPart) {
        let Extractor { eval, spec, gains, layout } = self.extractor;
        if part != ArmyPart::Active {
            let worth = eval.worth_on(piece, square) as f32 / 1000.0;
            self.add(seat, layout.general_start() + 3, worth);
            return;
        }
        let first = layout.value(piece.kind().index());
        let (rank, file) = seen_from(&spec.geometry, square, piece.facing());
        self.add(seat, first, 1.0);
        self.add(seat, first + 3 + rank, 1.0);
        self.add(seat, first + 3 + layout.ranks + file, 1.0);
        let profile = gains.iter().find(|(of, _)| of.profile() == piece.profile());
        if let Some((_, gains)) = profile {
            self.add(seat, first + 2, gains[square.index()] as f32 / 1000.0);
        }
    }

    fn reach(&mut self, seat: usize, kind: Kind, squares: u32) {
        self.add(seat, self.extractor.layout.value(kind.index()) + 1, squares as f32);
    }

    fn danger(&mut self, seat: usize, square: u32) {
        self.add(seat, self.extractor.layout.general_start(), -(square as f32));
    }

    fn hanging(&mut self, seat: usize, worst: i64, others: i64) {
        let first = self.extractor.layout.general_start();
        self.add(seat, first + 1, -(worst as f32) / 1000.0);
        self.add(seat, first + 2, -(others as f32) / 1000.0);
    }

    fn tempo(&mut self, seat: usize) {
        self.add(seat, self.extractor.layout.general_start() + 4, 1.0);
    }

    fn counter(&mut self, seat: usize, counter: usize, value: i32) {
        if counter < self.extractor.layout.counters {
            self.add(seat, self.extractor.layout.general_start() + 5 + counter, value as f32);
        }
    }

    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8) {
        self.add(seat, self.extractor.layout.value(kind.index()), f32::from(pieces));
    }
}

/// Returns the sum of features times weights.
pub(super) fn dot(features: &Sparse, weights: &[f64]) -> f64 {
    features.iter().map(|(number, x)| f64::from(*x) * weights[usize::from(*number)]).sum()
}

/// Returns the numbers of weights as floating-point numbers, for the fit.
pub(super) fn numbers(weights: &Weights) -> Vec<f64> {
    weights.numbers().into_iter().map(f64::from).collect()
}
