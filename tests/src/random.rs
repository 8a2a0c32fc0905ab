//! Rulesets at random: small and strange ones, for properties that must hold of every ruleset.
//!
//! A failing [`Recipe`] shrinks to fewer men, fewer walks and ordinary rules, and prints as a picture
//! with its rules below.

mod show;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_core::movement::{Condition, End, Leg, Place, Relation, Take, Walk};
use quadrille_core::rng::mix;
use quadrille_core::spec::{
    Abilities, Arrival, Clause, EpOccupied, EpWindow, Hostility, KindSpec, Promotion, Royals,
    SeatSpec, State, Wing,
};
use quadrille_core::{
    Cell, ClauseId, Facing, Geometry, Kind, Phase, Piece, Protect, Restriction, Ruleset, Seat,
    Setup, Spec, Square, StateId, Vector, Zone, game,
};

use crate::{images, orthodox};

/// A ruleset, how its first position differs from its array, and what to play.
#[derive(Clone)]
pub struct Recipe {
    /// The rules.
    pub spec: Spec,
    /// What is otherwise than at the start.
    pub changes: Vec<Change>,
    /// For each ply a number that picks one of its legal actions.
    pub choices: Vec<u16>,
}

/// One thing that is otherwise than at the start of a game.
#[derive(Clone, Debug)]
pub enum Change {
    /// An army's state.
    Army(Seat, StateId),
    /// A seat's state.
    Place(Seat, StateId),
    /// Who moves a colour's men.
    Control(Seat, Option<Seat>),
    /// A relation.
    Relate(Seat, Seat, bool, bool),
    /// The first seat's protection of its own royals.
    Relax(Protect),
    /// The first seat must leave its own royals safe.
    Careful,
    /// A man of this number who may be captured en passant has come by two steps.
    Skipped(u8),
}

impl Recipe {
    /// The position to play from.
    #[must_use]
    pub fn setup(&self, rules: &Ruleset) -> Setup {
        let mut setup = Setup { phase: Phase::Turn, ..game::initial(rules) };
        for change in &self.changes {
            match *change {
                Change::Army(colour, state) => setup.army_states[colour.index()] = state,
                Change::Place(seat, state) => setup.seat_states[seat.index()] = state,
                Change::Control(colour, by) => setup.controllers[colour.index()] = by,
                Change::Relate(a, b, capture, allowed) => {
                    setup.relations.retain(|(x, y, c, _)| (*x, *y, *c) != (a, b, capture));
                    let rule = self.spec.relations[a.index()][b.index()];
                    if (if capture { rule.capture } else { rule.check }) != allowed {
                        setup.relations.push((a, b, capture, allowed));
                    }
                    setup.relations.sort();
                }
                Change::Relax(protect) => setup.relaxed = Some(protect),
                Change::Skipped(number) => self.skip(&mut setup, number),
                Change::Careful => setup.restrictions = vec![(setup.turn, Restriction::Safe)],
            }
        }
        setup
    }
}

impl Recipe {
    /// Gives the others a right to capture one of the men en passant, if one could have come so.
    fn skip(&self, setup: &mut Setup, number: u8) {
        let kinds = &self.spec.kinds;
        let passable = |man: Piece| kinds[man.kind().index()].walks.iter().any(|w| w.en_passant);
        let candidates = self.spec.array.iter().filter_map(|(pawn, man)| {
            let behind = self.spec.geometry.step(*pawn, man.facing().reversed().forward())?;
            let empty = self.spec.array.iter().all(|(square, _)| *square != behind);
            let others = man.colour() != setup.turn && passable(*man);
            (empty && others).then_some((man.colour(), behind, *pawn))
        });
        let candidates: Vec<_> = candidates.collect();
        if let Some(right) = candidates.get(usize::from(number) % candidates.len().max(1)) {
            setup.en_passant.retain(|(colour, _, _)| *colour != right.0);
            setup.en_passant.push(*right);
            setup.en_passant.sort();
        }
    }
}

/// A set of squares by a rule that makes sense on any board.
#[derive(Clone, Copy, Debug)]
enum Area {
    /// The outermost ranks and files.
    Edge,
    /// The squares below (or above) a rank.
    Half(bool),
    /// Every so-manieth square.
    Some(u64),
}

