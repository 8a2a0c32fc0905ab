//! Parses the arguments of `go`, which limit the time and the depth of a search.

use std::time::Duration;

use quadrille_core::{Seat, Spec};

/// The number of moves for which the time of a clock must last, if `movestogo` is not given.
const DEFAULT_MOVES_TO_GO: u32 = 30;

/// The keywords of `go`. A number follows some of them.
const GO_KEYS: [&str; 6] = ["depth", "nodes", "movestogo", "mate", "infinite", "ponder"];

/// The time that a decision may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Allowance {
    /// The usual time of a search. A search takes more or less time, depending on how certain it is
    /// of its choice.
    pub soft: Duration,
    /// The maximum time of a search.
    pub hard: Duration,
}

/// The limits of a decision. Without any limit, the decision lasts until `stop`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TimeBudget {
    /// The maximum number of positions to search.
    pub nodes: Option<u64>,
    /// The only actions to consider, as the controlling program writes them. If the list is empty,
    /// all actions are considered.
    pub actions: Vec<String>,
    /// `true` if only `stop` ends the decision.
    pub infinite: bool,
    /// `true` if the clock does not run until `ponderhit`.
    pub ponders: bool,
    /// The time that the decision may take while the clock runs.
    pub allowance: Option<Allowance>,
    depth: Option<u32>,
    /// The maximum length, in moves, of the mate that `go mate` has to find.
    mate: Option<u32>,
}

impl TimeBudget {
    /// Parses the arguments. The name of a clock begins with the key of its seat: `wtime` and
    /// `binc`, or `rtime` and `gtime` in games with four seats. An unreadable number counts as 1.
    /// `overhead` is the time that is reserved for the transfer of lines between the engine and the
    /// program that controls it.
    pub fn read(words: &[&str], spec: &Spec, seat: Seat, overhead: Duration) -> Self {
        let mut budget = Self::default();
        let key = spec.colour_key(seat);
        let (clock, increment) = (format!("{key}time"), format!("{key}inc"));
        let (mut exactly, mut left, mut more, mut moves) =
            (None, None, Duration::ZERO, DEFAULT_MOVES_TO_GO);
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            match *word {
                "searchmoves" => {
                    let is_action = |word: &&&str| !GO_KEYS.contains(*word) && !is_clock(word);
                    while let Some(action) = words.next_if(is_action) {
                        budget.actions.push((*action).to_owned());
                    }
                    continue;
                }
                "infinite" => {
                    budget.infinite = true;
                    continue;
                }
                "ponder" => {
                    budget.ponders = true;
                    continue;
                }
                word if !is_clock(word) && !GO_KEYS.contains(&word) => continue,
                _ => {}
            }
            let number = words.next().and_then(|number| whole(number)).unwrap_or(1);
            let millis = Duration::from_millis(number.min(1 << 40));
            let small = u32::try_from(number).unwrap_or(u32::MAX);
            match *word {
                "depth" => budget.depth = Some(small),
                "nodes" => budget.nodes = Some(number),
                "mate" => budget.mate = Some(small),
                "movetime" => exactly = Some(millis),
                "movestogo" => moves = small.min(200),
                word if word == clock => left = Some(millis),
                word if word == increment => more = millis,
                _ => {}
            }
        }
        let usable = |time: Duration| time.checked_sub(overhead).unwrap_or_default().max(time / 2);
        budget.allowance = match (exactly, left) {
            (Some(time), _) => Some(Allowance { soft: usable(time), hard: usable(time) }),
            (None, Some(left)) => Some(share(usable(left), more, moves)),
            (None, None) => None,
        };
        budget
    }

    /// Returns the maximum depth in a game with this many seats. It is the depth of `go depth`, or
    /// a depth that is enough to find the mate of `go mate`. To find a mate, a search needs about
    /// twice the depth of the mate, because the search reduces the depth of most actions.
    pub fn depth_for(&self, seats: u32) -> Option<u32> {
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_add(1));
        self.depth.or(mate.map(|moves| moves.saturating_mul(seats)))
    }

    /// Returns `true` if a mate in this many moves is as short as `go mate` requires.
    pub fn is_enough(&self, moves: u32) -> bool {
        self.mate.is_some_and(|most| moves <= most)
    }

    /// Returns `true` if the arguments of `go` set a depth.
    pub fn has_depth(&self) -> bool {
        self.depth.is_some() || self.mate.is_some()
    }

    /// Returns `true` if only `stop` ends the decision. Pondering is not considered.
    pub fn is_open(&self) -> bool {
        let limited = self.allowance.is_some() || self.nodes.is_some() || self.has_depth();
        self.infinite || !limited
    }
}

