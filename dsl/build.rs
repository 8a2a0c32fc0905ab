//! Embeds the shipped rulesets and, with the feature `recipes`, the cookbook. From each folder,
//! only the files that the program reads are embedded.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let feature = |name: &str| env::var_os(format!("CARGO_FEATURE_{name}")).is_some();
    let mut text = String::new();
    for (table, folder, embeds) in
        [("RULESETS", "rulesets", feature("SHIPPED")), ("RECIPES", "cookbook", feature("RECIPES"))]
    {
        println!("cargo::rerun-if-changed={folder}");
        let folders = if embeds { sorted(Path::new(folder))? } else { Vec::new() };
        let folders = folders.into_iter().filter(|path| path.is_dir());
        let _ = writeln!(text, "static {table}: &[EmbeddedFolder] = &[");
        for folder in folders {
            let _ = writeln!(text, "    ({:?}, &[", name(&folder));
            for file in sorted(&folder)? {
                let name = name(&file);
                if name.ends_with(".toml") || name.ends_with(".rhai") || name == "README.md" {
                    let path = fs::canonicalize(&file)?;
                    let _ = writeln!(text, "        ({name:?}, include_bytes!({path:?})),");
                }
            }
            text.push_str("    ]),\n");
        }
        text.push_str("];\n");
    }
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
