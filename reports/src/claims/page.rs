//! The results of claims, as a page of Markdown.

use std::fmt::Write as _;

use super::tester::{ClaimResult, Upshot};

/// Returns the results as a page of Markdown.
#[must_use]
pub fn whole(findings: &[ClaimResult], seed: u64) -> String {
    let mut out = String::from(
        "# What the sources claim\n\n\
         Each tested claim lists the results that would support and refute it. It notes if its test was\n\
         chosen after games had been seen. Intervals are 95 % confidence sequences, for a claim and all its\n\
         agents together. They hold at every time, and for counts approximately. The margin decides, not the\n\
         sign. A claim of more or less holds if the difference exceeds the margin. Programs play the games,\n\
         so results of `random`, `greedy` (one ply deep) or a short search may not hold for people. An\n\
         untested claim gives the reason: games between programs can't decide it, or no metric measures it.\n\n\
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
    let _ = writeln!(out, "\nTo repeat the tests: `quadrille claims --seed {seed}`");
    out
}

/// Escapes text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
