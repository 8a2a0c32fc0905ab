//! A table: its game, the players of its seats, and its connections. A table neither stores nor
//! sends. A call collects [`Effects`]. Its caller first stores the changes, and then sends the
//! messages. The module `play` contains the requests and actions of the game, and `calls` contains
//! the calls.

mod calls;
mod play;
mod rematch;

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use quadrille_agents::{AgentSpec, SearchLimit};
use quadrille_dsl::sentence;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_service::HeldGame;
use quadrille_service::protocol::{
    Answer, MAX_NAME_CHARS, Push, Refusal, RefusalCode, SeatPlan, TableClocks, TableSeat, TableView,
};
use quadrille_session::Viewer;

pub(crate) use calls::UndoableTable;
pub(crate) use play::AgentSearch;

use super::clock::TableClock;
use super::table_call::{Credentials, TableMessage, written};
use crate::secret::{self, TokenHash, hash};
use crate::store::{StoreChange, StoredSeat, StoredTable};
use crate::turns::ConnectionId;

/// The time before a failed automatic action is tried again for the first time.
const FIRST_RETRY_DELAY: Duration = Duration::from_secs(1);
/// The maximum time before a failed automatic action is tried again.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(60);
/// The maximum number of nodes of an agent's search at a table.
const MAX_AGENT_NODES: u32 = 50_000;
/// The maximum depth of an agent's search at a table, if the agent's limit is a depth.
const MAX_AGENT_DEPTH: u8 = 3;

/// A game that several connections play or watch.
#[derive(Clone)]
pub(crate) struct Table {
    game: HeldGame,
    /// The game at its start.
    begun: HeldGame,
    seats: Vec<StoredSeat>,
    host: TokenHash,
    invitation: Option<TokenHash>,
    clock: Option<TableClock>,
    /// The seats that have agreed to a draw since the last ply.
    agreed: BTreeSet<String>,
    /// The seats that have asked for a rematch. `None` if there is no offer.
    offer: Option<RematchPlan>,
    guests: Vec<TableGuest>,
    /// The flag that stops the search of an agent.
    thinking: Option<Arc<AtomicBool>>,
    /// The wait after an automatic action failed. The cause is a fault in the rules, or an error of
    /// the disk. Cleared by the next action.
    stuck: Option<Stuck>,
    effects: Effects,
}

/// The changes of a table to be stored, and the messages to be sent after that.
#[derive(Clone, Default)]
pub(crate) struct Effects {
    pub changes: Vec<StoreChange>,
    pub messages: Vec<TableMessage>,
    /// The failures of automatic actions, for the log.
    pub failures: Vec<String>,
}

/// The wait before a failed automatic action is tried again.
#[derive(Clone, Copy)]
struct Stuck {
    until: Instant,
    /// The length of the wait. Each failure in succession doubles it.
    delay: Duration,
}

/// A rematch that persons have asked for.
#[derive(Clone)]
struct RematchPlan {
    /// The seats of the persons who have asked for the rematch.
    seats: BTreeSet<String>,
    /// `true` if the players change seats.
    rotate: bool,
}

/// A connection at a table.
#[derive(Clone)]
struct TableGuest {
    connection: ConnectionId,
    seats: BTreeSet<String>,
    host: bool,
}

pub(super) fn no_chance(error: getrandom::Error) -> Refusal {
    let error = Argument::Text(error.to_string());
    Refusal::new(RefusalCode::Failed, sentence!(ServerNoRandomNumbers, error = error))
}

/// Methods that create tables.
impl Table {
    /// Creates a table from its stored form, and replays its actions. `begun` is its game at the
    /// start.
    pub fn new(begun: HeldGame, stored: &StoredTable) -> Result<Self, Refusal> {
        let mut game = begun.clone();
        let actions: Vec<&str> = stored.actions.iter().map(|it| it.action.as_str()).collect();
        game.replay(&actions.join(" "))?;
        let mut clock = stored.clock.map(|plan| TableClock::new(plan, persons(&stored.seats)));
        if let Some(clock) = &mut clock {
            let known = stored.actions.iter().filter_map(|action| action.left.as_ref());
            known.for_each(|(seat, left)| clock.set(seat, *left));
        }
        Ok(Self {
            game,
            begun,
            seats: stored.seats.clone(),
            host: stored.host,
            invitation: stored.invitation,
            clock,
            agreed: BTreeSet::new(),
            offer: None,
            guests: Vec::new(),
            thinking: None,
            stuck: None,
            effects: Effects::default(),
        })
    }

