//! The names of agents and their limits, as used in command lines, records and plans.

use std::fmt;
use std::str::FromStr;

use crate::agent::{Absent, Random, TypedAgent};
use crate::blundering::Blundering;
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::search::{IterativeDeepening, MAX_DEPTH, MAX_NODES, Opponents, SearchLimit};

/// An agent and its limit.
///
/// [`Display`](fmt::Display) and [`FromStr`] use the spelling of the command line:
///
/// ```
/// use quadrille_agents::{AgentSpec, Opponents, SearchLimit};
///
/// let agent: AgentSpec = "search:depth=2".parse()?;
/// assert_eq!(agent, AgentSpec::Search(Opponents::BestReply, SearchLimit::Depth(2)));
/// assert_eq!(AgentSpec::Mcts(500).to_string(), "mcts:500");
/// // Earlier versions called some searches by names of their own.
/// assert_eq!("paranoid:2".parse::<AgentSpec>()?.to_string(), "search-paranoid:depth=2");
/// # Ok::<(), quadrille_agents::InvalidAgent>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AgentSpec {
    /// Plays a random legal action. All legal actions are equally likely.
    Random,
    /// Captures by value, and avoids material loss.
    Greedy,
    /// Searches to increasing depths, up to a limit. Between two sides, the search is alpha-beta.
    /// Among more sides, [`Opponents`] selects the algorithm.
    Search(Opponents, SearchLimit),
    /// Searches like [`AgentSpec::Search`], but plays a random action in some decisions. `percent`
    /// is the probability of a random action, from 1 to 99.
    Blundering {
        /// The algorithm.
        opponents: Opponents,
        /// The limit of the search for one decision.
        limit: SearchLimit,
        /// The probability of a random action, in percent.
        percent: u8,
    },
    /// Monte Carlo tree search with this number of nodes for one decision, from 1 to [`MAX_NODES`].
    Mcts(u32),
    /// An external agent, by its name: an agent in Python, or an [`Agent`](crate::Agent) passed to
    /// playouts. Parsing a string never returns this variant. If a playout has no agent of this
    /// name, it ends with an error at this agent's first decision.
    External(&'static str),
}

/// A description of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    /// The agent's name on command lines and in reports.
    pub name: &'static str,
    /// The agent's behaviour, in one sentence.
    pub about: &'static str,
    /// `true` if the agent takes a number of nodes, which follows its name.
    pub nodes: bool,
    /// `true` if the agent also accepts `depth=N` instead of a number of nodes.
    pub depth: bool,
}

/// All agents, in the order in which the documentation lists them.
pub const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "random",
        about: "Plays random legal moves, all equally likely.",
        nodes: false,
        depth: false,
    },
    AgentInfo {
        name: "greedy",
        about: "Captures by value, and avoids losing material.",
        nodes: false,
        depth: false,
    },
    AgentInfo {
        name: "search",
        about: "Searches with increasing depth, up to a number of nodes or a depth.",
        nodes: true,
        depth: true,
    },
    AgentInfo {
        name: "search-paranoid",
        about: "Searches, and assumes that all others play against its team.",
        nodes: true,
        depth: true,
    },
    AgentInfo {
        name: "search-maxn",
        about: "Searches, and assumes that each team maximizes its own share.",
        nodes: true,
        depth: true,
    },
    AgentInfo {
        name: "mcts",
        about: "Monte Carlo tree search with a number of nodes.",
        nodes: true,
        depth: false,
    },
];

/// The text between an agent's limit and the percentage of random actions.
const BLUNDERS: &str = ":blunders=";
/// The maximum percentage of random actions.
const MAX_BLUNDERS: u32 = 99;

/// Old and new names of agents that search to a depth. Each pair is the name in earlier versions
/// and the present name.
const EARLIER_NAMES: [(&str, &str); 4] = [
    ("alphabeta", "search"),
    ("paranoid", "search-paranoid"),
    ("maxn", "search-maxn"),
    ("brs", "search"),
];

impl AgentInfo {
    /// Returns the syntax of the agent's name, such as `mcts:NODES`.
    #[must_use]
    pub fn syntax(&self) -> String {
        let nodes = if self.nodes { ":NODES" } else { "" };
        format!("{}{nodes}", self.name)
    }
}

