//! Tests of FEN4 as chess.com and its editor write it.

use quadrille_core::game;

use super::super::*;
use super::{START, but, cross, setup};
use crate::testing;

/// The start position of a two-player game as chess.com writes it. The game's board is in the
/// middle of the four-player board. The lists have entries for four seats.
const TWO: &str = "R-0,1,0,1-1,1,1,1-1,1,1,1-0,0,0,0-0-{'pawnBaseRank':5,'wb':true,'dim':'8x8'}-\
    x,x,x,x,x,x,x,x,x,x,x,x,x,x/x,x,x,x,x,x,x,x,x,x,x,x,x,x/x,x,x,x,x,x,x,x,x,x,x,x,x,x/\
    x,x,x,yR,yN,yB,yQ,yK,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/\
    x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/\
    x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x/x,x,x,x,x,x,x,x,x,x,x,x,x,x/x,x,x,x,x,x,x,x,x,x,x,x,x,x/\
    x,x,x,x,x,x,x,x,x,x,x,x,x,x";
/// The position of [`TWO`] without the larger board. It uses the letters of this game's seats.
const SMALL: &str = "W-0,0,0,0-1,0,1,0-1,0,1,0-0,0,0,0-0-bR,bN,bB,bQ,bK,bB,bN,bR/\
    bP,bP,bP,bP,bP,bP,bP,bP/8/8/8/8/wP,wP,wP,wP,wP,wP,wP,wP/wR,wN,wB,wQ,wK,wB,wN,wR";

