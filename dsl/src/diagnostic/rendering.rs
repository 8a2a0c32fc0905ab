//! Renders diagnostics as text: message, location, the source line with the span underlined, and
//! help.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::{Diagnostic, Label, Severity, Source};
use crate::text::Styled;
use crate::text::printable::{Shown, one_line};
use crate::text::prose::quantity;
use unicode_width::UnicodeWidthStr as _;

/// The maximum number of columns of a source line.
pub const SOURCE_LINE_COLUMNS: usize = 96;
const TAB: &str = "    ";

/// Renders a diagnostic, without a final line break.
#[must_use]
pub fn render(diagnostic: &Diagnostic, colour: bool, width: usize) -> Styled {
    let mut out = ColouredText { text: Styled::new(), colour };
    let (word, ink): (_, &[u8]) = match diagnostic.severity {
        Severity::Error => ("error", &[1, 31]),
        Severity::Warning => ("warning", &[1, 33]),
    };
    let code = diagnostic.code.map_or_else(String::new, |code| format!("[{code}]"));
    out.paint(ink, &format!("{word}{code}"));
    out.push(": ");
    out.paint(&[1], &diagnostic.message);
    let lines = diagnostic.labels.iter().map(|label| label.source.position(label.span.start).0);
    let margin = lines.max().map_or(1, |line| line.to_string().len());
    for (i, label) in diagnostic.labels.iter().enumerate() {
        let (ink, sign) = if i == 0 { (ink, '^') } else { (MARGIN_COLOUR, '-') };
        excerpt(&mut out, label, Style { ink, sign, margin }, width);
    }
    if let Some(help) = &diagnostic.help {
        out.push(&format!("\n{:margin$} ", ""));
        out.paint(MARGIN_COLOUR, "=");
        out.push(" ");
        out.paint(&[1, 36], "help");
        out.push(": ");
        out.push(&help.replace('\n', &format!("\n{:margin$}         ", "")));
    }
    out.text
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render(self, false, SOURCE_LINE_COLUMNS).as_str())
    }
}

impl std::error::Error for Diagnostic {}

/// The colour of margins and of places other than the mistake itself.
const MARGIN_COLOUR: &[u8] = &[1, 34];

/// The drawing style of a label.
#[derive(Clone, Copy)]
struct Style {
    ink: &'static [u8],
    /// The character that underlines the marked span.
    sign: char,
    /// The number of columns that line numbers take.
    margin: usize,
}

/// Draws a label: its place, its source line, the underline, and its text.
fn excerpt(out: &mut ColouredText, label: &Label, style: Style, width: usize) {
    let Style { ink, sign, margin } = style;
    let Label { source, span, text } = label;
    let (line, column) = source.position(span.start);
    out.push(&format!("\n{:margin$}", ""));
    out.paint(MARGIN_COLOUR, if sign == '^' { "-->" } else { ":::" });
    out.push(&format!(" {}:{line}:{column}\n{:margin$} ", one_line(&source.name), ""));
    out.paint(MARGIN_COLOUR, "|");
    out.push("\n");
    out.paint(MARGIN_COLOUR, &format!("{line:margin$}"));
    out.push(" ");
    out.paint(MARGIN_COLOUR, "|");
    let shown = Excerpt::new(source, span, width.max(16));
    out.push(&format!(" {}\n{:margin$} ", shown.text, ""));
    out.paint(MARGIN_COLOUR, "|");
    out.push(&format!(" {:indent$}", "", indent = shown.indent));
    let signs = sign.to_string().repeat(shown.length);
    let marked = if text.is_empty() { signs } else { format!("{signs} {}", one_line(text)) };
    out.paint(ink, &marked);
}

/// The maximum number of diagnostics that are printed.
const MAX_DIAGNOSTICS: usize = 100;

/// Renders a list of diagnostics, each followed by a blank line. If the list is too long, renders
/// the first ones and the number of the rest.
#[must_use]
pub fn render_all(list: &[Diagnostic], colour: bool) -> Styled {
    let mut out = Styled::new();
    let alike = alike(list);
    for group in alike.iter().take(MAX_DIAGNOSTICS) {
        out.append(&render(group[0], colour, SOURCE_LINE_COLUMNS));
        let margin = group[0]
            .place()
            .map_or(1, |label| label.source.position(label.span.start).0.to_string().len());
        let also = places(group[0], &group[1..]);
        if !also.is_empty() {
            let mut page = ColouredText { text: Styled::new(), colour };
            page.push(&format!("\n{:margin$} ", ""));
            page.paint(MARGIN_COLOUR, "=");
            page.push(&format!(" also: {also}"));
            out.append(&page.text);
        }
        out.push("\n\n");
    }
    if let more @ 1.. = alike.len().saturating_sub(MAX_DIAGNOSTICS) {
        out.push(&format!("and {more} more\n\n"));
    }
    out
}

