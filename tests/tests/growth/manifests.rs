//! Constructs of `geometry.toml`, `lessons.toml`, `puzzles.toml` and `weights.toml`, made from the
//! schema. A new key is therefore covered automatically.

use quadrille_dsl::manifest::schema::{self, Key, Shape};
use toml::{Table, Value};

use crate::cases::{Case, Files, REPETITIONS, read_ruleset};

/// A function that returns a text with a number of repetitions.
type Repeat = fn(usize) -> String;

/// A ruleset without scripts.
pub const GEOMETRY: &str = r##"
[variant]
id = "growth"
title = "Growth"
sources = [{ key = "s", cite = "A book" }]
[board]
mask = "8x8"
[zones]
rear = "rank 1"
[[seats]]
name = "white"
key = "w"
facing = "north"
team = "one"
[[seats]]
name = "black"
key = "b"
facing = "south"
team = "two"
[neutral]
key = "n"
[pieces]
king = { letter = "K", moves = "K", royal = true }
[array]
picture = """
bK . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
wK . . . . . . .
"""
[clauses]
K1 = "A king moves one step."
"##;

const LESSONS: &str = r#"
[[lesson]]
clause = "K1"
says = "The king moves."
unplayable = "only an example"
"#;

const PUZZLES: &str = r#"
ruleset = "growth"
[[puzzle]]
goal = "win"
plies = 1
grade = 1
fen = "8/8/8/8/8/8/8/8"
solution = "a1a2"
from = { agents = "random", seed = 1, index = 1, ply = 1 }
"#;

const WEIGHTS: &str = r#"
ruleset = "growth"
family = "0"
[weights]
danger = 1
lost = 1
lost_others = 1
frozen = 1
tempo = 1
[kinds.king]
value = 1
mobility = 1
promotion = 1
ranks = "0 0 0"
files = "0 0 0"
"#;

/// The files of the schema. Each has its keys and a short example.
const FILES: [(&str, &[Key], &str); 4] = [
    ("geometry.toml", schema::FILE, GEOMETRY),
    ("lessons.toml", schema::LESSONS, LESSONS),
    ("puzzles.toml", schema::PUZZLES, PUZZLES),
    ("weights.toml", schema::WEIGHTS, WEIGHTS),
];

/// The number of repetitions of letters and of signs, which are short.
const LETTERS: usize = 300;

/// Texts that TOML may repeat.
const TOKENS: &[&str] = &[
    "\n",
    "\r\n",
    " ",
    "#\n",
    "é",
    "\u{1}",
    "=",
    ".",
    ",",
    "a.",
    "a=",
    "a=1\n",
    "[",
    "]",
    "[[",
    "[a]\n",
    "[[a]]\n",
    "{",
    "}",
    "{a=",
    "a = {\n",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "a = \"\"\"\n",
    "\\",
    "1",
    "true\n",
    "1979-05-27\n",
];

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (file, keys, example) in FILES {
        let base: Table = example.parse().expect("the example is valid");
        let mut finder = Finder { file, base, cases: &mut cases };
        finder.keys(keys, &mut Vec::new());
    }
    for token in TOKENS {
        for (place, base) in [("alone", ""), ("after a ruleset", GEOMETRY)] {
            let name = format!("geometry.toml: {token:?} {place}");
            let prepare = move |number| format!("{base}{}", token.repeat(number));
            let text = move |number| Files::from([("geometry.toml", prepare(number))]);
            cases.push(ruleset(name, text).repeated(LETTERS));
        }
    }
    cases.extend(valid_constructs());
    cases
}

/// Returns the case of a ruleset.
fn ruleset(name: impl Into<String>, files: impl Fn(usize) -> Files + 'static) -> Case {
    Case::new(name, move |number| {
        let files = files(number);
        Box::new(move || read_ruleset(&files))
    })
}

/// A step from a table to a part of it.
#[derive(Clone)]
enum Step {
    /// The value of a key.
    Key(String),
    /// The first table of an array.
    First,
}

/// Finds the repeatable constructs of a file.
struct Finder<'a> {
    file: &'static str,
    base: Table,
    cases: &'a mut Vec<Case>,
}

