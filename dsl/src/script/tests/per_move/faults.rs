//! Tests in which a hook about moves fails, or must not be called.

use super::*;

#[test]
fn a_hook_that_fails_stops_its_game_and_says_where() {
    let fault_message = |script: &str| {
        let error = ScriptGame::new(script, pieces("wKe1 bKe8")).fault();
        format!("{error}")
    };
    let failing = fault_message(&forbids("every ply", "\n    throw \"no idea\";"));
    assert_eq!(failing, "first.forbids: first.rhai:3:5: no idea");
    let endless = fault_message(&forbids("every ply", "loop { }"));
    assert!(endless.contains("first.forbids: first.rhai:2:"), "{endless}");
    assert!(endless.contains("too many operations"), "{endless}");
    let unsure = fault_message(&forbids("every ply", "if move.to.file == 9 { true }"));
    assert!(unsure.contains("must return `true` or `false`"), "{unsure}");
    let extra = |answer: &str| {
        fault_message(&format!("/// when: every ply\nfn extra_moves(game, seat) {{ {answer} }}"))
    };
    for wrong in
        ["1", "[1]", "[#{ from: square(\"e1\") }]", "let m = #{}; m.from = 1; m.to = 2; [m]"]
    {
        assert!(extra(wrong).contains("`#{ from: …, to: … }`"), "{wrong}: {}", extra(wrong));
    }
    let other = extra("let m = #{ from: square(\"e1\") }; m.form = m.from; [m]");
    assert!(other.contains("has the key `form`"), "{other}");
    let vacant = extra("[#{ from: square(\"e4\"), to: square(\"e5\") }]");
    assert!(vacant.contains("starts on e4, which is empty"), "{vacant}");
}

#[test]
fn a_failure_later_in_a_game_comes_with_the_action_that_leads_to_it() {
    let script = forbids("every ply", "if game.ply == 2 { throw \"two\"; } false");
    let table = ScriptGame::new(&script, pieces("wKe1 bKe8"));
    let host = table.host();
    let mut first = game::start(&table.rules, &host).unwrap();
    actions::play(first.as_mut(), "e1-e2").unwrap();
    let Some((_, action)) = actions::legal(first.as_mut()).unwrap().pop() else { panic!() };
    assert!(matches!(first.play(action), Err(PlayError::Hook(_))));
    assert!(first.actions().is_err(), "the game can't continue");
    // Another game with the same host is not affected. A failure is reported to the game that
    // caused it.
    let black = table.rules.spec().seat_named("black").unwrap();
    let mut asked = game::start(&table.rules, &host).unwrap();
    actions::play(asked.as_mut(), "e1-e2").unwrap();
    let setup = Setup { ply: 2, ..asked.setup() };
    let _ = game::resume(&table.rules, &host, &setup).unwrap().status(black);
    let mut second = game::start(&table.rules, &host).unwrap();
    assert_eq!(legal(second.as_mut()).len(), 5);
    assert!(second.perft(3).is_err());
    assert_eq!(second.perft(2), Ok(25));
}

#[test]
fn the_first_hook_that_fails_is_told() {
    let failing = forbids("every ply", "throw move.to;");
    let (scripts, rules) = rules(&[&failing, &failing], pieces("wKe1 bKe8"));
    let host = scripts.host(&rules);
    let error = game::start(&rules, &host).err().unwrap();
    assert_eq!(error.hook(), "first.forbids");
}

#[test]
fn a_hook_that_fails_stops_who_asks_how_seats_stand() {
    let script = "/// when: every ply
        fn on_move(game, seat, piece, from, to) { if game.status(seat.next) == \"ok\" { throw \"ok\"; } }
        /// when: every ply
        fn forbids(game, move) { if move.seat.name == \"black\" { throw \"no idea\"; } false }";
    let table = ScriptGame::new(script, pieces("wKe1 bKe8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let step = actions::read(game.as_mut(), "e1-e2").unwrap();
    let Err(PlayError::Hook(error)) = game.play(step) else { panic!("no hook fails") };
    assert_eq!(error.hook(), "first.forbids");
}

#[test]
fn no_mate_is_told_that_a_failing_hook_might_have_prevented() {
    // `on_mate` ends the game without examining it.
    let script = "fn define(rules) { rules.mate_test(\"after_every_ply\"); }
        fn on_mate(game, seat) { lose(seat); }
        /// when: every ply
        fn extra_moves(game, seat) { if seat.name == \"black\" { throw \"no idea\"; } [] }";
    let table = ScriptGame::new(script, pieces("wKa1 wRb7 wRc1 bKh8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let mate = actions::read(game.as_mut(), "c1-c8").unwrap();
    assert!(matches!(game.play(mate), Err(PlayError::Hook(_))));
}

#[test]
fn random_games_know_the_hooks_and_are_the_same_for_any_number_of_threads() {
    let script = forbids("knight, every ply", "true");
    let table = ScriptGame::new(&script, chess());
    let games = |jobs: usize| {
        let plan = Plan {
            seed: 7,
            games: 0..8,
            agents: vec![AgentSpec::Random],
            jobs,
            record: true,
            ply_limit: Some(40),
            ..Plan::default()
        };
        let games = Mutex::new(Vec::new());
        let stop = AtomicBool::new(false);
        let maker = || -> Box<dyn quadrille_core::Hooks + '_> { Box::new(table.host()) };
        let _ = run(&table.rules, &maker, &plan, &stop, &|record| {
            games.lock().unwrap().push((record.index, record.actions.clone()));
        });
        let mut games = games.into_inner().unwrap();
        games.sort_by_key(|(index, _)| *index);
        games
    };
    let one = games(1);
    assert_eq!(one, games(2));
    assert_eq!(table.legal().len(), 16, "four moves of knights are forbidden");
    // Every sampled action is on the list.
    for (_, actions) in one {
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions.iter().for_each(|action| game.play(*action).unwrap());
    }
}

#[test]
fn hooks_about_moves_are_findings_unless_they_are_meant() {
    let found = |when: &str, hook: &str| findings(&[&format!("{when}fn {hook} {{ [] }}")], &[]);
    says(&found("", "forbids(game, move)"), "Q0331", "forbids", "`may_enter`");
    says(
        &found("", "extra_moves(game, seat)"),
        "Q0331",
        "extra_moves",
        "whenever moves are listed",
    );
    let narrowed = found("/// when: knight, capture\n", "forbids(game, move)");
    says(&narrowed, "Q0331", "forbids", "`/// when: every ply`");
    let meant = found("/// when: knight, capture, every ply\n", "forbids(game, move)");
    assert_eq!(meant, [""; 0]);
}

#[test]
fn hooks_about_moves_cause_nothing() {
    let script = forbids("every ply", "remove(move.to); true");
    says(
        &findings(&[&script], &[]),
        "Q0346",
        "remove",
        "`remove` is an effect and can't be used by forbids",
    );
    let wrong = crate::script::testing::ruled(&[&forbids("check, every ply", "true")], chess());
    says(
        &wrong.err().unwrap(),
        "Q0329",
        "/// when: check, every ply",
        "use only the conditions of this hook: kinds",
    );
    let compared = forbids("every ply", "move.piece == \"pawn\"");
    says(
        &findings(&[&compared], &[]),
        "Q0345",
        "pawn",
        "comparing a piece with a string is always false",
    );
}
