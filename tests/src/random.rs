//! Random rulesets, which are small and strange. Tests use them for properties that must hold for
//! every ruleset.
//!
//! If a test fails with a [`Recipe`], proptest looks for a simpler recipe with fewer pieces, fewer
//! paths and ordinary rules. This recipe is printed as a picture with its rules below. `boards`,
//! `paths`, `rules` and `questions` generate the parts, `build` composes rules from them, and
//! `show` prints the rules.

mod boards;
mod build;
mod paths;
mod questions;
mod rules;
mod show;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use quadrille_core::{
    CompiledRules, Phase, Piece, Protect, Restriction, Seat, Setup, Spec, StateId, game,
};

use boards::{board, fit_gates, gates};
use build::{COUNTED, build};
use paths::group;
pub use questions::Interview;
use questions::interview;
use rules::{Placement, piece, protect, rules, sides};

/// A random game: a ruleset, the changes that lead from the ruleset's array to the first position,
/// and the actions to play.
#[derive(Clone)]
pub struct Recipe {
    /// The rules of the ruleset.
    pub spec: Spec,
    /// The questions that the ruleset asks.
    pub interview: Interview,
    /// The changes from the start position.
    pub changes: Vec<Change>,
    /// For each ply, a number that selects one of its legal actions.
    pub choices: Vec<u16>,
}

/// A change from the start position.
#[derive(Clone, Debug)]
pub enum Change {
    /// The state of an army.
    Army(Seat, StateId),
    /// The state of a seat.
    Place(Seat, StateId),
    /// The controller of a colour's pieces.
    Control(Seat, Option<Seat>),
    /// The relation between two seats.
    Relate(Seat, Seat, bool, bool),
    /// A protection for the first seat's royals that replaces the usual one.
    Relax(Protect),
    /// A restriction on the first seat: its moves must not leave its own royals in check.
    Careful,
    /// A restriction on the first seat: its moves start with a piece of one of these colours, and
    /// start or end on some squares. A third of the squares are left out, unless the number is 3.
    Confined(u8, u16, bool),
    /// The value of a counter, for the game or for a seat.
    Count(u8, Seat, i32),
    /// The last action was a double step by the piece with this number, so the piece may be
    /// captured en passant.
    Skipped(u8),
}

impl Recipe {
    /// Returns the position at which play begins.
    #[must_use]
    pub fn setup(&self, rules: &CompiledRules) -> Setup {
        let mut setup = Setup { phase: Phase::Turn, ..game::initial(rules) };
        for change in &self.changes {
            match *change {
                Change::Army(colour, state) => setup.army_states[colour.index()] = state,
                Change::Place(seat, state) => setup.seat_states[seat.index()] = state,
                Change::Control(colour, by) => setup.controllers[colour.index()] = by,
                Change::Relate(a, b, capture, allowed) => {
                    setup.relations.retain(|(x, y, c, _)| (*x, *y, *c) != (a, b, capture));
                    let rule = self.spec.relations[a.index()][b.index()];
                    if (if capture { rule.capture } else { rule.check }) != allowed {
                        setup.relations.push((a, b, capture, allowed));
                    }
                    setup.relations.sort();
                }
                Change::Relax(protect) => setup.relaxed = Some(protect),
                Change::Skipped(number) => self.skip(&mut setup, number),
                Change::Count(number, seat, value) => {
                    let values = &mut setup.counters[usize::from(number)];
                    let last = values.len() - 1;
                    values[seat.index().min(last)] = value;
                }
                Change::Careful => setup.restrictions = vec![(setup.turn, Restriction::Safe)],
                Change::Confined(colours, left_out, arrives) => {
                    let squares = self.spec.geometry.squares().filter(|it| it.0 % 3 != left_out);
                    let squares = squares.collect();
                    let squares =
                        if arrives { Restriction::To(squares) } else { Restriction::From(squares) };
                    let colours = Restriction::Colours(colours);
                    setup.restrictions = vec![(setup.turn, colours), (setup.turn, squares)];
                }
            }
        }
        setup
    }
}

