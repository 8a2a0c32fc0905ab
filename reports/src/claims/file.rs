//! The file of claims in a ruleset's folder.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The name of the file.
pub const FILE_NAME: &str = "claims.toml";

/// A file of claims.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct ClaimFile {
    claim: Vec<Claim>,
}

/// A claim of a source about a game.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// What is claimed, in our words.
    pub says: String,
    /// Who claims it.
    pub source: String,
    /// How it is tested; where that is missing, `why` says why it can't be.
    pub test: Option<ClaimTest>,
    /// What cannot be measured.
    pub why: Option<String>,
}

/// How a claim is tested.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct ClaimTest {
    /// The metric.
    pub metric: String,
    /// What the metric is compared with: a number …
    pub reference: Option<f64>,
    /// … or its value in another ruleset …
    pub other: Option<String>,
    /// … or in the same one with these tunables, or after other actions.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// Actions after which the games begin.
    pub after: Option<String>,
    /// The same for what it is compared with.
    pub other_after: Option<String>,
    /// The ruleset, if it is not the folder's own or has a preset.
    pub ruleset: Option<String>,
    /// Where the metric (or the other ruleset's) is expected.
    pub expect: ExpectedDirection,
    /// Smaller differences do not matter.
    pub margin: f64,
    /// The ply limit, instead of the ruleset's: for what happens early.
    pub ply_limit: Option<u32>,
    /// The agents.
    pub agents: Vec<String>,
    /// The maximum number of games per side.
    pub games: u64,
    /// Agents that look ahead, which take longer: they are asked apart, in fewer games.
    pub searched: Option<Searched>,
    /// What would support it.
    #[serde(rename = "for")]
    pub in_favour: String,
    /// What would refute it.
    pub against: String,
}

/// Agents that look ahead, and how many games they play.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    /// The agents.
    pub agents: Vec<String>,
    /// The maximum number of games per side.
    pub games: u64,
}

/// Where a claim expects a metric.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedDirection {
    /// Above what it is compared with.
    Above,
    /// Below it.
    Below,
    /// Within the margin of it.
    Same,
}

/// The reason why a file of claims can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ClaimFileError(String);

/// Reads the claims of a file.
///
/// # Errors
/// If the text is not UTF-8, or not the TOML of claims.
pub fn read(bytes: &[u8]) -> Result<Vec<Claim>, ClaimFileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| ClaimFileError(error.to_string()))?;
    let file: ClaimFile =
        toml::from_str(text).map_err(|error| ClaimFileError(format!("\n{error}")))?;
    Ok(file.claim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Openings;
    use quadrille_dsl::Library as _;

    #[test]
    fn shipped_claims_can_be_read_and_say_how_or_why_not() {
        let shelf = quadrille_dsl::library::Shipped;
        let mut claims = 0;
        for name in shelf.names() {
            let folder = shelf.folder(&name).unwrap();
            let Some(bytes) = folder.files.get(FILE_NAME) else { continue };
            for claim in read(bytes).unwrap() {
                claims += 1;
                assert!(claim.test.is_some() != claim.why.is_some(), "{}", claim.id);
                if let Some(test) = claim.test {
                    let other =
                        test.other.is_some() || test.other_after.is_some() || !test.set.is_empty();
                    assert!(test.reference.is_some() != other, "{}", claim.id);
                    let own = test.ruleset.as_ref().unwrap_or(&name);
                    let others = test.other.as_ref().unwrap_or(own);
                    for (name, after) in [(own, &test.after), (others, &test.other_after)] {
                        let Some(after) = after else { continue };
                        let loaded = quadrille_dsl::load(&shelf, name, &[]).unwrap();
                        let opening = Openings::moves(after).by(&loaded);
                        assert!(opening.is_ok(), "{}: {opening:?}", claim.id);
                    }
                }
            }
        }
        assert!(claims >= 15, "{claims} claims");
    }
}