/// Creates an agent.
pub fn make<const W: usize>(spec: AgentSpec) -> Box<dyn TypedAgent<W>> {
    match spec {
        AgentSpec::Random => Box::new(Random),
        AgentSpec::Greedy => Box::new(Greedy::default()),
        AgentSpec::Search(opponents, limit) => Box::new(IterativeDeepening::new(limit, opponents)),
        AgentSpec::Blundering { opponents, limit, percent } => {
            Box::new(Blundering::new(make(AgentSpec::Search(opponents, limit)), percent))
        }
        AgentSpec::Mcts(nodes) => Box::new(Mcts::new(nodes)),
        AgentSpec::External(name) => Box::new(Absent(name)),
    }
}

impl AgentSpec {
    /// Returns the agent's name, without its limit.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Search(opponents, _) | Self::Blundering { opponents, .. } => match opponents {
                Opponents::BestReply => "search",
                Opponents::Paranoid => "search-paranoid",
                Opponents::Maxn => "search-maxn",
            },
            Self::Mcts(_) => "mcts",
            Self::External(name) => name,
        }
    }

    /// Returns the limit of the agent's search, or `None` if the agent does not search.
    #[must_use]
    pub fn limit(self) -> Option<SearchLimit> {
        match self {
            Self::Random | Self::Greedy | Self::External(_) => None,
            Self::Search(_, limit) | Self::Blundering { limit, .. } => Some(limit),
            Self::Mcts(nodes) => Some(SearchLimit::Nodes(nodes)),
        }
    }

    /// Returns the spellings of all agents, for messages.
    #[must_use]
    pub fn syntaxes() -> String {
        let all: Vec<String> = AGENTS.iter().map(AgentInfo::syntax).collect();
        format!(
            "{}; searches accept `depth=N` instead of NODES, and `:blunders=PERCENT` after it",
            all.join(", ")
        )
    }
}

