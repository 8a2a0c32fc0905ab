//! `move`: the action that an agent or an engine chooses in a position, and the line that it
//! expects.

mod answer;

use quadrille_agents::{AgentSpec, Opponents, SearchLimit, SearchLimits, SearchLine, SearchMemory};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, Seat, Spec};
use quadrille_dsl::{Ruleset, actions};
use quadrille_reports::envelope::{Envelope, RulesetId};

use crate::args::{EngineSpec, MoveArgs, OutputFormat, Who};
use crate::context::{self, CommandContext};
use crate::engines::{self, GameForEngine, RunningEngine, beginning};
use crate::output::exit::{self, Failure};

use answer::{AdviceAnswer, AdviceLine, AgentChoice, LinePly};

/// The default arguments of `go`. They are used if the options of an engine contain none.
const DEFAULT_GO: &str = "movetime 1000";
/// The time in which an engine has to answer.
const ENGINE_ANSWER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(60);
/// The size of the transposition table of a search in bytes.
const SEARCH_TABLE_BYTES: usize = 16 << 20;

/// Prints the answer.
pub fn run(args: &MoveArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let mut game = context::position(&loaded, &*hooks, &args.position)?;
    let answer = match &args.agent.who {
        Who::Engine(engine) => {
            engines::allowed(spec)?;
            ask(&mut *game, engine, &loaded, args, context)?
        }
        Who::Agent(AgentSpec::Search(Opponents::BestReply, limit)) => {
            search(&mut *game, *limit, spec, args)?
        }
        Who::Agent(agent) => advise(&mut *game, *agent, spec, args)?,
    };
    if answer.line.is_empty() {
        return Err(nobody_chooses(&mut *game)?);
    }
    match args.format {
        OutputFormat::Text => answer.tell(spec, context)?,
        OutputFormat::Json => {
            let id = RulesetId::new(&loaded);
            context.out.json(&Envelope::new(Some(id), Some(args.seed), answer))?;
        }
    }
    Ok(exit::FINE)
}

/// Returns the agent's choices for the present ply and for the plies that follow. The agent
/// searches again before each choice.
fn advise(
    game: &mut dyn AnyGame,
    agent: AgentSpec,
    spec: &Spec,
    args: &MoveArgs,
) -> Result<AdviceAnswer, Failure> {
    let mut answer = AdviceAnswer::of(args.agent.to_string());
    for _ in 0..args.line {
        let Some(seat) = seat(game)? else { break };
        let ply = u64::from(game.ply());
        let mut rng = Rng::new(args.seed, 0, Stream::Agent, u64::from(seat.0), ply);
        let advice = quadrille_agents::advise(&mut *game, agent, &mut rng)?;
        let Some(action) = advice.action else { break };
        let Some(LinePly { seat, action }) = play(game, spec, action)? else { break };
        let share = (advice.nodes > 0).then_some(advice.share);
        answer.line.push(AgentChoice { seat, action, share, nodes: advice.nodes });
    }
    Ok(answer)
}

/// Returns the best lines of one search.
fn search(
    game: &mut dyn AnyGame,
    limit: SearchLimit,
    spec: &Spec,
    args: &MoveArgs,
) -> Result<AdviceAnswer, Failure> {
    let mut answer = AdviceAnswer::of(args.agent.to_string());
    if seat(game)?.is_none() {
        return Ok(answer);
    }
    let lines = usize::from(args.lines);
    let limits = SearchLimits { lines, ..limit.limits() };
    let mut memory = SearchMemory::new(SEARCH_TABLE_BYTES);
    let mut found =
        quadrille_agents::search(&mut *game, &mut memory, &limits, &|| false, &mut |_| true)?;
    let Some(action) = found.action else { return Ok(answer) };
    // If the budget ends within a depth, a better action than in the last depth may be found.
    let known = found.lines.iter().position(|line| line.actions.first() == Some(&action));
    if let Some(known) = known {
        found.lines.swap(0, known);
    }
    let most = usize::from(args.line);
    let plies = |actions: &[Action]| -> Result<Vec<LinePly>, Failure> {
        let mut shadow = game.fork();
        let mut plies = Vec::new();
        for action in actions.iter().take(most) {
            let Some(ply) = play(&mut *shadow, spec, *action)? else { break };
            plies.push(ply);
        }
        Ok(plies)
    };
    let best = known.and_then(|_| found.lines.first());
    let best = best.map_or_else(|| plies(&[action]), |line| plies(&line.actions))?;
    let score = known.and_then(|_| found.lines.first()).map(|line| line.score);
    for (number, LinePly { seat, action }) in best.into_iter().enumerate() {
        let first = number == 0;
        let share = score.filter(|_| first).map(|score| score.share(spec.teams.len()));
        answer.line.push(AgentChoice {
            seat,
            action,
            share,
            nodes: if first { found.nodes } else { 0 },
        });
    }
    let line = |SearchLine { score, actions }: &SearchLine| -> Result<AdviceLine, Failure> {
        Ok(AdviceLine { score: (*score).into(), line: plies(actions)? })
    };
    answer.lines = found.lines.iter().map(line).collect::<Result<_, _>>()?;
    answer.depth = (found.depth > 0).then_some(found.depth);
    Ok(answer)
}

