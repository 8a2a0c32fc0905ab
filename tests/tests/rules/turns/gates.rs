//! Tests of gates.

use quadrille_core::rules::{Circumstance, Counter, Gate, Holds, Leg, MeasuredValue, Path};
use quadrille_core::{
    AnyGame, Cell, CompiledRules, CounterId, Effect, Event, EventKind, Spec, Vector, View,
};
use quadrille_tests::orthodox;
use quadrille_tests::table::{are_legal, at, play, table};

use super::{with, without};

/// Returns the rules with added gates. The gates are closed while a counter is 1, which is its
/// initial value.
fn gated(spec: Spec, walls: &[(&str, &str)]) -> Spec {
    let cell = |name: &str| -> Cell { spec.geometry.cell_named(name).expect("a cell") };
    let edge = |(a, b): &(&str, &str)| spec.geometry.edge(cell(a), cell(b)).expect("an edge");
    let edges = walls.iter().map(edge).collect();
    let of = MeasuredValue::Counter(CounterId(0));
    let gate = Gate { edges, circumstances: vec![Circumstance { of, least: 1, most: 1 }] };
    let shut = Counter {
        name: "shut".to_owned(),
        per_seat: false,
        min: 0,
        max: 1,
        start: 1,
        worth: 0,
        holds: Holds::Number,
    };
    Spec { gates: vec![gate], counters: vec![shut], ..spec }
}

/// Returns a script that opens the gates at a ply.
fn opens(at: u32) -> impl Fn(&Event<'_>, &dyn View) -> Vec<Effect> {
    move |_, view| {
        let opening = view.ply() == at;
        if opening { vec![Effect::SetCounter(CounterId(0), None, 0)] } else { Vec::new() }
    }
}

const BOARD: &str = "
    .  .  .  bK .
    .  .  .  .  .
    .  .  .  .  .
    .  .  rB .  .
    rR rN .  .  rK";

#[test]
fn nothing_steps_or_rides_through_a_gate_while_it_stands() {
    let spec = gated(table(BOARD), &[("a2", "a3"), ("d2", "d3"), ("e1", "e2")]);
    with(spec, &[EventKind::Move], &opens(2), |game| {
        assert!(are_legal(game, "a1-a2 b1-a3 c2-b3 e1-d1"), "a knight leaps over it");
        assert!(!are_legal(game, "a1-a3"), "the rook's ride ends before it");
        assert!(!are_legal(game, "c2-d3"), "it stops what passes diagonally at its ends");
        assert!(!are_legal(game, "e1-e2"), "and single steps");
        play(game, "b1-a3 d5-e5");
        assert!(are_legal(game, "c2-d3 c2-e4 e1-e2"), "it is open");
        assert!(!are_legal(game, "a1-a4"), "but pieces are in the way as ever");
        play(game, "a3-b5 e5-d5");
        assert!(are_legal(game, "a1-a3 a1-a5"));
    });
}

#[test]
fn check_and_pins_go_through_open_gates_only() {
    let board = "
        .  .  bR .  bK
        .  .  .  .  .
        .  .  rB .  .
        .  .  .  .  .
        .  .  rK .  .";
    let spec = gated(table(board), &[("c4", "c5")]);
    with(spec, &[EventKind::Move], &opens(2), |game| {
        assert!(are_legal(game, "c3-b4"), "the wall shields it");
        play(game, "c1-b1 e5-e4");
        assert!(are_legal(game, "c3-b4"), "the king is not on the file");
        play(game, "b1-c1 e4-e3");
        assert!(!are_legal(game, "c3-b4"), "pinned");
    });
}

#[test]
fn a_gate_that_opens_gives_check() {
    let board = "
        .  .  bK .  .
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK .  rR .  .";
    let spec = gated(table(board), &[("c2", "c3")]);
    let opens = opens(1);
    let answer = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } => opens(event, view),
        _ => Vec::new(),
    };
    let events = with(spec, &[EventKind::Move, EventKind::Check], &answer, |game| {
        play(game, "a1-a2");
        assert!(!are_legal(game, "c5-c4"));
    });
    let checks = events.iter().filter(|event| event.starts_with("Check"));
    assert_eq!(checks.count(), 1, "{events:?}");
}

