//! Small games for tests of single rules. A game has a board that is given as a picture, a few
//! hooks in Rust, and up to four seats.

use quadrille_core::rules::Emitted;
use quadrille_core::rules::SeatSpec;
use quadrille_core::rules::{Filter, Handler};
use quadrille_core::{
    AnyGame, Decision, Effect, Event, EventKind, Facing, Geometry, HookError, Hooks, Piece, Seat,
    Spec, Square, View,
};
use quadrille_dsl::actions;

use crate::orthodox;

/// The first of the four seats of [`table`], in turn order. The pieces of the first seat face
/// north. The pieces of the other three face east, south and west.
pub const RED: Seat = Seat(0);
/// The second of the four seats of [`table`].
pub const BLUE: Seat = Seat(1);
/// The third of the four seats of [`table`].
pub const YELLOW: Seat = Seat(2);
/// The fourth of the four seats of [`table`].
pub const GREEN: Seat = Seat(3);

/// Creates a free-for-all with orthodox pieces on a board from a picture: `.` is a square, `#` is a
/// hole, and `rK` is red's king. The seats are in the order red, blue, yellow, green. There are at
/// least two seats, and there are more if the picture has pieces of yellow or green. The game has
/// neither castling nor promotion nor built-in draws.
///
/// # Panics
/// Panics if the picture is invalid.
#[must_use]
pub fn table(picture: &str) -> Spec {
    let chess = orthodox();
    let rows: Vec<Vec<&str>> =
        picture.trim().lines().map(|row| row.split_whitespace().collect()).collect();
    let mask: Vec<Vec<bool>> =
        rows.iter().map(|row| row.iter().map(|cell| *cell != "#").collect()).collect();
    let geometry = Geometry::new(&mask).expect("the picture shows a board");
    let all =
        [('r', Facing::North), ('b', Facing::East), ('y', Facing::South), ('g', Facing::West)];
    let mut array = Vec::new();
    for (up, row) in rows.iter().rev().enumerate() {
        for (file, cell) in row.iter().enumerate() {
            let [key, letter] = cell.chars().collect::<Vec<_>>()[..] else { continue };
            let seat = all.iter().position(|(k, _)| *k == key).expect("a player's letter");
            let kind = chess.kind_of_letter(letter).expect("a kind's letter");
            let square = geometry.at(file as i32, up as i32).expect("pieces stand on squares");
            array.push((square, Piece::new(kind, Seat(seat as u8), all[seat].1)));
        }
    }
    let last = array.iter().map(|(_, piece)| piece.colour().index()).max();
    let seats = last.unwrap_or(0).max(1) + 1;
    let seat = |number: usize| SeatSpec {
        name: ["red", "blue", "yellow", "green"][number].to_owned(),
        key: all[number].0,
        facing: all[number].1,
        team: number as u8,
    };
    Spec {
        id: "table".to_owned(),
        teams: (0..seats).map(|number| format!("team {number}")).collect(),
        progress_kinds: chess.progress_kinds,
        array,
        ..Spec::bare(geometry, (0..seats).map(seat).collect(), chess.kinds)
    }
}

/// Returns the square with a name.
///
/// # Panics
/// Panics if there is no such square.
#[must_use]
pub fn at(spec: &Spec, name: &str) -> Square {
    spec.geometry.square_named(name).expect("a square's name")
}

/// Returns these rules with a handler for each of these events, so that [`Script`] can answer them.
#[must_use]
pub fn hooked(spec: Spec, events: &[EventKind]) -> Spec {
    let handler = |event: &EventKind| Handler {
        event: *event,
        filter: Filter::default(),
        clause: None,
        judged: false,
        chooses: false,
        name: format!("test.{event:?}"),
    };
    Spec { handlers: events.iter().map(handler).collect(), ..spec }
}

/// Hooks that consist of one function from an event to its effects.
pub struct Script<F>(pub F);

impl<F> std::fmt::Debug for Script<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Script").finish_non_exhaustive()
    }
}

impl<F: Fn(&Event<'_>, &dyn View) -> Vec<Effect>> Hooks for Script<F> {
    fn call(
        &self,
        _: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        let effects = (self.0)(event, view).into_iter();
        out.extend(effects.map(|effect| Emitted { effect, clause: None, place: 0 }));
        Ok(())
    }
}

/// Plays actions in text form, separated by white space.
///
/// # Panics
/// Panics if an action is not legal.
pub fn play(game: &mut dyn AnyGame, texts: &str) {
    if let Err(error) = actions::play(game, texts) {
        panic!("{texts}: {error:?}; legal are {:?}", legal(game));
    }
}

/// Returns the texts of all legal actions, sorted.
///
/// # Panics
/// Panics if a hook fails.
pub fn legal(game: &mut dyn AnyGame) -> Vec<String> {
    let legal = actions::legal(game).expect("no hook fails");
    legal.into_iter().map(|(text, _)| text).collect()
}

/// Returns `true` if all of these actions are legal, and `false` if none of them is legal. The
/// actions are separated by white space.
///
/// # Panics
/// Panics if some of the actions are legal and others are not.
pub fn are_legal(game: &mut dyn AnyGame, texts: &str) -> bool {
    let legal = legal(game);
    let (yes, no): (Vec<&str>, Vec<&str>) =
        texts.split_whitespace().partition(|text| legal.iter().any(|known| known == text));
    assert!(yes.is_empty() || no.is_empty(), "{yes:?} are legal, {no:?} are not");
    no.is_empty()
}

/// Returns the seat to move.
///
/// # Panics
/// Panics if the decision is not a turn.
pub fn mover(game: &mut dyn AnyGame) -> Seat {
    match game.decision() {
        Ok(Decision::Turn(seat)) => seat,
        other => panic!("no turn but {other:?}"),
    }
}
