//! Tests of scripts that define functions but no hooks. They test which scripts and hooks may call
//! these functions, and how a failing function is reported.

use quadrille_core::{Event, Hooks as _, Seat, game};

use crate::script::testing::{answer, at, chess, cross, findings, rules, says, sound};

const WHITE: Seat = Seat(0);

const HELPERS: &str = "const FINAL = 8;\n\n\
    /// Whether a pawn stands on its last rank.\n\
    fn at_end(piece, square) {\n    last_rank(square, piece.colour)\n}\n\n\
    fn last_rank(square, seat) {\n    square.rank_for(seat) == FINAL\n}\n\n\
    fn beaten(seat) {\n    clause(\"gone\");\n    remove_army(seat);\n    eliminate(seat);\n}\n\n\
    fn broken(list) {\n    list.map(|n| n + 1);\n    list[9]\n}\n\n\
    fn gather(rules) {\n    rules.clause(\"gone\", \"The army goes.\");\n    rules.state(\"asleep\", 1);\n}";

#[test]
fn every_script_may_call_the_functions_of_one_without_hooks() {
    let promotes = "fn promotes(piece, square) {\n    if piece.kind == \"pawn\" && at_end(piece, square) { \"queen\" }\n}";
    let mate = "fn define(rules) { rules.clause(\"gone\", \"The army goes.\"); }\nfn on_mate(game, seat) { beaten(seat); }";
    let (scripts, rules) =
        rules(&[promotes, mate, HELPERS.split("\n\nfn gather").next().unwrap()], chess());
    let ends: quadrille_core::Zone =
        rules.spec().promotions.iter().map(|(_, square, _)| *square).collect();
    let last = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"].map(|name| at(rules.spec(), name));
    assert!(last.iter().all(|square| ends.contains(*square)), "{ends:?}");
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap();
    let clause = rules.spec().clause_named("gone");
    assert_eq!(emitted.iter().map(|one| one.clause).collect::<Vec<_>>(), [clause, clause]);
    // The place of an effect is the call of this effect.
    let host = scripts.host(&rules);
    let places: Vec<_> = emitted.iter().filter_map(|one| host.place(0, one.place)).collect();
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    assert_eq!(places, ["third.rhai:14:5", "third.rhai:15:5"]);
}

#[test]
fn a_failure_in_a_shared_function_names_its_file() {
    let hook = "fn on_mate(game, seat) {\n    eliminate(seat);\n    broken([1]);\n}";
    let other = "fn broken(list) {\n    inner(list)\n}";
    let third = "fn inner(list) {\n    let more = list.map(|n| n + 1);\n    more[9]\n}";
    let (scripts, made) = rules(&[hook, other, third], chess());
    let error = answer(&scripts, &made, &Event::Mate(WHITE)).unwrap_err();
    assert_eq!(error.hook(), "first.on_mate");
    assert!(error.message().starts_with("third.rhai:3:10: there is no element 9"), "{error}");

    let declares = "fn define(rules) {\n    gather(rules);\n}";
    let gather = "fn gather(rules) {\n    rules.counter(\"purse\", \"game\", 9, 0);\n}";
    let wrong = crate::script::testing::ruled(&[declares, gather], chess()).unwrap_err();
    says(&wrong, "Q0351 2:39", "0", "");

    let tabulated = "fn promotes(piece, square) { odd(square); }";
    let odd = "fn odd(square) {\n    square.rank + \"x\" - 1\n}";
    let wrong = crate::script::testing::ruled(&[tabulated, odd], chess()).unwrap_err();
    assert!(wrong[0].contains("2:") && wrong[0].contains("called for"), "{wrong:#?}");
}

#[test]
fn what_fails_for_want_of_a_partner_is_told_why() {
    let fault_message = |body: &str, spec| {
        let (scripts, made) = rules(&[&format!("fn on_mate(game, seat) {{ {body} }}")], spec);
        answer(&scripts, &made, &Event::Mate(WHITE)).unwrap_err().message().to_owned()
    };
    let mut lonely = cross();
    lonely.teams.push("lonely".to_owned());
    lonely.seats[0].team = lonely.teams.len() as u8 - 1;
    for body in [
        "if game.in_check(seat.partner) { lose(seat); }",
        "let other = seat.partner; lose(other);",
        "if seat.partner.facing == \"north\" { lose(seat); }",
    ] {
        let message = fault_message(body, chess());
        assert!(
            message.ends_with("; `.partner` is `()`, because no seat has a partner"),
            "{message}"
        );
        let message = fault_message(body, lonely.clone());
        assert!(message.contains("; `.partner` is `()` for red"), "{message}");
    }
    let message = fault_message("let partner = seat.partner; [1][2];", chess());
    assert!(message.ends_with("there is no element 2 in an array of 1"), "{message}");
}

