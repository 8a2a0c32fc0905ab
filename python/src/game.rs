//! A game: its position, its history and its legal actions.

use std::collections::BTreeMap;
use std::str::FromStr as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::Rng;
use quadrille_core::{AnyGame, Decision, Seat};
use quadrille_render::terminal::{self, ColourDepth};
use quadrille_render::{Picture, PictureOptions, svg};
use quadrille_reports::columns;
use quadrille_session::{Game as OwnedGame, GameError, Viewer};
use serde_json::json;

use crate::batch::observation::{KnownPosition, observe};
use crate::errors::{failed, refused};
use crate::rules::PyRuleset;
use crate::run::interruptible;
use crate::seat_view::SeatView;

/// A game with its history.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct Game {
    session: Mutex<OwnedGame>,
}

impl Game {
    fn session(&self) -> MutexGuard<'_, OwnedGame> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(session: Result<OwnedGame, GameError>) -> PyResult<Self> {
        Ok(Self { session: Mutex::new(session.map_err(failed)?) })
    }

    /// Draws a picture of the position.
    fn picture<T>(&self, draw: impl FnOnce(&Picture) -> T) -> PyResult<T> {
        let session = self.session();
        let loaded = Arc::clone(session.ruleset());
        let drawn = session.with_game(|game| {
            let options = PictureOptions::of(&loaded, "");
            Ok(draw(&Picture::of_game(loaded.spec(), game, &options)))
        });
        drawn.map_err(failed)
    }
}

fn json_of(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| refused(error.to_string()))
}

#[pymethods]
impl Game {
    /// Creates a game at the start of a ruleset, or at a position in FEN4.
    #[new]
    #[pyo3(signature = (rules, fen=None))]
    fn new(rules: &PyRuleset, fen: Option<&str>) -> PyResult<Self> {
        let loaded = Arc::clone(&rules.loaded);
        Self::of(match fen {
            None => OwnedGame::start(loaded),
            Some(fen) => OwnedGame::from_fen(loaded, fen),
        })
    }

    /// Loads a game from JSON, at the ply at which it was saved.
    #[staticmethod]
    fn from_json(rules: &PyRuleset, text: &str) -> PyResult<Self> {
        Self::of(OwnedGame::from_json(Arc::clone(&rules.loaded), text).map(|read| read.game))
    }

    /// Loads the first game of a PGN4 text, at its last ply.
    #[staticmethod]
    fn from_pgn(rules: &PyRuleset, text: &str) -> PyResult<Self> {
        Self::of(OwnedGame::from_pgn(Arc::clone(&rules.loaded), text).map(|read| read.game))
    }

    /// Returns a copy of the game at the same ply.
    fn fork(&self) -> Self {
        Self { session: Mutex::new(self.session().fork()) }
    }

    /// Returns the position as FEN4.
    fn fen(&self) -> PyResult<String> {
        self.session().fen().map_err(failed)
    }

    /// Returns the position as plain FEN, or `None` if plain FEN can't represent the game or the
    /// position.
    fn plain_fen(&self) -> PyResult<Option<String>> {
        self.session().plain_fen().map_err(failed)
    }

    /// Returns the game as JSON, including plies that were taken back.
    fn to_json(&self) -> PyResult<String> {
        self.session().to_json().map_err(failed)
    }

    /// Returns the game as PGN4.
    fn to_pgn(&self, tags: Vec<(String, String)>) -> PyResult<String> {
        self.session().to_pgn(&tags).map_err(failed)
    }

    /// Returns the seat that decides, or `None` if the game is over.
    fn turn(&self) -> PyResult<Option<String>> {
        self.session().turn().map_err(failed)
    }

    /// Returns the result as JSON, or `None` if the game is not over.
    fn result(&self) -> PyResult<Option<String>> {
        let Some(result) = self.session().result() else { return Ok(None) };
        let words: BTreeMap<_, _> =
            result.results.iter().map(|(seat, result)| (seat, result.word())).collect();
        let mut row = json!({"results": words, "ending": result.ending});
        if !result.points.is_empty() {
            row["points"] = json!(result.points);
        }
        json_of(&row).map(Some)
    }

    /// Returns the texts of the legal actions, sorted.
    fn actions(&self) -> PyResult<Vec<String>> {
        let session = self.session();
        let legal = session.with_game(|game| {
            Ok(quadrille_dsl::actions::legal(game)?
                .into_iter()
                .map(|(text, _)| text)
                .collect::<Vec<_>>())
        });
        let mut legal = legal.map_err(failed)?;
        legal.sort_unstable();
        Ok(legal)
    }

    /// Returns the legal actions with their squares and groups, sorted by their texts, as JSON.
    fn legal(&self) -> PyResult<String> {
        let mut legal = self.session().legal_actions().map_err(failed)?;
        legal.sort_by(|one, other| one.text.cmp(&other.text));
        json_of(&legal)
    }

    /// Returns the legal actions with their action numbers, sorted by their texts.
    fn action_ids(&self, rules: &PyRuleset) -> PyResult<Vec<(String, u32)>> {
        let (session, shape) = (self.session(), rules.shape());
        let legal = session.with_game(|game| {
            let legal = quadrille_dsl::actions::legal(game)?;
            Ok(legal.into_iter().map(|(text, action)| (text, shape.id(action))).collect())
        });
        legal.map_err(failed)
    }

