//! Scripts of their own for walls and passes, because several scripts may have the same hook.

use super::seats::SEATS;
use crate::game::{VariantGame, Walls};

/// Returns the file names and texts of the extra scripts of a game.
pub(super) fn extra_scripts(game: &VariantGame) -> Vec<(&'static str, String)> {
    let walls = game.walls.map(|walls| ("walls.rhai", walls_script(walls)));
    let who = SEATS.iter().zip(game.passes).filter(|(_, passes)| *passes);
    let who: Vec<String> = who.map(|((seat, ..), _)| format!("seat(\"{seat}\")")).collect();
    let passes =
        (!who.is_empty()).then(|| PASS_SCRIPT.replace("seats()", &format!("[{}]", who.join(", "))));
    let passes = passes.map(|script| ("passes.rhai", script));
    walls.into_iter().chain(passes).collect()
}

/// A wall for each move.
fn walls_script(walls: Walls) -> String {
    const CHOSEN_ARRAY_SCRIPT: &str = "\n/// Where the player wants it.\nfn on_answer(game, seat, question, choice, about) {\n    place(square(choice), \"wall\", neutral());\n}\n";
    let (about, body, more) = match walls {
        Walls::Past => (
            "A wall falls on the square that a piece leaves.",
            "place(from, \"wall\", neutral());",
            "",
        ),
        Walls::Anywhere => (
            "A player who has moved sets a wall on an empty square.",
            "let free = game.empty();\n    if free.len() > 0 { ask(seat, \"wall\", free, ()); }",
            CHOSEN_ARRAY_SCRIPT,
        ),
        Walls::Arrow => (
            "A player who has moved sets a wall where that piece could go next.",
            "let shots = game.moves(seat).filter(|move| move.from == to).map(|move| move.to);\n    if shots.len() > 0 { ask(seat, \"wall\", shots, ()); }",
            CHOSEN_ARRAY_SCRIPT,
        ),
    };
    format!(
        "//! {about}\n\n/// {about}\n/// when: every ply\nfn on_move(game, seat, piece, from, to) {{\n    if from == () {{ return; }}\n    {body}\n}}\n{more}"
    )
}

/// Passing, and its end.
const PASS_SCRIPT: &str = r#"//! Players may pass. If both do, one after the other, the game is a draw.

fn define(rules) { rules.counter("passed_at", "game", 0, 20000); }

fn offer_passes() {
    for seat in seats() { offer(seat, "pass"); }
}

/// From the start.
fn on_setup(game) { offer_passes(); }

/// And in positions that are given.
fn on_position(game) { offer_passes(); }

/// Nobody wants to move.
/// when: pass
fn on_move(game, seat, piece, from, to) {
    let passed_at = game.counter("passed_at");
    set_counter_to_ply("passed_at");
    if passed_at > 0 && passed_at == game.ply - 1 { draw(); }
}
"#;
