//! `move`: the action that an agent chooses in a position, and how it expects the game to go on.

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Decision, Play, Seat, Spec};
use quadrille_dsl::actions;
use quadrille_reports::envelope::{Envelope, RulesetId};
use serde::Serialize;

use crate::args::{Format, MoveArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

/// A choice of the agent.
#[derive(Serialize)]
struct Choice {
    seat: String,
    action: String,
    /// The share of the game that the seat's team expects, from 0 to 1; none if the agent did not search.
    share: Option<f64>,
    /// The positions that the search reached.
    nodes: u64,
}

/// What is said of a position.
#[derive(Serialize)]
struct Answer {
    agent: String,
    /// The action to play first, then what the agent would choose for each seat after it.
    line: Vec<Choice>,
}

/// Prints it.
pub fn run(args: &MoveArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    args.agent.suits(loaded.rules.spec())?;
    let hooks = loaded.hooks();
    let mut game = context::position(&loaded, &*hooks, &args.position)?;
    let mut line = Vec::new();
    for _ in 0..args.line {
        match choose(&mut *game, loaded.rules.spec(), args)? {
            Some(choice) => line.push(choice),
            None => break,
        }
    }
    if line.is_empty() {
        return Err(nobody_chooses(&mut *game)?);
    }
    let answer = Answer { agent: args.agent.to_string(), line };
    match args.format {
        Format::Text => tell(&answer, context)?,
        Format::Json => {
            let id = RulesetId::new(&loaded);
            context.out.json(&Envelope::new(Some(id), Some(args.seed), answer))?;
        }
    }
    Ok(exit::FINE)
}

/// Lets the agent choose and plays it; none if the game is over or dice decide.
fn choose(game: &mut dyn Play, spec: &Spec, args: &MoveArgs) -> Result<Option<Choice>, Failure> {
    let Some(seat) = seat(game)? else { return Ok(None) };
    let ply = u64::from(game.ply());
    let mut rng = Rng::new(args.seed, 0, Stream::Agent, u64::from(seat.0), ply);
    let advice = game.advise(args.agent, &mut rng)?;
    let Some(action) = advice.action else { return Ok(None) };
    let legal = actions::legal(game)?;
    let Some((text, _)) = legal.into_iter().find(|(_, other)| *other == action) else {
        return Ok(None);
    };
    let name = spec.seats[seat.index()].name.clone();
    game.play(action)?;
    let share = (advice.nodes > 0).then_some(advice.share);
    Ok(Some(Choice { seat: name, action: text, share, nodes: advice.nodes }))
}

/// The seat that chooses.
fn seat(game: &mut dyn Play) -> Result<Option<Seat>, Failure> {
    Ok(match game.decision()? {
        Decision::Turn(seat) => Some(seat),
        Decision::Question(question) => Some(question.seat),
        Decision::Roll(_) | Decision::Over => None,
    })
}

/// Why there is no action to choose.
fn nobody_chooses(game: &mut dyn Play) -> Result<Failure, Failure> {
    Ok(match game.decision()? {
        Decision::Roll(_) => Failure::advised(
            "the dice are to be rolled, and no agent chooses that",
            Some("add a roll to `--play`; `quadrille moves` lists them".to_owned()),
        ),
        _ => Failure::usage("the game is over: there is nothing to choose".to_owned()),
    })
}

fn tell(answer: &Answer, context: &mut CommandContext) -> Result<(), Failure> {
    let first = &answer.line[0];
    context.out.line(&first.action)?;
    let (seat, agent) = (&first.seat, &answer.agent);
    context.out.line(match first.share {
        Some(share) => format!(
            "{seat} expects {:.1} % of the game ({agent}, {} positions)",
            share * 100.0,
            first.nodes
        ),
        None => format!("{seat} chose without a search ({agent})"),
    })?;
    for choice in &answer.line[1..] {
        let share =
            choice.share.map_or_else(String::new, |share| format!("  {:.1} %", share * 100.0));
        context.out.line(format!("  {}  {}{share}", choice.seat, choice.action))?;
    }
    Ok(())
}
