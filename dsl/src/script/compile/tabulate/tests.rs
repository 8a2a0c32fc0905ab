//! Tests of tabulated hooks. They check the answers of the hooks and the resulting tables.

use super::*;
use crate::script::testing::{at, chess, cross, ruled, rules, says, squares};
use quadrille_core::Zone;
use quadrille_core::rules::{Arrival, Promotion};

const PAWN: Kind = Kind(0);
const KNIGHT: Kind = Kind(1);
const QUEEN: Kind = Kind(4);

fn piece(kind: Kind, seat: u8, facing: Facing) -> Piece {
    Piece::new(kind, Seat(seat), facing)
}

/// Returns the rules of orthodox chess after this function replaces the usual promotions.
#[track_caller]
fn spec_with(text: &str) -> Spec {
    let mut spec = chess();
    spec.promotions.clear();
    rules(&[text], spec).1.spec().clone()
}

/// Returns the errors of this function.
#[track_caller]
fn wrong(text: &str) -> Vec<String> {
    let mut spec = chess();
    spec.promotions.clear();
    ruled(&[text], spec).map(drop).unwrap_err()
}

/// Returns the promotion of a white pawn on a square, if there is one.
fn promotion<'a>(spec: &'a Spec, name: &str) -> Option<&'a Promotion> {
    let found = (piece(PAWN, 0, Facing::North), at(spec, name));
    let mut all = spec.promotions.iter().filter(|(piece, square, _)| (*piece, *square) == found);
    let first = all.next().map(|(_, _, promotion)| promotion);
    assert!(all.next().is_none(), "two answers for one square");
    first
}

#[test]
fn promotions_are_nothing_a_kind_some_kinds_or_a_map() {
    let last = |answer: &str| {
        let text = format!(
            "/// when: pawn\nfn promotes(piece, square) {{ if piece.forward(square) == () {{ {answer} }} }}"
        );
        let spec = spec_with(&text);
        assert_eq!(promotion(&spec, "a7"), None);
        promotion(&spec, "a8").cloned()
    };
    let to = |kinds: &[Kind], optional| {
        Some(Promotion { kinds: kinds.to_vec(), optional, ..Promotion::default() })
    };
    assert_eq!(last("()"), None);
    assert_eq!(last("\"queen\""), to(&[QUEEN], false));
    assert_eq!(last("[\"queen\", \"knight\"]"), to(&[QUEEN, KNIGHT], false));
    assert_eq!(last("[\"queen\", \"queen\"]"), to(&[QUEEN], false));
    assert_eq!(last("#{ kinds: \"queen\" }"), to(&[QUEEN], false));
    assert_eq!(last("#{ kinds: [\"knight\"], optional: true }"), to(&[KNIGHT], true));
    let from = last("#{ kinds: \"queen\", from: \"a7..h7\" }").expect("a promotion").from;
    assert_eq!(from, last("#{ kinds: \"queen\", from: \"rank 7\" }").expect("a promotion").from);
    assert_eq!(from.expect("a condition").len(), 8);
    let some = last("#{ kinds: \"queen\", from: [square(\"a7\"), square(\"b7\")] }");
    assert_eq!(some.and_then(|found| found.from).expect("a condition").len(), 2);
}

#[test]
fn every_colour_is_asked_in_its_own_direction() {
    let spec = spec_with(
        "/// when: pawn\nfn promotes(piece, square) { if piece.forward(square) == () { \"queen\" } }",
    );
    let of = |seat: u8| -> Vec<Square> {
        spec.promotions
            .iter()
            .filter(|(m, ..)| m.colour() == Seat(seat))
            .map(|(_, s, _)| *s)
            .collect()
    };
    assert_eq!(of(0).len() + of(1).len(), spec.promotions.len());
    assert_eq!(of(0).into_iter().collect::<Zone>(), squares(&spec, "a8 b8 c8 d8 e8 f8 g8 h8"));
    assert_eq!(of(1).into_iter().collect::<Zone>(), squares(&spec, "a1 b1 c1 d1 e1 f1 g1 h1"));
}

