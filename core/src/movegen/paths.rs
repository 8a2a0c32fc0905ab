//! Paths: moves that are more than leaps and rides.
//!
//! The ends of a path are looked up if its course is tabulated. Other paths are walked leg by leg.

use crate::board::{MOVED, Piece, Square, SquareSet};
use crate::movegen::path_walker::{PathCaptures, PathWalker, VisitedStarts};
use crate::movegen::{MoveContext, MoveGen, Sink};
use crate::rules::{
    Circumstance, Condition, ConditionSquare, CounterId, Gates, MeasuredValue, Move, MoveKind, Path,
};
use crate::state::Position;
use crate::tables::{BoardPath, Course, Hop, bits};

/// The ends of the paths of one piece, as move generation finds them.
pub struct Ends<const W: usize> {
    /// The ends of plain moves.
    pub plain: SquareSet<W>,
    /// The ends of the double steps that have been emitted already.
    pub doubles: SquareSet<W>,
    /// Special moves that have been emitted already. If another path leads to one of these moves,
    /// the move is not emitted again.
    pub special: Vec<Move>,
}

impl<const W: usize> Ends<W> {
    /// Returns the ends before any path is followed. `plain` contains the squares that the piece
    /// reaches by leaps and rides.
    pub const fn new(plain: SquareSet<W>) -> Self {
        Self { plain, doubles: SquareSet::EMPTY, special: Vec::new() }
    }
}

