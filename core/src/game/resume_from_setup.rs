//! Puts a game at a position that is given as plain data. Also checks that the parts of the
//! position are consistent.

use crate::board::{MAX_SEATS, Seat, SquareSet};
use crate::game::SetupError;
use crate::rules::play_limits::{
    MAX_OFFERS, MAX_OPTIONS, MAX_ORDER, MAX_PENDING, MAX_RESTRICTIONS,
};
use crate::rules::{Event, SealedAnswer, StateId};
use crate::state::{Phase, Position, PositionRules, Setup, Stage};
use crate::turn::TypedGame;

/// An upper limit for the number of plies. Real games are much shorter.
const MAX_PLY: u32 = 1_000_000_000;

/// Puts a game at a position.
///
/// # Errors
/// Returns an error with all reasons if the position is invalid.
pub fn resume_at<'a, const W: usize>(
    mut game: TypedGame<'a, W>,
    setup: &Setup,
) -> Result<TypedGame<'a, W>, SetupError> {
    let (spec, t) = (game.machine.spec, game.machine.t);
    let seats = spec.seats.len();
    let mut errors = Vec::new();
    let mut wrong = |message: String| errors.push(message);

    // The position so far. Some checks need its board.
    let mut pos = Position::empty();
    for (square, piece) in &setup.pieces {
        if !spec.geometry.has(*square) {
            wrong("a piece is not on a square of the board".to_owned());
        } else if piece.kind().index() >= spec.kinds.len()
            || !spec.colours().any(|colour| colour == piece.colour())
        {
            wrong(format!("an unknown piece is on {}", spec.geometry.name(*square)));
        } else if pos.piece(*square).is_some() {
            wrong(format!("two pieces are on {}", spec.geometry.name(*square)));
        } else {
            pos.put(t, *square, *piece);
        }
    }
    for memory in &spec.piece_memories {
        for mark in memory.marks(seats) {
            let bearers = setup.pieces.iter().filter(|(_, piece)| piece.marks() >> mark & 1 == 1);
            if bearers.count() > 1 {
                let name = spec.marks.get(usize::from(mark)).map_or("?", String::as_str);
                wrong(format!(
                    "`{name}` remembers a single piece, but several pieces are marked with it"
                ));
            }
        }
    }
    let order = setup.order.as_deref().unwrap_or(&spec.order);
    if order.is_empty() || order.len() > MAX_ORDER || order.iter().any(|seat| seat.index() >= seats)
    {
        wrong("the order of turns is empty, too long or names an unknown seat".to_owned());
    } else if usize::from(setup.pointer) >= order.len() {
        wrong("the place in the order of turns is after its end".to_owned());
    } else if setup.order.is_none() && order[usize::from(setup.pointer)] != setup.turn {
        // This test is left out if rules have changed the order of turns. In this case, the current
        // turn may still belong to the old order.
        wrong(
            "the seat to move differs from the seat at that place in the order of turns".to_owned(),
        );
    }
    let lengths = [
        setup.seat_states.len(),
        setup.army_states.len(),
        setup.controllers.len(),
        setup.last_checkers.len(),
        setup.hands.len(),
        setup.settled.len(),
    ];
    let counters = setup.counters.len() == spec.counters.len()
        && setup.counters.iter().zip(&spec.counters).all(|(values, counter)| {
            values.len() == if counter.per_seat { seats } else { 1 }
                && values.iter().all(|value| (counter.min..=counter.max).contains(value))
        });
    if lengths.iter().any(|length| *length != seats)
        || setup.castling.len() != spec.castling.len()
        || setup.hands.iter().any(|hand| hand.len() != spec.kinds.len())
    {
        wrong("a list of the position has the wrong length for these rules".to_owned());
    }
    if !counters {
        wrong("a counter is missing or outside its bounds".to_owned());
    }
    let known = |state: &StateId| usize::from(state.0) < spec.states.len();
    if !setup.seat_states.iter().chain(&setup.army_states).all(known) {
        wrong("the position names an unknown state".to_owned());
    }
    let seat_ok = |seat: &Seat| seat.index() < seats;
    let all_seats = setup.controllers.iter().chain(&setup.last_checkers).flatten().all(seat_ok)
        && setup.last_mover.as_ref().is_none_or(seat_ok)
        && setup.relations.iter().all(|(a, b, _, _)| seat_ok(a) && seat_ok(b))
        && setup.restrictions.iter().all(|(seat, _)| seat_ok(seat))
        && setup.offers.iter().all(|(seat, _)| seat_ok(seat))
        && setup.questions().all(|question| seat_ok(&question.seat))
        && setup.shields.iter().all(seat_ok);
    if !all_seats {
        wrong("the position names an unknown seat".to_owned());
    }
    if setup.ply > MAX_PLY || setup.halfmove > MAX_PLY {
        wrong(format!("the position is after more than {MAX_PLY} plies"));
    }
    if setup.questions().count() > MAX_PENDING
        || setup.offers.len() > MAX_OFFERS
        || setup.restrictions.len() > MAX_RESTRICTIONS
    {
        wrong("the position has too many open questions, offers or restrictions".to_owned());
    }
    if setup.questions().any(|q| q.options.is_empty() || q.options.len() > MAX_OPTIONS) {
        wrong(format!("a question needs 1 to {MAX_OPTIONS} options"));
    }
    let chosen = |s: &SealedAnswer| usize::from(s.choice) < s.question.options.len();
    if !setup.sealed.iter().all(chosen) {
        wrong("a secret answer is not one of its question's options".to_owned());
    }
    if !setup.sealed.is_empty() && !setup.pending.iter().any(|question| question.secret) {
        wrong("secret answers exist without an open secret question".to_owned());
    }
    for (colour, skipped, pawn) in &setup.en_passant {
        let fine = seat_ok(colour)
            && spec.geometry.has(*skipped)
            && spec.geometry.has(*pawn)
            && pos
                .piece(*pawn)
                .is_some_and(|piece| piece.colour() == *colour && t.class(piece).uses_en_passant);
        if !fine {
            wrong(
                "an en passant right does not name a pawn that can be captured en passant"
                    .to_owned(),
            );
        }
    }
    let moves = setup.refused.iter().chain(&setup.announced);
    if moves.into_iter().any(|mv| !spec.geometry.has(mv.from) || !spec.geometry.has(mv.to)) {
        wrong("an announced or refused move names an unknown square".to_owned());
    }
    let face = |face: &u8| {
        spec.dice.as_ref().is_some_and(|dice| dice.faces.iter().any(|(f, _, _)| f == face))
    };
    if usize::from(setup.shuffled) > spec.shuffles.len() {
        wrong("the position has more shuffles than the rules".to_owned());
    } else if usize::from(setup.shuffled) < spec.shuffles.len() && setup.phase != Phase::Opening {
        wrong("a turn has begun before the last shuffle".to_owned());
    }
    if setup.dice.len() > 2 || !setup.dice.iter().all(face) {
        wrong("the dice show unknown faces".to_owned());
    }
    if !errors.is_empty() {
        return Err(SetupError::new(errors));
    }

    game.pos = game.machine.board.position_of(setup);
    game.decided = false;
    let derived = game.machine.fire(&mut game.pos, &Event::Position, &mut game.log);
    if let Err(fault) = derived.and_then(|_| game.machine.movegen.or_fault(())) {
        return Err(SetupError::new(vec![fault.to_string()]));
    }
    game.machine.judge(&mut game.pos, true, &mut game.log);
    game.remember_start();
    Ok(game)
}

