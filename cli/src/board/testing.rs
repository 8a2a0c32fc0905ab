//! Hand-made boards for the tests of pictures: no file is read and no rule is played.

use quadrille_core::effect::SeatResult;
use quadrille_core::movement::{End, Leg, Take, Walk};
use quadrille_core::spec::{
    EpOccupied, EpWindow, Hostility, KindSpec, MateTest, Royals, SeatSpec, State,
};
use quadrille_core::{
    Facing, Geometry, Kind, Piece, Protect, Seat, Seats, Setup, Spec, StateId, Vector,
};

const BACK: &str = "RNBQKBNR";

/// The orthodox array on a board of eight files and so many ranks; `files` is for boards that
/// are wider than the array.
pub fn start(files: usize, ranks: usize) -> (Spec, Setup) {
    let board = Geometry::rectangle(files, ranks).unwrap();
    let mut spec = spec(board, &[("white", Facing::North), ("black", Facing::South)]);
    for (i, letter) in BACK.chars().enumerate() {
        let top = ranks as i32 - 1;
        put(&mut spec, 0, letter, i as i32, 0);
        put(&mut spec, 0, 'P', i as i32, 1);
        put(&mut spec, 1, 'P', i as i32, top - 1);
        put(&mut spec, 1, letter, i as i32, top);
    }
    let setup = setup(&spec);
    (spec, setup)
}

/// Four armies on the board of 160 squares.
pub fn cross() -> (Spec, Setup) {
    let inside = |x: usize, y: usize| (3..11).contains(&x) || (3..11).contains(&y);
    let rows: Vec<Vec<bool>> = (0..14).map(|y| (0..14).map(|x| inside(x, y)).collect()).collect();
    let mut board = Geometry::new(&rows).unwrap();
    board.set_light_is_even(true);
    let seats = [
        ("yellow", Facing::North),
        ("red", Facing::East),
        ("white", Facing::South),
        ("black", Facing::West),
    ];
    let mut spec = spec(board, &seats);
    for (i, letter) in BACK.chars().enumerate() {
        let i = i as i32;
        let turned = |letter| match letter {
            'K' => 'Q',
            'Q' => 'K',
            other => other,
        };
        put(&mut spec, 0, letter, 3 + i, 0);
        put(&mut spec, 0, 'P', 3 + i, 1);
        put(&mut spec, 1, letter, 0, 3 + i);
        put(&mut spec, 1, 'P', 1, 3 + i);
        put(&mut spec, 2, turned(letter), 3 + i, 13);
        put(&mut spec, 2, 'P', 3 + i, 12);
        put(&mut spec, 3, turned(letter), 13, 3 + i);
        put(&mut spec, 3, 'P', 12, 3 + i);
    }
    let setup = setup(&spec);
    (spec, setup)
}

/// The position at the start of a spec.
pub fn setup(spec: &Spec) -> Setup {
    let seats = spec.seats.len();
    Setup {
        men: spec.array.clone(),
        turn: Seat(0),
        pointer: 0,
        seat_states: vec![StateId::ACTIVE; seats],
        army_states: vec![StateId::ACTIVE; seats],
        controllers: (0..seats).map(|i| Some(Seat(i as u8))).collect(),
        castling: Vec::new(),
        en_passant: Vec::new(),
        halfmove: 0,
        ply: 0,
        counters: Vec::new(),
        hands: vec![vec![0; spec.kinds.len()]; seats],
        order: None,
        relations: Vec::new(),
        last_checkers: vec![None; seats],
        dice: Vec::new(),
        rolled: true,
        relaxed: None,
        restrictions: Vec::new(),
        refused: Vec::new(),
        announced: None,
        offers: Vec::new(),
        pending: Vec::new(),
        settled: vec![None::<SeatResult>; seats],
        shields: Vec::new(),
    }
}

fn put(spec: &mut Spec, seat: usize, letter: char, file: i32, rank: i32) {
    let kind = spec.kind_of_letter(letter).unwrap();
    let facing = spec.seats[seat].facing;
    let square = spec.geometry.at(file, rank).unwrap();
    spec.array.push((square, Piece::new(kind, Seat(seat as u8), facing)));
}

