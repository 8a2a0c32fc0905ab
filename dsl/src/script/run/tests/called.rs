//! Tests when hooks are called, and with which arguments.

use quadrille_core::{Event, EventKind, Facing, Kind, Move, Piece, Seat, SeatResult, Subject};

use super::{BLACK, WHITE, play, said};
use crate::script::testing::{answer, at, chess, rules};

#[test]
fn a_game_tells_what_happens() {
    let hooks = "
        fn on_setup(game) { if game.ply == 0 { clause(\"S0\"); add_counter(\"pot\", 1); } }
        /// when: every ply
        fn on_turn(game, seat) { if seat == game.turn { clause(\"S1\"); add_counter(\"pot\", 1); } }
        /// when: pawn
        fn on_capture(game, seat, piece, square) {
            if seat.name == \"white\" && piece.colour.name == \"black\" && piece.kind == \"pawn\" && square.name == \"d5\" {
                clause(\"S2\"); add_counter(\"pot\", 1);
            }
        }
        /// when: pawn, to centre
        fn on_move(game, seat, piece, from, to) {
            if piece.kind == \"pawn\" && game.piece(to) == piece && game.piece(from) == () { clause(\"S3\"); add_counter(\"pot\", 1); }
        }
        fn on_check(game, seat, royals) {
            if royals.len == 1 && royals[0].by == seat && royals[0].square.name == \"e8\" { clause(\"S4\"); add_counter(\"pot\", 1); }
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
        fn on_promotion(game, seat, piece, square) { if piece.kind == \"queen\" && square.name == \"a8\" && game.piece(square) == piece { clause(\"S0\"); add_counter(\"pot\", 1); } }
        fn on_royal_captured(game, seat, piece, square) { if piece.royal && square.name == \"d8\" { clause(\"S1\"); win(seat); } }
        /// when: king
        fn on_capture(game, seat, piece, square) { clause(\"S2\"); add_counter(\"pot\", 1); }";
    let (scripts, rules) = rules(&[hooks], chess());
    let host = scripts.host(&rules);
    let moves = "a2-a4 b7-b5 a4-b5 a7-a6 b5-a6 c8-b7 a6-b7 e8-e8";
    let moves = moves.replace("e8-e8", "h7-h6 b7-a8=Q h6-h5 a8-b8 h5-h4 b8-d8");
    let game = play(&rules, &host, &moves);
    assert_eq!(game.counts().clauses, [1, 0, 0]);
    assert!(game.outcome().is_none());
    drop(game);
    let game = play(&rules, &host, &format!("{moves} h4-h3 d8-e8"));
    assert_eq!(game.counts().clauses, [1, 0, 1], "it stood on e8");
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
        fn on_roll(game, seat, faces) { if faces == [6] { add_counter(\"pot\", 1); } }
        fn on_blocked(game, seat, faces) {
            if faces == [6] { add_counter(\"pot\", 10); }
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
    call("on_ply_limit(g)", "g.ply == 0", &Event::Limit);
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
    let event = Event::Move { seat: WHITE, played: None, piece: None, to: None };
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
    // With a wrong number of arguments, Rhai would not find the function.
    for hook in crate::script::interface::hook_catalogue::HOOKS {
        let crate::script::interface::hook_catalogue::HookKind::Event(kind) = hook.kind else {
            continue;
        };
        let every = if hook.when.every_ply { "/// when: every ply\n" } else { "" };
        let text = format!("{every}fn {} {{ }}", hook.signature());
        let (scripts, rules) = rules(&[&text], chess());
        let spec = rules.spec();
        let (seat, square) = (WHITE, at(spec, "e2"));
        let piece = Piece::new(Kind(0), WHITE, Facing::North);
        let event = match kind {
            EventKind::Setup => Event::Setup,
            EventKind::Position => Event::Position,
            EventKind::Turn => Event::Turn(seat),
            EventKind::Roll => Event::Roll(seat, &[1]),
            EventKind::Blocked => Event::Blocked(seat, &[1]),
            EventKind::Capture => Event::Capture { seat, piece, square, to: square },
            EventKind::RoyalCaptured => Event::RoyalCaptured { seat, piece, square },
            EventKind::Promotion => Event::Promotion { seat, piece, square },
            EventKind::Check => Event::Check { seat, royals: &[], by: &[] },
            EventKind::Move => {
                let played = Some(Move::new(square, square));
                Event::Move { seat, played, piece: Some(piece), to: Some(square) }
            }
            EventKind::Mate => Event::Mate(seat),
            EventKind::Stalemate => Event::Stalemate(seat),
            EventKind::Release => Event::Release(seat),
            EventKind::Answer => {
                Event::Answer { seat, question: "a", choice: "b", about: Subject::Nothing }
            }
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
