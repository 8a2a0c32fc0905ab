//! One of a seat's moves drawn by lot, each as likely, without a list of them.
//!
//! What is drawn is a man and one of the ways he would have on an empty board, or a wing to castle to;
//! if that can't be done now, all is drawn again. Where a way may come to several moves, because the
//! man promotes, it is in the urn so many times, once for each of them. So every legal move is one of
//! equally many lots, and all are as likely. Where some move is not of this kind (en passant, paths
//! that are more than leaps and rides, …) nothing is drawn, and the list has to be made; so it is after
//! too many lots that came to nothing, as where checks have to be answered.

use arrayvec::ArrayVec;

use crate::board::{Facing, Piece, Seats, Square, SquareSet};
use crate::movegen::{Duty, Ends, Engine, MoveSet, Scene, Sink};
use crate::numeric::rng::Rng;
use crate::rules::{Action, Move};
use crate::state::Position;
use crate::tables::{BoardWing, Class, Means, Way, bits};

/// How often to draw before making the list after all.
const DRAWS: u32 = 64;
/// The most men to draw from who do not step together.
const OTHERS: usize = 32;
/// The most colours and facings of men who do.
const CROWDS: usize = 4;

/// What a number drawn stands for.
enum Lot<'t, const W: usize> {
    /// A man, one of his ways, and which of the moves that come of it.
    Man(Square, u32, u32),
    /// A wing to castle to.
    Wing(&'t BoardWing<W>),
}

/// What is drawn from: numbers below `total`, each of which stands for a lot, or for nothing.
struct Urn<'t, const W: usize> {
    total: u32,
    /// Men who step together, each with the most ways that any of them may have.
    crowds: ArrayVec<(u32, SquareSet<W>), CROWDS>,
    /// Single men, each with his first number and how many numbers a way has.
    others: ArrayVec<(u32, Square, u8), OTHERS>,
    /// Open wings, a number each, the last ones.
    wings: ArrayVec<&'t BoardWing<W>, 2>,
}

impl<'t, const W: usize> Urn<'t, W> {
    fn new() -> Self {
        Self { total: 0, crowds: ArrayVec::new(), others: ArrayVec::new(), wings: ArrayVec::new() }
    }

    /// The lot of a number.
    #[inline(always)]
    fn lot(&self, number: u32) -> Option<Lot<'t, W>> {
        let mut n = number;
        for (ways, men) in &self.crowds {
            if let Some(from) = men.nth(n / ways) {
                return Some(Lot::Man(from, n % ways, 0));
            }
            n -= ways * men.len();
        }
        if let Some(wing) = self.wings.get((self.total - 1 - number) as usize) {
            return Some(Lot::Wing(wing));
        }
        let after = self.others.iter().filter(|(first, ..)| *first <= number).count();
        let (first, from, choices) = *self.others.get(after.checked_sub(1)?)?;
        let choices = u32::from(choices);
        let way = number - first;
        if choices == 1 {
            Some(Lot::Man(from, way, 0))
        } else {
            Some(Lot::Man(from, way / choices, way % choices))
        }
    }
}

/// The one action that comes, after some that are passed over.
struct Only {
    before: u32,
    action: Option<Action>,
}

impl Only {
    #[inline(always)]
    fn come(&mut self, action: Action) {
        if self.before == 0 {
            self.action.get_or_insert(action);
        }
        self.before = self.before.saturating_sub(1);
    }
}

impl<const W: usize> Sink<W> for Only {
    #[inline(always)]
    fn add(&mut self, moves: MoveSet<'_, W>) {
        match moves {
            MoveSet::Piece { from, to } => {
                if let Some(to) = to.lowest() {
                    self.come(Action::Move(Move::new(from, to)));
                }
            }
            // Pieces are looked at one by one here.
            MoveSet::Shift { .. } | MoveSet::DoubleShift { .. } => {}
            MoveSet::One(action) => self.come(action),
        }
    }

