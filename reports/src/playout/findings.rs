//! Remarkable findings of a run of games, one sentence each.
//!
//! All intervals are valid jointly. The balance of the sides is examined first, with half of the
//! error probability. All other numbers in sentences share the other half. If a run has few games,
//! the title warns that the findings could be due to chance.

use super::measures::{MetricRow, ShareRow};
use super::{ClauseRow, PlayoutReport};
use crate::statistics::{ALPHA, wilson};

/// The maximum number of sentences that report findings.
const MAX_SENTENCES: usize = 3;
/// The minimum number of games. With fewer games, a remarkable result could be due to chance.
const MIN_GAMES: u64 = 50;
/// The minimum number of expected wins of a side for the chi-square test.
const MIN_EXPECTED_WINS: f64 = 5.0;
/// The metrics that a sentence may be about. Each entry has the name of the metric, the importance
/// of one unit, and the sentence.
const REMARKABLE_METRICS: [(&str, f64, &str); 5] = [
    ("dead_time", 2.0, "A seat is frozen or out of the game for {} of the time."),
    ("lead_changes", 0.04, "The lead changes {} times a game."),
    ("decision_threshold", 0.5, "A losing side held up to {} of all strength before it lost."),
    ("repetition", 1.5, "{} of the turns repeat an earlier position."),
    ("checks", 0.01, "Seats come into check {} times a game."),
];

/// A sentence, and its importance from 0 to 1.
struct PlayoutFinding {
    weight: f64,
    sentence: String,
}

/// Returns the title of the findings about `games` games.
pub fn title(games: u64) -> String {
    let caveat = if games < MIN_GAMES {
        format!("; with fewer than {MIN_GAMES} games, this could be chance")
    } else {
        String::new()
    };
    format!("What stands out (joint 95 % intervals{caveat})")
}

/// Returns the most important sentences about the games, in order of importance.
#[must_use]
pub fn findings(report: &PlayoutReport) -> Vec<String> {
    let clauses = report.clauses.iter().filter(|row| row.counted).count();
    // The correction counts the length, the metrics, and each clause that might have been selected.
    let alpha = ALPHA / 2.0 / (1 + REMARKABLE_METRICS.len() + clauses) as f64;
    let all = [balance(report, ALPHA / 2.0), length(report, alpha), clause(report, alpha)];
    let mut all: Vec<PlayoutFinding> = all.into_iter().flatten().collect();
    let metric = |name: &str| {
        let measures = report.measures.as_ref()?;
        measures.metrics.iter().find(|metric| metric.name == name)
    };
    all.extend(REMARKABLE_METRICS.iter().filter_map(|(name, scale, words)| {
        let metric = metric(name)?;
        let mean = metric.mean.filter(|mean| *mean > 0.0)?;
        let weight = (mean * scale).min(0.9);
        Some(PlayoutFinding {
            weight,
            sentence: words.replace("{}", &with_interval(metric, alpha)?),
        })
    }));
    all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    all.into_iter().take(MAX_SENTENCES).map(|finding| finding.sentence).collect()
}

/// Formats a metric's mean with its interval.
fn with_interval(metric: &MetricRow, alpha: f64) -> Option<String> {
    let mean = metric.mean?;
    let share = metric.unit == "share";
    let (scale, sign) = if share { (100.0, " %") } else { (1.0, "") };
    let of = |value: f64| format!("{:.1}", value * scale);
    // An interval without width adds nothing to the mean.
    let interval = metric
        .interval_at(alpha)
        .filter(|[low, high]| of(*low) != of(*high))
        .map(|[low, high]| format!(" ({} to {}{sign})", of(low), of(high)));
    Some(format!("{}{sign}{}", of(mean), interval.unwrap_or_default()))
}

