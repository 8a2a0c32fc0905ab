//! The program `quadrille`. All its code is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille_cli::main()
}
