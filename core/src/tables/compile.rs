//! From the description of rules to the tables of one width: everything here runs once, when a ruleset is
//! made.
//!
//! Depends on `spec` and what it is made of, and fills `tables`.

use std::collections::HashMap;

use crate::board::{
    BySquare, Facing, Geometry, Kind, MAX_SEATS, Piece, Seat, Shared, Square, SquareSet, Vector,
    Zone,
};
use crate::rules::{Arrival, End, EventKind, Leg, Place, Promotion, Protect, Spec, Take, Walk};
use crate::tables::{
    BoardLeg, BoardWalk, BoardWing, Class, Gait, Movement, ONE_OF_TWO, Phalanx, Profile,
    RayBuilder, RayUse, Tables, Ways,
};

impl<const W: usize> Tables<W> {
    /// The tables of some rules, whose board is not wider than this.
    pub fn new(spec: &Spec) -> Self {
        let geometry = &spec.geometry;
        let mut builder = Builder {
            geometry,
            rays: RayBuilder::default(),
            leaps: Vec::new(),
            leap_ids: HashMap::new(),
            steps: Vec::new(),
            step_ids: HashMap::new(),
        };
        let (mut classes, walks) = builder.classes(spec);
        let Builder { rays, leaps, steps, .. } = builder;
        let phalanx = phalanx(spec, &classes, &walks);
        let mut profiles = profiles(spec, &classes, phalanx.as_ref());
        let (arrivals, promotions) = arrivals(spec, &mut profiles[..]);
        let mut leap_back: BySquare<SquareSet<W>> = BySquare::default();
        let mut ep_back: BySquare<SquareSet<W>> = BySquare::default();
        let mut take_rays = 0u64;
        for class in &classes {
            take_rays |= class.ray_takes;
            for table in [class.both, class.take, class.ep].into_iter().flatten() {
                for from in geometry.squares() {
                    for to in leaps[table as usize][from] {
                        leap_back[to].insert(from);
                        if class.ep == Some(table) {
                            ep_back[to].insert(from);
                        }
                    }
                }
            }
        }

        let mut walk_back: BySquare<SquareSet<W>> = BySquare::default();
        for number in classes.iter().filter(|class| class.complex).flat_map(|class| &class.walks) {
            for from in geometry.squares() {
                for to in walks[usize::from(*number)].reach(&steps, from) {
                    walk_back[to].insert(from);
                }
            }
        }

        let rays = rays.lay(geometry, take_rays);
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
            class.ways = Ways::new(geometry, class, &rays, &leaps, &walks);
        }
        for profile in profiles.iter_mut().filter(|profile| !profile.promotes.is_empty()) {
            for class in [profile.class, profile.bound_class] {
                let class: &Class<W> = &classes[usize::from(class)];
                let leads = |from: &Square| class.ways.leads(*from).meets(&profile.promotes);
                let promising: SquareSet<W> = geometry.squares().filter(leads).collect();
                profile.promising |= promising;
            }
        }

        let shared: Vec<Shared<SquareSet<W>>> = leaps.iter().map(BySquare::shared).collect();
        let gait = |profile: &Profile<W>| {
            Gait::new(profile, &classes[usize::from(profile.class)], &shared, &rays)
        };
        let gaits = Box::new(std::array::from_fn(|profile| gait(&profiles[profile])));

        let mut castling_ends: BySquare<u32> = BySquare::default();
        for (i, wing) in spec.castling.iter().enumerate().take(32) {
            castling_ends[wing.king.0] |= 1 << i;
            castling_ends[wing.rook.0] |= 1 << i;
        }

        let mut handlers: [Vec<u16>; EventKind::COUNT] = Default::default();
        let mut watch_checks = spec.track_last_checker;
        for (i, handler) in spec.handlers.iter().enumerate() {
            handlers[handler.event as usize].push(i as u16);
            watch_checks |= handler.event == EventKind::Check || handler.filter.check.is_some();
        }

        let per_move = [EventKind::ExtraMoves, EventKind::Forbids]
            .into_iter()
            .any(|kind| !handlers[kind as usize].is_empty());

        let largest = |pairing: &Vec<Vec<Kind>>| pairing.iter().map(Vec::len).sum::<usize>();

        let mut protect = [[Protect::None; MAX_SEATS]; MAX_SEATS];
        let mut team_of = [0; MAX_SEATS];
        for (a, seat) in spec.seats.iter().enumerate() {
            team_of[a] = seat.team;
            for (cell, how) in protect[a].iter_mut().zip(&spec.protect[a]) {
                *cell = *how;
            }
        }

