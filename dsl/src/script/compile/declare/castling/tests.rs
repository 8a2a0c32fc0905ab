//! Tests of castling in several games. The castling moves are derived from the squares of kings and
//! rooks.

use super::*;
use crate::script::testing::{at, chess, cross, squares};

const ROOK: Kind = Kind(3);
const KING: Kind = Kind(5);

/// A castling move. It has the seat, and a boolean that is `true` for the king side. The four
/// squares are the first and last square of the king, then the first and last square of the rook.
/// The last two strings are the squares that must be empty and the squares that must be safe.
type Row = (u8, bool, [&'static str; 4], &'static str, &'static str);

#[track_caller]
fn same(spec: &Spec, found: &[CastlingMove], rows: &[Row]) {
    let wanted: Vec<CastlingMove> = rows
        .iter()
        .map(|(seat, king_side, [king, to, rook, over], empty, safe)| CastlingMove {
            seat: Seat(*seat),
            king_side: *king_side,
            king: (at(spec, king), at(spec, to)),
            rook: (at(spec, rook), at(spec, over)),
            kinds: None,
            shares_rights: false,
            empty: squares(spec, empty),
            safe: squares(spec, safe),
            clause: None,
        })
        .collect();
    let found: Vec<_> =
        found.iter().map(|wing| CastlingMove { kinds: None, ..wing.clone() }).collect();
    assert_eq!(found, wanted);
}

/// Returns a changed spec. The pieces on the squares `gone` are removed from the array, and the
/// pieces `come` are added.
fn moved(mut spec: Spec, gone: &str, come: &[(&str, Kind)]) -> Spec {
    let gone = squares(&spec, gone);
    spec.array.retain(|(square, _)| !gone.contains(*square));
    for (name, kind) in come {
        let piece = quadrille_core::Piece::new(*kind, Seat(0), Facing::North);
        spec.array.push((at(&spec, name), piece));
    }
    spec
}

#[test]
fn orthodox_kings_go_two_squares() {
    let spec = chess();
    same(
        &spec,
        &wings(&spec, KING, ROOK, 2, None),
        &[
            (0, true, ["e1", "g1", "h1", "f1"], "f1 g1", "e1 f1"),
            (0, false, ["e1", "c1", "a1", "d1"], "b1 c1 d1", "e1 d1"),
            (1, true, ["e8", "g8", "h8", "f8"], "f8 g8", "e8 f8"),
            (1, false, ["e8", "c8", "a8", "d8"], "b8 c8 d8", "e8 d8"),
        ],
    );
}

#[test]
fn kings_of_a_cross_castle_along_their_own_line() {
    let spec = cross();
    same(
        &spec,
        &wings(&spec, KING, ROOK, 2, None),
        &[
            (0, true, ["h1", "j1", "k1", "i1"], "i1 j1", "h1 i1"),
            (0, false, ["h1", "f1", "d1", "g1"], "g1 f1 e1", "h1 g1"),
            (1, true, ["a7", "a5", "a4", "a6"], "a6 a5", "a7 a6"),
            (1, false, ["a7", "a9", "a11", "a8"], "a8 a9 a10", "a7 a8"),
            (2, true, ["g14", "e14", "d14", "f14"], "f14 e14", "g14 f14"),
            (2, false, ["g14", "i14", "k14", "h14"], "h14 i14 j14", "g14 h14"),
            (3, true, ["n8", "n10", "n11", "n9"], "n9 n10", "n8 n9"),
            (3, false, ["n8", "n6", "n4", "n7"], "n7 n6 n5", "n8 n7"),
        ],
    );
}

#[test]
fn a_king_of_ten_files_goes_three_squares() {
    let mut spec = chess();
    spec.geometry = Geometry::rectangle(10, 8).unwrap();
    spec.array.clear();
    for (name, kind) in [("a1", ROOK), ("f1", KING), ("j1", ROOK)] {
        let piece = quadrille_core::Piece::new(kind, Seat(0), Facing::North);
        spec.array.push((at(&spec, name), piece));
    }
    same(
        &spec,
        &wings(&spec, KING, ROOK, 3, None),
        &[
            (0, true, ["f1", "i1", "j1", "h1"], "g1 h1 i1", "f1 g1 h1"),
            (0, false, ["f1", "c1", "a1", "d1"], "b1 c1 d1 e1", "f1 e1 d1"),
        ],
    );
}

#[test]
fn a_seat_castles_with_one_king_and_its_own_rooks_and_room() {
    let seat_0 = |spec: &Spec, steps| {
        let all = wings(spec, KING, ROOK, steps, None);
        all.into_iter().filter(|wing| wing.seat == Seat(0)).count()
    };
    assert_eq!(seat_0(&chess(), 2), 2);
    assert_eq!(seat_0(&chess(), 3), 2);
    assert_eq!(seat_0(&chess(), 4), 1, "no fourth square on the near side");
    assert_eq!(seat_0(&chess(), 5), 0);
    assert_eq!(seat_0(&moved(chess(), "a1", &[]), 2), 1, "one rook");
    assert_eq!(seat_0(&moved(chess(), "d1", &[("d1", KING)]), 2), 4, "two kings");
    assert_eq!(seat_0(&moved(chess(), "e1", &[]), 2), 0, "no king");
    assert_eq!(seat_0(&moved(chess(), "e1 e2", &[("e2", KING)]), 2), 0, "off the line");
}

#[test]
fn the_nearest_rook_is_the_one() {
    let spec = moved(chess(), "g1", &[("g1", ROOK)]);
    same(
        &spec,
        &wings(&spec, KING, ROOK, 2, None)[..1],
        &[(0, true, ["e1", "g1", "g1", "f1"], "f1", "e1 f1")],
    );
}

#[test]
fn nobody_castles_over_a_wall_or_a_hole() {
    let mut spec = chess();
    let cell = |name: &str| spec.geometry.cell_named(name).unwrap();
    let edge = (cell("f1"), cell("g1"));
    spec.geometry.add_wall(edge.0, edge.1).unwrap();
    let sides: Vec<_> = wings(&spec, KING, ROOK, 2, None)
        .into_iter()
        .filter(|wing| wing.seat == Seat(0))
        .map(|wing| wing.rook.0)
        .collect();
    assert_eq!(sides, [at(&spec, "a1")]);
}

#[test]
fn the_king_side_is_where_the_rook_is_closer_however_far_the_board_goes_on() {
    // The board extends six files beyond the rook on the right.
    let mut spec = chess();
    spec.geometry = Geometry::rectangle(14, 8).unwrap();
    let first = wings(&spec, KING, ROOK, 2, None)
        .into_iter()
        .map(|wing| (wing.seat, wing.king_side, wing.rook.0))
        .filter(|(seat, ..)| *seat == Seat(0))
        .collect::<Vec<_>>();
    let on = |name| at(&spec, name);
    assert_eq!(first, [(Seat(0), true, on("h1")), (Seat(0), false, on("a1"))]);
    let spelled_out = |to, rook, over| {
        wing(&spec, Seat(0), (on("e1"), on(to)), (on(rook), on(over))).unwrap().king_side
    };
    assert!(spelled_out("g1", "h1", "f1"));
    assert!(!spelled_out("c1", "a1", "d1"));
}

#[test]
fn a_castling_may_be_spelled_out() {
    let spec = chess();
    let on = |name| at(&spec, name);
    let wing = |king, rook| wing(&spec, Seat(0), king, rook);
    let far = wing((on("e1"), on("b1")), (on("a1"), on("c1"))).unwrap();
    same(&spec, &[far], &[(0, false, ["e1", "b1", "a1", "c1"], "b1 c1 d1", "e1 d1 c1")]);
}

/// In a shuffled array, one of the two pieces may already be on its castling square.
#[test]
fn king_or_rook_may_stay() {
    let spec = chess();
    let on = |name| at(&spec, name);
    let king_stays = wing(&spec, Seat(0), (on("e1"), on("e1")), (on("h1"), on("f1"))).unwrap();
    let rook_stays = wing(&spec, Seat(0), (on("e1"), on("g1")), (on("h1"), on("h1"))).unwrap();
    same(
        &spec,
        &[king_stays, rook_stays],
        &[
            (0, true, ["e1", "e1", "h1", "f1"], "g1 f1", "e1"),
            (0, true, ["e1", "g1", "h1", "h1"], "f1 g1", "e1 f1"),
        ],
    );
}

#[test]
fn each_impossible_castling_has_a_reason() {
    let spec = chess();
    let on = |name| at(&spec, name);
    for ([king, to, rook, over], reason) in [
        (["e1", "g2", "h1", "f1"], "the king's way from e1 to g2"),
        (["e1", "g1", "h1", "f2"], "the rook's way from h1 to f2"),
        (["e1", "g1", "h2", "f1"], "the line from the king to the rook, e1 to h2"),
        (["e1", "e1", "h1", "h1"], "both stay"),
        (["e1", "g1", "e1", "f1"], "both start on e1"),
    ] {
        let wrong = wing(&spec, Seat(0), (on(king), on(to)), (on(rook), on(over)));
        let message = wrong.unwrap_err();
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn any_array_has_a_castling_move_for_each_king_and_rook_beside_it() {
    let mut spec = chess();
    spec.castling.clear();
    let on = |spec: &Spec, name| at(spec, name);
    for [king_to, rook_to] in [["g1", "f1"], ["c1", "d1"]] {
        let ends = [king_to, rook_to].map(|name| on(&spec, name));
        let home = squares(&spec, "a1 b1 c1 d1 e1 f1 g1 h1");
        let moves = from_any_array(&spec, Seat(0), [KING, ROOK], home, ends).unwrap();
        spec.castling.extend(moves);
    }
    set_sides(&mut spec, Seat(0));
    let of = |side| spec.castling.iter().filter(move |wing| wing.king_side == side);
    // On each side, there is a castling move for each pair of the eight squares.
    assert_eq!((of(true).count(), of(false).count()), (28, 28));
    assert!(of(true).all(|wing| wing.king.1 == on(&spec, "g1") && wing.shares_rights));
    assert!(of(false).all(|wing| wing.king.1 == on(&spec, "c1")));
    let crossing = spec
        .castling
        .iter()
        .find(|wing| (wing.king.0, wing.rook.0) == (on(&spec, "b1"), on(&spec, "a1")));
    let crossing = crossing.unwrap();
    assert_eq!(crossing.empty, squares(&spec, "c1 d1"), "the rook goes over b1");
    assert_eq!(crossing.safe, squares(&spec, "b1"));
}
