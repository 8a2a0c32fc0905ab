//! Tests the server by messages, as an editor uses it.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, Response};
use quadrille_lsp::{Options, serve};
use serde_json::{Value, json};

const MANIFEST: &str = r##"[variant]
id = "duel"
title = "Duel"

[board]
mask = "8x8"

[zones]
rear = "rank 1 + rank 8"

[[seats]]
name = "white"
key = "w"
facing = "north"

[[seats]]
name = "black"
key = "b"
facing = "south"

[pieces]
rook = { letter = "R", moves = "R", value = 5 }
king = { letter = "K", moves = "K", royal = true }

[array]
picture = """
bK . . . . . . bR
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
.  . . . . . . .
wK . . . . . . wR
"""

[rules]
scripts = ["mate.rhai"]
"##;

const SCRIPT: &str = r#"//! The mated player has lost.

// Whether a stalemate is a draw.
const STALEMATE_DRAWS = true;

/// clause: M1
fn on_mate(game, seat) {
    lose(seat);
}

/// clause: M2
fn on_stalemate(game, seat) {
    if STALEMATE_DRAWS { draw(); } else { lose(seat); }
}

/// A rook that reaches the rear rows wins.
/// clause: M3
/// when: rook, to rear, no capture
fn on_move(game, seat, piece, from, to) {
    if game.count(seat, "rook") == 2 { win(seat); }
}
"#;

/// An editor for a test, with a separate folder of files.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    folder: PathBuf,
    asked: i32,
    /// The version number of the text that was sent last.
    version: Cell<i32>,
}

