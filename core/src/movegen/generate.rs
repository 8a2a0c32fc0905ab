//! Which moves there are: every man's ways, judged by the seat's duties, handed to a sink.
//!
//! Plain moves go out as sets (a man and where he may go), the others one by one.

use crate::board::{Facing, Kind, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use crate::movegen::{Duty, Ends, Engine, MoveSet, Sink};
use crate::rules::{Action, EpOccupied, How, Move, Protect, Relation};
use crate::state::Position;
use crate::tables::{Apart, BoardWing, Phalanx};

/// What one call of generation works with.
pub(crate) struct Scene<'p, const W: usize> {
    pub pos: &'p Position<W>,
    pub seat: Seat,
    row: &'p [Protect; MAX_SEATS],
    pub duty: &'p Duty<W>,
    pub movers: SquareSet<W>,
    pub captors: SquareSet<W>,
    pub empty: SquareSet<W>,
    /// Men that may be captured.
    pub prey: SquareSet<W>,
    /// Royals that may be, one's own by walks that capture one's own men.
    pub royal_prey: SquareSet<W>,
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
                if *restricted == seat && *how == crate::rules::Restriction::Safe {
                    row[seat.index()] = Protect::Safe;
                }
            }
        }
        row
    }

    /// What a seat's moves are judged by; `duty` is for what it owes, and is filled in.
    #[inline(always)]
    pub fn scene<'p>(
        &self,
        pos: &'p Position<W>,
        seat: Seat,
        row: &'p [Protect; MAX_SEATS],
        duty: &'p mut Duty<W>,
    ) -> Scene<'p, W> {
        let masks = &pos.masks[seat.index()];
        let movers = pos.able(masks.moves);
        let captors = if masks.captures == masks.moves { movers } else { pos.able(masks.captures) };
        let prey = pos.able(masks.prey);
        let own = pos.of_colours(masks.controls);
        self.find_duty(pos, &movers, row, duty);
        Scene {
            pos,
            seat,
            row,
            duty,
            movers,
            captors,
            empty: self.t.all - pos.occupied,
            prey,
            royal_prey: (prey | own) & pos.royals,
            own,
            passers: self.passers(pos),
        }
    }

    /// All legal moves of a seat's men.
    #[inline(always)]
    pub fn moves<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        if self.t.per_move {
            self.moves_by_hooks(pos, seat, row, sink.erased());
        } else {
            self.declared_moves(pos, seat, row, sink);
        }
    }

    /// The legal moves of a seat's men as far as hooks have no say in them.
    pub fn declared_moves<S: Sink<W> + ?Sized>(
        &self,
        pos: &Position<W>,
        seat: Seat,
        row: &[Protect; MAX_SEATS],
        sink: &mut S,
    ) {
        let mut duty = Duty::default();
        let scene = self.scene(pos, seat, row, &mut duty);
        let mut movers = scene.movers;
        // Those of simple gait who are free to go, and where they may.
        let mut free = SquareSet::EMPTY;
        if !scene.duty.slow && !self.t.limited_captures {
            free = scene.captors - scene.duty.pinned;
            if let Some(phalanx) = &self.t.phalanx {
                self.phalanx_moves(&scene, phalanx, &mut movers, sink);
            }
        }
        let open = scene.empty | scene.prey;
        let grave = scene.prey & pos.royals;
        for from in movers {
            if sink.is_full() {
                return;
            }
            let Some(man) = pos.man(from) else { continue };
            let gait = &self.t.gaits[man.profile()];
            if gait.simple {
                if !gait.next[from].meets(&open) {
                    continue;
                }
                if free.contains(from) {
                    let to = gait.reach(from, &pos.occupied);
                    if gait.royal || to.meets(&grave) {
                        self.weigh(&scene, (from, man), to & open, sink);
                    } else {
                        let to = to & open & scene.duty.answers;
                        sink.add(MoveSet::Piece { from, to });
                    }
                    continue;
                }
            }
            self.moves_of(&scene, from, man, sink);
        }
        if pos.castling != 0 {
            self.castling(&scene, sink.erased());
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
            all | self.t.ep_back[pos.ep[colour.index()].0] & pos.occupied
        })
    }

    /// The moves of men who step together, but those who have to be looked at one by one: the pinned,
    /// those who may capture en passant, and those for whom more than steps may be open. The others are
    /// taken out of `movers`.
    #[inline(always)]
    fn phalanx_moves<S: Sink<W> + ?Sized>(
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
                    let taken = step.taken(men);
                    if let Some((twice, over)) = &rank.double
                        && twice == number
                    {
                        let over = taken & over[colour.index()] & scene.empty;
                        let to = step.taken(over) & empty;
                        let to = self.plain_of(scene, to, &special, |to| step.double(to), sink);
                        sink.add(MoveSet::DoubleShift { number: *number, step, to });
                    }
                    let to = taken & empty;
                    let to = self.plain_of(scene, to, &special, |to| step.single(to), sink);
                    sink.add(MoveSet::Shift { number: *number, step, to });
                }
                if captures {
                    for number in &rank.take {
                        let step = phalanx.step(*number);
                        let to = step.taken(men) & prey;
                        let to = self.plain_of(scene, to, &special, |to| step.single(to), sink);
                        sink.add(MoveSet::Shift { number: *number, step, to });
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
        (step.taken(men) & others).into_iter().map(|to| step.origin[to]).collect()
    }

    /// Of moves to some squares, those that are plain; what is more goes out by itself.
    #[inline(always)]
    fn plain_of<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        to: SquareSet<W>,
        special: &SquareSet<W>,
        mv: impl Fn(Square) -> Move,
        sink: &mut S,
    ) -> SquareSet<W> {
        if !to.meets(special) {
            return to;
        }
        for mv in (to & *special).into_iter().map(mv) {
            if let Some(man) = scene.pos.man(mv.from) {
                self.judged(scene, man, mv, sink.erased());
            }
        }
        to - *special
    }

    /// The legal moves of one man, but castling.
    #[inline(never)]
    fn moves_of<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        from: Square,
        man: Piece,
        sink: &mut S,
    ) {
        let pos = scene.pos;
        let class = self.t.class(man);
        let captures = scene.captors.contains(from);
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
            to |= self.t.ridden(class, from, &pos.occupied) & (scene.empty | prey);
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
                self.walk_moves(scene, (from, man), captures, walk, &mut ends, sink.erased());
            }
            to = ends.plain;
        }
        if captures && class.passable && scene.passers.contains(from) {
            self.en_passant(scene, from, man, &mut to, sink.erased());
        }
        self.hand_on(scene, (from, man), to, sink);
    }

    /// The same as `hand_on`, for where it is called now and then.
    #[inline(never)]
    fn weigh<S: Sink<W> + ?Sized>(
        &self,
        scene: &Scene<'_, W>,
        man: (Square, Piece),
        to: SquareSet<W>,
        sink: &mut S,
    ) {
        self.hand_on(scene, man, to, sink);
    }

    /// Hands on those of a man's plain moves that are legal.
    #[inline(always)]
    pub fn hand_on<S: Sink<W> + ?Sized>(
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
                self.judged(scene, man, Move::new(from, target), sink.erased());
            }
            to = to - grave;
        }
        let duty = scene.duty;
        if duty.slow {
            for target in to {
                self.judged(scene, man, Move::new(from, target), sink.erased());
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
                    self.judged(scene, man, Move::new(from, target), sink.erased());
                }
                return;
            }
            for target in to {
                // Walks may hang on more than who stands where the royal stands or goes.
                let walkers = guard.threats & pos.complex & self.t.walk_back[target];
                if !walkers.is_empty() {
                    self.judged(scene, man, Move::new(from, target), sink.erased());
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
                self.promoted(
                    pos,
                    man,
                    mv,
                    |_| true,
                    |mv| sink.add(MoveSet::One(Action::Move(mv))),
                );
            }
            to = to - profile.promotes;
        }
        sink.add(MoveSet::Piece { from, to });
    }

    /// Those of some men that are of a kind that this man may capture.
    pub fn capturable_by(&self, pos: &Position<W>, man: Piece, men: SquareSet<W>) -> SquareSet<W> {
        let kinds = self.spec.kind_captures[man.kind().index()];
        men.into_iter()
            .filter(|square| pos.man(*square).is_some_and(|other| kinds >> other.kind().0 & 1 != 0))
            .collect()
    }

    /// Hands on a move that has to be made and tested, if it passes.
    pub fn judged(&self, scene: &Scene<'_, W>, man: Piece, mv: Move, sink: &mut dyn Sink<W>) {
        let pos = scene.pos;
        let takes_royal = scene.royal_prey.contains(mv.to)
            || matches!(mv.how, How::Walk { takes, .. }
                if takes.iter().flatten().any(|square| scene.royal_prey.contains(*square)));
        let allowed = |mv| {
            if takes_royal {
                self.royal_capture_stands(pos, scene.seat, scene.row, scene.duty, mv)
            } else {
                self.fulfils(pos, scene.row, scene.duty, mv)
            }
        };
        self.promoted(pos, man, mv, allowed, |mv| sink.add(MoveSet::One(Action::Move(mv))));
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
    fn en_passant(
        &self,
        scene: &Scene<'_, W>,
        from: Square,
        man: Piece,
        to: &mut SquareSet<W>,
        sink: &mut dyn Sink<W>,
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

    fn castling(&self, scene: &Scene<'_, W>, sink: &mut dyn Sink<W>) {
        let pos = scene.pos;
        if !self.may_castle(pos, scene.seat) {
            return;
        }
        for wing in &self.t.wings[scene.seat.index()] {
            if self.wing_open(pos, wing) {
                self.castle(scene, wing, sink);
            }
        }
    }

    /// Whether a seat's own king and rooks may move.
    #[inline(always)]
    pub fn may_castle(&self, pos: &Position<W>, seat: Seat) -> bool {
        let movers = pos.masks[seat.index()].moves;
        movers.men & movers.royals & seat.bit() != 0
    }

    /// Whether the right to a castling move is there, and nobody stands in its way.
    #[inline(always)]
    pub fn wing_open(&self, pos: &Position<W>, wing: &BoardWing<W>) -> bool {
        pos.castling >> wing.number & 1 != 0 && !wing.empty.meets(&pos.occupied)
    }

    /// Hands on a castling move to an open wing, if it is legal.
    #[inline(never)]
    pub fn castle(&self, scene: &Scene<'_, W>, board_wing: &BoardWing<W>, sink: &mut dyn Sink<W>) {
        let pos = scene.pos;
        let wing = &self.spec.castling[usize::from(board_wing.number)];
        if !self.at_home(pos, wing) {
            return;
        }
        let Some(king) = pos.man(wing.king.0) else { return };
        let attacked = |square| {
            let victim = pos.man(square).unwrap_or(king);
            let threats = self.threats(pos, scene.seat, square, victim);
            self.attacked(pos, square, &threats, &pos.occupied)
        };
        if board_wing.safe.into_iter().any(attacked) {
            return;
        }
        let how = How::Castle(board_wing.number);
        let mv = Move { how, ..Move::new(wing.king.0, wing.king.1) };
        if self.fulfils(pos, scene.row, scene.duty, mv) {
            sink.add(MoveSet::One(Action::Move(mv)));
        }
    }
}
