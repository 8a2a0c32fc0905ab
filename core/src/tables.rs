//! A ruleset compiled for one width of square sets: what generation, legality and the turn
//! machine look things up in. Built once, never changed.
//!
//! Plain steps and leaps become sets, plain rides become rays (with mask and walls in them);
//! every other walk is kept as legs over step tables and walked when it is needed. What men
//! attack is found from the attacker, or from tables that were reversed from the forward ones,
//! because walls and paths can make a leap one-way.

use std::collections::HashMap;

use crate::by_square::BySquare;
use crate::gait::Gait;
use crate::geometry::{Facing, Geometry, Square, Vector};
use crate::hooks::EventKind;
use crate::movement::{Condition, End, Leg, Place, Walk};
use crate::phalanx::{Movement, Phalanx};
use crate::piece::{Kind, MAX_SEATS, Piece, Seat};
use crate::rays::{RayBuilder, Rays};
use crate::set::{SquareSet, Zone};
use crate::spec::{Arrival, ClauseId, Promotion, Protect, Spec};
use crate::ways::Ways;

/// No square, in a step table.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A class's use of a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayUse {
    pub ray: u8,
    pub quiet: bool,
    pub take: bool,
}

/// How a walk's leg goes on this board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardLeg {
    pub steps: u16,
    pub min: u8,
    pub max: u8,
    pub end: End,
}

/// A walk that is more than a leap or a ride.
#[derive(Debug)]
pub(crate) struct BoardWalk<const W: usize> {
    pub legs: Vec<BoardLeg>,
    pub walk: Walk,
    /// Start squares, for a walk from there only; by colour.
    pub initial: Option<[SquareSet<W>; MAX_SEATS]>,
    /// `i` by the moved mark instead.
    pub unmoved: bool,
    pub from: Option<SquareSet<W>>,
    pub to: Option<SquareSet<W>>,
    /// Step table of the first leg's smallest step, for conditions on squares ahead or passed.
    pub unit: (u16, u8),
    /// For a quiet walk of a fixed number of steps, from each square: the squares that must be
    /// empty, and the last of them. Such a walk need not be walked.
    pub fixed: Option<Vec<Option<(SquareSet<W>, Square)>>>,
    /// Two steps after which a man may be captured en passant.
    pub double: bool,
    /// Has consequences that need their own kind of move.
    pub special: bool,
}

/// A castling move as this board sees it.
#[derive(Debug)]
pub(crate) struct BoardWing<const W: usize> {
    /// Its place in [`Spec::castling`].
    pub number: u8,
    /// Squares that must be empty.
    pub empty: SquareSet<W>,
    /// Squares on which the king must not be attacked.
    pub safe: SquareSet<W>,
}

/// How men of one kind and facing go.
#[derive(Debug, Default)]
pub(crate) struct Class<const W: usize> {
    /// Leap tables: move or capture, move only, capture only, en passant.
    pub both: Option<u16>,
    pub quiet: Option<u16>,
    pub take: Option<u16>,
    pub ep: Option<u16>,
    /// Rays on which it moves and captures: lines of two opposite ones, and the others.
    pub lines: Vec<u8>,
    pub rides: Vec<u8>,
    /// Rays on which it does only one of the two.
    pub partial: Vec<RayUse>,
    /// Rays on which it moves and on which it captures, a bit each.
    pub ray_moves: u64,
    pub ray_takes: u64,
    /// What it would have on an empty board.
    pub ways: Ways<W>,
    /// The vectors of its leaps: move or capture, move only, capture only.
    pub vectors: [Vec<Vector>; 3],
    /// Numbers of board walks.
    pub walks: Vec<u16>,
    /// Those of them that capture en passant.
    pub ep_walks: Vec<u16>,
    /// May capture, and be captured, en passant.
    pub passable: bool,
    /// Some walk captures.
    pub complex: bool,
}

/// What holds for one kind, colour and facing.
#[derive(Debug, Default)]
pub(crate) struct Profile<const W: usize> {
    pub class: u16,
    /// Marks that bind a man to exclusive movements, a bit each, and his class then.
    pub binding: u8,
    pub bound_class: u16,
    pub royal: bool,
    /// Captures along straight rays, and along others, bound or not.
    pub rides: [bool; 2],
    pub complex: bool,
    /// Steps together with others.
    pub phalanx: bool,
    /// Squares it may enter, where some are barred.
    pub enter: Option<SquareSet<W>>,
    /// Squares where it promotes.
    pub promotes: SquareSet<W>,
    /// Squares from which some way may lead to one of them.
    pub promising: SquareSet<W>,
    /// How many moves such a way may come to: the kinds to choose from.
    pub choices: u8,
    /// Squares where something happens to it.
    pub arrives: SquareSet<W>,
    /// Squares where it may become a royal, or no longer be the one it was.
    pub crowns: SquareSet<W>,
}

