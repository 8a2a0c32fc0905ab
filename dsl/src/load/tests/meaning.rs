use quadrille_core::{Kind, Piece, Protect, Seat};

use super::fixture::{FULL, Shelf, changed, full, with};
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::load::{Files, Ruleset};

fn loaded(text: &str) -> Ruleset {
    match with(text).load("full") {
        Ok(loaded) => loaded,
        Err(errors) => panic!("{errors:#?}"),
    }
}

fn pieces(loaded: &Ruleset) -> String {
    let spec = loaded.spec();
    let piece = |piece: Piece| {
        let seat = &spec.seats[piece.colour().index()];
        let turned = if piece.facing() == seat.facing { "" } else { piece.facing().word() };
        format!("{}{}{turned}", seat.key, spec.kinds[piece.kind().index()].letter)
    };
    let pieces =
        spec.array.iter().map(|(s, m)| format!("{}@{}", piece(*m), spec.geometry.name(*s)));
    pieces.collect::<Vec<_>>().join(" ")
}

fn zone(loaded: &Ruleset, name: &str) -> String {
    let spec = loaded.spec();
    let (_, zone) = spec.zones.iter().find(|(known, _)| known == name).unwrap();
    zone.into_iter().map(|s| spec.geometry.name(s)).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_key_reaches_the_rules() {
    let loaded = full().load("full").unwrap();
    let spec = loaded.spec();
    assert_eq!(loaded.warnings(), Vec::<Diagnostic>::new());
    assert_eq!((spec.geometry.len(), spec.geometry.walls().len()), (14, 2));
    assert_eq!(spec.geometry.is_light(spec.geometry.square_named("a1").unwrap()), Some(true));
    assert_eq!(zone(&loaded, "ends"), "a1 c1 b4 c4 d4");
    assert_eq!(pieces(&loaded), "gK@b4 gP@c4 yPeast@d2 yK@a1 yP@c1");
    assert_eq!(spec.order, [Seat(1), Seat(0), Seat(1)]);
    assert_eq!(spec.teams, ["sun", "moon"]);
    assert_eq!(spec.ply_limit, 77);
    assert_eq!((spec.kinds[0].value, spec.kinds[1].royal), (1, true));
    let meta = &loaded.meta;
    assert_eq!((meta.title.as_str(), meta.year), ("All Keys", Some(1900)));
    assert_eq!(meta.colours[0], "#d9b300");
    let lines = meta.lines.iter().map(|(a, b)| [a.file, a.rank, b.file, b.rank]);
    assert_eq!(lines.collect::<Vec<_>>(), [[0, 0, 3, 3], [1, 1, 1, 0]], "each line once");
    assert_eq!(meta.presets, [("alternate".to_owned(), "Another array.".to_owned())]);
    assert_eq!(meta.sources, [("book".to_owned(), "A book, 1900".to_owned())]);
    assert_eq!(loaded.clause_sources, [("C2".to_owned(), "book".to_owned())]);
    assert_eq!(spec.clauses[0].place, "full/geometry.toml:72");
}

#[test]
fn a_seat_without_a_colour_has_that_of_its_name_or_place() {
    let text = changed("colour = \"#d9b300\"\n", "");
    let colours = |first: &str, second: &str| {
        let named = text.replace("\"yellow\"", &format!("\"{first}\""));
        let meta = loaded(&named.replace("\"green\"", &format!("\"{second}\""))).meta;
        (meta.colours[0].clone(), meta.colours[1].clone())
    };
    let (red, yellow) = colours("red", "yellow");
    assert_eq!((yellow.clone(), red), colours("yellow", "red"));
    let (first, second) = colours("sun", "moon");
    assert_ne!(first, second);
    assert_eq!((yellow, second), colours("yellow", "moon"));
}

#[test]
fn what_the_file_leaves_out_has_a_default() {
    let text = changed("light = \"even\"\n", "")
        .replace("order = [\"green\", \"yellow\", \"green\"]\n", "");
    let text = text.replace("ply_limit = 77\n", "").replace("team = \"sun\"\n", "");
    let loaded = loaded(&text);
    let spec = loaded.spec();
    assert_eq!(spec.geometry.is_light(spec.geometry.square_named("a1").unwrap()), Some(false));
    assert_eq!(spec.order, [Seat(0), Seat(1)]);
    assert_eq!(spec.teams, ["yellow", "moon"]);
    assert_eq!(spec.ply_limit, 2000);
    assert_eq!(loaded.meta.colours.len(), 2);
}

#[test]
fn teams_decide_who_takes_whom_and_nobody_owes_a_partner() {
    let loaded = loaded(&changed("team = \"moon\"", "team = \"sun\""));
    let spec = loaded.spec();
    assert_eq!(spec.teams, ["sun"]);
    assert!(!spec.relations[0][1].capture && !spec.relations[0][1].check);
    assert_eq!(spec.protect, [[Protect::Safe, Protect::None], [Protect::None, Protect::Safe]]);
    let rival = full().load("full").unwrap();
    let relations = &rival.rules.spec().relations;
    assert!(relations[0][1].capture && relations[0][1].check && !relations[0][0].capture);
    assert_eq!(rival.rules.spec().kind_captures, [3, 3]);
}

#[test]
fn zones_may_stand_in_any_order() {
    let text = changed("base = \"rank 1\"\n", "").replace("far = ", "base = \"rank 1\"\nfar = ");
    assert_eq!(zone(&loaded(&text), "ends"), "a1 c1 b4 c4 d4");
}

#[test]
fn a_piece_without_notation_moves_as_scripts_say() {
    let loaded = loaded(&changed("moves = \"W\", value", "moves = \"\", value"));
    assert!(loaded.spec().kinds[Kind(0).index()].paths.is_empty());
}

#[test]
fn the_flattened_file_loads_to_the_same_rules() {
    for name in ["full", "full@alternate"] {
        let first = full().load(name).unwrap();
        let second = with(&first.resolved).load("full").unwrap();
        assert_eq!(first.hash, second.hash, "{}", first.resolved);
        assert_eq!(pieces(&first), pieces(&second));
        assert_eq!(first.tunables, second.tunables);
        assert_eq!(second.resolved, first.resolved);
    }
}

#[test]
fn the_hash_sees_rules_and_nothing_else() {
    let hash = |text: &str| loaded(text).hash;
    let same = hash(FULL);
    assert_eq!(same.len(), 16);
    assert_eq!(hash(&changed("title = \"All Keys\"", "title = \"Other\"")), same);
    assert_eq!(hash(&changed("#d9b300", "#ffffff")), same);
    assert_eq!(hash(&changed("\"b2 - b1\"", "\"b3-c3\"")), same);
    assert_ne!(hash(&changed("a4|b4", "b3|b4")), same);
    assert_ne!(hash(&changed("b2=c3", "b2=c2")), same);
    assert_eq!(hash(&format!("# a comment\n{}", FULL)), same);
    assert_ne!(hash(&changed("ply_limit = 77", "ply_limit = 78")), same);
    assert_ne!(hash(&changed("moves = \"W\", value", "moves = \"F\", value")), same);
    assert_ne!(
        hash(&changed("yK .  yP #\n\"\"\"\n\n[array.", "yK yP .  #\n\"\"\"\n\n[array.")),
        same
    );
    let other = with(FULL).plugin("draws", "//! No draws.\n");
    assert_ne!(other.load("full").map(|loaded| loaded.hash).unwrap_or_default(), same);
}

#[test]
fn a_preset_changes_tables_and_is_named_after_an_at_sign() {
    let loaded = full().load("full@alternate").unwrap();
    assert_eq!(loaded.spec().ply_limit, 5);
    assert_eq!(pieces(&loaded), "gP@b4 gK@c4 yK@a1 yP@c1");
    assert_eq!(loaded.preset.as_deref(), Some("alternate"));
    assert!(loaded.resolved.contains("\"mate.AFTER_MATE\" = \"remove\""), "{}", loaded.resolved);
    assert!(loaded.resolved.contains("\"mate.SPEED\" = 2"), "{}", loaded.resolved);
    assert_ne!(loaded.hash, full().load("full").unwrap().hash);
}

#[test]
fn several_presets_are_joined_and_the_order_of_their_names_means_nothing() {
    let more = "[presets.short]\nrules = { ply_limit = 9 }\n[presets.slow]\n\"mate.SPEED\" = 1\n";
    let shelf = with(format!("{FULL}\n{more}"));
    let hash = |name: &str| shelf.load(name).unwrap().hash;
    assert_eq!(hash("full@slow+short"), hash("full@short+slow"));
    assert_eq!(hash("full@slow+slow"), hash("full@slow"));
    let both = shelf.load("full@short+slow").unwrap();
    assert_eq!((both.rules.spec().ply_limit, both.preset.as_deref()), (9, Some("short+slow")));
    assert!(both.resolved.contains("\"mate.SPEED\" = 1"), "{}", both.resolved);
    let found = shelf.errors("full@short+slwo");
    assert_eq!(found[0].code, Some(Code::NoSuchPreset));
    assert!(found[0].message.contains("has no preset `slwo`"), "{found:?}");
    let found = shelf.errors("full@short+");
    assert_eq!(found[0].code, Some(Code::NoSuchPreset));
}

#[test]
fn presets_that_set_a_key_differently_are_refused_with_both_places() {
    let presets = "[presets.a]\nrules = { ply_limit = 9, order = [\"green\"] }\n\"mate.SPEED\" = 1\nclauses.C1 = \"A.\"\n\
                   [presets.b]\nrules.ply_limit = 8\ntunables = { \"mate.SPEED\" = \"3\" }\nclauses.C1 = \"B.\"\n\
                   [presets.c]\nrules = { ply_limit = 9, order = [\"green\"] }\n\"mate.SPEED\" = \"1\"\n\
                   [presets.moved]\narray.picture = \"\"\"\n#  gP gK .\n.  .  .  .\n.  .  .  .\nyK .  yP #\n\"\"\"\n";
    let shelf = with(format!("{FULL}\n{presets}"));
    assert_eq!(shelf.load("full@a+c").unwrap().rules.spec().ply_limit, 9);
    for name in ["full@a+b", "full@b+a", "full@a+b+moved"] {
        let errors = shelf.errors(name);
        let [found] = &errors[..] else { panic!("one error for one pair: {errors:#?}") };
        assert_eq!(found.code, Some(Code::PresetsContradict));
        assert_eq!(
            found.message,
            "the presets `a` and `b` can't be joined: they set `rules.ply_limit`, `clauses.C1` and `mate.SPEED` to \
             different values"
        );
        let lines = |label: &Label| label.source.position(label.span.start).0;
        let first = FULL.lines().count() + 2;
        assert_eq!(found.labels.iter().map(lines).collect::<Vec<_>>(), [first + 5, first + 1]);
    }
    let found = shelf.errors("full@alternate+moved");
    assert!(found[0].message.contains("set the array at the start to different"), "{found:?}");
}

#[test]
fn presets_keep_each_others_scripts() {
    let preset =
        |name: &str, scripts: &str| format!("[presets.{name}]\nrules.scripts = [{scripts}]\n");
    let presets = [
        preset("first", r#""one.rhai", "mate.rhai", "plugin:draws""#),
        preset("between", r#""mate.rhai", "two.rhai", "three.rhai", "plugin:draws""#),
        preset("also", r#""mate.rhai", "four.rhai", "plugin:draws", "two.rhai""#),
        preset("without", r#""mate.rhai""#),
        preset("instead", r#""mate.rhai", "five.rhai""#),
        preset("turned", r#""plugin:draws", "mate.rhai""#),
    ];
    let mut shelf = with(format!("{FULL}\n{}", presets.concat()));
    for name in ["one", "two", "three", "four", "five"] {
        let hook = format!("fn on_mate(game, seat) {{ state(seat, \"{name}\"); }}\n");
        shelf = shelf.file("full", &format!("{name}.rhai"), hook);
    }
    let merged = |shelf: &Shelf, name: &str| match Files::read(&**shelf, name).unwrap().merge() {
        Ok(merged) => merged.scripts().iter().map(|s| s.stem.clone()).collect::<Vec<_>>().join(" "),
        Err(error) => error.diagnostics()[0].message.clone(),
    };
    for (names, scripts) in [
        ("first+between", "one mate two three draws"),
        ("between+first", "one mate two three draws"),
        ("between+without", "mate two three"),
        ("without+first", "one mate"),
        ("turned+first", "one draws mate"),
        ("between+turned", "draws mate two three"),
        ("without+without", "mate"),
        ("first+between+without", "one mate two three"),
    ] {
        assert_eq!(merged(&shelf, &format!("full@{names}")), scripts, "{names}");
    }
    let refused = merged(&shelf, "full@without+instead");
    assert!(refused.contains("replace `plugin:draws` by different scripts"), "{refused}");
    let refused = merged(&shelf, "full@also+between");
    assert!(refused.contains("add `two.rhai` at different places"), "{refused}");
    // A ruleset keeps its own scripts if it uses a preset of the ruleset that it extends.
    let heir = "extends = \"full\"\n[variant]\nid = \"heir\"\ntitle = \"Heir\"\n[rules]\n\
                scripts = [\"mate.rhai\", \"own.rhai\"]\n";
    let shelf = shelf.file("heir", "geometry.toml", heir).file(
        "heir",
        "own.rhai",
        "fn on_mate(game, seat) {}\n",
    );
    assert_eq!(merged(&shelf, "heir@first"), "one mate own");
    assert_eq!(merged(&shelf, "heir@between"), "mate two three own");
}

#[test]
fn a_preset_has_a_summary_of_its_own_or_none() {
    let more = "[presets.told]\nrules.ply_limit = 9\nvariant = { summary = \"Short.\", year = 1950, title = \"Keys in a Hurry\" }\n";
    let shelf =
        with(format!("{}\n{more}", FULL.replace("year = 1900", "year = 1900\nabout = true")));
    let meta = |name: &str| shelf.load(name).unwrap().meta;
    let own = meta("full@told");
    assert_eq!((own.summary.as_deref(), own.base_summary.as_deref()), (Some("Short."), None));
    assert_eq!(
        (own.title.as_str(), own.dated().as_deref(), own.changes),
        ("Keys in a Hurry", Some("1950"), None)
    );
    for other in ["full@alternate", "full@slow+told"] {
        let shelf = with(format!("{}\n{more}[presets.slow]\n\"mate.SPEED\" = 1\n", FULL));
        let meta = shelf.load(other).unwrap().meta;
        assert_eq!(
            (meta.summary, meta.base_summary.as_deref()),
            (None, Some("A test.")),
            "{other}"
        );
        assert_eq!(meta.title, "All Keys");
    }
    assert_eq!(meta("full").summary.as_deref(), Some("A test."));
    let renamed = with(format!("{FULL}\n[presets.x]\nrules.ply_limit = 9\nvariant.id = \"x\"\n"));
    assert!(renamed.errors("full")[0].message.contains("a preset keeps the id"));
}

#[test]
fn the_preset_called_default_is_none() {
    let loaded = full().load("full@default").unwrap();
    assert_eq!((loaded.preset.as_deref(), loaded.spec().ply_limit), (None, 77));
    assert_eq!(loaded.hash, full().load("full").unwrap().hash);
}

#[test]
fn the_reference_pages_example_loads_and_the_page_has_every_key() {
    use crate::manifest::schema::{FILE, Shape};
    let page = crate::load::REFERENCE;
    let example = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let shelf = Shelf::default()
        .file("four-kings", "geometry.toml", example)
        .file("four-kings", "mate.rhai", super::fixture::MATE.replace("\"ends\"", "\"far-side\""))
        .plugin("draws", super::fixture::DRAWS);
    assert_eq!(shelf.load("four-kings").unwrap().rules.spec().ply_limit, 500);
    assert_eq!(shelf.load("four-kings@short").unwrap().rules.spec().ply_limit, 100);
    for table in FILE {
        assert!(page.contains(table.name), "{}", table.name);
        let (Shape::Table(keys) | Shape::Tables(keys)) = table.shape else {
            continue;
        };
        for key in keys {
            assert!(page.contains(&format!("`{}`", key.name)), "{}", key.name);
        }
    }
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    let text = format!("\u{feff}{}", FULL.replace('\n', "\r\n"));
    assert_eq!(loaded(&text).hash, full().load("full").unwrap().hash);
}
