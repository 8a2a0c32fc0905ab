//! The legend below the board: [`arrange`] says where everything in it stands, [`draw()`] draws it.
//!
//! A block for each seat with what there is to know about it, then what letters and marks mean. The
//! blocks stand in as many columns as there is room for, the marks in lines.

mod draw;
mod items;

use std::collections::BTreeSet;

use quadrille_dsl::text::printable::one_line;

use super::grid::{MARGIN, SIDE};
use super::words::wrapped;
use crate::glyphs;
use crate::layout::{Legend, Mark, Picture};
use crate::shapes;
pub(super) use draw::draw;
pub(super) use items::Arranged;
use items::{Item, Special, Tone, What};

/// A narrower board has a wider drawing.
const LEAST_WIDTH: f32 = 300.0;
/// The least width of a seat's column.
const LEAST_COLUMN: f32 = 170.0;
/// The side of whatever stands in a line of text.
const ICON: f32 = 20.0;
/// The side of a piece in hand.
const PIECE: f32 = 24.0;
/// Where the army's disc begins in a column; the sign for the turn stands before it.
const DISC: f32 = 12.0;
/// Where text begins in a column.
const INDENT: f32 = DISC + ICON + 6.0;
/// Between icons, and between them and text.
const SPACE: f32 = 5.0;
/// Between the coordinates and the legend.
const ABOVE: f32 = 8.0;
/// Between blocks.
const GAP: f32 = 12.0;

/// Arranges the legend of a picture.
pub(super) fn arrange(picture: &Picture) -> Arranged {
    let width = (f32::from(picture.files) * SIDE).max(LEAST_WIDTH);
    let mut column = Column { left: MARGIN, right: MARGIN + width, top: ABOVE, items: Vec::new() };
    if let Some(legend) = &picture.legend {
        if let Some(ending) = &legend.ending {
            column.text(ending, Tone::Name);
            column.top += SPACE;
        }
        column.seats(picture, legend);
    }
    column.key(picture);
    let Column { top, items, .. } = column;
    if items.is_empty() {
        return Arranged { width: 0.0, height: 0.0, items };
    }
    Arranged { width: width + 2.0 * MARGIN, height: top + SPACE, items }
}

/// A column that is filled from the top.
struct Column {
    left: f32,
    right: f32,
    /// Where it goes on.
    top: f32,
    items: Vec<Item>,
}

impl Column {
    /// Something in the line that begins at `top`.
    fn put(&mut self, left: f32, width: f32, height: f32, what: What) {
        self.items.push(Item { left, top: self.top, width, height, what });
    }

    /// Text in as many lines as it needs. Returns where its last line ends.
    fn text(&mut self, text: &str, tone: Tone) -> f32 {
        let mut end = self.left;
        for text in wrapped(&one_line(text), self.right - self.left, tone.scale()) {
            let width = glyphs::width(&text) * tone.scale();
            self.put(self.left, width, tone.height(), What::Text(text, tone));
            self.top += tone.height();
            end = self.left + width;
        }
        end
    }

    /// Groups of things, each of which stays in one line; `at` is where the first one may begin.
    fn flow(&mut self, mut at: f32, gap: f32, height: f32, groups: Vec<Vec<(f32, What)>>) {
        if groups.is_empty() {
            return;
        }
        for group in groups {
            let spaces = SPACE * group.len().saturating_sub(1) as f32;
            let width = group.iter().map(|(width, _)| width).sum::<f32>() + spaces;
            if at > self.left && at + width > self.right {
                at = self.left;
                self.top += height;
            }
            for (width, what) in group {
                self.put(at, width, height, what);
                at += width + SPACE;
            }
            at += gap - SPACE;
        }
        self.top += height;
    }

    /// A block for each seat.
    fn seats(&mut self, picture: &Picture, legend: &Legend) {
        let width = self.right - self.left;
        let seats = legend.seats.len();
        let most = ((width / LEAST_COLUMN) as usize).clamp(1, seats.max(1));
        // As many columns as are needed for that many lines of blocks.
        let columns = seats.div_ceil(seats.div_ceil(most).max(1)).max(1);
        let one = width / columns as f32;
        for first in (0..seats).step_by(columns) {
            let mut bottom = self.top;
            for seat in first..seats.min(first + columns) {
                let left = self.left + (seat - first) as f32 * one;
                let mut column =
                    Column { left, right: left + one - GAP, top: self.top, items: Vec::new() };
                column.seat(picture, legend, seat);
                bottom = bottom.max(column.top);
                self.items.append(&mut column.items);
            }
            self.top = bottom + GAP;
        }
    }

