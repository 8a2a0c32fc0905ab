//! Tests of small mistakes in the shipped rulesets and recipes: misspelt words, missing lines,
//! quotes and brackets, and numbers that have become strings. No mistake may cause a panic. Each
//! error must have a place in a file. For a misspelt word, the original spelling must be suggested.
//!
//! By default, the test tries a sample of the mistakes. `SLIPS=1 cargo test --release -p
//! quadrille-tests --test rules slips:: -- --nocapture` tries all mistakes, and `SLIPS=50` tries
//! every fiftieth. Both print how many mistakes of each kind are reported.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quadrille_dsl::library::{Library as _, Shipped};
use quadrille_dsl::{Diagnostic, RulesetError, Severity, lessons, load};
use quadrille_tests::changed::Changed;

/// The sampling interval if `SLIPS` is not set.
const DEFAULT_SLIP_INTERVAL: usize = 1597;

/// Keys of TOML files whose values are prose.
const PROSE: &[&str] = &[
    "title",
    "inventor",
    "place",
    "summary",
    "changes",
    "about",
    "text",
    "cite",
    "page",
    "label",
    "says",
    "says_more",
    "unplayable",
];

/// A kind of mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum How {
    /// A key in which the middle letter is missing.
    Key,
    /// Another word in which the middle letter is missing.
    Word,
    /// A quote left out.
    Quote,
    /// A bracket left out.
    Bracket,
    /// A number that has become a string.
    Number,
    /// A line left out.
    Line,
}

/// A file with a mistake.
struct Slip {
    /// The rulesets, with the changed file.
    library: Changed,
    line: usize,
    how: How,
    /// The original text.
    word: String,
    /// The new text.
    instead: String,
}

/// The outcome of a mistake.
#[derive(Default)]
struct Fate {
    /// `true` if the mistake is reported.
    is_reported: bool,
    /// `true` if the original word is suggested, `false` if it is not. `None` if no finding
    /// mentions the new word.
    suggested: Option<bool>,
    /// Violations of the promises.
    faults: Vec<String>,
}

impl Slip {
    fn findings(&self) -> Vec<Diagnostic> {
        let Changed { ruleset, file, .. } = &self.library;
        match load(&self.library, ruleset, &[]) {
            Ok(loaded) => {
                let mut found = loaded.warnings();
                if file == "lessons.toml" {
                    let stop = AtomicBool::new(false);
                    found.extend(
                        lessons::run(&self.library, ruleset, &loaded, true, &stop).findings,
                    );
                    return found;
                }
                // If only a preset uses the part with the mistake, the mistake is reported when the
                // preset is loaded.
                for (preset, _) in &loaded.meta.presets {
                    if !found.is_empty() {
                        break;
                    }
                    let with = load(&self.library, &format!("{ruleset}@{preset}"), &[]);
                    found = with
                        .map_or_else(RulesetError::into_diagnostics, |loaded| loaded.warnings());
                }
                found
            }
            Err(error) => error.into_diagnostics(),
        }
    }

    fn fate(&self) -> Fate {
        let Ok(found) = catch_unwind(AssertUnwindSafe(|| self.findings())) else {
            return Fate { faults: vec!["it panics".to_owned()], ..Fate::default() };
        };
        let mut fate = Fate { is_reported: !found.is_empty(), ..Fate::default() };
        for finding in &found {
            let placed = finding.labels.first().is_some_and(|label| {
                let text = &label.source.text;
                label.span.start <= label.span.end
                    && text.get(label.span.clone()).is_some()
                    && label.source.position(label.span.start).0 <= text.lines().count().max(1)
            });
            if finding.severity == Severity::Error && !placed {
                fate.faults.push(format!("an error without a place: {}", finding.message));
            }
        }
        if matches!(self.how, How::Key | How::Word) {
            let quoted = [format!("`{}`", self.instead), format!(".{}`", self.instead)];
            let about = found.iter().filter(|finding| {
                let is_there = finding
                    .labels
                    .first()
                    .is_some_and(|label| label.source.position(label.span.start).0 == self.line);
                is_there && quoted.iter().any(|word| finding.message.contains(word))
            });
            let about: Vec<_> = about.collect();
            let suggests = |finding: &&Diagnostic| {
                let help = finding.help.as_deref().unwrap_or_default();
                help.contains(&self.word) || finding.message.contains(&self.word)
            };
            fate.suggested = (!about.is_empty()).then(|| about.iter().any(suggests));
        }
        fate
    }

    fn shown(&self) -> String {
        let Self { library: Changed { ruleset, file, .. }, line, how, word, instead } = self;
        format!("{ruleset}/{file}:{line}: {how:?}: `{word}` is now `{instead}`")
    }
}

/// Returns the word without the letter in its middle. Returns `None` if the word is short or is not
/// made of letters.
fn misspelt(word: &str) -> Option<String> {
    let letters = word.bytes().all(|b| b.is_ascii_alphabetic() || b"_-".contains(&b));
    let middle = word.len() / 2;
    let new = || format!("{}{}", &word[..middle], &word[middle + 1..]);
    (letters && word.len() > 4).then(new).filter(|new| new != word)
}

/// Finds the first run of bytes that the function `is` accepts, at the offset `from` or after it.
/// Returns the start and the end of this run.
fn run(text: &str, from: usize, is: fn(u8) -> bool) -> Option<(usize, usize)> {
    let start = from + text.as_bytes()[from..].iter().position(|b| is(*b))?;
    let length = text.as_bytes()[start..].iter().take_while(|b| is(**b)).count();
    Some((start, start + length))
}

