//! Tests of invalid effects. An invalid effect stops its game, but no other game.

use std::str::FromStr as _;

use quadrille_agents::AgentSpec;
use quadrille_core::rules::{
    Counter, Holds, MarkId, MetricId, PieceCounter, PieceCounterId, PieceMemory, ScriptPlace,
};
use quadrille_core::{
    Colour, CompiledRules, CounterId, Effect, Emitted, Event, EventKind, Facing, HookError, Hooks,
    Kind, Piece, PlayError, Protect, Restriction, Seat, SeatResult, Spec, Square, StateId, Subject,
    View, game,
};
use quadrille_study::sim::{GameRecord, MAX_GAME_OPERATIONS, Plan};
use quadrille_tests::table::{RED, Script, YELLOW, are_legal, at, hooked, play, table};
use quadrille_tests::{games, orthodox};

use super::with;

const BOARD: &str = "
    .  .  yK
    .  .  .
    rK .  bK";

fn counted() -> Spec {
    let counter = |name: &str, per_seat| Counter {
        name: name.to_owned(),
        per_seat,
        min: 0,
        max: 3,
        start: 1,
        worth: 0,
        holds: Holds::Number,
    };
    let level = PieceCounter { name: "level".to_owned(), min: 0, max: 5, start: 1 };
    let counters = vec![counter("lives", true), counter("pool", false)];
    Spec { counters, piece_counters: vec![level], marks: vec!["late".to_owned()], ..table(BOARD) }
}

