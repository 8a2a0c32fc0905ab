//! Checks that the English texts of an answer are the texts of the sentences beside them.

use quadrille_dsl::text::Sentence;
use serde_json::Value;

/// The member with an English text, and the member with its sentence or sentences.
const MEMBERS: [(&str, &str); 9] = [
    ("text", "sentence"),
    ("says", "sentence"),
    ("asks", "sentence"),
    ("label", "sentence"),
    ("says", "sentences"),
    ("ending", "ending_sentence"),
    ("found", "found_sentence"),
    ("notes", "note_sentences"),
    ("states", "state_sentences"),
];

/// Checks an answer with all its parts.
pub fn check(answer: &Value) {
    match answer {
        Value::Array(items) => items.iter().for_each(check),
        Value::Object(members) => {
            for (text, sentence) in MEMBERS {
                if let (Some(text), Some(sentence)) = (members.get(text), members.get(sentence)) {
                    compare(text, sentence);
                }
            }
            members.values().for_each(check);
        }
        _ => {}
    }
}

fn compare(text: &Value, sentence: &Value) {
    let read = |value: &Value| -> Sentence {
        serde_json::from_value(value.clone()).expect("a sentence can be read")
    };
    match (text, sentence) {
        (Value::String(text), Value::Array(sentences)) => {
            let texts: Vec<String> =
                sentences.iter().map(|sentence| read(sentence).punctuated()).collect();
            assert_eq!(*text, texts.join(" "));
        }
        (Value::Array(texts), Value::Array(sentences)) => {
            assert_eq!(texts.len(), sentences.len(), "{text}: {sentence}");
            texts.iter().zip(sentences).for_each(|(text, sentence)| compare(text, sentence));
        }
        (Value::String(text), sentence) => {
            let sentence = read(sentence);
            assert!([sentence.to_string(), sentence.punctuated()].contains(text), "{text}");
        }
        (text, sentence) => assert_eq!(text, sentence, "both are missing"),
    }
}
