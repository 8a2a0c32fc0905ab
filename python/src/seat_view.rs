//! A position as the deciding seat knows it, for Python agents. Texts and planes are made only if
//! an agent reads them.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille_core::{Action, AnyGame, HookError, Seat, Setup};
use quadrille_dsl::{Ruleset, actions, fen};
use quadrille_session::Viewer;

use crate::batch::observation::{KnownPosition, observe};
use crate::batch::shape::Shape;
use crate::errors::refused;

/// A legal action of a seat.
pub(crate) struct SeatAction {
    pub(crate) text: String,
    pub(crate) action: Action,
    /// The action number of the first stage.
    id: u32,
    /// The index of the action in the game's list.
    place: usize,
}

/// A position as a seat knows it, with its legal actions.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct SeatView {
    loaded: Arc<Ruleset>,
    shape: Arc<Shape>,
    known: KnownPosition,
    /// The legal actions, sorted by their texts.
    actions: Vec<SeatAction>,
    /// The position with guesses in place of hidden information. `None` if nothing is hidden.
    guess: Option<Setup>,
}

impl SeatView {
    /// Creates the view of the deciding seat in a game. If information is hidden from the seat,
    /// `imagine` returns the position with guesses.
    pub(crate) fn new(
        (loaded, shape): (&Arc<Ruleset>, &Arc<Shape>),
        game: &mut dyn AnyGame,
        seat: Seat,
        imagine: impl FnOnce(&mut dyn AnyGame) -> Setup,
    ) -> Result<Self, HookError> {
        let listed = game.actions()?;
        let texts = actions::write(game, &listed);
        let each = texts.into_iter().zip(&listed).enumerate();
        let mut actions: Vec<SeatAction> = each
            .map(|(place, (text, action))| SeatAction {
                text,
                action: *action,
                id: shape.id(*action),
                place,
            })
            .collect();
        actions.sort_unstable_by(|one, other| one.text.cmp(&other.text));
        let hides = loaded.spec().hides_pieces() || !game.setup().sealed.is_empty();
        Ok(Self {
            loaded: Arc::clone(loaded),
            shape: Arc::clone(shape),
            known: KnownPosition {
                setup: Viewer::of([seat]).setup(game),
                occurrences: game.counts().occurrences,
                seat,
                to_act: Some(seat),
            },
            actions,
            guess: hides.then(|| imagine(game)),
        })
    }

    /// Keeps only the actions with these indices in the game's list.
    pub(crate) fn keep(&mut self, places: impl Fn(usize) -> bool) {
        self.actions.retain(|one| places(one.place));
    }

    /// Returns the legal actions, sorted by their texts.
    pub(crate) fn legal(&self) -> &[SeatAction] {
        &self.actions
    }

    /// Returns the name of the seat.
    pub(crate) fn seat_name(&self) -> &str {
        let seats = &self.loaded.spec().seats;
        seats.get(self.known.seat.index()).map_or("", |seat| &seat.name)
    }

    fn write(&self, setup: &Setup) -> String {
        fen::write(&self.loaded.rules, setup)
    }
}

#[pymethods]
impl SeatView {
    /// Returns the index of the seat in the ruleset.
    #[getter]
    fn seat(&self) -> u8 {
        self.known.seat.0
    }

    /// Returns the position as FEN4, as the seat knows it.
    fn fen(&self) -> String {
        self.write(&self.known.setup)
    }

    /// Returns the FEN4 with guesses in place of hidden information, or `None` if nothing is
    /// hidden.
    fn guess(&self) -> Option<String> {
        self.guess.as_ref().map(|setup| self.write(setup))
    }

    /// Returns the texts of the legal actions, sorted.
    fn actions(&self) -> Vec<&str> {
        self.actions.iter().map(|one| one.text.as_str()).collect()
    }

    /// Returns the action number of each legal action, as bytes of int32. Actions that the second
    /// stage distinguishes have equal numbers.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let ids: Vec<u8> =
            self.actions.iter().flat_map(|one| (one.id as i32).to_le_bytes()).collect();
        PyBytes::new(py, &ids)
    }

    /// Returns the actions that have this number, as pairs of their number in the second stage and
    /// their index among the legal actions. If a single action has the number, the list is empty.
    fn second_stage(&self, id: u32) -> Vec<(u32, usize)> {
        let mut among: Vec<(usize, usize)> = self
            .actions
            .iter()
            .enumerate()
            .filter(|(_, one)| one.id == id)
            .map(|(index, one)| (one.place, index))
            .collect();
        if among.len() < 2 {
            return Vec::new();
        }
        among.sort_unstable();
        let actions: Vec<Action> =
            among.iter().map(|(_, index)| self.actions[*index].action).collect();
        let numbers = self.shape.second_stage(&actions);
        numbers.into_iter().zip(among).map(|(number, (_, index))| (number, index)).collect()
    }
}

/// Returns the planes of positions, one position after another. Each position is shown as the seat
/// of its view knows it.
#[pyfunction]
pub(crate) fn planes_of<'py>(
    py: Python<'py>,
    views: Vec<PyRef<'py, SeatView>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let Some(first) = views.first() else { return Ok(PyBytes::new(py, &[])) };
    let size = first.shape.planes.len() * first.shape.area();
    if views.iter().any(|view| view.shape.planes.len() * view.shape.area() != size) {
        return Err(refused("the positions belong to games with different planes"));
    }
    PyBytes::new_with(py, size * views.len(), |bytes| {
        for (view, planes) in views.iter().zip(bytes.chunks_exact_mut(size.max(1))) {
            observe(view.loaded.spec(), &view.known, &view.shape, planes);
        }
        Ok(())
    })
}
