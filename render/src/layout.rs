//! What a picture shows, for every back end: squares, pieces, walls and marks.

use quadrille_core::rules::Abilities;
use quadrille_core::{Cell, Colour, Facing, Piece, Play, Seat, Setup, Spec, Square, StateId, Zone};

use super::colour::Rgb;

/// A picture, before it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// What it shows, in a line.
    pub title: String,
    /// Files of the bounding box.
    pub files: u8,
    /// Ranks of the bounding box.
    pub ranks: u8,
    /// The cells, row by row from the bottom left; `None` is a hole.
    tiles: Vec<Option<Tile>>,
    /// The walls.
    pub walls: Vec<Wall>,
    /// The seats.
    pub seats: Vec<SeatLook>,
    /// What is to be said beside the board, a line each.
    pub notes: Vec<String>,
}

/// A square.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// Whether it is a light one, on a coloured board.
    pub light: Option<bool>,
    /// The piece on it.
    pub piece: Option<PieceLook>,
    /// A mark on it.
    pub mark: Option<Mark>,
}

/// A piece as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceLook {
    /// Whose army, by place in [`Picture::seats`].
    pub seat: usize,
    /// The letter of its kind.
    pub letter: char,
    /// The name of its kind, which selects its figure.
    pub kind: String,
    /// Where it faces, if not as its army does.
    pub turned: Option<Facing>,
    /// Whether it moves and can be captured.
    pub status: PieceStatus,
    /// Who moves it, if not the seat of its colour; an inner `None` is nature.
    pub holder: Option<Option<usize>>,
}

/// Whether a piece moves and can be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceStatus {
    /// It moves.
    Live,
    /// It does not move and can't be captured.
    Frozen,
    /// It does not move and can be captured.
    Dead,
}

/// A mark on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Its royal is in check.
    Check,
    /// The square of the piece whose moves are shown.
    Origin,
    /// It may move here if the square is empty.
    Quiet,
    /// It may capture here.
    Capture,
    /// It may move or capture here.
    Either,
    /// It may move here if other pieces stand where it needs them.
    Assisted,
    /// What is said about the picture is about this square.
    Highlight,
}

/// A wall: from the corner at the lower left of a cell, one cell's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wall {
    /// The corner's file.
    pub file: u8,
    /// The corner's rank.
    pub rank: u8,
    /// It goes up from there; otherwise to the right.
    pub upright: bool,
}

/// How a seat looks.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatLook {
    /// Its name.
    pub name: String,
    /// Its letter.
    pub key: char,
    /// The colour of its pieces.
    pub colour: Rgb,
}

/// What a picture needs beyond the rules and the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct PictureOptions<'a> {
    /// What it shows, in a line.
    pub title: &'a str,
    /// The colour of each seat's pieces, as CSS.
    pub colours: &'a [String],
    /// Where royals stand in check.
    pub checks: Zone,
}

impl Picture {
    /// The picture of a position.
    #[must_use]
    pub fn new(spec: &Spec, setup: &Setup, look: &PictureOptions<'_>) -> Self {
        let mut picture = Self::empty(spec, look);
        for &(square, piece) in &setup.pieces {
            let look = piece_look(spec, setup, piece);
            if let Some(tile) = picture.tile_mut(spec, square) {
                tile.piece = Some(look);
            }
        }
        for square in look.checks {
            picture.mark(spec, square, Mark::Check);
        }
        picture.notes = notes(spec, setup);
        picture
    }

    /// The picture of a game as it stands, with royals in check marked.
    #[must_use]
    pub fn of_game(spec: &Spec, game: &dyn Play, options: &PictureOptions<'_>) -> Self {
        let mut checks = options.checks;
        for seat in (0..spec.seats.len()).map(|seat| Seat(seat as u8)) {
            if game.in_check(seat) {
                game.royals(seat).into_iter().for_each(|square| checks.insert(square));
            }
        }
        Self::new(spec, &game.setup(), &PictureOptions { checks, ..*options })
    }

    /// The picture of the bare board.
    #[must_use]
    pub fn empty(spec: &Spec, look: &PictureOptions<'_>) -> Self {
        let board = &spec.geometry;
        let tile = |rank: u8, file: u8| {
            let square = board.at(i32::from(file), i32::from(rank))?;
            Some(Tile { light: board.is_light(square), piece: None, mark: None })
        };
        let (files, ranks) = (board.files(), board.ranks());
        let colour = |i: usize| {
            look.colours.get(i).and_then(|text| Rgb::parse(text)).unwrap_or(Rgb::of_seat(i))
        };
        Self {
            title: look.title.to_owned(),
            files,
            ranks,
            tiles: (0..ranks)
                .flat_map(|rank| (0..files).map(move |file| (rank, file)))
                .map(|(rank, file)| tile(rank, file))
                .collect(),
            walls: board.walls().iter().map(|&(a, b)| wall(a, b)).collect(),
            seats: spec
                .seats
                .iter()
                .enumerate()
                .map(|(i, seat)| SeatLook {
                    name: seat.name.clone(),
                    key: seat.key,
                    colour: colour(i),
                })
                .collect(),
            notes: Vec::new(),
        }
    }

    /// The square of a cell, if it is one.
    #[must_use]
    pub fn tile(&self, file: i32, rank: i32) -> Option<&Tile> {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        if inside { self.tiles.get((rank * files + file) as usize)?.as_ref() } else { None }
    }

    /// Points something out about a square.
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

    /// Whether anything is marked so.
    #[must_use]
    pub fn has(&self, mark: Mark) -> bool {
        self.tiles.iter().flatten().any(|tile| tile.mark == Some(mark))
    }

