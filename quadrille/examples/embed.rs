//! A ruleset embedded as strings: a program that ships its own variant needs no files.
//!
//! `cargo run --example embed`

use std::error::Error;
use std::io::{Write as _, stdout};

use quadrille::dsl::{actions, fen};
use quadrille::engine::game;
use quadrille::engine::numeric::rng::{Rng, Stream};
use quadrille::{AgentSpec, Memory, advise, load};

/// The board, the seats, the pieces and where they stand.
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
ply_limit = 200
"#;

/// The rules that decide the game.
const ENDS: &str = "//! Mate wins; stalemate and repetition draw.

/// A mated player loses.
/// clause: D1
fn on_mate(game, seat) {
    lose(seat);
}

/// A player without a legal move draws.
/// clause: D2
fn on_stalemate(game, seat) {
    draw();
}

/// The third occurrence of a position draws.
/// clause: D3
fn define(rules) {
    rules.repetition(3);
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let library = Memory::new().with_file("duel", "geometry.toml", GEOMETRY).with_file(
        "duel",
        "ends.rhai",
        ENDS,
    );
    let loaded = load(&library, "duel", &[])?;
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks)?;
    let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
    let mut actions = Vec::new();
    // The limit of plies is for playouts; a game does not end by it.
    while game.ply() < loaded.spec().ply_limit {
        let advice = advise(&mut *game, AgentSpec::Greedy, &mut rng)?;
        let Some(action) = advice.action else { break };
        actions.push(action);
        game.play(action)?;
    }
    let start = game::start(&loaded.rules, &*hooks)?;
    let mut out = stdout().lock();
    writeln!(out, "{}", actions::write(&*start, &actions).join(" "))?;
    writeln!(out, "{}", fen::write(&loaded.rules, &game.setup()))?;
    writeln!(out, "{:?}", game.outcome())?;
    Ok(())
}
