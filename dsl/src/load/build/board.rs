//! Builds the board, the lines drawn on it, and its zones.

use std::collections::BTreeSet;

use quadrille_core::{Cell, Geometry, GeometryError, Zone};

use super::BuildContext;
use crate::diagnostic::Code;
use crate::formats::{picture, squares};
use crate::manifest::tree::{TomlEntry, TomlNode};

/// The maximum number of zones.
pub(crate) const MAX_ZONES: usize = 256;

/// A kind of edge between two cells, with its syntax in the manifest.
struct EdgeKind {
    sign: char,
    what: &'static str,
    help: &'static str,
    add: fn(&mut Geometry, Cell, Cell) -> Result<(), GeometryError>,
}

const WALL: EdgeKind = EdgeKind {
    sign: '|',
    what: "a wall",
    help: "write the two cells that it separates, as in `d4|e4`",
    add: Geometry::add_wall,
};

const ONE_WAY: EdgeKind = EdgeKind {
    sign: '>',
    what: "a one-way edge",
    help: "write the two cells in the order in which it is crossed, as in `d4>e4`",
    add: Geometry::add_one_way,
};

impl BuildContext<'_> {
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
                self.error(&node.at, Code::BoardSize, error.to_string());
                return None;
            }
        };
        geometry.set_light_is_even(match board.text("light") {
            Some("none") => None,
            light => Some(light == Some("even")),
        });
        for wall in board.get("walls").map_or(&[][..], TomlNode::list) {
            self.edge(&mut geometry, wall, &WALL);
        }
        for edge in board.get("one_way").map_or(&[][..], TomlNode::list) {
            self.edge(&mut geometry, edge, &ONE_WAY);
        }
        let wraps = board.text("wraps");
        geometry.set_wraps(
            matches!(wraps, Some("left-right" | "both")),
            matches!(wraps, Some("top-bottom" | "both")),
        );
        for portal in board.get("portals").map_or(&[][..], TomlNode::list) {
            self.portal(&mut geometry, portal);
        }
        Some(geometry)
    }

    /// Adds an edge that no piece can cross, or that pieces can cross in only one direction.
    fn edge(&mut self, geometry: &mut Geometry, node: &TomlNode, kind: &EdgeKind) {
        let Some(text) = node.text() else { return };
        let Some((a, b)) = text.split_once(kind.sign) else {
            let message = format!("`{text}` is not {}", kind.what);
            self.error_with(&node.at, Code::InvalidWall, message, Some(kind.help.to_owned()));
            return;
        };
        let mut cell = |name: &str, start: usize| {
            let found = geometry.cell_named(name.trim());
            if found.is_none() {
                let at = node.inside(start..start + name.len());
                let message = format!("`{}` is not a cell of the board", name.trim());
                self.error_with(&at, Code::InvalidWall, message, Some(squares::extent(geometry)));
            }
            found
        };
        let (first, second) = (cell(a, 0), cell(b, a.len() + 1));
        let (Some(first), Some(second)) = (first, second) else {
            return;
        };
        if (kind.add)(geometry, first, second) == Err(GeometryError::WallApart) {
            let message = format!("{} and {} do not share an edge", a.trim(), b.trim());
            self.error(&node.at, Code::WallBetweenDistantCells, message);
        }
    }

    /// Adds a portal: two or more squares that lead to each other.
    fn portal(&mut self, geometry: &mut Geometry, node: &TomlNode) {
        let Some(text) = node.text() else { return };
        let (mut squares, mut start) = (Vec::new(), 0);
        for name in text.split('=') {
            let square = geometry.square_named(name.trim());
            if square.is_none() {
                let at = node.inside(start..start + name.len());
                let message = format!("`{}` is not a square of the board", name.trim());
                self.error_with(&at, Code::InvalidPortal, message, Some(squares::extent(geometry)));
                return;
            }
            squares.extend(square);
            start += name.len() + 1;
        }
        if let Err(error) = geometry.add_portal(&squares) {
            let help = "write the squares that lead to each other, as in `d4=k11`".to_owned();
            self.error_with(&node.at, Code::InvalidPortal, error.to_string(), Some(help));
        }
    }

    /// Returns the lines drawn on the board. Each line is given by the squares at its two ends.
    /// Duplicates are removed.
    pub(super) fn lines(&mut self, geometry: &Geometry) -> Vec<(Cell, Cell)> {
        let nodes = self.root.table("board").and_then(|board| board.get("lines"));
        let lines = nodes.map_or(&[][..], TomlNode::list).iter();
        let lines = lines.filter_map(|node| self.line(geometry, node));
        let mut drawn = BTreeSet::new();
        lines.filter(|(from, to)| drawn.insert((*from.min(to), *from.max(to)))).collect()
    }

    fn line(&mut self, geometry: &Geometry, node: &TomlNode) -> Option<(Cell, Cell)> {
        let text = node.text()?;
        let Some((from, to)) = text.split_once('-') else {
            let help = "write the two squares at its ends, as in `a1-h8`".to_owned();
            let message = format!("`{text}` is not a line");
            self.error_with(&node.at, Code::InvalidLine, message, Some(help));
            return None;
        };
        let mut end = |name: &str, start: usize| {
            let square = geometry.square_named(name.trim());
            if square.is_none() {
                let at = node.inside(start..start + name.len());
                let message = format!("`{}` is not a square of the board", name.trim());
                self.error_with(&at, Code::InvalidLine, message, Some(squares::extent(geometry)));
            }
            square.map(|square| geometry.cell(square))
        };
        let (first, last) = (end(from, 0), end(to, from.len() + 1));
        let (first, last) = (first?, last?);
        let apart = (first.file.abs_diff(last.file), first.rank.abs_diff(last.rank));
        if apart == (0, 0) || apart.0 != 0 && apart.1 != 0 && apart.0 != apart.1 {
            let message = format!(
                "{} and {} are not two squares of one rank, file or diagonal",
                from.trim(),
                to.trim()
            );
            self.error(&node.at, Code::InvalidLine, message);
            return None;
        }
        Some((first, last))
    }

    /// Builds the zones. A zone may refer to other zones, even if they come later in the file.
    pub(super) fn zones(&mut self, geometry: &Geometry) -> Vec<(String, Zone)> {
        let mut waiting: Vec<&TomlEntry> = Vec::new();
        let entries = self.root.entries_of("zones");
        if let Some(extra) = entries.get(MAX_ZONES) {
            let message = format!("there are more than {MAX_ZONES} zones");
            self.error(&extra.key_at, Code::ZoneCount, message);
        }
        for entry in entries.iter().take(MAX_ZONES) {
            match squares::bad_name(&entry.key) {
                Some(reason) => {
                    let message = format!("`{}` can't be the name of a zone: {reason}", entry.key);
                    self.error(&entry.key_at, Code::InvalidName, message);
                }
                None if entry.node.text().is_some() => waiting.push(entry),
                None => {}
            }
        }
        let mut zones: Vec<(String, Zone)> = Vec::new();
        let mut failed: Vec<&str> = Vec::new();
        // Errors are reported after all zones are known.
        let mut wrong = Vec::new();
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
                    let message = format!("zones depend on each other in a circle: {names}");
                    self.error(&first.key_at, Code::ZoneCycle, message);
                }
                break;
            }
            for entry in now {
                let text = entry.node.text().unwrap_or_default();
                match squares::parse(text, geometry, &zones) {
                    Ok(zone) => zones.push((entry.key.clone(), zone)),
                    Err(error) => {
                        failed.push(&entry.key);
                        // Errors that follow from another invalid zone are not reported.
                        let word = text.get(error.span.clone()).unwrap_or_default();
                        if failed.contains(&word) {
                            continue;
                        }
                        let at = entry.node.inside(error.span.clone());
                        wrong.push((at, error));
                    }
                }
            }
            waiting = later;
        }
        // The zones are sorted in the order of the file.
        let place =
            |name: &str| self.root.entries_of("zones").iter().position(|entry| entry.key == name);
        zones.sort_by_key(|(name, _)| place(name));
        for (at, error) in wrong {
            let made = at.error(error.kind.code(), error.to_string());
            let made = made.about_missing(error.kind.missing());
            let help = error.help_with(zones.iter().map(|(known, _)| known.as_str()));
            self.diagnostics.push(made.maybe_help(help));
        }
        zones
    }
}
