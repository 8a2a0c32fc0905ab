//! Tables: games on a server that several connections share. Its name is the table's, so that a table is
//! played at, looked at and written down by the same requests as any other game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::Ask;
use super::{GameView, Moved};

/// Who is to play a seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeatPlan {
    /// Whoever comes with the seat's token.
    #[default]
    Open,
    /// Who asks.
    Mine,
    /// This agent, such as `mcts:400`.
    Agent(String),
}

/// How much time players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockPlan {
    /// At the start, in seconds.
    pub seconds: u32,
    /// After each of their plies, in seconds.
    #[serde(default)]
    pub increment: u32,
}

impl ClockPlan {
    /// The maximum number of seconds at the start.
    pub const MAX_CLOCK_SECONDS: u32 = 24 * 60 * 60;
    /// The largest increment, in seconds.
    pub const MAX_INCREMENT_SECONDS: u32 = 600;
}

/// A table, as one connection sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// Its name, which is its game's as well.
    pub table: String,
    /// The whole game.
    pub game: GameView,
    /// The seats, in the rules' order.
    pub seats: Vec<TableSeat>,
    /// The seats that this connection plays; none if it only watches.
    pub yours: Vec<String>,
    /// Whether this connection may [assign](Ask::Assign) seats.
    pub host: bool,
    /// How many connections watch without a seat.
    pub watching: usize,
    /// How much time players have; none if there is no clock.
    pub clock: Option<ClockPlan>,
    /// The time that they have left.
    pub clocks: Option<TableClocks>,
    /// The seats that have agreed to a draw since the last ply.
    pub agreed: Vec<String>,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableSeat {
    /// The seat.
    pub seat: String,
    /// The agent that plays it; none for a person.
    pub agent: Option<String>,
    /// Whether somebody has come with its token. An agent's seat is taken.
    pub taken: bool,
    /// Whether a connection of theirs is open.
    pub here: bool,
    /// What they call themselves.
    pub name: Option<String>,
}

/// The time that seats have left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableClocks {
    /// In milliseconds, for each seat that a person plays.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub left: BTreeMap<String, u64>,
    /// The seat whose time runs.
    pub running: Option<String>,
}

/// What a server sends unasked.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "on", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Push {
    /// A ply was played at a table, by somebody else.
    Moved {
        /// At which.
        table: String,
        /// The ply, and how the game stands.
        moved: Box<Moved>,
        /// The time that is left.
        clocks: Option<TableClocks>,
    },
    /// Somebody came or went, or a seat was assigned.
    Presence {
        /// At which table.
        table: String,
        /// The seats.
        seats: Vec<TableSeat>,
        /// How many connections watch without a seat.
        watching: usize,
        /// The time that is left: it begins to run when all have come.
        clocks: Option<TableClocks>,
    },
    /// The time that is left, for who has just played.
    Clocks {
        /// At which table.
        table: String,
        /// The time.
        clocks: TableClocks,
    },
    /// Somebody agrees to a draw, or a ply has made that void.
    Agreed {
        /// At which table.
        table: String,
        /// The seats that agree.
        seats: Vec<String>,
    },
    /// The connection is no longer at a table.
    Closed {
        /// At which.
        table: String,
        /// Why.
        text: String,
    },
}
