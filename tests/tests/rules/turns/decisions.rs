//! Tests of decisions other than moves, which are questions, offers and announcements. Also tests
//! restrictions on moves.

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Counter, Holds};
use quadrille_core::{
    Action, AnyGame, CompiledRules, CounterId, Decision, Declaration, Effect, Ending, Event,
    EventKind, Illegal, Kind, NoHooks, PlayError, Protect, Restriction, Seat, SeatResult, Seats,
    Spec, StateId, Subject, View, game,
};
use quadrille_tests::table::{
    BLUE, RED, Script, YELLOW, are_legal, at, hooked, legal, mover, play, table,
};

use super::{nothing, with};

/// Returns the reason why an action is refused.
fn reason(game: &mut dyn AnyGame, action: Action) -> Illegal {
    match game.play(action) {
        Err(PlayError::Illegal(reason)) => *reason,
        other => panic!("{action:?} gives {other:?}"),
    }
}

const BOARD: &str = "
    .  .  .  .  yK
    .  .  .  .  .
    .  bP .  .  .
    .  .  rN .  .
    rK .  .  bK .";

fn ask(seat: Seat, question: &str) -> Effect {
    let options = vec!["yes".to_owned(), "no".to_owned()];
    Effect::Ask {
        seat,
        question: question.to_owned(),
        options,
        about: Subject::Number(7),
        secret: false,
    }
}

fn ask_in_secret(seat: Seat, question: &str) -> Effect {
    let options = vec!["yes".to_owned(), "no".to_owned()];
    Effect::Ask {
        seat,
        question: question.to_owned(),
        options,
        about: Subject::Number(7),
        secret: true,
    }
}

fn open_question(game: &mut dyn AnyGame) -> (Seat, String) {
    match game.decision() {
        Ok(Decision::Question(question)) => (question.seat, question.name),
        other => panic!("no question but {other:?}"),
    }
}

#[test]
fn a_question_suspends_the_order_of_turns() {
    let events = [EventKind::Move, EventKind::Answer, EventKind::Turn];
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => vec![ask(YELLOW, "first")],
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &events, &script, |game| {
        play(game, "a1-a2");
        assert_eq!(open_question(game), (YELLOW, "first".to_owned()));
        assert_eq!(legal(game), ["choose=no", "choose=yes"]);
        play(game, "choose=no");
        assert_eq!((mover(game), game.ply()), (BLUE, 2), "an answer is an action");
    });
    let answer = "Answer { seat: Seat(2), question: \"first\", choice: \"no\", about: Number(7) }";
    assert_eq!(events[2], answer);
    assert_eq!(events[3], "Turn(Seat(1))");
}

#[test]
fn secret_answers_are_revealed_together_in_the_order_in_which_they_were_given() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => {
            vec![ask(RED, "open"), ask_in_secret(YELLOW, "a"), ask_in_secret(BLUE, "b")]
        }
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &[EventKind::Move, EventKind::Answer], &script, |game| {
        play(game, "a1-a2");
        play(game, "choose=yes");
        assert_eq!(open_question(game), (YELLOW, "a".to_owned()));
        play(game, "choose=no");
        assert_eq!(open_question(game), (BLUE, "b".to_owned()), "Yellow's answer changed nothing");
        let sealed = game.setup().sealed;
        assert_eq!((sealed.len(), sealed[0].question.seat, sealed[0].choice), (1, YELLOW, 1));
        play(game, "choose=yes");
        assert_eq!((mover(game), game.ply(), game.setup().sealed.len()), (BLUE, 4, 0));
    });
    let answers: Vec<&str> =
        events[1..].iter().map(|event| event.split("about").next().unwrap()).collect();
    assert_eq!(
        answers,
        [
            "Answer { seat: Seat(0), question: \"open\", choice: \"yes\", ",
            "Answer { seat: Seat(2), question: \"a\", choice: \"no\", ",
            "Answer { seat: Seat(1), question: \"b\", choice: \"yes\", ",
        ]
    );
}

