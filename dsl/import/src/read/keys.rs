//! Reads keys and lists those without a counterpart.

use std::collections::BTreeSet;

use quadrille_dsl::diagnostic::did_you_mean;

use crate::error::Untranslated;
use crate::game::{Both, PlayerResult, VariantGame, VariantPiece};
use crate::inherit;
use crate::ini::{IniEntry, SectionHeading};
use crate::square_lists::zone;

/// Keys for the display and the judgement of a game in other programs, without effect on its rules.
const DISPLAY_KEYS: &[&str] = &["variantTemplate", "pieceToCharTable", "pocketSize"];

/// Keys without a counterpart, each with the reason.
const UNSUPPORTED_KEYS: &[(&str, &str)] = &[
    (
        "wallingRule",
        "only the rules `past`, `static` and `arrow` are read; for a duck see the recipe duck",
    ),
    ("wallingRegion", "a wall is set on any empty square"),
    ("wallOrMove", "a wall is set by a move of its own here, see the recipe duck"),
    ("perpetualCheckIllegal", "a repetition is judged by its number alone, not by who gives check"),
    ("chasingRule", "a repetition is judged by its number alone, not by who attacks what"),
    ("dropChecks", "of drops, those that mate can be forbidden, not those that give check"),
    ("materialCounting", "a draw is a draw for both; `on_draw` can count pieces"),
    ("flagPieceSafe", "the squares win whether or not the piece can be captured there"),
    ("oppositeCastling", "no rule takes a right away because the opponent castled; a hook could"),
    ("pieceDemotion", "a piece that has turned does not turn back on the board"),
    ("dropPromoted", "a piece is dropped as what it is in hand"),
    ("passOnStalemate", "a player without a move has lost, or the game is drawn"),
    ("bikjangRule", "generals that face each other are in the recipe janggi"),
    ("diagonalLines", "lines are movements from and to zones, see the recipe janggi"),
    (
        "petrifyOnCaptureTypes",
        "a captured square that stays closed is a neutral piece, see the recipe trapdoors",
    ),
];

/// The message about an unknown key.
pub(crate) const UNKNOWN_KEY: &str = "no such key is known";

/// The keys of a variant. Keys that are read are taken off the list.
pub(crate) struct KeyReader {
    pub(crate) entries: Vec<IniEntry>,
    pub(crate) missing: Vec<Untranslated>,
    /// Every key that was looked for.
    pub(crate) known: BTreeSet<String>,
    /// The array.
    pub(crate) array: IniEntry,
    pub(crate) heading: SectionHeading,
    /// What the file says of the size of the board.
    pub(crate) sizes: Vec<IniEntry>,
}

impl KeyReader {
    pub(crate) fn new(entries: Vec<IniEntry>, heading: SectionHeading) -> Self {
        let (missing, sizes) = (Vec::new(), Vec::new());
        let known = inherit::other_names().map(str::to_owned).collect();
        Self { entries, missing, known, array: IniEntry::default(), heading, sizes }
    }

    /// What has no counterpart, in the order of the file.
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
                // What can't be used here, its value or a key that says the same, was found all the same.
                (None, Some(near)) if !known.contains(key) => {
                    format!("{UNKNOWN_KEY}; {near}")
                }
                (None, _) => "it has no counterpart".to_owned(),
            };
            self.miss(entry, why);
        }
        self.missing.sort_by(|a, b| (a.line, &a.key).cmp(&(b.line, &b.key)));
        // One key may be read for both players.
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

    /// A key that is not read yet.
    pub(crate) fn entry(&self, key: &str) -> Option<IniEntry> {
        self.entries.iter().find(|entry| entry.key == key).cloned()
    }

    /// All of a key that a variant may have several times.
    pub(crate) fn take_all(&mut self, key: &str) -> Vec<IniEntry> {
        self.known.insert(key.to_owned());
        self.entries.extract_if(.., |entry| entry.key == key).collect()
    }

    /// The first key that begins so.
    pub(crate) fn take_first(&mut self, prefix: &str) -> Option<IniEntry> {
        let place = self.entries.iter().position(|entry| entry.key.starts_with(prefix))?;
        Some(self.entries.remove(place))
    }

    /// A value that `read` understands, or the usual one; what it does not understand is listed.
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
            _ => Err("it is `true` or `false`".to_owned()),
        })
    }

    pub(crate) fn number(&mut self, key: &str, usual: u32) -> u32 {
        self.value(key, usual, |text| {
            text.parse().ok().filter(|n| *n <= 100_000).ok_or_else(|| "it is a number".to_owned())
        })
    }

    /// A number for each of some kinds, as `q:2` says: their places in `kinds`. Pairs that say nothing are listed.
    pub(crate) fn numbers(&mut self, key: &str, kinds: &[VariantPiece]) -> Vec<(usize, u32)> {
        let mut numbers = Vec::new();
        for entry in self.take_all(key) {
            let pair = entry.meant.split_once(':');
            let kind = |slot: &str| kinds.iter().position(|kind| slot == kind.slot.to_string());
            let number = pair.and_then(|(slot, number)| Some((kind(slot)?, number.parse().ok()?)));
            match number {
                Some(number) => numbers.push(number),
                // A piece that the variant has no longer.
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
            _ => Err("it is `win`, `draw`, `loss` or `none`".to_owned()),
        })
    }

    /// A key for each player.
    pub(crate) fn of_both(&mut self, key: &str, usual: [&str; 2]) -> Both<IniEntry> {
        let mut of = |who: &str, usual: &str| {
            let key = format!("{key}{who}");
            let (value, meant) = (usual.to_owned(), usual.to_owned());
            self.take(&key).unwrap_or(IniEntry { key, value, meant, ..IniEntry::default() })
        };
        [of("White", usual[0]), of("Black", usual[1])]
    }

    /// A square set for each player, in our words.
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
                self.miss(entry, "it is not a list of squares");
                String::new()
            }
        })
    }

    /// The kinds of these letters. A letter that no kind has is missed, where the variant's own section has it.
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

/// Whether a key without a counterpart says what holds without it.
fn is_idle(entry: &IniEntry) -> bool {
    let usual = if entry.key == "dropChecks" { "true" } else { "false" };
    entry.value == usual || matches!(entry.value.as_str(), "none" | "-" | "")
}
