//! Describes a typical game of a run on the terminal. The typical game has the most common ending
//! and a median length.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use quadrille_core::Ending;
use quadrille_dsl::Ruleset;
use quadrille_render::terminal::{self, ColourDepth};
use quadrille_render::{Picture, PictureOptions, Styled};
use quadrille_reports::outcome::{ending, result};
use quadrille_reports::playout::screen::GameStory;
use quadrille_reports::rerun;
use quadrille_study::sim::{GameRecord, Plan};

use crate::output::exit::Failure;

/// The number of actions at the end of a game that the description lists.
const LAST_ACTIONS: usize = 8;
/// The indent of the legend, in columns. The legend starts below the first file of the board.
const SIGNS_INDENT: usize = 5;

/// The finished games, grouped by ending and length. The order in which threads finish the games
/// has no effect on the choice of the typical game.
#[derive(Debug, Default)]
pub struct Endings(Mutex<BTreeMap<(Ending, u32), (u64, u64)>>);

impl Endings {
    /// Counts a game by its ending and length.
    pub fn add(&self, game: &GameRecord) {
        let Ok(outcome) = &game.end else { return };
        let mut endings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (games, first) = endings.entry((outcome.ending, game.plies)).or_insert((0, game.index));
        *games += 1;
        *first = game.index.min(*first);
    }

    /// Returns the index of a game that has the most common ending and, among the games with this
    /// ending, a median length. Games that were stopped at the ply limit are considered only if all
    /// games were stopped there.
    #[must_use]
    pub fn typical(&self) -> Option<u64> {
        let endings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut totals: BTreeMap<Ending, u64> = BTreeMap::new();
        for ((ending, _), (games, _)) in endings.iter() {
            *totals.entry(*ending).or_default() += games;
        }
        let rank = |(ending, games): &(&Ending, &u64)| (**ending != Ending::PlyLimit, **games);
        let (commonest, total) = totals.iter().max_by_key(rank)?;
        let mut seen = 0;
        endings.iter().filter(|((ending, _), _)| ending == commonest).find_map(
            |(_, (games, first))| {
                seen += games;
                (seen * 2 >= *total).then_some(*first)
            },
        )
    }
}

/// Replays a game and describes its end.
///
/// # Errors
/// Returns a [`Failure`] if a script fails.
pub fn story(
    loaded: &Ruleset,
    plan: &Plan,
    index: u64,
    depth: ColourDepth,
) -> Result<Option<GameStory>, Failure> {
    let Some(record) = rerun::record(loaded, plan, index, &AtomicBool::new(false)) else {
        return Ok(None);
    };
    let Ok(outcome) = &record.end else { return Ok(None) };
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let mut game = rerun::start(loaded, hooks.as_ref(), plan, index)?;
    let mut actions = Vec::new();
    let quiet = record.actions.len().saturating_sub(LAST_ACTIONS);
    for (i, action) in record.actions.iter().enumerate() {
        if i < quiet {
            game.play(*action)?;
            continue;
        }
        let step = rerun::step(&mut *game, spec, *action)?;
        let remarks = step.remarks();
        actions.push([(i + 1).to_string(), step.seat.unwrap_or_default(), step.action, remarks]);
    }
    let picture = Picture::of_game(spec, &*game, &PictureOptions::of(loaded, ""));
    let board = terminal::compact_board(&picture, depth);
    let board_width = terminal::compact_width(&picture);
    let mut board: Vec<Styled> = board.lines().collect();
    let signs = terminal::signs(&picture, board_width.saturating_sub(SIGNS_INDENT));
    if !signs.is_empty() {
        board.push(Styled::new());
    }
    let indented = |line| Styled::from(format!("{:SIGNS_INDENT$}{line}", ""));
    board.extend(signs.into_iter().map(indented));
    let name = ending(spec, outcome.ending);
    Ok(Some(GameStory {
        index,
        plies: record.plies,
        result: result(spec, outcome),
        clause: name.clause,
        ending: name.text,
        board,
        board_width,
        actions,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Outcome;

    #[test]
    fn the_typical_game_ends_as_most_do_after_as_many_plies_as_half_of_those() {
        let endings = Endings::default();
        let game = |index, plies, ending| GameRecord {
            index,
            plies,
            end: Ok(Outcome::new(Vec::new(), ending)),
            clauses: Vec::new(),
            metrics: Vec::new(),
            counters: Vec::new(),
            actions: Vec::new(),
            micros: Vec::new(),
            measured: None,
        };
        assert_eq!(endings.typical(), None);
        (0..9).for_each(|i| endings.add(&game(i, 1000, Ending::PlyLimit)));
        assert_eq!(endings.typical(), Some(0));
        for (index, plies) in [(9, 300), (10, 100), (12, 200), (11, 200)] {
            endings.add(&game(index, plies, Ending::Repetition));
        }
        endings.add(&game(13, 50, Ending::Stuck));
        assert_eq!(endings.typical(), Some(11));
    }
}
