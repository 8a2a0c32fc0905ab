//! What was found about claims, as a page of Markdown.

use std::fmt::Write as _;

use super::tester::{ClaimResult, Upshot};

/// The findings as a page of Markdown.
#[must_use]
pub fn whole(findings: &[ClaimResult], seed: u64) -> String {
    let mut out = String::from(
        "# What the sources claim\n\n\
         Each claim says what would count for it and against it, and whether its test was chosen after games had \
         been seen. Intervals are confidence sequences at 95 % for a claim and all its agents \
         together; they hold however often one looks, those of counts approximately. The margin decides and not the sign: \
         a claim of more or less holds if the difference exceeds what does not matter. A claim about players is tested here by \
         programs: what `greedy` (one ply deep), `random` play or a short search shows need not hold for people. A \
         claim without a test says why: either no games between programs could tell, or no metric measures \
         it.\n\n\
         | ruleset | claim | result |\n|---|---|---|\n",
    );
    for one in findings {
        let _ = writeln!(out, "| {} | {} | {} |", one.ruleset, cell(&one.says), one.result.words());
    }
    for one in findings {
        let _ = writeln!(out, "\n## {}: {}\n\n{}", one.ruleset, one.id, one.says);
        let verb = if one.result == Upshot::NotTested { "It is" } else { "It" };
        let _ = writeln!(out, "Source: {}\n\n**{verb} {}.**", one.source, one.result.words());
        if let Some(why) = &one.why {
            let _ = writeln!(out, "{why}");
        }
        let (Some(metric), Some(with)) = (&one.metric, &one.compared_with) else { continue };
        let early =
            one.ply_limit.map_or_else(String::new, |plies| format!(" in the first {plies} plies"));
        let _ = writeln!(
            out,
            "\nMeasured: `{metric}`{early}, {with}; a difference below {} does not matter.",
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

/// Text in a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