impl Editor {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("quadrille-lsp-{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("duel")).unwrap();
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve(&theirs, Options::default()).unwrap());
        let mut editor = Self {
            connection: ours,
            server: Some(server),
            folder,
            asked: 0,
            version: Cell::new(0),
        };
        let answer = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(answer["capabilities"]["renameProvider"]["prepareProvider"], true);
        editor.say("initialized", json!({}));
        editor
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.join("duel").join(file)
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.path(file).display())
    }

    fn say(&self, method: &str, params: Value) {
        let message = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(message)).unwrap();
    }

    fn next(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(120)).expect("an answer")
    }

    /// Sends a request and returns the response. Notifications before the response are discarded.
    fn respond(&mut self, method: &str, params: Value) -> Response {
        self.asked += 1;
        let id = self.asked;
        let request = Request { id: id.into(), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            if let Message::Response(response) = self.next() {
                assert_eq!(response.id, id.into());
                return response;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        serde_json::to_value(response).unwrap().get("result").cloned().unwrap_or(Value::Null)
    }

    fn next_version(&self) -> i32 {
        self.version.set(self.version.get() + 1);
        self.version.get()
    }

    fn open(&self, file: &str, text: &str) {
        let version = self.next_version();
        let document =
            json!({ "uri": self.uri(file), "languageId": "x", "version": version, "text": text });
        self.say("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, file: &str, text: &str) {
        let document = json!({ "uri": self.uri(file), "version": self.next_version() });
        let changes = json!([{ "text": text }]);
        self.say(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Returns the diagnostics of a file after the server has checked the text that was sent last.
    fn diagnostics(&self, file: &str) -> Vec<Value> {
        let uri = self.uri(file);
        loop {
            if let Message::Notification(Notification { method, params }) = self.next()
                && method == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && params["version"] == self.version.get()
            {
                return params["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// Returns the parameters of a request at the position of the bar `|` in `marked`. Without the
    /// bar, `marked` must equal the text of the open file.
    fn about(&self, file: &str, marked: &str) -> Value {
        let at = marked.find('|').unwrap();
        let before = &marked[..at];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().encode_utf16().count();
        json!({ "textDocument": { "uri": self.uri(file) }, "position": { "line": line, "character": character } })
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.asked += 1;
        let request =
            Request { id: self.asked.into(), method: "shutdown".to_owned(), params: Value::Null };
        let _ = self.connection.sender.send(Message::Request(request));
        self.say("exit", Value::Null);
        if let Some(server) = self.server.take()
            && !std::thread::panicking()
        {
            server.join().unwrap();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the text with a bar inside the occurrence of a word with the index `nth`, counted from
/// 0.
fn mark(text: &str, word: &str, nth: usize) -> String {
    let at = text.match_indices(word).nth(nth).unwrap().0 + 1;
    format!("{}|{}", &text[..at], &text[at..])
}

/// Returns a text after the edits of a workspace edit.
fn edited(edit: &Value, uri: &str, text: &str) -> String {
    let mut edits: Vec<&Value> = edit["changes"][uri].as_array().unwrap().iter().collect();
    let offset = |place: &Value| {
        let line = place["line"].as_u64().unwrap() as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        start + place["character"].as_u64().unwrap() as usize
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(offset(&edit["range"]["start"])));
    let mut text = text.to_owned();
    for edit in edits {
        let (start, end) = (offset(&edit["range"]["start"]), offset(&edit["range"]["end"]));
        text.replace_range(start..end, edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn a_mistake_is_told_with_a_fix_while_one_types_and_forgotten_when_it_is_mended() {
    let mut editor = Editor::new("mistake");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    assert_eq!(editor.diagnostics("geometry.toml"), [] as [Value; 0]);
    let slip = MANIFEST.replace("royal", "roial");
    editor.change("geometry.toml", &slip);
    let found = editor.diagnostics("geometry.toml");
    assert_eq!(found[0]["code"], "Q0101");
    assert_eq!(found[0]["range"]["start"]["line"], 22);
    assert!(found[0]["message"].as_str().unwrap().contains("did you mean `royal`?"));
    let params = json!({
        "textDocument": { "uri": editor.uri("geometry.toml") },
        "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    let mended = edited(&actions[0]["edit"], &editor.uri("geometry.toml"), &slip);
    assert_eq!(mended, MANIFEST);
    editor.change("geometry.toml", &mended);
    assert_eq!(editor.diagnostics("geometry.toml"), [] as [Value; 0]);
}

#[test]
fn only_the_first_findings_of_a_file_are_sent() {
    let editor = Editor::new("many");
    editor.open("mate.rhai", SCRIPT);
    let seats = "[[seats]]\nname = \"white\"\n".repeat(1500);
    editor.open("geometry.toml", &format!("{MANIFEST}\n{seats}"));
    let found = editor.diagnostics("geometry.toml");
    assert_eq!(found.len(), 201);
    let (note, errors) = found.split_last().unwrap();
    assert!(errors.iter().all(|error| error["severity"] == 1));
    let message = note["message"].as_str().unwrap();
    assert!(message.ends_with(" more findings in this file are not shown"), "{message}");
}

#[test]
fn a_script_is_checked_with_its_ruleset() {
    let editor = Editor::new("script");
    fs::write(editor.path("geometry.toml"), MANIFEST).unwrap();
    editor.open("mate.rhai", &SCRIPT.replace("to rear", "to reer"));
    let found = editor.diagnostics("mate.rhai");
    assert!(found[0]["message"].as_str().unwrap().contains("there is no zone `reer`"), "{found:?}");
    editor.change(
        "mate.rhai",
        &SCRIPT.replace("lose(seat);\n}\n\n/// clause: M2", "lose(seat;\n}\n\n/// clause: M2"),
    );
    assert_eq!(editor.diagnostics("mate.rhai")[0]["severity"], 1);
}

#[test]
fn a_rule_and_a_name_are_explained() {
    let mut editor = Editor::new("hover");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    let mut hover = |file: &str, marked: &str| {
        let about = editor.about(file, marked);
        let answer = editor.ask("textDocument/hover", about);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover("mate.rhai", &mark(SCRIPT, "on_mate", 0)).contains("on_mate(game, seat)"));
    assert!(hover("mate.rhai", &mark(SCRIPT, "lose", 0)).contains("lose"));
    assert!(
        hover("mate.rhai", &mark(SCRIPT, "STALEMATE_DRAWS", 1))
            .contains("Whether a stalemate is a draw")
    );
    assert!(hover("mate.rhai", &mark(SCRIPT, "rear", 1)).contains("16 squares"));
    assert!(hover("geometry.toml", &mark(MANIFEST, "royal", 0)).contains("royal"));
    let words = hover("geometry.toml", &mark(MANIFEST, "R\", value", 0));
    assert!(words.contains("along a file or rank"), "{words}");
    assert!(hover("geometry.toml", &mark(MANIFEST, "seats]]", 0)).contains("Keys: name, key"));
    let list = SCRIPT.replace("lose(seat);", "for kind in [\"rook\"] { lose(seat); }");
    editor.change("mate.rhai", &list);
    let clauses = format!("{MANIFEST}\n[clauses]\nM1 = \"Mate loses.\"\n");
    editor.change("geometry.toml", &clauses);
    let mut hover = |file: &str, marked: &str| {
        let about = editor.about(file, marked);
        let answer = editor.ask("textDocument/hover", about);
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert!(hover("mate.rhai", &mark(&list, "\"rook\"", 0)).contains("along a file or rank"));
    assert!(hover("mate.rhai", &mark(&list, "M1", 0)).contains("Mate loses"));
}

#[test]
fn what_fits_is_offered() {
    let mut editor = Editor::new("complete");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    let mut offered = |file: &str, marked: &str| {
        editor.change(file, &marked.replacen('|', "", 1));
        let about = editor.about(file, marked);
        let offered = editor.ask("textDocument/completion", about);
        let labels = offered
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["label"].as_str().unwrap().to_owned());
        labels.collect::<Vec<_>>()
    };
    let has = |labels: &[String], wanted: &str| labels.iter().any(|label| label == wanted);
    let inside = |code: &str| {
        SCRIPT.replace(
            "    lose(seat);\n}\n\n/// clause: M2",
            &format!("    {code}\n}}\n\n/// clause: M2"),
        )
    };
    let kinds = offered("mate.rhai", &inside("game.count(seat, \"|\");"));
    assert_eq!(kinds, ["rook", "king"]);
    let members = offered("mate.rhai", &inside("game.|"));
    assert!(has(&members, "in_check") && !has(&members, "movement"));
    assert!(has(&offered("mate.rhai", &inside("set_st|")), "set_state"));
    assert!(has(&offered("mate.rhai", &format!("{SCRIPT}\nfn |")), "outcome"));
    assert!(has(&offered("geometry.toml", &MANIFEST.replace("mask =", "li|\nmask =")), "light"));
    let words = offered("geometry.toml", &MANIFEST.replace("mask =", "light = \"|\"\nmask ="));
    assert_eq!(words, ["odd", "even", "none"]);
    let plugins =
        offered("geometry.toml", &MANIFEST.replace("\"mate.rhai\"", "\"mate.rhai\", \"|\""));
    assert!(has(&plugins, "plugin:draws"));
    let lints = offered("geometry.toml", &format!("{MANIFEST}\n[lints]\nunused-|"));
    assert!(has(&lints, "unused-zone") && has(&lints, "all") && !has(&lints, "unknown-key"));
    let levels = offered("geometry.toml", &format!("{MANIFEST}\n[lints]\nunused-zone = \"|\""));
    assert_eq!(levels, ["allow", "warn", "deny"]);
    let tables = offered("geometry.toml", &format!("{MANIFEST}\n[cl|"));
    assert!(has(&tables, "clauses") && !has(&tables, "extends"));
    let lines =
        offered("geometry.toml", &MANIFEST.replace("\"mate.rhai\"", "\n\"mate.rhai\",\n\"|\"\n"));
    assert!(has(&lines, "plugin:draws"));
    let listed = offered("mate.rhai", &inside("for kind in [\"|\"] { }"));
    assert!(has(&listed, "rook") && has(&listed, "white"), "{listed:?}");
}

#[test]
fn a_lint_is_shown_at_the_level_of_the_file() {
    let mut editor = Editor::new("levels");
    editor.open("mate.rhai", SCRIPT);
    let zone = MANIFEST.replace("[zones]\n", "[zones]\nspare = \"a1\"\n");
    assert_ne!(zone, MANIFEST);
    editor.open("geometry.toml", &zone);
    let found = editor.diagnostics("geometry.toml");
    assert_eq!(found[0]["severity"], 2);
    let params = json!({
        "textDocument": { "uri": editor.uri("geometry.toml") },
        "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Remove it");
    assert_eq!(actions[1]["title"], "Allow `unused-zone` in this ruleset");
    let allowed = edited(&actions[1]["edit"], &editor.uri("geometry.toml"), &zone);
    editor.change("geometry.toml", &allowed);
    assert_eq!(editor.diagnostics("geometry.toml"), [] as [Value; 0], "{allowed}");
    editor.change("geometry.toml", &format!("{zone}\n[lints]\nunused-zone = \"deny\"\n"));
    assert_eq!(editor.diagnostics("geometry.toml")[0]["severity"], 1);
    editor.change("geometry.toml", &format!("{zone}\n[lints]\nunused-zone = \"allow\"\n"));
    assert_eq!(editor.diagnostics("geometry.toml"), [] as [Value; 0]);
    let text = format!("{zone}\n[lints]\nunused-zone = \"allow\"\n");
    let about = editor.about("geometry.toml", &mark(&text, "unused-zone", 0));
    let answer = editor.ask("textDocument/hover", about);
    assert!(answer["contents"]["value"].as_str().unwrap().contains("Q0404"), "{answer}");
}

#[test]
fn a_name_is_found_where_it_is_defined_and_renamed_everywhere() {
    let mut editor = Editor::new("rename");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    let about = editor.about("mate.rhai", &mark(SCRIPT, "rear", 1));
    let defined = editor.ask("textDocument/definition", about.clone());
    assert_eq!(defined[0]["uri"], editor.uri("geometry.toml").as_str());
    assert_eq!(defined[0]["range"]["start"], json!({ "line": 8, "character": 0 }));
    let mut rename = about;
    rename["newName"] = json!("far-rows");
    let edit = editor.ask("textDocument/rename", rename.clone());
    let (uris, texts) =
        (["geometry.toml", "mate.rhai"].map(|file| editor.uri(file)), [MANIFEST, SCRIPT]);
    assert!(edited(&edit, &uris[0], texts[0]).contains("far-rows = \"rank 1"));
    let script = edited(&edit, &uris[1], texts[1]);
    assert!(script.contains("to far-rows,") && script.contains("the rear rows wins"), "{script}");
    rename["newName"] = json!("e4");
    let refused = editor.respond("textDocument/rename", rename);
    assert!(serde_json::to_string(&refused).unwrap().contains("can't be the name of a zone"));
    let mut rename = editor.about("mate.rhai", &mark(SCRIPT, "\"rook\"", 0));
    rename["newName"] = json!("tower");
    let edit = editor.ask("textDocument/rename", rename);
    assert!(edited(&edit, &uris[0], texts[0]).contains("tower = { letter"));
    let script = edited(&edit, &uris[1], texts[1]);
    assert!(script.contains("when: tower, to") && script.contains("seat, \"tower\""), "{script}");
    let mut rename = editor.about("mate.rhai", &mark(SCRIPT, "STALEMATE_DRAWS", 0));
    rename["newName"] = json!("STALE_DRAWS");
    let edit = editor.ask("textDocument/rename", rename);
    assert_eq!(edit["changes"][&uris[1]].as_array().unwrap().len(), 2);
}

#[test]
fn what_can_be_renamed_is_said_before_a_name_is_asked_for() {
    let mut editor = Editor::new("prepare");
    editor.open("mate.rhai", SCRIPT);
    let manifest = MANIFEST.replace("[zones]\n", "[zones]\nhome = \"rank 2\"\n");
    editor.open("geometry.toml", &manifest);
    let error = |response: Response| {
        let response = serde_json::to_value(response).unwrap();
        response["error"]["message"].as_str().unwrap_or_default().to_owned()
    };
    let zone = editor.about("mate.rhai", &mark(SCRIPT, "rear", 1));
    let prepared = editor.ask("textDocument/prepareRename", zone.clone());
    assert_eq!(prepared["placeholder"], "rear");
    assert_eq!(prepared["range"]["start"]["line"], 17);
    let elsewhere = editor.about("mate.rhai", &mark(SCRIPT, "lose", 0));
    let refused = error(editor.respond("textDocument/prepareRename", elsewhere));
    assert!(refused.contains("can be renamed"), "{refused}");
    // A name that is in use would merge two items.
    let mut refused = |about: &Value, name: &str| {
        let mut rename = about.clone();
        rename["newName"] = json!(name);
        error(editor.respond("textDocument/rename", rename))
    };
    assert_eq!(refused(&zone, "home"), "there is already a zone `home`");
    assert_eq!(refused(&zone, "far"), "");
    let about = |file: &str, marked: &str| {
        let (before, _) = marked.split_once('|').unwrap();
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().unwrap().len();
        (file.to_owned(), json!({ "line": line, "character": character }))
    };
    let (file, position) = about("geometry.toml", &mark(&manifest, "rook =", 0));
    let kind = json!({ "textDocument": { "uri": editor.uri(&file) }, "position": position });
    let mut rename = kind;
    rename["newName"] = json!("king");
    let taken = error(editor.respond("textDocument/rename", rename));
    assert_eq!(taken, "there is already a kind of piece `king`");
}

#[test]
fn nothing_is_renamed_in_a_ruleset_that_never_loaded() {
    let mut editor = Editor::new("unloaded");
    editor.open("mate.rhai", SCRIPT);
    let manifest = MANIFEST.replace("mask =", "masc =");
    editor.open("geometry.toml", &manifest);
    let about = editor.about("geometry.toml", &mark(&manifest, "rear =", 0));
    let refused = editor.respond("textDocument/prepareRename", about);
    let refused = serde_json::to_string(&refused).unwrap();
    assert!(refused.contains("correct them before renaming"), "{refused}");
}

#[test]
fn what_nothing_uses_can_be_removed_by_an_action() {
    let mut editor = Editor::new("remove");
    let script = SCRIPT.replace("const STALE", "const SPARE = 1;\n\nconst STALE");
    editor.open("mate.rhai", &script);
    editor.open("geometry.toml", MANIFEST);
    editor.diagnostics("geometry.toml");
    editor.change("mate.rhai", &script);
    let found = editor.diagnostics("mate.rhai");
    assert_eq!(found[0]["code"], "Q0313", "{found:?}");
    let params = json!({
        "textDocument": { "uri": editor.uri("mate.rhai") },
        "range": found[0]["range"], "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params);
    assert_eq!(actions[0]["title"], "Remove it");
    assert_eq!(actions[1]["title"], "Allow `unused-tunable` in this ruleset");
    let mended = edited(&actions[0]["edit"], &editor.uri("mate.rhai"), &script);
    assert!(!mended.contains("SPARE") && mended.contains("const STALEMATE_DRAWS"), "{mended}");
    editor.change("mate.rhai", &mended);
    assert_eq!(editor.diagnostics("mate.rhai"), [] as [Value; 0]);
}

#[test]
fn a_name_that_other_files_use_is_kept() {
    let mut editor = Editor::new("inherited");
    let text = "extends = \"blocking-double-8x3\"\n\n[variant]\nid = \"duel\"\ntitle = \"Duel\"\n\n[zones]\nwhite-far = \"d13..k13\"\n";
    editor.open("geometry.toml", text);
    let mut rename = editor.about("geometry.toml", &mark(text, "white-far", 0));
    rename["newName"] = json!("over-there");
    let refused = editor.respond("textDocument/rename", rename);
    let refused = serde_json::to_string(&refused).unwrap();
    assert!(refused.contains("it is also used in blocking-double-8x3/geometry.toml"), "{refused}");
    let text = MANIFEST.replace("\"mate.rhai\"", "\"plugin:castling\"");
    editor.change("geometry.toml", &text);
    let mut rename = editor.about("geometry.toml", &mark(&text, "king =", 0));
    rename["newName"] = json!("ruler");
    let refused = serde_json::to_string(&editor.respond("textDocument/rename", rename)).unwrap();
    assert!(refused.contains("plugins/castling.rhai"), "{refused}");
}

#[test]
fn a_clause_a_variable_and_a_shared_function_are_found_where_they_are_declared() {
    let mut editor = Editor::new("declared");
    let script = SCRIPT.replace(
        "if game.count(seat, \"rook\") == 2 { win(seat); }",
        "let rooks = game.count(seat, \"rook\");\n    if rooks == wanted(2) { win(seat); }",
    );
    let shared = "//! Functions for others.\n\nfn wanted(n) {\n    n\n}\n";
    let manifest = MANIFEST.replace("[\"mate.rhai\"]", "[\"mate.rhai\", \"shared.rhai\"]")
        + "\n[clauses]\nM1 = \"Mate loses.\"\nM2 = \"Stalemate draws.\"\nM3 = \"A rook in the rear wins.\"\n";
    let lesson = "[[lesson]]\nclause = \"M3\"\nsays = \"A rook goes to the rear.\"\n";
    fs::write(editor.path("lessons.toml"), lesson).unwrap();
    editor.open("mate.rhai", &script);
    editor.open("shared.rhai", shared);
    editor.open("lessons.toml", lesson);
    editor.open("geometry.toml", &manifest);
    let mut declared = |file: &str, marked: &str| {
        let about = editor.about(file, marked);
        let found = editor.ask("textDocument/definition", about);
        assert_eq!(found.as_array().map_or(0, Vec::len), 1, "{marked}: {found}");
        let uri = found[0]["uri"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let start = &found[0]["range"]["start"];
        let (line, character) = (start["line"].as_u64().unwrap(), start["character"].as_u64());
        let texts =
            [("mate.rhai", script.as_str()), ("shared.rhai", shared), ("geometry.toml", &manifest)];
        let text = texts.iter().find(|(file, _)| *file == uri).unwrap().1;
        let line = text.lines().nth(line as usize).unwrap();
        format!("{uri}: {}", &line[character.unwrap() as usize..])
    };
    let clause = "geometry.toml: M3 = \"A rook in the rear wins.\"";
    assert_eq!(declared("lessons.toml", &mark(lesson, "M3", 0)), clause);
    assert_eq!(declared("mate.rhai", &mark(&script, "M3", 0)), clause);
    let local = "mate.rhai: rooks = game.count(seat, \"rook\");";
    assert_eq!(declared("mate.rhai", &mark(&script, "rooks", 1)), local);
    let parameter = "mate.rhai: seat, piece, from, to) {";
    assert_eq!(declared("mate.rhai", &mark(&script, "seat); }\n}\n", 1)), parameter);
    let shared = "shared.rhai: wanted(n) {";
    assert_eq!(declared("mate.rhai", &mark(&script, "wanted", 0)), shared);
    // Renaming is limited to the function, and to names that are free there.
    let mut rename = editor.about("mate.rhai", &mark(&script, "rooks", 1));
    rename["newName"] = json!("towers");
    let edit = editor.ask("textDocument/rename", rename.clone());
    assert_eq!(edited(&edit, &editor.uri("mate.rhai"), &script), script.replace("rooks", "towers"));
    rename["newName"] = json!("piece");
    let refused = editor.respond("textDocument/rename", rename);
    assert!(serde_json::to_string(&refused).unwrap().contains("is already used in this function"));
    let mut rename = editor.about("lessons.toml", &mark(lesson, "M3", 0));
    rename["newName"] = json!("R1");
    let edit = editor.ask("textDocument/rename", rename);
    let files = edit["changes"].as_object().unwrap().len();
    assert_eq!(files, 3, "the lesson, the script and the clause itself: {edit}");
}

#[test]
fn a_file_is_outlined() {
    let mut editor = Editor::new("outline");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    let mut outline = |file: &str| {
        let params = json!({ "textDocument": { "uri": editor.uri(file) } });
        let found = editor.ask("textDocument/documentSymbol", params);
        let names = |of: &Value| -> Vec<String> {
            let all = of.as_array().into_iter().flatten();
            all.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
        };
        let inside = found.as_array().unwrap().iter().map(|one| names(&one["children"]).join(" "));
        names(&found).into_iter().zip(inside).collect::<Vec<_>>()
    };
    let one = |name: &str, inside: &str| (name.to_owned(), inside.to_owned());
    let script: Vec<_> = outline("mate.rhai").into_iter().map(|(name, _)| name).collect();
    assert_eq!(script, ["STALEMATE_DRAWS", "on_mate", "on_stalemate", "on_move"]);
    let manifest = outline("geometry.toml");
    assert!(manifest.contains(&one("pieces", "rook king")), "{manifest:?}");
    assert!(manifest.contains(&one("zones", "rear")), "{manifest:?}");
    assert!(manifest.contains(&one("white", "")), "{manifest:?}");
}

#[test]
fn a_part_of_a_file_is_changed_too() {
    let editor = Editor::new("part");
    editor.open("mate.rhai", SCRIPT);
    editor.open("geometry.toml", MANIFEST);
    editor.diagnostics("geometry.toml");
    let line = MANIFEST.lines().position(|line| line.starts_with("rear")).unwrap();
    let change = json!({
        "range": { "start": { "line": line, "character": 8 }, "end": { "line": line, "character": 14 } },
        "text": "rank 9",
    });
    let version = editor.next_version();
    editor.say(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": editor.uri("geometry.toml"), "version": version }, "contentChanges": [change] }),
    );
    let found = editor.diagnostics("geometry.toml");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["range"]["start"]["line"], line);
}

#[test]
fn after_a_shutdown_only_the_end_is_obeyed() {
    let mut editor = Editor::new("shutdown");
    assert!(editor.ask("shutdown", Value::Null).is_null());
    let response = editor.respond("textDocument/hover", json!({}));
    assert_eq!(serde_json::to_value(response).unwrap()["error"]["code"], -32600);
    // A second `shutdown` is refused too, and `exit` still ends the server, as in `Drop`.
    editor.say("$/setTrace", json!({ "value": "off" }));
}

#[test]
fn a_ruleset_in_a_single_file_and_a_plugin_are_checked_too() {
    let editor = Editor::new("single");
    editor.open(
        "softer.toml",
        "extends = \"verney-1881\"\n\n[tunables]\n\"mate.AFTER_MAT\" = \"remove\"\n",
    );
    let found = editor.diagnostics("softer.toml");
    assert!(
        found[0]["message"].as_str().unwrap().contains("did you mean `mate.AFTER_MATE`?"),
        "{found:?}"
    );
    editor.open("lone.rhai", "//! A plugin.\n\nfn on_mat(game, seat) {}\n");
    let found = editor.diagnostics("lone.rhai");
    assert!(found[0]["message"].as_str().unwrap().contains("on_mat"), "{found:?}");
}

#[test]
fn a_movement_is_said_in_words_beside_it() {
    let mut editor = Editor::new("inlay");
    editor.open("geometry.toml", MANIFEST);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": editor.uri("geometry.toml") }, "range": range });
    let hints = editor.ask("textDocument/inlayHint", params);
    assert_eq!(hints.as_array().unwrap().len(), 2);
    assert_eq!(hints[0]["position"]["line"], 21);
}

#[test]
fn a_file_is_laid_out_as_usual() {
    let mut editor = Editor::new("layout");
    let careless = MANIFEST.replace("name = ", "name   =  ");
    assert_ne!(careless, MANIFEST);
    editor.open("geometry.toml", &careless);
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let params =
        json!({ "textDocument": { "uri": editor.uri("geometry.toml") }, "options": options });
    let edits = editor.ask("textDocument/formatting", params.clone());
    assert_eq!(edits.as_array().unwrap().len(), 1);
    let laid_out = edits[0]["newText"].as_str().unwrap().to_owned();
    assert!(laid_out.contains("\nname = "), "{laid_out}");
    editor.change("geometry.toml", &laid_out);
    assert!(editor.ask("textDocument/formatting", params.clone()).is_null(), "once is enough");
    editor.change("geometry.toml", "[variant\n");
    assert!(editor.ask("textDocument/formatting", params).is_null(), "it can't be read");
}

#[test]
fn what_the_editor_gets_wrong_is_answered_and_harms_nothing() {
    let mut editor = Editor::new("wrong");
    let error = |response: Response| serde_json::to_value(response).unwrap()["error"].clone();
    assert_eq!(error(editor.respond("textDocument/none", json!({})))["code"], -32601);
    assert_eq!(error(editor.respond("textDocument/hover", json!({ "x": 1 })))["code"], -32602);
    editor.say("textDocument/didChange", json!({ "textDocument": 3 }));
    // Files that do not belong to Quadrille, are missing, are not text, or are too large.
    editor.open("notes.toml", "a = 1");
    editor.open("big.rhai", &"x".repeat(2 << 20));
    editor.open("geometry.toml", "[[[\u{0}");
    assert_eq!(editor.diagnostics("geometry.toml")[0]["severity"], 1);
    for file in ["none.toml", "notes.toml", "big.rhai", "geometry.toml"] {
        let about = json!({ "textDocument": { "uri": editor.uri(file) }, "position": { "line": 9, "character": 9 } });
        for method in ["hover", "completion", "definition"] {
            editor.ask(&format!("textDocument/{method}"), about.clone());
        }
    }
    // The server has written nothing.
    assert_eq!(fs::read_dir(editor.folder.join("duel")).unwrap().count(), 0);
    assert!(Path::new(&editor.folder).is_dir());
}
