//! Evaluation: what each seat's pieces, their places and its counters are worth, and each team's
//! estimated share of the game, or the result if the game is over.
//!
//! Worth is a sum of whole numbers, by the ruleset's weights or those that follow from its rules.
//! Shares lie between 0 and 1, add up to 1, and are the same on every machine.

use crate::account::{Account, Part};
use crate::tally::WithoutPieces;
use crate::worth::{ARMY, derived, promotion_gains, seen_from};
use crate::{Inference, Tally};
use quadrille_core::at_width;
use quadrille_core::board::{Facing, Kind, MAX_KINDS, MAX_SEATS, Piece, Seat, Square, SquareSet};
use quadrille_core::internals::{MoveGen, PositionRules, SquareMap, Stage};
use quadrille_core::numeric::math::exp;
use quadrille_core::rules::{SeatResult, Spec, Weights};
use quadrille_core::state::Position;
use quadrille_core::tables::Ruleset;

/// Each team's share; entries beyond the ruleset's teams are 0.
pub type Shares = [f64; MAX_SEATS];

/// A lead of so many thousandths of a unit doubles a side's weight.
pub const PER_DOUBLING: f64 = 0.12 * ARMY;
/// The most certainty of a static evaluation; only results are more certain.
const TRUST: f64 = 0.95;
/// The part of a result lost with each ply until it, so that quick wins are better.
const DELAY: f64 = 0.001;
/// Into so many groups of like value kinds are put, to compare attackers with what they attack; the
/// last group is that of royals.
pub(super) const TIERS: usize = 5;
/// The group of royals.
pub(super) const ROYAL_TIER: usize = TIERS - 1;

/// Look-up data for evaluation, computed once per ruleset.
pub struct Evaluation<const W: usize> {
    teams: usize,
    pub(super) team_of: [u8; MAX_SEATS],
    pub(super) weights: Weights,
    /// Runs the weights' network.
    pub(super) inference: Option<Inference>,
    pub(super) value: [i32; MAX_KINDS],
    pub(super) mobility: [i32; MAX_KINDS],
    /// For each profile, where in `on` its squares begin.
    rows: Box<[u32; Piece::PROFILES]>,
    /// The worth of a piece on each square: value, place and nearness to promotion.
    on: Vec<i32>,
    /// For each kind the group of kinds of like value, and for each group the mean value.
    pub(super) tier: [u8; MAX_KINDS],
    pub(super) tier_value: [i32; TIERS],
    /// For each square, itself and its neighbours.
    pub(super) around: SquareMap<SquareSet<W>, W>,
    /// The probability that the dice let a kind move in 256ths, if there are dice.
    pub(super) odds: Option<[i64; MAX_KINDS]>,
}

impl<const W: usize> Evaluation<W> {
    /// With the ruleset's weights, or those that follow from the rules.
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

    /// Its weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The value of a kind on any square, in hundredths of a unit.
    #[inline]
    pub fn value(&self, kind: Kind) -> i32 {
        self.value[kind.index()] / 10
    }

    /// An equal share for each team.
    pub fn even(&self) -> f64 {
        1.0 / self.teams as f64
    }

    /// By how much a team leads the others in a game that goes on, in hundredths of a unit: against
    /// one side the difference, against several the difference to the mean of their best and their
    /// average. `placed` is what each seat has by its pieces on the board.
    pub fn lead(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        placed: &[i64; MAX_SEATS],
        team: usize,
    ) -> i32 {
        let mut strength = Strength { eval: self, of: *placed };
        self.count(movegen, pos, &mut WithoutPieces(&mut strength));
        self.lead_of(&strength.of, team)
    }

    /// The lead in pieces, their squares, and counters, which takes much less time.
    pub fn lead_in_material(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        placed: &[i64; MAX_SEATS],
        team: usize,
    ) -> i32 {
        let mut strength = Strength { eval: self, of: *placed };
        self.stock(movegen, pos, &mut strength);
        self.lead_of(&strength.of, team)
    }

