//! The legend below the board: [`arrange`] says where everything in it stands, [`draw`] draws it.
//!
//! A block for each seat with what there is to know about it, then what letters and marks mean. The
//! blocks stand in as many columns as there is room for, the marks in lines.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quadrille_core::printable::one_line;

use super::edges::{JOINED, ONE_WAY, PORTAL};
use super::pieces::{army_colour, draw_letter, draw_piece, draw_swatch};
use super::words::{line, word, wrapped};
use super::{DANGER, EDGE, FOG, HIGHLIGHT, HINT, LABEL, LIGHT, MARGIN, SIDE, hint, zones};
use crate::colour::Rgb;
use crate::glyphs;
use crate::layout::{Legend, Mark, Picture, PieceLook, PieceStatus};
use crate::shapes;

/// The legend, arranged.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Arranged {
    /// The least width of the drawing.
    pub(super) width: f32,
    /// The height that it adds to the drawing.
    pub(super) height: f32,
    /// What is in it.
    pub(super) items: Vec<Item>,
}

/// Something in the legend and the box that it fills.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Item {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
    what: What,
}

#[derive(Clone, PartialEq, Debug)]
enum What {
    /// The sign before the seat that has to act.
    Turn,
    /// What an army looks like.
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
enum Special {
    Joined,
    OneWay,
    Portal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tone {
    /// A seat's name, or how the game ended.
    Name,
    /// What has to be done next.
    Task,
    /// Anything else.
    Plain,
}

impl Tone {
    fn scale(self) -> f32 {
        if self == Self::Name { 1.45 } else { 1.25 }
    }

    /// The height of a line.
    fn height(self) -> f32 {
        if self == Self::Name { 24.0 } else { 20.0 }
    }
}

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
        let words = |text: &str| {
            let mut lines = wrapped(&one_line(text), width, Tone::Plain.scale());
            lines.truncate(1);
            text_item(lines.concat())
        };
        let letters = picture.kinds_shown().into_iter();
        let letters = letters.filter(|(_, kind)| shapes::figure(kind).is_none());
        let letters = letters.map(|(letter, kind)| vec![(ICON, What::Letter(letter)), words(kind)]);
        let marks = Mark::MEANINGS.iter().filter(|(mark, _)| picture.has(*mark));
        let marks = marks.map(|(mark, text)| vec![(ICON, What::Mark(*mark)), words(text)]);
        // The number on a piece, whatever it is, stands for what the piece counts.
        let counts: BTreeSet<&str> = picture
            .pieces()
            .filter_map(|piece| piece.counters.first())
            .map(|(name, _)| name.as_str())
            .collect();
        let counts = counts.into_iter().map(|name| vec![(ICON, What::Letter('1')), words(name)]);
        let edges = [
            (Special::Joined, (!picture.joined.is_empty()).then_some("leads to the opposite side")),
            (Special::OneWay, (!picture.one_way.is_empty()).then_some("crossed this way only")),
            (Special::Portal, picture.portal_meaning()),
        ];
        let edges = edges.into_iter().filter_map(|(edge, text)| Some((edge, text?)));
        let edges = edges.map(|(edge, text)| vec![(ICON, What::Edge(edge)), words(text)]);
        let several = picture.zones.len() > 1;
        let zones = picture.zones.iter().zip(1..).map(|(group, number)| {
            let number = several.then_some(number);
            let parts = group.parts.iter().map(|part| (ICON, What::Zone(number, part.colour)));
            // A name takes what room the squares leave.
            let squares = group.parts.len().saturating_sub(1) as f32 * (ICON + SPACE);
            let mut lines = wrapped(&group.label, (width - squares).max(ICON), Tone::Plain.scale());
            lines.truncate(1);
            parts.chain([text_item(lines.concat())]).collect()
        });
        let all = letters.chain(marks).chain(counts).chain(edges).chain(zones).collect();
        self.flow(self.left, 2.0 * GAP, ICON + SPACE, all);
    }
}

fn text_item(text: String) -> (f32, What) {
    (glyphs::width(&text) * Tone::Plain.scale(), What::Text(text, Tone::Plain))
}

/// Draws the legend, `above` being the height of the board.
pub(super) fn draw(picture: &Picture, legend: &Arranged, above: f32, out: &mut String) {
    if legend.items.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<g transform=\"translate(0 {above})\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for item in &legend.items {
        item.draw(picture, out);
    }
    out.push_str("</g>\n");
}

