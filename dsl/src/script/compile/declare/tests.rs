//! Tests of declarations. They check the effect of each declaration on the rules, and the reports
//! of invalid declarations.

mod mistakes;

use quadrille_core::rules::{
    Abilities, EpOccupied, EpWindow, Holds, Hostility, MateTest, Royals, Tested, Until,
};
use quadrille_core::rules::{Base, CaptureHand, DropLimits};
use quadrille_core::rules::{Condition as On, ConditionSquare as Where, Relation};
use quadrille_core::{
    CompiledRules, CountedPieces, CounterId, EventKind, Facing, Filter, Kind, Piece, PieceLimit,
    Protect, Seat, Seats, Since, Trouble,
};

use crate::formats::notation;
use crate::script::testing::{
    at, chess, cross, declare, defined, only, ruled, rules, says, squares, wrong,
};

const PAWN: Kind = Kind(0);
const KNIGHT: Kind = Kind(1);
const KING: Kind = Kind(5);

/// Declares a movement with these refinements, and returns the last path of its kind.
#[track_caller]
fn walk(refinements: &str) -> quadrille_core::rules::Path {
    let body = format!("rules.mark(\"vow\"); rules.movement(\"knight\", \"mfW\"){refinements};");
    let spec = defined(&body);
    spec.kinds[1].paths.last().unwrap().clone()
}

#[test]
fn a_movement_is_added_and_moves_replace() {
    let before = chess().kinds[1].paths.clone();
    let added = defined("rules.movement(\"knight\", \"K\");").kinds[1].paths.clone();
    assert_eq!(added[..8], before[..]);
    assert_eq!(added[8..], notation::parse("K").unwrap()[..]);
    let spec = defined("rules.set_movement(\"knight\", \"K\");");
    assert_eq!(spec.kinds[1].paths, notation::parse("K").unwrap());
    assert_eq!(spec.kinds[1].notation, "K");
    // The order of the calls does not matter. Additions apply to the final movement.
    let both = defined("rules.movement(\"knight\", \"D\"); rules.set_movement(\"knight\", \"W\");");
    assert_eq!(both.kinds[1].paths.len(), 8);
}

#[test]
fn refinements_shape_the_movement_before_the_dot() {
    let plain = notation::parse("mfW").unwrap()[0].clone();
    assert_eq!(walk(""), plain);
    let on = |place, relation, kinds| On { place, relation, kinds, head_on: false };
    for (text, place) in [("over", Where::Over), ("onto", Where::Onto), ("ahead", Where::Ahead)] {
        for (word, relation) in [
            ("own", Relation::Own),
            ("partner", Relation::Partner),
            ("friend", Relation::Friend),
            ("enemy", Relation::Enemy),
            ("anyone", Relation::Anyone),
        ] {
            let walk = walk(&format!(".{text}(\"{word}\", \"pawn\")"));
            assert_eq!(walk.conditions, [on(place, relation, 1)]);
        }
        let colour = walk(&format!(".{text}(seat(\"black\"), \"pawn\")"));
        assert_eq!(colour.conditions, [on(place, Relation::Colours(2), 1)]);
        let colours = walk(&format!(".{text}(seats(), \"pawn\")"));
        assert_eq!(colours.conditions, [on(place, Relation::Colours(3), 1)]);
        let kinds = walk(&format!(".{text}(\"enemy\", [\"pawn\", \"king\"])"));
        assert_eq!(kinds.conditions, [on(place, Relation::Enemy, 1 | 1 << 5)]);
    }
    let two = walk(".ahead(\"own\", \"pawn\").onto(\"enemy\", \"king\").head_on()");
    assert_eq!(
        two.conditions,
        [
            on(Where::Ahead, Relation::Own, 1),
            On { head_on: true, ..on(Where::Onto, Relation::Enemy, 1 << 5) }
        ]
    );
    assert_eq!(walk(".with_mark(\"vowed\")").with_mark, Some(0));
    assert_eq!(walk(".set_mark(\"vow\")").set_mark, Some(2));
    assert_eq!(walk(".clear_mark(\"late\")").clear_mark, Some(1));
    assert!(walk(".with_mark(\"vow\").exclusive()").exclusive);
    assert!(walk(".swaps()").swaps);
    let spec = chess();
    let centre = squares(&spec, "d4 d5 e4 e5");
    assert_eq!(walk(".from(\"centre\")").from, Some(centre));
    assert_eq!(walk(".to(zone(\"centre\"))").to, Some(centre));
    assert_eq!(walk(".to(\"a1 + d1..f1\")").to, Some(squares(&spec, "a1 d1 e1 f1")));
    assert_eq!(walk(".to([square(\"a1\")])").to, Some(squares(&spec, "a1")));
    assert_eq!(walk(".along(\"centre\")").along, Some(centre));
    assert_eq!(walk(".colours([seat(\"black\")])").colours, Some(2));
    assert_eq!(walk(".colours(seats())").colours, Some(3));
}

