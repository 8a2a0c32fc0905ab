//! Metrics of hand-made games with known values.

use proptest::prelude::*;
use quadrille_agents::AgentSpec;
use quadrille_core::rules::{Arrival, Dice, Hand, Promotion};
use quadrille_core::state::Hooks;
use quadrille_core::{
    Action, CompiledRules, Decision, Effect, Ending, Event, EventKind, NoHooks, Outcome, Seat,
    SeatResult, Spec, Square, StateId, View, game,
};
use quadrille_dsl::actions;
use quadrille_study::metrics::{
    Freeze, Lead, METRICS, MeasuredGame, Measurements, Sample, SideStrengths, Totals, WHOLE,
};
use quadrille_study::metrics::{lead, metric, seat_contrasts, utility};
use quadrille_study::sim::{Deal, GameRecord, Plan, measure};
use quadrille_tests::games;
use quadrille_tests::random::recipe;
use quadrille_tests::table::{BLUE, GREEN, RED, Script, YELLOW, at, hooked, table};

/// A script as a function from events to effects.
type Answer<'a> = &'a dyn Fn(&Event<'_>, &dyn View) -> Vec<Effect>;

/// Plays actions in text form. Returns the rules, the game with its metrics, and the number of
/// legal actions before each action.
fn measured(
    spec: Spec,
    events: &[EventKind],
    answer: Answer<'_>,
    texts: &str,
) -> (CompiledRules, GameRecord, Vec<u32>) {
    let rules = CompiledRules::new(hooked(spec, events)).expect("the spec is a game");
    let script = Script(answer);
    let mut legal = Vec::new();
    let mut actions = Vec::new();
    let mut game = game::start(&rules, &script).expect("no hook fails");
    for word in texts.split_whitespace() {
        let all: Vec<(String, Action)> = actions::legal(&mut *game).expect("no hook fails");
        let found = all.iter().find(|(text, _)| text == word);
        let (_, action) = found.unwrap_or_else(|| panic!("{word} is not in {all:?}"));
        legal.push(all.len() as u32);
        actions.push(*action);
        game.play(*action).expect("it is legal");
    }
    drop(game);
    let record = measure(&rules, &script as &dyn Hooks, None, &actions).expect("it is legal");
    (rules, record, legal)
}

fn record(game: &GameRecord) -> &Measurements {
    game.measured.as_deref().expect("it was measured")
}

/// Returns the value of a metric.
fn value(rules: &CompiledRules, game: &GameRecord, name: &str) -> Option<f64> {
    let played = MeasuredGame::new(rules.spec(), game).expect("it came to an end");
    let metric = metric(name).unwrap_or_else(|| panic!("there is no metric {name}"));
    (metric.value)(&played).map(|value| value as f64 / 1e6)
}

#[track_caller]
fn is(rules: &CompiledRules, game: &GameRecord, name: &str, expected: f64) {
    let found = value(rules, game, name);
    assert!(found.is_some_and(|value| (value - expected).abs() < 2e-6), "{name}: {found:?}");
}

/// Red mates Blue with c1-a1. Blue is frozen until a1-c1 lifts the mate.
const THREE: &str = "
    bK .  .  .  .  bN
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  yK .  yR
    .  rR yN .  .  .
    .  .  rR rK .  .";

/// Freezes a mated seat, and lets Red win after six plies.
fn freeze_then_win(event: &Event<'_>, view: &dyn View) -> Vec<Effect> {
    match event {
        Event::Mate(seat) => {
            let frozen = StateId::FROZEN;
            vec![Effect::SeatState(*seat, frozen), Effect::ArmyState(*seat, frozen)]
        }
        Event::Move { .. } if view.ply() == 6 => {
            vec![Effect::Finish(vec![SeatResult::Win, SeatResult::Loss, SeatResult::Loss])]
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_metric_of_a_game_of_six_plies() {
    // Blue is mated and frozen after ply 1. Ply 3 releases Blue and uncovers a check of the blue
    // knight against Yellow. Ply 5 checks Red, and ply 6 captures Yellow's knight.
    let moves = "c1-a1 d3-e4 a1-c1 f6-d5 f3-f1 d1-c2";
    let events = [EventKind::Mate, EventKind::Move];
    let (rules, game, legal) = measured(table(THREE), &events, &freeze_then_win, moves);
    let names = |squares: &[Square]| -> Vec<String> {
        squares.iter().map(|square| rules.spec().geometry.name(*square)).collect()
    };
    let seen = record(&game);
    assert_eq!((game.plies, seen.turns, seen.chance, seen.rounds), (6, 6, 0, 3));
    assert_eq!(names(&seen.captures), ["c2"]);
    assert_eq!(names(&seen.mates), ["a6"]);
    assert_eq!(seen.captured_by[..3], [1, 0, 0]);
    assert_eq!(seen.freezes, [Freeze { seat: BLUE, from: 1, until: 3, released: true }]);
    assert_eq!(seen.absent[..3], [0, 2, 0], "plies 2 and 3 were played without blue");
    assert_eq!(seen.eliminated[..3], [None; 3]);
    assert_eq!(seen.pieces, [8], "counted at the start; the next would be after ply 20");
    assert_eq!(seen.squares[..3], [5, 3, 5]);
    assert_eq!(seen.squares_all, 12, "both red and yellow stood on c2");

    let sum: u32 = legal.iter().sum();
    let wide: Vec<u32> = legal.iter().copied().filter(|n| *n > 1).collect();
    let n = legal.len() as f64;
    is(&rules, &game, "decided", 1.0);
    is(&rules, &game, "outright", 1.0);
    is(&rules, &game, "drawn", 0.0);
    is(&rules, &game, "stopped", 0.0);
    is(&rules, &game, "length", 6.0);
    is(&rules, &game, "rounds", 3.0);
    is(&rules, &game, "branching", f64::from(sum) / n);
    is(&rules, &game, "branching_most", f64::from(*legal.iter().max().unwrap()));
    is(&rules, &game, "choice_turns", wide.len() as f64 / n);
    is(&rules, &game, "decision_factor", f64::from(wide.iter().sum::<u32>()) / wide.len() as f64);
    is(&rules, &game, "complexity", legal.iter().map(|n| f64::from(*n).log10()).sum());
    let mean = |f: &dyn Fn(usize) -> f64| (0..legal.len()).map(f).sum::<f64>() / n;
    let (t, b) = (|i: usize| i as f64, |i: usize| f64::from(legal[i]));
    let (mt, mb) = (mean(&t), mean(&b));
    let slope = mean(&|i| (t(i) - mt) * (b(i) - mb)) / mean(&|i| (t(i) - mt).powi(2));
    is(&rules, &game, "branching_trend", slope);
    is(&rules, &game, "chance_share", 0.0);
    is(&rules, &game, "captures", 1.0);
    is(&rules, &game, "capture_rate", 1.0 / 6.0);
    is(&rules, &game, "promotions", 0.0);
    is(&rules, &game, "drops", 0.0);
    is(&rules, &game, "checks", 3.0);
    is(&rules, &game, "mates", 1.0);
    is(&rules, &game, "coverage", 12.0 / 36.0);
    is(&rules, &game, "seat_coverage", 13.0 / 108.0);
    is(&rules, &game, "repetition", 0.0);
    is(&rules, &game, "dead_time", 2.0 / 18.0);
    is(&rules, &game, "freezes", 1.0);
    is(&rules, &game, "releases", 1.0);
    is(&rules, &game, "release_rate", 1.0);
    is(&rules, &game, "freeze_length", 2.0);
    is(&rules, &game, "eliminations", 0.0);

    // Kings count 4, rooks 5, knights 3, and frozen pieces half. Red leads throughout.
    let early = [14.0 / 29.5, 3.5 / 29.5, 12.0 / 29.5];
    let middle = [14.0 / 33.0, 7.0 / 33.0, 12.0 / 33.0];
    let end = [14.0 / 30.0, 7.0 / 30.0, 9.0 / 30.0];
    let course = [early, early, middle, middle, middle, end];
    is(&rules, &game, "lead_changes", 0.0);
    is(&rules, &game, "kingmaking", 0.0);
    is(&rules, &game, "lead_change_rate", 0.0);
    is(&rules, &game, "drama", 0.0);
    is(&rules, &game, "drama_behind", 0.0);
    is(&rules, &game, "decision_threshold", early[2]);
    is(&rules, &game, "decision_time", 1.0 / 6.0);
    is(&rules, &game, "greatest_gain", early[0] - middle[0]);
    let spread = |side: usize| {
        let mean = course.iter().map(|v| v[side]).sum::<f64>() / 6.0;
        course.iter().map(|v| (v[side] - mean).powi(2)).sum::<f64>() / 6.0
    };
    is(&rules, &game, "instability", (0..3).map(spread).sum::<f64>() / 3.0);
    let entropy = |v: &[f64; 3]| -v.iter().map(|p| p * p.ln()).sum::<f64>() / 3f64.ln();
    is(&rules, &game, "late_uncertainty", course[3..].iter().map(entropy).sum::<f64>() / 3.0);
    assert_eq!(value(&rules, &game, "clarity"), None, "no turn was looked at");
    let known = 39;
    assert_eq!(METRICS.len(), known, "a metric that no line above gives a value");
}

fn side_strengths(ply: u32, mover: Option<u8>, strengths: [u32; 3]) -> SideStrengths {
    let mut all = [0; 8];
    all[..3].copy_from_slice(&strengths);
    SideStrengths { ply, mover, strengths: all }
}

#[test]
fn the_course_of_a_game_between_three() {
    // The shares after plies 1 to 8: side 0 is ahead, then side 1, and finally side 2 wins.
    let course = [
        side_strengths(0, None, [10, 10, 10]),
        side_strengths(2, Some(0), [20, 10, 10]),
        side_strengths(4, Some(1), [10, 20, 10]),
        side_strengths(6, Some(2), [0, 0, 30]),
    ];
    let close = |a: Option<u64>, b: f64| a.is_some_and(|a| (a as f64 / 1e6 - b).abs() < 2e-6);
    let seen = lead(&course, 3, 8, Some(2));
    assert_eq!(seen.lead_changes, 2, "the first lead is no change");
    assert_eq!(seen.kingmaking, 0);
    // The winner is behind by 0 after ply 1, by 1/4 after plies 2 to 5, and by 0 after plies 6 to
    // 8.
    assert!(close(seen.drama, 4.0 * 0.25 / 8.0), "{seen:?}");
    assert!(close(seen.drama_behind, 0.25f64.sqrt()), "{seen:?}");
    assert!(close(seen.threshold, 0.5), "{seen:?}");
    // Other sides had at most 1/2, which the winner exceeds after ply 6 of 8.
    assert!(close(seen.decided, 0.75), "{seen:?}");
    assert!(close(Some(seen.greatest_gain), 0.75), "from 1/4 to all: {seen:?}");
    // After ply 5 the shares are one half and two quarters. After plies 6 to 8 there is no
    // uncertainty.
    let entropy = -(0.5 * 0.5f64.ln() + 2.0 * 0.25 * 0.25f64.ln()) / 3f64.ln();
    assert!(close(seen.late_uncertainty, entropy / 4.0), "{seen:?}");

    let none = lead(&course, 3, 8, None);
    assert_eq!((none.drama, none.decided), (None, None), "without a winner nobody is behind");
    let other = lead(&course, 3, 8, Some(0));
    assert_eq!(other.decided, Some(1_000_000), "red never had more than the others ever had");
    assert_eq!(
        lead(&course, 3, 0, Some(2)),
        Lead { lead_changes: 2, greatest_gain: 750_000, ..Lead::default() }
    );
}

#[test]
fn a_tie_leaves_the_lead_where_it_was_and_hopeless_sides_make_kings() {
    let course = [
        side_strengths(0, None, [30, 20, 1]),
        side_strengths(1, Some(1), [20, 20, 1]),
        side_strengths(2, Some(1), [30, 20, 1]),
        side_strengths(3, Some(2), [10, 20, 1]),
        side_strengths(4, None, [10, 5, 1]),
    ];
    let seen = lead(&course, 3, 5, None);
    assert_eq!(seen.lead_changes, 2, "red, tied, red; then yellow takes red's queen; then dice");
    assert_eq!(seen.kingmaking, 1, "the third side had a fiftieth of the strength");
}

#[test]
fn a_choice_is_clear_where_few_actions_gain_as_much_as_the_best() {
    // In the thirteenth turn, Red's rook may take a queen or a pawn.
    let board = "
        bK .  .  .  .  .
        .  .  .  .  bQ .
        .  .  .  .  .  .
        .  .  .  .  rR bP
        rK rN .  .  .  .";
    let shuffle = "a1-a2 a5-b5 a2-a1 b5-a5 ".repeat(3);
    let nothing = |_: &Event<'_>, _: &dyn View| Vec::new();
    let (rules, game, legal) = measured(table(board), &[], &nothing, &format!("{shuffle}a1-a2"));
    assert_eq!(legal.len(), 13);
    let seen = record(&game);
    assert_eq!(seen.clear_turns, 1, "one turn of thirteen is looked at");
    is(&rules, &game, "clarity", 1.0 / f64::from(legal[12]));
}

#[test]
fn positions_that_come_again_are_counted() {
    let board = "
        bK .  bR
        .  .  .
        rK .  rR";
    let spec = table(board);
    let nothing = |_: &Event<'_>, _: &dyn View| Vec::new();
    let moves = "a1-b1 a3-b3 b1-a1 b3-a3 a1-b1 a3-b3 b1-a1";
    let (rules, game, _) = measured(spec, &[], &nothing, moves);
    // The positions before plies 5, 6 and 7 repeat the positions before plies 1, 2 and 3. The
    // position after ply 7 is a repetition too, but the game is stopped before a decision there.
    assert_eq!(record(&game).repeats, 4);
    is(&rules, &game, "repetition", 4.0 / 7.0);
    assert_eq!(game.end.as_ref().unwrap().ending, Ending::PlyLimit);
    is(&rules, &game, "stopped", 1.0);
    is(&rules, &game, "decided", 0.0);
    is(&rules, &game, "drawn", 0.0);
    assert_eq!(value(&rules, &game, "drama"), None);
    assert_eq!(value(&rules, &game, "release_rate"), None, "of no freezes none was ended");
    assert_eq!(value(&rules, &game, "freeze_length"), None);
}

/// Three red pawns are one step from the last rank. One of them may promote there, and another
/// becomes a queen on arrival.
fn pawns() -> Spec {
    let mut spec = table(
        "
        .  .  .  .  .  .
        rP rP rP .  .  .
        .  .  .  .  .  .
        rK .  .  .  .  bK",
    );
    let queen = spec.kind_of_letter('Q').unwrap();
    let pawn = |spec: &Spec, from: &str| {
        spec.array.iter().find(|(square, _)| *square == at(spec, from)).unwrap().1
    };
    let a4 = at(&spec, "a4");
    let by_move = Promotion { kinds: vec![queen], optional: false, ..Promotion::default() };
    spec.promotions = vec![(pawn(&spec, "a3"), a4, by_move)];
    let by_arrival = Arrival { become_kind: Some(queen), ..Arrival::default() };
    spec.arrivals = vec![(pawn(&spec, "b3"), at(&spec, "b4"), by_arrival)];
    spec
}

#[test]
fn a_piece_is_promoted_once_by_move_by_arrival_and_by_effect() {
    let spec = pawns();
    let (c4, queen) = (at(&spec, "c4"), spec.kind_of_letter('Q').unwrap());
    let at_c4 = |event: &Event<'_>, _: &dyn View| match event {
        Event::Move { played: Some(mv), .. } if mv.to == c4 => vec![Effect::Replace(c4, queen)],
        _ => Vec::new(),
    };
    let moves = "a3-a4=Q f1-f2 b3-b4 f2-f1 c3-c4";
    let (rules, game, _) = measured(spec, &[EventKind::Move], &at_c4, moves);
    let names: Vec<String> =
        record(&game).promotions.iter().map(|square| rules.spec().geometry.name(*square)).collect();
    assert_eq!(names, ["a4", "b4", "c4"]);
    is(&rules, &game, "promotions", 3.0);
}

#[test]
fn drops_and_dice_and_pieces_of_nature_are_told_apart() {
    let mut spec = table(
        "
        .  .  bK
        .  .  .
        rK .  .",
    );
    let all = (1 << spec.kinds.len()) - 1;
    spec.dice = Some(Dice { count: 1, faces: vec![(1, 1, all), (2, 1, all)] });
    let knight = spec.kind_of_letter('N').unwrap();
    let zone = [at(&spec, "b1"), at(&spec, "c1")].into_iter().collect();
    spec.hands = vec![Hand {
        seat: RED,
        pieces: vec![(knight, 1)],
        zone,
        first: true,
        limits: quadrille_core::rules::DropLimits::default(),
        clause: None,
    }];
    let nothing = |_: &Event<'_>, _: &dyn View| Vec::new();
    let (rules, game, legal) =
        measured(spec, &[], &nothing, "roll=1 N@b1 a1-a2 roll=2 c3-c2 roll=1");
    let seen = record(&game);
    assert_eq!((seen.turns, seen.chance, seen.drops), (3, 3, 1));
    is(&rules, &game, "chance_share", 0.5);
    assert_eq!(seen.legal, u64::from(legal[1] + legal[2] + legal[4]), "rolls are nobody's choice");
}

#[test]
fn seats_leave_in_order_and_keep_their_places() {
    let board = "
        rK .  .  bK
        .  .  .  .
        .  .  .  .
        yK .  .  gK";
    let leave = |event: &Event<'_>, view: &dyn View| match (event, view.ply()) {
        (Event::Move { .. }, 1) => vec![Effect::SeatState(GREEN, StateId::DEAD)],
        (Event::Move { .. }, 3) => vec![Effect::SeatState(YELLOW, StateId::GONE)],
        (Event::Move { .. }, 4) => {
            let (win, loss) = (SeatResult::Win, SeatResult::Loss);
            vec![Effect::Finish(vec![loss, win, loss, loss])]
        }
        _ => Vec::new(),
    };
    let moves = "a4-a3 d4-d3 a1-b1 a3-a4";
    let (rules, game, _) = measured(table(board), &[EventKind::Move], &leave, moves);
    let seen = record(&game);
    assert_eq!(seen.eliminated[..4], [None, None, Some(3), Some(1)]);
    assert_eq!(seen.absent[..4], [0, 0, 1, 3]);
    assert_eq!(seen.places(game.end.as_ref().unwrap()), [2, 1, 3, 4]);
    is(&rules, &game, "eliminations", 2.0);
    is(&rules, &game, "dead_time", 4.0 / 16.0);
    is(&rules, &game, "freezes", 0.0);
}

#[test]
fn a_freeze_that_nothing_ends_lasts_to_the_end_of_the_game() {
    let events = [EventKind::Mate];
    let freeze = |event: &Event<'_>, view: &dyn View| match event {
        Event::Mate(_) => freeze_then_win(event, view),
        _ => Vec::new(),
    };
    let (rules, game, _) = measured(table(THREE), &events, &freeze, "c1-a1 d3-e4 b2-b3 e4-f4");
    let seen = record(&game);
    assert_eq!(seen.freezes, [Freeze { seat: BLUE, from: 1, until: 4, released: false }]);
    is(&rules, &game, "release_rate", 0.0);
    is(&rules, &game, "freeze_length", 3.0);
    is(&rules, &game, "dead_time", 3.0 / 12.0);
}

#[test]
fn sides_share_one_game() {
    use SeatResult::{Draw, Loss, Win};
    let board = "
        rK .  .  bK
        .  .  .  .
        .  .  .  .
        yK .  .  gK";
    let alone = table(board);
    let mut teams = table(board);
    teams.teams = vec!["one".to_owned(), "two".to_owned()];
    for (i, seat) in teams.seats.iter_mut().enumerate() {
        seat.team = i as u8 % 2;
    }
    let of = |spec: &Spec, results: [SeatResult; 4]| {
        let results = results.to_vec();
        utility(spec, &Outcome::new(results, Ending::Repetition)).unwrap()
    };
    assert_eq!(of(&alone, [Win, Loss, Loss, Loss]), [840, 0, 0, 0]);
    assert_eq!(of(&alone, [Win, Win, Draw, Loss]), [420, 420, 0, 0]);
    assert_eq!(of(&alone, [Loss, Draw, Draw, Draw]), [0, 280, 280, 280]);
    assert_eq!(of(&alone, [Loss; 4]), [210; 4]);
    assert_eq!(of(&teams, [Win, Loss, Loss, Loss]), [840, 0, 840, 0], "a team is one side");
    assert_eq!(of(&teams, [Draw; 4]), [420; 4]);
    let of_points = |spec: &Spec, points: [u32; 4]| {
        let team_of = spec.team_of();
        let outcome = Outcome::with_points(points.to_vec(), &team_of, Ending::Rule(None));
        utility(spec, &outcome).unwrap()
    };
    assert_eq!(of_points(&alone, [6, 4, 2, 0]), [420, 280, 140, 0]);
    assert_eq!(of_points(&alone, [1, 1, 1, 8]).iter().sum::<u32>(), 840, "rounding loses nothing");
    assert_eq!(of_points(&alone, [0; 4]), [210; 4]);
    assert_eq!(of_points(&teams, [3, 1, 0, 0]), [630, 210, 630, 210]);
    let stopped = Outcome::new(vec![Draw; 4], Ending::PlyLimit);
    assert_eq!(utility(&alone, &stopped), None);
}

/// Returns a game of four kings, with these teams or as a free-for-all.
fn four(teams: Option<[u8; 4]>) -> Spec {
    let mut spec = table(
        "
        rK .  .  bK
        .  .  .  .
        .  .  .  .
        yK .  .  gK",
    );
    if let Some(teams) = teams {
        spec.teams = vec!["one".to_owned(), "two".to_owned()];
        spec.seats.iter_mut().zip(teams).for_each(|(seat, team)| seat.team = team);
    }
    spec
}

#[test]
fn seats_are_set_against_those_half_a_round_and_one_turn_later() {
    let of = |spec: &Spec, utility: [u32; 4]| -> Vec<i64> {
        seat_contrasts(spec).iter().map(|contrast| contrast.of(&utility)).collect()
    };
    let alone = four(None);
    assert_eq!(of(&alone, [500, 40, 200, 100]), [300, -60, 560]);
    let mut turned = four(None);
    turned.order = [2u8, 0, 1, 3].map(Seat).to_vec();
    assert_eq!(of(&turned, [500, 40, 200, 100]), [160, 400, -360], "the order of turns counts");
    // Contrasts within a team are left out. With opposite partners, these are the contrasts of
    // opposite seats. With neighbouring partners, the alternation is left out, because each team
    // has one seat in either half of it.
    assert_eq!(of(&four(Some([0, 1, 0, 1])), [840, 0, 840, 0]), [1680]);
    assert_eq!(of(&four(Some([0, 0, 1, 1])), [840, 840, 0, 0]), [840, 840]);
    let two = table("rK . bK");
    assert_eq!(seat_contrasts(&two).len(), 1);
    let three = table("rK . bK . yK");
    assert_eq!(seat_contrasts(&three), []);
}

#[test]
fn contrasts_and_the_variance_of_results_are_added_up_over_games() {
    let spec = four(None);
    let plan = Plan { agents: vec![AgentSpec::Random; 4], measure: true, ..games::plan(4, None) };
    let totals = |winners: [usize; 4]| {
        let mut totals = Totals::new(&spec, &plan.agents, plan.rotate);
        for (index, winner) in winners.into_iter().enumerate() {
            let mut parts = vec![0; 4];
            parts[winner] = WHOLE;
            let sample = Sample { index: index as u64, utility: Some(parts), ..Sample::default() };
            totals.count(&sample);
        }
        totals.finish();
        totals
    };
    let means = |totals: &Totals| -> Vec<f64> {
        totals.contrasts.iter().map(|moments| moments.mean(WHOLE.into()).unwrap()).collect()
    };
    // Each seat wins once: the mean is 1/4, and the variance is 1/4 - 1/16.
    let even = totals([0, 1, 2, 3]);
    assert_eq!(means(&even), [0.0, 0.0, 0.0]);
    assert!((even.uniformity().unwrap() - 0.8125).abs() < 1e-12);
    let first = totals([0, 0, 0, 1]);
    assert_eq!(means(&first), [0.75, 0.25, 0.5]);
    let same = totals([0; 4]);
    assert!((same.uniformity().unwrap() - 1.0).abs() < 1e-12, "no result is in doubt");
    assert_eq!(Totals::new(&spec, &plan.agents, plan.rotate).uniformity(), None);
    // Parts add up to the whole.
    let mut both = totals([0, 1, 2, 3]);
    both.merge(&same);
    assert_eq!(means(&both)[0], 0.5);
}

#[test]
fn agents_rotate_over_the_seats_in_blocks() {
    use AgentSpec::{Greedy, Random};
    let plan = |agents: &[AgentSpec], rotate| Plan {
        agents: agents.to_vec(),
        rotate,
        measure: true,
        ..games::plan(100, None)
    };
    let four = plan(&[Greedy, Random, Random, Random], true);
    assert_eq!(four.rotations(), 4);
    assert_eq!(four.deal(0), Deal { block: 0, rotation: 0 });
    assert_eq!(four.deal(7), Deal { block: 1, rotation: 3 });
    let place = |index| {
        let rotation = four.deal(index).rotation;
        (0..4).position(|seat| four.agent(seat, rotation) == Greedy)
    };
    assert_eq!((0..4).map(place).collect::<Vec<_>>(), [Some(0), Some(3), Some(2), Some(1)]);
    // Two rotations are the same game if each seat has the same agent in both rotations.
    assert_eq!(plan(&[Greedy, Random, Greedy, Random], true).rotations(), 2);
    assert_eq!(plan(&[Random; 4], true).rotations(), 1);
    assert_eq!(plan(&[Greedy, Random, Random, Random], false).rotations(), 1);
    assert_eq!(plan(&[Greedy, Random, Random, Random], false).deal(7).block, 7);
}

/// Counts facts of a game, decision by decision. The facts are the turns, the turns whose legal
/// actions are counted, and the legal actions at these turns. The last fact is the checks that one
/// seat gave to another.
fn count_by_rules(rules: &CompiledRules, actions: &[Action]) -> (u32, u32, u64, u32) {
    let mut game = game::start(rules, &NoHooks).expect("there are no hooks");
    let seats = rules.spec().seats.len() as u8;
    let (mut turns, mut counted, mut legal, mut checks) = (0, 0, 0, 0);
    let (mut before, mut mover) = (Vec::new(), None);
    for action in actions {
        let decision = game.decision().expect("there are no hooks");
        let checked: Vec<Seat> = (0..seats).map(Seat).filter(|seat| game.in_check(*seat)).collect();
        let given = |seat: &&Seat| !before.contains(*seat) && mover != Some(**seat);
        checks += checked.iter().filter(given).count() as u32;
        (before, mover) = (checked, None);
        let chance = matches!(decision, Decision::Roll(_))
            || game.setup().controllers[game.turn().index()].is_none();
        if !chance {
            mover = Some(game.turn());
            turns += 1;
            let weight = if turns <= 39 { 1 } else { 13 };
            if turns <= 39 || turns % 13 == 0 {
                counted += weight;
                let all = game.actions().expect("there are no hooks").len() as u64;
                legal += u64::from(weight) * all;
            }
        }
        game.play(*action).expect("it was played");
    }
    (turns, counted, legal, checks)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn checks_and_legal_actions_of_any_game_are_what_its_positions_say(recipe in recipe()) {
        let Ok(rules) = CompiledRules::new(recipe.spec) else { return Ok(()) };
        let plan = Plan { measure: true, record: true, ..games::plan(3, Some(120)) };
        let (_, records) = games::records(&rules, &|| Box::new(NoHooks), &plan);
        for game in records.values() {
            let (turns, counted, legal, checks) = count_by_rules(&rules, &game.actions);
            let seen = record(game);
            prop_assert_eq!((seen.turns, seen.counted, seen.legal), (turns, counted, legal));
            // A mate may occur in a position that is gone by the next decision, and the last ply
            // has no next decision.
            let more = seen.mates.len() + rules.spec().seats.len();
            prop_assert!((checks..=checks + more as u32).contains(&seen.checks));
        }
    }
}
