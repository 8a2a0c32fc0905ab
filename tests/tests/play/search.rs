//! Tests of the deepening search. It must obey its limits, and always find the same result. It must
//! find forced wins, count their plies, and know which side can recapture.

use std::cell::Cell;

use quadrille_agents::{
    AgentSpec, Score, SearchFindings, SearchLimits, SearchMemory, TreeFindings, TreeLimits,
    TreeMemory,
};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{Action, AnyGame, game};
use quadrille_dsl::library::Memory;
use quadrille_dsl::{Ruleset, actions, fen, load};
use quadrille_tests::Disk;

fn loaded(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn nodes(nodes: u64) -> SearchLimits<'static> {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

fn depth(depth: u32) -> SearchLimits<'static> {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

/// Searches a position with a new memory.
fn search(game: &mut dyn AnyGame, limits: &SearchLimits<'_>) -> SearchFindings {
    let mut memory = SearchMemory::new(1 << 20);
    quadrille_agents::search(&mut *game, &mut memory, limits, &|| false, &mut |_| true)
        .expect("no hook fails")
}

/// Searches a position. Returns the findings, and the chosen action as text.
fn found_in(ruleset: &str, position: &str, limits: &SearchLimits<'_>) -> (SearchFindings, String) {
    let loaded = loaded(ruleset);
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, position).unwrap_or_else(|error| panic!("{error:?}"));
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    let found = search(game.as_mut(), limits);
    let legal = actions::legal(game.as_mut()).expect("no hook fails");
    let text = legal.into_iter().find(|(_, action)| Some(*action) == found.action);
    (found, text.expect("what is found is legal").0)
}

#[test]
fn the_same_search_finds_the_same() {
    for name in ["chesscom-teams", "chesscom-ffa", "orthodox-chess", "four-seasons-1283@dice"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let found = || {
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            let first = game.actions().expect("no hook fails")[0];
            game.play(first).expect("it is legal");
            search(game.as_mut(), &nodes(3000))
        };
        assert_eq!(found(), found(), "{name}");
    }
}

#[test]
fn a_memory_serves_several_games() {
    let mut memory = SearchMemory::new(1 << 20);
    for name in ["chesscom-teams", "orthodox-chess", "nava-2018", "chesscom-teams"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        for _ in 0..3 {
            let found = quadrille_agents::search(
                &mut *game,
                &mut memory,
                &nodes(500),
                &|| false,
                &mut |_| true,
            );
            game.play(found.expect("no hook fails").action.expect("an action")).expect(name);
        }
    }
}

#[test]
fn limits_are_kept_and_depths_are_told_in_order() {
    let loaded = loaded("chesscom-teams");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    assert!(search(game.as_mut(), &nodes(777)).nodes <= 777);
    let mut updates = Vec::new();
    let mut memory = SearchMemory::new(1 << 20);
    let limits = SearchLimits { lines: 3, ..depth(4) };
    let found =
        quadrille_agents::search(&mut *game, &mut memory, &limits, &|| false, &mut |update| {
            updates.push((update.depth, update.lines.len()));
            assert!(update.deepest >= update.depth);
            true
        });
    assert_eq!(updates, [(1, 3), (2, 3), (3, 3), (4, 3)]);
    let found = found.expect("no hook fails");
    assert_eq!(found.lines[0].actions.first().copied(), found.action);
    let lead = |score| match score {
        Score::Lead(lead) => lead,
        _ => panic!("nobody wins at once"),
    };
    let leads: Vec<i32> = found.lines.iter().map(|line| lead(line.score)).collect();
    assert!(leads.is_sorted_by(|a, b| a >= b), "{leads:?}");
    for line in &found.lines {
        let mut game = game.fork();
        for action in &line.actions {
            game.play(*action).expect("a line is legal");
        }
    }
    // The search plays the best of the given actions, even if another legal action is better. The
    // search ignores given actions that are illegal.
    let worst = found.lines[2].actions[0];
    let only = [worst, Action::Pass];
    let limits = SearchLimits { only: &only, lines: 3, ..depth(3) };
    let found = search(game.as_mut(), &limits);
    assert_eq!((found.action, found.lines.len()), (Some(worst), 1));
    let limits = SearchLimits { only: &[Action::Pass], ..depth(1) };
    assert!(search(game.as_mut(), &limits).action.is_some());
    // The callback for a new depth can end the search.
    let found =
        quadrille_agents::search(&mut *game, &mut memory, &depth(9), &|| false, &mut |update| {
            update.depth < 2
        });
    assert_eq!(found.expect("no hook fails").depth, 2);
}

#[test]
fn a_stopped_search_answers_at_once() {
    for name in ["chesscom-teams", "chesscom-ffa", "verney-1881"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        let mut memory = SearchMemory::new(1 << 20);
        let found = quadrille_agents::search(
            &mut *game,
            &mut memory,
            &SearchLimits::default(),
            &stop,
            &mut |_| true,
        );
        let found = found.expect("no hook fails");
        assert!(found.stopped && asked.get() == 4, "{name}: asked {} times", asked.get());
        game.play(found.action.expect("an action")).expect("it is legal");
    }
}

