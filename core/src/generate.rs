//! Which moves there are: every man's ways, judged by the seat's duties, handed to a sink.
//!
//! Plain moves go out as sets (a man and where he may go), so that counting them is a popcount and
//! drawing one at random needs no list; the others go out one by one.

use crate::action::{Action, How, Move};
use crate::engine::Engine;
use crate::geometry::Square;
use crate::legality::Duty;
use crate::movement::{End, Place};
use crate::piece::{MAX_SEATS, Piece, Seat};
use crate::position::Position;
use crate::set::SquareSet;
use crate::spec::{EpOccupied, Protect};
use crate::tables::BoardWalk;

/// What becomes of generated moves.
pub(crate) trait Sink<const W: usize> {
    /// Plain moves of one man, none of them a promotion. `to` may be empty.
    fn plain(&mut self, from: Square, to: SquareSet<W>);
    /// Any other action.
    fn one(&mut self, action: Action);
    /// Enough: generation may stop.
    fn full(&self) -> bool {
        false
    }
}

/// Counts.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn plain(&mut self, _: Square, to: SquareSet<W>) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn one(&mut self, _: Action) {
        self.0 += 1;
    }
}

/// Is there any?
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl<const W: usize> Sink<W> for Any {
    fn plain(&mut self, _: Square, to: SquareSet<W>) {
        self.0 |= !to.is_empty();
    }
    fn one(&mut self, _: Action) {
        self.0 = true;
    }
    fn full(&self) -> bool {
        self.0
    }
}

impl<const W: usize> Sink<W> for Vec<Action> {
    #[inline]
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(Move::new(from, to))));
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.push(action);
    }
}

/// All moves, plain ones still as sets: what a random draw needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Moves<const W: usize> {
    plain: Vec<(Square, SquareSet<W>)>,
    others: Vec<Action>,
    count: u32,
}

impl<const W: usize> Moves<W> {
    pub fn clear(&mut self) {
        self.plain.clear();
        self.others.clear();
        self.count = 0;
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    /// The action of a number below `len`.
    pub fn get(&self, mut n: u32) -> Option<Action> {
        for (from, to) in &self.plain {
            let here = to.len();
            if n < here {
                return to.nth(n).map(|to| Action::Move(Move::new(*from, to)));
            }
            n -= here;
        }
        self.others.get(n as usize).copied()
    }
}

impl<const W: usize> Sink<W> for Moves<W> {
    #[inline]
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        let count = to.len();
        if count > 0 {
            self.plain.push((from, to));
            self.count += count;
        }
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.others.push(action);
        self.count += 1;
    }
}

/// What one call of generation works with.
struct Scene<'p, const W: usize> {
    pos: &'p Position<W>,
    seat: Seat,
    row: &'p [Protect; MAX_SEATS],
    duty: Duty<W>,
    empty: SquareSet<W>,
    /// Men that may be captured.
    prey: SquareSet<W>,
    royal_prey: SquareSet<W>,
    own: SquareSet<W>,
    /// Skipped squares that are occupied, where a capture takes the passing man too.
    ep_both: SquareSet<W>,
}

