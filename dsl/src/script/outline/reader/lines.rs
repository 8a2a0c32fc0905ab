//! The lines above a function: `clause:`, `when:` and `judged:`.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;
use quadrille_core::{Counted, Trouble};

use super::{OutlineReader, is_single_word};
use crate::diagnostic::{Code, suggest};
use crate::script::outline::grammar::{Grammar, Rule};
use crate::script::outline::{Amount, Condition, Spanned, is_clause_id, is_numbered_id};

impl OutlineReader<'_> {
    /// Warns of a line above a function that looks like a `/// clause:` or `/// when:` line and is none.
    pub(super) fn like_a_hook_line(&mut self, line: &Spanned<String>, is_doc: bool, on_hook: bool) {
        // A colon before everything else.
        let (colon, text) = match line.value.strip_prefix(':') {
            Some(text) => (true, text.trim_start()),
            None => (false, line.value.as_str()),
        };
        let (head, rest) = match text.split_once(':') {
            Some((head, rest)) => (head.trim(), Some(rest.trim())),
            None => (text.split(' ').next().unwrap_or(""), None),
        };
        // The word written twice.
        let mut words = head.split(' ');
        let head = words.next().filter(|first| words.all(|word| word == *first)).unwrap_or(head);
        let lower = head.to_lowercase();
        let known = ["clause", "when"].into_iter().find(|word| *word == lower);
        let word = match (known, rest) {
            // Without the colon, which may be prose too.
            (Some(word), None) => {
                let after = text[head.len()..].trim();
                let meant = match word {
                    "clause" => is_numbered_id(after),
                    // A word alone is more likely prose that goes on.
                    _ => after.contains(' ') && Grammar::parse(Rule::when, after).is_ok(),
                };
                (meant || colon).then_some(word)
            }
            (Some(word), Some(_)) => Some(word),
            (None, Some(rest)) => {
                let near = suggest(head, ["clause", "when"]).and_then(|advice| advice.edit);
                let near = near.map(|(_, word)| if word == "when" { "when" } else { "clause" });
                let fits = |word: &&str| {
                    is_single_word(rest)
                        || *word == "when" && Grammar::parse(Rule::when, rest).is_ok()
                };
                near.filter(|word| !head.contains(' ') && fits(word))
            }
            // The word is missing.
            (None, None) => (colon && is_numbered_id(text)).then_some("clause"),
        };
        // The colon has come after the id.
        let glued = head
            .strip_prefix("clause")
            .filter(|id| rest.is_some_and(str::is_empty) && is_numbered_id(id));
        let Some(word) = word.or(glued.map(|_| "clause")).filter(|_| on_hook) else { return };
        let after = if known.is_some() { text[head.len()..].trim() } else { text };
        let rest = glued.or(rest).unwrap_or(after);
        let does = if word == "clause" { "counts no clause" } else { "sets no condition" };
        let what = if is_doc { "documentation" } else { "a comment" };
        let message = format!("this line is {what}, and {does}");
        let help =
            format!("write `/// {word}: {rest}`, with three slashes, small letters and a colon");
        self.warn(Code::InvalidHookLine, line.span.clone(), message, help);
    }

    pub(super) fn clause_line(
        &mut self,
        id: &str,
        span: &Range<usize>,
        again: bool,
    ) -> Option<Spanned<String>> {
        if !is_clause_id(id) || again {
            let message = if again {
                "a hook has one clause"
            } else {
                "a clause's id is letters, digits, `-`, `_` and `.`"
            };
            self.helped(
                Code::InvalidHookLine,
                span.clone(),
                message,
                "write one line such as `/// clause: V11`; inside the hook, `clause(\"V12\")` \
                 changes it for what follows",
            );
            return None;
        }
        Some(Spanned::new(id.to_owned(), span.clone()))
    }

    pub(super) fn judged_line(
        &mut self,
        answer: &str,
        span: &Range<usize>,
    ) -> Option<Range<usize>> {
        if answer == "yes" {
            return Some(span.clone());
        }
        self.helped(
            Code::InvalidHookLine,
            span.clone(),
            "`judged:` can only say `yes`",
            "write `/// judged: yes` if its effects decide whether a move is legal, or remove the line",
        );
        None
    }

    pub(super) fn when_line(&mut self, line: &Spanned<String>) -> Option<Spanned<Vec<Condition>>> {
        let text = line.value.strip_prefix("when:")?.trim();
        match Grammar::parse(Rule::when, text) {
            Ok(mut pairs) => {
                let conditions = pairs.next()?.into_inner().filter_map(|p| condition(&p)).collect();
                Some(Spanned::new(conditions, line.span.clone()))
            }
            Err(_) => {
                self.helped(
                    Code::InvalidHookLine,
                    line.span.clone(),
                    format!("`{text}` is not a list of conditions"),
                    "separate with commas: kinds (`pawn or king`), `to ZONE`, `from ZONE`, \
                     `capture`, `no capture`, `check`, `no check`, `at most N of queen or rook`, \
                     the same with `per team` after it, `at least N of …`, `at most N seats STATE`, \
                     `at least N checked`, `king on ZONE`, `100 plies since COUNTER`, `50 rounds since COUNTER`, \
                     `state STATE`, `army STATE`, `in check or partner in check or partner settled or \
                     no move`, `every ply`",
                );
                None
            }
        }
    }
}

/// Whether a line of documentation is one that hooks have.
pub(super) fn is_hook_line(line: &str) -> bool {
    ["clause:", "when:", "judged:"].iter().any(|head| line.starts_with(head))
}

/// The least and the greatest number that `at most N` or `at least N` means.
fn limits(pair: &Pair<'_, Rule>) -> Option<(u16, u16)> {
    let mut inner = pair.clone().into_inner();
    let least = inner.next()?.as_rule() == Rule::at_least;
    let number = inner.find(|inner| inner.as_rule() == Rule::number)?.as_str().parse().ok()?;
    Some(if least { (number, u16::MAX) } else { (0, number) })
}

fn condition(pair: &Pair<'_, Rule>) -> Option<Condition> {
    let words = || {
        let inner = pair.clone().into_inner().filter(|inner| inner.as_rule() == Rule::word);
        inner.map(|word| word.as_str().to_owned())
    };
    Some(match pair.as_rule() {
        Rule::every_ply => Condition::EveryPly,
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
                Some(Rule::per_team) => Counted::EachTeam,
                Some(Rule::some_army) => Counted::SomeArmy,
                _ => Counted::Board,
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
