//! The result of a comparison as a page: one file that needs no network.

mod boards;
pub mod plot;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use quadrille_core::Ending;
use quadrille_study::experiments::compare::{Difference, Pair, Trial};
use quadrille_study::metrics::{PLIES_PER_SAMPLE, Unit};
use quadrille_study::sim::Summary;

use super::contest::{ComparisonRun, Contestant};
use super::report::{CompareReport, endings, line_up, random_play, verdict_word, weights_left_out};
use crate::command_line::CommandLine;
use crate::figures;
use boards::{SampleGame, heat, per_hundred, sample};
use plot::{IntervalRow, LinePlot, PlotAxis, PlotLine, bars, intervals, spark};
use quadrille_dsl::text::prose::capital;
use quadrille_dsl::text::prose::quantity;
use quadrille_render::svg::{self, escape};

/// A curve over the plies of games ends at the ply after which less than this fraction of the games
/// continues.
const MIN_CURVE_SHARE: f64 = 0.05;
/// The maximum number of rows in a table of clauses or of endings.
const MAX_ROWS: usize = 30;

/// Returns the page about a comparison as HTML.
#[must_use]
pub fn whole(contest: &ComparisonRun, report: &CompareReport) -> String {
    let seed = contest.question.seed;
    let mut out = String::with_capacity(1 << 20);
    let names: Vec<String> = contest.sides.iter().map(Contestant::label).collect();
    let others = match &names[1..] {
        [some @ .., last] if !some.is_empty() => format!("{} and {last}", some.join(", ")),
        some => some.join(", "),
    };
    let title = format!("{} against {others}", names[0]);
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n",
        escape(&title),
        include_str!("style.css"),
        escape(&title)
    );
    answer(contest, report, &mut out);
    sides(contest, report, &mut out);
    closing_in_everywhere(contest, &mut out);
    for trial in &contest.trials {
        section(contest, trial, &mut out);
    }
    samples(contest, &mut out);
    method(contest, report, seed, &mut out);
    let _ =
        write!(out, "</main>\n<script>\n{}</script>\n</body>\n</html>\n", include_str!("page.js"));
    out
}

fn tag(side: &Contestant) -> String {
    let place = usize::from(side.letter as u8 - b'a') % 4;
    format!("<span class=\"tag s{place}\">{}</span>", side.letter.to_ascii_uppercase())
}

fn place(side: &Contestant) -> usize {
    usize::from(side.letter as u8 - b'a') % 4
}

/// Writes the answer, in words and as intervals. The answer comes first on the page, even on a
/// narrow screen.
fn answer(contest: &ComparisonRun, report: &CompareReport, out: &mut String) {
    out.push_str("<div class=\"answer\">\n");
    for row in &report.conclusions {
        let _ = writeln!(out, "<p>{}</p>", escape(&row.sentence));
    }
    primary(contest, out);
    out.push_str("</div>\n");
}

/// Writes the rulesets and their differences.
fn sides(contest: &ComparisonRun, report: &CompareReport, out: &mut String) {
    out.push_str("<table class=\"sides\"><tbody>\n");
    for side in &contest.sides {
        let meta = &side.loaded.meta;
        let year = meta.dated().map(|year| format!(", {year}")).unwrap_or_default();
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td><b>{}</b><br><span class=\"soft\">{}{year}; rules {}</span></td></tr>",
            tag(side),
            escape(&side.label()),
            escape(&meta.title),
            escape(&side.loaded.hash)
        );
    }
    out.push_str("</tbody></table>\n");
    for (side, differing) in contest.sides[1..].iter().zip(&report.differing) {
        let letter = side.letter.to_ascii_uppercase();
        let _ = writeln!(out, "<h2>What {letter} changes</h2>");
        if differing.is_empty() {
            let _ = writeln!(out, "<p>Nothing. A and {letter} have the same rules.</p>");
            continue;
        }
        let _ = writeln!(
            out,
            "<table><thead><tr><th>Rule</th><th>A</th><th>{letter}</th></tr></thead><tbody>"
        );
        for one in differing.iter().take(MAX_ROWS) {
            let about = if one.about.is_empty() {
                String::new()
            } else {
                format!("<br><span class=\"soft\">{}</span>", escape(&one.about))
            };
            let _ = writeln!(
                out,
                "<tr><th scope=\"row\">{}{about}</th><td>{}</td><td>{}</td></tr>",
                escape(&one.what),
                escape(&one.first),
                escape(&one.other)
            );
        }
        out.push_str("</tbody></table>\n");
    }
}

