//! The [`Measurements`] of a game, made while the game is played.
//!
//! `observer` makes the measurements, with the help of `lead` and `clarity`. `catalogue` derives
//! metrics from them. `totals` adds up the metrics of many games. `seat_contrast` defines the
//! groups of seats whose results are compared. All numbers are integers (shares in millionths), so
//! sums depend neither on order nor on the machine.

use crate::metrics::{Lead, WHOLE};
use quadrille_core::board::{MAX_SEATS, Seat, Square};
use quadrille_core::rules::{Ending, Outcome, SeatResult, Spec};

/// The number of plies between counts of the pieces on the board.
pub const PLIES_PER_SAMPLE: u32 = 20;

/// The measurements of one game.
///
/// A *ply* is any action. Here, a *turn* is a ply that a player decided, such as a move or an
/// answer. All other plies are chance: rolls, and moves of nature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measurements {
    /// The number of rounds started.
    pub rounds: u32,
    /// The number of plies that a player decided.
    pub turns: u32,
    /// The number of plies that chance decided.
    pub chance: u32,
    /// The number of turns that count in the statistics of legal actions. Each of the first 39
    /// turns counts once. After that, legal actions are counted only at every 13th turn. This turn
    /// counts thirteen times, because it also stands for the twelve turns before it.
    pub counted: u32,
    /// The number of counted turns with more than one legal action.
    pub choices: u32,
    /// The numbers of legal actions in the counted turns, added up.
    pub legal: u64,
    /// The part of `legal` that comes from turns with more than one legal action.
    pub legal_open: u64,
    /// The maximum number of legal actions in a counted turn.
    pub legal_most: u32,
    /// The growth of the number of legal actions per turn, in millionths. It is the slope of a
    /// regression on the number of the turn. 0 if there are fewer than two turns.
    pub legal_trend: i64,
    /// The decimal logarithms of the numbers of legal actions in the counted turns, added up, in
    /// millionths.
    pub digits: u64,
    /// The number of pieces dropped from the hand.
    pub drops: u32,
    /// The number of times that a seat was put in check by a ply of another seat.
    pub checks: u32,
    /// The number of turns that started in a position that had occurred before.
    pub repeats: u32,
    /// For each seat, the number of pieces that it captured.
    pub captured_by: [u32; MAX_SEATS],
    /// Squares of captures, in order.
    pub captures: Vec<Square>,
    /// Squares of mated royals, in order.
    pub mates: Vec<Square>,
    /// Squares of promotions, in order.
    pub promotions: Vec<Square>,
    /// For each seat, the number of plies played while the seat was eliminated or frozen.
    pub absent: [u32; MAX_SEATS],
    /// Freezes of seats, in order.
    pub freezes: Vec<Freeze>,
    /// For each seat, the ply at which it was eliminated.
    pub eliminated: [Option<u32>; MAX_SEATS],
    /// The numbers of pieces on the board, counted at the start and after every
    /// [`PLIES_PER_SAMPLE`] plies, until the end.
    pub pieces: Vec<u16>,
    /// For each seat, the number of squares on which its pieces stood at any time.
    pub squares: [u16; MAX_SEATS],
    /// The number of squares on which any piece stood at any time.
    pub squares_all: u16,
    /// Metrics of the course of the game.
    pub lead: Lead,
    /// The number of turns in which some action stood out, among the turns that were examined for
    /// clarity.
    pub clear_turns: u32,
    /// For each turn in `clear_turns`, the fraction of its legal actions that stood out. The
    /// fractions are added up, in millionths.
    pub clear: u64,
}

/// A period during which a seat was frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Freeze {
    /// The seat.
    pub seat: Seat,
    /// The ply after which the seat was frozen.
    pub from: u32,
    /// The ply after which the frozen seat was released, or the last ply of the game if it was not
    /// released.
    pub until: u32,
    /// `true` if the seat was released.
    pub released: bool,
}

/// Returns each seat's utility in units of 1 / [`WHOLE`]. If the game ended with points, and at
/// least one seat has points, the sides share one unit in proportion to their points. Otherwise,
/// the sides that won share the unit equally. If no side won, the sides that drew share it. If no
/// side drew either, all sides share it. Every seat of a side has the side's utility.
///
/// Returns `None` if the game was stopped at the ply limit.
#[must_use]
pub fn utility(spec: &Spec, outcome: &Outcome) -> Option<Vec<u32>> {
    if outcome.ending == Ending::PlyLimit {
        return None;
    }
    let team_of = spec.team_of();
    if let Some(points) = outcome.team_points(&team_of)
        && let all @ 1.. = points.iter().sum::<u64>()
    {
        // The rounded parts of the teams have the sum WHOLE.
        let mut parts = [0; MAX_SEATS];
        let (mut before, mut sum) = (0, 0);
        for (part, points) in parts.iter_mut().zip(points) {
            sum += points;
            let until = (u64::from(WHOLE) * sum / all) as u32;
            *part = until - before;
            before = until;
        }
        return Some(team_of.into_iter().map(|team| parts[usize::from(team)]).collect());
    }
    // A side's result is the best result of its seats.
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

/// Returns the side that won, if exactly one side did.
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

impl Measurements {
    /// Returns the number of captured pieces.
    #[must_use]
    pub fn captured(&self) -> u32 {
        self.captures.len() as u32
    }

    /// Returns the seats' final places, 1 being the best. If the game ended with points, seats with
    /// more points come first. Otherwise, seats that won come first, then seats that drew, and then
    /// seats that lost. If two seats drew, or if two seats lost, the seat that stayed in the game
    /// longer comes first. Equal seats share the better place.
    #[must_use]
    pub fn places(&self, outcome: &Outcome) -> Vec<u8> {
        let key = |(seat, result): (usize, &SeatResult)| {
            let result = match result {
                SeatResult::Win => 0u8,
                SeatResult::Draw => 1,
                SeatResult::Loss => 2,
            };
            let left = self.eliminated.get(seat).copied().flatten();
            // Winners come first, however early they were eliminated.
            let stayed = if result == 0 { u32::MAX } else { left.unwrap_or(u32::MAX) };
            (result, std::cmp::Reverse(stayed))
        };
        if let Some(points) = &outcome.points {
            let better = |own: &u32| points.iter().filter(|other| *other > own).count();
            return points.iter().map(|own| 1 + better(own) as u8).collect();
        }
        let keys: Vec<_> = outcome.results.iter().enumerate().map(key).collect();
        keys.iter().map(|key| 1 + keys.iter().filter(|other| *other < key).count() as u8).collect()
    }
}
