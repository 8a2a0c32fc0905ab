//! Tests of the lints about seats without pieces and turns.

use super::fixture::{Shelf, diagnostic_rows};
use crate::diagnostic::Code;

/// Returns the codes of the findings about a game with two armies and a referee.
fn codes(referee: &str, order: &str, script: &str) -> Vec<Code> {
    let geometry = format!(
        "[variant]\nid = \"mine\"\ntitle = \"Mine\"\n[board]\nmask = \"4x4\"\n\
         [[seats]]\nname = \"white\"\nkey = \"w\"\nfacing = \"north\"\n\
         [[seats]]\nname = \"black\"\nkey = \"b\"\nfacing = \"south\"\n\
         [[seats]]\nname = \"referee\"\nkey = \"r\"\nfacing = \"east\"\n\
         [pieces]\nking = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         rook = {{ letter = \"R\", moves = \"R\", value = 5 }}\n\
         [array]\npicture = \"\"\"\nbK . . bR\n. . . .\n{referee} . . .\nwK . . wR\n\"\"\"\n\
         [rules]\nscripts = [\"mine.rhai\"]\norder = [{order}]\n"
    );
    let shelf = Shelf::default().file("mine", "geometry.toml", geometry);
    let shelf = shelf.file("mine", "mine.rhai", script);
    let found = match shelf.load("mine") {
        Ok(loaded) => loaded.warnings(),
        Err(error) => error.into_diagnostics(),
    };
    diagnostic_rows(&found).into_iter().map(|(code, ..)| code).collect()
}

const ASKS: &str = "
    fn on_mate(game, seat) { lose(seat); }
    fn on_stalemate(game, seat) { draw(); }
    fn on_capture(game, seat, piece, square) { ask(seat(\"referee\"), \"counts\", [\"yes\", \"no\"], square); }
    fn on_answer(game, seat, question, choice, about) { if choice == \"no\" { draw(); } }";
const PLAYERS: &str = "\"white\", \"black\"";

#[test]
fn a_seat_that_only_answers_questions_needs_neither_pieces_nor_turns() {
    assert_eq!(codes(".", PLAYERS, ASKS), []);
}

#[test]
fn a_seat_with_pieces_or_turns_needs_both_and_a_royal() {
    assert_eq!(codes("rR", PLAYERS, ASKS), [Code::SeatWithoutRoyal, Code::SeatWithoutTurn]);
    assert_eq!(codes(".", "\"white\", \"black\", \"referee\"", ASKS), [Code::SeatWithoutRoyal]);
    let silent =
        ASKS.lines().filter(|line| !line.contains("counts") && !line.contains("on_answer"));
    let silent = silent.collect::<Vec<_>>().join("\n");
    assert_eq!(codes(".", PLAYERS, &silent), [Code::SeatWithoutTurn]);
}