impl Area {
    fn zone(self, geometry: &Geometry) -> Zone {
        let (files, ranks) = (geometry.files(), geometry.ranks());
        let inside = |square: &Square| {
            let Cell { file, rank } = geometry.cell(*square);
            match self {
                Self::Edge => file == 0 || rank == 0 || file + 1 == files || rank + 1 == ranks,
                Self::Half(upper) => (rank >= ranks / 2) == upper,
                Self::Some(seed) => mix(seed ^ u64::from(square.0)).is_multiple_of(4),
            }
        };
        geometry.squares().filter(inside).collect()
    }
}

fn area() -> impl Strategy<Value = Area> {
    prop_oneof![
        Just(Area::Edge),
        any::<bool>().prop_map(Area::Half),
        (0..1000u64).prop_map(Area::Some)
    ]
}

fn facing() -> impl Strategy<Value = Facing> {
    select(Facing::ALL.to_vec())
}

// Walks.

/// The legs of one walk and the directions it is made in.
fn legs() -> impl Strategy<Value = Vec<Vec<Leg>>> {
    let near = || select(vec![(0i8, 1i8), (1, 1)]);
    let far = select(vec![(0i8, 2i8), (1, 2), (2, 2), (1, 3)]);
    let length = select(vec![2, 3, Leg::UNLIMITED]);
    let end = select(vec![End::Empty, End::Any, End::Occupied, End::Friend, End::Enemy]);
    let along = |v: Vector, min, max, end| Leg { vector: v, min, max, end };
    let straight = move |v: (i8, i8), min: u8, max: u8| -> Vec<Vec<Leg>> {
        images(v.0, v.1).into_iter().map(|v| vec![along(v, min, max, End::Empty)]).collect()
    };
    prop_oneof![
        6 => prop_oneof![near(), far.clone()].prop_map(move |v| straight(v, 1, 1)),
        5 => (near(), length.clone()).prop_map(move |(v, max)| straight(v, 1, max)),
        1 => (far, length.clone()).prop_map(move |(v, max)| straight(v, 1, max)),
        2 => (near(), 2..4u8).prop_map(move |(v, n)| straight(v, n, n)),
        3 => (near(), length.clone(), select(vec![1, Leg::UNLIMITED])).prop_map(
            move |(v, max, landing)| {
                let hop = |v| vec![along(v, 1, max, End::Occupied), along(v, 1, landing, End::Empty)];
                images(v.0, v.1).into_iter().map(hop).collect()
            }
        ),
        3 => (near(), near(), 1..3u8, end, select(vec![1, 2, Leg::UNLIMITED])).prop_map(
            move |(a, b, max, end, then)| {
                let bend = |(x, y): (Vector, Vector)| {
                    vec![along(x, 1, max, end), along(y, 1, then, End::Empty)]
                };
                let (first, second) = (images(a.0, a.1), images(b.0, b.1));
                first.iter().flat_map(|x| second.iter().map(|y| bend((*x, *y)))).collect()
            }
        ),
        1 => (near(), near(), near()).prop_map(move |(a, b, c)| {
            let leg = |v: &(i8, i8), end| along(Vector::new(v.0, v.1), 1, 1, end);
            vec![vec![leg(&a, End::Enemy), leg(&b, End::Enemy), leg(&c, End::Any)]]
        }),
    ]
}

fn modality() -> impl Strategy<Value = (bool, Take)> {
    let take = |enemy, own, tame, checks_only| Take { enemy, own, tame, checks_only };
    prop_oneof![
        6 => Just((true, Take::ENEMY)),
        2 => Just((true, Take::NONE)),
        2 => Just((false, Take::ENEMY)),
        1 => Just((true, take(true, true, false, false))),
        1 => Just((true, take(true, false, true, false))),
        1 => Just((false, take(true, true, true, false))),
        1 => Just((true, take(false, false, false, true))),
    ]
}

/// What a script may add to a movement.
#[derive(Clone, Debug)]
enum Extra {
    Initial,
    EnPassant,
    Condition(Place, Relation, u32, bool),
    Swaps,
    From(Area),
    To(Area),
    Colours(u8),
    WithMark(u8, bool),
    SetMark(u8),
    ClearMark(u8),
    Clause,
}

