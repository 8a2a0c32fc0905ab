//! The games of matches and tournaments: their settings, their files and their progress.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use quadrille_core::game;
use quadrille_core::rules::{SeatSpec, Spec};
use quadrille_dsl::{Ruleset, pgn};
use quadrille_reports::command_line::{CommandLine, quoted};
use quadrille_reports::matches::{AgentRow, MatchRow, RatioRow, SumRow, line, word};
use quadrille_reports::record::{about, seat_tag};
use quadrille_reports::statistics::rounded;
use quadrille_study::experiments::matches::{MatchTest, Sprt};
use quadrille_study::sim::Opening;

use crate::args::{Entrant, MatchPlayArgs, Who};
use crate::engines::{self, EngineError};
use crate::matches::{
    Adjudication, GameLine, GamesFile, MatchMeeting, MatchObserver, MatchPlayer, MatchSetup,
    PlayedGame, Reason, Time,
};
use crate::output;
use crate::output::exit::Failure;
use crate::output::progress::Progress;

/// The number of units in a point. Results are counted in these units, so that the shares of a
/// point are whole numbers.
pub const GAME_PARTS: f64 = 840.0;

/// Returns the settings of all games.
pub fn setup<'a>(
    args: &MatchPlayArgs,
    loaded: &'a Ruleset,
    entrants: &'a [Entrant],
    opening: &'a Opening,
    stop: &'a AtomicBool,
) -> MatchSetup<'a> {
    MatchSetup {
        loaded,
        entrants,
        seed: args.run.seed,
        opening,
        ply_limit: args.run.ply_limit,
        time: match (args.movetime, args.tc) {
            (Some(millis), _) => Time::Decision(Duration::from_millis(millis)),
            (_, Some(clock)) => Time::Clock(clock),
            _ => Time::Open,
        },
        margin: Duration::from_millis(args.margin),
        patience: Duration::from_secs(args.patience),
        adjudication: args
            .adjudicate
            .map(|rounds| Adjudication { rounds, score: args.adjudicate_score }),
        stop,
    }
}

/// Checks that the options fit the game and the players.
///
/// # Errors
/// Returns a [`Failure`] if an option does not fit the game, or an engine can't play it.
pub fn check(args: &MatchPlayArgs, entrants: &[Entrant], spec: &Spec) -> Result<(), Failure> {
    if args.adjudicate.is_some() && spec.teams.len() != 2 {
        return Err(Failure::usage(format!(
            "--adjudicate is for games between two sides, and this one has {}",
            spec.teams.len()
        )));
    }
    for entrant in entrants {
        let Who::Engine(engine) = &entrant.who else { continue };
        engines::allowed(spec)?;
        if engine.go.is_none() && args.movetime.is_none() && args.tc.is_none() {
            return Err(Failure::advised(
                format!("{} has no limit on its thinking", entrant.name()),
                Some(format!(
                    "write `{entrant};go=movetime 100` or `;go=depth 4`, or add --movetime or --tc"
                )),
            ));
        }
    }
    Ok(())
}

/// Starts all players once, and checks that the engines can read all openings. Returns `false` if
/// the user has stopped the run.
///
/// # Errors
/// Returns a [`Failure`] if a player can't play.
pub fn try_players(game: &MatchSetup<'_>) -> Result<bool, Failure> {
    let entrants = game.entrants;
    for entrant in entrants {
        if let Who::Engine(engine) = &entrant.who {
            engines::check_openings(engine, game.loaded, game.opening)
                .map_err(|trouble| unable(entrant, &trouble))?;
        }
    }
    let all: Vec<usize> = (0..entrants.len()).collect();
    match MatchPlayer::new(game, &*game.loaded.hooks()).ready(&all) {
        Ok(()) => Ok(true),
        Err((_, EngineError::Stopped)) => Ok(false),
        Err((agent, trouble)) => Err(unable(&entrants[agent], &trouble)),
    }
}

fn unable(entrant: &Entrant, trouble: &EngineError) -> Failure {
    let why = match trouble {
        EngineError::Start(why) => why.clone(),
        EngineError::Fault(error) => error.to_string(),
        EngineError::Time => "it does not answer `uci` or `isready`".to_owned(),
        _ => "it ended at once".to_owned(),
    };
    Failure::usage(format!("{} can't play: {why}", entrant.name()))
}

/// Opens the file of the games, and the folder of the records. Returns the games that the file has.
///
/// # Errors
/// Returns a [`Failure`] if a file can't be read or written, or has the games of another run.
pub fn files(
    args: &MatchPlayArgs,
    loaded: &Ruleset,
    again: &str,
) -> Result<(Option<GamesFile>, Vec<GameLine>), Failure> {
    if let Some(folder) = &args.records {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::io(folder.display().to_string(), &error))?;
    }
    let Some(path) = &args.out else { return Ok((None, Vec::new())) };
    let about = serde_json::json!({"match": again_of(again), "hash": loaded.games_hash()});
    let (log, known) = GamesFile::open(path, &about.to_string(), args.resume)?;
    Ok((Some(log), known))
}

