//! A position as text and as SVG.
//!
//! `cargo run --example draw -- board.svg`

use std::error::Error;
use std::io::{Write as _, stdout};

use quadrille::dsl::actions;
use quadrille::engine::game;
use quadrille::render::terminal::ColourDepth;
use quadrille::render::{PictureOptions, svg, terminal};
use quadrille::{Picture, Shipped, load};

fn main() -> Result<(), Box<dyn Error>> {
    let loaded = load(&Shipped, "verney-1881", &[])?;
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks)?;
    actions::play(&mut *game, "h2-h3 b8-c8")?;
    let options = PictureOptions {
        title: &loaded.meta.title,
        colours: &loaded.meta.colours,
        lines: &loaded.meta.lines,
        ..PictureOptions::default()
    };
    let picture = Picture::of_game(loaded.spec(), &*game, &options);
    write!(stdout(), "{}", terminal::draw(&picture, ColourDepth::Plain))?;
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(path, svg::draw(&picture))?;
    }
    Ok(())
}