/// Returns the result of Red's first move with these effects.
fn after(effects: &[Effect]) -> Result<(), PlayError> {
    let rules = CompiledRules::new(hooked(counted(), &[EventKind::Move])).expect("a game");
    let script = Script(|_: &Event<'_>, _: &dyn View| effects.to_vec());
    let mut game = game::start(&rules, &script).expect("nothing happens at the start");
    let action = game.actions().expect("no hook fails")[0];
    let result = game.play(action);
    game::validate(&mut *game).expect("the position is sound all the same");
    result
}

fn fault(effects: &[Effect]) -> String {
    match after(effects) {
        Err(PlayError::Hook(error)) => {
            assert_eq!(error.hook(), "test.Move");
            error.message().to_owned()
        }
        other => panic!("{effects:?} gave {other:?}"),
    }
}

#[test]
fn effects_that_contradict_each_other_are_a_fault() {
    let (frozen, dead) = (StateId::FROZEN, StateId::DEAD);
    for pair in [
        [Effect::SeatState(RED, frozen), Effect::SeatState(RED, dead)],
        [Effect::ArmyState(RED, frozen), Effect::ArmyState(RED, dead)],
        [Effect::Control(RED, None), Effect::Control(RED, Some(YELLOW))],
        [Effect::Settle(RED, SeatResult::Win), Effect::Settle(RED, SeatResult::Loss)],
        [Effect::Finish(vec![SeatResult::Win; 3]), Effect::Finish(vec![SeatResult::Loss; 3])],
        [Effect::Order(vec![RED], RED), Effect::Order(vec![RED, YELLOW], RED)],
    ] {
        assert!(fault(&pair).contains("contradictory"), "{pair:?}");
        assert_eq!(
            after(&[pair[0].clone(), pair[0].clone()]),
            Ok(()),
            "twice the same is no clash"
        );
    }
}

#[test]
fn effects_of_several_hooks_on_one_event_add_up_and_may_clash() {
    struct Two;
    impl Hooks for Two {
        fn call(
            &self,
            handler: usize,
            _: &Event<'_>,
            _: &dyn View,
            out: &mut Vec<Emitted>,
        ) -> Result<(), HookError> {
            let state = [StateId::FROZEN, StateId::DEAD][handler];
            out.push(Emitted { effect: Effect::SeatState(YELLOW, state), clause: None, place: 4 });
            Ok(())
        }
    }
    let rules = CompiledRules::new(hooked(counted(), &[EventKind::Move; 2])).expect("a game");
    let mut game = game::start(&rules, &Two).expect("nothing happens at the start");
    let action = game.actions().expect("no hook fails")[0];
    assert!(matches!(game.play(action), Err(PlayError::Hook(_))));
}

#[test]
fn effects_that_name_what_is_not_there_are_a_fault() {
    let (nobody, nowhere, nothing) = (Seat(7), Square(200), Kind(30));
    let known: Colour = RED;
    let piece = |kind, seat| Piece::new(kind, seat, Facing::North);
    for effect in [
        Effect::SeatState(nobody, StateId::DEAD),
        Effect::SeatState(known, StateId(99)),
        Effect::ArmyState(nobody, StateId::DEAD),
        Effect::Control(known, Some(nobody)),
        Effect::Remove(nowhere),
        Effect::Capture(nowhere, None),
        Effect::Capture(Square(2), Some(nobody)),
        Effect::RemoveArmy(nobody),
        Effect::ClearArmy(nobody),
        Effect::Place(nowhere, piece(Kind(0), RED)),
        Effect::Place(Square(1), piece(nothing, RED)),
        Effect::Place(Square(1), piece(Kind(0), nobody)),
        Effect::Relocate(nowhere, Square(1)),
        Effect::Relocate(Square(2), nowhere),
        Effect::Recolour(Square(2), nobody),
        Effect::SetPieceCounter(nowhere, PieceCounterId(0), 1),
        Effect::AddPieceCounter(Square(2), PieceCounterId(1), 1),
        Effect::Replace(Square(2), nothing),
        Effect::Turn(nowhere, Facing::East),
        Effect::SetMark(Square(2), MarkId(5)),
        Effect::Remember(MarkId(5), Some(Square(2))),
        Effect::Remember(MarkId(0), Some(Square(1))),
        Effect::Remember(MarkId(0), Some(nowhere)),
        Effect::Hold(known, nothing, 1),
        Effect::Ask {
            seat: nobody,
            question: String::new(),
            options: Vec::new(),
            about: Subject::Nothing,
            secret: false,
        },
        Effect::Offer(nobody, String::new()),
        Effect::Restrict(RED, Restriction::Lifts(nowhere)),
        Effect::Relax(nobody, Protect::None),
        Effect::SetCounter(CounterId(9), None, 0),
        Effect::CounterToPly(CounterId(9)),
        Effect::Order(vec![nobody], nobody),
        Effect::Relate { from: RED, to: nobody, capture: true, allowed: true },
        Effect::Settle(nobody, SeatResult::Win),
        Effect::Count(MetricId(3)),
    ] {
        let message = fault(std::slice::from_ref(&effect));
        assert!(
            message.starts_with("there is no ") || message.starts_with("an order"),
            "{message}"
        );
        assert!(!message.contains('('), "in plain words: {message}");
    }
}

#[test]
fn effects_that_cannot_be_are_a_fault() {
    let lone = Square(4);
    for effect in [
        Effect::Remove(lone),
        Effect::Relocate(lone, Square(3)),
        Effect::Relocate(Square(2), Square(2)),
        Effect::Recolour(lone, YELLOW),
        Effect::SetPieceCounter(lone, PieceCounterId(0), 1),
        Effect::Replace(lone, Kind(1)),
        Effect::Turn(lone, Facing::East),
        Effect::Place(Square(2), Piece::new(Kind(0), RED, Facing::North)),
        Effect::Hold(RED, Kind(1), -1),
        Effect::Ask {
            seat: RED,
            question: String::new(),
            options: Vec::new(),
            about: Subject::Nothing,
            secret: false,
        },
        Effect::Relax(YELLOW, Protect::None),
        Effect::Skip(YELLOW),
        Effect::Refuse(YELLOW),
        Effect::Order(Vec::new(), RED),
        Effect::Order(vec![YELLOW], RED),
        Effect::Finish(vec![SeatResult::Win]),
    ] {
        fault(&[effect]);
    }
}

#[test]
fn a_piece_that_an_effect_moves_keeps_what_it_carries() {
    let spec = counted();
    let (a3, c3, c1) = (at(&spec, "a3"), at(&spec, "c3"), at(&spec, "c1"));
    let level = spec.piece_field(0).expect("room for five levels");
    let hook = |_: &Event<'_>, _: &dyn View| {
        vec![
            Effect::SetMark(c3, MarkId(0)),
            Effect::AddPieceCounter(c3, PieceCounterId(0), 3),
            Effect::Turn(c3, Facing::West),
            Effect::Relocate(c3, a3),
            Effect::Recolour(c1, YELLOW),
        ]
    };
    with(spec, &[EventKind::Move], &hook, |game| {
        let king = game.piece(c3).expect("a king");
        assert_eq!(level.of(king), 1, "what it starts with");
        play(game, "a1-a2");
        let moved = game.piece(a3).expect("the king has moved");
        assert_eq!((moved.kind(), moved.colour()), (king.kind(), YELLOW));
        assert_eq!((moved.facing(), moved.marks() & 1, level.of(moved)), (Facing::West, 1, 4));
        assert_eq!(game.piece(c3), None);
        assert_eq!(game.piece(c1).map(Piece::colour), Some(YELLOW));
    });
}

