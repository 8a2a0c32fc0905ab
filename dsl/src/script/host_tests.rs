//! Event hooks in games: what they are called with, what they see, what they cause, and how they
//! fail.

use quadrille_core::{
    Effect, EventKind, Facing, Kind, Move, Piece, Play, Protect, Restriction, SeatResult, Square,
    StateId, game,
};

use super::*;
use crate::script::testing::{answer, at, chess, cross, only, rules};
use crate::text;

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// The effects of a mate hook with this body, asked about White in cross-board rules with all that
/// effects can name.
#[track_caller]
fn effects(body: &str) -> Vec<Effect> {
    effects_of(body).unwrap_or_else(|error| panic!("{error}"))
}

fn effects_of(body: &str) -> Result<Vec<Effect>, HookError> {
    let text = format!(
        "fn define(rules) {{ rules.counter(\"each\", \"seat\", 0, 9); rules.metric(\"mates\"); rules.state(\"asleep\"); rules.clause(\"C1\", \"One.\"); }}\n\
         fn on_mate(game, seat) {{ {body} }}"
    );
    let (scripts, rules) = rules(&[&text], cross());
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE))?;
    Ok(emitted.into_iter().map(|emitted| emitted.effect).collect())
}

/// How a mate hook with this body fails.
#[track_caller]
fn failure(body: &str) -> String {
    let error = effects_of(body).expect_err("it does not fail");
    assert_eq!(error.hook(), "first.on_mate");
    error.message().to_owned()
}

/// Whether an expression, which may use `game` and `seat` (red), is true at the start of a game on
/// the cross.
#[track_caller]
fn holds(expression: &str) {
    let found = effects(&format!("if {expression} {{ draw(); }}"));
    assert_eq!(found.len(), 1, "{expression}");
}

/// Plays actions from the start of a game.
#[track_caller]
fn play<'a>(rules: &'a Ruleset, host: &'a Host<'a>, moves: &str) -> Box<dyn Play + 'a> {
    let mut game = game::start(rules, host).unwrap();
    game.trace(true);
    for word in moves.split_whitespace() {
        text::play(game.as_mut(), word).unwrap_or_else(|error| panic!("{word}: {error:?}"));
    }
    game
}

/// What a game of orthodox chess comes to say of itself: its metrics are words that hooks count.
#[track_caller]
fn said(hooks: &str, moves: &str) -> Vec<String> {
    let text = format!(
        "fn define(rules) {{ for n in 0..9 {{ rules.clause(`S${{n}}`, \"Said.\"); }} }}\n{hooks}"
    );
    let (scripts, rules) = rules(&[&text], chess());
    let host = scripts.host(&rules);
    let game = play(&rules, &host, moves);
    let clauses = &rules.spec().clauses;
    let counts = game.clauses().iter().zip(clauses);
    counts.filter(|(n, _)| **n > 0).map(|(n, clause)| format!("{}x{n}", clause.id)).collect()
}

// What hooks see.

#[test]
fn seats_show_their_place_at_the_table() {
    holds("seat.name == \"red\" && seat.team == \"team 0\" && seat.facing == \"north\"");
    holds("seat == seat(\"red\") && seat != seat(\"blue\") && seat != ()");
    holds("seat.partner == seat(\"yellow\") && seat.partners == [seat(\"yellow\")]");
    holds("seat.opponents == [seat(\"blue\"), seat(\"green\")]");
    holds("seat.next == seat(\"blue\") && seat(\"green\").next == seat");
    holds("seats().len == 4 && seats()[2].name == \"yellow\"");
    holds("`${seat} ${seats()}` == \"red [red, blue, yellow, green]\"");
    holds("kinds() == [\"pawn\", \"knight\", \"bishop\", \"rook\", \"queen\", \"king\"]");
}

#[test]
fn a_seat_alone_has_no_partner() {
    let text =
        "fn on_mate(game, seat) { if seat.partner == () && seat.partners == [] { draw(); } }";
    let (scripts, rules) = rules(&[text], chess());
    assert_eq!(answer(&scripts, &rules, &Event::Mate(BLACK)).unwrap().len(), 1);
}

