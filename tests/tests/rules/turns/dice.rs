//! Turns that begin with a roll.

use quadrille_core::rules::Dice;
use quadrille_core::{AnyGame, Decision, Effect, Ending, Event, EventKind, Spec, View};
use quadrille_tests::table::{BLUE, RED, are_legal, legal, mover, play, table};

use super::{nothing, with};

const PAWN: u32 = 1;
const KNIGHT: u32 = 2;
const KING: u32 = 32;

/// Returns a game with dice. A one allows moves of pawns, a two allows moves of knights, and a
/// three allows moves of kings and knights.
fn rolled(picture: &str, count: u8) -> Spec {
    let faces = vec![(1, 1, PAWN), (2, 1, KNIGHT), (3, 1, KING | KNIGHT)];
    Spec { dice: Some(Dice { count, faces }), ..table(picture) }
}

const BOARD: &str = "
    bK .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    .  .  rN .  .
    rK .  .  .  .";

const EVENTS: [EventKind; 5] =
    [EventKind::Turn, EventKind::Roll, EventKind::Blocked, EventKind::Mate, EventKind::Stalemate];

fn rolls(game: &mut dyn AnyGame) -> bool {
    matches!(game.decision(), Ok(Decision::Roll(_)))
}

#[test]
fn a_roll_comes_before_the_move_and_restricts_it() {
    let events = with(rolled(BOARD, 1), &EVENTS, &nothing, |game| {
        assert!(rolls(game));
        assert_eq!(legal(game), ["roll=1", "roll=2", "roll=3"]);
        play(game, "roll=2");
        assert_eq!((mover(game), game.ply()), (RED, 1));
        assert!(!are_legal(game, "a1-a2"));
        assert!(are_legal(game, "c2-e1 c2-a3"));
        play(game, "c2-e1");
        assert!(rolls(game), "one die, one move");
    });
    assert_eq!(events[..3], ["Turn(Seat(0))", "Roll(Seat(0), [2])", "Turn(Seat(1))"]);
}

#[test]
fn a_roll_that_fits_no_move_blocks_the_turn() {
    let events = with(rolled(BOARD, 1), &EVENTS, &nothing, |game| {
        play(game, "roll=1");
        assert_eq!(game.turn(), BLUE);
        assert!(rolls(game));
        assert_eq!(game.ply(), 1, "a roll is an action, a lost turn is none");
    });
    assert_eq!(events[2], "Blocked(Seat(0), [1])");
}

#[test]
fn mate_and_stalemate_are_found_before_the_roll() {
    let board = "
        bK .  .  .
        .  .  rQ .
        .  rK .  .";
    let mut spec = rolled(board, 1);
    spec.dice = Some(Dice { count: 1, faces: vec![(1, 1, u32::MAX)] });
    let events = with(spec, &EVENTS, &nothing, |game| {
        play(game, "roll=1 c2-b2");
        assert_eq!(game.turn(), RED);
        assert!(rolls(game));
    });
    assert_eq!(events[2..], ["Turn(Seat(1))", "Mate(Seat(1))", "Turn(Seat(0))"]);
}

#[test]
fn each_move_spends_the_lowest_die_that_lets_it_be_made() {
    with(rolled(BOARD, 2), &EVENTS, &nothing, |game| {
        play(game, "roll=2+3");
        assert!(are_legal(game, "c2-a3 a1-a2"));
        play(game, "c2-a3");
        assert_eq!(game.setup().dice, [3], "the two is spent on the knight");
        assert_eq!(mover(game), RED, "the turn goes on");
        assert!(are_legal(game, "a3-c2 a1-a2"));
        play(game, "a1-a2");
        assert_eq!(game.turn(), BLUE);
    });
}

#[test]
fn the_die_that_is_left_may_fit_nothing() {
    let events = with(rolled(BOARD, 2), &EVENTS, &nothing, |game| {
        play(game, "roll=1+2 c2-a3");
        assert_eq!(game.turn(), BLUE);
        assert!(game.setup().dice.is_empty());
    });
    assert!(events.contains(&"Blocked(Seat(0), [1])".to_owned()), "{events:?}");
}

