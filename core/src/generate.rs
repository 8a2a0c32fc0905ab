//! Which moves there are: every man's ways, judged by the seat's duties, handed to a sink.
//!
//! Plain moves go out as sets (a man and where he may go), so that counting them is a popcount and
//! drawing one at random needs no list; the others go out one by one.

use crate::action::{Action, How, Move};
use crate::engine::Engine;
use crate::geometry::Square;
use crate::legality::Duty;
use crate::piece::{Kind, MAX_SEATS, Piece, Seat};
use crate::position::Position;
use crate::set::SquareSet;
use crate::spec::{EpOccupied, Protect};
use crate::walk::Ends;

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

/// Hands everything on, and knows whether there was any.
pub(crate) struct Noted<'s, S> {
    pub sink: &'s mut S,
    pub any: bool,
}

impl<const W: usize, S: Sink<W>> Sink<W> for Noted<'_, S> {
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.plain(from, to);
    }
    fn one(&mut self, action: Action) {
        self.any = true;
        self.sink.one(action);
    }
    fn full(&self) -> bool {
        self.sink.full()
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
pub(crate) struct Scene<'p, const W: usize> {
    pub pos: &'p Position<W>,
    seat: Seat,
    row: &'p [Protect; MAX_SEATS],
    pub duty: Duty<W>,
    empty: SquareSet<W>,
    /// Men that may be captured.
    pub prey: SquareSet<W>,
    /// Royals that may be, one's own by walks that capture one's own men.
    royal_prey: SquareSet<W>,
    pub own: SquareSet<W>,
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
        let own = pos.of_colours(masks.controls);
        let scene = Scene {
            pos,
            seat,
            row,
            duty: self.duty(pos, seat, row),
            empty: self.t.all - pos.occupied,
            prey,
            royal_prey: (prey | own) & pos.royals,
            own,
        };
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
        let class = self.t.class(man);
        let prey = if captures { scene.prey } else { SquareSet::EMPTY };
        let mut to = SquareSet::EMPTY;
        if let Some(table) = class.both {
            to |= self.t.leap(table, from) & (scene.empty | prey);
        }
        if let Some(table) = class.quiet {
            to |= self.t.leap(table, from) & scene.empty;
        }
        if let Some(table) = class.take {
            to |= self.t.leap(table, from) & prey;
        }
        if !class.rising.is_empty() || !class.falling.is_empty() {
            let mut rides = SquareSet::EMPTY;
            for &ray in &class.rising {
                rides |= self.t.ride_up(ray, from, &pos.occupied);
            }
            for &ray in &class.falling {
                rides |= self.t.ride_down(ray, from, &pos.occupied);
            }
            to |= rides & (scene.empty | prey);
        }
        for ride in &class.partial {
            let reach = self.t.ride(ride.ray, from, &pos.occupied);
            match (ride.quiet, ride.take) {
                (true, _) => to |= reach & scene.empty,
                (false, true) => to |= reach & prey,
                (false, false) => {}
            }
        }
        if !class.walks.is_empty() {
            let mut ends = Ends { plain: to, doubles: SquareSet::EMPTY };
            for &walk in &class.walks {
                self.walk_moves(scene, (from, man), captures, walk, &mut ends, sink);
            }
            to = ends.plain;
        }
        if pos.ep_live.0 != 0 && class.passable && captures {
            self.en_passant(scene, from, man, &mut to, sink);
        }
        if let Some(enter) = &profile.enter {
            to &= *enter;
        }
        if self.t.limited_captures {
            let men = to & (pos.occupied - SquareSet::of(from));
            to = (to - men) | self.capturable_by(pos, man, men);
        }
        let grave = scene.royal_prey | profile.crowns;
        if to.meets(&grave) {
            for target in to & grave {
                self.judged(scene, man, Move::new(from, target), sink);
            }
            to = to - grave;
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
                let mv = Move::new(from, target);
                self.promoted(pos, man, mv, |_| true, |mv| sink.one(Action::Move(mv)));
            }
            to = to - profile.promotes;
        }
        sink.plain(from, to);
    }

    /// Those of some men that are of a kind that this man may capture.
    fn capturable_by(&self, pos: &Position<W>, man: Piece, men: SquareSet<W>) -> SquareSet<W> {
        let kinds = self.spec.kind_captures[man.kind().index()];
        men.into_iter()
            .filter(|square| pos.man(*square).is_some_and(|other| kinds >> other.kind().0 & 1 != 0))
            .collect()
    }

    /// Hands on a move that has to be made and tested, if it passes.
    pub fn judged<S: Sink<W>>(&self, scene: &Scene<'_, W>, man: Piece, mv: Move, sink: &mut S) {
        let pos = scene.pos;
        let takes_royal = scene.royal_prey.contains(mv.to)
            || matches!(mv.how, How::Walk { takes, .. }
                if takes.iter().flatten().any(|square| scene.royal_prey.contains(*square)));
        let allowed = |mv| {
            if takes_royal {
                self.royal_capture_stands(pos, scene.seat, scene.row, &scene.duty, mv)
            } else {
                self.fulfils(pos, scene.row, &scene.duty, mv)
            }
        };
        self.promoted(pos, man, mv, allowed, |mv| sink.one(Action::Move(mv)));
    }

    /// Hands on a move, once for every kind it may promote to, if it is allowed.
    pub fn promoted(
        &self,
        pos: &Position<W>,
        man: Piece,
        mv: Move,
        allowed: impl Fn(Move) -> bool,
        mut out: impl FnMut(Move),
    ) {
        let key = (man.profile() as u16, mv.to.0);
        let promotes = self.t.profile(man).promotes.contains(mv.to);
        let mut any = false;
        let mut stays = true;
        if let Some(promotion) = promotes.then(|| self.t.promotions.get(&key)).flatten() {
            for kind in &promotion.kinds {
                if self.supplied(pos, man, *kind) {
                    any = true;
                    let mv = Move { promotion: Some(*kind), ..mv };
                    if allowed(mv) {
                        out(mv);
                    }
                }
            }
            stays = promotion.optional;
        }
        if (stays || !any) && allowed(mv) {
            out(mv);
        }
    }

    /// Whether the supply of a colour still has a man of this kind.
    fn supplied(&self, pos: &Position<W>, man: Piece, kind: Kind) -> bool {
        let limit = self.spec.supply.iter().find(|(limited, _)| *limited == kind);
        limit.is_none_or(|(_, limit)| {
            let army = pos.colours[man.colour().index()];
            let there = army.into_iter().filter(|s| pos.man(*s).is_some_and(|m| m.kind() == kind));
            there.count() < usize::from(*limit)
        })
    }

    /// A man's captures en passant. Where one takes two men, there is none of one of them alone.
    fn en_passant<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        from: Square,
        man: Piece,
        to: &mut SquareSet<W>,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let class = self.t.class(man);
        let enter = self.t.profile(man).enter;
        let mut done = SquareSet::<W>::EMPTY;
        for colour in pos.ep_live.iter() {
            let (skipped, _) = pos.ep[colour.index()];
            let barred = enter.is_some_and(|enter| !enter.contains(skipped));
            if barred || done.contains(skipped) || !self.may_pass(scene, man, skipped) {
                continue;
            }
            let leaps = class.ep.is_some_and(|t| self.t.leap(t, from).contains(skipped));
            if leaps || self.walks_past(scene, from, man, skipped) {
                done.insert(skipped);
                if pos.occupied.contains(skipped) {
                    to.remove(skipped);
                }
                let mv = Move { how: How::EnPassant, ..Move::new(from, skipped) };
                self.judged(scene, man, mv, sink);
            }
        }
    }

    /// Whether a man may go to a square because a pawn has skipped it.
    fn may_pass(&self, scene: &Scene<'_, W>, man: Piece, skipped: Square) -> bool {
        let pos = scene.pos;
        let hostile = self.passed(pos, man, skipped).next().is_some();
        if pos.occupied.contains(skipped) {
            let occupant = SquareSet::of(skipped) & scene.prey;
            return hostile
                && self.spec.ep_occupied == EpOccupied::CaptureBoth
                && !self.capturable_by(pos, man, occupant).is_empty();
        }
        hostile
            || self.spec.ep_partner
                && pos.ep_live.iter().any(|colour| {
                    pos.ep[colour.index()].0 == skipped
                        && self.are_partners(pos, scene.seat, colour)
                })
    }

    /// The pawns that a man who captures en passant on a square takes.
    pub fn passed<'p>(
        &self,
        pos: &'p Position<W>,
        man: Piece,
        skipped: Square,
    ) -> impl Iterator<Item = Square> + use<'p, '_, W> {
        let prey = pos.able(pos.masks[self.holder(pos, man).index()].prey);
        let kinds = self.spec.kind_captures[man.kind().index()];
        pos.ep_live.iter().map(|colour| pos.ep[colour.index()]).filter_map(move |(square, pawn)| {
            let kind = pos.man(pawn)?.kind();
            let taken = square == skipped && prey.contains(pawn) && kinds >> kind.0 & 1 != 0;
            taken.then_some(pawn)
        })
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
            let leaving = SquareSet::of(wing.king.0) | SquareSet::of(wing.rook.0);
            let arrivals = SquareSet::of(wing.king.1) | SquareSet::of(wing.rook.1);
            if (wing.empty.resize::<W>() | (arrivals - leaving)).meets(&pos.occupied) {
                continue;
            }
            if !self.at_home(pos, wing) {
                continue;
            }
            let Some(king) = pos.man(wing.king.0) else { continue };
            let attacked = |square| {
                let victim = pos.man(square).unwrap_or(king);
                let threats = self.threats(pos, scene.seat, square, victim);
                self.attacked(pos, square, &threats, &pos.occupied)
            };
            if wing.safe.resize::<W>().into_iter().any(attacked) {
                continue;
            }
            let mv = Move { how: How::Castle(i as u8), ..Move::new(wing.king.0, wing.king.1) };
            if self.fulfils(pos, scene.row, &scene.duty, mv) {
                sink.one(Action::Move(mv));
            }
        }
    }
}
