//! Tests of agents' advice. The advised action must be legal and depend only on the seed. The
//! search must stop when the caller requests it.

use std::cell::Cell;

use quadrille_agents::{AgentSpec, Opponents, SearchLimit};

use super::{orthodox, start};

#[test]
fn a_search_stops_when_it_is_told_to() {
    let game = start("verney-1881");
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 5
    };
    let advice = game.advise(AgentSpec::Mcts(1_000_000), 1, &stop).unwrap();
    assert!(advice.stopped && advice.nodes < 100_000, "{advice:?}");
    let legal = game.legal_actions().unwrap();
    let action = advice.action.expect("the best so far");
    assert!(legal.iter().any(|it| it.text == action), "{action}");
    // A search without a stop request completes, and `stopped` is `false`.
    let whole = game.advise(AgentSpec::Mcts(20), 1, &|| false).unwrap();
    assert!(!whole.stopped && whole.nodes > 0, "{whole:?}");
}

#[test]
fn the_same_seed_gives_the_same_advice_and_the_game_stays_as_it_was() {
    let game = start("chesscom-ffa");
    let before = game.fen().unwrap();
    let mut different = 0;
    for seed in 0..8 {
        let first = game.advise(AgentSpec::Random, seed, &|| false).unwrap();
        assert_eq!(first, game.advise(AgentSpec::Random, seed, &|| false).unwrap());
        different +=
            usize::from(first != game.advise(AgentSpec::Random, seed + 1, &|| false).unwrap());
    }
    assert!(different > 0, "the seed counts");
    assert_eq!(game.fen().unwrap(), before);
}

#[test]
fn a_search_sees_a_mate_in_one() {
    let mut game = start("orthodox-chess");
    game.play_all("f2-f3 e7-e5 g2-g4").unwrap();
    let advice = game
        .advise(AgentSpec::Search(Opponents::BestReply, SearchLimit::Depth(2)), 0, &|| false)
        .unwrap();
    assert_eq!(advice.action.as_deref(), Some("d8-h4"));
    game.play("d8-h4").unwrap();
    let over = game
        .advise(AgentSpec::Search(Opponents::BestReply, SearchLimit::Depth(2)), 0, &|| false)
        .unwrap();
    assert_eq!(over.action, None, "the game is over");
}

#[test]
fn prospects_are_shares_of_one_game() {
    let even = start("verney-1881").prospects().unwrap();
    assert_eq!(even.len(), 4);
    assert!(even.iter().all(|share| (share - 0.5).abs() < 0.1), "{even:?}");
    let ahead = orthodox("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").prospects().unwrap();
    assert!(ahead[0] > 0.5 && ahead[1] < 0.5, "{ahead:?}");
}
