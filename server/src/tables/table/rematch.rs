//! Further games at a table: rematches after the end of a game, and the rounds of a class.

use quadrille_service::protocol::{Answer, Push, Refusal, RefusalCode, RematchOffer};

use super::{RematchPlan, Table, persons};
use crate::store::{StoreChange, StoredSeat};
use crate::tables::clock::TableClock;
use crate::turns::ConnectionId;
use quadrille_dsl::sentence;

impl Table {
    /// Returns the offer of a rematch.
    pub(super) fn offered(&self) -> Option<RematchOffer> {
        let RematchPlan { seats, rotate } = self.offer.as_ref()?;
        Some(RematchOffer { seats: self.in_order(seats), rotate: *rotate })
    }

    /// Records that the player of a connection asks for a rematch. If all persons have asked,
    /// starts the next game.
    pub(super) fn rematch(
        &mut self,
        connection: ConnectionId,
        rotate: bool,
    ) -> Result<Answer, Refusal> {
        let own = self.guest(connection)?.seats.clone();
        if own.is_empty() {
            return Err(Refusal::new(RefusalCode::NotYours, sentence!(TableRematchOfSpectator)));
        }
        if self.game.session().result().is_none() {
            return Err(Refusal::new(RefusalCode::NotHere, sentence!(TableRematchTooEarly)));
        }
        let offer = self.offer.take().filter(|offer| offer.rotate == rotate);
        let mut seats = offer.map(|offer| offer.seats).unwrap_or_default();
        seats.extend(own);
        self.offer = Some(RematchPlan { seats, rotate });
        if self.restart_if_agreed(Some(connection)) {
            return Ok(Answer::Table(Box::new(self.view(connection)?)));
        }
        let seats = self.offered().map(|offer| offer.seats).unwrap_or_default();
        let offer = RematchOffer { seats, rotate };
        let table = self.name().to_owned();
        self.tell(&Push::Rematch { table, offer: offer.clone() }, Some(connection));
        Ok(Answer::Rematch(offer))
    }

    /// Starts the next game if all persons have asked for it. Returns `true` if it has started. The
    /// connection with the id `but` receives no message.
    pub(super) fn restart_if_agreed(&mut self, but: Option<ConnectionId>) -> bool {
        let Some(RematchPlan { seats: asked, rotate }) = &self.offer else { return false };
        let mut players = self.seats.iter().filter(|seat| seat.taken && seat.agent.is_none());
        if asked.is_empty() || players.any(|seat| !asked.contains(&seat.seat)) {
            return false;
        }
        let rotate = *rotate;
        self.restart(rotate, but);
        true
    }

    /// Starts another game. The connection with the id `but` receives no message.
    pub(super) fn restart(&mut self, rotate: bool, but: Option<ConnectionId>) {
        let steps = usize::from(rotate);
        let seats = rotated(&self.seats, steps);
        let table = self.name().to_owned();
        let change = StoreChange::Restart { table: table.clone(), seats: seats.clone() };
        self.effects.changes.push(change);
        let count = self.seats.len();
        for guest in &mut self.guests {
            let held = (0..count).filter(|number| guest.seats.contains(&self.seats[*number].seat));
            let next = held.map(|number| self.seats[(number + count - steps) % count].seat.clone());
            guest.seats = next.collect();
        }
        self.clock = self.clock.take().map(|clock| TableClock::new(clock.plan(), persons(&seats)));
        self.seats = seats;
        self.game = self.begun.clone();
        self.offer = None;
        self.agreed.clear();
        self.stuck = None;
        self.stop_thinking();
        self.tell(&Push::Restarted { table }, but);
        self.go_on();
    }
}

/// Moves the player of each seat by some seats, towards the first seat.
fn rotated(seats: &[StoredSeat], steps: usize) -> Vec<StoredSeat> {
    let players = seats.iter().cycle().skip(steps);
    let seated = seats.iter().zip(players);
    seated.map(|(seat, player)| StoredSeat { seat: seat.seat.clone(), ..player.clone() }).collect()
}
