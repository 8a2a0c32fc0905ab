//! The layout of pictures and masks: one row a line, the cells in columns.

/// The maximum width of a cell that is laid out. A wider one is no cell, and is not repeated in
/// spaces.
const MAX_CELL_WIDTH: usize = 8;

/// The picture of a string as it stands in the file, quotes included, with its cells in columns of one
/// width. `None` if it has escapes, only one line, or is no picture at all.
pub(super) fn aligned(raw: &str) -> Option<String> {
    let (quotes, rows) = rows(raw)?;
    let cells = rows.iter().flat_map(|row| row.split_whitespace());
    let widest = cells.map(|cell| cell.chars().count()).max()?;
    if widest > MAX_CELL_WIDTH {
        return None;
    }
    let mut text = format!("{quotes}\n");
    for row in rows {
        let start = text.len();
        for cell in row.split_whitespace() {
            text.push_str(cell);
            let gap = widest + 1 - cell.chars().count();
            text.extend(std::iter::repeat_n(' ', gap));
        }
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    }
    Some(text + quotes)
}

/// The mask of a string as it stands in the file, without white space around its rows. `None` as for
/// a picture.
pub(super) fn trimmed(raw: &str) -> Option<String> {
    let (quotes, rows) = rows(raw)?;
    let rows: String = rows.iter().map(|row| format!("{}\n", row.trim())).collect();
    Some(format!("{quotes}\n{rows}{quotes}"))
}

/// The quotes of a string of several lines without escapes, and its lines, empty ones at both ends left
/// out.
fn rows(raw: &str) -> Option<(&'static str, Vec<&str>)> {
    let quotes = ["\"\"\"", "'''"].into_iter().find(|quotes| raw.starts_with(quotes))?;
    let body = raw.strip_prefix(quotes)?.strip_suffix(quotes)?;
    if body.contains('\\') || !body.contains('\n') {
        return None;
    }
    let mut rows: Vec<&str> = body.lines().collect();
    while rows.last().is_some_and(|row| row.trim().is_empty()) {
        rows.pop();
    }
    let first = rows.iter().position(|row| !row.trim().is_empty())?;
    Some((quotes, rows.split_off(first)))
}
