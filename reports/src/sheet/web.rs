//! The parts of a rule sheet that serve as a page on the web: a description and a picture for
//! previews of links, and links to the page of Quadrille.

use std::fmt::Write as _;

use quadrille_core::{HookError, game};
use quadrille_dsl::Ruleset;
use quadrille_render::{Picture, PictureOptions, svg};

/// The folder of the rule sheets, below the address of the site.
pub const FOLDER: &str = "games/";

/// Returns the name of a rule sheet's file, without its extension.
#[must_use]
pub fn file_name(loaded: &Ruleset) -> String {
    keyed(loaded, '-')
}

/// Returns the id of a ruleset, followed by its preset if there is one.
fn keyed(loaded: &Ruleset, separator: char) -> String {
    let preset = loaded.preset.as_ref().map(|preset| format!("{separator}{preset}"));
    format!("{}{}", loaded.meta.id, preset.unwrap_or_default())
}

/// Draws the board at the start, as a picture for previews of links.
///
/// # Errors
/// Returns the hook's error if a hook fails at the start of the game.
pub fn preview(loaded: &Ruleset) -> Result<String, HookError> {
    let hooks = loaded.hooks();
    let game = game::start(&loaded.rules, &*hooks)?;
    Ok(svg::draw_board(&Picture::of_game(loaded.spec(), &*game, &PictureOptions::of(loaded, ""))))
}

/// Writes the description of a page for browsers, search engines and previews of links. `site` is
/// the address of the page of Quadrille, with a final slash.
pub(super) fn head(loaded: &Ruleset, site: &str, out: &mut String) {
    let meta = &loaded.meta;
    let title = svg::escape(&meta.title);
    let summary = meta.summary.clone().unwrap_or_else(|| format!("The rules of {}.", meta.title));
    let summary = svg::escape(&summary.replace('`', ""));
    let page = svg::escape(&format!("{site}{FOLDER}{}", file_name(loaded)));
    let icon = svg::escape(&format!("{site}icon.svg"));
    let _ = write!(
        out,
        "<meta name=\"description\" content=\"{summary}\">\n\
         <link rel=\"canonical\" href=\"{page}.html\">\n\
         <meta property=\"og:type\" content=\"article\">\n\
         <meta property=\"og:site_name\" content=\"Quadrille\">\n\
         <meta property=\"og:title\" content=\"{title}: rules\">\n\
         <meta property=\"og:description\" content=\"{summary}\">\n\
         <meta property=\"og:url\" content=\"{page}.html\">\n\
         <meta property=\"og:image\" content=\"{page}.png\">\n\
         <meta property=\"og:image:alt\" content=\"{title}: the board at the start\">\n\
         <meta name=\"twitter:card\" content=\"summary\">\n\
         <link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n"
    );
}

/// Writes links to the page of Quadrille, where the game can be played and learned.
pub(super) fn links(loaded: &Ruleset, site: &str, out: &mut String) {
    let key = keyed(loaded, '@');
    let link = |path: &str, words: &str| {
        format!("<a href=\"{}\">{words}</a>", svg::escape(&format!("{site}#/{path}")))
    };
    let _ = writeln!(
        out,
        "<nav>{} · {} · {}</nav>",
        link(&format!("play/{key}"), "Play this game"),
        link(&format!("r/{key}"), "See the rules at work"),
        link("", "All games")
    );
}
