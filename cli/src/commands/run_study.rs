//! `run`: plays the games of a study, after its plan is sealed, and writes data, plots and paper.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use quadrille_dsl::text::prose::quantity;
use quadrille_reports::command_line::quoted;
use quadrille_reports::compare::contest::{ComparisonRun, Contestant};
use quadrille_reports::compare::question::{ComparisonQuestion, LineUp};
use quadrille_reports::compare::report::CompareReport;
use quadrille_reports::compare::text;
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::studies::file::{StudyFile, StudyFileError};
use quadrille_reports::studies::paper::Paper;
use quadrille_reports::studies::plan::{SealedPlan, StudyPlan};
use quadrille_reports::studies::rows::GamesTable;

use super::contest::{contestant, hold_and_collect};
use crate::args::{FromArgs, KeepArgs, RuleChange, RunStudyArgs, Setting, SideSetting, threads};
use crate::commands::report::print_report;
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// The reference page of studies.
pub const REFERENCE: &str = include_str!("../../docs/studies.md");

/// The name of the file of the sealed plan.
const PLAN: &str = "plan.toml";
/// The name of the folder of the games, which a later run continues.
const GAMES: &str = "games";

/// Runs the study, and prints the answer.
pub fn run(args: &RunStudyArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let path = &args.file;
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::io(path.display().to_string(), &error))?;
    let study = StudyFile::read(&text).map_err(|error| in_file(path, error))?;
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    let stop = context.interrupt.watch();
    let begun = Instant::now();
    let mut contest = comparison(&study, path, threads(args.jobs), context)?;
    let now = StudyPlan::new(&study, contest.sides.iter().map(|side| &*side.loaded));
    let sealed = seal(&folder, &now, context)?;
    if args.seal {
        context.out.finish()?;
        return Ok(exit::FINE);
    }
    let keep = KeepArgs { out: Some(folder.join(GAMES)), resume: true, records: None };
    let games = play(&mut contest, &study, &keep, &stop)?;
    contest.seconds = begun.elapsed().as_secs_f64();
    let again = format!("quadrille run {}", quoted(&path.display().to_string()));
    let report = CompareReport::new(&contest, contest.command_line());
    let deviations = deviations(&sealed, &now, &contest);
    let paper = Paper {
        study: &study,
        sealed: &sealed,
        deviations: &deviations,
        contest: &contest,
        report: &report,
        again: &again,
    };
    let first = &contest.sides[0].loaded;
    // If the study is repeated, the files must be the same, so they contain no times.
    let mut timeless = report.clone();
    timeless.seconds = 0.0;
    let data = Envelope::new(Some(RulesetId::new(first)), Some(study.seed), &timeless);
    let data = serde_json::to_string_pretty(&data)
        .map_err(|error| Failure::Io { name: "results.json".to_owned(), why: error.to_string() })?;
    context.out.save(&folder.join("games.csv"), games.csv().as_bytes())?;
    context.out.save(&folder.join("results.json"), format!("{data}\n").as_bytes())?;
    for (name, plot) in paper.plots() {
        context.out.save(&folder.join(name), plot.as_bytes())?;
    }
    context.out.save(&folder.join("report.md"), paper.text().as_bytes())?;
    let made_from = (&**first, study.seed);
    print_report(context, args.format, made_from, &report, || text::screen(&contest, &report))?;
    if !deviations.is_empty() {
        let count = quantity(deviations.len() as u64, "deviation");
        context.out.note(format_args!("the report states {count} from the plan"));
    }
    if report.interrupted {
        context.out.note(format_args!("interrupted; the games are kept. To continue:\n  {again}"));
        return Ok(exit::INTERRUPTED);
    }
    match contest.fault() {
        Some(error) => Err(Failure::Script(error.clone())),
        None => Ok(exit::FINE),
    }
}

fn in_file(path: &Path, error: StudyFileError) -> Failure {
    Failure::advised(format!("{}: {}", path.display(), error.message), error.help)
}

