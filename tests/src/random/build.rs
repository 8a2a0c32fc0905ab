//! Builds rules from generated parts. An index that is larger than the number of squares, seats or
//! kinds wraps around. This module uses no random numbers.

use quadrille_core::board::NOTE_BITS;
use quadrille_core::rules::{
    Abilities, Arrival, Base, Blast, CastlingMove, Circumstance, Clause, Counter, Demand, Duty,
    EntryLimit, Hand, HiddenKinds, Holds, Hostility, KindSpec, MarkId, MeasuredValue, Neutral,
    PieceCounter, Promotion, PromotionLimit, SeatSpec, State,
};
use quadrille_core::{Facing, Geometry, Kind, Piece, Protect, Seat, Seats, Spec, Square, Vector};

use super::boards::Area;
use super::paths::{Group, Measured, paths, pawn};
use super::rules::{Placement, Rules, Sides, Stays};
use crate::orthodox;

/// The minimum and the maximum of a random ruleset's counters.
pub(super) const COUNTED: (i32, i32) = (-2, 5);

pub(super) fn build(
    geometry: &Geometry,
    sides: &Sides,
    groups: &[Vec<Group>],
    pieces: &[Placement],
    rules: &Rules,
) -> Spec {
    let (seats, count) = (sides.seats, groups.len() + 1);
    let at = |n: u16| some_square(geometry, n);
    let kind = |n: u8| Kind(n % count as u8);
    let team = |seat: usize| sides.teams[seat] % seats as u8;
    let mut kinds: Vec<KindSpec> = Vec::new();
    for n in 0..count {
        let mut paths = match n {
            0 => paths(&groups[0], geometry),
            1 => pawn(),
            _ => paths(&groups[n - 1], geometry),
        };
        for circumstance in paths.iter_mut().flat_map(|path| &mut path.circumstances) {
            *circumstance = fit(circumstance, count);
        }
        kinds.push(KindSpec {
            name: format!("kind {n}"),
            letter: ['K', 'P', 'C', 'D', 'E', 'F'][n],
            royal: n == 0 || rules.two_royal_kinds && n == 2,
            value: n as i32,
            notation: String::new(),
            paths,
        });
    }
    // This counter uses the two highest bits of a piece's notes.
    let level = PieceCounter { name: "level".to_owned(), min: 0, max: 2, start: 0 };
    let mut array: Vec<(Square, Piece)> = Vec::new();
    for piece in pieces {
        let at = at(piece.at);
        let colours = seats + usize::from(rules.neutral.is_some());
        let seat = usize::from(piece.colour) % colours;
        let facing = sides.facings.get(seat).copied().unwrap_or_default();
        let facing = piece.facing.unwrap_or(facing);
        if !array.iter().any(|(square, _)| *square == at) {
            let (marks, level) = (u32::from(piece.marks & 3), u32::from(piece.marks >> 2));
            let notes = marks | level << (NOTE_BITS - 2);
            array.push((
                at,
                Piece::new(kind(piece.kind), Seat(seat as u8), facing).with_marks(notes),
            ));
        }
    }
    let any_piece = |n: u8| {
        let one = move |seat: usize| {
            Facing::ALL.map(|facing| Piece::new(kind(n), Seat(seat as u8), facing))
        };
        (0..seats).flat_map(one)
    };
    let spread = |n: u8, area: Area| {
        let zone = area.zone(geometry);
        any_piece(n).flat_map(move |piece| zone.into_iter().map(move |square| (piece, square)))
    };
    let promotions = rules.promotions.iter().flat_map(
        |(n, area, kinds, stays, from, set_mark, by_capture, in_place)| {
            let mut kinds: Vec<Kind> = kinds.iter().map(|n| kind(*n)).collect();
            kinds.sort();
            kinds.dedup();
            let promotion = Promotion {
                kinds,
                optional: *stays == Stays::Freely,
                required: *stays == Stays::Never,
                from: from.filter(|_| !in_place).map(|area| area.zone(geometry)),
                by_capture: *by_capture && !in_place,
                in_place: *in_place,
                set_mark: *set_mark,
                clause: None,
            };
            spread(*n, *area).map(move |(piece, square)| (piece, square, promotion.clone()))
        },
    );
    let mut hands: Vec<Hand> = Vec::new();
    for (seat, n, number, area, first, limits) in &rules.pockets.hands {
        // Kings stay on the board, and a hand has at most one entry for each kind.
        let (seat, kind) = (Seat(*seat % seats as u8), kind(*n));
        let there = |hand: &Hand| hand.seat == seat && hand.pieces[0].0 == kind;
        if !kinds[kind.index()].royal && !hands.iter().any(there) {
            let (pieces, zone) = (vec![(kind, *number)], area.zone(geometry));
            hands.push(Hand { seat, pieces, zone, first: *first, limits: *limits, clause: None });
        }
    }
    let condition = |(of, least, most): &Measured| {
        vec![fit(&Circumstance { of: *of, least: *least, most: *most }, count)]
    };
    let promotion_limit = |(of, into, measured): &(u8, u8, Measured)| PromotionLimit {
        kind: kind(*of),
        into: kind(*into),
        circumstances: condition(measured),
    };
    let entry_limit = |(of, area, measured): &(u8, Area, Measured)| EntryLimit {
        kind: kind(*of),
        zone: area.zone(geometry),
        circumstances: condition(measured),
    };
    let base = |(of, mark, to): &(u8, Option<u8>, u8)| Base {
        kind: kind(*of),
        mark: *mark,
        base: kind(*to),
        clause: None,
    };
    let arrivals = rules.arrivals.iter().flat_map(|(n, area, arrival)| {
        let arrival = Arrival { become_kind: arrival.become_kind.map(|k| kind(k.0)), ..*arrival };
        spread(*n, *area).map(move |(piece, square)| (piece, square, arrival))
    });
    let hostility = |a: usize, b: usize| {
        let odd = |capture| {
            let mut odd = sides.odd.iter();
            odd.any(|(x, y, c)| (usize::from(*x), usize::from(*y), *c) == (a, b, capture))
        };
        let foes = team(a) != team(b);
        Hostility { capture: foes != odd(true), check: foes != odd(false) }
    };
    let protect = |a: usize, b: usize| if a == b { sides.own[a] } else { sides.others[a * 4 + b] };
    let matrix = |row: &dyn Fn(usize, usize) -> Protect| -> Vec<Vec<Protect>> {
        (0..seats).map(|a| (0..seats).map(|b| row(a, b)).collect()).collect()
    };
    let mut states = State::predefined();
    for (n, bits) in rules.states.iter().enumerate() {
        let abilities = |bits: u8| Abilities {
            moves: bits & 1 != 0,
            captures: bits & 2 != 0,
            checks: bits & 4 != 0,
            capturable: bits & 8 != 0,
            checkable: bits & 8 != 0,
        };
        states.push(State {
            name: format!("state {n}"),
            has_turn: true,
            pieces: abilities(*bits),
            royals: abilities(bits.reverse_bits() >> 4),
            until: None,
            tested: quadrille_core::rules::Tested::Continuous,
        });
    }
    Spec {
        id: "random".to_owned(),
        zones: Vec::new(),
        seats: (0..seats)
            .map(|seat| SeatSpec {
                name: format!("seat {seat}"),
                key: ['a', 'b', 'c', 'e'][seat],
                facing: sides.facings[seat],
                team: team(seat),
            })
            .collect(),
        neutral: rules.neutral.map(|(capturable, movers)| Neutral {
            name: "nobody".to_owned(),
            key: 'n',
            capturable,
            movers: Seats(movers & ((1 << seats) - 1)),
        }),
        teams: (0..seats).map(|n| format!("team {n}")).collect(),
        marks: ["one", "two", HiddenKinds::REVEALED].map(str::to_owned).to_vec(),
        piece_counters: vec![level],
        counters: vec![counter("of the game", false), counter("of seats", true)],
        order: (0..seats).map(|seat| Seat(seat as u8)).collect(),
        states,
        relations: (0..seats).map(|a| (0..seats).map(|b| hostility(a, b)).collect()).collect(),
        protect: matrix(&protect),
        royals: rules.royals,
        duties: duties(rules, seats),
        blast: blast(rules),
        fog: rules.fog,
        hidden: rules.hidden.map(|(set, shown_as, known_to, captures_reveal)| {
            let shown_as = kind(shown_as);
            let concealed = |number: &u8| set >> number & 1 != 0 && *number != shown_as.0;
            let of_seat = |seat| (0..count as u8).filter(concealed).map(move |n| (seat, Kind(n)));
            HiddenKinds {
                pieces: (0..seats as u8).map(Seat).flat_map(of_seat).collect(),
                shown_as,
                known_to,
                revealed: MarkId(2),
                captures_reveal,
            }
        }),
        castling: castling_moves(&kinds, &array, geometry, (seats, rules)),
        ep_occupied: rules.ep.0,
        ep_window: rules.ep.1,
        ep_partner: rules.ep.2,
        initial_by_mark: rules.by_mark & ((1 << count) - 1),
        promotions: promotions.collect(),
        arrivals: arrivals.collect(),
        restricted_squares: rules
            .restricted_squares
            .iter()
            .flat_map(|(n, area)| spread(*n, *area))
            .collect(),
        hands,
        captures_to_hand: rules.pockets.captures,
        bases: rules.pockets.bases.iter().map(base).collect(),
        promotion_limits: rules.promotion_limits.iter().map(promotion_limit).collect(),
        entry_limits: rules.entry_limits.iter().map(entry_limit).collect(),
        supply: rules.supply.iter().map(|(n, limit)| (kind(*n), *limit)).collect(),
        kind_captures: rules.captures[..count].to_vec(),
        repetition: None,
        no_progress: None,
        progress_kinds: rules.no_repeat.map_or(1, |(_, kinds)| kinds & ((1 << count) - 1)),
        insufficient: Vec::new(),
        handlers: Vec::new(),
        clauses: vec![Clause { id: "X1".to_owned(), text: String::new(), place: String::new() }],
        kinds,
        array,
        geometry: geometry.clone(),
        ..orthodox()
    }
}

