//! What a survey found, as data.

use quadrille_study::experiments::survey::Landscape;
use quadrille_study::metrics::Unit;
use quadrille_study::statistics::confidence_sequence::Sequence;
use quadrille_study::statistics::multiple_testing::student;
use serde::Serialize;

use super::{Measured, Survey, SurveyMetric, words};
use crate::envelope::RulesetId;
use crate::statistics::rounded;

/// The chance that an interval is wrong.
pub const ALPHA: f64 = 0.05;

/// A survey's result.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct SurveyReport {
    /// The agents, each in all seats.
    pub agents: Vec<String>,
    /// Where the games begin, if not at the array.
    pub opening: Option<String>,
    /// The metrics.
    pub metrics: Vec<SurveyMetricRow>,
    /// The chance that an interval is wrong, each for itself.
    pub alpha: f64,
    /// The chance that any of the joint intervals is wrong.
    pub joint_alpha: f64,
    /// The number of intervals.
    pub intervals: usize,
    /// The games.
    pub surveyed: Vec<SurveyGame>,
    /// What distinguishes them; none of fewer than three games.
    pub landscape: Option<LandscapeReport>,
    /// The number of games played.
    pub games: u64,
    /// Whether it was stopped early.
    pub interrupted: bool,
    /// How long it took.
    pub seconds: f64,
    /// The command that plays it again.
    pub again: String,
}

/// A metric.
#[derive(Serialize, Debug)]
pub struct SurveyMetricRow {
    /// Its name.
    pub name: String,
    /// Its meaning.
    pub about: String,
    /// Its unit.
    pub unit: &'static str,
}

/// A game.
#[derive(Serialize, Debug)]
pub struct SurveyGame {
    /// What it was asked for by.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The rules.
    pub ruleset: RulesetId,
    /// The number of seats.
    pub seats: usize,
    /// The number of sides.
    pub sides: usize,
    /// Its cluster, from 1.
    pub cluster: Option<usize>,
    /// The share of resamples in which it is with another game of its cluster.
    pub stays: Option<f64>,
    /// Its place on the map.
    pub place: Option<[f64; 2]>,
    /// By agent.
    pub results: Vec<SurveyAgent>,
}

/// A game played by an agent.
#[derive(Serialize, Debug)]
pub struct SurveyAgent {
    /// The agent.
    pub agent: String,
    /// The number of games played.
    pub games: u64,
    /// Those left out because a script failed.
    pub faults: u64,
    /// The metrics; none of a metric that no game has.
    pub metrics: Vec<Option<SurveyCell>>,
}

/// A metric of a game played by an agent.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct SurveyCell {
    /// The number of games that have it.
    pub games: usize,
    /// Its mean.
    pub mean: f64,
    /// The interval at the level of this one alone.
    pub interval: [f64; 2],
    /// The interval that holds together with all others.
    pub joint: [f64; 2],
}

/// The map and the clusters.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct LandscapeReport {
    /// The axes.
    pub axes: Vec<AxisRow>,
    /// Features that are the same in all games: agent and metric.
    pub same: Vec<[String; 2]>,
    /// The joins of the tree: two clusters and their distance. Games are the clusters from 0; the first join makes
    /// the cluster after the last game.
    pub tree: Vec<(usize, usize, f64)>,
    /// How well games lie in their clusters, from -1 to 1.
    pub silhouette: f64,
    /// The clusters.
    pub clusters: Vec<ClusterRow>,
    /// How each two clusters differ.
    pub pairs: Vec<PairRow>,
    /// For each two games the share of resamples in which they are in one cluster.
    pub together: Vec<Vec<f64>>,
}

/// An axis of the map.
#[derive(Serialize, Debug)]
pub struct AxisRow {
    /// Its part of all variance.
    pub share: f64,
    /// What games are like in its positive direction.
    pub positive: String,
    /// What they are like in the other.
    pub negative: String,
    /// Agent, metric and loading.
    pub loadings: Vec<(String, String, f64)>,
}

