//! Queries about a position. They find pieces with given properties, seats in a state, the next
//! seat, and pieces that give check. Without these queries, scripts would need loops over the
//! board.

use std::rc::Rc;

use quadrille_core::{Piece, Seat, Seats, Square, View, Zone};
use rhai::{Array, Dynamic, Map};

use super::board_values::{elements, seats};
use super::rule_facts::Facts;
use crate::diagnostic::suggest;
use crate::script::interface::native::game_value::GameValue;
use crate::script::interface::native::{Fallible, Registrar, Text, advised, fail};

/// The properties that the argument of `find` may have.
pub(crate) const PROPERTIES: [&str; 6] = ["kind", "colour", "controller", "zone", "mark", "royal"];

/// The conditions of a call of `find`. The call finds the pieces that meet all conditions.
struct PieceFilter {
    /// The allowed kinds, one bit for each.
    kinds: u32,
    colours: Seats,
    controllers: Option<Seats>,
    squares: Zone,
    mark: Option<u8>,
}

impl PieceFilter {
    fn read(facts: &Facts, map: &Map) -> Fallible<Self> {
        if let Some(key) = map.keys().find(|key| !PROPERTIES.contains(&key.as_str())) {
            let help = suggest(key, PROPERTIES.iter().copied())
                .unwrap_or_else(|| format!("use one of: {}", PROPERTIES.join(", ")).into());
            return Err(advised(format!("`find` has no key `{key}`"), help));
        }
        let mut wanted = Self {
            kinds: u32::MAX,
            colours: facts.colours().collect(),
            controllers: None,
            squares: facts.geometry.all(),
            mark: None,
        };
        let mut royal = u32::MAX;
        for (key, value) in map {
            match key.as_str() {
                "kind" => wanted.kinds = kinds(facts, value)?,
                "colour" => wanted.colours = seats_of(value, "colour")?,
                "controller" => wanted.controllers = Some(seats_of(value, "controller")?),
                "zone" => wanted.squares = zone(facts, "zone", value)?,
                "mark" => match value.clone().into_immutable_string() {
                    Ok(name) => wanted.mark = Some(facts.mark(&name)?),
                    Err(_) => return fail("`mark` takes the name of a mark"),
                },
                _ => match value.as_bool() {
                    Ok(true) => royal = facts.royal_kinds(),
                    Ok(false) => royal = !facts.royal_kinds(),
                    Err(_) => return fail("`royal` takes `true` or `false`"),
                },
            }
        }
        wanted.kinds &= royal;
        Ok(wanted)
    }

    fn accepts(&self, piece: Piece) -> bool {
        self.kinds >> piece.kind().0 & 1 == 1
            && self.mark.is_none_or(|mark| piece.marks() >> mark & 1 == 1)
    }

    fn find(&self, view: &dyn View) -> Zone {
        let mut found = Zone::EMPTY;
        for colour in self.colours.iter() {
            let commanded =
                |seats: Seats| view.controller(colour).is_some_and(|s| seats.contains(s));
            if !self.controllers.is_none_or(commanded) {
                continue;
            }
            for square in view.pieces(colour) & self.squares {
                if view.piece(square).is_some_and(|piece| self.accepts(piece)) {
                    found.insert(square);
                }
            }
        }
        found
    }
}

/// Returns the kinds that a string or an array names, as a set that has one bit for each kind.
fn kinds(facts: &Facts, value: &Dynamic) -> Fallible<u32> {
    let names = value.clone().try_cast::<Array>().unwrap_or_else(|| vec![value.clone()]);
    let mut bits = 0;
    for name in names {
        match name.into_immutable_string() {
            Ok(name) => bits |= 1 << facts.kind(&name)?.0,
            Err(_) => return fail("`kind` takes the name of a kind, or an array of names"),
        }
    }
    Ok(bits)
}

