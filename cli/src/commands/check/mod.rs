//! `check`: finds problems of rulesets by reading them, running their lessons and playing random
//! games.

mod play;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_core::prose::quantity;
use quadrille_dsl::diagnostic::{Code, Fix};
use quadrille_dsl::lessons;
use quadrille_dsl::{Diagnostic, Library as _, Loaded, Severity};
use quadrille_reports::diagnose::count;
use quadrille_reports::envelope::{Envelope, RulesetId};
use serde::Serialize;

use crate::args::{CheckArgs, Format};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::interrupt::limited;

/// The most games that are played by each preset.
const PRESET_GAMES: u64 = 30;
/// The most findings of a ruleset that are listed for programs.
const LISTED: usize = 1000;

/// The result for one ruleset.
#[derive(Default)]
struct RulesetVerdict {
    id: Option<RulesetId>,
    findings: Vec<Diagnostic>,
    lessons: LessonCounts,
    played: Option<play::RandomPlay>,
    presets: Vec<CheckedPreset>,
    code: u8,
}

/// The games by a preset; none if it can't be loaded.
#[derive(Serialize)]
struct CheckedPreset {
    name: String,
    played: Option<play::RandomPlay>,
}

/// Numbers of lessons.
#[derive(Serialize, Clone, Copy, Default)]
struct LessonCounts {
    total: usize,
    shown: usize,
    hold: usize,
    unplayable: usize,
}

#[derive(Serialize)]
struct CheckResult<'a> {
    findings: Vec<FindingRow<'a>>,
    /// The number of findings that are left out of the list.
    left_out: usize,
    rulesets: Vec<CheckedRuleset<'a>>,
    interrupted: bool,
}

#[derive(Serialize)]
struct FindingRow<'a> {
    ruleset: &'a str,
    code: Option<String>,
    severity: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'a str>,
    fixes: Vec<FixRow<'a>>,
}

/// An edit that corrects a finding: bytes of a file, and what to put in their place.
#[derive(Serialize)]
struct FixRow<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    replacement: &'a str,
}

#[derive(Serialize)]
struct CheckedRuleset<'a> {
    name: &'a str,
    ruleset: Option<&'a RulesetId>,
    lessons: LessonCounts,
    played: Option<&'a play::RandomPlay>,
    presets: &'a [CheckedPreset],
}

/// Checks and prints what is found.
pub fn run(args: &CheckArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let names = if args.all { context.shelf.names() } else { args.names.clone() };
    let stop = context.interrupt.watch();
    let mut verdicts = Vec::new();
    for name in &names {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let time = Duration::from_secs(args.time);
        let (verdict, late) = limited(&stop, time, |halt| check(args, name, context, halt));
        let mut verdict = verdict?;
        if late {
            verdict.findings.push(out_of_time(args, &verdict));
            verdict.code = verdict.code.max(exit::FINDINGS);
        }
        if args.format == Format::Text {
            print(name, &verdict, context)?;
        }
        verdicts.push((name.as_str(), verdict));
    }
    let interrupted = stop.load(Ordering::Relaxed);
    if args.format == Format::Json {
        let findings = verdicts.iter().flat_map(|(name, verdict)| {
            let listed = verdict.findings.iter().take(LISTED);
            listed.map(move |finding| FindingRow::new(name, finding))
        });
        let left_out = verdicts.iter().map(|(_, v)| v.findings.len().saturating_sub(LISTED)).sum();
        let rulesets = verdicts.iter().map(|(name, verdict)| CheckedRuleset {
            name,
            ruleset: verdict.id.as_ref(),
            lessons: verdict.lessons,
            played: verdict.played.as_ref(),
            presets: &verdict.presets,
        });
        let only = match verdicts.as_slice() {
            [(_, one)] => one.id.clone(),
            _ => None,
        };
        let (findings, rulesets) = (findings.collect(), rulesets.collect());
        let body = CheckResult { findings, left_out, rulesets, interrupted };
        context.out.json(&Envelope::new(only, Some(args.run.seed), body))?;
    } else if verdicts.len() > 1 {
        summarise(&verdicts, context)?;
    }
    if interrupted {
        context.out.note("interrupted before everything was checked");
        return Ok(exit::INTERRUPTED);
    }
    Ok(verdicts.iter().map(|(_, verdict)| verdict.code).max().unwrap_or(exit::FINE))
}

/// The finding that there was not enough time.
fn out_of_time(args: &CheckArgs, verdict: &RulesetVerdict) -> Diagnostic {
    let games = verdict.played.as_ref().map_or(0, |played| played.games);
    let LessonCounts { total, shown, .. } = verdict.lessons;
    let message = format!(
        "not everything was checked in {}: {shown} of {} and {games} of {}",
        quantity(args.time, "second"),
        quantity(total as u64, "lesson"),
        quantity(args.games, "random game"),
    );
    let help = format!("allow more time, as in `--time {}`", args.time.saturating_mul(4));
    let mut found = general(Code::CheckOutOfTime, message, help);
    found.severity = Severity::Warning;
    found
}

