//! Which moves there are: every man's ways, judged by the seat's duties, handed to a sink.
//!
//! Plain moves go out as sets (a man and where he may go), so that counting them is a popcount and
//! drawing one at random needs no list; the others go out one by one.

use crate::action::{Action, How, Move};
use crate::engine::Engine;
use crate::geometry::{Facing, Square};
use crate::legality::Duty;
use crate::movement::Relation;
use crate::phalanx::{Apart, Phalanx, Step};
use crate::piece::{Kind, MAX_SEATS, Piece, Seat, Seats};
use crate::position::Position;
use crate::set::SquareSet;
use crate::spec::{EpOccupied, Protect};
use crate::tables::Tables;
use crate::walk::Ends;

/// What becomes of generated moves.
pub(crate) trait Sink<const W: usize> {
    /// Plain moves of one man, none of them a promotion. `to` may be empty.
    fn plain(&mut self, from: Square, to: SquareSet<W>);
    /// Plain moves of men who take the same step, none of them a promotion. `to` may be empty.
    fn together(&mut self, step: (u16, &Step<W>), to: SquareSet<W>);
    /// The same for men who take it twice, and may be captured en passant for it.
    fn doubled(&mut self, step: (u16, &Step<W>), to: SquareSet<W>);
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
    fn together(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 += u64::from(to.len());
    }
    #[inline(always)]
    fn doubled(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
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
    fn together(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
        self.0 |= !to.is_empty();
    }
    fn doubled(&mut self, _: (u16, &Step<W>), to: SquareSet<W>) {
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
    fn together(&mut self, step: (u16, &Step<W>), to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.together(step, to);
    }
    fn doubled(&mut self, step: (u16, &Step<W>), to: SquareSet<W>) {
        self.any |= !to.is_empty();
        self.sink.doubled(step, to);
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
    fn together(&mut self, (_, step): (u16, &Step<W>), to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(step.single(to))));
    }
    fn doubled(&mut self, (_, step): (u16, &Step<W>), to: SquareSet<W>) {
        self.extend(to.into_iter().map(|to| Action::Move(step.double(to))));
    }
    #[inline]
    fn one(&mut self, action: Action) {
        self.push(action);
    }
}

/// Plain moves that are kept as a set of squares to go to.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// One man's.
    Man(Square),
    /// Men's who take the same step of the phalanx, once.
    Single(u16),
    /// The same, twice.
    Double(u16),
}

/// All moves, plain ones still as sets: what a random draw needs.
#[derive(Clone, Default, Debug)]
pub(crate) struct Moves<const W: usize> {
    plain: Vec<(Source, SquareSet<W>)>,
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
    pub fn get(&self, tables: &Tables<W>, mut n: u32) -> Option<Action> {
        for (source, to) in &self.plain {
            let here = to.len();
            if n < here {
                let to = to.nth(n)?;
                let step = |number: &u16| tables.phalanx.as_ref().map(|men| men.step(*number));
                let mv = match source {
                    Source::Man(from) => Move::new(*from, to),
                    Source::Single(number) => step(number)?.single(to),
                    Source::Double(number) => step(number)?.double(to),
                };
                return Some(Action::Move(mv));
            }
            n -= here;
        }
        self.others.get(n as usize).copied()
    }

    #[inline(always)]
    fn keep(&mut self, source: Source, to: SquareSet<W>) {
        let count = to.len();
        if count > 0 {
            self.plain.push((source, to));
            self.count += count;
        }
    }
}

