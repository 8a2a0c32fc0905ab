//! Rows on their way to the database: a thread of its own commits them, and what it has not
//! committed does not count.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use super::{GameRow, Store, row};
use crate::output::diagnose::plural;
use crate::output::exit::Failure;

/// How many rows may wait. A game whose row waits is still in flight.
const QUEUE: usize = 64;

/// Takes rows from any thread.
pub struct RowWriter {
    sender: SyncSender<GameRow>,
    thread: JoinHandle<(Store, Result<(), Failure>)>,
    failed: std::sync::Arc<AtomicBool>,
}

impl RowWriter {
    /// Begins to write to a database.
    #[must_use]
    pub fn new(store: Store) -> Self {
        let (sender, receiver) = sync_channel(QUEUE);
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

    /// Takes a row; false if rows can't be kept any more.
    pub fn add(&self, row: GameRow) -> bool {
        self.sender.send(row).is_ok() && !self.failed.load(Ordering::Relaxed)
    }

    /// Waits until all rows are kept, and gives the database back.
    ///
    /// # Errors
    /// If some could not be kept.
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
                    kept.map(|n| format!("; {} saved, `--resume` continues", plural(n, "game")));
                Err(Failure::Io { name, why: format!("{why}{}", kept.unwrap_or_default()) })
            }
            Err(other) => Err(other),
        }
    }
}

/// Commits whatever has come since the last commit, until nothing more comes.
fn write(store: &Store, rows: &Receiver<GameRow>) -> Result<(), Failure> {
    let failed = |error: rusqlite::Error| store.failure(&error);
    let mut insert = store.connection.prepare(&row::insert()).map_err(failed)?;
    while let Ok(first) = rows.recv() {
        let whole = store.connection.unchecked_transaction().map_err(failed)?;
        first.write(&mut insert).map_err(failed)?;
        while let Ok(next) = rows.try_recv() {
            next.write(&mut insert).map_err(failed)?;
        }
        whole.commit().map_err(failed)?;
    }
    Ok(())
}
