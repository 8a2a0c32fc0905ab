//! One of a seat's moves drawn by lot, each as likely, without a list of them.
//!
//! What is drawn is a man and one of the ways he would have on an empty board; if he cannot go it now,
//! both are drawn again. Every legal move is one of equally many draws, so all are as likely. Where
//! some move is not of this kind (castling, en passant, promotion, an answer to a check, …) there
//! is no draw, and the list has to be made: that depends on the position alone, never on the draw.

use crate::action::Action;
use crate::engine::Engine;
use crate::generate::Scene;
use crate::geometry::Square;
use crate::legality::Duty;
use crate::phalanx::Step;
use crate::piece::Piece;
use crate::position::Position;
use crate::rng::Rng;
use crate::set::SquareSet;
use crate::sink::Sink;
use crate::walk::Ends;

/// How often to draw before making the list after all.
const DRAWS: u32 = 64;
/// The most men to draw from.
const MEN: usize = 32;

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
        let mut duty = Duty::NONE;
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
        let masks = &pos.masks[seat.index()];
        let mut men = [Square(0); MEN];
        let mut upto = [0u32; MEN];
        let mut count = 0;
        let mut total = 0;
        for from in pos.able(masks.moves) {
            let man = pos.man(from)?;
            let class = self.t.class(man);
            let passes = class.passable && scene.passers.contains(from);
            let listed = !class.drawn || passes || self.t.profile(man).promising.contains(from);
            if listed || count == MEN {
                return None;
            }
            total += u32::from(class.ways[from.index()].1);
            men[count] = from;
            upto[count] = total;
            count += 1;
        }
        if total == 0 {
            return None;
        }
        let captors = pos.able(masks.captures);
        for _ in 0..DRAWS {
            let n = rng.below(total);
            let at = upto[..count].iter().filter(|upto| **upto <= n).count();
            let from = men[at];
            let man = pos.man(from)?;
            let way = n - if at > 0 { upto[at - 1] } else { 0 };
            let mut only = Only::default();
            self.go(&scene, (from, man), captors.contains(from), way, &mut only);
            if only.0.is_some() {
                return only.0;
            }
        }
        None
    }

    /// Hands on the move along one of a man's ways on an empty board, if it is legal now.
    #[inline(always)]
    fn go(
        &self,
        scene: &Scene<'_, W>,
        (from, man): (Square, Piece),
        captures: bool,
        way: u32,
        sink: &mut Only,
    ) {
        let class = self.t.class(man);
        let (ways, _) = &class.ways[from.index()];
        let Some(to) = ways.nth(way) else {
            let walk = class.walks[(way - ways.len()) as usize];
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