/// The reason why a string can't be parsed as an agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidAgent {
    /// No agent has this name.
    #[error("unknown agent `{0}`; expected one of: {all}", all = AgentSpec::syntaxes())]
    UnknownName(String),
    /// The agent does not search, so it takes no limit.
    #[error("`{0}` takes no number")]
    UnexpectedLimit(&'static str),
    /// The agent needs a limit.
    #[error(
        "`{name}` needs a number of nodes, as in {name}:1000{}",
        if *.depth { format!(", or a depth, as in {name}:depth=2") } else { String::new() }
    )]
    MissingLimit {
        /// The agent's name.
        name: &'static str,
        /// `true` if the agent also accepts a depth instead of a number of nodes.
        depth: bool,
    },
    /// The agent's limit can't be a depth.
    #[error("`{0}` takes no depth")]
    UnexpectedDepth(&'static str),
    /// The agent does not search, so it can't play random actions with a probability.
    #[error("`{0}` takes no blunders; write a search, as in search:100:blunders=20")]
    UnexpectedBlunders(&'static str),
    /// The limit is not a number, or is out of range.
    #[error("`{value}` in `{text}` is not a whole number from 1 to {largest}")]
    InvalidNumber {
        /// The whole string that names the agent.
        text: String,
        /// The part of the string that should be a number.
        value: String,
        /// The greatest number that is allowed.
        largest: u32,
    },
}

impl FromStr for AgentSpec {
    type Err = InvalidAgent;

    fn from_str(text: &str) -> Result<Self, InvalidAgent> {
        if let Some((agent, percent)) = text.split_once(BLUNDERS) {
            // `agent` is the text before the first `BLUNDERS`, so it does not contain `BLUNDERS`.
            // This function therefore calls itself only once.
            return match agent.parse()? {
                Self::Search(opponents, limit) if !percent.contains(BLUNDERS) => {
                    let percent = number(text, percent, MAX_BLUNDERS)?;
                    Ok(Self::Blundering { opponents, limit, percent })
                }
                other => Err(InvalidAgent::UnexpectedBlunders(other.name())),
            };
        }
        let (name, value) = match text.split_once(':') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        // The number after an earlier name is a depth.
        let earlier = EARLIER_NAMES.iter().find(|(before, _)| *before == name);
        let name = earlier.map_or(name, |(_, now)| now);
        let info = AGENTS.iter().find(|info| info.name == name);
        let info = info.ok_or_else(|| InvalidAgent::UnknownName(text.to_owned()))?;
        let name = info.name;
        if !info.nodes {
            return match value {
                None if name == "random" => Ok(Self::Random),
                None => Ok(Self::Greedy),
                Some(_) => Err(InvalidAgent::UnexpectedLimit(name)),
            };
        }
        let value = value.ok_or(InvalidAgent::MissingLimit { name, depth: info.depth })?;
        let depth = match value.strip_prefix("depth=") {
            None if earlier.is_some() => Some(value),
            depth => depth,
        };
        let limit = match depth {
            Some(depth) => SearchLimit::Depth(number(text, depth, MAX_DEPTH.into())?),
            None => SearchLimit::Nodes(number(text, value, MAX_NODES)?),
        };
        match (name, limit) {
            ("search", _) => Ok(Self::Search(Opponents::BestReply, limit)),
            ("search-paranoid", _) => Ok(Self::Search(Opponents::Paranoid, limit)),
            ("search-maxn", _) => Ok(Self::Search(Opponents::Maxn, limit)),
            (_, SearchLimit::Nodes(nodes)) => Ok(Self::Mcts(nodes)),
            (_, SearchLimit::Depth(_)) => Err(InvalidAgent::UnexpectedDepth(name)),
        }
    }
}

/// Parses a number from 1 to `largest`.
fn number<N: TryFrom<u32>>(text: &str, value: &str, largest: u32) -> Result<N, InvalidAgent> {
    let number = value.parse().ok().filter(|number| (1..=largest).contains(number));
    number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| InvalidAgent::InvalidNumber {
        text: text.to_owned(),
        value: value.to_owned(),
        largest,
    })
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.limit() {
            None => f.write_str(self.name())?,
            Some(SearchLimit::Nodes(nodes)) => write!(f, "{}:{nodes}", self.name())?,
            Some(SearchLimit::Depth(depth)) => write!(f, "{}:depth={depth}", self.name())?,
        }
        match self {
            Self::Blundering { percent, .. } => write!(f, "{BLUNDERS}{percent}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_inverts_display() {
        for info in AGENTS {
            let mut spellings = vec![info.syntax().replace("NODES", "1000000")];
            if info.depth {
                spellings.push(format!("{}:depth=20", info.name));
                spellings.push(format!("{}:300:blunders=99", info.name));
                spellings.push(format!("{}:depth=2:blunders=1", info.name));
            }
            for text in spellings {
                let agent = text.parse::<AgentSpec>().unwrap();
                assert_eq!((agent.to_string(), agent.name()), (text, info.name));
            }
        }
    }

    #[test]
    fn names_of_earlier_versions_are_searches_to_a_depth() {
        for (before, now) in [
            ("alphabeta:3", "search:depth=3"),
            ("brs:2", "search:depth=2"),
            ("paranoid:2", "search-paranoid:depth=2"),
            ("maxn:depth=1", "search-maxn:depth=1"),
        ] {
            assert_eq!(before.parse::<AgentSpec>().unwrap().to_string(), now);
        }
    }

    #[test]
    fn invalid_agents_get_an_explanation() {
        for (text, expected) in [
            ("minimax", "expected one of: random, greedy, search:NODES"),
            ("minimax:2", "expected one of: random"),
            ("maxn", "or a depth, as in search-maxn:depth=2"),
            ("mcts", "needs a number of nodes"),
            ("mcts:0", "from 1 to 1000000"),
            ("mcts:depth=2", "takes no depth"),
            ("brs:21", "from 1 to 20"),
            ("search:depth=0", "from 1 to 20"),
            ("search:depth=256", "from 1 to 20"),
            ("paranoid:two", "whole number"),
            ("greedy:2", "takes no number"),
            ("search:300:blunders=0", "from 1 to 99"),
            ("search:300:blunders=100", "from 1 to 99"),
            ("search:300:blunders=", "from 1 to 99"),
            ("search:blunders=10", "needs a number of nodes"),
            ("greedy:blunders=10", "takes no blunders; write a search"),
            ("search:300:blunders=10:blunders=10", "takes no blunders"),
        ] {
            let error = text.parse::<AgentSpec>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let long = format!("search:300{}", ":blunders=10".repeat(1_000_000));
        assert!(long.parse::<AgentSpec>().is_err());
    }
}
