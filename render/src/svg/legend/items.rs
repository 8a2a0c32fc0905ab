//! The items of a legend after their places have been determined.

use crate::colour::Rgb;
use crate::layout::{Mark, PieceLook, PieceStatus};

/// A legend whose items have places.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::svg) struct LegendLayout {
    /// The minimum width of the drawing.
    pub(in crate::svg) width: f32,
    /// The height that the legend adds to the drawing.
    pub(in crate::svg) height: f32,
    /// The items of the legend.
    pub(in crate::svg) items: Vec<Item>,
}

/// An item of the legend, with the box in which it is drawn.
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
    /// The sign that precedes the seat to move.
    Turn,
    /// The look of an army.
    Army(usize, PieceStatus),
    /// Text in the style of a tone.
    Text(String, Tone),
    /// A die with this face up.
    Die(u8),
    /// A piece in hand.
    Piece(PieceLook),
    /// The letter of a kind without a figure, on a disc.
    Letter(char),
    /// A mark on a square.
    Mark(Mark),
    /// A special edge.
    Edge(Special),
    /// The icon of a zone, a square in the colour of the zone. If several zones are marked, the
    /// icon has the zone's number.
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
    /// The style of a seat's name, and of the result of the game.
    Name,
    /// The style of the next task.
    Task,
    /// The style of all other text.
    Plain,
}

impl Tone {
    pub(super) fn scale(self) -> f32 {
        if self == Self::Name { 1.45 } else { 1.25 }
    }

    /// Returns the height of a line of text in this style.
    pub(super) fn height(self) -> f32 {
        if self == Self::Name { 24.0 } else { 20.0 }
    }
}
