//! Determines the rules of records from chess.com. The tags of a record name the rules.

use std::borrow::Cow;

use quadrille_core::CompiledRules;

use super::{Put, Record, WordMeaning};
use crate::formats::fen;

/// The rules by which a game at chess.com was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteRules {
    /// The names of possible rulesets, with their presets. The most probable name is first. There
    /// are several names if the tags do not define the array.
    pub names: Vec<String>,
    /// Words of the tag `RuleVariants` that the possible rulesets do not support.
    pub others: Vec<String>,
}

/// The presets for the named start positions.
const PRESETS: [(&str, &str); 5] =
    [("4PC", ""), ("4PCo", "old"), ("4PCb", "by"), ("4PCn", "byg"), ("4PCrg", "rg")];

/// Words of the tag `RuleVariants` that have no effect on the moves of chess.com's games.
const HARMLESS: [&str; 3] = ["Anonymous", "SemiAnonymous", "EnPassant"];

/// A kind of game at chess.com, and the ruleset that implements it.
struct SiteGame {
    ruleset: &'static str,
    /// Words of the tag `RuleVariants` whose rules the ruleset has without a preset.
    own: &'static [&'static str],
    /// Words of the tag `RuleVariants`, each with the preset that has its rule.
    presets: &'static [(&'static str, &'static str)],
}

const TEAMS: SiteGame = SiteGame { ruleset: "chesscom-teams", own: &["Prom=11"], presets: &[] };
const FREE_FOR_ALL: SiteGame = SiteGame {
    ruleset: "chesscom-ffa",
    own: &["DeadKingWalking", "PromoteTo=D", "Prom=8", "PointsForMate=20"],
    presets: &[("PointsForMate=40", "mate-40")],
};
const CHESS: SiteGame = SiteGame {
    ruleset: "orthodox-chess",
    own: &["Play4Mate", "Prom=11", "PromoteTo=BNQR", "PromoteTo=QRBN"],
    presets: &[],
};

/// Returns the rules of a record from chess.com. Returns `None` for any other record. Upper and
/// lower case do not matter.
#[must_use]
pub fn site_rules(record: &Record) -> Option<SiteRules> {
    let start = record.tag("StartFen4").or_else(|| record.tag("FEN")).map(|tag| tag.value.trim());
    let is_named = |name: &str| start.is_some_and(|start| start.eq_ignore_ascii_case(name));
    let variant = record.tag("Variant").map(|tag| tag.value.trim().to_ascii_lowercase());
    let game = match variant.as_deref() {
        _ if is_named("2PC") => &CHESS,
        Some("teams") => &TEAMS,
        Some("ffa") => &FREE_FOR_ALL,
        _ => return None,
    };
    let words = record.tag("RuleVariants").map_or("", |tag| tag.value.as_str());
    let (mut presets, mut others) = (Vec::new(), Vec::new());
    for word in words.split_whitespace() {
        let same = |known: &&str| known.eq_ignore_ascii_case(word);
        match game.presets.iter().find(|(known, _)| same(known)) {
            Some((_, preset)) => presets.push(*preset),
            None if HARMLESS.iter().chain(game.own).any(same) => {}
            None => others.push(word.to_owned()),
        }
    }
    let arrays: Vec<&str> = match start {
        _ if std::ptr::eq(game, &CHESS) => vec![""],
        Some(name) => {
            let preset = PRESETS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            vec![preset.map_or("", |(_, preset)| *preset)]
        }
        // Older records do not name the classic array.
        None => PRESETS.iter().map(|(_, preset)| *preset).collect(),
    };
    let name = |array: &str| {
        let of_array = (!array.is_empty()).then_some(array);
        let all: Vec<&str> = of_array.into_iter().chain(presets.iter().copied()).collect();
        let at = if all.is_empty() { "" } else { "@" };
        format!("{}{at}{}", game.ruleset, all.join("+"))
    };
    Some(SiteRules { names: arrays.into_iter().map(name).collect(), others })
}

impl Record {
    /// Returns the record with the square names of the ruleset's board. The record itself may use
    /// the square names of chess.com's larger board.
    pub(super) fn localised(&self, rules: &CompiledRules) -> Cow<'_, Self> {
        let corner = self.tag("StartFen4").and_then(|tag| fen::corner(rules, tag.value.trim()));
        let Some(corner) = corner else { return Cow::Borrowed(self) };
        let mut record = self.clone();
        let put = |put: &mut Put| put.to = fen::moved(&put.to, corner);
        for word in &mut record.words {
            match &mut word.meaning {
                WordMeaning::Move(moved) => {
                    moved.from = fen::moved(&moved.from, corner);
                    moved.to = fen::moved(&moved.to, corner);
                    moved.put.iter_mut().for_each(put);
                }
                WordMeaning::Castling { put: given, .. } => given.iter_mut().for_each(put),
                WordMeaning::Put(given) => put(given),
                WordMeaning::Drop(drop) => drop.to = fen::moved(&drop.to, corner),
                _ => {}
            }
        }
        Cow::Owned(record)
    }
}
