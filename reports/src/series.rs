//! Games ply by ply, with data that a summary of a game leaves out.

use std::collections::BTreeMap;

use quadrille_core::{Decision, PlayError, Seat};
use quadrille_dsl::{Ruleset, actions};
use quadrille_study::sim::{GameRecord, Plan};
use serde::{Deserialize, Serialize};

use crate::columns;
use crate::rerun::{decider, replayable, seat_name, start};
use crate::statistics::rounded;

/// A ply of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlyRow {
    /// The index of the game.
    pub game: u64,
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The seat that decided. `None` for chance.
    pub seat: Option<String>,
    /// The action, as it is written in records.
    pub action: String,
    /// The number of legal actions.
    pub legal: u32,
    /// The decrease in the number of pieces on the board during the ply. 0 if the number stays the
    /// same or grows.
    pub captured: u32,
    /// The seats whose kings are in check after the ply.
    pub checks: Vec<String>,
    /// Each seat's winning chances after the ply, by static evaluation. The seats of a team have
    /// the value of the team.
    pub shares: Vec<f64>,
    /// The counters after the ply, such as points: a value for each seat, or one for the game.
    pub counters: BTreeMap<String, Vec<i32>>,
    /// The duration of the decision in microseconds, if it was measured.
    pub micros: Option<u32>,
}

/// Returns the plies of a game. The game is replayed to find them.
///
/// # Errors
/// Returns a [`PlayError`] if a script fails, or the game can't be replayed.
pub fn plies(loaded: &Ruleset, plan: &Plan, record: &GameRecord) -> Result<Vec<PlyRow>, PlayError> {
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let mut game = start(loaded, &*hooks, plan, record.index)?;
    let played = replayable(record);
    let mut rows = Vec::with_capacity(played.len());
    for (i, action) in played.iter().enumerate() {
        let decision = game.decision()?;
        let seat = match decision {
            Decision::Roll(_) => None,
            _ => decider(&decision).filter(|seat| game.view().controller(*seat).is_some()),
        };
        let legal = actions::legal(&mut *game)?;
        let text = actions::text_among(&*game, &legal, *action);
        let before = game.setup().pieces.len();
        game.play(*action)?;
        let setup = game.setup();
        let after = setup.pieces.len();
        let in_check = (0..spec.seats.len() as u8).map(Seat).filter(|seat| game.in_check(*seat));
        rows.push(PlyRow {
            game: record.index,
            ply: i as u32 + 1,
            seat: seat.map(|seat| seat_name(spec, seat).to_owned()),
            action: text,
            legal: legal.len() as u32,
            captured: before.saturating_sub(after) as u32,
            checks: in_check.map(|seat| seat_name(spec, seat).to_owned()).collect(),
            shares: quadrille_agents::prospects(&mut *game)
                .into_iter()
                .map(|share| rounded(share, 6))
                .collect(),
            counters: columns::counters(spec, &setup.counters),
            micros: record.micros.get(i).copied(),
        });
    }
    Ok(rows)
}
