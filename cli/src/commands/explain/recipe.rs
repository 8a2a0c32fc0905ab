//! The page of a recipe of the cookbook, with the rules of its game in prose, and with its files
//! for copying.

use std::fmt::Write as _;

use quadrille_dsl::Library as _;
use quadrille_dsl::lessons;
use quadrille_dsl::library::Shipped;
use quadrille_render::Styled;

use super::markdown;
use super::prose::heading;

/// Returns a recipe's page, and then the game in prose and the recipe's files.
pub fn around(game: &Styled, name: &str) -> Styled {
    let mut before = markdown::render(prose_of(Shipped.page(name).unwrap_or_default()));
    heading("Try it", &mut before);
    for command in ["play", "check"] {
        let _ = writeln!(before, "  quadrille {command} {name}");
    }
    let _ = writeln!(before, "  quadrille new my-{name} --from {name}\n");
    let mut after = String::new();
    let files = Shipped.folder(name).map(|folder| folder.files).unwrap_or_default();
    for (file, bytes) in files.iter().filter(|(file, _)| *file != lessons::FILE) {
        heading(&format!("Its {file}"), &mut after);
        let _ = writeln!(after, "\n{}", String::from_utf8_lossy(bytes).trim_end());
    }
    let mut out = Styled::from(before);
    out.append(game);
    out.push(&after);
    out
}

/// Returns a recipe's page without its scripts, because the recipe's files are printed after the
/// page.
fn prose_of(page: &str) -> &str {
    page.split("\n## Its rules\n").next().unwrap_or(page)
}
