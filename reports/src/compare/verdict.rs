//! The answer, as a word and as a sentence.

use quadrille_study::experiments::compare::{Conclusion, Trial, Verdict, conclude};
use quadrille_study::experiments::metric::BoundedMetric;

use super::contest::ComparisonRun;
use crate::figures;

/// The minimum number of blocks for useful intervals. With fewer blocks, most intervals are too
/// wide to show a change. From this number on, the intervals of counts are narrower.
const MIN_BLOCKS: u64 = 50;

/// Returns the conclusion about a pair from all line-ups.
#[must_use]
pub fn conclusion(contest: &ComparisonRun, pair: usize) -> Conclusion {
    let found = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let primary = contest.design.primary;
    let found: Vec<_> =
        found.map(|pair| (pair.verdict, pair.differences[primary].change.mean)).collect();
    conclude(&found)
}

/// Returns the word for a conclusion.
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

/// Returns the agents of a table as text: a single name if all are equal.
#[must_use]
pub fn line_up(trial: &Trial) -> String {
    let agents = &trial.table.agents;
    match agents.first() {
        Some(first) if agents.iter().all(|agent| agent == first) => first.to_string(),
        _ => agents.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"),
    }
}

/// Returns `true` if all agents at the table play at random.
#[must_use]
pub fn random_play(trial: &Trial) -> bool {
    trial.table.agents.iter().all(|agent| *agent == quadrille_agents::AgentSpec::Random)
}

/// Returns the answer about a pair, such as "More games have a winner in B: 94.0 % instead of
/// 20.0 % with greedy agents (+67.1 to +80.2 points)."
#[must_use]
pub fn sentence(contest: &ComparisonRun, pair: usize) -> String {
    let b = contest.sides[pair + 1].letter.to_ascii_uppercase();
    let a = contest.sides[0].letter.to_ascii_uppercase();
    let metric = contest.primary();
    let what = format!("{} ({})", metric.name, metric.about);
    let conclusion = conclusion(contest, pair);
    let is_open = conclusion == Conclusion::Inconclusive;
    let clauses: Vec<String> = contest
        .trials
        .iter()
        .filter_map(|trial| line_up_clause(contest, trial, pair, is_open))
        .collect();
    let clauses = clauses.join("; ");
    let mut changes = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let head = match conclusion {
        Conclusion::Different => {
            let change = changes
                .next()
                .map_or(0.0, |pair| pair.differences[contest.design.primary].change.expected);
            change_in_words(metric, change > 0.0, b)
        }
        Conclusion::AgentDependent => {
            format!("{b} changes {what} in opposite directions for different agents")
        }
        Conclusion::SomeTables => format!("{b} changes {what} for some agents only"),
        Conclusion::Equivalent => {
            let margin = contest.question.margin.unwrap_or_default();
            let margin = figures::change(metric.unit, margin);
            let margin = margin.trim_start_matches('+');
            format!("{b} changes {what} by less than the margin of {margin}, if at all")
        }
        Conclusion::Inconclusive => {
            format!("The games do not show yet if {a} and {b} differ in {what}")
        }
    };
    let few = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let caveat = match contest.trials.as_slice() {
        _ if is_open
            && few.max_by_key(|pair| pair.blocks).is_some_and(|it| it.blocks < MIN_BLOCKS) =>
        {
            " Few changes can be shown in fewer than 50 blocks: play more games."
        }
        [one] if random_play(one) => " Random play alone says little about real players.",
        [_] => " Other agents were not tried.",
        _ => "",
    };
    format!("{head}: {clauses}.{caveat}")
}

/// Returns the direction of a change as the beginning of a sentence: "Games are longer in B".
fn change_in_words(metric: &BoundedMetric, is_more: bool, side: char) -> String {
    let more = if is_more { "More" } else { "Fewer" };
    match metric.name.as_str() {
        "length" if is_more => format!("Games are longer in {side}"),
        "length" => format!("Games are shorter in {side}"),
        "decided" => format!("{more} games have a winner in {side}"),
        _ if metric.about.starts_with("games ") => format!("{more} {} in {side}", metric.about),
        _ => {
            let direction = if is_more { "higher" } else { "lower" };
            format!("{} ({}) is {direction} in {side}", metric.name, metric.about)
        }
    }
}

/// Returns the figures of one line-up: both means, and the interval of the change. `is_open` is
/// `true` if the whole comparison is inconclusive. In this case, the figures do not mention that
/// the line-up is inconclusive.
fn line_up_clause(
    contest: &ComparisonRun,
    trial: &Trial,
    pair: usize,
    is_open: bool,
) -> Option<String> {
    let pair = trial.pairs.get(pair)?;
    let difference = &pair.differences[contest.design.primary];
    let unit = contest.primary().unit;
    let play = if random_play(trial) {
        "in random play".to_owned()
    } else {
        format!("with {} agents", line_up(trial))
    };
    if difference.blocks == 0 {
        return Some(format!("{play}, no block has a value on both sides"));
    }
    let [a, b] = [&difference.first, &difference.other].map(|side| figures::value(unit, side.mean));
    let span = figures::span(unit, difference.change.interval);
    let unit = match figures::unit_of_change(unit) {
        "" => String::new(),
        unit => format!(" {unit}"),
    };
    let verdict = match pair.verdict {
        Verdict::Different => "",
        Verdict::Equivalent => ", equivalent",
        Verdict::Inconclusive if is_open => "",
        Verdict::Inconclusive => ", inconclusive",
    };
    let level = figures::confidence(contest.level / (contest.sides.len() - 1) as f64);
    let (low, high) = difference.change.interval;
    let is_outside = !(low..=high).contains(&(difference.other.mean - difference.first.mean));
    let outside =
        if is_outside { "; this interval misses the difference of the means" } else { "" };
    let part = if difference.blocks < pair.blocks {
        format!("; {} of {} blocks have a value on both sides", difference.blocks, pair.blocks)
    } else {
        String::new()
    };
    Some(format!(
        "{b} instead of {a} {play} ({level} % interval: {span}{unit}{outside}{part}){verdict}"
    ))
}
