//! Compiles a description of rules to tables of one width, once for each ruleset.
//!
//! Depends on `rules` and below, and fills `layout`.

use std::collections::HashMap;

use crate::board::{
    Facing, Geometry, Kind, MAX_SEATS, MAX_SIDE, Piece, Seat, SharedSquareMap, Square, SquareMap,
    SquareSet, Vector, Zone,
};
use crate::rules::{
    Arrival, Demand, End, EventKind, Leg, Path, Place, Promotion, Protect, Spec, Take,
};
use crate::tables::{
    BoardBlast, BoardCastling, BoardLeg, BoardPath, Class, EmptyBoardMoves, ONE_OF_TWO,
    PawnMovement, PawnShifts, PieceProfile, RayBuilder, RayUse, SimpleMover, Tables,
};

impl<const W: usize> Tables<W> {
    /// Builds the tables of a description whose board fits the width.
    pub fn new(spec: &Spec) -> Self {
        let geometry = &spec.geometry;
        let mut builder = Builder {
            geometry,
            rays: RayBuilder::new(geometry),
            leaps: Vec::new(),
            leap_ids: HashMap::new(),
            steps: Vec::new(),
            step_ids: HashMap::new(),
        };
        let (mut classes, paths) = builder.classes(spec);
        let Builder { rays, leaps, steps, .. } = builder;
        let pawn_shifts = pawn_shifts(spec, &classes, &paths);
        let mut profiles = profiles(spec, &classes, pawn_shifts.as_ref());
        let (arrivals, promotions) = arrivals(spec, &mut profiles[..]);
        let mut leap_sources: SquareMap<SquareSet<W>, W> = SquareMap::default();
        let mut ep_sources: SquareMap<SquareSet<W>, W> = SquareMap::default();
        let mut take_rays = 0u64;
        for class in &classes {
            take_rays |= class.ray_takes;
            for table in [class.both, class.take, class.ep].into_iter().flatten() {
                for from in geometry.squares() {
                    for to in leaps[table as usize][from] {
                        leap_sources[to].insert(from);
                        if class.ep == Some(table) {
                            ep_sources[to].insert(from);
                        }
                    }
                }
            }
        }

        let mut path_sources: SquareMap<SquareSet<W>, W> = SquareMap::default();
        for number in classes.iter().filter(|class| class.complex).flat_map(|class| &class.paths) {
            for from in geometry.squares() {
                for to in paths[usize::from(*number)].reach(&steps, from) {
                    path_sources[to].insert(from);
                }
            }
        }

        let rays = rays.lay(take_rays);
        let mut taking_rays = Box::new([0; Piece::PROFILES]);
        for (profile, taking) in profiles.iter_mut().zip(taking_rays.iter_mut()) {
            let takes = |class: u16| classes[usize::from(class)].ray_takes;
            *taking = takes(profile.class);
            if profile.binding != 0 {
                *taking |= takes(profile.bound_class) | ONE_OF_TWO;
            }
            profile.rider = rays.directions(*taking & !ONE_OF_TWO);
        }
        for class in &mut classes {
            class.empty_board = EmptyBoardMoves::new(geometry, class, &rays, &leaps, &paths);
        }
        for profile in profiles.iter_mut().filter(|profile| !profile.promotes.is_empty()) {
            for class in [profile.class, profile.bound_class] {
                let class: &Class<W> = &classes[usize::from(class)];
                let leads = |from: &Square| class.empty_board.leads(*from).meets(&profile.promotes);
                let promotion_sources: SquareSet<W> = geometry.squares().filter(leads).collect();
                profile.promotion_sources |= promotion_sources;
            }
        }

        let shared: Vec<SharedSquareMap<SquareSet<W>, W>> =
            leaps.iter().map(SquareMap::shared).collect();
        let simple_mover = |profile: &PieceProfile<W>| {
            SimpleMover::new(profile, &classes[usize::from(profile.class)], &shared, &rays)
        };
        let simple_movers = by_profile(|profile| simple_mover(&profiles[profile]));

        let mut castling_ends: SquareMap<u32, W> = SquareMap::default();
        for (i, castling) in spec.castling.iter().enumerate().take(32) {
            castling_ends[castling.king.0] |= 1 << i;
            castling_ends[castling.rook.0] |= 1 << i;
        }

        let mut handlers: [Vec<u16>; EventKind::COUNT] = Default::default();
        let mut watch_checks = spec.track_last_checker;
        for (i, handler) in spec.handlers.iter().enumerate() {
            handlers[handler.event as usize].push(i as u16);
            watch_checks |= handler.event == EventKind::Check || handler.filter.check.is_some();
        }

        let judged: Vec<u16> = (0..spec.handlers.len())
            .filter(|number| spec.handlers[*number].judged)
            .map(|number| number as u16)
            .collect();
        let blast = spec.blast.as_ref().map(|blast| {
            let zone = SquareMap::of(geometry, |at| {
                let reached = blast.reach.iter().filter_map(|vector| geometry.step(at, *vector));
                reached.filter(|square| *square != at).collect::<SquareSet<W>>()
            });
            BoardBlast { zone, spares: blast.spares, captor: blast.captor }
        });
        let restricted_squares = !spec.restricted_squares.is_empty();
        let every_kind = (1u32 << spec.kinds.len()) - 1;
        let limited_captures = spec.kind_captures.iter().any(|set| set & every_kind != every_kind);

        let no_repeat = no_repeat(spec);
        let per_move = [EventKind::ExtraMoves, EventKind::Forbids]
            .into_iter()
            .any(|kind| !handlers[kind as usize].is_empty())
            || !no_repeat.iter().all(Option::is_none);

        let largest = |pairing: &Vec<Vec<Kind>>| pairing.iter().map(Vec::len).sum::<usize>();

        let mut protect = [[Protect::None; MAX_SEATS]; MAX_SEATS];
        let mut team_of = [Spec::NO_TEAM; MAX_SEATS];
        for (a, seat) in spec.seats.iter().enumerate() {
            team_of[a] = seat.team;
            for (cell, how) in protect[a].iter_mut().zip(&spec.protect[a]) {
                *cell = *how;
            }
        }

        let royal = |kind: &Kind| spec.kinds[kind.index()].royal;
        let royalty_changing = spec.promotions.iter().any(|(_, _, p)| p.kinds.iter().any(royal))
            || spec.arrivals.iter().any(|(_, _, arrival)| arrival.become_kind.iter().any(royal));
        Self {
            span: geometry.span(),
            seats: spec.seats.len(),
            rays,
            pawn_shifts,
            ep_paths: classes.iter().any(|class| !class.ep_paths.is_empty()),
            castling: castling(spec),
            complex: classes.iter().any(|class| class.complex),
            path_sources,
            leaps,
            steps,
            paths,
            classes,
            profiles,
            simple_movers,
            taking_rays,
            leap_sources,
            ep_sources,
            promotions,
            promotes_in_place: spec.promotions.iter().any(|(_, _, p)| p.in_place),
            promotion_marks: spec.promotions.iter().any(|(_, _, p)| p.set_mark.is_some()),
            arrivals,
            limited_captures,
            conditional_captures: limited_captures || restricted_squares || blast.is_some(),
            local_threats: restricted_squares || blast.is_some(),
            capture_duties: capture_duties(spec),
            no_repeat,
            judged_captures: if blast.is_some() || !judged.is_empty() {
                geometry.all().resize()
            } else {
                SquareSet::EMPTY
            },
            judged_moves: judged_moves(spec),
            blast,
            judged,
            royalty_changing,
            castling_ends,
            all: geometry.all().resize(),
            handlers,
            per_move,
            insufficient_most: spec.insufficient.iter().map(largest).max().unwrap_or(0) as u32,
            watch_checks,
            protect,
            team_of,
            progress: spec.progress_kinds,
            hash_keys: SquareMap::of(geometry, |square| {
                crate::numeric::rng::mix(u64::from(square.0))
            }),
        }
    }
}

