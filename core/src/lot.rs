//! One of a seat's moves drawn by lot, each as likely, without a list of them.
//!
//! What is drawn is a man and one of the ways he would have on an empty board; if he cannot go it now,
//! both are drawn again. Every legal move is one of equally many draws, so all are as likely. Where
//! some move is not of this kind (castling, en passant, promotion, an answer to a check, …) there
//! is no draw, and the list has to be made: that depends on the position alone, never on the draw.

use arrayvec::ArrayVec;

use crate::action::Action;
use crate::engine::Engine;
use crate::generate::Scene;
use crate::geometry::{Facing, Square};
use crate::legality::Duty;
use crate::phalanx::Step;
use crate::piece::{Piece, Seats};
use crate::position::Position;
use crate::rng::Rng;
use crate::set::SquareSet;
use crate::sink::Sink;
use crate::walk::Ends;

/// How often to draw before making the list after all.
const DRAWS: u32 = 64;
/// The most men to draw from who do not step together.
const OTHERS: usize = 32;
/// The most colours and facings of men who do.
const CROWDS: usize = 4;

/// What is drawn from: numbers below `total`, each of which stands for a man and one of his ways, or
/// for nothing.
#[derive(Default)]
struct Urn<const W: usize> {
    total: u32,
    /// Men who step together, each with the most ways that any of them may have.
    crowds: ArrayVec<(u32, SquareSet<W>), CROWDS>,
    /// Single men, each with his first number.
    others: ArrayVec<(u32, Square), OTHERS>,
}

impl<const W: usize> Urn<W> {
    /// The man and the way that a number stands for.
    #[inline(always)]
    fn drawn(&self, mut n: u32) -> Option<(Square, u32)> {
        let number = n;
        for (ways, men) in &self.crowds {
            if let Some(from) = men.nth(n / ways) {
                return Some((from, n % ways));
            }
            n -= ways * men.len();
        }
        let after = self.others.iter().filter(|(first, _)| *first <= number).count();
        let (first, from) = self.others.get(after.checked_sub(1)?)?;
        Some((*from, number - first))
    }
}

/// The one action that comes.
#[derive(Default)]
struct Only(Option<Action>);

impl<const W: usize> Sink<W> for Only {
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        if let Some(to) = to.lowest() {
            self.0 = Some(Action::Move(crate::action::Move::new(from, to)));
        }
    }
    fn together(&mut self, _: (u16, &Step<W>), _: SquareSet<W>) {}
    fn doubled(&mut self, _: (u16, &Step<W>), _: SquareSet<W>) {}
    fn one(&mut self, action: Action) {
        self.0 = Some(action);
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
        if scene.duty.slow || scene.duty.answers != SquareSet([u64::MAX; W]) {
            return None;
        }
        let open = |wing: &crate::tables::BoardWing<W>| {
            pos.castling >> wing.number & 1 != 0 && !wing.empty.meets(&pos.occupied)
        };
        if pos.castling != 0 && self.t.wings[seat.index()].iter().any(open) {
            return None;
        }
        let mut urn = Urn::default();
        let mut others = scene.movers;
        if let Some(phalanx) = &self.t.phalanx {
            for colour in Seats(pos.masks[seat.index()].moves.men).iter() {
                for (facing, men) in Facing::ALL.into_iter().zip(&pos.phalanx) {
                    let men = scene.movers & pos.colours[colour.index()] & *men;
                    let man = Piece::new(phalanx.kind, colour, facing);
                    if men.is_empty() {
                        continue;
                    }
                    let class = self.t.class(man);
                    if self.listed(&scene, man, &men) || urn.crowds.is_full() {
                        return None;
                    }
                    urn.crowds.push((class.most_ways, men));
                    urn.total += class.most_ways * men.len();
                    others = others - men;
                }
            }
        }
        let open = scene.empty | scene.prey;
        for from in others {
            let man = pos.man(from)?;
            let class = self.t.class(man);
            if self.t.gaits[man.profile()].simple {
                // Who is shut in can go none of his ways.
                if !class.next[from].meets(&open) {
                    continue;
                }
            } else if self.listed(&scene, man, &SquareSet::of(from)) {
                return None;
            }
            if urn.others.is_full() {
                return None;
            }
            urn.others.push((urn.total, from));
            urn.total += u32::from(class.ways[from].1);
        }
        if urn.total == 0 {
            return None;
        }
        for _ in 0..DRAWS {
            let (from, way) = urn.drawn(rng.below(urn.total))?;
            let mut only = Only::default();
            self.go(&scene, (from, pos.man(from)?), way, &mut only);
            if only.0.is_some() {
                return only.0;
            }
        }
        None
    }

    /// Whether some of these men, who are all alike, may have a move that is none of the ways counted.
    #[inline(always)]
    fn listed(&self, scene: &Scene<'_, W>, man: Piece, men: &SquareSet<W>) -> bool {
        let class = self.t.class(man);
        !class.drawn
            || class.passable && scene.passers.meets(men)
            || self.t.profile(man).promising.meets(men)
    }

    /// Hands on the move along one of a man's ways on an empty board, if it is legal now.
    #[inline(always)]
    fn go(&self, scene: &Scene<'_, W>, (from, man): (Square, Piece), way: u32, sink: &mut Only) {
        let class = self.t.class(man);
        let captures = scene.captors.contains(from);
        let (ways, _) = &class.ways[from];
        let Some(to) = ways.nth(way) else {
            let Some(&walk) = class.walks.get((way - ways.len()) as usize) else { return };
            let mut ends = Ends { plain: SquareSet::EMPTY, doubles: SquareSet::EMPTY };
            self.walk_moves(scene, (from, man), captures, walk, &mut ends, sink);
            return;
        };
        let takes = scene.prey.contains(to);
        if takes && !captures || !takes && scene.pos.occupied.contains(to) {
            return;
        }
        let table = if takes { class.take } else { class.quiet };
        let leaps = |table: Option<u16>| table.is_some_and(|t| self.t.leap(t, from).contains(to));
        let rides = || {
            let rays = if takes { class.ray_takes } else { class.ray_moves };
            let open = |ray| !self.t.rays.between(ray, from, to).meets(&scene.pos.occupied);
            crate::tables::bits(rays & self.t.rays.leading(from, to)).any(open)
        };
        if leaps(class.both) || leaps(table) || rides() {
            self.hand_on(scene, (from, man), SquareSet::of(to), sink);
        }
    }
}
