//! The lines above a function: `clause:`, `when:` and `judged:`.

use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pair;
use quadrille_core::{Counted, Trouble};

use super::OutlineReader;
use crate::diagnostic::{Advice, Code};
use crate::script::syntax::grammar::{Grammar, Rule};
use crate::script::syntax::{Amount, Condition, Spanned, is_clause_id};

/// The keys of lines above a hook.
pub(super) const KEYS: [&str; 3] = ["clause", "when", "judged"];

impl OutlineReader<'_> {
    pub(super) fn clause_line(
        &mut self,
        id: &str,
        span: &Range<usize>,
        again: bool,
    ) -> Option<Spanned<String>> {
        if is_clause_id(id) && !again {
            return Some(Spanned::new(id.to_owned(), span.clone()));
        }
        let message = if again {
            "a hook has one clause"
        } else {
            "a clause's id is letters, digits, `-`, `_` and `.`"
        };
        let plain = id.trim_start_matches("clause").trim_matches([':', ' ', '`', '"', ',']);
        let advice = if is_clause_id(plain) && !again {
            self.line_instead(span, &format!("/// clause: {plain}"))
        } else {
            "write one line such as `/// clause: V11`; inside the hook, `clause(\"V12\")` changes it for what follows"
                .into()
        };
        self.helped(Code::InvalidHookLine, span.clone(), message, advice);
        None
    }

    pub(super) fn judged_line(
        &mut self,
        answer: &str,
        span: &Range<usize>,
    ) -> Option<Range<usize>> {
        if answer == "yes" {
            return Some(span.clone());
        }
        let advice = match answer.to_lowercase().trim_matches(['.', ':', ' ']) {
            "yes" | "y" | "true" | "on" => self.line_instead(span, "/// judged: yes"),
            _ => "write `/// judged: yes` if its effects decide whether a move is legal, or remove the line".into(),
        };
        self.helped(Code::InvalidHookLine, span.clone(), "`judged:` can only say `yes`", advice);
        None
    }

    pub(super) fn when_line(&mut self, line: &Spanned<String>) -> Option<Spanned<Vec<Condition>>> {
        let text = line.value.strip_prefix("when:")?.trim();
        let at = match conditions(text) {
            Ok(conditions) => return Some(Spanned::new(conditions, line.span.clone())),
            Err(at) => at,
        };
        let plain = text.trim_start_matches("when").trim_matches([':', ';', '.', ',', ' ']);
        if plain != text && conditions(plain).is_ok() {
            let advice = self.line_instead(&line.span, &format!("/// when: {plain}"));
            let message = format!("`{text}` is not a list of conditions");
            self.helped(Code::InvalidHookLine, line.span.clone(), message, advice);
            return None;
        }
        // The word at which reading stopped; at the end of the line, something is missing there.
        let start = line.span.end - text.len();
        let word = text[at..].split([' ', ',']).next().unwrap_or_default();
        let span = match word {
            "" => line.span.clone(),
            word => start + at..start + at + word.len(),
        };
        self.helped(
            Code::InvalidHookLine,
            span,
            format!("`{text}` is not a list of conditions"),
            "separate with commas: kinds (`pawn or king`), `to ZONE`, `from ZONE`, \
             `capture`, `no capture`, `check`, `no check`, `pass`, `at most N of queen or rook`, \
             the same with `per team` after it, `at least N of …`, `at most N seats STATE`, \
             `at least N checked`, `king on ZONE`, `100 plies since COUNTER`, `50 rounds since COUNTER`, \
             `state STATE`, `army STATE`, `in check or partner in check or partner settled or \
             no move`, `every ply`",
        );
        None
    }

    /// Advice to write another line in the place of one.
    fn line_instead(&self, span: &Range<usize>, line: &str) -> Advice {
        Advice::replace(format!("write `{line}`"), &self.source.text[span.clone()], line)
    }
}

/// Reads the rest of a `/// when:` line.
///
/// # Errors
/// At which byte it can't be read.
pub(super) fn conditions(text: &str) -> Result<Vec<Condition>, usize> {
    match Grammar::parse(Rule::when, text) {
        Ok(pairs) => {
            Ok(pairs.flat_map(Pair::into_inner).filter_map(|pair| condition(&pair)).collect())
        }
        Err(error) => Err(match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        }),
    }
}

/// Whether a line of documentation is one that hooks have.
pub(super) fn is_hook_line(line: &str) -> bool {
    KEYS.into_iter().any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')))
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
