//! Tests of automated games. All legal actions must be equally likely in random play. A game must
//! not depend on the number of threads.

use std::collections::BTreeMap;
use std::rc::Rc;

use quadrille_agents::AgentSpec;
use quadrille_core::board::Cell;
use quadrille_core::rules::{
    Blast, Circumstance, Clause, ClauseId, Demand, Dice, DropLimits, Duty, Emitted, Gate, Hand,
    Leg, MeasuredValue, MetricId, Path, Relation, Take,
};
use quadrille_core::{
    Action, Candidate, CompiledRules, Effect, Event, EventKind, Facing, Filter, Handler, HookError,
    Hooks, Kind, MoveKind, Piece, Seat, Spec, Vector, View, game,
};
use quadrille_study::sim::{GameRecord, Plan, Summary, measure};
use quadrille_tests::table::{self, Script};
use quadrille_tests::{OrthodoxEnds, games, orthodox};

/// Plays a plan and returns its records in order.
fn play(rules: &CompiledRules, plan: &Plan) -> (Summary, BTreeMap<u64, GameRecord>) {
    games::records(rules, &|| Box::new(OrthodoxEnds), plan)
}

fn plan(games: u64, agents: &[AgentSpec], limit: Option<u32>) -> Plan {
    Plan { agents: agents.to_vec(), record: true, ..games::plan(games, limit) }
}

#[test]
fn playouts_do_not_depend_on_jobs() {
    let rules = CompiledRules::new(orthodox()).expect("chess is a game");
    let one = plan(60, &[AgentSpec::Random, AgentSpec::Greedy], None);
    let (summary, records) = play(&rules, &one);
    assert_eq!((summary.games, summary.faults), (60, 0));
    for jobs in 2..=3 {
        assert_eq!(play(&rules, &Plan { jobs, ..one.clone() }), (summary.clone(), records.clone()));
    }
    let other_seed = play(&rules, &Plan { seed: 2, ..one });
    assert_ne!(other_seed.1[&0].actions, records[&0].actions);
    let seats = summary.seats;
    assert!(seats[1][0] > seats[0][0], "greedy beats random: {seats:?}");
}

/// Returns a position in which White may castle on both sides and promote on three squares. If
/// Black begins with d7-d5, White may also capture en passant.
fn rich(order: [u8; 2]) -> CompiledRules {
    let mut spec = orthodox();
    let board = spec.geometry.clone();
    let piece = |name: &str, letter: char, seat: u8| {
        let facing = if seat == 0 { Facing::North } else { Facing::South };
        let kind = orthodox().kind_of_letter(letter).expect("a kind of chess");
        (board.square_named(name).expect("a square"), Piece::new(kind, Seat(seat), facing))
    };
    spec.array = vec![
        piece("e1", 'K', 0),
        piece("a1", 'R', 0),
        piece("h1", 'R', 0),
        piece("e5", 'P', 0),
        piece("b7", 'P', 0),
        piece("h2", 'P', 0),
        piece("g8", 'K', 1),
        piece("d7", 'P', 1),
        piece("a8", 'N', 1),
        piece("c8", 'N', 1),
    ];
    spec.order = order.map(Seat).to_vec();
    CompiledRules::new(spec).expect("still a game")
}

/// Returns Pearson's statistic for counts that should be proportional to their weights.
fn chi_square(counts: &[(u32, f64)]) -> f64 {
    let (sum, weights) = counts
        .iter()
        .fold((0.0, 0.0), |(n, w), (count, weight)| (n + f64::from(*count), w + weight));
    let part = |(count, weight): &(u32, f64)| {
        let expected = sum * weight / weights;
        (f64::from(*count) - expected).powi(2) / expected
    };
    counts.iter().map(part).sum()
}

/// Returns a limit for Pearson's statistic. If all classes are equally likely, the statistic
/// exceeds the limit in about one of ten thousand cases.
fn limit(classes: usize) -> f64 {
    let freedom = classes as f64 - 1.0;
    freedom + 4.0 * (2.0 * freedom).sqrt()
}

