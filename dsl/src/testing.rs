//! Games described in Rust, for tests.

use std::sync::LazyLock;

use quadrille_core::rules::{
    CastlingMove, Counter, EpOccupied, Holds, KindSpec, PieceCounter, Promotion, SeatSpec,
};
use quadrille_core::rules::{Emitted, SeatResult};
use quadrille_core::rules::{Filter, Handler};
use quadrille_core::{
    CompiledRules, Effect, Event, EventKind, Facing, Geometry, HookError, Hooks, Kind, Piece, Seat,
    Spec, Square, View,
};

use crate::formats::notation;

const PAWN: Kind = Kind(0);

/// Places pieces on a line of squares. The first piece is on the square `first`. Each further piece
/// is one step from the piece before it, in the direction of `step`. `kinds` has a letter for each
/// piece, such as `PNBRQK`.
fn row(spec: &mut Spec, seat: u8, first: &str, step: Facing, kinds: &str) {
    let facing = spec.seats[usize::from(seat)].facing;
    let mut square = spec.geometry.square_named(first).unwrap();
    for letter in kinds.chars() {
        let kind = spec.kind_of_letter(letter).unwrap();
        spec.array.push((square, Piece::new(kind, Seat(seat), facing)));
        square = spec.geometry.step(square, step.forward()).unwrap_or(square);
    }
}

/// Returns a game with the kinds of chess and an empty board. The seats belong to two teams, in
/// alternation.
fn bare(geometry: Geometry, seats: &[(&str, char, Facing)]) -> Spec {
    let kind = |name: &str, letter, notation: &str| KindSpec {
        name: name.to_owned(),
        letter,
        royal: name == "king",
        value: 1,
        notation: notation.to_owned(),
        paths: notation::parse(notation).unwrap(),
    };
    let teams = seats.len().min(2);
    let seat = |(i, (name, key, facing)): (usize, &(&str, char, Facing))| SeatSpec {
        name: (*name).to_owned(),
        key: *key,
        facing: *facing,
        team: (i % teams) as u8,
    };
    let kinds = vec![
        kind("pawn", 'P', "fmWfceFifmnD"),
        kind("knight", 'N', "N"),
        kind("bishop", 'B', "B"),
        kind("rook", 'R', "R"),
        kind("queen", 'Q', "Q"),
        kind("king", 'K', "K"),
    ];
    Spec {
        id: "sample".to_owned(),
        teams: (0..teams).map(|i| format!("team {i}")).collect(),
        marks: vec!["vowed".to_owned(), "late".to_owned()],
        piece_counters: vec![PieceCounter { name: "level".to_owned(), min: -1, max: 5, start: 1 }],
        ep_occupied: EpOccupied::CaptureBoth,
        counters: vec![Counter {
            name: "pot".to_owned(),
            per_seat: false,
            min: -5,
            max: 99,
            start: 3,
            worth: 0,
            holds: Holds::Number,
        }],
        repetition: Some(3),
        progress_kinds: 1,
        handlers: [EventKind::Mate, EventKind::Stalemate, EventKind::RoyalCaptured]
            .map(|event| Handler {
                event,
                filter: Filter::default(),
                clause: None,
                judged: false,
                chooses: false,
                name: format!("{event:?}"),
            })
            .to_vec(),
        ply_limit: 1000,
        ..Spec::bare(geometry, seats.iter().enumerate().map(seat).collect(), kinds)
    }
}

/// Adds a castling move. `squares` contains the king's start and end square, then the rook's start
/// and end square. `empty` lists the squares that must be empty.
fn wing(spec: &mut Spec, seat: u8, king_side: bool, squares: [&str; 4], empty: &str) {
    let [king, to, rook, over] = squares.map(|name| spec.geometry.square_named(name).unwrap());
    spec.castling.push(CastlingMove {
        seat: Seat(seat),
        king_side,
        king: (king, to),
        rook: (rook, over),
        kinds: None,
        shares_rights: false,
        empty: empty.split(' ').map(|name| spec.geometry.square_named(name).unwrap()).collect(),
        safe: [king, over].into_iter().collect(),
        clause: None,
    });
}

fn promote(spec: &mut Spec, seat: u8, on: impl Fn(u8, u8) -> bool) {
    let piece = Piece::new(PAWN, Seat(seat), spec.seats[usize::from(seat)].facing);
    let kinds: Vec<_> = [1, 2, 3, 4].map(Kind).to_vec();
    let squares: Vec<Square> = spec.geometry.squares().collect();
    for square in squares {
        let cell = spec.geometry.cell(square);
        if on(cell.file + 1, cell.rank + 1) {
            let promotion =
                Promotion { kinds: kinds.clone(), optional: false, ..Promotion::default() };
            spec.promotions.push((piece, square, promotion));
        }
    }
}

