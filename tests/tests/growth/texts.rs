//! Constructs of the other formats: movement notation, square sets, FEN, actions, records,
//! variants and claims.

use std::sync::{Arc, LazyLock};

use quadrille_core::{Geometry, game};
use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Ruleset, actions, fen, load, notation, pgn, squares};

use crate::cases::Case;

/// The number of repetitions of letters and of signs, which are short.
const LETTERS: usize = 300;

static CHESS: LazyLock<Arc<Ruleset>> = LazyLock::new(|| ruleset("orthodox-chess"));
static TEAMS: LazyLock<Arc<Ruleset>> = LazyLock::new(|| ruleset("chesscom-teams"));

fn ruleset(name: &str) -> Arc<Ruleset> {
    Arc::new(load(&Shipped, name, &[]).expect("a shipped ruleset"))
}

/// A format: its name, its tokens, and the code that reads a text.
type Format = (&'static str, &'static [&'static str], fn(&str));

const FORMATS: &[Format] = &[
    (
        "notation",
        &[
            "W", "f", "fm", "z", "W2", "WF", "qNN", "-", "(", ")", "[", "1", "aa", "é", " ",
            "fmWfceF", "yafsF",
        ],
        |text| drop(notation::normalise(text)),
    ),
    (
        "square set",
        &[
            "a1",
            "a1 ",
            "a1 + ",
            "a1+",
            "rank 1 + ",
            "file a - ",
            "(",
            ")",
            "not ",
            "home",
            "home + ",
            "a1:h8 & ",
            " ",
            "é",
        ],
        |text| {
            let board = Geometry::rectangle(8, 8).expect("a board");
            drop(squares::parse(text, &board, &[]));
            drop(squares::mentions(text));
        },
    ),
    (
        "FEN",
        &[
            "/",
            "8/",
            "1",
            "p",
            " ",
            "- ",
            "w ",
            "KQkq ",
            "a1",
            ",",
            "{",
            "é",
            "(",
            "0 ",
            "R-0,0,0,0-",
            "{'a':1}",
        ],
        |text| {
            drop(fen::read(&CHESS.rules, text));
            drop(fen::read(
                &CHESS.rules,
                &format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 {text}"),
            ));
        },
    ),
    (
        "FEN4",
        &["/", "8/", "1,", "rP,", " ", "R-", "0,", "-", "{", "}", "'a':1,", "{'a':", "'", "(", "é"],
        |text| {
            drop(fen::read(&TEAMS.rules, text));
            drop(fen::read(&TEAMS.rules, &format!("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{text}")));
            drop(fen::read(
                &TEAMS.rules,
                &format!("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{{{text}}}-14/"),
            ));
        },
    ),
    (
        "actions",
        &["e2e4 ", "e4 ", "Nf3 Ng8 ", " ", "(", "a", "é", "e2", "g1f3 g8f6 f3g1 f6g8 "],
        |text| {
            let hooks = CHESS.hooks();
            let mut game = game::start(&CHESS.rules, &*hooks).expect("it starts");
            drop(actions::play(&mut *game, text));
        },
    ),
    (
        "PGN",
        &[
            "\n",
            "%\n",
            ";\n",
            "{",
            "{}",
            "{a} ",
            "(",
            "()",
            "$1 ",
            "1. ",
            "1... ",
            "e4 ",
            "*\n",
            "[",
            "[a \"b\"]\n",
            "[Event \"x\"]\n\n1. e4 *\n\n",
            "\"",
            "a ",
            "é",
            "1-0 ",
            "1. Nf3 Nf6 2. Ng1 Ng8 ",
            "(e4) ",
            "! ",
            "1. e4 { [%clk 1] } ",
        ],
        |text| {
            for record in pgn::read(text).unwrap_or_default().iter().take(2) {
                let hooks = CHESS.hooks();
                let mut game = game::start(&CHESS.rules, &*hooks).expect("it starts");
                drop(pgn::replay(record, &mut *game));
            }
        },
    ),
    (
        "PGN4",
        &[
            "1. h2-h4 .. ",
            "1. ",
            "..",
            " .. ",
            "[a \"b\"]\n",
            "{",
            "{} ",
            "(",
            "h2-h4",
            "R",
            "S ",
            "T ",
            "\n",
            "( 1. h2-h4 ) ",
        ],
        |text| {
            let text = format!("[Variant \"Teams\"]\n[RuleVariants \"\"]\n\n{text}");
            for record in pgn::read(&text).unwrap_or_default().iter().take(2) {
                let hooks = TEAMS.hooks();
                let mut game = game::start(&TEAMS.rules, &*hooks).expect("it starts");
                drop(pgn::replay(record, &mut *game));
            }
        },
    ),
    (
        "variants.ini",
        &[
            "\n",
            "# a\n",
            "[",
            "[a]\n",
            "[a:chess]\n",
            "a = b\n",
            "king = k\n",
            "=",
            "[v]\nking = k\n",
            "customPiece1 = a:W\n",
            "startFen = 8/8 w - - 0 1\n",
            "é",
            "[x:x]\n",
        ],
        |text| {
            drop(quadrille_import::names(text));
            drop(quadrille_import::variant(text, "v", "v"));
            let whole = format!("[v:chess]\n{text}");
            drop(quadrille_import::variant(&whole, "v", "v"));
        },
    ),
    (
        "lud",
        &[
            "(",
            "(a ",
            "{",
            "<",
            "#1 ",
            "\"",
            "a:",
            "(define \"A\" \"A\")",
            "(define \"A\" (\"A\" #1 #1))",
            "(or (move Step) ",
            "(move Slide Forward (to if:(is In (to) (sites Top))))",
            "(if (= 1 (column of:(from))) (move Leap {{F F R F}}))",
        ],
        |text| {
            drop(quadrille_import::ludii_game(text, "v", &[], &[]));
            let whole = format!(
                "(game \"G\" (players 2) (equipment {{(board (square 8)) (piece \"A\" Each (or {{{text}}}))}}) \
                 (rules (start (place \"A1\" \"A1\")) (play (forEach Piece))))"
            );
            drop(quadrille_import::ludii_game(&whole, "v", &[], &[]));
        },
    ),
    (
        "claims.toml",
        &[
            "\n",
            "[[claim]]\n",
            "[[claim]]\nid = \"a\"\nmetric = \"plies\"\n",
            "a = 1\n",
            "[",
            "\"",
            "# a\n",
        ],
        |text| drop(quadrille_reports::claims::file::read(text.as_bytes())),
    ),
];

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (format, tokens, read) in FORMATS {
        for token in *tokens {
            let most = if *format == "notation" { 20 } else { LETTERS / token.len().max(4) * 2 };
            let case = Case::new(format!("{format}: {token:?}"), move |number| {
                let text = token.repeat(number);
                let read = *read;
                Box::new(move || read(&text))
            });
            cases.push(case.repeated(most));
        }
    }
    for (name, heading, line) in [
        ("variants", "", "[v@]\nking = k\n"),
        ("variants that inherit", "[v]\nking = k\n", "[v@:v]\n"),
        ("variants in a row", "[v0]\nking = k\n", "[v@:v&]\n"),
        ("keys", "[v:chess]\n", "key@ = 1\n"),
        ("pieces", "[v:chess]\n", "customPiece@ = a:W\n"),
    ] {
        cases.push(Case::new(format!("variants.ini: {name}"), move |number| {
            let line =
                |i: usize| line.replace('@', &(i + 1).to_string()).replace('&', &i.to_string());
            let text: String =
                std::iter::once(heading.to_owned()).chain((0..number).map(line)).collect();
            Box::new(move || {
                drop(quadrille_import::names(&text));
                drop(quadrille_import::variant(&text, "v", "v"));
                drop(quadrille_import::variant(&text, &format!("v{number}"), "v"));
            })
        }));
    }
    cases
}
