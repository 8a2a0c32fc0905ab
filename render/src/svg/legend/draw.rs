//! Draws the legend of a picture.

use std::fmt::Write as _;

use super::items::{Item, LegendItem, LegendLayout, Special, Tone};
use crate::colour::Rgb;
use crate::layout::{Mark, Picture};
use crate::svg::edges::{JOINED_EDGE_COLOUR, ONE_WAY_EDGE_COLOUR, PORTAL_COLOUR};
use crate::svg::grid::SQUARE_SIDE;
use crate::svg::hint::hint;
use crate::svg::palette::{DANGER, EDGE, FOG, HIGHLIGHT, HINT, LABEL, LIGHT};
use crate::svg::pieces::{army_colour, draw_letter, draw_piece, draw_swatch};
use crate::svg::words::{line, word};
use crate::svg::zones;

/// Draws the legend below a board. `above` is the height of the board.
pub(in crate::svg) fn draw(picture: &Picture, legend: &LegendLayout, above: f32, out: &mut String) {
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
        if let LegendItem::Text(text, tone) = what {
            let colour = if *tone == Tone::Task { HINT } else { LABEL };
            let stroke = if *tone == Tone::Plain { 1.2 } else { 1.5 };
            let _ =
                writeln!(out, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke}\">");
            line(text, *left, middle, tone.scale(), out);
            out.push_str("</g>\n");
            return;
        }
        // All other items are squares in the middle of the line.
        let side = width.min(*height);
        let _ = writeln!(out, "<g transform=\"translate({left} {})\">", middle - side / 2.0);
        match what {
            LegendItem::Text(..) => {}
            LegendItem::Turn => {
                let _ = writeln!(
                    out,
                    "<path d=\"M0 0L{} {}L0 {side}Z\" fill=\"{HINT}\"/>",
                    side * 0.8,
                    side / 2.0
                );
            }
            LegendItem::Army(seat, status) => {
                draw_swatch(army_colour(picture, *seat), *status, side, out);
            }
            LegendItem::Die(face) => draw_die(*face, side, out),
            LegendItem::Piece(piece) => {
                let _ = writeln!(out, "<g transform=\"scale({})\">", side / SQUARE_SIDE);
                draw_piece(picture, piece, 0.0, 0.0, out);
                out.push_str("</g>\n");
            }
            LegendItem::Letter(letter) => draw_letter(*letter, side, out),
            LegendItem::Mark(mark) => draw_mark(*mark, side, out),
            LegendItem::Edge(edge) => draw_edge(*edge, side, out),
            LegendItem::Zone(number, colour) => draw_zone(*number, *colour, side, out),
        }
        out.push_str("</g>\n");
    }
}

/// Draws the icon of a mark: a square with this mark.
fn draw_mark(mark: Mark, side: f32, out: &mut String) {
    let _ = writeln!(out, "<g transform=\"scale({})\">", side / SQUARE_SIDE);
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
        SQUARE_SIDE - 2.0
    );
    hint(mark, false, 0.0, 0.0, out);
    out.push_str("</g>\n");
}

/// Draws the icon of a zone: a square in the zone's colour.
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

/// Draws the icon of a special edge or a portal. The arrow of an edge points right.
fn draw_edge(edge: Special, side: f32, out: &mut String) {
    if edge == Special::Portal {
        let (middle, half) = (side / 2.0, side * 0.4);
        let _ = writeln!(
            out,
            "<circle cx=\"{middle}\" cy=\"{middle}\" r=\"{half}\" fill=\"none\" stroke=\"{PORTAL_COLOUR}\" \
             stroke-width=\"2\" stroke-dasharray=\"5 2.4\"/>"
        );
        return;
    }
    let (colour, line) = match edge {
        Special::Joined => (JOINED_EDGE_COLOUR, " stroke-width=\"4\" stroke-dasharray=\"6 3.5\""),
        Special::OneWay | Special::Portal => (ONE_WAY_EDGE_COLOUR, " stroke-width=\"2.4\""),
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

/// Draws a die. Faces up to six have pips, and higher faces have a number.
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
