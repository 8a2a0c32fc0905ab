//! Compares the page's TypeScript types with the messages, and the page's English templates with
//! the engine's templates. `UPDATE=1` rewrites them.

#![cfg(feature = "typescript")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quadrille_dsl::text::SentenceCode;
use quadrille_render::shapes::{DISC_FIGURE, FIGURES};
use quadrille_service::protocol::{ANSWER_KINDS, Answer, Ask, LIMITS, Push, Request, Response};
use quadrille_study::metrics::METRICS;
use ts_rs::{Config, TS};

#[test]
fn the_pages_types_are_those_of_the_messages() {
    let made = std::env::temp_dir().join(format!("quadrille-types-{}", std::process::id()));
    let config = Config::new().with_out_dir(&made).with_large_int("number");
    Request::export_all(&config).expect("the types can be written");
    // A request is flattened, but the page also uses the type of its members.
    Ask::export_all(&config).expect("the types can be written");
    Response::export_all(&config).expect("the types can be written");
    Push::export_all(&config).expect("the types can be written");
    let mut names: Vec<String> = Vec::new();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    let update = std::env::var_os("UPDATE").is_some();
    for file in fs::read_dir(&made).expect("there are some") {
        let file = file.expect("it can be read").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        compare(&kept.join(format!("{name}.ts")), &fs::read_to_string(&file).unwrap(), update);
        names.push(name);
    }
    compare(&kept.join(format!("{ANSWER_KINDS_FILE}.ts")), &answer_kinds(), update);
    names.push(ANSWER_KINDS_FILE.to_owned());
    compare(&kept.join(format!("{LIMITS_FILE}.ts")), &limits(), update);
    names.sort_unstable();
    for file in fs::read_dir(&kept).expect("the page has its types") {
        let file = file.expect("it can be read").path();
        let name = file.file_stem().and_then(|name| name.to_str()).expect("a name");
        let made = [LIMITS_FILE, "figures", "index", "sentences"].contains(&name)
            || names.iter().any(|made| made == name);
        assert!(made, "{}: no message has this type any more, remove it", file.display());
    }
    let index: String =
        names.iter().map(|name| format!("export type {{ {name} }} from './{name}';\n")).collect();
    let index = format!(
        "// The messages between page and service, made from their Rust types.\n\n{index}export * from './{LIMITS_FILE}';\n"
    );
    compare(&kept.join("index.ts"), &index, update);
    compare(&kept.join("sentences.ts"), &templates(), update);
    compare(&kept.join("figures.ts"), &figures(), update);
    fs::remove_dir_all(&made).expect("it is ours");
}

/// Returns TypeScript constants with the English template of each sentence, and with the meaning of
/// each metric that all rulesets have.
fn templates() -> String {
    let mut text = "// The English templates of the engine's sentences.\n\n\
                    import type { SentenceCode } from './SentenceCode';\n\n\
                    export const SENTENCES: Record<SentenceCode, string> = {\n"
        .to_owned();
    for code in SentenceCode::ALL {
        let name = serde_json::to_value(code).expect("a code is a word");
        let name = name.as_str().expect("a code is a word");
        let template = serde_json::to_string(code.template()).expect("a template is a text");
        text.push_str(&format!("  {name}: {template},\n"));
    }
    text.push_str("};\n\n// The metrics that all rulesets have.\nexport const METRICS = {\n");
    for metric in METRICS {
        let meaning = serde_json::to_string(metric.meaning).expect("a meaning is a text");
        text.push_str(&format!("  {}: {meaning},\n", metric.name));
    }
    text + "} as const;\n\nexport type MetricName = keyof typeof METRICS;\n"
}

/// Returns a TypeScript constant with the figures of pictures.
fn figures() -> String {
    let mut text = "// The figures of the pieces, made from the figures of pictures.\n\n\
                    export interface Figure {\n\
                    \x20 /// Filled and outlined paths, back to front.\n\
                    \x20 body: string[];\n\
                    \x20 /// Lines on the body.\n\
                    \x20 lines: string;\n\
                    \x20 /// Dots on the body: centre and radius.\n\
                    \x20 dots: [number, number, number][];\n\
                    }\n\n\
                    export const FIGURES: Record<string, Figure> = {\n"
        .to_owned();
    for (name, figure) in FIGURES.iter().chain([&("disc", DISC_FIGURE)]) {
        let body = serde_json::to_string(figure.body).expect("paths are texts");
        let dots = serde_json::to_string(figure.dots).expect("dots are numbers");
        let _ = writeln!(
            text,
            "  {name}: {{ body: {body}, lines: \"{}\", dots: {dots} }},",
            figure.lines
        );
    }
    text + "};\n"
}

const ANSWER_KINDS_FILE: &str = "AnswerKinds";
const LIMITS_FILE: &str = "limits";

/// Returns the page's file of the kinds of answer to each kind of request.
fn answer_kinds() -> String {
    let mut text = String::from(
        "// The kinds of answer to each kind of request, made from a list in Rust.\n\n\
         export type AnswerKinds = {\n",
    );
    for (request, answers) in ANSWER_KINDS {
        let answers: Vec<String> = answers.iter().map(|answer| format!("'{answer}'")).collect();
        let _ = writeln!(text, "  {request}: {};", answers.join(" | "));
    }
    text + "};\n"
}

/// Returns the page's file of limits.
fn limits() -> String {
    let mut text = String::from("// The limits of messages, made from their Rust constants.\n");
    for (name, value, about) in LIMITS {
        let about: String = about.lines().map(|line| format!("///{line}\n")).collect();
        let _ = write!(text, "\n{about}export const {name} = {value};\n");
    }
    text
}

#[test]
fn each_request_has_kinds_of_answer() {
    let config = Config::new();
    let tags = |declared: &str, key: &str| -> BTreeSet<String> {
        let before = format!("\"{key}\": \"");
        let parts = declared.split(&before).skip(1);
        parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
    };
    let requests = ANSWER_KINDS.iter().map(|(request, _)| (*request).to_owned()).collect();
    assert_eq!(tags(&Ask::inline(&config), "do"), requests);
    let answers = ANSWER_KINDS.iter().flat_map(|(_, answers)| *answers);
    let answers = answers.map(|answer| (*answer).to_owned()).collect();
    assert_eq!(tags(&Answer::inline(&config), "is"), answers, "each answer is one to a request");
}

fn compare(path: &Path, text: &str, update: bool) {
    if update {
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(kept, text, "{}: run this test with UPDATE=1", path.display());
}