impl<const W: usize> Engine<'_, W> {
    /// The row of the protection matrix that holds for a seat's moves now.
    pub fn protection(&self, pos: &Position<W>, seat: Seat) -> [Protect; MAX_SEATS] {
        let mut row = self.t.protect[seat.index()];
        if pos.rare.is_some() {
            if let Some(relaxed) = pos.rare().relaxed
                && pos.turn == seat
            {
                row[seat.index()] = relaxed;
            }
            for (restricted, how) in &pos.rare().restrictions {
                if *restricted == seat && *how == crate::effect::Restriction::Safe {
                    row[seat.index()] = Protect::Safe;
                }
            }
        }
        row
    }

    /// All legal moves of a seat's men.
    pub fn moves<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        let masks = &pos.masks[seat.index()];
        let prey = pos.able(masks.prey);
        let mut scene = Scene {
            pos,
            seat,
            row,
            duty: self.duty(pos, seat, row),
            empty: self.t.all - pos.occupied,
            prey,
            royal_prey: prey & pos.royals,
            own: pos.of_colours(masks.controls),
            ep_both: SquareSet::EMPTY,
        };
        if pos.ep_live.0 != 0 {
            self.en_passant(&mut scene, sink);
        }
        let captors = pos.able(masks.captures);
        for from in pos.able(masks.moves) {
            if sink.full() {
                return;
            }
            if let Some(man) = pos.man(from) {
                self.moves_of(&scene, from, man, captors.contains(from), sink);
            }
        }
        if pos.castling != 0 {
            self.castling(&scene, sink);
        }
    }

    /// The legal moves of one man, but en passant and castling.
    #[inline(always)]
    fn moves_of<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        from: Square,
        man: Piece,
        captures: bool,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let profile = self.t.profile(man);
        let class = &self.t.classes[profile.class as usize];
        let prey = if captures { scene.prey } else { SquareSet::EMPTY };
        let mut to = SquareSet::EMPTY;
        if !class.exclusive || !self.is_exclusive(class, man) {
            if let Some(table) = class.both {
                to |= self.t.leap(table, from) & (scene.empty | prey);
            }
            if let Some(table) = class.quiet {
                to |= self.t.leap(table, from) & scene.empty;
            }
            if let Some(table) = class.take {
                to |= self.t.leap(table, from) & prey;
            }
            for ride in &class.rays {
                let reach = self.t.ride(ride.ray, from, &pos.occupied);
                match (ride.quiet, ride.take) {
                    (true, true) => to |= reach & (scene.empty | prey),
                    (true, false) => to |= reach & scene.empty,
                    (false, true) => to |= reach & prey,
                    (false, false) => {}
                }
            }
        }
        if !class.walks.is_empty() {
            for &walk in &class.walks {
                self.walk_moves(scene, from, man, captures, walk, &mut to, sink);
            }
        }
        if self.t.has_ep
            && scene.ep_both.meets(&to)
            && class.ep.is_some_and(|t| self.t.leap(t, from).meets(&scene.ep_both))
        {
            let table = class.ep.map_or(SquareSet::EMPTY, |t| self.t.leap(t, from));
            to = to - (scene.ep_both & table);
        }
        if let Some(enter) = &profile.enter {
            to &= *enter;
        }
        if self.t.limited_captures {
            to = self.capturable_by(pos, man, to);
        }
        if to.meets(&scene.royal_prey) {
            for target in to & scene.royal_prey {
                self.judged(scene, man, Move::new(from, target), sink);
            }
            to = to - scene.royal_prey;
        }
        let duty = &scene.duty;
        if duty.slow {
            for target in to {
                self.judged(scene, man, Move::new(from, target), sink);
            }
            return;
        }
        let mut guard = None;
        if profile.royal {
            guard = duty.guards().iter().find(|guard| guard.royal == from);
        }
        if let Some(guard) = guard {
            to &= duty.answers_without(from);
            if !guard.safe {
                for target in to {
                    self.judged(scene, man, Move::new(from, target), sink);
                }
                return;
            }
            for target in to {
                if !self.royal_may_go(pos, guard, target) {
                    to.remove(target);
                }
            }
        } else {
            to &= duty.answers;
        }
        if duty.pinned.contains(from) {
            to &= duty.pin(from);
        }
        if to.meets(&profile.promotes) {
            for target in to & profile.promotes {
                self.promoted(pos, man, Move::new(from, target), sink);
            }
            to = to - profile.promotes;
        }
        sink.plain(from, to);
    }

    fn is_exclusive(&self, class: &crate::tables::Class, man: Piece) -> bool {
        class.walks.iter().any(|walk| {
            let walk = &self.t.walks[usize::from(*walk)].walk;
            walk.exclusive && walk.with_mark.is_some_and(|mark| man.marks() >> mark & 1 != 0)
        })
    }

    /// Those squares of `to` that are empty or hold a man of a kind that this man may capture.
    fn capturable_by(&self, pos: &Position<W>, man: Piece, to: SquareSet<W>) -> SquareSet<W> {
        let kinds = self.spec.kind_captures[man.kind().index()];
        to.into_iter()
            .filter(|square| pos.man(*square).is_none_or(|other| kinds >> other.kind().0 & 1 != 0))
            .collect()
    }

    /// Hands on a move that has to be made and tested, if it passes.
    fn judged<S: Sink<W>>(&self, scene: &Scene<'_, W>, man: Piece, mv: Move, sink: &mut S) {
        let pos = scene.pos;
        let takes_royal = scene.royal_prey.contains(mv.to)
            || matches!(mv.how, How::Walk { takes, .. }
                if takes.iter().flatten().any(|square| scene.royal_prey.contains(*square)));
        let allowed = if takes_royal {
            self.royal_capture_stands(pos, scene.seat, scene.row, &scene.duty, mv)
        } else {
            self.fulfils(pos, scene.seat, scene.row, &scene.duty, mv)
        };
        if allowed {
            self.promoted(pos, man, mv, sink);
        }
    }

    /// Hands on a move, once for every kind it may promote to.
    fn promoted<S: Sink<W>>(&self, pos: &Position<W>, man: Piece, mv: Move, sink: &mut S) {
        let key = (man.profile() as u16, mv.to.0);
        let promotes = self.t.profile(man).promotes.contains(mv.to);
        let Some(promotion) = promotes.then(|| self.t.promotions.get(&key)).flatten() else {
            sink.one(Action::Move(mv));
            return;
        };
        let mut any = false;
        for kind in &promotion.kinds {
            if self.supplied(pos, man, *kind) {
                any = true;
                sink.one(Action::Move(Move { promotion: Some(*kind), ..mv }));
            }
        }
        if promotion.optional || !any {
            sink.one(Action::Move(mv));
        }
    }

    /// Whether the supply of a colour still has a man of this kind.
    fn supplied(&self, pos: &Position<W>, man: Piece, kind: crate::piece::Kind) -> bool {
        let limit = self.spec.supply.iter().find(|(limited, _)| *limited == kind);
        limit.is_none_or(|(_, limit)| {
            let army = pos.colours[man.colour().index()];
            let there = army.into_iter().filter(|s| pos.man(*s).is_some_and(|m| m.kind() == kind));
            there.count() < usize::from(*limit)
        })
    }

    /// En passant captures, and what they do to ordinary ones.
    fn en_passant<S: Sink<W>>(&self, scene: &mut Scene<'_, W>, sink: &mut S) {
        let pos = scene.pos;
        let masks = &pos.masks[scene.seat.index()];
        let mut done = SquareSet::<W>::EMPTY;
        for colour in pos.ep_live.iter() {
            let (skipped, _) = pos.ep[colour.index()];
            let hostile = masks.prey.men & colour.bit() != 0;
            let passes =
                !hostile && self.spec.ep_partner && self.are_partners(pos, scene.seat, colour);
            if !(hostile || passes) || done.contains(skipped) {
                continue;
            }
            done.insert(skipped);
            if pos.occupied.contains(skipped) {
                let void = self.spec.ep_occupied == EpOccupied::Void;
                if void || passes || !scene.prey.contains(skipped) {
                    continue;
                }
                scene.ep_both.insert(skipped);
            }
            let captors = pos.able(masks.moves) & pos.able(masks.captures);
            for from in self.t.leap_back[skipped.index()] & captors {
                let Some(man) = pos.man(from) else { continue };
                let class = self.t.class(man);
                let reaches = class.ep.is_some_and(|t| self.t.leap(t, from).contains(skipped));
                let profile = self.t.profile(man);
                let barred = profile.enter.is_some_and(|enter| !enter.contains(skipped));
                if reaches && !barred && !self.is_exclusive(class, man) {
                    let mv = Move { how: How::EnPassant, ..Move::new(from, skipped) };
                    self.judged(scene, man, mv, sink);
                }
            }
        }
    }

    fn castling<S: Sink<W>>(&self, scene: &Scene<'_, W>, sink: &mut S) {
        let pos = scene.pos;
        let movers = pos.masks[scene.seat.index()].moves;
        for (i, wing) in self.spec.castling.iter().enumerate().take(32) {
            if pos.castling >> i & 1 == 0 || wing.seat != scene.seat {
                continue;
            }
            if movers.men & movers.royals & wing.seat.bit() == 0 {
                continue;
            }
            if wing.empty.resize::<W>().meets(&pos.occupied) {
                continue;
            }
            let at_home = |square, royal| {
                pos.man(square).is_some_and(|man| {
                    man.colour() == wing.seat && self.t.profile(man).royal == royal
                })
            };
            if !at_home(wing.king.0, true) || !at_home(wing.rook.0, false) {
                continue;
            }
            let threats = pos.able(pos.masks[scene.seat.index()].threats);
            let crossed = wing.safe.resize::<W>();
            if crossed.into_iter().any(|s| self.attacked(pos, s, &threats, &pos.occupied)) {
                continue;
            }
            let mv = Move { how: How::Castle(i as u8), ..Move::new(wing.king.0, wing.king.1) };
            if self.fulfils(pos, scene.seat, scene.row, &scene.duty, mv) {
                sink.one(Action::Move(mv));
            }
        }
    }

    /// The moves of one walk: simple ones join `to`, the others go out by themselves.
    #[allow(clippy::too_many_arguments)]
    fn walk_moves<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        from: Square,
        man: Piece,
        captures: bool,
        number: u16,
        to: &mut SquareSet<W>,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let walk = &self.t.walks[usize::from(number)];
        if !self.walk_applies(pos, walk, from, man) {
            return;
        }
        let mut walker = Walker {
            engine: self,
            pos,
            occupied: &pos.occupied,
            scene: Some(scene),
            walk,
            from,
            man,
            captures,
            takes: [None; 2],
            found: |target: Square, takes: [Option<Square>; 2]| {
                let over = self.t.step(walk.legs[0].steps, from);
                let how = match (walk.double, over) {
                    (true, Some(over)) => How::Double { over },
                    _ if walk.special => How::Walk { walk: number, takes },
                    _ => {
                        to.insert(target);
                        return;
                    }
                };
                let mv = Move { how, ..Move::new(from, target) };
                if self.t.profile(man).enter.is_some_and(|enter| !enter.contains(target)) {
                    return;
                }
                let duty = &scene.duty;
                let quiet = !pos.occupied.contains(target) && takes == [None; 2];
                let guarded = duty.guards().iter().any(|guard| guard.royal == from);
                if duty.slow || !quiet || guarded {
                    self.judged(scene, man, mv, sink);
                    return;
                }
                let pinned = duty.pinned.contains(from) && !duty.pin(from).contains(target);
                if duty.answers.contains(target) && !pinned {
                    self.promoted(pos, man, mv, sink);
                }
            },
        };
        walker.go();
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
        if walk.unmoved && man.marks() >> crate::piece::MOVED & 1 != 0 {
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
            for step in 1..condition.steps(walk.unit.1).end {
                let Some(next) = self.t.step(walk.unit.0, at) else {
                    return false;
                };
                at = next;
                if condition.steps(walk.unit.1).contains(&step)
                    && !self.condition_holds(pos, man, at, condition)
                {
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
        condition: &crate::movement::Condition,
    ) -> bool {
        pos.man(at).is_some_and(|other| {
            condition.kinds >> other.kind().0 & 1 != 0
                && (!condition.head_on || other.facing() == man.facing().reversed())
                && self.related(pos, man, other, condition.relation)
        })
    }

    /// Whether a man attacks a square by a walk that is more than a leap or ride.
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
        self.t.class(man).walks.iter().any(|number| {
            let walk = &self.t.walks[usize::from(*number)];
            let takes = walk.walk.take.enemy || walk.walk.take.checks_only;
            let on_way = walk.legs.iter().any(|leg| leg.end == End::Enemy);
            if !(takes || on_way) || !self.walk_applies(pos, walk, from, man) {
                return false;
            }
            let mut hit = false;
            Walker {
                engine: self,
                pos,
                occupied,
                scene: None,
                walk,
                from,
                man,
                captures: true,
                takes: [None; 2],
                found: |to: Square, taken: [Option<Square>; 2]| {
                    hit |= taken.contains(&Some(square)) || takes && to == square;
                },
            }
            .go();
            hit
        })
    }
}

