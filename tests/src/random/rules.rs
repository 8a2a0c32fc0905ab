//! The players, the pieces, and all rules except movement. The generated numbers do not depend on
//! the board or on the numbers of seats and kinds. The module that builds the rules maps them to
//! valid values.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_core::rules::{
    Arrival, CaptureHand, Demand, DropLimits, EpOccupied, EpWindow, Fog, KnownTo, Relation, Royals,
};
use quadrille_core::{Facing, Kind, Protect};

use super::boards::{Area, area, facing};
use super::paths::{Measured, measured, relation};

#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub(super) at: u16,
    pub(super) kind: u8,
    pub(super) colour: u8,
    pub(super) facing: Option<Facing>,
    /// The bits of two marks and of the value of a counter of pieces.
    pub(super) marks: u8,
}

pub(super) fn piece() -> impl Strategy<Value = Placement> {
    let kind = prop_oneof![1 => Just(0u8), 2 => Just(1u8), 4 => 0..6u8];
    (
        any::<u16>(),
        kind,
        0..4u8,
        weighted(0.15, facing()),
        prop_oneof![3 => Just(0u8), 2 => 0..12u8],
    )
        .prop_map(|(at, kind, colour, facing, marks)| Placement {
            at,
            kind,
            colour,
            facing,
            marks,
        })
}

pub(super) fn protect() -> impl Strategy<Value = Protect> {
    prop_oneof![
        2 => Just(Protect::None),
        1 => Just(Protect::Safe),
        1 => Just(Protect::NoNewAttacker),
        1 => Just(Protect::SafeUnlessInCheck),
    ]
}

/// The settings of up to four seats: facings, teams, and the protection of royals. `own` is the
/// protection of a seat's royals in the seat's own moves, and `others` is their protection in the
/// moves of other seats. Pieces of different teams can capture and check each other, and pieces of
/// one team can't. `odd` contains the exceptions.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    pub(super) seats: usize,
    pub(super) facings: Vec<Facing>,
    pub(super) teams: Vec<u8>,
    pub(super) own: Vec<Protect>,
    pub(super) others: Vec<Protect>,
    pub(super) odd: Vec<(u8, u8, bool)>,
}

pub(super) fn sides() -> impl Strategy<Value = Sides> {
    let own = prop_oneof![4 => Just(Protect::Safe), 1 => protect()];
    let others = prop_oneof![3 => Just(Protect::None), 2 => protect()];
    let odd = prop_oneof![3 => Just(Vec::new()), 1 => vec((0..4u8, 0..4u8, any::<bool>()), 1..4)];
    (2..=4usize, vec(facing(), 4), vec(0..4u8, 4), vec(own, 4), vec(others, 16), odd).prop_map(
        |(seats, facings, teams, own, others, odd)| Sides {
            seats,
            facings,
            teams,
            own,
            others,
            odd,
        },
    )
}

/// The blast of captures: its leaps, the pieces that it removes, and the kinds that it spares. The
/// boolean is `true` if the blast removes the capturing piece.
pub(super) type Burst = (Vec<(i8, i8)>, Relation, u32, bool);

/// Hidden kinds: the kinds (a bit each), the kind that is shown instead, and the seats that know
/// the kinds. The boolean is `true` if captures reveal the capturing piece.
pub(super) type Concealed = (u8, u8, KnownTo, bool);

/// All rules except movement.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) royals: Royals,
    pub(super) two_royal_kinds: bool,
    /// The duty to capture, and the kinds (a bit each) whose captures count.
    pub(super) duty: Option<(Demand, u32)>,
    pub(super) blast: Option<Burst>,
    /// The rules for neutral pieces. The boolean is `true` if they can be captured. The number has
    /// one bit for each seat that may move them.
    pub(super) neutral: Option<(bool, u8)>,
    pub(super) ep: (EpOccupied, EpWindow, bool),
    pub(super) by_mark: u32,
    pub(super) captures: Vec<u32>,
    pub(super) restricted_squares: Vec<(u8, Area)>,
    pub(super) promotions: Vec<Promotes>,
    pub(super) arrivals: Vec<(u8, Area, Arrival)>,
    pub(super) supply: Vec<(u8, u8)>,
    pub(super) promotion_limits: Vec<(u8, u8, Measured)>,
    pub(super) entry_limits: Vec<(u8, Area, Measured)>,
    pub(super) castling_moves: Vec<(u8, u8, [u8; 4])>,
    pub(super) states: Vec<u8>,
    pub(super) pockets: Pockets,
    pub(super) fog: Option<Fog>,
    pub(super) hidden: Option<Concealed>,
    /// The duty not to repeat a position. The first value is the number of the first forbidden
    /// occurrence of a position. For example, 2 means that the second occurrence is forbidden. The
    /// second value contains the kinds whose moves are progress.
    pub(super) no_repeat: Option<(u8, u32)>,
}

/// The promotion of a kind. It contains the kind, the zone, the new kinds, and the condition for
/// keeping the kind. The zone in which the move must start, and a mark, follow. The first `bool` is
/// `true` if the promotion requires a capture. The second is `true` if the piece promotes in place.
pub(super) type Promotes = (u8, Area, Vec<u8>, Stays, Option<Area>, Option<u8>, bool, bool);

/// The condition under which a piece may keep its kind instead of promoting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stays {
    /// A piece may keep its kind if no promotion is possible.
    AtNeed,
    /// A piece may keep its kind if the player chooses this.
    Freely,
    /// A piece may never keep its kind.
    Never,
}