#[test]
fn forced_wins_are_counted_in_actions() {
    // Morphy's problem is a mate in two moves, which are three actions. The search may settle for a
    // longer mate.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let (found, text) = found_in("orthodox-chess", morphy, &nodes(30_000));
    let won = |found: &SearchFindings| matches!(found.lines[0].score, Score::Wins(1..=7));
    assert!(text == "a1-a6" && won(&found), "{text}: {:?}", found.lines);
    let (found, _) = found_in("orthodox-chess", "kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", &depth(6));
    assert!(matches!(found.lines[0].score, Score::Loses(_)), "{:?}", found.lines[0].score);
    // Red or its partner Yellow mates Blue, who is cut off.
    let ladder = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
        x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/4,yR,9/14/14/bK,13/14/14/14/3,rR,9,gK/\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    let (found, _) = found_in("chesscom-teams", ladder, &nodes(100_000));
    assert!(won(&found), "{:?}", found.lines);
}

#[test]
fn exchanges_go_around_the_table() {
    // Red's rook can take a blue pawn that Green's rook guards. Green moves after Yellow, and takes
    // back.
    let guarded = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-\
        x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/bK,12,gK/14/4,bP,7,gR,1/14/14/\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,1,rR,5,rK,x,x,x";
    for deep in 1..=4 {
        let (_, text) = found_in("chesscom-teams", guarded, &depth(deep));
        assert_ne!(text, "e1-e6", "depth {deep}");
    }
    // Yellow's rook on the same file captures the recapturing piece. Red and Yellow win a rook and
    // the pawn for a rook.
    let backed = guarded.replace(
        "x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/bK",
        "x,x,x,8,x,x,x/x,x,x,1,yR,6,x,x,x/14/14/14/bK",
    );
    let (_, text) = found_in("chesscom-teams", &backed, &depth(1));
    assert_eq!(text, "e1-e6");
}

#[test]
fn a_capture_counts_what_its_blast_removes() {
    // Black's queen can take the pawn next to White's king without a recapture, so the pawn or the
    // king moves.
    let position = "3qk3/8/8/8/8/8/R2P4/4K2R w - - 0 1";
    let (_, text) = found_in("atomic", position, &depth(1));
    assert!(text.starts_with("d2") || text.starts_with("e1"), "{text}");
}

#[test]
fn in_the_middle_of_a_turn_no_position_has_occurred_before() {
    // White mates with two moves in one turn. The position has occurred before.
    let loaded = loaded("marseillais");
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, "4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1").expect("a position");
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    for mv in ["e1-e2", "e8-f8", "f8-e8", "e2-e1", "e1-e2", "e8-f8", "f8-e8"] {
        let legal = actions::legal(game.as_mut()).expect("no hook fails");
        let action = legal.into_iter().find(|(text, _)| text == mv).expect(mv).1;
        game.play(action).expect("it is legal");
    }
    let found = search(game.as_mut(), &depth(2));
    assert_eq!(found.lines[0].score, Score::Wins(2));
}

#[test]
fn several_threads_find_what_one_finds() {
    let loaded = loaded("orthodox-chess");
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, "7k/8/8/8/8/8/8/RR2K3 w - - 0 1").expect("a position");
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    let mut memory = SearchMemory::new(1 << 20);
    for threads in [1, 3] {
        let makes = || loaded.hooks();
        let found = quadrille_agents::search_on_threads(
            game.as_mut(),
            (threads, &makes),
            &mut memory,
            &nodes(200_000),
            &|| false,
            &mut |_| true,
        );
        let found = found.expect("no hook fails");
        let won = matches!(found.lines[0].score, Score::Wins(3..=7));
        assert!(won, "{threads} threads: {:?}", found.lines);
        memory.clear();
    }
}

#[test]
fn several_threads_reach_the_depth_that_is_asked_for_and_tell_what_they_found() {
    let loaded = loaded("chesscom-teams");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    let mut memory = SearchMemory::new(1 << 22);
    // Helper threads begin at a greater depth than the first thread.
    for wanted in [1, 2, 3, 4, 7, 9] {
        let makes = || loaded.hooks();
        let mut last_update = None;
        let found = quadrille_agents::search_on_threads(
            game.as_mut(),
            (3, &makes),
            &mut memory,
            &depth(wanted),
            &|| false,
            &mut |update| {
                last_update = Some((update.depth, update.lines.to_vec()));
                true
            },
        );
        let found = found.expect("no hook fails");
        assert_eq!((found.depth, found.stopped), (wanted, false));
        assert_eq!(found.action, found.lines[0].actions.first().copied());
        assert_eq!(last_update, Some((wanted, found.lines)));
        memory.clear();
    }
}

