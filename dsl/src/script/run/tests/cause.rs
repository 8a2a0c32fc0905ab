//! Tests of the effects that hooks cause: their values, their clauses and their order.

use std::sync::Arc;

use quadrille_core::rules::{MarkId, MetricId, PieceCounterId};
use quadrille_core::{
    Again, CompiledRules, Effect, Event, Facing, Hooks as _, Kind, Piece, Protect, Restriction,
    Seat, SeatResult, Square, StateId, Subject, game,
};

use super::{WHITE, effects};
use crate::limits::{Limits, NEVER_STOPPED};
use crate::script::Override;
use crate::script::interface::call_origin::read_place;
use crate::script::testing::{answer, at, chess, cross, only, rules};

#[test]
fn each_effect_is_what_it_says() {
    let spec = cross();
    let sq = |name: &str| at(&spec, name);
    let (red, blue, yellow) = (Seat(0), Seat(1), Seat(2));
    let both = |seat, state| vec![Effect::SeatState(seat, state), Effect::ArmyState(seat, state)];
    let asleep = StateId(5);
    for (call, wanted) in [
        ("set_state(seat, \"frozen\")", both(red, StateId::FROZEN)),
        ("set_state(seat, \"dead\")", both(red, StateId::DEAD)),
        ("set_state(seat, \"active\")", both(red, StateId::ACTIVE)),
        ("eliminate(seat)", vec![Effect::SeatState(red, StateId::GONE)]),
        ("set_state(seat, \"asleep\")", both(red, asleep)),
        ("set_seat_state(seat, \"asleep\")", vec![Effect::SeatState(red, asleep)]),
        ("set_army_state(seat, \"neutral\")", vec![Effect::ArmyState(red, StateId::NEUTRAL)]),
        ("set_controller(seat, seat.next)", vec![Effect::Control(red, Some(blue))]),
        ("set_controller(seat, ())", vec![Effect::Control(red, None)]),
        ("remove(square(\"d4\"))", vec![Effect::Remove(sq("d4"))]),
        ("capture(square(\"d4\"))", vec![Effect::Capture(sq("d4"), None)]),
        ("capture(square(\"d4\"), seat.next)", vec![Effect::Capture(sq("d4"), Some(blue))]),
        ("remove_army(seat)", vec![Effect::RemoveArmy(red)]),
        ("remove_army_except_shields(seat)", vec![Effect::ClearArmy(red)]),
        (
            "place(square(\"d4\"), \"queen\", seat.next)",
            vec![Effect::Place(sq("d4"), Piece::new(Kind(4), blue, Facing::East))],
        ),
        ("move_piece(square(\"d4\"), square(\"e5\"))", vec![Effect::Relocate(sq("d4"), sq("e5"))]),
        ("set_colour(square(\"d4\"), seat.next)", vec![Effect::Recolour(sq("d4"), blue)]),
        (
            "set_piece_counter(square(\"d4\"), \"level\", 5)",
            vec![Effect::SetPieceCounter(sq("d4"), PieceCounterId(0), 5)],
        ),
        (
            "add_piece_counter(square(\"d4\"), \"level\", -1)",
            vec![Effect::AddPieceCounter(sq("d4"), PieceCounterId(0), -1)],
        ),
        ("replace(square(\"d4\"), \"rook\")", vec![Effect::Replace(sq("d4"), Kind(3))]),
        ("set_facing(square(\"d4\"), \"west\")", vec![Effect::Turn(sq("d4"), Facing::West)]),
        ("set_mark(square(\"d4\"), \"late\")", vec![Effect::SetMark(sq("d4"), MarkId(1))]),
        ("clear_mark(square(\"d4\"), \"vowed\")", vec![Effect::ClearMark(sq("d4"), MarkId(0))]),
        ("add_to_hand(seat, \"pawn\", -2)", vec![Effect::Hold(red, Kind(0), -2)]),
        (
            "ask(seat, \"which\", [\"a\", square(\"d4\")], 5)",
            vec![Effect::Ask {
                seat: red,
                question: "which".to_owned(),
                options: vec!["a".to_owned(), "d4".to_owned()],
                about: Subject::Number(5),
                secret: false,
            }],
        ),
        (
            "choose(\"which\", [\"a\"], ())",
            vec![Effect::Choose {
                question: "which".into(),
                options: vec!["a".into()],
                about: Subject::Nothing,
            }],
        ),
        (
            "ask_in_secret(seat, \"which\", [\"a\"], ())",
            vec![Effect::Ask {
                seat: red,
                question: "which".to_owned(),
                options: vec!["a".to_owned()],
                about: Subject::Nothing,
                secret: true,
            }],
        ),
        ("offer(seat, \"peace\")", vec![Effect::Offer(red, "peace".to_owned())]),
        ("withdraw(seat, \"peace\")", vec![Effect::Withdraw(red, "peace".to_owned())]),
        ("restrict(seat, #{ safe: true })", vec![Effect::Restrict(red, Restriction::Safe)]),
        (
            "restrict(seat, #{ lifts: square(\"d4\") })",
            vec![Effect::Restrict(red, Restriction::Lifts(sq("d4")))],
        ),
        (
            "restrict(seat, #{ kinds: [\"pawn\", \"king\"] })",
            vec![Effect::Restrict(red, Restriction::Kinds(1 | 1 << 5))],
        ),
        (
            "restrict(seat, #{ colours: [seat.next, seat.partner] })",
            vec![Effect::Restrict(red, Restriction::Colours(2 | 4))],
        ),
        (
            "restrict(seat, #{ from: [square(\"d4\")], to: [square(\"d4\")] })",
            vec![
                Effect::Restrict(red, Restriction::From(vec![sq("d4")])),
                Effect::Restrict(red, Restriction::To(vec![sq("d4")])),
            ],
        ),
        (
            "restrict(seat, #{ captures: [seat.next, seat.partner] })",
            vec![Effect::Restrict(red, Restriction::Captures(2 | 4))],
        ),
        (
            "restrict(seat, #{ spares: [\"pawn\", \"rook\"] })",
            vec![Effect::Restrict(red, Restriction::Spares(1 | 1 << 3))],
        ),
        (
            "restrict(seat, #{ spares: \"royals\" })",
            vec![Effect::Restrict(red, Restriction::Spares(1 << 5))],
        ),
        ("move_again(square(\"d4\"))", vec![Effect::Again(Again::Move(sq("d4")))]),
        ("capture_again(square(\"d4\"))", vec![Effect::Again(Again::Capture(sq("d4")))]),
        ("another_move()", vec![Effect::Again(Again::Any)]),
        ("refuse_announcement(seat)", vec![Effect::Refuse(red)]),
        ("relax(seat, \"none\")", vec![Effect::Relax(red, Protect::None)]),
        ("relax(seat, \"safe\")", vec![Effect::Relax(red, Protect::Safe)]),
        ("relax(seat, \"no_new_attacker\")", vec![Effect::Relax(red, Protect::NoNewAttacker)]),
        (
            "relax(seat, \"safe_unless_already_in_check\")",
            vec![Effect::Relax(red, Protect::SafeUnlessInCheck)],
        ),
        (
            "set_counter(\"pot\", 7)",
            vec![Effect::SetCounter(quadrille_core::CounterId(0), None, 7)],
        ),
        (
            "set_counter(\"each\", seat, 7)",
            vec![Effect::SetCounter(quadrille_core::CounterId(2), Some(red), 7)],
        ),
        ("set_counter_to_ply(\"pot\")", vec![Effect::CounterToPly(quadrille_core::CounterId(0))]),
        (
            "add_counter(\"pot\", -1)",
            vec![Effect::AddCounter(quadrille_core::CounterId(0), None, -1)],
        ),
        (
            "add_counter(\"each\", seat, 1)",
            vec![Effect::AddCounter(quadrille_core::CounterId(2), Some(red), 1)],
        ),
        (
            "remember(\"captor\", seat, seat.next)",
            vec![Effect::SetCounter(quadrille_core::CounterId(3), Some(red), 2)],
        ),
        ("remember(\"home\", ())", vec![Effect::SetCounter(quadrille_core::CounterId(4), None, 0)]),
        ("set_order([seat.next, seat], seat)", vec![Effect::Order(vec![blue, red], red)]),
        ("allow_castling(seat)", vec![Effect::AllowCastling(red)]),
        ("skip(seat)", vec![Effect::Skip(red)]),
        ("play_now(seat)", vec![Effect::PlayNow(red)]),
        (
            "relate(seat, seat.next, \"capture\", false)",
            vec![Effect::Relate { from: red, to: blue, capture: true, allowed: false }],
        ),
        (
            "relate(seat, seat.partner, \"check\", true)",
            vec![Effect::Relate { from: red, to: yellow, capture: false, allowed: true }],
        ),
        ("settle(seat, \"draw\")", vec![Effect::Settle(red, Draw)]),
        ("count_metric(\"mates\")", vec![Effect::Count(MetricId(0))]),
        ("lose(seat)", vec![Effect::Lose(red)]),
    ] {
        assert_eq!(effects(&format!("{call};")), wanted, "{call}");
    }
    use SeatResult::{Draw, Loss, Win};
    for (call, results) in [
        ("win(seat)", [Win, Loss, Win, Loss]),
        ("draw()", [Draw; 4]),
        (
            "finish(#{ red: \"win\", blue: \"loss\", yellow: \"draw\", green: \"loss\" })",
            [Win, Loss, Draw, Loss],
        ),
    ] {
        assert_eq!(effects(&format!("{call};")), [Effect::Finish(results.to_vec())], "{call}");
    }
    for (call, points) in [
        ("finish_with_points(#{ red: 40, blue: 0, yellow: 7, green: 7 })", [40, 0, 7, 7]),
        ("finish_with_places(#{ red: 1, blue: 2, yellow: 4, green: 2 })", [6, 3, 0, 3]),
    ] {
        let wanted = Effect::FinishWithPoints(points.to_vec());
        assert_eq!(effects(&format!("{call};")), [wanted], "{call}");
    }
}

