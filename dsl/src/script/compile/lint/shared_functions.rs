//! The shared functions of a ruleset. A function is shared if its script has no hooks. Every script
//! of the ruleset may call it. For each shared function, this module finds what the function uses,
//! which hooks may therefore call it, and where it is called.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::script::compile::scripts::Script;
use crate::script::interface::api::Availability;

/// The functions that scripts share, by name.
pub(super) struct SharedFunctions {
    pub(super) functions: BTreeMap<String, SharedFunction>,
    /// The helpers in scripts that have hooks. The key is a helper. The value is the stem of its
    /// script, because only this script may call the helper.
    pub(super) kept: BTreeMap<String, String>,
    /// The functions that any script calls.
    pub(super) called: BTreeSet<String>,
}

pub(super) struct SharedFunction {
    pub(super) stem: String,
    pub(super) params: usize,
    pub(super) signature: String,
    /// The functions and methods that this function calls, directly or indirectly. Functions and
    /// methods that every hook may use are left out.
    pub(super) uses: BTreeSet<(Availability, String)>,
    /// `true` if the function has an effect or may stop the script.
    pub(super) acts: bool,
    /// The functions that this function calls.
    pub(super) calls: BTreeSet<String>,
}

impl SharedFunctions {
    pub(super) fn of(scripts: &[Script]) -> Self {
        let (mut functions, mut kept) = (BTreeMap::new(), BTreeMap::new());
        for script in scripts {
            for function in script.outline.functions.iter().filter(|f| f.hook.is_none()) {
                let name = function.name.value.clone();
                if !script.is_shared() {
                    kept.insert(name, script.stem.clone());
                    continue;
                }
                functions.entry(name).or_insert_with(|| SharedFunction {
                    stem: script.stem.clone(),
                    params: function.params.len(),
                    signature: function.signature(),
                    uses: BTreeSet::new(),
                    acts: function.words.contains("throw"),
                    calls: BTreeSet::new(),
                });
            }
        }
        Self { functions, kept, called: BTreeSet::new() }
    }

    /// Returns the number of parameters of the shared function with this name. Returns `None` if
    /// there is no such function.
    pub(super) fn params(&self, name: &str) -> Option<usize> {
        self.functions.get(name).map(|function| function.params)
    }

    /// Returns the stem of the script that defines a shared function, and the signature of the
    /// function.
    pub(super) fn describe(&self, name: &str) -> (String, String) {
        let function = self.functions.get(name);
        function.map(|f| (f.stem.clone(), f.signature.clone())).unwrap_or_default()
    }

    /// Returns the stem of the only script that may call a helper.
    pub(super) fn kept(&self, name: &str) -> Option<String> {
        self.kept.get(name).cloned()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }

    pub(super) fn acts(&self, name: &str) -> bool {
        self.functions.get(name).is_some_and(|function| function.acts)
    }

    /// Returns the functions and methods that a shared function calls, directly or indirectly.
    /// Leaves out functions and methods that every hook may use.
    pub(super) fn uses(&self, name: &str) -> BTreeSet<(Availability, String)> {
        self.functions.get(name).map(|function| function.uses.clone()).unwrap_or_default()
    }

    /// Adds indirect uses and effects. If a shared function calls another shared function, the uses
    /// and effects of the called function also count for the calling function.
    pub(super) fn spread(&mut self) {
        let mut callers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, function) in &self.functions {
            for called in function.calls.iter().filter(|called| *called != name) {
                callers.entry(called.clone()).or_default().push(name.clone());
            }
        }
        // The loop ends, because the uses of a function only grow and their number is limited.
        let mut open: Vec<String> = self.functions.keys().cloned().collect();
        while let Some(called) = open.pop() {
            let (uses, acts) = (self.uses(&called), self.acts(&called));
            for name in callers.get(&called).into_iter().flatten() {
                let Some(function) = self.functions.get_mut(name) else { continue };
                let before = (function.uses.len(), function.acts);
                function.uses.extend(uses.iter().cloned());
                function.acts |= acts;
                if before != (function.uses.len(), function.acts) {
                    open.push(name.clone());
                }
            }
        }
    }

    /// Reports a function that has the name of a shared function of another script. Scripts could
    /// call only one of the two.
    pub(super) fn named_twice(&self, scripts: &[Script], findings: &mut Vec<Diagnostic>) {
        let mut seen: BTreeMap<&str, &Script> = BTreeMap::new();
        let shared_first = scripts.iter().filter(|script| script.is_shared());
        for script in shared_first.chain(scripts.iter().filter(|script| !script.is_shared())) {
            for function in script.outline.functions.iter().filter(|f| f.hook.is_none()) {
                let name = &function.name;
                match seen.get(name.value.as_str()) {
                    Some(first) if !std::ptr::eq(*first, script) => {
                        let message =
                            format!("`{}` is already a function of `{}`", name.value, first.stem);
                        let span = name.span.clone();
                        let found =
                            Diagnostic::error(Code::DefinedTwice, &script.source, span, message);
                        let help = format!(
                            "rename one: every script can call the function of `{}`, which has no hooks",
                            first.stem
                        );
                        findings.push(found.help(help));
                    }
                    Some(_) => {}
                    None if script.is_shared() => {
                        seen.insert(&name.value, script);
                    }
                    None => {}
                }
            }
        }
    }

    /// Reports shared functions that no script calls. Functions of plugins are not reported,
    /// because other rulesets may use them.
    pub(super) fn unused(&self, scripts: &[Script], findings: &mut Vec<Diagnostic>) {
        // A misspelt call may be meant for the unused function, and a misspelt hook may call it.
        let misspelt = [Some(Code::NoSuchFunction), Some(Code::NoSuchHook)];
        if findings.iter().any(|found| misspelt.contains(&found.code)) {
            return;
        }
        for script in scripts.iter().filter(|script| script.is_shared() && script.plugin.is_none())
        {
            for function in &script.outline.functions {
                let name = &function.name;
                let known = self.functions.get(&name.value).is_some_and(|f| f.stem == script.stem);
                if known && !self.called.contains(&name.value) {
                    let (span, message) =
                        (name.span.clone(), format!("no script calls `{}`", name.value));
                    let code = Code::UnusedHelper;
                    let found = Diagnostic::warning(code, &script.source, span, message);
                    let found = found.help("remove it, or call it");
                    findings.push(found.removing(&script.source, function.span.clone(), "//"));
                }
            }
        }
    }
}
