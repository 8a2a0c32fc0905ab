//! The kinds of answer to each kind of request.

/// The kinds of answer to each kind of request: the tag of the request, and the tags of its
/// answers. A refusal can take the place of any answer.
///
/// A test of this crate writes this list for the page, and other tests compare it with the answers
/// that a service and a server give.
pub const ANSWER_KINDS: &[(&str, &[&str])] = &[
    ("hello", &["hello"]),
    ("list", &["rulesets"]),
    ("cookbook", &["rulesets"]),
    ("history", &["history"]),
    ("ruleset", &["ruleset"]),
    ("files", &["files"]),
    ("weights", &["supplied"]),
    ("reach", &["reach"]),
    ("new", &["game"]),
    ("look", &["game"]),
    ("play", &["moved", "agreed"]),
    ("why", &["why"]),
    ("threats", &["threats"]),
    ("trace", &["trace"]),
    ("goto", &["moved"]),
    ("see", &["game"]),
    ("advise", &["advice"]),
    ("analyse", &["analysis"]),
    ("export", &["text"]),
    ("close", &["closed"]),
    ("lesson", &["lesson"]),
    ("alternatives", &["alternatives"]),
    ("puzzles", &["puzzles"]),
    ("puzzle_board", &["puzzle_board"]),
    ("puzzle", &["puzzle"]),
    ("try", &["tried"]),
    ("hint", &["hint"]),
    ("check", &["checked"]),
    ("playouts", &["played"]),
    ("record", &["text"]),
    ("compare", &["compared"]),
    ("continue", &["compared"]),
    ("report", &["text"]),
    ("host", &["hosted"]),
    ("join", &["table", "seated"]),
    ("rematch", &["rematch", "table"]),
    ("assign", &["assigned"]),
];
