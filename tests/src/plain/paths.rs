//! The ends and the attacks of the paths of pieces. Each path is followed leg by leg from the
//! square of its piece.

use std::collections::BTreeSet;

use quadrille_core::board::MOVED;
use quadrille_core::rules::{
    Circumstance, Condition, ConditionSquare, End, MeasuredValue, Path, Relation,
};
use quadrille_core::rules::{Royals, Shuffle};
use quadrille_core::{Piece, Protect, Seat, Square};

use super::{Checks, PathEnd, Plain};

impl<'a> Plain<'a> {
    /// Returns the paths that a piece may try from its square.
    pub(super) fn paths(
        &self,
        from: Square,
        piece: Piece,
    ) -> impl Iterator<Item = (usize, &'a Path)> {
        let paths = &self.spec.kinds[piece.kind().index()].paths;
        let has_mark = move |mark: u8| piece.marks() >> mark & 1 != 0;
        let for_colour = move |path: &Path| {
            path.colours.is_none_or(|colours| colours & piece.colour().bit() != 0)
        };
        let bound = paths
            .iter()
            .any(|path| path.exclusive && for_colour(path) && path.with_mark.is_some_and(has_mark));
        paths.iter().enumerate().filter(move |(_, path)| {
            (path.exclusive || !bound)
                && for_colour(path)
                && path.with_mark.is_none_or(has_mark)
                && path.from.is_none_or(|zone| zone.contains(from))
                && (!path.initial || self.at_start(from, piece))
                && path.circumstances.iter().all(|circumstance| self.holds(piece, circumstance))
                && path.conditions.iter().all(|c| self.condition_on_path(path, from, piece, c))
        })
    }

    /// Returns `true` if the condition of a path on the state of the game holds for a piece.
    pub(super) fn holds(&self, piece: Piece, circumstance: &Circumstance) -> bool {
        let owner = self.controller(piece.colour());
        let seat = self.unowned(piece).map_or(owner, |_| self.setup.turn);
        let value = match circumstance.of {
            MeasuredValue::Counter(counter) => {
                let number = usize::from(counter.0);
                let values = &self.setup.counters[number];
                let per_seat = self.spec.counters[number].per_seat;
                let place = if per_seat { seat.index() } else { 0 };
                values.get(place).copied().unwrap_or(0)
            }
            MeasuredValue::PieceCounter(number) => {
                self.spec.piece_field(number.into()).expect("a counter of pieces").of(piece)
            }
            MeasuredValue::Mark(mark) => i32::from(piece.marks() >> mark & 1 != 0),
            MeasuredValue::OnBoard(kind) => {
                let theirs = self.pieces.values().filter(|other| {
                    other.kind() == kind && self.controller(other.colour()) == seat
                });
                theirs.count() as i32
            }
            MeasuredValue::InHand(kind) => {
                self.setup.hands.get(seat.index()).map_or(0, |held| held[kind.index()].into())
            }
            MeasuredValue::Ply => self.setup.ply as i32,
            MeasuredValue::PliesSince(counter) => {
                self.setup.ply as i32 - self.setup.counters[usize::from(counter.0)][0]
            }
        };
        circumstance.least <= value && value <= circumstance.most
    }

    pub(super) fn at_start(&self, from: Square, piece: Piece) -> bool {
        if self.spec.initial_by_mark >> piece.kind().0 & 1 != 0 {
            return piece.marks() >> MOVED & 1 == 0;
        }
        let shuffled = self.spec.shuffles.iter().flat_map(Shuffle::placements);
        self.spec
            .array
            .iter()
            .copied()
            .chain(shuffled)
            .any(|(square, first)| square == from && first.profile() == piece.profile())
    }

    pub(super) fn condition_on_path(
        &self,
        path: &Path,
        from: Square,
        piece: Piece,
        c: &Condition,
    ) -> bool {
        let first = path.legs[0];
        let (units, unit) = first.vector.turned(piece.facing()).unit();
        let passed = match c.place {
            ConditionSquare::Onto => return true,
            ConditionSquare::Ahead => 1..=1,
            // Hurdles are tested when they are found.
            ConditionSquare::Over if path.hops() => return true,
            ConditionSquare::Over => {
                1..=(u16::from(units) * u16::from(first.max.min(32))).saturating_sub(1)
            }
        };
        let mut at = from;
        passed.into_iter().all(|_| match self.board.step(at, unit) {
            Some(next) => {
                at = next;
                self.condition_holds(at, piece, c)
            }
            None => false,
        })
    }

    pub(super) fn condition_holds(&self, at: Square, piece: Piece, c: &Condition) -> bool {
        self.pieces.get(&at).is_some_and(|other| {
            c.kinds >> other.kind().0 & 1 != 0
                && (!c.head_on || other.facing() == piece.facing().reversed())
                && self.relation(piece, *other, c.relation)
        })
    }

