//! Finds squares where kinds are stuck, and declares kinds whose movement needs more than notation.

use super::rhai::list;
use super::seats::SEATS;
use crate::game::{VariantGame, VariantPiece};

/// Returns the squares from which a player's piece of this kind could never move, as parts of a
/// square set.
pub(super) fn stuck(game: &VariantGame, kind: &VariantPiece, player: usize) -> Vec<String> {
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

/// Returns the `number` ranks that are farthest from a player, as parts of a square set.
pub(super) fn far_ranks(number: usize, ranks: usize, player: usize) -> Vec<String> {
    let ranks = (0..number).map(|n| if player == 0 { ranks - n } else { n + 1 });
    ranks.map(|rank| format!("rank {rank}")).collect()
}

/// The name of a cannon that has to jump over a piece in every move. It can neither jump over
/// another cannon nor capture one.
pub(super) const JANGGI_CANNON: &str = "janggicannon";

/// Writes the declarations of kinds whose movement needs more than notation.
pub(super) fn declare(game: &VariantGame, line: &mut impl FnMut(String)) {
    if game.kinds.iter().any(|kind| kind.name == JANGGI_CANNON) {
        let others = game.kinds.iter().map(|kind| kind.name.clone());
        let others = list(&others.filter(|name| name != JANGGI_CANNON).collect::<Vec<_>>());
        line(format!("rules.movement(\"{JANGGI_CANNON}\", \"pR\").over(\"anyone\", {others});"));
        line(format!("rules.may_capture(\"{JANGGI_CANNON}\", {others});"));
    }
    if let Some(rank) = game.piece_options.soldiers_aside
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

/// Returns `true` if only the movement of a king, and no hook, keeps the king in its region. The
/// king can then leave the region to capture the other king.
pub(super) fn keeps_by_movement(game: &VariantGame, kind: &VariantPiece) -> bool {
    let both = game.piece_options.regions.iter().filter(|(_, of, _)| *of == kind.name).count() == 2;
    game.piece_options.kings_face && kind.royal && both
}