#[test]
fn a_memory_of_a_piece_follows_it_and_goes_with_it() {
    let wide = ".  .  .  yK\n.  .  .  .\n.  .  .  .\nrK .  .  .";
    let mut spec = Spec { marks: vec!["late".to_owned()], ..table(wide) };
    spec.piece_memories = vec![PieceMemory { name: "late".to_owned(), mark: 0, per_seat: false }];
    let (a1, a2, d4) = (at(&spec, "a1"), at(&spec, "a2"), at(&spec, "d4"));
    let rules = CompiledRules::new(hooked(spec, &[EventKind::Move])).expect("a game");
    let script = Script(|_: &Event<'_>, view: &dyn View| match view.ply() {
        1 => vec![Effect::Remember(MarkId(0), Some(d4))],
        2 => vec![Effect::Remember(MarkId(0), Some(a2))],
        3 => vec![Effect::Turn(a1, Facing::West)],
        4 => vec![Effect::Remove(a1)],
        _ => Vec::new(),
    });
    let mut game = game::start(&rules, &script).expect("nothing happens at the start");
    let mut remembered = |actions: &str| {
        play(&mut *game, actions);
        let setup = game.setup();
        let bears = |(_, piece): &&(Square, Piece)| piece.marks() & 1 == 1;
        let squares: Vec<_> =
            setup.pieces.iter().filter(bears).map(|(square, _)| *square).collect();
        (squares, setup)
    };
    assert_eq!(remembered("a1-a2").0, [d4]);
    assert_eq!(remembered("d4-d3").0, [a2], "it holds one piece at a time");
    let (squares, mut setup) = remembered("a2-a1");
    assert_eq!(squares, [a1], "it follows the piece");
    assert_eq!(remembered("d3-d4").0, [], "it is off the board");
    assert!(game::resume(&rules, &script, &setup).is_ok());
    let other = setup.pieces.iter_mut().find(|(square, _)| *square != a1).expect("another piece");
    other.1 = other.1.with_marks(1);
    let wrong = game::resume(&rules, &script, &setup).err().expect("two bear the mark");
    assert!(wrong.to_string().contains("`late` remembers a single piece"), "{wrong:?}");
}

#[test]
fn counters_keep_their_bounds() {
    let lives = CounterId(0);
    let pool = CounterId(1);
    assert_eq!(after(&[Effect::SetCounter(lives, Some(RED), 3)]), Ok(()));
    assert_eq!(after(&[Effect::AddCounter(pool, None, -1)]), Ok(()));
    assert!(fault(&[Effect::AddCounter(lives, Some(RED), 3)]).contains("outside 0..3"));
    assert!(fault(&[Effect::SetCounter(pool, None, -1)]).contains("outside 0..3"));
    assert!(fault(&[Effect::AddCounter(lives, Some(RED), i32::MIN)]).contains("outside"));
    let piece = Square(2);
    assert_eq!(after(&[Effect::SetPieceCounter(piece, PieceCounterId(0), 5)]), Ok(()));
    assert_eq!(after(&[Effect::AddPieceCounter(piece, PieceCounterId(0), -1)]), Ok(()));
    assert!(
        fault(&[Effect::AddPieceCounter(piece, PieceCounterId(0), -2)]).contains("outside 0..5")
    );
    assert!(
        fault(&[Effect::SetPieceCounter(piece, PieceCounterId(0), i32::MAX)])
            .contains("outside 0..5")
    );
    assert!(fault(&[Effect::SetCounter(lives, None, 1)]).contains("needs a seat"));
    assert!(fault(&[Effect::SetCounter(pool, Some(RED), 1)]).contains("the game"));
    assert_eq!(after(&[Effect::CounterToPly(pool)]), Ok(()));
    assert!(fault(&[Effect::CounterToPly(lives)]).contains("needs a seat"));
}

#[test]
fn counters_are_kept_for_each_seat() {
    let adds = |_: &Event<'_>, _: &dyn View| {
        vec![
            Effect::AddCounter(CounterId(0), Some(RED), 1),
            Effect::AddCounter(CounterId(1), None, 2),
        ]
    };
    with(counted(), &[EventKind::Move], &adds, |game| {
        play(game, "a1-a2");
        let of = |counter, seat| game.counter(CounterId(counter), seat);
        assert_eq!((of(0, RED), of(0, YELLOW), of(1, YELLOW)), (2, 1, 3));
    });
}

