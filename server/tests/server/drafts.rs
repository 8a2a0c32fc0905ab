//! Tests of drafts, the rulesets from visitors' files. Each connection with drafts has a separate
//! process for them.

#[cfg(unix)]
use crate::common::folder;
use crate::common::{Running, text};
use quadrille_dsl::library::Shipped;
use quadrille_server::{DraftCommand, serve_drafts};
use serde_json::{Value, json};

#[test]
#[ignore = "other tests start this as a process for drafts"]
fn the_process_for_drafts() {
    #[expect(clippy::print_stdout, reason = "the first response needs a separate line")]
    {
        println!();
    }
    serve_drafts(Box::new(Shipped), std::io::stdin().lock(), std::io::stdout()).unwrap();
}

/// Starts a server that uses this test program for drafts.
async fn start() -> Running {
    let arguments = ["--exact", "drafts::the_process_for_drafts", "--ignored", "--nocapture"];
    let command = DraftCommand {
        program: std::env::current_exe().unwrap(),
        arguments: arguments.map(Into::into).to_vec(),
    };
    Running::configured(|config| config.draft_command = Some(command)).await
}

/// Returns the key of a small draft.
fn draft() -> Value {
    let geometry = "extends = \"orthodox-chess\"\n[variant]\nid = \"mine\"\ntitle = \"Mine\"\n";
    json!({"id": "mine", "files": {"geometry.toml": geometry}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_played_in_another_process_and_shipped_rules_in_this_one() {
    let server = start().await;
    let mut ada = server.client().await;
    let shipped = ada.ask(&json!({"do": "new", "rules": {"id": "orthodox-chess"}})).await;
    let own = ada.ask(&json!({"do": "new", "rules": draft()})).await;
    assert_eq!((&shipped["game"], &own["game"]), (&json!("g1"), &json!("dg1")));
    for game in [&shipped["game"], &own["game"]] {
        let play = json!({"do": "play", "game": game, "at": 0, "action": "e2-e4"});
        assert_eq!(ada.ask(&play).await["stands"]["at"], 1);
        let advise = json!({"do": "advise", "game": game, "agent": "random", "seed": 1});
        assert!(ada.ask(&advise).await["action"].is_string());
    }
    let play = json!({"do": "play", "game": own["game"], "at": 1, "action": "e2-e4"});
    ada.refused(&play, "illegal").await;
    let files = draft()["files"].clone();
    let checked = ada.ask(&json!({"do": "check", "files": files})).await;
    assert_eq!(checked["ruleset"]["card"]["id"], "mine", "{checked}");
    let broken = json!({"id": "mine", "files": {"geometry.toml": "extends = 3"}});
    ada.refused(&json!({"do": "ruleset", "rules": broken}), "ruleset").await;
    ada.refused(&json!({"do": "host", "rules": broken}), "ruleset").await;
    // Games of drafts belong to one connection.
    server.client().await.refused(&json!({"do": "look", "game": own["game"]}), "unknown").await;
    server.stop().await;
}

/// A server whose processes for drafts write their numbers to a file.
#[cfg(unix)]
async fn start_with_numbers(numbers: &std::path::Path) -> Running {
    let program = std::env::current_exe().unwrap();
    let (program, numbers) = (program.display(), numbers.display());
    let script = format!(
        "echo $$ >> '{numbers}'; exec '{program}' \
         --exact drafts::the_process_for_drafts --ignored --nocapture"
    );
    let command =
        DraftCommand { program: "sh".into(), arguments: vec!["-c".into(), script.into()] };
    Running::configured(|config| config.draft_command = Some(command)).await
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_a_draft_has_its_own_process_and_survives_it() {
    let folder = folder("draft-table");
    let numbers = folder.join("numbers");
    let server = start_with_numbers(&numbers).await;
    let mut ada = server.client().await;
    let seats = json!({"white": "mine", "black": {"agent": "random"}});
    let host = json!({"do": "host", "rules": draft(), "seats": seats});
    let hosted = ada.ask(&host).await;
    let table = &hosted["table"]["table"];
    assert!(text(table).starts_with('t'));
    let play =
        |at: u64, action: &str| json!({"do": "play", "game": table, "at": at, "action": action});
    assert_eq!(ada.ask(&play(0, "e2-e4")).await["stands"]["at"], 1);
    // The agent searches in the process of the table.
    assert_eq!(ada.pushed("moved").await["moved"]["stands"]["at"], 2);
    let process = std::fs::read_to_string(&numbers).unwrap();
    let killed = std::process::Command::new("kill").args(["-9", process.trim()]).status();
    assert!(killed.unwrap().success(), "one process: {process}");
    // The request meets the end of the process, or comes after the table was closed.
    let refused = ada.raw(&play(2, "d2-d4")).await;
    let code = text(&refused["err"]["code"]);
    assert!(["failed", "token"].contains(&code), "{refused}");
    assert_eq!(&ada.pushed("closed").await["table"], table);
    // The acknowledged moves are in the store.
    let join = json!({"do": "join", "table": table, "token": hosted["tokens"]["white"]});
    let back = ada.ask(&join).await;
    assert_eq!((&back["game"]["stands"]["at"], &back["yours"]), (&json!(2), &json!(["white"])));
    let refused = ada.raw(&play(2, "e4-e6")).await;
    assert_eq!(refused["err"]["code"], "illegal", "{refused}");
    assert_eq!(std::fs::read_to_string(&numbers).unwrap().lines().count(), 2);
    server.stop().await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_fails_costs_its_visitor_only_the_drafts() {
    // This process ends at once, as if it were killed.
    let command = DraftCommand { program: "true".into(), arguments: Vec::new() };
    let server = Running::configured(|config| config.draft_command = Some(command)).await;
    let mut ada = server.client().await;
    let game = ada.ask(&json!({"do": "new", "rules": {"id": "orthodox-chess"}})).await;
    for ask in ["new", "ruleset", "host"] {
        ada.refused(&json!({"do": ask, "rules": draft()}), "failed").await;
    }
    ada.refused(&json!({"do": "check", "files": draft()["files"]}), "failed").await;
    let play = json!({"do": "play", "game": game["game"], "at": 0, "action": "e2-e4"});
    assert_eq!(ada.ask(&play).await["stands"]["at"], 1);
    server.stop().await;
}
