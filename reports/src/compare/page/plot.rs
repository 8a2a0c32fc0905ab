//! Plots as SVG. Colours come from the page's style sheet, so that the plots fit pages in light and
//! in dark mode.

use std::fmt::Write as _;

use quadrille_render::svg::escape;

/// The height of the area with the lines. Widths are fractions of the page's width.
const HEIGHT: f64 = 240.0;
/// The height of the space below the plot. This space contains the numbers and the name of the
/// horizontal axis.
const X_AXIS_HEIGHT: f64 = 48.0;
/// The height of the space above the plot. This space contains the name of the vertical axis.
const Y_AXIS_NAME_HEIGHT: f64 = 26.0;
/// The height of a row with an interval, and with a line of words above the interval.
const INTERVAL_ROW_HEIGHT: f64 = 46.0;
/// The margin on both sides of intervals, in percent of the width, so that no dot or number is cut.
const INTERVAL_MARGIN_PERCENT: f64 = 4.0;

/// A line of a plot.
#[derive(Debug)]
pub struct PlotLine {
    /// The side whose colour the line has.
    pub side: usize,
    /// The name in the legend.
    pub name: String,
    /// The points, sorted by x.
    pub points: Vec<(f64, f64)>,
}

/// An axis: its name with the unit, and its range.
#[derive(Debug)]
pub struct PlotAxis<'a> {
    /// The name of the axis, with the unit.
    pub name: &'a str,
    /// The lower end of the range.
    pub low: f64,
    /// The upper end of the range.
    pub high: f64,
}

/// Lines over a common horizontal axis. If the first line has intervals, the intervals are drawn as
/// an area around this line.
#[derive(Debug)]
pub struct LinePlot<'a> {
    /// The description for readers who can't see the plot.
    pub title: &'a str,
    /// The horizontal axis.
    pub x: PlotAxis<'a>,
    /// The vertical axis.
    pub y: PlotAxis<'a>,
    /// The lines.
    pub lines: Vec<PlotLine>,
    /// The area around the first line. The area has the colour of the first line. Each point has x,
    /// the lower end and the upper end.
    pub area: Vec<(f64, f64, f64)>,
    /// The values at which the plot has horizontal marks, such as zero and the margin.
    pub marks: Vec<f64>,
}

impl LinePlot<'_> {
    /// Draws the plot at the full width of the page. Numbers keep their size, and only lines are
    /// stretched.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut out = open(self.title, Y_AXIS_NAME_HEIGHT + HEIGHT + X_AXIS_HEIGHT);
        let (ticks_x, ticks_y) =
            (ticks(self.x.low, self.x.high, 6), ticks(self.y.low, self.y.high, 5));
        let across = |x: f64| share(x, self.x.low, self.x.high) * 100.0;
        let up = |y: f64| (1.0 - share(y, self.y.low, self.y.high)) * HEIGHT;
        for &y in &ticks_y {
            let (at, text) = (Y_AXIS_NAME_HEIGHT + up(y), number(y, &ticks_y));
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"0\" y1=\"{at:.1}\" x2=\"100%\" y2=\"{at:.1}\"/><text \
                 class=\"tick\" x=\"2\" y=\"{:.1}\">{text}</text>",
                at - 3.0
            );
        }
        for &x in &ticks_x {
            let (at, text) = (across(x), number(x, &ticks_x));
            let foot = Y_AXIS_NAME_HEIGHT + HEIGHT;
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"{at:.2}%\" y1=\"{Y_AXIS_NAME_HEIGHT}\" x2=\"{at:.2}%\" \
                 y2=\"{foot}\"/><text class=\"tick\" x=\"{at:.2}%\" y=\"{}\" \
                 text-anchor=\"{}\">{text}</text>",
                foot + 17.0,
                anchor(at)
            );
        }
        name_axis(self.x.name, Y_AXIS_NAME_HEIGHT + HEIGHT + X_AXIS_HEIGHT - 8.0, &mut out);
        let _ =
            writeln!(out, "<text class=\"axis\" x=\"0\" y=\"14\">{}</text>", escape(self.y.name));
        for mark in self.marks.iter().filter(|y| (self.y.low..=self.y.high).contains(*y)) {
            let at = Y_AXIS_NAME_HEIGHT + up(*mark);
            let _ = writeln!(
                out,
                "<line class=\"mark\" x1=\"0\" y1=\"{at:.1}\" x2=\"100%\" y2=\"{at:.1}\"/>"
            );
        }
        let _ = writeln!(
            out,
            "<svg y=\"{Y_AXIS_NAME_HEIGHT}\" width=\"100%\" height=\"{HEIGHT}\" viewBox=\"0 0 100 {HEIGHT}\" \
             preserveAspectRatio=\"none\">"
        );
        if !self.area.is_empty() {
            let upper = self.area.iter().map(|(x, _, high)| (*x, *high));
            let lower = self.area.iter().rev().map(|(x, low, _)| (*x, *low));
            let path = path(upper.chain(lower), &across, &up);
            let side = self.lines.first().map_or(0, |line| line.side);
            let _ = writeln!(out, "<path class=\"area s{side}\" d=\"{path}Z\"/>");
        }
        for line in &self.lines {
            let path = path(line.points.iter().copied(), &across, &up);
            let _ = writeln!(out, "<path class=\"line s{}\" d=\"{path}\"/>", line.side);
        }
        out.push_str("</svg></svg>\n");
        legend(&self.lines, &mut out);
        out
    }
}

