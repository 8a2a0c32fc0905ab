//! Codes of `geometry.toml` and of movement notation.

macro_rules! manifest {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    UnknownKey = 101, "unknown key",
        r#"The format has no such key in this place. Unknown keys are errors, because otherwise a
misspelt key could change a game without a message.

```toml
[board]
masc = "…"      # wrong
mask = "…"
```"#;

    WrongType = 102, "wrong type",
        r#"The key takes a value of another type. For example, `value = "3"` is a string, and
`value = 3` is an integer."#;

    MissingKey = 103, "missing key",
        r"The table needs this key. Write it in this file, or in a ruleset that this ruleset
extends.";

    NumberOutOfRange = 104, "number out of range",
        r"The number is too small or too large for this key. The help states the range.";

    UnknownWord = 105, "unknown word",
        r#"The key takes one of a few words, as in `facing = "north"` or `light = "even"`."#;

    NotATunable = 106, "not a tunable",
        r#"Write a tunable as the script's name, a dot, and the constant's name in capitals. Put
the whole name in quotes, because TOML would otherwise read the part before the dot as the name of a
table.

```toml
[tunables]
"mate.AFTER_MATE" = "remove"
```"#;

    InvalidName = 107, "invalid name",
        r"Names of seats, pieces and arrays start with a lower-case letter and consist of
lower-case letters, digits, `-` and `_`. Names of zones may have capitals too. A zone can't have the
name of a square, or one of the names `all`, `light`, `dark`, `file`, `rank` and `edge`. Names of
clauses consist of letters, digits, `-`, `_` and `.`. Titles and names have at most 200 characters.";

    NameRepeated = 108, "repeated name",
        r"Two seats have the same name. Rename one of them.";

    InvalidSeatKey = 109, "invalid seat key",
        r"A seat's key is one lower-case letter. `d` and `x` are not available, because FEN uses
them for dead pieces and for holes.";

    SeatKeyRepeated = 110, "repeated seat key",
        r"Two seats have the same key, so pictures can't distinguish their pieces. Change one
of the keys.";

    SeatCount = 111, "wrong number of seats",
        r"A game has 2 to 8 seats, each with a separate `[[seats]]` table.";

    InvalidColour = 112, "invalid colour",
        r"A colour is `#` and three or six hexadecimal digits, such as `#d9b300`, or `#db0` for
short.";

    TeamNamedAsSeat = 113, "team with the name of a seat",
        r"A seat without `team` plays alone, in a team that has the name of the seat. But other
seats of this game already have a team of that name. Either give this seat the same team, or rename
the team.";

    InvalidPieceLetter = 114, "invalid piece letter",
        r"A piece's letter is one capital letter from A to Z.";

    PieceLetterRepeated = 115, "repeated piece letter",
        r"Two kinds of piece have the same letter, so pictures can't distinguish them. Change
one of the letters.";

    KindCount = 116, "wrong number of kinds",
        r"A game has 1 to 26 kinds of piece, because each kind needs a different capital letter.
Inherited kinds count too.";

    BoardShape = 119, "no such shape of a board",
        r#"A mask is a picture, or the name of a rectangle, a cross or a diamond. `mask = "10x8"`
has ten files and eight ranks. `mask = "cross-14"` is a cross of 14 by 14 with four arms, each eight
squares wide. `mask = "cross-8x4"` is a cross of 8 by 8 with arms four squares wide.
`mask = "diamond-13"` is a square turned by 45°, 13 files wide and 13 ranks high. Draw any other
board with `.` and `#`."#;

    MaskCell = 120, "invalid cell in a mask",
        r#"A mask is drawn with `.` for a square and `#` for a hole, without spaces. Each line is
one rank.

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
        r"Write a wall as the two cells that it separates, as in `d4|e4`. These cells may be
holes, but they must lie within the rectangle of the mask.";

    WallBetweenDistantCells = 124, "wall between distant cells",
        r"A wall separates two cells that share an edge. `d4|e4` and `d4|d5` are valid walls, but
`d4|e5` is not, because these cells touch only at a corner.";

    SquareSet = 125, "invalid square set",
        r#"Quadrille can't read the set, or the set is empty, or it names a square that does not
exist. `quadrille explain squares` shows the grammar of square sets.

```toml
[zones]
home = "a1..h2 - d1"     # a difference has a space before its minus
```"#;

    ZoneCycle = 126, "circular zones",
        r"Zones may refer to each other in any order, but no zone may depend on itself.";

    ZoneCount = 127, "too many zones",
        r"A ruleset has at most 256 zones. Scripts can also use square sets that are not zones.";

    InvalidLine = 128, "invalid line",
        r"Each entry of `lines` draws a line on the board. Write the squares at its two ends, as
in `a1-h8`. The ends must be different squares of one rank, file or diagonal.";

    InvalidPortal = 129, "invalid portal",
        r"Write the squares of a portal with `=` between them, as in `d4=k11`. A piece that
enters one square comes out on the other. If there are three or more squares, as in `d4=k11=g7`, the
piece comes out on the next square in the list. A square can belong to only one portal, and a portal
lists each square once.";

    PictureCell = 130, "invalid cell in a picture",
        r#"A cell is `.` for an empty square, `#` for a hole, or a piece. A piece is the seat's key
and the piece's letter. If the piece does not face in the same direction as its seat, add a sign for
its direction (`^`, `>`, `v`, `<`). White space separates cells.

```toml
picture = """
#  yK yP>
.  .  gK
"""
```"#;

    PictureSize = 131, "wrong picture size",
        r"A picture has a row for each rank of the board. A row has a cell for each file,
including holes.";

    PictureSeatKey = 132, "no seat with that key",
        r"The lower-case letter of a piece must be the key of a seat under `[[seats]]`.";

    PicturePieceLetter = 133, "no piece with that letter",
        r"The capital letter of a piece must be the letter of a kind under `[pieces]`.";

    PieceOnHole = 134, "piece on a hole",
        r"The picture has a piece where the mask has a hole. Often the whole row is shifted by one
cell.";

    PictureContradictsMask = 135, "picture contradicts the mask",
        r"The picture and the mask must have the same holes. A hole is `#` in both, and an empty
square is `.`. Quadrille reports only the first contradiction of a row, because the rest of the row
is usually shifted, too.";

    SeatWithoutRoyal = 136 (Deny), "seat without a royal",
        r#"The ruleset has royal pieces, but this seat has none at the start, on the board or in
hand. So the seat could never be mated. Add a royal piece to the picture, or remove `royal = true`
from the pieces. If the seat should play without a royal piece, as a horde of pawns does, write
`seat-without-royal = "allow"` under `[lints]`. A seat without pieces and turns needs no royal
piece."#;

    NoSuchArray = 137, "no such array",
        r#"`[rules] array = "long"` needs a table `[array.long]` with a picture."#;

    NoSuchSeatInOrder = 140, "no such seat in the turn order",
        r"`order` lists seats by their names under `[[seats]]`.";

    OrderLength = 141, "wrong length of the turn order",
        r"The turn order has 1 to 64 entries. The game repeats the order, so you need to list only
one round.";

    InvalidPresetName = 142, "invalid preset name",
        r"Users write the name of a preset after an at sign, as in `some-game@some-preset`, and
join presets with `+`. So the name of a preset can't contain `@`, `+`, a slash, a backslash or a
space. `default` is not available either, because it means no preset.";

    ClauseCount = 143, "too many clauses",
        r"A ruleset has at most 1000 clauses. Clauses under `[clauses]`, in scripts and in the
extended rulesets all count.";

    NoSuchSource = 144 (Warn), "no such source",
        r#"The `source` of a clause is the key of an entry under `[variant] sources`. No entry has
this key.

```toml
sources = [{ key = "book", cite = "A. Author, A Book, 1881" }]

[clauses]
V1 = { text = "…", source = "book" }
```"#;

    InvalidScriptEntry = 145, "not a script",
        r"List a script by its file name, such as `mate.rhai`, or a plugin by its name, such as
`plugin:draws`. A path is not accepted, so the file must be in the ruleset's folder.";

    IdIsNotFolderName = 146 (Warn), "id and folder differ",
        r"Quadrille finds a ruleset by the name of its folder, but reports cite the ruleset's id.
Make the id and the folder's name equal.";

    NotALint = 147, "no such lint",
        r#"`[lints]` sets the level of a lint to `allow`, `warn` or `deny`. Write the name of the
lint or its code. Errors are not lints, so they have no level.

```toml
[lints]
unused-zone = "allow"
```"#;

    HiddenKinds = 148, "invalid hidden kinds",
        r#"`hidden = true` in a piece or a seat hides kinds from opponents. The table `[hidden]`
names the kind that opponents see instead. This kind is not hidden itself.

```toml
[pieces]
marshal = { letter = "M", moves = "W", hidden = true }
unknown = { letter = "U", moves = "" }

[hidden]
shown_as = "unknown"
```"#;

    Notation = 201, "invalid movement notation",
        r"Quadrille can't read the `moves` of a piece. `quadrille explain notation` shows every
letter.";
        }
    };
}
