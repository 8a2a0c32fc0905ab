//! Rulesets: loaded once, immutable, and shared between threads.

use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::prelude::*;
use quadrille_dsl::library::{Memory, Over, Shelf};
use quadrille_dsl::{Library as _, Ruleset, load};
use quadrille_reports::columns;
use quadrille_reports::compare::contest::Contestant;
use serde_json::json;

use crate::errors::{findings, invalid};

/// The name of the folder in a ruleset that is given by the contents of its files.
const FILES: &str = "files";

/// A loaded ruleset, as a Python object.
#[pyclass(name = "Ruleset", frozen, module = "quadrille._native")]
#[derive(Clone)]
pub(crate) struct PyRuleset {
    pub loaded: Arc<Ruleset>,
    name: String,
    files: Option<BTreeMap<String, String>>,
    set: Vec<(String, String)>,
}

/// Returns the ids of the shipped rulesets.
#[pyfunction]
pub(crate) fn names() -> Vec<String> {
    Shelf::default().names()
}

/// Loads a ruleset by its name, or from its files.
fn open(
    name: &str,
    set: &[(String, String)],
    files: Option<&BTreeMap<String, String>>,
) -> Result<Ruleset, quadrille_dsl::RulesetError> {
    let shelf = Shelf::default();
    let Some(files) = files else { return load(&shelf, name, set) };
    let memory = files.iter().fold(Memory::new(), |memory, (file, text)| {
        match file.strip_prefix("plugins/").and_then(|f| f.strip_suffix(".rhai")) {
            Some(plugin) => memory.with_plugin(plugin, text.as_str()),
            None => memory.with_file(FILES, file, text.as_str()),
        }
    });
    load(&Over { first: &memory, then: &shelf }, &format!("{FILES}{name}"), set)
}

impl PyRuleset {
    /// Loads the ruleset again with these tunables, which replace the present ones.
    pub(crate) fn with(
        &self,
        set: &[(String, String)],
    ) -> Result<Arc<Ruleset>, quadrille_dsl::RulesetError> {
        open(&self.name, set, self.files.as_ref()).map(Arc::new)
    }

    /// Returns this ruleset with the tunables `set`. `loaded` is the ruleset as [`PyRuleset::with`]
    /// loaded it with these tunables.
    pub(crate) fn changed(&self, set: Vec<(String, String)>, loaded: Arc<Ruleset>) -> Self {
        Self { loaded, set, ..self.clone() }
    }

    /// Converts the ruleset to a contestant of a study. `place` is the contestant's index.
    pub(crate) fn contestant(&self, place: usize) -> Contestant {
        let name = match &self.files {
            None => self.name.clone(),
            Some(_) => format!("{}{}", self.loaded.meta.id, self.name),
        };
        Contestant::new(place, &name, self.set.clone(), Arc::clone(&self.loaded))
    }
}

#[pymethods]
impl PyRuleset {
    /// Loads a ruleset. `name` is an id or the path of a folder. `@preset` after it selects a
    /// preset. If `files` is given, the ruleset consists of these files, and `name` is only
    /// `@preset` or empty.
    #[new]
    #[pyo3(signature = (name, set, files=None))]
    fn new(
        py: Python<'_>,
        name: String,
        set: Vec<(String, String)>,
        files: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let loaded = py.detach(|| open(&name, &set, files.as_ref()));
        let loaded = loaded.map_err(|error| invalid(error.diagnostics()))?;
        Ok(Self { loaded: Arc::new(loaded), name, files, set })
    }

    /// Returns the name by which the ruleset was loaded.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the arguments that load the ruleset again.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn source(&self) -> (String, Vec<(String, String)>, Option<BTreeMap<String, String>>) {
        (self.name.clone(), self.set.clone(), self.files.clone())
    }

    /// Returns a hash of everything that affects the rules.
    #[getter]
    fn hash(&self) -> &str {
        &self.loaded.hash
    }

    /// Returns a full description of the ruleset, as JSON.
    fn describe(&self) -> String {
        let loaded = &self.loaded;
        let (spec, meta) = (loaded.spec(), &loaded.meta);
        let board = &spec.geometry;
        let teams = spec.teams.len() < spec.seats.len();
        let seats = spec.seats.iter().map(|seat| {
            let team = spec.teams.get(usize::from(seat.team)).filter(|_| teams);
            json!({"name": seat.name, "team": team})
        });
        let cell = |cell: &quadrille_core::Cell| {
            board.at(cell.file.into(), cell.rank.into()).map(|square| board.name(square))
        };
        let walls = board.walls().iter().map(|(a, b)| [cell(a), cell(b)]);
        let tunables = loaded.tunables.iter().map(|tunable| {
            json!({
                "name": format!("{}.{}", tunable.script, tunable.name), "value": tunable.value,
                "default": tunable.default, "one_of": tunable.one_of, "about": tunable.doc,
            })
        });
        let clauses = spec.clauses.iter().map(|clause| {
            let source = loaded.clause_sources.iter().find(|(id, _)| *id == clause.id);
            json!({"id": clause.id, "text": clause.text, "source": source.map(|(_, key)| key)})
        });
        json!({
            "id": meta.id, "title": meta.title, "preset": loaded.preset, "hash": loaded.hash,
            "year": meta.year, "dated": meta.dated(), "inventor": meta.inventor, "summary": meta.summary,
            "sources": meta.sources.iter().cloned().collect::<BTreeMap<_, _>>(),
            "files": board.files(), "ranks": board.ranks(),
            "squares": board.squares().map(|square| board.name(square)).collect::<Vec<_>>(),
            "walls": walls.collect::<Vec<_>>(),
            "seats": seats.collect::<Vec<_>>(),
            "order": spec.order.iter().map(|seat| &spec.seats[seat.index()].name).collect::<Vec<_>>(),
            "kinds": spec.kinds.iter().map(|kind| {
                json!({"name": kind.name, "letter": kind.letter.to_string(), "moves": kind.notation})
            }).collect::<Vec<_>>(),
            "presets": meta.presets.iter().cloned().collect::<BTreeMap<_, _>>(),
            "states": spec.states.iter().map(|state| &state.name).collect::<Vec<_>>(),
            "marks": &spec.marks,
            "counters": spec.counters.iter().map(|counter| &counter.name).collect::<Vec<_>>(),
            "counts": &spec.metrics,
            "seat_counters": columns::numbers(spec).filter(|(_, counter)| counter.per_seat)
                .map(|(_, counter)| &counter.name).collect::<Vec<_>>(),
            "ply_limit": spec.ply_limit, "dice": spec.dice.is_some(),
            "tunables": tunables.collect::<Vec<_>>(), "clauses": clauses.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Returns the columns of the tables of games and plies, as JSON.
    fn columns(&self) -> String {
        let spec = self.loaded.spec();
        json!({"games": columns::games(spec), "plies": columns::plies(spec)}).to_string()
    }

    /// Returns the warnings about the files, as JSON.
    fn warnings(&self) -> String {
        findings(&self.loaded.warnings())
    }
}
