//! The options that hold what the other fields can't: one entry of [`KEYS`] for each.
//!
//! What they say is in the parts: [`men`], [`sides`], and the [`turn`].

mod pieces;
mod sides;
mod turn;

use quadrille_core::{Setup, Spec};

use super::options::{Entry, Spanned, Value};
use super::{FenError, sites};
use crate::diagnostic::did_you_mean;
pub(super) use sides::read_states_freely;

type Read = fn(&Spec, &mut Setup, &Spanned) -> Result<(), FenError>;
/// The value, if it is not what leaving it out means.
type Write = fn(&Spec, &Setup) -> Option<Value>;

/// An option of our own.
struct Key {
    name: &'static str,
    read: Read,
    write: Write,
}

/// In the order in which they are written; a later one may rest on what an earlier one says.
const KEYS: &[Key] = &[
    pieces::EN_PASSANT,
    pieces::CASTLING,
    sides::ORDER,
    sides::NEXT,
    sides::SEAT_STATE,
    sides::ARMY_STATE,
    sides::CONTROLLER,
    sides::COUNTERS,
    sides::RELATIONS,
    turn::DICE,
    turn::ROLLED,
    pieces::HAND,
    sides::LAST_CHECKER,
    turn::RESTRICT,
    turn::PHASE,
    turn::RELAXED,
    turn::REFUSED,
    turn::ANNOUNCED,
    turn::OFFERS,
    turn::PENDING,
    sides::SETTLED,
    pieces::SHIELDS,
    turn::PLY,
];

/// The `{…}` block, if anything has to stand in it.
pub(super) fn write(spec: &Spec, setup: &Setup) -> Option<String> {
    let entries: Vec<_> = KEYS
        .iter()
        .filter_map(|key| Some(format!("'{}':{}", key.name, (key.write)(spec, setup)?)))
        .collect();
    (!entries.is_empty()).then(|| format!("{{{}}}", entries.join(",")))
}

/// Reads the options into a position that the other fields have filled.
pub(super) fn read(spec: &Spec, setup: &mut Setup, entries: &[Entry]) -> Result<(), FenError> {
    for (number, entry) in entries.iter().enumerate() {
        if entries.iter().take(number).any(|before| before.key == entry.key) {
            return Err(FenError::new(
                entry.key_span.clone(),
                format!("`{}` stands twice", entry.key),
                "write it once",
            ));
        }
        let ours = KEYS.iter().any(|key| key.name == entry.key);
        if !ours && !sites::knows(&entry.key) {
            let names = KEYS.iter().map(|key| key.name).chain(sites::names());
            return Err(FenError::new(
                entry.key_span.clone(),
                format!("`{}` is no option", entry.key),
                did_you_mean(&entry.key, names)
                    .unwrap_or_else(|| "`quadrille explain fen` lists the options".to_owned()),
            ));
        }
    }
    for key in KEYS {
        if let Some(entry) = entries.iter().find(|entry| entry.key == key.name) {
            (key.read)(spec, setup, &entry.value)?;
        }
    }
    for entry in entries {
        sites::read(spec, setup, entry)?;
    }
    Ok(())
}
