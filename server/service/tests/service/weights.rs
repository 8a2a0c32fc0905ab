//! Tests of weights that a page supplies, because its engine does not contain them.

use std::sync::Arc;

use quadrille_dsl::library::Shipped;
use quadrille_dsl::{Folder, Library, LibraryError, weights};
use quadrille_service::{Rulesets, Service, ServiceLimits};
use serde_json::{Value, json};

use crate::english;

const WITH_WEIGHTS: &str = "orthodox-chess";

/// The shipped rulesets without their weights.
struct WithoutWeights;

impl Library for WithoutWeights {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        let mut folder = Shipped.folder(name)?;
        folder.files.remove(weights::FILE);
        Ok(folder)
    }

    fn names(&self) -> Vec<String> {
        Shipped.names()
    }

    fn lacks_weights(&self, name: &str) -> bool {
        Shipped.folder(name).is_ok_and(|folder| folder.files.contains_key(weights::FILE))
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        Shipped.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        Shipped.plugins()
    }
}

fn service() -> Service {
    let rulesets = Rulesets::new(Box::new(WithoutWeights));
    Service::new(Arc::new(rulesets), ServiceLimits::default())
}

fn answer(service: &mut Service, request: &Value) -> Value {
    let mut request = request.clone();
    request["id"] = json!(1);
    let answered = serde_json::from_str(&service.answer(&request.to_string())).unwrap();
    english::check(&answered);
    answered
}

fn supply(weights: &Value) -> Value {
    json!({"do": "weights", "ruleset": WITH_WEIGHTS, "weights": weights})
}

fn shipped_weights() -> Value {
    let folder = Shipped.folder(WITH_WEIGHTS).unwrap();
    json!(String::from_utf8(folder.files[weights::FILE].clone()).unwrap())
}

/// Returns an agent's evaluation of the first position.
fn share(service: &mut Service) -> Value {
    let begun = answer(service, &json!({"do": "new", "rules": {"id": WITH_WEIGHTS}}));
    let game = &begun["ok"]["game"];
    let advice = json!({"do": "advise", "game": game, "agent": "search:50", "seed": 1});
    answer(service, &advice)["ok"]["share"].clone()
}

#[test]
fn games_of_agents_need_the_weights() {
    let rules = json!({"id": WITH_WEIGHTS});
    let question = json!({"primary": "length", "margin": null, "agents": "greedy", "number": 2,
        "at_least": 2, "seed": 1});
    let games = json!({"rules": rules, "agents": ["greedy"], "seed": 1, "first": 0, "games": 1,
        "number": 0});
    let mut playouts = games.clone();
    playouts["do"] = json!("playouts");
    let mut record = games;
    record["do"] = json!("record");
    for request in [
        json!({"do": "new", "rules": rules}),
        json!({"do": "files", "ruleset": WITH_WEIGHTS}),
        json!({"do": "compare", "sides": [{"id": "verney-1881"}, rules], "question": question}),
        playouts,
        record,
    ] {
        let mut service = service();
        let refusal = answer(&mut service, &request)["err"].clone();
        assert_eq!(refusal["code"], "weights", "{request}");
        assert_eq!(refusal["ruleset"], WITH_WEIGHTS, "{request}");
        answer(&mut service, &supply(&shipped_weights()));
        assert!(answer(&mut service, &request)["ok"].is_object(), "{request}");
    }
}

#[test]
fn other_requests_and_rulesets_without_weights_need_none() {
    let mut service = service();
    for request in [
        json!({"do": "list"}),
        json!({"do": "ruleset", "rules": {"id": WITH_WEIGHTS}}),
        json!({"do": "new", "rules": {"id": "verney-1881"}}),
    ] {
        assert!(answer(&mut service, &request)["ok"].is_object(), "{request}");
    }
}

#[test]
fn supplied_weights_are_as_good_as_embedded_ones() {
    let embedded = share(&mut Service::shipped());
    let mut service = service();
    answer(&mut service, &supply(&Value::Null));
    assert_ne!(share(&mut service), embedded);
    answer(&mut service, &supply(&shipped_weights()));
    assert_eq!(share(&mut service), embedded);
}

#[test]
fn a_file_that_holds_no_weights_is_refused() {
    let mut service = service();
    let refused = answer(&mut service, &supply(&json!("<!doctype html>")));
    assert_eq!(refused["err"]["code"], "ruleset");
    let begun = answer(&mut service, &json!({"do": "new", "rules": {"id": WITH_WEIGHTS}}));
    assert_eq!(begun["err"]["code"], "weights");
}

#[test]
fn embedded_weights_are_never_replaced() {
    let mut service = Service::shipped();
    let embedded = share(&mut service);
    answer(&mut service, &supply(&Value::Null));
    assert_eq!(share(&mut service), embedded);
}
