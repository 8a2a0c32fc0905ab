//! The keys of `geometry.toml`, `lessons.toml`, `puzzles.toml` and `weights.toml`, with types and meanings.
//!
//! One table for each file serves the checks, the suggestions and the JSON Schema for editors.

use quadrille_core::Spec;

use crate::diagnostic::{LintLevel, LintName};

/// A key of a table.
#[derive(Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What it takes.
    pub shape: Shape,
    /// Whether it is required (after inheritance).
    pub required: bool,
    /// What it means, in a sentence.
    pub doc: &'static str,
}

/// What a key takes.
#[derive(Debug)]
pub enum Shape {
    /// Any string.
    Text,
    /// An integer from the first to the second.
    Integer(i64, i64),
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Word(&'static [&'static str]),
    /// An array of strings.
    Texts,
    /// A string, or an array of strings.
    TextOrTexts,
    /// A table with these keys.
    Table(&'static [Key]),
    /// An array of tables with these keys.
    Tables(&'static [Key]),
    /// A table whose keys are chosen by the author; all take the same.
    Named(&'static Shape),
    /// A table with these keys, and tables with the same keys under names chosen by the author.
    TableAndNamed(&'static [Key]),
    /// A string, or a table with these keys.
    TextOrTable(&'static [Key]),
    /// Quoted `"script.CONST"` keys, each a string, integer or boolean.
    Tunables,
    /// Names of lints, each with a level.
    Lints,
    /// A preset: `about`, quoted `"script.CONST"` keys, and tables of the file.
    Preset,
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, required: false, doc }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, required: true, doc }
}

/// The keys at the top of `geometry.toml`.
pub const FILE: &[Key] = &[
    optional("extends", Shape::Text, "a ruleset to inherit from, key by key"),
    optional("drop", Shape::Texts, "what is not inherited, as `clauses.V11`"),
    required("variant", Shape::Table(VARIANT), "what the ruleset is and where it comes from"),
    required("board", Shape::Table(BOARD), "which squares there are"),
    optional("zones", Shape::Named(&Shape::Text), "named sets of squares"),
    required("seats", Shape::Tables(SEAT), "the players, in turn order"),
    optional("neutral", Shape::Table(NEUTRAL), "the pieces that belong to no seat"),
    required("pieces", Shape::Named(&Shape::Table(PIECE)), "the kinds of piece"),
    required("array", Shape::TableAndNamed(ARRAY), "the position at the start"),
    optional("rules", Shape::Table(RULES), "the rule scripts and the order of turns"),
    optional("plugins", Shape::Named(&Shape::Table(PLUGIN)), "what plugins are to this ruleset"),
    optional("tunables", Shape::Tunables, "other values for constants of scripts"),
    optional("clauses", Shape::Named(&Shape::TextOrTable(CLAUSE)), "what the source says"),
    optional("lints", Shape::Lints, "levels of warnings: `allow`, `warn` or `deny`"),
    optional("presets", Shape::Named(&Shape::Preset), "named readings of the rules"),
];

const VARIANT: &[Key] = &[
    required("id", Shape::Text, "the folder's name"),
    required("title", Shape::Text, "the name of the game"),
    optional("inventor", Shape::Text, "who made it"),
    optional("year", Shape::Integer(-9999, 9999), "when"),
    optional("about", Shape::Boolean, "whether the year is approximate"),
    optional("place", Shape::Text, "where"),
    optional(
        "parents",
        Shape::Texts,
        "ids of the games it came from, or words where that is not a ruleset",
    ),
    optional("changes", Shape::Text, "what sets it apart, for the family tree"),
    optional("summary", Shape::Text, "what it is, in a sentence or two"),
    optional("sources", Shape::Tables(SOURCE), "where the rules are taken from"),
];

const SOURCE: &[Key] = &[
    required("key", Shape::Text, "a short name that clauses refer to"),
    required("cite", Shape::Text, "the citation"),
];

const BOARD: &[Key] = &[
    required(
        "mask",
        Shape::Text,
        "`8x8`, `cross-14`, `cross-8x4`, `diamond-13`, or rows of `.` (a square) and `#` (a hole), the top rank first",
    ),
    optional(
        "light",
        Shape::Word(&["odd", "even", "none"]),
        "the parity of file + rank of a light square, or `none` for a board without colours",
    ),
    optional("walls", Shape::Texts, "edges that nothing crosses, as `d4|e4`"),
    optional("one_way", Shape::Texts, "edges that are crossed one way only, as `d4>e4`"),
    optional(
        "wraps",
        Shape::Word(&["left-right", "top-bottom", "both"]),
        "which opposite sides of the board are joined",
    ),
    optional("portals", Shape::Texts, "squares that lead to each other, as `d4=k11`"),
    optional("lines", Shape::Texts, "lines drawn across squares, as `a1-h8`"),
];

const SEAT: &[Key] = &[
    required("name", Shape::Text, "its name"),
    required("key", Shape::Text, "its letter in pictures and FEN"),
    optional("colour", Shape::Text, "the colour of its pieces, as `#d9b300`"),
    required(
        "facing",
        Shape::Word(&["north", "east", "south", "west"]),
        "which way its pieces face",
    ),
    optional("team", Shape::Text, "its team; without one it plays alone"),
];

const NEUTRAL: &[Key] = &[
    required("key", Shape::Text, "their letter in pictures and FEN"),
    optional("name", Shape::Text, "the name of their colour, `neutral` unless it is given"),
    optional("colour", Shape::Text, "how they are drawn, as `#8a8a8a`"),
    optional("capturable", Shape::Boolean, "whether seats may capture them"),
    optional("movers", Shape::Texts, "the seats that may move them in their turns"),
];

const PIECE: &[Key] = &[
    required("letter", Shape::Text, "its capital letter in pictures, FEN and moves"),
    required("moves", Shape::Text, "how it moves, in movement notation"),
    optional("royal", Shape::Boolean, "whether check and mate, or its capture, are about it"),
    optional("value", Shape::Integer(0, 1000), "its worth to agents and counts"),
];

const ARRAY: &[Key] = &[required(
    "picture",
    Shape::Text,
    "a cell for each of the board's: `.`, `#`, `yP` or `yP>`, with white space between",
)];

const RULES: &[Key] = &[
    optional("scripts", Shape::Texts, "rule scripts of the folder, and `plugin:NAME`s"),
    optional("order", Shape::Texts, "names of seats in turn order, repeats allowed"),
    optional("array", Shape::Text, "which of the named arrays the game starts from"),
    optional(
        "ply_limit",
        Shape::Integer(1, Spec::MAX_PLY_LIMIT as i64),
        "a game this long is stopped",
    ),
];

const PLUGIN: &[Key] = &[optional(
    "clauses",
    Shape::Named(&Shape::Text),
    "the ids in this ruleset of clauses that the plugin names",
)];

const CLAUSE: &[Key] = &[
    required("text", Shape::Text, "what it says"),
    optional("source", Shape::Text, "the key of its source"),
];

/// The keys at the top of `lessons.toml`.
pub const LESSONS: &[Key] =
    &[required("lesson", Shape::Tables(LESSON), "each clause shown in a position")];

/// The keys of a lesson.
pub const LESSON: &[Key] = &[
    required("clause", Shape::TextOrTexts, "the clause that is shown, or several"),
    required("says", Shape::Text, "what the lesson shows, in a sentence or two"),
    optional("preset", Shape::Text, "a preset of the ruleset"),
    optional("set", Shape::Tunables, "other values for constants of scripts here"),
    optional("unplayable", Shape::Text, "why no position can show it"),
    optional("fen", Shape::Text, "the position, as FEN"),
    optional("pieces", Shape::Text, "the position: pieces with their squares"),
    optional("turn", Shape::Text, "the seat to move in it"),
    optional("options", Shape::Text, "the rest of the position, as options of FEN"),
    optional("play", Shape::Text, "legal moves that are played"),
    optional("legal", Shape::Text, "moves that are then legal"),
    optional("illegal", Shape::Text, "moves that are not"),
    optional("only", Shape::Text, "all the moves that are legal"),
    optional("count", Shape::Integer(0, 1_000_000), "how many moves are legal"),
    optional("fires", Shape::TextOrTexts, "clauses that fired"),
    optional("silent", Shape::TextOrTexts, "clauses that did not fire"),
    optional("board", Shape::Text, "pieces on their squares; a dot and a square: an empty square"),
    optional("next", Shape::Text, "the seat that decides next"),
    optional("asks", Shape::Text, "the question that it answers"),
    optional("seat_state", Shape::Named(&Shape::Text), "states of seats"),
    optional("army_state", Shape::Named(&Shape::Text), "states of armies"),
    optional(
        "controller",
        Shape::Named(&Shape::Text),
        "who controls a colour's pieces, or `nature`",
    ),
    optional("counter", Shape::Named(&COUNT), "values of counters"),
    optional("memory", Shape::Named(&Shape::Text), "what memories hold"),
    optional("check", Shape::TextOrTexts, "exactly the seats that are in check"),
    optional("result", Shape::Named(&RESULT), "the game is over, with these results"),
    optional("team_result", Shape::Named(&RESULT), "the game is over, with these results of teams"),
    optional("metric", Shape::Named(&COUNT), "how often metrics were counted"),
    optional("ends", Shape::Text, "the clause or built-in rule that ended the game"),
    optional("ongoing", Shape::Boolean, "whether the game goes on"),
];

/// The keys at the top of `puzzles.toml`.
pub const PUZZLES: &[Key] = &[
    required("ruleset", Shape::Text, "the ruleset's id, or the path of its folder"),
    required("puzzle", Shape::Tables(PUZZLE), "each puzzle: a position with one solution"),
];

/// The keys of a puzzle.
pub const PUZZLE: &[Key] = &[
    required("goal", Shape::Text, "`win`, or `mate`, `save` or `thaw` and a seat"),
    required("plies", Shape::Integer(1, 8), "within how many plies of the side"),
    required("grade", Shape::Integer(1, 5), "how hard it is"),
    optional("preset", Shape::Text, "a preset of the ruleset"),
    required("fen", Shape::Text, "the position, as FEN4"),
    required(
        "solution",
        Shape::Text,
        "the main line: the first move is the only one that solves it",
    ),
    required("from", Shape::Table(PUZZLE_FROM), "the game in which it was found"),
];

const PUZZLE_FROM: &[Key] = &[
    required("agents", Shape::Text, "the agents, as after `--agents`"),
    required("seed", Shape::Integer(0, i64::MAX), "the seed"),
    required("index", Shape::Integer(0, i64::MAX), "the game's index"),
    required("ply", Shape::Integer(0, 1_000_000), "after how many plies"),
];

/// The keys at the top of `weights.toml`.
pub const WEIGHTS: &[Key] = &[
    required("ruleset", Shape::Text, "the ruleset's id"),
    required("family", Shape::Text, "the hash of its board, seats, kinds and counters"),
    optional("learned", Shape::Table(LEARNED), "how the weights were learned"),
    required("weights", Shape::Table(OTHER_WEIGHTS), "the weights that are of no kind"),
    optional("counters", Shape::Named(&WEIGHT), "what one of each counter is worth"),
    required("kinds", Shape::Named(&Shape::Table(KIND_WEIGHTS)), "the weights of each kind"),
    optional("network", Shape::Table(NETWORK), "a network that adds to the weights"),
    optional("stage", Shape::Tables(STAGE), "what each stage of learning found"),
];

const WEIGHT: Shape = Shape::Integer(
    -(quadrille_core::rules::Weights::MAX_WEIGHT as i64),
    quadrille_core::rules::Weights::MAX_WEIGHT as i64,
);

const LEARNED: &[Key] = &[
    required("agent", Shape::Text, "who played"),
    required("seed", Shape::Integer(0, i64::MAX), "the seed"),
    required("games", Shape::Integer(1, i64::MAX), "the games of a stage"),
    required("ply_limit", Shape::Integer(1, i64::MAX), "games were stopped after so many plies"),
];

const OTHER_WEIGHTS: &[Key] = &[
    required(
        "danger",
        WEIGHT,
        "the cost of attacks next to a royal, times the square of their number",
    ),
    required("lost", WEIGHT, "the thousandths that a piece loses of its value that hangs"),
    required("lost_others", WEIGHT, "the same of a seat's other pieces that hang"),
    required("frozen", WEIGHT, "the thousandths that a frozen army counts for"),
    required("tempo", WEIGHT, "what it is worth to be to move"),
];

const KIND_WEIGHTS: &[Key] = &[
    required("value", WEIGHT, "what a piece is worth"),
    required("mobility", WEIGHT, "what each attacked square is worth"),
    required("promotion", WEIGHT, "the thousandths of a promotion's gain that it adds"),
    required("ranks", Shape::Text, "what is added by the number of ranks behind the piece"),
    required("files", Shape::Text, "what is added by the distance from the middle"),
];

const NETWORK: &[Key] = &[
    required("outputs", Shape::Text, "what each hidden unit is worth, in thousandths of a unit"),
    required(
        "inputs",
        Shape::Text,
        "for each input a line of its weights, as bytes in hexadecimal",
    ),
];

const STAGE: &[Key] = &[
    required("games", Shape::Integer(0, i64::MAX), "the number of games until then"),
    required("positions", Shape::Integer(0, i64::MAX), "the number of positions until then"),
    required("loss_before", COUNT, "the loss in other games before it, in millionths"),
    required("loss_after", COUNT, "the same after it"),
    optional(
        "size",
        COUNT,
        "by how much the network's outputs were multiplied after contests, in millionths",
    ),
    optional(
        "contest_games",
        Shape::Integer(0, i64::MAX),
        "the games of a contest with unlearned weights",
    ),
    optional("score", COUNT, "its score, in millionths"),
    optional("half", COUNT, "half the length of the score's interval, in millionths"),
];

const COUNT: Shape = Shape::Integer(i32::MIN as i64, i32::MAX as i64);
/// What a lint takes.
pub const LEVEL: Shape = Shape::Word(LintLevel::WORDS);
const RESULT: Shape = Shape::Word(&["win", "draw", "loss"]);

/// The keys of a preset that are no table of the file and no tunable.
pub(crate) const PRESET: &[Key] =
    &[optional("about", Shape::Text, "what the preset changes, in a sentence")];

/// The keys of the file that a preset may hold.
pub(crate) fn preset_tables() -> impl Iterator<Item = &'static Key> + Clone {
    FILE.iter().filter(|key| !matches!(key.name, "extends" | "drop" | "presets"))
}

/// A JSON Schema of `geometry.toml`, with which editors complete and check it.
///
/// It requires no key: what is missing is known only after inheritance.
#[must_use]
pub fn json() -> String {
    document("geometry.toml", FILE)
}

/// The same for `lessons.toml`.
#[must_use]
pub fn lessons_json() -> String {
    document("lessons.toml", LESSONS)
}

/// The same for `puzzles.toml`.
#[must_use]
pub fn puzzles_json() -> String {
    document("puzzles.toml", PUZZLES)
}

/// The same for `weights.toml`.
#[must_use]
pub fn weights_json() -> String {
    document("weights.toml", WEIGHTS)
}

fn document(title: &str, keys: &'static [Key]) -> String {
    let file = body(&Shape::Table(keys));
    let rest = file.strip_prefix('{').unwrap_or(&file);
    let draft = "http://json-schema.org/draft-07/schema#";
    format!("{{\"$schema\": \"{draft}\", \"title\": \"{title}\", {rest}\n")
}

/// The schema of a shape, on one line.
fn body(shape: &Shape) -> String {
    let text = "{\"type\": \"string\"}";
    match shape {
        Shape::Text => text.to_owned(),
        Shape::Integer(least, most) => {
            format!("{{\"type\": \"integer\", \"minimum\": {least}, \"maximum\": {most}}}")
        }
        Shape::Boolean => "{\"type\": \"boolean\"}".to_owned(),
        Shape::Word(words) => format!("{{\"enum\": [{}]}}", quoted(words)),
        Shape::Texts => format!("{{\"type\": \"array\", \"items\": {text}}}"),
        Shape::TextOrTexts => format!("{{\"anyOf\": [{text}, {}]}}", body(&Shape::Texts)),
        Shape::Table(keys) => object(&properties(keys), "false"),
        Shape::Tables(keys) => {
            format!("{{\"type\": \"array\", \"items\": {}}}", body(&Shape::Table(keys)))
        }
        Shape::Named(shape) => object("", &body(shape)),
        Shape::TableAndNamed(keys) => object(&properties(keys), &body(&Shape::Table(keys))),
        Shape::TextOrTable(keys) => {
            format!("{{\"anyOf\": [{text}, {}]}}", body(&Shape::Table(keys)))
        }
        Shape::Tunables => object("", "{\"type\": [\"string\", \"integer\", \"boolean\"]}"),
        Shape::Lints => {
            let levels = body(&LEVEL);
            let lint = |name: String| format!("\"{name}\": {levels}");
            let named: Vec<String> = LintName::names().map(lint).collect();
            // Codes are names too.
            object(&named.join(", "), &levels)
        }
        Shape::Preset => {
            let mut all = properties(PRESET);
            for key in preset_tables() {
                all.push_str(", ");
                all.push_str(&property(key));
            }
            object(&all, "{\"type\": [\"string\", \"integer\", \"boolean\"]}")
        }
    }
}

fn object(properties: &str, additional: &str) -> String {
    format!(
        "{{\"type\": \"object\", \"properties\": {{{properties}}}, \
         \"additionalProperties\": {additional}}}"
    )
}

fn properties(keys: &[Key]) -> String {
    keys.iter().map(property).collect::<Vec<_>>().join(", ")
}

/// A key and its schema.
fn property(key: &Key) -> String {
    let schema = body(&key.shape);
    let inner = schema.strip_prefix('{').unwrap_or(&schema);
    format!("\"{}\": {{\"description\": \"{}\", {inner}", key.name, key.doc)
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
