//! The report of a run of games, as JSON and as text.

mod findings;
pub mod measures;
pub mod profile;
pub mod screen;

use std::fmt::Write as _;

use quadrille_dsl::Ruleset;
use quadrille_dsl::text::printable::one_line;
use quadrille_render::Styled;
use quadrille_study::sim::{Plan, Summary};
use serde::Serialize;

use measures::Measures;
use profile::ProfileReport;

use crate::fault::FaultStory;
use crate::figures::percent;
use crate::opening::OpeningId;
use crate::outcome::{GameOutcome, Tally, ending};
use crate::statistics::{ALPHA, quantile, rounded, wilson};
use crate::table::{Align, WIDTH, columns, head, paragraph, section, with_text};
use quadrille_dsl::text::prose::quantity;

/// The results of a run of games. Only `seconds` and `*_per_second` depend on the clock. No field
/// depends on the number of threads.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct PlayoutReport {
    /// The number of games that were played to an end.
    pub games: u64,
    /// The indices of the requested games. The first number is the first index, and the second is
    /// the index after the last.
    pub range: [u64; 2],
    /// The number of plies of all games.
    pub plies: u64,
    /// The duration in seconds.
    pub seconds: f64,
    /// The speed in plies per second.
    pub plies_per_second: u64,
    /// Each seat's agent, in rotation 0.
    pub agents: Vec<String>,
    /// `true` if the agents change seats.
    pub rotate: bool,
    /// `true` if a block has several games. The games of a block are not independent of each other.
    #[serde(skip)]
    related: bool,
    /// The opening as `random:8`, or as a number of positions. `None` for the array.
    pub opening: Option<String>,
    /// The frequencies of the outcomes.
    pub outcomes: Vec<OutcomeRow>,
    /// The frequencies of the endings.
    pub endings: Vec<EndingRow>,
    /// The results of each seat.
    pub seats: Vec<SideRow>,
    /// The results of each team, if there are teams of several seats.
    pub teams: Vec<SideRow>,
    /// The lengths of the games.
    pub length: LengthReport,
    /// The number of times that each clause fired.
    pub clauses: Vec<ClauseRow>,
    /// The fraction of clauses that fired in at least one game. Only clauses that can be counted
    /// are considered. `None` if no clause can be counted.
    pub clause_coverage: Option<f64>,
    /// The metrics that scripts count.
    pub counts: Vec<CountRow>,
    /// The measurements, if the games were measured.
    #[serde(flatten)]
    pub measures: Option<Measures>,
    /// The profile of the run, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReport>,
    /// The games that a failing script stopped.
    pub faults: FaultReport,
    /// The first game that a failing script stopped, with the data needed to repeat it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultStory>,
    /// `true` if the run was interrupted.
    pub interrupted: bool,
}

/// The frequency of an outcome.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct OutcomeRow {
    /// `won`, `drawn` or `stopped`.
    pub outcome: &'static str,
    /// The teams and seats that won.
    pub winners: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The fraction of all games that had this outcome.
    pub share: f64,
    /// The 95 % interval of the fraction of the games. If this fraction is also a metric, the field
    /// has the interval of the metric.
    pub interval: [f64; 2],
}

/// The frequency of an ending.
#[derive(Serialize, Debug)]
pub struct EndingRow {
    /// The kind of ending: `rule` or the name of a built-in ending.
    pub ending: &'static str,
    /// The id of the clause, if a rule with a clause ended the games.
    pub clause: Option<String>,
    /// The ending in words.
    pub text: String,
    /// The number of games.
    pub games: u64,
}

/// The results of a seat or team.
#[derive(Serialize, Debug)]
pub struct SideRow {
    /// The name of the seat or team.
    pub name: String,
    /// The team to which the seat belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The fraction of games won.
    pub win_share: f64,
    /// The 95 % interval of the fraction of games won.
    pub win_interval: [f64; 2],
    /// The mean result: 1 for a win, 1/2 for a draw.
    pub utility: f64,
    /// The 95 % interval of the mean result.
    pub utility_interval: [f64; 2],
}

