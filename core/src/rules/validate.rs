//! Checks a [`Spec`] before it is compiled.

use std::cell::Cell;
use std::{fmt, slice, vec};

use crate::board::{
    Colour, Kind, MAX_KINDS, MAX_MARKS, MAX_SEATS, MAX_SIDE, NOTE_BITS, Piece, Square, Vector, Zone,
};
use crate::rules::play_limits::{MAX_FACES, MAX_ORDER};
use crate::rules::{
    Arrangement, Base, Blast, Circumstance, ConditionSquare, CounterId, Gate, MAX_CASTLING_MOVES,
    MAX_CASTLING_RIGHTS, MAX_LEGS, MeasuredValue, PieceMemory, Shuffle, Spec, castling_rights,
};

/// The maximum number of paths of all kinds together. Each path needs up to eight path numbers: for
/// each of the four facings, one number for free pieces and one for bound pieces. The limit is
/// therefore an eighth of all path numbers.
const MAX_PATHS: usize = u16::MAX as usize / 8;

/// A reason why a [`Spec`] is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SpecError {
    /// A sentence that names the mistake, for people.
    pub message: String,
    /// The part of the [`Spec`] that is invalid.
    pub part: SpecPart,
}

/// All reasons why a [`Spec`] is invalid. `Display` prints a line for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecErrors(Vec<SpecError>);

impl SpecErrors {
    /// Iterates over the reasons.
    pub fn iter(&self) -> slice::Iter<'_, SpecError> {
        self.0.iter()
    }
}

impl From<Vec<SpecError>> for SpecErrors {
    fn from(errors: Vec<SpecError>) -> Self {
        Self(errors)
    }
}

