//! `survey`: measures many rulesets in the same way, to find their differences.

use std::sync::Arc;
use std::time::Instant;

use quadrille_dsl::Library as _;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::envelope::Envelope;
use quadrille_reports::survey::report::SurveyReport;
use quadrille_reports::survey::{Survey, SurveyEntry, SurveyQuestion, map, page, text};
use quadrille_study::experiments::survey::Landscape;

use crate::args::{OutputFormat, RuleChange, SurveyArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::progress::Progress;
use crate::output::{folder_exists, interrupt};

/// The reference page of surveys.
pub const REFERENCE: &str = include_str!("../../docs/survey.md");

/// Surveys the rulesets, and prints the report.
pub fn run(args: &SurveyArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let entries = entries(args, context)?;
    for path in [&args.report, &args.map, &args.output].into_iter().flatten() {
        folder_exists(path)?;
    }
    let question = SurveyQuestion {
        metrics: args.metrics.clone(),
        agents: args.agents.clone(),
        number: args.number,
        clusters: args.clusters.map(usize::from),
        openings: context::openings(&args.from)?,
        seed: args.run.seed,
        ply_limit: args.run.ply_limit,
        jobs: args.run.threads(),
    };
    let mut survey = Survey::new(entries, question)?;
    let stop = context.interrupt.watch();
    let begun = Instant::now();
    let progress = Progress::new(survey.total(), "games");
    survey.hold(&stop, &|what| progress.tell(what), &|| progress.tick())?;
    progress.finish();
    survey.seconds = begun.elapsed().as_secs_f64();
    let profiles: Vec<_> = (0..survey.entries.len()).map(|at| survey.profile(at)).collect();
    let landscape = Landscape::new(&profiles, survey.question.clusters, args.run.seed);
    let landscape = landscape.as_ref();
    let report = SurveyReport::new(&survey, landscape, again(args, &survey, context));
    match args.format {
        OutputFormat::Json => {
            context.out.json(&Envelope::new(None, Some(args.run.seed), &report))?;
        }
        OutputFormat::Text => context.out.print(text::whole(&survey, &report))?,
    }
    context.out.finish()?;
    if let Some(path) = &args.report {
        context.out.save(path, page::whole(&survey, landscape, &report).as_bytes())?;
    }
    if let Some(path) = &args.output {
        context.out.save(path, text::csv(&report).as_bytes())?;
    }
    match (&args.map, landscape) {
        (Some(path), Some(landscape)) => {
            context.out.save(path, map::map(&survey, landscape, &report, true).as_bytes())?;
        }
        (Some(path), None) => {
            let path = path.display();
            context.out.note(format!("{path} was not written: there is no map of these games"));
        }
        (None, _) => {}
    }
    if report.interrupted {
        context.out.note(interrupt::describe(report.games, &report.again, &Default::default()));
        return Ok(exit::INTERRUPTED);
    }
    match survey.first_fault {
        Some(error) => Err(Failure::Script(error)),
        None => Ok(exit::FINE),
    }
}

/// Returns the rulesets to survey.
fn entries(args: &SurveyArgs, context: &CommandContext) -> Result<Vec<SurveyEntry>, Failure> {
    let names = if args.all { context.shelf.names() } else { args.names.clone() };
    let mut entries: Vec<SurveyEntry> = Vec::new();
    for name in names {
        let open = |name: &str| context::open(&context.shelf, name, RuleChange::default());
        let loaded = open(&name)?;
        let presets = if args.presets && loaded.preset.is_none() {
            loaded.meta.presets.iter().map(|(preset, _)| format!("{name}@{preset}")).collect()
        } else {
            Vec::new()
        };
        entries.push(SurveyEntry { name, loaded: Arc::new(loaded) });
        for name in presets {
            let loaded = Arc::new(open(&name)?);
            // Leave out a preset that the user did not name if an earlier entry has the same rules.
            if entries.iter().all(|entry| entry.loaded.games_hash() != loaded.games_hash()) {
                entries.push(SurveyEntry { name, loaded });
            }
        }
    }
    Ok(entries)
}

/// Returns the command that surveys the same games again.
fn again(args: &SurveyArgs, survey: &Survey, context: &CommandContext) -> String {
    let mut line = CommandLine::new("survey");
    line.folders(&context.folders());
    match args.all {
        true => line.word("--all"),
        false => args.names.iter().for_each(|name| line.word(name)),
    }
    if args.presets {
        line.word("--presets");
    }
    survey.question.write(&mut line);
    line.text()
}
