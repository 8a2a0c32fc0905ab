//! `replay`: replays recorded games, and checks every move.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use quadrille_core::{AnyGame, Hooks, Seat, Setup, Spec, game};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::pgn::{self, PgnError, PgnErrorKind, Record, SiteRules};
use quadrille_dsl::{Diagnostic, Ruleset, Source, fen, record_ruleset};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::outcome::describe;
use quadrille_reports::rerun::{PlayedAction, seat_name, step};
use quadrille_reports::table::{Align, columns};
use quadrille_session::{CauseKind, Game, PlyChanges};
use serde::Serialize;

use crate::args::{OutputFormat, ReplayArgs, RuleChange, Setting};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};

#[derive(Serialize)]
struct ReplayResult {
    games: Vec<ReplayedGame>,
}

/// The result of replaying a game.
#[derive(Serialize)]
struct ReplayedGame {
    ruleset: RulesetId,
    tags: BTreeMap<String, String>,
    actions: Vec<PlayedAction>,
    /// The places at which the record and the rules disagree.
    notes: Vec<String>,
    /// The seats that left the game, each with the reason.
    left: Vec<String>,
    /// The ending of the game. `None` if the game is not over under the rules.
    over: Option<String>,
    /// The position at the end of the game, as FEN4.
    fen: String,
    /// The changes that each ply makes. `None` without `--trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<PlyChanges>>,
    #[serde(skip)]
    title: String,
}

/// Replays every game of the file.
pub fn run(args: &ReplayArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let source = context::read_records(&args.file)?;
    let records = pgn::read(&source.text).map_err(|error| wrong(&source, &error))?;
    if records.is_empty() {
        context.out.note(format!("{} contains no game", source.name));
    }
    let mut games = Vec::new();
    let mut findings = Vec::new();
    for record in &records {
        match replay(args, record, &source, &context.shelf) {
            Ok(game) => games.push(game),
            Err(Failure::Files(list)) => findings.extend(list),
            Err(failure) => return Err(failure),
        }
    }
    match args.format {
        OutputFormat::Json => {
            let rulesets: Vec<&RulesetId> = games.iter().map(|game| &game.ruleset).collect();
            let only = match rulesets.as_slice() {
                [first, rest @ ..] if rest.iter().all(|other| other == first) => {
                    Some((*first).clone())
                }
                _ => None,
            };
            context.out.json(&Envelope::new(only, None, ReplayResult { games }))?;
        }
        OutputFormat::Text => {
            for (i, game) in games.iter().enumerate() {
                let gap = if i > 0 { "\n" } else { "" };
                context.out.print(format!("{gap}{}", describe_in_full(game)))?;
            }
        }
    }
    if findings.is_empty() { Ok(exit::FINE) } else { Err(Failure::Files(findings)) }
}

fn replay(
    args: &ReplayArgs,
    record: &Record,
    source: &Arc<Source>,
    shelf: &Shelf,
) -> Result<ReplayedGame, Failure> {
    let name = match &args.ruleset {
        Some(name) => name.clone(),
        None => rules_of(record, shelf, "name the rules with `--ruleset`")?,
    };
    // The settings in the record apply unless the command line chooses the rules.
    let mut change = RuleChange::from(&args.change);
    if args.ruleset.is_none() && change.set.is_empty() {
        change = changes_of(record);
    }
    let loaded = Arc::new(context::open(shelf, &name, change)?);
    let hooks = loaded.hooks();
    let setup = record.start(&loaded.rules).map_err(|error| {
        wrong(
            source,
            &naming_preset(error, record, &name, &loaded, shelf, "name it with `--ruleset`"),
        )
    })?;
    let mut game = at_start(&loaded, &*hooks, setup.as_ref(), source)?;
    let replayed = pgn::replay(record, &mut *game).map_err(|error| wrong(source, &error))?;
    let mut again = at_start(&loaded, &*hooks, setup.as_ref(), source)?;
    let spec = loaded.spec();
    let actions = replayed.actions.iter().map(|action| step(&mut *again, spec, *action));
    let actions = actions.collect::<Result<_, _>>()?;
    let note = |note: &pgn::Note| {
        let (line, column) = source.position(note.span.start);
        format!("{}:{line}:{column}: {}", source.name, note.message)
    };
    let trace = if args.trace { Some(traced(&loaded, record)?) } else { None };
    Ok(ReplayedGame {
        trace,
        ruleset: RulesetId::new(&loaded),
        title: loaded.meta.title.clone(),
        tags: record.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        actions,
        notes: replayed.notes.iter().map(note).collect(),
        left: replayed.left.iter().map(|(seat, how)| left(spec, *seat, *how)).collect(),
        over: again.outcome().map(|outcome| describe(spec, outcome)),
        fen: fen::write(&loaded.rules, &again.setup()),
    })
}