#[test]
fn shared_functions_may_call_each_other_and_end_if_they_never_do() {
    let hook = "fn on_mate(game, seat) { lose(seat); there(1); }";
    let (there, back) = ("fn there(n) { back(n) }", "fn back(n) { there(n) }");
    let (scripts, rules) = rules(&[hook, there, back], chess());
    let error = answer(&scripts, &rules, &Event::Mate(WHITE)).unwrap_err();
    assert!(error.message().contains("functions call each other too deeply"), "{error}");
}

#[test]
fn a_call_of_a_shared_function_is_checked() {
    let shared = "/// Far.\nfn far(piece, square) { piece.forward(square) == () }";
    let calls = |body: &str| {
        findings(&[&format!("fn on_mate(game, seat) {{ lose(seat); {body} }}"), shared], &[])
    };
    let found = calls("far(1);");
    says(&found, "Q0341", "far", "has 2 parameters, but this call passes 1");
    assert!(found[0].contains("`far(piece, square)` of `second`"), "{found:#?}");
    let found = calls("far(1, 2); farr(1, 2);");
    says(&found, "Q0340", "farr", "did you mean `far`?");
    let kept = "fn on_stalemate(game, seat) { lose(seat); near(1); }\nfn near(n) { n }";
    let found = findings(&["fn on_mate(game, seat) { lose(seat); near(1); }", kept], &[]);
    says(&found, "Q0340", "near", "is a helper of `second`, which has hooks");
}

#[test]
fn what_a_shared_function_uses_decides_which_hooks_may_call_it() {
    let shared = "fn ends(seat) { beaten(seat) }\nfn beaten(seat) { lose(seat); }";
    let found = findings(&["fn promotes(piece, square) { ends(piece.colour); () }", shared], &[]);
    says(&found, "Q0346", "ends", "`ends` uses `lose`, which can't be used by tabulated hooks");
    // Effects of called functions count for the hook.
    sound(&["fn on_mate(game, seat) { ends(seat); }", shared]);
    // This also works through another script.
    let through = "fn ends(seat) { beaten(seat) }";
    let over = "fn beaten(seat) { lose(seat); }";
    let found =
        findings(&["fn promotes(piece, square) { ends(piece.colour); () }", through, over], &[]);
    says(&found, "Q0346", "ends", "uses `lose`");
}

#[test]
fn names_of_shared_functions_are_unique_and_used() {
    let shared = "fn far(n) { n }";
    let own = "fn on_mate(game, seat) { lose(seat); far(1); }\nfn far(n) { n }";
    let found = findings(&[own, shared], &[]);
    assert!(
        found.iter().any(|one| one.contains("is already a function of `second`")),
        "{found:#?}"
    );
    let found = findings(&["fn on_mate(game, seat) { lose(seat); }", shared], &[]);
    says(&found, "Q0323", "far", "no script calls `far`");
    // A misspelt name is reported once, at the calls.
    let found = findings(&["fn on_mate(game, seat) { lose(seat); farr(1); }", shared], &[]);
    says(&found, "Q0340", "farr", "did you mean `far`?");
    assert_eq!(found.len(), 1, "{found:#?}");
}

#[test]
fn a_shared_function_sees_the_status_of_seats() {
    let hook = "fn on_mate(game, seat) { if quiet(game, seat) { lose(seat); } }";
    let shared = "fn quiet(game, seat) { game.status(seat) != \"mate\" }";
    let (scripts, made) = rules(&[hook, shared], chess());
    let emitted = answer(&scripts, &made, &Event::Mate(WHITE)).unwrap();
    assert_eq!(emitted.len(), 1);
    let host = scripts.host(&made);
    assert!(game::start(&made, &host).is_ok());
    assert_eq!(made.spec().geometry.name(at(made.spec(), "a1")), "a1");
}