/// The lengths of games in plies.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct LengthReport {
    /// The median length.
    pub median: Option<u32>,
    /// The lower quartile of the lengths.
    pub lower_quartile: Option<u32>,
    /// The upper quartile of the lengths.
    pub upper_quartile: Option<u32>,
    /// The mean length.
    pub mean: f64,
    /// The length of the shortest game.
    pub shortest: Option<u32>,
    /// The length of the longest game.
    pub longest: Option<u32>,
}

/// The frequency of a clause.
#[derive(Serialize, Debug)]
pub struct ClauseRow {
    /// The id of the clause.
    pub id: String,
    /// The number of games in which the clause fired.
    pub games: u64,
    /// The number of times that the clause fired in all games together.
    pub times: u64,
    /// `true` if the clause can be counted, because something in the rules can make it fire.
    pub counted: bool,
    /// The text of the clause.
    pub text: String,
}

/// The cost of playing this run's games: the time and the number of plies.
#[derive(Clone, Copy, Debug)]
pub struct RunTime {
    /// The time that the run took, in seconds.
    pub seconds: f64,
    /// The number of plies that the run played during `seconds`. Plies of games that were stored
    /// earlier do not count.
    pub plies: u64,
}

/// A metric that a script counts.
#[derive(Serialize, Debug)]
pub struct CountRow {
    /// The name of the metric.
    pub name: String,
    /// The sum of the metric's values over all games.
    pub total: u64,
}

/// The games that a failing script stopped.
#[derive(Serialize, Debug, Default)]
#[non_exhaustive]
pub struct FaultReport {
    /// The number of games that a failing script stopped.
    pub games: u64,
    /// The first games that a failing script stopped.
    pub first: Vec<FaultRow>,
}

/// A game that a failing script stopped.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct FaultRow {
    /// The index of the game.
    pub game: u64,
    /// The hook that failed.
    pub hook: String,
    /// The error message.
    pub message: String,
}

impl PlayoutReport {
    /// Creates the report of a run.
    #[must_use]
    pub fn new(
        loaded: &Ruleset,
        plan: &Plan,
        summary: &Summary,
        tally: &Tally,
        time: RunTime,
        interrupted: bool,
    ) -> Self {
        let spec = loaded.spec();
        let games = summary.games;
        let measures = Measures::new(spec, plan, summary);
        let outcomes = tally.counts().into_iter().filter_map(|(kind, n)| outcome(kind, n, games));
        let mut outcomes: Vec<OutcomeRow> = outcomes.collect();
        // Games of a block depend on each other. The metric of an outcome takes this into account.
        let related = plan.rotations() > 1;
        if related {
            let metrics = || measures.iter().flat_map(|measures| &measures.metrics);
            for row in &mut outcomes {
                let metric = metrics().find(|metric| metric.name == row.outcome);
                row.interval = metric.and_then(|metric| metric.interval).unwrap_or(row.interval);
            }
        }
        let teamed = spec.teams.len() < spec.seats.len();
        let row = |name: &str, team, counts| SideRow::new(name, team, counts);
        let seats = spec.seats.iter().zip(&summary.seats).map(|(seat, counts)| {
            let team = spec.teams.get(usize::from(seat.team)).filter(|_| teamed);
            row(&seat.name, team.cloned(), *counts)
        });
        let teams = spec.teams.iter().zip(&summary.teams).filter(|_| teamed);
        let mut clauses: Vec<ClauseRow> = spec
            .clauses
            .iter()
            .zip(&summary.clauses)
            .map(|(clause, &(times, games))| ClauseRow {
                id: clause.id.clone(),
                games,
                times,
                counted: loaded.can_fire(&clause.id),
                text: clause.text.clone(),
            })
            .collect();
        clauses.sort_by_key(|row| natural(&row.id));
        let counted = clauses.iter().filter(|row| row.counted);
        let (fired, counted) =
            counted.fold((0, 0), |(fired, n), row| (fired + u32::from(row.games > 0), n + 1));
        let coverage = f64::from(fired) / f64::from(counted);
        let clause_coverage = (counted > 0).then(|| rounded(coverage, 6));
        let counts = spec.metrics.iter().zip(&summary.metrics);
        Self {
            games,
            range: [plan.games.start, plan.games.end],
            plies: summary.plies,
            seconds: rounded(time.seconds, 3),
            plies_per_second: (time.plies as f64 / time.seconds.max(1e-6)) as u64,
            agents: plan.agents.iter().map(ToString::to_string).collect(),
            rotate: plan.rotate,
            related,
            opening: OpeningId::new(loaded, plan).map(|opening| opening.name),
            outcomes,
            endings: endings(loaded, summary),
            seats: seats.collect(),
            teams: teams.map(|(name, counts)| row(name, None, *counts)).collect(),
            length: LengthReport::new(summary),
            clauses,
            clause_coverage,
            counts: counts.map(|(n, t)| CountRow { name: n.clone(), total: *t }).collect(),
            measures,
            profile: None,
            faults: faults(summary),
            fault: None,
            interrupted,
        }
    }

