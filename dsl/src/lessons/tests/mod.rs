//! Tests of the valid contents of lessons, and of the findings about lessons that fail.

mod fixture;

use crate::diagnostic::Code;
use fixture::{GEOMETRY, Siege, TAUGHT, diagnostic_rows};

/// Returns a lesson about clause C1 that has these keys.
fn lesson(keys: &str) -> String {
    format!("[[lesson]]\nclause = \"C1\"\nsays = \"See.\"\n{keys}\n")
}

/// A lesson in which White has captured a rook and must answer a question.
const CAPTURE: &str = r#"
pieces = "wKa1 wRb1 bKe5 bRb4 wPe2+proud bPd3^n"
turn = "white"
play = "b1-b4"
"#;
/// A lesson in which Black has been mated.
const MATE: &str = r#"
pieces = "wKc3 wRa1 bKc5"
turn = "white"
play = "a1-a5"
"#;

/// Returns the findings about a lesson to which one key is added.
fn after(keys: &str, more: &str) -> Vec<(Code, String, String, String)> {
    diagnostic_rows(&lesson(&format!("{keys}{more}")))
}

/// Returns the code, the marked text and the message. There must be exactly one finding.
fn one(keys: &str, more: &str) -> (Code, String, String) {
    let mut all = after(keys, more);
    assert_eq!(all.len(), 1, "{more}: {all:?}");
    let (code, marked, message, _) = all.remove(0);
    (code, marked, message)
}

#[test]
fn mistakes_of_a_key_are_counted_no_further_than_a_page() {
    let many = |token: &str| token.repeat(16_000);
    for (keys, more) in [
        (
            format!("pieces = \"{}\"\nturn = \"white\"\n", many("wXz9 ")),
            "ongoing = true".to_owned(),
        ),
        (
            format!("pieces = \"{}\"\nturn = \"white\"\n", many("wKa1 ")),
            "ongoing = true".to_owned(),
        ),
        (String::new(), format!("legal = \"{}\"", many("a9-a8 "))),
        (String::new(), format!("board = \"{}\"", many("wKe5 "))),
        (String::new(), format!("fires = [{}]", "\"C9\", ".repeat(2_000))),
    ] {
        let all = after(&keys, &more);
        assert_eq!(all.len(), super::MAX_MISTAKES, "{:?}", all.first());
    }
    // Valid expectations are limited too.
    let (code, ..) = one("", &format!("board = \"{}\"", many("wKa1 ")));
    assert_eq!(code, Code::LessonCount);
}

#[test]
fn every_kind_of_expectation_can_hold() {
    let held = [
        ("", "next = \"white\"\nlegal = \"e2-e3 a1-a2\"\nillegal = \"e2-e4 a5-a4\"\ncount = 10"),
        (
            CAPTURE,
            "asks = \"bonus\"\nnext = \"white\"\nonly = \"choose=no choose=yes choose=fail\"",
        ),
        (CAPTURE, "counter = { \"points white\" = 5, \"points black\" = 0, pool = 3 }"),
        (
            CAPTURE,
            "memory = { \"captor black\" = \"white\", \"captor white\" = \"-\", captors = \"black+white\" }",
        ),
        (CAPTURE, "memory = { taken_on = \"b4\", \"taken black\" = \"rook\" }"),
        (CAPTURE, "memory = { \"hero white\" = \"e5\", \"hero black\" = \"-\" }"),
        (
            "pieces = \"wKa1 bKe5\"\nturn = \"white\"\noptions = \"{'counters':('taken_on=b2','taken=-,pawn')}\"\n",
            "memory = { taken_on = \"b2\", \"taken black\" = \"pawn\" }",
        ),
        (CAPTURE, "fires = [\"C4\"]\nsilent = \"C2\"\ncheck = []\nongoing = true"),
        (CAPTURE, "board = \"wRb4 .b1 wPe2+proud bPd3^n wKa1\""),
        (CAPTURE, "controller = { white = \"white\", black = \"black\" }"),
        (CAPTURE, "seat_state = { black = \"active\" }\narmy_state = { white = \"active\" }"),
        (MATE, "result = { white = \"win\", black = \"loss\" }\nends = \"C2\"\nongoing = false"),
        (MATE, "fires = \"C2\"\ncheck = \"black\"\ncount = 0"),
        (
            MATE,
            "preset = \"mercy\"\nseat_state = { black = \"frozen\" }\nnext = \"white\"\nongoing = true",
        ),
        (MATE, "set = { \"siege.MATED\" = \"freeze\" }\narmy_state = { black = \"frozen\" }"),
        (
            "pieces = \"wKa1 bKe5\"\nturn = \"black\"\n",
            "play = \"e5-e4 a1-a2 e4-e5 a2-a1 e5-e4 a1-a2 e4-e5 a2-a1\"\n\
             ends = \"repetition\"\nresult = { white = \"draw\" }",
        ),
        (
            "pieces = \"wKa1 wPe4 bKa5\"\nturn = \"white\"\n",
            "legal = \"e4-e5=R\"\nillegal = \"e4-e5\"",
        ),
        (
            "pieces = \"wKa1 bKe5\"\nturn = \"white\"\noptions = \"{'seatState':('','frozen')}\"\n",
            "seat_state = { white = \"active\", black = \"frozen\" }\narmy_state = { black = \"frozen\" }",
        ),
        (
            "fen = \"B-0,0-0,0-0,0-4,0-7-bK,4/5/5/5/4,wK\"\n",
            "next = \"black\"\ncounter = { \"points white\" = 4 }",
        ),
    ];
    for (keys, more) in held {
        assert_eq!(after(keys, more), [], "{more}");
    }
}

