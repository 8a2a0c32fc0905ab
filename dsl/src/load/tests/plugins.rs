//! Tests of plugins. They check the functions of plugins, and the names that a ruleset gives to the
//! clauses of plugins.

use super::fixture::{DRAWS, FULL, Shelf, changed, diagnostic_rows, full, with};
use crate::diagnostic::Code;

const MORE: &str = "[tunables]\n\"mate.SPEED\" = 2";

fn clauses(shelf: &Shelf) -> Vec<(String, String)> {
    let loaded = shelf.load("full").unwrap_or_else(|errors| panic!("{errors:#?}"));
    let clauses = loaded.spec().clauses.iter();
    clauses.map(|clause| (clause.id.clone(), clause.text.clone())).collect()
}

#[test]
fn a_ruleset_says_which_of_its_clauses_a_plugin_means() {
    let ours = changed(MORE, &format!("[plugins.draws]\nclauses = {{ C1 = \"C2\" }}\n{MORE}"));
    let shelf = with(&ours);
    let loaded = shelf.load("full").unwrap();
    assert_eq!(diagnostic_rows(&loaded.warnings()), []);
    assert_eq!(clauses(&shelf).len(), 2);
    let define = loaded.scripts.clause_places("C2").map(|(source, _)| source.name.clone());
    assert!(define.collect::<Vec<_>>().contains(&"plugins/draws.rhai".to_owned()));
}

#[test]
fn a_clause_of_a_plugin_that_is_not_mapped_has_the_name_of_the_plugin() {
    let all = clauses(&full());
    let own = ("draws.C1".to_owned(), "Repetition.".to_owned());
    assert!(all.contains(&own), "{all:?}");
    // The plugin's C1 and the ruleset's C1 are different clauses.
    assert!(all.contains(&("C1".to_owned(), "Green begins.".to_owned())));
}

#[test]
fn a_clause_that_only_a_hook_of_a_plugin_names_is_stated_for_that_hook() {
    let plugin = "//! Ends.\n\n/// The mated lose. Always.\nfn on_mate(game, seat) {\n    clause(\"beaten\");\n    lose(seat);\n}\n";
    let text = changed("plugin:draws", "plugin:ends");
    let all = clauses(&with(&text).plugin("ends", plugin));
    assert!(all.contains(&("ends.beaten".to_owned(), "The mated lose.".to_owned())), "{all:?}");
}

#[test]
fn every_way_to_name_a_clause_is_mapped() {
    let plugin = "//! Ends.\n\nfn define(rules) {\n    rules.clause(\"stated\", \"Stated.\");\n    \
        rules.draw_clause(\"repetition\", \"drawn\", \"Drawn.\");\n    rules.repetition(3);\n    \
        rules.movement(\"pawn\", \"mfD\").clause(\"moved\");\n}\n\n\
        /// Turned.\n/// when: pawn\nfn arrives(piece, square) {\n    #{ set_facing: \"back\", clause: \"turned\" }\n}\n\n\
        /// Mated.\n/// clause: hook\nfn on_mate(game, seat) {\n    clause(\"said\");\n    lose(seat);\n}\n";
    let names = ["stated", "drawn", "moved", "turned", "hook", "said"];
    let map: Vec<_> = names.iter().enumerate().map(|(i, n)| format!("{n} = \"P{i}\"")).collect();
    let clauses_of = |mapping: &str| {
        let text = changed("plugin:draws", "plugin:ends");
        let text = text.replace(MORE, &format!("{mapping}\n{MORE}"));
        let plugin = plugin
            .replace("\"said\"", "\"hook\"")
            .replace("clause(\"hook\");\n    lose", "clause(\"stated\");\n    lose");
        clauses(&with(&text).plugin("ends", &plugin))
    };
    let ids = |mapping: &str| {
        let mut ids: Vec<_> = clauses_of(mapping).into_iter().map(|(id, _)| id).collect();
        ids.sort();
        ids
    };
    assert_eq!(
        ids(&format!("[plugins.ends]\nclauses = {{ {} }}", map[..5].join(", "))),
        ["C1", "C2", "P0", "P1", "P2", "P3", "P4"]
    );
    let unmapped =
        ["C1", "C2", "ends.drawn", "ends.hook", "ends.moved", "ends.stated", "ends.turned"];
    assert_eq!(ids(""), unmapped);
}

