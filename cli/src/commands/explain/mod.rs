//! `explain`: rulesets in prose, clauses, file formats, words of scripts, diagnostic
//! codes, and everything else that has a name.

mod clause;
mod markdown;
mod names;
mod outlines;
mod prose;
mod recipe;
mod ruleset;
mod search;
mod topics;
mod what;

use quadrille_dsl::script::word_reference;
use quadrille_dsl::text::prose::capital;
use quadrille_render::Styled;

use crate::args::ExplainArgs;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use names::NamedThing;
use outlines::Outlines;
use prose::{heading, prose};
use what::NameKind;

/// Explains the words in `args`. `commands` is the command line parser, which describes all
/// commands of the program.
pub fn run(
    args: &ExplainArgs,
    commands: &clap::Command,
    context: &mut CommandContext,
) -> Result<u8, Failure> {
    let Some(first) = args.words.first() else {
        let index = if args.all {
            names::index(commands, &Outlines::new(&context.shelf))
        } else {
            names::short_index()
        };
        context.out.print(index)?;
        return Ok(exit::FINE);
    };
    let topic = args.words.join(" ");
    let (shown, mut text) = match (topics::page(&topic, &context.shelf), &args.words[1..]) {
        (Some((what, page)), _) => (Some(what), Styled::from(markdown::render(&page))),
        (None, []) if context.shelf.has(context::without_preset(first)) => {
            let loaded = context::open(&context.shelf, first, &args.change)?;
            let mut game = ruleset::whole(&loaded, context)?;
            let id = context::without_preset(first);
            if context.shelf.is_recipe(id) {
                (Some(NameKind::Recipe), recipe::around(&game, id))
            } else {
                game.push(&ruleset::commands(&loaded, first, context));
                (Some(NameKind::Ruleset), game)
            }
        }
        (None, [clause]) if context.shelf.has(context::without_preset(first)) => {
            let loaded = context::open(&context.shelf, first, &args.change)?;
            (Some(NameKind::Clause), clause::one(&loaded, first, clause, &context.shelf)?.into())
        }
        (None, _) => (None, Styled::new()),
    };
    let outlines = Outlines::new(&context.shelf);
    let all = names::all(commands, &outlines);
    let named = names::called(&topic, shown, &all, &outlines);
    // A page has its own links, so only words of scripts need related entries. A reader may mean
    // such a word as a word of chess.
    let related = match shown {
        None | Some(NameKind::Word(_)) => search::about(&topic, &all),
        Some(_) => Vec::new(),
    };
    let clauses = match shown {
        None | Some(NameKind::Word(_)) => search::clauses(&topic, &outlines),
        Some(_) => Vec::new(),
    };
    let nothing = named.is_empty() && related.is_empty() && clauses.is_empty();
    if nothing && text.as_str().is_empty() {
        return Err(unknown(&topic, &all, &outlines, context));
    }
    let mut others = String::new();
    let list_named = |others: &mut String| {
        if !named.is_empty() {
            let title = if shown.is_some() { "Also called" } else { "Called" };
            heading(&format!("{title} `{topic}`"), others);
            names::listed(&named, others);
        }
    };
    // Names of variants matter only for `import`, so they come last.
    let minor = named.iter().all(|named| named.what == NameKind::Variant);
    if !minor {
        list_named(&mut others);
    }
    if !related.is_empty() {
        let known = !minor && (shown.is_some() || !named.is_empty());
        let title = if known { "More about" } else { "About" };
        heading(&format!("{title} `{topic}`"), &mut others);
        names::related(&related, &mut others);
    }
    if minor {
        list_named(&mut others);
    }
    if !clauses.is_empty() {
        heading(&format!("Clauses with `{topic}`"), &mut others);
        names::related(&clauses, &mut others);
    }
    if shown.is_none() {
        let used =
            if related.is_empty() && clauses.is_empty() { mentions(&topic, context) } else { None };
        if let Some(used) = used {
            others.push('\n');
            prose(&format!("{}.", capital(&used)), &mut others);
        }
        others = others.trim_start().to_owned();
    }
    // Terms and plugins come before functions of scripts with the same name.
    let is_key = || word_reference::words().any(|word| word.key == topic);
    let is_term = || named.iter().any(|named| named.what.preference() > 1);
    if matches!(shown, Some(NameKind::Word(_))) && is_term() && !is_key() {
        let mut first = Styled::from(format!("{}\n", others.trim_start()));
        first.append(&text);
        text = first;
    } else {
        if !others.is_empty() && !text.as_str().is_empty() && !text.as_str().ends_with('\n') {
            text.push("\n");
        }
        text.push(&others);
    }
    let ended = text.as_str().ends_with('\n');
    context.out.print(text)?;
    if !ended {
        context.out.print("\n")?;
    }
    Ok(exit::FINE)
}

/// Returns a sentence about a word that has no page. The sentence lists the topics and the recipes
/// that contain the word.
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

/// Returns the failure for an unknown topic, with advice.
fn unknown(
    topic: &str,
    all: &[NamedThing],
    outlines: &Outlines<'_>,
    context: &CommandContext,
) -> Failure {
    let clause = "write the ruleset before the clause, as in `quadrille explain verney-1881 V11`";
    let mut letters = topic.chars();
    let like_a_clause = letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    let help = if like_a_clause {
        clause.to_owned()
    } else {
        names::suggested(topic, all)
            .or_else(|| names::suggested(topic, &names::inside(outlines)))
            .or_else(|| mentions(topic, context))
            .unwrap_or_else(|| format!("`quadrille explain --all` lists every name; {clause}"))
    };
    Failure::advised(format!("unknown topic `{topic}`"), Some(help))
}
