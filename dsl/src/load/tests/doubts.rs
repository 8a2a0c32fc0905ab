//! Tests of the warnings about rules that are valid but probably unintended. Each warning states
//! the consequence of the rule. Rules that are probably intended cause no warning.

use super::fixture::{FULL, MATE, Shelf, diagnostic_rows, with};
use crate::diagnostic::Code;

/// Returns the warnings about a folder with the given `geometry.toml` and the given script. The
/// script replaces the full ruleset's script.
fn about(geometry: &str, script: &str) -> Vec<(Code, String, String, String)> {
    // An empty script is replaced by one without an effect.
    let script = if script.is_empty() { "fn define(rules) {}" } else { script };
    let shelf = with(geometry).file("full", "mate.rhai", script);
    match shelf.load("full") {
        Ok(loaded) => diagnostic_rows(&loaded.warnings()),
        Err(errors) => panic!("{errors:#?}"),
    }
}

/// Returns the warnings about the full ruleset after `more` is added to its script.
fn with_script(more: &str) -> Vec<(Code, String, String, String)> {
    about(FULL, &format!("{MATE}\n{more}"))
}

#[track_caller]
fn one(found: &[(Code, String, String, String)], code: Code, marked: &str, words: &str) {
    let [(actual, at, message, help)] = found else { panic!("{found:#?}") };
    assert_eq!((*actual, at.as_str()), (code, marked), "{message}");
    assert!(format!("{message} -- {help}").contains(words), "{message} -- {help}");
}

/// Returns a manifest for four seats, each with one king. Each seat is in the team at its index, or
/// in no team if the name is empty.
fn four(teams: [&str; 4]) -> String {
    let seats = ["red", "blue", "yellow", "green"].iter().zip(teams).map(|(name, team)| {
        let team = if team.is_empty() { String::new() } else { format!("team = \"{team}\"\n") };
        format!(
            "[[seats]]\nname = \"{name}\"\nkey = \"{}\"\nfacing = \"north\"\n{team}\n",
            &name[..1]
        )
    });
    let seats: String = seats.collect();
    format!(
        "[variant]\nid = \"full\"\ntitle = \"Four\"\n[board]\nmask = \"\"\"\n....\n....\n\"\"\"\n{seats}\
         [pieces]\nking = {{ letter = \"K\", moves = \"K\" }}\n\
         [array]\npicture = \"\"\"\n.  .  .  .\nrK bK yK gK\n\"\"\"\n"
    )
}

#[test]
fn a_team_of_one_with_almost_the_name_of_another_is_told() {
    let told_of = |teams| about(&four(teams), "");
    let found = told_of(["sun", "moon", "suns", "moon"]);
    let found: Vec<_> = found.into_iter().filter(|found| found.1 == "\"suns\"").collect();
    one(&found, Code::LonelyTeam, "\"suns\"", "yellow is alone in the team");
    // Either of two one-seat teams may be misspelt, unless one name consists of seats' names.
    let lonely_teams =
        |teams| told_of(teams).into_iter().filter(|found| found.0 == Code::LonelyTeam);
    for (teams, at, advice) in [
        (["suns", "moon", "sun", "moon"], "\"sun\"", "write `suns` or `sun` for both"),
        (["sun", "moon", "sun", "mooon"], "\"mooon\"", "write `moon` or `mooon` for both"),
        (["red-yelow", "b", "red-yellow", "b"], "\"red-yelow\"", "did you mean `red-yellow`?"),
        (["red-yellow", "b", "red-yelow", "b"], "\"red-yelow\"", "did you mean `red-yellow`?"),
    ] {
        let found: Vec<_> = lonely_teams(teams).collect();
        one(&found, Code::LonelyTeam, at, "they are not partners");
        assert!(found.len() == 1 && found[0].3.contains(advice), "{found:?}");
    }
    for teams in [
        ["sun", "moon", "sun", "moon"],
        ["sun", "sun", "sun", "moon"],
        ["", "", "", ""],
        ["team1", "team2", "team3", "team4"],
        ["a", "b", "c", "d"],
        ["light", "dark", "light", "grey"],
        ["three", "three", "three", "thre"],
    ] {
        let found = told_of(teams);
        assert!(found.iter().all(|found| found.0 != Code::LonelyTeam), "{teams:?}: {found:?}");
    }
}

