//! A picture as SVG: self-contained, without fonts, readable on light and dark pages.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::colour::Rgb;
use super::glyphs;
use super::layout::{Mark, Picture, PieceLook, PieceStatus, Tile};
use super::shapes::{self, Figure};
use quadrille_core::Facing;
use quadrille_core::printable::Shown;

/// The side of a square.
pub const SIDE: f32 = 50.0;
/// The room for coordinates and facings around the board.
const MARGIN: f32 = 24.0;

const LIGHT: Rgb = Rgb(0xee, 0xe8, 0xdb);
const DARK: Rgb = Rgb(0xb7, 0xa9, 0x92);
const EDGE: Rgb = Rgb(0x6f, 0x65, 0x56);
const LABEL: Rgb = Rgb(0x78, 0x78, 0x78);
const WALL: Rgb = Rgb(0x8a, 0x1f, 0x2b);
const DANGER: Rgb = Rgb(0xe0, 0x3c, 0x31);
const HINT: Rgb = Rgb(0x2f, 0x7d, 0x4f);
const ICE: Rgb = Rgb(0xb9, 0xc4, 0xcb);
const ASH: Rgb = Rgb(0x9a, 0x9a, 0x9a);

/// Draws the picture.
#[must_use]
pub fn draw(picture: &Picture) -> String {
    let (width, height) = size(picture);
    let mut out = String::with_capacity(64 * 1024);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escape(&picture.title));
    let _ = writeln!(out, "<desc id=\"desc\">{}</desc>", escape(&picture.notes.join("; ")));
    definitions(picture, &mut out);
    squares(picture, &mut out);
    border(picture, &mut out);
    walls(picture, &mut out);
    coordinates(picture, &mut out);
    for (file, rank, tile) in tiles(picture) {
        let (x, y) = corner(picture, file, rank);
        if let Some(mark) = tile.mark {
            hint(mark, tile.piece.is_some(), x, y, &mut out);
        }
        if let Some(piece) = &tile.piece {
            draw_piece(picture, piece, x, y, &mut out);
        }
    }
    out.push_str("</svg>\n");
    out
}

/// The width and height of the drawing.
#[must_use]
pub fn size(picture: &Picture) -> (f32, f32) {
    let side = |n: u8| f32::from(n) * SIDE + 2.0 * MARGIN;
    (side(picture.files), side(picture.ranks))
}

/// What is drawn more than once: the hatching, and each kind of piece.
fn definitions(picture: &Picture, out: &mut String) {
    let _ = write!(out, "<defs>\n{HATCH}");
    let pieces = tiles(picture).filter_map(|(.., tile)| tile.piece.as_ref());
    let costumes = pieces.map(|piece| Costume::new(picture, piece));
    let costumes: BTreeMap<String, Costume> = costumes.map(|c| (c.id.clone(), c)).collect();
    for costume in costumes.values() {
        costume.draw(out);
    }
    out.push_str("</defs>\n");
}

/// The bare board, without pieces, marks and the element around it: what changing positions are
/// drawn upon.
#[must_use]
pub fn ground(picture: &Picture) -> String {
    let mut out = String::new();
    squares(picture, &mut out);
    border(picture, &mut out);
    walls(picture, &mut out);
    coordinates(picture, &mut out);
    out
}

/// The edge of the board, its walls and its coordinates, for pictures with squares of their own.
#[must_use]
pub fn frame(picture: &Picture) -> String {
    let mut out = String::new();
    border(picture, &mut out);
    walls(picture, &mut out);
    coordinates(picture, &mut out);
    out
}

/// A piece as definitions to be reused on one page, a hundred units wide, with ids that name every
/// look. The last is the piece itself; it may use the others.
#[must_use]
pub fn costume(picture: &Picture, piece: &PieceLook) -> Vec<(String, String)> {
    let costume = Costume::new(picture, piece);
    let mut out = String::new();
    costume.draw(&mut out);
    let mut all = vec![(costume.id.clone(), out)];
    if piece.turned.is_some() || piece.holder.is_some() {
        let turned = piece.turned.map(|facing| format!("-to{}", facing as u8));
        let holder =
            piece.holder.map(|seat| seat.map_or("-free".to_owned(), |s| format!("-of{s}")));
        let (turned, holder) = (turned.unwrap_or_default(), holder.unwrap_or_default());
        let id = format!("{}{turned}{holder}", costume.id);
        // A piece is drawn at the size of a square, a definition is a hundred units wide.
        let mut out = format!("<g id=\"{id}\"><g transform=\"scale({})\">", 100.0 / SIDE);
        draw_piece(picture, piece, 0.0, 0.0, &mut out);
        out.push_str("</g></g>\n");
        all.push((id, out));
    }
    all
}

