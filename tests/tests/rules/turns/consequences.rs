//! Tests of captures, shields and checks. Scripts give some captures effects. Before such a capture
//! is played, the engine applies these effects to a copy, to test if the capture is legal.

use std::cell::Cell;

use quadrille_core::rules::{CaptureHand, Circumstance, MeasuredValue};
use quadrille_core::{
    CompiledRules, Effect, Ending, Event, EventKind, Facing, Kind, Piece, Protect, SeatResult,
    Spec, StateId, Subject, View, game,
};
use quadrille_dsl::actions;
use quadrille_reports::rerun;
use quadrille_tests::table::{
    BLUE, GREEN, RED, Script, YELLOW, are_legal, at, hooked, mover, play, table,
};

use super::{nothing, with, without};

/// Returns a game in which Blue need not protect its king. Blue's king stands beside Red's king,
/// and Blue's rook defends Blue's king.
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
        assert_eq!(game.pieces(BLUE).len(), 2, "judging changes nothing");
        play(game, "a1-b1");
        assert!(game.pieces(BLUE).is_empty());
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
    spec.clauses.push(quadrille_core::rules::Clause {
        id: "X1".to_owned(),
        text: String::new(),
        place: String::new(),
    });
    let mut spec = hooked(spec, &[EventKind::RoyalCaptured]);
    spec.handlers[0].clause = Some(quadrille_core::ClauseId(0));
    let rules = CompiledRules::new(spec).expect("a game");
    let script = Script(|event: &Event<'_>, _: &dyn View| match event {
        Event::RoyalCaptured { piece, .. } => vec![Effect::RemoveArmy(piece.colour())],
        _ => Vec::new(),
    });
    let mut game = game::start(&rules, &script).expect("no hook fails");
    assert!(are_legal(game.as_mut(), "a1-b1"));
    assert_eq!(game.counts().clauses, [0]);
    play(game.as_mut(), "a1-b1");
    assert_eq!(game.counts().clauses, [1], "an effect counts under its handler's clause");
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
    let pawn = spec.array.iter().find(|(_, piece)| piece.kind() == Kind(0)).expect("a pawn").1;
    let queen = quadrille_core::rules::Promotion {
        kinds: vec![Kind(4)],
        optional: false,
        ..Default::default()
    };
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
        kinds[..7],
        ["Outcome", "Turn", "Capture", "Promotion", "Move", "Outcome", "Turn"],
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
    assert_eq!(events, ["Outcome", "Outcome"], "of the array, and after the capture on d2 alone");
}

#[test]
fn consequences_of_consequences_are_looked_at_before_the_next_turn() {
    // The pawn's move makes the script capture the knight. This capture makes the script test the
    // outcome.
    let takes = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { seat, .. } if *seat == RED && view.ply() == 1 => {
            vec![Effect::Capture(at(view.rules().spec(), "d2"), None)]
        }
        Event::Outcome if view.ply() > 0 => vec![Effect::Finish(vec![SeatResult::Draw; 2])],
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
    assert_eq!(kinds, ["Outcome", "Turn", "Move", "Capture", "Outcome"]);
}

#[test]
fn a_captor_that_an_effect_names_has_the_capture_and_the_piece() {
    // Red moves, and a script captures a knight. The script can name the capturing seat. Otherwise
    // Red captures, because it is Red's turn.
    let board = "
        bK .  .  .
        .  .  .  .
        .  .  .  bN
        rK .  .  .";
    for (named, captor) in [(None, RED), (Some(BLUE), BLUE)] {
        let takes = move |event: &Event<'_>, view: &dyn View| match event {
            Event::Move { .. } => vec![Effect::Capture(at(view.rules().spec(), "d2"), named)],
            _ => Vec::new(),
        };
        let mut spec = table(board);
        spec.captures_to_hand = Some(CaptureHand::Captor);
        let events = with(spec, &[EventKind::Move, EventKind::Capture], &takes, |game| {
            play(game, "a1-a2");
            let knight = game.rules().spec().kinds.iter().position(|kind| kind.name == "knight");
            let held = [RED, BLUE].map(|seat| game.in_hand(seat, Kind(knight.unwrap() as u8)));
            assert_eq!(held, [RED, BLUE].map(|seat| u8::from(seat == captor)), "{named:?}");
        });
        let captures =
            events.iter().filter(|event| event.starts_with("Capture")).collect::<Vec<_>>();
        assert_eq!(captures.len(), 1, "{events:?}");
        assert!(captures[0].contains(&format!("seat: {captor:?}")), "{captures:?}");
    }
}

