//! `check`: finds problems of rulesets by reading them, running their lessons and playing random
//! games.

mod play;

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_dsl::diagnostic::{Code, Fix};
use quadrille_dsl::lesson;
use quadrille_dsl::{Diagnostic, Library as _, Loaded, Severity};
use serde::Serialize;

use crate::args::{CheckArgs, Format};
use crate::context::{self, CommandContext};
use crate::output::diagnose::{count, plural};
use crate::output::exit::{self, Failure};
use crate::output::interrupt;
use crate::reports::envelope::{Envelope, RulesetId};

/// What came of one ruleset.
#[derive(Default)]
struct RulesetVerdict {
    id: Option<RulesetId>,
    findings: Vec<Diagnostic>,
    lessons: LessonCounts,
    played: Option<play::RandomPlay>,
    code: u8,
}

/// How many lessons there are, and what came of them.
#[derive(Serialize, Clone, Copy, Default)]
struct LessonCounts {
    total: usize,
    hold: usize,
    unplayable: usize,
}

#[derive(Serialize)]
struct CheckResult<'a> {
    findings: Vec<FindingRow<'a>>,
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
}

/// Checks and prints what is found.
pub fn run(args: &CheckArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let names = if args.all { context.shelf.names() } else { args.names.clone() };
    let stop = interrupt::watch();
    let mut verdicts = Vec::new();
    for name in &names {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let verdict = check(args, name, context, &stop)?;
        if args.format == Format::Text {
            print(name, &verdict, context)?;
        }
        verdicts.push((name.as_str(), verdict));
    }
    let interrupted = stop.load(Ordering::Relaxed);
    if args.format == Format::Json {
        let findings = verdicts.iter().flat_map(|(name, verdict)| {
            verdict.findings.iter().map(move |finding| FindingRow::new(name, finding))
        });
        let rulesets = verdicts.iter().map(|(name, verdict)| CheckedRuleset {
            name,
            ruleset: verdict.id.as_ref(),
            lessons: verdict.lessons,
            played: verdict.played.as_ref(),
        });
        let only = match verdicts.as_slice() {
            [(_, one)] => one.id.clone(),
            _ => None,
        };
        let body =
            CheckResult { findings: findings.collect(), rulesets: rulesets.collect(), interrupted };
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
    let taught = lesson::run(&context.shelf, id, &loaded, required, stop);
    findings.extend(taught.findings);
    let played = play::play(&loaded, args, stop, &mut findings);
    let failed = |finding: &Diagnostic| {
        matches!(finding.code, Some(Code::HookFailedInPlay | Code::HookFailedInLesson))
    };
    let scripts = findings.iter().any(failed);
    let code = match (scripts, findings.is_empty()) {
        (true, _) => exit::SCRIPT,
        (false, false) => exit::FINDINGS,
        (false, true) => exit::FINE,
    };
    let lessons =
        LessonCounts { total: taught.lessons, hold: taught.passed, unplayable: taught.unplayable };
    let id = Some(RulesetId::new(&loaded));
    Ok(RulesetVerdict { id, findings, lessons, played: Some(played), code })
}

/// Findings beside the results, the verdict and notes among them.
fn print(
    name: &str,
    verdict: &RulesetVerdict,
    context: &mut CommandContext,
) -> Result<(), Failure> {
    context.out.diagnose_each(&verdict.findings);
    let found = match verdict.findings.as_slice() {
        [] => "ok".to_owned(),
        findings => count(findings),
    };
    let LessonCounts { total, hold, .. } = verdict.lessons;
    let lessons = match total {
        0 => String::new(),
        total if hold == total => format!("{} passed, ", plural(total as u64, "lesson")),
        total => format!("{hold} of {} passed, ", plural(total as u64, "lesson")),
    };
    let games = verdict
        .played
        .as_ref()
        .map_or_else(|| "not played".to_owned(), |played| plural(played.games, "random game"));
    context.out.line(format_args!("{name}: {found} ({lessons}{games})"))?;
    for note in verdict.played.iter().flat_map(|played| &played.notes) {
        context.out.line(format_args!("  note: {note}"))?;
    }
    Ok(())
}

/// One line about several rulesets.
fn summarise(
    verdicts: &[(&str, RulesetVerdict)],
    context: &mut CommandContext,
) -> Result<(), Failure> {
    let wrong = verdicts.iter().filter(|(_, verdict)| verdict.code != exit::FINE).count();
    let all: Vec<Diagnostic> =
        verdicts.iter().flat_map(|(_, verdict)| verdict.findings.iter().cloned()).collect();
    let found = if all.is_empty() { String::new() } else { format!(" ({})", count(&all)) };
    let total = plural(verdicts.len() as u64, "ruleset");
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

/// A finding about no place in a file.
fn general(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic::general(code, message).help(help)
}

/// The command that plays one game of `check` again.
fn again(loaded: &Loaded, args: &CheckArgs, index: u64) -> String {
    let id = &loaded.meta.id;
    format!(
        "to repeat that game: `quadrille playout {id} --seed {} --games {index}..{}`",
        args.run.seed,
        index + 1
    )
}
