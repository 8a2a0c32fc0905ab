//! Refinements of declarations. They add conditions to movements, abilities to states, and clauses
//! to any declaration.

use quadrille_core::rules::{Abilities, State, Tested, Until};
use quadrille_core::rules::{
    Circumstance, Condition, ConditionSquare, Hand, MeasuredValue, Path, Relation,
};
use quadrille_core::rules::{Counter, Held, Holds};
use quadrille_core::{CounterId, Kind, Seat, Seats, Zone};
use rhai::{Array, Dynamic, Engine, ImmutableString, NativeCallContext, Variant};

use super::{Declaration, DeclarationTarget, Rules};
use crate::diagnostic::suggest;
use crate::script::interface::bindings::board_values::elements;

type CallContext<'a> = NativeCallContext<'a>;

impl Declaration {
    /// Reports a refinement that this declaration can't have. `belongs` names the declarations that
    /// can have the refinement.
    pub(super) fn misplaced(&self, c: &CallContext<'_>, belongs: &str) {
        if self.what != DeclarationTarget::Wrong {
            let message = format!("`{}` belongs to {belongs}", c.fn_name());
            self.rules.wrong_here(
                c,
                message,
                "write it after such a declaration: it refines the declaration before its dot",
            );
        }
    }

    pub(super) fn walks(&self, c: &CallContext<'_>, change: impl FnMut(&mut Path)) -> Self {
        match self.what {
            DeclarationTarget::Movement(i) => {
                let mut movements = self.rules.movements.borrow_mut();
                if let Some(movement) = movements.get_mut(i) {
                    movement.paths.iter_mut().for_each(change);
                }
            }
            _ => self.misplaced(c, "a movement"),
        }
        self.clone()
    }

    /// Adds a circumstance to a movement.
    fn circumstance(&self, c: &CallContext<'_>, of: MeasuredValue, least: i64, most: i64) -> Self {
        let range = i64::from(i32::MIN)..=i64::from(i32::MAX);
        let least = self.rules.in_range(c, "the minimum", least, range.clone());
        let most = self.rules.in_range(c, "the maximum", most, range);
        let (Some(least), Some(most)) = (least, most) else { return self.clone() };
        if least > most {
            let help = format!("write the lower number first: {most}, {least}");
            self.rules.wrong_here(c, "no number is in this range", help);
            return self.clone();
        }
        let circumstance = Circumstance { of, least: least as i32, most: most as i32 };
        match self.what {
            DeclarationTarget::Wall(i) => self.wall_stands(c, i, circumstance),
            _ if self.limited(circumstance) => {}
            DeclarationTarget::Movement(_) => {
                return self.walks(c, |walk| walk.circumstances.push(circumstance));
            }
            _ => self.misplaced(c, "a movement, a wall, a promotion or an entry"),
        }
        self.clone()
    }

    /// Adds a condition to a wall. Reports a condition that may have different results for
    /// different seats.
    fn wall_stands(&self, c: &CallContext<'_>, wall: usize, circumstance: Circumstance) {
        let of_game = match circumstance.of {
            MeasuredValue::Counter(counter) => {
                !self.rules.spec.borrow().counters[usize::from(counter.0)].per_seat
            }
            MeasuredValue::Ply | MeasuredValue::PliesSince(_) => true,
            MeasuredValue::PieceCounter(_)
            | MeasuredValue::Mark(_)
            | MeasuredValue::OnBoard(_)
            | MeasuredValue::InHand(_) => false,
        };
        if !of_game {
            let help = "declare a counter or memory of the `\"game\"`, and let hooks set it";
            self.rules.wrong_here(
                c,
                "a wall needs a condition that is the same for all seats",
                help,
            );
        } else if let Some((gate, _)) = self.rules.walls.borrow_mut().get_mut(wall) {
            gate.circumstances.push(circumstance);
        }
    }

