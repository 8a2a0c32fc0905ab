//! Compiles a description of rules to tables for boards of one width. This happens once per
//! ruleset.

use std::collections::HashMap;

use crate::board::{
    Facing, Geometry, Kind, MAX_SEATS, MAX_SIDE, Piece, Seat, SharedSquareMap, Square, SquareMap,
    SquareSet,
};
use crate::rules::{
    Arrival, Circumstance, Demand, Duty, EventKind, Gates, MateTest, MeasuredValue, Path,
    Promotion, Protect, Spec, castling_rights,
};
use crate::tables::{
    BoardBlast, BoardCastling, BoardPath, ByArrival, Class, ClassBuilder, EmptyBoardMoves,
    ONE_OF_TWO, PawnMovement, PawnShifts, PieceProfile, SimpleMover, TableBudget, Tables,
    TablesTooLarge,
};

impl<const W: usize> Tables<W> {
    /// Builds the tables of a description. The board of the description must fit the width.
    ///
    /// # Errors
    /// Returns a [`TablesTooLarge`] if the tables of movement need more memory than the budget
    /// allows.
    pub(crate) fn new(spec: &Spec, budget: TableBudget) -> Result<Self, TablesTooLarge> {
        let geometry = &spec.geometry;
        let closed = spec.geometry_while(|_| true);
        let mut builder = ClassBuilder::new(spec, &closed, budget);
        let (mut classes, mut paths) = builder.classes()?;
        let ClassBuilder { rays, leaps, steps, gates, budget, .. } = builder;
        let pawn_shifts = pawn_shifts(spec, &closed, &classes, &paths);
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
        for class in classes.iter_mut().filter(|class| class.complex) {
            for number in &class.paths {
                let path = &mut paths[usize::from(*number)];
                let mut reached = SquareMap::default();
                for from in geometry.squares() {
                    reached[from] = path.ends(&steps, &gates, from);
                    class.path_reach[from] |= reached[from];
                    for to in reached[from] {
                        path_sources[to].insert(from);
                    }
                }
                path.reached = Some(reached);
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
        let found = EmptyBoardMoves::of_classes(geometry, &classes, &rays, &leaps, &paths);
        for (class, empty_board) in classes.iter_mut().zip(found) {
            class.empty_board = empty_board;
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
            leaps.iter().map(SquareMap::to_shared).collect();
        let mut lame = HashMap::new();
        let mut simple_mover = |profile: &PieceProfile<W>| {
            let class = &classes[usize::from(profile.class)];
            let mover = SimpleMover::new(profile, class, &shared, &rays);
            if mover.applies || !mover.whole {
                return mover;
            }
            let known = lame.entry((profile.class, mover.tested || mover.limited, profile.enter));
            known.or_insert_with(|| mover.with_lame_leaps(&closed, class, profile.enter)).clone()
        };
        let simple_movers = by_profile(|profile| simple_mover(&profiles[profile]));

        let rights = castling_rights(&spec.castling).unwrap_or_default();
        let mut castling_ends: SquareMap<u64, W> = SquareMap::default();
        let mut shared_castling = 0;
        for (castling, [of_king, of_rook]) in spec.castling.iter().zip(&rights) {
            castling_ends[castling.king.0] |= of_king;
            castling_ends[castling.rook.0] |= of_rook;
            if castling.shares_rights {
                shared_castling |= of_king | of_rook;
            }
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
        let choosing: Vec<u16> = (0..spec.handlers.len())
            .filter(|number| spec.handlers[*number].chooses)
            .map(|number| number as u16)
            .collect();
        let blast = spec.blast.as_ref().map(|blast| {
            let zone = SquareMap::of(geometry, |at| {
                let reached = blast.reach.iter().filter_map(|vector| geometry.step(at, *vector));
                reached.filter(|square| *square != at).collect::<SquareSet<W>>()
            });
            BoardBlast { zone, removes: blast.removes, spares: blast.spares, captor: blast.captor }
        });
        let restricted_squares = !spec.restricted_squares.is_empty();
        let every_kind = (1u32 << spec.kinds.len()) - 1;
        let limited_victims =
            every_kind & !spec.kind_captures.iter().fold(every_kind, |all, kinds| all & kinds);

        let no_repeat = no_repeat(spec);
        let per_move = [EventKind::ExtraMoves, EventKind::Forbids]
            .into_iter()
            .any(|kind| !handlers[kind as usize].is_empty())
            || !no_repeat.iter().all(Option::is_none);

        let unasked = |event: EventKind| handlers[event as usize].is_empty();
        let moves_asked = handlers[EventKind::Move as usize]
            .iter()
            .map(|number| &spec.handlers[usize::from(*number)].filter)
            .filter(|filter| !filter.pass)
            .fold(0, |all, filter| all | filter.kinds.unwrap_or(u32::MAX));
        let nothing_else =
            !spec.track_last_mover && blast.is_none() && spec.captures_to_hand.is_none();
        let simple_plies = nothing_else && !watch_checks && spec.dice.is_none() && moves_asked == 0;
        let simple_kinds = if nothing_else { !moves_asked } else { 0 };
        let outcome_after_moves = handlers[EventKind::Outcome as usize]
            .iter()
            .any(|number| spec.handlers[usize::from(*number)].filter.asks_after_moves());
        let simple_turns = unasked(EventKind::Outcome)
            && spec.mate_test != MateTest::AfterEveryPly
            && no_repeat.iter().all(Option::is_none);

        let largest = |pairing: &Vec<Vec<Kind>>| pairing.iter().map(Vec::len).sum::<usize>();

        let mut protect = [[Protect::None; MAX_SEATS]; MAX_SEATS];
        let mut team_of = [Spec::NO_TEAM; MAX_SEATS];
        for (a, seat) in spec.seats.iter().enumerate() {
            team_of[a] = seat.team;
            for (cell, how) in protect[a].iter_mut().zip(&spec.protect[a]) {
                *cell = *how;
            }
        }

        let all: SquareSet<W> = geometry.all().resize();
        let all_if = |holds: bool| if holds { all } else { SquareSet::EMPTY };
        let captures_change_attacks = circumstances(spec).any(|it| match it.of {
            MeasuredValue::InHand(_) => spec.captures_to_hand.is_some(),
            MeasuredValue::OnBoard(_) => true,
            _ => false,
        });
        let royal = |kind: &Kind| spec.kinds[kind.index()].royal;
        let royalty_changing = spec.promotions.iter().any(|(_, _, p)| p.kinds.iter().any(royal))
            || spec.arrivals.iter().any(|(_, _, arrival)| arrival.become_kind.iter().any(royal));
        Ok(Self {
            span: geometry.span(),
            movement_bytes: budget.used(),
            seats: spec.seats.len(),
            facings: std::array::from_fn(|colour| spec.facing(Seat(colour as u8))),
            rays,
            pawn_shifts,
            cited: classes.iter().any(|class| !class.cited.is_empty()),
            long_steps: long_steps(&paths),
            ep_paths: classes.iter().any(|class| !class.ep_paths.is_empty()),
            special_paths: paths.iter().any(|path| path.special),
            castling: castling(spec, &rights),
            complex: classes.iter().any(|class| class.complex),
            attacks_by_more: classes.iter().any(|class| class.complex && !class.by_occupancy),
            path_sources,
            leaps,
            steps,
            gates,
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
            limited_victims,
            conditional_captures: limited_victims != 0 || restricted_squares || blast.is_some(),
            local_threats: restricted_squares || blast.is_some(),
            rolls: rolls(spec),
            capture_duties: capture_duties(spec).map(|duty| duty.map(|duty| duty.demand)),
            dutiful_kinds: capture_duties(spec)
                .map(|duty| duty.map_or(u32::MAX, |duty| duty.kinds)),
            no_repeat,
            judged_captures: all_if(blast.is_some() || !judged.is_empty()),
            judged_moves: judged_moves(spec),
            blast,
            judged,
            choosing,
            royalty_changing,
            castling_ends,
            shared_castling,
            all,
            handlers,
            per_move,
            insufficient_most: spec.insufficient.iter().map(largest).max().unwrap_or(0) as u32,
            circumstantial: circumstances(spec).any(|it| it.of != MeasuredValue::Ply),
            attack_changing_captures: all_if(captures_change_attacks),
            watch_checks,
            simple_plies,
            simple_kinds,
            simple_turns,
            outcome_after_moves,
            protect,
            team_of,
            progress: spec.progress_kinds,
            hash_keys: SquareMap::of(geometry, |square| {
                crate::numeric::rng::mix(u64::from(square.0))
            }),
        })
    }
}

/// Returns the kinds (a bit each) that may not capture every kind.
fn limited_captors(spec: &Spec) -> u32 {
    let every_kind = (1u32 << spec.kinds.len()) - 1;
    let limited = |kind: &usize| spec.kind_captures[*kind] & every_kind != every_kind;
    (0..spec.kinds.len()).filter(limited).fold(0, |all, kind| all | 1 << kind)
}

/// Returns the circumstances that movements, gates and entry to squares require.
fn circumstances(spec: &Spec) -> impl Iterator<Item = &Circumstance> {
    let of_paths = spec.kinds.iter().flat_map(|kind| &kind.paths).map(|path| &path.circumstances);
    let of_gates = spec.gates.iter().map(|gate| &gate.circumstances);
    let of_entries = spec.entry_limits.iter().map(|limit| &limit.circumstances);
    of_paths.chain(of_gates).chain(of_entries).flatten()
}

/// Returns the steps after which a piece may be captured en passant, as [`Tables::long_steps`] has
/// them. The list is empty if all of them are double steps.
fn long_steps<const W: usize>(paths: &[BoardPath<W>]) -> Vec<(u16, u8)> {
    let steps = paths.iter().filter(|path| path.double).map(|path| path.legs[0]);
    let mut steps: Vec<(u16, u8)> = steps.map(|leg| (leg.steps, leg.max)).collect();
    steps.sort_unstable();
    steps.dedup();
    if steps.iter().all(|(_, most)| *most <= 2) {
        steps.clear();
    }
    steps
}

/// Returns the possible rolls, with their weights.
fn rolls(spec: &Spec) -> Vec<([u8; 2], u32)> {
    let Some(dice) = &spec.dice else {
        return Vec::new();
    };
    let mut rolls: Vec<([u8; 2], u32)> = Vec::new();
    for (a, weight_a, _) in &dice.faces {
        if dice.count == 1 {
            rolls.push(([*a, 0], *weight_a));
            continue;
        }
        for (b, weight_b, _) in &dice.faces {
            let faces = [*a.min(b), *a.max(b)];
            let weight = weight_a * weight_b;
            match rolls.iter_mut().find(|(known, _)| *known == faces) {
                Some((_, sum)) => *sum += weight,
                None => rolls.push((faces, weight)),
            }
        }
    }
    rolls
}

/// Returns, for each seat, the seat's duty about captures, if there is one. If a seat has several
/// such duties, the one that was declared last applies.
fn capture_duties(spec: &Spec) -> [Option<&Duty>; MAX_SEATS] {
    let mut duties = [None; MAX_SEATS];
    for duty in spec.duties.iter().filter(|duty| duty.demand.of_captures()) {
        duty.seats.iter().for_each(|seat| duties[seat.index()] = Some(duty));
    }
    duties
}

/// Returns, for each seat, the number of the forbidden occurrence of a position, or `None` if the
/// seat may repeat positions. If a seat has several such duties, the strictest applies.
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

/// Returns the squares to which a move without a capture can be illegal because of effects of
/// hooks. Moves to these squares have to be judged with the effects.
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
    closed: &Geometry,
    classes: &[Class<W>],
    paths: &[BoardPath<W>],
) -> Option<PawnShifts<W>> {
    let kind = PawnShifts::<W>::kind(spec)?;
    if limited_captors(spec) >> kind.0 & 1 != 0 {
        return None;
    }
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
    PawnShifts::new(closed, kind, &movements)
}

/// Builds a table with a value for each profile. The table is on the heap, because the values of
/// wide boards are too large for a stack.
fn by_profile<T>(value: impl FnMut(usize) -> T) -> Box<[T; Piece::PROFILES]> {
    let all: Box<[T]> = (0..Piece::PROFILES).map(value).collect();
    all.try_into().unwrap_or_else(|_| unreachable!("a value for each profile"))
}

/// Returns the profiles of all kinds, colours and facings. Arrivals and promotions are not yet set.
fn profiles<const W: usize>(
    spec: &Spec,
    classes: &[Class<W>],
    pawn_shifts: Option<&PawnShifts<W>>,
) -> Box<[PieceProfile<W>; Piece::PROFILES]> {
    let mut profiles = by_profile(|_| PieceProfile::<W>::default());
    let limited_captors = limited_captors(spec);
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
                    limited: limited_captors >> k & 1 != 0,
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

/// Returns the tables of arrivals and promotions, and records their squares in the profiles.
fn arrivals<const W: usize>(
    spec: &Spec,
    profiles: &mut [PieceProfile<W>],
) -> (ByArrival<Arrival>, ByArrival<Promotion>) {
    let mut arrivals = ByArrival::new(spec.geometry.span());
    for (piece, square, arrival) in &spec.arrivals {
        profiles[piece.profile()].arrives.insert(*square);
        arrivals.insert(*piece, *square, *arrival);
    }
    let royal = |kind: Kind| spec.kinds[kind.index()].royal;
    let changes_royalty = |from: Kind, to: Kind| from != to && (royal(from) || royal(to));
    for (piece, square, _) in &spec.arrivals {
        let becomes =
            arrivals.get(*piece, *square).and_then(|arrival: &Arrival| arrival.become_kind);
        if becomes.is_some_and(|to| changes_royalty(piece.kind(), to)) {
            profiles[piece.profile()].royalty_changing.insert(*square);
        }
    }
    let mut promotions = ByArrival::new(spec.geometry.span());
    for (piece, square, promotion) in &spec.promotions {
        let royalty_changing = promotion.kinds.iter().any(|kind| {
            let next = profiles[piece.with_kind(*kind).profile()].royalty_changing;
            changes_royalty(piece.kind(), *kind) || next.contains(*square)
        });
        let profile = &mut profiles[piece.profile()];
        let choices = promotion.kinds.len() + usize::from(promotion.optional);
        profile.choices = profile.choices.max(choices as u8);
        // If a square has several promotions, the last one applies.
        profile.promotes.remove(*square);
        profile.promotes_in_place.remove(*square);
        let squares =
            if promotion.in_place { &mut profile.promotes_in_place } else { &mut profile.promotes };
        squares.insert(*square);
        if royalty_changing {
            profile.royalty_changing.insert(*square);
        }
        promotions.insert(*piece, *square, promotion.clone());
    }
    (arrivals, promotions)
}

fn castling<const W: usize>(
    spec: &Spec,
    rights: &[[u64; 2]],
) -> [Vec<BoardCastling<W>>; MAX_SEATS] {
    let mut by_seat: [Vec<BoardCastling<W>>; MAX_SEATS] = Default::default();
    for (i, (castling, [of_king, of_rook])) in spec.castling.iter().zip(rights).enumerate() {
        let leaving = SquareSet::of(castling.king.0) | SquareSet::of(castling.rook.0);
        let arrivals = SquareSet::of(castling.king.1) | SquareSet::of(castling.rook.1);
        by_seat[castling.seat.index()].push(BoardCastling {
            number: i as u8,
            rights: of_king | of_rook,
            empty: castling.empty.resize() | (arrivals - leaving),
            safe: castling.safe.resize(),
            gates: gates_between(spec, castling.king) | gates_between(spec, castling.rook),
        });
    }
    by_seat
}

/// Returns the gates on the line from one square to another. Returns no gates if the squares are
/// not on a line.
fn gates_between(spec: &Spec, (from, to): (Square, Square)) -> Gates {
    let Some(unit) = spec.geometry.line(from, to) else { return 0 };
    let mut gates = 0;
    let mut at = from;
    for _ in 0..MAX_SIDE {
        if at == to {
            break;
        }
        let Some(next) = spec.geometry.step(at, unit) else { break };
        gates |= spec.gates_across(at, unit);
        at = next;
    }
    gates
}
