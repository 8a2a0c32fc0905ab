//! [`NameKind`]: the kinds of things that `explain` can show.

/// The kind of thing that a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// A page of the reference.
    Topic,
    /// A command of the program.
    Command,
    /// A ruleset.
    Ruleset,
    /// A word of rule scripts. The string is the group to which the word belongs.
    Word(&'static str),
    /// A plugin.
    Plugin,
    /// A recipe of the cookbook.
    Recipe,
    /// An agent.
    Agent,
    /// A metric.
    Metric,
    /// A variant from which the sections of a `variants.ini` may inherit.
    Variant,
    /// A part of a page.
    Section,
    /// A lint.
    Lint,
    /// A diagnostic code.
    Code,
    /// A term of the glossary.
    Term,
    /// A preset of a ruleset.
    Preset,
    /// A clause of a ruleset.
    Clause,
    /// A kind of pieces in a ruleset.
    Piece,
}

impl NameKind {
    /// Returns the rank of the kind, which orders matches with the same score. The order is: terms,
    /// then plugins, recipes and rulesets, then words of scripts, pages, metrics and commands.
    pub fn preference(self) -> u8 {
        match self {
            Self::Term => 3,
            Self::Plugin | Self::Recipe | Self::Ruleset => 2,
            Self::Word(_) | Self::Topic | Self::Section | Self::Command | Self::Metric => 1,
            _ => 0,
        }
    }

    /// Returns the kind in a few words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Command => "command",
            Self::Ruleset => "ruleset",
            Self::Word(_) => "word of scripts",
            Self::Plugin => "plugin",
            Self::Recipe => "recipe of the cookbook",
            Self::Agent => "agent",
            Self::Metric => "metric",
            Self::Variant => "variant for `import`",
            Self::Section => "part of a page",
            Self::Lint => "lint",
            Self::Code => "code of diagnostics",
            Self::Term => "term of the glossary",
            Self::Preset => "preset",
            Self::Clause => "clause",
            Self::Piece => "piece",
        }
    }

    /// Returns the title for a list of all names of this kind. Returns `None` if there are too many
    /// names for a list.
    pub fn title(self) -> Option<String> {
        Some(match self {
            Self::Topic => "Topics".to_owned(),
            Self::Command => "Commands".to_owned(),
            Self::Ruleset => "Rulesets (`quadrille list` says more)".to_owned(),
            Self::Word(group) => format!("Words of scripts: {}", group.to_lowercase()),
            Self::Plugin => "Plugins".to_owned(),
            Self::Recipe => "Recipes of the cookbook".to_owned(),
            Self::Agent => "Agents".to_owned(),
            Self::Metric => "Metrics".to_owned(),
            Self::Variant => "Variants that `quadrille import` knows".to_owned(),
            _ => return None,
        })
    }
}
