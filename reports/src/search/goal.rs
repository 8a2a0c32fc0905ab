//! Goals: `seats within 2 %, decided >= 60 %, plies <= 300`.
//!
//! ```text
//! goal   = clause { "," clause }
//! clause = "seats" "within" number
//!        | metric ( ">=" | "<=" ) number
//!        | metric "in" number ".." number
//! number = digits [ "." digits ] [ "%" ]
//! ```

use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use quadrille_dsl::diagnostic::did_you_mean;
use quadrille_dsl::{Diagnostic, Ruleset, Source};
use quadrille_study::experiments::metric::{BoundedMetric, Catalogue};
use quadrille_study::metrics::Unit;

/// The word that stands for the metric `length` in goals.
const LENGTH_ALIAS: &str = "plies";
/// The maximum number of clauses in a goal.
const MAX_CLAUSES: usize = 32;

/// The goal of a search: requirements for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchGoal {
    /// The goal as it was written.
    pub text: String,
    /// The clauses, which must all hold.
    pub clauses: Vec<GoalClause>,
}

/// One clause of a goal.
#[derive(Clone, PartialEq, Debug)]
pub struct GoalClause {
    /// The place of the clause in the text.
    pub span: Range<usize>,
    /// The name of the metric. `None` for a clause about the seats.
    metric: Option<Word>,
    /// The lower limit of the metric, if there is one.
    from: Option<Number>,
    /// The upper limit. In a clause about seats, this is the maximum distance from an equal share.
    to: Option<Number>,
}

#[derive(Clone, PartialEq, Debug)]
struct Word {
    text: String,
    span: Range<usize>,
}

#[derive(Clone, PartialEq, Debug)]
struct Number {
    value: f64,
    percent: bool,
    span: Range<usize>,
}

/// An error in a goal, with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GoalError {
    /// The text of the error.
    pub message: String,
    /// The place of the error in the text of the goal.
    pub span: Range<usize>,
    /// Advice for the author of the goal.
    pub help: String,
}

impl GoalError {
    fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { message: message.into(), span, help: help.into() }
    }

    /// Returns the error as a diagnostic in the text of the goal.
    #[must_use]
    pub fn in_input(&self, source: &Arc<Source>) -> Diagnostic {
        Diagnostic::input(source, self.span.clone(), self.message.clone()).help(self.help.clone())
    }
}

/// The limits that a clause of a goal sets for the mean of a metric.
#[derive(Clone, PartialEq, Debug)]
pub struct MeanLimit {
    /// The index of the clause in the goal.
    pub clause: usize,
    /// The name of the metric.
    pub metric: String,
    /// The unit of the metric.
    pub unit: Unit,
    /// The lower and the upper bound of the metric's values.
    pub bounds: (f64, f64),
    /// `true` if the metric is counted or measured within a game. `false` if it depends only on the
    /// result of the game.
    pub counts: bool,
    /// The lower limit of the mean.
    pub from: Option<f64>,
    /// The upper limit of the mean.
    pub to: Option<f64>,
}

impl FromStr for SearchGoal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        let mut reader = GoalReader { text, at: 0 };
        let mut clauses = Vec::new();
        loop {
            clauses.push(reader.clause()?);
            reader.skip();
            if reader.at == text.len() {
                break;
            }
            if !reader.take(",") {
                return Err(GoalError::new(
                    reader.next(),
                    "unexpected text after a clause",
                    "separate clauses by commas, as in `decided >= 60 %, plies <= 300`",
                ));
            }
            if clauses.len() == MAX_CLAUSES {
                let help = format!("write at most {MAX_CLAUSES} clauses");
                return Err(GoalError::new(reader.next(), "too many clauses", help));
            }
        }
        Ok(Self { text: text.to_owned(), clauses })
    }
}

/// Parses a goal from left to right.
struct GoalReader<'a> {
    text: &'a str,
    at: usize,
}

