//! The part of the style sheet in `CONTRIBUTING.md` that a program can check: banned phrases,
//! statements that begin with a question word, long sentences and wide lines.
//!
//! `tests/data/prose.txt` lists the number of slips for each kind of text, folder and rule. A
//! number may only fall. `UPDATE=1` writes lower numbers and refuses higher ones. `SLIPS=docs`
//! prints each slip under `docs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path};

use crate::vocabulary::{files, root};

/// Banned phrases. `|` separates alternative words. `#` is any number, and `*` is any word.
const BANNED: [&str; 22] = [
    "is|are|was|were|be|been|being told",
    "tell|tells",
    "say|says|said|saying what|which|who|how|why|whether|where|so",
    "is|are|was|were|be|been|being asked for",
    "what there is",
    "what becomes of",
    "what follows from",
    "some #",
    "whoever|whomever|whosever",
    "nobody|somebody",
    "by itself|themselves",
    "of its|their own",
    "of one s own",
    "go|goes|going|went on",
    "nothing but",
    "not unless",
    "but for",
    "no * but",
    "those that|which|who",
    "those of",
    "the more so",
    "before the last change|changes",
];

/// Words with which no statement begins.
const BANNED_STARTS: [&str; 9] =
    ["what", "whether", "who", "how", "why", "where", "the same", "those of", "that of"];

/// The maximum number of words in a sentence of a page.
const MAX_SENTENCE_WORDS: usize = 25;

/// The maximum number of columns in a line of a page.
const MAX_COLUMNS: usize = 100;

/// The file of counts.
const COUNTS: &str = "tests/data/prose.txt";

/// The kinds of text in the repository that people read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TextKind {
    /// Markdown.
    Page,
    /// String literals of Rust with more than one word: help and messages.
    Message,
    /// Doc comments of public items.
    PublicDoc,
    /// Doc comments of private items, and other comments.
    Comment,
    /// Comments of scripts and the texts of rulesets.
    Ruleset,
}

impl TextKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Message => "message",
            Self::PublicDoc => "public",
            Self::Comment => "comment",
            Self::Ruleset => "ruleset",
        }
    }
}

/// A paragraph.
#[derive(Debug, PartialEq, Eq)]
struct Passage {
    /// The number of the passage's first line. Lines are counted from 1.
    line: usize,
    kind: TextKind,
    text: String,
    /// `true` if the passage consists of sentences, `false` if it is an item of a list or a row of
    /// a table.
    is_prose: bool,
}

/// A place that breaks a rule of the style sheet.
#[derive(Debug, PartialEq, Eq)]
struct Slip {
    line: usize,
    kind: TextKind,
    rule: &'static str,
    excerpt: String,
}

/// Returns the text of the passage, with a placeholder for each piece of code and each quotation.
fn without_quotations(text: &str) -> String {
    let mut text = text.to_owned();
    for mark in ['`', '"'] {
        let parts: Vec<&str> = text.split(mark).collect();
        if parts.len() % 2 == 1 {
            let kept: Vec<&str> = parts.into_iter().step_by(2).collect();
            text = kept.join("`");
        }
    }
    text
}

/// Returns the sentences of a paragraph with their final punctuation. A colon ends a sentence if a
/// capital letter follows.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    for pair in letters.windows(3) {
        let [(_, end), (_, space), (next, first)] = pair else { continue };
        let begins = first.is_uppercase() || ['`', '[', '*', '('].contains(first);
        if matches!(end, '.' | '!' | '?' | ':') && *space == ' ' && begins {
            found.push(text[start..*next].trim());
            start = *next;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Returns the words of a text in lower case. Numbers count as words.
fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns `true` if the words begin with the phrase.
fn begins_with(words: &[String], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|part| {
        let Some(word) = words.next() else { return false };
        match part {
            "#" => word.starts_with(|letter: char| letter.is_ascii_digit()),
            "*" => true,
            _ => part.split('|').any(|part| part == word),
        }
    })
}

/// Checks a paragraph, and adds its slips.
fn check(passage: &Passage, slips: &mut Vec<Slip>) {
    let text = without_quotations(&passage.text);
    let mut slip = |rule: &'static str, excerpt: &str| {
        let excerpt = excerpt.chars().take(70).collect();
        slips.push(Slip { line: passage.line, kind: passage.kind, rule, excerpt });
    };
    let all = words(&text);
    for at in 0..all.len() {
        for phrase in BANNED {
            if begins_with(&all[at..], phrase) {
                slip("phrase", &all[at..all.len().min(at + 6)].join(" "));
            }
        }
    }
    for sentence in sentences(&text) {
        let statement = sentence.trim_start_matches(['*', '_', '(']);
        let is_question = statement.trim_end_matches([')', '*', '_']).ends_with('?');
        let is_capital = statement.starts_with(char::is_uppercase);
        let first = words(&statement.chars().take(20).collect::<String>());
        let begins = BANNED_STARTS.iter().any(|start| begins_with(&first, start));
        if begins && is_capital && !is_question && passage.kind != TextKind::Message {
            slip("start", statement);
        }
        let count = sentence.split_whitespace().count();
        if passage.kind == TextKind::Page && passage.is_prose && count > MAX_SENTENCE_WORDS {
            slip("long", statement);
        }
    }
    let colons = text.matches(';').count() + text.matches(": ").count();
    if passage.kind == TextKind::Page && passage.is_prose && colons > 1 {
        slip("colons", &text);
    }
}

