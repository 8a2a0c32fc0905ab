//! The rules of movement once more, as plainly as they can be said: no tables, no sets of bits, no
//! short cuts. What the engine does fast must be what this does slowly.
//!
//! It reads the public description of a game ([`Spec`], [`Setup`]) and shares nothing with the
//! engine but those nouns. Every man's walks are walked leg by leg, every move is made on a copy of
//! the board, and every royal that the mover owes something to is looked at from every man that
//! may attack it. It runs no hooks, so it is right only where no hook changes what a move leads to.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::movement::{Condition, End, Place, Relation, Walk};
use quadrille_core::piece::MOVED;
use quadrille_core::spec::{Abilities, Arrival, EpOccupied, EpWindow, Promotion, Royals};
use quadrille_core::{
    Action, Colour, How, Kind, Move, Piece, Protect, Restriction, Seat, Setup, Spec, Square,
};

/// A position, and what may be done in it.
#[derive(Clone)]
pub struct Plain<'a> {
    spec: &'a Spec,
    setup: Setup,
    men: BTreeMap<Square, Piece>,
}

/// What kind of move it is; as [`How`], but a walk is told by what it takes on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Manner {
    /// To an empty square, or capturing what stands there.
    Plain,
    /// Two steps of a man that may be captured en passant, over this square.
    Double(Square),
    /// A capture en passant.
    EnPassant,
    /// The castling of this number.
    Castle(u8),
    /// A walk with consequences of its own.
    Walk([Option<Square>; 2]),
}

/// A move by what can be seen of it.
pub type Seen = (Square, Square, Option<Kind>, Manner);

/// A legal move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    /// What can be seen of it.
    pub seen: Seen,
    /// Which of its kind's walks the man goes, where that matters to what becomes of him.
    walk: Option<usize>,
}

/// What can be seen of the engine's action; none if it is no man's move.
#[must_use]
pub fn seen(action: Action) -> Option<Seen> {
    let Action::Move(Move { from, to, promotion, how }) = action else { return None };
    let manner = match how {
        How::Plain => Manner::Plain,
        How::Double { over } => Manner::Double(over),
        How::EnPassant => Manner::EnPassant,
        How::Castle(wing) => Manner::Castle(wing),
        How::Walk { takes, .. } => Manner::Walk(takes),
    };
    Some((from, to, promotion, manner))
}

/// Where a walk may lead: its end, and the squares of men captured on the way.
type Way = (Square, [Option<Square>; 2]);

/// Attackers of each royal of a seat, as far as they count by [`Royals`].
type Checks = Vec<(Square, BTreeSet<Square>)>;

impl<'a> Plain<'a> {
    /// A position of these rules.
    #[must_use]
    pub fn new(spec: &'a Spec, setup: &Setup) -> Self {
        Self { spec, setup: setup.clone(), men: setup.men.iter().copied().collect() }
    }

    /// The men, in the order of their squares.
    #[must_use]
    pub fn men(&self) -> Vec<(Square, Piece)> {
        self.men.iter().map(|(square, man)| (*square, *man)).collect()
    }

    // Whose men may do what.

    fn holder(&self, colour: Colour) -> Seat {
        self.setup.controllers[colour.index()].unwrap_or(colour)
    }

    fn partners(&self, a: Seat, b: Seat) -> bool {
        a != b && self.spec.team(a) == self.spec.team(b)
    }

    fn royal(&self, man: Piece) -> bool {
        self.spec.kinds[man.kind().index()].royal
    }

    fn abilities(&self, man: Piece) -> Abilities {
        let of = |state: u8| {
            let state = &self.spec.states[usize::from(state)];
            if self.royal(man) { state.royals } else { state.men }
        };
        let own = of(self.setup.army_states[man.colour().index()].0);
        let holder = self.holder(man.colour());
        if holder == man.colour() {
            return own;
        }
        let under = of(self.setup.seat_states[holder.index()].0);
        Abilities {
            moves: own.moves && under.moves,
            captures: own.captures && under.captures,
            checks: own.checks && under.checks,
            capturable: own.capturable && under.capturable,
            checkable: own.checkable && under.checkable,
        }
    }

