//! Checks that the grammar of the VS Code extension contains all hooks.

use quadrille_dsl::script::hook_catalogue::HOOKS;

#[test]
fn every_hook_is_coloured_as_one() {
    let grammar = include_str!("../../vscode/syntaxes/quadrille-rhai.tmLanguage.json");
    let grammar: serde_json::Value = serde_json::from_str(grammar).unwrap();
    let pattern = grammar["repository"]["hooks"]["match"].as_str().unwrap();
    for hook in HOOKS {
        let known = hook.name.starts_with("on_") || pattern.contains(&format!("{}|", hook.name));
        assert!(known, "{}", hook.name);
    }
}
