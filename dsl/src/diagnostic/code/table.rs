//! The table of codes: number, title, and an explanation in Markdown with an example or a fix.
//!
//! `docs/reference/codes.md` is made from it: `UPDATE=1 cargo test -p quadrille-dsl reference_page`.

use super::codes;

codes! {
    NoSuchRuleset = 1, "no such ruleset",
        r"A ruleset is named by the id of a shipped one (see `quadrille list`) or by the path of a folder with a
`geometry.toml`. A preset follows an at sign: `some-game@some-preset`.";

    NoManifest = 2, "no geometry.toml",
        r"A ruleset is a folder with a file of exactly that name. Look for a capital letter or another extension.";

    FileTooLarge = 3, "file too large",
        r"A text file of a ruleset may have at most 1 MiB. Rulesets have a few kilobytes, so this is probably
the wrong file.";

    NotUtf8 = 4, "not UTF-8",
        r"The file contains bytes that are not UTF-8 text. Save it as UTF-8 in the editor.";

    EmptyFile = 5, "empty file",
        r#"The file has no key. The shortest ruleset has `[variant]`, `[board]`, `[[seats]]`, `[pieces]` and
`[array]`, or inherits them:

```toml
extends = "some-game"
```"#;

    TomlSyntax = 6, "invalid TOML",
        r#"The file breaks TOML's own grammar: a quote or bracket is not closed, a key is repeated, a value is
missing.

```toml
title = Four Kings       # wrong: a string has quotes
title = "Four Kings"
```"#;

    NoSuchPreset = 7, "no such preset",
        r"`some-game@some-preset` needs a table `[presets.some-preset]` in that ruleset or in one that it extends.
`some-game@default` is the ruleset without a preset.";

    NoSuchParent = 8, "no such ruleset to extend",
        r"`extends` takes the id of a ruleset, or the path of a folder inside or beside this ruleset's, without a
preset.";

    InheritanceCycle = 9, "circular inheritance",
        r"Two rulesets extend each other, or one extends itself. Remove one `extends`.";

    InheritanceTooDeep = 10, "inheritance too deep",
        r"At most eight rulesets may extend one another. `quadrille show --resolved` prints a ruleset flattened;
extend the result instead.";

    NoSuchScript = 11, "no such script",
        r#"A script under `[rules] scripts` is a file of the ruleset's folder, or of a folder that it extends.

```toml
[rules]
scripts = ["mate.rhai", "plugin:draws"]
```"#;

    NoSuchPlugin = 12, "no such plugin",
        r"`plugin:draws` is the file `draws.rhai` among the plugins. A script of the ruleset's own folder is
written with its extension and without `plugin:`.";

    ScriptNameRepeated = 13, "two scripts with one name",
        r"Tunables refer to a script by its name without extension, so `draws.rhai` and `plugin:draws` can't both
be listed.";

    ScriptNotListed = 14, "script not listed",
        r"A rule script is in the folder, but not in `[rules] scripts`, so it does nothing (a warning). Add it to
the list or remove the file.";

    TableTooLarge = 15, "table too large",
        r"A table may have at most 2000 keys; the rest is not read.";

    NothingToDrop = 16, "nothing to drop",
        r#"`drop` names what a ruleset doesn't inherit: a table and a key, as `extends` would have inherited them.

```toml
extends = "older-game"
drop = ["clauses.V11", "presets.removal", "zones.centre"]
```"#;

    UnknownKey = 101, "unknown key",
        r#"The format has no such key in this place. Unknown keys are errors, so that a misspelt key can't change
a game unnoticed.

```toml
[board]
masc = "…"      # wrong
mask = "…"
```"#;

    WrongType = 102, "wrong type",
        r#"The key takes a value of another type: `value = "3"` is a string, `value = 3` an integer."#;

    MissingKey = 103, "missing key",
        r"The table needs this key, here or in a ruleset that it extends.";

    NumberOutOfRange = 104, "number out of range",
        r"The number is too small or too large for this key. The help states the range.";

    UnknownWord = 105, "unknown word",
        r#"The key takes one of a few words: `facing = "north"`, `light = "even"`."#;

    NotATunable = 106, "not a tunable",
        r#"A tunable is written as the script's name, a dot, and the constant's name in capitals, all in quotes.
Without the quotes TOML reads a table.

```toml
[tunables]
"mate.AFTER_MATE" = "remove"
```"#;

    InvalidName = 107, "invalid name",
        r"Names of seats, pieces and arrays start with a small letter and consist of small letters, digits, `-` and
`_`. Names of zones may have capitals too, but can't be the name of a square or one of the words
`all`, `light`, `dark`, `file`, `rank` and `edge`. Names of clauses consist of letters, digits, `-`, `_`
and `.`.";

    NameRepeated = 108, "repeated name",
        r"Two seats have the same name. Rename one of them.";

    InvalidSeatKey = 109, "invalid seat key",
        r"A seat's key is one small letter. `d` and `x` are taken: in FEN they mean a dead piece and a hole.";

    SeatKeyRepeated = 110, "repeated seat key",
        r"Two seats have the same key, so pictures can't tell their pieces apart. Change one of them.";

    SeatCount = 111, "wrong number of seats",
        r"A game has 2 to 8 seats, each a `[[seats]]` of its own.";

    InvalidColour = 112, "invalid colour",
        r"A colour is `#` and three or six hexadecimal digits: `#d9b300`, or `#db0` for short.";

    TeamNamedAsSeat = 113, "team with the name of a seat",
        r"A seat without a team is a team of its own, named after the seat; here other seats have a team with
that name. Make the intention clear: give the seat that team, or rename the team.";

    InvalidPieceLetter = 114, "invalid piece letter",
        r"A piece's letter is one capital letter from A to Z.";

    PieceLetterRepeated = 115, "repeated piece letter",
        r"Two kinds of piece have the same letter, so pictures can't tell them apart. Change one of them.";

    KindCount = 116, "wrong number of kinds",
        r"A game has 1 to 31 kinds of piece: `[pieces]` declares them, together with those of its parent.";

    BoardShape = 119, "no such shape of a board",
        r#"A mask is a picture, or one of two shapes: `mask = "10x8"` has ten files and eight ranks, and
`mask = "cross-14"` is 14 by 14 with four arms of eight squares each. Any other board is drawn with `.` and `#`."#;

    MaskCell = 120, "invalid cell in a mask",
        r#"A mask is drawn with `.` for a square and `#` for a hole, without spaces, one rank a line.

```toml
mask = """
#..#
....
"""
```"#;

    MaskRows = 121, "rows of different lengths",
        r"All rows of a mask have the same length. Fill short ones with `#`.";

    BoardSize = 122, "invalid board size",
        r"A board has at least one square, at most 256, and at most 26 files and 26 ranks.";

    InvalidWall = 123, "invalid wall",
        r"A wall is written as the two cells that it separates: `d4|e4`. They may be holes, but must lie within the
rectangle of the mask.";

    WallBetweenDistantCells = 124, "wall between distant cells",
        r"A wall separates two cells that share an edge. `d4|e4` and `d4|d5` are walls, `d4|e5` is not.";

    SquareSet = 125, "invalid square set",
        r#"The set can't be read, names a square or zone that does not exist, or is empty. `quadrille explain
squares` shows the grammar.

```toml
[zones]
home = "a1..h2 - d1"     # a difference has a space before its minus
```"#;

    ZoneCycle = 126, "circular zones",
        r"Zones may refer to each other in any order, but no zone may depend on itself.";

    ZoneCount = 127, "too many zones",
        r"A ruleset has at most 256 zones. Scripts may also use square sets without naming them.";

    InvalidLine = 128, "invalid line",
        r"A line drawn on the board is written as the squares at its ends: `a1-h8`. They are two different squares of
one rank, file or diagonal.";

    PictureCell = 130, "invalid cell in a picture",
        r#"A cell is `.` for an empty square, `#` for a hole, or a piece: the seat's key, the piece's letter, and a
sign (`^`, `>`, `v`, `<`) if it faces another way than its seat. Cells are separated by white space.

```toml
picture = """
#  yK yP>
.  .  gK
"""
```"#;

    PictureSize = 131, "wrong picture size",
        r"A picture has a row for each rank of the board and a cell for each file, holes included.";

    PictureSeatKey = 132, "no seat with that key",
        r"The small letter of a piece is the key of a seat under `[[seats]]`.";

    PicturePieceLetter = 133, "no piece with that letter",
        r"The capital letter of a piece is the letter of a kind under `[pieces]`.";

    PieceOnHole = 134, "piece on a hole",
        r"The mask has a hole where the picture has a piece. Often the row is shifted by a cell.";

    PictureContradictsMask = 135, "picture contradicts the mask",
        r"A hole of the mask is `#` in pictures too, and an empty square is `.`. Only the first contradiction of a
row is reported, since it usually shifts the rest.";

    SeatWithoutRoyal = 136, "seat without a royal",
        r"The ruleset has royal pieces, but this seat starts without one, on the board or in hand, so it could never
be mated. Add one to the picture, or remove `royal = true` from the pieces.";

    NoSuchArray = 137, "no such array",
        r#"`[rules] array = "long"` needs a table `[array.long]` with a picture."#;

    NoSuchSeatInOrder = 140, "no such seat in the turn order",
        r"`order` lists names of seats, as they are under `[[seats]]`.";

    OrderLength = 141, "wrong length of the turn order",
        r"The turn order has 1 to 64 entries. It repeats, so one round is enough.";

    InvalidPresetName = 142, "invalid preset name",
        r"A preset is written after an at sign, `some-game@some-preset`, so its name can't contain `@`, a slash,
a backslash or a space. `default` means no preset.";

    ClauseCount = 143, "too many clauses",
        r"A ruleset has at most 1000 clauses: those under `[clauses]` and those of its scripts, with its parent's.";

    NoSuchSource = 144, "no such source",
        r#"A clause names the key of its source, and `[variant] sources` has none with that key (a warning).

```toml
sources = [{ key = "book", cite = "A. Author, A Book, 1881" }]

[clauses]
V1 = { text = "…", source = "book" }
```"#;

    InvalidScriptEntry = 145, "not a script",
        r"A script is a file of the folder, `mate.rhai`, or a plugin, `plugin:draws`. Paths are not accepted.";

    IdIsNotFolderName = 146, "id and folder differ",
        r"A ruleset is found by the name of its folder and cited by its id (a warning). Give both the same name.";

    Notation = 201, "invalid movement notation",
        r"A piece's `moves` can't be read. `quadrille explain notation` shows every letter.";

    ScriptTooLarge = 300, "script too large",
        r"The message states the limit. Split the script: each should hold one rule, or a few that belong together.";

    ScriptNotText = 301, "not a text",
        r"The script contains a NUL character, so it is not a plain text file.";

    Unclosed = 302, "unclosed bracket, string or comment",
        r"Brackets are closed by their own kind, in reverse order of opening; a string in quotes ends on its line;
`/*` ends with `*/`.";

    NestingTooDeep = 303, "brackets nested too deeply",
        r"Too many brackets are open at once. Move inner parts into helper functions.";

    NotAtTopLevel = 304, "not allowed at the top level",
        r#"The top level of a script has only `//!` lines, tunables and functions; `//` lines document a tunable, `///`
lines a function. Everything that is to happen is inside a hook.

```rhai
// How many plies a king may stay.
const PLIES = 3;

/// It is counted.
fn on_move(game, seat, piece, from, to) { add_counter("plies", seat, 1) }
```"#;

    ScriptSyntax = 305, "invalid Rhai",
        r"The script can't be parsed. The mistake is at the reported place or just before it.";

    ForbiddenWord = 306, "word not available in rule scripts",
        r"`import`, `export`, `eval`, `global::`, `Fn`, `curry`, `print`, `debug`, `sleep` and `timestamp` reach
outside the game or hide what a rule does. The help says what to write instead.";

    NestedSwitches = 307, "nested switches",
        r"A `switch` inside a case of another, inside a case of a third: each has many values, and their combinations are
too many to check. Move the inner ones into helper functions.";

    TunableNotInCapitals = 310, "tunable not in capitals",
        r"The name of a tunable has capitals, digits and `_` only, as in `AFTER_MATE`, so that nothing else is
mistaken for one.";

    TunableNotLiteral = 311, "tunable without a literal value",
        r"A tunable is a literal: `true` or `false`, an integer of 64 bits, or a string in quotes.

```rhai
const LIMIT = 2 * 25;    // wrong
const LIMIT = 50;
```";

    UnusedTunable = 313, "unused tunable",
        r"Setting it would change nothing (a warning). Use it or remove it.";

    TunableShadowed = 314, "variable with the name of a tunable",
        r"A name in capitals is a tunable's, and would silently replace a parameter or variable. Rename the
variable in small letters.";

    DefaultNotListed = 315, "default not among the values",
        r"A tunable has a line `// one of: …` that does not list its own value.";

    NoSuchTunable = 316, "no such tunable",
        r"`--set` or a preset names a constant that no script has, or that several have. Write the script's name
before it: `mate.AFTER_MATE`.";

    InvalidTunableValue = 317, "invalid value of a tunable",
        r"The value has another type than the script's own, or is not listed under `// one of:`.";

    InvalidValueList = 318, "invalid list of values",
        r"`// one of: freeze, remove` precedes a tunable that is a string, and lists words.";

    TunableCount = 319, "too many tunables",
        r"The message states the limit. Split the script.";

    NoSuchHook = 320, "no such hook",
        r"A function named `on_…`, or almost like a hook, is not in the catalogue, so it would never run.

```rhai
fn on_mated(game, seat) { … }    // wrong
fn on_mate(game, seat) { … }
```";

    HookParameters = 321, "wrong parameters of a hook",
        r"A hook has as many parameters as the catalogue says; their names are free.";

    DefinedTwice = 322, "defined twice",
        r"Two functions or tunables of a script have the same name. The second would silently replace the first.";

    UnusedHelper = 323, "unused helper",
        r"No hook calls this function, directly or through others (a warning).";

    HelperHidesFunction = 324, "helper that hides a function",
        r"A function of the language or of the interface has this name, and the helper would silently replace it.
Rename the helper.";

    TwoDefiners = 325, "tabulated hook defined twice",
        r"`promotes`, `arrives`, `may_enter` and `dice_allows` are evaluated once, at load, so only one script of a
ruleset can define each.";

    InvalidScriptName = 326, "invalid script name",
        r"The name of a script's file consists of letters, digits, `-` and `_`, then `.rhai`, and no other script or
plugin of the ruleset has the same name.";

    HookLineOnHelper = 327, "hook line on a helper",
        r"`/// clause:` and `/// when:` belong to hooks. Put them on the hook that calls the helper.";

    InvalidHookLine = 328, "invalid clause or when line",
        r"`/// clause: V11` names one clause. `/// when:` lists conditions separated by commas: kinds (`pawn or
king`), `to ZONE`, `from ZONE`, `capture`, `no capture`, `check`, `no check`, `at most N of queen or rook`, the
same with `per team` after it, `every ply`.";

    ConditionDoesNotFit = 329, "condition that does not fit",
        r"The `when:` line names a piece or zone that the ruleset does not have, or a condition that this hook
does not take.";

    HookRunsEveryPly = 330, "hook that runs every ply",
        r"A hook that runs every ply costs more than the ply itself (a warning). Narrow it with `/// when:`, with
commas between conditions, as in `/// when: king, to ZONE`, or write `/// when: every ply` if that is intended.";

    HookRunsForMoves = 331, "hook that runs for every move",
        r"`extra_moves` and `forbids` run wherever moves are listed, `forbids` once for each move, and cost many times
as much as the moves (a warning). Most rules can be declared: a movement with conditions, `may_enter`, `rules.captures`, or
an effect such as `restrict`. If yours can't be, say that this is intended, and narrow it as far as you can:

```rhai
/// when: knight, capture, every ply
fn forbids(game, move) { game.in_check(move.seat) }
```";

    NoSuchFunction = 340, "no such function",
        r"Neither the script, nor the interface, nor the language has a function of this name.";

    WrongArguments = 341, "wrong arguments",
        r"The function exists, but takes other arguments or is called as a method. The help shows how.";

    InvalidProperty = 342, "invalid property",
        r"Nothing has a property of this name, or the property is read-only: a script changes the game by
effects, such as `remove(square)`.";

    SwitchNeverMatches = 343, "switch that never matches",
        r"`switch` compares with literals, and a seat, square or piece is not one. Compare with `==`, or switch on its
name.";

    UnknownName = 344, "unknown name",
        r"The text is none of the words that the function takes, or the ruleset has no seat, square, zone, piece,
state, counter or mark of that name.";

    ComparisonNeverTrue = 345, "comparison that is never true",
        r#"A seat, square or piece is compared with a text. Compare its `.name` or `.kind`, or convert the text
first: `seat("yellow")`."#;

    WrongPhase = 346, "function in the wrong kind of hook",
        r"Declarations belong to `define`; effects and the game belong to event hooks; tabulated hooks have
neither, since they run before there is a game. Hooks about moves see the game and have no effects.";

    ClosureUsesChainHead = 347, "closure that uses the start of its chain",
        r#"Rhai locks the variable at the start of a chain of method calls, so a closure in the chain can't use it.
Start the chain with another variable.

```rhai
game.pieces(seat).filter(|s| game.piece(s).kind == "pawn")    // wrong
let list = game.pieces(seat);
list.filter(|s| game.piece(s).kind == "pawn")
```"#;

    FunctionAsValue = 348, "function used as a value",
        r#"A closure stands where it is called at once: as an argument of a method such as `filter`, `map`, `all` or
`sort`. It can't be kept in a variable, an array or a map, returned, or given to a helper, since a value that
holds functions could hold itself and would never be freed. The name of a function is followed by its arguments.

```rhai
let first = |s| s.rank == 1;                     // wrong
let list = game.pieces(seat).filter(first);

let list = game.pieces(seat).filter(|s| s.rank == 1);
```"#;

    IdleStatement = 349, "statement that does nothing",
        r#"A text stands by itself as a statement (a warning), so what was to be done with it is not done.

```rhai
("V12");          // wrong
clause("V12");
```"#;

    DefineFailed = 350, "define failed",
        r"The script's `define` stopped with an error at load.";

    InvalidDeclaration = 351, "invalid declaration",
        r"A declaration got a value that it can't use: an unknown word, a number out of range, something declared
twice.";

    TabulatedHookFailed = 352, "tabulated hook failed",
        r"The hook stopped with an error when it was called; the message names the piece and the square.";

    InvalidAnswer = 353, "invalid answer of a tabulated hook",
        r"The hook returned something of the wrong form. The help says what it may return.";

    NoDice = 354, "no dice declared",
        r"The script says which dice allow which pieces, and no script declares dice: `rules.dice(count, [[face,
weight], …])`.";

    ContradictoryRules = 401, "contradictory rules",
        r"Each file is valid by itself, but the game that they describe can't be played. The message says what
contradicts what; either may come from the file or from a script's declaration.";

    PieceNeverMoves = 402, "piece that never moves",
        r"The notation is valid, but leads nowhere from any square of this board (a warning): a leap may be
longer than the board is wide. Or a piece of the array stands where none of its moves leads anywhere, often
because it faces the wrong way.";

    PieceNeverAppears = 403, "piece that never appears",
        r"No array has this piece, nothing promotes to it, and no script names it (a warning).";

    UnusedZone = 404, "unused zone",
        r"No script and no other zone names this zone, nor its name without a seat's (a warning). A misspelt zone in
the script would look just like this.";

    SeatWithoutTurn = 406, "seat without a turn",
        r"The turn order leaves this seat out (a warning). That is useful only if a script brings it in.";

    LonelyTeam = 407, "team of one with almost the name of another",
        r#"A seat is alone in a team whose name differs by a letter or so from that of another team (a warning). If the
name is misspelt, partners play against each other.

```toml
team = "mooon"   # wrong: a team of its own
team = "moon"
```"#;

    ClauseNotStated = 408, "clause that is stated nowhere",
        r"A script of the ruleset names a clause that neither `[clauses]` nor `rules.clause` states, in a ruleset that
states others (a warning). A clause of that name is made and counted, and the one that was meant is not. Plugins
may name clauses that only their own documentation states.";

    MovementNeverMade = 409, "movement that can never be made",
        r"A movement that a script declares leads nowhere, or has a condition that never holds: a mark that nothing sets, a
partner where nobody has one, a capture that the notation does not allow (a warning). The message says which.";

    MarkNeverRead = 410, "mark that nothing reads",
        r"A mark is declared, and no movement or hook asks for it (a warning), so that setting it changes nothing.";

    PieceGetsStuck = 411, "piece that gets stuck",
        r"Pieces of this kind come to squares that they can never leave, and nothing promotes or turns them on their way
(a warning). Usually a script or plugin for promotion is missing, or names other squares.";

    HookWithoutEffect = 412, "hook without an effect",
        r"An event hook calls no effect, neither itself nor through helpers (a warning), so nothing happens when it is
called. `clause(…)` by itself is no effect. `on_draw` may have none, since it then prevents the draw.";

    HandNeverDropped = 413, "piece in hand that can't be dropped",
        r#"A hook adds pieces to a hand, and no `rules.hand` says where a piece of that kind may be dropped (a warning), so
it stays in hand for the rest of the game. A kind that a hand does not hold at the start is declared with 0:

```rhai
rules.hand(seat, #{ duck: 0 }, zone("lake"));
```"#;

    PresetWithoutChanges = 414, "preset that changes nothing",
        r"A preset has clauses alone: no description, and no rule or tunable that it changes (a warning), so that the game
is the same with it. Usually the name in a heading such as `[presets.NAME.clauses]` is misspelt.";

    HookFailedInPlay = 601, "script failed in a game",
        r"A rule script threw an error, requested something invalid, or hit a limit (operations, depth of
calls, size of a string or array) in one of the random games that `check` plays. The message names the
hook, and the file and line where it happened. The help says how to play that game again.";

    BrokenPosition = 602, "inconsistent position",
        r"After an action the parts of a position contradict each other. Rules can't cause that by themselves: it is
a bug in this program, and the position in the help is what its authors need.";

    UnwritablePosition = 603, "position that can't be written",
        r"A position that came up in play changed when it was written as FEN and read again, so it could
not be saved or shown. It is a bug in this program, like Q0602.";

    CheckOutOfTime = 604, "not checked in time",
        r"`check` stopped before everything was checked, because the time of `--time` was over (a warning). Give it more
time, or make the scripts, games or lessons shorter.";

    LessonKeys = 610, "contradictory or missing lesson keys",
        r#"A position is given by `fen` alone, or by `pieces` and `turn`, with `options` if necessary. A lesson that
can't be played has neither a position nor expectations.

```toml
[[lesson]]
clause = "V9"
says = "A pawn leaps over a partner's pawn."
pieces = "yKh1 wKg14 yPe5 wPe6"
turn = "yellow"                # `pieces` needs it
legal = "e5-e7"
```"#;

    LessonExpectsNothing = 611, "lesson that expects nothing",
        r#"A lesson states what is legal, what fires, where pieces stand, or at least plays legal actions. A clause
that no position can show has `unplayable = "why"`."#;

    LessonWithoutClause = 612, "lesson about an unknown clause",
        r"The ruleset has no clause of that name, neither under `[clauses]` nor in a script.";

    LessonRules = 613, "invalid rules of a lesson",
        r"The preset or the tunables that the lesson asks for do not exist or do not work; the message says why.";

    LessonPosition = 614, "invalid position of a lesson",
        r"The position can't be read or played from: a square that the board does not have, two pieces on one
square, a state that the rules do not know. A piece is written as in FEN, with its square after the letter:
`wPe6^s`.";

    LessonPlay = 615, "illegal action in a lesson",
        r"An action under `play` is not legal at that point. The help shows similar legal actions.";

    InvalidExpectation = 616, "invalid expectation",
        r"An expectation names a seat, square, state, counter or clause that does not exist, or an action that can't be
read.";

    VacuousExpectation = 617, "expectation that can't fail",
        r"An illegal action starts on an empty square, or a silent clause is one that no script ever
counts. Such an expectation holds under any rules, and usually hides a misspelt square.";

    ExpectationFailed = 618, "failed expectation",
        r"The lesson states what must hold, and it does not. Either the rules do not do what the clause says, or
the lesson misreads the clause.";

    ClauseWithoutLesson = 619, "clause without a lesson",
        r#"The ruleset states a clause and no lesson shows it (a warning). Write one; for a clause that no position
can show, one with `unplayable = "why"`. Clauses of an extended ruleset are shown there.

```toml
[[lesson]]
clause = "V16"
says = "Partners do not speak to each other about the game."
unplayable = "what players say is not on the board"
```"#;

    LessonCount = 620, "too many lessons",
        r"A file has at most 1000 lessons, a lesson plays at most 500 actions, and one of its keys expects at most
2000 things.";

    HookFailedInLesson = 621, "script failed in a lesson",
        r"A rule script threw an error or hit a limit while the lesson was played. The message names the hook, and
the file and line where it happened.";
    PuzzlePosition = 630, "invalid puzzle",
        r"A puzzle names a goal, a seat, a preset, a position or an action that these rules do not have. The goal is
`win`, or `mate`, `save` or `thaw` and a seat; the position is FEN4.";

    PuzzleUnsolved = 631, "puzzle without its one solution",
        r"In the position of a puzzle, exactly one action must force the goal within the number of plies that is
given, fewer must not be enough, and the solution must reach the goal. `quadrille puzzles` makes such puzzles.";

    PuzzleCount = 632, "too many puzzles",
        r"A file has at most 1000 puzzles. Put the others into the files of other rulesets, or leave the easier ones out.";
}