    fn is_empty(&self) -> bool {
        self.action.is_none()
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

impl<const W: usize> Engine<'_, W> {
    /// One of the actions of the seat whose turn it is, each as likely; none if the list is needed
    /// to tell.
    pub fn lot(&self, pos: &Position<W>, rng: &mut Rng) -> Option<Action> {
        if !self.free_turn(pos) {
            return None;
        }
        let seat = pos.turn;
        let row = self.protection(pos, seat);
        let mut duty = Duty::default();
        let scene = self.scene(pos, seat, &row, &mut duty);
        // Few moves answer a check, and most lots would come to nothing.
        if scene.duty.slow || scene.duty.answers != SquareSet([u64::MAX; W]) {
            return None;
        }
        let urn = self.urn(&scene)?;
        if urn.total == 0 {
            return None;
        }
        for _ in 0..DRAWS {
            let mut only;
            match urn.lot(rng.below(urn.total))? {
                Lot::Man(from, way, before) => {
                    only = Only { before, action: None };
                    self.go(&scene, (from, pos.man(from)?), way, &mut only);
                }
                Lot::Wing(wing) => {
                    only = Only { before: 0, action: None };
                    self.castle(&scene, wing, &mut only);
                }
            }
            if only.action.is_some() {
                return only.action;
            }
        }
        None
    }

    /// What a seat's moves can be drawn from; none if some of them can't.
    #[inline(always)]
    fn urn(&self, scene: &Scene<'_, W>) -> Option<Urn<'_, W>> {
        let pos = scene.pos;
        let mut urn = Urn::new();
        let mut others = scene.movers;
        if let Some(phalanx) = &self.t.phalanx {
            for colour in Seats(pos.masks[scene.seat.index()].moves.men).iter() {
                for (facing, men) in Facing::ALL.into_iter().zip(&pos.phalanx) {
                    let mut men = scene.movers & pos.colours[colour.index()] & *men;
                    if men.is_empty() {
                        continue;
                    }
                    let man = Piece::new(phalanx.kind, colour, facing);
                    let class = self.t.class(man);
                    if !class.ways.drawn || class.passable && scene.passers.meets(&men) {
                        return None;
                    }
                    men = men - self.t.profile(man).promising;
                    others = others - men;
                    if class.ways.most > 0 {
                        urn.crowds.try_push((class.ways.most, men)).ok()?;
                        urn.total += class.ways.most * men.len();
                    }
                }
            }
        }
        let open = scene.empty | scene.prey;
        for from in others {
            let man = pos.man(from)?;
            let gait = &self.t.gaits[man.profile()];
            let mut choices = 1;
            let class;
            if gait.simple {
                class = &self.t.classes[usize::from(gait.class)];
                // Who is shut in can go none of his ways.
                if !gait.next[from].meets(&open) {
                    continue;
                }
            } else {
                class = self.t.class(man);
                if !class.ways.drawn || class.passable && scene.passers.contains(from) {
                    return None;
                }
                let profile = self.t.profile(man);
                if profile.promising.contains(from) {
                    choices = profile.choices.max(1);
                }
            }
            urn.others.try_push((urn.total, from, choices)).ok()?;
            urn.total += class.ways.count(from) * u32::from(choices);
        }
        if pos.castling != 0 && self.may_castle(pos, scene.seat) {
            for wing in &self.t.wings[scene.seat.index()] {
                if self.wing_open(pos, wing) {
                    urn.wings.try_push(wing).ok()?;
                    urn.total += 1;
                }
            }
        }
        Some(urn)
    }

    /// Hands on the moves along one of a man's ways on an empty board that are legal now.
    #[inline(always)]
    fn go(&self, scene: &Scene<'_, W>, (from, man): (Square, Piece), way: u32, sink: &mut Only) {
        let class = self.t.class(man);
        let Some(Way { means, to, quiet, take }) = class.ways.get(from, way) else { return };
        let captures = scene.captors.contains(from);
        if let Means::Walk(number) = means {
            let mut ends = Ends { plain: SquareSet::EMPTY, doubles: SquareSet::EMPTY };
            self.walk_moves(scene, (from, man), captures, number, &mut ends, sink);
            return;
        }
        let takes = scene.prey.contains(to);
        if takes && !(take && captures)
            || !takes && (!quiet || scene.pos.occupied.contains(to))
            || !self.way_open(scene.pos, class, from, to, (means, takes))
        {
            return;
        }
        let gait = &self.t.gaits[man.profile()];
        let free = gait.simple && !gait.royal && !scene.duty.pinned.contains(from);
        if free && !self.t.limited_captures && !scene.royal_prey.contains(to) {
            sink.come(Action::Move(Move::new(from, to)));
        } else {
            self.hand_on(scene, (from, man), SquareSet::of(to), sink);
        }
    }

    /// Whether nobody stands between the ends of a way that a man would have on an empty board.
    #[inline(always)]
    fn way_open(
        &self,
        pos: &Position<W>,
        class: &Class<W>,
        from: Square,
        to: Square,
        (means, takes): (Means, bool),
    ) -> bool {
        let open = |ray| !self.t.rays.between(ray, from, to).meets(&pos.occupied);
        match means {
            Means::Leap => true,
            Means::Ride(ray) => open(ray),
            Means::Several => {
                let tables = [class.both, if takes { class.take } else { class.quiet }];
                let rays = if takes { class.ray_takes } else { class.ray_moves };
                tables.into_iter().flatten().any(|table| self.t.leap(table, from).contains(to))
                    || bits(rays & self.t.rays.leading(from, to)).any(open)
            }
            Means::Walk(_) => false,
        }
    }
}
