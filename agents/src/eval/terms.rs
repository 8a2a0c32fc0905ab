//! The terms of an evaluation: pieces and their squares, attacked squares, hanging pieces, royals
//! in danger, counters and hands. A [`TermSink`] weighs or records them.

use quadrille_core::board::{Facing, Kind, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use quadrille_core::internals::{ColourMasks, MoveGen, NOBODY, PositionRules};
use quadrille_core::state::Position;

use super::evaluation_tables::{Evaluation, ROYAL_TIER, TIERS};
use super::pieces_in_play::{ArmyPart, army_part, each};

/// A receiver of the terms of an evaluation. All terms of one seat arrive before the terms of the
/// next seat.
pub trait TermSink {
    /// Receives a piece on the board that the seat controls.
    fn piece(&mut self, seat: usize, piece: Piece, square: Square, part: ArmyPart);
    /// Receives the number of squares that the seat's pieces of one kind attack.
    fn reach(&mut self, seat: usize, kind: Kind, squares: u32);
    /// Receives the danger to the seat's royal: a number of points, raised to the second power. The
    /// royal's square and the squares next to it give points if they are attacked. A guarded square
    /// gives one point, and an unguarded square gives two points.
    fn danger(&mut self, seat: usize, square: u32);
    /// Receives the losses from the seat's hanging pieces. `worst` is the greatest loss that others
    /// may cause before the seat's next turn. `others` is the sum of all other losses.
    fn hanging(&mut self, seat: usize, worst: i64, others: i64);
    /// Receives the seat whose turn it is.
    fn tempo(&mut self, seat: usize);
    /// Receives the value of a counter, by its number.
    fn counter(&mut self, seat: usize, counter: usize, value: i32);
    /// Receives the number of pieces of a kind in hand.
    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8);
}

/// The squares that each colour's pieces attack.
struct Attacks<const W: usize> {
    /// The attacked squares for each colour, and for each group of kinds to which the attackers
    /// belong.
    by_tier: [[SquareSet<W>; TIERS]; MAX_SEATS],
    /// The attacked squares by colour.
    all: [SquareSet<W>; MAX_SEATS],
    /// By colour, the squares that pieces other than royals attack.
    guards: [SquareSet<W>; MAX_SEATS],
}

impl<const W: usize> Evaluation<W> {
    /// Passes the terms of a position to a sink.
    #[inline]
    pub fn count(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, terms: &mut impl TermSink) {
        let t = movegen.t;
        let mut attacks = Attacks {
            by_tier: [[SquareSet::EMPTY; TIERS]; MAX_SEATS],
            all: [SquareSet::EMPTY; MAX_SEATS],
            guards: [SquareSet::EMPTY; MAX_SEATS],
        };
        for colour in 0..t.seats {
            let part = army_part(&movegen.board, pos, colour);
            if part == ArmyPart::None {
                continue;
            }
            let seat = usize::from(pos.controller[colour]);
            let captures = pos.masks[seat].captures.pieces >> colour & 1 != 0;
            if part == ArmyPart::Active && captures {
                self.army(movegen, pos, (seat, colour), &mut attacks, terms);
            } else {
                each(&pos.colours[colour], |square| {
                    if let Some(piece) = pos.piece(square) {
                        terms.piece(seat, piece, square, part);
                    }
                });
            }
        }
        for seat in 0..t.seats {
            let masks = &pos.masks[seat];
            if masks.moves.pieces != 0 {
                self.exposed(movegen, pos, seat, &attacks, terms);
            }
            let royals = pos.royals & pos.of_colours(masks.controls & !pos.immune);
            if let Some(royal) = royals.lowest()
                && !royals.many()
            {
                let by = masks.threats.pieces | masks.threats.royals;
                let close = self.around[royal] & union(&attacks.all, by);
                if !close.is_empty() {
                    let open = close - union(&attacks.guards, masks.controls);
                    let danger = count(&close) + count(&open);
                    terms.danger(seat, danger * danger);
                }
            }
        }
        if pos.controller[pos.turn.index()] != NOBODY {
            terms.tempo(pos.turn.index());
        }
        self.stock(movegen, pos, terms);
    }

