//! Codes of `geometry.toml` and of movement notation.

macro_rules! manifest {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    UnknownKey = 101, "unknown key",
        r#"The format has no such key in this place. Unknown keys are errors, so that a misspelt key
can't change a game unnoticed.

```toml
[board]
masc = "…"      # wrong
mask = "…"
```"#;

    WrongType = 102, "wrong type",
        r#"The key takes a value of another type. For example, `value = "3"` is a string, and
`value = 3` is an integer."#;

    MissingKey = 103, "missing key",
        r"The table needs this key, here or in a ruleset that it extends.";

    NumberOutOfRange = 104, "number out of range",
        r"The number is too small or too large for this key. The help states the range.";

    UnknownWord = 105, "unknown word",
        r#"The key takes one of a few words, as in `facing = "north"` or `light = "even"`."#;

    NotATunable = 106, "not a tunable",
        r#"A tunable is written as the script's name, a dot, and the constant's name in capitals, all
in quotes. Without quotes, TOML reads a table.

```toml
[tunables]
"mate.AFTER_MATE" = "remove"
```"#;

    InvalidName = 107, "invalid name",
        r"Names of seats, pieces and arrays start with a lower-case letter and consist of lower-case
letters, digits, `-` and `_`. Names of zones may have capitals too. They can't be the name of a
square or one of the words `all`, `light`, `dark`, `file`, `rank` and `edge`. Names of clauses
consist of letters, digits, `-`, `_` and `.`.";

    NameRepeated = 108, "repeated name",
        r"Two seats have the same name. Rename one of them.";

    InvalidSeatKey = 109, "invalid seat key",
        r"A seat's key is one lower-case letter. `d` and `x` are taken, because in FEN they mean a
dead piece and a hole.";

    SeatKeyRepeated = 110, "repeated seat key",
        r"Two seats have the same key, so pictures can't distinguish their pieces. Change one of the
keys.";

    SeatCount = 111, "wrong number of seats",
        r"A game has 2 to 8 seats, each with a separate `[[seats]]` table.";

    InvalidColour = 112, "invalid colour",
        r"A colour is `#` and three or six hexadecimal digits, such as `#d9b300`, or `#db0` for
short.";

    TeamNamedAsSeat = 113, "team with the name of a seat",
        r"A seat without a team forms a team that has the seat's name. Here, other seats have a team
with the same name. Give the seat that team, or rename the team.";

    InvalidPieceLetter = 114, "invalid piece letter",
        r"A piece's letter is one capital letter from A to Z.";

    PieceLetterRepeated = 115, "repeated piece letter",
        r"Two kinds of piece have the same letter, so pictures can't distinguish them. Change one of
the letters.";

    KindCount = 116, "wrong number of kinds",
        r"A game has 1 to 26 kinds of piece, because each needs its own capital letter. Kinds that
`[pieces]` inherits count too.";

    BoardShape = 119, "no such shape of a board",
        r#"A mask is a picture or one of three shapes. `mask = "10x8"` has ten files and eight ranks.
`mask = "cross-14"` is 14 by 14 with four arms of eight squares each, and `"cross-8x4"` is 8 by 8
with arms of four. `mask = "diamond-13"` is a square of 13 by 13 on its corner. Draw any other board
with `.` and `#`."#;

    MaskCell = 120, "invalid cell in a mask",
        r#"A mask is drawn with `.` for a square and `#` for a hole, without spaces, one rank a line.

```toml
mask = """
#..#
....
"""
```"#;

    MaskRows = 121, "rows of different lengths",
        r"All rows of a mask have the same length. Fill short rows with `#`.";

    BoardSize = 122, "invalid board size",
        r"A board has 1 to 1024 squares, and at most 32 files and 32 ranks.";

    InvalidWall = 123, "invalid wall",
        r"A wall is written as the two cells that it separates, as in `d4|e4`. They may be holes,
but must lie within the rectangle of the mask.";

    WallBetweenDistantCells = 124, "wall between distant cells",
        r"A wall separates two cells that share an edge. `d4|e4` and `d4|d5` are walls, but `d4|e5`
is not.";

    SquareSet = 125, "invalid square set",
        r#"The set can't be read, names a square that does not exist, or is empty.
`quadrille explain squares` shows the grammar.

```toml
[zones]
home = "a1..h2 - d1"     # a difference has a space before its minus
```"#;

    ZoneCycle = 126, "circular zones",
        r"Zones may refer to each other in any order, but no zone may depend on itself.";

    ZoneCount = 127, "too many zones",
        r"A ruleset has at most 256 zones. Scripts can also use square sets without naming them.";

    InvalidLine = 128, "invalid line",
        r"A line drawn on the board is written as the squares at its ends, as in `a1-h8`. They must
be two different squares of one rank, file or diagonal.";

    InvalidPortal = 129, "invalid portal",
        r"A portal is written as its squares, as in `d4=k11`. A piece that enters one of them comes
out of the other. With three or more squares, as in `d4=k11=g7`, it comes out of the next one. A
square can be in only one portal, and only once.";

    PictureCell = 130, "invalid cell in a picture",
        r#"A cell is `.` for an empty square, `#` for a hole, or a piece. A piece is the seat's key
and the piece's letter. A sign (`^`, `>`, `v`, `<`) follows if the piece does not face the way its
seat does. White space separates cells.

```toml
picture = """
#  yK yP>
.  .  gK
"""
```"#;

    PictureSize = 131, "wrong picture size",
        r"A picture has a row for each rank of the board and a cell for each file, holes included.";

    PictureSeatKey = 132, "no seat with that key",
        r"The lower-case letter of a piece must be the key of a seat under `[[seats]]`.";

    PicturePieceLetter = 133, "no piece with that letter",
        r"The capital letter of a piece must be the letter of a kind under `[pieces]`.";

    PieceOnHole = 134, "piece on a hole",
        r"The picture has a piece where the mask has a hole. Often the row is shifted by a cell.";

    PictureContradictsMask = 135, "picture contradicts the mask",
        r"A hole of the mask is `#` in pictures too, and an empty square is `.`. Only the first
contradiction in a row is reported, because it usually shifts the rest.";

    SeatWithoutRoyal = 136 (Deny), "seat without a royal",
        r#"The ruleset has royal pieces, but this seat starts without one, on the board or in hand.
So it could never be mated. Add a royal piece to the picture, or remove `royal = true` from the
pieces. If the seat is meant to play without one, as a horde of pawns does, write
`seat-without-royal = "allow"` under `[lints]`."#;

    NoSuchArray = 137, "no such array",
        r#"`[rules] array = "long"` needs a table `[array.long]` with a picture."#;

    NoSuchSeatInOrder = 140, "no such seat in the turn order",
        r"`order` lists names of seats, as they are under `[[seats]]`.";

    OrderLength = 141, "wrong length of the turn order",
        r"The turn order has 1 to 64 entries. It repeats, so one round is enough.";

    InvalidPresetName = 142, "invalid preset name",
        r"A preset is written after an at sign, as in `some-game@some-preset`. So its name can't
contain `@`, a slash, a backslash or a space. `default` means no preset.";

    ClauseCount = 143, "too many clauses",
        r"A ruleset has at most 1000 clauses. Clauses under `[clauses]`, of scripts and of the
extended rulesets all count.";

    NoSuchSource = 144 (Warn), "no such source",
        r#"A clause names the key of a source that `[variant] sources` does not have.

```toml
sources = [{ key = "book", cite = "A. Author, A Book, 1881" }]

[clauses]
V1 = { text = "…", source = "book" }
```"#;

    InvalidScriptEntry = 145, "not a script",
        r"A script is a file of the folder, such as `mate.rhai`, or a plugin, such as
`plugin:draws`. Paths are not accepted.";

    IdIsNotFolderName = 146 (Warn), "id and folder differ",
        r"A ruleset is found by the name of its folder and cited by its id. Give both the same name.";

    NotALint = 147, "no such lint",
        r#"`[lints]` gives a warning, by its name or code, the level `allow`, `warn` or `deny`.
Errors have no level, and can't be allowed.

```toml
[lints]
unused-zone = "allow"
```"#;

    Notation = 201, "invalid movement notation",
        r"A piece's `moves` can't be read. `quadrille explain notation` shows every letter.";
        }
    };
}