/// Draws the intervals of the primary metric.
fn primary(contest: &ComparisonRun, out: &mut String) {
    let metric = contest.primary();
    let (scale, _) = figures::scale(metric.unit);
    let unit = figures::unit_of_change(metric.unit);
    let mut rows = Vec::new();
    for trial in &contest.trials {
        for pair in &trial.pairs {
            let change = &pair.differences[contest.design.primary].change;
            let side = &contest.sides[pair.other];
            let (low, high) = change.interval;
            let mut name = line_up(trial);
            if random_play(trial) {
                name.push_str(" play");
            }
            rows.push(IntervalRow {
                name: format!("{name}, {}", side.letter.to_ascii_uppercase()),
                side: place(side),
                mean: change.expected * scale,
                interval: (low * scale, high * scale),
                figures: format!(
                    "{}: {}",
                    figures::change(metric.unit, change.expected),
                    verdict_word(pair.verdict)
                ),
            });
        }
    }
    let axis = format!("change of {} from A, in {unit}", metric.name);
    let margin = contest.question.margin.map(|margin| margin * scale);
    let _ = writeln!(
        out,
        "<figure>{}<figcaption>Dot: the mean. Line: the {} % confidence interval of the change, \
         valid at every time. Dashed: no change.{}</figcaption></figure>",
        intervals("The change with each line-up", &axis, &rows, margin),
        figures::confidence(pair_level(contest)),
        if margin.is_some() {
            " Shaded: changes within the margin, which do not matter."
        } else {
            ""
        }
    );
}

/// Draws the interval of each pair at each interim analysis, for each line-up. The plots show how
/// the intervals become narrower as more games are played.
fn closing_in_everywhere(contest: &ComparisonRun, out: &mut String) {
    let metric = contest.primary();
    let _ = writeln!(
        out,
        "<h2>Primary metric: {}</h2>\n<p>{}.</p>",
        escape(&metric.name),
        escape(&capital(&metric.about))
    );
    for trial in &contest.trials {
        for pair in &trial.pairs {
            closing_in(contest, trial, pair, out);
        }
    }
}

/// Draws the interval of a pair at each interim analysis.
fn closing_in(contest: &ComparisonRun, trial: &Trial, pair: &Pair, out: &mut String) {
    let metric = contest.primary();
    let (scale, _) = figures::scale(metric.unit);
    let looks: Vec<_> = pair
        .looks
        .iter()
        .map(|look| {
            let (low, high) = look.interval;
            (look.blocks as f64, look.mean * scale, low * scale, high * scale)
        })
        .collect();
    let (Some(first), Some(last)) = (looks.first(), looks.last()) else { return };
    if looks.len() < 2 {
        return;
    }
    let margin = contest.question.margin.unwrap_or(0.0) * scale;
    // The first interval is very wide, so the scale fits the later intervals.
    let low = looks[1..].iter().map(|look| look.2).fold(-margin, f64::min).min(0.0);
    let high = looks[1..].iter().map(|look| look.3).fold(margin, f64::max).max(0.0);
    let room = (high - low) * 0.08;
    let letter = contest.sides[pair.other].letter.to_ascii_uppercase();
    let unit = figures::unit_of_change(metric.unit);
    let y = format!("change of {}, {unit}", metric.name);
    let plot = LinePlot {
        title: "How the interval narrowed",
        x: PlotAxis { name: "blocks played", low: first.0, high: last.0 },
        y: PlotAxis { name: &y, low: low - room, high: high + room },
        lines: vec![PlotLine {
            side: place(&contest.sides[pair.other]),
            name: String::new(),
            points: looks.iter().map(|look| (look.0, look.1)).collect(),
        }],
        area: looks.iter().map(|look| (look.0, look.2, look.3)).collect(),
        marks: vec![0.0, margin, -margin],
    };
    let known = pair.answered.map_or_else(
        || "The question is still open.".to_owned(),
        |n| format!("The answer was known after {} of {}.", quantity(n, "block"), pair.blocks),
    );
    let _ = writeln!(
        out,
        "<h3>Change over time: {letter}, {}</h3>\n<figure>{}<figcaption>{known} The line shows the \
         mean so far, the area its confidence sequence.</figcaption></figure>",
        escape(&line_up(trial)),
        plot.draw()
    );
}