    /// Returns the report as text. `again` is the command line that plays the same games.
    #[must_use]
    pub fn text(&self, loaded: &Ruleset, seed: u64, again: &str) -> Styled {
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.headline(loaded));
        let mut facts = vec![
            vec!["agents".to_owned(), self.agent_names()],
            vec!["seed".to_owned(), seed.to_string()],
            vec!["rules".to_owned(), format!("{} {}", loaded.meta.id, loaded.hash)],
        ];
        facts.extend(self.opening.iter().map(|name| vec!["from".to_owned(), name.clone()]));
        for tunable in loaded.tunables.iter().filter(|t| t.value != t.default) {
            let what = format!("{}.{}", tunable.script, tunable.name);
            let change = format!("{what} = {} instead of {}", tunable.value, tunable.default);
            facts.push(vec!["changed".to_owned(), change]);
        }
        out.push_str(&columns(&[Align::Left, Align::Left], &facts));
        // If no game has finished, there are no results.
        if self.games > 0 {
            self.outcome_table(&mut out);
            self.ending_table(&mut out);
            self.side_table("Seats", &self.seats, &mut out);
            self.side_table("Teams", &self.teams, &mut out);
            self.length_lines(&mut out);
            if let Some(measures) = &self.measures {
                measures.text(&mut out);
            }
            self.clause_table(&mut out);
        }
        self.fault_lines(&mut out);
        let mut page = Styled::from(out);
        if let Some(fault) = &self.fault {
            page.push("\n");
            page.append(&fault.text());
        }
        let mut out = String::new();
        if let Some(profile) = &self.profile {
            profile.text(&mut out);
        }
        let speed = self.plies_per_second;
        let _ = writeln!(out, "\nSpeed\n  {speed} plies per second, {:.1} s", self.seconds);
        let _ = writeln!(out, "\nTo repeat these games\n  {again}");
        page.push(&out);
        page
    }

    /// Returns the title and the number of games in one line.
    #[must_use]
    pub fn headline(&self, loaded: &Ruleset) -> String {
        let random = self.agents.iter().all(|agent| agent == "random");
        let play = if random { " of random play" } else { "" };
        let title = one_line(&loaded.meta.title);
        let stop = if self.interrupted { " (interrupted)" } else { "" };
        format!("{title}: {}{play}{stop}", quantity(self.games, "game"))
    }

    fn agent_names(&self) -> String {
        match self.agents.first() {
            Some(first) if self.agents.iter().all(|agent| agent == first) => first.clone(),
            _ if self.rotate => format!("{}, in every rotation", self.agents.join(", ")),
            _ => self.agents.join(", "),
        }
    }

    fn outcome_table(&self, out: &mut String) {
        let mut rows = vec![head(&["", "games", "share", "95 % interval"])];
        for row in &self.outcomes {
            rows.push(vec![
                row.label(),
                row.games.to_string(),
                percent(row.share),
                self.interval_of(row).map(span).unwrap_or_default(),
            ]);
        }
        section("Outcomes", &[Align::Left, Align::Right, Align::Right, Align::Left], &rows, out);
    }

    /// Returns the interval of an outcome for tables. If a block has several games, only an outcome
    /// that is a metric has an interval.
    fn interval_of(&self, row: &OutcomeRow) -> Option<[f64; 2]> {
        let is_metric = matches!(row.outcome, "drawn" | "stopped");
        (is_metric || !self.related).then_some(row.interval)
    }

    fn ending_table(&self, out: &mut String) {
        let mut rows = vec![head(&["", "games", ""])];
        for row in &self.endings {
            let name = row.clause.clone().unwrap_or_else(|| row.ending.replace('_', " "));
            rows.extend(with_text(vec![name, row.games.to_string()], &row.text));
        }
        section("Endings", &[Align::Left, Align::Right, Align::Left], &rows, out);
    }

    /// Writes the results of seats or teams. If a block has several games, the results have no
    /// intervals.
    fn side_table(&self, title: &str, rows: &[SideRow], out: &mut String) {
        if rows.is_empty() {
            return;
        }
        let interval = |text: &str| (!self.related).then(|| text.to_owned());
        let mut columns = vec![Align::Left];
        columns.extend([Align::Right; 4]);
        columns.extend(interval("").map(|_| Align::Left));
        columns.push(Align::Right);
        columns.extend(interval("").map(|_| Align::Left));
        let mut heads = head(&["", "wins", "draws", "losses", "win share"]);
        heads.extend(interval("95 % interval"));
        heads.push("mean result".to_owned());
        heads.extend(interval("95 % interval"));
        let mut table = vec![heads];
        for row in rows {
            let name = match &row.team {
                Some(team) => format!("{} ({team})", row.name),
                None => row.name.clone(),
            };
            let counts = [row.wins, row.draws, row.losses].map(|count| count.to_string());
            let mut cells = vec![name];
            cells.extend(counts);
            cells.push(percent(row.win_share));
            cells.extend(interval(&span(row.win_interval)));
            cells.push(format!("{:.3}", row.utility));
            let [low, high] = row.utility_interval;
            cells.extend(interval(&format!("{low:.3} to {high:.3}")));
            table.push(cells);
        }
        section(title, &columns, &table, out);
    }

    fn length_lines(&self, out: &mut String) {
        let LengthReport { median, lower_quartile, upper_quartile, mean, shortest, longest } =
            &self.length;
        let n = |value: &Option<u32>| value.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let rows = [
            vec!["median".to_owned(), n(median)],
            vec![
                "middle half".to_owned(),
                format!("{} to {}", n(lower_quartile), n(upper_quartile)),
            ],
            vec!["mean".to_owned(), format!("{mean:.1}")],
            vec!["range".to_owned(), format!("{} to {}", n(shortest), n(longest))],
        ];
        section("Length in plies", &[Align::Left, Align::Left], &rows, out);
    }

    fn clause_table(&self, out: &mut String) {
        let mut rows = vec![head(&["", "games", "times", ""])];
        for row in self.clauses.iter().filter(|row| row.counted) {
            let numbers = [row.games.to_string(), row.times.to_string()];
            let [games, times] = numbers;
            rows.extend(with_text(vec![row.id.clone(), games, times], &row.text));
        }
        section("Clauses", &[Align::Left, Align::Right, Align::Right, Align::Left], &rows, out);
        if let Some(coverage) = self.clause_coverage {
            let never = self.clauses.iter().filter(|row| row.counted && row.games == 0);
            let never: Vec<&str> = never.map(|row| row.id.as_str()).collect();
            let rest = match never[..] {
                [] => String::new(),
                _ => format!("; never {}", never.join(", ")),
            };
            let line = format!("{} of the counted clauses applied{rest}", percent(coverage));
            let _ = write!(out, "\n{}", paragraph(&line, 2, WIDTH));
        }
        let others = self.clauses.iter().filter(|row| !row.counted);
        let others: Vec<&str> = others.map(|row| row.id.as_str()).collect();
        if !others.is_empty() {
            let line =
                format!("not counted, because no hook or effect names them: {}", others.join(", "));
            let _ = write!(out, "\n{}", paragraph(&line, 2, WIDTH));
        }
        let games = self.games.max(1) as f64;
        let mut counts = vec![head(&["", "times", "per game"])];
        counts.extend(self.counts.iter().map(|count| {
            let mean = format!("{:.3}", count.total as f64 / games);
            vec![count.name.clone(), count.total.to_string(), mean]
        }));
        section("Counted by scripts", &[Align::Left, Align::Right, Align::Right], &counts, out);
    }

    fn fault_lines(&self, out: &mut String) {
        if self.faults.games == 0 {
            return;
        }
        let count = quantity(self.faults.games, "game");
        let _ = writeln!(out, "\nStopped by a failing script: {count} (not counted above)");
        for fault in &self.faults.first {
            let _ = writeln!(out, "  game {}: {}: {}", fault.game, fault.hook, fault.message);
        }
    }
}

