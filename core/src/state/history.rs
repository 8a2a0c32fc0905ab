//! The history of a game, for counting repetitions. It contains the hashes of the positions.

/// The hashes of the positions that a game has had so far.
#[derive(Clone, Debug, Default)]
pub struct History {
    hashes: Vec<u64>,
    /// For each remainder of a hash, the length of the history just after a position with this
    /// remainder was last added. For most positions, this length alone proves that the position is
    /// new, so no search is needed.
    last: Vec<u32>,
    /// The number of plies from the last irreversible ply to the last recorded position. `count` is
    /// the number of times that this position has occurred since that ply.
    halfmove: u32,
    count: u8,
}

/// The divisor whose remainders group the hashes of positions.
const HASH_REMAINDERS: usize = 1024;

impl History {
    #[inline]
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.last.fill(0);
        self.count = 0;
    }

    /// Returns the positions that can still be repeated: the last `halfmove + 1` positions.
    #[inline]
    pub fn recent(&self, halfmove: u32) -> &[u64] {
        let since = (halfmove as usize + 1).min(self.hashes.len());
        &self.hashes[self.hashes.len() - since..]
    }

    /// Returns a history of the given positions.
    #[inline]
    pub fn from_hashes(hashes: &[u64]) -> Self {
        let mut history = Self::default();
        hashes.iter().for_each(|hash| {
            history.note(*hash, 0);
        });
        history
    }

    /// Replaces this history by those positions of another history that can still be repeated.
    #[inline]
    pub fn continue_from(&mut self, other: &Self, halfmove: u32) {
        self.clear();
        for hash in other.recent(halfmove) {
            self.note(*hash, 0);
        }
    }

    /// Returns the number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Returns `true` if there is no position.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Removes all positions except the first `len`.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.hashes.truncate(len);
    }

    /// Records a position. Returns the number of occurrences of this position since the last
    /// irreversible ply.
    #[inline]
    pub fn note(&mut self, hash: u64, halfmove: u32) -> u8 {
        let from = self.hashes.len().saturating_sub(halfmove as usize);
        let mut count = 1;
        self.last.resize(HASH_REMAINDERS, 0);
        let last = &mut self.last[hash as usize % HASH_REMAINDERS];
        if *last as usize > from {
            count += self.hashes[from..].iter().filter(|h| **h == hash).count().min(250) as u8;
        }
        self.hashes.push(hash);
        *last = self.hashes.len() as u32;
        (self.halfmove, self.count) = (halfmove, count);
        count
    }

    /// Returns the hash of the last recorded position, and the number of plies since the last
    /// irreversible ply.
    #[inline]
    pub fn last(&self) -> Option<(u64, u32)> {
        self.hashes.last().map(|hash| (*hash, self.halfmove))
    }

    /// Returns the hashes of the first `len` positions.
    #[inline]
    pub fn first(&self, len: usize) -> &[u64] {
        &self.hashes[..len.min(self.hashes.len())]
    }

    /// Returns `true` if the last recorded position has occurred at least twice since the last
    /// irreversible ply.
    #[inline]
    pub fn repeated(&self) -> bool {
        self.count > 1
    }

    /// Returns the number of occurrences of the last recorded position since the last irreversible
    /// ply; 0 if no position was recorded.
    #[inline]
    pub fn occurrences(&self) -> u8 {
        self.count
    }
}
