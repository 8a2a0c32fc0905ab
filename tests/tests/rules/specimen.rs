//! Replays the game that Verney's booklet prints. On the shipped ruleset, all its moves must be
//! legal, and both announced checks must occur (clause V17).

use quadrille_core::{Seat, game};
use quadrille_dsl::{actions, load};
use quadrille_tests::Disk;

/// The moves of three rounds, and the only move of the fourth round that the booklet names. Two
/// other moves of this round do not matter, and the booklet prints "any move" for them. A `+` marks
/// a check.
const GAME: [&str; 4] = [
    "h2-h3 b8-c8 g13-g12 m7-l7",
    "i1-a9 a7-h14+ g14-h14 n6-f14",
    "g1-n8+ a8-a9 h14-g14 n7-n8",
    "any any g14-f14",
];

#[test]
fn the_booklets_game_replays() {
    let loaded = load(&Disk::new(), "verney-1881", &[]).expect("the ruleset loads");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    let mut checks = 0;
    let mut standing: Vec<Seat> = Vec::new();
    for token in GAME.iter().flat_map(|round| round.split(' ')) {
        let (action, check) = match token.strip_suffix('+') {
            Some(action) => (action, true),
            None => (token, false),
        };
        let mut played = action.to_owned();
        if action == "any" {
            let legal = actions::legal(game.as_mut()).expect("no hook fails");
            // A quiet pawn move keeps the named move possible.
            let quiet = legal.iter().find(|(text, _)| text == "k2-k3" || text == "b4-c4");
            played.clone_from(&quiet.expect("a rook's pawn can move").0);
        }
        let mover = game.turn();
        actions::play(game.as_mut(), &played).unwrap_or_else(|error| panic!("{token}: {error:?}"));
        let checked: Vec<Seat> = (0..4).map(Seat).filter(|seat| game.in_check(*seat)).collect();
        let fresh = checked.iter().any(|seat| !standing.contains(seat));
        assert_eq!(fresh, check, "{token} by {mover:?} leaves {checked:?} in check");
        standing = checked;
        checks += usize::from(check);
    }
    assert_eq!(checks, 2);
    let f14 = loaded.spec().geometry.square_named("f14").expect("the square is there");
    let king = game.piece(f14).expect("the king has taken the bishop");
    assert!(loaded.spec().kinds[king.kind().index()].royal);
}

#[test]
fn on_any_other_array_it_does_not() {
    // If one seat's king and queen are exchanged, the second round is not legal.
    let loaded = load(&Disk::new(), "verney-1881@mirror-seating", &[]).expect("the preset loads");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    assert!(actions::play(game.as_mut(), &GAME[..2].join(" ")).is_err());
}