/// Returns the part of a clock's time that one move may use.
fn share(left: Duration, increment: Duration, moves: u32) -> Allowance {
    let soft = left * 9 / 10 / moves + increment * 3 / 4;
    // The last move before new time is added may use nearly all of the time. Other moves leave most
    // of the time.
    let most = if moves == 1 { left * 9 / 10 } else { left * 2 / 5 };
    let hard = (soft * 4).min(most).max(Duration::from_millis(1));
    Allowance { soft: soft.min(hard), hard }
}

/// Parses a whole number. 0 counts as 1, and numbers that are too large count as `u64::MAX`.
fn whole(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX).max(1))
}

/// Returns `true` if a word is about a clock: `movetime`, `wtime`, `rinc`. No move ends in `time`
/// or `inc`.
fn is_clock(word: &str) -> bool {
    word.ends_with("time") || word.ends_with("inc")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str, ruleset: &str) -> TimeBudget {
        let library = quadrille_dsl::library::Shipped;
        let loaded = quadrille_dsl::load(&library, ruleset, &[]).expect("it is shipped");
        let words = words.split_whitespace().collect::<Vec<_>>();
        TimeBudget::read(&words, loaded.spec(), Seat(0), Duration::from_millis(30))
    }

    /// Returns the usual and the maximum time in milliseconds.
    fn time(words: &str, ruleset: &str) -> (u128, u128) {
        let allowance = read(words, ruleset).allowance.unwrap();
        (allowance.soft.as_millis(), allowance.hard.as_millis())
    }

    #[test]
    fn a_clock_is_that_of_the_seat_and_is_never_used_up() {
        let of = |words: &str| time(words, "orthodox-chess");
        assert_eq!(of("movetime 500"), (470, 470));
        assert_eq!(of("wtime 30030 btime 1"), (900, 3600));
        assert_eq!(time("rtime 30030 btime 1 ytime 1 gtime 1", "chesscom-teams"), (900, 3600));
        assert_eq!(of("wtime 30030 winc 1000").0, 1650);
        for words in ["wtime 1000 winc 5000", "wtime 1000 movestogo 2", "wtime 1000 winc 0"] {
            assert!(of(words).1 <= 400, "{words}");
        }
        assert_eq!(of("wtime 1030 movestogo 1"), (900, 900));
        // With less time than the overhead, some of it is used, but not all.
        assert!(of("wtime 20").1 <= 10 && of("movetime 20").1 <= 10);
        assert!(of("wtime -20").1 <= 1);
    }

    #[test]
    fn only_stop_ends_what_has_no_limit() {
        for words in ["", "infinite", "infinite depth 3", "btime 1000", "ponder"] {
            assert!(read(words, "orthodox-chess").is_open(), "{words}");
        }
        for words in ["depth 3", "nodes x", "mate 2", "movetime 100", "wtime 1000", "depth"] {
            assert!(!read(words, "orthodox-chess").is_open(), "{words}");
        }
        let ponders = read("ponder wtime 3100", "orthodox-chess");
        assert!(ponders.ponders && ponders.allowance.is_some() && !ponders.is_open());
    }

    #[test]
    fn moves_to_search_end_where_another_word_begins() {
        let budget = read("searchmoves e2e4 d2d4 depth 3", "orthodox-chess");
        assert_eq!((budget.actions.len(), budget.depth_for(2)), (2, Some(3)));
        let budget = read("nodes 7 searchmoves e2e4", "orthodox-chess");
        assert_eq!((budget.actions.len(), budget.nodes), (1, Some(7)));
        let huge = read("nodes 99999999999999999999999", "orthodox-chess");
        assert_eq!(huge.nodes, Some(u64::MAX));
        let mate = read("mate 2", "orthodox-chess");
        assert_eq!(
            (mate.depth_for(2), mate.is_enough(2), mate.is_enough(3)),
            (Some(10), true, false)
        );
    }
}
