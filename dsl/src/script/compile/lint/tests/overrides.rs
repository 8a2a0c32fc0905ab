//! Tests of tunables that `--set` and presets set.

use super::*;
use crate::limits::NEVER_STOPPED;

#[test]
fn tunables_are_set_by_name_and_the_last_word_counts() {
    let texts = [
        "const A = 1;\nfn on_mate(g, s) { A }",
        "const B = \"x\";\nconst C = true;\nfn on_mate(g, s) { B + C }",
    ];
    let set = |list: &[(&str, &str)]| {
        let set: Vec<_> =
            list.iter().map(|(key, value)| Override::requested(*key, *value)).collect();
        let (scripts, _) =
            crate::script::compile(crate::script::testing::sources(&texts), &set, &NEVER_STOPPED)
                .unwrap();
        scripts.tunables().into_iter().map(|t| t.value).collect::<Vec<_>>()
    };
    assert_eq!(set(&[]), ["1", "x", "true"]);
    assert_eq!(set(&[("A", "-7"), ("second.B", "y z"), ("C", " false ")]), ["-7", "y z", "false"]);
    assert_eq!(set(&[("A", "2"), ("first.A", "3"), ("B", "\"q\"")]), ["3", "q", "true"]);
}

#[test]
fn overrides_that_make_no_sense_are_told() {
    let texts = [
        "// one of: freeze, remove\nconst AFTER = \"freeze\";\nconst N = 1;\nfn on_mate(g, s) { AFTER + N }",
        "const N = true;\nfn on_mate(g, s) { N }",
    ];
    let override_findings = |key: &str, value: &str| findings(&texts, &[(key, value)]);
    for (key, value, code, words) in [
        ("AFTR", "x", "Q0316", "there is no tunable `AFTR` -- did you mean `AFTER`?"),
        ("frst.AFTER", "x", "Q0316", "did you mean `first.AFTER`?"),
        ("zzzzzz", "x", "Q0316", "use one of: first.AFTER, first.N, second.N"),
        ("N", "2", "Q0316", "several scripts have a tunable `N` -- write `first.N` or `second.N`"),
        (
            "first.N",
            "two",
            "Q0317",
            "`two` is not a value for `first.N` -- write an integer, such as `1`",
        ),
        ("first.N", "1.5", "Q0317", "an integer"),
        ("first.N", "99999999999999999999", "Q0317", "an integer"),
        ("second.N", "yes", "Q0317", "write a boolean, such as `true`"),
        ("AFTER", "frieze", "Q0317", "did you mean `freeze`?"),
        ("AFTER", "xyz", "Q0317", "use one of: freeze, remove"),
    ] {
        let messages = override_findings(key, value);
        let [one] = messages.as_slice() else { panic!("{messages:#?}") };
        assert!(one.starts_with(code) && one.contains(words), "{one}");
    }
}

#[test]
fn names_of_scripts_fit_into_an_override() {
    let source = |stem: &str| crate::script::ScriptSource {
        stem: stem.to_owned(),
        source: Source::new(format!("{stem}.rhai"), ""),
        plugin: None,
    };
    let compile_stems = |stems: &[&str]| {
        let made = stems.iter().map(|stem| source(stem)).collect();
        crate::script::compile(made, &[], &NEVER_STOPPED)
            .map(drop)
            .map_err(|e| crate::script::testing::lines(&e))
    };
    assert_eq!(compile_stems(&["a-b_c1", "d"]), Ok(()));
    for wrong in ["", "a b", "a.b", "é"] {
        assert!(
            compile_stems(&[wrong]).unwrap_err()[0].contains("can't be the name of a script"),
            "{wrong}"
        );
    }
    assert!(
        compile_stems(&["a", "a"]).unwrap_err()[0]
            .contains("there are two scripts with the name `a`")
    );
}
