//! The lead: the sides' shares of strength during a game, and metrics of how these shares change.
//!
//! This module evaluates positions only by [`Strengths`], which counts only material. Every ruleset
//! has material, so games by different rules can be compared.

use crate::metrics::{MILLION, PlainPly};
use quadrille_core::board::{MAX_SEATS, Piece};
use quadrille_core::internals::{NOBODY, PositionRules};
use quadrille_core::numeric::math::ln;
use quadrille_core::rules::KindSpec;
use quadrille_core::state::Position;

/// The value of a royal if the ruleset states no value for it. A king in an endgame is about as
/// useful as a piece of this value.
const ROYAL_VALUE: u32 = 4;
/// The share of strength below which a side has little chance to win, in millionths.
const HOPELESS_SHARE_MILLIONTHS: u64 = 50_000;

/// The strengths of the sides after a ply. The strengths stay the same until the ply of the next
/// entry in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideStrengths {
    /// The ply after which the sides have these strengths.
    pub ply: u32,
    /// The side whose action led to these strengths, or `None` for chance.
    pub mover: Option<u8>,
    /// Each side's strength.
    pub strengths: [u32; MAX_SEATS],
}

/// Metrics of the course of a game. A side's share of strength is treated as its winning chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lead {
    /// The number of times that the lead passed to another side. The first lead does not count, and
    /// a tie leaves the lead with its previous holder.
    pub lead_changes: u32,
    /// The number of times that the lead passed from one side to another by an action of a hopeless
    /// side. A side is hopeless if it had less than 5 % of the total strength before its action.
    pub kingmaking: u32,
    /// The mean, over all plies, of the difference between the leader's share and the winner's
    /// share, in millionths. `None` if no side won or several sides won.
    pub drama: Option<u64>,
    /// Drama as Browne defines it, in millionths. For each ply after which the winner was behind, a
    /// difference is computed: the leader's share minus the winner's share. The drama is the mean
    /// of the square roots of these differences. The value is 0 if the winner was never behind. It
    /// is `None` if no side won or several sides won.
    pub drama_behind: Option<u64>,
    /// The largest share during the game among all sides except the winner, in millionths. `None`
    /// if no side won or several sides won.
    pub threshold: Option<u64>,
    /// The number of the first ply after which the winner's share exceeded [`Lead::threshold`],
    /// divided by the number of plies, in millionths. One million if the share never exceeded the
    /// threshold. `None` if no side won or several sides won.
    pub decided: Option<u64>,
    /// The mean of the variances of the sides' shares during the game, in millionths. `None`
    /// if no ply was played.
    pub variance: Option<u64>,
    /// The mean entropy of the shares in the second half of the game, divided by the greatest
    /// possible entropy, in millionths. `None` if no ply was played or the game has a single
    /// side.
    pub late_uncertainty: Option<u64>,
    /// The largest increase of a side's share by an action of this side, in millionths.
    pub greatest_gain: u64,
}

/// Each side's strength: the values of its pieces, on the board and in hand. Royals without a value
/// count 4. Frozen pieces count half. Pieces of eliminated seats count nothing. The unit is half a
/// point, so that all numbers are integers.
#[derive(Clone, Copy, Default)]
pub(super) struct Strengths {
    pub sides: [u32; MAX_SEATS],
    /// For each colour, the side to which its pieces count, and the weight of these pieces.
    colours: [(u8, u32); MAX_SEATS],
}

impl Strengths {
    /// Returns the strengths in a position.
    pub fn of<const W: usize>(rules: &PositionRules<'_, W>, pos: &Position<W>) -> Self {
        let mut all = Self::default();
        for colour in 0..rules.t.seats {
            let controller = pos.controller[colour];
            if controller == NOBODY {
                continue;
            }
            let controller_of = usize::from(controller);
            let state = &rules.spec.states[usize::from(pos.army_state[colour].0)];
            let seat = &rules.spec.states[usize::from(pos.seat_state[controller_of].0)];
            let plays = seat.has_turn && (state.pieces.moves || state.royals.moves);
            let waits = state.until.is_some() || seat.until.is_some();
            let weight = if plays { 2 } else { u32::from(waits) };
            all.colours[colour] = (rules.t.team_of[controller_of], weight);
            let pieces = pos.colours[colour].into_iter().filter_map(|square| pos.piece(square));
            pieces.for_each(|piece| all.change(rules, piece, u32::wrapping_add));
        }
        if !rules.spec.hands.is_empty() {
            all.add_hands(rules, pos);
        }
        all
    }

    /// Adds pieces in hand. These pieces belong to their seat, regardless of the controller of the
    /// seat's army.
    fn add_hands<const W: usize>(&mut self, rules: &PositionRules<'_, W>, pos: &Position<W>) {
        for (seat, hand) in pos.cold().hands[..rules.t.seats].iter().enumerate() {
            let state = &rules.spec.states[usize::from(pos.seat_state[seat].0)];
            let weight = if state.has_turn { 2 } else { u32::from(state.until.is_some()) };
            let values = hand.iter().zip(&rules.spec.kinds);
            let value: u32 = values.map(|(n, kind)| u32::from(*n) * worth(kind)).sum();
            self.sides[usize::from(rules.t.team_of[seat])] += weight * value;
        }
    }

    /// Updates the strengths after a plain ply.
    pub fn play<const W: usize>(&mut self, rules: &PositionRules<'_, W>, ply: PlainPly) {
        if let Some(piece) = ply.taken {
            self.change(rules, piece, u32::wrapping_sub);
        }
        if ply.placed != ply.mover {
            self.change(rules, ply.mover, u32::wrapping_sub);
            self.change(rules, ply.placed, u32::wrapping_add);
        }
    }

