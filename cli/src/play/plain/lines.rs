//! Reads lines of text on a separate thread, so that waiting for a line can be interrupted.

use std::io::{BufRead as _, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// The maximum length of a line in bytes.
const MAX_LINE_BYTES: u64 = 64 * 1024;

/// The result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line, with its number from 1.
    Text(usize, String),
    /// The end of the input.
    End,
    /// The input can't be read, for this reason.
    Failed(String),
}

/// The lines that a thread reads from a reader.
pub struct InputLines(Option<Receiver<InputLine>>);

impl InputLines {
    /// Starts a thread that reads lines.
    pub fn of(from: impl Read + Send + 'static) -> Self {
        // Only one line waits, so that an endless input does not fill the memory.
        let (sender, lines) = sync_channel(1);
        let work = move || read(from, &sender);
        let spawned = thread::Builder::new().name("input".to_owned()).spawn(work);
        Self(spawned.is_ok().then_some(lines))
    }

    /// Returns the next line, if it comes within this time.
    pub fn next_within(&mut self, time: Duration) -> Option<InputLine> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let Some(lines) = &self.0 else {
            return Some(InputLine::Failed("there is no thread to read it".to_owned()));
        };
        match lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(Timeout) => None,
            Err(Disconnected) => Some(InputLine::End),
        }
    }
}

fn read(from: impl Read, sender: &SyncSender<InputLine>) {
    let mut from = BufReader::new(from);
    for number in 1.. {
        let mut bytes = Vec::new();
        let line = match from.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Err(error) => InputLine::Failed(error.to_string()),
            Ok(0) => InputLine::End,
            Ok(read) if read as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') => {
                InputLine::Failed(format!("line {number} has more than {MAX_LINE_BYTES} bytes"))
            }
            Ok(_) => match String::from_utf8(bytes) {
                Ok(text) => InputLine::Text(number, text.trim_end().to_owned()),
                Err(_) => InputLine::Failed(format!("line {number} is not UTF-8 text")),
            },
        };
        let last = !matches!(line, InputLine::Text(..));
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &'static [u8]) -> Vec<InputLine> {
        let mut lines = InputLines::of(bytes);
        let mut found = Vec::new();
        while let Some(line) = lines.next_within(Duration::from_secs(60)) {
            let last = !matches!(line, InputLine::Text(..));
            found.push(line);
            if last {
                break;
            }
        }
        found
    }

    #[test]
    fn lines_have_numbers_and_the_last_needs_no_end() {
        let text = |number, text: &str| InputLine::Text(number, text.to_owned());
        assert_eq!(all(b"a\r\n\nb"), [text(1, "a"), text(2, ""), text(3, "b"), InputLine::End]);
    }

    #[test]
    fn what_is_no_text_or_has_no_end_is_refused() {
        assert!(matches!(&all(b"a\n\xff\n")[1], InputLine::Failed(why) if why.contains("line 2")));
        let endless = vec![b'x'; 2 * MAX_LINE_BYTES as usize].leak();
        assert!(matches!(&all(endless)[0], InputLine::Failed(why) if why.contains("65536 bytes")));
    }
}
