//! Reads the games of a file one after the other, so that a file may have any size.

use std::io::{self, BufRead, Read as _};

use super::blank_comments::BlankedText;
use super::limits::MAX_LENGTH;
use super::{Mistake, PgnError, Record, parser};

/// Reads the games of a file one after the other. Only the text of one game is in memory.
///
/// A new game begins only at a line that begins with a tag, and only if the game before it has
/// movetext. A game that begins elsewhere is returned in one text with the game before it.
///
/// ```
/// use quadrille_dsl::pgn::GameReader;
///
/// let file = "[Event \"one\"]\n\n1. e4 *\n\n[Event \"two\"]\n\n1. d4 *\n";
/// for game in GameReader::new(file.as_bytes()) {
///     let records = game?.records()?;
///     assert_eq!(records[0].words.len(), 1);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    /// The last line that was read, if it is the first line of the next game.
    line: Vec<u8>,
    /// The number of lines of the file that were read, not counting the line in `line`.
    lines: usize,
    /// The number of bytes in these lines.
    offset: usize,
    is_done: bool,
}

/// The text of a game, as its file contains it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText {
    /// The text.
    pub text: String,
    /// The number of the text's first line in the file. It counts from 1.
    pub first_line: usize,
    /// The byte offset of the text in the file.
    pub offset: usize,
    /// The text without comments.
    blanked: String,
}

/// The reason why the games of a file can't be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameReadError {
    /// The file can't be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game is not text.
    #[error("the game at line {first_line} is not UTF-8 text")]
    NotText {
        /// The number of the game's first line.
        first_line: usize,
    },
    /// A game is too long.
    #[error(
        "the game at line {first_line} has more than {max} MiB; look for a comment that is not closed",
        max = MAX_LENGTH >> 20
    )]
    TooLong {
        /// The number of the game's first line.
        first_line: usize,
    },
}

impl<R: BufRead> GameReader<R> {
    /// Creates a reader of the games in `input`.
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), lines: 0, offset: 0, is_done: false }
    }

    /// Returns the text of the next game. Returns `None` at the end of the file.
    fn game(&mut self) -> Result<Option<GameText>, GameReadError> {
        let (mut text, mut blanked) = (Vec::new(), BlankedText::default());
        let (mut first_line, mut offset) = (self.lines + 1, self.offset);
        loop {
            if self.line.is_empty() && !self.read_line()? {
                break;
            }
            if self.line.starts_with(b"[") {
                blanked.push(&text[blanked.len()..]);
                if blanked.is_whole_game() {
                    break;
                }
            }
            self.lines += usize::from(self.line.ends_with(b"\n"));
            self.offset += self.line.len();
            if text.is_empty() && is_blank(&self.line) {
                self.line.clear();
                (first_line, offset) = (self.lines + 1, self.offset);
                continue;
            }
            text.append(&mut self.line);
            if text.len() > MAX_LENGTH {
                return Err(GameReadError::TooLong { first_line });
            }
        }
        if text.is_empty() {
            return Ok(None);
        }
        blanked.push(&text[blanked.len()..]);
        let not_text = |_| GameReadError::NotText { first_line };
        let text = String::from_utf8(text).map_err(not_text)?;
        let blanked = String::from_utf8(blanked.into_text()).map_err(not_text)?;
        Ok(Some(GameText { text, first_line, offset, blanked }))
    }

    /// Reads a line. Returns `false` at the end of the file.
    fn read_line(&mut self) -> io::Result<bool> {
        let most = MAX_LENGTH as u64 + 1;
        Ok(self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? > 0)
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<GameText, GameReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let game = self.game().transpose();
        self.is_done = !matches!(game, Some(Ok(_)));
        game
    }
}

impl GameText {
    /// Reads the records of the text. Skips comments, annotations and variations. A text that
    /// begins with a tag usually has one record.
    ///
    /// # Errors
    /// Returns a [`PgnError`] about the first text that can't be part of a record. The place of the
    /// error is a place in [`text`](Self::text).
    pub fn records(&self) -> Result<Vec<Record>, PgnError> {
        parser::records(&self.blanked)
    }
}

/// Reads all games of a text. Skips comments, annotations and variations.
///
/// # Errors
/// Returns a [`PgnError`] about the first text that can't be part of a record.
pub fn read(text: &str) -> Result<Vec<Record>, PgnError> {
    let mut records = Vec::new();
    for game in GameReader::new(text.as_bytes()) {
        let game = game.map_err(|_| {
            PgnError::new(0..text.len(), Mistake::TooLong).help("close each comment")
        })?;
        let mut read = game.records().map_err(|error| error.shifted(game.offset))?;
        read.iter_mut().for_each(|record| record.shift(game.offset));
        records.append(&mut read);
    }
    Ok(records)
}

/// Returns `true` if a line between two games is not part of a game.
fn is_blank(line: &[u8]) -> bool {
    line.starts_with(b"%") || line.trim_ascii().is_empty()
}
