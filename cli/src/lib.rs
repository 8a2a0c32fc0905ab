#![doc = include_str!("../README.md")]

pub use quadrille_core as core;
pub use quadrille_dsl as dsl;
#[cfg(feature = "import")]
pub use quadrille_import as import;
#[cfg(feature = "render")]
pub use quadrille_render as render;
#[cfg(feature = "reports")]
pub use quadrille_reports as reports;
pub use quadrille_session as session;
