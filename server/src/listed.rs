//! Limits the rulesets that remote clients can use. Clients may name every ruleset that a library
//! lists, but no path.

use quadrille_dsl::{Folder, Library, LibraryError};

/// A library that gives access only to the rulesets that it lists.
pub(crate) struct ListedLibrary(pub Box<dyn Library + Send + Sync>);

impl Library for ListedLibrary {
    fn folder(&self, name: &str) -> Result<Folder, LibraryError> {
        // A ruleset that extends `../parent` requests a path. The last part of the path is the name
        // in the list.
        let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let id = last.strip_suffix(".toml").unwrap_or(last);
        if !self.0.all_names().iter().any(|listed| listed == id) {
            return Err(LibraryError::NotFound);
        }
        let folder = self.0.folder(id)?;
        if id == name || folder.name == name { Ok(folder) } else { Err(LibraryError::NotFound) }
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn recipes(&self) -> Vec<String> {
        self.0.recipes()
    }

    fn plugin(&self, name: &str) -> Option<Vec<u8>> {
        self.0.plugin(name)
    }

    fn plugins(&self) -> Vec<String> {
        self.0.plugins()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use quadrille_dsl::library::{Disk, Shelf};
    use quadrille_dsl::load;

    use super::*;

    #[test]
    fn a_listed_ruleset_may_extend_its_neighbour_and_no_other_path_is_read() {
        let root = std::env::temp_dir().join(format!("quadrille-listed-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let heir = |parent: &str| {
            format!("extends = \"{parent}\"\n[variant]\nid = \"child\"\ntitle = \"Child\"\n")
        };
        write("games/parent/geometry.toml", &heir("orthodox-chess").replace("child", "parent"));
        write("games/child/geometry.toml", &heir("../parent"));
        write("games/alone.toml", "extends = \"orthodox-chess\"\n");
        write("games/second.toml", "extends = \"./alone.toml\"\n");
        write("hidden/parent/geometry.toml", &heir("orthodox-chess"));
        let disk = Disk { rulesets: vec![root.join("games")], ..Disk::default() };
        let listed = ListedLibrary(Box::new(Shelf { disk }));
        for (name, opens) in [
            ("parent".to_owned(), true),
            ("child".to_owned(), true),
            ("second".to_owned(), true),
            (root.join("games/parent").display().to_string(), true),
            (root.join("hidden/parent").display().to_string(), false),
            (root.join("games/../games/parent").display().to_string(), false),
            ("./parent".to_owned(), false),
        ] {
            assert_eq!(load(&listed, &name, &[]).is_ok(), opens, "{name}");
        }
        fs::remove_dir_all(&root).unwrap();
    }
}
