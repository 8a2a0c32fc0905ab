//! The results of a search as data.

use quadrille_study::experiments::race::{Evidence, Fate, Requirement, RequirementVerdict};
use serde::Serialize;

use super::{ALPHA, Search, Term};
use crate::choices::Choice;
use crate::command_line::{CommandLine, Folders};
use crate::figures;
use crate::statistics::rounded;

/// The report of a search.
#[derive(Serialize, Debug)]
#[non_exhaustive]
pub struct SearchReport {
    /// The goal.
    pub goal: String,
    /// The line-ups. A reading must meet the goal with all of them.
    pub agents: Vec<String>,
    /// The opening, if it is not the array.
    pub opening: Option<String>,
    /// The result in a sentence.
    pub answer: String,
    /// The result of the search.
    pub found: SearchResult,
    /// The error probability of the exploration. The error probability of the confirmation is the
    /// same number.
    pub alpha: f64,
    /// The tunables that vary, with their values.
    pub tunables: Vec<(String, Vec<String>)>,
    /// The number of combinations.
    pub combinations: String,
    /// The number of combinations that were tried.
    pub tried: usize,
    /// Combinations and tunables that were not tried, with the reasons.
    pub not_tried: Vec<String>,
    /// The readings. Readings that were confirmed to meet the goal come first. The readings are
    /// sorted by their state, and then by the number of rungs of the race in which they played.
    pub readings: Vec<ReadingRow>,
    /// The number of games played.
    pub games: u64,
    /// `true` if the search was stopped early.
    pub interrupted: bool,
    /// The duration in seconds.
    pub seconds: f64,
    /// The command that repeats the search.
    pub again: String,
}

/// The result of a search.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum SearchResult {
    /// A reading was confirmed to meet the goal.
    Met,
    /// Every reading that the search tried was proved to miss the goal.
    Missed,
    /// The search gave no answer: neither `Met` nor `Missed` holds.
    Undecided,
}

/// The results of a reading.
#[derive(Serialize, Debug)]
pub struct ReadingRow {
    /// The settings that differ from the ruleset, as `script.CONST=value`.
    pub set: Vec<String>,
    /// The state of the reading.
    pub state: ReadingState,
    /// The number of blocks in the exploration.
    pub explored: u64,
    /// The number of blocks in the confirmation.
    pub confirmed: u64,
    /// The estimates. The estimates of finalists come only from the confirmation. The estimates of
    /// other readings come from the exploration.
    pub terms: Vec<TermRow>,
    /// The command that plays the reading.
    pub play: String,
}

/// The state of a reading in a search.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ReadingState {
    /// The reading was confirmed to meet the goal.
    Met,
    /// The reading took part in the confirmation, which gave no answer about it.
    Undecided,
    /// The reading was still in the race when the search was interrupted.
    Racing,
    /// The reading was confirmed to miss the goal.
    Missed,
    /// The reading left the race because other readings were more promising.
    Behind,
    /// The reading left the race because it was proved to miss the goal.
    Disproved,
    /// The reading left the race because a script failed.
    Failed,
}

impl ReadingState {
    /// Returns the state in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::Undecided => "undecided",
            Self::Racing => "unfinished",
            Self::Missed => "missed",
            Self::Behind => "less promising",
            Self::Disproved => "proved to miss",
            Self::Failed => "a script failed",
        }
    }
}

/// A metric that a clause of the goal limits, with its estimate.
#[derive(Serialize, Debug)]
pub struct TermRow {
    /// The text of the clause.
    pub clause: String,
    /// The line-up.
    pub agents: String,
    /// The name of the metric.
    pub metric: String,
    /// The mean of the metric. `None` if no game has a value.
    pub mean: Option<f64>,
    /// The interval of the mean.
    pub interval: [f64; 2],
    /// The limits that the clause sets for the mean.
    pub wanted: [f64; 2],
    /// The verdict: `met`, `missed` or `undecided`.
    pub judgement: &'static str,
    /// The mean and the interval as text.
    #[serde(skip)]
    pub figures: (String, String),
}

/// Data about a search that its report needs and the search itself lacks.
#[derive(Debug)]
pub struct Surroundings<'a> {
    /// The ruleset's name.
    pub name: &'a str,
    /// The folders in which the rules were searched.
    pub folders: Folders,
    /// Settings that all readings share.
    pub set: &'a [String],
    /// The tunables that vary.
    pub choices: &'a [Choice],
    /// The number of combinations.
    pub combinations: u128,
    /// Combinations and tunables that were not tried, with the reasons.
    pub not_tried: Vec<String>,
    /// The command that repeats the search.
    pub again: String,
}

/// Returns the word for a verdict.
#[must_use]
pub fn judged(judgement: RequirementVerdict) -> &'static str {
    match judgement {
        RequirementVerdict::Met => "met",
        RequirementVerdict::Undecided => "undecided",
        RequirementVerdict::Missed => "missed",
    }
}

