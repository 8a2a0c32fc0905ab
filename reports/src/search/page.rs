//! A search as a page: one file that needs no network.

use std::fmt::Write as _;

use quadrille_render::svg::escape;

use super::report::{ReadingRow, ReadingState, SearchReport};
use super::text::{method, name, worst};

/// Returns the page about a search as HTML.
#[must_use]
pub fn whole(name_of: &str, report: &SearchReport) -> String {
    let title = escape(&format!("Readings of {name_of}")).clone();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n\
         <main>\n<h1>{title} that meet {}</h1>\n<div class=\"answer\"><p>{}</p></div>\n<p class=\"soft\">Played by {}; \
         {} of {} readings were tried.</p>\n",
        include_str!("../compare/page/style.css"),
        escape(&report.goal),
        escape(&report.answer),
        escape(&report.agents.join(", ")),
        report.tried,
        report.combinations
    );
    let confirmed = |row: &&ReadingRow| {
        use ReadingState::{Met, Missed, Undecided};
        [Met, Undecided, Missed].contains(&row.state)
    };
    for row in report.readings.iter().filter(confirmed) {
        let _ = writeln!(
            out,
            "<h2>{}</h2>\n<p><b>{}</b> in {} blocks of new games.</p>\n<div \
             class=\"wide\"><table><thead><tr><th>Clause</th><th>Metric</th><th class=\"n\">mean</th><th \
             class=\"n\">interval</th><th></th></tr></thead><tbody>",
            escape(&name(row)),
            capital(row),
            row.confirmed
        );
        for term in &row.terms {
            let agents = match report.agents.len() {
                1 => String::new(),
                _ => format!("<br><span class=\"soft\">{}</span>", escape(&term.agents)),
            };
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{}</th><td>{}{agents}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}\
                 </td></tr>",
                escape(&term.clause),
                escape(&term.metric),
                escape(&term.figures.0),
                escape(&term.figures.1),
                term.judgement
            );
        }
        let _ = writeln!(out, "</tbody></table></div>\n<pre>{}</pre>", escape(&row.play));
    }
    out.push_str(
        "<h2>Explored only</h2>\n<div class=\"wide\"><table><thead><tr><th>Reading</th><th></th><th \
         class=\"n\">blocks</th><th>worst clause</th></tr></thead><tbody>\n",
    );
    for row in report.readings.iter().filter(|row| !confirmed(row)) {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            escape(&name(row)),
            row.state.words(),
            row.explored,
            escape(&worst(row))
        );
    }
    let _ = writeln!(
        out,
        "</tbody></table></div>\n<h2>Method</h2>\n<p>{}</p>",
        escape(&method(report))
    );
    for one in &report.not_tried {
        let _ = writeln!(out, "<p class=\"soft\">Not tried: {}</p>", escape(one));
    }
    let _ = writeln!(
        out,
        "<p>{} games. To repeat them:</p>\n<pre>{}</pre>\n</main>\n</body>\n</html>",
        report.games,
        escape(&report.again)
    );
    out
}

fn capital(row: &ReadingRow) -> String {
    quadrille_dsl::text::prose::capital(row.state.words())
}
