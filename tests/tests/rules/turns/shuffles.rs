//! Shuffles before the first turn.

use quadrille_core::rules::{Arrangement, Shuffle};
use quadrille_core::{AnyGame, Decision, EventKind, Piece, Spec, Square};
use quadrille_tests::table::{RED, at, legal, mover, play, table};

use super::{nothing, with, without};

const BOARD: &str = "
    bK .  .  .  .
    .  .  .  .  .
    .  .  .  .  .
    .  .  rN .  .
    rK .  .  .  .";

/// Returns a game that begins with two shuffles. Each puts red's king on a1 and red's knight on c2,
/// or the reverse.
fn shuffled() -> Spec {
    let spec = table(BOARD);
    let squares = vec![at(&spec, "a1"), at(&spec, "c2")];
    let on = |square: &Square| -> Option<Piece> {
        spec.array.iter().find(|(other, _)| other == square).map(|(_, piece)| *piece)
    };
    let [king, knight] = [on(&squares[0]), on(&squares[1])];
    let outcomes = vec![
        Arrangement { name: "KN".to_owned(), pieces: vec![king, knight] },
        Arrangement { name: "NK".to_owned(), pieces: vec![knight, king] },
    ];
    let shuffle = Shuffle { squares, outcomes, clause: None };
    Spec { shuffles: vec![shuffle.clone(), shuffle], ..spec }
}

fn chance_decides(game: &mut dyn AnyGame) -> bool {
    matches!(game.decision(), Ok(Decision::Roll(_)))
}

#[test]
fn setup_follows_the_last_shuffle() {
    let events = with(shuffled(), &[EventKind::Setup, EventKind::Turn], &nothing, |game| {
        for outcome in ["shuffle=KN", "shuffle=NK"] {
            assert!(chance_decides(game));
            assert_eq!(legal(game), ["shuffle=KN", "shuffle=NK"]);
            play(game, outcome);
        }
        assert_eq!((mover(game), game.ply()), (RED, 2));
        let king = game.piece(at(game.rules().spec(), "c2")).expect("a piece");
        assert!(game.rules().spec().kinds[king.kind().index()].royal);
    });
    assert_eq!(events[..2], ["Setup", "Turn(Seat(0))"]);
}

#[test]
fn the_shuffled_position_counts_for_repetition() {
    without(Spec { repetition: Some(2), ..shuffled() }, |game| {
        play(game, "shuffle=KN shuffle=KN c2-e1 a5-a4 e1-c2");
        assert_eq!(game.outcome(), None);
        play(game, "a4-a5");
        assert!(game.outcome().is_some(), "the first position has come back");
    });
}