#[test]
fn reveal_sets_the_mark_of_revealed_pieces() {
    let call = "reveal(square(\"d4\"))";
    let text = format!(
        "fn define(rules) {{ rules.mark(\"revealed\"); }}\nfn on_mate(game, seat) {{ {call}; }}"
    );
    let (scripts, rules) = rules(&[&text], chess());
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    let mark = rules.spec().marks.iter().position(|mark| mark == "revealed").unwrap();
    let wanted = Effect::SetMark(at(rules.spec(), "d4"), MarkId(mark as u8));
    assert_eq!(emitted[0].effect, wanted);
}

#[test]
fn every_effect_of_the_interface_is_in_the_tests_before() {
    let this = include_str!("cause.rs");
    for function in crate::script::interface::api::functions() {
        let effect = function.phase == crate::script::interface::api::Availability::Event
            && function.form == crate::script::interface::api::Form::Free;
        assert!(
            !effect || this.contains(&format!("\"{}(", function.name)) || function.name == "clause",
            "{}",
            function.name
        );
    }
}

#[test]
fn effects_stand_under_the_clause_that_was_named_last() {
    let text = "fn define(rules) { rules.clause(\"B\", \"\"); }\n/// clause: A\nfn on_mate(game, seat) {\n  add_counter(\"pot\", 1);\n  helper();\n  add_counter(\"pot\", 2);\n}\nfn helper() {\n  clause(\"B\"); add_counter(\"pot\", 3); }";
    let (scripts, rules) = rules(&[text], chess());
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    let clauses: Vec<_> = emitted
        .iter()
        .map(|e| {
            (
                rules.spec().clauses[usize::from(e.clause.unwrap().0)].id.as_str(),
                read_place(e.place).1,
            )
        })
        .collect();
    assert_eq!(clauses, [("A", Some(4)), ("B", Some(9)), ("B", Some(6))], "with the line of each");
    let again = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    assert_eq!(again, emitted, "a hook begins under its own clause each time");
}