/// Returns the answer of an external engine.
fn ask(
    game: &mut dyn AnyGame,
    engine: &EngineSpec,
    loaded: &Ruleset,
    args: &MoveArgs,
    context: &CommandContext,
) -> Result<AdviceAnswer, Failure> {
    let mut answer = AdviceAnswer::of(args.agent.name().to_owned());
    if seat(game)?.is_none() {
        return Ok(answer);
    }
    let stop = context.interrupt.watch();
    let unable = |trouble: &engines::EngineError| {
        Failure::usage(format!("{} can't choose: {trouble}", args.agent.name()))
    };
    let running = RunningEngine::start(engine, loaded, ENGINE_ANSWER_TIMEOUT, &stop)
        .map_err(|error| unable(&error))?;
    running.new_game(&stop).map_err(|error| unable(&error))?;
    let begun = args.position.fen.is_none() && args.position.play.is_none();
    let start = beginning(game, begun, &engine.letters);
    let go = engine.go.as_deref().unwrap_or(DEFAULT_GO);
    let request =
        GameForEngine { start: &start, moves: &[], go, limit: ENGINE_ANSWER_TIMEOUT, hurry: None };
    let reply = running.ask(game, &request, &stop).map_err(|error| unable(&error))?;
    let spec = loaded.spec();
    if let Some(LinePly { seat, action }) = play(game, spec, reply.action)? {
        let nodes = reply.nodes.unwrap_or_default();
        answer.line.push(AgentChoice {
            seat: seat.clone(),
            action: action.clone(),
            share: None,
            nodes,
        });
        let score = reply.score.map(Into::into);
        let line = vec![LinePly { seat, action }];
        answer.lines.extend(score.map(|score| AdviceLine { score, line }));
    }
    answer.depth = reply.depth;
    Ok(answer)
}

/// Plays an action, and returns it with the seat that played it. Returns `None` if the action is
/// not legal.
fn play(game: &mut dyn AnyGame, spec: &Spec, action: Action) -> Result<Option<LinePly>, Failure> {
    let Some(seat) = seat(game)? else { return Ok(None) };
    let legal = actions::legal(game)?;
    let Some((text, _)) = legal.into_iter().find(|(_, other)| *other == action) else {
        return Ok(None);
    };
    game.play(action)?;
    Ok(Some(LinePly { seat: spec.seats[seat.index()].name.clone(), action: text }))
}

/// Returns the seat that chooses.
fn seat(game: &mut dyn AnyGame) -> Result<Option<Seat>, Failure> {
    Ok(match game.decision()? {
        Decision::Turn(seat) => Some(seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Roll(_) | Decision::Over => None,
    })
}

/// Returns the error message for a position in which there is no action to choose.
fn nobody_chooses(game: &mut dyn AnyGame) -> Result<Failure, Failure> {
    Ok(match game.decision()? {
        Decision::Roll(_) => Failure::advised(
            "no agent chooses a roll of the dice",
            Some(
                "add the roll to the moves, as in `--play roll=3`; `quadrille moves` lists the rolls"
                    .to_owned(),
            ),
        ),
        _ => Failure::usage("the game is over: there is nothing to choose".to_owned()),
    })
}