impl Finder<'_> {
    /// Adds the constructs of a table.
    fn keys(&mut self, keys: &'static [Key], path: &mut Vec<Step>) {
        for key in keys {
            path.push(Step::Key(key.name.to_owned()));
            self.shape(&key.shape, path);
            path.pop();
        }
        let texts = keys.iter().filter(|key| is_text(&key.shape));
        let texts: Vec<&str> = texts.map(|key| key.name).collect();
        if !texts.is_empty() {
            self.add("long texts", path, move |number| {
                let long = Value::String("x ".repeat(number));
                let table = texts.iter().map(|name| ((*name).to_owned(), long.clone()));
                Value::Table(table.collect())
            });
        }
    }

    fn shape(&mut self, shape: &'static Shape, path: &mut Vec<Step>) {
        match shape {
            Shape::Texts | Shape::TextOrTexts => {
                self.add("texts", path, move |number| {
                    Value::Array((0..number).map(|i| Value::String(format!("x{i}"))).collect())
                });
                self.add("equal texts", path, move |number| {
                    Value::Array(vec![Value::String("x".to_owned()); number])
                });
            }
            Shape::Tables(keys) => {
                self.add("tables", path, move |number| {
                    Value::Array((0..number).map(|i| table(keys, i)).collect())
                });
                self.add("equal tables", path, move |number| {
                    Value::Array(vec![table(keys, 0); number])
                });
                path.push(Step::First);
                self.keys(keys, path);
                path.pop();
            }
            Shape::Table(keys) => self.keys(keys, path),
            Shape::TextOrTable(_) | Shape::Named(_) | Shape::TableAndNamed(_) => {
                let inner: &'static Shape = match shape {
                    Shape::Named(inner) => inner,
                    other => other,
                };
                self.add("names", path, move |number| named(number, |i| sample(inner, i)));
                if let Shape::Named(Shape::Table(keys)) = shape {
                    path.push(Step::Key("king".to_owned()));
                    self.keys(keys, path);
                    path.pop();
                }
            }
            Shape::Tunables | Shape::Lints => {
                self.add("names", path, move |number| {
                    named(number, |_| Value::String("warn".into()))
                });
            }
            Shape::Preset
            | Shape::Text
            | Shape::Name
            | Shape::Integer(..)
            | Shape::Boolean
            | Shape::Word(_) => {}
        }
    }

    /// Adds a case that replaces the value at a path.
    fn add(&mut self, what: &str, path: &[Step], value: impl Fn(usize) -> Value + 'static) {
        let words = path.iter().map(|step| match step {
            Step::Key(key) => key.as_str(),
            Step::First => "0",
        });
        let place = words.collect::<Vec<_>>().join(".");
        let name = format!("{}: {what} of `{place}`", self.file);
        let (file, base, path) = (self.file, self.base.clone(), path.to_owned());
        self.cases.push(ruleset(name, move |number| {
            let mut root = Value::Table(base.clone());
            put(&mut root, &path, value(number));
            let text = toml::to_string(&root).expect("tables can be written");
            let mut files = Files::from([("geometry.toml", GEOMETRY.to_owned())]);
            files.insert(file, text);
            files
        }));
    }
}

fn is_text(shape: &Shape) -> bool {
    matches!(shape, Shape::Text | Shape::Name | Shape::TextOrTexts | Shape::TextOrTable(_))
}

/// Puts a value at a path. If the value and the value in its place are tables, merges them.
fn put(root: &mut Value, path: &[Step], value: Value) {
    let Some((step, rest)) = path.split_first() else {
        match (root, value) {
            (Value::Table(old), Value::Table(new)) => old.extend(new),
            (old, new) => *old = new,
        }
        return;
    };
    match (step, &mut *root) {
        (Step::Key(key), Value::Table(table)) => {
            let inner = table.entry(key).or_insert_with(|| Value::Table(Table::new()));
            put(inner, rest, value);
        }
        (Step::First, Value::Array(list)) if !list.is_empty() => put(&mut list[0], rest, value),
        (Step::First, _) => {
            let mut first = Value::Table(Table::new());
            put(&mut first, rest, value);
            *root = Value::Array(vec![first]);
        }
        (Step::Key(_), _) => {
            *root = Value::Table(Table::new());
            put(root, path, value);
        }
    }
}

fn named(number: usize, value: impl Fn(usize) -> Value) -> Value {
    Value::Table((0..number).map(|i| (format!("x{i}"), value(i))).collect())
}

/// Returns a table with all keys that are not tables.
fn table(keys: &'static [Key], number: usize) -> Value {
    let values = keys.iter().filter(|key| !matches!(key.shape, Shape::Table(_) | Shape::Preset));
    Value::Table(values.map(|key| (key.name.to_owned(), sample(&key.shape, number))).collect())
}

/// Returns a value of a shape.
fn sample(shape: &'static Shape, number: usize) -> Value {
    match shape {
        Shape::Text | Shape::Name | Shape::TextOrTexts | Shape::TextOrTable(_) => {
            Value::String(format!("x{number}"))
        }
        Shape::Integer(least, most) => Value::Integer((least + number as i64 % 2).min(*most)),
        Shape::Boolean => Value::Boolean(true),
        Shape::Word(words) => Value::String((*words.first().unwrap_or(&"")).to_owned()),
        Shape::Texts => Value::Array(vec![Value::String(format!("x{number}"))]),
        Shape::Table(keys) | Shape::TableAndNamed(keys) => table(keys, number),
        Shape::Tables(keys) => Value::Array(vec![table(keys, number)]),
        Shape::Named(inner) => named(1, |_| sample(inner, number)),
        Shape::Tunables | Shape::Lints | Shape::Preset => named(1, |_| Value::Integer(1)),
    }
}

