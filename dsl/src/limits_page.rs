//! The page of all limits of rulesets, scripts and files. It is generated from the constants with
//! which this crate checks the limits. The page is `docs/reference/limits.md`, and `quadrille
//! explain limits` prints it.

use quadrille_core::Spec;
use quadrille_core::board;
use quadrille_core::rules::play_limits;
use quadrille_study::sim::MAX_GAME_OPERATIONS;

use crate::Limits;
use crate::formats::{fen, notation, pgn, squares};
use crate::load::build;
use crate::manifest::schema::MAX_NAME;
use crate::manifest::{inherit, tree};
use crate::script::compile::declare;
use crate::script::compile::declare::{rules_methods, states_and_counters};
use crate::script::engine::sandbox;
use crate::script::interface::bindings::{effect_arguments, effects};
use crate::script::interface::native::OperationBudget;
use crate::script::syntax::{outline_reader, skim};
use crate::{lessons, puzzles};

/// A limited quantity and its maximum.
type Limit = (&'static str, u64);

/// A table of the page: its title and its limits.
type LimitsTable = (&'static str, &'static [Limit]);

/// The tables of the page.
const TABLES: &[LimitsTable] = &[
    (
        "A ruleset",
        &[
            ("squares of a board", board::MAX_SQUARES as u64),
            ("files of a board, and ranks of a board", board::MAX_SIDE as u64),
            ("seats", board::MAX_SEATS as u64),
            ("kinds of piece", build::seats_kinds_and_arrays::MAX_KINDS as u64),
            ("marks", board::MAX_MARKS as u64),
            ("states, including predefined ones", states_and_counters::MAX_STATES as u64),
            ("counters and memories together", states_and_counters::MAX_COUNTERS as u64),
            ("metrics that scripts count", rules_methods::MAX_METRICS as u64),
            ("zones", build::board::MAX_ZONES as u64),
            ("clauses in `geometry.toml`", build::MAX_CLAUSES as u64),
            ("turns in the order of turns", play_limits::MAX_ORDER as u64),
            ("ply limit (default 2000)", Spec::MAX_PLY_LIMIT as u64),
            ("rulesets in a chain of `extends`", inherit::MAX_CHAIN as u64),
        ],
    ),
    (
        "A script",
        &[
            ("bytes", skim::MAX_BYTES as u64),
            ("statements and blocks", skim::MAX_STATEMENTS as u64),
            ("nested brackets", skim::MAX_NESTING as u64),
            ("tunables", outline_reader::MAX_TUNABLES as u64),
            ("functions, including closures", sandbox::MAX_FUNCTIONS as u64),
            ("depth of nested function calls", sandbox::MAX_CALLS as u64),
            ("depth of an expression", sandbox::MAX_EXPRESSION as u64),
            ("variables at one time", sandbox::MAX_VARIABLES as u64),
            ("bytes of a string", sandbox::MAX_STRING as u64),
            ("elements of an array", sandbox::MAX_ARRAY as u64),
            ("entries of a map", sandbox::MAX_MAP as u64),
            ("declarations of all scripts together", declare::MAX_DECLARATIONS as u64),
        ],
    ),
    (
        "Work of scripts, in operations",
        &[
            ("one call of any hook", OperationBudget::EVENTS.call),
            ("all hooks of a game", MAX_GAME_OPERATIONS),
            (
                "one call of `game.status`, `game.moves` or `game.can_lift` (always this number)",
                crate::script::interface::bindings::game_view::MOVE_GENERATION_OPERATIONS,
            ),
        ],
    ),
    (
        "Effects",
        &[
            ("effects of one call of a hook", effects::MAX_EFFECTS as u64),
            ("effects that follow from one move", play_limits::MAX_ACTION_EFFECTS as u64),
            ("depth of events that cause each other", play_limits::MAX_EVENT_DEPTH as u64),
            ("pending questions", play_limits::MAX_PENDING as u64),
            ("options of a question", play_limits::MAX_OPTIONS as u64),
            ("choices within one move", play_limits::MAX_MOVE_CHOICES as u64),
            (
                "characters of a question's name, of an option or of an offer",
                effect_arguments::MAX_WORD as u64,
            ),
            ("offers at one time", play_limits::MAX_OFFERS as u64),
            ("restrictions at one time", play_limits::MAX_RESTRICTIONS as u64),
        ],
    ),
    (
        "Texts",
        &[
            ("bytes of `geometry.toml` or `lessons.toml`", tree::MAX_FILE as u64),
            ("keys of a table, and values of an array", tree::MAX_ENTRIES as u64),
            ("characters of a title or a name", MAX_NAME as u64),
            ("characters of a movement notation", notation::limits::MAX_LENGTH as u64),
            ("paths of a movement notation", notation::limits::MAX_PATHS as u64),
            ("characters of a square set", squares::MAX_LENGTH as u64),
            ("bytes of a FEN", fen::MAX_LENGTH as u64),
            ("bytes of a recorded game", pgn::MAX_LENGTH as u64),
            ("lessons of a ruleset", lessons::MAX_LESSONS as u64),
            ("moves of a lesson", lessons::MAX_ACTIONS as u64),
            ("puzzles of a ruleset", puzzles::MAX_PUZZLES as u64),
        ],
    ),
];

/// Returns the page of limits, `docs/reference/limits.md`.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(
        "# Limits\n\n\
         This page lists the maximum sizes of rulesets, scripts and games. A ruleset, script or text beyond a\n\
         limit is an error, and the message names the limit. If a script runs too long, Quadrille stops the\n\
         script and its game. The work of scripts is counted in operations. An operation is about one step of\n\
         an expression.\n",
    );
    for (title, limits) in TABLES {
        page += &format!("\n## {title}\n\n| limit | at most |\n|---|---|\n");
        for (what, most) in *limits {
            page += &format!("| {what} | {} |\n", grouped(*most));
        }
    }
    page += "\n## Loading\n\n\
        | limit | command line | editor | service |\n|---|---|---|---|\n";
    type Row = (&'static str, fn(&Limits) -> u64);
    let rows: [Row; 3] = [
        ("bytes of the tables of movement", |limits| limits.table_bytes as u64),
        ("operations of all `define` hooks together", |limits| limits.define_operations),
        ("operations of all calls of tabulated hooks", |limits| limits.tabulated_operations),
    ];
    for (what, limit) in rows {
        let most =
            [Limits::LOCAL, Limits::EDITOR, Limits::SERVER].map(|limits| grouped(limit(&limits)));
        page += &format!("| {what} | {} |\n", most.join(" | "));
    }
    page
}

/// Returns a number whose digits are in groups of three, such as `200 000`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && digits.len() > 4 {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        let all = [7, 512, 8192, 20_000, 1_048_576].map(grouped);
        assert_eq!(all, ["7", "512", "8192", "20 000", "1 048 576"]);
    }

    /// Rewrites the page if `UPDATE=1` is set.
    #[test]
    fn the_reference_page_of_limits_is_made_from_the_constants() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/limits.md");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, reference()).unwrap();
        }
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == reference(), "docs/reference/limits.md is out of date: set UPDATE=1");
    }
}
