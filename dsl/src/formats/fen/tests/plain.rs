//! Plain FEN of python-chess, lichess and Fairy-Stockfish.

use quadrille_core::rules::{Base, CaptureHand, Counter, Holds, Neutral, Promotion};
use quadrille_core::{Geometry, Piece, Seats, game};

use super::super::*;
use crate::testing;

/// Returns a kind of chess in which a captured piece goes to a hand, as in crazyhouse. A captured
/// piece that was promoted becomes a pawn again.
fn crazyhouse() -> CompiledRules {
    changed(|spec| {
        spec.captures_to_hand = Some(CaptureHand::Captor);
        spec.marks.push("promoted".to_owned());
        let pawn = spec.kind_of_letter('P').unwrap();
        for letter in ['Q', 'N'] {
            let kind = spec.kind_of_letter(letter).unwrap();
            spec.bases.push(Base { kind, mark: Some(0), base: pawn, clause: None });
        }
    })
}

/// Returns a kind of chess in which a promoted queen has no mark.
fn chess() -> CompiledRules {
    changed(|spec| {
        let (pawn, queen) = (spec.kind_of_letter('P').unwrap(), spec.kind_of_letter('Q').unwrap());
        spec.promotions.clear();
        for seat in [Seat(0), Seat(1)] {
            let piece = Piece::new(pawn, seat, spec.facing(seat));
            let square = spec.geometry.square_named(if seat == Seat(0) { "a8" } else { "a1" });
            let promotion = Promotion { kinds: vec![queen], ..Promotion::default() };
            spec.promotions.push((piece, square.unwrap(), promotion));
        }
    })
}

/// Returns chess with a counter of the checks that each seat has given.
fn counted(max: i32) -> CompiledRules {
    changed(|spec| {
        spec.counters.push(Counter {
            name: "checks".to_owned(),
            per_seat: true,
            min: 0,
            max,
            start: 0,
            worth: 0,
            holds: Holds::Number,
        });
    })
}

/// Returns chess with a duck, which is a neutral piece.
fn duck() -> CompiledRules {
    changed(|spec| {
        let mut duck = spec.kinds[0].clone();
        (duck.name, duck.letter, duck.royal, duck.value) = ("duck".to_owned(), 'D', false, 0);
        duck.paths.clear();
        spec.kinds.push(duck);
        spec.kind_captures.push(0);
        spec.neutral = Some(Neutral {
            name: "nobody".to_owned(),
            key: 'n',
            capturable: false,
            movers: Seats::default(),
        });
    })
}

