//! The names of two-player variants on servers and in engines, each with its ruleset.
//!
//! Records of lichess, chess.com and PyChess have such a name in the tag `Variant`. Engines have it
//! in the option `UCI_Variant`. A ruleset for four players may have the same name as a two-player
//! variant. Callers must therefore compare the number of seats.

/// The number of players in each variant of the list.
pub const PLAYERS: usize = 2;

/// A two-player variant and its ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantName {
    /// The id of the ruleset.
    pub ruleset: &'static str,
    /// The name of the variant in UCI engines, such as `racingkings`.
    pub uci: &'static str,
    /// The name of the variant in records, such as `Racing Kings`.
    pub title: &'static str,
    /// Other names of the variant, in lower-case letters and digits only.
    pub others: &'static [&'static str],
    /// The piece letters that the variant and the ruleset write differently. Each pair has the
    /// variant's letter, then the ruleset's letter.
    pub letters: &'static [(char, char)],
}

const fn name(
    ruleset: &'static str,
    uci: &'static str,
    title: &'static str,
    others: &'static [&'static str],
) -> VariantName {
    VariantName { ruleset, uci, title, others, letters: &[] }
}

/// The letters of Chinese and Korean chess at PyChess. The horse has the knight's letter, the
/// elephant has the bishop's letter, and the soldier has the pawn's letter.
const EASTERN: &[(char, char)] = &[('N', 'H'), ('B', 'E'), ('P', 'S')];

/// All variants that have names.
pub const ALL: &[VariantName] = &[
    name(
        "orthodox-chess",
        "chess",
        "Standard",
        &["normal", "fromposition", "classical", "orthodox"],
    ),
    name("chess960", "fischerandom", "Chess960", &["fischerrandom"]),
    name("crazyhouse", "crazyhouse", "Crazyhouse", &["house", "zh"]),
    name("atomic", "atomic", "Atomic", &["atom"]),
    name("antichess", "antichess", "Antichess", &["anti", "giveaway"]),
    name("horde", "horde", "Horde", &[]),
    name("racing-kings", "racingkings", "Racing Kings", &["racing", "race"]),
    name("king-of-the-hill", "kingofthehill", "King of the Hill", &["koth"]),
    name("three-checks", "3check", "Three-check", &["threecheck"]),
    name("knightmate", "knightmate", "Knightmate", &[]),
    name("torpedo-pawns", "torpedo", "Torpedo", &[]),
    name("fog", "fogofwar", "Fog of War", &["darkchess", "dark"]),
    name("bughouse", "bughouse", "Bughouse", &["bug"]),
    name("duck", "duck", "Duck", &[]),
    name("capablanca", "capablanca", "Capablanca", &[]),
    name("seirawan", "seirawan", "Seirawan", &["s"]),
    name("placement", "placement", "Placement", &[]),
    name("pocket-knight", "pocketknight", "Pocket Knight", &[]),
    name("coregal", "coregal", "Coregal", &[]),
    name("berolina", "berolina", "Berolina", &[]),
    name("extinction", "extinction", "Extinction", &[]),
    name("spartan", "spartan", "Spartan", &[]),
    name("makruk", "makruk", "Makruk", &["thai"]),
    name("shogi", "shogi", "Shogi", &[]),
    VariantName { letters: EASTERN, ..name("xiangqi", "xiangqi", "Xiangqi", &["chinese"]) },
    VariantName { letters: EASTERN, ..name("janggi", "janggi", "Janggi", &["korean"]) },
    VariantName {
        letters: &[('B', 'A'), ('Q', 'F')],
        ..name("shatranj", "shatranj", "Shatranj", &[])
    },
    VariantName {
        letters: &[('S', 'E'), ('F', 'G')],
        ..name("sittuyin", "sittuyin", "Sittuyin", &["burmese"])
    },
];

/// Returns the variant with this name. Upper and lower case, spaces and signs do not matter. The
/// name may also end in `chess` or in a number of start positions, as in `Chess960`.
#[must_use]
pub fn find(name: &str) -> Option<&'static VariantName> {
    let name = plain(name);
    let shorter = ["960", "1440", "chess"]
        .into_iter()
        .scan(name.as_str(), |rest, end| {
            *rest = rest.strip_suffix(end).filter(|rest| !rest.is_empty()).unwrap_or(rest);
            Some(*rest)
        })
        .collect::<Vec<_>>();
    std::iter::once(name.as_str()).chain(shorter).find_map(|name| {
        ALL.iter().find(|variant| {
            plain(variant.title) == name || variant.uci == name || variant.others.contains(&name)
        })
    })
}

/// Returns the two-player variant that a ruleset implements. Returns `None` if the ruleset has
/// another number of players.
#[must_use]
pub fn of_ruleset(ruleset: &str, players: usize) -> Option<&'static VariantName> {
    ALL.iter().find(|variant| variant.ruleset == ruleset && players == PLAYERS)
}

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_servers_are_found_however_they_are_written() {
        let ruleset = |name| find(name).map(|variant| variant.ruleset);
        for (name, expected) in [
            ("Standard", "orthodox-chess"),
            ("chess", "orthodox-chess"),
            ("From Position", "orthodox-chess"),
            ("Chess960", "chess960"),
            ("Fischer Random Chess", "chess960"),
            ("CRAZYHOUSE", "crazyhouse"),
            ("Crazyhouse960", "crazyhouse"),
            ("Giveaway", "antichess"),
            ("racingKings", "racing-kings"),
            ("Racing Kings 1440", "racing-kings"),
            ("Horde Chess", "horde"),
            ("Duck Chess", "duck"),
            ("S-Chess", "seirawan"),
            ("3-check", "three-checks"),
            ("Three Check", "three-checks"),
            ("KOTH", "king-of-the-hill"),
            ("Makruk", "makruk"),
            ("Bughouse", "bughouse"),
        ] {
            assert_eq!(ruleset(name), Some(expected), "{name}");
        }
        for unknown in ["", "960", "Teams", "FFA", "5check"] {
            assert_eq!(ruleset(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn no_name_stands_for_two_variants() {
        for variant in ALL {
            for name in [variant.uci, variant.title].iter().chain(variant.others) {
                assert_eq!(find(name), Some(variant), "{name}");
            }
        }
    }
}
