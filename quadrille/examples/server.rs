//! A server that plays games over TCP. A client sends a move on each line. The server answers with
//! the new position, or with the reason why the move is illegal.
//!
//! `cargo run --example server`, then `nc localhost 4004`

#![allow(clippy::print_stderr)]

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use quadrille::{Game, Ruleset};

fn serve(ruleset: Arc<Ruleset>, mut stream: TcpStream) -> Result<(), Box<dyn Error>> {
    let mut game = Game::start(ruleset)?;
    for line in BufReader::new(stream.try_clone()?).lines() {
        match game.play(&line?) {
            Ok(_) => writeln!(stream, "{}", game.fen()?)?,
            Err(error) => writeln!(stream, "{error}")?,
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = Arc::new(quadrille::shipped("verney-1881")?);
    let listener = TcpListener::bind("127.0.0.1:4004")?;
    // Scripts are compiled once per thread. A few threads with many games each are cheaper than a
    // thread per game.
    for stream in listener.incoming() {
        let (ruleset, stream) = (Arc::clone(&ruleset), stream?);
        std::thread::spawn(move || {
            if let Err(error) = serve(ruleset, stream) {
                eprintln!("{error}");
            }
        });
    }
    Ok(())
}