#[test]
fn what_does_not_hold_is_marked_with_what_is_so() {
    let failing = [
        (
            "",
            "legal = \"a1-a2 e2-e4\"",
            "e2-e4",
            "`e2-e4` should be legal: the pawn on e2 does not move to e4; it reaches e3",
        ),
        ("", "illegal = \"e2-e4 e2-e3\"", "e2-e3", "`e2-e3` should not be legal, but is"),
        ("", "count = 9", "9", "9 moves should be legal, but 10 are"),
        (
            CAPTURE,
            "only = \"choose=yes\"",
            "\"choose=yes\"",
            "also legal: `choose=fail`, `choose=no`",
        ),
        (CAPTURE, "fires = [\"C4\", \"C2\"]", "\"C2\"", "`C2` did not fire"),
        (CAPTURE, "silent = [\"C4\"]", "\"C4\"", "`C4` fired"),
        (CAPTURE, "board = \"wRb1\"", "wRb1", "`wRb1` was expected, but b1 is empty"),
        (CAPTURE, "board = \".b4\"", ".b4", "b4 should be empty, but has `wRb4`"),
        (CAPTURE, "board = \"wPe2\"", "wPe2", "`wPe2` was expected, but `wPe2+proud` is there"),
        (CAPTURE, "board = \"bPd3\"", "bPd3", "`bPd3` was expected, but `bPd3^n` is there"),
        (
            CAPTURE,
            "next = \"black\"",
            "\"black\"",
            "black should be next, but white is to answer `bonus`",
        ),
        (
            CAPTURE,
            "asks = \"more\"",
            "\"more\"",
            "`more` should be asked, but white is to answer `bonus`",
        ),
        (
            CAPTURE,
            "seat_state = { black = \"dead\" }",
            "\"dead\"",
            "black should be dead but is active",
        ),
        (
            CAPTURE,
            "army_state = { black = \"dead\" }",
            "\"dead\"",
            "black should be dead but is active",
        ),
        (
            CAPTURE,
            "controller = { black = \"nature\" }",
            "\"nature\"",
            "nature should move the pieces of black, but black does",
        ),
        (CAPTURE, "counter = { \"points white\" = 4 }", "4", "`points white` should be 4 but is 5"),
        (
            CAPTURE,
            "memory = { \"captor black\" = \"black\" }",
            "\"black\"",
            "`captor black` should be black but is white",
        ),
        (
            CAPTURE,
            "memory = { \"hero white\" = \"b5\" }",
            "\"b5\"",
            "`hero white` should be b5 but is e5",
        ),
        (CAPTURE, "counter = { pool = 2 }", "2", "`pool` should be 2 but is 3"),
        (MATE, "check = [\"white\"]", "[\"white\"]", "white should be in check, but black is"),
        (
            CAPTURE,
            "result = { white = \"win\", black = \"loss\" }",
            "{ white = \"win\", black = \"loss\" }",
            "the game should be over, but white is to answer `bonus`",
        ),
        (
            MATE,
            "result = { white = \"draw\" }",
            "\"draw\"",
            "white: a draw was expected, but it is a win",
        ),
        (
            MATE,
            "team_result = { white = \"draw\" }",
            "\"draw\"",
            "white: a draw was expected, but it is a win",
        ),
        (MATE, "ends = \"stuck\"", "\"stuck\"", "`stuck` should end the game, but C2 ended it"),
        (
            MATE,
            "ongoing = true",
            "true",
            "the game should continue, but the game is over: white win, black loss, by C2",
        ),
        (
            CAPTURE,
            "ongoing = false",
            "false",
            "the game should be over, but white is to answer `bonus`",
        ),
    ];
    for (keys, more, marked, message) in failing {
        assert_eq!(
            one(keys, more),
            (Code::ExpectationFailed, marked.to_owned(), message.to_owned()),
            "{more}"
        );
    }
}

