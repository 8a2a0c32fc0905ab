//! Prints results and saves files. All handling of closed pipes, full disks and colour is in this
//! module.

pub mod children;
pub mod exit;
pub mod interrupt;
pub mod progress;

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use quadrille_dsl::Diagnostic;
use quadrille_dsl::diagnostic;
use quadrille_dsl::text::printable::is_hidden;
use quadrille_render::Styled;
use serde::Serialize;

use crate::args::ColourChoice;
use exit::Failure;
use quadrille_render::terminal::ColourDepth;

/// The destination of results and diagnostics.
pub struct Output {
    out: Box<dyn Write>,
    err: Box<dyn Write>,
    /// The number of colours of results.
    pub depth: ColourDepth,
    /// `true` if diagnostics are coloured.
    pub colour: bool,
    /// `true` if results go to a terminal.
    pub terminal: bool,
}

impl Output {
    /// Creates the output to standard output and standard error.
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

    /// Prints results. Text from files can't control the terminal: see [`Styled`].
    ///
    /// # Errors
    /// Returns a [`Failure`] if the pipe is closed, or the results can't be written.
    pub fn print(&mut self, text: impl Into<Styled>) -> Result<(), Failure> {
        self.image(text.into().as_str().as_bytes())
    }

    /// Prints a line of results.
    ///
    /// # Errors
    /// Returns the errors of [`Output::print`].
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        self.print(format!("{text}\n"))
    }

    /// Prints an image, which is not text.
    ///
    /// # Errors
    /// Returns the errors of [`Output::print`].
    pub fn image(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(|error| broken(&error))
    }

    /// Prints results that are too large for memory. `with` writes the results piece by piece. Each
    /// piece is printed as [`Output::print`] prints text.
    ///
    /// # Errors
    /// Returns a [`Failure`] if `with` fails.
    pub fn stream(
        &mut self,
        with: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        with(&mut TextWriter(&mut self.out))
    }

    /// Prints a value as JSON.
    ///
    /// # Errors
    /// Returns the errors of [`Output::print`].
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(|error| not_json(&error))?;
        self.line(escaped(&text))
    }

    /// Prints diagnostics as results.
    ///
    /// # Errors
    /// Returns the errors of [`Output::print`].
    pub fn findings(&mut self, list: &[Diagnostic]) -> Result<(), Failure> {
        let colour = self.depth != ColourDepth::Plain;
        self.print(diagnostic::render_all(list, colour))
    }

    /// Prints diagnostics and their number to standard error. Ignores errors of standard error.
    pub fn diagnose(&mut self, list: &[Diagnostic]) {
        let _ = write!(self.err, "{}", diagnostic::render_all(list, self.colour));
        if list.len() > 1 {
            let _ = writeln!(self.err, "{}", diagnostic::count(list));
        }
    }

    /// Prints a note to standard error.
    pub fn note(&mut self, text: impl Display) {
        let _ = writeln!(self.err, "{}", Styled::from(text.to_string()));
    }

    /// Writes a result to a file, and prints a line that reports the new file.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be written.
    pub fn save(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        save(path, bytes)?;
        self.wrote(path);
        Ok(())
    }

    /// Reports that a file was written. Does nothing if the path is a device or a pipe.
    pub fn wrote(&mut self, path: &Path) {
        if path.is_file() {
            self.note(format_args!("wrote {}", path.display()));
        }
    }

    /// Flushes all results.
    ///
    /// # Errors
    /// Returns the errors of [`Output::print`].
    pub fn finish(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(|error| broken(&error))
    }
}

/// A writer that passes each piece of text through [`Styled`], so that it can't control the
/// terminal.
struct TextWriter<'a>(&'a mut dyn Write);

impl Write for TextWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(Styled::from(&*String::from_utf8_lossy(bytes)).as_str().as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a value as JSON in one line.
///
/// # Errors
/// Returns a [`Failure`] if the value can't be written as JSON.
pub fn compact_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map(|text| escaped(&text)).map_err(|error| not_json(&error))
}

fn not_json(error: &serde_json::Error) -> Failure {
    Failure::Io { name: "JSON".to_owned(), why: error.to_string() }
}

/// Returns JSON in which escape sequences replace the invisible characters. Programs read the same
/// value from it, and its characters can't control a terminal.
#[must_use]
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns the failure for an error of standard output.
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

/// Writes a file atomically: an existing file is replaced only when the new one is complete on the
/// disk.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failure = |error: &io::Error| Failure::io(path.display().to_string(), error);
    // A link stays a link: its target is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(meta) = fs::metadata(path) {
        if !meta.is_file() {
            // Devices and pipes are written to, never replaced.
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

/// Writes a file of a folder as [`save`] does. The user named only the folder, so a link to a file
/// outside the folder is not followed.
///
/// # Errors
/// Returns a [`Failure`] if the file is a link out of the folder, or can't be written.
pub fn save_inside(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let path = folder.join(name);
    let outside = match (fs::canonicalize(folder), fs::canonicalize(&path)) {
        (Ok(folder), Ok(target)) => !target.starts_with(folder),
        // If the target of a link is missing, the path of the target is unknown.
        _ => path.is_symlink(),
    };
    if outside {
        let message = format!("{} is a link out of its folder", path.display());
        return Err(Failure::Files(vec![
            Diagnostic::plain(message).help("remove the link, or name another folder"),
        ]));
    }
    save(&path, bytes)?;
    Ok(path)
}

/// Checks that the folder of a file exists. Commands do this first, so that no games are played if
/// their file can't be written.
///
/// # Errors
/// Returns a [`Failure`] if the folder of the file does not exist.
pub fn folder_exists(file: &Path) -> Result<(), Failure> {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(Failure::io(file.display().to_string(), &ErrorKind::NotFound.into()))
        }
        _ => Ok(()),
    }
}

/// Returns an unused file name in the same folder as `path`.
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

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_a_folder_is_not_followed() {
        use std::os::unix::fs::symlink;
        let scratch = std::env::temp_dir().join(format!("quadrille-links-{}", std::process::id()));
        let folder = scratch.join("folder");
        fs::create_dir_all(&folder).unwrap();
        fs::write(scratch.join("other.txt"), "other").unwrap();
        for (target, is_saved) in
            [("../other.txt", false), ("../new.txt", false), ("own.txt", true)]
        {
            fs::write(folder.join("own.txt"), "own").unwrap();
            symlink(target, folder.join("a.txt")).unwrap();
            let saved = save_inside(&folder, "a.txt", b"saved");
            assert_eq!(saved.is_ok(), is_saved, "{target}");
            fs::remove_file(folder.join("a.txt")).unwrap();
        }
        assert_eq!(fs::read(scratch.join("other.txt")).unwrap(), b"other");
        assert!(!scratch.join("new.txt").exists());
        assert_eq!(fs::read(folder.join("own.txt")).unwrap(), b"saved");
        fs::remove_dir_all(&scratch).unwrap();
    }

    #[test]
    fn json_shows_what_can_t_be_seen_and_means_the_same() {
        let value = serde_json::json!({ "title": "a\u{1b}\u{9b}b\u{202e}\u{e0041}" });
        let text = escaped(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!text.contains(is_hidden), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn a_closed_pipe_and_a_full_disk_are_told_apart() {
        assert_eq!(broken(&ErrorKind::BrokenPipe.into()), Failure::Closed);
        let full = broken(&ErrorKind::StorageFull.into());
        assert_eq!(full.code(), exit::FILE);
    }
}
