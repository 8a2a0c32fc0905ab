//! The properties and methods of seats, squares, pieces and moves.
//!
//! Depends on `values` and `reads`.

use std::rc::Rc;

use quadrille_core::{Candidate, Piece, Seat, Square};
use rhai::{Engine, EvalAltResult};

use super::values::{Facts, direction, optional, seats, squares};
use crate::script::bindings::reads::Question;

/// Registers them.
pub(super) fn register(engine: &mut Engine, facts: &Rc<Facts>) {
    seat_properties(engine, facts);
    square_properties(engine, facts);
    piece_properties(engine, facts);
    move_properties(engine, facts);
}

fn move_properties(engine: &mut Engine, facts: &Rc<Facts>) {
    engine.register_get("seat", |candidate: &mut Candidate| candidate.seat);
    engine.register_get("piece", |candidate: &mut Candidate| candidate.piece);
    engine.register_get("from", |candidate: &mut Candidate| optional(candidate.from));
    engine.register_get("to", |candidate: &mut Candidate| candidate.to);
    engine.register_get("captures", |candidate: &mut Candidate| squares(candidate.captures));
    engine.register_get("castling", |candidate: &mut Candidate| candidate.castling);
    let f = Rc::clone(facts);
    engine.register_get("promotion", move |candidate: &mut Candidate| {
        optional(candidate.promotion.map(|kind| f.kind_name(kind)))
    });
}

fn seat_properties(engine: &mut Engine, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    engine.register_get("name", move |seat: &mut Seat| f.seat_name(*seat));
    let f = Rc::clone(facts);
    engine.register_get("team", move |seat: &mut Seat| {
        f.seats.get(seat.index()).map(|s| s.team_name.clone()).unwrap_or_default()
    });
    let f = Rc::clone(facts);
    engine.register_get("facing", move |seat: &mut Seat| f.facing(*seat).word());
    let f = Rc::clone(facts);
    engine.register_get("partner", move |seat: &mut Seat| {
        optional(f.seats().find(|other| other != seat && f.team(*other) == f.team(*seat)))
    });
    let f = Rc::clone(facts);
    engine.register_get("partners", move |seat: &mut Seat| {
        seats(f.seats().filter(|other| other != seat && f.team(*other) == f.team(*seat)))
    });
    let f = Rc::clone(facts);
    engine.register_get("opponents", move |seat: &mut Seat| {
        seats(f.seats().filter(|other| f.team(*other) != f.team(*seat)))
    });
    let f = Rc::clone(facts);
    engine.register_get("next", move |seat: &mut Seat| {
        let place = f.order.iter().position(|other| other == seat);
        place.and_then(|i| f.order.iter().cycle().nth(i + 1).copied()).unwrap_or(*seat)
    });
    let f = Rc::clone(facts);
    engine.register_get("previous", move |seat: &mut Seat| {
        let place = f.order.iter().position(|other| other == seat);
        let before = place.map(|i| (i + f.order.len() - 1) % f.order.len());
        before.and_then(|i| f.order.get(i).copied()).unwrap_or(*seat)
    });
    let f = Rc::clone(facts);
    engine.register_get("opposite", move |seat: &mut Seat| {
        let facing = f.facing(*seat).reversed();
        optional(f.seats().find(|other| f.facing(*other) == facing))
    });
}

fn square_properties(engine: &mut Engine, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    engine.register_get("name", move |square: &mut Square| f.square_name(*square));
    let f = Rc::clone(facts);
    engine.register_get("file", move |square: &mut Square| {
        f.reads(*square, || Question::File(None));
        f.file(*square, None)
    });
    let f = Rc::clone(facts);
    engine.register_get("rank", move |square: &mut Square| {
        f.reads(*square, || Question::Rank(None));
        f.rank(*square, None)
    });
    let f = Rc::clone(facts);
    engine.register_fn("within", move |square: &mut Square, zone: &str| {
        let zone = f.zone(zone)?;
        f.reads(*square, || Question::Within(Box::new(zone)));
        Ok::<_, Box<EvalAltResult>>(zone.contains(*square))
    });
    let f = Rc::clone(facts);
    engine.register_fn("step", move |square: &mut Square, word: &str| {
        direction(word).map(|vector| optional(f.step(*square, vector)))
    });
    let f = Rc::clone(facts);
    engine.register_fn("rank_for", move |square: &mut Square, seat: Seat| {
        f.reads(*square, || Question::Rank(Some(seat)));
        f.rank(*square, Some(seat))
    });
    let f = Rc::clone(facts);
    engine.register_fn("file_for", move |square: &mut Square, seat: Seat| {
        f.reads(*square, || Question::File(Some(seat)));
        f.file(*square, Some(seat))
    });
    let f = Rc::clone(facts);
    engine.register_fn("distance", move |square: &mut Square, other: Square| {
        f.reads_all();
        let (across, up) = f.offset(*square, other);
        across.abs().max(up.abs())
    });
    let f = Rc::clone(facts);
    engine.register_fn("between", move |square: &mut Square, other: Square| {
        f.reads_all();
        squares(f.between(*square, other))
    });
}

fn piece_properties(engine: &mut Engine, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    engine.register_get("kind", move |piece: &mut Piece| f.kind_name(piece.kind()));
    engine.register_get("colour", |piece: &mut Piece| piece.colour());
    engine.register_get("facing", |piece: &mut Piece| piece.facing().word());
    let f = Rc::clone(facts);
    engine.register_get("royal", move |piece: &mut Piece| {
        f.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal)
    });
    let f = Rc::clone(facts);
    engine.register_get("value", move |piece: &mut Piece| {
        f.kinds.get(piece.kind().index()).map_or(0, |kind| kind.value)
    });
    let f = Rc::clone(facts);
    engine.register_fn("has_mark", move |piece: &mut Piece, mark: &str| {
        f.mark(mark).map(|mark| piece.marks() >> mark & 1 == 1)
    });
    let f = Rc::clone(facts);
    engine.register_fn("is_remembered", move |piece: &mut Piece, name: &str| {
        f.piece_memory(name, false).map(|memory| piece.marks() >> memory.mark & 1 == 1)
    });
    let f = Rc::clone(facts);
    engine.register_fn("is_remembered", move |piece: &mut Piece, name: &str, seat: Seat| {
        f.piece_memory(name, true).map(|memory| piece.marks() >> memory.mark_of(seat) & 1 == 1)
    });
    let f = Rc::clone(facts);
    engine.register_fn("piece_counter", move |piece: &mut Piece, name: &str| {
        f.piece_counter(name).map(|(_, _, field)| i64::from(field.of(*piece)))
    });
    let f = Rc::clone(facts);
    engine.register_fn("forward", move |piece: &mut Piece, square: Square| {
        optional(f.step(square, piece.facing().forward()))
    });
}