#[test]
fn squares_show_where_they_lie() {
    holds("square(\"d4\").name == \"d4\" && square(\"d4\").file == 4 && square(\"n9\").rank == 9");
    holds("square(\"d4\") == square(\"d4\") && square(\"d4\") != square(\"d5\")");
    holds("square(\"d4\").within(\"centre\") && !square(\"f4\").within(\"centre\")");
    holds("square(\"d4\").step(\"north\") == square(\"d5\")");
    holds("square(\"d4\").step(\"southwest\") == ()");
    holds("square(\"d4\").step(\"northwest\") == square(\"c5\")");
    holds("square(\"d1\").step(\"south\") == ()");
    holds("zone(\"centre\").len == 4 && zone(\"centre\")[0] == square(\"d4\")");
    holds("square(\"d4\") in zone(\"centre\")");
    holds("`${square(\"d4\")}` == \"d4\"");
}

#[test]
fn men_show_what_they_are() {
    let man = "game.piece(square(\"h1\"))";
    holds(&format!("{man}.kind == \"king\" && {man}.colour == seat && {man}.royal"));
    holds("game.piece(square(\"b7\")).facing == \"east\" && !game.piece(square(\"b7\")).royal");
    holds("game.piece(square(\"b7\")).forward(square(\"b7\")) == square(\"c7\")");
    holds("game.piece(square(\"b7\")).forward(square(\"n7\")) == ()");
    holds("game.piece(square(\"b7\")).value == 1 && !game.piece(square(\"b7\")).has(\"vowed\")");
    holds("game.piece(square(\"g7\")) == ()");
    holds(&format!("`${{{man}}}` == \"red king\" && {man} != game.piece(square(\"g1\"))"));
}

#[test]
fn the_game_shows_its_position() {
    holds("game.turn == seat && game.ply == 0 && game.halfmove == 0");
    holds("game.order.map(|s| s.name) == [\"red\", \"blue\", \"yellow\", \"green\"]");
    holds("game.men(seat).len == 16 && square(\"h1\") in game.men(seat)");
    holds("game.count(seat) == 16 && game.count(seat, \"pawn\") == 8");
    holds("game.team_count(seat, \"knight\") == 4");
    holds("game.counter(\"pot\") == 3 && game.counter(\"each\", seat) == 0");
    holds("game.state(seat) == \"active\" && game.army_state(seat) == \"active\"");
    holds("game.controller(seat) == seat && game.royals(seat) == [square(\"h1\")]");
    holds("!game.in_check(seat) && game.status(seat) == \"ok\" && game.settled(seat) == ()");
    holds("game.attackers(square(\"f3\"), seat).len == 3");
    holds("game.can_lift(seat.partner, square(\"h2\"), square(\"h3\"))");
    holds("game.last_checker(seat) == () && game.in_hand(seat, \"pawn\") == 0");
}

#[test]
fn the_game_is_seen_as_it_stood_before_the_hook() {
    let found = effects("remove(square(\"h2\")); if game.piece(square(\"h2\")) != () { draw(); }");
    assert_eq!(found.len(), 2);
}

// What hooks are called with.