/// The pattern over pieces that can't move.
pub const HATCH: &str = "<pattern id=\"hatch\" width=\"9\" height=\"9\" \
     patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V9\" \
     stroke=\"#3d5a6e\" stroke-width=\"3.2\"/></pattern>\n";

/// The squares that there are, with their file and rank.
pub fn tiles(picture: &Picture) -> impl Iterator<Item = (i32, i32, &Tile)> {
    let (files, ranks) = (i32::from(picture.files), i32::from(picture.ranks));
    (0..ranks)
        .flat_map(move |rank| (0..files).map(move |file| (file, rank)))
        .filter_map(|(file, rank)| picture.tile(file, rank).map(|tile| (file, rank, tile)))
}

/// The upper left corner of a square in the drawing.
#[must_use]
pub fn corner(picture: &Picture, file: i32, rank: i32) -> (f32, f32) {
    let row = i32::from(picture.ranks) - 1 - rank;
    (MARGIN + file as f32 * SIDE, MARGIN + row as f32 * SIDE)
}

fn squares(picture: &Picture, out: &mut String) {
    for (light, colour) in [(Some(true), LIGHT), (Some(false), DARK), (None, LIGHT)] {
        let shade = || tiles(picture).filter(|(.., tile)| tile.light == light);
        if shade().next().is_none() {
            continue;
        }
        let _ = write!(out, "<path fill=\"{colour}\"");
        if light.is_none() {
            // Nothing but lines tells the squares apart.
            let _ = write!(out, " stroke=\"{DARK}\"");
        }
        out.push_str(" d=\"");
        for (file, rank, _) in shade() {
            let (x, y) = corner(picture, file, rank);
            let _ = write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        out.push_str("\"/>\n");
    }
    for (file, rank, tile) in tiles(picture) {
        let tint = match tile.mark {
            Some(Mark::Check) => DANGER,
            Some(Mark::Origin | Mark::Highlight) => Rgb(0xe8, 0xc5, 0x47),
            _ => continue,
        };
        let (x, y) = corner(picture, file, rank);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{tint}\" \
             fill-opacity=\"0.7\"/>"
        );
    }
}

/// The outline of the board: the edges between a square and none.
fn border(picture: &Picture, out: &mut String) {
    let _ = write!(
        out,
        "<path fill=\"none\" stroke=\"{EDGE}\" stroke-width=\"1.6\" stroke-linecap=\"square\" d=\""
    );
    for (file, rank, _) in tiles(picture) {
        let (x, y) = corner(picture, file, rank);
        let edges = [
            (file, rank + 1, x, y, 'h'),
            (file, rank - 1, x, y + SIDE, 'h'),
            (file - 1, rank, x, y, 'v'),
            (file + 1, rank, x + SIDE, y, 'v'),
        ];
        for (beside, level, x, y, way) in edges {
            if picture.tile(beside, level).is_none() {
                let _ = write!(out, "M{x} {y}{way}{SIDE}");
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
        let _ = write!(out, "M{x} {}{way}{SIDE}", y + SIDE);
    }
    out.push_str("\"/>\n");
}

/// Files below, ranks to the left, outside the bounding box.
fn coordinates(picture: &Picture, out: &mut String) {
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke=\"{LABEL}\" stroke-width=\"1.25\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">"
    );
    let (_, height) = size(picture);
    let scale = 1.25;
    for file in 0..picture.files {
        let name = ((b'a' + file) as char).to_string();
        let x = MARGIN + (f32::from(file) + 0.5) * SIDE;
        word(&name, x, height - MARGIN * 0.5, scale, out);
    }
    for rank in 0..picture.ranks {
        let (_, y) = corner(picture, 0, i32::from(rank));
        word(&(rank + 1).to_string(), MARGIN * 0.5, y + SIDE / 2.0, scale, out);
    }
    out.push_str("</g>\n");
}

/// Strokes of a word centred on a point.
fn word(text: &str, x: f32, y: f32, scale: f32, out: &mut String) {
    let mut left = x - glyphs::width(text) * scale / 2.0;
    for c in text.chars() {
        let (width, strokes) = glyphs::glyph(c);
        let top = y - glyphs::HEIGHT * scale / 2.0;
        let _ = writeln!(
            out,
            "<path transform=\"translate({left:.2} {top:.2}) scale({scale})\" d=\"{strokes}\"/>"
        );
        left += (width + glyphs::GAP) * scale;
    }
}

/// Shows what a piece may do on a square.
fn hint(mark: Mark, occupied: bool, x: f32, y: f32, out: &mut String) {
    let (x, y) = (x + SIDE / 2.0, y + SIDE / 2.0);
    let dot = |out: &mut String| {
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"{HINT}\"/>");
    };
    let ring = |out: &mut String| {
        let r = if occupied { 22.0 } else { 15.0 };
        let _ = writeln!(
            out,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"none\" stroke=\"{DANGER}\" \
             stroke-width=\"3.5\"/>"
        );
    };
    match mark {
        Mark::Check | Mark::Origin | Mark::Highlight => {}
        Mark::Quiet => dot(out),
        Mark::Capture => ring(out),
        Mark::Either => {
            ring(out);
            dot(out);
        }
        Mark::Assisted => {
            let _ = writeln!(
                out,
                "<path d=\"M{x} {}l11 11l-11 11l-11 -11z\" fill=\"none\" stroke=\"{HINT}\" \
                 stroke-width=\"3\" stroke-dasharray=\"5 3\"/>",
                y - 11.0
            );
        }
    }
}

