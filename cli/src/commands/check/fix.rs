//! `check --fix`: tries the safe edits that findings suggest, one after another. Writes the files
//! when all edits have been tried.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_dsl::diagnostic::{Code, Fix, Levels};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::library::disk::read_at_most;
use quadrille_dsl::{Diagnostic, Folder, Library, LibraryError, Severity, lessons};
use serde::Serialize;

use crate::args::CheckArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::Failure;
use crate::output::save;

/// The maximum number of edits that are tried.
const MAX_EDITS: usize = 500;
/// The maximum size of a file that is written, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// An edit that was made.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The name of the file that the edit has changed.
    pub file: String,
    /// The line of the edit, counted from 1.
    pub line: usize,
    /// The text that the edit has replaced.
    pub before: String,
    /// The text that the edit has inserted.
    pub after: String,
    /// The code of the finding that the edit corrects.
    pub code: Option<String>,
}

/// A shelf in which edited versions replace the files of one ruleset. The edited versions are not
/// yet on the disk.
struct EditedShelf<'a> {
    shelf: &'a Shelf,
    name: &'a str,
    folder: Folder,
}

impl Library for EditedShelf<'_> {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        if name == self.name { Ok(self.folder.clone()) } else { self.shelf.folder(name) }
    }

    fn names(&self) -> Vec<String> {
        self.shelf.names()
    }

    fn recipes(&self) -> Vec<String> {
        self.shelf.recipes()
    }

    fn neighbours(&self, path: &str) -> Vec<String> {
        self.shelf.neighbours(path)
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.shelf.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        self.shelf.plugins()
    }
}

impl EditedShelf<'_> {
    /// Returns the findings of [`check`](super::check) about the files, each preset and the
    /// lessons. Does not play random games.
    fn findings(
        &self,
        name: &str,
        args: &CheckArgs,
        levels: &Levels,
        halt: &AtomicBool,
    ) -> Vec<Diagnostic> {
        let read = |name: &str| match context::open_until(self, name, &args.change, levels, halt) {
            Ok(loaded) => (loaded.warnings_until(halt), Some(loaded)),
            Err(Failure::Files(found) | Failure::Change(found)) => (found, None),
            Err(_) => (Vec::new(), None),
        };
        let (mut found, loaded) = read(name);
        let Some(loaded) = loaded else { return found };
        found.extend(lessons::run(self, self.name, &loaded, false, halt).findings);
        let presets = loaded.meta.presets.iter().filter(|_| name == self.name);
        for (preset, _) in presets.take_while(|_| !halt.load(Ordering::Relaxed)) {
            let (mut new, _) = read(&format!("{name}@{preset}"));
            new.retain(|finding| !found.contains(finding));
            found.append(&mut new);
        }
        found
    }

    /// Returns `true` if another file names the item that an edit would remove. For example, a
    /// preset may set a tunable that no script uses.
    fn speaks(&self, finding: &Diagnostic, fix: &Fix) -> bool {
        let name = finding.place().and_then(|label| label.source.text.get(label.span.clone()));
        let Some(name) = name.filter(|_| fix.replacement.is_empty()) else { return false };
        let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let names = |text: &[u8]| {
            String::from_utf8_lossy(text).split(|c| !part(c)).any(|word| word == name)
        };
        let others = self.folder.files.iter();
        let mut others = others.filter(|(file, _)| self.folder.path_of(file) != fix.source.name);
        others.any(|(_, text)| names(text))
    }

    /// Converts the name of a file in a diagnostic to the name of this file in the ruleset's own
    /// folder.
    fn file(&self, name: &str) -> Option<&String> {
        self.folder.files.keys().find(|file| self.folder.path_of(file) == name)
    }
}

