//! Writes the fuzzer's inputs that are made from rulesets: `cargo run -p quadrille-tests --example
//! seeds DIR` puts them into `DIR/TARGET/`. Prints a line for each target, with its name and its
//! limits in seconds and mebibytes.

#![allow(clippy::print_stdout)]

use std::path::Path;
use std::{env, fs, io};

use quadrille_tests::{entry, seeds};

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1) else {
        return Err(io::Error::other("usage: seeds DIR"));
    };
    for target in entry::TARGETS {
        let folder = Path::new(&folder).join(target.name);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in seeds::seeds(target.name) {
            fs::write(folder.join(name), bytes)?;
        }
        println!("{} {} {}", target.name, target.max_seconds, target.max_mebibytes);
    }
    Ok(())
}
