//! Clarity: the number of legal actions that gain much more material than the other actions. The
//! gain of an action is the material that the action itself wins, without regard to replies.

use crate::metrics::worth;
use quadrille_core::board::{Kind, Piece};
use quadrille_core::internals::{MoveGen, MoveSet, Sink};
use quadrille_core::rules::{Action, Move, MoveKind};
use quadrille_core::state::Position;

/// Collects the gains of material by the legal actions of a turn.
pub(super) struct Gains<'g, const W: usize> {
    movegen: MoveGen<'g, W>,
    pos: &'g Position<W>,
    /// The number of legal actions of the turn.
    pub all: u32,
    /// The gains that are not zero. Most actions gain nothing.
    gains: &'g mut Vec<i64>,
}

impl<'g, const W: usize> Gains<'g, W> {
    /// Creates an empty collection, which uses the memory of `gains`.
    pub fn new(movegen: MoveGen<'g, W>, pos: &'g Position<W>, gains: &'g mut Vec<i64>) -> Self {
        gains.clear();
        Self { movegen, pos, all: 0, gains }
    }

    /// Returns the number of actions that stand out. An action stands out if its gain exceeds the
    /// mean gain by more than three quarters of the distance between the mean gain and the best
    /// gain. Returns `None` if all gains are equal.
    pub fn standing_out(&self) -> Option<u32> {
        let gains = &*self.gains;
        let idle = self.all - gains.len() as u32;
        let (n, sum) = (i64::from(self.all), gains.iter().sum::<i64>());
        let nothing = (idle > 0).then_some(0);
        let best = gains.iter().copied().chain(nothing).max()?;
        if best * n == sum {
            return None;
        }
        // `gain > mean + 3/4 (best - mean)`, multiplied by `4 n` to stay in whole numbers.
        let above = |gain: i64| 4 * n * gain > sum + 3 * n * best;
        let standing = gains.iter().filter(|gain| above(**gain)).count() as u32;
        Some(standing + if above(0) { idle } else { 0 })
    }
}

impl<const W: usize> Sink<W> for Gains<'_, W> {
    fn add(&mut self, moves: MoveSet<'_, W>) {
        self.all += moves.len();
        let (taking, _) = moves.onto(&self.pos.occupied);
        taking.each(|action| {
            let Action::Move(mv) = action else { return };
            let gain = gain(&self.movegen, self.pos, mv);
            if gain != 0 {
                self.gains.push(gain);
            }
        });
    }

    fn is_empty(&self) -> bool {
        self.all == 0
    }

    fn erased(&mut self) -> &mut dyn Sink<W> {
        self
    }
}

/// Returns the gain of a move. The values of captured pieces of other sides count positively, and
/// the values of captured pieces of the mover's side count negatively. The increase in value by a
/// promotion is added.
fn gain<const W: usize>(movegen: &MoveGen<'_, W>, pos: &Position<W>, mv: Move) -> i64 {
    let team_of = &movegen.t.team_of;
    let value = |kind: Kind| i64::from(worth(&movegen.spec.kinds[kind.index()]));
    let own = team_of[pos.turn.index()];
    let taken = |piece: Piece| {
        let controller_of = usize::from(pos.controller[piece.colour().index()]);
        let is_own = team_of.get(controller_of).is_some_and(|team| *team == own);
        if is_own { -value(piece.kind()) } else { value(piece.kind()) }
    };
    let takes = match mv.kind {
        MoveKind::Plain if mv.from == mv.to => 0,
        MoveKind::Plain => pos.piece(mv.to).map_or(0, taken),
        _ => {
            let pieces = movegen.board.captured_by(pos, mv).into_iter();
            pieces.filter_map(|square| pos.piece(square)).map(taken).sum()
        }
    };
    let becomes = match (mv.promotion, pos.piece(mv.from)) {
        (Some(kind), Some(piece)) => value(kind) - value(piece.kind()),
        _ => 0,
    };
    takes + becomes
}
