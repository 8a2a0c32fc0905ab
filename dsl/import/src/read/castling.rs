//! Reads castling rights: the pieces, and their squares before and after castling.

use super::keys::KeyReader;
use crate::game::VariantGame;
use crate::ini::IniEntry;
use crate::start_fen::FenCell;

/// The pieces of a player that castle, their files, and their rank. The rank is counted from the
/// player's side.
struct Castlers {
    rank: usize,
    /// The kinds that can castle as a king. `rooks` has the kinds that can castle as a rook.
    king: String,
    rooks: String,
    /// The king's file, used if several kings are possible.
    king_file: usize,
    /// The two files where the search for a rook begins. From the first file, the search goes left.
    /// From the second, it goes right.
    rook_files: [usize; 2],
    /// The king's two files after castling: with a rook on the right, and with a rook on the left.
    to: [usize; 2],
}

/// The message about a castling right whose king or rook is missing.
const NO_CASTLING_PIECES: &str = "this right has no king and rook that could castle";

impl KeyReader {
    /// Reads the castling rights of both players.
    pub(crate) fn castling(&mut self, game: &mut VariantGame) {
        let on = self.flag("castling", true);
        let rank = self.number("castlingRank", 1) as usize;
        let to = [self.file("castlingKingsideFile", 6), self.file("castlingQueensideFile", 2)];
        let rook_files = [
            self.file("castlingRookKingsideFile", game.files - 1),
            self.file("castlingRookQueensideFile", 0),
        ];
        let king_file = self.file("castlingKingFile", 4);
        let kings = self.of_both("castlingKingPiece", ["", ""]).map(|entry| entry.meant);
        let rooks = self.of_both("castlingRookPieces", ["", ""]).map(|entry| entry.meant);
        if !on {
            return;
        }
        for letter in game.start.castling.clone().chars() {
            let player = usize::from(letter.is_ascii_lowercase());
            let (king, rooks) = (kings[player].clone(), rooks[player].clone());
            let castlers = Castlers { rank, king, rooks, king_file, rook_files, to };
            let squares = rights(game, player, letter, &castlers);
            // If two rights find the same rook, only the first is used.
            let known = |found: &(usize, [String; 4])| game.castling.contains(found);
            let right = squares.map(|squares| (player, squares));
            match right
                .and_then(|right| if known(&right) { Err(NO_CASTLING_PIECES) } else { Ok(right) })
            {
                Ok(right) => game.castling.push(right),
                // An inherited right may have no pieces.
                Err(NO_CASTLING_PIECES) if self.array.line == 0 => {}
                Err(why) => {
                    let entry = IniEntry { value: letter.to_string(), ..self.array.clone() };
                    self.miss(entry, why);
                }
            }
        }
    }

    /// Reads a file's letter or number.
    fn file(&mut self, key: &str, usual: usize) -> usize {
        self.value(key, usual, |text| {
            let letter = text.bytes().next().filter(|c| text.len() == 1 && c.is_ascii_lowercase());
            let number = || text.parse::<usize>().ok()?.checked_sub(1).filter(|file| *file < 26);
            let file = letter.map(|c| usize::from(c - b'a')).or_else(number);
            file.ok_or_else(|| "the value must be a file".to_owned())
        })
    }
}

/// Returns the king's squares before and after castling, then the rook's squares before and after
/// castling.
///
/// # Errors
/// Returns a message if the king or the rook is missing.
fn rights(
    game: &VariantGame,
    player: usize,
    letter: char,
    castlers: &Castlers,
) -> Result<[String; 4], &'static str> {
    let up =
        castlers.rank.checked_sub(1).filter(|up| *up < game.ranks).ok_or(NO_CASTLING_PIECES)?;
    let row = if player == 0 { game.ranks - 1 - up } else { up };
    let cells = game.start.rows.get(row).ok_or(NO_CASTLING_PIECES)?;
    let is = |file: usize, slots: &str| match cells.get(file) {
        Some(FenCell::Piece(shown)) => {
            shown.is_ascii_uppercase() == (player == 0)
                && game.kind_of(*shown).is_some_and(|kind| slots.contains(kind.slot))
        }
        _ => false,
    };
    let of =
        |slots: &str| -> Vec<usize> { (0..cells.len()).filter(|file| is(*file, slots)).collect() };
    let kings = of(&castlers.king);
    let king = match kings.as_slice() {
        [king] => *king,
        _ if kings.contains(&castlers.king_file) => castlers.king_file,
        _ => return Err(NO_CASTLING_PIECES),
    };
    let rooks = of(&castlers.rooks);
    let [from_right, from_left] = castlers.rook_files;
    let rook = match letter.to_ascii_lowercase() {
        'k' => rooks.iter().rev().find(|file| **file <= from_right).copied(),
        'q' => rooks.iter().find(|file| **file >= from_left).copied(),
        file => match ('a'..='z').take(cells.len()).position(|known| known == file) {
            Some(file) => Some(file).filter(|file| rooks.contains(file)),
            None => return Err("a castling right is `K`, `Q`, `k`, `q`, or the file of a rook"),
        },
    };
    let rook = rook.filter(|rook| *rook != king).ok_or(NO_CASTLING_PIECES)?;
    let right = rook > king;
    let to = castlers.to[usize::from(!right)];
    let beside = if right { to.checked_sub(1) } else { Some(to + 1) };
    let beside = beside.filter(|beside| to.max(*beside) < game.files);
    let beside = beside.ok_or("the board lacks the squares of king and rook after castling")?;
    let square = |file: usize| format!("{}{}", (b'a' + file as u8) as char, game.ranks - row);
    Ok([square(king), square(to), square(rook), square(beside)])
}
