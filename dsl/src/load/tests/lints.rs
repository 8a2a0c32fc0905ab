//! Tests of lints that need the whole game. Each lint reports rules that are probably unintended,
//! and does not report rules that are probably intended.

use super::fixture::{FULL, MATE, Shelf, changed, diagnostic_rows, with};
use crate::diagnostic::{Code, Diagnostic, Levels, LintLevel, LintName, Severity};
use crate::limits::NEVER_STOPPED;
use crate::load::load_until;

/// The code, the marked text, the message and the help of each warning.
type LintReports = Vec<(Code, String, String, String)>;

/// Returns the warnings about these files.
fn about(geometry: &str, script: &str) -> LintReports {
    // An empty script is replaced by one without an effect.
    let script = if script.is_empty() { "fn define(rules) {}" } else { script };
    let shelf = with(geometry).file("full", "mate.rhai", script);
    match shelf.load("full") {
        Ok(loaded) => diagnostic_rows(&loaded.warnings()),
        Err(errors) => panic!("{errors:#?}"),
    }
}

/// Returns the warnings about the full ruleset after `more` is added to its script.
fn with_script(more: &str) -> LintReports {
    about(FULL, &format!("{MATE}\n{more}"))
}

#[track_caller]
fn one(found: &LintReports, code: Code, marked: &str, words: &str) {
    let [(actual, at, message, help)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((*actual, at.as_str()), (code, marked), "{message}");
    assert!(format!("{message} -- {help}").contains(words), "{message} -- {help}");
}

/// Returns a board of 8 by 8 squares. Each of these seats has an army in two rows, given as rows of
/// a picture.
fn board(seats: &[(&str, &str, &str)], rows: &str, more: &str) -> String {
    let seats: String = seats
        .iter()
        .map(|(name, facing, team)| {
            let team = if team.is_empty() { String::new() } else { format!("team = \"{team}\"\n") };
            let key = &name[..1];
            format!(
                "[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"{facing}\"\n{team}\n"
            )
        })
        .collect();
    format!(
        "[variant]\nid = \"full\"\ntitle = \"Board\"\n[board]\nmask = \"6x6\"\n{seats}\
         [pieces]\nking = {{ letter = \"K\", moves = \"K\" }}\nrook = {{ letter = \"R\", moves = \"R\" }}\n\
         knight = {{ letter = \"N\", moves = \"N\" }}\npawn = {{ letter = \"P\", moves = \"W\" }}\n\
         [array]\npicture = \"\"\"\n{rows}\n\"\"\"\n[rules]\nscripts = [\"mate.rhai\"]\n{more}"
    )
}

const TWO: &[(&str, &str, &str)] = &[("white", "north", ""), ("black", "south", "")];
const FOUR: &[(&str, &str, &str)] = &[
    ("red", "north", "a"),
    ("blue", "east", "b"),
    ("yellow", "south", "a"),
    ("green", "west", "b"),
];

#[test]
fn a_counter_that_nothing_reads_or_sets_is_told() {
    let declared = "fn define(rules) { rules.counter(\"tempo\", \"seat\", 0, 9); }\n";
    let set = "fn on_stalemate(game, seat) { add_counter(\"tempo\", seat, 1); }\n";
    let read =
        "fn on_stalemate(game, seat) { if game.counter(\"tempo\", seat) > 3 { lose(seat); } }\n";
    one(
        &with_script(declared),
        Code::CounterNeverRead,
        "counter",
        "nothing uses the counter `tempo`",
    );
    one(
        &with_script(&format!("{declared}{set}")),
        Code::CounterNeverRead,
        "counter",
        "the counter `tempo` is set but never read",
    );
    one(
        &with_script(&format!("{declared}{read}")),
        Code::CounterNeverSet,
        "counter",
        "nothing sets the counter `tempo`",
    );
    let both = "fn on_stalemate(game, seat) {\n\
                    if game.counter(\"tempo\", seat) > 2 { lose(seat); }\n\
                    add_counter(\"tempo\", seat, 1);\n}\n";
    let computed = "fn on_stalemate(game, seat) {\n\
                    let name = \"tempo\";\n\
                    if game.counter(name, seat) > 3 { lose(seat); }\n\
                    set_counter(name, seat, 1);\n}\n";
    let score = "fn define(rules) { rules.counter(\"tempo\", \"seat\", 0, 9).worth(1); }\n";
    for fine in
        [format!("{declared}{both}"), format!("{declared}{computed}"), format!("{score}{set}")]
    {
        assert_eq!(with_script(&fine), [], "{fine}");
    }
    let lesson = "[[lesson]]\nclause = \"C1\"\nsays = \"x\"\npieces = \"yKa1 gKd3\"\nturn = \"yellow\"\ncounter = { \"tempo yellow\" = 0 }\n";
    let shelf = with(FULL).file("full", "mate.rhai", format!("{MATE}\n{declared}{set}")).file(
        "full",
        "lessons.toml",
        lesson,
    );
    assert_eq!(diagnostic_rows(&shelf.load("full").unwrap().warnings()), [], "players see it");
}

#[test]
fn a_memory_that_nothing_reads_or_sets_is_told() {
    let declared = "fn define(rules) { rules.memory(\"target\", \"seat\", \"square\"); }\n";
    let set = "fn on_stalemate(game, seat) { remember(\"target\", seat, square(\"b2\")); }\n";
    let read =
        "fn on_stalemate(game, seat) { if game.recall(\"target\", seat) == () { lose(seat); } }\n";
    one(&with_script(&format!("{declared}{set}")), Code::CounterNeverRead, "memory", "game.recall");
    one(&with_script(&format!("{declared}{read}")), Code::CounterNeverSet, "memory", "remember");
    let piece = declared.replace("\"square\"", "\"piece\"");
    one(&with_script(&format!("{piece}{set}")), Code::CounterNeverRead, "memory", "game.recall");
    one(&with_script(&format!("{piece}{read}")), Code::CounterNeverSet, "memory", "remember");
    let asked = "fn on_capture(game, seat, piece, square) { if piece.is_remembered(\"target\", seat) { lose(seat); } }\n";
    assert_eq!(with_script(&format!("{piece}{set}{asked}")), []);
    let both = "fn on_stalemate(game, seat) { if game.recall(\"target\", seat) == () { remember(\"target\", seat, square(\"b2\")); } }";
    assert_eq!(with_script(&format!("{declared}{both}")), []);
}

#[test]
fn a_state_that_nobody_comes_to_is_told() {
    let declared = "fn define(rules) { rules.state(\"asleep\"); }\n";
    one(
        &with_script(declared),
        Code::StateNeverSet,
        "state",
        "nothing puts a seat or an army in the state `asleep`",
    );
    let set = "fn on_stalemate(game, seat) { set_state(seat, \"asleep\"); }\n";
    assert_eq!(with_script(&format!("{declared}{set}")), []);
    let known = "fn define(rules) { rules.state(\"neutral\").pieces(\"\"); }\n";
    assert_eq!(with_script(known), [], "the program itself knows that state");
    let misspelt = "fn define(rules) { rules.state(\"neural\").pieces(\"\"); }\n";
    one(&with_script(misspelt), Code::StateNeverSet, "state", "did you mean `neutral`?");
}

#[test]
fn a_mate_that_no_move_has_to_prevent_is_told() {
    let free = "fn define(rules) { rules.protect(\"own\", \"none\"); }\n";
    one(&with_script(free), Code::MateNeverAsked, "on_mate", "hardly ever called");
    for fine in [
        "fn define(rules) { rules.protect(\"own\", \"safe\"); }",
        "fn define(rules) { rules.protect(\"own\", \"none\"); rules.protect_in_mate_test(\"own\", \"safe\"); \
         rules.mate_test(\"after_every_ply\"); }",
        "fn define(rules) { rules.protect(\"own\", \"none\"); }\nfn on_royal_captured(game, seat, piece, square) { lose(piece.colour); }",
    ] {
        let found = with_script(fine);
        assert!(found.iter().all(|found| found.0 != Code::MateNeverAsked), "{fine}: {found:#?}");
    }
    let found = about(&FULL.replace(", royal = true", ""), MATE);
    assert!(
        found.iter().any(|(code, _, message, _)| *code == Code::MateNeverAsked
            && message.contains("no piece is royal")),
        "{found:#?}"
    );
}

#[test]
fn a_promotion_that_no_piece_comes_to_is_told() {
    let rows = "bP .  .  .  .  bK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n\
                .  .  .  .  .  .\nwP .  .  .  .  wK";
    // Each piece stays on squares of one colour. White's pieces and black's pieces are on different
    // colours.
    let of = |script: &str| -> LintReports {
        let text = board(TWO, rows, "").replace("moves = \"W\"", "moves = \"F\"");
        about(&text, script).into_iter().filter(|found| found.1 != "knight").collect()
    };
    let promotes = |squares: &str| {
        format!("/// when: pawn\nfn promotes(piece, square) {{ if {squares} {{ \"rook\" }} }}\n")
    };
    let wrong = promotes(
        "piece.colour.name == \"white\" && square.name == \"a2\" || piece.colour.name == \"black\" && square.name == \"a1\"",
    );
    one(
        &of(&wrong),
        Code::PromotionNeverReached,
        "promotes",
        "no pawn can ever promote: none can reach a1 a2",
    );
    let black = wrong.replace("\"a2\"", "\"a3\"");
    one(&of(&black), Code::PromotionNeverReached, "promotes", "no pawn of black can ever promote");
    assert_eq!(of(&promotes("square.name == \"a1\"")), [], "white's may come back to a1");
    assert_eq!(of(&promotes("square.rank_for(piece.colour) == 6")), []);
    let placed =
        format!("{wrong}fn on_stalemate(game, seat) {{ place(square(\"a1\"), \"pawn\", seat); }}");
    assert_eq!(of(&placed), [], "a script may place a pawn elsewhere");
}

#[test]
fn a_piece_without_a_move_is_told_unless_something_speaks_of_it() {
    let rock = changed("[array]", "rock = { letter = \"R\", moves = \"\" }\n\n[array]").replacen(
        ".  .  .  yP>",
        ".  yR .  yP>",
        1,
    );
    one(&about(&rock, MATE), Code::PieceNeverMoves, "rock", "a rock has no move");
    let said = rock.replace("C1 = \"Green begins.\"", "C1 = \"Green begins. A rock never moves.\"");
    assert_eq!(about(&said, MATE), []);
    let moved = format!("{MATE}\nfn define(rules) {{ rules.set_movement(\"rock\", \"W\"); }}");
    assert_eq!(about(&rock, &moved), []);
    let nobodys = format!("{rock}\n[neutral]\nkey = \"n\"\n").replace("yR", "nR");
    let found = about(&nobodys, MATE);
    assert!(found.iter().all(|found| found.0 != Code::PieceNeverMoves), "{found:?}");
    let royal = rock.replace("moves = \"\" }", "moves = \"\", royal = true }");
    assert_eq!(about(&royal, MATE), [], "a throne stays where it is");
}

#[test]
fn an_army_that_is_almost_that_of_the_others_is_told() {
    let good = "bR bN bK bN bR .\nbP bP bP bP bP .\n.  .  .  .  .  .\n.  .  .  .  .  .\n\
                .  wP wP wP wP wP\n.  wR wN wK wN wR";
    let told_of = |rows: &str| about(&board(TWO, rows, ""), "");
    assert_eq!(told_of(good), [], "a half turn");
    let mirrored =
        good.replace(".  wP wP wP wP wP\n.  wR wN wK wN wR", "wP wP wP wP wP .\nwR wN wK wN wR .");
    assert_eq!(told_of(&mirrored), [], "a reflection");
    let slip = good.replace("bR bN bK bN bR", "bR bN bK bR bR");
    one(
        &told_of(&slip),
        Code::SeatsNotAlike,
        "bR",
        "black's army differs slightly from white's: d6 has a rook facing south instead of a knight",
    );
    // If there is a wall on only one side, the armies are not compared, even if the wall is
    // conditional.
    let gate = "fn define(rules) { rules.wall(\"b2|b3\").while_ply(0, 9); }";
    let codes: Vec<_> = about(&board(TWO, &slip, ""), gate).into_iter().map(|f| f.0).collect();
    assert!(!codes.contains(&Code::SeatsNotAlike), "{codes:?}");
    let facing = good.replace("bP bP bP bP bP", "bP bP bP> bP bP");
    one(&told_of(&facing), Code::SeatsNotAlike, "bP>", "c5 has a pawn facing east");
    let odds = good.replace("bR bN bK bN bR", "bR bN bK .  bR");
    assert_eq!(told_of(&odds), [], "black gives odds");
    let others = good.replace("bR bN bK bN bR", "bN bR bK bR bN");
    assert_eq!(told_of(&others), [], "the armies differ on purpose");
}

#[test]
fn a_wall_or_portal_that_only_one_side_has_is_told() {
    let rows = "bR bN bK bN bR .\nbP bP bP bP bP .\n.  .  .  .  .  .\n.  .  .  .  .  .\n\
                .  wP wP wP wP wP\n.  wR wN wK wN wR";
    let told_of = |board_keys: &str| {
        let text = board(TWO, rows, "");
        let with = text.replacen("[board]\n", &format!("[board]\n{board_keys}\n"), 1);
        assert_ne!(with, text);
        about(&with, "")
    };
    assert_eq!(told_of("walls = [\"b2|b3\", \"e4|e5\"]"), [], "each is the other's counterpart");
    one(
        &told_of("walls = [\"c3|c4\", \"b2|b3\"]"),
        Code::SeatsNotAlike,
        "\"b2|b3\"",
        "the sides of white and black are not alike: there is a wall b2|b3, but not its counterpart e4|e5",
    );
    assert_eq!(told_of("portals = [\"a3=f4\"]"), [], "a half turn leaves it as it is");
    one(
        &told_of("portals = [\"a3=f4\", \"a4=b4\"]"),
        Code::SeatsNotAlike,
        "\"a4=b4\"",
        "there is a portal a4=b4, but not its counterpart f3=e3",
    );
    one(
        &told_of("one_way = [\"c3>c4\"]"),
        Code::SeatsNotAlike,
        "\"c3>c4\"",
        "there is a one-way edge c3>c4, but not its counterpart d4>d3",
    );
    let many = "walls = [\"b2|b3\", \"a2|b2\", \"c2|c3\"]";
    assert_eq!(told_of(many), [], "a fortress is meant");
}

#[test]
fn of_four_armies_the_odd_one_is_told() {
    let good = ".  .  yN yR yK .\nbK .  .  yP .  .\nbR bP .  .  .  gN\nbN .  .  .  gP gR\n\
                .  .  rP .  .  gK\n.  rK rR rN .  .";
    // Each army is a quarter turn of the army before it, so each king is on its player's
    // left.
    let told_of = |rows: &str| about(&board(FOUR, rows, ""), "");
    let found = told_of(good);
    assert!(found.iter().all(|found| found.0 != Code::SeatsNotAlike), "{found:#?}");
    let slip = good.replace(".  .  yN yR yK .", ".  yN .  yR yK .");
    let found: Vec<_> =
        told_of(&slip).into_iter().filter(|found| found.0 == Code::SeatsNotAlike).collect();
    let [(_, _, message, _)] = found.as_slice() else { panic!("{found:#?}") };
    assert!(message.starts_with("yellow's army differs slightly from"), "{message}");
    // If two seats differ from the other two, the game has two kinds of army on purpose.
    let two = slip.replace("gN\nbN", "gR\nbN").replace("gP gR", "gP gN");
    let found = told_of(&two);
    assert!(found.iter().all(|found| found.0 != Code::SeatsNotAlike), "{found:#?}");
}

#[test]
fn partners_who_may_take_each_other_unsaid_are_told() {
    let rows = "yK .  .  .  .  gK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nrK .  .  .  .  bK";
    let pieces = |rows: &str, more: &str, script: &str| -> LintReports {
        let found = about(&board(FOUR, rows, more), script).into_iter();
        found.filter(|found| matches!(found.0, Code::PartnersMayCapture)).collect()
    };
    let all = "fn define(rules) { for a in seats() { for b in seats() { if a != b { rules.relate(a, b, \"capture\", true); } } } }";
    one(
        &pieces(rows, "", all),
        Code::PartnersMayCapture,
        "relate",
        "red may capture pieces of its partner yellow",
    );
    let opponents = "fn define(rules) { for a in seats() { for b in a.opponents { rules.relate(a, b, \"capture\", true); } } }";
    assert_eq!(pieces(rows, "", opponents), []);
    let said = "[clauses]\nC1 = \"Partners may take each other's pieces.\"\n";
    assert_eq!(pieces(rows, said, all), []);
    let one_way =
        "fn define(rules) { rules.relate(seat(\"blue\"), seat(\"green\"), \"capture\", true); }";
    one(
        &pieces(rows, "", one_way),
        Code::PartnersMayCapture,
        "relate",
        "but not the other way round",
    );
}

#[test]
fn the_only_seat_without_a_team_is_probably_the_partner_of_the_one_alone() {
    let rows = "yK .  .  .  .  gK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nrK .  .  .  .  bK";
    let with_teams = |teams: [&'static str; 4]| -> LintReports {
        let seats: Vec<_> = FOUR
            .iter()
            .zip(teams)
            .map(|((name, facing, _), team)| (*name, *facing, team))
            .collect();
        let found = about(&board(&seats, rows, ""), "").into_iter();
        found.filter(|found| found.0 == Code::LonelyTeam).collect()
    };
    one(
        &with_teams(["fire", "sea", "fire", ""]),
        Code::LonelyTeam,
        "\"sea\"",
        "write `team = \"sea\"` for green too",
    );
    for fine in [
        ["fire", "sea", "fire", "sea"],
        ["fire", "fire", "fire", ""],
        ["fire", "", "fire", ""],
        ["sea", "", "", ""],
    ] {
        assert_eq!(with_teams(fine), [], "{fine:?}");
    }
}

/// Returns the full ruleset with a zone that nothing uses, and with the given text at its end.
fn unused(more: &str) -> Shelf {
    let text = changed("far = \"rank 4\"", "far = \"rank 4\"\nspare = \"a1\"");
    with(format!("{text}\n{more}\n"))
}

#[test]
fn a_zone_whose_name_is_composed_is_used() {
    let zones = "far = \"rank 4\"\nleft-wing = \"a1\"\nwing-of-kings = \"b2\"";
    let text = changed("far = \"rank 4\"", zones);
    let unused = |uses: &str| {
        let script = format!(
            "{MATE}\nfn on_setup(game) {{ for side in [\"left\", \"kings\"] {{ {uses} }} }}\n"
        );
        let found = about(&text, &script);
        found.into_iter().filter(|f| f.0 == Code::UnusedZone).map(|f| f.1).collect::<Vec<_>>()
    };
    let removes = |zone: &str| format!("for square in zone({zone}) {{ remove(square); }}");
    assert_eq!(unused(&removes("`${side}-wing`")), ["wing-of-kings"]);
    assert_eq!(unused(&removes("side + \"-wing\"")), ["wing-of-kings"]);
    assert_eq!(unused(&removes("\"wing-of-\" + side")), ["left-wing"]);
    assert_eq!(unused(&removes("`wing-of-${side}`")), ["left-wing"]);
    assert_eq!(unused(&removes("\"far\"")), ["left-wing", "wing-of-kings"]);
}

#[test]
fn a_file_says_at_which_level_a_lint_is() {
    let severities = |shelf: &Shelf, name: &str| -> Vec<Severity> {
        shelf.load(name).unwrap().warnings().iter().map(|found| found.severity).collect()
    };
    assert_eq!(severities(&unused(""), "full"), [Severity::Warning]);
    for allowed in ["unused-zone = \"allow\"", "Q0404 = \"allow\"", "all = \"allow\""] {
        assert_eq!(severities(&unused(&format!("[lints]\n{allowed}")), "full"), [], "{allowed}");
    }
    let denied = unused("[lints]\nunused-zone = \"deny\"");
    assert_eq!(severities(&denied, "full"), [Severity::Error], "and the rules can be used");
    let heir = denied.file(
        "heir",
        "geometry.toml",
        "extends = \"full\"\n[variant]\nid = \"heir\"\ntitle = \"Heir\"\n",
    );
    assert_eq!(severities(&heir, "heir"), [Severity::Error], "an heir inherits the level");
    let softer = heir.file(
        "softer",
        "geometry.toml",
        "extends = \"full\"\n[variant]\nid = \"softer\"\ntitle = \"S\"\n[lints]\nunused-zone = \"warn\"\n",
    );
    assert_eq!(severities(&softer, "softer"), [Severity::Warning], "or has its own");
    let preset = unused(
        "[presets.quiet]\nabout = \"x\"\nrules = { ply_limit = 9 }\n[presets.quiet.lints]\nunused-zone = \"allow\"",
    );
    assert_eq!(severities(&preset, "full"), [Severity::Warning]);
    assert_eq!(severities(&preset, "full@quiet"), []);
}

#[test]
fn levels_change_nothing_of_the_rules() {
    let hash = |more: &str| unused(more).load("full").unwrap().hash;
    assert_eq!(hash(""), hash("[lints]\nall = \"deny\""));
}

#[test]
fn a_level_is_asked_for_over_that_of_the_file() {
    let shelf = unused("[lints]\nunused-zone = \"deny\"");
    let at = |lint: &str, level| {
        let mut levels = Levels::default();
        levels.set(LintName::read(lint).unwrap(), level);
        load_until(&*shelf, "full", &[], &levels, &NEVER_STOPPED).unwrap().warnings().len()
    };
    assert_eq!(at("unused-zone", LintLevel::Allow), 0);
    assert_eq!(at("all", LintLevel::Allow), 0);
    assert_eq!(at("unused-helper", LintLevel::Allow), 1);
}

#[test]
fn only_lints_have_levels_and_only_three() {
    let found = |more: &str| diagnostic_rows(&unused(more).errors("full"));
    let errors = |more: &str| -> Vec<_> {
        found(more).into_iter().filter(|found| found.0 != Code::UnusedZone).collect()
    };
    one(
        &errors("[lints]\nunused-zoen = \"allow\""),
        Code::NotALint,
        "unused-zoen",
        "did you mean `unused-zone`?",
    );
    one(
        &errors("[lints]\nunknown-key = \"allow\""),
        Code::NotALint,
        "unknown-key",
        "only lints have levels",
    );
    one(&errors("[lints]\nunused-zone = \"forbid\""), Code::UnknownWord, "\"forbid\"", "allow");
    one(&errors("[lints]\nunused-zone = 1"), Code::WrongType, "1", "a string");
}

/// Returns the content of the file after a fix is applied. The finding must have exactly one fix.
fn corrected(found: &Diagnostic) -> String {
    let [fix] = found.fixes.as_slice() else { panic!("{found:#?}") };
    assert!(!fix.sure, "what is valid may be meant");
    let mut text = fix.source.text.clone();
    text.replace_range(fix.span.clone(), &fix.replacement);
    text
}

#[test]
fn what_is_offered_silences_the_lint() {
    let first = |geometry: &str, script: &str, code| {
        let loaded = with(geometry).file("full", "mate.rhai", script).load("full").unwrap();
        loaded.warnings().into_iter().find(|found| found.code == Some(code)).unwrap()
    };
    for (script, code) in [
        ("fn forbids(game, move) { game.ply < 0 }", Code::HookRunsForMoves),
        (
            "/// when: king, capture\nfn forbids(game, move) { game.ply < 0 }",
            Code::HookRunsForMoves,
        ),
        (
            "/// when: king \n/// clause: C1\nfn forbids(game, move) { game.ply < 0 }",
            Code::HookRunsForMoves,
        ),
        (
            "/// It costs.\nfn on_move(game, seat, piece, from, to) { if from == () { lose(seat); } }",
            Code::HookRunsEveryPly,
        ),
    ] {
        let script = format!("{MATE}\n{script}\n");
        let text = corrected(&first(FULL, &script, code));
        assert_eq!(about(FULL, &text), [], "{text}");
    }
    let rows = "bR bN bK bR bR .\nbP bP bP bP bP .\n.  .  .  .  .  .\n.  .  .  .  .  .\n\
                .  wP wP wP wP wP\n.  wR wN wK wN wR";
    let text = corrected(&first(&board(TWO, rows, ""), "", Code::SeatsNotAlike));
    assert_eq!(about(&text, ""), []);
    let kings = "yK .  .  .  .  gK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nrK .  .  .  .  bK";
    let teams = [
        ("red", "north", "a"),
        ("blue", "east", "sea"),
        ("yellow", "south", "a"),
        ("green", "west", ""),
    ];
    let text = corrected(&first(&board(&teams, kings, ""), "", Code::LonelyTeam));
    let found = about(&text, "");
    assert!(found.iter().all(|found| found.0 != Code::LonelyTeam), "{found:#?}");
    assert!(
        text.contains("name = \"green\"\nkey = \"g\"\nfacing = \"west\"\nteam = \"sea\"\n"),
        "{text}"
    );
}

#[test]
fn a_counter_of_pieces_that_nothing_reads_or_sets_is_told() {
    let declared = "fn define(rules) { rules.counter(\"age\", \"piece\", 0, 3); }\n";
    let set =
        "fn on_capture(game, seat, piece, square) { add_piece_counter(square, \"age\", 1); }\n";
    let read = "fn on_stalemate(game, seat) { for s in game.pieces(seat) { let p = game.piece(s); if p.piece_counter(\"age\") > 1 { lose(seat); } } }\n";
    let never_read = with_script(&format!("{declared}{set}"));
    one(&never_read, Code::CounterNeverRead, "counter", "is set but never read");
    one(
        &with_script(&format!("{declared}{read}")),
        Code::CounterNeverSet,
        "counter",
        "add_piece_counter",
    );
    assert_eq!(with_script(&format!("{declared}{set}{read}")), []);
    // Movements and `when:` lines read counters too.
    let moves = declared
        .replace("; }", "; rules.movement(\"king\", \"mN\").while_counter(\"age\", 1, 3); }");
    assert_eq!(with_script(&format!("{moves}{set}")), []);
    let seats = "fn define(rules) { rules.counter(\"tempo\", \"seat\", 0, 9); rules.movement(\"king\", \"mN\").while_counter(\"tempo\", 1, 3); }\n\
                 fn on_stalemate(game, seat) { add_counter(\"tempo\", seat, 1); }\n";
    assert_eq!(with_script(seats), []);
}

#[test]
fn a_metric_that_nothing_counts_is_told() {
    let declared = "fn define(rules) { rules.metric(\"forks\"); rules.metric(\"pins\"); }\n";
    let counted = "fn on_stalemate(game, seat) { count_metric(\"pins\"); draw(); }\n";
    let found = with_script(&format!("{declared}{counted}"));
    one(&found, Code::MetricNeverCounted, "metric", "nothing counts the metric `forks`");
    let all = counted.replace("draw()", "count_metric(\"forks\")");
    assert_eq!(with_script(&format!("{declared}{all}")), []);
}

#[test]
fn a_tabulated_hook_that_never_answers_is_told() {
    let never = |script: &str| -> LintReports {
        let found = with_script(script).into_iter();
        found.filter(|found| found.0 == Code::HookNeverAnswers).collect()
    };
    let promotes = |condition: &str| {
        never(&format!("fn promotes(piece, square) {{ if {condition} {{ \"pawn\" }} }}"))
    };
    let found = promotes("square.rank == 99");
    one(&found, Code::HookNeverAnswers, "promotes", "no piece promotes anywhere");
    assert_eq!(promotes("piece.kind == \"king\" && square.rank == 2"), []);
    let arrives = "fn arrives(piece, square) { if square.rank == 99 { #{ become: \"pawn\" } } }";
    one(&never(arrives), Code::HookNeverAnswers, "arrives", "nothing changes");
    // If a tunable switches the rule off, this is intended.
    let off = "// Whether pawns grow.\nconst GROW = false;\nfn promotes(piece, square) { if GROW { \"pawn\" } }";
    assert_eq!(never(off), []);
}

#[test]
fn teams_with_the_same_words_in_another_order_are_told() {
    let kings = "yK .  .  .  .  gK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nrK .  .  .  .  bK";
    let lonely = |red: &'static str| -> LintReports {
        let teams = [
            ("red", "north", red),
            ("blue", "east", "b-g"),
            ("yellow", "south", "red-yellow"),
            ("green", "west", "b-g"),
        ];
        let found = about(&board(&teams, kings, ""), "").into_iter();
        found.filter(|f| f.0 == Code::LonelyTeam).collect()
    };
    // If either name may be meant, the second one is marked. A name with a word that is not a
    // seat's name is misspelt.
    let either = "write `yellow-red` or `red-yellow` for both";
    one(&lonely("yellow-red"), Code::LonelyTeam, "\"red-yellow\"", either);
    let misspelt = "\"red-yelow\"";
    one(&lonely("red-yelow"), Code::LonelyTeam, misspelt, "did you mean `red-yellow`?");
    assert_eq!(lonely("red-yellow"), []);
}

