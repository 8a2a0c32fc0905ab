//! The rules of movement once more, as plainly as they can be said: no tables, no sets of bits, no
//! short cuts. What the engine does fast must be what this does slowly.
//!
//! It reads the public description of a game ([`Spec`], [`Setup`]) and shares nothing with the
//! engine but those nouns. Every piece's paths are followed leg by leg, every move is made on a copy of
//! the board, and every royal that the mover has to protect is tested against every piece that
//! may attack it.
//!
//! What tabulated hooks say it asks [`Answers`]: the spec's tables, or the scripts themselves, called
//! again each time. Other hooks are called where a move captures a royal, because such a move is judged
//! with all that rules make of it; [`Plain::suffer`] does by hand what effects say of pieces and rights.

mod answers;
mod choices;
mod consequences;
mod make;
mod walks;

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::rules::End;
use quadrille_core::rules::{Abilities, EpOccupied};
use quadrille_core::{
    Action, Colour, Hooks, Kind, Move, MoveKind, Piece, Protect, Restriction, Ruleset, Seat, Setup,
    Spec, Square, StateId, Status,
};

pub use answers::Answers;
pub use choices::{Choice, choice};

/// A position, and what may be done in it.
#[derive(Clone)]
pub struct Plain<'a> {
    spec: &'a Spec,
    answers: &'a dyn Answers,
    /// Who says what comes of events; nobody where there are no hooks.
    rules: Option<(&'a Ruleset, &'a dyn Hooks)>,
    setup: Setup,
    men: BTreeMap<Square, Piece>,
}

/// What kind of move it is; as [`How`], but a walk is told by what it takes on its way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Manner {
    /// To an empty square, or capturing what stands there.
    Plain,
    /// A double step of a piece that may be captured en passant, over this square.
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
    /// Which of its kind's paths the piece takes, where that matters for the result.
    walk: Option<usize>,
}

/// What can be seen of the engine's action; none if it is not a piece's move.
#[must_use]
pub fn seen(action: Action) -> Option<Seen> {
    let Action::Move(Move { from, to, promotion, kind }) = action else { return None };
    let manner = match kind {
        MoveKind::Plain | MoveKind::Extra(_) => Manner::Plain,
        MoveKind::Double { over } => Manner::Double(over),
        MoveKind::EnPassant => Manner::EnPassant,
        MoveKind::Castle(wing) => Manner::Castle(wing),
        MoveKind::Path { takes, .. } => Manner::Walk(takes),
    };
    Some((from, to, promotion, manner))
}

/// Where a path may lead: its end, and the squares of pieces captured on the way.
type Way = (Square, [Option<Square>; 2]);

/// Attackers of each royal of a seat, as far as they count by [`quadrille_core::rules::Royals`].
type Checks = Vec<(Square, BTreeSet<Square>)>;

impl<'a> Plain<'a> {
    /// A position of these rules, which have no event hooks and are looked up in their tables.
    #[must_use]
    pub fn new(spec: &'a Spec, setup: &Setup) -> Self {
        let men = setup.pieces.iter().copied().collect();
        Self { spec, answers: spec, rules: None, setup: setup.clone(), men }
    }

    /// The same with hooks; the tabulated ones are asked again each time.
    #[must_use]
    pub fn scripted(
        rules: &'a Ruleset,
        hooks: &'a dyn Hooks,
        answers: &'a dyn Answers,
        setup: &Setup,
    ) -> Self {
        Self { answers, rules: Some((rules, hooks)), ..Self::new(rules.spec(), setup) }
    }

    /// The pieces, in the order of their squares.
    #[must_use]
    pub fn men(&self) -> Vec<(Square, Piece)> {
        self.men.iter().map(|(square, man)| (*square, *man)).collect()
    }

    // Whose pieces may do what.

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
            if self.royal(man) { state.royals } else { state.pieces }
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

    /// Whether a piece may capture the piece on a square, as far as who they are goes.
    fn may_capture(&self, man: Piece, square: Square) -> bool {
        self.men.get(&square).is_some_and(|prey| {
            self.abilities(man).captures
                && self.abilities(*prey).capturable
                && self.related_to(self.holder(man.colour()), self.holder(prey.colour()), true)
                && self.kind_captures(man, *prey)
        })
    }

    /// The same on the way, where it has to enter the square before it goes on.
    fn may_capture_passing(&self, man: Piece, square: Square) -> bool {
        !self.barred(man, square) && self.may_capture(man, square)
    }

    fn kind_captures(&self, man: Piece, prey: Piece) -> bool {
        self.spec.kind_captures[man.kind().index()] >> prey.kind().0 & 1 != 0
    }

