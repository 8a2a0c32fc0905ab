//! What a position is worth: a share of the game for each team, from pieces, their reach, the kings'
//! safety and the points that rules keep; where the game is over, from its result.
//!
//! Shares are numbers from zero to one that add up to one, the same on every machine.

use crate::board::{Kind, MAX_KINDS, MAX_SEATS, Piece, Seat, Square, SquareMap, SquareSet};
use crate::movegen::Engine;
use crate::numeric::math::exp;
use crate::rules::SeatResult;
use crate::state::{NOBODY, Position, Stage};

/// A share for each team; those past the ruleset's teams are zero.
pub(crate) type Shares = [f64; MAX_SEATS];

/// What a square in reach is worth, in pawns of chess.
const REACH: f64 = 0.05;
/// What is lost by attacked squares on and next to a king, times the square of their number; those that
/// nobody else guards count twice.
const DANGER: f64 = 0.04;
/// The part that is counted as lost of the most valuable piece that others may take with profit before
/// their owner moves, and of all others that they may take.
const LOST: f64 = 0.7;
const LOST_TOO: f64 = 0.15;
/// What an army that cannot move now, but may again, counts.
const ASLEEP: f64 = 0.35;
/// A king whose loss matters, where the ruleset gives it no value: a part of an army.
const ROYAL: f64 = 0.5;
/// A lead of this part of an army doubles a side's weight.
const SCALE: f64 = 0.12;
/// How sure an evaluation may be at most; only results are surer.
const TRUST: f64 = 0.95;
/// What is lost of a result by each ply that it is away: sooner is better for who wins.
const DELAY: f64 = 0.001;

/// What evaluation looks up: made once for a ruleset.
pub(crate) struct Evaluation<const W: usize> {
    teams: usize,
    team_of: [u8; MAX_SEATS],
    value: [f64; MAX_KINDS],
    /// What is added for standing near a promotion, by profile and square.
    near: Vec<Vec<f64>>,
    /// Squares next to each.
    around: SquareMap<SquareSet<W>>,
    /// What a point of each counter is worth.
    points: Vec<f64>,
    /// How likely pieces of each kind may move, where dice say so.
    odds: Option<[f64; MAX_KINDS]>,
    unit: f64,
    scale: f64,
}

impl<const W: usize> Evaluation<W> {
    pub fn new(engine: Engine<'_, W>) -> Self {
        let (spec, t) = (engine.spec, engine.t);
        let mut value = values(engine);
        let in_hand = spec.hands.iter().flat_map(|hand| &hand.pieces);
        let pieces = spec.array.iter().map(|(_, piece)| (piece.kind(), 1)).chain(in_hand.copied());
        let all: f64 = pieces
            .filter(|(kind, _)| !spec.kinds[kind.index()].royal)
            .map(|(kind, n)| value[kind.index()] * f64::from(n))
            .sum();
        let army = (all / t.seats as f64).max(1.0);
        for (k, kind) in spec.kinds.iter().enumerate() {
            if kind.royal && kind.value <= 0 {
                value[k] = ROYAL * army;
            }
        }
        let geometry = &spec.geometry;
        let next_to = |a: Square, b: Square| {
            let (a, b) = (geometry.cell(a), geometry.cell(b));
            a.file.abs_diff(b.file).max(a.rank.abs_diff(b.rank)) <= 1
        };
        let around = SquareMap::of(geometry, |a| {
            geometry.squares().filter(|b| next_to(a, *b)).collect::<SquareSet<W>>()
        });
        Self {
            teams: spec.teams.len(),
            team_of: t.team_of,
            near: promotion_bonus(engine, &value),
            around,
            points: spec.counters.iter().map(|counter| f64::from(counter.worth)).collect(),
            value,
            odds: odds(engine),
            unit: army / 39.0,
            scale: SCALE * army,
        }
    }

    /// What a piece is worth wherever it stands.
    #[inline]
    pub fn value(&self, kind: Kind) -> f64 {
        self.value[kind.index()]
    }

    /// The measure of small things: what a pawn is to an army of chess.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// Every team's even share.
    pub fn even(&self) -> f64 {
        1.0 / self.teams as f64
    }

