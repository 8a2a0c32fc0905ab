//! Writes rows on a separate thread. A game counts as saved only after the commit of its row.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use quadrille_dsl::text::prose::quantity;

use quadrille_reports::row::GameRow;
use quadrille_reports::series::PlyRow;

use super::{Store, row};
use crate::output::exit::Failure;

/// The maximum number of rows that wait to be written.
const MAX_QUEUED_ROWS: usize = 64;

/// A game and, if plies are saved, its plies.
type GameRows = (GameRow, Vec<PlyRow>);

/// A writer of rows to a database. It receives games from any thread.
pub struct RowWriter {
    sender: SyncSender<GameRows>,
    thread: JoinHandle<(Store, Result<(), Failure>)>,
    failed: std::sync::Arc<AtomicBool>,
}

impl RowWriter {
    /// Starts a thread that writes to a database.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let (sender, receiver) = sync_channel(MAX_QUEUED_ROWS);
        let failed = std::sync::Arc::new(AtomicBool::new(false));
        let flag = std::sync::Arc::clone(&failed);
        let thread = std::thread::spawn(move || {
            let written = write(&store, &receiver);
            flag.store(written.is_err(), Ordering::Relaxed);
            drop(receiver);
            (store, written)
        });
        Self { sender, thread, failed }
    }

    /// Queues a game and its plies for writing. Returns `false` if saving has failed.
    pub fn add(&self, row: GameRow, plies: Vec<PlyRow>) -> bool {
        self.sender.send((row, plies)).is_ok() && !self.failed.load(Ordering::Relaxed)
    }

    /// Waits until all rows are saved, and returns the database.
    ///
    /// # Errors
    /// Returns a [`Failure`] if some rows could not be saved.
    pub fn finish(self) -> Result<Store, Failure> {
        drop(self.sender);
        let Ok((store, written)) = self.thread.join() else {
            return Err(Failure::Io {
                name: "database".to_owned(),
                why: "the writer thread panicked".to_owned(),
            });
        };
        match written {
            Ok(()) => Ok(store),
            Err(Failure::Io { name, why }) => {
                let kept = store.played().map(|ranges| super::count(&ranges));
                let kept =
                    kept.map(|n| format!("; {} saved, `--resume` continues", quantity(n, "game")));
                Err(Failure::Io { name, why: format!("{why}{}", kept.unwrap_or_default()) })
            }
            Err(other) => Err(other),
        }
    }
}

/// Writes rows until the sender closes the channel. Each commit contains all rows that have arrived
/// since the previous commit.
fn write(store: &Store, rows: &Receiver<GameRows>) -> Result<(), Failure> {
    let failed = |error: rusqlite::Error| store.failure(&error);
    let mut insert = store.connection.prepare(&row::insert()).map_err(failed)?;
    let mut insert_ply = store.connection.prepare(row::INSERT_PLY).map_err(failed)?;
    while let Ok(first) = rows.recv() {
        let whole = store.connection.unchecked_transaction().map_err(failed)?;
        let mut next = Some(first);
        while let Some((game, plies)) = next {
            row::write(&game, &mut insert).map_err(failed)?;
            for ply in &plies {
                row::write_ply(ply, &mut insert_ply).map_err(failed)?;
            }
            next = rows.try_recv().ok();
        }
        whole.commit().map_err(failed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use quadrille_agents::AgentSpec;
    use quadrille_dsl::library::Shelf;
    use quadrille_reports::run::RunIdentity;
    use quadrille_study::sim::{self, Opening, Plan};

    use super::*;
    use crate::args::RuleChange;
    use crate::context;

    /// The environment variable with the path of the second process's database.
    const PATH: &str = "QUADRILLE_TEST_DATABASE";
    /// The environment variable with the memory limit of the second process, in bytes.
    const MEMORY: &str = "QUADRILLE_TEST_MEMORY";
    /// The number of games that the second process plays.
    const GAMES: u64 = 300;

    #[test]
    #[ignore = "the second process of another test"]
    fn second_process() {
        let (Some(path), Ok(bytes)) = (std::env::var_os(PATH), std::env::var(MEMORY)) else {
            return;
        };
        let loaded =
            context::open(&Shelf::default(), "orthodox-chess", RuleChange::default()).unwrap();
        let plan = Plan {
            seed: 1,
            games: 0..GAMES,
            agents: vec![AgentSpec::Random; 2],
            rotate: false,
            jobs: 1,
            record: false,
            measure: true,
            timed: false,
            ply_limit: Some(2),
            opening: Opening::Array,
        };
        let identity = RunIdentity::new(&loaded, &plan);
        let store = Store::open(Path::new(&path), &identity, &plan.games, false).unwrap();
        // The limit holds for all connections of the process.
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection.execute_batch(&format!("PRAGMA hard_heap_limit = {bytes}")).unwrap();
        let writer = RowWriter::new(store);
        let stop = AtomicBool::new(false);
        let _ = sim::run(&loaded.rules, &|| loaded.hooks(), &plan, &stop, &|game| {
            if !writer.add(GameRow::new(loaded.spec(), &plan, &game), Vec::new()) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        if let Err(failure) = writer.finish().map(drop) {
            panic!("{}", failure.diagnostics()[0].message);
        }
    }

    #[test]
    fn the_reported_number_of_games_is_kept_if_memory_runs_out() {
        let folder = std::env::temp_dir().join(format!("quadrille-memory-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut failures = 0;
        for kilobytes in [50, 100, 200, 300, 400, 800, 6400] {
            let path = folder.join(format!("{kilobytes}.db"));
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "store::writer::tests::second_process", "--ignored"]);
            command.env(PATH, &path).env(MEMORY, (kilobytes * 1000).to_string());
            let ended = command.arg("--nocapture").output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            let store = Store::read(&path).unwrap();
            let kept = super::super::count(&store.played().unwrap());
            if ended.status.success() {
                assert_eq!(kept, GAMES, "{kilobytes}: {said}");
            } else {
                failures += 1;
                let saved = format!("; {} saved, ", quantity(kept, "game"));
                assert!(said.contains(&saved) || !said.contains(" saved, "), "{kept}: {said}");
                assert!(said.contains("memory"), "{said}");
            }
        }
        assert!(0 < failures && failures < 7, "{failures} failures");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
