//! Messages about tables: games on a server that several connections share. The game of a table has
//! the table's name. Requests to play, show or export a game therefore also work for the game of a
//! table.

use std::collections::BTreeMap;

use quadrille_dsl::text::Sentence;
use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::{Ask, MAX_CLOCK_SECONDS, MAX_INCREMENT_SECONDS};
use super::{GameView, Moved};

/// The kind of player that is planned for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum SeatPlan {
    /// A person who joins with the seat's token.
    #[default]
    Open,
    /// The person who opens the table.
    Mine,
    /// An agent, such as `mcts:400`.
    Agent(String),
}

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockPlan {
    /// The seconds of each player at the start, at most [`MAX_CLOCK_SECONDS`].
    pub seconds: u32,
    /// The seconds that a player gains after each of their plies, at most
    /// [`MAX_INCREMENT_SECONDS`].
    #[serde(default)]
    pub increment: u32,
}

/// A table as one connection sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableView {
    /// The name of the table and of its game.
    pub table: String,
    /// The whole game.
    pub game: GameView,
    /// The seats in the order of the rules.
    pub seats: Vec<TableSeat>,
    /// The seats that this connection plays. Empty if it only watches.
    pub yours: Vec<String>,
    /// `true` if this connection may [assign](Ask::Assign) seats.
    pub host: bool,
    /// The number of connections that watch without a seat.
    pub watching: usize,
    /// The time control, or `None` without a clock.
    pub clock: Option<ClockPlan>,
    /// The time that the players have left.
    pub clocks: Option<TableClocks>,
    /// The seats that have agreed to a draw since the last ply.
    pub agreed: Vec<String>,
    /// The offer of a rematch, or `None` if no player has asked for one.
    pub rematch: Option<RematchOffer>,
}

/// An offer of a rematch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RematchOffer {
    /// The seats whose players have asked for the rematch.
    pub seats: Vec<String>,
    /// `true` if the players change seats, see [`Ask::Rematch`].
    pub rotate: bool,
}

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableSeat {
    /// The seat.
    pub seat: String,
    /// The agent that plays the seat, or `None` for a person.
    pub agent: Option<String>,
    /// `true` if a person has joined with the seat's token. The seat of an agent is always taken.
    pub taken: bool,
    /// `true` if a connection of the seat's player is open. Always `true` for an agent.
    pub here: bool,
    /// The name that the player has chosen.
    pub name: Option<String>,
}

/// The time that the seats have left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableClocks {
    /// The milliseconds left to each seat that a person plays.
    #[cfg_attr(feature = "typescript", ts(type = "Record<string, number>"))]
    pub left: BTreeMap<String, u64>,
    /// The seat whose clock runs.
    pub running: Option<String>,
}

/// The messages that a server sends without a request.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "on", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Push {
    /// Another player, an agent or the dice acted at a table.
    Moved {
        /// The name of the table.
        table: String,
        /// The ply and the position after it.
        moved: Box<Moved>,
        /// The time that the players have left.
        clocks: Option<TableClocks>,
    },
    /// A connection joined or left the table, or a seat was assigned.
    Presence {
        /// The name of the table.
        table: String,
        /// The seats.
        seats: Vec<TableSeat>,
        /// The number of connections that watch without a seat.
        watching: usize,
        /// The time that the players have left. Clocks start when all players have joined.
        clocks: Option<TableClocks>,
    },
    /// The time that the players have left. Sent to the connection that has just played.
    Clocks {
        /// The name of the table.
        table: String,
        /// The time that the players have left.
        clocks: TableClocks,
    },
    /// A seat agrees to a draw, or a ply has cancelled all agreements.
    Agreed {
        /// The name of the table.
        table: String,
        /// The seats that agree.
        seats: Vec<String>,
    },
    /// A player asks for a rematch.
    Rematch {
        /// The name of the table.
        table: String,
        /// The offer.
        offer: RematchOffer,
    },
    /// Another game has started at the table. The connection has to [join](Ask::Join) again to
    /// receive it.
    Restarted {
        /// The name of the table.
        table: String,
    },
    /// The connection has left a table.
    Closed {
        /// The name of the table.
        table: String,
        /// The reason in English.
        text: String,
        /// The reason as a sentence.
        sentence: Sentence,
    },
}