    /// The block of a seat.
    fn seat(&mut self, picture: &Picture, legend: &Legend, seat: usize) {
        let (Some(look), Some(row)) = (picture.colours.get(seat), legend.seats.get(seat)) else {
            return;
        };
        let next = legend.next.as_ref().filter(|next| next.seat == seat);
        if next.is_some() {
            self.put(self.left, DISC - 2.0, Tone::Name.height(), What::Turn);
        }
        self.put(self.left + DISC, ICON, Tone::Name.height(), What::Army(seat, row.status));
        self.left += INDENT;
        self.text(&look.name, Tone::Name);
        if let Some(next) = next {
            let end = self.text(&next.words(), Tone::Task);
            if !next.dice.is_empty() {
                self.top -= Tone::Task.height();
                let dice = next.dice.iter().map(|face| vec![(ICON - 2.0, What::Die(*face))]);
                self.flow(end + 2.0 * SPACE, SPACE, ICON, dice.collect());
            }
        }
        for words in row.words(&picture.colours) {
            self.text(&words, Tone::Plain);
        }
        let held = picture.hand(seat).map(|(piece, n)| {
            let mut group = vec![(PIECE, What::Piece(piece))];
            if n > 1 {
                group.push(text_item(format!("×{n}")));
            }
            group
        });
        self.flow(self.left, SPACE, PIECE, held.collect());
    }

    /// What letters and marks mean.
    fn key(&mut self, picture: &Picture) {
        let width = self.right - self.left - ICON - SPACE;
        // What stands before the text, and the text, in a group for each of its lines.
        let told = |icons: Vec<(f32, What)>, text: &str| {
            // A text takes what room its icons leave.
            let taken = icons.len().saturating_sub(1) as f32 * (ICON + SPACE);
            let lines = wrapped(&one_line(text), (width - taken).max(ICON), Tone::Plain.scale());
            let mut lines = lines.into_iter();
            let first: Vec<_> = icons.into_iter().chain(lines.next().map(text_item)).collect();
            let below =
                |line| vec![(ICON, What::Text(String::new(), Tone::Plain)), text_item(line)];
            std::iter::once(first).chain(lines.map(below)).collect::<Vec<_>>()
        };
        let letters = picture.kinds_shown().into_iter();
        let letters = letters.filter(|(_, kind)| shapes::figure(kind).is_none());
        let letters = letters.map(|(letter, kind)| told(vec![(ICON, What::Letter(letter))], kind));
        let marks = Mark::MEANINGS.iter().filter(|(mark, _)| picture.has(*mark));
        let marks = marks.map(|(mark, text)| told(vec![(ICON, What::Mark(*mark))], text));
        // The number on a piece, whatever it is, stands for what the piece counts.
        let counts: BTreeSet<&str> = picture
            .pieces()
            .filter_map(|piece| piece.counters.first())
            .map(|(name, _)| name.as_str())
            .collect();
        let counts = counts.into_iter().map(|name| told(vec![(ICON, What::Letter('1'))], name));
        let edges = [
            (Special::Joined, (!picture.joined.is_empty()).then_some("leads to the opposite side")),
            (Special::OneWay, (!picture.one_way.is_empty()).then_some("crossed this way only")),
            (Special::Portal, picture.portal_meaning()),
        ];
        let edges = edges.into_iter().filter_map(|(edge, text)| Some((edge, text?)));
        let edges = edges.map(|(edge, text)| told(vec![(ICON, What::Edge(edge))], text));
        let several = picture.zones.len() > 1;
        let zones = picture.zones.iter().zip(1..).map(|(group, number)| {
            let number = several.then_some(number);
            let parts = group.parts.iter().map(|part| (ICON, What::Zone(number, part.colour)));
            told(parts.collect(), &group.label)
        });
        let all = letters.chain(marks).chain(counts).chain(edges).chain(zones).flatten().collect();
        self.flow(self.left, 2.0 * GAP, ICON + SPACE, all);
    }
}

fn text_item(text: String) -> (f32, What) {
    (glyphs::width(&text) * Tone::Plain.scale(), What::Text(text, Tone::Plain))
}

#[cfg(test)]
mod tests;
