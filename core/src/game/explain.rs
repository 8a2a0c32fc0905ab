//! How the reason is found why an action is not legal: by asking the engine what would have to change.
//!
//! A move is looked for in three lists: what a seat's pieces could do if nothing were protected and
//! no hook forbade anything; what protection leaves of that; and what dice, restrictions and hooks
//! leave of the rest. A move in none of them is tried on boards that differ by a piece or two. This
//! is slow, and done only on request.
//!
//! Depends on `turn` and below.

use crate::board::{Facing, Kind, MAX_SEATS, Piece, Seat, Square, SquareSet, Zone};
use crate::game::illegal::{
    AnnouncementFault, Attempt, CastlingFault, DropFault, Illegal, Immunity,
};
use crate::movegen::{MoveGen, WithoutForbids};
use crate::rules::{Action, Decision, HookError, Move, Protect, Restriction, StateId};
use crate::state::{NOBODY, Position, Stage};
use crate::turn::{Game, Log, Machine};

/// A row of the protection matrix in which nothing is protected.
const UNPROTECTED: [Protect; MAX_SEATS] = [Protect::None; MAX_SEATS];

impl<const W: usize> Game<'_, W> {
    /// Why an attempt is not legal at the current decision, or `None` if it is legal.
    pub(crate) fn explain(
        &mut self,
        attempt: Attempt,
        by: Option<Seat>,
    ) -> Result<Option<Illegal>, HookError> {
        let legal = self.list()?;
        let (machine, pos) = (self.machine, &self.pos);
        let decision = machine.decision(pos);
        if let Attempt::Action(Action::Declare(seat, _)) = attempt {
            return Ok(why_undeclared(&machine, pos, &decision, seat));
        }
        let turn = match &decision {
            Decision::Over => return Ok(Some(Illegal::GameOver)),
            Decision::Turn(seat) | Decision::Roll(seat) => *seat,
            Decision::Question(question) => question.seat,
        };
        if let Some(seat) = by.filter(|seat| *seat != turn) {
            return Ok(Some(Illegal::OutOfTurn { seat, turn }));
        }
        let fits = |action: &Action| match (attempt, action) {
            (Attempt::Action(wanted), action) => wanted == *action,
            (Attempt::Move { from, to, promotion }, Action::Move(mv)) => {
                (mv.from, mv.to, mv.promotion) == (from, to, promotion)
            }
            _ => false,
        };
        if legal.iter().any(fits) {
            return Ok(None);
        }
        let why = match decision {
            Decision::Question(question) => match attempt {
                Attempt::Action(Action::Choose(_)) => {
                    Illegal::NoSuchAnswer { options: question.options }
                }
                _ => Illegal::QuestionPending { seat: question.seat, question: question.name },
            },
            Decision::Roll(seat) => match attempt {
                Attempt::Action(Action::Roll(_)) => Illegal::NoSuchRoll,
                _ => Illegal::MustRoll { seat },
            },
            Decision::Turn(_) | Decision::Over => {
                let hooks = WithoutForbids(machine.hooks);
                let inquiry = Inquiry {
                    machine,
                    lenient: machine.with_hooks(&hooks),
                    pos,
                    seat: pos.turn,
                    legal: &legal,
                };
                inquiry.turn(attempt)
            }
        };
        // If a hook failed meanwhile, its answers don't count.
        machine.or_fault(Some(why))
    }
}

/// Why a seat can't make a declaration, or `None` if it can.
fn why_undeclared<const W: usize>(
    machine: &Machine<'_, W>,
    pos: &Position<W>,
    decision: &Decision,
    seat: Seat,
) -> Option<Illegal> {
    match decision {
        Decision::Over => Some(Illegal::GameOver),
        Decision::Question(question) => {
            let question = question.clone();
            Some(Illegal::QuestionPending { seat: question.seat, question: question.name })
        }
        _ if machine.may_declare(pos, seat) => None,
        _ => Some(Illegal::NoTurns { seat, state: pos.seat_state[seat.index() & 7] }),
    }
}

/// The context for explaining an attempt at a turn.
struct Inquiry<'p, 'a, const W: usize> {
    machine: Machine<'a, W>,
    /// The same move generation with hooks that forbid nothing.
    lenient: MoveGen<'p, W>,
    pos: &'p Position<W>,
    seat: Seat,
    legal: &'p [Action],
}