impl GoalReader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, what: &str) -> bool {
        self.skip();
        let there = self.rest().starts_with(what);
        self.at += if there { what.len() } else { 0 };
        there
    }

    /// Returns the range of the next characters, up to the next blank or comma, or up to the end of
    /// the text.
    fn next(&mut self) -> Range<usize> {
        self.skip();
        let length = self.rest().find(|c: char| c.is_whitespace() || c == ',');
        self.at..self.at + length.unwrap_or(self.rest().len())
    }

    fn word(&mut self) -> Option<Word> {
        self.skip();
        let letter = |c: char| c.is_alphanumeric() || "_-".contains(c);
        let mut length = 0;
        for (at, c) in self.rest().char_indices() {
            let dot = c == '.' && !self.rest()[at..].starts_with("..");
            if !(letter(c) || dot && at > 0) || at == 0 && c.is_ascii_digit() {
                break;
            }
            length = at + c.len_utf8();
        }
        let span = self.at..self.at + length;
        self.at = span.end;
        (length > 0).then(|| Word { text: self.text[span.clone()].to_owned(), span })
    }

    fn number(&mut self) -> Result<Number, GoalError> {
        self.skip();
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let sign = usize::from(bytes.first() == Some(&b'-'));
        let mut length = sign + digits(sign);
        if length > sign && bytes.get(length) == Some(&b'.') && digits(length + 1) > 0 {
            length += 1 + digits(length + 1);
        }
        let mut span = self.at..self.at + length;
        let value = self.text[span.clone()].parse::<f64>().ok().filter(|value| value.is_finite());
        let Some(value) = value else {
            let place = self.next();
            return Err(GoalError::new(
                place,
                "expected a number",
                "write a number, such as 0.6, 60 % or 300",
            ));
        };
        self.at = span.end;
        let percent = self.take("%");
        if percent {
            span.end = self.at;
        }
        let value = if percent { value / 100.0 } else { value };
        Ok(Number { value, percent, span })
    }

    fn clause(&mut self) -> Result<GoalClause, GoalError> {
        let Some(metric) = self.word() else {
            return Err(GoalError::new(
                self.next(),
                "expected a metric or `seats`",
                "write a clause, such as `decided >= 60 %`",
            ));
        };
        let start = metric.span.start;
        if metric.text == "seats" {
            let place = self.next();
            if self.word().is_none_or(|word| word.text != "within") {
                return Err(GoalError::new(
                    place,
                    "expected `within` after `seats`",
                    "write `seats within 2 %`; for one seat write `seat.NAME >= 24 %`",
                ));
            }
            let to = self.number()?;
            return Ok(GoalClause {
                span: start..to.span.end,
                metric: None,
                from: None,
                to: Some(to),
            });
        }
        let metric = Some(metric);
        if self.take(">=") || self.take("≥") {
            let from = self.number()?;
            return Ok(GoalClause {
                span: start..from.span.end,
                metric,
                from: Some(from),
                to: None,
            });
        }
        if self.take("<=") || self.take("≤") {
            let to = self.number()?;
            return Ok(GoalClause { span: start..to.span.end, metric, from: None, to: Some(to) });
        }
        let place = self.next();
        if self.word().is_some_and(|word| word.text == "in") {
            let from = self.number()?;
            let place = self.next();
            if !self.take("..") {
                return Err(GoalError::new(
                    place,
                    "expected `..`",
                    "write a range, such as 80..300",
                ));
            }
            let to = self.number()?;
            let span = start..to.span.end;
            if from.value > to.value {
                let range = from.span.start..to.span.end;
                return Err(GoalError::new(
                    range,
                    "the range is empty",
                    "write the smaller number first",
                ));
            }
            return Ok(GoalClause { span, metric, from: Some(from), to: Some(to) });
        }
        let help = match self.text.as_bytes().get(place.start) {
            Some(b'<') => "write `<=`: for a mean, `<` and `<=` are equivalent",
            Some(b'>') => "write `>=`: for a mean, `>` and `>=` are equivalent",
            Some(b'=') => "write a range, such as `in 95..105`: a mean is never exactly one number",
            _ => "write `>=`, `<=` or `in A..B`",
        };
        Err(GoalError::new(place, "expected a comparison", help))
    }
}

impl SearchGoal {
    /// Returns a clause as it was written.
    #[must_use]
    pub fn clause(&self, clause: usize) -> &str {
        self.clauses.get(clause).map_or("", |clause| &self.text[clause.span.clone()])
    }

    /// Returns the requirements of the goal for a ruleset's metrics.
    ///
    /// # Errors
    /// Returns a [`GoalError`] if the ruleset lacks a metric of the goal, or if a metric can't have
    /// a value that the goal names.
    pub fn requirements(
        &self,
        loaded: &Ruleset,
        ply_limit: u32,
    ) -> Result<Vec<MeanLimit>, GoalError> {
        let catalogue = Catalogue::new(&loaded.rules, ply_limit);
        let metrics: Vec<&BoundedMetric> = catalogue.metrics().collect();
        let mut all = Vec::new();
        for (number, clause) in self.clauses.iter().enumerate() {
            match &clause.metric {
                Some(word) => all.push(of_metric(number, clause, word, &metrics)?),
                None => all.extend(of_seats(number, clause, loaded, &metrics)?),
            }
        }
        Ok(all)
    }
}

/// Returns the limits that a clause about seats sets. The share of each side must be near an equal
/// share.
fn of_seats(
    clause: usize,
    written: &GoalClause,
    loaded: &Ruleset,
    metrics: &[&BoundedMetric],
) -> Result<Vec<MeanLimit>, GoalError> {
    let spec = loaded.spec();
    let sides = spec.teams.len().max(1);
    let prefix = if sides < spec.seats.len() { "team." } else { "seat." };
    let equal = 1.0 / sides as f64;
    let Some(to) = &written.to else { return Ok(Vec::new()) };
    if !(to.value > 0.0 && to.value < equal) {
        let help = format!(
            "write a distance below the equal share of {:.0} %, such as 2 %",
            equal * 100.0
        );
        return Err(GoalError::new(
            to.span.clone(),
            "no share can be at this distance from an equal share",
            help,
        ));
    }
    let sides = metrics.iter().filter(|metric| metric.name.starts_with(prefix));
    Ok(sides
        .map(|metric| MeanLimit {
            clause,
            metric: metric.name.clone(),
            unit: metric.unit,
            bounds: (metric.low, metric.high),
            counts: metric.counts,
            from: Some(equal - to.value),
            to: Some(equal + to.value),
        })
        .collect())
}