#[test]
fn a_mapping_that_nothing_uses_is_reported() {
    let about = |mapping: &str| {
        let text = changed(MORE, &format!("{mapping}\n{MORE}"));
        diagnostic_rows(&with(&text).load("full").unwrap().warnings())
    };
    let found = about("[plugins.draw]\nclauses = {}");
    let [(code, marked, message, help)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*code, marked.as_str()), (Code::PluginNotUsed, "draw"));
    assert!(message.contains("does not list the plugin") && help.contains("`draws`"), "{help}");
    let found = about("[plugins.draws]\nclauses = { C11 = \"C1\" }");
    let [(code, marked, message, help)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*code, marked.as_str()), (Code::PluginNotUsed, "C11"));
    assert!(message.contains("has no clause `C11`") && help.contains("`C1`"), "{help}");
    let found = about("[plugins.draws]\nclauses = { C1 = \"C99\" }");
    let [(code, marked, message, _)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*code, marked.as_str()), (Code::ClauseNotStated, "\"C99\""));
    assert!(message.contains("no clause `C99` is stated"), "{message}");
    // A preset may list the plugin.
    let preset = "rules = { array = \"swapped\", ply_limit = 5, scripts = [\"mate.rhai\", \"plugin:more\"] }";
    let text = FULL.replace("rules = { array = \"swapped\", ply_limit = 5 }", preset);
    let text = text.replace(MORE, &format!("[plugins.more]\nclauses = {{ C1 = \"C2\" }}\n{MORE}"));
    let shelf = with(&text).plugin("more", DRAWS);
    for name in ["full", "full@alternate"] {
        assert_eq!(diagnostic_rows(&shelf.load(name).unwrap().warnings()), [], "{name}");
    }
}

#[test]
fn what_a_plugin_needs_is_said_where_the_ruleset_lists_it() {
    let text = changed("\"plugin:draws\"", "\"plugin:draws\", \"plugin:rooks\"");
    let rooks = "//! Rooks.\n\n/// when: rook\nfn on_move(game, seat, piece, from, to) { win(seat); }\n\n\
                 /// when: rook\nfn on_capture(game, seat, piece, square) { win(seat); }\n";
    let found = diagnostic_rows(&with(&text).plugin("rooks", rooks).errors("full"));
    let [(_, marked, message, help)] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(
        (marked.as_str(), message.as_str()),
        ("\"plugin:rooks\"", "the plugin `rooks` needs a kind `rook`")
    );
    assert!(help.contains("`quadrille explain plugin:rooks`"), "{help}");
}

#[test]
fn a_plugin_may_hold_functions_alone() {
    let text = changed("\"plugin:draws\"", "\"plugin:draws\", \"plugin:helpers\"");
    let helpers = "//! What several scripts need.\n\n/// Removes an army.\nfn gone(seat) {\n    clause(\"gone\");\n    remove_army(seat);\n}\n\nfn unused() { 1 }\n";
    let mate = super::fixture::MATE.replace("remove_army(seat)", "gone(seat)");
    let shelf = with(&text).file("full", "mate.rhai", &mate).plugin("helpers", helpers);
    let found = diagnostic_rows(&shelf.load("full").unwrap().warnings());
    assert_eq!(found, []);
    let page = crate::plugin_page::page(&*shelf, "helpers").unwrap();
    assert!(page.contains("- `gone(seat)`: Removes an army."), "{page}");
    assert!(page.contains("**Clauses that it states**: gone"), "{page}");
    assert!(!page.contains("**Hooks**"), "{page}");
}