/// Goes along the legs of a walk.
struct Walker<'a, 'e, const W: usize, F: FnMut(Square, [Option<Square>; 2])> {
    engine: &'a Engine<'e, W>,
    pos: &'a Position<W>,
    occupied: &'a SquareSet<W>,
    /// The mover's scene; none when only attacks are asked for, and then any man may be taken.
    scene: Option<&'a Scene<'a, W>>,
    walk: &'a BoardWalk<W>,
    from: Square,
    man: Piece,
    captures: bool,
    takes: [Option<Square>; 2],
    found: F,
}

impl<const W: usize, F: FnMut(Square, [Option<Square>; 2])> Walker<'_, '_, W, F> {
    fn go(&mut self) {
        self.leg(0, self.from);
    }

    fn blocked(&self, square: Square) -> bool {
        square != self.from && self.occupied.contains(square) && !self.takes.contains(&Some(square))
    }

    fn may_take(&self, square: Square) -> bool {
        match self.scene {
            Some(scene) => self.captures && scene.prey.contains(square),
            None => true,
        }
    }

    fn leg(&mut self, number: usize, start: Square) {
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
                    let relation = crate::movement::Relation::Friend;
                    self.engine.related(self.pos, self.man, other, relation)
                });
                if friend {
                    self.leg(number + 1, at);
                }
            }
            End::Enemy if blocked && self.may_take(at) => {
                let before = self.takes;
                if let Some(free) = self.takes.iter_mut().find(|take| take.is_none()) {
                    *free = Some(at);
                    self.leg(number + 1, at);
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
        let Some(scene) = self.scene else {
            (self.found)(at, self.takes);
            return;
        };
        let allowed = if walk.swaps {
            blocked && at != self.from
        } else if !blocked {
            walk.quiet
        } else {
            let royal = self.pos.royals.contains(at);
            let enemy = walk.take.enemy && self.may_take(at);
            let own = walk.take.own && self.captures && scene.own.contains(at);
            (enemy || own) && !(walk.take.tame && royal)
        };
        if allowed {
            (self.found)(at, self.takes);
        }
    }
}
