//! What keys say of single kinds of piece: what they turn into, where they may go, and how they are
//! dropped.

use super::ini::Entry;
use super::reader::{Game, Reader, named, zone};
use super::writer::{SEATS, list};

/// How kinds promote other than as pawns do, and what limits where they go.
#[derive(Clone, Debug, Default)]
pub(super) struct Armies {
    /// Kinds, and what each turns into.
    pub(super) turning: Vec<(String, String)>,
    /// Whether they have to.
    pub(super) must_turn: bool,
    /// Whether only a capture turns them.
    pub(super) turn_by_capture: bool,
    /// Whether no piece may go where it could never move again.
    pub(super) keeps_moving: bool,
    /// The kinds of which only so many may be dropped on one file.
    pub(super) on_file: Option<(Vec<String>, u32)>,
    /// A kind whose drop may not mate.
    pub(super) no_drop_mate: Option<String>,
    /// The squares to which a kind of a player keeps: the player, the kind and the zone.
    pub(super) regions: Vec<(usize, String, String)>,
    /// Whether kings may not face each other.
    pub(super) kings_face: bool,
    /// The rank from which soldiers step aside, if not from the first.
    pub(super) soldiers_aside: Option<usize>,
}

/// The ranks at the far edge from which a piece that moves like this can't move on.
pub(super) fn stuck_ranks(moves: &str) -> usize {
    match moves {
        "fW" | "fR" | "fmWfceF" | "fmWfF" => 1,
        "fN" | "ffN" => 2,
        _ => 0,
    }
}

/// The far ranks of a player on a board of so many, as a square set.
pub(super) fn far_ranks(number: usize, ranks: usize, player: usize) -> Vec<String> {
    let ranks = (0..number).map(|n| if player == 0 { ranks - n } else { n + 1 });
    ranks.map(|rank| format!("rank {rank}")).collect()
}

/// The kind that captures and moves only over one piece, which is none of its kind.
pub(super) const JANGGI_CANNON: &str = "janggicannon";

/// The declarations of kinds whose movement is more than notation.
pub(super) fn declare(game: &Game, line: &mut impl FnMut(String)) {
    if game.kinds.iter().any(|kind| kind.name == JANGGI_CANNON) {
        let others = game.kinds.iter().map(|kind| kind.name.clone());
        let others = list(&others.filter(|name| name != JANGGI_CANNON).collect::<Vec<_>>());
        line(format!("rules.movement(\"{JANGGI_CANNON}\", \"pR\").over(\"anyone\", {others});"));
        line(format!("rules.may_capture(\"{JANGGI_CANNON}\", {others});"));
    }
    if let Some(rank) = game.armies.soldiers_aside
        && game.kinds.iter().any(|kind| kind.name == "soldier")
    {
        for (player, (seat, ..)) in SEATS.iter().enumerate() {
            let ranks = far_ranks(game.ranks + 1 - rank, game.ranks, player).join(" + ");
            line(format!(
                "rules.movement(\"soldier\", \"sW\").from(\"{ranks}\").colours([seat(\"{seat}\")]);"
            ));
        }
    }
}

impl Reader {
    /// Reads those keys.
    pub(super) fn armies(&mut self, game: &Game) -> Armies {
        let mut armies = Armies {
            must_turn: self.flag("mandatoryPiecePromotion", false),
            turn_by_capture: self.flag("piecePromotionOnCapture", false),
            keeps_moving: self.flag("immobilityIllegal", false),
            kings_face: self.flag("flyingGeneral", false),
            ..Armies::default()
        };
        if let Some(entry) = self.take("promotedPieceType") {
            armies.turning = self.turning(game, entry);
        }
        let count = self.number("dropNoDoubledCount", 1);
        if let Some(entry) = self.take("dropNoDoubled") {
            let kinds = named(game, &entry.value);
            match count {
                0 => self.miss(entry, "a limit of none has no counterpart"),
                _ if kinds.is_empty() => {}
                most => armies.on_file = Some((kinds, most)),
            }
        }
        if self.flag("shogiPawnDropMateIllegal", false) {
            let pawns = ["shogipawn", "pawn"].map(str::to_owned);
            armies.no_drop_mate =
                pawns.into_iter().find(|name| game.kinds.iter().any(|kind| kind.name == *name));
        }
        let aside = self.number("soldierPromotionRank", 1);
        armies.soldiers_aside = Some(aside as usize).filter(|rank| (2..=game.ranks).contains(rank));
        self.regions(game, &mut armies);
        armies
    }

    /// Pairs of letters such as `p:g`. What a kind turns into has to be another that does not turn.
    fn turning(&mut self, game: &Game, entry: Entry) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        for pair in entry.value.split_whitespace() {
            // A section adds to what it inherits; the last pair of a kind holds.
            let from = pair.split_once(':').map(|(from, _)| named(game, from)).unwrap_or_default();
            pairs.retain(|(known, _): &(String, String)| !from.contains(known));
            let kinds = pair.split_once(':').map(|(from, to)| (named(game, from), named(game, to)));
            match kinds {
                Some((from, to)) if from.len() == 1 && to.len() == 1 => {
                    pairs.push((from[0].clone(), to[0].clone()));
                }
                // A kind that the variant doesn't have.
                Some((from, to)) if from.is_empty() || to.is_empty() => {}
                _ => {
                    self.miss(entry, "it is a list of pairs such as `p:g`");
                    return Vec::new();
                }
            }
        }
        let royal = |name: &String| game.kinds.iter().any(|kind| kind.royal && kind.name == *name);
        if pairs.iter().any(|(_, to)| pairs.iter().any(|(from, _)| from == to) || royal(to)) {
            self.miss(
                entry,
                "a piece that turns into a king, or into one that turns itself, has no counterpart",
            );
            return Vec::new();
        }
        pairs
    }

    /// The squares to which kinds keep.
    fn regions(&mut self, game: &Game, armies: &mut Armies) {
        for (player, who) in ["White", "Black"].iter().enumerate() {
            let prefix = format!("mobilityRegion{who}");
            while let Some(entry) = self.take_first(&prefix) {
                let piece = &entry.key[prefix.len()..];
                let kind = game.kinds.iter().find(|kind| kind.key.eq_ignore_ascii_case(piece));
                let Some(kind) = kind else {
                    // A piece that the variant doesn't have.
                    continue;
                };
                match zone(&entry.value, (game.files, game.ranks)).filter(|zone| !zone.is_empty()) {
                    Some(zone) => armies.regions.push((player, kind.name.clone(), zone)),
                    None => self.miss(entry, "it is not a list of squares"),
                }
            }
        }
    }
}

/// The name of the zone to which a kind of a player keeps.
pub(super) fn region_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-region").replace('_', "-")
}
