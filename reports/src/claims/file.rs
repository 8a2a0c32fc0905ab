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
#[serde(deny_unknown_fields, expecting = "a claim as a table")]
pub struct Claim {
    /// The name of the claim.
    pub id: String,
    /// The claim, in the words of this project.
    pub says: String,
    /// The source of the claim.
    pub source: String,
    /// The test of the claim. If a claim has no test, `why` gives the reason.
    pub test: Option<ClaimTest>,
    /// The reason why the claim can't be tested.
    pub why: Option<String>,
}

/// The test of a claim.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, expecting = "a test as a table")]
pub struct ClaimTest {
    /// The name of the metric.
    pub metric: String,
    /// The number with which the metric is compared. Without this number, the test compares the
    /// metric of two sides.
    pub reference: Option<f64>,
    /// The ruleset of the other side. By default, both sides have the same ruleset.
    pub other: Option<String>,
    /// The tunables of the other side.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// The actions after which the games begin. If `other_after` is given, this field applies only
    /// to the games of the first side.
    pub after: Option<String>,
    /// The actions after which the games of the other side begin, if they differ from `after`.
    pub other_after: Option<String>,
    /// The ruleset whose games are tested. By default, this is the ruleset in the folder of the
    /// file, without a preset.
    pub ruleset: Option<String>,
    /// The expected direction of the metric, in comparison with `reference`. If the test compares
    /// two sides, this is the direction in which the metric of the other side differs from the
    /// metric of the first side.
    pub expect: ExpectedDirection,
    /// The margin: smaller differences do not matter.
    pub margin: f64,
    /// A ply limit that replaces the ruleset's limit. A claim can set this limit if the metric is
    /// about events early in the game.
    pub ply_limit: Option<u32>,
    /// The line-ups of agents that play the games.
    pub agents: Vec<String>,
    /// The maximum number of games per side.
    pub games: u64,
    /// Agents that search. Their games take longer than the games of other agents, so the claim is
    /// tested with these agents separately, in fewer games.
    pub searched: Option<Searched>,
    /// The result that would support the claim.
    #[serde(rename = "for")]
    pub in_favour: String,
    /// The result that would refute the claim.
    pub against: String,
}

/// The agents that search, and the number of their games.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields, expecting = "agents and games as a table")]
pub struct Searched {
    /// The line-ups of agents that search.
    pub agents: Vec<String>,
    /// The maximum number of games per side.
    pub games: u64,
}

/// The expected direction of a metric.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ExpectedDirection {
    /// The metric is above the value with which it is compared.
    Above,
    /// The metric is below the value with which it is compared.
    Below,
    /// The metric differs by less than the margin from the value with which it is compared.
    Same,
}

/// The reason why a file of claims can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ClaimFileError(String);

/// Reads the claims in a file.
///
/// # Errors
/// Returns a [`ClaimFileError`] if the text is not UTF-8, or is not a list of claims in TOML.
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
    fn a_claim_that_is_no_table_is_refused_in_words_of_the_file() {
        let claim = "[[claim]]\nid = \"a\"\nsays = \"b\"\nsource = \"c\"\n";
        for text in [
            "claim = [1]".to_owned(),
            format!("{claim}test = 1"),
            format!("{claim}test.searched = 1"),
        ] {
            let why = read(text.as_bytes()).unwrap_err().to_string();
            assert!(why.contains(" as a table") && !why.contains("struct"), "{why}");
        }
    }

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
