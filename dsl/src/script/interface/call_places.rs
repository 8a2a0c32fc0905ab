//! The origins of calls in a running script: the file of a call, which need not be that of the hook,
//! and what a clause that it names is called in the ruleset.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::script::interface::native::Call;

/// How many bits of an effect's place hold the line, and how many the column; those above hold one more than the
/// script, if the effect is called from one without hooks.
const PLACE_BITS: u32 = 16;

/// What an effect's place says: the script without hooks that called for it, if one did, the line and the column.
pub(crate) fn read_place(place: u64) -> (Option<usize>, Option<usize>, Option<usize>) {
    let part = |shift: u32| (place >> shift & ((1 << PLACE_BITS) - 1)) as usize;
    let some = |number: usize| (number > 0).then_some(number);
    let script = ((place >> (2 * PLACE_BITS)) as usize).checked_sub(1);
    (script, some(part(0)), some(part(PLACE_BITS)))
}

/// The files of the scripts, and the names of their clauses.
#[derive(Clone, Default)]
pub(crate) struct Origins {
    scripts: Vec<ScriptOrigin>,
    /// Whether there are scripts without hooks, whose functions other scripts call.
    any_shared: bool,
}

/// Of one script.
#[derive(Clone)]
pub(crate) struct ScriptOrigin {
    /// Its name.
    pub(crate) stem: String,
    /// Its text.
    pub(crate) source: Arc<Source>,
    /// What its clauses are called in the ruleset, if it is a plugin.
    pub(crate) plugin: Option<Vec<(String, String)>>,
    /// Whether it has no hooks, and every script may call its functions.
    pub(crate) shared: bool,
}

impl Origins {
    pub(crate) fn new(scripts: Vec<ScriptOrigin>) -> Self {
        let any_shared = scripts.iter().any(|script| script.shared);
        Self { scripts, any_shared }
    }

    fn find(&self, call: &Call<'_>) -> Option<(usize, &ScriptOrigin)> {
        let name = call.source?;
        self.scripts.iter().enumerate().find(|(_, script)| script.source.name == name)
    }

    /// The file that contains a call.
    pub(crate) fn source(&self, call: &Call<'_>) -> Option<&Arc<Source>> {
        self.find(call).map(|(_, script)| &script.source)
    }

    /// What a clause that a call names is called in the ruleset.
    pub(crate) fn clause<'a>(&'a self, call: &Call<'_>, id: &'a str) -> Cow<'a, str> {
        match self.find(call) {
            Some((_, script)) => clause_name(&script.stem, script.plugin.as_deref(), id),
            None => Cow::Borrowed(id),
        }
    }

    /// The place of an effect's call, with its script if that is not the hook's.
    pub(crate) fn place(&self, call: &Call<'_>) -> u64 {
        let at = call.at;
        // Rhai counts lines and columns in 16 bits.
        let (line, column) = (at.line().unwrap_or(0) as u64, at.position().unwrap_or(0) as u64);
        let place = line | column << PLACE_BITS;
        let script = if self.any_shared { self.find(call) } else { None };
        match script.filter(|(_, script)| script.shared) {
            Some((number, _)) => place | (number as u64 + 1) << (2 * PLACE_BITS),
            None => place,
        }
    }
}

/// What a clause that a script names is called in the ruleset: what the ruleset calls it, if the script is a
/// plugin, or else its own name after the plugin's.
pub(crate) fn clause_name<'a>(
    stem: &str,
    plugin: Option<&'a [(String, String)]>,
    id: &'a str,
) -> Cow<'a, str> {
    let Some(names) = plugin else { return Cow::Borrowed(id) };
    match names.iter().find(|(own, _)| own == id) {
        Some((_, name)) => Cow::Borrowed(name),
        None => Cow::Owned(format!("{stem}.{id}")),
    }
}
