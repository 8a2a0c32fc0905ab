//! Builds classes of movement. A class is the movement that pieces of one kind and facing have on a
//! board.
//!
//! Movements that depend on the board alone become leap tables and rays. All others become paths.
//! Leaps and rays are built for a board on which all gates are closed. For movement through a gate,
//! there are additional paths, which can be used only while the gate is open. Movement that meets
//! no gate is therefore as fast as in a ruleset without gates.

use std::collections::HashMap;

use crate::board::{
    Facing, Geometry, Kind, MAX_SEATS, MAX_SIDE, Square, SquareMap, SquareSet, Vector,
};
use crate::rules::{ConditionSquare, End, Gates, Leg, Path, Shuffle, Spec};
use crate::tables::{
    BoardLeg, BoardPath, BySquare, Class, Course, Hop, LameLeaps, PathStart, RayBuilder, RideOnto,
    TableBudget, TablesTooLarge, Way,
};

/// If a ride within zones has at most this many steps, it is tabulated as leaps.
const MAX_ZONE_RIDE_STEPS: u8 = 3;

/// A leap that consists of several steps, or whose start or end is limited to zones.
struct Jump<const W: usize> {
    steps: Vec<Vector>,
    from: Option<SquareSet<W>>,
    to: Option<SquareSet<W>>,
}

/// Returns `true` if a square is in a zone, or if there is no zone.
fn within<const W: usize>(zone: Option<SquareSet<W>>, square: Square) -> bool {
    zone.is_none_or(|zone| zone.contains(square))
}

/// A builder of classes, and of the tables that the classes share.
pub(crate) struct ClassBuilder<'a, const W: usize> {
    spec: &'a Spec,
    /// The board while all gates stand. Leaps and rays are built for this board.
    closed: &'a Geometry,
    pub rays: RayBuilder<'a>,
    pub leaps: Vec<SquareMap<SquareSet<W>, W>>,
    leap_ids: HashMap<SquareMap<SquareSet<W>, W>, u16>,
    /// For each step, by its number, the target from each square if all gates are open.
    pub steps: Vec<SquareMap<Option<Square>, W>>,
    /// For each step, by its number, and each square, the gates that would stop the step from this
    /// square. Empty if there are no gates.
    pub gates: Vec<SquareMap<Gates, W>>,
    step_ids: HashMap<Vector, u16>,
    pub budget: TableBudget,
}

impl<'a, const W: usize> ClassBuilder<'a, W> {
    /// Returns a builder for the board of a description. `closed` is the same board with all gates
    /// standing.
    pub fn new(spec: &'a Spec, closed: &'a Geometry, budget: TableBudget) -> Self {
        Self {
            spec,
            closed,
            rays: RayBuilder::new(closed),
            leaps: Vec::new(),
            leap_ids: HashMap::new(),
            steps: Vec::new(),
            gates: Vec::new(),
            step_ids: HashMap::new(),
            budget,
        }
    }

    /// Returns the end of a sequence of steps from a square, or `None` if the sequence leaves the
    /// board.
    fn jump(board: &Geometry, from: Square, steps: &[Vector]) -> Option<Square> {
        steps.iter().try_fold(from, |at, step| board.step(at, *step))
    }

    /// Returns `true` if at least one gate on the board stops at least one step of a path.
    fn is_path_gated(&mut self, path: &Path, facing: Facing) -> bool {
        !self.spec.gates.is_empty()
            && path.legs.iter().map(|leg| leg.vector).chain(path.turns.iter().copied()).any(
                |vector| {
                    let step = self.step_table(vector.turned(facing));
                    self.is_gated(step)
                },
            )
    }

    /// Returns `true` if at least one gate on the board stops a step with this number.
    fn is_gated(&self, step: u16) -> bool {
        let gates = self.gates.get(usize::from(step));
        gates.is_some_and(|gates| self.closed.squares().any(|from| gates[from] != 0))
    }

