//! Runs in databases, whose games are played again from their seeds.

use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::AgentSpec;
use quadrille_dsl::Ruleset;
use quadrille_dsl::library::Shelf;
use quadrille_reports::rerun;
use quadrille_reports::row::GameRow;
use quadrille_study::sim::{GameRecord, Opening, Plan};

use crate::args::Setting;
use crate::context;
use crate::output::exit::Failure;
use crate::store::Store;

/// A run from a database, and all data that is needed to play its games again.
pub(super) struct StoredRun {
    pub loaded: Arc<Ruleset>,
    pub plan: Plan,
    version: String,
}

impl StoredRun {
    /// Loads the rules of the games in a database.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the rules are missing or have changed.
    pub(super) fn of(store: &Store, shelf: &Shelf) -> Result<Self, Failure> {
        let run = &store.identity;
        let preset = run.ruleset.preset.as_ref();
        let preset = preset.map_or_else(String::new, |preset| format!("@{preset}"));
        let name = format!("{}{preset}", run.ruleset.id);
        let settings = run.ruleset.tunables.iter();
        let set =
            settings.map(|(name, value)| Setting { name: name.clone(), value: value.clone() });
        if !shelf.has(&run.ruleset.id) {
            return Err(Failure::advised(
                format!("the games were played by `{name}`, which can't be found"),
                Some("name the folder that contains the ruleset with `--rulesets DIR`".to_owned()),
            ));
        }
        let loaded = context::open(shelf, &name, set.collect::<Vec<_>>())?;
        if loaded.hash != run.ruleset.hash {
            return Err(Failure::advised(
                format!(
                    "the games were played by rules of `{name}` with the hash {}; the present rules have {}",
                    run.ruleset.hash, loaded.hash
                ),
                Some("name a folder with the old rules with `--rulesets DIR`".to_owned()),
            ));
        }
        let agents = run.agents.iter().map(|agent| AgentSpec::from_str(agent));
        let agents =
            agents.collect::<Result<Vec<_>, _>>().map_err(|why| Failure::usage(why.to_string()))?;
        let opening = match &run.opening {
            None => Opening::Array,
            Some(opening) => {
                opening.opening(&loaded).map_err(|why| Failure::usage(why.to_string()))?
            }
        };
        let plan = Plan {
            seed: run.seed,
            games: store.range.clone(),
            agents,
            rotate: run.rotate,
            jobs: 1,
            record: true,
            measure: false,
            timed: false,
            ply_limit: run.ply_limit,
            opening,
        };
        Ok(Self { loaded: Arc::new(loaded), plan, version: run.version.clone() })
    }

    /// Plays games again. `rows` are games with consecutive indices. If `stop` is set, games that
    /// have not ended are missing.
    ///
    /// # Errors
    /// Returns a [`Failure`] if a game runs differently from the stored game.
    pub(super) fn records(
        &self,
        rows: &[GameRow],
        stop: &AtomicBool,
    ) -> Result<Vec<GameRecord>, Failure> {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
        let again = rerun::records(&self.loaded, &self.plan, first.game..last.game + 1, stop);
        let same = |row: &GameRow| {
            let game = again.binary_search_by_key(&row.game, |game| game.index);
            game.map_or(stop.load(Ordering::Relaxed), |at| again[at].plies == row.plies)
        };
        match rows.iter().find(|row| !same(row)) {
            None => Ok(again),
            Some(row) => Err(Failure::usage(format!(
                "game {} now runs differently from when version {} played it",
                row.game, self.version
            ))),
        }
    }
}