fn extra() -> impl Strategy<Value = Extra> {
    let place = select(vec![Place::Ahead, Place::Over, Place::Onto]);
    let relation = select(vec![
        Relation::Anyone,
        Relation::Enemy,
        Relation::Friend,
        Relation::Own,
        Relation::Partner,
        Relation::Colours(0b0101),
        Relation::Colours(0b0010),
    ]);
    prop_oneof![
        2 => Just(Extra::Initial),
        1 => Just(Extra::EnPassant),
        4 => (place, relation, 1..64u32, prop::bool::weighted(0.2))
            .prop_map(|(place, relation, kinds, head_on)| {
                Extra::Condition(place, relation, kinds, head_on)
            }),
        2 => Just(Extra::Swaps),
        1 => area().prop_map(Extra::From),
        1 => area().prop_map(Extra::To),
        1 => (1..16u8).prop_map(Extra::Colours),
        2 => (0..2u8, any::<bool>()).prop_map(|(mark, bound)| Extra::WithMark(mark, bound)),
        2 => (0..2u8).prop_map(Extra::SetMark),
        1 => (0..2u8).prop_map(Extra::ClearMark),
        1 => Just(Extra::Clause),
    ]
}

impl Extra {
    fn refine(&self, walk: &mut Walk, geometry: &Geometry) {
        match *self {
            Self::Initial => walk.initial = true,
            Self::EnPassant => {
                walk.en_passant = true;
                walk.quiet = false;
                walk.take.enemy = true;
            }
            Self::Condition(place, relation, kinds, head_on) => {
                walk.conditions.push(Condition { place, relation, kinds, head_on });
            }
            Self::Swaps => walk.swaps = true,
            Self::From(area) => walk.from = Some(area.zone(geometry)),
            Self::To(area) => walk.to = Some(area.zone(geometry)),
            Self::Colours(colours) => walk.colours = Some(colours),
            Self::WithMark(mark, bound) => {
                walk.with_mark = Some(mark);
                walk.exclusive = bound;
            }
            Self::SetMark(mark) => walk.set_mark = Some(mark),
            Self::ClearMark(mark) => walk.clear_mark = Some(mark),
            Self::Clause => walk.clause = Some(ClauseId(0)),
        }
    }
}

/// A group of walks alike but for their direction: legs, directions, modality, refinements.
type Group = (Vec<Vec<Leg>>, u16, (bool, Take), Vec<Extra>);

fn group() -> impl Strategy<Value = Group> {
    let some = prop_oneof![2 => Just(u16::MAX), 1 => any::<u16>()];
    let extras = prop_oneof![3 => Just(Vec::new()), 2 => vec(extra(), 1..3)];
    (legs(), some, modality(), extras)
}

fn walks(groups: &[Group], geometry: &Geometry) -> Vec<Walk> {
    let mut walks: Vec<Walk> = Vec::new();
    for (legs, some, (quiet, take), extras) in groups {
        for (number, legs) in legs.iter().enumerate() {
            if some >> (number % 16) & 1 == 0 {
                continue;
            }
            let mut walk = Walk {
                legs: legs.clone(),
                quiet: *quiet,
                take: *take,
                ..Walk::new(Leg::leap(Vector::new(0, 1)))
            };
            extras.iter().for_each(|extra| extra.refine(&mut walk, geometry));
            if !walks.contains(&walk) {
                walks.push(walk);
            }
        }
    }
    walks
}

// Boards, men and rules.

fn board() -> impl Strategy<Value = Geometry> {
    let size = prop_oneof![
        6 => (3..=8usize, 3..=8usize),
        2 => (8..=11usize, 9..=11usize),
        1 => (12..=14usize, 12..=13usize),
        1 => (14..=15usize, 14..=15usize),
    ];
    let holes = vec((0..16usize, 0..16usize), 0..8);
    let walls = vec((0..15u8, 0..15u8, any::<bool>()), 0..5);
    (size, holes, walls).prop_map(|((files, ranks), holes, walls)| {
        let mut rows = vec![vec![true; files]; ranks];
        for (x, y) in holes {
            rows[y % ranks][x % files] = false;
        }
        let full = || Geometry::rectangle(files, ranks);
        let mut geometry =
            Geometry::new(&rows).or_else(|_| full()).unwrap_or_else(|e| panic!("{e}"));
        for (file, rank, upright) in walls {
            let a = Cell { file: file % files as u8, rank: rank % ranks as u8 };
            let (dx, dy) = if upright { (1, 0) } else { (0, 1) };
            let b = Cell { file: a.file + dx, rank: a.rank + dy };
            // A wall at the rim has no cell behind it.
            let _ = geometry.add_wall(a, b);
        }
        geometry
    })
}