/// What each seat has to capture, if it has to: the duty that was declared last.
fn capture_duties(spec: &Spec) -> [Option<Demand>; MAX_SEATS] {
    let mut duties = [None; MAX_SEATS];
    for duty in spec.duties.iter().filter(|duty| duty.demand.of_captures()) {
        duty.seats.iter().for_each(|seat| duties[seat.index()] = Some(duty.demand));
    }
    duties
}

/// Which occurrence of a position each seat may not bring about: the strictest of its duties.
fn no_repeat(spec: &Spec) -> [Option<u8>; MAX_SEATS] {
    let mut least = [None; MAX_SEATS];
    for duty in &spec.duties {
        let Demand::NoRepeat { times } = duty.demand else { continue };
        for seat in duty.seats.iter() {
            let limit = &mut least[seat.index()];
            *limit = Some(limit.map_or(times, |other: u8| other.min(times)));
        }
    }
    least
}

/// Where moves without a capture may end that have to be judged with the effects of hooks.
fn judged_moves<const W: usize>(spec: &Spec) -> Option<SquareSet<W>> {
    let judged = spec.handlers.iter().filter(|handler| handler.judged);
    let quiet = judged.filter(|handler| match handler.event {
        EventKind::Capture | EventKind::RoyalCaptured => false,
        EventKind::Promotion => true,
        _ => handler.filter.capture != Some(true),
    });
    quiet
        .map(|handler| handler.filter.to.unwrap_or(spec.geometry.all()).resize())
        .reduce(|a, b| a | b)
}