/// Splits a Markdown page into paragraphs, and adds slips for its wide lines.
fn markdown(page: &str, slips: &mut Vec<Slip>) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let (mut is_code, mut is_open) = (false, false);
    for (line, text) in (1..).zip(page.lines()) {
        let trimmed = text.trim_start();
        if trimmed.starts_with("```") {
            (is_code, is_open) = (!is_code, false);
            continue;
        }
        if is_code || trimmed.is_empty() || trimmed.starts_with(['#', '>', '<']) {
            is_open = false;
            continue;
        }
        let is_row = trimmed.starts_with('|');
        let is_item = trimmed.starts_with("- ")
            || trimmed.split_once(". ").is_some_and(|(number, _)| {
                number.len() < 3 && number.chars().all(|letter| letter.is_ascii_digit())
            });
        let has_link = text.contains("](") || text.contains("://") || text.contains("<img");
        if !is_row && !has_link && text.chars().count() > MAX_COLUMNS {
            let excerpt = text.chars().take(40).collect();
            slips.push(Slip { line, kind: TextKind::Page, rule: "wide", excerpt });
        }
        if is_open && !is_row && !is_item {
            let last = passages.last_mut().expect("one is open");
            last.text.push(' ');
            last.text.push_str(trimmed);
        } else {
            let mut text = trimmed.to_owned();
            // Targets of links are not prose.
            while let Some(start) = text.find("](") {
                let end = text[start..].find(')').map_or(text.len(), |end| start + end + 1);
                text.replace_range(start..end, "]");
            }
            let is_prose = !is_row && !is_item;
            passages.push(Passage { line, kind: TextKind::Page, text, is_prose });
        }
        is_open = !is_row;
    }
    passages
}

