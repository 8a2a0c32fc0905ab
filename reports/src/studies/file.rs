//! The file of a study.

use serde::{Deserialize, Serialize};

/// A study: its question, and the plan that answers the question.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(deny_unknown_fields, expecting = "a study as a table")]
pub struct StudyFile {
    /// The title of the paper.
    pub title: String,
    /// The question that the study answers.
    pub question: String,
    /// The rulesets, each with its preset. The first is compared with each of the others.
    pub rulesets: Vec<String>,
    /// The tunables of the rulesets, as in `b:script.CONST=value`. Without a letter, a tunable is
    /// set in all rulesets.
    #[serde(default)]
    pub set: Vec<String>,
    /// The metric that answers the question.
    pub primary: String,
    /// The margin of the primary metric: smaller changes do not matter.
    pub margin: f64,
    /// The metrics that are reported without a hypothesis about them.
    #[serde(default)]
    pub exploratory: Vec<String>,
    /// The line-ups of agents, each of which is tested separately.
    pub agents: Vec<String>,
    /// The maximum number of games per ruleset and line-up.
    pub games: u64,
    /// The minimum number of games per ruleset and line-up.
    #[serde(default)]
    pub at_least: u64,
    /// The openings, as in the option `--from`. `None` for the array.
    pub from: Option<String>,
    /// The ply limit that replaces the limits of the rulesets.
    pub ply_limit: Option<u32>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The results that would change the conclusion.
    pub would_change: String,
    /// The limits of the study, which are known before it starts.
    #[serde(default)]
    pub limits: String,
    /// The author's comment on the results. It is not a part of the plan.
    #[serde(default, skip_serializing)]
    pub discussion: String,
}

/// The reason why the file of a study can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct StudyFileError {
    /// The message.
    pub message: String,
    /// Advice for the author of the file, if there is any.
    pub help: Option<String>,
}

impl StudyFileError {
    fn new(message: String, help: &str) -> Self {
        Self { message, help: Some(help.to_owned()) }
    }
}

impl StudyFile {
    /// Reads the file of a study.
    ///
    /// # Errors
    /// Returns a [`StudyFileError`] if the text is not a study in TOML, or a value is not possible.
    pub fn read(text: &str) -> Result<Self, StudyFileError> {
        let study: Self = toml::from_str(text)
            .map_err(|error| StudyFileError { message: format!("\n{error}"), help: None })?;
        study.check()?;
        Ok(study)
    }

    /// Checks the values that the types of the fields do not restrict.
    ///
    /// # Errors
    /// Returns a [`StudyFileError`] if a value is not possible.
    pub fn check(&self) -> Result<(), StudyFileError> {
        let texts = [
            ("title", &self.title),
            ("question", &self.question),
            ("would_change", &self.would_change),
        ];
        for (key, text) in texts {
            if text.trim().is_empty() {
                let help = "write a sentence; the plan is sealed with it";
                return Err(StudyFileError::new(format!("`{key}` is empty"), help));
            }
        }
        if !(2..=8).contains(&self.rulesets.len()) {
            return Err(StudyFileError::new(
                format!(
                    "a study compares 2 to 8 rulesets, and this one has {}",
                    self.rulesets.len()
                ),
                "list them in `rulesets`; the same ruleset may occur twice, with other values in `set`",
            ));
        }
        if self.agents.is_empty() || self.games == 0 {
            let help = "write `agents = [\"greedy\"]` and `games = 2000`";
            return Err(StudyFileError::new("no games are planned".to_owned(), help));
        }
        if !(self.margin > 0.0 && self.margin.is_finite()) {
            return Err(StudyFileError::new(
                "`margin` is not greater than 0".to_owned(),
                "write the smallest change of the primary metric that matters",
            ));
        }
        Ok(())
    }

    /// Writes the file of a study, with comments for its author.
    #[must_use]
    pub fn write(&self) -> String {
        let body = toml::to_string(self).unwrap_or_default();
        format!(
            "# A study for `quadrille run`. `quadrille explain studies` describes the keys.\n{body}"
        )
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::studies) fn study() -> StudyFile {
        StudyFile {
            title: "Removed armies".to_owned(),
            question: "Are games shorter if mated armies are removed?".to_owned(),
            rulesets: vec!["verney-1881".to_owned(), "verney-1881@removal".to_owned()],
            set: Vec::new(),
            primary: "length".to_owned(),
            margin: 20.0,
            exploratory: vec!["decided".to_owned()],
            agents: vec!["greedy".to_owned()],
            games: 200,
            at_least: 0,
            from: None,
            ply_limit: None,
            seed: 7,
            would_change: "An interval on the other side of 20 plies.".to_owned(),
            limits: String::new(),
            discussion: String::new(),
        }
    }

    #[test]
    fn a_study_is_read_as_it_was_written() {
        let study = StudyFile { from: Some("random:4".to_owned()), ..study() };
        assert_eq!(StudyFile::read(&study.write()), Ok(study));
    }

    #[test]
    fn impossible_studies_are_refused_with_the_reason() {
        let text = study().write();
        for (from, to, why) in [
            ("margin = 20.0", "margin = 0.0", "`margin`"),
            ("games = 200", "games = 0", "no games"),
            (", \"verney-1881@removal\"", "", "2 to 8 rulesets"),
            ("question = \"Are", "question = \"\" # \"Are", "`question` is empty"),
            ("seed = 7", "sead = 7", "sead"),
        ] {
            assert!(text.contains(from), "{from} in {text}");
            let error = StudyFile::read(&text.replace(from, to)).unwrap_err();
            assert!(error.message.contains(why), "{error:?}");
        }
    }
}
