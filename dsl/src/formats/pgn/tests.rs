use proptest::prelude::*;
use quadrille_core::{Action, CompiledRules, Seat, game};

use super::*;
use crate::formats::actions;
use crate::formats::fen;
use crate::testing;
use crate::testing::Ends;

mod import;
mod reader;

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(records.len(), 1, "{text}");
    records.swap_remove(0)
}

fn said(word: &str) -> WordMeaning {
    one(word).words.swap_remove(0).meaning
}

fn words(record: &Record) -> Vec<&str> {
    record.words.iter().map(|entry| entry.text.as_str()).collect()
}

#[test]
fn a_file_is_tags_and_words() {
    let text = r#"[GameNr "2912"]
[Site "a \"quoted\" \\ place"]
[TimeControl "1+15D"]

1. h2-h4 { date=2020-07-17 clock=1 } .. b7-c7 .. Ng14-f12 .. m7-k7
2. Qg1xQn8+ ( .. O-O ( .. b4-c4 ) 2.. b5-c5 ) .. T .. S .. # ; to the end of the line
3. O-O-O  1/2-1/2

[GameNr "2913"]
1. e2-e4..e7-e5 *"#;
    let records = read(text).unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].tag("Site").unwrap().value, "a \"quoted\" \\ place");
    assert_eq!(
        words(&records[0]),
        ["h2-h4", "b7-c7", "Ng14-f12", "m7-k7", "Qg1xQn8+", "T", "S", "#", "O-O-O"]
    );
    assert_eq!(records[0].result.as_deref(), Some("1/2-1/2"));
    assert_eq!(words(&records[1]), ["e2-e4", "e7-e5"]);
    for entry in &records[0].words {
        assert_eq!(text.get(entry.span.clone()), Some(&*entry.text));
    }
}

#[test]
fn a_file_of_brackets_without_partners_is_refused_at_the_first() {
    // A search to the end for each bracket would take hours.
    for bracket in ["{", "[", "[a \"", "}", "e2-e4 {", "[ "] {
        let text = bracket.repeat(1_000_000 / bracket.len());
        let error = read(&text).unwrap_err();
        assert!(error.span.end <= 20, "{bracket}: {:?}", error.span);
    }
}

#[test]
fn a_record_shows_what_can_t_be_seen() {
    let rules = testing::cross_rules();
    let mut game = game::start(&rules, &Ends).unwrap();
    let tags = [("Event".to_owned(), "a\u{1b}[31m\u{202e}\n[Result \"x\"]".to_owned())];
    let text = write(&mut *game, &tags, &[]).unwrap();
    assert!(text.starts_with("[Event \"a␛[31m\\\\u{202e}␊[Result \\\"x\\\"]\"]\n"), "{text}");
    assert!(one(&format!("{text} *")).tag("Result").is_none(), "{text}");
}