    fn change<const W: usize>(
        &mut self,
        rules: &PositionRules<'_, W>,
        piece: Piece,
        change: fn(u32, u32) -> u32,
    ) {
        let (side, weight) = self.colours[piece.colour().index()];
        let worth = weight * worth(&rules.spec.kinds[piece.kind().index()]);
        if let Some(sum) = self.sides.get_mut(usize::from(side)) {
            *sum = change(*sum, worth);
        }
    }
}

/// Returns the value of a piece of a kind.
pub(crate) fn worth(kind: &KindSpec) -> u32 {
    let value = kind.value.clamp(0, 1000) as u32;
    if kind.royal && value == 0 { ROYAL_VALUE } else { value }
}

/// Returns the shares of the total strength, in millionths. The shares are equal if the total is 0.
fn shares(strengths: &[u32]) -> [u64; MAX_SEATS] {
    let mut out = [0; MAX_SEATS];
    let sum: u64 = strengths.iter().map(|s| u64::from(*s)).sum();
    for (share, strength) in out.iter_mut().zip(strengths) {
        *share = match sum {
            0 => MILLION / strengths.len().max(1) as u64,
            sum => u64::from(*strength) * MILLION / sum,
        };
    }
    out
}

/// Returns the entropy of shares, divided by the greatest possible entropy, in millionths.
fn entropy(shares: &[u64]) -> u64 {
    let part = |share: &u64| {
        let p = *share as f64 / MILLION as f64;
        if p > 0.0 { -p * ln(p) } else { 0.0 }
    };
    let sum: f64 = shares.iter().map(part).sum();
    (sum / ln(shares.len() as f64) * MILLION as f64).round() as u64
}

/// Returns the metrics of a game's course. `standings` contains the strengths in the order of
/// plies. The first entry of `standings` belongs to the initial position, which does not count in
/// means.
#[must_use]
pub fn lead(standings: &[SideStrengths], sides: usize, plies: u32, winner: Option<u8>) -> Lead {
    let mut out = Lead::default();
    let sides = sides.clamp(1, MAX_SEATS);
    let winner = winner.map(usize::from).filter(|winner| *winner < sides);
    let mut leader = None;
    let mut before: Option<[u64; MAX_SEATS]> = None;
    let (mut sums, mut squares) = ([0u64; MAX_SEATS], [0u128; MAX_SEATS]);
    let (mut gap, mut late, mut others, mut late_plies) = (0u64, 0u64, 0u64, 0u64);
    let (mut roots, mut behind) = (0u64, 0u64);
    let half = plies / 2;
    for (i, standing) in standings.iter().enumerate() {
        let all = shares(&standing.strengths[..sides]);
        let v = &all[..sides];
        let most = standing.strengths[..sides].iter().max().copied().unwrap_or(0);
        let mut leading = (0..sides).filter(|side| standing.strengths[*side] == most);
        let first = leading.next();
        if leading.next().is_none() && leader != first {
            if leader.is_some() {
                out.lead_changes += 1;
                let mover = standing.mover.map(usize::from);
                let had = mover.and_then(|side| before.map(|v| v[side]));
                out.kingmaking +=
                    u32::from(had.is_some_and(|share| share < HOPELESS_SHARE_MILLIONTHS));
            }
            leader = first;
        }
        if let (Some(mover), Some(before)) = (standing.mover.map(usize::from), before) {
            out.greatest_gain = out.greatest_gain.max(v[mover].saturating_sub(before[mover]));
        }
        before = Some(all);
        // The number of plies after which these strengths held.
        let from = standing.ply.max(1);
        let next = standings.get(i + 1).map_or(plies + 1, |next| next.ply).min(plies + 1);
        let time = u64::from(next.saturating_sub(from));
        if time == 0 {
            continue;
        }
        for side in 0..sides {
            sums[side] += v[side] * time;
            squares[side] += u128::from(v[side]).pow(2) * u128::from(time);
        }
        let highest = v.iter().max().copied().unwrap_or(0);
        if let Some(winner) = winner {
            let lag = highest - v[winner];
            gap += lag * time;
            if lag > 0 {
                roots += (lag * MILLION).isqrt() * time;
                behind += time;
            }
            let rivals = (0..sides).filter(|side| *side != winner).map(|side| v[side]);
            others = others.max(rivals.max().unwrap_or(0));
        }
        let in_late = u64::from(next.saturating_sub(from.max(half + 1)));
        if in_late > 0 && sides > 1 {
            late += entropy(v) * in_late;
            late_plies += in_late;
        }
    }
    let plies = u64::from(plies);
    if plies == 0 {
        return out;
    }
    let variance = |side: usize| {
        let (n, sum) = (u128::from(plies), u128::from(sums[side]));
        (n * squares[side]).saturating_sub(sum * sum) / (n * n)
    };
    let variances: u128 = (0..sides).map(variance).sum();
    out.variance = Some((variances / sides as u128 / u128::from(MILLION)) as u64);
    out.late_uncertainty = (late_plies > 0).then(|| late / late_plies);
    if let Some(winner) = winner {
        out.drama = Some(gap / plies);
        out.drama_behind = Some(roots / behind.max(1));
        out.threshold = Some(others);
        let above =
            |standing: &&SideStrengths| shares(&standing.strengths[..sides])[winner] > others;
        let first = standings.iter().find(above).map(|standing| u64::from(standing.ply.max(1)));
        out.decided = Some(first.map_or(MILLION, |ply| (ply * MILLION / plies).min(MILLION)));
    }
    out
}