/// Corrects the files of a ruleset on the disk, and returns the edits that were made. After `halt`
/// has been set, no further edit is tried.
///
/// # Errors
/// Returns a [`Failure`] if the ruleset is shipped with the program, or a file can't be written or
/// has changed since it was checked.
pub fn correct(
    args: &CheckArgs,
    name: &str,
    levels: &Levels,
    context: &CommandContext,
    halt: &AtomicBool,
) -> Result<Vec<Correction>, Failure> {
    let id = context::without_preset(name);
    if context.shelf.ships(id) {
        let message = format!("`{id}` is shipped with the program and can't be changed");
        let help = "copy the ruleset to your own folder, and name that folder";
        return Err(Failure::advised(message, Some(help.to_owned())));
    }
    // If the folder can't be read, the check reports that.
    let Ok(folder) = context.shelf.folder(id) else { return Ok(Vec::new()) };
    let before = folder.clone();
    let mut edited = EditedShelf { shelf: &context.shelf, name: id, folder };
    let mut found = edited.findings(name, args, levels, halt);
    let mut tried = BTreeSet::new();
    // The edits that failed because the syntax was not valid. A later edit may correct the syntax,
    // so the failed edits are tried again after the next success.
    let mut failed_by_syntax = Vec::new();
    let mut tries = 0;
    let mut made = Vec::new();
    while tries < MAX_EDITS && !halt.load(Ordering::Relaxed) {
        tries += 1;
        // Fix errors first: an unused name may be the correct form of a wrong name.
        let wrong = errors(&found) > 0;
        let now = found.iter().filter(|finding| !wrong || finding.severity == Severity::Error);
        let sure = now.flat_map(|finding| {
            let fixes = finding.fixes.iter().filter(|fix| fix.sure);
            fixes.map(move |fix| (finding, fix))
        });
        let mut fresh = sure.filter(|(_, fix)| edited.file(&fix.source.name).is_some());
        let next = fresh
            .find(|(finding, fix)| tried.insert(key(finding, fix)) && !edited.speaks(finding, fix));
        let Some((finding, fix)) = next else { break };
        let edit = key(finding, fix);
        let Some((file, text)) = applied(&edited, fix) else { continue };
        let old = edited.folder.files.insert(file.clone(), text);
        let after = edited.findings(name, args, levels, halt);
        // A check that was halted may have missed findings.
        let whole = !halt.load(Ordering::Relaxed);
        if whole && better(finding, &found, &after) {
            made.push(Correction {
                file: fix.source.name.clone(),
                line: fix.source.position(fix.span.start).0,
                before: fix.source.text[fix.span.clone()].to_owned(),
                after: fix.replacement.clone(),
                code: finding.code.map(|code| code.to_string()),
            });
            found = after;
            for edit in failed_by_syntax.drain(..) {
                tried.remove(&edit);
            }
        } else if let Some(old) = old {
            edited.folder.files.insert(file, old);
            if syntax_errors(&after) > 0 {
                failed_by_syntax.push(edit);
            }
        }
    }
    for (file, text) in &edited.folder.files {
        if before.files.get(file) != Some(text) {
            write(&edited.folder, file, &before.files[file], text)?;
        }
    }
    Ok(made)
}

/// Returns a key that identifies an edit. The key stays the same if another edit moves this edit
/// within its line.
fn key(finding: &Diagnostic, fix: &Fix) -> (Option<Code>, String, String, usize, String) {
    let (line, _) = fix.source.position(fix.span.start);
    let name = fix.source.name.clone();
    (finding.code, finding.message.clone(), name, line, fix.replacement.clone())
}

/// Returns the number of findings that stop the reading of a file.
fn syntax_errors(found: &[Diagnostic]) -> usize {
    let syntax = |finding: &&Diagnostic| {
        let code = matches!(
            finding.code,
            Some(Code::TomlSyntax | Code::ScriptSyntax | Code::Unclosed | Code::NotAtTopLevel)
        );
        code && finding.severity == Severity::Error
    };
    found.iter().filter(syntax).count()
}

fn errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|finding| finding.severity == Severity::Error).count()
}