/// Returns a game with four armies on a board in the shape of a cross. Opposite seats are partners.
/// The game has castling, promotion and points.
pub(crate) fn cross() -> Spec {
    let cut = |i: usize| !(3..11).contains(&i);
    let rows: Vec<Vec<bool>> =
        (0..14).map(|y| (0..14).map(|x| !(cut(x) && cut(y))).collect()).collect();
    let seats = [
        ("red", 'r', Facing::North),
        ("blue", 'b', Facing::East),
        ("yellow", 'y', Facing::South),
        ("green", 'g', Facing::West),
    ];
    let mut spec = bare(Geometry::new(&rows).unwrap(), &seats);
    for (seat, back, front, step) in [
        (0, "d1", "d2", Facing::East),
        (1, "a11", "b11", Facing::South),
        (2, "k14", "k13", Facing::West),
        (3, "n4", "m4", Facing::North),
    ] {
        row(&mut spec, seat, back, step, "RNBQKBNR");
        row(&mut spec, seat, front, step, "PPPPPPPP");
    }
    wing(&mut spec, 0, true, ["h1", "j1", "k1", "i1"], "i1 j1");
    wing(&mut spec, 0, false, ["h1", "f1", "d1", "g1"], "g1 f1 e1");
    wing(&mut spec, 1, true, ["a7", "a5", "a4", "a6"], "a6 a5");
    wing(&mut spec, 1, false, ["a7", "a9", "a11", "a8"], "a8 a9 a10");
    wing(&mut spec, 2, true, ["g14", "e14", "d14", "f14"], "f14 e14");
    wing(&mut spec, 2, false, ["g14", "i14", "k14", "h14"], "h14 i14 j14");
    wing(&mut spec, 3, true, ["n8", "n10", "n11", "n9"], "n9 n10");
    wing(&mut spec, 3, false, ["n8", "n6", "n4", "n7"], "n7 n6 n5");
    promote(&mut spec, 0, |_, rank| rank == 11);
    promote(&mut spec, 1, |file, _| file == 11);
    promote(&mut spec, 2, |_, rank| rank == 4);
    promote(&mut spec, 3, |file, _| file == 4);
    spec.counters.push(Counter {
        name: "points".to_owned(),
        per_seat: true,
        min: -1000,
        max: 1000,
        start: 0,
        worth: 1,
        holds: Holds::Number,
    });
    spec
}

/// Returns orthodox chess.
pub(crate) fn chess() -> Spec {
    let seats = [("white", 'w', Facing::North), ("black", 'b', Facing::South)];
    let mut spec = bare(Geometry::rectangle(8, 8).unwrap(), &seats);
    for (seat, back, front) in [(0, "a1", "a2"), (1, "a8", "a7")] {
        row(&mut spec, seat, back, Facing::East, "RNBQKBNR");
        row(&mut spec, seat, front, Facing::East, "PPPPPPPP");
    }
    wing(&mut spec, 0, true, ["e1", "g1", "h1", "f1"], "f1 g1");
    wing(&mut spec, 0, false, ["e1", "c1", "a1", "d1"], "b1 c1 d1");
    wing(&mut spec, 1, true, ["e8", "g8", "h8", "f8"], "f8 g8");
    wing(&mut spec, 1, false, ["e8", "c8", "a8", "d8"], "b8 c8 d8");
    promote(&mut spec, 0, |_, rank| rank == 8);
    promote(&mut spec, 1, |_, rank| rank == 1);
    spec
}

pub(crate) fn rules(spec: Spec) -> CompiledRules {
    CompiledRules::new(spec).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the rules of [`chess`], compiled once.
pub(crate) fn chess_rules() -> CompiledRules {
    static RULES: LazyLock<CompiledRules> = LazyLock::new(|| rules(chess()));
    RULES.clone()
}

/// Returns the rules of [`cross`], compiled once.
pub(crate) fn cross_rules() -> CompiledRules {
    static RULES: LazyLock<CompiledRules> = LazyLock::new(|| rules(cross()));
    RULES.clone()
}

/// Hooks that end the game. If a seat is mated or loses its royal, the seat's team loses and all
/// other seats win. A stalemate is a draw for all seats.
pub(crate) struct Ends;

impl Hooks for Ends {
    fn call(
        &self,
        _: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let loser = match event {
            Event::Mate(seat) => Some(*seat),
            Event::RoyalCaptured { piece, .. } => Some(piece.colour()),
            _ => None,
        };
        let spec = view.rules().spec();
        let result = |seat: &SeatSpec| match loser {
            None => SeatResult::Draw,
            Some(loser) if seat.team == spec.team(loser) => SeatResult::Loss,
            Some(_) => SeatResult::Win,
        };
        let results = spec.seats.iter().map(result).collect();
        out.push(Emitted { effect: Effect::Finish(results), clause: None, place: 0 });
        Ok(())
    }
}
