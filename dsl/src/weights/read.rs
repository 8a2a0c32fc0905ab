//! Reads `weights.toml`.

use std::sync::Arc;

use quadrille_core::Spec;
use quadrille_core::rules::{HIDDEN, KindWeights, Network, WeightShape, Weights};
use quadrille_study::learn::{Learned, LearningStage, WeightsMatch};

use super::{WeightsFile, family};
use crate::diagnostic::{Code, Diagnostic, RulesetError, Source, did_you_mean};
use crate::manifest::check;
use crate::manifest::schema::WEIGHTS;
use crate::manifest::tree::{FileSpan, TomlNode, TomlTable};

/// Reads weights for a ruleset.
///
/// # Errors
/// Returns a [`RulesetError`] with all mistakes in the file. If the file is for other rules, the
/// error contains only [`Code::WeightsOfOtherRules`].
pub fn read(source: &Arc<Source>, spec: &Spec) -> Result<WeightsFile, RulesetError> {
    let check::CheckedManifest { table, whole, mut found } = check::read(source, WEIGHTS, "learn");
    let top = FileSpan { source: Arc::clone(source), span: 0..0 };
    if whole {
        found.extend(check::complete(&table, WEIGHTS, &top));
    }
    if !found.is_empty() {
        return Err(found.into());
    }
    let own = family(spec);
    if let Some(node) = table.get("family").filter(|node| node.text() != Some(own.as_str())) {
        let ruleset = table.text("ruleset").unwrap_or_default();
        let message = format!(
            "the weights are for {ruleset} of family {}, but {} is of family {own}",
            node.text().unwrap_or_default(),
            spec.id
        );
        let help = "make weights for these rules with `quadrille learn`; a family has the same board, seats, teams, kinds \
                    and counters";
        return Err(node.at.error(Code::WeightsOfOtherRules, message).help(help).into());
    }
    let mut reader = WeightsReader { found: Vec::new() };
    let weights = reader.weights(&table, &top, spec);
    let how = table.table("learned");
    let text = |key: &str| how.and_then(|how| how.text(key)).unwrap_or_default().to_owned();
    let stages = table.get("stage").map_or(&[][..], TomlNode::list);
    let file = WeightsFile {
        ruleset: table.text("ruleset").unwrap_or_default().to_owned(),
        family: own,
        agent: text("agent"),
        seed: how.map_or(0, |how| number(how, "seed")),
        games: how.map_or(0, |how| number(how, "games")),
        ply_limit: how.map_or(0, |how| number(how, "ply_limit")),
        learned: Learned {
            weights,
            stages: stages.iter().filter_map(TomlNode::table).map(stage).collect(),
        },
    };
    if reader.found.is_empty() { Ok(file) } else { Err(reader.found.into()) }
}

/// Returns a number that the schema has checked, or 0 if it is missing.
fn number<T: TryFrom<i64> + Default>(table: &TomlTable, key: &str) -> T {
    let number = table.get(key).and_then(TomlNode::integer);
    number.and_then(|number| T::try_from(number).ok()).unwrap_or_default()
}

fn stage(table: &TomlTable) -> LearningStage {
    let part = |key: &str| f64::from(number::<i32>(table, key)) / 1e6;
    let contest = table.get("score").map(|_| WeightsMatch {
        games: number(table, "contest_games"),
        score: part("score"),
        half: part("half"),
    });
    LearningStage {
        games: number(table, "games"),
        positions: number(table, "positions"),
        held_out: (part("loss_before"), part("loss_after")),
        size: table.get("size").map(|_| part("size")),
        contest,
    }
}

/// The order of the numbers in `ranks` and `files`, as error messages describe it.
const PLACES: &str = "count ranks from the piece's own side, and files from the middle";

/// Parses a line of a network: the weights of one input, as hexadecimal digits.
fn unhex(line: &str) -> Option<[i8; HIDDEN]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, []) = line.as_bytes().as_chunks::<2>() else { return None };
    let mut weights = [0; HIDDEN];
    if pairs.len() != HIDDEN {
        return None;
    }
    for (weight, [high, low]) in weights.iter_mut().zip(pairs) {
        *weight = (digit(*high)? << 4 | digit(*low)?).cast_signed();
    }
    Some(weights)
}

struct WeightsReader {
    found: Vec<Diagnostic>,
}

