//! Methods of `rules` for limits on promotion and entry. Also refinements for rides that turn, and
//! for movements that give no right to capture en passant.

use quadrille_core::rules::{Circumstance, EntryLimit, Path, PromotionLimit};
use rhai::{Dynamic, Engine, NativeCallContext};

use super::{CallSite, Declaration, DeclarationTarget, Declarer, Rules};

type CallContext<'a> = NativeCallContext<'a>;

impl Rules {
    fn add_promotion(
        &self,
        c: &CallContext<'_>,
        kind: &str,
        into: &str,
    ) -> Option<DeclarationTarget> {
        let (kind, into) = (self.0.kind(c, kind), self.0.kind(c, into));
        let (kind, into) = (kind?, into?);
        let limits = &mut self.0.spec.borrow_mut().promotion_limits;
        limits.push(PromotionLimit { kind, into, circumstances: Vec::new() });
        let what = DeclarationTarget::PromotionLimit(limits.len() - 1);
        self.0.limits.borrow_mut().push((what, self.0.place(c)));
        Some(what)
    }

    fn add_entry(
        &self,
        c: &CallContext<'_>,
        kind: &str,
        squares: &Dynamic,
    ) -> Option<DeclarationTarget> {
        let (kind, zone) = (self.0.kind(c, kind), self.0.zone(c, squares));
        let (kind, zone) = (kind?, zone?);
        let limits = &mut self.0.spec.borrow_mut().entry_limits;
        limits.push(EntryLimit { kind, zone, circumstances: Vec::new() });
        let what = DeclarationTarget::EntryLimit(limits.len() - 1);
        self.0.limits.borrow_mut().push((what, self.0.place(c)));
        Some(what)
    }
}

impl Declaration {
    /// Adds a circumstance to a limit on promotion or entry. Returns `false` if this declaration is
    /// no such limit.
    pub(super) fn limited(&self, circumstance: Circumstance) -> bool {
        let mut spec = self.rules.spec.borrow_mut();
        let circumstances = match self.what {
            DeclarationTarget::PromotionLimit(i) => &mut spec.promotion_limits[i].circumstances,
            DeclarationTarget::EntryLimit(i) => &mut spec.entry_limits[i].circumstances,
            _ => return false,
        };
        circumstances.push(circumstance);
        true
    }

    /// Lets the rides of a movement turn after each step. Rides that differ only in their
    /// directions become one path.
    fn turning(&self, c: &CallContext<'_>) -> Self {
        let DeclarationTarget::Movement(i) = self.what else {
            self.misplaced(c, "a movement");
            return self.clone();
        };
        let mut movements = self.rules.movements.borrow_mut();
        let Some(movement) = movements.get_mut(i) else { return self.clone() };
        let is_ride = |path: &Path| matches!(path.legs[..], [leg] if leg.min == 1 && leg.max > 1);
        if !movement.paths.iter().all(is_ride) {
            drop(movements);
            let help = "write a movement of several steps in one direction, such as `W0` or `B`";
            self.rules.wrong_here(c, "only a ride can turn", help);
            return self.clone();
        }
        let mut turning: Vec<Path> = Vec::new();
        for path in movement.paths.drain(..) {
            let vector = path.legs[0].vector;
            let alike = turning.iter_mut().find(|other| {
                let mut like = Path { turns: other.turns.clone(), ..path.clone() };
                like.legs[0].vector = other.legs[0].vector;
                like == **other
            });
            match alike {
                Some(other) => other.turns.push(vector),
                None => turning.push(Path { turns: vec![vector], ..path }),
            }
        }
        movement.paths = turning;
        drop(movements);
        self.clone()
    }
}

impl Declarer {
    /// Reports limits on promotion and entry that have no condition. If there are other findings, a
    /// condition may be missing because it is invalid, so nothing is reported.
    pub(super) fn check_limits(&self) {
        if !self.findings.borrow().is_empty() {
            return;
        }
        let unconditional = |what: DeclarationTarget| {
            let spec = self.spec.borrow();
            match what {
                DeclarationTarget::PromotionLimit(i) => {
                    spec.promotion_limits[i].circumstances.is_empty()
                }
                DeclarationTarget::EntryLimit(i) => spec.entry_limits[i].circumstances.is_empty(),
                _ => false,
            }
        };
        let limits: Vec<(DeclarationTarget, CallSite)> = self.limits.take();
        for (_, place) in limits.into_iter().filter(|(what, _)| unconditional(*what)) {
            let help = "add `.with_mark(…)` or a refinement such as `.while_counter(…)`";
            self.wrong(&place, "this limit has no condition", Some(help.into()));
        }
    }
}

/// Registers the methods for limits and turns, and the refinements of these declarations.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn(
        "promotion",
        |c: CallContext<'_>, rules: &mut Rules, kind: &str, into: &str| {
            let what = rules.add_promotion(&c, kind, into);
            rules.declaration(what)
        },
    );
    engine.register_fn(
        "entry",
        |c: CallContext<'_>, rules: &mut Rules, kind: &str, squares: Dynamic| {
            let what = rules.add_entry(&c, kind, &squares);
            rules.declaration(what)
        },
    );
    engine.register_fn("no_en_passant", |c: CallContext<'_>, d: &mut Declaration| {
        d.walks(&c, |path| path.gives_right = false)
    });
    engine.register_fn("turning", |c: CallContext<'_>, d: &mut Declaration| d.turning(&c));
}
