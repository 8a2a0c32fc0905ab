//! Facts about a position that need no search: its static value, its result, and checks.

use super::alpha_beta::{NodeContext, STATIC_CACHE_SLOTS, Searcher, Window};
use crate::score::{MAX_LEAD, WIN};
use crate::search::position_key::search_key;
use quadrille_core::board::{Seat, Square, SquareSet};
use quadrille_core::internals::Stage;
use quadrille_core::numeric::rng::mix;
use quadrille_core::rules::{Action, MoveKind, SeatResult};
use quadrille_core::state::Position;

/// In nearly all positions, the full lead differs from the lead in material alone by at most this
/// amount.
const MAX_PLACEMENT: i32 = 500;

/// The royals that a seat may check.
pub(super) struct Targets<const W: usize> {
    kings: SquareSet<W>,
    /// The squares from which a leap or a ride may reach a royal in `kings`.
    near: SquareSet<W>,
}

impl<const W: usize> Searcher<'_, '_, '_, W> {
    /// Returns the key under which a settled position is stored in the table.
    pub fn key(&self, pos: &Position<W>, place: NodeContext) -> Option<u64> {
        let key = search_key(pos, pos.halfmove >= self.assumptions.clock)?;
        Some(mix(key ^ self.salt ^ u64::from(place.replied) << 62))
    }

    /// Returns 1 for seats of the reference team, and -1 for all other seats.
    #[inline(always)]
    pub fn sign(&self, seat: Seat) -> i32 {
        let ours = usize::from(self.search.machine.t.team_of[seat.index()]) == self.team;
        if ours { 1 } else { -1 }
    }

    /// Returns `true` if it is a seat's turn and the seat is in check.
    pub fn in_check(&self, pos: &Position<W>, seat: Seat) -> bool {
        pos.stage == Stage::Turn
            && pos.turn == seat
            && self.search.machine.movegen.in_check(pos, seat)
    }

    /// Returns the royals of other teams that a seat's pieces may check.
    pub fn targets(&self, pos: &Position<W>, seat: Seat) -> Targets<W> {
        let machine = &self.search.machine;
        let own = pos.masks[seat.index()].controls;
        let mut kings = SquareSet::EMPTY;
        for other in 0..machine.t.seats {
            if machine.t.team_of[other] != machine.t.team_of[seat.index()]
                && pos.masks[other].threats.pieces & own != 0
            {
                kings |= machine.movegen.royals_at_stake(pos, Seat(other as u8));
            }
        }
        let from = |king: Square| machine.t.attack_sources(king);
        let near = kings.into_iter().map(from).fold(SquareSet::EMPTY, |all, some| all | some);
        Targets { kings, near }
    }

    /// Returns `true` if the piece that an action moves or drops attacks a royal of `targets` from
    /// its target square.
    pub fn gives_check(&self, pos: &Position<W>, action: Action, targets: &Targets<W>) -> bool {
        let machine = &self.search.machine;
        let (piece, to) = match action {
            Action::Move(mv) if !matches!(mv.kind, MoveKind::Castle(_)) => {
                if !targets.near.contains(mv.to) {
                    return false;
                }
                let Some(piece) = pos.piece(mv.from) else { return false };
                (mv.promotion.map_or(piece, |kind| piece.with_kind(kind)), mv.to)
            }
            Action::Drop(kind, to) if targets.near.contains(to) => {
                (machine.board.held(pos.turn, kind), to)
            }
            _ => return false,
        };
        machine.movegen.reach(pos, piece, to).meets(&targets.kings)
    }

    /// Returns the static value of a game that is not over. If the lead in material alone is far
    /// outside the window, returns the lead in material.
    pub fn evaluate(
        &mut self,
        pos: &Position<W>,
        ply: usize,
        key: Option<u64>,
        window: Window,
    ) -> i32 {
        let (eval, machine) = (&self.search.kit.eval, &self.search.machine);
        let cached = key.map(|key| (key, key as usize % STATIC_CACHE_SLOTS));
        if let Some((key, at)) = cached
            && self.thread.statics[at].0 == key
        {
            return self.thread.statics[at].1;
        }
        let bounded = |lead: i32| lead.clamp(-MAX_LEAD, MAX_LEAD);
        let accumulator = &mut self.thread.accumulators[ply];
        eval.refresh(&machine.movegen, pos, accumulator);
        debug_assert_eq!(*accumulator, eval.accumulate(&machine.movegen, pos));
        let placed = eval.placed(&machine.movegen, pos, accumulator);
        let material = bounded(eval.lead_in_material(&machine.movegen, pos, &placed, self.team));
        if material + MAX_PLACEMENT <= window.alpha || material - MAX_PLACEMENT >= window.beta {
            return material;
        }
        let mut value = bounded(eval.lead(&machine.movegen, pos, &placed, self.team));
        if let Some((key, at)) = cached {
            if self.noise != 0 {
                value += (mix(key ^ self.noise) % 7) as i32 - 3;
            }
            self.thread.statics[at] = (key, value);
        }
        value
    }

    /// Returns the value of a finished game. The value is computed from the mean result of the
    /// reference team's seats, or from the team's share of the points.
    pub fn result(&self, pos: &Position<W>, ply: usize) -> i32 {
        let Some(outcome) = &pos.cold().outcome else { return 0 };
        let team_of = &self.search.machine.t.team_of;
        if let Some(points) = outcome.team_points(team_of) {
            let teams = self.search.machine.spec.teams.len() as i64;
            let all = points.iter().sum::<u64>() as i64;
            // 0 for an equal share, and MAX_LEAD for all points.
            let above_even = points[self.team] as i64 * teams - all;
            let lead = i64::from(MAX_LEAD) * above_even / (all * (teams - 1)).max(1);
            return lead.clamp(-i64::from(MAX_LEAD), MAX_LEAD.into()) as i32;
        }
        let (mut sum, mut seats) = (0, 0);
        for (seat, result) in outcome.results.iter().enumerate() {
            if usize::from(team_of[seat]) == self.team {
                seats += 1;
                sum += match result {
                    SeatResult::Win => 1,
                    SeatResult::Draw => 0,
                    SeatResult::Loss => -1,
                };
            }
        }
        let ply = ply as i32;
        match sum {
            0 => 0,
            sum if sum == seats => WIN - ply,
            sum if sum == -seats => ply - WIN,
            sum => MAX_LEAD / seats.max(1) * sum,
        }
    }
}
