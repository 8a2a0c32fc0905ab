//! Finds the symmetries of a board, and the walls, one-way edges and portals that break them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use quadrille_core::{Cell, Facing, Geometry, Kind};

use super::LintInput;
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::manifest::tree::{FileSpan, TomlNode};

/// A symmetry that maps the board to itself. It is an optional reflection, followed by a rotation
/// by some number of quarter turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardSymmetry {
    mirrored: bool,
    quarters: u8,
    /// The number of files and the number of ranks of the board.
    size: (u8, u8),
}

/// A wall, a one-way edge or a portal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    /// A wall between two cells. The smaller cell comes first.
    Wall((u8, u8), (u8, u8)),
    /// An edge between two cells. Pieces can cross it only from the first cell to the second.
    OneWay((u8, u8), (u8, u8)),
    /// A portal. The first cell is its square, and the second is its exit.
    Portal((u8, u8), (u8, u8)),
}

impl Feature {
    /// Returns all features of a board.
    fn all(board: &Geometry) -> BTreeSet<Self> {
        let walls = board.walls().iter().map(|(a, b)| Self::wall(place(*a), place(*b)));
        let one_way = board.one_way().map(|(from, to)| Self::OneWay(place(from), place(to)));
        let portals = board.portals().flatten().map(|from| {
            Self::Portal(place(board.cell(*from)), place(board.cell(board.exit(*from))))
        });
        walls.chain(one_way).chain(portals).collect()
    }

    fn wall(a: (u8, u8), b: (u8, u8)) -> Self {
        Self::Wall(a.min(b), a.max(b))
    }

    /// Returns the ends of the feature.
    fn cells(self) -> [(u8, u8); 2] {
        match self {
            Self::Wall(a, b) | Self::OneWay(a, b) | Self::Portal(a, b) => [a, b],
        }
    }

    /// Returns the name of the feature with an article, for messages.
    fn what(self) -> &'static str {
        match self {
            Self::Wall(..) => "a wall",
            Self::OneWay(..) => "a one-way edge",
            Self::Portal(..) => "a portal",
        }
    }

    /// Returns the key of the table `[board]` that lists features of this kind.
    fn key(self) -> &'static str {
        match self {
            Self::Wall(..) => "walls",
            Self::OneWay(..) => "one_way",
            Self::Portal(..) => "portals",
        }
    }
}

impl fmt::Display for Feature {
    /// Formats the feature as a manifest does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cells().map(|(file, rank)| Cell { file, rank });
        let sign = match self {
            Self::Wall(..) => '|',
            Self::OneWay(..) => '>',
            Self::Portal(..) => '=',
        };
        write!(f, "{a}{sign}{b}")
    }
}

impl BoardSymmetry {
    /// Returns all symmetries of a board that preserve its squares, joined edges, walls, one-way
    /// edges and portals.
    pub(super) fn all(board: &Geometry) -> Vec<Self> {
        let features = Feature::all(board);
        let mut symmetries = Self::of_squares(board);
        symmetries.retain(|symmetry| symmetry.broken_by(&features).next().is_none());
        symmetries
    }

    /// Returns all symmetries of a board that preserve its squares and its joined edges. These
    /// symmetries need not preserve walls, one-way edges and portals.
    fn of_squares(board: &Geometry) -> Vec<Self> {
        let size = (board.files(), board.ranks());
        let cells: BTreeSet<(u8, u8)> =
            board.squares().map(|square| place(board.cell(square))).collect();
        let [files, ranks] = board.wraps();
        let keeps = |symmetry: &Self| {
            (symmetry.quarters.is_multiple_of(2) || (size.0 == size.1 && files == ranks))
                && cells.iter().all(|cell| cells.contains(&symmetry.of(*cell)))
        };
        let both = [false, true].into_iter();
        let symmetries =
            both.flat_map(|mirrored| (0..4).map(move |quarters| Self { mirrored, quarters, size }));
        symmetries.filter(keeps).collect()
    }

