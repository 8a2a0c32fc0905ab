//! Turns that pass without an action.

use quadrille_core::{
    Effect, Ending, Event, EventKind, Protect, Seat, SeatResult, StateId, Subject, View,
};
use quadrille_tests::table::{BLUE, GREEN, RED, YELLOW, legal, mover, play, table};

use super::{Answer, nothing, with, without};

/// Red mates with c2-b2.
const MATE_IN_ONE: &str = "
    bK .  .  .
    .  .  rQ .
    .  rK .  .";

#[test]
fn a_skip_is_no_action_and_no_ply() {
    let stalemated = "
        bK .  .  .
        .  .  rQ .
        .  .  .  rK";
    without(table(stalemated), |game| {
        play(game, "d1-c1");
        assert_eq!(mover(game), RED);
        assert_eq!(game.ply(), 1);
    });
}

#[test]
fn a_full_round_of_skips_ends_the_game_as_stuck() {
    let events = with(table("rP bP"), &[EventKind::Stalemate], &nothing, |game| {
        let outcome = game.outcome().expect("it is over").clone();
        assert_eq!(outcome.ending, Ending::Stuck);
        assert_eq!(outcome.results, [SeatResult::Draw; 2]);
        assert_eq!(game.ply(), 0);
    });
    assert_eq!(events, ["Stalemate(Seat(0))", "Stalemate(Seat(1))"]);
}

#[test]
fn the_round_is_counted_from_the_last_action() {
    let spec = table(
        "
        .  .
        rP bP",
    );
    let events = with(spec, &[EventKind::Stalemate], &nothing, |game| {
        play(game, "a1-a2");
        assert_eq!(game.outcome().map(|outcome| outcome.ending), Some(Ending::Stuck));
        assert_eq!(game.ply(), 1);
    });
    assert_eq!(events, ["Stalemate(Seat(1))", "Stalemate(Seat(0))"]);
}

#[test]
fn a_seat_without_a_turn_is_skipped_in_silence() {
    let spec = table(
        "
        .  .  .
        rP bP yP",
    );
    let freeze = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::SeatState(BLUE, StateId::GONE)],
        _ => Vec::new(),
    };
    let events = [EventKind::Setup, EventKind::Turn, EventKind::Stalemate];
    let events = with(spec, &events, &freeze, |game| play(game, "a1-a2"));
    // Yellow's pawn faces south, where there is no square.
    assert_eq!(
        events,
        [
            "Setup",
            "Turn(Seat(0))",
            "Turn(Seat(2))",
            "Stalemate(Seat(2))",
            "Turn(Seat(0))",
            "Stalemate(Seat(0))"
        ]
    );
}

#[test]
fn mate_is_told_once_a_turn() {
    let events = with(table(MATE_IN_ONE), &[EventKind::Mate], &nothing, |game| {
        play(game, "c2-b2");
        assert_eq!(mover(game), RED);
        play(game, "b2-d2");
        assert_eq!(mover(game), BLUE);
    });
    assert_eq!(events, ["Mate(Seat(1))"]);
}

#[test]
fn a_relaxed_seat_moves_as_if_its_king_were_not_protected() {
    let relax = |event: &Event<'_>, view: &dyn View| match event {
        Event::Mate(seat) if view.ply() == 1 => vec![Effect::Relax(*seat, Protect::None)],
        _ => Vec::new(),
    };
    let events = with(table(MATE_IN_ONE), &[EventKind::Mate], &relax, |game| {
        play(game, "c2-b2");
        assert_eq!(mover(game), BLUE);
        assert_eq!(legal(game), ["a3-a2", "a3-b2", "a3-b3"]);
        play(game, "a3-a2 b1-c1");
        assert_eq!((mover(game), game.ply()), (RED, 3), "the next turn is as usual");
    });
    assert_eq!(events, ["Mate(Seat(1))", "Mate(Seat(1))"]);
}

#[test]
fn a_relaxed_seat_that_still_cannot_move_is_skipped() {
    let relax = |event: &Event<'_>, _: &dyn View| match event {
        Event::Stalemate(seat) => vec![Effect::Relax(*seat, Protect::None)],
        _ => Vec::new(),
    };
    let spec = table(
        "
        .  .
        .  .
        rP bP",
    );
    let events = with(spec, &[EventKind::Stalemate], &relax, |game| {
        play(game, "a1-a2");
        assert_eq!(mover(game), RED);
    });
    assert_eq!(events, ["Stalemate(Seat(1))"]);
}