#[test]
fn what_a_secret_answer_asks_in_secret_is_a_round_of_its_own() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => {
            vec![ask_in_secret(YELLOW, "a"), ask_in_secret(BLUE, "b")]
        }
        Event::Answer { question: "a", .. } => vec![ask_in_secret(RED, "c")],
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &[EventKind::Move, EventKind::Answer], &script, |game| {
        play(game, "a1-a2 choose=yes choose=yes");
        assert_eq!(open_question(game), (RED, "c".to_owned()));
        assert!(game.setup().sealed.is_empty(), "both first answers are revealed");
        play(game, "choose=no");
        assert_eq!(mover(game), BLUE);
    });
    assert_eq!(events.len(), 4, "{events:?}");
}

#[test]
fn a_game_that_a_revealed_answer_ends_reveals_no_more() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => {
            vec![ask_in_secret(YELLOW, "a"), ask_in_secret(BLUE, "b")]
        }
        Event::Answer { question: "a", .. } => vec![Effect::Finish(vec![SeatResult::Draw; 3])],
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &[EventKind::Move, EventKind::Answer], &script, |game| {
        play(game, "a1-a2 choose=yes choose=yes");
        assert_eq!(game.decision().unwrap(), Decision::Over);
    });
    assert_eq!(events.len(), 2, "{events:?}");
}

/// Red asks Yellow and Blue in secret after its first move. Blue wins if Blue's answer is equal to
/// Yellow's answer.
#[test]
fn agents_do_not_read_sealed_answers() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => {
            vec![ask_in_secret(YELLOW, "a"), ask_in_secret(BLUE, "b")]
        }
        Event::Answer { question: "a", choice, .. } => {
            vec![Effect::SetCounter(CounterId(0), None, i32::from(*choice == "yes"))]
        }
        Event::Answer { question: "b", choice, .. } => {
            let same = (view.counter(CounterId(0), RED) == 1) == (*choice == "yes");
            vec![Effect::Settle(BLUE, if same { SeatResult::Win } else { SeatResult::Loss })]
        }
        _ => Vec::new(),
    };
    let said = Counter {
        name: "said".to_owned(),
        per_seat: false,
        min: 0,
        max: 1,
        start: 0,
        worth: 0,
        holds: Holds::Number,
    };
    let spec = Spec { counters: vec![said], ..table(BOARD) };
    let agent: AgentSpec = "search:depth=1".parse().unwrap();
    let mut right = 0;
    with(spec, &[EventKind::Move, EventKind::Answer], &script, |game| {
        play(game, "a1-a2 choose=yes");
        for seed in 0..64 {
            let mut rng = Rng::new(1, seed, Stream::Agent, 0, 0);
            let advice = quadrille_agents::advise(&mut *game, agent, &mut rng).unwrap();
            right += u32::from(advice.action == Some(Action::Choose(0)));
        }
    });
    assert!((8..=56).contains(&right), "Blue guessed {right} of 64 times what Yellow said");
}

#[test]
fn questions_of_one_event_are_asked_in_order_and_nested_ones_first() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => vec![ask(YELLOW, "a"), ask(BLUE, "b")],
        Event::Answer { question: "a", .. } => vec![ask(RED, "a1"), ask(RED, "a2")],
        _ => Vec::new(),
    };
    with(table(BOARD), &[EventKind::Move, EventKind::Answer], &script, |game| {
        play(game, "a1-a2");
        for question in ["a", "a1", "a2", "b"] {
            assert_eq!(open_question(game).1, question);
            play(game, "choose=yes");
        }
        assert_eq!(mover(game), BLUE);
    });
}

#[test]
fn a_game_resumes_where_a_question_stood() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Setup => vec![ask(YELLOW, "before the first turn")],
        Event::Turn(seat) if *seat == BLUE => vec![ask(RED, "at the opening")],
        Event::Move { .. } if view.ply() == 2 => vec![ask(BLUE, "after the move")],
        _ => Vec::new(),
    };
    let events = [EventKind::Setup, EventKind::Turn, EventKind::Move];
    let rules = CompiledRules::new(hooked(table(BOARD), &events)).expect("a game");
    let script = Script(script);
    let mut first = game::start(&rules, &script).expect("no hook fails");
    for text in ["choose=yes", "a1-a2", "choose=no", "choose=yes", "d1-d2", "e5-d5"] {
        let setup = first.setup();
        let mut again = game::resume(&rules, &script, &setup).expect("a position of the game");
        assert_eq!(again.setup(), setup);
        assert_eq!(legal(again.as_mut()), legal(first.as_mut()), "before {text}");
        play(first.as_mut(), text);
        play(again.as_mut(), text);
        assert_eq!(again.setup(), first.setup(), "after {text}");
    }
}

