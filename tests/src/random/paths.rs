//! Movements of pieces: legs, modalities, and properties that scripts add. This module depends on
//! boards, but not on rules.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_core::rules::{
    Circumstance, Condition, ConditionSquare, CounterId, End, Leg, MeasuredValue, Path, Relation,
    Take,
};
use quadrille_core::{ClauseId, Facing, Geometry, Kind, Vector};

use super::boards::{Area, area};
use crate::orthodox;

/// Generates the legs of a path, once for each of its directions.
fn legs() -> impl Strategy<Value = Vec<Vec<Leg>>> {
    let near = || select(vec![(0i8, 1i8), (1, 1)]);
    let far = select(vec![(0i8, 2i8), (1, 2), (2, 2), (1, 3)]);
    let length = select(vec![2, 3, Leg::UNLIMITED]);
    let end = select(vec![End::Empty, End::Any, End::Occupied, End::Friend, End::Enemy]);
    let along = |v: Vector, min, max, end| Leg { vector: v, min, max, end };
    let straight = move |v: (i8, i8), min: u8, max: u8| -> Vec<Vec<Leg>> {
        Vector::new(v.0, v.1)
            .images()
            .into_iter()
            .map(|v| vec![along(v, min, max, End::Empty)])
            .collect()
    };
    prop_oneof![
        6 => prop_oneof![near(), far.clone()].prop_map(move |v| straight(v, 1, 1)),
        5 => (near(), length.clone()).prop_map(move |(v, max)| straight(v, 1, max)),
        1 => (far, length.clone()).prop_map(move |(v, max)| straight(v, 1, max)),
        2 => (near(), 2..4u8).prop_map(move |(v, n)| straight(v, n, n)),
        3 => (near(), length.clone(), select(vec![1, Leg::UNLIMITED])).prop_map(
            move |(v, max, landing)| {
                let hop = |v| vec![along(v, 1, max, End::Occupied), along(v, 1, landing, End::Empty)];
                Vector::new(v.0, v.1).images().into_iter().map(hop).collect()
            }
        ),
        3 => (near(), near(), 1..3u8, end, select(vec![1, 2, Leg::UNLIMITED])).prop_map(
            move |(a, b, max, end, then)| {
                let bend = |(x, y): (Vector, Vector)| {
                    vec![along(x, 1, max, end), along(y, 1, then, End::Empty)]
                };
                let (first, second) = (Vector::new(a.0, a.1).images(), Vector::new(b.0, b.1).images());
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

/// A property that a script adds to a movement.
#[derive(Clone, Debug)]
pub(super) enum Extra {
    Initial,
    EnPassant,
    Condition(ConditionSquare, Relation, u32, bool),
    Circumstance(MeasuredValue, i32, i32),
    Swaps,
    Stays,
    From(Area),
    To(Area),
    Colours(u8),
    WithMark(u8, bool),
    SetMark(u8),
    ClearMark(u8),
    Clause,
    Along(Area),
    Turning,
    WithoutRight,
}

/// Generates the relation to a piece that a condition or a blast requires.
pub(super) fn relation() -> impl Strategy<Value = Relation> {
    select(vec![
        Relation::Anyone,
        Relation::Enemy,
        Relation::Friend,
        Relation::Own,
        Relation::Partner,
        Relation::Colours(0b0101),
        Relation::Colours(0b0010),
    ])
}

/// A value with its least and its greatest allowed value.
pub(super) type Measured = (MeasuredValue, i32, i32);

/// Generates a condition about the state of the game.
pub(super) fn measured() -> impl Strategy<Value = Measured> {
    let measure = prop_oneof![
        2 => Just(MeasuredValue::PieceCounter(0)),
        1 => Just(MeasuredValue::Ply),
        1 => (0..3u8).prop_map(|kind| MeasuredValue::InHand(Kind(kind))),
        1 => (0..6u8).prop_map(|kind| MeasuredValue::OnBoard(Kind(kind))),
        1 => (0..2u8).prop_map(MeasuredValue::Mark),
        1 => (0..2u8).prop_map(|counter| MeasuredValue::Counter(CounterId(counter))),
        1 => Just(MeasuredValue::PliesSince(CounterId(0))),
    ];
    (measure, 0..3, 0..3).prop_map(|(of, least, more)| (of, least, least + more))
}

fn extra() -> impl Strategy<Value = Extra> {
    let place = select(vec![ConditionSquare::Ahead, ConditionSquare::Over, ConditionSquare::Onto]);
    prop_oneof![
        2 => Just(Extra::Initial),
        1 => Just(Extra::EnPassant),
        4 => (place, relation(), 1..64u32, prop::bool::weighted(0.2))
            .prop_map(|(place, relation, kinds, head_on)| {
                Extra::Condition(place, relation, kinds, head_on)
            }),
        2 => Just(Extra::Swaps),
        2 => Just(Extra::Stays),
        2 => measured().prop_map(|(of, least, most)| Extra::Circumstance(of, least, most)),
        2 => area().prop_map(Extra::Along),
        2 => Just(Extra::Turning),
        1 => Just(Extra::WithoutRight),
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
    fn refine(&self, path: &mut Path, geometry: &Geometry) {
        match *self {
            Self::Initial => path.initial = true,
            Self::EnPassant => {
                path.en_passant = !path.stays;
                path.quiet = false;
                path.take.enemy = true;
            }
            Self::Condition(place, relation, kinds, head_on) => {
                let place = if path.turns.is_empty() { place } else { ConditionSquare::Onto };
                path.conditions.push(Condition { place, relation, kinds, head_on });
            }
            Self::Circumstance(of, least, most) => {
                path.circumstances.push(Circumstance { of, least, most });
            }
            Self::Swaps => path.swaps = !path.stays,
            Self::Stays => {
                path.stays = true;
                (path.quiet, path.swaps, path.en_passant) = (false, false, false);
            }
            Self::From(area) => path.from = Some(area.zone(geometry)),
            Self::To(area) => path.to = Some(area.zone(geometry)),
            Self::Colours(colours) => path.colours = Some(colours),
            Self::WithMark(mark, bound) => {
                path.with_mark = Some(mark);
                path.exclusive = bound;
            }
            Self::SetMark(mark) => path.set_mark = Some(mark),
            Self::ClearMark(mark) => path.clear_mark = Some(mark),
            Self::Clause => path.clause = Some(ClauseId(0)),
            Self::WithoutRight => path.gives_right = false,
            Self::Along(area) => path.along = Some(area.zone(geometry)),
            Self::Turning => {
                if let [Leg { vector, min: 1, max: 2.., .. }] = path.legs[..] {
                    path.turns = vec![vector, vector.turned(Facing::East)];
                    path.conditions.retain(|it| it.place == ConditionSquare::Onto);
                }
            }
        }
    }
}

/// A group of paths: the legs for each direction, a mask of the directions that are used, the
/// modality, and the properties that scripts add.
pub(super) type Group = (Vec<Vec<Leg>>, u16, (bool, Take), Vec<Extra>);

pub(super) fn group() -> impl Strategy<Value = Group> {
    let some = prop_oneof![2 => Just(u16::MAX), 1 => any::<u16>()];
    let extras = prop_oneof![3 => Just(Vec::new()), 2 => vec(extra(), 1..3)];
    (legs(), some, modality(), extras)
}

pub(super) fn paths(groups: &[Group], geometry: &Geometry) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for (legs, some, (quiet, take), extras) in groups {
        for (number, legs) in legs.iter().enumerate() {
            if some >> (number % 16) & 1 == 0 {
                continue;
            }
            let mut path = Path {
                legs: legs.clone(),
                quiet: *quiet,
                take: *take,
                ..Path::new(Leg::leap(Vector::new(0, 1)))
            };
            extras.iter().for_each(|extra| extra.refine(&mut path, geometry));
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    paths
}

/// Returns the paths of an orthodox pawn. The kind with index 1 has these paths in every random
/// ruleset.
pub(super) fn pawn() -> Vec<Path> {
    orthodox().kinds.swap_remove(0).paths
}
