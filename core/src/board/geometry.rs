//! [`Geometry`]: the squares of a board, its holes and walls, and the names of squares.
//!
//! Squares are numbered row by row from the bottom left, so the numbers along a ray either only
//! rise or only fall. Holes between the first and the last square usually have numbers too. With
//! such a numbering, a step in one direction changes the number by the same amount on every square,
//! which makes pawn shifts fast. Holes have no numbers if square sets would otherwise need more
//! 64-bit words.

use crate::board::{Cell, Square, Vector, Zone, file_named, words_for};

/// The maximum number of squares of a board.
pub const MAX_SQUARES: usize = 1024;
/// The maximum number of files in a board's bounding box. The maximum number of ranks is the same.
pub const MAX_SIDE: usize = 32;

/// The reasons why a board is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// The mask has no square.
    #[error("the board has no squares")]
    Empty,
    /// The board has more squares than a set can hold.
    #[error("the board has {0} squares; the maximum is {MAX_SQUARES}")]
    TooManySquares(usize),
    /// The bounding box is too wide or too high for square names.
    #[error("the board has {0} files and {1} ranks; the maximum is {MAX_SIDE} by {MAX_SIDE}")]
    TooLarge(usize, usize),
    /// Rows differ in length.
    #[error("row {row} has {found} squares, but the first row has {expected}")]
    Ragged {
        /// The number of the first row whose length differs from the length of the top row. The top
        /// row has the number 1.
        row: usize,
        /// The length of the row `row`.
        found: usize,
        /// The length of the top row.
        expected: usize,
    },
    /// A wall or a one-way edge was given by two cells that don't share an edge.
    #[error("the two cells of a wall or one-way edge must share an edge")]
    WallApart,
    /// A portal has fewer than two squares.
    #[error("a portal needs at least two squares")]
    PortalAlone,
    /// A square is in two portals, or occurs twice in the same portal.
    #[error("a square can be in only one portal, and only once")]
    PortalTwice,
}

/// The vectors of the eight steps.
const STEP_VECTORS: [Vector; 8] = [
    Vector::new(0, 1),
    Vector::new(1, 1),
    Vector::new(1, 0),
    Vector::new(1, -1),
    Vector::new(0, -1),
    Vector::new(-1, -1),
    Vector::new(-1, 0),
    Vector::new(-1, 1),
];

/// Returns the bit that stands for one of the eight steps.
fn step_bit(step: Vector) -> u16 {
    1 << (3 * (step.dx + 1) + step.dy + 1)
}

/// A board of squares in a bounding box, with holes and walls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    /// The squares by rank and file.
    squares: Vec<Option<Square>>,
    all: Zone,
    /// The cells by square number.
    cells: Vec<Option<Cell>>,
    walls: Vec<(Cell, Cell)>,
    /// For each square, the steps from this square that walls stop, one bit for each step.
    stopped: Vec<u16>,
    /// One-way edges. Each pair of cells is an edge that can't be crossed from the first cell to
    /// the second.
    one_way: Vec<(Cell, Cell)>,
    /// Two flags: `true` if the first file is next to the last file, and `true` if the first rank
    /// is next to the last rank.
    wraps: [bool; 2],
    portals: Vec<Vec<Square>>,
    /// For each square, the square on which a piece comes out after it enters this square. The list
    /// is empty if the board has no portals.
    exits: Vec<Square>,
    light_is_even: Option<bool>,
}

