//! Finds the rule scripts of a ruleset.

use super::ruleset_file::FileOrigin;
use crate::diagnostic::{Code, Diagnostic, NameSuggestion, suggest};
use crate::library::{Library, SCRIPT};
use crate::manifest::check::misspelt_on;
use crate::manifest::inherit::Chain;
use crate::manifest::tree;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable};
use crate::script::ScriptSource;

/// The folder of plugins in messages.
const PLUGINS: &str = "plugins";

/// The prefix of an entry in the list of scripts, if the entry is a plugin.
pub(super) const PLUGIN: &str = "plugin:";

/// Returns the path that messages show for the file of a plugin.
pub(super) fn plugin_path(name: &str) -> String {
    format!("{PLUGINS}/{name}{SCRIPT}")
}

/// The scripts that a ruleset lists.
pub(crate) struct ListedScripts {
    /// The sources of the scripts, in order.
    pub(crate) scripts: Vec<ScriptSource>,
    /// The origin of each script.
    pub(crate) origins: Vec<FileOrigin>,
    /// `true` if no script is missing.
    pub(crate) complete: bool,
}

/// Collects the scripts that the key `scripts` of `[rules]` lists, in order. If both the ruleset's
/// own folder and an inherited folder contain a listed script, the script in the own folder is
/// used.
pub(crate) fn collect(
    library: &dyn Library,
    chain: &Chain,
    table: &TomlTable,
    top: &FileSpan,
    diagnostics: &mut Vec<Diagnostic>,
) -> ListedScripts {
    let rules = table.table("rules");
    let names = rules.and_then(|rules| rules.get("scripts")).map_or(&[][..], TomlNode::list);
    let complete = !misspelt_on(table, &["rules", "scripts"]);
    let mut listed = ListedScripts { scripts: Vec::new(), origins: Vec::new(), complete };
    for node in names {
        let Some(name) = node.text() else {
            listed.complete = false;
            continue;
        };
        let Some(ScriptFile { stem, path, content, origin }) =
            find(library, chain, node, name, diagnostics)
        else {
            listed.complete = false;
            continue;
        };
        if listed.scripts.iter().any(|script| script.stem == stem) {
            let message = format!("there are two scripts with the name `{stem}`");
            diagnostics.push(node.at.error(Code::ScriptNameRepeated, message));
            continue;
        }
        match tree::source(&path, &content) {
            Ok(source) => {
                if origin == FileOrigin::Own && has_no_code(&source.text) {
                    let message = format!("`{name}` is listed, but has no code");
                    let help = "write its hooks, as in `fn on_mate(game, seat) { lose(seat); }`, or remove it from the list";
                    diagnostics.push(node.at.warning(Code::ScriptWithoutCode, message).help(help));
                }
                let plugin = (origin == FileOrigin::Plugin).then(|| clause_names(table, stem));
                listed.scripts.push(ScriptSource { stem: stem.to_owned(), source, plugin });
                listed.origins.push(origin);
            }
            Err(error) => diagnostics.push(error),
        }
    }
    // If an entry is wrong, its script may be the one that seems unlisted.
    if listed.complete {
        unlisted(chain, table, top, &listed.scripts, diagnostics);
    }
    listed
}

/// Returns `true` if a script consists only of empty lines and line comments.
fn has_no_code(script: &str) -> bool {
    script.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with("//"))
}

/// Returns the names that the ruleset gives to the clauses of a plugin. They are under
/// `[plugins.NAME] clauses`.
fn clause_names(table: &TomlTable, plugin: &str) -> Vec<(String, String)> {
    let plugin = table.table("plugins").and_then(|plugins| plugins.table(plugin));
    let clauses = plugin.map_or(&[][..], |plugin| plugin.entries_of("clauses"));
    let name = |entry: &TomlEntry| Some((entry.key.clone(), entry.node.text()?.to_owned()));
    clauses.iter().filter_map(name).collect()
}

/// A script that was found.
struct ScriptFile<'a> {
    stem: &'a str,
    path: String,
    content: Vec<u8>,
    origin: FileOrigin,
}

