//! Writes `weights.toml`.

use std::fmt::Write as _;

use quadrille_core::Spec;

use super::WeightsFile;
use crate::manifest::schema::FORMAT;

/// Returns the content of a weights file. `made` explains how the weights were made. It becomes a
/// comment in the file.
#[must_use]
pub fn write(spec: &Spec, file: &WeightsFile, made: &str) -> String {
    let mut out = String::new();
    for line in made.lines() {
        let _ = writeln!(out, "# {line}");
    }
    let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let list = |numbers: &[i32]| {
        let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        text(&texts.join(" "))
    };
    let _ = writeln!(out, "\nformat = {FORMAT}");
    let _ = writeln!(out, "ruleset = {}\nfamily = {}", text(&file.ruleset), text(&file.family));
    let _ = writeln!(
        out,
        "learned = {{ agent = {}, seed = {}, games = {}, ply_limit = {} }}",
        text(&file.agent),
        file.seed,
        file.games,
        file.ply_limit
    );
    let weights = &file.learned.weights;
    let _ = writeln!(out, "\n[weights]");
    let _ = writeln!(out, "danger = {}\nlost = {}", weights.danger, weights.lost);
    let _ = writeln!(out, "lost_others = {}", weights.lost_others);
    let _ = writeln!(out, "frozen = {}\ntempo = {}", weights.frozen, weights.tempo);
    if !spec.counters.is_empty() {
        let _ = writeln!(out, "\n[counters]");
        for (counter, worth) in spec.counters.iter().zip(&weights.counters) {
            let _ = writeln!(out, "{} = {worth}", text(&counter.name));
        }
    }
    for (spec, kind) in spec.kinds.iter().zip(&weights.kinds) {
        let _ = writeln!(out, "\n[kinds.{}]", text(&spec.name));
        let _ = writeln!(out, "value = {}\nmobility = {}", kind.value, kind.mobility);
        let _ = writeln!(out, "promotion = {}", kind.promotion);
        let _ = writeln!(out, "ranks = {}\nfiles = {}", list(&kind.ranks), list(&kind.files));
    }
    if let Some(network) = &weights.network {
        let outputs = network.outputs.map(i32::from);
        let _ = writeln!(out, "\n[network]\noutputs = {}\ninputs = '''", list(&outputs));
        for weights in &network.inputs {
            weights.iter().for_each(|weight| {
                let _ = write!(out, "{weight:02x}");
            });
            out.push('\n');
        }
        out.push_str("'''\n");
    }
    for stage in &file.learned.stages {
        let _ = writeln!(out, "\n[[stage]]");
        let _ = writeln!(out, "games = {}\npositions = {}", stage.games, stage.positions);
        let millionths = |x: f64| (x * 1e6).round() as i64;
        let (before, after) = stage.held_out;
        let _ = writeln!(out, "loss_before = {}", millionths(before));
        let _ = writeln!(out, "loss_after = {}", millionths(after));
        if let Some(size) = stage.size {
            let _ = writeln!(out, "size = {}", millionths(size));
        }
        if let Some(contest) = stage.contest {
            let _ = writeln!(out, "contest_games = {}", contest.games);
            let _ = writeln!(out, "score = {}", millionths(contest.score));
            let _ = writeln!(out, "half = {}", millionths(contest.half.min(1.0)));
        }
    }
    out
}
