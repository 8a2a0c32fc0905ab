use super::fixture::{MATE, Shelf, changed, diagnostic_rows, full, with};
use crate::diagnostic::Code;

/// Returns the findings about the full file after one part of its text is replaced.
fn after(from: &str, to: &str) -> Vec<(Code, String, String, String)> {
    match with(changed(from, to)).load("full") {
        Ok(loaded) => diagnostic_rows(&loaded.warnings()),
        Err(error) => diagnostic_rows(error.diagnostics()),
    }
}

/// Replaces a part of the full file's text. Asserts that this causes exactly one finding, which has
/// the given code and place.
#[track_caller]
fn one(from: &str, to: &str, code: Code, place: &str) {
    let found = after(from, to);
    let codes: Vec<_> = found.iter().map(|found| (found.0, found.1.as_str())).collect();
    assert_eq!(codes, [(code, place)], "{found:#?}");
}

#[test]
fn each_mistake_has_one_code_and_its_own_place() {
    one("title = \"All Keys\"", "titel = \"x\"\ntitle = \"x\"", Code::UnknownKey, "titel");
    one("year = 1900", "year = \"1900\"", Code::WrongType, "\"1900\"");
    one("year = 1900", "year = 19.5", Code::WrongType, "19.5");
    one("title = \"All Keys\"\n", "", Code::MissingKey, "[variant]");
    one("ply_limit = 77", "ply_limit = 0", Code::NumberOutOfRange, "0");
    one("ply_limit = 77", "ply_limit = 1000000", Code::NumberOutOfRange, "1000000");
    one("light = \"even\"", "light = \"evne\"", Code::UnknownWord, "\"evne\"");
    one("\"mate.SPEED\" = 2", "\"SPEED\" = 2", Code::NotATunable, "\"SPEED\"");
    one("\"mate.SPEED\" = 2", "\"mate.SPEDE\" = 2", Code::NoSuchTunable, "\"mate.SPEDE\"");
    one("\"mate.SPEED\" = 2", "\"mate.SPEED\" = true", Code::InvalidTunableValue, "true");
    one("base = \"rank 1\"", "base = \"rank 1\"\na1 = \"b2\"", Code::InvalidName, "a1");
    one("[array.swapped]", "[array.Swapped]", Code::InvalidName, "Swapped");
    one("key = \"g\"", "key = \"d\"", Code::InvalidSeatKey, "\"d\"");
    one("key = \"g\"", "key = \"y\"", Code::SeatKeyRepeated, "\"y\"");
    one("#d9b300", "yellow", Code::InvalidColour, "\"yellow\"");
    one("letter = \"P\"", "letter = \"Pa\"", Code::InvalidPieceLetter, "\"Pa\"");
    one("letter = \"P\"", "letter = \"K\"", Code::PieceLetterRepeated, "\"K\"");
    one("#...\n....\n", "#..x\n....\n", Code::MaskCell, "x");
    one("#...\n....\n", "#...\n.....\n", Code::MaskRows, ".....");
    one("\"a4|b4\"", "\"a4-b4\"", Code::InvalidWall, "\"a4-b4\"");
    one("\"a4|b4\"", "\"a4|z4\"", Code::InvalidWall, "z4");
    one("\"a4|b4\"", "\"a4|c4\"", Code::WallBetweenDistantCells, "\"a4|c4\"");
    one("\"b2=c3\"", "\"c1\"", Code::InvalidPortal, "\"c1\"");
    one("\"b2=c3\"", "\"c1=z1\"", Code::InvalidPortal, "z1");
    one("\"b2=c3\"", "\"b1=c1=b1\"", Code::InvalidPortal, "\"b1=c1=b1\"");
    one("\"b2 - b1\"", "\"b2|b1\"", Code::InvalidLine, "\"b2|b1\"");
    one("\"b2 - b1\"", "\"b2-e1\"", Code::InvalidLine, "e1");
    one("\"b2 - b1\"", "\"d1-b1\"", Code::InvalidLine, "d1");
    one("\"b2 - b1\"", "\"b2-c4\"", Code::InvalidLine, "\"b2-c4\"");
    one("\"b2 - b1\"", "\"b2-b2\"", Code::InvalidLine, "\"b2-b2\"");
    one("far = \"rank 4\"", "far = \"rank 9\"", Code::SquareSet, "9");
    one("far = \"rank 4\"", "far = \"ends\"", Code::ZoneCycle, "ends");
    one("yK .  yP #\n\"\"\"\n\n[array.", "yK .  yp #\n\"\"\"\n\n[array.", Code::PictureCell, "yp");
    one(".  .  .  yP>", ".  .  .  . yP>", Code::PictureSize, "yP>");
    // If a picture is complete and the mask has another shape, the mask is wrong.
    let mask = "mask = \"\"\"\n#...\n....\n....\n...#\n\"\"\"";
    for (shape, meant) in [("cross-8x2", "cross-4x2"), ("6x6", "4x4")] {
        let text = changed(mask, &format!("mask = \"{shape}\""));
        let corners = if meant == "4x4" { "." } else { "#" };
        let text = text.replace("#  gK gP .\n", &format!("{corners}  gK gP {corners}\n"));
        let text = text.replace("yK .  yP #\n", &format!("{corners}  yK yP {corners}\n"));
        let text = text.split("[array.swapped]").next().unwrap().to_owned() + "[rules]\n";
        let found = diagnostic_rows(&with(text).errors("full"));
        let wrong: Vec<_> = found.iter().filter(|f| f.0 == Code::PictureSize).collect();
        let [(_, marked, _, help)] = &wrong[..] else { panic!("{found:#?}") };
        assert_eq!(marked, &format!("\"{shape}\""));
        assert_eq!(help, &format!("write `{meant}`, the shape of the picture"));
    }
    one("#  gK gP .", "#  gK rP .", Code::PictureSeatKey, "r");
    one("#  gK gP .", "#  gK gX .", Code::PicturePieceLetter, "X");
    one("#  gK gP .", "gP gK gP .", Code::PieceOnHole, "gP");
    one("#  gK gP .", ".  gK gP .", Code::PictureContradictsMask, ".");
}