impl OutcomeRow {
    /// Returns the outcome as text, as in `won by light`.
    fn label(&self) -> String {
        match self.outcome {
            "won" => format!("won by {}", self.winners.join(" and ")),
            "stopped" => "stopped at the ply limit".to_owned(),
            other => other.to_owned(),
        }
    }
}

impl SideRow {
    fn new(name: &str, team: Option<String>, [wins, draws, losses]: [u64; 3]) -> Self {
        let games = wins + draws + losses;
        let points = wins as f64 + draws as f64 / 2.0;
        let share = |x: f64| if games == 0 { 0.0 } else { rounded(x / games as f64, 6) };
        Self {
            name: name.to_owned(),
            team,
            wins,
            draws,
            losses,
            win_share: share(wins as f64),
            win_interval: interval(wins as f64, games),
            utility: share(points),
            utility_interval: interval(points, games),
        }
    }
}

impl LengthReport {
    fn new(summary: &Summary) -> Self {
        let counts = &summary.lengths;
        let total: u64 = counts.iter().map(|(plies, games)| u64::from(*plies) * games).sum();
        let games: u64 = counts.values().sum();
        Self {
            median: quantile(counts, 0.5),
            lower_quartile: quantile(counts, 0.25),
            upper_quartile: quantile(counts, 0.75),
            mean: if games == 0 { 0.0 } else { rounded(total as f64 / games as f64, 3) },
            shortest: counts.keys().next().copied(),
            longest: counts.keys().next_back().copied(),
        }
    }
}

