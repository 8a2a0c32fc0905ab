use super::fixture::{DRAWS, MATE, Shelf, diagnostic_rows, full};
use crate::diagnostic::Code;

const CHILD: &str = r#"
extends = "full"

[variant]
id = "child"
title = "Child"

[pieces]
pawn = { moves = "F" }
duke = { letter = "D", moves = "A" }

[rules]
ply_limit = 9
"#;

fn family(child: &str) -> Shelf {
    full().file("child", "geometry.toml", child)
}

#[test]
fn tables_merge_key_by_key_and_everything_else_is_replaced() {
    let loaded = family(CHILD).load("child").unwrap();
    let spec = loaded.spec();
    let kinds: Vec<_> = spec.kinds.iter().map(|k| (&*k.name, k.letter, &*k.notation)).collect();
    assert_eq!(kinds, [("pawn", 'P', "F"), ("king", 'K', "W"), ("duke", 'D', "A")]);
    assert_eq!((spec.ply_limit, spec.order.len()), (9, 3));
    assert_eq!((loaded.meta.title.as_str(), loaded.meta.year), ("Child", None));
    assert_eq!(loaded.meta.lines, full().load("full").unwrap().meta.lines);
    assert_eq!(
        diagnostic_rows(&loaded.warnings()).iter().map(|w| w.0).collect::<Vec<_>>(),
        [Code::PieceNeverAppears]
    );
}

#[test]
fn the_flattened_file_says_where_its_parts_are_from() {
    let loaded = family(CHILD).load("child").unwrap();
    let text = &loaded.resolved;
    assert!(!text.contains("extends"), "{text}");
    assert!(text.contains("[zones]\n# from full/geometry.toml\nbase = "), "{text}");
    assert!(text.contains("\nduke = { letter = \"D\", moves = \"A\" }"), "{text}");
    let alone = Shelf::default()
        .file("child", "geometry.toml", text)
        .file("child", "mate.rhai", MATE)
        .plugin("draws", DRAWS);
    assert_eq!(alone.load("child").unwrap().hash, loaded.hash);
}

#[test]
fn a_script_of_the_childs_folder_replaces_the_parents() {
    let mine = MATE.replace("lose(seat)", "draw()");
    let shelf = family(CHILD).file("child", "mate.rhai", &mine);
    let loaded = shelf.load("child").unwrap();
    let names: Vec<_> = loaded.files.iter().map(|file| file.source.name.as_str()).collect();
    let expected =
        ["child/geometry.toml", "full/geometry.toml", "child/mate.rhai", "plugins/draws.rhai"];
    assert_eq!(names, expected);
    assert_ne!(loaded.hash, family(CHILD).load("child").unwrap().hash);
}

#[test]
fn a_mistake_is_shown_in_the_file_that_made_it() {
    let parent = super::fixture::changed("gK gP .", "gK gX .");
    let shelf = super::fixture::with(parent).file("child", "geometry.toml", CHILD);
    let errors = shelf.errors("child");
    let at = errors[0].place().unwrap();
    assert_eq!(
        (at.source.name.as_str(), &at.source.text[at.span.clone()]),
        ("full/geometry.toml", "X")
    );
    let errors = family(&CHILD.replace("moves = \"A\"", "moves = 3")).errors("child");
    let at = errors[0].place().unwrap();
    assert_eq!(
        (at.source.name.as_str(), &at.source.text[at.span.clone()]),
        ("child/geometry.toml", "3")
    );
}

#[test]
fn presets_are_inherited() {
    let loaded = family(CHILD).load("child@alternate").unwrap();
    assert_eq!(loaded.spec().ply_limit, 5);
}

#[test]
fn a_parent_that_is_not_there_is_suggested() {
    let rows = diagnostic_rows(&family(&CHILD.replace("\"full\"", "\"ful\"")).errors("child"));
    let (code, marked, message, help) = &rows[0];
    assert_eq!((*code, marked.as_str()), (Code::NoSuchParent, "\"ful\""));
    assert_eq!(message, "there is no ruleset `ful`");
    assert_eq!(help, "did you mean `full`?");
}

#[test]
fn circles_and_long_chains_are_errors() {
    let shelf = Shelf::default().file("a", "geometry.toml", "extends = \"b\"").file(
        "b",
        "geometry.toml",
        "extends = \"a\"",
    );
    let found = diagnostic_rows(&shelf.errors("a"));
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::InheritanceCycle, "\"a\""));
    assert!(found[0].2.ends_with("a, b, a"), "{}", found[0].2);
    let long = (0..20).fold(Shelf::default(), |shelf, i| {
        shelf.file(&format!("r{i}"), "geometry.toml", format!("extends = \"r{}\"", i + 1))
    });
    assert_eq!(diagnostic_rows(&long.errors("r0"))[0].0, Code::InheritanceTooDeep);
}

