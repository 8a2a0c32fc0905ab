//! Tests of openings. The start position of a game depends on the run, but not on the agents.

use std::collections::{BTreeMap, BTreeSet};

use quadrille_agents::AgentSpec;
use quadrille_core::game;
use quadrille_dsl::{Ruleset, Source, actions, fen, load, pgn};
use quadrille_reports::opening::{OpeningId, Openings};
use quadrille_reports::{record, rerun};
use quadrille_study::sim::{Opening, Plan};
use quadrille_tests::{Disk, games};

fn open(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|findings| panic!("{name}: {findings:?}"))
}

fn plan(loaded: &Ruleset, games: u64, opening: Opening) -> Plan {
    let seats = loaded.spec().seats.len();
    let agent = |seat| if seat == 0 { AgentSpec::Greedy } else { AgentSpec::Random };
    Plan {
        seed: 3,
        games: 0..games,
        agents: (0..seats).map(agent).collect(),
        rotate: true,
        jobs: 2,
        record: true,
        ply_limit: Some(60),
        opening,
        ..Plan::default()
    }
}

/// Returns the start position of the game with this index in a plan.
fn start(loaded: &Ruleset, plan: &Plan, index: u64) -> String {
    let hooks = loaded.hooks();
    let game = rerun::start(loaded, &*hooks, plan, index).expect("the game begins");
    fen::write(&loaded.rules, &game.setup())
}

#[test]
fn the_games_of_a_block_begin_alike_and_blocks_differ() {
    for name in ["verney-1881", "four-seasons-1283@dice", "chesscom-ffa", "conventional-survey"] {
        let loaded = open(name);
        let plan = plan(&loaded, 40, Opening::Random(6));
        let each = u64::from(plan.rotations());
        let starts: Vec<String> = (0..40).map(|index| start(&loaded, &plan, index)).collect();
        for block in starts.chunks(each as usize) {
            assert!(block.iter().all(|other| *other == block[0]), "{name}");
        }
        let different: BTreeSet<&String> = starts.iter().collect();
        assert!(different.len() > 40 / each as usize / 2, "{name}: {different:?}");
        let more = Plan { agents: vec![AgentSpec::Random], rotate: false, ..plan.clone() };
        assert_eq!(
            start(&loaded, &more, 3),
            starts[3 * each as usize],
            "{name}: agents don't matter"
        );
    }
}

#[test]
fn a_recorded_game_with_an_opening_ends_as_it_did() {
    for name in ["verney-1881", "four-seasons-1283@dice", "nava-2018", "chesscom-ffa"] {
        let loaded = open(name);
        let plan = plan(&loaded, 8, Opening::Random(9));
        let (_, records) = games::records(&loaded.rules, &|| loaded.hooks(), &plan);
        for game in records.values() {
            assert!(game.plies <= 60, "{name}: the limit counts from the opening");
            let text = record::text(&loaded, &plan, game).expect("it can be written");
            let records = pgn::read(&text).expect("it can be read");
            let hooks = loaded.hooks();
            let setup =
                records[0].start(&loaded.rules).expect("a position").expect("not the array");
            let mut again = game::resume(&loaded.rules, &*hooks, &setup).expect("a game");
            let replayed = pgn::replay(&records[0], &mut *again).expect("every action is legal");
            assert_eq!(replayed.actions, game.actions, "{name}");
        }
    }
}

#[test]
fn every_position_of_a_file_is_as_likely() {
    let loaded = open("verney-1881");
    let random = plan(&loaded, 4, Opening::Random(5));
    let each = u64::from(random.rotations());
    let fens: Vec<String> = (0..5).map(|block| start(&loaded, &random, block * each)).collect();
    let text = format!("# five positions\n\n{}\n", fens.join("\n"));
    let openings = Openings::file(Source::new("five.fen", text), None);
    let opening = openings.by(&loaded).expect("five positions");
    let listed = Plan { opening, ..random };
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for block in 0..5000 {
        *counts.entry(listed.opening.number(listed.seed, block).expect("a number")).or_default() +=
            1;
    }
    assert_eq!(counts.len(), 5);
    assert!(counts.values().all(|n| n.abs_diff(1000) < 150), "{counts:?}");
    for block in 0..20 {
        let number = listed.opening.number(listed.seed, block).expect("a number");
        assert_eq!(start(&loaded, &listed, block * each), fens[number as usize]);
    }
    // A stored run contains everything that is needed to continue it.
    let id = OpeningId::new(&loaded, &listed).expect("not the array");
    assert_eq!(id.opening(&loaded), Ok(listed.opening));
}

#[test]
fn a_recorded_game_opens_games_after_any_of_its_plies() {
    let loaded = open("verney-1881");
    let played = plan(&loaded, 1, Opening::Array);
    let (_, records) = games::records(&loaded.rules, &|| loaded.hooks(), &played);
    let text = record::text(&loaded, &played, &records[&0]).expect("it can be written");
    let source = Source::new("game.pgn4", text);
    let hooks = loaded.hooks();
    for plies in [0, 1, 7] {
        let mut game = game::start(&loaded.rules, &*hooks).expect("no hook fails");
        for action in &records[&0].actions[..plies] {
            game.play(*action).expect("it was legal");
        }
        let opening = Openings::file(source.clone(), Some(plies as u32)).by(&loaded);
        let listed = Plan { opening: opening.expect("a position"), ..played.clone() };
        assert_eq!(start(&loaded, &listed, 0), fen::write(&loaded.rules, &game.setup()));
        let moves = actions::write(
            &*game::start(&loaded.rules, &*hooks).expect("no hook fails"),
            &records[&0].actions[..plies],
        );
        let stated = Openings::moves(&moves.join(" ")).by(&loaded).expect("they are legal");
        assert_eq!(stated, listed.opening);
    }
}

#[test]
fn what_is_no_opening_is_said_with_its_place() {
    let loaded = open("verney-1881");
    let findings = |text: &str, plies: Option<u32>| {
        let openings = Openings::file(Source::new("here", text), plies);
        openings.by(&loaded).expect_err("not openings").into_diagnostics()
    };
    let good = start(&loaded, &plan(&loaded, 1, Opening::Array), 0);
    let bad = good.replacen("yK", "yZ", 1);
    let found = findings(&format!("{good}\n{bad}\n{bad}\n"), None);
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].labels[0].span.start, good.len() + 1 + bad.find('Z').expect("there"));
    assert!(findings("", None)[0].message.contains("no position"));
    assert!(findings(&good, Some(3))[0].help.is_some());
    assert!(findings("[Event \"x\"]\n\n1. h2-h3", Some(2))[0].message.contains("1 ply"));
    assert!(findings("[Event \"x\"]\n\n1. h2-h5", None)[0].message.contains("does not move to h5"));
    for wrong in ["random:0", "random:", "random:-1", "random:1001", "random:x"] {
        assert!(Openings::stated(wrong).is_err(), "{wrong}");
    }
    assert_eq!(Openings::stated("book.fen"), Ok(None));
    let illegal =
        Openings::moves("h2-h3 b8-d9").by(&loaded).expect_err("not legal").into_diagnostics();
    assert_eq!(illegal[0].labels[0].span, 6..11);
}
