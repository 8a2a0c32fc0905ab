//! The table of agents: name, description, argument and constructor of each.
//!
//! To add an agent, write its file next to this one and add a row below.

use std::fmt;
use std::str::FromStr;

use crate::agent::{Absent, Random, TypedAgent};
use crate::fixed_depth::{FixedDepth, SearchMethod};
use crate::greedy::Greedy;
use crate::mcts::Mcts;
use crate::search::{IterativeDeepening, Opponents};
use quadrille_core::rules::Spec;

/// The greatest search depth, in decisions.
pub const MAX_DEPTH: u8 = 20;
/// The most nodes of a search for one decision.
pub const MAX_NODES: u32 = 1_000_000;

/// A description of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    /// Its name on command lines and in reports.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// The number that follows its name, if it takes one.
    pub number: Option<NumberInfo>,
    /// Whether it plays only games of two sides.
    pub two_sides: bool,
}

/// A number that an agent takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberInfo {
    /// Its unit, as in `mcts:NODES`.
    pub unit: &'static str,
    /// Its name in messages.
    pub called: &'static str,
    /// A sensible value, for examples.
    pub example: u32,
    /// The largest value; the smallest is 1.
    pub most: u32,
}

const DEPTH: NumberInfo =
    NumberInfo { unit: "DEPTH", called: "a depth", example: 2, most: MAX_DEPTH as u32 };
const NODES: NumberInfo =
    NumberInfo { unit: "NODES", called: "a number of nodes", example: 1000, most: MAX_NODES };

impl AgentInfo {
    /// How the agent is written, as in `mcts:NODES`.
    #[must_use]
    pub fn syntax(&self) -> String {
        match self.number {
            None => self.name.to_owned(),
            Some(number) => format!("{}:{}", self.name, number.unit),
        }
    }
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

macro_rules! agents {
    ($(
        #[doc = $about:literal]
        $variant:ident $(($number:ident: $type:ty, $info:ident))? = $name:literal,
            two_sides: $two_sides:literal, $make:expr;
    )+) => {
        /// An agent and its number.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum AgentSpec {
            $(#[doc = $about] $variant $(($type))?,)+
            /// An agent that is not in this table, by its name: one in Python, or an [`Agent`](crate::Agent) that
            /// playouts are given. No text is parsed to it. A playout that is not given an agent of this name ends
            /// with a fault at its first decision.
            External(&'static str),
        }

        /// Every agent, in the order of the documentation.
        pub const AGENTS: &[AgentInfo] = &[$(AgentInfo {
            name: $name,
            about: $about,
            number: optional!($($info)?),
            two_sides: $two_sides,
        },)+];

        impl AgentSpec {
            /// The agent of this name. The number is ignored if the agent takes none.
            fn named(name: &str, number: u32) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant $((<$type>::try_from(number).ok()?))?),)+
                    _ => None,
                }
            }

            /// The agent's name and number.
            fn parts(self) -> (&'static str, Option<u32>) {
                match self {
                    $(Self::$variant $(($number))? => ($name, optional!($(u32::from($number))?)),)+
                    Self::External(name) => (name, None),
                }
            }
        }

        /// Creates an agent.
        pub fn make<const W: usize>(spec: AgentSpec) -> Box<dyn TypedAgent<W>> {
            match spec {
                $(AgentSpec::$variant $(($number))? => Box::new($make),)+
                AgentSpec::External(name) => Box::new(Absent(name)),
            }
        }
    };
}

agents! {
    #[doc = "Plays any legal move, each equally likely."]
    Random = "random", two_sides: false, Random;

    #[doc = "Captures by value, and avoids losing material."]
    Greedy = "greedy", two_sides: false, Greedy::default();

    #[doc = "Alpha-beta search to this depth in decisions, for games between two sides."]
    AlphaBeta(depth: u8, DEPTH) = "alphabeta", two_sides: true, FixedDepth::new(SearchMethod::Paranoid, depth);

    #[doc = "Paranoid search: assumes that all others play against the searcher's team."]
    Paranoid(depth: u8, DEPTH) = "paranoid", two_sides: false, FixedDepth::new(SearchMethod::Paranoid, depth);

    #[doc = "Max^n search: assumes that each team maximizes its own share."]
    Maxn(depth: u8, DEPTH) = "maxn", two_sides: false, FixedDepth::new(SearchMethod::Maxn, depth);

    #[doc = "BRS+ search: one opponent at a time answers, the others play their first move."]
    BestReply(depth: u8, DEPTH) = "brs", two_sides: false, FixedDepth::new(SearchMethod::BestReply, depth);

    #[doc = "Searches deeper and deeper within this number of nodes per decision."]
    Search(nodes: u32, NODES) = "search", two_sides: false,
        IterativeDeepening::new(nodes, Opponents::BestReply);

    #[doc = "The same as search, but assumes that all others play against the searcher's team."]
    SearchParanoid(nodes: u32, NODES) = "search-paranoid", two_sides: false,
        IterativeDeepening::new(nodes, Opponents::Paranoid);

    #[doc = "The same as search, but assumes that each team maximizes its own share."]
    SearchMaxn(nodes: u32, NODES) = "search-maxn", two_sides: false,
        IterativeDeepening::new(nodes, Opponents::Maxn);

    #[doc = "Monte Carlo tree search with this number of nodes per decision."]
    Mcts(nodes: u32, NODES) = "mcts", two_sides: false, Mcts::new(nodes);
}

