//! Hashes of positions, for detecting repetition.

use crate::board::{Seat, Seats};
use crate::numeric::rng::mix;
use crate::state::{Cold, NOBODY, Position};

impl<const W: usize> Position<W> {
    /// Returns a hash for counting repetitions. Positions with the same hash count as equal. The
    /// hash contains the pieces, the turn and its place in the order, castling rights, states and
    /// controllers. It also contains the `live` en passant rights and the records of rules. Empty
    /// records do not change the hash.
    #[inline(always)]
    pub fn hash(&self, turn: Seat, pointer: u8, live: Seats) -> u64 {
        let mut hash = self.pieces_hash ^ mix(u64::from(turn.0) << 8 | u64::from(pointer));
        hash = mix(hash ^ self.castling.rotate_left(32));
        for colour in live.iter() {
            let (skipped, pawn) = self.ep[colour.index()];
            hash ^= mix(u64::from(colour.0) << 40
                | u64::from(skipped.0) << 16
                | u64::from(pawn.0)
                | 1 << 50);
        }
        hash = mix(hash ^ self.states_hash);
        match self.cold.as_ref().map_or(0, |cold| cold.hash()) {
            0 => hash,
            recorded => mix(hash ^ recorded),
        }
    }
}

impl Cold {
    /// Returns the hash of the records of rules; zero if all records are empty.
    #[inline]
    fn hash(&self) -> u64 {
        self.hash.get(|| {
            let mut hash = 0;
            self.add_to(&mut hash);
            hash
        })
    }

    /// Mixes the records of rules into a hash.
    fn add_to(&self, hash: &mut u64) {
        let mut add = |what: u64, value: u64| *hash = mix(*hash ^ what << 56 ^ value);
        for (counter, values) in self.counters.iter().enumerate() {
            for (seat, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                add(1, (counter as u64) << 40 | (seat as u64) << 32 | u64::from(*value as u32));
            }
        }
        // Most hands are empty. To find empty hands quickly, tests eight kinds at a time.
        let held = |hand: &[u8]| hand.iter().fold(0, |any, pieces| any | pieces) != 0;
        for (seat, hand) in self.hands.iter().enumerate().filter(|(_, hand)| held(*hand)) {
            for (kind, pieces) in hand.iter().enumerate().filter(|(_, pieces)| **pieces > 0) {
                add(2, (seat as u64) << 16 | (kind as u64) << 8 | u64::from(*pieces));
            }
        }
        for seat in self.order.iter().flatten() {
            add(3, u64::from(seat.0));
        }
        for (from, to, capture, allowed) in &self.relations {
            let pair = u64::from(from.0) << 10 | u64::from(to.0) << 2;
            add(4, pair | u64::from(*capture) << 1 | u64::from(*allowed));
        }
        for (seat, word) in &self.offers {
            add(5, u64::from(seat.0));
            word.bytes().for_each(|byte| add(6, u64::from(byte)));
        }
        for (seat, checker) in self.last_checkers.iter().enumerate() {
            if *checker != NOBODY {
                add(7, (seat as u64) << 8 | u64::from(*checker));
            }
        }
        if self.last_mover != NOBODY {
            add(10, u64::from(self.last_mover));
        }
        for (seat, result) in self.settled.iter().enumerate() {
            if let Some(result) = result {
                add(8, (seat as u64) << 8 | *result as u64);
            }
        }
        for colour in &self.shields {
            add(9, u64::from(colour.0));
        }
    }
}
