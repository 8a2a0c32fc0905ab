//! Surveys whose games the caller plays, for example because a caller's function decides for a
//! seat.

use quadrille_study::experiments::block::{BlockDesign, Half};
use quadrille_study::sim::Plan;

use super::{Survey, measure};
use crate::compare::question::{QuestionError, advised};
use crate::row::GameRow;

impl Survey {
    /// Returns the plan of all games that an agent plays of a ruleset. The arguments are the index
    /// of the ruleset and the index of the agent.
    #[must_use]
    pub fn plan(&self, entry: usize, agent: usize) -> Plan {
        let seats = self.entries[entry].loaded.spec().seats.len();
        let agents = vec![self.question.agents[agent]; seats];
        let (seed, ply_limit) = (self.question.seed, self.question.ply_limit);
        let design = BlockDesign { seed, agents, ply_limit };
        let opening = self.openings[entry].clone();
        Plan { games: 0..self.question.number, opening, ..design.plan() }
    }

    /// Receives games that the caller played by [`Survey::plan`], in order. If the caller was
    /// interrupted, the last games are missing.
    ///
    /// # Errors
    /// Returns a [`QuestionError`] if a game was not requested, or its row has unexpected content.
    pub fn give(
        &mut self,
        entry: usize,
        agent: usize,
        rows: &[GameRow],
    ) -> Result<(), QuestionError> {
        let foreign = |what: &str| advised(format!("unexpected games: {what}"), None);
        let measures = measure::all(&self.entries, &self.question)?;
        let spec = self.entries[entry].loaded.spec();
        let known = &mut self.measured[entry][agent];
        for row in rows {
            if row.game != known.blocks || known.blocks >= self.question.number {
                return Err(foreign("a game that was not requested"));
            }
            let game = row.game(spec).map_err(|error| foreign(error.0))?;
            known.take(Half::new(&measures[entry], [game]), &mut self.first_fault);
        }
        Ok(())
    }
}
