//! Codes of the rules as a whole, whose parts are valid but contradictory or probably unintended.

macro_rules! rules {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ContradictoryRules = 401, "contradictory rules",
        r"Each file is valid alone, but the game that they describe together can't be played. The
message names the two things that contradict each other. Each may come from the file or from a
script's declaration.";

    PieceNeverMoves = 402 (Warn), "piece that never moves",
        r"A kind or a piece of the array can't move anywhere. There are three causes:

- The kind has no move, and no clause, script or lesson names it.
- The kind's notation is valid, but leads nowhere from any square of this board, as with a leap that
  is longer than the board is wide.
- A piece of the array stands where none of its moves leads anywhere, often because it faces the
  wrong way.";

    PieceNeverAppears = 403 (Warn), "piece that never appears",
        r"No array has this piece, nothing promotes to it, and no script names it.";

    UnusedZone = 404 (Warn), "unused zone",
        r"No script and no other zone uses this zone, by its full name or by its name without a
seat's name. A misspelt zone in a script has the same effect.";

    SeatWithoutTurn = 406 (Warn), "seat without a turn",
        r"The turn order leaves out this seat. That is useful only if a script brings it in.";

    LonelyTeam = 407 (Warn), "team of one with almost the name of another",
        r#"A seat is the only member of its team, and the team's name is almost that of another
team, such as `mooon` and `moon`. If the name is misspelt, partners play against each other. The
lint also reports a team of one seat if exactly one other seat has no team, because these two seats
are probably partners.

```toml
team = "mooon"   # wrong: a team of its own
team = "moon"
```"#;

    ClauseNotStated = 408 (Warn), "clause that is stated nowhere",
        r"A script of the ruleset names a clause that neither `[clauses]` nor `rules.clause` states,
although other clauses are stated. So a new clause of that name is counted instead of the intended
one. The lint also reports a preset that changes a clause whose id is close to the id of a stated
one. Plugins may name clauses that only their own documentation states.";

    MovementNeverMade = 409 (Warn), "movement that can never be made",
        r"A movement that a script declares leads nowhere, or has a condition that never holds.
Perhaps nothing sets the mark, no seat has a partner, or the notation does not allow the capture.
The message gives the reason.";

    MarkNeverRead = 410 (Warn), "mark that nothing reads",
        r"A script declares a mark, but no movement or hook reads it. So the mark changes nothing.";

    PieceGetsStuck = 411 (Warn), "piece that gets stuck",
        r"Pieces of this kind reach squares that they can never leave, and nothing promotes or turns
them on their way. Usually a script or plugin for promotion is missing, or names other squares.";

    HookWithoutEffect = 412 (Warn), "hook without an effect",
        r"An event hook calls no effect, neither directly nor through helpers, so it changes
nothing. `clause(…)` alone is not an effect. `on_draw` may have no effect, because it then prevents
the draw.";

    HandNeverDropped = 413 (Warn), "piece in hand that can't be dropped",
        r#"A hook adds pieces to a hand, but no `rules.hand` defines where a piece of that kind may
be dropped. So it stays in hand for the rest of the game. If the hand does not hold the kind at the
start, declare it with 0:

```rhai
rules.hand(seat, #{ duck: 0 }, zone("lake"));
```"#;

    PresetWithoutChanges = 414 (Warn), "preset that changes nothing",
        r"A preset has only clauses, without a description, a rule or a tunable, so the game is the
same with it. Usually the name in a heading such as `[presets.NAME.clauses]` is misspelt.";

    CounterNeverRead = 415 (Warn), "counter or memory that nothing reads",
        r"A counter or memory is declared and perhaps set, but it changes nothing. No hook reads it,
no lesson shows it, and it is worth nothing.";

    CounterNeverSet = 416 (Warn), "counter or memory that nothing sets",
        r"A counter or memory is read, but no hook sets it. So it always has the value that it
starts with.";

    StateNeverSet = 417 (Warn), "state that nothing sets",
        r"A script declares a state, but no effect gives it to a seat or an army. A misspelt state
has the same effect.";

    PromotionNeverReached = 418 (Warn), "promotion that no piece can reach",
        r"`promotes` answers for squares that no piece of the kind can reach from where it starts,
whatever is on the board. Often the rank is another seat's. `square.rank_for(piece.colour)` counts
from the piece's own side.";

    SeatsNotAlike = 419 (Warn), "sides that are almost alike",
        r#"All armies but one are the same, seen from their seats, turned or reflected as the board
allows. This one differs by a piece or two, which is usually a slip in the picture. An army with
more or fewer pieces has odds, and is not reported.

If the armies are alike, the lint reports a wall, a one-way edge or a portal of `[board]` that only
one side of the board has. If the difference is meant:

```toml
[lints]
seats-not-alike = "allow"
```"#;

    PartnersMayCapture = 420 (Warn), "partners who may take each other",
        r#"A script lets a seat capture pieces of its partner, and no clause mentions partners.
Usually a loop over all seats forgets that some of them are partners.

```rhai
for a in seats() {
    for b in a.opponents { rules.relate(a, b, "capture", true); }
}
```"#;

    MateNeverAsked = 421 (Warn), "mate that hardly ever comes",
        r#"`on_mate` is called if a seat in check has no legal move on its turn. If moves need not
protect any royal (`rules.protect("own", "none")`), only a seat that can't move at all is ever
mated. Either let kings be captured and handle that in `on_royal_captured`, or declare a mate test:

```rhai
fn define(rules) {
    rules.protect("own", "none");
    rules.protect_in_mate_test("own", "safe");
    rules.mate_test("after_every_ply");
}
```"#;

    PluginNotUsed = 422 (Warn), "names for a plugin that is not there",
        r#"`[plugins]` names a plugin that neither the ruleset nor one of its presets lists, or a
clause that the plugin does not have. `quadrille explain plugin:NAME` lists the clauses of a plugin.

```toml
[rules]
scripts = ["plugin:draws"]

[plugins.draws]
clauses = { repetition = "A4" }
```"#;

    ZonesNotAlike = 423 (Warn), "zones of seats that are not alike",
        r#"Each seat has a zone that is named after it, such as `red-rear` and `blue-rear`. This zone
is not a turned or reflected copy of the others, although the board allows it. With two seats, it
differs by a square or two. Usually a square is missing or wrong. If the difference is meant:

```toml
[lints]
zones-not-alike = "allow"
```"#;

    MetricNeverCounted = 424 (Warn), "metric that nothing counts",
        r#"A script declares a metric, but no hook counts it with `count_metric`. So it is zero in
every game.

```rhai
fn define(rules) { rules.metric("forks"); }

/// when: knight
fn on_check(game, seat, royals) { if royals.len > 1 { count_metric("forks"); } }
```"#;

    HookNeverAnswers = 425 (Warn), "tabulated hook that never answers",
        r"`promotes` or `arrives` gives `()` for every piece on every square, so it does nothing.
Usually a comparison never holds, for instance with a rank that the board does not have. Or a
semicolon follows the expression that should be the answer.";

    TeamLost = 426 (Warn), "partners without a team",
        r#"Seats are partners in the ruleset that this one extends, but have no team here.
`[[seats]]` replaces the inherited seats completely, and a seat without `team` plays alone. If that
is meant, give each seat a team:

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