/// Writes the section of one line-up.
fn section(contest: &ComparisonRun, trial: &Trial, out: &mut String) {
    let random = random_play(trial);
    let agents = escape(&line_up(trial));
    let title = if random { "Random play".to_owned() } else { format!("Play by {agents}") };
    let _ = writeln!(out, "<h2>{title}</h2>");
    if random {
        out.push_str(
            "<p class=\"soft\">Random moves show the effect of the rules alone, not the choices of \
             players.</p>\n",
        );
    }
    for pair in &trial.pairs {
        metric_table(contest, pair, out);
    }
    let names: Vec<String> = contest.sides.iter().map(Contestant::label).collect();
    let lines = |f: &dyn Fn(&Summary) -> Vec<(f64, f64)>| -> Vec<PlotLine> {
        let sides = contest.sides.iter().zip(&trial.summaries).zip(&names);
        sides
            .map(|((side, summary), name)| PlotLine {
                side: place(side),
                name: format!("{}: {name}", side.letter.to_ascii_uppercase()),
                points: f(summary),
            })
            .collect()
    };
    let longest = trial.summaries.iter().flat_map(|s| s.lengths.keys().copied()).max().unwrap_or(1);
    let bin = bin_width(longest);
    let lengths = lines(&|summary| histogram(summary, bin, longest));
    let high = top(&lengths);
    let y = format!("games in {bin} plies, %");
    let plot = LinePlot {
        title: "Lengths of games",
        x: PlotAxis { name: "length, plies", low: 0.0, high: f64::from((longest / bin + 1) * bin) },
        y: PlotAxis { name: &y, low: 0.0, high: high * 1.05 },
        lines: lengths,
        area: Vec::new(),
        marks: Vec::new(),
    };
    let stopped = trial.summaries.iter().any(|s| s.endings.contains_key(&Ending::PlyLimit));
    let _ = writeln!(
        out,
        "<h3>Length</h3>\n<figure>{}<figcaption>{}</figcaption></figure>",
        plot.draw(),
        if stopped { "The last step includes the games stopped at the ply limit." } else { "" }
    );
    let pieces = lines(&piece_curve);
    let (high, last) =
        (top(&pieces), pieces.iter().flat_map(|l| &l.points).map(|p| p.0).fold(1.0, f64::max));
    let plot = LinePlot {
        title: "Pieces on the board over time",
        x: PlotAxis { name: "plies played", low: 0.0, high: last },
        y: PlotAxis { name: "mean number of pieces", low: 0.0, high: high * 1.05 },
        lines: pieces,
        area: Vec::new(),
        marks: Vec::new(),
    };
    let _ = writeln!(
        out,
        "<h3>Pieces on the board</h3>\n<figure>{}<figcaption>Mean over unfinished games. The line \
         ends when fewer than 5 % of the games remain.</figcaption></figure>",
        plot.draw()
    );
    ending_bars(contest, trial, &names, out);
    clause_bars(contest, trial, &names, out);
    heat_maps(contest, trial, out);
}

fn top(lines: &[PlotLine]) -> f64 {
    lines.iter().flat_map(|line| &line.points).map(|point| point.1).fold(1e-9, f64::max)
}

/// Returns the width of a bin: a round number of plies that gives about 40 bins.
fn bin_width(longest: u32) -> u32 {
    let wanted = f64::from(longest.max(1)) / 40.0;
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000]
        .into_iter()
        .find(|bin| f64::from(*bin) >= wanted)
        .unwrap_or(10_000)
}

/// Returns the steps of a histogram of lengths, in percent of the games.
fn histogram(summary: &Summary, bin: u32, longest: u32) -> Vec<(f64, f64)> {
    let games: u64 = summary.lengths.values().sum();
    let mut counts: BTreeMap<u32, u64> = (0..=longest / bin).map(|i| (i, 0)).collect();
    for (length, n) in &summary.lengths {
        *counts.entry(length / bin).or_default() += n;
    }
    let percent = |n: u64| if games == 0 { 0.0 } else { n as f64 * 100.0 / games as f64 };
    let ends = counts.iter().flat_map(|(i, n)| {
        let (from, to) = (f64::from(i * bin), f64::from((i + 1) * bin));
        [(from, percent(*n)), (to, percent(*n))]
    });
    ends.collect()
}