#[test]
fn hooks_of_several_scripts_are_called_in_order() {
    let hook = |n: u8| format!("fn on_mate(game, seat) {{ add_counter(\"pot\", {n}); }}");
    let (scripts, rules) = rules(&[&hook(1), &hook(2)], chess());
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let mut out = Vec::new();
    for handler in 0..2 {
        host.call(handler, &Event::Mate(WHITE), game.view(), &mut out).unwrap();
    }
    let pot = quadrille_core::CounterId(0);
    let wanted = [Effect::AddCounter(pot, None, 1), Effect::AddCounter(pot, None, 2)];
    assert_eq!(out.into_iter().map(|e| e.effect).collect::<Vec<_>>(), wanted);
    let names: Vec<_> = rules.spec().handlers.iter().map(|h| h.name.as_str()).collect();
    assert_eq!(names, ["first.on_mate", "second.on_mate"]);
}

#[test]
fn a_tunable_changes_what_a_hook_does() {
    let text = "const AFTER = \"freeze\";\nfn on_mate(game, seat) { switch AFTER { \"kill\" => set_state(seat, \"dead\"), _ => set_state(seat, \"frozen\") } if [\"kill\"].some(|s| `${AFTER}` == s) { draw(); } }";
    let run = |set: &[Override]| {
        let mut spec = chess();
        let (scripts, _) =
            crate::script::compile(crate::script::testing::sources(&[text]), set, &NEVER_STOPPED)
                .unwrap();
        scripts.declare(&mut spec, &|_| None, &Limits::LOCAL, &NEVER_STOPPED).unwrap();
        let rules = CompiledRules::new(spec).unwrap();
        let emitted = answer(&Arc::new(scripts), &rules, &Event::Mate(WHITE)).unwrap();
        emitted.into_iter().map(|e| e.effect).collect::<Vec<_>>()
    };
    assert_eq!(run(&[])[0], Effect::SeatState(WHITE, StateId::FROZEN));
    let killed = run(&[Override::requested("AFTER", "kill")]);
    assert_eq!(killed[0], Effect::SeatState(WHITE, StateId::DEAD));
    assert_eq!(killed.len(), 3, "also in closures and interpolations");
}

#[test]
fn a_square_is_only_one_of_the_board() {
    let spec = chess();
    assert_eq!(only(&effects("remove(square(\"d4\"));")), &Effect::Remove(at(&cross(), "d4")));
    assert!(spec.geometry.square_named("d4") != Some(Square(255)));
}
