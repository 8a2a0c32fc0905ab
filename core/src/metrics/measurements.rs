//! What happened in a game beyond its result: a [`Record`] a game, taken while it is played.
//!
//! `observer` watches the game, `lead` judges who stood how well and `narrowness` how clear a choice
//! was, `catalogue` names every metric and says how it follows from a record, `totals` adds many
//! games up, `contrast` says which seats are set against each other there. Everything is a whole
//! number (shares in millionths), so that sums depend neither on order nor on the machine. Depends
//! on the engine; rules know nothing of it.

use crate::board::{MAX_SEATS, Seat, Square};
use crate::metrics::Lead;
use crate::rules::{Ending, Outcome, SeatResult, Spec};

/// One, where shares are stored as whole numbers.
pub const MILLION: u64 = 1_000_000;
/// One, where results are: every share among at most eight sides is a whole number of these.
pub const WHOLE: u32 = 840;
/// The pieces on the board are counted every so many plies.
pub const SAMPLE: u32 = 20;

/// What happened in one game.
///
/// A *ply* is an action of any kind; a *turn* is a ply that a player decided, be it a move or an
/// answer; the other plies are chance: dice, and pieces that nature moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Rounds begun.
    pub rounds: u32,
    /// Plies that a player decided.
    pub turns: u32,
    /// Plies that chance decided.
    pub chance: u32,
    /// Turns with more than one legal action.
    pub choices: u32,
    /// Legal actions of all turns together.
    pub legal: u64,
    /// Of those turns that had more than one.
    pub legal_open: u64,
    /// The most in one turn.
    pub legal_most: u32,
    /// By how much their number grew from turn to turn: the slope of its regression on the turn's
    /// number, in millionths. Zero with fewer than two turns.
    pub legal_trend: i64,
    /// The sum of their decimal logarithms, in millionths: digits of the game tree.
    pub digits: u64,
    /// Pieces set from the hand.
    pub drops: u32,
    /// Seats that a ply of another brought into check.
    pub checks: u32,
    /// Turns that began in a position that had been on the board before.
    pub repeats: u32,
    /// Pieces captured, by the seat that captured them.
    pub captured_by: [u32; MAX_SEATS],
    /// Where pieces were captured, in order.
    pub captures: Vec<Square>,
    /// Where royals were mated, in order.
    pub mates: Vec<Square>,
    /// Where pieces became another kind, in order.
    pub promotions: Vec<Square>,
    /// For each seat the plies played while it was out of the game or frozen.
    pub absent: [u32; MAX_SEATS],
    /// Times that a seat lost its turn in a state that can end by itself, in order.
    pub freezes: Vec<Freeze>,
    /// For each seat the ply at which it left the game for good.
    pub eliminated: [Option<u32>; MAX_SEATS],
    /// Pieces on the board after 0, [`SAMPLE`], twice `SAMPLE`, … plies, as long as the game went on.
    pub pieces: Vec<u16>,
    /// For each seat the squares on which its pieces stood at any time.
    pub squares: [u16; MAX_SEATS],
    /// Squares on which any piece stood at any time.
    pub squares_all: u16,
    /// How the sides stood while the game went on.
    pub lead: Lead,
    /// Turns that were looked at for how many actions stand out, and in which some did.
    pub clear_turns: u32,
    /// The sum over them of the share of actions that did, in millionths.
    pub clear: u64,
}

/// A seat was frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freeze {
    /// Who.
    pub seat: Seat,
    /// After which ply.
    pub from: u32,
    /// After which ply it ended, or the ply at which the game was over.
    pub until: u32,
    /// Whether the seat had its turn again.
    pub released: bool,
}

/// What each seat has of a game, in parts of [`WHOLE`]: sides that win share one game equally, and
/// if none does, those that draw (or else all) do; every seat of a side has what the side has.
///
/// None if the game was stopped for its length.
#[must_use]
pub fn utility(spec: &Spec, outcome: &Outcome) -> Option<Vec<u32>> {
    if outcome.ending == Ending::PlyLimit {
        return None;
    }
    // A side has come to what the best of its seats has.
    let mut best = vec![SeatResult::Loss; spec.teams.len()];
    for (seat, result) in spec.seats.iter().zip(&outcome.results) {
        let side = &mut best[usize::from(seat.team)];
        *side = match (*side, result) {
            (SeatResult::Win, _) | (_, SeatResult::Win) => SeatResult::Win,
            (SeatResult::Draw, _) | (_, SeatResult::Draw) => SeatResult::Draw,
            _ => SeatResult::Loss,
        };
    }
    let seated = |side: usize| spec.seats.iter().any(|seat| usize::from(seat.team) == side);
    let sides: Vec<usize> = (0..best.len()).filter(|side| seated(*side)).collect();
    let with = |result: SeatResult| sides.iter().filter(|side| best[**side] == result).count();
    let sharing = match (with(SeatResult::Win), with(SeatResult::Draw)) {
        (0, 0) => None,
        (0, _) => Some(SeatResult::Draw),
        _ => Some(SeatResult::Win),
    };
    let of = |side: usize| match sharing {
        None => WHOLE / sides.len().max(1) as u32,
        Some(result) if best[side] == result => WHOLE / with(result) as u32,
        Some(_) => 0,
    };
    Some(spec.seats.iter().map(|seat| of(usize::from(seat.team))).collect())
}

/// The only side that won, if there is just one.
#[must_use]
pub fn winner(spec: &Spec, outcome: &Outcome) -> Option<u8> {
    let mut winner = None;
    for (seat, result) in spec.seats.iter().zip(&outcome.results) {
        if *result == SeatResult::Win {
            if winner.is_some_and(|other| other != seat.team) {
                return None;
            }
            winner = Some(seat.team);
        }
    }
    winner
}

impl Record {
    /// How many pieces were captured.
    #[must_use]
    pub fn captured(&self) -> u32 {
        self.captures.len() as u32
    }

    /// The seats' places at the end, one being the best: sides that won before those that drew
    /// before those that lost, among them those that stayed longer. Equals share the better place.
    #[must_use]
    pub fn places(&self, outcome: &Outcome) -> Vec<u8> {
        let key = |(seat, result): (usize, &SeatResult)| {
            let result = match result {
                SeatResult::Win => 0u8,
                SeatResult::Draw => 1,
                SeatResult::Loss => 2,
            };
            let left = self.eliminated.get(seat).copied().flatten();
            // A winner's place is the first, however early they left.
            let stayed = if result == 0 { u32::MAX } else { left.unwrap_or(u32::MAX) };
            (result, std::cmp::Reverse(stayed))
        };
        let keys: Vec<_> = outcome.results.iter().enumerate().map(key).collect();
        keys.iter().map(|key| 1 + keys.iter().filter(|other| *other < key).count() as u8).collect()
    }
}
