//! Seat contrasts: differences between the utilities of seats with different places in the order of
//! turns.

use quadrille_core::board::{Seat, Seats};
use quadrille_core::rules::Spec;

/// A contrast between two groups of seats of equal size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatContrast {
    /// The seats whose utilities count positively.
    pub these: Vec<Seat>,
    /// The seats whose utilities count negatively.
    pub those: Vec<Seat>,
}

impl SeatContrast {
    /// Returns the sum of the utilities of the seats in `these`, minus the sum of the utilities of
    /// the seats in `those`. `utility` contains the utility of each seat.
    #[must_use]
    pub fn of(&self, utility: &[u32]) -> i64 {
        let sum = |seats: &[Seat]| -> i64 {
            seats.iter().filter_map(|seat| utility.get(seat.index())).map(|u| i64::from(*u)).sum()
        };
        sum(&self.these) - sum(&self.those)
    }

    /// Returns the number of seats in each of the two groups of the contrast.
    #[must_use]
    pub fn seats(&self) -> u64 {
        self.these.len() as u64
    }

    /// Returns `true` if the contrast is always zero. This is the case if the two groups have the
    /// same number of seats in each team.
    fn is_void(&self, spec: &Spec) -> bool {
        let teams = |seats: &[Seat]| {
            let team = |seat: &Seat| spec.seats.get(seat.index()).map(|seat| seat.team);
            let mut teams: Vec<Option<u8>> = seats.iter().map(team).collect();
            teams.sort_unstable();
            teams
        };
        teams(&self.these) == teams(&self.those)
    }
}

/// Returns the contrasts of a ruleset. Each seat in the first half of the order of turns is
/// compared with the seat half a round later. In addition, all seats at odd places are compared
/// with all seats at even places. Contrasts that are always zero are left out. If the number of
/// seats is odd, there are no contrasts.
#[must_use]
pub fn seat_contrasts(spec: &Spec) -> Vec<SeatContrast> {
    let mut view_of = Seats(0);
    let mut order: Vec<Seat> = Vec::new();
    for seat in &spec.order {
        if !view_of.contains(*seat) {
            view_of.insert(*seat);
            order.push(*seat);
        }
    }
    let half = order.len() / 2;
    if !order.len().is_multiple_of(2) || half == 0 {
        return Vec::new();
    }
    let every_other = |first: usize| order.iter().skip(first).step_by(2).copied().collect();
    let alternate = SeatContrast { these: every_other(0), those: every_other(1) };
    let opposite = |i: usize| SeatContrast { these: vec![order[i]], those: vec![order[i + half]] };
    // If there are two seats, both contrasts are equal.
    let opposites = if half > 1 { half } else { 0 };
    let all = (0..opposites).map(opposite).chain([alternate]);
    all.filter(|contrast| !contrast.is_void(spec)).collect()
}
