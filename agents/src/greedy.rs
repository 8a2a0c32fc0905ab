//! The greedy agent: looks one ply ahead. The gain of an action is the material that it wins, minus
//! the material that opponents can recapture. The agent plays an action with the greatest gain. The
//! agent prefers a mate to any gain.

use std::cell::Cell;

use crate::agent::TypedAgent;
use crate::eval::{ARMY_WORTH, PAWN_WORTH, army, values};
use quadrille_core::board::{MAX_KINDS, Piece, Seat, Square, SquareSet};
use quadrille_core::internals::{Log, MoveGen, PositionRules, TypedGame};
use quadrille_core::numeric::rng::Rng;
use quadrille_core::rules::{Action, HookError, Move, MoveKind, SeatResult};
use quadrille_core::state::{Position, Status};

/// The value of a royal. It is greater than the value of any army.
const ROYAL_VALUE: i32 = 1_000_000;
/// The greatest value of a piece.
const MAX_PIECE_VALUE: f64 = 100_000.0;

/// An agent that plays the action with the greatest immediate gain of material, and breaks ties at
/// random.
#[derive(Default)]
pub(crate) struct Greedy<const W: usize> {
    best: Vec<Action>,
    prices: Option<Prices>,
}

/// The values of kinds in hundredths of a unit. They are integers, so that equally good moves have
/// equal worth.
pub(super) type Prices = [i32; MAX_KINDS];

/// Returns the prices of a ruleset's kinds.
pub(super) fn prices<const W: usize>(rules: &PositionRules<'_, W>) -> Prices {
    let values = values(rules);
    let scale = f64::from(PAWN_WORTH) * ARMY_WORTH / 1000.0 / army(rules.spec, &values);
    values.map(|value| (value * scale).min(MAX_PIECE_VALUE).round() as i32)
}

impl<const W: usize> TypedAgent<W> for Greedy<W> {
    fn choose(
        &mut self,
        game: &mut TypedGame<'_, W>,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Option<Action>, HookError> {
        game.decide()?;
        if !game.at_turn() {
            return game.draw(rng);
        }
        let prices = self.prices.get_or_insert_with(|| prices(&game.machine.board));
        let exchange =
            ExchangeContext::new(&game.machine.movegen, &game.pos, game.pos.turn, prices);
        self.best.clear();
        let mut most = i32::MIN;
        for n in 0..game.moves.len() {
            let Some(action) = game.moves.get(game.machine.t, n) else {
                continue;
            };
            let worth = match action {
                Action::Move(mv) => exchange.worth(mv) + exchange.mates(mv),
                // The agent accepts an offer only if this wins the game at once.
                Action::Say(_) if !wins(game, action)? => i32::MIN + 1,
                Action::Say(_) => i32::MAX,
                _ => 0,
            };
            if worth > most {
                most = worth;
                self.best.clear();
            }
            if worth == most {
                self.best.push(action);
            }
        }
        Ok(self.best.get(rng.below(self.best.len() as u32) as usize).copied())
    }
}

/// Returns `true` if an action ends the game at once with a win for the seat to move.
fn wins<const W: usize>(game: &TypedGame<'_, W>, action: Action) -> Result<bool, HookError> {
    let mut after = game.pos.clone();
    game.machine.act(&mut after, &action, &mut Log::default())?;
    let outcome = after.cold.as_ref().and_then(|cold| cold.outcome.as_ref());
    let seat = game.pos.turn.index();
    Ok(outcome.is_some_and(|outcome| outcome.results[seat] == SeatResult::Win))
}

/// Data about one decision, from which the worth of each action is computed.
pub(super) struct ExchangeContext<'p, 'e, const W: usize> {
    movegen: &'p MoveGen<'e, W>,
    pos: &'p Position<W>,
    seat: Seat,
    prices: &'p Prices,
    /// The opponents' pieces that may capture pieces of the mover.
    capturers: SquareSet<W>,
    /// The pieces of the mover and of the mover's partners, which may recapture.
    friends: SquareSet<W>,
    /// The opponents' kings that the mover's pieces may check.
    kings: SquareSet<W>,
    /// A cache with one entry. The entry contains a square, and the value that is saved if the
    /// piece on the square leaves. One entry is enough, because all moves of one piece are
    /// evaluated one after another.
    left: Cell<Option<(Square, i32)>>,
}

