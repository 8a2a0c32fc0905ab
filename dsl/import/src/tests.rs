//! The import of sections, and the messages about sections that can't be read.

use std::collections::BTreeSet;

use quadrille_core::game;

use super::{ImportError, ImportedRuleset, betza, id, names, variant};
use quadrille_dsl::diagnostic::Severity;
use quadrille_dsl::formats::notation;
use quadrille_dsl::library::Memory;
use quadrille_dsl::load::{Ruleset, load};

const SAMPLES: &str = include_str!("samples.ini");
const COUNTS: &str = include_str!("samples.perft");

#[track_caller]
fn made(text: &str, name: &str) -> ImportedRuleset {
    variant(text, name, "made").unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[track_caller]
pub(crate) fn rules(imported: &ImportedRuleset) -> Ruleset {
    let mut library = Memory::default();
    for (file, text) in &imported.files {
        library = library.with_file("made", file, text.as_bytes());
    }
    load(&library, "made", &[]).unwrap_or_else(|errors| {
        let files: Vec<_> = imported.files.iter().map(|(_, text)| text.as_str()).collect();
        panic!("{errors:#?}\n{}", files.join("\n"))
    })
}

/// Imports a section with these lines. Returns its untranslated keys, each with its line and the
/// reason.
fn missing(lines: &str) -> Vec<(String, usize, String)> {
    let imported = made(&format!("[odd:chess]\n{lines}\n"), "odd");
    rules(&imported);
    imported.missing.into_iter().map(|key| (key.key, key.line, key.why)).collect()
}

#[test]
fn pieces_of_chess_are_worth_what_chess_books_say() {
    let loaded = rules(&made("[tiny:chess]\n", "tiny"));
    let kinds = loaded.spec().kinds.iter().filter(|kind| !kind.royal);
    let mut values: Vec<_> = kinds.map(|kind| (kind.letter, kind.value)).collect();
    values.sort_unstable();
    assert_eq!(values, [('B', 3), ('N', 3), ('P', 1), ('Q', 9), ('R', 5)]);
}

#[test]
fn the_samples_have_as_many_moves_as_another_program_finds() {
    let counts = COUNTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in counts {
        let (name, leaves) = line.split_once('\t').unwrap();
        let imported = made(SAMPLES, name);
        assert_eq!(imported.missing, [], "{name}");
        let loaded = rules(&imported);
        let warning =
            loaded.warnings().into_iter().find(|found| found.severity >= Severity::Warning);
        wrong.extend(warning.map(|found| format!("{name}: {}", found.message)));
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, &*hooks).unwrap();
        for (depth, leaves) in (1..).zip(leaves.split(' ')) {
            let found = game.perft(depth).unwrap().to_string();
            if found != leaves {
                wrong.push(format!("{name} has {found} at {depth}, not {leaves}"));
            }
        }
        seen += 1;
    }
    assert_eq!(wrong, [""; 0]);
    assert_eq!(seen, names(SAMPLES).unwrap().len());
}

#[test]
fn every_variant_to_inherit_from_is_a_ruleset() {
    for name in names(super::ini::BUILT_IN_VARIANTS).unwrap() {
        let imported = made("[other:chess]\n", &name);
        let missing: Vec<&str> = imported.missing.iter().map(|key| key.key.as_str()).collect();
        let expected: &[&str] = match name.as_str() {
            "janggi" => {
                &["bikjangRule", "diagonalLines", "materialCounting", "perpetualCheckIllegal"]
            }
            "placement" => &["castlingDroppedPiece", "dropOppositeColoredBishop"],
            "flipello" | "ataxx" => &[
                "adjudicateFullBoard",
                "enclosingDrop",
                "flipEnclosedPieces",
                "freeDrops",
                "materialCounting",
                "passOnStalemate",
                "stalematePieceCount",
            ],
            _ => &[],
        };
        let mut expected = expected.to_vec();
        // These drops need no piece in hand.
        expected.retain(|key| name == "ataxx" || *key != "freeDrops");
        assert_eq!(missing, expected, "{name}");
        rules(&imported);
    }
}

