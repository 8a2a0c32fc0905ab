//! Loads a ruleset from strings. The last lines show the error for a misspelt key.
//!
//! `cargo run --example embed`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use quadrille::{AgentSpec, Game};

const GEOMETRY: &str = r#"
[variant]
id = "duel"
title = "A duel of knights"

[board]
mask = """
.....
.....
.....
.....
.....
"""

[[seats]]
name = "white"
key = "w"
facing = "north"

[[seats]]
name = "black"
key = "b"
facing = "south"

[pieces]
king = { letter = "K", moves = "K", royal = true }
knight = { letter = "N", moves = "N", value = 3 }

[array]
picture = """
bN .  bK .  bN
.  .  .  .  .
.  .  .  .  .
.  .  .  .  .
wN .  wK .  wN
"""

[rules]
scripts = ["ends.rhai"]
"#;

const ENDS: &str = "
fn on_mate(game, seat) { lose(seat); }
fn on_stalemate(game, seat) { draw(); }
fn define(rules) { rules.repetition(3); }
";

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset =
        quadrille::from_files("duel", [("geometry.toml", GEOMETRY), ("ends.rhai", ENDS)])?;
    let mut game = Game::start(Arc::new(ruleset))?;
    game.play_by(&mut AgentSpec::Greedy, 200, 1)?;
    println!("{}", game.fen()?);
    println!("{:?}", game.result());
    // The king's key is misspelt here. The error shows the line, a caret and a suggestion.
    let misspelt = GEOMETRY.replace("royal", "roial");
    if let Err(error) = quadrille::from_files("duel", [("geometry.toml", &*misspelt)]) {
        println!("{error}");
    }
    Ok(())
}
