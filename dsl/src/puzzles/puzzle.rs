//! A puzzle: position, goal and solution.

use quadrille_core::{Action, AnyGame};
use quadrille_study::puzzles::FoundPuzzle;

use crate::diagnostic::RulesetError;
use crate::formats::{actions, fen};
use crate::library::Library;
use crate::load::{self, Ruleset};
use crate::manifest::presets;
use crate::manifest::tree::FileSpan;

/// The file of a ruleset's folder that holds them.
pub const FILE: &str = "puzzles.toml";

/// The most puzzles of a file.
pub const MAX_PUZZLES: usize = 1000;

/// The puzzles of a file.
#[derive(Clone, Debug, Default)]
pub struct Puzzles {
    /// The ruleset's id, or the path of its folder.
    pub ruleset: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The goal as text: `win`, `mate red`.
    pub goal: String,
    /// Within how many plies of the side that moves.
    pub plies: u8,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// The preset it is played by.
    pub preset: Option<String>,
    /// The position.
    pub fen: String,
    /// The main line: the action that solves it, what the others answer, and so on.
    pub solution: String,
    /// The game in which it was found.
    pub from: PuzzleOrigin,
    /// Where it is written; none if it was just found.
    pub(super) at: Option<FileSpan>,
}

/// The game in which a puzzle was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleOrigin {
    /// The agents, as after `--agents`.
    pub agents: String,
    /// The seed.
    pub seed: u64,
    /// The game's index.
    pub index: u64,
    /// After how many plies.
    pub ply: u32,
}

impl Puzzle {
    /// A puzzle that was found in a game.
    #[must_use]
    pub fn of(loaded: &Ruleset, found: &FoundPuzzle, agents: &str, seed: u64) -> Option<Self> {
        let hooks = loaded.shared_hooks();
        let mut game = quadrille_core::game::resume(&loaded.rules, &*hooks, &found.setup).ok()?;
        let mut solution = Vec::new();
        for action in &found.line {
            solution.push(written(&mut *game, *action));
            game.play(*action).ok()?;
        }
        Some(Self {
            goal: found.task.goal.text(loaded.spec()),
            plies: found.task.plies,
            grade: grade(found),
            preset: loaded.preset.clone(),
            fen: fen::write(&loaded.rules, &found.setup),
            solution: solution.join(" "),
            from: PuzzleOrigin {
                agents: agents.to_owned(),
                seed,
                index: found.index,
                ply: found.ply,
            },
            at: None,
        })
    }

    /// The rules that the puzzle asks for, of a ruleset that is found by this id or path (without a
    /// preset).
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn rules(&self, library: &dyn Library, name: &str) -> Result<Ruleset, RulesetError> {
        load::load(library, &format!("{name}@{}", self.preset()), &[])
    }

    /// The preset that it is played by: `default` if it names none.
    #[must_use]
    pub fn preset(&self) -> &str {
        self.preset.as_deref().unwrap_or(presets::DEFAULT)
    }
}

/// The text of a legal action.
pub(super) fn written(game: &mut dyn AnyGame, action: Action) -> String {
    let legal = actions::legal(game).unwrap_or_default();
    let text = legal.into_iter().find(|(_, other)| *other == action).map(|(text, _)| text);
    text.unwrap_or_else(|| actions::write(game, &[action]).concat())
}

/// How hard a puzzle is, from 1 to 5: two for each ply after the first, one more for a first action that
/// neither captures nor checks, and one more where there are many to choose from.
pub(super) fn grade(found: &FoundPuzzle) -> u8 {
    let quiet = !found.captures && !found.checks;
    let grade =
        2 * u32::from(found.task.plies) - 1 + u32::from(quiet) + u32::from(found.legal > 60);
    u8::try_from(grade.min(5)).unwrap_or(5)
}