    fn barred(&self, man: Piece, square: Square) -> bool {
        !self.answers.may_enter(man, square)
    }

    // Moves.

    /// The legal moves of a seat, in order; a move that can be made in two ways stands there twice.
    #[must_use]
    pub fn moves(&self, seat: Seat) -> Vec<Step> {
        self.moves_owing(seat, &|owner| self.duty(seat, owner))
    }

    /// The moves there would be if no seat owed anything to anybody's royals.
    #[must_use]
    pub fn careless(&self, seat: Seat) -> Vec<Step> {
        self.moves_owing(seat, &|_| Protect::None)
    }

    /// How a seat would stand if it had to move.
    ///
    /// One whose state gives it no turn is asked as if it were active.
    #[must_use]
    pub fn status(&self, seat: Seat) -> Status {
        let mut awake = self.clone();
        if !self.spec.states[usize::from(self.setup.seat_states[seat.index()].0)].has_turn {
            awake.setup.seat_states[seat.index()] = StateId::ACTIVE;
            awake.setup.army_states[seat.index()] = StateId::ACTIVE;
        }
        let duty = |owner: Seat| match &self.spec.protect_in_mate_test {
            Some(matrix) => matrix[seat.index()][owner.index()],
            None => self.duty(seat, owner),
        };
        if !awake.moves_owing(seat, &duty).is_empty() {
            Status::Ok
        } else if awake.in_check(seat) {
            Status::Mate
        } else {
            Status::Stale
        }
    }

    /// The moves of a seat that owes this to the royals of each other.
    fn moves_owing(&self, seat: Seat, duty: &dyn Fn(Seat) -> Protect) -> Vec<Step> {
        let mut steps = Vec::new();
        for (from, man) in &self.men {
            if self.holder(man.colour()) == seat && self.abilities(*man).moves {
                for step in self.moves_of(*from, *man) {
                    self.promotions(*man, step, &mut steps);
                }
            }
        }
        steps.extend(self.castling(seat));
        let owed = |owner| duty(owner) != Protect::None;
        let checks = |owner| if owed(owner) { self.checks(owner) } else { Checks::new() };
        let before: Vec<Checks> = self.seats().map(checks).collect();
        steps.retain(|step| self.dutiful(seat, duty, &before, step));
        steps.sort();
        steps
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.spec.seats.len()).map(|seat| Seat(seat as u8))
    }

    /// What a piece's paths allow, ignoring promotions and protection.
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
                    && walk.take == quadrille_core::rules::Take::NONE
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
        // Where a capture en passant takes both pieces, there is no capture of the one alone.
        let passing: Vec<Square> =
            steps.iter().filter(|s| s.seen.3 == Manner::EnPassant).map(|s| s.seen.1).collect();
        steps.retain(|step| {
            let (_, to, _, manner) = step.seen;
            manner != Manner::Plain || !passing.contains(&to) || !self.men.contains_key(&to)
        });
        steps
    }

    /// Whether a piece may be captured en passant.
    fn passable(&self, man: Piece) -> bool {
        self.spec.kinds[man.kind().index()].paths.iter().any(|walk| walk.en_passant)
    }

    /// The pawns that a piece captures en passant on a square.
    fn passed(&self, man: Piece, skipped: Square) -> Vec<Square> {
        let here = self.setup.en_passant.iter().filter(|(_, square, _)| *square == skipped);
        here.map(|(_, _, pawn)| *pawn).filter(|pawn| self.may_capture(man, *pawn)).collect()
    }

    /// Whether a piece may go to a square because a pawn has skipped it.
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
        let Some(promotion) = self.answers.promotes(man, to) else {
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
    fn dutiful(
        &self,
        seat: Seat,
        duty: &dyn Fn(Seat) -> Protect,
        before: &[Checks],
        step: &Step,
    ) -> bool {
        let mut after = self.after(step);
        // Who owes nothing may do it whatever comes of it.
        let owes = self.seats().any(|owner| duty(owner) != Protect::None);
        let regicide = self.taken(step).iter().any(|(_, man)| self.royal(*man));
        if owes && regicide && after.befalls(seat, self, step) {
            return true;
        }
        self.fulfilled(duty, before, &after, &|royal| self.stood(&after, step, royal))
    }

    /// Whether a position fulfils duties; `stood` says where a royal stood before.
    fn fulfilled(
        &self,
        duty: &dyn Fn(Seat) -> Protect,
        before: &[Checks],
        after: &Self,
        stood: &dyn Fn(Square) -> Option<Square>,
    ) -> bool {
        self.seats().all(|owner| {
            let duty = duty(owner);
            if duty == Protect::None {
                return true;
            }
            after.checks(owner).into_iter().all(|(royal, now)| {
                let was = stood(royal);
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
}
