//! `export`: exports the games of a database for other programs.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::str::FromStr as _;
use std::sync::atomic::AtomicBool;

use quadrille_agents::AgentSpec;
use quadrille_dsl::Ruleset;
use quadrille_dsl::library::Shelf;
use quadrille_reports::row::GameRow;
use quadrille_reports::{record, rerun};
use quadrille_study::sim::{Opening, Plan};

use crate::args::{ExportArgs, ExportFormat, Setting};
use crate::context::{self, CommandContext};
use crate::output;
use crate::output::exit::{self, Failure};
use crate::store::{self, Store};

/// Writes the games to standard output or to a file. An existing file is replaced only when the new
/// file is complete.
pub fn run(args: &ExportArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let store = Store::read(&args.database)?;
    if args.series && args.format == ExportFormat::Pgn {
        return Err(Failure::advised(
            "PGN4 always contains the plies".to_owned(),
            Some("leave `--series` out".to_owned()),
        ));
    }
    if args.series && !store.has_plies()? {
        return Err(Failure::advised(
            format!("{} has no plies", args.database.display()),
            Some("add `--series` to the command that plays the games".to_owned()),
        ));
    }
    let run = match args.format {
        ExportFormat::Pgn => Some(ExportedRun::of(&store, &context.shelf)?),
        _ => None,
    };
    let write = |out: &mut dyn Write, broken: &dyn Fn(&io::Error) -> Failure| match &run {
        Some(run) => store.each(|row| match within(&args.games, row.game) {
            true => writeln!(out, "{}", run.record(&row)?).map_err(|error| broken(&error)),
            false => Ok(()),
        }),
        None => {
            let export = if args.series { store::export_plies } else { store::export };
            export(&store, args.format, &|game| within(&args.games, game), out, broken)
        }
    };
    let Some(path) = &args.output else {
        context.out.stream(|out| write(out, &output::broken))?;
        return Ok(exit::FINE);
    };
    let failed = |error: &io::Error| Failure::io(path.display().to_string(), error);
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        // Devices and pipes are written to, never replaced.
        let mut file = BufWriter::new(File::create(path).map_err(|error| failed(&error))?);
        write(&mut file, &failed)?;
        file.flush().map_err(|error| failed(&error))?;
        return Ok(exit::FINE);
    }
    let draft = output::draft_name(path);
    let written = File::create(&draft).map_err(|error| failed(&error)).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file, &failed)?;
        let saved = file.into_inner().map_err(io::IntoInnerError::into_error);
        let saved = saved.and_then(|file| file.sync_all());
        saved.and_then(|()| fs::rename(&draft, path)).map_err(|error| failed(&error))
    });
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written?;
    context.out.wrote(path);
    Ok(exit::FINE)
}

fn within(games: &Option<Range<u64>>, game: u64) -> bool {
    games.as_ref().is_none_or(|games| games.contains(&game))
}

/// A run from a database, and all data that is needed to play its games again.
struct ExportedRun {
    loaded: Ruleset,
    plan: Plan,
    version: String,
}

impl ExportedRun {
    /// Loads the rules of the games in a database.
    fn of(store: &Store, shelf: &Shelf) -> Result<Self, Failure> {
        let run = &store.identity;
        let preset = run.ruleset.preset.as_ref();
        let preset = preset.map_or_else(String::new, |preset| format!("@{preset}"));
        let name = format!("{}{preset}", run.ruleset.id);
        let settings = run.ruleset.tunables.iter();
        let set =
            settings.map(|(name, value)| Setting { name: name.clone(), value: value.clone() });
        if !shelf.has(&run.ruleset.id) {
            return Err(Failure::advised(
                format!("the games were played by `{name}`, which can't be found"),
                Some("name the folder that contains the ruleset with `--rulesets DIR`".to_owned()),
            ));
        }
        let loaded = context::open(shelf, &name, set.collect::<Vec<_>>())?;
        if loaded.hash != run.ruleset.hash {
            return Err(Failure::advised(
                format!(
                    "the games were played by rules of `{name}` with the hash {}; the present rules have {}",
                    run.ruleset.hash, loaded.hash
                ),
                Some("name a folder with the old rules with `--rulesets DIR`".to_owned()),
            ));
        }
        let agents = run.agents.iter().map(|agent| AgentSpec::from_str(agent));
        let agents =
            agents.collect::<Result<Vec<_>, _>>().map_err(|why| Failure::usage(why.to_string()))?;
        let opening = match &run.opening {
            None => Opening::Array,
            Some(opening) => {
                opening.opening(&loaded).map_err(|why| Failure::usage(why.to_string()))?
            }
        };
        let plan = Plan {
            seed: run.seed,
            games: store.range.clone(),
            agents,
            rotate: run.rotate,
            jobs: 1,
            record: true,
            measure: false,
            timed: false,
            ply_limit: run.ply_limit,
            opening,
        };
        Ok(Self { loaded, plan, version: run.version.clone() })
    }

    /// Plays a game again, and returns it as PGN4.
    fn record(&self, row: &GameRow) -> Result<String, Failure> {
        let again = rerun::record(&self.loaded, &self.plan, row.game, &AtomicBool::new(false));
        match again.filter(|again| again.plies == row.plies) {
            Some(again) => Ok(record::text(&self.loaded, &self.plan, &again)?),
            None => Err(Failure::usage(format!(
                "game {} now runs differently from when version {} played it",
                row.game, self.version
            ))),
        }
    }
}