/// Groups similar diagnostics. The groups have the order of their first diagnostics.
///
/// Two diagnostics of equal severity are similar if they have the same missing name. If their codes
/// and advice are equal too, they are also similar if they have the same message or the same place.
/// For example, if one loop declares many wrong names, all these mistakes are similar.
fn alike(list: &[Diagnostic]) -> Vec<Vec<&Diagnostic>> {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    let (mut by_words, mut by_place) = (HashMap::new(), HashMap::new());
    let mut by_name = HashMap::new();
    for diagnostic in list {
        let Some(place) = diagnostic.place() else {
            groups.push(vec![diagnostic]);
            continue;
        };
        let what = (diagnostic.code, diagnostic.severity, &diagnostic.help);
        let words = (what, &diagnostic.message);
        let spot = (what, Arc::as_ptr(&place.source), place.span.clone());
        let same_spot = by_place.get(&spot).filter(|_| diagnostic.help.is_some());
        let name = diagnostic.missing.as_ref().map(|missing| (diagnostic.severity, missing));
        let same_name = name.as_ref().and_then(|name| by_name.get(name));
        let known = by_words.get(&words).or(same_spot).or(same_name).copied();
        let group = known.unwrap_or(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(diagnostic),
            None => groups.push(vec![diagnostic]),
        }
        by_words.entry(words).or_insert(group);
        name.map(|name| by_name.entry(name).or_insert(group));
        by_place.entry(spot).or_insert(group);
    }
    groups
}

/// The maximum number of places other than the first in a message.
const MAX_FURTHER_PLACES: usize = 8;

/// The maximum number of other messages about the same place.
const MAX_FURTHER_MESSAGES: usize = 3;

/// Returns the other places of a group of similar diagnostics, and the other messages about the
/// first place.
fn places(first: &Diagnostic, others: &[&Diagnostic]) -> String {
    let mut file = first.place().map(|label| &label.source.name);
    let (here, elsewhere): (Vec<&Diagnostic>, Vec<&Diagnostic>) =
        others.iter().partition(|other| other.place() == first.place());
    let here: Vec<_> = here.into_iter().filter(|other| other.message != first.message).collect();
    let mut places: Vec<(&String, (usize, usize))> = elsewhere
        .iter()
        .filter_map(|other| other.place())
        .map(|Label { source, span, .. }| (&source.name, source.position(span.start)))
        .collect();
    places.sort_by_key(|(name, at)| (Some(*name) != file, *name, *at));
    places.dedup();
    let mut named = Vec::new();
    for (name, (line, column)) in places.iter().take(MAX_FURTHER_PLACES) {
        // The name of a file is written only if it differs from the name before it.
        let known = file.replace(name).is_some_and(|file| file == *name);
        let file = if known { String::new() } else { format!("{}:", one_line(name)) };
        named.push(format!("{file}{line}:{column}"));
    }
    if let more @ 1.. = places.len().saturating_sub(MAX_FURTHER_PLACES) {
        named.push(format!("and {more} more"));
    }
    named.extend(
        here.iter().take(MAX_FURTHER_MESSAGES).map(|other| one_line(&other.message).to_string()),
    );
    if let more @ 1.. = here.len().saturating_sub(MAX_FURTHER_MESSAGES) {
        named.push(format!("and {more} more here"));
    }
    named.join(", ")
}

/// Counts the groups of similar diagnostics, as in `2 errors, 1 warning`.
#[must_use]
pub fn count(list: &[Diagnostic]) -> String {
    let list = alike(list);
    let errors = list.iter().filter(|group| group[0].severity == Severity::Error).count();
    let parts = [(errors, "error"), (list.len() - errors, "warning")];
    let parts = parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| quantity(*n as u64, word));
    parts.collect::<Vec<_>>().join(", ")
}

/// Text with colours for a terminal.
struct ColouredText {
    text: Styled,
    colour: bool,
}

impl ColouredText {
    fn push(&mut self, text: &str) {
        self.text.push(text);
    }

    fn paint(&mut self, ink: &[u8], text: &str) {
        self.text.paint(if self.colour { ink } else { &[] }, text);
    }
}