/// Builds pawn shifts, if a kind has enough pieces and suitable movement.
fn pawn_shifts<const W: usize>(
    spec: &Spec,
    classes: &[Class<W>],
    paths: &[BoardPath<W>],
) -> Option<PawnShifts<W>> {
    let kind = PawnShifts::<W>::kind(spec)?;
    let movements = Facing::ALL.map(|facing| {
        let class: &Class<W> = &classes[kind.index() * 4 + facing as usize];
        let paths = class.paths.iter().map(|number| {
            let path: &BoardPath<W> = &paths[usize::from(*number)];
            (path, path.path.legs[0].vector.turned(facing).unit().1)
        });
        PawnMovement {
            leaps: class.vectors.clone(),
            rides: class.ray_moves | class.ray_takes != 0 || class.jumps,
            paths: paths.collect(),
        }
    });
    PawnShifts::new(&spec.geometry, kind, &movements)
}

/// A value for each profile. The values of wide boards are too large for a stack.
fn by_profile<T>(value: impl FnMut(usize) -> T) -> Box<[T; Piece::PROFILES]> {
    let all: Box<[T]> = (0..Piece::PROFILES).map(value).collect();
    all.try_into().unwrap_or_else(|_| unreachable!("a value for each profile"))
}

/// The profiles of all kinds, colours and facings, without arrivals and promotions.
fn profiles<const W: usize>(
    spec: &Spec,
    classes: &[Class<W>],
    pawn_shifts: Option<&PawnShifts<W>>,
) -> Box<[PieceProfile<W>; Piece::PROFILES]> {
    let mut profiles = by_profile(|_| PieceProfile::<W>::default());
    for (k, kind) in spec.kinds.iter().enumerate() {
        for seat in 0..MAX_SEATS {
            for facing in Facing::ALL {
                let piece = Piece::new(Kind(k as u8), Seat(seat as u8), facing);
                let class = k * 4 + facing as usize;
                let bound = class + spec.kinds.len() * 4;
                let binds = |path: &&Path| {
                    let colours = path.colours.unwrap_or(u8::MAX);
                    path.exclusive && colours & piece.colour().bit() != 0
                };
                let marks = kind.paths.iter().filter(binds).filter_map(|path| path.with_mark);
                profiles[piece.profile()] = PieceProfile {
                    class: class as u16,
                    binding: marks.fold(0, |all, mark| all | 1 << mark),
                    bound_class: bound as u16,
                    royal: kind.royal,
                    complex: classes[class].complex || classes[bound].complex,
                    pawn_shifts: pawn_shifts.is_some_and(|pieces| pieces.kind == piece.kind()),
                    ..PieceProfile::default()
                };
            }
        }
    }
    let all: SquareSet<W> = spec.geometry.all().resize();
    for (piece, square) in &spec.restricted_squares {
        let profile = &mut profiles[piece.profile()];
        profile.enter.get_or_insert(all).remove(*square);
    }
    profiles
}

