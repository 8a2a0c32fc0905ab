//! Methods of `rules` that declare parts of the state of a game: states, counters, memories,
//! relations and tracked data.

use quadrille_core::board::{MAX_MARKS, NOTE_BITS};
use quadrille_core::rules::{Abilities, Counter, Holds, PieceCounter, PieceMemory, State, Tested};
use quadrille_core::{Seat, Seats, Spec};
use rhai::{Array, Engine, NativeCallContext};

use super::{DeclarationTarget, Rules};
use crate::script::interface::api::{HOLDS, TRACK};

type CallContext<'a> = NativeCallContext<'a>;

/// The maximum number of states that a ruleset may have.
pub(crate) const MAX_STATES: usize = 32;
pub(crate) const MAX_COUNTERS: usize = 64;

/// Registers the methods that declare parts of the state of a game.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn(
        "relate",
        |c: CallContext<'_>,
         rules: &mut Rules,
         from: Seat,
         to: Seat,
         ability: &str,
         allowed: bool| {
            let Some(i) = rules.0.word(&c, ability, &["capture", "check"]) else { return };
            let mut spec = rules.0.spec.borrow_mut();
            let row = spec.relations.get_mut(from.index());
            if let Some(cell) = row.and_then(|row| row.get_mut(to.index())) {
                let slot = if i == 0 { &mut cell.capture } else { &mut cell.check };
                *slot = allowed;
            }
        },
    );
    engine.register_fn("state", |c: CallContext<'_>, rules: &mut Rules, name: &str| {
        let what = rules.add_state(&c, name);
        rules.declaration(what)
    });
    engine.register_fn(
        "counter",
        |c: CallContext<'_>, rules: &mut Rules, name: &str, scope: &str, min: i64, max: i64| {
            let what = rules.add_counter(&c, name, scope, min, max);
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "memory",
        |c: CallContext<'_>, rules: &mut Rules, name: &str, scope: &str, holds: &str| {
            rules.add_memory(&c, name, scope, holds);
        },
    );
    engine.register_fn("track", |c: CallContext<'_>, rules: &mut Rules, what: &str| {
        let mut spec = rules.0.spec.borrow_mut();
        match rules.0.word(&c, what, TRACK) {
            Some(0) => spec.track_last_checker = true,
            Some(_) => spec.track_last_mover = true,
            None => {}
        }
    });
    engine.register_fn("announcers", |c: CallContext<'_>, rules: &mut Rules, seats: Array| {
        if let Some(seats) = rules.seats(&c, &seats) {
            rules.0.spec.borrow_mut().announcers = seats.into_iter().collect::<Seats>();
        }
    });
}

impl Rules {
    fn add_state(&self, c: &CallContext<'_>, name: &str) -> Option<DeclarationTarget> {
        self.plain_name(c, name)?;
        let mut spec = self.0.spec.borrow_mut();
        if let Some(i) = spec.states.iter().position(|state| state.name == name) {
            return Some(DeclarationTarget::State(i));
        }
        if spec.states.len() >= MAX_STATES {
            drop(spec);
            let help = format!("declare at most {MAX_STATES} states");
            self.0.wrong_here(c, "too many states", help);
            return None;
        }
        spec.states.push(State {
            name: name.to_owned(),
            has_turn: true,
            pieces: Abilities::ALL,
            royals: Abilities::ALL,
            until: None,
            tested: Tested::Continuous,
        });
        Some(DeclarationTarget::State(spec.states.len() - 1))
    }

    fn add_counter(
        &self,
        c: &CallContext<'_>,
        name: &str,
        scope: &str,
        min: i64,
        max: i64,
    ) -> Option<DeclarationTarget> {
        self.plain_name(c, name)?;
        let scope = self.0.word(c, scope, &["seat", "game", "piece"])?;
        let whole = -1_000_000_000..=1_000_000_000;
        // The counter is declared even if its range is invalid, so that its uses are not reported
        // too.
        let min = self.0.in_range(c, "the minimum", min, whole).unwrap_or(0) as i32;
        let above = i64::from(min)..=1_000_000_000;
        let max = self.0.in_range(c, "the maximum", max, above).map_or(min, |max| max as i32);
        let (start, holds) = (0.clamp(min, max), Holds::Number);
        let name = name.to_owned();
        if scope == 2 {
            return self.push_piece_counter(c, PieceCounter { name, min, max, start });
        }
        let per_seat = scope == 0;
        self.push_counter(c, Counter { name, per_seat, min, max, start, worth: 0, holds })
    }

    fn push_piece_counter(
        &self,
        c: &CallContext<'_>,
        counter: PieceCounter,
    ) -> Option<DeclarationTarget> {
        let mut spec = self.0.spec.borrow_mut();
        let known = spec.piece_counters.iter().any(|other| other.name == counter.name);
        let number = spec.piece_counters.len();
        let name = counter.name.clone();
        spec.piece_counters.push(counter);
        if !known && spec.piece_field(number).is_some() {
            return Some(DeclarationTarget::PieceCounter(number));
        }
        spec.piece_counters.pop();
        drop(spec);
        let (what, help) = if known {
            ("is already declared", "declare each counter once".to_owned())
        } else {
            let help = format!(
                "use fewer: marks and counters of pieces share {NOTE_BITS} bits, one for a mark and three for a counter from 0 to 7"
            );
            ("has no room", help)
        };
        self.0.wrong_here(c, format!("the counter of pieces `{name}` {what}"), help);
        None
    }

