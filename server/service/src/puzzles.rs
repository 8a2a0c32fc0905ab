//! Puzzles as messages.

use std::collections::BTreeMap;

use quadrille_agents::solve::{Goal, GoalTask};
use quadrille_core::Action;
use quadrille_dsl::puzzles::{self, Puzzle};
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Library, Ruleset, fen, load, sentence};
use quadrille_render::{Picture, PictureOptions};
use quadrille_session::{self as session, Game, GameError, PuzzleGame, Viewer};

use crate::protocol::{Hint, JudgementView, PieceView, PuzzleGoal, PuzzleTitle, RulesKey, Tried};
use crate::view;

/// Returns every puzzle of a library, by ruleset. Puzzles that can't be read are left out.
pub(crate) fn titles(library: &dyn Library) -> Vec<PuzzleTitle> {
    let mut titles = Vec::new();
    for id in library.names() {
        let (file, _) = puzzles::of(library, &id);
        let mut rules: BTreeMap<&str, Option<Ruleset>> = BTreeMap::new();
        for (number, puzzle) in file.puzzles.iter().enumerate() {
            let loaded = rules
                .entry(puzzle.preset())
                .or_insert_with(|| load(library, &format!("{id}@{}", puzzle.preset()), &[]).ok());
            titles.extend(loaded.as_ref().and_then(|loaded| title(loaded, puzzle, &id, number)));
        }
    }
    titles
}

/// Returns the key of a puzzle's rules.
pub(crate) fn key(id: &str, puzzle: &Puzzle) -> RulesKey {
    let id = match &puzzle.preset {
        Some(preset) => format!("{id}@{preset}"),
        None => id.to_owned(),
    };
    RulesKey { id, ..RulesKey::default() }
}

/// Returns the list entry of a puzzle, or `None` if the puzzle does not fit the rules.
pub(crate) fn title(
    loaded: &Ruleset,
    puzzle: &Puzzle,
    id: &str,
    number: usize,
) -> Option<PuzzleTitle> {
    let spec = loaded.spec();
    let goal = Goal::read(&puzzle.goal, spec)?;
    let side = fen::read(&loaded.rules, &puzzle.fen).ok()?.turn;
    let task = GoalTask { side, goal, plies: puzzle.plies };
    let team = spec.seats[side.index()].team;
    let partners = spec.seats.iter().filter(|seat| seat.team == team);
    let asks = session::task_sentence(&task, spec);
    Some(PuzzleTitle {
        rules: key(id, puzzle),
        ruleset: id.to_owned(),
        number,
        title: loaded.meta.title.clone(),
        goal: match goal {
            Goal::Win => PuzzleGoal::Win,
            Goal::Mate(_) => PuzzleGoal::Mate,
            Goal::Save(_) => PuzzleGoal::Save,
            Goal::Thaw(_) => PuzzleGoal::Thaw,
        },
        about: goal.seat().map(|seat| spec.seats[seat.index()].name.clone()),
        plies: puzzle.plies,
        seats: spec.seats.len(),
        side: spec.seats[side.index()].name.clone(),
        team: partners.map(|seat| seat.name.clone()).collect(),
        grade: puzzle.grade,
        asks: asks.punctuated(),
        sentence: asks,
    })
}

/// Returns the pieces of a puzzle's position.
pub(crate) fn pieces(loaded: &Ruleset, puzzle: &Puzzle) -> Vec<PieceView> {
    let Ok(setup) = fen::read(&loaded.rules, &puzzle.fen) else { return Vec::new() };
    let picture = Picture::new(loaded.spec(), &setup, &PictureOptions::of(loaded, ""));
    view::pieces(loaded.spec(), &picture)
}

/// Returns the origin of a puzzle.
pub(crate) fn origin(puzzle: &Puzzle) -> Sentence {
    let from = &puzzle.from;
    let agents = from.agents.split(',').map(|agent| Argument::Agent(agent.trim().to_owned()));
    sentence!(
        PuzzleOrigin,
        ply = from.ply,
        game = from.index,
        agents = agents.collect::<Argument>(),
        // A page can't hold all seeds as numbers.
        seed = Argument::Text(from.seed.to_string()),
    )
}

/// Judges an attempt. If the attempt is right, plays it and the reply to it.
pub(crate) fn attempt(
    puzzle: &PuzzleGame,
    game: &mut Game,
    action: &str,
    stop: &dyn Fn() -> bool,
) -> Result<Tried, GameError> {
    let before = game.ply();
    let tried = puzzle.attempt(game, action, stop)?;
    let plies = game.plies().skip(before).take(tried.played).map(view::ply).collect();
    let stands = view::game_status(game, &Viewer::ALL)?;
    let sentence = tried.sentence(puzzle.task(), game.ruleset().spec());
    let says = sentence.punctuated();
    let judgement = match tried.judgement {
        session::Judgement::Right => JudgementView::Right,
        session::Judgement::Solved => JudgementView::Solved,
        session::Judgement::Wrong => JudgementView::Wrong,
    };
    let replies = tried.refuted.into_iter().map(|(_, action)| action).collect();
    Ok(Tried { judgement, plies, stands, left: tried.left, replies, says, sentence })
}

/// Returns a hint.
pub(crate) fn hint(
    puzzle: &PuzzleGame,
    game: &Game,
    stop: &dyn Fn() -> bool,
) -> Result<Hint, GameError> {
    let (action, text, left) = puzzle.hint(game, stop)?;
    let geometry = &game.ruleset().spec().geometry;
    let square = match action {
        Action::Move(mv) | Action::Announce(mv) => Some(geometry.name(mv.from)),
        _ => None,
    };
    Ok(Hint { square, action: text, left })
}
