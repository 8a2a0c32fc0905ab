//! Draws zones on the board. Each zone has a tint and an outline. If there are several zones, each
//! also has a number.

use std::fmt::Write as _;

use super::grid::{SQUARE_SIDE, corner, tiles};
use super::palette::LIGHT;
use super::words::word;
use crate::colour::Rgb;
use crate::layout::{Picture, ZonePart};

/// The share of the zone's colour in the colour of its squares.
const ZONE_TINT: f32 = 0.26;
/// The distance from a zone's outline to the edges of its squares, and the distance that each step
/// of the zone's inset adds.
const ZONE_OUTLINE_INSET: (f32, f32) = (2.2, 3.6);

/// Draws the marked zones of a picture.
pub(super) fn draw(picture: &Picture, out: &mut String) {
    let parts = || picture.zones.iter().flat_map(|group| &group.parts);
    for part in parts() {
        let _ = write!(out, "<path fill=\"{}\" fill-opacity=\"{ZONE_TINT}\" d=\"", part.colour);
        for &(file, rank) in &part.squares {
            let (x, y) = corner(picture, file, rank);
            let _ = write!(out, "M{x} {y}h50v50h-50z");
        }
        out.push_str("\"/>\n");
    }
    for part in parts() {
        let _ = write!(
            out,
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linecap=\"square\" d=\"",
            line(part.colour)
        );
        outline(picture, part, out);
        out.push_str("\"/>\n");
    }
    if picture.zones.len() < 2 {
        return;
    }
    let _ = writeln!(out, "<g fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\">", Rgb::INK);
    for (file, rank, _) in tiles(picture) {
        let (x, y) = corner(picture, file, rank);
        for (place, (number, _)) in picture.zones_at(file, rank).enumerate() {
            word(&number.to_string(), x + 9.0 + 9.0 * place as f32, y + 9.5, 0.8, out);
        }
    }
    out.push_str("</g>\n");
}

/// Returns a colour for a zone's outline that is visible on any square.
pub(super) fn line(colour: Rgb) -> Rgb {
    colour.mixed(Rgb::INK, if colour.luminance() > 0.4 { 0.45 } else { 0.15 })
}

/// Returns the colour of a light square in a zone.
pub(super) fn ground(colour: Rgb) -> Rgb {
    LIGHT.mixed(colour, ZONE_TINT)
}

/// Draws the outline of a zone, which lies inside the zone. It follows the edges between a square
/// of the zone and a square outside the zone.
fn outline(picture: &Picture, part: &ZonePart, out: &mut String) {
    let inset = ZONE_OUTLINE_INSET.0 + ZONE_OUTLINE_INSET.1 * part.inset as f32;
    let has = |file: i32, rank: i32| part.squares.contains(&(file, rank));
    for &(file, rank) in &part.squares {
        let (left, top) = corner(picture, file, rank);
        // Pairs of directions: from the middle of the square to an edge, and along that edge.
        for (out_by, along) in
            [((0, 1), (1, 0)), ((0, -1), (1, 0)), ((-1, 0), (0, 1)), ((1, 0), (0, 1))]
        {
            if has(file + out_by.0, rank + out_by.1) {
                continue;
            }
            // At a corner of the zone that points outwards, the line stops short. At a corner that
            // points inwards, the line continues round the corner. Elsewhere, the line meets the
            // line of the next square.
            let end = |way: i32| {
                let (file, rank) = (file + way * along.0, rank + way * along.1);
                let past = match (has(file, rank), has(file + out_by.0, rank + out_by.1)) {
                    (false, _) => -inset,
                    (true, true) => inset,
                    (true, false) => 0.0,
                };
                let reach = (SQUARE_SIDE / 2.0 + past) * way as f32;
                let aside = SQUARE_SIDE / 2.0 - inset;
                let right = out_by.0 as f32 * aside + along.0 as f32 * reach;
                let up = out_by.1 as f32 * aside + along.1 as f32 * reach;
                (left + SQUARE_SIDE / 2.0 + right, top + SQUARE_SIDE / 2.0 - up)
            };
            let ((x, y), (to_x, to_y)) = (end(-1), end(1));
            let _ = write!(out, "M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PictureOptions;
    use crate::svg::BOARD_MARGIN;
    use crate::testing::orthodox;
    use quadrille_core::{Spec, Zone};

    fn zone(spec: &Spec, squares: &str) -> Zone {
        let mut zone = Zone::default();
        for name in squares.split(' ') {
            zone.insert(spec.geometry.square_named(name).unwrap());
        }
        zone
    }

    #[test]
    fn a_zone_is_outlined_once_round_and_numbered_beside_others() {
        let (mut spec, setup) = orthodox();
        spec.zones = vec![
            ("bend".to_owned(), zone(&spec, "a8 b8 a7")),
            ("corner".to_owned(), zone(&spec, "h1")),
        ];
        let draw = |names: &[&str]| {
            let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
            picture.mark_zones(&spec, names);
            let mut out = String::new();
            draw(&picture, &mut out);
            (out, super::super::draw(&picture))
        };
        let (one, drawn) = draw(&["bend"]);
        // The zone has three squares. The square in the bend has two outer sides, and each square
        // at an end has three. A single zone needs no number.
        assert_eq!(one.matches('L').count(), 2 + 3 + 3);
        assert!(!one.contains("<g "));
        assert!(
            drawn.contains("bend: b8 + a7..a8") || drawn.contains("bend: a7..a8 + b8"),
            "{drawn}"
        );
        // Below b8 the line continues into the bend. At its right end, the line stops short.
        let (y, inset) = (BOARD_MARGIN + SQUARE_SIDE - ZONE_OUTLINE_INSET.0, ZONE_OUTLINE_INSET.0);
        let (from, to) =
            (BOARD_MARGIN + SQUARE_SIDE - inset, BOARD_MARGIN + 2.0 * SQUARE_SIDE - inset);
        assert!(one.contains(&format!("M{from:.1} {y:.1}L{to:.1} {y:.1}")), "{one}");
        let (both, _) = draw(&["bend", "corner"]);
        assert_eq!(both.matches("<path transform").count(), 4, "a number on each square");
    }
}