/// Returns the mistakes that are made in one line. Each has a range within the line, and the text
/// that replaces this range.
fn slips_in(line: &str, toml: bool, prose: bool) -> Vec<(How, usize, usize, String)> {
    let mut slips = Vec::new();
    let code = line.split(if toml { " #" } else { "//" }).next().unwrap_or_default();
    let trimmed = code.trim();
    if trimmed.is_empty() || trimmed.starts_with('#') {
        return slips;
    }
    slips.push((How::Line, 0, line.len(), String::new()));
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b"_-".contains(&b);
    let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let key_end = if toml { code.find('=').unwrap_or(0) } else { 0 };
    if let Some((start, end)) = run(code, 0, is_word).filter(|(_, end)| *end <= key_end)
        && let Some(new) = misspelt(&code[start..end])
    {
        slips.push((How::Key, start, end, new));
    }
    let mut at = key_end;
    while !prose && let Some((start, end)) = run(code, at, if toml { is_word } else { is_name }) {
        if let Some(new) = misspelt(&code[start..end]) {
            slips.push((How::Word, start, end, new));
        }
        at = end;
    }
    for (how, signs) in [(How::Quote, "\""), (How::Bracket, "[]{}()")] {
        if let Some(at) = code.find(|c| signs.contains(c)) {
            slips.push((how, at, at + 1, String::new()));
        }
    }
    let number = run(code, key_end, |b| b.is_ascii_digit());
    if let Some((start, end)) = number.filter(|(start, end)| {
        let apart = |b: Option<&u8>| b.is_none_or(|b| b" ,=([])};".contains(b));
        apart(start.checked_sub(1).map(|at| &code.as_bytes()[at]))
            && apart(code.as_bytes().get(*end))
    }) {
        slips.push((How::Number, start, end, "\"many\"".to_owned()));
    }
    slips
}

/// Returns all mistakes for a file.
fn slips_of(ruleset: &str, file: &str, text: &str) -> Vec<Slip> {
    let toml = file.ends_with(".toml");
    let mut slips = Vec::new();
    let (mut start, mut picture) = (0, false);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let body = line.trim_end_matches('\n');
        let key = body.split('=').next().unwrap_or_default().trim();
        let inside = picture;
        picture ^= body.matches("\"\"\"").count() % 2 == 1;
        let prose = toml
            && (inside
                || PROSE.contains(&key)
                || body.contains("text = ")
                || body.contains("cite ="));
        if !inside && body.is_ascii() {
            for (how, from, to, new) in slips_in(body, toml, prose) {
                slips.push(Slip {
                    library: Changed {
                        ruleset: ruleset.to_owned(),
                        file: file.to_owned(),
                        text: format!("{}{new}{}", &text[..start + from], &text[start + to..]),
                    },
                    line: number + 1,
                    how,
                    word: body[from..to].to_owned(),
                    instead: new,
                });
            }
        }
        start += line.len();
    }
    slips
}

#[test]
fn a_slip_of_the_pen_is_told_where_it_is_with_the_word_that_was_meant() {
    let asked = std::env::var("SLIPS").ok();
    let every = asked
        .as_deref()
        .and_then(|n| n.parse().ok())
        .filter(|n| *n > 0)
        .unwrap_or(DEFAULT_SLIP_INTERVAL);
    let mut slips = Vec::new();
    for name in Shipped.all_names() {
        for (file, bytes) in Shipped.folder(&name).unwrap().files {
            if file == "geometry.toml" || file == "lessons.toml" || file.ends_with(".rhai") {
                slips.extend(slips_of(&name, &file, std::str::from_utf8(&bytes).unwrap()));
            }
        }
    }
    let all = slips.len();
    let slips: Vec<Slip> = slips.into_iter().step_by(every).collect();
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let i = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(slip) = slips.get(i)
                {
                    let fate = slip.fate();
                    fates.lock().unwrap_or_else(PoisonError::into_inner).insert(i, fate);
                }
            });
        }
    });
    let fates = fates.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut counts: BTreeMap<How, [usize; 4]> = BTreeMap::new();
    let (mut faults, mut not_suggested) = (Vec::new(), BTreeSet::new());
    let mut report = format!("{} of {all} slips\n", slips.len());
    for (slip, fate) in slips.iter().zip(fates.values()) {
        let [number, reports, about, suggested] = counts.entry(slip.how).or_default();
        *number += 1;
        *reports += usize::from(fate.is_reported);
        *about += usize::from(fate.suggested.is_some());
        *suggested += usize::from(fate.suggested == Some(true));
        faults.extend(fate.faults.iter().map(|fault| format!("{}: {fault}", slip.shown())));
        if !fate.is_reported && matches!(slip.how, How::Key | How::Quote | How::Bracket) {
            report += &format!("not told: {}\n", slip.shown());
        }
        if fate.suggested == Some(false) {
            not_suggested.insert(slip.shown());
        }
    }
    for (how, [number, reports, about, suggested]) in &counts {
        report += &format!(
            "{how:?}: {number} tried, {reports} told, {about} by their word, {suggested} with what was meant\n"
        );
    }
    if asked.is_some() {
        std::io::stderr().write_all(report.as_bytes()).unwrap();
    }
    assert_eq!(faults, [""; 0]);
    assert_eq!(not_suggested, BTreeSet::new());
}
