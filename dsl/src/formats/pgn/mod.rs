//! Game records in three forms: PGN4 as sites write it, plain PGN, and records whose moves are
//! action text.
//!
//! [`read`] and [`GameReader`] parse a file without knowledge of rules. [`replay`] plays a record
//! against the legal actions of a game. [`write()`] writes a record that can be read again.
//! [`read_move`] reads a single move.

mod blank_comments;
mod castling_and_check_output;
mod chess_com_rules;
mod error;
mod game_stream;
mod limits;
mod move_resolution;
mod notation;
mod parser;
mod record;
mod replay;
mod replay_note;
mod result_check;
mod single_move;
mod standard_writer;
#[cfg(test)]
mod tests;
mod variant_tag;
mod word_writer;
mod writer;

pub use chess_com_rules::{SiteRules, site_rules};
use error::PgnErrorKind as Mistake;
pub use error::{PgnError, PgnErrorKind};
pub use game_stream::{GameReadError, GameReader, GameText, read};
pub use limits::MAX_LENGTH;
pub use move_resolution::PlayAction;
pub use notation::{check_signs, notation, notations};
use record::DECLARATION;
pub use record::{Drop, Left, MoveMarks, MoveText, Put, Record, RecordWord, Tag, WordMeaning};
pub use replay::{Replay, replay, replay_by};
pub use replay_note::Note;
pub use result_check::stated_outcome;
pub use single_move::{moves_meant, read_move};
pub use writer::{write, write_commented};

/// The reference page of records.
pub const REFERENCE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pgn.md"));