#[test]
fn words_in_algebraic_notation_are_understood() {
    let moved = |from: &str, to: &str| MoveText {
        from: from.to_owned(),
        to: to.to_owned(),
        ..MoveText::default()
    };
    let marks = |checks, mates| MoveMarks { checks, mates, left: Vec::new() };
    assert_eq!(said("h2-h4"), WordMeaning::Move(moved("h2", "h4")));
    assert_eq!(
        said("Qg1xQn8+"),
        WordMeaning::Move(MoveText {
            piece: Some('Q'),
            captures: true,
            captured: Some('Q'),
            marks: marks(1, 0),
            ..moved("g1", "n8")
        })
    );
    assert_eq!(
        said("g12xQh11++#"),
        WordMeaning::Move(MoveText {
            captures: true,
            captured: Some('Q'),
            marks: marks(2, 1),
            ..moved("g12", "h11")
        })
    );
    assert_eq!(
        said("7xh6=Q"),
        WordMeaning::Move(MoveText { captures: true, promotion: Some('Q'), ..moved("7", "h6") })
    );
    assert_eq!(
        said("BxKh4#"),
        WordMeaning::Move(MoveText {
            piece: Some('B'),
            captures: true,
            captured: Some('K'),
            marks: marks(0, 1),
            ..moved("", "h4")
        })
    );
    assert_eq!(said("e4"), WordMeaning::Move(moved("", "e4")));
    assert_eq!(said("Nbd7"), WordMeaning::Move(MoveText { piece: Some('N'), ..moved("b", "d7") }));
    assert_eq!(said("bxc4"), WordMeaning::Move(MoveText { captures: true, ..moved("b", "c4") }));
    // Files after z have two letters.
    assert_eq!(said("aaxb3"), WordMeaning::Move(MoveText { captures: true, ..moved("aa", "b3") }));
    assert_eq!(said("bxaa3"), WordMeaning::Move(MoveText { captures: true, ..moved("b", "aa3") }));
    assert_eq!(said("z2-ab32"), WordMeaning::Move(moved("z2", "ab32")));
    assert_eq!(
        said("O-O#"),
        WordMeaning::Castling { king_side: true, put: None, marks: marks(0, 1) }
    );
    assert_eq!(
        said("O-O-O"),
        WordMeaning::Castling { king_side: false, put: None, marks: marks(0, 0) }
    );
    let WordMeaning::Move(king) = said("Ka4-b5R") else { panic!() };
    assert_eq!(king.marks.left, [Left::Resigned]);
    let WordMeaning::Castling { marks: castled, .. } = said("O-OT") else { panic!() };
    assert_eq!(castled.left, [Left::TimedOut]);
    for (word, left) in [
        ("#", vec![Left::Mated]),
        ("R#", vec![Left::Resigned, Left::Mated]),
        ("TS", vec![Left::TimedOut, Left::Stalemated]),
    ] {
        assert_eq!(said(word), WordMeaning::Left(left), "{word}");
    }
    for word in ["roll=4+2", "h1-k1-j1", "pass", "choose=queen", "choose=well!?"] {
        assert_eq!(said(word), WordMeaning::Action, "{word}");
    }
}

fn replayed(rules: &CompiledRules, text: &str) -> Result<Replay, PgnError> {
    let record = one(text);
    let mut game = match record.start(rules)? {
        None => game::start(rules, &Ends).unwrap(),
        Some(setup) => game::resume(rules, &Ends, &setup).unwrap(),
    };
    replay(&record, &mut *game)
}

#[test]
fn a_four_player_record_is_replayed_against_the_legal_moves() {
    let rules = testing::cross_rules();
    let replay = replayed(
        &rules,
        "[StartFen4 \"4PC\"]\n1. h2-h3 .. b10-c10 .. g13-g12 .. m6-l6\n2. Qg1-k5 .. Ba9-b10 .. h13-h11 .. Nn5-l4\n3. R",
    )
    .unwrap();
    assert_eq!(replay.actions.len(), 9);
    assert_eq!(replay.left, [(Seat(0), Left::Resigned)]);
}

#[test]
fn a_record_goes_on_when_a_player_has_left() {
    // A free-for-all.
    let mut spec = testing::cross();
    spec.teams = spec.seats.iter().map(|seat| seat.name.clone()).collect();
    for (number, seat) in spec.seats.iter_mut().enumerate() {
        seat.team = number as u8;
    }
    let rules = testing::rules(spec);
    let text = "1. h2-h3 .. T .. g13-g12 .. m6-l6\n2. Qg1-k5 .. R .. Nn5-l4\n";
    let replay = replayed(&rules, text).unwrap();
    assert_eq!(replay.left, [(Seat(1), Left::TimedOut), (Seat(2), Left::Resigned)]);
    let mut game = game::start(&rules, &Ends).unwrap();
    let written = write(&mut *game, &[], &replay.actions).unwrap();
    assert!(written.ends_with(&format!("\n\n{text}")), "{written}");
    assert!(game.outcome().is_none());
    let again = replayed(&rules, &format!("{text}3. R")).unwrap();
    assert_eq!(again.actions.len(), replay.actions.len() + 1);
    let error = replayed(&rules, &format!("{text}3. R .. a7-a6")).unwrap_err();
    assert_eq!(error.to_string(), "the record continues, but by these rules the game is over");
}