impl<'p, 'e, const W: usize> ExchangeContext<'p, 'e, W> {
    pub fn new(
        movegen: &'p MoveGen<'e, W>,
        pos: &'p Position<W>,
        seat: Seat,
        prices: &'p Prices,
    ) -> Self {
        let own = pos.masks[seat.index()].controls;
        let (mut capturers, mut friends) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let mut kings = SquareSet::EMPTY;
        for other in 0..movegen.t.seats {
            let masks = &pos.masks[other];
            if masks.capturable.pieces & own != 0 {
                capturers |= pos.pieces_in(masks.captures);
            }
            if movegen.t.team_of[other] == movegen.t.team_of[seat.index()] {
                friends |= pos.pieces_in(masks.captures);
            } else if masks.threats.pieces & own != 0 {
                kings |= movegen.royals_at_stake(pos, Seat(other as u8));
            }
        }
        Self { movegen, pos, seat, prices, capturers, friends, kings, left: Cell::new(None) }
    }

    fn value(&self, piece: Piece) -> i32 {
        let kind = piece.kind().index();
        if self.movegen.spec.kinds[kind].royal { ROYAL_VALUE } else { self.prices[kind] }
    }

    fn value_at(&self, square: Square) -> i32 {
        self.pos.piece(square).map_or(0, |piece| self.value(piece))
    }

    /// Returns the worth of the mates that a move gives. The function looks for mates only if the
    /// moved piece attacks a king from its target square.
    fn mates(&self, mv: Move) -> i32 {
        let Some(mut piece) = self.pos.piece(mv.from) else { return 0 };
        if let Some(kind) = mv.promotion {
            piece = piece.with_kind(kind);
        }
        if !self.movegen.reach(self.pos, piece, mv.to).meets(&self.kings) {
            return 0;
        }
        let mut after = self.pos.clone();
        self.movegen.board.make_move(&mut after, mv);
        let mated = |seat: &usize| {
            let other = Seat(*seat as u8);
            self.movegen.t.team_of[*seat] != self.movegen.t.team_of[self.seat.index()]
                && self.movegen.board.has_turn(&after, other)
                && self.movegen.status(&after, other) == Status::Mate
        };
        ROYAL_VALUE * (0..self.movegen.t.seats).filter(mated).count() as i32
    }

    /// Returns twice the material that a move wins, so that the result is an integer. The sum has
    /// three terms:
    ///
    /// - the value of captured pieces, and the gain of a promotion;
    /// - minus the value of the moved piece if opponents can capture it on its target square, or
    ///   half of this value if the target square is guarded;
    /// - plus half the value of the moved piece if it was attacked and not guarded on the square
    ///   that it leaves.
    ///
    /// For a royal, only the first term counts.
    pub fn worth(&self, mv: Move) -> i32 {
        let Some(piece) = self.pos.piece(mv.from) else {
            return 0;
        };
        let mut won = 0;
        let kept = self.movegen.board.controller_of(self.pos, piece) == self.seat;
        if self.pos.piece(mv.to).is_some_and(|other| {
            let masks = &self.pos.masks[self.seat.index()];
            (masks.capturable.pieces | masks.capturable.royals) & other.colour().bit() != 0
        }) && kept
        {
            won += self.value_at(mv.to);
        }
        match mv.kind {
            MoveKind::EnPassant => won += PAWN_WORTH,
            MoveKind::Path { takes, .. } => {
                won += takes.into_iter().flatten().map(|square| self.value_at(square)).sum::<i32>();
            }
            _ => {}
        }
        let mut mover_value = self.value(piece);
        if let Some(kind) = mv.promotion {
            let promoted = self.prices[kind.index()];
            won += promoted - mover_value;
            mover_value = promoted;
        }
        if self.movegen.t.profile(piece).royal {
            return 2 * won;
        }
        let mut occupied = self.pos.occupied;
        occupied.remove(mv.from);
        occupied.insert(mv.to);
        let mut capturers = self.capturers;
        capturers.remove(mv.to);
        let mut lost = 0;
        if self.movegen.attacked(self.pos, mv.to, &capturers, &occupied) {
            let mut friends = self.friends;
            friends.remove(mv.from);
            let guarded = self.movegen.attacked(self.pos, mv.to, &friends, &occupied);
            lost = if guarded { mover_value } else { 2 * mover_value };
        }
        2 * won - lost + self.saved_by_leaving(mv.from, piece)
    }

    /// Returns the value of a piece if the piece is attacked and not guarded on its square.
    /// Otherwise returns 0.
    fn saved_by_leaving(&self, square: Square, piece: Piece) -> i32 {
        if let Some((last, saved)) = self.left.get()
            && last == square
        {
            return saved;
        }
        let attacked =
            |by: &SquareSet<W>| self.movegen.attacked(self.pos, square, by, &self.pos.occupied);
        let mut friends = self.friends;
        friends.remove(square);
        let lost = attacked(&self.capturers) && !attacked(&friends);
        let saved = if lost { self.value(piece) } else { 0 };
        self.left.set(Some((square, saved)));
        saved
    }
}
