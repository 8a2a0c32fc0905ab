//! Captures and what scripts make of them, judged before they are played; standing men; checks.

use std::cell::Cell;

use quadrille_core::{
    Effect, Ending, Event, EventKind, Kind, Protect, SeatResult, Spec, StateId, View,
};
use quadrille_tests::table::{BLUE, GREEN, RED, YELLOW, are_legal, at, mover, play, table};

use crate::{nothing, with, without};

/// Blue need not look after his king, who stands to be taken under the guard of his rook.
fn bold() -> Spec {
    let mut spec = table(
        "
        .  bR .
        .  .  .
        rK bK .",
    );
    spec.protect[1][1] = Protect::None;
    spec
}

#[test]
fn a_royal_may_not_be_captured_into_check() {
    without(bold(), |game| assert!(!are_legal(game, "a1-b1")));
}

#[test]
fn the_capture_of_a_royal_is_judged_with_its_consequences() {
    let lifts = |event: &Event<'_>, _: &dyn View| match event {
        Event::RoyalCaptured { piece, .. } => vec![Effect::RemoveArmy(piece.colour())],
        _ => Vec::new(),
    };
    with(bold(), &[EventKind::RoyalCaptured], &lifts, |game| {
        assert!(are_legal(game, "a1-b1"));
        assert_eq!(game.men(BLUE).len(), 2, "judging changes nothing");
        play(game, "a1-b1");
        assert!(game.men(BLUE).is_empty());
    });
}

#[test]
fn the_capture_of_a_royal_that_ends_the_game_is_legal() {
    let wins = |event: &Event<'_>, _: &dyn View| match event {
        Event::RoyalCaptured { .. } => {
            vec![Effect::Finish(vec![SeatResult::Win, SeatResult::Loss])]
        }
        _ => Vec::new(),
    };
    with(bold(), &[EventKind::RoyalCaptured], &wins, |game| {
        play(game, "a1-b1");
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.results, [SeatResult::Win, SeatResult::Loss]);
        assert_eq!(outcome.ending, Ending::Rule(None));
    });
}

#[test]
fn clauses_and_metrics_do_not_count_what_is_only_judged() {
    let mut spec = bold();
    spec.clauses.push(quadrille_core::spec::Clause {
        id: "X1".to_owned(),
        text: String::new(),
        place: String::new(),
    });
    let mut spec = quadrille_tests::table::hooked(spec, &[EventKind::RoyalCaptured]);
    spec.handlers[0].clause = Some(quadrille_core::ClauseId(0));
    let rules = quadrille_core::Ruleset::new(spec).expect("a game");
    let script = quadrille_tests::table::Script(|event: &Event<'_>, _: &dyn View| match event {
        Event::RoyalCaptured { piece, .. } => vec![Effect::RemoveArmy(piece.colour())],
        _ => Vec::new(),
    });
    let mut game = quadrille_core::game::start(&rules, &script).expect("no hook fails");
    assert!(are_legal(game.as_mut(), "a1-b1"));
    assert_eq!(game.clauses(), [0]);
    play(game.as_mut(), "a1-b1");
    assert_eq!(game.clauses(), [1], "an effect counts under its handler's clause");
}

#[test]
fn events_of_a_ply_come_in_order() {
    let mut spec = table(
        "
        bK .  .  .
        .  .  bN .
        .  rP .  .
        .  .  .  rK",
    );
    let pawn = spec.array.iter().find(|(_, man)| man.kind() == Kind(0)).expect("a pawn").1;
    let queen =
        quadrille_core::spec::Promotion { kinds: vec![Kind(4)], optional: false, clause: None };
    spec.promotions = vec![(pawn, at(&spec, "c3"), queen)];
    let events = [
        EventKind::Move,
        EventKind::Check,
        EventKind::Promotion,
        EventKind::Capture,
        EventKind::Turn,
        EventKind::Outcome,
    ];
    let events = with(spec, &events, &nothing, |game| play(game, "b2-c3=Q c3-c2"));
    let kinds: Vec<&str> =
        events.iter().filter_map(|event| event.split([' ', '(']).next()).collect();
    assert_eq!(
        kinds[..6],
        ["Turn", "Capture", "Promotion", "Move", "Outcome", "Turn"],
        "{events:?}"
    );
}

#[test]
fn outcome_is_asked_only_when_something_happened() {
    let board = "
        bK .  .  .
        .  .  .  .
        .  .  .  bN
        rK .  rR .";
    let events = with(table(board), &[EventKind::Outcome], &nothing, |game| {
        play(game, "a1-a2 a4-b4");
        play(game, "c1-d1 b4-a4 d1-d2");
    });
    assert_eq!(events, ["Outcome"], "after the capture on d2 alone");
}