/// Returns the warnings about a small ruleset with these rows of the array and this script. Its
/// pawns only move forward.
fn pawns(rows: &str, script: &str) -> Vec<(Code, String, String, String)> {
    let text = format!(
        "[variant]\nid = \"full\"\ntitle = \"Pawns\"\n[board]\nmask = \"\"\"\n...\n...\n...\n\"\"\"\n\
         [[seats]]\nname = \"white\"\nkey = \"w\"\nfacing = \"north\"\n\
         [[seats]]\nname = \"black\"\nkey = \"b\"\nfacing = \"south\"\n\
         [pieces]\npawn = {{ letter = \"P\", moves = \"mfWcfF\" }}\nqueen = {{ letter = \"Q\", moves = \"Q\" }}\n\
         [array]\npicture = \"\"\"\n{rows}\n\"\"\"\n[rules]\nscripts = [\"a.rhai\"]\n"
    );
    let script = if script.is_empty() { "fn define(rules) {}" } else { script };
    let shelf = Shelf::default().file("full", "geometry.toml", text).file("full", "a.rhai", script);
    match shelf.load("full") {
        Ok(loaded) => diagnostic_rows(&loaded.warnings()),
        Err(errors) => panic!("{errors:#?}"),
    }
}

#[test]
fn pieces_that_get_stuck_are_told_and_pieces_that_promote_or_turn_are_not() {
    let rows = "bP bQ .\n.  .  .\nwP wQ .";
    let stuck = pawns(rows, "");
    one(&stuck, Code::PieceGetsStuck, "pawn", "a pawn of white, black can never promote: on");
    let half = "fn promotes(piece, square) { if square.rank == 3 && piece.colour.name == \"white\" { \"queen\" } }";
    one(&pawns(rows, half), Code::PieceGetsStuck, "pawn", "a pawn of black can never promote");
    for fine in [
        "fn promotes(piece, square) { if square.rank == 3 || square.rank == 1 { \"queen\" } }",
        "fn arrives(piece, square) { if square.rank != 2 { #{ set_facing: \"back\" } } }",
        "/// when: pawn\nfn on_move(game, seat, piece, from, to) { if piece.forward(to) == () { replace(to, \"queen\"); } }",
    ] {
        assert_eq!(pawns(rows, fine), [], "{fine}");
    }
}

#[test]
fn a_piece_that_faces_the_edge_never_moves() {
    let promote = "fn promotes(piece, square) { if square.rank != 2 { \"queen\" } }";
    let found = pawns("wP bQ .\n.  bP .\nwP wQ .", promote);
    let [(code, _, message, _)] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!(*code, Code::PieceNeverMoves);
    assert_eq!(message, "white's pawn on a3, which faces north, can never move");
}

#[test]
fn a_hook_without_an_effect_is_told() {
    let idle = "fn on_stalemate(game, seat) { let a = seat.name; clause(\"C1\"); helper(a); }\nfn helper(a) { a }";
    one(
        &with_script(idle),
        Code::HookWithoutEffect,
        "on_stalemate",
        "the game is the same without it",
    );
    for fine in [
        "fn on_stalemate(game, seat) { helper(seat); }\nfn helper(a) { other(a); }\nfn other(a) { lose(a); }",
        "fn on_stalemate(game, seat) { throw \"never\"; }",
        "fn on_stalemate(game, seat) { [seat].for_each(|s| lose(seat)); }",
        "fn on_draw(game, kind, seats) { }",
    ] {
        assert_eq!(with_script(fine), [], "{fine}");
    }
}

