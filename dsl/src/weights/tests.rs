use std::sync::Arc;

use quadrille_core::Spec;
use quadrille_core::rules::{KindWeights, Network, Weights};
use quadrille_study::learn::{Learned, LearningStage, WeightsMatch};

use super::{WeightsFile, family, read, write};
use crate::diagnostic::{Code, RulesetError, Source};
use crate::testing;

/// Returns weights for the sample rules. All numbers differ.
fn file(spec: &Spec) -> WeightsFile {
    let shape = spec.weight_shape();
    let kind = KindWeights {
        ranks: vec![0; shape.ranks],
        files: vec![0; shape.files],
        ..KindWeights::default()
    };
    let empty = Weights {
        kinds: vec![kind; shape.kinds],
        counters: vec![0; shape.counters],
        ..Weights::default()
    };
    let numbers: Vec<i32> = (0..empty.numbers().len() as i32).map(|n| 3 * n - 7).collect();
    let input = |at: usize| std::array::from_fn(|unit| (at * 7 + unit) as u8 as i8);
    let network = Network {
        inputs: (0..shape.inputs).map(input).collect(),
        outputs: std::array::from_fn(|unit| (2000 * unit as i32 - 32_000) as i16),
    };
    let weights = Weights { network: Some(Arc::new(network)), ..empty.with_numbers(&numbers) };
    let contest = WeightsMatch { games: 40, score: 0.625, half: 0.125 };
    let stage = |contest| LearningStage {
        games: 10,
        positions: 200,
        held_out: (0.25, 0.125),
        size: Some(0.5),
        contest,
    };
    WeightsFile {
        ruleset: spec.id.clone(),
        family: family(spec),
        agent: "search-paranoid:depth=2".to_owned(),
        seed: 7,
        games: 10,
        ply_limit: 300,
        learned: Learned { weights, stages: vec![stage(None), stage(Some(contest))] },
    }
}

fn read_text(text: &str, spec: &Spec) -> Result<WeightsFile, RulesetError> {
    read(&Source::new("weights.toml", text), spec)
}

#[test]
fn what_is_written_is_read() {
    let rules = testing::chess_rules();
    let spec = rules.spec();
    let file = file(spec);
    let text = write(spec, &file, "made by a test");
    assert_eq!(read_text(&text, spec).unwrap(), file, "{text}");
}

#[test]
fn mistakes_have_codes() {
    let rules = testing::chess_rules();
    let spec = rules.spec();
    let good = write(spec, &file(spec), "");
    let name = &spec.kinds[0].name;
    let ranks = good.lines().find(|line| line.starts_with("ranks")).unwrap();
    for (from, to, code) in [
        (family(spec).as_str(), "0123456789abcdef", Code::WeightsOfOtherRules),
        ("format = 1", "format = 2\nunknown = 3", Code::NewerFormat),
        (format!("[kinds.{:?}]", name).as_str(), "[kinds.heffalump]", Code::InvalidWeights),
        (ranks, "ranks = \"1 2\"", Code::InvalidWeights),
        (ranks, "ranks = \"1 two\"", Code::InvalidWeights),
        ("danger = ", "dnager = ", Code::UnknownKey),
        ("tempo = ", "tempo = \"1\" # ", Code::WrongType),
        ("ruleset = ", "ruleset == ", Code::TomlSyntax),
        ("[weights]", "[weight]", Code::UnknownKey),
        ("inputs = '''\n", "inputs = '''\nff", Code::InvalidWeights),
        ("inputs = '''\n0", "inputs = '''\nx", Code::InvalidWeights),
        ("inputs = '''\n", &format!("inputs = '''\n{}\n", "00".repeat(32)), Code::InvalidWeights),
        ("outputs = \"-32000 ", "outputs = \"", Code::InvalidWeights),
        ("outputs = \"-32000 ", "outputs = \"-33000 ", Code::InvalidWeights),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        let found = read_text(&bad, spec).expect_err(to);
        assert!(found.iter().any(|one| one.code == Some(code)), "{to}: {found:?}");
        assert!(found.iter().all(|one| one.place().is_some()), "{to}");
    }
}

#[test]
fn a_family_is_a_board_with_its_seats_and_kinds() {
    let rules = testing::chess_rules();
    let mut spec = rules.spec().clone();
    let own = family(&spec);
    spec.ply_limit += 1;
    spec.kinds[0].value += 1;
    assert_eq!(family(&spec), own);
    spec.kinds[0].notation.push('N');
    assert_ne!(family(&spec), own);
}