/// Values by profile and arrival square.
type ByArrival<T> = HashMap<(u16, u16), T>;

/// The tables of arrivals and promotions; notes in the profiles where they are.
fn arrivals<const W: usize>(
    spec: &Spec,
    profiles: &mut [PieceProfile<W>],
) -> (ByArrival<Arrival>, ByArrival<Promotion>) {
    let mut arrivals = HashMap::new();
    for (piece, square, arrival) in &spec.arrivals {
        profiles[piece.profile()].arrives.insert(*square);
        arrivals.insert((piece.profile() as u16, square.0), *arrival);
    }
    let royal = |kind: Kind| spec.kinds[kind.index()].royal;
    let changes_royalty = |from: Kind, to: Kind| from != to && (royal(from) || royal(to));
    for ((profile, square), arrival) in &arrivals {
        let kind = Kind((profile & 31) as u8 - 1);
        if arrival.become_kind.is_some_and(|to| changes_royalty(kind, to)) {
            profiles[usize::from(*profile)].royalty_changing.insert(Square(*square));
        }
    }
    let mut promotions = HashMap::new();
    for (piece, square, promotion) in &spec.promotions {
        let royalty_changing = promotion.kinds.iter().any(|kind| {
            let next = profiles[piece.with_kind(*kind).profile()].royalty_changing;
            changes_royalty(piece.kind(), *kind) || next.contains(*square)
        });
        let profile = &mut profiles[piece.profile()];
        let choices = promotion.kinds.len() + usize::from(promotion.optional);
        profile.choices = profile.choices.max(choices as u8);
        // Of several for one square the last is taken.
        profile.promotes.remove(*square);
        profile.promotes_in_place.remove(*square);
        let squares =
            if promotion.in_place { &mut profile.promotes_in_place } else { &mut profile.promotes };
        squares.insert(*square);
        if royalty_changing {
            profile.royalty_changing.insert(*square);
        }
        promotions.insert((piece.profile() as u16, square.0), promotion.clone());
    }
    (arrivals, promotions)
}

fn castling<const W: usize>(spec: &Spec) -> [Vec<BoardCastling<W>>; MAX_SEATS] {
    let mut by_seat: [Vec<BoardCastling<W>>; MAX_SEATS] = Default::default();
    for (i, castling) in spec.castling.iter().enumerate().take(32) {
        let leaving = SquareSet::of(castling.king.0) | SquareSet::of(castling.rook.0);
        let arrivals = SquareSet::of(castling.king.1) | SquareSet::of(castling.rook.1);
        by_seat[castling.seat.index()].push(BoardCastling {
            number: i as u8,
            empty: castling.empty.resize() | (arrivals - leaving),
            safe: castling.safe.resize(),
        });
    }
    by_seat
}

/// Builds tables that classes share.
struct Builder<'a, const W: usize> {
    geometry: &'a Geometry,
    rays: RayBuilder<'a>,
    leaps: Vec<SquareMap<SquareSet<W>, W>>,
    leap_ids: HashMap<SquareMap<SquareSet<W>, W>, u16>,
    steps: Vec<SquareMap<Option<Square>, W>>,
    step_ids: HashMap<Vector, u16>,
}

