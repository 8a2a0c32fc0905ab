//! `check`: finds mistakes in rulesets by reading them, running their lessons and playing random
//! games.

mod costs;
mod findings;
mod fix;
mod play;
mod rows;
mod sarif;
mod verdict;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_dsl::diagnostic::{Code, Levels, count, sort_by_place};
use quadrille_dsl::lessons;
use quadrille_dsl::load::{FileOrigin, FileRole, RulesetFile};
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Library as _, Ruleset, Severity};
use quadrille_reports::envelope::{Envelope, RulesetId};

use crate::args::{CheckArgs, CheckFormat};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::interrupt::limited;
use findings::general;
use rows::CheckResult;
use verdict::{CheckedPreset, LessonCounts, RulesetVerdict};

/// The reference page of `check`.
pub const REFERENCE: &str = include_str!("../../../docs/check.md");

/// The maximum number of games that are played with each preset.
const PRESET_GAMES: u64 = 30;

/// Checks rulesets and prints the findings.
pub fn run(args: &CheckArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let names = if args.all { context.shelf.names() } else { args.names.clone() };
    let levels = args.levels().map_err(Failure::usage)?;
    let stop = context.interrupt.watch();
    let mut verdicts = Vec::new();
    for name in &names {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        context::require_ruleset(&context.shelf, context::without_preset(name))?;
        let time = Duration::from_secs(args.time);
        let correct = |halt: &AtomicBool| fix::correct(args, name, &levels, context, halt);
        let fixed = if args.fix { limited(&stop, time, correct).0? } else { Vec::new() };
        let (verdict, late) =
            limited(&stop, time, |halt| check(args, name, &levels, context, halt));
        let mut verdict = RulesetVerdict { fixed, ..verdict? };
        if late {
            verdict.findings.push(out_of_time(args, &verdict));
            verdict.code = verdict.code.max(exit::FINDINGS);
        }
        if args.format == CheckFormat::Text {
            print(name, &verdict, stop.load(Ordering::Relaxed), context)?;
        }
        verdicts.push((name.as_str(), verdict));
    }
    let interrupted = stop.load(Ordering::Relaxed);
    match args.format {
        CheckFormat::Json => {
            let only = match verdicts.as_slice() {
                [(_, one)] => one.id.clone(),
                _ => None,
            };
            let body = CheckResult::new(&verdicts, interrupted);
            context.out.json(&Envelope::new(only, Some(args.run.seed), body))?;
        }
        CheckFormat::Sarif => context.out.json(&sarif::log(&verdicts, interrupted))?,
        CheckFormat::Text if verdicts.len() > 1 => summarise(&verdicts, context)?,
        CheckFormat::Text => {}
    }
    if interrupted {
        context.out.note("interrupted before everything was checked");
        return Ok(exit::INTERRUPTED);
    }
    Ok(verdicts.iter().map(|(_, verdict)| verdict.code).max().unwrap_or(exit::FINE))
}

/// Returns the finding about a check that was stopped by its time limit.
fn out_of_time(args: &CheckArgs, verdict: &RulesetVerdict) -> Diagnostic {
    let games = verdict.played.as_ref().map_or(0, |played| played.games);
    let LessonCounts { total, shown, .. } = verdict.lessons;
    let message = format!(
        "not everything was checked in {}: {shown} of {} and {games} of {}",
        quantity(args.time, "second"),
        quantity(total as u64, "lesson"),
        quantity(args.number, "random game"),
    );
    let help = format!("allow more time, as in `--time {}`", args.time.saturating_mul(4));
    let mut found = general(Code::CheckOutOfTime, message, help);
    found.severity = Severity::Warning;
    found
}

fn check(
    args: &CheckArgs,
    name: &str,
    levels: &Levels,
    context: &CommandContext,
    stop: &AtomicBool,
) -> Result<RulesetVerdict, Failure> {
    let loaded = match context::open_until(&context.shelf, name, &args.change, levels, stop) {
        Ok(loaded) => loaded,
        Err(_) if stop.load(Ordering::Relaxed) => return Ok(RulesetVerdict::default()),
        Err(Failure::Files(findings)) => {
            return Ok(RulesetVerdict { findings, code: exit::FILE, ..RulesetVerdict::default() });
        }
        Err(failure) => return Err(failure),
    };
    let mut findings = loaded.warnings_until(stop);
    let id = context::without_preset(name);
    let required = context.shelf.ships(id);
    let taught = lessons::run(&context.shelf, id, &loaded, required, stop);
    findings.extend(taught.findings);
    let game = play::Games {
        name,
        args,
        levels,
        number: args.number,
        measured: true,
        disk: &context.shelf.disk,
        depth: context.out.depth,
    };
    let played = play::play(&loaded, &game, stop, &mut findings);
    let (presets, invalid) = if id == name && !played.endless {
        check_presets(&loaded, &game, context, stop, &mut findings)?
    } else {
        (Vec::new(), false)
    };
    let failed = |finding: &Diagnostic| {
        matches!(finding.code, Some(Code::HookFailedInPlay | Code::HookFailedInLesson))
    };
    let scripts = findings.iter().any(failed);
    let denied = |finding: &Diagnostic| {
        finding.severity == Severity::Error
            && finding.code.is_some_and(|code| code.lint().is_some())
    };
    let invalid = invalid || findings.iter().any(denied);
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
    sort_by_place(&mut findings);
    let id = Some(RulesetId::new(&loaded));
    let played = Some(played);
    Ok(RulesetVerdict { id, findings, lessons, played, presets, code, ..RulesetVerdict::default() })
}

