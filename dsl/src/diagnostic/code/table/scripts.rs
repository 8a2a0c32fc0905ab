//! Codes of rule scripts.

macro_rules! scripts {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ScriptTooLarge = 300, "script too large",
        r"The message states the limit. Split the script. Each script should hold one rule, or a few
that belong together.";

    ScriptNotText = 301, "not a text file",
        r"The script contains a NUL character, so it is not a plain text file.";

    Unclosed = 302, "unclosed bracket, string or comment",
        r"Brackets must be closed by their own kind, in reverse order of opening. A string in quotes
ends on its line. `/*` ends with `*/`.";

    NestingTooDeep = 303, "brackets nested too deeply",
        r"Too many brackets are open at once. Move inner parts into helper functions.";

    NotAtTopLevel = 304, "not allowed at the top level",
        r#"The top level of a script has only `//!` lines, tunables and functions. `//` lines
document a tunable, and `///` lines a function. Statements belong inside hooks.

```rhai
// How many plies a king may stay.
const PLIES = 3;

/// It is counted.
fn on_move(game, seat, piece, from, to) { add_counter("plies", seat, 1) }
```"#;

    ScriptSyntax = 305, "invalid Rhai",
        r"The script can't be parsed. The mistake is at the reported place or just before it.";

    ForbiddenWord = 306, "word not available in rule scripts",
        r"`import`, `export`, `eval`, `global::`, `Fn`, `curry`, `print`, `debug`, `sleep` and
`timestamp` reach outside the game or hide the effect of a rule. The help gives an alternative.";

    NestedSwitches = 307, "nested switches",
        r"Three `switch` expressions, each inside a case of the one before, have too many
combinations of values to check. Move the inner ones into helper functions.";

    TunableNotInCapitals = 310, "tunable not in capitals",
        r"The name of a tunable has only capitals, digits and `_`, as in `AFTER_MATE`, so that
nothing else is mistaken for one.";

    TunableNotLiteral = 311, "tunable without a literal value",
        r"A tunable must be a literal: `true` or `false`, a 64-bit integer, or a string in quotes.

```rhai
const LIMIT = 2 * 25;    // wrong
const LIMIT = 50;
```";

    TunableBeforeDot = 312, "tunable before a dot",
        r#"Rhai replaces a tunable by its value everywhere except before a dot or a bracket. Assign
it to a variable first.

```rhai
const NAMES = "rook,knight";

let all = NAMES.split(",");                   // wrong
let names = NAMES; let all = names.split(",");
```"#;

    UnusedTunable = 313 (Warn), "unused tunable",
        r"Setting this tunable would change nothing. Use it or remove it.";

    TunableShadowed = 314, "variable with the name of a tunable",
        r"A name in capitals belongs to a tunable, and would silently replace a parameter or
variable. Rename the variable in lower-case letters.";

    DefaultNotListed = 315, "default not among the values",
        r"The line `// one of: …` of a tunable does not list the tunable's own value.";

    NoSuchTunable = 316, "no such tunable",
        r"`--set` or a preset names a constant that no script has, or that several scripts have. In
the second case, write the script's name before it, as in `mate.AFTER_MATE`.";

    InvalidTunableValue = 317, "invalid value of a tunable",
        r"The value has another type than the value in the script, or is not listed under
`// one of:`.";

    InvalidValueList = 318, "invalid list of values",
        r"`// one of: freeze, remove` must list words, above a tunable that is a string.";

    TunableCount = 319, "too many tunables",
        r"The message states the limit. Split the script.";

    NoSuchHook = 320, "no such hook",
        r"A function has a name that begins with `on_`, or that is close to a hook's name, but the
catalogue has no such hook. So it would never run.

```rhai
fn on_mated(game, seat) { … }    // wrong
fn on_mate(game, seat) { … }
```";

    HookParameters = 321, "wrong parameters of a hook",
        r"A hook must have the number of parameters that the catalogue lists. You can choose their
names.";

    DefinedTwice = 322, "defined twice",
        r"Two functions or tunables of a script have the same name. The second would silently
replace the first.";

    UnusedHelper = 323 (Warn), "unused helper",
        r"No hook calls this function, directly or through others.";

    HelperHidesFunction = 324, "helper that hides a function",
        r"A function of the language or of the interface has this name, and the helper would
silently replace it. Rename the helper.";

    TwoDefiners = 325, "tabulated hook defined twice",
        r"`promotes`, `arrives`, `may_enter` and `dice_allows` are evaluated once, when the ruleset
is loaded. So only one script of a ruleset can define each of them.";

    InvalidScriptName = 326, "invalid script name",
        r"The name of a script's file consists of letters, digits, `-` and `_`, then `.rhai`. It
must differ from the names of all other scripts and plugins of the ruleset.";

    HookLineOnHelper = 327, "hook line on a helper",
        r"`/// clause:` and `/// when:` belong to hooks. Move them to the hook that calls the
helper.";

    InvalidHookLine = 328, "invalid clause or when line",
        r"`/// clause: V11` names one clause. `/// when:` lists conditions, separated by commas.
`quadrille explain HOOK` lists the conditions that a hook takes. There are these:

- kinds, as in `pawn or king`;
- `to ZONE`, `from ZONE`, `KIND on ZONE`;
- `capture`, `no capture`, `check`, `no check`, `pass`;
- `at most N of KIND`, `at least N of KIND`, each also with `per team` or `in some army` after it;
- `at most N seats STATE`, `at least N seats STATE`, `at least N checked`;
- `state STATE`, `army STATE`;
- `N plies since COUNTER`, `N rounds since COUNTER`;
- `in check`, `partner in check`, `partner settled`, `no move`, joined by `or`;
- `every ply`.";

    ConditionDoesNotFit = 329, "condition that does not fit",
        r"The `when:` line has a condition that this hook does not take, or counts plies with
something that is not a number.";

    HookRunsEveryPly = 330 (Warn), "hook that runs every ply",
        r"A hook that runs every ply costs more than the ply itself. Narrow it with `/// when:`,
with commas between conditions, as in `/// when: king, to ZONE`. If you want it to run every ply,
write `/// when: every ply`.";

    HookRunsForMoves = 331 (Warn), "hook that runs for every move",
        r"`extra_moves` and `forbids` run wherever moves are listed, `forbids` once for each move,
and cost many times as much as the moves. Most rules can be declared instead, by a movement with
conditions, `may_enter`, `rules.may_capture`, or an effect such as `restrict`. If yours can't,
confirm the cost with `every ply`, and narrow the hook as far as you can:

```rhai
/// when: knight, capture, every ply
fn forbids(game, move) { game.in_check(move.seat) }
```";

    LineReadAsProse = 332 (Warn), "line read as prose",
        r"A comment resembles a line that Quadrille reads, but has another form, so it does nothing.
Examples are `/// Clause V11`, `/// when every ply` and `// one of freeze, remove`. Such a line also
does nothing in a block comment, after `//!`, or if it is not directly above its hook or tunable.

```rhai
/// Clause V11          // wrong
/// clause: V11
fn on_mate(game, seat) { lose(seat) }
```";

    ScriptWithoutCode = 333 (Warn), "script without code",
        r#"A script that the ruleset lists has only comments and empty lines, so it changes nothing.
Perhaps it was saved elsewhere, or its code has moved.

```toml
[rules]
scripts = ["mate.rhai", "later.rhai"]     # later.rhai is empty
```"#;

    NoSuchFunction = 340, "no such function",
        r"Neither the script nor the interface nor the language has a function of this name.";

    WrongArguments = 341, "wrong arguments",
        r"The function exists, but takes other arguments or is called as a method. The help shows
the correct form.";

    InvalidProperty = 342, "invalid property",
        r"The value has no property of this name, or the property is read-only. A script changes the
game only by effects, such as `remove(square)`.";

    SwitchNeverMatches = 343, "switch that never matches",
        r"`switch` compares with literals, so it can't match a seat, square or piece. Compare with
`==`, or switch on the name.";

    UnknownName = 344, "unknown name",
        r"The string is not one of the words that the function takes. Or the ruleset has no seat,
square, zone, piece, state, counter or mark of that name. If several places use a missing name, as
after its definition was renamed, one finding lists them all.";

    ComparisonNeverTrue = 345, "comparison that is never true",
        r#"The comparison is always false, because its two sides can't be equal. Perhaps a seat,
square or piece is compared with a string. Compare its `.name` or `.kind`, or convert the string
first, as in `seat("yellow")`. Or two values of different types are compared, or a tunable with a
word that its `// one of:` line does not list."#;

    WrongPhase = 346, "function in the wrong kind of hook",
        r"Declarations belong to `define`. Effects and the game belong to event hooks. Tabulated
hooks have neither, because they run before there is a game. Hooks about moves see the game but have
no effects.";

    ClosureUsesChainHead = 347, "closure that uses the start of its chain",
        r#"Rhai locks the variable at the start of a chain of method calls, so a closure in the chain
can't use it. Start the chain with another variable.

```rhai
game.pieces(seat).filter(|s| game.piece(s).kind == "pawn")    // wrong
let list = game.pieces(seat);
list.filter(|s| game.piece(s).kind == "pawn")
```"#;

    FunctionAsValue = 348, "function used as a value",
        r"A closure can be used only where it is called at once, as an argument of a method such as
`filter`, `map`, `all` or `sort`. It can't be kept in a variable, an array or a map, returned, or
given to a helper. The reason is that a value that holds functions could hold itself, and would
never be freed. The name of a function must be followed by its arguments.

```rhai
let first = |s| s.rank == 1;                     // wrong
let list = game.pieces(seat).filter(first);

let list = game.pieces(seat).filter(|s| s.rank == 1);
```";

    IdleStatement = 349 (Warn), "statement that does nothing",
        r#"A string is the whole statement, so it does nothing. Perhaps the name of a function is
missing.

```rhai
("V12");          // wrong
clause("V12");
```"#;

    DefineFailed = 350, "define failed",
        r"The script's `define` stopped with an error when the ruleset was loaded. If it took too
many operations, look for a loop that does not end. `quadrille explain limits` lists the limits.";

    InvalidDeclaration = 351, "invalid declaration",
        r"A declaration got a value that it can't use, such as an unknown word, a number out of
range, or something that is declared twice.";

    TabulatedHookFailed = 352, "tabulated hook failed",
        r"The hook stopped with an error when it was called. The message names the piece and the
square.";

    InvalidAnswer = 353, "invalid answer of a tabulated hook",
        r"The hook returned something of the wrong form. The help lists the valid answers.";

    NoDice = 354, "no dice declared",
        r"The script has `dice_allows`, but no script declares dice with
`rules.dice(count, [[face, weight], …])`.";
        }
    };
}
