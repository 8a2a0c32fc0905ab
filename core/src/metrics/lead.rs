//! Who stands how well: the reference evaluation, and what its course says about a game.
//!
//! [`strengths`] is the one place that judges a position. It counts material alone, which every
//! ruleset has, so that games of different rules can be compared.

use crate::board::MAX_SEATS;
use crate::metrics::MILLION;
use crate::movegen::Engine;
use crate::rules::KindSpec;
use crate::state::{NOBODY, Position};

/// What a royal is worth that the ruleset gives no value: about as much as it does in the endgame.
const ROYAL: u32 = 4;
/// A side with a smaller share of the strength than this (in millionths) has little to win.
const HOPELESS: u64 = 50_000;

/// How the sides stood from a ply on, until the next such entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// After which ply.
    pub ply: u32,
    /// The side whose action brought it about, if a player's did.
    pub mover: Option<u8>,
    /// Each side's strength.
    pub strengths: [u32; MAX_SEATS],
}

/// What the course of a game says about it. Shares of strength stand for chances of winning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lead {
    /// How often another side took the lead. Whoever leads first changes nothing, and a tie leaves
    /// the lead where it was.
    pub lead_changes: u32,
    /// How often it did by an action of a side with less than 5 % of the strength.
    pub kingmaking: u32,
    /// How far the winner was behind the leader, on average, in millionths; none without one winner.
    pub drama: Option<u64>,
    /// The same as Browne has it: the mean square root of the gap over the plies after which the
    /// winner was behind, in millionths; zero if there were none, none without one winner.
    pub drama_behind: Option<u64>,
    /// The largest share that any side but the winner ever had, in millionths; none without one
    /// winner.
    pub threshold: Option<u64>,
    /// When the winner's share first rose above whatever any other side had at any time: that ply
    /// as a share of all, in millionths. The whole game if it never did; none without one winner.
    pub decided: Option<u64>,
    /// The mean over sides of their shares' variance, in millionths; none without plies.
    pub variance: Option<u64>,
    /// The mean entropy of the shares in the second half, as a part of the greatest possible, in
    /// millionths; none without plies or with one side.
    pub late_uncertainty: Option<u64>,
    /// The most that a side's own action added to its share, in millionths.
    pub greatest_gain: u64,
}

/// Each side's strength: the value of its pieces, royals without a value counting 4. Pieces that can't
/// move until a state ends by itself count half, pieces of seats that are out of the game nothing.
/// In halves, so that everything is whole.
pub(crate) fn strengths<const W: usize>(
    engine: &Engine<'_, W>,
    pos: &Position<W>,
) -> [u32; MAX_SEATS] {
    let mut sums = [0; MAX_SEATS];
    for colour in 0..engine.t.seats {
        let controller = pos.controller[colour];
        if controller == NOBODY {
            continue;
        }
        let controller_of = usize::from(controller);
        let state = &engine.spec.states[usize::from(pos.army_state[colour].0)];
        let seat = &engine.spec.states[usize::from(pos.seat_state[controller_of].0)];
        let plays = seat.has_turn && (state.pieces.moves || state.royals.moves);
        let waits = state.until.is_some() || seat.until.is_some();
        let weight = if plays { 2 } else { u32::from(waits) };
        if weight == 0 {
            continue;
        }
        let pieces = pos.colours[colour].into_iter().filter_map(|square| pos.piece(square));
        let worth: u32 = pieces.map(|piece| worth(&engine.spec.kinds[piece.kind().index()])).sum();
        sums[usize::from(engine.t.team_of[controller_of])] += weight * worth;
    }
    sums
}

/// What a piece of a kind counts.
pub(crate) fn worth(kind: &KindSpec) -> u32 {
    let value = kind.value.clamp(0, 1000) as u32;
    if kind.royal && value == 0 { ROYAL } else { value }
}

/// Shares of the whole, in millionths; equal ones where nobody has anything.
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

/// Entropy of shares as a part of the greatest possible, in millionths.
fn entropy(shares: &[u64]) -> u64 {
    let part = |share: &u64| {
        let p = *share as f64 / MILLION as f64;
        if p > 0.0 { -p * p.ln() } else { 0.0 }
    };
    let sum: f64 = shares.iter().map(part).sum();
    (sum / (shares.len() as f64).ln() * MILLION as f64).round() as u64
}

/// What the course of a game of `plies` plies between so many sides says; `standings` are in
/// order, the first being that at the start. The positions after each ply count, not the first.
#[must_use]
pub fn lead(standings: &[Standing], sides: usize, plies: u32, winner: Option<u8>) -> Lead {
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
        let v = shares(&standing.strengths[..sides]);
        let v = &v[..sides];
        let most = standing.strengths[..sides].iter().max().copied().unwrap_or(0);
        let mut leading = (0..sides).filter(|side| standing.strengths[*side] == most);
        let first = leading.next();
        if leading.next().is_none() && leader != first {
            if leader.is_some() {
                out.lead_changes += 1;
                let mover = standing.mover.map(usize::from);
                let had = mover.and_then(|side| before.map(|v| v[side]));
                out.kingmaking += u32::from(had.is_some_and(|share| share < HOPELESS));
            }
            leader = first;
        }
        if let (Some(mover), Some(before)) = (standing.mover.map(usize::from), before) {
            out.greatest_gain = out.greatest_gain.max(v[mover].saturating_sub(before[mover]));
        }
        before = Some(shares(&standing.strengths[..sides]));
        // The plies after which the sides stood so.
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
        let above = |standing: &&Standing| shares(&standing.strengths[..sides])[winner] > others;
        let first = standings.iter().find(above).map(|standing| u64::from(standing.ply.max(1)));
        out.decided = Some(first.map_or(MILLION, |ply| (ply * MILLION / plies).min(MILLION)));
    }
    out
}
