//! Errors of hooks, with their places in scripts.

/// An error of a hook. It stops the game in which it happened; other games continue.
///
/// It has the size of a pointer, because nearly every function of the engine may return it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {}", .0.hook, .0.message)]
pub struct HookError(Box<HookFailure>);

/// The hook that failed, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
struct HookFailure {
    hook: String,
    /// The place, followed by the reason.
    message: String,
    place: Option<ScriptPlace>,
    /// The length of the place, with which the message begins.
    place_length: usize,
}

/// A place in a hook's script. Displayed as `mate.rhai:12:5`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ScriptPlace {
    /// The name of the file.
    pub file: String,
    /// The line, from 1; `None` if only the file is known.
    pub line: Option<usize>,
    /// The column in characters, from 1; `None` if the whole line is meant.
    pub column: Option<usize>,
}

impl std::fmt::Display for ScriptPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().map_while(|number| number) {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

impl HookError {
    /// Returns an error of the hook `script.function` with a message that gives the reason.
    #[must_use]
    pub fn new(hook: impl Into<String>, message: impl Into<String>) -> Self {
        let (hook, message) = (hook.into(), message.into());
        Self(Box::new(HookFailure { hook, message, place: None, place_length: 0 }))
    }

    /// Adds the place in the script, if it is known. The message then begins with this place.
    #[must_use]
    pub fn at(mut self, place: Option<ScriptPlace>) -> Self {
        if let Some(place) = place {
            let before = format!("{place}: ");
            self.0.place_length = before.len();
            self.0.message.insert_str(0, &before);
            self.0.place = Some(place);
        }
        self
    }

    /// Returns the name of the hook: `script.function`.
    #[must_use]
    pub fn hook(&self) -> &str {
        &self.0.hook
    }

    /// Returns the reason of the error, with file and line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the reason of the error, without file and line.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.0.message.get(self.0.place_length..).unwrap_or_default()
    }

    /// Returns the place in the script where the error happened.
    #[must_use]
    pub fn place(&self) -> Option<&ScriptPlace> {
        self.0.place.as_ref()
    }
}
