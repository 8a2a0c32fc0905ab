//! Codes of rule scripts.

macro_rules! scripts {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ScriptTooLarge = 300, "script too large",
        r"The message states the limit. Split the script. Each script should contain one rule, or
a few rules that belong together.";

    ScriptNotText = 301, "not a text file",
        r"The script contains a NUL character, so it is not a plain text file.";

    Unclosed = 302, "unclosed bracket, string or comment",
        r"Close each bracket with a bracket of the same kind, beginning with the one that was
opened last. A string in quotes must end on the same line. A comment that begins with `/*` ends with
`*/`.";

    NestingTooDeep = 303, "brackets nested too deeply",
        r"Too many brackets are open at one place. Move inner parts into helper functions.";

    NotAtTopLevel = 304, "not allowed at the top level",
        r#"At the top level, a script has only `//!` lines, tunables and functions. Lines with `//`
document a tunable, and lines with `///` document a function. Put statements inside hooks.

```rhai
// How many plies a king may stay.
const PLIES = 3;

/// It is counted.
fn on_move(game, seat, piece, from, to) { add_counter("plies", seat, 1) }
```"#;

    ScriptSyntax = 305, "invalid Rhai",
        r"The script can't be parsed. The mistake is at the reported place or just before it.";

    ForbiddenWord = 306, "word not available in rule scripts",
        r"A rule script can't use `import`, `export`, `eval`, `global::`, `Fn`, `curry`, `print`,
`debug`, `sleep` or `timestamp`. These words reach outside the game, or hide the effect of a rule.
The help names an alternative.";

    NestedSwitches = 307, "nested switches",
        r"The script has `switch` expressions inside the cases of other `switch` expressions.
Together, their cases have too many combinations for Quadrille to check. Three levels can be too
many. Move the inner expressions into helper functions.";

    TunableNotInCapitals = 310, "tunable not in capitals",
        r"The name of a tunable has only capitals, digits and `_`, as in `AFTER_MATE`. Only
tunables may have such names, so you can recognize them everywhere.";

    TunableNotLiteral = 311, "tunable without a literal value",
        r"A tunable must be a literal: `true` or `false`, a 64-bit integer, or a string in quotes.

```rhai
const LIMIT = 2 * 25;    // wrong
const LIMIT = 50;
```";

    TunableBeforeDot = 312, "tunable before a dot",
        r#"Rhai replaces a tunable by its value everywhere except before a dot or a bracket. Assign
the tunable to a variable, and use the variable there.

```rhai
const NAMES = "rook,knight";

let all = NAMES.split(",");                   // wrong
let names = NAMES; let all = names.split(",");
```"#;

    UnusedTunable = 313 (Warn), "unused tunable",
        r"The script defines this tunable but never uses it. So a setting or preset that
changes the tunable has no effect. Use the tunable or remove it.";

    TunableShadowed = 314, "variable with the name of a tunable",
        r"Names in capitals are reserved for tunables. Rhai would silently replace a parameter or
variable that has the name of a tunable. Rename the variable in lower-case letters.";

    DefaultNotListed = 315, "default not among the values",
        r"The line `// one of: …` above a tunable must also list the tunable's own value.";

    NoSuchTunable = 316, "no such tunable",
        r"`--set` or a preset names a constant that no script has, or that several scripts have. In
the second case, write the script's name before the constant, as in `mate.AFTER_MATE`.";

    InvalidTunableValue = 317, "invalid value of a tunable",
        r"The new value must have the same type as the tunable's value in the script. If the
tunable has a line `// one of:`, the new value must be one of the words in this line.";

    InvalidValueList = 318, "invalid list of values",
        r"A line such as `// one of: freeze, remove` lists words. It must be above a tunable whose
value is a string.";

    TunableCount = 319, "too many tunables",
        r"The message states the limit. Split the script.";

    NoSuchHook = 320, "no such hook",
        r"The name of a function begins with `on_`, or the function has a similar name and the same
parameters as a hook. But there is no hook of this name, and no script calls the function. So
Quadrille would never run it.

```rhai
fn on_mated(game, seat) { … }    // wrong
fn on_mate(game, seat) { … }
```";

    HookParameters = 321, "wrong parameters of a hook",
        r"Each hook has a fixed number of parameters, which `quadrille explain HOOK` shows. You
can choose the names of the parameters.";

    DefinedTwice = 322, "defined twice",
        r"Two functions or tunables of a script have the same name. The second would silently
replace the first.";

    UnusedHelper = 323 (Warn), "unused helper",
        r"No hook calls this function, neither directly nor through other functions.";

    HelperHidesFunction = 324, "helper that hides a function",
        r"Rhai or the interface for rule scripts already has a function of this name. The helper
would silently replace this function. Rename the helper.

A helper may have the name of a method, such as `after` of `game.after(move)`. But a script that has
a helper `after` with one parameter can't call the method with one argument.";

    TwoDefiners = 325, "tabulated hook defined twice",
        r"`promotes`, `arrives`, `may_enter` and `dice_allows` are tabulated hooks. Quadrille
calls each of them when it loads the ruleset and keeps the answers in one table. So only one script
of a ruleset can define each of these hooks.";

    InvalidScriptName = 326, "invalid script name",
        r"The name of a script's file consists of letters, digits, `-` and `_`, then `.rhai`. It
must differ from the names of all other scripts and plugins of the ruleset.";

    HookLineOnHelper = 327, "hook line on a helper",
        r"Lines with `/// clause:` and `/// when:` have an effect only above hooks. Move the
line to the hook that calls the helper.";

    InvalidHookLine = 328, "invalid clause or when line",
        r"`/// clause: V11` names one clause. `/// when:` lists conditions, separated by commas.
`quadrille explain HOOK` lists the conditions that a hook takes. These conditions exist:

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
        r"The line `/// when:` has a condition that this hook does not take, or a condition's number
of plies or rounds is not a number. `quadrille explain HOOK` lists the conditions of a hook. This
error also occurs if `/// judged: yes` is above a hook that does not take this line.";

    HookRunsEveryPly = 330 (Warn), "hook that runs every ply",
        r"A hook that runs every ply takes more time than the ply itself. To run the hook less
often, add a line with conditions above it, as in `/// when: king, to ZONE`. If you want the hook to
run every ply, write `/// when: every ply`.";

    HookRunsForMoves = 331 (Warn), "hook that runs for every move",
        r"Whenever Quadrille lists moves, it calls `extra_moves`, and it calls `forbids` once for
each move. These calls can make games several times as slow. You can express most rules in a cheaper
way, by a movement with conditions, by `may_enter` or `rules.may_capture`, or by an effect such as
`restrict`. If none of these ways is possible, confirm the cost with `every ply`, and add further
conditions so that the hook runs less often:

```rhai
/// when: knight, capture, every ply
fn forbids(game, move) { game.in_check(move.seat) }
```";

    LineReadAsProse = 332 (Warn), "line read as prose",
        r"A comment resembles a line that Quadrille reads, but has another form, so it does
nothing. Examples are `/// Clause V11`, `/// when every ply` and `// one of freeze, remove`. A line
in the correct form must be directly above its hook or tunable. In a block comment or after `//!`,
it does nothing.

```rhai
/// Clause V11          // wrong
/// clause: V11
fn on_mate(game, seat) { lose(seat) }
```";

    ScriptWithoutCode = 333 (Warn), "script without code",
        r#"A script that the ruleset lists has only comments and empty lines, so it changes
nothing. Perhaps the code was saved in another file or moved there.

```toml
[rules]
scripts = ["mate.rhai", "later.rhai"]     # later.rhai is empty
```"#;

    NoSuchFunction = 340, "no such function",
        r"The script does not define a function of this name, and neither Rhai nor the
interface for rule scripts has one.";

    WrongArguments = 341, "wrong arguments",
        r"The function exists, but the call has the wrong form, the wrong number of arguments, or
an argument of the wrong type. The help shows the correct form.";

    InvalidProperty = 342, "invalid property",
        r"The value has no property of this name, or the script assigns to a property that is
read-only. To change the game, a script must use effects, such as `remove(square)`.";

    SwitchNeverMatches = 343, "switch that never matches",
        r"The cases of a `switch` are literals, such as strings and integers. A seat, square or
piece never equals a literal, so no case matches. Compare with `==`, or use the name, as in
`switch seat.name`.";

    UnknownName = 344, "unknown name",
        r"The string is not one of the words that the function takes. Or the ruleset has no seat,
square, zone, piece, state, counter or mark of that name. If several places use the same missing
name, for instance because its definition was renamed, one finding lists all these places.";

    ComparisonNeverTrue = 345, "comparison that is never true",
        r#"The comparison is always false, because its two sides can't be equal. Perhaps a seat,
square or piece is compared with a string. Then compare its `.name` or `.kind`, or convert the
string first, as in `seat("yellow")`. Perhaps the two values have different types. Perhaps a tunable
is compared with a word that its line `// one of:` does not list."#;

    WrongPhase = 346, "function in the wrong kind of hook",
        r"The script calls a function in a hook that can't use it. Each kind of hook can use
different functions:

- Only `define` can make declarations.
- Event hooks read the game and have effects.
- Hooks about moves read the game, but have no effects.
- Tabulated hooks can't read a game and have no effects, because Quadrille calls them when it loads
  the ruleset.";

    ClosureUsesChainHead = 347, "closure that uses the start of its chain",
        r#"While a chain of method calls runs, Rhai locks the variable at the start of the chain.
So a closure in the chain can't use this variable. Start the chain with another variable.

```rhai
game.pieces(seat).filter(|s| game.piece(s).kind == "pawn")    // wrong
let list = game.pieces(seat);
list.filter(|s| game.piece(s).kind == "pawn")
```"#;

    FunctionAsValue = 348, "function used as a value",
        r"A closure can be used only as an argument of a method that calls it immediately, such
as `filter`, `map`, `all` or `sort`. A script can't keep a closure in a variable, an array or a map,
return it, or pass it to a helper. Otherwise a closure could contain itself, and its memory would
never be freed. Similarly, the name of a function must be followed by its arguments.

```rhai
let first = |s| s.rank == 1;                     // wrong
let list = game.pieces(seat).filter(first);

let list = game.pieces(seat).filter(|s| s.rank == 1);
```";

    IdleStatement = 349 (Warn), "statement that does nothing",
        r#"The statement consists only of a string, so it does nothing. Perhaps the name of a
function is missing.

```rhai
("V12");          // wrong
clause("V12");
```"#;

    DefineFailed = 350, "define failed",
        r"The function `define` of the script stopped with an error when the ruleset was
loaded. If it took too many operations, look for a loop that does not end.
`quadrille explain limits` lists the limits.";

    InvalidDeclaration = 351, "invalid declaration",
        r"A declaration has a value that it can't use, such as an unknown word or a number out of
range, or it declares a name twice.";

    TabulatedHookFailed = 352, "tabulated hook failed",
        r"The hook stopped with an error when it was called. The message names the piece and the
square.";

    InvalidAnswer = 353, "invalid answer of a tabulated hook",
        r"The hook returned a value of the wrong form. The help lists the valid answers.";

    NoDice = 354, "no dice declared",
        r"The script has `dice_allows`, but no script declares dice with
`rules.dice(count, [[face, weight], …])`.";

    ReadsOwnEffect = 360 (Warn), "hook that reads its own effect",
        r#"The effects of a hook apply after the hook has run. So a query in the hook returns the
value before the effect.

```rhai
fn on_check(game, seat, royals) {
    add_counter("checks", seat, 1);
    if game.counter("checks", seat) == 3 { win(seat); }         // wrong: true at the fourth check
}
```

Read the value first, and count the change yourself, as in
`if game.counter("checks", seat) + 1 == 3`. Or read the value in another hook: `outcome` runs after
each change of a counter."#;

    OutcomeReadsSquares = 361 (Warn), "outcome that reads only squares",
        r#"`outcome` runs after a capture, a promotion, a drop, or a change of state, control or
counter. It does not run after a move to an empty square. So an `outcome` that examines only the
squares of pieces comes too late. Name the squares in a condition. The hook then also runs after
each move to these squares:

```rhai
/// when: king on centre
fn outcome(game) {
    for seat in seats() { if game.royals(seat).some(|s| s.within("centre")) { win(seat); } }
}
```"#;

    TurnOfGoneSeat = 362 (Warn), "turn of a seat that leaves the game",
        r#"In `on_turn`, the seat whose turn opens leaves the game. It still has this turn, unless
the hook skips the turn too:

```rhai
/// when: no move
fn on_turn(game, seat) {
    eliminate(seat);
    skip(seat);
}
```"#;
        }
    };
}
