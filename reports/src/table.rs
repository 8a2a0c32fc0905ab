//! Columns of text, tables with a heading, and paragraphs.

use std::fmt::Write as _;

use quadrille_dsl::text::printable::{one_line, printable};
use unicode_width::UnicodeWidthStr as _;

/// The width of reports in columns.
pub const WIDTH: usize = 100;

/// The width of answers that fit one screen, in columns.
pub const SCREEN_WIDTH: usize = 80;

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// Formats rows as aligned columns, with two blanks before each column. No line ends with blanks.
/// All cells of a column are as wide as its widest cell. If this cell is wider than [`WIDTH`], the
/// other cells are only [`WIDTH`] wide.
#[must_use]
pub fn columns(sides: &[Align], rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| one_line(cell).into_owned()).collect())
        .collect();
    let width = |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|c| c.width()).max();
    let widths: Vec<usize> = (0..sides.len()).map(|i| width(i).unwrap_or(0).min(WIDTH)).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for ((cell, side), width) in row.iter().zip(sides).zip(&widths) {
            let blanks = " ".repeat(width.saturating_sub(cell.width()));
            line.push_str("  ");
            match side {
                Align::Left => line.extend([cell.as_str(), &blanks]),
                Align::Right => line.extend([&blanks, cell.as_str()]),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Returns texts as a row of a table.
#[must_use]
pub fn head(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Writes a heading and a table below it. If the table has only a header row, nothing is written.
pub fn section(title: &str, sides: &[Align], rows: &[Vec<String>], out: &mut String) {
    if rows.len() > 1 {
        let _ = write!(out, "\n{title}\n{}", columns(sides, rows));
    }
}

/// Returns a paragraph wrapped at `width` columns and indented by `indent`.
#[must_use]
pub fn paragraph(text: &str, indent: usize, width: usize) -> String {
    let mut out = String::new();
    let mut line = String::new();
    let margin = " ".repeat(indent);
    let mut words: Vec<String> = Vec::new();
    for word in printable(text).split_whitespace() {
        match words.last_mut() {
            // A percent sign stays with its number.
            Some(number) if word.starts_with('%') => *number += &format!(" {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    for word in words {
        if !line.is_empty() && indent + line.width() + 1 + word.width() > width {
            out.push_str(&format!("{margin}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    if !line.is_empty() {
        out.push_str(&format!("{margin}{line}\n"));
    }
    out
}

/// Returns the rows for these cells and a text, which is the last cell. A long text is wrapped.
/// From the second line on, each line of the text is in a row whose other cells are empty.
#[must_use]
pub fn with_text(cells: Vec<String>, text: &str) -> Vec<Vec<String>> {
    const WIDTH: usize = 72;
    let lines = paragraph(text, 0, WIDTH);
    let mut lines = lines.lines().map(str::to_owned);
    let blank = vec![String::new(); cells.len()];
    let row = |cells: Vec<String>, text: String| cells.into_iter().chain([text]).collect();
    let mut rows: Vec<Vec<String>> = vec![row(cells, lines.next().unwrap_or_default())];
    rows.extend(lines.map(|line| row(blank.clone(), line)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let rows = [vec!["é".into(), "1".into(), "x".into()], vec!["ab".into(), "10".into()]];
        let text = columns(&[Align::Left, Align::Right, Align::Left], &rows);
        assert_eq!(text, "  é    1  x\n  ab  10\n");
    }

    #[test]
    fn a_very_long_cell_widens_the_other_rows_only_a_little() {
        let long = "x".repeat(1000);
        let rows: Vec<Vec<String>> =
            [long.as_str(), "y", "z"].map(|cell| vec![cell.to_owned(), "1".to_owned()]).into();
        let text = columns(&[Align::Left, Align::Left], &rows);
        let widths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(widths, [1005, WIDTH + 5, WIDTH + 5]);
    }

    #[test]
    fn a_paragraph_breaks_between_words_only() {
        assert_eq!(paragraph("at most 5 %, or 6", 0, 10), "at most\n5 %, or 6\n");
        assert_eq!(paragraph("one two  three", 2, 9), "  one two\n  three\n");
        assert_eq!(paragraph("incomprehensible", 0, 5), "incomprehensible\n");
        assert_eq!(paragraph(" ", 0, 5), "");
    }

    #[test]
    fn a_long_text_goes_on_below_its_row_and_is_whole() {
        let text = "a player whose king is mated loses ".repeat(5);
        let rows = with_text(vec!["V14".to_owned(), "3".to_owned()], text.trim());
        assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == 3), "{rows:?}");
        assert!(rows[1..].iter().all(|row| row[0].is_empty() && row[1].is_empty()), "{rows:?}");
        let all: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
        assert_eq!(all.join(" "), text.trim());
    }
}
