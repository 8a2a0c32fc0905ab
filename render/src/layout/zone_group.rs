//! [`ZoneGroup`]: zones that are marked with the same number, and their words.

use std::collections::BTreeSet;

use crate::colour::Rgb;

/// Zones that are marked with the same number: one, or those of several seats that mean the same for each.
#[derive(Clone, PartialEq, Debug)]
pub struct ZoneGroup {
    /// Its name, such as `hill` or `each seat's rear`.
    pub label: String,
    /// The zones.
    pub parts: Vec<ZonePart>,
}

/// A zone as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct ZonePart {
    /// The seat that it is for, by name; of a zone that is alone in its group, nothing.
    pub seat: Option<String>,
    /// Its colour.
    pub colour: Rgb,
    /// File and rank of its squares.
    pub squares: BTreeSet<(i32, i32)>,
    /// How far its outline stands from the edges of its squares: zones that meet have different ones, from 0.
    pub inset: usize,
}

impl ZoneGroup {
    /// Returns its name and its squares.
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

/// The most rectangles that a zone's words name.
const MAX_NAMED_SPANS: usize = 6;

impl ZonePart {
    /// Its squares, as lines and rectangles in the language of square sets.
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
