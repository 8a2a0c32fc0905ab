//! A survey as a page: one file that needs no network.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_core::game;
use quadrille_dsl::Ruleset;
use quadrille_dsl::text::prose::capital;
use quadrille_render::svg::{self, SQUARE_SIDE, corner, escape};
use quadrille_render::{Picture, PictureOptions};
use quadrille_study::experiments::survey::Landscape;

use super::report::{LandscapeReport, SurveyCell, SurveyGame, SurveyReport};
use super::{Survey, SurveyMetric, map, text};
use crate::figures::{self, confidence, percent};

/// Returns the page about a survey as HTML.
#[must_use]
pub fn whole(survey: &Survey, landscape: Option<&Landscape>, report: &SurveyReport) -> String {
    let title = format!("What distinguishes {} games", survey.entries.len());
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{}{}{}</style>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n",
        include_str!("../compare/page/style.css"),
        include_str!("style.css"),
        map::palette()
    );
    let stopped = if report.interrupted {
        " The survey was interrupted, so some games were played less often."
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "<p>Each game was played {} times by {} in all seats.{stopped} These agents are weak, so the results describe the \
         rules, not the play of people.</p>",
        survey.question.number,
        escape(&report.agents.join(" and by "))
    );
    match (landscape, &report.landscape) {
        (Some(landscape), Some(found)) => {
            scenery(survey, landscape, report, found, &mut out);
        }
        _ => out.push_str(
            "<p>There is no map, because it needs three games that differ in a metric.</p>\n",
        ),
    }
    for at in 0..report.agents.len() {
        table(survey, report, at, &mut out);
    }
    boards(survey, report, &mut out);
    method(survey, report, &mut out);
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// Writes the map, the clusters and the tree.
fn scenery(
    survey: &Survey,
    landscape: &Landscape,
    report: &SurveyReport,
    found: &LandscapeReport,
    out: &mut String,
) {
    out.push_str("<div class=\"answer\">\n");
    for cluster in &found.clusters {
        let stays = cluster.stays.map_or_else(
            || "alone".to_owned(),
            |stays| format!("together in {} of the resamples", percent(stays)),
        );
        let _ = writeln!(
            out,
            "<p><i class=\"swatch {}\"></i><b>{}</b> <span class=\"soft\">({stays})</span><br>{}.</p>",
            map::colour(cluster.number - 1),
            escape(&cluster.games.join(", ")),
            escape(&capital(&cluster.differs))
        );
    }
    out.push_str("</div>\n<h2>The map</h2>\n<figure>");
    out.push_str(&map::map(survey, landscape, report, false));
    out.push_str("<figcaption>");
    for (axis, (one, other)) in found.axes.iter().zip([("right", "left"), ("top", "bottom")]) {
        let _ = write!(
            out,
            "To the <b>{one}</b>: {}; to the {other}: {} ({} of the variance). ",
            escape(&axis.positive),
            escape(&axis.negative),
            percent(axis.share)
        );
    }
    out.push_str(
        "Colours mark clusters. Numbers refer to the boards below.</figcaption></figure>\n",
    );
    let _ = writeln!(
        out,
        "<h2>How the games join</h2>\n<figure>{}<figcaption>Groups that join farther to the right differ more \
         (Ward's linkage of standardised metrics). The silhouette of the clusters is {:.2}. Near 1 the clusters are far \
         apart, near 0 they overlap.</figcaption></figure>",
        map::tree(survey, landscape),
        found.silhouette
    );
    if found.clusters.len() > 2 {
        out.push_str("<h2>What distinguishes two clusters</h2>\n<table><tbody>\n");
        for pair in &found.pairs {
            let swatch =
                |number: usize| format!("<i class=\"swatch {}\"></i>", map::colour(number - 1));
            let [a, b] = pair.clusters;
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{}{}</th><td>{}</td></tr>",
                swatch(a),
                swatch(b),
                escape(&capital(&pair.differs))
            );
        }
        out.push_str(
            "</tbody></table>\n<p class=\"soft\">The first cluster against the second, with the largest differences \
             first. These are descriptions of the games, not tests.</p>\n",
        );
    }
}