fn changed(change: impl FnOnce(&mut Spec)) -> CompiledRules {
    let mut spec = testing::chess_rules().spec().clone();
    change(&mut spec);
    CompiledRules::new(spec).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn piece_at(rules: &CompiledRules, setup: &Setup, name: &str) -> Piece {
    let square = rules.spec().geometry.square_named(name).unwrap();
    setup.pieces.iter().find(|(at, _)| *at == square).unwrap().1
}

/// Reads a position, and checks that the writer returns the same text.
fn same(rules: &CompiledRules, text: &str) -> Setup {
    let setup = read(rules, text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(write_plain(rules, &setup).as_deref(), Some(text));
    setup
}

/// Reads a position, and checks that the writer returns the given normal form.
fn normal(rules: &CompiledRules, text: &str, normal: &str) {
    assert_eq!(read(rules, text), read(rules, normal), "{text}");
    same(rules, normal);
}

fn refused(rules: &CompiledRules, text: &str, part: &str, message: &str) {
    let error = read(rules, text).expect_err(text);
    assert_eq!(
        (&text[error.span.clone()], error.kind.to_string().as_str()),
        (part, message),
        "{text}"
    );
    assert!(error.help.is_some(), "{text}");
}

#[test]
fn a_tilde_marks_a_promoted_piece() {
    let rules = crazyhouse();
    let setup = same(&rules, "Q~r5k/8/8/8/8/8/8/K7[] b - - 0 1");
    assert_eq!(piece_at(&rules, &setup, "a8").marks(), 1);
    same(&rules, "Q~rq~4k/8/8/8/8/8/8/K2N~4[PPn] b - - 0 1");
    refused(&rules, "K~6k/8/8/8/8/8/8/8 w - - 0 1", "~", "no piece of these rules promotes to `K`");
    refused(&rules, "~Q5kK/8/8/8/8/8/8/8 w - - 0 1", "~", "`~` belongs to no piece");
    refused(&rules, "Q1~4kK/8/8/8/8/8/8/8 w - - 0 1", "~", "`~` belongs to no piece");
    // Rules without a mark do not keep the sign.
    normal(&chess(), "Q~5kK/8/8/8/8/8/8/8 w - - 0 1", "Q5kK/8/8/8/8/8/8/8 w - - 0 1");
}

#[test]
fn a_plus_marks_what_a_piece_has_become() {
    let rules = changed(|spec| {
        let [rook, bishop, queen] =
            ['R', 'B', 'Q'].map(|letter| spec.kind_of_letter(letter).unwrap());
        spec.captures_to_hand = Some(CaptureHand::Captor);
        spec.bases.push(Base { kind: queen, mark: None, base: rook, clause: None });
        spec.marks.push("was_bishop".to_owned());
        spec.bases.push(Base { kind: rook, mark: Some(0), base: bishop, clause: None });
    });
    let setup = same(&rules, "+R+b5k/8/8/8/8/8/8/K2B3R[] b - - 0 1");
    let queen = rules.spec().kind_of_letter('Q').unwrap();
    assert_eq!(piece_at(&rules, &setup, "a8").kind(), queen);
    assert_eq!(piece_at(&rules, &setup, "b8").marks(), 1);
    normal(&rules, "Q6k/8/8/8/8/8/8/K7[] b - - 0 1", "+R6k/8/8/8/8/8/8/K7[] b - - 0 1");
    refused(&rules, "+2K4k/8/8/8/8/8/8/8 w - - 0 1", "+", "`+` belongs to no piece");
    refused(&rules, "K6k+/8/8/8/8/8/8/8 w - - 0 1", "+", "`+` belongs to no piece");
    refused(&rules, "+K6k/8/8/8/8/8/8/8 w - - 0 1", "K", "no piece of these rules promotes to `K`");
}

#[test]
fn pieces_in_hand_stand_in_brackets_or_behind_one_more_slash() {
    let rules = crazyhouse();
    let brackets = "r6k/8/8/8/8/8/8/K7[PQp] w - - 0 8";
    for text in ["r6k/8/8/8/8/8/8/K7/QPp w - - 0 8", "r6k/8/8/8/8/8/8/K7/pPQ w - - 0 8"] {
        normal(&rules, text, brackets);
    }
    for text in ["r6k/8/8/8/8/8/8/K7/ w - - 0 1", "r6k/8/8/8/8/8/8/K7 w - - 0 1"] {
        normal(&rules, text, "r6k/8/8/8/8/8/8/K7[] w - - 0 1");
    }
    refused(
        &rules,
        "r6k/8/8/8/8/8/8/K7/Pz w - - 0 8",
        "Pz",
        "`Pz` is not a list of pieces in hand",
    );
}

#[test]
fn checks_are_counted_down_or_up() {
    let rules = counted(3);
    let given = |text| {
        read(&rules, text).unwrap_or_else(|e| panic!("{text}: {e:?}")).counters.pop().unwrap()
    };
    same(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1");
    let setup = same(&rules, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 4 9");
    assert_eq!(setup.counters.last().unwrap(), &[2, 0]);
    assert_eq!(given("4k3/8/8/8/8/8/8/4K3 w - - 4 9 +2+0"), [2, 0]);
    assert_eq!(given("4k3/8/8/8/8/8/8/4K3 w - - +0+1"), [0, 1]);
    assert_eq!(given("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), [0, 0], "none was given");
    let start = "4k3/8/8/8/8/8/8/4K3 w - -";
    let wrong = "`4+3` does not fit the counter";
    refused(&rules, &format!("{start} 4+3 0 1"), "4+3", wrong);
    refused(&rules, &format!("{start} 0 1 +0+4"), "+0+4", "`+0+4` does not fit the counter");
    refused(
        &rules,
        &format!("{start} 3+3 0 1 +0+0"),
        "+0+0",
        "the position has one field too many",
    );
    let none = "these rules do not count checks";
    refused(&testing::chess_rules(), &format!("{start} 3+3 0 1"), "3+3", none);
    // The maximum may be five. A counter with a large maximum means three checks.
    assert_eq!(
        read(&counted(5), &format!("{start} 5+4 0 1")).unwrap().counters.pop().unwrap(),
        [0, 1]
    );
    assert_eq!(
        read(&counted(100), &format!("{start} 3+2 0 1")).unwrap().counters.pop().unwrap(),
        [0, 1]
    );
}

#[test]
fn a_star_is_a_hole_or_the_neutral_piece() {
    let rules = duck();
    let setup = same(&rules, "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1");
    let neutral = rules.spec().neutral_colour().unwrap();
    assert_eq!(piece_at(&rules, &setup, "d5").colour(), neutral);
    let message = "`*` is on d5, which is a square of this board";
    refused(&testing::chess_rules(), "4k3/8/8/3*4/8/8/8/4K3 w - - 0 1", "*", message);
    let holed = changed(|spec| {
        let mut mask = vec![vec![true; 8]; 8];
        mask[3][3] = false;
        spec.geometry = Geometry::new(&mask).unwrap();
        spec.array.clear();
        spec.castling.clear();
        spec.promotions.clear();
        spec.arrivals.clear();
        spec.hands.clear();
        spec.zones.clear();
    });
    let hole = if holed.spec().geometry.square_named("d5").is_none() { "3*4" } else { "8" };
    let other = if hole == "8" { "3*4" } else { "8" };
    let text = format!("4k3/8/8/{hole}/{other}/8/8/4K3 w - - 0 1");
    normal(&holed, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &text);
}

#[test]
fn rights_to_castle_may_name_the_files_of_rooks() {
    let rules = testing::chess_rules();
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (theirs, ours) in [("HAha", "KQkq"), ("Ha", "Kq"), ("Qh", "Qk"), ("qK", "Kq"), ("-", "-")] {
        normal(&rules, &format!("{board} w {theirs} - 0 1"), &format!("{board} w {ours} - 0 1"));
    }
    let of_file = "`G` is the right of a rook on the g file, but no rook castles from there";
    refused(&rules, &format!("{board} w Gkq - 0 1"), "G", of_file);
    refused(&rules, &format!("{board} w KX - 0 1"), "X", "`X` is not a castling right");
    // In Chess960, the king is on another square.
    let of_file = "`H` is the right of a rook on the h file, but no rook castles from there";
    refused(&rules, "r3k2r/8/8/8/8/8/8/RK5R w HAha - 0 1", "H", of_file);
    let without = changed(|spec| spec.castling.clear());
    let none = "these rules have no such castling";
    refused(&without, &format!("{board} w K - 0 1"), "K", none);
}

#[test]
fn games_without_castling_may_leave_it_out() {
    let rules = changed(|spec| spec.castling.clear());
    let text = "4k3/8/8/8/8/8/8/4K3 b - - 3 7";
    for omitted in ["4k3/8/8/8/8/8/8/4K3 b 3 7", "4k3/8/8/8/8/8/8/4K3 b - - 3 7"] {
        assert_eq!(read(&rules, omitted), read(&rules, text), "{omitted}");
    }
    let error = read(&testing::chess_rules(), "4k3/8/8/8/8/8/8/4K3 b 3 7").unwrap_err();
    assert_eq!(error.kind.to_string(), "`3` is not a castling right");
}

#[test]
fn capitals_are_the_seat_at_the_bottom_where_no_seat_is_white() {
    let rules = changed(|spec| {
        (spec.seats[0].key, spec.seats[1].key) = ('r', 'b');
    });
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let setup = same(&rules, start);
    assert_eq!(setup.pieces, game::initial(&rules).pieces);
    assert_eq!(read(&rules, &start.replace(" w ", " r ")), Ok(setup));
}