/// These numbers come from another program, in which a move and the choice of its wall are one
/// action. Here, they are two actions, so the depth is twice as large.
#[test]
fn walls_that_are_chosen_are_as_many_as_another_program_finds() {
    for (rule, piece, leaves) in [("arrow", "p:mQ", [139, 16083]), ("static", "p:mK", [115, 12100])]
    {
        let text = format!(
            "[walls:snailtrail]\nmaxRank = 5\nmaxFile = 5\ncustomPiece1 = {piece}\n\
             startFen = 2p2/5/5/5/2P2 w - - 0 1\nwallingRule = {rule}\n"
        );
        let imported = made(&text, "walls");
        assert_eq!(imported.missing, [], "{rule}");
        let loaded = rules(&imported);
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, &*hooks).unwrap();
        assert_eq!([2, 4].map(|depth| game.perft(depth).unwrap()), leaves, "{rule}");
    }
}

/// Pawns promote on the eighth rank by default, even if the board has no eighth rank.
#[test]
fn regions_beyond_the_board_are_left_out() {
    let start = "startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    let imported = made(&format!("[low:chess]\nmaxRank = 6\n{start}\n"), "low");
    assert_eq!(imported.missing, []);
    rules(&imported);
}

#[test]
fn what_has_no_counterpart_is_listed_with_its_line() {
    let found = missing(
        "wallingRule = duck\npieceToCharTable = -\nstalemateValue = win\ncustomPiece1 = x:?!",
    );
    let [walls, piece] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((walls.0.as_str(), walls.1), ("wallingRule", 2));
    assert_eq!((piece.0.as_str(), piece.1), ("customPiece1", 5));
    assert!(piece.2.contains("`?!` means nothing"), "{}", piece.2);
    for (line, words) in [
        ("mustCapture = yes", "`true` or `false`"),
        ("stalemateValue = 0", "`win`, `draw`, `loss` or `none`"),
        ("nFoldRule = -1", "a number"),
        ("flagRegion = z99 **9", "not a list of squares"),
        ("archbishop = aa", "one letter"),
        ("castlingKingsideFile = 77", "a file"),
        ("enclosingDrop = reversi", "turn other pieces over"),
        ("perpetualCheckIllegal = true", "repetitions are only counted"),
        ("blastOnCaptuer = true", "did you mean `blastOnCapture`?"),
        ("promotionRegionWite = *8", "did you mean `promotionRegionWhite`?"),
        ("flagRegionWhite = *9", "the board has none of these squares"),
        ("flagRegionWhite = *8\nflagPiece = x", "no piece has the letter `x`"),
        ("promotionPieceTypes = qx", "no piece has the letter `x`"),
        ("promotionLimit = q:two", "`q:two` is not the letter of a piece, a colon and a number"),
        ("pieceValueMg = q:nine", "`q:nine` is not"),
        ("archbisop = a", "did you mean `archbishop`?"),
        ("seirawanGating = true", "this setting has no counterpart"),
        ("connectValue = much", "`win`, `draw`, `loss` or `none`"),
        (
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w XAha - 0 1",
            "a castling right is",
        ),
        ("startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w K - 0 1", "no king and rook"),
        (
            "extinctionPseudoRoyal = true\nextinctionValue = loss\nextinctionPieceTypes = n",
            "one of each",
        ),
    ] {
        let found = missing(line);
        assert!(found.iter().any(|(.., why)| why.contains(words)), "{line}: {found:?}");
    }
}

