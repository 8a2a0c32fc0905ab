//! Mutation tests of rulesets, which measure how many small mistakes are detected: `cargo run
//! --release -p quadrille-tests --example mutants -- [--every N] [RULESET...]`.
//!
//! Each mutant has one mistake in one token of a shipped ruleset: the token is deleted, doubled,
//! misspelt, or exchanged with the next token. Prose and comments are left out. With `--every N`,
//! only every N-th mutant is tested. A mutant is *reported* if the ruleset or one of its presets
//! can't be loaded, or if a warning appears. It is *failed* if it is not reported, but a lesson
//! fails. All other mutants are *silent*. A silent mutant either plays like the original, or
//! differs in a way that no lesson tests.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, io, iter};

use quadrille_dsl::library::{Library as _, Shipped};
use quadrille_dsl::{Ruleset, RulesetError, lessons, load};
use quadrille_tests::changed::Changed;

/// Keys of `geometry.toml` whose values are prose.
const PROSE: &[&str] =
    &["title", "inventor", "place", "summary", "changes", "about", "text", "cite", "page", "label"];

fn main() -> io::Result<ExitCode> {
    let mut every = 1;
    let mut names = Vec::new();
    let mut args = env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--every" {
            let number = args.next().and_then(|number| number.parse().ok());
            every =
                number.filter(|number| *number > 0).ok_or_else(|| io::Error::other("--every N"))?;
        } else {
            names.push(arg);
        }
    }
    if names.is_empty() {
        names = Shipped.names();
    }
    let mut mutants = Vec::new();
    for name in &names {
        let folder = Shipped.folder(name).map_err(io::Error::other)?;
        for (file, bytes) in &folder.files {
            // Lessons, claims, puzzles and weights describe consequences of the rules.
            const OTHERS: [&str; 4] =
                ["lessons.toml", "claims.toml", "puzzles.toml", "weights.toml"];
            if !OTHERS.contains(&file.as_str()) {
                let text = String::from_utf8(bytes.clone()).map_err(io::Error::other)?;
                mutants.extend(mutants_of(name, file, &text));
            }
        }
    }
    let mutants: Vec<Mutant> = mutants.into_iter().step_by(every).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((i, mutant)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|i| Some((i, mutants.get(i)?)))
                {
                    let fate = mutant.fate();
                    found.lock().unwrap_or_else(PoisonError::into_inner).insert(i, fate);
                }
            });
        }
    });
    let mut out = io::stdout().lock();
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut counts: BTreeMap<(&str, Fate), usize> = BTreeMap::new();
    for (mutant, fate) in mutants.iter().zip(found.values()) {
        for of in [mutant.how, "all"] {
            *counts.entry((of, *fate)).or_default() += 1;
        }
        if *fate != Fate::Reported {
            writeln!(out, "{fate:?}: {}", mutant.shown())?;
        }
    }
    for how in ["deleted", "doubled", "exchanged", "misspelt", "all"] {
        let of = |fate| counts.get(&(how, fate)).copied().unwrap_or_default();
        let (reported, failed, silent) = (of(Fate::Reported), of(Fate::Failed), of(Fate::Silent));
        let total = (reported + failed + silent).max(1);
        let share = |n: usize| 100.0 * n as f64 / total as f64;
        writeln!(
            out,
            "{how:>10}: {total:6} mutants, {:5.1} % reported, {:5.1} % fail a lesson, {:5.1} % silent",
            share(reported),
            share(failed),
            share(silent)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The outcome of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fate {
    Reported,
    Failed,
    Silent,
}

/// A file with one mistake.
struct Mutant {
    library: Changed,
    line: usize,
    how: &'static str,
    token: String,
}

impl Mutant {
    fn fate(&self) -> Fate {
        let presets = match load(&self.library, &self.library.ruleset, &[]) {
            Ok(loaded) if loaded.warnings().is_empty() => {
                let stop = AtomicBool::new(false);
                let presets = loaded.meta.presets.iter().map(|(name, _)| name.clone());
                let presets: Vec<String> = presets.collect();
                if lessons::run(&self.library, &self.library.ruleset, &loaded, true, &stop)
                    .findings
                    .is_empty()
                {
                    presets
                } else if self.presets_reported(&presets) {
                    return Fate::Reported;
                } else {
                    return Fate::Failed;
                }
            }
            _ => return Fate::Reported,
        };
        if self.presets_reported(&presets) { Fate::Reported } else { Fate::Silent }
    }

    /// Returns `true` if one of the presets can't be loaded, or if loading it gives a warning.
    fn presets_reported(&self, presets: &[String]) -> bool {
        let reported = |found: Result<Ruleset, RulesetError>| {
            found.map_or(true, |loaded| !loaded.warnings().is_empty())
        };
        presets.iter().any(|preset| {
            reported(load(&self.library, &format!("{}@{preset}", self.library.ruleset), &[]))
        })
    }

    fn shown(&self) -> String {
        let Self { library: Changed { ruleset, file, text }, line, how, token } = self;
        let now = text.lines().nth(line - 1).unwrap_or_default().trim();
        format!("{ruleset}/{file}:{line}: `{token}` {how}: {now}")
    }
}

/// Returns every mutant of a file.
fn mutants_of(ruleset: &str, file: &str, text: &str) -> Vec<Mutant> {
    let tokens = if file.ends_with(".toml") { toml_tokens(text) } else { script_tokens(text) };
    let mut mutants = Vec::new();
    for (i, &(start, end)) in tokens.iter().enumerate() {
        let token = &text[start..end];
        let mut add = |how, from: usize, to: usize, new: String| {
            mutants.push(Mutant {
                library: Changed {
                    ruleset: ruleset.to_owned(),
                    file: file.to_owned(),
                    text: format!("{}{new}{}", &text[..from], &text[to..]),
                },
                line: text[..start].matches('\n').count() + 1,
                how,
                token: token.to_owned(),
            });
        };
        add("deleted", start, end, String::new());
        // A second `;` is an empty statement, so the program is the same.
        if token != ";" {
            add("doubled", start, end, format!("{token} {token}"));
        }
        if let Some(&(next, stop)) = tokens.get(i + 1)
            && text[next..stop] != *token
        {
            let between = &text[end..next];
            add("exchanged", start, stop, format!("{}{between}{token}", &text[next..stop]));
        }
        if let Some(word) = misspelt(token) {
            add("misspelt", start, end, word);
        }
    }
    mutants
}

/// Returns the word without the letter in its middle. Returns `None` for other tokens and for short
/// words.
fn misspelt(token: &str) -> Option<String> {
    let word =
        token.len() > 2 && token.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    let middle = token.len() / 2;
    let word = word && token.starts_with(|c: char| c.is_ascii_alphabetic());
    word.then(|| format!("{}{}", &token[..middle], &token[middle + 1..]))
}

/// Finds the tokens of a line from a byte onwards, up to a comment.
fn tokens_of(line: &str, from: usize, comment: &str, out: &mut Vec<(usize, usize)>) {
    const PAIRS: &[&str] = &[
        "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "=>", "#{", "..", "?.", "??", "[[",
        "]]",
    ];
    let mut at = 0;
    let mut quoted = false;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        if !quoted && rest.starts_with(comment) {
            return;
        }
        let word =
            rest.find(|c: char| !(c.is_alphanumeric() || "_-".contains(c))).unwrap_or(rest.len());
        let length = if c.is_alphanumeric() || c == '_' {
            word
        } else if let Some(pair) = PAIRS.iter().find(|pair| rest.starts_with(**pair)) {
            pair.len()
        } else {
            c.len_utf8()
        };
        quoted ^= matches!(c, '"' | '`');
        if !c.is_whitespace() {
            out.push((from + at, from + at + length));
        }
        at += length;
    }
}

/// Returns the lines of a text, each with the offset of its first byte.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let line = (start, &rest[..length]);
        start += length;
        Some(line)
    })
}

