//! A game that a failing script stopped, with the data that is needed to understand the failure and
//! to repeat the game.

use quadrille_core::{HookError, Setup, game};
use quadrille_dsl::{Ruleset, actions, fen};
use quadrille_render::terminal::{self, ColourDepth};
use quadrille_render::{Picture, PictureOptions, Styled};
use quadrille_study::sim::Plan;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

use crate::rerun;
use crate::table::{Align, WIDTH, columns, paragraph};

/// The number of the game's last actions that the report shows.
const LAST_ACTIONS: usize = 8;

/// A game that a failing script stopped.
#[derive(Serialize, Clone, Debug)]
pub struct FaultStory {
    /// The index of the game.
    pub game: u64,
    /// The hook that failed.
    pub hook: String,
    /// The error message, with file and line.
    pub message: String,
    /// The actions of the game. The last one caused the failure.
    pub actions: Vec<String>,
    /// The position in which the last action was played, as FEN.
    pub fen: String,
    /// The command that repeats the game.
    pub again: String,
    /// The last actions of the game. Each entry has the ply, the seat and the action.
    #[serde(skip)]
    last: Vec<[String; 3]>,
    #[serde(skip)]
    board: Styled,
}

impl FaultStory {
    /// Replays a game of a plan until a script fails. Returns `None` if no script fails in the
    /// game.
    #[must_use]
    pub fn new(
        loaded: &Ruleset,
        plan: &Plan,
        index: u64,
        again: String,
        depth: ColourDepth,
    ) -> Option<Self> {
        let record = rerun::record(loaded, plan, index, &AtomicBool::new(false))?;
        let error: HookError = record.end.err()?;
        let spec = loaded.spec();
        let hooks = loaded.hooks();
        let mut actions = Vec::new();
        let mut seats = Vec::new();
        let mut setup: Setup = game::initial(&loaded.rules);
        if let Ok(mut game) = rerun::start(loaded, &*hooks, plan, index) {
            setup = game.setup();
            for (i, action) in record.actions.iter().enumerate() {
                let last = i + 1 == record.actions.len();
                let seat = game.decision().ok().and_then(|decision| rerun::decider(&decision));
                seats.push(seat.map_or("", |seat| rerun::seat_name(spec, seat)).to_owned());
                // The hook that fails may be a hook that lists moves. In this case there is no
                // list.
                let legal = actions::legal(&mut *game).unwrap_or_default();
                actions.push(actions::text_among(&*game, &legal, *action));
                // The failing action leaves the position half changed.
                if last || game.play(*action).is_err() {
                    break;
                }
                setup = game.setup();
            }
        }
        let picture = Picture::new(spec, &setup, &PictureOptions::of(loaded, ""));
        let mut board = terminal::board(&picture, depth);
        for line in terminal::signs(&picture, WIDTH) {
            board.push(&format!("{line}\n"));
        }
        let first = actions.len().saturating_sub(LAST_ACTIONS);
        let last = actions.iter().zip(&seats).enumerate().skip(first);
        Some(Self {
            game: index,
            hook: error.hook().to_owned(),
            message: error.message().to_owned(),
            last: last.map(|(i, (a, s))| [(i + 1).to_string(), s.clone(), a.clone()]).collect(),
            actions,
            fen: fen::write(&loaded.rules, &setup),
            again,
            board,
        })
    }

    /// Returns the failure as text.
    #[must_use]
    pub fn text(&self) -> Styled {
        let mut out = Styled::new();
        let when = match self.actions.len() {
            0 => "before the first move".to_owned(),
            n => format!("at ply {n}"),
        };
        out.push(&format!("Game {} was stopped {when} by the hook {}:\n", self.game, self.hook));
        out.push(&paragraph(&self.message, 2, WIDTH));
        out.push("\n");
        out.append(&self.board);
        if !self.last.is_empty() {
            out.push(
                "\nLast moves (the script failed at the last one, which is not on the board)\n",
            );
            let rows: Vec<Vec<String>> = self.last.iter().map(|row| row.to_vec()).collect();
            out.push(&columns(&[Align::Right, Align::Left, Align::Left], &rows));
        }
        out.push(&format!("\nTo repeat the game\n  {}\n", self.again));
        out
    }
}