#[test]
fn files_that_can_not_be_read_are_told_so() {
    let message = |text: &str, name: &str| variant(text, name, "made").unwrap_err().to_string();
    assert_eq!(variant("", "a", "a").unwrap_err(), ImportError::Empty);
    assert_eq!(variant("# nothing\n", "a", "a").unwrap_err(), ImportError::Empty);
    let long = format!("[a]\n# {}", "x".repeat(1 << 20));
    assert!(message(&long, "a").contains("longer than"));
    assert!(message("[a\n", "a").contains("line 1: the `]` of this heading is missing"));
    assert!(message("[]\n", "a").contains("`[name]`"));
    assert!(message("key = 1\n", "a").contains("line 1: this key is before"));
    assert!(message("[a]\nwhat\n", "a").contains("line 2: this is neither"));
    assert!(
        message("[a:chess]\n[a:chess]\n", "a")
            .contains("line 2: there is already a section `a`, in line 1")
    );
    assert!(
        message("[a:ches]\n", "a")
            .contains("line 1: there is no variant `ches`; did you mean `chess`?")
    );
    assert!(message("[a:b]\n[b:a]\n", "a").contains("inherits from itself"));
    let none = message("[mine:chess]\n[yours:chess]\n", "none");
    let own =
        "there is no variant `none`; the file has `mine` and `yours`; the built-in variants are ";
    assert!(none.starts_with(own) && none.contains("`chess`"), "{none}");
    assert!(message("[mine:chess]\n", "mien").ends_with("did you mean `mine`?"));
    let many: String = (0..30).map(|number| format!("[a{number}:chess]\n")).collect();
    assert!(message(&many, "none").contains("`a19` and 10 more; the built-in"));
    for (line, words) in [
        ("maxFile = 0", "1 to 16 files"),
        ("maxRank = 900", "1 to 16 files"),
        ("startFen = 8/8", "there are 2 ranks, not 8"),
        ("startFen = 8/8/8/8/8/8/8/7 w", "has 7 files, not 8"),
        ("startFen = 8/8/8/8/8/8/8/99999999999 w", "more than 8 files"),
        ("startFen = 8/8/8/8/8/8/8/7? w", "is not a cell of a board"),
        ("startFen = 8/8/8/8/8/8/8/8 x", "`w` or `b`"),
        ("startFen = 8/8/8/8/8/8/8/8+ w", "no piece follows a `+`"),
        ("startFen = 8/8/8/8/8/8/8/7+Q w", "without a promoted form"),
        ("startFen = 8/8/8/8/8/8/8/7z w", "no piece has the letter `z`"),
    ] {
        let text = format!("[a:chess]\n{line}\n");
        assert!(message(&text, "a").contains(words), "{line}: {}", message(&text, "a"));
    }
    // A section may change the variant of the same name.
    assert!(variant("[chess:chess]\nmustCapture = true\n", "chess", "made").is_ok());
    let deep: String = (0..40).map(|n| format!("[v{n}:v{}]\n", n + 1)).collect();
    assert!(message(&deep, "v0").contains("too many sections"));
}

#[test]
fn an_array_that_is_not_in_the_file_is_not_quoted_from_it() {
    let message = |text: &str| variant(text, "a", "made").unwrap_err().to_string();
    let no_base = message("[a]\nmustCapture = true\n");
    assert!(no_base.starts_with("line 1: `[a]` has neither a base"), "{no_base}");
    assert!(no_base.contains("`[a:chess]`"), "{no_base}");
    for (line, there) in [("maxRank = 4", "there are 8 ranks"), ("maxFile = 7", "8")] {
        let short = message(&format!("[a:chess]\nmustCapture = true\n{line}\n"));
        assert!(short.starts_with(&format!("line 3: `{line}`: the inherited array")), "{short}");
        assert!(short.contains(there) && !short.contains("rnbqkbnr w"), "{short}");
    }
    let gone = message("[a:chess]\nknight = -\n");
    assert!(gone.starts_with("line 1: `[a]`"), "{gone}");
    assert!(gone.contains("no piece has the letter `n`"), "{gone}");
}

#[test]
fn a_misspelt_piece_is_told_before_its_letter_that_is_missing() {
    let text = "[a:chess]\ndoubleStep = false\nchanceller = c\n\
                startFen = rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR w KQkq - 0 1\n";
    let message = variant(text, "a", "made").unwrap_err().to_string();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].starts_with("line 3: `chanceller = c`: unknown key"), "{message}");
    assert!(lines[0].contains("did you mean `chancellor`?"), "{message}");
    assert!(lines[1].contains("no piece has the letter `c`"), "{message}");
}

#[test]
fn a_ruleset_has_a_name_that_it_may_have() {
    assert_eq!(id("Grand House"), "grand-house");
    assert_eq!(id("3check"), "variant-3check");
    for name in ["", "--", "é", &"x".repeat(500)] {
        assert!(quadrille_dsl::template::name(&id(name)).is_ok(), "{name}");
    }
}

#[test]
fn a_row_too_many_is_no_hand_where_it_has_empty_squares() {
    let start = |fen: &str| super::start_fen::read(fen, 10, 2);
    assert_eq!(start("10/K8k/QR").unwrap().hand, ['Q', 'R']);
    for row in ["10", "1Q8", "5Q5"] {
        let why = start(&format!("10/K8k/{row}")).unwrap_err();
        assert!(why.contains("3 ranks") || why.contains("files"), "{row}: {why}");
    }
}

