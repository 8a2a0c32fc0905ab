//! Tests of the solver. Some positions have known answers. In others, the solver is compared with a
//! full enumeration.

use quadrille_agents::solve::{Goal, GoalStatus, GoalTask, Limit, Unsolved};
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::{AnyGame, Decision, Seat, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Ruleset, actions, fen, load};
use quadrille_study::puzzles::line;

const LIMIT: Limit<'static> = Limit { nodes: 3_000_000, stop: &|| false };

fn loaded(name: &str) -> Ruleset {
    load(&Shipped, name, &[]).unwrap_or_else(|found| panic!("{name}: {found:?}"))
}

/// Sets up a game from a FEN, or from pieces, the seat to move and options.
fn at<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn quadrille_core::Hooks,
    pieces: &str,
    turn: &str,
    options: Option<&str>,
) -> Box<dyn AnyGame + 'a> {
    let spec = loaded.spec();
    let placed = pieces.split(' ').map(|piece| fen::read_placement(spec, piece).unwrap()).collect();
    let setup = fen::arrange(&loaded.rules, placed, spec.seat_named(turn).unwrap(), options);
    game::resume(&loaded.rules, hooks, &setup.unwrap()).unwrap()
}

/// Returns the minimum number of plies that force a goal. Also returns the texts of the actions
/// that force the goal within this number.
fn solved(game: &mut dyn AnyGame, goal: &str, plies: u8) -> Option<(u8, Vec<String>)> {
    let goal = Goal::read(goal, game.rules().spec()).unwrap();
    let task = GoalTask { side: game.turn(), goal, plies };
    let solved = quadrille_agents::solve::solve(&mut *game, &task, usize::MAX, LIMIT).unwrap()?;
    let legal = actions::legal(game).unwrap();
    let forcing = legal.into_iter().filter(|(_, action)| solved.actions.contains(action));
    Some((solved.plies, forcing.map(|(text, _)| text).collect()))
}

fn only(plies: u8, action: &str) -> Option<(u8, Vec<String>)> {
    Some((plies, vec![action.to_owned()]))
}

#[test]
fn mates_in_chess_are_found_with_the_least_number_of_plies() {
    let chess = loaded("orthodox-chess");
    let hooks = chess.hooks();
    let known = |pieces: &str, plies, expected| {
        let mut game = at(&chess, &*hooks, pieces, "white", None);
        assert_eq!(solved(&mut *game, "win", plies), expected, "{pieces}");
        assert_eq!(solved(&mut *game, "mate black", plies), expected, "{pieces}");
    };
    known("wKg1 wRd1 bKg8 bPf7 bPg7 bPh7", 1, only(1, "d1-d8"));
    known("wKg1 wRd1 bKg8 bPf7 bPg7", 1, None);
    // Each rook takes a rank, in either order.
    known("wKa1 wRb6 wRc5 bKg8", 1, None);
    known("wKa1 wRb6 wRc5 bKg8", 2, Some((2, vec!["b6-b7".to_owned(), "c5-c7".to_owned()])));
    // The kings face each other, and the rook mates. If White's king is one square further away,
    // the rook does not mate.
    known("wKe6 wRa1 bKe8", 1, only(1, "a1-a8"));
    known("wKe5 wRa1 bKe8", 1, None);
}

#[test]
fn a_seat_that_is_put_out_by_stalemate_is_not_mated() {
    let ffa = loaded("chesscom-ffa");
    let hooks = ffa.hooks();
    let pieces = "rKg1 rQc10 rPd2 bKa4 yKg14 gKn8";
    let mut game = at(&ffa, &*hooks, pieces, "red", None);
    assert_eq!(solved(&mut *game, "mate blue", 1), None);
    let stalemate = actions::read(&mut *game, "c10-c5").unwrap();
    game.play(stalemate).unwrap();
    let blue = ffa.rules.spec().seat_named("blue").unwrap();
    let task = GoalTask { side: Seat(0), goal: Goal::Mate(blue), plies: 0 };
    // The position does not show that Blue was stalemated and not mated.
    assert_eq!(
        quadrille_agents::solve::goal_status(&mut *game, &task).unwrap(),
        GoalStatus::Reached
    );
}

