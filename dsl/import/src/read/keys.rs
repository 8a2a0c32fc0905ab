//! Reads keys, and lists the keys that can't be translated.

use std::collections::BTreeSet;

use quadrille_dsl::diagnostic::did_you_mean;

use crate::error::Untranslated;
use crate::game::{Both, PlayerResult, VariantGame, VariantPiece};
use crate::inherit;
use crate::ini::{IniEntry, SectionHeading};
use crate::square_lists::zone;

/// Keys that affect the display or the evaluation in other programs, but not the rules.
const DISPLAY_KEYS: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize"];

/// Keys that a ruleset can't represent, each with a message.
const UNSUPPORTED_KEYS: &[(&str, &str)] = &[
    (
        "wallingRule",
        "only `past`, `static` and `arrow` are supported; for a duck, see the recipe `duck`",
    ),
    ("wallingRegion", "a wall can be placed on any empty square"),
    ("wallOrMove", "placing a wall is a separate move here; see the recipe `duck`"),
    ("perpetualCheckIllegal", "repetitions are only counted; checks make no difference"),
    ("chasingRule", "repetitions are only counted; attacks make no difference"),
    ("dropChecks", "only drops that mate can be forbidden, not all drops that give check"),
    ("materialCounting", "a draw counts the same for both players; count the pieces in `on_draw`"),
    ("flagPieceSafe", "the squares win even if the piece can be captured there"),
    (
        "oppositeCastling",
        "no declaration removes a castling right when the opponent castles; write a hook",
    ),
    ("pieceDemotion", "a promoted piece does not change back on the board"),
    ("dropPromoted", "a piece is dropped as the kind that it is in hand"),
    ("passOnStalemate", "a player without a move can't pass; stalemate is a loss or a draw"),
    ("bikjangRule", "for generals that face each other, see the recipe `janggi`"),
    ("diagonalLines", "declare lines as movements between zones; see the recipe `janggi`"),
    (
        "petrifyOnCaptureTypes",
        "use a neutral piece for a square that stays blocked; see the recipe `trapdoors`",
    ),
];

/// The message about an unknown key.
pub(crate) const UNKNOWN_KEY: &str = "unknown key";

/// The keys of a variant. Reading a key removes it from `entries`.
pub(crate) struct KeyReader {
    pub(crate) entries: Vec<IniEntry>,
    pub(crate) missing: Vec<Untranslated>,
    /// Every key that was looked up.
    pub(crate) known: BTreeSet<String>,
    /// The key that defines the array.
    pub(crate) array: IniEntry,
    pub(crate) heading: SectionHeading,
    /// The keys of the file that set the size of the board.
    pub(crate) sizes: Vec<IniEntry>,
}

impl KeyReader {
    pub(crate) fn new(entries: Vec<IniEntry>, heading: SectionHeading) -> Self {
        let (missing, sizes) = (Vec::new(), Vec::new());
        let known = inherit::other_names().map(str::to_owned).collect();
        Self { entries, missing, known, array: IniEntry::default(), heading, sizes }
    }

    /// Returns the keys that could not be translated, in the order of the file.
    pub(crate) fn missing(mut self) -> Vec<Untranslated> {
        let known = std::mem::take(&mut self.known);
        let keys = || {
            let others =
                UNSUPPORTED_KEYS.iter().map(|(key, _)| *key).chain(DISPLAY_KEYS.iter().copied());
            known.iter().map(String::as_str).chain(others)
        };
        for entry in std::mem::take(&mut self.entries) {
            let key = entry.said.as_ref().map_or(entry.key.as_str(), |(key, _)| key.as_str());
            if DISPLAY_KEYS.contains(&key) || is_idle(&entry) {
                continue;
            }
            let reason = UNSUPPORTED_KEYS.iter().find(|(known, _)| *known == key);
            let why = match (reason, did_you_mean(key, keys())) {
                (Some((_, why)), _) => (*why).to_owned(),
                // A key that was looked up exists in the format, so it is not misspelt. It can't be
                // used because of its value, or because of another key.
                (None, Some(near)) if !known.contains(key) => {
                    format!("{UNKNOWN_KEY}; {near}")
                }
                (None, _) => "this setting has no counterpart".to_owned(),
            };
            self.miss(entry, why);
        }
        self.missing.sort_by(|a, b| (a.line, &a.key).cmp(&(b.line, &b.key)));
        // A key may have been read once for each player.
        self.missing.dedup();
        self.missing
    }

    pub(crate) fn miss(&mut self, entry: IniEntry, why: impl Into<String>) {
        let IniEntry { key, value, said, line, .. } = entry;
        let (key, value) = said.unwrap_or((key, value));
        self.missing.push(Untranslated { key, value, line, why: why.into() });
    }

    pub(crate) fn take(&mut self, key: &str) -> Option<IniEntry> {
        self.known.insert(key.to_owned());
        let place = self.entries.iter().position(|entry| entry.key == key)?;
        Some(self.entries.remove(place))
    }

    /// Returns a key without removing it from the list.
    pub(crate) fn entry(&self, key: &str) -> Option<IniEntry> {
        self.entries.iter().find(|entry| entry.key == key).cloned()
    }