#[test]
fn help_says_what_is_legal_or_fired_instead() {
    assert_eq!(after("", "legal = \"e2-e4\"")[0].3, "legal moves: `e2-e3`");
    assert!(after("", "count = 1")[0].3.starts_with("legal moves: `a1-a2`, `a1-b2`, "));
    assert_eq!(after(CAPTURE, "fires = \"C2\"")[0].3, "fired: C4");
    assert_eq!(after("", "fires = \"C2\"")[0].3, "no clause fired");
    assert_eq!(after(MATE, "ends = \"stuck\"")[0].3, "white win, black loss, by C2");
}

#[test]
fn an_expectation_that_can_t_fail_is_a_mistake() {
    assert_eq!(one("", "illegal = \"c3-c4\"").0, Code::VacuousExpectation);
    let (code, marked, message) = one("", "silent = \"C1\"");
    assert_eq!((code, marked.as_str()), (Code::VacuousExpectation, "\"C1\""));
    assert_eq!(message, "`C1` can't fire: no hook, setting or effect names it");
    // The lesson must state that the pawn may go there with a promotion.
    let (code, marked, message) =
        one("pieces = \"wKa1 wPe4 bKa5\"\nturn = \"white\"\n", "illegal = \"e4-e5\"");
    assert_eq!((code, marked.as_str()), (Code::ExpectationFailed, "e4-e5"));
    assert_eq!(message, "`e4-e5` is not legal, but `e4-e5=R` is");
    // After a mate, no action is legal.
    let (code, marked, message) = one(MATE, "illegal = \"c3-b3\"");
    assert_eq!((code, marked.as_str()), (Code::VacuousExpectation, "c3-b3"));
    let ended = "the game is over: white win, black loss, by C2";
    assert_eq!(message, format!("`c3-b3` is not legal, but only because {ended}"));
    assert!(after(MATE, "illegal = \"c3-b3\"\nends = \"C2\"").is_empty());
}

