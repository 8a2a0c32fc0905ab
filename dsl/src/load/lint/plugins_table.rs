//! Warns about names in the table `[plugins]` that do not exist.

use std::collections::HashSet;

use super::LintInput;
use crate::diagnostic::{Code, Diagnostic, FirstSuggestions, NameSuggestion};
use crate::manifest::tree::TomlNode;

impl LintInput<'_> {
    /// Warns about names in the table `[plugins]`. A name is reported if the ruleset has no such
    /// plugin, or if the plugin has no such clause.
    pub(super) fn plugins(&self, out: &mut Vec<Diagnostic>) {
        let presets = self.table.entries_of("presets").iter();
        let tables = presets.filter_map(|preset| preset.node.table()).chain([self.table]);
        let lists = tables.filter_map(|table| table.table("rules")?.get("scripts"));
        let mut suggestions = FirstSuggestions::new();
        let listed: HashSet<&str> = lists
            .flat_map(TomlNode::list)
            .filter_map(|node| node.text()?.strip_prefix("plugin:"))
            .collect();
        let stated = self.table.entries_of("clauses");
        let ids: HashSet<&str> = stated.iter().map(|clause| clause.key.as_str()).collect();
        for entry in self.table.entries_of("plugins") {
            // A ruleset that extends another may list other plugins than its parent. A preset may
            // list other plugins than the file itself.
            let own = !self.preset && entry.key_at.source.name == self.top.source.name;
            if own && !listed.contains(entry.key.as_str()) {
                let message = format!("the ruleset does not list the plugin `{}`", entry.key);
                let close = suggestions.suggest(&entry.key, listed.iter().copied());
                let help = close.unwrap_or_else(|| {
                    let help = format!("write `\"plugin:{}\"` under `[rules] scripts`", entry.key);
                    NameSuggestion::from(help)
                });
                out.push(entry.key_at.warning(Code::PluginNotUsed, message).help(help));
            }
            let known = self.scripts.plugins().find(|(stem, _)| *stem == entry.key);
            let Some((stem, clauses)) = known else { continue };
            let named = entry.node.table().map_or(&[][..], |table| table.entries_of("clauses"));
            // If a ruleset states clauses, this clause must be one of them. A ruleset that extends
            // another may have dropped the clause, and so may a preset.
            let own = |node: &TomlNode| !self.preset && node.at.source.name == self.top.source.name;
            for name in named.iter().filter(|name| clauses.contains(&name.key)) {
                let Some(id) = name.node.text() else { continue };
                if stated.is_empty() || !own(&name.node) || ids.contains(id) {
                    continue;
                }
                let message = format!("no clause `{id}` is stated under `[clauses]`");
                let help = suggestions.suggest(id, ids.iter().copied());
                let help = help
                    .unwrap_or_else(|| "state it there, or name a clause that is stated".into());
                out.push(name.node.at.warning(Code::ClauseNotStated, message).help(help));
            }
            for name in named.iter().filter(|name| !clauses.contains(&name.key)) {
                let message = format!("the plugin `{stem}` has no clause `{}`", name.key);
                let help = suggestions.suggest(&name.key, clauses.iter().map(String::as_str));
                let help = help.unwrap_or_else(|| match clauses.is_empty() {
                    true => "remove it: the plugin has no clauses".into(),
                    false => format!("use one of: {}", clauses.join(", ")).into(),
                });
                out.push(name.key_at.warning(Code::PluginNotUsed, message).help(help));
            }
        }
    }
}
