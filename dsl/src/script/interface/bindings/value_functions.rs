//! Registers the functions and properties of values.

use std::rc::Rc;

use quadrille_core::{Candidate, Piece, Seat, Square};

use super::board_values::{comparable, printed, seats};
use super::rule_facts::Facts;
use crate::script::interface::native::{Registrar, Text, advised};

/// Registers everything that every hook may use.
pub(crate) fn register(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let engine = &mut *api.engine;
    comparable::<Seat>(engine, "seat");
    comparable::<Square>(engine, "square");
    let f = Rc::clone(facts);
    engine.register_fn("==", move |a: Square, b: Square| f.same(a, b));
    let f = Rc::clone(facts);
    engine.register_fn("!=", move |a: Square, b: Square| !f.same(a, b));
    comparable::<Piece>(engine, "piece");
    comparable::<Candidate>(engine, "move");
    printed::<Seat>(engine, facts, Facts::seat_name);
    printed::<Square>(engine, facts, |facts, square| facts.square_name(square).into());
    printed::<Piece>(engine, facts, |facts, piece| {
        let (colour, kind) = (facts.seat_name(piece.colour()), facts.kind_name(piece.kind()));
        format!("{colour} {kind}").into()
    });
    printed::<Candidate>(engine, facts, |facts, candidate| {
        let (from, to) = (candidate.from.map(|from| facts.geometry.name(from)), candidate.to);
        format!("{}-{}", from.unwrap_or_default(), facts.geometry.name(to)).into()
    });
    super::properties::register(api, facts);
    let f = Rc::clone(facts);
    api.function("seats", move || seats(f.seats()));
    let f = Rc::clone(facts);
    api.function("seat", move |name: Text| f.seat(&name));
    let f = Rc::clone(facts);
    api.function("neutral", move || match &f.neutral {
        Some((colour, _)) => Ok(*colour),
        None => Err(advised(
            "all pieces of this game belong to seats".to_owned(),
            "add `[neutral]` with a `key` to geometry.toml",
        )),
    });
    let f = Rc::clone(facts);
    api.function("square", move |name: Text| f.square(&name));
    let f = Rc::clone(facts);
    api.function("zone", move |name: Text| f.zone(&name));
    let f = Rc::clone(facts);
    api.function("kinds", move || f.kinds.iter().map(|kind| kind.name.clone()).collect::<Vec<_>>());
}