#[test]
fn what_follows_from_a_mistake_is_not_reported_too() {
    one("[variant]", "[varant]", Code::UnknownKey, "varant");
    one("[[seats]]\nname = \"green\"", "[[sets]]\nname = \"green\"", Code::UnknownKey, "sets");
    one("name = \"green\"", "nmae = \"green\"", Code::UnknownKey, "nmae");
    one("[pieces]", "[peices]", Code::UnknownKey, "peices");
    one("scripts = ", "scirpts = ", Code::UnknownKey, "scirpts");
    one("\"mate.rhai\"", "7", Code::WrongType, "7");
    one("id = \"full\"", "id = 7", Code::WrongType, "7");
    one("\"a4|b4\"]", "\"a4|b4\"", Code::TomlSyntax, "[");
    one("[[seats]]\nname = \"green\"", "[seats]]\nname = \"green\"", Code::TomlSyntax, "]");
}

#[test]
fn a_key_must_be_known_and_the_right_one_is_suggested() {
    let found = after("title = \"All Keys\"", "titel = \"All Keys\"");
    assert_eq!(found[0].3, "did you mean `title`?");
    let found = after("about = \"Another array.\"", "mate.AFTER_MATE = \"remove\"");
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::UnknownKey, "mate"));
    assert!(found[0].3.contains("`\"mate.AFTER_MATE\"`"), "{}", found[0].3);
}

/// If a heading has a syntax error, the keys below it are not reported as unknown.
#[test]
fn a_heading_of_two_words_is_one_mistake() {
    let found = after("[presets.alternate]", "[presets.alter nate]");
    assert_eq!(found[0].0, Code::TomlSyntax);
    assert!(found[0].3.ends_with("such as `[presets.alter-nate]`"), "{}", found[0].3);
    assert!(found.iter().all(|found| found.0 != Code::UnknownKey), "{found:?}");
}

#[test]
fn turn_arrays_and_scripts_name_what_there_is() {
    let found = after("\"green\", \"yellow\", \"green\"", "\"green\", \"yelow\"");
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::NoSuchSeatInOrder, "\"yelow\""));
    assert_eq!(found[0].3, "did you mean `yellow`?");
    let found = after("\"mate.rhai\"", "\"mat.rhai\"");
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::NoSuchScript, "\"mat.rhai\""));
    assert_eq!(found[0].3, "did you mean `mate.rhai`?");
    let found = after("\"plugin:draws\"", "\"plugin:draw\"");
    assert_eq!((found[0].0, found[0].3.as_str()), (Code::NoSuchPlugin, "did you mean `draws`?"));
    assert_eq!(
        after("\"plugin:draws\"", "\"plugin:mate\", \"draws\"")[1].0,
        Code::InvalidScriptEntry
    );
    assert_eq!(
        after("\"mate.rhai\"", "\"mate.rhai\", \"mate.rhai\"")[0].0,
        Code::ScriptNameRepeated
    );
    assert_eq!(after("\"mate.rhai\"", "\"../mate.rhai\"")[0].0, Code::InvalidScriptEntry);
    assert_eq!(after("ply_limit = 77", "array = \"swaped\"")[0].3, "did you mean `swapped`?");
}