#[test]
fn a_castling_move_too_says_that_its_player_has_left() {
    let rules = testing::chess_rules();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6";
    assert_eq!(replayed(&rules, &format!("{moves} 4. O-O")).unwrap().left, []);
    let error = replayed(&rules, &format!("{moves} 4. O-OT")).unwrap_err();
    assert_eq!(error.to_string(), "the record continues, but by these rules the game is over");
}

#[test]
fn what_the_record_says_besides_the_moves_becomes_notes() {
    let rules = testing::chess_rules();
    let notes = |text| {
        let notes = replayed(&rules, text).unwrap().notes;
        notes.into_iter().map(|note| note.message).collect::<Vec<_>>()
    };
    assert_eq!(notes("1. e2-e4 .. e7-e5"), [""; 0]);
    assert_eq!(
        notes("1. Ne2-e4+"),
        ["the piece on e2 is a pawn", "there is a sign of check, but no king is attacked"]
    );
    assert_eq!(notes("1. e2xe4"), ["this move captures nothing"]);
    assert_eq!(
        notes("1. e2-e4 .. d7-d5 2. e4xQd5 .. Qd8-d5 3. Bf1-b5"),
        [
            "the piece on d5 is a pawn",
            "this move captures",
            "a king is attacked, but there is no sign of check"
        ]
    );
}

#[test]
fn only_a_new_check_needs_a_sign() {
    let rules = testing::cross_rules();
    let start = "[StartFen4 \"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/\
        x,x,x,8,x,x,x/14/14/14/13,gK/bK,13/14/4,rR,9/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/\
        x,x,x,4,rK,3,x,x,x\"]";
    let notes = |first: &str| {
        let text = format!("{start}\n1. {first} .. Ka7-a6 .. Kg14-f14 .. Kn8-n7");
        replayed(&rules, &text).unwrap().notes.len()
    };
    assert_eq!(notes("Re5-e8+"), 0);
    assert_eq!(notes("Re5-e8"), 1);
}

#[test]
fn the_result_is_compared_with_the_end_of_the_game() {
    let notes = |rules: &CompiledRules, text: &str| {
        let notes = replayed(rules, text).unwrap().notes;
        notes.into_iter().map(|note| note.message).collect::<Vec<_>>()
    };
    let chess = testing::chess_rules();
    assert_eq!(notes(&chess, "[Result \"1-0\"]\n1. e2-e4 .. R"), [""; 0]);
    assert_eq!(
        notes(&chess, "[Result \"0-1\"]\n1. e2-e4 .. R"),
        ["by these rules the result is 1-0"]
    );
    // The game is not over, so its result is unknown.
    assert_eq!(notes(&chess, "[Result \"0-1\"]\n1. e2-e4"), [""; 0]);

    // The players' names identify the seats. The order of the names does not.
    let cross = testing::cross_rules();
    let seats: Vec<String> = cross.spec().seats.iter().map(|seat| seat.name.clone()).collect();
    let players: Vec<String> = seats
        .iter()
        .zip(["a", "b", "c", "d"])
        .map(|(seat, who)| format!("[{seat} \"{who}\"]"))
        .collect();
    let record = |result: &str| format!("{}[Result \"{result}\"]\n1. h2-h3", players.concat());
    assert_eq!(notes(&cross, &record("c: 0 - a: 0 - b: 0 - d: 0")), [""; 0]);
    assert_eq!(
        notes(&cross, &record("c: 0 - d: 3 - b: 0 - a: 20")),
        [format!(
            "by these rules {} has 0 points, not 20, {} has 0 points, not 3; the game is not over",
            seats[0], seats[3]
        )]
    );
    for unclear in
        ["a: 1 - b: 2 - c: 3", "a: 1 - a: 2 - b: 3 - c: 4", "a wins", "a: 1 - b: 2 - c: 3 - e: 4"]
    {
        assert_eq!(notes(&cross, &record(unclear)), [""; 0], "{unclear}");
    }
}

