//! Formats TOML from the events of a TOML parser. Every token is kept as written. Only the white
//! space between tokens changes.

use toml::Value;
use toml_parser::Source;
use toml_parser::parser::{Event, EventKind, parse_document};

use super::picture;

/// The indentation inside brackets that span several lines.
const INDENT: &str = "    ";
/// The mark that is written before each comment that follows code on its line. After the last line,
/// spaces replace the marks. The mark can't occur in TOML.
const TRAILING: char = '\0';

/// Returns the TOML text in the usual layout.
pub(super) fn tidied(text: &str) -> String {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::new();
    // The caller has already parsed the text without errors.
    parse_document(&tokens, &mut events, &mut ());
    let mut writer = ManifestWriter {
        text,
        made: String::with_capacity(text.len()),
        depth: 0,
        breaks: 0,
        last: None,
        value_end: 0,
        key: "",
        columns: Vec::new(),
    };
    for event in events {
        writer.event(&event);
    }
    let mut made = writer.made;
    made.truncate(made.trim_end().len());
    if !made.is_empty() {
        made.push('\n');
    }
    commented(&made, &writer.columns)
}

struct ManifestWriter<'a> {
    text: &'a str,
    made: String,
    /// The number of open brackets. The brackets of table headers are not counted.
    depth: usize,
    /// The number of line ends since the last token.
    breaks: usize,
    /// The last token other than white space.
    last: Option<EventKind>,
    /// The offset in the output at which the last value ends.
    value_end: usize,
    /// The last key before an equals sign.
    key: &'a str,
    /// The original columns of the comments that follow code on their lines.
    columns: Vec<usize>,
}

impl<'a> ManifestWriter<'a> {
    fn event(&mut self, event: &Event) {
        use EventKind as E;
        let kind = event.kind();
        let span = event.span().start()..event.span().end();
        let token: &'a str = &self.text[span.clone()];
        match kind {
            E::Whitespace | E::Error => return,
            E::Newline => {
                self.breaks += 1;
                return;
            }
            _ => {}
        }
        if matches!(kind, E::ArrayClose | E::InlineTableClose) {
            self.depth = self.depth.saturating_sub(1);
            self.close(kind);
        }
        self.space(kind, span.start);
        if kind == E::SimpleKey {
            self.key = token.trim_matches(['"', '\'']);
        }
        let drawn = match (kind, self.key) {
            (E::Scalar, "picture") => picture::aligned(token),
            (E::Scalar, "mask") => picture::trimmed(token),
            _ => None,
        };
        self.made.push_str(drawn.as_deref().unwrap_or(token.trim_end()));
        if matches!(kind, E::ArrayOpen | E::InlineTableOpen) {
            self.depth += 1;
        }
        if matches!(kind, E::Scalar | E::ArrayClose | E::InlineTableClose) {
            self.value_end = self.made.len();
        }
        // A comment may be between a value and the token after it.
        if kind != E::Comment || self.last.is_none() || self.depth == 0 {
            self.last = Some(kind);
        }
        self.breaks = 0;
    }

    /// Adds or removes the comma before a closing bracket. The last element of an array has a comma
    /// after it only if the bracket is on a new line.
    fn close(&mut self, kind: EventKind) {
        use EventKind as E;
        match self.last {
            Some(E::ValueSep) if self.breaks == 0 => {
                let end = self.made.trim_end_matches(',').len();
                self.made.truncate(end);
            }
            Some(E::Scalar | E::ArrayClose | E::InlineTableClose)
                if self.breaks > 0 && kind == E::ArrayClose =>
            {
                self.made.insert(self.value_end, ',');
            }
            _ => {}
        }
    }

    /// Writes the white space before a token. `at` is the place of the token in the file.
    fn space(&mut self, kind: EventKind, at: usize) {
        use EventKind as E;
        let Some(last) = self.last else {
            return;
        };
        let header = matches!(kind, E::StdTableOpen | E::ArrayTableOpen);
        let joined = kind == E::ValueSep && !self.ends_in_comment();
        if self.breaks > 0 && !joined {
            let opened =
                matches!(last, E::ArrayOpen | E::InlineTableOpen) && !self.ends_in_comment();
            let closes = matches!(kind, E::ArrayClose | E::InlineTableClose);
            let free = self.breaks > 1 && !(self.depth > 0 && opened) && !closes;
            let apart = header && last != E::Comment;
            self.made.push('\n');
            if free || apart {
                self.made.push('\n');
            }
            let indent = INDENT.repeat(self.depth);
            self.made.push_str(&indent);
            return;
        }
        let space = match (last, kind) {
            (_, E::Comment) => {
                self.made.push(TRAILING);
                self.columns.push(column(self.text, at));
                return;
            }
            (_, E::KeyValSep) | (E::KeyValSep, _) => true,
            (E::InlineTableOpen, E::InlineTableClose) => false,
            (E::InlineTableOpen, _) | (_, E::InlineTableClose) => true,
            (_, E::ValueSep) => false,
            (E::ValueSep, E::ArrayClose) => false,
            (E::ValueSep, _) => true,
            _ => false,
        };
        if space {
            self.made.push(' ');
        }
    }

    fn ends_in_comment(&self) -> bool {
        let line = self.made.rsplit('\n').next().unwrap_or_default();
        line.contains(TRAILING) || line.trim_start().starts_with('#')
    }
}

/// Returns the column of a place in its line, in characters.
fn column(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().chars().count()
}

/// Aligns comments that follow code. Comments on consecutive lines get a common column. If the
/// comments have a common column in the file and the code on each line ends before it, they keep
/// this column.
fn commented(text: &str, columns: &[usize]) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut made = String::with_capacity(text.len());
    let mut columns = columns;
    let groups = lines.chunk_by(|a, b| a.contains(TRAILING) == b.contains(TRAILING));
    for group in groups {
        let split: Vec<_> = group.iter().filter_map(|line| line.split_once(TRAILING)).collect();
        if split.is_empty() {
            made.extend(group.iter().flat_map(|line| [line, "\n"]));
            continue;
        }
        let (own, rest) = columns.split_at(split.len().min(columns.len()));
        columns = rest;
        let width = |code: &str| code.chars().count();
        let widest = split.iter().map(|(code, _)| width(code)).max().unwrap_or_default();
        let kept = own.first().filter(|first| **first > widest && own.iter().all(|c| c == *first));
        let column = kept.copied().unwrap_or(widest + 1);
        for (code, comment) in split {
            let gap = column - width(code);
            made.push_str(code);
            made.extend(std::iter::repeat_n(' ', gap));
            made.push_str(comment);
            made.push('\n');
        }
    }
    made.pop();
    made
}

/// Returns the values and comments of a TOML text, without its layout. In pictures, one space
/// separates the cells.
pub(super) fn says(text: &str) -> Option<(Value, Vec<&str>)> {
    let mut value = Value::Table(text.parse().ok()?);
    cells(&mut value, "");
    let comments = crate::manifest::comments::find(text).into_iter().map(|span| &text[span]);
    Some((value, comments.map(str::trim_end).collect()))
}

fn cells(value: &mut Value, key: &str) {
    match value {
        Value::String(text) if key == "picture" || key == "mask" => {
            let rows = text.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
            *text = rows.collect::<Vec<_>>().join("\n").trim().to_owned();
        }
        Value::Array(all) => all.iter_mut().for_each(|value| cells(value, key)),
        Value::Table(table) => table.iter_mut().for_each(|(key, value)| cells(value, key)),
        _ => {}
    }
}
