//! Reads the start position from a two-player FEN: the board, the pieces in hand, the player to
//! move, the castling rights, and the number of checks that win.

/// A start position.
#[derive(Clone, Default, Debug)]
pub(crate) struct StartPosition {
    /// The cells, the top rank first.
    pub(crate) rows: Vec<Vec<FenCell>>,
    /// The rows and files of the pieces that have turned into another kind. The row is an index
    /// into `rows`.
    pub(crate) turned: Vec<(usize, usize)>,
    /// The rows and files of the pieces that were pawns. The row is an index into `rows`.
    pub(crate) promoted: Vec<(usize, usize)>,
    /// The pieces in hand.
    pub(crate) hand: Vec<char>,
    /// `true` if Black moves first.
    pub(crate) black: bool,
    /// The letters of castling rights.
    pub(crate) castling: String,
    /// The number of checks that win, for White and for Black.
    pub(crate) checks: Option<(u32, u32)>,
}

impl StartPosition {
    /// Returns the letters of all pieces on the board and in hand, in lower case.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        let on_board = self.rows.iter().flatten().filter_map(|cell| match cell {
            FenCell::Piece(letter) => Some(letter),
            FenCell::Hole | FenCell::Empty => None,
        });
        on_board.chain(&self.hand).map(char::to_ascii_lowercase)
    }
}

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FenCell {
    Hole,
    Empty,
    /// A piece. White's letters are upper case.
    Piece(char),
}

/// Reads a position for a board of this size.
///
/// # Errors
/// Returns a message if the FEN can't be read.
pub(crate) fn read(fen: &str, files: usize, ranks: usize) -> Result<StartPosition, String> {
    let mut fields = fen.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let (board, hand) = match board.split_once('[') {
        Some((board, hand)) => (board, hand.trim_end_matches(']')),
        None => (board, ""),
    };
    let mut start = StartPosition {
        hand: hand.chars().filter(char::is_ascii_alphabetic).collect(),
        ..StartPosition::default()
    };
    let mut rows: Vec<&str> = board.split('/').collect();
    // An extra row contains the pieces in hand. Such a row has no digits, and the number of its
    // letters is not the number of files.
    if rows.len() == ranks + 1
        && let Some(last) = rows.last()
        && !last.contains(|c: char| c.is_ascii_digit())
        && last.chars().filter(|c| *c != '+').count() != files
    {
        start.hand.extend(last.chars().filter(char::is_ascii_alphabetic));
        rows.pop();
    }
    for row in rows {
        let FenRow { cells, turned, promoted } = read_row(row, files)?;
        if cells.len() != files {
            return Err(format!("the row `{row}` has {} files, not {files}", cells.len()));
        }
        let number = start.rows.len();
        start.turned.extend(turned.into_iter().map(|file| (number, file)));
        start.promoted.extend(promoted.into_iter().map(|file| (number, file)));
        start.rows.push(cells);
    }
    if start.rows.len() != ranks {
        return Err(format!("there are {} ranks, not {ranks}", start.rows.len()));
    }
    match fields.next() {
        Some("b") => start.black = true,
        Some("w") | None => {}
        Some(other) => return Err(format!("the player to move must be `w` or `b`, not `{other}`")),
    }
    // Some files omit the castling rights. The next field then begins with a digit.
    let rights =
        fields.clone().next().filter(|field| !field.starts_with(|c: char| c.is_ascii_digit()));
    start.castling = rights.unwrap_or_default().chars().filter(|c| *c != '-').collect();
    start.checks = fields.find_map(|field| {
        let (white, black) = field.split_once('+')?;
        Some((white.parse().ok()?, black.parse().ok()?))
    });
    Ok(start)
}

/// One row of the board: its cells, the files of the pieces that have turned, and the files of the
/// pieces that were pawns.
#[derive(Default)]
struct FenRow {
    cells: Vec<FenCell>,
    turned: Vec<usize>,
    promoted: Vec<usize>,
}

/// Reads one row.
fn read_row(text: &str, files: usize) -> Result<FenRow, String> {
    let mut row = FenRow::default();
    let mut number = 0_usize;
    for c in text.chars().chain([' ']) {
        if let Some(digit) = c.to_digit(10) {
            number = number * 10 + digit as usize;
            if number > files {
                return Err(format!("the row `{text}` has more than {files} files"));
            }
            continue;
        }
        row.cells.extend(std::iter::repeat_n(FenCell::Empty, number));
        number = 0;
        match c {
            ' ' => {}
            '*' => row.cells.push(FenCell::Hole),
            '+' => row.turned.push(row.cells.len()),
            '~' => match row.cells.last() {
                Some(FenCell::Piece(_)) => row.promoted.push(row.cells.len() - 1),
                _ => return Err(format!("in the row `{text}` no piece precedes a `~`")),
            },
            letter if letter.is_ascii_alphabetic() => row.cells.push(FenCell::Piece(letter)),
            other => return Err(format!("`{other}` is not a cell of a board")),
        }
    }
    if row.turned.iter().any(|file| *file >= row.cells.len()) {
        return Err(format!("in the row `{text}` no piece follows a `+`"));
    }
    Ok(row)
}
