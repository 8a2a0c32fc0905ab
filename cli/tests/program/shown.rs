//! Tests that the program displays every file safely, whatever it contains. The output must not
//! control the terminal, hide text, or flood the screen.

use crate::common::{DUEL, ENDS, Ended, Scene};

/// A text that clears the screen, sets the window's title, moves the cursor and reverses the line.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}9A\u{202e}\u{2066}\u{200b}\u{8}\r";

/// Returns the text with TOML escapes.
fn evil() -> String {
    EVIL.chars().map(|c| format!("\\U{:08X}", c as u32)).collect()
}

/// Returns `true` if a character must not be printed.
fn drives(c: char) -> bool {
    let reorders = matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !matches!(c, '\n' | '\t') || reorders
}

/// Returns the text without the program's own colours.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        out.push_str(&rest[..start]);
        let colour = &rest[start + 2..];
        let end = colour.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(colour.len());
        if !colour[end..].starts_with('m') {
            out.push('\u{1b}');
            rest = &rest[start + 1..];
            continue;
        }
        rest = &colour[end + 1..];
    }
    out + rest
}

#[track_caller]
fn harmless(ended: &Ended) {
    for text in [&ended.out, &ended.err] {
        let found: Vec<char> = plain(text).chars().filter(|c| drives(*c)).collect();
        assert!(found.is_empty(), "quadrille {} prints {found:?}:\n{text:?}", ended.line);
    }
}

/// Returns a ruleset in which every string is the dangerous text.
fn scene() -> Scene {
    let evil = evil();
    let header = format!(
        "title = \"Duel {evil}\"\ninventor = \"I{evil}\"\nplace = \"P{evil}\"\nparents = [\"Q{evil}\"]\n\
         changes = \"C{evil}\"\nsources = [{{ key = \"book\", cite = \"B{evil}\" }}]"
    );
    let more = format!(
        "\n[clauses]\nD1 = {{ text = \"Mate {evil}\", source = \"book\" }}\n\n\
         [presets.other]\nabout = \"Other {evil}\"\n\"ends.STALEMATE\" = \"loss\"\n"
    );
    let geometry = DUEL.replace("title = \"Duel\"", &header).replace("For tests.", &evil);
    let geometry = geometry.replace(
        "[[seats]]\nname = \"black",
        &format!("# [RECONSTRUCTED] Who begins: {}\n[[seats]]\nname = \"black", "\u{9b}2J\u{202e}"),
    );
    let script = ENDS.replace("What becomes of", &format!("What {} becomes of", "\u{9b}\u{202e}"));
    let lessons = format!(
        "[[lesson]]\nclause = [\"D1\", \"D2\"]\nsays = \"See {evil}\"\nunplayable = \"No {evil}\"\n"
    );
    Scene::new()
        .file("duel/geometry.toml", format!("{geometry}{more}"))
        .file("duel/ends.rhai", script)
        .file("duel/lessons.toml", lessons)
}

#[test]
fn no_text_of_a_ruleset_drives_the_terminal() {
    let scene = scene();
    for colour in ["never", "always"] {
        for line in [
            "show ./duel",
            "show ./duel --format svg",
            "show ./duel --resolved",
            "show ./duel --piece rook",
            "list --rulesets .",
            "timeline --rulesets .",
            "explain ./duel",
            "explain ./duel D1",
            "check ./duel -n 2",
            "playout ./duel -n 2",
            "playout ./duel -n 2 --full",
            "moves ./duel --why d1-e3",
        ] {
            let ended = scene.run(&format!("{line} --color {colour}"));
            assert!(matches!(ended.code, Some(0 | 1)), "{line}: {}", ended.err);
            harmless(&ended);
        }
    }
    // Signs replace the characters.
    let shown = scene.run("show ./duel").code(0).says("Duel ␛[2J␛]0;owned␇\\u{9b}9A\\u{202e}");
    // The flattened form has the same meaning. It lacks the comments that mark reconstructed parts.
    let flat = scene.run("show ./duel --resolved").code(0).out;
    let scene = scene.file("duel/geometry.toml", flat);
    let again = scene.run("show ./duel").code(0);
    assert!(shown.out.starts_with(&again.out), "{}", again.out);
}