/// Pieces in hand: the seat, the kind, the number of pieces, the zone for drops, a `bool` and the
/// limits on drops. The `bool` is `true` if the seat must drop these pieces before it moves.
pub(super) type Held = (u8, u8, u8, Area, bool, DropLimits);

/// The hands, and the destination of captured pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Pockets {
    pub(super) hands: Vec<Held>,
    pub(super) captures: Option<CaptureHand>,
    /// The kinds of captured pieces in hand. Each entry contains the kind of the captured piece,
    /// optionally a mark that this piece must have, and its kind in hand.
    pub(super) bases: Vec<(u8, Option<u8>, u8)>,
}

fn pockets() -> impl Strategy<Value = Pockets> {
    let limits = (weighted(0.4, 1..3u8), prop::bool::weighted(0.3))
        .prop_map(|(on_line, no_mate)| DropLimits { on_line, no_mate });
    let first = prop::bool::weighted(0.1);
    let held = (0..4u8, 0..6u8, 0..3u8, area(), first, limits);
    let hands = [CaptureHand::Captor, CaptureHand::Partner, CaptureHand::Owner];
    let bases = vec((0..6u8, weighted(0.5, 0..2u8), 0..6u8), 0..3);
    let some = (vec(held, 1..8), weighted(0.8, select(hands.to_vec())), bases)
        .prop_map(|(hands, captures, bases)| Pockets { hands, captures, bases });
    prop_oneof![2 => Just(Pockets::default()), 1 => some]
}

pub(super) fn rules() -> impl Strategy<Value = Rules> {
    let rare = |p: f64| prop::bool::weighted(p);
    let ep = (
        select(vec![EpOccupied::Void, EpOccupied::CaptureBoth]),
        select(vec![EpWindow::OwnTurn, EpWindow::NextPlayer]),
        rare(0.3),
    );
    let captures = prop_oneof![4 => Just(vec![u32::MAX; 6]), 1 => vec(0..64u32, 6)];
    let mark = || weighted(0.2, 0..2u8);
    let arrival = (weighted(0.3, 0..6u8), weighted(0.6, facing()), mark(), mark()).prop_map(
        |(kind, turn, set_mark, clear_mark)| Arrival {
            become_kind: kind.map(Kind),
            turn,
            set_mark,
            clear_mark,
            clause: None,
        },
    );
    let demands = [Demand::Capture, Demand::CaptureMostPieces, Demand::CaptureMostValue];
    let some_kinds = prop_oneof![2 => Just(u32::MAX), 1 => 1..64u32];
    let duty = weighted(0.25, (select(demands.to_vec()), some_kinds));
    let progress = prop_oneof![3 => Just(0u32), 1 => 0..64u32];
    let no_repeat = weighted(0.2, (prop_oneof![3 => Just(2u8), 1 => Just(3u8)], progress));
    let leap = (-2..=2i8, -2..=2i8);
    let blast = weighted(
        0.2,
        (vec(leap, 0..9), relation(), prop_oneof![1 => Just(0u32), 1 => 0..64u32], any::<bool>()),
    );
    let neutral = weighted(0.3, (any::<bool>(), 0..16u8));
    let from = weighted(0.3, area());
    let stays =
        prop_oneof![2 => Just(Stays::AtNeed), 1 => Just(Stays::Freely), 1 => Just(Stays::Never)];
    let promotes = (0..6u8, area(), vec(0..6u8, 1..4), stays, from, mark(), rare(0.2), rare(0.2));
    let known_to = select(KnownTo::ALL.to_vec());
    let hidden = weighted(0.25, (1..64u8, 0..6u8, known_to, any::<bool>()));
    let royals =
        prop_oneof![3 => Just(Royals::Any), 1 => Just(Royals::All), 1 => Just(Royals::Last)];
    (
        (royals, rare(0.1), ep, prop_oneof![2 => Just(0u32), 1 => 0..64u32], duty, blast, neutral),
        captures,
        prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, area()), 1..3)],
        vec(promotes, 0..3),
        prop_oneof![2 => Just(Vec::new()), 1 => vec((0..6u8, area(), arrival), 1..3)],
        (
            prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, 0..4u8), 1..3)],
            prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, 0..6u8, measured()), 1..4)],
            prop_oneof![3 => Just(Vec::new()), 1 => vec((0..6u8, area(), measured()), 1..4)],
        ),
        vec((0..4u8, any::<u8>(), any::<[u8; 4]>()), 0..5),
        (
            vec(0..16u8, 2),
            pockets(),
            (weighted(0.25, select(Fog::ALL.to_vec())), hidden),
            no_repeat,
        ),
    )
        .prop_map(
            |(
                (royals, two_royal_kinds, ep, by_mark, duty, blast, neutral),
                captures,
                restricted_squares,
                promotions,
                arrivals,
                (supply, promotion_limits, entry_limits),
                castling_moves,
                (states, pockets, (fog, hidden), no_repeat),
            )| {
                Rules {
                    royals,
                    two_royal_kinds,
                    duty,
                    blast,
                    neutral,
                    ep,
                    by_mark,
                    captures,
                    restricted_squares,
                    promotions,
                    arrivals,
                    supply,
                    promotion_limits,
                    entry_limits,
                    castling_moves,
                    states,
                    pockets,
                    fog,
                    hidden,
                    no_repeat,
                }
            },
        )
}
