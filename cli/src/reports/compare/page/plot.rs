//! Plots as SVG. Colours come from the page's style sheet, so that they fit light and dark.

use std::fmt::Write as _;

use quadrille_render::svg::escape;

/// The width of a plot.
const WIDTH: f64 = 860.0;
/// The height of the part with lines in it.
const HEIGHT: f64 = 240.0;
/// The room to the left for numbers, and below for numbers and the axis' name.
const LEFT: f64 = 64.0;
const BELOW: f64 = 48.0;
const ABOVE: f64 = 26.0;
const RIGHT: f64 = 20.0;
/// How high a row of intervals is.
const ROW: f64 = 34.0;

/// A line of a plot.
pub struct PlotLine {
    /// Which side's colour it has.
    pub side: usize,
    /// Its name, for the legend.
    pub name: String,
    /// Its points, by x.
    pub points: Vec<(f64, f64)>,
}

/// An axis: its name with the unit, and from where to where it goes.
pub struct PlotAxis<'a> {
    /// Name and unit.
    pub name: &'a str,
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// LinePlot over a common axis, with an area around them where they have an interval.
pub struct LinePlot<'a> {
    /// What it shows, for those who can't see it.
    pub title: &'a str,
    /// Across.
    pub x: PlotAxis<'a>,
    /// Up.
    pub y: PlotAxis<'a>,
    /// The lines.
    pub lines: Vec<PlotLine>,
    /// An area in the first line's colour: x, from, to.
    pub area: Vec<(f64, f64, f64)>,
    /// Horizontal marks, such as zero and the margin.
    pub marks: Vec<f64>,
}

impl LinePlot<'_> {
    /// Draws it.
    #[must_use]
    pub fn draw(&self) -> String {
        let total = ABOVE + HEIGHT + BELOW;
        let mut out = open(self.title, total);
        let (ticks_x, ticks_y) =
            (ticks(self.x.low, self.x.high, 8), ticks(self.y.low, self.y.high, 5));
        let at_x = |x: f64| LEFT + share(x, self.x.low, self.x.high) * (WIDTH - LEFT - RIGHT);
        let at_y = |y: f64| ABOVE + (1.0 - share(y, self.y.low, self.y.high)) * HEIGHT;
        for &y in &ticks_y {
            let (at, text) = (at_y(y), number(y, &ticks_y));
            let _ = writeln!(out, "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{}\"/>", WIDTH - RIGHT);
            let _ = writeln!(
                out,
                "<text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                LEFT - 8.0,
                at + 4.0
            );
        }
        for &x in &ticks_x {
            let (at, text) = (at_x(x), number(x, &ticks_x));
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{at:.1} {ABOVE}v{HEIGHT}\"/><text class=\"tick\" \
                 x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
                ABOVE + HEIGHT + 17.0
            );
        }
        let _ = writeln!(
            out,
            "<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH - RIGHT) / 2.0,
            total - 8.0,
            escape(self.x.name)
        );
        let _ =
            writeln!(out, "<text class=\"axis\" x=\"4\" y=\"14\">{}</text>", escape(self.y.name));
        for mark in self.marks.iter().filter(|y| (self.y.low..=self.y.high).contains(*y)) {
            let at = at_y(*mark);
            let _ = writeln!(out, "<path class=\"mark\" d=\"M{LEFT} {at:.1}H{}\"/>", WIDTH - RIGHT);
        }
        if !self.area.is_empty() {
            let upper = self.area.iter().map(|(x, _, high)| (*x, *high));
            let lower = self.area.iter().rev().map(|(x, low, _)| (*x, *low));
            let path = path(upper.chain(lower), &at_x, &at_y);
            let side = self.lines.first().map_or(0, |line| line.side);
            let _ = writeln!(out, "<path class=\"area s{side}\" d=\"{path}Z\"/>");
        }
        for line in &self.lines {
            let path = path(line.points.iter().copied(), &at_x, &at_y);
            let _ = writeln!(out, "<path class=\"line s{}\" d=\"{path}\"/>", line.side);
        }
        out.push_str("</svg>\n");
        legend(&self.lines, &mut out);
        out
    }
}

