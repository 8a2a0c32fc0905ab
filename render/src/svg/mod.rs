//! Draws a picture as SVG. The SVG is self-contained, needs no fonts, and is readable on light and
//! dark pages.
//!
//! This file draws the board. `grid` places its squares, `edges` draws its special edges, and
//! `pieces` draws the pieces. `legend` draws the legend below the board. `words` draws all letters,
//! and `zones` draws the marked zones.

mod edges;
mod grid;
mod hint;
mod legend;
mod palette;
mod pieces;
mod words;
mod zones;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::layout::{Mark, Picture};
use grid::BOARD_MARGIN;
use hint::hint;
use palette::{DANGER, DARK, DRAWN, EDGE, FOG, HIGHLIGHT, LABEL, LIGHT, WALL};
use pieces::{Costume, draw_piece};
use quadrille_core::board::file_name;
use quadrille_core::{Cell, Facing};
use quadrille_dsl::text::printable::Shown;
use words::word;

pub use grid::{SQUARE_SIDE, corner, size, tiles};
pub use pieces::costume;

/// Draws a picture as SVG.
#[must_use]
pub fn draw(picture: &Picture) -> String {
    whole(picture, Some(&legend::arrange(picture)))
}

/// Draws a picture without its legend, for pages with several pictures that explain all marks in
/// one place.
#[must_use]
pub fn draw_board(picture: &Picture) -> String {
    whole(picture, None)
}

fn whole(picture: &Picture, legend: Option<&legend::LegendLayout>) -> String {
    let (board, above) = size(picture);
    let (width, height) =
        legend.map_or((board, above), |legend| (board.max(legend.width), above + legend.height));
    let mut out = String::with_capacity(64 * 1024);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escape(&picture.title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escape(&picture.words().join("; ")));
    definitions(picture, &mut out);
    // A narrow board is centred above its legend.
    let _ = writeln!(out, "<g transform=\"translate({} 0)\">", (width - board) / 2.0);
    out.push_str(&ground(picture));
    for (file, rank, tile) in tiles(picture) {
        let (x, y) = corner(picture, file, rank);
        if let Some(mark) = tile.mark {
            hint(mark, tile.piece.is_some(), x, y, &mut out);
        }
        if let Some(piece) = &tile.piece {
            draw_piece(picture, piece, x, y, &mut out);
        }
    }
    out.push_str("</g>\n");
    if let Some(legend) = legend {
        legend::draw(picture, legend, above, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// Writes the definitions that a drawing refers to several times: the hatching, and each kind of
/// piece.
fn definitions(picture: &Picture, out: &mut String) {
    let _ = write!(out, "<defs>\n{HATCH}");
    let held = (0..picture.colours.len()).flat_map(|seat| picture.hand(seat));
    let pieces = picture.pieces().cloned().chain(held.map(|(piece, _)| piece));
    let costumes = pieces.map(|piece| Costume::new(picture, &piece));
    let costumes: BTreeMap<String, Costume> = costumes.map(|c| (c.id.clone(), c)).collect();
    for costume in costumes.values() {
        costume.draw(out);
    }
    out.push_str("</defs>\n");
}

/// Draws the board without pieces and without marks for moves. The result has no enclosing `<svg>`
/// element. Pages use such a board to draw positions that change.
#[must_use]
pub fn ground(picture: &Picture) -> String {
    let mut out = String::new();
    squares(picture, &mut out);
    out.push_str(&frame(picture));
    out
}

/// Draws the zones, lines, edges, walls and coordinates of the board. The squares are left out,
/// because some pages draw the squares themselves.
#[must_use]
pub fn frame(picture: &Picture) -> String {
    let mut out = String::new();
    zones::draw(picture, &mut out);
    lines(picture, &mut out);
    border(picture, &mut out);
    edges::draw(picture, &mut out);
    walls(picture, &mut out);
    coordinates(picture, &mut out);
    out
}

/// The pattern on pieces that can't move.
pub const HATCH: &str = "<pattern id=\"hatch\" width=\"9\" height=\"9\" \
     patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V9\" \
     stroke=\"#3d5a6e\" stroke-width=\"3.2\"/></pattern>\n";

fn squares(picture: &Picture, out: &mut String) {
    for (light, colour) in [(Some(true), LIGHT), (Some(false), DARK), (None, LIGHT)] {
        let shade = || tiles(picture).filter(|(.., tile)| tile.light == light);
        if shade().next().is_none() {
            continue;
        }
        let _ = write!(out, "<path fill=\"{colour}\"");
        if light.is_none() {
            // On an uncoloured board, only these lines separate the squares.
            let _ = write!(out, " stroke=\"{DARK}\"");
        }
        out.push_str(" d=\"");
        for (file, rank, _) in shade() {
            let (x, y) = corner(picture, file, rank);
            let _ = write!(out, "M{x} {y}h{SQUARE_SIDE}v{SQUARE_SIDE}h-{SQUARE_SIDE}z");
        }
        out.push_str("\"/>\n");
    }
    for (file, rank, tile) in tiles(picture) {
        let tint = match tile.mark {
            Some(Mark::Check) => DANGER,
            Some(Mark::Origin | Mark::Highlight) => HIGHLIGHT,
            Some(Mark::Hidden) => FOG,
            _ => continue,
        };
        let (x, y) = corner(picture, file, rank);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE_SIDE}\" height=\"{SQUARE_SIDE}\" fill=\"{tint}\" \
             fill-opacity=\"0.7\"/>"
        );
    }
}

/// Draws the lines of a picture on its board.
fn lines(picture: &Picture, out: &mut String) {
    if picture.lines.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<path fill=\"none\" stroke=\"{DRAWN}\" stroke-width=\"2\" stroke-linecap=\"round\" d=\""
    );
    for (from, to) in &picture.lines {
        let ((x, y), (to_x, to_y)) = line_ends(picture, *from, *to);
        let _ = write!(out, "M{x} {y}L{to_x} {to_y}");
    }
    out.push_str("\"/>\n");
}