#[test]
fn a_path_to_itself_is_a_circle_however_it_is_written() {
    for (name, path) in [("games/self", "../self"), ("./self", "./../self/."), (".", "../self")] {
        let text = format!("extends = \"{path}\"");
        let shelf = Shelf::default()
            .file(name, "geometry.toml", &text)
            .file("./self", "geometry.toml", &text)
            .file("../self", "geometry.toml", &text);
        let found = diagnostic_rows(&shelf.errors(name));
        assert_eq!((found[0].0, found.len()), (Code::InheritanceCycle, 1), "{name}: {found:?}");
    }
}

#[test]
fn a_parents_path_leads_no_further_than_to_the_neighbours() {
    for path in ["/etc/full", "../../full", "../x/../../full", "a/../../../full"] {
        let heir = CHILD.replace("\"full\"", &format!("\"{path}\""));
        let found = diagnostic_rows(
            &full().file("games/child", "geometry.toml", heir).errors("games/child"),
        );
        assert_eq!(
            (found[0].0, found[0].1.as_str()),
            (Code::NoSuchParent, &*format!("\"{path}\""))
        );
        assert!(found[0].2.contains("not beside"), "{found:?}");
    }
}

#[test]
fn an_heir_has_a_header_of_its_own_and_its_parents_sources() {
    let loaded = family(CHILD).load("child").unwrap();
    let parent = full().load("full").unwrap().meta;
    let meta = &loaded.meta;
    assert!(parent.year.is_some() && !parent.sources.is_empty(), "{parent:?}");
    assert_eq!((&*meta.id, &*meta.title, meta.year), ("child", "Child", None));
    let rest = [&meta.inventor, &meta.place, &meta.changes, &meta.summary];
    assert!(rest.iter().all(|text| text.is_none()) && meta.parents.is_empty(), "{meta:?}");
    assert_eq!(meta.sources, parent.sources);
    // The child's own sources come first. They replace the parent's sources with the same keys.
    let sources = |own: &str| {
        let child = CHILD.replace("[variant]", &format!("[variant]\nsources = [{own}]"));
        family(&child).load("child").unwrap().meta.sources
    };
    let mine = ("mine".to_owned(), "My book".to_owned());
    let all = sources("{ key = \"mine\", cite = \"My book\" }");
    assert_eq!(all, [vec![mine], parent.sources.clone()].concat());
    let key = &parent.sources[0].0;
    let all = sources(&format!("{{ key = \"{key}\", cite = \"My copy\" }}"));
    assert_eq!((all.len(), &*all[0].1), (parent.sources.len(), "My copy"));
}

#[test]
fn what_is_dropped_is_not_inherited() {
    let dropping = |what: &str| {
        CHILD.replace("extends = \"full\"", &format!("extends = \"full\"\ndrop = [{what}]"))
    };
    let loaded = family(&dropping("\"clauses.C1\", \"presets.alternate\", \"array.swapped\""));
    let loaded = loaded.load("child").unwrap();
    // A plugin states this clause too.
    assert!(!loaded.resolved.contains("Green begins."), "{}", loaded.resolved);
    assert!(!loaded.resolved.contains("swapped"), "{}", loaded.resolved);
    assert!(loaded.meta.presets.is_empty());
    assert!(!loaded.resolved.contains("drop"), "{}", loaded.resolved);
    for (what, help) in [
        ("presets.alternat", "did you mean `presets.alternate`?"),
        ("zones.nowhere", "write the table"),
    ] {
        let found = diagnostic_rows(&family(&dropping(&format!("\"{what}\""))).errors("child"));
        assert_eq!(
            (found[0].0, found[0].1.as_str()),
            (Code::NothingToDrop, &*format!("\"{what}\""))
        );
        assert!(found[0].3.starts_with(help), "{found:?}");
    }
    // If inherited parts use a dropped name, this is reported once, at the `drop`.
    for what in ["zones.ends", "zones.base"] {
        let found = family(&dropping(&format!("\"{what}\""))).errors("child");
        let [(code, marked, message, _)] = &diagnostic_rows(&found)[..] else {
            panic!("{found:#?}")
        };
        assert_eq!((*code, marked), (Code::UnknownName, &format!("\"{what}\"")));
        assert!(message.contains("is dropped, but inherited files use it"), "{message}");
        assert_eq!(found[0].labels.len(), 2, "and where it is named");
    }
    // Without a parent, there is nothing to drop.
    let alone = super::fixture::changed("[variant]", "drop = [\"zones.base\"]\n[variant]");
    assert_eq!(
        diagnostic_rows(&super::fixture::with(alone).errors("full"))[0].0,
        Code::NothingToDrop
    );
}

#[test]
fn a_parents_path_is_seen_from_the_heirs_folder() {
    let heir = CHILD.replace("\"full\"", "\"../full\"");
    let shelf = full()
        .file("games/child", "geometry.toml", heir)
        .file("games/full", "geometry.toml", super::fixture::FULL)
        .file("games/full", "mate.rhai", MATE);
    assert_eq!(shelf.load("games/child").unwrap().rules.spec().ply_limit, 9);
}