/// A cluster.
#[derive(Serialize, Debug)]
pub struct ClusterRow {
    /// Its number, from 1.
    pub number: usize,
    /// Its games.
    pub games: Vec<String>,
    /// How they differ from all others.
    pub differs: String,
    /// How often two of them stay together, over the resamples; none if there is one.
    pub stays: Option<f64>,
}

/// Two clusters.
#[derive(Serialize, Debug)]
pub struct PairRow {
    /// Their numbers.
    pub clusters: [usize; 2],
    /// How the first differs from the other.
    pub differs: String,
}

impl SurveyReport {
    /// The report with the landscape that it describes. `again` is the command that plays it again.
    #[must_use]
    pub fn new(survey: &Survey, landscape: Option<&Landscape>, again: String) -> Self {
        let intervals = survey.measured.iter().flatten().map(|one| one.values.len()).sum::<usize>();
        let metric = |metric: &SurveyMetric| SurveyMetricRow {
            name: metric.name.clone(),
            about: metric.about.clone(),
            unit: metric.unit.name(),
        };
        Self {
            agents: survey.question.agents.iter().map(ToString::to_string).collect(),
            opening: survey.question.openings.words(),
            metrics: survey.metrics.iter().map(metric).collect(),
            alpha: ALPHA,
            joint_alpha: ALPHA,
            intervals,
            surveyed: (0..survey.entries.len())
                .map(|at| game(survey, landscape, at, intervals))
                .collect(),
            landscape: landscape.map(|landscape| landscape_report(survey, landscape)),
            games: survey.games(),
            interrupted: !survey.is_over(),
            seconds: rounded(survey.seconds, 3),
            again,
        }
    }
}

fn game(survey: &Survey, landscape: Option<&Landscape>, at: usize, intervals: usize) -> SurveyGame {
    let entry = &survey.entries[at];
    let spec = entry.loaded.spec();
    let agents = survey.question.agents.iter().zip(&survey.measured[at]);
    let place = landscape.and_then(|landscape| {
        let along = |axis: usize| landscape.axes.get(axis).map_or(0.0, |axis| axis.scores[at]);
        (!landscape.axes.is_empty()).then(|| [along(0), along(1)])
    });
    SurveyGame {
        name: entry.name.clone(),
        title: entry.loaded.meta.title.clone(),
        ruleset: RulesetId::new(&entry.loaded),
        seats: spec.seats.len(),
        sides: spec.teams.len(),
        cluster: landscape.map(|landscape| landscape.clusters[at] + 1),
        stays: landscape.and_then(|landscape| landscape.stays(at)),
        place,
        results: agents
            .map(|(agent, measured)| SurveyAgent {
                agent: agent.to_string(),
                games: measured.blocks,
                faults: measured.faults,
                metrics: cells(&survey.metrics, measured, survey.question.number, intervals),
            })
            .collect(),
    }
}

/// Means and intervals. The number of games is fixed beforehand, or by an interruption that knows nothing of them.
fn cells(
    metrics: &[SurveyMetric],
    measured: &Measured,
    number: u64,
    intervals: usize,
) -> Vec<Option<SurveyCell>> {
    let cell = |((metric, values), bounds): ((&SurveyMetric, &Vec<f64>), &(f64, f64))| {
        let there: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
        let games = there.len();
        let mean = there.iter().sum::<f64>() / games as f64;
        let squares: f64 = there.iter().map(|x| (x - mean) * (x - mean)).sum();
        let deviation = (squares / games.saturating_sub(1).max(1) as f64).sqrt();
        // Student's interval says nothing where a share was the same in all games, and little where it is yes or no.
        let plain = deviation == 0.0 || there.iter().all(|x| *x == 0.0 || *x == 1.0);
        let interval = |alpha: f64| {
            if metric.unit == Unit::Share && plain {
                let mut sequence = Sequence::of_length(bounds.0, bounds.1, alpha, number);
                there.iter().for_each(|value| sequence.add(*value));
                return <[f64; 2]>::from(sequence.interval());
            }
            let (low, high) = student(mean, deviation, games, alpha);
            [low.max(bounds.0), high.min(bounds.1)]
        };
        let joint = ALPHA / intervals.max(1) as f64;
        (games > 0).then(|| SurveyCell {
            games,
            mean,
            interval: interval(ALPHA),
            joint: interval(joint),
        })
    };
    metrics.iter().zip(&measured.values).zip(&measured.bounds).map(cell).collect()
}

