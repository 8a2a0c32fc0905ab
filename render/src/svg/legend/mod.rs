//! The legend below the board. [`arrange`] places the items of the legend, and [`draw()`] draws
//! them.
//!
//! The legend has a block of facts for each seat, and then the meanings of letters and marks. The
//! blocks are in as many columns as fit into the width. The meanings are in lines.

mod draw;
mod items;

use std::collections::BTreeSet;

use quadrille_dsl::text::printable::one_line;

use super::grid::{BOARD_MARGIN, SQUARE_SIDE};
use super::words::wrapped;
use crate::glyphs;
use crate::layout::{Legend, Mark, Picture};
use crate::shapes;
pub(super) use draw::draw;
pub(super) use items::LegendLayout;
use items::{Item, LegendItem, Special, Tone};

/// The minimum width of the drawing. A narrower board is in the middle of this width.
const MIN_DRAWING_WIDTH: f32 = 300.0;
/// The minimum width of a seat's column.
const MIN_COLUMN_WIDTH: f32 = 170.0;
/// The side length of icons in a line of text.
const ICON_SIDE: f32 = 20.0;
/// The side length of a piece in hand.
const HAND_PIECE_SIDE: f32 = 24.0;
/// The left edge of the army's disc in its column. The sign for the seat to move is to the left of
/// the disc.
const ARMY_DISC_LEFT: f32 = 12.0;
/// The left edge of text in a column.
const TEXT_LEFT: f32 = ARMY_DISC_LEFT + ICON_SIDE + 6.0;
/// The space between icons, and between icons and text.
const ICON_GAP: f32 = 5.0;
/// The space between the coordinates and the legend.
const LEGEND_TOP_GAP: f32 = 8.0;
/// The space between the blocks of facts.
const BLOCK_GAP: f32 = 12.0;

/// Arranges the legend of a picture.
pub(super) fn arrange(picture: &Picture) -> LegendLayout {
    let width = (f32::from(picture.files) * SQUARE_SIDE).max(MIN_DRAWING_WIDTH);
    let mut column = LegendColumn {
        left: BOARD_MARGIN,
        right: BOARD_MARGIN + width,
        top: LEGEND_TOP_GAP,
        items: Vec::new(),
    };
    if let Some(legend) = &picture.legend {
        if let Some(ending) = &legend.ending {
            column.text(ending, Tone::Name);
            column.top += ICON_GAP;
        }
        column.seats(picture, legend);
    }
    column.key(picture);
    let LegendColumn { top, items, .. } = column;
    if items.is_empty() {
        return LegendLayout { width: 0.0, height: 0.0, items };
    }
    LegendLayout { width: width + 2.0 * BOARD_MARGIN, height: top + ICON_GAP, items }
}

/// A column of the legend, which is filled from the top.
struct LegendColumn {
    left: f32,
    right: f32,
    /// The vertical position of the next item.
    top: f32,
    items: Vec<Item>,
}

impl LegendColumn {
    /// Adds an item to the line that begins at `top`.
    fn put(&mut self, left: f32, width: f32, height: f32, what: LegendItem) {
        self.items.push(Item { left, top: self.top, width, height, what });
    }

    /// Adds text in as many lines as the text needs. Returns the right end of the last line.
    fn text(&mut self, text: &str, tone: Tone) -> f32 {
        let mut end = self.left;
        for text in wrapped(&one_line(text), self.right - self.left, tone.scale()) {
            let width = glyphs::width(&text) * tone.scale();
            self.put(self.left, width, tone.height(), LegendItem::Text(text, tone));
            self.top += tone.height();
            end = self.left + width;
        }
        end
    }

    /// Adds groups of items. All items of a group are on one line. If there is room to the right of
    /// `at`, the first group begins at `at`.
    fn flow(&mut self, mut at: f32, gap: f32, height: f32, groups: Vec<Vec<(f32, LegendItem)>>) {
        if groups.is_empty() {
            return;
        }
        for group in groups {
            let spaces = ICON_GAP * group.len().saturating_sub(1) as f32;
            let width = group.iter().map(|(width, _)| width).sum::<f32>() + spaces;
            if at > self.left && at + width > self.right {
                at = self.left;
                self.top += height;
            }
            for (width, what) in group {
                self.put(at, width, height, what);
                at += width + ICON_GAP;
            }
            at += gap - ICON_GAP;
        }
        self.top += height;
    }

    /// Adds a block for each seat.
    fn seats(&mut self, picture: &Picture, legend: &Legend) {
        let width = self.right - self.left;
        let seats = legend.seats.len();
        let most = ((width / MIN_COLUMN_WIDTH) as usize).clamp(1, seats.max(1));
        // The smallest number of columns that does not increase the number of rows.
        let columns = seats.div_ceil(seats.div_ceil(most).max(1)).max(1);
        let one = width / columns as f32;
        for first in (0..seats).step_by(columns) {
            let mut bottom = self.top;
            for seat in first..seats.min(first + columns) {
                let left = self.left + (seat - first) as f32 * one;
                let mut column = LegendColumn {
                    left,
                    right: left + one - BLOCK_GAP,
                    top: self.top,
                    items: Vec::new(),
                };
                column.seat(picture, legend, seat);
                bottom = bottom.max(column.top);
                self.items.append(&mut column.items);
            }
            self.top = bottom + BLOCK_GAP;
        }
    }