/// The description of agents that are the caller's.
const EXTERNAL: AgentInfo = AgentInfo {
    name: "external",
    about: "An agent of the caller's.",
    number: None,
    two_sides: false,
};

impl AgentSpec {
    /// The agent's description.
    #[must_use]
    pub fn info(self) -> &'static AgentInfo {
        if let Self::External(_) = self {
            return &EXTERNAL;
        }
        let (name, _) = self.parts();
        AGENTS.iter().find(|info| info.name == name).unwrap_or(&AGENTS[0])
    }

    /// How all agents are written, for messages.
    #[must_use]
    pub fn syntaxes() -> String {
        AGENTS.iter().map(AgentInfo::syntax).collect::<Vec<_>>().join(", ")
    }
}

/// An agent that can't play a ruleset, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{agent} can't play {ruleset}: {reason}")]
pub struct Unsuited {
    /// The agent.
    pub agent: AgentSpec,
    /// The ruleset's id.
    pub ruleset: String,
    /// The reason.
    pub reason: String,
    /// The agents that can play it.
    pub instead: String,
}

impl AgentSpec {
    /// Tests whether the agent can play a ruleset.
    ///
    /// # Errors
    /// Alpha-beta search needs exactly two sides.
    pub fn suits(self, spec: &Spec) -> Result<(), Unsuited> {
        let sides = spec.teams.len();
        if !self.info().two_sides || sides == 2 {
            return Ok(());
        }
        let others = AGENTS.iter().filter(|other| !other.two_sides && other.number.is_some());
        let others: Vec<String> = others.map(AgentInfo::syntax).collect();
        Err(Unsuited {
            agent: self,
            ruleset: spec.id.clone(),
            reason: format!("it needs two sides, and this game has {sides}"),
            instead: format!("use one of: {}", others.join(", ")),
        })
    }
}

/// The reason why a text names no agent, with the spellings that do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnknownAgent(String);

impl FromStr for AgentSpec {
    type Err = UnknownAgent;

    fn from_str(text: &str) -> Result<Self, UnknownAgent> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name, Some(number)),
            None => (text, None),
        };
        let unknown = || {
            let expected = Self::syntaxes();
            UnknownAgent(format!("unknown agent `{text}`; expected one of: {expected}"))
        };
        let info = AGENTS.iter().find(|info| info.name == name).ok_or_else(unknown)?;
        let value = match (info.number, number) {
            (None, None) => 0,
            (None, Some(_)) => return Err(UnknownAgent(format!("`{name}` takes no number"))),
            (Some(NumberInfo { called, example, .. }), None) => {
                let wrong = format!("`{name}` needs {called}, as in {name}:{example}");
                return Err(UnknownAgent(wrong));
            }
            (Some(NumberInfo { most, .. }), Some(number)) => {
                number.parse().ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
                    let expected = format!("a whole number from 1 to {most}");
                    UnknownAgent(format!("`{number}` in `{text}` is not {expected}"))
                })?
            }
        };
        Self::named(name, value).ok_or_else(unknown)
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            (name, None) => f.write_str(name),
            (name, Some(number)) => write!(f, "{name}:{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_inverts_display() {
        for info in AGENTS {
            let text = match info.number {
                None => info.name.to_owned(),
                Some(number) => format!("{}:{}", info.name, number.most),
            };
            let agent = text.parse::<AgentSpec>().unwrap();
            assert_eq!((agent.to_string(), agent.info()), (text, info));
        }
    }

    #[test]
    fn invalid_agents_get_an_explanation() {
        for (text, expected) in [
            ("minimax", "expected one of: random, greedy, alphabeta:DEPTH"),
            ("minimax:2", "expected one of: random"),
            ("maxn", "needs a depth, as in maxn:2"),
            ("mcts", "needs a number of nodes"),
            ("mcts:0", "from 1 to 1000000"),
            ("brs:21", "from 1 to 20"),
            ("paranoid:two", "whole number"),
            ("greedy:2", "takes no number"),
        ] {
            let error = text.parse::<AgentSpec>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
