//! Tests of `lsp`, started as editors start it: when it ends, and which errors it reports.
#![cfg(feature = "lsp")]

use crate::common::Scene;

/// Returns a message in the form that editors send.
fn message(body: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{body}", body.len())
}

const BEGIN: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;

#[test]
fn a_language_server_that_can_not_read_says_so_and_ends() {
    let scene = Scene::new();
    let begun =
        [BEGIN, r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#].map(message).concat();
    for before in ["", begun.as_str()] {
        let garbage = scene.fed("lsp", format!("{before}garbage\r\n\r\n")).code(2);
        garbage.complains("can't read from the editor: the header has no colon");
        scene.fed("lsp", before).code(2).complains("ended without a `shutdown`");
    }
    let end =
        [r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, r#"{"jsonrpc":"2.0","method":"exit"}"#];
    scene.fed("lsp", format!("{begun}{}", end.map(message).concat())).code(0);
}

#[test]
fn a_language_server_that_nobody_hears_ends() {
    use std::io::{Read as _, Write as _};
    use std::process::Stdio;

    let scene = Scene::new();
    let mut command = scene.command(&["lsp".to_owned()]);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = piped.spawn().unwrap();
    drop(server.stdout.take());
    // The input stays open.
    let mut input = server.stdin.take().unwrap();
    input.write_all(message(BEGIN).as_bytes()).unwrap();
    let mut errors = String::new();
    server.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(2));
    assert!(errors.contains("can't write to the editor"), "{errors}");
}
