//! The part of `check` that plays random games. In these games, positions must be consistent, and
//! must not change when they are written as FEN and read again. Scripts must not fail, and games
//! should end before the ply limit.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_agents::AgentSpec;
use quadrille_core::numeric::rng::{Rng, Stream};
use quadrille_core::state::Hooks;
use quadrille_core::{AnyGame, Ending, EventKind, HookError, PlayError, game};
use quadrille_dsl::diagnostic::{Code, Levels, LintLevel};
use quadrille_dsl::library::Disk;
use quadrille_dsl::text::prose::quantity;
use quadrille_dsl::{Diagnostic, Ruleset, Severity, fen};
use quadrille_render::terminal::ColourDepth;
use quadrille_reports::command_line::CommandLine;
use quadrille_reports::fault::FaultStory;
use quadrille_study::sim::{self, GameRecord, Interruptible, Plan, Summary};
use serde::Serialize;

use super::costs::{self, Calls, CountedHooks, HookCost};
use super::findings::{at, general};
use crate::args::CheckArgs;
use crate::commands::plan::random_plan;
use crate::context::folders;
use crate::output::progress::Progress;

/// The number of games in which every position is checked.
const CHECKED_GAMES: u64 = 4;
/// The number of games that are played before the others. If scripts fail in all of these games, no
/// more games are played. Each further game might take as long as a script is allowed to run.
const MAX_FAILING_GAMES: u64 = 10;
/// If the hooks of a failing ply take at least this number of operations, no further games are
/// played.
const EXPENSIVE_PLY_OPERATIONS: u64 = 100_000;
/// The number of games in each step of the test for endless rules. The test for games that end at
/// once also plays this number of games, which must all end before the second ply. If the user
/// requests fewer games, the tests play more games, so that the findings do not depend on the
/// requested number.
const DOUBTED_GAMES: u64 = 20;
/// The number of games that must all reach the ply limit before rules are reported as endless. If
/// the user requests fewer games, more games are played for this test. A test with only 20 games
/// would be wrong too often. For rules under which one game in ten ends, one check in eight would
/// report endless rules.
const ENDLESS_TEST_GAMES: u64 = 60;
/// The maximum number of checked plies in each of the [`CHECKED_GAMES`] games.
const CHECKED_PLIES: u32 = 300;
/// The number of positions at the start of a checked game that are all written as FEN and read
/// again. Of the later positions, only one in [`CHECKED_GAMES`] is written and read again.
const FIRST_PLIES_READ_BACK: u32 = 30;

/// The random games to play.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    /// The name of the ruleset, as on the command line.
    pub name: &'a str,
    /// The arguments of the command `check`.
    pub args: &'a CheckArgs,
    /// The levels of lints that the options set.
    pub levels: &'a Levels,
    /// The number of games to play.
    pub number: u64,
    /// `true` to measure the cost of hooks.
    pub measured: bool,
    /// The folders that are searched for rulesets.
    pub disk: &'a Disk,
    /// The number of colours of the boards in messages.
    pub depth: ColourDepth,
}

impl Games<'_> {
    /// Returns the command line that repeats the game with this index.
    fn again(&self, index: u64) -> String {
        let mut line = CommandLine::new("playout");
        line.word(self.name);
        line.folders(&folders(self.disk));
        line.settings(&self.args.change.set);
        line.option("--games", format_args!("{index}..{}", index + 1));
        line.agents(&[AgentSpec::Random]);
        line.seed(self.args.run.seed, self.args.run.ply_limit);
        line.text()
    }
}

/// The results of the random games.
#[derive(Serialize, Debug)]
pub struct RandomPlay {
    /// The number of games that were played.
    pub games: u64,
    /// The number of plies in all played games.
    pub plies: u64,
    /// The number of games that a failing script stopped.
    pub faults: u64,
    /// The number of games that the ply limit stopped.
    pub ply_limit: u64,
    /// The first game that a failing script stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultStory>,
    /// The costs of the hooks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<HookCost>,
    /// Notes about the games that are not findings.
    pub notes: Vec<String>,
    /// `true` if a script took many operations before it failed. In this case, no further games are
    /// played, because they would take too long.
    #[serde(skip)]
    pub endless: bool,
}

