//! The documents that show the program at work: every block of the tutorial is a file that is written or a
//! command that is run, in their order, and its pictures are what the program draws.

mod common;

use std::fs;
use std::path::Path;

use common::Scene;

/// A document of the repository.
fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The fenced blocks of a document: what stands after the fence, and the text.
fn blocks(document: &str) -> Vec<(&str, &str)> {
    let parts = document.split("\n```").skip(1).step_by(2);
    parts.filter_map(|block| block.split_once('\n')).collect()
}

/// Compares a file with what the program made of it; with `UPDATE=1` writes it.
fn same(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "docs/{name} is out of date: set UPDATE=1");
}

#[test]
fn the_tutorial_runs_from_the_first_block_to_the_last() {
    let text = document("tutorial.md");
    let mut scene = Scene::new();
    let (mut files, mut commands) = (0, 0);
    for (info, block) in blocks(&text) {
        match info.split_once(' ') {
            Some((_, path)) => {
                scene = scene.file(path, block);
                files += 1;
            }
            None if info == "console" => {
                let mut lines = block.lines();
                let command = lines.next().and_then(|line| line.strip_prefix("$ quadrille "));
                let ended =
                    scene.run(command.expect("a block of commands begins with one")).code(0);
                for line in lines {
                    assert!(ended.out.contains(line), "no `{line}` in\n{}", ended.out);
                }
                let said = format!("{}{}", ended.out, ended.err);
                assert!(!said.contains("warning"), "{said}");
                commands += 1;
            }
            None => panic!("a block that is neither a file nor a command: {block}"),
        }
    }
    assert_eq!((files, commands), (5, 8));
    for picture in ["beacons.svg", "falcon.svg"] {
        assert!(text.contains(&format!("](tutorial/{picture})")), "{picture} is not shown");
        same(&format!("tutorial/{picture}"), &scene.read(picture));
    }
}

#[test]
fn the_trace_of_a_ply_is_the_one_that_is_shown() {
    let text = document("reference/how-a-ply-runs.md");
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

#[test]
fn everything_can_be_explained_by_its_name() {
    let scene = Scene::new();
    let index = scene.run("explain").code(0).out;
    for name in ["notation", "verney-1881", "on_capture", "game.piece", "plugin:draws", "limits"] {
        assert!(index.contains(name), "{name} is not in\n{index}");
        assert!(scene.run(&format!("explain {name}")).code(0).out.len() > 200, "{name}");
    }
    scene.run("explain set_state").code(0).says("set_state(seat: seat, state: state's name)");
    scene.run("explain relate").code(0).says("# rules.relate").says("# relate");
    scene.run("explain plugin:draws").code(0).says("`REPETITION` = `3`").says("fn on_draw(");
    scene.run("explain plugin:drawz").code(2).complains("plugin:draws");
    scene.run("explain set_stat").code(2).complains("did you mean `set_state`?");
}
