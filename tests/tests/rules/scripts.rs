//! Compares rules that are written in Rhai with the same rules written in Rust. Both must give the
//! same games.

use quadrille_agents::AgentSpec;
use quadrille_core::{
    AnyGame, Cause, Change, CompiledRules, Effect, Ending, EventKind, Filter, Handler, Kind,
    SeatResult, Spec, game,
};
use quadrille_dsl::{Ruleset, actions, load};
use quadrille_study::sim::{GameRecord, HookMaker, Plan};
use quadrille_tests::games::{plan, records};
use quadrille_tests::{Disk, OrthodoxEnds, orthodox};

fn chess() -> Ruleset {
    load(&Disk::new(), "orthodox-chess", &[]).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

/// Returns the rules in Rust. Their kinds have the order of the ruleset, so that actions can be
/// compared.
fn in_rust(model: &Spec) -> CompiledRules {
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
    for (_, piece) in &mut spec.array {
        *piece = piece.with_kind(to(piece.kind()));
    }
    for (piece, _, promotion) in &mut spec.promotions {
        *piece = piece.with_kind(to(piece.kind()));
        promotion.kinds.iter_mut().for_each(|kind| *kind = to(*kind));
    }
    spec.progress_kinds = bits(spec.progress_kinds);
    for force in spec.insufficient.iter_mut().flatten().flatten() {
        *force = to(*force);
    }
    for castling in &mut spec.castling {
        castling.kinds = castling.kinds.map(|kinds| kinds.map(to));
    }
    spec.castling.sort_by_key(|castling| {
        model
            .castling
            .iter()
            .position(|other| other.king == castling.king && other.seat == castling.seat)
    });
    spec.handlers.push(Handler {
        event: EventKind::Draw,
        filter: Filter::default(),
        clause: None,
        judged: false,
        chooses: false,
        name: "Draw".to_owned(),
    });
    CompiledRules::new(spec).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the games of a few seeds, in order.
fn play(rules: &CompiledRules, maker: &HookMaker<'_>, agents: &[AgentSpec]) -> Vec<GameRecord> {
    let plan =
        Plan { seed: 20, agents: agents.to_vec(), jobs: 2, record: true, ..plan(40, Some(600)) };
    records(rules, maker, &plan).1.into_values().collect()
}

#[test]
fn the_rules_are_the_same_ones() {
    let loaded = chess();
    let (scripts, rust) = (loaded.spec().clone(), in_rust(loaded.spec()));
    let rust = rust.spec();
    let sorted = |spec: &Spec| {
        let mut all = spec.promotions.clone();
        all.iter_mut().for_each(|(_, _, promotion)| promotion.clause = None);
        all.sort_by_key(|(piece, square, _)| (*piece, *square));
        all
    };
    assert_eq!(sorted(&scripts), sorted(rust), "the table that `promotes` filled");
    let castling_moves = |spec: &Spec| {
        let mut all = spec.castling.clone();
        all.iter_mut().for_each(|castling| castling.clause = None);
        all
    };
    assert_eq!(castling_moves(&scripts), castling_moves(rust), "what `castling` worked out");
    let force = |spec: &Spec| {
        let mut all = spec.insufficient.clone();
        all.sort();
        all
    };
    assert_eq!(force(&scripts), force(rust));
    assert_eq!((scripts.repetition, scripts.no_progress), (rust.repetition, rust.no_progress));
}

#[test]
fn scripts_and_rust_play_the_same_games() {
    let loaded = chess();
    let rust = in_rust(loaded.spec());
    let games = |agents: &[AgentSpec]| {
        let scripted = play(&loaded.rules, &|| loaded.hooks(), agents);
        let native = play(&rust, &|| Box::new(OrthodoxEnds), agents);
        assert_eq!((scripted.len(), native.len()), (40, 40));
        scripted.into_iter().zip(native)
    };
    let blunt = games(&[AgentSpec::Random, AgentSpec::Greedy]);
    let blind = games(&[AgentSpec::Random]);
    let mut endings = std::collections::BTreeMap::new();
    for (script, rust) in blunt.chain(blind) {
        assert_eq!(script.actions, rust.actions, "game {}", script.index);
        let (script, rust) = (script.end.as_ref().unwrap(), rust.end.as_ref().unwrap());
        assert_eq!(script.results, rust.results);
        let clause = match script.ending {
            Ending::Rule(clause) => {
                assert!(matches!(rust.ending, Ending::Rule(_)));
                clause.map(|id| loaded.spec().clauses[usize::from(id.0)].id.clone())
            }
            other => {
                assert_eq!(other, rust.ending);
                None
            }
        };
        *endings.entry(clause).or_insert(0) += 1;
    }
    for clause in ["O6", "O7", "O8", "O9"] {
        assert!(endings.contains_key(&Some(clause.to_owned())), "no {clause}: {endings:?}");
    }
}

#[test]
fn a_hook_in_a_game_says_which_clause_it_was() {
    let loaded = chess();
    let hooks = loaded.hooks();
    let mut game: Box<dyn AnyGame + '_> = game::start(&loaded.rules, hooks.as_ref()).unwrap();
    game.trace(true);
    for word in ["f2-f3", "e7-e5", "g2-g4", "d8-h4"] {
        actions::play(game.as_mut(), word).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.results, [SeatResult::Loss, SeatResult::Win]);
    let Ending::Rule(Some(clause)) = outcome.ending else { panic!("{outcome:?}") };
    assert_eq!(loaded.spec().clauses[usize::from(clause.0)].id, "O8");
    let effects =
        game.trace_entries().iter().filter(|entry| matches!(entry.cause, Cause::Effect { .. }));
    let [what] = effects.collect::<Vec<_>>()[..] else { panic!("{:?}", game.trace_entries()) };
    let Cause::Effect { handler, emitted, .. } = &what.cause else { panic!("{what:?}") };
    let place = loaded.effect_place(handler.unwrap(), emitted.place).unwrap();
    let handler = &loaded.spec().handlers[handler.unwrap()];
    assert_eq!(handler.name, "mate-ends.on_mate");
    assert!(matches!(emitted.effect, Effect::Lose(_)));
    assert_eq!(what.changes, [Change::Finished(outcome.clone())]);
    let source = loaded
        .files
        .iter()
        .map(|f| &f.source)
        .find(|s| s.name.ends_with("mate-ends.rhai"))
        .unwrap();
    let line: usize = place.rsplit(':').next().unwrap().parse().unwrap();
    let line = source.text.lines().nth(line - 1).unwrap();
    assert_eq!(line.trim(), "lose(seat);");
}
