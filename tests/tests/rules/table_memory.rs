//! Tests of the memory that tables of movement may use.

use quadrille_dsl::diagnostic::Code;
use quadrille_dsl::library::{Memory, Shipped};
use quadrille_dsl::{Library as _, Limits, load};

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

#[test]
fn every_shipped_ruleset_and_recipe_fits_half_the_limit_of_a_server() {
    for name in Shipped.all_names() {
        let bytes = load(&Shipped, &name, &[]).unwrap().rules.table_bytes();
        assert!(bytes <= Limits::SERVER.table_bytes / 2, "{name} needs {bytes} bytes");
    }
}
