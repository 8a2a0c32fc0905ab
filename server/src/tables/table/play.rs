//! The actions at a table: by people, agents, dice and the clock.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_agents::AgentSpec;
use quadrille_core::{Action, Decision, Declaration};
use quadrille_dsl::text::Argument;
use quadrille_dsl::{actions, sentence};
use quadrille_service::protocol::{Answer, Ask, GameFormat, Push, Refusal, RefusalCode};
use quadrille_service::{Answered, HeldGame};
use quadrille_session::{ActionDescription, Viewer};

use super::{FIRST_RETRY_DELAY, MAX_RETRY_DELAY, Stuck, Table, no_chance};
use crate::secret;
use crate::store::{StoreChange, StoredAction};
use crate::tables::clock::TableClock;
use crate::tables::table_call::{Due, TableMessage, written};
use crate::turns::ConnectionId;

/// The purpose of an action.
enum Intent {
    /// To act in the seat's turn.
    Act,
    /// To resign, possibly in another seat's turn.
    Resign,
    /// To agree to a draw for this seat.
    Agree(String),
}

/// The search of an agent. Its argument returns `true` if the search has to end.
pub(crate) type AgentSearch = Box<dyn FnOnce(&dyn Fn() -> bool) -> Option<String> + Send>;

/// An action that was played.
struct TablePly {
    /// The numbers of the plies whose answers were still secret before this action.
    sealed: Vec<usize>,
}

/// Methods that answer requests and play actions.
impl Table {
    /// Answers a request of a connection at the table.
    pub(super) fn ask(&mut self, connection: ConnectionId, ask: &Ask) -> Answered {
        let answered = match ask {
            Ask::Play { at, action, .. } => self.play(connection, *at, action),
            Ask::Look { .. } => self
                .seen_by(connection)
                .and_then(|game| game.view())
                .map(|view| Answer::Game(Box::new(view))),
            Ask::Why { action, .. } => self.seen_by(connection).and_then(|game| game.why(action)),
            Ask::Threats { .. } => self.seen_by(connection).and_then(|game| game.threats()),
            Ask::Trace { from, count, .. } => {
                self.seen_by(connection).and_then(|game| game.trace(*from, *count))
            }
            // This connection looks at an earlier ply. The table's game does not move.
            Ask::Goto { ply, .. } => self
                .seen_by(connection)
                .and_then(|mut game| game.go_to(*ply))
                .map(|moved| Answer::Moved(Box::new(moved))),
            Ask::Export { format, .. } => {
                // The database belongs to the server, so clients get JSON instead.
                let format = if *format == GameFormat::Store { GameFormat::Json } else { *format };
                self.seen_by(connection).and_then(|game| game.export(format))
            }
            Ask::Close { .. } => self.guest(connection).map(|_| Answer::Closed),
            Ask::Assign { seat, to, .. } => self.assign(connection, seat, to),
            Ask::Rematch { rotate, .. } => self.rematch(connection, *rotate),
            _ => Err(Refusal::new(RefusalCode::NotHere, sentence!(TableNotPossible))),
        };
        if matches!(ask, Ask::Close { .. }) {
            self.leave(connection);
        }
        answered
    }

    fn play(&mut self, connection: ConnectionId, at: usize, action: &str) -> Answered {
        let intent = self.may_play(connection, at, action)?;
        if let Intent::Agree(seat) = &intent {
            self.agreed.insert(seat.clone());
            let missing = self.speakers().into_iter().any(|seat| !self.agreed.contains(&seat));
            if missing {
                let seats = self.in_order(&self.agreed);
                let table = self.name().to_owned();
                self.tell(&Push::Agreed { table, seats: seats.clone() }, Some(connection));
                return Ok(Answer::Agreed { seats });
            }
        }
        // A refusal reveals only facts that the player may know.
        let game = self.seen_by(connection)?;
        let played = self.act(game, at, action, matches!(intent, Intent::Act))?;
        let moved = self.seen_by(connection).and_then(|game| game.moved(&played.sealed));
        self.tell_moved(&played, Some(connection));
        if let Some(clocks) = self.clocks() {
            let text = written(&Push::Clocks { table: self.name().to_owned(), clocks });
            self.effects.messages.push(TableMessage { to: vec![connection], text });
        }
        self.go_on();
        moved.map(|moved| Answer::Moved(Box::new(moved)))
    }