#[test]
fn a_clause_that_is_stated_nowhere_is_told() {
    let found =
        with_script("/// Stale.\n/// clause: H33\nfn on_stalemate(game, seat) { lose(seat); }");
    one(&found, Code::ClauseNotStated, "/// clause: H33", "no clause `H33` is stated");
    let near = with_script("/// clause: C22\nfn on_stalemate(game, seat) { lose(seat); }");
    one(&near, Code::ClauseNotStated, "/// clause: C22", "did you mean `C2`?");
    let by_movement =
        with_script("fn define(rules) { rules.movement(\"pawn\", \"F\").clause(\"H33\"); }");
    one(&by_movement, Code::ClauseNotStated, "clause", "no clause `H33` is stated");
    let stated = "fn define(rules) { rules.clause(\"H33\", \"Stale.\"); }\n\
                  /// clause: H33\nfn on_stalemate(game, seat) { lose(seat); }";
    assert_eq!(with_script(stated), []);
    let plugin = "/// Stale.\n/// clause: H33\nfn on_stalemate(game, seat) { lose(seat); }";
    let of_plugin = with(FULL).plugin("draws", plugin).load("full").unwrap();
    assert_eq!(diagnostic_rows(&of_plugin.warnings()), [], "a plugin describes its clauses itself");
    // If no clause is stated, scripts may describe any clauses.
    let none = FULL.replace(
        "[clauses]\nC1 = \"Green begins.\"\nC2 = { text = \"Mate wins.\", source = \"book\" }\n",
        "",
    );
    assert_eq!(about(&none, MATE), []);
}

#[test]
fn movements_that_can_never_be_made_are_told() {
    for (movement, why) in [
        (
            "movement(\"pawn\", \"F\").from(\"c1\").to(\"a1\")",
            "it leads nowhere on the squares that it names",
        ),
        ("movement(\"pawn\", \"(5,0)\")", "it leads nowhere on any square of this board"),
        ("movement(\"pawn\", \"F\").with_mark(\"leapt\")", "nothing sets the mark `leapt`"),
        ("movement(\"pawn\", \"cF\").onto(\"partner\", \"pawn\")", "no seat has a partner"),
        ("movement(\"pawn\", \"mF\").onto(\"enemy\", \"pawn\")", "it captures nothing"),
        ("movement(\"pawn\", \"cF\").onto(\"own\", \"pawn\")", "it does not capture own pieces"),
    ] {
        let mark = if movement.contains("mark") { "rules.mark(\"leapt\"); " } else { "" };
        let found = with_script(&format!("fn define(rules) {{ {mark}rules.{movement}; }}"));
        one(&found, Code::MovementNeverMade, "movement", why);
    }
    for fine in [
        "movement(\"pawn\", \"F\").from(\"c1\").to(\"d2\")",
        "movement(\"pawn\", \"F\").set_mark(\"leapt\"); rules.movement(\"king\", \"F\").with_mark(\"leapt\")",
        "movement(\"pawn\", \"cF\").onto(\"enemy\", \"pawn\")",
        "movement(\"pawn\", \"mF\").onto(\"own\", \"king\").swaps()",
        "movement(\"pawn\", \"mW2\").ahead(\"enemy\", \"pawn\").head_on()",
    ] {
        let mark = if fine.contains("mark") { "rules.mark(\"leapt\"); " } else { "" };
        assert_eq!(
            with_script(&format!("fn define(rules) {{ {mark}rules.{fine}; }}")),
            [],
            "{fine}"
        );
    }
}

#[test]
fn a_mark_whose_name_is_computed_where_it_is_set_may_be_any() {
    let define = "fn define(rules) { rules.mark(\"leapt\"); rules.movement(\"pawn\", \"F\").with_mark(\"leapt\"); }\n";
    let hook = "/// when: every ply\nfn on_move(game, seat, piece, from, to) { set_mark(to, `le${\"apt\"}`); }";
    assert_eq!(with_script(&format!("{define}{hook}")), []);
}

