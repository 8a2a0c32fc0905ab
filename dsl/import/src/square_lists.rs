//! Translates the square lists of variant files into the square sets of rulesets.

/// Translates a list such as `d4 *3 a*` into a square set. Squares outside the board are omitted.
/// Returns `None` if the list can't be read.
pub(crate) fn zone(text: &str, (files, ranks): (usize, usize)) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Some(String::new());
    }
    let mut parts = Vec::new();
    for part in text.split_whitespace() {
        let split = part.find(|c: char| c.is_ascii_digit()).or_else(|| part.rfind('*'));
        let (file, rank) = part.split_at(split?);
        let on_rank = match rank {
            "*" => true,
            _ => (1..=ranks).contains(&rank.parse().ok().filter(|rank| (1..=16).contains(rank))?),
        };
        let on_file = match file.as_bytes() {
            b"*" => true,
            [letter] if letter.is_ascii_lowercase() => usize::from(letter - b'a') < files,
            _ => return None,
        };
        if on_rank && on_file {
            parts.push(match (file, rank) {
                ("*", "*") => "all".to_owned(),
                ("*", rank) => format!("rank {rank}"),
                (file, "*") => format!("file {file}"),
                _ => part.to_owned(),
            });
        }
    }
    Some(parts.join(" + "))
}

/// Returns `true` if a square set contains this square. The set must not subtract other sets.
pub(crate) fn holds(set: &str, file: usize, rank: usize) -> bool {
    let letter = (b'a' + file as u8) as char;
    set.split(" + ").any(|part| match part.split_once(' ') {
        Some(("rank", number)) => number == (rank + 1).to_string(),
        Some((_, name)) => name == letter.to_string(),
        None => part == "all" || part == format!("{letter}{}", rank + 1),
    })
}

/// Returns the square set `all` minus the square sets in `parts`. Returns an empty text if no
/// square is left.
pub(crate) fn less(all: &str, parts: &[String], (files, ranks): (usize, usize)) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    let left = (0..files).any(|file| {
        (0..ranks)
            .any(|rank| holds(all, file, rank) && !parts.iter().any(|part| holds(part, file, rank)))
    });
    if !left {
        return String::new();
    }
    parts.iter().fold(all.to_owned(), |set, part| format!("{set} - {part}"))
}
