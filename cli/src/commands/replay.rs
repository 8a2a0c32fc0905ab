//! `replay`: replays recorded games, and checks every move.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use quadrille_core::{AnyGame, Hooks, Seat, Setup, Spec, game};
use quadrille_dsl::library::Shelf;
use quadrille_dsl::pgn::{self, Record};
use quadrille_dsl::{Diagnostic, Ruleset, Source, fen};
use quadrille_reports::envelope::{Envelope, RulesetId};
use quadrille_reports::outcome::describe;
use quadrille_reports::rerun::{PlayedAction, seat_name, step};
use quadrille_reports::table::{Align, columns};
use quadrille_session::{CauseKind, Game, PlyChanges};
use serde::Serialize;

use super::record_reader::{RecordMistakes, RecordReader, wrong};
use super::record_rules::RecordRules;
use crate::args::{OutputFormat, ReplayArgs};
use crate::context::{self, CommandContext};
use crate::output::exit::{self, Failure};
use crate::output::{Output, compact_json};

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

/// Replays every game of the file. Only one game is in memory.
pub fn run(args: &ReplayArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let CommandContext { out, shelf, .. } = context;
    let mut replayer = Replayer::new(args, shelf)?;
    match args.format {
        OutputFormat::Json => {
            let mut rulesets = Vec::new();
            let mut before = "{\"games\":[\n";
            for game in replayer.by_ref() {
                out.print(format!("{before}{}", compact_json(&game)?))?;
                before = ",\n";
                if rulesets.len() < 2 && !rulesets.contains(&game.ruleset) {
                    rulesets.push(game.ruleset);
                }
            }
            // The document names a ruleset only if all games have the same ruleset.
            let only = if rulesets.len() == 1 { rulesets.pop() } else { None };
            let envelope = compact_json(&Envelope::new(only, None, ()))?;
            let before = before.trim_start_matches(',');
            out.line(format!("{before}],{}", envelope.trim_start_matches('{')))?;
        }
        OutputFormat::Text => {
            let mut gap = "";
            for game in replayer.by_ref() {
                out.print(format!("{gap}{}", describe_in_full(&game)))?;
                gap = "\n";
            }
        }
    }
    replayer.finish(out)
}

/// Replays the games of a file one after the other.
struct Replayer<'a> {
    args: &'a ReplayArgs,
    reader: RecordReader,
    rules: RecordRules<'a>,
    mistakes: RecordMistakes,
    /// The failure that ended the replay.
    failure: Option<Failure>,
}

impl<'a> Replayer<'a> {
    fn new(args: &'a ReplayArgs, shelf: &'a Shelf) -> Result<Self, Failure> {
        Ok(Self {
            args,
            reader: RecordReader::open(&args.file)?,
            rules: RecordRules::new(shelf, "name the rules with `--ruleset`"),
            mistakes: RecordMistakes::default(),
            failure: None,
        })
    }

    fn replay(&mut self, record: &Record) -> Result<ReplayedGame, Failure> {
        let (args, source) = (self.args, self.reader.source());
        let (name, loaded) = self.rules.of(record, args.ruleset.as_deref(), &args.change.set)?;
        let hooks = loaded.shared_hooks();
        let setup = record.start(&loaded.rules).map_err(|error| {
            wrong(source, &self.rules.naming_preset(error, record, &name, &loaded))
        })?;
        let mut game = at_start(&loaded, &*hooks, setup.as_ref(), source)?;
        let spec = loaded.spec();
        let mut actions = Vec::new();
        let replayed = pgn::replay_by(record, &mut *game, &mut |game, action| {
            actions.push(step(game, spec, action)?);
            Ok(())
        });
        let replayed = replayed.map_err(|error| wrong(source, &error))?;
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
            over: game.outcome().map(|outcome| describe(spec, outcome)),
            fen: fen::write(&loaded.rules, &game.setup()),
        })
    }

    /// Reports the mistakes in games, after all games.
    fn finish(self, out: &mut Output) -> Result<u8, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if !self.reader.has_games() && self.mistakes.is_empty() {
            out.note(format!("{} contains no game", self.args.file.display()));
        }
        self.mistakes.finish().map(|()| exit::FINE)
    }
}

impl Iterator for Replayer<'_> {
    type Item = ReplayedGame;

    /// Returns the next game without mistakes.
    fn next(&mut self) -> Option<ReplayedGame> {
        while self.failure.is_none() {
            let game = match self.reader.next() {
                Ok(None) => return None,
                Ok(Some(record)) => self.replay(&record),
                Err(failure) => Err(failure),
            };
            match game {
                Ok(game) => return Some(game),
                Err(failure) => self.failure = self.mistakes.add(failure).err(),
            }
        }
        None
    }
}

/// Returns the changes of each ply of a record.
fn traced(loaded: &Arc<Ruleset>, record: &Record) -> Result<Vec<PlyChanges>, Failure> {
    let imported = Game::from_record(Arc::clone(loaded), record).map_err(context::failed)?;
    Ok(imported.game.plies().cloned().collect())
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

/// Appends the text of a ply. The first line is the action. Each step of the ply then has a line
/// with its cause, and one line for each change.
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
