//! Writes expressions and statements of rule scripts.

use crate::game::PlayerResult;

/// Returns the statement that ends the game with this result for the player in `who`.
pub(super) fn ends(outcome: PlayerResult, who: &str) -> String {
    match outcome {
        PlayerResult::Win => format!("win({who});"),
        PlayerResult::Draw => "draw();".to_owned(),
        PlayerResult::Loss => format!("lose({who});"),
    }
}

/// Returns a list of names.
pub(super) fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}
