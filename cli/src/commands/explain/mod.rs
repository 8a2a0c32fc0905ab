//! `explain`: rulesets in prose, clauses, file formats, hooks and diagnostic codes.

mod clause;
mod prose;
mod ruleset;

use quadrille_dsl::diagnostic::{Code, code, did_you_mean};
use quadrille_dsl::script::catalogue;
use quadrille_dsl::{Library as _, Loaded};
use quadrille_render::Styled;

use crate::args::ExplainArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// The topics with their pages.
const TOPICS: [(&str, &str); 15] = [
    ("notation", quadrille_dsl::notation::REFERENCE),
    ("squares", quadrille_dsl::squares::REFERENCE),
    ("fen", quadrille_dsl::fen::REFERENCE),
    ("actions", quadrille_dsl::actions::REFERENCE),
    ("pgn", quadrille_dsl::pgn::REFERENCE),
    ("scripts", quadrille_dsl::script::REFERENCE),
    ("geometry", quadrille_dsl::load::REFERENCE),
    ("lessons", quadrille_dsl::lessons::REFERENCE),
    ("puzzles", quadrille_dsl::puzzles::REFERENCE),
    ("compare", super::compare::REFERENCE),
    ("survey", super::survey::REFERENCE),
    ("search", super::search::REFERENCE),
    ("play", crate::play::REFERENCE),
    ("playouts", PLAYOUTS),
    ("agents", quadrille_core::agents::REFERENCE),
];

/// The page about playouts and metrics.
const PLAYOUTS: &str = include_str!("../../../docs/playouts.md");

/// The width of prose in columns.
const WIDTH: usize = 88;

/// Explains what is asked for.
pub fn run(args: &ExplainArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let topic = args.topic.as_str();
    let page = TOPICS.iter().find(|(name, _)| *name == topic).map(|(_, page)| *page);
    let page = page
        .map(str::to_owned)
        .or_else(|| topic.parse::<Code>().ok().map(Code::page))
        .or_else(|| (topic == "codes").then(code::reference))
        .or_else(|| catalogue::hook_named(topic).map(catalogue::Hook::page));
    let text = match (page, &args.clause) {
        (Some(page), None) => Styled::from(page),
        (Some(_), Some(clause)) => {
            return Err(Failure::usage(format!(
                "`{topic}` is not a ruleset with a clause `{clause}`"
            )));
        }
        (None, None) => ruleset::whole(&load(args, context)?, context)?,
        (None, Some(clause)) => clause::one(&load(args, context)?, clause, &context.shelf)?.into(),
    };
    let ended = text.as_str().ends_with('\n');
    context.out.print(text)?;
    if !ended {
        context.out.print("\n")?;
    }
    Ok(exit::FINE)
}

fn load(args: &ExplainArgs, context: &CommandContext) -> Result<Loaded, Failure> {
    let id = context::without_preset(&args.topic);
    if context.shelf.has(id) {
        return context::open(&context.shelf, &args.topic, &args.change);
    }
    let names = context.shelf.names();
    let topics = TOPICS.iter().map(|(name, _)| *name).chain(["codes"]);
    let hooks = catalogue::HOOKS.iter().map(|hook| hook.name);
    let known = names.iter().map(String::as_str).chain(topics.clone()).chain(hooks);
    let all: Vec<&str> = topics.collect();
    let help = did_you_mean(id, known).unwrap_or_else(|| {
        format!(
            "expected a ruleset (see `quadrille list`), a hook, a diagnostic code, or one of: {}",
            all.join(", ")
        )
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
