//! Formats pictures and masks. Each row has its own line, and the cells are aligned in columns.

/// The maximum width of a cell. A string that contains a wider word is not a picture and is not
/// aligned. Alignment would pad each word of the string to the width of the widest word.
const MAX_CELL_WIDTH: usize = 8;

/// Returns the picture in a string, with its cells aligned. `raw` is the string as written in the
/// file, with its quotes. Returns `None` if the string has escapes, has only one line, or is not a
/// picture.
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

/// Returns the mask in a string, without the white space around the mask's rows. Returns `None` if
/// the string has escapes, or if it has only one line.
pub(super) fn trimmed(raw: &str) -> Option<String> {
    let (quotes, rows) = rows(raw)?;
    let rows: String = rows.iter().map(|row| format!("{}\n", row.trim())).collect();
    Some(format!("{quotes}\n{rows}{quotes}"))
}

/// Returns the quotes and the lines of a string, without empty lines at its start and end. Returns
/// `None` if the string has escapes, has only one line, or is blank.
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
