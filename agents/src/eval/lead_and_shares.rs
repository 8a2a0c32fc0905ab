//! Each team's estimated share of the game, or the result if the game is over.
//!
//! A seat's worth is a sum of integer weights. They are the ruleset's weights, or weights derived
//! from its rules. Shares lie between 0 and 1, add up to 1, and are the same on every machine.

use quadrille_core::board::{Kind, MAX_SEATS, Piece, Square};
use quadrille_core::internals::{MoveGen, Stage};
use quadrille_core::numeric::math::exp;
use quadrille_core::rules::SeatResult;
use quadrille_core::state::Position;

use super::derived_weights::ARMY_WORTH;
use super::evaluation_tables::Evaluation;
use super::incremental_worth::Accumulator;
use super::pieces_in_play::ArmyPart;
use super::terms::{TermSink, WithoutPieces};

/// Each team's share. The array is longer than the number of teams, and its other entries are 0.
pub type Shares = [f64; MAX_SEATS];

/// The increase of a side's lead that doubles the side's weight, in thousandths of a unit.
pub const LEAD_PER_DOUBLING: f64 = 0.12 * ARMY_WORTH;
/// The maximum certainty of a static evaluation, where 1 is full certainty. Only the result of a
/// finished game is more certain.
const MAX_CERTAINTY: f64 = 0.95;
/// The amount by which the certainty of a result decreases for each ply between the root and the
/// end of the game. This makes quick wins better than slow wins.
const RESULT_DECAY_PER_PLY: f64 = 0.001;
impl<const W: usize> Evaluation<W> {
    /// Returns the lead of a team in a game that is not over, in hundredths of a unit. The lead is
    /// the team's worth minus the worth of its opponents. If several sides oppose the team, the
    /// worth of its opponents is the mean of two numbers: the worth of the strongest opposing side,
    /// and the average worth of all opposing sides. `placed` is the worth of each seat's pieces on
    /// the board.
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

    /// Returns a part of the lead: the part that comes from the pieces on their squares, the hands
    /// and the counters. This is much faster than [`Evaluation::lead`].
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
        ((side[team] - theirs) / 10).clamp(-MAX_LEAD, MAX_LEAD) as i32
    }

    /// Returns the strength of each team: the sum of the strengths of its seats.
    pub fn sides(&self, strength: &[i64; MAX_SEATS]) -> [i64; MAX_SEATS] {
        let mut side = [0; MAX_SEATS];
        for (strength, team) in strength.iter().zip(self.team_of) {
            side[usize::from(team)] += strength;
        }
        side
    }

    /// Returns each team's share in a position. `plies` is the number of plies from the root of the
    /// search to this position.
    pub fn shares(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, plies: u32) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        let mut strength = self.by_weights(movegen, pos);
        let by_network = self.by_network(movegen, pos);
        strength.iter_mut().zip(by_network).for_each(|(of, more)| *of += more);
        self.shares_of(movegen, pos, &strength)
    }

    /// Returns the same shares as [`Evaluation::shares`], but takes the worth of pieces from an
    /// accumulator. If the accumulator belongs to another position, it is updated first.
    pub(crate) fn accumulated_shares(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        accumulator: &mut Accumulator,
        plies: u32,
    ) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        self.refresh(movegen, pos, accumulator);
        let mut strength = Strength { eval: self, of: self.placed(movegen, pos, accumulator) };
        self.count(movegen, pos, &mut WithoutPieces(&mut strength));
        self.shares_of(movegen, pos, &strength.of)
    }

    /// Returns each team's share, from the worth of its seats.
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
                let behind = (team[side] - most) as f64 / LEAD_PER_DOUBLING;
                weights[side] = exp(behind * std::f64::consts::LN_2);
            }
        }
        self.spread(weights, MAX_CERTAINTY)
    }

    /// Returns the teams that have not lost.
    pub fn open(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [bool; MAX_SEATS] {
        let mut open = [false; MAX_SEATS];
        let settled = pos.cold.as_deref().map(|cold| &cold.settled);
        for seat in 0..movegen.t.seats {
            let lost = settled.is_some_and(|of| of[seat] == Some(SeatResult::Loss));
            open[usize::from(self.team_of[seat])] |= !lost;
        }
        open
    }

    /// Returns the worth of each seat from all weights except the network.
    pub fn by_weights(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [i64; MAX_SEATS] {
        let mut strength = Strength { eval: self, of: [0; MAX_SEATS] };
        self.count(movegen, pos, &mut strength);
        strength.of
    }

    /// Returns the worth that the network adds to each seat.
    pub fn by_network(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [i64; MAX_SEATS] {
        let mut given = [0; MAX_SEATS];
        if let Some(inference) = &self.inference {
            let hidden = inference.hidden(movegen, pos);
            inference.add(movegen, pos, &hidden, &mut given);
        }
        given
    }

    /// Returns the shares of a finished game.
    fn result(&self, pos: &Position<W>, plies: u32) -> Shares {
        let Some(outcome) = &pos.cold().outcome else {
            return self.spread([0.0; MAX_SEATS], 1.0);
        };
        let weights = outcome.team_weights(&self.team_of);
        self.spread(weights, 1.0 - RESULT_DECAY_PER_PLY * f64::from(plies.min(40)))
    }

    /// Divides each weight by the sum of all weights, and mixes the resulting shares with equal
    /// shares. `trust` is the proportion of the resulting shares in the mixture, from 0 to 1.
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
const MAX_LEAD: i64 = 1_000_000;

/// A [`TermSink`] that adds up the worth of each seat's terms.
struct Strength<'e, const W: usize> {
    eval: &'e Evaluation<W>,
    of: [i64; MAX_SEATS],
}

impl<const W: usize> TermSink for Strength<'_, W> {
    #[inline(always)]
    fn piece(&mut self, seat: usize, piece: Piece, square: Square, part: ArmyPart) {
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

/// Returns the maximum certainty of a static evaluation, where 1 is full certainty.
pub fn certainty() -> f64 {
    MAX_CERTAINTY
}

/// Compares two lists of shares, and returns `true` if the list `shares` is better for a team than
/// the list `than`. Shares are better if the team's own share is greater. If the team's own share
/// is equal in both, shares are better if the greatest share of another team is smaller.
pub fn better(team: usize, shares: &Shares, than: &Shares) -> bool {
    let leader = |shares: &Shares| {
        let others = shares.iter().enumerate().filter(|(other, _)| *other != team);
        others.map(|(_, share)| *share).fold(0.0, f64::max)
    };
    shares[team] > than[team] || shares[team] == than[team] && leader(shares) < leader(than)
}