impl<const W: usize> Builder<'_, W> {
    /// Where several steps from a square lead.
    fn jump(&self, from: Square, steps: &[Vector]) -> Option<Square> {
        steps.iter().try_fold(from, |at, step| self.geometry.step(at, *step))
    }

    /// The steps of a path that leads to a square which only the board decides, as a leap does. A path
    /// that comes back to where it began somewhere is none: a leap doesn't end where it starts.
    fn steps_of_jump(&self, path: &Path, facing: Facing) -> Option<Vec<Vector>> {
        if !path.is_jump() || path.en_passant {
            return None;
        }
        let steps: Vec<_> = path.legs.iter().map(|leg| leg.vector.turned(facing)).collect();
        let returns = |from: Square| self.jump(from, &steps) == Some(from);
        (!self.geometry.all().into_iter().any(returns)).then_some(steps)
    }

    /// The table of leaps by these vectors, and of leaps by several steps whatever they pass over.
    fn leap(&mut self, vectors: &[Vector], jumps: &[Vec<Vector>]) -> Option<u16> {
        if vectors.is_empty() && jumps.is_empty() {
            return None;
        }
        let table = SquareMap::of(self.geometry, |from| {
            let steps = vectors.iter().filter_map(|v| self.geometry.step(from, *v));
            let jumps = jumps.iter().filter_map(|steps| self.jump(from, steps));
            steps.chain(jumps).collect::<SquareSet<W>>()
        });
        let next = self.leaps.len() as u16;
        let id = *self.leap_ids.entry(table.clone()).or_insert(next);
        if id == next {
            self.leaps.push(table);
        }
        Some(id)
    }

    /// For each square, the squares passed by `count` equal steps, and the last of them.
    fn fixed(
        &self,
        vector: Vector,
        count: u8,
        zone: Option<Zone>,
    ) -> SquareMap<Option<(SquareSet<W>, Square)>, W> {
        let ends = zone.map(|zone| zone.resize::<W>());
        let squares_from = |from: Square| {
            let mut squares = SquareSet::EMPTY;
            let mut at = from;
            for _ in 0..count {
                at = self.geometry.step(at, vector).filter(|next| *next != from)?;
                squares.insert(at);
            }
            ends.is_none_or(|ends| ends.contains(at)).then_some((squares, at))
        };
        SquareMap::of(self.geometry, squares_from)
    }

    fn step_table(&mut self, vector: Vector) -> u16 {
        if let Some(id) = self.step_ids.get(&vector) {
            return *id;
        }
        let table = SquareMap::of(self.geometry, |from| self.geometry.step(from, vector));
        let id = self.steps.len() as u16;
        self.steps.push(table);
        self.step_ids.insert(vector, id);
        id
    }

    /// The classes: for free pieces by kind and facing, then for pieces bound to exclusive
    /// movements.
    fn classes(&mut self, spec: &Spec) -> (Vec<Class<W>>, Vec<BoardPath<W>>) {
        let mut paths = Vec::new();
        let mut classes = Vec::new();
        let of_kinds = spec.kinds.iter().enumerate();
        let free = of_kinds.clone().map(|kind| (kind, false));
        let bound = of_kinds.map(|kind| (kind, true));
        for ((k, kind), bound) in free.chain(bound) {
            for facing in Facing::ALL {
                let mut starts = [SquareSet::EMPTY; MAX_SEATS];
                for (square, piece) in &spec.array {
                    if piece.kind() == Kind(k as u8) && piece.facing() == facing {
                        starts[piece.colour().index()].insert(*square);
                    }
                }
                let unmoved = spec.initial_by_mark >> k & 1 != 0;
                classes.push(self.class(&kind.paths, bound, facing, &starts, unmoved, &mut paths));
            }
        }
        (classes, paths)
    }

    /// The class of a kind and facing, for pieces that are bound to exclusive paths or for free
    /// ones.
    fn class(
        &mut self,
        kind: &[Path],
        bound: bool,
        facing: Facing,
        starts: &[SquareSet<W>; MAX_SEATS],
        unmoved: bool,
        board_paths: &mut Vec<BoardPath<W>>,
    ) -> Class<W> {
        let uses_en_passant = kind.iter().any(|path| path.en_passant);
        let paths = kind.iter().filter(|path| {
            if bound { path.exclusive } else { !path.exclusive || path.with_mark.is_none() }
        });
        let mut class = Class { uses_en_passant, ..Class::default() };
        let mut leaps: [Vec<Vector>; 4] = Default::default();
        let mut jumps: [Vec<Vec<Vector>>; 3] = Default::default();
        let mut rides = Vec::new();
        for path in paths {
            let first = path.legs[0];
            let vector = first.vector.turned(facing);
            let plain_take = !path.take.own && !path.take.tame && !path.take.checks_only;
            let plain = path.is_plain() && !path.initial && plain_take;
            // What stands on the way doesn't matter; walls and holes do.
            if plain && let Some(steps) = self.steps_of_jump(path, facing) {
                match (path.quiet, path.take.enemy) {
                    (true, true) => jumps[0].push(steps),
                    (true, false) => jumps[1].push(steps),
                    (false, true) => jumps[2].push(steps),
                    (false, false) => {}
                }
                continue;
            }
            let plain = plain && path.legs.len() == 1;
            if plain && first.min == 1 && first.max == 1 {
                match (path.quiet, path.take.enemy) {
                    (true, true) => leaps[0].push(vector),
                    (true, false) => leaps[1].push(vector),
                    (false, true) => leaps[2].push(vector),
                    (false, false) => {}
                }
                if path.en_passant {
                    leaps[3].push(vector);
                }
                continue;
            }
            let ray = if plain && first.min == 1 && !path.en_passant {
                self.rays.ray(vector, first.max)
            } else {
                None
            };
            if let Some(ray) = ray {
                let (quiet, take) = (path.quiet, path.take.enemy);
                class.ray_moves |= u64::from(quiet) << ray;
                class.ray_takes |= u64::from(take) << ray;
                if quiet && take {
                    rides.push(ray);
                } else {
                    class.partial.push(RayUse { ray, quiet, take });
                }
                continue;
            }
            let legs: Vec<BoardLeg> = path
                .legs
                .iter()
                .map(|leg: &Leg| BoardLeg {
                    steps: self.step_table(leg.vector.turned(facing)),
                    min: leg.min,
                    max: leg.max,
                    end: leg.end,
                })
                .collect();
            let (count, unit) = vector.unit();
            // What a hop passes over are its hurdles, wherever they stand.
            let passed =
                if path.hops() { 0 } else { count.saturating_mul(first.max.min(MAX_SIDE as u8)) };
            let quiet_only = path.quiet && path.take == Take::NONE;
            let two = path.legs.len() == 1 && first.min == 2 && first.max == 2;
            let captures_on_way =
                path.legs[..path.legs.len() - 1].iter().any(|l| l.end == End::Enemy);
            if path.take.enemy || path.take.own || path.take.checks_only || captures_on_way {
                class.complex = true;
            }
            if path.en_passant {
                class.ep_paths.push(board_paths.len() as u16);
            }
            class.paths.push(board_paths.len() as u16);
            let fixed = (path.legs.len() == 1
                && first.min == first.max
                && quiet_only
                && !path.swaps
                && !path.stays
                && !path.en_passant
                && path.conditions.iter().all(|condition| condition.place != Place::Onto))
            .then(|| self.fixed(vector, first.max, path.to));
            board_paths.push(BoardPath {
                legs,
                fixed,
                initial: (path.initial && !unmoved).then_some(*starts),
                unmoved: path.initial && unmoved,
                from: path.from.map(|zone| zone.resize()),
                to: path.to.map(|zone| zone.resize()),
                unit: (self.step_table(unit), passed),
                double: uses_en_passant && quiet_only && two && !path.swaps,
                alike: board_paths.len() as u16,
                shared: false,
                special: captures_on_way
                    || path.swaps
                    || path.stays
                    || path.set_mark.is_some()
                    || path.clear_mark.is_some()
                    || path.clause.is_some(),
                path: path.clone(),
            });
        }
        self.join_alike(&class.paths, board_paths);
        (class.lines, class.rides) = self.rays.lines(&rides);
        let [both, quiet, take, ep] = leaps;
        class.both = self.leap(&both, &jumps[0]);
        class.quiet = self.leap(&quiet, &jumps[1]);
        class.take = self.leap(&take, &jumps[2]);
        class.ep = self.leap(&ep, &[]);
        class.jumps = jumps.iter().any(|jumps| !jumps.is_empty());
        class.vectors = [both, quiet, take];
        class
    }

    /// Finds the paths of a class by which a piece can make the same special move.
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
            let shared = self.geometry.squares().any(|from| {
                let mut reached = SquareSet::<W>::EMPTY;
                alike.iter().any(|number| {
                    let reach = paths[*number].reach(&self.steps, from);
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
