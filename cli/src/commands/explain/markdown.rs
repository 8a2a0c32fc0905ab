//! Formats Markdown for a terminal. Paragraphs and table cells are wrapped to the width of the
//! terminal. The words of links replace the links.

use std::fmt::Write as _;

use quadrille_reports::table::{Align, columns, paragraph};
use unicode_width::UnicodeWidthStr as _;

use super::prose::{WIDTH, entry, prose};

/// The indent of code, in columns.
const CODE_INDENT: usize = 4;

/// Returns a page as text. The lines of code are not changed. Pictures are left out.
pub fn render(markdown: &str) -> String {
    let mut out = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") {
            gap(&mut out);
            for code in lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")) {
                let _ = writeln!(out, "{}", format!("{:CODE_INDENT$}{code}", "").trim_end());
            }
        } else if line.starts_with("    ") && !line.trim().is_empty() {
            if !is_code_end(&out) {
                gap(&mut out);
            }
            let _ = writeln!(out, "{line}");
        } else if let Some((level, title)) = heading(line) {
            gap(&mut out);
            let _ = writeln!(out, "{}{}", " ".repeat(level.saturating_sub(2) * 2), inline(title));
        } else if trimmed.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.trim_start().starts_with('|')) {
                rows.push(row);
            }
            gap(&mut out);
            table(&rows, &mut out);
        } else if trimmed.is_empty() || trimmed.starts_with("![") || trimmed.starts_with('<') {
            continue;
        } else {
            let mut text = trimmed.to_owned();
            while let Some(more) = lines.next_if(|line| continues(line)) {
                text.push(' ');
                text.push_str(more.trim());
            }
            match item(&text) {
                Some((mark, text)) => list_item(mark, text, &mut out),
                None => {
                    gap(&mut out);
                    prose(&inline(&text), &mut out);
                }
            }
        }
    }
    out
}

/// Returns `true` if a line belongs to the same paragraph as the line above it.
fn continues(line: &str) -> bool {
    let trimmed = line.trim_start();
    !trimmed.is_empty()
        && heading(line).is_none()
        && item(trimmed).is_none()
        && !trimmed.starts_with(['|', '<'])
        && !trimmed.starts_with("```")
        && !trimmed.starts_with("![")
}

/// Returns `true` if the text ends with indented code.
fn is_code_end(out: &str) -> bool {
    out.lines().last().is_some_and(|line| line.starts_with("    "))
}

/// Appends an empty line, unless the text is empty or already ends with an empty line.
fn gap(out: &mut String) {
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

/// Returns the level and the title of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.len() - line.trim_start_matches('#').len();
    let title = line[level..].strip_prefix(' ')?;
    (1..=4).contains(&level).then_some((level, title))
}

/// Returns the mark and the text of an item in a list.
fn item(text: &str) -> Option<(&str, &str)> {
    let (mark, rest) = text.split_once(' ')?;
    let is_number = mark.strip_suffix('.').is_some_and(|number| {
        (1..3).contains(&number.len()) && number.chars().all(|digit| digit.is_ascii_digit())
    });
    (mark == "-" || is_number).then_some((mark, rest))
}

fn list_item(mark: &str, text: &str, out: &mut String) {
    // An empty line separates the first item of a list from the paragraph above it.
    let above = out.lines().last().unwrap_or_default();
    let is_same = |above: (&str, &str)| (above.0 == "-") == (mark == "-");
    let follows = item(above.trim_start()).is_some_and(is_same) || above.starts_with("    ");
    if !follows {
        gap(out);
    }
    let indent = 3 + mark.len();
    let text = paragraph(&inline(text), indent, WIDTH);
    let _ = write!(out, "  {mark} {}", text.trim_start());
}

/// Returns the cells of a row.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\u{1}");
    row.split('|').map(|cell| inline(cell.trim()).replace('\u{1}', "|")).collect()
}

/// Prints a table in columns. If the columns do not fit into the width, prints the first cell of
/// each row on a line. The other cells of the row are printed below that line. In a table of more
/// than two columns, the heading of the column precedes each of these other cells.
fn table(rows: &[&str], out: &mut String) {
    let is_rule = |row: &&&str| row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let rows: Vec<Vec<String>> =
        rows.iter().filter(|row| !is_rule(row)).map(|row| cells(row)).collect();
    let sides = vec![Align::Left; rows.iter().map(Vec::len).max().unwrap_or(0)];
    let aligned = columns(&sides, &rows);
    if aligned.lines().all(|line| line.width() <= WIDTH) {
        out.extend(aligned.lines().filter(|line| !line.is_empty()).map(|line| format!("{line}\n")));
        return;
    }
    let Some((heads, rows)) = rows.split_first() else { return };
    // In a table of two columns, the second needs no heading.
    let named = heads.len() > 2;
    for row in rows {
        let cells = row[1..].iter().zip(&heads[1..]).filter(|(cell, _)| !cell.is_empty());
        let rest: Vec<String> =
            cells
                .map(|(cell, head)| {
                    if named && !head.is_empty() { format!("{head}: {cell}") } else { cell.clone() }
                })
                .collect();
        entry(&row[0], &rest.join("; "), out);
    }
}

/// Returns a text without emphasis, in which the words of links replace the links. If a link leads
/// to a recipe, the recipe's name is added after the words.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        let parts = link.split_once("](").and_then(|(words, to)| {
            let (to, after) = to.split_once(')')?;
            (!words.contains(['[', '\n'])).then_some((words, to, after))
        });
        let Some((words, to, after)) = parts else {
            out.push('[');
            rest = link;
            continue;
        };
        out.push_str(words);
        let name = to.rsplit('/').next().unwrap_or_default();
        if !name.contains(['.', '#']) && !words.eq_ignore_ascii_case(name) {
            let _ = write!(out, " (`{name}`)");
        }
        rest = after;
    }
    (out + rest).replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_well_on_a_terminal() {
        let text = "# Duck\n\n![A duck](picture.svg)\n\nIt is `[neutral]`: see [for four](../duck-teams), [duck](../duck)\n\
                    and [notation](../../notation.md).\n\n```sh\nquadrille play duck\n```\n";
        assert_eq!(
            render(text),
            "Duck\n\n  It is `[neutral]`: see for four (`duck-teams`), duck and notation.\n\n    quadrille play duck\n"
        );
    }

    #[test]
    fn tables_and_lists_are_laid_out() {
        let text = "## Moves\n\n| letter | leap |\n|---|--:|\n| `N` | knight |\n\nThey are\n- short\n- **long**\n\n1. one\n2. two\n";
        assert_eq!(
            render(text),
            "Moves\n\n  letter  leap\n  `N`     knight\n\n  They are\n\n  - short\n  - long\n\n  1. one\n  2. two\n"
        );
        let wide = format!("| a | b | c |\n|---|---|---|\n| key | 1 | {} |\n", "word ".repeat(30));
        assert!(render(&wide).contains("b: 1; c: word word"), "{}", render(&wide));
        let wide = format!("| a | b |\n|---|---|\n| key | {} |\n", "word ".repeat(30));
        assert!(render(&wide).starts_with("  key   word word"), "{}", render(&wide));
        assert!(render(&wide).lines().all(|line| line.width() <= WIDTH));
        assert_eq!(
            render("Call:\n\n    f(x)\n    g(x)\n\nThen.\n"),
            "  Call:\n\n    f(x)\n    g(x)\n\n  Then.\n"
        );
    }
}