#[test]
fn plain_records_and_action_text_are_replayed_too() {
    let rules = testing::chess_rules();
    let plain = replayed(
        &rules,
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Qd7 7. hxg4 O-O-O 8. Rfe1 Nf6 1-0",
    )
    .unwrap();
    let text = replayed(
        &rules,
        "e2-e4 .. e7-e5 .. g1-f3 .. b8-c6 .. f1-b5 .. a7-a6 .. b5-c6 .. d7-c6 .. e1-h1-g1 .. c8-g4 \
         h2-h3 d8-d7 h3-g4 e8-c8 f1-e1 g8-f6",
    )
    .unwrap();
    assert_eq!(plain.actions, text.actions);
    assert_eq!(plain.notes, []);
}

#[test]
fn a_record_starts_where_its_tags_say() {
    let rules = testing::chess_rules();
    let replay = replayed(&rules, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n1... Kd7 2. e3");
    assert_eq!(replay.unwrap().actions.len(), 2);
    let cross = testing::cross_rules();
    assert_eq!(one("[StartFen4 \"4PC\"]").start(&cross), Ok(None));
    assert!(one("[StartFen4 \"4PCo\"]").start(&cross).is_err());
    assert!(one("[StartFen4 \"2PC\"]").start(&cross).is_err());
    assert_eq!(one("1. h2-h3").start(&cross), Ok(None));
}

fn random_game(rules: &CompiledRules, seed: u64) -> Vec<Action> {
    let mut state = seed * 2 + 1;
    let mut game = game::start(rules, &Ends).unwrap();
    let mut played = Vec::new();
    for _ in 0..120 {
        let legal = actions::legal(&mut *game).unwrap();
        if legal.is_empty() {
            break;
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let action = legal[(state >> 33) as usize % legal.len()].1;
        game.play(action).unwrap();
        played.push(action);
    }
    played
}

#[test]
fn what_is_written_is_replayed_as_it_was_played() {
    for spec in [testing::cross(), testing::chess()] {
        let rules = testing::rules(spec);
        for seed in 0..4 {
            let actions = random_game(&rules, seed);
            let tags = [("Event".to_owned(), "a \"test\"".to_owned())];
            let text = {
                let mut game = game::start(&rules, &Ends).unwrap();
                write(&mut *game, &tags, &actions).unwrap()
            };
            let replay =
                replayed(&rules, &text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
            assert_eq!(replay.actions, actions, "{text}");
            assert_eq!(replay.notes, [], "{text}");
        }
    }
}

#[test]
fn comments_are_written_after_their_moves_and_skipped_when_read() {
    let rules = testing::chess_rules();
    let actions = random_game(&rules, 5);
    let actions = &actions[..3];
    let comments = ["[%eval 0.31] {deep}", "", "b"].map(str::to_owned);
    let mut game = game::start(&rules, &Ends).unwrap();
    let text = write_commented(&mut *game, &[], actions, &comments).unwrap();
    assert!(text.contains(" {[%eval 0.31] |deep|}") && text.contains(" {b}"), "{text}");
    assert_eq!(replayed(&rules, &text).unwrap().actions, actions);
}

#[test]
fn a_record_of_the_middle_of_a_game_says_where_it_starts() {
    let rules = testing::cross_rules();
    let actions = random_game(&rules, 9);
    let (before, after) = actions.split_at(7);
    let mut game = game::start(&rules, &Ends).unwrap();
    for action in before {
        game.play(*action).unwrap();
    }
    let text = write(&mut *game, &[], after).unwrap();
    assert!(text.starts_with("[StartFen4 \"G-0,0,0,0-"), "{text}");
    assert_eq!(replayed(&rules, &text).unwrap().actions, after);
}

#[test]
fn signs_of_check_come_before_signs_of_mate() {
    // Blue is mated on the file, and green, who moves later, is in check on the rank.
    let rules = testing::cross_rules();
    let empty = "14/";
    let board =
        ["3,3,yK,7/14/14/bK,13/", &empty.repeat(5), "3,rR,9,gK/1,rR,12/14/14/7,rK,6"].concat();
    let position = format!("R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{board}");
    let setup = fen::read(&rules, &position).unwrap();
    let mut game = game::resume(&rules, &Ends, &setup).unwrap();
    let action = actions::read(&mut *game, "d5-a5").unwrap();
    let written = write(&mut *game, &[], &[action]).unwrap();
    assert!(written.contains("Rd5-a5+#"), "{written}");
    let replay = replayed(&rules, &written).unwrap();
    assert_eq!((replay.actions, replay.notes), (vec![action], vec![]));
}

#[test]
fn every_error_names_its_place_and_what_to_write_instead() {
    let rules = testing::chess_rules();
    let mut report = String::new();
    for text in [
        "1. e2-e4 { no end",
        "1. e2-e4 } x",
        "1. e2-e4 ( .. e7-e5",
        "1. e2-e4 ) .. e7-e5",
        "[Event x]",
        "1. e2-e4 ( [Event \"x\"]",
        "1. e2-e5",
        "1. e4 e4",
        "1. Nd4",
        "1. e4 d5 2. Bb5 Nc6 3. Nc3 Ne7",
        "1. Ng1-f3 .. Ng8-f6 .. Nf3-d4 .. a7-a6 .. Nb1-c3 .. a6-a5 .. Ncb5 .. Ra8-a7 .. hello",
        "1. Nf3 Nf6 2. Nd4 a6 3. Nc3 a5 4. Nb5",
        "1. O-O",
        "1. Ni9-j9",
        "1. R .. e7-e5",
        "[StartFen4 \"4PC\"]\n1. e4",
        "[FEN \"8/8/8/8/8/8/8/7Z w - - 0 1\"]",
    ] {
        let error = match read(text) {
            Err(error) => error,
            Ok(_) => replayed(&rules, text).expect_err(text),
        };
        let place = text.get(error.span.clone()).expect("the place is inside the text");
        let help = error.help.expect("every error has advice");
        report += &format!("{text:?}\n  `{place}`: {}: {help}\n", error.kind);
    }
    insta::assert_snapshot!(report);
}

#[test]
fn variations_and_files_have_bounds() {
    assert!(read(&"(".repeat(100_000)).unwrap_err().to_string().contains("64 deep"));
    // A file may be longer than a game.
    assert!(read(&" ".repeat(MAX_LENGTH + 1)).unwrap().is_empty());
    let long = "e4 ".repeat(MAX_LENGTH / 3 + 1);
    assert!(read(&long).unwrap_err().to_string().contains("at most"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn any_text_is_read_or_refused_with_a_place_inside_it(
        text in "[a-hA-Z1-8=@#+x.(){}\\[\\]\" ;\n-]{0,40}|\\PC{0,20}"
    ) {
        match read(&text) {
            Ok(records) => for entry in records.iter().flat_map(|record| &record.words) {
                prop_assert_eq!(text.get(entry.span.clone()), Some(&*entry.text));
            },
            Err(error) => prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error),
        }
    }
}

#[test]
fn the_reference_pages_record_is_one() {
    let rules = testing::cross_rules();
    let example = REFERENCE.split("```").nth(1).unwrap();
    let replay = replayed(&rules, example).unwrap();
    assert_eq!((replay.actions.len(), replay.notes), (8, vec![]));
}

#[test]
fn every_form_of_word_that_sites_write_is_read() {
    // The piece, the first square, the capture and the last square, the promotion. Then checks,
    // mates, and players who are out.
    let forms = [
        ("h2-h4", " h2 - h4  0 0"),
        ("Qg1xQn8+", "Q g1 xQ n8  1 0"),
        ("g12xQh11", " g12 xQ h11  0 0"),
        ("d3xc4", " d3 x c4  0 0"),
        ("h10-h11=Q", " h10 - h11 Q 0 0"),
        ("h10-h11=D", " h10 - h11 D 0 0"),
        ("g10xRh11=Q++#", " g10 xR h11 Q 2 1"),
        ("7xh6=Q", " 7 x h6 Q 0 0"),
        ("Nb1-c3+++", "N b1 - c3  3 0"),
        ("Rd4-d14###", "R d4 - d14  0 3"),
        ("BxKh4#", "B  xK h4  0 1"),
        ("Ka4-b5T", "K a4 - b5  0 0 TimedOut"),
        ("Ka4-b5RS", "K a4 - b5  0 0 Resigned Stalemated"),
        // The letters of fairy pieces may be Greek.
        ("Δe4-e5", "Δ e4 - e5  0 0"),
        ("Δe4xΣf5", "Δ e4 xΣ f5  0 0"),
    ];
    let letter = |letter: Option<char>| letter.map(String::from).unwrap_or_default();
    for (word, form) in forms {
        let WordMeaning::Move(moved) = said(word) else { panic!("{word} is no move") };
        let link = if moved.captures { format!("x{}", letter(moved.captured)) } else { "-".into() };
        let (from, to, marks) = (&moved.from, &moved.to, &moved.marks);
        let mut found = format!(
            "{} {from} {link} {to} {} {} {}",
            letter(moved.piece),
            letter(moved.promotion),
            marks.checks,
            marks.mates
        );
        marks.left.iter().for_each(|left| found += &format!(" {left:?}"));
        assert_eq!(found, form, "{word}");
    }
    for (word, king_side, checks, mates) in
        [("O-O", true, 0, 0), ("O-O-O+", false, 1, 0), ("O-O#", true, 0, 1), ("0-0-0", false, 0, 0)]
    {
        let marks = MoveMarks { checks, mates, left: Vec::new() };
        assert_eq!(said(word), WordMeaning::Castling { king_side, put: None, marks }, "{word}");
    }
    for (word, left) in [
        ("S", vec![Left::Stalemated]),
        ("R", vec![Left::Resigned]),
        ("T", vec![Left::TimedOut]),
        ("T#", vec![Left::TimedOut, Left::Mated]),
        ("RS", vec![Left::Resigned, Left::Stalemated]),
    ] {
        assert_eq!(said(word), WordMeaning::Left(left), "{word}");
    }
}

#[test]
fn tags_of_sites_say_nothing_that_stops_a_game() {
    let rules = testing::cross_rules();
    let tags = r#"[GameNr "8675309"]
[TimeControl "2 | 10"]
[Variant "Teams"]
[RuleVariants "EnPassant DeadKingWalking PromoteTo=D Prom=8 OppX=2 Chess960=7 n-check KotH"]
[StartFen4 "4PC"]
[Red "a"]
[RedElo "1500"]
[Green "d"]
[GreenElo "?"]
[Result "a: 51 - b: 20 - c: 3 - d: 0"]
[Termination "a, b won by checkmate \# 1-0"]
[Site "www.chess.com/variants/4-player-chess/game/1"]
[Date "Fri Jul 17 2020 17:13:12 GMT+0000"]
[CurrentMove "5-2-3"]
"#;
    let moves = "\n1. h2-h3 { date=2020-07-17T17:13:12.297Z clock=178312 } .. b10-c10\n\
        ( .. b4-c4 .. g13-g12 ( 1.. h13-h12 ) 2. d2-d3 ) .. g13-g12 .. m6-l6\n2. Qg1-k5";
    let replay = replayed(&rules, &format!("{tags}{moves}")).unwrap();
    assert_eq!((replay.actions.len(), replay.notes), (5, vec![]));
}

#[test]
fn the_numbers_of_rounds_do_not_matter() {
    // Programs differ in the start of a round if red does not move first.
    let rules = testing::cross_rules();
    let start = {
        let mut game = game::start(&rules, &Ends).unwrap();
        actions::play(&mut *game, "h2-h3 b10-c10").unwrap();
        fen::write(&rules, &game.setup())
    };
    let mut played = Vec::new();
    for moves in [
        "1. g13-g12 .. m6-l6 .. g2-g3",
        "1. g13-g12 .. m6-l6\n2. g2-g3",
        "1.. g13-g12 .. m6-l6 2. g2-g3",
        "7... g13-g12 m6-l6 g2-g3",
    ] {
        let text = format!("[StartFen4 \"{start}\"]\n{moves}");
        played.push(replayed(&rules, &text).unwrap().actions);
    }
    assert!(played.iter().all(|actions| actions.len() == 3 && *actions == played[0]));
}
