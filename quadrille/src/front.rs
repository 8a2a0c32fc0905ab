//! Functions for the most common tasks. Each combines several crates.

use quadrille_dsl::{Ruleset, RulesetError, load};
use quadrille_study::sim::Playouts;

/// Loads a shipped ruleset, or a preset of a shipped ruleset (`verney-1881@ffa`).
///
/// # Errors
/// Returns a [`RulesetError`] if no such ruleset or preset exists. The error lists similar names.
#[cfg(feature = "shipped")]
pub fn shipped(name: &str) -> Result<Ruleset, RulesetError> {
    load(&quadrille_dsl::library::Shipped, name, &[])
}

/// Loads a ruleset from pairs of file name and text. The files are `geometry.toml` and the scripts
/// that it lists. `id` is the id of the ruleset, as in `geometry.toml`.
///
/// # Errors
/// Returns a [`RulesetError`] if the files contain mistakes. The error lists each mistake with its
/// line and advice.
pub fn from_files<'t>(
    id: &str,
    files: impl IntoIterator<Item = (&'t str, &'t str)>,
) -> Result<Ruleset, RulesetError> {
    let library = quadrille_dsl::library::Memory::new();
    let library =
        files.into_iter().fold(library, |library, (file, text)| library.with_file(id, file, text));
    load(&library, id, &[])
}

/// Prepares a run of many games by a ruleset. The games use the scripts of the ruleset, and the
/// rules that are added in Rust.
///
/// ```
/// # #[cfg(feature = "shipped")]
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use quadrille::AgentSpec;
///
/// let ruleset = quadrille::shipped("chesscom-teams")?;
/// let report = quadrille::playouts(&ruleset).agent(AgentSpec::Random).games(2).run()?;
/// assert_eq!(report.summary.games, 2);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "shipped"))]
/// # fn main() {}
/// ```
#[must_use]
pub fn playouts(ruleset: &Ruleset) -> Playouts<'_> {
    Playouts::new(&ruleset.rules, || ruleset.hooks())
}

/// Draws the board of a game as text, with letters for the pieces.
///
/// # Errors
/// Returns [`GameError::Hook`](crate::GameError::Hook) if a hook fails.
#[cfg(feature = "render")]
pub fn text(game: &crate::Game) -> Result<String, crate::GameError> {
    use quadrille_render::terminal::{ColourDepth, draw};
    Ok(draw(&picture(game)?, ColourDepth::Plain).to_string())
}

/// Draws the board of a game as SVG.
///
/// # Errors
/// Returns [`GameError::Hook`](crate::GameError::Hook) if a hook fails.
#[cfg(feature = "render")]
pub fn svg(game: &crate::Game) -> Result<String, crate::GameError> {
    Ok(quadrille_render::svg::draw(&picture(game)?))
}

/// Returns the picture of a game, with royals in check marked. The ruleset gives the title and the
/// colours.
///
/// # Errors
/// Returns [`GameError::Hook`](crate::GameError::Hook) if a hook fails.
#[cfg(feature = "render")]
pub fn picture(game: &crate::Game) -> Result<crate::Picture, crate::GameError> {
    let ruleset = game.ruleset();
    let options = quadrille_render::PictureOptions::of(ruleset, &ruleset.meta.title);
    game.with_game(|game| Ok(crate::Picture::of_game(ruleset.spec(), game, &options)))
}
