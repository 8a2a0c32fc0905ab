//! Tests of moves whose legality depends on their consequences: duties, prohibitions, blasts and
//! judged hooks. There are also tests of `game.after`.

use quadrille_core::rules::Decision;
use quadrille_core::{Hooks, Seat, game};

use crate::formats::{actions, mechanism_sentences, why_illegal};
use crate::script::testing::{chess, findings, ruled, rules, says, wrong};
use crate::script::tests::per_move::pieces;

/// Returns the legal actions at the start of a chess game, as texts. `board` lists the pieces, and
/// `script` adds rules.
#[track_caller]
fn legal(script: &str, board: &str) -> Vec<String> {
    let (scripts, rules) = rules(&[script], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    actions::legal(game.as_mut()).unwrap().into_iter().map(|(text, _)| text).collect()
}

/// Returns the reason why the move `attempt` is not legal at the start of the game.
#[track_caller]
fn why(script: &str, board: &str, attempt: &str) -> String {
    let (scripts, rules) = rules(&[script], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    let illegal = actions::why_not(game.as_mut(), attempt, None).unwrap().expect("it is legal");
    why_illegal::sentence(game.view(), &illegal).to_string()
}

/// Plays actions, and returns the legal actions after them.
#[track_caller]
fn legal_after(script: &str, board: &str, played: &[&str]) -> Vec<String> {
    let (scripts, rules) = rules(&[script], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    for text in played {
        actions::play(game.as_mut(), text).unwrap();
    }
    actions::legal(game.as_mut()).unwrap().into_iter().map(|(text, _)| text).collect()
}

const MUST: &str = "fn define(rules) { rules.must(\"capture\").clause(\"A1\"); }";

#[test]
fn a_capture_that_is_possible_has_to_be_made() {
    let board = "wKe1 wPe4 wRa1 bPd5 bKe8 bPh7";
    assert_eq!(legal(MUST, board), ["e4-d5"]);
    assert_eq!(
        why(MUST, board, "a1-a2"),
        "the move must be a capture: the pawn on e4 can capture (clause A1)"
    );
    assert!(legal(MUST, "wKe1 bKe8 bPh7").len() > 1, "there is nothing to capture");
    let black = "fn define(rules) { rules.must(\"capture\", [seat(\"black\")]); }";
    assert!(legal(black, board).len() > 1, "White has no such duty");
    // The pawn is pinned, so the capture is not possible.
    assert!(legal(MUST, "wKe1 wPe4 bPd5 bKe8 bRe7").len() > 1);
}

#[test]
fn a_duty_to_capture_may_hold_for_some_kinds_only() {
    let pawns = "fn define(rules) { rules.must(\"capture\").kinds([\"pawn\"]); }";
    let board = "wKe1 wRa5 wPe4 bPd5 bKe8 bPh7";
    assert_eq!(legal(pawns, board), ["e4-d5"], "the rook may not capture instead");
    let free = legal(pawns, "wKe1 wRa5 wPe4 bPc5 bKe8 bPh7");
    assert!(free.contains(&"a5-c5".to_owned()) && free.contains(&"e4-e5".to_owned()));
    let most = "fn define(rules) { rules.must(\"capture_most_pieces\").kinds([\"pawn\"]); }";
    assert_eq!(legal(most, board), ["e4-d5"]);
}

#[test]
fn the_most_has_to_be_captured_by_number_or_by_value() {
    let most = |what: &str| format!("fn define(rules) {{ rules.must(\"capture_most_{what}\"); }}");
    let board = "wKe1 wPe4 bPd5 bQf5 bKh8";
    let (scripts, rules) = rules(&[&most("value")], {
        let mut spec = pieces(board);
        let queen = spec.kind_named("queen").unwrap();
        spec.kinds[queen.index()].value = 9;
        spec
    });
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    let listed = actions::legal(game.as_mut()).unwrap();
    assert_eq!(listed.into_iter().map(|(text, _)| text).collect::<Vec<_>>(), ["e4-f5"]);
    assert_eq!(legal(&most("pieces"), board), ["e4-d5", "e4-f5"]);
}

const NO_REPEAT: &str = "fn define(rules) { rules.may_not(\"repeat\").clause(\"R1\"); }";

#[test]
fn a_position_may_not_be_repeated() {
    let board = "wKa1 wRh1 bKa8 bRh8";
    let shuffle = ["h1-g1", "h8-g8", "g1-h1"];
    let legal = legal_after(NO_REPEAT, board, &shuffle);
    assert!(!legal.contains(&"g8-h8".to_owned()), "the start position would occur again");
    assert!(legal.contains(&"g8-f8".to_owned()));
    assert!(legal_after(NO_REPEAT, board, &shuffle[..2]).contains(&"g1-h1".to_owned()));

    let (scripts, rules) = rules(&[NO_REPEAT], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    shuffle.iter().for_each(|text| actions::play(game.as_mut(), text).unwrap());
    let illegal = actions::why_not(game.as_mut(), "g8-h8", None).unwrap().unwrap();
    assert_eq!(
        why_illegal::sentence(game.view(), &illegal).to_string(),
        "the position may not be repeated (clause R1)"
    );
}

#[test]
fn so_many_repetitions_are_allowed_as_the_duty_says() {
    let third = "fn define(rules) { rules.may_not(\"repeat\").times(3); }";
    let board = "wKa1 wRh1 bKa8 bRh8";
    let round = ["h1-g1", "h8-g8", "g1-h1", "g8-h8"];
    let played: Vec<&str> = round.into_iter().cycle().take(7).collect();
    assert!(legal_after(third, board, &played[..3]).contains(&"g8-h8".to_owned()));
    assert!(!legal_after(third, board, &played).contains(&"g8-h8".to_owned()));
    let says = |rule: &str, message: &str| {
        let findings = wrong(rule);
        assert!(findings[0].contains(message), "{findings:?}");
    };
    says("rules.may_not(\"repeat\").times(1);", "occurrence 1 of a position can't be forbidden");
    says("rules.may_not(\"check\").times(3);", "`times` belongs to a duty not to repeat");
}

#[test]
fn a_duty_not_to_repeat_binds_the_named_seats_and_progress_ends_the_past() {
    let white = "fn define(rules) { rules.may_not(\"repeat\", [seat(\"white\")]); }";
    let board = "wKa1 wRh1 wPe2 bKa8 bRh8";
    let shuffle = ["h1-g1", "h8-g8", "g1-h1"];
    assert!(legal_after(white, board, &shuffle).contains(&"g8-h8".to_owned()));
    // After Black repeats, White's rook may not begin a second cycle.
    let again = ["h1-g1", "h8-g8", "g1-h1", "g8-h8"];
    assert!(!legal_after(white, board, &again).contains(&"h1-g1".to_owned()));
    let progress = "fn define(rules) { rules.progress(\"pawn\"); rules.may_not(\"repeat\"); }";
    let over = ["h1-g1", "h8-g8", "e2-e3", "g8-h8", "g1-h1"];
    assert!(legal_after(progress, board, &over).contains(&"h8-g8".to_owned()));
}

#[test]
fn who_can_only_repeat_is_stalemated() {
    // All pawns are blocked, and each king has two squares.
    let board = "wKh1 wPg2 wPe1 bPg3 bPe2 bKa8 bPb7 bPd8 wPb6 wPd7";
    let played = ["h1-g1", "a8-b8", "g1-h1"];
    assert_eq!(legal_after("fn define(rules) {}", board, &played), ["b8-a8"]);
    let (scripts, rules) = rules(&[NO_REPEAT], pieces(board));
    let host = scripts.host(&rules);
    let mut game = game::start(&rules, &host).unwrap();
    played.iter().for_each(|text| actions::play(game.as_mut(), text).unwrap());
    assert_eq!(game.decision().unwrap(), Decision::Turn(Seat(0)), "Black's turn is skipped");
}

#[test]
fn a_move_may_not_give_check() {
    let script = "fn define(rules) { rules.may_not(\"check\").clause(\"R1\"); }";
    let board = "wKe1 wRa2 wNe3 wRe2 bKe8";
    let moves = legal(script, board);
    for gives in ["a2-a8", "e3-c4", "e3-g2"] {
        assert!(!moves.contains(&gives.to_owned()), "{gives}");
    }
    assert!(moves.contains(&"a2-a7".to_owned()) && moves.contains(&"e2-d2".to_owned()));
    assert_eq!(
        why(script, board, "a2-a8"),
        "the move may not give check to Black's king on e8 (clause R1)"
    );
}

const BLAST: &str = "fn define(rules) { rules.blast(\"K\").spares([\"pawn\"]); }
    fn on_royal_captured(game, seat, piece, square) { lose(piece.colour); }";

#[test]
fn a_capture_blows_up_what_stands_around() {
    let board = "wKa1 wRd1 bNd5 bBe6 bPc5 bKh8";
    let after = legal_after(BLAST, board, &["d1-d5"]);
    assert!(after.iter().all(|text| text.starts_with('h') || text.starts_with('c')), "{after:?}");
    // The king may neither approach nor capture.
    let board = "wKd4 wRd1 bNd5 bPe4 bKh8";
    assert_eq!(
        why(BLAST, board, "d1-d5"),
        "the rook on d1 can't get to d5: White's king on d4 is in the way"
    );
    let both = "wKa1 wRd1 wNd3 wBd4 bKh8";
    assert_eq!(
        why("fn define(rules) {}", both, "d1-d6"),
        "the rook on d1 can't get to d6: White's knight on d3 and White's bishop on d4 are in the way"
    );
    assert_eq!(why(BLAST, board, "d4-e4"), "White's king on d4 would be lost by the move");
    let stays = "fn define(rules) { rules.blast(\"W\").captor_stays(); }";
    let moves = legal_after(stays, "wKa1 wRd1 bNd5 bBe6 bPc5 bKh8", &["d1-d5", "h8-h7"]);
    assert!(moves.contains(&"d5-d8".to_owned()), "{moves:?}");
}

#[test]
fn a_blast_removes_only_the_pieces_of_those_it_is_declared_for() {
    let board = "wKa1 wRd1 wNe4 bNd5 bBe6 bKh8";
    let all = "fn define(rules) { rules.blast(\"K\"); }";
    let black_then_white = ["d1-d5", "h8-h7"];
    let can = |script: &str, piece: char| {
        let after = legal_after(script, board, &black_then_white);
        after.iter().any(|text| text.starts_with(piece))
    };
    assert!(!can(all, 'e'), "the knight beside the capture is gone");
    let enemies = "fn define(rules) { rules.blast(\"K\").removes(\"enemy\"); }";
    assert!(can(enemies, 'e'), "it is White's, like the rook");
    assert!(!can(enemies, 'd'), "the rook goes all the same");
    let bishop = |script: &str| {
        legal_after(script, board, &["d1-d5"]).iter().any(|text| text.starts_with('e'))
    };
    assert!(!bishop(enemies), "Black's bishop is gone");
    let own = "fn define(rules) { rules.blast(\"K\").removes(seat(\"white\")); }";
    assert!(bishop(own) && !can(own, 'e'));
    // A blast that spares the capturing side does not remove the capturing side's king.
    let beside = "wKd4 wRd1 wRa5 bNd5 bKh8";
    assert_eq!(why(all, beside, "a5-d5"), "White's king on d4 would be lost by the move");
    assert!(legal(enemies, beside).contains(&"a5-d5".to_owned()));
}

#[test]
fn a_promotion_may_depend_on_the_pieces_that_are_left() {
    let script = "fn define(rules) {
        rules.promotion(\"pawn\", \"queen\").while_on_board(\"queen\", 0, 0);
    }
    /// when: pawn
    fn promotes(piece, square) {
        if piece.forward(square) == () { [\"queen\", \"rook\"] }
    }";
    let pawn = |board: &str| {
        let mut moves = legal(script, board);
        moves.retain(|text| text.starts_with('h'));
        moves.sort();
        moves
    };
    assert_eq!(pawn("wKa1 wPh7 bKa8 bQd7"), ["h7-h8=Q", "h7-h8=R"], "only own pieces count");
    assert_eq!(pawn("wKa1 wPh7 wQd2 bKa8"), ["h7-h8=R"]);
}

#[test]
fn a_piece_enters_squares_only_while_the_conditions_hold() {
    let script = |plies: &str| {
        format!("fn define(rules) {{ rules.entry(\"rook\", \"d1..d8\").while_ply({plies}); }}")
    };
    let board = "wKa1 wRc3 bKd4";
    let rook = |plies: &str| {
        let mut moves = legal(&script(plies), board);
        moves.retain(|text| text.starts_with("c3-") && !text.starts_with("c3-c"));
        moves.sort();
        moves
    };
    let short = ["c3-a3", "c3-b3", "c3-e3", "c3-f3", "c3-g3", "c3-h3"];
    assert_eq!(rook("1, 9"), short, "the ride continues behind the d-file");
    assert_eq!(rook("0, 0").len(), short.len() + 1);
    let d3 =
        |plies: &str| legal_after(&script(plies), board, &["a1-a2"]).contains(&"d4-d3".to_owned());
    assert!(d3("9, 9") && !d3("0, 9"), "a rook does not attack what it may not enter");
}

#[test]
fn a_ride_may_stay_in_a_zone_and_turn_in_it() {
    let script = |refined: &str| {
        format!(
            "fn define(rules) {{
                rules.set_movement(\"knight\", \"cH\");
                rules.movement(\"knight\", \"R\").along(\"a1..a8 + a8..c8 + c6..c8\"){refined};
            }}"
        )
    };
    let knight = |refined: &str, board: &str| {
        let mut moves = legal(&script(refined), board);
        moves.retain(|text| text.starts_with("a5-"));
        moves.sort();
        moves
    };
    let board = "wKh1 wNa5 wPa4 bPc7 bKh8";
    assert_eq!(knight("", board), ["a5-a6", "a5-a7", "a5-a8"]);
    let round = ["a5-a6", "a5-a7", "a5-a8", "a5-b8", "a5-c7", "a5-c8"];
    assert_eq!(knight(".turning()", board), round, "up to the first piece, around two corners");
    assert_eq!(knight(".turning()", "wKh1 wNa5 wPa4 bPa7 bKh8"), ["a5-a6", "a5-a7"]);
}

#[test]
fn what_is_declared_is_told_in_sentences() {
    let script = "fn define(rules) {
        rules.must(\"capture\", [seat(\"white\")]).clause(\"A1\");
        rules.may_not(\"check\");
        rules.may_not(\"repeat\").times(3);
        rules.blast(\"K\").removes(\"enemy\").spares([\"pawn\"]);
        rules.protect(\"own\", \"none\");
        rules.captures_to_hand(\"captor\");
        rules.base(\"queen\", \"pawn\");
        rules.base(\"rook\", \"pawn\");
        for seat in seats() {
            rules.hand(seat, #{ pawn: 1 }, \"all\").optional().at_most_on_line(1).may_not_mate();
        }
        rules.hand(seat(\"white\"), #{ knight: 1 }, \"a1..h2\");
        rules.supply(\"queen\", 2);
        rules.promotion(\"pawn\", \"queen\").while_on_board(\"rook\", 0, 1);
        rules.promotion(\"pawn\", \"queen\").with_mark(\"vowed\");
        rules.entry(\"king\", \"centre\").while_ply(9, 99);
        rules.dice(2, [[1, 1], [2, 1]]);
        rules.fog();
        rules.counter(\"points\", \"seat\", 0, 9);
        rules.counter(\"grade\", \"piece\", 0, 3);
        rules.memory(\"last\", \"game\", \"kind\");
        rules.mark(\"sworn\");
    }
    fn dice_allows(face, kind) { face == 1 || kind == \"pawn\" || kind == \"king\" }";
    let (_, rules) = rules(&[script], pieces("wKe1 bKe8"));
    assert_eq!(
        mechanism_sentences::sentences(rules.spec(), &[]),
        [
            "Two dice are rolled before each turn. Each number lets a piece move: 1 any piece and 2 a pawn or a king.",
            "Players may leave their own royals attacked.",
            "For White: a player who can capture must capture (A1).",
            "A move may not give check to an opponent.",
            "A move may not repeat a position that has occurred 2 times since the last progress.",
            "A capture also removes the capturing piece and opponents' pieces on the eight surrounding squares, but no pawns.",
            "A captured piece goes to the capturing player's hand.",
            "A queen or a rook goes to a hand as a pawn.",
            "A player may drop a pawn instead of moving, on any empty square, with at most 1 of a kind on a file, but not to give mate.",
            "For White: a player who holds a knight must drop it before any other move, on an empty square in a set of 16.",
            "A piece promotes to a queen only while fewer than 2 of its colour are on the board.",
            "A pawn promotes to a queen only while the number of its side's rooks on the board is from 0 to 1 or it has the mark `vowed`.",
            "A king moves to the zone `centre` only while the number of plies played is from 9 to 99.",
            "Players see only the squares where their own pieces stand, attack or may go.",
            "Counted for each player: `points`, 0 to 9.",
            "Counted for the game: `pot`, -5 to 99.",
            "Counted for each piece: `level`, -1 to 5; `grade`, 0 to 3.",
            "Remembered for the game: `last`, a kind of piece.",
            "Marks of pieces: `vowed`, `late`, `sworn`.",
        ]
    );
    let (_, rules) = self::rules(&["fn define(rules) { }"], pieces("wKe1 bKe8"));
    let sentences = mechanism_sentences::sentences(rules.spec(), &[]);
    let own = |line: &String| ["Counted", "Marks"].iter().any(|head| line.starts_with(head));
    assert!(
        sentences.iter().all(own),
        "chess has nothing of it but what these tests count: {sentences:?}"
    );
}

#[test]
fn what_is_asked_is_told_in_sentences() {
    let script = r#"
        const SEALED = false;
        fn define(rules) { }
        /// clause: A1
        /// when: every ply
        fn on_turn(game, opener) {
            let bids = ["none", "one"];
            let few = seats().filter(|other| other != opener);
            for other in seats() {
                if SEALED { ask_in_secret(other, "bid", bids, ()); } else { ask(other, "bid", bids, ()); }
            }
            ask(game.turn, "place", game.empty(), ());
        }
        fn on_capture(game, captor, piece, square) { heir(game, captor); }
        fn on_mate(game, loser) { heir(game, loser); ask(loser.partner, "reply", texts(game), ()); }
        fn heir(game, player) { ask_in_secret(player, "heir", kinds(), ()); }
        fn texts(game) { game.moves(seat("white")).map(|move| move.from.name) }
        fn on_stalemate(game, seat) { ask(seat("black"), "number", [1, 2], ()); }
        fn on_move(game, seat, piece, from, to) {
            let more = ["none"];
            if from == () { more.push("all"); }
            ask(seat, "gate", more, ());
        }
        fn on_answer(game, seat, question, choice, about) { if question == "bid" { ask(seat, choice, [1], ()); } }
    "#;
    let (scripts, _) = rules(&[script], pieces("wKe1 bKe8"));
    assert_eq!(
        scripts.questions_in_sentences(),
        [
            "As a turn opens, each player is asked `bid`, openly or in secret: `none` or `one` (A1).",
            "As a turn opens, the player to move is asked `place`, openly: a square (A1).",
            "After a capture or after a mate, a player is asked `heir`, in secret until all have answered: a kind of piece.",
            "After a move, the player who has moved is asked `gate`, openly: the answers depend on the position.",
            "After a mate, the partner of the mated player is asked `reply`, openly: the answers depend on the position.",
            "After a stalemate, Black is asked `number`, openly: `1` or `2`.",
            "After an answer, the player who has answered is asked a question, openly: `1`.",
        ]
    );
}

/// A script by which a capture also removes the pieces beside the captured piece's square, as a
/// blast does. The legality of a capture depends on this effect.
const SCRIPTED: &str = "
/// judged: yes
fn on_capture(game, seat, piece, square) {
    for way in [\"north\", \"south\", \"east\", \"west\"] {
        let at = square.step(way);
        if at != () && game.piece(at) != () { remove(at); }
    }
}";

#[test]
fn a_move_is_judged_with_the_effects_of_a_judged_hook() {
    // The knight shields the king. The capture next to the knight removes the knight.
    let board = "wKe1 wNe4 wRd1 bPd4 bRe8 bKh8";
    let unjudged = SCRIPTED.replace("/// judged: yes\n", "");
    assert!(legal(&unjudged, board).contains(&"d1-d4".to_owned()));
    assert!(!legal(SCRIPTED, board).contains(&"d1-d4".to_owned()));
    assert_eq!(
        why(SCRIPTED, board, "d1-d4"),
        "White's king on e1 would be exposed to check by Black's rook on e8"
    );
    // The consequence of a capture can answer a check.
    let board = "wKe1 wRa8 bPd8 bRe8 bKh7";
    assert!(legal(SCRIPTED, board).contains(&"a8-d8".to_owned()));
    assert!(!legal(&unjudged, board).contains(&"a8-d8".to_owned()));
    // If the effects of a move remove the moving player's king, the king is lost.
    let board = "wKd1 wRa2 bPd2 bKh8";
    assert_eq!(why(SCRIPTED, board, "a2-d2"), "White's king on d1 would be lost by the move");
}

#[test]
fn only_hooks_that_moves_cause_can_be_judged() {
    let found = findings(&["/// judged: no\nfn on_mate(game, seat) { draw(); }"], &[]);
    says(&found, "Q0328", "/// judged: no", "takes only `yes`");
    let errors =
        ruled(&["/// judged: yes\nfn on_mate(game, seat) { draw(); }"], chess()).err().unwrap();
    assert!(errors[0].contains("the effects of `on_mate` can't judge a move"), "{errors:?}");
}

#[test]
fn a_hook_asks_what_would_be_after_a_move() {
    // No move may leave the opponent without a move.
    let script = "/// when: queen, every ply\nfn forbids(game, move) {
        game.after(move).status(seat(\"black\")) != \"ok\"
    }";
    let board = "wKc7 wQb1 bKa8";
    let moves = legal(script, board);
    for ends in ["b1-b7", "b1-a1", "b1-a2", "b1-b6"] {
        assert!(!moves.contains(&ends.to_owned()), "{ends}");
    }
    assert!(moves.contains(&"b1-c1".to_owned()), "{moves:?}");
    let nobody = "/// when: queen, every ply\nfn forbids(game, move) {
        game.after(square(\"d4\"), square(\"d5\")).ply > 0
    }";
    let (scripts, rules) = rules(&[nobody], pieces(board));
    let host = scripts.host(&rules);
    let fault = game::start(&rules, &host).err().or_else(|| host.fault());
    assert!(fault.unwrap().message().contains("there is no piece to make this move"));
}

/// A script in which captures are obligatory, and a piece that has captured must capture again if
/// it can.
const DRAUGHTS: &str = "fn define(rules) { rules.must(\"capture\"); }
/// when: capture
fn on_move(game, seat, piece, from, to) { capture_again(to); }";

#[test]
fn a_piece_goes_on_capturing_while_it_can() {
    let board = "wKh1 wRa1 bPa4 bPd4 bPd7 bKh8 wNg3 bPh5";
    assert_eq!(legal_after(DRAUGHTS, board, &["a1-a4"]), ["a4-d4"]);
    assert_eq!(legal_after(DRAUGHTS, board, &["a1-a4", "a4-d4"]), ["d4-d7"]);
    let after = legal_after(DRAUGHTS, board, &["a1-a4", "a4-d4", "d4-d7"]);
    assert!(after.iter().all(|text| text.starts_with('h')), "Black's turn: {after:?}");
    let on = "fn define(rules) {} /// when: knight
fn on_move(game, seat, piece, from, to) { if from.rank == 1 { move_again(to); } }";
    let after = legal_after(on, "wKh1 wNb1 bKh8", &["b1-c3"]);
    assert!(!after.is_empty() && after.iter().all(|text| text.starts_with("c3-")), "{after:?}");
}

#[test]
fn a_drop_may_not_give_check_where_no_move_may() {
    let script = "fn define(rules) {
    rules.may_not(\"check\");
    rules.hand(seat(\"white\"), #{ knight: 1 }, \"all\").optional();
}";
    let drops = legal(script, "wKa1 bKe8").into_iter().filter(|text| text.starts_with("N@"));
    let drops: Vec<String> = drops.collect();
    assert_eq!(drops.len(), 62 - 4, "{drops:?}");
    assert!(!drops.contains(&"N@d6".to_owned()));
}

/// The rules for turns with two moves, of which the first may be a drop.
const DOUBLE: &str = "fn define(rules) {
    rules.hand(seat(\"white\"), #{ knight: 1 }, \"all\").optional();
}
/// when: every ply
fn on_move(game, seat, piece, from, to) { if game.moves_this_turn == 1 { another_move(); } }";

#[test]
fn a_turn_goes_on_with_any_move() {
    let board = "wKa1 wRh2 bKa8 bRh7";
    let second = legal_after(DOUBLE, board, &["a1-b1"]);
    assert!(second.iter().any(|text| text.starts_with("h2-")), "{second:?}");
    assert!(second.iter().any(|text| text.starts_with("b1-")), "{second:?}");
    let third = legal_after(DOUBLE, board, &["a1-b1", "h2-g2"]);
    assert!(third.iter().all(|text| text.starts_with("a8") || text.starts_with("h7")), "{third:?}");
    // If a seat can't continue, its turn is over.
    let alone = DOUBLE.replace("knight: 1", "knight: 0");
    let stuck = legal_after(&alone, "wKa2 bQc2 bKh8", &["a2-a1"]);
    assert!(stuck.iter().any(|text| text.starts_with("c2-")), "{stuck:?}");
}

#[test]
fn in_fog_a_seat_sees_what_its_pieces_reach() {
    let script = "fn define(rules) { rules.fog(); }";
    let (scripts, rules) = rules(&[script], pieces("wKa1 wPc2 wRh1 bKh8 bPd3 bNg5 bPh4"));
    let host = scripts.host(&rules);
    let game = game::start(&rules, &host).unwrap();
    let board = &rules.spec().geometry;
    let sees =
        |seat: u8, name: &str| game.visible(Seat(seat)).contains(board.square_named(name).unwrap());
    for (square, seen) in [
        ("a1", true),
        ("b2", true),  // beside the king
        ("c4", true),  // a double step
        ("d3", true),  // attacked by the pawn
        ("b3", true),  // attacked by the pawn if a piece were there
        ("h4", true),  // stops the rook
        ("h5", false), // behind the square that stops it
        ("g5", false),
        ("c5", false),
    ] {
        assert_eq!(sees(0, square), seen, "{square}");
    }
    assert!(sees(1, "f3") && !sees(1, "a1"));
    assert!(wrong("rules.fog(\"everybody\")")[0].contains("everybody"));
}

#[test]
fn nobody_attacks_or_sees_a_square_because_of_a_piece_that_may_not_enter_it() {
    let script = r#"
        fn define(rules) { rules.fog(); }
        /// when: knight
        fn may_enter(piece, square) { square.name != "e4" && square.name != "f3" }
    "#;
    let (scripts, rules) = rules(&[script], pieces("wKa1 wNg5 bKh8 bPf3"));
    let host = scripts.host(&rules);
    let game = game::start(&rules, &host).unwrap();
    let square = |name: &str| rules.spec().geometry.square_named(name).unwrap();
    for (name, attacked) in [("e4", false), ("f3", false), ("e6", true), ("h7", true)] {
        assert_eq!(!game.attackers(square(name), Seat(0)).is_empty(), attacked, "{name}");
        assert_eq!(game.visible(Seat(0)).contains(square(name)), attacked, "{name}");
    }
}

#[test]
fn wrong_declarations_are_reported() {
    assert!(wrong("rules.must(\"castle\")")[0].contains("castle"));
    assert!(wrong("rules.blast(\"R\")")[0].contains("`R` is not an area around a square"));
    assert!(wrong("rules.blast(\"K\").removes(\"enemies\")")[0].contains("enemy"));
    assert!(wrong("rules.must(\"capture\").removes(\"own\")")[0].contains("belongs to a blast"));
    assert!(wrong("rules.must(\"capture\").spares([\"pawn\"])")[0].contains("belongs to a blast"));
}

#[test]
fn a_royal_that_effects_bring_back_may_stay_in_its_check() {
    let script = "fn define(rules) { rules.protect(\"own\", \"safe_unless_already_in_check\"); }
        /// judged: yes
        /// when: king
        fn on_move(game, seat, piece, from, to) { move_piece(to, from); }";
    assert_eq!(legal(script, "wKa1 bRa8 bKh8"), ["a1-a2", "a1-b1", "a1-b2"], "in check");
    assert_eq!(legal(script, "wKa1 bRb8 bKh8"), ["a1-a2", "a1-b1", "a1-b2"], "not in check");
}