/// Returns the comparison that a study plans. No game has been played yet.
fn comparison(
    study: &StudyFile,
    path: &Path,
    jobs: usize,
    context: &CommandContext,
) -> Result<ComparisonRun, Failure> {
    let wrong =
        |key: &str, why: String| Failure::usage(format!("{}: `{key}`: {why}", path.display()));
    let mut settings: Vec<SideSetting> = Vec::new();
    for text in &study.set {
        let setting: SideSetting = text.parse().map_err(|why| wrong("set", why))?;
        if setting.side.is_some_and(|side| side >= study.rulesets.len()) {
            return Err(wrong("set", format!("there is no ruleset for `{text}`")));
        }
        settings.push(setting);
    }
    let side = |(place, name): (usize, &String)| -> Result<Contestant, Failure> {
        let own = settings.iter().filter(|it| it.side.is_none_or(|side| side == place));
        let set: Vec<Setting> = own.map(|it| it.setting.clone()).collect();
        contestant(&context.shelf, place, name, RuleChange { set, weights: None })
    };
    let sides: Vec<Contestant> =
        study.rulesets.iter().enumerate().map(side).collect::<Result<_, _>>()?;
    let hash = |side: &Contestant| side.loaded.games_hash();
    if let Some(same) = sides[1..].iter().find(|side| hash(side) == hash(&sides[0])) {
        return Err(wrong(
            "rulesets",
            format!("{} has the rules of the first ruleset", same.label()),
        ));
    }
    let agents = study.agents.iter().map(|text| text.parse::<LineUp>());
    let agents =
        agents.collect::<Result<Vec<_>, _>>().map_err(|why| wrong("agents", why.to_string()))?;
    let from = FromArgs { from: study.from.clone(), from_plies: None };
    let mut contest = ComparisonRun::new(
        sides,
        ComparisonQuestion {
            primary: study.primary.clone(),
            margin: Some(study.margin),
            agents,
            number: study.games,
            at_least: study.at_least,
            openings: context::openings(&from)?,
            seed: study.seed,
            ply_limit: study.ply_limit,
            jobs,
        },
    )?;
    contest.folders = context.folders();
    let known = |name: &String| contest.design.metrics.iter().any(|metric| metric.name == *name);
    if let Some(name) = study.exploratory.iter().find(|name| !known(name)) {
        let names = contest.design.metrics.iter().map(|metric| metric.name.as_str());
        return Err(Failure::advised(
            format!("{}: `exploratory`: unknown metric `{name}`", path.display()),
            quadrille_dsl::diagnostic::did_you_mean(name, names)
                .or_else(|| Some("`quadrille explain compare` lists the metrics".to_owned())),
        ));
    }
    Ok(contest)
}

/// Returns the sealed plan of a study. If there is none, seals the present plan.
fn seal(
    folder: &Path,
    now: &StudyPlan,
    context: &mut CommandContext,
) -> Result<SealedPlan, Failure> {
    let path = folder.join(PLAN);
    if !path.exists() {
        context.out.save(&path, now.sealed().as_bytes())?;
    }
    let text = fs::read_to_string(&path)
        .map_err(|error| Failure::io(path.display().to_string(), &error))?;
    SealedPlan::read(&text).map_err(|error| in_file(&path, error))
}

/// Plays the games that are missing, and returns all of them as a table.
fn play(
    contest: &mut ComparisonRun,
    study: &StudyFile,
    keep: &KeepArgs,
    stop: &AtomicBool,
) -> Result<GamesTable, Failure> {
    let mut table = GamesTable::new(study);
    hold_and_collect(contest, keep, stop, &mut |contest, line_up, side, rows| {
        table.add(contest, line_up, side, rows);
    })?;
    Ok(table)
}

/// Returns the deviations from the plan, as sentences.
fn deviations(sealed: &SealedPlan, now: &StudyPlan, contest: &ComparisonRun) -> Vec<String> {
    let mut all = Vec::new();
    if !sealed.intact {
        all.push("The plan was edited after it was sealed.".to_owned());
    }
    all.extend(sealed.plan.deviations(now));
    for trial in contest.trials.iter().filter(|trial| trial.faults > 0) {
        let blocks = quantity(trial.faults, "block");
        all.push(format!("A script failed, so {blocks} were left out."));
    }
    if !contest.is_over() {
        all.push("The run is unfinished, so fewer games were played.".to_owned());
    }
    all
}
