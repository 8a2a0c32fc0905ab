//! The keys of `geometry.toml`, `lessons.toml`, `puzzles.toml` and `weights.toml`. Each key has a
//! type and a meaning.
//!
//! One table for each file determines the checks, the suggestions, and the JSON Schema for editors.

use quadrille_core::rules::KnownTo;
use quadrille_core::{Facing, Spec};

use super::piece_figures::SYMBOLS;
use crate::diagnostic::{LintLevel, LintName};

/// A key of a table.
#[derive(Debug)]
pub struct Key {
    /// The name as written.
    pub name: &'static str,
    /// The type of the key's value.
    pub shape: Shape,
    /// `true` if the key must exist after inheritance and presets have been applied.
    pub required: bool,
    /// The meaning of the key, in a sentence.
    pub doc: &'static str,
}

/// The maximum number of characters of a title, and of any other name in a file.
pub(crate) const MAX_NAME: usize = 200;

/// The type of a key's value.
#[derive(Debug)]
pub enum Shape {
    /// Any string.
    Text,
    /// A string of at most 200 characters.
    Name,
    /// An integer between these bounds, inclusive.
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
    /// A table whose keys the author chooses. All its values have the given type.
    Named(&'static Shape),
    /// A table that may have these keys. It may also contain further tables whose names the author
    /// chooses, and each of these tables may have the same keys.
    TableAndNamed(&'static [Key]),
    /// A string, or a table that may have these keys.
    TextOrTable(&'static [Key]),
    /// A table of tunables. Each key is a quoted `"script.CONST"`, and each value is a string, an
    /// integer or a boolean.
    Tunables,
    /// Names of lints, each with a level.
    Lints,
    /// A preset. It contains `about`, tunables as quoted `"script.CONST"` keys, and tables of the
    /// file.
    Preset,
}

const fn optional(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, required: false, doc }
}

const fn required(name: &'static str, shape: Shape, doc: &'static str) -> Key {
    Key { name, shape, required: true, doc }
}

/// The present version of the format of `geometry.toml`, `lessons.toml`, `puzzles.toml` and
/// `weights.toml`. A file without the key `format` has version 1.
pub const FORMAT: i64 = 1;

const FORMAT_KEY: Key = optional("format", Shape::Integer(1, FORMAT), "the version of the format");

/// The keys at the top of `geometry.toml`.
pub const FILE: &[Key] = &[
    FORMAT_KEY,
    optional("extends", Shape::Text, "the ruleset to inherit from, key by key"),
    optional("drop", Shape::Texts, "tables and keys that are not inherited, such as `clauses.V11`"),
    required("variant", Shape::Table(VARIANT), "the name and the history of the ruleset"),
    required("board", Shape::Table(BOARD), "the squares of the board"),
    optional("zones", Shape::Named(&Shape::Text), "named sets of squares"),
    required("seats", Shape::Tables(SEAT), "the players, in turn order"),
    optional("neutral", Shape::Table(NEUTRAL), "the pieces that belong to no seat"),
    required("pieces", Shape::Named(&Shape::Table(PIECE)), "the kinds of piece"),
    optional("hidden", Shape::Table(HIDDEN), "the display of pieces whose kinds are hidden"),
    required("array", Shape::TableAndNamed(ARRAY), "the position at the start"),
    optional("rules", Shape::Table(RULES), "the rule scripts and the order of turns"),
    optional(
        "plugins",
        Shape::Named(&Shape::Table(PLUGIN)),
        "this ruleset's names for the clauses of plugins",
    ),
    optional("tunables", Shape::Tunables, "values for tunables of scripts"),
    optional(
        "clauses",
        Shape::Named(&Shape::TextOrTable(CLAUSE)),
        "the rules of the source in words",
    ),
    optional("lints", Shape::Lints, "levels of warnings: `allow`, `warn` or `deny`"),
    optional("presets", Shape::Named(&Shape::Preset), "named interpretations of the rules"),
];

const VARIANT: &[Key] = &[
    required("id", Shape::Name, "the folder's name"),
    required("title", Shape::Name, "the name of the game"),
    optional("inventor", Shape::Name, "the inventor"),
    optional("year", Shape::Integer(-9999, 9999), "the year of the game"),
    optional("about", Shape::Boolean, "`true` if the year is approximate"),
    optional("place", Shape::Name, "the place where it was made"),
    optional(
        "parents",
        Shape::Texts,
        "ids of the games that it comes from, or names if they are not rulesets",
    ),
    optional("changes", Shape::Text, "the differences from its parents, for the family tree"),
    optional("summary", Shape::Text, "a description in a sentence or two"),
    optional("sources", Shape::Tables(SOURCE), "the sources of the rules"),
];

const SOURCE: &[Key] = &[
    required("key", Shape::Name, "a short name that clauses refer to"),
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
    optional("walls", Shape::Texts, "edges that no piece crosses, such as `d4|e4`"),
    optional(
        "one_way",
        Shape::Texts,
        "edges that are crossed in one direction only, such as `d4>e4`",
    ),
    optional(
        "wraps",
        Shape::Word(&["left-right", "top-bottom", "both"]),
        "the opposite sides of the board that are joined",
    ),
    optional("portals", Shape::Texts, "squares that lead to each other, such as `d4=k11`"),
    optional("lines", Shape::Texts, "lines drawn across squares, such as `a1-h8`"),
];

const SEAT: &[Key] = &[
    required("name", Shape::Name, "its name"),
    required("key", Shape::Text, "its letter in pictures and FEN"),
    optional("colour", Shape::Text, "the colour of its pieces, such as `#d9b300`"),
    required("facing", Shape::Word(&Facing::WORDS), "the direction that its pieces face"),
    optional("team", Shape::Name, "its team; a seat without a team plays alone"),
    optional("hidden", Shape::Boolean, "`true` if the kinds of all its pieces are hidden"),
];

const NEUTRAL: &[Key] = &[
    required("key", Shape::Text, "their letter in pictures and FEN"),
    optional("name", Shape::Name, "the name of their colour, by default `neutral`"),
    optional("colour", Shape::Text, "the colour in which they are drawn, such as `#8a8a8a`"),
    optional("capturable", Shape::Boolean, "`true` if seats may capture them"),
    optional("movers", Shape::Texts, "the seats that may move them in their turns"),
];

const PIECE: &[Key] = &[
    required("letter", Shape::Text, "its capital letter in pictures, FEN and moves"),
    required("moves", Shape::Text, "its moves, in movement notation"),
    optional(
        "royal",
        Shape::Boolean,
        "`true` if it can be checked and mated, or if its capture has consequences",
    ),
    optional("value", Shape::Integer(0, 1000), "its value for agents and for sums of material"),
    optional(
        "symbol",
        Shape::Word(SYMBOLS),
        "its figure in pictures, by default the one with its name",
    ),
    optional("hidden", Shape::Boolean, "`true` if opponents see the piece, but not its kind"),
];

const HIDDEN: &[Key] = &[
    required("shown_as", Shape::Text, "the kind that is shown instead of a hidden kind"),
    optional(
        "known_to",
        Shape::Word(&KnownTo::WORDS),
        "the seats that know a hidden kind: its `seat` (the default), its `team` or `none`",
    ),
    optional("captures_reveal", Shape::Boolean, "`true` if a piece that captures is revealed"),
];

const ARRAY: &[Key] = &[required(
    "picture",
    Shape::Text,
    "a cell for each cell of the board: `.`, `#`, `yP` or `yP>`, separated by white space",
)];

const RULES: &[Key] = &[
    optional("scripts", Shape::Texts, "rule scripts of the folder, and plugins as `plugin:NAME`"),
    optional("order", Shape::Texts, "names of seats in turn order, repeats allowed"),
    optional("array", Shape::Text, "the named array from which the game starts"),
    optional(
        "ply_limit",
        Shape::Integer(1, Spec::MAX_PLY_LIMIT as i64),
        "the number of plies after which a game is stopped",
    ),
];

const PLUGIN: &[Key] = &[optional(
    "clauses",
    Shape::Named(&Shape::Text),
    "this ruleset's ids for the clauses of the plugin",
)];

const CLAUSE: &[Key] = &[
    required("text", Shape::Text, "the text of the clause"),
    optional("source", Shape::Text, "the key of its source"),
];

/// The keys at the top of `lessons.toml`.
pub const LESSONS: &[Key] = &[
    FORMAT_KEY,
    required("lesson", Shape::Tables(LESSON), "the lessons: clauses shown in positions"),
];

/// The keys of a lesson.
pub const LESSON: &[Key] = &[
    optional("id", Shape::Text, "a name by which courses and commands refer to the lesson"),
    required("clause", Shape::TextOrTexts, "the clause or clauses that the lesson shows"),
    required("says", Shape::Text, "the explanation in a sentence or two"),
    optional("preset", Shape::Text, "a preset of the ruleset"),
    optional("set", Shape::Tunables, "values for tunables in this lesson"),
    optional("unplayable", Shape::Text, "the reason why no position can show the clause"),
    optional("fen", Shape::Text, "the position, as FEN"),
    optional("pieces", Shape::Text, "the position: pieces with their squares"),
    optional("turn", Shape::Text, "the seat to move"),
    optional("options", Shape::Text, "the rest of the position, as options of FEN"),
    optional("play", Shape::Text, "legal moves that are played"),
    optional("legal", Shape::Text, "moves that are then legal"),
    optional("illegal", Shape::Text, "moves that are then illegal"),
    optional("only", Shape::Text, "all legal moves"),
    optional("count", Shape::Integer(0, 1_000_000), "the number of legal moves"),
    optional("fires", Shape::TextOrTexts, "clauses that fired"),
    optional("silent", Shape::TextOrTexts, "clauses that did not fire"),
    optional(
        "board",
        Shape::Text,
        "pieces on their squares; a dot before a square means that it is empty",
    ),
    optional("next", Shape::Text, "the seat that decides next"),
    optional("asks", Shape::Text, "the question that the seat must answer"),
    optional("seat_state", Shape::Named(&Shape::Text), "states of seats"),
    optional("army_state", Shape::Named(&Shape::Text), "states of armies"),
    optional(
        "controller",
        Shape::Named(&Shape::Text),
        "the seat that controls a colour's pieces, or `nature`",
    ),
    optional("counter", Shape::Named(&COUNT), "values of counters"),
    optional("memory", Shape::Named(&Shape::Text), "contents of memories"),
    optional("check", Shape::TextOrTexts, "all seats that are in check"),
    optional("result", Shape::Named(&RESULT), "the game is over, with these results"),
    optional("team_result", Shape::Named(&RESULT), "the game is over, with these results of teams"),
    optional("metric", Shape::Named(&COUNT), "the number of times that each metric was counted"),
    optional("ends", Shape::Text, "the clause or built-in rule that ended the game"),
    optional("ongoing", Shape::Boolean, "`true` if the game continues"),
];

/// The keys at the top of `puzzles.toml`.
pub const PUZZLES: &[Key] = &[
    FORMAT_KEY,
    required("ruleset", Shape::Text, "the ruleset's id, or the path of its folder"),
    required("puzzle", Shape::Tables(PUZZLE), "the puzzles: positions with one solution"),
];

/// The keys of a puzzle.
pub const PUZZLE: &[Key] = &[
    required("goal", Shape::Text, "`win`, or `mate`, `save` or `thaw` and a seat"),
    required("plies", Shape::Integer(1, 8), "the maximum number of the side's plies"),
    required("grade", Shape::Integer(1, 5), "the difficulty"),
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
    required("ply", Shape::Integer(0, 1_000_000), "the number of plies before the position"),
];

/// The keys at the top of `weights.toml`.
pub const WEIGHTS: &[Key] = &[
    FORMAT_KEY,
    required("ruleset", Shape::Text, "the ruleset's id"),
    required("family", Shape::Text, "the hash of its board, seats, teams, kinds and counters"),
    optional("learned", Shape::Table(LEARNED), "the settings of the training"),
    required("weights", Shape::Table(OTHER_WEIGHTS), "the weights that belong to no kind"),
    optional("counters", Shape::Named(&WEIGHT), "the worth of one unit of each counter"),
    required("kinds", Shape::Named(&Shape::Table(KIND_WEIGHTS)), "the weights of each kind"),
    optional("network", Shape::Table(NETWORK), "a network that adds to the weights"),
    optional("stage", Shape::Tables(STAGE), "the results of each stage"),
];

const WEIGHT: Shape = Shape::Integer(
    -(quadrille_core::rules::Weights::MAX_WEIGHT as i64),
    quadrille_core::rules::Weights::MAX_WEIGHT as i64,
);

const LEARNED: &[Key] = &[
    required("agent", Shape::Text, "the agent that played"),
    required("seed", Shape::Integer(0, i64::MAX), "the seed"),
    required("games", Shape::Integer(1, i64::MAX), "the games of a stage"),
    required(
        "ply_limit",
        Shape::Integer(1, i64::MAX),
        "the number of plies after which games were stopped",
    ),
];

const OTHER_WEIGHTS: &[Key] = &[
    required(
        "danger",
        WEIGHT,
        "the cost of attacks next to a royal, times the square of their number",
    ),
    required(
        "lost",
        WEIGHT,
        "the thousandths of its value that the most valuable hanging piece loses",
    ),
    required(
        "lost_others",
        WEIGHT,
        "the thousandths of their value that a seat's other hanging pieces lose",
    ),
    required("frozen", WEIGHT, "the thousandths of its value that a frozen army is worth"),
    required("tempo", WEIGHT, "the worth of having the move"),
];

const KIND_WEIGHTS: &[Key] = &[
    required("value", WEIGHT, "the worth of a piece"),
    required("mobility", WEIGHT, "the worth of each attacked square"),
    required("promotion", WEIGHT, "the worth of a possible promotion, in thousandths of its gain"),
    required("ranks", Shape::Text, "the worth added by the number of ranks behind the piece"),
    required("files", Shape::Text, "the worth added by the distance from the middle"),
];

const NETWORK: &[Key] = &[
    required("outputs", Shape::Text, "the worth of each hidden unit, in thousandths of a unit"),
    required("inputs", Shape::Text, "a line of weights for each input, as bytes in hexadecimal"),
];

const STAGE: &[Key] = &[
    required("games", Shape::Integer(0, i64::MAX), "the number of games until then"),
    required("positions", Shape::Integer(0, i64::MAX), "the number of positions until then"),
    required("loss_before", COUNT, "the loss in other games before the stage, in millionths"),
    required("loss_after", COUNT, "the loss in other games after the stage, in millionths"),
    optional(
        "size",
        COUNT,
        "the factor by which the network's outputs were multiplied after contests, in millionths",
    ),
    optional(
        "contest_games",
        Shape::Integer(0, i64::MAX),
        "the games of a contest with unlearned weights",
    ),
    optional("score", COUNT, "the score in the contest, in millionths"),
    optional("half", COUNT, "half the length of the score's interval, in millionths"),
];

const COUNT: Shape = Shape::Integer(i32::MIN as i64, i32::MAX as i64);
/// The type of the values under names of lints.
pub const LEVEL: Shape = Shape::Word(LintLevel::WORDS);
const RESULT: Shape = Shape::Word(&["win", "draw", "loss"]);

/// The keys that only presets have. They are neither tables of the file nor tunables.
pub(crate) const PRESET: &[Key] =
    &[optional("about", Shape::Text, "a description of the changes in a sentence")];

/// Returns the top-level keys of the file that may also be in a preset.
pub(crate) fn preset_tables() -> impl Iterator<Item = &'static Key> + Clone {
    FILE.iter().filter(|key| !matches!(key.name, "extends" | "drop" | "presets"))
}

/// Returns a JSON Schema of `geometry.toml`. Editors use it to complete and check the file.
///
/// The schema requires no key, because a missing key may be inherited.
#[must_use]
pub fn json() -> String {
    document("geometry.toml", FILE)
}

/// Returns a JSON Schema of `lessons.toml`.
#[must_use]
pub fn lessons_json() -> String {
    document("lessons.toml", LESSONS)
}

/// Returns a JSON Schema of `puzzles.toml`.
#[must_use]
pub fn puzzles_json() -> String {
    document("puzzles.toml", PUZZLES)
}

/// Returns a JSON Schema of `weights.toml`.
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

/// Returns the JSON Schema for a shape, as one line of text.
fn body(shape: &Shape) -> String {
    let text = "{\"type\": \"string\"}";
    match shape {
        Shape::Text => text.to_owned(),
        Shape::Name => format!("{{\"type\": \"string\", \"maxLength\": {MAX_NAME}}}"),
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
            // Codes are valid names too.
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

/// Returns the JSON of a key and its schema.
fn property(key: &Key) -> String {
    let schema = body(&key.shape);
    let inner = schema.strip_prefix('{').unwrap_or(&schema);
    format!("\"{}\": {{\"description\": \"{}\", {inner}", key.name, key.doc)
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}
