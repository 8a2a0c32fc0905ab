//! Tests of every lint at every level, from the command line and from the file, in every format.

use crate::common::{DUEL, ENDS, Scene};
use quadrille_dsl::diagnostic::{Code, LintLevel};
use serde_json::Value;

/// A ruleset that triggers one lint.
struct Case {
    lint: Code,
    manifest: String,
    script: String,
    file: Option<(&'static str, &'static str)>,
    games: u32,
}

impl Case {
    /// Creates a case from the duel.
    fn new(lint: Code) -> Self {
        Self { lint, manifest: DUEL.to_owned(), script: ENDS.to_owned(), file: None, games: 0 }
    }

    /// Replaces a text in the ruleset's manifest.
    fn manifest(mut self, from: &str, to: &str) -> Self {
        assert!(self.manifest.contains(from), "{from}");
        self.manifest = self.manifest.replacen(from, to, 1);
        self
    }

    /// Adds a text at the end of the ruleset's manifest.
    fn more(mut self, text: &str) -> Self {
        self.manifest.push_str(text);
        self
    }

    /// Adds a text at the end of the ruleset's script.
    fn script(mut self, text: &str) -> Self {
        self.script.push_str(text);
        self
    }

    fn games(self, games: u32) -> Self {
        Self { games, ..self }
    }

    fn written(&self, lints: &str) -> Scene {
        let scene = Scene::new()
            .file("duel/geometry.toml", format!("{}\n{lints}", self.manifest))
            .file("duel/ends.rhai", &self.script);
        match self.file {
            Some((name, text)) => scene.file(&format!("duel/{name}"), text),
            None => scene,
        }
    }

    /// Returns two values. The first is the severity of the finding in the JSON output, or `None`
    /// if the finding is not reported. The second is the exit code. If `formats` is `true`, also
    /// checks that the text and the SARIF output agree with the JSON output.
    fn severity_and_code(
        &self,
        scene: &Scene,
        args: &str,
        formats: bool,
    ) -> (Option<&'static str>, Option<i32>) {
        let line = format!("check ./duel -n {}{args}", self.games);
        let code = self.lint.to_string();
        let json = scene.run(&format!("{line} --format json"));
        let found: Value = json.json();
        let found = found["findings"].as_array().unwrap().iter().find(|one| one["code"] == *code);
        let severity = found.map(|one| one["severity"].as_str().unwrap().to_owned());
        if let Some(found) = found {
            assert_eq!(found["name"], self.lint.name());
            assert!(found["line"].as_u64() > Some(0), "it has no place: {found}");
            assert_ne!(found["help"], Value::Null, "it has no advice: {found}");
        }
        let word = match severity.as_deref() {
            Some("warning") => Some("warning"),
            Some("error") => Some("error"),
            other => {
                assert_eq!(other, None);
                None
            }
        };
        if !formats {
            return (word, json.code);
        }
        let text = scene.run(&line);
        assert_eq!(text.code, json.code, "{}", text.out);
        for word in ["warning", "error"] {
            let has_word = text.out.contains(&format!("{word}[{code}]"));
            assert_eq!(has_word, severity.as_deref() == Some(word), "{line}\n{}", text.out);
        }
        let sarif = scene.run(&format!("{line} --format sarif"));
        assert_eq!(sarif.code, json.code);
        let log = sarif.json();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let result = results.iter().find(|result| result["ruleId"] == *code);
        assert_eq!(result.map(|result| result["level"].as_str().unwrap()), severity.as_deref());
        if let Some(result) = result {
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            assert!(uri.starts_with("duel/"), "{result}");
            assert!(place["region"]["startLine"].as_u64() > Some(0), "{result}");
        }
        (word, json.code)
    }
}

