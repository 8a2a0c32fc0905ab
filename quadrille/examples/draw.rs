//! Draws a position as SVG.
//!
//! `cargo run --example draw > board.svg`

#![allow(clippy::print_stdout)]

use quadrille::{Game, GameError, Shipped};

fn main() -> Result<(), GameError> {
    let mut game = Game::load(&Shipped, "verney-1881")?;
    game.play_all("h2-h3 b8-c8")?;
    print!("{}", quadrille::svg(&game)?);
    Ok(())
}
