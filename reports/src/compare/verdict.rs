//! The answer of a comparison, as a word and in sentences.

use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_study::experiments::compare::{Conclusion, Trial, Verdict, conclude};
use quadrille_study::experiments::metric::BoundedMetric;

use super::contest::ComparisonRun;
use crate::figures;

/// The minimum number of blocks for useful intervals. With fewer blocks, most intervals are too
/// wide to show a change. From this number of blocks on, the method for counts gives narrower
/// intervals.
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
/// 20.0 % with greedy agents (95 % interval: +67.1 to +80.2 points)." A caveat may follow as a
/// second sentence.
#[must_use]
pub fn sentences(contest: &ComparisonRun, pair: usize) -> Vec<Sentence> {
    let letter =
        |side: usize| Argument::Text(contest.sides[side].letter.to_ascii_uppercase().to_string());
    let side = letter(pair + 1);
    let metric = contest.primary();
    let named = metric_argument(metric);
    let conclusion = conclusion(contest, pair);
    let is_open = conclusion == Conclusion::Inconclusive;
    let figures = contest
        .trials
        .iter()
        .filter_map(|trial| line_up_figures(contest, trial, pair, is_open))
        .reduce(|figures, others| sentence!(CompareAlso, figures = figures, others = others));
    let mut changes = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let answer = match conclusion {
        Conclusion::Different => {
            let change = changes
                .next()
                .map_or(0.0, |pair| pair.differences[contest.design.primary].change.expected);
            direction(metric, change > 0.0, side)
        }
        Conclusion::AgentDependent => sentence!(CompareOpposite, side = side, metric = named),
        Conclusion::SomeTables => sentence!(CompareSomeAgents, side = side, metric = named),
        Conclusion::Equivalent => {
            let margin = contest.question.margin.unwrap_or_default();
            let margin = figures::size_figure(metric.unit, margin);
            sentence!(CompareEquivalent, side = side, metric = named, margin = margin)
        }
        Conclusion::Inconclusive => {
            sentence!(CompareOpen, first = letter(0), side = side, metric = named)
        }
    };
    let figures = figures.map_or(Argument::Text(String::new()), Argument::from);
    let few = contest.trials.iter().filter_map(|trial| trial.pairs.get(pair));
    let caveat = match contest.trials.as_slice() {
        _ if is_open
            && few.max_by_key(|pair| pair.blocks).is_some_and(|it| it.blocks < MIN_BLOCKS) =>
        {
            Some(sentence!(CompareFewBlocks, blocks = MIN_BLOCKS))
        }
        [one] if random_play(one) => Some(sentence!(CompareRandomPlayOnly)),
        [_] => Some(sentence!(CompareOneLineUp)),
        _ => None,
    };
    let answer = sentence!(CompareConclusion, answer = answer, figures = figures);
    std::iter::once(answer).chain(caveat).collect()
}

fn metric_argument(metric: &BoundedMetric) -> Argument {
    Argument::Metric { name: metric.name.clone(), about: metric.about.clone() }
}

/// Returns the direction of a change: "games are longer in B".
fn direction(metric: &BoundedMetric, is_more: bool, side: Argument) -> Sentence {
    let named = metric_argument(metric);
    match (metric.name.as_str(), is_more) {
        ("length", true) => sentence!(CompareLonger, side = side),
        ("length", false) => sentence!(CompareShorter, side = side),
        ("decided", true) => sentence!(CompareMoreWinners, side = side),
        ("decided", false) => sentence!(CompareFewerWinners, side = side),
        (_, true) if metric.about.starts_with("games ") => {
            sentence!(CompareMore, metric = named, side = side)
        }
        (_, false) if metric.about.starts_with("games ") => {
            sentence!(CompareFewer, metric = named, side = side)
        }
        (_, true) => sentence!(CompareHigher, metric = named, side = side),
        (_, false) => sentence!(CompareLower, metric = named, side = side),
    }
}

/// Returns the figures of one line-up: both means, and the interval of the change. `is_open` is
/// `true` if the whole comparison is inconclusive. In this case, the text does not repeat that the
/// line-up is inconclusive.
fn line_up_figures(
    contest: &ComparisonRun,
    trial: &Trial,
    pair: usize,
    is_open: bool,
) -> Option<Sentence> {
    let pair = trial.pairs.get(pair)?;
    let difference = &pair.differences[contest.design.primary];
    let unit = contest.primary().unit;
    let play = if random_play(trial) {
        sentence!(CompareRandomPlay)
    } else {
        sentence!(CompareAgents, agents = Argument::Text(line_up(trial)))
    };
    if difference.blocks == 0 {
        return Some(sentence!(CompareNoBlock, play = play));
    }
    let level = figures::confidence(contest.level / (contest.sides.len() - 1) as f64);
    let [low, high] = figures::interval_figures(unit, difference.change.interval);
    let level = Argument::Figure { number: level, unit: String::new() };
    let mut interval = sentence!(CompareInterval, level = level, low = low, high = high);
    let (low, high) = difference.change.interval;
    if !(low..=high).contains(&(difference.other.mean - difference.first.mean)) {
        interval = sentence!(CompareIntervalMisses, interval = interval);
    }
    if difference.blocks < pair.blocks {
        let (blocks, all) = (difference.blocks, pair.blocks);
        interval =
            sentence!(CompareIntervalBlocks, interval = interval, blocks = blocks, all = all);
    }
    let [first, other] =
        [&difference.first, &difference.other].map(|side| figures::value_figure(unit, side.mean));
    let figures =
        sentence!(CompareFigures, other = other, first = first, play = play, interval = interval);
    Some(match pair.verdict {
        Verdict::Equivalent => sentence!(CompareFiguresEquivalent, figures = figures),
        Verdict::Inconclusive if !is_open => {
            sentence!(CompareFiguresInconclusive, figures = figures)
        }
        Verdict::Different | Verdict::Inconclusive => figures,
    })
}
