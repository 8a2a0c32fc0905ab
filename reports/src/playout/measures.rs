//! The metrics of a run, as JSON and as tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_core::{Seat, Spec, Square};
use quadrille_study::metrics::{
    METRICS, MILLION, MetricGroup, Moments, PLIES_PER_SAMPLE, SeatContrast, Totals, Unit, WHOLE,
};
use quadrille_study::sim::{Plan, Summary};
use quadrille_study::statistics::multiple_testing::student;
use serde::Serialize;

use crate::statistics::{ALPHA, chi_square_above, rounded, wilson};
use crate::table::{Align, columns, head, section};

/// All measurements of a run. The intervals treat the blocks of games as independent.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct Measures {
    /// The number of blocks.
    pub blocks: u64,
    /// The mean of each metric.
    pub metrics: Vec<MetricRow>,
    /// For each seat, its mean share of the result, minus an equal share.
    pub advantage: Vec<ShareRow>,
    /// The contrasts. A contrast is the difference between the shares of the result that two groups
    /// of seats received.
    pub contrasts: Vec<ShareRow>,
    /// For each agent, its mean share of the result per seat. Empty if there is only one agent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agent_shares: Vec<ShareRow>,
    /// The test of balance between the sides.
    pub balance: Option<Balance>,
    /// Ludii's outcome uniformity: one minus the mean variance of a seat's share of the result.
    pub outcome_uniformity: Option<f64>,
    /// The times at which seats left the game. There is a row for the first seat that left, the
    /// second, and so on.
    pub eliminations: Vec<Elimination>,
    /// The mean numbers of pieces on the board after some numbers of plies.
    pub pieces: Vec<PieceCounts>,
    /// The numbers of captures, mates and promotions on each square.
    pub heat: HeatMap,
}

/// A metric over all games.
#[derive(Serialize, Debug)]
pub struct MetricRow {
    /// The name of the metric.
    pub name: &'static str,
    /// The title of the group to which the metric belongs.
    pub group: &'static str,
    /// The unit of the metric.
    pub unit: &'static str,
    /// The mean of the metric over blocks.
    pub mean: Option<f64>,
    /// The mean's 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// The standard deviation between blocks.
    pub deviation: Option<f64>,
    /// The number of blocks in which the metric had a value.
    pub blocks: u64,
    #[serde(skip)]
    sample: BlockMean,
    #[serde(skip)]
    kind: Unit,
    #[serde(skip)]
    of: MetricGroup,
    #[serde(skip)]
    meaning: &'static str,
}

/// A share of the result.
#[derive(Serialize, Debug)]
pub struct ShareRow {
    /// The name of the seat, contrast or agent.
    pub name: String,
    /// The mean share over blocks.
    pub mean: Option<f64>,
    /// The mean's 95 % interval.
    pub interval: Option<[f64; 2]>,
    #[serde(skip)]
    sample: BlockMean,
    /// The smallest and the largest possible value of the mean.
    #[serde(skip)]
    bounds: (f64, f64),
}

/// The data behind the interval of a mean.
#[derive(Clone, Copy, Debug, Default)]
struct BlockMean {
    mean: f64,
    deviation: f64,
    blocks: u64,
}

impl BlockMean {
    /// Creates a mean from moments, whose values are stored in units of 1/`scale`. The constant
    /// `less` is subtracted from the mean.
    fn new(moments: &Moments, scale: u64, less: f64) -> Self {
        Self {
            mean: moments.mean(scale).unwrap_or_default() - less,
            deviation: moments.deviation(scale).unwrap_or_default(),
            blocks: moments.blocks,
        }
    }

    /// Returns Student's interval, which is wrong with probability `alpha`. Returns `None` if there
    /// are fewer than two blocks.
    fn interval(&self, alpha: f64) -> Option<[f64; 2]> {
        let (low, high) = student(self.mean, self.deviation, self.blocks as usize, alpha);
        (self.blocks > 1).then(|| [six(low), six(high)])
    }

    /// Returns Wilson's interval of a share, which is wrong with probability `alpha`. Returns
    /// `None` if there are no blocks.
    fn wilson(&self, alpha: f64) -> Option<[f64; 2]> {
        let (low, high) = wilson(self.mean * self.blocks as f64, self.blocks, alpha);
        (self.blocks > 0).then(|| [six(low), six(high)])
    }
}