/// Writes the table of an agent.
fn table(survey: &Survey, report: &SurveyReport, agent: usize, out: &mut String) {
    let name = &report.agents[agent];
    let _ = writeln!(
        out,
        "<h2>Played by {}</h2>\n<div class=\"wide\"><table class=\"survey\"><thead><tr><th></th>",
        escape(name)
    );
    for metric in &survey.metrics {
        let _ = writeln!(
            out,
            "<th class=\"n\" title=\"{}\">{}</th>",
            escape(&metric.about),
            escape(&text::header(metric))
        );
    }
    out.push_str("</tr></thead><tbody>\n");
    for game in &report.surveyed {
        let swatch = game.cluster.map_or_else(String::new, |cluster| {
            format!("<i class=\"swatch {}\"></i>", map::colour(cluster - 1))
        });
        let _ = write!(out, "<tr><th scope=\"row\">{swatch}{}</th>", escape(&game.name));
        let cells = survey.metrics.iter().zip(&game.results[agent].metrics);
        for (metric, cell) in cells {
            let _ = write!(out, "<td class=\"n\">{}</td>", number(metric, cell.as_ref()));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// Formats a mean with its interval below it.
fn number(metric: &SurveyMetric, cell: Option<&SurveyCell>) -> String {
    let Some(SurveyCell { mean, interval: [low, high], .. }) = cell else { return "-".to_owned() };
    let (scale, places) = figures::scale(metric.unit);
    format!(
        "{:.places$}<span class=\"soft\">{:.places$} to {:.places$}</span>",
        mean * scale,
        low * scale,
        high * scale
    )
}

/// Writes the board of each game.
fn boards(survey: &Survey, report: &SurveyReport, out: &mut String) {
    let mut costumes = BTreeMap::new();
    let mut places = String::new();
    for (at, (entry, row)) in survey.entries.iter().zip(&report.surveyed).enumerate() {
        let _ = writeln!(
            places,
            "<figure>{}<figcaption><b>{}. {}</b><br>{}</figcaption></figure>",
            board(&entry.loaded, &mut costumes),
            at + 1,
            escape(&row.title),
            caption(&entry.loaded, row)
        );
    }
    let _ = writeln!(
        out,
        "<h2>The games</h2>\n<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\"><defs>{}{}\
         </defs></svg>\n<div class=\"places\">\n{places}</div>",
        svg::HATCH,
        costumes.into_values().collect::<String>()
    );
}

fn caption(loaded: &Ruleset, row: &SurveyGame) -> String {
    let year = loaded.meta.dated().map(|year| format!("{year}, ")).unwrap_or_default();
    let players = match row.sides < row.seats {
        true => format!("{} seats in {} teams", row.seats, row.sides),
        false => format!("{} seats", row.seats),
    };
    let stays = row.stays.map_or_else(String::new, |stays| {
        format!("; with its cluster in {} of the resamples", percent(stays))
    });
    format!("{}<br>{year}{players}{stays}", escape(&row.name))
}

/// Draws a small picture of the position at the start of a game. Adds the definitions of the pieces
/// to `costumes`. All boards of the page share these definitions.
fn board(loaded: &Ruleset, costumes: &mut BTreeMap<String, String>) -> String {
    let spec = loaded.spec();
    let options = PictureOptions::of(loaded, "");
    let hooks = loaded.hooks();
    let picture = match game::start(&loaded.rules, &*hooks) {
        Ok(game) => Picture::new(spec, &game.setup(), &options),
        Err(_) => Picture::empty(spec, &options),
    };
    let (width, height) = svg::size(&picture);
    let mut out = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">{}",
        escape(&loaded.meta.title),
        svg::ground(&picture)
    );
    for (file, rank, tile) in svg::tiles(&picture) {
        let Some(piece) = &tile.piece else { continue };
        let drawn = svg::costume(&picture, piece);
        let (x, y) = corner(&picture, file, rank);
        if let Some((id, _)) = drawn.last() {
            let scale = SQUARE_SIDE / 100.0;
            let _ = write!(
                out,
                "<use href=\"#{id}\" transform=\"translate({x},{y}) scale({scale})\"/>"
            );
        }
        costumes.extend(drawn);
    }
    out.push_str("</svg>");
    out
}

/// Writes the method of the survey, and the command that repeats it.
fn method(survey: &Survey, report: &SurveyReport, out: &mut String) {
    let wrong = (report.intervals as f64 * report.alpha).round();
    let level = confidence(report.alpha);
    let _ = writeln!(
        out,
        "<h2>Method</h2>\n<p>Each interval alone holds at {level} %. Of these {} intervals, about {wrong} miss the true \
         value. JSON and CSV also have intervals that hold together at {level} %. Each of {} resamples draws the played \
         games with replacement, then standardises and clusters them again. Resamples show the effect of chance, not of \
         other metrics, agents or games. On the map, a missing metric counts as average.</p>\n<table><tbody>",
        report.intervals,
        quadrille_study::experiments::survey::RESAMPLES
    );
    for metric in &survey.metrics {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            escape(&metric.name),
            escape(&capital(&metric.about))
        );
    }
    let _ = writeln!(
        out,
        "</tbody></table>\n<p>{} games. To repeat them:</p>\n<pre>{}</pre>",
        report.games,
        escape(&report.again)
    );
}

#[cfg(test)]
mod tests {
    use super::super::tests::survey;
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_page_has_a_map_a_tree_and_a_board_for_each_game() {
        let names = ["orthodox-chess", "verney-1881", "chesscom-ffa", "chaturaji-albiruni-1030"];
        let mut survey = survey(&names, 4);
        survey.hold(&AtomicBool::new(false), &|_| (), &|| ()).unwrap();
        let profiles: Vec<_> = (0..names.len()).map(|at| survey.profile(at)).collect();
        let landscape = Landscape::new(&profiles, Some(2), 1);
        let report = SurveyReport::new(&survey, landscape.as_ref(), "quadrille <again>".to_owned());
        let page = whole(&survey, landscape.as_ref(), &report);
        assert_eq!(page.matches("<svg class=\"board\"").count(), 4);
        assert_eq!(page.matches("class=\"branch\"").count(), 3);
        assert_eq!(page.matches("class=\"number\"").count(), 4);
        assert!(page.contains("&lt;again&gt;") && !page.contains("http"), "it needs no network");
        let alone = map::map(&survey, landscape.as_ref().unwrap(), &report, true);
        assert!(alone.contains("xmlns") && alone.contains("prefers-color-scheme"));
        assert_eq!(text::csv(&report).lines().count(), 1 + 4 * 2 * 3);
        let output = text::whole(&survey, &report);
        assert!(output.contains("By greedy") && output.contains("To the right: "), "{output}");
    }
}
