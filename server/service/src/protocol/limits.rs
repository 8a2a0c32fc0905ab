//! The limits of messages. A test of this crate writes them for the page, so that the page does not
//! repeat them.

/// Defines constants, and lists them for the page.
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $value:expr;)+) => {
        $($(#[doc = $doc])+ pub const $name: $type = $value;)+

        /// The name, the value and the description of each limit.
        #[cfg(feature = "typescript")]
        pub const LIMITS: &[(&str, u64, &str)] =
            &[$((stringify!($name), $name as u64, concat!($($doc, "\n"),+))),+];
    };
}

limits! {
    /// The version of the messages. A page made for another version has to be reloaded.
    VERSION: u32 = 1;
    /// The maximum length of a request to the engine in a page, in bytes.
    MAX_MESSAGE_BYTES: usize = 9 * 1024 * 1024;
    /// The maximum length of a request to a server, in bytes.
    MAX_SERVER_MESSAGE_BYTES: usize = 2 * 1024 * 1024;
    /// The maximum total size of the files of a page's rules, in bytes.
    MAX_RULES_BYTES: usize = 1024 * 1024;
    /// The maximum length of a text with games, in bytes.
    MAX_RECORD_BYTES: usize = quadrille_session::MAX_LENGTH;
    /// The maximum number of plies whose changes are in one answer.
    MAX_TRACED_PLIES: usize = 200;
    /// The maximum number of positions that an analysis searches.
    MAX_ANALYSED_NODES: u32 = quadrille_agents::MAX_NODES;
    /// The maximum number of lines of an analysis.
    MAX_ANALYSED_LINES: usize = 8;
    /// The maximum number of games on each side of a comparison.
    MAX_COMPARED_GAMES: u64 = 4000;
    /// The maximum time of each player at the start of a game, in seconds.
    MAX_CLOCK_SECONDS: u32 = 24 * 60 * 60;
    /// The maximum time that a player gains after a ply, in seconds.
    MAX_INCREMENT_SECONDS: u32 = 600;
    /// The maximum length of a player's name, in characters.
    MAX_NAME_CHARS: usize = 40;
    /// The maximum number of tables of a class.
    MAX_CLASS_TABLES: usize = 30;
    /// The length of the code of a class, in characters.
    CLASS_CODE_CHARS: usize = 6;
}
