//! The file of a match, which contains a line of JSON for each game.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::output::exit::Failure;

/// The maximum length of a line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// A game of a match, as its line of JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields, expecting = "a game as an object")]
pub struct GameLine {
    /// The index of the meeting.
    pub meeting: usize,
    /// The number of the block. All games of a block have the same opening and use the same stream
    /// of random numbers.
    pub block: u64,
    /// The index of the game in its block. This index determines the agent that plays each side.
    pub game: usize,
    /// The agent that plays each side.
    pub agents: Vec<usize>,
    /// The result of each side, in units of 1/840 of a point.
    pub parts: Vec<u32>,
    /// The ending of the game.
    pub end: String,
    /// The agents that failed in the game.
    pub forfeits: Vec<Forfeit>,
    /// The number of plies, without the opening.
    pub plies: u32,
    /// The number of decisions of each agent in the match.
    pub decisions: Vec<u32>,
    /// The time that each agent in the match took, in microseconds.
    pub micros: Vec<u64>,
    /// The CPU time of each agent in the match, in microseconds. `None` if the system does not
    /// report it.
    pub processor: Vec<Option<u64>>,
}

/// The failure of an agent in a game.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(expecting = "a failure as an object")]
pub struct Forfeit {
    /// The index of the agent.
    pub agent: usize,
    /// The name of the seat that the agent played.
    pub seat: String,
    /// The reason why the agent failed.
    pub why: Reason,
    /// The illegal answer of the engine, or the message about its failed start. `None` for any
    /// other failure.
    pub said: Option<String>,
}

/// The reason why an agent failed.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The engine ended, or could not be started.
    Crash,
    /// The agent took too much time for an answer.
    Time,
    /// The agent's action was not legal.
    Illegal,
}

impl Reason {
    /// Returns the word for reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Time => "time",
            Self::Illegal => "illegal move",
        }
    }
}

/// The file that contains the games of a match.
pub struct GamesFile {
    name: String,
    file: Mutex<File>,
}

impl GamesFile {
    /// Creates the file of a match. Its first line is `about`, which identifies the match. If
    /// `resume` is `true`, opens an existing file and returns its games.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be read or written, if it belongs to another match,
    /// or if it exists and `resume` is not set.
    pub fn open(path: &Path, about: &str, resume: bool) -> Result<(Self, Vec<GameLine>), Failure> {
        let name = path.display().to_string();
        let failed = |error: std::io::Error| Failure::io(&name, &error);
        if !resume || !path.exists() {
            let mut file =
                OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
                    match error.kind() {
                        std::io::ErrorKind::AlreadyExists => Failure::advised(
                            format!("{name} already exists"),
                            Some("add --resume to continue it, or name another file".to_owned()),
                        ),
                        _ => failed(error),
                    }
                })?;
            writeln!(file, "{about}").map_err(failed)?;
            return Ok((Self { name, file: Mutex::new(file) }, Vec::new()));
        }
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(failed)?;
        let mut reader = BufReader::new(&mut file);
        let mut games = Vec::new();
        let (mut number, mut good) = (0, 0);
        loop {
            let mut bytes = Vec::new();
            let read = reader
                .by_ref()
                .take(MAX_LINE_BYTES)
                .read_until(b'\n', &mut bytes)
                .map_err(failed)?;
            // A line that an interruption has cut off is dropped, and its game is played again.
            if bytes.last() != Some(&b'\n') {
                break;
            }
            number += 1;
            good += read as u64;
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_end();
            if number > 1 {
                let game = serde_json::from_str(text).map_err(|error| Failure::Io {
                    name: name.clone(),
                    why: format!("line {number}: {error}"),
                })?;
                games.push(game);
            } else if text != about {
                return Err(Failure::advised(
                    format!("{name} has the games of another match"),
                    Some("repeat the command line of that match, or name another file".to_owned()),
                ));
            }
        }
        file.set_len(good).map_err(failed)?;
        if number == 0 {
            writeln!(file, "{about}").map_err(failed)?;
        }
        Ok((Self { name, file: Mutex::new(file) }, games))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be written.
    pub fn add(&self, game: &GameLine) -> Result<(), Failure> {
        let line = serde_json::to_string(game)
            .map_err(|error| Failure::Io { name: self.name.clone(), why: error.to_string() })?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // Write a line in one piece, so that an interruption leaves whole lines.
        file.write_all(format!("{line}\n").as_bytes())
            .map_err(|error| Failure::io(&self.name, &error))
    }
}