fn check(
    args: &CheckArgs,
    name: &str,
    context: &CommandContext,
    stop: &AtomicBool,
) -> Result<RulesetVerdict, Failure> {
    let loaded = match context::open(&context.shelf, name, &args.change) {
        Ok(loaded) => loaded,
        Err(Failure::Files(findings)) => {
            return Ok(RulesetVerdict { findings, code: exit::FILE, ..RulesetVerdict::default() });
        }
        Err(failure) => return Err(failure),
    };
    let mut findings = loaded.warnings.clone();
    let id = context::without_preset(name);
    let required = context.shelf.ships(id);
    let taught = lessons::run(&context.shelf, id, &loaded, required, stop);
    findings.extend(taught.findings);
    let game = play::Games {
        name,
        args,
        number: args.games,
        disk: &context.shelf.disk,
        depth: context.out.depth,
    };
    let played = play::play(&loaded, &game, stop, &mut findings);
    let (presets, invalid) = if id == name {
        check_presets(&loaded, &game, context, stop, &mut findings)?
    } else {
        (Vec::new(), false)
    };
    let failed = |finding: &Diagnostic| {
        matches!(finding.code, Some(Code::HookFailedInPlay | Code::HookFailedInLesson))
    };
    let scripts = findings.iter().any(failed);
    let code = match (scripts, invalid, findings.is_empty()) {
        (true, ..) => exit::SCRIPT,
        (_, true, _) => exit::FILE,
        (.., false) => exit::FINDINGS,
        (.., true) => exit::FINE,
    };
    let lessons = LessonCounts {
        total: taught.lessons,
        shown: taught.shown,
        hold: taught.passed,
        unplayable: taught.unplayable,
    };
    let id = Some(RulesetId::new(&loaded));
    Ok(RulesetVerdict { id, findings, lessons, played: Some(played), presets, code })
}

/// Loads every preset of a ruleset and plays games by it; its lessons are among the ruleset's. Adds
/// what is found that was not found without it. Also says whether one can't be loaded.
fn check_presets(
    loaded: &Loaded,
    games: &play::Games<'_>,
    context: &CommandContext,
    stop: &AtomicBool,
    findings: &mut Vec<Diagnostic>,
) -> Result<(Vec<CheckedPreset>, bool), Failure> {
    let mut presets = Vec::new();
    let mut invalid = false;
    let number = games.number.min(PRESET_GAMES);
    for (preset, _) in &loaded.meta.presets {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let name = format!("{}@{preset}", games.name);
        let mut found = Vec::new();
        let played = match context::open(&context.shelf, &name, &games.args.change) {
            Ok(loaded) => {
                found.extend(loaded.warnings.iter().cloned());
                let games = play::Games { name: &name, number, ..*games };
                Some(play::play(&loaded, &games, stop, &mut found))
            }
            Err(Failure::Files(errors) | Failure::Change(errors)) => {
                found = errors;
                invalid = true;
                None
            }
            Err(failure) => return Err(failure),
        };
        found.retain(|finding| !findings.contains(finding));
        for mut finding in found {
            finding.message = format!("with the preset `{preset}`: {}", finding.message);
            findings.push(finding);
        }
        presets.push(CheckedPreset { name: preset.clone(), played });
    }
    Ok((presets, invalid))
}

/// Prints findings, the verdict and notes.
fn print(
    name: &str,
    verdict: &RulesetVerdict,
    context: &mut CommandContext,
) -> Result<(), Failure> {
    context.out.findings(&verdict.findings)?;
    let found = match verdict.findings.as_slice() {
        [] => "ok".to_owned(),
        findings => count(findings),
    };
    let LessonCounts { total, hold, .. } = verdict.lessons;
    let lessons = match total {
        0 => String::new(),
        total if hold == total => format!("{} passed, ", quantity(total as u64, "lesson")),
        total => format!("{hold} of {} passed, ", quantity(total as u64, "lesson")),
    };
    let games = verdict
        .played
        .as_ref()
        .map_or_else(|| "not played".to_owned(), |played| quantity(played.games, "random game"));
    let presets = match verdict.presets.len() {
        0 => String::new(),
        n => format!(", {}", quantity(n as u64, "preset")),
    };
    context.out.line(format_args!("{name}: {found} ({lessons}{games}{presets})"))?;
    let of_presets = verdict.presets.iter().filter_map(|preset| preset.played.as_ref());
    for played in verdict.played.iter().chain(of_presets) {
        if let Some(fault) = &played.fault {
            context.out.line("")?;
            context.out.print(fault.text())?;
            break;
        }
    }
    for note in verdict.played.iter().flat_map(|played| &played.notes) {
        context.out.line(format_args!("  note: {note}"))?;
    }
    Ok(())
}

/// Prints a summary of several rulesets.
fn summarise(
    verdicts: &[(&str, RulesetVerdict)],
    context: &mut CommandContext,
) -> Result<(), Failure> {
    let wrong = verdicts.iter().filter(|(_, verdict)| verdict.code != exit::FINE).count();
    let all: Vec<Diagnostic> =
        verdicts.iter().flat_map(|(_, verdict)| verdict.findings.iter().cloned()).collect();
    let found = if all.is_empty() { String::new() } else { format!(" ({})", count(&all)) };
    let total = quantity(verdicts.len() as u64, "ruleset");
    context.out.line(format_args!("\n{total} checked, {wrong} with findings{found}"))
}

impl<'a> FindingRow<'a> {
    fn new(ruleset: &'a str, finding: &'a Diagnostic) -> Self {
        let place = finding.place();
        let at = place.map(|label| label.source.position(label.span.start));
        let fix = |fix: &'a Fix| FixRow {
            file: &fix.source.name,
            start: fix.span.start,
            end: fix.span.end,
            replacement: &fix.replacement,
        };
        Self {
            ruleset,
            code: finding.code.map(|code| code.to_string()),
            severity: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: &finding.message,
            file: place.map(|label| label.source.name.as_str()),
            line: at.map(|(line, _)| line),
            column: at.map(|(_, column)| column),
            help: finding.help.as_deref(),
            fixes: finding.fixes.iter().map(fix).collect(),
        }
    }
}

/// A finding without a location.
fn general(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic::general(code, message).help(help)
}