/// Continues a tree search with a memory.
fn grown(game: &mut dyn AnyGame, memory: &mut TreeMemory, nodes: u64) -> TreeFindings {
    let limits = TreeLimits { nodes: Some(nodes), ..TreeLimits::default() };
    quadrille_agents::search_tree(&mut *game, memory, &limits, &|| false, &mut |_| true)
        .expect("no hook fails")
}

/// Returns the total number of visits to the actions at the root of the search tree.
fn visits(found: &TreeFindings) -> u32 {
    found.lines.iter().map(|line| line.visits).sum()
}

#[test]
fn a_tree_goes_on_with_what_lies_below_the_position() {
    for name in ["chesscom-teams", "chesscom-ffa", "orthodox-chess"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        let mut memory = TreeMemory::new(64 << 20);
        let first = grown(game.as_mut(), &mut memory, 5_000);
        for action in &first.lines[0].actions[..2] {
            game.play(*action).expect("a line is legal");
        }
        let all = TreeLimits { nodes: Some(1), lines: 100, ..TreeLimits::default() };
        let mut find = |memory: &mut TreeMemory| {
            quadrille_agents::search_tree(&mut *game, memory, &all, &|| false, &mut |_| true)
                .expect("no hook fails")
        };
        let fresh = visits(&find(&mut TreeMemory::new(64 << 20)));
        let kept = visits(&find(&mut memory));
        assert!(kept > 10 * fresh, "{name}: {kept} and {fresh}");
        memory.clear();
        assert_eq!(visits(&find(&mut memory)), fresh, "{name}");
    }
}

#[test]
fn a_tree_of_another_game_is_not_gone_on_with() {
    let mut memory = TreeMemory::new(1 << 20);
    for name in ["orthodox-chess", "chesscom-teams", "four-seasons-1283", "orthodox-chess"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        for _ in 0..4 {
            let found = grown(game.as_mut(), &mut memory, 300);
            game.play(found.action.expect("an action")).expect(name);
        }
    }
}

#[test]
fn the_same_tree_search_finds_the_same_and_keeps_to_its_limits() {
    for name in ["chesscom-teams", "orthodox-chess"] {
        let loaded = loaded(name);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        let mut found = || grown(game.as_mut(), &mut TreeMemory::new(1 << 20), 3_000);
        let first = found();
        assert_eq!(first, found(), "{name}");
        assert!((3_000..3_100).contains(&first.nodes), "{name}: {}", first.nodes);
        let actions = game.actions().expect("no hook fails");
        let only = [actions[3], actions[5]];
        let limits = TreeLimits { only: &only, lines: 9, nodes: Some(500), seed: 1 };
        let mut memory = TreeMemory::new(1 << 20);
        let found =
            quadrille_agents::search_tree(&mut *game, &mut memory, &limits, &|| false, &mut |_| {
                true
            });
        let found = found.expect("no hook fails");
        assert!(only.contains(&found.action.expect("an action")), "{name}");
        assert_eq!(found.lines.len(), 2, "{name}");
    }
}

#[test]
fn threads_on_one_tree_find_the_mate_in_two() {
    let loaded = loaded("orthodox-chess");
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1").expect("a position");
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    // A small tree repeatedly drops nodes that threads are using.
    for (threads, bytes) in [(1, 64 << 20), (3, 64 << 20), (3, 1 << 18)] {
        let mut memory = TreeMemory::new(bytes);
        let makes = || loaded.hooks();
        for _ in 0..3 {
            let found = quadrille_agents::search_tree_on_threads(
                game.as_mut(),
                (threads, &makes),
                &mut memory,
                &TreeLimits { nodes: Some(100_000), ..TreeLimits::default() },
                &|| false,
                &mut |_| true,
            );
            let found = found.expect("no hook fails");
            assert!(found.lines[0].share > 0.95, "{threads} threads: {:?}", found.lines);
        }
    }
}

/// Tests that quiescence searches end even if every move is a capture. Other tests do not use this
/// ruleset, because deeper searches in it take too long.
#[test]
fn a_search_of_one_ply_ends_where_every_move_is_a_capture() {
    let library = Memory::new()
        .with_file("feast", "geometry.toml", include_str!("../../data/feast/geometry.toml"))
        .with_file("feast", "feast.rhai", include_str!("../../data/feast/feast.rhai"));
    let loaded = load(&library, "feast", &[]).expect("it loads");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    let found = search(game.as_mut(), &depth(1));
    assert!(found.action.is_some() && found.nodes < 50_000, "{} positions", found.nodes);
    let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
    for agent in ["search-paranoid:depth=1", "search-maxn:depth=1"] {
        let agent: AgentSpec = agent.parse().expect("an agent");
        quadrille_agents::advise(&mut *game, agent, &mut rng).expect("no hook fails");
    }
}
