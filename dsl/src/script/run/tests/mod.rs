//! Tests of event hooks in games: their arguments, the data that they read, their effects, and
//! their failures.

mod called;
mod cause;
mod direct;
mod fail;
mod see;

use quadrille_core::{AnyGame, CompiledRules, Effect, Event, HookError, Seat, game};

use super::host::Host;
use crate::formats::actions;
use crate::script::testing::{answer, chess, cross, rules};

const WHITE: Seat = Seat(0);
const BLACK: Seat = Seat(1);

/// Returns the effects of a mate hook with this body. The game is played on the cross, and its
/// rules declare every name that an effect can use. The hook is called for the first seat.
#[track_caller]
fn effects(body: &str) -> Vec<Effect> {
    effects_of(body).unwrap_or_else(|error| panic!("{error}"))
}

fn effects_of(body: &str) -> Result<Vec<Effect>, HookError> {
    let text = format!(
        "fn define(rules) {{ rules.counter(\"each\", \"seat\", 0, 9); rules.memory(\"captor\", \"seat\", \"seat\"); rules.memory(\"home\", \"game\", \"square\"); rules.metric(\"mates\"); rules.state(\"asleep\"); rules.clause(\"C1\", \"One.\"); }}\n\
         fn on_mate(game, seat) {{ {body} }}"
    );
    let (scripts, rules) = rules(&[&text], cross());
    let emitted = answer(&scripts, &rules, &Event::Mate(WHITE))?;
    Ok(emitted.into_iter().map(|emitted| emitted.effect).collect())
}

/// Returns the error of a mate hook with this body.
#[track_caller]
fn failure(body: &str) -> String {
    let error = effects_of(body).expect_err(body);
    assert_eq!(error.hook(), "first.on_mate");
    error.message().to_owned()
}

/// Asserts that an expression is true at the start of a game on the cross. The expression may use
/// the game as `game` and the first seat, red, as `seat`.
#[track_caller]
fn holds(expression: &str) {
    let found = effects(&format!("if {expression} {{ draw(); }}"));
    assert_eq!(found.len(), 1, "{expression}");
}

/// Plays actions from the start of a game.
#[track_caller]
fn play<'a>(rules: &'a CompiledRules, host: &'a Host, moves: &str) -> Box<dyn AnyGame + 'a> {
    let mut game = game::start(rules, host).unwrap();
    game.trace(true);
    for word in moves.split_whitespace() {
        actions::play(game.as_mut(), word).unwrap_or_else(|error| panic!("{word}: {error:?}"));
    }
    game
}

/// Plays a game of orthodox chess with these hooks. The hooks report their results by clauses.
/// Returns each clause that was counted, and its count.
#[track_caller]
fn said(hooks: &str, moves: &str) -> Vec<String> {
    let text = format!(
        "fn define(rules) {{ for n in 0..9 {{ rules.clause(`S${{n}}`, \"Said.\"); }} }}\n{hooks}"
    );
    let (scripts, rules) = rules(&[&text], chess());
    let host = scripts.host(&rules);
    let game = play(&rules, &host, moves);
    let clauses = &rules.spec().clauses;
    let counts = game.counts().clauses.iter().zip(clauses);
    counts.filter(|(n, _)| **n > 0).map(|(n, clause)| format!("{}x{n}", clause.id)).collect()
}