    fn add_memory(&self, c: &CallContext<'_>, name: &str, scope: &str, holds: &str) -> Option<()> {
        self.plain_name(c, name)?;
        let per_seat = self.0.word(c, scope, &["seat", "game"])? == 0;
        let Some((_, holds)) = Holds::WORDS.get(self.0.word(c, holds, HOLDS)?).copied() else {
            return self.add_piece_memory(c, name, per_seat);
        };
        let (name, max) = (name.to_owned(), holds.most(&self.0.spec.borrow()));
        let memory = Counter { name, per_seat, min: 0, max, start: 0, worth: 0, holds };
        self.push_counter(c, memory).map(drop)
    }

    /// Adds a memory of a piece. The memory is stored as a mark that has the name of the memory. If
    /// `per_seat` is `true`, there is a mark for each seat, such as `target_red`.
    fn add_piece_memory(&self, c: &CallContext<'_>, name: &str, per_seat: bool) -> Option<()> {
        let mut spec = self.0.spec.borrow_mut();
        let marks = if per_seat {
            spec.seats.iter().map(|seat| format!("{name}_{}", seat.name)).collect()
        } else {
            vec![name.to_owned()]
        };
        let taken = marks.iter().find(|mark| spec.marks.contains(mark)).cloned();
        let known = spec.counters.iter().any(|counter| counter.name == name)
            || spec.piece_memories.iter().any(|memory| memory.name == name);
        let first = spec.marks.len();
        spec.marks.extend(marks);
        let room = spec.marks.len() <= MAX_MARKS
            && (0..spec.piece_counters.len()).all(|number| spec.piece_field(number).is_some());
        if !known && taken.is_none() && room {
            let (name, mark) = (name.to_owned(), first as u8);
            spec.piece_memories.push(PieceMemory { name, mark, per_seat });
            return Some(());
        }
        spec.marks.truncate(first);
        drop(spec);
        let (what, help) = match taken {
            _ if known => ("is already declared".to_owned(), "give it another name".to_owned()),
            Some(mark) => (
                format!("needs a mark `{mark}`, which already exists"),
                "give it another name".to_owned(),
            ),
            None => (
                "has no room".to_owned(),
                format!(
                    "use fewer marks: it takes one, or one for each seat; a ruleset has {MAX_MARKS} marks, which share {NOTE_BITS} bits \
                     with counters of pieces"
                ),
            ),
        };
        self.0.wrong_here(c, format!("the memory `{name}` {what}"), help);
        None
    }

    /// Adds a counter or a memory. Reports its name if another counter or memory already has this
    /// name.
    fn push_counter(&self, c: &CallContext<'_>, counter: Counter) -> Option<DeclarationTarget> {
        let mut spec = self.0.spec.borrow_mut();
        let known = spec.counters.iter().any(|other| other.name == counter.name)
            || spec.piece_memories.iter().any(|other| other.name == counter.name);
        if known || spec.counters.len() >= MAX_COUNTERS {
            drop(spec);
            let sort = if counter.holds == Holds::Number { "counter" } else { "memory" };
            let what = if known { "already declared" } else { "one too many" };
            let help =
                format!("declare each counter and memory once, and at most {MAX_COUNTERS} of both");
            self.0.wrong_here(c, format!("the {sort} `{}` is {what}", counter.name), help);
            return None;
        }
        spec.counters.push(counter);
        Some(DeclarationTarget::Counter(spec.counters.len() - 1))
    }

    /// Reports a name that may not be written in the text of a position.
    fn plain_name(&self, c: &CallContext<'_>, name: &str) -> Option<()> {
        let plain = |ch: char| ch.is_ascii_lowercase() || ch.is_ascii_digit() || ch == '_';
        let good = name.starts_with(|ch: char| ch.is_ascii_lowercase())
            && name.len() <= 32
            && name.chars().all(plain);
        if !good {
            self.0.wrong_here(
                c,
                format!("`{name}` is not a valid name"),
                "use at most 32 lower-case letters, digits and `_`, with a letter first",
            );
        }
        good.then_some(())
    }

    /// Adds a name to a list if the list does not contain it yet. Reports a name that may not be
    /// written in the text of a position.
    pub(super) fn add_name(
        &self,
        c: &CallContext<'_>,
        name: &str,
        max: usize,
        list: fn(&mut Spec) -> &mut Vec<String>,
    ) -> Option<()> {
        self.plain_name(c, name)?;
        let mut spec = self.0.spec.borrow_mut();
        let names = list(&mut spec);
        if names.iter().any(|known| known == name) {
            return Some(());
        }
        if names.len() >= max {
            drop(spec);
            self.0.wrong_here(
                c,
                format!("`{name}` is one too many"),
                format!("declare at most {max}"),
            );
            return None;
        }
        names.push(name.to_owned());
        Some(())
    }
}