        let royal = |kind: &Kind| spec.kinds[kind.index()].royal;
        let crowns = spec.promotions.iter().any(|(_, _, p)| p.kinds.iter().any(royal))
            || spec.arrivals.iter().any(|(_, _, arrival)| arrival.become_kind.iter().any(royal));
        let every_kind = (1u32 << spec.kinds.len()) - 1;
        Self {
            span: geometry.span(),
            seats: spec.seats.len(),
            rays,
            phalanx,
            ep_walks: classes.iter().any(|class| !class.ep_walks.is_empty()),
            wings: wings(spec),
            complex: classes.iter().any(|class| class.complex),
            walk_back,
            leaps,
            steps,
            walks,
            classes,
            profiles,
            gaits,
            taking_rays,
            leap_back,
            ep_back,
            promotions,
            arrivals,
            limited_captures: spec.kind_captures.iter().any(|set| set & every_kind != every_kind),
            crowns,
            bars: !spec.barred.is_empty(),
            castling_ends,
            all: geometry.all().resize(),
            handlers,
            per_move,
            few: spec.insufficient.iter().map(largest).max().unwrap_or(0) as u32,
            watch_checks,
            protect,
            team_of,
            progress: spec.progress_kinds,
            hash_keys: BySquare::of(geometry, |square| {
                crate::numeric::rng::mix(u64::from(square.0))
            }),
        }
    }
}

/// The men that step together, if it pays.
fn phalanx<const W: usize>(
    spec: &Spec,
    classes: &[Class<W>],
    walks: &[BoardWalk<W>],
) -> Option<Phalanx<W>> {
    let kind = Phalanx::<W>::kind(spec)?;
    let ways = Facing::ALL.map(|facing| {
        let class: &Class<W> = &classes[kind.index() * 4 + facing as usize];
        let walks = class.walks.iter().map(|number| {
            let walk: &BoardWalk<W> = &walks[usize::from(*number)];
            (walk, walk.walk.legs[0].vector.turned(facing).unit().1)
        });
        Movement {
            leaps: class.vectors.clone(),
            rides: class.ray_moves | class.ray_takes != 0,
            walks: walks.collect(),
        }
    });
    Phalanx::new(&spec.geometry, kind, &ways)
}

/// What holds for the men of each kind, colour and facing, but for where they arrive.
fn profiles<const W: usize>(
    spec: &Spec,
    classes: &[Class<W>],
    phalanx: Option<&Phalanx<W>>,
) -> Box<[Profile<W>; Piece::PROFILES]> {
    let mut profiles: Box<[Profile<W>; Piece::PROFILES]> =
        Box::new(std::array::from_fn(|_| Profile::default()));
    for (k, kind) in spec.kinds.iter().enumerate() {
        for seat in 0..MAX_SEATS {
            for facing in Facing::ALL {
                let man = Piece::new(Kind(k as u8), Seat(seat as u8), facing);
                let class = k * 4 + facing as usize;
                let bound = class + spec.kinds.len() * 4;
                let mine = |walk: &&Walk| {
                    let colours = walk.colours.unwrap_or(u8::MAX);
                    walk.exclusive && colours & man.colour().bit() != 0
                };
                let marks = kind.walks.iter().filter(mine).filter_map(|walk| walk.with_mark);
                profiles[man.profile()] = Profile {
                    class: class as u16,
                    binding: marks.fold(0, |all, mark| all | 1 << mark),
                    bound_class: bound as u16,
                    royal: kind.royal,
                    complex: classes[class].complex || classes[bound].complex,
                    phalanx: phalanx.is_some_and(|men| men.kind == man.kind()),
                    ..Profile::default()
                };
            }
        }
    }
    let all: SquareSet<W> = spec.geometry.all().resize();
    for (man, square) in &spec.barred {
        let profile = &mut profiles[man.profile()];
        profile.enter.get_or_insert(all).remove(*square);
    }
    profiles
}

/// What happens to men by profile and by the square where they arrive.
type ByArrival<T> = HashMap<(u16, u8), T>;

