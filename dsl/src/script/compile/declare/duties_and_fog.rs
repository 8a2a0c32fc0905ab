//! Methods of `rules` for duties, blasts and fog.

use quadrille_core::rules::{Blast, Demand, Duty, Fog, Relation};
use quadrille_core::{Seat, Seats};
use rhai::{Array, Engine, NativeCallContext};

use super::{Declaration, DeclarationTarget, Rules};
use crate::script::interface::api::{MAY_NOT, MUST};

type CallContext<'a> = NativeCallContext<'a>;

impl Rules {
    fn add_duty(
        &self,
        c: &CallContext<'_>,
        word: &str,
        words: &[&str],
        seats: Option<&Array>,
    ) -> Option<DeclarationTarget> {
        self.0.word(c, word, words)?;
        let place = Demand::WORDS.iter().position(|known| *known == word)?;
        let seats: Seats = match seats {
            Some(seats) => self.seats(c, seats)?.into_iter().collect(),
            None => (0..self.0.spec.borrow().seats.len() as u8).map(Seat).collect(),
        };
        let mut spec = self.0.spec.borrow_mut();
        spec.impose(Duty { seats, demand: Demand::ALL[place], kinds: u32::MAX, clause: None });
        Some(DeclarationTarget::Duty(spec.duties.len() - 1))
    }

    fn set_blast(&self, c: &CallContext<'_>, notation: &str) -> Option<DeclarationTarget> {
        let paths = self.0.walks(c, notation)?;
        let leaps = paths.iter().map(|path| match path.legs.as_slice() {
            [leg] if (leg.min, leg.max) == (1, 1) => Some(leg.vector),
            _ => None,
        });
        let reach: Option<Vec<_>> = leaps.collect();
        let Some(reach) = reach.filter(|reach| reach.len() <= Blast::MAX_SQUARES) else {
            let most = Blast::MAX_SQUARES;
            self.0.wrong_here(
                c,
                format!("`{notation}` is not an area around a square"),
                format!(
                    "write at most {most} leaps from its middle, such as `K` for the eight squares \
                     around it or `W` for the four beside it"
                ),
            );
            return None;
        };
        let removes = Relation::Anyone;
        let blast = Blast { reach, removes, spares: 0, captor: true, clause: None };
        self.0.spec.borrow_mut().blast = Some(blast);
        Some(DeclarationTarget::Blast)
    }
}

impl Declaration {
    fn times(&self, c: &CallContext<'_>, occurrences: i64) -> Self {
        let allowed = 2..=250;
        let Some(times) = u8::try_from(occurrences).ok().filter(|n| allowed.contains(n)) else {
            self.rules.wrong_here(
                c,
                format!("occurrence {occurrences} of a position can't be forbidden"),
                "write a number from 2 to 250: 2 forbids every repetition, 3 the second one",
            );
            return self.clone();
        };
        let wrong = match self.what {
            DeclarationTarget::Duty(number) => {
                match &mut self.rules.spec.borrow_mut().duties[number].demand {
                    Demand::NoRepeat { times: forbidden } => {
                        *forbidden = times;
                        false
                    }
                    _ => true,
                }
            }
            _ => true,
        };
        if wrong {
            self.misplaced(c, "a duty not to repeat");
        }
        self.clone()
    }

    /// Restricts a duty to capture. Only captures by pieces of these kinds then count for the duty.
    fn kinds(&self, c: &CallContext<'_>, kinds: &Array) -> Self {
        if let Some(kinds) = Rules(self.rules.clone()).kinds(c, kinds) {
            let mut spec = self.rules.spec.borrow_mut();
            let duty = match self.what {
                DeclarationTarget::Duty(number) => spec.duties.get_mut(number),
                _ => None,
            };
            match duty.filter(|duty| duty.demand.of_captures()) {
                Some(duty) => duty.kinds = kinds,
                None => {
                    drop(spec);
                    self.misplaced(c, "a duty to capture");
                }
            }
        }
        self.clone()
    }

