//! The work of a process for drafts.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

use quadrille_dsl::Library;
use quadrille_service::protocol::{MAX_SERVER_MESSAGE_BYTES, Request, Response};
use quadrille_service::{Dispatched, Rulesets, Service, ServiceLimits, read, respond};

use super::{DRAFT_PREFIX, STOP};
use crate::listed::ListedLibrary;
use crate::lock::lock;

/// The maximum size of the data of a process, in bytes. Only Unix systems enforce it.
#[cfg(unix)]
const MAX_DATA_BYTES: u64 = 512 * 1024 * 1024;
/// The maximum CPU time of a process, in seconds. Only Unix systems enforce it.
#[cfg(unix)]
const MAX_CPU_SECONDS: u64 = 60 * 60;

/// The stop flags of the open requests, by their numbers.
type Flags = Mutex<HashMap<u64, Arc<AtomicBool>>>;

/// Limits the memory and the CPU time of this process on Unix systems. Then answers requests about
/// drafts until the input ends. `library` has the rulesets that drafts may extend.
///
/// # Errors
/// If the process can't be limited, or the input or the output fails.
pub fn serve_drafts(
    library: Box<dyn Library + Send + Sync>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    limit_process()?;
    answer_lines(library, input, output)
}

/// Answers requests until the input ends. This thread reads the lines, so that it can stop a request
/// while another thread answers it.
fn answer_lines(
    library: Box<dyn Library + Send + Sync>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let flags = Arc::new(Flags::default());
    let (sender, requests) = channel();
    let answering = {
        let (output, flags) = (Arc::clone(&output), Arc::clone(&flags));
        std::thread::Builder::new().spawn(move || answer(library, &requests, &output, &flags))?
    };
    for line in input.lines() {
        let line = line?;
        if let Some(id) = line.strip_prefix(STOP) {
            let flag = id.parse().ok().and_then(|id: u64| lock(&flags).get(&id).cloned());
            if let Some(flag) = flag {
                flag.store(true, Ordering::Relaxed);
            }
            continue;
        }
        match read(&line, MAX_SERVER_MESSAGE_BYTES) {
            Ok(request) => {
                let flag = Arc::new(AtomicBool::new(false));
                lock(&flags).insert(request.id, Arc::clone(&flag));
                if sender.send((request, flag)).is_err() {
                    break;
                }
            }
            Err(response) => put(&output, &response)?,
        }
    }
    drop(sender);
    answering.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
}

/// Answers requests until their sender is dropped. A request stops when its flag is set.
fn answer<W: Write + Send + 'static>(
    library: Box<dyn Library + Send + Sync>,
    requests: &Receiver<(Request, Arc<AtomicBool>)>,
    output: &Arc<Mutex<W>>,
    flags: &Arc<Flags>,
) -> io::Result<()> {
    let rulesets = Arc::new(Rulesets::new(Box::new(ListedLibrary(library))));
    let limits = ServiceLimits { message: MAX_SERVER_MESSAGE_BYTES, ..ServiceLimits::default() };
    let mut service = Service::new(rulesets, limits).with_prefix(DRAFT_PREFIX);
    for (Request { id, ask }, flag) in requests {
        service.set_stopper(Arc::clone(&flag));
        let work = match service.dispatch(ask) {
            Dispatched::Answered(answered) => {
                lock(flags).remove(&id);
                put(output, &respond(id, answered))?;
                continue;
            }
            Dispatched::Work(work) => work,
        };
        let (output, flags) = (Arc::clone(output), Arc::clone(flags));
        std::thread::Builder::new().spawn(move || {
            let response = respond(id, work(&flag));
            lock(&flags).remove(&id);
            // Without the server, nothing waits for the response.
            let _ = put(&output, &response);
        })?;
    }
    Ok(())
}

fn put(output: &Mutex<impl Write>, response: &Response) -> io::Result<()> {
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
