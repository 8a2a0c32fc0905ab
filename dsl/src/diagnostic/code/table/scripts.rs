//! Codes of rule scripts.

macro_rules! scripts {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ScriptTooLarge = 300, "script too large",
        r"The message states the limit. Split the script: each should hold one rule, or a few that belong together.";

    ScriptNotText = 301, "not a text file",
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

    TunableBeforeDot = 312, "tunable before a dot",
        r#"Rhai puts the value of a tunable in its place everywhere but before a dot or a bracket. Give it to a variable first.

```rhai
const NAMES = "rook,knight";

let all = NAMES.split(",");                   // wrong
let names = NAMES; let all = names.split(",");
```"#;

    UnusedTunable = 313 (Warn), "unused tunable",
        r"Setting it would change nothing. Use it or remove it.";

    TunableShadowed = 314, "variable with the name of a tunable",
        r"A name in capitals is a tunable's, and would silently replace a parameter or variable. Rename the
variable in lower-case letters.";

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

    UnusedHelper = 323 (Warn), "unused helper",
        r"No hook calls this function, directly or through others.";

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
king`), `to ZONE`, `from ZONE`, `capture`, `no capture`, `check`, `no check`, `pass`, `at most N of queen or rook`, the
same with `per team` after it, `at least N of …`, `at most N seats STATE`, `at least N checked`, `king on ZONE`,
`100 plies since COUNTER`, `50 rounds since COUNTER`, `state STATE`, `army STATE`, `in check or partner
in check or partner settled or no move`, `every ply`.";

    ConditionDoesNotFit = 329, "condition that does not fit",
        r"The `when:` line has a condition that this hook does not take, or counts plies by what is not a number.";

    HookRunsEveryPly = 330 (Warn), "hook that runs every ply",
        r"A hook that runs every ply costs more than the ply itself. Narrow it with `/// when:`, with
commas between conditions, as in `/// when: king, to ZONE`, or write `/// when: every ply` if that is intended.";

    HookRunsForMoves = 331 (Warn), "hook that runs for every move",
        r"`extra_moves` and `forbids` run wherever moves are listed, `forbids` once for each move, and cost many times
as much as the moves. Most rules can be declared: a movement with conditions, `may_enter`, `rules.may_capture`, or
an effect such as `restrict`. If yours can't be, say that this is intended, and narrow it as far as you can:

```rhai
/// when: knight, capture, every ply
fn forbids(game, move) { game.in_check(move.seat) }
```";

    LineReadAsProse = 332 (Warn), "line read as prose",
        r#"A comment looks like a line that the program reads, and isn't written as one, so it does nothing: `/// Clause V11`,
`/// when every ply`, `// one of freeze, remove`, or such a line that is not right above its hook or tunable, in a block comment
or after `//!`.

```rhai
/// Clause V11          // wrong
/// clause: V11
fn on_mate(game, seat) { lose(seat) }
```"#;

    ScriptWithoutCode = 333 (Warn), "script without code",
        r#"A script that the ruleset lists has comments and empty lines alone, so that it changes nothing. Perhaps it was
saved elsewhere, or what was in it has moved.

```toml
[rules]
scripts = ["mate.rhai", "later.rhai"]     # later.rhai is empty
```"#;

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
state, counter or mark of that name. What is missing in several places, as after its definition was renamed, is one finding that
lists them all.";

    ComparisonNeverTrue = 345, "comparison that is never true",
        r#"A seat, square or piece is compared with a text. Compare its `.name` or `.kind`, or convert the text
first: `seat("yellow")`. Or two values of different types are compared, or a tunable with a word that its
`// one of:` line does not list."#;

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

    IdleStatement = 349 (Warn), "statement that does nothing",
        r#"A text stands by itself as a statement, so what was to be done with it is not done.

```rhai
("V12");          // wrong
clause("V12");
```"#;

    DefineFailed = 350, "define failed",
        r"The script's `define` stopped with an error at load. If it took too many operations, look for a loop that
doesn't end; `quadrille explain limits` says how many it may take.";

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
        }
    };
}