/// Arrivals and promotions, noted in the profiles of the men they happen to.
fn arrivals<const W: usize>(
    spec: &Spec,
    profiles: &mut [Profile<W>],
) -> (ByArrival<Arrival>, ByArrival<Promotion>) {
    let mut arrivals = HashMap::new();
    for (man, square, arrival) in &spec.arrivals {
        profiles[man.profile()].arrives.insert(*square);
        arrivals.insert((man.profile() as u16, square.0), *arrival);
    }
    let royal = |kind: Kind| spec.kinds[kind.index()].royal;
    let crowned = |from: Kind, to: Kind| from != to && (royal(from) || royal(to));
    for ((profile, square), arrival) in &arrivals {
        let kind = Kind((profile & 31) as u8 - 1);
        if arrival.become_kind.is_some_and(|to| crowned(kind, to)) {
            profiles[usize::from(*profile)].crowns.insert(Square(*square));
        }
    }
    let mut promotions = HashMap::new();
    for (man, square, promotion) in &spec.promotions {
        let crowns = promotion.kinds.iter().any(|kind| {
            let then = profiles[man.with_kind(*kind).profile()].crowns;
            crowned(man.kind(), *kind) || then.contains(*square)
        });
        let profile = &mut profiles[man.profile()];
        let choices = promotion.kinds.len() + usize::from(promotion.optional);
        profile.choices = profile.choices.max(choices as u8);
        profile.promotes.insert(*square);
        if crowns {
            profile.crowns.insert(*square);
        }
        promotions.insert((man.profile() as u16, square.0), promotion.clone());
    }
    (arrivals, promotions)
}

/// Castling moves by seat.
fn wings<const W: usize>(spec: &Spec) -> [Vec<BoardWing<W>>; MAX_SEATS] {
    let mut wings: [Vec<BoardWing<W>>; MAX_SEATS] = Default::default();
    for (i, wing) in spec.castling.iter().enumerate().take(32) {
        let leaving = SquareSet::of(wing.king.0) | SquareSet::of(wing.rook.0);
        let arrivals = SquareSet::of(wing.king.1) | SquareSet::of(wing.rook.1);
        wings[wing.seat.index()].push(BoardWing {
            number: i as u8,
            empty: wing.empty.resize() | (arrivals - leaving),
            safe: wing.safe.resize(),
        });
    }
    wings
}

/// Collects tables that classes share.
struct Builder<'a, const W: usize> {
    geometry: &'a Geometry,
    rays: RayBuilder,
    leaps: Vec<BySquare<SquareSet<W>>>,
    leap_ids: HashMap<BySquare<SquareSet<W>>, u16>,
    steps: Vec<BySquare<Option<Square>>>,
    step_ids: HashMap<Vector, u16>,
}

