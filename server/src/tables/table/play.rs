//! What is played at a table: by people, by agents, by the dice and by the clock.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use quadrille_core::{Action, AgentSpec, Decision, Declaration};
use quadrille_dsl::actions;
use quadrille_service::protocol::{Answer, Ask, Moved, Push, Refusal, RefusalCode};
use quadrille_session::{LegalAction, Session};

use super::{ConnectionId, Table, no_chance, refusal, unwritten};
use crate::outbox::push;
use crate::secret;
use crate::store::{Change, StoredAction};
use crate::tables::clock::Clock;

/// What somebody means by an action.
enum Intent {
    /// To act on their turn.
    Act,
    /// To resign, maybe in another's turn.
    Resign,
    /// That this seat agrees to a draw.
    Agree(String),
}

/// What the server has to do at a table.
pub(crate) enum Due {
    /// Nothing, until something happens.
    Nothing,
    /// To let an agent think about the position at this ply, until the flag is set.
    Think { session: Box<Session>, agent: AgentSpec, at: usize, stop: Arc<AtomicBool> },
    /// To look again at this time: somebody's time is over then.
    Wait(Instant),
}

/// What is asked and played.
impl Table {
    /// Answers a request of a connection at the table. What others hear of it, they hear after
    /// `respond` was called with the answer.
    pub fn ask(
        &mut self,
        connection: ConnectionId,
        ask: &Ask,
        respond: impl FnOnce(Result<Answer, Refusal>),
    ) {
        let answered = match ask {
            Ask::Play { at, action, .. } => {
                return self.play(connection, *at, action, respond);
            }
            Ask::Look { .. } => self
                .guest(connection)
                .and_then(|_| self.game.view())
                .map(|view| Answer::Game(Box::new(view))),
            Ask::Why { action, .. } => self.guest(connection).and_then(|_| self.game.why(action)),
            Ask::Threats { .. } => self.guest(connection).and_then(|_| self.game.threats()),
            Ask::Trace { from, count, .. } => {
                self.guest(connection).and_then(|_| self.game.trace(*from, *count))
            }
            Ask::Export { format, .. } => {
                self.guest(connection).and_then(|_| self.game.export(*format))
            }
            Ask::Close { .. } => self.guest(connection).map(|_| Answer::Closed),
            Ask::Assign { seat, to, .. } => self.assign(connection, seat, to),
            _ => Err(refusal(RefusalCode::NotHere, "this can't be done at a table")),
        };
        respond(answered);
        if matches!(ask, Ask::Close { .. }) {
            self.leave(connection);
        }
    }

    fn play(
        &mut self,
        connection: ConnectionId,
        at: usize,
        action: &str,
        respond: impl FnOnce(Result<Answer, Refusal>),
    ) {
        let intent = match self.may_play(connection, at, action) {
            Ok(intent) => intent,
            Err(refusal) => return respond(Err(refusal)),
        };
        if let Intent::Agree(seat) = &intent {
            self.agreed.insert(seat.clone());
            let missing = self.speakers().into_iter().any(|seat| !self.agreed.contains(&seat));
            if missing {
                let seats = self.in_order(&self.agreed);
                respond(Ok(Answer::Agreed { seats: seats.clone() }));
                let table = self.name().to_owned();
                self.tell(&Push::Agreed { table, seats }, Some(connection));
                return;
            }
        }
        match self.act(at, action, matches!(intent, Intent::Act)) {
            Ok(moved) => {
                respond(Ok(Answer::Moved(Box::new(moved.clone()))));
                self.tell_moved(moved, Some(connection));
                if let (Some(clocks), Ok(guest)) = (self.clocks(), self.guest(connection)) {
                    let table = self.name().to_owned();
                    guest.outbox.put(push(&Push::Clocks { table, clocks }));
                }
                self.go_on();
            }
            Err(refusal) => respond(Err(refusal)),
        }
    }

    /// What a connection means by an action, if it may play it now.
    fn may_play(
        &self,
        connection: ConnectionId,
        at: usize,
        action: &str,
    ) -> Result<Intent, Refusal> {
        let guest = self.guest(connection)?;
        if guest.seats.is_empty() {
            return Err(refusal(RefusalCode::NotYours, "you watch; a seat's link lets you play"));
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
            return Err(refusal(RefusalCode::Illegal, "the game is over"));
        };
        if !guest.seats.contains(&seat) {
            let text = format!("{seat} is to act here, and you do not play it");
            return Err(refusal(RefusalCode::NotYours, text));
        }
        match declared {
            Some((_, Declaration::Flag)) => {
                Err(refusal(RefusalCode::NotHere, "the server keeps the time"))
            }
            Some((seat, Declaration::Agree)) => {
                let speakers = self.speakers();
                let agent = self
                    .seats
                    .iter()
                    .find(|seat| seat.agent.is_some() && speakers.contains(&seat.seat));
                match agent {
                    Some(agent) => {
                        let text =
                            format!("{} is an agent's, and agents agree to nothing", agent.seat);
                        Err(refusal(RefusalCode::NotHere, text))
                    }
                    None => Ok(Intent::Agree(seat)),
                }
            }
            Some((_, Declaration::Resign)) => Ok(Intent::Resign),
            None => Ok(Intent::Act),
        }
    }

    /// The seats that may declare something: those that still have turns.
    fn speakers(&self) -> BTreeSet<String> {
        let declarations = self.game.session().declarations().unwrap_or_default();
        declarations.into_iter().map(|declaration| declaration.seat).collect()
    }

