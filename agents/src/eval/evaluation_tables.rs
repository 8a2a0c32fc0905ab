//! [`Evaluation`]: the tables of an evaluation, from a ruleset's weights or from weights derived
//! from its rules.

use quadrille_core::at_width;
use quadrille_core::board::{Facing, Kind, MAX_KINDS, MAX_SEATS, Piece, Seat, Square, SquareSet};
use quadrille_core::internals::{PositionRules, SquareMap};
use quadrille_core::rules::{Spec, Weights};
use quadrille_core::tables::CompiledRules;

use super::derived_weights::{derived, promotion_gains, seen_from};
use super::network::Inference;
use super::pieces_in_play::ArmyPart;

/// The number of groups of kinds with similar values, used to compare attackers with their targets.
/// The last group contains the royals.
pub(super) const TIERS: usize = 5;
/// The number of the group that contains the royals.
pub(super) const ROYAL_TIER: usize = TIERS - 1;

/// The tables from which positions are evaluated. They are computed once per ruleset.
pub struct Evaluation<const W: usize> {
    pub(super) teams: usize,
    pub(super) team_of: [u8; MAX_SEATS],
    pub(super) weights: Weights,
    /// The neural network, if the weights include one.
    pub(super) inference: Option<Inference>,
    pub(super) value: [i32; MAX_KINDS],
    pub(super) mobility: [i32; MAX_KINDS],
    /// For each profile, the index in `on` at which the profile's values for the squares begin.
    rows: Box<[u32; Piece::PROFILES]>,
    /// For each profile and square, the worth of a piece with this profile on this square. The
    /// worth is the sum of the piece's value, a term for the square, and a term for nearness to
    /// promotion.
    on: Vec<i32>,
    /// For each kind, the number of its group. Kinds of one group have similar values, and
    /// `tier_value` has the mean value of each group.
    pub(super) tier: [u8; MAX_KINDS],
    pub(super) tier_value: [i32; TIERS],
    /// For each square, a set of the square and its neighbours.
    pub(super) around: SquareMap<SquareSet<W>, W>,
    /// For each kind, the probability that a roll of the dice lets a piece of this kind move, in
    /// 256ths. `None` if there are no dice.
    pub(super) odds: Option<[i64; MAX_KINDS]>,
}

impl<const W: usize> std::fmt::Debug for Evaluation<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").finish_non_exhaustive()
    }
}

impl<const W: usize> Evaluation<W> {
    /// Builds the tables from the ruleset's weights, or from weights derived from its rules.
    pub fn new(rules: &PositionRules<'_, W>) -> Self {
        let (spec, t) = (rules.spec, rules.t);
        let fit = spec.weights.as_ref().filter(|weights| weights.fits(spec.weight_shape()));
        let weights = fit.cloned().unwrap_or_else(|| derived(rules));
        let (mut value, mut mobility) = ([0; MAX_KINDS], [0; MAX_KINDS]);
        for (k, kind) in weights.kinds.iter().enumerate() {
            value[k] = kind.value;
            mobility[k] = kind.mobility;
        }
        let geometry = &spec.geometry;
        let next_to = |a: Square, b: Square| {
            let (a, b) = (geometry.cell(a), geometry.cell(b));
            a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)) <= 1
        };
        let around = SquareMap::of(geometry, |a| {
            geometry.squares().filter(|b| next_to(a, *b)).collect::<SquareSet<W>>()
        });
        let (rows, on) = worth_by_square(rules, &weights, &value);
        let (tier, tier_value) = tiers(spec, &value);
        Self {
            teams: spec.teams.len(),
            team_of: t.team_of,
            inference: weights.network.as_ref().map(|network| Inference::new(spec, network)),
            weights,
            value,
            mobility,
            rows,
            on,
            tier,
            tier_value,
            around,
            odds: odds(rules),
        }
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Returns the value of a piece of this kind without regard to its square, in hundredths of a
    /// unit.
    #[inline]
    pub fn value(&self, kind: Kind) -> i32 {
        self.value[kind.index()] / 10
    }

    /// Returns an equal share: 1 divided by the number of teams.
    pub fn even(&self) -> f64 {
        1.0 / self.teams as f64
    }

    /// Returns the worth of a piece on a square.
    #[inline(always)]
    pub fn worth_on(&self, piece: Piece, square: Square) -> i32 {
        let at = self.rows[piece.profile()] as usize + square.index();
        self.on.get(at).copied().unwrap_or(0)
    }

    /// Returns the worth of a piece on a square. If the piece's army is frozen, its worth is
    /// reduced.
    #[inline(always)]
    pub fn worth_of(&self, piece: Piece, square: Square, part: ArmyPart) -> i64 {
        let worth = i64::from(self.worth_on(piece, square));
        match part {
            ArmyPart::Frozen => worth * i64::from(self.weights().frozen) / 1000,
            ArmyPart::Active | ArmyPart::None => worth,
        }
    }
}