fn of_metric(
    clause: usize,
    written: &GoalClause,
    word: &Word,
    metrics: &[&BoundedMetric],
) -> Result<MeanLimit, GoalError> {
    let name = if word.text == LENGTH_ALIAS { "length" } else { &word.text };
    let Some(metric) = metrics.iter().find(|metric| metric.name == name) else {
        let names = metrics.iter().map(|metric| metric.name.as_str());
        let close = did_you_mean(name, names.chain([LENGTH_ALIAS, "seats"]));
        let message = format!("unknown metric `{}`", word.text);
        let help =
            close.unwrap_or_else(|| "`quadrille explain playouts` lists the metrics".to_owned());
        return Err(GoalError::new(word.span.clone(), message, help));
    };
    for number in [&written.from, &written.to].into_iter().flatten() {
        check(number, metric)?;
    }
    let value = |number: &Option<Number>| number.as_ref().map(|number| number.value);
    Ok(MeanLimit {
        clause,
        metric: metric.name.clone(),
        unit: metric.unit,
        bounds: (metric.low, metric.high),
        counts: metric.counts,
        from: value(&written.from),
        to: value(&written.to),
    })
}

/// Checks that a number of the goal is a possible value of its metric.
fn check(number: &Number, metric: &BoundedMetric) -> Result<(), GoalError> {
    let share = metric.unit == Unit::Share;
    if number.percent && !share {
        let message = format!("`{}` is not a share", metric.name);
        let help = format!("write a number without `%`, in {}", metric.unit.name());
        return Err(GoalError::new(number.span.clone(), message, help));
    }
    if number.value < metric.low || number.value > metric.high {
        let message = format!("`{}` ranges from {} to {}", metric.name, metric.low, metric.high);
        let help = if share && !number.percent && number.value <= 100.0 && number.value > 1.0 {
            format!("for a percentage write `{} %`", number.value)
        } else {
            "write a number in this range".to_owned()
        };
        return Err(GoalError::new(number.span.clone(), message, help));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_dsl::library::Shipped;

    fn requirements(ruleset: &str, text: &str) -> Result<Vec<MeanLimit>, GoalError> {
        let loaded = quadrille_dsl::load(&Shipped, ruleset, &[]).expect("a shipped ruleset");
        text.parse::<SearchGoal>()?.requirements(&loaded, 500)
    }

    #[test]
    fn goals_limit_means() {
        let text = "seats within 2 %, decided >= 60 %,plies<=300, branching in 10..30.5";
        let goal: SearchGoal = text.parse().unwrap();
        assert_eq!((goal.clause(0), goal.clause(2)), ("seats within 2 %", "plies<=300"));
        let all = requirements("chesscom-ffa", text).unwrap();
        assert_eq!(all.len(), 4 + 3, "each seat is a requirement");
        assert!(all[..4].iter().all(|one| one.metric.starts_with("seat.") && one.clause == 0));
        assert_eq!((all[0].from, all[0].to), (Some(0.23), Some(0.27)));
        assert_eq!((all[4].from, all[4].to), (Some(0.6), None));
        assert_eq!((all[5].metric.as_str(), all[5].to), ("length", Some(300.0)));
        assert_eq!((all[6].from, all[6].to), (Some(10.0), Some(30.5)));
        let teams = requirements("verney-1881", "seats within 1%").unwrap();
        assert!(teams.len() == 2 && teams[0].metric.starts_with("team."));
    }

    #[test]
    fn mistakes_are_told_with_their_place_and_a_fix() {
        let cases = [
            ("", 0..0, "decided >= 60 %"),
            ("decided", 7..7, "`in A..B`"),
            ("decided > 60 %", 8..9, "write `>=`"),
            ("decided = 60 %", 8..9, "range"),
            ("decided >= many", 11..15, "number"),
            ("decided >= 60", 11..13, "`60 %`"),
            ("decided >= 160 %", 11..16, "in this range"),
            ("plies <= 30 %", 9..13, "without `%`"),
            ("lenght <= 30", 0..6, "length"),
            ("length in 30..20", 10..16, "smaller"),
            ("length in 30", 12..12, "80..300"),
            ("seats >= 2 %", 6..8, "within"),
            ("seats within 60 %", 13..17, "equal share"),
            ("plies <= 30 decided >= 1 %", 12..19, "commas"),
            ("plies <= 30,", 12..12, "decided >= 60 %"),
        ];
        for (text, span, help) in cases {
            let error = requirements("chesscom-ffa", text).unwrap_err();
            assert_eq!(error.span, span, "{text}: {error:?}");
            assert!(error.help.contains(help), "{text}: {error:?}");
        }
        for odd in ["é >= 1", "≥", "a.b.c in -1..", "% , %", "seats within", "length in 1...3"] {
            assert!(requirements("chesscom-ffa", odd).is_err(), "{odd}");
        }
    }
}
