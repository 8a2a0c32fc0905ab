//! Splits the scripts of a ruleset into functions and constants, so that the scripts of two
//! rulesets can be compared part by part.

use std::ops::Range;

use crate::script::compile::scripts::{Script, Scripts};

/// A function or a constant of a script, without its comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptPart {
    /// The name of the script's file.
    pub file: String,
    /// The name of the function or constant. For a function, the parameters are included.
    pub name: String,
    /// The lines that are not empty, each with its number, counted from 1. The first lines of a
    /// function are the comments that have an effect: its clause, its conditions, and whether it is
    /// judged.
    pub lines: Vec<(usize, String)>,
}

impl Scripts {
    /// Returns the functions and constants of all scripts, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<ScriptPart> {
        self.scripts.iter().flat_map(Script::parts).collect()
    }
}

impl Script {
    fn parts(&self) -> Vec<ScriptPart> {
        let file = self.source.file_name();
        let part = |name: String, lines| ScriptPart { file: file.to_owned(), name, lines };
        let constants = self.outline.tunables.iter().map(|constant| {
            let mut lines = self.lines(&constant.span);
            if !constant.one_of.is_empty() {
                let (at, _) = self.source.position(constant.span.start);
                lines.insert(0, (at, format!("one of: {}", constant.one_of.join(", "))));
            }
            part(format!("const {}", constant.name.value), lines)
        });
        let functions = self.outline.functions.iter().map(|function| {
            let clause = function.clause.as_ref().map(|clause| ("clause", clause.span.clone()));
            let when = function.when.as_ref().map(|when| ("when", when.span.clone()));
            let judged = function.judged.clone().map(|span| ("judged", span));
            let said = [clause, when, judged].into_iter().flatten().map(|(word, span)| {
                let text = self.source.text.get(span.clone()).unwrap_or_default();
                let text = text.trim_start_matches('/').trim();
                let said = match text.starts_with(word) {
                    true => text.to_owned(),
                    false => format!("{word}: {text}"),
                };
                (self.source.position(span.start).0, said)
            });
            let mut lines: Vec<(usize, String)> = said.collect();
            lines.extend(self.lines(&function.span));
            part(function.signature(), lines)
        });
        constants.chain(functions).collect()
    }

    /// Returns the lines of the code in a span, without comments. One space replaces several
    /// spaces, except in strings.
    fn lines(&self, span: &Range<usize>) -> Vec<(usize, String)> {
        let within = |ranges: &[Range<usize>], at: usize| {
            let next = ranges.partition_point(|range| range.end <= at);
            ranges.get(next).is_some_and(|range| range.contains(&at))
        };
        let outline = &self.outline;
        let text = self.source.text.get(span.clone()).unwrap_or_default();
        let mut lines = Vec::new();
        let mut at = span.start;
        for (number, line) in (self.source.position(span.start).0..).zip(text.split_inclusive('\n'))
        {
            let mut kept = String::with_capacity(line.len());
            for (offset, c) in line.char_indices() {
                let place = at + offset;
                let in_string = within(&outline.strings, place);
                let doubled = c.is_whitespace() && kept.ends_with(' ') && !in_string;
                if !doubled && !within(&outline.comments, place) {
                    kept.push(if c.is_whitespace() { ' ' } else { c });
                }
            }
            at += line.len();
            let kept = kept.trim();
            if !kept.is_empty() {
                lines.push((number, kept.to_owned()));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use crate::limits::NEVER_STOPPED;
    use crate::script::compile;
    use crate::script::testing::sources;

    /// Returns the text of all parts of a script.
    fn parts(text: &str) -> String {
        let (scripts, _) = compile(sources(&[text]), &[], &NEVER_STOPPED).unwrap();
        let lines =
            scripts.parts().into_iter().map(|part| format!("{} {:?}", part.name, part.lines));
        lines.collect::<Vec<_>>().join("\n")
    }

    const SCRIPT: &str = r#"//! A rule.

// How many.
// one of: a, b  b, b
const HOW = "a";

/// A capture ends it.
/// when: capture
fn outcome(game) {
    // Nothing to say.
    if HOW == "b  b" { draw(); }   // now

    draw();
}
"#;

    #[test]
    fn a_script_is_its_constants_and_functions_without_comments() {
        assert_eq!(
            parts(SCRIPT),
            "const HOW [(5, \"one of: a, b  b, b\"), (5, \"const HOW = \\\"a\\\";\")]\n\
             outcome(game) [(8, \"when: capture\"), (9, \"fn outcome(game) {\"), \
             (11, \"if HOW == \\\"b  b\\\" { draw(); }\"), (13, \"draw();\"), (14, \"}\")]"
        );
    }

    #[test]
    fn comments_and_spaces_change_no_line_and_strings_and_conditions_do() {
        let texts = |text: &str| -> Vec<String> {
            let (scripts, _) = compile(sources(&[text]), &[], &NEVER_STOPPED).unwrap();
            let parts = scripts.parts().into_iter();
            parts.flat_map(|part| part.lines).map(|(_, line)| line).collect()
        };
        let own = texts(SCRIPT);
        for (old, new, same) in [
            ("// Nothing to say.", "// Much.\n\n", true),
            ("{ draw(); }   // now", "{  draw();  }", true),
            ("/// A capture", "/// Any capture", true),
            ("== \"b  b", "== \"b", false),
            ("when: capture", "when: check", false),
            ("one of: a, b", "one of: c, a, b", false),
        ] {
            let changed = SCRIPT.replace(old, new);
            assert_ne!(changed, SCRIPT);
            assert_eq!(texts(&changed) == own, same, "{new}");
        }
    }
}