#[derive(Debug)]
pub(crate) struct Tables<const W: usize> {
    pub squares: usize,
    pub seats: usize,
    pub rays: Rays<W>,
    /// The men that step together.
    pub phalanx: Option<Phalanx<W>>,
    pub leaps: Vec<BySquare<SquareSet<W>>>,
    pub steps: Vec<Vec<u16>>,
    pub walks: Vec<BoardWalk<W>>,
    pub classes: Vec<Class<W>>,
    /// By profile number.
    pub profiles: Vec<Profile<W>>,
    /// The same.
    pub gaits: Box<[Gait; Piece::PROFILES]>,
    /// To a square: whence any man's leap may capture there.
    pub leap_back: BySquare<SquareSet<W>>,
    /// Some man captures en passant by a walk that is more than a leap.
    pub ep_walks: bool,
    /// Castling moves by seat.
    pub wings: [Vec<BoardWing<W>>; MAX_SEATS],
    /// Some man captures by a walk that is more than a leap or ride.
    pub complex: bool,
    /// To a square: whence such a walk may come, whatever stands on its way.
    pub walk_back: BySquare<SquareSet<W>>,
    pub promotions: HashMap<(u16, u8), Promotion>,
    pub arrivals: HashMap<(u16, u8), Arrival>,
    pub limited_captures: bool,
    /// Some man may become a royal by arriving somewhere.
    pub crowns: bool,
    /// Some man may not enter some square.
    pub bars: bool,
    /// Castling rights that end when a square is left or captured on.
    pub castling_ends: BySquare<u32>,
    pub all: SquareSet<W>,
    /// Handlers by event.
    pub handlers: [Vec<u16>; EventKind::COUNT],
    /// Whether new checks must be looked for after each ply.
    pub watch_checks: bool,
    /// Own royals only, one seat's row of `protect` after another.
    pub protect: [[Protect; MAX_SEATS]; MAX_SEATS],
    pub team_of: [u8; MAX_SEATS],
    /// Kinds whose moves are progress.
    pub progress: u32,
    /// Per event: does any handler need it.
    pub hash_keys: BySquare<u64>,
}

/// What a clause-bearing declared movement counts.
impl<const W: usize> BoardWalk<W> {
    pub fn clause(&self) -> Option<ClauseId> {
        self.walk.clause
    }

    /// Every square it may come to or over, whatever stands where.
    fn reach(&self, steps: &[Vec<u16>], from: Square) -> SquareSet<W> {
        let mut all = SquareSet::EMPTY;
        let mut ends = SquareSet::<W>::of(from);
        for leg in &self.legs {
            let table = &steps[usize::from(leg.steps)];
            let mut next = SquareSet::EMPTY;
            for start in ends {
                let mut at = start;
                for count in 1..=leg.max {
                    let to = table[at.index()];
                    if to == NOWHERE {
                        break;
                    }
                    at = Square(to as u8);
                    all.insert(at);
                    if count >= leg.min {
                        next.insert(at);
                    }
                }
            }
            ends = next;
        }
        all
    }

    /// Two quiet steps with nothing else to say of them, after which a man may be captured en passant.
    pub fn is_bare_double(&self) -> bool {
        self.double
            && self.fixed.is_some()
            && self.walk.is_plain()
            && !self.special
            && !self.unmoved
    }
}

