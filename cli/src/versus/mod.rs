//! Matches of agents and engines: games one at a time by a clock, and all games of a match on several threads.
//!
//! [`quadrille_study::experiments::versus`] says which games there are and what they prove; here they are played, because
//! engines are processes and time is told by clocks, which the core knows nothing of.

pub mod clock;
mod game;
mod kept;
mod run;

pub use game::{Adjudication, Game, Played, Player, Time};
pub use kept::{GameLine, Log, Reason};
pub use run::{Found, Meeting, Run, Watcher, duels};