#[test]
fn a_mate_that_was_answered_by_a_question_is_not_told_again_in_a_resumed_game() {
    let spec = table(
        "
        bK .  .  .
        .  .  rQ .
        .  rK .  .",
    );
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Mate(_) => vec![ask(RED, "mercy")],
        _ => Vec::new(),
    };
    let rules = CompiledRules::new(hooked(spec, &[EventKind::Mate])).expect("a game");
    let script = Script(script);
    let mut first = game::start(&rules, &script).expect("no hook fails");
    play(first.as_mut(), "c2-b2");
    let mut again = game::resume(&rules, &script, &first.setup()).expect("a position");
    for game in [first.as_mut(), again.as_mut()] {
        play(game, "choose=no");
        assert_eq!(mover(game), RED, "blue is passed over");
    }
}

#[test]
fn what_is_offered_may_be_said_until_it_is_withdrawn() {
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Offer(RED, "claim".to_owned())],
        Event::Say(seat, word) => vec![Effect::Withdraw(*seat, (*word).to_owned())],
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &[EventKind::Setup, EventKind::Say], &script, |game| {
        assert!(are_legal(game, "say=claim a1-a2"));
        play(game, "say=claim");
        assert_eq!((mover(game), game.ply()), (RED, 1), "saying is no move");
        assert!(!are_legal(game, "say=claim"));
    });
    assert_eq!(events, ["Setup", "Say(Seat(0), \"claim\")"]);
}

#[test]
fn words_do_not_keep_a_seat_from_being_mated() {
    let spec = table(
        "
        bK .  .  .
        .  .  rQ .
        .  rK .  .",
    );
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Offer(BLUE, "claim".to_owned())],
        _ => Vec::new(),
    };
    let events = with(spec, &[EventKind::Setup, EventKind::Mate], &script, |game| {
        play(game, "c2-b2");
        assert_eq!(mover(game), RED);
    });
    assert_eq!(events, ["Setup", "Mate(Seat(1))"]);
}

#[test]
fn a_pass_is_an_action_where_it_is_offered() {
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Offer(RED, "pass".to_owned())],
        _ => Vec::new(),
    };
    let events = with(table(BOARD), &[EventKind::Setup, EventKind::Move], &script, |game| {
        play(game, "pass");
        assert_eq!((mover(game), game.ply(), game.halfmove()), (BLUE, 1, 1));
        assert!(!are_legal(game, "pass"), "nobody offered it to blue");
    });
    assert_eq!(events[1], "Move { seat: Seat(0), played: None, piece: None, to: None }");
}

#[test]
fn anyone_may_resign_and_no_list_says_so() {
    with(table(BOARD), &[], &nothing, |game| {
        assert!(!legal(game).iter().any(|text| text.starts_with("resign")));
        play(game, "resign");
        assert_eq!(game.outcome(), None, "two are left");
        assert_eq!((mover(game), game.settled(RED)), (BLUE, Some(SeatResult::Loss)));
        assert!(!game.in_check(BLUE), "its pieces are dead");
        assert!(are_legal(game, "d1-c1"));
        play(game, "flag=yellow");
        let outcome = game.outcome().expect("one is left");
        assert_eq!(outcome.ending, Ending::Left);
        assert_eq!(outcome.results, [SeatResult::Loss, SeatResult::Win, SeatResult::Loss]);
    });
}

