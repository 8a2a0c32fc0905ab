//! Static exchange evaluation: the final gain of a capture, after recaptures on the same square. In
//! the order of turns, each seat that can recapture chooses to recapture or to decline.

use super::capture_values::Values;
use quadrille_core::board::{Piece, Square, SquareSet};
use quadrille_core::internals::MoveGen;
use quadrille_core::rules::Move;
use quadrille_core::state::Position;

/// The maximum number of captures in an exchange. Later captures are ignored.
const MAX_CAPTURES: u32 = 48;

/// An exchange on a square.
struct Exchange<'p, 'e, const W: usize> {
    movegen: &'p MoveGen<'e, W>,
    values: &'p Values,
    pos: &'p Position<W>,
    square: Square,
    /// The side whose gain is counted. All other sides together are the opponent of this side.
    side: u8,
    tries: u32,
}

/// The state of an exchange.
#[derive(Clone, Copy)]
struct ExchangeState<const W: usize> {
    /// The piece on the square.
    on_square: Piece,
    /// The pieces that have not captured yet and attack the square.
    attackers: SquareSet<W>,
    /// The squares of pieces that block lines.
    occupied: SquareSet<W>,
    /// The pieces that have not captured yet.
    left: SquareSet<W>,
    /// The seat that may capture next, as an index in the order of turns.
    place: usize,
    /// The number of seats that have declined.
    declined: usize,
}

/// A number below the result of every exchange.
const MIN_EXCHANGE_VALUE: i32 = i32::MIN / 4;

/// Returns the moving side's balance after a move and all recaptures. If the move loses material,
/// the result is negative and exact. Otherwise the result is zero or positive, and need not be
/// exact. `gain` is the immediate gain of the move.
pub(super) fn exchange<const W: usize>(
    movegen: &MoveGen<'_, W>,
    values: &Values,
    pos: &Position<W>,
    mv: Move,
    gain: i32,
) -> i32 {
    if movegen.t.blast.is_some() {
        // After a blast, no piece is left on the square.
        return gain;
    }
    let Some(mut on_square) = pos.piece(mv.from) else { return gain };
    if let Some(kind) = mv.promotion {
        on_square = on_square.with_kind(kind);
    }
    let mover = movegen.board.controller_of(pos, on_square);
    let side = movegen.t.team_of[mover.index()];
    let mut occupied = pos.occupied;
    occupied.remove(mv.from);
    occupied.insert(mv.to);
    let mut left = pos.occupied;
    left.remove(mv.from);
    left.remove(mv.to);
    let mut exchange = Exchange { movegen, values, pos, square: mv.to, side, tries: MAX_CAPTURES };
    let others = movegen.attackers(pos, mv.to, &(left & exchange.of_side(false)), &occupied);
    if others.is_empty() {
        return gain;
    }
    let ours = movegen.attackers(pos, mv.to, &(left & exchange.of_side(true)), &occupied);
    let attackers = others | ours;
    let order = movegen.board.order(pos);
    let place = (usize::from(pos.pointer) + 1) % order.len().max(1);
    let standing = ExchangeState { on_square, attackers, occupied, left, place, declined: 0 };
    gain + exchange.rest(standing, (MIN_EXCHANGE_VALUE, -gain))
}

impl<const W: usize> Exchange<'_, '_, W> {
    /// Returns the amount that the side gains in the remaining exchange, if this amount is between
    /// `least` and `most`. If the amount is beyond a bound, returns some number beyond this bound.
    fn rest(&mut self, mut now: ExchangeState<W>, (least, most): (i32, i32)) -> i32 {
        let order = self.movegen.board.order(self.pos);
        let owner = self.movegen.board.controller_of(self.pos, now.on_square);
        let ours = self.movegen.t.team_of[owner.index()] == self.side;
        let colour = now.on_square.colour().bit();
        let royal = self.movegen.t.profile(now.on_square).royal;
        while now.declined < order.len() {
            let seat = order[now.place];
            let masks = &self.pos.masks[seat.index()];
            now.place = (now.place + 1) % order.len();
            now.declined += 1;
            let taking = self.movegen.t.team_of[seat.index()] == self.side;
            let capturable = if royal { masks.capturable.royals } else { masks.capturable.pieces };
            if taking == ours || capturable & colour == 0 || self.tries == 0 {
                continue;
            }
            let attackers = now.attackers & self.pos.pieces_in(masks.captures);
            let Some((from, captor)) = self.cheapest(attackers) else { continue };
            self.tries -= 1;
            let won = self.values.of(now.on_square.kind());
            let mut then = now;
            then.on_square = captor;
            then.occupied.remove(from);
            then.left.remove(from);
            then.attackers = self.movegen.attackers_without(
                self.pos,
                (self.square, from),
                then.attackers,
                &then.left,
                &then.occupied,
            );
            then.declined = 0;
            let won = if taking { won } else { -won };
            let taken = won + self.rest(then, (least - won, most - won));
            let (least, most) =
                if taking { (least.max(taken), most) } else { (least, most.min(taken)) };
            if least >= most {
                return taken;
            }
            // A later seat of the same side may capture instead.
            let others = then.attackers & self.of_side(taking);
            let let_be = if others.is_empty() { 0 } else { self.rest(now, (least, most)) };
            return if taking { taken.max(let_be) } else { taken.min(let_be) };
        }
        0
    }

    /// If `ours` is `true`, returns the pieces with which the seats of the side can capture.
    /// Otherwise returns the pieces with which all other seats can capture.
    fn of_side(&self, ours: bool) -> SquareSet<W> {
        let mut set = SquareSet::EMPTY;
        for seat in 0..self.movegen.t.seats {
            if (self.movegen.t.team_of[seat] == self.side) == ours {
                set |= self.pos.pieces_in(self.pos.masks[seat].captures);
            }
        }
        set
    }

    fn cheapest(&self, pieces: SquareSet<W>) -> Option<(Square, Piece)> {
        let pieces = pieces.into_iter().filter_map(|at| self.pos.piece(at).map(|it| (at, it)));
        pieces.min_by_key(|(_, piece)| self.values.of(piece.kind()))
    }
}