#[test]
fn json_and_files_hold_no_controls_either() {
    let scene = scene();
    for line in [
        "list --rulesets . --format json",
        "timeline --rulesets . --format json",
        "check ./duel -n 2 --format json",
        "playout ./duel -n 2 --format json",
    ] {
        let ended = scene.run(&format!("{line} --color always"));
        harmless(&ended);
        assert!(ended.json().is_object(), "{line}");
    }
    let title = scene.run("timeline --rulesets . --format json").json();
    let all = title["rulesets"].as_array().unwrap();
    let duel = all.iter().find(|row| row["id"] == "duel").unwrap();
    assert_eq!(duel["title"], format!("Duel {EVIL}"), "programs read what the file says");
    scene.run("playout ./duel -n 2 --records games.pgn4 --out games.db").code(0);
    scene.run("show ./duel -o board.svg").code(0);
    scene.run("compare ./duel --set b:ends.STALEMATE=loss -n 4 --report page.html");
    for file in ["games.pgn4", "board.svg", "page.html"] {
        let text = scene.read(file);
        assert!(!text.contains(drives) && text.len() > 100, "{file}: {text:?}");
    }
    for form in ["csv", "json", "ndjson"] {
        harmless(&scene.run(&format!("export games.db --format {form}")).code(0));
    }
}

#[test]
fn records_names_of_files_and_mistakes_are_shown_too() {
    let raw = "\u{1b}[2J\u{9b}\u{202e}";
    let record = format!("[Event \"{raw}\"]\n[Ruleset \"{raw}\"]\n\n1. d1-d4 {{{raw}}} .. {raw}\n");
    let scene = Scene::duel().file("game.pgn4", record);
    for line in ["replay game.pgn4", "replay game.pgn4 --ruleset ./duel"] {
        let ended = scene.run(line);
        assert!(ended.code != Some(0) && ended.err.contains("\\u{9b}"), "{}", ended.err);
        harmless(&ended);
    }
    let name = format!("d{raw}");
    let scene = scene.file(&format!("{name}/geometry.toml"), DUEL.replace("mask", "maks"));
    for words in [
        vec!["check".to_owned(), format!("./{name}")],
        vec!["show".to_owned(), format!("./{name}")],
        vec!["replay".to_owned(), name.clone(), name.clone()],
        vec!["show".to_owned(), name],
    ] {
        let ended = scene.run_words(&words);
        assert_ne!(ended.code, Some(0));
        harmless(&ended);
    }
}

#[test]
fn what_is_found_is_counted_no_further_than_a_page() {
    let keys: String = (0..1500).map(|i| format!("k{i} = {i}\n")).collect();
    let scene = Scene::duel().file("duel/geometry.toml", format!("{keys}{DUEL}"));
    let found = scene.run("check ./duel").code(3).says("and 1400 more").says("1500 errors");
    assert!(found.out.len() < 100_000, "{}", found.out.len());
    let json = scene.run("check ./duel --format json").code(3).json();
    assert_eq!(json["findings"].as_array().unwrap().len(), 1000);
    assert_eq!(json["left_out"], 500);
    let shown =
        scene.run("show ./duel").code(3).complains("and 1400 more").complains("1500 errors");
    assert!(shown.err.len() < 100_000, "{}", shown.err.len());
    // No line of the output is too long either, for any contents of the file.
    let long = format!("[variant]\n{} = 1\n", "x".repeat(200_000));
    let scene = Scene::duel().file("duel/geometry.toml", DUEL.replace("[variant]\n", &long));
    let found = scene.run("check ./duel").code(3);
    assert!(found.out.lines().all(|line| line.chars().count() < 2500), "{}", found.out.len());
}
