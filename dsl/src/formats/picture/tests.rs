use super::*;

fn board() -> Geometry {
    Geometry::new(&[vec![false, true, true], vec![true, true, true]]).unwrap()
}

fn seats() -> Vec<SeatSpec> {
    let seat =
        |name: &str, key, facing, team| SeatSpec { name: name.to_owned(), key, facing, team };
    vec![seat("yellow", 'y', Facing::North, 0), seat("green", 'g', Facing::South, 1)]
}

fn colours(seats: &[SeatSpec]) -> Vec<PictureColour<'_>> {
    PictureColour::of(seats).collect()
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

fn pieces(text: &str) -> Vec<(String, Piece)> {
    let board = board();
    let pieces = array(text, Some(&board), &colours(&seats()), &kinds()).unwrap();
    pieces.into_iter().map(|(square, piece)| (board.name(square), piece)).collect()
}

/// Returns the code, the place and the message of each error.
fn errors(text: &str) -> Vec<(Code, String, String)> {
    let errors = array(text, Some(&board()), &colours(&seats()), &kinds()).unwrap_err();
    errors
        .into_iter()
        .map(|e| (e.kind.code(), text[e.span.clone()].to_owned(), e.to_string()))
        .collect()
}

#[test]
fn a_piece_faces_as_its_seat_does_unless_the_picture_says_otherwise() {
    let (pawn, king) = (Kind(0), Kind(1));
    let (yellow, green) = (Seat(0), Seat(1));
    assert_eq!(
        pieces("#  gK gP<\nyP .  yKv\n"),
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
    assert_eq!(pieces("\n\n   # . .\r\n\n\t. . yP \t\n\n").len(), 1);
}

#[test]
fn every_wrong_cell_is_reported_at_its_place() {
    let found = errors("# rK yX\nPy yPx .");
    let places: Vec<_> = found.iter().map(|(code, place, _)| (*code, place.as_str())).collect();
    assert_eq!(
        places,
        [
            (Code::PictureSeatKey, "r"),
            (Code::PicturePieceLetter, "X"),
            (Code::PictureCell, "Py"),
            (Code::PictureCell, "yPx")
        ]
    );
}

#[test]
fn a_picture_has_the_boards_size() {
    let (code, place, message) = errors("# . .\n. . .\n. . .").remove(0);
    assert_eq!((code, place.as_str()), (Code::PictureSize, ". . ."));
    assert_eq!(message, "the picture has 3 rows, but the board has 2 ranks");
    let (code, place, message) = errors("# . . yP\n. . .").remove(0);
    assert_eq!((code, place.as_str()), (Code::PictureSize, "yP"));
    assert_eq!(message, "this row (rank 2) has 4 cells, but the board has 3 files");
    assert_eq!(errors("# . .").len(), 1);
    assert_eq!(errors("").len(), 1);
}

#[test]
fn holes_of_picture_and_board_agree() {
    assert_eq!(errors("yP . .\n. . .")[0].2, "there is a piece on a2, which is a hole");
    assert_eq!(errors(". . .\n. . .")[0].2, "a2 is a hole, but the picture has a square there");
    assert_eq!(errors("# # #\n. . .").len(), 1, "one for each row");
    assert_eq!(errors("# # .\n. . .")[0].2, "b2 is a square, but the picture has a hole there");
}

#[test]
fn cells_stuck_together_are_told_apart_in_the_help() {
    let error = &array("#..\n. . .", None, &colours(&seats()), &kinds()).unwrap_err()[0];
    assert_eq!(error.help.as_ref().unwrap().text, "put white space between the cells");
}

#[test]
fn a_mask_is_rows_of_dots_and_holes() {
    assert_eq!(mask("\n  #.\n  ..\n").unwrap(), [[false, true], [true, true]]);
    let errors = mask("#.\n.x.\n..").unwrap_err();
    let codes: Vec<_> = errors.iter().map(|e| (e.kind.code(), e.span.clone())).collect();
    assert_eq!(codes, [(Code::MaskCell, 4..5), (Code::MaskRows, 3..6)]);
    let blank = &mask(". .\n..").unwrap_err()[0];
    assert_eq!((blank.kind.code(), blank.span.clone()), (Code::MaskCell, 1..2));
    assert!(mask("").unwrap().is_empty());
}

#[test]
fn a_mask_may_be_a_shape() {
    let size = |text: &str| {
        let rows = mask(text).unwrap();
        (rows[0].len(), rows.len(), rows.iter().flatten().filter(|square| **square).count())
    };
    assert_eq!(size("10x8"), (10, 8, 80));
    assert_eq!(size("cross-14"), (14, 14, 160));
    assert_eq!(size("cross-16"), (16, 16, 192));
    let drawn = "##........##\n##........##\n............\n............\n............\n............\n\
                 ............\n............\n............\n............\n##........##\n##........##\n";
    assert_eq!(mask("cross-12"), mask(drawn));
    assert_eq!(mask("cross-12x8"), mask(drawn));
    assert_eq!(mask("cross-5x1"), mask("##.##\n##.##\n.....\n##.##\n##.##"));
    assert_eq!(mask("diamond-5"), mask("##.##\n#...#\n.....\n#...#\n##.##"));
    assert_eq!(mask("diamond-4"), mask("#..#\n....\n....\n#..#"));
}

#[test]
fn a_shape_that_there_is_not_is_told() {
    for text in [
        "cros-14",
        "8",
        "8x",
        "cross-8",
        "cross-13",
        "x8",
        "100x1",
        "8x8x8",
        "cross-8x8",
        "cross-9x4",
        "cross-4x0",
        "diamond-1",
        "diamond-8x8",
    ] {
        let errors = mask(text).unwrap_err();
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].kind.code(), Code::BoardShape, "{text}");
        assert!(errors[0].help.is_some(), "{text}");
    }
}
