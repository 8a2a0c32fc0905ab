//! Tests of agents. They must see immediate wins and losses, use no more information than players
//! have, and be able to play every game. In the same situation, they must always choose the same
//! action.

use std::collections::BTreeSet;

use quadrille_agents::{Advice, AgentSpec};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::Dice;
use quadrille_core::{
    Action, AnyGame, CompiledRules, Decision, NoHooks, Seat, Spec, StateId, game,
};
use quadrille_dsl::{Library as _, Ruleset, actions, fen, load};
use quadrille_study::sim::Plan;
use quadrille_tests::Disk;
use quadrille_tests::games::{plan, records};
use quadrille_tests::table::{play, table};
use quadrille_tests::values::learn;

fn agent(text: &str) -> AgentSpec {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn loaded(name: &str) -> Ruleset {
    load(&Disk::new(), name, &[]).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

/// Returns the action that an agent recommends, in text form, and the whole advice.
fn advised(game: &mut dyn AnyGame, name: &str, index: u64) -> (String, Advice) {
    let mut rng = Rng::new(1, index, Stream::Agent, 0, 0);
    let advice =
        quadrille_agents::advise(&mut *game, agent(name), &mut rng).expect("no hook fails");
    let legal = actions::legal(game).expect("no hook fails");
    let text = legal.into_iter().find(|(_, action)| Some(*action) == advice.action);
    (text.expect("what is advised is legal").0, advice)
}

/// Checks that all these agents recommend one of the wanted actions in a position.
fn all_say(ruleset: &str, position: &str, agents: &[&str], wanted: &[&str]) {
    let loaded = loaded(ruleset);
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, position).unwrap_or_else(|error| panic!("{error:?}"));
    for name in agents {
        for index in 0..3 {
            let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
            let (said, _) = advised(game.as_mut(), name, index);
            assert!(wanted.contains(&said.as_str()), "{ruleset}: {name} plays {said}");
        }
    }
}

const ALL: [&str; 8] = [
    "greedy",
    "search:depth=2",
    "search-paranoid:depth=1",
    "search-maxn:depth=2",
    "search:3000",
    "search-paranoid:3000",
    "search-maxn:3000",
    "mcts:300",
];

#[test]
fn a_hanging_queen_is_taken() {
    all_say("orthodox-chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", &ALL, &["e4-d5"]);
    let hanging = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
        x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/14/14/14/bK,12,gK/14/14/6,gQ,7/\
        x,x,x,4,rP,3,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    all_say("chesscom-teams", hanging, &ALL, &["h3-g4"]);
    let hanging = hanging.replace("R-0,0,0,0-1,1,1,1-1,1,1,1-", "R-0,0,0,0-0,0,0,0-0,0,0,0-");
    all_say("chesscom-ffa", &hanging, &ALL, &["h3-g4"]);
}

#[test]
fn in_fog_agents_reckon_with_what_they_do_not_see() {
    // Green's pawns guard l6, and its king and queen guard the pawn on m7. None of these pieces has
    // moved. Red sees only one of these pieces, the pawn on m7.
    let loaded = loaded("fog");
    let hooks = loaded.hooks();
    for name in ["greedy", "search-paranoid:depth=2", "search:depth=2", "search:300", "mcts:300"] {
        for index in 0..3 {
            let mut game = game::start(&loaded.rules, &*hooks).expect("it starts");
            play(&mut *game, "h2-h4 a10-c11 g13-g11 n5-l4");
            let (said, _) = advised(game.as_mut(), name, index);
            assert!(!["g1-m7", "g1-l6"].contains(&said.as_str()), "{name} plays {said}");
        }
    }
}

#[test]
fn in_max_n_a_piece_is_safe_as_long_as_its_attacker_has_something_better_to_take() {
    // Blue's bishop attacks Red's knight, and Green's queen if there is one. A pawn is next to
    // Red's king.
    let position = |rank_12: &str| {
        format!(
            "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/{rank_12}/14/14/14/4,bB,8,gK/\
            bK,13/14/7,rN,6/14/x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,3,gP,rK,3,x,x,x"
        )
    };
    let agents = ["search-maxn:depth=2", "search-maxn:300", "search-maxn:3000"];
    all_say("chesscom-ffa", &position("x,x,x,5,gQ,2,x,x,x"), &agents, &["h1-g1"]);
    let away = ["h5-f4", "h5-f6", "h5-g3", "h5-g7", "h5-i3", "h5-i7", "h5-j4", "h5-j6"];
    all_say("chesscom-ffa", &position("x,x,x,8,x,x,x"), &agents, &away);
}

#[test]
fn a_mate_in_one_is_played() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    all_say("orthodox-chess", back_rank, &ALL, &["a1-a8"]);
    // Blue's king is in a corner of the cross. Red's rook blocks the next file.
    let corner = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
        x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/1,rR,12/14/14/5,rQ,8/13,gK/14/14/bK,13/\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    all_say("chesscom-teams", corner, &ALL, &["f8-a8", "f8-b4"]);
}