    /// Adds a circumstance about the value of a counter. The counter may belong to seats, to the
    /// game or to pieces.
    fn while_counter(&self, c: &CallContext<'_>, name: &str, least: i64, most: i64) -> Self {
        let of = {
            let spec = self.rules.spec.borrow();
            let plain = |counter: &Counter| counter.holds == Holds::Number && counter.name == name;
            let place = spec.counters.iter().position(plain);
            let of_pieces = || spec.piece_counters.iter().position(|known| known.name == name);
            let of_pieces = || of_pieces().map(|i| MeasuredValue::PieceCounter(i as u8));
            place.map(|i| MeasuredValue::Counter(CounterId(i as u8))).or_else(of_pieces)
        };
        match of {
            Some(of) => self.circumstance(c, of, least, most),
            None => self.undeclared(c, "counter", name),
        }
    }

    /// Adds a circumstance about the number of plies that have passed since an earlier ply. The
    /// number of the earlier ply is stored in a counter of the game.
    fn while_plies_since(&self, c: &CallContext<'_>, name: &str, least: i64, most: i64) -> Self {
        let known = {
            let spec = self.rules.spec.borrow();
            let number = |counter: &Counter| counter.holds == Holds::Number && counter.name == name;
            let place = spec.counters.iter().position(number);
            place.map(|i| (CounterId(i as u8), spec.counters[i].per_seat))
        };
        match known {
            Some((counter, false)) => {
                self.circumstance(c, MeasuredValue::PliesSince(counter), least, most)
            }
            Some((_, true)) => {
                let help =
                    "declare it for the `\"game\"`: `set_counter_to_ply` sets only such counters";
                self.rules.wrong_here(c, format!("`{name}` is a counter of the seats"), help);
                self.clone()
            }
            None => self.undeclared(c, "counter", name),
        }
    }

    /// Adds the circumstance that a memory has the given value. The value is the name of a seat, a
    /// square or a kind.
    fn while_memory(&self, c: &CallContext<'_>, name: &str, value: &str) -> Self {
        let found = {
            let spec = self.rules.spec.borrow();
            let held = |counter: &Counter| match counter.holds {
                Holds::Seat => spec.seat_named(value).map(Held::Seat),
                Holds::Square => spec.geometry.square_named(value).map(Held::Square),
                Holds::Kind => spec.kind_named(value).map(Held::Kind),
                Holds::Number | Holds::Seats => None,
            };
            let memory =
                |counter: &&Counter| counter.holds != Holds::Number && counter.name == name;
            let place = spec.counters.iter().position(|counter| memory(&counter));
            place.map(|i| (MeasuredValue::Counter(CounterId(i as u8)), held(&spec.counters[i])))
        };
        match found {
            Some((of, Some(held))) => {
                self.circumstance(c, of, held.value().into(), held.value().into())
            }
            Some((_, None)) => {
                let help = "write the name of a seat, a square or a kind, as declared";
                self.rules.wrong_here(c, format!("the memory `{name}` can't hold `{value}`"), help);
                self.clone()
            }
            None => self.undeclared(c, "memory", name),
        }
    }

    fn undeclared(&self, c: &CallContext<'_>, what: &str, name: &str) -> Self {
        let help = format!("declare it first: `rules.{what}(\"{name}\", …)`");
        self.rules.wrong_name(c, name, format!("there is no {what} `{name}` yet"), help);
        self.clone()
    }

    fn condition(
        &self,
        c: &CallContext<'_>,
        place: ConditionSquare,
        relation: Option<Relation>,
        kinds: Option<u32>,
    ) -> Self {
        let (Some(relation), Some(kinds)) = (relation, kinds) else {
            return self.clone();
        };
        self.walks(c, |walk| {
            walk.conditions.push(Condition { place, relation, kinds, head_on: false });
        })
    }

    pub(super) fn colours(&self, c: &CallContext<'_>, colours: &Array) -> Option<Seats> {
        let Ok(seats) = elements::<Seat>(colours, "seats") else {
            let help = "write `[seat(\"name\"), …]` or `seats()`";
            self.rules.wrong_here(c, "these are not seats", help);
            return None;
        };
        Some(seats.into_iter().collect())
    }

