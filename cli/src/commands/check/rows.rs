//! The findings of `check`, as JSON for programs.

use quadrille_dsl::diagnostic::{Code, Fix};
use quadrille_dsl::{Diagnostic, Severity};
use quadrille_reports::envelope::RulesetId;
use serde::Serialize;

use super::play;
use super::verdict::{CheckedPreset, LessonCounts, RulesetVerdict};

/// The maximum number of findings of a ruleset in the JSON output.
pub const MAX_LISTED_FINDINGS: usize = 1000;

/// The result of `check` in JSON.
#[derive(Serialize)]
pub struct CheckResult<'a> {
    findings: Vec<FindingRow<'a>>,
    /// The number of findings that were left out, because there is a limit on the length of the
    /// list.
    left_out: usize,
    rulesets: Vec<CheckedRuleset<'a>>,
    interrupted: bool,
}

#[derive(Serialize)]
struct FindingRow<'a> {
    ruleset: &'a str,
    code: Option<String>,
    /// The name of the diagnostic code. Options use this name to set the level of a lint.
    name: Option<String>,
    severity: &'static str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    help: Option<&'a str>,
    fixes: Vec<FixRow<'a>>,
}

/// An edit that corrects a finding: a range of bytes in a file, and the text that replaces these
/// bytes.
#[derive(Serialize)]
struct FixRow<'a> {
    file: &'a str,
    start: usize,
    end: usize,
    replacement: &'a str,
    /// `true` if `--fix` makes the edit.
    sure: bool,
}

#[derive(Serialize)]
struct CheckedRuleset<'a> {
    name: &'a str,
    ruleset: Option<&'a RulesetId>,
    lessons: LessonCounts,
    played: Option<&'a play::RandomPlay>,
    presets: &'a [CheckedPreset],
    /// The edits that `--fix` has made.
    fixed: &'a [super::fix::Correction],
}

impl<'a> CheckResult<'a> {
    pub fn new(verdicts: &'a [(&'a str, RulesetVerdict)], interrupted: bool) -> Self {
        let findings = verdicts.iter().flat_map(|(name, verdict)| {
            let listed = verdict.findings.iter().take(MAX_LISTED_FINDINGS);
            listed.map(move |finding| FindingRow::new(name, finding))
        });
        let left_out = verdicts
            .iter()
            .map(|(_, v)| v.findings.len().saturating_sub(MAX_LISTED_FINDINGS))
            .sum();
        let rulesets = verdicts.iter().map(|(name, verdict)| CheckedRuleset {
            name,
            ruleset: verdict.id.as_ref(),
            lessons: verdict.lessons,
            played: verdict.played.as_ref(),
            presets: &verdict.presets,
            fixed: &verdict.fixed,
        });
        Self { findings: findings.collect(), left_out, rulesets: rulesets.collect(), interrupted }
    }
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
            sure: fix.sure,
        };
        Self {
            ruleset,
            code: finding.code.map(|code| code.to_string()),
            name: finding.code.map(Code::name),
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