#[test]
fn names_that_the_rules_do_not_have_are_suggested() {
    let slips = [
        ("next = \"whit\"", "\"whit\"", "did you mean `white`?"),
        ("seat_state = { blck = \"dead\" }", "blck", "did you mean `black`?"),
        ("seat_state = { black = \"frozn\" }", "\"frozn\"", "did you mean `frozen`?"),
        ("controller = { black = \"natur\" }", "\"natur\"", "use one of: white, black"),
        ("counter = { \"point white\" = 0 }", "\"point white\"", "did you mean `points`?"),
        ("counter = { \"captor white\" = 0 }", "\"captor white\"", "use one of: points, pool"),
        ("memory = { \"captr white\" = \"-\" }", "\"captr white\"", "did you mean `captor`?"),
        ("memory = { \"hro white\" = \"-\" }", "\"hro white\"", "did you mean `hero`?"),
        (
            "memory = { \"captor white\" = \"e4\" }",
            "\"e4\"",
            "write the name of a seat, or `-` for nothing; join several seats with `+`",
        ),
        ("counter = { points = 0 }", "points", "write the seat after it: `\"points white\"`"),
        ("counter = { \"pool white\" = 0 }", "\"pool white\"", "write `pool` alone"),
        ("fires = \"C22\"", "\"C22\"", "did you mean `C2`?"),
        ("metric = { fights = 1 }", "fights", "these rules have none"),
        ("ends = \"repetiton\"", "\"repetiton\"", "did you mean `repetition`?"),
        ("check = \"blak\"", "\"blak\"", "did you mean `black`?"),
        ("legal = \"a1-a9\"", "a9", "the board has files a to e and ranks 1 to 5"),
        (
            "legal = \"Ra2\"",
            "Ra2",
            "write a move from-to, as in `d2-d4`, with `=Q` if a pawn promotes",
        ),
        ("board = \"wXa1\"", "X", "the kinds are KRP"),
        ("board = \".z9\"", ".z9", "write a file letter and a rank number, such as `d4`"),
    ];
    for (more, marked, help) in slips {
        let all = after("", more);
        assert_eq!(all.len(), 1, "{more}: {all:?}");
        let (code, text, _, advice) = &all[0];
        assert_eq!(
            (*code, text.as_str(), advice.as_str()),
            (Code::InvalidExpectation, marked, help),
            "{more}"
        );
    }
}

#[test]
fn a_position_that_can_t_be_is_marked_where_it_goes_wrong() {
    let pieces = |pieces: &str| format!("pieces = \"{pieces}\"\nturn = \"white\"\ncount = 1");
    for (keys, marked, message) in [
        (pieces("wKa1 wKa9"), "a9", "`a9` is not a square of this board"),
        (pieces("wKa1 gKa2"), "g", "`g` is not a colour"),
        (pieces("wKa1 Ka2"), "Ka2", "this piece has no colour"),
        (pieces("wKa1 wPb2 bKb2"), "bKb2", "there are two pieces on b2"),
        (pieces("wKa1 wK^sa2"), "wK^sa2", "`wK^sa2` is not a piece with its square"),
        (pieces("wKa1 wPb2+prod"), "+prod", "`prod` is not a mark of these rules"),
        (
            "pieces = \"wKa1\"\nturn = \"red\"\ncount = 1".to_owned(),
            "\"red\"",
            "there is no seat `red`",
        ),
        (
            "pieces = \"wKa1\"\nturn = \"white\"\noptions = \"{'seatState':('','frost')}\"\ncount = 1"
                .to_owned(),
            "'frost'",
            "unknown word `frost`",
        ),
        (
            "fen = \"W-0,0\"\ncount = 1".to_owned(),
            "0,0",
            "the position ends before the end of field 2, the seats that are out",
        ),
    ] {
        let expected = (Code::LessonPosition, marked.to_owned(), message.to_owned());
        assert_eq!(one("", &keys), expected, "{keys}");
    }
}

#[test]
fn an_illegal_action_is_met_with_the_legal_ones() {
    let all = after("", "play = \"e2-e3 a5-a3 e3-e4\"");
    let (code, marked, message, help) = &all[0];
    assert_eq!((all.len(), *code, marked.as_str()), (1, Code::LessonPlay, "a5-a3"));
    assert_eq!(message, "the king on a5 does not move to a3; it reaches a4, b4 and b5");
    assert_eq!(help, "legal moves: `a5-a4`");
    let (code, marked, message) = one("", &MATE.replace("a1-a5", "a1-a5 c5-c4"));
    assert_eq!((code, marked.as_str()), (Code::LessonPlay, "c5-c4"));
    assert_eq!(message, "the game is over before this move: white win, black loss, by C2");
    let long = "e2-e3 ".repeat(super::MAX_ACTIONS + 2);
    assert_eq!(one("", &format!("play = \"{long}\"")).0, Code::LessonPlay);
}

#[test]
fn a_script_that_fails_is_told_where_it_failed() {
    let (code, marked, message) = one("", &CAPTURE.replace("b1-b4", "b1-b4 choose=fail"));
    assert_eq!((code, marked.as_str()), (Code::HookFailedInLesson, "throw"));
    assert!(message.contains("siege.on_answer") && message.contains("no such bonus"), "{message}");
    // If several lessons have the same failure, it is reported only once.
    let lesson = lesson(&CAPTURE.replace("b1-b4", "b1-b4 choose=fail"));
    let report = Siege::with(&format!("{lesson}{lesson}{TAUGHT}")).report("siege", false);
    assert_eq!((report.findings.len(), report.lessons, report.passed), (1, 3, 1));
}