/// Plays the games, and adds their findings to the list.
pub fn play(
    loaded: &Ruleset,
    games: &Games<'_>,
    stop: &AtomicBool,
    findings: &mut Vec<Diagnostic>,
) -> RandomPlay {
    let args = games.args;
    let mut endless = false;
    for index in 0..CHECKED_GAMES.min(games.number) {
        let hooks = loaded.hooks();
        let mut before = 0;
        match closely(loaded, &*hooks, (args.run.seed, index), stop, &mut before) {
            Ok(()) => {}
            Err(PlayTrouble::Position(finding)) if !stop.load(Ordering::Relaxed) => {
                findings.push(*finding);
                break;
            }
            // The games below repeat the failing game and count its failure.
            Err(trouble) => {
                endless = matches!(trouble, PlayTrouble::Script)
                    && hooks.operations() - before >= EXPENSIVE_PLY_OPERATIONS;
                break;
            }
        }
    }
    let plan = random_plan(&args.run, games.number, loaded.spec());
    let progress = Progress::new(games.number, "games");
    let longest = Mutex::new(None);
    let calls = Calls::new(loaded);
    let counted = || -> Box<dyn Hooks + '_> {
        Box::new(CountedHooks { hooks: loaded.hooks(), calls: &calls })
    };
    let done = |record: GameRecord| {
        let mut longest = longest.lock().unwrap_or_else(PoisonError::into_inner);
        let limited = matches!(&record.end, Ok(end) if end.ending == Ending::PlyLimit);
        if limited && longest.is_none_or(|index| record.index < index) {
            *longest = Some(record.index);
        }
        progress.tick();
    };
    let run = |games: Range<u64>| {
        let part = Plan { games, ..plan.clone() };
        sim::run(&loaded.rules, &counted, &part, stop, &done)
    };
    let first = if endless { 1 } else { MAX_FAILING_GAMES }.min(games.number);
    let mut summary = run(0..first);
    if summary.faults < first {
        summary.merge(&run(first..games.number));
    }
    progress.finish();
    let mut story = None;
    if let Some((index, error)) = summary.first_faults.first_key_value() {
        let again = games.again(*index);
        let failed = fault(loaded, &summary, error, &again);
        // Without the failure, the hook might have an effect.
        let hooks = &loaded.spec().handlers;
        let hook = hooks.iter().position(|hook| hook.name == error.hook());
        let hook = hook.and_then(|hook| loaded.hook_at(hook));
        findings.retain(|found| {
            let at = found.place().map(|at| (&at.source, at.span.clone()));
            found.code != Some(Code::HookWithoutEffect) || at.is_none() || at != hook
        });
        // A lesson may have reported the failure already.
        if !repeats(findings, &failed) {
            findings.push(failed);
        }
        story = FaultStory::new(loaded, &plan, *index, again, games.depth);
    }
    let longest = longest.into_inner().unwrap_or_else(PoisonError::into_inner);
    let costs = if story.is_none() && games.measured {
        costs::measure(loaded, &plan, stop)
    } else {
        Vec::new()
    };
    let stopped = stop.load(Ordering::Relaxed);
    let mut notes = Vec::new();
    let more = |games: Range<u64>| {
        let part = Plan { games, ..plan.clone() };
        sim::run(&loaded.rules, &counted, &part, stop, &|_| {})
    };
    if let Some(doubt) = ends_at_once(loaded, &summary, &calls, &more).filter(|_| !stopped) {
        // Other findings about clauses and hooks are consequences of this one.
        findings.extend(loaded.levels.apply(vec![doubt]));
    } else if !stopped {
        notes = self::notes(loaded, &summary, longest);
        notes.extend(costs::notes(loaded, &costs));
        let mut doubts = match story {
            None if games.measured && games.number >= costs::PLAYED_PER_MEASURED_GAME => {
                costs::slow(loaded, &calls, summary.plies)
            }
            _ => Vec::new(),
        };
        doubts.extend(never_ends(loaded, &summary, &plan, &more));
        doubts.extend(never_fired(loaded, &summary, &calls));
        findings.extend(loaded.levels.apply(doubts));
    }
    RandomPlay {
        games: summary.games + summary.faults,
        plies: summary.plies,
        faults: summary.faults,
        ply_limit: summary.endings.get(&Ending::PlyLimit).copied().unwrap_or(0),
        fault: story,
        hooks: costs,
        notes,
        endless: endless && summary.faults > 0,
    }
}

