//! [`Picture`], the content of a picture, from which SVG and terminal pictures are drawn. It has
//! the squares, pieces, walls, lines and marks of the board, and the [`Legend`] beside it.

use std::collections::BTreeSet;

use quadrille_core::rules::{Fog, KnownTo};
use quadrille_core::{AnyGame, Cell, Kind, Piece, Seat, Setup, Spec, Square, Zone};
use quadrille_dsl::manifest::piece_figures::symbol_of;
use quadrille_dsl::text::{Argument, Sentence};
use quadrille_dsl::{Ruleset, sentence};

use super::edges::{self, Edge};
use super::legend::Legend;
use super::pieces::{ColourLook, Directions, PieceLook, PieceStatus, bare_look, piece_look};
use super::zone_group::ZoneGroup;
use crate::colour::Rgb;

/// The content of a picture, before it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The title of the picture, on one line.
    pub title: String,
    /// The number of files of the bounding box.
    pub files: u8,
    /// The number of ranks of the bounding box.
    pub ranks: u8,
    /// The cells, row by row from the bottom left; `None` is a hole.
    tiles: Vec<Option<Tile>>,
    /// The walls of the board in this position.
    pub walls: Vec<Wall>,
    /// The edges where the board wraps round to its opposite side.
    pub joined: Vec<Edge>,
    /// The edges that can be crossed in one direction only.
    pub one_way: Vec<Edge>,
    /// Lines drawn on the board. Each line crosses the squares at its ends and all squares between
    /// them.
    pub lines: Vec<(Cell, Cell)>,
    /// The marked zones.
    pub zones: Vec<ZoneGroup>,
    /// The look of each seat's pieces. The look of neutral pieces comes last.
    pub colours: Vec<ColourLook>,
    /// The kinds for which the ruleset names a symbol, with these symbols.
    symbols: Vec<(String, String)>,
    /// Letters and names of all kinds of the ruleset.
    kinds: Vec<(char, String)>,
    /// The possible promotions. Each entry has the letter of a kind, and then the letter of a kind
    /// to which this kind can promote.
    promotions: BTreeSet<(char, char)>,
    /// The facts beside the board; `None` if the picture shows no position.
    pub legend: Option<Legend>,
    /// Further facts about the board.
    pub notes: Vec<Sentence>,
}

/// A square of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// `true` for a light square, `false` for a dark one, `None` on an uncoloured board.
    pub light: Option<bool>,
    /// The piece on the square.
    pub piece: Option<PieceLook>,
    /// The mark on the square.
    pub mark: Option<Mark>,
    /// The number of the square's portal, from 1. Portals with the same number lead to each other.
    pub portal: Option<usize>,
}

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The piece on this square is a royal in check. Used only in games in which check has a
    /// meaning.
    Check,
    /// The piece on this square is the one whose moves the picture shows.
    Origin,
    /// The piece may move to this square if the square is empty.
    Quiet,
    /// The piece may move to this square if it captures there.
    Capture,
    /// The piece may move to this square with or without a capture.
    Either,
    /// The piece may move to this square if other pieces stand in the right places.
    Assisted,
    /// The square is mentioned in the text beside the picture.
    Highlight,
    /// The content of the square is hidden from the viewer.
    Hidden,
}

impl Mark {
    /// The marks that need an explanation in the legend, each with its explanation.
    pub const MEANINGS: [(Self, &'static str); 7] = [
        (Self::Check, "in check"),
        (Self::Either, "moves or captures"),
        (Self::Quiet, "moves only"),
        (Self::Capture, "captures only"),
        (Self::Assisted, "only if other pieces help"),
        (Self::Highlight, "the squares in question"),
        (Self::Hidden, "out of sight"),
    ];
}

/// A wall along one side of a cell. It begins at the lower left corner of the cell at `file` and
/// `rank`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wall {
    /// The file of the cell at whose lower left corner the wall begins.
    pub file: u8,
    /// The rank of the cell at whose lower left corner the wall begins.
    pub rank: u8,
    /// The direction of the wall from the corner: `true` if it goes up, `false` if it goes to the
    /// right.
    pub upright: bool,
}

