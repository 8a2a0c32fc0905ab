//! The transposition table. It stores the result of a position's search under the position's key.
//!
//! Threads share the table without locks. An entry consists of two words. One word is mixed with
//! the key and the other word. If the two words of an entry come from different threads, the entry
//! therefore matches no key.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::score::FORCED_RESULT;
use quadrille_core::rules::Action;

/// The relation between a stored value and a position's true value: equal, or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueBound {
    /// The true value is at most the stored value.
    Upper,
    /// The true value is at least the stored value.
    Lower,
    /// The true value is equal to the stored value.
    Exact,
}

impl ValueBound {
    /// Returns the bound that holds for the negative of the value.
    pub fn turned(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// The stored result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    /// The value. If it is a forced win or loss, its distance is counted from the root.
    pub value: i32,
    pub depth: i32,
    pub bound: ValueBound,
    /// The mark of the best action, or of the action that caused a cutoff. The mark is 0 if there
    /// is no such action.
    pub mark: u16,
}

#[derive(Default)]
struct TableSlot {
    /// The key, mixed with the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots in which a position may be stored. The processor loads them from memory together.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([TableSlot; 4]);

/// A table of fixed size. In a full bucket, a new entry replaces the entry of least depth. Entries
/// of earlier searches count as less deep, so they are replaced first.
pub(super) struct Transpositions {
    buckets: Box<[Bucket]>,
    /// The number of searches so far. Its lowest six bits are stored with each entry.
    search: AtomicU32,
}

/// When the table chooses an entry to replace, old entries count as less deep. The depth of an
/// entry is reduced by this number for each search that began after the entry was stored.
const AGE_PENALTY_DEPTH: i32 = 8;

impl Transpositions {
    /// Returns a table that takes at most this number of bytes. If the number is too small for any
    /// table, returns the smallest possible table instead.
    pub fn new(bytes: usize) -> Self {
        let wanted = (bytes / size_of::<Bucket>()).max(16);
        let buckets = (wanted / 2 + 1).next_power_of_two();
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            search: AtomicU32::new(0),
        }
    }

    /// Begins a search. Entries of earlier searches stay, but are replaced first.
    pub fn begin(&self) {
        self.search.fetch_add(1, Relaxed);
    }

    /// Clears the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Relaxed);
            slot.check.store(0, Relaxed);
        }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[(key >> 32 ^ key) as usize & (self.buckets.len() - 1)]
    }

    /// Begins to load a position's entry from memory. The caller can do other work until the entry
    /// arrives.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        std::hint::black_box(self.bucket(key).0[0].data.load(Relaxed));
    }

    /// Returns the entry of a position that is `ply` actions from the root.
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores the result for a position.
    pub fn note(&self, key: u64, ply: usize, entry: TableEntry) {
        let search = self.search.load(Relaxed) & 63;
        let slots = &self.bucket(key).0;
        let worth = |data: u64| {
            if data == 0 {
                return i32::MIN;
            }
            let age = search.wrapping_sub((data >> 58) as u32) & 63;
            (data >> 48) as u8 as i32 - AGE_PENALTY_DEPTH * age as i32
        };
        let mut slot = &slots[0];
        let mut least = i32::MAX;
        let mut mark = entry.mark;
        for other in slots {
            let data = other.data.load(Relaxed);
            if other.check.load(Relaxed) ^ data == key && data != 0 {
                // A much deeper value of the same search is more useful.
                let deeper = worth(data) > entry.depth + 3 && entry.bound != ValueBound::Exact;
                if deeper {
                    return;
                }
                if mark == 0 {
                    mark = (data >> 32) as u16;
                }
                slot = other;
                break;
            }
            let worth = worth(data);
            if worth < least {
                (slot, least) = (other, worth);
            }
        }
        let data = pack(TableEntry { mark, ..entry }, search, ply);
        slot.data.store(data, Relaxed);
        slot.check.store(key ^ data, Relaxed);
    }

    /// Returns an estimate of the fraction of the slots that the last search has filled, in
    /// thousandths. The estimate is computed from a sample of the slots.
    pub fn full(&self) -> u32 {
        let search = u64::from(self.search.load(Relaxed) & 63);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && data >> 58 == search
        });
        (used.count() * 1000 / (4 * sample.len())) as u32
    }
}