struct Builder<'a, const W: usize> {
    geometry: &'a Geometry,
    rays: RayBuilder,
    leaps: Vec<BySquare<SquareSet<W>>>,
    leap_ids: HashMap<BySquare<SquareSet<W>>, u16>,
    steps: Vec<Vec<u16>>,
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
    ) -> Vec<Option<(SquareSet<W>, Square)>> {
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
        self.geometry.squares().map(way_from).collect()
    }

    fn step_table(&mut self, vector: Vector) -> u16 {
        if let Some(id) = self.step_ids.get(&vector) {
            return *id;
        }
        let table = self
            .geometry
            .squares()
            .map(|from| self.geometry.step(from, vector).map_or(NOWHERE, |to| u16::from(to.0)))
            .collect();
        let id = self.steps.len() as u16;
        self.steps.push(table);
        self.step_ids.insert(vector, id);
        id
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
            let quiet_only = walk.quiet && walk.take == crate::movement::Take::NONE;
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

impl<const W: usize> Tables<W> {
    pub fn new(spec: &Spec) -> Self {
        let geometry = &spec.geometry;
        let squares = geometry.len();
        let mut builder = Builder {
            geometry,
            rays: RayBuilder::default(),
            leaps: Vec::new(),
            leap_ids: HashMap::new(),
            steps: Vec::new(),
            step_ids: HashMap::new(),
        };
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
                classes.push(builder.class(
                    &kind.walks,
                    bound,
                    facing,
                    &starts,
                    unmoved,
                    &mut walks,
                ));
            }
        }
        let Builder { rays, leaps, steps, .. } = builder;
        let phalanx = Phalanx::<W>::kind(spec).and_then(|kind| {
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
            Phalanx::new(geometry, kind, &ways)
        });

        let mut profiles: Vec<Profile<W>> = Vec::new();
        profiles.resize_with(Piece::PROFILES, Profile::default);
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
                        phalanx: phalanx.as_ref().is_some_and(|men| men.kind == man.kind()),
                        ..Profile::default()
                    };
                }
            }
        }
        let all: SquareSet<W> = geometry.all().resize();
        for (man, square) in &spec.barred {
            let profile = &mut profiles[man.profile()];
            profile.enter.get_or_insert(all).remove(*square);
        }
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

        let mut leap_back: BySquare<SquareSet<W>> = BySquare::default();
        let mut take_rays = 0u64;
        for class in &classes {
            take_rays |= class.ray_takes;
            for table in [class.both, class.take, class.ep].into_iter().flatten() {
                for from in geometry.squares() {
                    for to in leaps[table as usize][from] {
                        leap_back[to].insert(from);
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
        for profile in &mut profiles {
            let classes =
                [profile.class, profile.bound_class].map(|class| &classes[usize::from(class)]);
            profile.rides = rays.directions(classes[0].ray_takes | classes[1].ray_takes);
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

        let gait = |profile: &Profile<W>| Gait::new(profile, &classes[usize::from(profile.class)]);
        let gaits = Box::new(std::array::from_fn(|profile| gait(&profiles[profile])));

        let mut castling_ends: BySquare<u32> = BySquare::default();
        for (i, wing) in spec.castling.iter().enumerate().take(32) {
            castling_ends[wing.king.0] |= 1 << i;
            castling_ends[wing.rook.0] |= 1 << i;
        }

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

        let mut handlers: [Vec<u16>; EventKind::COUNT] = Default::default();
        let mut watch_checks = spec.track_last_checker;
        for (i, handler) in spec.handlers.iter().enumerate() {
            handlers[handler.event as usize].push(i as u16);
            watch_checks |= handler.event == EventKind::Check || handler.filter.check.is_some();
        }

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
            squares,
            seats: spec.seats.len(),
            rays,
            phalanx,
            ep_walks: classes.iter().any(|class| !class.ep_walks.is_empty()),
            wings,
            complex: classes.iter().any(|class| class.complex),
            walk_back,
            leaps,
            steps,
            walks,
            classes,
            profiles,
            gaits,
            leap_back,
            promotions,
            arrivals,
            limited_captures: spec.kind_captures.iter().any(|set| set & every_kind != every_kind),
            crowns,
            bars: !spec.barred.is_empty(),
            castling_ends,
            all,
            handlers,
            watch_checks,
            protect,
            team_of,
            progress: spec.progress_kinds,
            hash_keys: BySquare::of(geometry, |square| crate::rng::mix(u64::from(square.0))),
        }
    }

    #[inline(always)]
    pub fn profile(&self, man: Piece) -> &Profile<W> {
        &self.profiles[man.profile()]
    }

    #[inline(always)]
    pub fn class(&self, man: Piece) -> &Class<W> {
        let profile = &self.profiles[man.profile()];
        let bound = profile.binding & man.marks() != 0;
        &self.classes[if bound { profile.bound_class } else { profile.class } as usize]
    }

    #[inline(always)]
    pub fn leap(&self, table: u16, from: Square) -> SquareSet<W> {
        self.leaps[table as usize][from]
    }

    /// What a class's rides that move and capture reach, up to and including the first men.
    #[inline(always)]
    pub fn rides(&self, class: &Class<W>, from: Square, occupied: &SquareSet<W>) -> SquareSet<W> {
        let mut to = SquareSet::EMPTY;
        for &line in &class.lines {
            to |= self.rays.line(line, from, occupied);
        }
        for &ray in &class.rides {
            to |= self.rays.ride(ray, from, occupied);
        }
        to
    }

    /// One step of a step table.
    #[inline(always)]
    pub fn step(&self, table: u16, from: Square) -> Option<Square> {
        let to = self.steps[table as usize][from.index()];
        (to != NOWHERE).then_some(Square(to as u8))
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(crate) fn bits(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let bit = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            bit
        })
    })
}

impl Condition {
    /// The squares a condition is about, as numbers of smallest steps from the start; none for
    /// the arrival square.
    pub(crate) fn steps(&self, total: u8) -> std::ops::Range<u8> {
        match self.place {
            Place::Ahead => 1..2,
            Place::Over => 1..total,
            Place::Onto => 0..0,
        }
    }
}