/// The options of a picture, apart from the rules and the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureOptions<'a> {
    /// The title of the picture, on one line.
    pub title: &'a str,
    /// The colour of each seat's pieces, in the notation of CSS.
    pub colours: &'a [String],
    /// The kinds for which the ruleset names a symbol, with these symbols.
    pub symbols: &'a [(String, String)],
    /// Lines to draw on the board. Each has the squares at its ends.
    pub lines: &'a [(Cell, Cell)],
    /// The squares of the royals that are in check.
    pub checks: Zone,
    /// The seat from whose point of view a game with hidden information is shown. `None` shows
    /// everything.
    pub viewer: Option<Seat>,
}

impl<'a> PictureOptions<'a> {
    /// Returns options with a title, and with the colours, symbols and lines of a ruleset.
    #[must_use]
    pub fn of(ruleset: &'a Ruleset, title: &'a str) -> Self {
        let meta = &ruleset.meta;
        Self {
            title,
            colours: &meta.colours,
            symbols: &meta.symbols,
            lines: &meta.lines,
            ..Self::default()
        }
    }
}

impl Picture {
    /// Creates the picture of a position.
    #[must_use]
    pub fn new(spec: &Spec, setup: &Setup, look: &PictureOptions<'_>) -> Self {
        let mut picture = Self::empty(spec, look);
        picture.walls = setup.geometry(spec).walls().iter().map(|&(a, b)| wall(a, b)).collect();
        let directions = Directions::new(spec, setup);
        for &(square, piece) in &setup.pieces {
            let look = piece_look(spec, setup, piece, &directions);
            if let Some(tile) = picture.tile_mut(spec, square) {
                tile.piece = Some(look);
            }
        }
        for square in look.checks {
            picture.mark(spec, square, Mark::Check);
        }
        picture.legend = Some(Legend::new(spec, setup));
        picture
    }

    /// Creates the picture of a game at its present position. Royals in check are marked.
    #[must_use]
    pub fn of_game(spec: &Spec, game: &dyn AnyGame, options: &PictureOptions<'_>) -> Self {
        let mut checks = options.checks;
        for seat in (0..spec.seats.len()).map(|seat| Seat(seat as u8)) {
            if spec.heeds_check(seat) && game.in_check(seat) {
                game.royals(seat).into_iter().for_each(|square| checks.insert(square));
            }
        }
        let mut setup = game.setup();
        if let Some(viewer) = options.viewer {
            setup.pieces = game.pieces_seen_by(std::iter::once(viewer).collect());
        }
        let mut picture = Self::new(spec, &setup, &PictureOptions { checks, ..*options });
        picture.legend = Some(Legend::of_game(spec, game));
        if let Some(viewer) = options.viewer {
            for square in spec.geometry.all() - game.visible(viewer) {
                picture.hide(spec, square);
            }
        }
        picture
    }

    /// Removes the piece from a square and marks the square as hidden.
    fn hide(&mut self, spec: &Spec, square: Square) {
        if let Some(tile) = self.tile_mut(spec, square) {
            tile.piece = None;
            tile.mark = Some(Mark::Hidden);
        }
    }

