//! [`Case`]: a construct that is repeated, and the code that reads it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use quadrille_dsl::diagnostic::render_all;
use quadrille_dsl::library::Memory;
use quadrille_dsl::script::{ScriptSource, compile};
use quadrille_dsl::{Source, lessons, load, puzzles, tidy};

/// The sizes of the inputs, as multiples of a case's smallest number of repetitions.
pub const SIZES: [usize; 3] = [1, 2, 4];

/// The smallest number of repetitions at scale 1, unless a case sets another.
pub const REPETITIONS: usize = 60;

/// A construct that is repeated, and the code that reads it.
pub struct Case {
    /// The name.
    pub name: String,
    /// The smallest number of repetitions at scale 1.
    repetitions: usize,
    /// Makes the input with this number of repetitions. Returns the work to count.
    prepare: Box<dyn Fn(usize) -> Work>,
}

/// Work that is counted.
pub type Work = Box<dyn FnOnce()>;

impl Case {
    /// Creates a case.
    pub fn new(name: impl Into<String>, prepare: impl Fn(usize) -> Work + 'static) -> Self {
        Self { name: name.into(), repetitions: REPETITIONS, prepare: Box::new(prepare) }
    }

    /// Sets the smallest number of repetitions at scale 1.
    pub fn repeated(self, repetitions: usize) -> Self {
        Self { repetitions, ..self }
    }

    /// Makes the input of a size and reads it. Valgrind writes a count after each call.
    #[inline(never)]
    pub fn run(&self, size: usize) {
        counted_work((self.prepare)(self.repetitions * size));
    }
}

/// Does the work. Valgrind counts the instructions of each call of this function.
#[inline(never)]
fn counted_work(work: Work) {
    work();
}

/// The files of a ruleset, by name.
pub type Files = BTreeMap<&'static str, String>;

/// Reads the files of a ruleset as `check` and `fmt` do, without random games. Prints all findings.
pub fn read_ruleset(files: &Files) {
    let mut library = Memory::new();
    for (file, text) in files {
        library = library.with_file("growth", file, text.as_str());
        if tidy::knows(file) {
            let _ = tidy::text(file, text.as_bytes());
        }
    }
    let mut found = puzzles::of(&library, "growth").1;
    match load(&library, "growth", &[]) {
        Ok(loaded) => {
            found.extend(loaded.warnings());
            let never = AtomicBool::new(false);
            found.extend(lessons::run(&library, "growth", &loaded, true, &never).findings);
        }
        Err(errors) => found.extend(errors),
    }
    drop(render_all(&found, false));
}

/// Checks a script without a ruleset, and prints all findings.
pub fn read_script(text: &str) {
    let source = Source::new("growth.rhai", text);
    let script = ScriptSource { stem: "growth".to_owned(), source, plugin: None };
    let found = match compile(vec![script], &[], &AtomicBool::new(false)) {
        Ok((_, warnings)) => warnings,
        Err(errors) => errors.into_diagnostics(),
    };
    drop(render_all(&found, false));
}