impl ShareRow {
    /// Creates a row for a mean share minus the number `less`. The values of `moments` are in units
    /// of 1/`scale`. The smallest possible value is `least`.
    fn new(name: String, moments: &Moments, scale: u64, (least, less): (f64, f64)) -> Self {
        let sample = BlockMean::new(moments, scale, less);
        let mean = moments.mean(scale).map(|mean| six(mean - less));
        let row = Self { name, mean, interval: None, sample, bounds: (least - less, 1.0 - less) };
        Self { interval: row.interval_at(ALPHA), ..row }
    }

    /// Returns the mean's interval, which is wrong with probability `alpha`.
    pub(super) fn interval_at(&self, alpha: f64) -> Option<[f64; 2]> {
        let (least, most) = self.bounds;
        self.sample.interval(alpha).map(|ends| ends.map(|end| six(end.clamp(least, most))))
    }
}

/// The balance of the sides' wins: Pearson's test, and Ludii's balance.
#[derive(Serialize, Debug)]
pub struct Balance {
    /// Ludii's balance, computed from each side's share of all wins. The balance is one minus the
    /// difference between the largest share and the smallest share.
    pub balance: f64,
    /// The statistic of Pearson's chi-square test.
    pub chi_square: f64,
    /// The number of degrees of freedom of the test.
    pub degrees: u32,
    /// The p-value of the hypothesis that all sides win equally often.
    pub p: f64,
}

/// One place in the order of elimination: the number of games in which a seat left in this place,
/// and the mean ply at which these seats left.
#[derive(Serialize, Debug)]
pub struct Elimination {
    /// The place in the order of elimination, from 1 for the first seat that left.
    pub order: usize,
    /// The number of games in which a seat left in this place.
    pub games: u64,
    /// The mean ply at which the seats in this place left.
    pub mean_ply: f64,
}

/// The number of pieces on the board after a number of plies.
#[derive(Serialize, Debug)]
pub struct PieceCounts {
    /// The number of plies after which the pieces were counted.
    pub ply: u32,
    /// The number of games that lasted at least this number of plies.
    pub games: u64,
    /// The mean number of pieces on the board, over the games that lasted long enough.
    pub mean: f64,
}

/// Numbers of events by square. Squares without events are left out.
#[derive(Serialize, Debug)]
pub struct HeatMap {
    captures: BTreeMap<String, u64>,
    mates: BTreeMap<String, u64>,
    promotions: BTreeMap<String, u64>,
}