    fn mark(&self, c: &CallContext<'_>, name: &str, change: fn(&mut Path, u8)) -> Self {
        let (mark, names) = {
            let spec = self.rules.spec.borrow();
            (spec.marks.iter().position(|known| known == name), spec.marks.clone())
        };
        let kept = mark.is_some_and(|mark| self.rules.spec.borrow().is_memory_mark(mark as u8));
        match mark {
            Some(_) if kept && c.fn_name() != "with_mark" => {
                let message =
                    format!("`{name}` marks the piece in a memory, so only `remember` sets it");
                let help = "call `remember(…)` in a hook";
                self.rules.wrong_here(c, message, help);
                self.clone()
            }
            Some(mark) => match self.what {
                DeclarationTarget::Base(i) if c.fn_name() == "with_mark" => {
                    if let Some(base) = self.rules.spec.borrow_mut().bases.get_mut(i) {
                        base.mark = Some(mark as u8);
                    }
                    self.clone()
                }
                _ if c.fn_name() == "with_mark" && {
                    let of = MeasuredValue::Mark(mark as u8);
                    self.limited(Circumstance { of, least: 1, most: 1 })
                } =>
                {
                    self.clone()
                }
                _ => self.walks(c, |walk| change(walk, mark as u8)),
            },
            None => {
                let help = suggest(name, names.iter().map(String::as_str)).unwrap_or_else(|| {
                    format!("declare it first: `rules.mark(\"{name}\")`").into()
                });
                self.rules.wrong_name(c, name, format!("there is no mark `{name}`"), help);
                self.clone()
            }
        }
    }

    fn hand(&self, c: &CallContext<'_>, change: impl FnOnce(&mut Hand)) -> Self {
        match self.what {
            DeclarationTarget::Hand(i) => {
                if let Some(hand) = self.rules.spec.borrow_mut().hands.get_mut(i) {
                    change(hand);
                }
            }
            _ => self.misplaced(c, "a hand"),
        }
        self.clone()
    }

    fn squares(&self, c: &CallContext<'_>, squares: &Dynamic, change: fn(&mut Path, Zone)) -> Self {
        match self.rules.zone(c, squares) {
            Some(zone) => self.walks(c, |walk| change(walk, zone)),
            None => self.clone(),
        }
    }

    fn state(&self, c: &CallContext<'_>, change: impl FnOnce(&mut State)) -> Self {
        match self.what {
            DeclarationTarget::State(i) => {
                if let Some(state) = self.rules.spec.borrow_mut().states.get_mut(i) {
                    change(state);
                }
            }
            _ => self.misplaced(c, "a state"),
        }
        self.clone()
    }

    /// Returns the abilities in a list. Reports `checkable` if the list is not about royals.
    fn abilities(&self, c: &CallContext<'_>, text: &str, royals: bool) -> Option<Abilities> {
        const WORDS: [&str; 5] = ["moves", "captures", "checks", "capturable", "checkable"];
        let mut abilities = Abilities::NONE;
        for word in text.split_whitespace() {
            if word == "checkable" && !royals {
                let message = "only royals can have the ability `checkable`";
                let help = "remove it, or move it to `.royals(…)`".to_owned();
                self.rules.wrong_name(c, word, message.to_owned(), help);
                return None;
            }
            match self.rules.word(c, word, &WORDS)? {
                0 => abilities.moves = true,
                1 => abilities.captures = true,
                2 => abilities.checks = true,
                3 => (abilities.capturable, abilities.checkable) = (true, true),
                _ => abilities.checkable = true,
            }
        }
        Some(abilities)
    }