/// Returns the mean number of pieces after each number of plies.
fn piece_curve(summary: &Summary) -> Vec<(f64, f64)> {
    let Some(totals) = &summary.totals else { return Vec::new() };
    let games = summary.games as f64;
    let points = totals.pieces.iter().enumerate();
    let going = points.take_while(|(_, (n, _))| *n > 0 && *n as f64 >= games * MIN_CURVE_SHARE);
    going
        .map(|(i, (n, sum))| (f64::from(PLIES_PER_SAMPLE) * i as f64, *sum as f64 / *n as f64))
        .collect()
}

/// Writes all metrics except the primary one.
fn metric_table(contest: &ComparisonRun, pair: &Pair, out: &mut String) {
    let side = &contest.sides[pair.other];
    let letter = side.letter.to_ascii_uppercase();
    let _ = writeln!(
        out,
        "<h3>Other metrics, A and {letter}</h3>\n<p class=\"soft\">These metrics are exploratory. Some \
         of so many would seem to change by chance, so their intervals and p-values are corrected for \
         their number (Holm). The chance that any change reported in this table is false is at most \
         {:.2} %. Grey: no change was found, which does not prove that there is none. Each interval \
         has a separate scale with zero in the middle.</p>\n\
         <div class=\"wide\"><table><thead><tr><th>Metric</th><th \
         class=\"n\">A</th><th class=\"n\">{letter}</th><th class=\"n\">change</th><th>interval\
         </th><th class=\"n\">from, to</th><th class=\"n\">p</th></tr></thead><tbody>",
        pair_level(contest) * 100.0
    );
    let others = pair.differences.iter();
    let others = others.filter(|d| d.metric != contest.design.primary && d.blocks > 0);
    let nothing = |d: &&Difference| {
        [d.first, d.other].iter().all(|side| side.mean == 0.0 && side.deviation == 0.0)
    };
    let (absent, there): (Vec<_>, Vec<_>) = others.partition(nothing);
    let (called, same): (Vec<_>, Vec<_>) = there.into_iter().partition(|d| d.called);
    for difference in called.into_iter().chain(same) {
        let metric = &contest.design.metrics[difference.metric];
        let class = if difference.called { "" } else { " class=\"same\"" };
        // Shares and plies have their unit next to the number.
        let unit = match metric.unit {
            Unit::Share | Unit::Plies | Unit::Rounds => String::new(),
            unit => format!(", {}", unit.name()),
        };
        let about = if difference.called {
            format!("<br><span class=\"soft\">{}{unit}</span>", escape(&metric.about))
        } else {
            format!("<span class=\"soft\">{unit}</span>")
        };
        let _ = writeln!(
            out,
            "<tr{class}><th scope=\"row\" title=\"{}\">{}{about}</th><td class=\"n\">{}</td><td \
             class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"spark\">{}</td><td \
             class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(&metric.about),
            escape(&metric.name),
            figures::value(metric.unit, difference.first.mean),
            figures::value(metric.unit, difference.other.mean),
            figures::change(metric.unit, difference.change.mean),
            spark(difference.change.mean, difference.change.interval, place(side)),
            figures::span(metric.unit, difference.change.interval),
            escape(&figures::p(difference.p))
        );
    }
    out.push_str("</tbody></table></div>\n");
    if !absent.is_empty() {
        let names = absent.iter().map(|d| contest.design.metrics[d.metric].name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            out,
            "<p class=\"soft\">Zero in every game of both sides: {}.</p>",
            escape(&names)
        );
    }
}

/// Returns the maximum probability of a false answer for each pair and line-up.
fn pair_level(contest: &ComparisonRun) -> f64 {
    contest.level / (contest.sides.len() - 1).max(1) as f64
}

fn share(n: u64, games: u64) -> f64 {
    if games == 0 { 0.0 } else { n as f64 / games as f64 }
}

fn ending_bars(contest: &ComparisonRun, trial: &Trial, names: &[String], out: &mut String) {
    let sides = contest.sides.iter().zip(&trial.summaries);
    let all: Vec<_> =
        sides.map(|(side, summary)| (endings(side, summary), summary.games)).collect();
    let mut rows: Vec<(String, String, Vec<f64>)> = Vec::new();
    for ending in all.iter().flat_map(|(endings, _)| endings) {
        if rows.iter().any(|(name, ..)| *name == ending.ending) {
            continue;
        }
        let shares = all.iter().map(|(endings, games)| {
            let found = endings.iter().find(|other| other.ending == ending.ending);
            share(found.map_or(0, |ending| ending.games), *games)
        });
        rows.push((ending.ending.clone(), ending.text.clone(), shares.collect()));
    }
    let most = |shares: &[f64]| shares.iter().copied().fold(0.0, f64::max);
    rows.sort_by(|a, b| most(&b.2).total_cmp(&most(&a.2)));
    rows.truncate(MAX_ROWS);
    let _ = writeln!(out, "<h3>How games ended, % of games</h3>\n{}", bars(&rows, names));
}