#[test]
fn kings_do_not_castle_through_a_gate_that_stands() {
    let ready = "g1-f3 g8-f6 g2-g3 g7-g6 f1-g2 f8-g7";
    for (wall, legal) in [(("e1", "f1"), false), (("g1", "h1"), false), (("b1", "c1"), true)] {
        without(gated(bare(orthodox()), &[wall]), |game| {
            play(game, ready);
            assert_eq!(are_legal(game, "e1-g1"), legal, "{wall:?}");
        });
    }
    with(gated(bare(orthodox()), &[("e1", "f1")]), &[EventKind::Move], &opens(1), |game| {
        play(game, ready);
        assert!(are_legal(game, "e1-g1"), "it is open");
    });
}

/// Returns the rules without hooks.
fn bare(spec: Spec) -> Spec {
    Spec { handlers: Vec::new(), ..spec }
}

#[test]
fn a_position_with_another_gate_open_is_another_position() {
    let spec = gated(bare(orthodox()), &[("a4", "a5")]);
    with(spec, &[EventKind::Move], &opens(4), |game| {
        play(game, "g1-f3 g8-f6 f3-g1 f6-g8 g1-f3 g8-f6 f3-g1 f6-g8");
        assert_eq!(game.outcome(), None, "twice with the gate open");
        play(game, "g1-f3 g8-f6 f3-g1 f6-g8");
        assert!(game.outcome().is_some());
    });
}

#[test]
fn a_gate_may_stand_for_some_plies() {
    let mut spec = gated(table(BOARD), &[("a1", "a2")]);
    spec.gates[0].circumstances = vec![Circumstance { of: MeasuredValue::Ply, least: 2, most: 3 }];
    without(spec.clone(), |game| {
        assert!(are_legal(game, "a1-a2"));
        play(game, "e1-e2 d5-e5");
        assert!(!are_legal(game, "a1-a2"));
        let walls = |game: &dyn AnyGame| game.setup().geometry(&spec).walls().len();
        assert_eq!(walls(game), 1);
        play(game, "e2-e1 e5-d5");
        assert!(are_legal(game, "a1-a2"));
        assert_eq!(walls(game), 0);
    });
}

#[test]
fn what_no_wall_can_depend_on_is_refused() {
    let mut spec = gated(table(BOARD), &[("a1", "a2")]);
    spec.gates[0].edges = vec![(spec.geometry.cell(at(&spec, "a1")), Cell { file: 3, rank: 3 })];
    spec.counters[0].per_seat = true;
    let errors = CompiledRules::new(spec).expect_err("two mistakes");
    assert_eq!(errors.iter().count(), 2, "{errors:?}");
}

#[test]
fn a_gate_and_a_movement_may_run_by_a_clock() {
    let mut spec = gated(table(BOARD), &[("a1", "a2")]);
    let clock =
        |least, most| Circumstance { of: MeasuredValue::PliesSince(CounterId(0)), least, most };
    spec.gates[0].circumstances = vec![clock(2, 3)];
    spec.counters[0] = Counter { min: -100, max: 100, start: -100, ..spec.counters[0].clone() };
    let leap = Path { circumstances: vec![clock(0, 1)], ..Path::new(Leg::leap(Vector::new(1, 4))) };
    spec.kinds[1].paths.push(leap);
    let starts = |_: &Event<'_>, view: &dyn View| {
        if view.ply() == 4 { vec![Effect::CounterToPly(CounterId(0))] } else { Vec::new() }
    };
    with(spec, &[EventKind::Move], &starts, |game| {
        assert!(are_legal(game, "a1-a2") && !are_legal(game, "b1-c5"), "it has not begun");
        play(game, "e1-e2 d5-e5 e2-e1 e5-d5");
        assert!(are_legal(game, "a1-a2 b1-c5"), "no ply later");
        play(game, "e1-e2 d5-e5");
        assert!(!are_legal(game, "a1-a2") && !are_legal(game, "b1-c5"), "two plies later");
        play(game, "e2-e1 e5-d5");
        assert!(are_legal(game, "a1-a2") && !are_legal(game, "b1-c5"), "four plies later");
    });
}