/// Checks that all parts of a position are consistent.
///
/// # Errors
/// Returns a description of the first inconsistency.
pub(crate) fn check_position<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
) -> Result<(), String> {
    let (spec, t) = (rules.spec, rules.t);
    let mut fresh: Position<W> = Position::empty();
    for square in spec.geometry.squares() {
        if let Some(piece) = pos.piece(square) {
            if piece.kind().index() >= spec.kinds.len()
                || !spec.colours().any(|colour| colour == piece.colour())
            {
                return Err(format!("{piece:?} on {} is unknown", spec.geometry.name(square)));
            }
            fresh.put(t, square, piece);
        }
    }
    let same = |name: &str, holds: bool| {
        if holds { Ok(()) } else { Err(format!("{name} does not match the board")) }
    };
    same("the set of pieces", fresh.occupied == pos.occupied)?;
    same("a colour's set", fresh.colours == pos.colours)?;
    same("the set of royals", fresh.royals == pos.royals)?;
    same("the set of riders", fresh.riders == pos.riders)?;
    same("the set of walkers", fresh.complex == pos.complex)?;
    same("the hash", fresh.pieces_hash == pos.pieces_hash)?;
    let mut union = SquareSet::EMPTY;
    for colour in 0..MAX_SEATS {
        same("the colours", !union.meets(&pos.colours[colour]))?;
        union |= pos.colours[colour];
    }
    let mut masks = pos.clone();
    rules.rebuild_masks(&mut masks);
    let same_hash = masks.states_hash == pos.states_hash;
    same(
        "the effect of states",
        masks.masks == pos.masks && masks.immune == pos.immune && same_hash,
    )?;
    for colour in pos.ep_live.iter() {
        let (_, pawn) = pos.ep[colour.index()];
        same("an en passant right", pos.piece(pawn).is_some_and(|piece| piece.colour() == colour))?;
    }
    let rights = rules.castling_rights(|castling| rules.at_home(pos, castling.number.into()));
    same("a castling right", pos.castling & !rights == 0)?;
    if pos.turn.index() >= spec.seats.len() {
        return Err("no seat is to move".to_owned());
    }
    let over = pos.stage == Stage::Over;
    same("the outcome", over == pos.cold.as_ref().is_some_and(|cold| cold.outcome.is_some()))
}