#[derive(Clone, Debug)]
struct Man {
    at: u8,
    kind: u8,
    colour: u8,
    facing: Option<Facing>,
    marks: u8,
}

fn man() -> impl Strategy<Value = Man> {
    let kind = prop_oneof![1 => Just(0u8), 2 => Just(1u8), 4 => 0..6u8];
    (any::<u8>(), kind, 0..4u8, weighted(0.15, facing()), prop_oneof![4 => Just(0u8), 1 => 0..4u8])
        .prop_map(|(at, kind, colour, facing, marks)| Man { at, kind, colour, facing, marks })
}

fn protect() -> impl Strategy<Value = Protect> {
    prop_oneof![
        2 => Just(Protect::None),
        1 => Just(Protect::Safe),
        1 => Just(Protect::NoNewAttacker),
        1 => Just(Protect::SafeUnlessInCheck),
    ]
}

/// For four seats: facing, team, protection of one's own, of others, whom one may not capture or
/// check although he is of another team (or may although he is not).
#[derive(Clone, Debug)]
struct Sides {
    seats: usize,
    facings: Vec<Facing>,
    teams: Vec<u8>,
    own: Vec<Protect>,
    others: Vec<Protect>,
    odd: Vec<(u8, u8, bool)>,
}

fn sides() -> impl Strategy<Value = Sides> {
    let own = prop_oneof![4 => Just(Protect::Safe), 1 => protect()];
    let others = prop_oneof![3 => Just(Protect::None), 2 => protect()];
    let odd = prop_oneof![3 => Just(Vec::new()), 1 => vec((0..4u8, 0..4u8, any::<bool>()), 1..4)];
    (2..=4usize, vec(facing(), 4), vec(0..4u8, 4), vec(own, 4), vec(others, 16), odd).prop_map(
        |(seats, facings, teams, own, others, odd)| Sides {
            seats,
            facings,
            teams,
            own,
            others,
            odd,
        },
    )
}

/// Rules beside movement.
#[derive(Clone, Debug)]
struct Rules {
    royals: Royals,
    two_royal_kinds: bool,
    ep: (EpOccupied, EpWindow, bool),
    by_mark: u32,
    captures: Vec<u32>,
    barred: Vec<(u8, Area)>,
    promotions: Vec<(u8, Area, Vec<u8>, bool)>,
    arrivals: Vec<(u8, Area, Arrival)>,
    supply: Vec<(u8, u8)>,
    wings: Vec<(u8, u8, [u8; 4])>,
    states: Vec<u8>,
}

fn rules() -> impl Strategy<Value = Rules> {
    let rare = |p: f64| prop::bool::weighted(p);
    let ep = (
        select(vec![EpOccupied::Void, EpOccupied::CaptureBoth]),
        select(vec![EpWindow::OwnTurn, EpWindow::NextPlayer]),
        rare(0.3),
    );
    let captures = prop_oneof![4 => Just(vec![u32::MAX; 6]), 1 => vec(0..64u32, 6)];
    let mark = || weighted(0.2, 0..2u8);
    let arrival = (weighted(0.3, 0..6u8), weighted(0.6, facing()), mark(), mark()).prop_map(
        |(kind, turn, set_mark, clear_mark)| Arrival {
            become_kind: kind.map(Kind),
            turn,
            set_mark,
            clear_mark,
            clause: None,
        },
    );
    let royals =
        prop_oneof![3 => Just(Royals::Any), 1 => Just(Royals::All), 1 => Just(Royals::Last)];
    (
        (royals, rare(0.1), ep, prop_oneof![2 => Just(0u32), 1 => 0..64u32]),
        captures,
        prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, area()), 1..3)],
        vec((0..6u8, area(), vec(0..6u8, 1..4), rare(0.3)), 0..3),
        prop_oneof![2 => Just(Vec::new()), 1 => vec((0..6u8, area(), arrival), 1..3)],
        prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, 0..4u8), 1..3)],
        vec((0..4u8, any::<u8>(), any::<[u8; 4]>()), 0..5),
        vec(0..16u8, 2),
    )
        .prop_map(
            |(
                (royals, two_royal_kinds, ep, by_mark),
                captures,
                barred,
                promotions,
                arrivals,
                supply,
                wings,
                states,
            )| {
                Rules {
                    royals,
                    two_royal_kinds,
                    ep,
                    by_mark,
                    captures,
                    barred,
                    promotions,
                    arrivals,
                    supply,
                    wings,
                    states,
                }
            },
        )
}