impl<const W: usize> MoveGen<'_, W> {
    /// Generates the moves of a piece by one path. The piece must be allowed to use the path from
    /// its square. Adds the targets of plain moves to `ends`, and emits all other moves.
    pub(crate) fn path_moves(
        &self,
        context: &MoveContext<'_, W>,
        (from, piece): (Square, Piece),
        captures: bool,
        number: u16,
        ends: &mut Ends<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let pos = context.pos;
        let path = &self.t.paths[usize::from(number)];
        let none = SquareSet::EMPTY;
        let (capturable, own) =
            if captures { (context.capturable, context.own) } else { (none, none) };
        let found = match &path.course {
            Course::Fixed(ways) => match &ways[from] {
                Some(way) if way.is_open(&pos.occupied) => Some(SquareSet::of(way.to)),
                _ => return,
            },
            Course::Hop(hop) => match self.hurdle(pos, path, (from, piece), *hop) {
                Some(hurdle) => Some(self.t.rays.ride(hop.after, hurdle, &pos.occupied)),
                None => return,
            },
            Course::Ride(ray) => Some(self.t.rays.ride(*ray, from, &pos.occupied)),
            Course::Walked => None,
        };
        if !path.decided_by_start && !self.path_applies(pos, path, from, piece) {
            return;
        }
        if let Some(found) = found {
            if path.ends_plain {
                let quiet = if path.path.quiet { context.empty } else { none };
                let taken = if path.path.take.enemy { capturable } else { none };
                let to = found & (quiet | taken);
                ends.plain |= path.to.map_or(to, |zone| to & zone);
                return;
            }
            for to in found {
                let blocked = pos.occupied.contains(to);
                if self.may_end(pos, path, piece, (to, blocked), (&capturable, &own), None) {
                    self.path_ends(context, (from, piece), number, (to, [None; 2]), ends, sink);
                }
            }
            return;
        }
        // Two paths to the same end with the same captures give the same move.
        let mut seen = SquareSet::<W>::EMPTY;
        let mut seen_capturing: Vec<(Square, PathCaptures)> = Vec::new();
        let mut walker = PathWalker {
            movegen: self,
            pos,
            occupied: &pos.occupied,
            capturable,
            own,
            target: None,
            path,
            from,
            piece,
            takes: [None; 2],
            visited: VisitedStarts::new(),
            passed: SquareSet::EMPTY,
            found: |to: Square, takes: PathCaptures| {
                if path.special && takes == [None; 2] {
                    if seen.contains(to) {
                        return;
                    }
                    seen.insert(to);
                } else if path.special {
                    if seen_capturing.contains(&(to, takes)) {
                        return;
                    }
                    seen_capturing.push((to, takes));
                }
                self.path_ends(context, (from, piece), number, (to, takes), ends, sink);
            },
        };
        walker.leg(0, from, !path.through_gate);
    }

    /// Handles one end that a path has reached.
    #[inline]
    fn path_ends(
        &self,
        context: &MoveContext<'_, W>,
        (from, piece): (Square, Piece),
        number: u16,
        (to, takes): (Square, PathCaptures),
        ends: &mut Ends<W>,
        sink: &mut dyn Sink<W>,
    ) {
        let path = &self.t.paths[usize::from(number)];
        let mv = if path.special {
            let kind = MoveKind::Path { path: path.alike, takes };
            let mv = Move { kind, ..Move::new(from, to) };
            if path.shared {
                if ends.special.contains(&mv) {
                    return;
                }
                ends.special.push(mv);
            }
            mv
        } else if let Some(over) = self.skipped_first(path, from, to) {
            if ends.doubles.contains(to) {
                return;
            }
            ends.doubles.insert(to);
            Move { kind: MoveKind::Double { over }, ..Move::new(from, to) }
        } else {
            ends.plain |= SquareSet::of(to);
            return;
        };
        if self.t.profile(piece).enter.is_none_or(|enter| enter.contains(to)) {
            self.path_move(context, path, piece, mv, takes, sink);
        }
    }

    /// Emits a double step or special move of a path, if the move is legal.
    fn path_move(
        &self,
        context: &MoveContext<'_, W>,
        path: &BoardPath<W>,
        piece: Piece,
        mv: Move,
        takes: PathCaptures,
        sink: &mut dyn Sink<W>,
    ) {
        let (pos, constraints) = (context.pos, context.constraints);
        let profile = self.t.profile(piece);
        let like_plain = takes == [None; 2] && !path.path.swaps && !path.path.stays;
        let protected = constraints.protected().iter().find(|it| it.royal == mv.from);
        let mut legal = None;
        let tested = !like_plain
            || constraints.tests(mv)
            || context.tested_captures.contains(mv.to)
            || profile.royal && self.t.blast.is_some()
            || profile.royalty_changing.contains(mv.to);
        if !tested {
            legal = match protected {
                Some(royal) if !royal.safe => None,
                Some(royal) if constraints.check_mask_without(mv.from).contains(mv.to) => {
                    self.royal_may_go(pos, royal, mv.to)
                }
                Some(_) => Some(false),
                None => {
                    let pinned = constraints.pinned.contains(mv.from)
                        && !self.pin_mask(constraints, mv.from).contains(mv.to);
                    Some(constraints.check_mask.contains(mv.to) && !pinned)
                }
            };
        }
        match legal {
            None => self.emit_if_legal(context, piece, mv, sink),
            Some(true) => self.emit_promoted(pos, piece, mv, sink),
            Some(false) => {}
        }
    }

    /// Returns the first square that a move skips along a path, if the path is a double step or a
    /// longer one. Returns `None` if the move is a single step.
    pub(crate) fn skipped_first(
        &self,
        path: &BoardPath<W>,
        from: Square,
        to: Square,
    ) -> Option<Square> {
        if path.double {
            self.t.step(path.legs[0].steps, from).filter(|over| *over != to)
        } else {
            None
        }
    }

    /// Returns the first square that a special move skips. `path` is the path that the move names.
    pub(crate) fn skipped_by_special(
        &self,
        path: &BoardPath<W>,
        from: Square,
        to: Square,
    ) -> Option<Square> {
        if !path.shared {
            return self.skipped_first(path, from, to);
        }
        // The move names the first of several paths, and may follow another one.
        let alike = self.t.paths.iter().filter(|it| it.double && it.alike == path.alike);
        alike.map(|it| it.legs[0]).find_map(|leg| {
            let over = self.t.step(leg.steps, from)?;
            let line = std::iter::successors(Some(over), |at| self.t.step(leg.steps, *at));
            let mut later = line.take(usize::from(leg.max)).skip(1);
            later.any(|at| at == to).then_some(over)
        })
    }

    /// Returns `true` if a piece may use a path from its square, according to start, zones, marks
    /// and conditions.
    #[inline]
    pub(super) fn path_applies(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        from: Square,
        piece: Piece,
    ) -> bool {
        if let Some(starts) = &path.initial
            && !starts[piece.colour().index()].contains(from)
        {
            return false;
        }
        if path.unmoved && piece.marks() >> MOVED & 1 != 0 {
            return false;
        }
        if path.from.is_some_and(|zone| !zone.contains(from)) {
            return false;
        }
        if path.path.colours.is_some_and(|colours| colours & piece.colour().bit() == 0) {
            return false;
        }
        if path.path.with_mark.is_some_and(|mark| piece.marks() >> mark & 1 == 0) {
            return false;
        }
        if !path.path.circumstances.iter().all(|it| self.circumstance_holds(pos, piece, it)) {
            return false;
        }
        path.path.conditions.iter().all(|condition| {
            if condition.place == ConditionSquare::Onto {
                return true;
            }
            let mut at = from;
            for _ in condition.steps(path.unit.1) {
                let Some(next) = self.t.step(path.unit.0, at) else {
                    return false;
                };
                if !self.t.gates.is_empty() && self.is_stopped(pos, path.unit.0, at) {
                    return false;
                }
                at = next;
                if !self.condition_holds(pos, piece, at, condition) {
                    return false;
                }
            }
            true
        })
    }

    /// Returns `true` if a circumstance holds for a piece.
    pub(super) fn circumstance_holds(
        &self,
        pos: &Position<W>,
        piece: Piece,
        circumstance: &Circumstance,
    ) -> bool {
        // Neutral pieces are moved by the seat to move.
        let owned = piece.colour().index() < self.t.seats;
        let seat = if owned { self.board.controller_of(pos, piece) } else { pos.turn };
        let counter = |number: CounterId| {
            let number = usize::from(number.0);
            let per_seat = self.spec.counters[number].per_seat;
            let values = pos.cold().counters.get(number);
            values.map_or(0, |values| values[if per_seat { seat.index() & 7 } else { 0 }])
        };
        let value = match circumstance.of {
            MeasuredValue::PieceCounter(counter) => {
                self.spec.piece_field(usize::from(counter)).map_or(0, |field| field.of(piece))
            }
            MeasuredValue::Mark(mark) => i32::from(piece.marks() >> mark & 1 != 0),
            MeasuredValue::OnBoard(kind) => {
                let army = pos.of_colours(pos.masks[seat.index() & 7].controls).into_iter();
                let of_kind = |at: &Square| pos.piece(*at).is_some_and(|it| it.kind() == kind);
                army.filter(of_kind).count() as i32
            }
            MeasuredValue::InHand(kind) => pos.cold().hands[seat.index() & 7][kind.index()].into(),
            of_game => of_game.of_game(pos.ply, counter).unwrap_or_default(),
        };
        circumstance.holds(value)
    }

    /// Returns `true` if a standing gate stops a step from a square.
    pub(super) fn is_stopped(&self, pos: &Position<W>, step: u16, from: Square) -> bool {
        let gates = self.t.gates.get(usize::from(step)).map_or(0, |gates| gates[from]);
        gates != 0 && self.any_stands(pos, gates)
    }

    /// Returns `true` if at least one of these gates stands.
    #[cold]
    pub fn any_stands(&self, pos: &Position<W>, gates: Gates) -> bool {
        let counter = |number: usize| pos.cold().counters.get(number).map_or(0, |values| values[0]);
        bits(gates).any(|gate| self.spec.gates[usize::from(gate)].stands(pos.ply, counter))
    }

    fn condition_holds(
        &self,
        pos: &Position<W>,
        piece: Piece,
        at: Square,
        condition: &Condition,
    ) -> bool {
        pos.piece(at).is_some_and(|other| self.meets(pos, piece, other, condition))
    }

    /// Returns `true` if the piece `other` meets a condition of a path.
    pub(super) fn meets(
        &self,
        pos: &Position<W>,
        piece: Piece,
        other: Piece,
        condition: &Condition,
    ) -> bool {
        condition.kinds >> other.kind().0 & 1 != 0
            && (!condition.head_on || other.facing() == piece.facing().reversed())
            && self.board.related(pos, piece, other, condition.relation)
    }

    /// Returns `true` if a piece reaches a square by a path that captures en passant. It does not
    /// matter what is on the square.
    pub(crate) fn en_passant_by_path(
        &self,
        context: &MoveContext<'_, W>,
        from: Square,
        piece: Piece,
        to: Square,
    ) -> bool {
        self.t.class(piece).ep_paths.iter().any(|number| {
            let path = &self.t.paths[usize::from(*number)];
            self.path_leads_onto(context.pos, path, (from, piece), to)
        })
    }

    /// Returns the hurdle of a hop, if there is one that the path's conditions allow.
    #[inline]
    pub(super) fn hurdle(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        (from, piece): (Square, Piece),
        hop: Hop,
    ) -> Option<Square> {
        let hurdle = self.t.rays.first(hop.before, from, &pos.occupied)?;
        self.conditions_hold(pos, path, piece, ConditionSquare::Over, hurdle).then_some(hurdle)
    }

    pub(super) fn conditions_hold(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        piece: Piece,
        place: ConditionSquare,
        at: Square,
    ) -> bool {
        let mut conditions = path.path.conditions.iter().filter(|it| it.place == place);
        conditions.all(|it| self.condition_holds(pos, piece, at, it))
    }

    /// Returns `true` if a path that leads to the square `at` may end there. `capturable` and `own`
    /// are the pieces that the path may capture, before their kinds are tested. If `at` is
    /// `target`, only the path's zone and conditions are tested, and any capture is allowed.
    pub(super) fn may_end(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        piece: Piece,
        (at, blocked): (Square, bool),
        (capturable, own): (&SquareSet<W>, &SquareSet<W>),
        target: Option<Square>,
    ) -> bool {
        if path.to.is_some_and(|zone| !zone.contains(at)) {
            return false;
        }
        if !self.conditions_hold(pos, path, piece, ConditionSquare::Onto, at) {
            return false;
        }
        let Path { take, quiet, swaps, .. } = path.path;
        if target == Some(at) {
            true
        } else if swaps {
            blocked
        } else if !blocked {
            quiet
        } else {
            let enemy = take.enemy && self.may_take(pos, piece, at, capturable);
            let own = take.own && self.may_take(pos, piece, at, own);
            (enemy || own) && !(take.tame && pos.royals.contains(at))
        }
    }

    /// Returns `true` if the piece on `at` is in `among`, and if `piece` may capture this kind of
    /// piece.
    pub(super) fn may_take(
        &self,
        pos: &Position<W>,
        piece: Piece,
        at: Square,
        among: &SquareSet<W>,
    ) -> bool {
        let kinds = self.spec.kind_captures[piece.kind().index()];
        among.contains(at) && pos.piece(at).is_some_and(|victim| kinds >> victim.kind().0 & 1 != 0)
    }
}
