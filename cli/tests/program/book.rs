//! Tests of the documents that show the program's output. The test of the tutorial follows it block
//! by block. A block contains text that belongs in a file, an excerpt of a file (`has`), or a
//! command with its output. The pictures in the tutorial must be identical to the ones that the
//! program draws.

use std::fs;
use std::path::Path;

use crate::common::Scene;

/// Returns a document of the repository.
fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the fenced blocks of a document. Each block is returned as the words after its opening
/// fence, and its text.
fn blocks(document: &str) -> Vec<(&str, &str)> {
    let parts = document.split("\n```").skip(1).step_by(2);
    parts.filter_map(|block| block.split_once('\n')).collect()
}

/// Compares a file with the program's output. `UPDATE=1` writes the file.
fn same(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/{name} is out of date: set UPDATE=1");
}

/// Inserts a block of a document into the text of a file, and returns the new text. `to` describes
/// the place for the block. The fence of the block contains this description after the file's path.
/// It is `at the end`, `below LINE`, or `instead of LINE`. LINE is the start of a line in the file.
/// If that line sets a key, `instead of LINE` replaces the line. If it sets none, the whole
/// paragraph that contains the line is replaced.
fn put(file: &str, to: &str, block: &str) -> String {
    if to == "at the end" {
        return format!("{file}\n{block}\n");
    }
    let (below, start) = match to.strip_prefix("below ") {
        Some(start) => (true, start),
        None => (false, to.strip_prefix("instead of ").expect("a place in a file")),
    };
    let lines: Vec<&str> = file.lines().collect();
    let found: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with(start)).collect();
    let [at] = found[..] else { panic!("{} lines begin with `{start}`", found.len()) };
    let (from, until) = if below {
        (at + 1, at + 1)
    } else if lines[at].contains(" = ") {
        (at, at + 1)
    } else {
        let blank = |at: &usize| lines[*at].is_empty();
        let from = (0..at).rfind(blank).map_or(0, |at| at + 1);
        (from, (at..lines.len()).find(blank).unwrap_or(lines.len()))
    };
    let new = [&lines[..from], &block.lines().collect::<Vec<_>>(), &lines[until..]].concat();
    new.join("\n") + "\n"
}

#[test]
fn the_tutorial_runs_from_the_first_block_to_the_last() {
    let text = document("tutorial.md");
    let mut scene = Scene::new();
    let (mut files, mut excerpts, mut commands) = (0, 0, 0);
    for (info, block) in blocks(&text) {
        match info.split_once(' ') {
            Some((_, place)) => {
                let (path, to) = place.split_once(' ').unwrap_or((place, ""));
                if to == "has" {
                    let file = scene.read(path);
                    assert!(file.contains(block), "{path} does not contain\n{block}\n{file}");
                    excerpts += 1;
                    continue;
                }
                let file = match to {
                    "" => format!("{block}\n"),
                    to => put(&scene.read(path), to, block),
                };
                scene = scene.file(path, file);
                files += 1;
            }
            None if info == "console" => {
                let mut lines = block.lines();
                let command = lines.next().and_then(|line| line.strip_prefix("$ quadrille "));
                let ended = scene.run(command.expect("a block of commands begins with one"));
                let said = format!("{}{}", ended.out, ended.err);
                // `...` marks output that the tutorial leaves out.
                for line in lines.filter(|line| *line != "...") {
                    assert!(said.contains(line), "no `{line}` in\n{said}");
                }
                assert!(!said.contains("warning"), "{said}");
                assert_eq!(ended.code != Some(0), block.contains("\nerror"), "{block}\n{said}");
                commands += 1;
            }
            None => panic!("a block that is neither a file nor a command: {block}"),
        }
    }
    assert_eq!((files, excerpts, commands), (14, 2, 13));
    for picture in ["beacons.svg", "falcon.svg"] {
        assert!(text.contains(&format!("](tutorial/{picture})")), "{picture} is not shown");
        same(&format!("tutorial/{picture}"), &scene.read(picture));
    }
    // The file has the format of `fmt`, and every rule on the sheet has its source.
    scene.run("fmt --check ./beacons").code(0);
    let sheet = scene.read("beacons.html");
    assert!(!sheet.contains("without a source"), "a clause of the tutorial has no source");
}

