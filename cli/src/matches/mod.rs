//! Matches of agents and engines: games one at a time by a clock, and all games of a match on several threads.
//!
//! [`quadrille_study::experiments::matches`] says which games there are and what they prove; here they are played, because
//! engines are processes and time is told by clocks, which the core knows nothing of.

pub mod clock;
mod game;
mod kept;
mod run;

pub use game::{Adjudication, MatchPlayer, MatchSetup, PlayedGame, Time};
pub use kept::{GameLine, GamesFile, Reason};
pub use run::{MatchMeeting, MatchObserver, MatchResult, MatchRun, duels};
