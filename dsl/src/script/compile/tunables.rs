//! Sets the values of tunables. A value from a preset or from `--set` overrides the value in the
//! script.

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::script::compile::scripts::{Override, Script};
use crate::script::syntax::{Literal, Spanned};

/// Sets the tunables that `overrides` lists. Later entries take precedence over earlier entries.
pub(crate) fn apply(
    scripts: &mut [Script],
    overrides: &[Override],
    findings: &mut Vec<Diagnostic>,
) {
    for over in overrides {
        let Override { key, value: text, .. } = over;
        match find(scripts, over) {
            Ok((script, index)) => {
                let script = &mut scripts[script];
                let line = &script.outline.tunables[index];
                match read(&line.value.value, text) {
                    Some(Literal::Text(word))
                        if !line.one_of.is_empty() && !line.one_of.contains(&word) =>
                    {
                        let help = suggest(&word, line.one_of.iter().map(String::as_str))
                            .unwrap_or_else(|| {
                                format!("use one of: {}", line.one_of.join(", ")).into()
                            });
                        let message =
                            format!("`{word}` is not among the values that `{key}` may have");
                        findings.push(over.value_error(message).help(help));
                    }
                    Some(value) => {
                        script.values[index] = value;
                        script.requested[index] = over.place.is_none();
                    }
                    None => {
                        let message = format!("`{text}` is not a value for `{key}`");
                        let Spanned { value, .. } = &line.value;
                        let help = format!("write {}, such as `{value}`", value.kind());
                        findings.push(over.value_error(message).help(help));
                    }
                }
            }
            Err(diagnostic) => findings.push(diagnostic),
        }
    }
}

/// Returns the indices of the script and the tunable that an override refers to.
fn find(scripts: &[Script], over: &Override) -> Result<(usize, usize), Diagnostic> {
    let key = over.key.as_str();
    let (stem, name) = match key.rsplit_once('.') {
        Some((stem, name)) => (Some(stem), name),
        None => (None, key),
    };
    let all = || {
        scripts.iter().enumerate().flat_map(|(s, script)| {
            let lines = script.outline.tunables.iter().enumerate();
            lines.map(move |(t, line)| (s, t, script.stem.as_str(), line.name.value.as_str()))
        })
    };
    let found: Vec<_> =
        all().filter(|(_, _, s, n)| *n == name && stem.is_none_or(|stem| stem == *s)).collect();
    match found.as_slice() {
        [(script, index, ..)] => Ok((*script, *index)),
        [] => {
            let names: Vec<String> = all()
                .map(|(_, _, s, n)| if stem.is_some() { format!("{s}.{n}") } else { n.to_owned() })
                .collect();
            let help = suggest(key, names.iter().map(String::as_str)).unwrap_or_else(|| {
                let all: Vec<_> = all().map(|(_, _, s, n)| format!("{s}.{n}")).collect();
                if all.is_empty() {
                    "this ruleset has no tunables".into()
                } else {
                    format!("use one of: {}", all.join(", ")).into()
                }
            });
            let message = format!("there is no tunable `{key}`");
            Err(over.error(Code::NoSuchTunable, message).help(help))
        }
        several => {
            let names: Vec<_> = several.iter().map(|(_, _, s, n)| format!("`{s}.{n}`")).collect();
            let message = format!("several scripts have a tunable `{key}`");
            Err(over
                .error(Code::NoSuchTunable, message)
                .help(format!("write {}", names.join(" or "))))
        }
    }
}

/// Parses `text` as a value of the same type as `like`. A string may be written with or without
/// quotes.
fn read(like: &Literal, text: &str) -> Option<Literal> {
    let text = text.trim();
    match like {
        Literal::Bool(_) => text.parse().ok().map(Literal::Bool),
        Literal::Int(_) => text.parse().ok().map(Literal::Int),
        Literal::Text(_) => {
            let bare = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text);
            Some(Literal::Text(bare.to_owned()))
        }
    }
}