    /// Plays an action: on a copy first, then in the store, and then here.
    /// `earned` says whether it is the act of the seat whose time runs.
    fn act(&mut self, at: usize, action: &str, earned: bool) -> Result<Moved, Refusal> {
        let mut game = self.game.clone();
        let moved = game.play(at, action)?;
        let mut clock = self.clock.clone();
        let left = clock.as_mut().and_then(|clock| clock.stop(Instant::now(), earned));
        let ply = game.session().ply();
        let written = moved.ply.as_ref().map_or(action, |ply| &ply.line.action).to_owned();
        let table = self.name().to_owned();
        let action = StoredAction { ply, action: written, left };
        self.store.write(Change::Act { table, action }).map_err(|error| unwritten(&error))?;
        (self.game, self.clock) = (game, clock);
        self.stop_thinking();
        Ok(moved)
    }

    /// Tells everybody, but not the one who played it, what was played; and that agreements are void.
    fn tell_moved(&mut self, moved: Moved, but: Option<ConnectionId>) {
        self.start_clock();
        let table = self.name().to_owned();
        let clocks = self.clocks();
        self.tell(&Push::Moved { table: table.clone(), moved: Box::new(moved), clocks }, but);
        if !self.agreed.is_empty() {
            self.agreed.clear();
            self.tell(&Push::Agreed { table, seats: Vec::new() }, None);
        }
    }

    /// Starts the time of who is to act, if all persons have come.
    pub(super) fn start_clock(&mut self) {
        let turn = self.game.session().turn().ok().flatten();
        let all = self.seats.iter().all(|seat| seat.taken || seat.agent.is_some());
        if let Some(clock) = &mut self.clock {
            clock.start(turn.as_deref().filter(|_| all), Instant::now());
        }
    }

    /// Does what waits for nobody: rolls the dice, and starts the clock.
    pub(super) fn go_on(&mut self) {
        self.roll();
        self.start_clock();
    }

    /// Rolls the dice if that is what comes next.
    pub(super) fn roll(&mut self) {
        while !self.stuck && self.rolls() {
            let rolled = secret::seed().map_err(no_chance).and_then(|seed| {
                let session = self.game.session();
                let roll = session.advise(AgentSpec::Random, seed, &|| false)?.action;
                let roll = roll.ok_or_else(|| refusal(RefusalCode::Failed, "there is no roll"))?;
                let at = session.ply();
                self.act(at, &roll, false)
            });
            match rolled {
                Ok(moved) => self.tell_moved(moved, None),
                Err(_) => self.stuck = true,
            }
        }
    }

    fn rolls(&self) -> bool {
        let decision = self.game.session().decision();
        matches!(decision, Ok(Decision::Roll(_)))
    }
}

/// What the server does by itself.
impl Table {
    /// What is to be done now. Agents wait while nobody is there.
    pub fn due(&mut self) -> Due {
        if let Some((_, deadline)) = self.clock.as_ref().and_then(Clock::deadline) {
            return Due::Wait(deadline);
        }
        match self.agent_to_act() {
            Some(agent) if !self.stuck && !self.is_deserted() => {
                let stop = Arc::new(AtomicBool::new(false));
                self.thinking = Some(Arc::clone(&stop));
                let session = self.game.session();
                Due::Think { session: Box::new(session.clone()), agent, at: session.ply(), stop }
            }
            _ => Due::Nothing,
        }
    }

    /// What an agent has chosen at a ply; none if it could not.
    pub fn agent_plays(&mut self, agent: AgentSpec, at: usize, action: Option<&str>) {
        self.thinking = None;
        // Meanwhile somebody may have resigned, or the seat may be another's.
        if self.game.session().ply() != at || self.agent_to_act() != Some(agent) {
            return;
        }
        match action.map(|action| self.act(at, action, false)) {
            Some(Ok(moved)) => {
                self.tell_moved(moved, None);
                self.go_on();
            }
            // The rules or the disk fail here. A person who plays or comes hears of it.
            Some(Err(_)) | None => self.stuck = true,
        }
    }

    /// The agent that has to act, if it is an agent's turn.
    fn agent_to_act(&self) -> Option<AgentSpec> {
        let turn = self.game.session().turn().ok()??;
        let seat = self.seats.iter().find(|seat| seat.seat == turn)?;
        AgentSpec::from_str(seat.agent.as_deref()?).ok()
    }

    /// Ends the turn of a seat whose time is over: it has lost on time; or, where nothing can be
    /// declared, a question is answered at random and the seat loses at its next turn.
    pub fn flag(&mut self, now: Instant) {
        let deadline = self.clock.as_ref().and_then(Clock::deadline);
        let Some((seat, _)) = deadline.filter(|(_, deadline)| *deadline <= now) else { return };
        let session = self.game.session();
        let flags = |action: &&LegalAction| {
            matches!(action.action, Action::Declare(_, Declaration::Flag)) && action.seat == seat
        };
        let declarations = session.declarations().unwrap_or_default();
        let at = session.ply();
        let action = declarations.iter().find(flags).map(|action| action.text.clone());
        let action = action.or_else(|| {
            let seed = secret::seed().ok()?;
            session.advise(AgentSpec::Random, seed, &|| false).ok()?.action
        });
        match action.map(|action| self.act(at, &action, false)) {
            Some(Ok(moved)) => {
                self.tell_moved(moved, None);
                self.go_on();
            }
            Some(Err(_)) | None => {
                self.stuck = true;
                self.clock = None;
            }
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if let Some(stop) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