impl IntoIterator for SpecErrors {
    type Item = SpecError;
    type IntoIter = vec::IntoIter<SpecError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a SpecErrors {
    type Item = &'a SpecError;
    type IntoIter = slice::Iter<'a, SpecError>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for SpecErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, error) in self.iter().enumerate() {
            let end = if number == 0 { "" } else { "\n" };
            write!(f, "{end}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SpecErrors {}

/// A part of a [`Spec`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecPart {
    /// The board as a whole.
    Board,
    /// Seats, their teams, and their relations to each other.
    Seats,
    /// The colour of pieces that belong to no seat.
    Neutral,
    /// Kinds of piece, with their movements.
    Kinds,
    /// The memory of the tables of movement.
    TableBytes,
    /// Marks of pieces, and their counters and memories.
    Marks,
    /// The pieces at the start.
    Array,
    /// The order of turns.
    Order,
    /// Castling moves.
    Castling,
    /// Walls that stand only under conditions.
    Walls,
    /// Duties and blasts.
    Duties,
    /// Promotions and arrivals.
    Promotions,
    /// Hands and base kinds.
    Hands,
    /// Dice.
    Dice,
    /// Shuffles.
    Shuffles,
    /// States, and counters of seats and of the game.
    Counters,
    /// Hooks and clauses.
    Hooks,
    /// The ply limit.
    PlyLimit,
    /// The weights of the evaluation.
    Weights,
}

/// Returns all reasons why a description is invalid. If there are no such reasons, every number in
/// the description refers to something that exists, so a look-up by such a number can't fail.
pub(crate) fn validate(spec: &Spec) -> Vec<SpecError> {
    let mut errors = Vec::new();
    let part = Cell::new(SpecPart::Seats);
    let mut must = |holds: bool, message: &dyn Fn() -> String| {
        if !holds {
            errors.push(SpecError { message: message(), part: part.get() });
        }
    };
    let (seats, kinds) = (spec.seats.len(), spec.kinds.len());
    let known = |square: &Square| spec.geometry.has(*square);
    let every_kind = 1u32.checked_shl(kinds as u32).map_or(u32::MAX, |bit| bit - 1);
    let game_counter = |counter: CounterId| {
        spec.counters.get(usize::from(counter.0)).is_some_and(|counter| !counter.per_seat)
    };
    let piece_known = |piece: &Piece| {
        piece.kind().index() < kinds && spec.colours().any(|colour| colour == piece.colour())
    };

    must((2..=MAX_SEATS).contains(&seats), &|| {
        format!("the game has {seats} seats; it needs 2 to {MAX_SEATS}")
    });
    part.set(SpecPart::Neutral);
    must(spec.neutral.is_none() || seats < MAX_SEATS, &|| {
        format!("neutral pieces allow at most {} seats; the game has {seats}", MAX_SEATS - 1)
    });
    part.set(SpecPart::Kinds);
    must((1..=MAX_KINDS).contains(&kinds), &|| {
        format!("the game has {kinds} kinds of piece; it needs 1 to {MAX_KINDS}")
    });
    part.set(SpecPart::Marks);
    must(spec.marks.len() <= MAX_MARKS, &|| {
        format!("the game has {} marks; the maximum is {MAX_MARKS}", spec.marks.len())
    });
    must((0..spec.piece_counters.len()).all(|number| spec.piece_field(number).is_some()), &|| {
        format!("marks and counters of pieces need more than {NOTE_BITS} bits")
    });
    let kept = |memory: &PieceMemory| {
        let marks = if memory.per_seat { seats } else { 1 };
        usize::from(memory.mark) + marks <= spec.marks.len()
    };
    must(spec.piece_memories.iter().all(kept), &|| {
        "a memory of a piece has no separate mark".to_owned()
    });
    must(spec.piece_counters.iter().all(|c| (c.min..=c.max).contains(&c.start)), &|| {
        "a counter of pieces starts outside its bounds".to_owned()
    });
    part.set(SpecPart::Castling);
    must(spec.castling.len() <= MAX_CASTLING_MOVES, &|| {
        let moves = spec.castling.len();
        format!("the game has {moves} castling moves; the maximum is {MAX_CASTLING_MOVES}")
    });
    must(castling_rights(&spec.castling).is_some(), &|| {
        format!("the castling moves need more than {MAX_CASTLING_RIGHTS} rights")
    });
    part.set(SpecPart::Weights);
    must(spec.weights.as_ref().is_none_or(|w| w.fits(spec.weight_shape())), &|| {
        "the weights do not fit the kinds, counters or board".to_owned()
    });
    part.set(SpecPart::Order);
    must(!spec.order.is_empty() && spec.order.len() <= MAX_ORDER, &|| {
        format!("the order of turns needs 1 to {MAX_ORDER} seats")
    });
    must(spec.order.iter().all(|seat| seat.index() < seats), &|| {
        "the order of turns names an unknown seat".to_owned()
    });
    part.set(SpecPart::Counters);
    must(spec.states.len() >= 5, &|| "the five predefined states are missing".to_owned());
    must(spec.states.len() < 256, &|| "more than 255 states".to_owned());
    must(spec.counters.len() < 256, &|| "more than 255 counters".to_owned());
    part.set(SpecPart::Seats);
    must(
        spec.teams.len() <= MAX_SEATS
            && spec.seats.iter().all(|s| usize::from(s.team) < spec.teams.len()),
        &|| "a seat names an unknown team".to_owned(),
    );
    let square_matrix = |rows: usize, mut lengths: &mut dyn Iterator<Item = usize>| {
        rows == seats && (&mut lengths).all(|n| n == seats)
    };
    must(square_matrix(spec.relations.len(), &mut spec.relations.iter().map(Vec::len)), &|| {
        "relations need a row and a column for every seat".to_owned()
    });
    must(square_matrix(spec.protect.len(), &mut spec.protect.iter().map(Vec::len)), &|| {
        "protection needs a row and a column for every seat".to_owned()
    });
    if let Some(matrix) = &spec.protect_in_mate_test {
        must(square_matrix(matrix.len(), &mut matrix.iter().map(Vec::len)), &|| {
            "protection in the mate test needs a row and a column for every seat".to_owned()
        });
    }
    part.set(SpecPart::Kinds);
    must(spec.kind_captures.len() == kinds, &|| {
        "kind captures need an entry for every kind".to_owned()
    });
    if let Some(hidden) = &spec.hidden {
        let known = |(colour, kind): &(Colour, Kind)| {
            kind.index() < kinds && spec.colours().any(|known| known == *colour)
        };
        must(
            hidden.shown_as.index() < kinds
                && usize::from(hidden.revealed.0) < spec.marks.len()
                && hidden.pieces.iter().all(known),
            &|| "hidden pieces have an unknown kind, colour or mark".to_owned(),
        );
        must(hidden.pieces.iter().all(|(_, kind)| *kind != hidden.shown_as), &|| {
            "the kind that is shown instead of hidden kinds is itself hidden".to_owned()
        });
    }

    part.set(SpecPart::Array);
    let mut occupied = Zone::EMPTY;
    for (square, piece) in &spec.array {
        must(known(square) && piece_known(piece), &|| {
            "the array names an unknown piece or square".to_owned()
        });
        if known(square) {
            must(!occupied.contains(*square), &|| {
                format!("two pieces are on {}", spec.geometry.name(*square))
            });
            occupied.insert(*square);
        }
    }
    part.set(SpecPart::Kinds);
    let measured = |circumstance: &Circumstance| match circumstance.of {
        MeasuredValue::Counter(counter) => usize::from(counter.0) < spec.counters.len(),
        MeasuredValue::PieceCounter(counter) => usize::from(counter) < spec.piece_counters.len(),
        MeasuredValue::Mark(mark) => usize::from(mark) < spec.marks.len(),
        MeasuredValue::OnBoard(kind) | MeasuredValue::InHand(kind) => kind.index() < kinds,
        MeasuredValue::Ply => true,
        MeasuredValue::PliesSince(counter) => game_counter(counter),
    };
    let promotions = spec.promotion_limits.iter().map(|it| ([it.kind, it.into], &it.circumstances));
    let entries = spec.entry_limits.iter().map(|it| ([it.kind; 2], &it.circumstances));
    must(
        promotions.chain(entries).all(|(of, circumstances)| {
            of.iter().all(|kind| kind.index() < kinds) && circumstances.iter().all(measured)
        }),
        &|| "a promotion or an entry depends on an unknown counter, mark or kind".to_owned(),
    );
    let paths: usize = (0..kinds as u8).map(|kind| spec.divided_paths(Kind(kind)).len()).sum();
    must(paths <= MAX_PATHS, &|| {
        format!("the game has {paths} movements; the maximum is {MAX_PATHS}")
    });
    for kind in &spec.kinds {
        for path in &kind.paths {
            let legs = !path.legs.is_empty()
                && path.legs.len() <= MAX_LEGS
                && path.legs.iter().all(|leg| {
                    leg.min >= 1 && leg.max >= leg.min && (leg.vector.dx, leg.vector.dy) != (0, 0)
                });
            let near = |v: Vector| v.dx.unsigned_abs().max(v.dy.unsigned_abs()) < MAX_SIDE as u8;
            must(path.legs.iter().all(|leg| near(leg.vector)), &|| {
                format!("a movement of `{}` has a step that is too long for any board", kind.name)
            });
            must(legs, &|| {
                format!(
                    "a movement of `{}` has no legs, more than {MAX_LEGS}, or a leg without distance",
                    kind.name
                )
            });
            must(!path.stays || !path.quiet && !path.swaps && !path.en_passant, &|| {
                format!(
                    "a movement of `{}` that captures without moving also moves, swaps or captures en passant",
                    kind.name
                )
            });
            let turns = path.turns.is_empty()
                || path.legs.len() == 1
                    && path.legs[0].min == 1
                    && path.turns.iter().all(|turn| near(*turn) && (turn.dx, turn.dy) != (0, 0))
                    && path.conditions.iter().all(|it| it.place == ConditionSquare::Onto);
            must(turns, &|| {
                format!(
                    "a movement of `{}` that turns is not a ride, or has a condition on its way",
                    kind.name
                )
            });
            must(path.circumstances.iter().all(measured), &|| {
                format!("a movement of `{}` depends on an unknown counter or kind", kind.name)
            });
            let marks = [path.with_mark, path.set_mark, path.clear_mark];
            must(marks.iter().flatten().all(|mark| usize::from(*mark) < spec.marks.len()), &|| {
                format!("a movement of `{}` names an unknown mark", kind.name)
            });
        }
    }
    part.set(SpecPart::Walls);
    must(spec.gates.len() <= Gate::MAX_GATES, &|| {
        format!(
            "the game has {} walls that come and go; the maximum is {}",
            spec.gates.len(),
            Gate::MAX_GATES
        )
    });
    for gate in &spec.gates {
        let of_game = |circumstance: &Circumstance| match circumstance.of {
            MeasuredValue::Counter(counter) | MeasuredValue::PliesSince(counter) => {
                game_counter(counter)
            }
            MeasuredValue::Ply => true,
            MeasuredValue::PieceCounter(_)
            | MeasuredValue::Mark(_)
            | MeasuredValue::OnBoard(_)
            | MeasuredValue::InHand(_) => false,
        };
        must(gate.circumstances.iter().all(of_game), &|| {
            "a wall depends on a value other than a counter or memory of the game".to_owned()
        });
        let edges = gate.edges.iter().all(|(a, b)| spec.geometry.edge(*a, *b) == Ok((*a, *b)));
        must(edges, &|| "a wall that comes and goes is not on an edge of the board".to_owned());
    }
    part.set(SpecPart::Duties);
    must(
        spec.duties.iter().all(|duty| duty.seats.iter().all(|seat| seat.index() < seats)),
        &|| "a duty names an unknown seat".to_owned(),
    );
    must(spec.blast.iter().all(|blast| blast.reach.len() <= Blast::MAX_SQUARES), &|| {
        format!("a blast reaches more than {} squares", Blast::MAX_SQUARES)
    });
    part.set(SpecPart::Castling);
    for castling in &spec.castling {
        let all = [castling.king.0, castling.king.1, castling.rook.0, castling.rook.1];
        must(castling.king.0 != castling.rook.0 && castling.king.1 != castling.rook.1, &|| {
            "a castling move starts or ends with king and rook on one square".to_owned()
        });
        must(castling.king.0 != castling.king.1 || castling.rook.0 != castling.rook.1, &|| {
            "a castling move moves neither king nor rook".to_owned()
        });
        let of_kinds = castling.kinds.iter().flatten().all(|kind| kind.index() < kinds);
        must(castling.seat.index() < seats && all.iter().all(known) && of_kinds, &|| {
            "a castling move names an unknown seat, square or kind".to_owned()
        });
    }
    part.set(SpecPart::Promotions);
    for (piece, square, promotion) in &spec.promotions {
        let known = piece_known(piece)
            && known(square)
            && promotion.kinds.iter().all(|kind| kind.index() < kinds)
            && promotion.set_mark.is_none_or(|mark| usize::from(mark) < spec.marks.len());
        must(known, &|| "a promotion names an unknown piece, square, kind or mark".to_owned());
    }
    for (piece, square, arrival) in &spec.arrivals {
        let marks = [arrival.set_mark, arrival.clear_mark];
        let known = piece_known(piece)
            && known(square)
            && arrival.become_kind.is_none_or(|kind| kind.index() < kinds)
            && marks.iter().flatten().all(|mark| usize::from(*mark) < spec.marks.len());
        must(known, &|| "an arrival names an unknown piece, square, kind or mark".to_owned());
    }
    must(
        spec.restricted_squares.iter().all(|(piece, square)| piece_known(piece) && known(square)),
        &|| "a barred square names an unknown piece or square".to_owned(),
    );
    part.set(SpecPart::Hands);
    for hand in &spec.hands {
        let known =
            hand.seat.index() < seats && hand.pieces.iter().all(|(kind, _)| kind.index() < kinds);
        must(known, &|| "a hand names an unknown seat or kind".to_owned());
    }
    for Base { kind, mark, base, .. } in &spec.bases {
        let known = kind.index() < kinds
            && base.index() < kinds
            && mark.is_none_or(|mark| usize::from(mark) < spec.marks.len());
        must(known, &|| "a base names an unknown kind or mark".to_owned());
    }
    for seat in 0..seats {
        let own_hands = spec.hands.iter().filter(|hand| hand.seat.index() == seat);
        let mut held: Vec<_> =
            own_hands.flat_map(|hand| &hand.pieces).map(|(kind, _)| *kind).collect();
        let all = held.len();
        held.sort_unstable();
        held.dedup();
        must(held.len() == all, &|| {
            format!("pieces of one kind are twice in the hand of `{}`", spec.seats[seat].name)
        });
    }
    part.set(SpecPart::Dice);
    if let Some(dice) = &spec.dice {
        let weights: u64 = dice.faces.iter().map(|(_, weight, _)| u64::from(*weight)).sum();
        let fine = matches!(dice.count, 1 | 2)
            && !dice.faces.is_empty()
            && dice.faces.len() <= MAX_FACES
            && dice
                .faces
                .iter()
                .all(|(face, weight, _)| *face > 0 && *weight > 0 && *weight < 1 << 12)
            && weights < 1 << 15;
        must(fine, &|| {
            format!(
                "the dice must be 1 or 2, with 1 to {MAX_FACES} faces above zero and weights from 1 to 4095"
            )
        });
    }
    part.set(SpecPart::Shuffles);
    must(spec.shuffles.len() <= Shuffle::MAX_SHUFFLES, &|| {
        let most = Shuffle::MAX_SHUFFLES;
        format!("the game has {} shuffles; the maximum is {most}", spec.shuffles.len())
    });
    for Shuffle { squares, outcomes, .. } in &spec.shuffles {
        must((1..=Shuffle::MAX_OUTCOMES).contains(&outcomes.len()), &|| {
            let most = Shuffle::MAX_OUTCOMES;
            format!("a shuffle has {} outcomes; it needs 1 to {most}", outcomes.len())
        });
        let sound = outcomes.iter().all(|Arrangement { pieces, .. }| {
            pieces.len() == squares.len() && pieces.iter().flatten().all(piece_known)
        });
        must(sound && squares.iter().all(known), &|| {
            "a shuffle names an unknown square or piece".to_owned()
        });
    }
    part.set(SpecPart::Counters);
    for counter in &spec.counters {
        must(counter.min <= counter.start && counter.start <= counter.max, &|| {
            format!(
                "counter `{}` starts at {}, outside {}..{}",
                counter.name, counter.start, counter.min, counter.max
            )
        });
    }
    part.set(SpecPart::Hooks);
    for handler in &spec.handlers {
        let clause = handler.clause.is_none_or(|clause| usize::from(clause.0) < spec.clauses.len());
        must(clause, &|| format!("`{}` names an unknown clause", handler.name));
    }
    must(spec.handlers.len() < 65_536 && spec.clauses.len() < 65_536, &|| {
        "too many hooks or clauses".to_owned()
    });
    part.set(SpecPart::PlyLimit);
    must((1..=Spec::MAX_PLY_LIMIT).contains(&spec.ply_limit), &|| {
        format!("the ply limit is {}; it must be from 1 to {}", spec.ply_limit, Spec::MAX_PLY_LIMIT)
    });
    part.set(SpecPart::Kinds);
    must(
        spec.initial_by_mark & !every_kind == 0 && spec.progress_kinds & !every_kind == 0,
        &|| "a set of kinds names an unknown kind".to_owned(),
    );
    errors
}