#[test]
fn a_game_tells_what_happens() {
    let hooks = "
        fn on_setup(game) { if game.ply == 0 { clause(\"S0\"); add(\"pot\", 1); } }
        /// when: every ply
        fn on_turn(game, seat) { if seat == game.turn { clause(\"S1\"); add(\"pot\", 1); } }
        /// when: pawn
        fn on_capture(game, seat, piece, square) {
            if seat.name == \"white\" && piece.colour.name == \"black\" && piece.kind == \"pawn\" && square.name == \"d5\" {
                clause(\"S2\"); add(\"pot\", 1);
            }
        }
        /// when: pawn, to centre
        fn on_move(game, seat, piece, from, to) {
            if piece.kind == \"pawn\" && game.piece(to) == piece && game.piece(from) == () { clause(\"S3\"); add(\"pot\", 1); }
        }
        fn on_check(game, seat, royals) {
            if royals.len == 1 && royals[0].by == seat && royals[0].square.name == \"e8\" { clause(\"S4\"); add(\"pot\", 1); }
        }
        fn outcome(game) { clause(\"S5\"); count_it() }
        fn count_it() { if false { draw(); } }
        fn on_mate(game, seat) { clause(\"S6\"); lose(seat); }";
    assert_eq!(said(hooks, "")[..], ["S0x1", "S1x1"]);
    assert_eq!(said(hooks, "e2-e4 d7-d5 e4-d5")[..], ["S0x1", "S1x4", "S2x1", "S3x3"]);
    assert_eq!(said(hooks, "e2-e4 f7-f5 d1-h5")[..], ["S0x1", "S1x4", "S3x1", "S4x1"]);
    assert_eq!(said(hooks, "f2-f3 e7-e5 g2-g4 d8-h4")[..], ["S0x1", "S1x5", "S3x1", "S6x1"]);
}

#[test]
fn promotions_and_captured_royals_are_told() {
    let hooks = "
        fn define(rules) { rules.protect(\"own\", \"none\"); rules.clause(\"S0\", \"\"); rules.clause(\"S1\", \"\"); rules.clause(\"S2\", \"\"); }
        fn on_promotion(game, seat, piece, square) { if piece.kind == \"queen\" && square.name == \"a8\" && game.piece(square) == piece { clause(\"S0\"); add(\"pot\", 1); } }
        fn on_royal_captured(game, seat, piece, square) { if piece.royal && square.name == \"d8\" { clause(\"S1\"); win(seat); } }
        /// when: king
        fn on_capture(game, seat, piece, square) { clause(\"S2\"); add(\"pot\", 1); }";
    let (scripts, rules) = rules(&[hooks], chess());
    let host = scripts.host(&rules);
    let moves = "a2-a4 b7-b5 a4-b5 a7-a6 b5-a6 c8-b7 a6-b7 e8-e8";
    let moves = moves.replace("e8-e8", "h7-h6 b7-a8=Q h6-h5 a8-b8 h5-h4 b8-d8");
    let game = play(&rules, &host, &moves);
    assert_eq!(game.clauses(), [1, 0, 0]);
    assert!(game.outcome().is_none());
    drop(game);
    let game = play(&rules, &host, &format!("{moves} h4-h3 d8-e8"));
    assert_eq!(game.clauses(), [1, 0, 1], "he stood on e8");
}

#[test]
fn built_in_draws_and_the_limit_ask_their_hooks() {
    let draw = "fn on_draw(game, kind, seats) { if kind == \"repetition\" && seats.len == 2 { clause(\"S0\"); win(seats[1]); } }";
    let (scripts, rules) =
        rules(&["fn define(rules) { rules.clause(\"S0\", \"\"); }", draw], chess());
    let host = scripts.host(&rules);
    let round = "b1-c3 b8-c6 c3-b1 c6-b8 ";
    let game = play(&rules, &host, &round.repeat(2));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.results, [SeatResult::Loss, SeatResult::Win]);
    assert_eq!(outcome.ending, quadrille_core::Ending::Rule(Some(quadrille_core::ClauseId(0))));
}

#[test]
fn questions_come_back_with_what_they_were_about() {
    let about = |about: &str, test: &str| {
        let text = format!(
            "fn on_setup(game) {{ ask(seat(\"black\"), \"which\", [\"left\", square(\"d4\")], {about}); }}\n\
             fn on_answer(game, seat, question, choice, about) {{\n\
               if seat.name == \"black\" && question == \"which\" && choice == \"d4\" && {test} {{ draw(); }} }}"
        );
        let (scripts, rules) = rules(&[&text], chess());
        let host = scripts.host(&rules);
        let game = play(&rules, &host, "choose=d4");
        assert!(game.outcome().is_some(), "{about}");
    };
    about("seat(\"white\")", "about == seat(\"white\")");
    about("square(\"h8\")", "about == square(\"h8\")");
    about("()", "about == ()");
    about("0", "about == 0");
    about("-7", "about == -7");
    about("2147483647", "about == 2147483647");
}

#[test]
fn offers_are_taken_up() {
    let text = "fn on_setup(game) { offer(seat(\"white\"), \"enough\"); }
        fn on_say(game, seat, word) { if word == \"enough\" && seat.name == \"white\" { draw(); } }";
    let (scripts, rules) = rules(&[text], chess());
    let host = scripts.host(&rules);
    let game = play(&rules, &host, "e2-e4 e7-e5 say=enough");
    assert!(game.outcome().is_some());
}

#[test]
fn dice_are_told() {
    let text = "
        fn define(rules) { rules.dice(1, [[6, 1]]); }
        fn dice_allows(face, kind) { kind == \"king\" }
        fn on_roll(game, seat, faces) { if faces == [6] { add(\"pot\", 1); } }
        fn on_blocked(game, seat, faces) {
            if faces == [6] { add(\"pot\", 10); }
            if game.counter(\"pot\") == 15 { draw(); }
        }";
    let (scripts, rules) = rules(&[text], chess());
    let host = scripts.host(&rules);
    let game = play(&rules, &host, "roll=6 roll=6");
    assert!(game.outcome().is_some(), "3 + 1 + 10 + 1 is seen by the second");
}

#[test]
fn events_that_no_game_here_brings_have_their_arguments_too() {
    let call = |signature: &str, test: &str, event: &Event<'_>| {
        let text = format!("fn {signature} {{ if {test} {{ draw(); }} }}");
        let (scripts, rules) = rules(&[&text], chess());
        let emitted = answer(&scripts, &rules, event).unwrap();
        assert_eq!(emitted.len(), 1, "{signature}: {test}");
    };
    let spec = chess();
    let (e2, e4) = (at(&spec, "e2"), at(&spec, "e4"));
    let king = Piece::new(Kind(5), BLACK, Facing::South);
    call("on_stalemate(g, s)", "s.name == \"black\"", &Event::Stalemate(BLACK));
    call("on_release(g, s)", "s.name == \"black\"", &Event::Release(BLACK));
    call("on_blocked(g, s, f)", "f == [2, 5]", &Event::Blocked(WHITE, &[2, 5]));
    call(
        "on_announce(g, s, a, b)",
        "a.name == \"e2\" && b.name == \"e4\"",
        &Event::Announce(WHITE, Move::new(e2, e4)),
    );
    call("on_limit(g)", "g.ply == 0", &Event::Limit);
    call(
        "on_draw(g, k, s)",
        "k == \"no_progress\" && s == [seat(\"black\")]",
        &Event::Draw("no_progress", BLACK.into_seats()),
    );
    call(
        "on_royal_captured(g, s, p, q)",
        "p.royal && q.name == \"e4\"",
        &Event::RoyalCaptured { seat: WHITE, piece: king, square: e4 },
    );
    let text = "/// when: every ply\nfn on_move(g, s, p, a, b) { if p == () && a == () && b == () { draw(); } }";
    let (scripts, rules) = rules(&[text], chess());
    let event = Event::Move { seat: WHITE, played: None, piece: None };
    assert_eq!(answer(&scripts, &rules, &event).unwrap().len(), 1);
}

trait IntoSeats {
    fn into_seats(self) -> quadrille_core::Seats;
}

impl IntoSeats for Seat {
    fn into_seats(self) -> quadrille_core::Seats {
        std::iter::once(self).collect()
    }
}

#[test]
fn every_event_has_a_hook_that_is_called_with_its_arguments() {
    // A number of arguments that does not fit would be a function that is not found.
    for hook in crate::script::catalogue::HOOKS {
        let crate::script::catalogue::HookKind::Event(kind) = hook.kind else { continue };
        let every = if hook.when.every_ply { "/// when: every ply\n" } else { "" };
        let text = format!("{every}fn {} {{ }}", hook.signature());
        let (scripts, rules) = rules(&[&text], chess());
        let spec = rules.spec();
        let (seat, square) = (WHITE, at(spec, "e2"));
        let piece = Piece::new(Kind(0), WHITE, Facing::North);
        let event = match kind {
            EventKind::Setup => Event::Setup,
            EventKind::Turn => Event::Turn(seat),
            EventKind::Roll => Event::Roll(seat, &[1]),
            EventKind::Blocked => Event::Blocked(seat, &[1]),
            EventKind::Capture => Event::Capture { seat, piece, square, to: square },
            EventKind::RoyalCaptured => Event::RoyalCaptured { seat, piece, square },
            EventKind::Promotion => Event::Promotion { seat, piece, square },
            EventKind::Check => Event::Check { seat, royals: &[], by: &[] },
            EventKind::Move => {
                Event::Move { seat, played: Some(Move::new(square, square)), piece: Some(piece) }
            }
            EventKind::Mate => Event::Mate(seat),
            EventKind::Stalemate => Event::Stalemate(seat),
            EventKind::Release => Event::Release(seat),
            EventKind::Answer => Event::Answer { seat, question: "a", choice: "b", about: 0 },
            EventKind::Say => Event::Say(seat, "a"),
            EventKind::Announce => Event::Announce(seat, Move::new(square, square)),
            EventKind::Draw => Event::Draw("repetition", seat.into_seats()),
            EventKind::Limit => Event::Limit,
            EventKind::Outcome => Event::Outcome,
            EventKind::ExtraMoves | EventKind::Forbids => unreachable!("these are no events"),
        };
        assert_eq!(event.kind(), kind);
        assert_eq!(answer(&scripts, &rules, &event), Ok(Vec::new()), "{}", hook.name);
    }
}

// What hooks cause.

#[test]
fn each_effect_is_what_it_says() {
    let spec = cross();
    let sq = |name: &str| at(&spec, name);
    let (red, blue, yellow) = (Seat(0), Seat(1), Seat(2));
    let both = |seat, state| vec![Effect::SeatState(seat, state), Effect::ArmyState(seat, state)];
    let asleep = StateId(5);
    for (call, wanted) in [
        ("freeze(seat)", both(red, StateId::FROZEN)),
        ("kill(seat)", both(red, StateId::DEAD)),
        ("activate(seat)", both(red, StateId::ACTIVE)),
        ("eliminate(seat)", vec![Effect::SeatState(red, StateId::GONE)]),
        ("set_state(seat, \"asleep\")", both(red, asleep)),
        ("set_seat_state(seat, \"asleep\")", vec![Effect::SeatState(red, asleep)]),
        ("set_army_state(seat, \"neutral\")", vec![Effect::ArmyState(red, StateId::NEUTRAL)]),
        ("control(seat, seat.next)", vec![Effect::Control(red, Some(blue))]),
        ("control(seat, ())", vec![Effect::Control(red, None)]),
        ("remove(square(\"d4\"))", vec![Effect::Remove(sq("d4"))]),
        ("capture(square(\"d4\"))", vec![Effect::Capture(sq("d4"))]),
        ("remove_army(seat)", vec![Effect::RemoveArmy(red)]),
        ("clear_army(seat, \"shields\")", vec![Effect::ClearArmy(red)]),
        (
            "place(square(\"d4\"), \"queen\", seat.next)",
            vec![Effect::Place(sq("d4"), Piece::new(Kind(4), blue, Facing::East))],
        ),
        ("replace(square(\"d4\"), \"rook\")", vec![Effect::Replace(sq("d4"), Kind(3))]),
        ("turn(square(\"d4\"), \"west\")", vec![Effect::Turn(sq("d4"), Facing::West)]),
        ("mark(square(\"d4\"), \"late\")", vec![Effect::Mark(sq("d4"), 1, true)]),
        ("unmark(square(\"d4\"), \"vowed\")", vec![Effect::Mark(sq("d4"), 0, false)]),
        ("hold(seat, \"pawn\", -2)", vec![Effect::Hold(red, Kind(0), -2)]),
        (
            "ask(seat, \"which\", [\"a\", square(\"d4\")], 5)",
            vec![Effect::Ask {
                seat: red,
                question: "which".to_owned(),
                options: vec!["a".to_owned(), "d4".to_owned()],
                about: 5,
            }],
        ),
        ("offer(seat, \"peace\")", vec![Effect::Offer(red, "peace".to_owned())]),
        ("withdraw(seat, \"peace\")", vec![Effect::Withdraw(red, "peace".to_owned())]),
        ("restrict(seat, \"safe\")", vec![Effect::Restrict(red, Restriction::Safe)]),
        (
            "restrict_lifts(seat, square(\"d4\"))",
            vec![Effect::Restrict(red, Restriction::Lifts(sq("d4")))],
        ),
        (
            "restrict_kinds(seat, [\"pawn\", \"king\"])",
            vec![Effect::Restrict(red, Restriction::Kinds(1 | 1 << 5))],
        ),
        (
            "restrict_captures(seat, [seat.next, seat.partner])",
            vec![Effect::Restrict(red, Restriction::Captures(2 | 4))],
        ),
        (
            "restrict_spares(seat, [\"pawn\", \"rook\"])",
            vec![Effect::Restrict(red, Restriction::Spares(1 | 1 << 3))],
        ),
        (
            "restrict_spares(seat, \"royals\")",
            vec![Effect::Restrict(red, Restriction::Spares(1 << 5))],
        ),
        ("refuse(seat)", vec![Effect::Refuse(red)]),
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
        ("add(\"pot\", -1)", vec![Effect::AddCounter(quadrille_core::CounterId(0), None, -1)]),
        (
            "add(\"each\", seat, 1)",
            vec![Effect::AddCounter(quadrille_core::CounterId(2), Some(red), 1)],
        ),
        ("order([seat.next, seat], seat)", vec![Effect::Order(vec![blue, red], red)]),
        ("skip(seat)", vec![Effect::Skip(red)]),
        (
            "relate(seat, seat.next, \"capture\", false)",
            vec![Effect::Relate { from: red, to: blue, capture: true, allowed: false }],
        ),
        (
            "relate(seat, seat.partner, \"check\", true)",
            vec![Effect::Relate { from: red, to: yellow, capture: false, allowed: true }],
        ),
        ("settle(seat, \"draw\")", vec![Effect::Settle(red, Draw)]),
        ("count(\"mates\")", vec![Effect::Count(0)]),
    ] {
        assert_eq!(effects(&format!("{call};")), wanted, "{call}");
    }
    use SeatResult::{Draw, Loss, Win};
    for (call, results) in [
        ("win(seat)", [Win, Loss, Win, Loss]),
        ("lose(seat)", [Loss, Win, Loss, Win]),
        ("draw()", [Draw; 4]),
        (
            "finish(#{ red: \"win\", blue: \"loss\", yellow: \"draw\", green: \"loss\" })",
            [Win, Loss, Draw, Loss],
        ),
    ] {
        assert_eq!(effects(&format!("{call};")), [Effect::Finish(results.to_vec())], "{call}");
    }
}

#[test]
fn every_effect_of_the_interface_is_in_the_test_before() {
    let this = include_str!("host_tests.rs");
    for function in crate::script::api::FUNCTIONS {
        let effect = function.phase == crate::script::api::Phase::Event
            && function.form == crate::script::api::Form::Free;
        assert!(
            !effect || this.contains(&format!("\"{}(", function.name)) || function.name == "clause",
            "{}",
            function.name
        );
    }
}

#[test]
fn effects_stand_under_the_clause_that_was_named_last() {
    let text = "fn define(rules) { rules.clause(\"B\", \"\"); }\n/// clause: A\nfn on_mate(game, seat) {\n  add(\"pot\", 1);\n  helper();\n  add(\"pot\", 2);\n}\nfn helper() {\n  clause(\"B\"); add(\"pot\", 3); }";
    let (scripts, rules) = rules(&[text], chess());
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    let clauses: Vec<_> = emitted
        .iter()
        .map(|e| (rules.spec().clauses[usize::from(e.clause.unwrap().0)].id.as_str(), e.line))
        .collect();
    assert_eq!(clauses, [("A", 4), ("B", 9), ("B", 6)], "with the line of each");
    let again = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    assert_eq!(again, emitted, "a hook begins under its own clause each time");
}

#[test]
fn hooks_of_several_scripts_are_called_in_order() {
    let hook = |n: u8| format!("fn on_mate(game, seat) {{ add(\"pot\", {n}); }}");
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
    let text = "const AFTER = \"freeze\";\nfn on_mate(game, seat) { switch AFTER { \"kill\" => kill(seat), _ => freeze(seat) } helper(|s| `${AFTER}` == s) }\n\
                fn helper(f) { if f.call(\"kill\") { draw(); } }";
    let run = |set: &[(String, String)]| {
        let mut spec = chess();
        let (scripts, _) =
            crate::script::compile(crate::script::testing::sources(&[text]), set).unwrap();
        scripts.declare(&mut spec, &|_| None).unwrap();
        let rules = Ruleset::new(spec).unwrap();
        let emitted = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
        emitted.into_iter().map(|e| e.effect).collect::<Vec<_>>()
    };
    assert_eq!(run(&[])[0], Effect::SeatState(WHITE, StateId::FROZEN));
    let killed = run(&[("AFTER".to_owned(), "kill".to_owned())]);
    assert_eq!(killed[0], Effect::SeatState(WHITE, StateId::DEAD));
    assert_eq!(killed.len(), 3, "also in closures and interpolations");
}

// How hooks fail.

#[test]
fn a_failure_names_file_line_column_and_hook() {
    let (scripts, rules) = rules(
        &[
            "fn on_mate(game, seat) {\n    deep(seat);\n}\nfn deep(x) {\n    x.name + x;\n    throw \"no\";\n}",
        ],
        chess(),
    );
    let error = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap_err();
    assert_eq!(error.hook(), "first.on_mate");
    assert_eq!(error.message(), "first.rhai:6:5: no");
}

#[test]
fn failures_say_what_to_do() {
    for (body, words) in [
        (
            "freeze(game);",
            "first.rhai:2:26: there is no function `freeze(game)`; there is `freeze(seat: seat)`",
        ),
        (
            "let a = \"nobody\"; seat(a);",
            "there is no seat `nobody`; there are red, blue, yellow, green",
        ),
        ("let a = \"bleu\"; seat(a);", "did you mean `blue`?"),
        ("let a = \"z99\"; square(a);", "`z99` is no square of the board"),
        ("let a = \"a1\"; square(a);", "`a1` is a hole of the board"),
        (
            "let a = \"pot\"; game.counter(a, seat);",
            "the counter `pot` is one for the game; leave the seat out",
        ),
        ("let a = \"each\"; game.counter(a);", "one for each seat; name the seat"),
        (
            "let man = game.piece(square(\"e4\")); man.kind;",
            "there is no property `kind` of `()`, which is nothing; there is `piece.kind`",
        ),
        ("let a = seat; a.rank;", "there is no property `rank` of a seat; there is `square.rank`"),
        ("seat == 2;", "a seat can be compared with a seat only, not with a number"),
        ("let a = \"red\"; seat != a;", "a seat can be compared with a seat only"),
        ("square(\"d4\") == seat;", "can be compared with"),
        (
            "game.piece(square(\"h1\")) == \"king\".to_upper();",
            "a piece can be compared with a piece only",
        ),
        ("[seat].contains(1);", "a seat can be compared with a seat only"),
        ("set_counter(\"pot\", 1000);", "the counter `pot` goes from -5 to 99, not to 1000"),
        ("add(\"pot\", 4294967296);", "4294967296 is too large a number"),
        ("hold(seat, \"pawn\", 128);", "128 men are too many"),
        ("offer(seat, \"two words\");", "`two words` is no word"),
        ("offer(seat, \"\");", "`` is no word"),
        ("ask(seat, \"q\", [], 0);", "a question has 1 to 64 options"),
        ("ask(seat, \"q\", [1], 0);", "options are words or squares"),
        (
            "ask(seat, \"q\", [\"a\"], \"b\");",
            "a question can be about a seat, a square or a number",
        ),
        ("order([seat], seat.next);", "blue is not in the order"),
        ("order([], seat);", "an order has 1 to 64 turns"),
        ("order([1], seat);", "the array must hold seats only"),
        ("restrict_spares(seat, \"kings\");", "\"royals\" or an array of kinds, not `kings`"),
        ("restrict_kinds(seat, [1]);", "the array must hold names of kinds only"),
        ("finish(#{ red: \"win\" });", "blue has no result"),
        ("finish(#{ pink: \"win\" });", "there is no seat `pink`"),
        ("finish(#{ red: 1, blue: 1, yellow: 1, green: 1 });", "the result of red is no text"),
        ("let a = \"won\"; settle(seat, a);", "there is no result `won`"),
        ("let a = \"saef\"; relax(seat, a);", "did you mean `safe`?"),
        ("let m = #{}; m.a = 1; m.a.b = 2;", "first.rhai:2:"),
        (
            "seat.partner.partner.name.within(\"centre\");",
            "there is no function `within(text, text)`; there is `square.within(zone: zone's name)`",
        ),
        ("1 / 0;", "division by zero"),
        ("9223372036854775807 + 1;", "overflow"),
        ("throw #{ a: 1 };", "the script threw #{"),
    ] {
        let message = failure(body);
        assert!(message.contains(words), "{body}: {message}");
    }
}

#[test]
fn effects_of_a_hook_that_failed_are_dropped() {
    let (scripts, rules) = rules(
        &[
            "fn on_mate(game, seat) { draw(); throw \"no\"; }\nfn on_stalemate(game, seat) { add(\"pot\", 1); }",
        ],
        chess(),
    );
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let mut out = Vec::new();
    host.call(0, &Event::Mate(WHITE), game.view(), &mut out).unwrap_err();
    assert!(out.is_empty());
    host.call(1, &Event::Stalemate(WHITE), game.view(), &mut out).unwrap();
    assert_eq!(out.len(), 1);
}

#[test]
fn effects_that_make_no_sense_stop_the_game_and_say_why() {
    for (effect, words) in [
        ("place(square(\"e1\"), \"pawn\", seat);", "e1 is occupied (line 2)"),
        ("remove(square(\"e4\"));", "nobody stands on e4 (line 2)"),
        ("capture(square(\"e4\"));", "nobody stands on e4"),
        ("replace(square(\"e4\"), \"rook\");", "nobody stands on e4"),
        ("turn(square(\"e4\"), \"west\");", "nobody stands on e4"),
        ("mark(square(\"e4\"), \"late\");", "nobody stands on e4"),
        ("hold(seat, \"pawn\", -1);", "fewer men than none"),
        ("for n in 0..99 { add(\"pot\", 1); }", "counter `pot` would be"),
        ("for n in 0..20 { ask(seat, \"q\", [\"a\"], n); }", "more than 16 questions"),
        ("for n in 0..99 { offer(seat, `w${n}`); }", "more than 64 offers"),
        (
            "restrict(seat, \"safe\"); for f in [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"] { for r in 1..9 { restrict_lifts(seat, square(f + r)); } }",
            "more than 64 restrictions",
        ),
        ("skip(seat.next);", "only the seat whose turn it is can be skipped"),
        ("freeze(seat); kill(seat);", "contradictory effects of one event"),
        ("win(seat); lose(seat);", "contradictory effects of one event"),
        ("loop { draw(); }", "more than 4096 effects"),
    ] {
        let text = format!("/// when: every ply\nfn on_turn(game, seat) {{ {effect} }}");
        let (scripts, rules) = rules(&[&text], chess());
        let host = scripts.host(&rules);
        let error = game::start(&rules, &host).map(drop).unwrap_err();
        assert_eq!(error.hook(), "first.on_turn", "{effect}");
        assert!(error.message().contains(words), "{effect}: {}", error.message());
    }
}

#[test]
fn a_hook_that_is_not_there_is_a_fault() {
    let (scripts, rules) = rules(&["fn on_mate(game, seat) { }"], chess());
    let host = scripts.host(&rules);
    let game = game::start(&rules, &quadrille_core::NoHooks).unwrap();
    let error = host.call(7, &Event::Mate(WHITE), game.view(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.message(), "there is no such hook");
    let wrong = host.call(0, &Event::Limit, game.view(), &mut Vec::new()).unwrap_err();
    assert!(wrong.message().contains("there is no function `on_mate("), "{}", wrong.message());
}

#[test]
fn a_square_is_only_one_of_the_board() {
    let spec = chess();
    assert_eq!(only(&effects("remove(square(\"d4\"));")), &Effect::Remove(at(&cross(), "d4")));
    assert!(spec.geometry.square_named("d4") != Some(Square(255)));
}

#[test]
fn how_a_seat_stands_takes_account_of_what_scripts_make_of_captured_kings() {
    // White's king can only take black's, whom a rook guards; the script takes the rook away with him.
    let spec = || {
        let mut spec = chess();
        let man = |kind, seat: u8| Piece::new(Kind(kind), Seat(seat), Facing::North);
        spec.array = vec![
            (at(&spec, "a1"), man(5, 0)),
            (at(&spec, "b1"), man(5, 1)),
            (at(&spec, "b3"), man(3, 1)),
        ];
        spec.protect[1][1] = Protect::None;
        spec
    };
    let asks = "/// when: every ply\nfn on_turn(game, seat) { if seat.name == \"white\" && fine(game, seat) { draw(); } }\n\
                fn fine(game, seat) { game.status(seat) == \"ok\" }";
    let over = |texts: &[&str]| {
        let (scripts, rules) = rules(texts, spec());
        let host = scripts.host(&rules);
        let game = game::start(&rules, &host).unwrap();
        game.outcome().is_some()
    };
    let takes = "fn on_royal_captured(game, seat, piece, square) { remove_army(piece.colour); }";
    assert!(over(&[asks, takes]));
    assert!(!over(&[asks, &takes.replace("remove_army(piece.colour)", "piece.kind")]));
    // A script that asks this of the captures being judged is not asked without end.
    let again = takes.replace("{ remove", "{ game.status(seat); remove");
    assert!(over(&[asks, &again]));
}
