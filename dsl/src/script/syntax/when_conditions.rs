//! Parses the documentation lines that control when a hook runs. Finds their keys, and the
//! conditions in a `when:` line.

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;
use quadrille_core::{CountedPieces, Trouble};

use super::outline::{Amount, Condition};
use quadrille_grammar::script::{Grammar, Rule};

/// The keys of the documentation lines that control a hook.
pub(crate) const KEYS: [&str; 3] = ["clause", "when", "judged"];

/// Parses the text after the key of a `/// when:` line.
///
/// # Errors
/// Returns the byte offset at which parsing failed if the text is not a list of conditions.
pub(crate) fn conditions(text: &str) -> Result<Vec<Condition>, usize> {
    match Grammar::parse(Rule::when, text) {
        Ok(pairs) => {
            Ok(pairs.flat_map(Pair::into_inner).filter_map(|pair| condition(&pair)).collect())
        }
        Err(error) => Err(match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        }),
    }
}

/// Returns `true` if a documentation line is a `clause:`, `when:` or `judged:` line.
pub(crate) fn is_hook_line(line: &str) -> bool {
    KEYS.into_iter().any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
}

/// Returns the minimum and the maximum that `at most N` or `at least N` describes.
pub(super) fn limits(pair: &Pair<'_, Rule>) -> Option<(u16, u16)> {
    let mut inner = pair.clone().into_inner();
    let least = inner.next()?.as_rule() == Rule::at_least;
    let number = inner.find(|inner| inner.as_rule() == Rule::number)?.as_str().parse().ok()?;
    Some(if least { (number, u16::MAX) } else { (0, number) })
}

pub(super) fn condition(pair: &Pair<'_, Rule>) -> Option<Condition> {
    let words = || {
        let inner = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::word);
        inner.map(|word| word.as_str().to_owned())
    };
    Some(match pair.as_rule() {
        Rule::every_ply => Condition::EveryPly,
        Rule::pass => Condition::Pass,
        Rule::capture => Condition::Capture(true),
        Rule::no_capture => Condition::Capture(false),
        Rule::check => Condition::Check(true),
        Rule::no_check => Condition::Check(false),
        Rule::to => Condition::To(words().next()?),
        Rule::from => Condition::From(words().next()?),
        Rule::kinds => Condition::Kinds(words().collect()),
        Rule::few => {
            let (least, most) = limits(pair)?;
            let mut inner = pair.clone().into_inner();
            let of = match inner.next_back().map(|last| last.as_rule()) {
                Some(Rule::per_team) => CountedPieces::EachTeam,
                Some(Rule::some_army) => CountedPieces::SomeArmy,
                _ => CountedPieces::Board,
            };
            Condition::Count { least, most, kinds: words().collect(), of }
        }
        Rule::seats_in => {
            let (least, most) = limits(pair)?;
            Condition::Seats { least, most, states: words().collect() }
        }
        Rule::checked => Condition::Checked(u8::try_from(limits(pair)?.0).unwrap_or(u8::MAX)),
        Rule::stands => {
            let mut kinds: Vec<_> = words().collect();
            Condition::Stands { zone: kinds.pop()?, kinds }
        }
        Rule::since => {
            let mut names: Vec<_> = words().collect();
            let counter = names.pop()?;
            let mut inner = pair.clone().into_inner();
            let first = inner.next()?;
            let read = |number: &Pair<'_, Rule>| number.as_str().parse().ok();
            let rounds = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::rounds);
            let number = match first.as_rule() {
                Rule::number => Amount::Number(read(&first)?),
                Rule::times => Amount::Tunable(read(&first.into_inner().next()?)?, names.pop()?),
                _ => Amount::Tunable(1, names.pop()?),
            };
            Condition::Since { number, rounds, counter }
        }
        Rule::state => Condition::State(words().collect()),
        Rule::army => Condition::Army(words().collect()),
        Rule::trouble => {
            let (mut trouble, mut readings) = (Trouble::default(), Vec::new());
            for alarm in pair.clone().into_inner() {
                match alarm.as_rule() {
                    Rule::in_check => trouble.in_check = true,
                    Rule::partner_in_check => trouble.partner_in_check = true,
                    Rule::partner_settled => trouble.partner_settled = true,
                    Rule::no_move => trouble.no_move = true,
                    Rule::reading => {
                        let mut words = alarm.into_inner().filter(|it| it.as_rule() == Rule::word);
                        let (name, value) = (words.next()?, words.next()?);
                        readings.push((name.as_str().to_owned(), value.as_str().to_owned()));
                    }
                    _ => {}
                }
            }
            Condition::Trouble { trouble, readings }
        }
        _ => return None,
    })
}

/// Returns `true` if a text is a single word. The values of a tunable in a list are single words.
pub(super) fn is_single_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}
