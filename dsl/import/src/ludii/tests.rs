//! The import of games of Ludii, and the messages about files that can't be imported.

use quadrille_core::game;

use crate::tests::rules;
use crate::{ImportError, ImportedRuleset, ludii_game};

const CHESS: &str = include_str!("samples/chess.lud");
const SHATRANJ: &str = include_str!("samples/shatranj.lud");
const XIANGQI: &str = include_str!("samples/xiangqi.lud");
const MINISHOGI: &str = include_str!("samples/minishogi.lud");

#[track_caller]
fn imported(text: &str) -> ImportedRuleset {
    ludii_game(text, "made", &[], &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the numbers of positions after one ply, two plies and so on.
fn counts(imported: &ImportedRuleset, depth: usize) -> Vec<u64> {
    let loaded = rules(imported);
    let hooks = loaded.hooks();
    let mut game = game::start(&loaded.rules, &*hooks).unwrap();
    (1..=depth as u32).map(|depth| game.perft(depth).unwrap()).collect()
}

/// Returns a game on a board of 4 by 4 squares in which a king and this piece stand on each side.
fn with_piece(moves: &str) -> String {
    format!(
        r#"(game "G" (players {{(player N) (player S)}})
        (equipment {{
            (board (square 4))
            (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))))))
            (piece "Guard" Each {moves})
            (regions "Far" P1 (sites Top))
            (regions "Far" P2 (sites Bottom))
        }})
        (rules
            (start {{
                (place "King1" "A1") (place "Guard1" "B1") (place "King2" "D4") (place "Guard2" "C4")
            }})
            (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
            (end (if (no Moves Next) (result Mover Draw)))
        ))"#
    )
}

/// Returns the notation and the declarations of the guard.
#[track_caller]
fn guard(moves: &str) -> (String, Vec<String>) {
    let imported = imported(&with_piece(moves));
    assert_eq!(imported.missing, []);
    rules(&imported);
    let file =
        |name: &str| imported.files.iter().find(|(file, _)| *file == name).unwrap().1.clone();
    let manifest = file("geometry.toml");
    let line = manifest.lines().find(|line| line.starts_with("guard = ")).unwrap();
    let notation = line.split("moves = \"").nth(1).unwrap().split('"').next().unwrap();
    let script = file("rules.rhai");
    let declared = script
        .lines()
        .filter(|line| line.contains("(\"guard\""))
        .map(|line| line.trim().to_owned());
    (notation.to_owned(), declared.collect())
}

#[test]
fn well_known_games_have_their_known_numbers_of_positions() {
    for (text, known) in [
        (CHESS, [20, 400, 8902]),
        (SHATRANJ, [16, 256, 4176]),
        (XIANGQI, [44, 1920, 79_666]),
        (MINISHOGI, [14, 181, 2512]),
    ] {
        let imported = imported(text);
        assert_eq!(imported.missing, [], "{}", &text[..30]);
        assert_eq!(counts(&imported, 3), known, "{}", &text[..30]);
    }
}

#[test]
fn moves_become_notation() {
    for (moves, notation) in [
        ("(move Step Forward (to if:(is Empty (to))))", "mfW"),
        ("(move Slide (to if:(is Enemy (who at:(to)))))", "Q"),
        ("(move Slide Diagonal)", "mB"),
        ("(move Slide Orthogonal (between (max 2)) (to if:(is Enemy (who at:(to)))))", "W2"),
        ("(move Leap {{F F F R F} {F F F L F}} (to if:(not (is Friend (who at:(to))))))", "C"),
        ("(move Hop Forward (between if:True) (to if:(is Empty (to))))", "mfD"),
        ("(move Hop Forward (between if:(is Occupied (between))) (to if:(is Empty (to))))", "mfjD"),
        ("(move (from) (to (ahead (ahead (from) N) E) if:(is Empty (to))))", ""),
    ] {
        let (found, _) = guard(moves);
        let sorted = |text: &str| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.sort_unstable();
            letters
        };
        assert_eq!(sorted(&found), sorted(notation), "{moves}: {found}");
    }
}