/// Returns a circumstance whose kind is one of the first `kinds` kinds.
fn fit(circumstance: &Circumstance, kinds: usize) -> Circumstance {
    let mut fitted = *circumstance;
    if let MeasuredValue::InHand(kind) | MeasuredValue::OnBoard(kind) = &mut fitted.of {
        kind.0 %= kinds as u8;
    }
    fitted
}

/// Returns a counter with a small range. Only answers to questions change the counter.
fn counter(name: &str, per_seat: bool) -> Counter {
    let (min, max) = COUNTED;
    Counter { name: name.to_owned(), per_seat, min, max, start: 1, worth: 0, holds: Holds::Number }
}

/// Returns the duty to capture and the duty not to repeat a position. In games with two seats, both
/// seats have these duties. In games with more seats, all seats except the last have them.
fn duties(rules: &Rules, seats: usize) -> Vec<Duty> {
    let bound = (0..seats as u8).map(Seat).take(seats.max(3) - 1).collect();
    let no_repeat = rules.no_repeat.map(|(times, _)| (Demand::NoRepeat { times }, u32::MAX));
    let duty = |(demand, kinds)| Duty { seats: bound, demand, kinds, clause: None };
    rules.duty.into_iter().chain(no_repeat).map(duty).collect()
}

fn blast(rules: &Rules) -> Option<Blast> {
    let (leaps, removes, spares, captor) = rules.blast.as_ref()?;
    let mut reach: Vec<Vector> = leaps.iter().map(|(dx, dy)| Vector::new(*dx, *dy)).collect();
    reach.retain(|leap| (leap.dx, leap.dy) != (0, 0));
    Some(Blast { reach, removes: *removes, spares: *spares, captor: *captor, clause: None })
}

