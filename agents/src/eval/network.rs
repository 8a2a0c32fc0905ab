//! [`Inference`]: evaluation by a ruleset's neural network. The hidden units of a position are
//! computed by updating the hidden units of the previous position.

use std::sync::Arc;

use quadrille_core::board::{MAX_SEATS, Piece, Square};
use quadrille_core::internals::MoveGen;
use quadrille_core::rules::{HIDDEN, Network, NetworkShape, Spec};
use quadrille_core::state::Position;

use super::pieces_in_play::{ArmyPart, each_in_play, has_pieces};

/// The sums in the hidden units of all seats in a position. The activation function has not been
/// applied yet, and the inputs for the turn are not added yet. The list is empty if there is no
/// network.
pub(crate) type HiddenUnits = Vec<[i16; HIDDEN]>;

/// A network, and the indices at which groups of its inputs begin.
pub(crate) struct Inference {
    network: Arc<Network>,
    shape: NetworkShape,
    /// The places of the inputs for pieces. There is one element for each pair of two seats: the
    /// seat whose hidden units are computed, and the seat that controls the pieces. Each element
    /// has two entries: the first is for pieces that can move, and the second is for frozen pieces.
    /// An entry consists of the index of the first input of kind 0, and the number of inputs for
    /// each kind.
    pieces: Vec<[(usize, usize); 2]>,
}

impl Inference {
    pub fn new(spec: &Spec, network: &Arc<Network>) -> Self {
        let shape = NetworkShape::of(spec);
        let seats = 0..spec.seats.len();
        let pairs = seats.clone().flat_map(|seat| seats.clone().map(move |owner| (seat, owner)));
        let of = |(seat, owner)| [false, true].map(|frozen| shape.pieces(seat, owner, frozen));
        let pieces = pairs.map(of).collect();
        Self { network: Arc::clone(network), shape, pieces }
    }

    /// Returns the hidden units of a position.
    pub fn hidden<const W: usize>(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
    ) -> HiddenUnits {
        let mut hidden = vec![[0; HIDDEN]; movegen.t.seats];
        each_in_play(&movegen.board, pos, |piece, square, part| {
            let owner = usize::from(pos.controller[piece.colour().index()]);
            self.change::<true>(&mut hidden, (owner, part), piece, square);
        });
        hidden
    }

    /// Adds the inputs of a piece to the hidden units, or subtracts them. The inputs depend on the
    /// seat that controls the piece, and on the [`ArmyPart`] of the piece's army. The [`ArmyPart`]
    /// must not be [`ArmyPart::None`].
    #[inline]
    pub fn change<const ON: bool>(
        &self,
        hidden: &mut HiddenUnits,
        (owner, part): (usize, ArmyPart),
        piece: Piece,
        square: Square,
    ) {
        let seats = hidden.len();
        for (seat, hidden) in hidden.iter_mut().enumerate() {
            let (first, per_kind) =
                self.pieces[seat * seats + owner][usize::from(part == ArmyPart::Frozen)];
            let place = usize::from(self.shape.view(seat)[square.index()]);
            let weights = &self.network.inputs[first + piece.kind().index() * per_kind + place];
            // With a local copy, the compiler adds several units at once.
            let mut units = *hidden;
            for (unit, weight) in units.iter_mut().zip(weights) {
                let weight = i16::from(*weight);
                *unit = if ON { unit.wrapping_add(weight) } else { unit.wrapping_sub(weight) };
            }
            *hidden = units;
        }
    }

    /// Adds the network's output to the worth of each seat that controls pieces.
    #[inline]
    pub fn add<const W: usize>(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        hidden: &HiddenUnits,
        strength: &mut [i64; MAX_SEATS],
    ) {
        for (seat, hidden) in hidden.iter().enumerate() {
            if !has_pieces(&movegen.board, pos, seat) {
                continue;
            }
            let turn = &self.network.inputs[self.shape.turn(seat, pos.turn.index())];
            let mut sum = 0;
            for ((unit, turn), worth) in hidden.iter().zip(turn).zip(&self.network.outputs) {
                let unit = unit.wrapping_add(i16::from(*turn)).clamp(0, Network::ONE);
                sum += i32::from(unit) * i32::from(*worth);
            }
            strength[seat] += i64::from(sum / i32::from(Network::ONE));
        }
    }
}
