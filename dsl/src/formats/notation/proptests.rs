//! Tests of properties that every notation must have.

use proptest::prelude::*;

use super::{normalise, parse};

fn atom_text() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        "[WFDNAHCZGKQRB]".prop_map(|name| name),
        "[WFDNAHCZG][XY]".prop_map(|name| name),
        (1u8..12, 0u8..12).prop_map(|(x, y)| format!("({x},{y})")),
    ];
    let range = prop_oneof![
        Just(String::new()),
        Just("0".to_owned()),
        (1u8..25).prop_map(|n| n.to_string())
    ];
    (name, range).prop_map(|(name, range)| format!("{name}{range}"))
}

fn term_text() -> impl Strategy<Value = String> {
    let chain = (
        prop::sample::select(vec!["", "i"]),
        prop::collection::vec((leg_text(false), Just("a")), 0..3),
        leg_text(true),
        atom_text(),
    )
        .prop_map(|(initial, legs, last, atom)| {
            let legs: String = legs.into_iter().map(|(leg, a)| format!("{leg}{a}")).collect();
            format!("{initial}{legs}{last}{atom}")
        });
    let bracket = (
        prop::sample::select(vec!["", "i"]),
        (leg_text(false), atom_text()),
        prop::collection::vec(
            (prop::sample::select(vec!["-", "?"]), leg_text(true), atom_text()),
            1..3,
        ),
    )
        .prop_map(|(initial, (leg, atom), rest)| {
            let rest: String = rest.into_iter().map(|(l, m, a)| format!("{l}{m}{a}")).collect();
            format!("{initial}[{leg}{atom}{rest}]")
        });
    prop_oneof![3 => chain, 1 => bracket]
}

fn leg_text(last: bool) -> impl Strategy<Value = String> {
    let directions =
        prop::sample::select(vec!["", "f", "b", "l", "r", "v", "s", "fs", "fl", "ff", "lv", "fh"]);
    let ends: Vec<&str> = if last {
        vec!["", "m", "c", "mc", "p", "g", "cp", "cd", "ct", "n", "mn", "j", "k", "ce", "z", "q"]
    } else {
        vec!["", "m", "c", "mc", "p", "mp", "g", "y", "n", "j"]
    };
    (directions, prop::sample::select(ends), any::<bool>()).prop_map(|(dirs, end, swap)| {
        if swap { format!("{end}{dirs}") } else { format!("{dirs}{end}") }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn normal_form_means_the_same_and_is_its_own_normal_form(
        terms in prop::collection::vec(term_text(), 1..4)
    ) {
        let text = terms.concat();
        if let Ok(walks) = parse(&text) {
            let normal = normalise(&text).unwrap();
            prop_assert_eq!(parse(&normal), Ok(walks), "{} = {}", text, normal);
            prop_assert_eq!(normalise(&normal), Ok(normal.clone()), "{}", normal);
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_places_inside_it(text in "[a-zA-Z0-9(),\\[\\]?\\-@é ]{0,24}") {
        match parse(&text) {
            Ok(walks) => prop_assert!(!walks.is_empty()),
            Err(errors) => for error in errors {
                prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
                prop_assert!(error.help.is_some());
            }
        }
    }
}
