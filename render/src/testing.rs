//! Boards for the tests of pictures.

use quadrille_core::{NoHooks, Piece, Seat, Setup, Spec, game};
use quadrille_dsl::{Folder, Library, LibraryError, load};

const ORTHODOX: &str = r#"
[variant]
id = "sample"
title = "Sample"
[board]
mask = """
........
........
........
........
........
........
........
........
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
queen = { letter = "Q", moves = "Q" }
rook = { letter = "R", moves = "R" }
bishop = { letter = "B", moves = "B" }
knight = { letter = "N", moves = "N" }
pawn = { letter = "P", moves = "fmWfcFifmnD" }
hopper = { letter = "H", moves = "fgR" }
[array]
picture = """
bR bN bB bQ bK bB bN bR
bP bP bP bP bP bP bP bP
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
.  .  .  .  .  .  .  .
wP wP wP wP wP wP wP wP
wR wN wB wQ wK wB wN wR
"""
"#;

const CROSS: &str = r#"
[variant]
id = "sample"
title = "Sample"
[board]
light = "even"
mask = """
###........###
###........###
###........###
..............
..............
..............
..............
..............
..............
..............
..............
###........###
###........###
###........###
"""
[[seats]]
name = "yellow"
key = "y"
facing = "north"
team = "light"
[[seats]]
name = "red"
key = "r"
facing = "east"
team = "dark"
[[seats]]
name = "white"
key = "w"
facing = "south"
team = "light"
[[seats]]
name = "black"
key = "b"
facing = "west"
team = "dark"
[pieces]
king = { letter = "K", moves = "K", royal = true }
queen = { letter = "Q", moves = "Q" }
rook = { letter = "R", moves = "R" }
bishop = { letter = "B", moves = "B" }
knight = { letter = "N", moves = "N" }
pawn = { letter = "P", moves = "fmWfcF" }
[array]
picture = """
#  #  #  wR wN wB wK wQ wB wN wR #  #  #
#  #  #  wP wP wP wP wP wP wP wP #  #  #
#  #  #  .  .  .  .  .  .  .  .  #  #  #
rR rP .  .  .  .  .  .  .  .  .  .  bP bR
rN rP .  .  .  .  .  .  .  .  .  .  bP bN
rB rP .  .  .  .  .  .  .  .  .  .  bP bB
rK rP .  .  .  .  .  .  .  .  .  .  bP bQ
rQ rP .  .  .  .  .  .  .  .  .  .  bP bK
rB rP .  .  .  .  .  .  .  .  .  .  bP bB
rN rP .  .  .  .  .  .  .  .  .  .  bP bN
rR rP .  .  .  .  .  .  .  .  .  .  bP bR
#  #  #  .  .  .  .  .  .  .  .  #  #  #
#  #  #  yP yP yP yP yP yP yP yP #  #  #
#  #  #  yR yN yB yQ yK yB yN yR #  #  #
"""
"#;

/// A library with one ruleset.
struct One(&'static str);

impl Library for One {
    fn folder(&self, _: &str) -> Result<Folder, LibraryError> {
        let files = [("geometry.toml".to_owned(), self.0.into())].into();
        Ok(Folder { name: "sample".to_owned(), files, single: false })
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn plugin(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn plugins(&self) -> Vec<String> {
        Vec::new()
    }
}

fn sample(text: &'static str) -> (Spec, Setup) {
    let loaded = load(&One(text), "sample", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let setup = game::start(&loaded.rules, &NoHooks).unwrap().setup();
    (loaded.spec().clone(), setup)
}

/// Returns the array of orthodox chess, with an additional kind that hops.
pub fn orthodox() -> (Spec, Setup) {
    sample(ORTHODOX)
}

/// Returns the array of four armies on a board of 160 squares in the shape of a cross.
pub fn cross() -> (Spec, Setup) {
    sample(CROSS)
}

/// Returns a piece of the kind with this letter.
pub fn piece(spec: &Spec, seat: u8, letter: char) -> Piece {
    let kind = spec.kind_of_letter(letter).unwrap();
    Piece::new(kind, Seat(seat), spec.seats[usize::from(seat)].facing)
}