    /// Removes and returns all entries of a key that a variant may have several times.
    pub(crate) fn take_all(&mut self, key: &str) -> Vec<IniEntry> {
        self.known.insert(key.to_owned());
        self.entries.extract_if(.., |entry| entry.key == key).collect()
    }

    /// Removes and returns the first key with this prefix.
    pub(crate) fn take_first(&mut self, prefix: &str) -> Option<IniEntry> {
        let place = self.entries.iter().position(|entry| entry.key.starts_with(prefix))?;
        Some(self.entries.remove(place))
    }

    /// Returns a key's value, parsed with `read`. If the key is absent, returns `usual`. If `read`
    /// fails, reports the key as untranslated and returns `usual`.
    pub(crate) fn value<T>(
        &mut self,
        key: &str,
        usual: T,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> T {
        let Some(entry) = self.take(key) else { return usual };
        match read(&entry.value) {
            Ok(value) => value,
            Err(why) => {
                self.miss(entry, why);
                usual
            }
        }
    }

    pub(crate) fn flag(&mut self, key: &str, usual: bool) -> bool {
        self.value(key, usual, |text| match text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err("the value must be `true` or `false`".to_owned()),
        })
    }

    pub(crate) fn number(&mut self, key: &str, usual: u32) -> u32 {
        self.value(key, usual, |text| {
            text.parse()
                .ok()
                .filter(|n| *n <= 100_000)
                .ok_or_else(|| "the value must be a number".to_owned())
        })
    }

    /// Reads pairs of a piece and a number, such as `q:2`. Returns each pair as an index into
    /// `kinds` and a number. If the file contains an invalid pair, reports this pair as
    /// untranslated.
    pub(crate) fn numbers(&mut self, key: &str, kinds: &[VariantPiece]) -> Vec<(usize, u32)> {
        let mut numbers = Vec::new();
        for entry in self.take_all(key) {
            let pair = entry.meant.split_once(':');
            let kind = |slot: &str| kinds.iter().position(|kind| slot == kind.slot.to_string());
            let number = pair.and_then(|(slot, number)| Some((kind(slot)?, number.parse().ok()?)));
            match number {
                Some(number) => numbers.push(number),
                // An inherited pair for a piece that this variant does not have.
                None if entry.line == 0 => {}
                None => {
                    let why = format!(
                        "`{}` is not the letter of a piece, a colon and a number",
                        entry.value
                    );
                    self.miss(entry, why);
                }
            }
        }
        numbers
    }

    pub(crate) fn result(
        &mut self,
        key: &str,
        usual: Option<PlayerResult>,
    ) -> Option<PlayerResult> {
        self.value(key, usual, |text| match text {
            "win" => Ok(Some(PlayerResult::Win)),
            "draw" => Ok(Some(PlayerResult::Draw)),
            "loss" => Ok(Some(PlayerResult::Loss)),
            "none" => Ok(None),
            _ => Err("the value must be `win`, `draw`, `loss` or `none`".to_owned()),
        })
    }

    /// Removes and returns the two keys for White and Black. If one is absent, returns a key with
    /// the value from `usual` instead.
    pub(crate) fn of_both(&mut self, key: &str, usual: [&str; 2]) -> Both<IniEntry> {
        let mut of = |who: &str, usual: &str| {
            let key = format!("{key}{who}");
            let (value, meant) = (usual.to_owned(), usual.to_owned());
            self.take(&key).unwrap_or(IniEntry { key, value, meant, ..IniEntry::default() })
        };
        [of("White", usual[0]), of("Black", usual[1])]
    }

    /// Reads a square set for each player, and translates the sets into the syntax of rulesets.
    pub(crate) fn zones(
        &mut self,
        key: &str,
        usual: [&str; 2],
        board: (usize, usize),
    ) -> Both<String> {
        self.of_both(key, usual).map(|entry| match zone(&entry.value, board) {
            Some(zone) => {
                if zone.is_empty() && entry.line > 0 && !matches!(entry.value.trim(), "" | "-") {
                    self.miss(entry, "the board has none of these squares");
                }
                zone
            }
            None => {
                self.miss(entry, "the value is not a list of squares");
                String::new()
            }
        })
    }

    /// Returns the kinds whose letters an entry contains. If a letter has no kind and the entry is
    /// in the file, reports the entry as untranslated.
    pub(crate) fn kinds_of(&mut self, game: &VariantGame, entry: IniEntry) -> Vec<String> {
        let kinds = game.named(&entry.meant);
        if let Some(letter) = entry.meant.chars().find(char::is_ascii_alphabetic)
            && entry.line > 0
        {
            self.miss(entry, format!("no piece has the letter `{letter}`"));
        }
        kinds
    }
}

/// Returns `true` if an untranslated key can be ignored, because it has its default value.
fn is_idle(entry: &IniEntry) -> bool {
    let usual = if entry.key == "dropChecks" { "true" } else { "false" };
    entry.value == usual || matches!(entry.value.as_str(), "none" | "-" | "")
}
