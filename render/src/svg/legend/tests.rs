//! Tests that legends are complete, fit, and have no overlapping items.

use super::*;
use crate::layout::{PictureOptions, PieceStatus};
use crate::svg::size;
use crate::testing::{cross, orthodox};
use quadrille_core::rules::{Counter, Dice, Holds};
use quadrille_core::{Geometry, Piece, Seat, SeatResult, Setup, Spec, StateId};

fn arranged(spec: &Spec, setup: &Setup) -> LegendLayout {
    arrange(&Picture::new(spec, setup, &PictureOptions::default()))
}

fn texts(legend: &LegendLayout) -> Vec<&str> {
    let text = |item: &'_ Item| matches!(item.what, LegendItem::Text(..));
    let texts = legend.items.iter().filter(|item| text(item));
    texts
        .map(|item| match &item.what {
            LegendItem::Text(text, _) => text.as_str(),
            _ => "",
        })
        .collect()
}

/// Asserts that no items overlap and that all items are inside the drawing.
#[track_caller]
fn tidy(legend: &LegendLayout) {
    for (i, a) in legend.items.iter().enumerate() {
        let inside = a.left >= 0.0
            && a.top >= 0.0
            && a.left + a.width <= legend.width
            && a.top + a.height <= legend.height;
        assert!(inside, "{a:?} in {} x {}", legend.width, legend.height);
        for b in &legend.items[..i] {
            let apart = a.left >= b.left + b.width
                || b.left >= a.left + a.width
                || a.top >= b.top + b.height
                || b.top >= a.top + a.height;
            assert!(apart, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn each_seat_has_its_army_its_name_and_its_partner() {
    let (spec, mut setup) = cross();
    setup.turn = Seat(3);
    setup.army_states[1] = StateId::FROZEN;
    let legend = arranged(&spec, &setup);
    assert_eq!(
        texts(&legend),
        [
            "yellow",
            "with white",
            "red",
            "with black",
            "pieces frozen",
            "white",
            "with yellow",
            "black",
            "to move",
            "with red"
        ]
    );
    let armies: Vec<_> = legend
        .items
        .iter()
        .filter_map(|item| match item.what {
            LegendItem::Army(seat, status) => Some((seat, status)),
            _ => None,
        })
        .collect();
    let live = PieceStatus::Live;
    assert_eq!(armies, [(0, live), (1, PieceStatus::Frozen), (2, live), (3, live)]);
    // The sign for the turn is to the left of the disc of the seat to move.
    let at = |what: &LegendItem| {
        let item = legend.items.iter().find(|item| item.what == *what).unwrap();
        (item.left, item.top)
    };
    let (sign, disc) = (at(&LegendItem::Turn), at(&LegendItem::Army(3, live)));
    assert_eq!(sign.1, disc.1);
    assert!(sign.0 < disc.0 && disc.0 - sign.0 < 20.0, "{sign:?} {disc:?}");
    tidy(&legend);
}

#[test]
fn hands_dice_and_scores_stand_with_their_seat() {
    let (mut spec, mut setup) = cross();
    spec.dice = Some(Dice { count: 2, faces: Vec::new() });
    setup.dice = vec![6, 9];
    setup.rolled = true;
    setup.hands[2][1] = 1;
    setup.hands[2][5] = 4;
    spec.counters = vec![Counter {
        name: "points".to_owned(),
        per_seat: true,
        min: 0,
        max: 99,
        start: 0,
        worth: 1,
        holds: Holds::Number,
    }];
    setup.counters = vec![vec![5, 0, 31, 0]];
    let legend = arranged(&spec, &setup);
    let dice: Vec<_> = legend
        .items
        .iter()
        .filter_map(|item| match item.what {
            LegendItem::Die(face) => Some(face),
            _ => None,
        })
        .collect();
    assert_eq!(dice, [6, 9]);
    let held: Vec<_> = legend
        .items
        .iter()
        .filter_map(|item| match &item.what {
            LegendItem::Piece(piece) => Some((piece.seat, piece.letter)),
            _ => None,
        })
        .collect();
    assert_eq!(held, [(2, 'Q'), (2, 'P')]);
    let texts = texts(&legend);
    for text in ["points 5", "points 31", "×4"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    tidy(&legend);
}

#[test]
fn a_letter_without_a_figure_and_every_mark_are_explained() {
    let (spec, mut setup) = orthodox();
    assert!(!texts(&arranged(&spec, &setup)).contains(&"hopper"));
    let hopper = spec.kind_of_letter('H').unwrap();
    let (_, first) = &mut setup.pieces[0];
    *first = Piece::new(hopper, first.colour(), first.facing());
    let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
    let square = spec.geometry.square_named("e4").unwrap();
    picture.mark(&spec, square, Mark::Assisted);
    let legend = arrange(&picture);
    assert_eq!(texts(&legend)[3..], ["hopper", "only if other pieces help"]);
    assert!(legend.items.iter().any(|item| item.what == LegendItem::Letter('H')));
    assert!(legend.items.iter().any(|item| item.what == LegendItem::Mark(Mark::Assisted)));
    tidy(&legend);
}

#[test]
fn a_picture_with_nothing_to_explain_has_no_legend() {
    let (spec, _) = orthodox();
    let picture = Picture::empty(&spec, &PictureOptions::default());
    let legend = arrange(&picture);
    assert_eq!((legend.height, legend.items.len()), (0.0, 0));
    assert_eq!(size(&picture), (448.0, 448.0));
}

#[test]
fn a_legend_fits_below_a_board_of_any_width_whatever_it_says() {
    let (spec, setup) = cross();
    for files in [1, 3, 8, 11, 14, 26] {
        for (name, seats) in [("y", 4), ("southwest-of-all", 2), (&*"long".repeat(50), 4)] {
            let (mut spec, mut setup) = (spec.clone(), setup.clone());
            spec.geometry = Geometry::rectangle(files, 2).unwrap();
            for seat in &mut spec.seats {
                seat.name = format!("{name}{}", seat.key);
            }
            spec.seats.truncate(seats);
            spec.dice = Some(Dice { count: 9, faces: Vec::new() });
            spec.kinds[4].name = "camel ".repeat(60);
            setup.dice = vec![1; 9];
            setup.rolled = true;
            setup.settled = vec![Some(SeatResult::Loss); 4];
            setup.hands = vec![vec![200; 6]; 4];
            setup.controllers[1] = None;
            setup.seat_states = vec![StateId::GONE; 4];
            let mut picture = Picture::new(&spec, &setup, &PictureOptions::default());
            let zones: Vec<String> =
                spec.seats.iter().map(|seat| format!("{}-{name}", seat.name)).collect();
            let all = spec.geometry.all();
            spec.zones = zones.iter().map(|name| (name.clone(), all)).collect();
            picture.mark_zones(&spec, &zones.iter().map(String::as_str).collect::<Vec<_>>());
            let mut legend = picture.legend.take().unwrap();
            legend.ending = Some(format!("over: {name} wins (by a rule of many words)"));
            picture.legend = Some(legend);
            tidy(&arrange(&picture));
        }
    }
}