/// Returns `true` if an edit was successful. The finding that it corrects must be gone, every file
/// must have valid syntax, and there must be no new errors. If the finding was an error, new errors
/// are allowed.
fn better(about: &Diagnostic, before: &[Diagnostic], after: &[Diagnostic]) -> bool {
    let same = |list: &[Diagnostic]| {
        list.iter().filter(|f| (f.code, &f.message) == (about.code, &about.message)).count()
    };
    // A parser that stops at the first mistake reports the next one only after a fix.
    let line = |finding: &Diagnostic| {
        finding
            .place()
            .map(|place| (place.source.name.clone(), place.source.position(place.span.start).0))
    };
    let later = |list: &[Diagnostic]| {
        let mut alike =
            list.iter().filter(|f| (f.code, &f.message) == (about.code, &about.message)).map(line);
        matches!(about.code, Some(Code::TomlSyntax | Code::ScriptSyntax))
            && alike
                .all(|other| other.zip(line(about)).is_some_and(|(o, a)| o.0 == a.0 && o.1 > a.1))
    };
    let harms = about.severity != Severity::Error && errors(after) > errors(before);
    (same(after) < same(before) || later(after))
        && syntax_errors(after) <= syntax_errors(before)
        && !harms
}

/// Returns the contents of a file after an edit. The line ends and the byte order mark of the file
/// do not change.
fn applied(edited: &EditedShelf<'_>, fix: &Fix) -> Option<(String, Vec<u8>)> {
    let file = edited.file(&fix.source.name)?;
    let raw = std::str::from_utf8(edited.folder.files.get(file)?).ok()?;
    let start = raw_offset(raw, fix.span.start)?;
    let end = raw_offset(raw, fix.span.end)?;
    let mut text = raw.to_owned();
    let new = match raw.contains("\r\n") {
        true => fix.replacement.replace('\n', "\r\n"),
        false => fix.replacement.clone(),
    };
    text.replace_range(start..end, &new);
    Some((file.clone(), text.into_bytes()))
}

/// Converts an offset in the text of a file to an offset in the bytes of the file. The file may
/// begin with a byte order mark, and its lines may end with two characters.
fn raw_offset(raw: &str, offset: usize) -> Option<usize> {
    let mark = if raw.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut left = offset;
    let mut at = mark;
    for line in raw.get(mark..)?.split_inclusive('\n') {
        let dropped = usize::from(line.ends_with("\r\n"));
        let length = line.len() - dropped;
        if left < length {
            return Some(at + left);
        }
        left -= length;
        at += line.len();
    }
    (left == 0).then_some(at)
}

/// Writes a file, unless it has changed since it was checked.
fn write(folder: &Folder, file: &str, before: &[u8], text: &[u8]) -> Result<(), Failure> {
    let name = folder.path_of(file);
    let path = Path::new(&name);
    let refused = |why: &str| Failure::Io { name: name.clone(), why: why.to_owned() };
    let now = read_at_most(path, MAX_FILE_BYTES).map_err(|why| refused(&why.to_string()))?;
    if now != before {
        return Err(refused("it has changed since it was checked, so it was not written"));
    }
    save(path, text)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_has_changed_since_is_left_as_it_is() {
        let dir = std::env::temp_dir().join(format!("quadrille-fix-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("a.rhai"), "mine").unwrap();
        let folder = Folder {
            name: dir.display().to_string(),
            files: BTreeMap::from([("a.rhai".to_owned(), b"read".to_vec())]),
            single: false,
        };
        let refused = write(&folder, "a.rhai", b"read", b"fixed").unwrap_err();
        assert!(matches!(&refused, Failure::Io { why, .. } if why.contains("has changed")));
        assert_eq!(fs::read(dir.join("a.rhai")).unwrap(), b"mine");
        write(&folder, "a.rhai", b"mine", b"fixed").unwrap();
        assert_eq!(fs::read(dir.join("a.rhai")).unwrap(), b"fixed");
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn an_offset_is_found_in_a_file_with_other_line_ends() {
        let raw = "\u{feff}a = 1\r\nb = é\nc\r\n";
        let text = "a = 1\nb = é\nc\n";
        for (offset, c) in text.char_indices().filter(|(_, c)| *c != '\n') {
            let at = raw_offset(raw, offset).unwrap();
            assert_eq!(raw[at..].chars().next(), Some(c), "{offset}");
        }
        assert_eq!(raw_offset(raw, text.len()), Some(raw.len()));
        assert_eq!(raw_offset(raw, text.len() + 1), None);
    }
}
