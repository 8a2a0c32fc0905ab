//! Codes of files that can't be read.

macro_rules! files {
    ([$next:ident $($rest:ident)*] $($before:tt)*) => {
        $next! { [$($rest)*] $($before)*

    NoSuchRuleset = 1, "no such ruleset",
        r"A ruleset is named by the id of a shipped one (see `quadrille list`) or by the path of a
folder with a `geometry.toml`. A preset follows an at sign, as in `some-game@some-preset`.";

    NoManifest = 2, "no geometry.toml",
        r"A ruleset is a folder with a file of exactly this name. Look for a capital letter or
another extension.";

    FileTooLarge = 3, "file too large",
        r"A text file of a ruleset may have at most 1 MiB. Rulesets have a few kilobytes, so this is
probably the wrong file.";

    NotUtf8 = 4, "not UTF-8",
        r"The file contains bytes that are not UTF-8 text. Save it as UTF-8 in the editor.";

    EmptyFile = 5, "empty file",
        r#"The file has no key. The shortest ruleset has `[variant]`, `[board]`, `[[seats]]`,
`[pieces]` and `[array]`, or inherits them:

```toml
extends = "some-game"
```"#;

    TomlSyntax = 6, "invalid TOML",
        r#"The file is not valid TOML. Perhaps a quote or bracket is not closed, a key is repeated,
or a value is missing.

```toml
title = Four Kings       # wrong: a string has quotes
title = "Four Kings"
```"#;

    NoSuchPreset = 7, "no such preset",
        r"`some-game@some-preset` needs a table `[presets.some-preset]` in that ruleset or in one
that it extends. `some-game@default` is the ruleset without a preset.";

    NoSuchParent = 8, "no such ruleset to extend",
        r"`extends` takes the id of a ruleset, or the path of a folder inside or beside this
ruleset's folder. It can't name a preset.";

    InheritanceCycle = 9, "circular inheritance",
        r"Two rulesets extend each other, or one extends itself. Remove one `extends`.";

    InheritanceTooDeep = 10, "inheritance too deep",
        r"At most eight rulesets may extend one another in a row. `quadrille show --resolved` prints
a ruleset with everything that it inherits. Extend that result instead.";

    NoSuchScript = 11, "no such script",
        r#"A script under `[rules] scripts` is a file in the ruleset's folder, or in a folder that
the ruleset extends.

```toml
[rules]
scripts = ["mate.rhai", "plugin:draws"]
```"#;

    NoSuchPlugin = 12, "no such plugin",
        r"`plugin:draws` is the plugin in the file `draws.rhai`. Write a script of the ruleset's
folder with its extension and without `plugin:`.";

    ScriptNameRepeated = 13, "two scripts with one name",
        r"Tunables refer to a script by its name without extension. So a ruleset can't list both
`draws.rhai` and `plugin:draws`.";

    ScriptNotListed = 14 (Warn), "script not listed",
        r"A rule script is in the folder but not in `[rules] scripts`, so it does nothing. Add it to
the list or remove the file.";

    TableTooLarge = 15, "table too large",
        r"A table may have at most 2000 keys. Further keys are not read.";

    NothingToDrop = 16, "nothing to drop",
        r#"`drop` names something that the ruleset does not inherit. Write a table and a key that
`extends` would have inherited.

```toml
extends = "older-game"
drop = ["clauses.V11", "presets.removal", "zones.centre"]
```"#;

    FileNotRead = 17 (Warn), "file not read",
        r"The folder has a file whose name is close to, but not, one that Quadrille reads, such as
`lesson.toml` instead of `lessons.toml`. Rename the file, or take it out of the folder.";

    PresetsContradict = 18, "presets contradict each other",
        r"`some-game@one+another` joins two presets. They may not give two values to one key, or
replace the same script by two others. Leave one of them out, or write a preset that combines both.";
        }
    };
}
