//! `diff`: the differences between two rulesets, rule by rule.

use std::fmt::Write as _;

use quadrille_core::rules::Clause;
use quadrille_dsl::Ruleset;
use quadrille_reports::compare::differences::{Differing, OWN_CLAUSES, differences};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::table::paragraph;
use serde::Serialize;

use crate::args::{DiffArgs, OutputFormat, RuleChange};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// Columns of the output.
const WIDTH: usize = 96;

#[derive(Serialize)]
struct RuleDifference {
    first: RulesetId,
    other: RulesetId,
    differences: Vec<Differing>,
    /// The clauses that only the first ruleset has, and then the clauses that only the second
    /// ruleset has.
    clauses: [Vec<ClauseText>; 2],
}

#[derive(Serialize)]
struct ClauseText {
    id: String,
    text: String,
}

/// Compares two rulesets. If the command line names only one, compares it with the ruleset that it
/// extends or, for a preset, with the ruleset without the preset.
pub fn run(args: &DiffArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let open = |name: &str| context::open(&context.shelf, name, RuleChange::default());
    let (first, other) = match &args.other {
        Some(other) => (open(&args.first)?, open(other)?),
        None => {
            let other = open(&args.first)?;
            let origin = origin(context, &args.first, &other).ok_or_else(|| {
                let help = "name the ruleset to compare it with".to_owned();
                let text = format!("`{}` extends no other ruleset", args.first);
                Failure::advised(text, Some(help))
            })?;
            (open(&origin)?, other)
        }
    };
    let only = |of: &Ruleset, in_: &Ruleset| -> Vec<ClauseText> {
        let known = in_.rules.spec();
        let clauses = of.rules.spec().clauses.iter();
        let own = clauses.filter(|clause| known.clause_named(&clause.id).is_none());
        own.map(|Clause { id, text, .. }| ClauseText { id: id.clone(), text: text.clone() })
            .collect()
    };
    let found = RuleDifference {
        first: RulesetId::new(&first),
        other: RulesetId::new(&other),
        differences: differences(&first, &other),
        clauses: [only(&first, &other), only(&other, &first)],
    };
    match args.format {
        OutputFormat::Json => context.out.json(&Envelope::new(None, None, found))?,
        OutputFormat::Text => {
            let names = [Some(args.first.as_str()), args.other.as_deref()];
            context.out.print(describe([&first, &other], names, &found))?;
        }
    }
    Ok(exit::FINE)
}

/// Returns the name of the second ruleset for a command line that names only one. If the ruleset
/// has a preset, the second is the same ruleset without the preset. Otherwise, the second is the
/// ruleset that the first extends.
fn origin(context: &CommandContext, name: &str, loaded: &Ruleset) -> Option<String> {
    let plain = context::without_preset(name);
    if plain != name {
        return Some(plain.to_owned());
    }
    let parent = &loaded.manifests().nth(1)?.name;
    let folder = parent.strip_suffix("/geometry.toml").unwrap_or(parent);
    let id = folder.rsplit(['/', '\\']).next().unwrap_or(folder);
    [folder, id].into_iter().find(|name| context.shelf.has(name)).map(str::to_owned)
}

/// Returns the names of the two rulesets, with their titles. A name consists of id and preset. If
/// both names would be equal, returns the names on the command line instead.
fn named([first, other]: [&Ruleset; 2], asked: [Option<&str>; 2]) -> [String; 2] {
    let id = |loaded: &Ruleset| {
        let preset = loaded.preset.as_ref().map(|preset| format!("@{preset}")).unwrap_or_default();
        format!("{}{preset}", loaded.meta.id)
    };
    let same = id(first) == id(other);
    [(first, asked[0]), (other, asked[1])].map(|(loaded, asked)| {
        let name = asked.filter(|_| same).map_or_else(|| id(loaded), str::to_owned);
        format!("{} ({name})", loaded.meta.title)
    })
}

fn describe(both: [&Ruleset; 2], asked: [Option<&str>; 2], found: &RuleDifference) -> String {
    let [first, other] = named(both, asked);
    let mut text = format!("- {first}\n+ {other}\n");
    if found.differences.is_empty() {
        text.push_str("\nThey have the same rules.\n");
        return text;
    }
    text.push_str(&rows(&found.differences));
    for (sign, clauses) in ['-', '+'].into_iter().zip(&found.clauses) {
        for clause in clauses {
            let _ = writeln!(text, "\nclause {}", clause.id);
            side(&mut text, sign, &clause.text);
        }
    }
    text
}

/// Appends the value that one side has, after the sign that marks this side.
fn side(text: &mut String, sign: char, what: &str) {
    let wrapped = paragraph(what, 4, WIDTH);
    let _ = write!(text, "  {sign}{}", wrapped.strip_prefix("   ").unwrap_or(&wrapped));
}

/// Returns the differences as text, with one paragraph for each difference. The text contains no
/// names of rulesets and no ids of clauses.
#[must_use]
pub fn rows(differences: &[Differing]) -> String {
    let mut text = String::new();
    let is_listed = |row: &&Differing| !["ruleset", OWN_CLAUSES].contains(&row.what.as_str());
    for row in differences.iter().filter(is_listed) {
        let _ = writeln!(text, "\n{}", row.what);
        text.push_str(&paragraph(&row.about, 2, WIDTH));
        side(&mut text, '-', &row.first);
        side(&mut text, '+', &row.other);
    }
    text
}
