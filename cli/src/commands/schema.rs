//! `schema`: the formats of rule files, for editors.

use std::fs;

use quadrille_dsl::manifest::schema;
use quadrille_dsl::script::definitions;

use crate::args::{SchemaArgs, SchemaOf};
use crate::context::CommandContext;
use crate::output::exit::{self, Failure};

/// The formats, and the names of their files.
const FILES: [(SchemaOf, &str); 5] = [
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
        SchemaOf::Scripts => definitions::text(),
    }
}

/// Prints one, or writes all into a folder.
pub fn run(args: &SchemaArgs, context: &mut CommandContext) -> Result<u8, Failure> {
    if let Some(of) = args.what {
        context.out.print(text(of))?;
        return Ok(exit::FINE);
    }
    let folder = args.output.clone().unwrap_or_default();
    let failed = |path: &std::path::Path, error| Failure::io(path.display().to_string(), &error);
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    for (of, name) in FILES {
        let path = folder.join(name);
        fs::write(&path, text(of)).map_err(|error| failed(&path, error))?;
        context.out.print(format!("{}\n", path.display()))?;
    }
    Ok(exit::FINE)
}
