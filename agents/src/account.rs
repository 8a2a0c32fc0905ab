//! What there is to evaluate in a position: pieces and their squares, what they attack, what hangs,
//! royals in danger, counters and hands. An account says what each is worth, or keeps a record.

use crate::Evaluation;
use crate::evaluate::{ROYAL_TIER, TIERS};
use quadrille_core::board::{Facing, Kind, MAX_SEATS, Piece, Seat, Seats, Square, SquareSet};
use quadrille_core::internals::{ColourMasks, MoveGen, NOBODY, PositionRules};
use quadrille_core::state::Position;

/// What part the pieces of a colour take in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// They move.
    Active,
    /// They cannot move now, but may later.
    Frozen,
    /// They will not move again.
    None,
}

/// Receives what an evaluation counts, a seat at a time.
pub trait Account {
    /// A piece on the board that the seat controls.
    fn piece(&mut self, seat: usize, piece: Piece, square: Square, part: Part);
    /// A number of attacked squares.
    fn reach(&mut self, seat: usize, kind: Kind, squares: u32);
    /// The square of the number of attacked squares on and next to its royal.
    fn danger(&mut self, seat: usize, square: u32);
    /// The value of the piece that others may capture before the seat's turn, and of all others
    /// that they may capture.
    fn hanging(&mut self, seat: usize, worst: i64, others: i64);
    /// The seat is to decide.
    fn tempo(&mut self, seat: usize);
    /// The value of a counter, by its number.
    fn counter(&mut self, seat: usize, counter: usize, value: i32);
    /// Pieces in hand.
    fn hand(&mut self, seat: usize, kind: Kind, pieces: u8);
}

/// What the pieces of each colour attack.
struct Attacks<const W: usize> {
    /// By colour, and by the group of the attacker's kind.
    by_tier: [[SquareSet<W>; TIERS]; MAX_SEATS],
    /// By colour.
    all: [SquareSet<W>; MAX_SEATS],
    /// By colour: what pieces attack that are no royals.
    guards: [SquareSet<W>; MAX_SEATS],
}

impl<const W: usize> Evaluation<W> {
    /// Tells an account what there is to evaluate in a position.
    #[inline]
    pub fn count(&self, movegen: &MoveGen<'_, W>, pos: &Position<W>, account: &mut impl Account) {
        let t = movegen.t;
        let mut attacks = Attacks {
            by_tier: [[SquareSet::EMPTY; TIERS]; MAX_SEATS],
            all: [SquareSet::EMPTY; MAX_SEATS],
            guards: [SquareSet::EMPTY; MAX_SEATS],
        };
        for colour in 0..t.seats {
            let part = part(movegen, pos, colour);
            if part == Part::None {
                continue;
            }
            let seat = usize::from(pos.controller[colour]);
            let captures = pos.masks[seat].captures.pieces >> colour & 1 != 0;
            if part == Part::Active && captures {
                self.army(movegen, pos, (seat, colour), &mut attacks, account);
            } else {
                each(&pos.colours[colour], |square| {
                    if let Some(piece) = pos.piece(square) {
                        account.piece(seat, piece, square, part);
                    }
                });
            }
        }
        for seat in 0..t.seats {
            let masks = &pos.masks[seat];
            if masks.moves.pieces != 0 {
                self.exposed(movegen, pos, seat, &attacks, account);
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
                    account.danger(seat, danger * danger);
                }
            }
        }
        if pos.controller[pos.turn.index()] != NOBODY {
            account.tempo(pos.turn.index());
        }
        self.stock(movegen, pos, account);
    }

    /// Counts counters and pieces in hand.
    #[inline]
    pub(super) fn stock(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        account: &mut impl Account,
    ) {
        let Some(cold) = pos.cold.as_deref() else { return };
        for seat in 0..movegen.t.seats {
            for (number, counter) in cold.counters.iter().enumerate() {
                account.counter(seat, number, counter[seat]);
            }
            if movegen.spec.states[usize::from(pos.seat_state[seat].0)].has_turn {
                for (kind, n) in cold.hands[seat].iter().enumerate().take(movegen.spec.kinds.len())
                {
                    if *n > 0 {
                        account.hand(seat, Kind(kind as u8), *n);
                    }
                }
            }
        }
    }

    /// Counts the pieces of an active colour, and notes what they attack.
    #[inline]
    fn army(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        (seat, colour): (usize, usize),
        attacks: &mut Attacks<W>,
        account: &mut impl Account,
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
                    // They are alike, but for their notes.
                    let pawn = Piece::new(shifts.kind, Seat(colour as u8), facing);
                    each(&pawns, |square| account.piece(seat, pawn, square, Part::Active));
                }
            }
            by_tier[usize::from(self.tier[shifts.kind.index()])] = taken;
            account.reach(seat, shifts.kind, count(&(taken - own)));
        }
        each(&rest, |square| {
            let Some(piece) = pos.piece(square) else { return };
            account.piece(seat, piece, square, Part::Active);
            let attacked = movegen.reach(pos, piece, square);
            let kind = piece.kind();
            by_tier[usize::from(self.tier[kind.index()])] |= attacked;
            if self.mobility[kind.index()] != 0 {
                account.reach(seat, kind, count(&(attacked - own)));
            }
        });
        let guards = by_tier[..ROYAL_TIER].iter().fold(SquareSet::EMPTY, |all, set| all | *set);
        attacks.guards[colour] = guards;
        attacks.all[colour] = guards | by_tier[ROYAL_TIER];
        attacks.by_tier[colour] = by_tier;
    }

    /// Counts a seat's hanging pieces: attacked and either unguarded or worth more than their
    /// attacker. Opponents who move before the seat may win one of them; the rest it may still
    /// save, including a king that is attacked only by later opponents.
    #[inline]
    fn exposed(
        &self,
        movegen: &MoveGen<'_, W>,
        pos: &Position<W>,
        seat: usize,
        attacks: &Attacks<W>,
        account: &mut impl Account,
    ) {
        let own = pos.masks[seat].controls;
        let before = seats_before(movegen, pos, seat);
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
        // The group of the least valuable kind of which a piece attacks a square.
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
        account.hanging(seat, worst, others);
    }
}