#[test]
fn every_legal_action_is_as_likely() {
    let rules = rich([1, 0]);
    let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
    let double = |action: &Action| matches!(action, Action::Move(mv) if matches!(mv.kind, MoveKind::Double { .. }));
    let first = game.actions().expect("no hook fails").into_iter().find(double);
    let first = first.expect("the pawn may make two steps");
    game.play(first).expect("it is legal");
    let legal = game.actions().expect("no hook fails");
    let how_many = |holds: &dyn Fn(&MoveKind, bool) -> bool| {
        let moves = legal.iter().filter_map(|action| match action {
            Action::Move(mv) => Some(mv),
            _ => None,
        });
        moves.filter(|mv| holds(&mv.kind, mv.promotion.is_some())).count()
    };
    assert_eq!(how_many(&|how, _| matches!(how, MoveKind::Castle(_))), 2);
    assert_eq!(how_many(&|how, _| *how == MoveKind::EnPassant), 1);
    assert_eq!(how_many(&|_, promotes| promotes), 12);

    let (_, records) = play(&rules, &plan(60_000, &[AgentSpec::Random], Some(2)));
    let mut counts: BTreeMap<Action, u32> = legal.iter().map(|action| (*action, 0)).collect();
    for record in records.values().filter(|record| record.actions[0] == first) {
        *counts.get_mut(&record.actions[1]).expect("only legal actions are drawn") += 1;
    }
    let counts: Vec<(u32, f64)> = counts.into_values().map(|count| (count, 1.0)).collect();
    let chi2 = chi_square(&counts);
    assert!(chi2 < limit(counts.len()), "chi-square {chi2} of {counts:?}");
}

/// Returns a middle game without castling, en passant or promotion. White's rook is pinned. Some
/// riders have open lines, and others are blocked. A pawn may make a double step, and there are
/// attacked squares around a king.
fn middle_game() -> CompiledRules {
    let mut spec = orthodox();
    let board = spec.geometry.clone();
    let pieces = "Ke1 Re3 Qa4 Bh1 Nb1 Pg2 Pc2 Pf4 / Kg8 Re8 Bd8 Nf6 Pg7 Pc4 Qh5";
    let (white, black) = pieces.split_once(" / ").expect("two armies");
    spec.array = Vec::new();
    for (seat, army) in [white, black].into_iter().enumerate() {
        let facing = if seat == 0 { Facing::North } else { Facing::South };
        for piece in army.split(' ') {
            let kind = spec.kind_of_letter(piece.chars().next().expect("a letter"));
            let square = board.square_named(&piece[1..]).expect("a square");
            let piece = Piece::new(kind.expect("a kind of chess"), Seat(seat as u8), facing);
            spec.array.push((square, piece));
        }
    }
    CompiledRules::new(spec).expect("still a game")
}

/// Returns the middle game with two knights and a pawn in White's hand. The pawn may not be dropped
/// on a file with another pawn, and its drop may not mate.
fn with_hand() -> CompiledRules {
    let mut spec = middle_game().spec().clone();
    let zone = spec.geometry.all();
    let limits = DropLimits { on_line: Some(1), no_mate: true };
    let hand = |kind, n, limits| Hand {
        seat: Seat(0),
        pieces: vec![(kind, n)],
        zone,
        first: false,
        limits,
        clause: None,
    };
    spec.hands = vec![hand(Kind(0), 1, limits), hand(Kind(1), 2, DropLimits::default())];
    CompiledRules::new(spec).expect("still a game")
}

