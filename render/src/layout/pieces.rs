//! Looks of pieces. A look has a letter, a figure and a status. It has an arrow if the picture must
//! show the piece's facing.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_core::rules::{Abilities, KindSpec};
use quadrille_core::{Colour, Facing, Piece, Setup, Spec, StateId};

use crate::colour::Rgb;

/// The look of a piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceLook {
    /// The army, as an index into `Picture::colours`.
    pub seat: usize,
    /// The letter of the kind.
    pub letter: char,
    /// The name of the kind.
    pub kind: String,
    /// The facing, or `None` if it need not be shown. The facing is shown under two conditions. The
    /// moves of the kind depend on the facing. At least one piece of this kind and army does not
    /// have the army's usual facing.
    pub arrow: Option<Facing>,
    /// The status of the piece.
    pub status: PieceStatus,
    /// The seat that moves the piece. `None` means the seat of the piece's colour, and `Some(None)`
    /// means nature.
    pub holder: Option<Option<usize>>,
    /// The counters of the piece whose values differ from the start.
    pub counters: Vec<(String, i32)>,
    /// The marks of the piece.
    pub marks: Vec<String>,
}

/// The status of a piece: whether it can move, and whether it can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceStatus {
    /// The piece can move and can be captured.
    Live,
    /// The piece does not move and can't be captured.
    Frozen,
    /// The piece does not move but can be captured.
    Dead,
}

/// The look of the pieces of a colour.
#[derive(Clone, PartialEq, Debug)]
pub struct ColourLook {
    /// The name of the colour.
    pub name: String,
    /// The key of the colour, a letter.
    pub key: char,
    /// The colour in which the pieces are drawn.
    pub colour: Rgb,
}

/// Returns the look of a piece without the facts that depend on the position, such as its status.
pub(super) fn bare_look(spec: &Spec, piece: Piece) -> PieceLook {
    let kind = spec.kinds.get(piece.kind().index());
    let seat = piece.colour().index();
    let turned = spec.facing(piece.colour()) != piece.facing()
        && kind.is_some_and(|kind| has_direction(kind, seat));
    PieceLook {
        seat,
        letter: kind.map_or('?', |kind| kind.letter),
        kind: kind.map_or_else(String::new, |kind| kind.name.clone()),
        arrow: Some(piece.facing()).filter(|_| turned),
        status: PieceStatus::Live,
        holder: None,
        counters: counters(spec, piece),
        marks: spec
            .marks
            .iter()
            .enumerate()
            .filter(|(bit, _)| piece.marks() >> bit & 1 == 1)
            .map(|(_, name)| spaced(name))
            .collect(),
    }
}

/// Returns the counters of a piece whose values differ from the start.
fn counters(spec: &Spec, piece: Piece) -> Vec<(String, i32)> {
    let all = spec.piece_counters.iter().enumerate().filter_map(|(number, counter)| {
        let value = spec.piece_field(number)?.of(piece);
        (value != counter.start).then(|| (spaced(&counter.name), value))
    });
    all.collect()
}

/// Returns the look of a piece in a position.
pub(super) fn piece_look(
    spec: &Spec,
    setup: &Setup,
    piece: Piece,
    directions: &Directions,
) -> PieceLook {
    let colour = piece.colour();
    let holder = setup.controllers.get(colour.index()).copied().unwrap_or(Some(colour));
    let royal = spec.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal);
    PieceLook {
        arrow: Some(piece.facing()).filter(|_| directions.need_arrow(piece)),
        status: status(spec, setup, colour.index(), royal),
        holder: (holder != Some(colour)).then_some(holder.map(Colour::index)),
        ..bare_look(spec, piece)
    }
}

/// The pieces that need arrows, as pairs of army and kind. The moves of such a kind depend on the
/// facing. In the array or in the position, at least one piece of the kind and army does not have
/// the army's usual facing.
pub(super) struct Directions(BTreeSet<(usize, usize)>);

impl Directions {
    pub(super) fn new(spec: &Spec, setup: &Setup) -> Self {
        let faces = |piece: Piece| Some(spec.facing(piece.colour()));
        let turned = spec.array.iter().chain(&setup.pieces).map(|(_, piece)| *piece);
        let turned = turned.filter(|piece| faces(*piece) != Some(piece.facing()));
        let mut groups: BTreeSet<(usize, usize)> = turned.map(Self::group).collect();
        groups.retain(|(army, kind)| {
            spec.kinds.get(*kind).is_some_and(|kind| has_direction(kind, *army))
        });
        Self(groups)
    }

    fn group(piece: Piece) -> (usize, usize) {
        (piece.colour().index(), piece.kind().index())
    }

    fn need_arrow(&self, piece: Piece) -> bool {
        self.0.contains(&Self::group(piece))
    }
}

/// Returns `true` if the moves of a kind depend on its facing.
fn has_direction(kind: &KindSpec, army: usize) -> bool {
    // Counts the movements of each shape.
    let shapes = |facing: Facing| {
        let mut counts: BTreeMap<_, usize> = BTreeMap::new();
        for path in &kind.paths {
            if path.colours.is_some_and(|colours| colours >> army & 1 == 0) {
                continue;
            }
            let legs = path.legs.iter().map(|leg| {
                let vector = leg.vector.turned(facing);
                (vector.dx, vector.dy, leg.min, leg.max, leg.end as u8)
            });
            let take = [path.take.enemy, path.take.own, path.take.tame, path.take.checks_only];
            let ends = (path.quiet, take, path.en_passant, path.initial);
            *counts.entry((legs.collect::<Vec<_>>(), ends)).or_default() += 1;
        }
        counts
    };
    let ahead = shapes(Facing::North);
    [Facing::East, Facing::South].into_iter().any(|facing| shapes(facing) != ahead)
}