fn clause_bars(contest: &ComparisonRun, trial: &Trial, names: &[String], out: &mut String) {
    let mut rows: Vec<(String, String, Vec<f64>)> = Vec::new();
    for side in &contest.sides {
        for clause in &side.loaded.spec().clauses {
            let carried = side.loaded.can_fire(&clause.id);
            if carried && !rows.iter().any(|(name, ..)| *name == clause.id) {
                let shares = contest.sides.iter().zip(&trial.summaries).map(|(other, summary)| {
                    let id = other.loaded.spec().clause_named(&clause.id);
                    let fired = id.and_then(|id| summary.clauses.get(usize::from(id.0)));
                    share(fired.map_or(0, |fired| fired.1), summary.games)
                });
                rows.push((clause.id.clone(), clause.text.clone(), shares.collect()));
            }
        }
    }
    rows.retain(|(_, _, shares)| shares.iter().any(|share| *share > 0.0));
    rows.truncate(MAX_ROWS);
    if !rows.is_empty() {
        let _ = writeln!(out, "<h3>Clauses that fired, % of games</h3>\n{}", bars(&rows, names));
    }
}

fn heat_maps(contest: &ComparisonRun, trial: &Trial, out: &mut String) {
    type Pick = fn(&quadrille_study::metrics::Totals) -> &Vec<u64>;
    let kinds: [(&str, Pick); 3] =
        [("Captures", |t| &t.captures), ("Mates", |t| &t.mates), ("Promotions", |t| &t.promotions)];
    for (name, pick) in kinds {
        let of = |summary: &Summary| summary.totals.as_ref().map(|t| pick(t).clone());
        let sides: Vec<_> = contest.sides.iter().zip(&trial.summaries).collect();
        let rate = |summary: &Summary| {
            let counts = of(summary).unwrap_or_default();
            let most = counts.into_iter().max().unwrap_or(0);
            per_hundred(most, summary.games)
        };
        let most = sides.iter().map(|(_, summary)| rate(summary)).fold(0.0, f64::max);
        let _ = writeln!(out, "<h3>{name} by square</h3>");
        if most == 0.0 {
            out.push_str("<p class=\"soft\">None.</p>\n");
            continue;
        }
        out.push_str("<div class=\"boards\">\n");
        for (side, summary) in sides {
            let letter = side.letter.to_ascii_uppercase();
            let title = format!("{name} under {letter}, per 100 games");
            let counts = of(summary).unwrap_or_default();
            let total = per_hundred(counts.iter().sum(), summary.games);
            let map = heat(&side.loaded, &title, &counts, summary.games, most);
            let _ = writeln!(
                out,
                "<figure>{map}<figcaption>{} {total:.1} per 100 games</figcaption></figure>",
                tag(side)
            );
        }
        let _ = writeln!(
            out,
            "</div>\n<p class=\"soft\">Per 100 games on one square: 0<span \
             class=\"scale\"></span>{most:.1}</p>"
        );
    }
}