#[test]
fn one_who_resigns_loses_for_their_side() {
    let board = "
        gK .  .  .  yK
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK .  .  .  bK";
    let mut spec = table(board);
    for (seat, team) in spec.seats.iter_mut().zip([0, 1, 0, 1]) {
        seat.team = team;
    }
    spec.teams.truncate(2);
    with(spec, &[], &nothing, |game| {
        play(game, "a1-a2 resign=yellow");
        let outcome = game.outcome().expect("one side is left");
        let (win, loss) = (SeatResult::Win, SeatResult::Loss);
        assert_eq!(outcome.results, [loss, win, loss, win]);
    });
}

#[test]
fn an_agreed_draw_is_one_between_those_still_in_the_game() {
    with(table(BOARD), &[], &nothing, |game| {
        play(game, "resign agree");
        let outcome = game.outcome().expect("it is over");
        assert_eq!(outcome.ending, Ending::Agreed);
        assert_eq!(outcome.results, [SeatResult::Loss, SeatResult::Draw, SeatResult::Draw]);
    });
}

#[test]
fn rules_may_answer_what_is_said_of_the_game() {
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![ask(RED, "first")],
        Event::Say(seat, "flag") => vec![Effect::SeatState(*seat, StateId::GONE)],
        _ => Vec::new(),
    };
    let events = [EventKind::Setup, EventKind::Say, EventKind::Outcome, EventKind::Turn];
    let events = with(table(BOARD), &events, &script, |game| {
        assert!(matches!(
            reason(game, Action::Declare(RED, Declaration::Flag)),
            Illegal::QuestionPending { seat: RED, .. }
        ));
        play(game, "choose=yes flag");
        assert_eq!((mover(game), game.settled(RED)), (BLUE, None));
        assert!(matches!(
            reason(game, Action::Declare(RED, Declaration::Flag)),
            Illegal::NoTurns { seat: RED, state: StateId::GONE }
        ));
        assert!(matches!(
            reason(game, Action::Declare(Seat(7), Declaration::Agree)),
            Illegal::NoTurns { seat: Seat(7), .. }
        ));
    });
    assert_eq!(
        events,
        ["Setup", "Turn(Seat(0))", "Say(Seat(0), \"flag\")", "Outcome", "Turn(Seat(1))"]
    );
}

/// Tests Red's actions under a restriction.
fn restricted(spec: Spec, restriction: &Restriction, test: impl FnOnce(&mut dyn AnyGame)) {
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Restrict(RED, restriction.clone())],
        _ => Vec::new(),
    };
    with(spec, &[EventKind::Setup], &script, test);
}

#[test]
fn a_restriction_to_kinds_holds_for_the_next_action() {
    restricted(table(BOARD), &Restriction::Kinds(1 << 5), |game| {
        assert_eq!(legal(game), ["a1-a2", "a1-b1", "a1-b2"]);
        play(game, "a1-a2 d1-e2 e5-d5");
        assert!(are_legal(game, "a2-a1 c2-e1"), "and no longer");
    });
}

#[test]
fn a_restriction_to_an_army_or_to_squares_holds_for_the_next_action() {
    let spec = || {
        table(
            "
        .  .  .  .  yK
        .  .  .  .  .
        .  .  .  rN .
        .  .  .  .  .
        rK .  .  bK .",
        )
    };
    let lends = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![
            Effect::Control(BLUE, Some(RED)),
            Effect::Restrict(RED, Restriction::Colours(BLUE.bit())),
        ],
        _ => Vec::new(),
    };
    with(spec(), &[EventKind::Setup], &lends, |game| {
        assert_eq!(legal(game), ["d1-c1", "d1-c2", "d1-d2", "d1-e1", "d1-e2"]);
    });
    let at = |name| spec().geometry.square_named(name).unwrap();
    restricted(spec(), &Restriction::From(vec![at("a1")]), |game| {
        assert_eq!(legal(game), ["a1-a2", "a1-b1", "a1-b2"]);
    });
    restricted(spec(), &Restriction::To(vec![at("b2"), at("b4")]), |game| {
        assert_eq!(legal(game), ["a1-b2", "d3-b2", "d3-b4"]);
    });
}