    fn set_clause(&self, c: &CallContext<'_>, id: &str) {
        if self.what == DeclarationTarget::Wrong {
            return;
        }
        let Some(id) = self.rules.clause_id(c, id) else { return };
        let place = self.rules.place(c);
        let text = self.rules.script.borrow().1.clone();
        let clause = Some(self.rules.clause(&place, &id, &text));
        match self.what {
            DeclarationTarget::Movement(_) => {
                self.walks(c, |walk| walk.clause = clause);
            }
            DeclarationTarget::Castling(i) => {
                if let Some(rule) = self.rules.castlings.borrow_mut().get_mut(i) {
                    rule.clause = clause;
                }
            }
            DeclarationTarget::CastlingMoves(first, end) => {
                let moves = &mut self.rules.spec.borrow_mut().castling;
                for castling in moves.get_mut(first..end).into_iter().flatten() {
                    castling.clause = clause;
                }
            }
            DeclarationTarget::Shuffle(i) => {
                if let Some(rule) = self.rules.shuffles.borrow_mut().get_mut(i) {
                    rule.clause = clause;
                }
            }
            DeclarationTarget::Duty(i) => {
                if let Some(duty) = self.rules.spec.borrow_mut().duties.get_mut(i) {
                    duty.clause = clause;
                }
            }
            DeclarationTarget::Blast => {
                if let Some(blast) = self.rules.spec.borrow_mut().blast.as_mut() {
                    blast.clause = clause;
                }
            }
            DeclarationTarget::Hand(i) => {
                if let Some(hand) = self.rules.spec.borrow_mut().hands.get_mut(i) {
                    hand.clause = clause;
                }
            }
            DeclarationTarget::Base(i) => {
                if let Some(base) = self.rules.spec.borrow_mut().bases.get_mut(i) {
                    base.clause = clause;
                }
            }
            DeclarationTarget::CapturesToHand => {
                self.rules.spec.borrow_mut().captures_to_hand_clause = clause;
            }
            _ => self.misplaced(
                c,
                "a movement, castling, a shuffle, a duty, a blast, a hand, captures to a hand or a base",
            ),
        }
    }
}

/// Registers all refinements.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Declaration>("declaration");
    conditions(engine);
    walks(engine);
    states(engine);
    hands(engine);
    engine.register_fn("clause", |c: CallContext<'_>, d: &mut Declaration, id: &str| {
        d.set_clause(&c, id);
        d.clone()
    });
    engine.register_fn("through_check", |c: CallContext<'_>, d: &mut Declaration| {
        match d.what {
            DeclarationTarget::Castling(i) => {
                if let Some(rule) = d.rules.castlings.borrow_mut().get_mut(i) {
                    rule.through_check = true;
                }
            }
            DeclarationTarget::CastlingMoves(first, end) => {
                let moves = &mut d.rules.spec.borrow_mut().castling;
                for castling in moves.get_mut(first..end).into_iter().flatten() {
                    castling.safe = Zone::EMPTY;
                }
            }
            _ => d.misplaced(&c, "a castling"),
        }
        d.clone()
    });
    engine.register_fn("start", |c: CallContext<'_>, d: &mut Declaration, n: i64| {
        if let DeclarationTarget::PieceCounter(i) = d.what {
            let range =
                d.rules.spec.borrow().piece_counters.get(i).map(|k| (k.min.into(), k.max.into()));
            if let Some((min, max)) = range
                && let Some(n) = d.rules.in_range(&c, "the start", n, min..=max)
                && let Some(counter) = d.rules.spec.borrow_mut().piece_counters.get_mut(i)
            {
                counter.start = n as i32;
            }
            return d.clone();
        }
        let DeclarationTarget::Counter(i) = d.what else {
            d.misplaced(&c, "a counter");
            return d.clone();
        };
        let range = d.rules.spec.borrow().counters.get(i).map(|k| (k.min.into(), k.max.into()));
        if let Some((min, max)) = range
            && let Some(n) = d.rules.in_range(&c, "the start", n, min..=max)
            && let Some(counter) = d.rules.spec.borrow_mut().counters.get_mut(i)
        {
            counter.start = n as i32;
        }
        d.clone()
    });
    engine.register_fn("worth", |c: CallContext<'_>, d: &mut Declaration, n: i64| {
        let DeclarationTarget::Counter(i) = d.what else {
            d.misplaced(&c, "a counter");
            return d.clone();
        };
        if let Some(n) = d.rules.in_range(&c, "the worth", n, -1000..=1000)
            && let Some(counter) = d.rules.spec.borrow_mut().counters.get_mut(i)
        {
            counter.worth = n as i32;
        }
        d.clone()
    });
}

