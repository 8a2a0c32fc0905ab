//! Actions as other programs write them: `e2e4`, `e7e8q`, `e1g1`, `N@f3` for two seats; for more, as everywhere here.

use quadrille_core::{Action, Play, Spec};
use quadrille_dsl::actions;

use crate::output::exit::Failure;

/// An action as the other program is told it.
pub(super) fn text(
    game: &mut dyn Play,
    spec: &Spec,
    action: Option<Action>,
) -> Result<String, Failure> {
    let Some(action) = action else { return Ok("(none)".to_owned()) };
    if let Some(text) = plain(spec, action).filter(|_| spec.seats.len() == 2) {
        return Ok(text);
    }
    let found = actions::legal(game)?.into_iter().find(|(_, other)| *other == action);
    Ok(found.map_or_else(|| "(none)".to_owned(), |(text, _)| text))
}

/// The action that a word of the other program means, if it is legal: written as here, or as for two seats.
pub(super) fn find(
    game: &mut dyn Play,
    spec: &Spec,
    word: &str,
) -> Result<Option<Action>, Failure> {
    let legal = actions::legal(game)?;
    let exact = legal.iter().find(|(text, _)| text == word).map(|(_, action)| *action);
    let bare = |text: &str| text.replace(['-', 'x', '='], "").to_lowercase();
    let meant = bare(word);
    let alike = || {
        legal.iter().find(|(_, action)| plain(spec, *action).is_some_and(|it| bare(&it) == meant))
    };
    Ok(exact.or_else(|| alike().map(|(_, action)| *action)))
}

/// A move, drop or pass in the notation of UCI.
fn plain(spec: &Spec, action: Action) -> Option<String> {
    let name = |square| spec.geometry.name(square);
    let letter = |kind: quadrille_core::Kind| spec.kinds[kind.index()].letter;
    match action {
        Action::Move(mv) => {
            let promotion = mv.promotion.map(|kind| letter(kind).to_ascii_lowercase());
            let promotion = promotion.map_or_else(String::new, String::from);
            Some(format!("{}{}{promotion}", name(mv.from), name(mv.to)))
        }
        Action::Drop(kind, square) => Some(format!("{}@{}", letter(kind), name(square))),
        Action::Pass => Some("0000".to_owned()),
        _ => None,
    }
}
