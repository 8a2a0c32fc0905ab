//! Tests of the ends of games.

use std::cell::Cell;
use std::collections::HashSet;

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::{Demand, Duty};
use quadrille_core::{
    AnyGame, CompiledRules, CountedPieces, Effect, Ending, Event, EventKind, Facing, Kind, NoHooks,
    Piece, PieceLimit, Seat, SeatResult, Spec, StateId, View, game,
};
use quadrille_study::sim::HookMaker;
use quadrille_tests::table::{BLUE, GREEN, RED, Script, YELLOW, at, hooked, play, table};
use quadrille_tests::{OrthodoxEnds, games, orthodox};

use super::{nothing, with, without};

fn ending(game: &dyn AnyGame) -> Option<Ending> {
    game.outcome().map(|outcome| outcome.ending)
}

const THERE_AND_BACK: &str = "g1-f3 g8-f6 f3-g1 f6-g8";

#[test]
fn the_third_time_a_position_occurs_the_game_is_drawn() {
    with(Spec { handlers: Vec::new(), ..orthodox() }, &[], &nothing, |game| {
        play(game, THERE_AND_BACK);
        play(game, "g1-f3 g8-f6 f3-g1");
        assert_eq!(ending(game), None);
        play(game, "f6-g8");
        assert_eq!(ending(game), Some(Ending::Repetition), "the first time was before all moves");
    });
}

#[test]
fn a_position_with_another_right_is_another_position() {
    with(orthodox(), &[], &nothing, |game| {
        play(game, "h2-h3 h7-h6 h1-h2 h8-h7 h2-h1 h7-h8");
        play(game, "h1-h2 h8-h7 h2-h1 h7-h8");
        assert_eq!(ending(game), None, "only twice without the rights");
        play(game, "h1-h2 h8-h7");
        assert_eq!(ending(game), Some(Ending::Repetition));
    });
}

#[test]
fn what_rules_kept_and_dropped_again_makes_no_other_position() {
    let script = |event: &Event<'_>, view: &dyn View| {
        let word = "claim".to_owned();
        match event {
            Event::Move { .. } if view.ply() == 1 => vec![Effect::Offer(RED, word)],
            Event::Move { .. } if view.ply() == 2 => vec![Effect::Withdraw(RED, word)],
            _ => Vec::new(),
        }
    };
    with(orthodox(), &[EventKind::Move], &script, |game| {
        play(game, THERE_AND_BACK);
        play(game, THERE_AND_BACK);
        assert_eq!(ending(game), Some(Ending::Repetition));
    });
}

const FOUR: &str = "
    yK .  .  .  gK
    .  .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    rK .  .  .  bK";

#[test]
fn no_progress_is_counted_in_moves_of_every_seat_with_a_turn() {
    let spec = Spec { no_progress: Some(2), ..table(FOUR) };
    without(spec.clone(), |game| {
        play(game, "a1-a2 e1-e2 a5-a4 e5-e4 a2-a1 e2-e1 a4-a5");
        assert_eq!(ending(game), None);
        play(game, "e4-e5");
        assert_eq!(ending(game), Some(Ending::NoProgress));
    });
    let gone = |_: &Event<'_>, _: &dyn View| vec![Effect::SeatState(YELLOW, StateId::GONE)];
    with(spec, &[EventKind::Setup], &gone, |game| {
        play(game, "a1-a2 e1-e2 e5-e4 a2-a1 e2-e1");
        assert_eq!(ending(game), None);
        play(game, "e4-e5");
        assert_eq!(ending(game), Some(Ending::NoProgress));
    });
}

#[test]
fn a_capture_or_a_move_of_a_pawn_is_progress() {
    let spec = table(
        "
        .  .  bK
        bN .  .
        .  rP .
        rK .  .",
    );
    without(spec, |game| {
        play(game, "a1-a2 c4-b4");
        assert_eq!(game.halfmove(), 2);
        play(game, "b2-a3");
        assert_eq!(game.halfmove(), 0);
    });
}

#[test]
fn force_that_nobody_wins_with_ends_the_game() {
    let kings = vec![vec![vec![Kind(5)], vec![Kind(5), Kind(1)]]];
    let spec = table(
        "
        .  .  bK
        bN .  .
        .  .  .
        .  rN rK",
    );
    without(Spec { insufficient: kings, ..spec }, |game| {
        play(game, "c1-b2 c4-b4");
        assert_eq!(ending(game), None);
        play(game, "b1-a3");
        assert_eq!(ending(game), Some(Ending::InsufficientForce), "whoever has the knight");
    });
}