#[test]
fn consequences_of_consequences_are_looked_at_before_the_next_turn() {
    // The pawn's move makes the script take the knight, which makes it ask for the outcome.
    let takes = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { seat, .. } if *seat == RED && view.ply() == 1 => {
            vec![Effect::Capture(at(view.rules().spec(), "d2"))]
        }
        Event::Outcome => vec![Effect::Finish(vec![SeatResult::Draw; 2])],
        _ => Vec::new(),
    };
    let board = "
        bK .  .  .
        .  .  .  .
        .  .  .  bN
        rK .  .  .";
    let events = [EventKind::Move, EventKind::Capture, EventKind::Outcome, EventKind::Turn];
    let events = with(table(board), &events, &takes, |game| {
        play(game, "a1-a2");
        assert!(game.outcome().is_some());
    });
    let kinds: Vec<&str> =
        events.iter().filter_map(|event| event.split([' ', '(']).next()).collect();
    assert_eq!(kinds, ["Turn", "Move", "Capture", "Outcome"]);
}

#[test]
fn an_army_is_cleared_but_for_men_who_shield_a_king() {
    // Blue's men c1 and d1 stand between red's king and yellow's rook; e1 is behind it.
    let board = "
        .  .  .  .  .  .  .
        .  bB .  .  .  .  gK
        .  .  .  .  .  .  .
        .  .  .  .  .  .  .
        rK .  bN bP yR bQ yK";
    let clear = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::SeatState(BLUE, StateId::GONE), Effect::ClearArmy(BLUE)],
        _ => Vec::new(),
    };
    with(table(board), &[EventKind::Setup], &clear, |game| {
        let spec = game.rules().spec().clone();
        let left = |game: &dyn quadrille_core::Play| -> Vec<String> {
            game.men(BLUE).into_iter().map(|square| spec.geometry.name(square)).collect()
        };
        assert_eq!(left(game), ["c1"], "of several on a line the nearest to the king");
        assert_eq!(game.army_state(BLUE), StateId::NEUTRAL);
        play(game, "a1-b2");
        assert!(left(game).is_empty(), "he goes when he may");
        assert_eq!(game.army_state(BLUE), StateId::GONE);
    });
}

#[test]
fn an_open_line_keeps_no_shield() {
    // The king is attacked already along the rank, so the knight is no shield against that rook.
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        bN .  .  .  .
        rK .  .  yR .";
    let clear = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::SeatState(BLUE, StateId::GONE), Effect::ClearArmy(BLUE)],
        _ => Vec::new(),
    };
    with(table(board), &[EventKind::Setup], &clear, |game| assert!(game.men(BLUE).is_empty()));
}

#[test]
fn the_last_seat_to_check_a_king_is_remembered() {
    let board = "
        .  .  .  .  .  yK
        .  .  .  .  .  .
        .  .  .  gK .  .
        bR .  .  .  .  .
        .  .  .  .  .  .
        rR rK .  .  .  bK";
    let mut spec = table(board);
    spec.track_last_checker = true;
    let checks = Cell::new(0);
    let count = |event: &Event<'_>, _: &dyn View| {
        if let Event::Check { by, .. } = event {
            checks.set(checks.get() + by.len());
        }
        Vec::new()
    };
    with(spec, &[EventKind::Check], &count, |game| {
        assert_eq!(game.last_checker(YELLOW), None);
        play(game, "a1-a2");
        play(game, "a3-a6");
        assert_eq!(game.last_checker(YELLOW), Some(BLUE));
        play(game, "f6-f5");
        assert_eq!(mover(game), GREEN);
        play(game, "d4-d3 a2-a5");
        assert_eq!(game.last_checker(YELLOW), Some(RED));
        assert_eq!(game.last_checker(RED), None);
    });
    assert_eq!(checks.get(), 2);
}

#[test]
fn a_check_may_come_from_a_man_who_did_not_move() {
    let board = "
        bK .  .  .  yK
        .  .  .  .  .
        .  .  .  .  bN
        .  .  .  .  .
        .  .  rK .  rR";
    let events = with(table(board), &[EventKind::Check], &nothing, |game| {
        play(game, "c1-b1 e3-c2");
    });
    let [check] = &events[..] else { panic!("{events:?}") };
    assert!(check.contains("seat: Seat(1)") && check.contains("by: [Seat(0)]"), "{check}");
}
