//! The items of an arranged legend.

use crate::colour::Rgb;
use crate::layout::{Mark, PieceLook, PieceStatus};

/// The legend, arranged.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::svg) struct LegendLayout {
    /// The least width of the drawing.
    pub(in crate::svg) width: f32,
    /// The height that it adds to the drawing.
    pub(in crate::svg) height: f32,
    /// Its items.
    pub(in crate::svg) items: Vec<Item>,
}

/// Something in the legend and the box that it fills.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::svg) struct Item {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) what: LegendItem,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum LegendItem {
    /// The sign before the seat that has to act.
    Turn,
    /// The look of an army.
    Army(usize, PieceStatus),
    /// Text of a size and colour.
    Text(String, Tone),
    /// A die with this face up.
    Die(u8),
    /// A piece in hand.
    Piece(PieceLook),
    /// A letter of the pieces that have no figure.
    Letter(char),
    /// A mark on a square.
    Mark(Mark),
    /// A special edge.
    Edge(Special),
    /// A square of a zone: its number, if there are several, and its colour.
    Zone(Option<usize>, Rgb),
}

/// A kind of special edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    Joined,
    OneWay,
    Portal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    /// A seat's name, or how the game ended.
    Name,
    /// The next task.
    Task,
    /// Anything else.
    Plain,
}

impl Tone {
    pub(super) fn scale(self) -> f32 {
        if self == Self::Name { 1.45 } else { 1.25 }
    }

    /// The height of a line.
    pub(super) fn height(self) -> f32 {
        if self == Self::Name { 24.0 } else { 20.0 }
    }
}