#[test]
fn marks_that_nothing_reads_are_told() {
    let script = |body: &str, hook: &str| {
        format!("fn define(rules) {{ rules.mark(\"vow\"); {body} }}\n{hook}")
    };
    let hook = |body: &str| {
        format!("/// when: pawn\nfn on_move(game, seat, piece, from, to) {{ {body} }}")
    };
    for (text, words) in [
        (script("", ""), "nothing uses the mark `vow`"),
        (
            script("rules.movement(\"pawn\", \"F\").set_mark(\"vow\");", ""),
            "is set but never read, so it changes nothing",
        ),
        (script("", &hook("set_mark(to, \"vow\");")), "is set but never read"),
        (
            script("", "fn arrives(piece, square) { #{ set_mark: \"vow\" } }"),
            "is set but never read",
        ),
        (script("", &hook("clear_mark(to, \"vow\");")), "the mark `vow`"),
    ] {
        one(&with_script(&text), Code::MarkNeverRead, "mark", words);
    }
    for fine in [
        script(
            "",
            &hook("if piece.has_mark(\"vow\") { lose(seat); } else { set_mark(to, \"vow\"); }"),
        ),
        script("", &hook("let name = \"vow\"; if piece.has_mark(name) { lose(seat); }")),
        script(
            "rules.movement(\"pawn\", \"F\").with_mark(\"vow\");",
            &hook("set_mark(to, \"vow\");"),
        ),
    ] {
        assert_eq!(with_script(&fine), [], "{fine}");
    }
}

#[test]
fn pieces_in_hand_that_can_not_be_dropped_are_told() {
    let script = |hand: &str, kind: &str| {
        format!(
            "fn define(rules) {{ {hand} }}\n\
             fn on_setup(game) {{ let rook = \"pawn\"; add_to_hand(seats()[0], {kind}, 1); }}"
        )
    };
    let empty = "rules.hand(seats()[0], #{}, \"a1..c1\");";
    for (text, words) in [
        (script("", "\"pawn\""), "a pawn that is added to a hand can never be dropped"),
        (script(empty, "\"pawn\""), "write `rules.hand(seat, #{ pawn: 0 }, zone)`"),
        (
            script("rules.hand(seats()[0], #{ king: 1 }, \"a2\");", "\"pawn\""),
            "no hand is declared for it",
        ),
        (script(empty, "rook"), "no hand is declared for any kind"),
    ] {
        one(&with_script(&text), Code::HandNeverDropped, "add_to_hand", words);
    }
    let fine = script("rules.hand(seats()[0], #{ pawn: 0 }, \"a2..b2\");", "\"pawn\"");
    assert_eq!(with_script(&fine), []);
}

#[test]
fn a_kind_of_which_none_is_in_hand_can_be_dropped_once_there_is_one() {
    let script = "fn define(rules) { rules.hand(seat(\"green\"), #{ pawn: 0 }, \"a2..b2\"); }\n\
                  fn on_setup(game) { add_to_hand(seat(\"green\"), \"pawn\", 1); }";
    let shelf = with(FULL).file("full", "mate.rhai", format!("{MATE}\n{script}"));
    let loaded = shelf.load("full").unwrap();
    let hooks = loaded.hooks();
    let mut game = quadrille_core::game::start(&loaded.rules, &*hooks).unwrap();
    let actions = game.actions().unwrap();
    assert_eq!(actions.len(), 2, "to a2 and b2, and the pawn must be dropped first: {actions:?}");
}

