//! [`Network`]: a small neural network whose output is added to an evaluation.
//!
//! It is an efficiently updatable network (Nasu, 2018). Most inputs stand for a kind of piece, its
//! controller and a square. Such an input is on while a piece of this kind and controller is on the
//! square. Nearly all inputs are off, and a move changes only a few inputs. After a move, hidden
//! units are therefore updated instead of computed again.

/// The number of hidden units.
pub const HIDDEN: usize = 32;

/// The weights of a network. The network evaluates the position once for each seat. The output of
/// the network is added to the worth that the other weights of the evaluation give to this seat.
///
/// A hidden unit is the sum of its weights for all inputs that are on, in 256ths, limited to the
/// range from 0 to 1. The output is the sum of the hidden units, each multiplied by its output
/// weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// For each input, its weight in each hidden unit, in 256ths.
    pub inputs: Vec<[i8; HIDDEN]>,
    /// The output weight of each hidden unit, in thousandths of a unit of the evaluation.
    pub outputs: [i16; HIDDEN],
}

impl Network {
    /// The integer that stands for the value 1 of a hidden unit, whose values are in 256ths.
    pub const ONE: i16 = 256;
    /// The maximum number of inputs of a network.
    pub const MAX_INPUTS: usize = 14_000;

    /// Returns a network whose output is `size` times the output of this network.
    #[must_use]
    pub fn with_outputs_times(&self, size: f64) -> Self {
        let times = |output: i16| (f64::from(output) * size).round() as i16;
        Self { inputs: self.inputs.clone(), outputs: self.outputs.map(times) }
    }
}
