//! The keys under which searches store positions in their tables.

use quadrille_core::internals::Stage;
use quadrille_core::numeric::rng::mix;
use quadrille_core::state::Position;

/// Returns a hash of everything on which the further game can depend, except earlier positions. If
/// `clocks` is `true`, the hash includes the plies since the last progress. Returns `None` if the
/// position has pending questions, or other data that the hash does not include.
pub(crate) fn search_key<const W: usize>(pos: &Position<W>, clocks: bool) -> Option<u64> {
    if pos.stage != Stage::Turn || pos.skipped || !pos.rolled {
        return None;
    }
    let mut key = pos.hash(pos.turn, pos.pointer, pos.ep_live);
    if let Some(cold) = &pos.cold {
        let open = !cold.pending.is_empty()
            || !cold.sealed.is_empty()
            || !cold.restrictions.is_empty()
            || !cold.refused.is_empty()
            || cold.announced.is_some()
            || cold.relaxed.is_some();
        if open {
            return None;
        }
        for die in &cold.dice {
            key = mix(key ^ 1 << 60 ^ u64::from(*die));
        }
    }
    let turn = u64::from(pos.made) << 48
        | u64::from(pos.skips) << 40
        | u64::from(pos.answered) << 63
        | u64::from(pos.ply);
    key = mix(key ^ turn);
    Some(if clocks { mix(key ^ u64::from(pos.halfmove) << 32) } else { key })
}
