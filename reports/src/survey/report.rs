//! The results of a survey as data.

use quadrille_study::experiments::survey::Landscape;
use quadrille_study::metrics::Unit;
use quadrille_study::statistics::confidence_sequence::Sequence;
use quadrille_study::statistics::multiple_testing::student;
use serde::Serialize;

use super::{Measured, Survey, SurveyMetric, words};
use crate::envelope::RulesetId;
use crate::statistics::rounded;

/// The error probability of an interval.
pub const ALPHA: f64 = 0.05;

/// The report of a survey.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct SurveyReport {
    /// The agents, each in all seats.
    pub agents: Vec<String>,
    /// The opening, if it is not the array.
    pub opening: Option<String>,
    /// The metrics.
    pub metrics: Vec<SurveyMetricRow>,
    /// The error probability of each interval alone.
    pub alpha: f64,
    /// The error probability of all joint intervals together.
    pub joint_alpha: f64,
    /// The number of intervals.
    pub intervals: usize,
    /// The games.
    pub surveyed: Vec<SurveyGame>,
    /// The differences between the games. `None` for fewer than three games.
    pub landscape: Option<LandscapeReport>,
    /// The number of games played.
    pub games: u64,
    /// `true` if the survey was stopped early.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the survey.
    pub again: String,
}

/// A metric.
#[derive(Serialize, Debug)]
pub struct SurveyMetricRow {
    /// The name.
    pub name: String,
    /// The meaning.
    pub about: String,
    /// The unit.
    pub unit: &'static str,
}

/// The results of a game.
#[derive(Serialize, Debug)]
pub struct SurveyGame {
    /// The name by which the game was requested.
    pub name: String,
    /// The title of the game.
    pub title: String,
    /// The rules.
    pub ruleset: RulesetId,
    /// The number of seats.
    pub seats: usize,
    /// The number of sides.
    pub sides: usize,
    /// The cluster of the game, from 1.
    pub cluster: Option<usize>,
    /// A measure of how reliably the game belongs to its cluster. For each other game of the
    /// cluster, the measure takes the fraction of the resamples in which the two games are in one
    /// cluster. It is the mean of these fractions.
    pub stays: Option<f64>,
    /// The place on the map.
    pub place: Option<[f64; 2]>,
    /// The results by agent.
    pub results: Vec<SurveyAgent>,
}

/// The results of a game played by an agent.
#[derive(Serialize, Debug)]
pub struct SurveyAgent {
    /// The agent.
    pub agent: String,
    /// The number of games played.
    pub games: u64,
    /// The number of games left out because a script failed.
    pub faults: u64,
    /// The metrics. `None` for a metric that has no value in any of the games.
    pub metrics: Vec<Option<SurveyCell>>,
}

/// A metric of a game played by an agent.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct SurveyCell {
    /// The number of games that have a value.
    pub games: usize,
    /// The mean.
    pub mean: f64,
    /// The interval of the mean. Its error probability holds for this interval alone, and not for
    /// all intervals together.
    pub interval: [f64; 2],
    /// The joint interval of the mean. The error probability holds for all joint intervals of the
    /// survey together.
    pub joint: [f64; 2],
}

/// The map and the clusters.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct LandscapeReport {
    /// The axes.
    pub axes: Vec<AxisRow>,
    /// The features that are equal in all games. Each feature has an agent and a metric.
    pub same: Vec<[String; 2]>,
    /// The joins of the tree. Each join has the indices of two clusters, and the distance between
    /// them. The lowest indices, from 0, stand for single games. Each join creates a cluster with
    /// the next index.
    pub tree: Vec<(usize, usize, f64)>,
    /// The quality of the clusters, from -1 to 1.
    pub silhouette: f64,
    /// The clusters.
    pub clusters: Vec<ClusterRow>,
    /// The differences between every two clusters.
    pub pairs: Vec<PairRow>,
    /// For every two games, the fraction of resamples in which these two games are in one cluster.
    pub together: Vec<Vec<f64>>,
}

/// An axis of the map.
#[derive(Serialize, Debug)]
pub struct AxisRow {
    /// The fraction of the total variance.
    pub share: f64,
    /// A description of the games in the positive direction of the axis.
    pub positive: String,
    /// A description of the games in the negative direction of the axis.
    pub negative: String,
    /// The loadings: agent, metric and number.
    pub loadings: Vec<(String, String, f64)>,
}

/// A cluster.
#[derive(Serialize, Debug)]
pub struct ClusterRow {
    /// The number of the cluster, from 1.
    pub number: usize,
    /// The games of the cluster.
    pub games: Vec<String>,
    /// The differences from all other games.
    pub differs: String,
    /// The mean fraction of resamples in which two games of the cluster are together. `None` for a
    /// single game.
    pub stays: Option<f64>,
}

/// A comparison of two clusters.
#[derive(Serialize, Debug)]
pub struct PairRow {
    /// The numbers of the clusters.
    pub clusters: [usize; 2],
    /// The differences of the first cluster from the second, in words.
    pub differs: String,
}

impl SurveyReport {
    /// Creates the report of a survey. `landscape` is the map and the clusters, if there are any.
    /// `again` is the command that repeats the survey.
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

/// Returns means and intervals. The intervals are valid for a number of games that does not depend
/// on results. They are therefore also valid after an interruption.
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
        // Student's interval has no width if a share was equal in all games, and is poor if every
        // value is 0 or 1.
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
