//! Reasons why the protection of royals forbids a move: pins, checks, and royals that the move
//! leaves attacked.

use super::{Exposure, Inquiry};
use crate::board::{MAX_SEATS, Seat, SquareSet};
use crate::game::illegal::Illegal;
use crate::rules::{Action, Demand, Move, Protect};
use crate::state::{Position, Stage};
use crate::turn::Log;

impl<const W: usize> Inquiry<'_, '_, W> {
    /// Returns the reason why protection forbids a move that is otherwise possible. The move
    /// exposes a royal to an attack, or leads to the loss of a royal.
    pub(super) fn exposed(&self, row: &[Protect; MAX_SEATS], mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let mut after = pos.clone();
        machine.board.make_move(&mut after, mv);
        let after = machine.movegen.released(after);
        if !machine.t.judged_captures.is_empty()
            && let Some(lost) = self.lost(row, mv)
        {
            return lost;
        }
        let found = self.exposure(&after, row, mv).or_else(|| {
            // A capture of a royal is judged with all consequences of the capture.
            let mut after = pos.clone();
            let done = machine.act(&mut after, &Action::Move(mv), &mut Log::default());
            let over = after.stage == Stage::Over;
            done.ok().filter(|()| !over).and_then(|()| self.exposure(&after, row, mv))
        });
        found.map_or(Illegal::Unlisted, |found| self.classify(&found, mv))
    }

    /// Returns [`Illegal::LosesRoyal`] if the consequences of a move include the loss of a royal
    /// that the seat has to protect. Returns `None` for other moves.
    fn lost(&self, row: &[Protect; MAX_SEATS], mv: Move) -> Option<Illegal> {
        let (machine, pos) = (&self.machine, self.pos);
        let after =
            (machine.movegen.foresight.consequences)(machine.movegen, pos, self.seat, mv).ok()?;
        let owner = machine.movegen.loser_of_royal(pos, &after, self.seat, row)?;
        let (before, left) = (
            machine.movegen.royals_at_stake(pos, owner),
            machine.movegen.royals_at_stake(&after, owner),
        );
        Some(Illegal::LosesRoyal { royal: (before - left).lowest()?, owner })
    }

    /// Returns the reason that describes an exposed royal, such as a pinned piece or an unanswered
    /// check.
    pub(super) fn classify(&self, found: &Exposure<W>, mv: Move) -> Illegal {
        let (machine, pos) = (&self.machine, self.pos);
        let Exposure { owner, royal, at, now, before } = *found;
        let by = (now - before).resize();
        let kept = now & before;
        if machine.t.team_of[owner.index()] != machine.t.team_of[self.seat.index()] {
            let clause = self.clause_of(|demand| demand == Demand::NoCheck);
            return Illegal::GivesCheck { royal, owner, by, clause };
        }
        if owner != self.seat {
            let by = if kept.is_empty() { by } else { now.resize() };
            return Illegal::ExposesPartner { royal, owner, by };
        }
        if at != Some(royal) {
            return Illegal::IntoCheck { royal, owner, by: now.resize() };
        }
        if !kept.is_empty() {
            return Illegal::CheckNotAnswered { royal, owner, by: kept.resize() };
        }
        for from in now {
            let Some(attacker) = pos.piece(from) else { continue };
            for ray in crate::tables::bits(machine.t.taking(attacker, from, royal)) {
                let line = machine.t.rays.between(ray, from, royal);
                if line.contains(mv.from) && !line.contains(mv.to) {
                    let line = (line | SquareSet::of(from)).resize();
                    return Illegal::Pinned { piece: mv.from, by: from, royal, owner, line };
                }
            }
        }
        Illegal::ExposesRoyal { royal, owner, by }
    }

    /// Returns the first protected royal whose exposure to an attack makes a move illegal. The
    /// seat's own royals come first, then the royals of other seats in order.
    pub(super) fn exposure(
        &self,
        after: &Position<W>,
        row: &[Protect; MAX_SEATS],
        mv: Move,
    ) -> Option<Exposure<W>> {
        let (machine, before) = (&self.machine, self.pos);
        let own_first = std::iter::once(self.seat)
            .chain((0..machine.t.seats as u8).map(Seat).filter(|seat| *seat != self.seat));
        for owner in own_first {
            let how = row[owner.index()];
            let royals = machine.movegen.royals_at_stake(after, owner);
            if how == Protect::None || !machine.movegen.attacks_count(after, owner, royals) {
                continue;
            }
            for royal in royals {
                let now = machine.movegen.checkers(after, owner, royal);
                let at = machine.movegen.came_from(before, after, mv, royal);
                let earlier = at.map_or(SquareSet::EMPTY, |at| {
                    let all = machine.movegen.royals_at_stake(before, owner);
                    let counts =
                        all.contains(at) && machine.movegen.attacks_count(before, owner, all);
                    if counts {
                        machine.movegen.checkers(before, owner, at)
                    } else {
                        SquareSet::EMPTY
                    }
                });
                let allowed = match how {
                    Protect::None => true,
                    Protect::Safe => now.is_empty(),
                    Protect::NoNewAttacker => (now - earlier).is_empty(),
                    Protect::SafeUnlessInCheck => now.is_empty() || !earlier.is_empty(),
                };
                if !allowed {
                    return Some(Exposure { owner, royal, at, now, before: earlier });
                }
            }
        }
        None
    }
}
