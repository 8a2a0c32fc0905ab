//! Codes of games that `check` plays, and of lessons, puzzles and weights.

macro_rules! trial_games_and_lessons {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    HookFailedInPlay = 601, "script failed in a game",
        r"`check` plays random games. In one of them, a rule script threw an error, requested an
invalid effect, or reached a limit. There are limits on operations, on the depth of calls, and on
the size of strings and arrays. The message names the hook, the file and the line. The help gives
the command that plays this game again.";

    BrokenPosition = 602, "inconsistent position",
        r"After a move, the parts of a position contradict each other. Rules can't cause this, so
this is a bug in Quadrille. Please report the bug with the position in the help.";

    UnwritablePosition = 603, "position that can't be written",
        r"Quadrille wrote a position of a game as FEN, read this FEN, and got a different
position. So positions of this kind can't be saved or shown. This is a bug in Quadrille. Please
report the bug with the position in the help.";

    CheckOutOfTime = 604, "not checked in time",
        r"`check` reached the time limit of `--time` before it had checked everything. This is a
warning. Allow more time, or make the scripts, games or lessons shorter.";

    RuleNeverFired = 605 (Allow), "rule that never fired",
        r"In all the random games that `check` played, a clause never fired, or a hook without
a clause was never called. Random games rarely reach unusual positions, so this is only a note by
default. To turn the note into a warning and play enough games for it, run `check` with
`--warn rule-never-fired -n 3000`.";

    GameNeverEnds = 606 (Warn), "games that never end",
        r"The ply limit stopped all random games that `check` played. If you request fewer than 60
games and all of them reach the limit, `check` plays up to 60 games. Perhaps no rule ends a game, by
`win`, `lose`, `draw` or `rules.no_progress` for example. Or the ply limit (`[rules] ply_limit`) is
too low for this board.";

    SlowHook = 607 (Warn), "slow hook",
        r"In random games, a hook takes more than 250 script operations per ply on average.
Without this hook, games would run several times as fast. Add conditions to its `/// when:` line so
that it runs less often, or let it read less of the game. If the cost is intended, write
`/// when: every ply`.

`quadrille check --format json` reports the time of each hook, and `quadrille playout --profile`
shows the time of each part of the program. This lint needs `-n 50` or more.";

    GameEndsAtOnce = 608 (Warn), "games that end at once",
        r"At least 20 random games were played, and each of them ended after at most one ply.
Usually the hook `outcome` ends every game, because its condition holds from the start. Other hooks
that run at the start, such as `on_setup` and `on_turn`, can do the same.";

    LessonKeys = 610, "contradictory or missing lesson keys",
        r#"A lesson defines its position either by `fen` alone, or by `pieces` and `turn`, and if
necessary `options`. A lesson with `unplayable` has neither a position nor expectations.

```toml
[[lesson]]
clause = "V9"
says = "A pawn leaps over a partner's pawn."
pieces = "yKh1 wKg14 yPe5 wPe6"
turn = "yellow"                # `pieces` needs it
legal = "e5-e7"
```"#;

    LessonExpectsNothing = 611, "lesson that expects nothing",
        r#"A lesson must have an expectation, such as moves that are legal, a clause that fires,
or pieces on squares. If a lesson plays moves, the legality of these moves is an expectation. If no
position can show the clause, give the reason with `unplayable = "why"`."#;

    LessonWithoutClause = 612, "lesson about an unknown clause",
        r"The lesson names a clause that the ruleset does not have, neither under `[clauses]`
nor in a script.";

    LessonRules = 613, "invalid rules of a lesson",
        r"The lesson sets a preset or a tunable that does not exist, or the rules are not valid with
the lesson's settings. The message gives the reason.";

    LessonPosition = 614, "invalid position of a lesson",
        r"Quadrille can't read the position, or can't start a game from it. Perhaps the position
has a square that is not on the board, two pieces on one square, or a state that no rule declares.
Write a piece as in FEN, with the square after the piece's letter, as in `wPe6`. If the piece does
not face in its army's direction, add its facing, as in `wPe6^s`.";

    LessonPlay = 615, "illegal move in a lesson",
        r"A move under `play` is not legal after the moves before it. The help shows similar
legal moves.";

    InvalidExpectation = 616, "invalid expectation",
        r"An expectation names a seat, square, state, counter or clause that does not exist, or a
move that Quadrille can't read.";

    VacuousExpectation = 617, "expectation that can't fail",
        r"The expectation holds under any rules, so it tests nothing. Usually a square or a
clause is misspelt. For example, the lesson expects that a move is illegal, but the move starts on
an empty square. Another example is a lesson that expects a clause not to fire, although no script
names this clause.";

    ExpectationFailed = 618, "failed expectation",
        r"An expectation of the lesson does not hold in the game. Either the scripts do not
implement the clause correctly, or the lesson misinterprets the clause.";

    ClauseWithoutLesson = 619 (Warn), "clause without a lesson",
        r#"The ruleset states a clause that no lesson shows. Write a lesson for this clause. If no
position can show the clause, write a lesson with `unplayable = "why"`. You need no lessons for
inherited clauses, because their lessons belong to the ruleset that states them.

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
        r"A rule script threw an error or reached a limit while the lesson was played. The report
shows two places: first the statement that failed, then the move of the lesson that led to the
error. If the script took too many operations, look for a loop that does not end.
`quadrille explain limits` lists the limits.";

    LessonId = 622, "invalid id of a lesson",
        r#"An id begins with a lower-case letter, and contains only lower-case letters, digits and
`-`. No other lesson of the file has the same id.

```toml
[[lesson]]
id = "pawn-leaps-over-partner"
clause = "V9"
says = "A pawn leaps over a partner's pawn that blocks it."
```"#;

    PuzzlePosition = 630, "invalid puzzle",
        r"A puzzle has an invalid goal or position, or it names a seat, a preset or a move that
does not exist in these rules. The goal is `win`, or it is `mate`, `save` or `thaw` followed by the
name of a seat. The position is written as FEN4.";

    PuzzleUnsolved = 631, "puzzle without its one solution",
        r"Exactly one move in the position of a puzzle must force the goal within the given
number of plies. No move may force the goal in fewer plies. The moves under `solution` must begin
with this move and reach the goal. `quadrille puzzles` finds such puzzles.";

    PuzzleCount = 632, "too many puzzles",
        r"A file has at most 1000 puzzles. Leave out the easier puzzles, or move some of them to
other rulesets.";

    WeightsOfOtherRules = 640, "weights of other rules",
        r"A file of weights is learned for one family of rules. All rules of a family have the
same board, seats, teams, kinds and counters. The file names its family, but these rules belong to
another family. To make weights for these rules, use `quadrille learn`.";

    InvalidWeights = 641, "invalid weights",
        r"A file of weights has a table for each kind of piece. In each table, the lists
`ranks` and `files` have as many numbers as the board needs. All kinds and counters in the file must
exist in the rules. `quadrille learn` writes such files.";
        }
    };
}