/// Returns the status of some pieces of an army: its royals if `royal` is `true`, and its other
/// pieces otherwise.
pub(super) fn status(spec: &Spec, setup: &Setup, army: usize, royal: bool) -> PieceStatus {
    let able = |state: Option<&StateId>| {
        let state = state.and_then(|id| spec.states.get(usize::from(id.0)));
        state.map_or(Abilities::ALL, |state| if royal { state.royals } else { state.pieces })
    };
    let holder = match setup.controllers.get(army) {
        Some(holder) => holder.map(Colour::index),
        None => Some(army),
    };
    let own = able(setup.army_states.get(army));
    let seat = able(holder.and_then(|seat| setup.seat_states.get(seat)));
    match (own.moves && seat.moves, own.capturable && seat.capturable) {
        (true, _) => PieceStatus::Live,
        (false, true) => PieceStatus::Dead,
        (false, false) => PieceStatus::Frozen,
    }
}

/// Returns a name from a rule script with spaces instead of underscores.
pub(super) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Picture, PictureOptions};
    use crate::testing::cross;
    use quadrille_core::{Seat, StateId};

    /// Returns the arrow of each piece that has one, with the army and the letter of the piece.
    fn arrows(spec: &Spec, setup: &Setup) -> Vec<(usize, char, Facing)> {
        let picture = Picture::new(spec, setup, &PictureOptions::default());
        let arrow = |piece: &PieceLook| Some((piece.seat, piece.letter, piece.arrow?));
        picture.pieces().filter_map(arrow).collect()
    }

    /// Sets the facing of the piece on a square.
    fn turn(spec: &Spec, setup: &mut Setup, square: &str, facing: Facing) {
        let square = spec.geometry.square_named(square).unwrap();
        let (_, piece) = setup.pieces.iter_mut().find(|(at, _)| *at == square).unwrap();
        *piece = piece.with_facing(facing);
    }

    #[test]
    fn every_pawn_of_an_army_with_two_directions_shows_its_own() {
        let (spec, mut setup) = cross();
        assert_eq!(arrows(&spec, &setup), []);
        turn(&spec, &mut setup, "d2", Facing::South);
        let mut expected = vec![(0, 'P', Facing::South)];
        expected.extend([(0, 'P', Facing::North); 7]);
        assert_eq!(arrows(&spec, &setup), expected);
    }

    #[test]
    fn an_army_that_starts_with_two_directions_shows_those_of_its_last_pieces() {
        let (mut spec, mut setup) = cross();
        let (at, piece) = setup.pieces.iter().find(|(_, p)| p.facing() == Facing::East).unwrap();
        let kind = spec.kind_of_letter('P').unwrap();
        let (at, pawn) = (*at, Piece::new(kind, piece.colour(), Facing::North));
        spec.array.push((at, pawn));
        let east = Piece::new(kind, piece.colour(), Facing::East);
        setup.pieces = vec![(at, east)];
        assert_eq!(arrows(&spec, &setup), [(1, 'P', Facing::East)]);
        spec.array.pop();
        assert_eq!(arrows(&spec, &setup), []);
    }

    #[test]
    fn a_piece_that_moves_alike_wherever_it_faces_has_no_arrow() {
        let (spec, mut setup) = cross();
        for square in ["d1", "e1", "f1", "g1", "h1"] {
            turn(&spec, &mut setup, square, Facing::West);
        }
        assert_eq!(arrows(&spec, &setup), []);
        // Movements of another army do not matter.
        let (mut spec, rook) = (spec.clone(), spec.kind_named("rook").unwrap().index());
        let mut ahead = spec.kinds[5].paths[0].clone();
        ahead.colours = Some(0b10);
        spec.kinds[rook].paths.push(ahead.clone());
        assert_eq!(arrows(&spec, &setup), []);
        ahead.colours = Some(0b11);
        spec.kinds[rook].paths.push(ahead);
        let expected = [(0, 'R', Facing::West), (0, 'R', Facing::North)];
        assert_eq!(arrows(&spec, &setup), expected);
    }

    #[test]
    fn an_army_of_a_gone_seat_that_an_heir_moves_is_alive() {
        let (spec, mut setup) = cross();
        setup.seat_states[1] = StateId::GONE;
        let status = |setup: &Setup| {
            let picture = Picture::new(&spec, setup, &PictureOptions::default());
            picture.tile(0, 3).and_then(|tile| tile.piece.as_ref()).map(|piece| piece.status)
        };
        assert_eq!(status(&setup), Some(PieceStatus::Frozen));
        setup.controllers[1] = Some(Seat(0));
        assert_eq!(status(&setup), Some(PieceStatus::Live));
        setup.army_states[1] = StateId::DEAD;
        assert_eq!(status(&setup), Some(PieceStatus::Dead));
    }
}
