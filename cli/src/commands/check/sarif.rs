//! The findings of `check` as SARIF 2.1.0, for tools that collect the findings of many programs.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::BTreeSet;
use std::ops::Range;

use quadrille_dsl::diagnostic::{Code, Fix, Label, LintLevel};
use quadrille_dsl::{Diagnostic, Severity, Source};
use serde_json::{Value, json};

use super::rows::MAX_LISTED_FINDINGS;
use super::verdict::RulesetVerdict;

/// The URL of the schema of the result.
const SARIF_SCHEMA_URL: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The URL of the page that explains the codes.
const CODES_PAGE_URL: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/reference/codes.md");

/// Returns a SARIF log with the findings of one run of `check`.
pub fn log(verdicts: &[(&str, RulesetVerdict)], interrupted: bool) -> Value {
    let listed =
        verdicts.iter().flat_map(|(_, verdict)| verdict.findings.iter().take(MAX_LISTED_FINDINGS));
    let findings: Vec<&Diagnostic> = listed.collect();
    let codes: BTreeSet<Code> = findings.iter().filter_map(|finding| finding.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let rules: Vec<Value> = codes.iter().map(|code| rule(*code)).collect();
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, &codes)).collect();
    json!({
        "$schema": SARIF_SCHEMA_URL,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "quadrille",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": !interrupted }],
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    let level = match code.lint() {
        Some(LintLevel::Allow) => "none",
        Some(LintLevel::Warn) => "warning",
        Some(LintLevel::Deny) | None => "error",
    };
    let title = code.title();
    let anchor: String = format!("{code} {title}")
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect();
    json!({
        "id": code.to_string(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": title },
        "fullDescription": { "text": plain(code.explanation()) },
        "help": { "text": code.explanation(), "markdown": code.advice() },
        "helpUri": format!("{CODES_PAGE_URL}#{anchor}"),
        "defaultConfiguration": { "level": level },
    })
}

/// Returns the first paragraph of a Markdown text on one line.
fn plain(text: &str) -> String {
    let first = text.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn result(finding: &Diagnostic, codes: &[Code]) -> Value {
    let text = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    let mut result = json!({
        "level": match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": { "text": text },
        "locations": finding.place().map(location).into_iter().collect::<Vec<_>>(),
    });
    if let Some(code) = finding.code {
        result["ruleId"] = code.to_string().into();
        result["ruleIndex"] = codes.binary_search(&code).unwrap_or_default().into();
    }
    if let Some([_, others @ ..]) = finding.labels.get(..).filter(|labels| labels.len() > 1) {
        let others = others.iter().map(|label| {
            let mut place = location(label);
            if !label.text.is_empty() {
                place["message"] = json!({ "text": label.text });
            }
            place
        });
        result["relatedLocations"] = others.collect();
    }
    if !finding.fixes.is_empty() {
        result["fixes"] = finding.fixes.iter().map(fix).collect();
    }
    result
}

fn location(label: &Label) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": artifact(&label.source),
        "region": region(&label.source, label.span.clone()),
    } })
}

fn fix(fix: &Fix) -> Value {
    let region = region(&fix.source, fix.span.clone());
    let what = match fix.replacement.as_str() {
        "" => "remove it".to_owned(),
        new => format!("write `{new}`"),
    };
    json!({
        "description": { "text": what },
        "artifactChanges": [{
            "artifactLocation": artifact(&fix.source),
            "replacements": [{
                "deletedRegion": region,
                "insertedContent": { "text": fix.replacement },
            }],
        }],
    })
}

/// Returns a SARIF region. Lines and columns are counted from 1. The end is the position after the
/// last character.
fn region(source: &Source, span: Range<usize>) -> Value {
    let (line, column) = source.position(span.start);
    let (end_line, end_column) = source.position(span.end);
    json!({ "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column })
}

/// Returns the file as a relative reference or a `file` URI.
fn artifact(source: &Source) -> Value {
    let name = source.name.strip_prefix("./").unwrap_or(&source.name).replace('\\', "/");
    let mut uri = String::new();
    if name.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(byte.into());
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    json!({ "uri": uri })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_counts_characters_and_ends_behind_its_last() {
        let source = Source::new("a", "é = 1\nzones");
        let whole = region(&source, 3..12);
        assert_eq!(
            whole,
            json!({ "startLine": 1, "startColumn": 3, "endLine": 2, "endColumn": 6 })
        );
    }

    #[test]
    fn a_file_is_a_valid_reference() {
        let uri = |name: &str| artifact(&Source::new(name, ""))["uri"].as_str().unwrap().to_owned();
        assert_eq!(uri("./my game/a:b.toml"), "my%20game/a%3Ab.toml");
        assert_eq!(uri("/home/é/a.toml"), "file:///home/%C3%A9/a.toml");
    }
}
