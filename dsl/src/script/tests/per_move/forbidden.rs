//! Tests of the hook `forbids`: the moves that it forbids, and its arguments.

use super::*;

#[test]
fn a_piece_may_not_capture_on_its_first_move() {
    let script = forbids("knight, capture, every ply", "move.from.rank == 1");
    let all = ScriptGame::new(&script, pieces("wKe1 wNb1 wNd5 bKe8 bPc3 bPf6")).legal();
    assert!(!all.contains(&"b1-c3".to_owned()), "{all:?}");
    for fine in ["b1-a3", "b1-d2", "d5-c3", "d5-f6"] {
        assert!(all.contains(&fine.to_owned()), "{fine}: {all:?}");
    }
}

#[test]
fn a_move_says_what_it_is() {
    let forbidden = |condition: &str, array: &str, before: &str| {
        let play = |script: &str| {
            let table = ScriptGame::new(script, pieces(array));
            let host = table.host();
            let mut game = game::start(&table.rules, &host).unwrap();
            before
                .split_whitespace()
                .for_each(|mv| actions::play(game.as_mut(), mv).map(drop).unwrap());
            legal(game.as_mut())
        };
        let with = play(&forbids("every ply", condition));
        let mut gone = play("");
        gone.retain(|mv| !with.contains(mv));
        gone
    };
    assert_eq!(forbidden("move.to.rank - move.from.rank == 2", "wKa1 wPe2 bKe8", ""), ["e2-e4"]);
    let castle = "wKe1 wRh1 bKe8";
    assert_eq!(forbidden("move.castling", castle, ""), ["e1-g1"]);
    assert_eq!(
        forbidden(
            "move.captures != [] && move.captures[0] != move.to",
            "wKe1 wPe5 bKe8 bPd7",
            "e1-d1 d7-d5"
        ),
        ["e5-d6"]
    );
    assert_eq!(
        forbidden("move.promotion != () && move.promotion != \"queen\"", "wKe1 wPb7 bKh6", "")
            .len(),
        3
    );
    let seat = "move.seat.name == \"black\" && move.piece.colour == move.seat && move.to.file == 4";
    let mut gone = forbidden(seat, "wKa1 bKe8", "a1-a2");
    gone.sort();
    assert_eq!(gone, ["e8-d7", "e8-d8"]);
    assert_eq!(forbidden("`${move}` == \"a1-b1\"", "wKa1 bKe8", ""), ["a1-b1"]);
}

#[test]
fn drops_are_asked_about_too_and_come_from_nowhere() {
    let script = format!(
        "fn define(rules) {{ rules.hand(seat(\"white\"), #{{ knight: 1 }}, \"a3..h3\"); }}\n{}",
        forbids("every ply", "move.from == () && move.to.file < 7")
    );
    let all = ScriptGame::new(&script, pieces("wKe1 bKe8")).legal();
    assert_eq!(all, ["N@g3", "N@h3"]);
}

#[test]
fn who_has_only_forbidden_moves_has_none() {
    let script = format!(
        "{}\nfn on_stalemate(game, seat) {{ if game.status(seat) == \"stalemate\" {{ win(seat); }} }}",
        forbids("king, every ply", "true")
    );
    let table = ScriptGame::new(&script, pieces("wKe1 bKe8"));
    let host = table.host();
    let game = game::start(&table.rules, &host).unwrap();
    assert!(game.outcome().is_some(), "white is stalemated at once");
}

