//! Writes positions as FEN4 that other four-player programs read.
//!
//! The text has only options that chess.com writes too. Holes are counted as empty cells, which all
//! known programs read.

use quadrille_core::{CompiledRules, Phase, Piece, Setup, Spec, StateId};

use super::option_keys;
use super::option_syntax::OptionValue;
use super::{board, fields, key, seats};

/// The parts of a position that chess.com's FEN4 can't represent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("chess.com's FEN4 can't represent {}", .0.join(", "))]
pub struct NotInChessCom(Vec<String>);

/// Writes a position as chess.com writes it.
///
/// The phase of the turn is not written, because each program opens turns by its own rules. The
/// number of plies is not written either.
///
/// # Errors
/// Returns the names of the parts that the text can't represent.
pub fn write_chess_com(rules: &CompiledRules, setup: &Setup) -> Result<String, NotInChessCom> {
    let spec = rules.spec();
    let plain = Setup {
        ply: 0,
        phase: match setup.phase {
            Phase::Turn => option_keys::default_phase(spec),
            phase => phase,
        },
        ..setup.clone()
    };
    let mut options = Vec::new();
    let mut missing = Vec::new();
    for (name, value) in option_keys::entries(spec, &plain) {
        match name {
            "enPassant" if has_single_rights(&plain) => options.push((name, value)),
            "hand" => options.push(("bank", bank(spec, &plain))),
            _ => missing.push(format!("`{name}`")),
        }
    }
    let cell = |piece: Piece| {
        let (text, noted) = board::cell_and_notes(spec, piece);
        let army = setup.army_states.get(piece.colour().index());
        let dead = if army == Some(&StateId::DEAD) { "d" } else { "" };
        (noted.is_empty()).then(|| format!("{dead}{text}")).ok_or(noted)
    };
    for (_, piece) in &plain.pieces {
        if let Err(notes) = cell(*piece) {
            let part = format!("`{notes}` of a piece");
            if !missing.contains(&part) {
                missing.push(part);
            }
        }
    }
    if !missing.is_empty() {
        return Err(NotInChessCom(missing));
    }
    let options = option_keys::block(&options);
    let cells =
        board::write_cells(spec, &plain.pieces, None, |piece| cell(piece).unwrap_or_default());
    Ok(fields(spec, &plain).into_iter().chain(options).chain([cells]).collect::<Vec<_>>().join("-"))
}

/// Returns `true` if each seat has at most one right to en passant, as chess.com assumes.
fn has_single_rights(setup: &Setup) -> bool {
    let mut owners: Vec<_> = setup.en_passant.iter().map(|(owner, ..)| *owner).collect();
    owners.sort_unstable();
    owners.dedup();
    owners.len() == setup.en_passant.len()
}

/// Returns the pieces in hand as chess.com writes them: `('rQ,rP,rP','','','')`.
fn bank(spec: &Spec, setup: &Setup) -> OptionValue {
    let hands = seats(spec).zip(&setup.hands).map(|(seat, hand)| {
        let pieces = spec.kinds.iter().zip(hand).flat_map(|(kind, number)| {
            let piece = format!("{}{}", key(spec, seat), kind.letter);
            std::iter::repeat_n(piece, usize::from(*number))
        });
        pieces.collect::<Vec<_>>().join(",")
    });
    OptionValue::texts(hands)
}