impl WeightsReader {
    fn weights(&mut self, table: &TomlTable, top: &FileSpan, spec: &Spec) -> Weights {
        let names: Vec<&str> = spec.kinds.iter().map(|kind| kind.name.as_str()).collect();
        self.check_names(table, "kinds", "piece", &names);
        let shape = spec.weight_shape();
        let kinds = names.iter().map(|name| self.kind(table, top, name, shape)).collect();
        let counters: Vec<&str> = spec.counters.iter().map(|c| c.name.as_str()).collect();
        self.check_names(table, "counters", "counter", &counters);
        let others = table.table("weights");
        let other = |key: &str| others.map_or(0, |others| number(others, key));
        let worth = table.table("counters");
        let worth = |name: &&str| worth.map_or(0, |worth| number(worth, name));
        Weights {
            kinds,
            danger: other("danger"),
            lost: other("lost"),
            lost_others: other("lost_others"),
            frozen: other("frozen"),
            tempo: other("tempo"),
            counters: counters.iter().map(worth).collect(),
            network: table.table("network").and_then(|network| self.network(network, shape.inputs)),
        }
    }

    /// Reads a network with `wanted` inputs. Reports its mistakes.
    fn network(&mut self, table: &TomlTable, wanted: usize) -> Option<Arc<Network>> {
        let outputs = self.list(table, "outputs", HIDDEN, "write one number for each hidden unit");
        let outputs: Vec<i16> = outputs.into_iter().map_while(|x| x.try_into().ok()).collect();
        let node = table.get("inputs")?;
        let lines: Vec<&str> = node.text().unwrap_or_default().split_ascii_whitespace().collect();
        let inputs: Vec<_> = lines.iter().map_while(|line| unhex(line)).collect();
        let message = match (inputs.get(wanted), lines.get(inputs.len())) {
            (_, Some(line)) => {
                let line: String = line.chars().take(2 * HIDDEN).collect();
                format!("`{line}` is not {HIDDEN} bytes in hexadecimal")
            }
            _ if inputs.len() != wanted => {
                format!("`inputs` has {} lines, but needs {wanted}", inputs.len())
            }
            _ => {
                let outputs = outputs.try_into().ok();
                if outputs.is_none() {
                    let at = &table.get("outputs")?.at;
                    let message =
                        format!("an output is outside the range of {} to {}", i16::MIN, i16::MAX);
                    self.found.push(at.error(Code::InvalidWeights, message));
                }
                return Some(Arc::new(Network { inputs, outputs: outputs? }));
            }
        };
        self.found.push(node.at.error(Code::InvalidWeights, message));
        None
    }

    /// Checks the names under a key. Reports each name that the ruleset does not have. `names`
    /// contains the names that the ruleset has.
    fn check_names(&mut self, table: &TomlTable, key: &str, what: &str, names: &[&str]) {
        for entry in table.entries_of(key) {
            if !names.contains(&entry.key.as_str()) {
                let message = format!("these rules have no {what} `{}`", entry.key);
                let made = entry.key_at.error(Code::InvalidWeights, message);
                self.found.push(made.maybe_help(did_you_mean(&entry.key, names.iter().copied())));
            }
        }
    }

    fn kind(
        &mut self,
        table: &TomlTable,
        top: &FileSpan,
        name: &str,
        shape: WeightShape,
    ) -> KindWeights {
        let Some(kind) = table.table("kinds").and_then(|kinds| kinds.table(name)) else {
            let message = format!("the piece `{name}` has no weights");
            let help = format!("add a table `[kinds.{name}]`");
            self.found.push(top.error(Code::InvalidWeights, message).help(help));
            return KindWeights::default();
        };
        KindWeights {
            value: number(kind, "value"),
            mobility: number(kind, "mobility"),
            promotion: number(kind, "promotion"),
            ranks: self.list(kind, "ranks", shape.ranks, PLACES),
            files: self.list(kind, "files", shape.files, PLACES),
        }
    }

    /// Reads a string that must contain `wanted` numbers. Error messages contain `help`, which
    /// describes the order of the numbers.
    fn list(&mut self, kind: &TomlTable, key: &str, wanted: usize, help: &str) -> Vec<i32> {
        let Some(node) = kind.get(key) else { return vec![0; wanted] };
        let most = Weights::MAX_WEIGHT;
        let mut numbers = Vec::new();
        for word in node.text().unwrap_or_default().split_whitespace() {
            match word.parse::<i32>().ok().filter(|number| (-most..=most).contains(number)) {
                Some(number) => numbers.push(number),
                None => {
                    let message =
                        format!("`{word}` is not a whole number from {} to {most}", -most);
                    self.found.push(node.at.error(Code::InvalidWeights, message));
                    return vec![0; wanted];
                }
            }
        }
        if numbers.len() != wanted {
            let message = format!("`{key}` has {} numbers, but needs {wanted}", numbers.len());
            self.found.push(node.at.error(Code::InvalidWeights, message).help(help));
            return vec![0; wanted];
        }
        numbers
    }
}