/// Returns the warning that no game ended before the ply limit. `more` plays further games, if the
/// user requested too few games for this test.
fn never_ends(
    loaded: &Ruleset,
    summary: &Summary,
    plan: &Plan,
    more: &dyn Fn(Range<u64>) -> Summary,
) -> Option<Diagnostic> {
    let limited = |of: &Summary| of.endings.get(&Ending::PlyLimit).copied().unwrap_or(0);
    let (mut games, mut endless) = (summary.games, limited(summary));
    if games == 0 {
        return None;
    }
    while games == endless && games < ENDLESS_TEST_GAMES {
        let next = more(games..ENDLESS_TEST_GAMES.min(games + DOUBTED_GAMES));
        games += next.games + next.faults;
        endless += limited(&next);
        if next.games == 0 {
            break;
        }
    }
    if endless < games {
        return None;
    }
    let limit = plan.ply_limit.unwrap_or(loaded.spec().ply_limit);
    let message =
        format!("none of {} ended within {limit} plies", quantity(endless, "random game"));
    let help = "add a rule that ends a game (`lose(seat)`, `draw()`, `rules.no_progress(…)`), or raise `[rules] ply_limit`";
    let top = loaded.manifests().next().map(|source| (source, 0..0));
    let limit = loaded.ply_limit_at.as_ref().map(|(source, span)| (source, span.clone()));
    Some(at(limit.or(top), Code::GameNeverEnds, message).help(help))
}

/// Returns the warning that no game went beyond its first ply. If only one hook was called, the
/// warning points to this hook. Otherwise it points to the hook `outcome`. `more` plays further
/// games, if the user requested too few games for this test.
fn ends_at_once(
    loaded: &Ruleset,
    summary: &Summary,
    calls: &Calls,
    more: &dyn Fn(Range<u64>) -> Summary,
) -> Option<Diagnostic> {
    let (mut games, mut plies) = (summary.games, summary.plies);
    if games > 0 && games < DOUBTED_GAMES && plies <= games {
        let first = games + summary.faults;
        let next = more(first..DOUBTED_GAMES.max(first));
        games += next.games;
        plies += next.plies;
    }
    if games < DOUBTED_GAMES || plies > games {
        return None;
    }
    let message = format!("all of {} ended before the second ply", quantity(games, "random game"));
    let handlers = &loaded.spec().handlers;
    let called: Vec<usize> = (0..handlers.len()).filter(|handler| calls.any(*handler)).collect();
    let hook = match called[..] {
        [only] => Some(only),
        _ => handlers.iter().position(|handler| handler.event == EventKind::Outcome),
    };
    let top = loaded.manifests().next().map(|source| (source, 0..0));
    let place = hook.and_then(|handler| loaded.hook_at(handler)).or(top);
    let help = "check the rules that end a game: the condition of `outcome` or another hook may hold from the start";
    Some(at(place, Code::GameEndsAtOnce, message).help(help))
}

/// Returns warnings about clauses that were never counted, and about hooks without a clause that
/// were never called.
fn never_fired(loaded: &Ruleset, summary: &Summary, calls: &Calls) -> Vec<Diagnostic> {
    if summary.games == 0 {
        return Vec::new();
    }
    let games = quantity(summary.games, "random game");
    let clauses = silent(loaded, summary).map(|clause| {
        let message = format!("the clause `{clause}` never applied in {games}");
        at(loaded.carrier(clause), Code::RuleNeverFired, message)
    });
    let handlers = loaded.spec().handlers.iter().enumerate();
    let idle = handlers.filter(|(i, handler)| handler.clause.is_none() && !calls.any(*i));
    let hooks = idle.map(|(i, handler)| {
        let message = format!("`{}` was never called in {games}", handler.name);
        at(loaded.hook_at(i), Code::RuleNeverFired, message)
    });
    let help = "play more games, or show it in a lesson; if it can never happen, remove it";
    clauses.chain(hooks).map(|found| found.help(help)).collect()
}

/// Returns the clauses that could have fired, but never did in the games.
fn silent<'a>(loaded: &'a Ruleset, summary: &'a Summary) -> impl Iterator<Item = &'a str> {
    let clauses = loaded.spec().clauses.iter().zip(&summary.clauses);
    let never = clauses.filter(|(clause, (times, _))| *times == 0 && loaded.can_fire(&clause.id));
    never.map(|(clause, _)| clause.id.as_str())
}

fn fault(loaded: &Ruleset, summary: &Summary, error: &HookError, again: &str) -> Diagnostic {
    let (games, faults) = (summary.games + summary.faults, summary.faults);
    let (hook, why) = (error.hook(), error.reason());
    let message = format!("`{hook}` failed in {faults} of {games} games: {why}");
    let help = format!("to repeat the first of them: `{again}`");
    let mut found = at(loaded.fault_at(error), Code::HookFailedInPlay, message).help(help);
    found.severity = Severity::Error;
    found
}

