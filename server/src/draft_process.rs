//! The processes in which drafts are compiled and played. A draft is a ruleset from a visitor's
//! files. Each connection with drafts has a separate process, which ends with the connection. Each
//! table with a draft has a separate process, too. A process may fail or be killed without an
//! effect on others.
//!
//! A process is this program again, with [`serve_drafts`](crate::serve_drafts). It reads a request
//! from each line of its input, and writes a response to each line of its output. The request with
//! the number `ID` is stopped by the line `stop ID`.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quadrille_dsl::sentence;
use quadrille_service::protocol::{Refusal, RefusalCode};
use quadrille_service::request_number;

use crate::doors::{Admission, Doors};
use crate::lock::lock;
use crate::log::Log;

/// The prefix of the names of games and comparisons that processes for drafts hold.
pub(crate) const DRAFT_PREFIX: &str = "d";
/// The line that stops a request, without its number.
pub(crate) const STOP: &str = "stop ";
/// The time in which a process has to answer a request that was stopped. After this time, the
/// process is killed.
const KILL_DELAY: Duration = Duration::from_secs(5);
/// The time between two checks whether a request has to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The command that starts a process for drafts. The process must call
/// [`serve_drafts`](crate::serve_drafts).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// The requests that wait for responses, by their numbers.
type Waiting = Arc<Mutex<HashMap<u64, SyncSender<String>>>>;

/// A running process for drafts. It is killed when this value is dropped.
pub(crate) struct DraftProcess {
    child: Mutex<Child>,
    input: Mutex<ChildStdin>,
    waiting: Waiting,
    ended: Arc<AtomicBool>,
    /// Counts this process until it is dropped.
    _admission: Option<Admission>,
}

/// Starts processes for drafts, up to a limit.
pub(crate) struct DraftStarter {
    command: DraftCommand,
    doors: Arc<Doors>,
    per_address: usize,
    total: usize,
    log: Log,
}

impl DraftStarter {
    /// Creates a starter that runs at most `total` processes at the same time, and at most
    /// `per_address` processes for the visitors from one network.
    pub fn new(command: DraftCommand, per_address: usize, total: usize, log: Log) -> Self {
        Self { command, doors: Arc::default(), per_address, total, log }
    }

    /// Starts a process for a visitor from this network.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if there are too many processes, or the system can't start one.
    pub fn start(&self, address: Option<IpAddr>) -> Result<DraftProcess, Refusal> {
        let full = || Refusal::new(RefusalCode::Busy, sentence!(ServerTooManyDrafts));
        let admission = self.doors.enter(address, self.per_address, self.total).ok_or_else(full)?;
        DraftProcess::start(&self.command, Some(admission)).map_err(|error| {
            self.log.error(format_args!("no process for drafts can be started: {error}"));
            full()
        })
    }
}

impl DraftProcess {
    /// Starts a process.
    ///
    /// # Errors
    /// Returns an error if the system can't start a process or a thread.
    fn start(command: &DraftCommand, admission: Option<Admission>) -> io::Result<Self> {
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let process = Self {
            child: Mutex::new(child),
            input: Mutex::new(input),
            waiting: Waiting::default(),
            ended: Arc::default(),
            _admission: admission,
        };
        let (waiting, ended) = (Arc::clone(&process.waiting), Arc::clone(&process.ended));
        std::thread::Builder::new()
            .name("draft-reader".to_owned())
            .spawn(move || pass_on(output, &waiting, &ended))?;
        Ok(process)
    }

    /// Returns `true` if the process has ended.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Sends a request and waits for its response. When `stop` returns `true`, requests a partial
    /// response. Returns `None` if the process ends before it has answered. The process is killed if
    /// it does not answer a stopped request soon.
    pub fn ask(&self, id: u64, text: &str, stop: &dyn Fn() -> bool) -> Option<String> {
        let (sender, response) = sync_channel(1);
        lock(&self.waiting).insert(id, sender);
        // In JSON, raw line breaks are white space.
        let line = text.replace(['\n', '\r'], " ");
        if self.has_ended() || self.tell(&line).is_err() {
            lock(&self.waiting).remove(&id);
            return None;
        }
        self.receive(id, &response, stop)
    }

    fn receive(
        &self,
        id: u64,
        response: &Receiver<String>,
        stop: &dyn Fn() -> bool,
    ) -> Option<String> {
        let mut stopped: Option<Instant> = None;
        loop {
            match response.recv_timeout(POLL_INTERVAL) {
                Ok(text) => return Some(text),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) if !stop() => {}
                Err(RecvTimeoutError::Timeout) => match stopped {
                    None => {
                        stopped = Some(Instant::now());
                        // If the line can't be written, the process has ended.
                        let _ = self.tell(&format!("{STOP}{id}"));
                    }
                    Some(time) if time.elapsed() > KILL_DELAY => self.kill(),
                    Some(_) => {}
                },
            }
        }
    }

    /// Sends a line that has no response.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub fn tell(&self, line: &str) -> io::Result<()> {
        let mut input = lock(&self.input);
        writeln!(input, "{line}")?;
        input.flush()
    }

    fn kill(&self) {
        let mut child = lock(&self.child);
        // The process may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for DraftProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Passes each line of the output to the request that waits for it. Ignores all other lines.
fn pass_on(output: ChildStdout, waiting: &Waiting, ended: &AtomicBool) {
    for line in BufReader::new(output).lines() {
        let Ok(line) = line else { break };
        let sender = request_number(&line).and_then(|id| lock(waiting).remove(&id));
        if let Some(sender) = sender {
            // The request may have been given up.
            let _ = sender.send(line);
        }
    }
    ended.store(true, Ordering::Release);
    // Without their senders, the waiting requests end.
    lock(waiting).clear();
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn start(program: &str, arguments: &[&str]) -> DraftProcess {
        let arguments = arguments.iter().map(OsString::from).collect();
        DraftProcess::start(&DraftCommand { program: program.into(), arguments }, None).unwrap()
    }

    #[test]
    fn a_process_that_ends_gives_no_response() {
        let process = start("true", &[]);
        let never = || false;
        assert_eq!(process.ask(1, "{\"id\":1}", &never), None);
        assert_eq!(process.ask(2, "{\"id\":2}", &never), None);
        while !process.has_ended() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_response_belongs_to_the_request_with_its_number() {
        // This process returns each request unchanged.
        let process = start("cat", &[]);
        let never = || false;
        let text = "{\"id\":7,\n\"do\":\"list\"}";
        assert_eq!(process.ask(7, text, &never).as_deref(), Some("{\"id\":7, \"do\":\"list\"}"));
    }

    #[test]
    fn a_stopped_request_ends_with_its_process_at_the_latest() {
        // This process answers only to the line that stops the request.
        let process = start("sed", &["-n", "-u", "s/^stop \\(.*\\)/{\"id\":\\1}/p"]);
        let stopped = || true;
        assert_eq!(process.ask(3, "{\"id\":3,\"a\":1}", &stopped).as_deref(), Some("{\"id\":3}"));
        // This process never answers.
        let process = start("sleep", &["1000"]);
        assert_eq!(process.ask(4, "{\"id\":4}", &stopped), None);
    }
}
