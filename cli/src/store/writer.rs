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

/// Takes games from any thread, and writes their rows to a database.
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
    /// If some rows could not be saved.
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
