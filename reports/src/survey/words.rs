//! The meaning of higher or lower metrics for a game, in words.

use quadrille_agents::AgentSpec;
use quadrille_study::experiments::survey::Landscape;

use super::measure::FIRST_ADVANTAGE;
use super::{Survey, SurveyMetric};
use crate::figures;

/// The smallest loading with which a feature is mentioned in the description of an axis. The number
/// is relative to the largest loading of the axis.
const MIN_RELATIVE_LOADING: f64 = 0.6;
/// The smallest difference between two groups of games that a description mentions, in standard
/// deviations over all games.
const MIN_GROUP_DIFFERENCE: f64 = 0.5;
/// The maximum number of metrics that are named at once.
const MAX_NAMED_METRICS: usize = 3;

/// The phrases for metrics. Each entry has the name of a metric, the phrase for games with a higher
/// value, and the phrase for games with a lower value.
const METRIC_PHRASES: [(&str, &str, &str); 22] = [
    ("decided", "more games decided", "fewer games decided"),
    ("outright", "more games with one winner", "fewer games with one winner"),
    ("drawn", "more draws", "fewer draws"),
    ("stopped", "more games stopped at the ply limit", "fewer games stopped at the ply limit"),
    ("length", "longer games", "shorter games"),
    ("rounds", "more rounds", "fewer rounds"),
    ("branching", "more choice", "less choice"),
    ("chance_share", "more chance", "less chance"),
    (FIRST_ADVANTAGE, "more advantage for the first side", "less advantage for the first side"),
    ("captures", "more captures", "fewer captures"),
    ("capture_rate", "captures closer together", "captures farther apart"),
    ("promotions", "more promotions", "fewer promotions"),
    ("drops", "more drops", "fewer drops"),
    ("checks", "more checks", "fewer checks"),
    ("mates", "more mates", "fewer mates"),
    ("coverage", "more of the board used", "less of the board used"),
    ("repetition", "more repetition", "less repetition"),
    ("dead_time", "more dead time", "less dead time"),
    ("eliminations", "more eliminations", "fewer eliminations"),
    ("lead_changes", "more changes of the lead", "fewer changes of the lead"),
    ("late_uncertainty", "a more open second half", "a less open second half"),
    ("drama", "more drama", "less drama"),
];

/// Returns the phrase for games with a higher or lower value of a metric.
fn phrase(metric: &SurveyMetric, more: bool) -> String {
    match METRIC_PHRASES.iter().find(|(name, ..)| *name == metric.name) {
        Some((_, one, _)) if more => (*one).to_owned(),
        Some((.., other)) => (*other).to_owned(),
        None if more => format!("higher {}", metric.name),
        None => format!("lower {}", metric.name),
    }
}

/// A metric and a direction. The boolean is `true` for a higher value, and `false` for a lower
/// value. The list contains the agents in whose games the metric has this direction. With each
/// agent, the list has the index of the feature.
type MetricDirection = (usize, bool, Vec<(AgentSpec, usize)>);

/// Groups features by metric and direction. The groups are in the order of `features`, which begins
/// with the feature of the greatest weight.
fn by_metric(survey: &Survey, features: &[(usize, f64)]) -> Vec<MetricDirection> {
    let metrics = survey.metrics.len().max(1);
    let mut found: Vec<MetricDirection> = Vec::new();
    for &(feature, weight) in features {
        let (metric, more) = (feature % metrics, weight > 0.0);
        let agent = (survey.feature(feature).0, feature);
        match found.iter_mut().find(|one| (one.0, one.1) == (metric, more)) {
            Some((.., agents)) => agents.push(agent),
            None => found.push((metric, more, vec![agent])),
        }
    }
    found.truncate(MAX_NAMED_METRICS);
    found
}

/// Returns text that names the agents, such as ` by greedy and random`. The text is empty if these
/// are all agents of the survey.
fn by(survey: &Survey, agents: &[(AgentSpec, usize)]) -> String {
    if agents.len() == survey.question.agents.len() {
        return String::new();
    }
    let names: Vec<String> = agents.iter().map(|(agent, _)| agent.to_string()).collect();
    format!(" by {}", names.join(" and "))
}

/// Describes the positive and the negative direction of an axis of the map.
#[must_use]
pub fn axis(survey: &Survey, landscape: &Landscape, axis: usize) -> Option<(String, String)> {
    let found = landscape.axes.get(axis)?;
    let most = found.loadings.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let each = landscape.standard.features.iter().copied().zip(found.loadings.iter().copied());
    let mut strong: Vec<(usize, f64)> =
        each.filter(|(_, x)| x.abs() >= MIN_RELATIVE_LOADING * most).collect();
    strong.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    let metrics = by_metric(survey, &strong);
    let describe = |up: bool| {
        let one = |(metric, more, agents): &MetricDirection| {
            let words = phrase(&survey.metrics[*metric], *more == up);
            format!("{words}{}", by(survey, agents))
        };
        metrics.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    Some((describe(true), describe(false)))
}

/// Describes the differences between two groups of games, with the means of both groups: `longer
/// games (643 against 210 plies)`.
#[must_use]
pub fn contrast(
    survey: &Survey,
    landscape: &Landscape,
    some: &[usize],
    others: &[usize],
) -> String {
    let all = landscape.contrast(some, others);
    let clear: Vec<(usize, f64)> =
        all.into_iter().filter(|(_, x)| x.abs() >= MIN_GROUP_DIFFERENCE).collect();
    let one = |(metric, more, agents): &MetricDirection| {
        let metric = &survey.metrics[*metric];
        let figures = agents.first().map(|(agent, feature)| {
            let mean = |group: &[usize]| {
                let there = group.iter().map(|game| survey.profile(*game).means()[*feature]);
                let there: Vec<f64> = there.filter(|x| !x.is_nan()).collect();
                there.iter().sum::<f64>() / there.len().max(1) as f64
            };
            let (scale, places) = figures::scale(metric.unit);
            let first = format!("{:.places$}", mean(some) * scale);
            let several = survey.question.agents.len() > 1 && agents.len() > 1;
            let whose = if several { format!(", {agent}") } else { String::new() };
            format!(" ({first} against {}{whose})", figures::value(metric.unit, mean(others)))
        });
        let words = phrase(metric, *more);
        format!("{words}{}{}", by(survey, agents), figures.unwrap_or_default())
    };
    let parts: Vec<String> = by_metric(survey, &clear).iter().map(one).collect();
    match parts.is_empty() {
        true => "no metric differs by half a standard deviation".to_owned(),
        false => parts.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_study::metrics::METRICS;

    #[test]
    fn phrases_are_about_metrics_that_there_are() {
        for (name, more, less) in METRIC_PHRASES {
            let known = METRICS.iter().any(|metric| metric.name == name);
            assert!(known || name == FIRST_ADVANTAGE, "{name}");
            assert_ne!(more, less);
        }
    }
}