#[test]
fn a_hook_that_lets_partners_take_each_other_unsaid_is_told() {
    let rows = "yK .  .  .  .  gK\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nrK .  .  .  .  bK";
    let found = |to: &str, more: &str| -> LintReports {
        let script =
            format!("fn on_stalemate(game, seat) {{ relate(seat, {to}, \"capture\", true); }}");
        let found = about(&board(FOUR, rows, more), &script).into_iter();
        found.filter(|found| found.0 == Code::PartnersMayCapture).collect()
    };
    one(
        &found("seat.partner", ""),
        Code::PartnersMayCapture,
        "relate",
        "capture pieces of its partner",
    );
    assert_eq!(found("seat.next", ""), []);
    assert_eq!(found("seat.partner", "[clauses]\nC1 = \"Partners fall out.\"\n"), []);
}

#[test]
fn zones_of_seats_that_are_almost_alike_are_told() {
    const ROWS: &str = "yR yN yK yN yR .\n.  .  .  .  .  gR\n bR .  .  .  .  gN\n bN .  .  .  .  gK\n bK .  .  .  .  gN\n bR rR rN rK rN rR";
    let rear = |red: &str, green: &str| {
        format!(
            "[zones]\nred-rear = \"{red}\"\nblue-rear = \"file a - a1 - a6\"\nyellow-rear = \"rank 6 - a6 - f6\"\ngreen-rear = \"{green}\"\n"
        )
    };
    let script = "fn on_mate(game, seat) { for other in seats() { if zone(`${other.name}-rear`).len() > 9 { lose(seat); } } lose(seat); }";
    let found = |red: &str, green: &str| -> LintReports {
        let text = board(FOUR, ROWS, &rear(red, green));
        about(&text, script).into_iter().filter(|found| found.0 == Code::ZonesNotAlike).collect()
    };
    assert_eq!(found("rank 1 - a1 - f1", "file f - f1 - f6"), []);
    one(
        &found("rank 1 - a1 - f1", "file e - e1 - e6"),
        Code::ZonesNotAlike,
        "\"file e - e1 - e6\"",
        "`green-rear` is not a copy of `red-rear`",
    );
    one(
        &found("rank 2 - a2 - f2", "file f - f1 - f6"),
        Code::ZonesNotAlike,
        "\"rank 2 - a2 - f2\"",
        "`red-rear` is not a copy of",
    );
    // With two seats, a difference of one or two squares is a mistake, and a larger one is
    // intended.
    let two = |black: &str| -> LintReports {
        let rows = "bR bN bK bN bR .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\n.  .  .  .  .  .\nwR wN wK wN wR .";
        let zones = format!("[zones]\nwhite-end = \"rank 6\"\nblack-end = \"{black}\"\n");
        let script = "fn on_mate(game, seat) { if zone(`${seat.name}-end`).len() > 9 { draw(); } lose(seat); }";
        let found = about(&board(TWO, rows, &zones), script);
        found.into_iter().filter(|found| found.0 == Code::ZonesNotAlike).collect()
    };
    assert_eq!(two("rank 1"), []);
    assert_eq!(two("rank 3"), []);
    one(&two("rank 1 - c1"), Code::ZonesNotAlike, "\"rank 1 - c1\"", "they differ on c1");
}