/// Returns a finding about the balance of the sides. The finding calls the sides unequal only if
/// two tests find a difference. One test is Pearson's test. The other is the interval of a side's
/// utility, corrected for the number of sides.
fn balance(report: &PlayoutReport, alpha: f64) -> Option<PlayoutFinding> {
    let rows = if report.teams.is_empty() { &report.seats } else { &report.teams };
    if rows.iter().all(|row| row.wins == 0 && row.losses == 0) {
        return Some(PlayoutFinding { weight: 0.95, sentence: no_decisions(report) });
    }
    let measures = report.measures.as_ref()?;
    let sides = rows.len().max(1) as f64;
    let even = 1.0 / sides;
    let sure = |[low, high]: [f64; 2]| if low > 0.0 { low } else { (-high).max(0.0) };
    let shares = measures.advantage.iter().filter_map(|share: &ShareRow| {
        let interval = share.interval_at(alpha / sides)?;
        Some((sure(interval), share.mean?, interval, &share.name))
    });
    let (certain, mean, [low, high], name) =
        shares.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.abs().total_cmp(&b.1.abs())))?;
    let share = |value: f64| format!("{:.1}", (value + even) * 100.0);
    let interval = match (share(low), share(high)) {
        (low, high) if low == high => String::new(),
        (low, high) => format!("{low} to {high} %; "),
    };
    let numbers =
        format!("{} % of the points ({interval}{:.0} % is even)", share(mean), even * 100.0);
    // Seats of a team have the utility of their team.
    let team = report.seats.iter().find(|seat| seat.name == *name)?.team.as_ref();
    let who = team.map_or_else(|| name.clone(), |team| format!("team {team}"));
    let wins = rows.iter().map(|row| row.wins).sum::<u64>() as f64;
    let tested = report.games >= MIN_GAMES && wins >= MIN_EXPECTED_WINS * sides;
    let unequal = tested && measures.balance.as_ref().is_some_and(|test| test.p <= alpha);
    let (weight, sentence) = if unequal && certain > 0.0 {
        (0.95, format!("The sides are not equal: {who} scores {numbers}."))
    } else if certain > 0.0 {
        (
            0.55,
            format!(
                "One side seems to be favoured, which could be chance: {who} scores {numbers}."
            ),
        )
    } else {
        (0.55, format!("No side is measurably favoured: {who} scores {numbers}."))
    };
    Some(PlayoutFinding { weight, sentence })
}

/// Returns a sentence about games without a winner or a loser.
fn no_decisions(report: &PlayoutReport) -> String {
    let all = match report.games {
        1 => "The game was".to_owned(),
        games => format!("All {games} games were"),
    };
    let has = |outcome: &str| report.outcomes.iter().any(|row| row.outcome == outcome);
    let how = match (has("drawn"), has("stopped")) {
        (true, true) => "drawn or stopped at the ply limit",
        (false, true) => "stopped at the ply limit",
        _ => "drawn",
    };
    let random = report.agents.iter().all(|agent| agent == "random");
    let advice = if random { " Try `--agents greedy`." } else { "" };
    format!("{all} {how}, which shows nothing about the balance of sides.{advice}")
}

/// Returns a finding about the length of games.
fn length(report: &PlayoutReport, alpha: f64) -> Option<PlayoutFinding> {
    let length = &report.length;
    let (lower, upper) = (length.lower_quartile?, length.upper_quartile?);
    let metric = report.measures.as_ref().and_then(|measures| {
        with_interval(measures.metrics.iter().find(|metric| metric.name == "length")?, alpha)
    });
    let mean = metric.unwrap_or_else(|| format!("{:.1}", length.mean));
    let sentence = format!(
        "Games last {mean} plies on average; the middle half lasts {lower} to {upper} plies."
    );
    Some(PlayoutFinding { weight: 0.6, sentence })
}

