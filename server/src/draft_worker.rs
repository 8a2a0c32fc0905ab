//! The work of a process for drafts: it answers requests about drafts, or runs one table.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use quadrille_dsl::Library;
use quadrille_service::protocol::{MAX_SERVER_MESSAGE_BYTES, Request};
use quadrille_service::{Dispatched, Rulesets, Service, ServiceLimits, read, respond};
use serde::Serialize;

use crate::draft_process::{DRAFT_PREFIX, STOP};
use crate::listed::ListedLibrary;
use crate::lock::lock;
use crate::tables::{TABLE, TableReply, TableRequest, TableResponse, TableWork, UndoableTable};

/// The maximum size of the data of a process, in bytes. Only Unix systems enforce it.
#[cfg(unix)]
const MAX_DATA_BYTES: u64 = 512 * 1024 * 1024;
/// The maximum CPU time of a process, in seconds. Only Unix systems enforce it.
#[cfg(unix)]
const MAX_CPU_SECONDS: u64 = 60 * 60;

/// A request to this process.
enum DraftRequest {
    Service(Request),
    Table(TableRequest),
}

impl DraftRequest {
    fn id(&self) -> u64 {
        match self {
            Self::Service(request) => request.id,
            Self::Table(request) => request.id,
        }
    }
}

/// The stop flags of the open requests, by their numbers.
type Flags = Mutex<HashMap<u64, Arc<AtomicBool>>>;

/// Limits the memory and the CPU time of this process on Unix systems. Then answers requests about
/// drafts until the input ends. `library` has the rulesets that drafts may extend.
///
/// # Errors
/// Returns an error if the process can't be limited, or the input or the output fails.
pub fn serve_drafts(
    library: Box<dyn Library + Send + Sync>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    limit_process()?;
    answer_lines(library, input, output)
}

/// Answers requests until the input ends. This thread reads the lines, so that it can stop a
/// request while another thread answers it.
fn answer_lines(
    library: Box<dyn Library + Send + Sync>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let flags = Arc::new(Flags::default());
    let (sender, requests) = channel::<(DraftRequest, Arc<AtomicBool>)>();
    let mut worker = DraftWorker::new(library, Arc::clone(&output), Arc::clone(&flags));
    let answering = std::thread::Builder::new().spawn(move || -> io::Result<()> {
        requests.into_iter().try_for_each(|(request, flag)| worker.handle(request, flag))
    })?;
    for line in input.lines() {
        let line = line?;
        if let Some(id) = line.strip_prefix(STOP) {
            let flag = id.parse().ok().and_then(|id: u64| lock(&flags).get(&id).cloned());
            if let Some(flag) = flag {
                flag.store(true, Ordering::Relaxed);
            }
            continue;
        }
        let request = match line.strip_prefix(TABLE) {
            Some(line) => DraftRequest::Table(serde_json::from_str(line)?),
            None => match read(&line, MAX_SERVER_MESSAGE_BYTES) {
                Ok(request) => DraftRequest::Service(request),
                Err(response) => {
                    put(&output, &response)?;
                    continue;
                }
            },
        };
        let flag = Arc::new(AtomicBool::new(false));
        lock(&flags).insert(request.id(), Arc::clone(&flag));
        if sender.send((request, flag)).is_err() {
            break;
        }
    }
    drop(sender);
    answering.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
}

/// Handles the requests of a process one after the other.
struct DraftWorker<W> {
    rulesets: Arc<Rulesets>,
    service: Service,
    /// The table, if this process runs one.
    table: Option<UndoableTable>,
    output: Arc<Mutex<W>>,
    flags: Arc<Flags>,
}

