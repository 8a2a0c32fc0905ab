//! [`Network`]: a small neural network that adds to an evaluation.
//!
//! It is an efficiently updatable network (Nasu, 2018): an input is a piece of a kind and a colour on a square, nearly all
//! inputs are off, and a move changes few, so that the hidden units are carried from position to position.

/// The number of hidden units.
pub const HIDDEN: usize = 32;

/// The weights of a network. Each seat looks at the position in turn: its output is what it has beyond the other weights.
///
/// A hidden unit is the sum of its weights of all inputs that are on, in 256ths, cut off below 0 and above 1. The output
/// is the sum of the hidden units times their own weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// For each input, its weight in each hidden unit, in 256ths.
    pub inputs: Vec<[i8; HIDDEN]>,
    /// What each hidden unit is worth, in thousandths of a unit of the evaluation.
    pub outputs: [i16; HIDDEN],
}

impl Network {
    /// One, in what hidden units count.
    pub const ONE: i16 = 256;
    /// The maximum number of inputs.
    pub const MAX_INPUTS: usize = 14_000;

    /// The network that adds so many times as much.
    #[must_use]
    pub fn with_outputs_times(&self, size: f64) -> Self {
        let times = |output: i16| (f64::from(output) * size).round() as i16;
        Self { inputs: self.inputs.clone(), outputs: self.outputs.map(times) }
    }
}