    /// Returns the purpose of an action. Returns a refusal if the connection may not play the
    /// action now.
    fn may_play(
        &self,
        connection: ConnectionId,
        at: usize,
        action: &str,
    ) -> Result<Intent, Refusal> {
        let guest = self.guest(connection)?;
        if guest.seats.is_empty() {
            return Err(Refusal::new(RefusalCode::NotYours, sentence!(TableSpectator)));
        }
        self.game.expect(at)?;
        let session = self.game.session();
        let declared = session.with_game(|game| {
            let read = actions::read(game, action).ok();
            let names = &game.rules().spec().seats;
            Ok(match read {
                Some(Action::Declare(seat, word)) => {
                    names.get(seat.index()).map(|seat| (seat.name.clone(), word))
                }
                _ => None,
            })
        })?;
        let seat = match &declared {
            Some((seat, _)) => Some(seat.clone()),
            None => session.turn()?,
        };
        let Some(seat) = seat else {
            return Err(Refusal::new(RefusalCode::Illegal, sentence!(IllegalGameOver)));
        };
        if !guest.seats.contains(&seat) {
            let sentence = sentence!(TableNotYourTurn, seat = Argument::seat(&seat));
            return Err(Refusal::new(RefusalCode::NotYours, sentence));
        }
        match declared {
            Some((_, Declaration::Flag)) => {
                Err(Refusal::new(RefusalCode::NotHere, sentence!(TableServerKeepsTime)))
            }
            Some((seat, Declaration::Agree)) => {
                let speakers = self.speakers();
                let agent = self
                    .seats
                    .iter()
                    .find(|seat| seat.agent.is_some() && speakers.contains(&seat.seat));
                match agent {
                    Some(agent) => {
                        let seat = Argument::seat(&agent.seat);
                        let sentence = sentence!(TableAgentRefusesDraw, seat = seat);
                        Err(Refusal::new(RefusalCode::NotHere, sentence))
                    }
                    None => Ok(Intent::Agree(seat)),
                }
            }
            Some((_, Declaration::Resign)) => Ok(Intent::Resign),
            None => Ok(Intent::Act),
        }
    }

    /// Returns the seats that still have turns. Only these seats may make a declaration.
    fn speakers(&self) -> BTreeSet<String> {
        let declarations = self.game.session().declarations().unwrap_or_default();
        declarations.into_iter().map(|declaration| declaration.seat).collect()
    }

    /// Plays an action on a copy of the game, and then updates the table. `earned` is `true` if the
    /// action was played by the seat whose clock runs.
    fn act(
        &mut self,
        mut game: HeldGame,
        at: usize,
        action: &str,
        earned: bool,
    ) -> Result<TablePly, Refusal> {
        let sealed = game.advance(at, action)?;
        let game = game.seen_by(Viewer::ALL);
        let mut clock = self.clock.clone();
        let left = clock.as_mut().and_then(|clock| clock.stop(Instant::now(), earned));
        let ply = game.session().ply();
        let written = game.session().plies().last().map_or(action, |ply| &ply.action).to_owned();
        let table = self.name().to_owned();
        let action = StoredAction { ply, action: written, left };
        self.effects.changes.push(StoreChange::Act { table, action });
        (self.game, self.clock) = (game, clock);
        self.stuck = None;
        self.stop_thinking();
        Ok(TablePly { sealed })
    }

