//! Reads options for single kinds: promotion into another kind, regions, and limits on drops.

use super::keys::KeyReader;
use crate::game::{PieceOptions, VariantGame};
use crate::ini::IniEntry;
use crate::square_lists::zone;

impl KeyReader {
    /// Reads the options for single kinds.
    pub(crate) fn piece_options(&mut self, game: &VariantGame) -> PieceOptions {
        let mut options = PieceOptions {
            must_turn: self.flag("mandatoryPiecePromotion", false),
            turn_by_capture: self.flag("piecePromotionOnCapture", false),
            keeps_moving: self.flag("immobilityIllegal", false),
            kings_face: self.flag("flyingGeneral", false),
            ..PieceOptions::default()
        };
        options.turning = self.turning(game);
        let count = self.number("dropNoDoubledCount", 1);
        if let Some(entry) = self.take("dropNoDoubled") {
            let kinds = game.named(&entry.meant);
            match count {
                0 => self.miss(entry, "a `dropNoDoubledCount` of 0 has no counterpart"),
                _ if kinds.is_empty() => {}
                most => options.on_file = Some((kinds, most)),
            }
        }
        if self.flag("shogiPawnDropMateIllegal", false) {
            let pawn = game.kinds.iter().find(|kind| kind.key == "shogiPawn");
            options.no_drop_mate = pawn.map(|kind| kind.name.clone());
        }
        let aside = self.number("soldierPromotionRank", 1);
        options.soldiers_aside =
            Some(aside as usize).filter(|rank| (2..=game.ranks).contains(rank));
        self.regions(game, &mut options);
        options
    }

    /// Reads pairs such as `p:g`. Omits pairs that can't be translated.
    fn turning(&mut self, game: &VariantGame) -> Vec<(String, String)> {
        let mut pairs: Vec<(IniEntry, String, String)> = Vec::new();
        for entry in self.take_all("promotedPieceType") {
            let parts = entry.meant.split_once(':');
            let kinds = parts.map(|(from, to)| (game.named(from), game.named(to)));
            let letter = entry.meant.chars().find(char::is_ascii_alphabetic);
            match (kinds, letter) {
                (Some((from, to)), None) if from.len() == 1 && to.len() == 1 => {
                    pairs.push((entry, from[0].clone(), to[0].clone()));
                }
                // A piece that turns into nothing, or an inherited pair for a piece that this
                // variant does not have.
                (Some((_, to)), None) if to.is_empty() => {}
                (Some((from, _)), None) if from.is_empty() => {}
                (Some(_), Some(letter)) if entry.line > 0 => {
                    self.miss(entry, format!("no piece has the letter `{letter}`"));
                }
                (Some(_), Some(_)) => {}
                _ => self.miss(entry, "write a pair such as `p:g`"),
            }
        }
        let royal = |name: &String| game.kinds.iter().any(|kind| kind.royal && kind.name == *name);
        let turned: Vec<String> = pairs.iter().map(|(.., to)| to.clone()).collect();
        let held = game.drops && game.captures_to_hand && !game.keeps_promotion;
        let mut kept = Vec::new();
        for (entry, from, to) in pairs {
            if royal(&to) {
                self.miss(entry, "promotion to a king has no counterpart");
            } else if held && turned.contains(&from) {
                let why = "a piece can't promote twice here, because a captured piece goes to the \
                           hand as its earlier kind";
                self.miss(entry, why);
            } else {
                kept.push((from, to));
            }
        }
        kept
    }

    /// Reads the regions that kinds may not leave.
    fn regions(&mut self, game: &VariantGame, options: &mut PieceOptions) {
        for (player, who) in ["White", "Black"].iter().enumerate() {
            let prefix = format!("mobilityRegion{who}");
            while let Some(entry) = self.take_first(&prefix) {
                let piece = &entry.key[prefix.len()..];
                let kind = game.kinds.iter().find(|kind| kind.key.eq_ignore_ascii_case(piece));
                let Some(kind) = kind else {
                    // The variant does not have this piece.
                    continue;
                };
                match zone(&entry.value, (game.files, game.ranks)).filter(|zone| !zone.is_empty()) {
                    Some(zone) => options.regions.push((player, kind.name.clone(), zone)),
                    None => self.miss(entry, "the value is not a list of squares"),
                }
            }
        }
    }
}
