//! Walks that are more than leaps and rides: their moves, and what men attack by them.
//!
//! Such a walk is gone leg by leg when it is needed, over step tables.

use arrayvec::ArrayVec;

use crate::board::{MOVED, Piece, Square, SquareSet};
use crate::movegen::{Engine, MoveSet, Scene, Sink};
use crate::rules::{Action, Condition, End, How, MAX_LEGS, Move, Place, Relation};
use crate::state::Position;
use crate::tables::BoardWalk;

/// Squares of men captured on the way.
type Takes = [Option<Square>; 2];

/// Where the walks of one man lead.
pub(crate) struct Ends<const W: usize> {
    /// By plain moves.
    pub plain: SquareSet<W>,
    /// By double steps, already handed on.
    pub doubles: SquareSet<W>,
}

impl<const W: usize> Engine<'_, W> {
    /// The moves of one walk: plain ones join `ends`, the others go out by themselves.
    pub fn walk_moves(
        &self,
        scene: &Scene<'_, W>,
        (from, man): (Square, Piece),
        captures: bool,
        number: u16,
        ends: &mut Ends<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let pos = scene.pos;
        let walk = &self.t.walks[usize::from(number)];
        if !self.walk_applies(pos, walk, from, man) {
            return;
        }
        if let Some(fixed) = &walk.fixed {
            if let Some((way, to)) = &fixed[from]
                && !way.meets(&pos.occupied)
            {
                self.walk_ends(scene, (from, man), number, (*to, [None; 2]), ends, sink);
            }
            return;
        }
        let nobody = SquareSet::EMPTY;
        let (prey, own) = if captures { (scene.prey, scene.own) } else { (nobody, nobody) };
        // Two ways to the same end with the same captures are one move.
        let mut gone = SquareSet::<W>::EMPTY;
        let mut gone_taking: Vec<(Square, Takes)> = Vec::new();
        let mut walker = Walker {
            engine: self,
            pos,
            occupied: &pos.occupied,
            prey,
            own,
            target: None,
            walk,
            from,
            man,
            takes: [None; 2],
            seen: Seen::new(),
            found: |to: Square, takes: Takes| {
                if walk.special && takes == [None; 2] {
                    if gone.contains(to) {
                        return;
                    }
                    gone.insert(to);
                } else if walk.special {
                    if gone_taking.contains(&(to, takes)) {
                        return;
                    }
                    gone_taking.push((to, takes));
                }
                self.walk_ends(scene, (from, man), number, (to, takes), ends, sink);
            },
        };
        walker.leg(0, from);
    }

    /// A walk has led somewhere.
    #[inline]
    fn walk_ends(
        &self,
        scene: &Scene<'_, W>,
        (from, man): (Square, Piece),
        number: u16,
        (to, takes): (Square, Takes),
        ends: &mut Ends<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let walk = &self.t.walks[usize::from(number)];
        let mv = if walk.special {
            Move { how: How::Walk { walk: number, takes }, ..Move::new(from, to) }
        } else if let Some(over) = self.skipped(walk, from) {
            if ends.doubles.contains(to) {
                return;
            }
            ends.doubles.insert(to);
            Move { how: How::Double { over }, ..Move::new(from, to) }
        } else {
            ends.plain.insert(to);
            return;
        };
        if self.t.profile(man).enter.is_none_or(|enter| enter.contains(to)) {
            self.walked(scene, man, mv, takes, sink);
        }
    }

    /// Hands on a move of its own kind, if it passes.
    fn walked(
        &self,
        scene: &Scene<'_, W>,
        man: Piece,
        mv: Move,
        takes: Takes,
        sink: &mut dyn Sink<W>,
    ) {
        let duty = scene.duty;
        let quiet = !scene.pos.occupied.contains(mv.to) && takes == [None; 2];
        let profile = self.t.profile(man);
        let guarded = duty.guards().iter().any(|guard| guard.royal == mv.from);
        if duty.slow || !quiet || guarded || profile.crowns.contains(mv.to) {
            self.judged(scene, man, mv, sink);
            return;
        }
        let pinned =
            duty.pinned.contains(mv.from) && !self.unpinning(duty, mv.from).contains(mv.to);
        if duty.answers.contains(mv.to) && !pinned {
            self.promoted(
                scene.pos,
                man,
                mv,
                |_| true,
                |mv| sink.add(MoveSet::One(Action::Move(mv))),
            );
        }
    }

    /// The square that a double step skips, if the walk is one.
    pub fn skipped(&self, walk: &BoardWalk<W>, from: Square) -> Option<Square> {
        if walk.double { self.t.step(walk.legs[0].steps, from) } else { None }
    }

    /// Whether a man may try a walk at all: start, zones, marks and conditions.
    #[inline]
    fn walk_applies(
        &self,
        pos: &Position<W>,
        walk: &BoardWalk<W>,
        from: Square,
        man: Piece,
    ) -> bool {
        if let Some(starts) = &walk.initial
            && !starts[man.colour().index()].contains(from)
        {
            return false;
        }
        if walk.unmoved && man.marks() >> MOVED & 1 != 0 {
            return false;
        }
        if walk.from.is_some_and(|zone| !zone.contains(from)) {
            return false;
        }
        if walk.walk.colours.is_some_and(|colours| colours & man.colour().bit() == 0) {
            return false;
        }
        if walk.walk.with_mark.is_some_and(|mark| man.marks() >> mark & 1 == 0) {
            return false;
        }
        walk.walk.conditions.iter().all(|condition| {
            if condition.place == Place::Onto {
                return true;
            }
            let mut at = from;
            for _ in condition.steps(walk.unit.1) {
                let Some(next) = self.t.step(walk.unit.0, at) else {
                    return false;
                };
                at = next;
                if !self.condition_holds(pos, man, at, condition) {
                    return false;
                }
            }
            true
        })
    }

    fn condition_holds(
        &self,
        pos: &Position<W>,
        man: Piece,
        at: Square,
        condition: &Condition,
    ) -> bool {
        pos.man(at).is_some_and(|other| {
            condition.kinds >> other.kind().0 & 1 != 0
                && (!condition.head_on || other.facing() == man.facing().reversed())
                && self.related(pos, man, other, condition.relation)
        })
    }

    /// Whether a walk that captures en passant leads a man to a square, whatever stands there.
    pub fn walks_past(&self, scene: &Scene<'_, W>, from: Square, man: Piece, to: Square) -> bool {
        self.t.class(man).ep_walks.iter().any(|number| {
            let walk = &self.t.walks[usize::from(*number)];
            self.walk_applies(scene.pos, walk, from, man)
                && self.leads_to(
                    scene.pos,
                    walk,
                    (from, man),
                    to,
                    &scene.pos.occupied,
                    |end, taken| end == to && taken == [None; 2],
                )
        })
    }

    /// Whether a man attacks a square by a walk that is more than a leap or ride. An empty square
    /// is taken for a royal's.
    pub fn walks_onto(
        &self,
        pos: &Position<W>,
        from: Square,
        square: Square,
        occupied: &SquareSet<W>,
    ) -> bool {
        let Some(man) = pos.man(from) else {
            return false;
        };
        let royal = pos.man(square).is_none_or(|victim| self.t.profile(victim).royal);
        let enter = self.t.profile(man).enter;
        self.t.class(man).walks.iter().any(|number| {
            let walk = &self.t.walks[usize::from(*number)];
            let take = walk.walk.take;
            let bites =
                !walk.walk.swaps && (take.enemy && !(take.tame && royal) || take.checks_only);
            let on_way = walk.legs.iter().rev().skip(1).any(|leg| leg.end == End::Enemy);
            (bites || on_way)
                && self.walk_applies(pos, walk, from, man)
                && self.leads_to(pos, walk, (from, man), square, occupied, |end, taken| {
                    if taken.contains(&Some(square)) {
                        enter.is_none_or(|enter| enter.contains(end))
                    } else {
                        bites && end == square
                    }
                })
        })
    }

    /// Whether a walk of a man, who may capture whoever stands on `target`, leads to an end that is
    /// `wanted`. The target itself is such an end, however the walk captures.
    fn leads_to(
        &self,
        pos: &Position<W>,
        walk: &BoardWalk<W>,
        (from, man): (Square, Piece),
        target: Square,
        occupied: &SquareSet<W>,
        wanted: impl Fn(Square, Takes) -> bool,
    ) -> bool {
        let masks = &pos.masks[self.holder(pos, man).index()];
        let nobody = SquareSet::EMPTY;
        let (prey, own) = if pos.able(masks.captures).contains(from) {
            (pos.able(masks.prey), pos.of_colours(masks.controls))
        } else {
            (nobody, nobody)
        };
        let mut hit = false;
        Walker {
            engine: self,
            pos,
            occupied,
            prey,
            own,
            target: Some(target),
            walk,
            from,
            man,
            takes: [None; 2],
            seen: Seen::new(),
            found: |to: Square, taken: Takes| hit |= wanted(to, taken),
        }
        .leg(0, from);
        hit
    }
}

