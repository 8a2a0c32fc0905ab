//! `explain`: rulesets in prose, clauses, file formats, hooks and diagnostic codes.

mod clause;
mod prose;
mod ruleset;

use quadrille_dsl::diagnostic::{Code, code, did_you_mean};
use quadrille_dsl::script::words;
use quadrille_dsl::{Library, Loaded, limits, plugins};
use quadrille_render::Styled;

use crate::args::ExplainArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use prose::{heading, prose};

/// The topics with their pages.
const TOPICS: [(&str, &str); 21] = [
    ("notation", quadrille_dsl::notation::REFERENCE),
    ("squares", quadrille_dsl::squares::REFERENCE),
    ("fen", quadrille_dsl::fen::REFERENCE),
    ("actions", quadrille_dsl::actions::REFERENCE),
    ("pgn", quadrille_dsl::pgn::REFERENCE),
    ("scripts", quadrille_dsl::script::REFERENCE),
    ("ply", quadrille_dsl::script::PLY),
    ("geometry", quadrille_dsl::load::REFERENCE),
    ("import", quadrille_dsl::import::REFERENCE),
    ("lessons", quadrille_dsl::lessons::REFERENCE),
    ("puzzles", quadrille_dsl::puzzles::REFERENCE),
    ("check", super::check::REFERENCE),
    ("compare", super::compare::REFERENCE),
    ("survey", super::survey::REFERENCE),
    ("search", super::search::REFERENCE),
    ("match", super::versus::REFERENCE),
    ("play", crate::play::REFERENCE),
    ("engine", super::engine::REFERENCE),
    ("playouts", PLAYOUTS),
    ("agents", quadrille_core::agents::REFERENCE),
    ("learn", quadrille_dsl::weights::REFERENCE),
];

/// The page about playouts and metrics.
const PLAYOUTS: &str = include_str!("../../../docs/playouts.md");

/// The width of prose in columns.
const WIDTH: usize = 88;

/// How a plugin is asked for.
const PLUGIN: &str = "plugin:";

/// The page of a plugin, with its source.
fn plugin(topic: &str, library: &dyn Library) -> Option<String> {
    let name = topic.strip_prefix(PLUGIN)?;
    let (page, source) = (plugins::page(library, name)?, plugins::source(library, name)?);
    Some(format!("{page}\n**Source**\n\n```rhai\n{}\n```\n", source.trim_end()))
}

/// Everything that can be explained, by name.
fn index(library: &dyn Library) -> String {
    let mut out = String::from("`quadrille explain NAME` explains any of these.\n");
    let mut list = |title: &str, names: Vec<String>| {
        heading(title, &mut out);
        prose(&names.join(", "), &mut out);
    };
    list("Topics", topics().map(str::to_owned).collect());
    list("Rulesets (`quadrille list` says more)", library.names());
    for group in words::groups() {
        let names = group.words.iter().map(|word| word.key.to_owned()).collect();
        list(&format!("Words of scripts: {}", group.title.to_lowercase()), names);
    }
    let plugins = library.plugins();
    list("Plugins", plugins.iter().map(|name| format!("{PLUGIN}{name}")).collect());
    list(
        "Codes of diagnostics",
        vec!["Q0101 and others; `quadrille explain codes` has them all".to_owned()],
    );
    out
}

/// The topics that have a page.
fn topics() -> impl Iterator<Item = &'static str> + Clone {
    TOPICS.iter().map(|(name, _)| *name).chain(["words", "limits", "codes"])
}

/// Explains what is asked for.
pub fn run(args: &ExplainArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let Some(topic) = args.topic.as_deref() else {
        let index = index(&context.shelf);
        context.out.print(index)?;
        return Ok(exit::FINE);
    };
    let page = TOPICS.iter().find(|(name, _)| *name == topic).map(|(_, page)| *page);
    let page = page
        .map(str::to_owned)
        .or_else(|| topic.parse::<Code>().ok().map(Code::advice))
        .or_else(|| (topic == "codes").then(code::reference))
        .or_else(|| (topic == "limits").then(limits::reference))
        .or_else(|| (topic == "words").then(words::reference))
        .or_else(|| plugin(topic, &context.shelf))
        // A ruleset of the author's own may have the name of a word.
        .or_else(|| if context.shelf.has(topic) { None } else { words::explain(topic) });
    let text = match (page, &args.clause) {
        (Some(page), None) => Styled::from(page),
        (Some(_), Some(clause)) => {
            return Err(Failure::usage(format!(
                "`{topic}` is not a ruleset with a clause `{clause}`"
            )));
        }
        (None, None) => ruleset::whole(&load(topic, args, context)?, context)?,
        (None, Some(clause)) => {
            clause::one(&load(topic, args, context)?, clause, &context.shelf)?.into()
        }
    };
    let ended = text.as_str().ends_with('\n');
    context.out.print(text)?;
    if !ended {
        context.out.print("\n")?;
    }
    Ok(exit::FINE)
}

fn load(topic: &str, args: &ExplainArgs, context: &CommandContext) -> Result<Loaded, Failure> {
    let id = context::without_preset(topic);
    if context.shelf.has(id) {
        return context::open(&context.shelf, topic, &args.change);
    }
    let mut known = context.shelf.names();
    known.extend(context.shelf.plugins().iter().map(|name| format!("{PLUGIN}{name}")));
    known.extend(topics().map(str::to_owned));
    known.extend(words::words().flat_map(|word| [word.name(), word.key]).map(str::to_owned));
    let help = did_you_mean(id, known.iter().map(String::as_str)).unwrap_or_else(|| {
        "expected a ruleset, a topic, a word of scripts, a plugin or a diagnostic code: `quadrille explain` lists them"
            .to_owned()
    });
    Err(Failure::advised(format!("unknown topic `{id}`"), Some(help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_explained_with_its_unit() {
        for metric in quadrille_core::metrics::METRICS {
            let row = format!("| `{}` | {} |", metric.name, metric.unit.name());
            assert!(PLAYOUTS.contains(&row), "{row}");
        }
    }
}
