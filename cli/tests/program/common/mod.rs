//! Creates a folder with rulesets for one test, and runs the program in this folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The time limit for any process of a test.
const PROCESS_TIMEOUT: Duration = Duration::from_secs(120);

/// A very small but sensible game: two kings and two rooks, won by mate.
pub const DUEL: &str = r##"
[variant]
id = "duel"
title = "Duel"
year = 2001
summary = "Two kings and two rooks. For tests."

[board]
mask = """
.....
.....
.....
.....
.....
"""

[[seats]]
name = "white"
key = "w"
colour = "#f4ecd8"
facing = "north"

[[seats]]
name = "black"
key = "b"
colour = "#403a36"
facing = "south"

[pieces]
king = { letter = "K", moves = "K", royal = true }
rook = { letter = "R", moves = "R", value = 5 }

[array]
picture = """
bK bR .  .  .
.  .  .  .  .
.  .  .  .  .
.  .  .  .  .
.  .  .  wR wK
"""

[rules]
scripts = ["ends.rhai"]
ply_limit = 200
"##;

/// The script that decides when the duel ends.
pub const ENDS: &str = r#"//! A mated seat loses, and lone kings draw.

// What becomes of a stalemated seat.
// one of: draw, loss
const STALEMATE = "draw";

fn define(rules) {
    rules.repetition(3);
    rules.insufficient_force("K v K");
}

/// Mate ends the game.
/// clause: D1
fn on_mate(game, seat) {
    lose(seat);
}

/// No move and no check.
/// clause: D2
fn on_stalemate(game, seat) {
    if STALEMATE == "loss" { lose(seat) } else { draw() }
}
"#;

/// A folder for one test, which is removed at the end of the test.
pub struct Scene {
    /// The path of the folder.
    pub dir: PathBuf,
}

impl Scene {
    /// Creates an empty folder.
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let n = NEXT.fetch_add(1, Ordering::Relaxed);
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let dir = dir.join(format!("scene-{}-{n}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Self { dir }
    }

    /// Creates a folder with the ruleset `./duel`.
    pub fn duel() -> Self {
        Self::new().file("duel/geometry.toml", DUEL).file("duel/ends.rhai", ENDS)
    }

    /// Creates a folder with the ruleset `./duel`, and adds a hook to its script.
    pub fn duel_with(hook: &str) -> Self {
        Self::duel().file("duel/ends.rhai", format!("{ENDS}\n{hook}\n"))
    }

    /// Writes a file.
    pub fn file(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.dir.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Returns the text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.dir.join(name)).unwrap()
    }

    /// Runs the program in the folder. Spaces separate the arguments. An argument with spaces is
    /// written as `'…'`.
    pub fn run(&self, line: &str) -> Ended {
        self.run_words(&words(line))
    }

    /// Runs the program in the folder.
    pub fn run_words(&self, words: &[String]) -> Ended {
        Self::wait(self.command(words), words)
    }

    /// Runs the program in the folder after `change` has changed the command.
    pub fn run_with(&self, line: &str, change: impl FnOnce(&mut Command)) -> Ended {
        let words = words(line);
        let mut command = self.command(&words);
        change(&mut command);
        Self::wait(command, &words)
    }

    /// Runs the program, and passes `input` to its standard input.
    pub fn fed(&self, line: &str, input: impl AsRef<[u8]>) -> Ended {
        let path = self.dir.join(".input");
        fs::write(&path, input).unwrap();
        let words = words(line);
        let mut command = self.command(&words);
        command.stdin(fs::File::open(path).unwrap());
        Self::wait(command, &words)
    }

    fn wait(mut command: Command, words: &[String]) -> Ended {
        let mut child = command.spawn().unwrap();
        let out = reader(child.stdout.take().unwrap());
        let err = reader(child.stderr.take().unwrap());
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > PROCESS_TIMEOUT {
                child.kill().unwrap();
                panic!("quadrille {words:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let (out, err) = (out.join().unwrap(), err.join().unwrap());
        assert!(!err.contains("panicked"), "quadrille {words:?} panicked:\n{err}");
        Ended { line: words.join(" "), code: status.code(), out, err }
    }

    /// Returns a command that runs the program in the folder and captures its output.
    pub fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
        command.args(words).current_dir(&self.dir).stdin(Stdio::null());
        command.env_remove("NO_COLOR").env_remove("COLORTERM").env("TERM", "xterm");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.dir);
    }
}

fn reader(mut from: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The result of a run of the program: its output and its exit code.
#[derive(Debug)]
pub struct Ended {
    /// The command line.
    pub line: String,
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ended {
    /// Checks the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "quadrille {}\n{}\n{}", self.line, self.out, self.err);
        self
    }

    /// Checks that standard output contains `text`.
    #[track_caller]
    pub fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "quadrille {}: no `{text}` in\n{}", self.line, self.out);
        self
    }

    /// Checks that standard error contains `text`.
    #[track_caller]
    pub fn complains(self, text: &str) -> Self {
        assert!(self.err.contains(text), "quadrille {}: no `{text}` in\n{}", self.line, self.err);
        self
    }

    /// Parses standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}:\n{}", self.out))
    }
}

/// Splits a command line into words.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = None::<String>;
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
