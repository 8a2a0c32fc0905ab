use super::*;

fn board() -> Geometry {
    Geometry::new(&[vec![false, true, true], vec![true, true, true]]).unwrap()
}

fn seats() -> Vec<SeatSpec> {
    let seat =
        |name: &str, key, facing, team| SeatSpec { name: name.to_owned(), key, facing, team };
    vec![seat("yellow", 'y', Facing::North, 0), seat("green", 'g', Facing::South, 1)]
}

fn kinds() -> Vec<KindSpec> {
    let kind = |name: &str, letter| KindSpec {
        name: name.to_owned(),
        letter,
        royal: false,
        value: 0,
        notation: String::new(),
        paths: Vec::new(),
    };
    vec![kind("pawn", 'P'), kind("king", 'K')]
}

fn men(text: &str) -> Vec<(String, Piece)> {
    let board = board();
    let men = array(text, Some(&board), &seats(), &kinds()).unwrap();
    men.into_iter().map(|(square, man)| (board.name(square), man)).collect()
}

/// Code, place and message of each error.
fn errors(text: &str) -> Vec<(&'static str, String, String)> {
    let errors = array(text, Some(&board()), &seats(), &kinds()).unwrap_err();
    errors.into_iter().map(|e| (e.code, text[e.span].to_owned(), e.message)).collect()
}

#[test]
fn a_man_looks_where_his_seat_does_unless_the_picture_says_otherwise() {
    let (pawn, king) = (Kind(0), Kind(1));
    let (yellow, green) = (Seat(0), Seat(1));
    assert_eq!(
        men("#  gK gP<\nyP .  yKv\n"),
        [
            ("b2".to_owned(), Piece::new(king, green, Facing::South)),
            ("c2".to_owned(), Piece::new(pawn, green, Facing::West)),
            ("a1".to_owned(), Piece::new(pawn, yellow, Facing::North)),
            ("c1".to_owned(), Piece::new(king, yellow, Facing::South)),
        ]
    );
}

#[test]
fn rows_may_be_indented_and_blank_lines_do_not_count() {
    assert_eq!(men("\n\n   # . .\r\n\n\t. . yP \t\n\n").len(), 1);
}

#[test]
fn every_wrong_cell_is_reported_at_its_place() {
    let found = errors("# rK yX\nPy yPx .");
    let places: Vec<_> = found.iter().map(|(code, place, _)| (*code, place.as_str())).collect();
    assert_eq!(places, [("Q0132", "r"), ("Q0133", "X"), ("Q0130", "Py"), ("Q0130", "yPx")]);
}

#[test]
fn a_picture_has_the_boards_size() {
    let (code, place, message) = errors("# . .\n. . .\n. . .").remove(0);
    assert_eq!((code, place.as_str()), ("Q0131", ". . ."));
    assert_eq!(message, "the picture has 3 rows, and the board 2 ranks");
    let (code, place, message) = errors("# . . yP\n. . .").remove(0);
    assert_eq!((code, place.as_str()), ("Q0131", "yP"));
    assert_eq!(message, "this row (rank 2) has 4 cells, and the board 3 files");
    assert_eq!(errors("# . .").len(), 1);
    assert_eq!(errors("").len(), 1);
}

#[test]
fn holes_of_picture_and_board_agree() {
    assert_eq!(errors("yP . .\n. . .")[0].2, "a man stands on a2, which is a hole");
    assert_eq!(errors(". . .\n. . .")[0].2, "a2 is a hole, and the picture has a square there");
    assert_eq!(errors("# # #\n. . .").len(), 1, "one for each row");
    assert_eq!(errors("# # .\n. . .")[0].2, "b2 is a square, and the picture has a hole there");
}

#[test]
fn cells_stuck_together_are_told_apart_in_the_help() {
    let error = &array("#..\n. . .", None, &seats(), &kinds()).unwrap_err()[0];
    assert_eq!(error.help.as_deref(), Some("put white space between the cells"));
}

#[test]
fn a_mask_is_rows_of_dots_and_holes() {
    assert_eq!(mask("\n  #.\n  ..\n").unwrap(), [[false, true], [true, true]]);
    let errors = mask("#.\n.x.\n..").unwrap_err();
    let codes: Vec<_> = errors.iter().map(|e| (e.code, e.span.clone())).collect();
    assert_eq!(codes, [("Q0120", 4..5), ("Q0121", 3..6)]);
    let blank = &mask(". .\n..").unwrap_err()[0];
    assert_eq!((blank.code, blank.span.clone()), ("Q0120", 1..2));
    assert!(mask("").unwrap().is_empty());
}
