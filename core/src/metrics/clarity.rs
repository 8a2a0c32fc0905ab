//! Clarity: how few of the legal actions stand out by their gain in material, one action deep.
//!
//! Depends on `game` and below.

use crate::board::{Kind, Piece};
use crate::metrics::worth;
use crate::rules::{Action, Move, MoveKind};
use crate::turn::Game;

/// The number of legal actions that stand out in this turn, and the number of all. An action stands
/// out if its gain exceeds the mean by more than three quarters of the distance from the mean to
/// the best. `None` if all gains are equal.
pub(super) fn standout_actions<const W: usize>(game: &Game<'_, W>) -> Option<(u32, u32)> {
    let all = game.moves.len();
    // Most actions gain nothing and are only counted.
    let (mut gains, mut idle) = (Vec::<i64>::new(), 0);
    game.moves.sets(game.machine.t, |moves| {
        let (moves, quiet) = moves.onto(&game.pos.occupied);
        idle += quiet;
        moves.each(|action| {
            let gain = match action {
                Action::Move(mv) => gain(game, mv),
                _ => 0,
            };
            if gain == 0 { idle += 1 } else { gains.push(gain) }
        });
    });
    let (n, sum) = (i64::from(all), gains.iter().sum::<i64>());
    let nothing = (idle > 0).then_some(0);
    let best = gains.iter().copied().chain(nothing).max()?;
    if best * n == sum {
        return None;
    }
    // `gain > mean + 3/4 (best - mean)`, multiplied by `4 n` to stay in whole numbers.
    let above = |gain: i64| 4 * n * gain > sum + 3 * n * best;
    let standing = gains.iter().filter(|gain| above(**gain)).count() as u32;
    let standing = standing + if above(0) { idle } else { 0 };
    Some((standing, all))
}

/// The gain of a move: pieces captured from other sides minus those of the mover's own side, plus
/// the increase in value by promotion.
fn gain<const W: usize>(game: &Game<'_, W>, mv: Move) -> i64 {
    let (rules, pos) = (&**game.machine, &game.pos);
    // Most moves capture nothing.
    if mv.kind == MoveKind::Plain && mv.promotion.is_none() && !pos.occupied.contains(mv.to) {
        return 0;
    }
    let team_of = &rules.t.team_of;
    let value = |kind: Kind| i64::from(worth(&rules.spec.kinds[kind.index()]));
    let own = team_of[pos.turn.index()];
    let taken = |piece: Piece| {
        let controller_of = usize::from(pos.controller[piece.colour().index()]);
        let is_own = team_of.get(controller_of).is_some_and(|team| *team == own);
        if is_own { -value(piece.kind()) } else { value(piece.kind()) }
    };
    let pieces = rules.captured_by(pos, mv).into_iter().filter_map(|square| pos.piece(square));
    let takes: i64 = pieces.map(taken).sum();
    let becomes = match (mv.promotion, pos.piece(mv.from)) {
        (Some(kind), Some(piece)) => value(kind) - value(piece.kind()),
        _ => 0,
    };
    takes + becomes
}