/// Converts a seat, or an array of seats, to a set of seats.
fn seats_of(value: &Dynamic, key: &str) -> Fallible<Seats> {
    if let Some(seat) = value.clone().try_cast::<Seat>() {
        return Ok([seat].into_iter().collect());
    }
    match value.clone().try_cast::<Array>() {
        Some(array) => Ok(elements::<Seat>(&array, "seats")?.into_iter().collect()),
        None => fail(format!("`{key}` takes a seat, or an array of seats")),
    }
}

/// Returns the squares of the zone that a string names, or the squares in an array.
pub(super) fn zone(facts: &Facts, key: &str, value: &Dynamic) -> Fallible<Zone> {
    if let Ok(name) = value.clone().into_immutable_string() {
        return facts.zone(&name);
    }
    match value.clone().try_cast::<Array>() {
        Some(array) => Ok(elements::<Square>(&array, "squares")?.into_iter().collect()),
        None => fail(format!("`{key}` takes the name of a zone, or an array of squares")),
    }
}

/// Returns those squares of `among` on which no piece stands.
fn empty(facts: &Facts, view: &dyn View, among: Zone) -> Zone {
    facts.colours().fold(among, |left, colour| left - view.pieces(colour))
}

/// Returns the next seat that has turns, in the order of turns, but not `seat` itself. The search
/// goes forwards from the first turn of `seat`. If `backwards` is `true`, the search goes backwards
/// from the last turn of `seat`.
fn neighbour(view: &dyn View, seat: Seat, backwards: bool) -> Option<Seat> {
    let mut order = view.order();
    if backwards {
        order.reverse();
    }
    let start = order.iter().position(|other| *other == seat)?;
    let has_turns = |seat: &Seat| {
        let state = view.seat_state(*seat);
        view.rules().spec().states.get(usize::from(state.0)).is_some_and(|state| state.has_turn)
    };
    let (before, after) = order.split_at(start);
    after.iter().chain(before).copied().find(|other| *other != seat && has_turns(other))
}

/// Registers the queries about a position.
pub(super) fn register(api: &mut Registrar<'_>, facts: &Rc<Facts>) {
    let f = Rc::clone(facts);
    api.method("find", move |game: &GameValue, wanted: Map| {
        PieceFilter::read(&f, &wanted).map(|wanted| wanted.find(&*game.0))
    });
    let f = Rc::clone(facts);
    api.method("pieces", move |game: &GameValue, seat: Seat, kind: Text| {
        f.kind(&kind).map(|kind| game.0.pieces_of_kind(seat, kind))
    });
    let f = Rc::clone(facts);
    api.method("empty", move |game: &GameValue| empty(&f, &*game.0, f.geometry.all()));
    let f = Rc::clone(facts);
    api.method("empty", move |game: &GameValue, zone: Text| {
        f.zone(&zone).map(|zone| empty(&f, &*game.0, zone))
    });
    let f = Rc::clone(facts);
    api.method("seats", move |game: &GameValue, state: Text| {
        let state = f.state(&state)?;
        Fallible::Ok(seats(f.seats().filter(|seat| game.0.seat_state(*seat) == state)))
    });
    api.method("next", |game: &GameValue, seat: Seat| neighbour(&*game.0, seat, false));
    api.method("previous", |game: &GameValue, seat: Seat| neighbour(&*game.0, seat, true));
    api.method("checkers", |game: &GameValue, seat: Seat| game.0.checkers(seat));
    let f = Rc::clone(facts);
    api.method("checked_by", move |game: &GameValue, seat: Seat| {
        let count = f.seats().count() as u8;
        let mut by: Vec<Seat> = game
            .0
            .checkers(seat)
            .into_iter()
            .filter_map(|square| game.0.piece(square))
            .filter_map(|piece| game.0.controller(piece.colour()))
            .collect();
        by.sort_by_key(|checker| (seat.0 + count - checker.0) % count);
        by.dedup();
        seats(by)
    });
}
