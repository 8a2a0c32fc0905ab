//! Numbers with their units, as text.

use quadrille_dsl::text::Argument;
use quadrille_study::metrics::Unit;

/// Formats a value: `28.2 %`, `643 plies`, `2.41`.
#[must_use]
pub fn value(unit: Unit, value: f64) -> String {
    value_figure(unit, value).to_string()
}

/// Returns a value as an argument of a sentence.
#[must_use]
pub fn value_figure(unit: Unit, value: f64) -> Argument {
    let (scale, places) = scale(unit);
    let unit = match unit {
        Unit::Share => "%",
        Unit::Plies => "plies",
        _ => "",
    };
    figure(format!("{:.places$}", value * scale), unit)
}

/// Formats a change: `+25.1 points`, `-412 plies`, `+0.31`.
#[must_use]
pub fn change(unit: Unit, value: f64) -> String {
    let (scale, places) = scale(unit);
    figure(signed(value * scale, places), short_unit_of_change(unit)).to_string()
}

/// Returns the size of a change as an argument of a sentence.
#[must_use]
pub fn size_figure(unit: Unit, value: f64) -> Argument {
    let (scale, places) = scale(unit);
    let number = signed(value * scale, places);
    figure(number.trim_start_matches('+').to_owned(), short_unit_of_change(unit))
}

fn short_unit_of_change(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "points",
        Unit::Plies => "plies",
        _ => "",
    }
}

fn figure(number: String, unit: &str) -> Argument {
    Argument::Figure { number, unit: unit.to_owned() }
}

/// Formats the ends of an interval, in the unit of a change: `+12.0 to +38.0`.
#[must_use]
pub fn span(unit: Unit, interval: (f64, f64)) -> String {
    let [low, high] = ends(unit, interval);
    format!("{low} to {high}")
}

/// Returns the ends of an interval as arguments of a sentence. The upper end has the unit.
#[must_use]
pub fn interval_figures(unit: Unit, interval: (f64, f64)) -> [Argument; 2] {
    let [low, high] = ends(unit, interval);
    [figure(low, ""), figure(high, unit_of_change(unit))]
}

/// Formats the lower and the upper end of an interval.
fn ends(unit: Unit, (low, high): (f64, f64)) -> [String; 2] {
    let (scale, places) = scale(unit);
    // If the interval excludes zero but an end rounds to zero, show one more decimal place.
    let is_zero = |value: f64| signed(value * scale, places).starts_with('0');
    let is_apart = low * high > 0.0 && (is_zero(low) || is_zero(high));
    let places = places + usize::from(is_apart);
    [low, high].map(|end| signed(end * scale, places))
}

/// Returns the factor and the number of decimal places for numbers of a unit.
#[must_use]
pub fn scale(unit: Unit) -> (f64, usize) {
    match unit {
        Unit::Share => (100.0, 1),
        Unit::Plies => (1.0, 0),
        Unit::Rounds | Unit::Actions | Unit::Digits => (1.0, 1),
        Unit::Times | Unit::Seats => (1.0, 2),
        Unit::PiecesPerPly | Unit::TimesPerPly | Unit::ActionsPerTurn | Unit::Variance => (1.0, 4),
    }
}

/// Returns the unit of changes of a metric.
#[must_use]
pub fn unit_of_change(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "points",
        other => other.name(),
    }
}

/// Formats a number with its sign. Zero has no sign.
#[must_use]
pub fn signed(value: f64, places: usize) -> String {
    let text = format!("{value:+.places$}");
    if text.trim_start_matches(['+', '-']).chars().all(|c| matches!(c, '0' | '.')) {
        text.trim_start_matches(['+', '-']).to_owned()
    } else {
        text
    }
}

/// Formats a p-value with at most three decimal places.
#[must_use]
pub fn p(value: f64) -> String {
    if value < 0.001 { "< 0.001".to_owned() } else { format!("{value:.3}") }
}

/// Formats a share as a percentage.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Formats the confidence level for an error probability, as a percentage.
#[must_use]
pub fn confidence(alpha: f64) -> String {
    let percent = format!("{:.2}", (1.0 - alpha) * 100.0);
    percent.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats a whole number with commas between groups of three digits.
#[must_use]
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(String::from_utf8_lossy);
    let head = digits[..first].to_owned();
    let all: Vec<String> = (!head.is_empty())
        .then_some(head)
        .into_iter()
        .chain(groups.map(std::borrow::Cow::into_owned))
        .collect();
    all.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_sign_and_unit_of_what_they_say() {
        assert_eq!(value(Unit::Share, 0.2815), "28.1 %");
        assert_eq!(change(Unit::Share, 0.251), "+25.1 points");
        assert_eq!(change(Unit::Plies, -411.6), "-412 plies");
        assert_eq!(span(Unit::Share, (-0.00001, 0.1)), "0.0 to +10.0");
        assert_eq!(span(Unit::Plies, (0.131, 8.468)), "+0.1 to +8.5");
        assert_eq!(p(0.0000001), "< 0.001");
    }
}