#[test]
fn who_could_answer_a_check_only_by_a_forbidden_move_is_mated() {
    let mate = "fn on_mate(game, seat) { lose(seat); }";
    let array = "wKh1 wPg2 wPh2 wBa5 bRe8 bKa8";
    // The bishop on a5 covers e1.
    let ended = |script: &str, define: &str| {
        let script = format!("fn define(rules) {{ {define} }}\n{script}\n{mate}");
        let table = ScriptGame::new(&script, pieces(array));
        let host = table.host();
        let mut game = game::start(&table.rules, &host).unwrap();
        actions::play(game.as_mut(), "g2-g3 e8-e1").unwrap();
        let white = table.rules.spec().seat_named("white").unwrap();
        assert!(game.in_check(white));
        (game.status(white), game.outcome().map(|outcome| outcome.results.clone()))
    };
    let no_capture = forbids("bishop, capture, every ply", "true");
    for define in ["", "rules.mate_test(\"after_every_ply\");"] {
        assert_eq!(ended("", define), (Status::Ok, None));
        // The king goes to g2.
        assert_eq!(ended(&no_capture, define), (Status::Ok, None));
        let neither = no_capture.replace("bishop, capture", "bishop or king");
        let (status, results) = ended(&neither, define);
        assert_eq!(status, Status::Mate);
        assert_eq!(results, Some(vec![SeatResult::Loss, SeatResult::Win]));
        // An offered move is the only exception.
        let saved = format!("{neither}\n{}", offers("white", "h2", "f1"));
        assert_eq!(ended(&saved, define), (Status::Ok, None));
    }
}

#[test]
fn hooks_about_moves_are_asked_only_while_pieces_are_few_where_they_say_so() {
    let few = |hook: String| hook.replace("every ply", "at most 1 of rook, every ply");
    let legal = |script: &str, more: &str| {
        let table = ScriptGame::new(script, pieces(&format!("wKe1 wRa1 bKh8 {more}")));
        table.legal()
    };
    let extra = few(offers("white", "e1", "e5"));
    assert!(legal(&extra, "").contains(&"e1-e5".to_owned()));
    assert!(!legal(&extra, "bRc8").contains(&"e1-e5".to_owned()));
    let forbidding = few(forbids("every ply", "move.to.name == \"e2\""));
    assert!(!legal(&forbidding, "").contains(&"e1-e2".to_owned()));
    assert!(legal(&forbidding, "bRc8").contains(&"e1-e2".to_owned()));
}

#[test]
fn what_is_forbidden_is_not_announced() {
    let script =
        |more: &str| format!("fn define(rules) {{ rules.announcers([seat(\"white\")]); }}\n{more}");
    let legal = |more: &str| {
        let mut all = ScriptGame::new(&script(more), pieces("wKe1 bRd8 bKh8")).legal();
        all.retain(|text| text.starts_with("announce"));
        all
    };
    assert_eq!(legal(""), ["announce=e1-d1", "announce=e1-d2"]);
    assert_eq!(legal(&forbids("every ply", "move.to.name == \"d2\"")), ["announce=e1-d1"]);
}

#[test]
fn sampling_finds_every_move_that_is_offered_and_none_that_is_forbidden() {
    let script =
        format!("{}\n{}", offers("white", "a1", "h7"), forbids("every ply", "move.to.file == 2"));
    let table = ScriptGame::new(&script, pieces("wKa1 bKe8"));
    let host = table.host();
    let mut game = game::start(&table.rules, &host).unwrap();
    let all = actions::legal(game.as_mut()).unwrap();
    let names: Vec<_> = all.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!(names, ["a1-a2", "a1-h7"]);
    let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
    let mut drawn = [0; 2];
    for _ in 0..200 {
        let action =
            quadrille_agents::advise(&mut *game, AgentSpec::Random, &mut rng).unwrap().action;
        let place = all.iter().position(|(_, legal)| Some(*legal) == action);
        drawn[place.expect("what is drawn is legal")] += 1;
    }
    assert!(drawn.iter().all(|times| (70..=130).contains(times)), "{drawn:?}");
}

#[test]
fn hooks_about_moves_see_a_game_where_nobody_is_asked_about_moves() {
    // The copy of the game that these hooks read calls no hooks about moves. If it did, the query
    // for the status would call the hooks again, endlessly.
    let script = format!(
        "{}\n/// when: every ply\nfn extra_moves(game, seat) {{ if game.status(seat) == \"ok\" {{ [] }} }}",
        forbids("every ply", "game.status(move.seat) == \"ok\" && move.to.file == 4")
    );
    let all = ScriptGame::new(&script, pieces("wKe1 bKe8")).legal();
    assert_eq!(all, ["e1-e2", "e1-f1", "e1-f2"]);
}
