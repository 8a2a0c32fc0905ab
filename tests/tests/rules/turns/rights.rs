//! Temporary rights: en passant and castling.

use quadrille_core::rules::{EpOccupied, EpWindow, Promotion, Royals};
use quadrille_core::{CompiledRules, Effect, Event, EventKind, Kind, Seat, Spec, View, game};
use quadrille_tests::table::{RED, YELLOW, are_legal, at, play, table};
use quadrille_tests::{OrthodoxEnds, orthodox};

use super::{nothing, with, without};

/// Red plays the double step a2-a4. After Blue has moved, Yellow may capture the pawn en passant on
/// a3.
const PASSED: &str = "
    .  .  .  .  yK
    yN .  .  .  .
    .  yP .  .  .
    .  .  .  bB .
    rP .  .  .  .
    .  .  rK .  bK";

/// Returns rules in which the pawns stand on their start squares, so that they can make double
/// steps.
fn passed(window: EpWindow, occupied: EpOccupied) -> Spec {
    Spec { ep_window: window, ep_occupied: occupied, ..table(PASSED) }
}

#[test]
fn a_right_lasts_until_the_pawns_own_turn() {
    without(passed(EpWindow::OwnTurn, EpOccupied::Void), |game| {
        play(game, "a2-a4 e1-e2");
        assert!(are_legal(game, "b4-a3"));
        play(game, "b4-a3");
        assert_eq!(game.piece(at(game.rules().spec(), "a4")), None);
    });
    without(passed(EpWindow::OwnTurn, EpOccupied::Void), |game| {
        play(game, "a2-a4 e1-e2 e6-d6 c1-b2 e2-e1");
        assert!(!are_legal(game, "b4-a3"));
    });
}

#[test]
fn a_pawn_may_be_captured_on_every_square_that_it_skipped() {
    let far = |gives_right: bool| {
        let mut spec = table(
            "
            .  .  .  .  yK
            .  yP .  .  .
            .  yP .  .  .
            .  .  .  .  .
            rP .  .  .  .
            .  .  rK .  bK",
        );
        for path in spec.kinds[0].paths.iter_mut().filter(|path| path.legs[0].max == 2) {
            (path.legs[0].min, path.legs[0].max) = (1, 3);
            path.gives_right = gives_right;
        }
        spec
    };
    for capture in ["b4-a3", "b5-a4"] {
        without(far(true), |game| {
            play(game, &format!("a2-a5 e1-e2 {capture}"));
            assert_eq!(game.pieces(RED).len(), 1, "the pawn on a5 is gone");
        });
        without(far(false), |game| {
            play(game, "a2-a5 e1-e2");
            assert!(!are_legal(game, capture));
        });
    }
    without(far(true), |game| {
        play(game, "a2-a3 e1-e2");
        assert!(!are_legal(game, "b5-a4"), "a single step skips no square");
    });
}

#[test]
fn a_right_may_be_the_next_players_only() {
    without(passed(EpWindow::NextPlayer, EpOccupied::Void), |game| {
        play(game, "a2-a4 e1-e2");
        assert!(!are_legal(game, "b4-a3"), "blue came between");
    });
    let mut spec = passed(EpWindow::NextPlayer, EpOccupied::Void);
    spec.order = vec![RED, YELLOW];
    without(spec, |game| {
        play(game, "a2-a4 b4-a3");
        assert_eq!(game.pieces(RED).len(), 1, "the pawn is gone");
    });
}

#[test]
fn a_right_is_over_when_its_turn_is_passed_over() {
    let out = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { .. } if view.ply() == 1 => {
            vec![Effect::SeatState(RED, quadrille_core::StateId::GONE)]
        }
        _ => Vec::new(),
    };
    with(passed(EpWindow::OwnTurn, EpOccupied::Void), &[EventKind::Move], &out, |game| {
        play(game, "a2-a4 e1-e2 e6-d6 e2-e1");
        assert!(!are_legal(game, "b4-a3"));
    });
}

#[test]
fn a_skipped_square_that_is_filled_voids_the_right_or_both_are_taken() {
    let fill = |event: &Event<'_>, view: &dyn View| match event {
        Event::Move { seat, .. } if seat.0 == 1 => {
            let spec = view.rules().spec();
            let bishop = view.piece(at(spec, "d3")).expect("it stands there");
            vec![Effect::Remove(at(spec, "d3")), Effect::Place(at(spec, "a3"), bishop)]
        }
        _ => Vec::new(),
    };
    let void = passed(EpWindow::OwnTurn, EpOccupied::Void);
    with(void, &[EventKind::Move], &fill, |game| {
        play(game, "a2-a4 e1-e2");
        assert!(game.setup().en_passant.is_empty());
        play(game, "b4-a3");
        assert!(game.piece(at(game.rules().spec(), "a4")).is_some(), "only the bishop is taken");
    });
    let both = passed(EpWindow::OwnTurn, EpOccupied::CaptureBoth);
    let events = [EventKind::Move, EventKind::Capture];
    let log = with(both, &events, &fill, |game| {
        play(game, "a2-a4 e1-e2 b4-a3");
        assert_eq!(game.piece(at(game.rules().spec(), "a4")), None);
    });
    assert_eq!(log.iter().filter(|event| event.starts_with("Capture")).count(), 2);
}

