//! Codes of games that `check` plays, and of lessons, puzzles and weights.

macro_rules! games_and_lessons {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    HookFailedInPlay = 601, "script failed in a game",
        r"A rule script threw an error, requested something invalid, or reached a limit in one of
the random games that `check` plays. The limits concern operations, the depth of calls, and the size
of strings and arrays. The message names the hook, the file and the line. The help gives the command
that plays this game again.";

    BrokenPosition = 602, "inconsistent position",
        r"After a move, the parts of a position contradict each other. Rules can't cause this, so it
is a bug in Quadrille. Please report it with the position in the help.";

    UnwritablePosition = 603, "position that can't be written",
        r"A position of a game changed when it was written as FEN and read again. So it could not be
saved or shown. It is a bug in Quadrille, like Q0602.";

    CheckOutOfTime = 604, "not checked in time",
        r"`check` stopped before it had checked everything, because the time of `--time` was over.
This is a warning. Give it more time, or make the scripts, games or lessons shorter.";

    RuleNeverFired = 605 (Allow), "rule that never fired",
        r"A clause never fired, or a hook without a clause was never called, in all the random games
that `check` played. Random players rarely reach rare rules, so this is only a note by default. To
get it as a finding, run `check` with `--warn rule-never-fired -n 3000`.";

    GameNeverEnds = 606 (Warn), "games that never end",
        r"Each of at least 20 random games was stopped at the ply limit. Perhaps nothing in the
rules ends a game (`win`, `lose`, `draw`, `rules.no_progress`, …). Or the limit,
`[rules] ply_limit`, is too low for this board.";

    SlowHook = 607 (Warn), "slow hook",
        r"A hook takes more than 250 operations of its script in a ply of random games, on average.
Without it, games would run several times as fast. Narrow it with a `/// when:` line, let it read
less of the game, or confirm the cost with `/// when: every ply`.

`check --format json` gives the time of each hook, and `quadrille playout --profile` shows where the
time goes. This lint needs `-n 50` or more.";

    GameEndsAtOnce = 608 (Warn), "games that end at once",
        r"None of at least 20 random games got beyond the first ply. Usually an `outcome` ends every
game, because its condition holds from the start. A hook of the setup or of the first turn can do
the same.";

    LessonKeys = 610, "contradictory or missing lesson keys",
        r#"A lesson gives its position by `fen` alone, or by `pieces` and `turn`, with `options` if
necessary. A lesson that can't be played has neither a position nor expectations.

```toml
[[lesson]]
clause = "V9"
says = "A pawn leaps over a partner's pawn."
pieces = "yKh1 wKg14 yPe5 wPe6"
turn = "yellow"                # `pieces` needs it
legal = "e5-e7"
```"#;

    LessonExpectsNothing = 611, "lesson that expects nothing",
        r#"A lesson must state what is legal, what fires or where pieces stand, or at least play
legal moves. A lesson for a clause that no position can show has `unplayable = "why"`."#;

    LessonWithoutClause = 612, "lesson about an unknown clause",
        r"The ruleset has no clause of this name, neither under `[clauses]` nor in a script.";

    LessonRules = 613, "invalid rules of a lesson",
        r"The lesson names a preset or tunables that do not exist or do not work. The message gives
the reason.";

    LessonPosition = 614, "invalid position of a lesson",
        r"The position can't be read or played from. Perhaps it has a square that the board lacks,
two pieces on one square, or a state that the rules do not know. Write a piece as in FEN, with its
square after the letter, as in `wPe6^s`.";

    LessonPlay = 615, "illegal move in a lesson",
        r"A move under `play` is not legal at that point. The help shows similar legal moves.";

    InvalidExpectation = 616, "invalid expectation",
        r"An expectation names a seat, square, state, counter or clause that does not exist, or a
move that can't be read.";

    VacuousExpectation = 617, "expectation that can't fail",
        r"The expectation holds under any rules, which usually hides a misspelt square. An illegal
move starts on an empty square, or a clause that must not fire is one that no script ever counts.";

    ExpectationFailed = 618, "failed expectation",
        r"Something that the lesson expects does not hold. Either the rules do not implement the
clause, or the lesson misreads it.";

    ClauseWithoutLesson = 619 (Warn), "clause without a lesson",
        r#"The ruleset states a clause that no lesson shows. Write a lesson for it. If no position
can show the clause, write a lesson with `unplayable = "why"`. Clauses of an extended ruleset need
their lessons only there.

```toml
[[lesson]]
clause = "V16"
says = "Partners do not speak to each other about the game."
unplayable = "what players say is not on the board"
```"#;

    LessonCount = 620, "too many lessons",
        r"A file has at most 1000 lessons. A lesson plays at most 500 moves, and each of its keys
has at most 2000 expectations.";

    HookFailedInLesson = 621, "script failed in a lesson",
        r"A rule script threw an error or reached a limit while the lesson was played. The first
place is where the error happened. The second is the move of the lesson that led to it. If the
script took too many operations, look for a loop that does not end. `quadrille explain limits` lists
the limits.";

    PuzzlePosition = 630, "invalid puzzle",
        r"A puzzle names a goal, a seat, a preset, a position or a move that these rules do not
have. The goal is `win`, or one of `mate`, `save` and `thaw` with a seat. The position is FEN4.";

    PuzzleUnsolved = 631, "puzzle without its one solution",
        r"Exactly one move in the position of a puzzle must force the goal within the given number
of plies. Fewer plies must not be enough, and the solution must reach the goal. `quadrille puzzles`
makes such puzzles.";

    PuzzleCount = 632, "too many puzzles",
        r"A file has at most 1000 puzzles. Move the others to other rulesets, or leave out the
easier ones.";

    WeightsOfOtherRules = 640, "weights of other rules",
        r"Weights of the evaluation are learned for one family of rules, with the same board, seats,
teams, kinds and counters. The file names its family. `quadrille learn` makes weights for any
ruleset.";

    InvalidWeights = 641, "invalid weights",
        r"A file of weights has a table for each kind of piece. The lists `ranks` and `files` of a
table have as many numbers as the board needs. The file names only kinds and counters of the rules.
`quadrille learn` writes such files.";
        }
    };
}
