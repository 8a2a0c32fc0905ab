//! Boards, their squares and edges.

use super::*;

#[test]
fn names_and_squares_correspond() {
    let board = Geometry::rectangle(14, 14).unwrap();
    for square in board.squares() {
        assert_eq!(board.square_named(&board.name(square)), Some(square));
    }
    for wrong in ["", "a", "a0", "a01", "A1", "o1", "a15", "1a", "a1 ", "é1"] {
        assert_eq!(board.square_named(wrong), None, "{wrong}");
    }
}

#[test]
fn holes_have_numbers_unless_sets_would_grow() {
    let corner = |x: usize| !(3..=10).contains(&x);
    let cross = |x: usize, y: usize| !(corner(x) && corner(y));
    let rows = |size: usize, has: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<bool>> {
        (0..size).map(|y| (0..size).map(|x| has(x, y)).collect()).collect()
    };
    let board = Geometry::new(&rows(14, &cross)).unwrap();
    assert_eq!((board.len(), board.span()), (160, 190));
    assert_eq!(board.squares().count(), 160);
    for from in board.squares() {
        let ahead = board.step(from, Vector::new(0, 1));
        assert!(ahead.is_none_or(|to| to.0 == from.0 + 14), "{}", board.name(from));
    }
    // The 100 squares need two words. If the 440 holes between them had numbers, sixteen words
    // would be needed.
    let board = Geometry::new(&rows(24, &|x, y| x < 5 && y < 10 || x > 18 && y > 13)).unwrap();
    assert_eq!((board.len(), board.span()), (100, 100));
    for (n, square) in board.squares().enumerate() {
        assert_eq!((board.nth(n), square.index()), (Some(square), n));
    }
    assert!(!board.has(Square(100)) && board.nth(100).is_none());
}

#[test]
fn the_widest_board_has_1024_squares() {
    let board = Geometry::rectangle(32, 32).unwrap();
    assert_eq!((board.len(), board.span()), (1024, 1024));
    for square in board.squares() {
        assert_eq!(board.square_named(&board.name(square)), Some(square));
    }
    let last = board.square_named("af32").unwrap();
    assert_eq!((last, board.step(last, Vector::new(1, 0))), (Square(1023), None));
    assert!(board.has(last) && !board.has(Square(1024)) && !board.has(Square(u16::MAX)));
    for wrong in ["ag1", "ba1", "a33", "aaa1", "zz1"] {
        assert_eq!(board.square_named(wrong), None, "{wrong}");
    }
    assert_eq!(Geometry::rectangle(33, 1), Err(GeometryError::TooLarge(33, 1)));
}

#[test]
fn walls_stop_steps_and_diagonals_at_their_ends() {
    let mut board = Geometry::rectangle(3, 3).unwrap();
    let cell = |name| board.clone().cell_named(name).unwrap();
    let (b1, b2) = (cell("b1"), cell("b2"));
    board.add_wall(b1, b2).unwrap();
    let at = |name| board.square_named(name).unwrap();
    assert_eq!(board.step(at("b1"), Vector::new(0, 1)), None);
    assert_eq!(board.step(at("b2"), Vector::new(0, -1)), None);
    assert_eq!(board.step(at("a1"), Vector::new(1, 1)), None);
    assert_eq!(board.step(at("b1"), Vector::new(1, 1)), None);
    assert_eq!(board.step(at("a1"), Vector::new(0, 1)), Some(at("a2")));
    assert_eq!(board.step(at("b2"), Vector::new(1, 1)), Some(at("c3")));
}