    fn related_to(&self, from: Seat, to: Seat, capture: bool) -> bool {
        let changed = self.setup.relations.iter().rev();
        let mut changed = changed.filter(|(a, b, c, _)| (*a, *b, *c) == (from, to, capture));
        if let Some((_, _, _, allowed)) = changed.next() {
            return *allowed;
        }
        let cell = self.spec.relations[from.index()][to.index()];
        if capture { cell.capture } else { cell.check }
    }

    /// Whether a man may capture the man on a square, as far as who they are goes.
    fn may_capture(&self, man: Piece, square: Square) -> bool {
        self.men.get(&square).is_some_and(|prey| {
            self.abilities(man).captures
                && self.abilities(*prey).capturable
                && self.related_to(self.holder(man.colour()), self.holder(prey.colour()), true)
                && self.kind_captures(man, *prey)
        })
    }

    /// The same on the way, where he has to enter the square before he goes on.
    fn may_capture_passing(&self, man: Piece, square: Square) -> bool {
        !self.barred(man, square) && self.may_capture(man, square)
    }

    fn kind_captures(&self, man: Piece, prey: Piece) -> bool {
        self.spec.kind_captures[man.kind().index()] >> prey.kind().0 & 1 != 0
    }

    fn barred(&self, man: Piece, square: Square) -> bool {
        self.spec.barred.iter().any(|(who, at)| who.profile() == man.profile() && *at == square)
    }

    // Walks.

