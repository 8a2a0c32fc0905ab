//! `moves`: the legal actions of a position, or the reason why an action is not legal.

use std::fmt::Write as _;
use std::sync::Arc;

use quadrille_core::{Illegal, Zone};
use quadrille_dsl::{Source, actions};
use quadrille_render::layout::Mark;
use quadrille_render::{Picture, PictureOptions, Styled, terminal};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_session::{Game, GameError, IllegalDescription};
use serde::Serialize;

use crate::args::{MovesArgs, OutputFormat};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

#[derive(Serialize)]
struct MoveList {
    moves: Vec<String>,
}

/// The answer to `--why`, in JSON.
#[derive(Serialize)]
struct WhyAnswer<'a> {
    action: &'a str,
    legal: bool,
    /// The reason why the action is not legal. `None` if it is legal.
    why: Option<IllegalDescription>,
}

/// Prints the legal actions, or the answer to `--why`.
pub fn run(args: &MovesArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if let Some(action) = &args.why {
        return why(args, action, context);
    }
    let loaded = context::open_plain(&context.shelf, &args.rules)?;
    let hooks = loaded.hooks();
    let mut game = context::position(&loaded, &*hooks, &args.position)?;
    let moves = actions::legal(&mut *game)?.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    if let Some(outcome) = game.outcome() {
        context.out.note(quadrille_reports::outcome::describe(loaded.spec(), outcome));
    }
    match args.format {
        OutputFormat::Text => {
            for action in &moves {
                context.out.line(action)?;
            }
        }
        OutputFormat::Json => {
            let id = RulesetId::new(&loaded);
            context.out.json(&Envelope::new(Some(id), None, MoveList { moves }))?;
        }
    }
    Ok(exit::FINE)
}

/// Prints the reason why an action is not legal.
fn why(args: &MovesArgs, action: &str, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = Arc::new(context::open_plain(&context.shelf, &args.rules)?);
    let session = context::session(&loaded, &args.position)?;
    let why = session.why_not(action).map_err(|error| match error {
        GameError::Action(error) => {
            Failure::Input(Box::new(error.in_input(&Source::new("--why", action))))
        }
        error => context::failed(error),
    })?;
    match args.format {
        OutputFormat::Text => {
            let answer = match &why {
                None => format!("{action} is legal\n").into(),
                Some(why) => explained(&session, action, why, context)?,
            };
            context.out.print(answer)?;
        }
        OutputFormat::Json => {
            let id = RulesetId::new(&loaded);
            let answer = WhyAnswer { action, legal: why.is_none(), why };
            context.out.json(&Envelope::new(Some(id), None, answer))?;
        }
    }
    Ok(exit::FINE)
}

/// Describes the reason why an action is not legal. If squares are part of the reason, adds the
/// board.
fn explained(
    session: &Game,
    action: &str,
    why: &IllegalDescription,
    context: &CommandContext,
) -> Result<Styled, Failure> {
    let mut out = Styled::from(format!("{action} is not legal: {}\n", why.text));
    if let Some(clause) = &why.clause {
        let id = &session.ruleset().meta.id;
        let _ = writeln!(out, "clause {clause}; see `quadrille explain {id} {clause}`");
    }
    let squares = why.illegal.as_ref().map_or(Zone::EMPTY, Illegal::squares);
    if squares.is_empty() {
        return Ok(out);
    }
    let loaded = session.ruleset();
    let picture = session.with_game(|game| {
        let spec = loaded.spec();
        let mut picture = Picture::new(spec, &game.setup(), &PictureOptions::of(loaded, ""));
        for square in squares {
            picture.mark(spec, square, Mark::Highlight);
        }
        Ok(picture)
    });
    out.push("\n");
    out.append(&terminal::draw(&picture.map_err(context::failed)?, context.out.depth));
    Ok(out)
}
