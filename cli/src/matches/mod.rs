//! Matches of agents and external engines. This module plays single games with clocks, and all
//! games of a match on several threads.
//!
//! [`quadrille_study::experiments::matches`] plans and evaluates the games. This module plays them,
//! because that library has neither processes nor clocks.

pub mod clock;
mod game;
mod kept;
mod run;

pub use game::{Adjudication, MatchPlayer, MatchSetup, PlayedGame, Time};
pub use kept::{GameLine, GamesFile, Reason};
pub use run::{MatchMeeting, MatchObserver, MatchResult, MatchRun, duels};