/// A part of a Rust or Rhai file that people read: a comment or a string literal.
enum RustText {
    /// A comment: the marks before it and its text.
    Comment(&'static str, String),
    /// The contents of a string literal.
    Literal(String),
}

/// Returns the comments and the string literals of Rust code, with their line numbers.
fn rust_texts(code: &str) -> Vec<(usize, RustText)> {
    let letters: Vec<char> = code.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    let starts = |at: usize, mark: &str| {
        mark.chars().enumerate().all(|(i, l)| letters.get(at + i) == Some(&l))
    };
    while at < letters.len() {
        if starts(at, "//") {
            let end =
                letters[at..].iter().position(|l| *l == '\n').map_or(letters.len(), |end| at + end);
            let text: String = letters[at..end].iter().collect();
            let mark = ["////", "///", "//!", "//"].into_iter().find(|mark| text.starts_with(mark));
            let mark = mark.expect("it is a comment");
            found.push((line, RustText::Comment(mark, text[mark.len()..].to_owned())));
            at = end;
        } else if letters[at] == '"' {
            let first = line;
            let mut text = String::new();
            at += 1;
            while at < letters.len() && letters[at] != '"' {
                if letters[at] == '\\' {
                    at += 1;
                    if letters.get(at) == Some(&'\n') {
                        line += 1;
                        while letters.get(at + 1).is_some_and(|l| *l == ' ') {
                            at += 1;
                        }
                    } else {
                        text.push(' ');
                    }
                } else {
                    line += usize::from(letters[at] == '\n');
                    text.push(letters[at]);
                }
                at += 1;
            }
            found.push((first, RustText::Literal(text)));
            at += 1;
        } else if letters[at] == 'r' && (starts(at, "r\"") || starts(at, "r#")) {
            let hashes = letters[at + 1..].iter().take_while(|l| **l == '#').count();
            if letters.get(at + 1 + hashes) == Some(&'"') {
                let end = format!("\"{}", "#".repeat(hashes));
                at += 2 + hashes;
                while at < letters.len() && !starts(at, &end) {
                    line += usize::from(letters[at] == '\n');
                    at += 1;
                }
                at += end.len();
            } else {
                at += 1;
            }
        } else if letters[at] == '\'' {
            // A quote begins a character or a lifetime.
            let is_escape = letters.get(at + 1) == Some(&'\\');
            let is_letter = letters.get(at + 2) == Some(&'\'');
            at += match (is_escape, is_letter) {
                (true, _) => 3,
                (false, true) => 3,
                (false, false) => 1,
            };
        } else {
            line += usize::from(letters[at] == '\n');
            at += 1;
        }
    }
    found
}

/// Returns `true` if this line begins a public item, a field or a variant. A doc comment before
/// such a line is public.
fn documents_public(item: &str) -> bool {
    item.starts_with("pub ") || item.starts_with(char::is_uppercase)
}

/// Returns the passages of a Rust file: comments as paragraphs, and string literals of several
/// words.
fn rust(code: &str) -> Vec<Passage> {
    let lines: Vec<&str> = code.lines().collect();
    let mut passages: Vec<Passage> = Vec::new();
    let mut open: Option<(usize, &str, bool)> = None;
    for (line, text) in rust_texts(code) {
        let (mark, text) = match text {
            RustText::Literal(text) => {
                if text.contains(' ') && text.contains(char::is_alphabetic) {
                    passages.push(Passage { line, kind: TextKind::Message, text, is_prose: false });
                    open = None;
                }
                continue;
            }
            RustText::Comment(mark, text) => (mark, text),
        };
        let text = text.trim();
        let follows = open.is_some_and(|(last, other, _)| last + 1 == line && other == mark);
        let is_code = follows && open.is_some_and(|(.., is_code)| is_code);
        if text.starts_with("```") {
            open = Some((line, mark, !is_code));
            continue;
        }
        let above = lines[line.saturating_sub(2)].trim().trim_start_matches(['/', '!']).trim();
        let was_text = follows && !above.is_empty() && !above.starts_with("```");
        open = Some((line, mark, is_code));
        let is_apart = text.starts_with(['|', '-', '#']);
        if is_code || text.is_empty() || text.starts_with("# ") {
            continue;
        }
        if was_text
            && !is_apart
            && passages.last().is_some_and(|last| last.kind != TextKind::Message)
        {
            let last = passages.last_mut().expect("there is one");
            last.text.push(' ');
            last.text.push_str(text);
            continue;
        }
        let is_other = |line: &&&str| {
            let line = line.trim();
            !line.starts_with("//") && !line.starts_with("#[") && !line.is_empty()
        };
        let item = lines[line..].iter().find(is_other).map_or("", |line| line.trim());
        let is_public = match mark {
            "//!" => true,
            "///" => documents_public(item),
            _ => false,
        };
        let kind = if is_public { TextKind::PublicDoc } else { TextKind::Comment };
        passages.push(Passage { line, kind, text: text.to_owned(), is_prose: false });
    }
    passages
}

/// Returns the passages of a script or a ruleset. The passages of a script are its comments. The
/// passages of a TOML file are the texts of certain keys, such as titles and summaries.
fn ruleset(text: &str, is_script: bool) -> Vec<Passage> {
    let mut passages = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = if is_script {
            let Some((_, comment)) = text.split_once("//") else { continue };
            comment.trim_start_matches('/').trim().to_owned()
        } else {
            let Some((key, value)) = text.split_once(" = \"") else { continue };
            if !["title", "summary", "says", "about", "name"].contains(&key.trim()) {
                continue;
            }
            value.trim_end_matches('"').to_owned()
        };
        passages.push(Passage { line, kind: TextKind::Ruleset, text, is_prose: false });
    }
    passages
}

/// Returns the slips of a file, or `None` if its text is not checked.
fn slips(path: &Path) -> Option<Vec<Slip>> {
    let text = fs::read_to_string(path).ok()?;
    let mut found = Vec::new();
    let passages = match path.extension()?.to_str()? {
        "md" => markdown(&text, &mut found),
        "rs" => rust(&text),
        "rhai" => ruleset(&text, true),
        "toml" => ruleset(&text, false),
        _ => return None,
    };
    for passage in &passages {
        check(passage, &mut found);
    }
    Some(found)
}

/// Returns the folder under which the slips of a file are counted. It has at most two levels.
fn counted_folder(path: &Path) -> String {
    let folder = path.parent().unwrap_or(path);
    let parts: Vec<_> = folder.components().take(2).map(Component::as_os_str).collect();
    if parts.is_empty() {
        ".".to_owned()
    } else {
        parts.iter().collect::<std::path::PathBuf>().display().to_string()
    }
}

/// Files that are not checked. Their text is generated from a checked source, quotes the patterns,
/// is sealed with the plan of a study, or is a diary.
const LEFT_OUT: [&str; 9] = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/notebook/",
    "docs/reference/codes.md",
    "docs/reference/words",
    "docs/reference/plugins.md",
    "docs/studies/",
    "tests/tests/repository/prose.rs",
    "tests/tests/repository/vocabulary.rs",
];

