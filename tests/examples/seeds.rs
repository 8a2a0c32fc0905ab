//! Writes the fuzzer's inputs that are made from rulesets: `cargo run -p quadrille-tests --example
//! seeds DIR` puts them into `DIR/TARGET/`.

use std::path::Path;
use std::{env, fs, io};

use quadrille_tests::{entry, seeds};

fn main() -> io::Result<()> {
    let Some(folder) = env::args_os().nth(1) else {
        return Err(io::Error::other("usage: seeds DIR"));
    };
    for (target, _) in entry::ALL {
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in seeds::seeds(target) {
            fs::write(folder.join(name), bytes)?;
        }
    }
    Ok(())
}