/// Directions before a king or a queen select some lines of this piece. If two directions are
/// opposite, as in `rl`, both are selected.
#[test]
fn movement_is_read_as_such_files_mean_it() {
    let paths = |notation: &str| -> BTreeSet<String> {
        let paths =
            notation::parse(notation).unwrap_or_else(|errors| panic!("{notation}: {errors:?}"));
        paths.iter().map(|path| format!("{path:?}")).collect()
    };
    for (theirs, ours) in [
        ("fmWfceF", "fmWfcF"),
        ("bK", "bWbF"),
        ("fsRbK", "fRsRbWbF"),
        ("fsK", "sWfF"),
        ("rlQ", "rRlRrBlB"),
        ("fhNbKsW", "fhNbWbFsW"),
        ("hrN", "hrN"),
        ("lfrbB", "flBbrB"),
        ("lC", "lC"),
        ("LJ", "CZ"),
        ("mQ2cQ2", "mW2mF2cW2cF2"),
        ("gQpB3", "gQpF3"),
        ("vN4", "vN4"),
        ("mpRcnN", "mpRcnN"),
        ("pR1", "gR"),
        ("cmK", "K"),
    ] {
        let movement = betza::read(theirs, false);
        assert_eq!(paths(&movement.always), paths(ours), "{theirs}: {}", movement.always);
    }
    let pawn = betza::read("mfFcfeWimfnAicR", true);
    assert_eq!((pawn.always.as_str(), pawn.first), ("fmFfceW", vec!["fmnA".to_owned()]));
    assert_eq!(pawn.idle, ["icR"]);
    let idle = betza::read("AAnCpNhFW", false);
    assert_eq!((idle.always.as_str(), idle.idle.join(" ").as_str()), ("W", "AA nC pN hF"));
}

/// A pair that can't be translated is reported with its line, but without the other pairs.
#[test]
fn pairs_are_read_one_by_one() {
    let text = "[parent:shogi]\nstartFen = 4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1\n\
                [own:parent]\ncustomPiece1 = d:WA\npromotedPieceType = g:d x:g k\n";
    let imported = made(text, "own");
    let missing: Vec<String> = imported.missing.iter().map(ToString::to_string).collect();
    assert_eq!(missing.len(), 3, "{missing:?}");
    for begins in [
        "line 5: `promotedPieceType = g:d`: a piece can't promote twice here",
        "line 5: `promotedPieceType = k`: write a pair",
        "line 5: `promotedPieceType = x:g`: no piece has the letter `x`",
    ] {
        assert!(missing.iter().any(|message| message.starts_with(begins)), "{missing:?}");
    }
    let script = &imported.files[1].1;
    assert!(
        script.contains("\"shogipawn\": \"gold\"") && !script.contains("\"gold\": \""),
        "{script}"
    );
    // A piece that turned may turn again if it never comes to a hand.
    let text = "[own:chess]\npromotionPieceTypes = -\npromotedPieceType = p:n n:b\n";
    assert_eq!(made(text, "own").missing, []);
}

/// A message about a key of the section has the line of this key, wherever the value is used.
#[test]
fn messages_name_the_line_of_the_section_that_says_it() {
    let start = "startFen = 4k2r/8/8/8/8/8/8/4K2R w KQk - 0 1";
    for (lines, line, key) in [
        (format!("[a:chess]\n{start}\n"), 2, "startFen"),
        (format!("[b:chess]\n{start}\n[a:b]\nnFoldRule = 0\n"), 2, "startFen"),
        ("[a:chess]\npawnTypes = px\n".to_owned(), 2, "pawnTypes"),
        ("[a:chess]\nwhiteFlag = ?\n".to_owned(), 2, "whiteFlag"),
        ("[a:chess]\npass = perhaps\n".to_owned(), 2, "pass"),
        ("[b:chess]\nflagPiece = x\n[a:b]\nflagRegion = *8\n".to_owned(), 2, "flagPiece"),
        (
            "[b:chess]\npromotionLimit = x:1\n[a:b]\npromotionLimit = q:1\n".to_owned(),
            2,
            "promotionLimit",
        ),
    ] {
        let found = made(&lines, "a").missing;
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].line, found[0].key.as_str()), (line, key), "{lines}");
    }
    let error = variant("[a:chess]\nstartFen = 8/8/8/8/8/8/8/7+Q w\n", "a", "made").unwrap_err();
    assert!(error.to_string().starts_with("line 2: "), "{error}");
}

/// A key with its default value is not reported.
#[test]
fn keys_with_their_usual_values_are_not_listed() {
    let lines = "gating = false\nbikjangRule = false\nmaterialCounting = none\ndropChecks = true\n\
                 castlingWins = -";
    assert_eq!(missing(lines), []);
    assert_eq!(missing("dropChecks = false").len(), 1);
}
