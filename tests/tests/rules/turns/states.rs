//! Tests of the states of seats and armies, and of the ways in which these states end.

use quadrille_core::rules::{MateTest, Tested};
use quadrille_core::{CompiledRules, Effect, Event, EventKind, StateId, View};
use quadrille_tests::table::{BLUE, RED, YELLOW, are_legal, at, mover, play, table};

use super::{nothing, with};

/// Red mates Blue with c1-a1.
const THREE: &str = "
    bK .  .  .  .  bN
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  yK .  yR
    .  rR yN .  .  .
    .  .  rR rK .  .";

const MATES: [EventKind; 2] = [EventKind::Mate, EventKind::Release];

fn freeze(event: &Event<'_>, _: &dyn View) -> Vec<Effect> {
    let Event::Mate(seat) = event else { return Vec::new() };
    vec![Effect::SeatState(*seat, StateId::FROZEN), Effect::ArmyState(*seat, StateId::FROZEN)]
}

#[test]
fn frozen_pieces_are_inert_and_immune_and_block() {
    with(table(THREE), &MATES, &freeze, |game| {
        play(game, "c1-a1");
        assert_eq!(mover(game), YELLOW, "blue misses a turn");
        assert!(are_legal(game, "f3-f4 f3-f5"));
        assert!(!are_legal(game, "f3-f6"), "the knight on f6 can't be captured");
        assert!(are_legal(game, "d3-e4"), "nor does it check");
        assert!(!game.in_check(BLUE), "nobody could capture the king");
    });
}

#[test]
fn a_frozen_seat_is_released_as_soon_as_it_is_not_mated() {
    let events = with(table(THREE), &MATES, &freeze, |game| {
        play(game, "c1-a1 d3-e4");
        assert_eq!(game.seat_state(BLUE), StateId::FROZEN);
        play(game, "a1-c1");
        assert_eq!(mover(game), BLUE, "and plays when blue's turn comes");
    });
    assert_eq!(events, ["Mate(Seat(1))", "Release(Seat(1))"]);
}

#[test]
fn pieces_that_are_released_may_give_check() {
    let mut spec = table(THREE);
    spec.track_last_checker = true;
    let events = [EventKind::Mate, EventKind::Check, EventKind::Release];
    let events = with(spec, &events, &freeze, |game| {
        play(game, "c1-a1 d3-e4");
        assert_eq!(game.last_checker(YELLOW), None, "the frozen knight on f6 checks nobody");
        play(game, "a1-c1");
        assert_eq!(game.last_checker(YELLOW), Some(BLUE));
    });
    let [check, release] = &events[events.len() - 2..] else { panic!("{events:?}") };
    assert!(check.starts_with("Check { seat: Seat(0)") && check.ends_with("by: [Seat(1)] }"));
    assert_eq!(release, "Release(Seat(1))");
}

#[test]
fn a_release_may_wait_for_the_seats_own_turn() {
    let mut spec = table(THREE);
    spec.states[1].tested = Tested::OwnTurn;
    let events = with(spec, &MATES, &freeze, |game| {
        play(game, "c1-a1 c2-a1");
        assert_eq!(mover(game), RED);
        assert_eq!(game.seat_state(BLUE), StateId::FROZEN, "though the rook is gone");
        play(game, "d1-e1");
        assert_eq!((mover(game), game.seat_state(BLUE)), (BLUE, StateId::ACTIVE));
    });
    assert_eq!(events, ["Mate(Seat(1))", "Release(Seat(1))"]);
}

#[test]
fn releases_are_judged_by_the_states_as_they_stood_and_happen_together() {
    // Yellow's rooks would mate Blue, but they are frozen too.
    let board = "
        bK .  .  .  .  rK
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  yK .  .
        .  yR .  .  .  .
        yR .  .  .  .  .";
    let both = |event: &Event<'_>, view: &dyn View| match event {
        Event::Setup => [BLUE, YELLOW]
            .into_iter()
            .flat_map(|seat| {
                let frozen = StateId::FROZEN;
                [Effect::SeatState(seat, frozen), Effect::ArmyState(seat, frozen)]
            })
            .collect(),
        Event::Release(_) => {
            assert_eq!(view.seat_state(BLUE), StateId::ACTIVE);
            assert_eq!(view.seat_state(YELLOW), StateId::ACTIVE);
            Vec::new()
        }
        _ => Vec::new(),
    };
    let events = [EventKind::Setup, EventKind::Mate, EventKind::Release];
    let events = with(table(board), &events, &both, |game| {
        play(game, "f6-f5");
        assert_eq!(mover(game), YELLOW);
    });
    // The array is judged first. The effects of its hooks are discarded.
    let releases = ["Release(Seat(1))", "Release(Seat(2))"];
    assert_eq!(events, [&["Setup"][..], &releases, &releases, &["Mate(Seat(1))"]].concat());
}