    fn name(&self) -> &str {
        self.game.name()
    }

    /// Returns the effects of the calls since the effects were last taken.
    fn take_effects(&mut self) -> Effects {
        std::mem::take(&mut self.effects)
    }
}

/// Methods for connections and seats.
impl Table {
    /// Returns `true` if no connection is at the table.
    fn is_deserted(&self) -> bool {
        self.guests.is_empty()
    }

    /// Adds a connection with the rights of a token. If the connection is already at the table, it
    /// keeps its rights and also gets these rights. A connection without a token only watches. The
    /// invitation and a class give a free seat with a new token to a connection that has no seat.
    fn join(
        &mut self,
        connection: ConnectionId,
        credentials: Credentials,
    ) -> Result<Answer, Refusal> {
        let Credentials { token, seat: wanted, name, any_seat } = credentials;
        let hashed = token.as_deref().map(hash);
        let host = hashed == Some(self.host);
        let invited = any_seat || (hashed.is_some() && hashed == self.invitation);
        let mut seat = self.seats.iter().position(|one| one.token.is_some() && one.token == hashed);
        if token.is_some() && !host && !invited && seat.is_none() {
            return Err(no_such());
        }
        let mut fresh = None;
        if invited && !self.guest(connection).is_ok_and(|guest| !guest.seats.is_empty()) {
            seat = Some(self.free_seat(wanted.as_deref())?);
            fresh = Some(secret::token().map_err(no_chance)?);
        }
        if let Some(number) = seat {
            let before = &self.seats[number];
            let called = name.as_deref().and_then(tidy).or_else(|| before.called.clone());
            let token = fresh.as_deref().map(hash).or(before.token);
            let after = StoredSeat { taken: true, called, token, ..before.clone() };
            self.put_seat(number, after);
        }
        let seat = seat.map(|number| self.seats[number].seat.clone());
        self.roll();
        self.welcome(connection, seat, host);
        let table = Box::new(self.view(connection)?);
        Ok(match fresh {
            Some(token) => Answer::Seated { table, token },
            None => Answer::Table(table),
        })
    }

    /// Returns the index of the seat with this name if it is free, or of the first free seat.
    fn free_seat(&self, wanted: Option<&str>) -> Result<usize, Refusal> {
        let first = self
            .seats
            .iter()
            .position(is_free)
            .ok_or_else(|| Refusal::new(RefusalCode::Taken, sentence!(TableSeatsTaken)))?;
        let Some(wanted) = wanted else { return Ok(first) };
        let number = self.number_of(wanted)?;
        if !is_free(&self.seats[number]) {
            let sentence = sentence!(TableSeatTaken, seat = Argument::seat(wanted));
            return Err(Refusal::new(RefusalCode::Taken, sentence));
        }
        Ok(number)
    }

    /// Returns the index of the seat with this name.
    fn number_of(&self, seat: &str) -> Result<usize, Refusal> {
        let number = self.seats.iter().position(|known| known.seat == seat);
        number.ok_or_else(|| {
            Refusal::new(RefusalCode::Unknown, sentence!(GameNoSeat, seat = Argument::seat(seat)))
        })
    }

    /// Adds a connection that plays these seats. If the connection is already at the table, it
    /// keeps its seats and also gets these seats.
    pub fn welcome(
        &mut self,
        connection: ConnectionId,
        seats: impl IntoIterator<Item = String>,
        host: bool,
    ) {
        match self.guests.iter_mut().find(|guest| guest.connection == connection) {
            Some(guest) => {
                guest.host |= host;
                guest.seats.extend(seats);
            }
            None => {
                let seats = seats.into_iter().collect();
                self.guests.push(TableGuest { connection, seats, host });
            }
        }
        self.start_clock();
        self.tell_presence(Some(connection));
    }

    /// Removes a connection.
    fn leave(&mut self, connection: ConnectionId) {
        let before = self.guests.len();
        self.guests.retain(|guest| guest.connection != connection);
        if self.guests.len() < before {
            self.tell_presence(None);
        }
    }