/// Returns `true` if `findings` contains a script's failure at the same place as `failed`.
pub fn repeats(findings: &[Diagnostic], failed: &Diagnostic) -> bool {
    let failure = |found: &Diagnostic| {
        matches!(found.code, Some(Code::HookFailedInPlay | Code::HookFailedInLesson))
    };
    failure(failed)
        && findings.iter().any(|found| failure(found) && found.place() == failed.place())
}

/// Returns notes about the games.
fn notes(loaded: &Ruleset, summary: &Summary, longest: Option<u64>) -> Vec<String> {
    let mut notes = Vec::new();
    let stopped = summary.endings.get(&Ending::PlyLimit).copied().unwrap_or(0);
    if let (true, Some(index)) = (stopped > 0, longest) {
        notes.push(format!(
            "{} stopped at the ply limit (the first: game {index})",
            quantity(stopped, "game")
        ));
    }
    let never: Vec<&str> = silent(loaded, summary).collect();
    let is_enabled = loaded.levels.of(Code::RuleNeverFired) != LintLevel::Allow;
    if !never.is_empty() && summary.games > 0 && !is_enabled {
        notes.push(format!("never applied in random play: {}", never.join(", ")));
    }
    let (judging, others) = loaded.ending_hooks();
    if !judging.is_empty() {
        notes.push(format!("a given position may be over at once, by {}", judging.join(", ")));
    }
    if !others.is_empty() {
        notes.push(format!(
            "a given position is not judged by {}: if the position alone shows that the game is over, test it in `outcome`",
            others.join(", ")
        ));
    }
    notes
}

enum PlayTrouble {
    Position(Box<Diagnostic>),
    Script,
}

impl From<HookError> for PlayTrouble {
    fn from(_: HookError) -> Self {
        Self::Script
    }
}

/// Plays the game with this seed and index, and checks every position. `before` receives the number
/// of script operations before the last ply.
fn closely(
    loaded: &Ruleset,
    hooks: &dyn Hooks,
    (seed, index): (u64, u64),
    stop: &AtomicBool,
    before: &mut u64,
) -> Result<(), PlayTrouble> {
    let hooks = Interruptible::new(hooks, stop);
    let mut game = game::start(&loaded.rules, &hooks)?;
    for ply in 0..CHECKED_PLIES {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        *before = hooks.operations();
        game.decision()?;
        let read_back = ply < FIRST_PLIES_READ_BACK || u64::from(ply) % CHECKED_GAMES == index;
        inspect(loaded, &mut *game, read_back)?;
        let actions = game.actions()?;
        let mut rng = Rng::new(seed, index, Stream::Agent, 0, u64::from(ply));
        let Some(action) = actions.get(rng.below(actions.len() as u32) as usize) else {
            break;
        };
        match game.play(*action) {
            Ok(()) => {}
            Err(PlayError::Hook(error)) => return Err(error.into()),
            Err(_) => {
                let message = "a listed move is not legal";
                let position = position(loaded, &*game);
                return Err(trouble(Code::BrokenPosition, message, &position));
            }
        }
    }
    Ok(())
}

/// Checks that a position is consistent. If `read_back` is `true`, also writes the position as FEN,
/// reads it again, and checks that it has not changed.
fn inspect(loaded: &Ruleset, game: &mut dyn AnyGame, read_back: bool) -> Result<(), PlayTrouble> {
    if let Err(why) = game::validate(&mut *game) {
        return Err(trouble(Code::BrokenPosition, &why.to_string(), &position(loaded, game)));
    }
    if !read_back || game.outcome().is_some() {
        return Ok(());
    }
    let setup = game.setup();
    let text = fen::write(&loaded.rules, &setup);
    match fen::read(&loaded.rules, &text) {
        Ok(read) if read == setup => Ok(()),
        Ok(_) => {
            let why = "it reads back as another position";
            Err(trouble(Code::UnwritablePosition, why, &text))
        }
        Err(error) => Err(trouble(Code::UnwritablePosition, &error.to_string(), &text)),
    }
}

fn position(loaded: &Ruleset, game: &dyn AnyGame) -> String {
    fen::write(&loaded.rules, &game.setup())
}

/// Creates a finding about a position. The finding has no place in a file.
fn trouble(code: Code, why: &str, position: &str) -> PlayTrouble {
    let message = match code {
        Code::BrokenPosition => format!("inconsistent position: {why}"),
        _ => format!("a position can't be written as FEN: {why}"),
    };
    let help = format!(
        "this is a mistake in the program: please report it, with the position `{position}`"
    );
    PlayTrouble::Position(Box::new(general(code, message, help)))
}
