use std::collections::HashMap;

use proptest::prelude::*;
use quadrille_core::rules::Path;
use quadrille_core::{CompiledRules, Declaration, game};

use super::*;
use crate::formats::notation;
use crate::testing;
use crate::testing::Ends;

fn texts(rules: &CompiledRules, before: &str) -> Vec<String> {
    let mut game = game::start(rules, &Ends).unwrap();
    play(&mut *game, before).unwrap_or_else(|error| panic!("{before}: {error:?}"));
    legal(&mut *game).unwrap().into_iter().map(|(text, _)| text).collect()
}

#[test]
fn moves_are_written_from_to_and_sorted_bytewise() {
    let rules = testing::chess_rules();
    let texts = texts(&rules, "");
    assert_eq!(texts.len(), 20);
    assert_eq!(texts[..3], ["a2-a3", "a2-a4", "b1-a3"]);
    assert!(texts.is_sorted());
}

#[test]
fn castling_is_the_kings_own_move_and_promotion_names_the_kind() {
    let rules = testing::chess_rules();
    let castling = "e2-e4 e7-e5 g1-f3 g8-f6 f1-c4 f8-c5";
    assert!(texts(&rules, castling).contains(&"e1-g1".to_owned()));
    assert!(texts(&rules, &format!("{castling} e1-h1-g1 e8-g8")).contains(&"f1-e1".to_owned()));
    let promotion = "a2-a4 h7-h5 a4-a5 h5-h4 a5-a6 h4-h3 a6-b7 h3-g2";
    let texts = texts(&rules, promotion);
    for text in ["b7-a8=B", "b7-a8=N", "b7-a8=Q", "b7-a8=R"] {
        assert!(texts.contains(&text.to_owned()), "{text}");
    }
}

/// Returns chess whose knight has additional movements, each with a separate mark so that they
/// differ.
fn with_movements(notations: &[&str]) -> CompiledRules {
    let mut spec = testing::chess();
    for (mark, notation) in notations.iter().enumerate() {
        let walks = notation::parse(notation).unwrap();
        let marked = walks.into_iter().map(|walk| Path { set_mark: Some(mark as u8), ..walk });
        spec.kinds[1].paths.extend(marked);
        spec.marks.push(format!("mark {mark}"));
    }
    testing::rules(spec)
}

#[test]
fn actions_that_share_a_text_are_written_with_all_their_squares() {
    // A king that also leaps two squares sideways conflicts with castling.
    let mut spec = testing::chess();
    spec.kinds[5].paths.extend(notation::parse("msD").unwrap());
    let rules = testing::rules(spec);
    let before = "g1-f3 g8-f6 e2-e3 e7-e6 f1-e2 f8-e7";
    let texts = texts(&rules, before);
    assert!(texts.contains(&"e1-h1-g1".to_owned()), "{texts:?}");
    assert!(texts.contains(&"e1-g1".to_owned()));
    // An action that is written alone has the same text.
    let mut game = game::start(&rules, &Ends).unwrap();
    play(&mut *game, before).unwrap();
    for (text, action) in legal(&mut *game).unwrap() {
        assert_eq!(text_of(&mut *game, action), Ok(text));
    }
}

#[test]
fn actions_over_the_same_squares_are_numbered() {
    let rules = with_movements(&["fmW", "fmW"]);
    let mut game = game::start(&rules, &Ends).unwrap();
    play(&mut *game, "b1-c3 a7-a6").unwrap();
    let texts = texts(&rules, "b1-c3 a7-a6");
    assert!(
        texts.contains(&"c3-c4".to_owned()) && texts.contains(&"c3-c4~2".to_owned()),
        "{texts:?}"
    );
    let first = read(&mut *game, "c3-c4").unwrap();
    assert_ne!(read(&mut *game, "c3-c4~2").unwrap(), first);
}

#[test]
fn squares_where_pieces_are_captured_on_the_way_tell_walks_apart() {
    let rules = with_movements(&["caK"]);
    let texts = texts(&rules, "b1-c3 e7-e6 c3-d5 c7-c6");
    for text in ["d5-c6-d6", "d5-e6-d6", "d5-f6"] {
        assert!(texts.contains(&text.to_owned()), "{text} of {texts:?}");
    }
}

