//! The answer, in a word and in a sentence.

use quadrille_study::experiments::compare::{Conclusion, Trial, Verdict, conclude};

use super::contest::ComparisonRun;
use crate::figures;

/// What all line-ups say about a pair.
#[must_use]
pub fn conclusion(contest: &ComparisonRun, pair: usize) -> Conclusion {
    let found = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let primary = contest.design.primary;
    let found: Vec<_> =
        found.map(|pair| (pair.verdict, pair.differences[primary].change.mean)).collect();
    conclude(&found)
}

/// The word for a conclusion.
#[must_use]
pub fn conclusion_word(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Different => "different",
        Conclusion::AgentDependent => "agent-dependent",
        Conclusion::SomeTables => "some-agents",
        Conclusion::Equivalent => "equivalent",
        Conclusion::Inconclusive => "inconclusive",
    }
}

/// The agents of a table in a word: one name where all are alike.
#[must_use]
pub fn line_up(trial: &Trial) -> String {
    let agents = &trial.table.agents;
    match agents.first() {
        Some(first) if agents.iter().all(|agent| agent == first) => first.to_string(),
        _ => agents.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"),
    }
}

/// Whether nobody at the table looks at the board.
#[must_use]
pub fn random_play(trial: &Trial) -> bool {
    trial.table.agents.iter().all(|agent| *agent == quadrille_agents::AgentSpec::Random)
}

/// The answer about a pair.
#[must_use]
pub fn sentence(contest: &ComparisonRun, pair: usize) -> String {
    let (first, other) = (&contest.sides[0], &contest.sides[pair + 1]);
    let (a, b) = (first.letter.to_ascii_uppercase(), other.letter.to_ascii_uppercase());
    let metric = contest.primary();
    let what = format!("{} ({})", metric.name, metric.about);
    let conclusion = conclusion(contest, pair);
    let open = conclusion == Conclusion::Inconclusive;
    let found: Vec<String> = contest
        .trials
        .iter()
        .filter_map(|trial| describe_line_up(contest, trial, pair, open))
        .collect();
    let found = found.join("; ");
    let head = match conclusion {
        Conclusion::Different => format!("{b} differs from {a} in {what}"),
        Conclusion::AgentDependent => format!(
            "Agent-dependent: {b} differs from {a} in {what}, in opposite directions for \
             different agents"
        ),
        Conclusion::SomeTables => format!("{b} differs from {a} in {what} for some agents only"),
        Conclusion::Equivalent => format!("{b} is equivalent to {a} in {what}, within the margin"),
        Conclusion::Inconclusive => {
            format!("Whether {b} differs from {a} in {what} is undecided")
        }
    };
    let alone = match contest.trials.as_slice() {
        [one] if random_play(one) => " Random play alone says little about real players.",
        [_] => " Only one kind of agent was tried; others may differ.",
        _ => "",
    };
    format!("{head}: {found}.{alone}")
}

/// Describes what one line-up says about a pair, of which it may be known already that all of it is open.
fn describe_line_up(
    contest: &ComparisonRun,
    trial: &Trial,
    pair: usize,
    open: bool,
) -> Option<String> {
    let pair = trial.pairs.get(pair)?;
    let difference = &pair.differences[contest.design.primary];
    let unit = contest.primary().unit;
    let play = if random_play(trial) {
        "in random play".to_owned()
    } else {
        format!("with {} agents", line_up(trial))
    };
    let change = figures::change(unit, difference.change.expected);
    let span = figures::span(unit, difference.change.interval);
    let word = match pair.verdict {
        Verdict::Different => "",
        Verdict::Equivalent => ", equivalent",
        Verdict::Inconclusive if open => "",
        Verdict::Inconclusive => ", undecided",
    };
    Some(format!("{change} ({span}) {play}{word}"))
}