/// A part of a line around a span, and the columns to underline.
struct Excerpt {
    text: String,
    indent: usize,
    length: usize,
}

impl Excerpt {
    fn new(source: &Source, span: &Range<usize>, width: usize) -> Self {
        let text = source.text.as_str();
        let start = boundary(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let end = boundary(text, span.end).clamp(start, line_end);
        // A line that fits is shown whole. In a long line, the text before the span gets a third of
        // the width, or more if the text after the span needs less.
        let rest = Self::forward(&text[start..line_end], width * 2 / 3).columns;
        let before = Self::backward(&text[line_start..start], width - rest.min(width * 2 / 3));
        let room = width.saturating_sub(before.columns);
        let meant = Self::forward(&text[start..end], room);
        let after = Self::forward(&text[end..line_end], room.saturating_sub(meant.columns));
        let mut shown = before.text;
        shown.push_str(&meant.text);
        if !meant.cut {
            shown.push_str(&after.text);
        }
        Self {
            text: shown.trim_end().to_owned(),
            indent: before.columns,
            length: meant.columns.max(1),
        }
    }

    /// Returns the last part of a text that fits into a number of columns.
    fn backward(text: &str, room: usize) -> Fragment {
        let mut start = text.len();
        let mut columns = 0;
        for (i, c) in text.char_indices().rev() {
            let (_, wide) = display(c);
            if columns + wide > room {
                let mut piece =
                    Fragment { text: "…".to_owned(), columns: columns + 1, cut: true };
                piece.text.extend(text[start..].chars().map(|c| display(c).0));
                return piece;
            }
            columns += wide;
            start = i;
        }
        let text = text.chars().map(|c| display(c).0).collect();
        Fragment { text, columns, cut: false }
    }

    /// Returns the first part of a text that fits into a number of columns.
    fn forward(text: &str, room: usize) -> Fragment {
        let mut piece = Fragment { text: String::new(), columns: 0, cut: false };
        for c in text.chars() {
            let (shown, wide) = display(c);
            if piece.columns + wide > room {
                piece.text.push('…');
                piece.columns += 1;
                piece.cut = true;
                break;
            }
            piece.text.push_str(&shown);
            piece.columns += wide;
        }
        piece
    }
}

struct Fragment {
    text: String,
    columns: usize,
    cut: bool,
}

/// Returns a character as displayed, and its width in columns.
fn display(c: char) -> (String, usize) {
    match c {
        '\t' => (TAB.to_owned(), TAB.len()),
        '\r' => (String::new(), 0),
        c => {
            let shown = Shown(c).to_string();
            let columns = shown.width();
            (shown, columns)
        }
    }
}

/// Returns the nearest character boundary at or before `offset`.
fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::super::{Code, MissingName};

    use super::*;

    fn plainly(diagnostic: &Diagnostic, colour: bool, width: usize) -> String {
        render(diagnostic, colour, width).to_string()
    }

    fn draw(text: &str, span: Range<usize>) -> String {
        let source = Source::new("mine/geometry.toml", text);
        let diagnostic = Diagnostic::error(Code::UnknownKey, &source, span, "unknown key `walsl`");
        plainly(&diagnostic.help("did you mean `walls`?"), false, 40)
    }

    #[test]
    fn a_diagnostic_shows_message_place_line_and_help() {
        assert_eq!(
            draw("[board]\nwalsl = []\n", 8..13),
            "\
error[Q0101]: unknown key `walsl`
 --> mine/geometry.toml:2:1
  |
2 | walsl = []
  | ^^^^^
  = help: did you mean `walls`?"
        );
    }

    #[test]
    fn further_places_follow_with_what_they_say() {
        let first = Source::new("mine/geometry.toml", "a\nb\nc\nd\ne\nf\ng\nh\ni\nkey = \"y\"\n");
        let found =
            Diagnostic::error(Code::SeatKeyRepeated, &first, 24..27, "`red` has the key `y`")
                .label(&first, 0..1, "first given here");
        assert_eq!(
            plainly(&found, false, 40),
            "\
error[Q0110]: `red` has the key `y`
  --> mine/geometry.toml:10:7
   |
10 | key = \"y\"
   |       ^^^
  ::: mine/geometry.toml:1:1
   |
 1 | a
   | - first given here"
        );
    }

    #[test]
    fn the_caret_stands_under_the_character_whatever_is_before_it() {
        for (before, columns) in [("\t", 4), ("日本", 4), ("e\u{301}", 1), ("é", 1), ("\u{1b}", 1)]
        {
            let text = format!("{before}x = 1");
            let drawn = draw(&text, before.len()..before.len() + 1);
            let carets = drawn.lines().nth(4).unwrap();
            assert_eq!(carets, format!("  | {}^", " ".repeat(columns)), "{before:?}");
        }
    }