    /// Whether any piece has this status.
    #[must_use]
    pub fn has_status(&self, status: PieceStatus) -> bool {
        self.tiles
            .iter()
            .flatten()
            .any(|tile| tile.piece.as_ref().is_some_and(|m| m.status == status))
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

fn wall(a: Cell, b: Cell) -> Wall {
    Wall { file: b.file, rank: b.rank, upright: a.rank == b.rank }
}

fn bare_look(spec: &Spec, piece: Piece) -> PieceLook {
    let kind = spec.kinds.get(piece.kind().index());
    let seat = piece.colour().index();
    let own = spec.seats.get(seat).map(|seat| seat.facing);
    PieceLook {
        seat,
        letter: kind.map_or('?', |kind| kind.letter),
        kind: kind.map_or_else(String::new, |kind| kind.name.clone()),
        turned: Some(piece.facing()).filter(|_| own.is_some_and(|own| own != piece.facing())),
        status: PieceStatus::Live,
        holder: None,
    }
}

fn piece_look(spec: &Spec, setup: &Setup, piece: Piece) -> PieceLook {
    let colour = piece.colour();
    let holder = setup.controllers.get(colour.index()).copied().unwrap_or(Some(colour));
    let royal = spec.kinds.get(piece.kind().index()).is_some_and(|kind| kind.royal);
    let able = |state: Option<&StateId>| {
        let state = state.and_then(|id| spec.states.get(usize::from(id.0)));
        state.map_or(Abilities::ALL, |state| if royal { state.royals } else { state.pieces })
    };
    let army = able(setup.army_states.get(colour.index()));
    let seat = able(holder.and_then(|seat| setup.seat_states.get(seat.index())));
    let status = match (army.moves && seat.moves, army.capturable && seat.capturable) {
        (true, _) => PieceStatus::Live,
        (false, true) => PieceStatus::Dead,
        (false, false) => PieceStatus::Frozen,
    };
    PieceLook {
        status,
        holder: (holder != Some(colour)).then_some(holder.map(Colour::index)),
        ..bare_look(spec, piece)
    }
}

/// Whose turn it is, and which seats and armies are not as at the start.
fn notes(spec: &Spec, setup: &Setup) -> Vec<String> {
    let name = |i: usize| spec.seats.get(i).map_or("nobody", |seat| seat.name.as_str());
    let state = |id: &StateId| spec.states.get(usize::from(id.0)).map_or("?", |s| s.name.as_str());
    let mut notes = vec![format!("{} to move", name(setup.turn.index()))];
    for i in 0..spec.seats.len() {
        let seat = setup.seat_states.get(i).filter(|id| **id != StateId::ACTIVE);
        let army = setup.army_states.get(i).filter(|id| **id != StateId::ACTIVE);
        match (seat, army) {
            (None, None) => {}
            (Some(seat), Some(army)) if seat == army => {
                notes.push(format!("{} is {}", name(i), state(seat)));
            }
            (seat, army) => {
                notes.extend(seat.map(|id| format!("{} is {}", name(i), state(id))));
                notes.extend(army.map(|id| format!("{}'s pieces are {}", name(i), state(id))));
            }
        }
        match setup.controllers.get(i) {
            Some(Some(holder)) if holder.index() != i => {
                notes.push(format!("{}'s pieces are moved by {}", name(i), name(holder.index())));
            }
            Some(None) => notes.push(format!("{}'s pieces move at random", name(i))),
            _ => {}
        }
        let hand: Vec<String> = setup.hands.get(i).map_or_else(Vec::new, |hand| {
            let counts = hand.iter().zip(&spec.kinds).filter(|(n, _)| **n > 0);
            counts.map(|(n, kind)| format!("{n} {}", kind.name)).collect()
        });
        if !hand.is_empty() {
            notes.push(format!("{} holds {}", name(i), hand.join(", ")));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{cross, orthodox};
    use quadrille_core::Seat;

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
    fn a_piece_shows_where_it_looks_only_if_its_army_looks_elsewhere() {
        let (spec, mut setup) = cross();
        let a = &mut setup.pieces[0].1;
        *a = a.with_facing(Facing::South);
        let picture = Picture::new(&spec, &setup, &PictureOptions::default());
        let turned: Vec<_> =
            picture.tiles.iter().flatten().filter_map(|t| t.piece.as_ref()?.turned).collect();
        assert_eq!(turned, [Facing::South]);
    }

    #[test]
    fn an_army_of_a_gone_seat_that_an_heir_moves_is_alive() {
        let (spec, mut setup) = cross();
        setup.seat_states[1] = StateId::GONE;
        let status = |setup: &Setup| {
            let picture = Picture::new(&spec, setup, &PictureOptions::default());
            picture.tile(0, 3).and_then(|tile| tile.piece.as_ref()).map(|piece| piece.status)
        };
        assert_eq!(status(&setup), Some(PieceStatus::Frozen));
        setup.controllers[1] = Some(Seat(0));
        assert_eq!(status(&setup), Some(PieceStatus::Live));
        setup.army_states[1] = StateId::DEAD;
        assert_eq!(status(&setup), Some(PieceStatus::Dead));
    }

    #[test]
    fn notes_name_the_turn_and_every_changed_state() {
        let (spec, mut setup) = cross();
        setup.turn = Seat(2);
        setup.seat_states[1] = StateId::FROZEN;
        setup.army_states[1] = StateId::FROZEN;
        setup.army_states[3] = StateId::DEAD;
        setup.controllers[3] = Some(Seat(0));
        setup.hands[0][1] = 2;
        assert_eq!(
            notes(&spec, &setup),
            [
                "white to move",
                "yellow holds 2 queen",
                "red is frozen",
                "black's pieces are dead",
                "black's pieces are moved by yellow",
            ]
        );
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