/// Adds the options about the play of the games to a command line, without the option for the file.
pub fn write_options(args: &MatchPlayArgs, line: &mut CommandLine) {
    args.movetime.iter().for_each(|millis| line.option("--movetime", millis));
    args.tc.iter().for_each(|clock| line.option("--tc", clock));
    if let Some(rounds) = args.adjudicate {
        line.option("--adjudicate", rounds);
        line.option("--adjudicate-score", args.adjudicate_score);
    }
    args.from.from.iter().for_each(|from| line.option("--from", from));
    args.from.from_plies.iter().for_each(|plies| line.option("--from-plies", plies));
    line.seed(args.run.seed, args.run.ply_limit);
}

/// Returns a command line as text. The option for the file of the games comes last.
pub fn with_file(args: &MatchPlayArgs, line: &CommandLine) -> String {
    let mut line = line.text();
    args.out
        .iter()
        .for_each(|out| line.push_str(&format!(" --out {}", quoted(&out.display().to_string()))));
    line
}

/// Returns the note about an interrupted run.
pub fn interrupted(args: &MatchPlayArgs, again: &str) -> String {
    let how = match &args.out {
        Some(_) => format!("To continue:\n  {again} --resume"),
        None => format!("To play all games:\n  {again}"),
    };
    format!("interrupted; the results so far are valid. {how}")
}

/// Returns a command line without the options for files at its end. The remaining part identifies a
/// match.
fn again_of(again: &str) -> &str {
    again.split_once(" --out ").map_or(again, |(before, _)| before)
}

/// A function that formats the table of results.
pub type ResultsTable<'a> = &'a (dyn Fn(&mut [MatchMeeting], &[GameLine]) -> String + Sync);

/// Keeps games, and shows the progress of the match.
pub struct MatchProgress<'a> {
    /// The progress on the terminal.
    pub progress: Progress,
    /// The file of the games.
    pub log: Option<GamesFile>,
    /// The folder of the records.
    pub records: Option<&'a Path>,
    /// The settings of the games.
    pub game: &'a MatchSetup<'a>,
    /// The number of blocks after which the table is printed.
    pub every: u64,
    /// The number of blocks so far.
    pub blocks: AtomicU64,
    /// The function that formats the table.
    pub table: ResultsTable<'a>,
    /// The players.
    pub entrants: &'a [Entrant],
}

impl MatchObserver for MatchProgress<'_> {
    fn played(&self, played: &PlayedGame) -> Result<(), Failure> {
        // The record of a game is written before the game is counted.
        if let Some(folder) = self.records {
            let GameLine { meeting, block, game, .. } = played.line;
            let path = folder.join(format!("{:03}-{:06}-{game}.pgn4", meeting + 1, block + 1));
            output::save(&path, record(self.game, self.entrants, played)?.as_bytes())?;
        }
        self.log.as_ref().map_or(Ok(()), |log| log.add(&played.line))?;
        self.progress.tick();
        Ok(())
    }

    fn counted(&self, meetings: &mut [MatchMeeting], games: &[GameLine]) {
        let blocks = self.blocks.fetch_add(1, Ordering::Relaxed) + 1;
        let latest = games.last().map_or(0, |game| game.meeting);
        if let Some(row) = meetings.get_mut(latest).and_then(|m| match_row(m, self.entrants, None))
        {
            self.progress.tell(&line(&row));
        }
        if blocks.is_multiple_of(self.every) {
            // Standard error may be closed.
            let _ = std::io::stderr().write_all((self.table)(meetings, games).as_bytes());
        }
    }
}

/// Returns a game as PGN4, with a comment on each action.
fn record(
    game: &MatchSetup<'_>,
    entrants: &[Entrant],
    played: &PlayedGame,
) -> Result<String, Failure> {
    let MatchSetup { loaded, opening, seed, .. } = game;
    let spec = loaded.spec();
    let line = &played.line;
    let mut tags = about(loaded);
    let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
    tag("Seed", seed.to_string());
    tag("Round", format!("{}.{}", line.block + 1, line.game + 1));
    for seat in &spec.seats {
        let agent = line.agents[usize::from(seat.team)];
        tag(&seat_tag(seat), entrants[agent].name().to_owned());
    }
    let word = |seat: &SeatSpec| {
        let word = match f64::from(line.parts[usize::from(seat.team)]) {
            GAME_PARTS => "wins",
            0.0 => "loses",
            _ => "draws",
        };
        format!("{} {word}", seat.name)
    };
    tag("Result", spec.seats.iter().map(word).collect::<Vec<_>>().join(", "));
    tag("Termination", line.end.clone());
    let hooks = loaded.hooks();
    let start = match opening.line(&loaded.rules, &*hooks, *seed, line.block)? {
        Some(_) => None,
        None => opening.setup(&loaded.rules, &*hooks, *seed, line.block)?,
    };
    let mut board = match &start {
        None => game::start(&loaded.rules, &*hooks)?,
        Some(setup) => game::resume(&loaded.rules, &*hooks, setup)
            .map_err(|error| Failure::usage(error.to_string()))?,
    };
    Ok(pgn::write_commented(&mut *board, &tags, &played.actions, &played.comments)?)
}

