//! The board and its zones.

use quadrille_core::{Geometry, GeometryError, Zone};

use super::Builder;
use crate::formats::{picture, squares};
use crate::manifest::tree::{Entry, Node};

/// The most zones.
const MAX_ZONES: usize = 256;

impl Builder<'_> {
    pub(super) fn board(&mut self) -> Option<Geometry> {
        let board = self.root.table("board")?;
        let node = board.get("mask")?;
        let rows = match picture::mask(node.text()?) {
            Ok(rows) => rows,
            Err(errors) => {
                self.picture_errors(node, errors);
                return None;
            }
        };
        let mut geometry = match Geometry::new(&rows) {
            Ok(geometry) => geometry,
            Err(error) => {
                self.error(&node.at, "Q0122", error.to_string());
                return None;
            }
        };
        geometry.set_light_is_even(match board.text("light") {
            Some("none") => None,
            light => Some(light == Some("even")),
        });
        for wall in board.get("walls").map_or(&[][..], Node::list) {
            self.wall(&mut geometry, wall);
        }
        Some(geometry)
    }

    fn wall(&mut self, geometry: &mut Geometry, node: &Node) {
        let Some(text) = node.text() else { return };
        let Some((a, b)) = text.split_once('|') else {
            let help = "write the two cells it stands between: `d4|e4`".to_owned();
            let message = format!("`{text}` is no wall");
            self.error_with(&node.at, "Q0123", message, Some(help));
            return;
        };
        let mut cell = |name: &str, start: usize| {
            let found = geometry.cell_named(name.trim());
            if found.is_none() {
                let at = node.inside(start..start + name.len());
                let message = format!("`{}` is no cell of the board", name.trim());
                self.error(&at, "Q0123", message);
            }
            found
        };
        let (first, second) = (cell(a, 0), cell(b, a.len() + 1));
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        if geometry.add_wall(first, second) == Err(GeometryError::WallApart) {
            let message = format!("{} and {} do not share an edge", a.trim(), b.trim());
            self.error(&node.at, "Q0124", message);
        }
    }

    /// The zones, which may mention each other in any order.
    pub(super) fn zones(&mut self, geometry: &Geometry) -> Vec<(String, Zone)> {
        let mut waiting: Vec<&Entry> = Vec::new();
        let entries = self.root.entries_of("zones");
        if let Some(extra) = entries.get(MAX_ZONES) {
            let message = format!("there are more than {MAX_ZONES} zones");
            self.error(&extra.key_at, "Q0127", message);
        }
        for entry in entries.iter().take(MAX_ZONES) {
            match squares::bad_name(&entry.key) {
                Some(reason) => {
                    let message = format!("`{}` can't be the name of a zone: {reason}", entry.key);
                    self.error(&entry.key_at, "Q0107", message);
                }
                None if entry.node.text().is_some() => waiting.push(entry),
                None => {}
            }
        }
        let mut zones: Vec<(String, Zone)> = Vec::new();
        let mut failed: Vec<&str> = Vec::new();
        while !waiting.is_empty() {
            let names: Vec<&str> = waiting.iter().map(|entry| entry.key.as_str()).collect();
            let (later, now): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|entry| {
                let mentioned = squares::mentions(entry.node.text().unwrap_or_default());
                mentioned.iter().any(|name| names.contains(&name.as_str()))
            });
            if now.is_empty() {
                if let [first, ..] = later.as_slice() {
                    let names = names.iter().map(|name| format!("`{name}`"));
                    let names = names.collect::<Vec<_>>().join(", ");
                    let message = format!("zones are defined by themselves in a circle: {names}");
                    self.error(&first.key_at, "Q0126", message);
                }
                break;
            }
            for entry in now {
                let text = entry.node.text().unwrap_or_default();
                match squares::parse(text, geometry, &zones) {
                    Ok(zone) => zones.push((entry.key.clone(), zone)),
                    Err(error) => {
                        failed.push(&entry.key);
                        // What a wrong zone brings about elsewhere is no second mistake.
                        let word = text.get(error.span.clone()).unwrap_or_default();
                        if !failed.contains(&word) {
                            let at = entry.node.inside(error.span);
                            self.error_with(&at, "Q0125", error.message, error.help);
                        }
                    }
                }
            }
            waiting = later;
        }
        // As the file has them, whatever depends on what.
        let place =
            |name: &str| self.root.entries_of("zones").iter().position(|entry| entry.key == name);
        zones.sort_by_key(|(name, _)| place(name));
        zones
    }
}
