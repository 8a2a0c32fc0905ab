//! The page of a plugin, generated from its script. The page contains the plugin's purpose, its
//! tunables, its clauses, its hooks, and the names that a ruleset must define for the plugin.
//! `docs/reference/plugins.md` contains these pages, and `quadrille explain plugin:NAME` prints
//! one.

use std::fmt::Write as _;

use crate::diagnostic::Source;
use crate::library::Library;
use crate::script::{About, about};

/// Returns the page of a plugin in Markdown. The page does not contain the source of the plugin.
/// Returns `None` if the library does not have the plugin, or if the plugin's script has mistakes.
#[must_use]
pub fn page(library: &dyn Library, name: &str) -> Option<String> {
    let text = String::from_utf8(library.plugin(name)?).ok()?;
    let about = about(&Source::new(format!("plugins/{name}.rhai"), text))?;
    let users = users(library, name);
    Some(written(name, &about, &users))
}

/// Returns the source of a plugin. Returns `None` if the library does not have the plugin.
#[must_use]
pub fn source(library: &dyn Library, name: &str) -> Option<String> {
    String::from_utf8(library.plugin(name)?).ok()
}

/// Returns the rulesets and recipes that list a plugin in their files.
fn users(library: &dyn Library, name: &str) -> Vec<String> {
    let listed = format!("\"plugin:{name}\"");
    let uses = |id: &String| {
        let file = library.folder(id).ok()?.files.remove(crate::library::GEOMETRY)?;
        String::from_utf8(file).ok().filter(|text| text.contains(&listed)).map(drop)
    };
    library.all_names().into_iter().filter(|id| uses(id).is_some()).collect()
}

fn written(name: &str, about: &About, users: &[String]) -> String {
    let mut out = format!("# plugin:{name}\n\n{}\n", about.header);
    if !about.tunables.is_empty() {
        out += "\n**Parameters**\n\n";
    }
    for tunable in &about.tunables {
        let values = if tunable.one_of.is_empty() {
            String::new()
        } else {
            format!("; one of `{}`", tunable.one_of.join("`, `"))
        };
        let _ =
            writeln!(out, "- `{}` = `{}`{values}. {}", tunable.name, tunable.value, tunable.doc);
    }
    for (title, names) in [
        ("Kinds", &about.kinds),
        ("Zones", &about.zones),
        ("Marks", &about.marks),
        ("States", &about.states),
    ] {
        if !names.is_empty() {
            let _ = writeln!(out, "\n**{title} that it names**: `{}`", names.join("`, `"));
        }
    }
    if !about.clauses.is_empty() {
        let _ = writeln!(out, "\n**Clauses that it states**: {}", about.clauses.join(", "));
    }
    if !about.functions.is_empty() {
        out += "\n**Functions that other scripts may call**\n\n";
    }
    for (signature, doc) in &about.functions {
        let doc = if doc.is_empty() { String::new() } else { format!(": {doc}") };
        let _ = writeln!(out, "- `{signature}`{doc}");
    }
    if !about.hooks.is_empty() {
        out += "\n**Hooks**\n\n";
    }
    for hook in &about.hooks {
        let when =
            hook.when.as_deref().map_or_else(String::new, |when| format!(" (`/// when: {when}`)"));
        let cost = if hook.every_ply { ", at every ply" } else { "" };
        let doc = if hook.doc.is_empty() { String::new() } else { format!(": {}", hook.doc) };
        let _ = writeln!(out, "- `{}`{when}{cost}{doc}", hook.signature);
    }
    if !users.is_empty() {
        let _ = writeln!(out, "\n**Listed by** {}", users.join(", "));
    }
    out
}

/// Returns the text of `docs/reference/plugins.md`: the pages of all plugins of a library.
#[must_use]
pub fn reference(library: &dyn Library) -> String {
    let mut page = String::from(
        "# Plugins\n\n\
         Plugins are rule scripts that several rulesets share. A ruleset lists a plugin as `\"plugin:NAME\"`\n\
         under `[rules] scripts`, and sets a parameter with `\"NAME.PARAMETER\" = value` under `[tunables]`.\n\
         `quadrille explain plugin:NAME` prints the description and the source of a plugin.\n\n\
         A plugin has separate names for the clauses that it states. A ruleset maps these names to its clauses\n\
         with `[plugins.NAME] clauses = { THEIRS = \"OURS\" }`. Without such an entry, the name of the clause in\n\
         the ruleset is `NAME.THEIRS`. If a plugin has no hooks, every script of the ruleset may call its\n\
         functions.\n",
    );
    for name in library.plugins() {
        if let Some(text) = self::page(library, &name) {
            page += &format!("\n#{text}");
        }
    }
    page
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;
    use crate::library::Shipped;

    #[test]
    fn a_plugin_is_told_with_its_parameters_clauses_and_hooks() {
        let text = page(&Shipped, "draws").unwrap();
        for part in [
            "# plugin:draws",
            "- `REPETITION` = `3`. The number of times that a position must occur",
            "**Clauses that it states**: dead-position, no-progress, repetition",
            "**Kinds that it names**: `pawn`",
            "- `on_draw(game, kind, seats)`",
            "chesscom-teams",
        ] {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
        let text = page(&Shipped, "king-capture").unwrap();
        assert!(text.contains("one of `lone_player`, `two_players`, `always`"), "{text}");
        let text = page(&Shipped, "turning-pawns").unwrap();
        assert!(text.contains("`arrives(piece, square)` (`/// when: pawn`)"), "{text}");
        assert_eq!(page(&Shipped, "none"), None);
    }

    #[test]
    fn what_a_plugin_expects_of_a_board_is_named() {
        let text = page(&Shipped, "promotion-on-far-side").unwrap();
        assert!(text.contains("`end-ranks`") && text.contains("`end-files`"), "{text}");
        for name in Shipped.plugins() {
            assert!(page(&Shipped, &name).is_some(), "{name}");
        }
    }

    /// Rewrites the page if `UPDATE=1` is set.
    #[test]
    fn the_reference_page_of_plugins_is_made_from_them() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/plugins.md");
        let made = reference(&Shipped);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &made).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == made, "docs/reference/plugins.md is out of date: set UPDATE=1");
    }
}