fn outcome(kind: GameOutcome, n: u64, games: u64) -> Option<OutcomeRow> {
    let (outcome, winners) = match kind {
        GameOutcome::Won(names) => ("won", names),
        GameOutcome::Drawn => ("drawn", Vec::new()),
        GameOutcome::Stopped => ("stopped", Vec::new()),
        GameOutcome::Failed => return None,
    };
    let share = if games == 0 { 0.0 } else { rounded(n as f64 / games as f64, 6) };
    Some(OutcomeRow { outcome, winners, games: n, share, interval: interval(n as f64, games) })
}

fn endings(loaded: &Ruleset, summary: &Summary) -> Vec<EndingRow> {
    let spec = loaded.spec();
    let mut rows: Vec<EndingRow> = summary
        .endings
        .iter()
        .map(|(end, games)| {
            let name = ending(spec, *end);
            EndingRow { ending: name.kind, clause: name.clause, text: name.text, games: *games }
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.games));
    rows
}

fn faults(summary: &Summary) -> FaultReport {
    let fault = |(game, error): (&u64, &quadrille_core::HookError)| FaultRow {
        game: *game,
        hook: error.hook().to_owned(),
        message: error.message().to_owned(),
    };
    FaultReport { games: summary.faults, first: summary.first_faults.iter().map(fault).collect() }
}

fn interval(successes: f64, n: u64) -> [f64; 2] {
    let (low, high) = wilson(successes, n, ALPHA);
    [rounded(low, 6), rounded(high, 6)]
}

fn span([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}

/// Returns a sort key for the id of a clause. It puts `V9` before `V11`.
fn natural(id: &str) -> (String, u64, String) {
    let digits = id.find(|c: char| c.is_ascii_digit()).unwrap_or(id.len());
    let rest = &id[digits..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (id[..digits].to_owned(), rest[..end].parse().unwrap_or(0), rest[end..].to_owned())
}