#[test]
fn a_hook_may_skip_the_turn_that_opens() {
    let skip = |event: &Event<'_>, _: &dyn View| match event {
        Event::Turn(seat) if *seat == BLUE => vec![Effect::Skip(BLUE)],
        _ => Vec::new(),
    };
    let spec = table(
        "
        .  .  .  yK
        .  .  .  .
        rK .  .  bN",
    );
    with(spec, &[EventKind::Turn], &skip, |game| {
        play(game, "a1-b1");
        assert_eq!((mover(game), game.ply()), (YELLOW, 1));
    });
}

#[test]
fn the_order_of_turns_may_name_a_seat_twice_and_change() {
    let board = "
        .  .  .  yK
        .  .  .  .
        .  .  .  .
        rK .  .  bK";
    let mut spec = table(board);
    spec.order = vec![RED, BLUE, RED, YELLOW];
    let turn = |event: &Event<'_>, _: &dyn View| match event {
        Event::Move { seat, .. } if *seat == YELLOW => {
            vec![Effect::Order(vec![YELLOW, BLUE], BLUE)]
        }
        _ => Vec::new(),
    };
    let mut movers: Vec<Seat> = Vec::new();
    with(spec, &[EventKind::Move], &turn, |game| {
        for _ in 0..7 {
            movers.push(mover(game));
            let action = game.actions().expect("no hook fails")[0];
            game.play(action).expect("it is legal");
        }
    });
    assert_eq!(movers, [RED, BLUE, RED, YELLOW, BLUE, YELLOW, BLUE]);
}

/// Plays first moves, and returns the seats that made them. `now` returns the effects of an event.
fn movers(count: usize, events: &[EventKind], now: Answer<'_>) -> Vec<Seat> {
    let board = "
        gK .  .  .  yK
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK .  .  .  bK";
    let mut movers = Vec::new();
    with(table(board), events, now, |game| {
        for _ in 0..count {
            movers.push(mover(game));
            let action = game.actions().expect("no hook fails")[0];
            game.play(action).expect("it is legal");
        }
    });
    movers
}

#[test]
fn a_seat_may_be_given_the_turn_at_once() {
    let opens = |event: &Event<'_>, view: &dyn View| match event {
        Event::Turn(_) if view.ply() == 1 => vec![Effect::PlayNow(GREEN)],
        _ => Vec::new(),
    };
    assert_eq!(movers(4, &[EventKind::Turn], &opens), [RED, GREEN, RED, BLUE]);
    let stays = |event: &Event<'_>, view: &dyn View| match event {
        Event::Turn(seat) if view.ply() == 1 => {
            vec![Effect::Order(vec![RED, GREEN, BLUE], RED), Effect::PlayNow(*seat)]
        }
        _ => Vec::new(),
    };
    assert_eq!(movers(4, &[EventKind::Turn], &stays), [RED, BLUE, RED, GREEN]);
    let after = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { seat, .. } if view.ply() == 2 => vec![Effect::PlayNow(*seat)],
        _ => Vec::new(),
    };
    assert_eq!(movers(4, &[EventKind::Move], &after), [RED, BLUE, BLUE, YELLOW]);
    let starts = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::PlayNow(YELLOW)],
        _ => Vec::new(),
    };
    assert_eq!(movers(3, &[EventKind::Setup], &starts), [YELLOW, GREEN, RED]);
}

#[test]
fn an_answer_can_skip_a_turn_before_it_opens() {
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Ask {
            seat: BLUE,
            question: "pass".to_owned(),
            options: vec!["yes".to_owned()],
            about: Subject::Nothing,
            secret: false,
        }],
        Event::Answer { .. } => vec![Effect::Skip(RED)],
        _ => Vec::new(),
    };
    let spec = table(
        "
        .  .  bK
        .  .  .
        rK .  .",
    );
    with(spec, &[EventKind::Setup, EventKind::Answer], &script, |game| {
        play(game, "choose=yes");
        assert_eq!((mover(game), game.ply()), (BLUE, 1), "Red's turn is skipped");
        play(game, "c3-c2");
        assert_eq!(mover(game), RED, "and no other turn");
    });
}
