//! Finds and loads the rules of recorded games.

use std::sync::Arc;

use quadrille_core::game;
use quadrille_dsl::Ruleset;
use quadrille_dsl::library::Shelf;
use quadrille_dsl::pgn::{self, PgnError, PgnErrorKind, Record, SiteRules};
use quadrille_dsl::record_ruleset::{self, RulesetTags, ruleset_of};

use crate::args::Setting;
use crate::context;
use crate::output::exit::Failure;

/// The maximum number of rulesets that stay in memory.
const MAX_RULESETS: usize = 16;

/// The rules of recorded games. The rules of the last games stay in memory.
pub(super) struct RecordRules<'a> {
    shelf: &'a Shelf,
    /// Advice for error messages: how to choose a ruleset on the command line.
    how: &'a str,
    names: RecentValues<RulesetTags, String>,
    rulesets: RecentValues<(String, Vec<Setting>), Arc<Ruleset>>,
}

impl<'a> RecordRules<'a> {
    pub(super) fn new(shelf: &'a Shelf, how: &'a str) -> Self {
        Self { shelf, how, names: RecentValues(Vec::new()), rulesets: RecentValues(Vec::new()) }
    }

    /// Loads a ruleset with changes to its rules.
    ///
    /// # Errors
    /// Returns the errors of [`context::open`].
    pub(super) fn open(&mut self, name: &str, set: Vec<Setting>) -> Result<Arc<Ruleset>, Failure> {
        let Self { shelf, rulesets, .. } = self;
        rulesets.get((name.to_owned(), set), |(name, set)| {
            context::open(shelf, name, set.clone()).map(Arc::new)
        })
    }

    /// Loads the rules of a record, and returns them with their name. `ruleset` replaces the ruleset
    /// that the record names. `set` replaces the settings in the record, if the command line chooses
    /// the rules.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the rules can't be found or loaded.
    pub(super) fn of(
        &mut self,
        record: &Record,
        ruleset: Option<&str>,
        set: &[Setting],
    ) -> Result<(String, Arc<Ruleset>), Failure> {
        let name = match ruleset {
            Some(name) => name.to_owned(),
            None => self.name(record)?,
        };
        let set = match ruleset.is_none() && set.is_empty() {
            true => settings_of(record),
            false => set.to_vec(),
        };
        let loaded = self.open(&name, set)?;
        Ok((name, loaded))
    }

    /// Returns the id or path of the ruleset that a record names.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the record names no known ruleset.
    pub(super) fn name(&mut self, record: &Record) -> Result<String, Failure> {
        let tags = RulesetTags::of(record);
        if let Some(site) = tags.site_rules() {
            return self.of_site(record, site.clone());
        }
        let Self { shelf, how, names, .. } = self;
        names.get(tags, |tags| {
            ruleset_of(tags, *shelf).map_err(|unknown| {
                let how = format!(
                    "{how}, with an id that `quadrille list` shows or the path of a folder"
                );
                let help =
                    unknown.help.map_or_else(|| how.clone(), |close| format!("{close} {how}"));
                Failure::advised(unknown.message, Some(help))
            })
        })
    }

    /// Returns the ruleset of a record from chess.com. If its tags do not define the array, several
    /// rulesets are possible. The record is then replayed by the rules of each. The function
    /// returns the ruleset that disagrees with the record in the fewest places.
    fn of_site(&mut self, record: &Record, mut site: SiteRules) -> Result<String, Failure> {
        let likeliest = site.names.remove(0);
        if !site.others.is_empty() {
            let message = format!("no ruleset here has the rules `{}`", site.others.join(" "));
            let help = format!("{}, such as `{likeliest}`", self.how);
            return Err(Failure::advised(message, Some(help)));
        }
        if site.names.is_empty() {
            return Ok(likeliest);
        }
        let mut best: Option<(usize, String)> = None;
        for name in std::iter::once(likeliest.clone()).chain(site.names) {
            let loaded = self.open(&name, Vec::new())?;
            let hooks = loaded.shared_hooks();
            let mut game = game::start(&loaded.rules, &*hooks)?;
            let Ok(replayed) = pgn::replay(record, &mut *game) else { continue };
            let notes = replayed.notes.len();
            if best.as_ref().is_none_or(|(fewest, _)| notes < *fewest) {
                best = Some((notes, name));
            }
            if notes == 0 {
                break;
            }
        }
        Ok(best.map_or(likeliest, |(_, name)| name))
    }

    /// Adds advice to an error if the record does not begin at the start position of these rules.
    /// If it begins at the start position of a preset, the advice names this preset. `name` is the
    /// name with which the rules were loaded.
    pub(super) fn naming_preset(
        &mut self,
        mut error: PgnError,
        record: &Record,
        name: &str,
        loaded: &Ruleset,
    ) -> PgnError {
        if !matches!(error.kind, PgnErrorKind::OtherStart(_)) {
            return error;
        }
        let id = context::without_preset(name);
        let presets = loaded.meta.presets.iter().map(|(preset, _)| format!("{id}@{preset}"));
        let mut starts_there = |name: &String| {
            self.open(name, Vec::new()).is_ok_and(|other| record.start(&other.rules).is_ok())
        };
        if let Some(fitting) =
            std::iter::once(id.to_owned()).chain(presets).find(|name| starts_there(name))
        {
            error.help = Some(format!("`{fitting}` starts there: {}", self.how).into());
        }
        error
    }
}

/// Returns the values of tunables in a record's tags.
pub(super) fn settings_of(record: &Record) -> Vec<Setting> {
    let set = record_ruleset::settings_of(record).into_iter();
    set.map(|(name, value)| Setting { name, value }).collect()
}

/// Values by key. Only the values that were used last are kept.
struct RecentValues<K, V>(Vec<(K, V)>);

impl<K: PartialEq, V: Clone> RecentValues<K, V> {
    /// Returns the value of a key. If it is not kept, `make` creates it.
    fn get(&mut self, key: K, make: impl FnOnce(&K) -> Result<V, Failure>) -> Result<V, Failure> {
        if let Some(place) = self.0.iter().position(|(known, _)| *known == key) {
            self.0[..=place].rotate_right(1);
        } else {
            let value = make(&key)?;
            self.0.truncate(MAX_RULESETS - 1);
            self.0.insert(0, (key, value));
        }
        Ok(self.0[0].1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_that_were_used_last_are_kept() {
        let mut values = RecentValues(Vec::new());
        let mut made = 0;
        for key in (0..MAX_RULESETS).chain([0, MAX_RULESETS, 0, 1]) {
            let value = values.get(key, |key| {
                made += 1;
                Ok(*key)
            });
            assert_eq!(value, Ok(key));
        }
        assert_eq!(made, MAX_RULESETS + 2, "only 1 was made twice");
        assert_eq!(values.0.len(), MAX_RULESETS);
    }
}