/// A path through points, those beyond the plot moved to its edge.
fn path(
    points: impl Iterator<Item = (f64, f64)>,
    at_x: &dyn Fn(f64) -> f64,
    at_y: &dyn Fn(f64) -> f64,
) -> String {
    let mut out = String::new();
    for (i, (x, y)) in points.enumerate() {
        let letter = if i == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{letter}{:.1} {:.1}", at_x(x), at_y(y));
    }
    out
}

/// Names of the lines in their colours, below a plot.
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
pub struct IntervalRow {
    /// What it is about.
    pub name: String,
    /// Which side's colour it has.
    pub side: usize,
    /// The estimate.
    pub mean: f64,
    /// The interval.
    pub interval: (f64, f64),
    /// The same in figures.
    pub figures: String,
}

/// Intervals below one another over a common axis, zero and the margin marked.
#[must_use]
pub fn intervals(title: &str, axis: &str, rows: &[IntervalRow], margin: Option<f64>) -> String {
    let ends = rows.iter().flat_map(|row| [row.interval.0, row.interval.1]);
    let ends = ends.chain([0.0]).chain(margin.into_iter().flat_map(|m| [m, -m]));
    let (low, high) = ends.fold((0.0f64, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
    let room = ((high - low) * 0.06).max(1e-9);
    let (low, high) = (low - room, high + room);
    let (left, right) = (200.0, 660.0);
    let at = |x: f64| left + share(x, low, high) * (right - left);
    let height = ROW * rows.len() as f64;
    let total = 8.0 + height + BELOW;
    let mut out = open_at(title, WIDTH, total);
    if let Some(margin) = margin {
        let _ = writeln!(
            out,
            "<rect class=\"margin\" x=\"{:.1}\" y=\"8\" width=\"{:.1}\" height=\"{height}\"/>",
            at(-margin),
            at(margin) - at(-margin)
        );
    }
    let marks = ticks(low, high, 8);
    for &x in &marks {
        let (at, text) = (at(x), number(x, &marks));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{at:.1} 8v{height}\"/><text class=\"tick\" x=\"{at:.1}\" \
             y=\"{}\" text-anchor=\"middle\">{text}</text>",
            8.0 + height + 17.0
        );
    }
    let _ = writeln!(out, "<path class=\"mark\" d=\"M{:.1} 8v{height}\"/>", at(0.0));
    for (i, row) in rows.iter().enumerate() {
        let y = 8.0 + ROW * (i as f64 + 0.5);
        let (from, to) = (at(row.interval.0), at(row.interval.1));
        let _ = writeln!(
            out,
            "<text class=\"label\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <path class=\"bar s{}\" d=\"M{from:.1} {y:.1}H{to:.1}M{from:.1} {:.1}v10M{to:.1} \
             {:.1}v10\"/><circle class=\"dot s{}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>\
             <text class=\"figures\" x=\"{}\" y=\"{:.1}\">{}</text>",
            left - 14.0,
            y + 4.5,
            escape(&row.name),
            row.side,
            y - 5.0,
            y - 5.0,
            row.side,
            at(row.mean),
            right + 14.0,
            y + 4.5,
            escape(&row.figures)
        );
    }
    let _ = writeln!(
        out,
        "<text class=\"axis\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></svg>",
        (left + right) / 2.0,
        total - 8.0,
        escape(axis)
    );
    out
}

/// An interval in a row of a table, on a scale of its own with zero in the middle.
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

/// Bars in groups: for each name the share of each side, from 0 to 1.
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
    open_at(title, WIDTH, height)
}

fn open_at(title: &str, width: f64, height: f64) -> String {
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>\n",
        escape(title)
    )
}

/// Where a value stands between two others.
fn share(x: f64, low: f64, high: f64) -> f64 {
    if high > low { ((x - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 }
}

/// Round numbers between two others, about as many as wanted.
#[must_use]
pub fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    if high <= low || !(high - low).is_finite() {
        return vec![low];
    }
    let rough = (high - low) / wanted.max(1) as f64;
    let power = 10f64.powi(rough.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|s| *s >= rough * 0.7);
    let step = step.unwrap_or(10.0 * power);
    // An end that is a tick but for rounding is one.
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// A tick's number, with no more places than its neighbours need.
fn number(x: f64, all: &[f64]) -> String {
    let step = all.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let places =
        if step.is_finite() { (-step.log10().floor()).clamp(0.0, 6.0) as usize } else { 0 };
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