/// Returns the text anchor of a number, so that the number is not cut at the edges of a plot.
fn anchor(percent: f64) -> &'static str {
    match percent {
        ..4.0 => "start",
        96.0.. => "end",
        _ => "middle",
    }
}

/// Writes the name of the horizontal axis.
fn name_axis(name: &str, y: f64, out: &mut String) {
    let _ = writeln!(
        out,
        "<text class=\"axis\" x=\"50%\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
        escape(name)
    );
}

/// Returns a path through points. Points beyond the plot are moved to the edge of the plot.
fn path(
    points: impl Iterator<Item = (f64, f64)>,
    at_x: &dyn Fn(f64) -> f64,
    at_y: &dyn Fn(f64) -> f64,
) -> String {
    let mut out = String::new();
    for (i, (x, y)) in points.enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{letter}{:.2} {:.1}", at_x(x), at_y(y));
    }
    out
}

/// Writes the names of the lines below a plot. Each name has the colour of its line.
fn legend(lines: &[PlotLine], out: &mut String) {
    if lines.len() < 2 {
        return;
    }
    out.push_str("<p class=\"legend\">");
    for line in lines {
        let _ = write!(
            out,
            "<span><i class=\"swatch s{}\"></i>{}</span> ",
            line.side,
            escape(&line.name)
        );
    }
    out.push_str("</p>\n");
}

/// One row of a plot of intervals.
#[derive(Debug)]
pub struct IntervalRow {
    /// The subject of the row.
    pub name: String,
    /// The side whose colour the row has.
    pub side: usize,
    /// The estimate.
    pub mean: f64,
    /// The interval.
    pub interval: (f64, f64),
    /// The estimate and the interval as text.
    pub figures: String,
}