#[test]
fn clauses_that_nothing_can_make_fire_are_told_apart() {
    let script = "fn define(rules) {\n\
                  rules.clause(\"S1\", \"Stated and no more.\");\n\
                  rules.movement(\"pawn\", \"F\").clause(\"S2\");\n\
                  rules.draw_clause(\"insufficient_force\", \"S3\", \"No force.\");\n\
                  rules.draw_clause(\"repetition\", \"S4\", \"Again.\");\n\
                  for c in [\"S5\", \"S6\", \"S7\", \"S8\"] { rules.clause(c, \"A rule.\"); } }\n\
                  fn on_draw(game, kind, seats) { if kind == \"insufficient_force\" { clause(\"S3\"); } else { clause(\"S4\"); } draw(); }\n\
                  /// clause: S5\nfn on_roll(game, seat, faces) { skip(seat); }\n\
                  /// clause: S6\n/// when: every ply\nfn forbids(game, move) { false }\n\
                  fn on_stalemate(game, seat) { helper(seat); }\nfn helper(seat) { clause(\"S7\"); lose(seat); }\n";
    let shelf = with(FULL).file("full", "mate.rhai", format!("{MATE}\n{script}"));
    let loaded = shelf.load("full").unwrap_or_else(|errors| panic!("{errors:#?}"));
    let named = |id: &str| loaded.spec().clause_named(id).is_some();
    assert!(!named("S3") && named("S4"), "a clause of a draw that the rules lack is not theirs");
    let fire: Vec<_> = ["C1", "C2", "S1", "S2", "S4", "S5", "S6", "S7", "S8"]
        .into_iter()
        .filter(|id| loaded.can_fire(id))
        .collect();
    assert_eq!(fire, ["C2", "S2", "S4", "S7"], "the plugin's `define` has C1, and counts nothing");
}

#[test]
fn the_draws_of_the_plugin_state_what_the_rules_have() {
    let plugin = include_str!("../../../rulesets/plugins/draws.rhai");
    let load = |more: &str| {
        let shelf = with(FULL).plugin("draws", plugin);
        shelf.file("full", "mate.rhai", format!("{MATE}\n{more}")).load("full").unwrap()
    };
    let none = load("");
    let some = load("fn define(rules) { rules.insufficient_force(\"K v K\"); }");
    let has =
        |loaded: &crate::load::Ruleset| loaded.spec().clause_named("draws.dead-position").is_some();
    assert!(!has(&none) && has(&some));
    assert!(some.can_fire("draws.dead-position") && some.can_fire("draws.repetition"));
}

#[cfg(feature = "shipped")]
#[test]
fn nothing_is_doubted_about_the_shipped_rulesets_and_their_presets() {
    use crate::library::{Library as _, Shipped};
    let load = |name: &str| {
        crate::load::load(&Shipped, name, &[])
            .unwrap_or_else(|errors| panic!("{name}: {errors:#?}"))
    };
    let mut found = Vec::new();
    for name in Shipped.names() {
        let loaded = load(&name);
        found.push((name.clone(), diagnostic_rows(&loaded.warnings())));
        for (preset, _) in &loaded.meta.presets {
            let name = format!("{name}@{preset}");
            found.push((name.clone(), diagnostic_rows(&load(&name).warnings())));
        }
    }
    found.retain(|(_, warnings)| !warnings.is_empty());
    assert_eq!(found, []);
}

#[test]
fn a_preset_that_changes_nothing_is_told() {
    let rule = "[presets.fast.rules]\nply_limit = 50\n";
    let clauses = |name: &str| format!("[presets.{name}.clauses]\nA = {{ text = \"Fast.\" }}\n");
    let warnings = |more: &str| about(&format!("{FULL}\n{rule}{more}"), MATE);
    one(&warnings(&clauses("fats")), Code::PresetWithoutChanges, "fats", "did you mean `fast`?");
    one(&warnings("[presets.x]\n"), Code::PresetWithoutChanges, "x", "changes no rule");
    // Such a preset describes the rules without changes.
    assert_eq!(warnings("[presets.x]\nabout = \"As usual.\"\n"), []);
    assert_eq!(warnings(&clauses("fast")), []);
}

