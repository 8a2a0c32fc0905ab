//! Reads the games of a PGN4 file one after the other, and collects their mistakes.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use quadrille_dsl::pgn::{GameReader, PgnError, Record};
use quadrille_dsl::{Diagnostic, Source};

use crate::context;
use crate::output::exit::Failure;

/// The maximum number of mistakes in games that are reported.
const MAX_MISTAKES: usize = 100;

/// Reads the records of a file. Only one game is in memory.
pub(super) struct RecordReader {
    name: String,
    games: GameReader<BufReader<File>>,
    /// The last text that was read from the file. `records` contains those records of this text
    /// that have not been returned yet.
    source: Arc<Source>,
    records: std::vec::IntoIter<Record>,
    has_games: bool,
}

impl RecordReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be opened.
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        Ok(Self {
            games: GameReader::new(context::open_file(path)?),
            source: Source::new(&*name, ""),
            name,
            records: Vec::new().into_iter(),
            has_games: false,
        })
    }

    /// Returns the next record. Returns `None` at the end of the file.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be read, or a game has mistakes.
    pub(super) fn next(&mut self) -> Result<Option<Record>, Failure> {
        loop {
            if let Some(record) = self.records.next() {
                self.has_games = true;
                return Ok(Some(record));
            }
            let Some(game) = self.games.next() else { return Ok(None) };
            let game = game.map_err(|error| context::unreadable_game(&self.name, error))?;
            let records = game.records();
            self.source = Source::part(&*self.name, game.text, game.first_line);
            self.records = records.map_err(|error| wrong(&self.source, &error))?.into_iter();
        }
    }

    /// Returns the text of the last record.
    pub(super) const fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Returns `true` if a record was read.
    pub(super) const fn has_games(&self) -> bool {
        self.has_games
    }
}

/// The mistakes in the games of a file.
#[derive(Default)]
pub(super) struct RecordMistakes {
    list: Vec<Diagnostic>,
    /// The number of games whose mistakes are not in the list.
    more: usize,
}

impl RecordMistakes {
    /// Keeps the mistakes of a game.
    ///
    /// # Errors
    /// Returns the failure if it is not about a mistake in a file.
    pub(super) fn add(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Files(_) if self.list.len() >= MAX_MISTAKES => self.more += 1,
            Failure::Files(list) => self.list.extend(list),
            failure => return Err(failure),
        }
        Ok(())
    }

    /// Returns `true` if there are no mistakes.
    pub(super) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Reports the mistakes, after all games.
    ///
    /// # Errors
    /// Returns a [`Failure`] if there are mistakes.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        if self.more > 0 {
            let message = format!("{} more games have mistakes", self.more);
            self.list.push(Diagnostic::plain(message));
        }
        if self.list.is_empty() { Ok(()) } else { Err(Failure::Files(self.list)) }
    }
}

/// Returns the failure for an error in a record, with its place.
pub(super) fn wrong(source: &Arc<Source>, error: &PgnError) -> Failure {
    Failure::Files(vec![error.in_input(source)])
}
