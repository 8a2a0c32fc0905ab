//! Draws the board, cell by cell. A piece has the colour of its army and a letter. Squares can have
//! marks and the cursor.

use quadrille_core::Facing;
use quadrille_render::colour::Rgb;
use quadrille_render::layout::{Edge, Mark, Picture, PieceLook, Tile};
use quadrille_render::terminal::{self, ColourDepth};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::plan::{RANK_LABEL_COLUMNS, ScreenLayout};
use super::turned::TurnedBoard;

/// The colour of the square under the cursor.
const CURSOR_COLOUR: Rgb = Rgb(0x2f, 0x6f, 0xd0);
/// The colour of the squares of the last ply.
const LAST_PLY_COLOUR: Rgb = Rgb(0x6b, 0x63, 0x2c);
/// The colour of the square of the selected piece.
const SELECTED_COLOUR: Rgb = Rgb(0x2e, 0x7d, 0x4f);

/// The position of a cell: its file and rank.
pub type CellPosition = (i32, i32);

/// The marks to draw on the board.
#[derive(Debug, Default)]
pub struct BoardMarks {
    /// The position of the cursor.
    pub cursor: CellPosition,
    /// The cell of the selected piece, which was picked up.
    pub picked: Option<CellPosition>,
    /// The squares to which the selected piece can go.
    pub targets: Vec<CellPosition>,
    /// The squares that are shown as the reason why an action was refused.
    pub lit: Vec<CellPosition>,
    /// The squares of the last ply.
    pub last: Vec<CellPosition>,
}

/// Returns a style with these colours, as far as the terminal can show them.
#[must_use]
pub fn style(depth: ColourDepth, ink: Option<Rgb>, ground: Option<Rgb>) -> Style {
    let mut style = Style::new();
    style.fg = ink.and_then(|rgb| colour(depth, rgb));
    style.bg = ground.and_then(|rgb| colour(depth, rgb));
    style
}

fn colour(depth: ColourDepth, rgb: Rgb) -> Option<Color> {
    match depth {
        ColourDepth::Plain => None,
        ColourDepth::Cube => Some(Color::Indexed(rgb.ansi256())),
        ColourDepth::True => Some(Color::Rgb(rgb.0, rgb.1, rgb.2)),
    }
}

/// Draws the board on the screen.
pub fn draw(
    picture: &Picture,
    board: TurnedBoard,
    marks: &BoardMarks,
    depth: ColourDepth,
    plan: &ScreenLayout,
    buffer: &mut Buffer,
) {
    let (width, height) = plan.cell;
    let corner = (plan.board.x + RANK_LABEL_COLUMNS, plan.board.y);
    let dim = Style::new().add_modifier(Modifier::DIM);
    for row in 0..board.rows() {
        let y = corner.1 + row as u16 * height;
        let middle = y + (height - 1) / 2;
        buffer.set_string(plan.board.x, middle, format!("{:>2}", board.row_name(row)), dim);
        for column in 0..board.columns() {
            let x = corner.0 + column as u16 * width;
            let area = Rect { x, y, width, height };
            BoardCell { picture, board, marks, depth, place: board.cell(column, row), area }
                .draw(buffer);
        }
    }
    let y = corner.1 + board.rows() as u16 * height;
    for column in 0..board.columns() {
        let x = corner.0 + column as u16 * width + width / 2 - 1;
        buffer.set_string(x, y, board.column_name(column), dim);
    }
}

/// A cell to be drawn.
struct BoardCell<'a> {
    picture: &'a Picture,
    board: TurnedBoard,
    marks: &'a BoardMarks,
    depth: ColourDepth,
    place: CellPosition,
    area: Rect,
}