#[test]
fn a_mate_in_two_is_found() {
    // Morphy's problem.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let deep = ["search:depth=7", "search-paranoid:depth=7", "search-maxn:depth=7", "search:20000"];
    all_say("orthodox-chess", morphy, &deep, &["a1-a6"]);
    // These mates need no sacrifice, which suits a tree search. Either rook cuts the king off.
    let rooks = "7k/8/8/8/8/8/8/RR2K3 w - - 0 1";
    all_say("orthodox-chess", rooks, &["mcts:3000"], &["a1-a7", "b1-b7"]);
    // Red cuts Blue's king off, and its partner Yellow mates.
    let ladder = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-\
        x,x,x,3,yK,4,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/4,yR,9/14/14/bK,13/14/14/14/3,rR,9,gK/\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    let loaded = loaded("chesscom-teams");
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, ladder).expect("a position");
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    let (said, advice) = advised(game.as_mut(), "search:depth=5", 0);
    assert!(advice.share > 0.976, "no evaluation is so sure: {said}, {advice:?}");
}

#[test]
fn a_win_is_claimed() {
    let lead = "R-0,0,1,1-0,0,0,0-0,0,0,0-26,10,3,4-5-{'seatState':('active','active','dead','dead')}-\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,8,x,x,x/14/3,bR,10/14/14/bK,13/3,rQ,10/14/14/\
        x,x,x,8,x,x,x/x,x,x,8,x,x,x/x,x,x,4,rK,3,x,x,x";
    let loaded = loaded("chesscom-ffa");
    let hooks = loaded.hooks();
    let setup = fen::read(&loaded.rules, lead).expect("a position");
    for name in [
        "greedy",
        "search-paranoid:depth=1",
        "search-maxn:depth=2",
        "search:depth=1",
        "search:500",
        "search-paranoid:500",
        "search-maxn:500",
        "mcts:200",
    ] {
        let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
        play(game.as_mut(), "d6-d10 a7-a6");
        assert_eq!(advised(game.as_mut(), name, 0).0, "say=claim", "{name}");
    }
}

#[test]
fn nobody_resigns_who_may_do_something_else() {
    let loaded = loaded("chesscom-ffa@walking-kings");
    let hooks = loaded.hooks();
    for name in [
        "greedy",
        "search-paranoid:depth=1",
        "search-maxn:depth=1",
        "search:depth=1",
        "search:500",
        "mcts:100",
    ] {
        for index in 0..5 {
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            let (said, _) = advised(game.as_mut(), name, index);
            assert!(!said.starts_with("say="), "{name} says {said}");
        }
    }
}

#[test]
fn pieces_without_a_value_are_worth_what_they_reach() {
    let picture = "
        .  .  bQ .  .  bK
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  rR .  .  bP
        .  .  .  .  .  .
        rK .  .  .  .  .";
    let mut spec = table(picture);
    for kind in &mut spec.kinds {
        kind.value = 0;
    }
    let rules = CompiledRules::new(spec).expect("a game");
    for name in ALL {
        let mut game = game::start(&rules, &NoHooks).expect("the game starts");
        assert_eq!(advised(game.as_mut(), name, 0).0, "c3-c6", "{name}");
    }
}

#[test]
fn values_are_learned_from_games() {
    let loaded = loaded("orthodox-chess");
    let plan = Plan {
        agents: vec![agent("search-paranoid:depth=1"); 2],
        jobs: 2,
        record: true,
        ..plan(300, Some(300))
    };
    let learned = learn(&loaded.rules, &|| loaded.hooks(), &plan).expect("no hook fails");
    let value = |letter| {
        let kind = loaded.spec().kind_of_letter(letter).expect("a piece of chess");
        learned.values[kind.index()]
    };
    assert!(learned.games > 200);
    assert!(value('Q') > value('R') && value('R') > value('B').max(value('N')), "{learned:?}");
    assert!(value('B').min(value('N')) > value('P') && value('P') > 0.0, "{learned:?}");
    let one = learn(&loaded.rules, &|| loaded.hooks(), &Plan { jobs: 1, ..plan });
    assert_eq!(one.expect("no hook fails"), learned);
}