/// Returns constructs with valid values, so that the lints run too.
fn valid_constructs() -> Vec<Case> {
    let many = |line: fn(usize) -> String| {
        move |number: usize| -> String { (0..number).map(line).collect() }
    };
    let lines: [(&str, &str, Repeat); 9] = [
        ("clauses", "", |i| format!("c{i} = \"Rule {i} of white and black.\"\n")),
        ("zones", "[zones]\n", |i| format!("z{i} = \"file a + rank 2\"\n")),
        ("zones of seats", "[zones]\n", |i| format!("white-z{i} = \"rank 2\"\n")),
        ("presets", "", |i| {
            format!("[presets.p{i}]\nabout = \"One.\"\nvariant.summary = \"Other.\"\n")
        }),
        ("tunables", "[tunables]\n", |i| format!("\"s{i}.NUMBER\" = 1\n")),
        ("plugins", "", |i| format!("[plugins.p{i}.clauses]\na = \"K1\"\n")),
        ("arrays", "", |i| format!("[array.a{i}]\npicture = \"8 . K\"\n")),
        ("pieces", "", |i| format!("[pieces.p{i}]\nletter = \"A\"\nmoves = \"W\"\n")),
        ("seats", "", |i| format!("[[seats]]\nname = \"s{i}\"\nkey = \"s\"\nfacing = \"north\"\n")),
    ];
    let mut cases: Vec<Case> = Vec::new();
    for (name, heading, line) in lines {
        let text = many(line);
        // A heading must not occur twice.
        let base = if heading == "[zones]\n" {
            GEOMETRY.replace("[zones]\nrear = \"rank 1\"\n", "")
        } else {
            GEOMETRY.to_owned()
        };
        cases.push(
            ruleset(format!("geometry.toml: valid {name}"), move |number| {
                Files::from([("geometry.toml", format!("{base}{heading}{}", text(number)))])
            })
            .repeated(if name == "arrays" { 20 } else { REPETITIONS }),
        );
    }
    let boards: [(&str, Repeat); 5] = [
        ("rows of a mask", |i| format!("mask = \"\"\"\n{}\"\"\"", "........\n".repeat(i))),
        ("cells of a row of a mask", |i| format!("mask = \"{}\"", ".".repeat(i))),
        ("walls", |i| format!("mask = \"8x8\"\nwalls = [{}]", "\"a1|a2\", ".repeat(i))),
        ("portals", |i| format!("mask = \"8x8\"\nportals = [{}]", "\"a1=b2\", ".repeat(i))),
        ("lines", |i| format!("mask = \"8x8\"\nlines = [{}]", "\"a1-h8\", ".repeat(i))),
    ];
    for (name, board) in boards {
        cases.push(ruleset(format!("geometry.toml: {name}"), move |number| {
            let text = GEOMETRY.replace("mask = \"8x8\"", &board(number));
            Files::from([("geometry.toml", text)])
        }));
    }
    let pictures: [(&str, Repeat); 2] = [
        ("rows of a picture", |i| "bK . . . . . . .\n".repeat(i)),
        ("cells of a picture", |i| "bK ".repeat(i)),
    ];
    for (name, picture) in pictures {
        cases.push(ruleset(format!("geometry.toml: {name}"), move |number| {
            let (before, rest) = GEOMETRY.split_once("\"\"\"\n").expect("a picture");
            let (_, after) = rest.split_once("\"\"\"\n").expect("its end");
            let text = format!("{before}\"\"\"\n{}\"\"\"\n{after}", picture(number));
            Files::from([("geometry.toml", text)])
        }));
    }
    cases.push(ruleset("geometry.toml: inherited clauses", |number| {
        let clauses: String = (0..number).map(|i| format!("c{i} = \"Rule {i}.\"\n")).collect();
        Files::from([(
            "geometry.toml",
            format!(
                "{GEOMETRY}{clauses}[presets.p]\nclauses = {{ {} }}\n",
                (0..number)
                    .map(|i| format!("c{i} = \"Other {i}.\""))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        )])
    }));
    cases.push(
        ruleset("lessons.toml: lessons of many clauses", |number| {
            let clauses: String = (0..number).map(|i| format!("c{i} = \"Rule {i}.\"\n")).collect();
            let lesson = |i| {
                format!("[[lesson]]\nclause = \"c{i}\"\nsays = \"Text.\"\nunplayable = \"no\"\n")
            };
            Files::from([
                ("geometry.toml", format!("{GEOMETRY}{clauses}")),
                ("lessons.toml", (0..number).map(lesson).collect()),
            ])
        })
        .repeated(60),
    );
    cases
}
