//! The outline of a file: the tables and entries of a TOML file, or the tunables and functions of a
//! script.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use lsp_types::{DocumentSymbol, SymbolKind};
use quadrille_dsl::Source;
use quadrille_dsl::script::hook_catalogue;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::script::{self, is_word};
use crate::text;

/// The maximum length of a displayed name, in characters. Longer names, such as the sentences that
/// name lessons, are cut.
const MAX_NAME_CHARS: usize = 60;

/// The maximum number of symbols in the outline of a file.
const MAX_SYMBOLS: usize = 4000;

/// Returns the outline of a file, in the order of its text.
pub fn of(path: &Path, text: &str) -> Vec<DocumentSymbol> {
    let source = Source::new("", text);
    if path.extension().is_some_and(|extension| extension == "rhai") {
        return of_script(&source);
    }
    let (root, _) = DeTable::parse_recoverable(text);
    let mut left = MAX_SYMBOLS;
    entries(&source, root.get_ref(), &[], &mut left)
}

/// Creates a symbol. The editor shows `detail` beside its name.
fn symbol(
    source: &Source,
    (name, detail): (&str, &str),
    kind: SymbolKind,
    (whole, shown): (Range<usize>, Range<usize>),
) -> DocumentSymbol {
    let whole = whole.start.min(shown.start)..whole.end.max(shown.end);
    // An editor rejects all symbols if one has no name.
    let name = if name.trim().is_empty() { "\"\"" } else { name };
    #[expect(deprecated, reason = "the field has to be given")]
    DocumentSymbol {
        name: shortened(name),
        detail: (!detail.is_empty()).then(|| shortened(detail)),
        kind,
        tags: None,
        deprecated: None,
        range: text::range_in(source, whole),
        selection_range: text::range_in(source, shown),
        children: None,
    }
}

fn shortened(words: &str) -> String {
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{} …", line[..end].trim_end()),
        None => line,
    }
}

/// Returns the entries of a table as symbols. The entries of an inner table become children of the
/// inner table's symbol. `left` is the number of symbols that may still be added.
fn entries(
    source: &Source,
    table: &DeTable<'_>,
    path: &[&str],
    left: &mut usize,
) -> Vec<DocumentSymbol> {
    let text = source.text.as_str();
    let mut found: Vec<(usize, DocumentSymbol)> = Vec::new();
    for (key, value) in table {
        let name: &str = key.get_ref();
        let end = end_of(value).max(key.span().end);
        let spans = (key.span().start..end, key.span());
        if let Some(items) = listed(value) {
            // The end of the previous table. The header of the next table follows it.
            let mut before = key.span().start.saturating_sub(2);
            for item in items {
                if !one_less(left) {
                    break;
                }
                let at = start_of(item).unwrap_or(key.span().start);
                let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
                let header = text.get(before..line).and_then(|between| between.rfind("[["));
                let header = header.map_or(at, |found| before + found);
                let end = end_of_table(item).max(at);
                before = end;
                let (title, detail) = titled(name, item);
                let spans =
                    (header..end, header..text[header..].find('\n').map_or(end, |n| header + n));
                found.push((header, symbol(source, (title, detail), SymbolKind::OBJECT, spans)));
            }
            continue;
        }
        if !one_less(left) {
            break;
        }
        let detail = match value.get_ref() {
            DeValue::String(words) => words,
            _ => "",
        };
        let mut one = symbol(source, (name, detail), kind(path, value.get_ref()), spans);
        if let DeValue::Table(inner) = value.get_ref()
            && (path.is_empty() || path == ["presets"])
        {
            let inside = if path.is_empty() { vec![name] } else { vec!["presets", name] };
            let children = entries(source, inner, &inside, left);
            one.children = (!children.is_empty()).then_some(children);
        }
        found.push((key.span().start, one));
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, one)| one).collect()
}

/// Counts one symbol. Returns `false` if the limit has been reached.
fn one_less(left: &mut usize) -> bool {
    let may = *left > 0;
    *left = left.saturating_sub(1);
    may
}

/// Returns the tables in an array of tables such as `[[seats]]`. Returns `None` if the array
/// contains no table.
fn listed<'t, 'i>(value: &'t Spanned<DeValue<'i>>) -> Option<Vec<&'t DeTable<'i>>> {
    let DeValue::Array(items) = value.get_ref() else { return None };
    let tables = items.iter().filter_map(|item| match item.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    });
    let tables: Vec<_> = tables.collect();
    (!tables.is_empty()).then_some(tables)
}

/// Returns the name and the detail of a table in an array.
fn titled<'t>(table: &'t str, item: &'t DeTable<'_>) -> (&'t str, &'t str) {
    let text = |wanted: &str| {
        let found = item.iter().find(|(key, _)| key.get_ref().as_ref() == wanted);
        found.and_then(|(_, value)| match value.get_ref() {
            DeValue::String(words) => Some(words.as_ref()),
            DeValue::Array(several) => match several.iter().next()?.get_ref() {
                DeValue::String(words) => Some(words.as_ref()),
                _ => None,
            },
            _ => None,
        })
    };
    let name = ["says", "name", "title", "id", "key"].into_iter().find_map(text);
    (name.unwrap_or(table), text("clause").unwrap_or_default())
}

fn kind(path: &[&str], value: &DeValue<'_>) -> SymbolKind {
    match (path.last(), value) {
        (None, DeValue::Table(_)) => SymbolKind::NAMESPACE,
        (Some(&"pieces"), _) => SymbolKind::CLASS,
        (Some(&"presets"), _) => SymbolKind::MODULE,
        (Some(&"clauses"), _) => SymbolKind::STRING,
        (Some(&"tunables"), _) => SymbolKind::CONSTANT,
        (Some(&"zones"), _) => SymbolKind::FIELD,
        _ => SymbolKind::PROPERTY,
    }
}

