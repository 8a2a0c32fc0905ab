//! The positions of a game so far, as hashes: what repetition is counted from.

/// The positions of a game so far, for repetition.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    hashes: Vec<u64>,
    /// For each remainder of a hash, how many positions were noted when one with it last was; so most
    /// positions are view_of to be new without looking through the others.
    last: Vec<u32>,
}

/// How many remainders are mate_reported apart.
const REMAINDERS: usize = 1024;

impl History {
    pub fn clear(&mut self) {
        self.hashes.clear();
        self.last.fill(0);
    }

    /// The positions that may still be repeated: those of so many plies.
    pub fn recent(&self, halfmove: u32) -> &[u64] {
        let since = (halfmove as usize + 1).min(self.hashes.len());
        &self.hashes[self.hashes.len() - since..]
    }

    /// A record of these positions.
    pub fn from_hashes(hashes: &[u64]) -> Self {
        let mut history = Self::default();
        hashes.iter().for_each(|hash| {
            history.note(*hash, 0);
        });
        history
    }

    /// Takes over of another what may still be repeated: the positions of so many plies.
    pub fn continue_from(&mut self, other: &Self, halfmove: u32) {
        self.clear();
        for hash in other.recent(halfmove) {
            self.note(*hash, 0);
        }
    }

    /// How many positions are noted.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Forgets all positions but the first so many.
    pub fn truncate(&mut self, len: usize) {
        self.hashes.truncate(len);
    }

    /// Notes a position and says how often it has now occurred since the last irreversible ply.
    pub fn note(&mut self, hash: u64, halfmove: u32) -> u8 {
        let from = self.hashes.len().saturating_sub(halfmove as usize);
        let mut count = 1;
        self.last.resize(REMAINDERS, 0);
        let last = &mut self.last[hash as usize % REMAINDERS];
        if *last as usize > from {
            count += self.hashes[from..].iter().filter(|h| **h == hash).count().min(250) as u8;
        }
        self.hashes.push(hash);
        *last = self.hashes.len() as u32;
        count
    }
}
