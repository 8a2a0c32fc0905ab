//! Saves the games of a comparison or match. Each run of games has its own database, and games can
//! also be saved as records.

mod records;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{MAIN_SEPARATOR, Path};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use quadrille_dsl::Ruleset;
use quadrille_reports::row::GameRow;
use quadrille_reports::run::RunIdentity;
use quadrille_study::sim::{self, GameRecord, Plan};

pub use records::RecordWriter;

use crate::args::KeepArgs;
use crate::output::exit::Failure;
use crate::store::{RowWriter, Store};

/// The maximum length of the agents' part of the name of a run.
const MAX_AGENTS_NAME_LENGTH: usize = 40;

/// Plays runs of games, and saves their games.
pub struct RunKeeper<'a> {
    args: &'a KeepArgs,
    /// The open databases, by the names of their runs.
    stores: BTreeMap<String, Store>,
}

impl<'a> RunKeeper<'a> {
    /// Creates a keeper of games, and the folders that the arguments name.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a folder can't be created.
    pub fn new(args: &'a KeepArgs) -> Result<Self, Failure> {
        for folder in args.out.iter().chain(&args.records) {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
        }
        Ok(Self { args, stores: BTreeMap::new() })
    }

    /// Returns the games of a plan, in order. Games that are not saved yet are played and saved. If
    /// `stop` is set meanwhile, only the games before the first missing game are returned.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a file can't be read or written, or contains another run.
    pub fn games(
        &mut self,
        name: &str,
        loaded: &Ruleset,
        plan: &Plan,
        stop: &AtomicBool,
        tick: &(dyn Fn() + Sync),
    ) -> Result<Vec<GameRow>, Failure> {
        let plan = Plan { record: self.args.records.is_some(), ..plan.clone() };
        let store = match &self.args.out {
            Some(folder) => Some(self.store(&folder.join(format!("{name}.db")), loaded, &plan)?),
            None => None,
        };
        let records = match &self.args.records {
            Some(folder) => {
                let folder = format!("{}{MAIN_SEPARATOR}", folder.join(name).display());
                Some(RecordWriter::create(Path::new(&folder), loaded, &plan, true)?)
            }
            None => None,
        };
        let missing = match &store {
            Some(store) => within(&store.missing()?, &plan.games),
            None => vec![plan.games.clone()],
        };
        let writer = store.map(RowWriter::new);
        let played: Mutex<Vec<GameRow>> = Mutex::default();
        let done = |game: GameRecord| {
            let row = GameRow::new(loaded.spec(), &plan, &game);
            // The record of a game is written before the game is counted.
            let kept = records.as_ref().is_none_or(|records| records.add(&game))
                && match &writer {
                    Some(writer) => writer.add(row, Vec::new()),
                    None => {
                        played.lock().unwrap_or_else(PoisonError::into_inner).push(row);
                        true
                    }
                };
            if !kept {
                stop.store(true, Ordering::Relaxed);
            }
            tick();
        };
        for games in missing {
            let part = Plan { games, ..plan.clone() };
            // The rows contain the whole summary.
            let _ = sim::run(&loaded.rules, &|| loaded.hooks(), &part, stop, &done);
        }
        let store = writer.map(RowWriter::finish).transpose()?;
        records.map_or(Ok(()), RecordWriter::finish)?;
        let mut rows = match &store {
            Some(store) => store.rows(&plan.games)?,
            None => played.into_inner().unwrap_or_else(PoisonError::into_inner),
        };
        rows.sort_by_key(|row| row.game);
        let whole = rows.iter().zip(plan.games).take_while(|(row, game)| row.game == *game).count();
        rows.truncate(whole);
        if let Some(store) = store {
            self.stores.insert(name.to_owned(), store);
        }
        Ok(rows)
    }

    /// Opens the database of a run, and widens the run to the games of the plan.
    fn store(&mut self, path: &Path, loaded: &Ruleset, plan: &Plan) -> Result<Store, Failure> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let mut store = match self.stores.remove(&*name) {
            Some(store) => store,
            None => {
                let identity = RunIdentity::new(loaded, plan);
                Store::open_growing(path, &identity, &plan.games, self.args.resume)?
            }
        };
        store.widen(&plan.games)?;
        Ok(store)
    }
}

/// Returns those parts of `ranges` that lie within `whole`.
fn within(ranges: &[Range<u64>], whole: &Range<u64>) -> Vec<Range<u64>> {
    let cut = ranges.iter().map(|r| r.start.max(whole.start)..r.end.min(whole.end));
    cut.filter(|range| !range.is_empty()).collect()
}

/// Returns the name of a run, which is used in the name of its file. It consists of the run's
/// number, from 1, the names of its agents, and its side.
#[must_use]
pub fn run_name(place: usize, agents: &str, side: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '+' { c } else { '-' };
    let plain =
        |text: &str| text.chars().map(plain).take(MAX_AGENTS_NAME_LENGTH).collect::<String>();
    format!("{}-{}-{}", place + 1, plain(agents), plain(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_runs_are_names_of_files_everywhere() {
        assert_eq!(run_name(0, "mcts:100+random", "a"), "1-mcts-100+random-a");
        assert!(run_name(9, &"greedy+".repeat(64), "b").len() < 60);
    }

    #[test]
    fn only_what_was_asked_for_is_missing() {
        let missing = [0..5, 8..10, 20..30];
        assert_eq!(within(&missing, &(3..22)), [3..5, 8..10, 20..22]);
    }
}