#[test]
fn the_main_line_is_the_longest_defence_and_reaches_the_goal() {
    let chess = loaded("orthodox-chess");
    let hooks = chess.hooks();
    let mut game = at(&chess, &*hooks, "wKa1 wRb6 wRc5 bKg8", "white", None);
    let task = GoalTask { side: Seat(0), goal: Goal::Win, plies: 2 };
    let line = line(&mut *game, task, LIMIT).unwrap().unwrap();
    assert_eq!(line.actions.len(), 3);
    assert!(game.outcome().is_some());
}

#[test]
fn partners_help_each_other() {
    let verney = loaded("verney-1881");
    let hooks = verney.hooks();
    // Red is frozen, mated by Yellow's queen on the file and the rook beside it. White can't help
    // Yellow in time. Black's rook forces the queen away, which releases Red.
    let frozen = "{'seatState':('active','frozen','active','active'),\
                  'armyState':('active','frozen','active','active')}";
    let pieces = "yQa10 yRb11 yKk1 rKa4 wKg14 wRk6 bKn5 bRd2 bRe5";
    let mut game = at(&verney, &*hooks, pieces, "black", Some(frozen));
    let goals = quadrille_agents::solve::goals(&mut *game).unwrap();
    let red = verney.rules.spec().seat_named("red").unwrap();
    assert!(goals.contains(&Goal::Thaw(red)) && !goals.contains(&Goal::Save(red)), "{goals:?}");
    let (plies, actions) = solved(&mut *game, "thaw red", 1).unwrap();
    assert_eq!(plies, 1);
    assert!(actions.contains(&"e5-e1".to_owned()), "{actions:?}");
}

#[test]
fn searches_end_with_their_limit_and_dice_are_refused() {
    let chess = loaded("orthodox-chess");
    let hooks = chess.hooks();
    let mut game = game::start(&chess.rules, &*hooks).unwrap();
    let task = GoalTask { side: Seat(0), goal: Goal::Win, plies: 3 };
    let few = Limit { nodes: 1000, stop: &|| false };
    assert_eq!(quadrille_agents::solve::solve(&mut *game, &task, 2, few), Err(Unsolved::Undecided));
    let stopped = Limit { nodes: u64::MAX, stop: &|| true };
    assert_eq!(
        quadrille_agents::solve::solve(&mut *game, &task, 2, stopped),
        Err(Unsolved::Undecided)
    );
    let dice = loaded("four-seasons-1283@dice");
    let hooks = dice.hooks();
    let mut game = game::start(&dice.rules, &*hooks).unwrap();
    assert_eq!(quadrille_agents::solve::solve(&mut *game, &task, 2, LIMIT), Err(Unsolved::Dice));
    assert_eq!(quadrille_agents::solve::goals(&mut *game).unwrap(), []);
}

/// Returns `true` if a goal is forced. To find this out, enumerates all sequences of actions.
/// `left` is the number of plies that the side still has.
fn forced(game: &mut dyn AnyGame, task: &GoalTask, left: u8) -> bool {
    match quadrille_agents::solve::goal_status(&mut *game, &GoalTask { plies: left, ..*task })
        .unwrap()
    {
        GoalStatus::Reached => return true,
        GoalStatus::Failed => return false,
        GoalStatus::Open => {}
    }
    let side = game.rules().spec().seats[task.side.index()].team;
    let (ours, turn) = match game.decision().unwrap() {
        Decision::Turn(seat) => (game.rules().spec().seats[seat.index()].team == side, true),
        Decision::Question(question) => {
            (game.rules().spec().seats[question.seat.index()].team == side, false)
        }
        Decision::Roll(_) | Decision::Over => unreachable!("the game goes on, without dice"),
    };
    let left = left - u8::from(ours && turn);
    let mut outcomes = game.actions().unwrap().into_iter().map(|action| {
        let mut next = game.fork();
        next.play(action).unwrap();
        forced(&mut *next, task, left)
    });
    if ours { outcomes.any(|forced| forced) } else { outcomes.all(|forced| forced) }
}

