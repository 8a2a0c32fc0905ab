//! Draws a picture as text. The text is coloured if the terminal supports colours, but is also
//! readable without colours.
//!
//! A cell has four columns: a badge, the seat's key, the piece's letter, and an arrow if the
//! picture shows the piece's facing. The numbers of marked zones are superscript digits in the
//! cells that have room for them. The letters of the files are on a line below the ranks. If there
//! are walls or special edges between two ranks, they are on a separate line.

use quadrille_core::Facing;
use quadrille_core::board::file_name;
use quadrille_dsl::text::printable::one_line;

use super::colour::Rgb;
use super::layout::{Edge, Mark, Picture, PieceLook, PieceStatus, Tile};
use super::svg::arrow;
use quadrille_dsl::text::Styled;

/// The number of colours that a terminal supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    /// The terminal supports no colours.
    Plain,
    /// The terminal supports 256 colours.
    Cube,
    /// The terminal supports 24-bit colours.
    True,
}

/// The colour of light squares.
pub const LIGHT: Rgb = Rgb(0x6d, 0x6a, 0x64);
/// The colour of dark squares.
pub const DARK: Rgb = Rgb(0x52, 0x50, 0x4b);
/// The colour of the square of a royal in check.
pub const DANGER: Rgb = Rgb(0xb5, 0x2a, 0x22);
const ICE: Rgb = Rgb(0xa9, 0xb8, 0xc4);
const ASH: Rgb = Rgb(0x80, 0x80, 0x80);
/// The colour of walls.
pub const WALL: Rgb = Rgb(0xd8, 0x4a, 0x5a);
/// The colour of one-way edges, and of edges where the board wraps round.
pub const WAY: Rgb = Rgb(0x6f, 0xb4, 0xe0);
/// The colour of highlighted squares.
pub const HIGHLIGHT: Rgb = Rgb(0x8a, 0x72, 0x1e);
/// The colour of hidden squares.
pub const FOG: Rgb = Rgb(0x3a, 0x3f, 0x48);
const HINT: Rgb = Rgb(0x9b, 0xe2, 0xa8);