#[test]
fn effects_may_leave_force_that_nobody_wins_with() {
    let kings = vec![vec![vec![Kind(5)], vec![Kind(5), Kind(1)]]];
    let spec = table(
        "
        .  .  bK
        .  .  .
        .  .  .
        rR .  rK",
    );
    let spec = Spec { insufficient: kings, ..spec };
    let rook = at(&spec, "a1");
    let king = at(&spec, "c1");
    let knight = Piece::new(Kind(1), RED, Facing::North);

    let becomes = |_: &Event<'_>, view: &dyn View| {
        if view.ply() == 2 { vec![Effect::Replace(rook, Kind(1))] } else { Vec::new() }
    };
    with(spec.clone(), &[EventKind::Move], &becomes, |game| {
        play(game, "c1-b1");
        assert_eq!(ending(game), None);
        play(game, "c4-b4");
        assert_eq!(game.halfmove(), 2, "no capture, and no move of a pawn");
        assert_eq!(ending(game), Some(Ending::InsufficientForce));
    });

    // Changes at the start of a turn are judged when the turn is over.
    let goes = |_: &Event<'_>, view: &dyn View| match view.ply() {
        1 => vec![Effect::Remove(rook), Effect::Hold(RED, Kind(1), 1)],
        _ => Vec::new(),
    };
    with(spec.clone(), &[EventKind::Turn], &goes, |game| {
        play(game, "c1-b1");
        assert_eq!(ending(game), None);
        play(game, "c4-b4");
        assert_eq!(ending(game), Some(Ending::InsufficientForce), "a knight in hand is force");
    });

    // A change to material that is not on the list does not end the game.
    let comes = |_: &Event<'_>, view: &dyn View| match view.ply() {
        1 => vec![Effect::Remove(rook)],
        2 => vec![Effect::Place(rook, knight), Effect::Place(king, knight)],
        _ => Vec::new(),
    };
    with(spec, &[EventKind::Turn], &comes, |game| {
        play(game, "c1-b1 c4-b4");
        assert_eq!(ending(game), None, "a bare king against another is not on the list");
        play(game, "b1-b2");
        assert_eq!(ending(game), None, "two knights are not on the list");
    });
}

#[test]
fn built_in_draws_are_left_to_a_hook_where_there_is_one() {
    let spec = Spec { no_progress: Some(1), ..table(FOUR) };
    let decides = |event: &Event<'_>, view: &dyn View| match event {
        Event::Draw("no_progress", seats) if view.ply() > 4 => {
            assert_eq!(seats.len(), 4);
            let mut results = vec![SeatResult::Loss; 4];
            results[GREEN.index()] = SeatResult::Win;
            vec![Effect::Finish(results)]
        }
        _ => Vec::new(),
    };
    let events = with(spec, &[EventKind::Draw], &decides, |game| {
        play(game, "a1-a2 e1-e2 a5-a4 e5-e4 a2-a1");
        let outcome = game.outcome().expect("the hook ended it");
        assert_eq!(outcome.ending, Ending::Rule(None));
        assert_eq!(outcome.results[GREEN.index()], SeatResult::Win);
    });
    assert_eq!(events.len(), 2, "it was asked at the fourth ply, and let the game go on");
}

#[test]
fn a_settled_result_stands_whatever_ends_the_game() {
    let settles = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => vec![Effect::Settle(BLUE, SeatResult::Win)],
        Event::Move { .. } => vec![Effect::Finish(vec![SeatResult::Draw; 4])],
        _ => Vec::new(),
    };
    with(table(FOUR), &[EventKind::Move], &settles, |game| {
        play(game, "a1-a2");
        assert_eq!(game.settled(BLUE), Some(SeatResult::Win));
        play(game, "e1-e2");
        let mut results = vec![SeatResult::Draw; 4];
        results[BLUE.index()] = SeatResult::Win;
        assert_eq!(game.outcome().expect("it is over").results, results);
    });
}

#[test]
fn the_team_with_the_most_points_wins() {
    let results = |points: [u32; 4]| {
        let ends = |event: &Event<'_>, _: &dyn View| match event {
            Event::Move { .. } => vec![Effect::FinishWithPoints(points.to_vec())],
            _ => Vec::new(),
        };
        let mut found = None;
        with(table(FOUR), &[EventKind::Move], &ends, |game| {
            play(game, "a1-a2");
            found = game.outcome().cloned();
        });
        found.expect("the hook ended it")
    };
    let (win, draw, loss) = (SeatResult::Win, SeatResult::Draw, SeatResult::Loss);
    for (points, expected) in [
        ([3, 1, 0, 2], [win, loss, loss, loss]),
        ([3, 3, 0, 2], [draw, draw, loss, loss]),
        ([0, 0, 0, 0], [draw; 4]),
    ] {
        let outcome = results(points);
        assert_eq!(outcome.results, expected, "{points:?}");
        assert_eq!(outcome.points, Some(points.to_vec()));
        assert_eq!(outcome.ending, Ending::Rule(None));
    }
}

