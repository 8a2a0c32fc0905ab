//! `moves`: the legal actions of a position.

use quadrille_dsl::text;
use serde::Serialize;

use crate::args::{Format, MovesArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::reports::envelope::{Envelope, RulesetId};

#[derive(Serialize)]
struct MoveList {
    moves: Vec<String>,
}

/// Prints them.
pub fn run(args: &MovesArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let loaded = context::open_args(&context.shelf, &args.rules)?;
    let hooks = loaded.hooks();
    let mut game = context::position(&loaded, &*hooks, &args.position)?;
    let moves = text::legal(&mut *game)?.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    if let Some(outcome) = game.outcome() {
        context.out.note(crate::reports::outcome::told(loaded.rules.spec(), outcome));
    }
    match args.format {
        Format::Text => {
            for action in &moves {
                context.out.line(action)?;
            }
        }
        Format::Json => {
            let id = RulesetId::new(&loaded);
            context.out.json(&Envelope::new(Some(id), None, MoveList { moves }))?;
        }
    }
    Ok(exit::FINE)
}
