//! `compare`: plays games of several rulesets until it is known whether the rulesets differ.

use quadrille_dsl::diagnostic::MistakeOrigin;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::compare::contest::{ComparisonRun, Contestant};
use quadrille_reports::compare::report::{CompareReport, conclusion};
use quadrille_reports::compare::{page, text};
use quadrille_study::experiments::compare::Conclusion;

use super::contest::{contestant, hold, question};
use crate::args::{CompareArgs, RuleChange, Setting, SideWeights};
use crate::commands::report::print_report;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::output::{folder_exists, interrupt};

/// The reference page of comparisons.
pub const REFERENCE: &str = include_str!("../../docs/compare.md");

/// Compares rulesets and reports the differences.
pub fn run(args: &CompareArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let sides = open(args, context)?;
    if let Some(path) = &args.report {
        folder_exists(path)?;
    }
    let stop = context.interrupt.watch();
    let mut contest = ComparisonRun::new(sides, question(&args.question, &args.run)?)?;
    contest.folders = context.folders();
    hold(&mut contest, &args.keep, &stop)?;
    let report = CompareReport::new(&contest, command_line(args, &contest, context));
    let made_from = (&*contest.sides[0].loaded, args.run.seed);
    let whole = if args.full { text::whole } else { text::screen };
    print_report(context, args.format, made_from, &report, || whole(&contest, &report))?;
    if let Some(path) = &args.report {
        context.out.save(path, page::whole(&contest, &report).as_bytes())?;
    }
    if report.interrupted {
        context.out.note(interrupt::describe(report.games, &report.again, &args.keep));
        return Ok(exit::INTERRUPTED);
    }
    code(&contest, args.fail_on_diff)
}

/// Returns the exit code of the comparison.
fn code(contest: &ComparisonRun, fail_on_diff: bool) -> Result<u8, Failure> {
    if let Some(error) = contest.fault() {
        return Err(Failure::Script(error.clone()));
    }
    let all: Vec<Conclusion> =
        (0..contest.sides.len() - 1).map(|pair| conclusion(contest, pair)).collect();
    let differs = |conclusion: &Conclusion| {
        matches!(
            conclusion,
            Conclusion::Different | Conclusion::AgentDependent | Conclusion::SomeTables
        )
    };
    Ok(if fail_on_diff && all.iter().any(differs) {
        exit::FINDINGS
    } else if all.contains(&Conclusion::Inconclusive) {
        exit::INCONCLUSIVE
    } else {
        exit::FINE
    })
}

/// Returns the letter that names a side: `a` for the side with index 0.
fn letter(place: usize) -> char {
    (b'a' + place as u8) as char
}

/// Loads the rulesets on the command line. Each ruleset gets the settings for its side.
fn open(args: &CompareArgs, context: &CommandContext) -> Result<Vec<Contestant>, Failure> {
    let mut names = args.names.clone();
    if let [only] = names.as_slice() {
        names.push(only.clone());
    }
    // With only one ruleset, changes that name no side apply to a copy. The ruleset is compared
    // with that copy.
    let sided =
        args.set.iter().any(|s| s.side.is_some()) || args.weights.iter().any(|w| w.side.is_some());
    let changed_alone = args.names.len() == 1 && !sided;
    let is_for = |side: Option<usize>, place: usize| match side {
        Some(side) => side == place,
        None => !changed_alone || place > 0,
    };
    let sides = args.set.iter().map(|setting| setting.side);
    for side in sides.chain(args.weights.iter().map(|weights| weights.side)) {
        if let Some(side) = side.filter(|side| *side >= names.len()) {
            return Err(Failure::advised(
                format!("unknown side `{}`", letter(side)),
                Some(format!("the rulesets are a to {}", letter(names.len() - 1))),
            ));
        }
    }
    let sides: Vec<Contestant> = names
        .iter()
        .enumerate()
        .map(|(place, name)| {
            let mine = args.set.iter().filter(|s| is_for(s.side, place));
            let set: Vec<Setting> = mine.map(|s| s.setting.clone()).collect();
            // Weights for one side take precedence over weights for all sides.
            let of = |side: Option<usize>| {
                let mut last = args.weights.iter().rev();
                last.find(|it| it.side == side && is_for(side, place))
            };
            let weights = of(Some(place)).or(of(None)).map(|weights| weights.from.clone());
            contestant(&context.shelf, place, name, RuleChange { set, weights })
                .map_err(|failure| of_side(failure, args, place))
        })
        .collect::<Result<_, _>>()?;
    let same =
        sides[1..].iter().find(|side| side.loaded.games_hash() == sides[0].loaded.games_hash());
    if let Some(same) = same {
        let message = if args.names.len() == 1 {
            "there is nothing to compare".to_owned()
        } else {
            format!("a and {} have the same rules, so every game would be the same", same.letter)
        };
        let letter = same.letter;
        return Err(Failure::advised(
            message,
            Some(format!(
                "name another ruleset, or change this one with `--set {letter}:script.CONST=value`"
            )),
        ));
    }
    Ok(sides)
}

/// If several rulesets are compared, adds the ruleset's name to findings about a changed constant.
fn of_side(failure: Failure, args: &CompareArgs, place: usize) -> Failure {
    let several = args.names.len() > 1;
    match (failure, args.names.get(place)) {
        (Failure::Change(mut findings), Some(name)) if several => {
            for found in &mut findings {
                if let MistakeOrigin::Override(key) = &found.origin {
                    found.message = format!("{name}: {}", found.message);
                    let unsided =
                        args.set.iter().any(|s| s.side.is_none() && s.setting.name == *key);
                    if unsided {
                        found.help = Some(format!(
                            "`--set a:{key}=…` sets it on one side alone{}",
                            found.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default()
                        ));
                    }
                }
            }
            Failure::Change(findings)
        }
        (failure, _) => failure,
    }
}

/// Returns the command line that repeats the run.
fn command_line(args: &CompareArgs, contest: &ComparisonRun, context: &CommandContext) -> String {
    let mut line = CommandLine::new("compare");
    line.folders(&context.folders());
    args.names.iter().for_each(|name| line.word(name));
    line.settings(&args.set);
    for SideWeights { side, from } in &args.weights {
        let side = side.map_or_else(String::new, |side| format!("{}:", letter(side)));
        line.weights(Some(format_args!("{side}{}", from)));
    }
    contest.question.write(&mut line);
    line.text()
}