    /// Adds the block of a seat.
    fn seat(&mut self, picture: &Picture, legend: &Legend, seat: usize) {
        let (Some(look), Some(row)) = (picture.colours.get(seat), legend.seats.get(seat)) else {
            return;
        };
        let next = legend.next.as_ref().filter(|next| next.seat == seat);
        if next.is_some() {
            self.put(self.left, ARMY_DISC_LEFT - 2.0, Tone::Name.height(), LegendItem::Turn);
        }
        self.put(
            self.left + ARMY_DISC_LEFT,
            ICON_SIDE,
            Tone::Name.height(),
            LegendItem::Army(seat, row.status),
        );
        self.left += TEXT_LEFT;
        self.text(&look.name, Tone::Name);
        if let Some(next) = next {
            let end = self.text(&next.words(), Tone::Task);
            if !next.dice.is_empty() {
                self.top -= Tone::Task.height();
                let dice =
                    next.dice.iter().map(|face| vec![(ICON_SIDE - 2.0, LegendItem::Die(*face))]);
                self.flow(end + 2.0 * ICON_GAP, ICON_GAP, ICON_SIDE, dice.collect());
            }
        }
        for words in row.words(&picture.colours) {
            self.text(&words, Tone::Plain);
        }
        let held = picture.hand(seat).map(|(piece, n)| {
            let mut group = vec![(HAND_PIECE_SIDE, LegendItem::Piece(piece))];
            if n > 1 {
                group.push(text_item(format!("×{n}")));
            }
            group
        });
        self.flow(self.left, ICON_GAP, HAND_PIECE_SIDE, held.collect());
    }

    /// Adds the meanings of letters and marks.
    fn key(&mut self, picture: &Picture) {
        let width = self.right - self.left - ICON_SIDE - ICON_GAP;
        // Groups the icons and the text. Each line of the text is one group.
        let rows_of = |icons: Vec<(f32, LegendItem)>, text: &str| {
            // The text takes the width that the icons leave.
            let taken = icons.len().saturating_sub(1) as f32 * (ICON_SIDE + ICON_GAP);
            let lines =
                wrapped(&one_line(text), (width - taken).max(ICON_SIDE), Tone::Plain.scale());
            let mut lines = lines.into_iter();
            let first: Vec<_> = icons.into_iter().chain(lines.next().map(text_item)).collect();
            let below = |line| {
                vec![(ICON_SIDE, LegendItem::Text(String::new(), Tone::Plain)), text_item(line)]
            };
            std::iter::once(first).chain(lines.map(below)).collect::<Vec<_>>()
        };
        let letters = picture.kinds_shown().into_iter();
        let letters = letters.filter(|(_, kind)| shapes::figure(picture.symbol(kind)).is_none());
        let letters = letters
            .map(|(letter, kind)| rows_of(vec![(ICON_SIDE, LegendItem::Letter(letter))], kind));
        let marks = Mark::MEANINGS.iter().filter(|(mark, _)| picture.has(*mark));
        let marks =
            marks.map(|(mark, text)| rows_of(vec![(ICON_SIDE, LegendItem::Mark(*mark))], text));
        // A number on a piece shows one of its counters. The sign in the legend is always 1.
        let counts: BTreeSet<&str> = picture
            .pieces()
            .filter_map(|piece| piece.counters.first())
            .map(|(name, _)| name.as_str())
            .collect();
        let counts = counts
            .into_iter()
            .map(|name| rows_of(vec![(ICON_SIDE, LegendItem::Letter('1'))], name));
        let edges = [
            (Special::Joined, (!picture.joined.is_empty()).then_some("leads to the opposite side")),
            (Special::OneWay, (!picture.one_way.is_empty()).then_some("crossed this way only")),
            (Special::Portal, picture.portal_meaning()),
        ];
        let edges = edges.into_iter().filter_map(|(edge, text)| Some((edge, text?)));
        let edges =
            edges.map(|(edge, text)| rows_of(vec![(ICON_SIDE, LegendItem::Edge(edge))], text));
        let several = picture.zones.len() > 1;
        let zones = picture.zones.iter().zip(1..).map(|(group, number)| {
            let number = several.then_some(number);
            let parts =
                group.parts.iter().map(|part| (ICON_SIDE, LegendItem::Zone(number, part.colour)));
            rows_of(parts.collect(), &group.label.to_string())
        });
        let all = letters.chain(marks).chain(counts).chain(edges).chain(zones).flatten().collect();
        self.flow(self.left, 2.0 * BLOCK_GAP, ICON_SIDE + ICON_GAP, all);
    }
}

fn text_item(text: String) -> (f32, LegendItem) {
    (glyphs::width(&text) * Tone::Plain.scale(), LegendItem::Text(text, Tone::Plain))
}

#[cfg(test)]
mod tests;