    /// Creates the picture of the empty board.
    #[must_use]
    pub fn empty(spec: &Spec, look: &PictureOptions<'_>) -> Self {
        let board = &spec.geometry;
        let tile = |rank: u8, file: u8| {
            let square = board.at(i32::from(file), i32::from(rank))?;
            let portal = board.portals().position(|portal| portal.contains(&square));
            let portal = portal.map(|number| number + 1);
            Some(Tile { light: board.is_light(square), piece: None, mark: None, portal })
        };
        let (files, ranks) = (board.files(), board.ranks());
        let colour = |i: usize| {
            look.colours.get(i).and_then(|text| Rgb::parse(text)).unwrap_or(Rgb::of_seat(i))
        };
        let letter = |kind: Kind| spec.kinds.get(kind.index()).map_or('?', |kind| kind.letter);
        let promotions = spec.promotions.iter().flat_map(|(piece, _, promotion)| {
            promotion.kinds.iter().map(|kind| (letter(piece.kind()), letter(*kind)))
        });
        let promotions = promotions.collect();
        Self {
            title: look.title.to_owned(),
            files,
            ranks,
            tiles: (0..ranks)
                .flat_map(|rank| (0..files).map(move |file| (rank, file)))
                .map(|(rank, file)| tile(rank, file))
                .collect(),
            walls: board.walls().iter().map(|&(a, b)| wall(a, b)).collect(),
            joined: edges::joined(spec),
            one_way: edges::one_way(spec),
            lines: look.lines.to_vec(),
            zones: Vec::new(),
            colours: spec
                .colours()
                .map(|of| ColourLook {
                    name: spec.colour_name(of).to_owned(),
                    key: spec.colour_key(of),
                    colour: colour(of.index()),
                })
                .collect(),
            symbols: look.symbols.to_vec(),
            kinds: spec.kinds.iter().map(|kind| (kind.letter, kind.name.clone())).collect(),
            promotions,
            legend: None,
            notes: notes(spec),
        }
    }

    /// Returns the symbol of a kind.
    #[must_use]
    pub fn symbol<'a>(&'a self, kind: &'a str) -> &'a str {
        symbol_of(&self.symbols, kind)
    }

    /// Returns `true` if the board has portals.
    #[must_use]
    pub fn has_portals(&self) -> bool {
        self.tiles.iter().flatten().any(|tile| tile.portal.is_some())
    }

