//! [`Weights`]: the numbers by which agents value a position.
//!
//! They can be derived from the rules, or learned from games. One unit is a thirty-ninth of an army:
//! what a pawn is in chess.

use std::sync::Arc;

use crate::rules::Network;

/// The numbers of an evaluation, in thousandths of a unit unless said otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weights {
    /// Of each kind, in the order of the kinds.
    pub kinds: Vec<KindWeights>,
    /// What attacked squares on and next to a royal cost, times the square of their number.
    pub danger: i32,
    /// The thousandths of its value that the most valuable of a seat's pieces that may be captured
    /// before its turn costs.
    pub lost: i32,
    /// The thousandths of their value that other pieces cost that may be captured.
    pub lost_others: i32,
    /// The thousandths of its value that an army counts for which cannot move, but may again.
    pub frozen: i32,
    /// What it is worth to be to move.
    pub tempo: i32,
    /// What one of each counter is worth to its seat.
    pub counters: Vec<i32>,
    /// What is added by a network, if there is one.
    pub network: Option<Arc<Network>>,
}

/// The weights of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KindWeights {
    /// What a piece is worth.
    pub value: i32,
    /// What each square is worth that a piece attacks.
    pub mobility: i32,
    /// The thousandths that a possible promotion adds of what it gains.
    pub promotion: i32,
    /// What is added by the number of ranks that lie behind the piece, as it faces.
    pub ranks: Vec<i32>,
    /// What is added by the distance from the middle between both sides, as it faces.
    pub files: Vec<i32>,
}

impl Weights {
    /// The largest weight. The smallest is its negative.
    pub const MAX_WEIGHT: i32 = 1_000_000;

    /// All numbers but those of the network in one list: of each kind its value, mobility, promotion, ranks and files, then
    /// the others.
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

    /// The same weights with other numbers, in the order of [`Weights::numbers`].
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

    /// Whether these are weights for so many kinds and counters, on a board of so many ranks and
    /// files as each kind sees it.
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

/// How many weights of each sort a ruleset has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WeightShape {
    /// The number of kinds.
    pub kinds: usize,
    /// The number of counters.
    pub counters: usize,
    /// The number of ranks, as the pieces that see the most of them do.
    pub ranks: usize,
    /// The number of distances from the middle.
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
