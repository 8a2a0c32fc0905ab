//! Where pieces' paths lead, and whom they attack there: walked leg by leg from where a piece stands.

use std::collections::BTreeSet;

use quadrille_core::board::MOVED;
use quadrille_core::rules::Royals;
use quadrille_core::rules::{Condition, End, Path, Place, Relation};
use quadrille_core::{Piece, Seat, Square};

use super::{Checks, Plain, Way};

impl<'a> Plain<'a> {
    /// The paths a piece may try from where it stands.
    pub(super) fn walks(
        &self,
        from: Square,
        man: Piece,
    ) -> impl Iterator<Item = (usize, &'a Path)> {
        let walks = &self.spec.kinds[man.kind().index()].paths;
        let bears = move |mark: u8| man.marks() >> mark & 1 != 0;
        let for_him =
            move |walk: &Path| walk.colours.is_none_or(|colours| colours & man.colour().bit() != 0);
        let bound = walks
            .iter()
            .any(|walk| walk.exclusive && for_him(walk) && walk.with_mark.is_some_and(bears));
        walks.iter().enumerate().filter(move |(_, walk)| {
            (walk.exclusive || !bound)
                && for_him(walk)
                && walk.with_mark.is_none_or(bears)
                && walk.from.is_none_or(|zone| zone.contains(from))
                && (!walk.initial || self.at_start(from, man))
                && walk.conditions.iter().all(|c| self.condition_on_way(walk, from, man, c))
        })
    }

    pub(super) fn at_start(&self, from: Square, man: Piece) -> bool {
        if self.spec.initial_by_mark >> man.kind().0 & 1 != 0 {
            return man.marks() >> MOVED & 1 == 0;
        }
        self.spec
            .array
            .iter()
            .any(|(square, first)| *square == from && first.profile() == man.profile())
    }

    pub(super) fn condition_on_way(
        &self,
        walk: &Path,
        from: Square,
        man: Piece,
        c: &Condition,
    ) -> bool {
        let first = walk.legs[0];
        let (units, unit) = first.vector.turned(man.facing()).unit();
        let passed = match c.place {
            Place::Onto => return true,
            Place::Ahead => 1..=1,
            Place::Over => 1..=(u16::from(units) * u16::from(first.max.min(26))).saturating_sub(1),
        };
        let mut at = from;
        passed.into_iter().all(|_| match self.spec.geometry.step(at, unit) {
            Some(next) => {
                at = next;
                self.condition_holds(at, man, c)
            }
            None => false,
        })
    }

    pub(super) fn condition_holds(&self, at: Square, man: Piece, c: &Condition) -> bool {
        self.men.get(&at).is_some_and(|other| {
            c.kinds >> other.kind().0 & 1 != 0
                && (!c.head_on || other.facing() == man.facing().reversed())
                && self.relation(man, *other, c.relation)
        })
    }

    pub(super) fn relation(&self, man: Piece, other: Piece, relation: Relation) -> bool {
        let (a, b) = (self.holder(man.colour()), self.holder(other.colour()));
        match relation {
            Relation::Own => a == b,
            Relation::Partner => self.partners(a, b),
            Relation::Friend => a == b || self.partners(a, b),
            Relation::Enemy => a != b && !self.partners(a, b),
            Relation::Anyone => true,
            Relation::Colours(colours) => colours >> other.colour().0 & 1 != 0,
        }
    }