    /// Returns the meaning of the numbers on portals, or `None` if the board has no portals.
    #[must_use]
    pub fn portal_meaning(&self) -> Option<&'static str> {
        let numbers = || self.tiles.iter().flatten().filter_map(|tile| tile.portal);
        let in_pairs = numbers().all(|n| numbers().filter(|other| *other == n).count() == 2);
        self.has_portals().then_some(if in_pairs {
            "what enters comes out of the other one with the same number"
        } else {
            "what enters comes out of another one with the same number"
        })
    }

    /// Returns the square at `file` and `rank`, or `None` for a hole or a cell off the board.
    #[must_use]
    pub fn tile(&self, file: i32, rank: i32) -> Option<&Tile> {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        if inside { self.tiles.get((rank * files + file) as usize)?.as_ref() } else { None }
    }

    /// Sets the mark of a square.
    pub fn mark(&mut self, spec: &Spec, square: Square, mark: Mark) {
        if let Some(tile) = self.tile_mut(spec, square) {
            tile.mark = Some(mark);
        }
    }

    /// Puts a piece on a square.
    pub fn place(&mut self, spec: &Spec, square: Square, piece: Piece) {
        let look = bare_look(spec, piece);
        if let Some(tile) = self.tile_mut(spec, square) {
            tile.piece = Some(look);
        }
    }

    /// Returns `true` if at least one square has this mark.
    #[must_use]
    pub fn has(&self, mark: Mark) -> bool {
        self.tiles.iter().flatten().any(|tile| tile.mark == Some(mark))
    }

    /// Returns the pieces on the board.
    pub fn pieces(&self) -> impl Iterator<Item = &PieceLook> {
        self.tiles.iter().flatten().filter_map(|tile| tile.piece.as_ref())
    }

    /// Returns `true` if at least one piece has this status.
    #[must_use]
    pub fn has_status(&self, status: PieceStatus) -> bool {
        self.pieces().any(|piece| piece.status == status)
    }

    /// Returns the pieces in a seat's hand, with the number of each.
    pub fn hand(&self, seat: usize) -> impl Iterator<Item = (PieceLook, u8)> {
        let row = self.legend.as_ref().and_then(|legend| legend.seats.get(seat));
        row.into_iter().flat_map(move |row| {
            row.hand.iter().map(move |(letter, kind, n)| {
                let (letter, kind, status) = (*letter, kind.clone(), row.status);
                let look = PieceLook {
                    seat,
                    letter,
                    kind,
                    arrow: None,
                    status,
                    holder: None,
                    counters: Vec::new(),
                    marks: Vec::new(),
                };
                (look, *n)
            })
        })
    }

    /// Returns the letters and names of the kinds that are on the board or in hands.
    #[must_use]
    pub fn kinds_shown(&self) -> Vec<(char, &str)> {
        let held = self.legend.iter().flat_map(|legend| &legend.seats).flat_map(|row| &row.hand);
        let held = held.map(|(letter, ..)| *letter);
        let shown: BTreeSet<char> = self.pieces().map(|piece| piece.letter).chain(held).collect();
        let kinds = self.kinds.iter().filter(|(letter, _)| shown.contains(letter));
        kinds.map(|(letter, name)| (*letter, name.as_str())).collect()
    }

    /// Returns the letters and names of the kinds that can come onto the board by promotion. Only
    /// promotions of pieces on the board or in hands count. Kinds that are already on the board or
    /// in hands are left out.
    #[must_use]
    pub fn kinds_promoted_to(&self) -> Vec<(char, &str)> {
        let shown: BTreeSet<char> =
            self.kinds_shown().into_iter().map(|(letter, _)| letter).collect();
        let promoted = |letter: &char| {
            self.promotions.iter().any(|(from, to)| to == letter && shown.contains(from))
        };
        let kinds =
            self.kinds.iter().filter(|(letter, _)| !shown.contains(letter) && promoted(letter));
        kinds.map(|(letter, name)| (*letter, name.as_str())).collect()
    }

    /// Returns the facts of the legend, the notes and the counters of pieces as text, one per line.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        let legend = self.legend.iter().flat_map(|legend| legend.lines(&self.colours));
        legend.chain(self.notes.iter().map(Sentence::to_string)).chain(self.counted()).collect()
    }

    /// Returns a line for each counter of pieces. The line lists the pieces whose counter differs
    /// from its value at the start, each with its square and the value of the counter.
    fn counted(&self) -> Vec<String> {
        let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
        let places = self
            .tiles
            .iter()
            .enumerate()
            .filter_map(|(place, tile)| Some((place, tile.as_ref()?.piece.as_ref()?)));
        for (place, piece) in places {
            let files = usize::from(self.files);
            let cell = Cell { file: (place % files) as u8, rank: (place / files) as u8 };
            for (name, value) in &piece.counters {
                let said = format!("{cell} {value}");
                match lines.iter_mut().find(|(known, _)| known == name) {
                    Some((_, values)) => values.push(said),
                    None => lines.push((name, vec![said])),
                }
            }
        }
        lines.iter().map(|(name, values)| format!("{name}: {}", values.join(", "))).collect()
    }

    /// Returns all facts beside the board as text, one per line. The marked zones come last.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = self.said();
        words.extend(self.zones.iter().map(ZoneGroup::words));
        words
    }

    fn tile_mut(&mut self, spec: &Spec, square: Square) -> Option<&mut Tile> {
        if !spec.geometry.has(square) {
            return None;
        }
        let Cell { file, rank } = spec.geometry.cell(square);
        let place = usize::from(rank) * usize::from(self.files) + usize::from(file);
        self.tiles.get_mut(place)?.as_mut()
    }
}

