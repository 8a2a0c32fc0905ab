//! Keeps a game in a file while it is played, so that the game is not lost if the program ends. The
//! player can name the file. Otherwise, the file is in the user's state folder. While the game
//! hides pieces from a player, it is always kept in the state folder. A file that the player named
//! is not written during this time.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quadrille_session::Game;

use crate::output;
use crate::output::exit::Failure;

/// After an agent's ply, the game is saved only if the last save was at least this time ago. A
/// person's plies are saved immediately.
const AGENT_SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// Keeps a game in a file.
#[derive(Debug, Default)]
pub struct GameKeeper {
    /// The file. `None` if the game is not kept.
    path: Option<PathBuf>,
    /// `true` if the player named the file.
    named: bool,
    /// The file in the state folder. `None` unless the player named another file and the game hides
    /// pieces.
    cover: Option<PathBuf>,
    /// `true` if the game has changed since it was written.
    changed: bool,
    written: Option<Instant>,
    /// `true` if the file contains a part of the game.
    holds: bool,
}

impl GameKeeper {
    /// Keeps a game in a file that the player names.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file already exists, unless it is `from`, the file from which
    /// the game was loaded.
    pub fn named(path: &Path, from: Option<&Path>) -> Result<Self, Failure> {
        if path.exists() && from != Some(path) {
            let message = format!("`{}` already exists", path.display());
            let help = "name another file, or continue the game in it with `--from`";
            return Err(Failure::advised(message, Some(help.to_owned())));
        }
        output::folder_exists(path)?;
        Ok(Self { path: Some(path.to_owned()), named: true, ..Self::default() })
    }

    /// Keeps a game in a new file in the user's state folder, if there is such a folder.
    #[must_use]
    pub fn recovery(ruleset: &str) -> Self {
        Self { path: fresh(ruleset), ..Self::default() }
    }

    /// Takes over the file in the state folder from another keeper. This keeper then writes the
    /// game to that file while the game hides pieces.
    pub fn take_over(&mut self, other: &mut Self) {
        let own = if other.named { other.cover.take() } else { other.path.take() };
        self.cover = own.or(self.cover.take());
    }

    /// Returns the file in which the game is kept. Returns `None` if it is not kept.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns `true` if the player named the file.
    #[must_use]
    pub fn is_named(&self) -> bool {
        self.named
    }

    /// Returns the file in the state folder in which the game is kept while it hides pieces.
    /// Returns `None` if the player named no other file.
    #[must_use]
    pub fn cover(&self) -> Option<&Path> {
        self.cover.as_deref()
    }

    /// Records that the game has changed. A change by a person is written at once. A change by an
    /// agent is written only if some time has passed since the last save. `hides` is `true` if the
    /// game hides pieces from a player.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be written.
    pub fn changed(&mut self, session: &Game, by_person: bool, hides: bool) -> Result<(), Failure> {
        self.changed = true;
        let due = self.written.is_none_or(|written| written.elapsed() >= AGENT_SAVE_INTERVAL);
        if by_person || due { self.write(session, hides) } else { Ok(()) }
    }

    /// Writes the game if it has changed. `hides` is `true` if the game hides pieces from a player.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be written.
    pub fn write(&mut self, session: &Game, hides: bool) -> Result<(), Failure> {
        if self.path.is_none() || !self.changed {
            return Ok(());
        }
        // Set the time even if writing fails. A folder that is not writable would otherwise be
        // tried at every ply.
        self.written = Some(Instant::now());
        let covered = hides && self.named;
        if covered && self.cover.is_none() {
            self.cover = fresh(&session.ruleset().meta.id);
        }
        let place = if covered { &self.cover } else { &self.path };
        let Some(path) = place.as_deref() else { return Ok(()) };
        let own = covered || !self.named;
        if let Some(folder) = path.parent().filter(|_| own) {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| Failure::io(folder.display().to_string(), &error))?;
        }
        save(path, session, own)?;
        self.changed = false;
        self.holds |= !covered;
        if !covered && let Some(cover) = self.cover.take() {
            let _ = std::fs::remove_file(cover);
        }
        Ok(())
    }

    /// Stops keeping the game. A file that the player did not name is removed.
    pub fn discard(&mut self) {
        let path = self.path.take();
        if let Some(path) = path.filter(|_| self.holds && !self.named) {
            let _ = std::fs::remove_file(path);
        }
        if let Some(cover) = self.cover.take() {
            let _ = std::fs::remove_file(cover);
        }
    }

    /// Writes the game for the last time, and returns the path of its file. If the game is over or
    /// never began, and the player named no file, removes the file instead and returns `None`.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the file can't be written.
    pub fn finish(&mut self, session: &Game, hides: bool) -> Result<Option<PathBuf>, Failure> {
        let done = session.result().is_some() || session.plies().len() == 0;
        if !self.named && done {
            self.discard();
            return Ok(None);
        }
        self.write(session, hides)?;
        if self.cover.is_some() {
            return Ok(self.cover.clone());
        }
        Ok(self.path.clone().filter(|_| self.holds))
    }
}

/// Writes a game to a file in the format of its extension. If `whole` is `true`, writes the whole
/// game, because only the program reads the file. Otherwise, leaves out answers that are still
/// secret, because the player may read the file.
///
/// # Errors
/// Returns a [`Failure`] if the file can't be written.
fn save(path: &Path, session: &Game, whole: bool) -> Result<(), Failure> {
    let failed = crate::context::failed;
    let cut = if whole { None } else { session.before_sealed().map_err(failed)? };
    let session = cut.as_ref().unwrap_or(session);
    let json = path.extension().is_some_and(|ending| ending == "json");
    let text = if json { session.to_json() } else { session.to_pgn(&[]) };
    let text = text.map_err(failed)?;
    output::save(path, text.as_bytes())
}

/// Returns the path of a new file in the user's state folder.
fn fresh(ruleset: &str) -> Option<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let process = std::process::id();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let ruleset: String = ruleset.chars().map(plain).collect();
    states().map(|dir| dir.join(format!("{ruleset}-{seconds}-{process}.json")))
}

/// Returns the folder for the state of this user's programs. It depends on the operating system.
fn states() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        set("LOCALAPPDATA")?
    } else {
        let absolute = set("XDG_STATE_HOME").filter(|path| path.is_absolute());
        absolute.or_else(|| Some(set("HOME")?.join(".local/state")))?
    };
    Some(folder.join("quadrille"))
}
