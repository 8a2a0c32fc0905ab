//! Draws special edges and portals.
//!
//! An edge where the board wraps round is a broken line with arrowheads that point outward. A
//! one-way edge is a line with an arrowhead across it. Portals are rings. Portals that lead to each
//! other have the same number.

use std::fmt::Write as _;

use quadrille_core::Facing;

use super::grid::{SQUARE_SIDE, corner, tiles};
use super::words::word;
use crate::colour::Rgb;
use crate::layout::{Edge, Picture};

/// The colour of edges where the board wraps round.
pub(super) const JOINED_EDGE_COLOUR: Rgb = Rgb(0x2f, 0x6f, 0x9f);
/// The colour of one-way edges.
pub(super) const ONE_WAY_EDGE_COLOUR: Rgb = Rgb(0x8a, 0x4f, 0x1a);

/// The colour of portals.
pub(super) const PORTAL_COLOUR: Rgb = Rgb(0x6a, 0x3f, 0x9c);

/// Draws all special edges and portals.
pub(super) fn draw(picture: &Picture, out: &mut String) {
    joined(picture, out);
    one_way(picture, out);
    portals(picture, out);
}

fn portals(picture: &Picture, out: &mut String) {
    let here: Vec<(f32, f32, usize)> = tiles(picture)
        .filter_map(|(file, rank, tile)| {
            let (x, y) = corner(picture, file, rank);
            tile.portal.map(|number| (x, y, number))
        })
        .collect();
    if here.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke=\"{PORTAL_COLOUR}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    for (x, y, number) in here {
        let (middle, half) = (SQUARE_SIDE / 2.0, SQUARE_SIDE * 0.42);
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{half}\" stroke-width=\"2.6\" stroke-dasharray=\"9 4\"/>",
            x + middle,
            y + middle
        );
        word(&number.to_string(), x + 6.0, y + 7.0, 0.9, out);
    }
    out.push_str("</g>\n");
}

fn joined(picture: &Picture, out: &mut String) {
    if picture.joined.is_empty() {
        return;
    }
    let (mut bars, mut heads) = (String::new(), String::new());
    for edge in &picture.joined {
        let line = EdgeLine::of(picture, *edge);
        bars.push_str(&line.bar());
        // The arrowheads are beside the coordinate, which is in the middle of the edge.
        for along in [0.14, 0.86] {
            heads.push_str(&line.head(along, 2.0, 5.0, 4.5));
        }
    }
    let _ = writeln!(
        out,
        "<path fill=\"none\" stroke=\"{JOINED_EDGE_COLOUR}\" stroke-width=\"4\" stroke-dasharray=\"7 5.5\" d=\"{bars}\"/>\n\
         <path fill=\"{JOINED_EDGE_COLOUR}\" d=\"{heads}\"/>"
    );
}

fn one_way(picture: &Picture, out: &mut String) {
    if picture.one_way.is_empty() {
        return;
    }
    let (mut bars, mut heads) = (String::new(), String::new());
    for edge in &picture.one_way {
        let line = EdgeLine::of(picture, *edge);
        bars.push_str(&line.bar());
        heads.push_str(&line.head(0.5, -3.0, 8.0, 8.0));
    }
    let _ = writeln!(
        out,
        "<path fill=\"none\" stroke=\"{ONE_WAY_EDGE_COLOUR}\" stroke-width=\"2.4\" d=\"{bars}\"/>\n\
         <path fill=\"{ONE_WAY_EDGE_COLOUR}\" d=\"{heads}\"/>"
    );
}

/// A special edge in the drawing: its start, its direction, and the direction in which a piece
/// crosses it.
struct EdgeLine {
    x: f32,
    y: f32,
    along: (f32, f32),
    across: (f32, f32),
}

impl EdgeLine {
    fn of(picture: &Picture, edge: Edge) -> Self {
        let (x, y) = corner(picture, i32::from(edge.file), i32::from(edge.rank));
        let (x, y, along, across) = match edge.side {
            Facing::North => (x, y, (1.0, 0.0), (0.0, -1.0)),
            Facing::South => (x, y + SQUARE_SIDE, (1.0, 0.0), (0.0, 1.0)),
            Facing::East => (x + SQUARE_SIDE, y, (0.0, 1.0), (1.0, 0.0)),
            Facing::West => (x, y, (0.0, 1.0), (-1.0, 0.0)),
        };
        Self { x, y, along, across }
    }

    fn bar(&self) -> String {
        let Self { x, y, along, .. } = self;
        format!("M{x} {y}l{} {}", along.0 * SQUARE_SIDE, along.1 * SQUARE_SIDE)
    }

    /// Returns an arrowhead that points across the edge. `at` is the arrowhead's place along the
    /// edge, as a fraction of the edge's length. `beyond` is the distance between the edge and the
    /// base of the arrowhead.
    fn head(&self, at: f32, beyond: f32, length: f32, half: f32) -> String {
        let Self { x, y, along, across } = self;
        let point = |along_by: f32, across_by: f32| {
            let x = x + along.0 * (at * SQUARE_SIDE + along_by) + across.0 * across_by;
            let y = y + along.1 * (at * SQUARE_SIDE + along_by) + across.1 * across_by;
            format!("{x} {y}")
        };
        format!(
            "M{}L{}L{}z",
            point(-half, beyond),
            point(half, beyond),
            point(0.0, beyond + length)
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::{Edge, Picture, PictureOptions};
    use crate::testing::{cross, orthodox};
    use quadrille_core::Facing;

    fn joined(picture: &Picture) -> Vec<(u8, u8, Facing)> {
        picture.joined.iter().map(|edge| (edge.file, edge.rank, edge.side)).collect()
    }

    #[test]
    fn only_edges_behind_which_there_is_a_square_are_joined() {
        let (mut spec, setup) = cross();
        spec.geometry.set_wraps(true, false);
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        // The arms in the west and the east are eight squares wide.
        let rows = (3..11).flat_map(|rank| [(0, rank, Facing::West), (13, rank, Facing::East)]);
        assert_eq!(joined(&picture), rows.collect::<Vec<_>>());
        let svg = crate::svg::draw(&picture);
        assert!(svg.contains("stroke-dasharray=\"7 5.5\""), "{svg}");
        assert!(svg.contains("the left side of the board is joined to the right one"));
    }

    #[test]
    fn an_edge_that_is_crossed_one_way_belongs_to_where_it_is_crossed_from() {
        let (mut spec, setup) = orthodox();
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let (d4, d5, e5) = (cell("d4"), cell("d5"), cell("e5"));
        spec.geometry.add_one_way(d5, d4).unwrap();
        spec.geometry.add_one_way(d5, e5).unwrap();
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        let edge = |side| Edge { file: 3, rank: 4, side };
        assert_eq!(picture.one_way, [edge(Facing::South), edge(Facing::East)]);
        assert_eq!(edge(Facing::South).bar(), (3, 4, false));
        assert_eq!(edge(Facing::East).bar(), (4, 4, true));
        let svg = crate::svg::draw(&picture);
        // The top of d4, and an arrowhead that points down across it.
        assert!(svg.contains("M174 224l50 0"), "{svg}");
        assert!(svg.contains("M191 221L207 221L199 229z"), "{svg}");
    }
}