/// Registers a condition on a square, in three variants. They differ in the argument that selects
/// the owners of the piece: a relation, a colour or an array of colours. `kinds_of` converts the
/// argument about kinds to a set with one bit for each kind.
fn condition<K: Variant + Clone>(
    engine: &mut Engine,
    (name, place): (&str, ConditionSquare),
    kinds_of: fn(&Declaration, &CallContext<'_>, K) -> Option<u32>,
) {
    engine.register_fn(
        name,
        move |c: CallContext<'_>, d: &mut Declaration, relation: &str, kinds: K| {
            d.condition(&c, place, d.rules.relation(&c, relation), kinds_of(d, &c, kinds))
        },
    );
    engine.register_fn(
        name,
        move |c: CallContext<'_>, d: &mut Declaration, colour: Seat, kinds: K| {
            let relation = Some(Relation::Colours(colour.bit()));
            d.condition(&c, place, relation, kinds_of(d, &c, kinds))
        },
    );
    engine.register_fn(
        name,
        move |c: CallContext<'_>, d: &mut Declaration, colours: Array, kinds: K| {
            let relation = d.colours(&c, &colours).map(|seats| Relation::Colours(seats.0));
            d.condition(&c, place, relation, kinds_of(d, &c, kinds))
        },
    );
}

fn conditions(engine: &mut Engine) {
    for place in [
        ("over", ConditionSquare::Over),
        ("onto", ConditionSquare::Onto),
        ("ahead", ConditionSquare::Ahead),
    ] {
        condition(engine, place, |d, c, kind: ImmutableString| {
            d.rules.kind(c, &kind).map(|kind| 1 << kind.index())
        });
        condition(engine, place, |d, c, kinds: Array| Rules(d.rules.clone()).kinds(c, &kinds));
    }
    engine.register_fn("head_on", |c: CallContext<'_>, d: &mut Declaration| {
        let mut found = true;
        let result = d.walks(&c, |walk| match walk.conditions.last_mut() {
            Some(condition) => condition.head_on = true,
            None => found = false,
        });
        if !found {
            d.rules.wrong_here(
                &c,
                "there is no condition for `head_on` to refine",
                "write it after `.over(…)`, `.onto(…)` or `.ahead(…)`",
            );
        }
        result
    });
}