/// Writes sample games that the reader can step through. They come from the last line-up, which is
/// usually the strongest.
fn samples(contest: &ComparisonRun, out: &mut String) {
    let Some(trial) = contest.trials.last() else { return };
    let index = |name: &str| contest.design.metrics.iter().position(|m| m.name == name);
    let (Some(decided), Some(length)) = (index("decided"), index("length")) else { return };
    let mut all: Vec<SampleGame> = Vec::new();
    for (place, side) in contest.sides.iter().enumerate() {
        let blocks = trial.values[place].iter().zip(trial.numbers.iter().copied());
        let blocks: Vec<_> = blocks.filter_map(|(v, i)| Some((v.as_ref()?, i))).collect();
        let shortest = |won: bool| {
            let games = blocks.iter().filter(|(values, _)| (values[decided] > 0.0) == won);
            let games =
                games.min_by(|a, b| a.0[length].total_cmp(&b.0[length]).then(a.1.cmp(&b.1)));
            games.map(|(_, block)| *block)
        };
        let letter = side.letter.to_ascii_uppercase();
        let picks = [
            (shortest(true), "from the shortest block with a winner"),
            (shortest(false), "from the shortest block without a winner"),
        ];
        for (block, what) in picks {
            let Some(block) = block else { continue };
            let game = block * trial.rotations;
            let again = playout_line(contest, side, trial, game);
            let plan = contest.plan(place, &trial.table);
            all.extend(sample(&side.loaded, &plan, game, &format!("{letter}, {what}"), again));
        }
    }
    if all.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<h2>Games to step through, played by {}</h2>\n<svg width=\"0\" height=\"0\" \
         style=\"position:absolute\" aria-hidden=\"true\"><defs>{}",
        escape(&line_up(trial)),
        svg::HATCH
    );
    let costumes: BTreeMap<&String, &String> = all.iter().flat_map(|s| &s.costumes).collect();
    for definition in costumes.values() {
        out.push_str(definition);
    }
    out.push_str(
        "</defs></svg>\n<p class=\"soft\">Select a game to step through it with the arrow keys, Page Up, \
         Page Down, Home and End. Tinted squares changed in the last ply.</p>\n<div class=\"boards\">\n",
    );
    for sample in &all {
        let _ = writeln!(
            out,
            "<div class=\"sample\" tabindex=\"0\" data-side=\"{}\"><p>{}</p>{}<div class=\"controls\"><button data-step=\"0\" \
             title=\"to the start\">|&lt;</button><button data-step=\"-1\" title=\"one ply back\">\
             &lt;</button><input type=\"range\" min=\"0\" data-at=\"40\" aria-label=\"ply\"><button \
             data-step=\"1\" title=\"one ply forward\">&gt;</button></div><output></output><p \
             class=\"soft\"><code>{}</code></p><script type=\"application/json\">{}</script></div>",
            svg::SQUARE_SIDE,
            escape(&sample.title),
            sample.board,
            escape(&sample.again),
            sample.steps
        );
    }
    out.push_str("</div>\n");
}

/// Returns the command line that repeats one game.
fn playout_line(contest: &ComparisonRun, side: &Contestant, trial: &Trial, game: u64) -> String {
    let mut line = CommandLine::new("playout");
    line.folders(&contest.folders);
    line.word(&side.name);
    line.settings(side.settings());
    line.weights(side.weights_alone());
    line.agents(&trial.table.agents);
    if trial.rotations > 1 {
        line.word("--rotate");
    }
    line.option("--games", format_args!("{game}..{}", game + 1));
    contest.question.openings.write(&mut line);
    line.seed(trial.table.seed, trial.table.ply_limit);
    line.text()
}

fn method(contest: &ComparisonRun, report: &CompareReport, seed: u64, out: &mut String) {
    let blocks: u64 =
        contest.trials.iter().flat_map(|t| &t.pairs).map(|p| p.blocks).max().unwrap_or(0);
    let _ = writeln!(
        out,
        "<h2>Method</h2>\n<p>The comparison has {} in blocks.{} A block is one seed, played under \
         every ruleset and with every rotation of the agents. All sides have the same dice and the same \
         random choices. Each pair of sides played at most {}. The statistics count blocks, not games. \
         Play stopped when the confidence sequence of the primary metric excluded zero or fitted into the \
         margin, but not before {} a side. The chance that any answer about the primary metric is false \
         is at most {:.0} %, for all agents and rules together and at every time. The chance that any \
         change reported in the other tables is false is at most another {:.0} %. Use those changes to \
         choose the next question, and test it with another seed. Intervals of metrics that are counted \
         within a game hold approximately, from 50 blocks on.{}</p>\n<h3>To repeat the comparison</h3>\n\
         <pre>{}</pre>\n<p class=\"soft\">quadrille {}, seed {seed}. The result does not depend on the number of \
         threads or the machine.</p>",
        quantity(report.games, "game"),
        report
            .opening
            .as_ref()
            .map_or_else(String::new, |at| escape(&format!(" All games begin {at}.")).to_string()),
        quantity(blocks, "block"),
        quantity(contest.design.floor, "game"),
        report.alpha * 100.0,
        report.alpha * 100.0,
        weights_left_out(contest).map_or_else(String::new, |note| format!(" {}", escape(&note))),
        escape(&report.again),
        escape(crate::envelope::VERSION)
    );
}
