//! Reads the lines of another program on a separate thread, so that Quadrille can do other work
//! until a line arrives.

use std::io::{BufRead, BufReader, Read as _};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// The maximum length of a line in bytes. Even the line of the longest game is much shorter.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The maximum number of lines that wait to be read.
pub const MAX_BUFFERED_LINES: usize = 256;

/// A line from another program.
pub enum EngineLine {
    /// The text of the line.
    Text(String),
    /// A line that exceeded the maximum length.
    TooLong,
}

/// Reads lines of standard input on a thread. The end of the input closes the channel.
pub fn read() -> Receiver<EngineLine> {
    let (sender, lines) = sync_channel(MAX_BUFFERED_LINES);
    thread::spawn(move || send(&mut BufReader::new(std::io::stdin()), &sender));
    lines
}

/// Sends the lines of a reader until the input ends or the receiver is dropped. If the channel is
/// full, waits until there is room.
pub fn send(input: &mut impl BufRead, lines: &SyncSender<EngineLine>) {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        if !read.is_ok_and(|read| read > 0) {
            return;
        }
        let line = if bytes.len() as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
            if !skip_line(input) {
                return;
            }
            EngineLine::TooLong
        } else {
            EngineLine::Text(String::from_utf8_lossy(&bytes).trim().to_owned())
        };
        if lines.send(line).is_err() {
            return;
        }
    }
}

/// Skips the rest of a line. Returns `false` if the input ends.
fn skip_line(input: &mut impl BufRead) -> bool {
    loop {
        let Ok(there) = input.fill_buf() else { return false };
        if there.is_empty() {
            return false;
        }
        let end = there.iter().position(|byte| *byte == b'\n');
        let length = end.map_or(there.len(), |end| end + 1);
        input.consume(length);
        if end.is_some() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_skipped_and_the_next_is_read() {
        let mut text = vec![b'x'; 3 * MAX_LINE_BYTES as usize];
        text.extend(b"\nisready\r\n\xff\nquit");
        let (sender, lines) = sync_channel(8);
        send(&mut text.as_slice(), &sender);
        drop(sender);
        let read: Vec<_> = lines
            .iter()
            .map(|line| match line {
                EngineLine::Text(text) => text,
                EngineLine::TooLong => "too long".to_owned(),
            })
            .collect();
        assert_eq!(read, ["too long", "isready", "\u{fffd}", "quit"]);
    }
}
