//! Inheritance of rulesets. Reads the folders and manifests of a ruleset and its ancestors, and
//! merges the manifests.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::text::prose::listed;

use crate::diagnostic::{Code, Diagnostic, FirstSuggestions, NameSuggestion, Source, suggest};
use crate::library::{Folder, GEOMETRY, Library, LibraryError};
use crate::manifest::presets::ScriptBases;
use crate::manifest::schema::FILE;
use crate::manifest::tree::{FileSpan, TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::manifest::{check, tree};

/// The maximum number of rulesets in a chain of inheritance.
pub(crate) const MAX_CHAIN: usize = 8;

/// The manifests and the folders of a ruleset and its ancestors.
pub(crate) struct Chain {
    /// The folders. The ruleset's own folder comes first, then its parent's folder, and so on.
    pub(crate) folders: Vec<Folder>,
    /// The `geometry.toml` of each folder.
    pub(crate) manifests: Vec<Manifest>,
}

/// The `geometry.toml` of one ruleset.
pub(crate) struct Manifest {
    /// The source file.
    pub(crate) source: Arc<Source>,
    /// The readable part of the file.
    pub(crate) table: TomlTable,
    /// `true` if every part of the file was read. `false` if a syntax error made a part unreadable.
    pub(crate) whole: bool,
}

/// Reads a ruleset's manifests, and checks each against the schema. Adds mistakes to `diagnostics`.
/// Returns `None` if a folder or manifest is missing or unreadable.
pub(crate) fn read(
    library: &dyn Library,
    ruleset: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Chain> {
    let chain = Chain { folders: Vec::new(), manifests: Vec::new() };
    let mut reader = ChainReader { library, chain, diagnostics };
    let mut next: Option<(String, Option<FileSpan>)> = Some((ruleset.to_owned(), None));
    while let Some((name, heir)) = next {
        let folder = reader.folder(&name, heir.as_ref())?;
        let manifest = reader.manifest(&folder)?;
        let parent = manifest.table.get("extends");
        next = match parent.and_then(|node| Some((node, node.text()?))) {
            Some((node, text)) => {
                let (base, beside) = folder.base();
                let Some(parent) = parent_name(base, beside, text) else {
                    let message = format!("`{text}` is not beside this ruleset's folder");
                    let help = if folder.single {
                        "extend a ruleset beside this file, such as `./parent.toml`, or the id of a ruleset; \
                         `--rulesets DIR` adds a folder of rulesets"
                    } else {
                        "extend a folder beside this one, such as `../parent`, or the id of a ruleset; \
                         `--rulesets DIR` adds a folder of rulesets"
                    };
                    reader.report(Some(&node.at), Code::NoSuchParent, message, Some(help.into()));
                    return None;
                };
                Some((parent, Some(node.at.clone())))
            }
            None => None,
        };
        reader.chain.folders.push(folder);
        reader.chain.manifests.push(manifest);
    }
    Some(reader.chain)
}

impl Chain {
    /// Merges the manifests. Returns the merged manifest, which has no `extends` and no `drop`.
    /// Returns `None` if a manifest can't be read completely. Reports dropped keys that do not
    /// exist.
    ///
    /// The second result contains an entry for each preset that lists scripts. This entry is the
    /// list of scripts of the ruleset whose manifest contains the preset.
    pub(crate) fn merged(
        &self,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<(TomlTable, ScriptBases)> {
        let mut table = TomlTable::default();
        let mut bases = ScriptBases::new();
        for manifest in self.manifests.iter().rev() {
            let mut own = manifest.whole.then(|| manifest.table.clone())?;
            own.take("extends");
            if let Some(dropped) = own.take("drop") {
                let mut suggestions = FirstSuggestions::new();
                for item in dropped.node.list() {
                    diagnostics.extend(drop_inherited(&mut table, item, &mut suggestions));
                }
            }
            // A header describes only its own ruleset, so the parent's header is not inherited.
            // Inherited clauses refer to the parent's sources, so the parent's sources are added
            // after the ruleset's own sources.
            let header = table.take("variant").map(|header| header.node.value);
            let scripts = |table: &TomlTable| -> Option<Vec<String>> {
                let list = table.table("rules")?.get("scripts")?.list();
                Some(list.iter().filter_map(TomlNode::text).map(str::to_owned).collect())
            };
            let with_scripts =
                |preset: &&TomlEntry| preset.node.table().and_then(scripts).is_some();
            let presets = own.entries_of("presets").iter().filter(with_scripts);
            let presets: Vec<String> = presets.map(|preset| preset.key.clone()).collect();
            table.merge(own);
            let base = scripts(&table).unwrap_or_default();
            bases.extend(presets.into_iter().map(|preset| (preset, base.clone())));
            if let Some(TomlValue::Table(mut header)) = header
                && let Some(sources) = header.take("sources")
                && let Some(TomlValue::Table(own)) = table.value_mut("variant")
            {
                match own.value_mut(&sources.key) {
                    None => own.entries.push(sources),
                    Some(TomlValue::List(own)) => {
                        let key =
                            |source: &TomlNode| source.table()?.text("key").map(str::to_owned);
                        let taken: Vec<_> = own.iter().filter_map(key).collect();
                        let inherited = sources.node.list().iter();
                        let others =
                            inherited.filter(|of| key(of).is_none_or(|key| !taken.contains(&key)));
                        own.extend(others.cloned());
                    }
                    Some(_) => {}
                }
            }
        }
        Some((table, bases))
    }
}

impl Chain {
    /// Warns about seats that are partners in the parent, but have no team in the ruleset that
    /// extends it.
    pub(crate) fn lost_teams(&self) -> Option<Diagnostic> {
        let (own, parents) = self.manifests.split_first()?;
        let seats = own.table.get("seats")?.list();
        let theirs = parents.iter().find_map(|parent| parent.table.get("seats"))?.list();
        let text =
            |seat: &TomlNode, key| seat.table().and_then(|seat| seat.text(key)).map(str::to_owned);
        let had = |seat: &&TomlNode| {
            let name = text(seat, "name");
            let before = theirs.iter().find(|other| name.is_some() && text(other, "name") == name);
            let team = before.and_then(|before| text(before, "team"));
            let team = team.filter(|team| {
                let of = theirs.iter().filter(|other| text(other, "team").as_ref() == Some(team));
                of.count() > 1 && seat.table().is_some_and(|seat| seat.get("team").is_none())
            });
            team.is_some()
        };
        let lost: Vec<&TomlNode> = seats.iter().filter(had).collect();
        let names: Vec<String> = lost.iter().filter_map(|seat| text(seat, "name")).collect();
        let have = if names.len() == 1 { "has" } else { "have" };
        let message = format!(
            "{} {have} a partner in the extended ruleset, but no team here",
            listed(&names)
        );
        let help = "write `team = \"…\"` for each seat, with one name for partners and another for each player who is alone";
        Some(lost.first()?.at.warning(Code::TeamLost, message).help(help))
    }

    /// Returns the keys that the manifests drop, each with the place of its entry in `drop`.
    pub(crate) fn dropped(&self) -> Vec<(String, FileSpan)> {
        let lists = self.manifests.iter().filter_map(|manifest| manifest.table.get("drop"));
        let items = lists.flat_map(TomlNode::list);
        items.filter_map(|item| Some((item.text()?.to_owned(), item.at.clone()))).collect()
    }
}

/// Removes an inherited key that a manifest names in `drop`. Returns a diagnostic if there is no
/// such key.
fn drop_inherited(
    table: &mut TomlTable,
    item: &TomlNode,
    suggestions: &mut FirstSuggestions,
) -> Option<Diagnostic> {
    let path = item.text()?;
    let found = match path.split_once('.') {
        None => table.take(path),
        Some((first, key)) => match table.value_mut(first) {
            Some(TomlValue::Table(inner)) => inner.take(key),
            _ => None,
        },
    };
    if found.is_some() {
        return None;
    }
    let inner = |entry: &TomlEntry| -> Vec<String> {
        let keys = entry.node.table().into_iter().flat_map(|table| &table.entries);
        keys.map(|inner| format!("{}.{}", entry.key, inner.key)).collect()
    };
    let known = table.entries.iter().flat_map(inner);
    let help = suggestions.suggest_owned(path, known).unwrap_or_else(|| {
        "write the table, a dot and the key, as in `drop = [\"clauses.V11\", \"presets.old\"]`"
            .into()
    });
    let message = format!("`{path}` is not inherited");
    Some(item.at.error(Code::NothingToDrop, message).help(help))
}

/// Returns the name or path of the ruleset that `extends` names. `parent` is an id, or a path
/// relative to the manifest's folder. The path may lead up to the folder that contains the
/// manifest's folder. If it leads further up, returns `None`, because a ruleset must not read files
/// there.
fn parent_name(heir: &str, beside: bool, parent: &str) -> Option<String> {
    if !parent.contains(['/', '\\']) {
        return Some(parent.to_owned());
    }
    let mut up = 0;
    let mut down: Vec<&OsStr> = Vec::new();
    for part in Path::new(parent).components() {
        match part {
            Component::Normal(name) => down.push(name),
            Component::ParentDir if down.pop().is_none() => up += 1,
            Component::ParentDir | Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    // The paths are joined without `..` if possible, so that each folder has only one name.
    let mut folder = PathBuf::from(heir);
    match up {
        0 => {}
        _ if !beside => return None,
        1 if matches!(folder.components().next_back(), Some(Component::Normal(_))) => {
            folder.pop();
        }
        // `.` and similar paths have no name to remove.
        1 if folder.as_os_str() == "." => folder = PathBuf::from(".."),
        1 => folder.push(".."),
        _ => return None,
    }
    folder.extend(down);
    let name = folder.to_string_lossy().into_owned();
    // A name without a separator and without a dot at its start would be read as an id.
    let path = name.starts_with('.') || name.contains(['/', '\\']);
    Some(if path { name } else { format!("./{name}") })
}

/// Adds an id and a title to a ruleset that is a single file, if they are missing. Both are derived
/// from the name of the file.
fn add_header(table: &mut TomlTable, source: &Arc<Source>, stem: &str) {
    let at = FileSpan { source: Arc::clone(source), span: 0..0 };
    let entry = |key: &str, value| TomlEntry {
        key: key.to_owned(),
        key_at: at.clone(),
        node: TomlNode { at: at.clone(), value },
    };
    if table.entry("variant").is_none() {
        table.entries.push(entry("variant", TomlValue::Table(TomlTable::default())));
    }
    let Some(TomlValue::Table(header)) = table.value_mut("variant") else { return };
    let mut title = stem.replace(['-', '_'], " ");
    if let Some(first) = title.get(..1).map(str::to_ascii_uppercase) {
        title.replace_range(..1, &first);
    }
    for (key, text) in [("id", stem.to_owned()), ("title", title)] {
        if header.entry(key).is_none() {
            header.entries.push(entry(key, TomlValue::Text(text)));
        }
    }
}

struct ChainReader<'a> {
    library: &'a dyn Library,
    chain: Chain,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl ChainReader<'_> {
    /// Reports a mistake at the `extends` of a manifest. If `heir` is `None`, no manifest has
    /// caused the mistake, and it is reported without a place.
    fn report(
        &mut self,
        heir: Option<&FileSpan>,
        code: Code,
        message: String,
        help: Option<NameSuggestion>,
    ) {
        let made = match heir {
            Some(at) => at.error(code, message),
            None => Diagnostic::general(code, message),
        };
        self.diagnostics.push(made.maybe_help(help));
    }

    fn folder(&mut self, name: &str, heir: Option<&FileSpan>) -> Option<Folder> {
        if self.chain.folders.len() >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} rulesets extend one another");
            self.report(heir, Code::InheritanceTooDeep, message, None);
            return None;
        }
        let folder = match self.library.folder(name) {
            Ok(folder) => folder,
            Err(reason) => {
                let mut names = self.library.all_names();
                names.extend(self.library.neighbours(name));
                let help = suggest(name, names.iter().map(String::as_str));
                let help = match heir {
                    Some(_) if name.contains('@') => {
                        Some("extend the ruleset without a preset".into())
                    }
                    _ if reason != LibraryError::NotFound => help,
                    _ => help
                        .or_else(|| Some("see `quadrille list` for the available rulesets".into())),
                };
                let code = if heir.is_some() { Code::NoSuchParent } else { Code::NoSuchRuleset };
                let message = match reason {
                    LibraryError::NotFound => format!("there is no ruleset `{name}`"),
                    LibraryError::Unreadable(why) => {
                        format!("the ruleset `{name}` can't be read: {why}")
                    }
                };
                self.report(heir, code, message, help);
                return None;
            }
        };
        if self
            .chain
            .folders
            .iter()
            .any(|known| known.name == folder.name || known.files == folder.files)
        {
            let mut names: Vec<&str> = self.chain.folders.iter().map(|f| f.name.as_str()).collect();
            names.push(&folder.name);
            let message = format!("rulesets extend each other in a circle: {}", names.join(", "));
            self.report(heir, Code::InheritanceCycle, message, None);
            return None;
        }
        Some(folder)
    }

    /// Reads the manifest of a folder, and checks it against the schema.
    fn manifest(&mut self, folder: &Folder) -> Option<Manifest> {
        let Some(bytes) = folder.files.get(GEOMETRY) else {
            let message = format!("{} has no {GEOMETRY}", folder.name);
            let made = Diagnostic::general(Code::NoManifest, message);
            let files = folder.files.keys().map(String::as_str);
            let like = files.clone().find(|file| file.to_lowercase().starts_with("geometry"));
            let like = like.map(str::to_owned).or_else(|| Some(suggest(GEOMETRY, files)?.edit?.1));
            self.diagnostics.push(made.help(match like {
                Some(file) => format!(
                    "rename `{file}` to `{GEOMETRY}`; some programs add a hidden extension to names"
                ),
                None => format!(
                    "create a ruleset with `quadrille new NAME`: it is a folder with a file `{GEOMETRY}`"
                ),
            }));
            return None;
        };
        let source = match tree::source(&folder.path_of(GEOMETRY), bytes) {
            Ok(source) => source,
            Err(error) => {
                self.diagnostics.push(error);
                return None;
            }
        };
        let mut reading = check::read(&source, FILE, "geometry");
        self.diagnostics.append(&mut reading.found);
        if folder.single {
            add_header(&mut reading.table, &source, folder.stem());
        }
        Some(Manifest { source, table: reading.table, whole: reading.whole })
    }
}