#[test]
fn conditions_on_squares_limit_a_movement_to_these_squares() {
    let (notation, declared) = guard(
        "(if (is In (from) (sites Mover \"Far\"))
            (move Step Backward (to if:(is Empty (to))))
            (move Step Forward (to if:(and (is Empty (to)) (not (is In (to) (sites Corners)))))))",
    );
    assert_eq!(notation, "");
    let declared = declared.join("\n");
    assert!(declared.contains(".from(\"rank 4\").colours([seat(\"white\")])"), "{declared}");
    assert!(declared.contains(".from(\"rank 1\").colours([seat(\"black\")])"), "{declared}");
    assert!(declared.contains(".to("), "{declared}");
}

#[test]
fn conditions_on_the_captured_piece_limit_captures_to_kinds() {
    let (_, declared) = guard("(move Step (to if:(= (what at:(to)) (id \"Guard\" Next))))");
    assert_eq!(declared, ["rules.movement(\"guard\", \"cWcF\").onto(\"enemy\", [\"guard\"]);"]);
}

#[test]
fn a_state_that_a_move_changes_makes_initial_moves() {
    let (_, declared) = guard(
        "(or (move Step Forward (to if:(is Empty (to))))
            (if (= 0 (state at:(from))) (move Leap {{F F R F}} (to if:(is Empty (to)))))
            (then (set State at:(last To) 1)))",
    );
    assert_eq!(declared, ["rules.initial_by_mark(\"guard\");"]);
}

#[test]
fn parts_without_a_counterpart_are_listed_with_their_lines() {
    let text = with_piece("(move Step (to if:(= 3 (var))))\n");
    let missing = imported(&text).missing;
    let line = text.lines().position(|line| line.contains("(var)")).unwrap() + 1;
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert_eq!((missing[0].line, missing[0].key.as_str()), (line, "(var)"));
}

#[test]
fn options_are_selected_by_name() {
    let choice = ["King/Apart".to_owned()];
    let chosen = ludii_game(SHATRANJ, "made", &[], &choice).unwrap();
    assert_ne!(chosen.files, imported(SHATRANJ).files);
    let unknown = ludii_game(SHATRANJ, "made", &[], &["King/Nowhere".to_owned()]);
    assert!(matches!(unknown, Err(ImportError::Choice { .. })));
}

#[test]
fn definitions_may_come_from_other_files() {
    let text = with_piece("(\"Walk\" Forward)");
    let missing = ludii_game(&text, "made", &[], &[]);
    assert!(matches!(missing, Err(ImportError::Definitions { .. })), "{missing:?}");
    let shared = ["(define \"Walk\" (move Step #1 (to if:(is Empty (to)))))".to_owned()];
    assert_eq!(ludii_game(&text, "made", &shared, &[]).unwrap().missing, []);
}

#[test]
fn files_that_can_not_be_imported_get_a_reason() {
    for (text, reason) in [
        ("", "no `(game"),
        ("(game", "never closed"),
        ("(game}", "does not fit"),
        (")", "closes nothing"),
        ("(game \"x", "the closing `\"`"),
        ("(game \"X\" (players 9) (equipment {(board (square 3))}))", "2 to 8 players"),
        ("(game \"X\" (players 2) (equipment {(board (hex 5))}))", "boards of squares"),
        ("(game \"X\" (players 2) (equipment {(board (square 99))}))", "1 to 32"),
        (
            "(define \"A\" (\"A\" \"A\"))(game \"X\" (\"A\"))",
            "too large after its definitions are expanded",
        ),
    ] {
        let error = ludii_game(text, "made", &[], &[]).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn maps_and_regions_that_refer_to_themselves_have_no_squares() {
    let text = with_piece("(move (from) (to (sites Mover \"Loop\")))").replace(
        "(regions \"Far\" P1",
        "(regions \"Loop\" (sites \"Loop\")) (map \"M\" {(pair 1 (mapEntry \"M\" 1))}) (regions \"Far\" P1",
    );
    assert_eq!(imported(&text).missing.len(), 1);
}
