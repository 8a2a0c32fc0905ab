//! The properties and methods of seats, squares, pieces and moves.

use std::rc::Rc;

use quadrille_core::{Candidate, Piece, Seat, Square};

use super::board_values::{direction, seats};
use super::rule_facts::Facts;
use crate::script::interface::bindings::rule_facts::SquareQuestion;
use crate::script::interface::native::{Fallible, Registrar, Text};

/// Registers the properties and methods of seats, squares, pieces and moves.
pub(super) fn register(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    seat_properties(api, facts);
    square_properties(api, facts);
    piece_properties(api, facts);
    move_properties(api, facts);
}

fn move_properties(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    api.get("seat", |candidate: &Candidate| candidate.seat);
    api.get("piece", |candidate: &Candidate| candidate.piece);
    api.get("from", |candidate: &Candidate| candidate.from);
    api.get("to", |candidate: &Candidate| candidate.to);
    api.get("captures", |candidate: &Candidate| candidate.captures);
    api.get("castling", |candidate: &Candidate| candidate.castling);
    let f = Rc::clone(facts);
    api.get("promotion", move |candidate: &Candidate| {
        candidate.promotion.map(|kind| f.kind_name(kind))
    });
}

fn seat_properties(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    api.get("name", move |seat: &Seat| f.seat_name(*seat));
    let f = Rc::clone(facts);
    api.get("team", move |seat: &Seat| {
        f.seats.get(seat.index()).map(|s| s.team_name.clone()).unwrap_or_default()
    });
    let f = Rc::clone(facts);
    api.get("facing", move |seat: &Seat| f.facing_word(*seat, f.facing(*seat)));
    let f = Rc::clone(facts);
    api.get("partner", move |seat: &Seat| {
        f.seats().find(|other| other != seat && f.team(*other) == f.team(*seat))
    });
    let f = Rc::clone(facts);
    api.get("partners", move |seat: &Seat| {
        seats(f.seats().filter(|other| other != seat && f.team(*other) == f.team(*seat)))
    });
    let f = Rc::clone(facts);
    api.get("opponents", move |seat: &Seat| {
        seats(f.seats().filter(|other| f.team(*other) != f.team(*seat)))
    });
    let f = Rc::clone(facts);
    api.get("next", move |seat: &Seat| {
        let place = f.order.iter().position(|other| other == seat);
        place.and_then(|i| f.order.iter().cycle().nth(i + 1).copied()).unwrap_or(*seat)
    });
    let f = Rc::clone(facts);
    api.get("previous", move |seat: &Seat| {
        let place = f.order.iter().position(|other| other == seat);
        let before = place.map(|i| (i + f.order.len() - 1) % f.order.len());
        before.and_then(|i| f.order.get(i).copied()).unwrap_or(*seat)
    });
    let f = Rc::clone(facts);
    api.get("opposite", move |seat: &Seat| {
        let facing = f.facing(*seat).reversed();
        f.seats().find(|other| f.facing(*other) == facing)
    });
}

fn square_properties(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    api.get("name", move |square: &Square| f.square_name(*square));
    let f = Rc::clone(facts);
    api.get("file", move |square: &Square| {
        f.reads(*square, || SquareQuestion::File(None));
        f.file(*square, None)
    });
    let f = Rc::clone(facts);
    api.get("rank", move |square: &Square| {
        f.reads(*square, || SquareQuestion::Rank(None));
        f.rank(*square, None)
    });
    let f = Rc::clone(facts);
    api.method("within", move |square: &Square, zone: Text| {
        let zone = f.zone(&zone)?;
        f.reads(*square, || SquareQuestion::Within(Box::new(zone)));
        Fallible::Ok(zone.contains(*square))
    });
    let f = Rc::clone(facts);
    api.method("step", move |square: &Square, word: Text| {
        direction(&word).map(|vector| f.step(*square, vector))
    });
    let f = Rc::clone(facts);
    api.method("rank_for", move |square: &Square, seat: Seat| {
        f.reads(*square, || SquareQuestion::Rank(Some(seat)));
        f.rank(*square, Some(seat))
    });
    let f = Rc::clone(facts);
    api.method("file_for", move |square: &Square, seat: Seat| {
        f.reads(*square, || SquareQuestion::File(Some(seat)));
        f.file(*square, Some(seat))
    });
    let f = Rc::clone(facts);
    api.method("distance", move |square: &Square, other: Square| {
        f.reads_all();
        let (across, up) = f.offset(*square, other);
        across.abs().max(up.abs())
    });
    let f = Rc::clone(facts);
    api.method("between", move |square: &Square, other: Square| {
        f.reads_all();
        f.between(*square, other)
    });
}

fn piece_properties(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    api.get("kind", move |piece: &Piece| f.kind_name(piece.kind()));
    api.get("colour", |piece: &Piece| piece.colour());
    let f = Rc::clone(facts);
    api.get("facing", move |piece: &Piece| f.facing_word(piece.colour(), piece.facing()));
    let f = Rc::clone(facts);
    api.get("royal", move |piece: &Piece| {
        f.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal)
    });
    let f = Rc::clone(facts);
    api.get("value", move |piece: &Piece| {
        f.kinds.get(piece.kind().index()).map_or(0, |kind| kind.value)
    });
    let f = Rc::clone(facts);
    api.method("has_mark", move |piece: &Piece, mark: Text| {
        f.mark(&mark).map(|mark| piece.marks() >> mark & 1 == 1)
    });
    let f = Rc::clone(facts);
    api.method("is_remembered", move |piece: &Piece, name: Text| {
        f.piece_memory(&name, false).map(|memory| piece.marks() >> memory.mark & 1 == 1)
    });
    let f = Rc::clone(facts);
    api.method("is_remembered", move |piece: &Piece, name: Text, seat: Seat| {
        f.piece_memory(&name, true).map(|memory| piece.marks() >> memory.mark_of(seat) & 1 == 1)
    });
    let f = Rc::clone(facts);
    api.method("piece_counter", move |piece: &Piece, name: Text| {
        f.piece_counter(&name).map(|(_, _, field)| i64::from(field.of(*piece)))
    });
    let f = Rc::clone(facts);
    api.method("forward", move |piece: &Piece, square: Square| f.step(square, f.forward(*piece)));
}