fn end_of(value: &Spanned<DeValue<'_>>) -> usize {
    let inside = match value.get_ref() {
        DeValue::Table(table) => end_of_table(table),
        DeValue::Array(items) => items.iter().map(end_of).max().unwrap_or_default(),
        _ => 0,
    };
    value.span().end.max(inside)
}

fn end_of_table(table: &DeTable<'_>) -> usize {
    table.iter().map(|(key, value)| end_of(value).max(key.span().end)).max().unwrap_or_default()
}

fn start_of(table: &DeTable<'_>) -> Option<usize> {
    table.iter().map(|(key, _): (&Spanned<Cow<'_, str>>, _)| key.span().start).min()
}

fn of_script(source: &Source) -> Vec<DocumentSymbol> {
    let text = source.text.as_str();
    let comments = script::scan(text).comments;
    let in_comment = |at: usize| {
        let before = comments.partition_point(|comment| comment.start <= at);
        before.checked_sub(1).is_some_and(|last| at < comments[last].end)
    };
    let mut found: Vec<DocumentSymbol> = Vec::new();
    // `clause` is the comment above a function, such as `/// clause: V1`. `open` is `true` inside a
    // function, which ends with a brace at the start of a line.
    let (mut clause, mut open) = ("", false);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if in_comment(at) {
            let said = line.trim_start_matches('/').trim();
            clause = said.strip_prefix("clause:").map_or(clause, str::trim);
            continue;
        }
        let end = at + line.trim_end().len();
        if open && line.starts_with('}') {
            open = false;
            if let Some(last) = found.last_mut() {
                last.range.end = text::range_in(source, end..end).end;
            }
        }
        let head = ["const ", "fn "].into_iter().find(|head| line.starts_with(head));
        let Some(head) = head.filter(|_| found.len() < MAX_SYMBOLS) else {
            if line.trim().is_empty() {
                clause = "";
            }
            continue;
        };
        let name = line[head.len()..].split(|c| !is_word(c)).next().unwrap_or_default();
        let shown = at + head.len()..at + head.len() + name.len();
        open = head == "fn " && !line.trim_end().ends_with('}');
        let (kind, detail) = match head {
            "const " => (SymbolKind::CONSTANT, line.split_once('=').map_or("", |(_, value)| value)),
            _ if hook_catalogue::hook_named(name).is_some() => (SymbolKind::EVENT, clause),
            _ => (SymbolKind::FUNCTION, clause),
        };
        let detail = detail.trim().trim_end_matches(';');
        found.push(symbol(source, (name, detail), kind, (at..end, shown)));
        clause = "";
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline_lines(found: &[DocumentSymbol]) -> Vec<String> {
        let one = |one: &DocumentSymbol| {
            let (from, to) = (one.range.start.line + 1, one.range.end.line + 1);
            let inside = one.children.as_deref().map(outline_lines).unwrap_or_default();
            let inside =
                if inside.is_empty() { String::new() } else { format!(" [{}]", inside.join(", ")) };
            let detail = one.detail.as_deref().map(|d| format!(" ({d})")).unwrap_or_default();
            format!("{from}-{to} {}{detail}{inside}", one.name)
        };
        found.iter().map(one).collect()
    }

    #[test]
    fn a_ruleset_is_outlined_by_tables_and_what_they_name() {
        let text = "extends = \"x\"\n\n[board]\nmask = \"8x8\"\n\n[[seats]]\nname = \"white\"\nkey = \"w\"\n\n[[seats]]\nkey = \"b\"\n\n\
                    [pieces]\nrook = { letter = \"R\" }\n\n[pieces.king]\nletter = \"K\"\n\n[presets.odds]\nabout = \"x\"\nzones.a = \"a1\"\n";
        assert_eq!(
            outline_lines(&of(Path::new("geometry.toml"), text)),
            [
                "1-1 extends (x)",
                "3-4 board [4-4 mask (8x8)]",
                "6-8 white",
                "10-11 b",
                "13-17 pieces [14-14 rook, 16-17 king]",
                "19-21 presets [19-21 odds [20-20 about (x), 21-21 zones]]",
            ]
        );
        assert_eq!(
            outline_lines(&of(Path::new("geometry.toml"), "[a\n[[b]]\n\"\" = 1\n")).len(),
            1
        );
    }

    #[test]
    fn a_lesson_is_called_by_what_it_says() {
        let text = "[[lesson]]\nclause = [\"V1\", \"V2\"]\nsays = \"Rooks go straight.\"\n\n[[lesson]]\nclause = \"V2\"\n";
        let found = outline_lines(&of(Path::new("lessons.toml"), text));
        assert_eq!(found, ["1-3 Rooks go straight. (V1)", "5-6 lesson (V2)"]);
    }

    #[test]
    fn a_script_is_outlined_by_its_tunables_and_functions() {
        let text = "//! Mate.\n\n// How.\nconst HOW = \"a\";\n\n/// Loses.\n/// clause: V1\nfn on_mate(game, seat) {\n    lose(seat);\n}\n\n\
                    fn helper(a) { a }\n";
        let found = of(Path::new("a.rhai"), text);
        assert_eq!(outline_lines(&found), ["4-4 HOW (\"a\")", "8-10 on_mate (V1)", "12-12 helper"]);
        let kinds: Vec<_> = found.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, [SymbolKind::CONSTANT, SymbolKind::EVENT, SymbolKind::FUNCTION]);
    }
}
