//! The rule sheet of a game: a page to print and hand to players. The page contains its pictures
//! and needs no other files.

mod web;

use std::fmt::Write as _;

use quadrille_core::rules::Clause;
use quadrille_core::{HookError, Kind, game};
use quadrille_dsl::Ruleset;
use quadrille_dsl::text::prose::capital;
use quadrille_render::layout::Mark;
use quadrille_render::{Picture, PictureOptions, svg};

use crate::pictures;
use crate::rules_document::{self, ClauseGroup};

pub use web::{FOLDER as WEB_FOLDER, file_name, preview};

/// Returns the rule sheet of a game as a page of HTML.
///
/// # Errors
/// Returns the hook's error if a hook fails at the start of the game.
pub fn page(loaded: &Ruleset) -> Result<String, HookError> {
    sheet(loaded, None)
}

/// Returns the rule sheet of a game as a page on the web. Links to the page have a preview with the
/// picture [`preview`]. `site` is the address of the page of Quadrille, with a final slash. The
/// caller has to store the rule sheet in the folder [`WEB_FOLDER`] of this site, as `ID.html`. The
/// picture has to be in the same folder, as `ID.png`.
///
/// # Errors
/// Returns the hook's error if a hook fails at the start of the game.
pub fn web_page(loaded: &Ruleset, site: &str) -> Result<String, HookError> {
    sheet(loaded, Some(site))
}

fn sheet(loaded: &Ruleset, site: Option<&str>) -> Result<String, HookError> {
    let meta = &loaded.meta;
    let mut out = String::with_capacity(1 << 18);
    let title = escape(&meta.title);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}: rules</title>\n"
    );
    if let Some(site) = site {
        web::head(loaded, site, &mut out);
    }
    let style = include_str!("style.css");
    let _ = write!(out, "<style>\n{style}</style>\n</head>\n<body>\n<main>\n");
    if let Some(site) = site {
        web::links(loaded, site, &mut out);
    }
    let _ = write!(out, "<header>\n<h1>{title}</h1>\n");
    if let Some(origin) = rules_document::origin(loaded) {
        let _ = writeln!(out, "<p class=\"origin\">{}</p>", escape(&origin));
    }
    if let Some(summary) = &meta.summary {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", marked(summary));
    }
    for (name, about) in loaded.presets_in_force() {
        let name = name.replace('-', " ");
        let _ =
            writeln!(out, "<p>With the preset <em>{}</em>: {}</p>", escape(&name), marked(about));
    }
    if let Some(summary) = &meta.base_summary {
        let _ = writeln!(out, "<p>Without these changes: {}</p>", marked(summary));
    }
    out.push_str("</header>\n");
    start(loaded, &mut out)?;
    pieces(loaded, &mut out);
    rules(loaded, &mut out);
    declared(loaded, &mut out);
    agreed(loaded, &mut out);
    sources(loaded, &mut out);
    let _ = writeln!(
        out,
        "<footer>{} · {} · rules {}</footer>\n</main>\n</body>\n</html>",
        escape(&meta.title),
        escape(&meta.id),
        loaded.hash.get(..8).unwrap_or(&loaded.hash)
    );
    Ok(out)
}

/// Writes the players, the order of turns, and the board at the start.
fn start(loaded: &Ruleset, out: &mut String) -> Result<(), HookError> {
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let game = game::start(&loaded.rules, &*hooks)?;
    let mut picture = Picture::of_game(spec, &*game, &PictureOptions::of(loaded, ""));
    pictures::mark_few_zones(loaded, &mut picture);
    let words = picture.words().join("; ");
    picture.title = format!("{}, the start", loaded.meta.title);
    out.push_str("<section class=\"start\">\n<h2>The start</h2>\n");
    image(&svg::draw(&picture), &format!("The board at the start: {words}"), "board", out);
    let players = rules_document::sides(loaded, capital);
    let order: Vec<String> = rules_document::turns(loaded).map(capital).collect();
    let _ = writeln!(
        out,
        "<p><strong>Players:</strong> {}.<br><strong>Turns:</strong> {}, and so on.</p>",
        escape(&players),
        escape(&order.join(", "))
    );
    for note in &picture.notes {
        let _ = writeln!(out, "<p>{}</p>", escape(&note.punctuated()));
    }
    out.push_str("</section>\n");
    Ok(())
}