fn walks(engine: &mut Engine) {
    type Change = fn(&mut Path, u8);
    let marks: [(&str, Change); 3] = [
        ("with_mark", |walk, mark| walk.with_mark = Some(mark)),
        ("set_mark", |walk, mark| walk.set_mark = Some(mark)),
        ("clear_mark", |walk, mark| walk.clear_mark = Some(mark)),
    ];
    for (name, change) in marks {
        engine.register_fn(name, move |c: CallContext<'_>, d: &mut Declaration, mark: &str| {
            d.mark(&c, mark, change)
        });
    }
    engine.register_fn("exclusive", |c: CallContext<'_>, d: &mut Declaration| {
        d.walks(&c, |walk| walk.exclusive = true)
    });
    engine.register_fn(
        "colours",
        |c: CallContext<'_>, d: &mut Declaration, colours: Array| match d.colours(&c, &colours) {
            Some(seats) => d.walks(&c, |walk| {
                walk.colours = Some(walk.colours.unwrap_or(u8::MAX) & seats.0);
            }),
            None => d.clone(),
        },
    );
    engine.register_fn("swaps", |c: CallContext<'_>, d: &mut Declaration| {
        d.walks(&c, |walk| walk.swaps = true)
    });
    engine.register_fn("captures_in_place", |c: CallContext<'_>, d: &mut Declaration| {
        d.walks(&c, |walk| {
            walk.stays = true;
            walk.quiet = false;
        })
    });
    engine.register_fn(
        "while_counter",
        |c: CallContext<'_>, d: &mut Declaration, name: &str, least: i64, most: i64| {
            d.while_counter(&c, name, least, most)
        },
    );
    engine.register_fn(
        "while_plies_since",
        |c: CallContext<'_>, d: &mut Declaration, name: &str, least: i64, most: i64| {
            d.while_plies_since(&c, name, least, most)
        },
    );
    engine.register_fn(
        "while_memory",
        |c: CallContext<'_>, d: &mut Declaration, name: &str, value: &str| {
            d.while_memory(&c, name, value)
        },
    );
    type OfKind = fn(Kind) -> MeasuredValue;
    let counted: [(&str, OfKind); 2] =
        [("while_in_hand", MeasuredValue::InHand), ("while_on_board", MeasuredValue::OnBoard)];
    for (name, of) in counted {
        engine.register_fn(
            name,
            move |c: CallContext<'_>, d: &mut Declaration, kind: &str, least: i64, most: i64| {
                match d.rules.kind(&c, kind) {
                    Some(kind) => d.circumstance(&c, of(kind), least, most),
                    None => d.clone(),
                }
            },
        );
    }
    engine.register_fn(
        "while_ply",
        |c: CallContext<'_>, d: &mut Declaration, least: i64, most: i64| {
            d.circumstance(&c, MeasuredValue::Ply, least, most)
        },
    );
    engine.register_fn("from", |c: CallContext<'_>, d: &mut Declaration, squares: Dynamic| {
        d.squares(&c, &squares, |walk, zone| walk.from = Some(zone))
    });
    engine.register_fn("to", |c: CallContext<'_>, d: &mut Declaration, squares: Dynamic| {
        d.squares(&c, &squares, |walk, zone| walk.to = Some(zone))
    });
    engine.register_fn("along", |c: CallContext<'_>, d: &mut Declaration, squares: Dynamic| {
        d.squares(&c, &squares, |walk, zone| walk.along = Some(zone))
    });
}

fn hands(engine: &mut Engine) {
    engine.register_fn("optional", |c: CallContext<'_>, d: &mut Declaration| {
        d.hand(&c, |hand| hand.first = false)
    });
    engine.register_fn(
        "at_most_on_line",
        |c: CallContext<'_>, d: &mut Declaration, n: i64| match d.rules.in_range(
            &c,
            "the number of pieces on a line",
            n,
            1..=255,
        ) {
            Some(n) => d.hand(&c, |hand| hand.limits.on_line = Some(n as u8)),
            None => d.clone(),
        },
    );
    engine.register_fn("may_not_mate", |c: CallContext<'_>, d: &mut Declaration| {
        d.hand(&c, |hand| hand.limits.no_mate = true)
    });
}

fn states(engine: &mut Engine) {
    engine.register_fn("has_turn", |c: CallContext<'_>, d: &mut Declaration, has_turn: bool| {
        d.state(&c, |state| state.has_turn = has_turn)
    });
    engine.register_fn("pieces", |c: CallContext<'_>, d: &mut Declaration, text: &str| {
        match d.abilities(&c, text, false) {
            Some(abilities) => d.state(&c, |state| state.pieces = abilities),
            None => d.clone(),
        }
    });
    engine.register_fn("royals", |c: CallContext<'_>, d: &mut Declaration, text: &str| {
        match d.abilities(&c, text, true) {
            Some(abilities) => d.state(&c, |state| state.royals = abilities),
            None => d.clone(),
        }
    });
    engine.register_fn("ends_when", |c: CallContext<'_>, d: &mut Declaration, until: &str| match d
        .rules
        .word(&c, until, &["not_mated", "not_in_check", "has_move", "not_stalemated"])
    {
        Some(i) => {
            let until = [Until::NotMated, Until::NotInCheck, Until::HasMove, Until::NotStale][i];
            d.state(&c, |state| state.until = Some(until))
        }
        None => d.clone(),
    });
    engine.register_fn("tested", |c: CallContext<'_>, d: &mut Declaration, when: &str| {
        match d.rules.word(&c, when, &["continuous", "own_turn"]) {
            Some(i) => {
                let tested = [Tested::Continuous, Tested::OwnTurn][i];
                d.state(&c, |state| state.tested = tested)
            }
            None => d.clone(),
        }
    });
}
