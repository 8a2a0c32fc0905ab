//! `study`: writes the file of a new study.

use std::fs;
use std::io::IsTerminal as _;

use quadrille_reports::command_line::quoted;
use quadrille_reports::studies::file::StudyFile;

use super::new::answer;
use crate::args::{StudyAction, StudyArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// The name of the file of a study.
const FILE_NAME: &str = "study.toml";
/// The default number of games.
const DEFAULT_GAMES: u64 = 2000;

/// Writes the file of a new study.
pub fn run(args: &StudyArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    match args.action {
        StudyAction::New => new(args, context),
    }
}

fn new(args: &StudyArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let path = args.folder.join(FILE_NAME);
    if path.exists() {
        return Err(Failure::advised(
            format!("{} already exists", path.display()),
            Some("name another folder, or edit that file".to_owned()),
        ));
    }
    if !std::io::stdin().is_terminal() {
        require_all_parts(args)?;
    }
    let mut ask = |given: Option<String>, question: &str| match given {
        Some(text) => Ok(text),
        None => answer(context, question, None),
    };
    let title = ask(args.title.clone(), "What is the title of the paper?")?;
    let question = ask(args.question.clone(), "Which question does it answer?")?;
    let rulesets = match &args.names[..] {
        [] => ask(None, "Which rulesets does it compare, separated by commas?")?
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect(),
        given => given.to_vec(),
    };
    let primary = ask(args.primary.clone(), "Which metric answers the question?")?;
    let margin = args.margin.map(|margin| margin.to_string());
    let margin = ask(margin, "Which change of this metric is the smallest that matters?")?;
    let would_change =
        ask(args.would_change.clone(), "Which results would change the conclusion?")?;
    let study = StudyFile {
        title,
        question,
        rulesets,
        set: args.set.iter().map(ToString::to_string).collect(),
        primary,
        margin: margin
            .parse()
            .map_err(|_| Failure::usage(format!("`{margin}` is not a size for `--margin`")))?,
        exploratory: args.exploratory.clone(),
        agents: match &args.agents[..] {
            [] => vec!["greedy".to_owned()],
            agents => agents.to_vec(),
        },
        games: args.number.unwrap_or(DEFAULT_GAMES),
        at_least: 0,
        from: args.from.clone(),
        ply_limit: None,
        seed: args.seed,
        would_change,
        limits: args.limits.clone().unwrap_or_default(),
        discussion: String::new(),
    };
    study.check().map_err(|error| Failure::advised(error.message, error.help))?;
    for name in &study.rulesets {
        context::require_ruleset(&context.shelf, context::without_preset(name))?;
    }
    fs::create_dir_all(&args.folder)
        .map_err(|error| Failure::io(args.folder.display().to_string(), &error))?;
    context.out.save(&path, study.write().as_bytes())?;
    let shown = quoted(&path.display().to_string());
    context.out.print(format!("Read {shown}, then start the study:\n  quadrille run {shown}\n"))?;
    context.out.finish()?;
    Ok(exit::FINE)
}

/// Checks that the options state all parts of a study.
fn require_all_parts(args: &StudyArgs) -> Result<(), Failure> {
    let parts = [
        ("--title", args.title.is_some()),
        ("--question", args.question.is_some()),
        ("--compare", !args.names.is_empty()),
        ("--primary", args.primary.is_some()),
        ("--margin", args.margin.is_some()),
        ("--would-change", args.would_change.is_some()),
    ];
    let missing: Vec<String> = parts
        .into_iter()
        .filter(|(_, given)| !given)
        .map(|(option, _)| format!("`{option}`"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::advised(
        format!("parts of the study are missing: {}", missing.join(", ")),
        Some("add these options, or run the command at a terminal".to_owned()),
    ))
}
