//! The content of a picture, from which SVG and terminal pictures are drawn: squares, pieces,
//! walls, lines and marks on the board, and the [`Legend`] beside it.

mod edges;
mod legend;
mod picture;
mod pieces;
mod zone_group;
pub mod zones;

pub use edges::Edge;
pub use legend::{Legend, Next, SeatRow, SeatTask};
pub use picture::{Mark, Picture, PictureOptions, Tile, Wall};
pub use pieces::{ColourLook, PieceLook, PieceStatus};
pub use zone_group::{ZoneGroup, ZonePart};
