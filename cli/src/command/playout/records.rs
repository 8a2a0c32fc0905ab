//! Game records: a line of JSON for each game, in the order of their indices.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use quadrille_core::effect::SeatResult;
use quadrille_core::playout::GameRecord;
use quadrille_core::{Action, PlayError, game};
use quadrille_dsl::{Loaded, text};
use serde::Serialize;

use super::tally::ending;
use crate::exit::Failure;

/// A game as it is written.
#[derive(Serialize)]
struct Line {
    index: u64,
    plies: u32,
    /// Each seat's result by its name; none if a script failed.
    result: Option<BTreeMap<String, &'static str>>,
    ending: Option<&'static str>,
    clause: Option<String>,
    error: Option<String>,
    /// How often each clause fired that did.
    clauses: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    metrics: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<String>>,
}

/// The file that records go to.
pub struct Records<'a> {
    loaded: &'a Loaded,
    actions: bool,
    queue: Mutex<Queue>,
}

/// Lines on their way to the file.
struct Queue {
    name: String,
    file: BufWriter<File>,
    /// The next index to be written.
    next: u64,
    /// Lines that wait for earlier games.
    waiting: BTreeMap<u64, String>,
    failure: Option<Failure>,
}

impl<'a> Records<'a> {
    /// Opens the file, before any game is played.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn create(
        path: &Path,
        loaded: &'a Loaded,
        first: u64,
        actions: bool,
    ) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| Failure::io(&name, &error))?;
        let (file, waiting) = (BufWriter::new(file), BTreeMap::new());
        let queue = Mutex::new(Queue { name, file, next: first, waiting, failure: None });
        Ok(Self { loaded, actions, queue })
    }

    /// Takes a record, from any thread and in any order; false if records can't be kept.
    pub fn add(&self, record: &GameRecord) -> bool {
        let line = line(self.loaded, record, self.actions);
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.insert(record.index, line);
        queue.write_ready();
        queue.failure.is_none()
    }

    /// Writes what still waits (games are missing between if the run was interrupted).
    ///
    /// # Errors
    /// If the records could not all be written.
    pub fn finish(self) -> Result<(), Failure> {
        let mut queue = self.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        for line in std::mem::take(&mut queue.waiting).into_values() {
            queue.write(&line);
        }
        let flushed = queue.file.flush().map_err(|error| Failure::io(&queue.name, &error));
        queue.failure.map_or(flushed, Err)
    }
}

impl Queue {
    /// Writes the lines whose turn has come.
    fn write_ready(&mut self) {
        while let Some(line) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.write(&line);
        }
    }

    fn write(&mut self, line: &str) {
        if self.failure.is_none()
            && let Err(error) = writeln!(self.file, "{line}")
        {
            self.failure = Some(Failure::io(&self.name, &error));
        }
    }
}

/// A game's line.
fn line(loaded: &Loaded, record: &GameRecord, actions: bool) -> String {
    let spec = loaded.rules.spec();
    let outcome = record.end.as_ref().ok();
    let ending = outcome.map(|outcome| ending(spec, outcome.ending));
    let name = |(i, result): (usize, &SeatResult)| {
        let word = match result {
            SeatResult::Win => "win",
            SeatResult::Draw => "draw",
            SeatResult::Loss => "loss",
        };
        Some((spec.seats.get(i)?.name.clone(), word))
    };
    let fired = spec.clauses.iter().map(|clause| &clause.id).zip(record.clauses.iter().copied());
    let metrics = spec.metrics.iter().zip(record.metrics.iter().copied());
    let (actions, failure) = match actions.then(|| written(loaded, &record.actions)) {
        None => (None, None),
        Some(Ok(actions)) => (Some(actions), None),
        Some(Err(error)) => (None, Some(error.to_string())),
    };
    let line = Line {
        index: record.index,
        plies: record.plies,
        result: outcome.map(|o| o.results.iter().enumerate().filter_map(name).collect()),
        ending: ending.as_ref().map(|ending| ending.kind),
        clause: ending.and_then(|ending| ending.clause),
        error: record.end.as_ref().err().map(ToString::to_string).or(failure),
        clauses: fired.filter(|(_, n)| *n > 0).map(|(id, n)| (id.clone(), n)).collect(),
        metrics: metrics.map(|(name, n)| (name.clone(), n)).collect(),
        actions,
    };
    serde_json::to_string(&line).unwrap_or_default()
}

/// Actions as text: the game is played again, for a text depends on what else was legal.
fn written(loaded: &Loaded, actions: &[Action]) -> Result<Vec<String>, PlayError> {
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks)?;
    let mut texts = Vec::with_capacity(actions.len());
    for &action in actions {
        let legal = game.actions()?;
        let place = legal.iter().position(|other| *other == action).ok_or(PlayError::Illegal)?;
        texts.extend(text::write(&*game, &legal).into_iter().nth(place));
        game.play(action)?;
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(path: &Path) -> Queue {
        let file = BufWriter::new(File::create(path).unwrap());
        let name = path.display().to_string();
        Queue { name, file, next: 5, waiting: BTreeMap::new(), failure: None }
    }

    #[test]
    fn lines_are_written_in_the_order_of_their_games() {
        let path = std::env::temp_dir().join(format!("quadrille-records-{}", std::process::id()));
        let mut queue = queue(&path);
        for index in [7u64, 5, 8, 6] {
            queue.waiting.insert(index, index.to_string());
            queue.write_ready();
        }
        assert!(queue.waiting.is_empty());
        queue.file.flush().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "5\n6\n7\n8\n");
        std::fs::remove_file(path).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_noticed() {
        let mut queue = queue(Path::new("/dev/full"));
        queue.write(&"x".repeat(100_000));
        assert_eq!(queue.failure.map(|f| f.code()), Some(crate::exit::FILE));
    }
}