/// Writes the movement of each kind of piece.
fn pieces(loaded: &Ruleset, out: &mut String) {
    let spec = loaded.spec();
    out.push_str("<section>\n<h2>The pieces</h2>\n");
    if let Some(neutral) = rules_document::neutral_pieces(loaded) {
        let _ = writeln!(out, "<p>{}</p>", escape(&spaced(&neutral)));
    }
    out.push_str("<div class=\"pieces\">\n");
    for (number, kind) in spec.kinds.iter().enumerate() {
        let words = rules_document::movement(loaded, kind);
        let royal = if kind.royal { " Royal." } else { "" };
        let name = format!("{} ({})", capital(&spaced(&kind.name)), kind.letter);
        out.push_str("<figure>\n");
        let picture = pictures::movement(loaded, Kind(number as u8), None, "");
        let about = format!("How the {} moves: {words}", spaced(&kind.name));
        image(&svg::draw_board(&picture), &about, "move", out);
        let _ = writeln!(
            out,
            "<figcaption><strong>{}</strong> {}{royal}</figcaption>\n</figure>",
            escape(&name),
            escape(&words)
        );
    }
    let shown: Vec<String> = Mark::MEANINGS
        .iter()
        .filter(|(mark, _)| !matches!(mark, Mark::Check | Mark::Highlight | Mark::Hidden))
        .map(|(mark, words)| format!("{}: {words}", sign(*mark)))
        .collect();
    let royal = if spec.kinds.iter().any(|kind| kind.royal) {
        " Rules about check, mate or the capture of a king apply to royal pieces."
    } else {
        ""
    };
    let shown = capital(&shown.join("; "));
    let _ = writeln!(out, "</div>\n<p class=\"small\">{shown}.{royal}</p>\n</section>");
}

/// Describes the sign of a mark.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Quiet => "a dot",
        Mark::Capture => "a ring",
        Mark::Either => "a dot in a ring",
        Mark::Assisted => "a dashed diamond",
        Mark::Check | Mark::Origin | Mark::Highlight | Mark::Hidden => "a tinted square",
    }
}

/// Writes the clauses, grouped by source.
fn rules(loaded: &Ruleset, out: &mut String) {
    let groups = rules_document::clauses(loaded);
    if groups.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>The rules</h2>\n");
    for ClauseGroup { heading, clauses, .. } in groups {
        let _ = writeln!(out, "<h3>{}</h3>\n<dl>", escape(heading));
        for Clause { id, text, .. } in clauses {
            let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(id), marked(text));
        }
        out.push_str("</dl>\n");
    }
    for remark in &loaded.reconstructed {
        let _ = writeln!(out, "<p>{}</p>", marked(remark));
    }
    out.push_str("</section>\n");
}

/// Writes the declarations of the ruleset's scripts, as Quadrille interprets them. Leaves out
/// declarations of movement.
fn declared(loaded: &Ruleset, out: &mut String) {
    let spec = loaded.spec();
    let sentences = loaded.mechanisms();
    if sentences.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>As the program applies them</h2>\n<ul>\n");
    for mut sentence in sentences {
        for kind in spec.kinds.iter().filter(|kind| kind.name.contains('_')) {
            sentence = sentence.replace(&kind.name, &spaced(&kind.name));
        }
        let _ = writeln!(out, "<li>{}</li>", marked(&sentence));
    }
    out.push_str("</ul>\n</section>\n");
}

/// Writes the open questions of the rules, with the chosen answers.
fn agreed(loaded: &Ruleset, out: &mut String) {
    if loaded.tunables.is_empty() {
        return;
    }
    out.push_str("<section>\n<h2>Agreed before the game</h2>\n<table>\n<tbody>\n");
    for (number, tunable) in loaded.tunables.iter().enumerate() {
        let question = tunable.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = || capital(&spaced(&tunable.name.to_lowercase()));
        // If a question is about several constants, its text is above the first constant.
        let next = loaded.tunables.get(number + 1);
        let shared = next.is_some_and(|next| next.doc.is_empty() && next.script == tunable.script);
        let asked = match (question.is_empty(), shared) {
            (true, _) => name(),
            (false, false) => question,
            (false, true) => {
                let _ = writeln!(
                    out,
                    "<tr class=\"shared\"><td colspan=\"2\">{}</td></tr>",
                    marked(&question)
                );
                name()
            }
        };
        let others: Vec<String> = tunable
            .one_of
            .iter()
            .filter(|other| **other != tunable.value)
            .map(|other| answer(other))
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!(" <span class=\"small\">(or {})</span>", escape(&others.join(", ")))
        };
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td><strong>{}</strong>{others}</td></tr>",
            marked(&asked),
            escape(&answer(&tunable.value))
        );
    }
    out.push_str("</tbody>\n</table>\n</section>\n");
}

/// Returns a name with spaces instead of underscores.
fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Returns a tunable's value in words.
fn answer(value: &str) -> String {
    match value {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        other => spaced(other),
    }
}

