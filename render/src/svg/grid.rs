//! The grid of a drawing: its size, and the positions of its squares.

use crate::layout::{Picture, Tile};

/// The side length of a square.
pub const SQUARE_SIDE: f32 = 50.0;
/// The width of the margin for coordinates and facings around the board.
pub(super) const BOARD_MARGIN: f32 = 24.0;

/// Returns the width and height of the board with its coordinates.
#[must_use]
pub fn size(picture: &Picture) -> (f32, f32) {
    let side = |n: u8| f32::from(n) * SQUARE_SIDE + 2.0 * BOARD_MARGIN;
    (side(picture.files), side(picture.ranks))
}

/// Returns the squares of the board with their files and ranks.
pub fn tiles(picture: &Picture) -> impl Iterator<Item = (i32, i32, &Tile)> {
    let (files, ranks) = (i32::from(picture.files), i32::from(picture.ranks));
    (0..ranks)
        .flat_map(move |rank| (0..files).map(move |file| (file, rank)))
        .filter_map(|(file, rank)| picture.tile(file, rank).map(|tile| (file, rank, tile)))
}

/// Returns the upper left corner of a square in the drawing.
#[must_use]
pub fn corner(picture: &Picture, file: i32, rank: i32) -> (f32, f32) {
    let row = i32::from(picture.ranks) - 1 - rank;
    (BOARD_MARGIN + file as f32 * SQUARE_SIDE, BOARD_MARGIN + row as f32 * SQUARE_SIDE)
}
