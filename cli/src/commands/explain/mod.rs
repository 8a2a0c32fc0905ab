//! `explain`: rulesets in prose, clauses, file formats, hooks and diagnostic codes.

mod clause;
mod prose;
mod ruleset;
mod topics;

use quadrille_dsl::Loaded;
use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_render::Styled;

use crate::args::ExplainArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// The width of prose in columns.
const WIDTH: usize = 88;

/// Explains what is asked for.
pub fn run(args: &ExplainArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let Some(first) = args.words.first() else {
        let index = topics::index(&context.shelf);
        context.out.print(index)?;
        return Ok(exit::FINE);
    };
    let topic = args.words.join(" ");
    let text = match (topics::page(&topic, &context.shelf), &args.words[1..]) {
        (Some(page), _) => Styled::from(page),
        (None, []) => ruleset::whole(&load(first, args, context)?, context)?,
        (None, [clause]) if context.shelf.has(context::without_preset(first)) => {
            clause::one(&load(first, args, context)?, clause, &context.shelf)?.into()
        }
        (None, _) => return Err(unknown(&topic, context)),
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
    Err(unknown(id, context))
}

/// Where a word stands that has no page of its own.
fn mentions(topic: &str, context: &CommandContext) -> Option<String> {
    let [recipes, words] = topics::mentioning(topic, &context.shelf);
    let named = |names: &[String]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let of_words = words
        .first()
        .map(|first| format!("it is used in {}: `quadrille explain {first}`", named(&words)));
    let of_recipes = (!recipes.is_empty())
        .then(|| format!("the cookbook has {}: `quadrille explain cookbook`", named(&recipes)));
    let parts: Vec<String> = of_words.into_iter().chain(of_recipes).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The failure that there is no such topic.
fn unknown(topic: &str, context: &CommandContext) -> Failure {
    let known = topics::known(&context.shelf);
    let help = did_you_mean(topic, known.iter().map(String::as_str))
        .or_else(|| mentions(topic, context))
        .unwrap_or_else(|| {
            "expected a ruleset, a topic, a word of scripts, a plugin or a diagnostic code: `quadrille explain` lists them"
                .to_owned()
        });
    Failure::advised(format!("unknown topic `{topic}`"), Some(help))
}