    /// Returns a path as a jump, if the path's end depends only on the board and the path's zones.
    /// Returns `None` for any other path. Also returns `None` if the path leads from some square
    /// back to this square, because a leap can't end on its start.
    fn as_jump(&self, path: &Path, facing: Facing) -> Option<Jump<W>> {
        if !path.is_jump() || path.en_passant {
            return None;
        }
        let steps: Vec<_> = path.legs.iter().map(|leg| leg.vector.turned(facing)).collect();
        let returns = |from: Square| Self::jump(&self.spec.geometry, from, &steps) == Some(from);
        let [from, to] = [path.from, path.to].map(|zone| zone.map(|zone| zone.resize()));
        (!self.closed.all().into_iter().any(returns)).then_some(Jump { steps, from, to })
    }

    /// Returns the number of the leap table with these vectors and jumps. If there is no such table
    /// yet, builds it.
    fn leap(&mut self, vectors: &[Vector], jumps: &[Jump<W>]) -> Option<u16> {
        if vectors.is_empty() && jumps.is_empty() {
            return None;
        }
        let table = SquareMap::of(self.closed, |from| {
            let steps = vectors.iter().filter_map(|v| self.closed.step(from, *v));
            let begin = jumps.iter().filter(|jump| within(jump.from, from));
            let jumps = begin.filter_map(|jump| {
                Self::jump(self.closed, from, &jump.steps).filter(|to| within(jump.to, *to))
            });
            steps.chain(jumps).collect::<SquareSet<W>>()
        });
        let next = self.leaps.len() as u16;
        let id = *self.leap_ids.entry(table.clone()).or_insert(next);
        if id == next {
            self.leaps.push(table);
        }
        Some(id)
    }

    /// Splits a short ride within zones into lame leaps, one for each length. The leaps are
    /// tabulated, so this is faster. Returns any other path unchanged. If the class captures en
    /// passant, returns every path unchanged, because a leap of two squares would then become a
    /// double step.
    fn by_length(&mut self, path: &Path, facing: Facing, uses_en_passant: bool) -> Vec<Path> {
        let short = match path.legs[..] {
            [leg] => leg.min == 1 && (2..=MAX_ZONE_RIDE_STEPS).contains(&leg.max),
            _ => false,
        };
        let within_zones = path.is_plain_in_zones() && !path.is_plain() && !path.initial;
        if !short || !within_zones || uses_en_passant || self.is_path_gated(path, facing) {
            return vec![path.clone()];
        }
        let of_length = |length| {
            let mut path = path.clone();
            (path.legs[0].min, path.legs[0].max) = (length, length);
            path
        };
        (1..=path.legs[0].max).map(of_length).collect()
    }

    /// Returns the course of a path over the board.
    ///
    /// # Errors
    /// Returns a [`TablesTooLarge`] if the budget is exceeded.
    fn course(
        &mut self,
        path: &Path,
        facing: Facing,
        gated: bool,
    ) -> Result<Course<W>, TablesTooLarge> {
        let turns = &path.legs[..path.legs.len() - 1];
        if gated || path.en_passant || !path.turns.is_empty() {
            return Ok(Course::Walked);
        }
        if let [leg] = path.legs[..]
            && leg.min == 1
            && leg.max > 1
            && let Some(ray) = self.rays.ray_along(leg.vector.turned(facing), leg.max, path.along)
        {
            return Ok(Course::Ride(ray));
        }
        let over = path.conditions.iter().any(|condition| condition.place == ConditionSquare::Over);
        if let [before, after] = path.legs[..]
            && before.vector == after.vector
            && (before.min, before.end, after.min) == (1, End::Occupied, 1)
            && path.along.is_none()
            && let Some(hop) = self.hop(before.vector.turned(facing), before.max, after.max)
        {
            return Ok(Course::Hop(hop));
        }
        let as_expected = |leg: &Leg| {
            leg.end == End::Empty || leg.end == End::Any || leg.end == End::Occupied && !over
        };
        if path.legs.iter().all(|leg| leg.min == leg.max) && turns.iter().all(as_expected) {
            self.budget.charge(1, SquareMap::<Option<Way<W>>, W>::BYTES)?;
            Ok(self.ways(path, facing).map_or(Course::Walked, Course::Fixed))
        } else {
            Ok(Course::Walked)
        }
    }