#[test]
fn a_restriction_to_captures_leaves_other_moves_alone() {
    let board = "
        .  .  .  yP yK
        .  bP .  .  .
        .  .  .  rN .
        .  .  .  .  .
        rK .  .  bK .";
    restricted(table(board), &Restriction::Captures(BLUE.bit()), |game| {
        assert!(are_legal(game, "d3-b4 d3-c1 a1-b1"));
    });
    restricted(table(board), &Restriction::Captures(YELLOW.bit()), |game| {
        assert!(are_legal(game, "d3-c1 a1-b1"));
        assert!(!are_legal(game, "d3-b4"));
    });
}

#[test]
fn a_restriction_may_spare_kinds() {
    let board = "
        .  .  .  yP yK
        .  bP .  .  .
        .  .  .  rN .
        .  .  .  .  .
        rK bN .  bK .";
    restricted(table(board), &Restriction::Spares(1 << 5 | 1 << 1), |game| {
        assert!(are_legal(game, "d3-b4 d3-c1 a1-a2"));
        assert!(!are_legal(game, "a1-b1 d3-e5"));
    });
}

#[test]
fn a_seat_that_is_passed_over_after_its_mate_was_answered_has_no_restrictions_left() {
    let board = "
        bK .  .  .
        .  .  rQ .
        .  rK .  .";
    let relax = |event: &Event<'_>, view: &dyn View| match event {
        Event::Mate(seat) if view.ply() == 1 => vec![
            Effect::Relax(*seat, Protect::None),
            Effect::Restrict(*seat, Restriction::Kinds(1)),
        ],
        _ => Vec::new(),
    };
    with(table(board), &[EventKind::Mate], &relax, |game| {
        play(game, "c2-b2");
        assert_eq!((mover(game), game.ply()), (RED, 1), "blue has no pawn to move");
        play(game, "b2-d2");
        assert!(are_legal(game, "a3-b3"));
    });
}

#[test]
fn a_restriction_to_safe_moves_brings_protection_back() {
    let board = "
        .  .  .  bR
        .  .  .  .
        .  .  .  bK
        rK .  .  .";
    let mut spec = table(board);
    spec.protect[0][0] = Protect::None;
    with(spec.clone(), &[], &nothing, |game| assert_eq!(legal(game).len(), 3));
    let mut open = table(
        "
        .  bR .  .
        .  .  .  .
        .  .  .  bK
        rK .  .  .",
    );
    open.protect[0][0] = Protect::None;
    restricted(open, &Restriction::Safe, |game| assert_eq!(legal(game), ["a1-a2"]));
}

#[test]
fn a_restriction_to_lift_asks_for_moves_that_leave_a_royal_unattacked() {
    // Blue checks Yellow's king, and Red must help.
    let board = "
        bR .  .  .  yK
        .  .  .  .  .
        .  .  rN .  .
        .  .  .  .  .
        .  rK .  bK .";
    let spec = table(board);
    let king = at(&spec, "e5");
    restricted(spec, &Restriction::Lifts(king), |game| assert_eq!(legal(game), ["c3-b5", "c3-d5"]));
}

#[test]
fn moves_that_only_ones_own_king_forbids_may_be_announced() {
    // The knight is pinned.
    let board = "
        .  .  .  .  yK
        .  .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        rK rN .  bR bK";
    let mut spec = table(board);
    spec.announcers = Seats(RED.bit());
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Announce(seat, _) => vec![ask(YELLOW, if *seat == RED { "agree" } else { "never" })],
        Event::Answer { choice: "no", .. } => vec![Effect::Refuse(RED)],
        _ => Vec::new(),
    };
    let events = [EventKind::Announce, EventKind::Answer];
    with(spec, &events, &script, |game| {
        assert_eq!(
            legal(game),
            ["a1-a2", "a1-b2", "announce=b1-a3", "announce=b1-c3", "announce=b1-d2"]
        );
        play(game, "announce=b1-a3");
        assert_eq!(open_question(game), (YELLOW, "agree".to_owned()));
        play(game, "choose=no");
        assert_eq!(mover(game), RED);
        assert!(!are_legal(game, "announce=b1-a3"), "a refused move is not announced again");
        assert!(are_legal(game, "a1-a2 announce=b1-c3"));
        play(game, "announce=b1-c3 choose=yes");
        assert_eq!(legal(game), ["b1-c3"], "what was agreed is played");
        play(game, "b1-c3");
        assert_eq!(mover(game), BLUE);
    });
}