/// Red's rook may take an unguarded pawn, or a knight that Blue's rook guards. The next roll
/// decides if Blue's rook may take back. If the roll is a one, only pawns can move. If it is a two,
/// all pieces can move.
fn gamble(one: u32, two: u32) -> CompiledRules {
    let picture = "
        bK .  bR .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  bN .  rR bP
        rP .  .  .  .  .
        rK .  .  .  .  .";
    let mut spec = table(picture);
    let pawn = 1 << spec.kind_of_letter('P').expect("a pawn").index();
    spec.dice = Some(Dice { count: 1, faces: vec![(1, one, pawn), (2, two, u32::MAX)] });
    CompiledRules::new(spec).expect("a game")
}

#[test]
fn dice_are_weighed_and_not_foreseen() {
    // Taking the knight loses the rook with probability 11/12 or 1/12.
    for (one, two) in [(1, 11), (11, 1)] {
        let rules = gamble(one, two);
        for name in [
            "search-paranoid:depth=2",
            "search-maxn:depth=2",
            "search:depth=2",
            "search:2000",
            "search-maxn:2000",
            "mcts:800",
        ] {
            let mut chosen = 0;
            // Each index has other dice. The next rolls differ, but the choice does not.
            for index in 0..30 {
                let first = first_move(&rules, agent(name), index);
                if let Some(said) = first {
                    let takes = said == "e3-c3";
                    assert_eq!(
                        takes,
                        one > two,
                        "{name}: {said} with {one} to {two}, game {index}"
                    );
                    chosen += 1;
                }
            }
            assert!(chosen > 0);
        }
    }
}

/// Plays the start of a game in which this agent plays all seats. Returns the first move, or `None`
/// if the first roll is not a two.
fn first_move(rules: &CompiledRules, agent: AgentSpec, index: u64) -> Option<String> {
    let plan = Plan {
        seed: 9,
        games: index..index + 1,
        agents: vec![agent],
        record: true,
        ..plan(1, Some(2))
    };
    let (_, records) = records(rules, &|| Box::new(NoHooks), &plan);
    let actions = &records.get(&index)?.actions;
    let mut game = game::start(rules, &NoHooks).expect("the game starts");
    if actions[0] != Action::Roll([2, 0]) {
        return None;
    }
    game.play(actions[0]).expect("it is legal");
    let legal = actions::legal(game.as_mut()).expect("no hook fails");
    legal.into_iter().find(|(_, action)| *action == actions[1]).map(|(text, _)| text)
}

/// Returns an agent for each seat. If there are more seats than kinds of searching agents, the
/// kinds are repeated in the same order.
fn mixed(seats: usize) -> Vec<AgentSpec> {
    let kinds = ["search-paranoid:depth=1", "mcts:12", "search:60", "search-maxn:depth=1"];
    (0..seats).map(|seat| agent(kinds[seat % kinds.len()])).collect()
}

/// Returns all shipped rulesets, and presets that change play.
fn rulesets() -> Vec<String> {
    let readings = [
        "four-seasons-1283@dice",
        "four-seasons-1283@manuscript",
        "nava-2018@ffa",
        "chesscom-ffa@walking-kings",
    ];
    let mut names: Vec<String> = Disk::new().names();
    names.extend(readings.map(str::to_owned));
    names
}

#[test]
fn agents_play_every_ruleset() {
    for name in rulesets() {
        let loaded = loaded(&name);
        let plan = Plan {
            seed: 2,
            agents: mixed(loaded.spec().seats.len()),
            jobs: 2,
            record: true,
            ..plan(6, Some(16))
        };
        for (index, record) in records(&loaded.rules, &|| loaded.hooks(), &plan).1 {
            if let Err(error) = &record.end {
                panic!("{name}, game {index}: {error}");
            }
            // Clauses that fire during a search are not counted in the game.
            let hooks = loaded.hooks();
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            for action in &record.actions {
                game.play(*action).unwrap_or_else(|error| panic!("{name}, game {index}: {error}"));
            }
            // A stopped game ends without an action, so its end fires no clause.
            if game.outcome().is_some() {
                assert_eq!(game.counts().clauses, record.clauses, "{name}, game {index}");
            }
        }
    }
}

