//! Codes of games that `check` plays, of lessons and of puzzles.

macro_rules! games_and_lessons {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    HookFailedInPlay = 601, "script failed in a game",
        r"A rule script threw an error, requested something invalid, or hit a limit (operations, depth of
calls, size of a string or array) in one of the random games that `check` plays. The message names the
hook, and the file and line where it happened. The help says how to play that game again.";

    BrokenPosition = 602, "inconsistent position",
        r"After a move the parts of a position contradict each other. Rules can't cause that by themselves: it is
a bug in this program, and the position in the help is what its authors need.";

    UnwritablePosition = 603, "position that can't be written",
        r"A position that came up in play changed when it was written as FEN and read again, so it could
not be saved or shown. It is a bug in this program, like Q0602.";

    CheckOutOfTime = 604, "not checked in time",
        r"`check` stopped before everything was checked, because the time of `--time` was over (a warning). Give it more
time, or make the scripts, games or lessons shorter.";

    RuleNeverFired = 605 (Allow), "rule that never fired",
        r"In none of the random games that `check` played a clause fired, or a hook that has no clause was called. Random players
hardly ever come to rare rules, so this is only a note unless you ask for findings: `--warn
rule-never-fired -n 3000`.";

    GameNeverEnds = 606 (Warn), "games that never end",
        r"Each of at least 20 random games was stopped at the ply limit. Either nothing in the rules ends a game (`win`, `lose`,
`draw`, `rules.no_progress`, …), or the limit is too low for this board: `[rules] ply_limit`.";

    SlowHook = 607 (Warn), "slow hook",
        r"A hook takes more than 250 operations of its script in a ply of random games, on average, and doesn't say that this is meant by
`/// when: every ply`: without it, games would run several times as fast. Narrow it by a `/// when:` line, or let it look at less of the game. `check
--format json` has the time that each hook takes, and `quadrille playout --profile` says where it goes. Only with `-n 50` or more.";

    GameEndsAtOnce = 608 (Warn), "games that end at once",
        r"None of at least 20 random games got beyond the first ply. Usually an `outcome` ends every game, because what it asks for holds
from the start, or a hook of the setup or of the first turn does.";

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
        r#"A lesson states what is legal, what fires, where pieces stand, or at least plays legal moves. A clause
that no position can show has `unplayable = "why"`."#;

    LessonWithoutClause = 612, "lesson about an unknown clause",
        r"The ruleset has no clause of that name, neither under `[clauses]` nor in a script.";

    LessonRules = 613, "invalid rules of a lesson",
        r"The preset or the tunables that the lesson asks for do not exist or do not work; the message says why.";

    LessonPosition = 614, "invalid position of a lesson",
        r"The position can't be read or played from: a square that the board does not have, two pieces on one
square, a state that the rules do not know. A piece is written as in FEN, with its square after the letter:
`wPe6^s`.";

    LessonPlay = 615, "illegal move in a lesson",
        r"A move under `play` is not legal at that point. The help shows similar legal moves.";

    InvalidExpectation = 616, "invalid expectation",
        r"An expectation names a seat, square, state, counter or clause that does not exist, or a move that can't be
read.";

    VacuousExpectation = 617, "expectation that can't fail",
        r"An illegal move starts on an empty square, or a silent clause is one that no script ever
counts. Such an expectation holds under any rules, and usually hides a misspelt square.";

    ExpectationFailed = 618, "failed expectation",
        r"The lesson states what must hold, and it does not. Either the rules do not do what the clause says, or
the lesson misreads the clause.";

    ClauseWithoutLesson = 619 (Warn), "clause without a lesson",
        r#"The ruleset states a clause and no lesson shows it. Write one; for a clause that no position
can show, one with `unplayable = "why"`. Clauses of an extended ruleset are shown there.

```toml
[[lesson]]
clause = "V16"
says = "Partners do not speak to each other about the game."
unplayable = "what players say is not on the board"
```"#;

    LessonCount = 620, "too many lessons",
        r"A file has at most 1000 lessons, a lesson plays at most 500 moves, and one of its keys expects at most
2000 things.";

    HookFailedInLesson = 621, "script failed in a lesson",
        r"A rule script threw an error or hit a limit while the lesson was played. The first place is where it happened,
the second the move of the lesson that led to it. If it took too many
operations, look for a loop that doesn't end; `quadrille explain limits` says how many it may take.";

    PuzzlePosition = 630, "invalid puzzle",
        r"A puzzle names a goal, a seat, a preset, a position or a move that these rules do not have. The goal is
`win`, or `mate`, `save` or `thaw` and a seat; the position is FEN4.";

    PuzzleUnsolved = 631, "puzzle without its one solution",
        r"In the position of a puzzle, exactly one move must force the goal within the number of plies that is
given, fewer must not be enough, and the solution must reach the goal. `quadrille puzzles` makes such puzzles.";

    PuzzleCount = 632, "too many puzzles",
        r"A file has at most 1000 puzzles. Put the others into the files of other rulesets, or leave the easier ones out.";

    WeightsOfOtherRules = 640, "weights of other rules",
        r"Weights of the evaluation are learned for one family of rules: the same board, seats, teams, kinds and
counters. The file names the family that it is for. `quadrille learn` makes weights for any ruleset.";

    InvalidWeights = 641, "invalid weights",
        r"A file of weights has a table for each kind of piece, in it as many numbers under `ranks` and `files` as the
board needs, and no kinds or counters that the rules don't have. `quadrille learn` writes such files.";
        }
    };
}
