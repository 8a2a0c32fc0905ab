//! The threads of a batch. Each owns consecutive games, and runs the jobs that it receives.

use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille_core::PlayError;
use quadrille_dsl::Ruleset;

use super::games::{BatchGame, BatchGames, BatchStart, script};
use super::shape::Shape;
use crate::errors::refused;

/// The minimum number of games of a thread. For fewer games, the messages cost more time than a
/// further thread saves.
const MIN_GAMES_OF_A_THREAD: usize = 8;

type Job = Box<dyn for<'r> FnOnce(&mut BatchGames<'r>) + Send>;

/// A thread that owns consecutive games of a batch.
pub(super) struct BatchThread {
    jobs: Mutex<Sender<Job>>,
    pub(super) games: Range<usize>,
}

impl BatchThread {
    fn new(
        loaded: &Arc<Ruleset>,
        shape: &Arc<Shape>,
        start: &Arc<BatchStart>,
        games: Range<usize>,
    ) -> PyResult<Self> {
        let (jobs, todo) = channel::<Job>();
        let (loaded, shape, start) = (Arc::clone(loaded), Arc::clone(shape), Arc::clone(start));
        let first = games.start;
        let run = move || {
            let hooks = loaded.hooks();
            let (loaded, hooks) = (&*loaded, &*hooks);
            let mut table = BatchGames { loaded, hooks, shape, start, first, slots: Vec::new() };
            for job in todo {
                job(&mut table);
            }
        };
        let spawned = thread::Builder::new().name("quadrille batch".to_owned()).spawn(run);
        spawned.map_err(|error| refused(format!("no thread can be started: {error}")))?;
        Ok(Self { jobs: Mutex::new(jobs), games })
    }

    /// Sends a job to the thread, and returns a channel that receives the result.
    fn send<T: Send + 'static>(
        &self,
        work: impl for<'r> FnOnce(&mut BatchGames<'r>) -> T + Send + 'static,
    ) -> PyResult<Receiver<T>> {
        let (reply, answer) = channel();
        let job: Job = Box::new(move |table| {
            let _ = reply.send(work(table));
        });
        let sent = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job);
        sent.map_err(|_| ended())?;
        Ok(answer)
    }
}

fn ended() -> PyErr {
    refused("the games of this batch have ended")
}

/// Many games of a ruleset that are played together.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Batch {
    pub(super) threads: Vec<BatchThread>,
    pub(super) loaded: Arc<Ruleset>,
    pub(super) shape: Arc<Shape>,
    pub(super) start: Arc<BatchStart>,
}

impl Batch {
    /// Creates the threads of a batch, which have no games yet.
    pub(super) fn empty(
        loaded: Arc<Ruleset>,
        shape: Arc<Shape>,
        start: BatchStart,
    ) -> PyResult<Self> {
        let (count, jobs, start) = (start.count, start.jobs, Arc::new(start));
        let jobs = jobs.min(count / MIN_GAMES_OF_A_THREAD).max(1);
        let bound = |number: usize| count * number / jobs;
        let threads = (0..jobs).map(|number| {
            BatchThread::new(&loaded, &shape, &start, bound(number)..bound(number + 1))
        });
        Ok(Self { threads: threads.collect::<PyResult<_>>()?, loaded, shape, start })
    }

    /// Runs a job in each thread. Returns the results in the order of the games.
    pub(super) fn each<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl for<'r> Fn(&mut BatchGames<'r>) -> T + Send + Sync + 'static,
    ) -> PyResult<Vec<T>> {
        let work = Arc::new(work);
        let send = |thread: &BatchThread| {
            let work = Arc::clone(&work);
            thread.send(move |table| work(table))
        };
        let answers = self.threads.iter().map(send).collect::<PyResult<Vec<_>>>()?;
        py.detach(|| answers.into_iter().map(|answer| answer.recv()).collect::<Result<_, _>>())
            .map_err(|_| ended())
    }

    /// Runs a job that can fail in each thread.
    pub(super) fn each_ok<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl for<'r> Fn(&mut BatchGames<'r>) -> Result<T, PlayError> + Send + Sync + 'static,
    ) -> PyResult<Vec<T>> {
        let all: Result<Vec<T>, PlayError> = self.each(py, work)?.into_iter().collect();
        all.map_err(|error| script(&error))
    }

    /// Computes bytes in each thread, and joins them in the order of the games.
    pub(super) fn bytes<'py>(
        &self,
        py: Python<'py>,
        work: impl for<'r> Fn(&mut BatchGames<'r>) -> Vec<u8> + Send + Sync + 'static,
    ) -> PyResult<Bound<'py, PyBytes>> {
        joined(py, &self.each(py, work)?)
    }

    /// Computes bytes for each game.
    pub(super) fn bytes_of_games<'py>(
        &self,
        py: Python<'py>,
        of: impl for<'r> Fn(&BatchGame<'r>) -> Vec<u8> + Send + Sync + 'static,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.bytes(py, move |table| table.slots.iter().flat_map(&of).collect())
    }

    /// Returns an error if `games` contains an index that no game has.
    pub(super) fn in_range(&self, games: &[usize]) -> PyResult<()> {
        match games.iter().find(|game| **game >= self.start.count) {
            None => Ok(()),
            Some(game) => Err(refused(format!(
                "game {game} is out of range: the batch has {} games",
                self.start.count
            ))),
        }
    }

    /// Returns an error if a list does not have an item for each game.
    pub(super) fn one_for_each(&self, given: usize, what: &str) -> PyResult<()> {
        match given == self.start.count {
            true => Ok(()),
            false => Err(refused(format!(
                "{given} {what} were given for {} games; give one for each game",
                self.start.count
            ))),
        }
    }
}

/// Joins bytes.
pub(super) fn joined<'py>(py: Python<'py>, parts: &[Vec<u8>]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, parts.iter().map(Vec::len).sum(), |mut bytes| {
        for part in parts {
            let (own, rest) = bytes.split_at_mut(part.len());
            own.copy_from_slice(part);
            bytes = rest;
        }
        Ok(())
    })
}
