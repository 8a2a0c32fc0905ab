//! Moving through a game's history gives the same positions as playing the actions from the start.

use quadrille_core::game;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_dsl::{actions, fen};
use quadrille_session::{Game, GameError};

use super::{everything, open, orthodox, random_game, start};

/// The clause of orthodox chess by which the third occurrence of a position is a draw.
const REPETITION: &str = "O5";
/// Moves in which two knights go out and come back, so that the position before these moves occurs
/// again.
const OUT_AND_BACK: &str = "g1-f3 g8-f6 f3-g1 f6-g8";

/// Returns the FENs before the first ply and after each ply. To find them, plays each action once,
/// without moving through the history.
fn played_once(session: &Game) -> Vec<String> {
    let rules = &session.ruleset().rules;
    let hooks = session.ruleset().hooks();
    let mut game = game::start(rules, &*hooks).unwrap();
    game.decision().unwrap();
    let mut fens = vec![fen::write(rules, &game.setup())];
    for ply in session.plies() {
        actions::play(&mut *game, &ply.action).unwrap();
        fens.push(fen::write(rules, &game.setup()));
    }
    fens
}

#[test]
fn every_way_through_the_history_leads_to_the_position_that_playing_leads_to() {
    for name in everything() {
        let mut session = random_game(&open(&name), 1, 24);
        let fens = played_once(&session);
        let most = fens.len() - 1;
        assert_eq!(session.plies().len(), most, "{name}");
        assert_eq!(session.fen().unwrap(), fens[most], "{name}: as played");
        let mut rng = Rng::new(3, 0, Stream::Agent, 0, 0);
        for _ in 0..24 {
            let was = session.ply();
            let now = match rng.below(4) {
                0 => {
                    let undone = session.undo().map(|ply| ply.ply);
                    assert_eq!(undone, (was > 0).then_some(was), "{name}");
                    was.saturating_sub(1)
                }
                1 => {
                    let redone = session.redo().map(|ply| ply.ply);
                    assert_eq!(redone, (was < most).then_some(was + 1), "{name}");
                    (was + 1).min(most)
                }
                2 => {
                    let wanted = rng.below(most as u32 + 1) as usize;
                    session.go_to(wanted).unwrap();
                    wanted
                }
                _ => {
                    let fork = session.fork();
                    assert_eq!(fork.plies().len(), was, "{name}: a fork ends where it began");
                    assert_eq!(fork.fen().unwrap(), fens[was], "{name}: fork");
                    was
                }
            };
            assert_eq!(session.ply(), now, "{name}");
            assert_eq!(session.fen().unwrap(), fens[now], "{name}: ply {now}");
        }
        session.go_to(0).unwrap();
        while session.redo().is_some() {}
        assert_eq!(session.fen().unwrap(), fens[most], "{name}: everything played again");
    }
}

#[test]
fn a_fork_and_its_origin_go_their_own_ways() {
    let mut game = start("verney-1881");
    game.play_all("h2-h3 b8-c8").unwrap();
    let mut fork = game.fork();
    game.undo();
    fork.play("g13-g12").unwrap();
    assert_eq!((game.ply(), game.plies().len()), (1, 2));
    assert_eq!((fork.ply(), fork.plies().len()), (3, 3));
    game.play("b5-c5").unwrap();
    assert_eq!(fork.plies().nth(1).unwrap().action, "b8-c8");
}

#[test]
fn a_new_action_forgets_what_was_taken_back() {
    let mut game = start("orthodox-chess");
    game.play_all("e2-e4 e7-e5 g1-f3").unwrap();
    game.go_to(1).unwrap();
    game.play("c7-c5").unwrap();
    assert_eq!(game.plies().map(|ply| ply.action.as_str()).collect::<Vec<_>>(), ["e2-e4", "c7-c5"]);
    assert!(game.redo().is_none());
    let error = game.go_to(3).unwrap_err();
    assert_eq!(error.to_string(), "there is no position after ply 3: the game has 2 plies");
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut game = start("orthodox-chess");
    game.play_all("e2-e4 e7-e5").unwrap();
    game.undo();
    let before = game.fen().unwrap();
    assert!(matches!(game.play("e7-e4"), Err(GameError::Illegal { .. })));
    assert!(matches!(game.play("what"), Err(GameError::Action(_))));
    // The second of these is not legal, so the first is not played either.
    let error = game.play_all("c7-c5 e4-e6").unwrap_err();
    let GameError::Illegal { action, span, .. } = error else { panic!("{error}") };
    assert_eq!((action.as_str(), span), ("e4-e6", 6..11));
    assert_eq!((game.fen().unwrap(), game.ply(), game.plies().len()), (before, 1, 2));
    assert_eq!(game.redo().unwrap().action, "e7-e5");
}