/// Packs an entry into a word. In the word, the distance of a forced win or loss is counted from
/// the position, not from the root.
fn pack(entry: TableEntry, search: u32, ply: usize) -> u64 {
    let value = if entry.value > FORCED_RESULT {
        entry.value + ply as i32
    } else if entry.value < -FORCED_RESULT {
        entry.value - ply as i32
    } else {
        entry.value
    };
    let bound = entry.bound as u64 + 1;
    u64::from(value as u32)
        | u64::from(entry.mark) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(search) << 58
}

fn unpack(data: u64, ply: usize) -> TableEntry {
    let value = data as u32 as i32;
    let value = if value > FORCED_RESULT {
        value - ply as i32
    } else if value < -FORCED_RESULT {
        value + ply as i32
    } else {
        value
    };
    let bound = match data >> 56 & 3 {
        1 => ValueBound::Upper,
        2 => ValueBound::Lower,
        _ => ValueBound::Exact,
    };
    TableEntry { value, depth: (data >> 48) as u8 as i32, bound, mark: (data >> 32) as u16 }
}

/// Returns a sixteen-bit mark of an action, never 0. Different actions of one position nearly
/// always have different marks.
pub(super) fn mark(action: Action) -> u16 {
    let mark = match action {
        Action::Move(mv) => {
            let promotion =
                mv.promotion.map_or(0, |kind| (u16::from(kind.0) + 1).wrapping_mul(0x2f1d));
            let choice = mv.choice.map_or(0, |choice| choice.get().wrapping_mul(0x9e37));
            (mv.from.0 ^ mv.to.0.rotate_left(8)) ^ promotion ^ choice
        }
        Action::Drop(kind, to) => {
            to.0.wrapping_mul(0x101) ^ (u16::from(kind.0) + 1).wrapping_mul(0x5b37)
        }
        Action::Announce(mv) => (mv.from.0 ^ mv.to.0.rotate_left(8)) ^ 0x1357,
        Action::Choose(option) => 0x8001 ^ option,
        Action::Say(offer) => 0x4003 ^ u16::from(offer),
        Action::Pass => 0x7001,
        Action::Roll(_) | Action::Shuffle(_) | Action::Declare(..) => 0x7003,
    };
    mark.max(1)
}

#[cfg(test)]
mod tests {
    use quadrille_core::numeric::rng::mix;

    use super::*;

    fn entry(value: i32, depth: i32, mark: u16) -> TableEntry {
        TableEntry { value, depth, bound: ValueBound::Lower, mark }
    }

    #[test]
    fn what_is_noted_is_found_by_its_key_only() {
        let table = Transpositions::new(1 << 12);
        table.begin();
        for key in 1..100_u64 {
            table.note(mix(key), 3, entry(key as i32 - 50, 5, 77));
        }
        assert_eq!(table.probe(mix(99), 3), Some(entry(49, 5, 77)));
        assert_eq!(table.probe(mix(1000), 3), None);
    }

    #[test]
    fn results_are_counted_from_where_they_are_asked_for() {
        use crate::score::WIN;
        let table = Transpositions::new(1 << 12);
        table.note(5, 10, entry(WIN - 12, 4, 1));
        table.note(6, 10, entry(12 - WIN, 4, 1));
        assert_eq!(table.probe(5, 4).map(|entry| entry.value), Some(WIN - 6));
        assert_eq!(table.probe(6, 4).map(|entry| entry.value), Some(6 - WIN));
    }

    #[test]
    fn deep_entries_outlast_shallow_ones_of_their_search() {
        let table = Transpositions::new(1);
        table.begin();
        table.note(0, 0, entry(1, 200, 1));
        for key in 1..10_000_u64 {
            table.note(mix(key), 0, entry(2, 1, 1));
        }
        assert!(table.probe(0, 0).is_some());
    }
}
