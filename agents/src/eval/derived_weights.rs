//! Evaluation weights for pieces and squares, derived from the rules alone. The evaluation uses
//! these weights if a ruleset has no learned weights.

use quadrille_core::board::{Facing, Geometry, Kind, MAX_KINDS, Piece, Seat, Square};
use quadrille_core::internals::{PositionRules, Route};
use quadrille_core::rules::{KindSpec, KindWeights, Spec, Weights};

/// One unit of the evaluation, in hundredths. A pawn in chess is worth one unit.
pub(crate) const PAWN_WORTH: i32 = 100;
/// The worth of an army without royals, in thousandths of a unit. An army of chess has 39 units.
pub(crate) const ARMY_WORTH: f64 = 39_000.0;

/// The worth of each square that a piece attacks.
const MOBILITY: i32 = 50;
/// The cost of danger to a royal. This cost is multiplied by a number of points, raised to the
/// second power. The royal's square and the squares next to it give points if they are attacked. A
/// guarded square gives one point, and an unguarded square gives two points.
const ROYAL_DANGER: i32 = 10;
/// The loss of the hanging piece that is taken first, in thousandths of its value.
const HANGING_LOSS_PER_MILLE: i32 = 600;
/// The loss of every other hanging piece, in thousandths of its value.
const OTHER_HANGING_LOSS_PER_MILLE: i32 = 150;
/// The worth of a frozen army, in thousandths of the worth of the same army while it can move.
const FROZEN_ARMY_PER_MILLE: i32 = 350;
/// The worth of having the next turn.
const TEMPO: i32 = 150;
/// The worth of a promotion that a piece can make in its next move, in thousandths of the value
/// that the promotion adds.
const PROMOTION_GAIN_PER_MILLE: i32 = 600;
/// The cost for each square of a piece's sideways distance from the middle of the board.
const CENTRE_DISTANCE_COST: i32 = 20;
/// The cost for each rank that a royal has advanced.
const ROYAL_ADVANCE_COST: i32 = 50;
/// The value of a royal as a fraction of an army's value, if the ruleset gives the royal no value.
const ROYAL_PER_ARMY: f64 = 0.5;
/// The probability that a square on a ride is empty in the middle of a game.
const EMPTY_SQUARE_CHANCE: f64 = 0.7;
/// The value of each square that a piece reaches on average. A square on which the piece can only
/// capture counts twice as much as a square to which it can only move. This constant was chosen so
/// that chess pieces get about their usual values.
const VALUE_PER_SQUARE: f64 = 0.57;
/// The probability that no piece blocks a path that is neither a leap nor a ride.
const OPEN_PATH_CHANCE: f64 = 0.4;

/// Returns the value of each kind. If the ruleset has a value for the kind, this is the value.
/// Otherwise, the function estimates the value from the number of squares that a piece of this kind
/// reaches. For a royal kind without a value in the ruleset, it returns 0.
pub(crate) fn values<const W: usize>(rules: &PositionRules<'_, W>) -> [f64; MAX_KINDS] {
    let mut values = [0.0; MAX_KINDS];
    for (k, (value, kind)) in values.iter_mut().zip(&rules.spec.kinds).enumerate() {
        *value = f64::from(kind.value.clamp(0, 1000));
        if *value == 0.0 && !kind.royal {
            *value = worth_by_reach(rules, Kind(k as u8));
        }
    }
    values
}

/// Returns an estimated value from the mean number of squares that a piece reaches. Takes into
/// account that other pieces block rides.
fn worth_by_reach<const W: usize>(rules: &PositionRules<'_, W>, kind: Kind) -> f64 {
    let t = rules.t;
    let class = t.class(Piece::new(kind, Seat(0), rules.spec.seats[0].facing));
    let walked = class.paths.iter().map(|number| &t.paths[usize::from(*number)]);
    let walked: Vec<_> = walked.filter(|path| path.quiet_ways().is_none()).collect();
    let mut all = 0.0;
    for from in t.all {
        for found in class.empty_board.from(from) {
            let odds = match found.route {
                Route::Ride(ray) => {
                    power(EMPTY_SQUARE_CHANCE, t.rays.between(ray, from, found.to).len())
                }
                Route::Leap | Route::Several => 1.0,
                Route::Path(_) => EMPTY_SQUARE_CHANCE,
            };
            let use_of = f64::from(u8::from(found.take) * 2 + u8::from(found.quiet)) / 3.0;
            all += odds * use_of;
        }
        for path in &walked {
            all += OPEN_PATH_CHANCE * f64::from(path.reach(&t.steps, &t.gates, from).len());
        }
    }
    (VALUE_PER_SQUARE * all / f64::from(t.all.len())).max(0.5)
}

fn power(base: f64, exponent: u32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * base)
}