/// A royal that a move leaves attacked against its protection.
struct Exposure<const W: usize> {
    owner: Seat,
    royal: Square,
    /// Its square before the move.
    at: Option<Square>,
    /// Its attackers after the move; its attackers before the move.
    now: SquareSet<W>,
    before: SquareSet<W>,
}

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Why an attempt is not legal at a turn.
    fn turn(&self, attempt: Attempt) -> Illegal {
        let cold = self.pos.cold();
        if let Some(announced) = cold.announced {
            return Illegal::MustPlayAnnounced { announced };
        }
        let listed = |of: fn(&Action) -> bool| self.legal.iter().any(of);
        let only_drops = listed(|action| matches!(action, Action::Drop(..)))
            && !listed(|action| !matches!(action, Action::Drop(..)))
            && self.machine.spec.hands.iter().any(|hand| hand.seat == self.seat && hand.first);
        match attempt {
            Attempt::Action(Action::Drop(kind, square)) => self.drop(kind, square),
            Attempt::Action(Action::Choose(_)) => Illegal::NoQuestion,
            Attempt::Action(Action::Roll(_)) => Illegal::NoRoll,
            _ if only_drops => Illegal::MustDrop,
            Attempt::Move { from, to, promotion } => self.moves(from, to, promotion),
            Attempt::Action(Action::Move(mv)) => self.moves(mv.from, mv.to, mv.promotion),
            Attempt::Action(Action::Announce(mv)) => self.announcement(mv),
            Attempt::Action(Action::Pass) => self.pass(),
            Attempt::Action(Action::Say(_) | Action::Declare(..)) => Illegal::NoSuchOffer,
        }
    }

    /// The moves between two squares, with a row of protection and hooks that forbid nothing.
    fn between(&self, row: &[Protect; MAX_SEATS], from: Square, to: Square) -> Vec<Move> {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(self.pos, self.seat, row, &mut all);
        let ends = |action: Action| match action {
            Action::Move(mv) if (mv.from, mv.to) == (from, to) => Some(mv),
            _ => None,
        };
        all.into_iter().filter_map(ends).collect()
    }

    fn moves(&self, from: Square, to: Square, promotion: Option<Kind>) -> Illegal {
        let row = self.machine.protection(self.pos, self.seat);
        match self.movable(&row, from, to, promotion) {
            Ok(mv) => self.why_limited(mv),
            Err(why) => why,
        }
    }

    /// The move between two squares that satisfies a row of protection, or why there is none.
    fn movable(
        &self,
        row: &[Protect; MAX_SEATS],
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Result<Move, Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        for square in [from, to] {
            if !machine.spec.geometry.has(square) {
                return Err(Illegal::NoSuchSquare { square });
            }
        }
        let Some(piece) = pos.piece(from) else { return Err(Illegal::NoPiece { square: from }) };
        if let Some(why) = self.why_not_movable(from, piece) {
            return Err(why);
        }
        let free = self.between(&UNPROTECTED, from, to);
        if free.is_empty() {
            return Err(self.unreachable(from, to, piece));
        }
        let Some(mv) = free.iter().copied().find(|mv| mv.promotion == promotion) else {
            return Err(Illegal::Promotion {
                square: to,
                available: free.iter().filter_map(|mv| mv.promotion).collect(),
                optional: free.iter().any(|mv| mv.promotion.is_none()),
            });
        };
        let safe = self.between(row, from, to);
        safe.into_iter().find(|mv| mv.promotion == promotion).ok_or_else(|| self.exposed(row, mv))
    }

    /// Why a move that satisfies protection is not legal: dice, restrictions or hooks.
    fn why_limited(&self, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let cold = pos.cold();
        if let Some(kind) = pos.piece(mv.from).map(Piece::kind)
            && machine.spec.dice.is_some()
            && pos.rolled
            && !machine.dice_allow(pos, &cold.dice, mv)
        {
            return Illegal::Dice { kind, faces: cold.dice.clone() };
        }
        let broken = cold.restrictions.iter().find(|(seat, restriction)| {
            *seat == self.seat && !machine.complies(pos, restriction, mv)
        });
        if let Some((_, restriction)) = broken {
            return Illegal::Restricted { restriction: restriction.clone() };
        }
        if let Some(handler) =
            machine.forbid_hooks(pos).and_then(|hooks| hooks.of_move(self.seat, mv))
        {
            return self.forbidden(handler);
        }
        Illegal::Unlisted
    }

    fn forbidden(&self, handler: usize) -> Illegal {
        let clause = self.machine.spec.handlers.get(handler).and_then(|handler| handler.clause);
        Illegal::Forbidden { handler, clause }
    }

    /// Why the seat can't move a piece at all, or `None` if it can.
    fn why_not_movable(&self, square: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let masks = &pos.masks[self.seat.index()];
        let colour = piece.colour();
        if masks.controls & colour.bit() == 0 {
            let controller = pos.controller[colour.index()];
            let owner = (controller != NOBODY).then_some(Seat(controller));
            return Some(Illegal::NotYours { square, owner, turn: self.seat });
        }
        if pos.pieces_in(masks.moves).contains(square) {
            return None;
        }
        let state = self.denying_state(piece, |state, royal| {
            let state = &machine.spec.states[usize::from(state.0)];
            if royal { state.royals.moves } else { state.pieces.moves }
        });
        Some(Illegal::CannotMove { square, colour, state })
    }

    /// Which state denies an ability to a piece: its army's or its controller's.
    fn denying_state(&self, piece: Piece, allows: impl Fn(StateId, bool) -> bool) -> StateId {
        let pos = self.pos;
        let royal = self.machine.t.profile(piece).royal;
        let own = pos.army_state[piece.colour().index()];
        let holder = self.machine.controller_of(pos, piece);
        if allows(own, royal) { pos.seat_state[holder.index()] } else { own }
    }

    /// Whether a piece could go from one square to another on some board, without protection.
    fn goes(&self, pos: &Position<W>, from: Square, to: Square) -> bool {
        let mut all: Vec<Action> = Vec::new();
        self.lenient.declared_moves(pos, self.seat, &UNPROTECTED, &mut all);
        all.iter()
            .any(|action| matches!(action, Action::Move(mv) if (mv.from, mv.to) == (from, to)))
    }

    /// The board without the pieces on some squares.
    fn without(&self, pos: &Position<W>, squares: SquareSet<W>) -> Position<W> {
        let mut cleared = pos.clone();
        for square in squares {
            cleared.take(self.machine.t, square);
        }
        self.machine.prune_ep(&mut cleared);
        cleared
    }

    /// The board with a piece on `square` that `piece` may capture, if there is such a kind.
    fn with_capturable(
        &self,
        pos: &Position<W>,
        piece: Piece,
        square: Square,
    ) -> Option<Position<W>> {
        let spec = self.machine.spec;
        let colours = pos.masks[self.seat.index()].capturable.pieces;
        let colour = (0..spec.seats.len() as u8).map(Seat).find(|s| colours & s.bit() != 0)?;
        let kinds = spec.kind_captures[piece.kind().index()];
        let plain = |kind: &Kind| kinds >> kind.0 & 1 != 0 && !spec.kinds[kind.index()].royal;
        let kind = (0..spec.kinds.len() as u8).map(Kind).find(plain)?;
        let mut other = self.without(pos, SquareSet::of(square));
        let facing = spec.seats.get(colour.index()).map_or(Facing::North, |seat| seat.facing);
        other.put(self.machine.t, square, Piece::new(kind, colour, facing));
        Some(other)
    }

    /// Why a piece that may move can't reach a square, even without protection.
    fn unreachable(&self, from: Square, to: Square, piece: Piece) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if let Some(why) = self.castling(from, to, piece) {
            return why;
        }
        let barred = machine.t.profile(piece).enter.is_some_and(|enter| !enter.contains(to));
        if barred {
            return Illegal::MayNotEnter { from, square: to };
        }
        let empty = self.without(pos, SquareSet::of(to));
        let capturable = self.with_capturable(pos, piece, to);
        let captor = pos.pieces_in(pos.masks[self.seat.index()].captures).contains(from);
        let takes = |board: &Option<Position<W>>| {
            captor && board.as_ref().is_some_and(|board| self.goes(board, from, to))
        };
        match pos.piece(to) {
            Some(target) => {
                let immune = self.immunity(piece, target, to, captor);
                if let Some(why) = immune
                    && (takes(&capturable) || !captor && self.goes(&empty, from, to))
                {
                    return Illegal::MayNotCapture { square: to, why };
                }
                if self.goes(&empty, from, to) {
                    let by = Zone::of(to);
                    return Illegal::Blocked { from, to, by, together: false };
                }
            }
            None if takes(&capturable) => return Illegal::OnlyCaptures { from, to },
            None => {}
        }
        let boards = [Some(pos.clone()), Some(empty), capturable];
        for board in boards.into_iter().flatten() {
            if let Some((by, together)) = self.blockers(&board, from, to) {
                return Illegal::Blocked { from, to, by: by.resize(), together };
            }
        }
        let mut all: Vec<Action> = Vec::new();
        self.lenient.moves(pos, self.seat, &UNPROTECTED, &mut all);
        let target = |action: &Action| match action {
            Action::Move(mv) if mv.from == from => Some(mv.to),
            _ => None,
        };
        Illegal::NotHowItMoves { from, to, targets: all.iter().filter_map(target).collect() }
    }

    /// The blockers of a move: pieces each of which blocks it alone, or else (true) a smallest set
    /// that blocks it together.
    fn blockers(
        &self,
        board: &Position<W>,
        from: Square,
        to: Square,
    ) -> Option<(SquareSet<W>, bool)> {
        let others = board.occupied - SquareSet::of(from) - SquareSet::of(to);
        let all_gone = self.without(board, others);
        let open = |gone: SquareSet<W>| self.goes(&self.without(board, gone), from, to);
        let alone: SquareSet<W> =
            others.into_iter().filter(|square| open(SquareSet::of(*square))).collect();
        if !alone.is_empty() {
            return Some((alone, false));
        }
        if !self.goes(&all_gone, from, to) {
            return None;
        }
        let mut gone = others;
        for square in others {
            let fewer = gone - SquareSet::of(square);
            if open(fewer) {
                gone = fewer;
            }
        }
        Some((gone, true))
    }

    /// Why `piece` may not capture `target`, or `None` if nothing keeps it from that.
    fn immunity(&self, piece: Piece, target: Piece, at: Square, captor: bool) -> Option<Immunity> {
        let (machine, pos) = (&self.machine, self.pos);
        let spec = machine.spec;
        let masks = &pos.masks[self.seat.index()];
        if masks.controls & target.colour().bit() != 0 {
            return Some(Immunity::Own);
        }
        let royal = machine.t.profile(target).royal;
        let ability = |state: StateId, royal: bool| {
            let state = &spec.states[usize::from(state.0)];
            if royal { state.royals } else { state.pieces }
        };
        if pos.pieces_in(masks.capturable).contains(at) {
            if spec.kind_captures[piece.kind().index()] >> target.kind().0 & 1 == 0 {
                return Some(if royal { Immunity::Royal } else { Immunity::Kind });
            }
            if !captor {
                let state =
                    self.denying_state(piece, |state, royal| ability(state, royal).captures);
                return Some(Immunity::Captor(state));
            }
            // All rules about pieces allow it, but the movement itself may exclude royals.
            return royal.then_some(Immunity::Royal);
        }
        let holder = machine.controller_of(pos, target);
        let changed = pos
            .cold()
            .relations
            .iter()
            .find(|(from, to, capture, _)| (*from, *to, *capture) == (self.seat, holder, true));
        let allowed = changed.map_or_else(
            || spec.relations[self.seat.index()][holder.index()].capture,
            |(.., allowed)| *allowed,
        );
        if !allowed {
            let partner = machine.are_partners(pos, self.seat, target.colour());
            return Some(if partner { Immunity::Partner } else { Immunity::Relation });
        }
        let state = self.denying_state(target, |state, royal| ability(state, royal).capturable);
        if royal && ability(state, false).capturable {
            return Some(Immunity::Royal);
        }
        Some(Immunity::State(state))
    }

    /// Why the castling move between these squares is impossible, if there is such a move.
    fn castling(&self, from: Square, to: Square, piece: Piece) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let mut rights = machine.t.castling[self.seat.index()].iter().filter(|castling| {
            let rule = &machine.spec.castling[usize::from(castling.number)];
            rule.king == (from, to)
        });
        let castling = rights.next().filter(|_| machine.t.profile(piece).royal)?;
        let rule = &machine.spec.castling[usize::from(castling.number)];
        let attackers = |square: Square| {
            let victim = pos.piece(square).unwrap_or(piece);
            let threats = machine.threats(pos, self.seat, square, victim);
            machine.attackers(pos, square, &threats, &pos.occupied)
        };
        let why = if pos.castling >> castling.number & 1 == 0 {
            CastlingFault::RightLost
        } else if !machine.at_home(pos, rule) || !machine.may_castle(pos, self.seat) {
            CastlingFault::NotAtHome
        } else if castling.empty.meets(&pos.occupied) {
            CastlingFault::Occupied((castling.empty & pos.occupied).resize())
        } else {
            let square = castling.safe.into_iter().find(|square| !attackers(*square).is_empty())?;
            CastlingFault::Attacked { square, by: attackers(square).resize() }
        };
        Some(Illegal::Castling { right: usize::from(castling.number), why })
    }

    /// Which protected royal forbids a move that is otherwise possible.
    fn exposed(&self, row: &[Protect; MAX_SEATS], mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let mut after = pos.clone();
        machine.make_move(&mut after, mv);
        if machine.spec.judge_after_release && after.waiting {
            for seat in machine.releases(&after).iter() {
                machine.wake(&mut after, seat);
            }
        }
        let found = self.exposure(&after, row, mv).or_else(|| {
            // Capturing a royal is judged with all consequences of the capture.
            let mut after = pos.clone();
            let done = machine.act(&mut after, Action::Move(mv), &mut Log::default());
            let over = after.stage == Stage::Over;
            done.ok().filter(|()| !over).and_then(|()| self.exposure(&after, row, mv))
        });
        found.map_or(Illegal::Unlisted, |found| self.classify(&found, mv))
    }

    /// Classifies an exposed royal: pinned piece, unanswered check, and so on.
    fn classify(&self, found: &Exposure<W>, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let Exposure { owner, royal, at, now, before } = *found;
        let by = (now - before).resize();
        let kept = now & before;
        if owner != self.seat {
            let by = if kept.is_empty() { by } else { now.resize() };
            return Illegal::ExposesPartner { royal, owner, by };
        }
        if at != Some(royal) {
            return Illegal::IntoCheck { royal, owner, by: now.resize() };
        }
        if !kept.is_empty() {
            return Illegal::CheckNotAnswered { royal, owner, by: kept.resize() };
        }
        for from in now {
            let Some(attacker) = pos.piece(from) else { continue };
            for ray in crate::tables::bits(machine.t.taking(attacker, from, royal)) {
                let line = machine.t.rays.between(ray, from, royal);
                if line.contains(mv.from) && !line.contains(mv.to) {
                    let line = (line | SquareSet::of(from)).resize();
                    return Illegal::Pinned { piece: mv.from, by: from, royal, owner, line };
                }
            }
        }
        Illegal::ExposesRoyal { royal, owner, by }
    }

    /// The first royal that a move leaves attacked against its protection: the seat's own first,
    /// then in the order of seats.
    fn exposure(
        &self,
        after: &Position<W>,
        row: &[Protect; MAX_SEATS],
        mv: Move,
    ) -> Option<Exposure<W>> {
        let (machine, before) = (&self.machine, self.pos);
        let own_first = std::iter::once(self.seat)
            .chain((0..machine.t.seats as u8).map(Seat).filter(|seat| *seat != self.seat));
        for owner in own_first {
            let how = row[owner.index()];
            let royals = machine.royals_at_stake(after, owner);
            if how == Protect::None || !machine.attacks_count(after, owner, royals) {
                continue;
            }
            for royal in royals {
                let now = machine.checkers(after, owner, royal);
                let at = machine.came_from(before, after, mv, royal);
                let earlier = at.map_or(SquareSet::EMPTY, |at| {
                    let all = machine.royals_at_stake(before, owner);
                    let counts = all.contains(at) && machine.attacks_count(before, owner, all);
                    if counts { machine.checkers(before, owner, at) } else { SquareSet::EMPTY }
                });
                let allowed = match how {
                    Protect::None => true,
                    Protect::Safe => now.is_empty(),
                    Protect::NoNewAttacker => (now - earlier).is_empty(),
                    Protect::SafeUnlessInCheck => now.is_empty() || !earlier.is_empty(),
                };
                if !allowed {
                    return Some(Exposure { owner, royal, at, now, before: earlier });
                }
            }
        }
        None
    }

    /// Why the seat can't drop a piece.
    fn drop(&self, kind: Kind, square: Square) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !machine.spec.geometry.has(square) {
            return Illegal::NoSuchSquare { square };
        }
        let held = pos.cold().hands[self.seat.index()].get(kind.index()).copied().unwrap_or(0);
        let rule = machine.spec.hands.iter().find(|hand| {
            hand.seat == self.seat && hand.pieces.iter().any(|(other, _)| *other == kind)
        });
        let fault = match rule {
            Some(_) if held == 0 => Some(DropFault::NotInHand),
            None => Some(DropFault::NotInHand),
            Some(rule) if !rule.zone.contains(square) => Some(DropFault::Zone),
            Some(_) if pos.occupied.contains(square) => Some(DropFault::Occupied),
            Some(_) => None,
        };
        if let Some(why) = fault {
            return Illegal::Drop { kind, square, why };
        }
        let piece = machine.held(self.seat, kind);
        let row = machine.protection(pos, self.seat);
        let mut after = pos.clone();
        after.put(machine.t, square, piece);
        let mv = Move::new(square, square);
        if let Some(found) = self.exposure(&after, &row, mv) {
            return self.classify(&found, mv);
        }
        match machine.forbid_hooks(pos).and_then(|hooks| hooks.of_drop(piece, square)) {
            Some(handler) => self.forbidden(handler),
            None => Illegal::Unlisted,
        }
    }

    /// Why the seat can't pass.
    fn pass(&self) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        if !pos.cold().offers.iter().any(|(seat, word)| *seat == self.seat && word == "pass") {
            return Illegal::NoPass;
        }
        let row = machine.protection(pos, self.seat);
        let nothing = Move::new(Square(0), Square(0));
        let found = self.exposure(pos, &row, nothing);
        found.map_or(Illegal::Unlisted, |found| self.classify(&found, nothing))
    }

    /// Why a seat that may announce moves can't announce this one. Announced moves need not protect
    /// the seat's own royals.
    fn why_unannounced(&self, mv: Move) -> Illegal {
        let mine = |seat: &Seat| *seat == self.seat;
        let safe = Restriction::Safe;
        let restrictions = &self.pos.cold().restrictions;
        if restrictions.iter().any(|(seat, restriction)| mine(seat) && *restriction == safe) {
            return Illegal::Restricted { restriction: safe };
        }
        let mut row = self.machine.protection(self.pos, self.seat);
        row[self.seat.index()] = Protect::None;
        let mv = match self.movable(&row, mv.from, mv.to, mv.promotion) {
            Ok(mv) => mv,
            Err(why) => return why,
        };
        let hooks = self.machine.forbid_hooks(self.pos);
        match hooks.and_then(|hooks| hooks.of_move(self.seat, mv)) {
            Some(handler) => self.forbidden(handler),
            None => Illegal::Unlisted,
        }
    }

    /// Why the seat can't announce a move.
    fn announcement(&self, mv: Move) -> Illegal {
        let why = if !self.machine.spec.announcers.contains(self.seat) {
            AnnouncementFault::NotAllowed
        } else if self.legal.iter().any(|action| {
            matches!(action, Action::Move(other)
                if (other.from, other.to, other.promotion) == (mv.from, mv.to, mv.promotion))
        }) {
            AnnouncementFault::Legal
        } else if self.pos.cold().refused.iter().any(|refused| {
            (refused.from, refused.to, refused.promotion) == (mv.from, mv.to, mv.promotion)
        }) {
            AnnouncementFault::Refused
        } else {
            return self.why_unannounced(mv);
        };
        Illegal::Announcement { announced: mv, why }
    }
}