#[test]
fn undo_forgets_no_repetition_and_counts_none_twice() {
    let mut game = start("orthodox-chess");
    game.play_all(OUT_AND_BACK).unwrap();
    game.play_all("g1-f3 g8-f6 f3-g1").unwrap();
    for _ in 0..3 {
        game.play("f6-g8").unwrap();
        assert_eq!(game.result().expect("the third time").ending, REPETITION);
        game.undo();
        assert_eq!(game.result(), None, "twice only");
    }
    game.go_to(0).unwrap();
    while game.redo().is_some() {}
    assert_eq!(game.result().unwrap().ending, REPETITION);
    // Back at the start, the position counts as one occurrence, regardless of earlier visits.
    game.go_to(0).unwrap();
    game.play_all(OUT_AND_BACK).unwrap();
    assert_eq!(game.result(), None);
}

#[test]
fn an_import_remembers_repetition_and_a_fen_does_not() {
    let mut game = start("orthodox-chess");
    game.play_all(OUT_AND_BACK).unwrap();
    game.play_all("g1-f3 g8-f6 f3-g1").unwrap();
    let rules = game.ruleset().clone();
    let from_json = Game::from_json(rules.clone(), &game.to_json().unwrap()).unwrap();
    let from_pgn = Game::from_pgn(rules.clone(), &game.to_pgn(&[]).unwrap()).unwrap();
    for imported in [from_json, from_pgn] {
        let mut session = imported.game;
        session.play("f6-g8").unwrap();
        assert_eq!(session.result().expect("the third time").ending, REPETITION);
    }
    let mut bare = Game::from_fen(rules, &game.fen().unwrap()).unwrap();
    bare.play("f6-g8").unwrap();
    assert_eq!(bare.result(), None);
}

#[test]
fn a_session_can_be_played_on_another_thread() {
    let mut game = start("verney-1881");
    game.play("h2-h3").unwrap();
    let here = game.fork();
    let there = std::thread::spawn(move || {
        game.play("b8-c8").unwrap();
        game
    });
    let there = there.join().unwrap();
    assert_eq!(there.ply(), 2);
    // Two threads read one session.
    let texts = std::thread::scope(|scope| {
        let other = scope.spawn(|| here.legal_actions().unwrap());
        (here.legal_actions().unwrap(), other.join().unwrap())
    });
    assert_eq!(texts.0, texts.1);
}

#[test]
fn legal_actions_are_grouped_and_say_what_they_do() {
    let game = orthodox("r3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 1");
    let actions = game.legal_actions().unwrap();
    let of =
        |text: &str| actions.iter().find(|it| it.text == text).unwrap_or_else(|| panic!("{text}"));
    let group = |text: &str| serde_json::to_value(of(text).group).unwrap();
    assert_eq!(group("e1-g1"), "castling");
    assert_eq!(group("b7-a8=Q"), "promotion");
    assert_eq!(group("e5-d6"), "move");
    assert_eq!(of("b7-a8=Q").kind.as_deref(), Some("queen"));
    assert_eq!(of("e5-d6").captures, ["d5"], "the pawn that is captured en passant");
    assert_eq!(of("b7-a8=Q").captures, ["a8"]);
    let said: Vec<_> = game.declarations().unwrap().into_iter().map(|it| it.text).collect();
    assert!(said.contains(&"resign".to_owned()) && said.contains(&"resign=black".to_owned()));
}
