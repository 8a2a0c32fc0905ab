//! Replaces the definitions and the options of a file by their contents.

use std::collections::{BTreeSet, HashMap};

use super::syntax::{self, Ludeme, Value};
use crate::error::ImportError;

/// The maximum number of ludemes of an expanded game.
const MAX_LUDEMES: usize = 400_000;
/// The maximum depth of nested ludemes and definitions.
const MAX_DEPTH: usize = 200;

/// The body of a definition.
struct Definition {
    body: Vec<Ludeme>,
    /// `true` if the definition is not in the game's file.
    shared: bool,
}

/// The definitions and the selected options of a file.
#[derive(Default)]
struct Expander {
    definitions: HashMap<String, Definition>,
    /// The contents of the selected item of each option. The item has one content for each part.
    /// The key consists of the option's tag and the name of the part.
    choices: HashMap<(String, String), Vec<Ludeme>>,
    unknown: BTreeSet<String>,
    ludemes: usize,
    too_large: bool,
}

/// Reads a file and returns its expanded `(game …)`.
///
/// `shared` are the texts of further files with definitions. `choices` contains items of options,
/// as `Heading/Item`, and names of rulesets.
///
/// # Errors
/// Returns an [`ImportError`] if the file can't be read, has no game or is too large, or if a
/// definition or choice is unknown.
pub(super) fn game(
    text: &str,
    shared: &[String],
    choices: &[String],
) -> Result<Ludeme, ImportError> {
    let top = syntax::read(text)?;
    let mut expander = Expander::default();
    for text in shared {
        // If a file of shared definitions can't be read, it adds no definitions.
        expander.define(&syntax::read(text).unwrap_or_default(), true);
    }
    expander.define(&top, false);
    expander.choose(&top, choices)?;
    let Some(game) = top.iter().find(|ludeme| ludeme.name() == "game") else {
        return Err(ImportError::NoGame);
    };
    let mut out = Vec::new();
    expander.expand(game, &[], None, 0, &mut out);
    if expander.too_large {
        let why = "the game is too large after its definitions are expanded";
        return Err(ImportError::Line { line: game.line, why });
    }
    if !expander.unknown.is_empty() {
        let names = expander.unknown.into_iter().take(5).collect();
        return Err(ImportError::Definitions { names });
    }
    out.pop().ok_or(ImportError::NoGame)
}

impl Expander {
    fn define(&mut self, top: &[Ludeme], shared: bool) {
        for ludeme in top.iter().filter(|ludeme| ludeme.name() == "define") {
            if let Some(name) = ludeme.arg(0).and_then(Ludeme::text) {
                let body = ludeme.items().iter().skip(2).cloned().collect();
                self.definitions.insert(name.to_owned(), Definition { body, shared });
            }
        }
    }

    /// Selects an item of each option. If `wanted` names an item, selects this item. Otherwise
    /// selects the item of the default ruleset, or else the first of the items with the most stars.
    fn choose(&mut self, top: &[Ludeme], wanted: &[String]) -> Result<(), ImportError> {
        let rulesets = top.iter().find(|ludeme| ludeme.name() == "rulesets");
        let rulesets = rulesets.and_then(|ludeme| ludeme.arg(0)).map_or(&[][..], Ludeme::items);
        let of_ruleset = |name: &str| {
            let found =
                rulesets.iter().find(|ruleset| ruleset.arg(0).and_then(Ludeme::text) == Some(name));
            found.and_then(|ruleset| ruleset.arg(1)).map(texts)
        };
        let default = starred(rulesets).filter(|(_, stars)| *stars > 0);
        let default =
            default.and_then(|(ruleset, _)| ruleset.arg(1)).map(texts).unwrap_or_default();
        let mut named: Vec<String> = Vec::new();
        let mut known: Vec<String> = Vec::new();
        for name in wanted {
            named.extend(of_ruleset(name).unwrap_or_else(|| vec![name.clone()]));
        }
        known.extend(
            rulesets.iter().filter_map(|ruleset| ruleset.arg(0)?.text().map(str::to_owned)),
        );
        for option in top.iter().filter(|ludeme| ludeme.name() == "option") {
            let heading = option.arg(0).and_then(Ludeme::text).unwrap_or_default();
            let tag = option.args().find(|item| matches!(item.value, Value::Choice(_)));
            let tag = tag.and_then(|tag| tag.items().first()?.word()).unwrap_or_default();
            let parts = option.named("args").map_or(&[][..], Ludeme::items);
            let items = option.args().find(|item| matches!(item.value, Value::Set(_)));
            let items = items.map_or(&[][..], Ludeme::items);
            let of = |item: &Ludeme| {
                format!("{heading}/{}", item.arg(0).and_then(Ludeme::text).unwrap_or_default())
            };
            let calls = || items.iter().filter(|item| item.name() == "item");
            known.extend(calls().map(of));
            let among = |names: &[String]| calls().find(|item| names.contains(&of(item)));
            let item = among(&named)
                .or_else(|| among(&default))
                .or_else(|| starred(items).map(|(item, _)| item));
            let Some(item) = item else { continue };
            let contents = item.args().filter(|part| matches!(part.value, Value::Choice(_)));
            for (index, content) in contents.enumerate() {
                let name = parts.get(index).and_then(|part| part.items().first()?.word());
                let key = (tag.to_owned(), name.unwrap_or_default().to_owned());
                self.choices.insert(key, content.items().to_vec());
                // A tag without the name of a part, as in `<Tag>`, means the first part.
                if index == 0 {
                    let key = (tag.to_owned(), String::new());
                    self.choices.insert(key, content.items().to_vec());
                }
            }
        }
        match named.iter().find(|name| !known.contains(name)) {
            Some(name) => {
                Err(ImportError::Choice { name: name.clone(), known: known.join("`, `") })
            }
            None => Ok(()),
        }
    }