    /// Returns the features that break the symmetry. The image of such a feature under the symmetry
    /// is missing from the board. Each entry also contains the missing image.
    fn broken_by<'f>(
        &self,
        features: &'f BTreeSet<Feature>,
    ) -> impl Iterator<Item = (Feature, Feature)> + use<'f> {
        let symmetry = *self;
        let moved = move |feature: Feature| match feature {
            Feature::Wall(a, b) => Feature::wall(symmetry.of(a), symmetry.of(b)),
            Feature::OneWay(a, b) => Feature::OneWay(symmetry.of(a), symmetry.of(b)),
            Feature::Portal(a, b) => Feature::Portal(symmetry.of(a), symmetry.of(b)),
        };
        let all = features.iter().map(move |feature| (*feature, moved(*feature)));
        all.filter(|(_, moved)| !features.contains(moved))
    }

    /// Returns the image of a cell.
    pub(super) fn of(&self, (mut x, mut y): (u8, u8)) -> (u8, u8) {
        let (mut width, mut height) = self.size;
        if self.mirrored {
            x = width - 1 - x;
        }
        for _ in 0..self.quarters {
            (x, y) = (y, width - 1 - x);
            (width, height) = (height, width);
        }
        (x, y)
    }

    pub(super) fn facing(&self, facing: Facing) -> Facing {
        let sideways = matches!(facing, Facing::East | Facing::West);
        facing.turned(if self.mirrored && sideways { 2 } else { 0 }).turned(self.quarters)
    }
}

/// The pieces of a colour. For each file and rank, there is the kind and the facing of the piece.
pub(super) type Army = BTreeMap<(u8, u8), (Kind, Facing)>;

/// Returns an army as it would be on another side of the board.
pub(super) fn turned(symmetry: &BoardSymmetry, army: &Army) -> Army {
    let piece = |(kind, facing): (Kind, Facing)| (kind, symmetry.facing(facing));
    army.iter().map(|(at, it)| (symmetry.of(*at), piece(*it))).collect()
}

pub(super) fn place(cell: Cell) -> (u8, u8) {
    (cell.file, cell.rank)
}

impl LintInput<'_> {
    /// Warns about a wall, a one-way edge or a portal that treats two seats differently. The
    /// warning is given only if a symmetry of the board's squares maps one seat's army to the other
    /// seat's army.
    pub(super) fn features(&self, out: &mut Vec<Diagnostic>) {
        let spec = self.spec;
        let features = Feature::all(&spec.geometry);
        if self.preset || features.is_empty() {
            return;
        }
        let Some(sides) = self.sides() else { return };
        let symmetries = BoardSymmetry::of_squares(&spec.geometry);
        let Some(((first, model), others)) = sides.split_first() else { return };
        for ((facing, army), seat) in others.iter().zip(&spec.seats[1..]) {
            let fits = symmetries.iter().filter(|symmetry| {
                symmetry.facing(*first) == *facing && turned(symmetry, model) == *army
            });
            let broken = fits.map(|symmetry| symmetry.broken_by(&features).collect::<Vec<_>>());
            let Some(broken) = broken.min_by_key(Vec::len) else { continue };
            let Some((feature, missing)) =
                broken.first().filter(|_| broken.len() <= MAX_LACKING_FEATURES)
            else {
                continue;
            };
            let message = format!(
                "the sides of {} and {} are not alike: there is {} {feature}, but not its counterpart {missing}",
                spec.seats[0].name,
                seat.name,
                feature.what(),
            );
            let help = "add the counterpart, or remove the other; if the sides are meant to differ, write `seats-not-alike = \"allow\"` under \
                        `[lints]`";
            let at = self.place_of(*feature).unwrap_or(self.top);
            out.push(at.warning(Code::SeatsNotAlike, message).help(help));
            return;
        }
    }

    /// Returns the place in the manifest where a feature is listed.
    fn place_of(&self, feature: Feature) -> Option<&FileSpan> {
        let listed = self.table.table("board")?.get(feature.key())?;
        let names = feature.cells().map(|(file, rank)| Cell { file, rank }.to_string());
        let here = |node: &&TomlNode| {
            let text = node.text().unwrap_or_default();
            let parts: Vec<&str> = text.split(['|', '>', '=']).map(str::trim).collect();
            names.iter().all(|name| parts.contains(&name.as_str()))
        };
        Some(listed.list().iter().find(here).map_or(&listed.at, |node| &node.at))
    }
}

/// The maximum number of features that may break a symmetry. If more features break it, there is no
/// warning.
const MAX_LACKING_FEATURES: usize = 2;
