//! Tests of every ruleset and recipe in the repository. Any seat may leave the game at any turn. If
//! two presets are joined, the result must have the rules of both, or loading must refuse the pair.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::rules::Declaration;
use quadrille_core::{Action, AnyGame, Decision, Seat, game};
use quadrille_dsl::diagnostic::{Code, RulesetError};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::load::FileRole;
use quadrille_dsl::{Ruleset, load};

/// Returns the folders of rulesets and recipes.
fn folders() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = Vec::new();
    for parent in ["rulesets", "docs/cookbook"] {
        let entries = fs::read_dir(root.join(parent)).unwrap().map(|entry| entry.unwrap().path());
        let named = entries.filter(|path| path.join("geometry.toml").is_file());
        folders.extend(named.map(|path| path.to_str().unwrap().to_owned()));
    }
    folders.sort();
    folders
}

fn try_open(name: &str) -> Result<Ruleset, RulesetError> {
    load(&Shelf::default(), name, &[])
}

fn open(name: &str) -> Ruleset {
    try_open(name).unwrap_or_else(|found| panic!("{name}: {found:#?}"))
}

/// Plays a random action. Returns `false` if the game is over.
fn step(game: &mut dyn AnyGame, rng: &mut Rng) -> bool {
    game.play_random(rng).expect("no hook fails").is_some()
}

#[test]
fn anyone_may_leave_or_agree_at_any_turn() {
    for name in folders() {
        let loaded = open(&name);
        let hooks = loaded.hooks();
        let seats = loaded.spec().seats.len() as u8;
        for (word, seat) in
            Declaration::ALL.iter().flat_map(|w| (0..seats).map(move |s| (*w, Seat(s))))
        {
            let mut game = game::start(&loaded.rules, &*hooks).expect("no hook fails");
            let mut rng = Rng::new(u64::from(seat.0), 0, Stream::Agent, 0, 0);
            for _ in 0..usize::from(seat.0) * 2 + 1 {
                step(&mut *game, &mut rng);
            }
            // A question has to be answered first.
            while matches!(game.decision().expect("no hook fails"), Decision::Question(_)) {
                step(&mut *game, &mut rng);
            }
            let state = usize::from(game.seat_state(seat).0);
            let plays = loaded.spec().states[state].has_turn;
            if game.outcome().is_some() || !plays {
                continue;
            }
            let turn = game.decision();
            let context = format!("{name}: `{}` of {seat:?} at {turn:?}", word.text());
            game.play(Action::Declare(seat, word))
                .unwrap_or_else(|error| panic!("{context}: {error}"));
            game::validate(&mut *game).unwrap_or_else(|error| panic!("{context}: {error}"));
            // A seat that is out gets no decisions, and the game continues without a fault.
            for _ in 0..12 {
                if !step(&mut *game, &mut rng) {
                    break;
                }
            }
        }
    }
}

/// Returns the names of the active scripts.
fn scripts(loaded: &Ruleset) -> BTreeSet<&str> {
    let scripts = loaded.files.iter().filter(|file| file.role == FileRole::Script);
    scripts.map(|file| file.source.name.as_str()).collect()
}

/// Returns clauses with their texts, and tunables with their values.
fn stated(loaded: &Ruleset) -> BTreeSet<(String, String)> {
    let clauses = loaded.spec().clauses.iter();
    let clauses = clauses.map(|clause| (clause.id.clone(), clause.text.clone()));
    let tunables = loaded.tunables.iter();
    let tunables = tunables.map(|t| (format!("{}.{}", t.script, t.name), t.value.clone()));
    clauses.chain(tunables).collect()
}

/// Joins every thirtieth pair of presets, or all pairs if `PRESET_PAIRS` is `all`.
#[test]
fn joined_presets_keep_each_others_rules_or_are_refused() {
    let every =
        if std::env::var("PRESET_PAIRS").is_ok_and(|pairs| pairs == "all") { 1 } else { 30 };
    let (mut pairs, mut joined) = (0, 0);
    for name in folders() {
        let base = open(&name);
        let presets: Vec<&str> = base.meta.presets.iter().map(|(name, _)| name.as_str()).collect();
        let alone: Vec<Ruleset> =
            presets.iter().map(|preset| open(&format!("{name}@{preset}"))).collect();
        for (i, first) in presets.iter().enumerate() {
            for (j, second) in presets.iter().enumerate().skip(i + 1) {
                pairs += 1;
                if pairs % every != 0 {
                    continue;
                }
                let both = [format!("{name}@{first}+{second}"), format!("{name}@{second}+{first}")];
                let [one, other] = both.clone().map(|name| try_open(&name));
                let both = &both[0];
                let (one, other) = match (one, other) {
                    (Ok(one), Ok(other)) => (one, other),
                    (Err(one), Err(other)) => {
                        for found in one.iter().chain(&other) {
                            assert_eq!(
                                found.code,
                                Some(Code::PresetsContradict),
                                "{both}: {found:#?}"
                            );
                            assert_eq!(found.labels.len(), 2, "{both}: {found:#?}");
                        }
                        continue;
                    }
                    _ => panic!("{both}: the order decides"),
                };
                joined += 1;
                assert_eq!(one.hash, other.hash, "{both}");
                for (preset, partner) in [(i, j), (j, i)] {
                    let (mine, theirs) = (scripts(&alone[preset]), scripts(&base));
                    let joint = scripts(&one);
                    assert!(
                        mine.difference(&theirs).all(|s| joint.contains(s)),
                        "{both}: {joint:?}"
                    );
                    assert!(
                        theirs.difference(&mine).all(|s| !joint.contains(s)),
                        "{both}: {joint:?}"
                    );
                    let (mine, before) = (stated(&alone[preset]), stated(&base));
                    // If both presets list a plugin, the partner may set its tunables or name its
                    // clauses.
                    let listed = scripts(&alone[partner]);
                    let is_shared = |name: &str| {
                        let plugin = name.split('.').next().unwrap_or_default();
                        let file = format!("plugins/{plugin}.rhai");
                        listed.iter().any(|script| script.ends_with(&file))
                    };
                    let lost: Vec<_> = mine
                        .difference(&before)
                        .filter(|s| !stated(&one).contains(s))
                        .filter(|(name, _)| !is_shared(name))
                        .collect();
                    assert_eq!(lost, Vec::<&(String, String)>::new(), "{both}");
                }
                let hooks = one.hooks();
                let mut game = game::start(&one.rules, &*hooks).expect("no hook fails");
                let mut rng = Rng::new(1, 0, Stream::Agent, 0, 0);
                for _ in 0..40 {
                    step(&mut *game, &mut rng);
                }
            }
        }
    }
    assert!(joined > 100 / every, "{joined} pairs can be joined");
    for pair in
        ["swap+inherit", "left-in-check+swap", "left-in-check+inherit", "original-array+inherit"]
    {
        open(&format!("savard-partnership@{pair}"));
    }
    open("four-seasons-1283@dice+manuscript");
}
