//! Who castles, and from where to where.

use super::ini::Entry;
use super::reader::{Game, Reader};
use super::start::Cell;

/// What castles, and on which rank as a player sees it.
struct Castlers {
    rank: usize,
    king: char,
    rooks: String,
}

impl Reader {
    /// Reads the rights to castle.
    pub(super) fn castling(&mut self, game: &mut Game) {
        let on = self.flag("castling", true);
        let file = |text: &str| {
            let letter = text.bytes().next().filter(u8::is_ascii_lowercase);
            letter.map(|c| usize::from(c - b'a')).ok_or_else(|| "it is a file".to_owned())
        };
        let sides = [
            (self.value("castlingKingsideFile", 6, file), true),
            (self.value("castlingQueensideFile", 2, file), false),
        ];
        let rank = self.number("castlingRank", 1) as usize;
        let kings = self.of_both("castlingKingPiece", ["", ""]).map(|entry| entry.value);
        let rooks = self.of_both("castlingRookPieces", ["r", "r"]).map(|entry| entry.value);
        if !on {
            return;
        }
        for letter in game.start.castling.clone().chars() {
            let Some(side) = ["kK", "qQ"].iter().position(|side| side.contains(letter)) else {
                let value = game.start.castling.clone();
                let entry = Entry { key: "startFen".to_owned(), value, line: 0 };
                return self.miss(entry, "rights are `K`, `Q`, `k` and `q`");
            };
            let player = usize::from(letter.is_ascii_lowercase());
            let usual = game.kinds.iter().find(|kind| kind.royal || kind.name == "commoner");
            let king = kings[player].chars().next().or(usual.map(|kind| kind.letter));
            let rooks = rooks[player].to_ascii_lowercase();
            let squares = king.and_then(|king| {
                let castlers = Castlers { rank, king: king.to_ascii_lowercase(), rooks };
                rights(game, player, sides[side], &castlers)
            });
            match squares {
                Some(squares) => game.castling.push((player, squares)),
                None => {
                    let entry =
                        Entry { key: "startFen".to_owned(), value: letter.to_string(), line: 0 };
                    self.miss(entry, "there is no king and rook for this right to castle");
                }
            }
        }
    }
}

/// The squares of king and rook before and after castling, if both stand there.
fn rights(
    game: &Game,
    player: usize,
    (to, kingside): (usize, bool),
    castlers: &Castlers,
) -> Option<[String; 4]> {
    let up = castlers.rank.checked_sub(1).filter(|up| *up < game.ranks)?;
    let row = if player == 0 { game.ranks - 1 - up } else { up };
    let cells = game.start.rows.get(row)?;
    let shown = |letter: char| if player == 0 { letter.to_ascii_uppercase() } else { letter };
    let king = cells.iter().position(|cell| *cell == Cell::Piece(shown(castlers.king)))?;
    let is_rook =
        |cell: &Cell| castlers.rooks.chars().any(|letter| *cell == Cell::Piece(shown(letter)));
    let rook = if kingside { game.files - 1 } else { 0 };
    if to >= game.files || !is_rook(cells.get(rook)?) || (rook > king) != kingside {
        return None;
    }
    let beside = if kingside { to.checked_sub(1)? } else { to + 1 };
    let square = |file: usize| format!("{}{}", (b'a' + file as u8) as char, game.ranks - row);
    Some([square(king), square(to), square(rook), square(beside)])
}
