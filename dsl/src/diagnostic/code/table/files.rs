//! Codes of files: what can be read at all.

macro_rules! files {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    NoSuchRuleset = 1, "no such ruleset",
        r"A ruleset is named by the id of a shipped one (see `quadrille list`) or by the path of a folder with a
`geometry.toml`. A preset follows an at sign: `some-game@some-preset`.";

    NoManifest = 2, "no geometry.toml",
        r"A ruleset is a folder with a file of exactly that name. Look for a capital letter or another extension.";

    FileTooLarge = 3, "file too large",
        r"A text file of a ruleset may have at most 1 MiB. Rulesets have a few kilobytes, so this is probably
the wrong file.";

    NotUtf8 = 4, "not UTF-8",
        r"The file contains bytes that are not UTF-8 text. Save it as UTF-8 in the editor.";

    EmptyFile = 5, "empty file",
        r#"The file has no key. The shortest ruleset has `[variant]`, `[board]`, `[[seats]]`, `[pieces]` and
`[array]`, or inherits them:

```toml
extends = "some-game"
```"#;

    TomlSyntax = 6, "invalid TOML",
        r#"The file breaks TOML's own grammar: a quote or bracket is not closed, a key is repeated, a value is
missing.

```toml
title = Four Kings       # wrong: a string has quotes
title = "Four Kings"
```"#;

    NoSuchPreset = 7, "no such preset",
        r"`some-game@some-preset` needs a table `[presets.some-preset]` in that ruleset or in one that it extends.
`some-game@default` is the ruleset without a preset.";

    NoSuchParent = 8, "no such ruleset to extend",
        r"`extends` takes the id of a ruleset, or the path of a folder inside or beside this ruleset's, without a
preset.";

    InheritanceCycle = 9, "circular inheritance",
        r"Two rulesets extend each other, or one extends itself. Remove one `extends`.";

    InheritanceTooDeep = 10, "inheritance too deep",
        r"At most eight rulesets may extend one another. `quadrille show --resolved` prints a ruleset flattened;
extend the result instead.";

    NoSuchScript = 11, "no such script",
        r#"A script under `[rules] scripts` is a file of the ruleset's folder, or of a folder that it extends.

```toml
[rules]
scripts = ["mate.rhai", "plugin:draws"]
```"#;

    NoSuchPlugin = 12, "no such plugin",
        r"`plugin:draws` is the file `draws.rhai` among the plugins. A script of the ruleset's own folder is
written with its extension and without `plugin:`.";

    ScriptNameRepeated = 13, "two scripts with one name",
        r"Tunables refer to a script by its name without extension, so `draws.rhai` and `plugin:draws` can't both
be listed.";

    ScriptNotListed = 14 (Warn), "script not listed",
        r"A rule script is in the folder, but not in `[rules] scripts`, so it does nothing. Add it to
the list or remove the file.";

    TableTooLarge = 15, "table too large",
        r"A table may have at most 2000 keys; the rest is not read.";

    NothingToDrop = 16, "nothing to drop",
        r#"`drop` names what a ruleset doesn't inherit: a table and a key, as `extends` would have inherited them.

```toml
extends = "older-game"
drop = ["clauses.V11", "presets.removal", "zones.centre"]
```"#;

    FileNotRead = 17 (Warn), "file not read",
        r"A file is in the folder whose name is nearly one that is read, and is not: `lesson.toml` for `lessons.toml`. Rename
it, or take it out of the folder.";

    PresetsContradict = 18, "presets contradict each other",
        r"`some-game@one+another` joins two presets. They may change different things; no key may have two values, nor
may two scripts take the place of one. Leave one of them out, or write a preset that sets what holds for both.";
        }
    };
}