impl<const W: usize> Sink<W> for Moves<W> {
    #[inline]
    fn plain(&mut self, from: Square, to: SquareSet<W>) {
        self.keep(Source::Man(from), to);
    }
    #[inline]
    fn together(&mut self, (number, _): (u16, &Step<W>), to: SquareSet<W>) {
        self.keep(Source::Single(number), to);
    }
    #[inline]
    fn doubled(&mut self, (number, _): (u16, &Step<W>), to: SquareSet<W>) {
        self.keep(Source::Double(number), to);
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
    /// Men who may be able to capture en passant.
    pub passers: SquareSet<W>,
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

    /// What a seat's moves are judged by.
    #[inline(always)]
    pub fn scene<'p>(
        &self,
        pos: &'p Position<W>,
        seat: Seat,
        row: &'p [Protect; MAX_SEATS],
    ) -> Scene<'p, W> {
        let masks = &pos.masks[seat.index()];
        let prey = pos.able(masks.prey);
        let own = pos.of_colours(masks.controls);
        Scene {
            pos,
            seat,
            row,
            duty: self.duty(pos, seat, row),
            empty: self.t.all - pos.occupied,
            prey,
            royal_prey: (prey | own) & pos.royals,
            own,
            passers: self.passers(pos),
        }
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
        let scene = self.scene(pos, seat, row);
        let captors = pos.able(masks.captures);
        let mut movers = pos.able(masks.moves);
        if let Some(phalanx) = &self.t.phalanx
            && !scene.duty.slow
            && !self.t.limited_captures
        {
            self.phalanx_moves(&scene, phalanx, &mut movers, sink);
        }
        // Those of simple gait who are free to go, and where they may.
        let free = if scene.duty.slow || self.t.limited_captures {
            SquareSet::EMPTY
        } else {
            captors - scene.duty.pinned
        };
        let open = scene.empty | scene.prey;
        let grave = scene.prey & pos.royals;
        for from in movers {
            if sink.full() {
                return;
            }
            let Some(man) = pos.man(from) else { continue };
            let gait = &self.t.gaits[man.profile()];
            if gait.simple && free.contains(from) {
                if !gait.next(&self.t.classes, from).meets(&open) {
                    continue;
                }
                if !gait.royal {
                    let to = gait.reach(&self.t.leaps, &self.t.rays, from, &pos.occupied);
                    if !to.meets(&grave) {
                        sink.plain(from, to & open & scene.duty.answers);
                        continue;
                    }
                }
            }
            self.moves_of(&scene, from, man, captors.contains(from), sink);
        }
        if pos.castling != 0 {
            self.castling(&scene, sink);
        }
    }

    /// The men who stand where one may capture en passant from.
    fn passers(&self, pos: &Position<W>) -> SquareSet<W> {
        if pos.ep_live.0 == 0 {
            return SquareSet::EMPTY;
        }
        if self.t.ep_walks {
            return pos.occupied;
        }
        pos.ep_live.iter().fold(SquareSet::EMPTY, |all, colour| {
            all | self.t.leap_back[pos.ep[colour.index()].0.index()] & pos.occupied
        })
    }

    /// The moves of men who step together, but those who have to be looked at one by one: the pinned,
    /// those who may capture en passant, and those for whom more than steps may be open. The others are
    /// taken out of `movers`.
    #[inline(always)]
    fn phalanx_moves<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        phalanx: &Phalanx<W>,
        movers: &mut SquareSet<W>,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let masks = &pos.masks[scene.seat.index()];
        for colour in Seats(masks.moves.men).iter() {
            let army = pos.colours[colour.index()] - scene.duty.pinned - scene.passers;
            let captures = masks.captures.men & colour.bit() != 0;
            for (rank, (facing, men)) in
                phalanx.ranks.iter().zip(Facing::ALL.into_iter().zip(&pos.phalanx))
            {
                let mut men = army & *men;
                if men.is_empty() {
                    continue;
                }
                for apart in &rank.apart {
                    men =
                        men - self.set_apart(scene, phalanx, apart, men & apart.on[colour.index()]);
                }
                *movers = *movers - men;
                let profile = self.t.profile(Piece::new(phalanx.kind, colour, facing));
                let mut allowed = scene.duty.answers;
                if let Some(enter) = &profile.enter {
                    allowed &= *enter;
                }
                let special = scene.royal_prey | profile.crowns | profile.promotes;
                let (empty, prey) = (scene.empty & allowed, scene.prey & allowed);
                for number in &rank.quiet {
                    let step = phalanx.step(*number);
                    let to = step.taken(men) & empty;
                    self.stepped(scene, (*number, step), to, &special, sink);
                }
                if let Some((number, starts)) = &rank.double {
                    let step = phalanx.step(*number);
                    let over = step.taken(men & starts[colour.index()]) & scene.empty;
                    let to = step.taken(over) & empty;
                    let odd = to & special;
                    for target in odd {
                        let mv = step.double(target);
                        if let Some(man) = pos.man(mv.from) {
                            self.judged(scene, man, mv, sink);
                        }
                    }
                    sink.doubled((*number, step), to - odd);
                }
                if captures {
                    for number in &rank.take {
                        let step = phalanx.step(*number);
                        let to = step.taken(men) & prey;
                        self.stepped(scene, (*number, step), to, &special, sink);
                    }
                }
            }
        }
    }

    /// Those of `men` for whom what sets them apart may hold.
    fn set_apart(
        &self,
        scene: &Scene<'_, W>,
        phalanx: &Phalanx<W>,
        apart: &Apart<W>,
        men: SquareSet<W>,
    ) -> SquareSet<W> {
        let Some((number, relation)) = apart.ahead else { return men };
        let step = phalanx.step(number);
        let others = match relation {
            Relation::Own => scene.own,
            Relation::Partner | Relation::Enemy => scene.pos.occupied - scene.own,
            Relation::Friend | Relation::Anyone => scene.pos.occupied,
            Relation::Colours(colours) => scene.pos.of_colours(colours),
        };
        (step.taken(men) & others).into_iter().map(|to| step.origin[to.index()]).collect()
    }

    /// Hands on steps taken together; what is more than a plain move goes out by itself.
    #[inline(always)]
    fn stepped<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        (number, step): (u16, &Step<W>),
        to: SquareSet<W>,
        special: &SquareSet<W>,
        sink: &mut S,
    ) {
        let odd = to & *special;
        for target in odd {
            let mv = step.single(target);
            if let Some(man) = scene.pos.man(mv.from) {
                self.judged(scene, man, mv, sink);
            }
        }
        sink.together((number, step), to - odd);
    }

    /// The legal moves of one man, but castling.
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
        if !class.lines.is_empty() || !class.rides.is_empty() {
            to |= self.t.rides(class, from, &pos.occupied) & (scene.empty | prey);
        }
        for ride in &class.partial {
            let reach = self.t.rays.ride(ride.ray, from, &pos.occupied);
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
        if captures && class.passable && scene.passers.contains(from) {
            self.en_passant(scene, from, man, &mut to, sink);
        }
        self.hand_on(scene, (from, man), to, sink);
    }

    /// Hands on those of a man's plain moves that are legal.
    #[inline(always)]
    pub fn hand_on<S: Sink<W>>(
        &self,
        scene: &Scene<'_, W>,
        (from, man): (Square, Piece),
        mut to: SquareSet<W>,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let profile = self.t.profile(man);
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
                // Walks may hang on more than who stands where the royal stands or goes.
                let walkers = guard.threats & pos.complex & self.t.walk_back[target.index()];
                if !walkers.is_empty() {
                    self.judged(scene, man, Move::new(from, target), sink);
                    to.remove(target);
                } else if !self.royal_may_go(pos, guard, target) {
                    to.remove(target);
                }
            }
        } else {
            to &= duty.answers;
        }
        if duty.pinned.contains(from) {
            to &= self.unpinning(duty, from);
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
        if movers.men & movers.royals & scene.seat.bit() == 0 {
            return;
        }
        for board_wing in &self.t.wings[scene.seat.index()] {
            let closed = pos.castling >> board_wing.number & 1 == 0;
            if closed || board_wing.empty.meets(&pos.occupied) {
                continue;
            }
            let wing = &self.spec.castling[usize::from(board_wing.number)];
            if !self.at_home(pos, wing) {
                continue;
            }
            let Some(king) = pos.man(wing.king.0) else { continue };
            let attacked = |square| {
                let victim = pos.man(square).unwrap_or(king);
                let threats = self.threats(pos, scene.seat, square, victim);
                self.attacked(pos, square, &threats, &pos.occupied)
            };
            if board_wing.safe.into_iter().any(attacked) {
                continue;
            }
            let how = How::Castle(board_wing.number);
            let mv = Move { how, ..Move::new(wing.king.0, wing.king.1) };
            if self.fulfils(pos, scene.row, &scene.duty, mv) {
                sink.one(Action::Move(mv));
            }
        }
    }
}
