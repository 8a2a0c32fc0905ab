//! Writes a game as the files of a ruleset.

mod extra_scripts;
mod goals;
mod manifest;
mod piece_movement;
mod promotes;
mod rhai;
mod script;
mod seats;

use crate::game::VariantGame;
use extra_scripts::extra_scripts;
use manifest::manifest;
use script::script;

/// Returns the files of the ruleset `id`, made from the section `name`.
pub(crate) fn files(game: &VariantGame, id: &str, name: &str) -> Vec<(&'static str, String)> {
    let mut files =
        vec![("geometry.toml", manifest(game, id, name)), ("rules.rhai", script(game, name))];
    files.extend(extra_scripts(game));
    files
}
