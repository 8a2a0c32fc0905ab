//! The values of tunables: what the scripts say, changed by presets and `--set`.

use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::script::outline::Literal;
use crate::script::program::Script;

/// Sets the tunables that `overrides` name, as `script.NAME` or, where that is clear, `NAME`.
/// Later ones win.
pub(crate) fn apply(
    scripts: &mut [Script],
    overrides: &[(String, String)],
    findings: &mut Vec<Diagnostic>,
) {
    for (key, text) in overrides {
        match find(scripts, key) {
            Ok((script, index)) => {
                let script = &mut scripts[script];
                let line = &script.outline.tunables[index];
                match read(&line.value.value, text) {
                    Some(Literal::Text(word))
                        if !line.one_of.is_empty() && !line.one_of.contains(&word) =>
                    {
                        let help = did_you_mean(&word, line.one_of.iter().map(String::as_str))
                            .unwrap_or_else(|| format!("one of: {}", line.one_of.join(", ")));
                        findings.push(
                            Diagnostic::general(
                                "Q0317",
                                format!("`{word}` is not among the values that `{key}` may have"),
                            )
                            .help(help),
                        );
                    }
                    Some(value) => script.values[index] = value,
                    None => findings.push(
                        Diagnostic::general("Q0317", format!("`{text}` is no value for `{key}`"))
                            .help(format!(
                                "it must be {}, such as `{}`",
                                line.value.value.kind(),
                                line.value.value
                            )),
                    ),
                }
            }
            Err(diagnostic) => findings.push(diagnostic),
        }
    }
}

/// The place of the tunable that `key` means.
fn find(scripts: &[Script], key: &str) -> Result<(usize, usize), Diagnostic> {
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
            let help = did_you_mean(key, names.iter().map(String::as_str)).unwrap_or_else(|| {
                let all: Vec<_> = all().map(|(_, _, s, n)| format!("{s}.{n}")).collect();
                if all.is_empty() {
                    "this ruleset has no tunables".to_owned()
                } else {
                    format!("there are {}", all.join(", "))
                }
            });
            Err(Diagnostic::general("Q0316", format!("there is no tunable `{key}`")).help(help))
        }
        several => {
            let names: Vec<_> = several.iter().map(|(_, _, s, n)| format!("`{s}.{n}`")).collect();
            let message = format!("`{key}` stands in several scripts");
            Err(Diagnostic::general("Q0316", message).help(format!("write {}", names.join(" or "))))
        }
    }
}

/// The value that `text` means for a tunable of the kind of `like`. A string may stand in quotes.
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
