//! `moves`: the legal actions of a position.

use quadrille_dsl::text;
use serde::Serialize;

use crate::args::{Format, Moves};
use crate::exit::{self, Failure};
use crate::report::{Envelope, RulesetId};
use crate::session::{self, Context};

#[derive(Serialize)]
struct Body {
    moves: Vec<String>,
}

/// Prints them.
pub fn run(args: &Moves, context: &mut Context) -> Result<u8, Failure> {
    let loaded = session::open_args(&context.shelf, &args.rules)?;
    let hooks = loaded.hooks();
    let mut game = session::position(&loaded, &*hooks, &args.position)?;
    let moves = text::legal(&mut *game)?.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    if let Some(outcome) = game.outcome() {
        context.out.note(super::playout::told(loaded.rules.spec(), outcome));
    }
    match args.format {
        Format::Text => {
            for action in &moves {
                context.out.line(action)?;
            }
        }
        Format::Json => {
            let id = RulesetId::new(&loaded);
            context.out.json(&Envelope::new(Some(id), None, Body { moves }))?;
        }
    }
    Ok(exit::FINE)
}