/// Goes along the legs of a walk.
struct Walker<'a, 'e, const W: usize, F: FnMut(Square, Takes)> {
    engine: &'a Engine<'e, W>,
    pos: &'a Position<W>,
    occupied: &'a SquareSet<W>,
    /// Men of others and of his own that he may capture, as far as their kinds allow.
    prey: SquareSet<W>,
    own: SquareSet<W>,
    /// A square where he is taken to be able to capture.
    target: Option<Square>,
    walk: &'a BoardWalk<W>,
    from: Square,
    man: Piece,
    takes: Takes,
    seen: Seen<W>,
    found: F,
}

/// Where legs have begun already, from the third on: several ways may lead there, and from there all
/// go on alike, as long as they have captured the same.
type Seen<const W: usize> = ArrayVec<SquareSet<W>, MAX_LEGS>;

impl<const W: usize, F: FnMut(Square, Takes)> Walker<'_, '_, W, F> {
    fn blocked(&self, square: Square) -> bool {
        square != self.from && self.occupied.contains(square) && !self.takes.contains(&Some(square))
    }

    fn may_take(&self, square: Square, among: &SquareSet<W>) -> bool {
        let kinds = self.engine.spec.kind_captures[self.man.kind().index()];
        among.contains(square)
            && self.pos.man(square).is_some_and(|prey| kinds >> prey.kind().0 & 1 != 0)
    }