impl Measures {
    /// Returns the metrics of a run, if the run measured them.
    #[must_use]
    pub fn new(spec: &Spec, plan: &Plan, summary: &Summary) -> Option<Self> {
        let totals = summary.totals.as_ref()?;
        let row = |(metric, moments): (&quadrille_study::metrics::Metric, &Moments)| MetricRow {
            name: metric.name,
            group: metric.group.title(),
            unit: metric.unit.name(),
            mean: moments.mean(MILLION).map(six),
            interval: match metric.group {
                // Without rotation, a block is one game. These metrics are then fractions of the
                // games.
                MetricGroup::Result if plan.rotations() == 1 => {
                    BlockMean::new(moments, MILLION, 0.0).wilson(ALPHA)
                }
                _ => BlockMean::new(moments, MILLION, 0.0)
                    .interval(ALPHA)
                    .map(|ends| within(metric.unit, ends)),
            },
            deviation: moments.deviation(MILLION).map(six),
            blocks: moments.blocks,
            sample: BlockMean::new(moments, MILLION, 0.0),
            kind: metric.unit,
            of: metric.group,
            meaning: metric.meaning,
        };
        let share = |name: String, moments: &Moments, less: f64| {
            ShareRow::new(name, moments, WHOLE.into(), (0.0, less))
        };
        let sides = spec.teams.len().max(1);
        let even = 1.0 / sides as f64;
        let seats = spec.seats.iter().zip(&totals.seats);
        let different = plan.different();
        let agents = different.iter().zip(&totals.agents).filter(|_| different.len() > 1);
        let contrast = |(contrast, moments): (&SeatContrast, &Moments)| {
            let names = |seats: &[Seat]| {
                let named = seats.iter().filter_map(|seat| spec.seats.get(seat.index()));
                named.map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" and ")
            };
            let name = format!("{} less {}", names(&contrast.these), names(&contrast.those));
            ShareRow::new(name, moments, u64::from(WHOLE) * contrast.seats(), (-1.0, 0.0))
        };
        let left = totals.eliminated.iter().enumerate().filter(|(_, (games, _))| *games > 0);
        let pieces = totals.pieces.iter().enumerate();
        Some(Self {
            blocks: totals.metrics.iter().map(|moments| moments.blocks).max().unwrap_or(0),
            metrics: METRICS.iter().zip(&totals.metrics).map(row).collect(),
            advantage: seats.map(|(seat, m)| share(seat.name.clone(), m, even)).collect(),
            contrasts: totals.contrasted.iter().zip(&totals.contrasts).map(contrast).collect(),
            agent_shares: agents.map(|(agent, m)| share(agent.to_string(), m, 0.0)).collect(),
            balance: balance(summary),
            outcome_uniformity: totals.uniformity().map(six),
            eliminations: left
                .map(|(i, (games, plies))| Elimination {
                    order: i + 1,
                    games: *games,
                    mean_ply: rounded(*plies as f64 / *games as f64, 3),
                })
                .collect(),
            pieces: pieces
                .map(|(i, (games, sum))| PieceCounts {
                    ply: i as u32 * PLIES_PER_SAMPLE,
                    games: *games,
                    mean: rounded(*sum as f64 / (*games).max(1) as f64, 3),
                })
                .collect(),
            heat: heat(spec, totals),
        })
    }

    /// Writes the tables of measurements.
    pub fn text(&self, out: &mut String) {
        let blocks = self.blocks;
        self.shares("Seat advantage (points per game beyond an equal share)", &self.advantage, out);
        self.shares("Seats compared (by turn order)", &self.contrasts, out);
        if let Some(balance) = &self.balance {
            let Balance { balance, chi_square, degrees, p } = balance;
            let _ = writeln!(
                out,
                "  test of equal wins: chi-square {chi_square:.2}, {} of freedom, p {}",
                if *degrees == 1 { "1 degree".to_owned() } else { format!("{degrees} degrees") },
                probability(*p)
            );
            let _ = writeln!(
                out,
                "  balance {balance:.3}: 1 minus the largest difference between shares of wins"
            );
        }
        if let Some(uniformity) = self.outcome_uniformity {
            let _ = writeln!(
                out,
                "  outcome uniformity {uniformity:.3}: 1 minus the variance of a seat's result"
            );
        }
        self.shares("Agents (points per game and seat)", &self.agent_shares, out);
        let mut group = None;
        let mut rows = vec![head(&["", "mean", "", "95 % interval", ""])];
        let sides = [Align::Left, Align::Right, Align::Left, Align::Left, Align::Left];
        for metric in &self.metrics {
            let Some(mean) = metric.mean.filter(|_| metric.tells()) else { continue };
            if group != Some(metric.of) {
                flush(group, &sides, &mut rows, out);
                group = Some(metric.of);
            }
            let show = |value: f64| shown(metric.kind, value);
            rows.push(vec![
                metric.name.replace('_', " "),
                show(mean),
                unit(metric.kind).to_owned(),
                metric.interval.map_or_else(String::new, |[low, high]| {
                    format!("{} to {}", show(low), show(high))
                }),
                metric.meaning.to_owned(),
            ]);
        }
        flush(group, &sides, &mut rows, out);
        let left: Vec<Vec<String>> = self
            .eliminations
            .iter()
            .map(|row| {
                let when = format!("after {:.1} plies", row.mean_ply);
                vec![ordinal(row.order), format!("in {} games", row.games), when]
            })
            .collect();
        if !left.is_empty() {
            let sides = [Align::Left, Align::Left, Align::Left];
            let _ = write!(out, "\nSeats that left the game\n{}", columns(&sides, &left));
        }
        self.curve(out);
        let _ = writeln!(
            out,
            "\n  The unit of the intervals is a block of games ({blocks} blocks); `quadrille explain playouts` gives the formulas."
        );
    }

    fn shares(&self, title: &str, shares: &[ShareRow], out: &mut String) {
        // Zero has no sign.
        let points = |value: f64| format!("{:+.1} %", (value * 1000.0).round() / 10.0 + 0.0);
        let signed = title.starts_with("Seat");
        let show = |v: f64| if signed { points(v) } else { shown(Unit::Share, v) };
        let mut rows = vec![head(&["", "mean", "95 % interval"])];
        for share in shares {
            let Some(mean) = share.mean else { continue };
            let interval = share
                .interval
                .map_or_else(String::new, |[low, high]| format!("{} to {}", show(low), show(high)));
            rows.push(vec![share.name.clone(), show(mean), interval]);
        }
        section(title, &[Align::Left, Align::Right, Align::Left], &rows, out);
    }

    /// Writes a small table of the number of pieces on the board after some numbers of plies.
    fn curve(&self, out: &mut String) {
        const CURVE_POINTS: usize = 8;
        let step = self.pieces.len().div_ceil(CURVE_POINTS).max(1);
        let points: Vec<&PieceCounts> = self.pieces.iter().step_by(step).collect();
        if points.len() < 2 {
            return;
        }
        let line = |name: &str, of: &dyn Fn(&PieceCounts) -> String| {
            let cells = points.iter().map(|point| of(point));
            [name.to_owned()].into_iter().chain(cells).collect::<Vec<String>>()
        };
        let rows = [
            line("after plies", &|point| point.ply.to_string()),
            line("pieces", &|point| format!("{:.1}", point.mean)),
            line("games", &|point| point.games.to_string()),
        ];
        let sides: Vec<Align> =
            [Align::Left].into_iter().chain(points.iter().map(|_| Align::Right)).collect();
        let _ = write!(
            out,
            "\nPieces on the board (games that lasted that long)\n{}",
            columns(&sides, &rows)
        );
    }
}

