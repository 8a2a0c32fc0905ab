//! Tests of the changes of a ply as data. If these changes are applied to the board before the ply,
//! the result must be the board after the ply.

use std::collections::BTreeSet;

use quadrille_session::{Board, BoardChange, CauseKind, Game, PlyChanges};

use super::{arranged, everything, open, orthodox, random_game};

/// Returns the names of the changes that a ply made.
pub(crate) fn kinds(ply: &PlyChanges) -> Vec<String> {
    let name = |change: &BoardChange| {
        let value = serde_json::to_value(change).unwrap();
        value["change"].as_str().unwrap().to_owned()
    };
    ply.steps.iter().flat_map(|step| &step.changes).map(name).collect()
}

/// Returns the board after a ply, computed from the ply's changes alone.
fn applied(mut board: Board, ply: &PlyChanges) -> Board {
    ply.steps.iter().for_each(|step| step.apply(&mut board));
    board
}

/// Checks every ply of a game; `seen` collects the kinds of changes.
pub(crate) fn check(what: &str, session: &Game, seen: &mut BTreeSet<String>) {
    let mut session = session.clone();
    session.go_to(0).unwrap();
    let mut board = session.board().unwrap();
    while let Some(ply) = session.redo().cloned() {
        let at = format!("{what}, ply {}, {}", ply.ply, ply.action);
        assert_eq!(ply.steps.first().map(|step| step.cause), Some(CauseKind::Action), "{at}");
        board = applied(board, &ply);
        assert_eq!(board, session.board().unwrap(), "{at}: {ply:#?}");
        seen.extend(kinds(&ply));
    }
}

#[test]
fn changes_put_onto_the_board_before_a_ply_give_the_board_after_it() {
    let mut seen = BTreeSet::new();
    for name in everything() {
        let rules = open(&name);
        for number in 0..2 {
            check(&name, &random_game(&rules, number, 50), &mut seen);
        }
    }
    // The games contained captures, promotions, dice, drops and armies with a new controller or
    // state.
    for kind in ["capture", "move", "place", "hand", "dice", "en_passant", "counter", "turn"] {
        assert!(seen.contains(kind), "no {kind} among {seen:?}");
    }
    assert!(!seen.contains("other"), "every change has a name");
}

#[test]
fn step_shows_one_consequence_after_the_other() {
    for name in everything() {
        let mut session = random_game(&open(&name), 2, 40);
        let plies: Vec<PlyChanges> = session.plies().cloned().collect();
        let read: Vec<PlyChanges> =
            serde_json::from_str(&serde_json::to_string(&plies).unwrap()).unwrap();
        assert_eq!(read, plies);
        for ply in plies {
            session.go_to(ply.ply - 1).unwrap();
            let mut board = session.board().unwrap();
            let begun = session.begin(&ply.action).unwrap().clone();
            assert_eq!(begun, ply, "{name}: the same action causes the same");
            begun.steps[0].apply(&mut board);
            assert_eq!(session.board().unwrap(), board, "{name}: the action alone");
            for (shown, step) in begun.steps.iter().enumerate().skip(1) {
                assert_eq!(session.step(), Some(step), "{name}");
                step.apply(&mut board);
                assert_eq!(session.board().unwrap(), board, "{name}: step {shown}");
            }
            assert_eq!(session.step(), None, "{name}");
        }
    }
}

#[test]
fn consequences_are_those_of_playing_and_change_nothing() {
    for name in ["verney-1881", "chesscom-ffa", "four-seasons-1283@dice"] {
        let mut session = random_game(&open(name), 3, 20);
        let before = session.fen().unwrap();
        let actions = session.legal_actions().unwrap();
        for action in actions {
            let shown = session.consequences(&action.text).unwrap();
            assert_eq!(session.fen().unwrap(), before);
            assert_eq!(session.play(&action.text).unwrap(), &shown);
            session.undo();
        }
    }
}

#[test]
fn king_and_rook_move_in_one_step() {
    let game = orthodox("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    let castled = game.consequences("e1-c1").unwrap();
    let moved: Vec<(&str, &str)> = castled.steps[0]
        .changes
        .iter()
        .filter_map(|change| match change {
            BoardChange::Move { from, to, .. } => Some((from.as_str(), to.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(moved, [("e1", "c1"), ("a1", "d1")]);
}

#[test]
fn en_passant_captures_beside_the_destination_and_promotion_changes_the_piece() {
    let game = orthodox("4k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let taken = game.consequences("e5-d6").unwrap();
    let square = taken.steps[0].changes.iter().find_map(|change| match change {
        BoardChange::Capture { square, piece } => Some((square.as_str(), piece.kind.as_str())),
        _ => None,
    });
    assert_eq!(square, Some(("d5", "pawn")));
    let promoted = game.consequences("b7-b8=N").unwrap();
    let becomes = promoted.steps[0].changes.iter().find_map(|change| match change {
        BoardChange::Move { becomes, .. } => becomes.as_ref().map(|piece| piece.kind.clone()),
        _ => None,
    });
    assert_eq!(becomes.as_deref(), Some("knight"));
}

#[test]
fn a_mate_that_freezes_names_its_hook_clause_and_script_line() {
    let pieces = "yRd9 yRb10 yKh2 rKa4 rBf7 wKg14 wRf10 bKn7 bQk11 bRn11";
    let mut game = arranged("verney-1881", pieces, "yellow", None);
    let mate = game.play("d9-a9").unwrap();
    let freezes = |change: &BoardChange| matches!(change, BoardChange::ArmyState { army, after, .. } if army == "red" && after == "frozen");
    let step =
        mate.steps.iter().find(|step| step.changes.iter().any(freezes)).expect("red is mated");
    assert_eq!(step.cause, CauseKind::Effect);
    assert_eq!(step.hook.as_deref(), Some("mate.on_mate"));
    assert_eq!(step.clauses, ["V11"]);
    let place = step.place.clone().expect("the line of `set_state`");
    let (file, line) = place.split_once(':').expect("file and line");
    let source = game
        .ruleset()
        .files
        .iter()
        .find(|it| it.source.name == file)
        .expect("a file")
        .source
        .clone();
    let line = source.text.lines().nth(line.parse::<usize>().unwrap() - 1).expect("a line");
    assert!(line.contains("set_state(seat, \"frozen\")"), "{place}: {line}");
}
