//! [`Weights`]: the numbers with which agents evaluate a position.
//!
//! Weights can be derived from the rules, or learned from games. One unit is 1/39 of an army's
//! worth. It is comparable to a pawn in chess.

use std::sync::Arc;

use crate::rules::Network;

/// The numbers of an evaluation, in thousandths of a unit unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// The weights of each kind, in the order of the kinds.
    pub kinds: Vec<KindWeights>,
    /// The cost of attacks near a royal. Each attacked square on or next to the royal counts 1, or
    /// 2 if it is unguarded. The sum of these counts is squared, and multiplied by this
    /// weight.
    pub danger: i32,
    /// The cost of one piece that opponents may capture before the seat's next turn, in thousandths
    /// of the piece's value. If there are several such pieces, this is the cost of the most
    /// valuable one.
    pub lost: i32,
    /// The cost of all pieces that opponents may capture before the seat's next turn, except the
    /// most valuable one, which has the cost `lost`. The cost is in thousandths of the pieces'
    /// value.
    pub lost_others: i32,
    /// The worth of an army that can't move now but may move later, in thousandths of the army's
    /// value.
    pub frozen: i32,
    /// The worth of having the move.
    pub tempo: i32,
    /// For each counter, the worth of one of its units to the seat.
    pub counters: Vec<i32>,
    /// The network whose output is added to the evaluation, if there is one.
    pub network: Option<Arc<Network>>,
}

/// The weights of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindWeights {
    /// The value of a piece, without its square and its attacks.
    pub value: i32,
    /// The worth of each square that a piece attacks.
    pub mobility: i32,
    /// The worth of a possible promotion, in thousandths of the value that the piece would gain.
    pub promotion: i32,
    /// The worth added to a piece by its rank. The index is the number of ranks behind the piece,
    /// opposite to the direction that it faces.
    pub ranks: Vec<i32>,
    /// The worth added to a piece by its file. The index is the piece's distance from the middle of
    /// the board, to the left or right as the piece faces.
    pub files: Vec<i32>,
}

impl Weights {
    /// The largest weight. The smallest weight is the negative of this number.
    pub const MAX_WEIGHT: i32 = 1_000_000;

    /// Returns all numbers in one list, except the numbers of the network. For each kind, the list
    /// has the value, mobility, promotion, ranks and files. The other numbers follow after all
    /// kinds.
    #[must_use]
    pub fn numbers(&self) -> Vec<i32> {
        let mut all = Vec::new();
        for kind in &self.kinds {
            all.extend([kind.value, kind.mobility, kind.promotion]);
            all.extend(kind.ranks.iter().chain(&kind.files));
        }
        all.extend([self.danger, self.lost, self.lost_others, self.frozen, self.tempo]);
        all.extend(&self.counters);
        all
    }

    /// Returns these weights with other numbers, in the order of [`Weights::numbers`].
    #[must_use]
    pub fn with_numbers(&self, numbers: &[i32]) -> Self {
        let mut all = self.clone();
        let mut numbers = numbers.iter().copied();
        let mut set = |number: &mut i32| {
            if let Some(other) = numbers.next() {
                *number = other.clamp(-Self::MAX_WEIGHT, Self::MAX_WEIGHT);
            }
        };
        for kind in &mut all.kinds {
            set(&mut kind.value);
            set(&mut kind.mobility);
            set(&mut kind.promotion);
            kind.ranks.iter_mut().for_each(&mut set);
            kind.files.iter_mut().for_each(&mut set);
        }
        set(&mut all.danger);
        set(&mut all.lost);
        set(&mut all.lost_others);
        set(&mut all.frozen);
        set(&mut all.tempo);
        all.counters.iter_mut().for_each(&mut set);
        all
    }

    /// Returns `true` if these weights have the given shape: the same number of kinds, of counters,
    /// of ranks, of files and of network inputs.
    #[must_use]
    pub fn fits(&self, shape: WeightShape) -> bool {
        self.kinds.len() == shape.kinds
            && self.counters.len() == shape.counters
            && self.network.as_ref().is_none_or(|network| network.inputs.len() == shape.inputs)
            && self
                .kinds
                .iter()
                .all(|kind| kind.ranks.len() == shape.ranks && kind.files.len() == shape.files)
    }
}

/// The numbers of kinds, counters, ranks, files and network inputs for which a ruleset needs
/// weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightShape {
    /// The number of kinds.
    pub kinds: usize,
    /// The number of counters.
    pub counters: usize,
    /// The number of ranks. This is the length of the board's longer side, because pieces can face
    /// in all four directions.
    pub ranks: usize,
    /// The number of possible distances of a file from the middle of the board.
    pub files: usize,
    /// The number of a network's inputs.
    pub inputs: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::HIDDEN;

    #[test]
    fn numbers_are_written_in_the_order_in_which_they_are_read() {
        let kind = KindWeights { ranks: vec![0; 3], files: vec![0; 2], ..KindWeights::default() };
        let empty = Weights { kinds: vec![kind; 2], counters: vec![0], ..Weights::default() };
        let numbers: Vec<i32> = (1..=empty.numbers().len() as i32).collect();
        let weights = empty.with_numbers(&numbers);
        assert_eq!(weights.numbers(), numbers);
        assert_eq!((weights.kinds[1].value, weights.kinds[1].files[1]), (9, 16));
        assert_eq!((weights.danger, weights.counters[0]), (17, 22));
        let shape = WeightShape { kinds: 2, counters: 1, ranks: 3, files: 2, inputs: 1 };
        assert!(weights.fits(shape) && !weights.fits(WeightShape { files: 3, ..shape }));
        let network = Network { inputs: vec![[0; HIDDEN]], outputs: [0; HIDDEN] };
        let with = Weights { network: Some(Arc::new(network)), ..weights };
        assert!(with.fits(shape) && !with.fits(WeightShape { inputs: 2, ..shape }));
    }
}
