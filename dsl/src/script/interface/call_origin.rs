//! Finds the origin of a call in a running script: the file that contains the call, and the
//! ruleset's names for the clauses of this file. The call may be in another file than the hook that
//! runs.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::script::interface::native::Call;

/// The number of bits that the packed place of an effect uses for the line, and also for the
/// column. If the call is in a script without hooks, the higher bits contain the index of this
/// script plus one.
const PLACE_BITS: u32 = 16;

/// Unpacks the place of an effect. Returns the script, the line and the column. If the call is in a
/// script with hooks, the script is `None`.
pub(crate) fn read_place(place: u64) -> (Option<usize>, Option<usize>, Option<usize>) {
    let part = |shift: u32| (place >> shift & ((1 << PLACE_BITS) - 1)) as usize;
    let some = |number: usize| (number > 0).then_some(number);
    let script = ((place >> (2 * PLACE_BITS)) as usize).checked_sub(1);
    (script, some(part(0)), some(part(PLACE_BITS)))
}

/// The origins of calls in all scripts. Each script has its file, and the ruleset's names for its
/// clauses.
#[derive(Clone, Default)]
pub(crate) struct Origins {
    scripts: Vec<ScriptOrigin>,
    /// `true` if any script has no hooks. Other scripts may call the functions of a script without
    /// hooks.
    any_shared: bool,
}

/// The origin of one script.
#[derive(Clone)]
pub(crate) struct ScriptOrigin {
    /// The name of the script.
    pub(crate) stem: String,
    /// The source of the script.
    pub(crate) source: Arc<Source>,
    /// The names of a plugin's clauses. Each pair contains the plugin's name of a clause and the
    /// ruleset's name of the same clause. `None` if the script is not a plugin.
    pub(crate) plugin: Option<Vec<(String, String)>>,
    /// `true` if the script has no hooks. All other scripts may then call its functions.
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

    /// Returns the file that contains a call.
    pub(crate) fn source(&self, call: &Call<'_>) -> Option<&Arc<Source>> {
        self.find(call).map(|(_, script)| &script.source)
    }

    /// Returns the ruleset's name for the clause that the calling script names `id`.
    pub(crate) fn clause<'a>(&'a self, call: &Call<'_>, id: &'a str) -> Cow<'a, str> {
        match self.find(call) {
            Some((_, script)) => clause_name(&script.stem, script.plugin.as_deref(), id),
            None => Cow::Borrowed(id),
        }
    }

    /// Returns the packed place of a call of an effect. If the call is in a script without hooks,
    /// the place includes this script. Otherwise, the place has no script, because the call is in
    /// the script of the hook.
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

/// Returns the ruleset's name for a clause that a script names. If the script is a plugin, the
/// ruleset may have no name for the clause. The result then consists of the plugin's stem, a dot
/// and the plugin's name of the clause.
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
