//! `claims`: tests what the sources claim about the games.
//!
//! A ruleset's folder may have a `claims.toml`. A claim names a metric, its expected value, the number of
//! games, and what would support or refute it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_core::Hooks;
use quadrille_core::metrics::Unit;
use quadrille_core::study::block::Side;
use quadrille_core::study::compare::{Design, Listener, Verdict, level};
use quadrille_dsl::Library as _;
use quadrille_reports::compare::contest::ALPHA;
use quadrille_reports::compare::question::{LineUp, Question, catalogues, openings, tables};
use quadrille_reports::compare::report::random_play;
use quadrille_reports::envelope::Envelope;
use quadrille_reports::figures;
use quadrille_reports::opening::Openings;
use quadrille_reports::statistics::rounded;
use serde::{Deserialize, Serialize};

use super::contest::{contestant, hold};
use crate::args::{ClaimsArgs, Format, KeepArgs, Setting};
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::output::save;

/// The file of claims in a ruleset's folder.
const FILE: &str = "claims.toml";

/// A file of claims.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct ClaimFile {
    claim: Vec<Claim>,
}

/// A claim.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// Its name.
    id: String,
    /// What is claimed, in our words.
    says: String,
    /// Who claims it.
    source: String,
    /// How it is tested; where that is missing, `why` says why it can't be.
    test: Option<ClaimTest>,
    /// What cannot be measured.
    why: Option<String>,
}

/// How a claim is tested.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
struct ClaimTest {
    /// The metric.
    metric: String,
    /// What the metric is compared with: a number …
    reference: Option<f64>,
    /// … or its value in another ruleset …
    other: Option<String>,
    /// … or in the same one with these tunables.
    #[serde(default)]
    set: BTreeMap<String, String>,
    /// The ruleset, if it is not the folder's own or has a preset.
    ruleset: Option<String>,
    /// Where the metric (or the other ruleset's) is expected.
    expect: Expected,
    /// Smaller differences do not matter.
    margin: f64,
    /// The ply limit, instead of the ruleset's: for what happens early.
    ply_limit: Option<u32>,
    /// The agents.
    agents: Vec<String>,
    /// The maximum number of games per side.
    games: u64,
    /// What would support it.
    #[serde(rename = "for")]
    in_favour: String,
    /// What would refute it.
    against: String,
}

/// Where a claim expects a metric.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Expected {
    /// Above what it is compared with.
    Above,
    /// Below it.
    Below,
    /// Within the margin of it.
    Same,
}

/// The result of a claim.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Upshot {
    /// It held.
    Held,
    /// It did not.
    Failed,
    /// It held for some agents and not for others.
    DependsOnAgents,
    /// It is undecided.
    Unsettled,
}

impl Upshot {
    fn words(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Failed => "did not hold",
            Self::DependsOnAgents => "depends on the agents",
            Self::Unsettled => "is undecided",
        }
    }
}

#[derive(Serialize, Debug)]
struct ClaimResult {
    ruleset: String,
    id: String,
    says: String,
    source: String,
    result: Upshot,
    metric: Option<String>,
    ply_limit: Option<u32>,
    compared_with: Option<String>,
    margin: Option<String>,
    in_favour: Option<String>,
    against: Option<String>,
    why: Option<String>,
    by_agents: Vec<AgentsResult>,
}

#[derive(Serialize, Debug)]
struct AgentsResult {
    agents: String,
    random_play: bool,
    result: Upshot,
    blocks: u64,
    change: f64,
    interval: [f64; 2],
    #[serde(skip)]
    told: String,
}

#[derive(Serialize, Debug)]
struct ClaimsResult {
    claims: Vec<ClaimResult>,
    interrupted: bool,
}