/// Draws intervals below one another over a common axis, with marks at zero and at the margin.
#[must_use]
pub fn intervals(title: &str, axis: &str, rows: &[IntervalRow], margin: Option<f64>) -> String {
    let ends = rows.iter().flat_map(|row| [row.interval.0, row.interval.1]);
    let ends = ends.chain([0.0]).chain(margin.into_iter().flat_map(|m| [m, -m]));
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
    let room = ((high - low) * 0.06).max(1e-9);
    let (low, high) = (low - room, high + room);
    let at = |x: f64| {
        INTERVAL_MARGIN_PERCENT + share(x, low, high) * (100.0 - 2.0 * INTERVAL_MARGIN_PERCENT)
    };
    let height = INTERVAL_ROW_HEIGHT * rows.len() as f64;
    let mut out = open(title, height + X_AXIS_HEIGHT);
    if let Some(margin) = margin {
        let _ = writeln!(
            out,
            "<rect class=\"margin\" x=\"{:.2}%\" y=\"0\" width=\"{:.2}%\" height=\"{height}\"/>",
            at(-margin),
            at(margin) - at(-margin)
        );
    }
    let upright = |class: &str, x: f64| {
        format!("<line class=\"{class}\" x1=\"{x:.2}%\" y1=\"0\" x2=\"{x:.2}%\" y2=\"{height}\"/>")
    };
    let marks = ticks(low, high, 6);
    for &x in &marks {
        let (x, text) = (at(x), number(x, &marks));
        let _ = writeln!(
            out,
            "{}<text class=\"tick\" x=\"{x:.2}%\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            upright("grid", x),
            height + 17.0
        );
    }
    let _ = writeln!(out, "{}", upright("mark", at(0.0)));
    for (i, row) in rows.iter().enumerate() {
        let (words, y) =
            (INTERVAL_ROW_HEIGHT * i as f64 + 16.0, INTERVAL_ROW_HEIGHT * i as f64 + 32.0);
        let (from, to, mean) = (at(row.interval.0), at(row.interval.1), at(row.mean));
        let end = |x: f64| {
            let (side, top, foot) = (row.side, y - 5.0, y + 5.0);
            format!(
                "<line class=\"bar s{side}\" x1=\"{x:.2}%\" y1=\"{top}\" x2=\"{x:.2}%\" y2=\"{foot}\"/>"
            )
        };
        let _ = writeln!(
            out,
            "<text class=\"label\" x=\"0\" y=\"{words}\">{}</text><text class=\"figures\" x=\"100%\" \
             y=\"{words}\" text-anchor=\"end\">{}</text><line class=\"bar s{}\" x1=\"{from:.2}%\" \
             y1=\"{y}\" x2=\"{to:.2}%\" y2=\"{y}\"/>{}{}<circle class=\"dot s{}\" cx=\"{mean:.2}%\" \
             cy=\"{y}\" r=\"4.5\"/>",
            escape(&row.name),
            escape(&row.figures),
            row.side,
            end(from),
            end(to),
            row.side,
        );
    }
    name_axis(axis, height + X_AXIS_HEIGHT - 8.0, &mut out);
    out.push_str("</svg>\n");
    out
}

/// Draws an interval in a table row, on a separate scale with zero in the middle.
#[must_use]
pub fn spark(mean: f64, interval: (f64, f64), side: usize) -> String {
    let most = interval.0.abs().max(interval.1.abs()).max(1e-12);
    let at = |x: f64| 80.0 + x / most * 74.0;
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 160 16\" width=\"160\" height=\"16\" \
         aria-hidden=\"true\"><path class=\"mark\" d=\"M80 0v16\"/><path class=\"bar s{side}\" \
         d=\"M{:.1} 8H{:.1}\"/><circle class=\"dot s{side}\" cx=\"{:.1}\" cy=\"8\" r=\"3.5\"/></svg>",
        at(interval.0),
        at(interval.1),
        at(mean)
    )
}