#[test]
fn a_move_drawn_without_a_list_is_as_likely_as_any() {
    let chess = CompiledRules::new(orthodox()).expect("chess is a game");
    let with = |rules: &CompiledRules, change: &dyn Fn(&mut Spec)| {
        let mut spec = rules.spec().clone();
        change(&mut spec);
        CompiledRules::new(spec).expect("still a game")
    };
    let duty = |demand| Duty {
        seats: [Seat(0), Seat(1)].into_iter().collect(),
        demand,
        kinds: u32::MAX,
        clause: None,
    };
    let capture = |spec: &mut Spec| spec.impose(duty(Demand::Capture));
    let quiet = with(&middle_game(), &|spec| spec.impose(duty(Demand::NoCheck)));
    let reach = Vector::new(1, 0).images();
    let blast = Blast { reach, removes: Relation::Anyone, spares: 0, captor: true, clause: None };
    let loud = with(&middle_game(), &|spec| spec.blast = Some(blast.clone()));
    let greedy = [with(&chess, &capture), with(&middle_game(), &capture)];
    let others = [quiet, loud];
    let all =
        [chess, middle_game(), rich([0, 1]), with_hand()].into_iter().chain(greedy).chain(others);
    for rules in all {
        let mut game = game::start(&rules, &OrthodoxEnds).expect("no hook fails");
        let legal = game.actions().expect("no hook fails");
        let mut counts: BTreeMap<Action, u32> = legal.iter().map(|action| (*action, 0)).collect();
        let (_, records) = play(&rules, &plan(40_000, &[AgentSpec::Random], Some(1)));
        for record in records.values() {
            *counts.get_mut(&record.actions[0]).expect("only legal actions are drawn") += 1;
        }
        let counts: Vec<(u32, f64)> = counts.into_values().map(|count| (count, 1.0)).collect();
        let chi2 = chi_square(&counts);
        assert!(chi2 < limit(counts.len()), "chi-square {chi2} of {counts:?}");
    }
}

/// Hooks for the ends of chess. They also forbid moves to every third square. In the test, this
/// prohibition applies only to queens and pawns.
struct Forbidding;

impl Hooks for Forbidding {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        OrthodoxEnds.call(handler, event, view, out)
    }

    fn forbids(&self, _: usize, candidate: &Candidate, _: &Rc<dyn View>) -> bool {
        candidate.to.0.is_multiple_of(3)
    }
}

#[test]
fn a_move_drawn_among_those_that_no_hook_forbids_is_as_likely_as_any() {
    let mut spec = middle_game().spec().clone();
    let open = spec.clone();
    let kinds = Some(
        1 << spec.kind_of_letter('Q').expect("a queen").0
            | 1 << spec.kind_of_letter('P').expect("a pawn").0,
    );
    spec.handlers.push(Handler {
        event: EventKind::Forbids,
        filter: Filter { kinds, ..Filter::default() },
        clause: None,
        judged: false,
        chooses: false,
        name: "tests.forbids".to_owned(),
    });
    let rules = CompiledRules::new(spec).expect("still a game");
    let open = CompiledRules::new(open).expect("still a game");
    let legal = |rules: &CompiledRules, hooks: &dyn Hooks| {
        game::start(rules, hooks).and_then(|mut game| game.actions()).expect("no hook fails")
    };
    let allowed = legal(&rules, &Forbidding);
    let mut expected = legal(&open, &OrthodoxEnds);
    expected.retain(|action| {
        let Action::Move(mv) = action else { return true };
        let (_, piece) = rules.spec().array.iter().find(|(at, _)| *at == mv.from).expect("a piece");
        kinds.is_some_and(|kinds| kinds >> piece.kind().0 & 1 == 0) || !mv.to.0.is_multiple_of(3)
    });
    assert!(expected.len() < legal(&open, &OrthodoxEnds).len());
    let sorted = |mut actions: Vec<Action>| {
        actions.sort_unstable();
        actions
    };
    assert_eq!(sorted(allowed.clone()), sorted(expected));
    let mut counts: BTreeMap<Action, u32> = allowed.iter().map(|action| (*action, 0)).collect();
    let drawn = plan(40_000, &[AgentSpec::Random], Some(1));
    let (_, records) = games::records(&rules, &|| Box::new(Forbidding), &drawn);
    for record in records.values() {
        *counts.get_mut(&record.actions[0]).expect("only legal actions are drawn") += 1;
    }
    let counts: Vec<(u32, f64)> = counts.into_values().map(|count| (count, 1.0)).collect();
    let chi2 = chi_square(&counts);
    assert!(chi2 < limit(counts.len()), "chi-square {chi2} of {counts:?}");
}