    /// Adds the expansion of a ludeme to `out`. If the ludeme is part of a shared definition, `of`
    /// is the line that uses the definition.
    fn expand(
        &mut self,
        ludeme: &Ludeme,
        arguments: &[Vec<Ludeme>],
        of: Option<usize>,
        depth: usize,
        out: &mut Vec<Ludeme>,
    ) {
        self.ludemes += 1;
        self.too_large |= self.ludemes > MAX_LUDEMES || depth > MAX_DEPTH;
        if self.too_large {
            return;
        }
        let line = of.unwrap_or(ludeme.line);
        let start = out.len();
        let plain = |value| Ludeme { line, label: None, value };
        match &ludeme.value {
            Value::Omitted => return,
            Value::Parameter(n) => {
                let argument = n.checked_sub(1).and_then(|n| arguments.get(n));
                for item in argument.into_iter().flatten() {
                    self.ludemes += size(item);
                    if self.ludemes > MAX_LUDEMES || depth + height(item) > MAX_DEPTH {
                        self.too_large = true;
                        return;
                    }
                    out.push(item.clone());
                }
            }
            Value::Word(word) => out.push(plain(Value::Word(word.clone()))),
            Value::Text(name) => {
                if !self.used(name, &[], line, depth, out) {
                    out.push(plain(Value::Text(name.clone())));
                }
            }
            Value::Choice(items) => {
                let Some(first) = items.first() else { return };
                let (tag, part) = match &first.label {
                    Some(tag) => (tag.clone(), first.word().unwrap_or_default().to_owned()),
                    None => (first.word().unwrap_or_default().to_owned(), String::new()),
                };
                let content = self.choices.get(&(tag.clone(), part)).cloned();
                match content {
                    Some(content) => {
                        for item in &content {
                            self.expand(item, &[], of, depth + 2, out);
                        }
                    }
                    None => {
                        self.unknown.insert(format!("<{tag}>"));
                    }
                }
            }
            Value::Set(items) => {
                let inside = self.all(items, arguments, of, depth);
                out.push(plain(Value::Set(inside)));
            }
            Value::Call(items) => {
                if let Some(name) = items.first().and_then(Ludeme::text) {
                    let mut given = Vec::new();
                    for item in items.iter().skip(1) {
                        let mut one = Vec::new();
                        self.expand(item, arguments, of, depth + 1, &mut one);
                        given.push(one);
                    }
                    if !self.used(name, &given, line, depth, out) {
                        self.unknown.insert(name.to_owned());
                    }
                } else {
                    let inside = self.all(items, arguments, of, depth);
                    out.push(plain(Value::Call(inside)));
                }
            }
        }
        if let (Some(label), Some(first)) = (&ludeme.label, out.get_mut(start)) {
            first.label = Some(label.clone());
        }
    }

    fn all(
        &mut self,
        items: &[Ludeme],
        arguments: &[Vec<Ludeme>],
        of: Option<usize>,
        depth: usize,
    ) -> Vec<Ludeme> {
        let mut out = Vec::new();
        for item in items {
            self.expand(item, arguments, of, depth + 1, &mut out);
        }
        out
    }

    /// Adds the body of a definition to `out`. Returns `false` if there is no such definition.
    fn used(
        &mut self,
        name: &str,
        arguments: &[Vec<Ludeme>],
        line: usize,
        depth: usize,
        out: &mut Vec<Ludeme>,
    ) -> bool {
        let Some(Definition { body, shared }) = self.definitions.get(name) else { return false };
        let (body, of) = (body.clone(), shared.then_some(line));
        for item in &body {
            self.expand(item, arguments, of, depth + 2, out);
        }
        true
    }
}

/// Returns the number of ludemes in a tree.
fn size(ludeme: &Ludeme) -> usize {
    1 + ludeme.items().iter().map(size).sum::<usize>()
}

/// Returns the number of levels of a tree.
fn height(ludeme: &Ludeme) -> usize {
    1 + ludeme.items().iter().map(height).max().unwrap_or(0)
}

fn texts(set: &Ludeme) -> Vec<String> {
    set.each().iter().filter_map(|item| item.text().map(str::to_owned)).collect()
}

/// Returns the first call with the most stars behind it, and the number of its stars.
fn starred(items: &[Ludeme]) -> Option<(&Ludeme, usize)> {
    let stars = |index: usize| {
        let next = items.get(index + 1).and_then(Ludeme::word).unwrap_or_default();
        if next.starts_with('*') { next.len() } else { 0 }
    };
    let calls = items.iter().enumerate().filter(|(_, item)| !item.name().is_empty());
    let mut best: Option<(&Ludeme, usize)> = None;
    for (index, item) in calls {
        if best.is_none_or(|(_, most)| stars(index) > most) {
            best = Some((item, stars(index)));
        }
    }
    best
}
