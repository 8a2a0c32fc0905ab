//! Codes of the rules as a whole: what is valid by itself, and contradictory or probably unintended.

macro_rules! rules {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ContradictoryRules = 401, "contradictory rules",
        r"Each file is valid by itself, but the game that they describe can't be played. The message says what
contradicts what; either may come from the file or from a script's declaration.";

    PieceNeverMoves = 402 (Warn), "piece that never moves",
        r"The kind has no move, and no clause, script or lesson speaks of it. Or its
notation is valid, but leads nowhere from any square of this board: a leap may be longer than the board is wide. Or a piece of the array stands where none of its moves leads anywhere, often
because it faces the wrong way.";

    PieceNeverAppears = 403 (Warn), "piece that never appears",
        r"No array has this piece, nothing promotes to it, and no script names it.";

    UnusedZone = 404 (Warn), "unused zone",
        r"No script and no other zone names this zone, nor its name without a seat's. A misspelt zone in
the script would look just like this.";

    SeatWithoutTurn = 406 (Warn), "seat without a turn",
        r"The turn order leaves this seat out. That is useful only if a script brings it in.";

    LonelyTeam = 407 (Warn), "team of one with almost the name of another",
        r#"A seat is alone in a team whose name differs by a letter or so from that of another team. If the
name is misspelt, partners play against each other. Or a team has one seat only, and the only seat without a team is probably its
other one.

```toml
team = "mooon"   # wrong: a team of its own
team = "moon"
```"#;

    ClauseNotStated = 408 (Warn), "clause that is stated nowhere",
        r"A script of the ruleset names a clause that neither `[clauses]` nor `rules.clause` states, in a ruleset that
states others. A clause of that name is made and counted, and the one that was meant is not. Or a preset changes a clause
whose id is almost that of one that is stated. Plugins may name clauses that only their own documentation states.";

    MovementNeverMade = 409 (Warn), "movement that can never be made",
        r"A movement that a script declares leads nowhere, or has a condition that never holds: a mark that nothing sets, a
partner where nobody has one, a capture that the notation does not allow. The message says which.";

    MarkNeverRead = 410 (Warn), "mark that nothing reads",
        r"A mark is declared, and no movement or hook asks for it, so that setting it changes nothing.";

    PieceGetsStuck = 411 (Warn), "piece that gets stuck",
        r"Pieces of this kind come to squares that they can never leave, and nothing promotes or turns them on their way.
Usually a script or plugin for promotion is missing, or names other squares.";

    HookWithoutEffect = 412 (Warn), "hook without an effect",
        r"An event hook calls no effect, neither itself nor through helpers, so nothing happens when it is
called. `clause(…)` by itself is no effect. `on_draw` may have none, since it then prevents the draw.";

    HandNeverDropped = 413 (Warn), "piece in hand that can't be dropped",
        r#"A hook adds pieces to a hand, and no `rules.hand` says where a piece of that kind may be dropped, so
it stays in hand for the rest of the game. A kind that a hand does not hold at the start is declared with 0:

```rhai
rules.hand(seat, #{ duck: 0 }, zone("lake"));
```"#;

    PresetWithoutChanges = 414 (Warn), "preset that changes nothing",
        r"A preset has clauses alone: no description, and no rule or tunable that it changes, so that the game
is the same with it. Usually the name in a heading such as `[presets.NAME.clauses]` is misspelt.";

    CounterNeverRead = 415 (Warn), "counter or memory that nothing reads",
        r"A counter or memory is declared, perhaps set, and no hook asks for it, no lesson shows it, and it is worth
nothing, so that it changes nothing.";

    CounterNeverSet = 416 (Warn), "counter or memory that nothing sets",
        r"A hook asks for a counter or memory that no hook sets, so that it always has the value of the start.";

    StateNeverSet = 417 (Warn), "state that nothing sets",
        r"A script declares a state, and no effect gives it to a seat or an army. A misspelt state would look just like this.";

    PromotionNeverReached = 418 (Warn), "promotion that no piece can reach",
        r"`promotes` answers for squares to which no piece of that kind can come from where it starts, whatever is on the
board. Often the rank is that of another seat: `square.rank_for(piece.colour)` counts from the piece's own side.";

    SeatsNotAlike = 419 (Warn), "sides that are almost alike",
        r#"All armies but one are the same, seen from their seats: turned or reflected as the board can be. This one differs by a
piece or two, which is usually a slip in the picture. An army with more or fewer pieces has odds, and is not reported.

Or the armies are alike, and a wall, a one-way edge or a portal of `[board]` lies on one side of the board and not on the other. If the
difference is meant:

```toml
[lints]
seats-not-alike = "allow"
```"#;

    PartnersMayCapture = 420 (Warn), "partners who may take each other",
        r#"A script lets a seat capture pieces of its partner, and no clause speaks of partners. Usually a loop over all seats
forgets that some of them are partners.

```rhai
for a in seats() {
    for b in a.opponents { rules.relate(a, b, "capture", true); }
}
```"#;

    MateNeverAsked = 421 (Warn), "mate that hardly ever comes",
        r#"`on_mate` is called if a seat in check has no legal move on its turn. Where moves need not protect any royal
(`rules.protect("own", "none")`), that happens only to a seat that can't move at all. Either kings are captured, and
`on_royal_captured` says what follows; or mate is to count all the same:

```rhai
fn define(rules) {
    rules.protect("own", "none");
    rules.protect_in_mate_test("own", "safe");
    rules.mate_test("after_every_ply");
}
```"#;

    PluginNotUsed = 422 (Warn), "names for a plugin that is not there",
        r#"`[plugins]` says what the ruleset calls the clauses of a plugin that neither it nor a preset of it lists, or of a clause
that the plugin does not name. `quadrille explain plugin:NAME` lists the clauses of a plugin.

```toml
[rules]
scripts = ["plugin:draws"]

[plugins.draws]
clauses = { repetition = "A4" }
```"#;

    ZonesNotAlike = 423 (Warn), "zones of seats that are not alike",
        r#"Each seat has a zone that is named after it, as `red-rear` and `blue-rear`. Those of the other seats are the same, turned or
reflected as the board can be, and this one is not; of two seats, it differs by a square or two. Usually a square is missing or wrong. If
the difference is meant:

```toml
[lints]
zones-not-alike = "allow"
```"#;

    MetricNeverCounted = 424 (Warn), "metric that nothing counts",
        r#"A script declares a metric, and no hook counts it with `count_metric`, so that it is zero in every game.

```rhai
fn define(rules) { rules.metric("forks"); }

/// when: knight
fn on_check(game, seat, royals) { if royals.len > 1 { count_metric("forks"); } }
```"#;

    HookNeverAnswers = 425 (Warn), "tabulated hook that never answers",
        r"`promotes` or `arrives` gives `()` for every piece on every square, so it is as if it were not there. Usually a
comparison never holds, as with a rank that the board does not have, or a semicolon follows what was to be the answer.";

    TeamLost = 426 (Warn), "partners without a team",
        r#"Seats are partners in the ruleset that this one extends, and here they have no team: who writes `[[seats]]` again
writes all of each seat, and a seat without `team` plays alone. If that is meant, say it by a team for each:

```toml
[[seats]]
name = "red"
key = "r"
facing = "north"
team = "red"
```"#;
        }
    };
}