    fn lead_of(&self, strength: &[i64; MAX_SEATS], team: usize) -> i32 {
        let side = self.sides(strength);
        let (mut most, mut sum) = (i64::MIN, 0);
        for (other, worth) in side[..self.teams].iter().enumerate() {
            if other != team {
                most = most.max(*worth);
                sum += worth;
            }
        }
        let others = self.teams as i64 - 1;
        let theirs = if others > 1 { (most + sum / others) / 2 } else { sum };
        ((side[team] - theirs) / 10).clamp(-LEAD, LEAD) as i32
    }

    /// Adds up seats by team.
    pub fn sides(&self, strength: &[i64; MAX_SEATS]) -> [i64; MAX_SEATS] {
        let mut side = [0; MAX_SEATS];
        for (strength, team) in strength.iter().zip(self.team_of) {
            side[usize::from(team)] += strength;
        }
        side
    }

    /// Everybody's share, `plies` plies from the root of the search.
    pub fn shares(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, plies: u32) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        let mut strength = self.by_weights(movegen, pos);
        let by_network = self.by_network(movegen, pos);
        strength.iter_mut().zip(by_network).for_each(|(of, more)| *of += more);
        self.shares_of(movegen, pos, &strength)
    }

    /// The same with a tally, which is made that of the position.
    pub(crate) fn shares_by_tally(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        tally: &mut Tally,
        plies: u32,
    ) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        self.tally(movegen, pos, tally);
        let mut strength = Strength { eval: self, of: self.placed(movegen, pos, tally) };
        self.count(movegen, pos, &mut WithoutPieces(&mut strength));
        self.shares_of(movegen, pos, &strength.of)
    }

    /// Everybody's share by what each seat has.
    fn shares_of(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        strength: &[i64; MAX_SEATS],
    ) -> Shares {
        let team = self.sides(strength);
        let open = self.open(movegen, pos);
        let most = team[..self.teams].iter().copied().max().unwrap_or(0);
        let mut weights = [0.0; MAX_SEATS];
        for side in 0..self.teams {
            if open[side] {
                let behind = (team[side] - most) as f64 / PER_DOUBLING;
                weights[side] = exp(behind * std::f64::consts::LN_2);
            }
        }
        self.spread(weights, TRUST)
    }

    /// The teams that have not lost.
    pub fn open(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [bool; MAX_SEATS] {
        let mut open = [false; MAX_SEATS];
        let settled = pos.cold.as_deref().map(|cold| &cold.settled);
        for seat in 0..movegen.t.seats {
            let lost = settled.is_some_and(|of| of[seat] == Some(SeatResult::Loss));
            open[usize::from(self.team_of[seat])] |= !lost;
        }
        open
    }

    /// What each seat has by all weights but the network.
    pub fn by_weights(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [i64; MAX_SEATS] {
        let mut strength = Strength { eval: self, of: [0; MAX_SEATS] };
        self.count(movegen, pos, &mut strength);
        strength.of
    }

    /// What the network gives each seat.
    pub fn by_network(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [i64; MAX_SEATS] {
        let mut given = [0; MAX_SEATS];
        if let Some(inference) = &self.inference {
            let hidden = inference.hidden(movegen, pos);
            inference.add(movegen, pos, &hidden, &mut given);
        }
        given
    }

    /// The shares of a finished game.
    fn result(&self, pos: &Position<W>, plies: u32) -> Shares {
        let Some(outcome) = &pos.cold().outcome else {
            return self.spread([0.0; MAX_SEATS], 1.0);
        };
        let weights = self.weights_of(&outcome.results);
        self.spread(weights, 1.0 - DELAY * f64::from(plies.min(40)))
    }

    /// Each team's weight by results: the mean of its seats, a draw being half a win.
    fn weights_of(&self, results: &[SeatResult]) -> [f64; MAX_SEATS] {
        let mut weights = [0.0; MAX_SEATS];
        let mut seats = [0.0; MAX_SEATS];
        for (seat, result) in results.iter().enumerate().take(MAX_SEATS) {
            let side = usize::from(self.team_of[seat]);
            seats[side] += 1.0;
            weights[side] += match result {
                SeatResult::Win => 1.0,
                SeatResult::Draw => 0.5,
                SeatResult::Loss => 0.0,
            };
        }
        for (weight, seats) in weights.iter_mut().zip(seats) {
            *weight /= f64::max(seats, 1.0);
        }
        weights
    }

    /// Normalizes weights to shares, mixed with equal shares according to `trust`.
    fn spread(&self, mut weights: [f64; MAX_SEATS], trust: f64) -> Shares {
        let sum: f64 = weights.iter().sum();
        let even = self.even();
        for weight in &mut weights[..self.teams] {
            let share = if sum > 0.0 { *weight / sum } else { even };
            *weight = even + (share - even) * trust;
        }
        weights
    }
}

/// The largest lead of an evaluation, in hundredths of a unit.
const LEAD: i64 = 1_000_000;

/// Adds up what each seat's counts are worth.
struct Strength<'e, const W: usize> {
    eval: &'e Evaluation<W>,
    of: [i64; MAX_SEATS],
}

impl<const W: usize> Account for Strength<'_, W> {
    #[inline(always)]
    fn piece(&mut self, seat: usize, piece: Piece, square: Square, part: Part) {
        self.of[seat] += self.eval.worth_of(piece, square, part);
    }

    #[inline(always)]
    fn reach(&mut self, seat: usize, kind: Kind, squares: u32) {
        self.of[seat] += i64::from(self.eval.mobility[kind.index()]) * i64::from(squares);
    }

    #[inline(always)]
    fn danger(&mut self, seat: usize, square: u32) {
        self.of[seat] -= i64::from(self.eval.weights.danger) * i64::from(square);
    }

    #[inline(always)]
    fn hanging(&mut self, seat: usize, worst: i64, others: i64) {
        let weights = &self.eval.weights;
        let lost = i64::from(weights.lost) * worst + i64::from(weights.lost_others) * others;
        self.of[seat] -= lost / 1000;
    }

    #[inline(always)]
    fn tempo(&mut self, seat: usize) {
        self.of[seat] += i64::from(self.eval.weights.tempo);
    }

    #[inline(always)]
    fn counter(&mut self, seat: usize, counter: usize, value: i32) {
        let worth = self.eval.weights.counters.get(counter).copied().unwrap_or(0);
        self.of[seat] += i64::from(worth) * i64::from(value);
    }

    #[inline(always)]
    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8) {
        self.of[seat] += i64::from(self.eval.value[kind.index()]) * i64::from(pieces);
    }
}

impl<const W: usize> Evaluation<W> {
    /// The worth of a piece on a square.
    #[inline(always)]
    pub fn worth_on(&self, piece: Piece, square: Square) -> i32 {
        let at = self.rows[piece.profile()] as usize + square.index();
        self.on.get(at).copied().unwrap_or(0)
    }
}

/// The weights that follow from a ruleset's rules.
pub fn derived_weights(rules: &Ruleset) -> Weights {
    at_width!(rules, W => PositionRules::<W>::new(rules).map(|rules| derived(&rules)))
        .unwrap_or_default()
}

/// The most certainty of a static evaluation.
pub fn certainty() -> f64 {
    TRUST
}

/// For each profile, where its row begins, and the rows: the worth of a piece by square. Colours
/// share a row if they promote alike.
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

/// Puts kinds into groups of like value: the group of each kind, and the mean value of each group.
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
        // The neighbours whose values are most alike, in proportion.
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
    // A royal may not capture what is guarded.
    tier_value[ROYAL_TIER] = Weights::MOST;
    royals.iter().for_each(|kind| tier[*kind] = ROYAL_TIER as u8);
    (tier, tier_value)
}

/// The probability that a roll lets each kind move in 256ths, if there are dice.
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