impl Item {
    fn draw(&self, picture: &Picture, out: &mut String) {
        let Self { left, top, width, height, what } = self;
        let middle = top + height / 2.0;
        if let What::Text(text, tone) = what {
            let colour = if *tone == Tone::Task { HINT } else { LABEL };
            let stroke = if *tone == Tone::Plain { 1.2 } else { 1.5 };
            let _ =
                writeln!(out, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke}\">");
            line(text, *left, middle, tone.scale(), out);
            out.push_str("</g>\n");
            return;
        }
        // Everything else is a square in the middle of the line.
        let side = width.min(*height);
        let _ = writeln!(out, "<g transform=\"translate({left} {})\">", middle - side / 2.0);
        match what {
            What::Text(..) => {}
            What::Turn => {
                let _ = writeln!(
                    out,
                    "<path d=\"M0 0L{} {}L0 {side}Z\" fill=\"{HINT}\"/>",
                    side * 0.8,
                    side / 2.0
                );
            }
            What::Army(seat, status) => {
                draw_swatch(army_colour(picture, *seat), *status, side, out);
            }
            What::Die(face) => draw_die(*face, side, out),
            What::Piece(piece) => {
                let _ = writeln!(out, "<g transform=\"scale({})\">", side / SIDE);
                draw_piece(picture, piece, 0.0, 0.0, out);
                out.push_str("</g>\n");
            }
            What::Letter(letter) => draw_letter(*letter, side, out),
            What::Mark(mark) => draw_mark(*mark, side, out),
            What::Edge(edge) => draw_edge(*edge, side, out),
            What::Zone(number, colour) => draw_zone(*number, *colour, side, out),
        }
        out.push_str("</g>\n");
    }
}

/// A square with a mark.
fn draw_mark(mark: Mark, side: f32, out: &mut String) {
    let _ = writeln!(out, "<g transform=\"scale({})\">", side / SIDE);
    let ground = match mark {
        Mark::Check => LIGHT.mixed(DANGER, 0.7),
        Mark::Origin | Mark::Highlight => LIGHT.mixed(HIGHLIGHT, 0.7),
        Mark::Hidden => LIGHT.mixed(FOG, 0.7),
        _ => LIGHT,
    };
    let _ = writeln!(
        out,
        "<rect x=\"1\" y=\"1\" width=\"{0}\" height=\"{0}\" fill=\"{ground}\" stroke=\"{EDGE}\" \
         stroke-width=\"2\"/>",
        SIDE - 2.0
    );
    hint(mark, false, 0.0, 0.0, out);
    out.push_str("</g>\n");
}

/// A square of a zone.
fn draw_zone(number: Option<usize>, colour: Rgb, side: f32, out: &mut String) {
    let _ = writeln!(
        out,
        "<rect x=\"1\" y=\"1\" width=\"{0}\" height=\"{0}\" fill=\"{1}\" stroke=\"{2}\" stroke-width=\"2\"/>",
        side - 2.0,
        zones::ground(colour),
        zones::line(colour)
    );
    if let Some(number) = number {
        let _ = writeln!(out, "<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.3\">", Rgb::INK);
        word(&number.to_string(), side / 2.0, side / 2.0, 1.0, out);
        out.push_str("</g>\n");
    }
}

/// A special edge that is crossed to the right.
fn draw_edge(edge: Special, side: f32, out: &mut String) {
    if edge == Special::Portal {
        let (middle, half) = (side / 2.0, side * 0.4);
        let _ = writeln!(
            out,
            "<circle cx=\"{middle}\" cy=\"{middle}\" r=\"{half}\" fill=\"none\" stroke=\"{PORTAL}\" \
             stroke-width=\"2\" stroke-dasharray=\"5 2.4\"/>"
        );
        return;
    }
    let (colour, line) = match edge {
        Special::Joined => (JOINED, " stroke-width=\"4\" stroke-dasharray=\"6 3.5\""),
        Special::OneWay | Special::Portal => (ONE_WAY, " stroke-width=\"2.4\""),
    };
    let (middle, head) = (side / 2.0, side * 0.3);
    let _ = writeln!(
        out,
        "<path d=\"M{middle} 0v{side}\" fill=\"none\" stroke=\"{colour}\"{line} stroke-linecap=\"butt\"/>\n\
         <path d=\"M{0} {1}v{2}l{head} -{head}z\" fill=\"{colour}\"/>",
        middle + 2.0,
        middle - head,
        2.0 * head,
    );
}

