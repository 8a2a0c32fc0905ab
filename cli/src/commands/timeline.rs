//! `timeline`: prints the family tree of the rulesets, with the changes that each ruleset made, and
//! the events of the history. It can print the tree of one ruleset only.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_dsl::Meta;
use quadrille_dsl::library::{History, HistoryEvent, history};
use quadrille_reports::envelope::Envelope;
use quadrille_reports::table::paragraph;
use serde::Serialize;

use crate::args::{OutputFormat, RuleChange, TimelineArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

const WIDTH: usize = 96;
/// The width of the year and of the gap after it, in columns.
const YEAR_MARGIN_COLUMNS: usize = YEAR_COLUMNS + 2;
/// The width of the year in columns. A year such as `c. 1888` fits into it.
const YEAR_COLUMNS: usize = 7;

/// The width of the years of an event in columns. A period such as `c. 1800-50` fits into it.
const EVENT_YEAR_COLUMNS: usize = 10;
/// The width of the years of an event and of the gap after them, in columns.
const EVENT_MARGIN_COLUMNS: usize = EVENT_YEAR_COLUMNS + 2;

#[derive(Serialize)]
struct FamilyTree {
    rulesets: Vec<DatedRuleset>,
    /// The events and their sources. `None` if the tree of one ruleset is printed.
    #[serde(flatten)]
    history: Option<&'static History>,
}

/// A ruleset in the family tree.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct DatedRuleset {
    id: String,
    year: Option<i64>,
    /// `true` if the year is approximate.
    about: bool,
    #[serde(skip)]
    dated: Option<String>,
    title: String,
    inventor: Option<String>,
    place: Option<String>,
    parents: Vec<String>,
    changes: Option<String>,
}

impl DatedRuleset {
    fn new(meta: Meta) -> Self {
        let dated = meta.dated();
        let Meta { id, year, about, title, inventor, place, parents, changes, .. } = meta;
        Self { id, year, about, dated, title, inventor, place, parents, changes }
    }
}

/// Prints the family tree, and the history if no ruleset is given.
pub fn run(args: &TimelineArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let mut entries = Vec::new();
    let mut broken = Vec::new();
    for (id, outline) in context::outlines(&context.shelf) {
        match outline {
            Some((meta, _)) => entries.push(DatedRuleset::new(meta)),
            None => broken.push(id),
        }
    }
    // A ruleset that is named by its path may not be in the list.
    let wanted = match &args.ruleset {
        Some(name) => {
            let name = context::without_preset(name);
            let meta = context::open(&context.shelf, name, RuleChange::default())?.meta;
            let id = meta.id.clone();
            if !entries.iter().any(|entry| entry.id == id) {
                entries.push(DatedRuleset::new(meta));
            }
            Some(id)
        }
        None => None,
    };
    for id in broken {
        context.out.note(format_args!("{id} can't be loaded; see `quadrille check {id}`"));
    }
    entries
        .sort_by(|a, b| (a.year.is_none(), a.year, &a.id).cmp(&(b.year.is_none(), b.year, &b.id)));
    if let Some(id) = &wanted {
        entries = relatives(entries, id);
    }
    let history = wanted.is_none().then(history);
    match args.format {
        OutputFormat::Json => {
            let tree = FamilyTree { rulesets: entries, history };
            context.out.json(&Envelope::new(None, None, tree))?;
        }
        OutputFormat::Text => {
            context.out.print(tree(&entries))?;
            if let Some(history) = history {
                context.out.print(events(history))?;
            }
        }
    }
    Ok(exit::FINE)
}

/// Returns a ruleset with its ancestors and its descendants.
fn relatives(entries: Vec<DatedRuleset>, id: &str) -> Vec<DatedRuleset> {
    let mut kept = BTreeSet::from([id.to_owned()]);
    // Each round adds the parents of the ancestors, or the children of the descendants.
    for descends in [false, true] {
        let mut line = BTreeSet::from([id.to_owned()]);
        loop {
            let next: BTreeSet<String> = match descends {
                true => {
                    let heirs = entries.iter();
                    let heirs =
                        heirs.filter(|entry| entry.parents.iter().any(|id| line.contains(id)));
                    heirs.map(|entry| entry.id.clone()).collect()
                }
                false => {
                    let own = entries.iter().filter(|entry| line.contains(&entry.id));
                    own.flat_map(|entry| entry.parents.iter().cloned()).collect()
                }
            };
            let before = line.len();
            line.extend(next);
            if line.len() == before {
                break;
            }
        }
        kept.append(&mut line);
    }
    entries.into_iter().filter(|entry| kept.contains(&entry.id)).collect()
}

/// The place of a ruleset in the drawing of the tree.
struct TimelineBranch {
    /// The index of the ruleset.
    entry: usize,
    /// The text before the name of the ruleset.
    before: String,
    /// The text at the start of each line that is below the ruleset's name, for its changes and its
    /// descendants.
    below: String,
}