/// Runs the claims and reports.
pub fn run(args: &ClaimsArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let stop = context.interrupt.watch();
    let claims = read(args, context)?;
    let mut findings = Vec::new();
    let mut interrupted = None;
    for (ruleset, claim) in claims {
        context.out.note(format_args!("{ruleset}: {}", claim.id));
        findings.push(finding(args, context, &ruleset, &claim, &stop)?);
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            // The last test is incomplete.
            findings.pop();
            interrupted = Some(ruleset);
            break;
        }
    }
    match (args.format, &args.output) {
        (Format::Json, _) => {
            let body = ClaimsResult { claims: findings, interrupted: interrupted.is_some() };
            context.out.json(&Envelope::new(None, Some(args.run.seed), &body))?;
        }
        (Format::Text, Some(path)) if interrupted.is_none() => {
            save(path, page(&findings, args.run.seed).as_bytes())?;
        }
        (Format::Text, _) => context.out.print(page(&findings, args.run.seed))?,
    }
    context.out.finish()?;
    let Some(ruleset) = interrupted else { return Ok(exit::FINE) };
    if let Some(path) = &args.output {
        context.out.note(format_args!("{} is unchanged", path.display()));
    }
    context.out.note(format_args!(
        "interrupted before all claims were tested; `quadrille claims {ruleset}` begins with this \
         ruleset's"
    ));
    Ok(exit::INTERRUPTED)
}

/// All claims that are asked for, each with its ruleset.
fn read(args: &ClaimsArgs, context: &CommandContext) -> Result<Vec<(String, Claim)>, Failure> {
    let names = match &args.ruleset {
        Some(name) => {
            // A wrong name gets the message of all commands.
            let place = contestant(&context.shelf, 0, name, Vec::new())?;
            vec![place.name]
        }
        None => context.shelf.names(),
    };
    let mut all = Vec::new();
    for name in names {
        let wrong = |why: String| Failure::Io { name: format!("{name}/{FILE}"), why };
        let folder = context.shelf.folder(&name).map_err(|error| wrong(error.to_string()))?;
        let Some(bytes) = folder.files.get(FILE) else { continue };
        let text = std::str::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
        let file: ClaimFile = toml::from_str(text).map_err(|error| wrong(format!("\n{error}")))?;
        all.extend(file.claim.into_iter().map(|claim| (name.clone(), claim)));
    }
    if let (true, Some(name)) = (all.is_empty(), &args.ruleset) {
        return Err(Failure::advised(
            format!("`{name}` has no claims"),
            Some(format!("claims go into `{FILE}` in its folder")),
        ));
    }
    Ok(all)
}