/// What a piece looks like on any square.
struct Costume {
    /// A name that says all of it, so that two drawings on one page can share it.
    id: String,
    fill: Rgb,
    line: Rgb,
    figure: Option<Figure>,
    letter: char,
    status: PieceStatus,
}

impl Costume {
    fn new(picture: &Picture, piece: &PieceLook) -> Self {
        let own = army_colour(picture, piece.seat);
        let fill = match piece.status {
            PieceStatus::Live => own,
            PieceStatus::Frozen => own.mixed(ICE, 0.6),
            PieceStatus::Dead => ASH.mixed(own, 0.12),
        };
        let line = match piece.status {
            PieceStatus::Live if own.luminance() > 0.08 => Rgb::INK,
            PieceStatus::Live => Rgb::PAPER,
            PieceStatus::Frozen | PieceStatus::Dead => fill.contrast().mixed(fill, 0.25),
        };
        let figure = shapes::figure(&piece.kind);
        let kind = match figure {
            Some(_) => piece.kind.clone(),
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

    fn draw(&self, out: &mut String) {
        let Self { id, fill, line, figure, letter, status } = self;
        let _ = writeln!(
            out,
            "<g id=\"{id}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             transform=\"translate(50 50) scale(1.12) translate(-50 -49)\">"
        );
        draw_figure(&figure.unwrap_or(shapes::DISC), *fill, *line, *status, out);
        if figure.is_none() {
            let _ = writeln!(out, "<g fill=\"none\" stroke=\"{line}\" stroke-width=\"1.3\">");
            word(&letter.to_string(), 50.0, 50.0, 4.2, out);
            out.push_str("</g>\n");
        }
        out.push_str("</g>\n");
    }
}

fn army_colour(picture: &Picture, seat: usize) -> Rgb {
    picture.seats.get(seat).map_or(ASH, |seat| seat.colour)
}

fn draw_piece(picture: &Picture, piece: &PieceLook, x: f32, y: f32, out: &mut String) {
    let id = Costume::new(picture, piece).id;
    let scale = SIDE / 100.0;
    let place = format!("translate({x} {y}) scale({scale})");
    if piece.turned.is_none() && piece.holder.is_none() {
        let _ = writeln!(out, "<use href=\"#{id}\" transform=\"{place}\"/>");
        return;
    }
    let _ = writeln!(out, "<g transform=\"{place}\"><use href=\"#{id}\"/>");
    if let Some(facing) = piece.turned {
        let quarter = facing as u8 as f32 * 90.0;
        let _ = writeln!(
            out,
            "<path transform=\"rotate({quarter} 50 50)\" d=\"M50 1L64 18H36Z\" fill=\"{}\" \
             stroke=\"{}\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
            Rgb::PAPER,
            Rgb::INK
        );
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
    out.push_str("</g>\n");
}

fn draw_figure(figure: &Figure, fill: Rgb, line: Rgb, status: PieceStatus, out: &mut String) {
    // A rim behind everything sets a piece off from a square of its own colour.
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

/// Text as it must stand in XML and HTML. What can't be seen, which XML can't hold, is shown by signs.
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

/// The word for a facing's arrow, as pictures in rule files write it.
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

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn a_drawing_says_what_it_shows_in_words() {
        let (spec, setup) = cross();
        let look = PictureOptions { title: "a < b & \"c\"\u{7}", ..PictureOptions::default() };
        let svg = draw(&Picture::new(&spec, &setup, &look));
        assert!(svg.contains("<title id=\"title\">a &lt; b &amp; &quot;c&quot;␇</title>"));
        assert!(svg.contains("<desc id=\"desc\">yellow to move</desc>"));
        assert!(!svg.contains("<text"), "a picture needs no font");
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
        assert_eq!(hatched(&setup), 6, "once for each kind");
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
        let left = MARGIN + 4.0 * SIDE;
        let below = MARGIN + 5.0 * SIDE;
        assert!(svg.contains(&format!("M{left} {below}v-50")), "right edge of d4");
        assert!(svg.contains(&format!("M{} {}h50", left - SIDE, below - SIDE)), "top edge of d4");
    }
}
