//! The identity of a run of games. If two parts of a run were played separately and have equal
//! identities, their games can be combined.

use quadrille_dsl::Ruleset;
use quadrille_study::sim::Plan;
use serde::Serialize;

use crate::columns;
use crate::envelope::{RulesetId, VERSION};
use crate::opening::OpeningId;

/// The data that identify a run, and the names that its games use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunIdentity {
    /// The version of Quadrille that played the games.
    pub version: String,
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The seed of all games.
    pub seed: u64,
    /// Each seat's agent, in rotation 0.
    pub agents: Vec<String>,
    /// `true` if the agents change seats.
    pub rotate: bool,
    /// The ply limit, if it replaces the ruleset's ply limit.
    pub ply_limit: Option<u32>,
    /// The opening, if it is not the array.
    pub opening: Option<OpeningId>,
    /// The seats' names.
    pub seats: Vec<String>,
    /// Each seat's team.
    pub teams: Vec<String>,
    /// The clauses' ids.
    #[serde(skip)]
    pub clauses: Vec<String>,
    /// The names of the metrics that scripts count.
    #[serde(skip)]
    pub counts: Vec<String>,
    /// The counters that are numbers. The flag is `true` if each seat has a separate value.
    #[serde(skip)]
    pub counters: Vec<(String, bool)>,
}

impl RunIdentity {
    /// Returns the identity of a plan's run.
    #[must_use]
    pub fn new(loaded: &Ruleset, plan: &Plan) -> Self {
        let spec = loaded.spec();
        let team = |team: u8| spec.teams.get(usize::from(team)).cloned().unwrap_or_default();
        Self {
            version: VERSION.to_owned(),
            ruleset: RulesetId::new(loaded),
            seed: plan.seed,
            agents: plan.agents.iter().map(ToString::to_string).collect(),
            rotate: plan.rotate,
            ply_limit: plan.ply_limit,
            opening: OpeningId::new(loaded, plan),
            seats: spec.seats.iter().map(|seat| seat.name.clone()).collect(),
            teams: spec.seats.iter().map(|seat| team(seat.team)).collect(),
            clauses: spec.clauses.iter().map(|clause| clause.id.clone()).collect(),
            counts: spec.metrics.clone(),
            counters: columns::numbers(spec)
                .map(|(_, counter)| (counter.name.clone(), counter.per_seat))
                .collect(),
        }
    }

    /// Describes the first difference between another run and this one.
    #[must_use]
    pub fn differs(&self, other: &Self) -> Option<String> {
        let rules = |id: &RulesetId| {
            let preset = id.preset.as_ref().map(|preset| format!("@{preset}")).unwrap_or_default();
            let changes: Vec<String> =
                id.tunables.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let with = if changes.is_empty() {
                String::new()
            } else {
                format!(" with {}", changes.join(", "))
            };
            format!("{}{preset}{with}", id.id)
        };
        let limit =
            |limit: Option<u32>| limit.map_or("the ruleset's".to_owned(), |n| n.to_string());
        let opening = |opening: &Option<OpeningId>| {
            opening.as_ref().map_or("the array".to_owned(), |opening| opening.name.clone())
        };
        let yes = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let (a, b) = (&self.ruleset, &other.ruleset);
        let hash = |id: &RulesetId| {
            if rules(a) == rules(b) { format!("{} ({})", rules(id), id.hash) } else { rules(id) }
        };
        let weights = |id: &RulesetId| match &id.weights {
            Some(hash) => format!("those with the hash {hash}"),
            None => "derived from the rules".to_owned(),
        };
        let pairs = [
            ("program's version", self.version.clone(), other.version.clone()),
            ("ruleset", format!("{}{}", a.hash, a.id), format!("{}{}", b.hash, b.id)),
            ("agents' weights", weights(a), weights(b)),
            ("seed", self.seed.to_string(), other.seed.to_string()),
            ("list of agents", self.agents.join(","), other.agents.join(",")),
            ("rotation", yes(self.rotate), yes(other.rotate)),
            ("ply limit", limit(self.ply_limit), limit(other.ply_limit)),
            ("start", opening(&self.opening), opening(&other.opening)),
        ];
        let (what, own, others) = pairs.into_iter().find(|(_, own, others)| own != others)?;
        let (own, others) = if what == "ruleset" { (hash(a), hash(b)) } else { (own, others) };
        let verb = if what.ends_with("weights") { "are" } else { "is" };
        Some(format!("its {what} {verb} {own}, not {others}"))
    }
}