#[test]
fn dice_questions_and_offers_are_written_in_words() {
    let words = SpokenWords {
        turn: Seat(0),
        options: vec!["queen".to_owned(), "a b".to_owned(), String::new()],
        offers: vec!["claim".to_owned()],
        shuffled: 0,
        choices: HashMap::new(),
    };
    let spec = testing::chess();
    let text = |action| short(&spec, &words, action);
    assert_eq!(text(Action::Roll([0, 4])), "roll=4");
    assert_eq!(text(Action::Roll([4, 0])), "roll=4");
    assert_eq!(text(Action::Roll([2, 4])), "roll=4+2");
    assert_eq!(text(Action::Choose(0)), "choose=queen");
    assert_eq!(text(Action::Choose(1)), "choose=a_b");
    assert_eq!(text(Action::Choose(2)), "choose=_");
    assert_eq!(text(Action::Say(0)), "say=claim");
    assert_eq!(text(Action::Pass), "pass");
    assert_eq!(text(Action::Declare(Seat(0), Declaration::Resign)), "resign");
    assert_eq!(text(Action::Declare(Seat(1), Declaration::Flag)), "flag=black");
    assert_eq!(text(Action::Declare(Seat(0), Declaration::Agree)), "agree");
    assert_eq!(text(Action::Drop(Kind(3), Square(8))), "R@a2");
    let played = Move::new(Square(8), Square(16));
    assert_eq!(text(Action::Announce(played)), "announce=a2-a3");
}

#[test]
fn rolls_are_read_in_any_order() {
    let spec = testing::chess();
    assert_eq!(parse::parse(&spec, "roll=2+4"), parse::parse(&spec, "roll=4+2"));
}

#[test]
fn every_error_names_its_token_and_what_could_be_written() {
    let rules = testing::chess_rules();
    let mate = "f2-f3 e7-e5 g2-g4 d8-h4";
    let mut report = String::new();
    for text in [
        "d2d4",
        "e2-e4 Nb8xc6",
        "O-O",
        "e2-e4 e7-e9",
        "a7-b8=q",
        "e2-e4=T",
        "hello",
        "rolled",
        "resigns",
        "resign=pink",
        "resign e2-e4",
        "roll=4",
        "roll=400",
        "d2-d5",
        "e7-e5",
        "d4-d5",
        "pass",
        "R@b3",
        "  e2-e4\n e2-e4",
        "choose=queen",
        "a9-a1",
        "é",
        "f2-f3 e7-e5 g2-g4 d8-h4 a2-a3",
        "a2-a4 h7-h5 a4-a5 h5-h4 a5-a6 h4-h3 a6-b7 h3-g2 b7-a8",
    ] {
        let mut game = game::start(&rules, &Ends).unwrap();
        let error = play(&mut *game, text).expect_err(text);
        let token = text.get(error.span.clone()).expect("the place is inside the text");
        let help = error.help.map(|help| format!(": {help}")).unwrap_or_default();
        report += &format!("{text:?}\n  `{token}`: {}{help}\n", error.kind);
    }
    assert!(texts(&rules, mate).is_empty());
    insta::assert_snapshot!(report);
}

#[test]
fn text_and_action_are_one_to_one_in_every_position_of_a_game() {
    for rules in [testing::cross_rules(), with_movements(&["caK", "mWmaW", "N"])] {
        for seed in 0..4u64 {
            let mut state = seed * 2 + 1;
            let mut game = game::start(&rules, &Ends).unwrap();
            for _ in 0..80 {
                let legal = legal(&mut *game).unwrap();
                let Some(last) = legal.len().checked_sub(1) else { break };
                for (before, after) in legal.iter().zip(&legal[1..]) {
                    assert!(before.0 < after.0, "{} {}", before.0, after.0);
                }
                for (text, action) in legal.iter().take(5).chain([&legal[last]]) {
                    assert_eq!(read(&mut *game, text).as_ref(), Ok(action), "{text}");
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                game.play(legal[(state >> 33) as usize % legal.len()].1).unwrap();
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_text_is_played_or_refused_with_a_place_inside_it(text in "[a-h1-8=@QR~+ é-]{0,20}") {
        let rules = testing::chess_rules();
        let mut game = game::start(&rules, &Ends).unwrap();
        if let Err(error) = play(&mut *game, &text) {
            prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
        }
    }
}