#[test]
fn a_side_that_has_left_does_not_win_when_another_loses() {
    let (win, loss) = (SeatResult::Win, SeatResult::Loss);
    let loses = |gone: &'static [Seat]| {
        move |event: &Event<'_>, view: &dyn View| match event {
            Event::Move { .. } if view.ply() == 1 => {
                gone.iter().map(|seat| Effect::SeatState(*seat, StateId::GONE)).collect()
            }
            Event::Move { .. } => vec![Effect::Lose(GREEN)],
            _ => Vec::new(),
        }
    };
    let results = |spec: Spec, gone: &'static [Seat]| {
        let mut results = Vec::new();
        with(spec, &[EventKind::Move], &loses(gone), |game| {
            play(game, "a1-a2 e1-e2");
            results = game.outcome().expect("it is over").results.clone();
        });
        results
    };
    assert_eq!(results(table(FOUR), &[]), [win, win, win, loss]);
    assert_eq!(results(table(FOUR), &[YELLOW]), [win, win, loss, loss]);
    // A partner who is out wins with the side.
    let mut teams = table(FOUR);
    for (seat, team) in teams.seats.iter_mut().zip([0, 1, 0, 1]) {
        seat.team = team;
    }
    teams.teams.truncate(2);
    assert_eq!(results(teams, &[YELLOW]), [win, loss, win, loss]);
}

#[test]
fn a_game_that_is_stopped_for_its_length_is_reported_as_stopped() {
    let rules = CompiledRules::new(orthodox()).expect("a game");
    let hooks: &HookMaker<'_> = &|| Box::new(OrthodoxEnds);
    let (summary, records) = games::records(&rules, hooks, &games::plan(5, Some(10)));
    assert!(records.values().all(|record| record.plies == 10));
    assert_eq!(summary.endings.get(&Ending::PlyLimit), Some(&5));
    assert_eq!(summary.seats, [[0; 3]; 2], "it counts as no result of play");
    let own = CompiledRules::new(Spec { ply_limit: 7, ..orthodox() }).expect("a game");
    let summary = games::summary(&own, hooks, &games::plan(3, None));
    assert_eq!((summary.plies, summary.games), (21, 3));
}

#[test]
fn a_hook_may_give_a_stopped_game_its_result() {
    struct Adjudicates;
    impl quadrille_core::Hooks for Adjudicates {
        fn call(
            &self,
            _: usize,
            _: &Event<'_>,
            _: &dyn View,
            out: &mut Vec<quadrille_core::Emitted>,
        ) -> Result<(), quadrille_core::HookError> {
            let effect = Effect::Finish(vec![SeatResult::Win, SeatResult::Loss]);
            out.push(quadrille_core::Emitted { effect, clause: None, place: 0 });
            Ok(())
        }
    }
    let spec = hooked(orthodox(), &[EventKind::Limit]);
    let rules = CompiledRules::new(spec).expect("a game");
    let summary = games::summary(&rules, &|| Box::new(Adjudicates), &games::plan(4, Some(5)));
    assert_eq!(summary.seats[0], [4, 0, 0]);
}

#[test]
fn nobody_with_a_turn_is_a_full_round_of_skips() {
    let gone = |_: &Event<'_>, _: &dyn View| {
        (0..4).map(|seat| Effect::SeatState(Seat(seat), StateId::GONE)).collect()
    };
    with(table(FOUR), &[EventKind::Move], &gone, |game| {
        play(game, "a1-a2");
        assert_eq!(ending(game), Some(Ending::Stuck));
    });
}

