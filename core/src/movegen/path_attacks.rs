//! Attacks by paths. Tests if a piece attacks a square by a path, and finds the squares on which
//! the result depends. Also finds the clause of the path by which a piece makes a move.

use crate::board::{Piece, Square, SquareSet};
use crate::movegen::MoveGen;
use crate::movegen::path_walker::{PathCaptures, PathWalker, VisitedStarts};
use crate::rules::{ClauseId, ConditionSquare, End, Move, MoveKind};
use crate::state::Position;
use crate::tables::{BoardPath, Course};

/// The result of a test for an attack on a square by a path.
pub(crate) struct PathAttack<const W: usize> {
    pub attacks: bool,
    /// The squares on which the result depends. A plain move of another piece can change the result
    /// only if it starts or ends on one of these squares. `None` if the result also depends on
    /// something other than pieces.
    pub depends_on: Option<Dependence<W>>,
}

/// A square that may be attacked.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub square: Square,
    /// The piece on the square, or the piece that a test assumes on the square.
    pub piece: Option<Piece>,
    /// `true` if the piece counts as a royal.
    pub royal: bool,
}

/// The squares that a result depends on.
#[derive(Clone, Copy)]
pub(crate) struct Dependence<const W: usize> {
    /// The result may change if a piece leaves one of these squares.
    pub left: SquareSet<W>,
    /// The result may change if a piece arrives on one of these squares.
    pub entered: SquareSet<W>,
}

impl<const W: usize> Dependence<W> {
    const NONE: Self = Self { left: SquareSet::EMPTY, entered: SquareSet::EMPTY };
}