#[test]
fn a_game_is_the_same_measured_or_not() {
    let rules = CompiledRules::new(orthodox()).expect("chess is a game");
    let plain = plan(30, &[AgentSpec::Random], None);
    let measured = Plan { measure: true, ..plain.clone() };
    for (index, record) in play(&rules, &plain).1 {
        let other = &play(&rules, &Plan { games: index..index + 1, ..measured.clone() }).1[&index];
        assert_eq!((record.end, record.actions), (other.end.clone(), other.actions.clone()));
    }
}

#[test]
fn the_legal_actions_of_a_measured_game_are_counted_as_they_are_listed() {
    for rules in [CompiledRules::new(orthodox()).expect("chess is a game"), with_hand()] {
        let measured = Plan { measure: true, ..plan(20, &[AgentSpec::Random], Some(120)) };
        for record in play(&rules, &measured).1.into_values() {
            let listed = measure(&rules, &OrthodoxEnds, None, &record.actions);
            assert_eq!(record.measured, listed.expect("the game was played").measured);
        }
    }
}

#[test]
fn dice_fall_by_their_weights() {
    let mut spec = orthodox();
    let every_kind = (1 << spec.kinds.len()) - 1;
    let faces = vec![(1, 1, every_kind), (2, 2, every_kind), (5, 3, every_kind)];
    spec.dice = Some(Dice { count: 2, faces });
    let rules = CompiledRules::new(spec).expect("still a game");
    let (_, records) = play(&rules, &plan(9_000, &[AgentSpec::Random], Some(1)));
    let mut counts: BTreeMap<[u8; 2], u32> = BTreeMap::new();
    for record in records.values() {
        let Action::Roll(faces) = record.actions[0] else { panic!("{:?}", record.actions) };
        *counts.entry(faces).or_default() += 1;
    }
    let weights = [([1, 1], 1.0), ([1, 2], 4.0), ([1, 5], 6.0), ([2, 2], 4.0), ([2, 5], 12.0)];
    let weights: BTreeMap<[u8; 2], f64> = weights.into_iter().chain([([5, 5], 9.0)]).collect();
    assert!(counts.keys().eq(weights.keys()), "{counts:?}");
    let pairs: Vec<(u32, f64)> = counts.values().copied().zip(weights.into_values()).collect();
    let chi2 = chi_square(&pairs);
    assert!(chi2 < limit(pairs.len()), "chi-square {chi2} of {counts:?}");
}

fn clause(id: &str) -> Clause {
    Clause { id: id.to_owned(), text: String::new(), place: String::new() }
}

#[test]
fn what_happens_before_the_first_turn_counts_for_its_clause() {
    let on_setup = Handler {
        event: EventKind::Setup,
        filter: Filter::default(),
        clause: Some(ClauseId(0)),
        judged: false,
        chooses: false,
        name: "test.on_setup".to_owned(),
    };
    let mut spec = orthodox();
    spec.clauses = vec![clause("S1"), clause("S2")];
    spec.metrics = vec!["set-up".to_owned()];
    spec.handlers = vec![on_setup];
    let rules = CompiledRules::new(spec).expect("chess with a hook is a game");
    let script = |_: &Event<'_>, _: &dyn View| vec![Effect::Count(MetricId(0))];
    let plan = Plan { record: true, ..games::plan(3, Some(20)) };
    let (summary, records) = games::records(&rules, &|| Box::new(Script(script)), &plan);
    assert_eq!(summary.clauses, [(3, 3), (0, 0)], "once in each of three games");
    for record in records.values() {
        assert_eq!((record.clauses.as_slice(), record.metrics.as_slice()), (&[1, 0][..], &[1][..]));
        let again = measure(&rules, &Script(script), None, &record.actions).expect("it was played");
        assert_eq!((&again.clauses, &again.metrics), (&record.clauses, &record.metrics));
    }
    let hooks = Script(script);
    let started = game::start(&rules, &hooks).expect("no hook fails");
    assert_eq!(started.counts().clauses, records[&0].clauses);
}

