//! Plays all games of a match on several threads. Blocks of games are counted in a fixed order, so
//! the result does not depend on the thread that finishes first.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadrille_study::experiments::matches::{Duel, MatchScore, MatchTest, assignments};
use quadrille_study::sim::Interruptible;

use crate::output::exit::Failure;

use super::game::{GameNumber, MatchPlayer, MatchSetup, PlayedGame};
use super::kept::GameLine;

/// A meeting of agents in a match: its games, and the score of the first agent.
pub struct MatchMeeting {
    /// The agents of the meeting.
    pub agents: Vec<usize>,
    /// The agent that plays each side, for each game of a block.
    pub assignments: Vec<Vec<usize>>,
    /// The score of the first agent against the second. `None` unless the meeting has two agents.
    pub score: Option<MatchScore>,
    /// The maximum number of blocks of the meeting.
    pub blocks: u64,
    /// The number of blocks that have been counted.
    pub counted: u64,
    /// `true` if a test has ended the meeting early.
    pub decided: bool,
}

impl MatchMeeting {
    /// Creates a meeting of at most `games` games, rounded up to whole blocks. `alpha` is the error
    /// probability of the confidence interval for the score.
    #[must_use]
    pub fn new(agents: &[usize], sides: usize, games: u64, alpha: f64, decide: bool) -> Self {
        let assignments = assignments(sides, agents);
        let blocks = games.div_ceil(assignments.len().max(1) as u64);
        let score = (agents.len() == 2).then(|| MatchScore::new(sides, blocks, alpha, decide));
        Self { agents: agents.to_vec(), assignments, score, blocks, counted: 0, decided: false }
    }
}

/// Observes the progress of a match.
pub trait MatchObserver: Sync {
    /// Receives a game that was played.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the game can't be saved. The match then ends.
    fn played(&self, played: &PlayedGame) -> Result<(), Failure>;

    /// Receives the state of the match after each further block is counted.
    fn counted(&self, meetings: &mut [MatchMeeting], games: &[GameLine]);
}

/// The games of a match, and the settings for playing them.
pub struct MatchRun<'a> {
    /// The settings of the games.
    pub game: &'a MatchSetup<'a>,
    /// The test that may end a meeting early. `None` if there is no test.
    pub test: Option<MatchTest>,
    /// The number of threads.
    pub jobs: usize,
}

/// The state of a match during play.
struct MatchState {
    meetings: Vec<MatchMeeting>,
    /// The number of the next game to play: its block, its meeting, and its index in the block.
    next: (u64, usize, usize),
    /// Games that were finished before earlier games. The key is meeting, block and game.
    waiting: BTreeMap<(usize, u64, usize), GameLine>,
    /// The games that have been counted, in order.
    counted: Vec<GameLine>,
    failure: Option<Failure>,
}

/// The result of a match.
pub struct MatchResult {
    /// The meetings.
    pub meetings: Vec<MatchMeeting>,
    /// The games that have been counted.
    pub games: Vec<GameLine>,
    /// `true` if the match was stopped before its end.
    pub interrupted: bool,
}

