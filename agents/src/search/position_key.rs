//! Keys of positions, under which searches and trees of games store what they know of a position.

use quadrille_core::internals::{MoveGen, Stage};
use quadrille_core::numeric::rng::mix;
use quadrille_core::state::Position;

/// Returns a hash of everything on which the further game can depend, except earlier positions. If
/// `clocks` is `true`, the hash includes the plies since the last progress. Returns `None` if the
/// position has pending questions, or other data that the hash does not include.
pub(crate) fn search_key<const W: usize>(pos: &Position<W>, clocks: bool) -> Option<u64> {
    if pos.stage != Stage::Turn || pos.skipped || !pos.rolled {
        return None;
    }
    let key = with_dice(pos, || pos.hash(pos.turn, pos.pointer, pos.ep_live))?;
    let turn = u64::from(pos.made) << 48
        | u64::from(pos.skips) << 40
        | u64::from(pos.answered) << 63
        | u64::from(pos.ply);
    let key = mix(key ^ turn);
    Some(if clocks { mix(key ^ u64::from(pos.halfmove) << 32) } else { key })
}

/// Returns a hash of everything on which the legal actions and the result of their effects depend.
/// Clocks, the number of plies and unusable en passant rights do not change the hash. Returns `None`
/// if the game is over, or if the position has pending questions or other data that the hash does
/// not include.
pub(crate) fn position_key<const W: usize>(
    movegen: &MoveGen<'_, W>,
    pos: &Position<W>,
) -> Option<u64> {
    if !matches!(pos.stage, Stage::Turn | Stage::Roll) {
        return None;
    }
    let key = with_dice(pos, || movegen.hash_of_next_turn(pos))?;
    let turn = u64::from(pos.made) << 48
        | u64::from(pos.skips) << 40
        | u64::from(pos.answered) << 3
        | u64::from(pos.skipped) << 2
        | u64::from(pos.rolled) << 1
        | u64::from(pos.stage == Stage::Roll);
    Some(mix(key ^ turn))
}

/// Returns a hash of a position, with its dice. Returns `None` if the position has pending questions
/// or other data that the hash does not include.
fn with_dice<const W: usize>(pos: &Position<W>, hash: impl FnOnce() -> u64) -> Option<u64> {
    let Some(cold) = &pos.cold else { return Some(hash()) };
    let open = !cold.pending.is_empty()
        || !cold.sealed.is_empty()
        || !cold.restrictions.is_empty()
        || !cold.refused.is_empty()
        || cold.announced.is_some()
        || cold.relaxed.is_some();
    (!open).then(|| cold.dice.iter().fold(hash(), |key, die| mix(key ^ 1 << 60 ^ u64::from(*die))))
}
