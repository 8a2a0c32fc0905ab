//! Outcomes of games: the winners and the endings. Counts are whole numbers, so the order in which
//! games finish does not matter.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use quadrille_core::{Ending, Outcome, SeatResult, Spec};
use quadrille_study::sim::GameRecord;

/// The outcome of a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum GameOutcome {
    /// The teams and seats with these names won.
    Won(Vec<String>),
    /// The game ended without a winner.
    Drawn,
    /// The game was stopped at the ply limit.
    Stopped,
    /// A failing script stopped the game.
    Failed,
}

/// The number of games by outcome.
#[derive(Debug, Default)]
pub struct Tally(Mutex<BTreeMap<GameOutcome, u64>>);

impl Tally {
    /// Counts a game.
    pub fn add(&self, spec: &Spec, record: &GameRecord) {
        let kind = game_outcome(spec, record);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default() += 1;
    }

    /// Returns the counts.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<GameOutcome, u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Returns the outcome of a game.
#[must_use]
pub fn game_outcome(spec: &Spec, record: &GameRecord) -> GameOutcome {
    match &record.end {
        Err(_) => GameOutcome::Failed,
        Ok(outcome) if outcome.ending == Ending::PlyLimit => GameOutcome::Stopped,
        Ok(outcome) => match winners(spec, outcome) {
            names if names.is_empty() => GameOutcome::Drawn,
            names => GameOutcome::Won(names),
        },
    }
}

/// The name of an ending. The name consists of the kind of the ending, and of the clause if a rule
/// ended the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingName {
    /// `rule` or one of the built-in endings.
    pub kind: &'static str,
    /// The id of the clause, if a rule with a clause ended the game.
    pub clause: Option<String>,
    /// The text of the clause or ending.
    pub text: String,
}

/// Returns the name of an ending.
#[must_use]
pub fn ending(spec: &Spec, ending: Ending) -> EndingName {
    let clause = ending.clause(spec);
    EndingName {
        kind: ending.word(),
        clause: clause.map(|clause| clause.id.clone()),
        text: clause.map_or(ending.meaning(), |clause| &clause.text).to_owned(),
    }
}

/// Describes the end of a game in one line: the winners, the reason, the teams' result if partners
/// have different results, and the points if there are any.
#[must_use]
pub fn describe(spec: &Spec, outcome: &Outcome) -> String {
    let ending = ending(spec, outcome.ending);
    let why = ending.clause.as_deref().unwrap_or(ending.kind);
    let teams = team_result(spec, outcome).map(|teams| format!("; {teams}")).unwrap_or_default();
    let points = points(spec, outcome).map(|points| format!("; {points}")).unwrap_or_default();
    format!("over: {} ({why}){teams}{points}", result(spec, outcome))
}

/// Returns the result of the teams, as in `of the teams, light wins`, if partners have different
/// results.
fn team_result(spec: &Spec, outcome: &Outcome) -> Option<String> {
    let teams = outcome.team_results(spec);
    let of = |seat: usize| teams.get(usize::from(spec.seats[seat].team));
    let differ = outcome.results.iter().enumerate().any(|(seat, result)| of(seat) != Some(result));
    if !differ {
        return None;
    }
    let won = teams.iter().zip(&spec.teams).filter(|(result, _)| **result == SeatResult::Win);
    let names: Vec<String> = won.map(|(_, name)| name.clone()).collect();
    Some(match win(&names) {
        Some(won) => format!("of the teams, {won}"),
        None => "the teams draw".to_owned(),
    })
}

/// Returns the points of all seats, as in `points: red 37, blue 12`.
fn points(spec: &Spec, outcome: &Outcome) -> Option<String> {
    let points = outcome.points.as_ref()?;
    let of_seats = spec.seats.iter().zip(points);
    let of_seats = of_seats.map(|(seat, points)| format!("{} {points}", seat.name));
    Some(format!("points: {}", of_seats.collect::<Vec<_>>().join(", ")))
}

/// Returns `light wins` or `light and dark win` for these names. Returns `None` if there are no
/// names.
fn win(names: &[String]) -> Option<String> {
    match names {
        [] => None,
        [only] => Some(format!("{only} wins")),
        several => Some(format!("{} win", several.join(" and "))),
    }
}

/// Returns the winners as text, as in `light wins`.
#[must_use]
pub fn result(spec: &Spec, outcome: &Outcome) -> String {
    win(&winners(spec, outcome)).unwrap_or_else(|| "no winner".to_owned())
}

/// Returns the names of the winners. If all seats of a team won, the name of the team is returned
/// instead of the names of its seats.
#[must_use]
pub fn winners(spec: &Spec, outcome: &Outcome) -> Vec<String> {
    let won = |i: usize| outcome.results.get(i) == Some(&SeatResult::Win);
    let mut names = Vec::new();
    for (team, name) in spec.teams.iter().enumerate() {
        let seats = || (0..spec.seats.len()).filter(|i| usize::from(spec.seats[*i].team) == team);
        if seats().next().is_some() && seats().all(won) {
            names.push(name.clone());
        } else {
            names.extend(seats().filter(|i| won(*i)).map(|i| spec.seats[i].name.clone()));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_dsl::{library::Shipped, load};

    #[test]
    fn a_team_wins_only_if_all_its_seats_do() {
        use SeatResult::{Draw, Loss, Win};
        let verney = load(&Shipped, "verney-1881", &[]).expect("it is shipped");
        let spec = verney.rules.spec();
        let text = |results: [SeatResult; 4]| {
            let outcome = Outcome::new(results.to_vec(), Ending::Repetition);
            describe(spec, &outcome)
        };
        assert_eq!(text([Win, Loss, Win, Loss]), "over: yellow-white wins (repetition)");
        assert_eq!(
            text([Win, Loss, Draw, Loss]),
            "over: yellow wins (repetition); of the teams, yellow-white wins"
        );
        assert_eq!(text([Draw; 4]), "over: no winner (repetition)");
        assert_eq!(
            text([Win, Win, Win, Loss]),
            "over: yellow-white and red win (repetition); of the teams, yellow-white wins"
        );
        assert_eq!(
            text([Win, Win, Loss, Loss]),
            "over: yellow and red win (repetition); the teams draw"
        );
    }
}
