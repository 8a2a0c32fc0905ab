use quadrille_agents::solve::Limit;

use super::{Puzzle, PuzzleOrigin, Puzzles, distinct, read, write};
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::library::Shipped;
use crate::load::load;

fn puzzle(goal: &str, plies: u8, fen: &str, solution: &str) -> Puzzle {
    let from = PuzzleOrigin { agents: "greedy".to_owned(), seed: 1, index: 2, ply: 3 };
    let (goal, fen, solution) = (goal.to_owned(), fen.to_owned(), solution.to_owned());
    Puzzle { goal, plies, grade: 1, preset: None, fen, solution, from, at: None }
}

fn reread(text: &str) -> (Puzzles, Vec<Diagnostic>) {
    read(&Source::new("puzzles.toml", text))
}

const BACK_ROW: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

#[test]
fn what_is_written_is_read_again() {
    let mut one = puzzle("win", 1, BACK_ROW, "d1-d8");
    one.preset = Some("odd \"name\"".to_owned());
    let text = write("orthodox-chess", &[one.clone()], "Made by hand.\nReally.");
    let (again, found) = reread(&text);
    assert!(found.is_empty(), "{found:?}\n{text}");
    assert_eq!(again.ruleset, "orthodox-chess");
    let [read] = &again.puzzles[..] else { panic!("{text}") };
    assert_eq!((&read.goal, read.plies, read.grade), (&one.goal, one.plies, one.grade));
    assert_eq!((&read.fen, &read.solution), (&one.fen, &one.solution));
    assert_eq!((&read.preset, &read.from), (&one.preset, &one.from));
}

#[test]
fn keys_that_are_missing_or_out_of_range_are_reported_in_their_places() {
    let text = write("orthodox-chess", &[puzzle("win", 1, BACK_ROW, "d1-d8")], "By hand.");
    let (puzzles, found) = reread(&text.replace("plies = 1", "plies = 9"));
    assert!(puzzles.puzzles.is_empty());
    assert_eq!(found[0].code, Some(Code::NumberOutOfRange), "{found:?}");
    let (puzzles, found) = reread(&text.replace("goal = ", "gaol = "));
    assert!(puzzles.puzzles.is_empty());
    assert_eq!(found[0].code, Some(Code::UnknownKey), "{found:?}");
    let (_, found) = reread(&text.replace("ruleset = \"orthodox-chess\"", ""));
    assert_eq!(found[0].code, Some(Code::MissingKey), "{found:?}");
}

#[test]
fn a_puzzle_needs_exactly_one_solution_and_the_right_number_of_plies() {
    let loaded = load(&Shipped, "orthodox-chess", &[]).unwrap();
    let limit = Limit { nodes: 1_000_000, stop: &|| false };
    let verify = |puzzle: Puzzle| puzzle.verify(&loaded, limit).map_err(|wrong| wrong.message);
    assert_eq!(verify(puzzle("win", 1, BACK_ROW, "d1-d8")), Ok(()));
    assert_eq!(verify(puzzle("mate black", 1, BACK_ROW, "d1-d8")), Ok(()));
    let wrong = |goal, plies, fen, solution, part: &str| {
        let message = verify(puzzle(goal, plies, fen, solution)).unwrap_err();
        assert!(message.contains(part), "{message}");
    };
    wrong("win", 1, BACK_ROW, "d1-d7", "only `d1-d8`");
    wrong("win", 2, BACK_ROW, "d1-d8", "1 of 2 plies are enough");
    wrong("win", 1, BACK_ROW, "", "does not reach the goal");
    wrong("win", 1, BACK_ROW, "d1-d8 g8-h8", "continues after its end");
    wrong("win", 1, "6k1/5pp1/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1-d8", "no move forces");
    // Either of two rooks solves the puzzle.
    wrong("win", 1, "6k1/5ppp/8/8/8/8/5PPP/2RR2K1 w - - 0 1", "d1-d8", "more than one");
    wrong("save black", 1, BACK_ROW, "d1-d8", "makes no sense");
    wrong("mate green", 1, BACK_ROW, "d1-d8", "no goal");
    wrong("win", 1, "8/8 w", "d1-d8", "the FEN");
}

#[test]
fn of_nearly_equal_puzzles_the_first_is_kept() {
    let fen = |pawn: &str| format!("W-0,0-1,1-1,1-0,0-0-8/8/{pawn},7/8/8/8/8/8");
    let one = puzzle("win", 1, &fen("wP"), "d1-d8");
    let near = puzzle("win", 1, &fen("bP"), "d1-d8");
    let other = puzzle("win", 1, &fen("bP"), "d1-d7");
    let kept = distinct(vec![one.clone(), near, other.clone()]);
    let solutions: Vec<&str> = kept.iter().map(|puzzle| puzzle.solution.as_str()).collect();
    assert_eq!(solutions, ["d1-d8", "d1-d7"]);
    assert_eq!(kept[0].fen, one.fen);
}