/// Returns the result of a match between two agents. Returns `None` for more agents.
pub fn match_row(
    meeting: &mut MatchMeeting,
    entrants: &[Entrant],
    test: Option<MatchTest>,
) -> Option<MatchRow> {
    let MatchMeeting { agents, assignments, score, .. } = meeting;
    let score = score.as_mut()?;
    let name = |agent: usize| entrants[agents[agent]].name().to_owned();
    let (wins, shared, losses) = score.results();
    let (low, high) = score.interval();
    let (advantage, (elo_low, elo_high)) = score.elo();
    let finite = |elo: f64| elo.is_finite().then(|| rounded(elo, 3));
    let half = GAME_PARTS as u32 / 2;
    // If there are two sides, every sum is a multiple of one half.
    let mut sums: Vec<SumRow> = Vec::new();
    if assignments.iter().all(|sides| sides.len() == 2) {
        sums.extend((0..=2 * assignments.len() as u32).map(|sum| SumRow {
            sum: f64::from(sum) / 2.0,
            blocks: score.sums().get(&(sum * half)).copied().unwrap_or(0),
        }));
    } else {
        sums.extend(score.sums().iter().map(|(sum, blocks)| SumRow {
            sum: rounded(f64::from(*sum) / GAME_PARTS, 6),
            blocks: *blocks,
        }));
    }
    let likelihood_ratio = match test {
        Some(MatchTest::LikelihoodRatio(test)) => {
            let (lower, upper) = Sprt::bounds();
            Some(RatioRow {
                elo0: test.elo0,
                elo1: test.elo1,
                log_ratio: rounded(score.ratio(test), 4),
                bounds: [rounded(lower, 4), rounded(upper, 4)],
            })
        }
        _ => None,
    };
    Some(MatchRow {
        a: name(0),
        b: name(1),
        blocks: score.blocks(),
        games: score.games(),
        wins,
        shared,
        losses,
        share: rounded(score.share(), 6),
        interval: [rounded(low, 6), rounded(high, 6)],
        elo: finite(advantage),
        elo_interval: [finite(elo_low), finite(elo_high)],
        superiority: rounded(score.superiority(), 6),
        sums,
        answer: test.and_then(|test| score.answer(test)).map(word),
        likelihood_ratio,
    })
}

/// Returns the times and failures of each player.
pub fn agent_rows(entrants: &[Entrant], games: &[GameLine]) -> Vec<AgentRow> {
    let row = |(agent, entrant): (usize, &Entrant)| {
        let decisions: u64 = games.iter().map(|game| u64::from(game.decisions[agent])).sum();
        let each = |micros: u64| {
            (decisions > 0).then(|| rounded(micros as f64 / decisions as f64 / 1e6, 6))
        };
        let processor: Option<u64> = games
            .iter()
            .filter(|game| game.decisions[agent] > 0)
            .map(|game| game.processor[agent])
            .sum();
        let forfeits =
            || games.iter().flat_map(|game| &game.forfeits).filter(move |f| f.agent == agent);
        let count = |why: Reason| forfeits().filter(|forfeit| forfeit.why == why).count() as u64;
        AgentRow {
            agent: entrant.to_string(),
            name: entrant.name().to_owned(),
            decisions,
            seconds: each(games.iter().map(|game| game.micros[agent]).sum()),
            processor: processor.and_then(each),
            late: count(Reason::Time),
            crashes: count(Reason::Crash),
            illegal: count(Reason::Illegal),
            said: forfeits().find_map(|forfeit| {
                let said = forfeit.said.as_ref()?;
                Some(match forfeit.why {
                    Reason::Illegal => {
                        format!("`{said}` was not a legal move for {}", forfeit.seat)
                    }
                    _ => said.clone(),
                })
            }),
        }
    };
    entrants.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_makes_a_match_the_same_leaves_out_where_it_is_kept() {
        assert_eq!(
            again_of("quadrille match x --seed 1 --out 'a b'"),
            "quadrille match x --seed 1"
        );
    }
}
