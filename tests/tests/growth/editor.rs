//! The language server: it opens a file, changes it, and answers each kind of request.

use lsp_server::{Connection, Message, Notification, Request};
use quadrille_lsp::{Options, serve};
use serde_json::{Value, json};

use crate::cases::{Case, Files};
use crate::manifests::GEOMETRY;

/// The folder of the ruleset. It need not exist, because all files are open.
const FOLDER: &str = "file:///no-such-folder/growth";

/// The requests about a position.
const REQUESTS: [&str; 6] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/rename",
];

/// The requests about a file.
const FILE_REQUESTS: [&str; 4] = [
    "textDocument/documentSymbol",
    "textDocument/formatting",
    "textDocument/codeAction",
    "textDocument/inlayHint",
];

fn tell(method: &str, params: Value) -> Message {
    Message::Notification(Notification { method: method.to_owned(), params })
}

/// Returns the messages of an editor that opens files, changes the last one, and sends each request
/// about the position of a word in it.
fn messages(files: &Files, edited: &str, word: &str) -> Vec<Message> {
    let mut number = 0_i32;
    let mut ask = |method: &str, params: Value| {
        number += 1;
        Message::Request(Request { id: number.into(), method: method.to_owned(), params })
    };
    let mut all =
        vec![ask("initialize", json!({ "capabilities": {} })), tell("initialized", json!({}))];
    for (file, text) in files {
        let uri = format!("{FOLDER}/{file}");
        let document = json!({ "uri": uri, "languageId": "", "version": 1, "text": text });
        all.push(tell("textDocument/didOpen", json!({ "textDocument": document })));
    }
    let text = &files[edited];
    let uri = format!("{FOLDER}/{edited}");
    let document = json!({ "uri": uri, "version": 2 });
    let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
    all.push(tell("textDocument/didChange", change));
    let at = text.rfind(word).expect("the word");
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
    let position = json!({ "line": line, "character": column + 1 });
    for method in REQUESTS {
        all.push(ask(
            method,
            json!({
                "textDocument": { "uri": uri }, "position": position, "newName": "another",
                "context": { "includeDeclaration": true },
            }),
        ));
    }
    for method in FILE_REQUESTS {
        all.push(ask(method, json!({
            "textDocument": { "uri": uri },
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": line + 1, "character": 0 } },
            "context": { "diagnostics": [] },
            "options": { "tabSize": 4, "insertSpaces": true },
        })));
    }
    all.extend([ask("shutdown", Value::Null), tell("exit", Value::Null)]);
    all
}

/// Serves an editor that has sent its messages.
fn serve_all(messages: Vec<Message>) {
    let (ours, theirs) = Connection::memory();
    for message in messages {
        ours.sender.send(message).expect("the server listens");
    }
    serve(&theirs, Options::default()).expect("the messages are valid");
    drop(ours);
}

/// Returns the cases.
pub fn cases() -> Vec<Case> {
    let manifests: [(&str, &str, &str); 6] = [
        ("seats", "[[seats]]\n", "seats"),
        ("zones", "z@ = \"rank 1\"\n", "z1"),
        ("clauses", "K1@ = \"Rule of the king.\"\n", "K11"),
        ("comments", "# A comment.\n", "comment"),
        ("unknown keys", "unknown@ = 1\n", "unknown"),
        ("open brackets", "[", "["),
    ];
    let scripts: [(&str, &str, &str); 6] = [
        ("functions", "fn helper@(game) { helper@(game) }\n", "helper1"),
        ("variables", "fn f@(game) { let value = game.ply; value }\n", "value"),
        ("calls", "fn f@(game) { lose(game.turn); }\n", "lose"),
        ("tunables", "const NUMBER@ = 1;\n", "NUMBER1"),
        ("comments", "// A comment.\n", "comment"),
        ("open brackets", "{", "{"),
    ];
    let case = |file: &'static str,
                (name, part, word): (&'static str, &'static str, &'static str)| {
        Case::new(format!("editor: {name} in {file}"), move |number| {
            let repeated: String = (0..number).map(|i| part.replace('@', &i.to_string())).collect();
            let geometry = GEOMETRY.replace("[zones]\nrear = \"rank 1\"\n", "");
            let heading = if name == "zones" { "[zones]\n" } else { "" };
            let files = match file {
                "geometry.toml" => Files::from([(file, format!("{geometry}{heading}{repeated}"))]),
                _ => Files::from([
                    ("geometry.toml", format!("{geometry}[rules]\nscripts = [\"a.rhai\"]\n")),
                    (file, repeated),
                ]),
            };
            let messages = messages(&files, file, word);
            Box::new(move || serve_all(messages))
        })
    };
    let manifests = manifests.map(|of| case("geometry.toml", of));
    let scripts = scripts.map(|of| case("a.rhai", of).repeated(40));
    manifests.into_iter().chain(scripts).collect()
}
