//! Plays twenty plies of Verney's game, prints the board, and explains why a move is illegal.
//!
//! `cargo run --example play`

#![allow(clippy::print_stdout)]

use quadrille::{AgentSpec, Game, GameError, Shipped};

fn main() -> Result<(), GameError> {
    let mut game = Game::load(&Shipped, "verney-1881")?;
    game.play_by(&mut AgentSpec::Greedy, 20, 1)?;
    print!("{}", quadrille::text(&game)?);
    if let Some(why) = game.why_not("h2-h9")? {
        println!("h2-h9 is illegal: {}", why.text);
    }
    Ok(())
}