/// Returns the points between which a line is drawn. The line has to cross the squares at its ends.
/// Each point is therefore on the far edge or at the far corner of its square.
fn line_ends(picture: &Picture, from: Cell, to: Cell) -> ((f32, f32), (f32, f32)) {
    let side = |from: u8, to: u8| match to.cmp(&from) {
        std::cmp::Ordering::Less => -0.5,
        std::cmp::Ordering::Equal => 0.0,
        std::cmp::Ordering::Greater => 0.5,
    };
    let (right, up) = (side(from.file, to.file), side(from.rank, to.rank));
    let end = |cell: Cell, way: f32| {
        let (x, y) = corner(picture, i32::from(cell.file), i32::from(cell.rank));
        (x + (0.5 + right * way) * SQUARE_SIDE, y + (0.5 - up * way) * SQUARE_SIDE)
    };
    (end(from, -1.0), end(to, 1.0))
}

/// Draws the outline of the board: the edges that have a square on one side only.
fn border(picture: &Picture, out: &mut String) {
    let _ = write!(
        out,
        "<path fill=\"none\" stroke=\"{EDGE}\" stroke-width=\"1.6\" stroke-linecap=\"square\" d=\""
    );
    for (file, rank, _) in tiles(picture) {
        let (x, y) = corner(picture, file, rank);
        let edges = [
            (file, rank + 1, x, y, 'h'),
            (file, rank - 1, x, y + SQUARE_SIDE, 'h'),
            (file - 1, rank, x, y, 'v'),
            (file + 1, rank, x + SQUARE_SIDE, y, 'v'),
        ];
        for (beside, level, x, y, way) in edges {
            if picture.tile(beside, level).is_none() {
                let _ = write!(out, "M{x} {y}{way}{SQUARE_SIDE}");
            }
        }
    }
    out.push_str("\"/>\n");
}

fn walls(picture: &Picture, out: &mut String) {
    if picture.walls.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "<path fill=\"none\" stroke=\"{WALL}\" stroke-width=\"6\" stroke-linecap=\"round\" d=\""
    );
    for wall in &picture.walls {
        let (x, y) = corner(picture, i32::from(wall.file), i32::from(wall.rank));
        let way = if wall.upright { "v-" } else { "h" };
        let _ = write!(out, "M{x} {}{way}{SQUARE_SIDE}", y + SQUARE_SIDE);
    }
    out.push_str("\"/>\n");
}

/// Draws the letters of files below the bounding box, and the numbers of ranks to its left.
fn coordinates(picture: &Picture, out: &mut String) {
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke=\"{LABEL}\" stroke-width=\"1.25\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">"
    );
    let (_, height) = size(picture);
    let scale = 1.25;
    for file in 0..picture.files {
        let name = file_name(file);
        let x = BOARD_MARGIN + (f32::from(file) + 0.5) * SQUARE_SIDE;
        word(&name, x, height - BOARD_MARGIN * 0.5, scale, out);
    }
    for rank in 0..picture.ranks {
        let (_, y) = corner(picture, 0, i32::from(rank));
        word(&(rank + 1).to_string(), BOARD_MARGIN * 0.5, y + SQUARE_SIDE / 2.0, scale, out);
    }
    out.push_str("</g>\n");
}

/// Escapes text for XML and HTML. Visible signs replace invisible characters, because XML can't
/// contain some of them.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push_str(&Shown(c).to_string()),
        }
    }
    out
}