#[test]
fn a_check_is_remarked_where_it_is_given_if_it_means_something() {
    let board = "
        .  .  .  .  yK
        rR .  .  .  .
        .  .  .  bK .
        .  .  .  .  .
        rK .  .  .  .";
    let remarks = |spec: Spec| {
        let mut lines = Vec::new();
        without(spec, |game| {
            let spec = game.rules().spec().clone();
            for text in ["a4-a5", "d3-d2"] {
                let (_, action) = actions::legal(game)
                    .expect("no hook fails")
                    .into_iter()
                    .find(|(other, _)| other == text)
                    .expect("it is legal");
                lines.push(rerun::step(game, &spec, action).expect("it is played").remarks());
            }
        });
        lines
    };
    // Yellow stays in check while Blue moves, and the event occurs once.
    assert_eq!(remarks(table(board)), ["yellow in check", ""]);
    let mut free = table(board);
    free.protect[2][2] = Protect::None;
    assert_eq!(remarks(free), ["", ""], "yellow's king may be captured");
}

#[test]
fn an_army_is_cleared_but_for_pieces_that_shield_a_king() {
    // Blue's pieces on c1 and d1 are between Red's king and Yellow's rook; e1 is behind the king.
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
        let left = |game: &dyn quadrille_core::AnyGame| -> Vec<String> {
            game.pieces(BLUE).into_iter().map(|square| spec.geometry.name(square)).collect()
        };
        assert_eq!(left(game), ["c1"], "of several on a line the nearest to the king");
        assert_eq!(game.army_state(BLUE), StateId::NEUTRAL);
        play(game, "a1-b2");
        assert!(left(game).is_empty(), "it goes when it can");
        assert_eq!(game.army_state(BLUE), StateId::GONE);
    });
}

#[test]
fn an_open_line_keeps_no_shield() {
    // The king is already attacked along the rank, so the knight is no shield against that rook.
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        bN .  .  .  .
        rK .  .  yR .";
    let clear = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::SeatState(BLUE, StateId::GONE), Effect::ClearArmy(BLUE)],
        _ => Vec::new(),
    };
    with(table(board), &[EventKind::Setup], &clear, |game| assert!(game.pieces(BLUE).is_empty()));
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
fn a_check_may_come_from_a_piece_that_did_not_move() {
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

#[test]
fn a_piece_that_captures_one_that_gave_check_gives_check_itself() {
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        rR .  .  .  bR
        .  .  .  .  .
        rK .  bK .  .";
    let events = with(table(board), &[EventKind::Check], &nothing, |game| play(game, "a3-e3"));
    let [check] = &events[..] else { panic!("{events:?}") };
    assert!(check.contains("by: [Seat(0)]"), "{check}");
}

/// Returns the number of check events, and the last of these events.
fn checks(events: &[String]) -> (usize, &str) {
    let checks: Vec<&String> = events.iter().filter(|event| event.starts_with("Check")).collect();
    (checks.len(), checks.last().map_or("", |check| check.as_str()))
}

#[test]
fn an_effect_may_give_check() {
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK .  .  .  bK";
    let spec = Spec { track_last_checker: true, ..table(board) };
    let (a5, c4) = (at(&spec, "a5"), at(&spec, "c4"));
    let ask = Effect::Ask {
        seat: BLUE,
        question: "shall it stand".to_owned(),
        options: vec!["yes".to_owned()],
        about: Subject::Nothing,
        secret: false,
    };
    let script = |event: &Event<'_>, view: &dyn View| match (event, view.ply()) {
        (Event::Move { .. }, 1) => vec![ask.clone()],
        (Event::Answer { .. }, _) => {
            vec![Effect::Place(a5, Piece::new(Kind(3), BLUE, Facing::East))]
        }
        (Event::Move { .. }, 3) => {
            vec![Effect::Remove(a5), Effect::Place(c4, Piece::new(Kind(0), RED, Facing::West))]
        }
        (Event::Move { .. }, 4) => vec![Effect::Turn(c4, Facing::East)],
        _ => Vec::new(),
    };
    let events = [EventKind::Move, EventKind::Answer, EventKind::Check];
    let events = with(spec, &events, &script, |game| {
        play(game, "a1-b1 choose=yes");
        assert_eq!(game.last_checker(YELLOW), Some(BLUE), "whose rook was placed");
        play(game, "e1-e2 e5-d5");
        assert_eq!(game.last_checker(YELLOW), Some(RED), "whose pawn was turned");
    });
    let check_events: Vec<&String> =
        events.iter().filter(|event| event.starts_with("Check")).collect();
    let [placed, turned] = check_events[..] else { panic!("{events:?}") };
    assert!(placed.contains("{ seat: Seat(1)") && placed.ends_with("by: [Seat(1)] }"), "{placed}");
    assert!(turned.contains("{ seat: Seat(2)") && turned.ends_with("by: [Seat(0)] }"), "{turned}");
}

