//! Reads goals other than mate: lost pieces, reached squares, and rows of pieces.

use super::keys::KeyReader;
use crate::game::{Extinction, Flag, PlayerResult, VariantGame, WinningRows};
use crate::ini::IniEntry;
use crate::start_fen::FenCell;

impl KeyReader {
    pub(crate) fn goals(&mut self, game: &mut VariantGame) {
        let result = self.result("extinctionValue", None);
        let letters = self.take("extinctionPieceTypes");
        let left = self.number("extinctionPieceCount", 0);
        let others = self.number("extinctionOpponentPieceCount", 0);
        let claimed = self.flag("extinctionClaim", false);
        let pseudo = self.flag("extinctionPseudoRoyal", false);
        if let (Some(result), Some(letters)) = (result, letters) {
            let kinds = (letters.value != "*").then(|| game.named(&letters.meant));
            if pseudo {
                self.pseudo_royal(game, (result, left), kinds.as_deref(), letters);
            } else {
                game.goals.extinction = Some(Extinction { result, kinds, left, others, claimed });
            }
        }
        let zone = self.zones("flagRegion", ["", ""], (game.files, game.ranks));
        let kinds = self.of_both("flagPiece", ["*", "*"]);
        let pieces = self.number("flagPieceCount", 1).max(1);
        let extra_move = self.flag("flagMove", false);
        if zone.iter().any(|zone| !zone.is_empty()) {
            let kind = kinds.map(|entry| self.kinds_of(game, entry).into_iter().next());
            game.goals.flag = Some(Flag { kind, zone, pieces, extra_move });
        }
        self.rows(game);
        if !self.flag("checkCounting", false) {
            game.start.checks = None;
        } else if game.start.checks.is_none() {
            game.start.checks = Some((3, 3));
        }
    }

    fn rows(&mut self, game: &mut VariantGame) {
        let length = self.number("connectN", 0);
        let side = self.number("connectNxN", 0);
        let straight = [("connectHorizontal", &["east"][..]), ("connectVertical", &["north"])];
        let diagonal = [("connectDiagonal", &["northeast", "southeast"][..])];
        let mut ways = Vec::new();
        for (key, of_key) in straight.into_iter().chain(diagonal) {
            if self.flag(key, true) {
                ways.extend(of_key);
            }
        }
        let result =
            self.result("connectValue", Some(PlayerResult::Win)).unwrap_or(PlayerResult::Win);
        let letters = self.take("connectPieceTypes").filter(|entry| entry.value != "*");
        let kinds = letters.map(|entry| game.named(&entry.meant));
        if length > 0 || side > 0 {
            game.goals.rows = Some(WinningRows { result, length, ways, side, kinds });
        }
    }

    /// Makes some kinds royal, because the variant treats them like kings.
    fn pseudo_royal(
        &mut self,
        game: &mut VariantGame,
        (result, left): (PlayerResult, u32),
        kinds: Option<&[String]>,
        entry: IniEntry,
    ) {
        let kinds = kinds.unwrap_or_default();
        if result != PlayerResult::Loss || kinds.is_empty() {
            return self.miss(entry, "pieces are treated like kings only if they are named and `extinctionValue` is `loss`");
        }
        let royals: Vec<_> =
            game.kinds.iter().filter(|kind| kind.royal || kinds.contains(&kind.name)).collect();
        let on_board = |white: bool, letter: char| {
            let shown = if white { letter.to_ascii_uppercase() } else { letter };
            let cells = game.start.rows.iter().flatten();
            cells.filter(|cell| **cell == FenCell::Piece(shown)).count()
        };
        let counts: Vec<Vec<usize>> = [true, false]
            .into_iter()
            .map(|white| royals.iter().map(|kind| on_board(white, kind.letter)).collect())
            .collect();
        let more = royals.iter().any(|kind| {
            let turning = game.piece_options.turning.iter().any(|(_, to)| *to == kind.name);
            turning || game.promotions.iter().flatten().any(|name| *name == kind.name)
        });
        let one_kind = counts.iter().all(|of| of.iter().filter(|count| **count > 0).count() <= 1);
        let none = counts.iter().any(|of| of.iter().all(|count| *count == 0));
        // If a player has at most `left + 1` pieces of each kind, the loss of any piece decides the
        // game. All these pieces are therefore royal.
        let all = counts.iter().flatten().all(|count| *count as u32 <= left + 1);
        let exact = counts.iter().flatten().all(|count| *count == 0 || *count as u32 == left + 1);
        let fine = if left == 0 { one_kind || all && !more } else { exact && !more };
        if none || !fine {
            let why = "each player needs such a piece at the start; of several kinds, one of each";
            return self.miss(entry, why);
        }
        game.goals.last_royal = left == 0 && (more || !all);
        for known in &mut game.kinds {
            known.royal |= kinds.contains(&known.name);
        }
    }
}
