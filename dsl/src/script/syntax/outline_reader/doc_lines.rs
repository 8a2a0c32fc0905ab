//! Reads the `clause:`, `when:` and `judged:` lines above a function.

use std::ops::Range;

use super::OutlineReader;
use crate::diagnostic::{Code, NameSuggestion};
use crate::script::syntax::when_conditions::conditions;
use crate::script::syntax::{Condition, Spanned, is_clause_id};

impl OutlineReader<'_> {
    pub(super) fn clause_line(
        &mut self,
        id: &str,
        span: &Range<usize>,
        again: bool,
    ) -> Option<Spanned<String>> {
        if is_clause_id(id) && !again {
            return Some(Spanned::new(id.to_owned(), span.clone()));
        }
        let message = if again {
            "a hook can have only one clause".to_owned()
        } else {
            format!("`{id}` can't be the id of a clause")
        };
        let plain = id.trim_start_matches("clause").trim_matches([':', ' ', '`', '"', ',']);
        let advice = if is_clause_id(plain) && !again {
            self.line_instead(span, &format!("/// clause: {plain}"))
        } else if again {
            "remove the line, or call `clause(\"V12\")` inside the hook before the effects of another clause".into()
        } else {
            "use only letters, digits, `-`, `_` and `.`, as in `/// clause: V11`".into()
        };
        self.helped(Code::InvalidHookLine, span.clone(), message, advice);
        None
    }

    pub(super) fn judged_line(
        &mut self,
        answer: &str,
        span: &Range<usize>,
    ) -> Option<Range<usize>> {
        if answer == "yes" {
            return Some(span.clone());
        }
        let advice = match answer.to_lowercase().trim_matches(['.', ':', ' ']) {
            "yes" | "y" | "true" | "on" => self.line_instead(span, "/// judged: yes"),
            _ => "write `/// judged: yes` if its effects decide whether a move is legal, or remove the line".into(),
        };
        self.helped(Code::InvalidHookLine, span.clone(), "`judged:` takes only `yes`", advice);
        None
    }

    pub(super) fn when_line(&mut self, line: &Spanned<String>) -> Option<Spanned<Vec<Condition>>> {
        let text = line.value.strip_prefix("when:")?.trim();
        let at = match conditions(text) {
            Ok(conditions) => return Some(Spanned::new(conditions, line.span.clone())),
            Err(at) => at,
        };
        if let Some(meant) = meant(text) {
            let advice = self.line_instead(&line.span, &format!("/// when: {meant}"));
            let message = format!("`{text}` is not a list of conditions");
            self.helped(Code::InvalidHookLine, line.span.clone(), message, advice);
            return None;
        }
        // Parsing stopped at this word. The word is empty if parsing stopped at the end of the
        // line, because something is missing there.
        let start = line.span.end - text.len();
        let word = text[at..].split([' ', ',']).next().unwrap_or_default();
        let span = match word {
            "" => line.span.clone(),
            word => start + at..start + at + word.len(),
        };
        self.helped(
            Code::InvalidHookLine,
            span,
            format!("`{text}` is not a list of conditions"),
            "separate conditions by commas, as in `pawn or king, to far, no capture`; \
             `quadrille explain conditions` lists all of them",
        );
        None
    }

    /// Returns the advice to replace a documentation line by another line.
    fn line_instead(&self, span: &Range<usize>, line: &str) -> NameSuggestion {
        NameSuggestion::replace(format!("write `{line}`"), &self.source.text[span.clone()], line)
    }
}

/// Returns the conditions that an invalid `when:` line probably means. Common wrong words are
/// replaced by the right ones. Returns `None` if no replacement makes the line valid.
fn meant(text: &str) -> Option<String> {
    let plain = text.trim_start_matches("when").trim_matches([':', ';', '.', ',', ' ']);
    let words = |from: &[&str], to: &str| {
        let replaced = plain.split(' ').map(|word| if from.contains(&word) { to } else { word });
        replaced.collect::<Vec<_>>().join(" ")
    };
    let candidates = [
        plain.to_owned(),
        words(&["at", "in", "upon"], "on"),
        words(&["into", "onto", "at", "on", "reaches"], "to"),
        words(&["without", "not"], "no"),
        words(&["and", "&"], ",").replace(" ,", ","),
    ];
    candidates.into_iter().find(|text| conditions(text).is_ok())
}
