//! Runs an external engine as a process, sends it lines and receives its lines. Even a faulty
//! engine can't block Quadrille or fill its memory.

use std::io::{self, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::output::children::ChildProgram;

use super::lines::{self, EngineLine};

/// The maximum number of unread lines from an engine. When it is reached, the engine has to wait
/// until a line is read.
const MAX_UNREAD_OUTPUT_LINES: usize = 16;
/// The maximum number of lines that an engine has not yet read. When it is reached, no further line
/// is queued.
const MAX_UNREAD_INPUT_LINES: usize = 64;

/// A process with its standard input and output.
pub struct Process {
    child: ChildProgram,
    lines: Receiver<EngineLine>,
    input: SyncSender<String>,
}

/// The result of waiting for a line of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// The engine has sent this line.
    Line(String),
    /// No line arrived in time.
    Nothing,
    /// The engine has closed its output or ended, so no more lines will come.
    Gone,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if the program can't be started.
    pub fn start(command: &[String]) -> io::Result<Self> {
        let program = command.first().map_or("", String::as_str);
        let mut command = {
            let mut started = Command::new(program);
            started.args(command.iter().skip(1));
            started
        };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let child = ChildProgram::start(&mut command)?;
        let (stdin, stdout) = child.with(|child| (child.stdin.take(), child.stdout.take()));
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err(io::Error::other("it has no input or output"));
        };
        let (sender, lines) = sync_channel(MAX_UNREAD_OUTPUT_LINES);
        thread::spawn(move || lines::send(&mut BufReader::new(stdout), &sender));
        let (input, unread) = sync_channel::<String>(MAX_UNREAD_INPUT_LINES);
        thread::spawn(move || {
            while let Ok(line) = unread.recv() {
                if writeln!(stdin, "{line}").and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Ok(Self { child, lines, input })
    }

    /// Queues a line for the engine. Returns `false` if the queue is full or the engine has ended.
    pub fn say(&self, line: String) -> bool {
        self.input.try_send(line).is_ok()
    }

    /// Waits for the next line of the engine for at most `patience`. If the line is too long,
    /// returns [`Heard::Nothing`].
    pub fn hear(&self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(EngineLine::Text(text)) => Heard::Line(text),
            Ok(EngineLine::TooLong) | Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Gone,
        }
    }

    /// Returns the CPU time that the process has used so far, if the system reports it.
    pub fn processor_time(&self) -> Option<Duration> {
        processor_time(self.child.with(|child| child.id()))
    }
}

/// Returns the CPU time of a process, including its threads that have ended. Linux reports this
/// time in the fields `utime` and `stime`, in hundredths of a second.
fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, before the last bracket, may contain any characters.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}
