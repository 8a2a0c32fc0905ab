use super::*;

/// Returns a board of five files and five ranks without its corner squares.
fn board() -> Geometry {
    let row = |text: &str| text.chars().map(|c| c == '.').collect();
    Geometry::new(&["#...#", ".....", ".....", ".....", "#...#"].map(row)).unwrap()
}

fn set(text: &str) -> String {
    let board = board();
    let zones = [("home-row".to_owned(), Zone::of(board.square_named("b1").unwrap()))];
    match parse(text, &board, &zones) {
        Ok(zone) => zone.into_iter().map(|s| board.name(s)).collect::<Vec<_>>().join(" "),
        Err(error) => panic!("{text}: {error:?}"),
    }
}

/// Returns the place of an error as the marked text, then its message and its help.
fn error(text: &str) -> (String, String, String) {
    let board = board();
    let zones = [("home-row".to_owned(), Zone::of(board.square_named("b1").unwrap()))];
    let error = parse(text, &board, &zones).unwrap_err();
    (
        text[error.span.clone()].to_owned(),
        error.to_string(),
        error.help.map(|h| h.text).unwrap_or_default(),
    )
}

#[test]
fn a_range_is_a_line_or_a_rectangle() {
    assert_eq!(set("b1"), "b1");
    assert_eq!(set("a2..a4"), "a2 a3 a4");
    assert_eq!(set("d3..b3"), "b3 c3 d3");
    assert_eq!(set("b2..d4"), "b2 c3 d4");
    assert_eq!(set("d2..b4"), "d2 c3 b4");
    assert_eq!(set("b2..c4"), "b2 c2 b3 c3 b4 c4");
}

#[test]
fn a_block_is_a_rectangle_even_if_its_corners_share_a_diagonal() {
    assert_eq!(set("b2:c3"), "b2 c2 b3 c3");
    assert_eq!(set("c2 : b3"), "b2 c2 b3 c3");
    assert_eq!(set("b2:c4"), set("b2..c4"));
    assert_eq!(set("b1:d1"), "b1 c1 d1");
    assert_eq!(set("a1:b2"), "b1 a2 b2");
    assert_eq!(set("a1:e5"), set("all"), "holes are left out");
    assert_eq!(set("a4:b5 - b5"), "a4 b4");
    assert_eq!(mentions("a4:b5 + home-row"), ["home-row"]);
    assert_eq!(error("a1:a1 + b1").1, "this part has only holes");
    assert_eq!(error("b1:f2").1, "`f2` is outside the board");
    assert_eq!(error("b1:rank 2").1, "expected a square after `..` or `:`, found `rank`");
}

#[test]
fn files_beyond_z_have_two_letters() {
    let board = Geometry::rectangle(32, 32).unwrap();
    let set = |text: &str| parse(text, &board, &[]).unwrap();
    assert_eq!(set("file aa").len(), 32);
    assert_eq!(set("z1..ab1").len(), 3);
    assert_eq!(set("a1..af32").len(), 32, "a diagonal");
    assert_eq!(set("edge east"), set("file af"));
    let error = parse("ag1", &board, &[]).unwrap_err();
    assert_eq!(error.help.unwrap().text, "the board has files a to af and ranks 1 to 32");
}

#[test]
fn a_range_leaves_holes_out() {
    assert_eq!(set("a1..e1"), "b1 c1 d1");
    assert_eq!(set("a1..a2"), "a2");
    assert_eq!(error("a1..a1 + b1").1, "this part has only holes");
}

#[test]
fn lines_edges_and_colours_have_words() {
    assert_eq!(set("file a"), "a2 a3 a4");
    assert_eq!(set("rank 5"), "b5 c5 d5");
    assert_eq!(set("edge north"), "a4 e4 b5 c5 d5");
    assert_eq!(set("edge west"), "b1 a2 a3 a4 b5");
    assert_eq!(set("light & rank 1"), "b1 d1");
    assert_eq!(set("dark & rank 1"), "c1");
    assert_eq!(set("all").split(' ').count(), 21);
}

#[test]
fn intersection_binds_tighter_and_the_rest_goes_from_left_to_right() {
    assert_eq!(set("b1, c1 + d1"), "b1 c1 d1");
    assert_eq!(set("rank 1 - b1 + b1"), "b1 c1 d1");
    assert_eq!(set("b1 + rank 1 & file c"), "b1 c1");
    assert_eq!(set("rank 1 - (b1 + c1)"), "d1");
    assert_eq!(set("(b1+rank 1)&file c"), "c1");
}

#[test]
fn a_zone_may_have_a_minus_in_its_name() {
    assert_eq!(set("home-row + c1"), "b1 c1");
    assert_eq!(set("rank 1 - home-row"), "c1 d1");
    assert_eq!(mentions("rank 1 - home-row + (x & light)"), ["home-row", "x"]);
}

#[test]
fn a_square_that_does_not_exist_is_an_error_at_its_place() {
    let (place, message, help) = error("b1 + a1");
    assert_eq!(
        (&*place, &*message, &*help),
        ("a1", "`a1` is a hole", "the nearest square is `b1`")
    );
    let (place, message, help) = error("b1..f1");
    assert_eq!((&*place, &*message), ("f1", "`f1` is outside the board"));
    assert_eq!(help, "the board has files a to e and ranks 1 to 5");
    assert_eq!(error("rank 6").0, "6");
    assert_eq!(error("file z").0, "z");
}

#[test]
fn what_the_grammar_does_not_know_is_said_in_its_words() {
    let cases = [
        ("b1 +", "", "expected a square, a range or a zone, found the end"),
        ("b1 c1", "c1", "expected `+`, `-`, `&` or the end, found `c1`"),
        ("(b1 c1", "c1", "expected `+`, `-`, `&` or `)`, found `c1`"),
        ("b1 | c1", "|", "expected `+`, `-`, `&` or the end, found `|`"),
        ("b1..", "", "expected a square after `..` or `:`, found the end"),
        ("edge up", "up", "expected `north`, `east`, `south` or `west` after `edge`, found `up`"),
        ("é", "é", "expected a square, a range or a zone, found `é`"),
        ("  ", "  ", "the square set is empty"),
        ("b1 - b1", "b1 - b1", "this set has no squares"),
    ];
    for (text, place, message) in cases {
        let (at, said, _) = error(text);
        assert_eq!((at.as_str(), said.as_str()), (place, message), "{text}");
    }
}

#[test]
fn an_unknown_word_gets_a_suggestion() {
    assert_eq!(error("home-raw").2, "did you mean `home-row`?");
    assert_eq!(error("lihgt").2, "did you mean `light`?");
    assert_eq!(error("B1").2, "write the square in lower case: `b1`");
    assert_eq!(error("light-c1").2, "write a difference with spaces: `light - c1`");
    assert_eq!(error("b1-c2").2, "write `b1:c2` for the squares from one corner to the other");
}

#[test]
fn nesting_and_length_are_bounded() {
    let deep = format!("{}b1{}", "(".repeat(16), ")".repeat(16));
    assert_eq!(set(&deep), "b1");
    assert_eq!(error(&format!("({deep})")).0, "(");
    assert!(error(&"b1+".repeat(5000)).1.contains("at most"));
}

#[test]
fn a_zone_needs_a_name_of_its_own() {
    for good in ["red-ground", "thrones", "a1-side", "zone_2", "lighter"] {
        assert_eq!(bad_name(good), None, "{good}");
    }
    for bad in ["", "a1", "all", "light", "file", "red ground", "-x", "x-", "1st", "é"] {
        assert!(bad_name(bad).is_some(), "{bad}");
    }
}
