use std::collections::BTreeSet;

use quadrille_core::rules::{Condition, ConditionSquare, End, Leg, Path, Relation, Take};
use quadrille_core::{Seats, Vector};

use super::*;

fn walks(text: &str) -> Vec<Path> {
    parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// Returns the squares that a piece reaches by paths that consist of one leg of one step.
fn leaps(text: &str) -> BTreeSet<(i8, i8)> {
    walks(text)
        .iter()
        .map(|walk| {
            assert_eq!(walk.legs.len(), 1, "{text}");
            (walk.legs[0].vector.dx, walk.legs[0].vector.dy)
        })
        .collect()
}

fn set(points: &[(i8, i8)]) -> BTreeSet<(i8, i8)> {
    points.iter().copied().collect()
}

fn leg(vector: (i8, i8), min: u8, max: u8, end: End) -> Leg {
    Leg { vector: Vector::new(vector.0, vector.1), min, max, end }
}

/// Returns the legs of each path whose first leg goes in the direction `first`.
fn toward(text: &str, first: (i8, i8)) -> Vec<Vec<Leg>> {
    walks(text)
        .into_iter()
        .filter(|walk| walk.legs[0].vector == Vector::new(first.0, first.1))
        .map(|walk| walk.legs)
        .collect()
}

const FAR: u8 = Leg::UNLIMITED;

#[test]
fn an_army_that_faces_diagonally_sees_straight_ahead_on_the_diagonal() {
    let ends = |text: &str| {
        let paths = parse_for(text, 2, Seats(0b11)).unwrap();
        let mut ends: Vec<(i8, i8)> =
            paths.iter().map(|path| (path.legs[0].vector.dx, path.legs[0].vector.dy)).collect();
        ends.sort_unstable();
        ends
    };
    assert_eq!(ends("fF"), [(1, 1)]);
    assert_eq!(ends("fW"), [(0, 1), (1, 0)]);
    assert_eq!(ends("sF"), [(-1, 1), (1, -1)]);
    assert_eq!(ends("frW"), [(1, 0)], "to the right of north-east");
    assert_eq!(ends("bF"), [(-1, -1)]);
    assert_eq!(ends("fN"), [(1, 2), (2, 1)]);
    assert_eq!(ends("lfN"), [(1, 2)]);
    assert_eq!(ends("N").len(), 8);
    assert_eq!(parse_for("mfWcfF", 2, Seats(0)), parse("mfWcfF"));
}

#[test]
fn armies_with_different_facings_share_the_paths_that_do_not_depend_on_the_facing() {
    let paths = |text: &str| parse_for(text, 3, Seats(0b010)).unwrap();
    assert!(paths("KN").iter().all(|path| path.colours.is_none()));
    let of = |text: &str, colour: u8| -> Vec<(i8, i8)> {
        let mut paths = paths(text);
        paths.retain(|path| path.colours.is_none_or(|colours| colours >> colour & 1 != 0));
        paths.iter().map(|path| (path.legs[0].vector.dx, path.legs[0].vector.dy)).collect()
    };
    assert_eq!(of("fF", 1), [(1, 1)]);
    for other in [0, 2, 3] {
        assert_eq!(of("fF", other).len(), 2, "neutral pieces face north");
    }
}

#[test]
fn the_basic_atoms_leap_in_all_symmetric_directions() {
    let table = [
        ("W", 1, 0),
        ("F", 1, 1),
        ("D", 2, 0),
        ("N", 2, 1),
        ("A", 2, 2),
        ("H", 3, 0),
        ("C", 3, 1),
        ("Z", 3, 2),
        ("G", 3, 3),
        ("WX", 4, 0),
        ("FX", 4, 1),
        ("DX", 5, 0),
        ("NX", 5, 1),
        ("AX", 5, 2),
        ("HX", 6, 0),
        ("DY", 4, 2),
        ("NY", 4, 3),
        ("AY", 4, 4),
        ("CY", 5, 3),
        ("ZY", 5, 4),
        ("(4,1)", 4, 1),
        ("(1,4)", 4, 1),
        ("(0,7)", 7, 0),
    ];
    for (text, x, y) in table {
        let mut expected = BTreeSet::new();
        for (a, b) in [(x, y), (y, x)] {
            expected.extend([(a, b), (-a, b), (a, -b), (-a, -b)]);
        }
        assert_eq!(leaps(text), expected, "{text}");
    }
}

#[test]
fn compounds_are_sums_of_atoms_and_sums_have_no_duplicates() {
    let sorted = |text| {
        let mut walks = walks(text);
        walks.sort_by_key(|walk| (walk.legs[0].vector, walk.legs[0].max));
        walks
    };
    for (compound, sum) in [
        ("K", "WF"),
        ("R", "W0"),
        ("R", "WW"),
        ("B", "FF"),
        ("Q", "RB"),
        ("K3", "W3F3"),
        ("R4", "W4"),
        ("NN", "N0"),
        ("Q", "KRB"),
        ("RK", "RF"),
        ("W", "mWcW"),
        ("W3", "W2W3"),
    ] {
        assert_eq!(sorted(compound), sorted(sum), "{compound} = {sum}");
    }
    assert_eq!(walks("K").len(), 8);
    assert_eq!(walks("Q").len(), 8);
    assert!(walks("Q").iter().all(|walk| walk.legs[0].max == FAR && walk.is_plain()));
}

#[test]
fn direction_letters_on_orthogonal_and_diagonal_atoms() {
    for (text, expected) in [
        ("fW", &[(0, 1)][..]),
        ("bW", &[(0, -1)]),
        ("lW", &[(-1, 0)]),
        ("rW", &[(1, 0)]),
        ("vW", &[(0, 1), (0, -1)]),
        ("sD", &[(2, 0), (-2, 0)]),
        ("frW", &[(0, 1), (1, 0)]),
        ("fsW", &[(0, 1), (1, 0), (-1, 0)]),
        ("fF", &[(-1, 1), (1, 1)]),
        ("lF", &[(-1, 1), (-1, -1)]),
        ("flF", &[(-1, 1)]),
        ("lfF", &[(-1, 1)]),
        ("brA", &[(2, -2)]),
        ("frblF", &[(1, 1), (-1, -1)]),
        ("ffrrF", &[(-1, 1), (1, 1), (1, -1)]),
    ] {
        assert_eq!(leaps(text), set(expected), "{text}");
    }
}

#[test]
fn direction_letters_on_oblique_atoms_are_those_of_the_table() {
    let (rf, fr, br, rb) = ((1, 2), (2, 1), (2, -1), (1, -2));
    let (lf, fl, bl, lb) = ((-1, 2), (-2, 1), (-2, -1), (-1, -2));
    for (text, expected) in [
        ("lfN", &[lf][..]),
        ("flN", &[fl]),
        ("rfN", &[rf]),
        ("frN", &[fr]),
        ("brN", &[br]),
        ("rbN", &[rb]),
        ("blN", &[bl]),
        ("lbN", &[lb]),
        ("ffN", &[lf, rf]),
        ("fsN", &[fl, fr]),
        ("bbN", &[lb, rb]),
        ("bsN", &[bl, br]),
        ("llN", &[fl, bl]),
        ("rrN", &[fr, br]),
        ("lvN", &[lf, lb]),
        ("rvN", &[rf, rb]),
        ("vvN", &[lf, rf, lb, rb]),
        ("ssN", &[fl, bl, fr, br]),
        ("fhN", &[lf, rf, fl, fr]),
        ("bhN", &[lb, rb, bl, br]),
        ("lhN", &[fl, bl, lf, lb]),
        ("rhN", &[fr, br, rf, rb]),
        ("hrN", &[rf, br, lb, fl]),
        ("hlN", &[fr, rb, bl, lf]),
        ("fN", &[lf, rf]),
        ("lN", &[fl, bl]),
        ("vN", &[lf, rf, lb, rb]),
        ("ffrrN", &[lf, rf, fr, br]),
        ("fbN", &[lf, rf, lb, rb]),
    ] {
        assert_eq!(leaps(text), set(expected), "{text}");
    }
}

#[test]
fn a_pawn_moves_straight_and_captures_diagonally() {
    let pawn = walks("mfWcfF");
    assert_eq!(pawn.len(), 3);
    assert_eq!(pawn[0].legs, [leg((0, 1), 1, 1, End::Empty)]);
    assert!(pawn[0].quiet && pawn[0].take == Take::NONE && !pawn[0].initial);
    for capture in &pawn[1..] {
        assert!(!capture.quiet && capture.take == Take::ENEMY && !capture.en_passant);
    }
    assert_eq!(pawn, walks("fmWfcF"), "the order of modifiers does not matter");
}

#[test]
fn a_full_pawn_also_captures_en_passant_and_steps_twice_at_first() {
    let pawn = walks("fmWfceFifmnD");
    assert_eq!(pawn.len(), 4);
    assert!(pawn[1].en_passant && pawn[2].en_passant && !pawn[0].en_passant);
    let double = &pawn[3];
    assert_eq!(double.legs, [leg((0, 1), 2, 2, End::Empty)]);
    assert!(double.initial && double.quiet && double.take == Take::NONE);
}

#[test]
fn hops_have_one_piece_on_their_way() {
    let cannon = toward("mRcpR", (0, 1));
    assert_eq!(
        cannon,
        [
            vec![leg((0, 1), 1, FAR, End::Empty)],
            vec![leg((0, 1), 1, FAR, End::Occupied), leg((0, 1), 1, FAR, End::Empty)],
        ]
    );
    assert_eq!(
        toward("gQ", (1, 1)),
        [vec![leg((1, 1), 1, FAR, End::Occupied), leg((1, 1), 1, 1, End::Empty)]]
    );
    assert_eq!(toward("tpR", (1, 0))[0][0].end, End::Friend);
    assert_eq!(
        toward("pW3", (0, 1)),
        [
            vec![leg((0, 1), 1, 1, End::Occupied), leg((0, 1), 1, 2, End::Empty)],
            vec![leg((0, 1), 2, 2, End::Occupied), leg((0, 1), 1, 1, End::Empty)],
        ],
        "the range counts to the landing"
    );
}

#[test]
fn lame_leaps_need_every_square_of_their_way() {
    assert_eq!(toward("nH", (0, 1)), [vec![leg((0, 1), 3, 3, End::Empty)]]);
    assert_eq!(
        toward("nN", (0, 1)),
        [
            vec![leg((0, 1), 1, 1, End::Empty), leg((1, 1), 1, 1, End::Empty)],
            vec![leg((0, 1), 1, 1, End::Empty), leg((-1, 1), 1, 1, End::Empty)],
        ]
    );
    assert_eq!(
        toward("rfnZ", (0, 1)),
        [vec![leg((0, 1), 1, 1, End::Empty), leg((1, 1), 2, 2, End::Empty)]]
    );
    assert_eq!(
        toward("fnD2", (0, 1)),
        [vec![leg((0, 1), 2, 2, End::Empty)], vec![leg((0, 1), 4, 4, End::Empty)]]
    );
}

#[test]
fn jumps_need_a_piece_on_their_way() {
    assert_eq!(
        toward("fjD", (0, 1)),
        [vec![leg((0, 1), 1, 1, End::Occupied), leg((0, 1), 1, 1, End::Empty)]]
    );
    assert_eq!(
        toward("fjH", (0, 1)),
        [
            vec![
                leg((0, 1), 1, 1, End::Occupied),
                leg((0, 1), 1, 1, End::Any),
                leg((0, 1), 1, 1, End::Empty)
            ],
            vec![leg((0, 1), 2, 2, End::Occupied), leg((0, 1), 1, 1, End::Empty)],
        ]
    );
    assert_eq!(
        toward("fjR", (0, 1)),
        [vec![leg((0, 1), 1, 1, End::Any), leg((0, 1), 1, FAR, End::Empty)]]
    );
}

/// Returns the paths as a set. Each path is given by its legs.
fn ways(text: &str) -> BTreeSet<Vec<(Vector, u8, u8, u8)>> {
    walks(text)
        .iter()
        .map(|walk| walk.legs.iter().map(|l| (l.vector, l.min, l.max, l.end as u8)).collect())
        .collect()
}

#[test]
fn chains_bend_by_the_eight_fold_compass() {
    assert_eq!(ways("afsW"), ways("nN"), "the mao is the lame knight");
    assert_eq!(
        toward("afsF", (1, 1)),
        [
            vec![leg((1, 1), 1, 1, End::Empty), leg((1, 0), 1, 1, End::Empty)],
            vec![leg((1, 1), 1, 1, End::Empty), leg((0, 1), 1, 1, End::Empty)],
        ]
    );
    assert_eq!(
        ways("afsK"),
        ways("afsW").union(&ways("afsF")).cloned().collect(),
        "the moo is mao and moa"
    );
    assert_eq!(
        toward("masR", (0, 1)),
        [
            vec![leg((0, 1), 1, FAR, End::Empty), leg((1, 0), 1, FAR, End::Empty)],
            vec![leg((0, 1), 1, FAR, End::Empty), leg((-1, 0), 1, FAR, End::Empty)],
        ]
    );
    assert_eq!(ways("afW"), ways("nD"), "straight on over an empty square is one leg");
    assert_eq!(
        toward("fcafmF", (1, 1)),
        [vec![leg((1, 1), 1, 1, End::Enemy), leg((1, 1), 1, 1, End::Empty)]]
    );
}

#[test]
fn a_path_through_anything_leads_to_two_squares() {
    let by_path = toward("mpafsW", (0, 1));
    assert_eq!(
        by_path,
        [
            vec![leg((0, 1), 1, 1, End::Any), leg((1, 1), 1, 1, End::Empty)],
            vec![leg((0, 1), 1, 1, End::Any), leg((-1, 1), 1, 1, End::Empty)],
        ]
    );
    assert_eq!(walks("mpafsW").len(), 8);
}

#[test]
fn a_griffon_steps_and_rides_on_in_both_notations() {
    let rides = vec![
        vec![leg((1, 1), 1, 1, End::Empty), leg((1, 0), 1, FAR, End::Empty)],
        vec![leg((1, 1), 1, 1, End::Empty), leg((0, 1), 1, FAR, End::Empty)],
    ];
    assert_eq!(toward("[F-R]", (1, 1)), rides);
    assert_eq!(ways("yafsF"), ways("[F-R]"));
    assert_eq!(ways("FyafsF"), ways("[F?R]"), "`?` may stop on the corner");
    assert_eq!(
        toward("[W-sR]", (0, 1)),
        [
            vec![leg((0, 1), 1, 1, End::Empty), leg((1, 0), 1, FAR, End::Empty)],
            vec![leg((0, 1), 1, 1, End::Empty), leg((-1, 0), 1, FAR, End::Empty)],
        ]
    );
    assert_eq!(ways("[W?sR]").len(), 12);
    assert_eq!(
        toward("[rfN-R]", (1, 2)),
        [vec![leg((1, 2), 1, 1, End::Empty), leg((0, 1), 1, FAR, End::Empty)]],
        "outward is as straight on as the atom goes"
    );
}

#[test]
fn a_lion_captures_and_goes_on() {
    let double = walks("caK");
    assert_eq!(double.len(), 56, "every second step but the one exactly back");
    assert!(double.iter().all(|walk| walk.legs[0].end == End::Enemy));
    let igui = toward("mcabK", (0, 1));
    assert_eq!(
        igui,
        [
            vec![leg((0, 1), 1, 1, End::Empty), leg((0, -1), 1, 1, End::Empty)],
            vec![leg((0, 1), 1, 1, End::Enemy), leg((0, -1), 1, 1, End::Empty)],
        ]
    );
}

#[test]
fn a_falcon_has_three_paths_to_each_of_sixteen_squares() {
    let mut reached = std::collections::BTreeMap::new();
    for walk in walks("afafsKafsafzfK") {
        let (x, y) = walk.legs.iter().fold((0i32, 0i32), |(x, y), leg| {
            let steps = i32::from(leg.min);
            (x + steps * i32::from(leg.vector.dx), y + steps * i32::from(leg.vector.dy))
        });
        *reached.entry((x.abs().max(y.abs()), x.abs().min(y.abs()))).or_insert(0) += 1;
    }
    assert_eq!(reached.into_iter().collect::<Vec<_>>(), [((3, 1), 24), ((3, 2), 24)]);
}

#[test]
fn repeated_legs_are_written_out() {
    assert_eq!(toward("f(af)W", (0, 1)).len(), 25, "a ride, a length a walk");
    assert_eq!(
        toward("fm(paf)W2", (0, 1))[1],
        [leg((0, 1), 1, 2, End::Any), leg((0, 1), 1, 2, End::Empty)]
    );
    assert_eq!(
        parse("(a)K").unwrap_err().to_string(),
        "the notation expands to more than 1024 paths"
    );
}

#[test]
fn bent_rides_turn_by_the_smallest_angle_of_their_atom() {
    let rose = walks("qNN");
    assert!(rose.iter().all(|walk| walk.legs.len() <= 7), "a closed circle is no move");
    assert_eq!(rose.len(), 8 + 16 * 6);
    let crooked = ways("zFF");
    assert!(crooked.iter().any(|legs| {
        let steps: Vec<_> = legs.iter().map(|leg| (leg.0.dx, leg.0.dy)).collect();
        steps == [(1, 1), (-1, 1), (1, 1)]
    }));
    assert_eq!(ways("zB"), crooked);
}

#[test]
fn the_last_letters_say_what_may_be_captured() {
    let one = |text| walks(text).swap_remove(0);
    assert!(one("W").quiet && one("W").take == Take::ENEMY);
    assert!(one("mcdW").take.own && one("mcdW").take.enemy && one("mcdW").quiet);
    assert!(one("dW").take.own && !one("dW").take.enemy && !one("dW").quiet);
    assert!(one("tW").take.tame && one("tW").take.enemy && one("tW").quiet);
    assert!(one("kW").take.checks_only && !one("kW").quiet && !one("kW").take.enemy);
}

#[test]
fn every_error_names_its_letters_and_what_to_write_instead() {
    let mut report = String::new();
    for text in ERRONEOUS {
        report += &format!("{text:?}\n");
        let errors = parse(text).expect_err(text);
        for error in errors {
            let help = error.help.expect("every error has advice");
            report += &format!("  {:?} {}: {help}\n", error.span, error.kind);
        }
    }
    insta::assert_snapshot!(report);
}

const ERRONEOUS: &[&str] = &[
    "", " ", "w", "fw", "fmWfxF", "mmW", "L", "J", "O2", "@3", "U", "P", "M", "fK", "fsQ", "hW",
    "hN", "fhF", "nW", "nR", "jF", "pW", "gW1", "njD", "pgR", "W03", "W26", "N3N0x", "WW3", "KK",
    "RR", "QX", "(0,0)", "(30,1)", "(2;1)", "oR", "uR", "ifaiW", "eaW", "yW", "ctaW", "ckW", "mtW",
    "fmrW", "[F]", "[F-R", "m[F-R]", "[F-yR]", "[FaW-R]", "[afF-R]", "[N-fR]", "W-F", "W?", "fm",
    "3W", "W F", "é", "(f)W", "(a)(a)W", "zF", "zaW", "azW", "afsafzhK", "fxWoRpW", "(a)K",
];

#[test]
fn descriptions_say_what_the_walks_do() {
    let text = |notation| describe(&walks(notation)).join("\n");
    insta::assert_snapshot!(
        ["K", "N", "fmWfceFifmnD", "mRcpR", "mpafsW", "[F?R]", "caK", "tW"].map(text).join("\n\n")
    );
}

#[test]
fn descriptions_say_which_ways_are_open() {
    for (notation, way) in [
        ("fW", "one step straight ahead"),
        ("fsW", "one step straight ahead or sideways"),
        ("lbW", "one step to the left or straight back"),
        ("bF", "one step diagonally backward"),
        ("rF", "one step diagonally to the right"),
        ("flF", "one step diagonally forward to the left"),
        ("fN", "by a knight's leap forward"),
        ("N", "by a knight's leap"),
        ("A", "by a leap of 2 squares diagonally"),
        ("fD", "by a leap of 2 squares straight ahead"),
        ("bR", "any number of steps straight back"),
        ("C", "by a leap of 3 and 1 squares"),
    ] {
        assert_eq!(describe(&walks(notation)), [format!("moves or captures {way}")], "{notation}");
    }
}

#[test]
fn normal_form_orders_modifiers_and_shortens_atoms() {
    for (text, normal) in [
        ("mfWcfF", "fmWfcF"),
        ("nmifD", "ifmnD"),
        ("W0F0", "RB"),
        ("N0", "NN"),
        ("mcW", "W"),
        ("R4", "W4"),
        ("(1,0)(2,1)(4,1)0", "WN(4,1)0"),
        ("WX", "(4,0)"),
        ("W1", "W"),
        ("pmasfW", "mpasfW"),
        ("i[F?R]", "i[F?R]"),
        ("[cmF-W0]", "[mcF-R]"),
        ("m(paf)W", "m(paf)W"),
        ("Q0K2", "QK2"),
        // A doubled letter would mean a ride.
        ("C1C", "C1C"),
        ("FFFF", "B0B"),
        ("B0BQ0QR0R", "B0BQ0QR0R"),
        ("NNNNN", "NNNNN"),
        ("W1W2", "W1W2"),
    ] {
        assert_eq!(normalise(text).as_deref(), Ok(normal), "{text}");
    }
}

#[test]
fn every_notation_of_the_reference_page_is_one() {
    let refused = ["L", "J", "X", "Y", "fK", "fQ", "fmrW", "O", "U", "W03"];
    let mut seen = 0;
    for (number, text) in REFERENCE.split('`').enumerate() {
        let notation = number % 2 == 1
            && text.contains(|c: char| c.is_ascii_uppercase())
            && !text.contains([' ', '.'])
            && !text.contains("ATOM");
        if notation {
            assert_eq!(parse(text).is_ok(), !refused.contains(&text), "{text}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn the_longest_walks_that_notation_means_are_walks_of_a_ruleset() {
    for text in ["zFF", "zWW", "zNN", "qNN"] {
        let mut spec = crate::testing::chess();
        spec.kinds[1].paths = walks(text);
        let longest = spec.kinds[1].paths.iter().map(|walk| walk.legs.len()).max();
        let rules = quadrille_core::CompiledRules::new(spec);
        assert!(rules.is_ok(), "{text}, of {longest:?} legs: {:?}", rules.err());
    }
}

#[test]
fn a_swap_is_told_as_one_and_not_as_a_capture() {
    let mut paths = walks("dK");
    for path in &mut paths {
        let whom = Condition {
            place: ConditionSquare::Onto,
            relation: Relation::Own,
            kinds: u32::MAX,
            head_on: false,
        };
        path.swaps = true;
        path.conditions.push(whom);
    }
    let description = describe(&paths).join("\n");
    assert!(
        description.starts_with("changes places with a piece of the same player one step"),
        "{description}"
    );
    assert!(!description.contains("captures"), "{description}");
    let mut shooter = walks("cF");
    shooter.iter_mut().for_each(|path| path.stays = true);
    assert_eq!(describe(&shooter), ["captures without moving one step diagonally"]);
}

#[test]
fn a_word_of_english_is_told_that_movement_is_notation() {
    for word in ["forward", "diagonal", "like", "Forward"] {
        let errors = parse(word).unwrap_err();
        let help =
            errors.as_slice().last().and_then(|error| error.help.as_ref()).unwrap().to_string();
        assert!(help.contains("`fW`") && help.contains("explain notation"), "{word}: {help}");
    }
    // Modifiers followed by an atom in lower case are not a word.
    let slip = parse("fmcw").unwrap_err();
    assert_eq!(slip.as_slice()[0].help.as_ref().unwrap().to_string(), "did you mean `fmcW`?");
}
