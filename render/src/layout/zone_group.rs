//! [`ZoneGroup`]: zones that are marked with one number, and their description.

use std::collections::BTreeSet;

use quadrille_dsl::text::Sentence;

use crate::colour::Rgb;

/// Zones that are marked with one number: a single zone, or corresponding zones of several seats.
#[derive(Clone, PartialEq, Debug)]
pub struct ZoneGroup {
    /// The name of the group, such as `hill` or `each seat's rear`.
    pub label: Sentence,
    /// The zones of the group.
    pub parts: Vec<ZonePart>,
}

/// The look of a zone.
#[derive(Clone, PartialEq, Debug)]
pub struct ZonePart {
    /// The name of the seat that the zone is for. `None` if the zone is alone in its group.
    pub seat: Option<String>,
    /// The colour of the zone.
    pub colour: Rgb,
    /// The squares of the zone, by file and rank.
    pub squares: BTreeSet<(i32, i32)>,
    /// The number of steps, from 0, by which the outline is moved inward. Overlapping zones have
    /// different numbers, so that their outlines do not coincide.
    pub inset: usize,
}

impl ZoneGroup {
    /// Returns a text that names the group and its squares.
    #[must_use]
    pub fn words(&self) -> String {
        let parts: Vec<String> = self
            .parts
            .iter()
            .map(|part| {
                let seat = part.seat.as_ref().map(|seat| format!("{seat} ")).unwrap_or_default();
                format!("{seat}{}", part.spans())
            })
            .collect();
        format!("{}: {}", self.label, parts.join(", "))
    }
}

/// The maximum number of rectangles in the text of a zone.
const MAX_NAMED_SPANS: usize = 6;

impl ZonePart {
    /// Returns the squares as lines and rectangles, in the notation of square sets.
    fn spans(&self) -> String {
        let mut left = self.squares.clone();
        let mut spans = Vec::new();
        while let Some(&(file, rank)) = left.iter().min_by_key(|(file, rank)| (*rank, *file)) {
            let filled =
                |right: i32, top: i32| (file..=right).all(|file| left.contains(&(file, top)));
            let mut right = file;
            while filled(right + 1, rank) {
                right += 1;
            }
            let mut top = rank;
            while filled(right, top + 1) {
                top += 1;
            }
            left.retain(|(f, r)| !(file..=right).contains(f) || !(rank..=top).contains(r));
            let name = |file: i32, rank: i32| {
                format!("{}{}", quadrille_core::board::file_name(file as u8), rank + 1)
            };
            spans.push(match (right > file, top > rank) {
                (false, false) => name(file, rank),
                (true, true) => format!("{}:{}", name(file, rank), name(right, top)),
                _ => format!("{}..{}", name(file, rank), name(right, top)),
            });
            if spans.len() == MAX_NAMED_SPANS && !left.is_empty() {
                spans.push(format!("{} more", left.len()));
                break;
            }
        }
        spans.join(" + ")
    }
}