#[test]
fn seats_are_two_to_eight_and_each_has_its_king() {
    let second = super::fixture::FULL.split("[[seats]]").nth(2).unwrap();
    let second = format!("[[seats]]{}", second.split("[pieces]").next().unwrap());
    assert_eq!(after(&second, "")[0].0, Code::SeatCount);
    let found = after("#  gK gP .", "#  .  gP .");
    assert_eq!(found[0].0, Code::SeatWithoutRoyal);
    assert_eq!(found[0].2, "green starts without a royal piece");
    assert_eq!(found[0].3, "add `gK` to the picture");
}

#[test]
fn a_name_that_is_already_a_team_is_no_team_of_ones_own() {
    let found = after(
        "name = \"green\"\nkey = \"g\"\nfacing = \"south\"\nteam = \"moon\"",
        "name = \"sun\"\nkey = \"g\"\nfacing = \"south\"",
    );
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::TeamNamedAsSeat, "\"sun\""));
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let text = changed("year = 1900", "yaer = 1900")
        .replace("#  gK gP .", "#  gK gX .")
        .replace("far = \"rank 4\"", "far = \"rank 9\"")
        .replace("moves = \"W\", value = 1", "moves = \"?\", value = -1")
        .replace("\"mate.rhai\"", "\"mat.rhai\"");
    let found = diagnostic_rows(&with(text).errors("full"));
    let mut codes: Vec<_> = found.iter().map(|found| found.0).collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        [
            Code::NoSuchScript,
            Code::UnknownKey,
            Code::NumberOutOfRange,
            Code::SquareSet,
            Code::PicturePieceLetter,
            Code::Notation
        ]
    );
}