/// A die: pips up to six, a number beyond.
fn draw_die(face: u8, side: f32, out: &mut String) {
    let _ = writeln!(
        out,
        "<rect x=\".8\" y=\".8\" width=\"{0}\" height=\"{0}\" rx=\"3\" fill=\"{1}\" stroke=\"{2}\" \
         stroke-width=\"1.4\"/>",
        side - 1.6,
        Rgb::PAPER,
        Rgb::INK
    );
    // Columns and rows of three.
    let pips: &[(u8, u8)] = match face {
        1 => &[(1, 1)],
        2 => &[(0, 2), (2, 0)],
        3 => &[(0, 2), (1, 1), (2, 0)],
        4 => &[(0, 0), (0, 2), (2, 0), (2, 2)],
        5 => &[(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        6 => &[(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
        _ => {
            let _ = writeln!(out, "<g fill=\"none\" stroke=\"{}\">", Rgb::INK);
            word(&face.to_string(), side / 2.0, side / 2.0, 1.1, out);
            out.push_str("</g>\n");
            return;
        }
    };
    for (x, y) in pips {
        let at = |n: u8| side * (0.27 + 0.23 * f32::from(n));
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"1.7\" fill=\"{}\"/>",
            at(*x),
            at(*y),
            Rgb::INK
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PictureOptions;
    use crate::svg::size;
    use crate::testing::{cross, orthodox};
    use quadrille_core::rules::{Counter, Dice, Holds};
    use quadrille_core::{Geometry, Piece, Seat, SeatResult, Setup, Spec, StateId};

    fn arranged(spec: &Spec, setup: &Setup) -> Arranged {
        arrange(&Picture::new(spec, setup, &PictureOptions::default()))
    }

    fn texts(legend: &Arranged) -> Vec<&str> {
        let text = |item: &'_ Item| matches!(item.what, What::Text(..));
        let texts = legend.items.iter().filter(|item| text(item));
        texts
            .map(|item| match &item.what {
                What::Text(text, _) => text.as_str(),
                _ => "",
            })
            .collect()
    }

    /// Nothing stands on anything else or out of the drawing.
    #[track_caller]
    fn tidy(legend: &Arranged) {
        for (i, a) in legend.items.iter().enumerate() {
            let inside = a.left >= 0.0
                && a.top >= 0.0
                && a.left + a.width <= legend.width
                && a.top + a.height <= legend.height;
            assert!(inside, "{a:?} in {} x {}", legend.width, legend.height);
            for b in &legend.items[..i] {
                let apart = a.left >= b.left + b.width
                    || b.left >= a.left + a.width
                    || a.top >= b.top + b.height
                    || b.top >= a.top + a.height;
                assert!(apart, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn each_seat_has_its_army_its_name_and_its_partner() {
        let (spec, mut setup) = cross();
        setup.turn = Seat(3);
        setup.army_states[1] = StateId::FROZEN;
        let legend = arranged(&spec, &setup);
        assert_eq!(
            texts(&legend),
            [
                "yellow",
                "with white",
                "red",
                "with black",
                "pieces frozen",
                "white",
                "with yellow",
                "black",
                "to move",
                "with red"
            ]
        );
        let armies: Vec<_> = legend
            .items
            .iter()
            .filter_map(|item| match item.what {
                What::Army(seat, status) => Some((seat, status)),
                _ => None,
            })
            .collect();
        let live = PieceStatus::Live;
        assert_eq!(armies, [(0, live), (1, PieceStatus::Frozen), (2, live), (3, live)]);
        // The sign for the turn stands before the disc of the seat that has to act.
        let at = |what: &What| {
            let item = legend.items.iter().find(|item| item.what == *what).unwrap();
            (item.left, item.top)
        };
        let (sign, disc) = (at(&What::Turn), at(&What::Army(3, live)));
        assert_eq!(sign.1, disc.1);
        assert!(sign.0 < disc.0 && disc.0 - sign.0 < 20.0, "{sign:?} {disc:?}");
        tidy(&legend);
    }

    #[test]
    fn hands_dice_and_scores_stand_with_their_seat() {
        let (mut spec, mut setup) = cross();
        spec.dice = Some(Dice { count: 2, faces: Vec::new() });
        setup.dice = vec![6, 9];
        setup.rolled = true;
        setup.hands[2][1] = 1;
        setup.hands[2][5] = 4;
        spec.counters = vec![Counter {
            name: "points".to_owned(),
            per_seat: true,
            min: 0,
            max: 99,
            start: 0,
            worth: 1,
            holds: Holds::Number,
        }];
        setup.counters = vec![vec![5, 0, 31, 0]];
        let legend = arranged(&spec, &setup);
        let dice: Vec<_> = legend
            .items
            .iter()
            .filter_map(|item| match item.what {
                What::Die(face) => Some(face),
                _ => None,
            })
            .collect();
        assert_eq!(dice, [6, 9]);
        let held: Vec<_> = legend
            .items
            .iter()
            .filter_map(|item| match &item.what {
                What::Piece(piece) => Some((piece.seat, piece.letter)),
                _ => None,
            })
            .collect();
        assert_eq!(held, [(2, 'Q'), (2, 'P')]);
        let texts = texts(&legend);
        for text in ["points 5", "points 31", "×4"] {
            assert!(texts.contains(&text), "{text} in {texts:?}");
        }
        tidy(&legend);
    }

    #[test]
    fn a_letter_without_a_figure_and_every_mark_are_explained() {
        let (spec, mut setup) = orthodox();
        assert!(!texts(&arranged(&spec, &setup)).contains(&"hopper"));
        let hopper = spec.kind_of_letter('H').unwrap();
        let (_, first) = &mut setup.pieces[0];
        *first = Piece::new(hopper, first.colour(), first.facing());
        let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
        let square = spec.geometry.square_named("e4").unwrap();
        picture.mark(&spec, square, Mark::Assisted);
        let legend = arrange(&picture);
        assert_eq!(texts(&legend)[3..], ["hopper", "only if other pieces help"]);
        assert!(legend.items.iter().any(|item| item.what == What::Letter('H')));
        assert!(legend.items.iter().any(|item| item.what == What::Mark(Mark::Assisted)));
        tidy(&legend);
    }

    #[test]
    fn a_picture_with_nothing_to_explain_has_no_legend() {
        let (spec, _) = orthodox();
        let picture = Picture::empty(&spec, &PictureOptions::default());
        let legend = arrange(&picture);
        assert_eq!((legend.height, legend.items.len()), (0.0, 0));
        assert_eq!(size(&picture), (448.0, 448.0));
    }

    #[test]
    fn a_legend_fits_below_a_board_of_any_width_whatever_it_says() {
        let (spec, setup) = cross();
        for files in [1, 3, 8, 11, 14, 26] {
            for (name, seats) in [("y", 4), ("southwest-of-all", 2), (&*"long".repeat(50), 4)] {
                let (mut spec, mut setup) = (spec.clone(), setup.clone());
                spec.geometry = Geometry::rectangle(files, 2).unwrap();
                for seat in &mut spec.seats {
                    seat.name = format!("{name}{}", seat.key);
                }
                spec.seats.truncate(seats);
                spec.dice = Some(Dice { count: 9, faces: Vec::new() });
                spec.kinds[4].name = "camel ".repeat(60);
                setup.dice = vec![1; 9];
                setup.rolled = true;
                setup.settled = vec![Some(SeatResult::Loss); 4];
                setup.hands = vec![vec![200; 6]; 4];
                setup.controllers[1] = None;
                setup.seat_states = vec![StateId::GONE; 4];
                let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
                let zones: Vec<String> =
                    spec.seats.iter().map(|seat| format!("{}-{name}", seat.name)).collect();
                let all = spec.geometry.all();
                spec.zones = zones.iter().map(|name| (name.clone(), all)).collect();
                picture.mark_zones(&spec, &zones.iter().map(String::as_str).collect::<Vec<_>>());
                let mut legend = picture.legend.take().unwrap();
                legend.ending = Some(format!("over: {name} wins (by a rule of many words)"));
                picture.legend = Some(legend);
                tidy(&arrange(&picture));
            }
        }
    }
}
