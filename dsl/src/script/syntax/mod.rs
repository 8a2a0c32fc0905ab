//! Parses the top level of a rule script. The top level consists of the script's description, its
//! tunables, and its functions. For a function, the documentation and the `clause:`, `when:` and
//! `judged:` lines are parsed too.
//!
//! A pest grammar parses the [skimmed](skim) source before Rhai does, so that every error has a
//! span and a suggestion. The [lint](super::compile::lint) checks the bodies of functions.

mod first_pass_errors;
mod outline;
pub(crate) mod outline_reader;
pub(crate) mod skim;
mod when_conditions;

use std::sync::Arc;

use pest::Parser;

use crate::diagnostic::{Code, Diagnostic, Source};
use first_pass_errors::{forbidden_words, skim_diagnostic, typographic};
use skim::{Skim, skim};

pub(crate) use outline::{
    Amount, Condition, Function, Literal, MAX_FINDINGS, Outline, Spanned, TunableLine,
    between_bars, is_clause_id, is_numbered_id, is_upper_case, parameters, word_of,
};
use quadrille_grammar::script::{Grammar, Rule};

/// Reads the outline of a script. Adds errors and warnings to `findings`. If there are errors, the
/// outline contains everything that could be read. `callers` are the scripts that may call the
/// functions of the script.
pub(crate) fn read(
    source: &Arc<Source>,
    callers: &[Arc<Source>],
    findings: &mut Vec<Diagnostic>,
) -> Option<Outline> {
    let skimmed = skim(&source.text);
    let quotes = typographic(source, skimmed.as_ref());
    if !quotes.is_empty() {
        findings.extend(quotes);
        return None;
    }
    let Skim { sketch, words, strings, comments, block_comments } = match skimmed {
        Ok(skim) => skim,
        Err(error) => {
            findings.push(skim_diagnostic(source, &error));
            return None;
        }
    };
    let file = match Grammar::parse(Rule::file, &sketch) {
        Ok(mut pairs) => pairs.next()?,
        Err(error) => {
            // The grammar accepts any text, so this can only be an error in the grammar.
            let at = match error.location {
                pest::error::InputLocation::Pos(at) => at..at,
                pest::error::InputLocation::Span((start, end)) => start..end,
            };
            findings.push(Diagnostic::error(
                Code::ScriptSyntax,
                source,
                at,
                "this can't be read as a script",
            ));
            return None;
        }
    };
    let items = outline_reader::items(source, callers, file, findings);
    let mut outline = Outline { words, strings, comments, block_comments, ..items };
    for number in 0..outline.functions.len() {
        let words = outline.words_in(&outline.functions[number].body).iter();
        let words = words.map(|word| source.text[word.clone()].to_owned()).collect();
        let function = &mut outline.functions[number];
        function.words = words;
        outline.functions_by_name.entry(function.name.value.clone()).or_insert(number);
    }
    outline_reader::comments(source, &outline, findings);
    forbidden_words(source, &outline, findings);
    Some(outline)
}

#[cfg(test)]
mod tests;
