//! Properties of requests that decide where they are handled.

use quadrille_service::protocol::{Ask, Start};

use crate::draft_process::DRAFT_PREFIX;

/// The maximum length in bytes of a game's text for the ordinary pool. A text of this length has a
/// few hundred plies. The slow pool parses longer texts.
const MAX_INLINE_GAME_BYTES: usize = 8 * 1024;

/// Returns the table that a request is about. Names of private games never begin with `t`.
pub(crate) fn table_of(ask: &Ask) -> Option<&str> {
    match ask {
        Ask::Join { table, .. } | Ask::Rematch { table, .. } | Ask::Assign { table, .. } => {
            Some(table)
        }
        ask => game_of(ask).filter(|game| game.starts_with('t')),
    }
}

/// Returns `true` if a request is about a class.
pub(crate) fn is_about_class(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::OpenClass { .. } | Ask::JoinClass { .. } | Ask::Class { .. } | Ask::DirectClass { .. }
    )
}

/// Returns the game that a request is about.
pub(crate) fn game_of(ask: &Ask) -> Option<&str> {
    match ask {
        Ask::Look { game }
        | Ask::Play { game, .. }
        | Ask::Why { game, .. }
        | Ask::Threats { game }
        | Ask::Trace { game, .. }
        | Ask::Goto { game, .. }
        | Ask::See { game, .. }
        | Ask::Advise { game, .. }
        | Ask::Analyse { game, .. }
        | Ask::Export { game, .. }
        | Ask::Close { game } => Some(game),
        _ => None,
    }
}

/// Returns `true` if a request may be longer than ordinary requests. Such a request contains files
/// or a game.
pub(crate) fn is_long(ask: &Ask) -> bool {
    matches!(ask, Ask::Check { .. }) || brings_files(ask) || brings_text(ask).is_some()
}

/// Returns `true` if the slow pool handles a request. Such a request contains files or a long text.
pub(crate) fn is_slow(ask: &Ask) -> bool {
    brings_files(ask) || brings_text(ask).is_some_and(|text| text.len() > MAX_INLINE_GAME_BYTES)
}

/// Returns `true` if a process for drafts has to handle a request.
pub(crate) fn is_for_drafts(ask: &Ask) -> bool {
    let name = match ask {
        Ask::Check { .. } => return true,
        Ask::Continue { comparison, .. } | Ask::Report { comparison } => Some(comparison.as_str()),
        ask => game_of(ask),
    };
    brings_files(ask) || name.is_some_and(|name| name.starts_with(DRAFT_PREFIX))
}

/// Returns `true` if a request takes long. Other requests of the connection need not wait for it.
pub(crate) fn is_work(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Advise { .. }
            | Ask::Analyse { .. }
            | Ask::Check { .. }
            | Ask::Playouts { .. }
            | Ask::Continue { .. }
            | Ask::Report { .. }
            | Ask::Record { .. }
    )
}

/// Returns `true` if a request contains the files of its rules.
pub(crate) fn brings_files(ask: &Ask) -> bool {
    match ask {
        Ask::New { rules, .. }
        | Ask::Host { rules, .. }
        | Ask::OpenClass { rules, .. }
        | Ask::Ruleset { rules }
        | Ask::Reach { rules, .. }
        | Ask::Lesson { rules, .. }
        | Ask::Alternatives { rules, .. }
        | Ask::Playouts { rules, .. }
        | Ask::Record { rules, .. } => rules.files.is_some(),
        Ask::Compare { sides, .. } => sides.iter().any(|rules| rules.files.is_some()),
        _ => false,
    }
}

/// Returns the text of the game or position that a request contains.
pub(crate) fn brings_text(ask: &Ask) -> Option<&str> {
    let (Ask::New { from, .. } | Ask::Host { from, .. } | Ask::OpenClass { from, .. }) = ask else {
        return None;
    };
    match from {
        Start::Start => None,
        Start::Fen(text) | Start::Pgn(text) | Start::Json(text) => Some(text),
    }
}