    /// Whether a man may be captured on the way, which needs entering his square.
    fn may_take_passing(&self, square: Square) -> bool {
        let enter = self.engine.t.profile(self.man).enter;
        enter.is_none_or(|enter| enter.contains(square))
            && (self.target == Some(square) || self.may_take(square, &self.prey))
    }

    fn leg(&mut self, number: usize, start: Square) {
        if let Some(place) = number.checked_sub(2) {
            while self.seen.len() <= place {
                self.seen.push(SquareSet::EMPTY);
            }
            if self.seen[place].contains(start) {
                return;
            }
            self.seen[place].insert(start);
        }
        let leg = self.walk.legs[number];
        let last = number + 1 == self.walk.legs.len();
        let mut at = start;
        for count in 1..=leg.max {
            let Some(next) = self.engine.t.step(leg.steps, at) else {
                return;
            };
            at = next;
            let blocked = self.blocked(at);
            if count >= leg.min {
                if last {
                    self.arrive(at, blocked);
                } else {
                    self.turn(number, at, blocked, leg.end);
                }
            }
            if blocked {
                return;
            }
        }
    }

    /// Between two legs.
    fn turn(&mut self, number: usize, at: Square, blocked: bool, end: End) {
        match end {
            End::Empty if !blocked => self.leg(number + 1, at),
            End::Any => self.leg(number + 1, at),
            End::Occupied if blocked => self.leg(number + 1, at),
            End::Friend if blocked => {
                let friend = self.pos.man(at).is_some_and(|other| {
                    self.engine.related(self.pos, self.man, other, Relation::Friend)
                });
                if friend {
                    self.leg(number + 1, at);
                }
            }
            End::Enemy if blocked && self.may_take_passing(at) => {
                let before = self.takes;
                if let Some(free) = self.takes.iter_mut().find(|take| take.is_none()) {
                    *free = Some(at);
                    let seen = std::mem::take(&mut self.seen);
                    self.leg(number + 1, at);
                    self.seen = seen;
                }
                self.takes = before;
            }
            _ => {}
        }
    }

    fn arrive(&mut self, at: Square, blocked: bool) {
        let walk = &self.walk.walk;
        if self.walk.to.is_some_and(|zone| !zone.contains(at)) {
            return;
        }
        let onto = walk.conditions.iter().filter(|c| c.place == Place::Onto);
        for condition in onto {
            if !self.engine.condition_holds(self.pos, self.man, at, condition) {
                return;
            }
        }
        let allowed = if self.target == Some(at) && !self.takes.contains(&Some(at)) {
            true
        } else if walk.swaps {
            blocked
        } else if !blocked {
            walk.quiet
        } else {
            let royal = self.pos.royals.contains(at);
            let enemy = walk.take.enemy && self.may_take(at, &self.prey);
            let own = walk.take.own && self.may_take(at, &self.own);
            (enemy || own) && !(walk.take.tame && royal)
        };
        if allowed {
            (self.found)(at, self.takes);
        }
    }
}
