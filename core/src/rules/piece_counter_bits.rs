//! [`PieceField`]: the bits of a counter among the notes of a piece.

use crate::board::{NOTE_BITS, Piece};
use crate::rules::Spec;

/// The bits of a piece that hold the value of a counter, and the numbers for encoding this value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceField {
    shift: u32,
    mask: u32,
    min: i32,
    start: i32,
    values: i32,
}

impl PieceField {
    /// Returns the counter's value of a piece.
    #[must_use]
    pub fn of(self, piece: Piece) -> i32 {
        let above = (piece.marks() >> self.shift & self.mask) as i32;
        self.min + (self.start - self.min + above).rem_euclid(self.values)
    }

    /// Returns the piece with another value of the counter. The value must be within the counter's
    /// bounds.
    #[must_use]
    pub fn set(self, piece: Piece, value: i32) -> Piece {
        // Values are stored relative to the start value, so that a piece without notes has that
        // value.
        let above = (value - self.start).rem_euclid(self.values) as u32;
        piece.with_marks(piece.marks() & !(self.mask << self.shift) | above << self.shift)
    }
}

impl Spec {
    /// Returns the field of the counter with this number; `None` if there is no such counter, or if
    /// a piece has no room for the field.
    #[must_use]
    pub fn piece_field(&self, number: usize) -> Option<PieceField> {
        let counter = self.piece_counters.get(number)?;
        let through = &self.piece_counters[..=number];
        let used = through.iter().try_fold(0, |sum, counter| Some(sum + counter.bits()?))?;
        let shift =
            NOTE_BITS.checked_sub(used).filter(|shift| *shift as usize >= self.marks.len())?;
        let (min, start, values) = (counter.min, counter.start, counter.max - counter.min + 1);
        Some(PieceField { shift, mask: (1 << counter.bits()?) - 1, min, start, values })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Facing, Geometry, Kind, Seat};
    use crate::rules::PieceCounter;

    #[test]
    fn every_value_is_read_again_and_disturbs_no_other() {
        let counter =
            |name: &str, min, max, start| PieceCounter { name: name.into(), min, max, start };
        let mut spec = Spec::bare(Geometry::rectangle(8, 8).unwrap(), Vec::new(), Vec::new());
        spec.marks = vec!["first".into(), "second".into()];
        spec.piece_counters = vec![
            counter("level", 0, 7, 0),
            counter("charge", -2, 2, 1),
            counter("moves", 0, 100, 0),
        ];
        let fields: Vec<_> = (0..3).map(|i| spec.piece_field(i).unwrap()).collect();
        let fresh = Piece::new(Kind(3), Seat(2), Facing::East).with_marks(3);
        assert_eq!(fields.iter().map(|field| field.of(fresh)).collect::<Vec<_>>(), [0, 1, 0]);
        for level in 0..=7 {
            for charge in -2..=2 {
                let piece = fields[1].set(fields[0].set(fields[2].set(fresh, 100), level), charge);
                let read: Vec<_> = fields.iter().map(|field| field.of(piece)).collect();
                assert_eq!(read, [level, charge, 100]);
                assert_eq!((piece.profile(), piece.marks() & 3), (fresh.profile(), 3));
            }
        }
    }

    #[test]
    fn a_counter_without_room_has_no_field() {
        let mut spec = Spec::bare(Geometry::rectangle(8, 8).unwrap(), Vec::new(), Vec::new());
        spec.marks = (0..16).map(|i| format!("mark {i}")).collect();
        let counter = |max| PieceCounter { name: "n".into(), min: 0, max, start: 0 };
        spec.piece_counters = vec![counter(31)];
        assert!(spec.piece_field(0).is_some());
        spec.piece_counters = vec![counter(32)];
        assert!(spec.piece_field(0).is_none());
        spec.piece_counters = vec![counter(i32::MAX)];
        assert!(spec.piece_field(0).is_none());
        assert!(spec.piece_field(1).is_none());
    }
}
