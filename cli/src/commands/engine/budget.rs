//! How long to think: the words after `go`.

use std::time::Duration;

use quadrille_core::{Seat, Spec};

/// What is kept back for passing lines on.
const OVERHEAD: Duration = Duration::from_millis(30);
/// Moves that a clock is to last for, if nothing says how many.
const MOVES: u32 = 30;

/// A budget. Without anything it is open: until `stop`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Budget {
    /// The greatest depth.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u32>,
    move_time: Option<Duration>,
    /// The share of the clock for one move.
    clock: Option<Duration>,
    /// The clock does not run before `ponderhit`.
    ponders: bool,
    infinite: bool,
}

impl Budget {
    /// Reads the words. Clocks are named by the keys of seats: `wtime`, `binc`, with four seats `rtime`, `gtime`. Numbers that
    /// can't be read count as 1.
    pub fn read(words: &[&str], spec: &Spec, seat: Seat) -> Self {
        let mut budget = Self::default();
        let key = spec.colour_key(seat);
        let (clock, increment) = (format!("{key}time"), format!("{key}inc"));
        let (mut left, mut more, mut moves) = (None, Duration::ZERO, MOVES);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let word = *word;
            if word == "infinite" {
                budget.infinite = true;
                continue;
            }
            if word == "ponder" {
                budget.ponders = true;
                continue;
            }
            let clocks = word.ends_with("time") || word.ends_with("inc");
            if !clocks && !matches!(word, "depth" | "nodes" | "movestogo" | "mate") {
                continue;
            }
            let number = words.next().and_then(|n| n.parse::<i64>().ok()).unwrap_or(1).max(1);
            let millis = Duration::from_millis(number.unsigned_abs().min(1 << 40));
            let whole = u32::try_from(number).unwrap_or(u32::MAX);
            match word {
                "depth" => budget.depth = Some(whole),
                "nodes" => budget.nodes = Some(whole.min(quadrille_core::agents::MAX_NODES)),
                "movetime" => budget.move_time = Some(millis),
                "movestogo" => moves = whole.clamp(1, 200),
                word if word == clock => left = Some(millis),
                word if word == increment => more = millis,
                _ => {}
            }
        }
        budget.clock = left.map(|left| {
            let share = left / (moves + 1) + more * 3 / 4;
            share.min(left / 2).max(Duration::from_millis(1))
        });
        budget
    }

    /// The time from the beginning; none if nothing limits it, or not yet.
    pub fn time(&self) -> Option<Duration> {
        if self.ponders || self.infinite { None } else { self.after_ponder() }
    }

    /// The time once the clock runs.
    pub fn after_ponder(&self) -> Option<Duration> {
        let time = self.move_time.or(self.clock)?;
        Some(time.checked_sub(OVERHEAD).unwrap_or(time / 2))
    }

    /// Whether only `stop` ends it, so that an answer before is none that was asked for.
    pub fn is_open(&self) -> bool {
        self.infinite
            || self.ponders
            || self.after_ponder().is_none() && self.depth.is_none() && self.nodes.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str, ruleset: &str) -> Budget {
        let library = quadrille_dsl::library::Shipped;
        let loaded = quadrille_dsl::load(&library, ruleset, &[]).expect("it is shipped");
        Budget::read(&words.split_whitespace().collect::<Vec<_>>(), loaded.rules.spec(), Seat(0))
    }

    #[test]
    fn a_clock_is_that_of_the_seat_and_is_never_used_up() {
        let of = |words: &str| read(words, "orthodox-chess").time().unwrap().as_millis();
        assert_eq!(of("movetime 500"), 470);
        assert_eq!(of("wtime 31000 btime 1"), 970);
        assert!(of("wtime 1000 btime 60000 winc 5000") <= 500);
        assert!(of("wtime 100 movestogo 1") <= 50);
        assert!(of("wtime -20") <= 1);
        let four = read("rtime 31000 btime 1 ytime 1 gtime 1", "chesscom-teams");
        assert_eq!(four.time().unwrap().as_millis(), 970);
    }

    #[test]
    fn only_stop_ends_what_has_no_limit() {
        for words in ["", "infinite", "ponder wtime 1000", "infinite depth 3", "btime 1000"] {
            let budget = read(words, "orthodox-chess");
            assert!(budget.is_open() && budget.time().is_none(), "{words}");
        }
        for words in ["depth 3", "nodes x", "movetime 100", "wtime 1000", "depth"] {
            assert!(!read(words, "orthodox-chess").is_open(), "{words}");
        }
        assert!(read("ponder wtime 3100", "orthodox-chess").after_ponder().is_some());
    }
}