fn sources(loaded: &Ruleset, out: &mut String) {
    let mut sources = rules_document::sources(loaded).peekable();
    if sources.peek().is_none() {
        return;
    }
    out.push_str("<section>\n<h2>Sources</h2>\n<ul>\n");
    for (_, citation) in sources {
        let _ = writeln!(out, "<li>{}</li>", escape(citation));
    }
    out.push_str("</ul>\n</section>\n");
}

/// Embeds a picture in the page as an image.
fn image(drawn: &str, words: &str, class: &str, out: &mut String) {
    let mut address = String::with_capacity(drawn.len() * 2);
    for byte in drawn.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'.'
            | b'_'
            | b' '
            | b'/'
            | b':'
            | b'='
            | b';'
            | b','
            | b'('
            | b')' => address.push(char::from(byte)),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    let words = escape(words);
    let _ = writeln!(
        out,
        "<img class=\"{class}\" src=\"data:image/svg+xml,{address}\" alt=\"{words}\">"
    );
}

/// Returns a text as HTML. Backticks enclose names of answers, counters, marks and questions. These
/// names become emphasised words.
fn marked(text: &str) -> String {
    let mut parts = text.split('`');
    let mut out = escape(parts.next().unwrap_or_default());
    while let Some(name) = parts.next() {
        let after = escape(parts.next().unwrap_or_default());
        let _ = write!(out, "<em>{}</em>{after}", escape(&answer(name)));
    }
    out
}

fn escape(text: &str) -> String {
    svg::escape(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Spec;
    use quadrille_dsl::library::Shelf;
    use quadrille_dsl::load;

    #[test]
    fn a_sheet_marks_the_zones_of_the_rules_and_names_them() {
        for (name, zones) in [
            ("fortress-chess", "each seat&#39;s fortress: white m1:p4"),
            ("verney-1881", "centre: d4:k11"),
            ("orthodox-chess", ""),
        ] {
            let loaded = load(&Shelf::default(), name, &[]).unwrap();
            let page = page(&loaded).unwrap();
            let alt = page.split("alt=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            let alt = alt.replace('\'', "&#39;");
            assert!(alt.contains(zones), "{name}: {alt}");
            assert_eq!(alt.contains("each seat&#39;s "), !zones.is_empty(), "{name}: {alt}");
        }
    }

    #[test]
    fn a_page_on_the_web_describes_itself_with_absolute_addresses() {
        let loaded = load(&Shelf::default(), "verney-1881", &[]).unwrap();
        let page = web_page(&loaded, "https://example.org/a&b/").unwrap();
        for part in [
            "<meta name=\"description\" content=\"",
            "og:url\" content=\"https://example.org/a&amp;b/games/verney-1881.html\"",
            "og:image\" content=\"https://example.org/a&amp;b/games/verney-1881.png\"",
            "<a href=\"https://example.org/a&amp;b/#/play/verney-1881\">",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!self::page(&loaded).unwrap().contains("og:"));
    }

    #[test]
    fn a_sheet_speaks_to_players() {
        let page = |name| page(&load(&Shelf::default(), name, &[]).unwrap()).unwrap();
        let ffa = page("chesscom-ffa");
        assert!(!ffa.contains("<td></td>"), "a row without a question");
        // One question for four constants.
        let shared = "<td colspan=\"2\">The points for a check of two kings";
        assert_eq!(ffa.matches(shared).count(), 1);
        assert!(ffa.contains("<tr><td>Three by queens</td><td><strong>5</strong></td></tr>"));
        for word in ["true", "false"] {
            assert!(!ffa.contains(&format!("<strong>{word}</strong>")), "{word}");
        }
        assert!(ffa.contains("<strong>One point queen (D)</strong>"));
        assert!(ffa.contains("<em>points</em>"));
        for name in ["chesscom-ffa", "verney-1881@removal", "fortress-chess"] {
            assert!(!page(name).contains('`'), "{name}");
        }
    }

    #[test]
    fn a_sheet_has_every_clause_and_piece_and_asks_for_nothing() {
        for name in ["verney-1881", "chesscom-teams", "alfonso-astronomical"] {
            let shelf = Shelf::default();
            if !shelf.has(name) {
                continue;
            }
            let loaded = load(&shelf, name, &[]).unwrap();
            let page = page(&loaded).unwrap();
            let spec: &Spec = loaded.spec();
            for clause in &spec.clauses {
                assert!(page.contains(&format!("<dt>{}</dt>", clause.id)), "{name} {}", clause.id);
            }
            assert_eq!(page.matches("<figure>").count(), spec.kinds.len());
            for outside in ["http://", "https://", "<script", "url("] {
                let without = page.replace("http://www.w3.org/2000/svg", "");
                assert!(!without.contains(outside), "{name} asks for {outside}");
            }
        }
    }
}