#[test]
fn rules_that_can_t_be_had_are_told_where_they_are_asked_for() {
    let (code, marked, message) = one("", "preset = \"mercie\"\ncount = 1");
    assert_eq!((code, marked.as_str()), (Code::LessonRules, "\"mercie\""));
    assert_eq!(message, "siege has no preset `mercie`");
    let all = after("", "set = { \"siege.MATD\" = \"freeze\" }\ncount = 1");
    assert_eq!((all.len(), all[0].0, all[0].1.as_str()), (1, Code::LessonRules, "\"siege.MATD\""));
    let all = after("", "set = { \"siege.MATED\" = \"freez\" }\ncount = 1");
    assert_eq!(
        (all[0].1.as_str(), all[0].3.as_str()),
        ("\"siege.MATED\"", "did you mean `freeze`?")
    );
}

#[test]
fn a_lesson_of_a_wrong_form_is_not_played_and_the_others_are() {
    for (keys, code, marked) in [
        ("legl = \"a1-a2\"\ncount = 1", Code::UnknownKey, "legl"),
        ("count = \"1\"", Code::WrongType, "\"1\""),
        ("count = -1", Code::NumberOutOfRange, "-1"),
        ("result = { white = \"won\" }", Code::UnknownWord, "\"won\""),
        ("set = { MATED = \"x\" }\ncount = 1", Code::NotATunable, "MATED"),
        ("fen = \"x\"\nturn = \"white\"\ncount = 1", Code::LessonKeys, "turn"),
        ("pieces = \"wKa1\"\ncount = 1", Code::LessonKeys, "pieces"),
        ("turn = \"white\"\ncount = 1", Code::LessonKeys, "turn"),
        ("options = \"{}\"\ncount = 1", Code::LessonKeys, "options"),
        ("unplayable = \"so\"\nplay = \"a1-a2\"", Code::LessonKeys, "play"),
        ("unplayable = \"so\"\nongoing = true", Code::LessonKeys, "ongoing"),
        ("preset = \"mercy\"", Code::LessonExpectsNothing, "[[lesson]]"),
    ] {
        let (found, marked_text, message) = one("", keys);
        assert_eq!((found, marked_text.as_str()), (code, marked), "{keys}: {message}");
    }
    let both = format!("{}{}", lesson("legl = \"x\"\ncount = 3"), lesson("count = 9"));
    let codes: Vec<_> = diagnostic_rows(&both).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(
        codes,
        [Code::UnknownKey, Code::ExpectationFailed],
        "all mistakes come together, in the order of the file"
    );
}

#[test]
fn a_file_without_lessons_is_reported() {
    let found = |text: &str| Siege::with(text).report("siege", false).findings;
    assert_eq!(found("")[0].code, Some(Code::EmptyFile));
    assert_eq!(found("[[lesson]]\nsays = \"x\"\ncount = 10")[0].code, Some(Code::MissingKey));
    assert_eq!(found("[[lessons]]\nsays = \"x\"")[0].code, Some(Code::UnknownKey));
    assert_eq!(found("[lesson]\nsays = \"x\"")[0].code, Some(Code::WrongType));
    let twice = &found("[lesson]\nsays = \"x\"\n[lesson]\nsays = \"x\"")[0];
    assert_eq!(twice.help.as_deref(), Some("write each with double brackets: `[[lesson]]`"));
    let many = format!("{}{}", lesson("count = 10").repeat(super::MAX_LESSONS + 1), TAUGHT);
    let report = Siege::with(&many).report("siege", false);
    assert_eq!((report.lessons, report.passed), (super::MAX_LESSONS, super::MAX_LESSONS));
    assert_eq!(report.findings[0].code, Some(Code::LessonCount));
}

