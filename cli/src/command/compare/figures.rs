//! Numbers with their units, as people read them.

use quadrille_core::experiment::metric::Unit;

/// A value: `28.2 %`, `643 plies`, `2.41`.
#[must_use]
pub fn value(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share | Unit::Result => format!("{:.1} %", value * 100.0),
        Unit::Plies => format!("{value:.0} plies"),
        Unit::Count => format!("{value:.2}"),
    }
}

/// A change: `+25.1 points`, `-412 plies`, `+0.31`.
#[must_use]
pub fn change(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Share | Unit::Result => format!("{} points", signed(value * 100.0, 1)),
        Unit::Plies => format!("{} plies", signed(value, 0)),
        Unit::Count => signed(value, 2),
    }
}

/// The ends of an interval, in the unit of a change: `+12.0 to +38.0`.
#[must_use]
pub fn span(unit: Unit, (low, high): (f64, f64)) -> String {
    let (scale, places) = scale(unit);
    format!("{} to {}", signed(low * scale, places), signed(high * scale, places))
}

/// What numbers of a unit are multiplied by, and how many places they are given.
#[must_use]
pub fn scale(unit: Unit) -> (f64, usize) {
    match unit {
        Unit::Share | Unit::Result => (100.0, 1),
        Unit::Plies => (1.0, 0),
        Unit::Count => (1.0, 2),
    }
}

/// What differences of a metric are counted in.
#[must_use]
pub fn unit_of_change(unit: Unit) -> &'static str {
    match unit {
        Unit::Share | Unit::Result => "points",
        Unit::Plies => "plies",
        Unit::Count => "a game",
    }
}

/// A number with its sign; nought has none.
#[must_use]
pub fn signed(value: f64, places: usize) -> String {
    let text = format!("{value:+.places$}");
    if text.trim_start_matches(['+', '-']).chars().all(|c| matches!(c, '0' | '.')) {
        text.trim_start_matches(['+', '-']).to_owned()
    } else {
        text
    }
}

/// A p-value, no more exact than it is worth.
#[must_use]
pub fn p(value: f64) -> String {
    if value < 0.001 { "< 0.001".to_owned() } else { format!("{value:.3}") }
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
        assert_eq!(p(0.0000001), "< 0.001");
    }
}
