#![doc = include_str!("../README.md")]

mod front;

// The names that most programs need. The modules contain the rest.
#[cfg(feature = "shipped")]
pub use front::shipped;
pub use front::{from_files, playouts};
#[cfg(feature = "render")]
pub use front::{picture, svg, text};
pub use quadrille_agents::{Agent, AgentSpec, advise};
pub use quadrille_core::{
    Action, AnyGame, Effect, Event, EventKind, HookError, Hooks, Illegal, Outcome, Piece, Rule,
    Seat, SeatResult, Square, View,
};
#[cfg(feature = "shipped")]
pub use quadrille_dsl::library::Shipped;
pub use quadrille_dsl::library::{Library, Memory};
pub use quadrille_dsl::{Diagnostic, Ruleset, RulesetError, Severity, load};
#[cfg(feature = "render")]
pub use quadrille_render::Picture;
pub use quadrille_session::{
    ActionDescription, Game, GameError, IllegalDescription, OutcomeDescription, PlyChanges,
};
pub use quadrille_study::sim::{
    GameRecord, PlayoutAgent, Playouts, PlayoutsError, Report, ShareEstimate, Summary,
};

pub use quadrille_agents as agents;
pub use quadrille_core as engine;
pub use quadrille_dsl as dsl;
#[cfg(feature = "import")]
pub use quadrille_import as import;
#[cfg(feature = "render")]
pub use quadrille_render as render;
#[cfg(feature = "reports")]
pub use quadrille_reports as reports;
pub use quadrille_session as session;
pub use quadrille_study as study;
