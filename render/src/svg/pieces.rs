//! Draws pieces in SVG, in a box of 100 by 100.

use std::fmt::Write as _;

use quadrille_core::Facing;

use super::grid::SQUARE_SIDE;
use super::palette::{ASH, ICE};
use super::words::word;
use crate::colour::Rgb;
use crate::layout::{Picture, PieceLook, PieceStatus};
use crate::shapes::{self, Figure};

/// Returns the definitions that are needed to draw a piece, each with its id. Pieces with the same
/// look have the same ids. Each definition is 100 units wide. The last definition draws the whole
/// piece, and can refer to the definition before it.
#[must_use]
pub fn costume(picture: &Picture, piece: &PieceLook) -> Vec<(String, String)> {
    let costume = Costume::new(picture, piece);
    let mut out = String::new();
    costume.draw(&mut out);
    let mut all = vec![(costume.id.clone(), out)];
    if is_dressed(piece) {
        let turned = piece.arrow.map(|facing| format!("-to{}", facing as u8));
        let holder =
            piece.holder.map(|seat| seat.map_or("-free".to_owned(), |s| format!("-of{s}")));
        let (turned, holder) = (turned.unwrap_or_default(), holder.unwrap_or_default());
        let counted = piece.counters.first().map(|(_, value)| format!("-n{value}"));
        let id = format!("{}{turned}{holder}{}", costume.id, counted.unwrap_or_default());
        // Pieces are drawn at the size of a square, but a definition is 100 units wide.
        let mut out = format!("<g id=\"{id}\"><g transform=\"scale({})\">", 100.0 / SQUARE_SIDE);
        draw_piece(picture, piece, 0.0, 0.0, &mut out);
        out.push_str("</g></g>\n");
        all.push((id, out));
    }
    all
}

/// The look of a piece without the signs over its figure.
pub(super) struct Costume {
    /// An id that describes the look completely, so that all drawings on a page can share one
    /// definition of the look.
    pub(super) id: String,
    fill: Rgb,
    line: Rgb,
    figure: Option<Figure>,
    letter: char,
    status: PieceStatus,
}

impl Costume {
    pub(super) fn new(picture: &Picture, piece: &PieceLook) -> Self {
        let own = army_colour(picture, piece.seat);
        let (fill, line) = colours(own, piece.status);
        let symbol = picture.symbol(&piece.kind);
        let figure = shapes::figure(symbol);
        let kind = match figure {
            Some(_) => symbol.to_owned(),
            None => format!("{:x}", u32::from(piece.letter)),
        };
        let status = match piece.status {
            PieceStatus::Live => "live",
            PieceStatus::Frozen => "frozen",
            PieceStatus::Dead => "dead",
        };
        let colour = own.to_string();
        let id = format!("{kind}-{status}-{}", colour.trim_start_matches('#'));
        Self { id, fill, line, figure, letter: piece.letter, status: piece.status }
    }

    pub(super) fn draw(&self, out: &mut String) {
        let Self { id, fill, line, figure, letter, status } = self;
        let _ = writeln!(
            out,
            "<g id=\"{id}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             transform=\"translate(50 50) scale(1.12) translate(-50 -49)\">"
        );
        draw_figure(&figure.unwrap_or(shapes::DISC_FIGURE), *fill, *line, *status, out);
        if figure.is_none() {
            disc_letter(*letter, *line, out);
        }
        out.push_str("</g>\n");
    }
}

pub(super) fn army_colour(picture: &Picture, seat: usize) -> Rgb {
    picture.colours.get(seat).map_or(ASH, |seat| seat.colour)
}

/// Returns the colour of the bodies and the colour of the lines of an army's figures.
fn colours(own: Rgb, status: PieceStatus) -> (Rgb, Rgb) {
    let fill = match status {
        PieceStatus::Live => own,
        PieceStatus::Frozen => own.mixed(ICE, 0.6),
        PieceStatus::Dead => ASH.mixed(own, 0.12),
    };
    let line = match status {
        PieceStatus::Live if own.luminance() > 0.08 => Rgb::INK,
        PieceStatus::Live => Rgb::PAPER,
        PieceStatus::Frozen | PieceStatus::Dead => fill.contrast().mixed(fill, 0.25),
    };
    (fill, line)
}

/// Draws a disc in the look of an army's pieces. `side` is its diameter.
pub(super) fn draw_swatch(own: Rgb, status: PieceStatus, side: f32, out: &mut String) {
    let (fill, line) = colours(own, status);
    on_disc(side, out, |out| draw_figure(&shapes::DISC_FIGURE, fill, line, status, out));
}