#[test]
fn a_place_inside_a_string_is_found_through_its_escapes() {
    let found = after("far = \"rank 4\"", r#"far = "\u0072ank\t4 + c9""#);
    assert_eq!((found[0].0, found[0].1.as_str()), (Code::SquareSet, "c9"));
}

#[test]
fn what_is_never_used_is_a_warning() {
    one("far = \"rank 4\"", "far = \"rank 4\"\nidle = \"rank 2\"", Code::UnusedZone, "idle");
    let zone = changed("far = \"rank 4\"", "far = \"rank 4\"\ngreen-side = \"a1\"");
    assert_eq!(
        diagnostic_rows(&with(&zone).load("full").unwrap().warnings())[0].0,
        Code::UnusedZone
    );
    let composed = MATE.replace("zone(\"ends\")", "zone(\"ends\") + zone(seat.name + \"-side\")");
    let loaded = with(&zone).file("full", "mate.rhai", composed).load("full").unwrap();
    assert_eq!(diagnostic_rows(&loaded.warnings()), [], "a script composes the zone's name");
    one(
        "\nking = {",
        "\nduke = { letter = \"D\", moves = \"W\" }\nking = {",
        Code::PieceNeverAppears,
        "duke",
    );
    one("\"green\", \"yellow\", \"green\"", "\"green\"", Code::SeatWithoutTurn, "[\"green\"]");
    one("source = \"book\"", "source = \"bok\"", Code::NoSuchSource, "\"bok\"");
    let loaded = full().file("full", "idle.rhai", "//! x\n").load("full").unwrap();
    assert_eq!(diagnostic_rows(&loaded.warnings())[0].0, Code::ScriptNotListed);
}

#[test]
fn the_id_is_the_folders_name() {
    one("id = \"full\"", "id = \"fool\"", Code::IdIsNotFolderName, "\"fool\"");
}

#[test]
fn rulesets_and_presets_that_are_not_there_are_suggested() {
    let found = diagnostic_rows(&full().errors("ful"));
    assert_eq!((found[0].0, found[0].3.as_str()), (Code::NoSuchRuleset, "did you mean `full`?"));
    let found = diagnostic_rows(&full().errors("full@alternat"));
    assert_eq!(
        (found[0].0, found[0].3.as_str()),
        (Code::NoSuchPreset, "did you mean `alternate`?")
    );
    assert_eq!(diagnostic_rows(&full().errors("full@"))[0].0, Code::NoSuchPreset);
    one("[presets.alternate]", "[presets.default]", Code::InvalidPresetName, "default");
}

#[test]
fn files_that_are_no_text_are_told_so() {
    let code = |bytes: &[u8]| diagnostic_rows(&with(bytes).errors("full"))[0].0;
    assert_eq!(code(b""), Code::EmptyFile);
    assert_eq!(code(b"# only a comment\n"), Code::EmptyFile);
    assert_eq!(code(b"[variant]\nid = \"\xff\"\n"), Code::NotUtf8);
    assert_eq!(code(&[0; 4096]), Code::TomlSyntax);
    assert_eq!(code(&vec![b'#'; 10 << 20]), Code::FileTooLarge);
    let empty = Shelf::default().file("full", "geometri.toml", "");
    assert_eq!(diagnostic_rows(&empty.errors("full"))[0].0, Code::NoManifest);
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    for text in [
        format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("a = {}1{}", "{ a = ".repeat(100_000), " }".repeat(100_000)),
        format!("[{}a]\nb = 1", "a.".repeat(100_000)),
        format!("{}a = 1", "a.".repeat(100_000)),
    ] {
        assert_eq!(diagnostic_rows(&with(text).errors("full"))[0].0, Code::TomlSyntax);
    }
}

#[test]
fn monstrous_files_are_dealt_with_quickly() {
    let many = |one: &dyn Fn(usize) -> String| (0..60_000).map(one).collect::<String>();
    let files = [
        many(&|i| format!("k{i} = 1\n")),
        format!("[zones]\n{}", many(&|i| format!("z{i} = \"z{}\"\n", i + 1))),
        format!("[board]\nwalls = [{}]", many(&|_| "\"a|b\", ".to_owned())),
        many(&|i| format!("[t{i}.a]\n")),
        many(&|_| "= ]\n".to_owned()),
        format!("[array]\npicture = \"\"\"\n{}\"\"\"", many(&|_| "x\n".to_owned())),
        format!("[board]\nmask = \"\"\"\n{}\"\"\"", many(&|_| "x\n".to_owned())),
    ];
    for text in files {
        assert!(!with(&text).errors("full").is_empty());
    }
}

#[test]
fn broken_toml_is_told_once_and_with_advice() {
    let found = after("title = \"All Keys\"", "title = All Keys");
    assert_eq!((found.len(), found[0].0, found[0].1.as_str()), (1, Code::TomlSyntax, "All Keys"));
    assert_eq!(found[0].3, "write `\"All Keys\"`");
    assert_eq!(after("ply_limit = 77", "ply_limit =")[0].2, "a key has no value");
    let found = after("[[seats]]\nname = \"green\"", "[seats]\nname = \"green\"");
    assert_eq!((found.len(), found[0].1.as_str()), (1, "seats"));
    assert_eq!(found[0].3, "write each with double brackets: `[[seats]]`");
    let found = after("....\n...#\n\"\"\"", "....\n...#\n");
    assert_eq!(found.len(), 1);
    assert!(found[0].3.contains("close the string"), "{found:?}");
    let two = changed("year = 1900", "year 1900").replace("ply_limit = 77", "ply_limit 77");
    let found = diagnostic_rows(&with(two).errors("full"));
    assert_eq!(
        found.iter().map(|found| found.0).collect::<Vec<_>>(),
        [Code::TomlSyntax, Code::TomlSyntax]
    );
}

#[test]
fn a_slip_in_a_required_key_is_one_mistake() {
    one("[array]\npicture", "[array]\npictre", Code::UnknownKey, "pictre");
}

#[test]
fn a_zone_that_is_renamed_is_told_in_the_same_words_wherever_it_is_named() {
    let zones = "[zones]\nhill = \"c3\"\nslope = \"hill + b3\"\n";
    let hook = "fn define(rules) {\n    rules.movement(\"king\", \"F\").from(zone(\"hill\"));\n    \
                rules.movement(\"king\", \"D\").from(\"hill + b2\");\n}\n\
                /// when: king, to hill\n\
                fn on_move(game, seat, piece, from, to) { if to.within(\"hill\") { win(seat); } }\n";
    let zone_errors = |zones: &str| {
        let text = changed("[zones]\n", zones);
        let shelf = with(text).file("full", "mate.rhai", format!("{MATE}\n{hook}"));
        let errors = shelf.errors("full");
        diagnostic_rows(&errors)
    };
    // Findings with the same code, message and advice are displayed as one.
    for (definition, help) in
        [("mount", "use one of: mount, base, ends, far"), ("hills", "did you mean `hills`?")]
    {
        let alone = zone_errors(
            &zones
                .replace("hill =", &format!("{definition} ="))
                .replace("slope = \"hill + b3\"\n", ""),
        );
        let marked: Vec<_> = alone.iter().map(|(_, marked, ..)| marked.as_str()).collect();
        assert_eq!(marked, ["hill"; 4], "{alone:#?}");
        let same = (Code::UnknownName, "there is no zone `hill`", help);
        assert!(
            alone.iter().all(|(code, _, message, advice)| (*code, &**message, &**advice) == same),
            "{alone:#?}"
        );
        // This also applies if other zones depend on the invalid zone.
        let both = zone_errors(&zones.replace("hill =", &format!("{definition} =")));
        assert_eq!(both.len(), 5, "{both:#?}");
        assert!(
            both.iter().all(|(code, _, message, advice)| (*code, &**message, &**advice) == same),
            "{both:#?}"
        );
    }
}

#[test]
fn a_title_and_a_name_have_a_length() {
    let (long, most) = ("x".repeat(201), "é".repeat(200));
    let title = format!("\"{long}\"");
    one("\"All Keys\"", &title, Code::InvalidName, &title);
    one(
        "base = \"rank 1\"",
        &format!("base = \"rank 1\"\n{long} = \"b2\""),
        Code::InvalidName,
        &long,
    );
    assert_eq!(after("\"All Keys\"", &format!("\"{most}\"")), []);
}

#[test]
fn rules_that_contradict_each_other_are_marked_at_what_declares_them() {
    let castling = "seat(\"green\"), square(\"b4\"), square(\"d4\"), square(\"c4\")";
    for (declaration, marked, message) in [
        (format!("rules.castling_move({castling}, square(\"d4\"))"), "castling_move", "on one square"),
        (
            format!("for i in 0..65 {{ rules.castling_move({castling}, square(\"b4\")) }}"),
            "castling_move",
            "the castling moves need more than 64 rights",
        ),
        ("rules.dice(1, [[1, 30000], [2, 1]])".to_owned(), "dice", "weights from 1 to 4095"),
        (
            "let s = seat(\"green\"); rules.hand(s, #{pawn: 1}, \"a1\"); rules.hand(s, #{pawn: 2}, \"all\")".to_owned(),
            "hand",
            "pieces of one kind are twice in the hand of `green`",
        ),
    ] {
        let script = format!("{MATE}\nfn define(rules) {{ {declaration}; }}\n");
        let errors = diagnostic_rows(&full().file("full", "mate.rhai", script).errors("full"));
        let [(code, at, text, _)] = errors.as_slice() else { panic!("{errors:#?}") };
        assert_eq!((*code, at.as_str()), (Code::ContradictoryRules, marked), "{text}");
        assert!(text.contains(message), "{text}");
    }
}

#[test]
fn a_misspelt_hook_hides_no_other_mistake() {
    let script = "fn define(rules) {\n    rules.counter(\"points\", \"seat\", 0, 9);\n    \
                  rules.movement(\"pwn\", \"F\");\n}\n\
                  fn on_mates(game, seat) { eliminte(seat); lose(seat); }\n\
                  /// when: knig\n\
                  fn on_capture(game, seat, piece, square) { add_counter(\"point\", seat, 1); helper(seat); }\n\
                  fn helper(seat) { if zone(\"fra\").len() > 1 { lose(seat); } }\n";
    let errors = full().file("full", "mate.rhai", script).errors("full");
    for mistake in ["on_mates", "eliminte", "pwn", "point", "fra", "knig"] {
        let named = format!("`{mistake}`");
        assert!(
            errors.iter().any(|error| error.message.contains(&named)),
            "{mistake}: {errors:#?}"
        );
    }
}
