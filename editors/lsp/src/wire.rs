//! Messages over standard input and output.
//!
//! Invalid messages are skipped. Messages wait in a queue while the server is busy, so that the
//! server can read all waiting messages at once.

use std::io::{self, BufRead, Read as _};
use std::thread::JoinHandle;

use crossbeam_channel::{Receiver, unbounded};
use lsp_server::{Connection, Message, Notification};

/// The maximum length of a message, in bytes.
const MAX_MESSAGE: u64 = 1 << 26;

/// The maximum length of a header line, in bytes.
const MAX_HEADER: u64 = 1 << 12;

/// Standard input and output, with their threads.
pub struct Wire {
    /// The connection for the server.
    pub connection: Connection,
    /// The writer thread. It ends when the connection is dropped, or when writing fails. If writing
    /// fails, the thread returns the error.
    pub writer: JoinHandle<io::Result<()>>,
    /// Receives the reason why reading stopped.
    pub broken: Receiver<String>,
}

/// Connects to standard input and output.
///
/// The reader thread is not joined, because only the editor can end it.
///
/// # Errors
/// Returns an error if the system can't start a thread.
#[expect(clippy::print_stderr, reason = "editors keep what a server writes there as its log")]
pub fn stdio() -> io::Result<Wire> {
    let (incoming, receiver) = unbounded();
    let (sender, outgoing) = unbounded::<Message>();
    let (breaks, broken) = unbounded();
    let end = incoming.clone();
    let thread = std::thread::Builder::new().name("lsp-reader".to_owned());
    thread.spawn(move || {
        let mut input = io::stdin().lock();
        let result = loop {
            match read(&mut input) {
                Ok(Some(Ok(message))) => {
                    if incoming.send(message).is_err() {
                        return;
                    }
                }
                Ok(Some(Err(why))) => eprintln!("ignored a message: {why}"),
                Ok(None) => break breaks.send("the editor ended without a `shutdown`".to_owned()),
                Err(error) => {
                    break breaks.send(format!("can't read from the editor: {error}"));
                }
            }
        };
        // If the reason can't be sent, the server has already ended.
        if result.is_ok() {
            let _ = incoming.send(exit());
        }
    })?;
    let thread = std::thread::Builder::new().name("lsp-writer".to_owned());
    let writer = thread.spawn(move || {
        let mut output = io::stdout().lock();
        let written = outgoing.into_iter().try_for_each(|message| message.write(&mut output));
        // The output is closed, so the server stops even if input continues.
        if written.is_err() {
            let _ = end.send(exit());
        }
        written
    })?;
    Ok(Wire { connection: Connection { sender, receiver }, writer, broken })
}

/// Returns the message that ends the server.
fn exit() -> Message {
    Message::Notification(Notification {
        method: "exit".to_owned(),
        params: serde_json::Value::Null,
    })
}

/// Reads the next message. If the message is invalid, returns the reason. Returns `None` at the end
/// of the input.
///
/// # Errors
/// Returns an error if the input can't be read, or if the headers of a message are invalid. After
/// invalid headers, the start of the next message is unknown.
fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Message, String>>> {
    let invalid = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
    let mut length: Option<u64> = None;
    loop {
        let mut line = Vec::new();
        if input.take(MAX_HEADER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let header = line.strip_suffix('\n').ok_or_else(|| invalid("the header has no end"))?;
        let header = header.trim_end();
        if header.is_empty() {
            break;
        }
        let (name, value) =
            header.split_once(':').ok_or_else(|| invalid("the header has no colon"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value.trim().parse().ok();
        }
    }
    let length = length.ok_or_else(|| invalid("the headers have no valid `Content-Length`"))?;
    if length > MAX_MESSAGE {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Some(Err(format!("the message has {length} bytes, more than {MAX_MESSAGE}"))));
    }
    let mut body = Vec::new();
    if (input.take(length).read_to_end(&mut body)? as u64) < length {
        return Ok(None);
    }
    Ok(Some(parse(&body)))
}

fn parse(body: &[u8]) -> Result<Message, String> {
    let parsed = serde_json::from_slice(body);
    // An editor may send half a surrogate pair between two keystrokes.
    let parsed = parsed.or_else(|_| serde_json::from_str(&whole(&String::from_utf8_lossy(body))));
    parsed.map_err(|error| error.to_string())
}

/// Returns a JSON text in which every escaped surrogate belongs to a pair. Each escaped surrogate
/// without a partner is replaced by U+FFFD.
fn whole(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let pair = half(rest, 0xD800).is_some()
            && rest.get(6..).is_some_and(|next| half(next, 0xDC00).is_some());
        let lone = half(rest, 0xD800).is_some() || half(rest, 0xDC00).is_some();
        let taken = if pair {
            12
        } else if lone {
            6
        } else {
            1 + rest[1..].chars().next().map_or(0, char::len_utf8)
        };
        out.push_str(if lone && !pair { "\u{FFFD}" } else { &rest[..taken] });
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// Returns the UTF-16 code unit that is escaped at the start of a text, if it is one of the 1024
/// code units from `first`. Depending on `first`, these are the first or the second halves of
/// surrogate pairs.
fn half(text: &str, first: u32) -> Option<u32> {
    let code = text.strip_prefix("\\u")?.get(..4)?;
    let code = u32::from_str_radix(code, 16).ok()?;
    (first..first + 0x400).contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn methods(input: &str) -> (Vec<Result<String, String>>, io::Result<()>) {
        let mut input = input.as_bytes();
        let mut found = Vec::new();
        loop {
            match read(&mut input) {
                Ok(Some(Ok(Message::Notification(message)))) => found.push(Ok(message.method)),
                Ok(Some(Ok(other))) => panic!("{other:?}"),
                Ok(Some(Err(why))) => found.push(Err(why)),
                Ok(None) => return (found, Ok(())),
                Err(error) => return (found, Err(error)),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_left_out_and_the_next_message_is_read() {
        let good = framed(r#"{"method":"a\\ud834","params":{"text":"\ud834\udd1e"}}"#);
        let half = framed(r#"{"method":"b\ud834c\udd1e"}"#);
        let long =
            format!("Content-Length: {}\r\n\r\n{}", MAX_MESSAGE + 1, " ".repeat(1 << 26) + "x");
        let (found, end) = methods(&format!("{long}{}{good}{half}", framed("{ no message")));
        assert!(found[0].as_ref().unwrap_err().contains("more than"), "{:?}", found[0]);
        assert!(found[1].is_err());
        assert_eq!(found[2..], [Ok("a\\ud834".to_owned()), Ok("b\u{FFFD}c\u{FFFD}".to_owned())]);
        assert!(end.is_ok());
    }

    #[test]
    fn a_length_that_is_a_lie_takes_no_memory_and_headers_without_sense_are_the_end() {
        let (found, end) = methods("Content-Length: 67000000\r\n\r\n{}");
        assert!(found.is_empty() && end.is_ok());
        for input in ["garbage\r\n\r\n", "Content-Length: x\r\n\r\n{}", &"a".repeat(9999)] {
            assert!(methods(input).1.is_err(), "{input:.20}");
        }
    }
}