    /// Passes the terms for counters and for pieces in hand to `terms`.
    #[inline]
    pub(super) fn stock(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        terms: &mut impl TermSink,
    ) {
        let Some(cold) = pos.cold.as_deref() else { return };
        for seat in 0..movegen.t.seats {
            for (number, counter) in cold.counters.iter().enumerate() {
                terms.counter(seat, number, counter[seat]);
            }
            if movegen.spec.states[usize::from(pos.seat_state[seat].0)].has_turn {
                for (kind, n) in cold.hands[seat].iter().enumerate().take(movegen.spec.kinds.len())
                {
                    if *n > 0 {
                        terms.hand(seat, Kind(kind as u8), *n);
                    }
                }
            }
        }
    }

    /// Passes the terms for the pieces of an active colour to the sink, and collects the squares
    /// that these pieces attack.
    #[inline]
    fn army(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        (seat, colour): (usize, usize),
        attacks: &mut Attacks<W>,
        terms: &mut impl TermSink,
    ) {
        let t = movegen.t;
        let own = pos.colours[colour];
        let mut by_tier = [SquareSet::EMPTY; TIERS];
        let mut rest = own;
        if let Some(shifts) = &t.pawn_shifts {
            let mut taken = SquareSet::EMPTY;
            for facing in Facing::ALL {
                let pawns = pos.pawns[facing as usize] & own;
                if !pawns.is_empty() {
                    rest = rest - pawns;
                    for step in &shifts.by_facing[facing as usize].take {
                        taken |= shifts.step(*step).targets(pawns);
                    }
                    // These pawns may have different notes, but no term depends on notes.
                    let pawn = Piece::new(shifts.kind, Seat(colour as u8), facing);
                    each(&pawns, |square| terms.piece(seat, pawn, square, ArmyPart::Active));
                }
            }
            by_tier[usize::from(self.tier[shifts.kind.index()])] = taken;
            terms.reach(seat, shifts.kind, count(&(taken - own)));
        }
        each(&rest, |square| {
            let Some(piece) = pos.piece(square) else { return };
            terms.piece(seat, piece, square, ArmyPart::Active);
            let attacked = movegen.reach(pos, piece, square);
            let kind = piece.kind();
            by_tier[usize::from(self.tier[kind.index()])] |= attacked;
            if self.mobility[kind.index()] != 0 {
                terms.reach(seat, kind, count(&(attacked - own)));
            }
        });
        let guards = by_tier[..ROYAL_TIER].iter().fold(SquareSet::EMPTY, |all, set| all | *set);
        attacks.guards[colour] = guards;
        attacks.all[colour] = guards | by_tier[ROYAL_TIER];
        attacks.by_tier[colour] = by_tier;
    }