impl MatchRun<'_> {
    /// Plays the games of the meetings. Games that are in the file of the match are not played
    /// again.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a rule script fails, or a game can't be kept.
    pub fn play(
        &self,
        meetings: Vec<MatchMeeting>,
        known: Vec<GameLine>,
        watcher: &dyn MatchObserver,
    ) -> Result<MatchResult, Failure> {
        let waiting = known.into_iter().map(|line| ((line.meeting, line.block, line.game), line));
        let state = Mutex::new(MatchState {
            meetings,
            next: (0, 0, 0),
            waiting: waiting.collect(),
            counted: Vec::new(),
            failure: None,
        });
        self.absorb(&mut locked(&state), watcher);
        let broken = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let worker = || self.play_games(&state, &broken, watcher);
            for _ in 1..self.jobs.clamp(1, 1024) {
                scope.spawn(worker);
            }
            worker();
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = state.failure {
            return Err(failure);
        }
        let done = |meeting: &MatchMeeting| meeting.decided || meeting.counted >= meeting.blocks;
        let interrupted = !state.meetings.iter().all(done);
        Ok(MatchResult { meetings: state.meetings, games: state.counted, interrupted })
    }

    /// Plays the remaining games, one after the other, on one thread.
    fn play_games(
        &self,
        state: &Mutex<MatchState>,
        broken: &AtomicBool,
        watcher: &dyn MatchObserver,
    ) {
        let hooks = self.game.loaded.hooks();
        let hooks = Interruptible::new(hooks.as_ref(), self.game.stop);
        let mut player = MatchPlayer::new(self.game, &hooks);
        loop {
            if broken.load(Ordering::Relaxed) || self.game.stop.load(Ordering::Relaxed) {
                return;
            }
            let Some(task) = locked(state).next() else { return };
            let kept = match player.play(&task) {
                Ok(None) => return,
                Ok(Some(played)) => watcher.played(&played).map(|()| played),
                // The stop makes the hooks fail.
                Err(_) if self.game.stop.load(Ordering::Relaxed) => return,
                Err(error) => Err(Failure::Script(error)),
            };
            let mut state = locked(state);
            match kept {
                Ok(PlayedGame { line, .. }) => {
                    state.waiting.insert((line.meeting, line.block, line.game), line);
                    self.absorb(&mut state, watcher);
                }
                Err(failure) => {
                    state.failure.get_or_insert(failure);
                    broken.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// Counts blocks whose games are all finished, in order.
    fn absorb(&self, state: &mut MatchState, watcher: &dyn MatchObserver) {
        for number in 0..state.meetings.len() {
            loop {
                let MatchState { meetings, waiting, counted, .. } = state;
                let meeting = &mut meetings[number];
                let (games, block) = (meeting.assignments.len(), meeting.counted);
                let whole = (0..games).all(|game| waiting.contains_key(&(number, block, game)));
                if meeting.decided || block >= meeting.blocks || !whole {
                    break;
                }
                let lines = (0..games).filter_map(|game| waiting.remove(&(number, block, game)));
                let lines: Vec<GameLine> = lines.collect();
                meeting.counted += 1;
                if let Some(score) = &mut meeting.score {
                    score.take(&parts(meeting.agents[0], &lines));
                    if let Some(test) = self.test {
                        meeting.decided = score.answer(test).is_some();
                    }
                }
                counted.extend(lines);
                watcher.counted(meetings, counted);
            }
        }
    }
}

impl MatchState {
    /// Returns the next game to play. Games that have already been played are skipped.
    fn next(&mut self) -> Option<GameNumber> {
        loop {
            let most = self.meetings.iter().map(|meeting| meeting.blocks).max().unwrap_or(0);
            let (block, number, game) = self.next;
            if block >= most {
                return None;
            }
            let Some(meeting) = self.meetings.get(number) else {
                self.next = (block + 1, 0, 0);
                continue;
            };
            let open = !meeting.decided && block >= meeting.counted && block < meeting.blocks;
            let Some(agents) = meeting.assignments.get(game).filter(|_| open) else {
                self.next = (block, number + 1, 0);
                continue;
            };
            self.next = (block, number, game + 1);
            if !self.waiting.contains_key(&(number, block, game)) {
                return Some(GameNumber { meeting: number, block, game, agents: agents.clone() });
            }
        }
    }
}

fn locked(state: &Mutex<MatchState>) -> MutexGuard<'_, MatchState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the result of an agent in each game. If the agent plays several sides of a game, its
/// result is the mean of their results.
fn parts(agent: usize, lines: &[GameLine]) -> Vec<u32> {
    let of = |line: &GameLine| {
        let own = line.agents.iter().zip(&line.parts).filter(|(who, _)| **who == agent);
        let (sum, sides) = own.fold((0, 0), |(sum, sides), (_, part)| (sum + part, sides + 1));
        u32::checked_div(sum, sides).unwrap_or(0)
    };
    lines.iter().map(of).collect()
}

/// Returns the duels in some games. Two sides of a game form a duel if different agents play them.
#[must_use]
pub fn duels(games: &[GameLine]) -> Vec<Duel> {
    let mut duels = Vec::new();
    for game in games {
        let sides: Vec<(usize, u32)> =
            game.agents.iter().copied().zip(game.parts.iter().copied()).collect();
        for (number, (a, own)) in sides.iter().enumerate() {
            for (b, other) in &sides[number + 1..] {
                if a != b {
                    let score = match own.cmp(other) {
                        std::cmp::Ordering::Greater => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Less => 0.0,
                    };
                    // Blocks with the same number have the same opening, also in different
                    // meetings.
                    duels.push(Duel { block: game.block, a: *a, b: *b, score });
                }
            }
        }
    }
    duels
}