/// What part the pieces of a colour take in the game.
#[inline]
pub fn part<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    colour: usize,
) -> Part {
    let controller = pos.controller[colour];
    if controller == NOBODY {
        return Part::None;
    }
    let controller = usize::from(controller);
    let army = &rules.spec.states[usize::from(pos.army_state[colour].0)];
    let seat = &rules.spec.states[usize::from(pos.seat_state[controller].0)];
    if seat.has_turn && pos.masks[controller].moves.pieces >> colour & 1 != 0 {
        Part::Active
    } else if army.until.is_some() || seat.until.is_some() {
        Part::Frozen
    } else {
        Part::None
    }
}

/// Whether a seat controls pieces that take part in the game.
#[inline]
pub fn has_pieces<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    seat: usize,
) -> bool {
    let mut controls = Seats(pos.masks[seat].controls).iter();
    controls.any(|colour| part(rules, pos, colour.index()) != Part::None)
}

/// The seats that move before a seat's next turn, a bit each; none if it is that seat's turn.
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

/// Calls a function with each piece on the board that takes part in the game, its square, and its part.
#[inline(always)]
pub fn each_in_play<const W: usize>(
    rules: &PositionRules<'_, W>,
    pos: &Position<W>,
    mut f: impl FnMut(Piece, Square, Part),
) {
    for colour in 0..rules.t.seats {
        let part = part(rules, pos, colour);
        if part != Part::None {
            each(&pos.colours[colour], |square| {
                if let Some(piece) = pos.piece(square) {
                    f(piece, square, part);
                }
            });
        }
    }
}

/// Calls a function with each square of a set, which takes less time than to iterate over them.
#[inline(always)]
pub(super) fn each<const W: usize>(set: &SquareSet<W>, mut f: impl FnMut(Square)) {
    for (word, bits) in set.0.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            f(Square((word * 64) as u16 + bits.trailing_zeros() as u16));
            bits &= bits - 1;
        }
    }
}

/// The number of squares in a set. Without an instruction that counts bits, up to three words, whose
/// number of squares fits a byte, are counted together.
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
        // At most eight in each half byte.
        let halves = pair.iter().fold(0, |sum, word| {
            let pairs = word - (word >> 1 & PAIRS);
            sum + (pairs & FOURS) + (pairs >> 2 & FOURS)
        });
        sum += (halves & BYTES) + (halves >> 4 & BYTES);
    }
    (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// The union of the sets of several colours.
#[inline]
fn union<const W: usize>(sets: &[SquareSet<W>; MAX_SEATS], colours: u8) -> SquareSet<W> {
    Seats(colours).iter().fold(SquareSet::EMPTY, |all, colour| all | sets[colour.index()])
}