impl BoardCell<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        let Some(tile) = self.picture.tile(self.place.0, self.place.1) else {
            self.walls(Style::new(), buffer);
            return;
        };
        let ground = style(self.depth, Some(Rgb::PAPER), Some(self.ground(tile)));
        buffer.set_style(self.area, ground);
        let middle = self.area.y + (self.area.height - 1) / 2;
        // The key and the letter are in the middle. If the row starts with a sign, they are right
        // of it.
        let x = self.area.x + (self.area.width - 1) / 2;
        match &tile.piece {
            Some(piece) => self.piece(piece, (x, middle), ground, buffer),
            None => {
                let sign = self.sign();
                let bold = if sign == '·' { Modifier::DIM } else { Modifier::BOLD };
                buffer.set_string(x, middle, sign.to_string(), ground.add_modifier(bold));
            }
        }
        self.edges(tile, middle, ground, buffer);
        self.walls(ground, buffer);
    }

    /// Returns the sign that is drawn on a square without a piece.
    fn sign(&self) -> char {
        let plain = self.depth == ColourDepth::Plain;
        if self.marks.targets.contains(&self.place) {
            'o'
        } else if plain && self.marks.last.contains(&self.place) {
            ':'
        } else {
            '·'
        }
    }

    fn piece(&self, piece: &PieceLook, (x, y): (u16, u16), ground: Style, buffer: &mut Buffer) {
        let (ink, chip) = terminal::colours(self.picture, piece);
        let chip_style = style(self.depth, Some(ink), Some(chip)).add_modifier(Modifier::BOLD);
        let key = self.picture.colours.get(piece.seat).map_or('?', |seat| seat.key);
        let letters = format!("{key}{}", piece.letter);
        let plain = self.depth == ColourDepth::Plain;
        let (left, wide) = if self.area.width >= 6 && !plain { (x - 1, 4) } else { (x, 2) };
        buffer.set_style(Rect { x: left, y, width: wide, height: 1 }, chip_style);
        buffer.set_string(x, y, letters, chip_style);
        if !plain {
            // With half a row above and half a row below, the background of the letters is square.
            let half = ground.patch(style(self.depth, Some(chip), None));
            if y > self.area.y {
                buffer.set_string(left, y - 1, "▄".repeat(usize::from(wide)), half);
            }
            if y + 1 < self.area.bottom() {
                buffer.set_string(left, y + 1, "▀".repeat(usize::from(wide)), half);
            }
        }
        if self.marks.last.contains(&self.place) && plain {
            let under = Style::new().add_modifier(Modifier::UNDERLINED);
            buffer.set_style(Rect { x, y, width: 2, height: 1 }, under);
        }
        if let Some(facing) = piece.arrow.filter(|_| self.area.width > 3) {
            let arrow = arrow(self.board.facing(facing)).to_string();
            buffer.set_string(self.area.right() - 1, y, arrow, ground);
        }
    }

    /// Draws the signs at the left and right edges of the cell. These are a badge, the brackets of
    /// a piece that was picked up, and the brackets of the cursor.
    fn edges(&self, tile: &Tile, y: u16, ground: Style, buffer: &mut Buffer) {
        let (left, right) = (self.area.x, self.area.right() - 1);
        let is = |places: &[CellPosition]| places.contains(&self.place);
        let badge = match terminal::badge(tile) {
            ' ' if tile.piece.is_some() && is(&self.marks.targets) => 'x',
            ' ' if is(&self.marks.lit) => '>',
            badge => badge,
        };
        let bold = ground.add_modifier(Modifier::BOLD);
        if badge != ' ' {
            buffer.set_string(left, y, badge.to_string(), bold);
        }
        // In narrow cells the right edge is the piece's letter.
        let mut around = |signs: [&str; 2], style: Style| {
            buffer.set_string(left, y, signs[0], style);
            if self.area.width > 3 {
                buffer.set_string(right, y, signs[1], style);
            }
        };
        if self.marks.picked == Some(self.place) {
            around(["(", ")"], bold);
        }
        if self.marks.cursor == self.place {
            let style = bold.add_modifier(if self.depth == ColourDepth::Plain {
                Modifier::REVERSED
            } else {
                Modifier::empty()
            });
            around(["[", "]"], style);
        }
    }

    fn ground(&self, tile: &Tile) -> Rgb {
        let is = |places: &[CellPosition]| places.contains(&self.place);
        match tile.mark {
            _ if self.marks.cursor == self.place => CURSOR_COLOUR,
            Some(Mark::Check) => terminal::DANGER,
            Some(Mark::Hidden) => terminal::FOG,
            _ if is(&self.marks.lit) => terminal::HIGHLIGHT,
            _ if self.marks.picked == Some(self.place) => SELECTED_COLOUR,
            _ if is(&self.marks.last) => LAST_PLY_COLOUR,
            _ if tile.light == Some(false) => terminal::DARK,
            _ => terminal::LIGHT,
        }
    }

    /// Draws the walls to the left of the cell and below it, and the signs of special edges there.
    fn walls(&self, ground: Style, buffer: &mut Buffer) {
        let (column, row) = self.board.place(self.place);
        let wall = style(self.depth, Some(terminal::WALL), None);
        if walled(self.picture, self.place, self.board.cell(column - 1, row)) {
            for y in self.area.y..self.area.bottom() {
                buffer.set_string(self.area.x, y, "┃", ground.patch(wall));
            }
        }
        if walled(self.picture, self.place, self.board.cell(column, row + 1)) {
            let y = self.area.bottom() - 1;
            let under = Style::new().add_modifier(Modifier::UNDERLINED);
            buffer.set_style(Rect { y, height: 1, ..self.area }, under);
        }
        let special = ground.patch(style(self.depth, Some(terminal::WAY), None));
        if let Some(sign) = self.special(self.board.cell(column - 1, row), '↔') {
            // The badge of a piece is in the middle row.
            buffer.set_string(self.area.x, self.area.y, sign.to_string(), special);
        }
        if let Some(sign) = self.special(self.board.cell(column, row + 1), '↕') {
            let x = self.area.right() - 1;
            buffer.set_string(x, self.area.bottom() - 1, sign.to_string(), special);
        }
    }

    /// Returns the sign of the edge towards a neighbouring cell. The sign of a one-way edge is an
    /// arrow. The sign of an edge where the board wraps round is `joined`. Other edges have no
    /// sign.
    fn special(&self, other: CellPosition, joined: char) -> Option<char> {
        let side = towards(self.place, other)?;
        let on = |edges: &[Edge], (file, rank): CellPosition, side: Facing| {
            let here = |edge: &Edge| {
                (i32::from(edge.file), i32::from(edge.rank), edge.side) == (file, rank, side)
            };
            edges.iter().any(here)
        };
        let back = towards(other, self.place)?;
        if on(&self.picture.one_way, self.place, side) {
            Some(terminal::way(self.board.facing(side)))
        } else if on(&self.picture.one_way, other, back) {
            Some(terminal::way(self.board.facing(back)))
        } else {
            on(&self.picture.joined, self.place, side).then_some(joined)
        }
    }
}

/// Returns the direction from a cell to a neighbouring cell.
fn towards(from: CellPosition, to: CellPosition) -> Option<Facing> {
    match (to.0 - from.0, to.1 - from.1) {
        (0, 1) => Some(Facing::North),
        (1, 0) => Some(Facing::East),
        (0, -1) => Some(Facing::South),
        (-1, 0) => Some(Facing::West),
        _ => None,
    }
}

/// Returns `true` if there is a wall between two neighbouring cells.
fn walled(picture: &Picture, a: CellPosition, b: CellPosition) -> bool {
    let upright = a.1 == b.1;
    // The wall starts at the lower left corner of the upper or right cell of the two.
    let corner = (a.0.max(b.0), a.1.max(b.1));
    let here = |wall: &quadrille_render::layout::Wall| {
        wall.upright == upright && (i32::from(wall.file), i32::from(wall.rank)) == corner
    };
    picture.walls.iter().any(here)
}

/// Returns an arrow that points in a direction on the screen.
fn arrow(facing: Facing) -> char {
    match facing {
        Facing::North => '^',
        Facing::East => '>',
        Facing::South => 'v',
        Facing::West => '<',
    }
}
