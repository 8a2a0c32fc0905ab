//! Defines a puzzle: a position, a goal and a solution.

use quadrille_core::{Action, AnyGame};
use quadrille_study::puzzles::FoundPuzzle;

use crate::diagnostic::RulesetError;
use crate::formats::{actions, fen};
use crate::library::Library;
use crate::load::{self, Ruleset};
use crate::manifest::presets;
use crate::manifest::tree::FileSpan;

/// The name of the puzzle file in a ruleset's folder.
pub const FILE: &str = "puzzles.toml";

/// The maximum number of puzzles in a file.
pub const MAX_PUZZLES: usize = 1000;

/// The puzzles of a ruleset or a file.
#[derive(Clone, Debug, Default)]
pub struct Puzzles {
    /// The id of the ruleset, or the path of its folder.
    pub ruleset: String,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The goal as text: `win`, `mate red`.
    pub goal: String,
    /// The maximum number of plies of the solving side in a solution.
    pub plies: u8,
    /// The difficulty, from 1 to 5.
    pub grade: u8,
    /// The preset with which the puzzle is played. `None` if it is played without a preset.
    pub preset: Option<String>,
    /// The position, as FEN4.
    pub fen: String,
    /// The main line, as texts of actions: the action that solves the puzzle, the answer of the
    /// opponents, the next action of the solving side, and so on.
    pub solution: String,
    /// The game in which the position was found.
    pub from: PuzzleOrigin,
    /// The place of the puzzle in its file. `None` if the puzzle was not read from a file.
    pub(super) at: Option<FileSpan>,
}

/// The game in which a puzzle was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleOrigin {
    /// The agents that played the game, in the form of the option `--agents`.
    pub agents: String,
    /// The seed of the games.
    pub seed: u64,
    /// The index of the game in its run.
    pub index: u64,
    /// The number of plies before the position.
    pub ply: u32,
}

impl Puzzle {
    /// Creates a puzzle from a position that was found in a game.
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

    /// Loads the rules of the puzzle. `name` is the id or path of the ruleset, without a preset.
    ///
    /// # Errors
    /// Returns a [`RulesetError`] with every mistake in these rules.
    pub fn rules(&self, library: &dyn Library, name: &str) -> Result<Ruleset, RulesetError> {
        load::load(library, &format!("{name}@{}", self.preset()), &[])
    }

    /// Returns the name of the preset with which the puzzle is played. This is `default` if the
    /// puzzle names no preset.
    #[must_use]
    pub fn preset(&self) -> &str {
        self.preset.as_deref().unwrap_or(presets::DEFAULT)
    }
}

/// Returns the text of a legal action.
pub(super) fn written(game: &mut dyn AnyGame, action: Action) -> String {
    let legal = actions::legal(game).unwrap_or_default();
    actions::text_among(game, &legal, action)
}

/// Returns the difficulty of a puzzle, from 1 to 5. A puzzle of one ply has difficulty 1. Each
/// further ply adds 2. If the first action neither captures nor gives check, 1 is added. If the
/// position has more than 60 legal actions, 1 is also added. A sum above 5 counts as 5.
pub(super) fn grade(found: &FoundPuzzle) -> u8 {
    let quiet = !found.captures && !found.checks;
    let grade =
        2 * u32::from(found.task.plies) - 1 + u32::from(quiet) + u32::from(found.legal > 60);
    u8::try_from(grade.min(5)).unwrap_or(5)
}
