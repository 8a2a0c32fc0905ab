//! Which rule scripts a ruleset has, and where their texts are.

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::library::Library;
use crate::manifest::check;
use crate::manifest::tree::{self, Node, Table};
use crate::script::ScriptSource;

use crate::manifest::inherit::Chain;

/// How the names of rule scripts end.
pub(crate) const ENDING: &str = ".rhai";
/// The folder that plugins are named as if they stood in.
pub(crate) const PLUGINS: &str = "plugins";

/// The scripts under `[rules] scripts`, in order. A file is looked for in the ruleset's own folder
/// first, then in those it inherits from.
pub(crate) fn collect(
    library: &dyn Library,
    chain: &Chain,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ScriptSource> {
    let rules = chain.table.table("rules");
    let listed = rules.and_then(|rules| rules.get("scripts")).map_or(&[][..], Node::list);
    let mut scripts: Vec<ScriptSource> = Vec::new();
    for node in listed {
        let Some(name) = node.text() else { continue };
        let Some((stem, found)) = find(library, chain, node, name, diagnostics) else {
            continue;
        };
        if scripts.iter().any(|script| script.stem == stem) {
            let message = format!("there are two scripts with the name `{stem}`");
            diagnostics.push(node.at.error("Q0013", message));
            continue;
        }
        let (path, bytes) = found;
        match tree::source(&path, &bytes) {
            Ok(source) => scripts.push(ScriptSource { stem: stem.to_owned(), source }),
            Err(error) => diagnostics.push(error),
        }
    }
    unlisted(chain, &scripts, diagnostics);
    scripts
}

/// A script's stem, and its path and content.
fn find<'a>(
    library: &dyn Library,
    chain: &Chain,
    node: &Node,
    name: &'a str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(&'a str, (String, Vec<u8>))> {
    let (stem, plugin) = match name.strip_prefix("plugin:") {
        Some(stem) => (stem, true),
        None => (name.strip_suffix(ENDING).unwrap_or_default(), false),
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if stem.is_empty() || !stem.chars().all(fits) {
        let message = format!("`{name}` names no rule script");
        let help = match name.strip_suffix(ENDING) {
            Some(_) if plugin => "write a plugin without `.rhai`: `plugin:draws`".to_owned(),
            None if !name.is_empty() && name.chars().all(fits) => {
                format!(
                    "write `{name}{ENDING}` for a file of the folder, `plugin:{name}` for a plugin"
                )
            }
            _ => "write a file of the folder, `mate.rhai`, or a plugin, `plugin:draws`".to_owned(),
        };
        diagnostics.push(node.at.error("Q0145", message).help(help));
        return None;
    }
    if plugin {
        if let Some(bytes) = library.plugin(stem) {
            return Some((stem, (format!("{PLUGINS}/{stem}{ENDING}"), bytes)));
        }
        let known = library.plugins();
        let help = did_you_mean(stem, known.iter().map(String::as_str))
            .unwrap_or_else(|| format!("the plugins are {}", known.join(", ")));
        let made = node.at.error("Q0012", format!("there is no plugin `{stem}`"));
        diagnostics.push(made.help(help));
        return None;
    }
    let found = chain.folders.iter().find_map(|folder| {
        let bytes = folder.files.get(name)?;
        Some((format!("{}/{name}", folder.name), bytes.clone()))
    });
    if found.is_none() {
        let files = chain.folders.iter().flat_map(|folder| folder.files.keys());
        let files: Vec<&str> = files.map(String::as_str).filter(|f| f.ends_with(ENDING)).collect();
        let help = did_you_mean(name, files.iter().copied());
        let message = format!("the folder has no file `{name}`");
        let made = node.at.error("Q0011", message);
        diagnostics.push(Diagnostic { help, ..made });
    }
    Some((stem, found?))
}

/// A script that nobody listed does nothing, which is seldom meant.
fn unlisted(chain: &Chain, scripts: &[ScriptSource], diagnostics: &mut Vec<Diagnostic>) {
    let Some(own) = chain.folders.first() else {
        return;
    };
    for file in own.files.keys() {
        let Some(stem) = file.strip_suffix(ENDING) else {
            continue;
        };
        // A preset may list a script that the ruleset itself does not.
        let named = own
            .files
            .get("geometry.toml")
            .is_some_and(|toml| String::from_utf8_lossy(toml).contains(&format!("\"{file}\"")));
        if !named && !scripts.iter().any(|script| script.stem == stem) {
            let at = chain.table.table("rules").and_then(|rules| rules.get("scripts"));
            let at = at.map_or(&chain.top, |node| &node.at);
            let message = format!("`{file}` is in the folder, but not under `[rules] scripts`");
            diagnostics.push(at.warning("Q0014", message));
        }
    }
}

/// The values that the file, its preset and `--set` give to constants, the strongest last.
pub(crate) fn overrides(table: &Table, set: &[(String, String)]) -> Vec<(String, String)> {
    let written = table.entries_of("tunables").iter();
    let written = written.filter_map(|e| Some((e.key.clone(), check::tunable_value(&e.node)?)));
    // One that is set from outside again is left out, so that nothing is given twice.
    let again = |key: &str| {
        set.iter()
            .any(|(name, _)| name == key || key.split_once('.').is_some_and(|(_, n)| n == name))
    };
    written.filter(|(key, _)| !again(key)).chain(set.iter().cloned()).collect()
}
