//! Tests that a ruleset file can be changed in any way. After each change, the file either loads or
//! causes an error.

use proptest::prelude::*;

use super::fixture::{FULL, with};
use crate::diagnostic::{Code, Severity};

/// A change to a text.
#[derive(Clone, Debug)]
enum Change {
    Delete(prop::sample::Index, usize),
    Insert(prop::sample::Index, u8),
    Replace(prop::sample::Index, u8),
    Swap(prop::sample::Index, prop::sample::Index),
    Repeat(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let byte = || prop_oneof![any::<u8>(), prop::sample::select(b"\"'[]{}=.#\n-+,yPK1".to_vec())];
    prop_oneof![
        (any::<prop::sample::Index>(), 1..20_usize).prop_map(|(i, n)| Change::Delete(i, n)),
        (any::<prop::sample::Index>(), byte()).prop_map(|(i, b)| Change::Insert(i, b)),
        (any::<prop::sample::Index>(), byte()).prop_map(|(i, b)| Change::Replace(i, b)),
        any::<(prop::sample::Index, prop::sample::Index)>().prop_map(|(a, b)| Change::Swap(a, b)),
        any::<prop::sample::Index>().prop_map(Change::Repeat),
    ]
}

fn apply(text: &mut Vec<u8>, change: &Change) {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
    };
    if text.is_empty() {
        return;
    }
    match change {
        Change::Delete(at, count) => {
            let start = at.index(text.len());
            text.drain(start..(start + count).min(text.len()));
        }
        Change::Insert(at, byte) => text.insert(at.index(text.len()), *byte),
        Change::Replace(at, byte) => {
            let place = at.index(text.len());
            text[place] = *byte;
        }
        Change::Swap(a, b) => {
            let mut all = lines(text);
            let (a, b) = (a.index(all.len()), b.index(all.len()));
            all.swap(a, b);
            *text = all.concat();
        }
        Change::Repeat(at) => {
            let mut all = lines(text);
            let line = all[at.index(all.len())].clone();
            all.push(line);
            *text = all.concat();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn a_mutilated_file_loads_or_is_told_where_it_is_wrong(
        changes in prop::collection::vec(change(), 1..5)
    ) {
        let mut text = FULL.as_bytes().to_vec();
        for change in &changes {
            apply(&mut text, change);
        }
        for name in ["full", "full@alternate"] {
            let found = match with(&text).load(name) {
                Ok(loaded) => loaded.warnings(),
                Err(errors) => {
                    prop_assert!(errors.iter().any(|found| found.severity == Severity::Error));
                    errors.into_diagnostics()
                }
            };
            for found in found {
                for label in &found.labels {
                    prop_assert!(label.source.text.get(label.span.clone()).is_some(), "{found:?}");
                }
            }
        }
    }
}

/// Returns the byte range of every key in the full file. Keys that the author of a ruleset can
/// choose are left out.
fn keys() -> Vec<std::ops::Range<usize>> {
    let named = ["base", "ends", "far", "pawn", "king", "C1", "C2", "alternate", "swapped"];
    let mut keys = Vec::new();
    let mut rest = 0;
    for line in FULL.split_inclusive('\n') {
        let start = rest;
        rest += line.len();
        let header = line.trim_start_matches('[');
        let spans: Vec<(usize, usize)> = if header.len() < line.len() {
            let end = header.find(['.', ']']).unwrap_or(0);
            vec![(line.len() - header.len(), line.len() - header.len() + end)]
        } else {
            // Any word before an equals sign, including words in braces.
            let ends = line.match_indices(" =").map(|(end, _)| end);
            ends.map(|end| (line[..end].rfind([' ', '{']).map_or(0, |i| i + 1), end)).collect()
        };
        for (from, to) in spans {
            let key = &line[from..to];
            if !named.contains(&key) && !key.contains(['"', '.']) && !key.is_empty() {
                keys.push(start + from..start + to);
            }
        }
    }
    keys
}

#[test]
fn a_typo_in_any_key_is_found_and_the_right_key_suggested() {
    let keys = keys();
    assert!(keys.len() > 40, "{}", keys.len());
    for span in keys {
        let key = &FULL[span.clone()];
        let mut typo: Vec<char> = key.chars().collect();
        typo.insert(typo.len() / 2, 'z');
        let typo: String = typo.into_iter().collect();
        let mut text = FULL.to_owned();
        text.replace_range(span.clone(), &typo);
        let errors = with(&text).errors("full");
        let found = errors.iter().find(|found| found.code == Some(Code::UnknownKey));
        let found = found.unwrap_or_else(|| panic!("{typo}: {errors:#?}"));
        let at = found.place().unwrap();
        assert_eq!(at.span, span.start..span.end + 1, "{typo}: {found:?}");
        assert_eq!(found.help, Some(format!("did you mean `{key}`?")), "{typo}");
        let fix = &found.fixes[0];
        let mut fixed = text.clone();
        fixed.replace_range(fix.span.clone(), &fix.replacement);
        assert_eq!(fixed, FULL, "{typo}");
    }
}