#[test]
fn a_move_counts_for_the_clause_of_its_movement() {
    let mut spec = orthodox();
    spec.clauses = ["rook", "knight", "double step", "pawn captures"].map(clause).to_vec();
    let mut cite = |kind: usize, clause: u16, which: fn(&Path) -> bool| {
        let paths = spec.kinds[kind].paths.iter_mut();
        paths.filter(|path| which(path)).for_each(|path| path.clause = Some(ClauseId(clause)));
    };
    cite(3, 0, |_| true);
    cite(1, 1, |_| true);
    cite(0, 2, |path| path.initial);
    cite(0, 3, |path| path.en_passant);
    let rules = CompiledRules::new(spec).expect("chess is a game");
    for trace in [false, true] {
        let hooks = OrthodoxEnds;
        let mut game = game::start(&rules, &hooks).expect("no hook fails");
        game.trace(trace);
        for (mv, counts) in [
            ("e2-e4", [0, 0, 1, 0]),
            ("b8-c6", [0, 1, 1, 0]),
            ("e4-e5", [0, 1, 1, 0]),
            ("d7-d5", [0, 1, 2, 0]),
            ("e5-d6", [0, 1, 2, 1]),
            ("a8-b8", [1, 1, 2, 1]),
            ("d6-c7", [1, 1, 2, 2]),
            ("d8-c7", [1, 1, 2, 2]),
        ] {
            let found =
                table::legal(&mut *game).into_iter().filter(|text| text.starts_with(mv)).count();
            assert_eq!(found, 1, "{mv} is one move");
            table::play(&mut *game, mv);
            assert_eq!(game.counts().clauses, counts, "after {mv}");
        }
    }
}

#[test]
fn a_move_counts_for_its_clause_though_a_gate_closes_behind_it() {
    let mut spec = orthodox();
    spec.clauses = vec![clause("pawn steps")];
    let steps = spec.kinds[0].paths.iter_mut();
    steps.filter(|path| path.quiet).for_each(|path| path.clause = Some(ClauseId(0)));
    let [e2, e3] = [1, 2].map(|rank| Cell { file: 4, rank });
    let second_ply = Circumstance { of: MeasuredValue::Ply, least: 1, most: 1 };
    spec.gates.push(Gate { edges: vec![(e2, e3)], circumstances: vec![second_ply] });
    let rules = CompiledRules::new(spec).expect("chess is a game");
    for trace in [false, true] {
        let hooks = OrthodoxEnds;
        let mut game = game::start(&rules, &hooks).expect("no hook fails");
        game.trace(trace);
        table::play(&mut *game, "e2-e3");
        assert_eq!(game.counts().clauses, [1]);
    }
}

#[test]
fn random_games_leave_a_movement_of_one_colour_to_that_colour() {
    for mark in [None, Some(1)] {
        let mut spec = orthodox();
        let step = Leg::leap(Vector::new(1, 0));
        spec.kinds[0].paths.push(Path {
            take: Take::NONE,
            colours: Some(Seat(0).bit()),
            set_mark: mark,
            ..Path::new(step)
        });
        spec.marks = vec!["one".to_owned(), "two".to_owned()];
        let rules = CompiledRules::new(spec).expect("chess with sideways pawns is a game");
        for record in play(&rules, &plan(20, &[AgentSpec::Random], Some(100))).1.values() {
            let again = measure(&rules, &OrthodoxEnds, None, &record.actions);
            assert!(again.is_ok(), "{:?}", record.actions);
        }
    }
}