impl<W: Write + Send + 'static> DraftWorker<W> {
    fn new(
        library: Box<dyn Library + Send + Sync>,
        output: Arc<Mutex<W>>,
        flags: Arc<Flags>,
    ) -> Self {
        let rulesets = Arc::new(Rulesets::new(Box::new(ListedLibrary(library))));
        let limits =
            ServiceLimits { message: MAX_SERVER_MESSAGE_BYTES, ..ServiceLimits::default() };
        let service = Service::new(Arc::clone(&rulesets), limits).with_prefix(DRAFT_PREFIX);
        Self { rulesets, service, table: None, output, flags }
    }

    /// Handles a request, which stops when `flag` is set. A long request continues in another
    /// thread.
    fn handle(&mut self, request: DraftRequest, flag: Arc<AtomicBool>) -> io::Result<()> {
        match request {
            DraftRequest::Service(Request { id, ask }) => {
                self.service.set_stopper(Arc::clone(&flag));
                match self.service.dispatch(ask) {
                    Dispatched::Answered(answered) => self.finish(id, &respond(id, answered)),
                    Dispatched::Work(work) => self.spawn(id, move || respond(id, work(&flag))),
                }
            }
            DraftRequest::Table(TableRequest { id, work: TableWork::Search { agent } }) => {
                let search = self.table.as_ref().and_then(|table| table.search(&agent));
                self.spawn(id, move || {
                    let is_over = || flag.load(Ordering::Relaxed);
                    let action = search.and_then(|search| search(&is_over));
                    TableResponse { id, reply: None, action }
                })
            }
            DraftRequest::Table(TableRequest { id, work }) => {
                let reply = self.run(work, &flag);
                self.finish(id, &TableResponse { id, reply, action: None })
            }
        }
    }

    /// Opens or calls the table.
    fn run(&mut self, work: TableWork, stop: &AtomicBool) -> Option<TableReply> {
        let (opened, reply) = match work {
            TableWork::Open(plan) => UndoableTable::open(&self.rulesets, *plan, stop),
            TableWork::Load { id, stored } => {
                UndoableTable::load(&self.rulesets, id, &stored, stop)
            }
            TableWork::Call(call) => return Some(self.table.as_mut()?.call(*call)),
            TableWork::Undo => {
                self.table.as_mut()?.undo();
                return None;
            }
            TableWork::Search { .. } => return None,
        };
        self.table = opened;
        Some(reply)
    }

    fn finish(&self, id: u64, response: &impl Serialize) -> io::Result<()> {
        lock(&self.flags).remove(&id);
        put(&self.output, response)
    }

    /// Starts a thread for a long request.
    fn spawn<R: Serialize>(
        &self,
        id: u64,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> io::Result<()> {
        let (output, flags) = (Arc::clone(&self.output), Arc::clone(&self.flags));
        std::thread::Builder::new().spawn(move || {
            let response = work();
            lock(&flags).remove(&id);
            // Without the server, nothing waits for the response.
            let _ = put(&output, &response);
        })?;
        Ok(())
    }
}

fn put(output: &Mutex<impl Write>, response: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(response)?;
    let mut output = lock(output);
    writeln!(output, "{text}")?;
    output.flush()
}

#[cfg(unix)]
fn limit_process() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    for (resource, most) in [(Resource::Data, MAX_DATA_BYTES), (Resource::Cpu, MAX_CPU_SECONDS)] {
        let present = getrlimit(resource).maximum.unwrap_or(u64::MAX);
        let limit = Some(most.min(present));
        setrlimit(resource, Rlimit { current: limit, maximum: limit })?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn limit_process() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Sender;

    use quadrille_dsl::library::Shipped;

    use super::*;

    /// A writer that sends each piece of its output to a channel.
    struct Sent(Sender<Vec<u8>>);

    impl Write for Sent {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn each_line_is_a_request_and_names_have_the_prefix() {
        let (sender, sent) = channel();
        let input = "nonsense\n\
            {\"id\":1,\"do\":\"new\",\"rules\":{\"id\":\"orthodox-chess\"}}\n\
            stop 2\nstop x\n\
            {\"id\":2,\"do\":\"advise\",\"game\":\"dg1\",\"agent\":\"random\",\"seed\":1}\n";
        answer_lines(Box::new(Shipped), input.as_bytes(), Sent(sender)).unwrap();
        // The channel ends after the last response.
        let text = String::from_utf8(sent.iter().flatten().collect()).unwrap();
        let lines: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!(lines[0]["err"]["code"], "message");
        assert_eq!((&lines[1]["id"], &lines[1]["ok"]["game"]), (&1.into(), &"dg1".into()));
        assert!(lines[2]["ok"]["action"].is_string(), "{text}");
    }
}
