//! Evaluation: each team's estimated share of the game, from material, reach, king safety and
//! counters, or from the result if the game is over.
//!
//! Shares lie between 0 and 1, add up to 1, and are the same on every machine. Depends on `turn`
//! and below.

use crate::board::{Kind, MAX_KINDS, MAX_SEATS, Piece, Seat, Square, SquareMap, SquareSet};
use crate::movegen::MoveGen;
use crate::numeric::math::exp;
use crate::rules::SeatResult;
use crate::state::{NOBODY, Position, PositionRules, Stage};

/// Each team's share; entries beyond the ruleset's teams are 0.
pub(crate) type Shares = [f64; MAX_SEATS];

/// The value of each reached square, in pawns.
const REACH: f64 = 0.05;
/// The value of attacked squares on and around a king, in pawns, times the square of their number.
/// Squares that nothing else guards count twice.
const DANGER: f64 = 0.04;
/// The part of a hanging piece's value that counts as lost: of the most valuable piece that can be
/// captured before its owner moves, and of all other hanging pieces.
const LOST: f64 = 0.7;
const LOST_OTHERS: f64 = 0.15;
/// The weight of an army that cannot move now, but may later.
const FROZEN: f64 = 0.35;
/// The value of a royal to which the ruleset gives none, as a part of an army.
const ROYAL: f64 = 0.5;
/// A lead of this part of an army doubles a side's weight.
const SCALE: f64 = 0.12;
/// The most certainty of a static evaluation; only results are more certain.
const TRUST: f64 = 0.95;
/// The part of a result lost with each ply until it, so that quick wins are better.
const DELAY: f64 = 0.001;

/// What part the pieces of a colour take in the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// They move.
    Active,
    /// They cannot move now, but may later.
    Frozen,
    /// They will not move again.
    None,
}

impl Part {
    fn weight(self) -> f64 {
        match self {
            Self::Active => 1.0,
            Self::Frozen => FROZEN,
            Self::None => 0.0,
        }
    }
}

/// Look-up data for evaluation, computed once per ruleset.
pub(crate) struct Evaluation<const W: usize> {
    teams: usize,
    team_of: [u8; MAX_SEATS],
    value: [f64; MAX_KINDS],
    /// A bonus for being near a promotion, by profile and square.
    near: Vec<Vec<f64>>,
    /// For each square, itself and its neighbours.
    around: SquareMap<SquareSet<W>>,
    /// The value of one unit of each counter.
    points: Vec<f64>,
    /// The probability that the dice let a kind move, if there are dice.
    odds: Option<[f64; MAX_KINDS]>,
    unit: f64,
    scale: f64,
}

