//! Tests of `serve`: the program itself, a page, and its output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// Creates a folder with a page.
fn page(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quadrille-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("index.html"), "<head></head>the page").unwrap();
    folder
}

/// Reads the address of the page from the first line that the program prints.
fn address(first: &str) -> &str {
    let address = first.strip_prefix("Quadrille: http://").and_then(|it| it.strip_suffix('/'));
    address.unwrap_or_else(|| panic!("{first}"))
}

/// Requests the page, and returns the answer.
fn get(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn serve(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.arg("serve").args(arguments).stdin(Stdio::null());
    command
}

/// Runs `serve` with arguments with which it can't start, and returns its error message.
fn refused(arguments: &[&str]) -> Output {
    serve(arguments).output().expect("the program starts")
}

/// A child process that ends with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_is_at_the_address_that_the_program_prints() {
    let folder = page("serving");
    let page = folder.to_str().unwrap();
    let store = folder.join("tables.db");
    let store = store.to_str().unwrap();
    let child = serve(&["--port", "0", "--page", page, "--store", store])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut child = Killed(child);
    let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().expect("it says where it is");
    let address = address(&first);
    assert!(lines.next().expect("and what it keeps").contains("tables.db"));
    let answer = get(address);
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("the page"), "{answer}");
    // The port and the store are now in use.
    let port = address.rsplit(':').next().unwrap();
    let taken = refused(&["--port", port, "--page", page]);
    let said = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert_eq!(taken.status.code(), Some(2), "{said}");
    assert!(said.contains("--port"), "{said}");
    let taken = refused(&["--port", "0", "--page", page, "--store", store]);
    let said = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert_eq!(taken.status.code(), Some(3), "{said}");
    assert!(said.contains("in use by another process"), "{said}");
    drop(child);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_program_contains_its_page() {
    let child = serve(&["--port", "0"]).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut child = Killed(child);
    let mut lines = BufReader::new(child.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let first = lines.next().expect("its address");
    let address = address(&first);
    let answer = get(address);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("content=\"./socket\""), "the page finds its service: {answer}");
    let (_, port) = address.rsplit_once(':').expect("a port");
    let well = serve(&["--health", "--port", port]).output().expect("the program starts");
    assert_eq!(well.status.code(), Some(0), "{well:?}");
    drop(child);
    assert_eq!(refused(&["--health", "--port", port]).status.code(), Some(3));
}

#[test]
fn a_page_that_is_not_there_is_told_with_what_to_do() {
    let folder = page("no-page");
    std::fs::remove_file(folder.join("index.html")).unwrap();
    let none = refused(&["--page", folder.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&none.stderr).into_owned();
    assert_eq!(none.status.code(), Some(2), "{said}");
    assert!(said.contains("no index.html") && said.contains("web/dist"), "{said}");
    let name = refused(&["--host", "chess.local"]);
    let said = String::from_utf8_lossy(&name.stderr).into_owned();
    assert!(said.contains("--name"), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
}
