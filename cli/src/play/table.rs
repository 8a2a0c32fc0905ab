//! A game with its players, the file in which the game is kept, and maybe the exercise that the
//! game belongs to.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use quadrille_agents::AgentSpec;
use quadrille_core::{Decision, Seat};
use quadrille_dsl::text::prose::capital;
use quadrille_session::{Game, GameError, PlyChanges, Viewer};

use super::asked::{self, RunningEngines, Unable, Wishes};
use super::exercises::{ExerciseAttempt, Exercises};
use super::keeper::GameKeeper;
use crate::args::SeatPlayer;
use crate::output::exit::Failure;

/// A game that is played at the terminal.
pub struct TerminalGame {
    /// The game.
    pub session: Game,
    /// The player of each seat.
    pub players: Vec<SeatPlayer>,
    /// The seed of dice and agents.
    pub seed: u64,
    /// The keeper, which writes the game to its file.
    pub keeper: GameKeeper,
    /// The lessons or puzzles that the player goes through, if any.
    pub exercises: Option<Exercises>,
    /// The reason why the game could not be saved, or why an engine failed.
    pub trouble: Option<Failure>,
    thought: Option<Thought>,
    running: Arc<RunningEngines>,
}

/// The next step of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A person at this seat has to decide.
    Person(Seat),
    /// An agent or an engine at this seat has to decide.
    Agent(Seat),
    /// The dice have to be rolled for an agent at this seat.
    Roll(Seat),
    /// Plies were taken back. Agents play again only after a person continues the game.
    Waits(Seat),
    /// The game is over.
    Over,
}

/// The reason why an action was not played.
#[derive(Debug)]
pub enum PlayRefusal {
    /// The action can't be played.
    Error(GameError),
    /// The action is legal, but it is not the right one in the exercise. The string is the reason.
    Wrong(String),
}

impl From<GameError> for PlayRefusal {
    fn from(error: GameError) -> Self {
        Self::Error(error)
    }
}

/// A search of an agent or engine on another thread. The search stops when this value is dropped.
struct Thought {
    wishes: Arc<Wishes>,
    answer: Receiver<Result<Option<String>, Unable>>,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.wishes.stop.store(true, Ordering::Relaxed);
    }
}

impl Thought {
    fn start(
        session: Game,
        player: SeatPlayer,
        seed: u64,
        running: Arc<RunningEngines>,
    ) -> Result<Self, Failure> {
        let wishes = Arc::new(Wishes::default());
        let (sender, answer) = channel();
        let own = Arc::clone(&wishes);
        let think = move || {
            let Wishes { stop, hurry } = &*own;
            let action = match player {
                SeatPlayer::Person => Ok(None),
                SeatPlayer::Engine(engine) => asked::ask(&session, &engine, &running, &own),
                SeatPlayer::Agent(agent) => {
                    let halted = || stop.load(Ordering::Relaxed) || hurry.load(Ordering::Relaxed);
                    let advice = session.advise(agent, seed, &halted);
                    advice.map(|advice| advice.action).map_err(Unable::Game)
                }
            };
            // The receiver may be gone.
            let _ = sender.send(action);
        };
        let spawned = thread::Builder::new().name("agent".to_owned()).spawn(think);
        spawned.map_err(|error| Failure::io("a thread for the agent", &error))?;
        Ok(Self { wishes, answer })
    }
}

impl TerminalGame {
    /// Creates a game at the terminal.
    #[must_use]
    pub fn new(session: Game, players: Vec<SeatPlayer>, seed: u64, keeper: GameKeeper) -> Self {
        let running = Arc::default();
        Self {
            session,
            players,
            seed,
            keeper,
            exercises: None,
            trouble: None,
            thought: None,
            running,
        }
    }

