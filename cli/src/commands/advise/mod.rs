//! `move`: the action that an agent or an external engine chooses in a position, and the line that
//! it expects.

mod answer;

use quadrille_agents::{AgentSpec, Opponents, SearchLimit, SearchLimits};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, Decision, Seat, Spec};
use quadrille_dsl::{Ruleset, actions};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_session::analyse;

use crate::args::{EngineSpec, MoveArgs, OutputFormat, Who};
use crate::context::{self, CommandContext};
use crate::engines::{self, GameForEngine, RunningEngine, beginning};
use crate::output::exit::{self, Failure};

use answer::{AdviceAnswer, AdviceLine, AgentChoice, LinePly};

/// The default arguments of `go`, for an engine whose options contain none.
const DEFAULT_GO: &str = "movetime 1000";
/// The time in which an engine has to answer.
const ENGINE_ANSWER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(60);

/// Prints the action that the agent or engine chooses.
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

/// Returns an agent's choice for the present ply, and its choices for the plies that follow. The
/// agent searches again before each choice.
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

/// Returns the best lines that one search finds.
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
    let found = analyse(game, &limits, usize::from(args.line), &|| false)?;
    let line = |plies: Vec<quadrille_session::LinePly>| -> Vec<LinePly> {
        plies.into_iter().map(|ply| LinePly { seat: ply.seat, action: ply.action }).collect()
    };
    if let Some(best) = found.lines.first() {
        let share = best.score.map(|score| score.share(spec.teams.len()));
        let plies = line(best.plies.clone()).into_iter().enumerate();
        answer.line.extend(plies.map(|(number, LinePly { seat, action })| AgentChoice {
            seat,
            action,
            share: share.filter(|_| number == 0),
            nodes: if number == 0 { found.nodes } else { 0 },
        }));
    }
    let scored = found.lines.into_iter().filter_map(|it| Some((it.score?, it.plies)));
    answer.lines = scored
        .map(|(score, plies)| AdviceLine { score: score.into(), line: line(plies) })
        .collect();
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
    let start = beginning(game, &*loaded.hooks(), begun, engine).map_err(|error| unable(&error))?;
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

/// Returns the seat that chooses the next action.
fn seat(game: &mut dyn AnyGame) -> Result<Option<Seat>, Failure> {
    Ok(match game.decision()? {
        Decision::Turn(seat) => Some(seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Roll(_) | Decision::Over => None,
    })
}

/// Returns the error message for a position in which no seat has to choose an action.
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