/// Returns the README with the program's present output in its console blocks. The line about
/// random games, and everything after it, is removed from the output of `check`.
fn readme_with_output(readme: &str) -> String {
    let scene = Scene::new();
    scene.run("new my-game").code(0);
    let geometry = scene.read("my-game/geometry.toml");
    let scene = scene.file("my-game/geometry.toml", geometry.replacen("royal", "royl", 1));
    let mut out = String::new();
    for (number, part) in readme.split("```console\n").enumerate() {
        if number == 0 {
            out.push_str(part);
            continue;
        }
        let (block, after) = part.split_once("```").expect("a block ends");
        let line = block.lines().next().expect("a block begins with a command");
        let command = line.strip_prefix("$ quadrille ").expect("a command of the program");
        let ended = scene.run(command);
        let shown = format!("{}{}", ended.out, ended.err);
        let shown = match shown.find(" s. All tables") {
            Some(at) => &shown[..shown[..at].rfind('\n').unwrap_or(0)],
            None => &shown,
        };
        out += &format!("```console\n{line}\n{}\n```{after}", shown.trim_end());
    }
    out
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = document("../README.md");
    same("../README.md", &readme_with_output(&readme));
    assert!(readme.lines().count() <= 100, "the README is longer than a hundred lines");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = |path: &str, file: &str| {
        let entries = fs::read_dir(root.join(path)).unwrap();
        entries.filter(|entry| entry.as_ref().unwrap().path().join(file).is_file()).count()
    };
    for figure in [
        format!("{} games from about 1030 to 2018", folders("rulesets", "geometry.toml")),
        format!("{} rule changes to copy", folders("docs/cookbook", "geometry.toml")),
    ] {
        assert!(readme.replace('\n', " ").contains(&figure), "the README does not say `{figure}`");
    }
}

/// Parses a square such as `f7` at the start of a text. Returns the file and rank of the square as
/// numbers, and the rest of the text.
fn square(text: &str) -> Option<((u32, u32), &str)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)? as u32;
    let rest = &text[1..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some(((file, rest[..digits].parse().ok()?), &rest[digits..]))
}

/// Returns those ranges of squares in a text that have their two corners on a diagonal, such as
/// `d4..e5`. The author of such a range may have meant a block of squares.
fn diagonals(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("..") {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let start = text[..at].trim_end_matches(word).len();
        let Some((from, "")) = square(&text[start..at]) else { continue };
        let Some((to, rest)) = square(&text[at + 2..]) else { continue };
        if from.0 != to.0 && from.0.abs_diff(to.0) == from.1.abs_diff(to.1) {
            found.push(&text[start..text.len() - rest.len()]);
        }
    }
    found
}

