//! Merges the lists of scripts from several presets into one list.

use crate::diagnostic::{Code, Diagnostic};
use crate::manifest::tree::TomlNode;

/// The scripts that a preset lists.
pub(crate) struct ScriptList {
    pub(crate) preset: String,
    /// The list of scripts.
    pub(crate) list: TomlNode,
    /// The scripts of the ruleset for which the preset was written.
    pub(crate) base: Vec<String>,
}

/// The scripts that a preset's list adds at one position.
struct AddedScripts {
    /// The ruleset's script that precedes the added scripts. `None` if they are added at the
    /// beginning.
    after: Option<String>,
    scripts: Vec<TomlNode>,
}

impl ScriptList {
    fn names(&self) -> Vec<&str> {
        self.list.list().iter().filter_map(TomlNode::text).collect()
    }

    fn in_base(&self, name: &str) -> bool {
        self.base.iter().any(|known| known == name)
    }

    fn removes(&self, name: &str) -> bool {
        self.in_base(name) && !self.names().contains(&name)
    }

    fn added(&self) -> Vec<AddedScripts> {
        let mut added: Vec<AddedScripts> = Vec::new();
        let mut after = None;
        let mut open = false;
        for node in self.list.list() {
            let Some(name) = node.text() else { continue };
            if self.in_base(name) {
                (after, open) = (Some(name.to_owned()), false);
            } else if open && let Some(last) = added.last_mut() {
                last.scripts.push(node.clone());
            } else {
                added.push(AddedScripts { after: after.clone(), scripts: vec![node.clone()] });
                open = true;
            }
        }
        added
    }

    /// Returns the scripts that replace the script `name` in this list. The list must remove this
    /// script.
    fn instead_of(&self, name: &str) -> Vec<String> {
        let before = self.base.iter().take_while(|known| *known != name);
        let after = before.filter(|known| !self.removes(known)).last();
        let added = self.added().into_iter().find(|added| added.after.as_ref() == after);
        let scripts = added.map_or_else(Vec::new, |added| added.scripts);
        scripts.iter().filter_map(TomlNode::text).map(str::to_owned).collect()
    }

    /// Returns the ruleset's scripts that this list keeps, in the order of this list. Returns
    /// `None` if this list keeps the ruleset's order.
    fn order(&self) -> Option<Vec<&str>> {
        let kept: Vec<&str> = self.names().into_iter().filter(|name| self.in_base(name)).collect();
        let before = self.base.iter().map(String::as_str).filter(|name| kept.contains(name));
        (!before.eq(kept.iter().copied())).then_some(kept)
    }
}

/// Applies the lists of several presets to the ruleset's list of scripts, and returns the result.
///
/// Each preset's list is compared with the list of the ruleset for which the preset was written.
/// The comparison shows the scripts that the preset adds, removes and moves. These changes are
/// then made in the list of the ruleset to which the presets are applied. If several presets add
/// scripts at one position, these scripts follow the order of the presets.
///
/// # Errors
/// Returns a [`Diagnostic`] if two presets replace a script by different scripts, if they add a
/// script at different positions, or if they reorder the ruleset's scripts differently.
pub(crate) fn merge(
    ruleset: &[TomlNode],
    lists: &[ScriptList],
) -> Result<Vec<TomlNode>, Diagnostic> {
    if let [one] = lists
        && one.base.iter().map(String::as_str).eq(ruleset.iter().filter_map(TomlNode::text))
    {
        return Ok(one.list.list().to_vec());
    }
    for (number, one) in lists.iter().enumerate() {
        for other in &lists[number + 1..] {
            compare(one, other)?;
        }
    }
    let text = |node: &TomlNode| node.text().unwrap_or_default().to_owned();
    let mut skeleton: Vec<TomlNode> = ruleset.to_vec();
    for order in lists.iter().filter_map(ScriptList::order) {
        let has = |node: &TomlNode| order.contains(&text(node).as_str());
        let mut moved: Vec<TomlNode> = skeleton.iter().filter(|node| has(node)).cloned().collect();
        moved.sort_by_key(|node| order.iter().position(|name| *name == text(node)));
        let mut moved = moved.into_iter();
        for node in skeleton.iter_mut().filter(|node| has(node)) {
            if let Some(next) = moved.next() {
                *node = next;
            }
        }
    }
    let added: Vec<AddedScripts> = lists.iter().flat_map(ScriptList::added).collect();
    let mut merged: Vec<TomlNode> = Vec::new();
    let mut put = |node: &TomlNode| {
        let known = |other: &TomlNode| text(other) == text(node);
        if !merged.iter().any(known) {
            merged.push(node.clone());
        }
    };
    let here = |after: Option<&str>| {
        let here = added.iter().filter(move |added| match (added.after.as_deref(), after) {
            (None, None) => true,
            (Some(one), Some(other)) => one == other,
            _ => false,
        });
        here.flat_map(|added| &added.scripts).collect::<Vec<_>>()
    };
    here(None).into_iter().for_each(&mut put);
    for node in &skeleton {
        let name = text(node);
        if !lists.iter().any(|list| list.removes(&name)) {
            put(node);
        }
        here(Some(&name)).into_iter().for_each(&mut put);
    }
    // A preset may add scripts after a script that the ruleset does not list. These added scripts
    // come last.
    let listed = |name: &str| skeleton.iter().any(|node| node.text() == Some(name));
    let lost = added.iter().filter(|added| added.after.as_deref().is_some_and(|a| !listed(a)));
    lost.flat_map(|added| &added.scripts).for_each(&mut put);
    Ok(merged)
}

/// Returns an error if the changes of two presets to the list of scripts are incompatible.
fn compare(one: &ScriptList, other: &ScriptList) -> Result<(), Diagnostic> {
    let contradict = |what: String| {
        let message = format!(
            "the presets `{}` and `{}` can't be joined: they {what}",
            one.preset, other.preset
        );
        let made = other.list.at.error(Code::PresetsContradict, message);
        let (source, span) = (&one.list.at.source, one.list.at.span.clone());
        Err(made.label(source, span, format!("`{}`", one.preset)).help("remove one of them"))
    };
    for name in &one.base {
        if one.removes(name)
            && other.removes(name)
            && one.instead_of(name) != other.instead_of(name)
        {
            return contradict(format!("replace `{name}` by different scripts"));
        }
    }
    let place = |list: &ScriptList, name: &str| {
        let adds =
            |added: &AddedScripts| added.scripts.iter().any(|node| node.text() == Some(name));
        list.added().into_iter().find(adds).map(|added| added.after)
    };
    for name in one.names() {
        let places = place(one, name).zip(place(other, name));
        if places.is_some_and(|(first, second)| first != second) {
            return contradict(format!("add `{name}` at different places"));
        }
    }
    match (one.order(), other.order()) {
        (Some(first), Some(second)) if first != second => {
            contradict("order the ruleset's scripts differently".to_owned())
        }
        _ => Ok(()),
    }
}