fn change() -> impl Strategy<Value = Change> {
    let seat = || (0..4u8).prop_map(Seat);
    let state = || (0..7u8).prop_map(StateId);
    prop_oneof![
        3 => (seat(), state()).prop_map(|(seat, state)| Change::Army(seat, state)),
        1 => (seat(), state()).prop_map(|(seat, state)| Change::Place(seat, state)),
        2 => (seat(), proptest::option::of(seat())).prop_map(|(a, b)| Change::Control(a, b)),
        3 => (seat(), seat(), any::<bool>(), any::<bool>())
            .prop_map(|(a, b, capture, allowed)| Change::Relate(a, b, capture, allowed)),
        1 => protect().prop_map(Change::Relax),
        1 => Just(Change::Careful),
        4 => any::<u8>().prop_map(Change::Skipped),
    ]
}

/// Any ruleset.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let kinds = vec(vec(group(), 1..4), 1..6);
    let changes = prop_oneof![2 => Just(Vec::new()), 1 => vec(change(), 1..4)];
    let choices = vec(any::<u16>(), 1..24);
    let kings = vec(weighted(0.7, any::<u8>()), 4);
    let men = (kings, vec(man(), 2..28)).prop_map(|(kings, men)| {
        let king = |(colour, at): (usize, Option<u8>)| {
            at.map(|at| Man { at, kind: 0, colour: colour as u8, facing: None, marks: 0 })
        };
        kings.into_iter().enumerate().filter_map(king).chain(men).collect::<Vec<_>>()
    });
    (board(), sides(), kinds, men, rules(), changes, choices).prop_map(
        |(geometry, sides, kinds, men, rules, changes, choices)| {
            let spec = build(&geometry, &sides, &kinds, &men, &rules);
            let seats = sides.seats as u8;
            let there = |seat: &Seat| seat.0 < seats;
            let fits = |change: &Change| match change {
                Change::Army(a, _) | Change::Place(a, _) => there(a),
                Change::Control(a, b) => there(a) && b.as_ref().is_none_or(there),
                Change::Relate(a, b, _, _) => there(a) && there(b),
                Change::Relax(_) | Change::Careful | Change::Skipped(_) => true,
            };
            Recipe { spec, changes: changes.into_iter().filter(fits).collect(), choices }
        },
    )
}

/// A pawn as in orthodox chess; so is every second kind of a random ruleset.
fn pawn() -> Vec<Walk> {
    orthodox().kinds.swap_remove(0).walks
}