impl Geometry {
    /// Makes a board from a mask: rows from the top rank down, `true` for a square.
    ///
    /// # Errors
    /// Returns a [`GeometryError`] if rows differ in length, if the board has no squares, or if it
    /// has too many squares, files or ranks.
    pub fn new(rows: &[Vec<bool>]) -> Result<Self, GeometryError> {
        let files = rows.first().map_or(0, Vec::len);
        let ranks = rows.len();
        for (i, row) in rows.iter().enumerate() {
            if row.len() != files {
                return Err(GeometryError::Ragged {
                    row: i + 1,
                    found: row.len(),
                    expected: files,
                });
            }
        }
        if files == 0 {
            return Err(GeometryError::Empty);
        }
        if files > MAX_SIDE || ranks > MAX_SIDE {
            return Err(GeometryError::TooLarge(files, ranks));
        }
        let cell = |place: usize| Cell { file: (place % files) as u8, rank: (place / files) as u8 };
        let is_square = |place: &usize| rows[ranks - 1 - *place / files][*place % files];
        let places: Vec<usize> = (0..files * ranks).filter(is_square).collect();
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Err(GeometryError::Empty);
        };
        if places.len() > MAX_SQUARES {
            return Err(GeometryError::TooManySquares(places.len()));
        }
        let span = last - first + 1;
        let with_holes = words_for(span) == words_for(places.len());
        let mut squares = vec![None; files * ranks];
        let mut all = Zone::EMPTY;
        let mut cells = vec![None; if with_holes { span } else { places.len() }];
        for (i, place) in places.iter().enumerate() {
            let number = if with_holes { place - first } else { i };
            squares[*place] = Some(Square(number as u16));
            all.insert(Square(number as u16));
            cells[number] = Some(cell(*place));
        }
        Ok(Self {
            files: files as u8,
            ranks: ranks as u8,
            squares,
            all,
            stopped: vec![0; cells.len()],
            cells,
            walls: Vec::new(),
            one_way: Vec::new(),
            wraps: [false; 2],
            portals: Vec::new(),
            exits: Vec::new(),
            light_is_even: Some(false),
        })
    }

    /// Returns a full board of `files` by `ranks` squares.
    ///
    /// # Errors
    /// Returns a [`GeometryError`] if the board has no squares, or if it has too many squares,
    /// files or ranks.
    pub fn rectangle(files: usize, ranks: usize) -> Result<Self, GeometryError> {
        Self::new(&vec![vec![true; files]; ranks])
    }

    /// Puts a wall on the edge between two neighbouring cells. No step or ride can cross the wall.
    /// No diagonal step or ride can pass through a corner where the wall ends. A wall next to a
    /// hole also stops the diagonal steps through both ends of the wall.
    ///
    /// # Errors
    /// Returns [`GeometryError::WallApart`] if the cells do not share an edge.
    pub fn add_wall(&mut self, a: Cell, b: Cell) -> Result<(), GeometryError> {
        let edge = self.edge(a, b)?;
        if !self.walls.contains(&edge) {
            self.walls.push(edge);
            self.note_stopped(edge);
        }
        Ok(())
    }

    /// Records the steps that a wall on an edge stops.
    fn note_stopped(&mut self, edge: (Cell, Cell)) {
        for cell in [edge.0, edge.1] {
            let own = self.at(cell.file.into(), cell.rank.into());
            // If a wall stops a step, the step begins next to the wall or at one end of the wall.
            let around = STEP_VECTORS.into_iter().filter_map(|step| self.beside(cell, step));
            let near: Vec<Square> = own.into_iter().chain(around).collect();
            for from in near {
                let stopped = STEP_VECTORS.into_iter().filter(|step| self.stops(edge, from, *step));
                self.stopped[from.index()] |= stopped.fold(0, |bits, step| bits | step_bit(step));
            }
        }
    }

    /// Returns the edge between two neighbouring cells as a pair. The lower or left cell comes
    /// first.
    ///
    /// # Errors
    /// Returns [`GeometryError::WallApart`] if the cells do not share an edge.
    pub fn edge(&self, a: Cell, b: Cell) -> Result<(Cell, Cell), GeometryError> {
        let apart = (b.file.abs_diff(a.file), b.rank.abs_diff(a.rank));
        let outside = |c: Cell| c.file >= self.files || c.rank >= self.ranks;
        if !matches!(apart, (1, 0) | (0, 1)) || outside(a) || outside(b) {
            return Err(GeometryError::WallApart);
        }
        Ok(if a <= b { (a, b) } else { (b, a) })
    }

    /// Lets steps and rides cross an edge in one direction only, from the cell `from` to its
    /// neighbour `to`. Diagonal steps and leaps are not affected.
    ///
    /// # Errors
    /// Returns [`GeometryError::WallApart`] if the cells do not share an edge.
    pub fn add_one_way(&mut self, from: Cell, to: Cell) -> Result<(), GeometryError> {
        self.edge(from, to)?;
        if !self.one_way.contains(&(to, from)) {
            self.one_way.push((to, from));
        }
        Ok(())
    }

    /// Returns the one-way edges. Each is a pair of cells: steps and rides can cross the edge only
    /// from the first cell to the second.
    pub fn one_way(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        self.one_way.iter().map(|(to, from)| (*from, *to))
    }

    /// Joins the first file to the last, the first rank to the last, or both. The board becomes a
    /// cylinder, or a torus if both are joined.
    pub fn set_wraps(&mut self, files: bool, ranks: bool) {
        self.wraps = [files, ranks];
        self.stopped.fill(0);
        for at in 0..self.walls.len() {
            self.note_stopped(self.walls[at]);
        }
    }

    /// Returns two flags. The first is `true` if the first file is next to the last file. The
    /// second is `true` if the first rank is next to the last rank.
    #[must_use]
    pub fn wraps(&self) -> [bool; 2] {
        self.wraps
    }

    /// Joins some squares to a portal. A piece that enters one of these squares by a step or a leap
    /// comes out on the next square of the list. From the last square of the list, the piece comes
    /// out on the first square. A ride continues in the same direction from the square on which it
    /// comes out.
    ///
    /// # Errors
    /// Returns [`GeometryError::PortalAlone`] if there are fewer than two squares, and
    /// [`GeometryError::PortalTwice`] if a square occurs twice or is already part of a portal.
    ///
    /// # Panics
    /// Panics if one of the squares is not on this board.
    pub fn add_portal(&mut self, squares: &[Square]) -> Result<(), GeometryError> {
        if squares.len() < 2 {
            return Err(GeometryError::PortalAlone);
        }
        let once = |(i, square): (usize, &Square)| {
            self.exit(*square) == *square && !squares[..i].contains(square)
        };
        if !squares.iter().enumerate().all(once) {
            return Err(GeometryError::PortalTwice);
        }
        if self.exits.is_empty() {
            self.exits = (0..self.span()).map(|number| Square(number as u16)).collect();
        }
        for (i, square) in squares.iter().enumerate() {
            self.exits[square.index()] = squares[(i + 1) % squares.len()];
        }
        self.portals.push(squares.to_vec());
        Ok(())
    }

    /// Returns the portals. Each portal is a list of squares. A piece that enters a square comes
    /// out on the next square of the list.
    pub fn portals(&self) -> impl Iterator<Item = &[Square]> {
        self.portals.iter().map(Vec::as_slice)
    }

    /// Returns the square on which a piece comes out after it enters `square`. If `square` is part
    /// of a portal, the result is the next square of this portal. If not, the result is `square`
    /// itself.
    #[must_use]
    pub fn exit(&self, square: Square) -> Square {
        self.exits.get(square.index()).copied().unwrap_or(square)
    }

    /// Returns `true` if rides in this direction have to be computed step by step. This is
    /// necessary if the board wraps or has portals. A ride on such a board may return to its start,
    /// or continue behind a portal.
    #[must_use]
    pub fn is_winding(&self, vector: Vector) -> bool {
        let [files, ranks] = self.wraps;
        files && vector.dx != 0 || ranks && vector.dy != 0 || !self.portals.is_empty()
    }

    /// Sets the colouring of the squares. `Some(true)` makes squares with an even sum of file and
    /// rank (both from 1) light, `Some(false)` makes them dark, and `None` leaves the board
    /// uncoloured.
    pub fn set_light_is_even(&mut self, even: Option<bool>) {
        self.light_is_even = even;
    }

    /// Returns the number of files of the bounding box.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Returns the number of ranks of the bounding box.
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Returns the number of squares.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len() as usize
    }

    /// Returns `false`: every board has squares.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns a number that is greater than all square numbers. Not every smaller number belongs
    /// to a square: some may belong to holes.
    #[must_use]
    pub fn span(&self) -> usize {
        self.cells.len()
    }

    /// Returns `true` if this is a square of the board.
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        square.index() < self.span() && self.all.contains(square)
    }

    /// Returns the square with this ordinal. The ordinal is the number of squares with smaller
    /// numbers.
    #[must_use]
    pub fn nth(&self, ordinal: usize) -> Option<Square> {
        self.all.nth(u32::try_from(ordinal).ok()?)
    }

    /// Returns all squares in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        self.all.into_iter()
    }

    /// Returns the set of all squares.
    #[must_use]
    pub fn all(&self) -> Zone {
        self.all
    }

    /// Returns the cell of a square.
    ///
    /// # Panics
    /// Panics if the square is not on this board.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()].expect("a square of this board")
    }

    /// Returns the square at a file and rank, both from 0, or `None` for a hole or a cell outside
    /// the board.
    #[must_use]
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        let inside = file >= 0 && rank >= 0 && file < self.files as i32 && rank < self.ranks as i32;
        if inside {
            self.squares[rank as usize * self.files as usize + file as usize]
        } else {
            None
        }
    }

    /// Returns `Some(true)` for a light square, `Some(false)` for a dark one, and `None` on an
    /// uncoloured board.
    #[must_use]
    pub fn is_light(&self, square: Square) -> Option<bool> {
        let cell = self.cell(square);
        self.light_is_even.map(|even| (cell.file + cell.rank).is_multiple_of(2) == even)
    }

    /// Returns the walls. A wall is given by the two cells that it separates. The lower or left
    /// cell comes first.
    #[must_use]
    pub fn walls(&self) -> &[(Cell, Cell)] {
        &self.walls
    }

    /// Returns the square to which one step or leap leads. If the piece enters a portal, this is
    /// the portal's exit. A wall stops each step across the wall, and each diagonal step through an
    /// end of the wall. A one-way edge stops each step against the direction of the edge. Leaps
    /// ignore walls and one-way edges.
    #[must_use]
    pub fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        let to = self.target(from, vector)?;
        if vector.is_step() {
            let straight = vector.dx == 0 || vector.dy == 0;
            let against = straight && self.one_way.contains(&(self.cell(from), self.cell(to)));
            if against || self.stopped[from.index()] & step_bit(vector) != 0 {
                return None;
            }
        }
        // If a portal is next to its exit, a step into the portal may also lead back to `from`.
        Some(self.exit(to)).filter(|exit| *exit != from)
    }

    /// Returns the target square of a step or leap. Ignores walls and portals.
    fn target(&self, from: Square, vector: Vector) -> Option<Square> {
        // On a narrow board that wraps, a leap may lead back to its start.
        self.beside(self.cell(from), vector).filter(|to| *to != from)
    }

    /// Returns the square to which a vector leads from a cell. If the board wraps, the vector may
    /// cross the joined sides of the board.
    fn beside(&self, cell: Cell, vector: Vector) -> Option<Square> {
        let [files, ranks] = [self.files, self.ranks].map(i32::from);
        let round = |at: i32, size: i32, wraps: bool| if wraps { at.rem_euclid(size) } else { at };
        self.at(
            round(i32::from(cell.file) + i32::from(vector.dx), files, self.wraps[0]),
            round(i32::from(cell.rank) + i32::from(vector.dy), ranks, self.wraps[1]),
        )
    }

    /// Returns the step whose repetition leads in a straight line from one square to another.
    /// Ignores walls and holes. Returns `None` if no straight line connects the squares.
    #[must_use]
    pub fn line(&self, from: Square, to: Square) -> Option<Vector> {
        let (a, b) = (self.cell(from), self.cell(to));
        let (dx, dy) = (b.file as i8 - a.file as i8, b.rank as i8 - a.rank as i8);
        let on_line = from != to && (dx == 0 || dy == 0 || dx.abs() == dy.abs());
        on_line.then(|| Vector::new(dx.signum(), dy.signum()))
    }

    /// Returns `true` if a wall on an edge would stop a step. A wall stops each step across the
    /// wall, and each diagonal step through an end of the wall.
    #[must_use]
    pub fn stops(&self, edge: (Cell, Cell), from: Square, vector: Vector) -> bool {
        if !vector.is_step() {
            return false;
        }
        let cell = self.cell(from);
        if vector.dx != 0 && vector.dy != 0 {
            let (a, b) = edge;
            let other = if a.rank == b.rank { (b.file, b.rank + 1) } else { (b.file + 1, b.rank) };
            let (x, y) = (i32::from(cell.file), i32::from(cell.rank));
            let corner = (x + i32::from(vector.dx > 0), y + i32::from(vector.dy > 0));
            return [(b.file, b.rank), other].iter().any(|end| self.same_corner(*end, corner));
        }
        self.target(from, vector).is_some_and(|to| {
            let target = self.cell(to);
            edge == if cell <= target { (cell, target) } else { (target, cell) }
        })
    }

    /// Returns `true` if two corners, `(a, b)` and `(x, y)`, are the same point. If the board
    /// wraps, corners on opposite sides of the bounding box can be the same point.
    fn same_corner(&self, (a, b): (u8, u8), (x, y): (i32, i32)) -> bool {
        let same = |p: u8, q: i32, size: u8, wraps: bool| {
            let apart = i32::from(p) - q;
            apart == 0 || wraps && apart.rem_euclid(i32::from(size)) == 0
        };
        same(a, x, self.files, self.wraps[0]) && same(b, y, self.ranks, self.wraps[1])
    }

    /// Returns the name of a square: the letters of its file, then its rank. The bottom left cell
    /// is `a1`.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        self.cell(square).to_string()
    }

    /// Returns the cell with this name. The cell may be a square or a hole. Returns `None` if the
    /// bounding box has no such cell.
    #[must_use]
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, digits) = name.split_at(letters);
        let file = file_named(letters).filter(|file| *file < self.files)?;
        let plain = !digits.is_empty()
            && digits.len() <= 2
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.starts_with('0');
        let rank: u8 = if plain {
            digits.parse().ok()?
        } else {
            return None;
        };
        (rank <= self.ranks).then(|| Cell { file, rank: rank - 1 })
    }

    /// Returns the square with this name, or `None` if there is none.
    #[must_use]
    pub fn square_named(&self, name: &str) -> Option<Square> {
        let cell = self.cell_named(name)?;
        self.at(cell.file as i32, cell.rank as i32)
    }
}

#[cfg(test)]
mod tests;
