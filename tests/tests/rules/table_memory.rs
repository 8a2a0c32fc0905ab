//! Tests of the limits of loading: the memory of tables of movement, and the work of hooks.

use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::library::{Memory, Shipped};
use quadrille_dsl::{Folder, Library, LibraryError, Limits, load};

/// Returns the manifest of a game with 15 kinds of bent riders on the largest board.
fn bent_riders() -> String {
    let kinds = ('A'..='J').chain('L'..='P').map(|letter| {
        let name = letter.to_ascii_lowercase();
        format!("rider_{name} = {{ letter = \"{letter}\", moves = \"qNN\" }}\n")
    });
    let rest = " .".repeat(31);
    format!(
        r#"
[variant]
id = "bent"
title = "Bent"

[board]
mask = "32x32"

[pieces]
king = {{ letter = "K", moves = "K", royal = true }}
{}
[[seats]]
name = "white"
key = "w"
facing = "north"

[[seats]]
name = "black"
key = "b"
facing = "south"

[array]
picture = """
bK{rest}
{}wK{rest}
"""
"#,
        kinds.collect::<String>(),
        format!(".{rest}\n").repeat(30),
    )
}

#[test]
fn movements_that_would_fill_the_memory_are_an_error() {
    let library = Memory::new().with_file("bent", "geometry.toml", bent_riders());
    let found = load(&library, "bent", &[]).unwrap_err().into_diagnostics();
    let found: Vec<_> = found.into_iter().map(|found| (found.code, found.message)).collect();
    let message = "the movements need tables of more than 256 MB on this board".to_owned();
    assert_eq!(found, [(Some(Code::TablesTooLarge), message)]);
}

/// The shipped rulesets and some others, with other limits.
struct Limited(Memory, Limits);

impl Library for Limited {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        self.0.folder(name).or_else(|_| Shipped.folder(name))
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        Shipped.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        Shipped.plugins()
    }

    fn limits(&self) -> Limits {
        self.1
    }
}

#[test]
fn every_shipped_ruleset_and_recipe_fits_the_limits_of_a_server() {
    let mut limits = Limits::SERVER;
    limits.define_operations /= 2;
    limits.tabulated_operations /= 2;
    for name in Shipped.all_names() {
        let loaded = load(&Limited(Memory::new(), limits), &name, &[]);
        assert!(loaded.is_ok(), "{name}: {:?}", loaded.err());
    }
}

#[test]
fn define_has_a_limit_of_operations() {
    let geometry = "extends = \"orthodox-chess\"\n[variant]\nid = \"mine\"\ntitle = \"Mine\"\n\
        [rules]\nscripts = [\"plugin:castling\", \"plugin:mate-ends\", \"long.rhai\"]\n";
    let script = "fn define(rules) { for i in 0..5000 { let x = i; } }";
    let library = Memory::new().with_file("mine", "geometry.toml", geometry);
    let library = library.with_file("mine", "long.rhai", script);
    let loads = |limits| load(&Limited(library.clone(), limits), "mine", &[]).is_ok();
    let mut few = Limits::LOCAL;
    few.define_operations = 1000;
    assert_eq!((loads(Limits::LOCAL), loads(few)), (true, false));
}

#[test]
fn tabulated_hooks_have_a_limit_of_operations() {
    let geometry = "[variant]\nid = \"mine\"\ntitle = \"Mine\"\n[board]\nmask = \"8x8\"\n\
        [[seats]]\nname = \"white\"\nkey = \"w\"\nfacing = \"north\"\n\
        [[seats]]\nname = \"black\"\nkey = \"b\"\nfacing = \"south\"\n\
        [pieces]\nknight = { letter = \"N\", moves = \"N\" }\n\
        [array]\npicture = \"\"\"\nbN . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
        . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . wN\n\"\"\"\n\
        [rules]\nscripts = [\"enter.rhai\"]\n";
    let script = "fn may_enter(piece, square) {
        let sum = 0;
        for n in 0..9 { sum += square.file * square.rank; }
        sum < 500
    }";
    let library = Memory::new().with_file("mine", "geometry.toml", geometry);
    let library = library.with_file("mine", "enter.rhai", script);
    let loads = |limits| load(&Limited(library.clone(), limits), "mine", &[]);
    let mut few = Limits::LOCAL;
    few.tabulated_operations = 1000;
    assert!(loads(Limits::LOCAL).is_ok());
    let errors = loads(few).expect_err("a limit stops the hook");
    let failed = Some(Code::TabulatedHookFailed);
    assert!(errors.diagnostics().iter().any(|error| error.code == failed));
}