#[test]
fn a_clause_of_a_preset_that_is_misspelt_is_told() {
    let stated = FULL.replace("[clauses]\n", "[clauses]\nTA3 = \"Three.\"\n");
    let preset = |name: &str, ids: &[&str]| {
        let lines: String = ids.iter().map(|id| format!("{id} = \"Otherwise.\"\n")).collect();
        format!("[presets.{name}.rules]\nply_limit = 50\n[presets.{name}.clauses]\n{lines}")
    };
    let warnings = |presets: &str| about(&format!("{stated}\n{presets}"), MATE);
    for (slip, meant) in [("CC2", "C2"), ("2C", "C2"), ("c2", "C2"), ("C22", "C2"), ("TS3", "TA3")]
    {
        let found = warnings(&preset("fast", &["C1", slip]));
        one(&found, Code::ClauseNotStated, slip, &format!("did you mean `{meant}`?"));
    }
    // There is no warning if a clause continues a series or begins a new one, or if two presets
    // state the clause.
    for new in [&["C3"][..], &["D2"], &["C1", "C2", "CC2"], &["TB1", "TB2", "TB3"], &["C3", "C4"]] {
        assert_eq!(warnings(&preset("fast", new)), [], "{new:?}");
    }
    assert_eq!(warnings(&[preset("fast", &["CC2"]), preset("slow", &["CC2"])].concat()), []);
}

#[test]
fn a_condition_without_its_colon_is_told_if_all_it_names_is_there() {
    let hook = |line: &str| {
        let hook = format!("{line}\nfn on_move(game, seat, piece, from, to) {{ lose(seat); }}");
        about(FULL, &format!("{MATE}\n{hook}\n"))
    };
    let found = hook("/// when king or pawn");
    one(&found, Code::LineReadAsProse, "/// when king or pawn", "write `/// when: king or pawn`");
    let found = hook("/// when mated\n/// when: every ply");
    assert_eq!(found, []);
    // A line with other words may be prose. The hook then runs every ply.
    let found = hook("/// A seat loses\n/// when the king moves");
    assert!(found.iter().all(|(code, ..)| *code == Code::HookRunsEveryPly), "{found:?}");
}

#[test]
fn a_script_without_code_is_told() {
    for empty in ["", "\n\n", "//! What it will do.\n// Later.\n"] {
        let text = format!("{}[rules]\nscripts = [\"mate.rhai\"]\n", four([""; 4]));
        let loaded = with(text).file("full", "mate.rhai", empty).load("full").unwrap();
        let found = diagnostic_rows(&loaded.warnings());
        one(&found, Code::ScriptWithoutCode, "\"mate.rhai\"", "has no code");
    }
    assert_eq!(about(FULL, MATE), []);
}

#[test]
fn a_file_whose_name_is_nearly_one_that_is_read_is_told() {
    let about = |name: &str| {
        diagnostic_rows(&with(FULL).file("full", name, "").load("full").unwrap().warnings())
    };
    for (name, meant) in [("lesson.toml", "lessons.toml"), ("puzzels.toml", "puzzles.toml")] {
        one(&about(name), Code::FileNotRead, "", &format!("did you mean `{meant}`?"));
    }
    for other in ["claims.toml", "notes.toml"] {
        assert_eq!(about(other), [], "{other}");
    }
}

#[test]
fn partners_whose_heirs_have_no_team_are_told() {
    let parent = four(["sun", "moon", "sun", "moon"]);
    let told_of = |teams: [&str; 4]| {
        let child = four(teams).replace("\"full\"", "\"child\"");
        let child = format!("extends = \"full\"\n{child}");
        let loaded = with(&parent).file("child", "geometry.toml", child).load("child").unwrap();
        let found =
            diagnostic_rows(&loaded.warnings()).into_iter().find(|found| found.0 == Code::TeamLost);
        found.map(|(_, _, message, _)| message)
    };
    let all = told_of(["", "", "", ""]).unwrap();
    assert!(all.starts_with("red, blue, yellow and green have a partner"), "{all}");
    let one = told_of(["sun", "moon", "", "moon"]).unwrap();
    assert!(one.starts_with("yellow has a partner"), "{one}");
    assert_eq!(told_of(["a", "b", "c", "d"]), None, "each has its own team");
}
