//! Embeds the shipped rulesets and, with the feature `recipes`, the cookbook. From each folder,
//! only the files that the program reads are embedded. Large files that a small program can do
//! without are embedded only with the feature `shipped`.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of a ruleset's file of weights.
const WEIGHTS: &str = "weights.toml";

fn main() -> io::Result<()> {
    let feature = |name: &str| env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    let whole = feature("SHIPPED");
    let (mut text, mut left_out) = (String::new(), Vec::new());
    for (table, folder, embeds) in
        [("RULESETS", "rulesets", feature("RULESETS")), ("RECIPES", "cookbook", feature("RECIPES"))]
    {
        println!("cargo::rerun-if-changed={folder}");
        if embeds && !Path::new(folder).is_dir() {
            println!(
                "cargo::error=`dsl/{folder}` is not a folder, because the links of this checkout are missing. \
                 help: clone with `git clone -c core.symlinks=true`, or copy the repository with `cp -a`"
            );
            std::process::exit(1);
        }
        let folders = if embeds { sorted(Path::new(folder))? } else { Vec::new() };
        let folders = folders.into_iter().filter(|path| path.is_dir());
        let _ = writeln!(text, "static {table}: &[EmbeddedFolder] = &[");
        for folder in folders {
            let _ = writeln!(text, "    ({:?}, &[", name(&folder));
            for file in sorted(&folder)? {
                let file_name = name(&file);
                if !whole && file_name == WEIGHTS {
                    left_out.push(name(&folder));
                } else if file_name.ends_with(".toml")
                    || file_name.ends_with(".rhai")
                    || (whole && file_name == "README.md")
                {
                    let path = fs::canonicalize(&file)?;
                    let _ = writeln!(text, "        ({file_name:?}, include_bytes!({path:?})),");
                }
            }
            text.push_str("    ]),\n");
        }
        text.push_str("];\n");
    }
    let _ = writeln!(text, "static WEIGHTS_LEFT_OUT: &[&str] = &{left_out:?};");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("shipped.rs"), text)
}

/// Returns the paths in a folder, sorted by name, so that every build embeds the same text.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