#[test]
fn a_pawn_that_promoted_by_its_double_step_is_no_pawn_to_be_passed() {
    let mut spec = passed(EpWindow::OwnTurn, EpOccupied::Void);
    let pawn = spec.array.iter().find(|(_, piece)| piece.kind() == Kind(0)).expect("a pawn").1;
    let promotion = Promotion { kinds: vec![Kind(4)], optional: false, ..Promotion::default() };
    spec.promotions = vec![(pawn, at(&spec, "a4"), promotion)];
    without(spec, |game| {
        play(game, "a2-a4=Q");
        assert_eq!(game.setup().en_passant, []);
    });
}

#[test]
fn a_partners_pawn_may_be_passed_undisturbed_where_that_is_the_rule() {
    let mut spec = passed(EpWindow::OwnTurn, EpOccupied::Void);
    for (a, b) in [(0, 2), (2, 0)] {
        spec.relations[a][b].capture = false;
        spec.relations[a][b].check = false;
    }
    spec.seats[2].team = spec.seats[0].team;
    without(spec.clone(), |game| {
        play(game, "a2-a4 e1-e2");
        assert!(!are_legal(game, "b4-a3"));
    });
    spec.ep_partner = true;
    without(spec, |game| {
        play(game, "a2-a4 e1-e2 b4-a3");
        assert!(game.piece(at(game.rules().spec(), "a4")).is_some());
    });
}

#[test]
fn castling_ends_with_a_move_of_king_or_rook_and_with_the_rooks_capture() {
    let mut spec = orthodox();
    let keep = ['K', 'R'].map(|letter| spec.kind_of_letter(letter).expect("a kind"));
    spec.array.retain(|(_, piece)| keep.contains(&piece.kind()));
    let rules = CompiledRules::new(spec).expect("a game");
    let rights = |texts: &str| {
        let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
        play(game.as_mut(), texts);
        game.setup().castling
    };
    assert_eq!(rights(""), [true; 4]);
    assert_eq!(rights("e1-e2"), [false, false, true, true]);
    assert_eq!(rights("a1-a2"), [true, false, true, true]);
    assert_eq!(
        rights("h1-h8"),
        [false, true, false, true],
        "the rook has moved, the other is gone"
    );
    assert_eq!(rights("e1-g1"), [false, false, true, true]);
}

#[test]
fn a_rook_that_captures_in_place_may_still_castle() {
    let mut spec = orthodox();
    let keep = ['K', 'R'].map(|letter| spec.kind_of_letter(letter).expect("a kind"));
    spec.array.retain(|(_, piece)| keep.contains(&piece.kind()));
    for path in &mut spec.kinds[keep[1].index()].paths {
        (path.stays, path.quiet) = (true, false);
    }
    let rules = CompiledRules::new(spec).expect("a game");
    let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
    play(game.as_mut(), "h1-h8");
    assert_eq!(game.setup().castling, [true, true, false, true], "only the shot rook's is lost");
}

#[test]
fn castling_may_not_cross_an_attacked_square() {
    let mut spec = orthodox();
    let letters = ['K', 'R'].map(|letter| orthodox().kind_of_letter(letter).expect("a kind"));
    spec.array.retain(|(_, piece)| letters.contains(&piece.kind()));
    let rook = spec.array.iter().position(|(square, _)| *square == at(&spec, "h8"));
    let mut attacked = spec.clone();
    attacked.array[rook.expect("a rook stands there")].0 = at(&spec, "f8");
    with(spec, &[], &nothing, |game| assert!(are_legal(game, "e1-g1 e1-c1")));
    with(attacked, &[], &nothing, |game| {
        assert!(!are_legal(game, "e1-g1"));
        assert!(are_legal(game, "e1-c1"));
    });
}

#[test]
fn a_new_royal_answers_a_check_where_not_each_counts_by_itself() {
    let crowned = |royals| {
        let mut spec = table(
            "
            .  .  .  .
            .  .  .  rP
            bR .  .  .
            .  .  .  .
            rK .  .  bK",
        );
        let pawn = spec.array.iter().find(|(square, _)| *square == at(&spec, "d4"));
        let king = spec.kind_named("king").expect("there are kings");
        let promotion = Promotion { kinds: vec![king], optional: false, ..Promotion::default() };
        spec.promotions.push((pawn.expect("it stands there").1, at(&spec, "d5"), promotion));
        let mut legal = false;
        without(Spec { royals, ..spec }, |game| legal = are_legal(game, "d4-d5=K"));
        legal
    };
    assert!(!crowned(Royals::Any));
    assert!(crowned(Royals::All));
    assert!(crowned(Royals::Last));
}

#[test]
fn a_hook_may_give_back_the_right_of_pieces_at_home() {
    let rights = |allowed: &[u8]| {
        let mut rights = Vec::new();
        let answer = |event: &Event<'_>, view: &dyn View| {
            if !matches!(event, Event::Setup) {
                return Vec::new();
            }
            let [h1, h3] = ["h1", "h3"].map(|name| at(view.rules().spec(), name));
            let there_and_back = [Effect::Relocate(h1, h3), Effect::Relocate(h3, h1)];
            let allowed = allowed.iter().map(|seat| Effect::AllowCastling(Seat(*seat)));
            there_and_back.into_iter().chain(allowed).collect()
        };
        with(orthodox(), &[EventKind::Setup], &answer, |game| rights = game.setup().castling);
        rights
    };
    assert_eq!(rights(&[]), [false, true, true, true], "the rook has been away");
    assert_eq!(rights(&[1]), [false, true, true, true], "black has lost nothing");
    assert_eq!(rights(&[0]), [true; 4]);
}