/// Finds a script. If there is no such script, reports it as missing.
fn find<'a>(
    library: &dyn Library,
    chain: &Chain,
    node: &TomlNode,
    name: &'a str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ScriptFile<'a>> {
    let (stem, plugin) = match name.strip_prefix(PLUGIN) {
        Some(stem) => (stem, true),
        None => (name.strip_suffix(SCRIPT).unwrap_or_default(), false),
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if stem.is_empty() || !stem.chars().all(fits) {
        let message = format!("`{name}` is not the name of a rule script");
        let file = format!("{name}{SCRIPT}");
        let is_file = chain.folders.iter().any(|folder| folder.files.contains_key(&file));
        let help = match name.strip_suffix(SCRIPT) {
            None if is_file => {
                NameSuggestion::replace(format!("write `{file}`"), name, &file).sure(true)
            }
            Some(bare) if plugin => {
                let help = "write a plugin without `.rhai`: `plugin:draws`";
                NameSuggestion::replace(help, name, bare).sure(true)
            }
            None if !name.is_empty() && name.chars().all(fits) => {
                format!("write `{file}` for a file of the folder, `plugin:{name}` for a plugin")
                    .into()
            }
            _ => "write a file of the folder, such as `mate.rhai`, or a plugin, such as `plugin:draws`".into(),
        };
        diagnostics.push(node.at.error(Code::InvalidScriptEntry, message).help(help));
        return None;
    }
    if plugin {
        if let Some(content) = library.plugin(stem) {
            let path = plugin_path(stem);
            return Some(ScriptFile { stem, path, content, origin: FileOrigin::Plugin });
        }
        let known = library.plugins();
        let help = suggest(stem, known.iter().map(String::as_str))
            .unwrap_or_else(|| format!("use one of: {}", known.join(", ")).into());
        let made = node.at.error(Code::NoSuchPlugin, format!("there is no plugin `{stem}`"));
        diagnostics.push(made.help(help));
        return None;
    }
    let found = chain.folders.iter().enumerate().find_map(|(i, folder)| {
        let content = folder.files.get(name)?.clone();
        let origin = if i == 0 { FileOrigin::Own } else { FileOrigin::Inherited };
        Some(ScriptFile { stem, path: format!("{}/{name}", folder.name), content, origin })
    });
    if found.is_none() {
        let files = chain.folders.iter().flat_map(|folder| folder.files.keys());
        let files: Vec<&str> = files.map(String::as_str).filter(|f| f.ends_with(SCRIPT)).collect();
        let help = suggest(name, files.iter().copied());
        let help = help.unwrap_or_else(|| "create the file, or remove it from the list".into());
        let message = format!("the folder has no file `{name}`");
        diagnostics.push(node.at.error(Code::NoSuchScript, message).help(help));
    }
    found
}

/// Warns about scripts in the ruleset's folder that are listed neither by the ruleset nor by one of
/// its presets.
fn unlisted(
    chain: &Chain,
    table: &TomlTable,
    top: &FileSpan,
    scripts: &[ScriptSource],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (Some(own), Some(manifest)) = (chain.folders.first(), chain.manifests.first()) else {
        return;
    };
    let presets = manifest.table.entries_of("presets").iter();
    let tables = presets.filter_map(|preset| preset.node.table()).chain([&manifest.table]);
    let lists = tables.filter_map(|table| table.table("rules")?.get("scripts"));
    let named: Vec<&str> = lists.flat_map(TomlNode::list).filter_map(TomlNode::text).collect();
    for file in own.files.keys() {
        let Some(stem) = file.strip_suffix(SCRIPT) else { continue };
        if !named.contains(&file.as_str()) && !scripts.iter().any(|script| script.stem == stem) {
            let at = table.table("rules").and_then(|rules| rules.get("scripts"));
            let at = at.map_or(top, |node| &node.at);
            let message = format!("`{file}` is in the folder, but not under `[rules] scripts`");
            let help = format!("add `\"{file}\"` to the list, or remove the file");
            diagnostics.push(at.warning(Code::ScriptNotListed, message).help(help));
        }
    }
}