/// The kinds that need no explanation because they have the letters that are usual in chess.
const CHESS_LETTERS: [(char, &str); 6] =
    [('K', "king"), ('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight"), ('P', "pawn")];

/// Draws the picture, followed by the facts beside the board and the meaning of the picture's
/// signs.
#[must_use]
pub fn draw(picture: &Picture, depth: ColourDepth) -> Styled {
    let mut out = Styled::new();
    if !picture.title.is_empty() {
        out.push(&picture.title);
        out.push("\n\n");
    }
    out.append(&board(picture, depth));
    let mut lines = picture.said();
    let zones = picture.zones.iter().zip(1..);
    lines.extend(zones.map(|(group, number)| format!("{} {}", raised(number), group.words())));
    lines.extend(signs(picture, usize::MAX));
    if !lines.is_empty() {
        out.push("\n");
    }
    for line in &lines {
        out.push(&one_line(line));
        out.push("\n");
    }
    out
}

/// Draws the board alone: one line per rank, and one for the letters of the files.
#[must_use]
pub fn board(picture: &Picture, depth: ColourDepth) -> Styled {
    board_in_columns(picture, depth, CELL_COLUMNS)
}

/// Draws the board with narrow cells, or with cells of the usual width if the board has walls,
/// special edges, zones or arrows.
#[must_use]
pub fn compact_board(picture: &Picture, depth: ColourDepth) -> Styled {
    board_in_columns(picture, depth, compact_columns(picture))
}

/// The usual number of columns of a cell.
const CELL_COLUMNS: usize = 4;

/// Returns the number of columns of a cell in [`compact_board`].
fn compact_columns(picture: &Picture) -> usize {
    let has_edges = !picture.walls.is_empty() || !picture.one_way.is_empty();
    let has_arrows = picture.pieces().any(|piece| piece.arrow.is_some());
    let is_wide =
        has_edges || has_arrows || !picture.joined.is_empty() || !picture.zones.is_empty();
    if is_wide { CELL_COLUMNS } else { CELL_COLUMNS - 1 }
}

fn board_in_columns(picture: &Picture, depth: ColourDepth, columns: usize) -> Styled {
    let mut out = Styled::new();
    for rank in (0..i32::from(picture.ranks)).rev() {
        between(picture, rank + 1, depth, &mut out);
        out.push(&format!("{:>3} ", rank + 1));
        for file in 0..=i32::from(picture.files) {
            let look = CellLook { depth, columns };
            cell(picture, file, rank, picture.tile(file, rank), look, &mut out);
        }
        end_line(&mut out);
    }
    between(picture, 0, depth, &mut out);
    out.push("    ");
    for file in 0..picture.files {
        out.push(&format!(" {:<width$}", file_name(file), width = columns - 1));
    }
    end_line(&mut out);
    out
}

/// Returns the number of columns that a compact board takes, without trailing blanks.
#[must_use]
pub fn compact_width(picture: &Picture) -> usize {
    4 + compact_columns(picture) * usize::from(picture.files)
}

/// The colours and the width of cells.
#[derive(Clone, Copy)]
struct CellLook {
    depth: ColourDepth,
    columns: usize,
}

/// Removes trailing blanks and ends the line.
fn end_line(out: &mut Styled) {
    out.trim_end();
    out.push("\n");
}

/// Draws one cell. Each rank has one further cell after its last file. This cell contains only the
/// walls at the right edge of the board.
fn cell(
    picture: &Picture,
    file: i32,
    rank: i32,
    tile: Option<&Tile>,
    CellLook { depth, columns }: CellLook,
    out: &mut Styled,
) {
    let bar = bar(picture, file, rank, true);
    let ground = tile.map(|tile| match tile.mark {
        Some(Mark::Check) => DANGER,
        Some(Mark::Highlight) => HIGHLIGHT,
        Some(Mark::Hidden) => FOG,
        _ => {
            let own = if tile.light == Some(false) { DARK } else { LIGHT };
            let tint = |own: Rgb, (_, colour): (usize, Rgb)| own.mixed(colour, 0.3);
            picture.zones_at(file, rank).fold(own, tint)
        }
    });
    let mut zones = picture.zones_at(file, rank).map(|(number, _)| raised(number));
    let piece = tile.and_then(|tile| tile.piece.as_ref());
    let noted = tile.map_or(' ', badge);
    let noted = if noted == ' ' && bar.is_none() { zones.next().unwrap_or(' ') } else { noted };
    let (first, ink) = bar.unwrap_or((noted, Rgb::PAPER));
    let last = match (zones.next(), zones.next()) {
        (Some(_), Some(_)) => MORE_ZONES_SIGN,
        (zone, _) => zone.unwrap_or(' '),
    };
    paint(&first.to_string(), ink, ground, depth, out);
    match (tile, piece) {
        (None, _) if file < i32::from(picture.files) => out.push(&" ".repeat(columns - 1)),
        (None, _) => {}
        (Some(tile), None) => {
            let sign = format!("{}{last}{}", empty(tile, depth), " ".repeat(columns - 3));
            paint(&sign, HINT, ground, depth, out);
        }
        (Some(_), Some(piece)) => {
            let (ink, chip) = colours(picture, piece);
            let key = picture.colours.get(piece.seat).map_or('?', |seat| seat.key);
            paint(&format!("{key}{}", piece.letter), ink, Some(chip), depth, out);
            if columns == CELL_COLUMNS {
                let facing = piece.arrow.map_or(last, arrow);
                paint(&facing.to_string(), Rgb::PAPER, ground, depth, out);
            }
        }
    }
}

/// Returns the badge before a piece, or a blank.
#[must_use]
pub fn badge(tile: &Tile) -> char {
    match (&tile.piece, tile.mark) {
        (Some(_), Some(Mark::Check)) => '!',
        (Some(_), Some(Mark::Capture | Mark::Either)) => 'x',
        (_, Some(Mark::Highlight)) => '>',
        (Some(piece), _) => match piece.status {
            PieceStatus::Live => ' ',
            PieceStatus::Frozen => '~',
            PieceStatus::Dead => '+',
        },
        (None, _) => ' ',
    }
}

/// Returns the sign that is drawn on an empty square.
fn empty(tile: &Tile, depth: ColourDepth) -> char {
    match tile.mark {
        Some(mark @ (Mark::Quiet | Mark::Capture | Mark::Either | Mark::Assisted)) => sign(mark),
        Some(Mark::Hidden) => sign(Mark::Hidden),
        _ if tile.portal.is_some() => portal(tile.portal.unwrap_or_default()),
        _ if depth == ColourDepth::Plain => '.',
        // On an uncoloured board, only this sign separates the squares.
        _ if tile.light.is_none() => '·',
        _ => ' ',
    }
}

/// Returns the sign of a portal: its number.
fn portal(number: usize) -> char {
    char::from_digit(number as u32, 10).unwrap_or('+')
}

/// The sign for a zone with a number above nine. It also stands for the numbers of several zones in
/// a cell that has no room for all of them.
const MORE_ZONES_SIGN: char = '⁺';

/// Returns the superscript number of a zone.
fn raised(number: usize) -> char {
    const ZONE_SIGNS: [char; 9] = ['¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number
        .checked_sub(1)
        .and_then(|place| ZONE_SIGNS.get(place))
        .copied()
        .unwrap_or(MORE_ZONES_SIGN)
}

/// Returns the colour of a piece's letters and the colour of their background.
#[must_use]
pub fn colours(picture: &Picture, piece: &PieceLook) -> (Rgb, Rgb) {
    let own = picture.colours.get(piece.seat).map_or(ASH, |seat| seat.colour);
    match piece.status {
        PieceStatus::Live => (own.contrast(), own),
        PieceStatus::Frozen => {
            let chip = own.mixed(ICE, 0.6);
            (chip.contrast(), chip)
        }
        PieceStatus::Dead => (own.mixed(Rgb::PAPER, 0.3), Rgb(0x30, 0x30, 0x30)),
    }
}

/// Returns the sign and the colour of a wall or special edge that begins at a corner. The edge goes
/// up from the corner if `upright` is `true`, and right otherwise. Returns `None` if there is
/// neither a wall nor a special edge.
#[must_use]
pub fn bar(picture: &Picture, file: i32, rank: i32, upright: bool) -> Option<(char, Rgb)> {
    let mut walls = picture.walls.iter();
    let wall = |w: &super::layout::Wall| {
        w.upright == upright && i32::from(w.file) == file && i32::from(w.rank) == rank
    };
    if walls.any(wall) {
        return Some((if upright { '┃' } else { '━' }, WALL));
    }
    let here = |edge: &&Edge| edge.bar() == (file, rank, upright);
    if let Some(edge) = picture.one_way.iter().find(here) {
        return Some((way(edge.side), WAY));
    }
    let joined = picture.joined.iter().any(|edge| here(&edge));
    joined.then_some((if upright { '↔' } else { '↕' }, WAY))
}

/// Returns the arrow for a special edge on this side of its square. It points across the edge.
#[must_use]
pub fn way(side: Facing) -> char {
    match side {
        Facing::North => '↑',
        Facing::East => '→',
        Facing::South => '↓',
        Facing::West => '←',
    }
}

/// Draws the line between the ranks `level - 1` and `level`. Draws nothing if no wall or special
/// edge is there.
fn between(picture: &Picture, level: i32, depth: ColourDepth, out: &mut Styled) {
    let bars: Vec<_> =
        (0..picture.files).map(|file| bar(picture, i32::from(file), level, false)).collect();
    if bars.iter().all(Option::is_none) {
        return;
    }
    out.push("    ");
    for bar in bars {
        match bar {
            Some(('━', ink)) => paint("━━━━", ink, None, depth, out),
            Some((sign, ink)) => paint(&format!(" {sign}  "), ink, None, depth, out),
            None => out.push("    "),
        }
    }
    end_line(out);
}

/// Returns the meaning of the letters and signs in the picture, in lines of at most `width`
/// columns.
#[must_use]
pub fn signs(picture: &Picture, width: usize) -> Vec<String> {
    let entries = |kinds: Vec<(char, &str)>| -> Vec<String> {
        let kinds = kinds.into_iter().filter(|kind| !CHESS_LETTERS.contains(kind));
        kinds.map(|(letter, name)| format!("{letter} {name}")).collect()
    };
    let letters = entries(picture.kinds_shown());
    // Moves also use the letters of kinds that appear by promotion.
    let promoted = if picture.legend.is_some() { picture.kinds_promoted_to() } else { Vec::new() };
    let mut promoted = entries(promoted);
    if let Some(first) = promoted.first_mut() {
        first.insert_str(0, "by promotion: ");
    }
    let mut signs = Vec::new();
    if picture.pieces().any(|piece| piece.arrow.is_some()) {
        signs.push("^ > v < the way a piece faces".to_owned());
    }
    let lives = [(PieceStatus::Frozen, "~ frozen"), (PieceStatus::Dead, "+ dead, may be captured")];
    let lives = lives.iter().filter(|(status, _)| picture.has_status(*status));
    signs.extend(lives.map(|(_, text)| (*text).to_owned()));
    let marks = Mark::MEANINGS.iter().filter(|(mark, _)| picture.has(*mark));
    signs.extend(marks.map(|(mark, text)| format!("{} {text}", sign(*mark))));
    signs.extend(picture.portal_meaning().map(|meaning| format!("1 {meaning}")));
    if !picture.joined.is_empty() {
        let sides: Vec<bool> = picture.joined.iter().map(|edge| edge.bar().2).collect();
        let signs_of = [(sides.contains(&true), "↔"), (sides.contains(&false), "↕")];
        let shown: Vec<&str> =
            signs_of.into_iter().filter(|(shown, _)| *shown).map(|(_, sign)| sign).collect();
        signs.push(format!("{} leads to the opposite side", shown.join(" ")));
    }
    if !picture.one_way.is_empty() {
        let mut arrows: Vec<char> = picture.one_way.iter().map(|edge| way(edge.side)).collect();
        arrows.sort_unstable();
        arrows.dedup();
        let arrows: Vec<String> = arrows.iter().map(char::to_string).collect();
        signs.push(format!("{} crossed this way only", arrows.join(" ")));
    }
    [letters, promoted, signs].iter().flat_map(|meanings| packed(meanings, width)).collect()
}

/// Joins texts in lines of at most `width` columns. Each line has as many texts as fit. The texts
/// keep their order, and no text is split.
fn packed(texts: &[String], width: usize) -> Vec<String> {
    const COLUMN_GAP: &str = "   ";
    let mut lines: Vec<String> = Vec::new();
    let columns = |text: &str| text.chars().count();
    for text in texts {
        let text = one_line(text);
        match lines.last_mut() {
            Some(line) if columns(line) + COLUMN_GAP.len() + columns(&text) <= width => {
                line.push_str(COLUMN_GAP);
                line.push_str(&text);
            }
            _ => lines.push(text.into_owned()),
        }
    }
    lines
}

/// Returns the character that shows a mark. It is printed on an empty square, or before the piece
/// on the square.
fn sign(mark: Mark) -> char {
    match mark {
        Mark::Check => '!',
        Mark::Origin => ' ',
        Mark::Quiet => 'o',
        Mark::Capture => 'x',
        Mark::Either => '*',
        Mark::Assisted => '?',
        Mark::Highlight => '>',
        Mark::Hidden => '%',
    }
}

fn paint(text: &str, ink: Rgb, ground: Option<Rgb>, depth: ColourDepth, out: &mut Styled) {
    let mut attributes = Vec::new();
    let mut set = |layer: u8, colour: Rgb| match depth {
        ColourDepth::Plain => {}
        ColourDepth::Cube => attributes.extend([layer, 5, colour.ansi256()]),
        ColourDepth::True => attributes.extend([layer, 2, colour.0, colour.1, colour.2]),
    };
    set(38, ink);
    if let Some(ground) = ground {
        set(48, ground);
    }
    out.paint(&attributes, text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PictureOptions;
    use crate::testing::{cross, orthodox};
    use quadrille_core::rules::Promotion;
    use quadrille_core::{Facing, Piece, Seat, Setup, Spec, StateId, Zone};

    #[test]
    fn the_start_is_legible_without_colour() {
        let (spec, setup) = orthodox();
        let look = PictureOptions { title: "Chess", ..PictureOptions::default() };
        let text = draw(&Picture::new(&spec, &setup, &look), ColourDepth::Plain).plain();
        assert_eq!(
            text,
            "\
Chess

  8  bR  bN  bB  bQ  bK  bB  bN  bR
  7  bP  bP  bP  bP  bP  bP  bP  bP
  6  .   .   .   .   .   .   .   .
  5  .   .   .   .   .   .   .   .
  4  .   .   .   .   .   .   .   .
  3  .   .   .   .   .   .   .   .
  2  wP  wP  wP  wP  wP  wP  wP  wP
  1  wR  wN  wB  wQ  wK  wB  wN  wR
     a   b   c   d   e   f   g   h

white to move
white (w) against black (b)
"
        );
    }

    #[test]
    fn zones_have_numbers_beside_pieces_and_on_empty_squares() {
        let (mut spec, setup) = orthodox();
        let squares = |names: &str| {
            let mut zone = Zone::default();
            for name in names.split(' ') {
                zone.insert(spec.geometry.square_named(name).unwrap());
            }
            zone
        };
        spec.zones = vec![
            ("hill".to_owned(), squares("d4 e4 d5 e5")),
            ("east".to_owned(), squares("e4 e5 h1")),
        ];
        let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
        picture.mark_zones(&spec, &["hill", "east"]);
        let text = draw(&picture, ColourDepth::Plain).plain();
        for line in [
            "  5  .   .   .  ¹.  ¹.²  .   .   .",
            "  1  wR  wN  wB  wQ  wK  wB  wN ²wR",
            "¹ hill: d4:e5",
            "² east: h1 + e4..e5",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
    }

    #[test]
    fn letters_that_chess_does_not_have_are_named() {
        let (mut spec, mut setup) = orthodox();
        let text = |spec: &_, setup: &_| {
            let picture = Picture::new(spec, setup, &PictureOptions::default());
            draw(&picture, ColourDepth::Plain).plain()
        };
        assert!(!text(&spec, &setup).contains("hopper"), "no such piece in sight");
        let hopper = spec.kind_of_letter('H').unwrap().index();
        setup.hands[0][hopper] = 1;
        spec.kinds[0].name = "chief".to_owned();
        assert!(text(&spec, &setup).contains("\nK chief   H hopper\n"), "{}", text(&spec, &setup));
    }

    #[test]
    fn states_checks_and_facings_have_signs_of_their_own() {
        let (spec, mut setup) = cross();
        setup.army_states[1] = StateId::FROZEN;
        setup.army_states[3] = StateId::DEAD;
        let d2 = spec.geometry.square_named("d2").unwrap();
        let (_, piece) = setup.pieces.iter_mut().find(|(square, _)| *square == d2).unwrap();
        *piece = piece.with_facing(Facing::South);
        let checks: Zone = spec.geometry.square_named("h1").into_iter().collect();
        let look = PictureOptions { checks, ..PictureOptions::default() };
        let text = draw(&Picture::new(&spec, &setup, &look), ColourDepth::Plain).plain();
        for expected in [
            "~rR",
            "+bR",
            "!yK",
            "yPv yP^",
            "\n^ > v < the way a piece faces   ~ frozen   + dead, may be captured   ! in check\n",
        ] {
            assert!(text.contains(expected), "{expected} in\n{text}");
        }
    }

    #[test]
    fn letters_of_kinds_that_pieces_promote_to_are_explained() {
        let (mut spec, mut setup) = orthodox();
        let kind = |letter| spec.kind_of_letter(letter).unwrap();
        let (pawn, hopper) = (kind('P'), kind('H'));
        let signs_of = |spec: &Spec, setup: &Setup| {
            signs(&Picture::new(spec, setup, &PictureOptions::default()), 80)
        };
        assert_eq!(signs_of(&spec, &setup), [""; 0]);
        let (last, _) =
            setup.pieces.iter().find(|(_, piece)| piece.kind() == pawn).copied().unwrap();
        let promotion = Promotion { kinds: vec![kind('Q'), hopper], ..Promotion::default() };
        let piece = Piece::new(pawn, Seat(0), Facing::North);
        spec.promotions.push((piece, last, promotion));
        assert_eq!(signs_of(&spec, &setup), ["by promotion: H hopper"]);
        // Without a pawn nothing promotes. A hopper on the board is not listed twice.
        setup.pieces.iter_mut().for_each(|(_, piece)| *piece = piece.with_kind(hopper));
        assert_eq!(signs_of(&spec, &setup), ["H hopper"]);
    }

    #[test]
    fn meanings_are_packed_into_lines_of_a_width_each_whole() {
        let texts = ["G gold", "S silver", "X gilt_silver"].map(str::to_owned);
        assert_eq!(packed(&texts, 17), ["G gold   S silver", "X gilt_silver"]);
        assert_eq!(packed(&texts, 5), texts);
        assert_eq!(packed(&texts, usize::MAX), ["G gold   S silver   X gilt_silver"]);
    }

    #[test]
    fn walls_stand_between_squares() {
        let (mut spec, mut setup) = orthodox();
        setup.pieces.clear();
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let (a1, b1, a2) = (cell("a1"), cell("b1"), cell("a2"));
        spec.geometry.add_wall(a1, b1).unwrap();
        spec.geometry.add_wall(a1, a2).unwrap();
        let text =
            draw(&Picture::new(&spec, &setup, &PictureOptions::default()), ColourDepth::Plain)
                .plain();
        assert!(text.contains("  2  .   ."), "{text}");
        assert!(text.contains("\n    ━━━━\n  1  .  ┃.   .   ."), "{text}");
    }

    #[test]
    fn edges_that_lead_round_the_board_or_one_way_have_signs() {
        let (mut spec, mut setup) = orthodox();
        setup.pieces.clear();
        let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
        let (a1, b1, b2) = (cell("a1"), cell("b1"), cell("b2"));
        spec.geometry.add_one_way(b1, a1).unwrap();
        spec.geometry.add_one_way(b1, b2).unwrap();
        let text = |spec: &Spec| {
            let look = PictureOptions { title: "Round", ..PictureOptions::default() };
            draw(&Picture::new(spec, &setup, &look), ColourDepth::Plain).plain()
        };
        let shown = text(&spec);
        assert!(shown.contains("\n         ↑\n  1  .  ←.   ."), "{shown}");
        assert!(shown.contains("\n← ↑ crossed this way only\n"), "{shown}");
        spec.geometry.set_wraps(true, false);
        let shown = text(&spec);
        assert!(shown.contains("\n  8 ↔.   .   .   .   .   .   .   .  ↔\n"), "{shown}");
        assert!(shown.contains("\n↔ leads to the opposite side"), "{shown}");
        spec.geometry.set_wraps(false, true);
        let shown = text(&spec);
        let joined = format!("\n    {}\n", [" ↕"; 8].join("  "));
        assert_eq!(shown.matches(&joined).count(), 2, "{shown}");
    }

    #[test]
    fn colours_end_where_they_begin() {
        let (spec, setup) = cross();
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        for depth in [ColourDepth::Cube, ColourDepth::True] {
            let text = draw(&picture, depth).to_string();
            for line in text.lines() {
                let opened = line.matches("\x1b[38").count();
                assert_eq!(opened, line.matches("\x1b[0m").count());
            }
            assert_eq!(stripped(&text).replace('.', " ").trim_end(), {
                let plain = draw(&picture, ColourDepth::Plain).to_string();
                let blank = plain.replace('.', " ");
                blank.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
            });
        }
    }

    fn stripped(text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(start) = rest.find('\x1b') {
            out.push_str(&rest[..start]);
            let end = rest[start..].find('m').unwrap();
            rest = &rest[start + end + 1..];
        }
        out.push_str(rest);
        out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }
}