    /// Returns the next step of the game.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn turn(&self) -> Result<Turn, GameError> {
        let (seat, roll) = match self.session.decision()? {
            Decision::Turn(seat) => (seat, false),
            Decision::Question(question) => (question.seat, false),
            Decision::Roll(seat) => (seat, true),
            Decision::Over => return Ok(Turn::Over),
        };
        Ok(match self.player(seat) {
            SeatPlayer::Person => Turn::Person(seat),
            _ if self.session.ply() < self.session.plies().len() => Turn::Waits(seat),
            _ if roll => Turn::Roll(seat),
            _ => Turn::Agent(seat),
        })
    }

    /// Returns the player of a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> SeatPlayer {
        self.players.get(seat.index()).cloned().unwrap_or(SeatPlayer::Person)
    }

    /// Returns the seat from whose point of view a game with hidden information is shown. This is
    /// the seat of the person who has to decide, or else the seat of the first person. Returns
    /// `None` if nothing is hidden, or if no person plays.
    #[must_use]
    pub fn viewer(&self) -> Option<Seat> {
        let spec = self.session.ruleset().spec();
        if !spec.hides_pieces() || self.session.result().is_some() {
            return None;
        }
        let persons = (0..spec.seats.len() as u8).map(Seat);
        let first = persons.into_iter().find(|seat| self.player(*seat) == SeatPlayer::Person);
        match self.turn() {
            Ok(Turn::Person(seat)) => Some(seat),
            _ => first,
        }
    }

    /// Returns `count` plies, beginning with the ply of number `from`, counted from 1. An action
    /// that is hidden from the viewer is an empty string.
    #[must_use]
    pub fn known_plies(&self, from: usize, count: usize) -> Vec<PlyChanges> {
        let sight = self.viewer().map_or(Viewer::ALL, |viewer| Viewer::of([viewer]));
        let mut plies = self.session.known_plies(&sight, from, count).unwrap_or_default();
        for ply in &mut plies {
            if self.session.is_sealed(ply).unwrap_or(true) {
                ply.action.clear();
            }
        }
        plies
    }

    /// Describes a ply in sentences, without the information that is hidden from the viewer.
    #[must_use]
    pub fn describe(&self, ply: &PlyChanges) -> String {
        let who = || capital(ply.seat.as_deref().unwrap_or("a player"));
        if self.session.is_sealed(ply).unwrap_or(true) {
            return format!("{} has answered in secret.", who());
        }
        if self.viewer().is_none() {
            return ply.describe();
        }
        match self.known_plies(ply.ply, 1).pop() {
            Some(known) if !known.action.is_empty() => known.describe(),
            _ => format!("{} has played.", who()),
        }
    }

    /// Plays the move that a person typed. In a puzzle, also plays the answers to this move.
    /// Returns the plies.
    ///
    /// # Errors
    /// Returns a [`PlayRefusal`] if the text is not a legal move, or the exercise requires another
    /// move.
    pub fn play(&mut self, text: &str) -> Result<Vec<PlyChanges>, PlayRefusal> {
        let action = self.session.read_move(text)?;
        if let Some(exercises) = &self.exercises {
            let before = self.session.ply();
            match exercises.attempt(&mut self.session, &action)? {
                ExerciseAttempt::Free => {}
                ExerciseAttempt::Wrong(why) => return Err(PlayRefusal::Wrong(why)),
                ExerciseAttempt::Played => {
                    self.thought = None;
                    self.keep(true);
                    return Ok(self.session.plies().skip(before).cloned().collect());
                }
            }
        }
        Ok(vec![self.apply(&action, true)?])
    }

    fn apply(&mut self, action: &str, by_person: bool) -> Result<PlyChanges, GameError> {
        self.thought = None;
        let ply = self.session.play(action)?.clone();
        self.keep(by_person);
        Ok(ply)
    }

    /// Rolls the dice. The probability of each face follows from its weight in the rules.
    ///
    /// # Errors
    /// Returns [`GameError::Hook`] if a hook fails.
    pub fn roll(&mut self) -> Result<Option<PlyChanges>, GameError> {
        let rolled = self.session.advise(AgentSpec::Random, self.seed, &|| false)?;
        rolled.action.map(|action| self.apply(&action, false)).transpose()
    }

    /// Plays the next action of the exercise, and returns the plies. Returns no plies at the end of
    /// the exercise.
    ///
    /// # Errors
    /// Returns a [`PlayRefusal`] if a hook fails, or the search finds no solution within its
    /// limits.
    pub fn show(&mut self) -> Result<Vec<PlyChanges>, PlayRefusal> {
        let wanted = match &self.exercises {
            Some(exercises) => exercises.next_action(&self.session)?,
            None => None,
        };
        wanted.map_or(Ok(Vec::new()), |action| self.play(&action))
    }

    /// Starts a search by the agent or engine of a seat, if no search is running.
    ///
    /// # Errors
    /// Returns a [`Failure`] if no thread can be started.
    pub fn think(&mut self, seat: Seat) -> Result<(), Failure> {
        if self.thought.is_none() {
            let (session, player) = (self.session.clone(), self.player(seat));
            let running = Arc::clone(&self.running);
            self.thought = Some(Thought::start(session, player, self.seed, running)?);
        }
        Ok(())
    }

    /// Returns `true` if the search of an agent or engine is running.
    #[cfg(feature = "play")]
    #[must_use]
    pub fn thinks(&self) -> bool {
        self.thought.is_some()
    }

    /// Plays the agent's answer, if it comes within this time.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the agent could not play.
    pub fn answered(&mut self, within: Duration) -> Result<Option<PlyChanges>, GameError> {
        let Some(thought) = &self.thought else { return Ok(None) };
        match thought.answer.recv_timeout(within) {
            Err(RecvTimeoutError::Timeout) => Ok(None),
            // The thread has ended without an answer, so the game continues without that agent.
            Err(RecvTimeoutError::Disconnected) => self.failed("it ended").map(|()| None),
            Ok(Err(Unable::Trouble(why))) => self.failed(&why).map(|()| None),
            Ok(Err(Unable::Game(error))) => {
                self.thought = None;
                Err(error)
            }
            Ok(Ok(action)) => {
                self.thought = None;
                action.map(|action| self.apply(&action, false)).transpose()
            }
        }
    }

    /// Lets a person play the seat of an agent or engine that has failed.
    fn failed(&mut self, why: &str) -> Result<(), GameError> {
        self.thought = None;
        if let Turn::Agent(seat) = self.turn()? {
            let player = self.player(seat);
            self.players[seat.index()] = SeatPlayer::Person;
            let text = format!("{player} failed: {why}; a person takes over");
            self.trouble = Some(Failure::usage(text));
        }
        Ok(())
    }

    /// Makes the agent answer with the best action that it has found so far.
    #[cfg(feature = "play")]
    pub fn hurry(&self) {
        if let Some(thought) = &self.thought {
            thought.wishes.hurry.store(true, Ordering::Relaxed);
        }
    }

    /// Takes plies back until a person has to decide, or a single ply if no person plays. Returns
    /// the number of plies.
    pub fn undo(&mut self) -> usize {
        self.thought = None;
        let begun = self.session.ply();
        let people = self.players.contains(&SeatPlayer::Person);
        while self.session.undo().is_some() {
            if !people || matches!(self.turn(), Ok(Turn::Person(_))) {
                break;
            }
        }
        self.keep(true);
        begun - self.session.ply()
    }

    /// Plays again the plies that were taken back, until a person decides. Returns the number of
    /// plies played.
    pub fn redo(&mut self) -> usize {
        self.thought = None;
        let begun = self.session.ply();
        while self.session.redo().is_some() {
            if matches!(self.turn(), Ok(Turn::Person(_) | Turn::Over)) {
                break;
            }
        }
        self.keep(true);
        self.session.ply() - begun
    }

    /// Goes to the position after this many plies.
    ///
    /// # Errors
    /// Returns a [`GameError`] if the game has fewer plies.
    pub fn go_to(&mut self, ply: usize) -> Result<(), GameError> {
        self.session.go_to(ply)?;
        self.thought = None;
        self.keep(true);
        Ok(())
    }

    /// Continues the game from the present ply, and discards the plies that were taken back.
    pub fn resume(&mut self) {
        self.thought = None;
        self.session = self.session.fork();
        self.keep(true);
    }

    /// Replaces the game, for example by the game of the next exercise.
    pub fn replace(&mut self, session: Game) {
        self.thought = None;
        self.session = session;
    }

    fn keep(&mut self, by_person: bool) {
        let hides = self.viewer().is_some();
        self.trouble = self.keeper.changed(&self.session, by_person, hides).err();
    }
}

impl Drop for TerminalGame {
    /// Writes the game to its file. This also happens after a panic, so that no ply is lost.
    fn drop(&mut self) {
        let hides = self.viewer().is_some();
        let _ = self.keeper.write(&self.session, hides);
    }
}