/// Reads the file of counts. Returns the number of slips in each of its lines.
fn listed(text: &str) -> BTreeMap<String, usize> {
    let line = |line: &str| {
        let (name, count) = line.rsplit_once(' ')?;
        Some((name.trim().to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "the places are asked for by a variable")]
fn slips_of_style_only_become_fewer() {
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    paths.sort();
    let wanted = std::env::var("SLIPS").ok();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for path in &paths {
        let inner = path.strip_prefix(root()).expect("a file of the repository");
        let name = inner.to_str().expect("a name in Unicode");
        if LEFT_OUT.iter().any(|left_out| name.starts_with(left_out)) {
            continue;
        }
        for slip in slips(path).unwrap_or_default() {
            let count = format!("{} {} {}", slip.kind.name(), counted_folder(inner), slip.rule);
            *counts.entry(count).or_default() += 1;
            if wanted.as_ref().is_some_and(|wanted| name.starts_with(wanted.as_str())) {
                println!(
                    "{name}:{}: {} ({}): {}",
                    slip.line,
                    slip.rule,
                    slip.kind.name(),
                    slip.excerpt
                );
            }
        }
    }
    let path = root().join(COUNTS);
    let before = listed(&fs::read_to_string(&path).unwrap_or_default());
    let mut wrong = String::new();
    for (name, count) in &counts {
        let limit = before.get(name).copied().unwrap_or(0);
        if *count > limit && !before.is_empty() {
            let _ = writeln!(wrong, "{name}: {count} slips, at most {limit} are allowed");
        }
    }
    if wrong.is_empty() && std::env::var_os("UPDATE").is_some() {
        let lines: Vec<String> =
            counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
        fs::write(&path, lines.concat()).expect("the file can be written");
        return;
    }
    for (name, limit) in &before {
        let count = counts.get(name).copied().unwrap_or(0);
        if count < *limit {
            let _ = writeln!(wrong, "{name}: {count} slips, {limit} are listed: set UPDATE=1");
        }
    }
    assert!(wrong.is_empty(), "SLIPS=FOLDER prints each slip:\n{wrong}");
}

/// Returns the rules that these passages break.
fn rules(passages: &[Passage]) -> Vec<&'static str> {
    let mut slips = Vec::new();
    passages.iter().for_each(|passage| check(passage, &mut slips));
    slips.into_iter().map(|slip| slip.rule).collect()
}

#[test]
fn pages_are_checked_by_sentence() {
    let page = |text: &str| {
        let mut slips = Vec::new();
        let passages = markdown(text, &mut slips);
        [slips.into_iter().map(|slip| slip.rule).collect(), rules(&passages)].concat()
    };
    assert_eq!(page("A swap is told as a swap."), ["phrase"]);
    assert_eq!(page("Write `is told` or \"nobody\" as you like."), [""; 0]);
    assert_eq!(page("It is late. What a ply changed arrives as steps."), ["start"]);
    assert_eq!(
        page("What did the ply change?\n\n# What a ply changed\n\n```\nnobody\n```"),
        [""; 0]
    );
    assert_eq!(page("There are some 25 games."), ["phrase"]);
    assert_eq!(page("One: two; three."), ["colons"]);
    assert_eq!(page("- One: two; three."), [""; 0]);
    assert_eq!(page(&"word ".repeat(26)), ["wide", "long"]);
    assert_eq!(page(&format!("| {}|", "word ".repeat(26))), [""; 0]);
}

#[test]
fn comments_and_messages_are_checked() {
    let kinds = |code: &str| {
        rust(code).into_iter().map(|passage| (passage.kind, passage.text)).collect::<Vec<_>>()
    };
    assert_eq!(
        kinds(
            "/// One\n/// line.\n#[inline]\npub fn f() {\n    // Why.\n    g(\"two words\", 'x', \"x\");\n}\n"
        ),
        [
            (TextKind::PublicDoc, "One line.".to_owned()),
            (TextKind::Comment, "Why.".to_owned()),
            (TextKind::Message, "two words".to_owned()),
        ]
    );
    assert_eq!(
        kinds("/// A.\n///\n/// ```\n/// nobody\n/// ```\n/// B.\nfn f<'a>() {}"),
        [(TextKind::Comment, "A.".to_owned()), (TextKind::Comment, "B.".to_owned())]
    );
    assert_eq!(rules(&rust("/// Whether it is so.\npub x: bool,")), ["start"]);
    assert_eq!(rules(&rust("let message = \"nobody is there\";")), ["phrase"]);
}