/// Returns the weights derived from a ruleset's rules.
pub fn derived_weights(rules: &CompiledRules) -> Weights {
    at_width!(rules, W => PositionRules::<W>::new(rules).map(|rules| derived(&rules)))
        .unwrap_or_default()
}

/// Returns the index at which each profile's row begins, and all rows in one list. A row contains
/// the worth of a piece on each square. If colours have the same promotions, they share a row.
fn worth_by_square<const W: usize>(
    rules: &PositionRules<'_, W>,
    weights: &Weights,
    value: &[i32; MAX_KINDS],
) -> (Box<[u32; Piece::PROFILES]>, Vec<i32>) {
    let (spec, span) = (rules.spec, rules.t.span);
    let mut rows = Box::new([0; Piece::PROFILES]);
    let mut on = Vec::new();
    for (k, kind) in weights.kinds.iter().enumerate() {
        for facing in Facing::ALL {
            let row = on.len();
            on.resize(row + span, 0);
            for square in rules.t.all {
                let (rank, file) = seen_from(&spec.geometry, square, facing);
                let place = |of: &[i32], at: usize| of.get(at).copied().unwrap_or(0);
                on[row + square.index()] =
                    kind.value + place(&kind.ranks, rank) + place(&kind.files, file);
            }
            for colour in 0..MAX_SEATS {
                rows[Piece::new(Kind(k as u8), Seat(colour as u8), facing).profile()] = row as u32;
            }
        }
    }
    for (piece, gains) in promotion_gains(rules, value) {
        let (of, row) = (rows[piece.profile()] as usize, on.len());
        let part = i64::from(weights.kinds[piece.kind().index()].promotion);
        for (at, gain) in gains.iter().enumerate() {
            let bonus = i64::from(*gain) * part / 1000;
            on.push(on[of + at].saturating_add(bonus as i32));
        }
        rows[piece.profile()] = row as u32;
    }
    (rows, on)
}

/// Sorts kinds into groups of similar value. Returns the group of each kind, and the mean value of
/// each group.
fn tiers(spec: &Spec, value: &[i32; MAX_KINDS]) -> ([u8; MAX_KINDS], [i32; TIERS]) {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let (royals, mut kinds): (Vec<usize>, Vec<usize>) =
        (0..spec.kinds.len()).partition(|kind| spec.kinds[*kind].royal);
    kinds.sort_by_key(|kind| value[*kind]);
    for kind in kinds {
        match groups.last_mut().filter(|group| value[group[0]] == value[kind]) {
            Some(group) => group.push(kind),
            None => groups.push(vec![kind]),
        }
    }
    let mean = |group: &[usize]| {
        let sum: i64 = group.iter().map(|kind| i64::from(value[*kind])).sum();
        sum / group.len().max(1) as i64
    };
    while groups.len() > ROYAL_TIER {
        // Joins the two neighbouring groups whose mean values have the smallest relative
        // difference.
        let apart = |at: &usize| {
            let (low, high) = (mean(&groups[*at]).max(1), mean(&groups[*at + 1]).max(1));
            (high - low) * 1000 / high
        };
        let at = (0..groups.len() - 1).min_by_key(apart).unwrap_or(0);
        let next = groups.remove(at + 1);
        groups[at].extend(next);
    }
    let (mut tier, mut tier_value) = ([0; MAX_KINDS], [0; TIERS]);
    for (number, group) in groups.iter().enumerate() {
        tier_value[number] = mean(group) as i32;
        group.iter().for_each(|kind| tier[*kind] = number as u8);
    }
    // A royal may not capture a guarded piece, so its group gets the greatest value.
    tier_value[ROYAL_TIER] = Weights::MAX_WEIGHT;
    royals.iter().for_each(|kind| tier[*kind] = ROYAL_TIER as u8);
    (tier, tier_value)
}

/// Returns the probability that a roll lets each kind move, in 256ths, if there are dice.
fn odds<const W: usize>(rules: &PositionRules<'_, W>) -> Option<[i64; MAX_KINDS]> {
    let dice = rules.spec.dice.as_ref()?;
    let all: f64 = dice.faces.iter().map(|(_, weight, _)| f64::from(*weight)).sum();
    let mut odds = [0; MAX_KINDS];
    for (kind, odds) in odds.iter_mut().enumerate() {
        let lets = dice.faces.iter().filter(|(_, _, kinds)| kinds >> kind & 1 != 0);
        let one = lets.map(|(_, weight, _)| f64::from(*weight)).sum::<f64>() / all;
        let any = if dice.count == 2 { 1.0 - (1.0 - one) * (1.0 - one) } else { one };
        *odds = (256.0 * any).round() as i64;
    }
    Some(odds)
}