impl<const W: usize> MoveGen<'_, W> {
    /// Returns `true` if a piece on `from` could capture some piece on `square` by a path. The
    /// result does not depend on the piece that stands on `square`.
    pub fn reaches_by_path(&self, pos: &Position<W>, from: Square, square: Square) -> bool {
        let target = Target { square, piece: pos.piece(square), royal: false };
        self.attacks_by_path(pos, from, target, &pos.occupied)
    }

    /// Returns the square as a target. If `victim` is given, the target contains this piece instead
    /// of the piece on the square. An empty square is treated like a square with a royal.
    pub(crate) fn target(
        &self,
        pos: &Position<W>,
        square: Square,
        victim: Option<Piece>,
    ) -> Target {
        let piece = victim.or_else(|| pos.piece(square));
        Target { square, piece, royal: piece.is_none_or(|piece| self.t.profile(piece).royal) }
    }

    /// Returns `true` if a piece could attack a square by a path in at least one arrangement of the
    /// other pieces.
    #[inline(always)]
    pub fn paths_reach(&self, pos: &Position<W>, from: Square, square: Square) -> bool {
        let reached = |piece| self.t.class(piece).path_reach[from].contains(square);
        pos.piece(from).is_some_and(reached)
    }

    /// Tests if a piece attacks a square by a path, and finds the squares that the result depends
    /// on.
    #[inline(never)]
    pub(crate) fn path_attack(
        &self,
        pos: &Position<W>,
        from: Square,
        target: Target,
        occupied: &SquareSet<W>,
    ) -> PathAttack<W> {
        let mut all = Some(Dependence::NONE);
        let attacks = self.path_attack_noting(pos, from, target, occupied, |depends_on| {
            match (&mut all, depends_on) {
                (Some(all), Some(Dependence { left, entered })) => {
                    all.left |= left;
                    all.entered |= entered;
                }
                _ => all = None,
            }
        });
        PathAttack { attacks, depends_on: all }
    }

    /// Returns `true` if a piece attacks a square by a path.
    pub(crate) fn attacks_by_path(
        &self,
        pos: &Position<W>,
        from: Square,
        target: Target,
        occupied: &SquareSet<W>,
    ) -> bool {
        self.path_attack_noting(pos, from, target, occupied, |_| {})
    }

    /// Returns `true` if a piece attacks a square by a path. Calls `note` with the squares that the
    /// result depends on, part by part.
    #[inline(always)]
    fn path_attack_noting(
        &self,
        pos: &Position<W>,
        from: Square,
        Target { square, piece: victim, royal }: Target,
        occupied: &SquareSet<W>,
        mut note: impl FnMut(Option<Dependence<W>>),
    ) -> bool {
        let Some(piece) = pos.piece(from) else { return false };
        let enter = self.t.profile(piece).enter;
        for number in &self.t.class(piece).paths {
            let path = &self.t.paths[usize::from(*number)];
            if path.reached.as_ref().is_some_and(|reached| !reached[from].contains(square)) {
                continue;
            }
            let take = path.path.take;
            let captures_at_end =
                !path.path.swaps && (take.enemy && !(take.tame && royal) || take.checks_only);
            let on_way = path.legs.iter().rev().skip(1).any(|leg| leg.end == End::Enemy);
            if !captures_at_end && !on_way {
                continue;
            }
            if !path.path.circumstances.is_empty() {
                note(None);
            }
            if !path.unconditional {
                let squares = self.looked_at(path, from);
                note(Some(Dependence { left: squares, entered: squares }));
            }
            if !path.unconditional && !self.path_applies(pos, path, from, piece) {
                continue;
            }
            if let Some((open, depends_on)) =
                self.course_onto(path, pos, (from, piece), square, occupied)
            {
                note(Some(depends_on));
                let mut onto =
                    path.path.conditions.iter().filter(|it| it.place == ConditionSquare::Onto);
                if open
                    && path.to.is_none_or(|zone| zone.contains(square))
                    && onto.all(|it| victim.is_some_and(|on| self.meets(pos, piece, on, it)))
                {
                    return true;
                }
                continue;
            }
            let (leads, passed) =
                self.leads_to(pos, path, (from, piece), square, occupied, |end, taken| {
                    if taken.contains(&Some(square)) {
                        enter.is_none_or(|enter| enter.contains(end))
                    } else {
                        captures_at_end && end == square
                    }
                });
            note(Some(Dependence { left: passed, entered: passed }));
            if leads {
                return true;
            }
        }
        false
    }

    /// Tests if a path leads to a square, without walking the path. Returns the result and the
    /// squares that the result depends on. Returns `None` if the path has to be walked.
    #[inline(always)]
    fn course_onto(
        &self,
        path: &BoardPath<W>,
        pos: &Position<W>,
        (from, piece): (Square, Piece),
        square: Square,
        occupied: &SquareSet<W>,
    ) -> Option<(bool, Dependence<W>)> {
        let none = SquareSet::EMPTY;
        match &path.course {
            Course::Walked => None,
            Course::Fixed(ways) => {
                let Some(way) = ways[from].as_ref().filter(|way| way.to == square) else {
                    return Some((false, Dependence::NONE));
                };
                let (full, missing) = way.obstacles(occupied);
                Some(if full.is_empty() && missing.is_empty() {
                    (true, Dependence { left: way.hurdles, entered: way.empty })
                } else if full.many() || missing.many() {
                    // A plain move vacates one square and fills one square, so it can't remove two
                    // obstacles of the same type.
                    (false, Dependence::NONE)
                } else {
                    (false, Dependence { left: full, entered: missing })
                })
            }
            Course::Ride(ray) => {
                if !self.t.rays.reach(*ray, from).contains(square) {
                    return Some((false, Dependence::NONE));
                }
                let between = self.t.rays.between(*ray, from, square);
                let pieces = between & *occupied;
                Some(if pieces.is_empty() {
                    (true, Dependence { left: none, entered: between })
                } else if pieces.many() {
                    (false, Dependence::NONE)
                } else {
                    (false, Dependence { left: pieces, entered: none })
                })
            }
            Course::Hop(hop) => {
                let rays = &self.t.rays;
                let between = rays.between(hop.whole, from, square);
                let hurdles =
                    between & *rays.reach(hop.before, from) & *rays.back(hop.after, square);
                let pieces = between & *occupied;
                let Some(first) = pieces.lowest() else {
                    return Some((false, Dependence { left: none, entered: hurdles }));
                };
                let alone = !pieces.many();
                let over = alone
                    && hurdles.contains(first)
                    && self.conditions_hold(pos, path, piece, ConditionSquare::Over, first);
                let depends_on = if alone {
                    // Another piece may also capture the piece in between and then stand in its
                    // place.
                    Dependence { left: pieces, entered: between }
                } else if pieces.len() == 2 {
                    Dependence { left: pieces, entered: none }
                } else {
                    Dependence::NONE
                };
                Some((over, depends_on))
            }
        }
    }

    /// Returns the clause of the path by which a piece makes a move. Finds the path, because plain
    /// moves do not contain the number of their path. If several paths lead to the same move, the
    /// path that was declared first counts.
    pub fn clause_of(&self, pos: &Position<W>, piece: Piece, mv: Move) -> Option<ClauseId> {
        let (from, to) = (mv.from, mv.to);
        let cited = self.t.class(piece).cited.from(from);
        if cited.is_empty() {
            return None;
        }
        let double = matches!(mv.kind, MoveKind::Double { .. });
        // A path may lead back to the piece's own square.
        let blocked = to != from && pos.occupied.contains(to);
        let masks = &pos.masks[self.board.controller_of(pos, piece).index()];
        let (capturable, own) = (pos.pieces_in(masks.capturable), pos.of_colours(masks.controls));
        let made_by =
            cited.iter().map(|number| &self.t.paths[usize::from(*number)]).find(|path| {
                let makes_such = match mv.kind {
                    MoveKind::Plain | MoveKind::Double { .. } => {
                        self.skipped_first(path, from, to).is_some() == double
                            && self.may_end(
                                pos,
                                path,
                                piece,
                                (to, blocked),
                                (&capturable, &own),
                                None,
                            )
                    }
                    MoveKind::EnPassant => path.path.en_passant,
                    MoveKind::Path { .. } | MoveKind::Castle(_) | MoveKind::Extra(_) => false,
                };
                makes_such && self.path_leads_onto(pos, path, (from, piece), to)
            })?;
        made_by.path.clause
    }

    /// Returns `true` if a piece may use a path, and if the path leads to the square `to` and
    /// captures nothing on the way. The content of `to` is ignored.
    pub(super) fn path_leads_onto(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        (from, piece): (Square, Piece),
        to: Square,
    ) -> bool {
        let occupied = &pos.occupied;
        self.path_applies(pos, path, from, piece)
            && match self.course_onto(path, pos, (from, piece), to, occupied) {
                Some((open, _)) => open,
                None => {
                    let wanted = |end, taken| end == to && taken == [None; 2];
                    self.leads_to(pos, path, (from, piece), to, occupied, wanted).0
                }
            }
    }

    /// Returns the squares whose pieces decide if a piece on `from` may use a path at all.
    fn looked_at(&self, path: &BoardPath<W>, from: Square) -> SquareSet<W> {
        let mut squares = SquareSet::EMPTY;
        for condition in path.path.conditions.iter().filter(|it| it.place != ConditionSquare::Onto)
        {
            let mut at = from;
            for _ in condition.steps(path.unit.1) {
                let Some(next) = self.t.step(path.unit.0, at) else { break };
                at = next;
                squares.insert(at);
            }
        }
        squares
    }

    /// Walks a path of a piece. Returns a flag, and the squares that the walk has looked at. The
    /// flag is `true` if the path has an end for which `wanted` returns `true`. The walk treats the
    /// piece on `target` as capturable, so the path may end on `target` even if the rules forbid
    /// the capture.
    fn leads_to(
        &self,
        pos: &Position<W>,
        path: &BoardPath<W>,
        (from, piece): (Square, Piece),
        target: Square,
        occupied: &SquareSet<W>,
        wanted: impl Fn(Square, PathCaptures) -> bool,
    ) -> (bool, SquareSet<W>) {
        let masks = &pos.masks[self.board.controller_of(pos, piece).index()];
        let none = SquareSet::EMPTY;
        let (capturable, own) = if pos.pieces_in(masks.captures).contains(from) {
            (pos.pieces_in(masks.capturable), pos.of_colours(masks.controls))
        } else {
            (none, none)
        };
        let mut hit = false;
        let mut walker = PathWalker {
            movegen: self,
            pos,
            occupied,
            capturable,
            own,
            target: Some(target),
            path,
            from,
            piece,
            takes: [None; 2],
            visited: VisitedStarts::new(),
            passed: SquareSet::EMPTY,
            found: |to: Square, taken: PathCaptures| hit |= wanted(to, taken),
        };
        walker.leg(0, from, !path.through_gate);
        let passed = walker.passed;
        (hit, passed)
    }
}
