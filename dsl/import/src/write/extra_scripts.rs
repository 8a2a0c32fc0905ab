//! Writes walls and passes as separate scripts. A script defines each hook only once, but several
//! scripts of a game may define the same hook.

use super::seats::SEATS;
use crate::game::{VariantGame, Walls};

/// Returns the extra scripts of a game, each with its file name and content.
pub(super) fn extra_scripts(game: &VariantGame) -> Vec<(&'static str, String)> {
    let walls = game.walls.map(|walls| ("walls.rhai", walls_script(walls)));
    let who = SEATS.iter().zip(game.passes).filter(|(_, passes)| *passes);
    let who: Vec<String> = who.map(|((seat, ..), _)| format!("seat(\"{seat}\")")).collect();
    let passes =
        (!who.is_empty()).then(|| PASS_SCRIPT.replace("seats()", &format!("[{}]", who.join(", "))));
    let passes = passes.map(|script| ("passes.rhai", script));
    walls.into_iter().chain(passes).collect()
}

/// Returns the script that sets a wall after each move.
fn walls_script(walls: Walls) -> String {
    const CHOSEN_ARRAY_SCRIPT: &str = "\n/// Places the wall on the chosen square.\nfn on_answer(game, seat, question, choice, about) {\n    place(square(choice), \"wall\", neutral());\n}\n";
    let (about, body, more) = match walls {
        Walls::Past => (
            "After each move, a wall is placed on the square that the piece left.",
            "place(from, \"wall\", neutral());",
            "",
        ),
        Walls::Anywhere => (
            "After each move, the player places a wall on an empty square.",
            "let free = game.empty();\n    if free.len() > 0 { ask(seat, \"wall\", free, ()); }",
            CHOSEN_ARRAY_SCRIPT,
        ),
        Walls::Arrow => (
            "After each move, the player places a wall on a square that the piece could move to next.",
            "let shots = game.moves(seat).filter(|move| move.from == to).map(|move| move.to);\n    if shots.len() > 0 { ask(seat, \"wall\", shots, ()); }",
            CHOSEN_ARRAY_SCRIPT,
        ),
    };
    format!(
        "//! {about}\n\n/// {about}\n/// when: every ply\nfn on_move(game, seat, piece, from, to) {{\n    if from == () {{ return; }}\n    {body}\n}}\n{more}"
    )
}

/// The script for passing, and for the draw after two passes.
const PASS_SCRIPT: &str = r#"//! Players may pass. Two passes in a row draw the game.

fn define(rules) { rules.counter("passed_at", "game", 0, 20000); }

fn offer_passes() {
    for seat in seats() { offer(seat, "pass"); }
}

/// Offers passes at the start.
fn on_setup(game) { offer_passes(); }

/// Offers passes in a given position.
fn on_position(game) { offer_passes(); }

/// Draws the game after two passes in a row.
/// when: pass
fn on_move(game, seat, piece, from, to) {
    let passed_at = game.counter("passed_at");
    set_counter_to_ply("passed_at");
    if passed_at > 0 && passed_at == game.ply - 1 { draw(); }
}
"#;