/// Returns the changes of each ply of a record.
fn traced(loaded: &Arc<Ruleset>, record: &Record) -> Result<Vec<PlyChanges>, Failure> {
    let imported = Game::from_record(Arc::clone(loaded), record).map_err(context::failed)?;
    Ok(imported.game.plies().cloned().collect())
}

/// Returns the tunables that a record's tags set, as changes to the rules.
pub(super) fn changes_of(record: &Record) -> RuleChange {
    let set = record_ruleset::settings_of(record).into_iter();
    RuleChange::from(set.map(|(name, value)| Setting { name, value }).collect::<Vec<_>>())
}

/// Returns the id or path of the ruleset that a record names. `how` is part of the error message.
/// It explains how to choose a ruleset on the command line.
///
/// # Errors
/// If the record names no known ruleset.
pub(super) fn rules_of(record: &Record, shelf: &Shelf, how: &str) -> Result<String, Failure> {
    if record.tag("Ruleset").is_none()
        && record.variant().is_none()
        && let Some(site) = pgn::site_rules(record)
    {
        return of_site(record, shelf, site, how);
    }
    record_ruleset::ruleset_of(record, shelf).map_err(|unknown| {
        let how = format!("{how}, with an id that `quadrille list` shows or the path of a folder");
        let help = unknown.help.map_or_else(|| how.clone(), |close| format!("{close} {how}"));
        Failure::advised(unknown.message, Some(help))
    })
}

/// Returns the ruleset of a record from chess.com. If the record's tags do not determine the array,
/// several rulesets are possible. The record is then replayed with each of them, and the ruleset
/// with the fewest differences from the record is returned.
fn of_site(
    record: &Record,
    shelf: &Shelf,
    mut site: SiteRules,
    how: &str,
) -> Result<String, Failure> {
    let likeliest = site.names.remove(0);
    if !site.others.is_empty() {
        let message = format!("no ruleset here has the rules `{}`", site.others.join(" "));
        return Err(Failure::advised(message, Some(format!("{how}, such as `{likeliest}`"))));
    }
    if site.names.is_empty() {
        return Ok(likeliest);
    }
    let mut best: Option<(usize, String)> = None;
    for name in std::iter::once(likeliest.clone()).chain(site.names) {
        let loaded = context::open(shelf, &name, RuleChange::default())?;
        let hooks = loaded.hooks();
        let mut game = game::start(&loaded.rules, &*hooks)?;
        let Ok(replayed) = pgn::replay(record, &mut *game) else { continue };
        let notes = replayed.notes.len();
        if best.as_ref().is_none_or(|(fewest, _)| notes < *fewest) {
            best = Some((notes, name));
        }
        if notes == 0 {
            break;
        }
    }
    Ok(best.map_or(likeliest, |(_, name)| name))
}

/// Adds advice to an error if the record starts from another position than these rules. If a preset
/// has the start position of the record, the advice names this preset. `name` is the name with
/// which the rules were loaded.
pub(super) fn naming_preset(
    mut error: PgnError,
    record: &Record,
    name: &str,
    loaded: &Ruleset,
    shelf: &Shelf,
    how: &str,
) -> PgnError {
    if !matches!(error.kind, PgnErrorKind::OtherStart(_)) {
        return error;
    }
    let id = context::without_preset(name);
    let presets = loaded.meta.presets.iter().map(|(preset, _)| format!("{id}@{preset}"));
    let starts_there = |name: &String| {
        context::open(shelf, name, RuleChange::default())
            .is_ok_and(|other| record.start(&other.rules).is_ok())
    };
    if let Some(fitting) = std::iter::once(id.to_owned()).chain(presets).find(starts_there) {
        error.help = Some(format!("`{fitting}` starts there: {how}").into());
    }
    error
}

