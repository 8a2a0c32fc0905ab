//! Codes of mistakes in the rules as a whole: each part is valid, but the parts contradict each
//! other or are probably unintended.

macro_rules! rules {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    ContradictoryRules = 401, "contradictory rules",
        r"Each file is valid alone, but the game that they describe together can't be played. The
message names the two things that contradict each other. Each of the two comes from `geometry.toml`
or from a declaration in a script.";

    PieceNeverMoves = 402 (Warn), "piece that never moves",
        r"A kind or a piece of the array can't move anywhere. There are three causes:

- The kind has no move, and no clause, script or lesson names the kind.
- The kind's notation is valid, but leads nowhere from any square of this board. An example is a
  leap that is longer than the board is wide.
- A piece of the array stands where none of its moves leads anywhere, often because it faces the
  wrong way.";

    PieceNeverAppears = 403 (Warn), "piece that never appears",
        r"No array has a piece of this kind, no piece promotes to this kind, and no script
names it.";

    UnusedZone = 404 (Warn), "unused zone",
        r"No script and no other zone uses this zone. Perhaps a script misspells the zone's name.
The lint does not report a zone if a script builds the zone's name from parts, for instance from the
name of a seat.";

    SeatWithoutTurn = 406 (Warn), "seat without a turn",
        r"The turn order leaves out this seat, and no script calls `set_order`. So the seat never
has a turn. A seat without pieces needs no turn if a script calls `ask`. It only answers
questions.";

    LonelyTeam = 407 (Warn), "team of one with almost the name of another",
        r#"A seat is the only member of its team, and the team's name is similar to the name of
another team, such as `mooon` and `moon`. If the name is misspelt, partners play against each other.

The lint also reports a second case: one seat is alone in its team, and exactly one other seat has
no team. These two seats are probably partners.

```toml
team = "mooon"   # wrong: a team of its own
team = "moon"
```"#;

    ClauseNotStated = 408 (Warn), "clause that is stated nowhere",
        r"The ruleset states clauses, under `[clauses]` or with `rules.clause`, but a script
names a clause that the ruleset does not state. So Quadrille counts a new clause of this name
instead of the intended clause.

The lint also reports a preset if it adds a clause whose id is similar to the id of a stated clause.
Probably the preset was meant to change the stated clause. The lint does not report a clause that a
plugin's script names, because the plugin's documentation states it.";

    MovementNeverMade = 409 (Warn), "movement that can never be made",
        r"A script declares a movement that leads nowhere, or that has a condition that never
holds. For example, nothing sets a mark that the movement needs, no seat has a partner, or the
notation does not allow a capture. The message gives the reason.";

    MarkNeverRead = 410 (Warn), "mark that nothing reads",
        r"A script declares a mark, but no movement or hook reads it. So the mark changes nothing.";

    PieceGetsStuck = 411 (Warn), "piece that gets stuck",
        r"Pieces of this kind can reach squares that they can never leave, and no rule promotes
or turns them before they reach such a square. Usually a script or plugin for promotion is missing,
or names other squares.";

    HookWithoutEffect = 412 (Warn), "hook without an effect",
        r"An event hook calls no effect, neither directly nor through helpers, so it changes
nothing. `clause(…)` alone is not an effect. The lint does not report `on_draw`, because an
`on_draw` without an effect prevents the draw.";

    HandNeverDropped = 413 (Warn), "piece in hand that can't be dropped",
        r#"A hook adds pieces of this kind to a hand, but no `rules.hand` defines the squares on
which the kind may be dropped. So the pieces stay in hand for the rest of the game. If a seat has no
piece of this kind in hand at the start, declare the kind with the number 0:

```rhai
rules.hand(seat, #{ duck: 0 }, zone("lake"));
```"#;

    PresetWithoutChanges = 414 (Warn), "preset that changes nothing",
        r"A preset states clauses, but has no description, and changes no rule and no tunable. So
games with the preset are the same as games without it. Usually the name in a heading such as
`[presets.NAME.clauses]` is misspelt.";

    CounterNeverRead = 415 (Warn), "counter or memory that nothing reads",
        r"A script declares a counter or memory, and perhaps sets it. But no rule reads it, no
lesson shows it, and it has no `.worth`. So it changes nothing.";

    CounterNeverSet = 416 (Warn), "counter or memory that nothing sets",
        r"The rules read a counter or memory, but no hook sets it. So it always keeps its starting
value.";

    StateNeverSet = 417 (Warn), "state that nothing sets",
        r"A script declares a state, but no effect gives it to a seat or an army. Perhaps an
effect misspells the state's name.";

    PromotionNeverReached = 418 (Warn), "promotion that no piece can reach",
        r"`promotes` returns promotions only for squares that no piece of the kind can ever reach
from its starting square. Often the script counts ranks from the side of another seat.
`square.rank_for(piece.colour)` counts ranks from the side of the piece's own player.";

    SeatsNotAlike = 419 (Warn), "sides that are almost alike",
        r#"Quadrille compares the armies, turned or reflected as the board allows. All armies
except this army are alike, and this army differs on one or two squares. Usually there is a mistake
in the picture. The lint does not report an army with more or fewer pieces than the others, because
this army probably plays at odds.

If the armies are alike, the lint compares the sides of the board. It reports a wall, a one-way edge
or a portal that only one side has. If the difference is intended, write:

```toml
[lints]
seats-not-alike = "allow"
```"#;

    PartnersMayCapture = 420 (Warn), "partners who may take each other",
        r#"A script lets a seat capture pieces of its partner, and no clause mentions partners.
Usually a loop in the script includes all seats, and does not leave out partners. Write a loop over
the opponents instead:

```rhai
for a in seats() {
    for b in a.opponents { rules.relate(a, b, "capture", true); }
}
```"#;

    MateNeverAsked = 421 (Warn), "mate that hardly ever comes",
        r#"`on_mate` is called if a seat in check has no legal move on its turn. With
`rules.protect("own", "none")`, moves need not protect any royal. A seat in check therefore nearly
always has a legal move, and `on_mate` is hardly ever called. Either let kings be captured and
handle the capture in `on_royal_captured`, or declare a mate test:

```rhai
fn define(rules) {
    rules.protect("own", "none");
    rules.protect_in_mate_test("own", "safe");
    rules.mate_test("after_every_ply");
}
```"#;

    PluginNotUsed = 422 (Warn), "names for a plugin that is not there",
        r#"An entry of `[plugins]` has no effect. Perhaps the ruleset and its presets do not list the
plugin, or the plugin does not have the clause. `quadrille explain plugin:NAME` lists the clauses of
a plugin.

```toml
[rules]
scripts = ["plugin:draws"]

[plugins.draws]
clauses = { repetition = "A4" }
```"#;

    ZonesNotAlike = 423 (Warn), "zones of seats that are not alike",
        r#"Each seat has a zone that is named after the seat, such as `red-rear` and `blue-rear`.
If the zones are turned or reflected as the board allows, all of them except this one are alike.
Usually a square is missing or wrong. In a game with two seats, the lint reports only zones that
differ on one or two squares. If the difference is intended, write:

```toml
[lints]
zones-not-alike = "allow"
```"#;

    MetricNeverCounted = 424 (Warn), "metric that nothing counts",
        r#"A script declares a metric, but no hook counts it with `count_metric`. So the metric is
zero in every game.

```rhai
fn define(rules) { rules.metric("forks"); }

/// when: knight
fn on_check(game, seat, royals) { if royals.len > 1 { count_metric("forks"); } }
```"#;

    HookNeverAnswers = 425 (Warn), "tabulated hook that never answers",
        r"`promotes` or `arrives` returns `()` for every piece on every square, so it does
nothing. Usually a comparison never holds, for instance with a rank that the board does not have.
Another cause is a semicolon after the expression that should be the result.";

    TeamLost = 426 (Warn), "partners without a team",
        r#"Seats that are partners in the extended ruleset have no team here. `[[seats]]` replaces
the inherited seats completely, and a seat without `team` plays alone. Write a `team` for each seat,
with the same name for partners. Give a player who should play alone a separate team:

```toml
[[seats]]
name = "red"
key = "r"
facing = "north"
team = "red"
```"#;

    TablesTooLarge = 427, "movements need too much memory",
        r"The engine stores where each movement leads from each square. Movements that bend, jump
or ride in zones need about 400 KB each on a board of 32×32 squares, for each facing. A notation
such as `qNN` means hundreds of such movements. If a ruleset needs more memory than the limit
allows, Quadrille does not load it. `quadrille explain limits` lists the limit. Servers and editors
have lower limits.

Use a smaller board, or movements without bends.";

    MateNotHandled = 430 (Warn), "mate that no hook handles",
        r"There are royal pieces, but no hook handles mate. So nothing happens to a mated player:
the turn passes, and the game continues. Write the hook, or list a plugin that has it, such as
`plugin:mate-ends`.

```rhai
fn on_mate(game, seat) { lose(seat); }
```

If moves need not protect royals, the lint reports that no hook handles the capture of a royal. The
hook for this event is `on_royal_captured`. The lint reports nothing if a script itself examines
royals, for example with `game.in_check(seat)`.";

    AnswerNotHandled = 431 (Warn), "answer that no hook handles",
        r#"A script asks a question with `ask`, `ask_in_secret` or `choose`, but no script has the hook
`on_answer`. So the answer changes nothing.

```rhai
fn on_setup(game) { ask(seats()[0], "side", ["left", "right"], ()); }

fn on_answer(game, seat, question, choice, about) {
    if choice == "left" { place(square("a1"), "rook", seat); }
}
```"#;

    EnPassantNeverPossible = 432 (Warn), "en passant that is never possible",
        r#"A piece captures en passant (`e` in movement notation), but no move of any piece gives
the right to do so. A straight move of two or more steps without a capture gives this right, for
example the double step of a pawn:

```toml
[pieces]
pawn = { letter = "P", moves = "fmWfceFifmnD" }
```"#;

    SeatColourRepeated = 433 (Warn), "seats of one colour",
        r"Two seats have the same `colour`, so players can't tell their pieces apart. Write another
colour, or remove the key. A seat without `colour` gets the colour that it is named after, or
another colour that no seat has.";
        }
    };
}
