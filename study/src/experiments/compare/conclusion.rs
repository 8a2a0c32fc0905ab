//! [`Conclusion`]: the conclusion about a pair of rulesets from comparisons with several tables of
//! agents.

use crate::experiments::verdict::Verdict;

/// The conclusion about a pair of rulesets from comparisons with several tables of agents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// The rules differ, in the same direction, at every table.
    Different,
    /// At some tables, the rules differ in one direction, and at other tables in the opposite
    /// direction. The effect therefore depends on the agents.
    AgentDependent,
    /// The rules differ at some tables. At the other tables, the rules are equivalent or the
    /// evidence is not sufficient.
    SomeTables,
    /// The rules are equivalent at every table.
    Equivalent,
    /// The evidence is not sufficient for any other conclusion.
    Inconclusive,
}

/// Returns the conclusion from all tables. Each entry of `tables` contains the verdict and the
/// change of the primary metric at one table.
#[must_use]
pub fn conclude(tables: &[(Verdict, f64)]) -> Conclusion {
    let all = |verdict| tables.iter().all(|(v, _)| *v == verdict);
    let differing = || tables.iter().filter(|(v, _)| *v == Verdict::Different);
    let (up, down) = (differing().any(|(_, d)| *d > 0.0), differing().any(|(_, d)| *d < 0.0));
    if tables.is_empty() {
        Conclusion::Inconclusive
    } else if up && down {
        Conclusion::AgentDependent
    } else if all(Verdict::Different) {
        Conclusion::Different
    } else if up || down {
        Conclusion::SomeTables
    } else if all(Verdict::Equivalent) {
        Conclusion::Equivalent
    } else {
        Conclusion::Inconclusive
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_opposite_sign_depend_on_agents() {
        use Verdict::{Different, Equivalent, Inconclusive};
        assert_eq!(conclude(&[(Different, 0.1), (Different, 0.3)]), Conclusion::Different);
        assert_eq!(conclude(&[(Different, 0.1), (Different, -0.3)]), Conclusion::AgentDependent);
        assert_eq!(conclude(&[(Different, 0.1), (Inconclusive, -0.3)]), Conclusion::SomeTables);
        assert_eq!(conclude(&[(Equivalent, 0.1), (Equivalent, -0.3)]), Conclusion::Equivalent);
        assert_eq!(conclude(&[(Equivalent, 0.1), (Inconclusive, 0.)]), Conclusion::Inconclusive);
        assert_eq!(conclude(&[]), Conclusion::Inconclusive);
    }
}