#[test]
fn an_army_that_changes_hands_may_give_check() {
    // Green's rook attacks Red's king, but Green's pieces do not check Red.
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        gR .  .  .  gK
        .  .  .  .  .
        rK .  .  .  bK";
    let mut spec = table(board);
    spec.relations[3][0].check = false;
    let conquer = |event: &Event<'_>, _: &dyn View| match event {
        Event::Move { seat, .. } if *seat == BLUE => vec![Effect::Control(GREEN, Some(YELLOW))],
        _ => Vec::new(),
    };
    let events = with(spec, &[EventKind::Move, EventKind::Check], &conquer, |game| {
        play(game, "a1-a2 e1-d1");
    });
    let (count, last) = checks(&events);
    assert_eq!(count, 1, "{events:?}");
    assert!(last.ends_with("by: [Seat(2)] }"), "the pieces are yellow's now: {last}");
}

#[test]
fn a_check_that_a_capture_causes_is_told_with_the_ply() {
    // When the knight is captured, the bishop between a rook and Blue's king leaves the board.
    let board = "
        bK .  .  .  .
        .  .  .  .  .
        rB .  .  bN .
        .  .  .  .  .
        rR .  .  rR rK";
    let spec = table(board);
    let bishop = at(&spec, "a3");
    let lift = |event: &Event<'_>, _: &dyn View| match event {
        Event::Capture { .. } => vec![Effect::Remove(bishop)],
        _ => Vec::new(),
    };
    let events = with(spec, &[EventKind::Capture, EventKind::Check], &lift, |game| {
        play(game, "d1-d3");
    });
    assert_eq!(checks(&events).0, 1, "{events:?}");
}

#[test]
fn a_check_that_answers_a_check_by_an_effect_without_end_is_a_fault() {
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK rR .  .  bK";
    let spec = hooked(table(board), &[EventKind::Check]);
    let (a5, b5) = (at(&spec, "a5"), at(&spec, "b5"));
    let rook = Piece::new(Kind(3), RED, Facing::North);
    let rules = CompiledRules::new(spec).expect("a game");
    // The rook is removed from one square and placed on the other, each time giving check again.
    let script = Script(|_: &Event<'_>, view: &dyn View| {
        let (from, to) = if view.piece(a5).is_some() { (a5, b5) } else { (b5, a5) };
        vec![Effect::Remove(from), Effect::Place(to, rook)]
    });
    let mut game = game::start(&rules, &script).expect("no hook fails");
    let error = actions::play(game.as_mut(), "b1-b5").expect_err("it never ends");
    assert!(error.to_string().contains("without end"), "{error:?}");
}

#[test]
fn a_capture_is_illegal_if_the_captured_piece_lets_another_give_check_from_the_hand() {
    // Blue's rook moves only while Blue holds a knight.
    let board = "
        .  bR .  bK
        .  .  .  .
        rQ .  bN .
        .  rK .  .";
    for (whose, legal) in [(CaptureHand::Owner, false), (CaptureHand::Captor, true)] {
        let mut spec = table(board);
        spec.captures_to_hand = Some(whose);
        let named = |name: &str| spec.kinds.iter().position(|kind| kind.name == name).unwrap();
        let (rook, knight) = (named("rook"), Kind(named("knight") as u8));
        for path in &mut spec.kinds[rook].paths {
            let of = MeasuredValue::InHand(knight);
            path.circumstances.push(Circumstance { of, least: 1, most: 8 });
        }
        without(spec, |game| {
            assert!(are_legal(game, "a2-b2"));
            assert_eq!(are_legal(game, "a2-c2"), legal, "{whose:?}");
        });
    }
}