    /// Everybody's share; `plies` is how far the position is from where the search began.
    pub fn shares(&self, engine: Engine<'_, W>, pos: &Position<W>, plies: u32) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        let strength = self.strength(engine, pos);
        let mut team = [0.0; MAX_SEATS];
        let mut open = [false; MAX_SEATS];
        let cold = pos.cold();
        for (seat, strength) in strength.iter().enumerate().take(engine.t.seats) {
            let of = usize::from(self.team_of[seat]);
            team[of] += strength;
            open[of] |= cold.settled[seat] != Some(SeatResult::Loss);
        }
        let most = team[..self.teams].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut weights = [0.0; MAX_SEATS];
        for of in 0..self.teams {
            if open[of] {
                weights[of] = exp((team[of] - most) / self.scale * std::f64::consts::LN_2);
            }
        }
        self.spread(weights, TRUST)
    }

    /// The shares that a finished game gives.
    fn result(&self, pos: &Position<W>, plies: u32) -> Shares {
        let Some(outcome) = &pos.cold().outcome else {
            return self.spread([0.0; MAX_SEATS], 1.0);
        };
        let weights = self.weights(&outcome.results);
        self.spread(weights, 1.0 - DELAY * f64::from(plies.min(40)))
    }

    /// What results emit_plain_outlined for each team: the mean of its seats, a draw half a win.
    fn weights(&self, results: &[SeatResult]) -> [f64; MAX_SEATS] {
        let mut weights = [0.0; MAX_SEATS];
        let mut seats = [0.0; MAX_SEATS];
        for (seat, result) in results.iter().enumerate().take(MAX_SEATS) {
            let of = usize::from(self.team_of[seat]);
            seats[of] += 1.0;
            weights[of] += match result {
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

    /// Weights as shares, drawn toward even ones by as much as `trust` is short of one.
    fn spread(&self, mut weights: [f64; MAX_SEATS], trust: f64) -> Shares {
        let sum: f64 = weights.iter().sum();
        let even = self.even();
        for weight in &mut weights[..self.teams] {
            let share = if sum > 0.0 { *weight / sum } else { even };
            *weight = even + (share - even) * trust;
        }
        weights
    }

    /// What each seat has: pieces, reach, points; less the danger its kings are in.
    fn strength(&self, engine: Engine<'_, W>, pos: &Position<W>) -> [f64; MAX_SEATS] {
        let (t, spec) = (engine.t, engine.spec);
        let mut strength = [0.0; MAX_SEATS];
        let mut attacks = [SquareSet::EMPTY; MAX_SEATS];
        let mut guards = [SquareSet::EMPTY; MAX_SEATS];
        for colour in 0..t.seats {
            let controller_of = pos.controller[colour];
            if controller_of == NOBODY {
                continue;
            }
            let controller_of = usize::from(controller_of);
            let army = &spec.states[usize::from(pos.army_state[colour].0)];
            let seat = &spec.states[usize::from(pos.seat_state[controller_of].0)];
            let bit = 1u8 << colour;
            let awake = seat.has_turn && pos.masks[controller_of].moves.pieces & bit != 0;
            let asleep = army.until.is_some() || seat.until.is_some();
            let weight = if awake {
                1.0
            } else if asleep {
                ASLEEP
            } else {
                continue;
            };
            let captures = pos.masks[controller_of].captures.pieces & bit != 0;
            let mut sum = 0.0;
            let mut reach = 0;
            for square in pos.colours[colour] {
                let Some(piece) = pos.piece(square) else { continue };
                sum += self.value(piece.kind()) + self.nearness(piece, square);
                if awake && captures {
                    let attacked = attacked_by(engine, pos, piece, square);
                    attacks[colour] |= attacked;
                    if !t.profile(piece).royal {
                        guards[colour] |= attacked;
                        reach += (attacked - pos.colours[colour]).len();
                    }
                }
            }
            strength[controller_of] += weight * sum + REACH * self.unit * f64::from(reach);
        }
        let cold = pos.cold.as_deref();
        for seat in 0..t.seats {
            let masks = &pos.masks[seat];
            if masks.moves.pieces != 0 {
                strength[seat] -= self.exposed(engine, pos, seat, &attacks);
            }
            let royals = engine.royals_at_stake(pos, Seat(seat as u8));
            if let Some(royal) = royals.lowest()
                && !royals.many()
            {
                let by = masks.threats.pieces | masks.threats.royals;
                let close = self.around[royal] & union(&attacks, by);
                let open = close - union(&guards, masks.controls);
                let danger = f64::from(close.len() + open.len());
                strength[seat] -= DANGER * self.unit * danger * danger;
            }
            let Some(cold) = cold else { continue };
            for (counter, worth) in cold.counters.iter().zip(&self.points) {
                strength[seat] += worth * f64::from(counter[seat]);
            }
            if spec.states[usize::from(pos.seat_state[seat].0)].has_turn {
                for (kind, n) in cold.hands[seat].iter().enumerate().take(spec.kinds.len()) {
                    strength[seat] += self.value[kind] * f64::from(*n);
                }
            }
        }
        strength
    }

    /// What a seat stands to lose: pieces that others attack who are not guarded, or are worth more
    /// than who attacks them. One of them may be lost to those who move before the seat does; the
    /// rest it may save, and its king from later turns it will.
    fn exposed(
        &self,
        engine: Engine<'_, W>,
        pos: &Position<W>,
        seat: usize,
        attacks: &[SquareSet<W>; MAX_SEATS],
    ) -> f64 {
        let own = pos.masks[seat].controls;
        let before = seats_before(engine, pos, seat);
        let (mut soon, mut taken, mut guarded) =
            (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
        let (mut capturers, mut victim) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for other in 0..engine.t.seats {
            let masks = &pos.masks[other];
            let attacked = union(attacks, masks.captures.pieces);
            if (masks.capturable.pieces | masks.capturable.royals) & own != 0 {
                taken |= attacked;
                if before >> other & 1 != 0 {
                    soon |= attacked;
                }
                capturers |= pos.of_colours(masks.captures.pieces);
                victim |= pos.pieces_in(masks.capturable);
            }
            if self.team_of[other] == self.team_of[seat] {
                guarded |= attacked;
            }
        }
        let (mut worst, mut rest) = (0.0, 0.0);
        for square in taken & victim & pos.of_colours(own) {
            let Some(piece) = pos.piece(square) else { continue };
            let soon = soon.contains(square);
            if !soon && engine.t.profile(piece).royal {
                continue;
            }
            let mut loss = self.value(piece.kind());
            let mut odds: f64 = 1.0;
            let guarded = guarded.contains(square);
            if guarded || self.odds.is_some() {
                let by = engine.attackers(pos, square, &capturers, &pos.occupied);
                let kinds = || by.into_iter().filter_map(|from| pos.piece(from)).map(Piece::kind);
                if guarded {
                    loss -= kinds().map(|kind| self.value(kind)).fold(f64::INFINITY, f64::min);
                }
                if let Some(of) = &self.odds {
                    odds = kinds().map(|kind| of[kind.index()]).fold(0.0, f64::max);
                }
            }
            let loss = loss.max(0.0) * odds;
            if soon && loss > worst {
                rest += LOST_TOO * worst;
                worst = loss;
            } else {
                rest += LOST_TOO * loss;
            }
        }
        rest + LOST * worst
    }

    #[inline]
    fn nearness(&self, piece: Piece, square: Square) -> f64 {
        self.near[piece.profile()].get(square.index()).copied().unwrap_or(0.0)
    }
}

/// The squares a piece attacks by leaps and rides. Pieces that hop or go by paths have what they leap to.
#[inline]
pub(crate) fn attacked_by<const W: usize>(
    engine: Engine<'_, W>,
    pos: &Position<W>,
    piece: Piece,
    from: Square,
) -> SquareSet<W> {
    let t = engine.t;
    let class = t.class(piece);
    let mut to = SquareSet::EMPTY;
    if let Some(table) = class.both {
        to |= t.leap(table, from);
    }
    if let Some(table) = class.take {
        to |= t.leap(table, from);
    }
    to |= t.ridden(class, from, &pos.occupied);
    for ride in &class.partial {
        if ride.take {
            to |= t.rays.ride(ride.ray, from, &pos.occupied);
        }
    }
    to
}

/// Who moves before a seat's next turn, a bit each; nobody where that is the present one.
fn seats_before<const W: usize>(engine: Engine<'_, W>, pos: &Position<W>, seat: usize) -> u8 {
    let order = engine.order(pos);
    let mut before = 0;
    for step in 0..order.len() {
        let next = order[(usize::from(pos.pointer) + step) % order.len()];
        if next.index() == seat {
            break;
        }
        before |= next.bit();
    }
    before
}

/// How likely a throw lets pieces of each kind move, where there are dice.
fn odds<const W: usize>(engine: Engine<'_, W>) -> Option<[f64; MAX_KINDS]> {
    let dice = engine.spec.dice.as_ref()?;
    let all: f64 = dice.faces.iter().map(|(_, weight, _)| f64::from(*weight)).sum();
    let mut odds = [0.0; MAX_KINDS];
    for (kind, odds) in odds.iter_mut().enumerate() {
        let lets = dice.faces.iter().filter(|(_, _, kinds)| kinds >> kind & 1 != 0);
        let one = lets.map(|(_, weight, _)| f64::from(*weight)).sum::<f64>() / all;
        *odds = if dice.count == 2 { 1.0 - (1.0 - one) * (1.0 - one) } else { one };
    }
    Some(odds)
}

/// The squares of several colours' sets.
fn union<const W: usize>(sets: &[SquareSet<W>; MAX_SEATS], colours: u8) -> SquareSet<W> {
    let mut all = SquareSet::EMPTY;
    for (colour, set) in sets.iter().enumerate() {
        if colours >> colour & 1 != 0 {
            all |= *set;
        }
    }
    all
}

/// Where a piece may go on an empty board, one way or another.
fn empty_board<const W: usize>(engine: Engine<'_, W>, piece: Piece, from: Square) -> SquareSet<W> {
    engine.t.class(piece).empty_board.leads(from)
}

/// What pieces of each kind are worth: what the ruleset says, or where it is silent their reach. Royals
/// that it gives no value have none yet.
pub(super) fn values<const W: usize>(engine: Engine<'_, W>) -> [f64; MAX_KINDS] {
    let mut values = [0.0; MAX_KINDS];
    for (k, (value, kind)) in values.iter_mut().zip(&engine.spec.kinds).enumerate() {
        *value = f64::from(kind.value.clamp(0, 1000));
        if *value == 0.0 && !kind.royal {
            *value = worth_by_reach(engine, Kind(k as u8));
        }
    }
    values
}

/// What a kind without a value is taken to be worth: a third of the squares it reaches on an empty
/// board, which for the pieces of chess comes near their usual values.
fn worth_by_reach<const W: usize>(engine: Engine<'_, W>, kind: Kind) -> f64 {
    let piece = Piece::new(kind, Seat(0), engine.spec.seats[0].facing);
    let squares = engine.t.all;
    let all: u32 = squares.into_iter().map(|square| empty_board(engine, piece, square).len()).sum();
    (f64::from(all) / f64::from(squares.len()) / 3.0).max(0.5)
}

/// What a piece gains by standing so many moves from where it is promoted: half as much for each.
fn promotion_bonus<const W: usize>(
    engine: Engine<'_, W>,
    value: &[f64; MAX_KINDS],
) -> Vec<Vec<f64>> {
    let t = engine.t;
    let mut near = vec![Vec::new(); Piece::PROFILES];
    for (piece, _, _) in &engine.spec.promotions {
        let (piece, profile) = (piece.with_marks(0), piece.profile());
        if !near[profile].is_empty() || t.profile(piece).royal {
            continue;
        }
        let mut gain = vec![0.0; t.span];
        for (of, promotes, promotion) in &engine.spec.promotions {
            if of.profile() == profile {
                let best = promotion.kinds.iter().map(|kind| value[kind.index()]);
                let best = best.fold(0.0, f64::max) - value[piece.kind().index()];
                gain[promotes.index()] = best.max(0.0);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for from in t.all {
                let on = empty_board(engine, piece, from);
                let best = on.into_iter().map(|to| gain[to.index()] * 0.5).fold(0.0, f64::max);
                if best > gain[from.index()] {
                    gain[from.index()] = best;
                    changed = true;
                }
            }
        }
        for gain in &mut gain {
            *gain *= 0.6;
        }
        near[profile] = gain;
    }
    near
}