    /// Everywhere a path leads, whatever stands at its end. `takes` says whose piece may be captured
    /// on the way.
    pub(super) fn ways(
        &self,
        from: Square,
        man: Piece,
        walk: &Path,
        takes: &dyn Fn(Square) -> bool,
    ) -> Vec<Way> {
        let mut heads: Vec<Way> = vec![(from, [None; 2])];
        for (number, leg) in walk.legs.iter().enumerate() {
            let vector = leg.vector.turned(man.facing());
            let mut reached: Vec<Way> = Vec::new();
            for (start, taken) in &heads {
                let empty = |square: Square| self.empty(from, square, *taken);
                let mut at = *start;
                for count in 1..=leg.max {
                    let Some(next) = self.spec.geometry.step(at, vector) else { break };
                    at = next;
                    if count >= leg.min {
                        reached.push((at, *taken));
                    }
                    if !empty(at) {
                        break;
                    }
                }
            }
            if number + 1 == walk.legs.len() {
                heads = reached;
                break;
            }
            heads = Vec::new();
            for (at, taken) in reached {
                let empty = self.empty(from, at, taken);
                let friend = || {
                    let other = self.men.get(&at);
                    other.is_some_and(|other| self.relation(man, *other, Relation::Friend))
                };
                let goes_on = match leg.end {
                    End::Empty => empty.then_some(taken),
                    End::Any => Some(taken),
                    End::Occupied => (!empty).then_some(taken),
                    End::Friend => (!empty && friend()).then_some(taken),
                    End::Enemy if !empty && takes(at) => match taken {
                        [None, _] => Some([Some(at), None]),
                        [first, None] => Some([first, Some(at)]),
                        _ => None,
                    },
                    End::Enemy => None,
                };
                heads.extend(goes_on.map(|taken| (at, taken)));
            }
            heads.sort();
            heads.dedup();
        }
        heads.retain(|(to, _)| {
            let onto = walk.conditions.iter().filter(|c| c.place == Place::Onto);
            walk.to.is_none_or(|zone| zone.contains(*to))
                && onto.into_iter().all(|c| self.condition_holds(*to, man, c))
        });
        heads
    }

    /// Whether a square is empty for a piece that has left `from` and captured `taken`.
    pub(super) fn empty(&self, from: Square, square: Square, taken: [Option<Square>; 2]) -> bool {
        square == from || taken.contains(&Some(square)) || !self.men.contains_key(&square)
    }

    /// Whether a walk may end as it does.
    pub(super) fn may_end(&self, from: Square, man: Piece, walk: &Path, (to, taken): Way) -> bool {
        let empty = self.empty(from, to, taken);
        if walk.swaps {
            return !empty;
        }
        if empty {
            return walk.quiet;
        }
        let Some(prey) = self.men.get(&to) else { return false };
        let own = self.holder(prey.colour()) == self.holder(man.colour())
            && self.abilities(man).captures
            && self.kind_captures(man, *prey);
        let takes = walk.take.enemy && self.may_capture(man, to) || walk.take.own && own;
        takes && !(walk.take.tame && self.royal(*prey))
    }

    // Attacks and checks.

    /// Whether a piece on `from` attacks `target`, where `victim` stands or is assumed to stand.
    pub(super) fn attacks(&self, from: Square, man: Piece, target: Square, victim: Piece) -> bool {
        if !self.kind_captures(man, victim) || self.barred(man, target) {
            return false;
        }
        let takes = |square: Square| square == target || self.may_capture_passing(man, square);
        self.walks(from, man).any(|(_, walk)| {
            self.ways(from, man, walk, &takes).into_iter().any(|(to, taken)| {
                if taken.contains(&Some(target)) {
                    return !self.barred(man, to) && self.may_end(from, man, walk, (to, taken));
                }
                let bites = walk.take.enemy && !(walk.take.tame && self.royal(victim));
                to == target && !walk.swaps && (bites || walk.take.checks_only)
            })
        })
    }

    /// The pieces that check `owner` on a square where `victim` stands.
    pub(super) fn attackers(&self, owner: Seat, target: Square, victim: Piece) -> BTreeSet<Square> {
        let men = self.men.iter().filter(|(_, man)| {
            self.abilities(**man).checks && self.related_to(self.holder(man.colour()), owner, false)
        });
        men.filter(|(from, man)| self.attacks(**from, **man, target, victim))
            .map(|(from, _)| *from)
            .collect()
    }

    /// For each royal of a seat that can be in check, the attackers that count.
    pub(super) fn checks(&self, owner: Seat) -> Checks {
        let royals = self.men.iter().filter(|(_, man)| {
            self.royal(**man)
                && self.holder(man.colour()) == owner
                && self.abilities(**man).checkable
        });
        let mut checks: Checks =
            royals.map(|(square, man)| (*square, self.attackers(owner, *square, *man))).collect();
        let counts = match self.spec.royals {
            Royals::Any => true,
            Royals::All => checks.iter().all(|(_, by)| !by.is_empty()),
            Royals::Last => checks.len() == 1,
        };
        if !counts {
            checks.iter_mut().for_each(|(_, by)| by.clear());
        }
        checks
    }

    /// Whether a seat is in check.
    #[must_use]
    pub fn in_check(&self, owner: Seat) -> bool {
        self.checks(owner).iter().any(|(_, by)| !by.is_empty())
    }
}