    pub(super) fn relation(&self, piece: Piece, other: Piece, relation: Relation) -> bool {
        let (a, b) = (self.controller(piece.colour()), self.controller(other.colour()));
        match relation {
            Relation::Own => a == b,
            Relation::Partner => self.partners(a, b),
            Relation::Friend => a == b || self.partners(a, b),
            Relation::Enemy => a != b && !self.partners(a, b),
            Relation::Anyone => true,
            Relation::Colours(colours) => colours >> other.colour().0 & 1 != 0,
        }
    }

    /// Returns all ends of a path, whatever stands on the last square. `takes` returns `true` for a
    /// square on which the piece may capture on the way.
    pub(super) fn path_ends(
        &self,
        from: Square,
        piece: Piece,
        path: &Path,
        takes: &dyn Fn(Square) -> bool,
    ) -> Vec<PathEnd> {
        let mut heads: Vec<PathEnd> = vec![(from, [None; 2])];
        let leads_over = |square: &Square| path.along.is_none_or(|along| along.contains(*square));
        if !path.turns.is_empty() {
            let mut found = BTreeSet::from([from]);
            let mut last = found.clone();
            for _ in 0..u32::from(path.legs[0].max).max(1024 * u32::from(path.legs[0].max == 255)) {
                let open = last.iter().filter(|at| self.empty(from, **at, [None; 2]));
                let next = open.flat_map(|at| {
                    let turns = path.turns.iter().map(|turn| turn.turned(piece.facing()));
                    turns.filter_map(|turn| self.board.step(*at, turn)).filter(leads_over)
                });
                last = next.filter(|to| !found.contains(to)).collect();
                found.extend(&last);
            }
            found.remove(&from);
            heads = found.into_iter().map(|to| (to, [None; 2])).collect();
        }
        let legs = if path.turns.is_empty() { path.legs.as_slice() } else { &[] };
        for (number, leg) in legs.iter().enumerate() {
            let vector = leg.vector.turned(piece.facing());
            let mut reached: Vec<PathEnd> = Vec::new();
            for (start, taken) in &heads {
                let empty = |square: Square| self.empty(from, square, *taken);
                let mut at = *start;
                for count in 1..=leg.max {
                    let Some(next) = self.board.step(at, vector) else { break };
                    // A ride around the board ends at its start.
                    if next == *start || !leads_over(&next) {
                        break;
                    }
                    at = next;
                    if count >= leg.min {
                        reached.push((at, *taken));
                    }
                    if !empty(at) {
                        break;
                    }
                }
            }
            if number + 1 == path.legs.len() {
                heads = reached;
                break;
            }
            heads = Vec::new();
            let hurdle = |at: Square| {
                let over = path.conditions.iter().filter(|c| c.place == ConditionSquare::Over);
                over.into_iter().all(|c| self.condition_holds(at, piece, c))
            };
            for (at, taken) in reached {
                let empty = self.empty(from, at, taken);
                let friend = || {
                    let other = self.pieces.get(&at);
                    other.is_some_and(|other| self.relation(piece, *other, Relation::Friend))
                };
                let goes_on = match leg.end {
                    End::Empty => empty.then_some(taken),
                    End::Any => Some(taken),
                    End::Occupied => (!empty && hurdle(at)).then_some(taken),
                    End::Friend => (!empty && friend() && hurdle(at)).then_some(taken),
                    End::Enemy if !empty && takes(at) => match taken {
                        [None, _] => Some([Some(at), None]),
                        [first, None] => Some([first, Some(at)]),
                        _ => None,
                    },
                    End::Enemy => None,
                };
                heads.extend(goes_on.map(|taken| (at, taken)));
            }
            heads.sort();
            heads.dedup();
        }
        heads.retain(|(to, _)| {
            let mut limits = self.spec.entry_limits.iter();
            let open = !limits.clone().any(|it| it.kind == piece.kind() && it.zone.contains(*to))
                || limits.any(|it| {
                    it.kind == piece.kind()
                        && it.zone.contains(*to)
                        && it.circumstances.iter().all(|it| self.holds(piece, it))
                });
            let onto = path.conditions.iter().filter(|c| c.place == ConditionSquare::Onto);
            open && path.to.is_none_or(|zone| zone.contains(*to))
                && onto.into_iter().all(|c| self.condition_holds(*to, piece, c))
        });
        heads
    }

    /// Returns `true` if a square is empty after a piece has left `from` and has captured on the
    /// squares `taken`.
    pub(super) fn empty(&self, from: Square, square: Square, taken: [Option<Square>; 2]) -> bool {
        square == from || taken.contains(&Some(square)) || !self.pieces.contains_key(&square)
    }