/// Returns the sign for a facing: the arrow that pictures in rule files use.
#[must_use]
pub fn arrow(facing: Facing) -> char {
    match facing {
        Facing::North => '^',
        Facing::East => '>',
        Facing::South => 'v',
        Facing::West => '<',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PictureOptions;
    use crate::testing::{cross, orthodox};
    use quadrille_core::StateId;
    use quadrille_core::rules::PieceCounter;

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn a_drawing_says_what_it_shows_in_words() {
        let (spec, setup) = cross();
        let look = PictureOptions { title: "a < b & \"c\"\u{7}", ..PictureOptions::default() };
        let svg = draw(&Picture::new(&spec, &setup, &look));
        assert!(svg.contains("<title id=\"title\">a &lt; b &amp; &quot;c&quot;␇</title>"));
        let legend = "yellow to move; yellow (y) and white (w) against red (r) and black (b)";
        assert!(svg.contains(&format!("<desc id=\"desc\">{legend}</desc>")));
        assert!(!svg.contains("<text"), "a picture needs no font");
    }

    #[test]
    fn what_a_piece_has_counted_stands_on_it_and_is_said() {
        let (mut spec, mut setup) = orthodox();
        let counter = PieceCounter { name: "captures_made".to_owned(), min: 0, max: 9, start: 0 };
        spec.piece_counters = vec![counter];
        spec.marks = vec!["old_guard".to_owned()];
        let field = spec.piece_field(0).unwrap();
        let badges = |setup: &quadrille_core::Setup| {
            let picture = Picture::new(&spec, setup, &PictureOptions::default());
            (count(&draw(&picture), "cx=\"82\" cy=\"20\""), picture.said().last().cloned())
        };
        assert_eq!(badges(&setup).0, 0, "nothing has been counted");
        let (square, piece) = &mut setup.pieces[0];
        let square = spec.geometry.name(*square);
        *piece = field.set(piece.with_marks(1), 7);
        assert_eq!(badges(&setup), (1, Some(format!("captures made: {square} 7"))));
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        assert!(picture.pieces().any(|piece| piece.marks == ["old guard"]));
    }

    #[test]
    fn a_board_alone_has_no_room_for_a_legend() {
        let (spec, setup) = cross();
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        let (width, height) = size(&picture);
        let board = format!("viewBox=\"0 0 {width} {height}\"");
        assert!(draw_board(&picture).contains(&board));
        assert!(!draw(&picture).contains(&board));
    }

    #[test]
    fn every_square_is_drawn_once_and_no_hole() {
        let (spec, setup) = cross();
        let svg = draw(&Picture::new(&spec, &setup, &PictureOptions::default()));
        assert_eq!(count(&svg, "h50v50h-50z"), 160);
    }

    #[test]
    fn only_a_frozen_army_is_hatched() {
        let (spec, mut setup) = cross();
        let hatched = |setup: &quadrille_core::Setup| {
            let svg = draw(&Picture::new(&spec, setup, &PictureOptions::default()));
            assert_eq!(count(&svg, "<use "), 64, "every piece is drawn");
            count(&svg, "url(#hatch)")
        };
        assert_eq!(hatched(&setup), 0);
        setup.army_states[1] = StateId::FROZEN;
        assert_eq!(hatched(&setup), 6 + 1, "once for each kind, and in the legend");
        setup.army_states[1] = StateId::DEAD;
        assert_eq!(hatched(&setup), 0);
    }

    #[test]
    fn a_wall_is_a_bar_of_one_square_on_its_edge() {
        let (mut spec, setup) = orthodox();
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let (d4, e4, d5) = (cell("d4"), cell("e4"), cell("d5"));
        spec.geometry.add_wall(d4, e4).unwrap();
        spec.geometry.add_wall(d4, d5).unwrap();
        let svg = draw(&Picture::new(&spec, &setup, &PictureOptions::default()));
        let left = BOARD_MARGIN + 4.0 * SQUARE_SIDE;
        let below = BOARD_MARGIN + 5.0 * SQUARE_SIDE;
        assert!(svg.contains(&format!("M{left} {below}v-50")), "right edge of d4");
        assert!(
            svg.contains(&format!("M{} {}h50", left - SQUARE_SIDE, below - SQUARE_SIDE)),
            "top edge of d4"
        );
    }

    #[test]
    fn a_line_crosses_the_squares_at_its_ends() {
        let (spec, setup) = orthodox();
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let lines = [(cell("c3"), cell("f6")), (cell("h8"), cell("h1")), (cell("b2"), cell("a3"))];
        let options = PictureOptions { lines: &lines, ..PictureOptions::default() };
        let picture = Picture::new(&spec, &setup, &options);
        assert_eq!(picture.lines, lines);
        // In squares from the upper left corner of the board.
        let ends = lines.map(|(from, to)| {
            let ((x, y), (to_x, to_y)) = line_ends(&picture, from, to);
            [x, y, to_x, to_y].map(|at| (at - BOARD_MARGIN) / SQUARE_SIDE)
        });
        let [diagonal, file, short] = ends;
        assert_eq!(diagonal, [2.0, 6.0, 6.0, 2.0], "from corner to corner");
        assert_eq!(file, [7.5, 0.0, 7.5, 8.0], "from edge to edge");
        assert_eq!(short, [2.0, 7.0, 0.0, 5.0]);
        assert_eq!(count(&draw(&picture), &format!("stroke=\"{DRAWN}\"")), 1);
        assert_eq!(count(&ground(&picture), &format!("stroke=\"{DRAWN}\"")), 1);
    }
}