#[test]
fn a_pass_gives_up_the_dice_that_are_left() {
    let offer = |event: &Event<'_>, _: &dyn View| match event {
        Event::Turn(seat) => vec![Effect::Offer(*seat, "pass".to_owned())],
        _ => Vec::new(),
    };
    with(rolled(BOARD, 2), &EVENTS, &offer, |game| {
        play(game, "roll=2+3 c2-a3 pass");
        assert_eq!(game.turn(), BLUE);
    });
}

#[test]
fn a_piece_that_promotes_spends_the_die_of_what_it_was() {
    let mut spec = rolled(
        "
        bK .  .  .  .
        .  .  .  .  rP
        .  .  .  .  .
        rK .  .  .  .",
        2,
    );
    let pawn = spec.array.iter().find(|(_, piece)| piece.kind().0 == 0).expect("a pawn").1;
    let knight = quadrille_core::rules::Promotion {
        kinds: vec![quadrille_core::Kind(1)],
        ..Default::default()
    };
    spec.promotions = vec![(pawn, quadrille_tests::table::at(&spec, "e4"), knight)];
    with(spec, &EVENTS, &nothing, |game| {
        play(game, "roll=1+2 e3-e4=N");
        assert_eq!(game.setup().dice, [2]);
        play(game, "e4-d2");
        assert_eq!(game.turn(), BLUE);
    });
}

#[test]
fn consequences_come_between_the_dice() {
    let ends = |event: &Event<'_>, _: &dyn View| match event {
        Event::Capture { seat, .. } => {
            vec![Effect::SeatState(*seat, quadrille_core::StateId::GONE)]
        }
        _ => Vec::new(),
    };
    let board = "
        bK .  .  .  .
        .  .  .  .  .
        bN .  .  .  .
        .  .  rN .  .
        rK .  .  .  .";
    with(rolled(board, 2), &[EventKind::Capture], &ends, |game| {
        play(game, "roll=2+3 c2-a3");
        assert_eq!(game.turn(), BLUE, "a lost turn leaves no second die");
    });
}

/// Neither pawn can move, because no square is ahead of it. Red's king can move.
const ONE_SIDED: &str = "
    rP .  bP
    .  .  .
    rK .  .";

#[test]
fn a_lost_throw_is_an_action_and_no_round_of_skips() {
    let events = with(rolled(ONE_SIDED, 1), &EVENTS, &nothing, |game| {
        play(game, "roll=1");
        assert_eq!(game.outcome(), None, "red lost the roll, and blue could not roll");
        assert_eq!(game.turn(), RED);
        play(game, "roll=3 a1-b1");
    });
    assert_eq!(
        events[2..6],
        ["Blocked(Seat(0), [1])", "Turn(Seat(1))", "Stalemate(Seat(1))", "Turn(Seat(0))"]
    );
    let skip = |event: &Event<'_>, view: &dyn View| match event {
        Event::Roll(seat, _) if view.ply() == 1 => vec![Effect::Skip(*seat)],
        _ => Vec::new(),
    };
    with(rolled(ONE_SIDED, 1), &EVENTS, &skip, |game| {
        play(game, "roll=3");
        assert_eq!((game.outcome(), game.turn()), (None, RED), "nor is a throw that a rule takes");
    });
}

#[test]
fn a_position_counts_once_for_repetition_when_its_turn_is_over() {
    let twice = |count| Spec { repetition: Some(2), ..rolled(BOARD, count) };
    let over = |game: &dyn AnyGame| game.outcome().map(|outcome| outcome.ending);
    with(twice(2), &EVENTS, &nothing, |game| {
        play(game, "roll=1+2 c2-a3");
        assert_eq!(over(game), None, "the second die was lost; the position occurred once");
        play(game, "roll=3+3 a5-a4 a4-b4 roll=2+2 a3-c2 c2-a3 roll=3+3 b4-a4");
        assert_eq!((over(game), mover(game)), (None, BLUE), "a turn half played is no position");
        play(game, "a4-b4");
        assert_eq!(over(game), Some(Ending::Repetition));
    });
    with(twice(1), &EVENTS, &nothing, |game| {
        play(game, "roll=2 c2-a3 roll=3 a5-a4 roll=2 a3-c2 roll=3 a4-b3");
        play(game, "roll=1 roll=1");
        assert_eq!((over(game), game.turn()), (None, RED), "lost throws bring nothing about");
        play(game, "roll=2 c2-a3 roll=3 b3-a4");
        assert_eq!(over(game), Some(Ending::Repetition));
    });
}
