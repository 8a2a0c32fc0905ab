//! Writes games as PGN4, which the command `replay` reads. The games are written to a folder with
//! one file for each game, or to one file in the order of their indices.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use quadrille_dsl::Ruleset;
use quadrille_reports::record;
use quadrille_study::sim::{GameRecord, Plan};

use crate::output;
use crate::output::exit::Failure;

/// A writer of games as PGN4 records.
pub struct RecordWriter<'a> {
    loaded: &'a Ruleset,
    plan: &'a Plan,
    place: RecordTarget,
    failure: Mutex<Option<Failure>>,
}

enum RecordTarget {
    /// A file for each game in this folder. A game counts as played only when its file is complete,
    /// so an interrupted run has no missing or incomplete records.
    Folder(PathBuf),
    /// All records in one file.
    File(Box<Mutex<RecordQueue>>),
}

/// The records that are waiting to be written to one file.
struct RecordQueue {
    name: String,
    file: BufWriter<File>,
    /// The index of the next game to be written.
    next: u64,
    /// The records that wait for the records of earlier games.
    waiting: BTreeMap<u64, String>,
}

impl<'a> RecordWriter<'a> {
    /// Creates the folder or the file, before any game is played.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the folder or the file can't be written. Also returns an error if a
    /// run with a single file is resumed, because this file already contains the earlier games of
    /// the run.
    pub fn create(
        path: &Path,
        loaded: &'a Ruleset,
        plan: &'a Plan,
        resume: bool,
    ) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::io(&name, &error);
        let place = if path.is_dir() || name.ends_with(['/', std::path::MAIN_SEPARATOR]) {
            fs::create_dir_all(path).map_err(failed)?;
            RecordTarget::Folder(path.to_owned())
        } else if resume {
            return Err(Failure::advised(
                format!("the records in {name} can't be continued, because they are in one file"),
                Some(format!("use a folder instead: --records {name}/")),
            ));
        } else {
            let file = BufWriter::new(File::create(path).map_err(failed)?);
            let (next, waiting) = (plan.games.start, BTreeMap::new());
            RecordTarget::File(Box::new(Mutex::new(RecordQueue { name, file, next, waiting })))
        };
        Ok(Self { loaded, plan, place, failure: Mutex::new(None) })
    }

    /// Receives a game and writes its record. Games may come from any thread and in any order.
    /// Returns `false` if saving has failed.
    pub fn add(&self, game: &GameRecord) -> bool {
        let written =
            record::text(self.loaded, self.plan, game).map_err(Failure::from).and_then(|text| {
                match &self.place {
                    RecordTarget::Folder(folder) => {
                        let name = format!("{:08}.pgn4", game.index);
                        output::save_inside(folder, &name, text.as_bytes()).map(drop)
                    }
                    RecordTarget::File(queue) => {
                        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                        queue.waiting.insert(game.index, text);
                        queue.write_ready()
                    }
                }
            });
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = written {
            failure.get_or_insert(error);
        }
        failure.is_none()
    }

    /// Writes the records that still wait for the records of earlier games. In an interrupted run,
    /// these earlier games are never played.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a record could not be written.
    pub fn finish(self) -> Result<(), Failure> {
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = failure {
            return Err(failure);
        }
        let RecordTarget::File(queue) = self.place else { return Ok(()) };
        let mut queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        for text in std::mem::take(&mut queue.waiting).into_values() {
            queue.write(&text)?;
        }
        queue.file.flush().map_err(|error| Failure::io(&queue.name, &error))
    }
}

impl RecordQueue {
    /// Writes each waiting record for which the records of all earlier games are written.
    fn write_ready(&mut self) -> Result<(), Failure> {
        while let Some(text) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(&text)?;
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.file, "{text}").map_err(|error| Failure::io(&self.name, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::exit;

    fn queue(path: &Path) -> RecordQueue {
        let file = BufWriter::new(File::create(path).unwrap());
        let name = path.display().to_string();
        RecordQueue { name, file, next: 5, waiting: BTreeMap::new() }
    }

    #[test]
    fn records_are_written_in_the_order_of_their_games() {
        let path = std::env::temp_dir().join(format!("quadrille-records-{}", std::process::id()));
        let mut queue = queue(&path);
        for index in [7u64, 5, 8, 6] {
            queue.waiting.insert(index, index.to_string());
            queue.write_ready().unwrap();
        }
        assert!(queue.waiting.is_empty());
        queue.file.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "5\n6\n7\n8\n");
        fs::remove_file(path).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_noticed() {
        let mut queue = queue(Path::new("/dev/full"));
        let written = queue.write(&"x".repeat(100_000));
        assert_eq!(written.unwrap_err().code(), exit::FILE);
    }
}
