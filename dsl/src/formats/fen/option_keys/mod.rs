//! Options for the parts of a position that the other fields of FEN4 can't represent. [`KEYS`]
//! lists all options.
//!
//! The options are defined by topic: the [rights and hands](rights_and_hands), the state of
//! [seats](seat_state), and of the [turn](turn_state).

mod option_key;
mod rights_and_hands;
mod seat_state;
mod turn_state;

pub use turn_state::PROTECTIONS;

use quadrille_core::{Setup, Spec};

use super::option_syntax::{FenOption, OptionValue};
use super::{FenError, Mistake, chess_com_only_options};
use crate::diagnostic::suggest;
use option_key::OptionKey;
pub(super) use seat_state::read_states_freely;
pub(super) use turn_state::default_phase;

/// All options, in the order in which they are written and read. Some options can be read only
/// after the options before them.
const KEYS: &[OptionKey] = &[
    rights_and_hands::EN_PASSANT,
    rights_and_hands::CASTLING,
    seat_state::ORDER,
    seat_state::NEXT,
    seat_state::SEAT_STATE,
    seat_state::ARMY_STATE,
    seat_state::CONTROLLER,
    seat_state::COUNTERS,
    seat_state::RELATIONS,
    turn_state::DICE,
    turn_state::ROLLED,
    turn_state::SHUFFLED,
    rights_and_hands::HAND,
    seat_state::LAST_CHECKER,
    seat_state::LAST_MOVER,
    turn_state::MADE,
    turn_state::RESTRICT,
    turn_state::PHASE,
    turn_state::RELAXED,
    turn_state::REFUSED,
    turn_state::ANNOUNCED,
    turn_state::OFFERS,
    turn_state::PENDING,
    turn_state::SEALED,
    seat_state::SETTLED,
    rights_and_hands::SHIELDS,
    turn_state::PLY,
];

/// Returns the options whose values differ from the default, in the order in which they are
/// written.
pub(super) fn entries(
    spec: &Spec,
    setup: &Setup,
) -> impl Iterator<Item = (&'static str, OptionValue)> {
    KEYS.iter().filter_map(|key| Some((key.name, (key.write)(spec, setup)?)))
}

/// Writes options as a `{…}` block. Returns `None` if there are no options.
pub(super) fn block(entries: &[(&str, OptionValue)]) -> Option<String> {
    let entries: Vec<_> = entries.iter().map(|(name, value)| format!("'{name}':{value}")).collect();
    (!entries.is_empty()).then(|| format!("{{{}}}", entries.join(",")))
}

/// Applies the options to a position. The other fields of the text must already have been applied.
pub(super) fn read(spec: &Spec, setup: &mut Setup, entries: &[FenOption]) -> Result<(), FenError> {
    for (number, entry) in entries.iter().enumerate() {
        if entries.iter().take(number).any(|before| before.key == entry.key) {
            let kind = Mistake::RepeatedOption(entry.key.clone());
            return Err(FenError::new(entry.key_span.clone(), kind).help("write it once"));
        }
        let ours = KEYS.iter().any(|key| key.name == entry.key);
        if !ours && !chess_com_only_options::knows(&entry.key) {
            let names = KEYS.iter().map(|key| key.name).chain(chess_com_only_options::names());
            let help = match suggest(&entry.key, names) {
                Some(help) => help,
                // An unset option of another program.
                None if entry.value.value.is_unset() => continue,
                None => "see `quadrille explain fen` for the options".into(),
            };
            let kind = Mistake::UnknownOption(entry.key.clone());
            return Err(FenError::new(entry.key_span.clone(), kind).help(help));
        }
    }
    for key in KEYS {
        let named = entries.iter().find(|entry| entry.key == key.name);
        let set = |entry: &&FenOption| match &entry.value.value {
            OptionValue::Null => false,
            OptionValue::Tuple(values)
                if !values.is_empty() && values.len() != spec.seats.len() =>
            {
                true
            }
            value => !(chess_com_only_options::is_of_site(&entry.key) && value.is_unset()),
        };
        if let Some(entry) = named.filter(set) {
            (key.read)(spec, setup, &entry.value)?;
        }
    }
    for entry in entries {
        chess_com_only_options::read(spec, setup, entry)?;
    }
    Ok(())
}