    /// Plays an action of an agent, the dice or the clock.
    fn act_itself(&mut self, at: usize, action: &str) -> Result<TablePly, Refusal> {
        self.act(self.game.clone(), at, action, false)
    }

    /// Sends an action to all connections except the connection with the id `but`. Each connection
    /// receives only the facts that it may know. Also withdraws all agreements to a draw.
    fn tell_moved(&mut self, played: &TablePly, but: Option<ConnectionId>) {
        self.start_clock();
        let table = self.name().to_owned();
        let clocks = self.clocks();
        let mut viewers: Vec<(Viewer, Vec<ConnectionId>)> = Vec::new();
        for guest in self.guests.iter().filter(|guest| Some(guest.connection) != but) {
            let sight = self.sight(guest);
            match viewers.iter_mut().find(|(known, _)| *known == sight) {
                Some((_, to)) => to.push(guest.connection),
                None => viewers.push((sight, vec![guest.connection])),
            }
        }
        for (sight, to) in viewers {
            // A connection that misses a ply requests the whole game at the next one.
            let Ok(moved) = self.game.seen_by(sight).moved(&played.sealed) else { continue };
            let (table, clocks) = (table.clone(), clocks.clone());
            let text = written(&Push::Moved { table, moved: Box::new(moved), clocks });
            self.effects.messages.push(TableMessage { to, text });
        }
        if !self.agreed.is_empty() {
            self.agreed.clear();
            self.tell(&Push::Agreed { table, seats: Vec::new() }, None);
        }
    }

    /// If all seats for persons are taken, starts the clock of the seat that is to act.
    pub(super) fn start_clock(&mut self) {
        let turn = self.game.session().turn().ok().flatten();
        let all = self.seats.iter().all(|seat| seat.taken || seat.agent.is_some());
        if let Some(clock) = &mut self.clock {
            clock.start(turn.as_deref().filter(|_| all), Instant::now());
        }
    }

    /// Rolls the dice if the next decision is a roll. Then starts the clock.
    pub fn go_on(&mut self) {
        self.roll();
        self.start_clock();
    }

    /// Rolls the dice if they are next.
    pub(super) fn roll(&mut self) {
        while self.pause().is_none() && self.rolls() {
            let rolled = secret::seed().map_err(no_chance).and_then(|seed| {
                let session = self.game.session();
                let roll = session.advise(AgentSpec::Random, seed, &|| false)?.action;
                let roll =
                    roll.ok_or_else(|| Refusal::new(RefusalCode::Failed, sentence!(TableNoRoll)))?;
                let at = session.ply();
                self.act_itself(at, &roll)
            });
            match rolled {
                Ok(played) => self.tell_moved(&played, None),
                Err(refusal) => self.fail(&refusal.text),
            }
        }
    }

    /// Pauses the automatic actions after one has failed. They are tried again later, because a
    /// full disk may have room again.
    pub(super) fn fail(&mut self, reason: &str) {
        let delay = self.stuck.map_or(FIRST_RETRY_DELAY, |stuck| stuck.delay * 2);
        let delay = delay.min(MAX_RETRY_DELAY);
        self.stuck = Some(Stuck { until: Instant::now() + delay, delay });
        let (table, seconds) = (self.name(), delay.as_secs());
        let failure = format!("table {table} pauses: {reason}; its next attempt is in {seconds} s");
        self.effects.failures.push(failure);
    }

    /// Tries the failed automatic action again.
    pub(super) fn retry(&mut self) {
        if let Some(stuck) = &mut self.stuck {
            stuck.until = Instant::now();
            self.go_on();
        }
    }

    /// Returns the time until which automatic actions pause after a failure.
    fn pause(&self) -> Option<Instant> {
        self.stuck.map(|stuck| stuck.until).filter(|until| *until > Instant::now())
    }

    fn rolls(&self) -> bool {
        let decision = self.game.session().decision();
        matches!(decision, Ok(Decision::Roll(_)))
    }
}