/// Returns the mean value of the seats' armies at the start, including pieces in hand but not
/// royals.
pub(crate) fn army(spec: &Spec, values: &[f64; MAX_KINDS]) -> f64 {
    let in_hand = spec.hands.iter().flat_map(|hand| &hand.pieces);
    let pieces = spec.array.iter().map(|(_, piece)| (piece.kind(), 1)).chain(in_hand.copied());
    let all: f64 = pieces
        .filter(|(kind, _)| !spec.kinds[kind.index()].royal)
        .map(|(kind, n)| values[kind.index()] * f64::from(n))
        .sum();
    (all / spec.seats.len() as f64).max(1.0)
}

/// Returns the weights that follow from the rules.
pub(crate) fn derived<const W: usize>(rules: &PositionRules<'_, W>) -> Weights {
    let spec = rules.spec;
    let values = values(rules);
    let scale = ARMY_WORTH / army(spec, &values);
    let most = f64::from(Weights::MAX_WEIGHT);
    let number = |value: f64| (value * scale).clamp(-most, most).round() as i32;
    let shape = spec.weight_shape();
    let kind = |(k, kind): (usize, &KindSpec)| {
        let without = kind.royal && kind.value <= 0;
        let steps = |step: i32, n: usize| (0..n as i32).map(|at| -step * at).collect();
        KindWeights {
            value: if without { (ROYAL_PER_ARMY * ARMY_WORTH) as i32 } else { number(values[k]) },
            mobility: if kind.royal { 0 } else { MOBILITY },
            promotion: PROMOTION_GAIN_PER_MILLE,
            ranks: steps(if kind.royal { ROYAL_ADVANCE_COST } else { 0 }, shape.ranks),
            files: steps(if kind.royal { 0 } else { CENTRE_DISTANCE_COST }, shape.files),
        }
    };
    Weights {
        kinds: spec.kinds.iter().enumerate().map(kind).collect(),
        danger: ROYAL_DANGER,
        lost: HANGING_LOSS_PER_MILLE,
        lost_others: OTHER_HANGING_LOSS_PER_MILLE,
        frozen: FROZEN_ARMY_PER_MILLE,
        tempo: TEMPO,
        counters: spec.counters.iter().map(|c| number(f64::from(c.worth))).collect(),
        network: None,
    }
}

/// Returns the place of a square from the view of a piece with the facing `facing`. The first
/// number is the number of ranks behind the square. The second number is the sideways distance of
/// the square from the middle of the board.
pub fn seen_from(geometry: &Geometry, square: Square, facing: Facing) -> (usize, usize) {
    let cell = geometry.cell(square);
    let (file, rank) = (usize::from(cell.file), usize::from(cell.rank));
    let (files, ranks) = (usize::from(geometry.files()), usize::from(geometry.ranks()));
    let middle = |at: usize, of: usize| (2 * at).abs_diff(of - 1) / 2;
    match facing {
        Facing::North => (rank, middle(file, files)),
        Facing::South => (ranks - 1 - rank, middle(file, files)),
        Facing::East => (file, middle(rank, ranks)),
        Facing::West => (files - 1 - file, middle(rank, ranks)),
    }
}

/// Returns the bonus for nearness to promotion on each square, for each profile that promotes. On
/// the promotion square, the bonus is the full gain of the promotion. Each move that a piece still
/// needs to reach the promotion square halves the bonus.
pub fn promotion_gains<const W: usize>(
    rules: &PositionRules<'_, W>,
    value: &[i32; MAX_KINDS],
) -> Vec<(Piece, Vec<i32>)> {
    let t = rules.t;
    let mut found: Vec<(Piece, Vec<i32>)> = Vec::new();
    for (piece, square, promotion) in &rules.spec.promotions {
        let piece = piece.with_marks(0);
        if t.profile(piece).royal {
            continue;
        }
        let known = found.iter().position(|(other, _)| *other == piece);
        let number = known.unwrap_or_else(|| {
            found.push((piece, vec![0; t.span]));
            found.len() - 1
        });
        // If a promotion depends on the start of the move, the promotion square alone means little.
        if promotion.from.is_none() && !promotion.by_capture {
            let best = promotion.kinds.iter().map(|kind| value[kind.index()]).max().unwrap_or(0);
            let gain = (best - value[piece.kind().index()]).max(0);
            found[number].1[square.index()] = gain;
        }
    }
    for (piece, gain) in &mut found {
        let moves = &t.class(*piece).empty_board;
        let mut changed = true;
        while changed {
            changed = false;
            for from in t.all {
                let ends = moves.from(from).iter();
                let best = ends.map(|found| gain[found.to.index()] / 2).max().unwrap_or(0);
                if best > gain[from.index()] {
                    gain[from.index()] = best;
                    changed = true;
                }
            }
        }
    }
    found
}
