//! The answer of the command `move`, in words and as data.

use quadrille_agents::Score;
use quadrille_core::Spec;
use quadrille_dsl::text::prose::quantity;
use serde::Serialize;

use crate::context::CommandContext;
use crate::engines::EngineScore;
use crate::output::exit::Failure;

/// An action that the agent chooses, with its evaluation.
#[derive(Serialize)]
pub(super) struct AgentChoice {
    pub seat: String,
    pub action: String,
    /// The winning chances of the seat's team, from 0 to 1. `None` if the agent did not search.
    pub share: Option<f64>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// An action in the line that the agent expects.
#[derive(Clone, Serialize)]
pub(super) struct LinePly {
    pub seat: String,
    pub action: String,
}

/// An evaluation, from the point of view of the side that chooses the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SideValue {
    /// The lead of the side in hundredths of a pawn.
    Lead(i64),
    /// The side wins by force after this many plies.
    WinsAfter(u32),
    /// The side loses by force after this many plies.
    LosesAfter(u32),
    /// The side wins by force in this number of moves, or loses if the number is negative. Only the
    /// moves of the seat that chooses are counted, as in the scores of external engines.
    Mate(i64),
}

impl From<Score> for SideValue {
    fn from(score: Score) -> Self {
        match score {
            Score::Lead(lead) => Self::Lead(lead.into()),
            Score::Wins(plies) => Self::WinsAfter(plies),
            Score::Loses(plies) => Self::LosesAfter(plies),
        }
    }
}

impl From<EngineScore> for SideValue {
    fn from(sight: EngineScore) -> Self {
        match sight {
            EngineScore::Centipawns(lead) => Self::Lead(lead),
            EngineScore::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl SideValue {
    /// Describes the evaluation of a side.
    fn describe(self, side: &str) -> String {
        match self {
            Self::Lead(0) => format!("{side} is level"),
            Self::Lead(lead) => {
                let word = if lead > 0 { "ahead" } else { "behind" };
                format!("{side} is {word} by {:.2} pawns", lead.unsigned_abs() as f64 / 100.0)
            }
            Self::WinsAfter(plies) => format!("{side} wins by force after {}", in_plies(plies)),
            Self::LosesAfter(plies) => format!("{side} loses by force after {}", in_plies(plies)),
            Self::Mate(moves) => {
                let word = if moves > 0 { "wins" } else { "loses" };
                format!("{side} {word} by force in {}", quantity(moves.unsigned_abs(), "move"))
            }
        }
    }

    /// Returns the evaluation in a short form.
    fn short(self) -> String {
        match self {
            Self::Lead(lead) => format!("{:+.2}", lead as f64 / 100.0),
            Self::WinsAfter(plies) => format!("wins after {plies}"),
            Self::LosesAfter(plies) => format!("loses after {plies}"),
            Self::Mate(moves) => format!("mate {moves}"),
        }
    }
}

/// Returns a number of plies in words.
fn in_plies(number: u32) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// One of the best actions, with its evaluation and its principal variation.
#[derive(Serialize)]
pub(super) struct AdviceLine {
    pub score: SideValue,
    pub line: Vec<LinePly>,
}

/// The answer of the command `move` about a position.
#[derive(Serialize)]
pub(super) struct AdviceAnswer {
    agent: String,
    /// The depth that the search completed. `None` if the search has no depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The chosen action, and the actions that the agent expects after it.
    pub line: Vec<AgentChoice>,
    /// The best actions that the search found, each with its principal variation. The best action
    /// comes first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<AdviceLine>,
}

impl AdviceAnswer {
    /// Creates an empty answer of an agent.
    pub fn of(agent: String) -> Self {
        Self { agent, depth: None, line: Vec::new(), lines: Vec::new() }
    }

    /// Prints the answer in words.
    pub fn tell(&self, spec: &Spec, context: &mut CommandContext) -> Result<(), Failure> {
        let first = &self.line[0];
        context.out.line(&first.action)?;
        let seat = &first.seat;
        let found = self.lines.first().filter(|line| line.line[0].action == first.action);
        let value = found.map(|line| line.score.describe(&side(spec, seat)));
        let share = first.share.map(|share| {
            let expects = format!("expects {:.1} % of the game", share * 100.0);
            if value.is_some() { expects } else { format!("{seat} {expects}") }
        });
        let mut known = vec![self.agent.clone()];
        known.extend(self.depth.map(|depth| format!("depth {depth}")));
        if first.nodes > 0 {
            known.push(quantity(first.nodes, "position"));
        }
        let known = known.join(", ");
        let summary = match (value, share) {
            (Some(value), Some(share)) => format!("{value} and {share}"),
            (Some(text), None) | (None, Some(text)) => text,
            (None, None) => format!("{seat} chose without a search"),
        };
        context.out.line(format!("{summary} ({known})"))?;
        for choice in &self.line[1..] {
            let share =
                choice.share.map_or_else(String::new, |share| format!("  {:.1} %", share * 100.0));
            context.out.line(format!("  {}  {}{share}", choice.seat, choice.action))?;
        }
        for (number, line) in self.lines.iter().enumerate().skip(1) {
            let plies = line.line.iter().map(|ply| ply.action.as_str());
            let plies = plies.collect::<Vec<_>>().join(" ");
            context.out.line(format!("{}.  {}  {plies}", number + 1, line.score.short()))?;
        }
        Ok(())
    }
}

/// Returns the name of the side of a seat: the name of its team, or of the seat itself if it plays
/// alone.
fn side(spec: &Spec, seat: &str) -> String {
    let team = spec.seats.iter().find(|other| other.name == seat).map(|seat| seat.team);
    let members = spec.seats.iter().filter(|other| Some(other.team) == team).count();
    if members > 1 { format!("{seat}'s team") } else { seat.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_words() {
        for (value, words) in [
            (SideValue::Lead(31), "red is ahead by 0.31 pawns"),
            (SideValue::Lead(-150), "red is behind by 1.50 pawns"),
            (SideValue::Lead(0), "red is level"),
            (SideValue::WinsAfter(3), "red wins by force after 3 plies"),
            (SideValue::LosesAfter(1), "red loses by force after 1 ply"),
            (SideValue::Mate(-2), "red loses by force in 2 moves"),
        ] {
            assert_eq!(value.describe("red"), words);
        }
    }
}
