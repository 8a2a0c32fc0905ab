//! Rules written in Rhai against the same rules written in Rust: the same games come of both.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quadrille_core::playout::{GameRecord, Plan, run};
use quadrille_core::{
    Action, AgentSpec, Ending, Event, EventKind, Filter, Handler, HookError, Hooks, Kind, Move,
    Play, Ruleset, Spec, View, game,
};
use quadrille_core::{Effect, Emitted, SeatResult};
use quadrille_dsl::{Loaded, load, text};
use quadrille_tests::{Disk, OrthodoxEnds, orthodox};

fn chess() -> Loaded {
    load(&Disk::new(), "orthodox-chess", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// The ends of orthodox chess in Rust, the built-in draws included, which the scripts answer too.
struct Ends;

impl Hooks for Ends {
    fn call(
        &self,
        handler: usize,
        event: &Event<'_>,
        view: &dyn View,
        out: &mut Vec<Emitted>,
    ) -> Result<(), HookError> {
        OrthodoxEnds.call(handler, event, view, out)
    }
}

/// The rules in Rust, their kinds in the order of the ruleset's, so that actions can be compared.
fn in_rust(model: &Spec) -> Ruleset {
    let mut spec = orthodox();
    let place = |kind: Kind| {
        let name = &spec.kinds[kind.index()].name;
        model.kind_named(name).expect("both have the same kinds")
    };
    let places: Vec<Kind> = (0..spec.kinds.len()).map(|i| place(Kind(i as u8))).collect();
    let to = |kind: Kind| places[kind.index()];
    let bits = |kinds: u32| {
        let each = (0..32).filter(|i| kinds >> i & 1 != 0 && *i < places.len());
        each.fold(0, |all, i| all | 1 << places[i].index())
    };
    let mut kinds = spec.kinds.clone();
    for (kind, place) in spec.kinds.drain(..).zip(&places) {
        kinds[place.index()] = kind;
    }
    spec.kinds = kinds;
    for (_, man) in &mut spec.array {
        *man = man.with_kind(to(man.kind()));
    }
    for (man, _, promotion) in &mut spec.promotions {
        *man = man.with_kind(to(man.kind()));
        promotion.kinds.iter_mut().for_each(|kind| *kind = to(*kind));
    }
    spec.progress_kinds = bits(spec.progress_kinds);
    for force in spec.insufficient.iter_mut().flatten().flatten() {
        *force = to(*force);
    }
    spec.castling.sort_by_key(|wing| {
        model.castling.iter().position(|other| other.king == wing.king && other.seat == wing.seat)
    });
    spec.handlers.push(Handler {
        event: EventKind::Draw,
        filter: Filter::default(),
        clause: None,
        name: "Draw".to_owned(),
    });
    Ruleset::new(spec).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Actions by what can be seen of them: walks are numbered as they were written.
fn seen(actions: &[Action]) -> Vec<Action> {
    let plain = |action: &Action| match *action {
        Action::Move(mv) => Action::Move(Move { ..mv }),
        other => other,
    };
    actions.iter().map(plain).collect()
}

fn play(rules: &Ruleset, maker: &quadrille_core::playout::HookMaker<'_>) -> Vec<GameRecord> {
    let plan = Plan {
        seed: 20,
        games: 0..60,
        agents: vec![AgentSpec::Random, AgentSpec::Greedy],
        jobs: 2,
        record: true,
        ply_limit: Some(400),
    };
    let games = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let _ = run(rules, maker, &plan, &stop, &|record| games.lock().unwrap().push(record));
    let mut games = games.into_inner().unwrap();
    games.sort_by_key(|game| game.index);
    games
}

#[test]
fn the_rules_are_the_same_ones() {
    let loaded = chess();
    let (scripts, rust) = (loaded.rules.spec().clone(), in_rust(loaded.rules.spec()));
    let rust = rust.spec();
    let sorted = |spec: &Spec| {
        let mut all = spec.promotions.clone();
        all.iter_mut().for_each(|(_, _, promotion)| promotion.clause = None);
        all.sort_by_key(|(man, square, _)| (*man, *square));
        all
    };
    assert_eq!(sorted(&scripts), sorted(rust), "the table that `promotes` filled");
    let wings = |spec: &Spec| {
        let mut all = spec.castling.clone();
        all.iter_mut().for_each(|wing| wing.clause = None);
        all
    };
    assert_eq!(wings(&scripts), wings(rust), "what `castling` worked out");
    assert_eq!(scripts.insufficient, rust.insufficient);
    assert_eq!((scripts.repetition, scripts.no_progress), (rust.repetition, rust.no_progress));
}

#[test]
fn scripts_and_rust_play_the_same_games() {
    let loaded = chess();
    let rust = in_rust(loaded.rules.spec());
    let scripted = play(&loaded.rules, &|| loaded.hooks());
    let native = play(&rust, &|| Box::new(Ends));
    assert_eq!(scripted.len(), 60);
    let mut endings = std::collections::BTreeMap::new();
    for (script, rust) in scripted.iter().zip(&native) {
        assert_eq!(seen(&script.actions), seen(&rust.actions), "game {}", script.index);
        let (script, rust) = (script.end.as_ref().unwrap(), rust.end.as_ref().unwrap());
        assert_eq!(script.results, rust.results);
        let clause = match script.ending {
            Ending::Rule(clause) => {
                assert!(matches!(rust.ending, Ending::Rule(_)));
                clause.map(|id| loaded.rules.spec().clauses[usize::from(id.0)].id.clone())
            }
            other => {
                assert_eq!(other, rust.ending);
                None
            }
        };
        *endings.entry(clause).or_insert(0) += 1;
    }
    let mates = endings.get(&Some("O8".to_owned())).copied().unwrap_or(0);
    assert!(mates > 20 && endings.len() >= 3, "these games show too little: {endings:?}");
}

#[test]
fn a_hook_in_a_game_says_which_clause_it_was() {
    let loaded = chess();
    let hooks = loaded.hooks();
    let mut game: Box<dyn Play + '_> = game::start(&loaded.rules, hooks.as_ref()).unwrap();
    game.trace(true);
    for word in ["f2-f3", "e7-e5", "g2-g4", "d8-h4"] {
        text::play(game.as_mut(), word).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.results, [SeatResult::Loss, SeatResult::Win]);
    let Ending::Rule(Some(clause)) = outcome.ending else { panic!("{outcome:?}") };
    assert_eq!(loaded.rules.spec().clauses[usize::from(clause.0)].id, "O8");
    let [what] = game.happenings() else { panic!("{:?}", game.happenings()) };
    let handler = &loaded.rules.spec().handlers[what.handler.unwrap()];
    assert_eq!(handler.name, "mate-ends.on_mate");
    assert!(matches!(what.emitted.effect, Effect::Finish(_)));
    let source = loaded.sources.iter().find(|s| s.name.ends_with("mate-ends.rhai")).unwrap();
    let line = source.text.lines().nth(what.emitted.line as usize - 1).unwrap();
    assert_eq!(line.trim(), "lose(seat);");
}