    /// Returns `true` if a path may end on its last square. This depends on the piece on that
    /// square.
    pub(super) fn may_end(
        &self,
        from: Square,
        piece: Piece,
        path: &Path,
        (to, taken): PathEnd,
    ) -> bool {
        let empty = self.empty(from, to, taken);
        if path.swaps {
            return !empty;
        }
        if empty {
            return path.quiet;
        }
        let Some(victim) = self.pieces.get(&to) else { return false };
        let own = self.controller(victim.colour()) == self.controller(piece.colour())
            && self.abilities(piece).captures
            && self.kind_captures(piece, *victim);
        let takes = path.take.enemy && self.may_capture(piece, to) || path.take.own && own;
        takes && !(path.take.tame && self.royal(*victim))
    }

    // Methods for attacks and checks.

    /// Returns `true` if a piece on `from` attacks `target`. `victim` is the piece on `target`, or
    /// a piece that is assumed to be there.
    pub(super) fn attacks(
        &self,
        from: Square,
        piece: Piece,
        target: Square,
        victim: Piece,
    ) -> bool {
        if !self.kind_captures(piece, victim) || self.restricted(piece, target) {
            return false;
        }
        let takes = |square: Square| square == target || self.may_capture_on_path(piece, square);
        self.paths(from, piece).any(|(_, path)| {
            self.path_ends(from, piece, path, &takes).into_iter().any(|(to, taken)| {
                if taken.contains(&Some(target)) {
                    return !self.restricted(piece, to)
                        && self.may_end(from, piece, path, (to, taken));
                }
                let captures = path.take.enemy && !(path.take.tame && self.royal(victim));
                to == target && !path.swaps && (captures || path.take.checks_only)
            })
        })
    }

    /// Returns the squares of the pieces that would give check to `owner` if `victim` were a royal
    /// of `owner` on the square `target`.
    pub(super) fn attackers(&self, owner: Seat, target: Square, victim: Piece) -> BTreeSet<Square> {
        let pieces = self.pieces.iter().filter(|(_, piece)| {
            self.abilities(**piece).checks
                && self.related_to(self.controller(piece.colour()), owner, false)
        });
        pieces
            .filter(|(from, piece)| self.attacks(**from, **piece, target, victim))
            .filter(|(from, piece)| !self.would_lose_royal(**from, **piece, target))
            .map(|(from, _)| *from)
            .collect()
    }

    /// Returns `true` if the blast of a capture on `target` would remove a royal that the capturing
    /// side has to protect.
    fn would_lose_royal(&self, from: Square, piece: Piece, target: Square) -> bool {
        let Some(blast) = &self.spec.blast else { return false };
        let seat = self.controller(piece.colour());
        let mut after = self.clone();
        for (square, _) in self.reached(piece, target) {
            if square != from {
                after.pieces.remove(&square);
            }
        }
        if blast.captor {
            after.pieces.remove(&from);
        }
        self.seats().any(|owner| {
            self.spec.protect[seat.index()][owner.index()] != Protect::None
                && self.loses_royal(&after, seat, owner)
        })
    }

    /// Returns `true` if `owner` is on the side of `seat` and has lost a royal that the rules do
    /// not allow it to lose.
    pub(super) fn loses_royal(&self, after: &Self, seat: Seat, owner: Seat) -> bool {
        let (had, has) = (self.at_stake(owner).len(), after.at_stake(owner).len());
        self.spec.team(seat) == self.spec.team(owner)
            && has < had
            && (has == 0 || self.spec.royals == Royals::Any)
    }

    /// Returns the royals of a seat that can be in check.
    fn at_stake(&self, owner: Seat) -> Vec<(Square, Piece)> {
        let royals = self.pieces.iter().filter(|(_, piece)| {
            self.royal(**piece)
                && self.controller(piece.colour()) == owner
                && self.abilities(**piece).checkable
        });
        royals.map(|(square, piece)| (*square, *piece)).collect()
    }

    /// Returns each royal of a seat that can be in check, with its attackers. Attackers whose
    /// attack is not a check under the rules are left out.
    pub(super) fn checks(&self, owner: Seat) -> Checks {
        let royals = self.at_stake(owner).into_iter();
        let mut checks: Checks =
            royals.map(|(square, piece)| (square, self.attackers(owner, square, piece))).collect();
        let counts = match self.spec.royals {
            Royals::Any => true,
            Royals::All => checks.iter().all(|(_, by)| !by.is_empty()),
            Royals::Last => checks.len() == 1,
        };
        if !counts {
            checks.iter_mut().for_each(|(_, by)| by.clear());
        }
        checks
    }

    /// Returns `true` if a seat is in check.
    #[must_use]
    pub fn in_check(&self, owner: Seat) -> bool {
        self.checks(owner).iter().any(|(_, by)| !by.is_empty())
    }
}