    /// Returns the position as the deciding seat knows it. If information is hidden, `seed`
    /// determines the guesses.
    fn seat_view(&self, rules: &PyRuleset, seed: u64) -> PyResult<SeatView> {
        let (session, shape) = (self.session(), rules.shape());
        let view = session.with_game(|game| {
            if matches!(game.decision()?, Decision::Over) {
                return Ok(None);
            }
            let (seat, stream, counter) = quadrille_core::game::decider(game);
            let (of, at) = (u64::from(seat.0), u64::from(counter));
            let mut luck = Rng::new(seed, 0, stream, of, at);
            let imagine =
                |game: &mut dyn AnyGame| quadrille_agents::imagined(game, seat, &mut luck);
            Ok(Some(SeatView::new((&rules.loaded, &shape), game, seat, imagine)?))
        });
        let over = || refused("the game is over, so no seat decides");
        view.map_err(failed)?.ok_or_else(over)
    }

    /// Returns the planes of the position, as a seat knows it.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        rules: &PyRuleset,
        seat: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (session, shape) = (self.session(), rules.shape());
        let planes = session.with_game(|game| {
            let seat = Seat(seat);
            let to_act = match game.decision()? {
                Decision::Over => None,
                _ => Some(quadrille_core::game::decider(game).0),
            };
            let (setup, occurrences) = (Viewer::of([seat]).setup(game), game.counts().occurrences);
            let known = KnownPosition { setup, occurrences, seat, to_act };
            let mut planes = vec![0; shape.planes.len() * shape.area()];
            observe(game.rules().spec(), &known, &shape, &mut planes);
            Ok(planes)
        });
        Ok(PyBytes::new(py, &planes.map_err(failed)?))
    }

    /// Returns the declarations that seats may make: resignation, or a draw by agreement.
    fn declarations(&self) -> PyResult<Vec<String>> {
        let all = self.session().declarations().map_err(failed)?;
        Ok(all.into_iter().map(|action| action.text).collect())
    }

    /// Plays an action and returns its changes as JSON.
    fn play(&self, action: &str) -> PyResult<String> {
        json_of(self.session().play(action).map_err(failed)?)
    }

    /// Plays several actions. If one of them is not legal, plays none of them.
    fn play_all(&self, actions: &str) -> PyResult<()> {
        let mut session = self.session();
        let mut after = session.clone();
        after.play_all(actions).map_err(failed)?;
        *session = after;
        Ok(())
    }

    /// Returns the reason why an action is not legal, as JSON, or `None` if the action is legal.
    fn why_not(&self, action: &str) -> PyResult<Option<String>> {
        let why = self.session().why_not(action).map_err(failed)?;
        why.map(|why| json_of(&why)).transpose()
    }

    /// Returns the changes that an action would make, as JSON. Does not play the action.
    fn consequences(&self, action: &str) -> PyResult<String> {
        json_of(&self.session().consequences(action).map_err(failed)?)
    }

    /// Takes the last ply back. Returns `True` if there was a ply to take back.
    fn undo(&self) -> bool {
        self.session().undo().is_some()
    }

    /// Plays the next of the plies that were taken back. Returns `True` if there was such a ply.
    fn redo(&self) -> bool {
        self.session().redo().is_some()
    }

    /// Goes to the position after `ply` plies.
    fn go_to(&self, ply: usize) -> PyResult<()> {
        self.session().go_to(ply).map_err(failed)
    }

    /// Returns the number of plies played.
    fn ply(&self) -> usize {
        self.session().ply()
    }

    /// Returns the texts of the actions played.
    fn history(&self) -> Vec<String> {
        let session = self.session();
        let played = session.ply();
        session.plies().take(played).map(|ply| ply.action.clone()).collect()
    }

    /// Returns the changes of each ply played, as JSON.
    fn trace(&self) -> PyResult<String> {
        let session = self.session();
        let played = session.ply();
        json_of(&session.plies().take(played).collect::<Vec<_>>())
    }

    /// Returns the pieces, sorted by square, as JSON.
    fn board(&self) -> PyResult<String> {
        json_of(&self.session().board().map_err(failed)?)
    }

    /// Returns the counters as JSON. A counter has a value for every seat, or a single value for
    /// the game.
    fn counters(&self) -> PyResult<String> {
        let session = self.session();
        let spec = session.ruleset().spec();
        let counters =
            session.with_game(|game| Ok(columns::counters(spec, &game.setup().counters)));
        json_of(&counters.map_err(failed)?)
    }

    /// Returns the royals that are in check, each with the pieces that give check, as JSON. The
    /// result is empty if the rules let kings be captured like other pieces.
    fn checks(&self) -> PyResult<String> {
        json_of(&self.session().checks().map_err(failed)?)
    }

    /// Returns the evaluation of each seat, without a search.
    fn prospects(&self) -> PyResult<Vec<f64>> {
        self.session().prospects().map_err(failed)
    }

    /// Returns the action that an agent recommends, the agent's evaluation for its team, and the
    /// number of positions that it has searched.
    fn advise(
        &self,
        py: Python<'_>,
        agent: &str,
        seed: u64,
    ) -> PyResult<(Option<String>, f64, u64)> {
        let agent = AgentSpec::from_str(agent).map_err(|why| refused(why.to_string()))?;
        let session = self.session().fork();
        let advice = interruptible(
            py,
            |stop| session.advise(agent, seed, &|| stop.load(std::sync::atomic::Ordering::Relaxed)),
            &mut |_| Ok(()),
        )?;
        let advice = advice.map_err(failed)?;
        Ok((advice.action, advice.share, advice.nodes))
    }

    /// Returns the position as SVG.
    fn svg(&self) -> PyResult<String> {
        self.picture(svg::draw)
    }

    /// Returns the position as text.
    fn text(&self) -> PyResult<String> {
        self.picture(|picture| terminal::board(picture, ColourDepth::Plain).to_string())
    }
}