#[test]
fn a_release_leaves_states_alone_that_do_not_end_by_themselves() {
    let out = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => {
            vec![Effect::SeatState(BLUE, StateId::GONE), Effect::ArmyState(BLUE, StateId::FROZEN)]
        }
        _ => Vec::new(),
    };
    let events = [EventKind::Setup, EventKind::Release];
    with(table(THREE), &events, &out, |game| {
        play(game, "b2-b1");
        assert_eq!(game.army_state(BLUE), StateId::ACTIVE);
        assert_eq!(game.seat_state(BLUE), StateId::GONE);
    });
}

fn inherit(event: &Event<'_>, _: &dyn View) -> Vec<Effect> {
    let Event::Mate(seat) = event else { return Vec::new() };
    vec![Effect::SeatState(*seat, StateId::GONE), Effect::Control(*seat, Some(RED))]
}

#[test]
fn an_heir_moves_one_piece_a_turn_of_all_they_own() {
    with(table(THREE), &[EventKind::Mate], &inherit, |game| {
        play(game, "c1-a1 d3-d4");
        assert_eq!(mover(game), RED);
        assert!(are_legal(game, "f6-e4 a1-b1"));
        assert!(!are_legal(game, "a1-a6"), "own pieces are not captured");
        play(game, "f6-e4");
        assert_eq!(mover(game), YELLOW);
        let knight = game.piece(at(game.rules().spec(), "e4")).expect("the knight went there");
        assert_eq!(knight.colour(), BLUE, "a piece keeps its colour");
    });
}

#[test]
fn an_army_under_control_does_no_more_than_its_controller_may() {
    let mut spec = table(THREE);
    spec.order = vec![YELLOW, RED, BLUE];
    let dead_heir = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => {
            vec![Effect::Control(BLUE, Some(RED)), Effect::SeatState(RED, StateId::DEAD)]
        }
        _ => Vec::new(),
    };
    with(spec, &[EventKind::Setup], &dead_heir, |game| {
        assert!(are_legal(game, "d3-e4 f3-f6"), "the knight on f6 is inert, and may be taken");
        play(game, "d3-e4");
        assert_eq!((mover(game), game.ply()), (YELLOW, 1), "blue has a turn, but no pieces");
    });
}

#[test]
fn nature_moves_pieces_that_nobody_controls() {
    let wild = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Control(BLUE, None)],
        _ => Vec::new(),
    };
    with(table(THREE), &[EventKind::Setup], &wild, |game| {
        play(game, "b2-b1");
        assert_eq!(mover(game), BLUE);
        assert_eq!(game.controller(BLUE), None);
        assert!(are_legal(game, "a6-a5 f6-e4"));
    });
}

#[test]
fn mates_may_be_told_after_every_ply() {
    // Red mates Yellow, with Blue to move in between.
    let board = "
        yK .  .  .  .  bK
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  rR .  .  .  .
        .  .  rR .  .  rK";
    let spec = |mate_test| quadrille_core::Spec { mate_test, ..table(board) };
    let play_on = |mate_test| {
        let mut heard = Vec::new();
        let events = with(spec(mate_test), &[EventKind::Mate, EventKind::Turn], &nothing, |game| {
            play(game, "c1-a1");
            heard.push(mover(game));
        });
        assert_eq!(heard, [BLUE]);
        events
    };
    let turns = ["Turn(Seat(0))", "Turn(Seat(1))"];
    assert_eq!(play_on(MateTest::OwnTurn), turns);
    assert_eq!(play_on(MateTest::AfterEveryPly), [turns[0], "Mate(Seat(2))", turns[1]]);
}

#[test]
fn relations_between_seats_change() {
    let peace = |event: &Event<'_>, _: &dyn View| match event {
        Event::Move { .. } => [true, false]
            .map(|capture| Effect::Relate { from: YELLOW, to: BLUE, capture, allowed: false })
            .to_vec(),
        _ => Vec::new(),
    };
    with(table(THREE), &[EventKind::Move], &peace, |game| {
        play(game, "b2-b1 a6-a5");
        assert!(!are_legal(game, "f3-f6"), "yellow may not capture blue's pieces any more");
        assert_eq!(game.setup().relations.len(), 2);
    });
}

#[test]
fn relations_changed_back_are_as_never_changed() {
    let waver = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } => {
            let allowed = view.ply().is_multiple_of(2);
            vec![Effect::Relate { from: YELLOW, to: BLUE, capture: true, allowed }]
        }
        _ => Vec::new(),
    };
    with(table(THREE), &[EventKind::Move], &waver, |game| {
        play(game, "b2-b1 a6-a5");
        assert_eq!(game.setup().relations, []);
    });
}

#[test]
fn a_description_has_the_predefined_states_and_at_most_255() {
    let refused = |count: usize| {
        let mut spec = table(THREE);
        let last = spec.states.last().expect("the predefined states").clone();
        spec.states.resize(count, last);
        CompiledRules::new(spec).expect_err("too few or too many states").to_string()
    };
    assert!(refused(4).contains("the five predefined states are missing"));
    assert_eq!(refused(256), "more than 255 states");
}
