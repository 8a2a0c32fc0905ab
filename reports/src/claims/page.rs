//! The results of tests of claims, as a page of Markdown.

use std::fmt::Write as _;

use super::tester::{ClaimResult, Upshot};

/// Returns the results of tests of claims as a page of Markdown. `again` is the command line that
/// repeats the tests.
#[must_use]
pub fn whole(findings: &[ClaimResult], again: &str) -> String {
    let mut out = String::from(
        "# What the sources claim\n\n\
         The sources make claims about their games. This page tests these claims by games between programs.\n\
         Results of `random`, `greedy` (one ply deep) or a short search may not hold for people.\n\n\
         - Each test states the result that supports the claim and the result that refutes it. If a\n\
         \x20 test was chosen after games had been seen, the claim mentions this.\n\
         - A claim that one number is greater holds only if the whole interval of the difference lies\n\
         \x20 beyond the margin.\n\
         - The intervals are 95 % confidence sequences. They hold at every time, and jointly for a claim and\n\
         \x20 all its agents. For counts they hold approximately.\n\
         - A claim that is not tested gives the reason. Either games between programs can't decide it, or no\n\
         \x20 metric measures it.\n\n\
         | ruleset | claim | result |\n|---|---|---|\n",
    );
    for one in findings {
        let _ = writeln!(out, "| {} | {} | {} |", one.ruleset, cell(&one.says), one.result.words());
    }
    for one in findings {
        let _ = writeln!(out, "\n## {}: {}\n\n{}", one.ruleset, one.id, one.says);
        let is_state = matches!(one.result, Upshot::NotTested | Upshot::Unsettled);
        let verb = if is_state { "It is" } else { "It" };
        let _ = writeln!(out, "Source: {}\n\n**{verb} {}.**", one.source, one.result.words());
        if one.interrupted {
            out.push_str("The test was interrupted. These are the results so far.\n");
        }
        if let Some(why) = &one.why {
            let _ = writeln!(out, "{why}");
        }
        let (Some(metric), Some(with)) = (&one.metric, &one.compared_with) else { continue };
        let early =
            one.ply_limit.map_or_else(String::new, |plies| format!(" in the first {plies} plies"));
        let _ = writeln!(
            out,
            "\nMeasured: `{metric}`{early}, {with}. Differences below {} do not matter.",
            one.margin.as_deref().unwrap_or_default()
        );
        for (title, text) in [("For", &one.in_favour), ("Against", &one.against)] {
            let _ = writeln!(out, "{title}: {}", text.as_deref().unwrap_or_default());
        }
        out.push_str("\n| agents | blocks | difference | result |\n|---|---:|---|---|\n");
        for row in &one.by_agents {
            let label = if row.random_play { " (random play)" } else { "" };
            let _ = writeln!(
                out,
                "| {}{label} | {} | {} | {} |",
                row.agents,
                row.blocks,
                row.words,
                row.result.words()
            );
        }
        if let Some(ahead) = one.looking_ahead {
            let _ = writeln!(out, "\n{}", ahead.words());
        }
    }
    let _ = writeln!(out, "\nTo repeat the tests: `{again}`");
    out
}

/// Escapes text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