/// Returns the tree as text. A ruleset is placed under its first parent in the list. Its other
/// parents are named beside it. Rulesets with the same parent are ordered by year.
fn tree(entries: &[DatedRuleset]) -> String {
    let places: BTreeMap<&str, usize> =
        entries.iter().enumerate().map(|(i, entry)| (entry.id.as_str(), i)).collect();
    let parent = |i: usize| {
        let known = entries[i].parents.iter().filter_map(|id| places.get(id.as_str()));
        known.copied().find(|parent| *parent != i)
    };
    let mut heirs: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for i in 0..entries.len() {
        heirs.entry(parent(i)).or_default().push(i);
    }
    let mut out = String::new();
    let mut drawn = BTreeSet::new();
    // A cycle of descent has no root, so its oldest game is the root.
    let roots = heirs.get(&None).cloned().unwrap_or_default();
    for root in roots.into_iter().chain(0..entries.len()) {
        if drawn.contains(&root) {
            continue;
        }
        let mut waiting =
            vec![TimelineBranch { entry: root, before: String::new(), below: String::new() }];
        while let Some(TimelineBranch { entry, before, below }) = waiting.pop() {
            if !drawn.insert(entry) {
                continue;
            }
            let next: Vec<usize> = heirs.get(&Some(entry)).cloned().unwrap_or_default();
            let next: Vec<usize> = next.into_iter().filter(|i| !drawn.contains(i)).collect();
            let open = if next.is_empty() { "  " } else { "│ " };
            let under = parent(entry).map(|parent| entries[parent].id.as_str());
            draw(&entries[entry], under, &before, &format!("{below}{open}"), &mut out);
            for (number, heir) in next.iter().enumerate().rev() {
                let last = number + 1 == next.len();
                let (fork, beam) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let before = format!("{below}{fork}");
                waiting.push(TimelineBranch {
                    entry: *heir,
                    before,
                    below: format!("{below}{beam}"),
                });
            }
        }
    }
    out
}

/// Draws one ruleset: its year and name, with its changes below.
fn draw(entry: &DatedRuleset, under: Option<&str>, before: &str, below: &str, out: &mut String) {
    let year = entry.dated.as_deref().unwrap_or_default();
    let others: Vec<&str> =
        entry.parents.iter().map(String::as_str).filter(|id| Some(*id) != under).collect();
    let others = match (others.as_slice(), under) {
        ([], _) => String::new(),
        (some, Some(_)) => format!(", also from {}", some.join(", ")),
        (some, None) => format!(", from {}", some.join(", ")),
    };
    out.push_str(&format!(
        "{year:>YEAR_COLUMNS$}  {before}{} ({}){others}\n",
        entry.title, entry.id
    ));
    let changes = entry.changes.as_deref().unwrap_or_default();
    let width = WIDTH.saturating_sub(YEAR_MARGIN_COLUMNS + below.chars().count()).max(24);
    for line in paragraph(changes, 0, width).lines() {
        out.push_str(&format!("{:YEAR_MARGIN_COLUMNS$}{below}{line}\n", ""));
    }
}

/// Returns the events by year and their sources as text.
fn events(history: &History) -> String {
    let mut out = "\nEvents\n".to_owned();
    let margin = " ".repeat(EVENT_MARGIN_COLUMNS);
    for event in &history.events {
        let HistoryEvent { text, source, .. } = event;
        let text = paragraph(&format!("{text} [{source}]"), 0, WIDTH - EVENT_MARGIN_COLUMNS);
        let text = text.trim_end().replace('\n', &format!("\n{margin}"));
        out.push_str(&format!("{:>EVENT_YEAR_COLUMNS$}  {text}\n", event.dated()));
    }
    out.push_str("\nSources of the events\n");
    for source in &history.sources {
        out.push_str(&format!("{:>EVENT_YEAR_COLUMNS$}  {}\n", source.key, source.cite));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, year: i64, parents: &[&str]) -> DatedRuleset {
        DatedRuleset {
            id: id.to_owned(),
            year: Some(year),
            about: year == 1784,
            dated: Some(if year == 1784 { "c. 1784".to_owned() } else { year.to_string() }),
            title: id.to_uppercase(),
            inventor: None,
            place: None,
            parents: parents.iter().map(|&id| id.to_owned()).collect(),
            changes: (id != "b").then(|| format!("What {id} changed.")),
        }
    }

    #[test]
    fn heirs_stand_under_their_parents_by_year() {
        let entries = [
            entry("a", 1283, &["lost"]),
            entry("b", 1784, &["a"]),
            entry("c", 1881, &["b", "d"]),
            entry("d", 1900, &["a"]),
            entry("e", 1998, &[]),
        ];
        let expected = [
            "   1283  A (a), from lost",
            "         │ What a changed.",
            "c. 1784  ├─ B (b)",
            "   1881  │  └─ C (c), also from d",
            "         │       What c changed.",
            "   1900  └─ D (d)",
            "              What d changed.",
            "   1998  E (e)",
            "           What e changed.",
            "",
        ];
        assert_eq!(tree(&entries), expected.join("\n"));
    }

    #[test]
    fn the_tree_of_one_game_has_its_ancestors_and_descendants() {
        let all = [
            entry("a", 1283, &["lost"]),
            entry("b", 1784, &["a"]),
            entry("c", 1881, &["b", "d"]),
            entry("d", 1900, &["a"]),
            entry("e", 1998, &[]),
        ];
        let of = |id: &str| -> Vec<String> {
            relatives(all.to_vec(), id).into_iter().map(|entry| entry.id).collect()
        };
        assert_eq!(of("b"), ["a", "b", "c"]);
        assert_eq!(of("c"), ["a", "b", "c", "d"]);
        assert_eq!(of("e"), ["e"]);
    }

    #[test]
    fn a_circle_of_descent_is_drawn_once() {
        let entries = [entry("a", 1, &["b"]), entry("b", 2, &["a"]), entry("c", 3, &["c"])];
        let text = tree(&entries);
        for name in ["A (a)", "B (b)", "C (c)"] {
            assert_eq!(text.matches(name).count(), 1, "{text}");
        }
    }

    #[test]
    fn a_long_line_of_descent_is_no_trouble() {
        let name = |i: usize| format!("g{i}");
        let entries: Vec<DatedRuleset> =
            (0..3000).map(|i| entry(&name(i + 1), i as i64, &[&name(i)])).collect();
        assert!(tree(&entries).contains("G3000 (g3000)"));
    }
}