/// Returns a game at `setup`, which is the position from which a record starts. If `setup` is
/// `None`, the game is at the start position of the rules.
fn at_start<'a>(
    loaded: &'a Ruleset,
    hooks: &'a dyn Hooks,
    setup: Option<&Setup>,
    source: &Arc<Source>,
) -> Result<Box<dyn AnyGame + 'a>, Failure> {
    let Some(setup) = setup else {
        return Ok(game::start(&loaded.rules, hooks)?);
    };
    game::resume(&loaded.rules, hooks, setup).map_err(|error| {
        let message = format!("the record starts from an invalid position: {error}");
        Failure::Files(vec![Diagnostic::input(source, 0..0, message)])
    })
}

/// Describes a seat that left the game.
fn left(spec: &Spec, seat: Seat, how: pgn::Left) -> String {
    let how = match how {
        pgn::Left::Mated => "is mated",
        pgn::Left::Stalemated => "is stalemated",
        pgn::Left::Resigned => "resigns",
        pgn::Left::TimedOut => "is out of time",
    };
    format!("{} {how}", seat_name(spec, seat))
}

/// Describes a replayed game for people.
fn describe_in_full(game: &ReplayedGame) -> String {
    let preset = game.ruleset.preset.as_ref().map(|preset| format!("@{preset}"));
    let mut out = format!("{} ({}{})\n", game.title, game.ruleset.id, preset.unwrap_or_default());
    match &game.trace {
        Some(plies) => plies.iter().for_each(|ply| steps(ply, &mut out)),
        None => out.push_str(&table(game)),
    }
    for line in game.left.iter().chain(&game.over) {
        let _ = writeln!(out, "{line}");
    }
    for note in &game.notes {
        let _ = writeln!(out, "note: {note}");
    }
    let _ = writeln!(out, "{}", game.fen);
    out
}

/// Appends the text of a ply. The first line is the action. For each step of the ply follow a line
/// with the cause of the step and one line for each change.
fn steps(ply: &PlyChanges, out: &mut String) {
    let seat = ply.seat.as_deref().unwrap_or("chance");
    let _ = writeln!(out, "{}. {seat}: {}", ply.ply, ply.action);
    for step in &ply.steps {
        let cause = match step.cause {
            CauseKind::Action => "the move".to_owned(),
            CauseKind::Turns => "the turn".to_owned(),
            _ => {
                let named = [step.hook.as_deref(), step.effect.as_deref()].into_iter().flatten();
                named.collect::<Vec<_>>().join(": ")
            }
        };
        let clauses = step.clauses.iter().map(|clause| format!("clause {clause}"));
        let notes: Vec<String> = clauses.chain(step.place.clone()).collect();
        let notes =
            if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let _ = writeln!(out, "    {cause}{notes}");
        for change in &step.changes {
            let _ = writeln!(out, "        {change}");
        }
    }
}

/// Returns the actions of a replayed game, one per line.
fn table(game: &ReplayedGame) -> String {
    let rows: Vec<Vec<String>> = game
        .actions
        .iter()
        .enumerate()
        .map(|(i, played)| {
            vec![
                (i + 1).to_string(),
                played.seat.clone().unwrap_or_default(),
                played.action.clone(),
                played.remarks(),
            ]
        })
        .collect();
    columns(&[Align::Right, Align::Left, Align::Left, Align::Left], &rows)
}

/// Returns the failure for an error in a record, with its place.
pub(super) fn wrong(source: &Arc<Source>, error: &PgnError) -> Failure {
    Failure::Files(vec![error.in_input(source)])
}
