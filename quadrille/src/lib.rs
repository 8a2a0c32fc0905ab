#![doc = include_str!("../README.md")]

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