/// Maps a number to a square of any board.
fn some_square(geometry: &Geometry, n: u16) -> Square {
    geometry.nth(usize::from(n) % geometry.len()).expect("one of its squares")
}

/// Returns castling moves between existing pieces.
fn castling_moves(
    kinds: &[KindSpec],
    array: &[(Square, Piece)],
    geometry: &Geometry,
    (seats, rules): (usize, &Rules),
) -> Vec<CastlingMove> {
    let at = |n: u8| some_square(geometry, n.into());
    let mut castling_moves = Vec::new();
    let seated = rules.castling_moves.iter().filter(|(seat, ..)| usize::from(*seat) < seats);
    for (seat, pick, ends) in seated {
        let of = |royal: bool| -> Vec<Square> {
            let mine = array.iter().filter(|(_, piece)| {
                piece.colour().0 == *seat && kinds[piece.kind().index()].royal == royal
            });
            mine.map(|(square, _)| *square).collect()
        };
        // Some kings that castle are not royal.
        let (kings, rooks) = (of(pick % 4 != 0), of(false));
        if kings.is_empty() || rooks.is_empty() {
            continue;
        }
        let king = kings[usize::from(*pick) % kings.len()];
        let rook = rooks[usize::from(*pick / 7) % rooks.len()];
        let stay = at(ends[0]) == king && at(ends[1]) == rook;
        if king == rook || at(ends[0]) == at(ends[1]) || stay {
            continue;
        }
        let kind_on = |square: Square| {
            let mut pieces = array.iter();
            pieces.find(|(at, _)| *at == square).map(|(_, piece)| piece.kind())
        };
        let kinds = kind_on(king).zip(kind_on(rook)).map(|(king, rook)| [king, rook]);
        castling_moves.push(CastlingMove {
            seat: Seat(*seat),
            king_side: pick % 2 == 0,
            king: (king, at(ends[0])),
            rook: (rook, at(ends[1])),
            kinds,
            shares_rights: pick % 3 == 0,
            empty: [at(ends[2])].into_iter().filter(|s| *s != king && *s != rook).collect(),
            safe: [king, at(ends[3])].into_iter().collect(),
            clause: None,
        });
    }
    castling_moves
}