    #[test]
    fn a_long_line_is_clipped_around_what_is_meant() {
        let text = format!("{}walsl{}", "a".repeat(10_000_000), "b".repeat(10_000));
        let drawn = draw(&text, 10_000_000..10_000_005);
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[3], format!("1 | …{}walsl{}…", "a".repeat(14), "b".repeat(20)));
        assert_eq!(lines[4], format!("  | {}^^^^^", " ".repeat(15)));
    }

    #[test]
    fn the_same_in_several_places_is_told_once() {
        let source = Source::new("a.rhai", "cons\ncons\n cons\n");
        let at = |start: usize| {
            Diagnostic::error(Code::UnknownName, &source, start..start + 4, "no counter `cons`")
        };
        let list = [at(0), at(5), at(11)];
        let text = render_all(&list, false).to_string();
        assert!(text.ends_with("^^^^\n  = also: 2:1, 3:2\n\n"), "{text}");
        assert_eq!(count(&list), "1 error");
        // If a kind was renamed, all uses of its old name are one mistake.
        let missing = |code: Code, start: usize, help: &str| {
            let made =
                Diagnostic::error(code, &source, start..start + 4, format!("no kind {help}"));
            made.about_missing(MissingName::new("kind", "cons")).help(help)
        };
        let [named, called] =
            [missing(Code::UnknownName, 0, "a"), missing(Code::InvalidDeclaration, 5, "b")];
        let text = render_all(&[named.clone(), called.clone(), called.clone()], false).to_string();
        assert!(text.ends_with("= help: a\n  = also: 2:1\n\n"), "{text}");
        let another = called.about_missing(MissingName::new("zone", "cons"));
        assert_eq!(count(&[named, another]), "2 errors");
        // A loop declares many things in one place.
        let one = |name: usize| {
            let message = format!("`c{name}` is one too many");
            Diagnostic::error(Code::InvalidDeclaration, &source, 0..4, message)
                .help("declare at most 16")
        };
        let list: Vec<_> = (1..=20).map(one).collect();
        let text = render_all(&list, false).to_string();
        assert!(text.ends_with("also: `c2` is one too many, `c3` is one too many, `c4` is one too many, and 16 more here\n\n"), "{text}");
        assert_eq!(count(&list), "1 error");
        // Without common advice, each diagnostic is listed separately.
        let list = [1, 2].map(|name| {
            let mut diagnostic = one(name);
            diagnostic.help = None;
            diagnostic
        });
        assert_eq!(count(&list), "2 errors");
    }

    #[test]
    fn a_line_that_fits_is_not_clipped() {
        let text = format!("{}walsl", "a".repeat(35));
        assert!(draw(&text, 35..40).contains(&format!("1 | {text}\n")));
        assert!(draw(&format!("a{text}"), 36..41).contains("1 | …"));
    }

    #[test]
    fn a_span_over_several_lines_or_past_the_end_is_underlined_as_far_as_its_line_goes() {
        assert!(draw("ab\ncd\n", 1..5).contains("1 | ab\n  |  ^\n"));
        assert!(draw("ab", 50..60).contains("1 | ab\n  |   ^\n"));
        assert!(draw("", 0..0).contains(":1:1\n  |\n1 | \n  | ^\n"));
        assert!(draw("aé", 2..2).contains("^"));
    }

    #[test]
    fn what_a_file_holds_can_t_drive_the_terminal() {
        let source = Source::new("a\u{1b}[2Jb", "\u{1b}[31mred\u{202e}\n");
        let drawn = plainly(
            &Diagnostic::error(Code::NoSuchRuleset, &source, 0..1, "bad\u{7} \u{1b}c"),
            false,
            40,
        );
        assert!(!drawn.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{drawn:?}");
    }

    #[test]
    fn findings_are_counted_by_severity() {
        let source = Source::new("f", "");
        let error = Diagnostic::error(Code::NoSuchRuleset, &source, 0..0, "a");
        let warning = Diagnostic::warning(Code::NoManifest, &source, 0..0, "b");
        let other = Diagnostic::error(Code::NoSuchRuleset, &source, 0..0, "c");
        assert_eq!(count(&[error, other, warning.clone()]), "2 errors, 1 warning");
        assert_eq!(count(&[warning]), "1 warning");
    }
}
