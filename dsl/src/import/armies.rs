//! What keys say of single kinds of piece: what they turn into, where they may go, and how they are
//! dropped.

use super::ini::Entry;
use super::reader::{Game, Kind, Reader, named};
use super::squares::zone;
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

/// The squares from which a kind of a player could never move, as the parts of a square set.
pub(super) fn stuck(game: &Game, kind: &Kind, player: usize) -> Vec<String> {
    let (files, ranks) = (game.files as i32, game.ranks as i32);
    let moves = |file: i32, rank: i32| {
        kind.quiet.iter().any(|(x, y)| {
            let (file, rank) =
                if player == 0 { (file + x, rank + y) } else { (file - x, rank - y) };
            (0..files).contains(&file) && (0..ranks).contains(&rank)
        })
    };
    let mut parts = Vec::new();
    for rank in 0..ranks {
        let squares: Vec<String> = (0..files)
            .filter(|file| !moves(*file, rank))
            .map(|file| format!("{}{}", (b'a' + file as u8) as char, rank + 1))
            .collect();
        if squares.len() == game.files {
            parts.push(format!("rank {}", rank + 1));
        } else {
            parts.extend(squares);
        }
    }
    parts
}

/// The name of those squares.
pub(super) fn stuck_name(seat: &str, kind: &str) -> String {
    format!("{seat}-{kind}-stuck").replace('_', "-")
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
        armies.turning = self.turning(game);
        let count = self.number("dropNoDoubledCount", 1);
        if let Some(entry) = self.take("dropNoDoubled") {
            let kinds = named(game, &entry.meant);
            match count {
                0 => self.miss(entry, "a limit of none has no counterpart"),
                _ if kinds.is_empty() => {}
                most => armies.on_file = Some((kinds, most)),
            }
        }
        if self.flag("shogiPawnDropMateIllegal", false) {
            let pawn = game.kinds.iter().find(|kind| kind.key == "shogiPawn");
            armies.no_drop_mate = pawn.map(|kind| kind.name.clone());
        }
        let aside = self.number("soldierPromotionRank", 1);
        armies.soldiers_aside = Some(aside as usize).filter(|rank| (2..=game.ranks).contains(rank));
        self.regions(game, &mut armies);
        armies
    }

    /// Pairs of pieces such as `p:g`. Each is left out that has no counterpart.
    fn turning(&mut self, game: &Game) -> Vec<(String, String)> {
        let mut pairs: Vec<(Entry, String, String)> = Vec::new();
        for entry in self.take_all("promotedPieceType") {
            let parts = entry.meant.split_once(':');
            let kinds = parts.map(|(from, to)| (named(game, from), named(game, to)));
            let letter = entry.meant.chars().find(char::is_ascii_alphabetic);
            match (kinds, letter) {
                (Some((from, to)), None) if from.len() == 1 && to.len() == 1 => {
                    pairs.push((entry, from[0].clone(), to[0].clone()));
                }
                // A piece that turns into nothing, or that the variant has no longer.
                (Some((_, to)), None) if to.is_empty() => {}
                (Some((from, _)), None) if from.is_empty() => {}
                (Some(_), Some(letter)) if entry.line > 0 => {
                    self.miss(entry, format!("no piece has the letter `{letter}`"));
                }
                (Some(_), Some(_)) => {}
                _ => self.miss(entry, "it is a pair such as `p:g`"),
            }
        }
        let royal = |name: &String| game.kinds.iter().any(|kind| kind.royal && kind.name == *name);
        let turned: Vec<String> = pairs.iter().map(|(.., to)| to.clone()).collect();
        let held = game.drops && game.captures_to_hand && !game.keeps_promotion;
        let mut kept = Vec::new();
        for (entry, from, to) in pairs {
            if royal(&to) {
                self.miss(entry, "a piece that turns into a king has no counterpart");
            } else if held && turned.contains(&from) {
                let why = "a piece that has turned and turns again has no counterpart, because it \
                           is held as what it was";
                self.miss(entry, why);
            } else {
                kept.push((from, to));
            }
        }
        kept
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
