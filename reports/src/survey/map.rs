//! Draws the map of the games, and the tree of their clusters, as SVG. Colours come from the
//! enclosing style sheet.

use std::fmt::Write as _;

use quadrille_render::svg::escape;
use quadrille_study::experiments::survey::Landscape;
use quadrille_study::statistics::ward::Tree;
use unicode_width::UnicodeWidthStr as _;

use super::Survey;
use super::report::SurveyReport;

/// The height of the map. The map takes the full available width.
const HEIGHT: f64 = 460.0;
/// The width for which the names on the map are arranged. On narrower pages, the dots have numbers
/// but no names.
const WIDTH: f64 = 860.0;
/// The margin around the dots.
const MAP_MARGIN: f64 = 26.0;
/// The radius of a dot.
const DOT_RADIUS: f64 = 10.0;
/// The estimated width of a letter of a name.
const LETTER_WIDTH: f64 = 6.4;
/// The number of colours of clusters in a style sheet.
const CLUSTER_COLOURS: usize = 6;
/// The height of a line of text below a standalone map.
const LINE_HEIGHT: f64 = 20.0;
/// The height of a game's row in a tree.
const TREE_ROW_HEIGHT: f64 = 26.0;

/// The style sheet of a standalone map.
const MAP_STYLE: &str = "svg { background: #fbfaf7; color: #23211e; font: 13px system-ui, sans-serif; } \
    .ground { fill: #fbfaf7; } .axis { stroke: #dedad1; } text { fill: #23211e; } .number { fill: #fff; } \
    @media (prefers-color-scheme: dark) { svg { background: #191817; } .ground { fill: #191817; } \
    .axis { stroke: #3a3733; } text { fill: #ebe7df; } .number { fill: #191817; } }";

/// The colours of clusters in light and dark mode.
const CLUSTER_PALETTE: [(&str, &str); CLUSTER_COLOURS] = [
    ("#2b66b1", "#7fb0ee"),
    ("#c4561a", "#f0935a"),
    ("#2f7d4f", "#79c798"),
    ("#8444a3", "#c795e0"),
    ("#a8872a", "#dcc06a"),
    ("#a3335c", "#ec86ab"),
];

/// Returns the style rules for the colours of clusters.
#[must_use]
pub fn palette() -> String {
    let rules = |dark: bool| {
        let each = CLUSTER_PALETTE.iter().enumerate();
        let one = |(at, (light, dim)): (usize, &(&str, &str))| {
            let colour = if dark { dim } else { light };
            format!(".c{at} {{ fill: {colour}; background: {colour}; }} ")
        };
        each.map(one).collect::<String>()
    };
    format!(
        "{}\n@media screen and (prefers-color-scheme: dark) {{ {} }}\n",
        rules(false),
        rules(true)
    )
}

/// Returns the name of the style class for the colour of a cluster.
#[must_use]
pub fn colour(cluster: usize) -> String {
    format!("c{}", cluster % CLUSTER_COLOURS)
}