/// Methods for events that no request causes: the actions of agents, and losses on time.
impl Table {
    /// Returns the next task. If no connection is at the table, agents have no task.
    pub(super) fn due(&mut self) -> Due {
        let now = Instant::now();
        if let Some(until) = self.pause() {
            let time = until.saturating_duration_since(now);
            return if self.is_deserted() { Due::Nothing } else { Due::Retry(time) };
        }
        if let Some((_, deadline)) = self.clock.as_ref().and_then(TableClock::deadline) {
            return Due::Wait(deadline.saturating_duration_since(now));
        }
        match self.agent_to_act() {
            Some(agent) if !self.is_deserted() => {
                self.thinking = Some(Arc::new(AtomicBool::new(false)));
                Due::Think { agent: agent.to_string(), at: self.game.session().ply() }
            }
            _ => Due::Nothing,
        }
    }

    /// Returns the search of the agent that has to act. It runs apart from the table, until the
    /// table stops it or `is_over` returns `true`. Its result is the action of the agent.
    pub(super) fn search(&self, agent: &str) -> Option<AgentSearch> {
        let stop = self.thinking.clone()?;
        let agent = AgentSpec::from_str(agent).ok()?;
        let session = self.game.session().clone();
        Some(Box::new(move |is_over: &dyn Fn() -> bool| {
            let seed = secret::seed().unwrap_or_default();
            let is_over = || stop.load(Ordering::Relaxed) || is_over();
            session.advise(agent, seed, &is_over).ok()?.action
        }))
    }

    /// Plays the action that an agent has chosen at ply `at`. `None` instead of an action means
    /// that the agent failed.
    pub(super) fn agent_plays(&mut self, agent: &str, at: usize, action: Option<&str>) {
        self.thinking = None;
        // Meanwhile a player may have resigned, or the seat may have another player.
        let same = self.agent_to_act().is_some_and(|next| next.to_string() == agent);
        if self.game.session().ply() != at || !same {
            return;
        }
        match action.map(|action| self.act_itself(at, action)) {
            Some(Ok(played)) => {
                self.tell_moved(&played, None);
                self.go_on();
            }
            // The rules or the disk have failed.
            Some(Err(refusal)) => self.fail(&refusal.text),
            None => self.fail("the agent found no move"),
        }
    }

    /// Returns the agent that has to act, if it is an agent's turn.
    fn agent_to_act(&self) -> Option<AgentSpec> {
        let turn = self.game.session().turn().ok()??;
        let seat = self.seats.iter().find(|seat| seat.seat == turn)?;
        AgentSpec::from_str(seat.agent.as_deref()?).ok()
    }

    /// Ends the turn of a seat whose time is over: the seat loses on time. While a question is
    /// open, no declaration is possible. In this case the question is answered at random, and the
    /// seat loses at its next turn.
    pub(super) fn flag(&mut self, now: Instant) {
        let deadline = self.clock.as_ref().and_then(TableClock::deadline);
        let Some((seat, _)) = deadline.filter(|(_, deadline)| *deadline <= now) else { return };
        let session = self.game.session();
        let flags = |action: &&ActionDescription| {
            matches!(action.action, Some(Action::Declare(_, Declaration::Flag)))
                && action.seat == seat
        };
        let declarations = session.declarations().unwrap_or_default();
        let at = session.ply();
        let action = declarations.iter().find(flags).map(|action| action.text.clone());
        let action = action.or_else(|| {
            let seed = secret::seed().ok()?;
            session.advise(AgentSpec::Random, seed, &|| false).ok()?.action
        });
        match action.map(|action| self.act_itself(at, &action)) {
            Some(Ok(played)) => {
                self.tell_moved(&played, None);
                self.go_on();
            }
            Some(Err(refusal)) => self.fail(&refusal.text),
            None => self.fail("a seat can't lose on time"),
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(stop) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