#[test]
fn a_clause_without_a_lesson_is_found_where_it_is_stated() {
    let report = Siege::with(&lesson("count = 10")).report("siege", false);
    let places: Vec<_> = report
        .findings
        .iter()
        .map(|found| {
            let at = found.place().unwrap();
            (found.code.unwrap(), at.source.name.as_str(), &at.source.text[at.span.clone()])
        })
        .collect();
    let place = |clause| (Code::ClauseWithoutLesson, "siege/geometry.toml", clause);
    assert_eq!(places, [place("C2"), place("C3"), place("C4")]);
    assert_eq!((report.lessons, report.passed, report.unplayable), (1, 1, 0));
    let all = Siege::with(TAUGHT).report("siege", false);
    assert_eq!((all.lessons, all.passed, all.unplayable, all.findings.len()), (1, 1, 1, 0));
    assert_eq!(
        diagnostic_rows(&lesson("count = 10").replace("C1", "C11"))[0].0,
        Code::LessonWithoutClause
    );
}

#[test]
fn of_a_clause_that_is_not_stated_no_lesson_is_missed() {
    let script = "/// clause: C44\nfn on_check(game, seat, royals) { lose(seat); }";
    let geometry = GEOMETRY.replace("siege.rhai\", ", "siege.rhai\", \"more.rhai\", ");
    let siege = Siege::with(TAUGHT).file("siege", "geometry.toml", &geometry);
    let siege = siege.file("siege", "more.rhai", script);
    assert_eq!(siege.report("siege", false).findings, []);
    // If the lint about the missing clause is allowed, the missing lesson is reported instead.
    let allowed = format!("{geometry}\n[lints]\nclause-not-stated = \"allow\"\n");
    let siege = siege.file("siege", "geometry.toml", &allowed);
    let codes: Vec<_> = siege.report("siege", false).findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, [Some(Code::ClauseWithoutLesson)]);
}

#[test]
fn without_lessons_nothing_is_missed_unless_they_are_required() {
    let siege = Siege::without_lessons();
    assert!(siege.report("siege", false).findings.is_empty());
    let findings = siege.report("siege", true).findings;
    assert_eq!((findings.len(), findings[0].code), (1, Some(Code::ClauseWithoutLesson)));
    assert_eq!(findings[0].help.as_deref(), Some("clauses without a lesson: C1, C2, C3, C4"));
}

#[test]
fn each_lesson_has_an_id_of_its_own() {
    let named = |ids: &[&str]| {
        let lessons = ids.iter().map(|id| lesson(&format!("id = \"{id}\"\ncount = 10")));
        diagnostic_rows(&lessons.collect::<String>())
    };
    assert_eq!(named(&["first-rank", "rank-2"]), []);
    for id in ["", "First", "2nd", "first rank"] {
        let found = named(&[id]);
        assert_eq!((found.len(), found[0].0), (1, Code::LessonId), "{id}");
    }
    let found = named(&["rank", "rank"]);
    assert_eq!(found.len(), 1);
    assert!(found[0].2.contains("an earlier lesson has the id `rank`"), "{found:?}");
}

#[test]
fn lessons_can_be_stopped() {
    let siege = Siege::with(TAUGHT);
    let loaded = crate::load::load(&siege.0, "siege", &[]).unwrap();
    let report = super::run(&siege.0, "siege", &loaded, false, &true.into());
    assert_eq!((report.lessons, report.passed, report.findings.len()), (1, 0, 0));
}

#[test]
fn an_heir_teaches_its_own_clauses_only() {
    let heir = "extends = \"siege\"\nvariant = { id = \"heir\", title = \"Heir\" }\n\
                [clauses]\nH1 = \"Peace.\"\n";
    let siege = Siege::with(TAUGHT).file("heir", "geometry.toml", heir);
    let findings = siege.report("heir", true).findings;
    assert_eq!(findings[0].help.as_deref(), Some("clauses without a lesson: H1"));
}

#[test]
fn the_example_of_the_page_is_a_sound_file() {
    let page = super::REFERENCE;
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let source = crate::diagnostic::Source::new("page", example);
    let (lessons, found) = super::read(&source);
    assert_eq!(found, []);
    assert!(!lessons.is_empty());
    for key in crate::manifest::schema::LESSON {
        assert!(page.contains(&format!("`{}`", key.name)), "{} is not explained", key.name);
    }
    assert!(GEOMETRY.contains("C4"));
}
