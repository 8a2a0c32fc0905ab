//! Saves a game as JSON and opens it again, with its history.
//!
//! `cargo run --example save`

#![allow(clippy::print_stdout)]

use quadrille::{Game, GameError, Shipped};

fn main() -> Result<(), GameError> {
    let mut game = Game::load(&Shipped, "verney-1881")?;
    game.play_all("h2-h3 b8-c8")?;
    let text = game.to_json()?;
    let mut again = Game::open_json(&Shipped, &text)?.game;
    again.undo();
    println!("{}", again.fen()?);
    println!("{text}");
    Ok(())
}
