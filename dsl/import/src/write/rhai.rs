//! Expressions and statements of rule scripts.

use crate::game::PlayerResult;

/// What becomes of the game if the player in `who` has this result.
pub(super) fn ends(outcome: PlayerResult, who: &str) -> String {
    match outcome {
        PlayerResult::Win => format!("win({who});"),
        PlayerResult::Draw => "draw();".to_owned(),
        PlayerResult::Loss => format!("lose({who});"),
    }
}

/// A list of names.
pub(super) fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}