/// Returns the facts about the board that a reader can't see from the squares and pieces, one
/// sentence each: joined sides, one-way edges, portals and fog.
fn notes(spec: &Spec) -> Vec<Sentence> {
    let board = &spec.geometry;
    let joined = match board.wraps() {
        [true, true] => Some(sentence!(BoardSidesJoined)),
        [true, false] => Some(sentence!(BoardLeftJoined)),
        [false, true] => Some(sentence!(BoardTopJoined)),
        [false, false] => None,
    };
    let ways: Vec<Argument> =
        board.one_way().map(|(from, to)| Argument::Text(format!("{from}>{to}"))).collect();
    let one_way = (!ways.is_empty()).then(|| sentence!(BoardOneWay, ways = Argument::List(ways)));
    let fog = spec.fog.map(|fog| match fog {
        Fog::Seat => sentence!(BoardFogOfSeats),
        Fog::Team => sentence!(BoardFogOfTeams),
    });
    let portals = board.portals().map(|portal| {
        let squares: Vec<Argument> =
            portal.iter().map(|at| Argument::Square(board.name(*at))).collect();
        let next = squares.iter().cycle().skip(1).cloned();
        let mut ways = squares.iter().cloned().zip(next);
        match (squares.len(), ways.next()) {
            (2, Some((from, to))) => sentence!(BoardPortal, from = from, to = to),
            (_, first) => {
                let way = |(from, to)| sentence!(BoardPortalWay, from = from, to = to).into();
                let ways: Argument = first.into_iter().chain(ways).map(way).collect();
                sentence!(BoardPortals, ways = ways)
            }
        }
    });
    let known_to = spec.hidden.as_ref().map(|hidden| match hidden.known_to {
        KnownTo::Seat => sentence!(BoardKindsOfSeats),
        KnownTo::Team => sentence!(BoardKindsOfTeams),
        KnownTo::Nobody => sentence!(BoardKindsOfNobody),
    });
    joined.into_iter().chain(fog).chain(known_to).chain(one_way).chain(portals).collect()
}

fn wall(a: Cell, b: Cell) -> Wall {
    Wall { file: b.file, rank: b.rank, upright: a.rank == b.rank }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cross, orthodox};
    use quadrille_core::rules::{Circumstance, Gate, MeasuredValue};

    #[test]
    fn a_wall_that_comes_and_goes_is_drawn_while_it_stands() {
        let (mut spec, mut setup) = cross();
        let (a, b) = (Cell { file: 6, rank: 3 }, Cell { file: 7, rank: 3 });
        let until = Circumstance { of: MeasuredValue::Ply, least: 0, most: 7 };
        spec.gates = vec![Gate { edges: vec![(a, b)], circumstances: vec![until] }];
        let walls = |setup: &Setup| Picture::new(&spec, setup, &PictureOptions::default()).walls;
        assert_eq!(walls(&setup), [Wall { file: 7, rank: 3, upright: true }]);
        setup.ply = 8;
        assert_eq!(walls(&setup), []);
    }

    #[test]
    fn holes_are_blank_and_squares_keep_their_colour() {
        let (spec, setup) = cross();
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        assert_eq!(picture.tile(0, 0), None);
        assert_eq!(picture.tile(14, 5), None);
        assert_eq!(picture.tile(-1, 5), None);
        let g1 = picture.tile(6, 0).unwrap();
        assert_eq!(g1.light, Some(true));
        assert_eq!(g1.piece.as_ref().map(|piece| piece.letter), Some('Q'));
    }

    #[test]
    fn kinds_on_the_board_and_in_hands_are_named_in_the_order_of_the_rules() {
        let (spec, mut setup) = orthodox();
        setup.pieces.retain(|(_, piece)| spec.kinds[piece.kind().index()].letter == 'P');
        let hopper = spec.kind_of_letter('H').unwrap().index();
        setup.hands[1][hopper] = 3;
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        assert_eq!(picture.kinds_shown(), [('P', "pawn"), ('H', "hopper")]);
        let held: Vec<_> =
            picture.hand(1).map(|(piece, n)| (piece.seat, piece.letter, n)).collect();
        assert_eq!(held, [(1, 'H', 3)]);
        assert_eq!(picture.hand(0).count(), 0);
    }

    #[test]
    fn a_position_of_the_wrong_size_is_drawn_as_far_as_it_goes() {
        let (spec, mut setup) = orthodox();
        setup.pieces.push((Square(200), setup.pieces[0].1));
        setup.seat_states.clear();
        setup.army_states.clear();
        setup.controllers.clear();
        setup.hands.clear();
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        assert!(picture.tile(4, 0).is_some_and(|tile| tile.piece.is_some()));
    }
}