/// Draws grouped bars. Each name has a group with one bar per side. The length of a bar is from 0
/// to 1.
#[must_use]
pub fn bars(rows: &[(String, String, Vec<f64>)], sides: &[String]) -> String {
    let mut out = String::from("<table class=\"bars\"><tbody>\n");
    for (name, about, shares) in rows {
        let _ = write!(
            out,
            "<tr><th scope=\"row\"><b>{}</b> <span>{}</span></th><td>",
            escape(name),
            escape(about)
        );
        for (side, share) in shares.iter().enumerate() {
            let percent = (share * 100.0).clamp(0.0, 100.0);
            let _ = write!(
                out,
                "<div class=\"meter\" title=\"{}\"><span><i class=\"swatch s{}\" \
                 style=\"width:{percent:.1}%\"></i></span><em>{percent:.1} %</em></div>",
                escape(sides.get(side).map_or("", String::as_str)),
                side % 4
            );
        }
        out.push_str("</td></tr>\n");
    }
    out.push_str("</tbody></table>\n");
    out
}

fn open(title: &str, height: f64) -> String {
    format!(
        "<svg class=\"plot\" width=\"100%\" height=\"{height}\" role=\"img\"><title>{}</title>\n",
        escape(title)
    )
}

/// The colours of a plot in a separate file. They are readable on light and dark pages.
const STANDALONE_STYLE: &str = "text { fill: #777; font: 13px system-ui, sans-serif; } .tick { font-size: 12px; } \
     .grid { stroke: #8884; } .mark { stroke: #888; stroke-width: 1.2; stroke-dasharray: 4 3; } \
     .margin { fill: #2f7d4f; fill-opacity: .15; } .bar { stroke: #2b66b1; stroke-width: 2.4; } \
     .dot { fill: #2b66b1; } .bar.s2, .bar.s3 { stroke: #c4561a; } .dot.s2, .dot.s3 { fill: #c4561a; }";

/// Returns a plot as the text of an SVG file, with its own size and colours.
#[must_use]
pub fn standalone(svg: &str) -> String {
    let whole = svg.replacen(
        "<svg class=\"plot\" width=\"100%\"",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"860\"",
        1,
    );
    whole.replacen("</title>", &format!("</title><style>{STANDALONE_STYLE}</style>"), 1)
}

/// Returns the position of a value within a range, as a fraction from 0 (the low end) to 1 (the
/// high end).
fn share(x: f64, low: f64, high: f64) -> f64 {
    if high > low { ((x - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
}

/// Returns about `wanted` round numbers between `low` and `high`.
#[must_use]
pub fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    if high <= low || !(high - low).is_finite() {
        return vec![low];
    }
    let rough = (high - low) / wanted.max(1) as f64;
    let power: f64 = format!("1e{}", magnitude(rough)).parse().unwrap_or(1.0);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|s| *s >= rough * 0.7);
    let step = step.unwrap_or(10.0 * power);
    // An end that differs from a tick only by rounding is a tick.
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// Returns the decimal exponent of a number. The exponent is read from the number's digits, so that
/// it is equal on every machine.
fn magnitude(x: f64) -> i32 {
    format!("{x:e}").rsplit_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// Formats the number of a tick, with as many decimal places as the numbers of all ticks need.
fn number(x: f64, all: &[f64]) -> String {
    let step = all.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let places = if step.is_finite() { (-magnitude(step)).clamp(0, 6) as usize } else { 0 };
    let text = format!("{x:.places$}");
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        "0".to_owned()
    } else {
        text.replace('-', "\u{2212}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(-3.0, 7.0, 5), [-2.0, 0.0, 2.0, 4.0, 6.0]);
        assert_eq!(ticks(5.0, 5.0, 5), [5.0]);
        assert!(ticks(0.0, f64::INFINITY, 5).len() == 1);
        let marks = ticks(-0.3, 0.31, 5);
        assert_eq!(
            marks.iter().map(|x| number(*x, &marks)).collect::<Vec<_>>(),
            ["−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]
        );
    }

    #[test]
    fn what_is_written_can_t_break_out_of_the_drawing() {
        let row = IntervalRow {
            name: "<b>&".to_owned(),
            side: 0,
            mean: 0.0,
            interval: (-1.0, 1.0),
            figures: "\"".to_owned(),
        };
        let svg = intervals("a<b", "x", &[row], Some(0.5));
        assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"));
    }
}