#[test]
fn what_ends_a_game_with_little_force_may_be_asked_by_the_force_of_teams_and_armies() {
    let asked = |few: PieceLimit| {
        let mut spec = hooked(
            table(
                "
                bR . .  bK
                .  . .  .
                .  . .  .
                rR . rR rK",
            ),
            &[EventKind::Outcome],
        );
        spec.handlers[0].filter.piece_limit = Some(few);
        let rules = CompiledRules::new(spec).expect("a game");
        let plies = std::cell::RefCell::new(Vec::new());
        let script = Script(|_: &Event<'_>, view: &dyn View| {
            plies.borrow_mut().push(view.ply());
            Vec::new()
        });
        let mut game = game::start(&rules, &script).expect("no hook fails");
        play(&mut *game, "a1-a4 d4-d3 c1-c3 d3-c3");
        drop(game);
        plies.into_inner()
    };
    let rooks = |most, of| PieceLimit { kinds: 1 << 3, least: 0, most, of };
    let board = asked(rooks(2, CountedPieces::Board));
    assert_eq!(board, [1, 4], "the captor has two rooks, and nobody else has one");
    assert_eq!(asked(rooks(1, CountedPieces::EachTeam)), [4]);
    assert_eq!(asked(rooks(0, CountedPieces::EachTeam)), [0; 0]);
    assert_eq!(asked(rooks(0, CountedPieces::SomeArmy)), [1, 4], "Black has no rook any more");
    let many = |least, of| PieceLimit { kinds: 1 << 3, least, most: u16::MAX, of };
    // The array is judged, too.
    assert_eq!(asked(many(3, CountedPieces::Board)), [0], "two are left after the first capture");
    assert_eq!(asked(many(2, CountedPieces::Board)), [0, 1]);
    assert_eq!(asked(many(1, CountedPieces::EachTeam)), [0]);
    assert_eq!(asked(many(2, CountedPieces::SomeArmy)), [0, 1]);
    assert_eq!(
        asked(PieceLimit { kinds: !0, least: 0, most: 0, of: CountedPieces::SomeArmy }),
        [0; 0]
    );
}

#[test]
fn where_no_position_may_be_repeated_exactly_the_moves_that_repeat_one_are_illegal() {
    let free = CompiledRules::new(table(FOUR)).expect("a game");
    let mut spec = table(FOUR);
    let seats = (0..4).map(Seat).collect();
    spec.impose(Duty {
        seats,
        demand: Demand::NoRepeat { times: 2 },
        kinds: u32::MAX,
        clause: None,
    });
    let bound = CompiledRules::new(spec).expect("a game");
    let mut game = game::start(&bound, &NoHooks).expect("no hook fails");
    let mut rng = Rng::new(7, 0, Stream::Agent, 0, 0);
    let seen_as = |game: &dyn AnyGame| (game.setup().pieces, game.setup().turn);
    let mut seen = HashSet::new();
    let mut refused = 0;
    for _ in 0..600 {
        let legal = game.actions().expect("no hook fails").to_vec();
        assert!(seen.insert(seen_as(game.as_ref())), "no position occurs again");
        let setup = game.setup();
        let mut other = game::resume(&free, &NoHooks, &setup).expect("a position of the game");
        for action in other.actions().expect("no hook fails").to_vec() {
            let mut after = game::resume(&free, &NoHooks, &setup).expect("a position of the game");
            after.play(action).expect("it is legal");
            after.decision().expect("no hook fails");
            let repeats = seen.contains(&seen_as(after.as_ref()));
            assert_eq!(legal.contains(&action), !repeats, "{action:?}");
            refused += u32::from(repeats);
        }
        let Some(action) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else { break };
        game.play(*action).expect("it is legal");
        if game.outcome().is_some() {
            break;
        }
    }
    assert!(refused > 20, "the game came back to {refused} positions only");
}

#[test]
fn only_what_cannot_be_undone_is_progress() {
    let board = table(
        "
        .  .  bK
        bN .  .
        .  .  rN
        rK .  .",
    );
    let (c1, c2) = (at(&board, "c1"), at(&board, "c2"));
    let clock = |effect: Effect| {
        let halfmove = Cell::new(0);
        let script = |event: &Event<'_>, view: &dyn View| match event {
            Event::Move { .. } if view.ply() == 2 => vec![effect.clone()],
            _ => Vec::new(),
        };
        with(board.clone(), &[EventKind::Move], &script, |game| {
            play(game, "a1-a2 c4-c3");
            halfmove.set(game.halfmove());
        });
        halfmove.get()
    };
    let relate = |allowed| Effect::Relate { from: RED, to: BLUE, capture: true, allowed };
    assert_eq!(clock(relate(false)), 2, "a relation can change back");
    assert_eq!(clock(relate(true)), 2, "and this one has not changed");
    assert_eq!(clock(Effect::Relocate(c2, c1)), 2);
    assert_eq!(clock(Effect::SeatState(BLUE, StateId::ACTIVE)), 2, "no change of a state");
    assert_eq!(clock(Effect::ArmyState(BLUE, StateId::FROZEN)), 0);
    assert_eq!(clock(Effect::Control(BLUE, Some(BLUE))), 2, "no change of control");
    assert_eq!(clock(Effect::Control(BLUE, None)), 0);
    assert_eq!(clock(Effect::Remove(c2)), 0);
}