#[test]
fn effects_that_cause_events_without_end_are_a_fault() {
    // Every capture captures the next piece.
    let spec = table(
        "
        rN rN rN rN rN rN
        rN rN rN rN rN rN
        .  .  .  .  .  .
        bK .  rK .  .  .",
    );
    let rules =
        CompiledRules::new(hooked(spec, &[EventKind::Move, EventKind::Capture])).expect("a game");
    let script = Script(|_: &Event<'_>, view: &dyn View| {
        let knights = view.pieces(RED) - view.royals(RED);
        knights.lowest().map(|square| Effect::Capture(square, None)).into_iter().collect()
    });
    let mut game = game::start(&rules, &script).expect("nothing happens at the start");
    let king = at(rules.spec(), "c1");
    assert!(are_legal(game.as_mut(), "c1-d1"));
    let step =
        quadrille_core::Action::Move(quadrille_core::Move::new(king, at(rules.spec(), "d1")));
    let Err(PlayError::Hook(error)) = game.play(step) else { panic!("no fault") };
    assert!(error.message().contains("without end"), "{error}");
}

#[test]
fn a_fault_stops_one_game_only() {
    // Capturing a queen causes a fault, which most short games avoid.
    struct Fragile;
    impl Hooks for Fragile {
        fn call(
            &self,
            _: usize,
            event: &Event<'_>,
            _: &dyn View,
            _: &mut Vec<Emitted>,
        ) -> Result<(), HookError> {
            match event {
                Event::Capture { piece, .. } if piece.kind() == Kind(4) => {
                    Err(HookError::new("test.capture", "a queen was captured"))
                }
                _ => Ok(()),
            }
        }
    }
    let rules = CompiledRules::new(hooked(orthodox(), &[EventKind::Capture])).expect("a game");
    let plan = Plan { jobs: 2, ..games::plan(60, Some(30)) };
    let summary = games::summary(&rules, &|| Box::new(Fragile), &plan);
    assert!(summary.faults > 0 && summary.games > 0, "{summary:?}");
    assert_eq!(summary.faults + summary.games, 60);
    assert_eq!(summary.first_faults.len() as u64, summary.faults.min(10));
}

/// Hooks that count operations for each call. They also report the place of an effect in a script.
struct Costly {
    each: u64,
    taken: std::cell::Cell<u64>,
    effect: Option<Effect>,
}

impl Hooks for Costly {
    fn call(
        &self,
        _: usize,
        _: &Event<'_>,
        _: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        self.taken.set(self.taken.get() + self.each);
        let effect = self.effect.clone();
        out.extend(effect.map(|effect| Emitted { effect, clause: None, place: 7 }));
        Ok(())
    }

    fn operations(&self) -> u64 {
        self.taken.get()
    }

    fn place(&self, _: usize, place: u64) -> Option<ScriptPlace> {
        Some(ScriptPlace {
            file: "costly.rhai".to_owned(),
            line: Some(place as usize),
            column: None,
        })
    }
}

/// Returns the ends of two games. A hook is called after each ply. The number of operations of one
/// call is `each`.
fn ends(agent: AgentSpec, each: u64, effect: Option<&Effect>) -> Vec<Result<u32, String>> {
    let rules = CompiledRules::new(hooked(counted(), &[EventKind::Move])).expect("a game");
    let plan = Plan { agents: vec![agent], ..games::plan(2, Some(40)) };
    let hooks = || -> Box<dyn Hooks> {
        Box::new(Costly { each, taken: 0.into(), effect: effect.cloned() })
    };
    let (_, records) = games::records(&rules, &hooks, &plan);
    let end = |record: GameRecord| match record.end {
        Ok(_) => Ok(record.plies),
        Err(error) => Err(error.message().to_owned()),
    };
    records.into_values().map(end).collect()
}

#[test]
fn a_game_whose_hooks_take_too_long_ends_with_a_fault() {
    let each = MAX_GAME_OPERATIONS / 20;
    for game in ends(AgentSpec::Random, each, None) {
        let message = game.expect_err("forty plies take twice what a game may");
        assert!(message.contains("million operations in 21 plies"), "{message}");
    }
    // Each game has a separate budget.
    assert_eq!(ends(AgentSpec::Random, each / 3, None), [Ok(40), Ok(40)]);
}

#[test]
fn what_agents_search_is_no_work_of_the_game() {
    let searching = AgentSpec::from_str("mcts:8").expect("an agent");
    assert_eq!(ends(searching, MAX_GAME_OPERATIONS / 60, None), [Ok(40), Ok(40)]);
}

#[test]
fn the_fault_of_an_effect_says_where_it_comes_from_in_playouts_too() {
    for game in ends(AgentSpec::Random, 0, Some(&Effect::Remove(Square(200)))) {
        let message = game.expect_err("there is no such square");
        assert!(message.starts_with("costly.rhai:7: "), "{message}");
    }
}