    /// Returns the table as a connection sees it.
    pub fn view(&self, connection: ConnectionId) -> Result<TableView, Refusal> {
        let guest = self.guest(connection)?;
        Ok(TableView {
            table: self.name().to_owned(),
            game: self.seen_by(connection)?.view()?,
            seats: self.presence(),
            yours: self.in_order(&guest.seats),
            host: guest.host,
            watching: self.watching(),
            clock: self.clock.as_ref().map(TableClock::plan),
            clocks: self.clocks(),
            agreed: self.in_order(&self.agreed),
            rematch: self.offered(),
        })
    }

    /// Returns the viewer for a connection. This viewer knows everything that the seats of the
    /// connection know. A connection without a seat sees only facts that all players know. After
    /// the end of the game, nothing is hidden.
    fn sight(&self, guest: &TableGuest) -> Viewer {
        let session = self.game.session();
        if !session.hides() || session.result().is_some() {
            return Viewer::ALL;
        }
        let spec = session.ruleset().spec();
        Viewer::of(guest.seats.iter().filter_map(|seat| spec.seat_named(seat)))
    }

    /// Returns the game as a connection may see it.
    fn seen_by(&self, connection: ConnectionId) -> Result<HeldGame, Refusal> {
        let sight = self.sight(self.guest(connection)?);
        Ok(self.game.seen_by(sight))
    }

    fn clocks(&self) -> Option<TableClocks> {
        self.clock.as_ref().map(|clock| clock.view(Instant::now()))
    }

    fn guest(&self, connection: ConnectionId) -> Result<&TableGuest, Refusal> {
        self.guests.iter().find(|guest| guest.connection == connection).ok_or_else(no_such)
    }

    /// Returns these seats in the order in which the rules list all seats.
    fn in_order(&self, some: &BTreeSet<String>) -> Vec<String> {
        let all = self.seats.iter().map(|seat| &seat.seat);
        all.filter(|seat| some.contains(*seat)).cloned().collect()
    }

    fn presence(&self) -> Vec<TableSeat> {
        let seat = |seat: &StoredSeat| TableSeat {
            seat: seat.seat.clone(),
            agent: seat.agent.clone(),
            taken: seat.taken || seat.agent.is_some(),
            here: seat.agent.is_some()
                || self.guests.iter().any(|guest| guest.seats.contains(&seat.seat)),
            name: seat.called.clone(),
        };
        self.seats.iter().map(seat).collect()
    }

    fn watching(&self) -> usize {
        self.guests.iter().filter(|guest| guest.seats.is_empty()).count()
    }

    /// Sends the list of seats and connections to all connections except the connection with the id
    /// `but`.
    fn tell_presence(&mut self, but: Option<ConnectionId>) {
        let table = self.name().to_owned();
        let (seats, watching, clocks) = (self.presence(), self.watching(), self.clocks());
        self.tell(&Push::Presence { table, seats, watching, clocks }, but);
    }

    fn tell(&mut self, message: &Push, but: Option<ConnectionId>) {
        let all = self.guests.iter().map(|guest| guest.connection);
        let to: Vec<ConnectionId> = all.filter(|connection| Some(*connection) != but).collect();
        if !to.is_empty() {
            self.effects.messages.push(TableMessage { to, text: written(message) });
        }
    }

    /// Changes a seat.
    fn put_seat(&mut self, number: usize, seat: StoredSeat) {
        if self.seats[number] != seat {
            let table = self.name().to_owned();
            self.effects.changes.push(StoreChange::Seat { table, seat: seat.clone() });
            self.seats[number] = seat;
        }
    }

    /// Gives a seat to another player on behalf of the host. The connections of the seat's previous
    /// player leave the table.
    fn assign(
        &mut self,
        connection: ConnectionId,
        seat: &str,
        to: &SeatPlan,
    ) -> Result<Answer, Refusal> {
        if !self.guest(connection)?.host {
            return Err(Refusal::new(RefusalCode::NotYours, sentence!(TableOnlyHostAssigns)));
        }
        let number = self.number_of(seat)?;
        let (after, token) = planned(seat, to)?;
        self.put_seat(number, after);
        let table = self.name().to_owned();
        let sentence = sentence!(TableSeatGiven, seat = Argument::seat(seat));
        let lost = written(&Push::Closed { table, text: sentence.to_string(), sentence });
        let mut players = Vec::new();
        for guest in &mut self.guests {
            if guest.connection == connection {
                guest.seats.remove(seat);
            } else if guest.seats.contains(seat) {
                players.push(guest.connection);
            }
        }
        self.effects.messages.push(TableMessage { to: players, text: lost });
        self.guests.retain(|guest| guest.connection == connection || !guest.seats.contains(seat));
        if matches!(to, SeatPlan::Mine) {
            let own = self.guests.iter_mut().find(|guest| guest.connection == connection);
            if let Some(guest) = own {
                guest.seats.insert(seat.to_owned());
            }
        }
        if let Some(clock) = &mut self.clock {
            clock.assign(seat, token.is_some());
        }
        self.agreed.remove(seat);
        if let Some(offer) = &mut self.offer {
            offer.seats.remove(seat);
        }
        self.stop_thinking();
        self.go_on();
        self.tell_presence(None);
        self.restart_if_agreed(None);
        Ok(Answer::Assigned { token })
    }