fn build(
    geometry: &Geometry,
    sides: &Sides,
    groups: &[Vec<Group>],
    men: &[Man],
    rules: &Rules,
) -> Spec {
    let (seats, count) = (sides.seats, groups.len() + 1);
    let at = |n: u8| some_square(geometry, n);
    let kind = |n: u8| Kind(n % count as u8);
    let team = |seat: usize| sides.teams[seat] % seats as u8;
    let mut kinds: Vec<KindSpec> = Vec::new();
    for n in 0..count {
        let walks = match n {
            0 => walks(&groups[0], geometry),
            1 => pawn(),
            _ => walks(&groups[n - 1], geometry),
        };
        kinds.push(KindSpec {
            name: format!("kind {n}"),
            letter: ['K', 'P', 'C', 'D', 'E', 'F'][n],
            royal: n == 0 || rules.two_royal_kinds && n == 2,
            value: 1,
            notation: String::new(),
            walks,
        });
    }
    let mut array: Vec<(Square, Piece)> = Vec::new();
    for man in men {
        let at = at(man.at);
        let seat = usize::from(man.colour) % seats;
        let facing = man.facing.unwrap_or(sides.facings[seat]);
        if !array.iter().any(|(square, _)| *square == at) {
            let marks = man.marks;
            array
                .push((at, Piece::new(kind(man.kind), Seat(seat as u8), facing).with_marks(marks)));
        }
    }
    let any_man = |n: u8| {
        let one = move |seat: usize| {
            Facing::ALL.map(|facing| Piece::new(kind(n), Seat(seat as u8), facing))
        };
        (0..seats).flat_map(one)
    };
    let spread = |n: u8, area: Area| {
        let zone = area.zone(geometry);
        any_man(n).flat_map(move |man| zone.into_iter().map(move |square| (man, square)))
    };
    let promotions = rules.promotions.iter().flat_map(|(n, area, kinds, optional)| {
        let mut kinds: Vec<Kind> = kinds.iter().map(|n| kind(*n)).collect();
        kinds.sort();
        kinds.dedup();
        let promotion = Promotion { kinds, optional: *optional, clause: None };
        spread(*n, *area).map(move |(man, square)| (man, square, promotion.clone()))
    });
    let arrivals = rules.arrivals.iter().flat_map(|(n, area, arrival)| {
        let arrival = Arrival { become_kind: arrival.become_kind.map(|k| kind(k.0)), ..*arrival };
        spread(*n, *area).map(move |(man, square)| (man, square, arrival))
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
            men: abilities(*bits),
            royals: abilities(bits.reverse_bits() >> 4),
            until: None,
            tested: quadrille_core::spec::Tested::Continuous,
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
        teams: (0..seats).map(|n| format!("team {n}")).collect(),
        marks: vec!["one".to_owned(), "two".to_owned()],
        order: (0..seats).map(|seat| Seat(seat as u8)).collect(),
        states,
        relations: (0..seats).map(|a| (0..seats).map(|b| hostility(a, b)).collect()).collect(),
        protect: matrix(&protect),
        royals: rules.royals,
        castling: wings(&kinds, &array, geometry, rules),
        ep_occupied: rules.ep.0,
        ep_window: rules.ep.1,
        ep_partner: rules.ep.2,
        initial_by_mark: rules.by_mark & ((1 << count) - 1),
        promotions: promotions.collect(),
        arrivals: arrivals.collect(),
        barred: rules.barred.iter().flat_map(|(n, area)| spread(*n, *area)).collect(),
        supply: rules.supply.iter().map(|(n, limit)| (kind(*n), *limit)).collect(),
        kind_captures: rules.captures[..count].to_vec(),
        repetition: None,
        no_progress: None,
        insufficient: Vec::new(),
        handlers: Vec::new(),
        clauses: vec![Clause { id: "X1".to_owned(), text: String::new(), place: String::new() }],
        kinds,
        array,
        geometry: geometry.clone(),
        ..orthodox()
    }
}

/// The square that a number stands for, whatever the board.
fn some_square(geometry: &Geometry, n: u8) -> Square {
    geometry.nth(usize::from(n) % geometry.len()).expect("one of its squares")
}

/// Castling between men that are there.
fn wings(
    kinds: &[KindSpec],
    array: &[(Square, Piece)],
    geometry: &Geometry,
    rules: &Rules,
) -> Vec<Wing> {
    let at = |n: u8| some_square(geometry, n);
    let mut wings = Vec::new();
    for (seat, pick, ends) in &rules.wings {
        let of = |royal: bool| -> Vec<Square> {
            let mine = array.iter().filter(|(_, man)| {
                man.colour().0 == *seat && kinds[man.kind().index()].royal == royal
            });
            mine.map(|(square, _)| *square).collect()
        };
        let (kings, rooks) = (of(true), of(false));
        if kings.is_empty() || rooks.is_empty() {
            continue;
        }
        let king = kings[usize::from(*pick) % kings.len()];
        let rook = rooks[usize::from(*pick / 7) % rooks.len()];
        if at(ends[0]) == at(ends[1]) {
            continue;
        }
        wings.push(Wing {
            seat: Seat(*seat),
            king_side: pick % 2 == 0,
            king: (king, at(ends[0])),
            rook: (rook, at(ends[1])),
            empty: [at(ends[2])].into_iter().filter(|s| *s != king && *s != rook).collect(),
            safe: [king, at(ends[3])].into_iter().collect(),
            clause: None,
        });
    }
    wings
}
