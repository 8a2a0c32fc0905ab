//! `schema`: prints the formats of rule files, for editors.

use std::fs;
use std::path::Path;

use clap::ValueEnum as _;
use quadrille_dsl::manifest::schema;
use quadrille_dsl::script::rhai_definitions;
use quadrille_reports::table::{Align, columns};

use crate::args::{SchemaArgs, SchemaOf};
use crate::context::CommandContext;
use crate::output;
use crate::output::exit::{self, Failure};

/// The formats, each with the name of its schema file.
const SCHEMA_FILES: [(SchemaOf, &str); 5] = [
    (SchemaOf::Geometry, "geometry.schema.json"),
    (SchemaOf::Lessons, "lessons.schema.json"),
    (SchemaOf::Puzzles, "puzzles.schema.json"),
    (SchemaOf::Weights, "weights.schema.json"),
    (SchemaOf::Scripts, "quadrille.d.rhai"),
];

fn text(of: SchemaOf) -> String {
    match of {
        SchemaOf::Geometry => schema::json(),
        SchemaOf::Lessons => schema::lessons_json(),
        SchemaOf::Puzzles => schema::puzzles_json(),
        SchemaOf::Weights => schema::weights_json(),
        SchemaOf::Scripts => rhai_definitions::text(),
    }
}

/// Returns the list of formats. Each format has a line with its name and its help text.
fn list() -> String {
    let rows = SCHEMA_FILES.iter().filter_map(|(of, _)| {
        let value = of.to_possible_value()?;
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        Some(vec![value.get_name().to_owned(), about])
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let table = columns(&[Align::Left; 2], &rows);
    format!(
        "Formats\n{table}\n`quadrille schema geometry` prints one, `quadrille schema -o FOLDER` writes all.\n"
    )
}

/// Prints one format or writes it to a file, or writes all formats to a folder. Without arguments,
/// lists the formats.
pub fn run(args: &SchemaArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    let failed = |path: &Path, error| Failure::io(path.display().to_string(), &error);
    let Some(of) = args.what else {
        let Some(folder) = args.output.clone() else {
            context.out.print(list())?;
            return Ok(exit::FINE);
        };
        let ending = folder.extension().filter(|ending| *ending == "json" || *ending == "rhai");
        if ending.is_some() && !folder.is_dir() {
            let path = folder.display();
            let help = format!(
                "name a format, as in `quadrille schema geometry -o {path}`, or name a folder"
            );
            let text = format!("`{path}` is a file, but there are {} formats", SCHEMA_FILES.len());
            return Err(Failure::advised(text, Some(help)));
        }
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
        for (of, name) in SCHEMA_FILES {
            let path = output::save_inside(&folder, name, text(of).as_bytes())?;
            context.out.print(format!("{}\n", path.display()))?;
        }
        return Ok(exit::FINE);
    };
    match &args.output {
        None => context.out.print(text(of))?,
        Some(path) => {
            // In a folder, the file has its usual name.
            let usual =
                SCHEMA_FILES.iter().find(|(known, _)| *known == of).map_or("", |(_, name)| name);
            let path = if path.is_dir() { path.join(usual) } else { path.clone() };
            output::save(&path, text(of).as_bytes())?;
            context.out.print(format!("{}\n", path.display()))?;
        }
    }
    Ok(exit::FINE)
}