impl Recipe {
    /// Gives the other seats the right to capture a piece en passant. The piece must be of a kind
    /// that can be captured en passant, and the square behind it must be empty. `number` selects
    /// one of these pieces.
    fn skip(&self, setup: &mut Setup, number: u8) {
        let kinds = &self.spec.kinds;
        let capturable_en_passant =
            |piece: Piece| kinds[piece.kind().index()].paths.iter().any(|w| w.en_passant);
        let candidates = self.spec.array.iter().filter_map(|(pawn, piece)| {
            let behind = self.spec.geometry.step(*pawn, piece.facing().reversed().forward())?;
            let empty = self.spec.array.iter().all(|(square, _)| *square != behind);
            let seated = piece.colour().index() < self.spec.seats.len();
            let others = seated && piece.colour() != setup.turn && capturable_en_passant(*piece);
            (empty && others).then_some((piece.colour(), behind, *pawn))
        });
        let candidates: Vec<_> = candidates.collect();
        if let Some(right) = candidates.get(usize::from(number) % candidates.len().max(1)) {
            setup.en_passant.retain(|(colour, _, _)| *colour != right.0);
            setup.en_passant.push(*right);
            setup.en_passant.sort();
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let seat = || (0..4u8).prop_map(Seat);
    let state = || (0..7u8).prop_map(StateId);
    prop_oneof![
        3 => (seat(), state()).prop_map(|(seat, state)| Change::Army(seat, state)),
        1 => (seat(), state()).prop_map(|(seat, state)| Change::Place(seat, state)),
        2 => (seat(), proptest::option::of(seat())).prop_map(|(a, b)| Change::Control(a, b)),
        3 => (seat(), seat(), any::<bool>(), any::<bool>())
            .prop_map(|(a, b, capture, allowed)| Change::Relate(a, b, capture, allowed)),
        1 => protect().prop_map(Change::Relax),
        1 => Just(Change::Careful),
        2 => (1..32u8, 0..4u16, any::<bool>()).prop_map(|(colours, left_out, arrives)| {
            Change::Confined(colours, left_out, arrives)
        }),
        3 => (0..2u8, seat(), COUNTED.0..=COUNTED.1)
            .prop_map(|(counter, seat, value)| Change::Count(counter, seat, value)),
        4 => any::<u8>().prop_map(Change::Skipped),
    ]
}

/// Generates a recipe for a random game.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    let kinds = vec(vec(group(), 1..4), 1..6);
    let changes = prop_oneof![2 => Just(Vec::new()), 1 => vec(change(), 1..4)];
    let choices = vec(any::<u16>(), 1..24);
    let kings = vec(weighted(0.7, any::<u16>()), 4);
    let pieces = (kings, vec(piece(), 2..28)).prop_map(|(kings, pieces)| {
        let king = |(colour, at): (usize, Option<u16>)| {
            at.map(|at| Placement { at, kind: 0, colour: colour as u8, facing: None, marks: 0 })
        };
        kings.into_iter().enumerate().filter_map(king).chain(pieces).collect::<Vec<_>>()
    });
    let rules = (rules(), interview());
    ((board(), gates()), sides(), kinds, pieces, rules, changes, choices).prop_map(
        |((geometry, gates), sides, kinds, pieces, (rules, interview), changes, choices)| {
            let spec = build(&geometry, &sides, &kinds, &pieces, &rules);
            let gates = fit_gates(&geometry, &gates);
            let spec = Spec { gates, handlers: interview.handlers(), ..spec };
            let seats = sides.seats as u8;
            let there = |seat: &Seat| seat.0 < seats;
            let fits = |change: &Change| match change {
                Change::Army(a, _) | Change::Place(a, _) => there(a),
                Change::Control(a, b) => there(a) && b.as_ref().is_none_or(there),
                Change::Relate(a, b, _, _) => there(a) && there(b),
                Change::Count(_, seat, _) => there(seat),
                Change::Relax(_) | Change::Careful | Change::Confined(..) | Change::Skipped(_) => {
                    true
                }
            };
            let changes = changes.into_iter().filter(fits).collect();
            Recipe { spec, interview, changes, choices }
        },
    )
}
