//! Plays one game of a match.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::Declaration;
use quadrille_core::{
    Action, AnyGame, Decision, Ending, HookError, Hooks, PlayError, Seat, Spec, game,
};
use quadrille_dsl::Ruleset;
use quadrille_reports::outcome::ending;
use quadrille_study::metrics::{WHOLE, utility};
use quadrille_study::sim::Opening;

use crate::args::{Clock, EngineSpec, Entrant, Who};
use crate::engines::moves::Dialect;
use crate::engines::{
    EngineError, EngineReply, EngineScore, GameForEngine, RunningEngine, beginning, centipawns,
};

use super::clock::{MatchClocks, own_processor_time};
use super::kept::{Forfeit, GameLine, Reason};

/// The time limit of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// Decisions have no time limit.
    Open,
    /// Each decision has this time limit.
    Decision(Duration),
    /// Each seat has a clock.
    Clock(Clock),
}

/// The condition for adjudication. If a game is adjudicated, a side wins before the end of the
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// The number of consecutive rounds in which the evaluations of both sides have to agree.
    pub rounds: u32,
    /// The minimum advantage that counts as a win, in hundredths of a pawn.
    pub score: i64,
}

/// The settings of all games of a match.
pub struct MatchSetup<'a> {
    /// The rules of the games.
    pub loaded: &'a Ruleset,
    /// The players of the match.
    pub entrants: &'a [Entrant],
    /// The seed of all random decisions.
    pub seed: u64,
    /// The openings of the games.
    pub opening: &'a Opening,
    /// The ply limit that replaces the ruleset's, if it is set.
    pub ply_limit: Option<u32>,
    /// The time limit of decisions.
    pub time: Time,
    /// The time by which an answer may be later than the clock allows.
    pub margin: Duration,
    /// The time for which an engine may be silent while it starts, or during a decision without a
    /// time limit.
    pub patience: Duration,
    /// The condition for adjudication. `None` if games are not adjudicated.
    pub adjudication: Option<Adjudication>,
    /// The flag that stops the match.
    pub stop: &'a AtomicBool,
}

/// The number of a game in a match: its meeting, its block and its index in the block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameNumber {
    /// The index of the meeting.
    pub meeting: usize,
    /// The number of the block.
    pub block: u64,
    /// The index of the game in the block.
    pub game: usize,
    /// The agent that plays each side.
    pub agents: Vec<usize>,
}

/// A game that was played.
pub struct PlayedGame {
    /// The line for the file of the match.
    pub line: GameLine,
    /// The actions of the game. If the opening is a list of actions, they come first.
    pub actions: Vec<Action>,
    /// The comments on the actions, one for each.
    pub comments: Vec<String>,
}

/// The agents and engines of a match on one thread. The engines keep running from one game to the
/// next.
pub struct MatchPlayer<'a> {
    game: &'a MatchSetup<'a>,
    hooks: &'a dyn Hooks,
    engines: BTreeMap<usize, RunningEngine>,
}

/// A chosen action, its evaluation, the time that the choice took, and the number of positions that
/// were searched.
struct TimedChoice {
    action: Action,
    sight: Option<EngineScore>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Duration,
}

/// A game that is being played.
struct MatchBoard<'a> {
    play: Box<dyn AnyGame + 'a>,
    actions: Vec<Action>,
    comments: Vec<String>,
    /// For each engine, the start of the game and the actions, in the engine's notation.
    engine_records: BTreeMap<usize, (String, Vec<String>)>,
    clocks: Option<MatchClocks>,
    /// For each side, the number of its latest consecutive evaluations that predict a win for this
    /// side. The number is negative if these evaluations predict a loss.
    streaks: Vec<i64>,
}

impl<'a> MatchPlayer<'a> {
    /// Creates the players. Their engines start when they are first needed.
    pub fn new(game: &'a MatchSetup<'a>, hooks: &'a dyn Hooks) -> Self {
        Self { game, hooks, engines: BTreeMap::new() }
    }