impl<const W: usize> Evaluation<W> {
    pub fn new(rules: &PositionRules<'_, W>) -> Self {
        let (spec, t) = (rules.spec, rules.t);
        let mut value = values(rules);
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
            near: promotion_bonus(rules, &value),
            around,
            points: spec.counters.iter().map(|counter| f64::from(counter.worth)).collect(),
            value,
            odds: odds(rules),
            unit: army / 39.0,
            scale: SCALE * army,
        }
    }

    /// The value of a kind on any square.
    #[inline]
    pub fn value(&self, kind: Kind) -> f64 {
        self.value[kind.index()]
    }

    /// The unit of small values: what a pawn is to an army in chess.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// An equal share for each team.
    pub fn even(&self) -> f64 {
        1.0 / self.teams as f64
    }

    /// Everybody's share, `plies` plies from the root of the search.
    pub fn shares(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, plies: u32) -> Shares {
        if pos.stage == Stage::Over {
            return self.result(pos, plies);
        }
        let strength = self.strength(movegen, pos);
        let mut team = [0.0; MAX_SEATS];
        let mut open = [false; MAX_SEATS];
        let cold = pos.cold();
        for (seat, strength) in strength.iter().enumerate().take(movegen.t.seats) {
            let side = usize::from(self.team_of[seat]);
            team[side] += strength;
            open[side] |= cold.settled[seat] != Some(SeatResult::Loss);
        }
        let most = team[..self.teams].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut weights = [0.0; MAX_SEATS];
        for side in 0..self.teams {
            if open[side] {
                weights[side] = exp((team[side] - most) / self.scale * std::f64::consts::LN_2);
            }
        }
        self.spread(weights, TRUST)
    }

    /// The value of a kind in hundredths of a unit.
    #[inline]
    pub fn centi_value(&self, kind: Kind) -> i32 {
        (self.value(kind) / self.unit * 100.0) as i32
    }

    /// By how much a team leads the others in a game that goes on, in hundredths of a unit: against one other team
    /// the difference, against several the difference to the mean of their best and their average.
    pub fn lead(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, team: usize) -> i32 {
        self.lead_of(&self.strength(movegen, pos), team)
    }

    /// The lead in material alone, which is found much sooner.
    pub fn lead_in_material(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        team: usize,
    ) -> i32 {
        self.lead_of(&self.material(movegen, pos), team)
    }

    fn lead_of(&self, strength: &[f64; MAX_SEATS], team: usize) -> i32 {
        let mut side = [0.0; MAX_SEATS];
        for (strength, team) in strength.iter().zip(self.team_of) {
            side[usize::from(team)] += strength;
        }
        let others = || (0..self.teams).filter(|other| *other != team).map(|other| side[other]);
        let most = others().fold(f64::NEG_INFINITY, f64::max);
        let mean = others().sum::<f64>() / (self.teams - 1).max(1) as f64;
        ((side[team] - 0.5 * (most + mean)) / self.unit * 100.0) as i32
    }

    /// The shares of a finished game.
    fn result(&self, pos: &Position<W>, plies: u32) -> Shares {
        let Some(outcome) = &pos.cold().outcome else {
            return self.spread([0.0; MAX_SEATS], 1.0);
        };
        let weights = self.weights(&outcome.results);
        self.spread(weights, 1.0 - DELAY * f64::from(plies.min(40)))
    }

    /// Each team's weight by results: the mean of its seats, a draw being half a win.
    fn weights(&self, results: &[SeatResult]) -> [f64; MAX_SEATS] {
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

    /// Each seat's strength: pieces, reach and counters, minus the danger to its kings.
    fn strength(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [f64; MAX_SEATS] {
        let mut strength = self.material(movegen, pos);
        for (strength, more) in strength.iter_mut().zip(self.placement(movegen, pos)) {
            *strength += more;
        }
        strength
    }

    /// What each seat has: pieces on the board and in hand, and counters.
    fn material(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [f64; MAX_SEATS] {
        let (t, spec) = (movegen.t, movegen.spec);
        let mut material = [0.0; MAX_SEATS];
        for colour in 0..t.seats {
            let weight = self.part(movegen, pos, colour).weight();
            if weight == 0.0 {
                continue;
            }
            let mut sum = 0.0;
            for square in pos.colours[colour] {
                let Some(piece) = pos.piece(square) else { continue };
                sum += self.value(piece.kind()) + self.nearness(piece, square);
            }
            material[usize::from(pos.controller[colour])] += weight * sum;
        }
        let Some(cold) = pos.cold.as_deref() else { return material };
        for (seat, material) in material.iter_mut().enumerate().take(t.seats) {
            for (counter, worth) in cold.counters.iter().zip(&self.points) {
                *material += worth * f64::from(counter[seat]);
            }
            if spec.states[usize::from(pos.seat_state[seat].0)].has_turn {
                for (kind, n) in cold.hands[seat].iter().enumerate().take(spec.kinds.len()) {
                    *material += self.value[kind] * f64::from(*n);
                }
            }
        }
        material
    }

    /// What part the pieces of a colour take in the game.
    fn part(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, colour: usize) -> Part {
        let spec = movegen.spec;
        let controller = pos.controller[colour];
        if controller == NOBODY {
            return Part::None;
        }
        let controller = usize::from(controller);
        let army = &spec.states[usize::from(pos.army_state[colour].0)];
        let seat = &spec.states[usize::from(pos.seat_state[controller].0)];
        if seat.has_turn && pos.masks[controller].moves.pieces >> colour & 1 != 0 {
            Part::Active
        } else if army.until.is_some() || seat.until.is_some() {
            Part::Frozen
        } else {
            Part::None
        }
    }

    /// What the places of each seat's pieces are worth: the squares they reach, minus hanging
    /// pieces and the danger to kings.
    fn placement(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>) -> [f64; MAX_SEATS] {
        let t = movegen.t;
        let mut placement = [0.0; MAX_SEATS];
        let mut attacks = [SquareSet::EMPTY; MAX_SEATS];
        let mut guards = [SquareSet::EMPTY; MAX_SEATS];
        for colour in 0..t.seats {
            if self.part(movegen, pos, colour) != Part::Active {
                continue;
            }
            let controller = usize::from(pos.controller[colour]);
            if pos.masks[controller].captures.pieces >> colour & 1 == 0 {
                continue;
            }
            let mut reach = 0;
            for square in pos.colours[colour] {
                let Some(piece) = pos.piece(square) else { continue };
                let attacked = attacked_by(movegen, pos, piece, square);
                attacks[colour] |= attacked;
                if !t.profile(piece).royal {
                    guards[colour] |= attacked;
                    reach += (attacked - pos.colours[colour]).len();
                }
            }
            placement[controller] += REACH * self.unit * f64::from(reach);
        }
        for (seat, placement) in placement.iter_mut().enumerate().take(t.seats) {
            let masks = &pos.masks[seat];
            if masks.moves.pieces != 0 {
                *placement -= self.exposed(movegen, pos, seat, &attacks);
            }
            let royals = movegen.royals_at_stake(pos, Seat(seat as u8));
            if let Some(royal) = royals.lowest()
                && !royals.many()
            {
                let by = masks.threats.pieces | masks.threats.royals;
                let close = self.around[royal] & union(&attacks, by);
                let open = close - union(&guards, masks.controls);
                let danger = f64::from(close.len() + open.len());
                *placement -= DANGER * self.unit * danger * danger;
            }
        }
        placement
    }

    /// The expected loss of a seat's hanging pieces: attacked and either unguarded or worth more
    /// than their attacker. Opponents who move before the seat may win one of them; the rest it may
    /// still save, including a king that is attacked only by later opponents.
    fn exposed(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        seat: usize,
        attacks: &[SquareSet<W>; MAX_SEATS],
    ) -> f64 {
        let own = pos.masks[seat].controls;
        let before = seats_before(movegen, pos, seat);
        let (mut soon, mut taken, mut guarded) =
            (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
        let (mut capturers, mut victim) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for other in 0..movegen.t.seats {
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
            if !soon && movegen.t.profile(piece).royal {
                continue;
            }
            let mut loss = self.value(piece.kind());
            let mut odds: f64 = 1.0;
            let guarded = guarded.contains(square);
            if guarded || self.odds.is_some() {
                let by = movegen.attackers(pos, square, &capturers, &pos.occupied);
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
                rest += LOST_OTHERS * worst;
                worst = loss;
            } else {
                rest += LOST_OTHERS * loss;
            }
        }
        rest + LOST * worst
    }

    #[inline]
    fn nearness(&self, piece: Piece, square: Square) -> f64 {
        self.near[piece.profile()].get(square.index()).copied().unwrap_or(0.0)
    }
}

/// The squares a piece attacks by leaps and rides. Attacks by paths are left out.
#[inline]
pub(crate) fn attacked_by<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    piece: Piece,
    from: Square,
) -> SquareSet<W> {
    let t = rules.t;
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

/// The seats that move before a seat's next turn, a bit each; none if it is that seat's turn.
fn seats_before<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    seat: usize,
) -> u8 {
    let order = rules.order(pos);
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

/// The probability that a roll lets each kind move, if there are dice.
fn odds<const W: usize>(rules: &PositionRules<'_, W>) -> Option<[f64; MAX_KINDS]> {
    let dice = rules.spec.dice.as_ref()?;
    let all: f64 = dice.faces.iter().map(|(_, weight, _)| f64::from(*weight)).sum();
    let mut odds = [0.0; MAX_KINDS];
    for (kind, odds) in odds.iter_mut().enumerate() {
        let lets = dice.faces.iter().filter(|(_, _, kinds)| kinds >> kind & 1 != 0);
        let one = lets.map(|(_, weight, _)| f64::from(*weight)).sum::<f64>() / all;
        *odds = if dice.count == 2 { 1.0 - (1.0 - one) * (1.0 - one) } else { one };
    }
    Some(odds)
}

/// The union of the sets of several colours.
fn union<const W: usize>(sets: &[SquareSet<W>; MAX_SEATS], colours: u8) -> SquareSet<W> {
    let mut all = SquareSet::EMPTY;
    for (colour, set) in sets.iter().enumerate() {
        if colours >> colour & 1 != 0 {
            all |= *set;
        }
    }
    all
}

/// The squares that a piece could reach in one move on the empty board.
fn empty_board<const W: usize>(
    rules: &PositionRules<'_, W>,
    piece: Piece,
    from: Square,
) -> SquareSet<W> {
    rules.t.class(piece).empty_board.leads(from)
}

/// The values of kinds: the ruleset's, or an estimate from their reach. Royals without a value get
/// 0 here.
pub(super) fn values<const W: usize>(rules: &PositionRules<'_, W>) -> [f64; MAX_KINDS] {
    let mut values = [0.0; MAX_KINDS];
    for (k, (value, kind)) in values.iter_mut().zip(&rules.spec.kinds).enumerate() {
        *value = f64::from(kind.value.clamp(0, 1000));
        if *value == 0.0 && !kind.royal {
            *value = worth_by_reach(rules, Kind(k as u8));
        }
    }
    values
}

/// An estimated value: a third of the mean number of squares reached on the empty board, which
/// comes near the usual values of chess pieces.
fn worth_by_reach<const W: usize>(rules: &PositionRules<'_, W>, kind: Kind) -> f64 {
    let piece = Piece::new(kind, Seat(0), rules.spec.seats[0].facing);
    let squares = rules.t.all;
    let all: u32 = squares.into_iter().map(|square| empty_board(rules, piece, square).len()).sum();
    (f64::from(all) / f64::from(squares.len()) / 3.0).max(0.5)
}

/// The bonus of a piece for each square by its distance in moves from promotion, halved with each
/// move.
fn promotion_bonus<const W: usize>(
    rules: &PositionRules<'_, W>,
    value: &[f64; MAX_KINDS],
) -> Vec<Vec<f64>> {
    let t = rules.t;
    let mut near = vec![Vec::new(); Piece::PROFILES];
    for (piece, _, _) in &rules.spec.promotions {
        let (piece, profile) = (piece.with_marks(0), piece.profile());
        if !near[profile].is_empty() || t.profile(piece).royal {
            continue;
        }
        let mut gain = vec![0.0; t.span];
        for (of, promotes, promotion) in &rules.spec.promotions {
            // Where a promotion depends on the move's start, its square alone says little.
            if of.profile() == profile && promotion.from.is_none() && !promotion.by_capture {
                let best = promotion.kinds.iter().map(|kind| value[kind.index()]);
                let best = best.fold(0.0, f64::max) - value[piece.kind().index()];
                gain[promotes.index()] = best.max(0.0);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for from in t.all {
                let on = empty_board(rules, piece, from);
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
