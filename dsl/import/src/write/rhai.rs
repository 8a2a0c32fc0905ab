//! Expressions and statements of rule scripts.

use crate::game::Outcome;

/// What becomes of the game if the player in `who` has this result.
pub(super) fn ends(outcome: Outcome, who: &str) -> String {
    match outcome {
        Outcome::Win => format!("win({who});"),
        Outcome::Draw => "draw();".to_owned(),
        Outcome::Loss => format!("lose({who});"),
    }
}

/// A list of names.
pub(super) fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(", "))
}