#[test]
fn no_document_takes_a_diagonal_for_a_block() {
    assert_eq!(
        diagonals("`x = \"d4..e5 + a1..a3 - c1..e2\"`, a4:b5, 1..2, g8..f7"),
        ["d4..e5", "g8..f7"]
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![root.join("docs"), root.join("rulesets")];
    let mut wrong = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // The page of square sets describes diagonals.
            let read = ["md", "toml", "rhai"]
                .iter()
                .any(|kind| path.extension().is_some_and(|e| e == *kind));
            if !read || path.ends_with("reference/squares.md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            wrong.extend(
                diagonals(&text).into_iter().map(|range| format!("{}: {range}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "a block is written with `:`: {wrong:#?}");
}

#[test]
fn the_trace_of_a_ply_is_the_one_that_is_shown() {
    let text = document("explanation/how-a-ply-runs.md");
    let mut scene = Scene::new();
    let mut compared = 0;
    for (info, block) in blocks(&text) {
        if let Some((_, path)) = info.split_once(' ') {
            scene = scene.file(path, block);
        } else {
            let (command, shown) = block.split_once('\n').unwrap();
            let command = command.strip_prefix("$ quadrille ").unwrap();
            scene.run(command).code(0).says(shown);
            compared += 1;
        }
    }
    assert_eq!(compared, 1);
}

/// For words of chess, `explain` shows their explanations, not topics with similar names.
#[test]
fn words_of_chess_are_understood() {
    let scene = Scene::new();
    let castle = scene.run("explain castle").code(0).says("About `castle`\n").out;
    assert!(castle.contains("Plugin: quadrille explain plugin:castling"), "{castle}");
    assert!(!castle.contains("nocastle"), "{castle}");
    scene.run("explain checkmate").code(0).says("quadrille explain plugin:mate-ends");
    scene.run("explain points").code(0).says("quadrille explain points-and-hill");
    let stalemate = scene.run("explain stalemate").code(0).says("no legal move and is not in");
    stalemate.says("More about `stalemate`\n").says("quadrille explain on_stalemate");
    scene.run("explain fairy piece").code(0).says("Movement notation\n");
    // A movement that is the same in many rulesets is described once.
    let king = scene.run("explain king").code(0).says("Moves or captures one step along a file");
    king.says("other rulesets.").says("quadrille explain plugin:king-capture");
    scene.run("explain zugzwang").code(2).complains("`quadrille explain --all` lists every name");
    // The purpose of a hook precedes its conditions.
    let hook = scene.run("explain on_capture").code(0).out;
    let place = |text: &str| hook.find(text).unwrap_or_else(|| panic!("{text}: {hook}"));
    assert!(place("Called for each piece") < place("may contain these conditions"), "{hook}");
}

/// The program includes the cookbook. It therefore finds a recipe by its name, whatever the current
/// folder is.
#[test]
fn a_recipe_is_explained_and_played_by_its_name() {
    let scene = Scene::new();
    let page = scene.run("explain at-once").code(0);
    let page = page.says("both players move at the same time").says("(`bids`)");
    page.says("A1    In each round").says("fn on_answer(").says("Its geometry.toml\n");
    scene.run("explain at-once A3").code(0).says("A3 of At Once");
    scene.run("explain house-rules@atomic").code(0).says("This is the preset `atomic`");
    // This recipe extends another recipe.
    scene.run("playout fog -n 2").code(0).says("fog");
    scene.run("check fog -n 2").code(0);
    scene.run("check fog --fix").code(2).complains("shipped with the program");
    scene.run("play at-onse").code(2).complains("did you mean `at-once`?");
    assert!(!scene.run("list").code(0).out.contains("at-once"));
    scene.run("new mine --from atomic").code(0);
    scene.run("check mine -n 5").code(0);
    // The author's ruleset with this name comes first.
    let scene = Scene::duel();
    fs::rename(scene.dir.join("duel"), scene.dir.join("fog")).unwrap();
    let own = scene.run("explain fog").code(0).says("Two kings and two rooks").out;
    assert!(!own.contains("Fog of War"), "{own}");
}

#[test]
fn everything_can_be_explained_by_its_name() {
    let scene = Scene::new();
    let index = scene.run("explain --all").code(0).out;
    for name in ["notation", "verney-1881", "on_capture", "game.piece", "plugin:draws", "limits"] {
        assert!(index.contains(name), "{name} is not in\n{index}");
        assert!(scene.run(&format!("explain {name}")).code(0).out.len() > 200, "{name}");
    }
    let short = scene.run("explain").code(0).out;
    assert!(short.lines().count() <= 14 && short.contains("verney-1881"), "{short}");
    scene.run("explain hex").code(0).says("Hexagons").says("WflbrF");
    scene.run("explain chess960").code(0).says("rules.shuffle");
    scene.run("explain auction").code(0).says("explain bids");
    scene.run("explain stratego").code(0).says("shown_as");
    scene.run("explain set_state").code(0).says("set_state(seat: seat, state: state's name)");
    scene.run("explain relate").code(0).says("rules.relate\n").says("relate(from: seat");
    scene.run("explain plugin:draws").code(0).says("`REPETITION` = `3`").says("fn on_draw(");
    scene.run("explain plugin:drawz").code(2).complains("plugin:draws");
    // Everything else with the name is listed beside the displayed page.
    let duck = scene.run("explain duck").code(0).says("Duck Chess\n").out;
    let also = duck.split("Also called `duck`\n").nth(1).expect(&duck);
    assert!(also.contains("Plugin: quadrille explain plugin:duck"), "{also}");
    scene.run("explain draws").code(0).says("plugin:draws\n");
    scene.run("explain perft").code(0).says("Command: quadrille perft --help");
    scene.run("explain mcts").code(0).says("Agent: quadrille explain agents");
    scene.run("explain V11").code(0).says("Clause: quadrille explain verney-1881 V11");
    scene.run("explain check").code(0).says("check\n").says("Command: quadrille check --help");
    scene.run("explain H99").code(2).complains("write the ruleset before the clause");
    scene
        .run("explain at-onse")
        .code(2)
        .complains("did you mean `at-once` (recipe of the cookbook)?");
    scene
        .run("explain set_stat")
        .code(2)
        .complains("did you mean `set_state` (word of scripts) or ");
}