fn landscape_report(survey: &Survey, landscape: &Landscape) -> LandscapeReport {
    let named = |feature: usize| {
        let (agent, metric) = survey.feature(feature);
        [agent.to_string(), metric.name.clone()]
    };
    let axis = |at: usize| {
        let (positive, negative) = words::axis(survey, landscape, at)?;
        let axis = landscape.axes.get(at)?;
        let loadings = landscape.standard.features.iter().zip(&axis.loadings);
        let loading = |(feature, loading): (&usize, &f64)| {
            let [agent, metric] = named(*feature);
            (agent, metric, *loading)
        };
        Some(AxisRow {
            share: axis.share,
            positive,
            negative,
            loadings: loadings.map(loading).collect(),
        })
    };
    let count = landscape.count();
    let all = survey.measured.first().map_or(0, |one| one.len() * survey.metrics.len());
    let cluster = |at: usize| {
        let members = landscape.members(at);
        let others: Vec<usize> =
            (0..survey.entries.len()).filter(|game| !members.contains(game)).collect();
        let stays: Vec<f64> = members.iter().filter_map(|game| landscape.stays(*game)).collect();
        ClusterRow {
            number: at + 1,
            games: members.iter().map(|game| survey.entries[*game].name.clone()).collect(),
            differs: words::contrast(survey, landscape, &members, &others),
            stays: (!stays.is_empty()).then(|| stays.iter().sum::<f64>() / stays.len() as f64),
        }
    };
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let pair = |(a, b): (usize, usize)| PairRow {
        clusters: [a + 1, b + 1],
        differs: words::contrast(survey, landscape, &landscape.members(a), &landscape.members(b)),
    };
    LandscapeReport {
        axes: (0..landscape.axes.len()).filter_map(axis).collect(),
        same: (0..all).filter(|at| !landscape.standard.features.contains(at)).map(named).collect(),
        tree: landscape
            .tree
            .joins
            .iter()
            .map(|join| (join.first, join.second, join.height))
            .collect(),
        silhouette: landscape.silhouette,
        clusters: (0..count).map(cluster).collect(),
        pairs: pairs.map(pair).collect(),
        together: landscape.together.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joint_intervals_are_wider_and_missing_metrics_have_none() {
        let coin: Vec<f64> = (0..40).map(|i| f64::from(i % 2)).collect();
        let values = vec![
            coin.clone(),
            vec![f64::NAN; 40],
            coin.iter().map(|x| 100.0 * x).collect(),
            vec![1.0; 40],
        ];
        let share = |name: &str, unit: Unit| SurveyMetric {
            name: name.to_owned(),
            about: String::new(),
            unit,
        };
        let metrics = [
            share("decided", Unit::Share),
            share("drama", Unit::Share),
            share("length", Unit::Plies),
            share("outright", Unit::Share),
        ];
        let bounds = vec![(0.0, 1.0), (0.0, 1.0), (0.0, 3000.0), (0.0, 1.0)];
        let measured = Measured { blocks: 40, faults: 0, bounds, values };
        let found = cells(&metrics, &measured, 40, 100);
        let cell = found[0].unwrap();
        assert_eq!((cell.mean, cell.games), (0.5, 40));
        assert!(cell.joint[0] < cell.interval[0] && cell.interval[1] < cell.joint[1]);
        assert!(cell.interval[0] > 0.25 && cell.interval[1] < 0.75, "{cell:?}");
        assert_eq!(found[1], None);
        // The deviation is 50.64, and Student's quantile with 39 degrees of freedom 2.023.
        let length = found[2].unwrap().interval;
        assert!((length[0] - (50.0 - 16.2)).abs() < 0.1, "{length:?}");
        let always = found[3].unwrap().interval;
        assert!(always[1] == 1.0 && always[0] > 0.85 && always[0] < 0.95, "{always:?}");
    }
}