    /// Returns the rays of a hop, or `None` if there are too many rays.
    fn hop(&mut self, vector: Vector, before: u8, after: u8) -> Option<Hop> {
        Some(Hop {
            before: self.rays.ray(vector, before)?,
            after: self.rays.ray(vector, after)?,
            whole: self.rays.ray(vector, before.saturating_add(after))?,
        })
    }

    /// Returns the ways of a path whose legs have fixed lengths: the way from each square. Returns
    /// `None` for a path of several legs that passes a square twice.
    fn ways(&self, path: &Path, facing: Facing) -> Option<SquareMap<Option<Way<W>>, W>> {
        let starts = path.from.map(|zone| zone.resize::<W>());
        let ends = path.to.map(|zone| zone.resize::<W>());
        let along = path.along.map(|zone| zone.resize::<W>());
        let mut again = false;
        let mut way = |from: Square| {
            if starts.is_some_and(|starts| !starts.contains(from)) {
                return None;
            }
            let mut way = Way { empty: SquareSet::EMPTY, hurdles: SquareSet::EMPTY, to: from };
            let mut passed = SquareSet::<W>::of(from);
            for (number, leg) in path.legs.iter().enumerate() {
                let vector = leg.vector.turned(facing);
                for count in 1..=leg.max {
                    way.to = self.closed.step(way.to, vector).filter(|to| within(along, *to))?;
                    if passed.contains(way.to) {
                        // A ride around the board ends on its start.
                        again |= path.legs.len() > 1;
                        return None;
                    }
                    passed.insert(way.to);
                    match leg.end {
                        _ if count < leg.max => way.empty.insert(way.to),
                        _ if number + 1 == path.legs.len() => {}
                        End::Empty => way.empty.insert(way.to),
                        End::Occupied => way.hurdles.insert(way.to),
                        _ => {}
                    }
                }
            }
            ends.is_none_or(|ends| ends.contains(way.to)).then_some(way)
        };
        let ways = SquareMap::of(self.closed, &mut way);
        (!again).then_some(ways)
    }

    fn step_table(&mut self, vector: Vector) -> u16 {
        if let Some(id) = self.step_ids.get(&vector) {
            return *id;
        }
        let open = &self.spec.geometry;
        let table = SquareMap::of(open, |from| open.step(from, vector));
        let id = self.steps.len() as u16;
        self.steps.push(table);
        if !self.spec.gates.is_empty() {
            self.gates.push(SquareMap::of(open, |from| self.spec.gates_across(from, vector)));
        }
        self.step_ids.insert(vector, id);
        id
    }

    /// Returns all classes, and the paths of the board. The first half of the classes is for free
    /// pieces, by kind and facing. The second half is for pieces that are bound to exclusive
    /// movements.
    ///
    /// # Errors
    /// Returns a [`TablesTooLarge`] if the budget is exceeded.
    pub fn classes(&mut self) -> Result<(Vec<Class<W>>, Vec<BoardPath<W>>), TablesTooLarge> {
        let spec = self.spec;
        let mut paths = Vec::new();
        let mut classes = Vec::new();
        let mut array = spec.array.clone();
        array.extend(spec.shuffles.iter().flat_map(Shuffle::placements));
        array.sort_unstable();
        array.dedup();
        let kinds = || (0..spec.kinds.len() as u8).map(Kind);
        let free = kinds().map(|kind| (kind, false));
        let bound = kinds().map(|kind| (kind, true));
        for (kind, bound) in free.chain(bound) {
            let of_kind = spec.divided_paths(kind);
            for facing in Facing::ALL {
                let mut starts = [SquareSet::EMPTY; MAX_SEATS];
                for (square, piece) in &array {
                    if piece.kind() == kind && piece.facing() == facing {
                        starts[piece.colour().index()].insert(*square);
                    }
                }
                let unmoved = spec.initial_by_mark >> kind.0 & 1 != 0;
                let class = self.class(&of_kind, bound, facing, &starts, unmoved, &mut paths)?;
                classes.push(class);
            }
        }
        Ok((classes, paths))
    }

