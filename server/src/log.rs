//! The log of a server: one line for each event, with its reason.

use std::fmt;
use std::sync::Arc;

/// The importance of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LogLevel {
    /// The server or a table needs help: the store or the rules of a table fail.
    Error,
    /// A visitor is refused or cut off.
    Warning,
    /// A table opens or leaves memory, or a connection ends.
    Info,
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        })
    }
}

/// A function that receives the level and the text of each event.
type Receiver = dyn Fn(LogLevel, &str) + Send + Sync;

/// A receiver of events. Clones share it.
#[derive(Clone, Default)]
pub struct Log {
    receiver: Option<(LogLevel, Arc<Receiver>)>,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = self.receiver.as_ref().map(|(level, _)| level);
        f.debug_struct("Log").field("level", &level).finish_non_exhaustive()
    }
}

impl Log {
    /// Creates a log without a receiver.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Creates a log that passes events of this level, and of more important ones, to `receiver`.
    /// Any thread can call it.
    #[must_use]
    pub fn new(level: LogLevel, receiver: impl Fn(LogLevel, &str) + Send + Sync + 'static) -> Self {
        Self { receiver: Some((level, Arc::new(receiver))) }
    }

    /// Logs an event.
    fn add(&self, level: LogLevel, text: fmt::Arguments<'_>) {
        if let Some((most, receiver)) = &self.receiver
            && level <= *most
        {
            // Names of visitors and of rulesets come from strangers.
            let text = text.to_string().replace(char::is_control, " ");
            receiver(level, &text);
        }
    }

    pub(crate) fn error(&self, text: fmt::Arguments<'_>) {
        self.add(LogLevel::Error, text);
    }

    pub(crate) fn warning(&self, text: fmt::Arguments<'_>) {
        self.add(LogLevel::Warning, text);
    }

    pub(crate) fn info(&self, text: fmt::Arguments<'_>) {
        self.add(LogLevel::Info, text);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_log_receives_events_up_to_its_level_in_one_line_each() {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let log = Log::new(LogLevel::Warning, move |level, text| {
            kept.lock().unwrap().push(format!("{level}: {text}"));
        });
        log.error(format_args!("one\ntwo\u{1b}"));
        log.warning(format_args!("three"));
        log.info(format_args!("four"));
        Log::silent().error(format_args!("five"));
        assert_eq!(*lines.lock().unwrap(), ["error: one two ", "warning: three"]);
    }
}