    /// The walks a man may try from where he stands.
    fn walks(&self, from: Square, man: Piece) -> impl Iterator<Item = (usize, &'a Walk)> {
        let walks = &self.spec.kinds[man.kind().index()].walks;
        let bears = move |mark: u8| man.marks() >> mark & 1 != 0;
        let for_him =
            move |walk: &Walk| walk.colours.is_none_or(|colours| colours & man.colour().bit() != 0);
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

    fn at_start(&self, from: Square, man: Piece) -> bool {
        if self.spec.initial_by_mark >> man.kind().0 & 1 != 0 {
            return man.marks() >> MOVED & 1 == 0;
        }
        self.spec
            .array
            .iter()
            .any(|(square, first)| *square == from && first.profile() == man.profile())
    }

    fn condition_on_way(&self, walk: &Walk, from: Square, man: Piece, c: &Condition) -> bool {
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

    fn condition_holds(&self, at: Square, man: Piece, c: &Condition) -> bool {
        self.men.get(&at).is_some_and(|other| {
            c.kinds >> other.kind().0 & 1 != 0
                && (!c.head_on || other.facing() == man.facing().reversed())
                && self.relation(man, *other, c.relation)
        })
    }

    fn relation(&self, man: Piece, other: Piece, relation: Relation) -> bool {
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

    /// Everywhere a walk leads, whatever stands at its end. `takes` says whose man may be captured
    /// on the way.
    fn ways(
        &self,
        from: Square,
        man: Piece,
        walk: &Walk,
        takes: &dyn Fn(Square) -> bool,
    ) -> BTreeSet<Way> {
        let mut heads: BTreeSet<Way> = BTreeSet::from([(from, [None; 2])]);
        for (number, leg) in walk.legs.iter().enumerate() {
            let vector = leg.vector.turned(man.facing());
            let mut reached: BTreeSet<Way> = BTreeSet::new();
            for (start, taken) in &heads {
                let empty = |square: Square| self.empty(from, square, *taken);
                let mut at = *start;
                for count in 1..=leg.max {
                    let Some(next) = self.spec.geometry.step(at, vector) else { break };
                    at = next;
                    if count >= leg.min {
                        reached.insert((at, *taken));
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
            heads = BTreeSet::new();
            for (at, taken) in reached {
                let empty = self.empty(from, at, taken);
                let friend = || {
                    let other = self.men.get(&at);
                    other.is_some_and(|other| self.relation(man, *other, Relation::Friend))
                };
                match leg.end {
                    End::Empty if empty => heads.insert((at, taken)),
                    End::Any => heads.insert((at, taken)),
                    End::Occupied if !empty => heads.insert((at, taken)),
                    End::Friend if !empty && friend() => heads.insert((at, taken)),
                    End::Enemy if !empty && takes(at) => match taken {
                        [None, _] => heads.insert((at, [Some(at), None])),
                        [first, None] => heads.insert((at, [first, Some(at)])),
                        _ => false,
                    },
                    _ => false,
                };
            }
        }
        heads.retain(|(to, _)| {
            let onto = walk.conditions.iter().filter(|c| c.place == Place::Onto);
            walk.to.is_none_or(|zone| zone.contains(*to))
                && onto.into_iter().all(|c| self.condition_holds(*to, man, c))
        });
        heads
    }

    /// Whether a square is empty to a man who has left `from` and captured `taken`.
    fn empty(&self, from: Square, square: Square, taken: [Option<Square>; 2]) -> bool {
        square == from || taken.contains(&Some(square)) || !self.men.contains_key(&square)
    }

    /// Whether a walk may end as it does.
    fn may_end(&self, from: Square, man: Piece, walk: &Walk, (to, taken): Way) -> bool {
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

    /// Whether a man on `from` attacks `target`, where `victim` stands or is thought to stand.
    fn attacks(&self, from: Square, man: Piece, target: Square, victim: Piece) -> bool {
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

    /// The men that check `owner` on a square where `victim` stands.
    fn attackers(&self, owner: Seat, target: Square, victim: Piece) -> BTreeSet<Square> {
        let men = self.men.iter().filter(|(_, man)| {
            self.abilities(**man).checks && self.related_to(self.holder(man.colour()), owner, false)
        });
        men.filter(|(from, man)| self.attacks(**from, **man, target, victim))
            .map(|(from, _)| *from)
            .collect()
    }

    /// For each royal of a seat that can be in check, the attackers that count.
    fn checks(&self, owner: Seat) -> Checks {
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

    // Moves.

    /// The legal moves of a seat, in order; a move that can be made in two ways stands there twice.
    #[must_use]
    pub fn moves(&self, seat: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for (from, man) in &self.men {
            if self.holder(man.colour()) == seat && self.abilities(*man).moves {
                for step in self.moves_of(*from, *man) {
                    self.promotions(*man, step, &mut steps);
                }
            }
        }
        steps.extend(self.castling(seat));
        let before: Vec<Checks> = self.seats().map(|owner| self.checks(owner)).collect();
        steps.retain(|step| self.dutiful(seat, &before, step));
        steps.sort();
        steps
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.spec.seats.len()).map(|seat| Seat(seat as u8))
    }

    /// What a man's walks allow, promotions and duties left aside.
    fn moves_of(&self, from: Square, man: Piece) -> BTreeSet<Step> {
        let mut steps = BTreeSet::new();
        let pawn = self.passable(man);
        for (number, walk) in self.walks(from, man) {
            let takes = |square: Square| self.may_capture_passing(man, square);
            for way in self.ways(from, man, walk, &takes) {
                let (to, taken) = way;
                if self.barred(man, to) {
                    continue;
                }
                let mut add = |manner, walk| {
                    steps.insert(Step { seen: (from, to, None, manner), walk });
                };
                if walk.en_passant && taken == [None; 2] && self.passing(man, to) {
                    add(Manner::EnPassant, None);
                }
                if !self.may_end(from, man, walk, way) {
                    continue;
                }
                let first = walk.legs[0];
                let double = pawn
                    && walk.quiet
                    && walk.take == quadrille_core::movement::Take::NONE
                    && walk.legs.len() == 1
                    && (first.min, first.max) == (2, 2);
                let special = walk.swaps
                    || walk.set_mark.is_some()
                    || walk.clear_mark.is_some()
                    || walk.clause.is_some()
                    || walk.legs.iter().rev().skip(1).any(|leg| leg.end == End::Enemy);
                let over = self.spec.geometry.step(from, first.vector.turned(man.facing()));
                match (special, double, over) {
                    (true, _, _) => add(Manner::Walk(taken), Some(number)),
                    (false, true, Some(over)) => add(Manner::Double(over), None),
                    _ => add(Manner::Plain, None),
                }
            }
        }
        // Where a capture en passant takes both men, there is no capture of the one alone.
        let passing: Vec<Square> =
            steps.iter().filter(|s| s.seen.3 == Manner::EnPassant).map(|s| s.seen.1).collect();
        steps.retain(|step| {
            let (_, to, _, manner) = step.seen;
            manner != Manner::Plain || !passing.contains(&to) || !self.men.contains_key(&to)
        });
        steps
    }

    /// Whether a man may be captured en passant.
    fn passable(&self, man: Piece) -> bool {
        self.spec.kinds[man.kind().index()].walks.iter().any(|walk| walk.en_passant)
    }

    /// The pawns that a man captures en passant on a square.
    fn passed(&self, man: Piece, skipped: Square) -> Vec<Square> {
        let here = self.setup.en_passant.iter().filter(|(_, square, _)| *square == skipped);
        here.map(|(_, _, pawn)| *pawn).filter(|pawn| self.may_capture(man, *pawn)).collect()
    }

    /// Whether a man may go to a square because a pawn has skipped it.
    fn passing(&self, man: Piece, skipped: Square) -> bool {
        let hostile = !self.passed(man, skipped).is_empty();
        if self.men.contains_key(&skipped) {
            return hostile
                && self.spec.ep_occupied == EpOccupied::CaptureBoth
                && self.may_capture(man, skipped);
        }
        let seat = self.holder(man.colour());
        let undisturbed = self.spec.ep_partner
            && self.abilities(man).captures
            && self.setup.en_passant.iter().any(|(colour, square, _)| {
                *square == skipped && self.partners(seat, self.holder(*colour))
            });
        hostile || undisturbed
    }

    fn promotions(&self, man: Piece, step: Step, steps: &mut Vec<Step>) {
        let (from, to, _, manner) = step.seen;
        let entry: Option<&Promotion> = self
            .spec
            .promotions
            .iter()
            .rev()
            .find(|(who, at, _)| who.profile() == man.profile() && *at == to)
            .map(|(_, _, promotion)| promotion);
        let Some(promotion) = entry else {
            steps.push(step);
            return;
        };
        let kinds = promotion.kinds.iter().filter(|kind| self.supplied(man.colour(), **kind));
        let before = steps.len();
        steps.extend(kinds.map(|kind| Step { seen: (from, to, Some(*kind), manner), ..step }));
        if promotion.optional || steps.len() == before {
            steps.push(step);
        }
    }

    fn supplied(&self, colour: Colour, kind: Kind) -> bool {
        let limit = self.spec.supply.iter().find(|(limited, _)| *limited == kind);
        let there = self.men.values().filter(|m| m.colour() == colour && m.kind() == kind).count();
        limit.is_none_or(|(_, limit)| there < usize::from(*limit))
    }

    fn castling(&self, seat: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, wing) in self.spec.castling.iter().enumerate() {
            if wing.seat != seat || !self.setup.castling[number] {
                continue;
            }
            let home = |square: Square, royal: bool| {
                let man = self.men.get(&square);
                man.copied().filter(|m| {
                    m.colour() == seat
                        && self.royal(*m) == royal
                        && self.holder(seat) == seat
                        && self.abilities(*m).moves
                })
            };
            let (Some(king), Some(_)) = (home(wing.king.0, true), home(wing.rook.0, false)) else {
                continue;
            };
            let leaving = [wing.king.0, wing.rook.0];
            let free = |square: Square| !self.men.contains_key(&square);
            let arrivals = [wing.king.1, wing.rook.1];
            let room = wing.empty.into_iter().all(free)
                && arrivals.into_iter().all(|square| leaving.contains(&square) || free(square));
            // On an empty square it is the king who is thought to be attacked.
            let safe = |square: Square| {
                let victim = self.men.get(&square).copied().unwrap_or(king);
                self.attackers(seat, square, victim).is_empty()
            };
            if room && wing.safe.into_iter().all(safe) {
                let manner = Manner::Castle(number as u8);
                steps.push(Step { seen: (wing.king.0, wing.king.1, None, manner), walk: None });
            }
        }
        steps
    }

    // Duties.

    fn duty(&self, seat: Seat, owner: Seat) -> Protect {
        let mut duty = self.spec.protect[seat.index()][owner.index()];
        if seat == owner {
            if let Some(relaxed) = self.setup.relaxed.filter(|_| self.setup.turn == seat) {
                duty = relaxed;
            }
            if self.setup.restrictions.contains(&(seat, Restriction::Safe)) {
                duty = Protect::Safe;
            }
        }
        duty
    }

    /// Whether a move fulfils what its mover owes to everybody's royals.
    fn dutiful(&self, seat: Seat, before: &[Checks], step: &Step) -> bool {
        let after = self.after(step);
        self.seats().all(|owner| {
            let duty = self.duty(seat, owner);
            if duty == Protect::None {
                return true;
            }
            after.checks(owner).into_iter().all(|(royal, now)| {
                let was = self.stood(&after, step, royal);
                let known = before[owner.index()].iter().find(|(square, _)| Some(*square) == was);
                let nobody = BTreeSet::new();
                let then = known.map_or(&nobody, |(_, by)| by);
                match duty {
                    Protect::None => true,
                    Protect::Safe => now.is_empty(),
                    Protect::NoNewAttacker => now.is_subset(then),
                    Protect::SafeUnlessInCheck => now.is_empty() || !then.is_empty(),
                }
            })
        })
    }

    /// Where a royal stood before a move.
    fn stood(&self, after: &Self, step: &Step, royal: Square) -> Option<Square> {
        let (from, to, _, manner) = step.seen;
        if let Manner::Castle(number) = manner {
            let wing = &self.spec.castling[usize::from(number)];
            if royal == wing.king.1 {
                return Some(wing.king.0);
            }
        } else if royal == to {
            return Some(from);
        } else if royal == from {
            // Only a swap puts somebody on the square that was left.
            return Some(to);
        }
        (self.men.get(&royal) == after.men.get(&royal)).then_some(royal)
    }

    // Making a move.

    fn walk_of(&self, man: Piece, step: &Step) -> Option<&'a Walk> {
        step.walk.map(|number| &self.spec.kinds[man.kind().index()].walks[number])
    }

    fn moved(&self, man: Piece) -> Piece {
        if self.spec.initial_by_mark >> man.kind().0 & 1 != 0 {
            return man.with_marks(man.marks() | 1 << MOVED);
        }
        man
    }

    /// The position after a move, as far as men and rights are concerned; whose turn it is does not
    /// change.
    ///
    /// # Panics
    /// If nobody stands where the move starts.
    #[must_use]
    pub fn after(&self, step: &Step) -> Self {
        let mut after = self.clone();
        let (from, to, promotion, manner) = step.seen;
        let mut gone = vec![from, to];
        if let Manner::Castle(number) = manner {
            let wing = &self.spec.castling[usize::from(number)];
            let (king, rook) = (self.men[&wing.king.0], self.men[&wing.rook.0]);
            after.men.remove(&wing.king.0);
            after.men.remove(&wing.rook.0);
            after.men.insert(wing.king.1, self.moved(king));
            after.men.insert(wing.rook.1, self.moved(rook));
            gone.push(wing.rook.0);
            after.arrive(wing.king.1);
            after.rights(&gone, None);
            return after;
        }
        let man = self.men[&from];
        let walk = self.walk_of(man, step);
        after.men.remove(&from);
        if manner == Manner::EnPassant {
            gone.extend(self.passed(man, to));
        }
        if let Manner::Walk(taken) = manner {
            gone.extend(taken.into_iter().flatten());
        }
        for square in &gone {
            after.men.remove(square);
        }
        if walk.is_some_and(|walk| walk.swaps) {
            after.men.insert(from, self.moved(self.men[&to]));
        }
        let mut marks = man.marks();
        if let Some(mark) = walk.and_then(|walk| walk.clear_mark) {
            marks &= !(1 << mark);
        }
        if let Some(mark) = walk.and_then(|walk| walk.set_mark) {
            marks |= 1 << mark;
        }
        let kind = promotion.unwrap_or(man.kind());
        after.men.insert(to, self.moved(man.with_marks(marks).with_kind(kind)));
        after.arrive(to);
        let stepped = self.doubled(man, step);
        after.rights(&gone, stepped.map(|over| (man.colour(), over, to)));
        after
    }

    /// The square that a double step skips.
    fn doubled(&self, man: Piece, step: &Step) -> Option<Square> {
        if let Manner::Double(over) = step.seen.3 {
            return Some(over);
        }
        let walk = self.walk_of(man, step)?;
        let leg = walk.legs[0];
        let double = self.passable(man)
            && walk.quiet
            && walk.take == quadrille_core::movement::Take::NONE
            && !walk.swaps
            && walk.legs.len() == 1
            && (leg.min, leg.max) == (2, 2);
        let over = self.spec.geometry.step(step.seen.0, leg.vector.turned(man.facing()));
        over.filter(|_| double)
    }

    /// What happens to a man by standing where he has arrived.
    fn arrive(&mut self, at: Square) {
        let man = self.men[&at];
        let entries = self.spec.arrivals.iter().rev();
        let mut entries =
            entries.filter(|(who, to, _)| who.profile() == man.profile() && *to == at);
        let Some((_, _, arrival)) = entries.next() else { return };
        let Arrival { become_kind, turn, set_mark, clear_mark, clause: _ } = *arrival;
        let mut marks = man.marks();
        if let Some(mark) = clear_mark {
            marks &= !(1 << mark);
        }
        if let Some(mark) = set_mark {
            marks |= 1 << mark;
        }
        let changed = man
            .with_kind(become_kind.unwrap_or(man.kind()))
            .with_facing(turn.unwrap_or(man.facing()))
            .with_marks(marks);
        self.men.insert(at, self.moved(changed));
    }

    /// Castling rights end with their men; en passant rights with the pawn, or when the skipped
    /// square is filled and that voids them.
    fn rights(&mut self, gone: &[Square], fresh: Option<(Colour, Square, Square)>) {
        for (right, wing) in self.setup.castling.iter_mut().zip(&self.spec.castling) {
            *right &= !gone.contains(&wing.king.0) && !gone.contains(&wing.rook.0);
        }
        if self.spec.ep_window == EpWindow::NextPlayer {
            self.setup.en_passant.clear();
        }
        let mut rights = std::mem::take(&mut self.setup.en_passant);
        if let Some(fresh) = fresh {
            rights.retain(|(colour, _, _)| *colour != fresh.0);
            rights.push(fresh);
        }
        rights.retain(|(colour, skipped, pawn)| {
            let there = self.men.get(pawn);
            there.is_some_and(|man| man.colour() == *colour && self.passable(*man))
                && (self.spec.ep_occupied != EpOccupied::Void || !self.men.contains_key(skipped))
        });
        rights.sort();
        self.setup.en_passant = rights;
    }

    /// The castling rights left.
    #[must_use]
    pub fn castling_rights(&self) -> &[bool] {
        &self.setup.castling
    }

    /// The en passant rights left when these seats' turns have opened or were passed over.
    #[must_use]
    pub fn en_passant_rights(&self, opened: &[Seat]) -> Vec<(Colour, Square, Square)> {
        let own_turn = self.spec.ep_window == EpWindow::OwnTurn;
        let mut rights = self.setup.en_passant.clone();
        rights.retain(|(colour, _, _)| !own_turn || !opened.contains(&self.holder(*colour)));
        rights
    }
}