fn two(text: &str) -> Setup {
    read(&testing::chess_rules(), text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn an_option_in_which_nothing_is_set_says_nothing() {
    let keys = [
        "royal",
        "royal8x8",
        "kingSquares",
        "lives",
        "resigned",
        "flagged",
        "stalemated",
        "gameOver",
        "zombieImmune",
        "zombieType",
        "enPassant",
        "seirawanDrops",
        "uniquify",
        "std2pc",
        "wb",
        "dim",
        "noCorners",
        "boxOffset",
        "setupPoints",
        "setupComplete",
        "promotedFrom",
        "bank",
        "pawnsBaseRank",
        "notYetKnownHere",
    ];
    let values = [
        "''",
        "0",
        "false",
        "null",
        "None",
        "{}",
        "()",
        "('','','','')",
        "(0,0,0,0)",
        "(false,false,false,false)",
        "(null,null,null,null)",
        "((),(),(),())",
    ];
    for key in keys {
        for value in values.iter().filter(|value| key != "pawnsBaseRank" || **value != "0") {
            let text = but("0-0-x", &format!("0-0-{{'{key}':{value}}}-x"));
            assert_eq!(read(&cross(), &text), Ok(setup(START)), "{key}: {value}");
        }
    }
    for none in ["{}", "null"] {
        assert_eq!(setup(&but("0-0-x", &format!("0-0-{none}-x"))), setup(START));
    }
}

#[test]
fn a_real_value_is_understood_or_refused_with_a_reason() {
    let error = |option: &str| {
        let text = but("0-0-x", &format!("0-0-{{{option}}}-x"));
        let error = read(&cross(), &text).expect_err(option);
        assert!(error.help.is_some() && option.contains(&text[error.span.clone()]), "{option}");
        error.kind.to_string()
    };
    for (option, message) in [
        ("'noCorners':true", "a board whose corners are squares would change the rules"),
        (
            "'setupPoints':(39,0,39,0)",
            "a phase in which players set up their armies would change the rules",
        ),
        ("'royal8x8':('e1','','','')", "other royal pieces would change the rules"),
        ("'lives':(9,6,4,0)", "more lives than one would change the rules"),
        ("'pawnsBaseRank':0", "another base rank for pawns would change the rules"),
        ("'promotedFrom':{'h1':'rP'}", "no piece of these rules promotes to `P`"),
        ("'promotedFrom':7", "`7` is not a map of squares"),
        ("'seirawanDrops':(('d1'),(),(),())", "this would change the rules"),
        ("'notYetKnownHere':2", "`notYetKnownHere` is not an option"),
        ("'enPasant':('','','','')", "`enPasant` is not an option"),
    ] {
        assert_eq!(error(option), message);
    }
}

#[test]
fn two_players_have_four_entries_and_a_board_within_holes() {
    let rules = testing::chess_rules();
    let start = Setup { rolled: true, phase: quadrille_core::Phase::Turn, ..game::initial(&rules) };
    assert_eq!(two(TWO), start);
    assert_eq!(two(SMALL), start);
    assert_eq!(two(&TWO.replacen("R-", "r-", 1)), start);
    // If a board has only numbers, its pieces are in the middle.
    let counted = TWO.replace("x,x,x,x,x,x,x,x,x,x,x,x,x,x", "14").replace("x,x,x", "3");
    assert_eq!(two(&counted), start);
    // Squares count from the larger board's corner, and each seat has its entry.
    let moved = TWO
        .replacen("R-0,1,0,1-1,1,1,1-1,1,1,1", "Y-0,1,0,1-1,1,0,1-0,1,1,1", 1)
        .replacen("{", "{'enPassant':('d6:d7','','',''),'royal':('h4','','h11',''),", 1)
        .replacen("8,x,x,x/x,x,x,8,x,x,x/x,x,x,rP", "rP,7,x,x,x/x,x,x,8,x,x,x/x,x,x,1", 1);
    let setup = two(&moved);
    let square = |name| rules.spec().geometry.square_named(name).unwrap();
    assert_eq!(setup.turn, Seat(1));
    assert_eq!(setup.en_passant, [(Seat(0), square("a3"), square("a4"))]);
    let rights =
        |seat: Seat, side| wings(rules.spec(), seat, side).all(|wing| setup.castling[wing]);
    assert!(rights(Seat(0), true) && !rights(Seat(0), false));
    assert!(!rights(Seat(1), true) && rights(Seat(1), false));
}

#[test]
fn entries_of_seats_that_are_not_there_must_say_nothing() {
    let rules = testing::chess_rules();
    let points = TWO.replacen("0,0,0,0-0", "0,7,0,0-0", 1);
    for (text, part) in [
        (points, "7"),
        (TWO.replacen("rP", "gP", 1), "g"),
        (TWO.replacen("R-", "G-", 1), "G"),
        (TWO.replacen("x,x,x,x", "rP,x,x,x", 1), "rP"),
        (TWO.replacen("0,1,0,1", "0,1,0", 1), "0,1,0"),
    ] {
        let error = read(&rules, &text).expect_err(&text);
        assert_eq!(&text[error.span.clone()], part, "{:?}", error.kind);
    }
}

#[test]
fn positions_for_other_programs_have_only_options_of_chess_com() {
    let rules = cross();
    let theirs = |text: &str| write_chess_com(&rules, &setup(text)).map_err(|why| why.to_string());
    let counted =
        START.replace("x,x,x,8,x,x,x", "14").replace("x,x,x,", "3,").replace(",x,x,x", ",3");
    assert_eq!(theirs(START), Ok(counted.clone()));
    let right = counted.replacen("-0-", "-0-{'enPassant':('d3:d4','','','')}-", 1);
    assert_eq!(theirs(&right), Ok(right.clone()));
    let twice = but("0-x", "0-{'enPassant':('d3:d4 e3:e4','','','')}-x");
    for (text, part) in [
        (twice, "`enPassant`"),
        (but("0-x", "0-{'restrict':('r safe')}-x"), "`restrict`"),
        (but("rP,rP", "rP^w,rP"), "`^w` of a piece"),
    ] {
        assert!(theirs(&text).is_err_and(|why| why.contains(part)), "{text}");
    }
    // The phase and the number of plies are left to the other program.
    let played = but("0-x", "0-{'phase':'turn','ply':7}-x");
    assert_eq!(theirs(&played), Ok(counted));
    let dead = theirs(&but("R-0,0,0,0", "R-0,0,1,0")).unwrap();
    assert!(dead.contains("3,dyR,dyN") && dead.contains("rP,rP"), "{dead}");
    assert_eq!(read(&rules, &dead), Ok(setup(&but("R-0,0,0,0", "R-0,0,1,0"))));
}
