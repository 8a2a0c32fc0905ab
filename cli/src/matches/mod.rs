//! Matches of agents and engines: games one at a time by a clock, and all games of a match on
//! several threads.
//!
//! [`quadrille_study::experiments::matches`] plans the games and evaluates them. This module plays
//! them, because the library has neither processes nor clocks.

pub mod clock;
mod game;
mod kept;
mod run;

pub use game::{Adjudication, MatchPlayer, MatchSetup, PlayedGame, Time};
pub use kept::{GameLine, GamesFile, Reason};
pub use run::{MatchMeeting, MatchObserver, MatchResult, MatchRun, duels};