/// Returns a manifest with four seats in the corners, followed by these keys. Seats across the
/// board are partners.
fn four(more: &str) -> String {
    let teams = [
        ("red", "north", "a"),
        ("blue", "east", "b"),
        ("yellow", "south", "a"),
        ("green", "west", "b"),
    ];
    let seats = teams.map(|(name, facing, team)| {
        let key = &name[..1];
        format!("[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"{facing}\"\nteam = \"{team}\"\n")
    });
    let rows = "yR yK .  .  .\n.  .  .  .  gR\n.  .  .  .  gK\nbK .  .  .  .\nbR .  .  rK rR";
    format!(
        "[variant]\nid = \"duel\"\ntitle = \"Four\"\n[board]\nmask = \"5x5\"\n{}[pieces]\n\
         king = {{ letter = \"K\", moves = \"K\", royal = true }}\nrook = {{ letter = \"R\", moves = \"R\" }}\n\
         [array]\npicture = \"\"\"\n{rows}\n\"\"\"\n[rules]\nscripts = [\"ends.rhai\"]\n{more}",
        seats.concat()
    )
}

/// Returns a ruleset that breaks a lint. If a new lint has no ruleset here, the test fails.
fn case(lint: Code) -> Case {
    let case = Case::new(lint);
    let pawns = |case: Case| {
        case.manifest("[array]", "pawn = { letter = \"P\", moves = \"mfWcfF\" }\n\n[array]")
            .manifest(".  .  .  .  .\n.  .  .  .  .\n.  ", ".  bP .  .  .\n.  .  .  .  .\n.  ")
            .manifest(".  .  .  .  .\n.  .  .  wR", ".  .  .  wP .\n.  .  .  wR")
    };
    let clauses = "\n[clauses]\nD1 = \"Mate wins.\"\n";
    let hook = "fn on_release(game, seat)";
    match lint {
        Code::ScriptNotListed => Case { file: Some(("other.rhai", "//! Another.\n")), ..case },
        Code::FileNotRead => Case { file: Some(("lesson.toml", "")), ..case },
        Code::SeatWithoutRoyal => case.manifest("bK bR", ".  bR"),
        Code::NoSuchSource => {
            case.more("\n[clauses]\nD1 = { text = \"Mate wins.\", source = \"book\" }\nD2 = \"Else a draw.\"\n")
        }
        Code::IdIsNotFolderName => case.manifest("id = \"duel\"", "id = \"dual\""),
        Code::RuleNeverFired => case.script("fn on_promotion(game, seat, piece, square) { lose(seat); }").games(2),
        Code::GameNeverEnds => Case { script: "//! Nothing ends.\nfn define(rules) {}\n".to_owned(), ..case }.games(20),
        Code::SlowHook => case
            .script("/// when: rook\nfn on_move(game, seat, piece, from, to) {\n    let n = 0;\n    for i in 0..3000 { n += i; }\n    if n < 0 { lose(seat); }\n}")
            .games(50),
        Code::GameEndsAtOnce => case.script("/// when: every ply\nfn on_turn(game, seat) { draw(); }").games(20),
        Code::ClauseWithoutLesson => Case {
            file: Some(("lessons.toml", "[[lesson]]\nclause = \"D1\"\nsays = \"It is White's turn.\"\nunplayable = \"It is the start.\"\n")),
            ..case.more(clauses).more("D2 = \"No move is a draw.\"\n")
        },
        Code::PieceNeverMoves => case
            .manifest("[array]", "rock = { letter = \"S\", moves = \"\" }\n\n[array]")
            .manifest("bK bR .", "bK bR bS"),
        Code::PieceNeverAppears => case.manifest("[array]", "bishop = { letter = \"B\", moves = \"B\" }\n\n[array]"),
        Code::UnusedZone => case.more("\n[zones]\nnever = \"a1\"\n"),
        Code::SeatWithoutTurn => case.more("order = [\"white\"]\n"),
        Code::LonelyTeam => Case { manifest: four("").replacen("team = \"a\"", "team = \"cats\"", 1).replacen("team = \"a\"", "team = \"catss\"", 1), ..case },
        Code::ClauseNotStated => case.more(clauses),
        Code::MovementNeverMade => case.script("fn define(rules) { rules.movement(\"rook\", \"F\").from(\"c1\").to(\"a1\"); }").without("fn define"),
        Code::MarkNeverRead => case.declares("rules.mark(\"vow\");"),
        Code::PieceGetsStuck => pawns(case),
        Code::HookWithoutEffect => case.script(&format!("{hook} {{ let a = seat.name; }}")),
        Code::HandNeverDropped => case.script("fn on_setup(game) { add_to_hand(seats()[0], \"rook\", 1); }"),
        Code::PresetWithoutChanges => case.more("\n[presets.fast]\n"),
        Code::CounterNeverRead => case.declares("rules.counter(\"tempo\", \"seat\", 0, 9);"),
        Code::CounterNeverSet => case
            .declares("rules.counter(\"tempo\", \"seat\", 0, 9);")
            .script(&format!("{hook} {{ if game.counter(\"tempo\", seat) > 3 {{ lose(seat); }} }}")),
        Code::StateNeverSet => case.declares("rules.state(\"asleep\");"),
        // Pawns that keep to squares of the other colour.
        Code::PromotionNeverReached => pawns(case).manifest("\"mfWcfF\"", "\"F\"").script(
            "/// when: pawn\nfn promotes(piece, square) { if square.name == \"a2\" { \"rook\" } }",
        ),
        Code::SeatsNotAlike => case
            .manifest("bK bR .  .  .", "bK bR bR bR bR")
            .manifest(".  .  .  wR wK", "wR wR wR wR wK")
            .manifest("mask = \"\"\"", "walls = [\"a2|b2\"]\nmask = \"\"\""),
        Code::PartnersMayCapture => Case { manifest: four(""), ..case }.declares(
            "for a in seats() { for b in seats() { if a != b { rules.relate(a, b, \"capture\", true); } } }",
        ),
        Code::MateNeverAsked => case.declares("rules.protect(\"own\", \"none\");"),
        Code::PluginNotUsed => case.more("\n[plugins.draws]\nclauses = {}\n"),
        Code::ZonesNotAlike => Case {
            manifest: DUEL.replace("[rules]", "[zones]\nwhite-end = \"rank 5\"\nblack-end = \"rank 1 - c1\"\n\n[rules]"),
            ..case
        }
        .script(&format!("{hook} {{ if zone(`${{seat.name}}-end`).len() > 9 {{ lose(seat); }} }}")),
        Code::MetricNeverCounted => case.declares("rules.metric(\"forks\");"),
        Code::HookNeverAnswers => case.script("fn promotes(piece, square) { if square.rank == 99 { \"rook\" } }"),
        Code::TeamLost => {
            let seats = [("red", "north"), ("blue", "east"), ("yellow", "south"), ("green", "west")];
            let seats = seats.map(|(name, facing)| {
                let key = &name[..1];
                format!("[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"{facing}\"\n")
            });
            let header = "extends = \"chesscom-teams\"\n[variant]\nid = \"duel\"\ntitle = \"Alone\"\n";
            Case { manifest: format!("{header}{}", seats.concat()), ..case }
        }
        Code::UnusedTunable => case.script("// Spare.\nconst SPARE = 3;\n"),
        Code::UnusedHelper => case.script("fn lone(seat) { seat }"),
        Code::HookRunsEveryPly => case.script("fn on_turn(game, seat) { if game.ply > 900 { lose(seat); } }"),
        Code::HookRunsForMoves => case.script("/// when: rook\nfn forbids(game, move) { game.ply < 0 }"),
        Code::LineReadAsProse => case.script(&format!("/// clause V1\n{hook} {{ lose(seat); }}")),
        Code::ScriptWithoutCode => Case { file: Some(("later.rhai", "// To be written.\n")), ..case }
            .manifest("scripts = [\"ends.rhai\"]", "scripts = [\"ends.rhai\", \"later.rhai\"]"),
        Code::IdleStatement => case.script(&format!("{hook} {{ \"D1\"; lose(seat); }}")),
        Code::ReadsOwnEffect => case
            .declares("rules.counter(\"tempo\", \"seat\", 0, 9);")
            .script(&format!("{hook} {{ add_counter(\"tempo\", seat, 1); if game.counter(\"tempo\", seat) > 3 {{ lose(seat); }} }}")),
        Code::OutcomeReadsSquares => case.script(
            "fn outcome(game) { for seat in seats() { if game.piece(square(\"c3\")) == () { return; } } draw(); }",
        ),
        Code::TurnOfGoneSeat => case.script("/// when: every ply\nfn on_turn(game, seat) { if game.ply > 900 { eliminate(seat); } }"),
        Code::MateNotHandled => case.without("fn on_mate"),
        Code::AnswerNotHandled => case.script("fn on_setup(game) { ask(seats()[0], \"side\", [\"left\", \"right\"], ()); }"),
        Code::EnPassantNeverPossible => case
            .manifest("[array]", "pawn = { letter = \"P\", moves = \"mfWceF\" }\n\n[array]")
            .manifest(".  .  .  .  .", ".  .  wP .  ."),
        Code::SeatColourRepeated => case.manifest("#403a36", "#F4ECD8"),
        other => panic!("{other} ({}) needs a ruleset here", other.name()),
    }
}