    /// Lets the agent of a plan play all free seats.
    fn fill(&mut self, plan: &SeatPlan) {
        for number in 0..self.seats.len() {
            let seat = &self.seats[number];
            if !is_free(seat) {
                continue;
            }
            // The caller has checked the plan.
            let Ok((after, _)) = planned(&seat.seat, plan) else { return };
            if let Some(clock) = &mut self.clock {
                clock.assign(&after.seat, false);
            }
            self.put_seat(number, after);
        }
        self.start_clock();
        self.go_on();
        self.tell_presence(None);
    }
}

/// Returns `true` if a person can take a seat.
fn is_free(seat: &StoredSeat) -> bool {
    !seat.taken && seat.agent.is_none()
}

/// Returns the seats that persons play.
fn persons(seats: &[StoredSeat]) -> impl Iterator<Item = String> {
    seats.iter().filter(|seat| seat.agent.is_none()).map(|seat| seat.seat.clone())
}

/// Returns the refusal for an invalid token. It does not reveal if the table exists.
pub(super) fn no_such() -> Refusal {
    Refusal::new(RefusalCode::Token, sentence!(TableNoToken))
}

/// Creates a seat according to its plan. Also returns the seat's token, if a person can take the
/// seat.
pub(super) fn planned(
    seat: &str,
    plan: &SeatPlan,
) -> Result<(StoredSeat, Option<String>), Refusal> {
    let seat = seat.to_owned();
    let unknown = |text| Refusal::new(RefusalCode::Unknown, Sentence::text(text));
    if let SeatPlan::Agent(agent) = plan {
        let spec = AgentSpec::from_str(agent).map_err(|why| unknown(why.to_string()))?;
        if !is_affordable(spec) {
            let (nodes, depth) = (MAX_AGENT_NODES, MAX_AGENT_DEPTH);
            let agent = Argument::Text(spec.to_string());
            let sentence = sentence!(TableAgentLimit, agent = agent, nodes = nodes, depth = depth);
            return Err(Refusal::new(RefusalCode::TooMany, sentence));
        }
        let agent = Some(spec.to_string());
        return Ok((StoredSeat { seat, agent, token: None, taken: true, called: None }, None));
    }
    let token = secret::token().map_err(no_chance)?;
    let taken = matches!(plan, SeatPlan::Mine);
    let hashed = Some(hash(&token));
    Ok((StoredSeat { seat, agent: None, token: hashed, taken, called: None }, Some(token)))
}

/// Returns `true` if the limit of an agent is low enough for a table.
fn is_affordable(agent: AgentSpec) -> bool {
    match agent {
        AgentSpec::Mcts(nodes) => nodes <= MAX_AGENT_NODES,
        AgentSpec::Search(_, limit) | AgentSpec::Blundering { limit, .. } => match limit {
            SearchLimit::Nodes(nodes) => nodes <= MAX_AGENT_NODES,
            SearchLimit::Depth(depth) => depth <= MAX_AGENT_DEPTH,
        },
        _ => true,
    }
}

/// Reduces a visitor's name to one line of visible characters. Returns `None` if no characters are
/// left.
pub(super) fn tidy(name: &str) -> Option<String> {
    let words = name.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(MAX_NAME_CHARS).collect();
    let text = words.join(" ");
    let text = text.chars().filter(|c| !quadrille_dsl::text::printable::is_hidden(*c));
    let text: String = text.take(MAX_NAME_CHARS).collect();
    (!text.is_empty()).then_some(text)
}