/// Loads every preset of a ruleset and plays games with it. Lessons of presets are not played here,
/// because they are played with the lessons of the ruleset. Adds only findings that a preset
/// causes, and leaves out findings that the ruleset has without the preset. The boolean is `true`
/// if at least one preset can't be loaded.
fn check_presets(
    loaded: &Ruleset,
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
        let (change, levels) = (&games.args.change, games.levels);
        let opened = context::open_until(&context.shelf, &name, change, levels, stop);
        let played = match opened {
            Ok(loaded) => {
                found.extend(loaded.warnings_until(stop));
                let games = play::Games { name: &name, number, measured: false, ..*games };
                Some(play::play(&loaded, &games, stop, &mut found))
            }
            Err(_) if stop.load(Ordering::Relaxed) => break,
            Err(Failure::Files(errors) | Failure::Change(errors)) => {
                found = errors;
                invalid = true;
                None
            }
            Err(failure) => return Err(failure),
        };
        found.retain(|finding| !findings.contains(finding) && !play::repeats(findings, finding));
        // A finding from games without the preset is not repeated with it.
        let shown = |finding: &Diagnostic| {
            matches!(finding.code, Some(Code::RuleNeverFired | Code::GameNeverEnds))
                && findings
                    .iter()
                    .any(|known| known.code == finding.code && known.place() == finding.place())
        };
        found.retain(|finding| !shown(finding));
        for mut finding in found {
            finding.message = format!("with the preset `{preset}`: {}", finding.message);
            // An heir can't correct a preset in its parent's file, so the help suggests other
            // changes.
            let inherited = |file: &RulesetFile| {
                file.role == FileRole::Manifest
                    && file.origin == FileOrigin::Inherited
                    && finding.place().is_some_and(|place| place.source.name == file.source.name)
            };
            if finding.severity == Severity::Error && loaded.files.iter().any(inherited) {
                let help = format!(
                    "leave the preset out with `drop = [\"presets.{preset}\"]`, or define what it changes"
                );
                finding.help = Some(help);
            }
            findings.push(finding);
        }
        presets.push(CheckedPreset { name: preset.clone(), played });
    }
    Ok((presets, invalid))
}

/// Describes a removed text by its first line that is not a comment, and by the number of its
/// remaining lines.
fn removed(text: &str) -> String {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let code = lines().find(|line| !line.trim_start().starts_with("//"));
    let shown = code.or_else(|| lines().next()).unwrap_or(text).trim();
    match lines().count() {
        0 | 1 => format!("removed `{shown}`"),
        n => format!("removed `{shown}` and {}", quantity(n as u64 - 1, "other line")),
    }
}

/// Prints findings, the verdict and notes.
fn print(
    name: &str,
    verdict: &RulesetVerdict,
    interrupted: bool,
    context: &mut CommandContext,
) -> Result<(), Failure> {
    for fix::Correction { file, line, before, after, code } in &verdict.fixed {
        let code = code.as_ref().map_or_else(String::new, |code| format!(" [{code}]"));
        let what = match (before.as_str(), after.as_str()) {
            (old, "") => removed(old),
            ("", new) => format!("inserted `{new}`"),
            (old, new) => format!("`{old}` is now `{new}`"),
        };
        context.out.line(format_args!("fixed{code}: {file}:{line}: {what}"))?;
    }
    context.out.findings(&verdict.findings)?;
    let found = match verdict.findings.as_slice() {
        [] if interrupted => "nothing found so far".to_owned(),
        [] => "ok".to_owned(),
        findings => count(findings),
    };
    let LessonCounts { total, hold, .. } = verdict.lessons;
    let lessons = match total {
        // If the rules can't be read, the lessons can't be either.
        0 if verdict.played.is_none() => String::new(),
        0 => "no lessons, ".to_owned(),
        total if hold == total => format!("{} passed, ", quantity(total as u64, "lesson")),
        total => format!("{hold} of {} passed, ", quantity(total as u64, "lesson")),
    };
    let games = verdict.played.as_ref().map_or_else(
        || "random games skipped".to_owned(),
        |played| quantity(played.games, "random game"),
    );
    let presets = match verdict.presets.len() {
        0 => String::new(),
        n => format!(", {}", quantity(n as u64, "preset")),
    };
    context.out.line(format_args!("{name}: {found} ({lessons}{games}{presets})"))?;
    if verdict.code == exit::FILE && verdict.played.is_none() {
        context.out.line("  note: later checks did not run; fix the errors and check again")?;
    }
    let of_presets = verdict.presets.iter().filter_map(|preset| preset.played.as_ref());
    for played in verdict.played.iter().chain(of_presets) {
        // For a fault at the start, the finding is enough.
        if let Some(fault) = &played.fault
            && !fault.actions.is_empty()
        {
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
