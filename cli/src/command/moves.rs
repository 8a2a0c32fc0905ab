//! `moves`: the legal actions of a position.

use quadrille_core::Play;
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
    let moves = sorted(&mut *game)?.into_iter().map(|(text, _)| text).collect::<Vec<_>>();
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

/// The legal actions with their texts, sorted bytewise.
///
/// # Errors
/// If a hook fails.
pub fn sorted(
    game: &mut dyn Play,
) -> Result<Vec<(String, quadrille_core::Action)>, quadrille_core::HookError> {
    let actions = game.actions()?;
    let texts = text::write(game.view(), &actions);
    let mut both: Vec<_> = texts.into_iter().zip(actions).collect();
    both.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(both)
}