/// Compares the solver with plain enumeration in a position, for each goal. Returns the number of
/// forced goals.
fn agrees(game: &mut dyn AnyGame, plies: u8) -> usize {
    let side = game.turn();
    let mut forcing = 0;
    for goal in quadrille_agents::solve::goals(&mut *game).unwrap() {
        let task = GoalTask { side, goal, plies };
        let judged = quadrille_agents::solve::judge(&mut *game, &task, LIMIT).unwrap();
        assert_eq!(judged.len(), game.actions().unwrap().len());
        for (action, found) in judged {
            let mut next = game.fork();
            next.play(action).unwrap();
            let least = (1..=plies).find(|plies| forced(&mut *next, &task, plies - 1));
            let least = match goal {
                Goal::Save(_) => forced(&mut *next, &task, plies - 1).then_some(plies),
                _ => least,
            };
            let text = actions::write(game, &[action]).concat();
            let place = fen::write(game.rules(), &game.setup());
            assert_eq!(found, least, "{goal:?} {text} {place}");
            forcing += usize::from(found.is_some());
            // The judgement of a single action is the same as in the list of all actions.
            drop(next);
            assert_eq!(
                quadrille_agents::solve::judge_one(&mut *game, &task, action, LIMIT).unwrap(),
                found
            );
        }
    }
    forcing
}

/// Passes random positions to `look`. In these positions, the pieces stand on random squares, and
/// the kings of the seats that are not to move are safe.
fn random_positions(
    loaded: &Ruleset,
    pieces: &[&str],
    turn: &str,
    count: u64,
    mut look: impl FnMut(&mut dyn AnyGame),
) {
    let spec = loaded.spec();
    let hooks = loaded.hooks();
    let squares: Vec<String> =
        spec.geometry.squares().map(|square| spec.geometry.name(square)).collect();
    let (mut looked, mut number) = (0, 0);
    while looked < count {
        number += 1;
        let mut rng = Rng::new(9, number, Stream::Agent, 0, 0);
        let mut place =
            |piece: &&str| format!("{piece}{}", squares[rng.below(squares.len() as u32) as usize]);
        let placed: Vec<String> = pieces.iter().map(&mut place).collect();
        let placed = placed.iter().map(|piece| fen::read_placement(spec, piece).unwrap()).collect();
        let seat = spec.seat_named(turn).unwrap();
        let Ok(setup) = fen::arrange(&loaded.rules, placed, seat, None) else { continue };
        let Ok(mut game) = game::resume(&loaded.rules, &*hooks, &setup) else { continue };
        let others = (0..spec.seats.len()).map(|seat| Seat(seat as u8)).filter(|s| *s != seat);
        let decided = matches!(game.decision(), Ok(Decision::Turn(s)) if s == seat);
        if !decided || others.into_iter().any(|seat| game.in_check(seat)) {
            continue;
        }
        look(&mut *game);
        looked += 1;
    }
}

#[test]
fn in_chess_the_solver_agrees_with_plain_enumeration() {
    let chess = loaded("orthodox-chess");
    let mut forcing = 0;
    let kings = ["wK", "bK", "wQ", "bP"];
    random_positions(&chess, &kings, "white", 12, |game| forcing += agrees(game, 2));
    assert!(forcing > 0);
}

#[test]
fn with_four_seats_the_solver_agrees_with_plain_enumeration() {
    for name in ["verney-1881", "chesscom-teams", "team-chess"] {
        let rules = loaded(name);
        let keys: Vec<char> = rules.spec().seats.iter().map(|seat| seat.key).collect();
        let order = &rules.spec().order;
        let first = order[0];
        let turn = rules.spec().seats[first.index()].name.clone();
        let mut pieces: Vec<String> = keys.iter().map(|key| format!("{key}K")).collect();
        pieces.push(format!("{}Q", keys[first.index()]));
        pieces.push(format!("{}R", keys[order[2].index()]));
        pieces.push(format!("{}Q", keys[order[1].index()]));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let mut forcing = 0;
        random_positions(&rules, &pieces, &turn, 3, |game| forcing += agrees(game, 1));
        assert!(forcing > 0, "{name}");
    }
}