#[test]
fn both_bishops_find_squares_wherever_the_other_pieces_were_placed() {
    let loaded = loaded("placement");
    let hooks = loaded.hooks();
    for index in 0..300 {
        let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
        for ply in 0..16 {
            let mut rng = Rng::new(4, index, Stream::Agent, 0, ply);
            let who = agent(if index < 3 { "search:1000" } else { "random" });
            let advice =
                quadrille_agents::advise(&mut *game, who, &mut rng).expect("no hook fails");
            game.play(advice.action.expect("the game goes on")).expect("it is legal");
        }
        let actions = game.actions().expect("no hook fails");
        assert!(actions.iter().all(|action| matches!(action, Action::Move(_))), "game {index}");
    }
}

#[test]
fn every_agent_decides_whatever_there_is_to_decide() {
    for name in rulesets() {
        let loaded = loaded(&name);
        let spec = loaded.spec();
        let hooks = loaded.hooks();
        let kinds = [
            "random",
            "greedy",
            "search:depth=1",
            "search-paranoid:depth=1",
            "search-maxn:depth=1",
            "search:100",
            "search-paranoid:100",
            "search-maxn:100",
            "mcts:20",
        ];
        let agents = kinds.map(agent);
        // Each combination of two facts is tested once. The facts are the kind of the decision (a
        // move, a roll or a question) and the number of seats that have no turn.
        let mut seen = BTreeSet::new();
        for index in 0..2 {
            let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
            for ply in 0..400 {
                let decision = game.decision().expect("no hook fails");
                let sort = match &decision {
                    Decision::Over => break,
                    Decision::Turn(_) => 0,
                    Decision::Roll(_) => 1,
                    Decision::Question(_) => 2,
                };
                let seats = (0..spec.seats.len() as u8).map(Seat);
                let absent = seats
                    .map(|seat| game.view().seat_state(seat))
                    .filter(|state| !has_turn(spec, *state));
                if seen.insert((sort, absent.count())) && sort != 1 {
                    for agent in &agents {
                        let mut rng = Rng::new(4, index, Stream::Agent, 0, ply);
                        let advice = quadrille_agents::advise(&mut *game, *agent, &mut rng)
                            .unwrap_or_else(|error| {
                                panic!("{name}, ply {ply}: {agent}: {error}");
                            });
                        let action = advice.action.expect("the game goes on");
                        let mut after = game.fork();
                        after.play(action).unwrap_or_else(|error| {
                            panic!("{name}, ply {ply}: {agent}: {error}");
                        });
                    }
                }
                let mut rng = Rng::new(4, index, Stream::Agent, 1, ply);
                let actions = game.actions().expect("no hook fails");
                let drawn = rng.below(actions.len() as u32) as usize;
                game.play(actions[drawn]).expect("it is legal");
            }
        }
    }
}

fn has_turn(spec: &Spec, state: StateId) -> bool {
    spec.states[usize::from(state.0)].has_turn
}

#[test]
fn searching_games_do_not_depend_on_jobs_or_on_other_games() {
    for name in ["four-seasons-1283@dice", "verney-1881"] {
        let loaded = loaded(name);
        let plan = Plan { seed: 3, agents: mixed(4), record: true, ..plan(6, Some(40)) };
        let played = |plan: &Plan| records(&loaded.rules, &|| loaded.hooks(), plan).1;
        let one = played(&plan);
        assert_eq!(played(&Plan { jobs: 3, ..plan.clone() }), one, "{name}");
        assert_eq!(played(&Plan { games: 5..6, ..plan })[&5], one[&5], "{name}");
        let games: Vec<_> = one.values().map(|record| &record.actions).collect();
        assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{name}: games differ");
    }
}

#[test]
fn prospects_are_shares_and_follow_the_pieces() {
    let loaded = loaded("chesscom-ffa");
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, hooks.as_ref()).expect("the game starts");
    let even = quadrille_agents::prospects(&mut *game);
    assert!(even.iter().all(|share| (share - 0.25).abs() < 0.02), "{even:?}");
    let mut setup = game.setup();
    let queen = loaded.spec().kind_of_letter('Q').expect("a queen");
    let theirs =
        |piece: quadrille_core::Piece| piece.colour().index() == 2 && piece.kind() == queen;
    setup.pieces.retain(|(_, piece)| !theirs(*piece));
    let mut game = game::resume(&loaded.rules, hooks.as_ref(), &setup).expect("a position");
    let less = quadrille_agents::prospects(&mut *game);
    assert!(less[2] < 0.15 && less[0] > even[0], "{less:?}");
    assert!((less.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}
