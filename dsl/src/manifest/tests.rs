use super::schema::{self, FILE, Key, LESSON, LESSONS, PUZZLE, PUZZLES, Shape, WEIGHTS};

#[test]
fn the_json_schema_is_json_and_knows_every_key() {
    let text = schema::json();
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema["additionalProperties"], false);
    for Key { name, doc, .. } in FILE {
        assert_eq!(schema["properties"][name]["description"], *doc);
    }
    let facing = &schema["properties"]["seats"]["items"]["properties"]["facing"];
    assert_eq!(facing["enum"][0], "north");
}

#[test]
fn the_json_schema_of_lessons_knows_every_key() {
    let schema: serde_json::Value = serde_json::from_str(&schema::lessons_json()).unwrap();
    for Key { name, doc, .. } in LESSON {
        let lesson = &schema["properties"]["lesson"]["items"];
        assert_eq!(lesson["properties"][name]["description"], *doc);
    }
}

#[test]
fn the_json_schema_of_puzzles_knows_every_key() {
    let schema: serde_json::Value = serde_json::from_str(&schema::puzzles_json()).unwrap();
    for Key { name, doc, .. } in PUZZLE {
        let puzzle = &schema["properties"]["puzzle"]["items"];
        assert_eq!(puzzle["properties"][name]["description"], *doc);
    }
}

#[test]
fn the_json_schema_of_weights_knows_every_key() {
    let schema: serde_json::Value = serde_json::from_str(&schema::weights_json()).unwrap();
    for Key { name, doc, .. } in WEIGHTS {
        assert_eq!(schema["properties"][name]["description"], *doc);
    }
    // The kinds are not keys of the schema, because each ruleset chooses their names.
    let kind = &schema["properties"]["kinds"]["additionalProperties"];
    assert_eq!(kind["properties"]["mobility"]["type"], "integer");
}

#[test]
fn a_key_stands_once_in_its_table() {
    fn keys(keys: &[Key]) {
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|other| other.name != key.name), "{}", key.name);
            inside(&key.shape);
        }
    }
    fn inside(shape: &Shape) {
        match shape {
            Shape::Table(inner)
            | Shape::Tables(inner)
            | Shape::TableAndNamed(inner)
            | Shape::TextOrTable(inner) => keys(inner),
            Shape::Named(inner) => inside(inner),
            _ => {}
        }
    }
    keys(FILE);
    keys(LESSONS);
    keys(PUZZLES);
    keys(WEIGHTS);
}
