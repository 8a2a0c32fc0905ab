//! Everything that is printed or saved goes through here, so that closed pipes, full disks and
//! colour are handled once.
//!
//! Depends on `args` for the options that control output, and on no command.

pub mod diagnose;
pub mod exit;
pub mod interrupt;
pub mod progress;
pub mod table;

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use quadrille_dsl::Diagnostic;
use serde::Serialize;

use crate::args::ColourChoice;
use exit::Failure;
use quadrille_render::terminal::ColourDepth;

/// Where results and diagnostics go.
pub struct Output {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    /// The colours of results.
    pub depth: ColourDepth,
    /// Whether diagnostics are coloured.
    pub colour: bool,
    /// Whether results go to a terminal.
    pub terminal: bool,
}

impl Output {
    /// Standard output and error.
    #[must_use]
    pub fn standard(choice: ColourChoice) -> Self {
        let terminal = io::stdout().is_terminal();
        let colour = |terminal: bool| match choice {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => terminal && environment_allows(),
        };
        let depth = match (colour(terminal), full_colour()) {
            (false, _) => ColourDepth::Plain,
            (true, false) => ColourDepth::Cube,
            (true, true) => ColourDepth::True,
        };
        Self {
            out: Box::new(BufWriter::new(io::stdout())),
            err: Box::new(io::stderr()),
            depth,
            colour: colour(io::stderr().is_terminal()),
            terminal,
        }
    }

    /// Prints results.
    ///
    /// # Errors
    /// If nobody reads them, or they can't be written.
    pub fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Prints a line of results.
    ///
    /// # Errors
    /// As [`Output::print`].
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.out, "{text}").map_err(|error| broken(&error))
    }

    /// Prints binary results.
    ///
    /// # Errors
    /// As [`Output::print`].
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| broken(&error))
    }

    /// Standard output itself, for results too large for memory.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Prints a value as JSON.
    ///
    /// # Errors
    /// As [`Output::print`].
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| Failure::Io { name: "JSON".to_owned(), why: error.to_string() })?;
        self.line(text)
    }

    /// Prints diagnostics; failures to print them are ignored.
    pub fn diagnose_each(&mut self, list: &[Diagnostic]) {
        for diagnostic in list {
            let text = diagnose::render(diagnostic, self.colour, diagnose::WIDTH);
            let _ = writeln!(self.err, "{text}\n");
        }
    }

    /// Prints diagnostics with their count.
    pub fn diagnose(&mut self, list: &[Diagnostic]) {
        self.diagnose_each(list);
        if list.len() > 1 {
            let _ = writeln!(self.err, "{}", diagnose::count(list));
        }
    }

    /// A remark beside the results.
    pub fn note(&mut self, text: impl Display) {
        let _ = writeln!(self.err, "{text}");
    }

    /// Makes sure that all results are out.
    ///
    /// # Errors
    /// As [`Output::print`].
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| broken(&error))
    }
}

/// What to make of standard output not taking any more.
#[must_use]
pub fn broken(error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Closed,
        _ => Failure::io("standard output", error),
    }
}

fn environment_allows() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn full_colour() -> bool {
    std::env::var("COLORTERM").is_ok_and(|value| value == "truecolor" || value == "24bit")
}

/// Writes a file whole: what stood there before stays until all of the new one is on the disk.
///
/// # Errors
/// If it can't be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error: &io::Error| Failure::io(path.display().to_string(), error);
    // A link stays a link: what it leads to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(meta) = fs::metadata(path) {
        if !meta.is_file() {
            // A device or a pipe is written to, never replaced.
            return fs::write(path, bytes).map_err(|error| failure(&error));
        }
        if meta.permissions().readonly() {
            return Err(failure(&ErrorKind::PermissionDenied.into()));
        }
    }
    let draft = draft_name(path);
    let written = File::create(&draft)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| {
        let _ = fs::remove_file(&draft);
        failure(&error)
    })
}

/// A name beside `path` that nothing else uses.
#[must_use]
pub fn draft_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_can_t_be_replaced_stays_as_it_was() {
        let folder = std::env::temp_dir().join(format!("quadrille-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.txt");
        save(&path, b"one").unwrap();
        save(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left behind");
        let missing = save(&folder.join("none").join("a.txt"), b"x").unwrap_err();
        assert_eq!(missing.code(), exit::FILE);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_closed_pipe_and_a_full_disk_are_told_apart() {
        assert_eq!(broken(&ErrorKind::BrokenPipe.into()), Failure::Closed);
        let full = broken(&ErrorKind::StorageFull.into());
        assert_eq!(full.code(), exit::FILE);
    }
}