impl SearchReport {
    /// Creates the report of a search.
    #[must_use]
    pub fn new(search: &Search, around: Surroundings<'_>) -> Self {
        let mut order: Vec<usize> = search.race.ranked((0..search.readings.len()).collect());
        let rank =
            |at: &usize| (state(search, *at), std::cmp::Reverse(search.race.runners[*at].rungs));
        order.sort_by_key(rank);
        let readings: Vec<ReadingRow> =
            order.into_iter().map(|at| reading(search, &around, at)).collect();
        let (found, answer) = answer(&readings, search.is_over());
        Self {
            goal: search.question.goal.text.clone(),
            agents: search.question.agents.iter().map(ToString::to_string).collect(),
            opening: search.question.openings.words(),
            answer,
            found,
            alpha: ALPHA,
            tunables: around
                .choices
                .iter()
                .map(|choice| (choice.tunable.clone(), choice.values.clone()))
                .collect(),
            combinations: around.combinations.to_string(),
            tried: readings.len(),
            not_tried: around.not_tried,
            readings,
            games: search.games,
            interrupted: !search.is_over(),
            seconds: rounded(search.seconds, 3),
            again: around.again,
        }
    }
}

fn state(search: &Search, at: usize) -> ReadingState {
    match search.race.runners[at].fate {
        Fate::Racing => ReadingState::Racing,
        Fate::Missed(_) => ReadingState::Disproved,
        Fate::Behind => ReadingState::Behind,
        Fate::Failed => ReadingState::Failed,
        Fate::Finalist => {
            match RequirementVerdict::all(search.race.confirmed(at).iter().map(|one| one.judgement))
            {
                RequirementVerdict::Met => ReadingState::Met,
                RequirementVerdict::Undecided => ReadingState::Undecided,
                RequirementVerdict::Missed => ReadingState::Missed,
            }
        }
    }
}

fn reading(search: &Search, around: &Surroundings<'_>, at: usize) -> ReadingRow {
    let runner = &search.race.runners[at];
    let known = match runner.fate {
        Fate::Finalist => search.race.confirmed(at),
        _ => search.race.explored(at),
    };
    let own = search.readings[at].set.iter().map(|(name, value)| format!("{name}={value}"));
    let set: Vec<String> = own.collect();
    let mut line = CommandLine::new("play");
    line.folders(&around.folders);
    line.word(around.name);
    line.settings(around.set.iter().chain(&set));
    let terms = search.terms.iter().zip(&search.race.requirements).zip(&known);
    ReadingRow {
        state: state(search, at),
        explored: runner.explored,
        confirmed: runner.confirmed,
        terms: terms.map(|((term, wanted), known)| row(search, term, wanted, known)).collect(),
        play: line.text(),
        set,
    }
}

fn row(search: &Search, term: &Term, wanted: &Requirement, known: &Evidence) -> TermRow {
    let (scale, places) = figures::scale(term.unit);
    let (low, high) = known.interval;
    let mean = (!known.mean.is_nan()).then_some(known.mean);
    let mean_text = mean.map_or_else(|| "-".to_owned(), |mean| figures::value(term.unit, mean));
    let span = format!("{:.places$} to {:.places$}", low * scale, high * scale);
    TermRow {
        clause: search.question.goal.clause(term.clause).to_owned(),
        agents: search.question.agents[term.line_up].to_string(),
        metric: term.metric.clone(),
        mean,
        interval: [low, high],
        wanted: [wanted.from, wanted.to],
        judgement: judged(known.judgement),
        figures: (mean_text, span),
    }
}

/// Returns the result of the search, and a sentence that describes it.
fn answer(readings: &[ReadingRow], over: bool) -> (SearchResult, String) {
    let with = |state: ReadingState| readings.iter().filter(|row| row.state == state).count();
    let met = with(ReadingState::Met);
    let finalists = met + with(ReadingState::Undecided) + with(ReadingState::Missed);
    let disproved = with(ReadingState::Disproved) + with(ReadingState::Missed);
    if !over {
        return (SearchResult::Undecided, "The search was interrupted.".to_owned());
    }
    if met > 0 {
        let text = match finalists {
            1 => "One reading was tested in new games, and it meets the goal.".to_owned(),
            _ => format!(
                "Of {finalists} readings that were tested in new games, {met} {} the goal.",
                if met == 1 { "meets" } else { "meet" }
            ),
        };
        return (SearchResult::Met, text);
    }
    if disproved == readings.len() {
        return (
            SearchResult::Missed,
            "No reading tried meets the goal: each was proved to miss it.".to_owned(),
        );
    }
    let text =
        "No reading was confirmed to meet the goal, but not every reading was proved to miss it.";
    (SearchResult::Undecided, text.to_owned())
}
