//! Adds a rule in Rust to a shipped ruleset: a king on a middle square wins.
//!
//! `cargo run --example rule`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;

use quadrille::{Effect, Event, EventKind, Game, HookError, Rule, Square, View};

struct Hill(Vec<Square>);

impl Rule for Hill {
    fn name(&self) -> &str {
        "hill"
    }
    fn events(&self) -> &[EventKind] {
        &[EventKind::Move]
    }
    fn answer(&self, event: &Event<'_>, view: &dyn View) -> Result<Vec<Effect>, HookError> {
        let Event::Move { seat, .. } = *event else { return Ok(Vec::new()) };
        let won = self.0.iter().any(|square| view.royals(seat).contains(*square));
        Ok(if won { vec![Effect::win(seat, view.rules().spec())] } else { Vec::new() })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let chess = quadrille::shipped("orthodox-chess")?;
    let middle = ["d4", "e4", "d5", "e5"].map(|name| chess.spec().geometry.square_named(name));
    let hill = chess.with_rule(Hill(middle.into_iter().flatten().collect()))?;
    let report = quadrille::playouts(&hill).games(20).ply_limit(400).run()?;
    println!("decided by any rule: {}", report.summary.seats[0][0] + report.summary.seats[1][0]);
    // The scripts still apply, and undo, explanations and records work as in any game.
    let mut game = Game::start(Arc::new(hill))?;
    game.play_all("e2-e4 e7-e5 e1-e2 a7-a6 e2-d3 a6-a5 d3-c4 a5-a4 c4-d5")?;
    println!("{:?}", game.result());
    game.undo();
    println!("{:?}", game.turn()?);
    Ok(())
}
