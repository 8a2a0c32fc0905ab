//! Rulesets: loaded once, immutable, and shared between threads.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use quadrille_dsl::library::{Memory, Over, Shelf};
use quadrille_dsl::weights::WeightsInUse;
use quadrille_dsl::{Library as _, Ruleset, Source, load};
use quadrille_reports::columns;
use quadrille_reports::compare::contest::Contestant;
use serde_json::json;

use crate::batch::shape::Shape;
use crate::errors::{findings, invalid, refused};

/// The folder name for a ruleset that the caller passes as the contents of its files.
const FILES: &str = "files";
/// The word that the caller passes, in place of a file of weights, to use no weights of the
/// ruleset.
const NO_WEIGHTS: &str = "none";

/// A loaded ruleset, as a Python object.
#[pyclass(name = "Ruleset", frozen, module = "quadrille._native")]
#[derive(Clone)]
pub(crate) struct PyRuleset {
    pub loaded: Arc<Ruleset>,
    name: String,
    files: Option<BTreeMap<String, String>>,
    set: Vec<(String, String)>,
    weights: Option<String>,
    /// The action numbers and planes, which are computed when they are first needed.
    shape: OnceLock<Arc<Shape>>,
}

/// Returns the ids of the shipped rulesets.
#[pyfunction]
pub(crate) fn names() -> Vec<String> {
    Shelf::default().names()
}

/// Loads a ruleset by its name, or from its files. `weights` is the text of a file of weights, or
/// `none` for the weights that follow from the rules.
fn open(
    name: &str,
    set: &[(String, String)],
    files: Option<&BTreeMap<String, String>>,
    weights: Option<&str>,
) -> Result<Ruleset, quadrille_dsl::RulesetError> {
    let mut loaded = open_rules(name, set, files)?;
    match weights {
        None => {}
        Some(NO_WEIGHTS) => loaded = loaded.without_weights(),
        Some(text) => loaded.take_weights(&Source::new("weights", text))?,
    }
    Ok(loaded)
}

fn open_rules(
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
        open(&self.name, set, self.files.as_ref(), self.weights.as_deref()).map(Arc::new)
    }

    /// Returns this ruleset with the tunables `set`. `loaded` is the ruleset as [`PyRuleset::with`]
    /// loaded it with these tunables.
    pub(crate) fn changed(&self, set: Vec<(String, String)>, loaded: Arc<Ruleset>) -> Self {
        Self { loaded, set, shape: OnceLock::new(), ..self.clone() }
    }

    /// Returns this ruleset as a study uses it. A study may leave the shipped weights out.
    pub(crate) fn in_study(&self, loaded: Arc<Ruleset>) -> Self {
        let left_out = loaded.weights == WeightsInUse::LeftOut;
        let weights = if left_out { Some(NO_WEIGHTS.to_owned()) } else { self.weights.clone() };
        Self { loaded, weights, ..self.clone() }
    }

    /// Returns the action numbers and planes.
    pub(crate) fn shape(&self) -> Arc<Shape> {
        Arc::clone(self.shape.get_or_init(|| Arc::new(Shape::new(self.loaded.spec()))))
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
    /// `@preset` or empty. `weights` is the text of a file of weights, or `none`.
    #[new]
    #[pyo3(signature = (name, set, files=None, weights=None))]
    fn new(
        py: Python<'_>,
        name: String,
        set: Vec<(String, String)>,
        files: Option<BTreeMap<String, String>>,
        weights: Option<String>,
    ) -> PyResult<Self> {
        let loaded = py.detach(|| open(&name, &set, files.as_ref(), weights.as_deref()));
        let loaded = loaded.map_err(|error| invalid(error.diagnostics()))?;
        let (loaded, shape) = (Arc::new(loaded), OnceLock::new());
        Ok(Self { loaded, name, files, set, weights, shape })
    }

    /// Returns the name by which the ruleset was loaded.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Returns the arguments that load the ruleset again.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn source(
        &self,
    ) -> (String, Vec<(String, String)>, Option<BTreeMap<String, String>>, Option<String>) {
        (self.name.clone(), self.set.clone(), self.files.clone(), self.weights.clone())
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
            "shuffles": !spec.shuffles.is_empty(),
            "tunables": tunables.collect::<Vec<_>>(), "clauses": clauses.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Returns the columns of the tables of games and plies, as JSON.
    fn columns(&self) -> String {
        let spec = self.loaded.spec();
        json!({"games": columns::games(spec), "plies": columns::plies(spec)}).to_string()
    }

    /// Returns the number of action numbers.
    fn num_actions(&self) -> usize {
        self.shape().size()
    }

    /// Returns the names of the planes in order.
    fn plane_names(&self) -> Vec<String> {
        self.shape().planes.clone()
    }

    /// Returns the number of planes, the number of ranks and the number of files.
    fn planes(&self) -> (usize, usize, usize) {
        let shape = self.shape();
        (shape.planes.len(), shape.high, shape.wide)
    }

    /// Returns the action number of a text that names squares, or of `pass`. The kind of a
    /// promotion and the choice within a move belong to the second stage.
    fn action_id(&self, text: &str) -> PyResult<u32> {
        let id = self.shape().id_of_text(self.loaded.spec(), text);
        id.ok_or_else(|| {
            refused(format!(
                "`{text}` has no action number without a position; write a move as `d2-d4`, or use \
                 `Game.action_ids`"
            ))
        })
    }

    /// Returns the text of an action number that names squares or `pass`.
    fn action_text(&self, id: usize) -> PyResult<String> {
        let text = self.shape().text_of_id(self.loaded.spec(), id);
        text.ok_or_else(|| {
            refused(format!(
                "action number {id} has no text without a position; use `Game.action_ids`"
            ))
        })
    }

    /// Returns the warnings about the files, as JSON.
    fn warnings(&self) -> String {
        findings(&self.loaded.warnings())
    }
}