#[test]
fn pieces_in_hand_are_dropped_first_where_that_is_the_rule() {
    let mut spec = table(
        "
        .  .  bK
        .  .  .
        rK .  .",
    );
    let zone = [at(&spec, "a2"), at(&spec, "b1"), at(&spec, "a1")].into_iter().collect();
    let pieces = vec![(Kind(1), 1), (Kind(3), 1)];
    spec.hands = vec![quadrille_core::rules::Hand {
        seat: RED,
        pieces,
        zone,
        first: true,
        limits: quadrille_core::rules::DropLimits::default(),
        clause: None,
    }];
    with(spec, &[], &nothing, |game| {
        assert_eq!(legal(game), ["N@a2", "N@b1", "R@a2", "R@b1"]);
        play(game, "N@a2 c3-b3");
        assert_eq!(legal(game), ["R@b1"]);
        assert_eq!(game.in_hand(RED, Kind(1)), 0);
        play(game, "R@b1 b3-a3");
        assert!(are_legal(game, "b1-b2 a2-c1"));
    });
}

#[test]
fn a_drop_may_not_leave_ones_king_in_check_and_may_give_check() {
    let mut spec = table(
        "
        bR .  bK
        .  .  .
        rK .  .",
    );
    let zone = spec.geometry.all();
    let pieces = vec![(Kind(3), 2)];
    spec.hands = vec![quadrille_core::rules::Hand {
        seat: RED,
        pieces,
        zone,
        first: false,
        limits: quadrille_core::rules::DropLimits::default(),
        clause: None,
    }];
    let events = with(spec, &[EventKind::Check], &nothing, |game| {
        assert_eq!(legal(game), ["R@a2", "a1-b1"]);
        play(game, "R@a2 a3-b3 R@c1");
    });
    assert_eq!(events.len(), 1, "the rook on c1: {events:?}");
}

#[test]
fn what_is_not_listed_is_not_played() {
    with(table(BOARD), &[], &nothing, |game| {
        let before = game.setup();
        assert_eq!(reason(game, Action::Choose(0)), Illegal::NoQuestion);
        assert_eq!(game.setup(), before);
    });
}

#[test]
fn a_pass_may_not_leave_ones_king_in_check() {
    let board = "
        bR .  .  .  yK
        .  .  .  .  .
        rK .  .  bK .";
    let script = |event: &Event<'_>, _: &dyn View| match event {
        Event::Setup => vec![Effect::Offer(RED, "pass".to_owned())],
        _ => Vec::new(),
    };
    with(table(board), &[EventKind::Setup], &script, |game| {
        assert!(!are_legal(game, "pass"));
        play(game, "a1-b1 a3-a2 e3-d3");
        assert!(are_legal(game, "pass"));
    });
}

#[test]
fn questions_and_offers_need_no_hooks_to_be_resumed() {
    let rules = CompiledRules::new(table(BOARD)).expect("a game");
    let mut setup = game::initial(&rules);
    setup.offers = vec![(RED, "pass".to_owned())];
    let mut game = game::resume(&rules, &NoHooks, &setup).expect("a position");
    assert!(game.actions().expect("no hook fails").contains(&Action::Pass));
}

/// Each seat is asked a question at the start of its turn, and is then passed over. The test
/// continues for many rounds. A game without any decision would end after fewer rounds.
#[test]
fn a_game_in_which_only_questions_are_answered_goes_on() {
    let script = |event: &Event<'_>, view: &dyn View| match event {
        Event::Turn(seat) => vec![ask_in_secret(*seat, "word")],
        Event::Answer { .. } => vec![Effect::Skip(view.turn())],
        _ => Vec::new(),
    };
    with(table(BOARD), &[EventKind::Turn, EventKind::Answer], &script, |game| {
        play(game, &"choose=yes ".repeat(9));
        assert_ne!(game.decision().unwrap(), Decision::Over);
    });
}