    /// Returns the class of a kind and facing. If `bound` is `true`, this is the class of pieces
    /// that are bound to exclusive movements. Otherwise it is the class of free pieces.
    fn class(
        &mut self,
        kind: &[Path],
        bound: bool,
        facing: Facing,
        starts: &[SquareSet<W>; MAX_SEATS],
        unmoved: bool,
        board_paths: &mut Vec<BoardPath<W>>,
    ) -> Result<Class<W>, TablesTooLarge> {
        let uses_en_passant = kind.iter().any(|path| path.en_passant);
        let paths = kind.iter().filter(|path| {
            if bound { path.exclusive } else { !path.exclusive || path.with_mark.is_none() }
        });
        let paths: Vec<Path> =
            paths.flat_map(|path| self.by_length(path, facing, uses_en_passant)).collect();
        let mut class = Class { uses_en_passant, ..Class::default() };
        let mut leaps: [Vec<Vector>; 4] = Default::default();
        let mut jumps: [Vec<Jump<W>>; 3] = Default::default();
        // As with leaps: move or capture, move only, capture only.
        let mut rides: [Vec<u8>; 3] = Default::default();
        let mut cited_paths = Vec::new();
        for path in &paths {
            let first = path.legs[0];
            let vector = first.vector.turned(facing);
            let plain_take = !path.take.own && !path.take.tame && !path.take.checks_only;
            let cited = path.clause.is_some();
            let gated = self.is_path_gated(path, facing);
            // The engine looks up the clause of a move by the path that describes the whole
            // movement. A path with a clause is therefore not split into tables and a path through
            // gates.
            let plain =
                path.is_plain_in_zones() && !path.initial && plain_take && !(gated && cited);
            let table = match (path.quiet, path.take.enemy) {
                (true, true) => Some(0),
                (true, false) => Some(1),
                (false, true) => Some(2),
                (false, false) => None,
            };
            let double = path.is_long_step(uses_en_passant);
            let tabulated = 'tables: {
                let plain_leg = plain && path.is_plain() && path.legs.len() == 1;
                if plain_leg && first.min == 1 && first.max == 1 {
                    if let Some(table) = table {
                        leaps[table].push(vector);
                    }
                    if path.en_passant {
                        leaps[3].push(vector);
                    }
                    break 'tables true;
                }
                // Pieces on the way don't matter; walls and holes do.
                if plain && let Some(jump) = self.as_jump(path, facing) {
                    if let Some(table) = table {
                        jumps[table].push(jump);
                    }
                    break 'tables true;
                }
                let ray = if plain_leg && first.min == 1 && !path.en_passant && !double {
                    self.rays.ray(vector, first.max)
                } else {
                    None
                };
                if let Some(ray) = ray {
                    class.ray_moves |= u64::from(path.quiet) << ray;
                    class.ray_takes |= u64::from(path.take.enemy) << ray;
                    if let Some(table) = table {
                        rides[table].push(ray);
                    }
                }
                ray.is_some()
            };
            let only_tables = tabulated && !gated;
            if only_tables && !cited {
                continue;
            }
            let legs: Vec<BoardLeg> = path
                .legs
                .iter()
                .map(|leg: &Leg| {
                    let steps = self.step_table(leg.vector.turned(facing));
                    let gated = self.is_gated(steps) || gated && !path.turns.is_empty();
                    BoardLeg { steps, min: leg.min, max: leg.max, end: leg.end, gated }
                })
                .collect();
            let turns: Vec<u16> =
                path.turns.iter().map(|turn| self.step_table(turn.turned(facing))).collect();
            let (count, unit) = vector.unit();
            // A hop passes over its hurdles only, wherever they stand.
            let passed =
                if path.hops() { 0 } else { count.saturating_mul(first.max.min(MAX_SIDE as u8)) };
            let captures_on_way =
                path.legs[..path.legs.len() - 1].iter().any(|l| l.end == End::Enemy);
            let special = captures_on_way
                || path.swaps
                || path.stays
                || path.set_mark.is_some()
                || path.clear_mark.is_some();
            let number = board_paths.len() as u16;
            if cited && !special {
                cited_paths.push(number);
            }
            if !only_tables {
                let captures = path.take.enemy || path.take.own || path.take.checks_only;
                class.complex |= captures || captures_on_way;
                if path.en_passant {
                    class.ep_paths.push(number);
                }
                class.paths.push(number);
            }
            let onto =
                path.conditions.iter().any(|condition| condition.place == ConditionSquare::Onto);
            self.budget.charge(1, size_of::<BoardPath<W>>())?;
            let course = self.course(path, facing, gated)?;
            let decided_by_start = !path.initial
                && (path.from.is_none() || matches!(course, Course::Fixed(_)))
                && path.circumstances.is_empty()
                && path.conditions.iter().all(|condition| match condition.place {
                    ConditionSquare::Ahead => false,
                    ConditionSquare::Over => passed == 0,
                    ConditionSquare::Onto => true,
                });
            let mut board_path = BoardPath {
                legs,
                unconditional: decided_by_start
                    && path.colours.is_none()
                    && path.with_mark.is_none(),
                decided_by_start,
                course,
                ends_plain: !special && !double && !onto && plain_take,
                reached: None,
                initial: (path.initial && !unmoved).then_some(*starts),
                unmoved: path.initial && unmoved,
                turns,
                along: path.along.map(|zone| zone.resize()),
                from: path.from.map(|zone| zone.resize()),
                to: path.to.map(|zone| zone.resize()),
                through_gate: tabulated && gated,
                unit: (self.step_table(unit), passed),
                double,
                alike: number,
                shared: false,
                special,
                path: path.clone(),
            };
            if board_path.through_gate {
                let leads = |from: &Square| {
                    within(board_path.from, *from)
                        && !board_path.reach(&self.steps, &self.gates, *from).is_empty()
                };
                board_path.from = Some(self.closed.squares().filter(leads).collect());
            }
            board_paths.push(board_path);
        }
        self.join_alike(&class.paths, board_paths);
        let of_class = |number: &u16| &board_paths[usize::from(*number)];
        let (lame, other): (Vec<u16>, Vec<u16>) =
            class.paths.iter().partition(|number| of_class(number).is_lame_leap());
        if class.complex {
            self.budget.charge(class.paths.len(), SquareMap::<SquareSet<W>, W>::BYTES)?;
        }
        class.cited = BySquare::new(self.closed, |from, paths| {
            paths.extend(cited_paths.iter().filter(|number| of_class(number).begins(from)));
        });
        self.budget
            .charge(lame.len() * self.closed.squares().count(), size_of::<LameLeaps<W>>())?;
        class.lame_leaps = BySquare::new(self.closed, |from, all| {
            let first = all.len();
            for path in lame.iter().map(of_class) {
                let Course::Fixed(ways) = &path.course else { continue };
                let Some(way) = ways[from] else { continue };
                let together =
                    |it: &LameLeaps<W>| it.way.empty == way.empty && it.way.hurdles == way.hurdles;
                let known = all[first..].iter().position(together);
                let at = known.map_or(all.len(), |at| first + at);
                if known.is_none() {
                    all.push(LameLeaps { way, quiet: SquareSet::EMPTY, take: SquareSet::EMPTY });
                }
                if path.path.quiet {
                    all[at].quiet.insert(way.to);
                }
                if path.path.take.enemy {
                    all[at].take.insert(way.to);
                }
            }
        });
        let (hops, other): (Vec<u16>, Vec<u16>) =
            other.iter().partition(|number| of_class(number).plain_hop().is_some());
        class.hops = BySquare::new(self.closed, |from, found| {
            let step = |at: Square, leg: &BoardLeg| self.steps[usize::from(leg.steps)][at];
            let ends = |path: &BoardPath<W>| {
                let end = || path.legs.iter().try_fold(from, step);
                path.to.is_none_or(|zone| end().is_some_and(|end| zone.contains(end)))
            };
            let begin = hops.iter().map(of_class).filter(|path| path.begins(from) && ends(path));
            let begin = begin.filter_map(BoardPath::plain_hop);
            found.extend(begin.filter(|it| self.rays.has_room(it.hop.whole, from)));
        });
        let (onto, other): (Vec<u16>, Vec<u16>) =
            other.iter().partition(|number| of_class(number).ray_onto().is_some());
        class.rides_onto = BySquare::new(self.closed, |from, found| {
            let begin = onto.iter().filter(|number| of_class(number).begins(from));
            found.extend(begin.filter_map(|number| {
                let ray = of_class(number).ray_onto()?;
                Some(RideOnto { ray, path: *number })
            }));
        });
        class.other_paths = BySquare::new(self.closed, |from, paths| {
            let begin = other.iter().filter(|number| of_class(number).begins(from));
            paths.extend(begin.map(|number| {
                let Path { colours, with_mark, .. } = of_class(number).path;
                PathStart {
                    number: *number,
                    colours: colours.unwrap_or(u8::MAX),
                    marks: with_mark.map_or(0, |mark| 1 << mark),
                }
            }));
        });
        class.by_occupancy = class.paths.iter().map(of_class).all(BoardPath::attacks_by_occupancy);
        let [both, quiet, take] = rides.map(|rides| self.rays.rides(&rides));
        class.rides = both;
        let partial = !quiet.is_empty() || !take.is_empty();
        class.partial_rides = partial.then(|| Box::new([quiet, take]));
        let [both, quiet, take, ep] = leaps;
        class.both = self.leap(&both, &jumps[0]);
        class.quiet = self.leap(&quiet, &jumps[1]);
        class.take = self.leap(&take, &jumps[2]);
        class.ep = self.leap(&ep, &[]);
        class.jumps = jumps.iter().any(|jumps| !jumps.is_empty());
        class.vectors = [both, quiet, take];
        Ok(class)
    }

    /// Finds paths of a class that can make the same special move, and gives them the same value of
    /// `alike`.
    fn join_alike(&self, class: &[u16], paths: &mut [BoardPath<W>]) {
        let effects = |path: &BoardPath<W>| {
            let Path { set_mark, clear_mark, clause, swaps, stays, .. } = path.path;
            (set_mark, clear_mark, clause, swaps, stays, path.double)
        };
        let special: Vec<usize> =
            class.iter().map(|n| usize::from(*n)).filter(|n| paths[*n].special).collect();
        for &first in &special {
            if usize::from(paths[first].alike) != first {
                continue;
            }
            let alike: Vec<usize> = special
                .iter()
                .copied()
                .filter(|other| effects(&paths[*other]) == effects(&paths[first]))
                .collect();
            let shared = self.closed.squares().any(|from| {
                let mut reached = SquareSet::<W>::EMPTY;
                alike.iter().any(|number| {
                    let reach = paths[*number].reach(&self.steps, &self.gates, from);
                    let again = reached.meets(&reach);
                    reached |= reach;
                    again
                })
            });
            if shared {
                for number in alike {
                    paths[number].alike = first as u16;
                    paths[number].shared = true;
                }
            }
        }
    }
}
