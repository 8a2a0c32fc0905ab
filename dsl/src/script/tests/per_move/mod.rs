//! Tests of hooks about moves: the moves that they offer and forbid, their arguments, and their
//! failures.

mod faults;
mod forbidden;
mod lifted;
mod offered;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::SeatResult;
use quadrille_core::{
    AnyGame, CompiledRules, CounterId, Facing, HookError, Piece, PlayError, Setup, Spec, Status,
    game,
};
use quadrille_study::sim::{Plan, run};

use crate::formats::actions;
use crate::script::testing::{at, chess, cross, findings, rules, says};
use crate::script::{Host, Scripts};

/// Returns the game of chess with only the given pieces in its array, such as `wKe1 bKe8`.
pub(super) fn pieces(text: &str) -> Spec {
    with_pieces(chess(), text)
}

/// Returns a game with only these pieces.
fn with_pieces(mut spec: Spec, text: &str) -> Spec {
    let piece = |word: &str| {
        let mut letters = word.chars();
        let seat = spec.seat_of_key(letters.next().unwrap()).unwrap();
        let kind = spec.kind_of_letter(letters.next().unwrap()).unwrap();
        let facing = spec.seats[seat.index()].facing;
        (at(&spec, letters.as_str()), Piece::new(kind, seat, facing))
    };
    spec.array = text.split_whitespace().map(piece).collect();
    spec
}

/// A game of chess with the rules of a script.
struct ScriptGame {
    scripts: Arc<Scripts>,
    rules: CompiledRules,
}

impl ScriptGame {
    #[track_caller]
    fn new(script: &str, spec: Spec) -> Self {
        let (scripts, rules) = rules(&[script], spec);
        Self { scripts, rules }
    }

    fn host(&self) -> Host {
        self.scripts.host(&self.rules)
    }

    /// Returns the legal actions at the start, as texts.
    #[track_caller]
    fn legal(&self) -> Vec<String> {
        let host = self.host();
        legal(game::start(&self.rules, &host).unwrap().as_mut())
    }

    /// Returns the failure of a hook in the first turn.
    #[track_caller]
    fn fault(&self) -> HookError {
        let host = self.host();
        game::start(&self.rules, &host).err().expect("no hook fails")
    }
}

fn legal(game: &mut dyn AnyGame) -> Vec<String> {
    actions::legal(game).unwrap().into_iter().map(|(text, _)| text).collect()
}

/// Returns a hook that offers one move to `seat` if a piece is on the square `from`.
fn offers(seat: &str, from: &str, to: &str) -> String {
    format!(
        "/// when: every ply\nfn extra_moves(game, seat) {{
            if seat.name != \"{seat}\" || game.piece(square(\"{from}\")) == () {{ return []; }}
            [#{{ from: square(\"{from}\"), to: square(\"{to}\") }}]
        }}"
    )
}

/// Returns a hook that forbids all moves for which a condition is true.
fn forbids(when: &str, condition: &str) -> String {
    format!("/// when: {when}\nfn forbids(game, move) {{ {condition} }}")
}