#[test]
fn walls_stop_diagonals_across_sides_that_are_joined() {
    let cell = |name| Geometry::rectangle(4, 4).unwrap().cell_named(name).unwrap();
    for walls_first in [true, false] {
        let mut board = Geometry::rectangle(4, 4).unwrap();
        board.set_wraps(!walls_first, false);
        board.add_wall(cell("d2"), cell("d3")).unwrap();
        board.set_wraps(true, false);
        let at = |name| board.square_named(name).unwrap();
        assert_eq!(board.step(at("d2"), Vector::new(1, 1)), None);
        assert_eq!(board.step(at("a2"), Vector::new(-1, 1)), None);
        assert_eq!(board.step(at("a3"), Vector::new(-1, -1)), None);
        assert_eq!(board.step(at("d2"), Vector::new(1, 0)), Some(at("a2")));
        assert_eq!(board.step(at("a2"), Vector::new(1, 1)), Some(at("b3")));
    }
}

#[test]
fn an_edge_is_crossed_one_way() {
    let mut board = Geometry::rectangle(3, 3).unwrap();
    let cell = |name| Geometry::rectangle(3, 3).unwrap().cell_named(name).unwrap();
    board.add_one_way(cell("b1"), cell("b2")).unwrap();
    assert_eq!(board.add_one_way(cell("a1"), cell("b2")), Err(GeometryError::WallApart));
    let at = |name| board.square_named(name).unwrap();
    assert_eq!(board.step(at("b1"), Vector::new(0, 1)), Some(at("b2")));
    assert_eq!(board.step(at("b2"), Vector::new(0, -1)), None);
    assert_eq!(board.step(at("b3"), Vector::new(0, -2)), Some(at("b1")), "a leap");
    assert_eq!(board.step(at("b2"), Vector::new(1, -1)), Some(at("c1")));
}

#[test]
fn a_board_wraps_at_its_sides() {
    let mut board = Geometry::rectangle(4, 3).unwrap();
    board.set_wraps(true, false);
    let at = |name| board.square_named(name).unwrap();
    assert_eq!(board.step(at("a1"), Vector::new(-1, 0)), Some(at("d1")));
    assert_eq!(board.step(at("d2"), Vector::new(1, 1)), Some(at("a3")));
    assert_eq!(board.step(at("c1"), Vector::new(2, 1)), Some(at("a2")), "a knight");
    assert_eq!(board.step(at("a1"), Vector::new(0, -1)), None);
    assert_eq!(board.step(at("a1"), Vector::new(4, 0)), None, "back to itself");
}

#[test]
fn who_enters_a_portal_comes_out_of_the_next_square() {
    let mut board = Geometry::rectangle(6, 4).unwrap();
    let at = |name| Geometry::rectangle(6, 4).unwrap().square_named(name).unwrap();
    board.add_portal(&[at("b2"), at("e3")]).unwrap();
    assert_eq!(board.step(at("b1"), Vector::new(0, 1)), Some(at("e3")));
    assert_eq!(board.step(at("e3"), Vector::new(0, 1)), Some(at("e4")), "a ride continues");
    assert_eq!(board.step(at("e3"), Vector::new(0, -1)), Some(at("e2")), "not the way it came");
    assert_eq!(board.step(at("d1"), Vector::new(1, 2)), Some(at("b2")), "a leap");
    assert_eq!(board.step(at("a1"), Vector::new(1, 1)), Some(at("e3")));
    assert_eq!(board.step(at("b2"), Vector::new(3, 1)), None, "back to itself");
    assert!(board.is_winding(Vector::new(1, 0)));
    // A portal of several squares leads round in a circle.
    board.add_portal(&[at("a1"), at("f1"), at("f4")]).unwrap();
    let exits = ["a1", "f1", "f4", "c3"].map(|name| board.name(board.exit(at(name))));
    assert_eq!(exits, ["f1", "f4", "a1", "c3"]);
    for twice in [["c3", "c3"], ["c3", "b2"]] {
        let squares = twice.map(at);
        assert_eq!(board.add_portal(&squares), Err(GeometryError::PortalTwice));
    }
    assert_eq!(board.add_portal(&[at("c3")]), Err(GeometryError::PortalAlone));
    assert_eq!(board.portals().count(), 2);
}