impl<const W: usize> Builder<'_, W> {
    fn leap(&mut self, vectors: &[Vector]) -> Option<u16> {
        if vectors.is_empty() {
            return None;
        }
        let table = BySquare::of(self.geometry, |from| {
            vectors.iter().filter_map(|v| self.geometry.step(from, *v)).collect::<SquareSet<W>>()
        });
        let next = self.leaps.len() as u16;
        let id = *self.leap_ids.entry(table.clone()).or_insert(next);
        if id == next {
            self.leaps.push(table);
        }
        Some(id)
    }

    /// From each square, the way of so many equal steps and its end.
    fn fixed(
        &self,
        vector: Vector,
        count: u8,
        zone: Option<Zone>,
    ) -> BySquare<Option<(SquareSet<W>, Square)>> {
        let ends = zone.map(|zone| zone.resize::<W>());
        let way_from = |from: Square| {
            let mut way = SquareSet::EMPTY;
            let mut at = from;
            for _ in 0..count {
                at = self.geometry.step(at, vector)?;
                way.insert(at);
            }
            ends.is_none_or(|ends| ends.contains(at)).then_some((way, at))
        };
        BySquare::of(self.geometry, way_from)
    }

    fn step_table(&mut self, vector: Vector) -> u16 {
        if let Some(id) = self.step_ids.get(&vector) {
            return *id;
        }
        let table = BySquare::of(self.geometry, |from| self.geometry.step(from, vector));
        let id = self.steps.len() as u16;
        self.steps.push(table);
        self.step_ids.insert(vector, id);
        id
    }

    /// How men go: those who are free, by kind and facing, then those who are bound to exclusive walks.
    fn classes(&mut self, spec: &Spec) -> (Vec<Class<W>>, Vec<BoardWalk<W>>) {
        let mut walks = Vec::new();
        let mut classes = Vec::new();
        let of_kinds = spec.kinds.iter().enumerate();
        let free = of_kinds.clone().map(|kind| (kind, false));
        let bound = of_kinds.map(|kind| (kind, true));
        for ((k, kind), bound) in free.chain(bound) {
            for facing in Facing::ALL {
                let mut starts = [SquareSet::EMPTY; MAX_SEATS];
                for (square, man) in &spec.array {
                    if man.kind() == Kind(k as u8) && man.facing() == facing {
                        starts[man.colour().index()].insert(*square);
                    }
                }
                let unmoved = spec.initial_by_mark >> k & 1 != 0;
                classes.push(self.class(&kind.walks, bound, facing, &starts, unmoved, &mut walks));
            }
        }
        (classes, walks)
    }

    /// A class: the walks of a kind seen by a man of one facing, if he is bound to exclusive ones
    /// or if he is not.
    fn class(
        &mut self,
        kind: &[Walk],
        bound: bool,
        facing: Facing,
        starts: &[SquareSet<W>; MAX_SEATS],
        unmoved: bool,
        board_walks: &mut Vec<BoardWalk<W>>,
    ) -> Class<W> {
        let passable = kind.iter().any(|walk| walk.en_passant);
        let walks = kind.iter().filter(|walk| {
            if bound { walk.exclusive } else { !walk.exclusive || walk.with_mark.is_none() }
        });
        let mut class = Class { passable, ..Class::default() };
        let mut leaps: [Vec<Vector>; 4] = Default::default();
        let mut rides = Vec::new();
        for walk in walks {
            let first = walk.legs[0];
            let vector = first.vector.turned(facing);
            let plain_take = !walk.take.own && !walk.take.tame && !walk.take.checks_only;
            let plain = walk.is_plain() && walk.legs.len() == 1 && !walk.initial && plain_take;
            if plain && first.min == 1 && first.max == 1 {
                match (walk.quiet, walk.take.enemy) {
                    (true, true) => leaps[0].push(vector),
                    (true, false) => leaps[1].push(vector),
                    (false, true) => leaps[2].push(vector),
                    (false, false) => {}
                }
                if walk.en_passant {
                    leaps[3].push(vector);
                }
                continue;
            }
            let ray = if plain && first.min == 1 && !walk.en_passant {
                self.rays.ray(vector, first.max)
            } else {
                None
            };
            if let Some(ray) = ray {
                let (quiet, take) = (walk.quiet, walk.take.enemy);
                class.ray_moves |= u64::from(quiet) << ray;
                class.ray_takes |= u64::from(take) << ray;
                if quiet && take {
                    rides.push(ray);
                } else {
                    class.partial.push(RayUse { ray, quiet, take });
                }
                continue;
            }
            let legs: Vec<BoardLeg> = walk
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
            let quiet_only = walk.quiet && walk.take == Take::NONE;
            let two = walk.legs.len() == 1 && first.min == 2 && first.max == 2;
            let captures_on_way =
                walk.legs[..walk.legs.len() - 1].iter().any(|l| l.end == End::Enemy);
            if walk.take.enemy || walk.take.own || walk.take.checks_only || captures_on_way {
                class.complex = true;
            }
            if walk.en_passant {
                class.ep_walks.push(board_walks.len() as u16);
            }
            class.walks.push(board_walks.len() as u16);
            let fixed = (walk.legs.len() == 1
                && first.min == first.max
                && quiet_only
                && !walk.swaps
                && !walk.en_passant
                && walk.conditions.iter().all(|condition| condition.place != Place::Onto))
            .then(|| self.fixed(vector, first.max, walk.to));
            board_walks.push(BoardWalk {
                legs,
                fixed,
                initial: (walk.initial && !unmoved).then_some(*starts),
                unmoved: walk.initial && unmoved,
                from: walk.from.map(|zone| zone.resize()),
                to: walk.to.map(|zone| zone.resize()),
                unit: (self.step_table(unit), count.saturating_mul(first.max.min(26))),
                double: passable && quiet_only && two && !walk.swaps,
                special: captures_on_way
                    || walk.swaps
                    || walk.set_mark.is_some()
                    || walk.clear_mark.is_some()
                    || walk.clause.is_some(),
                walk: walk.clone(),
            });
        }
        (class.lines, class.rides) = self.rays.lines(&rides);
        let [both, quiet, take, ep] = leaps;
        class.both = self.leap(&both);
        class.quiet = self.leap(&quiet);
        class.take = self.leap(&take);
        class.ep = self.leap(&ep);
        class.vectors = [both, quiet, take];
        class
    }
}
