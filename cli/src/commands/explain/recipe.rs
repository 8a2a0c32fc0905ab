//! A recipe of the cookbook: its page, the game in prose, and its files, ready to copy.

use std::fmt::Write as _;

use quadrille_dsl::Library as _;
use quadrille_dsl::lessons;
use quadrille_dsl::library::Shipped;
use quadrille_render::Styled;

use super::prose::{heading, prose};

/// Puts a recipe's page before the game in prose, and its files after that.
pub fn around(game: &Styled, name: &str) -> Styled {
    let mut before = page(Shipped.page(name).unwrap_or_default());
    heading("Try it", &mut before);
    for command in ["play", "check"] {
        let _ = writeln!(before, "  quadrille {command} {name}");
    }
    let _ = writeln!(before, "  quadrille new my-{name} --from {name}\n");
    let mut after = String::new();
    let files = Shipped.folder(name).map(|folder| folder.files).unwrap_or_default();
    for (file, bytes) in files.iter().filter(|(file, _)| *file != lessons::FILE) {
        heading(&format!("Its {file}"), &mut after);
        let _ = writeln!(after, "\n{}", String::from_utf8_lossy(bytes).trim_end());
    }
    let mut out = Styled::from(before);
    out.append(game);
    out.push(&after);
    out
}

/// A page for a terminal: without its picture, with paragraphs that fit and names instead of links. Tables and
/// commands stay as they are.
fn page(markdown: &str) -> String {
    let mut out = String::new();
    for part in markdown.split("\n\n").filter(|part| !part.starts_with("![")) {
        let part = linkless(part);
        if !out.is_empty() {
            out.push('\n');
        }
        if part.starts_with("```") {
            let lines = part.lines().filter(|line| !line.starts_with("```"));
            lines.for_each(|line| out.push_str(&format!("  {line}\n")));
        } else if part.starts_with('|') {
            let _ = writeln!(out, "{}", part.trim_end());
        } else {
            match part.strip_prefix("# ") {
                Some(title) => out.push_str(&format!("{title}\n")),
                None => prose(&part, &mut out),
            }
        }
    }
    out
}

/// A text in which links are their words, and those to other recipes have the recipes' names beside them.
fn linkless(text: &str) -> String {
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
        if !name.contains('.') && !words.eq_ignore_ascii_case(name) {
            let _ = write!(out, " (`{name}`)");
        }
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_well_on_a_terminal() {
        let text = "# Duck\n\n![A duck](picture.svg)\n\nIt is `[neutral]`: see [for four](../duck-teams), [duck](../duck) \
                    and [notation](../../notation.md).\n\n```sh\nquadrille play duck\n```\n";
        assert_eq!(
            page(text),
            "Duck\n\n  It is `[neutral]`: see for four (`duck-teams`), duck and notation.\n\n  quadrille play duck\n"
        );
    }
}