#[test]
fn rides_that_turn_are_one_path() {
    let of = |body: &str| defined(body).kinds[1].paths[8..].to_vec();
    let rook = of("rules.movement(\"knight\", \"R\").turning();");
    assert_eq!(rook.len(), 1);
    assert_eq!(rook[0].turns.len(), 4);
    assert_eq!(of("rules.movement(\"knight\", \"mRcR3\").turning();").len(), 2, "each alone");
}

#[test]
fn promotion_and_entry_are_limited_under_conditions() {
    let spec = defined(
        "rules.counter(\"n\", \"seat\", 0, 3);
         rules.promotion(\"pawn\", \"queen\").while_counter(\"n\", 1, 2).with_mark(\"vowed\");
         rules.entry(\"king\", \"centre\").while_on_board(\"queen\", 0, 0);
         rules.entry(\"king\", \"centre\").while_ply(9, 99);",
    );
    let [limit] = &spec.promotion_limits[..] else { panic!("one limit") };
    assert_eq!((limit.kind, limit.into, limit.circumstances.len()), (PAWN, Kind(4), 2));
    let zones: Vec<_> = spec.entry_limits.iter().map(|limit| (limit.kind, limit.zone)).collect();
    assert_eq!(zones, [(KING, squares(&spec, "d4 d5 e4 e5")); 2]);
}

#[test]
fn a_clause_of_a_declaration_is_counted_when_it_is_used() {
    let spec = defined(
        "rules.clause(\"A\", \"First.\"); rules.movement(\"knight\", \"mW\").clause(\"B\");",
    );
    assert_eq!(spec.clauses.iter().map(|c| c.id.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(spec.clauses[0].text, "First.");
    assert_eq!(spec.clauses[0].place, "first.rhai:1");
    assert_eq!(spec.kinds[1].paths.last().unwrap().clause.unwrap().0, 1);
    let castling = defined("rules.castling(\"king\", \"rook\", 2).clause(\"C\");");
    assert!(castling.castling[4..].iter().all(|wing| wing.clause.unwrap().0 == 0));
    let wing = defined(
        "rules.castling_move(seat(\"white\"), square(\"e1\"), square(\"g1\"), square(\"h1\"), square(\"f1\")).clause(\"C\");",
    );
    assert_eq!(wing.castling[4].clause.unwrap().0, 0);
}

#[test]
fn a_clause_takes_its_text_from_the_hook_or_the_script() {
    let text = "//! Kings rule. And more.\n/// The mated lose. Always.\n/// clause: A\nfn on_mate(game, seat) { clause(\"B\"); lose(seat) }\nfn define(rules) { rules.movement(\"pawn\", \"fW\").clause(\"C\"); rules.clause(\"B\", \"Said.\"); }";
    let (_, rules) = rules(&[text], chess());
    let clauses: Vec<_> = rules
        .spec()
        .clauses
        .iter()
        .map(|c| (c.id.as_str(), c.text.as_str(), c.place.as_str()))
        .collect();
    assert_eq!(
        clauses,
        [
            ("A", "The mated lose.", "first.rhai:3"),
            ("C", "Kings rule.", "first.rhai:5"),
            ("B", "Said.", "first.rhai:5")
        ]
    );
}

#[test]
fn protection_is_about_own_partner_or_all_royals() {
    let protect = |body: &str| {
        let mut spec = cross();
        declare(body, &mut spec).unwrap();
        (spec.protect, spec.protect_in_mate_test)
    };
    let of = |own, partner, other| -> Vec<Vec<Protect>> {
        let one = |a: usize, b: usize| match (a == b, a % 2 == b % 2) {
            (true, _) => own,
            (false, true) => partner,
            (false, false) => other,
        };
        (0..4).map(|a| (0..4).map(|b| one(a, b)).collect()).collect()
    };
    use Protect::{NoNewAttacker, None as No, Safe, SafeUnlessInCheck};
    assert_eq!(protect(""), (of(Safe, No, No), None));
    assert_eq!(protect("rules.protect(\"own\", \"none\");").0, of(No, No, No));
    assert_eq!(
        protect("rules.protect(\"partner\", \"no_new_attacker\");").0,
        of(Safe, NoNewAttacker, No)
    );
    let all = "rules.protect(\"all\", \"safe_unless_already_in_check\");";
    assert_eq!(protect(all).0, of(SafeUnlessInCheck, SafeUnlessInCheck, No));
    // The mate test uses the final protection, unless `protect_in_mate_test` declares another
    // protection.
    let test =
        "rules.protect_in_mate_test(\"partner\", \"none\"); rules.protect(\"all\", \"safe\");";
    assert_eq!(protect(test), (of(Safe, Safe, No), Some(of(Safe, No, No))));
}

#[test]
fn words_choose_among_readings() {
    let of = |body: &str| defined(&format!("rules.{body};"));
    assert_eq!(of("protected_royals(\"any\")").royals, Royals::Any);
    assert_eq!(of("protected_royals(\"all\")").royals, Royals::All);
    assert_eq!(of("protected_royals(\"last\")").royals, Royals::Last);
    assert_eq!(of("mate_test(\"own_turn\")").mate_test, MateTest::OwnTurn);
    assert_eq!(of("mate_test(\"after_every_ply\")").mate_test, MateTest::AfterEveryPly);
    assert!(of("judge(\"after_release\")").judge_after_release);
    assert!(!of("judge(\"before_release\")").judge_after_release);
    assert!(of("ep_partner(\"undisturbed\")").ep_partner);
    assert!(!of("ep_partner(\"ignored\")").ep_partner);
    assert_eq!(of("ep_occupied(\"void\")").ep_occupied, EpOccupied::Void);
    assert_eq!(of("ep_occupied(\"capture_both\")").ep_occupied, EpOccupied::CaptureBoth);
    assert_eq!(of("ep_window(\"own_turn\")").ep_window, EpWindow::OwnTurn);
    assert_eq!(of("ep_window(\"next_player\")").ep_window, EpWindow::NextPlayer);
    assert!(of("track(\"last_checker\")").track_last_checker);
    assert_eq!(of("initial_by_mark(\"knight\")").initial_by_mark, 2);
}

#[test]
fn relations_change_one_way_and_one_ability() {
    let spec = defined("rules.relate(seat(\"white\"), seat(\"black\"), \"check\", false);");
    assert_eq!(spec.relations[0][1], Hostility { capture: true, check: false });
    assert_eq!(spec.relations[1][0], Hostility { capture: true, check: true });
    let spec = defined("rules.relate(seat(\"black\"), seat(\"black\"), \"capture\", true);");
    assert_eq!(spec.relations[1][1], Hostility { capture: true, check: false });
}

#[test]
fn a_state_is_active_but_for_what_is_said() {
    let new = |text: &str| {
        let spec = defined(&format!("rules.state(\"stalled\"){text};"));
        assert_eq!(spec.states.len(), 6);
        spec.states[5].clone()
    };
    let plain = new("");
    assert_eq!(plain.name, "stalled");
    assert!(plain.has_turn && plain.pieces == Abilities::ALL && plain.royals == Abilities::ALL);
    assert_eq!((plain.until, plain.tested), (None, Tested::Continuous));
    assert!(!new(".has_turn(false)").has_turn);
    assert_eq!(new(".pieces(\"capturable\")").pieces, Abilities::CAPTURABLE);
    assert_eq!(new(".pieces(\"\")").pieces, Abilities::NONE);
    let royals = new(".royals(\"moves  captures\")").royals;
    assert_eq!(royals, Abilities { moves: true, captures: true, ..Abilities::NONE });
    assert_eq!(new(".pieces(\"checks\")").pieces, Abilities { checks: true, ..Abilities::NONE });
    assert_eq!(new(".ends_when(\"not_mated\")").until, Some(Until::NotMated));
    assert_eq!(new(".ends_when(\"not_in_check\")").until, Some(Until::NotInCheck));
    assert_eq!(new(".ends_when(\"has_move\")").until, Some(Until::HasMove));
    assert_eq!(new(".tested(\"own_turn\")").tested, Tested::OwnTurn);
    let frozen = defined(
        "rules.state(\"frozen\").tested(\"own_turn\").tested(\"continuous\").pieces(\"checks\");",
    );
    assert_eq!(frozen.states.len(), 5, "a predefined name changes that state");
    assert_eq!(frozen.states[1].pieces, Abilities { checks: true, ..Abilities::NONE });
    assert_eq!(frozen.states[1].tested, Tested::Continuous);
}

#[test]
fn counters_marks_and_metrics_are_named() {
    let spec = defined(
        "rules.counter(\"points\", \"seat\", -2, 40).start(7); rules.counter(\"plies\", \"game\", 1, 5);",
    );
    let [_, points, plies] = spec.counters.as_slice() else { panic!() };
    assert_eq!((points.per_seat, points.min, points.max, points.start), (true, -2, 40, 7));
    assert_eq!((plies.per_seat, plies.start), (false, 1), "as near to zero as it may be");
    let spec = defined(
        "rules.memory(\"captor\", \"seat\", \"seat\"); rules.memory(\"home\", \"game\", \"square\");",
    );
    let [_, captor, home] = spec.counters.as_slice() else { panic!() };
    assert_eq!((captor.per_seat, captor.holds, captor.start), (true, Holds::Seat, 0));
    assert_eq!((home.per_seat, home.holds), (false, Holds::Square));
    let spec = defined(
        "rules.memory(\"heir\", \"seat\", \"piece\"); rules.memory(\"ball\", \"game\", \"piece\"); rules.movement(\"pawn\", \"W\").with_mark(\"heir_black\");",
    );
    assert_eq!(spec.marks, ["vowed", "late", "heir_white", "heir_black", "ball"]);
    let [heir, ball] = spec.piece_memories.as_slice() else { panic!() };
    assert_eq!((heir.mark_of(Seat(0)), heir.mark_of(Seat(1)), heir.marks(2)), (2, 3, 2..4));
    assert_eq!((ball.mark_of(Seat(1)), ball.marks(2)), (4, 4..5));
    assert!(spec.is_memory_mark(3) && !spec.is_memory_mark(1));
    let spec = defined(
        "rules.metric(\"a\"); rules.metric(\"b\"); rules.metric(\"a\"); rules.mark(\"c\");",
    );
    assert_eq!(spec.metrics, ["a", "b"]);
    assert_eq!(spec.marks, ["vowed", "late", "c"]);
}

#[test]
fn built_in_draws_are_set_and_turned_off() {
    let of = |body: &str| defined(&format!("rules.{body};"));
    assert_eq!(of("repetition(4)").repetition, Some(4));
    assert_eq!(of("repetition(0)").repetition, None);
    assert_eq!(of("no_progress(75)").no_progress, Some(75));
    assert_eq!(of("no_progress(0)").no_progress, None);
    assert_eq!(of("progress(\"knight\")").progress_kinds, 3);
    let force = of("insufficient_force(\"KN v K\")").insufficient;
    assert_eq!(only(&force), &vec![vec![KING, KNIGHT], vec![KING]]);
    assert_eq!(of("ply_limit(9)").ply_limit, 9);
}

#[test]
fn pieces_and_means_are_limited() {
    assert_eq!(
        defined("rules.supply(\"knight\", 3); rules.supply(\"knight\", 4);").supply,
        [(KNIGHT, 4)]
    );
    let spec = defined("rules.may_capture(\"knight\", [\"pawn\", \"king\"]);");
    assert_eq!(spec.kind_captures[1], 1 | 1 << 5);
    assert_eq!(spec.kind_captures[0], (1 << 6) - 1);
    let dice = defined("rules.dice(2, [[1, 1], [6, 5]]);").dice.unwrap();
    assert_eq!((dice.count, dice.faces), (2, vec![(1, 1, u32::MAX), (6, 5, u32::MAX)]));
    let spec = defined("rules.hand(seat(\"black\"), #{ knight: 2, pawn: 1 }, \"centre\");");
    let hand = only(&spec.hands);
    assert_eq!(hand.seat, Seat(1));
    assert_eq!(hand.pieces, [(KNIGHT, 2), (PAWN, 1)]);
    assert_eq!(hand.zone, squares(&spec, "d4 d5 e4 e5"));
    assert!(hand.first);
    assert_eq!(hand.limits, DropLimits::default());
}

#[test]
fn hands_are_refined_and_filled_by_captures() {
    let spec = defined(
        "rules.hand(seat(\"black\"), #{ pawn: 0 }, \"all\").optional().at_most_on_line(1).may_not_mate();",
    );
    let hand = only(&spec.hands);
    assert!(!hand.first);
    assert_eq!(hand.limits, DropLimits { on_line: Some(1), no_mate: true });
    for (word, whose) in [
        ("captor", CaptureHand::Captor),
        ("partner", CaptureHand::Partner),
        ("owner", CaptureHand::Owner),
    ] {
        let spec = defined(&format!("rules.captures_to_hand(\"{word}\");"));
        assert_eq!(spec.captures_to_hand, Some(whose));
    }
    let found = wrong("rules.captures_to_hand(\"capter\");");
    says(&found, "Q0344", "capter", "did you mean `captor`?");
    let spec = defined(
        "rules.mark(\"raised\"); rules.base(\"knight\", \"pawn\").with_mark(\"raised\"); rules.base(\"knight\", \"knight\");",
    );
    // The base rules declare two marks, so the new mark has number 2.
    let base = |mark, base| Base { kind: KNIGHT, mark, base, clause: None };
    assert_eq!(spec.bases, [base(Some(2), PAWN), base(None, KNIGHT)]);
}

#[test]
fn the_table_is_laid() {
    let spec = defined(
        "rules.announcers([seat(\"black\")]); rules.order([seat(\"black\"), seat(\"white\"), seat(\"black\")]);",
    );
    assert_eq!(spec.announcers, Seats(2));
    assert_eq!(spec.order, [Seat(1), Seat(0), Seat(1)]);
    let spec = defined("rules.wall(\"d4|e4\");");
    let east = Facing::East.forward();
    assert_eq!(spec.geometry.step(at(&spec, "d4"), east), None);
    assert_eq!(spec.geometry.step(at(&spec, "d5"), east), Some(at(&spec, "e5")));
    assert_eq!(defined("rules.array(\"two\");").array, chess().array[..2]);
    let spec = defined(
        "rules.counter(\"shut\", \"game\", 0, 1); rules.memory(\"keeper\", \"game\", \"seat\"); \
         rules.wall(\"d4|e4 d4|d5\").while_counter(\"shut\", 1, 1).while_ply(0, 9); \
         rules.wall(\"a1|a2\").while_memory(\"keeper\", \"black\");",
    );
    assert_eq!(spec.geometry.walls().len(), 0, "they come and go");
    assert_eq!(spec.gates.len(), 2);
    assert_eq!((spec.gates[0].edges.len(), spec.gates[0].circumstances.len()), (2, 2));
    let standing = |shut: i32, keeper: i32, ply: u32| {
        let named = |name: &str| spec.counters.iter().position(|counter| counter.name == name);
        let value = |number| if Some(number) == named("shut") { shut } else { keeper };
        spec.geometry_while(|gate| gate.stands(ply, value)).walls().len()
    };
    assert_eq!([standing(1, 0, 9), standing(1, 0, 10), standing(0, 0, 0)], [2, 0, 0]);
    assert_eq!([standing(0, 1, 0), standing(0, 2, 0)], [0, 1], "black is the second seat");
}

#[test]
fn castling_looks_at_the_array_that_is_chosen() {
    let messages = wrong("rules.castling(\"king\", \"rook\", 2); rules.array(\"two\");");
    says(
        &messages,
        "Q0351",
        "castling",
        "no seat can ever castle from this array -- give a seat such a king",
    );
    says(&wrong("rules.array(\"tow\");"), "Q0351", "array", "there is no array `tow`");
}

#[test]
fn a_hook_becomes_a_handler_with_its_filter_and_clause() {
    let text = "/// The fallen are counted.\n/// clause: A\n/// when: pawn or knight, to centre\nfn on_capture(game, seat, piece, square) { }\n\
                /// when: king, from centre, no capture, check\nfn on_move(game, seat, piece, from, to) { }\nfn on_mate(game, seat) { }\n\
                /// when: at most 1 of queen or rook per team\nfn outcome(game) { }";
    let (_, rules) = rules(&[text], chess());
    let spec = rules.spec();
    let centre = Some(squares(spec, "d4 d5 e4 e5"));
    let [capture, moved, mate, outcome] = spec.handlers.as_slice() else { panic!() };
    assert_eq!((capture.event, capture.name.as_str()), (EventKind::Capture, "first.on_capture"));
    assert_eq!(capture.filter, Filter { kinds: Some(3), to: centre, ..Filter::default() });
    assert_eq!(spec.clauses[usize::from(capture.clause.unwrap().0)].id, "A");
    let quiet = Filter {
        kinds: Some(1 << 5),
        from: centre,
        capture: Some(false),
        check: Some(true),
        ..Filter::default()
    };
    assert_eq!((moved.event, moved.filter, moved.clause), (EventKind::Move, quiet, None));
    assert_eq!((mate.event, mate.filter), (EventKind::Mate, Filter::default()));
    let few = PieceLimit { kinds: 0b1_1000, least: 0, most: 1, of: CountedPieces::EachTeam };
    assert_eq!(outcome.filter, Filter { piece_limit: Some(few), ..Filter::default() });
}

#[test]
fn conditions_about_seats_and_positions_become_native_filters() {
    let text = |risk: &str| {
        format!(
            "const RISK = \"{risk}\";\nconst MOVES = 50;\nfn define(rules) {{ rules.counter(\"begun\", \"game\", 0, 9); }}\n\
             /// when: state frozen or dead, MOVES plies since begun, in check or no move or RISK is taken\nfn on_turn(game, seat) {{ }}\n\
             /// when: army active\nfn on_check(game, seat, royals) {{ }}\n\
             /// when: king or queen on centre\nfn outcome(game) {{ }}"
        )
    };
    let filters = |risk: &str| {
        let (_, rules) = rules(&[&text(risk)], chess());
        let spec = rules.spec().clone();
        let of = |event| spec.handlers.iter().find(|it| it.event == event).unwrap().filter;
        let centre = squares(&spec, "d4 d5 e4 e5");
        let filters = [EventKind::Turn, EventKind::Check, EventKind::Outcome].map(of);
        (filters, centre, spec)
    };
    let (found, centre, spec) = filters("refused");
    let states = |names: &[&str]| {
        let number = |name: &&str| spec.states.iter().position(|state| state.name == **name);
        names.iter().filter_map(number).fold(0, |bits, state| bits | 1 << state)
    };
    let turn = Filter {
        states: Some(states(&["frozen", "dead"])),
        since: Some(Since { counter: CounterId(1), number: 50, rounds: false }),
        trouble: Some(Trouble { in_check: true, no_move: true, ..Trouble::default() }),
        ..Filter::default()
    };
    let check = Filter { armies: Some(states(&["active"])), ..Filter::default() };
    let outcome = Filter { stands: Some((0b11_0000, centre)), ..Filter::default() };
    assert_eq!(found, [turn, check, outcome]);
    // If the tunable has this value, the hook is called unconditionally.
    assert_eq!(filters("taken").0[0], Filter { trouble: None, ..turn });
}

#[test]
fn conditions_that_a_hook_can_not_have_are_told() {
    let of = |when: &str, hook: &str| {
        ruled(&[&format!("/// when: {when}\nfn {hook} {{ }}")], chess()).map(drop).unwrap_err()
    };
    let capture = "on_capture(game, seat, piece, square)";
    says(&of("pwn", capture), "Q0344", "pwn", "there is no kind `pwn` -- did you mean `pawn`?");
    says(
        &of("caputre", capture),
        "Q0344",
        "caputre",
        "there is no kind `caputre` -- did you mean `capture`?",
    );
    says(&of("to center", capture), "Q0344", "center", "did you mean `centre`?");
    says(
        &of("from centre", capture),
        "Q0329",
        "/// when: from centre",
        "`on_capture` can't have this condition -- use only the conditions of this hook: kinds, `to ZONE`",
    );
    says(&of("capture", capture), "Q0329", "/// when: capture", "can't have this condition");
    let on_move = "on_move(game, seat, piece, from, to)";
    assert!(ruled(&[&format!("/// when: pass, no capture\nfn {on_move} {{ }}")], chess()).is_ok());
    says(&of("pass, pawn", on_move), "Q0329", "pass", "no piece moves when a seat passes");
    says(&of("pass", capture), "Q0329", "/// when: pass", "can't have this condition");
    says(
        &of("pawn", "on_mate(game, seat)"),
        "Q0329",
        "/// when: pawn",
        "this hook takes no conditions",
    );
    says(&of("pwn", "promotes(piece, square)"), "Q0344", "pwn", "did you mean `pawn`?");
    says(
        &of("to centre", "may_enter(piece, square)"),
        "Q0329",
        "/// when: to centre",
        "use only the conditions of this hook: kinds",
    );
}

#[test]
fn scripts_declare_one_after_the_other() {
    let (_, rules) = rules(
        &[
            "fn define(rules) { rules.mark(\"vow\"); }",
            "fn define(rules) { rules.movement(\"pawn\", \"sW\").set_mark(\"vow\"); }",
        ],
        chess(),
    );
    assert_eq!(rules.spec().kinds[0].paths.last().unwrap().set_mark, Some(2));
}

#[test]
fn what_is_declared_makes_a_game() {
    let body = "rules.counter(\"n\", \"seat\", 0, 9); rules.state(\"asleep\").has_turn(false); rules.castling(\"king\", \"rook\", 2);";
    let mut spec = chess();
    spec.castling.clear();
    declare(body, &mut spec).unwrap();
    assert!(CompiledRules::new(spec).is_ok());
    let piece = Piece::new(PAWN, Seat(0), Facing::North);
    assert!(chess().array.contains(&(at(&chess(), "a2"), piece)));
}