impl MetricRow {
    /// Returns the mean's interval, which is wrong with probability `alpha`.
    pub(super) fn interval_at(&self, alpha: f64) -> Option<[f64; 2]> {
        self.sample.interval(alpha).map(|ends| within(self.kind, ends))
    }

    /// Returns `true` if the value of the metric was not zero in at least one game.
    fn tells(&self) -> bool {
        self.mean.is_some_and(|mean| mean != 0.0) || self.deviation.is_some_and(|d| d > 0.0)
    }
}

/// Writes the rows of a group under its title. Then removes all rows except the header row, which
/// the next group needs.
fn flush(
    group: Option<MetricGroup>,
    sides: &[Align],
    rows: &mut Vec<Vec<String>>,
    out: &mut String,
) {
    if let Some(group) = group {
        section(group.title(), sides, rows, out);
        rows.truncate(1);
    }
}

fn unit(unit: Unit) -> &'static str {
    // A percentage shows its unit.
    if unit == Unit::Share { "" } else { unit.name() }
}

fn shown(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share => format!("{:.1} %", value * 100.0),
        Unit::Variance | Unit::ActionsPerTurn | Unit::PiecesPerPly | Unit::TimesPerPly => {
            format!("{value:.4}")
        }
        _ => format!("{value:.2}"),
    }
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("= {p:.4}") }
}

fn ordinal(n: usize) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        n => format!("{n}th"),
    }
}

fn six(value: f64) -> f64 {
    rounded(value, 6)
}

/// Cuts off the part of an interval that lies outside the possible values. Most quantities can't be
/// negative, and shares can't exceed 1.
fn within(unit: Unit, [low, high]: [f64; 2]) -> [f64; 2] {
    match unit {
        Unit::Share => [low.max(0.0), high.min(1.0)],
        Unit::ActionsPerTurn => [low, high],
        _ => [low.max(0.0), high],
    }
}

/// Returns the result of Pearson's test of the hypothesis that all sides win equally often.
fn balance(summary: &Summary) -> Option<Balance> {
    let wins: Vec<f64> = summary.teams.iter().map(|[wins, ..]| *wins as f64).collect();
    let sum = wins.iter().sum::<f64>();
    let expected = sum / wins.len() as f64;
    if wins.len() < 2 || expected == 0.0 {
        return None;
    }
    let ends = |pick: fn(f64, f64) -> f64| wins.iter().copied().reduce(pick).unwrap_or(0.0);
    let balance = 1.0 - (ends(f64::max) - ends(f64::min)) / sum;
    let statistic: f64 = wins.iter().map(|n| (n - expected) * (n - expected) / expected).sum();
    let degrees = wins.len() as u32 - 1;
    let p = chi_square_above(statistic, degrees);
    Some(Balance { balance: six(balance), chi_square: rounded(statistic, 4), degrees, p: six(p) })
}

fn heat(spec: &Spec, totals: &Totals) -> HeatMap {
    let named = |counts: &[u64]| {
        let some = counts.iter().enumerate().filter(|(_, n)| **n > 0);
        some.map(|(i, n)| (spec.geometry.name(Square(i as u16)), *n)).collect()
    };
    HeatMap {
        captures: named(&totals.captures),
        mates: named(&totals.mates),
        promotions: named(&totals.promotions),
    }
}