fn finding(
    args: &ClaimsArgs,
    context: &CommandContext,
    ruleset: &str,
    claim: &Claim,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<ClaimResult, Failure> {
    let mut finding = ClaimResult {
        ruleset: ruleset.to_owned(),
        id: claim.id.clone(),
        says: claim.says.clone(),
        source: claim.source.clone(),
        result: Upshot::Unsettled,
        metric: None,
        ply_limit: None,
        compared_with: None,
        margin: None,
        in_favour: None,
        against: None,
        why: claim.why.clone(),
        by_agents: Vec::new(),
    };
    let Some(test) = &claim.test else {
        return Ok(finding);
    };
    let wrong = |why: String| Failure::Io {
        name: format!("{ruleset}/{FILE}"),
        why: format!("claim `{}`: {why}", claim.id),
    };
    let agents: Vec<LineUp> = test
        .agents
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, String>>()
        .map_err(wrong)?;
    let question = Question {
        primary: test.metric.clone(),
        margin: Some(test.margin),
        agents,
        number: args.number.map_or(test.games, |most| most.min(test.games)),
        at_least: 0,
        openings: Openings::default(),
        seed: args.run.seed,
        ply_limit: test.ply_limit.or(args.run.ply_limit),
        jobs: args.run.threads(),
    };
    let own = test.ruleset.as_deref().unwrap_or(ruleset);
    let (unit, told, rows) = match test.reference {
        Some(reference) => {
            let (unit, rows) = against_number(context, own, &question, reference, stop)?;
            (unit, figures::value(unit, reference), rows)
        }
        None => against_rules(context, own, test, question, stop)?,
    };
    for row in rows {
        let result = settle(test.expect, row.verdict, row.interval);
        let (low, high) = row.interval;
        finding.by_agents.push(AgentsResult {
            agents: row.agents,
            random_play: row.random,
            result,
            blocks: row.blocks,
            change: rounded(row.mean, 6),
            interval: [rounded(low, 6), rounded(high, 6)],
            told: format!(
                "{} ({})",
                figures::change(unit, row.mean),
                figures::span(unit, row.interval)
            ),
        });
    }
    finding.result = together(&finding.by_agents);
    finding.metric = Some(test.metric.clone());
    finding.ply_limit = test.ply_limit;
    finding.compared_with = Some(told);
    finding.margin = Some(figures::change(unit, test.margin).trim_start_matches('+').to_owned());
    finding.in_favour = Some(test.in_favour.clone());
    finding.against = Some(test.against.clone());
    Ok(finding)
}

/// What was found with one line-up.
struct LineUpResult {
    agents: String,
    random: bool,
    verdict: Verdict,
    blocks: u64,
    mean: f64,
    interval: (f64, f64),
}

/// A metric against a number.
fn against_number(
    context: &CommandContext,
    name: &str,
    question: &Question,
    reference: f64,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<(Unit, Vec<LineUpResult>), Failure> {
    let sides = [contestant(&context.shelf, 0, name, Vec::new())?];
    let mut all = catalogues(&sides, question)?;
    let catalogue = &mut all[0];
    catalogue.keep(std::slice::from_ref(&question.primary));
    let metrics: Vec<_> = catalogue.metrics().cloned().collect();
    let unit = metrics[0].unit;
    let tables = tables(&sides, question)?;
    let openings = openings(&sides, question)?;
    let alpha = ALPHA / tables.len() as f64;
    let hooks = || -> Box<dyn Hooks + '_> { sides[0].loaded.hooks() };
    let side = Side {
        rules: &sides[0].loaded.rules,
        hooks: &hooks,
        measure: &*catalogue,
        opening: &openings[0],
        shift: 0,
    };
    let mut rows = Vec::new();
    for (table, line_up) in tables.iter().zip(&question.agents) {
        let design = Design {
            metrics: metrics.clone(),
            primary: 0,
            margin: question.margin,
            alpha,
            floor: 0,
            cap: (question.number / table.rotations()).max(1),
            jobs: question.jobs,
        };
        let ticker = Ticker(Progress::new(design.cap * table.rotations(), "games at most"));
        let found = level(&side, table, &design, reference, alpha, stop, &ticker);
        ticker.0.finish();
        rows.push(LineUpResult {
            agents: line_up.to_string(),
            random: line_up.0.iter().all(|a| *a == quadrille_core::AgentSpec::Random),
            verdict: found.verdict,
            blocks: found.blocks,
            mean: found.value.expected,
            interval: found.value.interval,
        });
    }
    Ok((unit, rows))
}

/// A metric against the same metric under other rules.
fn against_rules(
    context: &CommandContext,
    name: &str,
    test: &ClaimTest,
    question: Question,
    stop: &std::sync::atomic::AtomicBool,
) -> Result<(Unit, String, Vec<LineUpResult>), Failure> {
    let set = test.set.iter();
    let set: Vec<Setting> =
        set.map(|(name, value)| Setting { name: name.clone(), value: value.clone() }).collect();
    let other = test.other.as_deref().unwrap_or(name);
    let sides = vec![
        contestant(&context.shelf, 0, name, Vec::new())?,
        contestant(&context.shelf, 1, other, set)?,
    ];
    let told = format!("{} instead of {}", sides[1].label(), sides[0].label());
    let contest = hold(sides, question, &KeepArgs::default(), stop)?;
    let rows =
        contest.trials.iter().zip(&contest.question.agents).filter_map(|(trial, line_up)| {
            let pair = trial.pairs.first()?;
            let change = &pair.differences[contest.design.primary].change;
            Some(LineUpResult {
                agents: line_up.to_string(),
                random: random_play(trial),
                verdict: pair.verdict,
                blocks: pair.blocks,
                mean: change.expected,
                interval: change.interval,
            })
        });
    let rows = rows.collect();
    Ok((contest.primary().unit, told, rows))
}

struct Ticker(Progress);

impl Listener for Ticker {
    fn game(&self) {
        self.0.tick();
    }
}

/// What an interval says about a claim.
fn settle(expect: Expected, verdict: Verdict, (low, high): (f64, f64)) -> Upshot {
    match (expect, verdict) {
        (_, Verdict::Inconclusive) => Upshot::Unsettled,
        (Expected::Same, Verdict::Equivalent) => Upshot::Held,
        (Expected::Above, Verdict::Different) if low > 0.0 => Upshot::Held,
        (Expected::Below, Verdict::Different) if high < 0.0 => Upshot::Held,
        _ => Upshot::Failed,
    }
}

/// What all line-ups say together.
fn together(rows: &[AgentsResult]) -> Upshot {
    let any = |result| rows.iter().any(|row| row.result == result);
    match (any(Upshot::Held), any(Upshot::Failed), any(Upshot::Unsettled)) {
        (true, true, _) => Upshot::DependsOnAgents,
        (true, false, false) => Upshot::Held,
        (false, true, false) => Upshot::Failed,
        _ => Upshot::Unsettled,
    }
}

/// The findings as a page of Markdown.
fn page(findings: &[ClaimResult], seed: u64) -> String {
    let mut out = String::from(
        "# What the sources claim\n\n\
         Each claim says what would count for it and against it; one whose test was chosen after games had \
         been seen says so. Intervals are confidence sequences at 95 % for a claim and all its agents \
         together; they hold however often one looks. A claim about players is tested here by \
         programs: what `greedy` (one ply deep) or `random` play shows need not hold for people. A \
         claim without a test says why: no run of games between programs tells, or no metric \
         does.\n\n\
         | ruleset | claim | result |\n|---|---|---|\n",
    );
    for one in findings {
        let _ = writeln!(out, "| {} | {} | {} |", one.ruleset, cell(&one.says), one.result.words());
    }
    for one in findings {
        let _ = writeln!(out, "\n## {}: {}\n\n{}", one.ruleset, one.id, one.says);
        let _ = writeln!(out, "Source: {}\n\n**It {}.**", one.source, one.result.words());
        if let Some(why) = &one.why {
            let _ = writeln!(out, "{why}");
        }
        let (Some(metric), Some(with)) = (&one.metric, &one.compared_with) else { continue };
        let early =
            one.ply_limit.map_or_else(String::new, |plies| format!(" in the first {plies} plies"));
        let _ = writeln!(
            out,
            "\nMeasured: `{metric}`{early}, compared with {with}; less than {} does not matter.",
            one.margin.as_deref().unwrap_or_default()
        );
        for (title, text) in [("For", &one.in_favour), ("Against", &one.against)] {
            let _ = writeln!(out, "{title}: {}", text.as_deref().unwrap_or_default());
        }
        out.push_str("\n| agents | blocks | difference | result |\n|---|---:|---|---|\n");
        for row in &one.by_agents {
            let label = if row.random_play { " (random play)" } else { "" };
            let _ = writeln!(
                out,
                "| {}{label} | {} | {} | {} |",
                row.agents,
                row.blocks,
                row.told,
                row.result.words()
            );
        }
    }
    let _ = writeln!(out, "\nTo repeat the tests: `quadrille claims --seed {seed}`");
    out
}

/// Text in a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_only_in_its_own_direction() {
        let up = (0.1, 0.2);
        assert_eq!(settle(Expected::Above, Verdict::Different, up), Upshot::Held);
        assert_eq!(settle(Expected::Below, Verdict::Different, up), Upshot::Failed);
        assert_eq!(settle(Expected::Same, Verdict::Different, up), Upshot::Failed);
        assert_eq!(settle(Expected::Above, Verdict::Equivalent, (-0.1, 0.1)), Upshot::Failed);
        assert_eq!(settle(Expected::Same, Verdict::Equivalent, (-0.1, 0.1)), Upshot::Held);
        assert_eq!(settle(Expected::Same, Verdict::Inconclusive, (-0.1, 0.1)), Upshot::Unsettled);
    }

    #[test]
    fn shipped_claims_can_be_read_and_say_how_or_why_not() {
        let shelf = quadrille_dsl::library::Shelf::default();
        let mut claims = 0;
        for name in shelf.names() {
            let folder = shelf.folder(&name).unwrap();
            let Some(bytes) = folder.files.get(FILE) else { continue };
            let file: ClaimFile = toml::from_str(std::str::from_utf8(bytes).unwrap()).unwrap();
            for claim in file.claim {
                claims += 1;
                assert!(claim.test.is_some() != claim.why.is_some(), "{}", claim.id);
                if let Some(test) = claim.test {
                    let other = test.other.is_some() || !test.set.is_empty();
                    assert!(test.reference.is_some() != other, "{}", claim.id);
                }
            }
        }
        assert!(claims >= 15, "{claims} claims");
    }
}
