//! `migrate`: converts the database of an older version to the present format. Text formats have
//! only one version. For text files, the command only reports the version.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use quadrille_dsl::Source;
use quadrille_dsl::manifest::{format_of, schema::FORMAT};
use quadrille_dsl::text::prose::quantity;

use crate::args::MigrateArgs;
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};
use crate::store;

/// The first bytes of a database.
const DATABASE_MAGIC: &[u8] = b"SQLite format 3\0";
/// The maximum size of a file of text, in bytes.
const MAX_TEXT_BYTES: u64 = 64 * 1024 * 1024;

/// Converts the database, and prints a summary.
pub fn run(args: &MigrateArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if let Some((found, present)) = version_of_text(&args.old)? {
        return Err(not_older(&args.old, found, present));
    }
    if migrate_tables(args)? {
        let (old, out) = (args.old.display(), args.out.display());
        context.out.line(format_args!("the tables from {old} in {out}"))?;
        return Ok(exit::FINE);
    }
    let store = store::migrate(&args.old, &args.out)?;
    let games = quantity(store::count(&store.played()?), "game");
    context.out.line(format_args!(
        "{games} of {} from {} in {}",
        store.identity.ruleset.id,
        args.old.display(),
        args.out.display(),
    ))?;
    Ok(exit::FINE)
}

/// Returns the failure for a file that has the present version or a newer one.
fn not_older(path: &Path, found: i64, present: i64) -> Failure {
    let name = path.display();
    if found > present {
        let message =
            format!("{name}: its version is {found}, but this program reads version {present}");
        return Failure::advised(message, Some("use a newer version of Quadrille".to_owned()));
    }
    let message = format!("{name} has version {found} already");
    Failure::advised(message, Some("use it as it is".to_owned()))
}

/// Returns the version of a file of text or of the folder of a ruleset, and the present version of
/// its format. Returns `None` if the file has no known format of text.
fn version_of_text(path: &Path) -> Result<Option<(i64, i64)>, Failure> {
    let folder = path.is_dir();
    let file = if folder { path.join("geometry.toml") } else { path.to_owned() };
    let failed = |error| Failure::io(file.display().to_string(), &error);
    let mut bytes = Vec::new();
    let mut content = File::open(&file).map_err(failed)?.take(MAX_TEXT_BYTES);
    let head = DATABASE_MAGIC.len() as u64;
    content.by_ref().take(head).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.starts_with(DATABASE_MAGIC) {
        return Ok(None);
    }
    content.read_to_end(&mut bytes).map_err(failed)?;
    let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
    if folder || file.extension().is_some_and(|extension| extension == "toml") {
        let source = Source::new(file.display().to_string(), text);
        return Ok(Some((format_of(&source), FORMAT)));
    }
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else { return Ok(None) };
    let number = |key: &str| json.get(key).and_then(serde_json::Value::as_i64);
    // In a saved game, `schema` is the name of the format. In a result, it is the version.
    if json.get("schema").and_then(serde_json::Value::as_str) == Some(quadrille_session::SCHEMA) {
        return Ok(number("version").map(|found| (found, i64::from(quadrille_session::VERSION))));
    }
    let present = i64::from(quadrille_reports::envelope::SCHEMA_VERSION);
    Ok(number("schema").map(|found| (found, present)))
}

/// Converts a database of the tables of `serve`. Returns `false` if the database is of another
/// kind.
#[cfg(feature = "serve")]
fn migrate_tables(args: &MigrateArgs) -> Result<bool, Failure> {
    use quadrille_server::{StoreError, TABLES_VERSION, tables_version};

    let failure = |error| match error {
        StoreError::Database { name, why } => Failure::Io { name, why },
        other => Failure::usage(other.to_string()),
    };
    // If the file is not a database, the conversion of runs reports this.
    let Ok(Some(found)) = tables_version(&args.old) else { return Ok(false) };
    if found >= TABLES_VERSION {
        return Err(not_older(&args.old, found.into(), TABLES_VERSION.into()));
    }
    store::merge::unused(&args.out)?;
    quadrille_server::migrate_tables(&args.old, &args.out).map_err(failure)?;
    Ok(true)
}

/// Returns `false`, because this program was built without tables.
#[cfg(not(feature = "serve"))]
fn migrate_tables(_: &MigrateArgs) -> Result<bool, Failure> {
    Ok(false)
}