#[test]
fn a_filter_says_for_which_kinds_a_hook_is_asked() {
    let kinds = |when: &str| {
        let text = format!(
            "{when}\nfn promotes(piece, square) {{ if square.name == \"a8\" {{ \"queen\" }} }}"
        );
        let spec = spec_with(&text);
        let mut kinds: Vec<_> = spec.promotions.iter().map(|(piece, ..)| piece.kind().0).collect();
        kinds.dedup();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds("/// when: pawn"), [0]);
    assert_eq!(kinds("/// when: pawn or knight"), [0, 1]);
    assert_eq!(kinds(""), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn the_clause_is_the_one_of_the_answer_or_of_the_hook() {
    let spec = spec_with(
        "/// Pawns rise.\n/// clause: P1\n/// when: pawn\nfn promotes(piece, square) {\n  if square.name == \"a8\" { return \"queen\"; }\n  \
         if square.name == \"b8\" { #{ kinds: \"queen\", clause: \"P2\" } }\n}",
    );
    let clause = |name| {
        let clause = &spec.clauses[usize::from(promotion(&spec, name).unwrap().clause.unwrap().0)];
        (clause.id.as_str(), clause.text.as_str(), clause.place.as_str())
    };
    assert_eq!(clause("a8"), ("P1", "Pawns rise.", "first.rhai:2"));
    assert_eq!(clause("b8"), ("P2", "Pawns rise.", "first.rhai:4"));
}

#[test]
fn arrivals_turn_change_and_mark() {
    let arrival = |answer: &str| {
        let text = format!(
            "/// when: pawn\nfn arrives(piece, square) {{ if square.name == \"a8\" && piece.facing == piece.colour.facing {{ {answer} }} }}"
        );
        let spec = spec_with(&text);
        let pawn = (piece(PAWN, 0, Facing::North), at(&spec, "a8"));
        let found = spec.arrivals.iter().find(|(piece, square, _)| (*piece, *square) == pawn);
        found.map(|(_, _, arrival)| *arrival)
    };
    let turned = |facing| Some(Arrival { turn: Some(facing), ..Arrival::default() });
    assert_eq!(arrival("()"), None);
    assert_eq!(arrival("#{}"), None);
    assert_eq!(arrival("#{ set_facing: \"right\" }"), turned(Facing::East));
    assert_eq!(arrival("#{ set_facing: \"back\" }"), turned(Facing::South));
    assert_eq!(arrival("#{ set_facing: \"left\" }"), turned(Facing::West));
    assert_eq!(arrival("#{ set_facing: \"west\" }"), turned(Facing::West));
    assert_eq!(arrival("#{ set_facing: \"north\" }"), None, "it looks there already");
    assert_eq!(
        arrival("#{ become: \"queen\" }"),
        Some(Arrival { become_kind: Some(QUEEN), ..Arrival::default() })
    );
    assert_eq!(
        arrival("#{ set_mark: \"late\", clear_mark: \"vowed\", set_facing: () }"),
        Some(Arrival { set_mark: Some(1), clear_mark: Some(0), ..Arrival::default() })
    );
}

#[test]
fn pieces_are_followed_through_what_they_turn_and_change_into() {
    let spec = spec_with(
        "fn promotes(piece, square) {\n  if piece.kind == \"pawn\" && piece.facing == \"east\" && square.name == \"h8\" { \"knight\" }\n}\n\
         fn arrives(piece, square) {\n  if piece.kind == \"knight\" && piece.facing == \"east\" && square.name == \"a1\" { return #{ set_facing: \"back\" }; }\n  \
         if piece.kind == \"pawn\" && piece.facing == \"north\" && square.name == \"a8\" { #{ set_facing: \"right\" } }\n}",
    );
    let promoted: Vec<_> = spec.promotions.iter().map(|(piece, ..)| *piece).collect();
    assert_eq!(promoted, [piece(PAWN, 0, Facing::East)]);
    let arrived: Vec<_> = spec.arrivals.iter().map(|(piece, ..)| *piece).collect();
    assert!(arrived.contains(&piece(KNIGHT, 0, Facing::East)), "{arrived:?}");
    assert_eq!(arrived.len(), 2);
}

#[test]
fn pieces_that_an_effect_may_turn_are_asked_about_in_every_direction() {
    let hook =
        "/// when: pawn\nfn promotes(piece, square) { if square.name == \"a8\" { \"queen\" } }";
    let count = |rest: &str| spec_with(&format!("{hook}\n{rest}")).promotions.len();
    assert_eq!(count(""), 2);
    assert_eq!(count("fn on_mate(game, seat) { set_facing(square(\"a1\"), \"east\"); }"), 8);
    assert_eq!(
        count("fn define(rules) { rules.state(\"late\").has_turn(false); }"),
        2,
        "another `turn`"
    );
}

#[test]
fn entering_is_barred_where_the_answer_is_no() {
    let spec =
        spec_with("/// when: king\nfn may_enter(piece, square) { square.within(\"centre\") }");
    assert_eq!(spec.restricted_squares.len(), 2 * 60);
    assert!(spec.restricted_squares.contains(&(piece(Kind(5), 1, Facing::South), at(&spec, "e8"))));
    assert!(
        !spec.restricted_squares.contains(&(piece(Kind(5), 1, Facing::South), at(&spec, "e5")))
    );
}

/// If a piece must promote on a square but has no kind to promote to, it may not go to the square.
#[test]
fn a_required_promotion_may_have_no_kinds() {
    let spec = spec_with(
        "/// when: pawn\nfn promotes(piece, square) { if square.name == \"a8\" { #{ kinds: [], required: true } } }",
    );
    assert_eq!(spec.promotions.len(), 2);
    assert!(spec.promotions.iter().all(|(.., found)| found.required && found.kinds.is_empty()));
}

#[test]
fn dice_let_kinds_move() {
    let spec = spec_with(
        "fn define(rules) { rules.dice(1, [[1, 1], [2, 3]]); }\n\
         fn dice_allows(face, kind) { if face == 1 { kind == \"pawn\" } else { kind != \"pawn\" } }",
    );
    assert_eq!(spec.dice.unwrap().faces, [(1, 1, 1), (2, 3, 0b11_1110)]);
    let free = spec_with("fn define(rules) { rules.dice(1, [[1, 1]]); }");
    assert_eq!(free.dice.unwrap().faces, [(1, 1, u32::MAX)], "without the hook all may");
    let none = wrong("fn dice_allows(face, kind) { true }");
    says(&none, "Q0354 1:4", "dice_allows", "there are no dice -- declare them");
}

#[test]
fn answers_that_can_not_be_used_are_told_with_what_was_asked() {
    let promotes =
        |answer: &str| wrong(&format!("/// when: pawn\nfn promotes(piece, square) {{ {answer} }}"));
    for (answer, words) in [
        (
            "1",
            "`promotes` returned a number instead of a kind (called for a black pawn facing south on a1)",
        ),
        ("[]", "returned no kinds"),
        ("#{ kinds: [], optional: true }", "returned no kinds"),
        ("#{}", "returned nothing instead of a kind"),
        ("[\"queen\", 2]", "returned a number"),
        ("#{ kind: \"queen\" }", "returned the unknown key `kind`"),
        ("#{ kinds: \"queen\", optional: 1 }", "returned a number for `optional`"),
        ("#{ kinds: \"queen\", clause: 1 }", "returned a number for `clause`"),
        ("#{ kinds: \"queen\", from: 1 }", "returned a number for `from`"),
        ("#{ kinds: \"queen\", from: \"z9\" }", "returned the invalid square set `z9`"),
        ("true", "return `()`, a kind, an array of kinds, or `#{ kinds"),
    ] {
        let messages = promotes(answer);
        // An error is marked at its place. If the error has no place, it is marked at the hook.
        let marked = ["quen", "kind", "optional", "clause", "from", "z9"];
        let marked = marked.into_iter().find(|word| words.contains(&format!("`{word}`")));
        says(&messages, "Q0353 2:", marked.unwrap_or("promotes"), words);
    }
    says(
        &promotes("#{ kinds: \"queen\", clause: \"a b\" }")[..1],
        "Q0353",
        "promotes",
        "`a b` can't be the id of a clause",
    );
    let arrives = |answer: &str| wrong(&format!("fn arrives(piece, square) {{ {answer} }}"));
    says(&arrives("\"queen\""), "Q0353", "arrives", "-- return `()`, or `#{ set_facing");
    says(&arrives("#{ set_facing: \"up\" }"), "Q0353", "up", "the unknown direction `up`");
    says(&arrives("#{ became: \"queen\" }"), "Q0353", "became", "did you mean `become`?");
    let put_together = "let kind = \"qu\"; kind += \"en\"; kind";
    says(&promotes(put_together), "Q0353", "promotes", "returned the unknown kind `quen`");
    says(
        &wrong("fn may_enter(piece, square) { 1 }"),
        "Q0353",
        "may_enter",
        "-- return `true` or `false`",
    );
    says(&wrong("fn may_enter(piece, square) { }"), "Q0353", "may_enter", "returned nothing");
}

#[test]
fn a_hook_that_fails_is_told_at_the_line_where_it_failed() {
    let messages = wrong(
        "fn may_enter(piece, square) {\n  let way = square.step(\"north\");\n  way.within(\"centre\")\n}",
    );
    says(
        &messages,
        "Q0352 3:7",
        "within",
        "there is no function `within((), string)` (called for a white pawn facing north on a8) -- write `square.within",
    );
    let messages = wrong(
        "fn promotes(piece, square) {\n  helper(piece)\n}\nfn helper(p) {\n  throw `no ${p}`;\n}",
    );
    says(
        &messages,
        "Q0352 5:3",
        "throw",
        "no black king (called for a black king facing south on a1)",
    );
    let messages = wrong("fn promotes(piece, square) {\n  if piece == #{ v: 3 }.v { }\n}");
    says(
        &messages,
        "Q0352 2:12",
        "==",
        "a piece can be compared only with a piece, not with a number",
    );
}

#[test]
fn a_table_answers_as_the_function_would() {
    // The function, implemented in Rust, on a board with four directions.
    let text = "fn promotes(piece, square) {
        if piece.kind != \"pawn\" && piece.kind != \"knight\" { return; }
        if piece.forward(square) == () { return [\"queen\", \"rook\"]; }
        if square.file == square.rank && square.within(\"centre\") {
            return #{ kinds: piece.colour.next.name.len() > 4 ? 1 : 2, optional: true };
        }
    }";
    let text = text.replace(
        "piece.colour.next.name.len() > 4 ? 1 : 2",
        "if piece.colour.name.len > 4 { \"bishop\" } else { \"rook\" }",
    );
    let mut spec = cross();
    spec.promotions.clear();
    let (_, rules) = rules(&[&text], spec);
    let spec = rules.spec();
    let mut wanted = Vec::new();
    for (i, seat) in spec.seats.iter().enumerate() {
        for kind in [PAWN, KNIGHT] {
            let piece = piece(kind, i as u8, seat.facing);
            for square in spec.geometry.squares() {
                let cell = spec.geometry.cell(square);
                let ahead = spec.geometry.step(square, seat.facing.forward());
                let centre = [3, 4].contains(&cell.file) && cell.file == cell.rank;
                let (kinds, optional) = match (ahead, centre) {
                    (None, _) => (vec![QUEEN, Kind(3)], false),
                    (_, true) if seat.name.len() > 4 => (vec![Kind(2)], true),
                    (_, true) => (vec![Kind(3)], true),
                    _ => continue,
                };
                wanted.push((piece, square, Promotion { kinds, optional, ..Promotion::default() }));
            }
        }
    }
    let order = |list: &mut Vec<(Piece, Square, Promotion)>| list.sort_by_key(|(m, s, _)| (*m, *s));
    let mut found = spec.promotions.clone();
    order(&mut found);
    order(&mut wanted);
    assert_eq!(found, wanted);
}

#[test]
fn a_looked_up_answer_is_the_one_that_the_function_gives_in_a_game() {
    let text = "
        fn becomes(piece, square) {
            if piece.forward(square) == () { return \"queen\"; }
            if square.within(\"centre\") && piece.colour.team == \"team 1\" { \"rook\" }
        }
        /// when: pawn
        fn promotes(piece, square) { becomes(piece, square) }
        fn on_mate(game, seat) {
            for colour in seats() {
                let pieces = game.pieces(colour);
                let pawn = pieces.map(|s| game.piece(s)).find(|piece| piece.kind == \"pawn\");
                for name in [\"d4\", \"e5\", \"d1\", \"h14\", \"a7\", \"n8\", \"g7\", \"k14\"] {
                    let kind = becomes(pawn, square(name));
                    if kind != () { place(square(name), kind, colour); }
                }
            }
        }";
    let mut spec = cross();
    spec.promotions.clear();
    let (scripts, rules) = rules(&[text], spec);
    let spec = rules.spec();
    let live: BTreeSet<_> =
        crate::script::testing::answer(&scripts, &rules, &quadrille_core::Event::Mate(Seat(0)))
            .unwrap()
            .into_iter()
            .map(|emitted| match emitted.effect {
                quadrille_core::Effect::Place(square, piece) => {
                    (square, piece.colour(), piece.kind())
                }
                other => panic!("{other:?}"),
            })
            .collect();
    assert!(live.len() > 8, "{live:?}");
    let asked = ["d4", "e5", "d1", "h14", "a7", "n8", "g7", "k14"].map(|name| at(spec, name));
    let table: BTreeSet<_> = spec
        .promotions
        .iter()
        .filter(|(_, square, _)| asked.contains(square))
        .map(|(piece, square, found)| (*square, piece.colour(), found.kinds[0]))
        .collect();
    assert_eq!(live, table);
}

#[test]
fn hooks_asked_live_say_what_the_tables_say() {
    let text = "/// when: pawn\n/// clause: A\nfn promotes(piece, square) { if piece.forward(square) == () { [\"queen\", \"knight\"] } }\n\
                /// when: pawn\nfn arrives(piece, square) { if square.rank == 4 { #{ set_facing: \"back\" } } }\n\
                fn may_enter(piece, square) { piece.kind != \"king\" || square.file < 7 }";
    let mut spec = chess();
    spec.promotions.clear();
    let (scripts, rules) = rules(&[text], spec);
    let spec = rules.spec();
    let live = scripts.live(spec);
    let mut answers = [0; 3];
    // All these pieces are possible. Pawns can turn, so they have two facings. Other pieces keep
    // their facing from the start.
    let pawns = [Facing::North, Facing::South].map(|facing| piece(PAWN, 0, facing));
    let others = [piece(KNIGHT, 0, Facing::North), piece(Kind(5), 1, Facing::South)];
    for piece in pawns.into_iter().chain(others) {
        for square in spec.geometry.squares() {
            let here = |who: &Piece, at: &Square| (*who, *at) == (piece, square);
            let table = spec.promotions.iter().find(|(who, at, _)| here(who, at));
            let table = table.map(|(_, _, promotion)| promotion.kinds.clone());
            let found = live.promotes(piece.with_marks(1), square).unwrap();
            answers[0] += usize::from(found.is_some());
            assert_eq!(found.map(|promotion| promotion.kinds), table, "{piece:?} on {square:?}");
            let table = spec.arrivals.iter().find(|(who, at, _)| here(who, at));
            let found = live.arrives(piece, square).unwrap();
            answers[1] += usize::from(found.is_some());
            assert_eq!(found, table.map(|(_, _, arrival)| *arrival), "{piece:?} on {square:?}");
            let barred = spec.restricted_squares.iter().any(|(who, at)| here(who, at));
            answers[2] += usize::from(barred);
            assert_eq!(live.may_enter(piece, square).unwrap(), !barred, "{piece:?} on {square:?}");
        }
    }
    assert!(answers.iter().all(|found| *found > 0), "{answers:?}");
    assert!(!live.dice_allows(1, PAWN).unwrap(), "there are no dice");
}

#[test]
fn a_hook_asked_live_that_fails_says_why() {
    let text = "fn may_enter(piece, square) { square.rank < 99 / piece.value }";
    let mut spec = chess();
    let (scripts, _) = rules(&[text], chess());
    spec.kinds[0].value = 0;
    let finding = scripts.live(&spec).may_enter(piece(PAWN, 0, Facing::North), at(&spec, "a2"));
    let finding = finding.unwrap_err();
    assert_eq!(finding.code, Some(Code::TabulatedHookFailed));
    assert!(finding.message.contains("called for a white pawn"), "{}", finding.message);
}

#[test]
fn names_in_answers_are_checked_like_other_names() {
    let promotes = |body: &str, more: &str| {
        wrong(&format!("/// when: pawn\nfn promotes(piece, square) {{ {body} }}\n{more}"))
    };
    for body in [
        "\"quen\"",
        "return \"quen\";",
        "[\"rook\", \"quen\"]",
        "if square.rank == 99 { return [\"quen\"]; } \"queen\"",
        "if square.rank == 99 { \"quen\" } else { \"queen\" }",
        "switch square.rank { 99 => \"quen\", _ => \"queen\" }",
        "let all = [\"quen\"]; all",
        "#{ kinds: [\"queen\", \"quen\"] }",
    ] {
        let help = "there is no kind `quen` -- did you mean `queen`?";
        says(&promotes(body, ""), "Q0344", "quen", help);
    }
    let helper = "fn officers() { [\"queen\", \"quen\"] }";
    says(&promotes("officers()", helper), "Q0344", "quen", "there is no kind `quen`");
    let mark = "#{ kinds: \"queen\", set_mark: \"vow\" }";
    says(&promotes(mark, ""), "Q0344", "vow", "there is no mark `vow`");
    let arrives = |answer: &str| wrong(&format!("fn arrives(piece, square) {{ {answer} }}"));
    says(&arrives("#{ become: \"quen\" }"), "Q0344", "quen", "there is no kind `quen`");
    says(&arrives("#{ clear_mark: \"vow\" }"), "Q0344", "vow", "there is no mark `vow`");
    // Other strings are not kinds.
    spec_with(
        "/// when: pawn\nfn promotes(piece, square) { let names = #{ a: \"quen\" }; if names.a != \"\" { \"queen\" } }",
    );
}

/// Checks that the tables equal the answers of hooks that run for every piece and every square.
/// This must hold for any values that the hooks read.
#[test]
fn squares_are_alike_only_if_a_hook_reads_the_same_of_them() {
    let conditions = [
        "square.file != 3",
        "square.rank + square.file != 9",
        "square.rank_for(piece.colour) < 7",
        "square.file_for(piece.colour) > 2 || square.rank == 1",
        "square != square(\"d4\")",
        "!(square in [square(\"d4\"), square(\"e5\"), square(\"a8\")])",
        "square.name != \"c6\"",
        "`${square}` != \"c6\"",
        "square.distance(square(\"e4\")) < 3",
        "square.between(square(\"a1\")).len() != 2",
        // A named square that is read like the queried one, or compared with the result of a step.
        "square(\"d4\").rank == square.rank || square.file > 5",
        "square.step(\"north\") != square(\"d5\")",
        "square(\"d4\").step(\"north\") != square",
        "{ let up = square.step(\"northeast\"); up == () || up.rank != 4 || up.file == 5 }",
        // Several paths to a square.
        "{ let ways = [\"north\", \"east\"].map(|way| square.step(way)).filter(|there| there != ()); ways.all(|there| there.rank < 7 && there.file < 7) }",
        "{ let there = piece.forward(square); there == () || there.step(\"south\") != square || there.file != 2 }",
        "{ let there = square; let n = 0; while there != () { there = there.step(\"west\"); n += 1; } n != 4 }",
        "square.within(\"all\") && (square.rank != 2 || piece.kind != \"pawn\")",
    ];
    for condition in conditions {
        let text = format!("fn may_enter(piece, square) {{ {condition} }}");
        let (scripts, rules) = rules(&[&text], chess());
        let (spec, mut barred) = (rules.spec(), 0);
        let live = scripts.live(spec);
        for (kind, seat) in [(PAWN, 0), (PAWN, 1), (KNIGHT, 1)] {
            let piece = piece(kind, seat, [Facing::North, Facing::South][usize::from(seat)]);
            for square in spec.geometry.squares() {
                let table = spec.restricted_squares.contains(&(piece, square));
                let asked = live.may_enter(piece, square).unwrap();
                assert_eq!(asked, !table, "{condition}: {piece:?} on {square:?}");
                barred += usize::from(table);
            }
        }
        assert!((1..150).contains(&barred), "{condition} bars {barred}");
    }
    // An answer that contains a square is valid only for that square.
    let spec = spec_with(
        "/// when: pawn\nfn promotes(piece, square) { #{ kinds: \"queen\", from: [square] } }",
    );
    for (_, square, found) in &spec.promotions {
        assert_eq!(found.from, Some([*square].into_iter().collect()));
    }
}