impl Case {
    /// Adds a declaration.
    fn declares(mut self, declaration: &str) -> Self {
        self.script = self
            .script
            .replace("fn define(rules) {", &format!("fn define(rules) {{\n    {declaration}"));
        self
    }

    /// Removes the first function of the script that begins with `head`.
    fn without(mut self, head: &str) -> Self {
        let start = self.script.find(head).unwrap();
        let end = start + self.script[start..].find("\n}\n").unwrap() + 3;
        self.script.replace_range(start..end, "");
        self
    }
}

/// Returns the severity with which a finding is reported if its lint has this level.
fn becomes(level: LintLevel) -> Option<&'static str> {
    match level {
        LintLevel::Allow => None,
        LintLevel::Warn => Some("warning"),
        LintLevel::Deny => Some("error"),
    }
}

/// Tests a part of the lints. A lint belongs to the part if its number, divided by `of`, leaves the
/// remainder `part`. The parts can be tested in parallel. Each lint gets one of the levels, from
/// the command line and from the file.
fn every_lint(part: usize, of: usize) {
    const LEVELS: [LintLevel; 3] = [LintLevel::Allow, LintLevel::Warn, LintLevel::Deny];
    for (i, lint) in Code::lints().enumerate().filter(|(i, _)| i % of == part) {
        let case = case(lint);
        let name = lint.name();
        let usual = lint.lint().unwrap();
        let check = |scene: &Scene, args: &str, level: LintLevel| {
            let formats = args.is_empty() && level == usual;
            let (severity, code) = case.severity_and_code(scene, args, formats);
            assert_eq!(severity, becomes(level), "{name}{args} at {}", level.word());
            if level == LintLevel::Deny {
                assert_eq!(code, Some(3), "{name}{args}");
            }
        };
        check(&case.written(""), "", usual);
        let (asked, stated) = (LEVELS[i % 3], LEVELS[(i + 1) % 3]);
        check(&case.written(""), &format!(" --{} {name}", asked.word()), asked);
        let lints = format!("[lints]\n{name} = \"{}\"\n", stated.word());
        check(&case.written(&lints), "", stated);
        // The command line takes precedence over the file, and codes can be used as names.
        let denied = case.written(&format!("[lints]\n{lint} = \"deny\"\n"));
        check(&denied, "", LintLevel::Deny);
        check(&denied, &format!(" --allow {lint}"), LintLevel::Allow);
    }
}

#[test]
fn every_lint_has_its_level_1() {
    every_lint(0, 4);
}

#[test]
fn every_lint_has_its_level_2() {
    every_lint(1, 4);
}

#[test]
fn every_lint_has_its_level_3() {
    every_lint(2, 4);
}

#[test]
fn every_lint_has_its_level_4() {
    every_lint(3, 4);
}