/// Draws a disc with a letter in a neutral colour. `side` is its diameter.
pub(super) fn draw_letter(letter: char, side: f32, out: &mut String) {
    on_disc(side, out, |out| {
        draw_figure(&shapes::DISC_FIGURE, Rgb::PAPER, Rgb::INK, PieceStatus::Live, out);
        disc_letter(letter, Rgb::INK, out);
    });
}

/// Calls `draw`, which must draw a disc in a box of 100 by 100. Scales the drawing so that the
/// diameter of the disc is `side`.
fn on_disc(side: f32, out: &mut String, draw: impl FnOnce(&mut String)) {
    const DISC_DIAMETER_PERCENT: f32 = 70.0;
    let edge = (100.0 - DISC_DIAMETER_PERCENT) / 2.0;
    let scale = side / DISC_DIAMETER_PERCENT;
    let _ = writeln!(out, "<g transform=\"scale({scale}) translate(-{edge} -{edge})\">");
    draw(out);
    out.push_str("</g>\n");
}

fn disc_letter(letter: char, line: Rgb, out: &mut String) {
    let _ = writeln!(out, "<g fill=\"none\" stroke=\"{line}\" stroke-width=\"1.3\">");
    word(&letter.to_string(), 50.0, 50.0, 4.2, out);
    out.push_str("</g>\n");
}

pub(super) fn draw_piece(picture: &Picture, piece: &PieceLook, x: f32, y: f32, out: &mut String) {
    let id = Costume::new(picture, piece).id;
    let scale = SQUARE_SIDE / 100.0;
    let place = format!("translate({x} {y}) scale({scale})");
    if !is_dressed(piece) {
        let _ = writeln!(out, "<use href=\"#{id}\" transform=\"{place}\"/>");
        return;
    }
    let _ = writeln!(out, "<g transform=\"{place}\">");
    if let Some(facing) = piece.arrow {
        // The piece makes room for its arrow.
        let (right, down) = match facing {
            Facing::North => (0.0, 5.0),
            Facing::East => (-5.0, 0.0),
            Facing::South => (0.0, -9.0),
            Facing::West => (5.0, 0.0),
        };
        let (x, y) = (7.0 + right, 7.0 + down);
        let _ = writeln!(out, "<use href=\"#{id}\" transform=\"translate({x} {y}) scale(.86)\"/>");
        let quarter = facing as u8 as f32 * 90.0;
        let _ = writeln!(
            out,
            "<path transform=\"rotate({quarter} 50 50)\" d=\"M50 2L63 15H37Z\" fill=\"{}\" \
             stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
            Rgb::PAPER,
            Rgb::INK
        );
    } else {
        let _ = writeln!(out, "<use href=\"#{id}\"/>");
    }
    if let Some(holder) = piece.holder {
        let holder = holder.map_or(ASH, |seat| army_colour(picture, seat));
        let _ = writeln!(
            out,
            "<circle cx=\"84\" cy=\"84\" r=\"10\" fill=\"{holder}\" stroke=\"{}\" \
             stroke-width=\"3\"/>",
            holder.contrast()
        );
    }
    if let Some((_, value)) = piece.counters.first() {
        let (paper, ink) = (Rgb::PAPER, Rgb::INK);
        let _ = writeln!(
            out,
            "<circle cx=\"82\" cy=\"20\" r=\"15\" fill=\"{paper}\" stroke=\"{ink}\" stroke-width=\"3\"/>\n\
             <g fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\">"
        );
        let value = value.to_string();
        let size = if value.len() > 1 { 2.0 } else { 2.6 };
        word(&value, 82.0, 20.0, size, out);
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n");
}

/// Returns `true` if anything is drawn over the figure of a piece.
fn is_dressed(piece: &PieceLook) -> bool {
    piece.arrow.is_some() || piece.holder.is_some() || !piece.counters.is_empty()
}

fn draw_figure(figure: &Figure, fill: Rgb, line: Rgb, status: PieceStatus, out: &mut String) {
    // A rim behind everything separates a piece from a square of the same colour.
    let rim = if line == Rgb::PAPER { fill.mixed(Rgb::INK, 0.6) } else { line };
    let _ = writeln!(
        out,
        "<path d=\"{}\" fill=\"{rim}\" stroke=\"{rim}\" stroke-width=\"5.5\"/>",
        figure.body.concat()
    );
    for path in figure.body {
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"2.6\"/>"
        );
    }
    if status == PieceStatus::Frozen {
        let _ = writeln!(
            out,
            "<path d=\"{}\" fill=\"url(#hatch)\" fill-opacity=\"0.75\"/>",
            figure.body.concat()
        );
    }
    if !figure.lines.is_empty() {
        let _ = writeln!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2.6\"/>",
            figure.lines
        );
    }
    for (x, y, r) in figure.dots {
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{line}\"/>");
    }
}
