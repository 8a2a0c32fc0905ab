//! Compiles the sources of scripts. The results are checked scripts, declarations and tables.

pub(crate) mod compile_sources;
pub(crate) mod declare;
pub(crate) mod lint;
pub(crate) mod piece_reach;
pub(crate) mod scripts;
pub(crate) mod stop_location;
pub(crate) mod tabulate;
pub(crate) mod tunables;