/// Returns the tokens of `geometry.toml`, except in values that are prose.
fn toml_tokens(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (start, line) in lines(text) {
        tokens_of(line, start, "#", &mut all);
    }
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let mut skipping = false;
    let mut i = 0;
    while let Some(&(start, end)) = all.get(i) {
        let token = &text[start..end];
        let before = |n: usize| kept.len().checked_sub(n).map(|at| &text[kept[at].0..kept[at].1]);
        if skipping {
            skipping = token != "\"";
            if !skipping {
                kept.push((start, end));
            }
        } else {
            let of_key = token == "\"" && before(1) == Some("=");
            // Parents are names or ids, which only the family tree uses.
            let of_parents =
                token == "\"" && before(1) == Some("[") && before(3) == Some("parents");
            let prose = of_parents || of_key && before(2).is_some_and(|k| PROSE.contains(&k));
            kept.push((start, end));
            skipping = prose;
        }
        i += 1;
    }
    kept
}

/// Returns the tokens of a script and of its meaningful comments.
fn script_tokens(text: &str) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (start, line) in lines(text) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let means =
            ["/// clause:", "/// when:", "// one of:"].iter().any(|key| trimmed.starts_with(key));
        if means {
            let slashes = trimmed.len() - trimmed.trim_start_matches('/').len();
            tokens_of(&trimmed[slashes..], start + indent + slashes, "//", &mut all);
        } else {
            tokens_of(line, start, "//", &mut all);
        }
    }
    all
}