/// Draws the games as numbered dots, coloured by cluster. If `alone` is `true`, the map is for a
/// separate file, so the function adds a style sheet and the meaning of the axes.
#[must_use]
pub fn map(survey: &Survey, landscape: &Landscape, report: &SurveyReport, alone: bool) -> String {
    let score = |axis: usize, game: usize| landscape.axes.get(axis).map_or(0.0, |a| a.scores[game]);
    let places: Vec<(f64, f64)> =
        (0..survey.entries.len()).map(|game| (score(0, game), score(1, game))).collect();
    let spread = |pick: &dyn Fn(&(f64, f64)) -> f64| {
        let all = places.iter().map(pick);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((left, right), (bottom, top)) = (spread(&|p| p.0), spread(&|p| p.1));
    let part =
        |x: f64, low: f64, high: f64| if high > low { (x - low) / (high - low) } else { 0.5 };
    // Horizontal positions are percentages, so that dots keep their size on a narrow page.
    let side = MAP_MARGIN / 3.4;
    let across = |x: f64| side + part(x, left, right) * (100.0 - 2.0 * side);
    let up = |y: f64| MAP_MARGIN + (1.0 - part(y, bottom, top)) * (HEIGHT - 2.0 * MAP_MARGIN);
    let tall = HEIGHT + 2.0 * LINE_HEIGHT + 10.0;
    let mut out = match alone {
        true => format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {tall}\" width=\"{WIDTH}\" \
             height=\"{tall}\" role=\"img\"><title>Map of the games</title><style>{MAP_STYLE}{}</style><rect \
             class=\"ground\" width=\"100%\" height=\"100%\"/>\n",
            palette()
        ),
        false => format!(
            "<svg class=\"plot map\" width=\"100%\" height=\"{HEIGHT}\" role=\"img\"><title>Map of the \
             games</title>\n"
        ),
    };
    let (x, y) = (across(0.0), up(0.0));
    let _ = writeln!(
        out,
        "<line class=\"axis\" x1=\"{x:.2}%\" y1=\"0\" x2=\"{x:.2}%\" y2=\"{HEIGHT}\"/><line class=\"axis\" x1=\"0\" \
         y1=\"{y:.1}\" x2=\"100%\" y2=\"{y:.1}\"/>"
    );
    let dots: Vec<(f64, f64)> =
        places.iter().map(|(x, y)| (across(*x) * WIDTH / 100.0, up(*y))).collect();
    let names = arrange(&dots, &report.surveyed.iter().map(|g| g.name.width()).collect::<Vec<_>>());
    for (game, (dot, name)) in dots.iter().zip(&names).enumerate() {
        let at = dot.0 * 100.0 / WIDTH;
        let label = escape(&report.surveyed[game].name);
        let _ = writeln!(
            out,
            "<g><title>{label}</title><circle class=\"{}\" cx=\"{at:.2}%\" cy=\"{:.1}\" r=\"{DOT_RADIUS}\"/><text \
             class=\"number\" x=\"{at:.2}%\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"11\">{}</text>",
            colour(landscape.clusters[game]),
            dot.1,
            dot.1 + 4.0,
            game + 1
        );
        if let Some((aside, anchor, dy)) = name {
            let _ = write!(
                out,
                "<text class=\"name\" x=\"{at:.2}%\" y=\"{:.1}\" dx=\"{aside}\" text-anchor=\"{anchor}\">{label}\
                 </text>",
                dot.1 + dy
            );
        }
        out.push_str("</g>\n");
    }
    let axes = report.landscape.iter().flat_map(|found| &found.axes);
    for (at, (axis, way)) in axes.zip(["to the right", "to the top"]).enumerate().filter(|_| alone)
    {
        let y = HEIGHT + LINE_HEIGHT * (at as f64 + 1.0);
        let _ = writeln!(out, "<text x=\"12\" y=\"{y}\">{way}: {}</text>", escape(&axis.positive));
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the position of each name relative to its dot: horizontal offset, text anchor and
/// vertical offset. If there is no room for a name, its position is `None`.
fn arrange(dots: &[(f64, f64)], lengths: &[usize]) -> Vec<Option<(f64, &'static str, f64)>> {
    let mut taken: Vec<[f64; 4]> = dots
        .iter()
        .map(|(x, y)| [x - DOT_RADIUS, y - DOT_RADIUS, x + DOT_RADIUS, y + DOT_RADIUS])
        .collect();
    let free = |taken: &[[f64; 4]], own: usize, [left, top, right, foot]: [f64; 4]| {
        let inside = left >= 0.0 && right <= WIDTH && top >= 0.0 && foot <= HEIGHT;
        let apart = |(at, other): (usize, &[f64; 4])| {
            at == own || right < other[0] || left > other[2] || foot < other[1] || top > other[3]
        };
        inside && taken.iter().enumerate().all(apart)
    };
    let mut names = Vec::with_capacity(dots.len());
    for (game, ((x, y), length)) in dots.iter().zip(lengths).enumerate() {
        let wide = *length as f64 * LETTER_WIDTH;
        let places = [
            (DOT_RADIUS + 4.0, "start", 4.0),
            (-DOT_RADIUS - 4.0, "end", 4.0),
            (0.0, "middle", -DOT_RADIUS - 5.0),
            (0.0, "middle", DOT_RADIUS + 14.0),
        ];
        let found = places.into_iter().find_map(|(aside, anchor, dy)| {
            let left = match anchor {
                "start" => x + aside,
                "end" => x + aside - wide,
                _ => x - wide / 2.0,
            };
            let area = [left, y + dy - 11.0, left + wide, y + dy + 3.0];
            free(&taken, game, area).then_some(((aside, anchor, dy), area))
        });
        if let Some((_, area)) = found {
            taken.push(area);
        }
        names.push(found.map(|(place, _)| place));
    }
    names
}

/// Draws the tree of clusters. The games are listed below one another. The more two clusters
/// differ, the farther to the right is the point where they are joined.
#[must_use]
pub fn tree(survey: &Survey, landscape: &Landscape) -> String {
    let Tree { joins, .. } = &landscape.tree;
    let order = landscape.tree.order();
    let highest = joins.last().map_or(1.0, |join| join.height).max(1e-12);
    let height = TREE_ROW_HEIGHT * order.len() as f64;
    let mut out = String::from("<div class=\"tree\"><ol>\n");
    for &game in &order {
        let _ = writeln!(
            out,
            "<li><i class=\"swatch {}\"></i>{}. {}</li>",
            colour(landscape.clusters[game]),
            game + 1,
            escape(&survey.entries[game].name)
        );
    }
    let _ = writeln!(
        out,
        "</ol><svg viewBox=\"0 0 100 {height}\" preserveAspectRatio=\"none\" style=\"height:{height}px\" \
         aria-hidden=\"true\">"
    );
    // The start of each cluster's line: horizontal and vertical position.
    let mut ends = vec![(0.0, 0.0); order.len()];
    for (row, game) in order.iter().enumerate() {
        ends[*game] = (0.0, TREE_ROW_HEIGHT * (row as f64 + 0.5));
    }
    for join in joins {
        let ((a, up), (b, down)) = (ends[join.first], ends[join.second]);
        let x = join.height / highest * 97.0;
        let _ =
            writeln!(out, "<path class=\"branch\" d=\"M{a:.2} {up:.1}H{x:.2}V{down:.1}H{b:.2}\"/>");
        ends.push((x, (up + down) / 2.0));
    }
    out.push_str("</svg></div>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_beside_their_dots_and_on_no_other() {
        let dots = [(100.0, 100.0), (125.0, 100.0), (850.0, 100.0)];
        let names = arrange(&dots, &[12, 12, 12]);
        assert_eq!(names[0].unwrap().1, "end", "to the right is another dot");
        assert_eq!(names[1].unwrap().1, "start");
        assert_eq!(names[2].unwrap().1, "end", "to the right is the edge");
        assert!(arrange(&[(5.0, 5.0); 9], &[200; 9]).iter().all(Option::is_none));
    }
}