    /// Restricts a blast. The blast then removes only pieces that have the relation `whose` to the
    /// capturing piece. If `whose` is `None`, the mistake was already reported.
    fn removes(&self, c: &CallContext<'_>, whose: Option<Relation>) -> Self {
        match whose {
            Some(whose) => self.blast(c, |blast| blast.removes = whose),
            None => self.clone(),
        }
    }

    fn blast(&self, c: &CallContext<'_>, change: impl FnOnce(&mut Blast)) -> Self {
        if self.what != DeclarationTarget::Blast {
            self.misplaced(c, "a blast");
        } else if let Some(blast) = self.rules.spec.borrow_mut().blast.as_mut() {
            change(blast);
        }
        self.clone()
    }
}

/// Registers the methods for duties, blasts and fog, and the refinements of these declarations.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("must", |c: CallContext<'_>, rules: &mut Rules, demand: &str| {
        let what = rules.add_duty(&c, demand, MUST, None);
        rules.declaration(what)
    });
    engine.register_fn(
        "must",
        |c: CallContext<'_>, rules: &mut Rules, demand: &str, seats: Array| {
            let what = rules.add_duty(&c, demand, MUST, Some(&seats));
            rules.declaration(what)
        },
    );
    engine.register_fn("fog", |rules: &mut Rules| {
        rules.0.spec.borrow_mut().fog = Some(Fog::Seat);
    });
    engine.register_fn("fog", |c: CallContext<'_>, rules: &mut Rules, together: &str| {
        if rules.0.word(&c, together, &Fog::WORDS).is_some() {
            let place = Fog::WORDS.iter().position(|word| *word == together);
            rules.0.spec.borrow_mut().fog = place.map(|place| Fog::ALL[place]);
        }
    });
    engine.register_fn("may_not", |c: CallContext<'_>, rules: &mut Rules, what: &str| {
        let what = rules.add_duty(&c, what, MAY_NOT, None);
        rules.declaration(what)
    });
    engine.register_fn(
        "may_not",
        |c: CallContext<'_>, rules: &mut Rules, what: &str, seats: Array| {
            let what = rules.add_duty(&c, what, MAY_NOT, Some(&seats));
            rules.declaration(what)
        },
    );
    engine.register_fn("blast", |c: CallContext<'_>, rules: &mut Rules, reach: &str| {
        let what = rules.set_blast(&c, reach);
        rules.declaration(what)
    });
    engine.register_fn("spares", |c: CallContext<'_>, d: &mut Declaration, kinds: Array| {
        let rules = Rules(d.rules.clone());
        match rules.kinds(&c, &kinds) {
            Some(kinds) => d.blast(&c, |blast| blast.spares = kinds),
            None => d.clone(),
        }
    });
    engine.register_fn("removes", |c: CallContext<'_>, d: &mut Declaration, relation: &str| {
        let relation = d.rules.relation(&c, relation);
        d.removes(&c, relation)
    });
    engine.register_fn("removes", |c: CallContext<'_>, d: &mut Declaration, colour: Seat| {
        d.removes(&c, Some(Relation::Colours(colour.bit())))
    });
    engine.register_fn("removes", |c: CallContext<'_>, d: &mut Declaration, colours: Array| {
        let colours = d.colours(&c, &colours);
        d.removes(&c, colours.map(|seats| Relation::Colours(seats.0)))
    });
    engine.register_fn("times", |c: CallContext<'_>, d: &mut Declaration, times: i64| {
        d.times(&c, times)
    });
    engine.register_fn("kinds", |c: CallContext<'_>, d: &mut Declaration, kinds: Array| {
        d.kinds(&c, &kinds)
    });
    engine.register_fn("captor_stays", |c: CallContext<'_>, d: &mut Declaration| {
        d.blast(&c, |blast| blast.captor = false)
    });
}
