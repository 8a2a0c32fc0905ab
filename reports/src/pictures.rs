//! What pictures show of a ruleset beyond its rules.

use quadrille_dsl::Loaded;
use quadrille_render::PictureOptions;

/// The options of a picture with a title, in the ruleset's colours and with its lines.
#[must_use]
pub fn options<'a>(loaded: &'a Loaded, title: &'a str) -> PictureOptions<'a> {
    let meta = &loaded.meta;
    PictureOptions {
        title,
        colours: &meta.colours,
        lines: &meta.lines,
        ..PictureOptions::default()
    }
}