/// Returns a finding about the clause whose frequency is closest to one half. The frequency of a
/// clause is the fraction of the games in which the clause fired.
fn clause(report: &PlayoutReport, alpha: f64) -> Option<PlayoutFinding> {
    let share = |row: &ClauseRow| row.games as f64 / report.games.max(1) as f64;
    let uncertainty = |row: &ClauseRow| 0.5 - (share(row) - 0.5).abs();
    let counted = report.clauses.iter().filter(|row| row.counted);
    let row = counted.max_by(|a, b| uncertainty(a).total_cmp(&uncertainty(b)))?;
    if uncertainty(row) <= 0.02 {
        return None;
    }
    let (low, high) = wilson(row.games as f64, report.games, alpha);
    let sentence = format!(
        "Clause {} applies in {:.1} % of the games ({:.1} to {:.1} %): {}",
        row.id,
        share(row) * 100.0,
        low * 100.0,
        high * 100.0,
        row.text
    );
    Some(PlayoutFinding { weight: 0.4 + uncertainty(row) / 2.0, sentence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Tally;
    use crate::playout::RunTime;
    use quadrille_agents::AgentSpec;
    use quadrille_core::numeric::rng::{Rng, Stream};
    use quadrille_core::{Ending, Outcome, SeatResult};
    use quadrille_dsl::Ruleset;
    use quadrille_dsl::library::Memory;
    use quadrille_study::metrics::Measurements;
    use quadrille_study::sim::{GameRecord, Plan, Summary};

    /// Returns a ruleset for `seats` seats, each of which plays for itself.
    fn rules(seats: usize) -> Ruleset {
        let named = [("white", "w"), ("black", "b"), ("red", "r"), ("blue", "u")];
        let facing = ["north", "south", "east", "west"];
        let seat = |((name, key), facing): (&(&str, &str), &str)| {
            format!("[[seats]]\nname = \"{name}\"\nkey = \"{key}\"\nfacing = \"{facing}\"\n")
        };
        let seated: String = named[..seats].iter().zip(facing).map(seat).collect();
        let text = format!(
            "[variant]\nid = \"lots\"\ntitle = \"Lots\"\n[board]\nmask = \"\"\"\n....\n....\n....\n....\n\"\"\"\n{}\
             [pieces]\nking = {{ letter = \"K\", moves = \"K\" }}\n[array]\npicture = \"\"\"\n{}\n.  .  .  .\n.  .  .  .\n.  .  .  .\n\"\"\"\n\
             [rules]\nply_limit = 100\n",
            seated,
            ["wK bK .  .", "wK bK rK .", "wK bK rK uK"][seats - 2],
        );
        let library = Memory::new().with_file("lots", "geometry.toml", text);
        quadrille_dsl::load(&library, "lots", &[]).unwrap()
    }

    /// Returns the findings about games with random results. `chances` contains each seat's
    /// probability of a win, in thousandths. The remaining games are drawn.
    fn drawn_at_random(loaded: &Ruleset, chances: &[u32], games: u64, seed: u64) -> Vec<String> {
        let seats = chances.len();
        let plan =
            Plan { agents: vec![AgentSpec::Random; seats], measure: true, ..Plan::default() };
        let mut summary = Summary::of_plan(&loaded.rules, &plan);
        let mut rng = Rng::new(seed, games, Stream::Agent, seats as u64, 0);
        for index in 0..games {
            let mut lot = rng.below(1000);
            let winner = chances.iter().position(|chance| {
                let won = lot < *chance;
                lot = lot.saturating_sub(*chance);
                won
            });
            let result = |seat: usize| match winner {
                None => SeatResult::Draw,
                Some(winner) if winner == seat => SeatResult::Win,
                Some(_) => SeatResult::Loss,
            };
            let results = (0..seats).map(result).collect();
            summary.add(
                &loaded.rules,
                &GameRecord {
                    index,
                    plies: 20 + rng.below(40),
                    end: Ok(Outcome::new(results, Ending::Rule(None))),
                    clauses: Vec::new(),
                    metrics: Vec::new(),
                    actions: Vec::new(),
                    micros: Vec::new(),
                    measured: Some(Box::new(Measurements::default())),
                    counters: Vec::new(),
                },
            );
        }
        let (tally, time) = (Tally::default(), RunTime { seconds: 1.0, plies: 1 });
        findings(&PlayoutReport::new(loaded, &plan, &summary, &tally, time, false))
    }

    fn asserts(sentences: &[String]) -> bool {
        sentences.iter().any(|sentence| sentence.contains("are not equal"))
    }

    #[test]
    fn equal_sides_are_called_unequal_in_at_most_one_run_of_twenty() {
        const RUNS: u64 = 200;
        let equal: [&[u32]; 5] = [&[500, 500], &[333, 333, 333], &[250; 4], &[300, 300], &[100; 4]];
        for chances in equal {
            let loaded = rules(chances.len());
            for games in [10, 20, 50, 100, 1000] {
                let called = (0..RUNS)
                    .filter(|seed| asserts(&drawn_at_random(&loaded, chances, games, *seed)))
                    .count() as u64;
                assert!(called * 20 <= RUNS, "{called} of {RUNS}: {chances:?}, {games} games");
                assert!(games >= MIN_GAMES || called == 0, "{games} games prove nothing");
            }
        }
    }

    #[test]
    fn sides_that_are_not_equal_are_found_and_few_games_could_be_chance() {
        let loaded = rules(4);
        let unequal = [400, 200, 200, 200];
        let found = |games| {
            (0..20).filter(|s| asserts(&drawn_at_random(&loaded, &unequal, games, *s))).count()
        };
        assert!(found(1000) == 20 && found(200) >= 14, "{} {}", found(1000), found(200));
        let few = drawn_at_random(&loaded, &[970, 10, 10, 10], 40, 1);
        assert!(few.iter().any(|sentence| sentence.contains("could be chance")), "{few:?}");
        let even = drawn_at_random(&loaded, &[250; 4], 40, 1);
        assert!(even.iter().any(|sentence| sentence.contains("No side is measurably")), "{even:?}");
        assert!(title(49).contains("could be chance") && !title(50).contains("chance"));
    }

    #[test]
    fn games_without_a_decision_show_nothing_about_the_sides() {
        let drawn = drawn_at_random(&rules(4), &[0; 4], 60, 1);
        assert_eq!(
            drawn[0],
            "All 60 games were drawn, which shows nothing about the balance of sides. \
             Try `--agents greedy`."
        );
        assert!(drawn.iter().all(|sentence| !sentence.contains("of the points")), "{drawn:?}");
    }
}