    /// Starts the engines of these agents if they are not running, and announces a new game to
    /// them.
    ///
    /// # Errors
    /// Returns the first agent that can't play, with the reason.
    pub fn ready(&mut self, agents: &[usize]) -> Result<(), (usize, EngineError)> {
        for agent in agents {
            let failed = |trouble| (*agent, trouble);
            if let Some(spec) = self.engine_of(*agent) {
                if !self.engines.contains_key(agent) {
                    let game = self.game;
                    let engine = RunningEngine::start(spec, game.loaded, game.patience, game.stop);
                    self.engines.insert(*agent, engine.map_err(failed)?);
                }
                self.engines[agent].new_game(self.game.stop).map_err(failed)?;
            }
        }
        Ok(())
    }

    fn engine_of(&self, agent: usize) -> Option<&'a EngineSpec> {
        match &self.game.entrants.get(agent)?.who {
            Who::Engine(spec) => Some(spec),
            Who::Agent(_) => None,
        }
    }

    /// Plays a game. Returns `None` if the match is stopped.
    ///
    /// # Errors
    /// Returns a [`HookError`] if a rule script fails.
    pub fn play(&mut self, task: &GameNumber) -> Result<Option<PlayedGame>, HookError> {
        let spec = self.game.loaded.spec();
        let agents = self.game.entrants.len();
        let mut line = GameLine {
            meeting: task.meeting,
            block: task.block,
            game: task.game,
            agents: task.agents.clone(),
            parts: Vec::new(),
            end: String::new(),
            forfeits: Vec::new(),
            plies: 0,
            decisions: vec![0; agents],
            micros: vec![0; agents],
            processor: vec![None; agents],
        };
        let agent_of = |seat: Seat| task.agents[usize::from(spec.seats[seat.index()].team)];
        let mut unready = None;
        let mut seated = task.agents.clone();
        seated.sort_unstable();
        seated.dedup();
        for agent in seated {
            match self.ready(&[agent]) {
                Ok(()) => {}
                Err((_, EngineError::Stopped)) => return Ok(None),
                Err(failed) => unready = Some(failed),
            }
        }
        let before: Vec<Option<Duration>> =
            (0..agents).map(|agent| self.engines.get(&agent)?.processor_time()).collect();
        let mut board = self.begin(task)?;
        let begun = board.play.ply();
        let limit = self.game.ply_limit.unwrap_or(spec.ply_limit);
        loop {
            if self.game.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if matches!(board.play.decision()?, Decision::Over) {
                break;
            }
            if board.play.ply() - begun >= limit {
                line.end = ending(spec, Ending::PlyLimit).kind.to_owned();
                break;
            }
            let (seat, stream, counter) = game::decider(&mut *board.play);
            let (of, at) = (u64::from(seat.0), u64::from(counter));
            let mut luck = Rng::new(self.game.seed, task.block, stream, of, at);
            if stream != Stream::Agent {
                let chance =
                    quadrille_agents::advise(&mut *board.play, AgentSpec::Random, &mut luck)?;
                let Some(action) = chance.action else { break };
                self.step(&mut board, action, String::new())?;
                continue;
            }
            let agent = agent_of(seat);
            let chosen = match unready.take_if(|(failed, _)| *failed == agent) {
                Some((_, trouble)) => Err(trouble),
                None => self.choose(&mut board, agent, seat, &mut luck, &mut line),
            };
            match chosen {
                Ok(choice) => {
                    line.decisions[agent] += 1;
                    line.micros[agent] += choice.time.as_micros() as u64;
                    let side = usize::from(spec.seats[seat.index()].team);
                    board.see(side, choice.sight, self.game.adjudication);
                    // If there are two sides, chess sites show the advantage of the first side.
                    let turned = side == 1 && spec.teams.len() == 2;
                    self.step(&mut board, choice.action, comment(&choice, turned))?;
                    if let Some(winner) = self.decided(&board) {
                        "adjudicated".clone_into(&mut line.end);
                        line.parts = won_by(winner, spec.teams.len());
                        break;
                    }
                }
                Err(EngineError::Stopped) => return Ok(None),
                Err(EngineError::Fault(error)) => return Err(error),
                Err(trouble) => {
                    let (why, said) = match trouble {
                        EngineError::Time => (Reason::Time, None),
                        EngineError::Illegal(said) => (Reason::Illegal, Some(said)),
                        EngineError::Start(said) => (Reason::Crash, Some(said)),
                        _ => (Reason::Crash, None),
                    };
                    // The next game starts a new process.
                    self.engines.remove(&agent);
                    let name = spec.seats[seat.index()].name.clone();
                    line.end = format!("{name} forfeits: {}", why.word());
                    line.forfeits.push(Forfeit { agent, seat: name, why, said });
                    let side = usize::from(spec.seats[seat.index()].team);
                    if !self.leave(&mut board, seat, why)? {
                        line.parts = lost_by(side, spec.teams.len());
                        break;
                    }
                }
            }
        }
        let over = board.play.outcome().cloned();
        if line.parts.is_empty() {
            let outcome = over.as_ref();
            line.parts = match outcome.and_then(|outcome| utility(spec, outcome)) {
                Some(parts) => by_side(&parts, spec),
                // The sides share a stopped game equally.
                None => equal_parts(spec),
            };
        }
        if let (true, Some(outcome)) = (line.end.is_empty(), &over) {
            let how = ending(spec, outcome.ending);
            line.end = how.clause.unwrap_or_else(|| how.kind.to_owned());
        }
        line.plies = board.play.ply() - begun;
        for (agent, before) in before.into_iter().enumerate() {
            let now = self.engines.get(&agent).and_then(RunningEngine::processor_time);
            if let (Some(before), Some(now)) = (before, now) {
                line.processor[agent] = Some(now.saturating_sub(before).as_micros() as u64);
            }
        }
        Ok(Some(PlayedGame { line, actions: board.actions, comments: board.comments }))
    }

    /// Returns the board at the start of a game.
    fn begin(&mut self, task: &GameNumber) -> Result<MatchBoard<'a>, HookError> {
        let MatchSetup { loaded, opening, seed, time, .. } = self.game;
        let rules = &loaded.rules;
        let line = opening.line(rules, self.hooks, *seed, task.block)?;
        let start = match &line {
            Some(_) => None,
            None => opening.setup(rules, self.hooks, *seed, task.block)?,
        };
        let play = match &start {
            None => game::start(rules, self.hooks)?,
            Some(setup) => game::resume(rules, self.hooks, setup)?,
        };
        let spec = rules.spec();
        let clocks = match time {
            Time::Clock(clock) => Some(MatchClocks::new(*clock, spec.seats.len())),
            Time::Open | Time::Decision(_) => None,
        };
        let engine_records = task.agents.iter().filter_map(|agent| {
            let engine = self.engine_of(*agent)?;
            let begun = beginning(&*play, self.hooks, start.is_none(), engine).ok()?;
            Some((*agent, (begun, Vec::new())))
        });
        let mut board = MatchBoard {
            engine_records: engine_records.collect(),
            play,
            actions: Vec::new(),
            comments: Vec::new(),
            clocks,
            streaks: vec![0; spec.teams.len()],
        };
        for action in line.into_iter().flatten() {
            self.step(&mut board, action, String::new())?;
        }
        Ok(board)
    }

    /// Plays an action, and records it for each engine in the engine's notation.
    fn step(
        &self,
        board: &mut MatchBoard<'a>,
        action: Action,
        comment: String,
    ) -> Result<(), HookError> {
        for (agent, (_, moves)) in &mut board.engine_records {
            if let Some(spec) = self.engine_of(*agent) {
                let dialect = Dialect::of(self.game.loaded.spec(), spec);
                moves.extend(dialect.write(&mut *board.play, action)?);
            }
        }
        board.play.play(action)?;
        board.actions.push(action);
        board.comments.push(comment);
        Ok(())
    }

    /// Requests the action of a seat from its agent or engine.
    fn choose(
        &mut self,
        board: &mut MatchBoard<'a>,
        agent: usize,
        seat: Seat,
        luck: &mut Rng,
        line: &mut GameLine,
    ) -> Result<TimedChoice, EngineError> {
        let MatchSetup { loaded, time, margin, patience, stop, .. } = *self.game;
        let spec = loaded.spec();
        let choice = match &self.game.entrants[agent].who {
            Who::Agent(internal) => {
                let limit = match (time, &board.clocks) {
                    (Time::Decision(time), _) => Some(time),
                    (_, Some(clocks)) => Some(clocks.share(seat.index())),
                    _ => None,
                };
                let (begun, before) = (Instant::now(), own_processor_time());
                let halted = || {
                    stop.load(Ordering::Relaxed)
                        || limit.is_some_and(|limit| begun.elapsed() >= limit)
                };
                let advice =
                    quadrille_agents::advise_until(&mut *board.play, *internal, luck, &halted)
                        .map_err(EngineError::Fault)?;
                if stop.load(Ordering::Relaxed) {
                    return Err(EngineError::Stopped);
                }
                if let (Some(before), Some(now)) = (before, own_processor_time()) {
                    let sum = line.processor[agent].get_or_insert(0);
                    *sum += now.saturating_sub(before).as_micros() as u64;
                }
                let score =
                    advice.score.map(|score| EngineScore::of(score, spec.seats.len() as u32));
                let valued = || centipawns(spec, advice.share).map(EngineScore::Centipawns);
                let sight = if advice.nodes > 0 { score.or_else(valued) } else { None };
                TimedChoice {
                    action: advice.action.ok_or(EngineError::Crash)?,
                    sight,
                    depth: None,
                    nodes: (advice.nodes > 0).then_some(advice.nodes),
                    time: begun.elapsed(),
                }
            }
            // The list of moves would reveal the secret answers of other seats.
            Who::Engine(_) if !board.play.setup().sealed.is_empty() => {
                let why = "external engines can't choose while others' answers are secret";
                return Err(EngineError::Start(why.to_owned()));
            }
            Who::Engine(engine) => {
                let running = match self.engines.get(&agent) {
                    Some(running) => running,
                    None => {
                        let running = RunningEngine::start(engine, loaded, patience, stop)?;
                        self.engines.entry(agent).or_insert(running)
                    }
                };
                let keys: Vec<char> = spec.seats.iter().map(|seat| seat.key).collect();
                let (given, limit) = match (time, &board.clocks) {
                    (Time::Decision(time), _) => {
                        (format!("movetime {}", time.as_millis()), time + margin)
                    }
                    (_, Some(clocks)) => {
                        (clocks.describe(&keys), clocks.left(seat.index()) + margin)
                    }
                    _ => ("infinite".to_owned(), patience),
                };
                let (go, limit) = match &engine.go {
                    Some(go) => (go, own_time(go).map_or(patience, |time| time + margin)),
                    None => (&given, limit),
                };
                let Some((start, moves)) = board.engine_records.get(&agent) else {
                    return Err(EngineError::Start(
                        "it has no record of where the game began".to_owned(),
                    ));
                };
                let request = GameForEngine { start, moves, go, limit, hurry: None };
                let EngineReply { action, score, depth, nodes, time } =
                    running.ask(&mut *board.play, &request, stop)?;
                TimedChoice { action, sight: score, depth, nodes, time }
            }
        };
        let clocks = board.clocks.as_mut();
        match clocks.is_none_or(|clocks| clocks.take(seat.index(), choice.time, margin)) {
            true => Ok(choice),
            false => Err(EngineError::Time),
        }
    }

    /// Returns the side that wins by adjudication. Returns `None` if the game is not adjudicated.
    fn decided(&self, board: &MatchBoard<'_>) -> Option<usize> {
        let rounds = self.game.adjudication?.rounds;
        let spec = self.game.loaded.spec();
        let needed = |side: usize| {
            let seats = spec.seats.iter().filter(|seat| usize::from(seat.team) == side).count();
            i64::from(rounds) * seats as i64
        };
        let sides = board.streaks.len();
        let wins = |side: &usize| {
            let agrees = |(other, streak): (usize, &i64)| match other == *side {
                true => *streak >= needed(other),
                false => *streak <= -needed(other),
            };
            board.streaks.iter().enumerate().all(agrees)
        };
        if sides == 2 { (0..sides).find(wins) } else { None }
    }

    /// Removes a seat from a game with more than two sides. Returns `false` if the game can't
    /// continue.
    fn leave(
        &self,
        board: &mut MatchBoard<'a>,
        seat: Seat,
        why: Reason,
    ) -> Result<bool, HookError> {
        if self.game.loaded.spec().teams.len() <= 2 {
            return Ok(false);
        }
        let word = if why == Reason::Time { Declaration::Flag } else { Declaration::Resign };
        match board.play.play(Action::Declare(seat, word)) {
            Ok(()) => {
                board.actions.push(Action::Declare(seat, word));
                board.comments.push(String::new());
                // Other engines get the declaration in the notation of records.
                for (_, moves) in board.engine_records.values_mut() {
                    moves.push(
                        quadrille_dsl::actions::write(&*board.play, &[Action::Declare(seat, word)])
                            .concat(),
                    );
                }
                Ok(true)
            }
            Err(PlayError::Hook(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }
}

impl MatchBoard<'_> {
    /// Updates the streak of a side after an evaluation of the game by this side.
    fn see(&mut self, side: usize, sight: Option<EngineScore>, adjudication: Option<Adjudication>) {
        let (Some(rule), Some(streak)) = (adjudication, self.streaks.get_mut(side)) else { return };
        let wins = match sight {
            Some(EngineScore::Centipawns(score)) => {
                i64::from(score >= rule.score) - i64::from(score <= -rule.score)
            }
            Some(EngineScore::Mate(moves)) => {
                if moves > 0 {
                    1
                } else {
                    -1
                }
            }
            None => 0,
        };
        *streak = match wins {
            0 => 0,
            wins if streak.signum() == -wins => wins,
            wins => *streak + wins,
        };
    }
}

/// Returns the time per decision in an engine's arguments of `go`. Returns `None` if they contain
/// no `movetime`.
fn own_time(go: &str) -> Option<Duration> {
    let (_, rest) = go.split_once("movetime")?;
    Some(Duration::from_millis(rest.split_whitespace().next()?.parse().ok()?))
}

/// Returns the comment on an action. The comment contains the advantage in pawns, in the form that
/// chess sites use, and then the depth, the number of positions and the time.
fn comment(choice: &TimedChoice, turned: bool) -> String {
    let mut parts = Vec::new();
    let sign: i64 = if turned { -1 } else { 1 };
    match choice.sight {
        Some(EngineScore::Centipawns(score)) => {
            parts.push(format!("[%eval {:.2}]", sign.saturating_mul(score) as f64 / 100.0));
        }
        Some(EngineScore::Mate(moves)) => {
            parts.push(format!("[%eval #{}]", sign.saturating_mul(moves)));
        }
        None => {}
    }
    parts.extend(choice.depth.map(|depth| format!("depth {depth}")));
    parts.extend(choice.nodes.map(|nodes| format!("nodes {nodes}")));
    parts.push(format!("{} ms", choice.time.as_millis()));
    parts.join(" ")
}

/// Returns the result of each side. `parts` contains the results of the seats.
fn by_side(parts: &[u32], spec: &Spec) -> Vec<u32> {
    let of = |side: usize| {
        let seat = spec.seats.iter().position(|seat| usize::from(seat.team) == side);
        seat.and_then(|seat| parts.get(seat)).copied().unwrap_or(0)
    };
    (0..spec.teams.len()).map(of).collect()
}

/// Returns the result of each side of a game in which all sides share the point equally.
fn equal_parts(spec: &Spec) -> Vec<u32> {
    vec![WHOLE / spec.teams.len().max(1) as u32; spec.teams.len()]
}

fn won_by(winner: usize, sides: usize) -> Vec<u32> {
    (0..sides).map(|side| if side == winner { WHOLE } else { 0 }).collect()
}

fn lost_by(loser: usize, sides: usize) -> Vec<u32> {
    let share = WHOLE / sides.saturating_sub(1).max(1) as u32;
    (0..sides).map(|side| if side == loser { 0 } else { share }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engines_own_time_is_that_after_movetime() {
        assert_eq!(own_time("movetime 250"), Some(Duration::from_millis(250)));
        assert_eq!((own_time("depth 4"), own_time("movetime x")), (None, None));
    }

    #[test]
    fn parts_of_a_forfeited_game_add_up_to_one_game() {
        assert_eq!(lost_by(1, 2), [WHOLE, 0]);
        assert_eq!(lost_by(0, 4), [0, 280, 280, 280]);
        assert_eq!(won_by(1, 2), [0, WHOLE]);
    }
}
