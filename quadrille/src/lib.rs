#![doc = include_str!("../README.md")]

// The names that most programs need; the rest is in the modules.
pub use quadrille_agents::{AgentSpec, advise};
pub use quadrille_core::{Action, AnyGame, Hooks, Outcome, Piece, Seat, Square, View};
#[cfg(feature = "shipped")]
pub use quadrille_dsl::library::Shipped;
pub use quadrille_dsl::library::{Library, Memory};
pub use quadrille_dsl::{Diagnostic, Ruleset, RulesetError, Severity, load};
#[cfg(feature = "render")]
pub use quadrille_render::Picture;
pub use quadrille_session::{LegalAction, PlyChanges, Session, SessionError, Why};
pub use quadrille_study::sim::{Plan, Summary};

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
