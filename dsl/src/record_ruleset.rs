//! Determines the ruleset of a game record from the record's tags.

use crate::diagnostic::did_you_mean;
use crate::formats::pgn::{Record, SiteRules, site_rules};
use crate::formats::variant_names::{PLAYERS, VariantName};
use crate::library::Library;
use crate::load::{Files, Merged};

/// The tag that names the ruleset. All records that Quadrille writes have it.
const RULESET: &str = "Ruleset";
/// The tag that names the variant in records of other programs.
const VARIANT: &str = "Variant";

/// The reason why the ruleset of a record can't be determined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct UnknownRules {
    /// The message. It is not a full sentence: it begins in lower case and has no full stop.
    pub message: String,
    /// A question that suggests a ruleset with a similar name.
    pub help: Option<String>,
}

/// The parts of a record's tags that determine its ruleset. Records with equal parts have the same
/// ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesetTags {
    /// The value of the tag `Ruleset`.
    ruleset: Option<String>,
    /// The value of the tag `Variant`.
    stated: Option<String>,
    /// The two-player variant that the tags name.
    variant: Option<&'static VariantName>,
    /// The number of players, if the tags show it.
    players: Option<usize>,
    /// The rules of a record from chess.com.
    site: Option<SiteRules>,
}

impl RulesetTags {
    /// Returns the parts of a record's tags that determine its ruleset.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        Self {
            ruleset: record.tag(RULESET).map(|tag| tag.value.clone()),
            stated: record.tag(VARIANT).map(|tag| tag.value.trim().to_owned()),
            variant: record.variant(),
            players: record.players(),
            site: site_rules(record),
        }
    }

    /// Returns the rules of a record from chess.com if no other tag determines the ruleset.
    #[must_use]
    pub fn site_rules(&self) -> Option<&SiteRules> {
        self.site.as_ref().filter(|_| self.ruleset.is_none() && self.variant.is_none())
    }
}

/// Returns the name of the ruleset that a record's tags name. If the tags name a preset, the
/// returned name ends in `@preset`.
///
/// The tag `Ruleset` contains the name of a ruleset. The tag `Variant` contains such a name, or the
/// name that another program uses for a two-player game. Upper and lower case do not matter in
/// `Variant`. The name that another program uses never means a ruleset for more than two players.
///
/// # Errors
/// Returns an [`UnknownRules`] if the tags do not name a ruleset of the library, or if the record
/// and the ruleset have different numbers of players.
pub fn ruleset_of(tags: &RulesetTags, library: &dyn Library) -> Result<String, UnknownRules> {
    let names = library.all_names();
    let has = |name: &str| library.folder(without_preset(name)).is_ok();
    // A record must not decide from which paths files are read.
    let is_path = |name: &str| name.starts_with('.') || name.contains(['/', '\\']);
    let ruleset = tags.ruleset.as_deref();
    if let Some(name) = ruleset
        && !is_path(name)
        && has(name)
    {
        return Ok(name.to_owned());
    }
    let (stated, variant) = (tags.stated.as_deref(), tags.variant);
    let players = tags.players.or(variant.map(|_| PLAYERS));
    let title = stated.or(variant.map(|variant| variant.title)).unwrap_or_default();
    let site = tags.site.as_ref().and_then(|site| site.names.first().cloned());
    let id = || names.iter().find(|name| name.eq_ignore_ascii_case(without_preset(title)));
    let found = match variant {
        Some(variant) => has(variant.ruleset).then(|| variant.ruleset.to_owned()),
        None if site.is_some() => site,
        None => id().map(|id| format!("{id}{}", &title[id.len()..])),
    };
    let seats = |id: &str| {
        let outline = Files::read(library, id).and_then(Files::merge).and_then(Merged::outline);
        outline.ok().map(|(_, spec)| spec.seats.len())
    };
    let fits = |id: &str, players: Option<usize>| {
        players.is_none() || seats(without_preset(id)) == players
    };
    match found {
        Some(name) if fits(&name, players) => return Ok(name),
        Some(name) => {
            let seats = seats(without_preset(&name)).unwrap_or_default();
            let message = format!(
                "`{title}` is a game for {} players in this record, but the ruleset `{name}` is for {seats}",
                players.unwrap_or_default(),
            );
            return Err(UnknownRules { message, help: None });
        }
        None => {}
    }
    let named = ruleset.or(stated);
    let message = match named {
        Some(name) => format!("there is no ruleset `{name}`, which the record names"),
        None => "the record does not name its rules".to_owned(),
    };
    let help = named.and_then(|named| {
        // Servers write the tag `Variant` for two-player games.
        let players = players.or(ruleset.is_none().then_some(PLAYERS));
        let alike = names.iter().map(String::as_str).filter(|name| fits(name, players));
        did_you_mean(named, alike)
    });
    Err(UnknownRules { message, help })
}

/// Returns the name of a ruleset without the `@preset` at its end.
fn without_preset(name: &str) -> &str {
    name.split_once('@').map_or(name, |(id, _)| id)
}

/// Returns the tunables that are set by the tags of a record. Each has a name and a value.
#[must_use]
pub fn settings_of(record: &Record) -> Vec<(String, String)> {
    let set = record.tags.iter().filter(|tag| tag.name == "Set");
    let pair = |value: &str| {
        let (name, value) = value.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    };
    set.filter_map(|tag| pair(&tag.value)).collect()
}