    /// Counts a seat's hanging pieces. A piece hangs if it is attacked and is either unguarded or
    /// worth more than its attacker. Opponents who move before the seat's next turn may win one
    /// hanging piece. The other hanging pieces are in less danger, because the seat may still save
    /// them. A royal counts only if at least one of its attackers moves before the seat's next
    /// turn.
    #[inline]
    fn exposed(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        seat: usize,
        attacks: &Attacks<W>,
        terms: &mut impl TermSink,
    ) {
        let own = pos.masks[seat].controls;
        let before = seats_before(&movegen.board, pos, seat);
        let (mut capturers, mut first, mut partners) = (0, 0, 0);
        let mut capturable = ColourMasks::default();
        for other in 0..movegen.t.seats {
            let masks = &pos.masks[other];
            let captures = masks.captures.pieces;
            if (masks.capturable.pieces | masks.capturable.royals) & own != 0 {
                capturers |= captures;
                if before >> other & 1 != 0 {
                    first |= captures;
                }
                capturable.pieces |= masks.capturable.pieces;
                capturable.royals |= masks.capturable.royals;
            }
            if self.team_of[other] == self.team_of[seat] {
                partners |= captures;
            }
        }
        capturable.pieces &= own;
        capturable.royals &= own;
        let hanging = union(&attacks.all, capturers) & pos.pieces_in(capturable);
        if hanging.is_empty() {
            return;
        }
        let soon = union(&attacks.all, first);
        let guarded = union(&attacks.all, partners);
        // Finds the group of the least valuable kind that attacks a square.
        let least = |square: Square| {
            let attacked = |tier: &usize| {
                let by = |colour: Seat| attacks.by_tier[colour.index()][*tier].contains(square);
                Seats(capturers).iter().any(by)
            };
            (0..TIERS).find(attacked)
        };
        let (mut worst, mut others) = (0, 0);
        for square in hanging {
            let Some(piece) = pos.piece(square) else { continue };
            let soon = soon.contains(square);
            if !soon && movegen.t.profile(piece).royal {
                continue;
            }
            let mut loss = i64::from(self.value[piece.kind().index()]);
            if guarded.contains(square) {
                loss -= least(square).map_or(0, |tier| i64::from(self.tier_value[tier]));
            }
            let mut loss = loss.max(0);
            if let Some(odds) = &self.odds {
                let pieces = pos.of_colours(capturers);
                let by = movegen.attackers(pos, square, &pieces, &pos.occupied);
                let kinds = by.into_iter().filter_map(|from| pos.piece(from)).map(Piece::kind);
                loss = loss * kinds.map(|kind| odds[kind.index()]).max().unwrap_or(0) / 256;
            }
            if soon && loss > worst {
                others += worst;
                worst = loss;
            } else {
                others += loss;
            }
        }
        terms.hanging(seat, worst, others);
    }
}

/// Returns the seats that move before the next turn of `seat`, as a mask with one bit for each
/// seat. The mask is empty if it is now the turn of `seat`.
fn seats_before<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    seat: usize,
) -> u8 {
    let order = rules.order(pos);
    let pointer = usize::from(pos.pointer).min(order.len());
    let mut before = 0;
    for next in order[pointer..].iter().chain(&order[..pointer]) {
        if next.index() == seat {
            break;
        }
        before |= next.bit();
    }
    before
}

/// Returns the number of squares in a set. On processors without a popcount instruction, up to
/// three words are counted together, because the number of squares in three words fits in a byte.
#[inline(always)]
fn count<const W: usize>(set: &SquareSet<W>) -> u32 {
    if cfg!(target_feature = "popcnt") || W > 3 {
        return set.len();
    }
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const FOURS: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let mut sum = 0;
    for pair in set.0.chunks(2) {
        // Each half byte counts at most eight squares, so none overflows.
        let halves = pair.iter().fold(0, |sum, word| {
            let pairs = word - (word >> 1 & PAIRS);
            sum + (pairs & FOURS) + (pairs >> 2 & FOURS)
        });
        sum += (halves & BYTES) + (halves >> 4 & BYTES);
    }
    (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Returns the union of the sets of several colours.
#[inline]
fn union<const W: usize>(sets: &[SquareSet<W>; MAX_SEATS], colours: u8) -> SquareSet<W> {
    Seats(colours).iter().fold(SquareSet::EMPTY, |all, colour| all | sets[colour.index()])
}

/// A sink that forwards all terms except the pieces on the board.
pub(super) struct WithoutPieces<'a, A>(pub &'a mut A);

impl<A: TermSink> TermSink for WithoutPieces<'_, A> {
    #[inline(always)]
    fn piece(&mut self, _: usize, _: Piece, _: Square, _: ArmyPart) {}

    #[inline(always)]
    fn reach(&mut self, seat: usize, kind: Kind, squares: u32) {
        self.0.reach(seat, kind, squares);
    }

    #[inline(always)]
    fn danger(&mut self, seat: usize, square: u32) {
        self.0.danger(seat, square);
    }

    #[inline(always)]
    fn hanging(&mut self, seat: usize, worst: i64, others: i64) {
        self.0.hanging(seat, worst, others);
    }

    #[inline(always)]
    fn tempo(&mut self, seat: usize) {
        self.0.tempo(seat);
    }

    #[inline(always)]
    fn counter(&mut self, seat: usize, counter: usize, value: i32) {
        self.0.counter(seat, counter, value);
    }

    #[inline(always)]
    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8) {
        self.0.hand(seat, kind, pieces);
    }
}