fn kinds() -> Vec<KindSpec> {
    let kind = |name: &str, letter, walks| KindSpec {
        name: name.to_owned(),
        letter,
        royal: name == "king",
        value: 1,
        notation: String::new(),
        walks,
    };
    let all = |vectors: &[(i8, i8)], ride: bool| {
        let vectors = vectors.iter().map(|&(dx, dy)| Vector::new(dx, dy));
        let leg = |v| if ride { Leg::ride(v) } else { Leg::leap(v) };
        vectors.map(|v| Walk::new(leg(v))).collect::<Vec<_>>()
    };
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let slant = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let both: Vec<_> = straight.iter().chain(&slant).copied().collect();
    let step = Leg::leap(Vector::new(0, 1));
    let pawn = vec![
        Walk { take: Take::NONE, ..Walk::new(step) },
        Walk { take: Take::NONE, initial: true, ..Walk::new(Leg { min: 2, max: 2, ..step }) },
        Walk { quiet: false, ..Walk::new(Leg::leap(Vector::new(1, 1))) },
        Walk { quiet: false, ..Walk::new(Leg::leap(Vector::new(-1, 1))) },
    ];
    let ride = Leg::ride(Vector::new(0, 1));
    let hopper = Walk { legs: vec![Leg { end: End::Occupied, ..ride }, step], ..Walk::new(step) };
    vec![
        kind("king", 'K', all(&both, false)),
        kind("queen", 'Q', all(&both, true)),
        kind("rook", 'R', all(&straight, true)),
        kind("bishop", 'B', all(&slant, true)),
        kind("knight", 'N', all(&knight, false)),
        kind("pawn", 'P', pawn),
        kind("hopper", 'H', vec![hopper]),
    ]
}

fn spec(geometry: Geometry, seats: &[(&str, Facing)]) -> Spec {
    let n = seats.len();
    let seat = |i: usize, name: &str, facing| SeatSpec {
        name: name.to_owned(),
        key: match name {
            "black" => 'b',
            other => other.chars().next().unwrap(),
        },
        facing,
        team: (i % 2) as u8,
    };
    Spec {
        id: "test".to_owned(),
        geometry,
        zones: Vec::new(),
        seats: seats.iter().enumerate().map(|(i, (name, f))| seat(i, name, *f)).collect(),
        teams: vec!["light".to_owned(), "dark".to_owned()],
        kinds: kinds(),
        marks: Vec::new(),
        array: Vec::new(),
        order: (0..n).map(|i| Seat(i as u8)).collect(),
        states: State::predefined(),
        relations: vec![vec![Hostility { capture: true, check: true }; n]; n],
        protect: vec![vec![Protect::Safe; n]; n],
        protect_in_mate_test: None,
        royals: Royals::Any,
        mate_test: MateTest::OwnTurn,
        castling: Vec::new(),
        ep_occupied: EpOccupied::Void,
        ep_partner: false,
        ep_window: EpWindow::OwnTurn,
        initial_by_mark: 0,
        promotions: Vec::new(),
        arrivals: Vec::new(),
        barred: Vec::new(),
        supply: Vec::new(),
        kind_captures: vec![u32::MAX; kinds().len()],
        dice: None,
        counters: Vec::new(),
        hands: Vec::new(),
        announcers: Seats::default(),
        track_last_checker: false,
        repetition: None,
        no_progress: None,
        progress_kinds: 0,
        insufficient: Vec::new(),
        handlers: Vec::new(),
        clauses: Vec::new(),
        metrics: Vec::new(),
        ply_limit: 100,
    }
}

/// A man of the kind with this letter, for a hand-made position.
pub fn piece(spec: &Spec, seat: u8, letter: char) -> Piece {
    let kind = spec.kind_of_letter(letter).unwrap_or(Kind(0));
    Piece::new(kind, Seat(seat), spec.seats[usize::from(seat)].facing)
}
